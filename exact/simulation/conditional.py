"""Exact conditional returns: each coup contributes its exact return given the unseen cards instead of its result.

``exact.simulation.controls`` says why sums over shoes of such returns have hardly any noise. Coups of one shoe hang
together, so all variances are those of sums over shoes.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Executor, Future
from dataclasses import dataclass
from math import sqrt
from typing import TYPE_CHECKING, Any

from exact.game.definition import Game
from exact.simulation.controls import SPREADS, Coups, excess, hedges, offered, openings, read_coups, surprises, worths
from exact.simulation.course import course_of
from exact.simulation.engine import Keep, Progress, Progressed, Tables, block_size, deal_block, finished_blocks, most_coups, tables
from exact.simulation.procedure import Procedure, ProcedureError

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Numbers = NDArray[Any]

SLICE = 256
"""Shoes that are valued at once: what is kept of a coup takes much more memory than its cards."""

FEWEST = 30
"""Shoes that a standard error must rest on."""

GAINING = 100
"""Shoes with a gain that the error of perfect play must rest on: of rare gains a few shoes tell too little."""


@dataclass(frozen=True, slots=True)
class Ratio:
    """A mean over shoes, per coup or per shoe, with its standard error; None where too few shoes tell of it."""

    mean: float
    error: float | None


@dataclass(frozen=True, slots=True)
class Measured:
    """One quantity twice from the same shoes: from exact conditional returns and from the results of the coups."""

    exact: Ratio
    results: Ratio

    @property
    def variance_ratio(self) -> float | None:
        """How many times more shoes results need for the same precision; None where either error is none."""
        return (self.results.error / self.exact.error) ** 2 if self.results.error and self.exact.error else None


@dataclass(frozen=True)
class ConditionalBet:
    """One bet: its return over whole shoes, what perfect play on it wins a shoe, and its mean return by coup number.

    ``fresh``: the return from the full shoe. ``sure``: every shoe has the coups that the bet is offered on, so that its
    return is that one exactly. ``effect``: the return over whole shoes less that of the full shoe, the cut-card effect.
    ``by_coup``: mean return of the n-th coup of the shoes that have one.
    """

    bet: str
    fresh: float
    sure: bool
    effect: Ratio
    returns: Measured
    perfect_play: Measured
    by_coup: tuple[Ratio, ...]


@dataclass(frozen=True)
class Conditional:
    """Shoes dealt by a procedure, each coup valued by its exact return."""

    game: Game
    procedure: Procedure
    seed: int
    shoes: int
    coups_a_shoe: Ratio
    deviation_of_coups: float
    bets: tuple[ConditionalBet, ...]
    best_of: dict[str, Measured]


OFFERED, EXCESS, RESULT, PLAY, GAIN = range(5)
CONTROLS = 3 + 4 * len(SPREADS)
"""Of the gain of perfect play: the sums of (4), (5) and (6); of (1) and (3) for every spread, and these once more, of a second bet."""


@dataclass
class Sums:
    """Sums over shoes.

    ``shoes`` [4, bets + 1, 3]: of four quantities of a shoe, the sum q over its coups: coups a bet is offered on, c;
    their exact returns over that from the full shoe, their results; gains of perfect play by results; last, of the better
    of Player and Banker. Of each the sums of q, q^2 and q c over shoes. ``gains`` [bets + 1, n, n]: the sums over shoes of
    the products of 1, the gain of perfect play by exact returns, its controls and, last, whether there is a gain.
    ``numbers`` [5, bets, coups]: for each coup number the shoes that have it, and of the returns over that from the full
    shoe their sum, sum of squares, sum over the shoes that have it, and the shoes that these sums rest on.
    """

    shoes: Numbers
    gains: Numbers
    numbers: Numbers

    def add(self, other: Sums) -> None:
        """Adds the sums of another block."""
        self.shoes += other.shoes
        self.gains += other.gains
        self.numbers += other.numbers


def empty_sums(game: Game, procedure: Procedure) -> Sums:
    """No shoe valued yet; ProcedureError for a game without a priced bet."""
    import numpy as np

    bets = len(tables(game, procedure.limited).bets)
    if not bets:
        raise ProcedureError(f"{game.id}: no bet has a paytable: there are no returns to take the mean of")
    return Sums(
        np.zeros((4, bets + 1, 3)), np.zeros((bets + 1, 3 + CONTROLS, 3 + CONTROLS)), np.zeros((5, bets, most_coups(game, procedure)))
    )


def value_coups(
    game: Game,
    procedure: Procedure,
    shoes: int,
    seed: int,
    executor: Executor,
    workers: int,
    *,
    begun: Progressed[Sums] | None = None,
    keep: Keep[Sums] | None = None,
    progress: Progress | None = None,
) -> Conditional:
    """Deals so many shoes and values every coup by its exact return given the unseen cards; see ``engine.simulate``."""
    state = begun or Progressed(0, empty_sums(game, procedure))

    def submit(block: int, number: int) -> Future[Sums]:
        return executor.submit(_block, game, procedure, seed, block, number)

    for _, part in finished_blocks(state, block_size(procedure), shoes, submit, workers, keep, progress):
        state.counted.add(part)
    return _finish(game, procedure, seed, shoes, state.counted)


def _block(game: Game, procedure: Procedure, seed: int, block: int, size: int) -> Sums:
    """The sums of one block of shoes, the shoes of ``engine.deal_block``."""
    import numpy as np

    _, (unseen, notes) = deal_block(game, procedure, seed, block, size, size * most_coups(game, procedure))
    sums, starts = empty_sums(game, procedure), [*range(0, size, SLICE), size]
    rows = np.searchsorted(notes[:, 0], starts)
    for first, end, shoes in zip(rows, rows[1:], np.diff(starts), strict=False):
        sums.add(_value(game, procedure, unseen[first:end], notes[first:end], int(shoes)))
    return sums


def _value(game: Game, procedure: Procedure, unseen: Numbers, notes: Numbers, shoes: int) -> Sums:
    """The sums of some shoes from their record."""
    import numpy as np

    found = tables(game, procedure.limited)
    coups = read_coups(game, procedure, course_of(game, procedure), unseen, notes)
    players, bankers = found.classes
    results = found.nets[players[notes[:, 2]] + bankers[notes[:, 3]]] / np.array(found.scales)
    place = coups.shoe - coups.shoe[0]
    quantities = _quantities(found, procedure, coups, results)
    by_shoe = np.array([[np.bincount(place, column, shoes) for column in quantity.T] for quantity in quantities])
    plain, gains = by_shoe[:GAIN], np.concatenate([np.ones((1, *by_shoe.shape[1:])), by_shoe[GAIN:], by_shoe[GAIN, None] > 0])
    moments = np.stack([plain.sum(axis=2), (plain**2).sum(axis=2), (plain * plain[OFFERED]).sum(axis=2)], axis=2)
    return Sums(moments, np.einsum("ibs,jbs->bij", gains, gains), _by_number(coups, most_coups(game, procedure)))


def _quantities(found: Tables, procedure: Procedure, coups: Coups, results: Numbers) -> Iterator[Numbers]:
    """What is summed by shoe, one row a coup [rows, bets + 1]: in the order of ``OFFERED``, ..., ``GAIN``, and the controls."""
    import numpy as np

    def with_last(columns: Numbers, last: Numbers | float = 0.0) -> Numbers:
        return np.column_stack([columns, np.broadcast_to(last, len(columns))])

    hands, main = _hands(found, procedure), list(coups.course.main)
    staked = np.column_stack([offered(coups, most) for most in hands])
    gains = coups.course.gains(np.where(staked, coups.returns, 0))
    plays = results * (gains[:, :-1] > 0)
    yield with_last(staked, 1.0)
    yield with_last(_each_bet(excess, coups, hands))
    yield with_last(results * staked)
    yield with_last(plays, _better(gains[:, main], plays[:, main]))
    yield gains
    for control in (surprises, worths, openings):
        yield _each_bet(control, coups, [*hands, None])
    orders = _each_bet(hedges, coups, hands)
    for place in range(2):  # a single bet has no second one: its controls are 0, and the fit leaves them out
        for control in orders:
            yield with_last(control * (place == 0), control[:, main[place]] if main else 0.0)


def _hands(found: Tables, procedure: Procedure) -> list[int | None]:
    """Of each bet the number of hands that it is offered on; None: on all that a shoe can have."""
    most = most_coups(found.game, procedure)
    limit = None if procedure.hands is None or procedure.hands >= most else procedure.hands
    return [limit if bet == found.limited else None for bet in range(len(found.bets))]


def _each_bet(terms: Callable[[Coups, int | None], Numbers], coups: Coups, hands: Sequence[int | None]) -> Numbers:
    """The terms of a control [..., rows, bets], each bet's by the number of hands that it is offered on."""
    import numpy as np

    by_hands = {most: terms(coups, most) for most in set(hands)}
    return np.stack([by_hands[most][..., bet] for bet, most in enumerate(hands)], axis=-1)


