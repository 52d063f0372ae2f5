"""The JSON Schema of audits."""

from __future__ import annotations

from typing import get_args

from exact.audit.counts import Kind
from exact.audit.round_faults import REFUSED, TITLES
from exact.audit.verdict import Verdict
from exact.report.schema_parts import (
    BET,
    GAME,
    READINGS,
    SHOE,
    Schema,
    array,
    flag,
    mapping,
    number,
    object_or_null,
    or_null,
    output,
    record,
    text,
    whole,
)

_ROLES = (
    "^(shoe|round|winner|cards|(player|banker)-(total|cards|[1-4])|card-[1-8]|(bet|payout|stake):[a-z0-9]+(-[a-z0-9]+)*)$"
)  # fmt: skip
"""What a column of a round log may hold; ``player-cards`` is a whole hand, ``bet:ID`` the net win of a bet."""

_SOURCE = record(
    kind={"enum": list(get_args(Kind)), "description": "what the file holds"},
    rounds=whole("rounds that it tells of"),
    rounded=flag("whether counts were made from rounded percentages"),
)
_REFERENCE = record(
    description=text("what the source is held against, in words"),
    coups=or_null(whole("coups dealt for the reference", 1), "where it is exact"),
)

_DEVIATION = record(
    label=text("a cell, an event or a bet, or how many small cells were pooled"),
    observed=number("its count, or the measured return"),
    expected=number("the expected count or return"),
    standard_deviations=or_null(number("observed less expected, in standard deviations"), "where that is infinite"),
)
_TEST = record(
    test=text("what is tested"),
    method={"enum": ["impossible", "binomial", "chi-square", "z", "cards"], "description": "impossible: what the rules cannot deal"},
    statistic=or_null(number("chi-square, z, or a count"), "where it is infinite"),
    degrees=or_null(whole("degrees of freedom of chi-square", 1), "for every method but chi-square and cards"),
    p=number("p-value", 0, 1),
    adjusted_p=number("p-value adjusted by Holm's method for all tests together", 0, 1),
    agrees=flag("whether the adjusted p-value is no less than the level"),
    g=object_or_null(
        record(statistic=number("G over the same cells"), p=number("its p-value, not one of the family", 0, 1)),
        "for every method but chi-square and cards",
    ),
    deviations=array(_DEVIATION),
)

_FAULT = text("a fault that a source may have, in words")
_FAULT_KIND: Schema = {"enum": ["paytable", "drawing", "cards", "shoe", "labels"], "description": "what the fault is about"}
_CANDIDATE = record(
    fault=_FAULT,
    kind=_FAULT_KIND,
    log_likelihood_gain=or_null(
        number("log-likelihood of the report under the fault less that under the game"), "where the game cannot give the report: infinite"
    ),
    p=number("least p-value of the report under the fault, times the number of tests", 0, 1),
    rounds_to_tell_from_best=or_null(whole("rounds that tell it from the likeliest fault", 1), "where no number of rounds would"),
)
_DIAGNOSIS = record(
    said=text("what is probably wrong, in words"),
    named=or_null(text("the fault that alone fits the report"), "where none does, or several do"),
    not_told_apart=array(_FAULT),
    best=array(_CANDIDATE),
)
_NOT_REVEALED = record(
    fault=_FAULT,
    kind=_FAULT_KIND,
    rounds=or_null(whole("rounds that would reveal it with power 0.9", 1), "where no number of rounds would"),
)

_RETURN = record(
    bet=BET,
    rounds=whole("rounds on which the bet was settled", 1),
    effective_rounds=number("rounds of equal stakes worth as much", 0),
    measured_rtp=number("measured return to player"),
    expected_rtp=number("expected return to player"),
    range_95=array(number("least, then greatest return to player of the 95% range of the measured one"), 2),
    inside=flag("whether the measured return to player lies in it"),
    reveals=number("deviation of the house edge that these rounds reveal with power 0.9", 0),
    rounds_for_half_width=whole("rounds of equal stakes for a 95% interval of plus and minus half_width"),
)

_EXAMPLE = record(
    place=text("shoe and round as the log tells them, else the line or row"),
    line=or_null(whole("line of a CSV file", 1), "for Parquet"),
    row=or_null(whole("row of a Parquet file", 1), "for CSV"),
    kind={"enum": [*TITLES, REFUSED]},
    text=text("what is wrong and what would be right"),
)
_ROUND_LOG = record(
    rows=whole("rows of the log", 1),
    refused=whole("rows that cannot be read"),
    columns=mapping("name of the column of each role", _ROLES, text("name of the column")),
    unused_columns=array(text("name of a column that is not used")),
    notes=array(text("what else was recognized, or could not be checked")),
    faults=record(**{kind: whole(f"rounds with this fault: {title}") for kind, title in TITLES.items()}),
    examples=array(_EXAMPLE),
)

AUDIT = output(
    "audit",
    "exact audit GAME FILE --format json",
    game=GAME,
    readings=READINGS,
    shoe=SHOE,
    source=_SOURCE,
    reference=_REFERENCE,
    level={"type": "number", "exclusiveMinimum": 0, "maximum": 0.5, "description": "level of all tests together"},
    verdict={"enum": list(get_args(Verdict))},
    line=text("the verdict in one line"),
    tests=array(_TEST),
    too_few_rounds_for=array(BET),
    diagnosis=object_or_null(_DIAGNOSIS, "where the tests agree, where there are none and where it was not asked for"),
    faults_known=whole("likely faults that were weighed"),
    not_revealed=array(_NOT_REVEALED),
    returns=array(_RETURN),
    half_width={"type": "number", "exclusiveMinimum": 0, "maximum": 1, "description": "for which rounds_for_half_width is told"},
    round_log=object_or_null(_ROUND_LOG, "where FILE is no round log"),
)
