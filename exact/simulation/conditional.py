"""Exact conditional returns: each coup contributes its exact return given the unseen cards instead of its result.

Three things make the mean precise. The exact return r_n before the n-th coup stands for its result. The return
from a shoe is the average of the returns after any card has left it, so r_1, r_2, ... is a martingale: the coups that
every shoe is sure to have, n <= s, have the mean r_0, the return from the full shoe, and need not be averaged. And
c (r_s - r_0) has mean zero for any constant c: subtracted with c about the number of further coups, it takes away what
these coups have in common. Coups of one shoe hang together, so all variances are those of sums over shoes.
"""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import Executor
from dataclasses import dataclass
from functools import lru_cache
from math import sqrt
from typing import TYPE_CHECKING, Any

from exact.game.definition import Game
from exact.shoes.bulk import evaluate_unseen
from exact.shoes.depletion import in_order
from exact.shoes.polynomial import OddsPolynomial, compile_game
from exact.simulation.engine import Progress, deal_block, longest_coup, tables
from exact.simulation.procedure import Procedure, ProcedureError

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Numbers = NDArray[Any]

BLOCK = 256
"""Shoes of one random stream."""

MOST = 512
"""Coups of a shoe that are told apart."""


@dataclass(frozen=True, slots=True)
class Ratio:
    """A mean per coup over shoes, with its standard error by shoe."""

    mean: float
    error: float


@dataclass(frozen=True)
class ConditionalBet:
    """One bet: its mean return from exact conditional returns and from results; what perfect play wins a shoe.

    ``variance_ratio``: how many times more shoes plain results would need for the same precision. ``by_coup``: the mean
    return of the n-th coup of a shoe and its standard error, for n = 1, 2, ...
    """

    bet: str
    exact: Ratio
    results: Ratio
    perfect_play: Ratio
    by_coup: tuple[tuple[float, float], ...]

    @property
    def variance_ratio(self) -> float | None:
        """Variance of the mean of results over that of the mean of conditional returns; None where that is 0."""
        return (self.results.error / self.exact.error) ** 2 if self.exact.error else None


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
    best_of: dict[str, Ratio]


@dataclass
class _Sums:
    """Sums over the coups of each shoe and over coup numbers.

    ``shoes`` [shoes, 1 + 4 bets + 1]: coups; for each bet the coups that it is offered on, their values, their results,
    the gains of perfect play; the gain on the better of Player and Banker. ``numbers`` [bets, MOST, 3]: for each coup
    number how many, sum of returns, sum of squares.
    """

    shoes: Numbers
    numbers: Numbers


def value_coups(
    game: Game, procedure: Procedure, shoes: int, seed: int, executor: Executor, workers: int, progress: Progress | None = None
) -> Conditional:
    """Deals so many shoes and values every coup by its exact return given the unseen cards."""
    import numpy as np

    if not tables(game, procedure.limited).bets:
        raise ProcedureError(f"{game.id}: no bet has a paytable: there are no returns to take the mean of")
    sizes = [min(BLOCK, shoes - start) for start in range(0, shoes, BLOCK)]
    work = (executor.submit(_block, game, procedure, seed, block, size) for block, size in enumerate(sizes))
    parts: list[Numbers] = []
    numbers: Numbers = np.zeros((len(tables(game, procedure.limited).bets), MOST, 3))
    for future in in_order(work, 2 * workers):
        part = future.result()
        parts.append(part.shoes)
        numbers = numbers + part.numbers
        if progress:
            done = min(shoes, len(parts) * BLOCK)
            progress(done, done, shoes)
    return _finish(game, procedure, seed, np.concatenate(parts), numbers)


@lru_cache(maxsize=4)
def _polynomial(game: Game) -> OddsPolynomial:
    return compile_game(game)