def _better(gains: Numbers, plays: Numbers) -> Numbers | float:
    """What the better of the main bets wins by its results."""
    import numpy as np

    if not gains.shape[1]:
        return 0.0
    chosen: Numbers = np.take_along_axis(plays, gains.argmax(axis=1)[:, None], axis=1)[:, 0]
    return chosen


def _by_number(coups: Coups, most: int) -> Numbers:
    """``Sums.numbers``. Of a coup that most shoes have, by (1): E (r_n - r_0; N >= n) = - E (r_(N+1) - r_0; N < n)."""
    import numpy as np

    def total(numbers: Numbers, values: Numbers | None = None) -> Numbers:
        return np.bincount(numbers, values, most + 1)

    usual = coups.course.coups
    early = np.arange(1, most + 1) <= usual
    lengths = coups.number[coups.last]
    ends = (coups.held + coups.step)[coups.last] - coups.course.full
    short = np.cumsum(total(lengths))[:-1]
    own = coups.returns - np.where((coups.number <= usual)[:, None], coups.held, coups.course.full)
    have = total(coups.number)[1:]
    found = []
    for kept, end in zip(own.T, ends.T, strict=True):
        gone, squares = (np.cumsum(total(lengths, end**power))[:-1] * early for power in (1, 2))
        here = total(coups.number, kept)[1:]
        found.append([have, here - gone, total(coups.number, kept**2)[1:] + squares, here, np.where(early, short, have)])
    return np.array(found).swapaxes(0, 1)


