"""Monitoring of a measured return to player: where it should lie after so many rounds, and how long to watch."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from exact.audit.observations import MeasuredReturn, Observations
from exact.audit.reference import Reference
from exact.audit.statistics import deviation, quantile, revealed, rounds_for

CONFIDENCE = 0.95


@dataclass(frozen=True, slots=True)
class Watch:
    """A bet under watch, in returns to player (1 plus the return).

    ``low`` to ``high``: the 95% range of the measured return to player; ``effective``: rounds of equal stakes that those
    played are worth; ``found``: the deviation of the house edge that these rounds would have revealed with power 0.9;
    ``needed``: rounds for a 95% interval as narrow as +- the half-width.
    """

    bet: str
    rounds: int
    effective: float
    measured: float
    expected: float
    low: float
    high: float
    found: float
    needed: int

    @property
    def inside(self) -> bool:
        """Whether the measured return to player lies in its range."""
        return self.low <= self.measured <= self.high


def watch(
    measured: Mapping[str, MeasuredReturn], seen: Observations, reference: Reference, level: float, tests: int, half_width: float
) -> tuple[Watch, ...]:
    """Every bet with a measured return and a known expectation."""
    found = []
    for bet, value in measured.items():
        if bet in reference.bets:
            expected = reference.bets[bet]
            sd = deviation(bet, value, seen, reference)
            room = quantile(1 - CONFIDENCE) * sd
            middle = 1 + expected.mean
            worth = value.effective or float(value.rounds)
            found.append(Watch(bet, value.rounds, worth, 1 + value.mean, middle, middle - room, middle + room,
                               revealed(sd, level, tests), rounds_for(half_width, expected.rate, CONFIDENCE)))  # fmt: skip
    return tuple(found)
