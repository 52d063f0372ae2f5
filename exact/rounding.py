"""The edge where exact numbers become decimals or floats, once, correctly rounded (half to even)."""

from __future__ import annotations

from fractions import Fraction
from math import isqrt


def decimal_text(value: Fraction, digits: int) -> str:
    """The value to that many decimal places, by integer arithmetic.

    >>> decimal_text(Fraction(2, 3), 4), decimal_text(Fraction(-1, 8), 2), decimal_text(Fraction(-1, 10**9), 3)
    ('0.6667', '-0.12', '0.000')
    """
    scaled, rest = divmod(abs(value.numerator) * 10**digits, value.denominator)
    twice = 2 * rest
    if twice > value.denominator or (twice == value.denominator and scaled % 2):
        scaled += 1
    return _place_point(scaled, digits, negative=value < 0)


def sqrt_text(value: Fraction, digits: int) -> str:
    """The square root of a value that is not negative, to that many decimal places.

    >>> sqrt_text(Fraction(2), 5), sqrt_text(Fraction(9, 4), 3)
    ('1.41421', '1.500')
    """
    square = Fraction(value * 10 ** (2 * digits))
    root = isqrt(square.numerator // square.denominator)  # floor: isqrt(floor x) = floor(sqrt x)
    middle = Fraction((2 * root + 1) ** 2, 4)  # (root + 1/2)^2
    if square > middle or (square == middle and root % 2):
        root += 1
    return _place_point(root, digits, negative=False)


def sqrt_float(value: Fraction) -> float:
    """The float nearest to the square root of a value that is not negative.

    The root is taken to 64 bits or more with a sticky last bit, so that the one rounding sees which side it is on.
    """
    if not value:
        return 0.0
    shift = max(0, 64 - (value.numerator.bit_length() - value.denominator.bit_length()) // 2)
    scaled = Fraction(value * 4**shift)
    root = isqrt(scaled.numerator // scaled.denominator)
    inexact = root * root != scaled
    return float(Fraction(2 * root + inexact, 2 ** (shift + 1)))


def _place_point(scaled: int, digits: int, *, negative: bool) -> str:
    text = str(scaled).rjust(digits + 1, "0")
    if digits:
        text = f"{text[:-digits]}.{text[-digits:]}"
    return f"-{text}" if negative and scaled else text
