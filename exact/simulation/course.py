"""The course of a shoe: what is known of it before a card is dealt, and how many coups are to come.

How many: as the chances of the full shoe for the length of a coup have it.

Nothing that is measured rests on these numbers being right: they are constants of the procedure, known before a card
is dealt, and make the controls of ``exact.simulation.controls`` good or bad ones, not true or false.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from exact.game.bet import Bet, Line, Pays
from exact.game.condition import PLURALS, Condition
from exact.game.definition import Game
from exact.shoes.bulk import evaluate_unseen
from exact.shoes.polynomial import OddsPolynomial, compile_game
from exact.simulation.procedure import AFTER_FIRST, AFTER_MID, MOST_BURNED, SKIPPED, Procedure

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Numbers = NDArray[Any]

SIZES = (4, 5, 6)
"""Cards of a coup, fixed ones among them."""

COUNTS = (0, 1, 2, 3)
"""Cards of one value that a coup takes from the shoe, the last with all above it."""

MAIN_BETS = ("player", "banker")


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

    ``polynomial``: its priced bets and, last, the chance of each of ``SIZES`` with each of ``COUNTS``. ``main``: the
    places of Player and Banker among its priced bets, or none. ``full`` [bets]: returns from the full shoe, ``unseen`` [10],
    of so many ``cards``. ``lengths`` [3]: cards that coups of these sizes take from the shoe, the card burned before them
    among them; ``chances`` [3] of these. ``unlimited``: the coups to come. ``weights`` [10, bets]: a return is about ``full``
    and the mean over the cards left of these, by the effects of removal. ``spread`` [bets]: standard deviation of a return
    once a card of the full shoe is gone, per unit of ``unrest``. ``counted``: the value of ``COUNTS``, that which moves some
    return most.
    """

    procedure: Procedure
    polynomial: OddsPolynomial
    main: tuple[int, ...]
    full: Numbers
    unseen: Numbers
    lengths: tuple[int, ...]
    chances: Numbers
    unlimited: ToCome
    weights: Numbers
    spread: Numbers
    counted: int

    @property
    def cards(self) -> int:
        """The cards of the full shoe."""
        return int(self.unseen.sum())

    @property
    def sure_coups(self) -> int:
        """The coups that every shoe is sure to have: coup n begins before the cut card even if n - 1 longest coups go before."""
        left = self.cards - self.procedure.cut - (MOST_BURNED if self.procedure.burn else 0)
        return max(0, -(-left // self.lengths[-1]))

    @property
    def start(self) -> int:
        """The cards before the cut card where the first coup of a shoe begins, in the mean over its first card."""
        burned = 1 + int(self.unseen @ SKIPPED) / self.cards if self.procedure.burn else 0
        return max(1, round(self.cards - self.procedure.cut - burned))

    @property
    def coups(self) -> float:
        """The coups of a shoe, as expected."""
        return 1 + float(self.unlimited.before[0, self.start])

    def dealt(self, size: int) -> int:
        """The cards of a coup of ``SIZES[size]`` that are dealt from the shoe: ``lengths`` less the burned one."""
        return self.lengths[size] - self.procedure.burn_each

    def unrest(self, cards: Numbers) -> Numbers:
        """The variance of the mean of so many cards left, 1 if one of the full shoe is gone: (T - 1)(T - n) / n of T cards."""
        return (self.cards - 1) * (self.cards - cards) / cards

    def value(self, unseen: Numbers) -> tuple[Numbers, Numbers]:
        """The exact returns [rows, bets] of shoes [rows, 10], and the chances [rows, 3, 4] of ``SIZES`` and ``COUNTS``."""
        return _value(self.polynomial, len(self.full), unseen)

    def gains(self, returns: Numbers) -> Numbers:
        """What perfect play gains of coups with these returns [rows, bets + 1]: on each bet; last, on the better main bet."""
        import numpy as np

        best = returns[:, self.main].max(axis=1) if self.main else np.zeros(len(returns))
        gains: Numbers = np.column_stack([returns, best]).clip(min=0)
        return gains


@lru_cache(maxsize=8)
def course_of(game: Game, procedure: Procedure) -> Course:
    """The course of shoes of that procedure."""
    import numpy as np

    plain, shoe = compile_game(game), game.rules.unseen(procedure.shoe, game.rules.fixed)
    unseen = np.array(shoe.counts)
    full = evaluate_unseen(plain, unseen[None])[0]
    held, cards = unseen > 0, shoe.cards
    removal = np.zeros((10, len(full)))
    removal[held] = evaluate_unseen(plain, (unseen - np.eye(10, dtype=int))[held]) - full
    spread = np.sqrt(unseen @ removal**2 / cards)
    moved = unseen[:, None] * removal**2 / np.maximum(cards * spread**2, 1e-24)
    counted = int(moved.max(axis=1).argmax()) if len(full) else 0
    fixed = (game.rules.fixed.player + game.rules.fixed.banker).count(counted)
    more = (_of(size, counted, fixed + count, count == COUNTS[-1]) for size in SIZES for count in COUNTS)
    polynomial = compile_game(replace(game, bets=(*game.bets, *more)))
    lengths = tuple(len(game.rules.order) + extra + procedure.burn_each for extra in range(len(SIZES)))
    chances = _value(polynomial, len(full), unseen[None])[1][0].sum(axis=1)
    priced = [bet.id for bet in game.bets if bet.priced]
    main = tuple(map(priced.index, MAIN_BETS)) if {*MAIN_BETS} <= {*priced} else ()
    unlimited = _to_come(procedure, cards, lengths, chances, None)
    return Course(procedure, polynomial, main, full, unseen, lengths, chances, unlimited, -(cards - 1) * removal, spread, counted)


def _value(polynomial: OddsPolynomial, bets: int, unseen: Numbers) -> tuple[Numbers, Numbers]:
    """See ``Course.value``; a bet at even money returns twice its chance less 1."""
    values = evaluate_unseen(polynomial, unseen)
    return values[:, :bets], ((1 + values[:, bets:]) / 2).reshape(len(unseen), len(SIZES), len(COUNTS))


def _of(size: int, value: int, count: int, and_more: bool) -> Bet:
    """A bet at even money on a coup of so many cards, so many of that value, the fixed ones among them."""
    counts = frozenset(range(count, 7) if and_more else [count])
    condition = Condition((("cards", frozenset({size})), (PLURALS[value], counts)))
    return Bet(f"{size}-cards-{count}", "", (Line("yes", condition, Pays.parse("1:1")),), "no")


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
