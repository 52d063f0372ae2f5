"""Formulas in the number of decks: equal to the odds of every shoe, to its limit, and to what interpolation gives."""

from __future__ import annotations

import csv
import importlib.util
import io
import json
import re
import subprocess
import sys
from fractions import Fraction
from itertools import pairwise
from math import gcd
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
import sympy

import exact
from exact.report.closed_form import LATEX, PLAIN, PYTHON, formula_text, polynomial_text
from exact.rounding import decimal_text
from exact.shoes.closed_form import ClosedForm, closed_forms, evaluate
from exact.shoes.closed_form import _class as class_of
from exact.shoes.polynomial import compile_game
from tests import computed, published
from tests.games import SIDE_BETS, changed
from tests.run import environment, run

GAMES = [*exact.catalogue(), SIDE_BETS]
DECKS = [*range(1, 13), 100]
FROM_SHOE = {"fixed-card": "from-shoe"}


def every_reading(name: str) -> list[exact.Game]:
    game = exact.game(name)
    return [game, *(other for _, _, other in game.each_reading())]


def assert_equal(game: exact.Game, decks: int) -> None:
    """Every probability and return by formula is that of the enumerated shoe."""
    table = game.odds(exact.Shoe.decks(decks))
    forms = closed_forms(game)
    for bet, odds in zip(forms.bets, table.bets, strict=True):
        assert [form.at(decks) for form in bet.probabilities] == [event.probability for event in odds.events]
        assert [evaluate(deals, decks) for deals in bet.deals] == [event.deals for event in odds.events]
        assert (bet.expected_value and bet.expected_value.at(decks)) == odds.expected_value
        assert (bet.house_edge and bet.house_edge.at(decks)) == odds.house_edge
    assert evaluate(forms.total, decks) == table.deals


@pytest.mark.parametrize("game", GAMES)
def test_every_formula_is_the_enumerated_value_for_1_to_12_and_100_decks(game: str) -> None:
    for decks in DECKS:
        assert_equal(exact.game(game), decks)


@pytest.mark.parametrize("game", GAMES)
def test_every_formula_is_the_enumerated_value_under_every_reading(game: str) -> None:
    for variant in every_reading(game):
        for decks in (1, 2, 8, 100):
            assert_equal(variant, decks)


def test_fixed_cards_of_both_hands_leave_the_shoe() -> None:
    fixed = {"player": ["3", "3"], "banker": ["K"], "origin": "from-shoe"}
    game = changed("baccarat", deal={"order": ["banker"]}, fixed=fixed)
    assert closed_forms(game).counts[:4] == ((16, 1), (4, 0), (4, 0), (4, 2))
    for decks in (1, 2, 7):
        assert_equal(game, decks)


def interpolate(values: list[int]) -> tuple[int, ...]:
    """The polynomial of least degree through (1, values[0]), (2, values[1]), ..., by Newton's divided differences."""
    result = [Fraction(0)] * len(values)
    basis = [Fraction(1)]
    row = [Fraction(value) for value in values]
    for order in range(len(values)):
        for power, coefficient in enumerate(basis):
            result[power] += row[0] * coefficient
        basis = [b - (order + 1) * a for a, b in zip([*basis, Fraction(0)], [Fraction(0), *basis], strict=True)]
        row = [(after - before) / (order + 1) for before, after in pairwise(row)]
    while len(result) > 1 and not result[-1]:
        result.pop()
    assert all(coefficient.denominator == 1 for coefficient in result)
    return tuple(map(int, result))


@pytest.mark.parametrize("game", [exact.game(name) for name in GAMES] + [exact.game("live-7up", FROM_SHOE)], ids=lambda game: game.id)
def test_interpolation_through_k_plus_1_enumerated_shoes_gives_the_same_polynomials(game: exact.Game) -> None:
    forms = closed_forms(game)
    tables = [game.odds(exact.Shoe.decks(decks)) for decks in range(1, forms.degree + 2)]
    assert forms.total == interpolate([table.deals for table in tables])
    for index, bet in enumerate(forms.bets):
        for line, deals in enumerate(bet.deals):
            assert deals == interpolate([table.bets[index].events[line].deals for table in tables])


@pytest.mark.parametrize("game", GAMES)
def test_the_limit_is_the_infinite_shoe(game: str) -> None:
    for variant in every_reading(game):
        table = variant.odds(exact.Shoe.infinite())
        for bet, odds in zip(closed_forms(variant).bets, table.bets, strict=True):
            assert [form.limit for form in bet.probabilities] == [event.probability for event in odds.events]
            assert (bet.expected_value and bet.expected_value.limit) == odds.expected_value


def forms_of(game: exact.Game) -> list[ClosedForm]:
    bets = closed_forms(game).bets
    return [form for bet in bets for form in (*bet.probabilities, bet.expected_value, bet.house_edge) if form]


