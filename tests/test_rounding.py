"""Decimals and floats are the nearest ones, ties to even."""

from __future__ import annotations

import math
from decimal import ROUND_HALF_EVEN, Decimal, localcontext
from fractions import Fraction

from hypothesis import given
from hypothesis import strategies as st

from exact.report.numbers import Style
from exact.rounding import decimal_text, sqrt_float, sqrt_text

ratios = st.fractions(min_value=-(10**6), max_value=10**6)
squares = st.fractions(min_value=0, max_value=10**9)


@given(ratios, st.integers(0, 30))
def test_decimal_text_is_what_the_decimal_module_rounds_to(value: Fraction, digits: int) -> None:
    with localcontext() as context:
        context.prec = 200
        exact = Decimal(value.numerator) / Decimal(value.denominator)
        # 200 digits decide every case but exact ties, which need a denominator that divides a power of ten
        expected = exact.quantize(Decimal(1).scaleb(-digits), rounding=ROUND_HALF_EVEN)
    assert decimal_text(value, digits) == f"{expected or abs(expected):f}"


def test_ties_go_to_even_and_zero_has_no_sign() -> None:
    assert [decimal_text(Fraction(n, 8), 2) for n in (1, 3, 5, 7, -1)] == ["0.12", "0.38", "0.62", "0.88", "-0.12"]
    assert decimal_text(Fraction(-1, 1000), 2) == "0.00"
    assert decimal_text(Fraction(5, 2), 0) == "2"


@given(squares, st.integers(0, 25))
def test_sqrt_text_is_within_half_a_unit_of_the_last_place(value: Fraction, digits: int) -> None:
    root, half = Fraction(sqrt_text(value, digits)), Fraction(1, 2 * 10**digits)
    assert max(root - half, 0) ** 2 <= value <= (root + half) ** 2


@given(squares)
def test_sqrt_float_is_the_nearest_float(value: Fraction) -> None:
    root = sqrt_float(value)
    below, above = math.nextafter(root, -1), math.nextafter(root, math.inf)
    low, high = (Fraction(below) + Fraction(root)) / 2, (Fraction(root) + Fraction(above)) / 2
    assert max(low, 0) ** 2 <= value <= high**2


@given(st.floats(0, 1e150))
def test_sqrt_float_of_a_perfect_square_is_its_root(root: float) -> None:
    assert sqrt_float(Fraction(root) ** 2) == root


def test_style_writes_fractions_or_decimals_and_groups_counts() -> None:
    assert Style(3).ratio(Fraction(-2, 3)) == "-0.667"
    assert Style(3, fractions=True).ratio(Fraction(-2, 3)) == "-2/3"
    assert Style().count(1234567) == "1,234,567"
    assert Style(grouped=False).count(1234567) == "1234567"
    assert Style().ratio(None) == Style().root(None) == "–"
