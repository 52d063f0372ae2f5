"""Control variates of a shoe: sums with mean zero that take away what the luck of the shoe adds.

Let r_n be the exact return of a bet on the n-th coup given the unseen cards before it, r_0 that from the full shoe, and
N the coups dealt; r_(N+1) is the return that one more coup would have. Cards come in random order, and where a coup ends,
and whether another begins, is known once its cards are dealt: the return from a shoe is the mean of the returns after a
coup has left it, so that r_0, r_1, ..., r_(N+1) is a martingale. Therefore

(1) sum b_n (r_(n+1) - r_n) has mean zero if each b_n is known before coup n.

The cut-card effect is the mean of S = sum (r_n - r_0) over the coups of a shoe. Let h_n be any guess of the number of
coups after coup n that depends on nothing but where that begins (and on n), and a_n the guess once coup n is dealt:
a_n = 1 + h_(n+1), or 0 after the last; it depends on coup n by its length alone. Then N - n = h_n + sum_(j >= n) (a_j - h_j).
Let A_n be the mean of a_n over the lengths of coup n given the unseen cards: a_j - A_j has mean zero given everything
before coup j. With a_0 = 1 + h_1, N = a_0 + sum (a_j - h_j). By parts, and with the sums over j and n exchanged,

S = N (r_1 - r_0) + sum (N - n) (r_(n+1) - r_n) = a_0 (r_1 - r_0) + sum h_n (r_(n+1) - r_n) + (a_n - h_n) (r_(n+1) - r_0).

In a_n - h_n = (a_n - A_n) + (A_n - h_n) and r_(n+1) - r_0 = (r_(n+1) - r_n) + (r_n - r_0) the terms h_n (r_(n+1) - r_n),
(A_n - h_n) (r_(n+1) - r_n) and (a_n - A_n) (r_n - r_0) have mean zero. What is left gives

(2) E S = E [ a_0 (r_1 - r_0) + sum (a_n - A_n) (r_(n+1) - r_n) + (A_n - h_n) (r_n - r_0) ],

where a_0 may be lessened by any constant. Both sums are small: the guess errs little over one coup, and r_n moves little
but near the end, where few coups are to come. Of a bet that is offered on the first coups of a shoe only, S and the guesses
count those.

What perfect play wins is a sum of max(r_n, 0). With b_n about its slope in r_n, (1) takes out the first order of its noise,
and most of the second is taken out as follows. The mean m of some weights over the cards left is a martingale, and so is
the mean q of their products over pairs of cards left; with the effects of removal as weights, r_n is about r_0 + m_n. Hence

(3) sum c_n [ q_(n+1) - q_n - 2 m_n (m_(n+1) - m_n) ] has mean zero if each c_n is known before coup n,

and each bracket is about (r_(n+1) - r_n)^2 less its mean. A coup that takes fewer cards than it might leaves more coups to
come, each worth about what perfect play gains on this one, d_n = max(r_n, 0):

(4) sum d_n (a_n - A_n) has mean zero if each d_n is known before coup n.

Last, let u + w m' be any guess of what is still to win after coup n, where u and w depend on how many cards coup n takes,
and how many of one value, only, and m' is a mean of weights over the cards left after it. With U and W the means of u
and w over both numbers, given the unseen cards before coup n, and m the mean of the weights over those,

(5) sum [ u + w m - U - W m + W (m' - m) ] has mean zero,

and so has, where the first card of a shoe is opened,

(6) the guess after the first card less its mean over that card.

How much of (1), (3), (4), (5) and (6) is taken off is fitted by least squares.

Where so few cards are left that r_(n+1) may not exist, the martingales end: of (2) the rest of S is added as it is, of (1),
(3) and (5) the terms in r_(n+1), q_(n+1) and m' are left out. Whether they do is known before the coup.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from exact.game.definition import Game
from exact.simulation.course import COUNTS, SIZES, Course, to_come
from exact.simulation.hands import NO_THIRD, hand_digits
from exact.simulation.procedure import SKIPPED, Procedure
from exact.simulation.worth import Worth, worth_of

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Numbers = NDArray[Any]

PLACES = 8
"""Places in the rest of a shoe that stand for all when the favorable coups to come are guessed."""

SPREADS = (0.8, 1.25)
"""Deviations of later returns in those that effects of removal give: returns from few cards are not normal, and a fit of both is closer."""


@dataclass(frozen=True, eq=False)
class Coups:
    """The coups of some shoes in the order of dealing, one row a coup.

    ``shoe`` and ``number`` of each, from 0 and from 1; ``last``: whether it is the last of its shoe; ``left``: cards before
    the cut card where it begins; ``taken``: cards that it takes, the burned one among them; ``before`` and ``after``
    [rows, 10]: the unseen cards, ``unseen`` their number before; ``enough``: whether r_(n+1) is sure to exist; ``chances``
    [rows, 3, 4]: of the course's sizes and counts; ``returns`` [rows, bets]; ``held`` the same, stopped; ``step``:
    r_(n+1) - r_n of ``held``.
    """

    course: Course
    shoe: Numbers
    number: Numbers
    last: Numbers
    left: Numbers
    taken: Numbers
    before: Numbers
    after: Numbers
    unseen: Numbers
    enough: Numbers
    chances: Numbers
    returns: Numbers
    held: Numbers
    step: Numbers


def read_coups(game: Game, procedure: Procedure, course: Course, unseen: Numbers, notes: Numbers) -> Coups:
    """The record of a block, see ``dealer.deal_shoes``, every coup valued."""
    import numpy as np

    shoe, number, player, banker, start = notes.T
    returns, chances = course.value(unseen)
    cards = unseen.sum(axis=1)
    enough = cards >= 2 * course.polynomial.degree  # a coup can follow whatever this one takes, and two cards are left for (3)
    last = np.append(np.diff(shoe) != 0, True)
    ends = last & enough
    following = np.roll(returns, -1, axis=0)
    after = unseen - cards_taken(game, player, banker)
    following[ends] = course.value(after[ends])[0]
    stops = ~enough & ((number == 1) | np.roll(enough, 1))
    held = returns[np.maximum.accumulate(np.where(enough | stops, np.arange(len(notes)), 0))]
    step = np.where(enough[:, None], following - returns, 0)
    taken = course.lengths[0] + sum(hand_digits(hand)[2] != NO_THIRD for hand in (player, banker))
    left = course.cards - procedure.cut - start
    return Coups(course, shoe, number, last, left, taken, unseen, after, cards, enough, chances, returns, held, step)


def _square(coups: Coups) -> Numbers:
    """The bracket of (3), one row a coup [rows, bets]."""
    import numpy as np

    def means(cards: Numbers) -> tuple[Numbers, Numbers]:
        number = np.maximum(cards.sum(axis=1), 2)[:, None]
        total, squares = cards @ coups.course.weights, cards @ coups.course.weights**2
        return total / number, (total**2 - squares) / (number * (number - 1))

    (mean, product), (next_mean, next_product) = means(coups.before), means(coups.after)
    bracket: Numbers = np.where(coups.enough[:, None], next_product - product - 2 * mean * (next_mean - mean), 0)
    return bracket


def cards_taken(game: Game, player: Numbers, banker: Numbers) -> Numbers:
    """The cards of each point value [rows, 10] that coups with these hands took from the shoe, hands being numbers."""
    import numpy as np

    counts = np.zeros((len(player), NO_THIRD + 1), np.int64)
    rows = np.arange(len(player))
    for hand in (player, banker):
        for card in hand_digits(hand):
            counts[rows, card] += 1
    for fixed in game.rules.fixed.player + game.rules.fixed.banker:
        counts[:, fixed] -= 1
    taken: Numbers = counts[:, :NO_THIRD]
    return taken


def excess(coups: Coups, hands: int | None) -> Numbers:
    """What stands for r_n - r_0 in (2), one row a coup [rows, bets], of bets offered on the first ``hands`` coups of a shoe."""
    import numpy as np

    course, before = coups.course, to_come(coups.course, hands).before
    surprise, drift = _guessed(coups, hands)
    controlled = surprise[:, None] * coups.step + drift[:, None] * (coups.held - course.full)
    values: Numbers = controlled + (coups.returns - coups.held) * offered(coups, hands)[:, None]
    first = np.flatnonzero(coups.number == 1)
    k = np.minimum(coups_ahead(coups, hands), len(before) - 1).astype(int)[first]
    begun = before[k, coups.left[first]] - before[k, course.start]
    values[first] += begun[:, None] * (coups.returns[first] - course.full)
    return values


def _guessed(coups: Coups, hands: int | None) -> tuple[Numbers, Numbers]:
    """a_n - A_n and A_n - h_n, one a coup; with the cut card out a_n = A_n = h_n."""
    import numpy as np

    coming, left = to_come(coups.course, hands), np.maximum(coups.left, 1)
    k = np.minimum(coups_ahead(coups, hands), len(coming.before) - 1).astype(int)
    guess, known = coming.before[k, left], coming.after[k, coming.past + left - coups.taken]
    surprise, drift = np.zeros(len(left)), np.zeros(len(left))
    for chance, length in zip(coups.chances.sum(axis=2).T, coups.course.lengths, strict=True):
        after = coming.after[k, coming.past + left - length]
        surprise += chance * (known - after)
        drift += chance * (after - guess)
    running = coups.left > 0
    return surprise * running, drift * running


def offered(coups: Coups, hands: int | None) -> Numbers:
    """Whether a bet is offered on each coup that is offered on the first ``hands`` of a shoe; None: on all."""
    import numpy as np

    on: Numbers = coups.number <= (np.inf if hands is None else hands)
    return on


def coups_ahead(coups: Coups, hands: int | None) -> Numbers:
    """How many coups after each a bet is offered on that is offered on the first ``hands`` of a shoe, if so many are dealt."""
    import numpy as np

    ahead: Numbers = np.maximum((np.inf if hands is None else hands) - coups.number, 0)
    return ahead


def hedges(coups: Coups, hands: int | None) -> Numbers:
    """The terms of (1) and (3) for sums of max(r_n, 0), one row a coup [2 * spreads, rows, bets].

    b_n is about the number of later coups with a return over 0, c_n its derivative by r_n. Later returns are taken for
    normal with the variance of a mean of cards, at ``PLACES`` in the rest of the shoe, and once for each of ``SPREADS``.
    """
    import numpy as np

    course, left = coups.course, np.maximum(coups.left, 0)
    all_to_come = course.unlimited.before[0, left]
    guess = np.minimum(coups_ahead(coups, hands), all_to_come)
    to_deal = left * guess / np.maximum(all_to_come, 1)
    favorable, curvature = np.zeros((2, len(SPREADS), *coups.returns.shape))
    for part in range(PLACES):
        later = coups.unseen - to_deal * (part + 0.5) / PLACES
        growth = np.maximum(course.unrest(later) - course.unrest(coups.unseen), 1e-9)
        deviation = np.sqrt(growth)[:, None] * np.maximum(course.spread, 1e-12)
        for place, spread in enumerate(SPREADS):
            slope = np.tanh(0.85 / spread * coups.returns / deviation)  # about the normal law: any function known before will do
            favorable[place] += (1 + slope) / 2 / PLACES
            curvature[place] += 0.425 / spread * (1 - slope**2) / deviation / PLACES
    terms: Numbers = guess[:, None] * np.concatenate([favorable * coups.step, curvature * _square(coups)])
    return terms


def surprises(coups: Coups, hands: int | None) -> Numbers:
    """The terms of (4), one row a coup [rows, bets + 1]; last, for the better of Player and Banker."""
    gains = coups.course.gains(coups.returns) * offered(coups, hands)[:, None]
    terms: Numbers = gains * _guessed(coups, hands)[0][:, None]
    return terms


def worths(coups: Coups, hands: int | None) -> Numbers:
    """The terms of (5), one row a coup [rows, bets + 1]; last, for the better of Player and Banker."""
    import numpy as np

    worth = worth_of(coups.course, hands)
    if worth is None:
        return np.zeros((len(coups.left), len(coups.course.full) + 1))
    course, row = coups.course, worth.following[_row(coups, hands, worth)]
    counted = coups.before[:, course.counted]
    drawn = np.minimum(counted - coups.after[:, course.counted], COUNTS[-1])
    likely, found = np.zeros((2, len(row), *worth.table.shape[3:]))
    for size in range(len(SIZES)):
        for count in COUNTS:
            guess = worth.table[row, coups.unseen - course.dealt(size), np.maximum(counted - count, 0)].astype(float)
            likely += guess * coups.chances[:, size, count, None, None]
            found += guess * ((coups.taken == course.lengths[size]) & (drawn == count))[:, None, None]
    mean = worth.means(coups.before)
    step = np.where(coups.enough[:, None], worth.means(coups.after) - mean, 0)
    surprise = found - likely
    counts = (coups.left > 0) & offered(coups, hands)
    terms: Numbers = (surprise[:, 0] + surprise[:, 1] * mean + likely[:, 1] * step) * counts[:, None]
    return terms


def openings(coups: Coups, hands: int | None) -> Numbers:
    """The terms of (6), one row a coup [rows, bets + 1], 0 but for the first; last, for the better of Player and Banker."""
    import numpy as np

    course, worth = coups.course, worth_of(coups.course, hands)
    terms = np.zeros((len(coups.left), len(course.full) + 1))
    if worth is None or not course.procedure.burn:
        return terms
    unseen = np.maximum(course.unseen - np.eye(10, dtype=int), 0)
    rows = np.full(10, hands) if worth.limited else np.array(SKIPPED)
    level, slope = worth.table[rows, course.cards - 1, unseen[:, course.counted]].swapaxes(0, 1)
    guesses = level + slope * worth.means(unseen)
    first = np.flatnonzero(coups.number == 1)
    opened = (course.unseen - coups.before[first]).argmax(axis=1)
    terms[first] = guesses[opened] - course.unseen @ guesses / course.cards
    return terms


def _row(coups: Coups, hands: int | None, worth: Worth) -> Numbers:
    """The row of the table where each coup begins."""
    import numpy as np

    burned = coups.unseen - coups.left - coups.course.procedure.cut
    found = coups_ahead(coups, hands) + offered(coups, hands) if worth.limited else burned
    row: Numbers = np.minimum(found, len(worth.table) - 1).astype(int)
    return row
