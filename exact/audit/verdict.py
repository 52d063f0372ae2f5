"""An audit: the report of a source, the reference, all tests, the verdict, and a diagnosis where the two disagree."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Literal

from exact.audit.counts import WINNER, Source
from exact.audit.diagnosis import Diagnosis, Missed, diagnose, gather, not_found
from exact.audit.faults import faults
from exact.audit.law import Law, rank_shares
from exact.audit.monitor import Watch, watch
from exact.audit.observations import Observations
from exact.audit.reference import Reference
from exact.audit.statistics import Check, card_tests, count_tests, judge, rare_tests, return_tests
from exact.audit.views import View, events, returns, views
from exact.game.coup import WINNERS
from exact.game.definition import Game
from exact.game.shoe import Shoe

Verdict = Literal["agrees", "does not agree", "cannot be judged"]


@dataclass(frozen=True)
class Plan:
    """How an audit judges: the level of the family of tests, and the half-width that monitoring should reach."""

    level: float = 0.01
    half_width: float = 0.001
    diagnose: bool = True


@dataclass(frozen=True)
class Audit:
    """The result. ``few``: bets with too few rounds for a z. ``missed``: known faults that such a report cannot show."""

    game: Game
    shoe: Shoe
    source: Source
    reference: Reference
    plan: Plan
    tests: tuple[Check, ...]
    few: tuple[str, ...]
    watched: tuple[Watch, ...]
    diagnosis: Diagnosis | None
    missed: tuple[Missed, ...]
    faults_known: int

    @property
    def verdict(self) -> Verdict:
        """Whether the source agrees with the reference at the level; rare events and cards alone can speak against it, not for it."""
        if any(not test.agrees for test in self.tests):
            return "does not agree"
        return "agrees" if any(test.method not in ("binomial", "cards") for test in self.tests) else "cannot be judged"


def audit(game: Game, shoe: Shoe, source: Source, reference: Reference, plan: Plan) -> Audit:
    """Holds a report against the reference."""
    seen, law = source.observations, reference.law
    found = views(game, law, seen)
    told = events(game, law, seen, found)
    measured = returns(game, seen, told)
    z, few = return_tests(measured, seen, reference)
    counted = _count_tests(found, reference, float(source.unit))
    rare = [] if seen.approximate else rare_tests(told, chances(game, law))
    cards = card_tests(seen.ranks, rank_shares(game, shoe), shoe, _shoes(seen))
    if seen.approximate:
        z = []  # a return made from rounded shares says nothing that the shares do not
    tests = judge([*counted, *rare, *z, *cards], plan.level)
    watched = watch(measured, seen, reference, plan.level, len(tests), plan.half_width)
    known = faults(game, shoe) if plan.diagnose and tests else ()
    evidence = gather(found, seen.returns, seen, reference, float(source.unit))
    agrees = all(test.agrees for test in tests)
    return Audit(
        game, shoe, source, reference, plan, tests, tuple(few), watched,
        diagnose(known, evidence, plan.level) if known and not agrees else None,
        not_found(known, evidence, plan.level, len(tests)) if known and agrees else (),
        len(known),
    )  # fmt: skip


def _count_tests(found: list[View], reference: Reference, unit: float) -> list[Check]:
    tests = []
    for view in found:
        if view.rounds:
            tests += count_tests(view, reference.exact(view), reference.shift(view), reference.factor(view), unit)
    return tests


def chances(game: Game, law: Law) -> dict[tuple[str, str], Fraction]:
    """The probability of each event of the winner and of each bet."""
    found: dict[tuple[str, str], Fraction] = {(WINNER, winner): Fraction(0) for winner in WINNERS}
    found |= {(bet.id, line.event): Fraction(0) for bet in game.bets for line in bet.every_line()}
    names = [[line.event for line in bet.every_line()] for bet in game.bets]
    for record, weight in law.weights.items():
        share = Fraction(weight, law.total)
        found[WINNER, record.winner] += share
        for bet, lines, line in zip(game.bets, names, record.lines, strict=True):
            found[bet.id, lines[line]] += share
    return found


def _shoes(seen: Observations) -> int:
    """Shoes that the source tells apart, 0 where it does not; a shoe of one round is a fresh shoe for it."""
    return max((moments.shoes for moments in seen.by_shoe.values()), default=0)
