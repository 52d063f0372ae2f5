"""The exact distribution of the outcomes of one coup from one shoe."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

from exact.game.coup import Coup, Outcome
from exact.game.definition import Game
from exact.game.shoe import Shoe
from exact.odds.composition import compile_rules


@dataclass(frozen=True, slots=True)
class Distribution:
    """``deals[o]``: ordered deals, out of ``total``, that lead to outcome o; outcomes that cannot come are left out.

    ``unseen`` is the shoe that the cards come from. The unit is the deal of ``cards`` cards from it: as many as
    the longest coup of the game still takes.
    """

    deals: Mapping[Outcome, int]
    total: int
    unseen: Shoe
    cards: int

    def probability(self, outcome: Outcome) -> Fraction:
        """The probability of one outcome."""
        return Fraction(self.deals.get(outcome, 0), self.total)

    def by_totals(self) -> tuple[tuple[int, ...], ...]:
        """Deals for each Player's total (row, 0-9) and Banker's total (column, 0-9)."""
        cells = [[0] * 10 for _ in range(10)]
        for outcome, number in self.deals.items():
            cells[outcome.player.total][outcome.banker.total] += number
        return tuple(map(tuple, cells))

    def by_cards(self) -> dict[int, int]:
        """Deals for each number of cards in the two hands, fixed cards included."""
        numbers: dict[int, int] = defaultdict(int)
        for outcome, number in self.deals.items():
            numbers[outcome.player.size + outcome.banker.size] += number
        return dict(sorted(numbers.items()))


def distribution(game: Game, shoe: Shoe, begun: Coup | None = None) -> Distribution:
    """The outcomes of a coup of the game from the shoe, or of the rest of a coup begun.

    The cards of the coup begun, and fixed cards that the reading takes from the shoe, leave the shoe first.
    Raises ShoeError where the shoe does not hold them or has fewer cards than the longest coup takes.
    """
    rules = game.rules
    begun = begun or rules.fixed
    longest = compile_rules(rules, rules.fixed, game.needs).longest
    full = rules.unseen(shoe, rules.fixed)
    full.check_coup(longest, game.id, " left beside the fixed ones" if full != shoe else "")
    unseen = rules.unseen(shoe, begun)
    cards = longest - len(rules.dealt(begun))
    deals = compile_rules(rules, begun, game.needs).deals(unseen, cards)
    return Distribution(deals, unseen.deals(cards), unseen, cards)
