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
from exact.simulation.controls import Coups, excess, hedge, offered, read_coups
from exact.simulation.course import course_of
from exact.simulation.engine import Keep, Progress, Progressed, Tables, deal_block, finished_blocks, most_coups, tables
from exact.simulation.procedure import Procedure, ProcedureError

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Numbers = NDArray[Any]

BLOCK = 256
"""Shoes of one random stream."""

MAIN_BETS = ("player", "banker")


@dataclass(frozen=True, slots=True)
class Ratio:
    """A mean over shoes, per coup or per shoe, with its standard error."""

    mean: float
    error: float


@dataclass(frozen=True, slots=True)
class Measured:
    """One quantity twice from the same shoes: from exact conditional returns and from the results of the coups."""

    exact: Ratio
    results: Ratio

    @property
    def variance_ratio(self) -> float | None:
        """How many times more shoes results need for the same precision; None where conditional returns have no error."""
        return (self.results.error / self.exact.error) ** 2 if self.exact.error else None


@dataclass(frozen=True)
class ConditionalBet:
    """One bet: its return over whole shoes, what perfect play on it wins a shoe, and its mean return by coup number.

    ``fresh``: the return from the full shoe. ``effect``: the return over whole shoes less that, the cut-card effect, and
    its standard error. ``by_coup``: mean return of the n-th coup of the shoes that have one and its standard error.
    """

    bet: str
    fresh: float
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


OFFERED, EXCESS, RESULT, GAIN, PLAY = range(5)


@dataclass
class Sums:
    """Sums over shoes.

    ``shoes`` [5, bets + 1, 3]: of five quantities of a shoe, the sum q over its coups: coups a bet is offered on, c;
    their exact returns over that from the full shoe, their results; gains of perfect play by exact returns and by
    results; last, of the better of Player and Banker. Of each the sums of q, q^2 and q c over shoes.
    ``numbers`` [4, bets, coups]: for each coup number the shoes that have it, and of the returns over that from the full
    shoe their sum, sum of squares, and sum over the shoes that have it.
    """

    shoes: Numbers
    numbers: Numbers

    def add(self, other: Sums) -> None:
        """Adds the sums of another block."""
        self.shoes += other.shoes
        self.numbers += other.numbers


def empty_sums(game: Game, procedure: Procedure) -> Sums:
    """No shoe valued yet; ProcedureError for a game without a priced bet."""
    import numpy as np

    bets = len(tables(game, procedure.limited).bets)
    if not bets:
        raise ProcedureError(f"{game.id}: no bet has a paytable: there are no returns to take the mean of")
    return Sums(np.zeros((5, bets + 1, 3)), np.zeros((4, bets, most_coups(game, procedure))))


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

    for _, part in finished_blocks(state, BLOCK, shoes, submit, workers, keep, progress):
        state.counted.add(part)
    return _finish(game, procedure, seed, shoes, state.counted)


def _block(game: Game, procedure: Procedure, seed: int, block: int, size: int) -> Sums:
    """The sums of one block of shoes."""
    import numpy as np

    found, most = tables(game, procedure.limited), most_coups(game, procedure)
    _, (unseen, notes) = deal_block(game, procedure, seed, block, size, size * most)
    coups = read_coups(game, procedure, course_of(game, procedure), unseen, notes)
    players, bankers = found.classes
    results = found.nets[players[notes[:, 2]] + bankers[notes[:, 3]]] / np.array(found.scales)
    quantities = _quantities(found, procedure, coups, results)
    by_shoe = np.array([[np.bincount(coups.shoe, column, size) for column in quantity.T] for quantity in quantities])
    moments = np.stack([by_shoe.sum(axis=2), (by_shoe**2).sum(axis=2), (by_shoe * by_shoe[OFFERED]).sum(axis=2)], axis=2)
    return Sums(moments, _by_number(coups, most))


def _quantities(found: Tables, procedure: Procedure, coups: Coups, results: Numbers) -> Iterator[Numbers]:
    """What ``Sums.shoes`` sums, one row a coup [rows, bets + 1]."""
    import numpy as np

    def with_last(columns: Numbers, last: Numbers | float = 0.0) -> Numbers:
        return np.column_stack([columns, np.broadcast_to(last, len(columns))])

    hands = [procedure.hands if bet == found.limited else None for bet in range(len(found.bets))]
    staked = np.column_stack([offered(coups, most) for most in hands])
    gains = coups.returns.clip(min=0) * staked
    plays = results * (gains > 0)
    moved = _each_bet(hedge, coups, hands)
    best, best_play = _better(gains, moved, plays, [bet for bet, index in enumerate(found.bets) if found.game.bets[index].id in MAIN_BETS])
    yield with_last(staked, 1.0)
    yield with_last(_each_bet(excess, coups, hands))
    yield with_last(results * staked)
    yield with_last(gains - moved, best)
    yield with_last(plays, best_play)


