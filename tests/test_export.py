"""The exported programs, compiled and run: the same integers as the odds polynomial, names that stay names, shoes refused."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from math import perm
from pathlib import Path
from random import Random
from typing import get_args

import pytest

import exact
from exact.shoes.export import WORD, Language, c_string, comment_text, export, js_string, largest_shoe, prices
from exact.shoes.polynomial import OddsPolynomial, compile_game
from tests.games import SIDE_BETS, document, to_toml
from tests.run import run

GAMES = [(name, {}) for name in (*exact.catalogue(), SIDE_BETS)] + [("live-7up", {"fixed-card": "from-shoe"})]
IDS = [f"{Path(name).stem}{'-'.join(('', *readings.values()))}" for name, readings in GAMES]
TOOLS = {"c": "gcc", "js": "node", "mjs": "node", "python": sys.executable}
EVIL = "*/ x /* ??/ ??> \\ \" ' ` // # </script><!-- ]]> $NAME ${TABLE} %s \n \r \u2028 é 𝕏 \x07"
CODE = {"ok": 0, "few": 1, "many": 2, "fixed": 3}


@dataclass(frozen=True)
class Answer:
    """What a program says of one shoe: a refusal, or total, deals and returns."""

    status: str
    total: int = 0
    deals: tuple[int, ...] = ()
    returns: tuple[Fraction | None, ...] = ()


def of_polynomial(polynomial: OddsPolynomial, counts: tuple[int, ...]) -> Answer:
    """What the odds polynomial says."""
    shoe = exact.Shoe(counts)
    returns = tuple(odds.expected_value for odds in polynomial.odds(shoe))
    return Answer("ok", polynomial.unseen(shoe).deals(polynomial.degree), tuple(polynomial.deals(shoe)), returns)


@lru_cache
def polynomial_of(index: int) -> OddsPolynomial:
    name, readings = GAMES[index]
    return compile_game(exact.game(name, readings))


def name_of(polynomial: OddsPolynomial) -> str:
    return "exact_" + polynomial.game.id.replace("-", "_")


def need(language: str) -> str:
    tool = shutil.which(TOOLS[language])
    if tool is None:
        pytest.skip(f"{TOOLS[language]} is not installed: the {language} export is not run")
    return tool


C_DRIVER = """
#include <inttypes.h>
#include <stdio.h>
#include "odds.c"

