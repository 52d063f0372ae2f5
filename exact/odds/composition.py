"""The walk merged into compositions: the rules are walked once, after that any shoe is integer arithmetic.

A composition is the multiset of cards that a coup took from the shoe. A coup that used m_v cards of each value
v has, in whatever order they were dealt, the weight

    prod_v (n_v)_{m_v}  *  (N - j)_{k - j},        j = sum_v m_v,

in ordered deals of k cards from a shoe of n_v cards of each value, N in all; (n)_m is the falling factorial. So
it is enough to know, for every outcome, how many dealing sequences lead to it with each composition.

A composition is kept as one integer, its octal digit v the number of cards of value v: no coup deals more than
six cards, so a digit never carries and adding a card is adding 8^v.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache, partial

from exact.game.card import VALUES
from exact.game.coup import PLAYER, Coup, Hand, HandName, Needs, Outcome
from exact.game.rules import Rules
from exact.game.shoe import Shoe

Sequences = Mapping[int, int]
"""Composition -> number of dealing sequences that use it."""

ONE = tuple(8**value for value in VALUES)
"""The composition of one card of each value."""


def decode(composition: int) -> tuple[int, ...]:
    """The number of cards of each value in a composition.

    >>> decode(0o20000001)
    (1, 0, 0, 0, 0, 0, 0, 2, 0, 0)
    """
    return tuple(composition >> 3 * value & 7 for value in VALUES)


@dataclass(frozen=True, slots=True)
class Compositions:
    """Every outcome of the rest of a coup, with its dealing sequences per composition of the cards still dealt.

    ``longest`` is the number of cards that the longest such rest takes from the shoe.
    """

    outcomes: Mapping[Outcome, Sequences]
    longest: int

    def deals(self, shoe: Shoe, cards: int) -> dict[Outcome, int]:
        """Ordered deals of ``cards`` cards (at least ``longest``) from the shoe that lead to each outcome.

        Outcomes that this shoe cannot deal are left out. The deals sum to ``shoe.deals(cards)``, by check.
        """
        shoe.check_coup(cards)
        weights = _Weights(shoe, cards)
        deals = {
            outcome: sum(number * weights[composition] for composition, number in sequences.items())
            for outcome, sequences in self.outcomes.items()
        }
        if sum(deals.values()) != shoe.deals(cards):
            raise ArithmeticError("the deals of all outcomes do not sum to the deals of the shoe")
        return {outcome: number for outcome, number in deals.items() if number}


class _Weights(dict[int, int]):
    """The weight of every composition asked for, in ordered deals of so many cards from one shoe."""

    def __init__(self, shoe: Shoe, cards: int) -> None:
        super().__init__()
        self._ways = [[shoe.ways(value, number) for number in range(8)] for value in VALUES]
        self._padding = [shoe.deals(cards) // shoe.deals(used) for used in range(cards + 1)]  # (N-j)_{k-j}

    def __missing__(self, composition: int) -> int:
        weight, used, digits, value = 1, 0, composition, 0
        while digits:
            number = digits & 7
            if number:
                weight *= self._ways[value][number]
                used += number
            digits >>= 3
            value += 1
        weight *= self._padding[used]
        self[composition] = weight
        return weight


State = tuple[Outcome, HandName | None]
"""The two hands as far as anything can still tell them apart, and the hand that takes the next card."""


@lru_cache(maxsize=64)
def compile_rules(rules: Rules, begun: Coup, needs: Needs) -> Compositions:
    """The rest of a coup begun, walked once: equal states with equal compositions are one, their sequences added."""
    deal = lru_cache(maxsize=None)(partial(_deal, needs))
    settle = lru_cache(maxsize=None)(partial(_settle, rules, needs))
    states: dict[State, dict[int, int]] = {}
    finished: dict[Outcome, dict[int, int]] = {}
    start = settle(Hand.of(begun.player, needs), Hand.of(begun.banker, needs))
    if start[1] is None:
        finished[start[0]] = {0: 1}
    else:
        states[start] = {0: 1}
    longest = 0
    while states:
        longest += 1
        following: dict[State, dict[int, int]] = {}
        for ((player, banker), due), sequences in states.items():
            for card in VALUES:
                state = settle(deal(player, card), banker) if due == PLAYER else settle(player, deal(banker, card))
                total = finished.setdefault(state[0], {}) if state[1] is None else following.setdefault(state, {})
                _add(total, sequences, ONE[card])
        states = following
    return Compositions(finished, longest)


def _deal(needs: Needs, hand: Hand, card: int) -> Hand:
    return hand.deal(card, needs)


def _settle(rules: Rules, needs: Needs, player: Hand, banker: Hand) -> State:
    """The state of two hands.

    A third card matters to the rules only until the Banker's decision: unless the Player is due, either no third
    card has been dealt or no rule looks at it any more, so it is forgotten.
    """
    due = rules.next_hand(player, banker)
    if due != PLAYER:
        player, banker = player.finished(needs), banker.finished(needs)
    return Outcome(player, banker), due


def _add(total: dict[int, int], sequences: Sequences, card: int) -> None:
    """Add dealing sequences to a total, each composition with one more card."""
    for composition, number in sequences.items():
        composition += card
        total[composition] = total.get(composition, 0) + number