def test_the_1_over_d_term_is_the_limit_of_d_times_the_distance_from_the_limit() -> None:
    d = sympy.Symbol("d")
    for form in forms_of(exact.game("live-7up", FROM_SHOE).only(("banker", "super-sevens"))):
        over, under = (sympy.Poly(list(reversed(part)), d).as_expr() for part in (form.numerator, form.denominator))
        term = sympy.limit(d * (over / under - sympy.Rational(str(form.limit))), d, sympy.oo)
        assert str(term) == str(form.inverse_term)


def test_the_1_over_d_term_of_a_function_whose_numerator_is_of_lower_degree() -> None:
    assert ClosedForm((5, 7), (1, 0, 2)).inverse_term == Fraction(7, 2)
    assert ClosedForm((5,), (1, 0, 2)).inverse_term == 0
    assert ClosedForm((3,), (4,)).inverse_term == 0


def test_2002_compositions_fall_into_19_classes() -> None:
    forms = closed_forms(exact.game("live-7up"))
    assert len({class_of(cards, forms.counts) for cards in compile_game(forms.game).compositions}) == 19


@pytest.mark.parametrize("name", GAMES)
def test_formulas_are_in_lowest_terms_and_their_factors_irreducible(name: str) -> None:
    d = sympy.Symbol("d")
    for form in forms_of(exact.game(name)):
        over, under = form.lowest_terms.numerator, form.lowest_terms.denominator
        assert gcd(*over, *under) == 1
        assert under[-1] > 0
        assert sympy.gcd(sympy.Poly(over[::-1], d), sympy.Poly(under[::-1], d)).degree() == 0
        assert all(form.lowest_terms.at(decks) == form.at(decks) for decks in (1, 3, 50))
        for factors in form.factored:
            assert all(sympy.Poly(one[::-1], d).is_irreducible and gcd(*one) == 1 and one[-1] > 0 for one, _ in factors.factors)


def python_of(latex: str) -> str:
    """A LaTeX formula as Python."""
    text = re.sub(r"\\frac\{(.*)\}\{(.*)\}$", r"(\1)/(\2)", latex)
    text = re.sub(r"\^\{(\d+)\}", r"**\1", text)
    return re.sub(r"(?<=[\dd)]) (?=[\dd(])", "*", text)


def value_of(text: str, decks: int) -> Fraction:
    result: Fraction = eval(re.sub(r"\b(\d+)\b", r"F(\1)", text), {"F": Fraction, "d": Fraction(decks)})
    return result


@pytest.mark.parametrize("name", GAMES)
def test_the_texts_for_python_and_latex_and_in_plain_say_the_same(name: str) -> None:
    for form in forms_of(exact.game(name)):
        plain = re.sub(r"(?<=[\dd)])(?=[d(])", "*", formula_text(form, PLAIN)).replace("^", "**")
        for text in (formula_text(form, PYTHON), python_of(formula_text(form, LATEX)), plain):
            assert value_of(text, 3) == form.at(3), text
            assert value_of(text, 8) == form.at(8), text


@pytest.mark.parametrize(
    ("form", "text"),
    [
        (ClosedForm((0,), (5,)), "0"),
        (ClosedForm((3, 4), (3, 4)), "1"),
        (ClosedForm((-6,), (4,)), "-3/2"),
        (ClosedForm((0, 2), (1,)), "2*d"),
        (ClosedForm((1, 2, 1), (-1, -2)), "-(d + 1)**2/(2*d + 1)"),
        (ClosedForm((2, 4), (0, 0, 6)), "(2*d + 1)/(3*d**2)"),
    ],
)
def test_simple_formulas(form: ClosedForm, text: str) -> None:
    assert formula_text(form, PYTHON) == text


def test_polynomials_are_written_highest_power_first() -> None:
    assert [polynomial_text(c, PLAIN) for c in [(0,), (-1,), (1, -1), (0, 1, 0, -2)]] == ["0", "-1", "-d + 1", "-2d^3 + d"]