def _each_bet(control: Callable[[Coups, int | None], Numbers], coups: Coups, hands: Sequence[int | None]) -> Numbers:
    """The values of a control [rows, bets], each bet's by the number of hands that it is offered on."""
    import numpy as np

    by_hands = {most: control(coups, most) for most in set(hands)}
    return np.column_stack([by_hands[most][:, bet] for bet, most in enumerate(hands)])


def _better(gains: Numbers, moved: Numbers, plays: Numbers, main: list[int]) -> tuple[Numbers | float, Numbers | float]:
    """Gains on the better of the main bets, by exact returns less the hedges of both, and by results."""
    import numpy as np

    if not main:
        return 0.0, 0.0
    chosen = gains[:, main].argmax(axis=1)[:, None]
    return gains[:, main].max(axis=1) - moved[:, main].sum(axis=1), np.take_along_axis(plays[:, main], chosen, axis=1)[:, 0]


def _by_number(coups: Coups, most: int) -> Numbers:
    """``Sums.numbers``. Of a coup that most shoes have, by (1): E (r_n - r_0; N >= n) = - E (r_(N+1) - r_0; N < n)."""
    import numpy as np

    def total(numbers: Numbers, values: Numbers | None = None) -> Numbers:
        return np.bincount(numbers, values, most + 1)

    usual = 1 + coups.course.before[-1]
    early = np.arange(1, most + 1) <= usual
    last = np.flatnonzero(np.append(np.diff(coups.shoe) != 0, True))
    ends = (coups.held + coups.step)[last] - coups.course.full
    own = coups.returns - np.where((coups.number <= usual)[:, None], coups.held, coups.course.full)
    have = total(coups.number)[1:]
    found = []
    for kept, end in zip(own.T, ends.T, strict=True):
        gone, squares = (np.cumsum(total(coups.number[last], end**power))[:-1] * early for power in (1, 2))
        here = total(coups.number, kept)[1:]
        found.append([have, here - gone, total(coups.number, kept**2)[1:] + squares, here])
    return np.array(found).swapaxes(0, 1)


def _ratio(sums: Numbers, offered_on: Numbers) -> Ratio:
    """The ratio m of two sums over shoes, its standard error that of sums of independent shoes: sum (q - m c)^2."""
    (total, squares, cross), (coups, coups_squared, _) = sums.tolist(), offered_on.tolist()
    mean = total / coups
    return Ratio(mean, sqrt(max(0.0, squares - 2 * mean * cross + mean**2 * coups_squared)) / coups)


def _mean(sums: Numbers, shoes: int) -> Ratio:
    """The mean over shoes and its standard error."""
    mean = float(sums[0]) / shoes
    return Ratio(mean, sqrt(max(0.0, float(sums[1]) / shoes - mean**2) / shoes))


def _finish(game: Game, procedure: Procedure, seed: int, shoes: int, sums: Sums) -> Conditional:
    found, totals = tables(game, procedure.limited), sums.shoes
    bets = []
    for bet, index in enumerate(found.bets):
        fresh = float(course_of(game, procedure).full[bet])
        effect = _ratio(totals[EXCESS, bet], totals[OFFERED, bet])
        returns = Measured(Ratio(fresh + effect.mean, effect.error), _ratio(totals[RESULT, bet], totals[OFFERED, bet]))
        numbered = sums.numbers[:, bet, : procedure.hands if bet == found.limited else None]
        play = Measured(_mean(totals[GAIN, bet], shoes), _mean(totals[PLAY, bet], shoes))
        bets.append(ConditionalBet(game.bets[index].id, fresh, effect, returns, play, tuple(_by_coup(fresh, numbered))))
    both = {bet.bet for bet in bets} >= set(MAIN_BETS)
    best = {"player or banker": Measured(_mean(totals[GAIN, -1], shoes), _mean(totals[PLAY, -1], shoes))} if both else {}
    coups = _mean(totals[OFFERED, -1], shoes)
    return Conditional(game, procedure, seed, shoes, coups, coups.error * sqrt(shoes), tuple(bets), best)


def _by_coup(fresh: float, sums: Numbers) -> Iterator[Ratio]:
    """The mean return of each coup number and its standard error, as far as two shoes have one."""
    for have, total, squares, own in sums.T.tolist():
        if have < 2:
            return
        mean = total / have
        yield Ratio(fresh + mean, sqrt(max(0.0, squares - 2 * mean * own + mean * mean * have)) / have)
