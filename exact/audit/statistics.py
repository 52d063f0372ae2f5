"""The tests: chi-square and G, the exact binomial, z of returns, card frequencies; Holm over all; power.

Expectations come from exact probabilities; statistics and tails are floats (scipy), here and nowhere else.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import lru_cache
from math import ceil, copysign, inf, log, sqrt

from exact.audit.law import Law
from exact.audit.observations import MeasuredReturn, Observations
from exact.audit.reference import Reference, shoe_variance
from exact.audit.views import Label, View, label_text
from exact.game.shoe import Shoe

LEAST = 5
"""Cells of a smaller expectation are pooled, in ascending order of expectation, until a pool has as much."""

RARE = 25
"""Events of a smaller expectation get an exact binomial test of their own."""

POWER = 0.9
MOST_SKEW = 0.3
LEAST_ROUNDS = 30
"""Rounds of a measured return below which no normal law is near its own."""


@dataclass(frozen=True)
class Check:
    """One test: its statistic and p-value, Holm's adjusted p-value, and whether the source agrees at the level.

    ``g``: statistic and p-value of G beside a chi-square, the same question asked in another way; it is not one of the
    family. ``deviations``: for each pool of labels observed, expected, and the deviation in standard deviations.
    """

    name: str
    method: str
    statistic: float
    p: float
    degrees: int | None = None
    adjusted: float = 1.0
    agrees: bool = True
    observed: str = ""
    expected: str = ""
    g: tuple[float, float] | None = None
    deviations: tuple[tuple[str, float, float, float], ...] = ()


def pool(expected: Mapping[Label, float], least: float = LEAST) -> list[list[Label]]:
    """Pools of labels, in ascending order of expectation, each of at least ``least`` as far as there is so much.

    >>> pool({"a": 1, "b": 2, "c": 3, "d": 9})
    [['a', 'b', 'c'], ['d']]
    """
    pools: list[list[Label]] = []
    open_, weight = [], 0.0
    for label in sorted(expected, key=lambda label: (expected[label], str(label))):
        open_.append(label)
        weight += expected[label]
        if weight >= least:
            pools.append(open_)
            open_, weight = [], 0.0
    if open_ and pools:
        pools[-1] += open_
    elif open_:
        pools.append(open_)
    return pools


def holm(values: Sequence[float]) -> list[float]:
    """Holm's adjusted p-values: the i-th smallest of m times m - i + 1, made ascending, at most 1.

    >>> holm([0.01, 0.04, 0.03])
    [0.03, 0.06, 0.06]
    """
    order = sorted(range(len(values)), key=values.__getitem__)
    adjusted, highest = [0.0] * len(values), 0.0
    for step, index in enumerate(order):
        highest = max(highest, min(1.0, (len(values) - step) * values[index]))
        adjusted[index] = highest
    return adjusted


def judge(tests: Sequence[Check], level: float) -> tuple[Check, ...]:
    """The tests with Holm's adjusted p-values and verdicts."""
    adjusted = holm([test.p for test in tests])
    return tuple(replace(test, adjusted=p, agrees=p >= level) for test, p in zip(tests, adjusted, strict=True))


def count_tests(view: View, exact: Mapping[Label, float], shift: Mapping[Label, float], factor: float, unit: float) -> list[Check]:
    """The tests of a view: what cannot come, and chi-square with G.

    ``exact``: the probabilities of fresh shoes; ``shift``: what a procedure adds to them; ``factor``: variance of the counts
    over that of independent rounds; ``unit``: of rounded percentages, which add (unit rounds)^2 / 12 to each variance.
    """
    tests = []
    possible = {label: p for label, p in exact.items() if p > 0}
    outside = {label: number for label, number in view.counts.items() if number and label not in possible}
    if outside:
        names = ", ".join(label_text(label) for label in list(outside)[:3])
        number = sum(outside.values())
        tests.append(
            Check(
                f"{view.name}: what the rules cannot deal", "impossible", float(number), 0.0, observed=f"{number} ({names})", expected="0"
            )
        )
    if len(possible) > 1:
        tests += chi_square(view, possible, factor, unit, shift)
    return tests


def rare_tests(told: Mapping[tuple[str, str], tuple[int, int]], chances: Mapping[tuple[str, str], Fraction]) -> list[Check]:
    """Exact two-sided binomial tests of the events that are expected less often than ``RARE`` times."""
    from scipy.stats import binomtest

    tests = []
    for key, (number, rounds) in told.items():
        p = chances.get(key, Fraction(0))
        if 0 < p * rounds < RARE and 2 * p < 1:
            found = binomtest(number, rounds, float(p))
            tests.append(Check(": ".join(key), "binomial", float(number), float(found.pvalue),
                              observed=str(number), expected=f"{float(p * rounds):.3g}"))  # fmt: skip
    return tests


