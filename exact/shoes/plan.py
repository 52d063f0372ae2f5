"""The order in which the compositions of k cards are visited: prefixes of k - 1 cards, then the last card.

With the cards of a composition in ascending order, the monomial of (a, ..., d, e) is the monomial of the prefix
(a, ..., d) times one factor: n_e if e > d, n_d less the number of d's in the prefix if e = d. In lexicographic order
the compositions of one prefix stand together, e = d, ..., 9.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations_with_replacement

from exact.game.card import VALUES


@dataclass(frozen=True, slots=True)
class Level:
    """All prefixes of one length in lexicographic order.

    Prefix i is prefix ``parent[i]`` of the level before with the card ``card[i]`` added, of which that one already
    holds ``held[i]``: its monomial is the parent's times (n_card - held).
    """

    parent: tuple[int, ...]
    card: tuple[int, ...]
    held: tuple[int, ...]


@lru_cache(maxsize=8)
def levels(degree: int) -> tuple[Level, ...]:
    """The levels of prefixes of 1, 2, ..., ``degree`` cards; the last one is the compositions themselves."""
    found = []
    before: dict[tuple[int, ...], int] = {(): 0}
    for size in range(1, degree + 1):
        prefixes = list(combinations_with_replacement(VALUES, size))
        found.append(
            Level(
                tuple(before[cards[:-1]] for cards in prefixes),
                tuple(cards[-1] for cards in prefixes),
                tuple(cards[:-1].count(cards[-1]) for cards in prefixes),
            )
        )
        before = {cards: index for index, cards in enumerate(prefixes)}
    return tuple(found)


@lru_cache(maxsize=8)
def prefixes(degree: int) -> tuple[Level, Level]:
    """The prefixes of 0, ..., ``degree`` - 2 cards in one list, and those of ``degree`` - 1 cards, parents in that list.

    The first prefix is the empty one; its parent, card and held are 0 and mean nothing.
    """
    parent, card, held = [0], [0], [0]
    start = 0
    *inner, last = levels(degree - 1)
    for level in inner:
        size = len(parent)
        parent += [start + index for index in level.parent]
        card += level.card
        held += level.held
        start = size
    last_parent = tuple(start + index for index in last.parent)
    return Level(tuple(parent), tuple(card), tuple(held)), Level(last_parent, last.card, last.held)
