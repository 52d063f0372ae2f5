"""Documents as text for a terminal or a pipe.

The default format is laid out here, in the few lines that padding takes: loading the table library would cost a
fifth of the time of the whole command, and it pads columns beyond what an 80-column terminal has room for.
"""

from __future__ import annotations

import textwrap
import unicodedata
from collections.abc import Iterator

from exact.report.document import Block, Document, Figure, Heading, Paragraph, Table
from exact.report.escape import visible

TEXT_WIDTH = 100
_GAP = 2


def render_text(document: Document, *, width: int | None = None, bold: bool = False) -> str:
    """The document as text, ending in a newline; tables are cut into groups of columns that fit the width, if given."""
    return "\n\n".join(_block(block, width, bold) for block in document.blocks) + "\n"


def _block(block: Block, width: int | None, bold: bool) -> str:
    match block:
        case Heading():
            line = visible(block.text)
            rule = ("=" if block.level == 1 else "-") * display_width(line)
            return f"\x1b[1m{line}\x1b[0m" if bold else f"{line}\n{rule}"
        case Paragraph() | Figure():
            text = block.text if isinstance(block, Paragraph) else block.caption
            return textwrap.fill(visible(text), min(width or TEXT_WIDTH, TEXT_WIDTH), break_on_hyphens=False)
        case Table():
            return "\n\n".join(_grid(part) for part in _split(_visible(block), width))


def display_width(text: str) -> int:
    """The columns that a text takes on a terminal: two for a wide character, none for a combining one."""
    if text.isascii():
        return len(text)
    return sum(0 if unicodedata.combining(char) else 1 + (unicodedata.east_asian_width(char) in "WF") for char in text)


def _visible(table: Table) -> Table:
    rows = tuple(tuple(map(visible, row)) for row in table.rows)
    return Table(tuple(map(visible, table.columns)), rows, table.numeric)


def _widths(table: Table) -> list[int]:
    return [max(map(display_width, cells)) for cells in zip(table.columns, *table.rows, strict=True)]


def _grid(table: Table) -> str:
    """The table with its columns padded and a rule below their names."""
    widths = _widths(table)
    lines = [table.columns, tuple("-" * width for width in widths), *table.rows]
    return "\n".join(_line(line, widths, table.numeric) for line in lines) if table.rows else "(none)"


def _line(cells: tuple[str, ...], widths: list[int], numeric: frozenset[int]) -> str:
    padded = []
    for index, (cell, width) in enumerate(zip(cells, widths, strict=True)):
        space = " " * (width - display_width(cell))
        padded.append(space + cell if index in numeric else cell + space)
    return (" " * _GAP).join(padded).rstrip()


def _split(table: Table, width: int | None) -> Iterator[Table]:
    """The table cut into groups of columns that fit the width, its first column repeated in each."""
    widths = _widths(table)
    if width is None or sum(widths) + _GAP * (len(widths) - 1) <= width:
        yield table
        return
    group = [0]
    for index in range(1, len(widths)):
        if len(group) > 1 and sum(widths[i] + _GAP for i in group) + widths[index] > width:
            yield _columns(table, group)
            group = [0]
        group.append(index)
    yield _columns(table, group)


def _columns(table: Table, group: list[int]) -> Table:
    """Some columns of a table."""
    return Table(
        tuple(table.columns[i] for i in group),
        tuple(tuple(row[i] for i in group) for row in table.rows),
        frozenset(new for new, old in enumerate(group) if old in table.numeric),
    )
