"""The catalogue, and one game's rules, tableau, paytable, readings and source, in words."""

from __future__ import annotations

from exact.game.card import VALUES, symbol
from exact.game.condition import Condition
from exact.game.coup import Coup
from exact.game.definition import Game
from exact.game.rules import Rules
from exact.game.tableau import STOOD
from exact.report.document import Block, Document, Heading, Paragraph, Table
from exact.report.odds import describe_pays, percent
from exact.report.procedure import ASSUMPTION, has_procedure, procedure_json, procedure_table

_LETTER = {True: "D", False: "S"}


def games_document(games: list[Game]) -> Document:
    """The games of the catalogue, a line each."""
    rows = [(game.id, game.title, ", ".join(bet.id for bet in game.bets), ", ".join(r.name for r in game.readings)) for game in games]
    table = Table.of("game|title|bets|readings", list(rows))
    return Document((table,), table)


def games_json(games: list[Game]) -> dict[str, object]:
    """The catalogue as JSON."""
    return {"schema": "exact.games/1", "games": [game_json(game) for game in games]}


def game_document(game: Game) -> Document:
    """One game, to be held beside its rule sheet."""
    blocks: list[Block] = [Heading(f"{game.title} ({game.id})", 1), Paragraph(f"Source: {game.source}."), *rule_blocks(game)]
    if has_procedure(game):
        blocks += [Heading("Procedure"), procedure_table(game), Paragraph(ASSUMPTION)]
    if game.readings:
        blocks += [Heading("Readings"), *(Paragraph(text) for text in _readings_in_words(game)), _readings(game)]
    if game.notes:
        blocks += [Heading("Notes"), *(Paragraph(note) for note in game.notes)]
    return Document(tuple(blocks), _paytable(game))


def rule_blocks(game: Game) -> list[Block]:
    """The deal, both tableaus and the bets."""
    blocks: list[Block] = [Heading("Deal"), *(Paragraph(text) for text in rules_in_words(game.rules))]
    blocks += [Heading("Player's tableau"), _player_table(game.rules), Heading("Banker's tableau"), _banker_table(game.rules)]
    blocks.append(Paragraph("D: draw a third card. S: stand. The last column is for a Player who took no third card."))
    if game.also_tie:
        blocks.append(Paragraph(f"A tie too: {'; or '.join(map(str, game.also_tie))}."))
    blocks += [Heading("Bets"), _paytable(game)]
    for bet in game.bets:
        if bet.commission:
            blocks.append(Paragraph(f"{bet.name}: {percent(bet.commission)} commission on winnings."))
    return blocks


def rules_in_words(rules: Rules) -> list[str]:
    """Card values, fixed cards, dealing order, naturals and drawing, a sentence each."""
    texts = ["An ace counts 1, the cards 2 to 9 their face value, 10, J, Q and K zero; a hand's total is the right digit of the sum."]
    if rules.fixed != Coup():
        where = "are cards of the shoe" if rules.fixed_from_shoe else "are not dealt from the shoe"
        hands = (("Player", rules.fixed.player), ("Banker", rules.fixed.banker))
        held = "; ".join(f"{name}: {' '.join(map(symbol, cards))}" for name, cards in hands if cards)
        texts.append(f"Fixed cards, which {where}: {held}.")
    texts.append(f"Dealing order: {', '.join(hand.title() for hand in rules.order)}.")
    if rules.naturals:
        totals = " or ".join(map(str, sorted(rules.naturals)))
        texts.append(f"A two-card total of {totals} in either hand is a natural and ends the coup.")
    texts.append("Otherwise the Player's, then the Banker's tableau decides on one third card each.")
    return texts


def _totals(rules: Rules) -> list[int]:
    return [total for total in VALUES if total not in rules.naturals]


def _player_table(rules: Rules) -> Table:
    totals = _totals(rules)
    return Table.of("total|" + "|".join(map(str, totals)), [("Player", *(_LETTER[rules.tableau.player_draws(t)] for t in totals))])


def _banker_table(rules: Rules) -> Table:
    rows = [
        (str(total), *(_LETTER[rules.tableau.banker_draws(total, third)] for third in (*VALUES, None)))
        for total in reversed(_totals(rules))
    ]
    return Table.of("Banker|" + "|".join(map(str, VALUES)) + f"|{STOOD}", list(rows))


def _paytable(game: Game) -> Table:
    rows = [
        (bet.id, line.event, str(line.when) if line.when else "every other coup", describe_pays(bet, line))
        for bet in game.bets
        for line in bet.every_line()
    ]
    return Table.of("bet|event|when|pays", list(rows))


def _readings_in_words(game: Game) -> list[str]:
    return [f"{reading.name}: “{reading.clause}”" for reading in game.readings]


def _readings(game: Game) -> Table:
    rows = [
        (reading.name, f"{choice} *" if (reading.name, choice) in game.chosen else choice, says)
        for reading in game.readings
        for choice, says in reading.choices
    ]
    return Table.of("reading|choice (* in force)|meaning", list(rows))


def game_json(game: Game) -> dict[str, object]:
    """A game as JSON, its readings resolved."""
    rules = game.rules
    return {
        "schema": "exact.game/1",
        "game": game.id,
        "title": game.title,
        "source": game.source,
        "notes": list(game.notes),
        "fixed": {
            "player": [symbol(card) for card in rules.fixed.player],
            "banker": [symbol(card) for card in rules.fixed.banker],
            "origin": "from-shoe" if rules.fixed_from_shoe else "printed",
        },
        "order": list(rules.order),
        "naturals": sorted(rules.naturals),
        "tableau": {
            "player": {str(total): _LETTER[rules.tableau.player_draws(total)] for total in _totals(rules)},
            "banker": {
                str(total): {STOOD if third is None else str(third): _LETTER[rules.tableau.banker_draws(total, third)]
                             for third in (*VALUES, None)}
                for total in _totals(rules)
            },
        },
        "procedure": procedure_json(game),
        "also_tie": [_condition(condition) for condition in game.also_tie],
        "bets": [
            {
                "bet": bet.id,
                "name": bet.name,
                "commission": str(bet.commission),
                "lines": [
                    {"event": line.event, "when": _condition(line.when) if line.when else None,
                     "pays": line.pays.text if line.pays else None}
                    for line in bet.every_line()
                ],
            }
            for bet in game.bets
        ],
        "readings": [
            {"name": reading.name, "clause": reading.clause, "choices": dict(reading.choices), "chosen": dict(game.chosen)[reading.name]}
            for reading in game.readings
        ],
    }  # fmt: skip


def _condition(condition: Condition) -> dict[str, list[int | str]]:
    return {name: sorted(allowed, key=str) for name, allowed in condition.tests}
