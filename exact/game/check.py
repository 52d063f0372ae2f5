"""Everything that is wrong with a game file, all at once.

First the form (types, names, odds, cards, by pydantic), under every reading; then, as far as the form allows,
the meaning: a hand without two cards, a tableau with a hole, names used twice, paytable lines that overlap or
that no coup reaches.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from typing import Annotated, Any, Literal, TypeVar, cast

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, StringConstraints, ValidationError
from pydantic_core import ErrorDetails

from exact.errors import Fault
from exact.game.bet import Pays, parse_commission
from exact.game.card import VALUES, parse_card
from exact.game.condition import Condition, parse_condition, suggest
from exact.game.coup import BANKER, HANDS, PLAYER, HandName
from exact.game.definition import NATURALS, Document, Game, build
from exact.game.reach import reachable
from exact.game.reading import BY_READING, Path, places, resolve
from exact.game.tableau import parse_banker, parse_player

T = TypeVar("T")


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


def _also_tie(table: dict[str, Any]) -> Condition:
    return parse_condition(table, winner=False)


Text = Annotated[str, StringConstraints(min_length=1, max_length=10_000)]
Name = Annotated[str, StringConstraints(min_length=1, max_length=200)]
Id = Annotated[str, StringConstraints(pattern=r"^[a-z0-9]+(-[a-z0-9]+)*$", max_length=60)]


class _Model(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True, alias_generator=lambda name: name.replace("_", "-"))


class _Deal(_Model):
    order: list[HandName]
    naturals: list[Annotated[int, AfterValidator(_natural)]] = list(NATURALS)


class _Fixed(_Model):
    player: list[Annotated[str, _accepts(parse_card)]] = []
    banker: list[Annotated[str, _accepts(parse_card)]] = []
    origin: Literal["printed", "from-shoe"] = "printed"


class _Tableau(_Model):
    player: str
    banker: str


class _Result(_Model):
    also_tie: list[Annotated[dict[str, Any], _accepts(_also_tie)]] = []


class _Line(_Model):
    event: Name
    when: Annotated[dict[str, Any], _accepts(parse_condition)]
    pays: Annotated[str, _accepts(Pays.parse)] | None = None


class _Bet(_Model):
    id: Id
    name: Name
    lines: Annotated[list[_Line], Field(min_length=1)]
    otherwise: Name | None = None
    commission: Annotated[str, _accepts(parse_commission)] | None = None
    note: Text | None = None


class _Reading(_Model):
    name: Id
    clause: Text
    choices: Annotated[dict[Id, Text], Field(min_length=2)]


class _Document(_Model):
    id: Id
    title: Name
    source: Text
    notes: list[Text] = []
    deal: _Deal
    fixed: _Fixed = _Fixed()
    tableau: _Tableau
    result: _Result = _Result()
    bets: Annotated[list[_Bet], Field(min_length=1)]
    readings: list[_Reading] = []


_ADVICE = {
    "missing": "is missing: this key is required",
    "string_type": "write a text in quotes",
    "int_type": "write a whole number",
    "int_from_float": "write a whole number",
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


_KEYS = sorted({(info.alias or name) for model in _Model.__subclasses__() for name, info in model.model_fields.items()})


_EXAMPLES: Mapping[str | int, str] = {"pays": "'3:2' or '19:20'", "commission": "'5%'", "player": "'7'", "banker": "'7'"}

Found = tuple[Path | None, Fault]
"""A fault and the part of the document that cannot be looked into because of it (None: all of it still can)."""


def faults(document: Document) -> list[Fault]:
    """All faults of a game file, each once."""
    found: dict[Fault, None] = {}
    ambiguous = list(_reading_faults(document))
    found.update((fault, None) for _, fault in ambiguous)
    unclear = _broken(ambiguous)
    never: set[Fault] | None = None
    for chosen in _choices(document):
        resolved = cast("Document", resolve(document, chosen))
        formal = list(_formal_faults(resolved, unclear))
        structure = list(_structure_faults(resolved, unclear + _broken(formal)))
        broken = unclear + _broken(formal) + _broken(structure)
        wrong, unreached = _line_faults(resolved, broken)
        found.update((fault, None) for fault in [*(fault for _, fault in formal + structure), *wrong])
        never = set(unreached) if never is None else never & set(unreached)
    return [*found, *sorted(never or (), key=str)]


def _broken(found: list[Found]) -> list[Path]:
    return [path for path, _ in found if path is not None]


def _choices(document: Document) -> Iterator[dict[str, str]]:
    """The default choice of every reading, then each other choice, one changed at a time."""
    names = {
        reading["name"]: list(reading["choices"])
        for reading in _tables(document.get("readings"))
        if isinstance(reading.get("name"), str) and isinstance(reading.get("choices"), dict) and reading["choices"]
    }
    default = {name: choices[0] for name, choices in names.items()}
    yield default
    for name, choices in names.items():
        for choice in choices[1:]:
            yield default | {name: choice}


def _tables(node: object) -> list[dict[str, Any]]:
    """The tables of a list, whatever else it holds left out."""
    return [item for item in node if isinstance(item, dict)] if isinstance(node, list) else []


def _reading_faults(document: Document) -> Iterator[Found]:
    """Readings listed twice or never used; ``by-reading`` tables that do not fit their reading."""
    choices: dict[str, list[str]] = {}
    for reading in _tables(document.get("readings")):
        name, options = reading.get("name"), reading.get("choices")
        if isinstance(name, str) and isinstance(options, dict):
            if name in choices:
                yield None, Fault("readings", repr(name), "listed twice: give each reading a name of its own")
            choices[name] = list(options)
    used = set()
    for path, table in places({key: value for key, value in document.items() if key != "readings"}):
        wanted = table[BY_READING]
        given = [key for key in table if key != BY_READING]
        if not isinstance(wanted, str) or wanted not in choices:
            advice = f"no such reading: {suggest(str(wanted), choices)}" if choices else "the file lists no readings"
            yield path, Fault(_field((*path, BY_READING)), repr(wanted), advice)
            continue
        used.add(wanted)
        if set(given) != set(choices[wanted]):
            yield path, Fault(_field(path), ", ".join(given), f"give exactly the choices {', '.join(choices[wanted])}")
    for name in choices.keys() - used:
        yield None, Fault("readings", repr(name), "never used: no by-reading table names it")


def _formal_faults(resolved: Document, unclear: list[Path]) -> Iterator[Found]:
    """What the form of the document breaks outside the unclear parts: keys, types, odds, cards, conditions."""
    try:
        _Document.model_validate(resolved)
    except ValidationError as error:
        for detail in error.errors(include_url=False):
            path = tuple(part for part in detail["loc"] if part != "[key]")
            if not _below(path, unclear):
                yield (path if _matters(path, detail["type"]) else None), Fault(_field(path), _value(detail), _advice(path, detail))


def _matters(path: Path, kind: str) -> bool:
    """Whether the meaning cannot be looked at because of a fault: unknown keys, odds and names do not stand in its way."""
    return kind != "extra_forbidden" and path[-1] not in ("pays", "commission", "name", "id", "note", "title", "source")


def _value(detail: ErrorDetails) -> str:
    """The faulty value, unless it is a whole table or list, or missing, or its key is the fault."""
    shown = detail["input"]
    whole = isinstance(shown, (dict, list)) or detail["type"] in ("missing", "extra_forbidden")
    return "" if whole else _shown(shown)


def _advice(path: Path, detail: ErrorDetails) -> str:
    """What would be right."""
    if detail["type"] == "extra_forbidden":
        return f"unknown key: {suggest(str(path[-1]), _KEYS)}"
    if detail["type"] == "value_error":
        return str(detail["ctx"]["error"])
    if detail["type"] == "string_type" and path[-1] in _EXAMPLES:
        return f"write a text in quotes, such as {_EXAMPLES[path[-1]]}"
    return _ADVICE.get(detail["type"], detail["msg"]).format(**detail.get("ctx", {}))


def _structure_faults(resolved: Document, broken: list[Path]) -> Iterator[Found]:
    """Hands that do not get two cards, a tableau with a hole, ids and events named twice."""
    deal, fixed = resolved.get("deal", {}), resolved.get("fixed", {})
    if _sound(("deal",), broken) and _sound(("fixed",), broken):
        for hand in HANDS:
            printed, dealt = len(fixed.get(hand, ())), deal["order"].count(hand)
            if printed + dealt != 2:
                advice = f"the {hand.title()} has {printed} fixed and {dealt} dealt: each hand needs two cards in all"
                yield ("deal", "order"), Fault("deal.order", ", ".join(deal["order"]), advice)
    if _sound(("deal", "naturals"), broken) and _sound(("tableau",), broken):
        yield from _tableau_faults(resolved["tableau"], frozenset(deal.get("naturals", NATURALS)))
    bets = _tables(resolved.get("bets"))
    yield from _twice(("bets",), [bet.get("id") for bet in bets], "id: give each bet an id of its own")
    for index, bet in enumerate(bets):
        events = [line.get("event") for line in _tables(bet.get("lines"))] + [bet.get("otherwise")]
        yield from _twice(("bets", index, "lines"), events, "event: give each line an event of its own")


def _tableau_faults(tableau: Mapping[str, str], naturals: frozenset[int]) -> Iterator[Found]:
    """What is wrong with either drawing."""
    for hand, parse in ((PLAYER, parse_player), (BANKER, parse_banker)):
        try:
            parse(tableau[hand], naturals)
        except ValueError as error:
            yield ("tableau", hand), Fault(f"tableau.{hand}", "", str(error))


def _twice(path: Path, names: list[object], advice: str) -> Iterator[Found]:
    """A fault for every name that stands more than once."""
    texts = [name for name in names if isinstance(name, str)]
    for name in dict.fromkeys(texts):
        if texts.count(name) > 1:
            yield None, Fault(_field(path), repr(name), f"used twice as {advice}")


def _line_faults(resolved: Document, broken: list[Path]) -> tuple[list[Fault], list[Fault]]:
    """Lines that overlap or a coup without a line; and lines that no coup reaches. Nothing if the rules are not sound."""
    if not all(_sound((part,), broken) for part in ("deal", "fixed", "tableau", "result")):
        return [], []
    overlapping: list[Fault] = []
    unreached: list[Fault] = []
    bets = resolved.get("bets")
    for index, table in enumerate(bets if isinstance(bets, list) else []):
        if _sound(("bets", index), broken):
            wrong, dead = _coverage(("bets", index), build(_lines_only(resolved, table), {}, Game))
            overlapping += wrong
            unreached += dead
    return overlapping, unreached


def _lines_only(resolved: Document, bet: Mapping[str, Any]) -> Document:
    """The game with one bet and of it just the lines' events and conditions, which alone decide how it covers the coups."""
    lines = [{"event": line["event"], "when": line["when"]} for line in bet["lines"]]
    only = {"id": "", "name": "", "lines": lines, "otherwise": bet.get("otherwise", "")}
    rules = {key: resolved[key] for key in ("deal", "fixed", "tableau", "result") if key in resolved}
    return {**rules, "id": "", "title": "", "source": "", "bets": [only]}


