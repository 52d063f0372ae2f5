"""Odds, paytable lines and bets. A bet classifies finished coups; it knows neither rules nor shoe."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from math import lcm

from exact.errors import BetError
from exact.game.condition import Condition, Facts

PUSH = "push"
LOSE = "lose"

_ODDS = r"([0-9]+):([0-9]+)"
_LONGEST = 200
_PERCENT = r"[0-9]+(\.[0-9]+)?%"


@dataclass(frozen=True, slots=True)
class Pays:
    """What a line pays, as the sheet writes it: odds "to one" such as ``3:2``, ``push`` or ``lose``.

    ``to_one`` is the net win for one unit staked: 3/2, 0 or -1.

    >>> Pays.parse("3:2").to_one
    Fraction(3, 2)
    """

    text: str
    to_one: Fraction

    @classmethod
    def parse(cls, text: str) -> Pays:
        """Odds from a game file; ValueError says what would be right."""
        if text in (PUSH, LOSE):
            return cls(text, Fraction(0 if text == PUSH else -1))
        match = re.fullmatch(_ODDS, text) if len(text) <= _LONGEST else None
        if not match:
            raise ValueError("write odds to one as a ratio of whole numbers such as '3:2' or '19:20', or 'push' or 'lose'")
        win, stake = int(match[1]), int(match[2])
        if not stake:
            raise ValueError("odds against a stake of nothing: write a ratio such as '3:2'")
        if not win:
            raise ValueError("a win of nothing: write 'push' if the stake is returned")
        return cls(text, Fraction(win, stake))


LOSES = Pays.parse(LOSE)


def parse_commission(text: str) -> Fraction:
    """A commission on winnings such as ``5%`` or ``2.5%``; ValueError says what would be right.

    >>> parse_commission("5%")
    Fraction(1, 20)
    """
    share = Fraction(text[:-1]) / 100 if re.fullmatch(_PERCENT, text) else None
    if share is None or not 0 < share < 1:
        raise ValueError("write a percentage of the winnings above 0% and below 100%, such as '5%'")
    return share


@dataclass(frozen=True, slots=True)
class Line:
    """One line of a paytable: the event it pays on, the condition that makes the event, and what it pays.

    ``when`` is None for the line that takes every coup no other line takes. ``pays`` is None where the rule
    sheet does not say what the bet pays.
    """

    event: str
    when: Condition | None
    pays: Pays | None


@dataclass(frozen=True, slots=True)
class Bet:
    """A bet: its paytable lines, no two of which hold of the same coup, and the event of every other coup.

    A win pays its odds less ``commission``; whatever no line pays on loses the stake.
    """

    id: str
    name: str
    lines: tuple[Line, ...]
    otherwise: str
    commission: Fraction = Fraction(0)
    note: str = ""

    def every_line(self) -> tuple[Line, ...]:
        """The lines as written and, last, the loss that takes every other coup, if there are others."""
        return (*self.lines, Line(self.otherwise, None, LOSES)) if self.otherwise else self.lines

    def net(self, line: Line) -> Fraction | None:
        """Net win of that line for one unit staked, the commission taken off; None where the sheet is silent."""
        if line.pays is None:
            return None
        win = line.pays.to_one
        return win * (1 - self.commission) if win > 0 else win

    @property
    def nets(self) -> tuple[Fraction, ...] | None:
        """The net win of every line of ``every_line``; None where the sheet is silent about one of them."""
        nets = [self.net(line) for line in self.every_line()]
        known = tuple(net for net in nets if net is not None)
        return known if len(known) == len(nets) else None

    @property
    def priced(self) -> bool:
        """Whether the bet has a return: the net win of every line is known."""
        return self.nets is not None

    def scaled_nets(self) -> tuple[int, tuple[int, ...]] | None:
        """The net wins over their least common denominator: the denominator and every numerator; None like ``nets``.

        >>> win, lose = Line("wins", Condition(()), Pays.parse("1:1")), "loses"
        >>> Bet("banker", "Banker", (win,), lose, parse_commission("5%")).scaled_nets()
        (20, (19, -20))
        """
        nets = self.nets
        if nets is None:
            return None
        scale = lcm(*(net.denominator for net in nets))
        return scale, tuple(int(net * scale) for net in nets)

    def line_of(self, facts: Facts) -> int:
        """The index in ``every_line`` of the line that a finished coup falls on."""
        hits = [index for index, line in enumerate(self.lines) if line.when and line.when.holds(facts)]
        if len(hits) > 1:
            first, second = self.lines[hits[0]].event, self.lines[hits[1]].event
            raise BetError(f"bet {self.id}: lines {first!r} and {second!r} both hold of one coup: make them exclusive")
        if not hits and not self.otherwise:
            raise BetError(f"bet {self.id}: a coup falls on no line: give the bet an 'otherwise'")
        return hits[0] if hits else len(self.lines)

    def conditions(self) -> Iterator[Condition]:
        """The conditions of all lines."""
        return (line.when for line in self.lines if line.when)
