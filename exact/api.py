"""The Python interface: a game with its questions as methods, and odds tables that a notebook displays."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import fields
from fractions import Fraction
from typing import Literal

from exact.game import definition
from exact.game.card import parse_card, parse_cards
from exact.game.coup import Coup, Outcome
from exact.game.rules import parse_dealt
from exact.game.shoe import Shoe
from exact.odds import table
from exact.odds.distribution import Distribution, distribution
from exact.odds.enumeration import outcome_probabilities, walk
from exact.odds.explanation import Explanation, explain
from exact.shoes.polynomial import OddsPolynomial, compile_game


class OddsTable(table.OddsTable):
    """An odds table that a notebook shows as HTML, Markdown or LaTeX."""

    def _repr_html_(self) -> str:
        return self._shown("html")

    def _repr_markdown_(self) -> str:
        return self._shown("md")

    def _repr_latex_(self) -> str:
        return self._shown("latex")

    def _shown(self, form: Literal["html", "md", "latex"]) -> str:
        # Loads the table library: only where a notebook asks for it.
        from exact.report.formats import html_fragment, render
        from exact.report.numbers import Style
        from exact.report.odds import odds_document

        document = odds_document(self, Style(), outcomes=False)
        return html_fragment(document) if form == "html" else render(document, form)

    def to_records(self) -> list[dict[str, str | int | None]]:
        """One record an event for a data frame: counts as ``int``, pays as text, ratios as text ``p/q``."""
        return [
            {
                "bet": odds.bet.id,
                "event": event.event,
                "pays": event.line.pays.text if event.line.pays else None,
                "deals": event.deals,
                "total": event.total,
                "return": None if event.expected_value is None else str(event.expected_value),
            }
            for odds in self.bets
            for event in odds.events
        ]


class Game(definition.Game):
    """A game: ask it for the odds of a shoe, card by card or all at once.

    Cards on the table are written in dealing order, such as ``"B:5 P:7"``; fixed cards are not listed.
    """

    def odds(self, shoe: Shoe, dealt: str = "") -> OddsTable:
        """The exact odds of every bet on one coup from the shoe, or on the rest of a coup begun."""
        odds = table.odds_table(self, shoe, parse_dealt(dealt, self.rules))
        return OddsTable(**{item.name: getattr(odds, item.name) for item in fields(odds)})

    def outcomes(self, shoe: Shoe, dealt: str = "") -> Distribution:
        """The exact distribution of outcomes, through compositions."""
        return distribution(self, shoe, parse_dealt(dealt, self.rules))

    def walk(self, shoe: Shoe, dealt: str = "") -> Iterator[tuple[Coup, Fraction]]:
        """Every finished coup with its probability, by the recursive enumerator."""
        begun = parse_dealt(dealt, self.rules)
        return walk(self.rules, self.rules.unseen(shoe, begun), begun)

    def outcome_probabilities(self, shoe: Shoe, dealt: str = "") -> dict[Outcome, Fraction]:
        """The probability of every outcome, by the recursive enumerator."""
        begun = parse_dealt(dealt, self.rules)
        return outcome_probabilities(self.rules, self.rules.unseen(shoe, begun), begun, self.needs)

    def polynomial(self) -> OddsPolynomial:
        """The odds polynomial, for any shoe and for many: ``evaluate``, ``evaluate_many``."""
        return compile_game(self)

    def explain(self, cards: str | Iterable[str]) -> Explanation:
        """One coup dealt from the cards, step by step, with what each bet is paid."""
        values = parse_cards(cards) if isinstance(cards, str) else tuple(map(parse_card, cards))
        return explain(self, values)


def game(reference: str, readings: Mapping[str, str] | None = None) -> Game:
    """The game of a catalogue id or of a path to a game file, under the wanted readings.

    >>> game("live-7up", {"fixed-card": "from-shoe"}).rules.fixed_from_shoe
    True
    """
    return definition.build(definition.read_document(reference), readings or {}, Game)
