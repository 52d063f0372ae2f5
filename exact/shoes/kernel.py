"""Polynomials of many shoes at once: the hot loop, compiled by numba where it is installed, else numpy.

Both evaluate  sum_m c_m prod_v (n_v)_{m_v}  for every shoe and every row c of coefficients, in float64 or int64. The
caller has proved (``exact.shoes.bulk``) that every monomial and every partial sum is an integer below 2^53, or 2^63:
then no operation rounds or overflows, the order of summation and fused multiply-add do not matter, and both give the
same integers.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property, lru_cache
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any

from exact.shoes.plan import Level, levels, prefixes

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Numbers = NDArray[Any]

_BLOCK_PRODUCTS = 1 << 19


@dataclass(frozen=True, eq=False)
class Kernel:
    """Rows of coefficients, ready for either road: ``coefficients`` [rows, compositions of ``degree`` cards]."""

    degree: int
    coefficients: Numbers

    @property
    def block(self) -> int:
        """Shoes that the numpy road takes at a time: its products of one block stay in the cache."""
        return max(16, _BLOCK_PRODUCTS // int(self.coefficients.shape[1]))

    def numpy_sums(self, counts: Numbers) -> Numbers:
        """The sums [shoes, rows] over ``counts`` [shoes, 10], in the type of the coefficients."""
        import numpy as np

        kind = self.coefficients.dtype
        sums = np.empty((len(counts), len(self.coefficients)), kind)
        for start in range(0, len(counts), self.block):
            shoes = counts[start : start + self.block].T.astype(kind)
            products = np.ones((1, shoes.shape[1]), kind)
            for parent, card, held in self._levels:
                products = products[parent] * (shoes[card] - held[:, None])
            sums[start : start + self.block] = (self.coefficients @ products).T
        return sums

    def numba_sums(self, counts: Numbers) -> Numbers:
        """The same, compiled; for two cards or more."""
        import numpy as np

        from exact.shoes.compiled import ROWS, four_sums

        inner, last = self._prefixes
        sums = np.empty((len(counts), ROWS * len(self._fours)), self.coefficients.dtype)
        for index, four in enumerate(self._fours):
            four_sums(counts, inner, last, four, sums[:, ROWS * index : ROWS * (index + 1)])
        return sums[:, : len(self.coefficients)]

    @cached_property
    def _levels(self) -> list[tuple[Numbers, Numbers, Numbers]]:
        return [_arrays(level, self.coefficients.dtype) for level in levels(self.degree)]

    @cached_property
    def _prefixes(self) -> list[tuple[Numbers, Numbers, Numbers]]:
        return [_arrays(level, self.coefficients.dtype) for level in prefixes(self.degree)]

    @cached_property
    def _fours(self) -> list[Numbers]:
        """The rows four at a time, each composition's four coefficients side by side, filled up with zeros."""
        import numpy as np

        from exact.shoes.compiled import ROWS

        rows, size = self.coefficients.shape
        padded = np.zeros((-(-rows // ROWS) * ROWS, size), self.coefficients.dtype)
        padded[:rows] = self.coefficients
        return [np.ascontiguousarray(padded[start : start + ROWS].T) for start in range(0, rows, ROWS)]


def _arrays(level: Level, kind: np.dtype[Any]) -> tuple[Numbers, Numbers, Numbers]:
    """Parents, cards and held cards of a level as arrays."""
    import numpy as np

    return np.array(level.parent), np.array(level.card), np.array(level.held, kind)


@lru_cache(maxsize=1)
def has_numba() -> bool:
    """Whether the compiled road can be taken."""
    return find_spec("numba") is not None
