"""Cards and their point values.

An ace counts 1, the cards 2 to 9 their face value, 10, J, Q and K zero; suits do not matter.
A card is therefore kept as its point value, an ``int`` from 0 to 9.
"""

from __future__ import annotations

import re

from exact.errors import CardError

VALUES = range(10)
"""The ten point values."""

ORDER = (*VALUES[1:], 0)
"""The values as cards are listed: A, 2, ..., 9, T."""

PACK = (16, 4, 4, 4, 4, 4, 4, 4, 4, 4)
"""Cards of each point value in one pack of 52: sixteen tens and four of each other."""

_SYMBOLS = "TA23456789"
_RANKS = {"A": 1, "1": 1, "T": 0, "10": 0, "0": 0, "J": 0, "Q": 0, "K": 0} | {str(v): v for v in range(2, 10)}
_SUITS = "SHDC♠♥♦♣♤♡♢♧"


def symbol(value: int) -> str:
    """The card of a point value as it is written here: T, A, 2, ..., 9 (T for every card that counts zero).

    >>> symbol(0), symbol(1), symbol(7)
    ('T', 'A', '7')
    """
    return _SYMBOLS[value]


def parse_card(text: str) -> int:
    """The point value of one card: A, 2 to 9, 10 or T, J, Q, K; 0 and 1 are taken too; a suit may follow.

    >>> parse_card("K"), parse_card("a"), parse_card("10h"), parse_card("7♠")
    (0, 1, 0, 7)
    """
    bare = text.strip().upper()
    value = _RANKS.get(bare)
    if value is None and bare[-1:] and bare[-1] in _SUITS:
        value = _RANKS.get(bare[:-1])
    if value is None:
        raise CardError(f"card {text!r}: write A, 2 to 9, 10 (or T), J, Q or K")
    return value


def split_list(text: str) -> list[str]:
    """The items of a list written with commas, semicolons or spaces; what stands between two commas may be empty.

    >>> split_list("7, K;5 2"), split_list("7,,K,"), split_list(" ")
    (['7', 'K', '5', '2'], ['7', '', 'K', ''], [])
    """
    bare = text.strip()
    return re.split(r"\s*[,;]\s*|\s+", bare) if bare else []


def parse_cards(text: str) -> tuple[int, ...]:
    """The point values of a list of cards.

    >>> parse_cards("5,7,6,T,6")
    (5, 7, 6, 0, 6)
    """
    return tuple(parse_card(item) for item in split_list(text))
