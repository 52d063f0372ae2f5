"""The figures of a sheet, gathered once; every form of the sheet is written from them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from math import ceil, isqrt

from exact.errors import ExactError, ShoeError
from exact.game.definition import Game
from exact.game.shoe import Shoe
from exact.odds.table import BetOdds, OddsTable, odds_table
from exact.report.certificate import digest
from exact.report.readings import Alternative, alternatives
from exact.report.sheet.beyond import Beyond, dealt_beyond
from exact.report.sheet.evidence import Check, Walked, gather, walked
from exact.rounding import decimal_text, sqrt_text
from exact.shoes.closed_form import ClosedForms, closed_forms
from exact.shoes.removal import Removal, removal

Z: Mapping[int, Fraction] = {90: Fraction("1.65"), 95: Fraction("1.96"), 99: Fraction("2.58")}
"""Confidence in percent -> the number of standard deviations on either side, as PAR sheets round it."""

ROUNDS: tuple[int, ...] = tuple(10**power for power in range(3, 10))
HALF_WIDTH = Fraction(1, 1000)
"""The precision for which the sheet says how many rounds it takes."""


class SheetError(ExactError):
    """A sheet that cannot be made as asked."""


@dataclass(frozen=True, slots=True)
class Labels:
    """What the caller says of the sheet: its date and its version, empty where nothing is said; the program's version."""

    date: str = ""
    version: str = ""
    program: str = ""


@dataclass(frozen=True)
class Sheet:
    """Everything that a sheet tells of one game and one shoe.

    ``removal`` is None where a card cannot leave the shoe: it is infinite, or would be too small for a coup.
    """

    game: Game
    labels: Labels
    digest: str
    table: OddsTable
    readings: tuple[Alternative, ...]
    forms: ClosedForms
    removal: Removal | None
    walked: Walked
    checks: tuple[Check, ...]
    beyond: Beyond

    @property
    def shoe(self) -> Shoe:
        """The shoe as given."""
        return self.table.shoe


def make_sheet(game: Game, shoe: Shoe, labels: Labels, *, coups: int = 0, shoes: int = 0, seed: int = 1) -> Sheet:
    """The figures of a game and a shoe, by every road; raises ArithmeticError where two roads differ.

    ``coups`` and ``shoes`` are dealt by the simulator besides, from that seed.
    """
    table = odds_table(game, shoe)
    forms = closed_forms(game)
    seen = walked(game, table.outcomes.unseen, table.deals)
    checks = gather(game, table, forms, seen)
    _, other = alternatives(game, shoe, None)
    return Sheet(
        game,
        labels,
        digest(game.document),
        table,
        tuple(other),
        forms,
        _effects(game, shoe),
        seen,
        checks,
        dealt_beyond(table, coups, shoes, seed),
    )


def _effects(game: Game, shoe: Shoe) -> Removal | None:
    try:
        return removal(game, shoe, 1)
    except ShoeError:
        return None


def volatility_index(odds: BetOdds, percent: int, digits: int) -> str | None:
    """The standard deviation times z, rounded once."""
    return None if odds.variance is None else sqrt_text(Z[percent] ** 2 * odds.variance, digits)


def measured_range(odds: BetOdds, percent: int, rounds: int, digits: int) -> tuple[str, str] | None:
    """Return to player less and plus z standard deviations of the mean of that many rounds."""
    mean, variance = odds.return_to_player, odds.variance
    if mean is None or variance is None:
        return None
    square = Z[percent] ** 2 * variance / rounds
    return plus_root(mean, square, -1, digits), plus_root(mean, square, 1, digits)


def plus_root(start: Fraction, square: Fraction, sign: int, digits: int) -> str:
    """The sum start + sign sqrt(square), rounded once, half to even.

    The root lies between its rounded decimal less and plus one unit of the last place. When both ends give the same
    text it is the right one; until then more places are taken. A root that is itself a fraction is taken as it is.

    >>> plus_root(Fraction(1), Fraction(2), -1, 4), plus_root(Fraction(1), Fraction(9, 4), 1, 0)
    ('-0.4142', '2')
    """
    whole = Fraction(isqrt(square.numerator), isqrt(square.denominator))
    if whole * whole == square:
        return decimal_text(start + sign * whole, digits)
    places = digits + 20
    while True:
        root = Fraction(sqrt_text(square, places))
        unit = Fraction(1, 10**places)
        low, high = (decimal_text(start + sign * end, digits) for end in (root - unit, root + unit))
        if low == high:
            return low
        places *= 2


def rounds_for(odds: BetOdds, percent: int, half_width: Fraction) -> int | None:
    """The fewest rounds for which z standard deviations of the mean are no more than the half-width."""
    return None if odds.variance is None else ceil(Z[percent] ** 2 * odds.variance / half_width**2)


def greatest_payout(odds: BetOdds) -> tuple[Fraction, str] | None:
    """The greatest net win for one unit among the events that can come, and the event; None where pays are unknown."""
    wins = [(event.net, event.event) for event in odds.events if event.deals and event.net is not None]
    unknown = any(event.net is None for event in odds.events)
    return None if unknown or not wins else max(wins, key=lambda win: win[0])
