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
from exact.simulation.procedure import Procedure

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Numbers = NDArray[Any]

SIZES = (4, 5, 6)
"""Cards of a coup, fixed ones among them."""


@dataclass(frozen=True, eq=False)
class Course:
    """A game dealt by a procedure.

    ``polynomial``: its priced bets and, last, the chance of each of ``SIZES``. ``full`` [bets]: returns from the full
    shoe. ``lengths`` [3]: cards that coups of these sizes take from the shoe, the card burned before them among them.
    ``before`` [cards]: coups to come after a coup that begins so many cards before the cut card. ``after``: coups to come
    after a coup that ends x cards before the cut card, at ``past`` + x; x is negative for a coup that it showed in.
    ``spread`` [bets]: standard deviation of a return once a card of the full shoe is gone, per unit of ``unrest``.
    """

    polynomial: OddsPolynomial
    full: Numbers
    lengths: tuple[int, ...]
    before: Numbers
    after: Numbers
    past: int
    spread: Numbers

    @property
    def cards(self) -> int:
        """Cards of the full shoe."""
        return len(self.before) - 1

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
    before, after = _to_come(procedure, int(unseen.sum()), lengths, chances)
    held = unseen > 0
    without = evaluate_unseen(polynomial, (unseen - np.eye(10, dtype=int))[held])[:, : -len(SIZES)]
    shares = unseen[held] / unseen.sum()
    spread = np.sqrt(shares @ (without - full) ** 2)
    return Course(polynomial, full, lengths, before, after, lengths[-1], spread)


def _of_size(cards: int) -> Bet:
    """A bet whose return is the chance of a coup of so many cards."""
    others = frozenset(SIZES) - {cards}
    lines = [("yes", frozenset({cards}), "1:1"), ("no", others, "push")]
    return Bet(
        f"{cards}-cards", "", tuple(Line(event, Condition((("cards", sizes),)), Pays.parse(pays)) for event, sizes, pays in lines), ""
    )


def _to_come(procedure: Procedure, cards: int, lengths: tuple[int, ...], chances: Numbers) -> tuple[Numbers, Numbers]:
    """``before`` and ``after`` of ``Course``, by recursion over the cards before the cut card."""
    import numpy as np

    past = lengths[-1]
    before, after = np.zeros(cards + 1), np.zeros(past + cards + 1)
    after[:past] = {"last": 0, "one-more": 1}[procedure.mid_coup]
    after[past] = {"not-commence": 0, "last": 1, "one-more": 2}[procedure.first_card]
    for left in range(1, cards + 1):
        before[left] = chances @ after[[past + left - length for length in lengths]]
        after[past + left] = 1 + before[left]
    return before, after
