"""The math sheet: the exact figures in every format, roads that were really run, texts that stay texts, the same bytes."""

from __future__ import annotations

import io
import json
import re
import shutil
import subprocess
import zipfile
from collections.abc import Iterator
from decimal import Decimal, localcontext
from fractions import Fraction
from functools import cache
from html.parser import HTMLParser
from math import erfc, lcm, sqrt
from pathlib import Path
from typing import Any

import click
import numpy as np
import openpyxl
import pypdf
import pytest
import xlsxwriter
from hypothesis import given, settings
from hypothesis import strategies as st
from jsonschema import Draft202012Validator

import exact
from exact.cli.sheet import _format
from exact.game.coup import Coup
from exact.game.shoe import parse_counts
from exact.odds.table import BetOdds, odds_table
from exact.report.document import Document, Figure, Heading, Table
from exact.report.formats import render
from exact.report.games import game_document
from exact.report.numbers import Style
from exact.report.procedure import procedure_steps, procedure_table
from exact.report.schemas import SCHEMAS
from exact.report.sheet import evidence, facts
from exact.report.sheet.bet_page import UNKNOWN
from exact.report.sheet.beyond import beyond_blocks, dealt_beyond
from exact.report.sheet.cells import LARGEST, Formats, Grid, address
from exact.report.sheet.compare import DIFFERS, comparison_document
from exact.report.sheet.content import FAR, alike, sheet_document
from exact.report.sheet.data import sheet_json
from exact.report.sheet.examples import event_examples, rule_examples
from exact.report.sheet.facts import HALF_WIDTH, ROUNDS, Labels, Sheet, SheetError, Z, make_sheet, plus_root, rounds_for
from exact.report.sheet.normal import holds_from, skewness_text, step
from exact.report.sheet.ordered import brute_force
from exact.report.sheet.pdf import labels_of, pdf
from exact.report.sheet.workbook import _write, workbook
from exact.report.text import render_text
from exact.rounding import decimal_text, sqrt_text
from tests import brute
from tests.computed import PLAYER_EOR_8_DECKS_PERCENT
from tests.games import changed, document
from tests.published import HOW_6_DECKS_SUPER_SEVENS_EDGE_PERCENT, JACOBSON_8_DECKS_EDGE_PERCENT
from tests.run import run

LABELS = Labels("2026-12-01", "1.0", exact.__version__)
STYLE = Style()
GAMES = ["live-7up", "prevision-7up", "mbs-7up", "baccarat"]
BANKER_ROUNDS_FOR_A_THOUSANDTH = 3_303_727
"""Classic Banker, 8 decks, half-width 0.1% at 95%, flat bets: in the list of published numbers beside what regulators ask."""

HOSTILE = ['=cmd|"/c calc"!A1', "<script>alert(1)</script>", "#set page(width: 1cm)", "$x^2$ #1", "*/ // \\ [b] @a", "+1+1", "七 \u202e x"]


@cache
def sheet(game: str, decks: int = 8) -> Sheet:
    return make_sheet(exact.game(game), exact.Shoe.decks(decks), LABELS)


@cache
def whole(game: str) -> Document:
    return sheet_document(sheet(game), STYLE)


@cache
def printed(game: str) -> bytes:
    return pdf(whole(game), labels_of(sheet(game), None))


@cache
def book(game: str) -> bytes:
    return workbook(sheet(game), None, STYLE)


def pdf_text(content: bytes) -> str:
    return "\n".join(page.extract_text() for page in pypdf.PdfReader(io.BytesIO(content)).pages)


def squeezed(text: str) -> str:
    return "".join(text.split())


def tables(doc: Document) -> list[Table]:
    return [block for block in doc.blocks if isinstance(block, Table)]


def rows_after(doc: Document, heading: str, which: int = 0) -> tuple[tuple[str, ...], ...]:
    start = next(i for i, block in enumerate(doc.blocks) if isinstance(block, Heading) and block.text == heading)
    return [block for block in doc.blocks[start:] if isinstance(block, Table)][which].rows


# The figures.


@pytest.mark.parametrize("game", GAMES)
def test_every_wager_has_its_exact_events_rounded_once(game: str) -> None:
    for odds in exact.game(game).odds(exact.Shoe.decks(8)).bets:
        *events, total = rows_after(whole(game), odds.bet.name)
        assert [(row[0], row[2], row[3]) for row in events] == [
            (event.event, f"{event.deals:,}", decimal_text(Fraction(event.deals, odds.total), 6)) for event in odds.events
        ]
        assert sum(int(row[2].replace(",", "")) for row in events) == odds.total == int(total[2].replace(",", ""))


def measures(game: str, bet: str) -> dict[str, str]:
    return {row[0]: row[1] for row in rows_after(whole(game), sheet(game).game.bet(bet).name, 1)}


@pytest.mark.parametrize("game", ["live-7up", "mbs-7up", "baccarat"])
def test_every_measure_is_what_its_name_says(game: str) -> None:
    for odds in exact.game(game).odds(exact.Shoe.decks(8)).bets:
        told = measures(game, odds.bet.id)
        nets = [(event.net or Fraction(0), Fraction(event.deals, odds.total)) for event in odds.events]
        mean = sum(net * chance for net, chance in nets)
        push = sum(chance for net, chance in nets if net == 0)
        variance = sum((net - mean) ** 2 * chance for net, chance in nets)
        exactly = {
            "return": mean, "return to player": 1 + mean, "house edge, pushes counted": -mean, "push frequency": push, "variance": variance,
            "house edge, pushes left out (per resolved bet)": -mean / (1 - push),
            "hit frequency": sum(chance for net, chance in nets if net > 0),
        }  # fmt: skip
        roots = {"standard deviation": Fraction(1), **{f"volatility index {p}% (z = {decimal_text(z, 2)})": z for p, z in Z.items()}}
        assert {name: told[name] for name in exactly} == {name: decimal_text(Fraction(value), 6) for name, value in exactly.items()}
        assert {name: told[name] for name in roots} == {name: sqrt_text(z * z * variance, 6) for name, z in roots.items()}
        assert told["greatest payout, to one"].startswith(f"{max(net for net, _ in nets)} (")
        rounds = int(told["rounds for a half-width of 0.1% at 95%"].replace(",", ""))
        assert Z[95] ** 2 * variance / rounds <= HALF_WIDTH**2 < Z[95] ** 2 * variance / (rounds - 1)


@given(
    start=st.fractions(-3, 3, max_denominator=10**6), square=st.fractions(0, 9, max_denominator=10**6),
    sign=st.sampled_from([-1, 1]), digits=st.integers(0, 12),
)  # fmt: skip
def test_an_end_of_a_range_is_within_half_a_unit_of_its_exact_value(start: Fraction, square: Fraction, sign: int, digits: int) -> None:
    told, half = Fraction(plus_root(start, square, sign, digits)), Fraction(1, 2 * 10**digits)
    for end, way in ((told - half, 1), (told + half, -1)):
        root = sign * (end - start)  # the root that would give this end
        assert way * sign * (square - (root**2 if root > 0 else -(root**2))) >= 0


