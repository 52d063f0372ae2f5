"""The JSON Schemas of what commands print with ``--format json``: every key, none left out and none beside them."""

from __future__ import annotations

from collections.abc import Mapping

from exact.game.card import VALUES, symbol

Schema = Mapping[str, object]

ID = "^[a-z0-9]+(-[a-z0-9]+)*$"


def _text(description: str, pattern: str | None = None) -> Schema:
    return {"type": "string", "description": description} | ({"pattern": pattern} if pattern else {})


def _count(description: str) -> Schema:
    return _text(f"{description}; decimal digits", "^(0|[1-9][0-9]*)$")


def _ratio(description: str) -> Schema:
    return _text(f"{description}; p/q in lowest terms, p where q is 1", "^(0|-?[1-9][0-9]*(/[1-9][0-9]*)?)$")


def _or_null(schema: Schema, when: str) -> Schema:
    return {**schema, "type": [schema["type"], "null"], "description": f"{schema['description']}; null {when}"}


def _list(item: Schema, length: int | None = None) -> Schema:
    return {"type": "array", "items": item} | ({} if length is None else {"minItems": length, "maxItems": length})


def _map(description: str, names: str, value: Schema) -> Schema:
    """An object whose keys are data."""
    described = {"type": "object", "description": description}
    return {**described, "patternProperties": {names: value}, "additionalProperties": False}


def _record(**properties: Schema) -> Schema:
    """An object with exactly these keys; ``return_`` stands for ``return``, a word that Python keeps for itself."""
    keys = {key.removesuffix("_"): value for key, value in properties.items()}
    return {"type": "object", "properties": keys, "required": list(keys), "additionalProperties": False}


def _output(name: str, title: str, /, **properties: Schema) -> Schema:
    """What a command prints, its ``schema`` key first."""
    top = {"$schema": "https://json-schema.org/draft/2020-12/schema", "title": title}
    return {**top, **_named(name, **properties)}


def _named(name: str, /, **properties: Schema) -> Schema:
    return _record(schema={"const": f"exact.{name}/1"}, **properties)


_UNKNOWN = "where the rule sheet gives no paytable"
_GAME = _text("id of the game", ID)
_BET = _text("id of the bet", ID)
_EVENT = _text("what the line pays on, as the paytable names it")
_READINGS = _map("the choice in force of every reading", ID, _text("choice", ID))
_CARD: Schema = {"enum": [symbol(value) for value in VALUES], "description": "T is every card that counts zero"}
_HAND: Schema = {"enum": ["player", "banker"]}
_TOTAL: Schema = {"type": "integer", "minimum": 0, "maximum": 9, "description": "total of a hand"}
_PAYS = _or_null(_text("odds to one, or push, or lose", "^([0-9]+:[0-9]+|push|lose)$"), _UNKNOWN)
_NET = _or_null(_ratio("net win for one unit staked, commission taken off"), _UNKNOWN)
_FINITE = _record(
    decks={"type": ["integer", "null"], "minimum": 1, "maximum": 100, "description": "full decks; null of a shoe that is not whole decks"},
    cards={"type": "integer", "minimum": 0, "description": "cards in all"},
    counts=_list({"type": "integer", "minimum": 0, "description": "cards of each point value: tens, aces, twos, ..., nines"}, 10),
)
_INFINITE = _record(
    decks={"const": "inf"},
    cards={"type": "null"},
    counts={"type": "null"},
    proportions=_list(_ratio("share of each point value in every card dealt: tens, aces, twos, ..., nines"), 10),
)
_SHOE: Schema = {"oneOf": [_FINITE, _INFINITE]}

_ODDS_EVENT = _record(
    event=_EVENT,
    pays=_PAYS,
    net=_NET,
    deals=_count("ordered deals on which the event comes"),
    probability=_ratio("deals of the event over deals in all"),
    true_odds=_or_null(_ratio("(1-p)/p to one"), "of an event that cannot come"),
    return_=_or_null(_ratio("net win times probability"), _UNKNOWN),
)
_ODDS_BET = _record(
    bet=_BET,
    name=_text("name of the bet"),
    commission=_ratio("share of the winnings"),
    events=_list(_ODDS_EVENT),
    expected_value=_or_null(_ratio("return: expected net win per unit staked, pushes counting zero"), _UNKNOWN),
    house_edge=_or_null(_ratio("minus the return"), _UNKNOWN),
    return_to_player=_or_null(_ratio("1 plus the return"), _UNKNOWN),
    hit_frequency=_ratio("probability of a net win"),
    push_frequency=_ratio("probability of a push"),
    edge_per_resolved_bet=_or_null(_ratio("house edge over the probability of no push"), f"for a bet that always pushes and {_UNKNOWN}"),
    variance=_or_null(_ratio("variance of the net win per unit staked"), _UNKNOWN),
    standard_deviation=_or_null(_text("its square root, rounded half to even to 30 decimals", r"^[0-9]+\.[0-9]{30}$"), _UNKNOWN),
)
ODDS = _output(
    "odds",
    "exact odds GAME --format json",
    game=_GAME,
    title=_text("title of the game"),
    readings=_READINGS,
    shoe=_SHOE,
    on_table=_record(player=_list(_CARD), banker=_list(_CARD)),
    unseen=_SHOE,
    cards_per_deal={"type": "integer", "minimum": 0, "maximum": 6, "description": "cards in one deal, the unit of every count"},
    deals=_count("ordered deals in all"),
    bets=_list(_ODDS_BET),
    outcomes=_list(_list(_count("deals of a Player's total (row) and a Banker's total (column)"), 10), 10),
    cards=_map("deals by the number of cards in both hands", "^[4-6]$", _count("ordered deals")),
)

