"""Verification of certified tables: what differs, in which file, bet and line, by which road.

Four roads lead to every table: compositions (which make the files), the odds polynomial and the closed forms in the
number of decks, which weigh the same walk of the rules in their own ways, and the recursive walk over every coup with exact
fractions. Each is held to what it computes itself: the second and third to the bets, the last to outcomes and cards too.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from fractions import Fraction
from itertools import zip_longest

from exact.game.definition import Game
from exact.game.shoe import Shoe
from exact.odds.distribution import Distribution
from exact.odds.enumeration import outcome_probabilities
from exact.odds.table import OddsTable, bet_odds, odds_table
from exact.report.certificate import SUMS, read_sums, sha256
from exact.report.odds import odds_json
from exact.shoes.closed_form import closed_forms, evaluate
from exact.shoes.polynomial import compile_game

Road = Callable[[Game, int], Mapping[str, object]]
"""A way to the odds of a game from so many decks: the keys of a table's JSON that it computes itself."""

_SHOWN = 60


def file_differences(expected: Mapping[str, bytes], found: Mapping[str, bytes]) -> Iterator[str]:
    """One line for every file that is missing or unknown, and for every place in a file that is not as it should be."""
    for path in sorted(expected.keys() | found.keys()):
        if path not in found:
            yield f"{path}: missing"
        elif path not in expected:
            yield f"{path}: unknown: no file of these tables"
        elif found[path] != expected[path]:
            differences = list(_json_differences(found[path], expected[path])) if path.endswith(".json") else []
            yield from (f"{path}: {line}" for line in differences or _line_differences(found[path], expected[path]))


def _json_differences(found: bytes, expected: bytes) -> Iterator[str]:
    """Where the data of two JSON files differ; nothing if only the bytes do, or if one is no JSON."""
    try:
        data = json.loads(found)
    except (ValueError, RecursionError):
        return
    yield from data_differences(data, json.loads(expected), "should be")


def data_differences(found: object, expected: object, word: str, where: str = "") -> Iterator[str]:
    """Where two values of JSON differ, bets and lines by their names.

    >>> list(data_differences([{"bet": "tie", "deals": "1"}], [{"bet": "tie", "deals": "2"}], "should be"))
    ["tie: deals: '1' should be '2'"]
    """
    if isinstance(found, dict) and isinstance(expected, dict) and found.keys() == expected.keys():
        for key in expected:
            yield from data_differences(found[key], expected[key], word, f"{where}{key}: ")
    elif isinstance(found, list) and isinstance(expected, list) and len(found) == len(expected):
        for index, (left, right) in enumerate(zip(found, expected, strict=True)):
            yield from data_differences(left, right, word, f"{where}{_name(right, index)}: ")
    elif found != expected or type(found) is not type(expected):
        yield f"{where}{_short(found)} {word} {_short(expected)}"


def _name(item: object, index: int) -> str:
    """An item of a list by its bet or event, else by its place counted from 0."""
    names = [item.get("event"), item.get("bet"), item.get("decks")] if isinstance(item, dict) else []
    return str(next((name for name in names if name), index))


def _short(value: object) -> str:
    text = repr(value)
    return text if len(text) <= _SHOWN else f"{text[:_SHOWN]}..."


def _line_differences(found: bytes, expected: bytes) -> Iterator[str]:
    """The lines of a text that differ, counted from 1."""
    texts = (content.decode("utf-8", "backslashreplace").split("\n") for content in (found, expected))
    different = [(n, f, e) for n, (f, e) in enumerate(zip_longest(*texts), 1) if f != e]
    for number, left, right in different:
        yield f"line {number}: {_first_difference(left, right)}"
    if not different:
        yield "other bytes for the same text"


def _first_difference(found: str | None, expected: str | None) -> str:
    """Two lines from shortly before they part."""
    if found is None or expected is None:
        return "is missing" if found is None else "is one too many"
    at = next((i for i, (f, e) in enumerate(zip(found, expected, strict=False)) if f != e), min(len(found), len(expected)))
    start = max(0, at - _SHOWN // 3)
    return f"{_short(found[start : start + _SHOWN])} should be {_short(expected[start : start + _SHOWN])}"


def sum_differences(found: Mapping[str, bytes]) -> Iterator[str]:
    """One line for every file that ``SHA256SUMS`` does not fit."""
    if SUMS not in found:
        yield f"{SUMS}: missing"
        return
    listed = read_sums(found[SUMS])
    if listed is None:
        yield f"{SUMS}: not written as sha256sum writes it"
        return
    for path, expected in listed.items():
        if path not in found:
            yield f"{path}: listed in {SUMS}, but missing"
        elif sha256(found[path]) != expected:
            yield f"{path}: not the file of {SUMS}"


def by_polynomial(game: Game, decks: int) -> Mapping[str, object]:
    """Every bet from the odds polynomial."""
    shoe = Shoe.decks(decks)
    return _computed(replace(odds_table(game, shoe), bets=compile_game(game).odds(shoe)), "bets")


def by_closed_form(game: Game, decks: int) -> Mapping[str, object]:
    """Every bet from the closed forms."""
    forms = closed_forms(game)
    total = evaluate(forms.total, decks)
    bets = tuple(bet_odds(form.bet, [evaluate(deals, decks) for deals in form.deals], total) for form in forms.bets)
    return _computed(replace(odds_table(game, Shoe.decks(decks)), bets=bets), "bets")


def by_walk(game: Game, decks: int) -> Mapping[str, object]:
    """The recursive walk: outcomes, bets and all."""
    table = odds_table(game, Shoe.decks(decks))
    seen = table.outcomes
    probabilities = outcome_probabilities(game.rules, seen.unseen, game.rules.fixed, game.needs)
    walked = {outcome: _whole(probability * seen.total) for outcome, probability in probabilities.items()}
    deals = [[0] * len(bet.every_line()) for bet in game.bets]
    for outcome, number in walked.items():
        facts = game.facts(outcome)
        for bet, counts in zip(game.bets, deals, strict=True):
            counts[bet.line_of(facts)] += number
    total = sum(walked.values())
    bets = tuple(bet_odds(bet, counts, total) for bet, counts in zip(game.bets, deals, strict=True))
    found = replace(table, outcomes=Distribution(walked, total, seen.unseen, seen.cards), bets=bets)
    return _computed(found, "deals", "bets", "outcomes", "cards")


def _computed(table: OddsTable, *keys: str) -> Mapping[str, object]:
    """Those keys of a table's JSON."""
    data = odds_json(table)
    return {key: data[key] for key in keys}


def _whole(value: Fraction) -> int:
    """A number of deals, which is whole, by check."""
    if value.denominator != 1:
        raise ArithmeticError(f"{value} deals")
    return value.numerator


ROADS: Mapping[str, Road] = {"odds polynomial": by_polynomial, "closed form": by_closed_form, "recursive walk": by_walk}
"""The roads beside compositions, the slowest last."""


def road_differences(road: str, game: Game, decks: int, content: bytes) -> Iterator[str]:
    """Where the odds of a JSON file differ from those of a road; nothing for what is no JSON, which others report."""
    try:
        data = json.loads(content)
    except (ValueError, RecursionError):
        return
    expected = dict(ROADS[road](game, decks))
    found = {key: data.get(key) for key in expected} if isinstance(data, dict) else data
    yield from data_differences(found, expected, f"by the {road} is")
