"""Where the parts of a game file stand, so that a fault can be looked up in an editor.

The TOML reader of the standard library keeps no positions; the TOML grammar of tree-sitter does. The grammar says
where each key stands, the standard library what it says. Only a file with faults is looked at.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from exact.game.reading import BY_READING, Path

if TYPE_CHECKING:
    from tree_sitter import Node

Lines = dict[Path, int]
"""The line, counted from 1, on which each part of a document starts: its key, its header or, in a list, its value."""


def find_lines(content: bytes) -> Lines:
    r"""The line of every part of a TOML file, by its place in the document.

    Empty where the grammar is not installed or cannot read the file: faults then come without a line.

    >>> find_lines(b"[[bets]]\nlines = [\n  {pays = 1},\n]")[("bets", 0, "lines", 0, "pays")]
    3
    """
    try:
        import tree_sitter_toml
        from tree_sitter import Language, Parser

        root = Parser(Language(tree_sitter_toml.language())).parse(content).root_node
    except (ImportError, ValueError):  # not installed, or made for another version of tree-sitter
        return {}
    return {} if root.has_error else _document(root)


def line_of(place: Path, lines: Lines) -> int | None:
    """The line of a part of the document; of a part that is missing, the line of the table that lacks it."""
    for length in range(len(place), -1, -1):
        if place[:length] in lines:
            return lines[place[:length]]
    return None


def syntax_line(message: str) -> int | None:
    """The line that the standard library's TOML reader names in a message, if it names one.

    >>> syntax_line("Invalid value (at line 2, column 5)")
    2
    """
    match = re.search(r"\(at line (\d+), column \d+\)$", message)
    return int(match[1]) if match else None


def written(document: object, place: Path, chosen: Mapping[str, str]) -> Path:
    """Where a part of the document stands before its readings are resolved: within the choice made of each reading passed.

    >>> written({"pays": {"by-reading": "tie", "push": "push", "lose": "lsoe"}}, ("pays",), {"tie": "lose"})
    ('pays', 'lose')
    """
    node: Any = document
    path: Path = ()
    for part in place:
        path, node = (*path, part), _child(node, part)
        while isinstance(node, dict) and isinstance(node.get(BY_READING), str) and chosen.get(node[BY_READING]) in node:
            choice = chosen[node[BY_READING]]
            path, node = (*path, choice), node[choice]
    return path


def _child(node: Any, part: str | int) -> Any:
    try:
        return node[part]
    except (KeyError, IndexError, TypeError):
        return None


def _document(root: Node) -> Lines:
    """The lines of the whole file; a header after ``[[bets]]`` that begins with ``bets`` goes on in its last element."""
    lines: Lines = {(): 1}
    lengths: dict[Path, int] = {}
    for node in _inside(root):
        if node.type == "pair":
            _pair(node, (), lines)
            continue
        key, *pairs = _inside(node)
        path: Path = ()
        for part in _parts(key):
            lines.setdefault(path, _row(node))
            path = (*path, part) if path not in lengths else (*path, lengths[path] - 1, part)
        if node.type == "table_array_element":
            lines.setdefault(path, _row(node))
            lengths[path] = lengths.get(path, 0) + 1
            path = (*path, lengths[path] - 1)
        lines[path] = _row(node)
        for pair in pairs:
            _pair(pair, path, lines)
    return lines


def _pair(node: Node, table: Path, lines: Lines) -> None:
    """The lines of ``key = value``; the parts of a dotted key stand on the line of the first one that names them."""
    key, value = _inside(node)
    path = table
    for part in _parts(key):
        path = (*path, part)
        lines.setdefault(path, _row(node))
    _value(value, path, lines)


def _value(node: Node, path: Path, lines: Lines) -> None:
    """The lines of what stands inside a value."""
    if node.type == "array":
        for index, item in enumerate(_inside(node)):
            lines[(*path, index)] = _row(item)
            _value(item, (*path, index), lines)
    elif node.type == "inline_table":
        for pair in _inside(node):
            _pair(pair, path, lines)


def _inside(node: Node) -> list[Node]:
    return [child for child in node.named_children if child.type != "comment"]


def _row(node: Node) -> int:
    return node.start_point.row + 1


def _parts(key: Node) -> list[str]:
    """The parts of a dotted key, its quotes and escapes read by the standard library."""
    node: object = tomllib.loads(f"{(key.text or b'').decode()} = 0")
    parts = []
    while isinstance(node, dict):
        ((part, node),) = node.items()
        parts.append(part)
    return parts
