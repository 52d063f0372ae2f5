"""The distribution of returns in bins, for drawing: the only place where weights are floats."""

from __future__ import annotations

from dataclasses import dataclass
from math import sqrt
from typing import TYPE_CHECKING, Any

from exact.game.shoe import Shoe
from exact.shoes.polynomial import OddsPolynomial

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Numbers = NDArray[Any]

BINS = 120
SPREAD = 5.0
"""Standard deviations to either side that the bins span; what lies beyond is counted in the outermost bins."""


@dataclass(frozen=True, slots=True)
class Histogram:
    """Probabilities of the bins of a return: bin i from ``start + i * width``; the outermost hold all beyond them."""

    start: float
    width: float
    probabilities: tuple[float, ...]


@dataclass(frozen=True)
class Bins:
    """For every priced bet the center and the width of its bins, and the unit of its numerators."""

    centers: tuple[float, ...]
    widths: tuple[float, ...]
    units: tuple[float, ...]

    @classmethod
    def around(cls, polynomial: OddsPolynomial, base: Shoe, seen: int) -> Bins:
        """Bins around the returns from the full shoe, as wide as the effects of removal say that they spread."""
        full = polynomial.exact_returns(base)
        deviations = [0.0] * len(full)
        for value, count in enumerate(base.counts):
            if count and base.cards > polynomial.degree:
                less = polynomial.exact_returns(base.without(value))
                deviations = [d + count / base.cards * float(r - f) ** 2 for d, r, f in zip(deviations, less, full, strict=True)]
        # Variance of the sum of the effects of t cards drawn without replacement, times N-1 / N-t for each of them.
        factor = seen * (base.cards - 1) / max(1, base.cards - seen)
        widths = [2 * SPREAD * sqrt(d * factor) / BINS or 1.0 for d in deviations]
        left = Shoe((base.cards - seen, *[0] * 9)).deals(polynomial.degree)
        units = [1.0 / float(scale * left) for scale, _ in polynomial.returns()]
        return cls(tuple(map(float, full)), tuple(widths), tuple(units))

    def count(self, bet: int, numerators: Numbers, weights: Numbers) -> Numbers:
        """The sum of the weights in each bin of a bet, from numerators of its returns."""
        return self.count_returns(bet, numerators.astype(float) * self.units[bet], weights)

    def count_returns(self, bet: int, returns: Numbers, weights: Numbers | None = None) -> Numbers:
        """The sum of the weights (of ones without) in each bin of a bet."""
        import numpy as np

        places = np.floor((returns - self.centers[bet]) / self.widths[bet]).astype(int) + BINS // 2
        return np.bincount(places.clip(0, BINS - 1), weights, BINS)

    def histogram(self, bet: int, probabilities: Numbers) -> Histogram:
        """The histogram of a bet."""
        start = self.centers[bet] - self.widths[bet] * (BINS // 2)
        return Histogram(start, self.widths[bet], tuple(probabilities.tolist()))