int main(void)
{
    uint64_t n[10];
    struct NAME_odds odds;
    int i, status;
    for (i = 0; i < NAME_BETS; i++) printf("%s%c", NAME_bet[i], 0);
    for (i = 0; i < NAME_EVENTS; i++) printf("%s%c", NAME_event[i], 0);
    for (;;) {
        for (i = 0; i < 10; i++)
            if (scanf("%" SCNu64, &n[i]) != 1) return 0;
        odds.total = 7;
        status = NAME(n, &odds);
        if (status != NAME_OK) {
            printf("%d %" PRIu64 "\\n", status, odds.total);
            continue;
        }
        printf("0 %" PRIu64, odds.total);
        for (i = 0; i < NAME_EVENTS; i++) printf(" %" PRIu64, odds.deals[i]);
        for (i = 0; i < NAME_BETS; i++) printf(" %" PRId64 "/%" PRIu64, odds.return_numerator[i], odds.return_denominator[i]);
        printf("\\n");
    }
}
"""


def run_c(source: str, polynomial: OddsPolynomial, shoes: list[tuple[int, ...]], folder: Path) -> tuple[list[str], list[Answer]]:
    """Names and answers of the C program, compiled with every warning an error, alone and in a program."""
    gcc = need("c")
    (folder / "odds.c").write_text(source, "ascii")
    (folder / "main.c").write_text(C_DRIVER.replace("NAME", name_of(polynomial)), "ascii")
    strict = [gcc, "-std=c99", "-Wall", "-Wextra", "-Werror", "-pedantic"]
    for files in (["-c", "odds.c"], ["-O1", "main.c", "-o", "main"]):
        done = subprocess.run([*strict, *files], cwd=folder, capture_output=True, check=False)
        assert (done.returncode, done.stderr) == (0, b"")
    given = "\n".join(" ".join(map(str, shoe)) for shoe in shoes)
    out = subprocess.run(["./main"], input=given.encode(), cwd=folder, capture_output=True, check=True).stdout.decode()
    *names, lines = out.split("\0")
    answers = []
    for line in lines.splitlines():
        status, total, *rest = line.split(" ")
        if status != "0":
            assert total == "7", "a refused shoe leaves the result as it was"
            answers.append(Answer(next(word for word, code in CODE.items() if code == int(status))))
            continue
        events = len(polynomial.events)
        answers.append(Answer("ok", int(total), tuple(map(int, rest[:events])), tuple(map(ratio, rest[events:]))))
    return names, answers


def ratio(text: str) -> Fraction | None:
    return None if text == "0/0" else Fraction(text)


JS_DRIVER = """
const shoes = JSON.parse(require("fs").readFileSync(0, "utf8"));
const plain = (key, value) => typeof value === "bigint" ? String(value) : value;
function answer(shoe) {
    try { return game.odds(shoe.map(BigInt)); } catch (error) { return {refused: error.constructor.name + " " + error.message}; }
}
function main(found) {
    game = found;
    console.log(JSON.stringify({bets: game.bets, events: game.events, answers: shoes.map(answer)}, plain));
}
let game;
"""
JS_LOADERS = {
    "script": 'const vm = require("vm"), page = vm.createContext({RangeError});'
    'vm.runInContext(require("fs").readFileSync("odds.js", "utf8"), page); main(vm.runInContext("NAME", page));',
    "commonjs": 'main(require("./odds.js"));',
    "module": 'import("./odds.mjs").then(function (found) { if (found.default.odds !== found.odds) throw 0; main(found); });',
}


def run_js(
    source: str, polynomial: OddsPolynomial, shoes: list[tuple[int, ...]], folder: Path, loader: str
) -> tuple[list[str], list[Answer]]:
    """Names and answers of the JavaScript program."""
    node = need("js")
    (folder / ("odds.mjs" if loader == "module" else "odds.js")).write_text(source, "ascii")
    (folder / "main.js").write_text(JS_DRIVER + JS_LOADERS[loader].replace("NAME", name_of(polynomial)), "ascii")
    given = json.dumps([list(map(str, shoe)) for shoe in shoes])
    done = subprocess.run([node, "main.js"], input=given.encode(), cwd=folder, capture_output=True, check=False)
    assert (done.returncode, done.stderr) == (0, b"")
    data = json.loads(done.stdout)
    return [*data["bets"], *(event["event"] for event in data["events"])], [of_js(answer) for answer in data["answers"]]


def of_js(answer: dict[str, object]) -> Answer:
    if "refused" in answer:
        return Answer(refusal(str(answer["refused"]), "RangeError"))
    returns = tuple(one and Fraction(int(one["numerator"]), int(one["denominator"])) for one in answer["returns"])  # type: ignore[attr-defined]
    return Answer("ok", int(str(answer["total"])), tuple(map(int, answer["deals"])), returns)  # type: ignore[call-overload]


def refusal(text: str, kind: str) -> str:
    assert text.startswith(f"{kind} counts")
    return "few" if "too few cards" in text else "fixed" if "fixed card" in text else text


PY_DRIVER = """
import json, sys
import odds
answers = []
for shoe in json.load(sys.stdin):
    try:
        one = odds.odds(shoe)
        answers.append([one.total, one.deals, [r if r is None else str(r) for r in one.returns]])
    except ValueError as error:
        answers.append(f"{type(error).__name__} {error}")
