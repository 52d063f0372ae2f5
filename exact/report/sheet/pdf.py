"""The sheet in print: a document typeset by typst, its texts and drawings handed over as data files.

No text becomes markup: the template reads ``data.json`` and puts its strings into the page as strings. Fonts are
those inside typst, and there is no time of day anywhere, so that the same sheet is the same bytes.
"""

from __future__ import annotations

import re
from datetime import date
from importlib import import_module
from importlib.resources import files
from typing import Any, NamedTuple

from exact.report.document import Block, Document, Figure, Heading, Paragraph, Table
from exact.report.escape import visible
from exact.report.odds import describe_shoe
from exact.report.sheet.facts import Sheet
from exact.report.text import display_width

TOGETHER = 18
"""A table of up to so many rows is not broken between pages."""

WIDTH = 488
"""Of the text, in points."""

_LARGEST, _SMALLEST = 8.5, 4.5
_LETTER = 0.5
"""Mean width of a letter or digit for a font size of one."""

_HEBREW, _PUNCTUATION, _GLAGOLITIC = 0x0590, 0x2000, 0x2C00
"""Below the first of these code points are Latin, Greek and Cyrillic; between the other two marks, arrows and signs."""

_GAP, _NARROW_GAP, _MANY = 5, 3, 8
"""Space on either side of a cell; in tables of many columns."""

_AROUND = 200
"""Letters of a line above or below the text: a longer one is cut, so that it stays in the margin."""

_WORDS = 26
"""A column of texts of more letters than that shares the room left and breaks its lines."""


class Labels(NamedTuple):
    """What is written around the pages, and in the properties of the file."""

    running: str
    digest: str
    footer: str
    author: str
    keywords: tuple[str, ...]
    date: date | None


def labels_of(sheet: Sheet, other: Sheet | None) -> Labels:
    """The labels of a sheet or of a comparison."""
    sheets = [sheet] if other is None else [sheet, other]
    said, program = sheet.labels, f"exact {sheet.labels.program}".rstrip()
    footer = [f"sheet version {said.version}" if said.version else "", said.date, program]
    return Labels(
        running=" and ".join(f"{item.game.id}, {describe_shoe(item.shoe)}" for item in sheets),
        digest="  ".join(dict.fromkeys(f"SHA-256 {item.digest}" for item in sheets)),
        footer=" · ".join(filter(None, footer)),
        author=program,
        keywords=(
            "math sheet",
            *dict.fromkeys(item.game.id for item in sheets),
            *dict.fromkeys(f"sha256:{item.digest}" for item in sheets),
        ),
        date=date.fromisoformat(said.date) if said.date else None,
    )


def pdf(document: Document, labels: Labels) -> bytes:
    """The document as PDF, the same bytes each time."""
    import json

    typst: Any = import_module("typst")
    drawings: dict[str, bytes] = {}
    following = (*document.blocks[1:], None)
    blocks = [_block(block, isinstance(after, Table), drawings) for block, after in zip(document.blocks, following, strict=True)]
    title = next((block.text for block in document.blocks if isinstance(block, Heading)), "exact")
    data = {
        "title": _shown(title), "running": _cut(_shown(labels.running)), "digest": _shown(labels.digest),
        "footer": _cut(_shown(labels.footer)),
        "author": _shown(labels.author), "description": _shown(f"{title}. {labels.running}"),
        "keywords": [_shown(word) for word in labels.keywords],
        "date": [labels.date.year, labels.date.month, labels.date.day] if labels.date else None,
        "together": TOGETHER, "after": _after_opening(document.blocks), "blocks": blocks,
    }  # fmt: skip
    template = files("exact.report.sheet").joinpath("template.typ").read_bytes()
    made: bytes = typst.compile(
        {"main.typ": template, "data.json": json.dumps(data).encode(), **drawings},
        ignore_system_fonts=True,
    )
    return made


def _shown(text: str) -> str:
    r"""The text as it is printed: letters that the fonts inside typst may lack are written out, so that none is lost.

    >>> _shown("é ≠ 七")
    'é ≠ \\u4e03'
    """
    return "".join(
        letter if ord(letter) < _HEBREW or _PUNCTUATION <= ord(letter) < _GLAGOLITIC else letter.encode("unicode_escape").decode()
        for letter in visible(text)
    )


def _cut(line: str) -> str:
    """The line, its end left out where it is long: the first page has the whole."""
    return line if display_width(line) <= _AROUND else f"{line[: _AROUND - 1]}…"


def _after_opening(blocks: tuple[Block, ...]) -> int:
    """The last block before the first heading of level 2: the contents follow it."""
    places = (index for index, block in enumerate(blocks) if isinstance(block, Heading) and block.level > 1)
    return next(places, len(blocks)) - 1


def _block(block: Block, table_follows: bool, drawings: dict[str, bytes]) -> dict[str, object]:
    """A block as data; a paragraph or a table that a table follows stays on its page."""
    match block:
        case Heading():
            return {"kind": "heading", "level": block.level, "text": _shown(block.text)}
        case Paragraph():
            return {"kind": "paragraph", "text": _shown(block.text), "sticky": table_follows}
        case Table() if not block.rows:
            return {"kind": "paragraph", "text": "(none)", "sticky": table_follows}
        case Table():
            return _table(block) | {"sticky": table_follows}
        case Figure():
            file = f"figure-{len(drawings) + 1}.svg"
            drawings[file] = re.sub('font-family="[^"]*"', 'font-family="Libertinus Serif"', block.svg).encode("utf-8")
            return {"kind": "figure", "file": file, "caption": _shown(block.caption)}


def _widest_word(text: str) -> int:
    """Names of columns may be broken between words."""
    return max(map(display_width, text.split()), default=0)


def _table(table: Table) -> dict[str, object]:
    """A table with the size of its letters and how its columns share the width; 0 is a column as wide as its cells."""
    cells = [[*map(_shown, row)] for row in (table.columns, *table.rows)]
    longest = [max(_widest_word(column[0]), *map(display_width, column[1:])) for column in zip(*cells, strict=True)]
    gap = _GAP if len(longest) < _MANY else _NARROW_GAP
    room = (WIDTH - 2 * gap * len(longest)) / _LETTER
    texts = {index for index, length in enumerate(longest) if index not in table.numeric and length > _WORDS}
    if sum(longest) * _LARGEST <= room:
        texts = set()
    widths = [min(length, 3 * _WORDS) if index in texts else 0 for index, length in enumerate(longest)]
    letters = sum(_WORDS if index in texts else length for index, length in enumerate(longest))
    size = max(_SMALLEST, min(_LARGEST, int(10 * room / letters) / 10))
    numeric = sorted(table.numeric)
    return {"kind": "table", "columns": cells[0], "rows": cells[1:], "numeric": numeric, "widths": widths, "size": size, "gap": gap}
