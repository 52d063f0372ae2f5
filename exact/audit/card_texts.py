"""The loop that reads lists of cards out of texts, compiled by numba.

A card is its rank 1 (ace), 2, ..., 10, 11 (J), 12, 13 (K); 0 is no card, ``BAD`` a text that is none.
"""

from __future__ import annotations

from numba import njit

BAD = 255
SYMBOLS, NUMBERS, VALUES = 0, 1, 2
_LETTERS = (65, 84, 74, 81, 75)  # A, T, J, Q, K


@njit(cache=True, nogil=True)
def _rank(data, at, end, kind):  # type: ignore[no-untyped-def]
    """The rank that begins at a byte and the byte after it; ``kind``: SYMBOLS, NUMBERS or VALUES."""
    byte = data[at]
    if kind == SYMBOLS:
        if byte == 48:  # 0
            return 10, at + 1
        for letter in range(len(_LETTERS)):
            if (byte & 0xDF) == _LETTERS[letter]:
                return (1, 10, 11, 12, 13)[letter], at + 1
    number, start = 0, at
    while at < end and at < start + 2 and 48 <= data[at] <= 57:
        number = number * 10 + data[at] - 48
        at += 1
    if at == start or number > (10, 13, 9)[kind]:
        return BAD, at
    return (10 if number == 0 and kind == VALUES else number), at


@njit(cache=True, nogil=True)
def _after_suit(data, at, end):  # type: ignore[no-untyped-def]
    """The byte after a suit: a letter S, H, D, C or a symbol, U+2660 to U+2667, with or without a variation selector."""
    if at < end and (data[at] & 0xDF) in (83, 72, 68, 67):
        return at + 1
    if at + 2 < end and data[at] == 0xE2 and data[at + 1] == 0x99 and 0xA0 <= data[at + 2] <= 0xA7:
        at += 3
        if at + 2 < end and data[at] == 0xEF and data[at + 1] == 0xB8:
            at += 3
    return at


@njit(cache=True, nogil=True)
def _between(byte):  # type: ignore[no-untyped-def]
    """Whether a byte stands between cards: a space, a comma, a semicolon, a bracket, a quote and the like."""
    return byte <= 32 or byte in (44, 59, 47, 124, 45, 40, 41, 91, 93, 39, 34, 95)


@njit(cache=True, nogil=True)
def read_cards(offsets, data, kind, out):  # type: ignore[no-untyped-def]
    """The cards of every text into ``out`` [texts, most]; a text that is no list of cards, or too long a one, is BAD."""
    most = out.shape[1]
    for row in range(len(offsets) - 1):
        at, end, cards = offsets[row], offsets[row + 1], 0
        while True:
            while at < end and _between(data[at]):
                at += 1
            if at == end:
                break
            rank, after = _rank(data, at, end, kind)
            at = _after_suit(data, after, end)
            if rank == BAD or cards == most or (at < end and at == after and not _between(data[at])):
                out[row, 0] = BAD
                break
            if rank:
                out[row, cards] = rank
                cards += 1
