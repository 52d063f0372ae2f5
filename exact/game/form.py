"""The form of a game file whose readings are resolved: which keys it has, and what each may hold.

Names, types, odds, cards and conditions are checked by pydantic, all of them at once.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from typing import Annotated, Any, Literal, NamedTuple, TypeVar, get_args

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, StringConstraints, ValidationError, WithJsonSchema
from pydantic_core import ErrorDetails

from exact.errors import Fault
from exact.game.bet import Pays, parse_commission
from exact.game.card import VALUES, parse_card
from exact.game.condition import Condition, parse_condition, suggest
from exact.game.coup import HandName
from exact.game.definition import NATURALS, Document
from exact.game.reading import Path

T = TypeVar("T")

MOST = 1_000_000
"""Of cards behind the cut card, and of hands on which a bet is offered: more than any shoe has."""


def _accepts(parse: Callable[[T], object]) -> AfterValidator:
    """A validator that keeps the text once the parser of the game room has taken it."""

    def check(value: T) -> T:
        parse(value)
        return value

    return AfterValidator(check)


def _natural(total: int) -> int:
    if total not in VALUES:
        raise ValueError("a total is a whole number from 0 to 9")
    return total


def _filled(text: str) -> str:
    if text and not text.strip():
        raise ValueError("is blank: write something")
    return text


def _when(table: dict[str, Any], *, winner: bool = True) -> Condition:
    condition = parse_condition(table, winner=winner)
    for name, values in table.items():
        twice = [value for value, times in Counter(values).items() if times > 1] if isinstance(values, list) else []
        if twice:
            raise ValueError(f"{name}: {twice[0]!r}: listed twice: list each value once")
    return condition


def _also_tie(table: dict[str, Any]) -> Condition:
    return _when(table, winner=False)


def _pattern(pattern: str) -> WithJsonSchema:
    """Texts that the parser may take, for the JSON Schema: it refuses none that the parser takes."""
    return WithJsonSchema({"type": "string", "pattern": pattern})


Text = Annotated[str, StringConstraints(min_length=1, max_length=10_000), AfterValidator(_filled)]
Name = Annotated[str, StringConstraints(min_length=1, max_length=200), AfterValidator(_filled)]
Id = Annotated[str, StringConstraints(pattern=r"^[a-z0-9]+(-[a-z0-9]+)*$", max_length=60)]
Card = Annotated[str, _accepts(parse_card), _pattern(r"^\s*(10|[0-9AaTtJjQqKk]).?\s*$")]
Odds = Annotated[str, _accepts(Pays.parse), _pattern("^([0-9]*[1-9][0-9]*:[0-9]*[1-9][0-9]*|push|lose)$")]
Share = Annotated[str, _accepts(parse_commission), _pattern(r"^[0-9]+(\.[0-9]+)?%$")]
Natural = Annotated[int, AfterValidator(_natural), WithJsonSchema({"type": "integer", "minimum": 0, "maximum": 9})]


class Model(BaseModel):
    """A table of a game file: no key but these, no value of another type."""

    model_config = ConfigDict(extra="forbid", strict=True, alias_generator=lambda name: name.replace("_", "-"))


class DealTable(Model):
    """How the first cards are dealt: the hand that takes each card until both have two; the totals that end the coup."""

    order: list[HandName]
    naturals: list[Natural] = list(NATURALS)


class FixedTable(Model):
    """Cards that lie in a hand before the deal: printed on the layout, or taken from the shoe."""

    player: list[Card] = []
    banker: list[Card] = []
    origin: Literal["printed", "from-shoe"] = "printed"


class TableauTable(Model):
    """When each hand takes a third card, drawn as rule sheets draw it: S is stand, D is draw."""

    player: str
    banker: str


class ResultTable(Model):
    """Conditions under which totals that are not equal tie."""

    also_tie: list[Annotated[dict[str, Any], _accepts(_also_tie)]] = []


class LineTable(Model):
    """One line of a paytable; pays is left out where the rule sheet says nothing."""

    event: Name
    when: Annotated[dict[str, Any], _accepts(_when)]
    pays: Odds = ""


class BetTable(Model):
    """A bet: its lines; the event of every coup that no line takes, which loses the stake; a share of the winnings."""

    id: Id
    name: Name
    lines: Annotated[list[LineTable], Field(min_length=1)]
    otherwise: Name = ""
    commission: Share = ""
    note: Text = ""


class ReadingTable(Model):
    """An ambiguous clause, word for word, and its choices, the default first."""

    name: Id
    clause: Text
    choices: Annotated[dict[Id, Text], Field(min_length=2)]


class ProcedureTable(Model):
    """How coups follow one another in a shoe, for simulators; the odds of one coup do not depend on it."""

    burn: bool = True
    cut: Annotated[int, Field(ge=0, le=MOST)] = 14
    mid_coup: Literal["last", "one-more"] = "last"
    first_card: Literal["not-commence", "last", "one-more"] = "not-commence"
    burn_each: bool = False
    first_hands: Annotated[dict[Id, Annotated[int, Field(ge=1, le=MOST)]], Field(max_length=1)] = {}


class GameTable(Model):
    """A game file of exact."""

    id: Id
    title: Name
    source: Text
    notes: list[Text] = []
    deal: DealTable
    fixed: FixedTable = FixedTable()
    tableau: TableauTable
    result: ResultTable = ResultTable()
    procedure: ProcedureTable = ProcedureTable()
    bets: Annotated[list[BetTable], Field(min_length=1)]
    readings: list[ReadingTable] = []


_ADVICE = {
    "missing": "is missing: this key is required",
    "string_type": "write a text in quotes",
    "int_type": "write a whole number",
    "int_from_float": "write a whole number",
    "bool_type": "write true or false",
    "greater_than_equal": "write a number of at least {ge}",
    "less_than_equal": "write a number of at most {le:,}",
    "too_long": "holds too many: write at most {max_length}",
    "list_type": "write a list in square brackets",
    "dict_type": "write a table",
    "model_type": "write a table",
    "model_attributes_type": "write a table",
    "too_short": "is too short: write at least {min_length}",
    "string_too_short": "is empty: write something",
    "string_too_long": "is too long: write at most {max_length} characters",
    "string_pattern_mismatch": "write lower-case letters, digits and single hyphens, such as 'super-sevens'",
    "literal_error": "write {expected}",
}
_EXAMPLES: Mapping[str | int, str] = {"pays": "'3:2' or '19:20'", "commission": "'5%'", "player": "'7'", "banker": "'7'"}


class Found(NamedTuple):
    """A fault, its place in the document, and the part that cannot be looked into because of it (None: all of it still can)."""

    fault: Fault
    place: Path
    broken: Path | None = None


def formal_faults(resolved: Document, unclear: list[Path]) -> Iterator[Found]:
    """What the form of the document breaks outside the unclear parts: keys, types, odds, cards, conditions."""
    try:
        GameTable.model_validate(resolved)
    except ValidationError as error:
        for detail in error.errors(include_url=False):
            path = tuple(part for part in detail["loc"] if part != "[key]")
            if not below(path, unclear):
                fault = Fault(field_text(path), _value(detail), _advice(path, detail))
                yield Found(fault, path, path if _matters(path, detail["type"]) else None)


def below(path: Path, places: list[Path]) -> bool:
    """Whether the path lies in one of these places."""
    return any(path[: len(place)] == place for place in places)


def _matters(path: Path, kind: str) -> bool:
    """Whether the meaning cannot be looked at because of a fault: unknown keys, odds and names do not stand in its way."""
    return kind != "extra_forbidden" and path[-1] not in ("pays", "commission", "name", "id", "note", "title", "source")


def _value(detail: ErrorDetails) -> str:
    """The faulty value, unless it is a whole table or list, or missing, or its key is the fault."""
    shown = detail["input"]
    whole = isinstance(shown, (dict, list)) or detail["type"] in ("missing", "extra_forbidden")
    return "" if whole else _shown(shown)


def _shown(value: object) -> str:
    """A value as it stands in the file, cut to one short line."""
    text = json.dumps(value, ensure_ascii=True) if isinstance(value, (str, bool)) else str(value)
    return text if len(text) <= 80 else f"{text[:77]}..."


def _advice(path: Path, detail: ErrorDetails) -> str:
    """What would be right."""
    if detail["type"] == "extra_forbidden":
        return f"unknown key: {_key_advice(path)}"
    if detail["type"] == "value_error":
        return str(detail["ctx"]["error"])
    if detail["type"] == "string_type" and path[-1] in _EXAMPLES:
        return f"write a text in quotes, such as {_EXAMPLES[path[-1]]}"
    return _ADVICE.get(detail["type"], detail["msg"]).format(**detail.get("ctx", {}))


def _key_advice(path: Path) -> str:
    """The keys of the table in which an unknown key stands, and the tables where it belongs."""
    tables = dict(_keys(GameTable))
    own, key = tables[tuple(part for part in path[:-1] if isinstance(part, str))], str(path[-1])
    others = [".".join(place) or "the top of the file" for place, keys in tables.items() if key in keys]
    return f"write one of {', '.join(own)}; {key} belongs in {' or '.join(others)}" if others else suggest(key, own)


def _keys(model: type[Model], place: tuple[str, ...] = ()) -> Iterator[tuple[tuple[str, ...], list[str]]]:
    """The keys of a table and of every table within it, by place."""
    yield place, [info.alias or name for name, info in model.model_fields.items()]
    for name, info in model.model_fields.items():
        for kind in (info.annotation, *get_args(info.annotation)):
            if isinstance(kind, type) and issubclass(kind, Model):
                yield from _keys(kind, (*place, info.alias or name))


def field_text(path: Path) -> str:
    """A place as people write it: ``bets[0].lines[1].pays``.

    >>> field_text(("bets", 0, "lines", 1, "pays"))
    'bets[0].lines[1].pays'
    """
    text = ""
    for part in path:
        text += f"[{part}]" if isinstance(part, int) else f".{part}" if text else part
    return text
