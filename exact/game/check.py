"""Everything that is wrong with a game file, all at once.

First the form, under every reading (see ``exact.game.form``); then, as far as the form allows, the meaning: a hand
without two cards, a tableau with a hole, names used twice, paytable lines that overlap or that no coup reaches.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from itertools import chain, product
from math import prod
from typing import Any

from exact.errors import Fault
from exact.game.condition import suggest
from exact.game.coup import BANKER, HANDS, PLAYER
from exact.game.definition import NATURALS, Document, Game, build
from exact.game.form import Found, below, field_text, formal_faults
from exact.game.reach import reachable
from exact.game.reading import BY_READING, Path, places, resolve
from exact.game.tableau import parse_banker, parse_player

READINGS, BETS, PROCEDURE = "readings", "bets", "procedure"
RULES = ("deal", "fixed", "tableau", "result")
MOST_COMBINATIONS = 512
"""Of the choices of the readings that one bet hangs on: some seconds."""


def faults(document: Document, content: bytes | None = None) -> list[Fault]:
    """All faults of a game file, each once; in the order of their lines if the content of the file is given."""
    ambiguous = [*_reading_faults(document), *_uncombined(document)]
    unclear = _broken(ambiguous)
    covers: dict[str, Coverage] = {}
    found = {item.fault: item.place for item in reversed(ambiguous)}  # of several places of one fault the first
    never: dict[Fault, Path] | None = None
    for chosen in _choices(document):
        resolved = _resolved(document, chosen)
        formal = list(formal_faults(resolved, unclear))
        structure = list(_structure_faults(resolved, unclear + _broken(formal)))
        wrong, unreached = _line_faults(resolved, unclear + _broken(formal) + _broken(structure), covers)
        found = _written(document, chosen, [*formal, *structure, *wrong]) | found
        dead = _written(document, chosen, unreached)
        never = dead if never is None else {fault: place for fault, place in never.items() if fault in dead}
    return _with_lines(found | (never or {}), content)


def _written(document: Document, chosen: Mapping[str, str], found: Iterable[Found]) -> dict[Fault, Path]:
    """Each fault once, with its place in the document as it is written."""
    from exact.game.position import written  # only a file with faults asks where they stand

    return {item.fault: written(document, item.place, chosen) for item in found}


def _with_lines(found: Mapping[Fault, Path], content: bytes | None) -> list[Fault]:
    """The faults with their lines in the file, in that order; without lines in the order of their texts."""
    if not found:
        return []
    from exact.game.position import find_lines, line_of

    lines = {} if content is None else find_lines(content)
    numbered = [replace(fault, line=line_of(place, lines)) for fault, place in found.items()]
    return sorted(numbered, key=lambda fault: (fault.line or 0, str(fault)))


def _resolved(document: Document, chosen: Mapping[str, str]) -> Document:
    """The document with the readings chosen. The list of readings is never itself by reading, nor is the whole."""
    return {key: value if key == READINGS else resolve(value, chosen) for key, value in document.items()}


def _broken(found: list[Found]) -> list[Path]:
    return [item.broken for item in found if item.broken is not None]


def _choices(document: Document) -> Iterator[dict[str, str]]:
    """Choices of all readings such that every fault of the document under any choices shows under some of these.

    A fault is decided by one group of values (see ``_groups``), and these by the readings of the ``by-reading`` tables
    among them and around them. Where it shows, it shows too with every other reading at its default. So all combinations
    of the readings of each group are enough; they are the choices that together lead to each value, too.
    """
    names = _names(document)
    default = {name: choices[0] for name, choices in names.items()}
    groups = [combinations for _, group in _groups(document) if (combinations := _combined(group, names)) is not None]
    alone = ([{name: choice} for choice in choices] for name, choices in names.items())
    seen = set()
    for chosen in chain([{}], *alone, *groups):
        whole = default | chosen
        if tuple(whole.values()) not in seen:
            seen.add(tuple(whole.values()))
            yield whole


def _names(document: Document) -> dict[str, list[str]]:
    """The choices of every reading that is listed as it should be, the default first."""
    return {
        reading["name"]: list(reading["choices"])
        for _, reading in _tables(document.get(READINGS))
        if isinstance(reading.get("name"), str) and isinstance(reading.get("choices"), dict) and reading["choices"]
    }


def _groups(document: Document) -> Iterator[tuple[Path, list[str]]]:
    """The values that decide faults together, by their place, and the readings that they hang on.

    How the lines of a bet cover the coups hangs on the rules and on that bet; whether bets can be told apart, and which
    one the procedure names, on the procedure and on the ids and names of all bets. Any other fault lies in one value.
    """
    tables = [(_bare(document, path), [*_passed(document, path), str(table[BY_READING])]) for path, table in _by_reading(document) if path]
    rules: list[Path] = [(part,) for part in RULES]
    bets = {bare[1]: None for bare, _ in tables if bare[0] == BETS and len(bare) > 1}
    yield rules[0], _touching(tables, rules)
    for index in bets:
        yield (BETS, index), _touching(tables, [*rules, (BETS, index)])
    yield (PROCEDURE,), _touching(tables, [(PROCEDURE,), *((BETS, index, key) for index in bets for key in ("id", "name"))])
    yield from tables


def _touching(tables: Iterable[tuple[Path, list[str]]], wholes: list[Path]) -> list[str]:
    """The readings of the tables that stand in these parts of the resolved document or around them."""
    return [name for bare, names in tables if below(bare, wholes) or any(below(whole, [bare]) for whole in wholes) for name in names]


def _bare(document: Document, path: Path) -> Path:
    """A place as it is once the readings are resolved: the choices passed are left out. The whole is never by reading."""
    node: Any = document
    bare: Path = ()
    for part in path:
        bare += () if bare and isinstance(node, dict) and BY_READING in node else (part,)
        node = node[part]
    return bare


def _combined(group: Iterable[str], names: Mapping[str, list[str]]) -> list[dict[str, str]] | None:
    """Every combination of the choices of these readings; None where they are too many to go through."""
    known = {name: names[name] for name in group if name in names}
    if prod(map(len, known.values())) > MOST_COMBINATIONS:
        return None
    return [dict(zip(known, chosen, strict=True)) for chosen in product(*known.values())]


def _uncombined(document: Document) -> Iterator[Found]:
    """Groups of values with more combinations of choices than are gone through: what cannot be checked is refused."""
    names = _names(document)
    for place, group in _groups(document):
        if _combined(group, names) is None:
            many = prod(len(names[name]) for name in group if name in names)
            advice = f"{many:,} combinations of choices: at most {MOST_COMBINATIONS} can be checked: make games with fewer readings"
            yield Found(Fault(field_text(place), "", advice), place)


def _by_reading(document: Document) -> Iterator[tuple[Path, dict[str, Any]]]:
    """Every ``by-reading`` table with its place."""
    return places({key: value for key, value in document.items() if key != READINGS})


def _passed(document: Document, path: Path) -> dict[str, str]:
    """The choices within which a place lies: reading and choice."""
    node: Any = document
    passed = {}
    for part in path:
        if isinstance(node, dict) and isinstance(node.get(BY_READING), str):
            passed[node[BY_READING]] = str(part)
        node = node[part]
    return passed


def _tables(node: object) -> list[tuple[int, dict[str, Any]]]:
    """The tables of a list with their indices, whatever else it holds left out."""
    return [(index, item) for index, item in enumerate(node) if isinstance(item, dict)] if isinstance(node, list) else []


def _reading_faults(document: Document) -> Iterator[Found]:
    """Readings listed twice, short of a choice or never used; ``by-reading`` tables that do not fit their reading."""
    choices: dict[str, list[str]] = {}
    listed: dict[str, Path] = {}
    for index, reading in _tables(document.get(READINGS)):
        name, options = reading.get("name"), reading.get("choices")
        if isinstance(name, str) and isinstance(options, dict):
            if name in choices:
                fault = Fault(READINGS, repr(name), "listed twice: give each reading a name of its own")
                yield Found(fault, (READINGS, index, "name"))
            choices[name] = list(options)
            listed[name] = (READINGS, index)
    tables: dict[str, list[tuple[Path, list[str]]]] = {}
    for path, table in _by_reading(document):
        tables.setdefault(str(table[BY_READING]), []).append((path, [key for key in table if key != BY_READING]))
    for wanted, found in tables.items():
        if wanted in choices:
            yield from _short_reading(listed[wanted], choices[wanted], found) or _choice_faults(document, wanted, choices[wanted], found)
        else:
            yield from _unknown_reading(wanted, choices, [path for path, _ in found])
    for name in choices:
        if name not in tables:
            yield Found(Fault(READINGS, repr(name), "never used: no by-reading table names it"), (*listed[name], "name"))


def _unknown_reading(wanted: str, choices: Iterable[str], tables: list[Path]) -> Iterator[Found]:
    """One fault for all tables of a reading that is not listed."""
    advice = f"no such reading: {suggest(wanted, choices)}" if choices else "the file lists no readings"
    fault = Fault(field_text((*tables[0], BY_READING)), repr(wanted), advice)
    for path in tables:
        yield Found(fault, (*path, BY_READING), path)


def _short_reading(reading: Path, choices: list[str], tables: list[tuple[Path, list[str]]]) -> list[Found]:
    """One fault for a reading without some choice that all its tables have, if they have all that it lists."""
    missing = [key for key in tables[0][1] if key not in choices and all(key in given for _, given in tables)]
    if not missing or any(choice not in given for choice in choices for _, given in tables):
        return []
    place: Path = (*reading, "choices")
    fault = Fault(field_text(place), _quoted(missing), "is missing, and by-reading tables have it: say what it means")
    return [Found(fault, place, broken) for broken in (place, *(path for path, _ in tables))]


def _choice_faults(document: Document, wanted: str, choices: list[str], tables: list[tuple[Path, list[str]]]) -> Iterator[Found]:
    """Tables without a value for some choice, with a value for what is none, or within a choice of the same reading."""
    for path, given in tables:
        unknown, missing = [key for key in given if key not in choices], [choice for choice in choices if choice not in given]
        if wanted in _passed(document, path):
            yield Found(Fault(field_text(path), repr(wanted), "chosen already around it: write the value of that choice"), path, path)
        elif unknown:
            advice = f"no such choice of {wanted}: {suggest(unknown[0], missing or choices)}"
            yield Found(Fault(field_text(path), _quoted(unknown), advice), (*path, unknown[0]), path)
        elif missing:
            advice = f"is missing: give a value for each choice of {wanted}: {', '.join(choices)}"
            yield Found(Fault(field_text(path), _quoted(missing), advice), path, path)


def _quoted(names: list[str]) -> str:
    return ", ".join(map(repr, names))


def _structure_faults(resolved: Document, broken: list[Path]) -> Iterator[Found]:
    """Hands that do not get two cards, a tableau with a hole, ids and events named twice."""
    deal, fixed = resolved.get("deal", {}), resolved.get("fixed", {})
    if _sound(("deal",), broken) and _sound(("fixed",), broken):
        order: Path = ("deal", "order")
        for hand in HANDS:
            printed, dealt = len(fixed.get(hand, ())), deal["order"].count(hand)
            if printed + dealt != 2:
                advice = f"the {hand.title()} has {printed} fixed and {dealt} dealt: each hand needs two cards in all"
                yield Found(Fault("deal.order", ", ".join(deal["order"]), advice), order, order)
    if _sound(("deal", "naturals"), broken) and _sound(("tableau",), broken):
        yield from _tableau_faults(resolved["tableau"], frozenset(deal.get("naturals", NATURALS)))
    naturals = deal.get("naturals", ()) if _sound(("deal", "naturals"), broken) else ()
    totals: list[tuple[Path, object]] = [(("deal", "naturals", place), total) for place, total in enumerate(naturals)]
    yield from _twice(("deal", "naturals"), totals, "listed twice: list each total once")
    bets = _tables(resolved.get("bets"))
    yield from _name_faults(bets)
    if _sound(("procedure",), broken):
        known = [bet["id"] for _, bet in bets if isinstance(bet.get("id"), str)]
        for name in resolved.get("procedure", {}).get("first-hands", {}):
            if name not in known:
                yield Found(
                    Fault("procedure.first-hands", repr(name), f"no such bet: {suggest(name, known)}"), ("procedure", "first-hands", name)
                )


def _name_faults(bets: list[tuple[int, dict[str, Any]]]) -> Iterator[Found]:
    """Bets that cannot be told apart by id or name, events of a bet that cannot be told apart."""
    ids: list[tuple[Path, object]] = [(("bets", index, "id"), bet.get("id")) for index, bet in bets]
    names: list[tuple[Path, object]] = [(("bets", index, "name"), bet.get("name")) for index, bet in bets]
    yield from _twice(("bets",), ids, "used twice as id: give each bet an id of its own")
    yield from _twice(("bets",), names, "used twice as name: give each bet a name of its own")
    words = Counter(_word(name) for _, name in names if isinstance(name, str))
    for (place, name), (_, own) in zip(names, ids, strict=True):
        word = _word(name) if isinstance(name, str) else None
        if word and word != own and words[word] == 1 and any(word == other for _, other in ids):
            yield _found(place, repr(name), "is the id of another bet: give each bet a name of its own")
    for index, bet in bets:
        path: Path = ("bets", index, "lines")
        events: list[tuple[Path, object]] = [((*path, at, "event"), line.get("event")) for at, line in _tables(bet.get("lines"))]
        events.append((("bets", index, "otherwise"), bet.get("otherwise")))
        yield from _twice(path, events, "used twice as event: give each line an event of its own")


def _tableau_faults(tableau: Mapping[str, str], naturals: frozenset[int]) -> Iterator[Found]:
    """What is wrong with either drawing."""
    for hand, parse in ((PLAYER, parse_player), (BANKER, parse_banker)):
        try:
            parse(tableau[hand], naturals)
        except ValueError as error:
            place: Path = ("tableau", hand)
            yield Found(Fault(field_text(place), "", str(error)), place, place)


def _twice(path: Path, names: list[tuple[Path, object]], advice: str) -> Iterator[Found]:
    """A fault for every name or number that stands more than once, at its second place."""
    stands: dict[str | int, list[tuple[Path, object]]] = {}
    for place, name in names:
        if isinstance(name, (str, int)):
            stands.setdefault(_word(name) if isinstance(name, str) else name, []).append((place, name))
    for where in stands.values():
        if len(where) > 1:
            place, name = where[1]
            yield Found(Fault(field_text(path), repr(name), advice), place)


def _word(name: str) -> str:
    """A name as people tell it from others: by neither case nor spacing."""
    return " ".join(name.split()).casefold()


Coverage = tuple[list[Found], list[Found]]
"""Lines that overlap or a coup without a line; and lines that no coup reaches."""


def _line_faults(resolved: Document, broken: list[Path], covers: dict[str, Coverage]) -> Coverage:
    """How every bet covers the coups, each way to do so looked at once. Nothing if the rules are not sound."""
    if not all(_sound((part,), broken) for part in RULES):
        return [], []
    overlapping: list[Found] = []
    unreached: list[Found] = []
    bets = resolved.get(BETS)
    for index, table in enumerate(bets if isinstance(bets, list) else []):
        if _sound((BETS, index), broken):
            only = _lines_only(resolved, table)
            key = f"{index} {only}"
            if key not in covers:
                covers[key] = _coverage((BETS, index), build(only, {}, Game))
            wrong, dead = covers[key]
            overlapping += wrong
            unreached += dead
    return overlapping, unreached


def _lines_only(resolved: Document, bet: Mapping[str, Any]) -> Document:
    """The game with one bet and of it just the lines' events and conditions, which alone decide how it covers the coups.

    Where fixed cards come from does not: no shoe is asked for.
    """
    lines = [{"event": line["event"], "when": line["when"]} for line in bet["lines"]]
    only = {"id": "", "name": "", "lines": lines, "otherwise": bet.get("otherwise", "")}
    rules = {key: resolved[key] for key in RULES if key in resolved}
    rules["fixed"] = {hand: resolved.get("fixed", {}).get(hand, []) for hand in HANDS}
    return {**rules, "id": "", "title": "", "source": "", BETS: [only]}


def _coverage(path: Path, game: Game) -> Coverage:
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
        _found(
            (*path, "lines", second),
            repr(bet.lines[second].event),
            f"overlaps {bet.lines[first].event!r}: a coup must fall on one line at most: make the conditions exclusive",
        )
        for first, second in sorted(overlaps)
    ]
    if len(bet.lines) in reached and not bet.otherwise:
        wrong.append(_found((*path, "otherwise"), "", "is missing: some coups fall on no line: name the event that loses the stake"))
    dead = [
        _found((*path, "lines", index), repr(line.event), "unreachable: no coup can fall on it: correct or remove it")
        for index, line in enumerate(bet.lines)
        if index not in reached
    ]
    if len(bet.lines) not in reached and bet.otherwise:
        dead.append(_found((*path, "otherwise"), repr(bet.otherwise), "unreachable: every coup falls on a line: remove it"))
    return wrong, dead


def _found(place: Path, value: str, advice: str) -> Found:
    return Found(Fault(field_text(place), value, advice), place)


def _sound(part: Path, broken: list[Path]) -> bool:
    """Whether no fault lies in this part of the document or in a whole that holds it."""
    return not any(place[: len(part)] == part or part[: len(place)] == place for place in broken)
