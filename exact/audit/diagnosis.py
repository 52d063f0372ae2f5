"""What is probably wrong: likely faults ranked by how likely each makes the report.

The log-likelihood of a fault is that of the counts (multinomial, one term for each view) and of the returns (normal) under
its exact law, divided by the factor by which shoes and rounding make the data worth fewer rounds. A fault is named only
where it agrees with the report itself; faults within two units of the best cannot be told from it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import ceil, inf, log, pi

from exact.audit.faults import KnownFault
from exact.audit.law import Law
from exact.audit.observations import MeasuredReturn, Observations
from exact.audit.reference import Reference
from exact.audit.statistics import chi_square, deviation, noncentrality, rare_tests, two_sided
from exact.audit.views import Label, View

NEAR = 2.0
"""Log-likelihoods that differ by less do not tell two faults apart."""

SHOWN = 3
FEW = 6
"""Free numbers of a report below which a name comes with a caution."""


@dataclass(frozen=True)
class Evidence:
    """The data as the diagnosis weighs them: views, the factor of each, returns with their standard deviations.

    ``approximate``: the counts were made from percentages, so that none of them is exact.
    """

    views: Sequence[View]
    factors: Sequence[float]
    returns: Mapping[str, MeasuredReturn]
    deviations: Mapping[str, float]
    shifts: Sequence[Mapping[Label, float]]
    reference: Reference
    approximate: bool = False

    def chances(self, law: Law, index: int) -> dict[Label, float]:
        """The probability of each label of a view under a law, every coup from a fresh shoe."""
        return {label: weight / law.total for label, weight in law.project(self.views[index].label).items()}

    def likelihood(self, law: Law) -> float:
        """The log-likelihood of the report under a law, a constant left out."""
        total = 0.0
        for index, (view, factor) in enumerate(zip(self.views, self.factors, strict=True)):
            chances = self.chances(law, index)
            for label, number in view.counts.items():
                if number:
                    chance = chances.get(label, 0.0)
                    total += number * log(chance) / factor if chance > 0 else -inf
        for bet, (mean, variance) in self.means(law).items():
            total -= ((self.returns[bet].mean - mean) ** 2 / variance + log(2 * pi * variance)) / 2
        return total

    def means(self, law: Law) -> dict[str, tuple[float, float]]:
        """Mean and variance of each measured return under a law."""
        found = {}
        for bet in self.returns:
            own, exact = law.moments.get(bet), self.reference.law.moments.get(bet)
            if own and exact:
                mean = float(own.mean) - float(exact.mean) + self.reference.bets[bet].mean
                ratio = float(own.variance) / float(exact.variance) if exact.variance else 1.0
                found[bet] = mean, max(self.deviations[bet] ** 2 * ratio, 1e-30)
        return found

    def fit(self, law: Law) -> float:
        """The least p-value of the report under a law, times the number of tests (Bonferroni)."""
        values = [1.0]
        for index, (view, factor) in enumerate(zip(self.views, self.factors, strict=True)):
            chances = {label: chance for label, chance in self.chances(law, index).items() if chance > 0}
            if any(number and label not in chances for label, number in view.counts.items()):
                return 0.0
            values += [test.p for test in chi_square(view, chances, factor, 0.0, self.shifts[index])]
            values += self._rare(law, view)
        for bet, (mean, variance) in self.means(law).items():
            values.append(two_sided((self.returns[bet].mean - mean) / variance**0.5))
        return min(1.0, min(values) * max(1, len(values) - 1))

    def _rare(self, law: Law, view: View) -> list[float]:
        """Exact binomial p-values of the rare labels of a view, which chi-square sees in a pool or not at all."""
        if self.approximate:
            return []
        weights = {(view.name, str(label)): weight for label, weight in law.project(view.label).items()}
        counts = {(view.name, str(label)): number for label, number in view.counts.items()}
        told = {key: (counts.get(key, 0), view.rounds) for key in weights}
        return [test.p for test in rare_tests(told, {key: Fraction(weight, law.total) for key, weight in weights.items()})]

    def apart(self, one: Law, other: Law) -> float:
        """The expected log-likelihood ratio of a round under one law against another (Kullback and Leibler)."""
        total = 0.0
        for index, (view, factor) in enumerate(zip(self.views, self.factors, strict=True)):
            chances, others = self.chances(one, index), self.chances(other, index)
            worth = view.rounds / max(1, self.rounds)
            for label, chance in chances.items():
                if chance > 0:
                    total += worth * chance * log(chance / others[label]) / factor if others.get(label, 0.0) > 0 else inf
        first, second = self.means(one), self.means(other)
        for bet in first:
            if bet in second:
                total += (first[bet][0] - second[bet][0]) ** 2 / (2 * second[bet][1]) / max(1, self.rounds)
        return max(0.0, total)

    @property
    def rounds(self) -> int:
        """The rounds of the largest part of the report."""
        return max([view.rounds for view in self.views] + [value.rounds for value in self.returns.values()], default=1)


def gather(views: Sequence[View], given: Mapping[str, MeasuredReturn], seen: Observations, reference: Reference, unit: float) -> Evidence:
    """The evidence of a report: its views, and the returns it gives itself.

    Percentages rounded to a unit u are worth as many rounds as make the variance p/n of a share what p/n + u^2/12 is.
    """
    factors = [reference.factor(view) * (1 + view.rounds * unit**2 * len(view.counts) / 12) for view in views]
    known = {bet: value for bet, value in given.items() if bet in reference.bets and bet in reference.law.moments}
    sds = {bet: deviation(bet, value, seen, reference) for bet, value in known.items()}
    return Evidence(views, factors, known, sds, [reference.shift(view) for view in views], reference, seen.approximate)


@dataclass(frozen=True)
class Candidate:
    """A fault: how much more likely it makes the report than the game itself does, in log units, and its own p-value.

    ``rounds_apart``: the rounds that tell it from the best candidate, None where no number of such rounds would.
    """

    said: str
    kind: str
    gain: float
    p: float
    rounds_apart: int | None


@dataclass(frozen=True)
class Diagnosis:
    """The best candidates, how many more are as likely as the best (within two log units), and what may be said."""

    best: tuple[Candidate, ...] = ()
    tied: tuple[str, ...] = ()
    said: str = ""
    named: str | None = None


def diagnose(found: Sequence[KnownFault], evidence: Evidence, level: float) -> Diagnosis:
    """The faults ranked by likelihood; one is named if it alone fits, several if they cannot be told apart."""
    own = evidence.likelihood(evidence.reference.law)
    scored = sorted(((evidence.likelihood(fault.law), fault) for fault in found), key=lambda item: -item[0])
    scored = [item for item in scored if item[0] > -inf and item[0] > own]
    if not scored:
        return Diagnosis(said="No known fault explains the report better than the game itself does.")
    top, leader = scored[0]
    near = [fault for score, fault in scored if top - score <= NEAR]
    tied = tuple(fault.said for fault in near)
    best = tuple(
        Candidate(fault.said, fault.kind, score - own, evidence.fit(fault.law), _rounds_apart(evidence, leader.law, fault.law, level))
        for score, fault in scored[:SHOWN]
    )
    if best[0].p < level:
        said = f"None of the {len(found)} known faults fits the report. The nearest: {leader.said}; it does not agree either."
        return Diagnosis(best, tied, said)
    if top - own <= NEAR:
        return Diagnosis(best, tied, "The report does not tell any known fault from chance.")
    tied = tuple(fault.said for fault in near if evidence.fit(fault.law) >= level)
    if len(tied) == 1:
        return Diagnosis(
            best, tied, f"Probably: {leader.said}. It agrees with the report (p = {best[0].p:.2g}).{_caution(evidence)}", leader.said
        )
    said = (
        f"{len(tied)} known faults explain the report equally well (within {NEAR:g} log units), and it cannot tell them apart: "
        + "; ".join(tied[:8]) + (f"; and {len(tied) - 8} more." if len(tied) > 8 else ".")
        + _caution(evidence)
    )  # fmt: skip
    return Diagnosis(best, tied, said)


def _caution(evidence: Evidence) -> str:
    """What must be said of a report of few numbers: an unknown fault may look the same."""
    free = sum(len(view.counts) - 1 for view in evidence.views) + len(evidence.returns)
    if free >= FEW:
        return ""
    return f" The report has {free} free number{'s' if free > 1 else ''}: a fault that is not among those known may look the same."


def _rounds_apart(evidence: Evidence, one: Law, other: Law, level: float) -> int | None:
    """Rounds after which the log-likelihood ratio is expected to reach log(1 / level)."""
    rate = evidence.apart(one, other)
    return None if rate < 1e-15 else max(1, round(log(1 / level) / rate))


@dataclass(frozen=True, slots=True)
class Missed:
    """A fault that a report would not show; ``rounds``: those that would reveal it, None where no number would."""

    said: str
    kind: str
    rounds: int | None


def not_found(found: Sequence[KnownFault], evidence: Evidence, level: float, tests: int) -> tuple[Missed, ...]:
    """The faults that a report of this form and size would have missed, with the rounds that would reveal each at power 0.9.

    The noncentrality of a chi-square test after n rounds is n sum (q - p)^2 / p: q under the fault, p under the game. None:
    the report does not change at all.
    """
    missed = []
    for fault in found:
        rounds = [one for one in _revealing(fault.law, evidence, level / max(1, tests)) if one is not None]
        least = min(rounds, default=None)
        if least is None or least > evidence.rounds:
            missed.append(Missed(fault.said, fault.kind, None if least is None else ceil(least)))
    return tuple(sorted(missed, key=lambda one: (one.rounds is not None, -(one.rounds or 0))))


def _revealing(law: Law, evidence: Evidence, level: float) -> list[float | None]:
    """For each test the rounds that would reveal the law."""
    found: list[float | None] = []
    for index, factor in enumerate(evidence.factors):
        right, wrong = evidence.chances(evidence.reference.law, index), evidence.chances(law, index)
        own = {label: chance for label, chance in right.items() if chance > 0}
        if any(chance > 0 and label not in own for label, chance in wrong.items()):
            found.append(1 / sum(chance for label, chance in wrong.items() if label not in own))
        distance = sum((wrong.get(label, 0.0) - chance) ** 2 / chance for label, chance in own.items())
        if distance > 1e-18:
            found.append(noncentrality(max(1, len(own) - 1), level) * factor / distance)
    for bet, (mean, _) in evidence.means(law).items():
        own_mean, variance = evidence.means(evidence.reference.law)[bet]
        if abs(mean - own_mean) > 1e-12:
            found.append(noncentrality(1, level) * variance * evidence.returns[bet].rounds / (mean - own_mean) ** 2)
    return found
