"""What each ambiguity of a rule sheet is worth: every bet under every choice, one reading changed at a time."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction

from exact.game.coup import Coup
from exact.game.definition import Game
from exact.game.reading import Reading
from exact.game.shoe import Shoe
from exact.odds.table import BetOdds, OddsTable, odds_table
from exact.report.document import Block, Document, Heading, Paragraph, Table
from exact.report.numbers import Style
from exact.report.odds import describe_shoe, shoe_json


@dataclass(frozen=True, slots=True)
class Alternative:
    """The odds under one choice of one reading, everything else as chosen."""

    reading: Reading
    choice: str
    table: OddsTable


def alternatives(game: Game, shoe: Shoe, begun: Coup | None) -> tuple[OddsTable, list[Alternative]]:
    """The odds as chosen, and under each choice of each reading."""
    base = odds_table(game, shoe, begun)
    by_name = {reading.name: reading for reading in game.readings}
    return base, [Alternative(by_name[name], choice, odds_table(other, shoe, begun)) for name, choice, other in game.each_reading()]


def _change(value: Fraction | None, base: Fraction | None, style: Style) -> str:
    """How much a value differs from its base, with its sign."""
    if value is None or base is None:
        return style.none
    change = value - base
    return f"+{style.ratio(change)}" if change > 0 else style.ratio(change)


def _rows(alternative: Alternative, base: OddsTable, style: Style) -> list[tuple[str, ...]]:
    """A row a bet: return, house edge and change; for a bet without a paytable a row an event.

    There is no change of a bet or an event that the game has under the other choice only.
    """
    rows: list[tuple[str, ...]] = []
    returns = {odds.bet.id: odds.expected_value for odds in base.bets}
    chances = {(odds.bet.id, event.event): event.probability for odds in base.bets for event in odds.events}
    for odds in alternative.table.bets:
        if odds.expected_value is not None:
            change = _change(odds.expected_value, returns.get(odds.bet.id), style)
            rows.append((odds.bet.name, "", style.ratio(odds.expected_value), style.ratio(odds.house_edge), change, "", ""))
            continue
        for event in odds.events:
            change = _change(event.probability, chances.get((odds.bet.id, event.event)), style)
            rows.append((odds.bet.name, event.event, "", "", change, style.ratio(event.probability), style.ratio(event.true_odds)))
    return rows


_PRICED = ("choice", "bet", "return", "house edge", "change of return")
_UNPRICED = ("choice", "bet", "event", "probability", "true odds", "change of probability")


def _table(alternatives_: list[Alternative], base: OddsTable, style: Style) -> Table:
    priced = all(odds.expected_value is not None for odds in base.bets)
    rows = []
    for alternative in alternatives_:
        shown = f"{alternative.choice} *" if (alternative.reading.name, alternative.choice) in base.game.chosen else alternative.choice
        for bet, event, mean, edge, change, probability, odds in _rows(alternative, base, style):
            rows.append((shown, bet, mean, edge, change) if priced else (shown, bet, event or "return", probability or mean, odds, change))
    return Table(_PRICED if priced else _UNPRICED, tuple(rows), frozenset({2, 3, 4} if priced else {3, 4, 5}))


def readings_document(game: Game, shoe: Shoe, begun: Coup | None, style: Style) -> Document:
    """For every reading its clause, its choices, and what the bets are worth under each."""
    base, every = alternatives(game, shoe, begun)
    tables = reading_tables(base, every, style)
    flat = [(reading.name, *row) for reading, table in tables for row in table.rows]
    columns = tables[0][1].columns if tables else _PRICED
    blocks = [*reading_opening(game, shoe), *reading_blocks(tables), Paragraph(style.rounding)]
    return Document(tuple(blocks), Table(("reading", *columns), tuple(flat)))


def reading_opening(game: Game, shoe: Shoe) -> list[Block]:
    """The title, the shoe and the readings in force."""
    intro = f"Shoe: {describe_shoe(shoe)}. Readings: {game.readings_text or 'none'}. One is changed at a time; * marks the choice in force."
    return [Heading(f"{game.title} ({game.id}): what each reading is worth", 1), Paragraph(intro)]


def reading_tables(base: OddsTable, every: Sequence[Alternative], style: Style) -> list[tuple[Reading, Table]]:
    """What the bets are worth under each choice of every reading."""
    return [(reading, _table([item for item in every if item.reading == reading], base, style)) for reading in base.game.readings]


def reading_blocks(tables: Sequence[tuple[Reading, Table]]) -> Iterator[Block]:
    """For every reading its clause, its choices and its table."""
    for reading, table in tables:
        yield Heading(reading.name)
        yield Paragraph(f"“{reading.clause}”")
        yield from (Paragraph(f"{name}: {says}.") for name, says in reading.choices)
        yield table


def readings_json(game: Game, shoe: Shoe, begun: Coup | None) -> dict[str, object]:
    """The same as JSON, exact numbers as strings."""
    _, every = alternatives(game, shoe, begun)
    return {
        "schema": "exact.readings/1",
        "game": game.id,
        "readings": dict(game.chosen),
        "shoe": shoe_json(shoe),
        "alternatives": [
            {
                "reading": item.reading.name,
                "choice": item.choice,
                "in_force": (item.reading.name, item.choice) in game.chosen,
                "bets": [_bet(odds) for odds in item.table.bets],
            }
            for item in every
        ],
    }


def _bet(odds: BetOdds) -> dict[str, object]:
    return {
        "bet": odds.bet.id,
        "expected_value": None if odds.expected_value is None else str(odds.expected_value),
        "house_edge": None if odds.house_edge is None else str(odds.house_edge),
        "events": [{"event": event.event, "probability": str(event.probability)} for event in odds.events],
    }
