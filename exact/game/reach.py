"""Which outcomes the rules can deal at all, whatever the shoe."""

from __future__ import annotations

from functools import lru_cache

from exact.game.card import VALUES
from exact.game.coup import PLAYER, Hand, Needs, Outcome
from exact.game.rules import Rules


@lru_cache(maxsize=64)
def reachable(rules: Rules, needs: Needs) -> frozenset[Outcome]:
    """Every outcome that some cards lead to, as far as these needs can tell outcomes apart."""
    states = {(Hand.of(rules.fixed.player, needs), Hand.of(rules.fixed.banker, needs))}
    finished: set[Outcome] = set()
    while states:
        following: set[tuple[Hand, Hand]] = set()
        for player, banker in states:
            hand = rules.next_hand(player, banker)
            if hand is None:
                finished.add(Outcome(player.finished(needs), banker.finished(needs)))
            elif hand == PLAYER:
                following.update((player.deal(card, needs), banker) for card in VALUES)
            else:
                following.update((player, banker.deal(card, needs)) for card in VALUES)
        states = following
    return frozenset(finished)
