"""The sheet as a workbook: integer deals as data, and every probability, return, total and edge a formula over them."""

from __future__ import annotations

import io
from collections.abc import Iterator
from datetime import datetime
from fractions import Fraction
from importlib import import_module
from typing import Any

from exact.game.card import ORDER, symbol
from exact.game.shoe import Shoe
from exact.odds.table import BetOdds, OddsTable
from exact.report.document import Block, Document, Figure, Heading, Paragraph, Table
from exact.report.numbers import Style
from exact.report.sheet.bet_page import Events, Named, bet_page, events_table
from exact.report.sheet.block_page import Line, block
from exact.report.sheet.cells import LONGEST_NUMBER, MISMATCH, OK, TOLERANCE, Formats, Grid, address, near, parts, span
from exact.report.sheet.compare import comparison_document
from exact.report.sheet.content import sheet_document
from exact.report.sheet.evidence import DECKS
from exact.report.sheet.facts import Sheet
from exact.shoes.polynomial import compile_game

CREATED = datetime(2000, 1, 1)
"""The time in the file of a sheet without a date, so that the same sheet is the same bytes."""

HOW = (
    "Deals are whole numbers, and everything else is a formula over them; beside a formula stands the number nearest to the exact value.",
    "A check compares whole numbers digit by digit, and other figures to 1E-12, as formulas are worked out in binary floating point.",
    "Where deals may have more than 15 digits they stand in two parts, multiples of 10^12 and the rest, all digits as text beside them.",
)
"""How the workbook is to be read."""

_LONGEST_TAB = 31
_RESERVED = {"history"}


def workbook(sheet: Sheet, other: Sheet | None, style: Style) -> bytes:
    """The sheet, or the comparison of two, as XLSX; the same bytes each time."""
    xlsxwriter: Any = import_module("xlsxwriter")
    buffer = io.BytesIO()
    plain = {"in_memory": True, "strings_to_numbers": False, "strings_to_formulas": False, "strings_to_urls": False}
    book = xlsxwriter.Workbook(buffer, plain)
    _properties(book, sheet)
    pages = _Book(book, style, [sheet] if other is None else [sheet, other])
    document = sheet_document(sheet, style) if other is None else comparison_document(sheet, other, style)
    pages.read(document)
    if other is None:
        pages.whole(sheet)
    else:
        pages.compared(sheet, other)
    pages.checks()
    book.close()
    return buffer.getvalue()


def _properties(book: Any, sheet: Sheet) -> None:
    said = sheet.labels
    created = datetime.fromisoformat(said.date) if said.date else CREATED
    book.set_properties(
        {"title": f"{sheet.game.title}: math sheet", "author": f"exact {said.program}".rstrip(), "keywords": f"sha256:{sheet.digest}",
         "subject": sheet.game.id, "created": created}
    )  # fmt: skip
    book.set_calc_mode("auto")