_READINGS_BET = _record(
    bet=_BET,
    expected_value=_or_null(_ratio("return"), _UNKNOWN),
    house_edge=_or_null(_ratio("minus the return"), _UNKNOWN),
    events=_list(_record(event=_EVENT, probability=_ratio("probability of the event"))),
)
_ALTERNATIVE = _record(
    reading=_text("the reading that is changed", ID),
    choice=_text("its choice here, every other reading as in force", ID),
    in_force={"type": "boolean", "description": "whether that is the choice in force"},
    bets=_list(_READINGS_BET),
)
READINGS = _output(
    "readings",
    "exact odds GAME --all-readings --format json",
    game=_GAME,
    readings=_READINGS,
    shoe=_SHOE,
    alternatives=_list(_ALTERNATIVE),
)

_STEP = _record(
    card={"enum": [*(symbol(value) for value in VALUES), None], "description": "null where a rule line deals no card"},
    hand={"enum": ["player", "banker", None], "description": "the hand that takes the card"},
    player_total=_or_null(_TOTAL, "while the hand is empty"),
    banker_total=_or_null(_TOTAL, "while the hand is empty"),
    rule=_text("the rule line that decided, in words"),
)
_HELD = _record(cards=_list(_CARD), total=_TOTAL)
EXPLANATION = _output(
    "explanation",
    "exact explain GAME CARDS --format json",
    game=_GAME,
    readings=_READINGS,
    cards=_list(_CARD),
    steps=_list(_STEP),
    player=_HELD,
    banker=_HELD,
    winner={"enum": ["player", "banker", "tie"]},
    bets=_list(_record(bet=_BET, event=_EVENT, pays=_PAYS, net=_NET)),
)

_TABLEAU_CELL: Schema = {"enum": ["D", "S"], "description": "draw or stand"}
_CONDITION = _map("feature of a finished coup: the values it may take", ID, _list({"type": ["integer", "string"]}))
_GAME_LINE = _record(
    event=_EVENT, when=_or_null(_CONDITION, "for the line that takes every other coup"), pays=_PAYS,
)  # fmt: skip
_GAME_READING = _record(
    name=_text("name of the reading", ID),
    clause=_text("the ambiguous clause, word for word"),
    choices=_map("what each choice means, the default first", ID, _text("meaning")),
    chosen=_text("the choice in force", ID),
)
_GAME_KEYS: Mapping[str, Schema] = {
    "game": _GAME,
    "title": _text("title of the game"),
    "source": _text("rule sheet"),
    "notes": _list(_text("note")),
    "fixed": _record(player=_list(_CARD), banker=_list(_CARD), origin={"enum": ["printed", "from-shoe"]}),
    "order": _list(_HAND),
    "naturals": _list(_TOTAL),
    "tableau": _record(
        player=_map("the Player's decision on each two-card total", "^[0-9]$", _TABLEAU_CELL),
        banker=_map(
            "the Banker's decision on each two-card total",
            "^[0-9]$",
            _map("against each third card of the Player, or a Player who stood", "^([0-9]|stood)$", _TABLEAU_CELL),
        ),
    ),
    "also_tie": _list(_CONDITION),
    "bets": _list(_record(bet=_BET, name=_text("name of the bet"), commission=_ratio("share of the winnings"), lines=_list(_GAME_LINE))),
    "readings": _list(_GAME_READING),
}
GAME = _output("game", "exact show GAME --format json", **_GAME_KEYS)
GAMES = _output("games", "exact games --format json", games=_list(_named("game", **_GAME_KEYS)))

_VERSIONS = _map("version of each library", "^[a-z][a-z0-9_-]*$", {"type": ["string", "null"], "description": "null: not installed"})
INFO = _output(
    "info",
    "exact info --format json",
    exact=_text("version of exact"),
    python=_text("version of Python"),
    implementation=_text("which Python"),
    platform=_text("operating system and machine"),
    libraries=_VERSIONS,
    optional=_VERSIONS,
)

SCHEMAS: Mapping[str, Schema] = {
    "odds": ODDS,
    "readings": READINGS,
    "explanation": EXPLANATION,
    "games": GAMES,
    "game-json": GAME,
    "info": INFO,
}
"""The schema of each output by name; ``game-json`` is ``exact.game/1``, since ``game`` names the game file."""
