"""What the JSON Schemas of outputs are made of: every key, none left out and none beside them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import cast

from exact.game.card import VALUES, symbol

Schema = Mapping[str, object]

ID = "^[a-z0-9]+(-[a-z0-9]+)*$"


def text(description: str, pattern: str | None = None) -> Schema:
    """A text."""
    return {"type": "string", "description": description} | ({"pattern": pattern} if pattern else {})


def count(description: str) -> Schema:
    """An integer that is not negative, as decimal digits."""
    return text(f"{description}; decimal digits", "^(0|[1-9][0-9]*)$")


def ratio(description: str) -> Schema:
    """A ratio as text, in lowest terms."""
    return text(f"{description}; p/q in lowest terms, p where q is 1", "^(0|-?[1-9][0-9]*(/[1-9][0-9]*)?)$")


def whole(description: str, low: int = 0) -> Schema:
    """An integer that is a JSON number."""
    return {"type": "integer", "minimum": low, "description": description}


def number(description: str, low: int | None = None, high: int | None = None) -> Schema:
    """A JSON number that is no exact value: a statistic, an estimate or a p-value."""
    bounds = {name: bound for name, bound in (("minimum", low), ("maximum", high)) if bound is not None}
    return {"type": "number", "description": description} | bounds


def flag(description: str) -> Schema:
    """True or false."""
    return {"type": "boolean", "description": description}


def or_null(schema: Schema, when: str) -> Schema:
    """The same, or null in that case."""
    return {**schema, "type": [schema["type"], "null"], "description": f"{schema['description']}; null {when}"}


def object_or_null(schema: Schema, when: str) -> Schema:
    """An object or a list that has no description of its own, or null in that case."""
    return {"oneOf": [schema, {"type": "null", "description": f"null {when}"}]}


def array(item: Schema, length: int | None = None) -> Schema:
    """A list of items, of a fixed length if given."""
    return {"type": "array", "items": item} | ({} if length is None else {"minItems": length, "maxItems": length})


def mapping(description: str, names: str, value: Schema) -> Schema:
    """An object whose keys are data."""
    described = {"type": "object", "description": description}
    return {**described, "patternProperties": {names: value}, "additionalProperties": False}


def record(**properties: Schema) -> Schema:
    """An object with exactly these keys; ``return_`` stands for ``return``, a word that Python keeps for itself."""
    keys = {key.removesuffix("_"): value for key, value in properties.items()}
    return {"type": "object", "properties": keys, "required": list(keys), "additionalProperties": False}


def output(name: str, title: str, /, **properties: Schema) -> Schema:
    """What a command prints, its ``schema`` key first."""
    top = {"$schema": "https://json-schema.org/draft/2020-12/schema", "title": title}
    return {**top, **named(name, **properties)}


def within(schema: Schema) -> Schema:
    """A whole output where it stands inside another."""
    return {key: value for key, value in schema.items() if key != "$schema"}


def part(schema: Schema, key: str) -> Schema:
    """The schema of one key of an output."""
    return cast("Mapping[str, Schema]", schema["properties"])[key]


def named(name: str, /, **properties: Schema) -> Schema:
    """An object whose ``schema`` key names it."""
    return record(schema={"const": f"exact.{name}/1"}, **properties)


UNKNOWN = "where the rule sheet gives no paytable"
GAME = text("id of the game", ID)
BET = text("id of the bet", ID)
EVENT = text("what the line pays on, as the paytable names it")
READINGS = mapping("the choice in force of every reading", ID, text("choice", ID))
CARD: Schema = {"enum": [symbol(value) for value in VALUES], "description": "T is every card that counts zero"}
HAND: Schema = {"enum": ["player", "banker"]}
TOTAL: Schema = {"type": "integer", "minimum": 0, "maximum": 9, "description": "total of a hand"}
PAYS = or_null(text("odds to one, or push, or lose", "^([0-9]+:[0-9]+|push|lose)$"), UNKNOWN)
NET = or_null(ratio("net win for one unit staked, commission taken off"), UNKNOWN)
FINITE = record(
    decks={"type": ["integer", "null"], "minimum": 1, "maximum": 100, "description": "full decks; null of a shoe that is not whole decks"},
    cards={"type": "integer", "minimum": 0, "description": "cards in all"},
    counts=array({"type": "integer", "minimum": 0, "description": "cards of each point value: tens, aces, twos, ..., nines"}, 10),
)
INFINITE = record(
    decks={"const": "inf"},
    cards={"type": "null"},
    counts={"type": "null"},
    proportions=array(ratio("share of each point value in every card dealt: tens, aces, twos, ..., nines"), 10),
)
SHOE: Schema = {"oneOf": [FINITE, INFINITE]}
PROCEDURE_STEPS: Schema = array(
    record(
        field={"enum": ["burn", "cut", "mid_coup", "first_card", "burn_each", "hands"]},
        value={"type": ["boolean", "integer", "string"], "description": "as in the procedure of whole_shoes"},
        assumed=flag("whether the rules do not say so, and the program takes it for granted"),
    )
)
