"""What certified tables say of a whole game: its bets by the number of decks, and the effects of removal."""

from __future__ import annotations

from collections.abc import Sequence

from exact.game.card import ORDER, symbol
from exact.odds.table import BetOdds, OddsTable
from exact.report.document import Block, Document, Heading, Paragraph, Table
from exact.report.numbers import Style
from exact.report.odds import JSON_ROOT_DIGITS, describe_shoe, measures, shoe_json
from exact.rounding import sqrt_text
from exact.shoes.removal import Removal


def summary_document(tables: Sequence[OddsTable], style: Style) -> Document:
    """The measures of every bet, a table a bet, a row a number of decks."""
    game = tables[0].game
    text = f"{_readings(tables[0])}Each row is one shoe; inf is the infinite one, the limit of ever more decks."
    blocks: list[Block] = [Heading(f"{game.title} ({game.id}): by decks", 1), Paragraph(text)]
    names = [name for name, _ in measures(tables[0].bets[0], style)]
    for index, bet in enumerate(game.bets):
        rows = [(_decks(table), *_values(table.bets[index], style)) for table in tables]
        blocks += [Heading(bet.name), Table(("decks", *names), tuple(rows), frozenset(range(len(names) + 1)))]
    plain = Style(style.digits, grouped=False, none="")
    flat = [(bet.bet.id, _decks(table), str(table.deals), *_values(bet, plain)) for table in tables for bet in table.bets]
    columns = ("bet", "decks", "deals", *(name.replace(" ", "_") for name in names))
    return Document(tuple(blocks), Table(columns, tuple(flat)))


def _values(odds: BetOdds, style: Style) -> list[str]:
    return [value for _, value in measures(odds, style)]


def _decks(table: OddsTable) -> str:
    return str(table.shoe.whole_decks or "inf")


def _readings(table: OddsTable) -> str:
    chosen = table.game.readings_text
    return f"Readings: {chosen}. " if chosen else ""


def summary_json(tables: Sequence[OddsTable]) -> dict[str, object]:
    """The same as JSON, ratios as strings."""
    game = tables[0].game
    return {
        "schema": "exact.summary/1",
        "game": game.id,
        "title": game.title,
        "readings": dict(game.chosen),
        "shoes": [
            {"decks": table.shoe.whole_decks or "inf", "deals": str(table.deals), "bets": [_bet_json(odds) for odds in table.bets]}
            for table in tables
        ],
    }


def _bet_json(odds: BetOdds) -> dict[str, object]:
    exact = {
        "expected_value": odds.expected_value,
        "house_edge": odds.house_edge,
        "return_to_player": odds.return_to_player,
        "hit_frequency": odds.hit_frequency,
        "push_frequency": odds.push_frequency,
        "edge_per_resolved_bet": odds.edge_per_resolved_bet,
        "variance": odds.variance,
    }
    texts: dict[str, object] = {name: None if value is None else str(value) for name, value in exact.items()}
    deviation = None if odds.variance is None else sqrt_text(odds.variance, JSON_ROOT_DIGITS)
    return {"bet": odds.bet.id, **texts, "standard_deviation": deviation}


def effects_document(removal: Removal, style: Style) -> Document:
    """The effect of every single card on each return; without a paytable on the probability of each event."""
    game = removal.game
    text = (
        f"Shoe: {describe_shoe(removal.shoe)}. Readings: {game.readings_text}. The return of each bet (without a paytable: the "
        "probability of each event) from the whole shoe, then its change when one given card leaves the shoe; T is every card that "
        "counts zero."
    )
    columns = ("bet", "event", "whole shoe", *map(symbol, ORDER))
    table = Table(columns, _rows(removal, style, names=True), frozenset(range(2, len(columns))))
    flat = Table(
        ("bet", "event", "whole_shoe", *map(symbol, ORDER)), _rows(removal, Style(style.digits, grouped=False, none=""), names=False)
    )
    return Document((Heading(f"{game.title} ({game.id}): effects of removal", 1), Paragraph(text), table), flat)


def _rows(removal: Removal, style: Style, *, names: bool) -> tuple[tuple[str, ...], ...]:
    """One row a measure; the bet by its name or by its id."""
    return tuple(
        (
            effects.measure.bet.name if names else effects.measure.bet.id,
            effects.measure.event or "return",
            style.ratio(effects.value),
            *(style.ratio(effects.single[value]) for value in ORDER),
        )
        for effects in removal.effects
    )


def effects_json(removal: Removal) -> dict[str, object]:
    """The same as JSON, ratios as strings."""
    game = removal.game
    return {
        "schema": "exact.effects/1",
        "game": game.id,
        "title": game.title,
        "readings": dict(game.chosen),
        "shoe": shoe_json(removal.shoe),
        "measures": [
            {
                "bet": effects.measure.bet.id,
                "event": effects.measure.event,
                "whole_shoe": str(effects.value),
                "effects": {symbol(value): str(effects.single[value]) for value in ORDER},
            }
            for effects in removal.effects
        ],
    }
