"""The JSON Schema of a game file, made from the models that check one.

Every value may also be a ``by-reading`` table; the schema allows it wherever the check does, and asks of each choice
what it asks of the value. It is weaker than the check: that the choices are those of the reading, that a tableau has
no hole, that lines do not overlap and the like, only ``exact.game.check`` says.
"""

from __future__ import annotations

from typing import Any

from exact.game.condition import FEATURES, WINNER, Value
from exact.game.coup import WINNERS
from exact.game.form import GameTable, ReadingTable
from exact.game.reading import BY_READING

Schema = dict[str, Any]

NOTE = (
    "A game file of exact, a TOML document. Any value, the list of readings excepted, may also be a table "
    '{ by-reading = "NAME", CHOICE = value, ... } with a value for each choice of that reading. '
    "exact checks more than this schema can say: any command that reads the file does."
)
_RANGE = "^[0-9]+(-[0-9]+|\\+)$"


def game_schema() -> Schema:
    """The JSON Schema of a game file: what it refuses, the check refuses too."""
    made = GameTable.model_json_schema(by_alias=True)
    tables: dict[str, Schema] = made.pop("$defs")
    shared: dict[str, Schema] = {"Condition": {}, ReadingTable.__name__: _plain(tables.pop(ReadingTable.__name__))}
    shared[ReadingTable.__name__]["properties"]["choices"]["additionalProperties"] = False
    shared["Condition"] = _condition(shared)
    tables["LineTable"]["properties"]["when"] = _to("Condition")
    tables["ResultTable"]["properties"]["also-tie"]["items"] = _to("Condition") | {"not": {"required": [WINNER]}}
    root = _table("GameTable", made, shared)
    shared |= {name: _table(name, table, shared) for name, table in tables.items()}
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        **root,
        "title": "game file of exact",
        "description": NOTE,
        "$defs": dict(sorted(shared.items())),
    }


def _to(name: str) -> Schema:
    return {"$ref": f"#/$defs/{name}"}


def _condition(shared: dict[str, Schema]) -> Schema:
    """Features of a finished coup and the values that each may take."""
    domains = {WINNER: WINNERS} | {name: feature.domain for name, feature in FEATURES.items()}
    properties = {name: _values(domain, shared) for name, domain in domains.items()}
    return {"type": "object", "minProperties": 1, "properties": properties, "additionalProperties": False}


def _values(domain: tuple[Value, ...], shared: dict[str, Schema]) -> Schema:
    """A value, a range or a list of them."""
    name = "-".join(["one-of", *map(str, domain)])
    one: Schema = {"enum": list(domain)}
    if any(isinstance(value, int) for value in domain):
        one = {"anyOf": [one, {"type": "string", "pattern": _RANGE}]}
    several = {"type": "array", "minItems": 1, "items": _by_reading(f"{name}.item", one, shared)}
    return _by_reading(name, {"anyOf": [one, several]}, shared)


def _table(name: str, table: Schema, shared: dict[str, Schema]) -> Schema:
    """A table, each of its values plain or by reading, the list of readings alone always plain."""
    properties = {
        key: _plain(value) if key == "readings" else _by_reading(f"{name}.{key}", value, shared)
        for key, value in table["properties"].items()
    }
    plain: Schema = _plain({**table, "properties": {}})
    return plain | {"properties": properties}


def _by_reading(name: str, value: Schema, shared: dict[str, Schema]) -> Schema:
    """Defines the value, or a table with a value for each choice of a reading, which may be by reading in turn."""
    plain = _plain(value)
    if value.get("type") == "array":
        plain["items"] = _by_reading(f"{name}.item", value["items"], shared)
    by_reading = {
        "type": "object",
        "required": [BY_READING],
        "properties": {BY_READING: {"type": "string"}},
        "additionalProperties": _to(name),
    }
    shared[name] = {"anyOf": [plain, by_reading]}
    return _to(name)


def _plain(value: Any) -> Any:
    """A part of a schema without the names and defaults that pydantic gives it."""
    if isinstance(value, list):
        return [_plain(item) for item in value]
    if not isinstance(value, dict):
        return value
    return {key: _plain(item) for key, item in value.items() if key != "default" and not (key == "title" and isinstance(item, str))}
