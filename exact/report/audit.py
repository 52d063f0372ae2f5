"""Audits as documents and as JSON."""

from __future__ import annotations

from fractions import Fraction
from math import inf
from typing import TYPE_CHECKING

from exact.audit.diagnosis import NEAR, Candidate, Diagnosis, Missed
from exact.audit.monitor import Watch
from exact.audit.statistics import LEAST, POWER, Check, quantile
from exact.audit.verdict import Audit
from exact.report.document import Block, Document, Figure, Heading, Paragraph, Table
from exact.report.numbers import NONE
from exact.report.odds import describe_shoe, shoe_json
from exact.report.plot import Series, band, svg
from exact.rounding import decimal_text

if TYPE_CHECKING:
    from exact.audit.round_faults import FaultFound
    from exact.audit.rounds import RoundsAudit

MOST_MISSED = 15
BAND = 4
"""The color of the band; the tests have the others."""
KINDS = {
    "events": "counts of events", "percentages": "percentages of events", "cells": "counts by totals", "returns": "measured returns",
    "simulation": "a simulation of exact", "round log": "a round log",
}  # fmt: skip


def _decimal(value: float, digits: int = 6) -> str:
    return decimal_text(Fraction(value), digits)


def p_text(p: float) -> str:
    """A p-value: four decimals, or its power of ten where it is small."""
    return _decimal(p, 4) if p >= 0.0001 or p == 0 else f"{p:.1e}"


def status_of(found: Audit, log: RoundsAudit | None) -> int:
    """0: agrees; 1: does not; 2: cannot be judged."""
    if log is not None and not log.faultless and not _unread(found, log):
        return 1
    return {"agrees": 0, "does not agree": 1, "cannot be judged": 2}[found.verdict]


def _unread(found: Audit, log: RoundsAudit) -> bool:
    """Whether rows of a log could not be read and nothing else could be judged."""
    return found.verdict == "cannot be judged" and not any(counted.faults for counted in log.faults.values())


def verdict_line(found: Audit, log: RoundsAudit | None) -> str:
    """The verdict in one line."""
    rounds = f"{found.source.observations.rounds:,} rounds"
    faulty = log is not None and not log.faultless
    if faulty and log is not None and _unread(found, log):
        return f"CANNOT BE JUDGED: {log.refused:,} of {log.rows:,} rows cannot be read."
    if faulty and log is not None:
        number = sum(counted.faults for counted in log.faults.values())
        return f"DOES NOT AGREE: {number:,} faults and {log.refused:,} unreadable rows in {log.rows:,} rows; the counts: {found.verdict}."
    if found.verdict == "cannot be judged":
        return f"CANNOT BE JUDGED: no test can be made of {rounds}."
    least = min(found.tests, key=lambda test: test.adjusted)
    tests = f"{len(found.tests)} {'test' if len(found.tests) == 1 else 'tests'} at level {found.plan.level:g}"
    shown = f"{rounds}, {tests}, least adjusted p {p_text(least.adjusted)} ({least.name})"
    return f"AGREES: {shown}." if found.verdict == "agrees" else f"DOES NOT AGREE: {shown}."


def audit_document(found: Audit, log: RoundsAudit | None = None) -> Document:
    """Verdict, what was held against what, tests, diagnosis or what the audit could not have seen, monitoring."""
    table = _tests_table(found)
    blocks: list[Block] = [
        Heading(f"{found.game.title} ({found.game.id}): audit", 1), Paragraph(verdict_line(found, log)), *_setting(found),
        *(_log_blocks(log) if log else ()), Heading("Tests"), table, Paragraph(_how(found)),
    ]  # fmt: skip
    if found.few:
        blocks.append(Paragraph(f"Too few rounds for the return of {', '.join(found.few)}: its mean is still skew."))
    if found.verdict == "does not agree" and not found.reference.coups and not found.shoe.replacement:
        blocks.append(Paragraph("Held against coups from the full shoe. A source that deals one coup after another from a shoe differs "
                                "from that by the cut-card effect: hold it against shoes (--dealt-by shoe)."))  # fmt: skip
    if found.diagnosis:
        blocks += _diagnosis_blocks(found.diagnosis)
    elif found.verdict == "agrees" and found.faults_known:
        blocks += _missed_blocks(found)
    if found.watched:
        blocks += _watch_blocks(found)
    picture = deviations_svg(found)
    if picture:
        blocks += [Heading("Deviations"), Figure(picture, "Deviations from the expected counts and returns, in standard deviations.")]
    return Document(tuple(blocks), table)


def _setting(found: Audit) -> list[Block]:
    readings = found.game.readings_text
    seen = found.source.observations
    parts = [
        f"Source: {KINDS[found.source.kind]}, {seen.rounds:,} rounds{', rounded' if seen.approximate else ''}.",
        f"Shoe: {describe_shoe(found.shoe)}.{f' Readings: {readings}.' if readings else ''}",
        f"Reference: {found.reference.said}.",
    ]
    return [Paragraph(" ".join(parts))]


