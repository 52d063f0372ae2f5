"""What a sheet tells beyond one coup of a fresh shoe: a simulation as evidence, and the cut-card effect.

Both are dealt when the sheet is made, by the simulator's own dealing code, with a seed that the sheet states: the same
command gives the same figures.
"""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from fractions import Fraction
from math import sqrt
from typing import NamedTuple

from exact.game.coup import Hand, Outcome
from exact.game.definition import Game
from exact.game.shoe import Shoe
from exact.odds.table import OddsTable
from exact.report.document import Block, Heading, Paragraph, Table
from exact.report.numbers import Style
from exact.report.odds import describe_counts
from exact.report.procedure import has_procedure, procedure_table
from exact.simulation.conditional import Conditional, value_coups
from exact.simulation.engine import Simulation, longest_coup, outcomes, simulate, tables
from exact.simulation.procedure import Procedure, procedure_of

NOT_COMPUTED = "not computed for this sheet"
LEAST_EXPECTED = 5
"""Outcomes of a smaller expectation are pooled before the chi-square is taken."""


class Score(NamedTuple):
    """A bet by id, its measured return and how many standard errors that lies from the exact one."""

    bet: str
    measured: Fraction
    z: float


class Agreement(NamedTuple):
    """A simulation of ``coups`` coups from fresh shoes against the exact distribution."""

    coups: int
    seed: int
    scores: tuple[Score, ...]
    chi_square: float
    degrees: int
    p_value: float


class Beyond(NamedTuple):
    """The simulation and the whole shoes of a sheet, None where they were not asked for."""

    agreement: Agreement | None = None
    shoes: Conditional | None = None


def dealt_beyond(table: OddsTable, coups: int, shoes: int, seed: int) -> Beyond:
    """Deals so many fresh coups and so many whole shoes; 0 leaves either out."""
    game, shoe = table.game, table.shoe
    with ThreadPoolExecutor(2) as pool:
        found = simulate(game, _procedure(game, shoe, "fresh"), coups, seed, pool, 2) if coups else None
        whole = value_coups(game, _procedure(game, shoe, "shoe"), shoes, seed, pool, 2) if shoes else None
    return Beyond(_agreement(table, found) if found else None, whole)


def _procedure(game: Game, shoe: Shoe, kind: str) -> Procedure:
    said = procedure_of(game) if kind == "shoe" else {}
    procedure = Procedure(shoe, kind, **said)  # type: ignore[arg-type]
    procedure.check(longest_coup(game))
    return procedure


def _agreement(table: OddsTable, found: Simulation) -> Agreement:
    """The measured returns and the chi-square over outcomes, those of small expectation pooled."""
    known = tables(table.game)
    scores = []
    for row, (index, scale) in enumerate(zip(known.bets, known.scales, strict=True)):
        odds = table.bets[index]
        measured = Fraction(int(found.tallies.moments[row, 2]), found.coups * scale)
        deviation = sqrt(odds.variance or 0) / sqrt(found.coups)
        scores.append(Score(odds.bet.id, measured, float(measured - (odds.expected_value or 0)) / deviation if deviation else 0.0))
    statistic, degrees = _chi_square(table, found)
    return Agreement(found.coups, found.seed, tuple(scores), statistic, degrees, _upper_tail(statistic, degrees))


def _chi_square(table: OddsTable, found: Simulation) -> tuple[float, int]:
    """Pearson's statistic and its degrees of freedom."""
    needs = table.game.needs
    seen: dict[Outcome, int] = {}
    for outcome, number in outcomes(tables(table.game), found.tallies.counts.sum(axis=0)).items():
        told = Outcome(*(_told(hand, needs.values) for hand in outcome))
        seen[told] = seen.get(told, 0) + number
    cells, rare, rare_expected = [], found.coups, Fraction(found.coups)
    for outcome in table.outcomes.deals:
        expected = found.coups * table.outcomes.probability(outcome)
        if expected >= LEAST_EXPECTED:
            cells.append((seen.get(outcome, 0), expected))
            rare, rare_expected = rare - seen.get(outcome, 0), rare_expected - expected
    cells += [(rare, rare_expected)] if rare_expected else []
    return float(sum((observed - expected) ** 2 / expected for observed, expected in cells)), len(cells) - 1


def _told(hand: Hand, values: frozenset[int]) -> Hand:
    """A hand as far as the game's own bets tell it: the simulator counts sevens for every game."""
    return hand._replace(counted=tuple(card for card in hand.counted if card in values))