def _coverage(path: Path, game: Game) -> tuple[list[Fault], list[Fault]]:
    """How the lines of the game's only bet cover the coups: overlaps and gaps; lines never reached."""
    (bet,) = game.bets
    reached: set[int] = set()
    overlaps: dict[tuple[int, int], None] = {}
    for outcome in reachable(game.rules, game.needs):
        facts = game.facts(outcome)
        hits = [index for index, line in enumerate(bet.lines) if line.when and line.when.holds(facts)]
        overlaps.update(((hits[0], other), None) for other in hits[1:])
        reached.update(hits or [len(bet.lines)])
    wrong = [
        Fault(
            _field((*path, "lines", second)),
            repr(bet.lines[second].event),
            f"overlaps {bet.lines[first].event!r}: a coup must fall on one line at most: make the conditions exclusive",
        )
        for first, second in sorted(overlaps)
    ]
    if len(bet.lines) in reached and not bet.otherwise:
        advice = "is missing: some coups fall on no line: name the event that loses the stake"
        wrong.append(Fault(_field((*path, "otherwise")), "", advice))
    dead = [
        Fault(_field((*path, "lines", index)), repr(line.event), "unreachable: no coup can fall on it: correct or remove it")
        for index, line in enumerate(bet.lines)
        if index not in reached
    ]
    if len(bet.lines) not in reached and bet.otherwise:
        dead.append(Fault(_field((*path, "otherwise")), repr(bet.otherwise), "unreachable: every coup falls on a line: remove it"))
    return wrong, dead


def _below(path: Path, places: list[Path]) -> bool:
    """Whether the path lies in one of these places."""
    return any(path[: len(place)] == place for place in places)


def _sound(part: Path, broken: list[Path]) -> bool:
    """Whether no fault lies in this part of the document or in a whole that holds it."""
    return not any(place[: len(part)] == part or part[: len(place)] == place for place in broken)


def _field(path: Path) -> str:
    """A place as people write it: ``bets[0].lines[1].pays``."""
    text = ""
    for part in path:
        text += f"[{part}]" if isinstance(part, int) else f".{part}" if text else part
    return text


def _shown(value: object) -> str:
    """A value as it stands in the file, cut to one short line."""
    text = json.dumps(value, ensure_ascii=True) if isinstance(value, (str, bool)) else str(value)
    return text if len(text) <= 80 else f"{text[:77]}..."
