"""Readings: the ways in which an ambiguous clause of a rule sheet can be understood.

A game file lists the clause and its choices, the default first. Wherever the clause matters, the file has
a table ``{ by-reading = "NAME", CHOICE = value, ... }`` in place of a value; choosing puts the value in.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from exact.errors import ReadingError
from exact.game.condition import suggest

BY_READING = "by-reading"
Path = tuple[str | int, ...]


class Reading(NamedTuple):
    """An ambiguous clause, word for word, and its choices with what each means; the first is the default."""

    name: str
    clause: str
    choices: tuple[tuple[str, str], ...]

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the choices."""
        return tuple(name for name, _ in self.choices)


def choose(readings: tuple[Reading, ...], wanted: Mapping[str, str]) -> dict[str, str]:
    """The choice of every reading: as wanted, else the default."""
    known = {reading.name: reading for reading in readings}
    for name, choice in wanted.items():
        if name not in known:
            advice = suggest(name, known) if known else "this game has none"
            raise ReadingError(f"reading {name!r}: no such reading: {advice}")
        if choice not in known[name].names:
            raise ReadingError(f"reading {name}: {choice!r}: {suggest(choice, known[name].names)}")
    return {reading.name: wanted.get(reading.name, reading.names[0]) for reading in readings}


def resolve(node: object, chosen: Mapping[str, str]) -> object:
    """The document with every ``by-reading`` table replaced by the value of the choice made.

    Tables that name no known reading or choice are left as they are, for the check to report.
    """
    if isinstance(node, list):
        return [resolve(item, chosen) for item in node]
    if not isinstance(node, dict):
        return node
    name = node.get(BY_READING)
    if isinstance(name, str) and chosen.get(name) in node:
        return resolve(node[chosen[name]], chosen)
    return {key: resolve(value, chosen) for key, value in node.items()}


def places(node: object, path: Path = ()) -> Iterator[tuple[Path, dict[str, object]]]:
    """Every ``by-reading`` table of a document with its place."""
    if isinstance(node, list):
        for index, item in enumerate(node):
            yield from places(item, (*path, index))
    elif isinstance(node, dict):
        if BY_READING in node:
            yield path, node
        for key, value in node.items():
            yield from places(value, (*path, key))
