"""Odds tables as documents and as JSON."""

from __future__ import annotations

from fractions import Fraction

from exact.game.bet import Bet, Line
from exact.game.card import ORDER, symbol
from exact.game.coup import Coup
from exact.game.shoe import Shoe
from exact.odds.table import BetOdds, OddsTable
from exact.report.document import Block, Document, Heading, Paragraph, Table
from exact.report.numbers import NONE, Style
from exact.rounding import sqrt_text

JSON_ROOT_DIGITS = 30


def odds_document(table: OddsTable, style: Style, *, outcomes: bool) -> Document:
    """Every bet's table with its measures, the outcome table, the shoe and the readings, and how numbers are rounded."""
    return Document((*odds_blocks(table, style, outcomes=outcomes), Paragraph(style.rounding)), odds_flat(table, style))


def odds_blocks(table: OddsTable, style: Style, *, outcomes: bool) -> list[Block]:
    """The same without a word on rounding."""
    blocks: list[Block] = [Heading(f"{table.game.title} ({table.game.id})", 1), *_setting(table, style)]
    for odds in table.bets:
        blocks += [Heading(odds.bet.name), bet_table(odds, style), measures_table(odds, style)]
        if odds.bet.note:
            blocks.append(Paragraph(odds.bet.note))
    if outcomes:
        blocks += _outcome_blocks(table, style)
    return blocks


def _setting(table: OddsTable, style: Style) -> list[Block]:
    """The shoe, the cards on the table, the unit of the counts and the readings."""
    seen = table.outcomes
    lines = [f"Shoe: {describe_shoe(table.shoe)}."]
    if table.begun != table.game.rules.fixed:
        lines.append(f"On the table: {describe_coup(table.begun)}.")
    if seen.unseen != table.shoe:
        lines.append(f"Dealt from the {seen.unseen.cards:,} cards left ({describe_counts(seen.unseen)}).")
    kind = "with replacement, out of 13 kinds" if table.shoe.replacement else "in order"
    lines.append(f"Unit: deals of {seen.cards} cards {kind}, {style.count(table.deals)} in all.")
    chosen = table.game.readings_text
    if chosen:
        lines.append(f"Readings: {chosen}.")
    return [Paragraph(" ".join(lines))]


def describe_shoe(shoe: Shoe) -> str:
    """The shoe in words."""
    if shoe.replacement:
        return "infinite (every card dealt as from a full pack)"
    decks = shoe.whole_decks
    if decks:
        return f"{decks} deck{'s' if decks > 1 else ''}, {shoe.cards:,} cards"
    return f"{shoe.cards:,} cards ({describe_counts(shoe)})"


def describe_counts(shoe: Shoe) -> str:
    """How many cards of each kind."""
    return ", ".join(f"{symbol(value)}: {shoe.counts[value]:,}" for value in ORDER)


def describe_coup(coup: Coup) -> str:
    """The cards of both hands."""
    hands = (("Player", coup.player), ("Banker", coup.banker))
    return ", ".join(f"{name} {' '.join(map(symbol, cards)) or 'no card'}" for name, cards in hands)


def bet_table(odds: BetOdds, style: Style) -> Table:
    """A bet's events with pays, deals, probability, true odds and return, and a total line."""
    rows = [
        (event.event, describe_pays(odds.bet, event.line), style.count(event.deals), style.ratio(event.probability),
         style.ratio(event.true_odds), style.ratio(event.expected_value))
        for event in odds.events
    ]  # fmt: skip
    total = ("total", "", style.count(odds.total), style.ratio(Fraction(1)), "", style.ratio(odds.expected_value))
    return Table.of("event|pays|deals|probability|true odds|return", [*rows, total], {2, 3, 4, 5})


def describe_pays(bet: Bet, line: Line, none: str = NONE) -> str:
    """What a line pays, the commission with it."""
    if line.pays is None:
        return none
    commission = bet.commission and line.pays.to_one > 0
    return f"{line.pays.text} -{percent(bet.commission)}" if commission else line.pays.text


def percent(share: Fraction) -> str:
    """A share as a percentage, exact: ``5%``, ``2.5%``."""
    value = share * 100
    digits = 0
    while (value * 10**digits).denominator != 1:
        digits += 1
    whole = str(value * 10**digits)
    return f"{whole}%" if not digits else f"{whole[:-digits] or '0'}.{whole[-digits:].rjust(digits, '0')}%"


def measures(odds: BetOdds, style: Style) -> list[tuple[str, str]]:
    """The measures of a bet, each with its name."""
    return [
        ("return", style.ratio(odds.expected_value)),
        ("house edge", style.ratio(odds.house_edge)),
        ("return to player", style.ratio(odds.return_to_player)),
        ("hit frequency", style.ratio(odds.hit_frequency)),
        ("push frequency", style.ratio(odds.push_frequency)),
        ("edge per resolved bet", style.ratio(odds.edge_per_resolved_bet)),
        ("variance", style.ratio(odds.variance)),
        ("standard deviation", style.root(odds.variance)),
    ]


