"""Many shoes at once, exact before the last division.

A bound computed from the shoes and the coefficients chooses the arithmetic: float64 while every integer on the way
stays below 2^53, int64 below 2^63, else Python integers. Every return is the float64 nearest to the exact ratio.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache, partial
from math import perm
from typing import TYPE_CHECKING, Any, Literal, get_args

from exact.errors import ExactError, ShoeError
from exact.game.card import VALUES, symbol
from exact.game.shoe import Shoe, too_few
from exact.shoes.kernel import Kernel, has_numba

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from exact.shoes.polynomial import OddsPolynomial

    Numbers = NDArray[Any]

Road = Literal["numba", "numpy"]
Arithmetic = Literal["float64", "int64", "python"]

FLOAT_LIMIT = 2**53
"""Integers up to it are float64 without rounding."""

INT_LIMIT = 2**63

SHARE = 1 << 14
"""Shoes that one thread takes at a time."""

COMPILED_FROM = 5_000
"""Fewer shoes than that are done before the compiled loop would be loaded."""


@dataclass(frozen=True)
class ManyOdds:
    """The odds of n shoes.

    ``returns`` [n, bets] float64: each bet's return, correctly rounded. ``deals`` [n, events], if asked for: exact
    counts, int64 or, where they may be larger, Python integers. ``refused``: row -> why it is no shoe for a coup; such
    rows are NaN in ``returns`` and 0 in ``deals``. ``arithmetic`` says what the sums were made in.
    """

    bets: tuple[str, ...]
    events: tuple[tuple[str, str], ...]
    returns: Numbers
    deals: Numbers | None
    refused: Mapping[int, str]
    arithmetic: Arithmetic


def evaluate_many(
    polynomial: OddsPolynomial, counts: Numbers, *, deals: bool = False, threads: int = 1, road: Road | None = None
) -> ManyOdds:
    """The odds of every row of an integer array [n, 10], the unseen cards of each value 0, 1, ..., 9.

    Raises ShoeError if the array is not one of whole numbers with ten columns, ExactError for threads or a road that
    there are not. ``threads`` is the number of cores to use; ``road`` chooses between the compiled loop and numpy, which
    give the same results bit for bit.
    """
    import numpy as np

    if not isinstance(threads, int) or isinstance(threads, bool) or threads < 1:
        raise ExactError(f"threads: {threads!r}: write a whole number of at least 1")
    if road not in (None, *get_args(Road)):
        raise ExactError(f"road: {road!r}: write {' or '.join(get_args(Road))}, or None for the faster one")
    shoes = _unseen(polynomial, _whole_numbers(counts))
    refused = _refused(polynomial, shoes)
    good = np.ones(len(shoes), bool)
    good[list(refused)] = False
    kept = shoes if not refused else shoes[good]
    scales = [scale for scale, _ in polynomial.returns()]
    arithmetic = _arithmetic(polynomial, kept, deals)
    solve = partial(_solve, polynomial, arithmetic=arithmetic, deals=deals, road=road)
    ratios, sums = _in_threads(solve, kept, threads)
    returns = ratios
    if refused:
        returns = np.full((len(shoes), len(scales)), np.nan)
        returns[good] = ratios
    counted = None
    if deals:
        counted = np.zeros((len(shoes), len(polynomial.coefficients)), object if arithmetic == "python" else np.int64)
        counted[good] = sums
    game = polynomial.game
    events = tuple((game.bets[bet].id, game.bets[bet].every_line()[line].event) for bet, line in polynomial.events)
    return ManyOdds(tuple(game.bets[bet].id for bet in polynomial.priced_bets()), events, returns, counted, refused, arithmetic)


def _whole_numbers(counts: Numbers) -> Numbers:
    """The counts as int64, refused unless they are whole numbers in ten columns."""
    import numpy as np

    array = np.asarray(counts)
    if array.ndim != 2 or array.shape[1] != len(VALUES):
        raise ShoeError(f"counts: an array of shape {array.shape}: give [n, 10], the cards left of each value 0, 1, ..., 9")
    if array.dtype.kind not in "iu" or (array.dtype == np.uint64 and array.size and array.max() >= INT_LIMIT):
        raise ShoeError(f"counts: an array of {array.dtype}: give whole numbers, at most 2^63 - 1")
    return array.astype(np.int64, copy=False)


def _unseen(polynomial: OddsPolynomial, counts: Numbers) -> Numbers:
    """The counts less the fixed cards that the reading takes from the shoe."""
    import numpy as np

    rules = polynomial.game.rules
    if not rules.fixed_from_shoe:
        return counts
    fixed = (*rules.fixed.player, *rules.fixed.banker)
    less: Numbers = counts - np.array([fixed.count(value) for value in VALUES])
    return less


MOST_CARDS = 2**40
"""Cards of one value in a shoe of a bulk run; beyond it the sum of a row could overflow unnoticed."""


def _refused(polynomial: OddsPolynomial, counts: Numbers) -> dict[int, str]:
    """The rows that are no shoe for a coup, each with the reason."""
    import numpy as np

    if not len(counts) or (counts.min() >= 0 and counts.max() <= MOST_CARDS and counts.sum(axis=1).min() >= polynomial.degree):
        return {}
    wrong = (counts < 0) | (counts > MOST_CARDS)
    few = np.where(wrong, 0, counts).sum(axis=1) < polynomial.degree
    return {int(row): _reason(polynomial, counts[row]) for row in np.flatnonzero(wrong.any(axis=1) | few)}


def _reason(polynomial: OddsPolynomial, counts: Numbers) -> str:
    for value, count in enumerate(counts.tolist()):
        if count < 0:
            return f"{count} cards of value {symbol(value)} are left to deal: a shoe holds no fewer than 0"
        if count > MOST_CARDS:
            return f"{count} cards of value {symbol(value)}: at most {MOST_CARDS} can be evaluated in bulk"
    return too_few(sum(counts.tolist()), polynomial.degree, polynomial.game.id)


def one_shoe(polynomial: OddsPolynomial, unseen: Shoe) -> list[int]:
    """What ``return_sums`` gives of the cards of one coup, by the kernels where these are proved exact."""
    import numpy as np

    arithmetic = "python" if unseen.replacement else _by_cards(polynomial, unseen.cards, deals=False)
    if arithmetic == "python":
        return polynomial.return_sums(unseen)
    sums = _sums(polynomial, np.array([unseen.counts]), arithmetic, deals=False, road=None)[0]
    return [int(number) for number in sums]


def evaluate_unseen(polynomial: OddsPolynomial, unseen: Numbers) -> Numbers:
    """The return of every priced bet [n, bets], correctly rounded, for valid shoes that coups are dealt from."""
    arithmetic = _arithmetic(polynomial, unseen, deals=False)
    sums = _sums(polynomial, unseen, arithmetic, deals=False, road=None)
    return _ratios(sums, unseen.sum(axis=1), [scale for scale, _ in polynomial.returns()], polynomial.degree)


def return_numerators(polynomial: OddsPolynomial, unseen: Numbers) -> Numbers:
    """The return of every priced bet times q (N)_k [n, bets], exact: int64 or, if that is too short, Python integers.

    ``unseen`` [n, 10] are valid shoes that coups are dealt from, fixed cards taken out.
    """
    import numpy as np

    arithmetic = _arithmetic(polynomial, unseen, deals=False)
    sums = _sums(polynomial, unseen, arithmetic, deals=False, road=None)
    return sums if arithmetic == "python" else sums.astype(np.int64)


def _rows(polynomial: OddsPolynomial, deals: bool) -> list[tuple[int, ...]]:
    """The rows of coefficients: the returns and, if asked for, the events."""
    return [row for _, row in polynomial.returns()] + (list(polynomial.coefficients) if deals else [])


@lru_cache(maxsize=64)
def _kernel(polynomial: OddsPolynomial, arithmetic: Arithmetic, deals: bool) -> Kernel:
    import numpy as np

    return Kernel(polynomial.degree, np.array(_rows(polynomial, deals), arithmetic))


@lru_cache(maxsize=64)
def _greatest_ratio(polynomial: OddsPolynomial, deals: bool) -> Fraction:
    """The greatest |c_m| over the multinomial coefficient of m, at least 1: no partial sum exceeds it times (N)_k."""
    from more_itertools import multinomial

    ways = [multinomial(*Counter(cards).values()) for cards in polynomial.compositions]
    ratios = (Fraction(abs(c), w) for row in _rows(polynomial, deals) for c, w in zip(row, ways, strict=True))
    return max(Fraction(1), max(ratios, default=Fraction(1)))


def _by_cards(polynomial: OddsPolynomial, cards: int, *, deals: bool) -> Arithmetic:
    """The cheapest arithmetic that is exact for every shoe of at most so many cards.

    The monomials times the multinomials add up to (N)_k, so no partial sum of a row c exceeds max |c_m| / multinomial
    times (N)_k, whatever its order, and no monomial exceeds (N)_k.
    """
    return _below(_greatest_ratio(polynomial, deals) * perm(cards, polynomial.degree))


def _below(bound: Fraction | int) -> Arithmetic:
    return "float64" if bound < FLOAT_LIMIT else "int64" if bound < INT_LIMIT else "python"


def _arithmetic(polynomial: OddsPolynomial, counts: Numbers, deals: bool) -> Arithmetic:
    """The cheapest arithmetic that is proved exact for all these shoes.

    Where the number of cards does not prove float64, the columnwise greatest counts may: monomials grow with every
    count, so no monomial exceeds the one at these counts, no partial sum of a row the sum of |c_m| times these.
    """
    if not len(counts):
        return "float64"
    rough = _by_cards(polynomial, int(counts.sum(axis=1).max()), deals=deals)
    if rough == "float64":
        return rough
    largest = Shoe(tuple(counts.max(axis=0).tolist()))
    monomials = polynomial.monomials(largest)
    sums = [sum(abs(c) * m for c, m in zip(row, monomials, strict=True)) for row in _rows(polynomial, deals)]
    # A prefix of k - 1 cards is no more than the monomials that it is continued to, as k cards or more are left.
    fine = _below(max(*monomials, *sums))
    return min(rough, fine, key=("float64", "int64", "python").index)


def _sums(polynomial: OddsPolynomial, counts: Numbers, arithmetic: Arithmetic, deals: bool, road: Road | None) -> Numbers:
    """The sums [n, rows], exact integers in the arithmetic chosen."""
    rows = _rows(polynomial, deals)
    if arithmetic == "python" or not rows:
        return _python_sums(polynomial, counts, rows)
    kernel = _kernel(polynomial, arithmetic, deals)
    compiled = road == "numba" or (road is None and has_numba() and (len(counts) >= COMPILED_FROM or "numba" in sys.modules))
    run = kernel.numba_sums if compiled and polynomial.degree > 1 else kernel.numpy_sums
    return run(counts)


def _solve(
    polynomial: OddsPolynomial, counts: Numbers, *, arithmetic: Arithmetic, deals: bool, road: Road | None
) -> tuple[Numbers, Numbers]:
    """The returns [n, bets] and the deals [n, events] (none unless asked for) of valid shoes."""
    sums = _sums(polynomial, counts, arithmetic, deals, road)
    scales = [scale for scale, _ in polynomial.returns()]
    return _ratios(sums[:, : len(scales)], counts.sum(axis=1), scales, polynomial.degree), sums[:, len(scales) :]


def _in_threads(solve: Callable[[Numbers], tuple[Numbers, Numbers]], counts: Numbers, threads: int) -> tuple[Numbers, Numbers]:
    """What ``solve`` makes of all the rows, done in shares by so many threads."""
    import numpy as np

    if len(counts) <= SHARE:
        return solve(counts)
    shares = (counts[start : start + SHARE] for start in range(0, len(counts), SHARE))
    with ThreadPoolExecutor(threads) as pool:
        ratios, sums = zip(*(pool.map(solve, shares) if threads > 1 else map(solve, shares)), strict=True)
    return np.concatenate(ratios), np.concatenate(sums)


def _python_sums(polynomial: OddsPolynomial, counts: Numbers, rows: Sequence[tuple[int, ...]]) -> Numbers:
    """The sums in integers of any size."""
    import numpy as np

    sums = np.empty((len(counts), len(rows)), object)
    for index, shoe in enumerate(counts.tolist()):
        monomials = polynomial.monomials(Shoe(tuple(shoe)))
        for column, row in enumerate(rows):
            sums[index, column] = sum(c * m for c, m in zip(row, monomials, strict=True) if c)
    return sums


def _ratios(sums: Numbers, cards: Numbers, scales: Sequence[int], degree: int) -> Numbers:
    """Sums / (scale (N)_k) to the nearest float64.

    Where numerator and denominator are both float64 without rounding, so is IEEE division correctly rounded; else
    Python divides the two integers, correctly rounded too.
    """
    import numpy as np

    ratios = np.empty(sums.shape)
    sizes, place = np.unique(cards, return_inverse=True)
    totals = [Shoe((int(size), *[0] * 9)).deals(degree) for size in sizes]
    for column, scale in enumerate(scales):
        denominators = [scale * total for total in totals]
        floats = np.array([float(d) for d in denominators])
        plain = np.array([int(f) == d for f, d in zip(floats.tolist(), denominators, strict=True)], bool)[place]
        plain &= (np.abs(sums[:, column]) <= FLOAT_LIMIT).astype(bool)
        ratios[plain, column] = sums[plain, column].astype(float) / floats[place[plain]]
        for row in np.flatnonzero(~plain):
            ratios[row, column] = int(sums[row, column]) / denominators[place[row]]
    return ratios
