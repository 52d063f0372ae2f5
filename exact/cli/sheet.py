"""``exact sheet``: the math sheet that a regulator reads."""

from __future__ import annotations

from datetime import date
from typing import TYPE_CHECKING, cast

import click

from exact import __version__
from exact.cli.extras import need
from exact.cli.options import (
    BINARY_SUFFIXES,
    FORMATS,
    MOST_DEALT,
    SUFFIXES,
    chosen_of,
    digits_options,
    game_argument,
    read_game,
    read_shoe,
    reading_option,
    shoe_options,
)
from exact.cli.output import deliver, emit
from exact.report.numbers import Style

if TYPE_CHECKING:
    from exact.api import Game
    from exact.game.shoe import Shoe
    from exact.report.document import Document, Format
    from exact.report.sheet.facts import Sheet

BINARY = {"pdf": "typst", "xlsx": "xlsxwriter"}
"""The formats that need a library of the extra, and a file."""

MOST_DIGITS = 15
"""Decimal places that fit on a page."""

EPILOG = """\b
Examples:
  exact sheet live-7up
  exact sheet live-7up --decks 8 --date 2026-12-01 --sheet-version 1.0 -o sheet.pdf
  exact sheet live-7up --simulate 1000000 --shoes 1000 -o sheet.html
  exact sheet mbs-7up --decks 6 -o sheet.xlsx
  exact sheet live-7up --compare decks=6 --format md
  exact sheet live-7up --compare mbs-7up -o comparison.html
"""


@click.command("sheet", epilog=EPILOG)
@game_argument
@shoe_options
@reading_option
@click.option("--date", "day", metavar="YYYY-MM-DD", help="The date of the sheet; without it the sheet has none.")
@click.option("--sheet-version", metavar="TEXT", default="", help="The version of the sheet.")
@click.option("--compare", metavar="GAME2|decks=N", help="Two columns side by side: another game, or another number of decks.")
@click.option("--simulate", "coups", type=click.IntRange(1, 10**10), metavar="COUPS", help="As evidence, deal so many fresh coups.")
@click.option("--shoes", type=click.IntRange(2, 10**8), metavar="N", help="For the cut-card effect, deal N whole shoes.")
@click.option("--seed", type=click.IntRange(0, 2**64 - 1), default=1, show_default=True, help="Of what is dealt.")
@digits_options
@click.option("--format", "form", type=click.Choice([*FORMATS, *BINARY]), help="Default: table, or what the suffix of -o says.")
@click.option("-o", "--output", metavar="FILE", help="Write to FILE, whole or not at all; - is standard output.")
def command(
    reference: str,
    decks: str | None,
    counts: str | None,
    remove: str | None,
    readings: tuple[str, ...],
    day: str | None,
    sheet_version: str,
    compare: str | None,
    coups: int | None,
    shoes: int | None,
    seed: int,
    digits: int,
    fractions: bool,
    form: str | None,
    output: str | None,
) -> None:
    """The math sheet of GAME: rules, assumptions, readings, every wager's odds, tables, plot, method and evidence.

    Print it as PDF, read it as HTML, Markdown or text, audit it as a workbook whose figures are formulas over the
    deals. Every figure is found by several roads while the sheet is made; if two differ there is no sheet.
    """
    chosen = _format(form, output)
    if compare and (coups or shoes):
        raise click.UsageError(
            f"--compare: compares exact figures: leave out {'--simulate' if coups else '--shoes'}, or give it to a sheet of its own"
        )
    if digits > MOST_DIGITS:
        raise click.UsageError(f"--digits {digits}: a sheet has at most {MOST_DIGITS}: use exact odds for more")
    from exact.report.sheet.facts import Labels, make_sheet

    labels = Labels(_date(day), sheet_version, __version__)
    game, shoe = read_game(reference, readings), read_shoe(decks, counts, remove, MOST_DEALT if coups or shoes else None)
    other = _other(compare, reference, readings, (decks, counts, remove)) if compare else None
    if coups or shoes:
        need("fast", "numpy", "numba")
    sheet = make_sheet(game, shoe, labels, coups=coups or 0, shoes=shoes or 0, seed=seed)
    _write(sheet, make_sheet(*other, labels) if other else None, Style(digits, fractions), chosen, output)


def _format(form: str | None, output: str | None) -> str:
    """The format asked for, else what the suffix of the file says, else a table; refused where it cannot be had."""
    chosen = chosen_of(form, output, SUFFIXES | BINARY_SUFFIXES)
    if chosen in BINARY:
        need("sheets", BINARY[chosen])
        if output is None:
            raise click.UsageError(f"--format {chosen}: goes to a file: give -o sheet.{chosen}, or -o - for a pipe")
    return chosen


def _date(day: str | None) -> str:
    """The date, as it is written in the sheet."""
    if day is None:
        return ""
    try:
        if date.fromisoformat(day).isoformat() == day:
            return day
    except ValueError:
        pass
    raise click.UsageError(f"--date {day!r}: write a day as YYYY-MM-DD, such as 2026-12-01")


def _other(compare: str, reference: str, readings: tuple[str, ...], shoe: tuple[str | None, str | None, str | None]) -> tuple[Game, Shoe]:
    """The game and the shoe to compare with: ``decks=N`` keeps the game, anything else is a game and keeps the shoe."""
    name, equals, number = compare.partition("=")
    if equals and name == "decks":
        return read_game(reference, readings), read_shoe(number, None, None)
    if equals:
        raise click.UsageError(f"--compare {compare!r}: write a game, or decks=N such as decks=6")
    return read_game(compare, ()), read_shoe(*shoe)


def _write(sheet: Sheet, other: Sheet | None, style: Style, form: str, output: str | None) -> None:
    """Makes the sheet, or the comparison of two, in one format."""
    from exact.report.sheet.compare import comparison_document, comparison_json
    from exact.report.sheet.content import sheet_document
    from exact.report.sheet.data import sheet_json

    if form == "xlsx":
        from exact.report.sheet.workbook import workbook

        deliver(workbook(sheet, other, style), output)
        return

    def document() -> Document:
        return comparison_document(sheet, other, style) if other else sheet_document(sheet, style)

    if form == "pdf":
        from exact.report.sheet.pdf import labels_of, pdf

        deliver(pdf(document(), labels_of(sheet, other)), output)
        return
    emit(document, lambda: comparison_json(sheet, other) if other else sheet_json(sheet), cast("Format", form), output)
