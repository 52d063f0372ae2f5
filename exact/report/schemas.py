"""The JSON Schemas of what commands print with ``--format json`` and of certified tables: every key, none left out and none beside them."""

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
    PROCEDURE_STEPS,
    READINGS,
    TOTAL,
    Schema,
    array,
    mapping,
    named,
    object_or_null,
    or_null,
    output,
    ratio,
    record,
    text,
)
from exact.report.schemas_audit import AUDIT
from exact.report.schemas_documents import COMPARISON, EFFECTS, SHEET, SUMMARY, TABLE
from exact.report.schemas_odds import ODDS, READINGS_OUTPUT
from exact.report.schemas_shoes import CLOSED_FORM, CONDITIONAL, DEPLETION, REMOVAL, SIMULATION

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
    "procedure": object_or_null(PROCEDURE_STEPS, "where the rules of the game say nothing of it"),
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
    "audit": AUDIT,
    "sheet": SHEET,
    "comparison": COMPARISON,
    "table": TABLE,
    "summary": SUMMARY,
    "effects": EFFECTS,
}
"""The schema of each output by name.

``game-json`` is ``exact.game/1``, since ``game`` names the game file. ``table`` is ``exact.odds/1`` as a certified table
holds it, with two more keys.
"""
