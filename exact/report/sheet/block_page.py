"""Pages of the workbook with many shoes: a line a shoe, the deals of every event, and what follows by formula."""

from __future__ import annotations

from fractions import Fraction
from typing import NamedTuple

from exact.odds.table import BetOdds
from exact.report.sheet.bet_page import Events
from exact.report.sheet.cells import TOLERANCE, Grid, address, near, parts, span

_FIRST = 2
"""The column of the first event, after the name of the shoe and the cards that its line stands for."""


class Line(NamedTuple):
    """One shoe: its name, the cards it stands for where lines are weighted, and the odds of a bet from it."""

    name: str
    weight: int | None
    odds: BetOdds


class _Layout(NamedTuple):
    """Where a block stands: its first row, the number of events, the first column of results, and how many each result takes."""

    top: int
    events: int
    results: int
    each: int

    @property
    def nets(self) -> int:
        """The row of the net wins."""
        return self.top + 1

    @property
    def first(self) -> int:
        """The row of the first shoe."""
        return self.top + 3


def block(grid: Grid, origin: Grid, place: Events, lines: list[Line], *, effects: bool, checks: list[str]) -> None:
    """A bet from every shoe: deals, then the return (without a paytable, each probability), nearest numbers, checks.

    With ``effects`` the first line is the whole shoe, and each later one has its difference to it too. ``origin`` is
    the page of the bet, whose events stand at ``place``.
    """
    events = len(lines[0].odds.events)
    columns = (events + 1) * (2 if grid.split else 1)
    layout = _Layout(grid.row, events, _FIRST + columns, 4 if effects else 3)
    _head(grid, layout, lines[0].odds, origin, place, effects=effects)
    base = _values(lines[0].odds)
    for row, line in enumerate(lines, layout.first):
        grid.text(row, 0, line.name)
        if line.weight is not None:
            grid.number(row, 1, line.weight)
        _deals(grid, row, line.odds)
        for index, value in enumerate(_values(line.odds)):
            column = layout.results + index * layout.each
            _result(grid, row, column, _formula(grid, row, layout, line.odds, index), value, checks)
            if effects and row > layout.first:
                grid.formula(row, column + 3, f"{address(row, column)}-{address(layout.first, column)}", value - base[index])
    last = layout.top + 2 + len(lines)
    if effects and last > layout.first:
        _weighted(grid, layout, last, len(base), checks)
    grid.row = last + 4


def _values(odds: BetOdds) -> list[Fraction]:
    """What is told of a bet: its return, or without a paytable the probability of each event."""
    mean = odds.expected_value
    return [event.probability for event in odds.events] if mean is None else [mean]


def _head(grid: Grid, layout: _Layout, odds: BetOdds, origin: Grid, place: Events, *, effects: bool) -> None:
    """The name of the bet, the net wins as its own page has them, and the headers."""
    grid.text(layout.top, 0, odds.bet.name, grid.formats.section)
    grid.text(layout.nets, 0, "net win")
    for index, event in enumerate(odds.events):
        if event.net is not None:
            cell = address(place.first + index, place.net, fixed=True)
            grid.formula(layout.nets, _FIRST + index, origin.reference(cell), event.net)
    labels = [*(event.event for event in odds.events), "total"]
    deals = [f"{label}: {part}" for part in grid.count_columns[-2:] for label in labels]
    names = ["return"] if odds.expected_value is not None else [f"{event.event}: probability" for event in odds.events]
    results = [text for name in names for text in (name, f"{name}, nearest number", f"{name}, check", *([f"{name}, effect"] * effects))]
    grid.heads(layout.top + 2, 0, ["shoe"])
    grid.heads(layout.top + 2, 1, ["cards" if effects else "", *deals, *results], numbers=True)


def _deals(grid: Grid, row: int, odds: BetOdds) -> None:
    """The deals of every event and their total; with parts all high ones first, then all low ones."""
    values = [*(event.deals for event in odds.events), odds.total]
    for index, value in enumerate(values):
        high, low = parts(value)
        grid.number(row, _FIRST + index, high if grid.split else value)
        if grid.split:
            grid.number(row, _FIRST + len(values) + index, low, grid.formats.low)


def _formula(grid: Grid, row: int, layout: _Layout, odds: BetOdds, index: int) -> str:
    """The return as net wins times deals over the total, or the probability of one event."""
    total = _whole(grid, row, layout, layout.events)
    if odds.expected_value is None:
        return f"{_whole(grid, row, layout, index)}/{total}"
    end = _FIRST + layout.events - 1
    nets = span((layout.nets, _FIRST), (layout.nets, end), fixed=True)
    high = f"SUMPRODUCT({nets},{span((row, _FIRST), (row, end))})"
    if not grid.split:
        return f"{high}/{total}"
    shift = layout.events + 1
    low = f"SUMPRODUCT({nets},{span((row, _FIRST + shift), (row, end + shift))})"
    return f"({high}*1E12+{low})/{total}"


def _whole(grid: Grid, row: int, layout: _Layout, index: int) -> str:
    """The expression of the deals of an event; of the total after the last."""
    column = _FIRST + index
    return f"({address(row, column)}*1E12+{address(row, column + layout.events + 1)})" if grid.split else address(row, column)


def _result(grid: Grid, row: int, column: int, formula: str, value: Fraction, checks: list[str]) -> None:
    """A formula, the number nearest to the exact value, and the check that they agree."""
    grid.formula(row, column, formula, value)
    grid.number(row, column + 1, float(value), grid.formats.ratio)
    checks.append(grid.check(row, column + 2, near(address(row, column), address(row, column + 1))))


def _weighted(grid: Grid, layout: _Layout, last: int, results: int, checks: list[str]) -> None:
    """The effects times the cards of each value: their sum is 0."""
    grid.text(last + 1, 0, "weighted sum of effects")
    for index in range(results):
        column = layout.results + index * layout.each + 3
        weights, changes = span((layout.first + 1, 1), (last, 1)), span((layout.first + 1, column), (last, column))
        grid.formula(last + 1, column, f"SUMPRODUCT({weights},{changes})", Fraction(0))
        checks.append(grid.check(last + 1, column - 1, f"ABS({address(last + 1, column)})<={TOLERANCE}"))