class _Book:
    """The pages of a workbook while they are written: their names, and the cells of their checks."""

    def __init__(self, book: Any, style: Style, sheets: list[Sheet]) -> None:
        self.book, self.sheets = book, sheets
        self.formats = Formats(book, style.digits)
        self.names = set(_RESERVED)
        self.found: list[tuple[Grid, str, list[str]]] = []
        most = max([sheet.table.deals for sheet in sheets] + [odds[0].total for sheet in sheets for _, odds in self.by_decks(sheet)])
        self.split = most >= LONGEST_NUMBER

    def page(self, name: str) -> Grid:
        """A new page of that name, or of the nearest that a workbook allows and that is not taken."""
        short, number = name[:_LONGEST_TAB], 2
        while short.lower() in self.names:
            tail = f"-{number}"
            short, number = name[: _LONGEST_TAB - len(tail)] + tail, number + 1
        self.names.add(short.lower())
        page = self.book.add_worksheet(short)
        page.set_landscape()
        page.set_paper(9)
        page.fit_to_pages(1, 0)
        page.set_footer("&L&A&RPage &P of &N")
        return Grid(page, short, self.formats, split=self.split)

    def by_decks(self, sheet: Sheet) -> list[tuple[str, tuple[BetOdds, ...]]]:
        """The odds of every bet for every number of decks of the sheet, and without end."""
        polynomial = compile_game(sheet.game)
        shoes = [(str(decks), Shoe.decks(decks)) for decks in DECKS] + [("infinite", Shoe.infinite())]
        return [(name, polynomial.odds(shoe)) for name, shoe in shoes]

    def read(self, document: Document) -> None:
        """The text of the sheet, its figures as they are printed."""
        grid = self.page("Sheet")
        for item in document.blocks:
            _write(grid, item)
        grid.page.set_column(0, 0, 46)
        grid.page.set_column(1, 2, 34)
        grid.page.set_column(3, 20, 20)

    def whole(self, sheet: Sheet) -> None:
        """Every page of one sheet."""
        places = {odds.bet.id: self.bet(odds, odds.bet.id) for odds in sheet.table.bets}
        self.outcomes(sheet.table)
        self.shoes("Decks", places, self.by_decks(sheet), effects=False)
        if sheet.removal:
            self.shoes("Removal", places, list(_removed(sheet)), effects=True, weights=sheet.removal.unseen)
        self.readings(sheet)

    def bet(self, odds: BetOdds, name: str) -> tuple[Grid, Events, list[Named]]:
        """The page of one bet."""
        grid = self.page(name)
        place, named, checks = bet_page(grid, odds)
        self.found.append((grid, odds.bet.name, checks))
        return grid, place, named

    def outcomes(self, table: OddsTable) -> None:
        """The 100 cells: deals, then probabilities over them."""
        grid = self.page("Outcomes")
        cells, checks, width = table.outcomes.by_totals(), [], 2 if self.split else 1
        grid.text(0, 0, "Deals: the Player's final total by the Banker's", grid.formats.title)
        heads = [f"Banker {banker}{part}" for banker in range(10) for part in ((", multiples of 10^12", ", rest") if self.split else ("",))]
        grid.heads(1, 1, heads, numbers=True)
        for player, row in enumerate(cells):
            grid.text(2 + player, 0, f"Player {player}")
            for banker, number in enumerate(row):
                for offset, part in enumerate(parts(number) if self.split else (number,)):
                    grid.number(2 + player, 1 + width * banker + offset, part, grid.formats.low if offset else None)
        checks.append(self._outcome_total(grid, table, width))
        grid.text(17, 0, "Probability of each pair of final totals", grid.formats.title)
        grid.heads(18, 1, [f"Banker {banker}" for banker in range(10)], numbers=True)
        for player, row in enumerate(cells):
            grid.text(19 + player, 0, f"Player {player}")
            for banker, number in enumerate(row):
                column = 1 + width * banker
                deals = address(2 + player, column)
                deals = f"({deals}*1E12+{address(2 + player, column + 1)})" if self.split else deals
                grid.formula(19 + player, 1 + banker, f"{deals}/{grid.joined(13, 1)}", Fraction(number, table.deals))
        grid.text(30, 0, "sum")
        grid.formula(30, 1, f"SUM({span((19, 1), (28, 10))})", Fraction(1))
        checks.append(grid.check(30, 2, near(address(30, 1), "1")))
        grid.page.set_column(0, 0, 20)
        grid.page.set_column(1, 20, 17)
        self.found.append((grid, "Final totals", checks))

    def _outcome_total(self, grid: Grid, table: OddsTable, width: int) -> str:
        """The sum of the 100 cells by formula above the deals of the shoe, and the check that they are the same."""
        grid.text(12, 0, "sum of the 100 cells")
        grid.text(13, 0, "deals of the shoe")
        grid.count(13, 1, table.deals)
        columns = [[span((2, 1 + width * banker + part), (11, 1 + width * banker + part)) for banker in range(10)] for part in range(width)]
        if not self.split:
            grid.formula(12, 1, f"SUM({','.join(columns[0])})", table.deals, grid.formats.count)
            return grid.check(12, 3, grid.same_count(12, 13, 1))
        high, low = parts(table.deals)
        lows = f"SUM({','.join(columns[1])})"
        grid.text(12, 1, str(table.deals))
        grid.formula(12, 2, f"SUM({','.join(columns[0])})+INT({lows}/1E12)", high, grid.formats.count)
        grid.formula(12, 3, f"MOD({lows},1E12)", low, grid.formats.low)
        return grid.check(12, 4, grid.same_count(12, 13, 1))

    def shoes(
        self,
        name: str,
        places: dict[str, tuple[Grid, Events, list[Named]]],
        shoes: list[tuple[str, tuple[BetOdds, ...]]],
        *,
        effects: bool,
        weights: Shoe | None = None,
    ) -> None:
        """A page with every bet from many shoes."""
        grid, checks = self.page(name), list[str]()
        numbers = [None, *(weights.counts[value] for value in ORDER if weights.counts[value])] if weights else [None] * len(shoes)
        for index, (page, place, _) in enumerate(places.values()):
            lines = [Line(text, number, odds[index]) for (text, odds), number in zip(shoes, numbers, strict=True)]
            block(grid, page, place, lines, effects=effects, checks=checks)
        grid.page.set_column(0, 0, 24)
        grid.page.set_column(1, 40, 17)
        self.found.append((grid, name, checks))

    def readings(self, sheet: Sheet) -> None:
        """Every choice that is not in force, for the bets that it changes."""
        grid, checks = self.page("Readings"), list[str]()
        for item in sheet.readings:
            for odds, base in zip(item.table.bets, sheet.table.bets, strict=True):
                if [(e.net, e.probability) for e in odds.events] == [(e.net, e.probability) for e in base.events]:
                    continue
                grid.text(grid.row, 0, f"{item.reading.name}={item.choice}: {odds.bet.name}", grid.formats.section)
                grid.row += 1
                events_table(grid, odds, checks)
        if not grid.row:
            grid.text(0, 0, "No other choice of a reading changes a bet.")
        grid.page.set_column(0, 0, 34)
        grid.page.set_column(1, 14, 17)
        if checks:
            self.found.append((grid, "Readings", checks))

    def compared(self, sheet: Sheet, other: Sheet) -> None:
        """The pages of every bet of both, and a page with their measures side by side."""
        measured = [{odds.bet.id: (odds, *self.bet(odds, f"{letter} {odds.bet.id}")) for odds in item.table.bets}
                    for letter, item in zip("AB", (sheet, other), strict=True)]  # fmt: skip
        grid = self.page("Comparison")
        grid.heads(0, 0, ["bet", "measure"])
        grid.heads(0, 2, ["A", "B", "B less A", "differs"], numbers=True)
        row = 1
        for bet_id in [bet_id for bet_id in measured[0] if bet_id in measured[1]]:
            (odds, page, _, left), (_, second, _, right) = measured[0][bet_id], measured[1][bet_id]
            there = {item.name: item for item in right}
            for item in [item for item in left if item.name in there]:
                twin = there[item.name]
                grid.texts(row, 0, [odds.bet.name, item.name])
                grid.formula(row, 2, page.reference(item.cell), item.value)
                grid.formula(row, 3, second.reference(twin.cell), twin.value)
                grid.formula(row, 4, f"{address(row, 3)}-{address(row, 2)}", Fraction(twin.value) - Fraction(item.value))
                differs = item.value != twin.value
                formula = f'IF(ABS({address(row, 4)})>{TOLERANCE},"≠","=")'
                grid.formula(row, 5, formula, "≠" if differs else "=", self.formats.check)
                row += 1
        grid.page.set_column(0, 1, 34)
        grid.page.set_column(2, 5, 17)

    def checks(self) -> None:
        """How many checks of every page hold, by formula, and whether all do."""
        grid = self.page("Checks")
        grid.text(0, 0, "Each page compares its totals and its formulas with the exact figures", self.formats.title)
        for row, text in enumerate(HOW, 1):
            grid.text(row, 0, text)
        row = first = len(HOW) + 3
        grid.heads(row - 1, 0, ["page", "what"])
        grid.heads(row - 1, 2, ["checks", "that hold", "result"], numbers=True)
        for page, what, cells in self.found:
            grid.texts(row, 0, [page.name, what])
            grid.number(row, 2, len(cells))
            held = "+".join(f'COUNTIF({page.reference(column)},"{OK}")' for column in _columns(cells))
            grid.formula(row, 3, held, Fraction(len(cells)), self.formats.count)
            grid.check(row, 4, f"{address(row, 2)}={address(row, 3)}")
            row += 1
        grid.text(row, 0, "all")
        grid.check(row, 4, f'COUNTIF({span((first, 4), (row - 1, 4))},"{OK}")={row - first}')
        grid.page.set_column(0, 1, 30)
        for page, _, _ in [*self.found, (grid, "", [])]:
            rule = {"type": "cell", "criteria": "==", "value": f'"{MISMATCH}"', "format": self.formats.bad}
            page.page.conditional_format(0, 0, 400, 60, rule)


