"""The JSON Schemas of what commands print with ``--format json``: every key, none left out and none beside them."""

from __future__ import annotations

from collections.abc import Mapping

from exact.game.card import VALUES, symbol
from exact.report.schema_parts import (
    BET,
    CARD,
    EVENT,
    GAME,
    HAND,
    ID,
    NET,
    PAYS,
    READINGS,
    SHOE,
    TOTAL,
    UNKNOWN,
    Schema,
    array,
    count,
    mapping,
    named,
    or_null,
    output,
    ratio,
    record,
    text,
)
from exact.report.schemas_shoes import CLOSED_FORM, CONDITIONAL, DEPLETION, REMOVAL, SIMULATION

_ODDS_EVENT = record(
    event=EVENT,
    pays=PAYS,
    net=NET,
    deals=count("ordered deals on which the event comes"),
    probability=ratio("deals of the event over deals in all"),
    true_odds=or_null(ratio("(1-p)/p to one"), "of an event that cannot come"),
    return_=or_null(ratio("net win times probability"), UNKNOWN),
)
_ODDS_BET = record(
    bet=BET,
    name=text("name of the bet"),
    commission=ratio("share of the winnings"),
    events=array(_ODDS_EVENT),
    expected_value=or_null(ratio("return: expected net win per unit staked, pushes counting zero"), UNKNOWN),
    house_edge=or_null(ratio("minus the return"), UNKNOWN),
    return_to_player=or_null(ratio("1 plus the return"), UNKNOWN),
    hit_frequency=ratio("probability of a net win"),
    push_frequency=ratio("probability of a push"),
    edge_per_resolved_bet=or_null(ratio("house edge over the probability of no push"), f"for a bet that always pushes and {UNKNOWN}"),
    variance=or_null(ratio("variance of the net win per unit staked"), UNKNOWN),
    standard_deviation=or_null(text("its square root, rounded half to even to 30 decimals", r"^[0-9]+\.[0-9]{30}$"), UNKNOWN),
)
ODDS = output(
    "odds",
    "exact odds GAME --format json",
    game=GAME,
    title=text("title of the game"),
    readings=READINGS,
    shoe=SHOE,
    on_table=record(player=array(CARD), banker=array(CARD)),
    unseen=SHOE,
    cards_per_deal={"type": "integer", "minimum": 0, "maximum": 6, "description": "cards in one deal, the unit of every count"},
    deals=count("ordered deals in all"),
    bets=array(_ODDS_BET),
    outcomes=array(array(count("deals of a Player's total (row) and a Banker's total (column)"), 10), 10),
    cards=mapping("deals by the number of cards in both hands", "^[4-6]$", count("ordered deals")),
)

_READINGS_BET = record(
    bet=BET,
    expected_value=or_null(ratio("return"), UNKNOWN),
    house_edge=or_null(ratio("minus the return"), UNKNOWN),
    events=array(record(event=EVENT, probability=ratio("probability of the event"))),
)
_ALTERNATIVE = record(
    reading=text("the reading that is changed", ID),
    choice=text("its choice here, every other reading as in force", ID),
    in_force={"type": "boolean", "description": "whether that is the choice in force"},
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

_STEP = record(
    card={"enum": [*(symbol(value) for value in VALUES), None], "description": "null where a rule line deals no card"},
    hand={"enum": ["player", "banker", None], "description": "the hand that takes the card"},
    player_total=or_null(TOTAL, "while the hand is empty"),
    banker_total=or_null(TOTAL, "while the hand is empty"),
    rule=text("the rule line that decided, in words"),
)
_HELD = record(cards=array(CARD), total=TOTAL)
EXPLANATION = output(
    "explanation",
    "exact explain GAME CARDS --format json",
    game=GAME,
    readings=READINGS,
    cards=array(CARD),
    steps=array(_STEP),
    player=_HELD,
    banker=_HELD,
    winner={"enum": ["player", "banker", "tie"]},
    bets=array(record(bet=BET, event=EVENT, pays=PAYS, net=NET)),
)

_TABLEAU_CELL: Schema = {"enum": ["D", "S"], "description": "draw or stand"}
_CONDITION = mapping("feature of a finished coup: the values it may take", ID, array({"type": ["integer", "string"]}))
_GAME_LINE = record(
    event=EVENT, when=or_null(_CONDITION, "for the line that takes every other coup"), pays=PAYS,
)  # fmt: skip
_GAME_READING = record(
    name=text("name of the reading", ID),
    clause=text("the ambiguous clause, word for word"),
    choices=mapping("what each choice means, the default first", ID, text("meaning")),
    chosen=text("the choice in force", ID),
)
_GAME_KEYS: Mapping[str, Schema] = {
    "game": GAME,
    "title": text("title of the game"),
    "source": text("rule sheet"),
    "notes": array(text("note")),
    "fixed": record(player=array(CARD), banker=array(CARD), origin={"enum": ["printed", "from-shoe"]}),
    "order": array(HAND),
    "naturals": array(TOTAL),
    "tableau": record(
        player=mapping("the Player's decision on each two-card total", "^[0-9]$", _TABLEAU_CELL),
        banker=mapping(
            "the Banker's decision on each two-card total",
            "^[0-9]$",
            mapping("against each third card of the Player, or a Player who stood", "^([0-9]|stood)$", _TABLEAU_CELL),
        ),
    ),
    "also_tie": array(_CONDITION),
    "bets": array(record(bet=BET, name=text("name of the bet"), commission=ratio("share of the winnings"), lines=array(_GAME_LINE))),
    "readings": array(_GAME_READING),
}
GAME_OUTPUT = output("game", "exact show GAME --format json", **_GAME_KEYS)
GAMES = output("games", "exact games --format json", games=array(named("game", **_GAME_KEYS)))

_VERSIONS = mapping("version of each library", "^[a-z][a-z0-9_-]*$", {"type": ["string", "null"], "description": "null: not installed"})
INFO = output(
    "info",
    "exact info --format json",
    exact=text("version of exact"),
    python=text("version of Python"),
    implementation=text("which Python"),
    platform=text("operating system and machine"),
    libraries=_VERSIONS,
    optional=_VERSIONS,
)

SCHEMAS: Mapping[str, Schema] = {
    "odds": ODDS,
    "readings": READINGS_OUTPUT,
    "explanation": EXPLANATION,
    "games": GAMES,
    "game-json": GAME_OUTPUT,
    "info": INFO,
    "removal": REMOVAL,
    "closed-form": CLOSED_FORM,
    "depletion": DEPLETION,
    "simulation": SIMULATION,
    "conditional": CONDITIONAL,
}
"""The schema of each output by name; ``game-json`` is ``exact.game/1``, since ``game`` names the game file."""
