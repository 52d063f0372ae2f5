"""How exact numbers are written for people: decimals of a stated length, or fractions."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from exact.rounding import decimal_text, sqrt_text

NONE = "–"
"""Stands where there is no number: true odds of what cannot happen, returns without a paytable."""


@dataclass(frozen=True, slots=True)
class Style:
    """Decimal places of every decimal; or fractions in lowest terms; digits grouped by commas or not."""

    digits: int = 6
    fractions: bool = False
    grouped: bool = True
    none: str = NONE

    def count(self, value: int) -> str:
        """A count in full."""
        return f"{value:,}" if self.grouped else str(value)

    def ratio(self, value: Fraction | None) -> str:
        """A probability, a return or odds."""
        if value is None:
            return self.none
        return str(value) if self.fractions else decimal_text(value, self.digits)

    def root(self, square: Fraction | None) -> str:
        """The square root of a number, always a decimal."""
        return self.none if square is None else sqrt_text(square, self.digits)

    @property
    def rounding(self) -> str:
        """What was done to the numbers."""
        if self.fractions:
            return f"Fractions are exact; standard deviations are rounded to {self.digits} decimals."
        return f"Counts are exact; decimals are rounded once, half to even, to {self.digits} places (--fractions gives them exactly)."
