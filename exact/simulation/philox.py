"""Philox4x32-10, the counter-based random numbers of Salmon, Moraes, Dror and Shaw (SC 2011), compiled by numba.

A stream is a key (the seed) and a block number; its i-th four words are a function of (seed, block, i) alone, so that
blocks can be dealt in any order and by any process with the same result. Written here because ten rounds of 32-bit
multiplications are done several shoes' worth at a time in vector registers, ten times as fast as one by one.
"""

from __future__ import annotations

import numpy as np
from numba import njit

_M0, _M1 = np.uint64(0xD2511F53), np.uint64(0xCD9E8D57)
_W0, _W1 = np.uint32(0x9E3779B9), np.uint32(0xBB67AE85)
_HIGH = np.uint64(32)


@njit(cache=True, nogil=True)
def fill(words, key0, key1, block, first):  # type: ignore[no-untyped-def]
    """Fills ``words`` with the words of the counters ``first``, ``first`` + 1, ... of a block, four words a counter."""
    for i in range(len(words) // 4):
        counter = np.uint64(first + i)
        x0, x1 = np.uint32(counter), np.uint32(counter >> _HIGH)
        x2, x3 = np.uint32(block), np.uint32(np.uint64(block) >> _HIGH)
        k0, k1 = np.uint32(key0), np.uint32(key1)
        for _ in range(10):
            p0, p1 = _M0 * np.uint64(x0), _M1 * np.uint64(x2)
            x0, x1, x2, x3 = np.uint32(p1 >> _HIGH) ^ x1 ^ k0, np.uint32(p1), np.uint32(p0 >> _HIGH) ^ x3 ^ k1, np.uint32(p0)
            k0, k1 = np.uint32(k0 + _W0), np.uint32(k1 + _W1)
        words[4 * i], words[4 * i + 1], words[4 * i + 2], words[4 * i + 3] = x0, x1, x2, x3