def chi_square(
    view: View, exact: Mapping[Label, float], factor: float, unit: float, shift: Mapping[Label, float] | None = None
) -> list[Check]:
    """Pearson's chi-square and G over pools of labels; none where there is only one pool.

    Variances are those of the exact probabilities: a shift that was measured is too rough for those of rare labels.
    """
    from scipy.stats import chi2

    rounds = view.rounds
    pools = pool({label: rounds * p for label, p in exact.items()})
    if len(pools) < 2:
        return []
    statistic = g = 0.0
    deviations = []
    for labels in pools:
        share = sum(exact[label] for label in labels)
        observed, usual = sum(view.counts.get(label, 0) for label in labels), rounds * share
        expected = max(0.0, usual + rounds * sum((shift or {}).get(label, 0.0) for label in labels))
        rounded = len(labels) * (rounds * unit) ** 2 / 12
        statistic += (observed - expected) ** 2 / (usual * factor + rounded)
        ratio = observed * log(observed / expected) if observed and expected else 0.0
        g += 2 * (ratio - observed + expected) / (factor + rounded / usual)  # no term is negative; the rest sums to 0
        name = label_text(labels[0]) if len(labels) == 1 else f"{len(labels)} small ones"
        sd = sqrt(usual * max(1 - share, 1e-300) * factor + rounded)
        deviations.append((name, float(observed), expected, (observed - expected) / sd))
    degrees = len(pools) - 1
    return [
        Check(view.name, "chi-square", statistic, float(chi2.sf(statistic, degrees)), degrees, observed=f"{rounds:,} rounds",
             expected=f"{len(pools)} cells", g=(g, float(chi2.sf(g, degrees))), deviations=tuple(deviations))
    ]  # fmt: skip


def deviation(bet: str, measured: MeasuredReturn, seen: Observations, reference: Reference) -> float:
    """The standard deviation of a measured return around the expected one: by shoe where the source tells shoes apart.

    Moments of shoes are of equal stakes; unequal ones make the rounds worth fewer.
    """
    moments, expected = seen.by_shoe.get(bet), reference.bets[bet]
    if moments and moments.shoes > 1:
        spread = shoe_variance(moments.won_squared, moments.cross, moments.rounds_squared, measured.mean)
        variance = max(0.0, spread) / moments.rounds**2 * measured.rounds / (measured.effective or measured.rounds)
    else:
        variance = expected.rate / (measured.effective or measured.rounds)
    return sqrt(variance + expected.error**2)


def return_tests(measured: Mapping[str, MeasuredReturn], seen: Observations, reference: Reference) -> tuple[list[Check], list[str]]:
    """The z of each measured return, and the bets with too few rounds for it: those whose mean is still visibly skew.

    A bet of variance 0 needs no rounds: each of them, and so their mean, is the expected return or the source is wrong.
    """
    tests, few = [], []
    for bet, value in measured.items():
        if bet not in reference.bets:
            continue
        if _certain(reference.law, bet):
            tests.append(_return_test(f"return of {bet}, which does not vary", bet, value.mean, reference.bets[bet].mean, 0.0))
            continue
        worth = value.effective or value.rounds
        if worth < LEAST_ROUNDS or skew(reference.law, bet) > MOST_SKEW * sqrt(worth):
            few.append(bet)
            continue
        sd = deviation(bet, value, seen, reference)
        tests.append(_return_test(f"return of {bet}", bet, value.mean, reference.bets[bet].mean, sd))
    return tests, few


def _return_test(name: str, bet: str, mean: float, expected: float, sd: float) -> Check:
    """The z of one measured return; of one that does not vary 0 if it is as expected, else infinite."""
    z = (mean - expected) / sd if sd else (0.0 if mean == expected else copysign(inf, mean - expected))
    deviations = ((bet, mean, expected, z),)
    return Check(name, "z", z, two_sided(z), observed=f"{mean:.6f}", expected=f"{expected:.6f}", deviations=deviations)


def _certain(law: Law, bet: str) -> bool:
    """Whether a bet wins the same in every round; then so it does in every shoe, as any coup of a shoe might be its first."""
    return bet in law.moments and not law.moments[bet].variance


def skew(law: Law, bet: str) -> float:
    """The skewness of a bet's net win, without its sign."""
    moments = law.moments.get(bet)
    return abs(float(moments.third)) / float(moments.variance) ** 1.5 if moments and moments.variance else 0.0


def card_tests(ranks: Mapping[str, int], shares: Mapping[str, float], shoe: Shoe, shoes: int) -> list[Check]:
    """Chi-square of the cards seen by rank; drawn without replacement they vary less, by (N - t)/(N - 1) for t of N cards."""
    total = sum(ranks.values())
    if not total:
        return []
    per_shoe = total / shoes if shoes else 5.0
    factor = 1.0 if shoe.replacement else max(1.0, shoe.cards - per_shoe) / max(1, shoe.cards - 1)
    counts: dict[Label, int] = {rank: number for rank, number in ranks.items() if rank in shares}
    view = View("cards by rank", counts, lambda _: None)
    chances: dict[Label, float] = {rank: share for rank, share in shares.items() if share}
    return [replace(test, method="cards") for test in chi_square(view, chances, factor, 0.0)]


def two_sided(z: float) -> float:
    """The probability that a standard normal value is as far from 0."""
    from scipy.stats import norm

    return float(2 * norm.sf(abs(z)))


def quantile(level: float) -> float:
    """The two-sided quantile of the normal law: 1.96 for 0.05."""
    from scipy.stats import norm

    return float(norm.isf(level / 2))


def revealed(sd: float, level: float, tests: int) -> float:
    """The deviation of a mean that a test among so many finds with power 0.9, sd being that of the mean."""
    from scipy.stats import norm

    return sd * (quantile(level / max(1, tests)) + float(norm.ppf(POWER)))


def rounds_for(half_width: float, variance: float, confidence: float = 0.95) -> int:
    """Rounds of equal stakes after which the interval of a mean is as narrow as +- the half-width."""
    return ceil((quantile(1 - confidence) / half_width) ** 2 * variance)


@lru_cache(maxsize=256)
def noncentrality(degrees: int, level: float) -> float:
    """The noncentrality at which a chi-square test of a level has power 0.9."""
    from scipy.optimize import brentq
    from scipy.stats import chi2, ncx2

    cut = chi2.isf(level, degrees)
    return float(brentq(lambda value: ncx2.sf(cut, degrees, value) - POWER, 1e-6, 1e6))