def test_published_and_confirmed_figures_follow_from_the_formulas() -> None:
    classic = {bet.bet.id: bet for bet in closed_forms(exact.game("baccarat")).bets}
    for bet_id, (mean, _, _) in computed.CLASSIC_RETURNS_8_DECKS.items():
        assert str(classic[bet_id].expected_value.at(8)) == mean
    for bet_id, wins in computed.CLASSIC_INFINITE.items():
        assert classic[bet_id].probabilities[0].limit == Fraction(wins, 13**6)
    seven_up = closed_forms(exact.game("live-7up")).bets
    limits = {line.event: form.limit for bet in seven_up for line, form in zip(bet.bet.every_line(), bet.probabilities, strict=True)}
    assert {event: Fraction(number, 13**5) for event, number in computed.SEVEN_UP_INFINITE.items()}.items() <= limits.items()
    for line, deals in zip(seven_up[0].bet.every_line(), seven_up[0].deals, strict=True):
        assert evaluate(deals, 6) == published.SEVEN_UP_6_DECKS_PLAYER[line.event][0]
    taken = {bet.bet.id: bet for bet in closed_forms(exact.game("mbs-7up", FROM_SHOE)).bets}
    for bet_id, shown in computed.SEVEN_FROM_SHOE_6_DECKS.items():
        assert decimal_text(taken[bet_id].expected_value.at(6), 6) == shown


@pytest.mark.parametrize("decks", [0, -1, True, 1.5, "8"])
def test_a_number_of_decks_is_a_whole_number_of_1_or_more(decks: object) -> None:
    with pytest.raises(exact.ShoeError, match="write a whole number of 1 or more"):
        ClosedForm((1,), (1,)).at(decks)  # type: ignore[arg-type]


def shown_json(*arguments: str) -> dict[str, Any]:
    done = run("closed-form", *arguments, "--format", "json")
    assert (done.status, done.err) == (0, "")
    result: dict[str, Any] = json.loads(done.out)
    return result


def test_json_holds_every_formula_as_strings() -> None:
    data = shown_json("live-7up", "--reading", "fixed-card=from-shoe", "--bet", "tie", "--bet", "player")
    game = exact.game("live-7up", FROM_SHOE)
    assert (data["schema"], data["game"], data["variable"], data["cards_per_deal"]) == ("exact.closed-form/1", "live-7up", "d", 5)
    assert data["readings"]["fixed-card"] == "from-shoe"
    assert data["counts"][7] == ["-1", "4"]
    assert [bet["bet"] for bet in data["bets"]] == ["tie", "player"]
    odds = game.odds(exact.Shoe.decks(5))
    assert value(data["deals"], 5) == odds.deals
    for bet in data["bets"]:
        mine = odds[bet["bet"]]
        for event in bet["events"]:
            assert value(event["deals"], 5) == mine[event["event"]].deals
            assert ratio(event["probability"], 5) == mine[event["event"]].probability
        assert ratio(bet["expected_value"], 5) == mine.expected_value
        assert ratio(bet["house_edge"], 5) == mine.house_edge == value_of(bet["house_edge"]["factored"], 5)
        assert Fraction(bet["house_edge"]["limit"]) == game.odds(exact.Shoe.infinite())[bet["bet"]].house_edge
        assert Fraction(bet["house_edge"]["inverse_term"]) == -Fraction(bet["expected_value"]["inverse_term"])


def value(coefficients: list[str], decks: int) -> int:
    return sum(int(coefficient) * decks**power for power, coefficient in enumerate(coefficients))


def ratio(form: dict[str, Any], decks: int) -> Fraction:
    return Fraction(value(form["numerator"], decks), value(form["denominator"], decks))


def test_a_sheet_without_a_paytable_has_probabilities_alone() -> None:
    data = shown_json("prevision-7up")
    assert all(bet["expected_value"] is bet["house_edge"] is None for bet in data["bets"])
    assert all(event["net"] is None for bet in data["bets"] for event in bet["events"][:1])
    assert "house edge" not in run("closed-form", "prevision-7up").out


def test_csv_has_one_row_a_formula_that_reads_back() -> None:
    rows = list(csv.DictReader(io.StringIO(run("closed-form", "baccarat", "--format", "csv").out)))
    odds = exact.game("baccarat").odds(exact.Shoe.decks(7))
    assert len(rows) == sum(len(bet.events) + 2 for bet in odds.bets)
    for row in rows:
        form = ClosedForm(*(tuple(json.loads(row[name])) for name in ("numerator", "denominator")))
        bet = odds[row["bet"]]
        expected = {f"P({event.event})": event.probability for event in bet.events} | {
            "return": bet.expected_value,
            "house edge": bet.house_edge,
        }
        assert form.at(7) == expected[row["value"]] == value_of(row["factored"].removeprefix("'"), 7)
        assert (str(form.limit), str(form.inverse_term)) == (row["limit"], row["inverse_term"])


@pytest.mark.parametrize("form", ["table", "json", "latex"])
def test_every_format_gives_the_same_bytes_each_time(form: str) -> None:
    first = run("closed-form", "live-7up", "--format", form, PYTHONHASHSEED="1", SYMPY_GROUND_TYPES="python")
    second = run("closed-form", "live-7up", "--format", form, PYTHONHASHSEED="2", COLUMNS="40")
    assert (first.status, first.err) == (0, "")
    assert first == second


