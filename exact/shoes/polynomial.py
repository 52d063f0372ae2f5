"""The odds polynomial: the rules walked once, every coup padded to the longest length k.

A coup that took j cards leaves (N - j)_{k-j} ordered ways to deal k - j more. Dealing on, without rules, turns each
of its dealing sequences into sequences of exactly k cards, so that the deals of every event are

    E(n) = sum_m  c_m  prod_v (n_v)_{m_v},        sum_v m_v = k,

with integer coefficients c_m over the compositions m of k cards: 2,002 of them for k = 5 (7 Up), 5,005 for k = 6
(the classic game). The coefficients of all events of one bet add up to those of (N)_k, the multinomials.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property, lru_cache
from importlib.util import find_spec
from itertools import combinations_with_replacement
from typing import TYPE_CHECKING, Any, Literal

from exact.game.card import VALUES
from exact.game.definition import Game
from exact.game.shoe import Shoe
from exact.odds.composition import ONE, compile_rules, decode
from exact.odds.table import BetOdds, bet_odds

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from exact.shoes.bulk import ManyOdds


@dataclass(frozen=True, eq=False)
class OddsPolynomial:
    """The deals of every event of a game as integer polynomials in the ten counts of a shoe.

    ``compositions[i]`` is the i-th composition of ``degree`` cards as its cards in ascending order, the whole list
    in lexicographic order. ``coefficients[e][i]`` belongs to the event ``events[e]``, a pair (bet, line).
    """

    game: Game
    degree: int
    compositions: tuple[tuple[int, ...], ...]
    events: tuple[tuple[int, int], ...]
    coefficients: tuple[tuple[int, ...], ...]

    def unseen(self, shoe: Shoe) -> Shoe:
        """The cards that a coup is dealt from: the shoe less fixed cards that the reading takes from it."""
        unseen = self.game.rules.unseen(shoe, self.game.rules.fixed)
        unseen.check_coup(self.degree, self.game.id)
        return unseen

    def monomials(self, shoe: Shoe) -> list[int]:
        """prod_v (n_v)_{m_v} for every composition m, n being the counts of the shoe (n^m with replacement)."""
        ways = [[shoe.ways(value, number) for number in range(self.degree + 1)] for value in VALUES]
        products = []
        for cards in self.compositions:
            product = 1
            for value in set(cards):
                product *= ways[value][cards.count(value)]
            products.append(product)
        return products

    def deals(self, shoe: Shoe) -> list[int]:
        """Ordered deals of ``degree`` cards that lead to each event of ``events``, in integers of any size."""
        monomials = self.monomials(self.unseen(shoe))
        return [sum(c * m for c, m in zip(row, monomials, strict=True) if c) for row in self.coefficients]

    def odds(self, shoe: Shoe) -> tuple[BetOdds, ...]:
        """The odds of every bet on one coup from the shoe."""
        deals, total = self.deals(shoe), self.unseen(shoe).deals(self.degree)
        by_bet: list[list[int]] = [[0] * len(bet.every_line()) for bet in self.game.bets]
        for (bet, line), number in zip(self.events, deals, strict=True):
            by_bet[bet][line] = number
        return tuple(bet_odds(bet, numbers, total) for bet, numbers in zip(self.game.bets, by_bet, strict=True))

    def priced_bets(self) -> tuple[int, ...]:
        """The bets, by index, whose return is known: every line of them says what it pays."""
        return self._priced

    @cached_property
    def _priced(self) -> tuple[int, ...]:
        return tuple(index for index, bet in enumerate(self.game.bets) if bet.priced)

    @cached_property
    def _returns(self) -> tuple[tuple[int, tuple[int, ...]], ...]:
        scaled = ((index, bet.scaled_nets()) for index, bet in enumerate(self.game.bets))
        return tuple((found[0], self._numerator(index, found[1])) for index, found in scaled if found)

    def returns(self) -> tuple[tuple[int, tuple[int, ...]], ...]:
        """For every priced bet a denominator q and the integer coefficients of q times its net win.

        The return of the bet from a shoe is sum_m c_m monomial_m / (q (N)_k).
        """
        return self._returns

    def return_sums(self, unseen: Shoe) -> list[int]:
        """Q (N)_k times the return of every priced bet, in integers of any size."""
        monomials = self.monomials(unseen)
        return [sum(c * m for c, m in zip(row, monomials, strict=True) if c) for _, row in self.returns()]

    def ratios(self, sums: Sequence[int], unseen: Shoe) -> list[Fraction]:
        """The return of every priced bet from its sum, see ``return_sums``."""
        total = unseen.deals(self.degree)
        return [Fraction(number, scale * total) for number, (scale, _) in zip(sums, self.returns(), strict=True)]

    def exact_returns(self, unseen: Shoe) -> list[Fraction]:
        """The exact return of every priced bet on one coup dealt from these cards, fixed cards taken out."""
        return self.ratios(self.return_sums(unseen), unseen)

    def evaluate(self, shoe: Shoe) -> dict[str, Fraction]:
        """The exact return of every priced bet on one coup from the shoe, by bet id; fast where numpy is installed."""
        unseen = self.unseen(shoe)
        if find_spec("numpy"):
            from exact.shoes.bulk import one_shoe

            returns = self.ratios(one_shoe(self, unseen), unseen)
        else:
            returns = self.exact_returns(unseen)
        return {self.game.bets[bet].id: value for bet, value in zip(self.priced_bets(), returns, strict=True)}

    def evaluate_many(
        self, counts: NDArray[Any], *, deals: bool = False, threads: int = 1, road: Literal["numba", "numpy"] | None = None
    ) -> ManyOdds:
        """The returns (and deals) of every row of an integer array [n, 10]; needs numpy. See ``exact.shoes.bulk``."""
        from exact.shoes.bulk import evaluate_many

        return evaluate_many(self, counts, deals=deals, threads=threads, road=road)

    def _numerator(self, index: int, nets: tuple[int, ...]) -> tuple[int, ...]:
        """The coefficients of a bet's events, each times its net win in whole numbers, added up."""
        rows = [(nets[line], row) for (bet, line), row in zip(self.events, self.coefficients, strict=True) if bet == index]
        return tuple(sum(net * row[i] for net, row in rows) for i in range(len(self.compositions)))