def _upper_tail(statistic: float, degrees: int) -> float:
    """The probability that a chi-square of so many degrees of freedom is as great or greater."""
    import mpmath

    return float(mpmath.gammainc(mpmath.mpf(degrees) / 2, mpmath.mpf(statistic) / 2, mpmath.inf, regularized=True)) if degrees else 1.0


def beyond_blocks(table: OddsTable, beyond: Beyond, style: Style) -> Iterator[Block]:
    """The section on whole shoes and simulation."""
    yield Heading("Whole shoes and simulation")
    plain = Style(style.digits)
    if table.shoe.replacement:
        yield Paragraph("An infinite shoe has no cut card: there is no cut-card effect.")
    elif beyond.shoes is None:
        yield Paragraph(f"Cut-card effect, the return over a whole shoe dealt to a cut card: {NOT_COMPUTED}.")
    else:
        yield from _shoe_blocks(table, beyond.shoes, plain)
    if beyond.agreement is None:
        yield Paragraph(f"Simulation, with its number of coups, z scores and chi-square: {NOT_COMPUTED}.")
    else:
        yield from _agreement_blocks(table, beyond.agreement, plain)


def _shoe_blocks(table: OddsTable, found: Conditional, plain: Style) -> Iterator[Block]:
    names = {bet.bet.id: bet for bet in table.bets}
    rows = []
    for bet in found.bets:
        numbers = (bet.fresh, bet.returns.exact.mean, bet.effect.mean, bet.effect.error)
        rows.append((names[bet.bet].bet.name, *(plain.ratio(None if number is None else Fraction(number)) for number in numbers)))
    coups = plain.ratio(Fraction(found.coups_a_shoe.mean))
    yield Heading("Cut-card effect", 3)
    if has_procedure(table.game):
        yield Paragraph("Shoes are dealt by the procedure that this sheet states, its assumed lines included.")
    else:
        yield Paragraph("The procedure by which shoes are dealt here is assumed; it is not in this game's rules:")
        yield procedure_table(table.game)
    yield Paragraph(
        f"{found.shoes:,} shoes of {_dealt(table)} {coups} coups a shoe, seed {found.seed}; every coup valued by its exact return given "
        "the unseen cards. +- is one standard error."
    )
    yield Table.of("bet|return, fresh shoe|return, whole shoes|difference|+-", rows, range(1, 5))


def _dealt(table: OddsTable) -> str:
    """The cards that every shoe is dealt from."""
    unseen = table.outcomes.unseen
    told = f"{unseen.cards:,} cards ({describe_counts(unseen)})."
    taken = table.shoe.cards - unseen.cards
    if not taken:
        return told
    fixed = "The fixed card is" if taken == 1 else "Fixed cards are"
    return f"{told} {fixed} taken from the {table.shoe.cards:,} once for the whole shoe, and used in every coup of it."


def _agreement_blocks(table: OddsTable, found: Agreement, plain: Style) -> Iterator[Block]:
    exact = {bet.bet.id: bet for bet in table.bets}
    rows = [
        (exact[one.bet].bet.name, plain.ratio(exact[one.bet].expected_value), plain.ratio(one.measured), f"{one.z:+.2f}")
        for one in found.scores
    ]
    yield Heading("Simulation", 3)
    yield Paragraph(
        f"{found.coups:,} coups, each from a fresh shoe, by dealing code that shares no drawing logic with the enumeration "
        f"(Philox4x32-10, seed {found.seed}). Chi-square over outcomes, those expected fewer than {LEAST_EXPECTED} times pooled: "
        f"{found.chi_square:.1f} with {found.degrees} degrees of freedom, p = {found.p_value:.3f}."
    )
    if rows:
        yield Table.of("bet|exact return|measured return|z", rows, range(1, 4))


def beyond_json(beyond: Beyond) -> dict[str, object]:
    """The same as JSON; null for what was not asked for."""
    from exact.report.simulation import conditional_json

    found = beyond.agreement
    return {
        "simulation": None if found is None else {
            "coups": found.coups, "seed": found.seed, "chi_square": found.chi_square, "degrees_of_freedom": found.degrees,
            "p_value": found.p_value,
            "bets": [{"bet": one.bet, "measured_return": str(one.measured), "z": one.z} for one in found.scores],
        },
        "whole_shoes": None if beyond.shoes is None else conditional_json(beyond.shoes),
    }  # fmt: skip
