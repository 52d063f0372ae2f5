"""The page of one wager in the workbook: its events, its measures and its ranges, all formulas over the deals."""

from __future__ import annotations

from fractions import Fraction
from typing import NamedTuple

from exact.odds.table import BetOdds
from exact.report.odds import describe_pays
from exact.report.sheet.cells import Grid, address, near, span
from exact.report.sheet.facts import HALF_WIDTH, ROUNDS, Z, greatest_payout, rounds_for
from exact.report.sheet.normal import APPROXIMATE, RULE, factors, holds_from, mark, skewness_float, step, third_moment
from exact.rounding import sqrt_float

UNKNOWN = "unknown"
"""Stands for the net win where the rule sheet does not say what a line pays."""


HOLDS = "holds"
"""Stands beside a range of so many rounds that the normal approximation holds; ``APPROXIMATE`` beside any other."""


class Named(NamedTuple):
    """A cell that other pages refer to: what it is, the cell, its exact value or the float nearest to it."""

    name: str
    cell: str
    value: Fraction | float


class Events(NamedTuple):
    """Where a table of events stands: its first and last row, its columns, the expression of its total."""

    first: int
    last: int
    net: int
    deals: int
    probability: int
    returns: int
    squares: int
    total: str


def events_table(grid: Grid, odds: BetOdds, checks: list[str]) -> Events:
    """The events of a bet with everything that follows from their deals, and the checks of their sum."""
    width = len(grid.count_columns)
    grid.heads(grid.row, 0, ["event", "when", "pays"])
    numbers = ["net win, over", "net win, under", "net win", *grid.count_columns, "probability", "true odds", "return", "square of net win"]
    grid.heads(grid.row, 3, numbers, numbers=True)
    first, deals = grid.row + 1, 6
    last = first + len(odds.events) - 1
    place = Events(first, last, 5, deals, deals + width, deals + width + 2, deals + width + 3, "")
    total_row = last + 1
    total = grid.joined(total_row, deals)
    for row, event in enumerate(odds.events, first):
        when = str(event.line.when) if event.line.when else "every other coup"
        grid.texts(row, 0, [event.event, when, describe_pays(odds.bet, event.line)])
        grid.count(row, deals, event.deals)
        if grid.split:
            checks.append(grid.check(row, place.squares + 1, grid.digits_agree(row, deals)))
        _event_formulas(grid, row, place, total, odds, row - first)
    grid.text(total_row, 0, "total")
    grid.count_sum(first, last, total_row, deals, odds.total)
    grid.formula(total_row, place.probability, f"SUM({span((first, place.probability), (last, place.probability))})", Fraction(1))
    if odds.expected_value is not None:
        grid.formula(total_row, place.returns, f"SUM({span((first, place.returns), (last, place.returns))})", odds.expected_value)
    grid.text(total_row + 1, 0, "deals of the shoe")
    grid.count(total_row + 1, deals, odds.total)
    checks.append(grid.check(total_row + 1, place.squares + 1, grid.same_count(total_row, total_row + 1, deals)))
    grid.row = total_row + 3
    return place._replace(total=total)


def _event_formulas(grid: Grid, row: int, place: Events, total: str, odds: BetOdds, index: int) -> None:
    """Net win, probability, true odds, return and its square of one event."""
    event, deals = odds.events[index], grid.joined(row, place.deals)
    grid.formula(row, place.probability, f"{deals}/{total}", event.probability)
    if event.deals:
        grid.formula(row, place.probability + 1, f"({total}-{deals})/{deals}", event.true_odds or Fraction(0))
    if event.net is None:
        grid.text(row, place.net, UNKNOWN)
        return
    grid.number(row, place.net - 2, event.net.numerator)
    grid.number(row, place.net - 1, event.net.denominator)
    grid.formula(row, place.net, f"{address(row, place.net - 2)}/{address(row, place.net - 1)}", event.net)
    net, probability = address(row, place.net), address(row, place.probability)
    grid.formula(row, place.returns, f"{net}*{probability}", event.net * event.probability)
    grid.formula(row, place.squares, f"{net}^2*{probability}", event.net**2 * event.probability)


def bet_page(grid: Grid, odds: BetOdds) -> tuple[Events, list[Named], list[str]]:
    """Writes the page; gives where its events stand, its measures, and the cells of its checks."""
    checks: list[str] = []
    grid.text(grid.row, 0, odds.bet.name, grid.formats.title)
    grid.row += 2
    place = events_table(grid, odds, checks)
    named = _measures(grid, odds, place, checks)
    if odds.variance is not None:
        _ranges(grid, odds, {item.name: item for item in named})
    grid.page.set_column(0, 0, 44)
    grid.page.set_column(1, 1, 42)
    grid.page.set_column(2, place.squares + 1, 17)
    return place, named, checks


def _column(place: Events, column: int) -> str:
    return span((place.first, column), (place.last, column), fixed=True)


def _measures(grid: Grid, odds: BetOdds, place: Events, checks: list[str]) -> list[Named]:
    """The measures as formulas, beside the exact values and a check that they agree."""
    grid.heads(grid.row, 0, ["measure, per unit staked"])
    grid.heads(grid.row, 1, ["formula", "nearest number", "check"], numbers=True)
    grid.heads(grid.row, 4, ["exact value"])
    grid.row += 1
    start = grid.row
    named = []
    for name, formula, value, exact in _formulas(odds, place, start):
        row = grid.row
        grid.text(row, 0, name)
        look = grid.formats.count if name.startswith("rounds") else grid.formats.ratio
        grid.formula(row, 1, formula, value, look)
        grid.number(row, 2, float(value), look)
        checks.append(grid.check(row, 3, near(address(row, 1), address(row, 2))))
        grid.text(row, 4, exact)
        named.append(Named(name, address(row, 1, fixed=True), value))
        grid.row += 1
    grid.row += 1
    return named


