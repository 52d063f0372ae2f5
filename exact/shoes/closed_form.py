"""Closed forms: every probability and return as one rational function of the number of decks d.

In a shoe of d decks there are n_v = p_v d - f_v cards of value v: p_v of them in one pack, f_v taken out as fixed
cards. A product of falling factorials (n_v)_{m_v} is then a polynomial in d with integer coefficients, and so are
the deals of every event, E(d) = sum_m c_m prod_v (p_v d - f_v)_{m_v}, and their total (N)_k. The identity holds for
every d that leaves no n_v below 0, for a falling factorial of a whole number n >= 0 is the number of its deals.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import Any, NamedTuple

from exact.errors import ShoeError
from exact.game.bet import Bet
from exact.game.card import PACK
from exact.game.definition import Game
from exact.game.shoe import MOST_DECKS, Shoe
from exact.shoes.polynomial import OddsPolynomial, compile_game

Coefficients = tuple[int, ...]
"""An integer polynomial in d, its coefficients in ascending powers: (3, 0, 5) is 3 + 5 d^2."""

Class = tuple[tuple[int, int, int], ...]
"""What the polynomial of a composition depends on: for each value that it holds (p_v, f_v, m_v), sorted."""


class Factors(NamedTuple):
    """content * prod factor^power: the factors irreducible over the rationals, primitive, and sorted by degree."""

    content: int
    factors: tuple[tuple[Coefficients, int], ...]


@dataclass(frozen=True)
class ClosedForm:
    """numerator(d) / denominator(d), as counted and not reduced; the numerator's degree is at most the denominator's.

    >>> form = ClosedForm((0, -4, 16), (0, -52, 52**2))  # an ace, then another
    >>> form.at(1), form.limit
    (Fraction(1, 221), Fraction(1, 169))
    """

    numerator: Coefficients
    denominator: Coefficients

    def at(self, decks: int) -> Fraction:
        """The value for that many decks, a whole number of 1 or more."""
        if not isinstance(decks, int) or isinstance(decks, bool) or decks < 1:
            raise ShoeError(f"decks: {decks!r}: write a whole number of 1 or more")
        return Fraction(evaluate(self.numerator, decks), evaluate(self.denominator, decks))

    def __neg__(self) -> ClosedForm:
        return ClosedForm(tuple(-c for c in self.numerator), self.denominator)

    @property
    def limit(self) -> Fraction:
        """The limit for ever more decks: the ratio of the coefficients of the denominator's highest power of d."""
        return Fraction(self._numerator_at(0), self.denominator[-1])

    @property
    def inverse_term(self) -> Fraction:
        """The number c with value(d) = limit + c/d + O(1/d^2).

        With p and q the coefficients of numerator and denominator from the denominator's highest power k down:
        (p_k + p_{k-1}/d) / (q_k + q_{k-1}/d) = p_k/q_k + (p_{k-1} - (p_k/q_k) q_{k-1}) / (q_k d) + O(1/d^2).
        """
        below = self.denominator[-2] if len(self.denominator) > 1 else 0
        return Fraction(self._numerator_at(1) - self.limit * below) / self.denominator[-1]

    def _numerator_at(self, below: int) -> int:
        """The numerator's coefficient that many powers below the denominator's highest."""
        power = len(self.denominator) - 1 - below
        return self.numerator[power] if 0 <= power < len(self.numerator) else 0

    @cached_property
    def lowest_terms(self) -> ClosedForm:
        """The same function with common factors canceled and the denominator's highest coefficient above 0."""
        over, under = _poly(self.numerator).cancel(_poly(self.denominator), include=True)
        sign = 1 if over.is_zero or under.LC() > 0 else -1
        return ClosedForm(_coefficients(over, sign), _coefficients(under, sign))

    @cached_property
    def factored(self) -> tuple[Factors, Factors]:
        """Numerator and denominator in lowest terms, factored over the rationals."""
        return _factored(self.lowest_terms.numerator), _factored(self.lowest_terms.denominator)


def evaluate(coefficients: Coefficients, decks: int) -> int:
    """The value of an integer polynomial, by Horner's rule."""
    value = 0
    for coefficient in reversed(coefficients):
        value = value * decks + coefficient
    return value


def _poly(coefficients: Coefficients) -> Any:
    from sympy import Poly, Symbol

    return Poly(list(reversed(coefficients)), Symbol("d"), domain="ZZ")


def _coefficients(poly: Any, sign: int = 1) -> Coefficients:
    return tuple(sign * int(coefficient) for coefficient in reversed(poly.all_coeffs()))


def _factored(coefficients: Coefficients) -> Factors:
    """Unique but for the order of the factors, which is fixed here, and their signs: highest coefficients are above 0."""
    content, found = _poly(coefficients).factor_list()
    factors = [(_coefficients(poly), int(power)) for poly, power in found]
    return Factors(int(content), tuple(sorted(factors, key=lambda item: (len(item[0]), item[0][::-1], item[1]))))