@pytest.mark.parametrize(("types", "module"), [("flint", "flint"), ("gmpy", "gmpy2")])
def test_the_library_behind_the_integers_changes_no_byte(types: str, module: str) -> None:
    if importlib.util.find_spec(module) is None:
        pytest.skip(f"{module} is not installed")
    arguments = ("closed-form", "baccarat", "--format", "json")
    assert run(*arguments, SYMPY_GROUND_TYPES=types) == run(*arguments, SYMPY_GROUND_TYPES="python")


def test_latex_typesets_each_formula_on_a_line_of_its_own() -> None:
    done = run("closed-form", "live-7up", "--format", "latex")
    formulas = re.findall(r"\\\[\n\\mbox\{(.*)\} = (.*)\n\\\]", done.out)
    forms = forms_of(exact.game("live-7up"))
    assert [formula for _, formula in formulas] == [formula_text(form, LATEX) for form in forms]
    assert formulas[0][0] == "P(Player wins with 7)"


def test_the_plot_has_a_line_and_a_dashed_limit_for_every_priced_bet(tmp_path: Path) -> None:
    file = tmp_path / "edges.svg"
    done = run("closed-form", "mbs-7up", "--plot", str(file), "--max-decks", "20", "--format", "csv")
    assert (done.status, done.err) == (0, f"wrote {file}\n")
    assert done.out == run("closed-form", "mbs-7up", "--format", "csv").out
    root = ElementTree.fromstring(file.read_text("utf-8"))
    lines = [path for path in root.iter("{http://www.w3.org/2000/svg}path") if path.get("fill") == "none" and path.get("stroke")]
    drawn = [path for path in lines if not path.get("stroke-dasharray")]
    assert len(drawn) == len(lines) - len(drawn) == 4
    assert all(path.get("d", "").count("L") == 19 for path in drawn)
    edges = [bet.house_edge for bet in closed_forms(exact.game("mbs-7up")).bets]
    ends = [[float(b) for b in re.findall(r",([\d.]+)", path.get("d", ""))] for path in lines]
    values = [[edge.at(decks) for decks in range(1, 21)] for edge in edges]
    origin, unit = ends[0][0], (ends[6][0] - ends[0][0]) / float(values[3][0] - values[0][0])
    for edge, shown, line, dashed in zip(edges, values, ends[::2], ends[1::2], strict=True):
        expected = [origin + unit * float(one - values[0][0]) for one in (*shown, edge.limit, edge.limit)]
        assert all(abs(a - b) < 0.1 for a, b in zip([*line, *dashed], expected, strict=True))
    again = tmp_path / "again.svg"
    assert run("closed-form", "mbs-7up", "--plot", str(again), "--max-decks", "20", PYTHONHASHSEED="7").status == 0
    assert again.read_bytes() == file.read_bytes()


MISTAKES = [
    (["live-7up", "--plot", "-"], "--plot -: the plot is SVG"),
    (["live-7up", "--plot", "x.svg", "-o", "x.svg"], "give each a file of its own"),
    (["prevision-7up", "--plot", "x.svg"], "--plot: prevision-7up: the rule sheet does not say what these bets pay"),
    (["live-7up", "--plot", "x.svg", "--max-decks", "1"], "1 is not in the range"),
    (["live-7up", "--plot", "/nowhere/x.svg"], "--plot /nowhere/x.svg: cannot be written"),
    (["live-7up", "--export", "c", "--format", "json"], "--export and --format: give one of them"),
    (["live-7up", "--export", "cobol"], "'cobol' is not one of"),
    (["live-7up", "--bet", "bankr"], "did you mean 'banker'?"),
]


@pytest.mark.parametrize(("arguments", "part"), MISTAKES, ids=[" ".join(arguments) for arguments, _ in MISTAKES])
def test_a_mistake_gets_one_clear_line_and_exit_2(arguments: list[str], part: str) -> None:
    done = run("closed-form", *arguments)
    assert (done.status, done.out, done.err.count("\n")) == (2, "", 1)
    assert part in done.err


def test_plot_and_export_do_without_the_algebra_library() -> None:
    code = (
        "import sys, exact.cli.closed_form; from exact.shoes.closed_form import closed_forms; import exact\n"
        "from exact.report.closed_form import edge_plot; from exact.shoes.export import export\n"
        "from exact.shoes.polynomial import compile_game; game = exact.game('live-7up')\n"
        "edge_plot(closed_forms(game), 12); export(compile_game(game), 'c', '0')\n"
        "heavy = {'sympy', 'mpmath', 'numpy', 'scipy', 'pydantic', 'json'} & set(sys.modules)\n"
        "sys.exit(f'loaded: {heavy}' if heavy else 0)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, env=environment(), check=False)
    assert done.returncode == 0, done.stderr
