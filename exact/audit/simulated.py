"""What a simulation reports, read from its JSON: how it dealt, counts of cells, measured returns with their errors.

Everything that an audit takes from it is checked: a damaged simulation would be a wrong source, or a wrong reference.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from math import isfinite
from typing import Any, TypeVar

from exact.audit.observations import MeasuredReturn, Observations, ShoeMoments
from exact.errors import ExactError
from exact.game.definition import Game
from exact.game.reading import choose
from exact.game.shoe import Shoe
from exact.simulation.engine import longest_coup
from exact.simulation.procedure import Procedure, read_procedure

T = TypeVar("T")

SCHEMA = "exact.simulation/1"
CELL = ("player_total", "banker_total", "player_cards", "banker_cards", "sevens")
RANGES = {"player_total": (0, 9), "banker_total": (0, 9), "player_cards": (1, 3), "banker_cards": (1, 3), "sevens": (0, 6)}
MOST = 10**18
"""Of coups: more than can be dealt."""


class SourceError(ExactError):
    """A file that tells nothing that can be audited, or contradicts itself."""


@dataclass(frozen=True)
class Simulated:
    """A simulation: the readings it was dealt under, the procedure with its shoe, and what it counted."""

    readings: Mapping[str, str]
    procedure: Procedure
    observations: Observations


def read_simulation(game: Game, data: Mapping[str, Any]) -> Simulated:
    """The simulation in the JSON of ``exact simulate``; SourceError says which key is not as it is there."""
    if _part(data, "schema", str, "a text") != SCHEMA:
        raise SourceError(f"schema: {data['schema']!r}: give the output of exact simulate --format json, {SCHEMA}")
    if _part(data, "game", str, "the id of a game") != game.id:
        raise SourceError(f"a simulation of {data['game']}, not of {game.id}: audit it as that game")
    readings, procedure = _readings(game, data), _procedure(game, data)
    cells, coups = _cells(data), _whole(data, "coups", 1)
    if sum(cells.values()) != coups:
        raise SourceError(f"coups: {coups:,}: the counts sum to {sum(cells.values()):,}: give the whole output of one simulation")
    shoes = _whole(data, "shoes", 1, coups)
    returns, by_shoe = {}, {}
    for bet, number, mean, error in _returns(game, data, coups):
        returns[bet] = MeasuredReturn(number, mean)
        by_shoe[bet] = _moments_of(shoes, number, mean, error)
    return Simulated(readings, procedure, Observations(coups, cells=cells, returns=returns, by_shoe=by_shoe))


def _part(data: Mapping[str, Any], key: str, kind: type[T], right: str, place: str = "") -> T:
    """The value of a key, of the right type."""
    if key not in data:
        raise SourceError(f"{place}{key}: is missing: give the output of exact simulate --format json")
    value = data[key]
    if not isinstance(value, kind) or (isinstance(value, bool) and kind is not bool):
        raise SourceError(f"{place}{key}: {_short(value)}: write {right}")
    return value


def _short(value: object) -> str:
    text = repr(value)
    return text if len(text) <= 60 else f"{text[:57]}..."


def _whole(data: Mapping[str, Any], key: str, least: int, most: int = MOST, place: str = "") -> int:
    right = f"a whole number from {least:,} to {most:,}"
    value = _part(data, key, int, right, place)
    if not least <= value <= most:
        raise SourceError(f"{place}{key}: {_short(value)}: write {right}")
    return value


def _rows(data: Mapping[str, Any], key: str) -> Iterator[tuple[str, Mapping[str, Any]]]:
    """The tables of a list, each with where it stands."""
    for index, row in enumerate(_part(data, key, list, "a list")):
        if not isinstance(row, dict):
            raise SourceError(f"{key}[{index}]: {_short(row)}: write a table")
        yield f"{key}[{index}].", row


def _readings(game: Game, data: Mapping[str, Any]) -> Mapping[str, str]:
    """The readings, each one that the game has and of a choice that it has."""
    told = _part(data, "readings", dict, "a table")
    return choose(game.readings, {name: _part(told, name, str, "a choice in quotes", "readings.") for name in told})


def _procedure(game: Game, data: Mapping[str, Any]) -> Procedure:
    """The procedure with its shoe, such that shoes can be dealt by it and the limited bet is one of the game."""
    shoe = Shoe(tuple(_part(_part(data, "shoe", dict, "a table"), "counts", list, "ten whole numbers", "shoe.")))
    procedure = read_procedure(shoe, _part(data, "procedure", dict, "a table"))
    if procedure.limited is not None:
        game.bet(procedure.limited)
    procedure.check(longest_coup(game))
    return procedure


def _cells(data: Mapping[str, Any]) -> dict[tuple[int, int, int | None, int | None, int | None], int]:
    """How often each cell came."""
    cells: dict[tuple[int, int, int | None, int | None, int | None], int] = {}
    for place, row in _rows(data, "counts"):
        player, banker, *rest = (_whole(row, name, *RANGES[name], place) for name in CELL)
        cell = (player, banker, rest[0], rest[1], rest[2])
        if cell in cells:
            raise SourceError(f"{place[:-1]}: a cell that stands twice: give each cell once")
        cells[cell] = _whole(row, "count", 0, place=place)
    return cells


def _returns(game: Game, data: Mapping[str, Any], coups: int) -> Iterator[tuple[str, int, float, float]]:
    """Each bet that was offered: its coups, measured return and standard error."""
    seen = set()
    for place, row in _rows(data, "bets"):
        bet = game.bet(_part(row, "bet", str, "the id of a bet", place)).id
        if bet in seen:
            raise SourceError(f"{place}bet: {bet!r}: stands twice: give each bet once")
        seen.add(bet)
        number = _whole(row, "coups", 0, coups, place)
        mean, error = _number(row, "measured_return", place), _number(row, "standard_error", place)
        if error < 0:
            raise SourceError(f"{place}standard_error: {error}: write a number of at least 0")
        if number:
            yield bet, number, mean, error


def _number(row: Mapping[str, Any], key: str, place: str) -> float:
    """A ratio or a decimal; numbers with a point come as they are written."""
    value: object = row.get(key)
    try:
        number = float(Fraction(value)) if isinstance(value, str | int | float) and not isinstance(value, bool) else float("nan")
    except (ValueError, ZeroDivisionError, OverflowError):
        number = float("nan")
    if not isfinite(number):
        raise SourceError(f"{place}{key}: {_short(value)}: write a number such as 0.0123 or -1/40")
    return number


def _moments_of(shoes: int, rounds: int, mean: float, error: float) -> ShoeMoments:
    """Moments with this standard error: of them only sum W^2 - 2 m sum W c + m^2 sum c^2 = (error rounds)^2 is told."""
    squares = -(-rounds * rounds // shoes)
    return ShoeMoments(shoes, rounds, squares, mean * rounds, (error * rounds) ** 2 + mean**2 * squares, mean * squares)
