"""Brute force: every ordered deal of a shoe, played by a plain loop that shares nothing with the enumerator.

The third-card table is read again from the drawing in the game file, and every deal has the same number of cards,
those that the coup leaves over included. Only the record of a finished hand is the one used elsewhere.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from functools import cache
from itertools import product
from typing import Any, NamedTuple, cast

from exact.game.card import VALUES
from exact.game.coup import BANKER, PLAYER, Hand, Outcome
from exact.game.definition import Game
from exact.game.reading import resolve
from exact.game.shoe import Shoe
from exact.game.tableau import STOOD

THIRD_CARDS = 2
"""Each hand takes at most one."""

Cards = tuple[int, ...]


class Brute(NamedTuple):
    """Ordered deals of ``cards`` cards by outcome, and their total."""

    deals: Mapping[Outcome, int]
    total: int
    cards: int


class _Drawings(NamedTuple):
    """The third-card table as the game file draws it: the letter in each column, and in each row and column."""

    player: Mapping[str, str]
    banker: Mapping[str, Mapping[str, str]]


def brute_force(game: Game, unseen: Shoe) -> Brute | None:
    """Every ordered deal of the longest coup's cards; None for a shoe with fewer cards than that."""
    rules = game.rules
    cards = len(rules.order) + THIRD_CARDS
    if not unseen.replacement and unseen.cards < cards:
        return None
    play = _player(game)
    tally: Counter[Outcome] = Counter()
    for dealt in product(VALUES, repeat=len(rules.order)):
        ways, left = _ways(dealt, unseen)
        if not ways:
            continue
        player = rules.fixed.player + tuple(card for card, hand in zip(dealt, rules.order, strict=True) if hand == PLAYER)
        banker = rules.fixed.banker + tuple(card for card, hand in zip(dealt, rules.order, strict=True) if hand == BANKER)
        for fifth in VALUES:
            for sixth in VALUES:
                rest = left[fifth] * (left[sixth] - (fifth == sixth and not unseen.replacement))
                if rest:
                    tally[play(player, banker, fifth, sixth)] += ways * rest
    return Brute(tally, sum(tally.values()), cards)


def _ways(dealt: Cards, shoe: Shoe) -> tuple[int, list[int]]:
    """In how many ways these cards come in this order, and the counts that are left."""
    ways, left = 1, list(shoe.counts)
    for card in dealt:
        ways *= left[card]
        left[card] -= not shoe.replacement
    return ways, left


def _player(game: Game) -> Callable[[Cards, Cards, int, int], Outcome]:
    """A function that plays two hands on, the two cards given being the next of the shoe."""
    drawings, naturals, needs = _read(game), game.rules.naturals, game.needs

    @cache
    def hand(cards: Cards) -> Hand:
        return Hand.of(cards, needs).finished(needs)

    def play(player: Cards, banker: Cards, fifth: int, sixth: int) -> Outcome:
        player_total, banker_total = sum(player) % 10, sum(banker) % 10
        if player_total not in naturals and banker_total not in naturals:
            following, column = fifth, STOOD
            if drawings.player[str(player_total)] == "D":
                player, following, column = (*player, fifth), sixth, str(fifth)
            if drawings.banker[str(banker_total)][column] == "D":
                banker = (*banker, following)
        return Outcome(hand(player), hand(banker))

    return play


def _read(game: Game) -> _Drawings:
    """The two drawings of the game file, under the readings in force."""
    tableau = cast("Mapping[str, Any]", resolve(dict(game.document), dict(game.chosen)))["tableau"]
    totals, letters = (line.split() for line in tableau["player"].strip().splitlines())
    header, *rows = (line.split() for line in tableau["banker"].strip().splitlines())
    player = dict(zip(totals[-len(letters) :], letters, strict=True))
    return _Drawings(player, {total: dict(zip(header, cells, strict=True)) for total, *cells in rows})