Formula = tuple[str, str, Fraction | float, str]
"""Name, formula, value, and the exact value as text."""


def _formulas(odds: BetOdds, place: Events, start: int) -> list[Formula]:
    """The formulas of all measures; the one in line i may refer to those above it."""
    nets, chances = _column(place, place.net), _column(place, place.probability)
    wins = f'SUMIF({nets},">0",{chances})+SUMIF({nets},"{UNKNOWN}",{chances})'
    frequencies: list[Formula] = [
        ("hit frequency", wins, odds.hit_frequency, str(odds.hit_frequency)),
        ("push frequency", f"SUMIF({nets},0,{chances})", odds.push_frequency, str(odds.push_frequency)),
    ]
    variance, mean = odds.variance, odds.expected_value
    if variance is None or mean is None:
        return frequencies
    cell = [address(start + line, 1) for line in range(11)]
    resolved = odds.edge_per_resolved_bet
    root = sqrt_float(variance)
    greatest = greatest_payout(odds)
    rounds = rounds_for(odds, 95, HALF_WIDTH)
    formulas: list[Formula] = [
        *frequencies,
        ("return", f"SUM({_column(place, place.returns)})", mean, str(mean)),
        ("return to player", f"1+{cell[2]}", 1 + mean, str(1 + mean)),
        ("house edge, pushes counted", f"-{cell[2]}", -mean, str(-mean)),
        ("variance", f"SUM({_column(place, place.squares)})-{cell[2]}^2", variance, str(variance)),
        ("standard deviation", f"SQRT({cell[5]})", root, f"square root of {variance}"),
        *((f"volatility index {percent}%", f"{float(z)}*{cell[6]}", sqrt_float(z * z * variance), f"{z} times the standard deviation")
          for percent, z in Z.items()),
    ]  # fmt: skip
    if resolved is not None:
        formulas.append(("house edge, pushes left out (per resolved bet)", f"{cell[4]}/(1-{cell[1]})", resolved, str(resolved)))
    if greatest:
        formulas.append(("greatest payout, to one", f"SUMPRODUCT(MAX(({chances}>0)*{nets}))", max(greatest[0], Fraction(0)), greatest[1]))
    if rounds:
        formula = f"ROUNDUP({float(Z[95])}^2*{cell[5]}/{float(HALF_WIDTH)}^2,0)"
        formulas.append(("rounds for a half-width of 0.1% at 95%", formula, Fraction(rounds), f"{mark(odds, 95, rounds)}{rounds}"))
    return [*formulas, *_skewness(odds, cell, address(start + len(formulas), 1), nets, chances)]


def _skewness(odds: BetOdds, cell: list[str], own: str, nets: str, chances: str) -> list[Formula]:
    """The skewness, whose cell is ``own``, and the rounds from which each range holds."""
    skewness, apart, formulas = skewness_float(odds), step(odds), list[Formula]()
    if skewness is not None and apart is not None:
        exact = f"{third_moment(odds)} over the cube of the standard deviation"
        formulas.append(("skewness", f"SUMPRODUCT(({nets}-{cell[2]})^3*{chances})/{cell[6]}^3", skewness, exact))
    for percent in Z:
        skewed, stepped = map(float, factors(percent))
        least = holds_from(odds, percent) or ROUNDS[0]
        own_rule = "" if apart is None else f",ROUNDUP(({skewed}*ABS({own})+{stepped}*({apart})/{cell[6]})^2,0)"
        formula = f"MAX({ROUNDS[0]}{own_rule})"
        formulas.append((_holding(percent), formula, Fraction(least), str(least)))
    return formulas


def _holding(percent: int) -> str:
    return f"rounds from which the {percent}% range holds"


def _ranges(grid: Grid, odds: BetOdds, named: dict[str, Named]) -> None:
    """The range of the measured return to player by number of rounds, and whether it holds."""
    columns = (f"{percent}% {name}" for percent in Z for name in ("from", "to", "range"))
    grid.heads(grid.row, 0, ["measured return, rounds", *columns], numbers=True)
    for row, rounds in enumerate(ROUNDS, grid.row + 1):
        grid.number(row, 0, rounds)
        for index, percent in enumerate(Z):
            _range(grid, odds, named, (row, 1 + 3 * index), percent, rounds)
    grid.row += len(ROUNDS) + 2
    grid.text(grid.row, 0, RULE)
    grid.row += 2


def _range(grid: Grid, odds: BetOdds, named: dict[str, Named], place: tuple[int, int], percent: int, rounds: int) -> None:
    """Both ends of one range, and whether it holds."""
    (row, column), z = place, Z[percent]
    mean, deviation, least = named["return to player"], named["standard deviation"], named[_holding(percent)]
    half = Fraction(sqrt_float(z * z * (odds.variance or Fraction(0)) / rounds))
    for offset, sign in enumerate("-+"):
        value = Fraction(mean.value) + (half if sign == "+" else -half)
        formula = f"{mean.cell}{sign}{float(z)}*{deviation.cell}/SQRT({address(row, 0)})"
        grid.formula(row, column + offset, formula, value)
    told = APPROXIMATE if mark(odds, percent, rounds) else HOLDS
    grid.formula(row, column + 2, f'IF({address(row, 0)}<{least.cell},"{APPROXIMATE}","{HOLDS}")', told, grid.formats.check)
