"""The section of a sheet on the deal: what the rules say of it, what is assumed, and what the figures do not depend on."""

from __future__ import annotations

from collections.abc import Iterator

from exact.game.card import ORDER, PACK, symbol
from exact.game.coup import Coup
from exact.report.document import Block, Heading, Paragraph, Table
from exact.report.odds import describe_counts, describe_shoe
from exact.report.procedure import ASSUMPTION, has_procedure, procedure_table
from exact.report.sheet.facts import Sheet

NO_PROCEDURE = "This game's rules do not say how coups follow one another in a shoe; the figures of one coup do not depend on it."
ENDLESS = "The figures are those of one coup. No card that is burned or seen changes them, as the shoe stays the same."
NO_END = "An infinite shoe has no last coup and no cut card"
ONE_COUP = (
    "The figures are those of one coup from this shoe. Burning cards unseen, before the first coup or between coups, does not change "
    "them: any cards of a shuffled shoe are as likely to come next as any others. Cards seen change them."
)


def procedure_blocks(sheet: Sheet) -> Iterator[Block]:
    """What is taken for granted of the deal."""
    game, shoe, rules = sheet.game, sheet.shoe, sheet.game.rules
    yield Heading("Dealing procedure and assumptions")
    yield _cards(sheet)
    yield Paragraph(f"Shoe: {describe_shoe(shoe)}. Suits do not matter; T is every 10, J, Q and K.")
    if shoe.replacement:
        yield Paragraph("Every card is dealt with replacement, as from an infinite shoe: the limit of ever more decks.")
    else:
        yield Paragraph("Cards are dealt without replacement, every order of the shoe being equally likely.")
    if rules.fixed != Coup():
        yield Paragraph(f"Fixed cards are {_origin(sheet)}. They count in a hand's total and wherever cards of a value are counted.")
    yield Paragraph(ENDLESS if shoe.replacement else ONE_COUP)
    yield from _between_coups(sheet)
    if any(odds.variance is not None for odds in sheet.table.bets):
        commission = ", the commission taken off exactly" if any(bet.commission for bet in game.bets) else ""
        yield Paragraph(f"Wins are paid exactly as the paytable says{commission}, with no rounding to chips.")


def _cards(sheet: Sheet) -> Table:
    """The cards of a pack and those that are dealt; of an infinite shoe how often each comes in 13."""
    unseen = sheet.table.outcomes.unseen
    name = "of every 13 cards dealt, on average" if unseen.replacement else "cards dealt from"
    pack = ("one pack", *(str(PACK[value]) for value in ORDER), str(sum(PACK)))
    dealt = (name, *(f"{unseen.counts[value]:,}" for value in ORDER), f"{unseen.cards:,}")
    return Table.of("cards|" + "|".join(map(symbol, ORDER)) + "|all", [pack, dealt], range(1, 12))


def _origin(sheet: Sheet) -> str:
    """Where fixed cards come from."""
    if not sheet.game.rules.fixed_from_shoe:
        return "not cards of the shoe"
    if sheet.shoe.replacement:
        return "taken from the shoe, which an infinite one does not show"
    return f"taken from the shoe, which leaves {describe_counts(sheet.table.outcomes.unseen)}"


def _between_coups(sheet: Sheet) -> Iterator[Block]:
    """How coups follow one another: a line each, with who says so."""
    if sheet.shoe.replacement:
        said = ": what the rules say of the coups of a shoe has no bearing on this sheet" if has_procedure(sheet.game) else ""
        yield Paragraph(f"{NO_END}{said}.")
    elif has_procedure(sheet.game):
        yield Paragraph("How coups follow one another in a shoe:")
        yield procedure_table(sheet.game)
        yield Paragraph(ASSUMPTION)
    else:
        yield Paragraph(NO_PROCEDURE)
