"""Games made for tests by changing a document of the catalogue."""

from __future__ import annotations

import copy
from pathlib import Path
from typing import Any

from exact.api import Game
from exact.game.definition import build, read_document

HERE = Path(__file__).parent
SIDE_BETS = str(HERE / "games" / "side-bets.toml")


def document(game: str) -> dict[str, Any]:
    """A copy of a catalogue document that a test may change."""
    return copy.deepcopy(dict(read_document(game)))


def changed(game: str, **sections: Any) -> Game:
    """A catalogue game with whole sections of its document replaced."""
    return build(document(game) | sections, {}, Game)


def to_toml(value: dict[str, Any]) -> str:
    """A document as TOML, every table inline below the top level: enough for game files."""
    return "\n".join(f"{_inline(key)} = {_inline(item)}" for key, item in value.items()) + "\n"


def _inline(value: Any) -> str:
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, str):
        return '"' + "".join(f"\\u{ord(c):04x}" if c in '"\\' or not c.isprintable() else c for c in value) + '"'
    if isinstance(value, dict):
        return "{" + ", ".join(f"{_inline(key)} = {_inline(item)}" for key, item in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(map(_inline, value)) + "]"
    return str(value)
