"""Effects of removal: what the loss of one, two or three given cards changes.

Let R(n) be a measure of one coup from the unseen cards n: the return of a bet or the probability of an event. The
effect of removal of a multiset m of j cards is

    e_m = R(n - m) - R(n).

Dealing a coup from a shuffled shoe is dealing it after j cards of that shoe, taken at random and not looked at, have
left it: the mean of R(n - m) over them is R(n). A multiset m is taken in prod_v C(n_v, m_v) ways, therefore

    sum_m  prod_v C(n_v, m_v)  e_m  =  0        for j = 1, 2, 3, ...

which is checked of every table made here.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations_with_replacement
from math import comb, prod

from exact.errors import ExactError, ShoeError
from exact.game.bet import Bet
from exact.game.card import VALUES
from exact.game.definition import Game
from exact.game.shoe import Shoe, too_few
from exact.shoes.polynomial import OddsPolynomial, compile_game

Cards = tuple[int, ...]
"""A multiset of cards, their point values in ascending order."""

ORDERS = (1, 2, 3)


@dataclass(frozen=True, slots=True)
class Measure:
    """The return of a bet, or the probability of one of its events where the sheet gives no paytable.

    ``coefficients`` are the integers c_m of q R(n) (N)_k = sum_m c_m monomial_m, with q the ``scale``.
    """

    bet: Bet
    event: str | None
    scale: int
    coefficients: tuple[int, ...]

    def value(self, monomials: list[int], deals: int) -> Fraction:
        """R(n) from the monomials of the shoe and its deals (N)_k."""
        total = sum(c * m for c, m in zip(self.coefficients, monomials, strict=True) if c)
        return Fraction(total, self.scale * deals)


@dataclass(frozen=True, slots=True)
class Joint:
    """The effect of several cards leaving together, beside two estimates of it from the effects of single cards.

    ``linear`` is the sum of the single effects. ``scaled`` is that sum times (N - 1)/(N - j), N cards being unseen
    and j removed: exact for a measure that is the mean of one number a card over the unseen cards, which turns
    from M to (N M - s)/(N - j) when cards with the sum s leave. Of all such means, the one with these effects is
    the least-squares fit to the measure (Griffin's theorem, P. Griffin, The Theory of Blackjack).
    """

    cards: Cards
    effect: Fraction
    linear: Fraction
    scaled: Fraction

    @property
    def difference(self) -> Fraction:
        """The joint effect less the sum of the single effects."""
        return self.effect - self.linear

    @property
    def scaled_difference(self) -> Fraction:
        """The joint effect less the scaled sum."""
        return self.effect - self.scaled


@dataclass(frozen=True, slots=True)
class Effects:
    """Every effect on one measure.

    ``single[v]`` is the effect of one card of value v, None where no such card is unseen; ``joint`` holds the pairs
    and the triples that were asked for, each in the order of the point values. ``weighted`` are the checked sums of
    the single effects, of the pairs and of the triples, each effect times the ways to take its cards: all 0.
    """

    measure: Measure
    value: Fraction
    single: tuple[Fraction | None, ...]
    joint: tuple[tuple[Joint, ...], ...]
    weighted: tuple[Fraction, ...]


@dataclass(frozen=True)
class Removal:
    """The effects of removal of a game and a shoe; ``unseen`` is what a coup is dealt from and cards are removed from."""

    game: Game
    shoe: Shoe
    unseen: Shoe
    cards_per_deal: int
    effects: tuple[Effects, ...]


def measures(polynomial: OddsPolynomial) -> tuple[Measure, ...]:
    """The return of each bet with a paytable, the probability of each event of every other bet."""
    bets, priced = polynomial.game.bets, dict(zip(polynomial.priced_bets(), polynomial.returns(), strict=True))
    found = [Measure(bets[index], None, *priced[index]) for index in priced]
    for (index, line), row in zip(polynomial.events, polynomial.coefficients, strict=True):
        if index not in priced:
            found.append(Measure(bets[index], bets[index].every_line()[line].event, 1, row))
    return tuple(sorted(found, key=lambda measure: bets.index(measure.bet)))


def multisets(shoe: Shoe, cards: int) -> Iterator[Cards]:
    """Every multiset of so many cards that the shoe can lose: at most 10, 55 and 220 of one, two and three cards.

    >>> list(multisets(Shoe((0, 1, 2, 0, 0, 0, 0, 0, 0, 0)), 2))
    [(1, 2), (2, 2)]
    """
    for chosen in combinations_with_replacement(VALUES, cards):
        if all(chosen.count(value) <= shoe.counts[value] for value in chosen):
            yield chosen


def removal(game: Game, shoe: Shoe, order: int = 1) -> Removal:
    """The exact effects of every single card and, for an ``order`` of 2 or 3, of every pair and every triple.

    Raises ExactError for another order, ShoeError for an infinite shoe, and for one that a coup cannot be dealt from once
    so many cards are gone.
    """
    if order not in ORDERS:
        raise ExactError(f"order: {order!r}: write 1, 2 or 3")
    if shoe.replacement:
        raise ShoeError("shoe: an infinite shoe stays the same whatever is removed: give a number of decks")
    polynomial = compile_game(game)
    unseen = polynomial.unseen(shoe)
    if unseen.cards < polynomial.degree + order:
        before = f"{order} more {'leaves' if order == 1 else 'leave'} before"
        raise ShoeError(f"shoe: {too_few(unseen.cards, polynomial.degree, game.id)}, and {before}")
    wanted = measures(polynomial)
    values = {cards: _values(polynomial, wanted, unseen, cards) for size in range(order + 1) for cards in multisets(unseen, size)}
    effects = tuple(
        _effects(measure, unseen, order, {cards: row[index] for cards, row in values.items()}) for index, measure in enumerate(wanted)
    )
    return Removal(game, shoe, unseen, polynomial.degree, effects)


def _values(polynomial: OddsPolynomial, wanted: tuple[Measure, ...], unseen: Shoe, cards: Cards) -> list[Fraction]:
    """Every measure of the unseen cards without these, from one pass over the monomials."""
    left = unseen.remove(cards)
    monomials, deals = polynomial.monomials(left), left.deals(polynomial.degree)
    return [measure.value(monomials, deals) for measure in wanted]


def _effects(measure: Measure, unseen: Shoe, order: int, values: dict[Cards, Fraction]) -> Effects:
    """The effects on one measure from its values without each multiset of cards."""
    whole = values[()]
    effects = {cards: value - whole for cards, value in values.items()}
    weighted = [weighted_sum(unseen, {cards: effects[cards] for cards in effects if len(cards) == size}) for size in range(1, order + 1)]
    single = tuple(effects.get((value,)) for value in VALUES)
    joint = [tuple(_joint(cards, effects, unseen.cards) for cards in effects if len(cards) == size) for size in range(2, order + 1)]
    return Effects(measure, whole, single, tuple(joint), tuple(weighted))


def _joint(cards: Cards, effects: dict[Cards, Fraction], unseen: int) -> Joint:
    """The joint effect of several cards beside its estimates."""
    linear = sum((effects[card,] for card in cards), Fraction(0))
    return Joint(cards, effects[cards], linear, linear * Fraction(unseen - 1, unseen - len(cards)))


def weighted_sum(unseen: Shoe, effects: dict[Cards, Fraction]) -> Fraction:
    """The effects of all multisets of one size, each times the ways to take it from the shoe: 0, by check."""
    total = sum(
        (effect * prod(comb(unseen.counts[value], cards.count(value)) for value in set(cards)) for cards, effect in effects.items()),
        Fraction(0),
    )
    if total:
        raise ArithmeticError(f"the effects of removal weighted by the cards sum to {total}, not to 0")
    return total
