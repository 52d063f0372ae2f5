"""Closed forms on paper: each formula as plain text, for Python and in LaTeX, with its limit and its 1/d term."""

from __future__ import annotations

from typing import NamedTuple

from exact.game.bet import Line
from exact.game.card import ORDER, symbol
from exact.report.document import Block, Document, Heading, Paragraph, Table
from exact.report.escape import for_latex
from exact.report.numbers import Style
from exact.report.plot import Series, svg
from exact.shoes.closed_form import BetForms, ClosedForm, ClosedForms, Coefficients, Factors


class Notation(NamedTuple):
    """How a product and a power of d are written."""

    times: str
    power: str


_LOOSE = 3
MOST_MARKED = 30
"""Up to so many points a line of a plot has its points marked."""

PLAIN = Notation("", "^{}")
PYTHON = Notation("*", "**{}")
LATEX = Notation(" ", "^{{{}}}")


def polynomial_text(coefficients: Coefficients, notation: Notation) -> str:
    """An integer polynomial in d, its highest power first.

    >>> polynomial_text((3, -1, 0, 5), PLAIN), polynomial_text((3, -1, 0, 5), PYTHON)
    ('5d^3 - d + 3', '5*d**3 - d + 3')
    """
    terms = [(power, c) for power, c in reversed(list(enumerate(coefficients))) if c]
    text = "".join(f" {'-' if c < 0 else '+'} {_term(abs(c), power, notation)}" for power, c in terms) or " + 0"
    return text[3:] if text.startswith(" + ") else f"-{text[3:]}"


def _term(size: int, power: int, notation: Notation) -> str:
    if not power:
        return str(size)
    variable = "d" if power == 1 else "d" + notation.power.format(power)
    return variable if size == 1 else f"{size}{notation.times}{variable}"


def formula_text(form: ClosedForm, notation: Notation) -> str:
    """The formula in lowest terms, factored over the rationals.

    >>> formula_text(ClosedForm((0, 4, -16), (0, -52, 52**2)), PLAIN)
    '-(4d-1)/(13(52d-1))'
    """
    over, under = form.factored
    sign = "-" if over.content < 0 else ""
    above, below = _parts(over, notation), _parts(under, notation)
    if below == ["1"]:
        return sign + notation.times.join(above)
    if notation is LATEX:
        return f"{sign}\\frac{{{_bare(above)}}}{{{_bare(below)}}}"
    bottom = notation.times.join(below)
    return f"{sign}{notation.times.join(above)}/{bottom if len(below) == 1 else f'({bottom})'}"


def _parts(product: Factors, notation: Notation) -> list[str]:
    """The parts of a product, its sign left out."""
    parts = [] if abs(product.content) == 1 and product.factors else [str(abs(product.content))]
    for coefficients, power in product.factors:
        base = "d" if coefficients == (0, 1) else f"({_inner(coefficients, notation)})"
        parts.append(base if power == 1 else base + notation.power.format(power))
    return parts


def _inner(coefficients: Coefficients, notation: Notation) -> str:
    """A factor; in plain text one of two terms is set close, so that no line breaks inside it."""
    text = polynomial_text(coefficients, notation)
    return text.replace(" ", "") if notation is PLAIN and sum(map(bool, coefficients)) < _LOOSE else text


def _bare(parts: list[str]) -> str:
    """The product for a LaTeX fraction, where a single factor needs no parentheses."""
    return parts[0][1:-1] if len(parts) == 1 and parts[0].endswith(")") else " ".join(parts)


class Formula(NamedTuple):
    """A named function of d, on a line of its own."""

    name: str
    form: ClosedForm


def _formulas(bet: BetForms) -> list[Formula]:
    """The probability of every line of a bet and, where it is known, its return and house edge."""
    formulas = [Formula(f"P({line.event})", form) for line, form in zip(bet.bet.every_line(), bet.probabilities, strict=True)]
    if bet.expected_value and bet.house_edge:
        formulas += [Formula("return", bet.expected_value), Formula("house edge", bet.house_edge)]
    return formulas


def closed_form_document(forms: ClosedForms, style: Style) -> Document:
    """Every formula in plain text, with its limit and its 1/d term."""
    blocks = tuple(Paragraph(_plain(block)) if isinstance(block, Formula) else block for block in _blocks(forms, style))
    return Document(blocks, _flat(forms))


def _plain(formula: Formula) -> str:
    return f"{formula.name} = {formula_text(formula.form, PLAIN)}"


def closed_form_latex(forms: ClosedForms, style: Style) -> str:
    """The same with every formula typeset; each compiles inside any LaTeX document."""
    from exact.report.formats import render

    flat = _flat(forms)
    parts = [
        _displayed(block) if isinstance(block, Formula) else render(Document((block,), flat), "latex").rstrip("\n")
        for block in _blocks(forms, style)
    ]
    return "\n\n".join(parts) + "\n"


def _displayed(formula: Formula) -> str:
    return f"\\[\n\\mbox{{{for_latex(formula.name)}}} = {formula_text(formula.form, LATEX)}\n\\]"