def _columns(cells: list[str]) -> list[str]:
    """The ranges that hold some cells, a range a column; nothing but these checks and figures stands in them."""
    rows: dict[str, list[int]] = {}
    for cell in cells:
        letters = cell.rstrip("0123456789")
        rows.setdefault(letters, []).append(int(cell[len(letters) :]))
    return [f"{letters}{min(numbers)}:{letters}{max(numbers)}" for letters, numbers in rows.items()]


def _removed(sheet: Sheet) -> Iterator[tuple[str, tuple[BetOdds, ...]]]:
    """The odds of every bet from the whole shoe, then from the shoe without one card of each value."""
    polynomial = compile_game(sheet.game)
    yield "whole shoe", polynomial.odds(sheet.shoe)
    unseen = polynomial.unseen(sheet.shoe)
    for value in ORDER:
        if unseen.counts[value]:
            yield f"without one {symbol(value)}", polynomial.odds(sheet.shoe.without(value))


def _write(grid: Grid, item: Block) -> None:
    """One block of a document as texts."""
    match item:
        case Heading():
            grid.text(grid.row, 0, item.text, grid.formats.title if item.level == 1 else grid.formats.section)
            grid.row += 1
        case Paragraph() | Figure():
            grid.text(grid.row, 0, item.text if isinstance(item, Paragraph) else item.caption)
            grid.row += 1
        case Table() if not item.rows:
            grid.text(grid.row, 0, "(none)")
            grid.row += 1
        case Table():
            grid.texts(grid.row, 0, list(item.columns), grid.formats.header)
            for offset, row in enumerate(item.rows, 1):
                grid.texts(grid.row + offset, 0, list(row))
            grid.row += len(item.rows) + 2
