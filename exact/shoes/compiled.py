"""The hot loop, compiled by numba. Importing this module loads numba; only ``exact.shoes.kernel`` does.

Sixteen shoes go through the loop together, one in each lane of a few vector registers, and four rows of coefficients.
For every prefix of k - 1 cards the loop over the last card e >= d is unrolled, once for each value of d: its four sums
stay in registers and meet the monomial of the prefix in one multiplication.

``fastmath`` lets the compiler reorder sums and fuse multiplications: with integers below 2^53 nothing rounds, so that
the result cannot depend on it.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numba import njit

LANES = 16
ROWS = 4


def _cached(**options: Any) -> Any:
    """``njit`` with its result kept on disk where a folder for it can be written to."""

    def decorate(function: Any) -> Any:
        try:
            return njit(cache=True, **options)(function)
        except RuntimeError:  # numba finds no place for its cache
            return njit(**options)(function)

    return decorate


@njit(inline="always")
def _last_card(d, terms, row, parent, held, shoes, products, four, sums):  # type: ignore[no-untyped-def]
    """Adds the compositions of one prefix, ``row`` the first of them; d and terms = 10 - d are literals."""
    for lane in range(LANES):
        left = shoes[d, lane] - held
        monomial = products[parent, lane] * left
        left -= 1
        s0 = four[row, 0] * left
        s1 = four[row, 1] * left
        s2 = four[row, 2] * left
        s3 = four[row, 3] * left
        for e in range(1, terms):
            factor = shoes[d + e, lane]
            s0 += four[row + e, 0] * factor
            s1 += four[row + e, 1] * factor
            s2 += four[row + e, 2] * factor
            s3 += four[row + e, 3] * factor
        sums[0, lane] += monomial * s0
        sums[1, lane] += monomial * s1
        sums[2, lane] += monomial * s2
        sums[3, lane] += monomial * s3


@_cached(nogil=True, fastmath=True, error_model="numpy")
def four_sums(counts, inner, last, four, out):  # type: ignore[no-untyped-def]  # noqa: C901 -- one branch for each value of the last card
    """Writes the four sums of every shoe of ``counts`` [shoes, 10] to ``out`` [shoes, 4]."""
    parents, cards, helds = inner
    last_parents, last_cards, last_helds = last
    shoes = np.empty((10, LANES), four.dtype)
    products = np.empty((len(parents), LANES), four.dtype)
    sums = np.empty((ROWS, LANES), four.dtype)
    for start in range(0, len(counts), LANES):
        for value in range(10):
            for lane in range(LANES):
                shoes[value, lane] = counts[min(start + lane, len(counts) - 1), value]
        products[0, :] = 1
        for i in range(1, len(parents)):
            for lane in range(LANES):
                products[i, lane] = products[parents[i], lane] * (shoes[cards[i], lane] - helds[i])
        sums[:, :] = 0
        row = 0
        for i in range(len(last_parents)):
            d, parent, held = last_cards[i], last_parents[i], last_helds[i]
            if d == 0:
                _last_card(0, 10, row, parent, held, shoes, products, four, sums)
            elif d == 1:
                _last_card(1, 9, row, parent, held, shoes, products, four, sums)
            elif d == 2:
                _last_card(2, 8, row, parent, held, shoes, products, four, sums)
            elif d == 3:
                _last_card(3, 7, row, parent, held, shoes, products, four, sums)
            elif d == 4:
                _last_card(4, 6, row, parent, held, shoes, products, four, sums)
            elif d == 5:
                _last_card(5, 5, row, parent, held, shoes, products, four, sums)
            elif d == 6:
                _last_card(6, 4, row, parent, held, shoes, products, four, sums)
            elif d == 7:
                _last_card(7, 3, row, parent, held, shoes, products, four, sums)
            elif d == 8:
                _last_card(8, 2, row, parent, held, shoes, products, four, sums)
            else:
                _last_card(9, 1, row, parent, held, shoes, products, four, sums)
            row += 10 - d
        for lane in range(min(LANES, len(counts) - start)):
            for r in range(ROWS):
                out[start + lane, r] = sums[r, lane]
