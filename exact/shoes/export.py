"""The odds polynomial as source code that a simulator or a shoe display can embed: C99, JavaScript, Python.

Each program walks the compositions of k cards in lexicographic order, one row of coefficients each, and adds
c_m prod_v (n_v)_{m_v} to every event. JavaScript and Python calculate in integers of any size. In C every number
stays below 2^63 up to the shoe that ``largest_shoe`` computes, and larger ones are refused.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from dataclasses import dataclass
from math import perm
from string import Template
from typing import Literal

from exact.errors import BetError
from exact.game.bet import Bet
from exact.game.card import symbol
from exact.shoes.closed_form import counts_in_decks
from exact.shoes.polynomial import OddsPolynomial
from exact.shoes.source import JAVASCRIPT, MODULE_END, PYTHON, SCRIPT_END, C

Language = Literal["c", "js", "mjs", "python"]

WORD = 2**63 - 1
"""The largest signed 64-bit integer."""

MOST_CARDS = 2**32
"""No larger shoe is asked about."""

_SAFE = r"[^A-Za-z0-9 ,.;:()'%+=&#!_-]"
"""What a comment may not hold as it is: all that could end it, continue a line or begin a trigraph or a tag."""


@dataclass(frozen=True, slots=True)
class Price:
    """A bet with ``scale`` times the net win of each of its lines, in whole numbers; both 0 where it is not known."""

    bet: Bet
    scale: int
    nets: tuple[int, ...]


def export(polynomial: OddsPolynomial, language: Language, version: str) -> str:
    """The source of a program that gives the exact deals of every event and the return of every bet from ten counts.

    ``version`` is that of this package, for the heading. Raises BetError for C where the pays leave no shoe whose
    numbers fit in 64 bits.
    """
    values = _heading(polynomial, language, version) | _FILL[language](polynomial)
    template = {"c": C, "js": JAVASCRIPT + SCRIPT_END, "mjs": JAVASCRIPT + MODULE_END, "python": PYTHON}[language]
    return Template(template).substitute(values)


def prices(polynomial: OddsPolynomial) -> tuple[Price, ...]:
    """What every bet pays, over one denominator a bet."""
    return tuple(Price(bet, *(bet.scaled_nets() or (0, (0,) * len(bet.every_line())))) for bet in polynomial.game.bets)


def largest_shoe(polynomial: OddsPolynomial) -> int:
    """The most unseen cards N for which no number of the C program can reach 2^63.

    Each monomial, each partial product of one and each partial sum of an event's deals lies between 0 and (N)_k, for
    the coefficients are not negative and those of a bet's events sum to the multinomials of (N)_k. A return's
    numerator lies within (N)_k times the largest net win in size, its denominator is (N)_k times the scale.
    """
    weight = max(1, *(max(price.scale, *map(abs, price.nets)) for price in prices(polynomial)))
    degree = polynomial.degree
    most = bisect_right(range(MOST_CARDS), WORD, key=lambda cards: weight * perm(cards, degree)) - 1
    if most < degree:
        worst = max(prices(polynomial), key=lambda price: max(price.scale, *map(abs, price.nets))).bet
        raise BetError(f"bet {worst.id}: what it pays does not fit in the 64-bit integers of C: export js, mjs or python")
    return most


def _heading(polynomial: OddsPolynomial, language: Language, version: str) -> dict[str, object]:
    """What every language has: names, sizes, readings, and what becomes of fixed cards."""
    game = polynomial.game
    taken = [fixed for _, fixed in counts_in_decks(game)]
    return {
        "NAME": "exact_" + re.sub("[^a-z0-9]", "_", game.id),
        "TITLE": comment_text(game.title),
        "ID": comment_text(game.id),
        "READINGS": comment_text(game.readings_text or "none"),
        "BETS": comment_text(", ".join(bet.id for bet in game.bets)),
        "VERSION": comment_text(version),
        "LANGUAGE": language,
        "DEGREE": polynomial.degree,
        "ROWS": len(polynomial.compositions),
        "FIXED": _fixed(polynomial, taken),
        "TAKEN": ", ".join(map(str, taken)),
        "LEAST": polynomial.degree + sum(taken),
    }


def _fixed(polynomial: OddsPolynomial, taken: list[int]) -> str:
    """What the program does about fixed cards, in a sentence."""
    rules = polynomial.game.rules
    if any(taken):
        cards = ", ".join(symbol(value) for value, number in enumerate(taken) for _ in range(number))
        return f"Give the shoe with the fixed cards ({cards}) still in it: they are taken out here."
    if rules.fixed.player or rules.fixed.banker:
        return "Fixed cards are printed on the layout: nothing is taken out of the shoe for them."
    return "There are no fixed cards: give the shoe that the coup is dealt from."


def comment_text(text: str) -> str:
    r"""A text that cannot leave a comment of any of the languages.

    >>> comment_text("7's */ x")
    "7's \\u002a\\u002f x"
    """
    return re.sub(_SAFE, lambda match: "".join(f"\\u{unit:04x}" for unit in _units(match[0])), text)


def _units(char: str) -> list[int]:
    """The UTF-16 code units of a character."""
    data = char.encode("utf-16-be", "surrogatepass")
    return [int.from_bytes(data[i : i + 2], "big") for i in range(0, len(data), 2)]


def c_string(text: str) -> str:
    r"""A C string literal of the UTF-8 bytes, in ASCII; no byte of it can end it or be part of a trigraph.

    >>> print(c_string('é"??/'))
    "\303\251\042\077\077/"
    """
    plain = set(range(32, 127)) - set(b'"\\?*')
    return '"' + "".join(chr(byte) if byte in plain else f"\\{byte:03o}" for byte in text.encode("utf-8", "surrogatepass")) + '"'


def js_string(text: str) -> str:
    r"""A JavaScript string literal in ASCII, harmless inside an HTML script element too.

    >>> print(js_string("</script>"))
    "\u003c/script\u003e"
    """
    plain = set(map(chr, range(32, 127))) - set("\"\\<>&'`*")
    return '"' + "".join(char if char in plain else "".join(f"\\u{unit:04x}" for unit in _units(char)) for char in text) + '"'


def _table(polynomial: OddsPolynomial, row: str) -> str:
    """One row of coefficients a composition."""
    return "\n".join(row.format(",".join(map(str, column))) for column in zip(*polynomial.coefficients, strict=True))


def _lines(items: list[str], indent: int = 4) -> str:
    return ",\n".join(" " * indent + item for item in items)


def _c(polynomial: OddsPolynomial) -> dict[str, object]:
    every = prices(polynomial)
    names = [line.event for price in every for line in price.bet.every_line()]
    nets = [f"INT64_C({net})" for price in every for net in price.nets]
    bets = [str(index) for index, price in enumerate(every) for _ in price.nets]
    most = largest_shoe(polynomial) + sum(taken for _, taken in counts_in_decks(polynomial.game))
    return {
        "EVENTS": len(names),
        "BET_NUMBER": len(every),
        "MOST": most,
        "DECKS": most // 52,
        "EVENT_NAMES": _lines([c_string(name) for name in names]),
        "BET_NAMES": _lines([c_string(price.bet.id) for price in every]),
        "EVENT_BETS": ", ".join(bets),
        "EVENT_NETS": _lines(nets),
        "SCALES": _lines([f"UINT64_C({price.scale})" for price in every]),
        "TABLE": _table(polynomial, "{{{}}},"),
    }


def _js(polynomial: OddsPolynomial) -> dict[str, object]:
    every = prices(polynomial)
    events = [
        f"{{bet: {index}, event: {js_string(line.event)}, net: {net}n}}"
        for index, price in enumerate(every)
        for line, net in zip(price.bet.every_line(), price.nets, strict=True)
    ]
    return {
        "EVENTS": _lines(events),
        "BET_NAMES": _lines([f"{{bet: {js_string(price.bet.id)}, scale: {price.scale}n}}" for price in every]),
        "TABLE": _table(polynomial, "{},"),
    }


def _python(polynomial: OddsPolynomial) -> dict[str, object]:
    every = prices(polynomial)
    events = [
        f"({index}, {line.event!a}, {net})"
        for index, price in enumerate(every)
        for line, net in zip(price.bet.every_line(), price.nets, strict=True)
    ]
    return {
        "EVENTS": "\n".join(f"    {event}," for event in events),
        "BET_NAMES": "\n".join(f"    ({price.bet.id!a}, {price.scale})," for price in every),
        "TABLE": _table(polynomial, "    ({},),"),
    }


_FILL = {"c": _c, "js": _js, "mjs": _js, "python": _python}
