"""What perfect play is still to win in a shoe, guessed from the cards left.

Of the cards left n, those left of the value that the game's returns hang on most, s, and the mean m of the effects of the
others, the guess is a function v = level + slope * m. Its tables come from sample compositions of each n and s, in
which the gain of a coup is fitted by a line in m, and by recursion over the coups to come. As those of
``exact.simulation.course`` the tables are constants: nothing that is measured rests on their being right.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from exact.simulation.course import COUNTS, SIZES, Course
from exact.simulation.procedure import AFTER_FIRST, AFTER_MID, MOST_BURNED

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Numbers = NDArray[Any]

SAMPLES = 8
"""Compositions of the other cards for each number of cards left and of counted ones."""

DEVIATIONS = 6
"""Numbers of counted cards further than so many standard deviations from their mean are taken to be worth nothing."""

LARGEST = 40_000_000
"""Numbers of a table. Where it would be larger there is no guess: of 7 Up beyond 41 decks, 11 if a card is burned before each coup."""

FLAT = 1e-12
"""Means that differ by less, in squares and in the greatest of the weights, are the same: no line goes through them."""


@dataclass(frozen=True, eq=False)
class Worth:
    """The guess where a coup begins.

    ``table`` [rows, n, s, 2, bets + 1]: level and slope; last, of the better of Player and Banker. ``others`` [10, bets + 1]:
    the effects whose mean over the cards left is m. There is a row for every number of cards burned unseen so far or, if
    ``limited``, of coups that the bet is still offered on; ``following``: the row after a coup.
    """

    table: Numbers
    others: Numbers
    limited: bool
    following: Numbers

    def means(self, unseen: Numbers) -> Numbers:
        """The mean m of each bet [rows, bets + 1] over these cards."""
        import numpy as np

        means: Numbers = unseen @ self.others / np.maximum(unseen.sum(axis=1), 1)[:, None]
        return means


@dataclass(frozen=True, eq=False)
class Sampled:
    """Coups from compositions of n cards, s of them counted ones: their gain as ``table`` [n, s, 2, bets + 1], ``chances`` [n, s, 3, 4]."""

    others: Numbers
    table: Numbers
    chances: Numbers


@lru_cache(maxsize=8)
def worth_of(course: Course, hands: int | None) -> Worth | None:
    """The guess for bets that are offered on the first ``hands`` coups of a shoe, None: on all. None where it would be too large.

    Where fewer coups are expected than the bet is offered on, that is taken for all.
    """
    import numpy as np

    limit = None if hands is None or hands > course.coups else hands
    procedure, (ends, following) = course.procedure, _burned(course) if limit is None else _offered(course, limit)
    shape = len(ends), course.cards + 1, int(course.unseen[course.counted]) + 1, 2, len(course.full) + 1
    if np.prod(shape) > LARGEST:
        return None
    sampled, table = _sampled(course), np.zeros(shape, np.float32)
    for left in range(max(SIZES), course.cards + 1):
        more = np.zeros(table[:, 0].shape)
        for size in range(len(SIZES)):
            later = table[following, left - course.dealt(size)]
            for count in COUNTS:
                more[:, count:] += sampled.chances[left, count:, size, count, None, None] * later[:, : later.shape[1] - count]
        gain = sampled.table[left]
        past = np.where(ends == left, AFTER_FIRST[procedure.first_card], AFTER_MID[procedure.mid_coup])[:, None, None, None]
        table[:, left] = np.where((left > ends)[:, None, None, None], gain + more, past * gain)
        if limit is not None:
            table[0, left] = 0
    return Worth(table, sampled.others, limit is not None, following)


def _burned(course: Course) -> tuple[Numbers, Numbers]:
    """A row for every number of cards burned unseen: the cards left where the cut card shows, and the row after a coup."""
    import numpy as np

    procedure = course.procedure
    most = (MOST_BURNED - 1 if procedure.burn else 0) + (round(course.coups) if procedure.burn_each else 0)
    rows = np.arange(1 + most)
    return procedure.cut + rows, np.minimum(rows + procedure.burn_each, most)


def _offered(course: Course, hands: int) -> tuple[Numbers, Numbers]:
    """A row for every number of coups that a bet is still offered on, the cut card where it is expected to show."""
    import numpy as np

    rows = np.arange(1 + hands)
    ends = course.cards - course.start - (1 if course.procedure.burn else 0) + (round(course.coups) if course.procedure.burn_each else 0)
    return np.full(len(rows), ends), np.maximum(rows - 1, 0)


@lru_cache(maxsize=8)
def _sampled(course: Course) -> Sampled:
    """The gain of a coup from sample compositions, its least squares line in m, and the mean chances."""
    import numpy as np

    others = course.weights[:, [*range(len(course.full)), *course.main[:1]]]
    if not course.main:
        others = np.column_stack([others, np.zeros(10)])
    rest = np.where(np.arange(10) == course.counted, 0, course.unseen)
    others = np.where(rest[:, None] > 0, others - rest @ others / max(1, rest.sum()), 0)
    left, counted = _pairs(course)
    unseen = _orders(rest)[:, left - counted].swapaxes(0, 1)
    unseen[:, :, course.counted] = counted[:, None]
    returns, chances = course.value(unseen.reshape(-1, 10))
    gain = course.gains(returns).reshape(len(left), SAMPLES, -1)
    mean = unseen @ others / left[:, None, None]
    middle = mean.mean(axis=1)
    apart = mean - middle[:, None]
    spread, least = (apart**2).sum(axis=1), FLAT * (others**2).max(axis=0)
    slope = np.where(spread > least, (apart * gain).sum(axis=1) / np.maximum(spread, np.maximum(least, 1e-300)), 0)
    shape = course.cards + 1, int(course.unseen[course.counted]) + 1
    table, likely = np.zeros((*shape, 2, gain.shape[2])), np.zeros((*shape, *chances.shape[1:]))
    table[left, counted] = np.stack([gain.mean(axis=1) - slope * middle, slope], axis=1)
    likely[left, counted] = chances.reshape(len(left), SAMPLES, *chances.shape[1:]).mean(axis=1)
    return Sampled(others, table, likely)


def _pairs(course: Course) -> tuple[Numbers, Numbers]:
    """Every number of cards left that a coup can be dealt from, with every likely number of counted ones."""
    import numpy as np

    cards, all_counted = course.cards, int(course.unseen[course.counted])
    left, counted = np.meshgrid(np.arange(max(SIZES), cards + 1), np.arange(all_counted + 1), indexing="ij")
    share = all_counted / cards
    deviation = np.sqrt(left * share * (1 - share) * (cards - left) / max(1, cards - 1))
    likely = np.abs(counted - left * share) <= DEVIATIONS * deviation + 1
    kept = likely & (counted <= left) & (left - counted <= cards - all_counted)
    return left[kept], counted[kept]


def _orders(cards: Numbers) -> Numbers:
    """The counts [SAMPLES, k, 10] of the first k of these cards in orders that are the same everywhere."""
    import numpy as np

    values = np.repeat(np.arange(10), cards)
    orders = np.random.Philox(0).random_raw(SAMPLES * len(values)).reshape(SAMPLES, -1).argsort(axis=1)
    counts = np.zeros((SAMPLES, len(values) + 1, 10), np.int64)
    counts[:, 1:] = np.eye(10, dtype=np.int64)[values[orders]].cumsum(axis=1)
    return counts
