"""Certified tables: which files there are and what is in each, every byte of them."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from exact.game.definition import Game
from exact.game.shoe import Shoe
from exact.odds.table import OddsTable, odds_table
from exact.report.certificate import SUMS, canonical_json, digest, sums
from exact.report.document import Block, Document, Paragraph, Table
from exact.report.formats import render
from exact.report.numbers import Style
from exact.report.odds import odds_blocks, odds_flat, odds_json
from exact.report.readings import alternatives, reading_blocks, reading_opening, reading_tables
from exact.report.summary import effects_document, effects_json, summary_document, summary_json
from exact.report.tables_index import index
from exact.shoes.removal import removal

REMOVAL_DECKS = 8
"""The shoe of the effects of removal and of the readings."""

INDEX, CORRECTIONS, SIGNATURE = "README.md", "CORRECTIONS.md", f"{SUMS}.minisig"
NO_CORRECTIONS = """# Corrections

Every change of a published number, newest first: the date, the files, the number before and after, and the reason.
`exact tables` keeps this file as it is.

None yet.
"""

_DIGITS, _MORE_DIGITS, _CSV_DIGITS = 6, 8, 12

Files = dict[str, bytes]
Progress = Callable[[str], None]


def table_path(game: str, decks: int) -> str:
    """Where the table of a game and a number of decks is, without its suffix."""
    return f"{game}/{decks:02}-decks"


def certified_files(games: Sequence[Game], decks: Sequence[int], version: str, corrections: bytes, progress: Progress) -> Files:
    """Every file by its path in the folder of tables, ``SHA256SUMS`` among them.

    The games are taken under the readings they have; ``progress`` hears of each table once it is made.
    """
    files: Files = {CORRECTIONS: corrections}
    tables: dict[Game, list[OddsTable]] = {}
    for game in games:
        tables[game] = []
        for number in decks:
            tables[game].append(odds_table(game, Shoe.decks(number)))
            progress(table_path(game.id, number))
        files |= _game_files(game, tables[game], version)
    files[INDEX] = index(list(tables.values()), version).encode("utf-8")
    files[SUMS] = sums(files)
    return files


def _game_files(game: Game, tables: Sequence[OddsTable], version: str) -> Files:
    """The files of one game."""
    mark = {"digest": digest(game.document), "version": version}
    files: Files = {}
    for table in tables:
        path = table_path(game.id, table.shoe.whole_decks or 0)
        blocks = odds_blocks(table, Style(_DIGITS), outcomes=True)
        files |= _three(path, blocks, odds_flat(table, Style(_CSV_DIGITS)), odds_json(table), _DIGITS, mark)
    every = [*tables, odds_table(game, Shoe.infinite())]
    shown, flat = (summary_document(every, Style(digits)) for digits in (_DIGITS, _CSV_DIGITS))
    files |= _three(f"{game.id}/summary", shown.blocks, flat.flat, summary_json(every), _DIGITS, mark)
    found = removal(game, Shoe.decks(REMOVAL_DECKS))
    shown, flat = (effects_document(found, Style(digits)) for digits in (_MORE_DIGITS, _CSV_DIGITS))
    files |= _three(f"{game.id}/removal", shown.blocks, flat.flat, effects_json(found), _MORE_DIGITS, mark)
    rounding = f"Decimals are rounded once, half to even, to {_DIGITS} places."
    files[f"{game.id}/readings.md"] = _markdown(_readings(game), rounding, mark)
    return files


def _readings(game: Game) -> list[Block]:
    """What each reading is worth."""
    shoe = Shoe.decks(REMOVAL_DECKS)
    return [*reading_opening(game, shoe), *reading_blocks(reading_tables(*alternatives(game, shoe, None), Style(_DIGITS)))]


def _three(path: str, shown: Sequence[Block], flat: Table, data: dict[str, object], digits: int, mark: Mapping[str, str]) -> Files:
    """One table as Markdown, CSV and JSON, each with the game's digest and the version."""
    name = path.rpartition("/")[2]
    rounding = (
        f"Counts are exact; decimals are rounded once, half to even, to {digits} places. "
        f"Every number exactly: {name}.json; {_CSV_DIGITS} places: {name}.csv."
    )
    return {
        f"{path}.md": _markdown(shown, rounding, mark),
        f"{path}.csv": render(_marked(flat, mark), "csv").encode("utf-8"),
        f"{path}.json": canonical_json({**data, **mark}),
    }


def _markdown(blocks: Sequence[Block], rounding: str, mark: Mapping[str, str]) -> bytes:
    """The blocks as Markdown, what was done to its numbers and where they come from at its end."""
    made = f"Made by exact {mark['version']} from the game definition with the digest {mark['digest']} (SHA-256 of its canonical JSON)."
    whole = Document((*blocks, Paragraph(rounding), Paragraph(made)), Table((), ()))
    return render(whole, "md").encode("utf-8")


def _marked(flat: Table, mark: Mapping[str, str]) -> Document:
    """The flat table with the digest and the version as its last columns, so that it stays a plain table."""
    rows = tuple((*row, *mark.values()) for row in flat.rows)
    return Document((), Table((*flat.columns, *mark), rows))
