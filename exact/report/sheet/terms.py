"""The words of a sheet, those that it uses."""

from __future__ import annotations

from collections.abc import Iterator

from exact.report.document import Block, Heading, Table
from exact.report.sheet.facts import Sheet
from exact.report.sheet.normal import APPROXIMATE


def terms(sheet: Sheet) -> Iterator[Block]:
    """Every word with its meaning; those of returns only where a bet has one."""
    game = sheet.game
    priced = any(odds.variance is not None for odds in sheet.table.bets)
    commission = "; a commission is taken off the win" if any(bet.commission for bet in game.bets) else ""
    rows = [
        ("coup", "one deal from bets to result"),
        ("deals", "ordered deals of the longest coup's number of cards, the unit of every count"),
        ("true odds", "(1-p)/p to one, p being the probability of the event"),
        ("hit frequency, push frequency", "probability of a net win; of a push"),
    ]
    if priced:
        rows[2:2] = [("pays", f"odds to one: 3:2 returns the stake and 1.5 more{commission}")]
        rows += _OF_RETURNS
    if sheet.removal:
        changed = "return" if priced else "probability"
        rows.append(("effect of removal", f"change of the {changed} when one given card leaves the shoe"))
    if game.readings:
        rows.append(("reading", "one of the ways in which an ambiguous clause of the rule sheet can be understood"))
    yield Heading("Terms")
    yield Table.of("term|meaning", rows)


_OF_RETURNS = [
    ("return", "expected net win per unit staked, a push counting zero"),
    ("house edge", "minus the return, pushes counted as bets; per resolved bet: divided by the probability of no push"),
    ("return to player", "1 plus the return"),
    ("standard deviation", "square root of the variance of the net win per unit staked in one coup"),
    ("skewness", "third central moment of the net win over the cube of its standard deviation"),
    ("step of net wins", "h: the greatest number of which all differences between net wins are whole multiples"),
    ("volatility index", "z times the standard deviation: z = 1.65 for 90%, 1.96 for 95%, 2.58 for 99%"),
    ("range of measured return", "return to player -+ z times standard deviation over the root of the number of rounds, flat bets"),
    (APPROXIMATE, "before a range or a number of rounds: fewer than the normal approximation holds from (see Wagers)"),
]