def _block(game: Game, procedure: Procedure, seed: int, block: int, size: int) -> _Sums:
    """The sums of one block of shoes."""
    import numpy as np

    found = tables(game, procedure.limited)
    most = size * MOST
    _, (unseen, notes) = deal_block(game, procedure, seed, block, size, most)
    polynomial = _polynomial(game)
    returns = evaluate_unseen(polynomial, unseen)
    players, bankers = found.classes
    results = found.nets[players[notes[:, 2]] + bankers[notes[:, 3]]] / np.array(found.scales)
    full = evaluate_unseen(polynomial, np.array([game.rules.unseen(procedure.shoe, game.rules.fixed).counts]))
    valued = _controlled(returns, notes[:, 1], full, *sure_coups(game, procedure))
    offered = np.ones(returns.shape)
    if procedure.hands is not None and found.limited >= 0:
        offered[:, found.limited] = notes[:, 1] <= procedure.hands
    gains = returns.clip(min=0) * offered
    ids = [game.bets[index].id for index in found.bets]
    main = [i for i, bet in enumerate(ids) if bet in ("player", "banker")]
    best = gains[:, main].max(axis=1) if main else np.zeros(len(gains))
    columns = [np.ones(len(notes)), *offered.T, *(valued * offered).T, *(results * offered).T, *gains.T, best]
    by_shoe = np.stack([np.bincount(notes[:, 0], column, size) for column in columns], axis=1)
    place = np.minimum(notes[:, 1], MOST) - 1
    by_number = np.stack(
        [np.stack([np.bincount(place, power, MOST) for power in (np.ones(len(place)), r, r * r)], axis=1) for r in returns.T]
    )
    return _Sums(by_shoe, by_number)


def sure_coups(game: Game, procedure: Procedure) -> tuple[int, float]:
    """The coups s that every shoe is sure to have, and about how many more it has: both constants, see above.

    Coup n begins before the cut card shows if the burned cards and n - 1 longest coups end before it.
    """
    if procedure.kind != "shoe":
        return 0, 0.0
    unseen = game.rules.unseen(procedure.shoe, game.rules.fixed)
    longest = longest_coup(game) + procedure.burn_each
    burned = 11 if procedure.burn else 0
    before = unseen.cards - procedure.cut - burned
    sure = max(0, (before - 1) // longest + 1)
    usual = len(game.rules.order) + procedure.burn_each + 0.85  # third cards of a coup, about; the constant may be any
    return sure, max(0.0, before / usual - sure)


def _controlled(returns: Numbers, number: Numbers, full: Numbers, sure: int, more: float) -> Numbers:
    """The values of the coups of a block [rows, bets]: ``full`` for the sure ones, r_n for the others, less the control."""
    import numpy as np

    valued = np.where((number > sure)[:, None], returns, full)
    valued[number == sure] -= more * (returns[number == sure] - full)
    return valued


def _ratio(sums: Numbers, coups: Numbers) -> Ratio:
    """The ratio of two sums over shoes, its standard error that of sums of independent shoes."""
    mean = float(sums.sum() / coups.sum())
    spread = float(((sums - mean * coups) ** 2).sum())
    return Ratio(mean, sqrt(spread) / float(coups.sum()))


def _mean(values: Numbers) -> Ratio:
    """The mean over shoes and its standard error."""
    return Ratio(float(values.mean()), float(values.std()) / sqrt(len(values)))


def _finish(game: Game, procedure: Procedure, seed: int, by_shoe: Numbers, numbers: Numbers) -> Conditional:
    ids = [game.bets[index].id for index in tables(game, procedure.limited).bets]
    coups, width = by_shoe[:, 0], len(ids)
    bets = tuple(
        ConditionalBet(
            bet,
            _ratio(by_shoe[:, 1 + width + i], by_shoe[:, 1 + i]),
            _ratio(by_shoe[:, 1 + 2 * width + i], by_shoe[:, 1 + i]),
            _mean(by_shoe[:, 1 + 3 * width + i]),
            tuple(_by_coup(numbers[i])),
        )
        for i, bet in enumerate(ids)
    )
    best = {"player or banker": _mean(by_shoe[:, -1])} if {"player", "banker"} <= set(ids) else {}
    return Conditional(game, procedure, seed, len(coups), _mean(coups), float(coups.std()), bets, best)


def _by_coup(sums: Numbers) -> Iterator[tuple[float, float]]:
    """The mean return of each coup number and its standard error, as far as shoes have one."""
    for count, total, squares in sums.tolist():
        if count < 2:
            return
        mean = total / count
        yield mean, sqrt(max(0.0, squares / count - mean * mean) / count)
