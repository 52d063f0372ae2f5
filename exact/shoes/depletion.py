"""The next coup after t seen cards, over all compositions of the seen cards.

The seen cards s are t cards drawn from the shoe n: each of their C(t+9, 9) compositions has the multivariate
hypergeometric weight prod_v C(n_v, s_v) out of C(N, t). Every shoe left has N - t cards, so that all returns of a bet
have one denominator and what is summed are integers:

    favorable = sum of weights where the return is positive,       gain = sum of weight times positive part of the return.

A composition is a head, the cards of values 0-2, and a tail, those of values 3-9; weights are products of the two.
For one head the sums over tails are matrix products of limbs so short that float64 holds every sum exactly.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Executor, Future
from dataclasses import dataclass, field
from fractions import Fraction
from math import comb
from typing import TYPE_CHECKING, Any, TypeVar

from exact.errors import ShoeError
from exact.game.card import VALUES
from exact.game.shoe import Shoe
from exact.shoes.bulk import return_numerators
from exact.shoes.histogram import Bins, Histogram
from exact.shoes.polynomial import OddsPolynomial

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Numbers = NDArray[Any]

HEAD = 3
"""The values 0, ..., HEAD - 1 are the head of a composition."""

TAILS = 1 << 17
"""Tails of one piece of work, at most."""

_VALUE_BITS = 16
_FLOAT_BITS = 53

Progress = Callable[[int, int, int], None]


@dataclass(frozen=True, slots=True)
class BetDepletion:
    """One bet on the next coup, exact, per unit staked.

    ``favorable``: probability that its return is positive. ``gain``: the expected return of betting only then, per
    coup dealt; ``loss``: the same of the negative part, as a positive number. gain - loss is the return from the
    full shoe, by check. ``worst`` and ``best``: the least and the greatest return.
    """

    bet: str
    favorable: Fraction
    gain: Fraction
    loss: Fraction
    worst: Fraction
    best: Fraction
    histogram: Histogram | None = None

    @property
    def gain_when_favorable(self) -> Fraction | None:
        """The expected return given that it is positive; None if it never is."""
        return self.gain / self.favorable if self.favorable else None


@dataclass(frozen=True)
class Depletion:
    """Every priced bet after ``seen`` cards of ``shoe`` have been seen, over all ``compositions`` of them."""

    shoe: Shoe
    seen: int
    compositions: int
    bets: tuple[BetDepletion, ...]


@dataclass
class _Sums:
    """Sums of one bet in units of the common denominators."""

    favorable: int = 0
    gain: int = 0
    loss: int = 0
    least: list[int] = field(default_factory=list)
    greatest: list[int] = field(default_factory=list)
    bins: Any = 0

    def add(self, other: _Sums, weight: int) -> None:
        """Adds the sums over some tails, times the weight of their head."""
        self.favorable += weight * other.favorable
        self.gain += weight * other.gain
        self.loss += weight * other.loss
        self.least = [min(self.least + other.least)]
        self.greatest = [max(self.greatest + other.greatest)]
        self.bins = self.bins + other.bins * float(weight)


@dataclass(frozen=True)
class _Tails:
    """Some tails: their cards [n, 7], and their weights as limbs [n, limbs] of ``bits`` bits, exact in float64."""

    cards: Numbers
    limbs: Numbers
    bits: int


def number_of_compositions(shoe: Shoe, seen: int) -> int:
    """Compositions of so many cards out of a shoe that holds enough of each value: C(t+9, 9); fewer where it does not."""
    ways = [1] + [0] * seen
    for count in shoe.counts:
        ways = [sum(ways[t - s] for s in range(min(count, t) + 1)) for t in range(seen + 1)]
    return ways[seen]


def check_seen(polynomial: OddsPolynomial, shoe: Shoe, seen: int) -> Shoe:
    """The shoe that cards are seen from, fixed cards taken out; ShoeError where a coup cannot follow so many."""
    if shoe.replacement:
        raise ShoeError("seen: an infinite shoe stays the same whatever is seen: give a number of decks")
    base = polynomial.unseen(shoe)
    most = base.cards - polynomial.degree
    if not 0 <= seen <= most:
        raise ShoeError(f"seen: {seen}: write a number of cards from 0 to {most}, so that a coup can follow")
    return base


def deplete(
    polynomial: OddsPolynomial,
    shoe: Shoe,
    seen: int,
    executor: Executor,
    workers: int,
    *,
    plot: bool = False,
    progress: Progress | None = None,
) -> Depletion:
    """Every priced bet on the next coup after ``seen`` cards, in exact integers.

    With ``plot`` also the distribution of each return in bins (weights in float64, for drawing only).
    """
    base = check_seen(polynomial, shoe, seen)
    bins = Bins.around(polynomial, base, seen) if plot else None
    sums = [_Sums() for _ in polynomial.returns()]
    done, total = 0, number_of_compositions(base, seen)
    for weight, future in in_order(_work(polynomial, base, seen, bins, executor), 2 * workers):
        number, parts = future.result()
        for whole, part in zip(sums, parts, strict=True):
            whole.add(part, weight)
        done += number
        if progress:
            progress(done, done, total)
    if done != total:
        raise ArithmeticError(f"{done} compositions were summed, there are {total}")
    return Depletion(shoe, seen, total, tuple(_finish(polynomial, base, seen, sums, bins)))


T = TypeVar("T")
Work = tuple[int, Future[tuple[int, list[_Sums]]]]


def in_order(work: Iterable[T], most: int) -> Iterator[T]:
    """The pieces in order, so many of them begun ahead of the one that is yielded."""
    waiting: deque[T] = deque()
    for piece in work:
        waiting.append(piece)
        if len(waiting) > most:
            yield waiting.popleft()
    yield from waiting


def _work(polynomial: OddsPolynomial, base: Shoe, seen: int, bins: Bins | None, executor: Executor) -> Iterator[Work]:
    """Every head with its weight, and the sums over its tails to come."""
    heads, tails = parts_of(base.counts[:HEAD], seen), parts_of(base.counts[HEAD:], seen)
    for cards in range(seen + 1):
        pieces = list(_pieces(*tails[seen - cards]))
        for head, weight in zip(*heads[cards], strict=True):
            for piece in pieces:
                yield weight, executor.submit(_sum_tails, polynomial, base, head, piece, bins)


def parts_of(counts: tuple[int, ...], most: int) -> list[tuple[Numbers, Numbers]]:
    """For every number of cards 0, ..., ``most`` all ways [n, values] to take so many, and their weights, Python integers."""
    import numpy as np

    parts = [(np.zeros((int(not cards), 0), np.int16), np.ones(int(not cards), object)) for cards in range(most + 1)]
    for count in reversed(counts):
        longer = []
        for cards in range(most + 1):
            taken = range(min(count, cards) + 1)
            ways = [np.insert(parts[cards - one][0], 0, one, axis=1) for one in taken]
            weights = [parts[cards - one][1] * comb(count, one) for one in taken]
            longer.append((np.concatenate(ways), np.concatenate(weights)))
        parts = longer
    return parts


def _pieces(ways: Numbers, weights: Numbers) -> Iterator[_Tails]:
    """Tails in pieces, their weights cut into limbs."""
    import numpy as np

    for start in range(0, len(ways), TAILS):
        part = weights[start : start + TAILS]
        # A sum of n products of a value limb and a weight limb stays below n 2^16 2^bits <= 2^53.
        bits = _FLOAT_BITS - _VALUE_BITS - (len(part) - 1).bit_length()
        limbs = -(-max(weight.bit_length() for weight in part) // bits)
        columns = [((part >> bits * limb) & (1 << bits) - 1).astype(float) for limb in range(limbs)]
        yield _Tails(ways[start : start + TAILS], np.column_stack(columns), bits)


def _sum_tails(polynomial: OddsPolynomial, base: Shoe, head: Numbers, tails: _Tails, bins: Bins | None) -> tuple[int, list[_Sums]]:
    """The number of tails and, for every bet, the sums over the tails of one head."""
    import numpy as np

    left = np.empty((len(tails.cards), len(VALUES)), np.int64)
    left[:, :HEAD] = np.array(base.counts[:HEAD]) - head
    left[:, HEAD:] = np.array(base.counts[HEAD:]) - tails.cards
    numerators = return_numerators(polynomial, left)
    return len(left), [_sum_bet(numerators[:, bet], tails, bins, bet) for bet in range(numerators.shape[1])]


def _sum_bet(numerators: Numbers, tails: _Tails, bins: Bins | None, bet: int) -> _Sums:
    """The sums of one bet over some tails."""
    positive, negative = numerators.clip(min=0), (-numerators).clip(min=0)
    counted = (
        0 if bins is None else bins.count(bet, numerators, tails.limbs @ [2.0 ** (tails.bits * i) for i in range(tails.limbs.shape[1])])
    )
    return _Sums(
        _weighted((positive > 0).astype(int), tails),
        _weighted(positive, tails),
        _weighted(negative, tails),
        [int(numerators.min())],
        [int(numerators.max())],
        counted,
    )


def _weighted(values: Numbers, tails: _Tails) -> int:
    """The exact sum of integers that are not negative, each times its tail's weight."""
    total, shift, most = 0, 0, int(values.max())
    while most >> shift:
        limb = (values >> shift & (1 << _VALUE_BITS) - 1).astype(float)
        total += sum(int(number) << tails.bits * i for i, number in enumerate(limb @ tails.limbs)) << shift
        shift += _VALUE_BITS
    return total


def _finish(polynomial: OddsPolynomial, base: Shoe, seen: int, sums: list[_Sums], bins: Bins | None) -> Iterator[BetDepletion]:
    """The sums over their denominators, the check against the full shoe made."""
    weights = comb(base.cards, seen)
    left = Shoe((base.cards - seen, *[0] * 9)).deals(polynomial.degree)
    full = polynomial.exact_returns(base)
    for index, (bet, (scale, _), one, whole) in enumerate(zip(polynomial.priced_bets(), polynomial.returns(), sums, full, strict=True)):
        unit = scale * left
        if Fraction(one.gain - one.loss, weights * unit) != whole:
            raise ArithmeticError("the returns after the seen cards do not average to the return from the full shoe")
        yield BetDepletion(
            polynomial.game.bets[bet].id,
            Fraction(one.favorable, weights),
            Fraction(one.gain, weights * unit),
            Fraction(one.loss, weights * unit),
            Fraction(one.least[0], unit),
            Fraction(one.greatest[0], unit),
            None if bins is None else bins.histogram(index, one.bins / float(weights)),
        )
