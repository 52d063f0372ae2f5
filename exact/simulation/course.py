"""The course of a shoe: how many coups are to come, as the chances of the full shoe for the length of a coup have it.

Nothing that is measured rests on these numbers being right: they are constants of the procedure, known before a card
is dealt, and make the controls of ``exact.simulation.controls`` good or bad ones, not true or false.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from exact.game.bet import Bet, Line, Pays
from exact.game.condition import Condition
from exact.game.definition import Game
from exact.shoes.bulk import evaluate_unseen
from exact.shoes.polynomial import OddsPolynomial, compile_game
from exact.simulation.procedure import AFTER_FIRST, AFTER_MID, MOST_BURNED, Procedure

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Numbers = NDArray[Any]

SIZES = (4, 5, 6)
"""Cards of a coup, fixed ones among them."""


@dataclass(frozen=True, eq=False)
class ToCome:
    """How many coups are to come, as expected; less k where only the next k are counted, which is 0 where all are sure.

    ``before`` [k, cards]: after a coup that begins so many cards before the cut card. ``after`` [k, cards]: after a coup
    that ends x cards before the cut card, at ``past`` + x; x is negative for a coup that it showed in. One row, k without
    end, where all coups are counted.
    """

    before: Numbers
    after: Numbers
    past: int


@dataclass(frozen=True, eq=False)
class Course:
    """A game dealt by a procedure.

    ``polynomial``: its priced bets and, last, the chance of each of ``SIZES``. ``full`` [bets]: returns from the full
    shoe of so many ``cards``. ``lengths`` [3]: cards that coups of these sizes take from the shoe, the card burned before
    them among them. ``unlimited``: the coups to come. ``weights`` [10, bets]: a return is about ``full`` and the mean over
    the cards left of these, by the effects of removal. ``spread`` [bets]: standard deviation of a return once a card of the
    full shoe is gone, per unit of ``unrest``.
    """

    procedure: Procedure
    polynomial: OddsPolynomial
    full: Numbers
    cards: int
    lengths: tuple[int, ...]
    chances: Numbers
    unlimited: ToCome
    weights: Numbers
    spread: Numbers

    @property
    def sure_coups(self) -> int:
        """The coups that every shoe is sure to have: coup n begins before the cut card even if n - 1 longest coups go before."""
        left = self.cards - self.procedure.cut - (MOST_BURNED if self.procedure.burn else 0)
        return max(0, -(-left // self.lengths[-1]))

    def unrest(self, cards: Numbers) -> Numbers:
        """The variance of the mean of so many cards left, 1 if one of the full shoe is gone: (T - 1)(T - n) / n of T cards."""
        return (self.cards - 1) * (self.cards - cards) / cards


@lru_cache(maxsize=8)
def course_of(game: Game, procedure: Procedure) -> Course:
    """The course of shoes of that procedure."""
    import numpy as np

    polynomial = compile_game(replace(game, bets=(*game.bets, *map(_of_size, SIZES))))
    unseen = np.array(game.rules.unseen(procedure.shoe, game.rules.fixed).counts)
    returns = evaluate_unseen(polynomial, unseen[None])[0]
    full, chances = returns[: -len(SIZES)], returns[-len(SIZES) :]
    lengths = tuple(len(game.rules.order) + more + procedure.burn_each for more in range(len(SIZES)))
    cards = int(unseen.sum())
    held = unseen > 0
    removal = evaluate_unseen(polynomial, (unseen - np.eye(10, dtype=int))[held])[:, : -len(SIZES)] - full
    weights = np.zeros((10, len(full)))
    weights[held] = -(cards - 1) * removal
    spread = np.sqrt(unseen[held] @ removal**2 / cards)
    unlimited = _to_come(procedure, cards, lengths, chances, None)
    return Course(procedure, polynomial, full, cards, lengths, chances, unlimited, weights, spread)


def _of_size(cards: int) -> Bet:
    """A bet whose return is the chance of a coup of so many cards."""
    others = frozenset(SIZES) - {cards}
    lines = [("yes", frozenset({cards}), "1:1"), ("no", others, "push")]
    return Bet(
        f"{cards}-cards", "", tuple(Line(event, Condition((("cards", sizes),)), Pays.parse(pays)) for event, sizes, pays in lines), ""
    )


@lru_cache(maxsize=8)
def to_come(course: Course, hands: int | None) -> ToCome:
    """The coups to come on which a bet is offered that is offered on the first ``hands`` of a shoe; None: on all."""
    return course.unlimited if hands is None else _to_come(course.procedure, course.cards, course.lengths, course.chances, hands)


def _to_come(procedure: Procedure, cards: int, lengths: tuple[int, ...], chances: Numbers, hands: int | None) -> ToCome:
    """By recursion over the cards before the cut card, for every k at once."""
    import numpy as np

    past = lengths[-1]
    most = np.array([np.inf]) if hands is None else np.arange(1 + hands)
    counted_less = 0 if hands is None else most
    before, after = np.zeros((len(most), cards + 1)), np.zeros((len(most), past + cards + 1))
    after[:, :past] = (np.minimum(most, AFTER_MID[procedure.mid_coup]) - counted_less)[:, None]
    after[:, past] = np.minimum(most, AFTER_FIRST[procedure.first_card]) - counted_less
    for left in range(1, cards + 1):
        before[:, left] = after[:, [past + left - length for length in lengths]] @ chances
        after[:, past + left] = 1 + before[:, left] if hands is None else np.append(0, before[:-1, left])
    return ToCome(before, after, past)