@dataclass(frozen=True)
class BetForms:
    """One bet: the deals of each of its lines, the total, and ``scale`` times ``total`` times the return, in decks.

    ``weighted`` is None where the rule sheet does not say what the bet pays.
    """

    bet: Bet
    deals: tuple[Coefficients, ...]
    total: Coefficients
    scale: int
    weighted: Coefficients | None

    @cached_property
    def probabilities(self) -> tuple[ClosedForm, ...]:
        """The probability of each line of the bet."""
        return tuple(ClosedForm(deals, self.total) for deals in self.deals)

    @cached_property
    def expected_value(self) -> ClosedForm | None:
        """The return of the bet, None where it is not known."""
        return None if self.weighted is None else ClosedForm(self.weighted, tuple(self.scale * c for c in self.total))

    @cached_property
    def house_edge(self) -> ClosedForm | None:
        """Minus the return."""
        return None if self.expected_value is None else -self.expected_value


@dataclass(frozen=True)
class ClosedForms:
    """Every bet of a game as functions of d: ``degree`` cards a deal, p_v d - f_v cards of value v for (p_v, f_v) in ``counts``."""

    game: Game
    degree: int
    counts: tuple[tuple[int, int], ...]
    total: Coefficients
    bets: tuple[BetForms, ...]


def closed_forms(game: Game) -> ClosedForms:
    """The closed forms of every bet of the game, exact for every whole number of decks."""
    polynomial = compile_game(game)
    counts = counts_in_decks(game)
    classes = [_class(cards, counts) for cards in polynomial.compositions]
    products = {kind: _product(kind) for kind in set(classes)}

    def in_decks(row: Sequence[int]) -> Coefficients:
        return _combine(_grouped(row, classes), products)

    total = _falling(sum(pack for pack, _ in counts), sum(taken for _, taken in counts), polynomial.degree)
    weighted = {index: (scale, in_decks(row)) for index, (scale, row) in zip(polynomial.priced_bets(), polynomial.returns(), strict=True)}
    bets = tuple(
        BetForms(bet, tuple(in_decks(row) for row in _rows(polynomial, index)), total, *weighted.get(index, (1, None)))
        for index, bet in enumerate(game.bets)
    )
    return ClosedForms(game, polynomial.degree, counts, total, bets)


def counts_in_decks(game: Game) -> tuple[tuple[int, int], ...]:
    """For each value the pair (p, f): d decks leave p d - f cards to deal, by what the rules take from a full shoe."""
    full = Shoe.decks(MOST_DECKS)
    unseen = game.rules.unseen(full, game.rules.fixed)
    return tuple((pack, before - after) for pack, before, after in zip(PACK, full.counts, unseen.counts, strict=True))


def _rows(polynomial: OddsPolynomial, bet: int) -> Iterable[tuple[int, ...]]:
    """The coefficients of each line of a bet."""
    return (row for (index, _), row in zip(polynomial.events, polynomial.coefficients, strict=True) if index == bet)


def _class(cards: tuple[int, ...], counts: tuple[tuple[int, int], ...]) -> Class:
    """The class of a composition: 19 in place of the 2,002 compositions of a full shoe in 7 Up."""
    return tuple(sorted((*counts[value], number) for value, number in Counter(cards).items()))


def _grouped(row: Sequence[int], classes: Sequence[Class]) -> dict[Class, int]:
    """The coefficients of a row added up class by class."""
    sums: Counter[Class] = Counter()
    for kind, coefficient in zip(classes, row, strict=True):
        sums[kind] += coefficient
    return sums


def _combine(weights: dict[Class, int], products: dict[Class, Coefficients]) -> Coefficients:
    """The sum of weight * product; all products have the same degree."""
    columns = zip(*([weight * c for c in products[kind]] for kind, weight in weights.items()), strict=True)
    return _trimmed([sum(column) for column in columns])


def _product(kind: Class) -> Coefficients:
    """prod_v (p_v d - f_v)_{m_v} as a polynomial in d."""
    product: Coefficients = (1,)
    for pack, taken, number in kind:
        product = _falling(pack, taken, number, product)
    return product


def _falling(pack: int, taken: int, number: int, start: Coefficients = (1,)) -> Coefficients:
    """``start`` times the falling factorial (pack d - taken)_number."""
    for dealt in range(number):
        constant = taken + dealt
        start = tuple(pack * below - constant * here for below, here in zip((0, *start), (*start, 0), strict=True))
    return start


def _trimmed(coefficients: list[int]) -> Coefficients:
    """The coefficients up to the last that is not 0, at least one."""
    while len(coefficients) > 1 and not coefficients[-1]:
        coefficients.pop()
    return tuple(coefficients)