names = [bet for bet, _ in odds.BETS] + [event for _, event, _ in odds.EVENTS]
loaded = sorted({name.split(".")[0] for name in sys.modules} & {"exact", "sympy", "numpy", "click"})
print(json.dumps([names, answers, loaded]))
"""


def run_python(source: str, _: OddsPolynomial, shoes: list[tuple[int, ...]], folder: Path) -> tuple[list[str], list[Answer]]:
    """Names and answers of the Python program, from a folder of its own."""
    (folder / "odds.py").write_text(source, "ascii")
    (folder / "main.py").write_text(PY_DRIVER, "ascii")
    done = subprocess.run([sys.executable, "main.py"], input=json.dumps(shoes).encode(), cwd=folder, capture_output=True, check=False)
    assert (done.returncode, done.stderr) == (0, b"")
    names, answers, loaded = json.loads(done.stdout)
    assert loaded == []
    return names, [of_python(answer) for answer in answers]


def of_python(answer: list[object] | str) -> Answer:
    if isinstance(answer, str):
        return Answer(refusal(answer, "ValueError"))
    total, deals, returns = answer
    return Answer("ok", total, tuple(deals), tuple(one and Fraction(one) for one in returns))  # type: ignore[call-overload, attr-defined, arg-type]


def names_of(polynomial: OddsPolynomial) -> list[str]:
    bets = polynomial.game.bets
    return [*(bet.id for bet in bets), *(line.event for bet in bets for line in bet.every_line())]


def shoes_for(polynomial: OddsPolynomial, seed: int) -> list[tuple[int, ...]]:
    """Random shoes, small ones, full ones, and of the largest allowed in C: spread, lopsided, and of one value."""
    random = Random(seed)
    taken = sum(exact.Shoe.decks(8).counts) - polynomial.unseen(exact.Shoe.decks(8)).cards
    least, most = polynomial.degree + taken, largest_shoe(polynomial) + taken
    shoes = [tuple(random.randrange(60) for _ in range(10)) for _ in range(6)]
    for cards in (least, least, least + 1, least + 9, most, most, most):
        places = random.choices(range(10), weights=[random.random() ** 3 + 0.001 for _ in range(10)], k=cards)
        shoes.append(tuple(places.count(value) for value in range(10)))
    shoes += [tuple((most - taken) * (v == value) + taken * (v == 7) for v in range(10)) for value in (0, 7)]
    shoes += [exact.Shoe.decks(decks).counts for decks in (1, 8)]
    return [shoe for shoe in shoes if not taken or shoe[7]]


@pytest.mark.parametrize("index", range(len(GAMES)), ids=IDS)
def test_c_gives_the_integers_of_the_polynomial_up_to_the_largest_shoe(index: int, tmp_path: Path) -> None:
    polynomial = polynomial_of(index)
    shoes = shoes_for(polynomial, index)
    names, answers = run_c(export(polynomial, "c", "1"), polynomial, shoes, tmp_path)
    assert answers == [of_polynomial(polynomial, shoe) for shoe in shoes]
    assert names == names_of(polynomial)
    assert any(sum(shoe) == largest_shoe(polynomial) + (index == len(GAMES) - 1) for shoe in shoes)


@pytest.mark.parametrize("index", range(len(GAMES)), ids=IDS)
def test_javascript_gives_the_integers_of_the_polynomial(index: int, tmp_path: Path) -> None:
    polynomial = polynomial_of(index)
    shoes = [*shoes_for(polynomial, index), (10**30,) * 10]
    names, answers = run_js(export(polynomial, "js", "1"), polynomial, shoes, tmp_path, "script")
    assert answers == [of_polynomial(polynomial, shoe) for shoe in shoes]
    assert names == names_of(polynomial)


@pytest.mark.parametrize(("language", "loader"), [("js", "commonjs"), ("mjs", "module")])
def test_javascript_loads_as_a_script_and_as_either_kind_of_module(language: str, loader: str, tmp_path: Path) -> None:
    polynomial = polynomial_of(1)
    shoes = [exact.Shoe.decks(8).counts]
    _, answers = run_js(export(polynomial, language, "1"), polynomial, shoes, tmp_path, loader)  # type: ignore[arg-type]
    assert answers == [of_polynomial(polynomial, shoe) for shoe in shoes]


@pytest.mark.parametrize("index", range(len(GAMES)), ids=IDS)
def test_python_gives_the_integers_of_the_polynomial(index: int, tmp_path: Path) -> None:
    polynomial = polynomial_of(index)
    shoes = [*shoes_for(polynomial, index), (10**30,) * 10]
    names, answers = run_python(export(polynomial, "python", "1"), polynomial, shoes, tmp_path)
    assert answers == [of_polynomial(polynomial, shoe) for shoe in shoes]
    assert names == names_of(polynomial)


def test_shoes_that_are_too_small_too_large_or_without_the_fixed_card_are_refused(tmp_path: Path) -> None:
    polynomial = polynomial_of(len(GAMES) - 1)  # the seven comes out of the shoe: 6 cards at least, one of them a seven
    most = largest_shoe(polynomial) + 1
    shoes = {
        (0, 0, 0, 0, 0, 0, 0, 5, 0, 0): "few",
        (0,) * 10: "fixed",
        (9, 9, 9, 9, 9, 9, 9, 0, 9, 9): "fixed",
        (most - 1, 0, 0, 0, 0, 0, 0, 1, 0, 0): "ok",
        (most, 0, 0, 0, 0, 0, 0, 1, 0, 0): "many",
        (0, 0, 0, 0, 0, 0, 0, 1, 0, most): "many",
        (2**63, 0, 0, 0, 0, 0, 0, 8, 0, 2**63): "many",
        (2**64 - 1,) * 10: "many",
    }
    _, answers = run_c(export(polynomial, "c", "1"), polynomial, list(shoes), tmp_path)
    assert [answer.status for answer in answers] == list(shoes.values())
    unbounded = ["ok" if status == "many" else status for status in shoes.values()]
    _, answers = run_js(export(polynomial, "js", "1"), polynomial, list(shoes), tmp_path, "script")
    assert [answer.status for answer in answers] == unbounded
    _, answers = run_python(export(polynomial, "python", "1"), polynomial, list(shoes), tmp_path)
    assert [answer.status for answer in answers] == unbounded


@pytest.mark.parametrize(
    ("counts", "part"),
    [
        ("[1, 2]", "counts: give ten"),
        ("null", "counts: give ten"),
        ("[8, 8, 8, 8, 8, 8, 8, 8, 8, -1]", "counts[9]: give a whole number"),
        ("[8, 8, 8, 8, 8, 8, 8, 8, 8, 0.5]", "counts[9]: give a whole number"),
        ("[8, 8, 8, 8, 8, 8, 8, 8, 8, 1e17]", "counts[9]: give a whole number"),
        ('[8, 8, 8, 8, 8, 8, 8, 8, 8, "8"]', "counts[9]: give a whole number"),
    ],
)
def test_javascript_and_python_refuse_what_is_no_shoe(counts: str, part: str, tmp_path: Path) -> None:
    polynomial = polynomial_of(1)
    space: dict[str, object] = {"__name__": "odds"}
    exec(export(polynomial, "python", "1"), space)
    if counts != "null":
        with pytest.raises(ValueError, match=re.escape(part)):
            space["odds"](json.loads(counts))  # type: ignore[operator]
    node = need("js")
    (tmp_path / "odds.js").write_text(export(polynomial, "js", "1"))
    code = f"try {{ require('./odds.js').odds({counts}); }} catch (error) {{ console.log(error instanceof RangeError, error.message); }}"
    done = subprocess.run([node, "-e", code], cwd=tmp_path, capture_output=True, check=True)
    assert done.stdout.decode().startswith(f"true {part}")


@pytest.mark.parametrize("index", range(len(GAMES)), ids=IDS)
def test_no_number_of_the_largest_shoe_reaches_2_to_the_63_and_one_card_more_could(index: int) -> None:
    polynomial = polynomial_of(index)

    def largest_number(cards: int) -> int:
        total = perm(cards, polynomial.degree)
        nets = [abs(net) for price in prices(polynomial) for net in price.nets]
        return max(total, *(total * net for net in nets), *(total * price.scale for price in prices(polynomial)))

    most = largest_shoe(polynomial)
    assert largest_number(most) <= WORD < largest_number(most + 1)
    assert most >= 8 * 52
    assert max(max(row) for row in polynomial.coefficients) < 2**16
    source = export(polynomial, "c", "1")
    given = most + (index == len(GAMES) - 1)
    assert f"MOST_CARDS UINT64_C({given})" in source
    assert f"to {given} cards are taken" in source


def test_prices_are_the_net_wins_over_one_denominator() -> None:
    polynomial = compile_game(exact.game("baccarat"))
    for price in prices(polynomial):
        assert [Fraction(net, price.scale) for net in price.nets] == [price.bet.net(line) for line in price.bet.every_line()]
    assert [price.scale for price in prices(compile_game(exact.game("prevision-7up")))] == [0, 0, 0]


def evil_file(folder: Path, pays: str = "1:2") -> Path:
    whole = document("live-7up")
    whole["title"] = EVIL
    whole["bets"][0]["lines"][0]["event"] = EVIL
    whole["bets"][0]["lines"][0]["pays"] = pays
    whole["bets"][3]["otherwise"] = EVIL[::-1]
    file = folder / "evil.toml"
    file.write_text(to_toml(whole), "utf-8")
    return file


@pytest.mark.parametrize("language", get_args(Language))
def test_names_from_a_game_file_cannot_leave_their_comment_or_string(language: str, tmp_path: Path) -> None:
    file = evil_file(tmp_path)
    target = tmp_path / "out"
    done = run("closed-form", str(file), "--export", language, "-o", str(target))
    assert (done.status, done.out, done.err) == (0, "", f"wrote {target}\n")
    source = target.read_text("ascii")
    assert not re.search(r"[\x00-\x09\x0b-\x1f\x7f]", source)
    assert language != "c" or "??" not in source
    if language in ("js", "mjs"):
        assert "</" not in source
        assert "<!--" not in source
    polynomial = compile_game(exact.game(str(file)))
    shoes = [exact.Shoe.decks(8).counts]
    if language == "c":
        assert source.count("/*") == source.count("*/") == 2
        names, answers = run_c(source, polynomial, shoes, tmp_path)
    elif language == "python":
        names, answers = run_python(source, polynomial, shoes, tmp_path)
    else:
        names, answers = run_js(source, polynomial, shoes, tmp_path, "module" if language == "mjs" else "script")
    assert EVIL in names
    assert names == names_of(polynomial)
    assert answers == [of_polynomial(polynomial, shoe) for shoe in shoes]


@pytest.mark.parametrize("text", [EVIL, "\ud800", "\0a", "??/", "\\", "*/", "7's: 3:2 (win)"])
def test_escaped_texts_are_ascii_and_hold_nothing_that_acts(text: str) -> None:
    for escaped in (comment_text(text), c_string(text)[1:-1], js_string(text)[1:-1]):
        assert escaped.isascii()
        assert escaped.isprintable()
        assert not re.search(r'"|\*|(?<!\\)\\$', escaped)
    assert "??" not in c_string(text)
    assert json.loads(js_string(text)) == text
    assert not re.search(r"[*/?<>\"`]", comment_text(text))


def test_a_heading_says_what_was_exported_and_how() -> None:
    for language in get_args(Language):
        source = run("closed-form", "live-7up", "--export", language, "--reading", "fixed-card=from-shoe", "--bet", "tie").out
        for part in (
            f"exact {exact.__version__}: exact closed-form live-7up --export {language}",
            "super-sevens=round, fixed-card=from-shoe, main-bets-on-tie=push",
            "Bets: tie.",
            "Give the shoe with the fixed cards (7) still in it",
        ):
            assert part in source
        assert source == run("closed-form", "live-7up", "--export", language, "--reading", "fixed-card=from-shoe", "--bet", "tie").out
    assert "nothing is taken out of the shoe" in run("closed-form", "live-7up", "--export", "c").out
    assert "There are no fixed cards" in run("closed-form", "baccarat", "--export", "c").out


def test_pays_too_large_for_64_bits_are_refused_for_c_alone(tmp_path: Path) -> None:
    file = evil_file(tmp_path, pays=f"{10**18}:1")
    done = run("closed-form", str(file), "--export", "c")
    assert (done.status, done.out, done.err.count("\n")) == (2, "", 1)
    assert "bet player: what it pays does not fit in the 64-bit integers of C: export js, mjs or python" in done.err
    polynomial = compile_game(exact.game(str(file)))
    shoes = [exact.Shoe.decks(8).counts]
    _, answers = run_python(export(polynomial, "python", "1"), polynomial, shoes, tmp_path)
    assert answers == [of_polynomial(polynomial, shoe) for shoe in shoes]