def test_a_range_at_a_tie_between_two_decimals_ends_even() -> None:
    assert plus_root(Fraction(1, 6), Fraction(1, 9), 1, 0) == "0"
    assert plus_root(Fraction(1, 4), Fraction(1, 64), 1, 2) == "0.38"


def test_a_range_that_ends_next_to_a_tie_takes_as_many_places_as_it_needs() -> None:
    near = Fraction(1, 4) + Fraction(1, 10**30)
    assert [plus_root(Fraction(0), square, 1, 0) for square in (near, near - Fraction(2, 10**30))] == ["1", "0"]


def test_confidence_is_that_of_par_sheets() -> None:
    assert {percent: float(z) for percent, z in Z.items()} == {90: 1.65, 95: 1.96, 99: 2.58}


@pytest.mark.parametrize("game", ["live-7up", "baccarat"])
def test_measured_ranges_are_return_to_player_and_z_deviations(game: str) -> None:
    for odds in sheet(game).table.bets:
        rows = rows_after(whole(game), odds.bet.name, 2)
        assert [int(row[0].replace(",", "")) for row in rows] == list(ROUNDS) == [10**power for power in range(3, 10)]
        for row, rounds in zip(rows, ROUNDS, strict=True):
            for column, z in zip((1, 3, 5), Z.values(), strict=True):
                low, high = (Fraction(end.removeprefix("≈ ")) for end in row[column : column + 2])
                assert abs((low + high) / 2 - (odds.return_to_player or 0)) <= Fraction(1, 10**6)
                assert abs(((high - low) / 2) ** 2 - z * z * (odds.variance or 0) / rounds) <= Fraction(1, 10**6)


def told_rounds(game: str, bet: str, percent: int) -> int:
    return int(measures(game, bet)[f"rounds from which the {percent}% range holds"].replace(",", ""))


@pytest.mark.parametrize("game", ["live-7up", "mbs-7up", "baccarat"])
def test_a_range_holds_from_the_first_rounds_that_keep_the_rule_of_the_sheet(game: str) -> None:
    """The rule as it is printed, in decimals of 60 places: 1 to 6 from the moments about 0, steps by trying every denominator."""
    with localcontext() as context:
        context.prec = 60
        for odds in sheet(game).table.bets:
            nets = [(event.net or Fraction(0), event.probability) for event in odds.events]
            first, second, third = (sum((net**power * chance for net, chance in nets), Fraction(0)) for power in (1, 2, 3))
            cube = third - 3 * first * second + 2 * first**3
            s = (Decimal((second - first**2).numerator) / (second - first**2).denominator).sqrt()
            g = Decimal(cube.numerator) / cube.denominator / s**3
            h = next(Fraction(whole, over) for over in range(1, 100) for whole in range(2000, 0, -1)
                     if all(((net - nets[0][0]) / Fraction(whole, over)).denominator == 1 for net, _ in nets))  # fmt: skip
            assert (skewness_text(odds, 6), step(odds)) == (str(g.quantize(Decimal("1e-6"))), h)
            for percent, ratio in Z.items():
                z = Decimal(ratio.numerator) / ratio.denominator
                kept = abs(g) / 6 * (z**4 - 1) / z + h.numerator / (2 * s * h.denominator) * (z**2 + 1) / z
                told = told_rounds(game, odds.bet.id, percent)
                assert kept / Decimal(told).sqrt() <= Decimal("0.1")
                assert told == 1000 or kept / Decimal(told - 1).sqrt() > Decimal("0.1")


def beyond_the_ends(odds: BetOdds, percent: int, rounds: int) -> tuple[float, float]:
    """The chances that the mean of so many independent rounds is below and above the range, by the powers of the law of one."""
    nets = [(event.net or Fraction(0), event.probability) for event in odds.events]
    over, least = lcm(*(net.denominator for net, _ in nets)), min(net for net, _ in nets)
    law = np.zeros(1 << (int((max(net for net, _ in nets) - least) * over * rounds)).bit_length())
    for net, chance in nets:
        law[int((net - least) * over)] += float(chance)
    sums = np.fft.irfft(np.fft.rfft(law) ** rounds, len(law))
    mean, half = float(odds.expected_value or 0), float(Z[percent]) * sqrt(float(odds.variance or 0) / rounds)
    means = np.arange(len(law)) / over / rounds + float(least)
    return float(sums[means < mean - half].sum()), float(sums[means > mean + half].sum())


@pytest.mark.parametrize("game", ["live-7up", "mbs-7up", "baccarat"])
def test_the_chance_beyond_the_ends_of_a_range_that_is_not_marked_is_right_to_a_tenth(game: str) -> None:
    for odds in sheet(game).table.bets:
        for row in rows_after(whole(game), odds.bet.name, 2)[:2]:
            for percent, column in zip(Z, (1, 3, 5), strict=True):
                stated = erfc(float(Z[percent]) / sqrt(2)) / 2
                marked = row[column].startswith("≈ ")
                assert (
                    marked == row[column + 1].startswith("≈ ") == (int(row[0].replace(",", "")) < told_rounds(game, odds.bet.id, percent))
                )
                if not marked:
                    chances = beyond_the_ends(odds, percent, int(row[0].replace(",", "")))
                    assert all(abs(chance - stated) < stated / 10 for chance in chances), (odds.bet.id, row[0], percent, chances)


def test_ten_thousand_rounds_of_the_skewed_bet_are_marked_and_far_from_what_the_range_says() -> None:
    below, above = beyond_the_ends(sheet("mbs-7up").table["super-sevens"], 99, 10_000)
    assert (round(100 * below, 1), round(100 * above, 2)) == (0.2, 1.74)
    assert rows_after(whole("mbs-7up"), "Super 7's", 2)[1][5].startswith("≈ ")


def test_the_sheet_says_what_its_ranges_rest_on() -> None:
    for text in (render_text(whole("live-7up")), render_text(comparison_document(sheet("live-7up"), sheet("live-7up", 6), STYLE))):
        assert "normal approximation for flat bets on independent rounds" in " ".join(text.split())
    assert "normal approximation" not in render_text(whole("prevision-7up"))


def test_a_bet_that_always_wins_the_same_has_no_skewness_and_its_ranges_hold_in_every_format() -> None:
    """Nines alone: both hands have an 8."""
    made = make_sheet(exact.game("baccarat"), parse_counts("0,0,0,0,0,0,0,0,0,9"), Labels())
    tie = made.table["tie"]
    assert (tie.variance, skewness_text(tie, 6), step(tie)) == (0, None, None)
    assert [holds_from(tie, percent) for percent in Z] == [1000] * 3
    doc = sheet_document(made, STYLE)
    assert [row[1] for row in rows_after(doc, "Tie", 1) if row[0] in ("skewness", "step of net wins")] == ["–", "–"]
    assert {end for row in rows_after(doc, "Tie", 2) for end in row[1:]} == {"9.000000"}
    values = loaded(workbook(made, None, STYLE), values=True)["tie"]
    assert {row[3] for row in values.iter_rows(values_only=True) if row[0] in ROUNDS} == {"holds"}
    assert pdf(doc, labels_of(made, None)).startswith(b"%PDF")


