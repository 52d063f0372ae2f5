"""Cells of a workbook: texts that stay texts, counts of any size that stay whole, formulas with their values beside them.

A spreadsheet shows 15 digits of a number, and cuts it to them when its cell is edited. Where a count may have more,
every count is kept in two parts, high * 10^12 + low. High parts below 10^14 and sums of fewer than a thousand low
parts are whole numbers below 10^15, so nothing is cut and sums are exact; the text beside them has all the digits.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from exact.report.escape import visible
from exact.report.sheet.facts import SheetError

PART = 10**12
LONGEST_NUMBER = 10**15
"""Whole numbers below it are shown and edited as they are."""

LARGEST = PART * 10**14
LONGEST_TEXT = 32767
TOLERANCE = "1E-12"
"""How far a formula in floating point may be from the exact value; for values of 1 or less, or as a share of larger ones."""

_HEADER_HEIGHT = 30

OK, MISMATCH = "OK", "MISMATCH"


def address(row: int, column: int, *, fixed: bool = False) -> str:
    """The name of a cell, its row and column counted from 0.

    >>> address(0, 0), address(9, 27), address(9, 27, fixed=True)
    ('A1', 'AB10', '$AB$10')
    """
    letters, left = "", column + 1
    while left:
        left, digit = divmod(left - 1, 26)
        letters = chr(ord("A") + digit) + letters
    return f"${letters}${row + 1}" if fixed else f"{letters}{row + 1}"


def span(first: tuple[int, int], last: tuple[int, int], *, fixed: bool = False) -> str:
    """The name of a range from its corners."""
    return f"{address(*first, fixed=fixed)}:{address(*last, fixed=fixed)}"


def parts(value: int) -> tuple[int, int]:
    """High and low part of a count."""
    if value >= LARGEST:
        raise SheetError(f"shoe: {value:,} deals are too many for a workbook, which takes fewer than 10^26: choose another format")
    return divmod(value, PART)


class Formats:
    """The looks of cells, made once for a workbook."""

    def __init__(self, book: Any, digits: int) -> None:
        ratio = "0." + "0" * digits if digits else "0"
        self.text = book.add_format({"quote_prefix": True, "valign": "top"})
        self.title = book.add_format({"quote_prefix": True, "bold": True, "font_size": 14})
        self.section = book.add_format({"quote_prefix": True, "bold": True, "font_size": 12, "bottom": 1})
        self.header = book.add_format({"quote_prefix": True, "bold": True, "text_wrap": True, "valign": "bottom", "bottom": 1})
        self.number_header = book.add_format(
            {"quote_prefix": True, "bold": True, "text_wrap": True, "valign": "bottom", "bottom": 1, "align": "right"}
        )
        self.digits = book.add_format({"quote_prefix": True, "align": "right"})
        self.count = book.add_format({"num_format": "#,##0"})
        self.low = book.add_format({"num_format": "000000000000"})
        self.ratio = book.add_format({"num_format": ratio})
        self.check = book.add_format({"align": "center"})
        self.bad = book.add_format({"bg_color": "#C00000", "font_color": "#FFFFFF", "bold": True})


class Grid:
    """One page of a workbook; ``split`` says whether counts are kept in two parts."""

    def __init__(self, page: Any, name: str, formats: Formats, *, split: bool) -> None:
        self.page, self.name, self.formats, self.split = page, name, formats, split
        self.row = 0

    def reference(self, cell: str) -> str:
        """A cell of this page as other pages name it."""
        quoted = self.name.replace("'", "''")
        return f"'{quoted}'!{cell}"

    def text(self, row: int, column: int, text: str, look: Any = None) -> None:
        """A text, whatever it begins with."""
        shown = visible(text)
        if len(shown) > LONGEST_TEXT:
            raise SheetError(f"a text of {len(shown):,} letters: a cell of a workbook takes {LONGEST_TEXT:,}: choose another format")
        if shown:
            self.page.write_string(row, column, shown, look or self.formats.text)

    def texts(self, row: int, column: int, texts: list[str], look: Any = None) -> None:
        """Texts side by side."""
        for offset, text in enumerate(texts):
            self.text(row, column + offset, text, look)

    def heads(self, row: int, column: int, texts: list[str], *, numbers: bool = False) -> None:
        """Names of columns, over two lines where they are long."""
        self.page.set_row(row, _HEADER_HEIGHT)
        self.texts(row, column, texts, self.formats.number_header if numbers else self.formats.header)

    def number(self, row: int, column: int, value: float, look: Any = None) -> None:
        """A number of at most 15 digits, or a ratio as a float."""
        self.page.write_number(row, column, value, look or self.formats.count)

    def formula(self, row: int, column: int, formula: str, value: Fraction | float | str, look: Any = None) -> None:
        """A formula beside its value, correctly rounded from the exact one."""
        known = value if isinstance(value, str) else float(value)
        shown = int(known) if isinstance(known, float) and known == int(known) else known
        self.page.write_formula(row, column, f"={formula}", look or self.formats.ratio, shown)

    def check(self, row: int, column: int, condition: str) -> str:
        """A cell that says whether a condition holds; gives its address."""
        self.formula(row, column, f'IF({condition},"{OK}","{MISMATCH}")', OK, self.formats.check)
        return address(row, column)

    @property
    def count_columns(self) -> list[str]:
        """The headers over one count."""
        return ["deals, all digits", "deals, multiples of 10^12", "deals, rest"] if self.split else ["deals"]

    def count(self, row: int, column: int, value: int) -> str:
        """A count, in as many cells as ``count_columns`` has; gives the expression that is its value."""
        high, low = parts(value)
        if not self.split:
            self.number(row, column, value)
            return address(row, column)
        self.text(row, column, str(value), self.formats.digits)
        self.number(row, column + 1, high)
        self.number(row, column + 2, low, self.formats.low)
        return self.joined(row, column)

    def joined(self, row: int, column: int) -> str:
        """The expression for the value of a count that stands there."""
        if not self.split:
            return address(row, column)
        return f"({address(row, column + 1)}*1E12+{address(row, column + 2)})"

    def count_sum(self, first: int, last: int, row: int, column: int, value: int) -> str:
        """The exact sum of the counts above, by formula; gives the expression that is its value."""
        above = [span((first, column + offset), (last, column + offset)) for offset in range(3)]
        high, low = parts(value)
        if not self.split:
            self.formula(row, column, f"SUM({above[0]})", value, self.formats.count)
            return address(row, column)
        self.text(row, column, str(value), self.formats.digits)
        self.formula(row, column + 1, f"SUM({above[1]})+INT(SUM({above[2]})/1E12)", high, self.formats.count)
        self.formula(row, column + 2, f"MOD(SUM({above[2]}),1E12)", low, self.formats.low)
        return self.joined(row, column)

    def same_count(self, row: int, other: int, column: int) -> str:
        """The condition that two counts are the same, every digit; with parts also that the texts are those digits."""
        if not self.split:
            return f"{address(row, column)}={address(other, column)}"
        equal = [f"{address(row, column + offset)}={address(other, column + offset)}" for offset in range(3)]
        return f"AND({','.join([*equal, self.digits_agree(row, column)])})"

    def digits_agree(self, row: int, column: int) -> str:
        """The condition that the text of a count in parts has the digits of its parts."""
        text, high, low = (address(row, column + offset) for offset in range(3))
        return f'{text}=IF({high}=0,TEXT({low},"0"),TEXT({high},"0")&TEXT({low},"000000000000"))'


def near(formula: str, value: str) -> str:
    """The condition that a formula in floating point gives an exact value, but for the last digits."""
    return f"ABS({formula}-{value})<={TOLERANCE}*MAX(1,ABS({value}))"
