"""What a command has to say, apart from how it looks: headings, paragraphs, tables of plain texts, and figures."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Literal, NamedTuple

Format = Literal["table", "md", "csv", "json", "latex", "html"]


class Heading(NamedTuple):
    """A heading; level 1 is the title."""

    text: str
    level: int = 2


class Paragraph(NamedTuple):
    """Some sentences."""

    text: str


class Table(NamedTuple):
    """Rows of texts under column names. Columns in ``numeric`` are set flush right."""

    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    numeric: frozenset[int] = frozenset()

    @classmethod
    def of(cls, columns: str, rows: Sequence[tuple[str, ...]], numeric: Collection[int] = ()) -> Table:
        """A table from column names written with bars: ``event|pays|deals``."""
        return cls(tuple(columns.split("|")), tuple(rows), frozenset(numeric))


class Figure(NamedTuple):
    """A drawing in SVG, made here and trusted, and what it shows: forms without drawings give the caption alone."""

    svg: str
    caption: str


Block = Heading | Paragraph | Table | Figure


class Document(NamedTuple):
    """Blocks in reading order, and the one flat table of plain data that CSV gives."""

    blocks: tuple[Block, ...]
    flat: Table