def _log_blocks(log: RoundsAudit) -> list[Block]:
    """The faults of a round log, and the first of them in words."""
    rows = [(counted.title, f"{counted.faults:,}") for counted in log.faults.values()]
    told = ", ".join(f"{role} in {name}" for role, name in log.columns.roles.items())
    notes = [f"Columns: {told}.", *(f"{note[0].upper()}{note[1:]}." for note in log.notes)]
    blocks: list[Block] = [
        Heading("Rounds"), Paragraph(f"{log.rows:,} rows, {log.refused:,} of them unreadable. {' '.join(notes)}"),
        Table.of("fault|rounds", rows, {1}),
    ]  # fmt: skip
    examples = [(fault.place, fault.text) for fault in (*log.examples, *log.refusals)]
    return [*blocks, Table.of("where|what", examples)] if examples else blocks


def _tests_table(found: Audit) -> Table:
    rows = [
        (test.name, test.method, test.observed, test.expected, _statistic(test), p_text(test.p), p_text(test.adjusted),
         "agrees" if test.agrees else "DOES NOT")
        for test in found.tests
    ]  # fmt: skip
    return Table.of("test|method|observed|expected|statistic|p|adjusted p|verdict", rows, {2, 3, 4, 5, 6})


def _statistic(test: Check) -> str:
    shown = _decimal(test.statistic, 3) if abs(test.statistic) < 1e12 else f"{test.statistic:.3g}"
    if test.degrees is None or test.g is None:
        return shown
    return f"{shown} (df {test.degrees}); G {_decimal(test.g[0], 3)}, p {p_text(test.g[1])}"


def _how(found: Audit) -> str:
    """How the tests judge."""
    return (
        f"Level {found.plan.level:g} for all tests together: p-values are adjusted by Holm's method. Cells expected less than "
        f"{LEAST} times are pooled in ascending order of expectation until a pool has {LEAST}. G asks the same of the same cells as "
        "chi-square and is not counted in the family."
    )


def _diagnosis_blocks(found: Diagnosis) -> list[Block]:
    blocks: list[Block] = [Heading("Diagnosis"), Paragraph(found.said)]
    if found.best:
        rows = [(one.said, one.kind, _gain(one), p_text(one.p), _apart(one, place == 0)) for place, one in enumerate(found.best)]
        blocks.append(Table.of("fault|kind|log-likelihood gain|p under it|rounds to tell it from the first", rows, {2, 3, 4}))
        blocks.append(Paragraph(
            "log-likelihood gain: over the game as it should be. p under it: the least p-value of the report against the fault's own exact "
            f"law, times the number of tests. Gains within {NEAR:g} of each other do not tell two faults apart."
        ))  # fmt: skip
    return blocks


def _gain(one: Candidate) -> str:
    """Infinite where the game itself cannot give the report."""
    return "infinite" if one.gain == inf else _decimal(one.gain, 1)


def _apart(one: Candidate, first: bool) -> str:
    if first:
        return NONE
    return "never, in such a report" if one.rounds_apart is None else f"{one.rounds_apart:,}"


def _missed_blocks(found: Audit) -> list[Block]:
    """What such a report could not have shown."""
    blind = [one for one in found.missed if one.rounds is None]
    late = [one for one in found.missed if one.rounds is not None]
    seen = found.faults_known - len(found.missed)
    text = f"Of {found.faults_known} known faults these rounds would have revealed {seen} with power {POWER} or more. "
    if blind:
        text += f"{len(blind)} do not show in such a report however many rounds ({_by_kind(blind)}). "
    if late:
        text += f"{len(late)} need more rounds."
    blocks: list[Block] = [Heading("What this audit could not have seen"), Paragraph(text.strip())]
    rows = [(one.said, one.kind, f"{one.rounds:,}") for one in sorted(late, key=lambda one: one.rounds or 0)[:MOST_MISSED]]
    return [*blocks, Table.of("fault|kind|rounds to reveal it", rows, {2})] if rows else blocks


def _by_kind(missed: list[Missed]) -> str:
    kinds = dict.fromkeys(one.kind for one in missed)
    return ", ".join(f"{sum(one.kind == kind for one in missed)} of {kind}" for kind in kinds)


def _watch_blocks(found: Audit) -> list[Block]:
    rows = [
        (one.bet, f"{one.rounds:,}", f"{round(one.effective):,}", _decimal(one.measured), _decimal(one.expected),
         f"{_decimal(one.low)} to {_decimal(one.high)}", "inside" if one.inside else "OUTSIDE", _decimal(one.found), f"{one.needed:,}")
        for one in found.watched
    ]  # fmt: skip
    half = f"{found.plan.half_width:g}"
    return [
        Heading("Return to player"),
        Table.of(f"bet|rounds|worth|measured|expected|95% range||reveals|rounds for +-{half}", rows, {1, 2, 3, 4, 7, 8}),
        Paragraph(
            f"worth: rounds of equal stakes with the same precision. reveals: the deviation of the house edge that these rounds find with "
            f"power {POWER} at the level of the family. The last column: rounds of equal stakes for a 95% interval of +-{half}."
        ),
    ]


