"""Counting tags that others have published, to be set beside the exact effects of removal."""

from __future__ import annotations

from dataclasses import dataclass

from exact.game.card import VALUES

_HOW = 'S. How, "7 Up Baccarat @ Marina Bay Sands, SG", discountgambling.net, 16 June 2012: six decks, Marina Bay Sands payouts of 2012'
_SEVEN_UPS = frozenset({"live-7up", "mbs-7up"})


@dataclass(frozen=True, slots=True)
class PublishedTags:
    """Tags of one bet, ``tags[v]`` for a card of value v, added as cards are dealt; ``games`` are the ids they fit."""

    author: str
    source: str
    games: frozenset[str]
    bet: str
    tags: tuple[int, ...]


PUBLISHED = (
    PublishedTags("S. How", _HOW, _SEVEN_UPS, "banker", (1, 2, 2, -1, -1, -1, -1, -2, -1, -1)),
    PublishedTags("S. How", _HOW, _SEVEN_UPS, "player", (0, -2, -2, 0, 0, 0, 1, 1, 1, 1)),
    PublishedTags("S. How", _HOW, _SEVEN_UPS, "super-sevens", tuple(-12 if value == 7 else 1 for value in VALUES)),
)


def published_tags(game: str, bet: str) -> tuple[PublishedTags, ...]:
    """The published tags of one bet of a game.

    >>> [item.tags[7] for item in published_tags("mbs-7up", "super-sevens")]
    [-12]
    """
    return tuple(item for item in PUBLISHED if game in item.games and item.bet == bet)
