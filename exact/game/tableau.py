"""The tableau: when each hand takes a third card, read from a table drawn as the rule sheets draw it.

Player's table, one column a two-card total::

    total  0 1 2 3 4 5 6 7
           D D D D D D S S

Banker's table, one row a two-card total of the Banker, one column a third card of the Player, the last
column for a Player who stood::

           0 1 2 3 4 5 6 7 8 9 stood
        7  S S S S S S S S S S   S
        6  S S S S S S D D S S   S
        ...

S is stand, D is draw. Totals that are naturals have no column and no row: they end the coup.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from exact.game.card import VALUES

STOOD = "stood"
_COLUMNS = [*(str(value) for value in VALUES), STOOD]
_DRAWS = {"D": True, "S": False}


@dataclass(frozen=True, slots=True)
class Tableau:
    """Third-card decisions of both hands.

    ``player[t]``: does the Player draw on the two-card total t? ``banker[t][c]``: does the Banker draw on
    the two-card total t when the Player's third card has the value c (c = 10: the Player stood)?
    A natural total has an entry of None.
    """

    player: tuple[bool | None, ...]
    banker: tuple[tuple[bool, ...] | None, ...]

    def player_draws(self, total: int) -> bool:
        """The Player's decision on a two-card total that is no natural."""
        draws = self.player[total]
        if draws is None:
            raise LookupError(f"the tableau says nothing of a Player's total of {total}")
        return draws

    def banker_draws(self, total: int, third: int | None) -> bool:
        """The Banker's decision on a two-card total that is no natural, given the Player's third card, if any."""
        row = self.banker[total]
        if row is None:
            raise LookupError(f"the tableau says nothing of a Banker's total of {total}")
        return row[len(VALUES) if third is None else third]


def parse_player(text: str, naturals: frozenset[int]) -> tuple[bool | None, ...]:
    """The Player's table from its drawing; ValueError says which column is wrong and what would be right."""
    wanted = [total for total in VALUES if total not in naturals]
    lines = [line.split() for line in text.splitlines() if line.strip()]
    if len(lines) != 2:
        raise ValueError(f"{len(lines)} lines: draw two, the totals and below them S (stand) or D (draw)")
    header, cells = lines[0], lines[1]
    if header[:1] == ["total"]:
        header = header[1:]
    if header != [str(total) for total in wanted]:
        raise ValueError(f"header {' '.join(header)!r}: write the totals {' '.join(map(str, wanted))}{_but(naturals)}")
    row = _row("row", cells, header)
    return tuple(row[str(total)] if total in wanted else None for total in VALUES)


def parse_banker(text: str, naturals: frozenset[int]) -> tuple[tuple[bool, ...] | None, ...]:
    """The Banker's table from its drawing; ValueError says which row or column is wrong and what would be right."""
    wanted = [total for total in VALUES if total not in naturals]
    lines = [line.split() for line in text.splitlines() if line.strip()]
    if not lines or lines[0] != _COLUMNS:
        shown = " ".join(lines[0]) if lines else ""
        raise ValueError(f"header {shown!r}: write the Player's third cards {' '.join(_COLUMNS)}")
    rows: dict[int, tuple[bool, ...]] = {}
    for label, *cells in lines[1:]:
        total = int(label) if label.isascii() and label.isdigit() else -1
        if total not in wanted:
            raise ValueError(f"row {label!r}: rows are the Banker's totals {', '.join(map(str, wanted))}{_but(naturals)}")
        if total in rows:
            raise ValueError(f"row {total}: drawn twice: draw each total once")
        row = _row(f"row {total}", cells, _COLUMNS)
        rows[total] = tuple(row[column] for column in _COLUMNS)
    missing = [str(total) for total in wanted if total not in rows]
    if missing:
        raise ValueError(f"no row for the Banker's total {', '.join(missing)}: every total needs one{_but(naturals)}")
    return tuple(rows.get(total) for total in VALUES)


def _row(name: str, cells: list[str], header: list[str]) -> Mapping[str, bool]:
    """The cells of one row under their column names."""
    if len(cells) != len(header):
        raise ValueError(f"{name}: {len(cells)} cells: draw {len(header)}, one under each of {' '.join(header)}")
    for column, cell in zip(header, cells, strict=True):
        if cell not in _DRAWS:
            raise ValueError(f"{name}, column {column}: {cell!r}: write S (stand) or D (draw)")
    return {column: _DRAWS[cell] for column, cell in zip(header, cells, strict=True)}


def _but(naturals: frozenset[int]) -> str:
    """Says which totals have no place in the tableau."""
    return f" (the naturals {', '.join(map(str, sorted(naturals)))} end the coup)" if naturals else ""