def deviations_svg(found: Audit) -> str:
    """The deviations of all cells and returns in standard deviations, with the band that the level leaves; "" without any."""
    points = [(test, deviation) for test in found.tests for deviation in test.deviations]
    if not points:
        return ""
    edge = quantile(found.plan.level / len(points))
    series = [band(f"{100 * (1 - found.plan.level):g}% band of all", [(0.5, -edge, edge), (len(points) + 0.5, -edge, edge)], hue=BAND)]
    for hue, test in enumerate(dict.fromkeys(test for test, _ in points)):
        dots = tuple((place, max(-40.0, min(40.0, d[3]))) for place, (own, d) in enumerate(points, 1) if own is test)
        series.append(Series(test.name, dots, "dots", hue + (hue >= BAND)))
    return svg(
        f"Deviations from {found.game.id}", "cells and returns in the order of the tests", "standard deviations", series,
        note="Beyond 40 standard deviations points are drawn at the edge.",
    )  # fmt: skip


def audit_json(found: Audit, log: RoundsAudit | None = None) -> dict[str, object]:
    """The same as JSON; statistics and p-values are floats."""
    return {
        "schema": "exact.audit/1",
        "game": found.game.id,
        "readings": dict(found.game.chosen),
        "shoe": shoe_json(found.shoe),
        "source": {"kind": found.source.kind, "rounds": found.source.observations.rounds, "rounded": found.source.observations.approximate},
        "reference": {"description": found.reference.said, "coups": found.reference.coups or None},
        "level": found.plan.level,
        "verdict": "does not agree" if log is not None and not log.faultless else found.verdict,
        "line": verdict_line(found, log),
        "tests": [_test_json(test) for test in found.tests],
        "too_few_rounds_for": list(found.few),
        "diagnosis": _diagnosis_json(found.diagnosis),
        "faults_known": found.faults_known,
        "not_revealed": [{"fault": one.said, "kind": one.kind, "rounds": one.rounds} for one in found.missed],
        "returns": [_watch_json(one) for one in found.watched],
        "half_width": found.plan.half_width,
        "round_log": None if log is None else _log_json(log),
    }  # fmt: skip


def _watch_json(one: Watch) -> dict[str, object]:
    return {
        "bet": one.bet, "rounds": one.rounds, "effective_rounds": one.effective, "measured_rtp": one.measured,
        "expected_rtp": one.expected, "range_95": [one.low, one.high], "inside": one.inside, "reveals": one.found,
        "rounds_for_half_width": one.needed,
    }  # fmt: skip


def _test_json(test: Check) -> dict[str, object]:
    return {
        "test": test.name, "method": test.method, "statistic": _finite(test.statistic), "degrees": test.degrees, "p": test.p,
        "adjusted_p": test.adjusted, "agrees": test.agrees, "g": None if test.g is None else {"statistic": test.g[0], "p": test.g[1]},
        "deviations": [
            {"label": label, "observed": observed, "expected": expected, "standard_deviations": _finite(z)}
            for label, observed, expected, z in test.deviations
        ],
    }  # fmt: skip


def _finite(value: float) -> float | None:
    return value if abs(value) != inf else None


def _diagnosis_json(found: Diagnosis | None) -> dict[str, object] | None:
    if found is None:
        return None
    return {
        "said": found.said, "named": found.named, "not_told_apart": list(found.tied),
        "best": [
            {"fault": one.said, "kind": one.kind, "log_likelihood_gain": _finite(one.gain), "p": one.p,
             "rounds_to_tell_from_best": one.rounds_apart}
            for one in found.best
        ],
    }  # fmt: skip


def _log_json(log: RoundsAudit) -> dict[str, object]:
    return {
        "rows": log.rows, "refused": log.refused, "columns": dict(log.columns.roles), "unused_columns": list(log.columns.unused),
        "notes": list(log.notes), "faults": {kind: counted.faults for kind, counted in log.faults.items()},
        "examples": [_example_json(fault) for fault in (*log.examples, *log.refusals)],
    }  # fmt: skip


def _example_json(fault: FaultFound) -> dict[str, object]:
    """A fault; of ``line`` and ``row`` one is null, as a log is CSV or Parquet."""
    line, row = ((fault.number if fault.unit == unit else None) for unit in ("line", "row"))
    return {"place": fault.place, "line": line, "row": row, "kind": fault.kind, "text": fault.text}