def measures_table(odds: BetOdds, style: Style) -> Table:
    """The measures below a bet's table."""
    return Table.of("per unit staked|value", measures(odds, style), {1})


def _outcome_blocks(table: OddsTable, style: Style) -> list[Block]:
    """The 100 cells, Player's total by Banker's total, and the number of cards."""
    total = table.deals
    cells = table.outcomes.by_totals()
    grid = [(f"Player {p}", *(style.ratio(Fraction(number, total)) for number in row)) for p, row in enumerate(cells)]
    sums = [sum(row[b] for row in cells) for b in range(10)]
    grid.append(("total", *(style.ratio(Fraction(number, total)) for number in sums)))
    header = "Banker:|" + "|".join(map(str, range(10)))
    rows = [(str(n), style.count(deals), style.ratio(Fraction(deals, total))) for n, deals in table.outcomes.by_cards().items()]
    fixed = len(table.game.rules.fixed.player) + len(table.game.rules.fixed.banker)
    name = "Number of cards in both hands" + (f", {fixed} fixed" if fixed else "")
    return [
        Heading("Probability of the final totals"),
        Table.of(header, grid, range(1, 11)),
        Heading(name),
        Table.of("cards|deals|probability", [*rows, ("total", style.count(total), style.ratio(Fraction(1)))], {1, 2}),
    ]


def odds_flat(table: OddsTable, style: Style) -> Table:
    """One row an event and one a bet's total, with the measures of the bet."""
    plain = Style(style.digits, style.fractions, grouped=False, none="")
    names = [name.replace(" ", "_") for name, _ in measures(table.bets[0], plain)][1:]
    rows = [row for odds in table.bets for row in _flat_rows(odds, plain, [""] * len(names))]
    columns = "bet|event|pays|deals|probability|true_odds|return|" + "|".join(names)
    return Table.of(columns, rows)


def _flat_rows(odds: BetOdds, plain: Style, blank: list[str]) -> list[tuple[str, ...]]:
    """The rows of one bet; "3 to 2" because a spreadsheet takes 3:2 for a time of day."""
    rows = [
        (odds.bet.id, event.event, describe_pays(odds.bet, event.line, "").replace(":", " to "), plain.count(event.deals),
         plain.ratio(event.probability), plain.ratio(event.true_odds), plain.ratio(event.expected_value), *blank)
        for event in odds.events
    ]  # fmt: skip
    values = [value for _, value in measures(odds, plain)]
    return [*rows, (odds.bet.id, "total", "", plain.count(odds.total), plain.ratio(Fraction(1)), "", *values)]


def _exact(value: Fraction | None) -> str | None:
    return None if value is None else str(value)


def shoe_json(shoe: Shoe) -> dict[str, object]:
    """A shoe as JSON; of an infinite one the proportions of each value."""
    if shoe.replacement:
        shares = [str(Fraction(count, shoe.cards)) for count in shoe.counts]
        return {"decks": "inf", "cards": None, "counts": None, "proportions": shares}
    return {"decks": shoe.whole_decks, "cards": shoe.cards, "counts": list(shoe.counts)}


def odds_json(table: OddsTable) -> dict[str, object]:
    """The odds table as JSON: exact numbers are strings, see the README."""
    game, seen = table.game, table.outcomes
    return {
        "schema": "exact.odds/1",
        "game": game.id,
        "title": game.title,
        "readings": dict(game.chosen),
        "shoe": shoe_json(table.shoe),
        "on_table": {"player": _cards(table.begun.player), "banker": _cards(table.begun.banker)},
        "unseen": shoe_json(seen.unseen),
        "cards_per_deal": seen.cards,
        "deals": str(table.deals),
        "bets": [_bet_json(odds) for odds in table.bets],
        "outcomes": [[str(number) for number in row] for row in seen.by_totals()],
        "cards": {str(number): str(deals) for number, deals in seen.by_cards().items()},
    }


def _cards(cards: tuple[int, ...]) -> list[str]:
    return [symbol(card) for card in cards]


def _bet_json(odds: BetOdds) -> dict[str, object]:
    return {
        "bet": odds.bet.id,
        "name": odds.bet.name,
        "commission": _exact(odds.bet.commission),
        "events": [
            {
                "event": event.event,
                "pays": event.line.pays.text if event.line.pays else None,
                "net": _exact(event.net),
                "deals": str(event.deals),
                "probability": _exact(event.probability),
                "true_odds": _exact(event.true_odds),
                "return": _exact(event.expected_value),
            }
            for event in odds.events
        ],
        "expected_value": _exact(odds.expected_value),
        "house_edge": _exact(odds.house_edge),
        "return_to_player": _exact(odds.return_to_player),
        "hit_frequency": _exact(odds.hit_frequency),
        "push_frequency": _exact(odds.push_frequency),
        "edge_per_resolved_bet": _exact(odds.edge_per_resolved_bet),
        "variance": _exact(odds.variance),
        "standard_deviation": None if odds.variance is None else sqrt_text(odds.variance, JSON_ROOT_DIGITS),
    }
