"""The next coup after t seen cards by sampling, where the compositions are too many to go through."""

from __future__ import annotations

from concurrent.futures import Executor
from dataclasses import dataclass
from fractions import Fraction
from math import sqrt
from typing import TYPE_CHECKING, Any

from exact.game.shoe import Shoe
from exact.shoes.bulk import evaluate_unseen
from exact.shoes.depletion import Progress, check_seen, in_order
from exact.shoes.histogram import Bins, Histogram
from exact.shoes.polynomial import OddsPolynomial

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Numbers = NDArray[Any]

BLOCK = 1 << 16
"""Shoes of one random stream."""


@dataclass(frozen=True, slots=True)
class Estimate:
    """A mean over independent samples and its standard error."""

    mean: float
    error: float


@dataclass(frozen=True, slots=True)
class SampledBet:
    """One bet on the next coup, estimated; ``expected`` is the exact return that ``mean`` estimates, as a control."""

    bet: str
    favorable: Estimate
    gain: Estimate
    mean: Estimate
    expected: Fraction
    worst: float
    best: float
    histogram: Histogram | None = None


@dataclass(frozen=True)
class Sample:
    """Every priced bet after ``seen`` cards of ``shoe``, from ``samples`` random sets of seen cards."""

    shoe: Shoe
    seen: int
    samples: int
    seed: int
    bets: tuple[SampledBet, ...]


def sample(
    polynomial: OddsPolynomial,
    shoe: Shoe,
    seen: int,
    samples: int,
    seed: int,
    executor: Executor,
    workers: int,
    *,
    plot: bool = False,
    progress: Progress | None = None,
) -> Sample:
    """Estimates over random sets of seen cards: the same for the same seed, whatever the number of workers."""
    import numpy as np

    base = check_seen(polynomial, shoe, seen)
    bins = Bins.around(polynomial, base, seen) if plot else None
    sizes = [min(BLOCK, samples - start) for start in range(0, samples, BLOCK)]
    streams = np.random.SeedSequence(seed).spawn(len(sizes))
    work = ((1, executor.submit(_block, polynomial, base, seen, size, stream, bins)) for size, stream in zip(sizes, streams, strict=True))
    sums, counted, done = [], [], 0
    for _, future in in_order(work, 2 * workers):
        part, histogram = future.result()
        sums.append(part)
        counted.append(histogram)
        done += BLOCK
        if progress:
            progress(min(done, samples), min(done, samples), samples)
    return Sample(shoe, seen, samples, seed, tuple(_finish(polynomial, base, samples, np.stack(sums), counted, bins)))


def _block(polynomial: OddsPolynomial, base: Shoe, seen: int, size: int, stream: Any, bins: Bins | None) -> tuple[Numbers, Numbers]:
    """Of some random shoes, for every bet: favorable ones, sums of gains and returns and of their squares, extremes."""
    import numpy as np

    full = np.array(base.counts)
    generator = np.random.Generator(np.random.Philox(stream))
    left = full - generator.multivariate_hypergeometric(full, seen, size=size, method="marginals")
    returns = evaluate_unseen(polynomial, left)
    gains = returns.clip(min=0)
    rows = [(returns > 0).sum(0), gains.sum(0), (gains**2).sum(0), returns.sum(0), (returns**2).sum(0), returns.min(0), returns.max(0)]
    counted = [np.zeros(0) if bins is None else bins.count_returns(bet, returns[:, bet]) for bet in range(returns.shape[1])]
    return np.stack(rows), np.stack(counted)


def _finish(
    polynomial: OddsPolynomial, base: Shoe, samples: int, sums: Numbers, counted: list[Numbers], bins: Bins | None
) -> list[SampledBet]:
    """The estimates of every bet."""
    exact = polynomial.exact_returns(base)
    found = []
    for index, bet in enumerate(polynomial.priced_bets()):
        column = sums[:, :, index]
        favorable, gain, gain2, mean, mean2 = column[:, :5].sum(0).tolist()
        found.append(
            SampledBet(
                polynomial.game.bets[bet].id,
                _estimate(favorable, favorable, samples),
                _estimate(gain, gain2, samples),
                _estimate(mean, mean2, samples),
                exact[index],
                float(column[:, 5].min()),
                float(column[:, 6].max()),
                None if bins is None else bins.histogram(index, sum(part[index] for part in counted) / samples),
            )
        )
    return found


def _estimate(total: float, squares: float, samples: int) -> Estimate:
    """The mean and its standard error from a sum and a sum of squares."""
    mean = total / samples
    variance = max(0.0, squares / samples - mean**2)
    return Estimate(mean, sqrt(variance / samples))
