"""The JSON Schemas of odds tables and of what each reading is worth."""

from __future__ import annotations

from collections.abc import Mapping

from exact.report.schema_parts import (
    BET,
    CARD,
    EVENT,
    GAME,
    ID,
    NET,
    PAYS,
    READINGS,
    SHOE,
    UNKNOWN,
    Schema,
    array,
    count,
    flag,
    mapping,
    or_null,
    output,
    ratio,
    record,
    text,
)

MEASURES: Mapping[str, Schema] = {
    "expected_value": or_null(ratio("return: expected net win per unit staked, pushes counting zero"), UNKNOWN),
    "house_edge": or_null(ratio("minus the return"), UNKNOWN),
    "return_to_player": or_null(ratio("1 plus the return"), UNKNOWN),
    "hit_frequency": ratio("probability of a net win"),
    "push_frequency": ratio("probability of a push"),
    "edge_per_resolved_bet": or_null(
        ratio("house edge over the probability of no push"), f"for a bet that always pushes and {UNKNOWN}"
    ),
    "variance": or_null(ratio("variance of the net win per unit staked"), UNKNOWN),
    "standard_deviation": or_null(text("its square root, rounded half to even to 30 decimals", r"^[0-9]+\.[0-9]{30}$"), UNKNOWN),
}  # fmt: skip
"""The measures of a bet."""

_EVENT = record(
    event=EVENT,
    pays=PAYS,
    net=NET,
    deals=count("ordered deals on which the event comes"),
    probability=ratio("deals of the event over deals in all"),
    true_odds=or_null(ratio("(1-p)/p to one"), "of an event that cannot come"),
    return_=or_null(ratio("net win times probability"), UNKNOWN),
)
_BET = record(
    bet=BET,
    name=text("name of the bet"),
    commission=ratio("share of the winnings"),
    events=array(_EVENT),
    **MEASURES,
)
ODDS_KEYS: Mapping[str, Schema] = {
    "game": GAME,
    "title": text("title of the game"),
    "readings": READINGS,
    "shoe": SHOE,
    "on_table": record(player=array(CARD), banker=array(CARD)),
    "unseen": SHOE,
    "cards_per_deal": {"type": "integer", "minimum": 0, "maximum": 6, "description": "cards in one deal, the unit of every count"},
    "deals": count("ordered deals in all"),
    "bets": array(_BET),
    "outcomes": array(array(count("deals of a Player's total (row) and a Banker's total (column)"), 10), 10),
    "cards": mapping("deals by the number of cards in both hands", "^[4-6]$", count("ordered deals")),
}
"""The keys of an odds table, the schema's own left out."""

ODDS = output("odds", "exact odds GAME --format json", **ODDS_KEYS)

_READINGS_BET = record(
    bet=BET,
    expected_value=or_null(ratio("return"), UNKNOWN),
    house_edge=or_null(ratio("minus the return"), UNKNOWN),
    events=array(record(event=EVENT, probability=ratio("probability of the event"))),
)
_ALTERNATIVE = record(
    reading=text("the reading that is changed", ID),
    choice=text("its choice here, every other reading as in force", ID),
    in_force=flag("whether that is the choice in force"),
    bets=array(_READINGS_BET),
)
READINGS_OUTPUT = output(
    "readings",
    "exact odds GAME --all-readings --format json",
    game=GAME,
    readings=READINGS,
    shoe=SHOE,
    alternatives=array(_ALTERNATIVE),
)