def _blocks(forms: ClosedForms, style: Style) -> list[Block | Formula]:
    game = forms.game
    blocks: list[Block | Formula] = [
        Heading(f"{game.title} ({game.id}): closed forms in the number of decks", 1),
        Paragraph(_setting(forms)),
        Paragraph("Each formula holds for d = 1, 2, 3, ...; its limit is the infinite shoe: value = limit + (1/d term)/d + O(1/d^2)."),
    ]
    for bet in forms.bets:
        formulas = _formulas(bet)
        rows = [(formula.name, style.ratio(formula.form.limit), style.ratio(formula.form.inverse_term)) for formula in formulas]
        blocks += [Heading(bet.bet.name), *formulas, Table.of("value|limit|1/d term", rows, {1, 2})]
    return [*blocks, Paragraph(_rounding(style))]


def _rounding(style: Style) -> str:
    if style.fractions:
        return "Formulas and fractions are exact."
    return f"Formulas are exact; decimals are rounded once, half to even, to {style.digits} places (--fractions gives them exactly)."


def _setting(forms: ClosedForms) -> str:
    """The counts as functions of d, the unit and the readings."""
    cards = polynomial_text((-sum(taken for _, taken in forms.counts), sum(pack for pack, _ in forms.counts)), PLAIN)
    groups: dict[str, list[str]] = {}
    for value in ORDER:
        pack, taken = forms.counts[value]
        groups.setdefault(polynomial_text((-taken, pack), PLAIN), []).append(symbol(value))
    counts = "; ".join(f"{count} of {', '.join(symbols)}" for count, symbols in groups.items())
    taken = " once the fixed cards are taken out" if any(taken for _, taken in forms.counts) else ""
    text = f"Shoe: d decks, N = {cards} cards{taken}: {counts}. Unit: deals of {forms.degree} cards in order, (N)_{forms.degree} in all."
    chosen = forms.game.readings_text
    return f"{text} Readings: {chosen}." if chosen else text


def _flat(forms: ClosedForms) -> Table:
    """One row a formula; coefficients in ascending powers of d, limits as fractions."""
    rows = [
        (bet.bet.id, formula.name, _list(formula.form.lowest_terms.numerator), _list(formula.form.lowest_terms.denominator),
         formula_text(formula.form, PYTHON), str(formula.form.limit), str(formula.form.inverse_term))
        for bet in forms.bets for formula in _formulas(bet)
    ]  # fmt: skip
    return Table.of("bet|value|numerator|denominator|factored|limit|inverse_term", rows)


def _list(coefficients: Coefficients) -> str:
    return f"[{', '.join(map(str, coefficients))}]"


def closed_form_json(forms: ClosedForms) -> dict[str, object]:
    """The closed forms as JSON: polynomials are lists of integers as strings, in ascending powers of d."""
    game = forms.game
    return {
        "schema": "exact.closed-form/1",
        "game": game.id,
        "title": game.title,
        "readings": dict(game.chosen),
        "variable": "d",
        "counts": [_strings((-taken, pack)) for pack, taken in forms.counts],
        "cards_per_deal": forms.degree,
        "deals": _strings(forms.total),
        "bets": [_bet_json(bet) for bet in forms.bets],
    }


def _bet_json(bet: BetForms) -> dict[str, object]:
    events = zip(bet.bet.every_line(), bet.deals, bet.probabilities, strict=True)
    return {
        "bet": bet.bet.id,
        "name": bet.bet.name,
        "events": [_event_json(bet, line, deals, probability) for line, deals, probability in events],
        "expected_value": _form_json(bet.expected_value),
        "house_edge": _form_json(bet.house_edge),
    }


def _event_json(bet: BetForms, line: Line, deals: Coefficients, probability: ClosedForm) -> dict[str, object]:
    net = bet.bet.net(line)
    return {
        "event": line.event,
        "pays": line.pays.text if line.pays else None,
        "net": None if net is None else str(net),
        "deals": _strings(deals),
        "probability": _form_json(probability),
    }


def _form_json(form: ClosedForm | None) -> dict[str, object] | None:
    if form is None:
        return None
    return {
        "numerator": _strings(form.lowest_terms.numerator),
        "denominator": _strings(form.lowest_terms.denominator),
        "factored": formula_text(form, PYTHON),
        "latex": formula_text(form, LATEX),
        "limit": str(form.limit),
        "inverse_term": str(form.inverse_term),
    }


def _strings(coefficients: Coefficients) -> list[str]:
    return list(map(str, coefficients))


def edge_plot(forms: ClosedForms, most_decks: int) -> str:
    """The house edge of every priced bet against the decks, 1 to ``most_decks``, with its limit as a dashed line, in SVG."""
    series: list[Series] = []
    priced = [(bet.bet.name, bet.house_edge) for bet in forms.bets if bet.house_edge]
    for hue, (name, edge) in enumerate(priced):
        points = tuple((decks, 100 * edge.at(decks)) for decks in range(1, most_decks + 1))
        limit = tuple((decks, 100 * edge.limit) for decks in (1, most_decks))
        series += [Series(name, points, "marked" if most_decks <= MOST_MARKED else "line", hue), Series("", limit, "dashed", hue)]
    title = f"{forms.game.title}: house edge by decks"
    return svg(title, "decks", "house edge, percent of the stake", series, note="Dashed: the limit, an infinite shoe.")
