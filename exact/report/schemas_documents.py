"""The JSON Schemas of math sheets and of certified tables."""

from __future__ import annotations

from collections.abc import Mapping

from exact.game.card import VALUES, symbol
from exact.report.schema_parts import (
    BET,
    EVENT,
    GAME,
    ID,
    PROCEDURE_STEPS,
    READINGS,
    SHOE,
    Schema,
    array,
    count,
    mapping,
    number,
    object_or_null,
    or_null,
    output,
    part,
    ratio,
    record,
    text,
    whole,
    within,
)
from exact.report.schemas_odds import MEASURES, ODDS, ODDS_KEYS, READINGS_OUTPUT
from exact.report.schemas_shoes import CONDITIONAL, REMOVAL
from exact.report.sheet.evidence import DECKS
from exact.report.sheet.facts import ROUNDS, Z

_DIGEST = text("SHA-256 of the game file as canonical JSON", "^[0-9a-f]{64}$")
_TITLE = text("title of the game")

_HOUSE_EDGES = record(
    **{str(decks): ratio("house edge from so many full decks") for decks in DECKS},
    inf=ratio("house edge from the infinite shoe, the limit of ever more decks"),
)
_MEASURED = record(
    skewness=or_null(text("of the net win; rounded", r"^-?[0-9]+\.[0-9]+$"), "where the net win is always the same"),
    step=or_null(
        ratio("the greatest number of which all differences between net wins are whole multiples"), "where there is no difference"
    ),
    rounds_from_which_the_range_holds=record(**{str(percent): whole("at that confidence in percent", ROUNDS[0]) for percent in Z}),
)
_SIMULATION = record(
    coups=whole("coups dealt, each from a fresh shoe", 1),
    seed=whole("seed of the cards"),
    chi_square=number("Pearson's statistic over outcomes, those expected fewer than 5 times pooled", 0),
    degrees_of_freedom=whole("its degrees of freedom"),
    p_value=number("probability of a statistic as great or greater", 0, 1),
    bets=array(
        record(
            bet=BET,
            measured_return=ratio("net win per unit staked"),
            z=number("standard errors between the measured and the exact return"),
        )
    ),
)
SHEET = output(
    "sheet",
    "exact sheet GAME --format json",
    game=GAME,
    date=or_null(text("date of the sheet", "^[0-9]{4}-[0-9]{2}-[0-9]{2}$"), "where none was given"),
    version=or_null(text("version of the sheet"), "where none was given"),
    program=text("version of exact that made the sheet"),
    digest=_DIGEST,
    procedure=object_or_null(PROCEDURE_STEPS, "where the rules of the game say nothing of it, or the shoe is infinite"),
    odds=within(ODDS),
    measured_returns=mapping("of each bet that has a paytable: where the normal range of its measured return holds", ID, _MEASURED),
    readings=within(READINGS_OUTPUT),
    house_edges=mapping("of each bet that has a paytable, by the number of decks", ID, _HOUSE_EDGES),
    removal=object_or_null(part(REMOVAL, "measures"), "where a card cannot leave the shoe, as it cannot leave an infinite one"),
    simulation=object_or_null(_SIMULATION, "where none was asked for"),
    whole_shoes=object_or_null(within(CONDITIONAL), "where none were asked for"),
    evidence=array(record(road=text("a road to the figures"), compared=text("what of it was compared, and found equal"))),
)
COMPARISON = output(
    "comparison",
    "exact sheet GAME --compare GAME2 --format json",
    a=within(SHEET),
    b=within(SHEET),
)

_MADE: Mapping[str, Schema] = {"digest": _DIGEST, "version": text("version of exact that made the table")}
"""What a certified table says of its making, beside the keys of what it holds."""

TABLE: Schema = {
    **output("odds", "GAME/NN-decks.json of exact tables", **ODDS_KEYS, **_MADE),
    "description": "a certified odds table: the keys of exact odds GAME --format json, and beside them digest and version",
}
_DECKS: Schema = {
    "oneOf": [
        {"type": "integer", "minimum": 1, "maximum": 100, "description": "full decks"},
        {"const": "inf", "description": "the infinite shoe"},
    ]
}
SUMMARY = output(
    "summary",
    "GAME/summary.json of exact tables",
    game=GAME,
    title=_TITLE,
    readings=READINGS,
    shoes=array(record(decks=_DECKS, deals=count("ordered deals in all"), bets=array(record(bet=BET, **MEASURES)))),
    **_MADE,
)
_BY_CARD = record(**{symbol(value): ratio("change of the measure when this card leaves the shoe") for value in VALUES})
EFFECTS = output(
    "effects",
    "GAME/removal.json of exact tables",
    game=GAME,
    title=_TITLE,
    readings=READINGS,
    shoe=SHOE,
    measures=array(
        record(
            bet=BET,
            event=or_null(EVENT, "where the measure is the return; else it is the probability of the event"),
            whole_shoe=ratio("the measure from the whole shoe"),
            effects=_BY_CARD,
        )
    ),
    **_MADE,
)
