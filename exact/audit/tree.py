"""Every way in which a coup can go on after its first cards, whatever the rules say: any drawing rule picks from it.

For each pair of first totals (p, b) it holds four sets of deals: nobody draws; the Player draws c; the Banker draws; the
Player draws c and then the Banker draws. A rule says which of them is dealt, as a function of p, b and c, so that one
tree serves every fault of the drawing rules. Its first cards follow any dealing order and its values any shoe.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from math import lcm, prod

from exact.game.card import VALUES
from exact.game.coup import PLAYER, Coup, Hand, HandName, Needs, Outcome
from exact.game.shoe import Shoe

Cards = tuple[int, ...]
Deals = dict[tuple[Hand, Hand], int]
Place = tuple[int, int, int | None, bool]
"""Player's first total, Banker's first total, Player's third card (None: he stood), whether the Banker drew."""

PlayerRule = Callable[[int, int], bool]
BankerRule = Callable[[int, int, int | None], Fraction | bool]


@dataclass(frozen=True, slots=True)
class Drawing:
    """Who draws, from the first totals of Player and Banker and the Player's third card (None: he stood).

    The Banker's answer is a probability: a source that misreads some cards of a value draws on some of them only.
    """

    player: PlayerRule
    banker: BankerRule


@dataclass(frozen=True, eq=False)
class Tree:
    """For each place the weight of every pair of final hands, in ordered deals of the first cards and two more."""

    branches: Mapping[Place, Deals]

    def deal(self, drawing: Drawing) -> dict[Outcome, int]:
        """The weight of every outcome under a drawing rule."""
        chances = {place: _chance(drawing, place) for place in self.branches}
        parts = lcm(*(chance.denominator for chance in chances.values()))
        found: dict[tuple[Hand, Hand], int] = defaultdict(int)
        for place, chance in chances.items():
            if chance:
                times = chance.numerator * (parts // chance.denominator)
                for hands, weight in self.branches[place].items():
                    found[hands] += times * weight
        return {Outcome(*hands): weight for hands, weight in found.items()}


def _chance(drawing: Drawing, place: Place) -> Fraction:
    """The probability that the rule goes to a place from its first totals and third card."""
    player, banker, third, draws = place
    if drawing.player(player, banker) != (third is not None):
        return Fraction(0)
    chance = Fraction(drawing.banker(player, banker, third))
    return chance if draws else 1 - chance


@lru_cache(maxsize=8)
def tree(fixed: Coup, order: tuple[HandName, ...], shoe: Shoe, needs: Needs) -> Tree:
    """The tree of first cards dealt in that order from the shoe beside the fixed ones."""
    shoe.check_coup(len(order) + 2)
    hand = lru_cache(maxsize=None)(lambda cards: Hand.of(cards, needs).finished(needs))
    branches: dict[Place, dict[tuple[Hand, Hand], int]] = defaultdict(lambda: defaultdict(int))
    for (player, banker), times in _first_cards(fixed, order).items():
        used = Counter((*player[len(fixed.player) :], *banker[len(fixed.banker) :]))
        weight = times * prod(shoe.ways(value, number) for value, number in used.items())
        if not weight:
            continue
        left = [count - (0 if shoe.replacement else used[value]) for value, count in enumerate(shoe.counts)]
        rest = shoe.cards - (0 if shoe.replacement else len(order))
        _grow(branches, player, banker, weight, left, rest, shoe.replacement, hand)
    return Tree(branches)


def _first_cards(fixed: Coup, order: tuple[HandName, ...]) -> Counter[tuple[Cards, Cards]]:
    """How many orders there are of the first cards of the two hands, the dealt cards of each hand sorted."""
    found: Counter[tuple[Cards, Cards]] = Counter({((), ()): 1})
    for hand in order:
        further: Counter[tuple[Cards, Cards]] = Counter()
        for (player, banker), times in found.items():
            for card in VALUES:
                grown = ((*player, card), banker) if hand == PLAYER else (player, (*banker, card))
                further[tuple(sorted(grown[0])), tuple(sorted(grown[1]))] += times
        found = further
    return Counter({((*fixed.player, *player), (*fixed.banker, *banker)): times for (player, banker), times in found.items()})


def _grow(
    branches: dict[Place, dict[tuple[Hand, Hand], int]],
    player: Cards,
    banker: Cards,
    weight: int,
    left: list[int],
    rest: int,
    replacement: bool,
    hand: Callable[[Cards], Hand],
) -> None:
    """Adds the four continuations of these first cards; ``left``: the cards of each value among the ``rest`` left."""
    p, b, less = sum(player) % 10, sum(banker) % 10, 0 if replacement else 1
    stands, waits = hand(player), hand(banker)
    drawn = [hand((*banker, card)) for card in VALUES]
    branches[p, b, None, False][stands, waits] += weight * rest * (rest - less)
    alone = branches[p, b, None, True]
    for card in VALUES:
        if left[card]:
            alone[stands, drawn[card]] += weight * left[card] * (rest - less)
    for third in VALUES:
        if not left[third]:
            continue
        met, times = hand((*player, third)), weight * left[third]
        branches[p, b, third, False][met, waits] += times * (rest - less)
        both = branches[p, b, third, True]
        for card in VALUES:
            number = left[card] - (less if card == third else 0)
            if number:
                both[met, drawn[card]] += times * number
