"""The shoe: the unseen cards, a multiset of point values."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from math import perm

from exact.errors import ShoeError
from exact.game.card import PACK, VALUES, parse_card, split_list, symbol

MOST_DECKS = 100


@dataclass(frozen=True, slots=True)
class Shoe:
    """The unseen cards: ``counts[v]`` cards of point value v, dealt without replacement.

    With ``replacement`` the counts are proportions instead: each card is dealt as if the shoe
    were infinite, value v with probability ``counts[v] / cards``.

    >>> Shoe.decks(8).cards
    416
    """

    counts: tuple[int, ...]
    replacement: bool = False

    def __post_init__(self) -> None:
        if not isinstance(self.counts, tuple | list):
            raise ShoeError(f"counts: {self.counts!r}: write ten whole numbers in a tuple")
        counts = tuple(self.counts)
        object.__setattr__(self, "counts", counts)
        if len(counts) != len(VALUES):
            raise ShoeError(f"counts: {len(counts)} given: write ten, for the values 0 (10, J, Q, K), 1 (ace), 2, ..., 9")
        for value, count in enumerate(counts):
            if not isinstance(count, int) or isinstance(count, bool):
                raise ShoeError(f"counts: {count!r} cards of value {value}: write a whole number")
            if count < 0:
                raise ShoeError(f"counts: {count} cards of value {value}: a shoe holds no fewer than 0")
        if self.replacement and not any(counts):
            raise ShoeError("counts: all 0: an infinite shoe needs a card that can be dealt")

    @classmethod
    def decks(cls, decks: int) -> Shoe:
        """A full shoe of 1 to 100 packs of 52 cards."""
        if not isinstance(decks, int) or isinstance(decks, bool) or not 1 <= decks <= MOST_DECKS:
            raise ShoeError(f"decks: {decks!r}: write a whole number from 1 to {MOST_DECKS}, or inf")
        return cls(tuple(decks * count for count in PACK))

    @classmethod
    def infinite(cls) -> Shoe:
        """Cards dealt with replacement: the limit of ever more decks."""
        return cls(tuple(count // 4 for count in PACK), replacement=True)

    @property
    def cards(self) -> int:
        """How many cards the shoe holds; of an infinite shoe, the common denominator 13 of its proportions."""
        return sum(self.counts)

    @property
    def whole_decks(self) -> int | None:
        """The number of packs if the shoe is exactly that many full packs, else None."""
        decks = self.counts[1] // PACK[1]
        full = not self.replacement and decks and self.counts == tuple(decks * count for count in PACK)
        return decks if full else None

    def without(self, value: int) -> Shoe:
        """The shoe after one card of that point value has left it."""
        _check_value(value)
        if self.replacement:
            return self
        if not self.counts[value]:
            raise ShoeError(f"card {symbol(value)}: the shoe holds no card of value {value} (any more)")
        counts = list(self.counts)
        counts[value] -= 1
        return _trusted(tuple(counts))

    def remove(self, values: Iterable[int]) -> Shoe:
        """The shoe after all these cards have left it."""
        shoe = self
        for value in values:
            if self.replacement:
                raise ShoeError("remove: an infinite shoe stays the same whatever is removed: give a number of decks")
            shoe = shoe.without(value)
        return shoe

    def check_coup(self, longest: int, game: str = "", left: str = "") -> None:
        """Raises ShoeError where the shoe could run out in a coup of up to ``longest`` cards."""
        if not self.replacement and self.cards < longest:
            raise ShoeError(f"shoe: {too_few(self.cards, longest, game, left)}")

    def deals(self, cards: int) -> int:
        """Ordered deals of that many cards: (N)_k = N(N-1)...(N-k+1), or N^k with replacement."""
        return self.cards**cards if self.replacement else perm(self.cards, cards)

    def ways(self, value: int, cards: int) -> int:
        """Ordered ways to deal that many cards of one point value: (n_v)_k, or n_v^k with replacement."""
        _check_value(value)
        count = self.counts[value]
        return count**cards if self.replacement else perm(count, cards)


def too_few(cards: int, longest: int, game: str = "", left: str = "") -> str:
    """What is said of too few cards (``left``: where) for the longest coup, of a game if one is named.

    >>> too_few(4, 5, "live-7up")
    '4 cards are too few: the longest coup of live-7up takes 5'
    """
    coup = f"the longest coup of {game}" if game else "the longest coup"
    return f"{cards} cards{left} are too few: {coup} takes {longest}"


def _check_value(value: int) -> None:
    """Raises ShoeError for what is no point value: -1 would count from the end of the counts."""
    if not isinstance(value, int) or isinstance(value, bool) or not 0 <= value < len(VALUES):
        raise ShoeError(f"card {value!r}: write a point value, a whole number from 0 (10, J, Q, K) and 1 (ace) to 9")


def _trusted(counts: tuple[int, ...]) -> Shoe:
    """A shoe made from a valid one, its counts not checked again."""
    shoe = object.__new__(Shoe)
    object.__setattr__(shoe, "counts", counts)
    object.__setattr__(shoe, "replacement", False)
    return shoe


def parse_decks(text: str) -> Shoe:
    """A full shoe from a number of decks, 1 to 100, or ``inf``."""
    word = text.strip()
    if word.lower() in {"inf", "infinite", "∞"}:
        return Shoe.infinite()
    if not (word.isascii() and word.isdigit()) or not 1 <= int(word[:9]) <= MOST_DECKS or len(word) > 9:
        raise ShoeError(f"decks: {text!r}: write a whole number from 1 to {MOST_DECKS}, or inf")
    return Shoe.decks(int(word))


def parse_counts(text: str) -> Shoe:
    """A shoe from ten counts ``n0,...,n9``: tens, aces, twos, ..., nines."""
    items = split_list(text)
    for value, item in enumerate(items):
        sign, digits = item[:1] == "-", item[1:] if item[:1] in ("+", "-") else item
        if not (digits.isascii() and digits.isdigit()) or len(digits) > 100:
            raise ShoeError(f"counts: {item!r} cards of value {value}: write a whole number of at most 100 digits")
        if sign and int(digits):
            raise ShoeError(f"counts: {item} cards of value {value}: a shoe holds no fewer than 0")
    return Shoe(tuple(int(item) for item in items))


def parse_removed(text: str, shoe: Shoe) -> Shoe:
    """The shoe after the listed cards have left it."""
    return shoe.remove(parse_card(item) for item in split_list(text))
