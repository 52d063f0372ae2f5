"""Integer tags for a balanced count, the best there are, proven.

A count adds the tag t_v of every card of value v that is dealt. With n_v unseen cards of each value, e_v their effects
of removal and sum_v n_v e_v = 0, the betting correlation of the tags is

    r = sum n t e / sqrt( sum n t^2  *  sum n e^2 )        (the mean tag taken off t first, unless it is zero),

so that a high count goes with a high return: a tag has the sign of the effect. Best are the tags in -L, ..., L with
sum n t = 0 (balanced over the unseen cards) that maximize r.

The search goes through the values one by one. What it keeps of the tags chosen so far is C = sum n t, B = sum n t^2 and
A = sum n t e: of tags with the same C and B only those with the largest A can lead to the best. Tags are dropped where a
bound on the A^2/B that they can end with, of which r^2 is a fixed multiple, is below one already reached. Two bounds are
used. N, M = sum n e, Q = sum n e^2 are those of the values still to come.

1. By balance. Real tags of the rest must sum to -C; split them into their mean -C/N and u with sum n u = 0:

       A  ->  A - C M/N + sum n u e,     B  ->  B + C^2/N + sum n u^2,     sum n u e <= sqrt( V sum n u^2 ),

   V = Q - M^2/N. By Cauchy and Schwarz A^2/B ends no higher than X^2/(N Y) + V, X = N A - C M if positive, else 0, and
   Y = N B + C^2.
2. By whole tags. A^2/B is the largest 2 m A - m^2 B of any m, reached at m = A/B. The m > 0 are cut into intervals and
   searched one after another for the tags with A/B in it: there A^2/B ends no higher than the largest 2 m A - m^2 B
   of the tags chosen, plus for each value to come the largest n (2 m t e - m^2 t^2) of any whole t in -L, ..., L.

All of it is integer arithmetic.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from math import isqrt, lcm
from typing import NamedTuple

from exact.errors import ExactError

MOST_LEVEL = 12
_BEAM = 200
_STEP = (11, 10)
_FINE = 10**6

Effect = Fraction | None


@dataclass(frozen=True, slots=True)
class Tags:
    """Tags of the ten values, what they sum to over the unseen cards, and r^2 with the sign of r.

    ``signed_square`` is None where no correlation is defined: equal tags on all cards, or effects that are all 0.
    ``ways`` counts the balanced tags of this level with the same r and the same sum of n t^2, these among them.
    """

    tags: tuple[int, ...]
    tag_sum: int
    signed_square: Fraction | None
    ways: int | None = None


def correlate(counts: Sequence[int], effects: Sequence[Effect], tags: Sequence[int]) -> Tags:
    """The betting correlation of given tags with the effects of removal, the mean tag taken off.

    >>> correlate((0, 4, 4, 4, 0, 0, 0, 0, 0, 0), (None, Fraction(1), Fraction(-1), Fraction(0), *[None] * 6), (0, 1, 0, 0, *[0] * 6))
    Tags(tags=(0, 1, 0, 0, 0, 0, 0, 0, 0, 0), tag_sum=4, signed_square=Fraction(3, 4), ways=None)
    """
    held = [(n, e, t) for n, e, t in zip(counts, effects, tags, strict=True) if n and e is not None]
    cards, total = sum(n for n, _, _ in held), sum(n * t for n, _, t in held)
    product = sum((n * e * t for n, e, t in held), Fraction(0))
    spread = sum((n * t * t for n, _, t in held), Fraction(0)) - Fraction(total**2, cards or 1)
    square = spread * sum((n * e * e for n, e, _ in held), Fraction(0))
    return Tags(tuple(tags), total, product * abs(product) / square if square else None)


class _Value(NamedTuple):
    """One value that the shoe holds; N, M, Q and the sums of tags that are possible for the values after it."""

    value: int
    held: int
    effect: int
    cards: int
    mean: int
    square: int
    sums: frozenset[int]


class _Kept(NamedTuple):
    """The largest A of the tags with one C and B, the first tags that reach it, and how many do."""

    a: int
    tags: tuple[int, ...]
    ways: int


class _Best(NamedTuple):
    """Balanced tags with their A and B; A is 0 while none are found."""

    a: int
    b: int
    tags: tuple[int, ...]
    ways: int


class _Range(NamedTuple):
    """An interval low <= m < high, and what the values after each one can add at most to 2 m A - m^2 B in it."""

    low: int
    high: int
    gains: tuple[int, ...]


_State = dict[tuple[int, int], _Kept]
"""(C, B) of the tags chosen so far -> what is kept of them."""


def best_tags(counts: Sequence[int], effects: Sequence[Effect], highest: int) -> tuple[Tags | None, ...]:
    """For every level from 1 to the highest, the balanced tags with the highest betting correlation.

    Of several with the same correlation one with the smallest sum n t^2, so that the tags have no common divisor.
    None where no balanced tags have a positive correlation, as when every effect is 0. Values that the shoe does not
    hold get the tag 0. Raises ExactError for a level that is not from 1 to 12.

    >>> best_tags((0, 4, 4, 4, 0, 0, 0, 0, 0, 0), (None, Fraction(2), Fraction(-1), Fraction(-1), *[None] * 6), 2)[1]
    Tags(tags=(0, 2, -1, -1, 0, 0, 0, 0, 0, 0), tag_sum=0, signed_square=Fraction(1, 1), ways=1)
    """
    if not isinstance(highest, int) or isinstance(highest, bool) or not 1 <= highest <= MOST_LEVEL:
        raise ExactError(f"level: {highest!r}: write a whole number from 1 to {MOST_LEVEL}")
    best, found = _Best(0, 1, (), 0), []
    for level in range(1, highest + 1):
        values = _values(counts, effects, level)
        best = _guess(values, level, best)
        for interval in _ranges(values, level, best):
            best = _better(best, _search(values, level, best, interval), interval)
        found.append(_named(counts, effects, values, best) if best.a else None)
    return tuple(found)


def _named(counts: Sequence[int], effects: Sequence[Effect], values: list[_Value], best: _Best) -> Tags:
    """The tags in the order of the values, with their correlation."""
    by_value = dict(zip((item.value for item in values), best.tags, strict=True))
    return replace(correlate(counts, effects, [by_value.get(value, 0) for value in range(len(counts))]), ways=best.ways)


def _values(counts: Sequence[int], effects: Sequence[Effect], level: int) -> list[_Value]:
    """The values held, effects as integers over one denominator, what weighs most first."""
    held = [(value, n, e) for value, (n, e) in enumerate(zip(counts, effects, strict=True)) if n and e is not None]
    scale = _FINE * lcm(*(e.denominator for _, _, e in held))
    whole = sorted(((value, n, int(e * scale)) for value, n, e in held), key=lambda item: (-item[1] * item[2] ** 2, item[0]))
    found, cards, mean, square, sums = [], 0, 0, 0, frozenset({0})
    for value, n, e in reversed(whole):
        found.append(_Value(value, n, e, cards, mean, square, sums))
        cards, mean, square = cards + n, mean + n * e, square + n * e * e
        sums = frozenset(c + n * tag for c in sums for tag in range(-level, level + 1))
    return found[::-1]


def _ranges(values: list[_Value], level: int, best: _Best) -> Iterator[_Range]:
    """Intervals that hold A/B of all balanced tags that can be as good as the best found.

    Such tags have A^2/B = m^2 B, at least that of the best found and at most sum n e^2, with B between 1 and L^2 N.
    """
    cards, square = sum(item.held for item in values), sum(item.held * item.effect**2 for item in values)
    high = isqrt(square) + 1
    low = isqrt(best.a**2 // (best.b * level**2 * cards)) if best.a else 0
    while low < high:
        end = min(low * _STEP[0] // _STEP[1] + 1, high) if low else high
        yield _Range(low, end, _gains(values, level, low, end))
        low = end


def _gains(values: list[_Value], level: int, low: int, high: int) -> tuple[int, ...]:
    """For each value, what all values after it can add at most to 2 m A - m^2 B, m in the interval."""
    gains, total = [], 0
    for item in reversed(values):
        gains.append(total)
        top = max(_height(abs(item.effect) * tag, tag * tag, low, high) for tag in range(level + 1))
        total += item.held * top
    return tuple(gains[::-1])


def _height(a: int, b: int, low: int, high: int) -> int:
    """The largest 2 m A - m^2 B with m in the interval, rounded up: A^2/B if m = A/B lies in it, else at an end."""
    if a <= low * b:
        return 2 * low * a - low * low * b
    if a >= high * b:
        return 2 * high * a - high * high * b
    return -(-a * a // b)


def _guess(values: list[_Value], level: int, best: _Best) -> _Best:
    """A good beginning: the search with only the most promising tags kept at each value; no proof hangs on it."""
    everything = _Range(0, isqrt(sum(item.held * item.effect**2 for item in values)) + 1, ())
    return _better(best, _search(values, level, best, everything, beam=_BEAM), everything)


def _search(values: list[_Value], level: int, best: _Best, interval: _Range, beam: int = 0) -> _State:
    """All balanced tags with A/B in the interval that can be as good as the best found: the rest is dropped on the way."""
    kept: _State = {(0, 0): _Kept(0, (), 1)}
    for index, item in enumerate(values):
        gain = interval.gains[index] if interval.gains else None
        longer: _State = {}
        for (c, b), before in kept.items():
            for tag in range(-level, level + 1):
                n = item.held
                end_c, end_b, a = c + n * tag, b + n * tag * tag, before.a + n * tag * item.effect
                old = longer.get((end_c, end_b))
                if (old is None or a >= old.a) and _can_reach(a, end_c, end_b, item, best, interval, gain):
                    longer[end_c, end_b] = _merge(old, _Kept(a, (*before.tags, tag), before.ways))
        kept = _promising(longer, item, beam) if beam else longer
    return kept


def _merge(old: _Kept | None, new: _Kept) -> _Kept:
    """What is kept of tags with one C and B, the new ones with an A no smaller."""
    if old is None or new.a > old.a:
        return new
    return _Kept(new.a, min(old.tags, new.tags), old.ways + new.ways)


def _can_reach(a: int, c: int, b: int, item: _Value, best: _Best, interval: _Range, gain: int | None) -> bool:
    """Whether tags that begin so may be balanced and as good as the best found, by both bounds."""
    if -c not in item.sums:
        return False
    if gain is not None and (_height(a, b, interval.low, interval.high) + gain) * best.b < best.a**2:
        return False
    n = item.cards
    x, y = max(n * a - c * item.mean, 0), n * b + c * c
    return (x * x + (n * item.square - item.mean**2) * y) * best.b >= n * best.a**2 * y


def _promising(kept: _State, item: _Value, beam: int) -> _State:
    """The tags with the highest bound by balance, less its part that is the same for all."""
    n = item.cards

    def bound(entry: tuple[tuple[int, int], _Kept]) -> Fraction:
        (c, b), before = entry
        return Fraction(max(n * before.a - c * item.mean, 0) ** 2, n * b + c * c or 1)

    return dict(sorted(kept.items(), key=bound, reverse=True)[:beam]) if n else kept


def _better(best: _Best, kept: _State, interval: _Range) -> _Best:
    """The best of what is known and what a search found with A/B in its interval."""
    for (_, b), end in kept.items():
        if not interval.low * b <= end.a < interval.high * b or end.a <= 0:
            continue
        gain = end.a**2 * best.b - best.a**2 * b
        if gain > 0 or (gain == 0 and (b, end.tags) <= (best.b, best.tags)):
            best = _Best(end.a, b, end.tags, end.ways)
    return best