def _ratio(sums: Numbers, offered_on: Numbers, shoes: int) -> Ratio:
    """The ratio m of two sums over shoes, its standard error that of sums of independent shoes: sum (q - m c)^2."""
    (total, squares, cross), (coups, coups_squared, _) = sums.tolist(), offered_on.tolist()
    mean = total / coups
    spread = max(0.0, squares - 2 * mean * cross + mean**2 * coups_squared)
    return Ratio(mean, sqrt(spread * shoes / (shoes - 1)) / coups if shoes >= FEWEST else None)


def _mean(sums: Numbers, shoes: int) -> Ratio:
    """The mean over shoes and its standard error."""
    return Ratio(float(sums[0]) / shoes, sqrt(_variance(sums, shoes) / (shoes - 1)) if shoes >= FEWEST else None)


def _variance(sums: Numbers, shoes: int) -> float:
    """The variance over shoes."""
    return max(0.0, float(sums[1]) / shoes - (float(sums[0]) / shoes) ** 2)


def _played(gains: Numbers, results: Numbers, shoes: int) -> Measured:
    """What perfect play wins a shoe; where too few shoes gain, the plain means of the same shoes without an error."""
    if gains[0, -1] < GAINING:
        return Measured(Ratio(float(gains[0, 1]) / shoes, None), Ratio(float(results[0]) / shoes, None))
    return Measured(_fitted(gains[:-1, :-1], shoes), _mean(results, shoes))


def _fitted(gram: Numbers, shoes: int) -> Ratio:
    """The gain where all controls are at their mean, zero, by least squares over the same shoes, and its standard error.

    ``gram``: the sums of products of 1, the gain and the controls. As any regression estimate it has a bias of the order
    of 1 / shoes. With the residual variance s^2, the rank k and the correlations R of the controls, and their means u in
    standard deviations, the error is s (1 + u' R^-1 u)^(1/2) / (shoes - 1 - k)^(1/2).
    """
    import numpy as np

    mean = gram[0, 1:] / shoes
    spread = gram[1:, 1:] / shoes - np.outer(mean, mean)
    scale = np.sqrt(np.maximum(np.diag(spread)[1:], 1e-300))
    apart = mean[1:] / scale
    right = np.column_stack([spread[0, 1:] / scale, apart])
    fit, _, rank, _ = np.linalg.lstsq(spread[1:, 1:] / np.outer(scale, scale), right, rcond=None)
    variance = max(0.0, float(spread[0, 0] - fit[:, 0] @ right[:, 0])) * (1 + float(fit[:, 1] @ apart))
    return Ratio(float(mean[0] - fit[:, 0] @ apart), sqrt(variance / (shoes - 1 - int(rank))))


def _finish(game: Game, procedure: Procedure, seed: int, shoes: int, sums: Sums) -> Conditional:
    found, course, totals = tables(game, procedure.limited), course_of(game, procedure), sums.shoes
    bets = []
    for bet, (index, hands) in enumerate(zip(found.bets, _hands(found, procedure), strict=True)):
        fresh, sure = float(course.full[bet]), hands is not None and hands <= course.sure_coups
        effect = Ratio(0.0, 0.0) if sure else _ratio(totals[EXCESS, bet], totals[OFFERED, bet], shoes)
        returns = Measured(Ratio(fresh + effect.mean, effect.error), _ratio(totals[RESULT, bet], totals[OFFERED, bet], shoes))
        play = _played(sums.gains[bet], totals[PLAY, bet], shoes)
        by_coup = tuple(_by_coup(fresh, sums.numbers[:, bet, :hands], course.sure_coups))
        bets.append(ConditionalBet(game.bets[index].id, fresh, sure, effect, returns, play, by_coup))
    best = {"player or banker": _played(sums.gains[-1], totals[PLAY, -1], shoes)} if course.main else {}
    coups = totals[OFFERED, -1]
    return Conditional(game, procedure, seed, shoes, _mean(coups, shoes), sqrt(_variance(coups, shoes)), tuple(bets), best)


def _by_coup(fresh: float, sums: Numbers, sure: int) -> Iterator[Ratio]:
    """The mean return of each coup number, as far as enough shoes have one; no error where too few tell of it."""
    for number, (have, total, squares, own, rests_on) in enumerate(sums.T.tolist(), 1):
        if number <= sure:
            yield Ratio(fresh, 0.0)
        elif have < FEWEST:
            return
        else:
            mean = total / have
            spread = max(0.0, squares - 2 * mean * own + mean * mean * have)
            yield Ratio(fresh + mean, sqrt(spread) / have if rests_on >= FEWEST else None)
