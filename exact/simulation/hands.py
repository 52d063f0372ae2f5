"""A hand as one number, as the dealing loops keep it, and the cards of a coup in dealing order.

The number of a hand of two or three cards is first card * 110 + second card * 11 + third card, 10 for no third card: the
digits of a number below 1100 to the bases 10, 10 and 11.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeVar

from exact.game.coup import PLAYER, Coup
from exact.game.rules import Rules

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Numbers = NDArray[Any]

HAND_NUMBERS = 1100
"""Every hand number is below it, so that a pair of hands is player * HAND_NUMBERS + banker."""

NO_THIRD = 10
"""The last digit of a hand of two cards."""

N = TypeVar("N", int, "Numbers")


def hand_number(first: int, second: int, third: int = NO_THIRD) -> int:
    """The number of a hand; the loops compile this very function.

    >>> hand_number(7, 0, 4), hand_number(9, 9)
    (774, 1099)
    """
    return first * 110 + second * 11 + third


def hand_digits(number: N) -> tuple[N, N, N]:
    """First, second and third card of a hand number or of an array of them, the third ``NO_THIRD`` where there is none.

    >>> hand_digits(774), hand_digits(1099)
    ((7, 0, 4), (9, 9, 10))
    """
    return number // 110, number // 11 % 10, number % 11


def cards_of(number: int) -> tuple[int, ...]:
    """The cards of a hand number.

    >>> cards_of(774), cards_of(1099)
    ((7, 0, 4), (9, 9))
    """
    first, second, third = hand_digits(number)
    return (first, second) if third == NO_THIRD else (first, second, third)


def in_dealing_order(rules: Rules, coup: Coup) -> tuple[int, ...]:
    """The cards of a finished coup in the order in which they were dealt, fixed cards left out.

    The first cards in the order of the rules, then the Player's third card, then the Banker's.
    """
    player, banker = list(coup.player[len(rules.fixed.player) :]), list(coup.banker[len(rules.fixed.banker) :])
    first = [(player if hand == PLAYER else banker).pop(0) for hand in rules.order]
    return (*first, *player, *banker)