def test_published_figures_stand_in_the_sheets() -> None:
    assert [measures("baccarat", bet)["return"] for bet in ("player", "banker", "tie")] == ["-0.012351", "-0.010579", "-0.143596"]
    assert measures("baccarat", "banker")["house edge, pushes left out (per resolved bet)"] == "0.011692"
    for bet, percent in JACOBSON_8_DECKS_EDGE_PERCENT.items():
        assert decimal_text(100 * Fraction(measures("mbs-7up", bet)["house edge, pushes counted"]), 3) == percent
    by_decks = {row[0]: row for row in rows_after(whole("mbs-7up"), "House edge by number of decks")}
    assert decimal_text(100 * Fraction(by_decks["6"][4]), 1) == HOW_6_DECKS_SUPER_SEVENS_EDGE_PERCENT
    effects = {row[0]: row[1] for row in rows_after(whole("live-7up"), "Effects of removal")}
    for value, percent in PLAYER_EOR_8_DECKS_PERCENT.items():
        assert Fraction(effects["TA23456789"[value]]) * 100 == Fraction(percent)


def test_rounds_are_the_published_number_at_its_quantile_which_was_rounded_down(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(facts, "Z", {95: Fraction("1.959963985")})
    assert rounds_for(sheet("baccarat").table["banker"], 95, HALF_WIDTH) == BANKER_ROUNDS_FOR_A_THOUSANDTH + 1


@pytest.mark.parametrize("game", ["live-7up", "baccarat"])
def test_the_hundred_cells_are_the_deals_and_sum_to_the_total(game: str) -> None:
    cells = exact.game(game).outcomes(exact.Shoe.decks(8)).by_totals()
    left, right = (rows_after(whole(game), "Deals of each pair of totals", which) for which in (0, 1))
    told = [[int(cell.replace(",", "")) for cell in (*first[1:], *second[1:])] for first, second in zip(left, right, strict=True)]
    assert [row[:10] for row in told[:10]] == [list(row) for row in cells]
    assert told[10] == [*(sum(row[banker] for row in cells) for banker in range(10)), sheet(game).table.deals]
    assert sum(map(sum, cells)) == sheet(game).table.deals
    chances = rows_after(whole(game), "Probability of each pair of totals")
    assert chances[7][8] == decimal_text(Fraction(cells[7][7], sheet(game).table.deals), 6)


def test_readings_show_what_every_choice_would_give() -> None:
    table = exact.game("live-7up", {"super-sevens": "hand"}).odds(exact.Shoe.decks(8))
    rows = rows_after(whole("live-7up"), "super-sevens")
    assert ("hand", "Super 7's", decimal_text(table["super-sevens"].expected_value, 6)) in {row[:3] for row in rows}
    assert [row[0] for row in rows].count("round *") == 4


def test_without_a_paytable_there_are_probabilities_and_no_return() -> None:
    assert measures("prevision-7up", "player") == {"hit frequency": "0.482269", "push frequency": "0.107631"}
    names = [block.text for block in whole("prevision-7up").blocks if isinstance(block, Heading)]
    assert "Probabilities by number of decks" in names
    assert not [block for block in whole("prevision-7up").blocks if isinstance(block, Figure)]


# What is assumed.

UNSAID = "assumed; not in this game's rules"


def by_whom(rows: tuple[tuple[str, ...], ...]) -> dict[str, str]:
    return {row[0]: row[2] for row in rows}


def test_the_depth_of_the_cut_card_and_cards_burned_before_a_coup_are_assumed_of_rule_sheet_001_and_nothing_else() -> None:
    """The sheet says that the blue card ends a shoe, not where it lies; "the burn card for next game" is a hint at most."""
    shown = game_document(exact.game("live-7up"))
    for rows in (rows_after(shown, "Procedure"), rows_after(whole("live-7up"), "Dealing procedure and assumptions", 1)):
        assert by_whom(rows) == {
            "on a new shoe": "rule sheet", "cut card": "assumed", "cut card in mid-coup": "rule sheet",
            "cut card before a coup": "rule sheet", "before each coup": "assumed", "Super 7's": "rule sheet",
        }  # fmt: skip
    assert "| cut card               | 14 cards from the end " in run("show", "live-7up", "--format", "md").out


def test_what_a_game_file_says_is_by_its_rule_sheet_and_what_it_leaves_out_is_assumed() -> None:
    rows = procedure_table(changed("live-7up", procedure={"cut": 20, "burn-each": True})).rows
    assert by_whom(rows) == {
        "on a new shoe": "assumed", "cut card": "rule sheet", "cut card in mid-coup": "assumed", "cut card before a coup": "assumed",
        "before each coup": "rule sheet",
    }  # fmt: skip
    assert {row[0]: row[1] for row in rows}["cut card"] == "20 cards from the end"


@pytest.mark.parametrize("choices", [{"mid-coup": "one-more", "first-card": "last", "burn": False}, {"first-card": "one-more"}])
def test_every_procedure_is_told_in_words_of_its_own(choices: dict[str, Any]) -> None:
    said = {step.field.replace("_", "-"): step for step in procedure_steps(changed("live-7up", procedure=choices))}
    other = {step.field.replace("_", "-"): step for step in procedure_steps(exact.game("live-7up"))}
    for field, value in choices.items():
        assert (said[field].value, said[field].said) == (value, True)
        assert said[field].what != other[field].what


@pytest.mark.parametrize("game", ["mbs-7up", "baccarat"])
def test_a_procedure_that_is_not_in_the_rules_is_stated_as_assumed_line_by_line(game: str) -> None:
    assert "cards from the end" not in render_text(whole(game))
    assert "do not say how coups follow one another" in render_text(whole(game))
    assert not [block for block in game_document(exact.game(game)).blocks if isinstance(block, Heading) and block.text == "Procedure"]
    table = sheet(game).table
    blocks = tuple(beyond_blocks(table, dealt_beyond(table, 0, 60, 1), STYLE))
    rows = rows_after(Document(blocks, EMPTY.flat), "Cut-card effect")
    assert len(rows) == 5
    assert {row[2] for row in rows} == {UNSAID}


def test_shoes_with_the_fixed_card_taken_out_are_told_with_the_cards_that_are_dealt() -> None:
    made = make_sheet(exact.game("live-7up", {"fixed-card": "from-shoe"}), exact.Shoe.decks(4), Labels(), shoes=60)
    text = " ".join(render_text(sheet_document(made, STYLE)).split())
    assert "60 shoes of 207 cards (A: 16, 2: 16, 3: 16, 4: 16, 5: 16, 6: 16, 7: 15, 8: 16, 9: 16, T: 64)" in text
    assert "The fixed card is taken from the 208 once for the whole shoe, and used in every coup of it." in text


@pytest.mark.parametrize("readings", [{}, {"fixed-card": "from-shoe"}])
def test_of_an_infinite_shoe_nothing_is_said_that_needs_an_end_or_a_card_that_leaves(readings: dict[str, str]) -> None:
    made = make_sheet(exact.game("live-7up", readings), exact.Shoe.infinite(), Labels())
    text = " ".join(render_text(sheet_document(made, STYLE)).split())
    for wrong in ("Cards seen change them", "from the end", "give a number of decks", "whole shoe dealt to a cut card", "which leaves"):
        assert wrong not in text
    assert "No card that is burned or seen changes them" in text
    assert "There are none: a card that leaves an infinite shoe changes nothing." in text


@pytest.mark.parametrize("game", GAMES)
def test_a_sheet_says_nothing_of_what_its_game_does_not_have(game: str) -> None:
    text, rules = render_text(whole(game)), sheet(game).game.rules
    assert ("ixed card" in text) == (rules.fixed != Coup())
    assert ("ommission" in text) == any(bet.commission for bet in sheet(game).game.bets)
    assert ("Wins are paid exactly" in text) == ("olatility" in text) == (game != "prevision-7up")


# Worked coups.


@pytest.mark.parametrize("game", ["live-7up", "prevision-7up"])
def test_every_worked_coup_shows_its_rule_and_is_the_first_that_does(game: str) -> None:
    examples = rule_examples(sheet(game).game, sheet(game).walked)
    assert len(examples) == 4 + 2 * 8 + len([1 for row in (3, 4, 5, 6)])
    for example in examples:
        assert example.coup is not None
        told = " / ".join(step.rule for step in example.coup.steps)
        match = re.match(r"(Player|Banker) on (\d)", example.rule)
        if match and match[1] == "Banker":
            assert f"Banker on {match[2]}" in told
            assert ("draws" in told.split(f"Banker on {match[2]}")[1]) == ("draws" in example.rule)
    naturals = {example.rule: example.coup for example in examples if "natural" in example.rule}
    assert [naturals[name].cards for name in ("Player's natural", "Banker's natural")] == [(0, 1, 0), (0, 0, 8)]


def test_every_event_has_a_worked_coup_that_falls_on_it() -> None:
    game = sheet("mbs-7up").game
    found = event_examples(game, sheet("mbs-7up").walked)
    lines = [(bet, line.event) for bet in game.bets for line in bet.every_line()]
    for (bet, event), (name, example) in zip(lines, found, strict=True):
        assert name == bet.name
        settled = {item.bet.id: item.line.event for item in example.coup.settlements}
        assert settled[bet.id] == event


# Evidence.


def test_the_sheet_tells_of_every_road_that_was_run() -> None:
    roads = [check.road for check in sheet("live-7up").checks]
    assert [road.split(",")[0].split(" in ")[0] for road in roads] == [
        "Recursive walk", "Brute force over ordered deals", "Odds polynomial", "Closed form", "Closed form", "Totals",
    ]  # fmt: skip
    text = render_text(whole("live-7up"))
    assert text.count("not computed for this sheet") == 2


def test_a_simulation_and_whole_shoes_stand_in_the_sheet_where_they_are_asked_for() -> None:
    made = make_sheet(exact.game("live-7up"), exact.Shoe.decks(8), Labels(), coups=300_000, shoes=300, seed=7)
    text = render_text(sheet_document(made, Style()))
    assert "not computed for this sheet" not in text
    found, whole_shoes = made.beyond
    assert found is not None
    assert whole_shoes is not None
    assert all(abs(score.z) < 5 for score in found.scores)
    assert 1e-5 < found.p_value < 1 - 1e-5
    assert "300,000 coups, each from a fresh shoe" in text
    assert f"{found.chi_square:.1f} with {found.degrees} degrees of freedom" in " ".join(text.split())
    assert decimal_text(Fraction(whole_shoes.bets[0].returns.exact.mean), 6) in text
    again = make_sheet(exact.game("live-7up"), exact.Shoe.decks(8), Labels(), coups=300_000, shoes=300, seed=7)
    assert again.beyond == made.beyond


@pytest.mark.parametrize("road", ["walk", "brute_force", "compile_game", "closed form", "compositions"])
def test_there_is_no_sheet_where_a_road_differs(road: str, monkeypatch: pytest.MonkeyPatch) -> None:
    other = exact.game("live-7up", {"fixed-card": "from-shoe"})
    if road == "walk":
        monkeypatch.setattr(evidence, "walk", lambda *_: other.walk(exact.Shoe.decks(8)))
    elif road == "brute_force":
        monkeypatch.setattr(evidence, "brute_force", lambda game, unseen: brute_force(game, unseen.without(7)))
    elif road == "compile_game":
        polynomial = evidence.compile_game(other)
        monkeypatch.setattr(evidence, "compile_game", lambda _: polynomial)
    elif road == "closed form":
        forms = facts.closed_forms(other)
        monkeypatch.setattr(facts, "closed_forms", lambda _: forms)
    else:
        monkeypatch.setattr(evidence, "odds_table", lambda game, shoe: odds_table(game if shoe.cards == 416 else other, shoe))
    with pytest.raises(ArithmeticError, match="no sheet is made"):
        make_sheet(exact.game("live-7up"), exact.Shoe.decks(8), LABELS)


@settings(max_examples=2, deadline=None)
@given(counts=st.tuples(*[st.integers(0, 9)] * 10).filter(lambda counts: sum(counts) >= 7 and counts[7]))
@pytest.mark.parametrize("game", ["live-7up", "prevision-7up"])
def test_brute_force_equals_the_compositions_under_every_reading(game: str, counts: tuple[int, ...]) -> None:
    for variant in (exact.game(game), *(other for _, _, other in exact.game(game).each_reading())):
        seen = variant.outcomes(exact.Shoe(counts))
        found = brute_force(variant, seen.unseen)
        assert found is not None
        assert {outcome: Fraction(deals, found.total) for outcome, deals in found.deals.items()} == {
            outcome: Fraction(deals, seen.total) for outcome, deals in seen.deals.items()
        }


def test_brute_force_equals_that_of_the_tests() -> None:
    counts = [2, 1, 0, 1, 1, 0, 1, 1, 1, 1]
    found = brute_force(exact.game("live-7up"), exact.Shoe(tuple(counts)))
    assert found is not None
    told: dict[tuple[int, int, int, int], int] = {}
    for (player, banker), deals in found.deals.items():
        key = (player.total, banker.total, player.size + banker.size, (*player.counted, *banker.counted).count(7))
        told[key] = told.get(key, 0) + deals
    assert told == dict(brute.count("7up", counts))


@pytest.mark.parametrize(
    ("shoe", "readings"),
    [
        (exact.Shoe.infinite(), {}),
        (exact.Shoe.decks(6), {"fixed-card": "from-shoe"}),
        (parse_counts("9,3,0,4,1,3,2,2,4,3"), {}),
        (parse_counts("0,0,0,0,0,0,0,2,4,0"), {"fixed-card": "from-shoe"}),
    ],
)
def test_any_shoe_has_a_sheet_in_every_format(shoe: exact.Shoe, readings: dict[str, str]) -> None:
    made = make_sheet(exact.game("live-7up", readings), shoe, Labels())
    doc = sheet_document(made, STYLE)
    assert render_text(doc).count("equal\n") >= 4
    assert pdf(doc, labels_of(made, None)).startswith(b"%PDF")
    assert zipfile.is_zipfile(io.BytesIO(workbook(made, None, STYLE)))


EMPTY = Document((Heading("Nothing", 1), Table.of("a|b", [], {1}), Heading("After")), Table.of("a|b", []))


def test_a_table_without_rows_is_none_in_every_format() -> None:
    for form in ("md", "latex", "html"):
        assert "(none)" in render(EMPTY, form)  # type: ignore[arg-type]
    assert "(none)" in render_text(EMPTY)
    assert "(none)" in pdf_text(pdf(EMPTY, labels_of(sheet("live-7up"), None)))
    assert "(none)" in {cell.value for row in written(EMPTY).iter_rows() for cell in row}


def written(doc: Document) -> Any:
    """The page of a workbook with that document alone."""
    buffer = io.BytesIO()
    with xlsxwriter.Workbook(buffer) as book:
        grid = Grid(book.add_worksheet("Sheet"), "Sheet", Formats(book, 6), split=False)
        for block in doc.blocks:
            _write(grid, block)
    return loaded(buffer.getvalue())["Sheet"]


def test_without_a_paytable_a_simulated_sheet_has_no_table_of_returns_and_every_format() -> None:
    made = make_sheet(exact.game("prevision-7up"), exact.Shoe.decks(8), Labels(), coups=20_000)
    doc = sheet_document(made, STYLE)
    assert all(table.rows for table in tables(doc))
    assert "20,000 coups" in pdf_text(pdf(doc, labels_of(made, None)))
    assert "(none)" not in render(doc, "html")
    assert zipfile.is_zipfile(io.BytesIO(workbook(made, None, STYLE)))


# The printed sheet.


def tops(content: bytes) -> list[float]:
    """How high the highest text of each page stands, in points of 841.89."""
    found = []
    for page in pypdf.PdfReader(io.BytesIO(content)).pages:
        heights: list[float] = []
        page.extract_text(
            visitor_text=lambda text, cm, tm, *_, heights=heights: heights.append(cm[3] * tm[5] + cm[5]) if text.strip() else None
        )
        found.append(max(heights))
    return found


def test_the_lines_around_a_page_stay_in_its_margin_however_long_they_are() -> None:
    for one, other in ((sheet("live-7up"), sheet("mbs-7up")), (long_named(), long_named())):
        content = pdf(comparison_document(one, other, STYLE), labels_of(one, other))
        assert max(tops(content)) < 841.89 - 20
        for page in pypdf.PdfReader(io.BytesIO(content)).pages:
            text = page.extract_text()
            assert squeezed(text).count(squeezed(f"SHA-256 {one.digest}")) == 1
            assert f"{one.game.id[:40]}" in squeezed(text)


def long_named() -> Sheet:
    import dataclasses

    game = changed("live-7up", id="w" * 300, title="W" * 300)
    return dataclasses.replace(sheet("live-7up"), game=game, labels=Labels("2026-12-01", "W " * 300, "1"))


@pytest.mark.parametrize("game", ["live-7up", "baccarat", "prevision-7up"])
def test_every_cell_of_every_table_is_in_the_text_of_the_pdf(game: str) -> None:
    labels, text = labels_of(sheet(game), None), pdf_text(printed(game))
    for around in (labels.running, labels.digest, labels.footer):
        text = text.replace(around, "")
    text = squeezed(re.sub(r"Page \d+ of \d+", "", text))
    for table in tables(whole(game)):
        for row in (table.columns, *table.rows):
            assert squeezed("".join(row)) in text, row


def test_the_pdf_has_its_data_on_every_page_and_in_its_properties() -> None:
    reader = pypdf.PdfReader(io.BytesIO(printed("live-7up")))
    for number, page in enumerate(reader.pages, 1):
        text = page.extract_text()
        assert f"SHA-256 {sheet('live-7up').digest}" in text
        assert "live-7up, 8 decks, 416 cards" in text
        assert f"Page {number} of {len(reader.pages)}" in text
    told = reader.metadata
    assert told is not None
    assert told.title == "Live 7 Up Baccarat: math sheet"
    assert told.author == f"exact {exact.__version__}"
    assert f"sha256:{sheet('live-7up').digest}" in str(told["/Keywords"])
    assert told.creation_date is not None
    assert told.creation_date.date().isoformat() == "2026-12-01"
    undated = pypdf.PdfReader(io.BytesIO(pdf(Document(whole("live-7up").blocks[:2], whole("live-7up").flat), labels_of(plain(), None))))
    assert undated.metadata is not None
    assert undated.metadata.creation_date is None


def plain() -> Sheet:
    import dataclasses

    return dataclasses.replace(sheet("live-7up"), labels=Labels())


def test_the_plot_is_drawn_and_not_a_picture() -> None:
    reader = pypdf.PdfReader(io.BytesIO(printed("live-7up")))
    kinds = {item.get_object()["/Subtype"] for page in reader.pages for item in page["/Resources"].get("/XObject", {}).values()}
    assert "/Image" not in kinds
    assert "house edge, percent of the stake" in pdf_text(printed("live-7up"))


def test_bets_are_drawn_together_where_their_edges_are_of_like_size() -> None:
    drawn = {game: [block.caption for block in whole(game).blocks if isinstance(block, Figure)] for game in ("live-7up", "baccarat")}
    assert [caption.split(": ")[1] for caption in drawn["live-7up"]] == ["Player, Banker, Tie; data above.", "Super 7's; data above."]
    assert [caption.split(": ")[1] for caption in drawn["baccarat"]] == ["Player, Banker; data above.", "Tie; data above."]
    for game in ("live-7up", "mbs-7up", "baccarat"):
        priced = [bet for bet in sheet(game).forms.bets if bet.house_edge]
        groups = alike(priced)
        assert sorted(bet.bet.id for group in groups for bet in group) == sorted(bet.bet.id for bet in priced)
        for group in groups:
            sizes = [max(abs(bet.house_edge.at(decks)) for decks in evidence.DECKS) for bet in group if bet.house_edge]
            assert max(sizes) <= FAR * min(sizes)


class Cells(HTMLParser):
    """The rows of all tables of a page, and the names of all its elements."""

    def __init__(self) -> None:
        super().__init__()
        self.rows: list[list[str]] = []
        self.seen: set[str] = set()
        self.open = False

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.seen.add(tag)
        assert not [name for name, value in attrs if name in ("src", "href") or name.startswith("on")]
        if tag == "tr":
            self.rows.append([])
        if tag in ("td", "th"):
            self.rows[-1].append("")
            self.open = True

    def handle_endtag(self, tag: str) -> None:
        self.open = self.open and tag not in ("td", "th")

    def handle_data(self, data: str) -> None:
        if self.open:
            self.rows[-1][-1] += data


@pytest.mark.parametrize("game", ["live-7up", "baccarat"])
def test_html_and_markdown_have_every_row(game: str) -> None:
    page = Cells()
    page.feed(render(whole(game), "html"))
    rows = [row for table in tables(whole(game)) for row in (table.columns, *table.rows)]
    assert [[cell.strip() for cell in row] for row in page.rows] == [list(row) for row in rows]
    assert page.seen.isdisjoint({"script", "link", "img", "iframe"})
    assert "svg" in page.seen
    text = render(whole(game), "md")
    lines = [re.split(r"(?<!\\)\|", line)[1:-1] for line in text.splitlines() if line.startswith("|") and not line.startswith("|:")]
    lines = [line for line in lines if not set("".join(line)) <= set(":-")]
    assert [[squeezed(cell.replace("\\", "")) for cell in line] for line in lines] == [
        [squeezed(cell).replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;") for cell in row] for row in rows
    ]


# The workbook.


def loaded(content: bytes, *, values: bool = False) -> Any:
    return openpyxl.load_workbook(io.BytesIO(content), data_only=values)


def formulas(content: bytes) -> Iterator[tuple[str, str, str]]:
    for page in loaded(content):
        for row in page.iter_rows():
            yield from ((page.title, cell.coordinate, cell.value) for cell in row if cell.data_type == "f")


def shown_deals(values: Any, row: int, column: int, *, split: bool) -> int:
    cells = [values.cell(row + 1, column + 1 + offset).value for offset in range(3)]
    if not split:
        return int(cells[0])
    assert isinstance(cells[0], str)
    assert int(cells[0]) == int(cells[1]) * 10**12 + int(cells[2])
    return int(cells[0])


@pytest.mark.parametrize("game", ["live-7up", "mbs-7up", "baccarat"])
def test_the_workbook_holds_exact_deals_and_the_nearest_floats_of_everything_else(game: str) -> None:
    values, written = loaded(book(game), values=True), loaded(book(game))
    split = game == "baccarat"
    for odds in sheet(game).table.bets:
        page, source = values[odds.bet.id], written[odds.bet.id]
        after = 9 if split else 7
        for row, event in enumerate(odds.events, 3):
            assert shown_deals(page, row, 6, split=split) == event.deals
            assert source.cell(row + 1, after + 1).data_type == "f"
            assert page.cell(row + 1, after + 1).value == float(event.probability)
            assert page.cell(row + 1, after + 3).value == float(event.expected_value)
        told = {row[0].value: row for row in page.iter_rows() if isinstance(row[0].value, str)}
        assert told["house edge, pushes counted"][1].value == float(odds.house_edge)
        assert told["house edge, pushes counted"][4].value == str(odds.house_edge)
        assert told["standard deviation"][1].value == odds.standard_deviation
        assert shown_deals(page, 3 + len(odds.events), 6, split=split) == odds.total


@pytest.mark.parametrize("game", ["live-7up", "mbs-7up"])
def test_the_workbook_marks_the_ranges_that_the_sheet_marks(game: str) -> None:
    for odds in sheet(game).table.bets:
        page = [row for row in loaded(book(game), values=True)[odds.bet.id].iter_rows(values_only=True) if row[0] in ROUNDS]
        told = [[end.startswith("≈") for end in row[1::2]] for row in rows_after(whole(game), odds.bet.name, 2)]
        assert [[row[column] == "≈" for column in (3, 6, 9)] for row in page] == told
        assert {row[column] for row in page for column in (3, 6, 9)} <= {"≈", "holds"}


@pytest.mark.parametrize("game", GAMES)
def test_no_number_of_the_workbook_has_more_than_fifteen_digits_before_its_point(game: str) -> None:
    for page in loaded(book(game)):
        for row in page.iter_rows():
            for cell in row:
                if cell.data_type == "n" and isinstance(cell.value, int):
                    assert abs(cell.value) < 10**15
                assert cell.data_type in ("n", "s", "f")


def test_everything_but_deals_net_wins_and_nearest_numbers_is_a_formula() -> None:
    found = list(formulas(book("live-7up")))
    assert len(found) > 800
    assert {page for page, _, _ in found} == {
        "player", "banker", "tie", "super-sevens", "Outcomes", "Decks", "Removal", "Readings", "Checks",
    }  # fmt: skip
    cells = {(page, cell): formula for page, cell, formula in found}
    assert cells["player", "H4"] == "=G4/G8"
    assert cells["player", "G8"] == "=SUM(G4:G7)"


def test_too_many_deals_for_a_workbook_are_refused_in_one_line() -> None:
    counts = tuple(10**6 for _ in range(10))
    made = make_sheet(exact.game("live-7up"), exact.Shoe(counts), LABELS)
    assert made.table.deals > LARGEST
    with pytest.raises(SheetError, match="are too many for a workbook"):
        workbook(made, None, STYLE)


def stripped(content: bytes) -> bytes:
    """The workbook without the values beside its formulas, so that who opens it has to calculate."""
    out = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(content)) as old, zipfile.ZipFile(out, "w") as new:
        for item in old.infolist():
            data = old.read(item)
            if item.filename.startswith("xl/worksheets/"):
                data = re.sub(rb' t="str"(?=><f>)', b"", re.sub(rb"(</f>)<v>[^<]*</v>", rb"\1", data))
            new.writestr(item, data)
    return out.getvalue()


def laid() -> bytes:
    """The workbook of a bet against the tie, whose net win is skewed to the left by so much that 1,000 rounds are too few."""
    line = {"event": "No tie", "when": {"winner": ["player", "banker"]}, "pays": "1:9"}
    game = changed("live-7up", bets=[{"id": "no-tie", "name": "No tie", "lines": [line], "otherwise": "Tie"}], readings=[], procedure={},
                   fixed={"player": ["7"], "origin": "printed"})  # fmt: skip
    made = make_sheet(game, exact.Shoe.decks(1), Labels())
    odds = made.table["no-tie"]
    assert (holds_from(odds, 99) or 0) > 1000
    assert (skewness_text(odds, 6) or "").startswith("-2.")
    return workbook(made, None, STYLE)


@pytest.mark.skipif(shutil.which("soffice") is None, reason="LibreOffice is not installed: apt-get install libreoffice-calc")
def test_another_program_calculates_the_same_figures_and_every_check_holds(tmp_path: Path) -> None:
    compared = workbook(sheet("live-7up"), sheet("mbs-7up"), STYLE)
    contents = {game: book(game) for game in ("live-7up", "baccarat", "prevision-7up")} | {"compared": compared, "laid": laid()}
    for name, content in contents.items():
        (tmp_path / f"{name}.xlsx").write_bytes(stripped(content))
        empty = loaded((tmp_path / f"{name}.xlsx").read_bytes(), values=True)
        assert all(empty[page][cell].value is None for page, cell, _ in formulas(content))
    profile, files = f"-env:UserInstallation=file://{tmp_path}/profile", [str(tmp_path / f"{name}.xlsx") for name in contents]
    command = ["soffice", profile, "--headless", "--convert-to", "xlsx", "--outdir", str(tmp_path / "out"), *files]
    subprocess.run(command, check=True, capture_output=True, timeout=120)
    for name, content in contents.items():
        ours, theirs = loaded(content, values=True), loaded((tmp_path / "out" / f"{name}.xlsx").read_bytes(), values=True)
        for page, cell, formula in formulas(content):
            mine, other = ours[page][cell].value, theirs[page][cell].value
            if isinstance(mine, str):
                assert mine == other, (page, cell, formula)
            else:
                assert abs(mine - other) <= 1e-12 * max(1, abs(mine)), (page, cell, formula)
        last = [row for row in theirs["Checks"].iter_rows(values_only=True) if row[0] == "all"]
        assert last[0][4] == "OK"


@pytest.mark.skipif(shutil.which("soffice") is None, reason="LibreOffice is not installed: apt-get install libreoffice-calc")
def test_a_changed_count_is_found_by_the_checks_of_the_workbook(tmp_path: Path) -> None:
    wrong = loaded(book("baccarat"))
    wrong["tie"]["I4"].value += 1
    wrong.save(tmp_path / "wrong.xlsx")
    profile = f"-env:UserInstallation=file://{tmp_path}/profile"
    command = ["soffice", profile, "--headless", "--convert-to", "xlsx", "--outdir", str(tmp_path / "out"), str(tmp_path / "wrong.xlsx")]
    subprocess.run(command, check=True, capture_output=True, timeout=120)
    told = loaded((tmp_path / "out" / "wrong.xlsx").read_bytes(), values=True)["Checks"]
    results = {row[0]: row[4] for row in told.iter_rows(values_only=True)}
    assert results["tie"] == results["all"] == "MISMATCH"
    assert results["player"] == "OK"


# Texts of a game file.


@cache
def hostile() -> Sheet:
    whole_game = document("live-7up")
    bets = whole_game["bets"]
    bets[0]["name"], bets[1]["name"], bets[2]["name"] = HOSTILE[:3]
    bets[0]["lines"][0]["event"], bets[1]["lines"][0]["event"], bets[2]["lines"][0]["event"] = HOSTILE[3:6]
    bets[2]["otherwise"] = HOSTILE[1]
    readings = whole_game["readings"]
    readings[0]["clause"] = " ".join(HOSTILE)
    game = changed("live-7up", title=HOSTILE[2], source=HOSTILE[6], notes=HOSTILE, bets=bets, readings=readings)
    return make_sheet(game, exact.Shoe.decks(8), Labels("2026-12-01", HOSTILE[0], exact.__version__))


def test_markup_in_names_stays_text_in_the_pdf() -> None:
    content = pdf(sheet_document(hostile(), STYLE), labels_of(hostile(), None))
    text = squeezed(pdf_text(content))
    for name in HOSTILE[:6]:
        assert squeezed(name) in text
    assert squeezed("\\u4e03 \\u202e x") in text
    reader = pypdf.PdfReader(io.BytesIO(content))
    assert reader.metadata is not None
    assert reader.metadata.title == f"{HOSTILE[2]}: math sheet"
    assert len(reader.pages) < 15
    assert round(float(reader.pages[0].mediabox.width)) == 595


def test_markup_in_names_stays_text_in_the_workbook() -> None:
    content = workbook(hostile(), None, STYLE)
    texts = [cell for page in loaded(content) for row in page.iter_rows() for cell in row if cell.data_type == "s"]
    strings = {cell.value for cell in texts}
    assert all(cell.quotePrefix for cell in texts)  # a text stays one when its cell is edited
    assert {*HOSTILE[:6], HOSTILE[6].replace("\u202e", "\\u202e")} <= strings
    assert not [formula for _, _, formula in formulas(content) if "cmd" in formula or "script" in formula]
    with zipfile.ZipFile(io.BytesIO(content)) as archive:
        assert not [name for name in archive.namelist() if "externalLink" in name or "vba" in name.lower()]


def test_markup_in_names_stays_text_in_html_and_markdown() -> None:
    page = Cells()
    page.feed(render(sheet_document(hostile(), STYLE), "html"))
    assert "script" not in page.seen
    assert HOSTILE[1] in {cell for row in page.rows for cell in row}
    text = render(sheet_document(hostile(), STYLE), "md")
    assert "<script>" not in text
    assert re.search(r"(?<!\\)\$x", text) is None


def test_names_of_pages_that_a_workbook_forbids_are_changed() -> None:
    bets = document("live-7up")["bets"][:3]
    bets[0]["id"], bets[1]["id"], bets[2]["id"] = "history", "decks", "a" * 40
    made = make_sheet(changed("live-7up", bets=bets, procedure={}), exact.Shoe.decks(2), LABELS)
    names = loaded(workbook(made, None, STYLE)).sheetnames
    assert names == ["Sheet", "history-2", "decks", "a" * 31, "Outcomes", "Decks-2", "Removal", "Readings", "Checks"]


# Two sheets side by side.


def test_a_comparison_marks_what_differs_and_nothing_else() -> None:
    same = comparison_document(sheet("live-7up"), sheet("live-7up"), STYLE)
    assert not [row for row in same.flat.rows if row[4]]
    other = comparison_document(sheet("live-7up"), sheet("mbs-7up"), STYLE)
    for section, what, first, second, mark in other.flat.rows:
        assert mark == (DIFFERS if first != second else ""), (section, what)
    told = {(row[0], row[1]): row[2:] for row in other.flat.rows}
    assert told["Banker", "Banker wins with 7: pays"] == ("3:2", "9:5", DIFFERS)
    assert told["Banker", "Banker wins with 7: deals"] == ("705,002,659,840", "705,002,659,840", "")
    assert told["Banker", "house edge, pushes counted"] == ("0.043184", "0.025793", DIFFERS)
    assert told["Super 7's", "Six sevens: pays"][:1] == ("",)
    assert not [row for row in other.flat.rows if row[0] == "Rules" and row[4]]


def test_a_comparison_has_the_procedure_with_what_is_assumed_and_what_every_line_pays_on() -> None:
    flat = comparison_document(sheet("live-7up"), sheet("mbs-7up"), STYLE).flat
    told = {(row[0], row[1]): row[2:] for row in flat.rows}
    unsaid = "not in this game's rules"
    assert told["Procedure", "Super 7's"] == ("offered on the first 40 coups of a shoe (rule sheet)", unsaid, DIFFERS)
    assert told["Procedure", "cut card"] == ("14 cards from the end (assumed)", unsaid, DIFFERS)
    assert told["Events", "Tie: Tie on 7"] == ("winner tie, player total 7", "winner tie, player total 7", "")
    neither = comparison_document(sheet("mbs-7up"), sheet("baccarat"), STYLE).flat
    assert [row for row in neither.rows if row[0] == "Procedure"] == [("Procedure", "coups of a shoe", unsaid, unsaid, "")]
    endless = make_sheet(exact.game("live-7up"), exact.Shoe.infinite(), LABELS)
    rows = comparison_document(sheet("live-7up"), endless, STYLE).flat.rows
    assert {row[3] for row in rows if row[0] == "Procedure"} == {"an infinite shoe has no last coup"}


def test_a_comparison_by_decks_is_that_of_two_sheets() -> None:
    done = json.loads(run("sheet", "live-7up", "--compare", "decks=6", "--format", "json").out)
    for side, decks in (("a", 8), ("b", 6)):
        assert done[side]["odds"] == json.loads(run("odds", "live-7up", "--decks", str(decks), "--format", "json").out)
    values = loaded(workbook(sheet("live-7up"), sheet("live-7up", 6), STYLE), values=True)["Comparison"]
    rows = {(row[0], row[1]): row[2:] for row in values.iter_rows(values_only=True)}
    edges = [float(sheet("live-7up", decks).table["player"].house_edge or 0) for decks in (8, 6)]
    assert list(rows["Player", "house edge, pushes counted"][:2]) == edges
    assert rows["Player", "house edge, pushes counted"][3] == DIFFERS


# The command.


@pytest.mark.parametrize(("arguments", "forms"), [([], ("pdf", "html")), (["--compare", "decks=6"], ("xlsx",))])
def test_the_same_sheet_is_the_same_bytes(arguments: list[str], forms: tuple[str, ...], tmp_path: Path) -> None:
    for form in forms:
        made = []
        for number in (1, 2):
            file = tmp_path / f"{number}.{form}"
            done = run("sheet", "live-7up", *arguments, "-o", str(file), PYTHONHASHSEED=str(number), TZ=f"Etc/GMT+{number}")
            assert (done.status, done.out, done.err) == (0, "", f"wrote {file}\n")
            made.append(file.read_bytes())
        assert made[0] == made[1]


def test_the_command_gives_the_document_that_is_tested_here() -> None:
    done = run("sheet", "live-7up", "--date", "2026-12-01", "--sheet-version", "1.0", "--format", "md")
    assert (done.status, done.err) == (0, "")
    assert done.out == render(whole("live-7up"), "md")
    assert "date" not in run("sheet", "live-7up", "--format", "csv").out
    data = json.loads(run("sheet", "prevision-7up", "--format", "json").out)
    assert (data["schema"], data["date"], data["digest"]) == ("exact.sheet/1", None, sheet("prevision-7up").digest)


def test_the_json_tells_the_procedure_and_from_how_many_rounds_ranges_hold() -> None:
    data = sheet_json(sheet("live-7up"))
    procedure: Any = data["procedure"]
    assert [(step["field"], step["value"]) for step in procedure if step["assumed"]] == [("cut", 14), ("burn_each", False)]
    assert [(step["field"], step["value"]) for step in procedure if step["field"] == "hands"] == [("hands", 40)]
    measured: Any = sheet_json(sheet("mbs-7up"))["measured_returns"]
    assert measured["super-sevens"]["rounds_from_which_the_range_holds"]["99"] == told_rounds("mbs-7up", "super-sevens", 99)
    assert (measured["super-sevens"]["step"], measured["banker"]["step"]) == ("1", "1/5")
    assert sheet_json(sheet("mbs-7up"))["procedure"] is None
    assert sheet_json(sheet("prevision-7up"))["measured_returns"] == {}
    kept = json.loads(json.dumps(sheet_json(sheet("mbs-7up"))))
    assert list(Draft202012Validator(SCHEMAS["sheet"]).iter_errors(kept)) == []


MISTAKES = [
    (["--date", "2026-13-01"], "--date '2026-13-01': write a day as YYYY-MM-DD"),
    (["--date", "20261201"], "--date '20261201': write a day as YYYY-MM-DD"),
    (["--format", "pdf"], "--format pdf: goes to a file: give -o sheet.pdf"),
    (["-o", "/nowhere/x.pdf"], "-o /nowhere/x.pdf: cannot be written"),
    (["--compare", "decks=0"], "decks: '0': write a whole number from 1 to 100, or inf"),
    (["--compare", "shoes=6"], "--compare 'shoes=6': write a game, or decks=N"),
    (["--compare", "mbs7up"], "mbs7up: no such file and no game of the catalogue: did you mean 'mbs-7up'?"),
    (["--counts", "4,0,0,0,0,0,0,0,0,0"], "shoe: 4 cards are too few"),
    (["--compare", "mbs-7up", "--shoes", "200"], "--compare: compares exact figures: leave out --shoes"),
    (["--compare", "decks=6", "--simulate", "1000"], "--compare: compares exact figures: leave out --simulate"),
    (["--digits", "16"], "--digits 16: a sheet has at most 15"),
    (["--format", "docx"], "'docx' is not one of"),
]


@pytest.mark.parametrize(("arguments", "part"), MISTAKES, ids=[" ".join(arguments) for arguments, _ in MISTAKES])
def test_a_mistake_gets_one_clear_line_and_exit_2(arguments: list[str], part: str) -> None:
    done = run("sheet", "live-7up", *arguments)
    assert (done.status, done.out, done.err.count("\n")) == (2, "", 1)
    assert part in done.err


def test_addresses_and_unknown_net_wins() -> None:
    assert [address(0, column) for column in (0, 25, 26, 701, 702)] == ["A1", "Z1", "AA1", "ZZ1", "AAA1"]
    values = loaded(book("prevision-7up"))
    assert values["tie"]["F4"].value == UNKNOWN
    odds: BetOdds = sheet("prevision-7up").table["tie"]
    told = {row[0].value: row[1].value for row in loaded(book("prevision-7up"), values=True)["tie"].iter_rows()}
    assert told["hit frequency"] == float(odds.hit_frequency)


@pytest.mark.parametrize(("form", "library"), [("pdf", "typst"), ("xlsx", "xlsxwriter")])
def test_without_the_extra_the_line_names_it(form: str, library: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("exact.cli.extras.find_spec", lambda name: None if name == library else object())
    with pytest.raises(click.UsageError, match=rf"{library} is not installed: .*pip install 'exact\[sheets\]'"):
        _format(None, f"sheet.{form}")
    assert _format(None, "sheet.md") == "md"
