"""From how many rounds the normal approximation of a measured return holds, by exact moments.

Let n independent rounds have standard deviation s and skewness g each, and let their net wins differ by whole multiples
of a step h, the greatest such number. The chance that their mean is more than z standard deviations above the return is

    1 - F(z) + (g/6 (z^2 - 1) + t h/s) f(z)/sqrt(n) + o(1/sqrt(n)),  |t| <= 1/2,

F and f being those of the normal law, and below it is the same with -g in place of g (C.-G. Esseen, Fourier analysis of
distribution functions, Acta Mathematica 77, 1945; Feller, An Introduction to Probability Theory and Its Applications,
vol. II, ch. XVI.4). As f(z)/(1 - F(z)) < z + 1/z, the term of order 1/sqrt(n) is less than 1 - F(z) times
(|g|/6 (z^4 - 1)/z + h/(2s) (z^2 + 1)/z)/sqrt(n).
"""

from __future__ import annotations

from fractions import Fraction
from math import ceil, gcd, lcm

from exact.odds.table import BetOdds
from exact.report.sheet.facts import ROUNDS, Z
from exact.rounding import sqrt_float, sqrt_text

SHARE = Fraction(1, 10)
"""By how much of itself the chance beyond an end of a range may be off."""

APPROXIMATE = "≈"
"""Marks what the normal approximation gives for fewer rounds than it holds from."""

RULE = (
    "Ranges of the measured return, and the rounds for a half-width, are a normal approximation for flat bets on independent rounds, "
    "each with the odds of this sheet; coups dealt one after another from the same shoe are not independent. A range holds from the "
    f"number of rounds n, {ROUNDS[0]:,} or more, at which the first term of the Edgeworth series, with that of the steps h of net wins, "
    "moves the chance beyond either end by no more than a tenth of it: (|skewness|/6 (z^4 - 1)/z + h/(2s) (z^2 + 1)/z)/sqrt(n) is 1/10 "
    f"or less, s being the standard deviation. {APPROXIMATE} marks what is told of fewer rounds: there the true chances beyond the two "
    "ends can be further from each other and from the stated ones."
)
"""What the ranges of a sheet rest on."""


def third_moment(odds: BetOdds) -> Fraction | None:
    """The third central moment of the net win per unit staked; None where the pays are unknown."""
    mean, total = odds.expected_value, Fraction(0)
    for event in odds.events:
        if mean is None or event.net is None:
            return None
        total += (event.net - mean) ** 3 * event.deals
    return total / odds.total


def skewness_squared(odds: BetOdds) -> Fraction | None:
    """The square of the third central moment over the cube of the variance; None where either is unknown or nothing varies."""
    third, variance = third_moment(odds), odds.variance
    return None if third is None or not variance else third**2 / variance**3


def skewness_text(odds: BetOdds, digits: int) -> str | None:
    """The skewness, rounded once."""
    square = skewness_squared(odds)
    if square is None:
        return None
    text = sqrt_text(square, digits)
    return f"-{text}" if (third_moment(odds) or 0) < 0 and text.strip("0.") else text


def skewness_float(odds: BetOdds) -> float | None:
    """The skewness, as the nearest float."""
    square = skewness_squared(odds)
    return None if square is None else sqrt_float(square) * (-1 if (third_moment(odds) or 0) < 0 else 1)


def step(odds: BetOdds) -> Fraction | None:
    """The greatest number of which all differences between net wins that can come are whole multiples; None as above."""
    nets = [event.net for event in odds.events if event.deals and event.net is not None]
    if not odds.variance:
        return None
    over = lcm(*(net.denominator for net in nets))
    return Fraction(gcd(*(int((net - nets[0]) * over) for net in nets)), over)


def factors(percent: int) -> tuple[Fraction, Fraction]:
    """What |skewness| and h/s are multiplied by for the root of the rounds from which a range of that confidence holds.

    >>> [round(float(factor), 2) for factor in factors(99)]
    [27.98, 14.84]
    """
    z = Z[percent]
    return (z**4 - 1) / (6 * z * SHARE), (z**2 + 1) / (2 * z * SHARE)


def holds_from(odds: BetOdds, percent: int) -> int | None:
    """The fewest rounds, of those that a sheet tells of or more, for which the range of that confidence holds; None without a range."""
    variance, third, apart = odds.variance, third_moment(odds), step(odds)
    if variance is None:
        return None
    if third is None or apart is None:
        return ROUNDS[0]
    skewed, stepped = factors(percent)
    # g = m/s^3 for the third moment m, so that the root is (skewed |m|/s^2 + stepped h)/s, whose square is a ratio
    return max(ROUNDS[0], ceil((skewed * abs(third) / variance + stepped * apart) ** 2 / variance))


def mark(odds: BetOdds, percent: int, rounds: int) -> str:
    """What is written before a figure of so many rounds: nothing where the approximation holds."""
    least = holds_from(odds, percent)
    return f"{APPROXIMATE} " if least is not None and rounds < least else ""