@lru_cache(maxsize=32)
def compile_game(game: Game) -> OddsPolynomial:
    """The odds polynomial of a game; the walk and the polynomial are kept for the next call."""
    lines = [(bet, line) for bet, item in enumerate(game.bets) for line in range(len(item.every_line()))]
    compiled = compile_rules(game.rules, game.rules.fixed, game.needs)
    sequences: dict[tuple[int, int], dict[int, int]] = {event: {} for event in lines}
    for outcome, numbers in compiled.outcomes.items():
        facts = game.facts(outcome)
        for index, bet in enumerate(game.bets):
            total = sequences[index, bet.line_of(facts)]
            for composition, number in numbers.items():
                total[composition] = total.get(composition, 0) + number
    compositions = tuple(combinations_with_replacement(VALUES, compiled.longest))
    place = {sum(ONE[card] for card in cards): index for index, cards in enumerate(compositions)}
    rows = []
    for event in lines:
        row = [0] * len(compositions)
        for composition, number in dealt_on(sequences[event], compiled.longest).items():
            row[place[composition]] = number
        rows.append(tuple(row))
    return OddsPolynomial(game, compiled.longest, compositions, tuple(lines), tuple(rows))


def dealt_on(sequences: Mapping[int, int], degree: int) -> dict[int, int]:
    """Dealing sequences of up to ``degree`` cards, each dealt on without rules to exactly that many."""
    by_size: list[dict[int, int]] = [{} for _ in range(degree + 1)]
    for composition, number in sequences.items():
        by_size[sum(decode(composition))][composition] = number
    for size in range(degree):
        longer = by_size[size + 1]
        for composition, number in by_size[size].items():
            for card in ONE:
                longer[composition + card] = longer.get(composition + card, 0) + number
    return by_size[degree]
