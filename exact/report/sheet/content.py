"""The text of a sheet: every section as blocks, from figures that are there already."""

from __future__ import annotations

from collections.abc import Iterator

from exact.game.card import PACK, symbol
from exact.game.definition import Game
from exact.report.closed_form import edge_plot
from exact.report.document import Block, Document, Figure, Heading, Paragraph, Table
from exact.report.games import game_document
from exact.report.numbers import Style
from exact.report.odds import describe_counts, describe_shoe, odds_document
from exact.report.readings import readings_document
from exact.report.sheet.beyond import beyond_blocks
from exact.report.sheet.evidence import DECKS
from exact.report.sheet.examples import event_examples, example_row, rule_examples
from exact.report.sheet.facts import Labels, Sheet
from exact.report.sheet.wagers import outcome_blocks, summary_table, wager_blocks

EFFECT_DIGITS = 2
"""More places for effects of removal than for returns: one card of a whole shoe moves a return by about 0.001."""


def sheet_title(game: Game) -> str:
    """The title of a sheet."""
    return f"{game.title}: math sheet"


def sheet_document(sheet: Sheet, style: Style) -> Document:
    """The whole sheet, in the order in which it is read."""
    sections = (
        _opening(sheet, style), _rules(sheet), _procedure(sheet), _readings(sheet, style), wager_blocks(sheet, style),
        outcome_blocks(sheet, style), _decks(sheet, style), _removal(sheet, style),
        beyond_blocks(sheet.table, sheet.beyond, style), _method(sheet, style), _terms(),
    )  # fmt: skip
    blocks = tuple(block for section in sections for block in section)
    return Document(blocks, odds_document(sheet.table, style, outcomes=False).flat)


def label_rows(labels: Labels) -> list[tuple[str, str]]:
    """What the caller said of the sheet, and the program that made it."""
    rows = [("version of this sheet", labels.version), ("date", labels.date)]
    return [*((name, value) for name, value in rows if value), ("made by", f"exact {labels.program}".rstrip())]


def setting_rows(game: Game, digest: str) -> list[tuple[str, str]]:
    """The game, its rule sheet, its readings and its digest."""
    chosen = ", ".join(f"{name}={choice}" for name, choice in game.chosen)
    return [
        ("game", game.id),
        ("rule sheet", game.source),
        ("readings", chosen or "none: no clause is read in more than one way"),
        ("SHA-256 of the game file, as canonical JSON", digest),
    ]


def _opening(sheet: Sheet, style: Style) -> Iterator[Block]:
    yield Heading(sheet_title(sheet.game), 1)
    game, shoe = setting_rows(sheet.game, sheet.digest), ("shoe", describe_shoe(sheet.shoe))
    yield Table.of("about|this sheet", [*label_rows(sheet.labels), *game[:2], shoe, *game[2:]])
    yield Heading("Summary")
    yield summary_table(sheet, style)
    yield Paragraph(style.rounding)


def _rules(sheet: Sheet) -> Iterator[Block]:
    """The rules in words with both tableaus, then a worked coup for each rule line and each event."""
    yield Heading("Rules of the game")
    blocks = game_document(sheet.game).blocks
    for block in blocks[2 : _place(blocks, "Procedure", "Readings", "Notes")]:
        yield block._replace(level=3) if isinstance(block, Heading) else block
    yield Heading("Worked coups: rules", 3)
    yield Paragraph(
        "Cards dealt are in dealing order, T being any card that counts zero; fixed cards are in the hands only. Each is the first "
        "coup that shows its rule when all coups are listed by their cards, T first, then A, 2, ..., 9."
    )
    columns = "rule|cards dealt|Player|Banker|result"
    yield Table.of(columns, [example_row(example) for example in rule_examples(sheet.game, sheet.walked)])
    yield Heading("Worked coups: paytable", 3)
    rows = [(name, *example_row(example)) for name, example in event_examples(sheet.game, sheet.walked)]
    yield Table.of("bet|event and pays|cards dealt|Player|Banker|result", rows)
    if sheet.game.notes:
        yield Heading("Notes on the rule sheet", 3)
        yield from (Paragraph(note) for note in sheet.game.notes)


def _place(blocks: tuple[Block, ...], *headings: str) -> int:
    """Where the first of some headings stands; the end where none does."""
    places = (index for index, block in enumerate(blocks) if isinstance(block, Heading) and block.text in headings)
    return next(places, len(blocks))


def _procedure(sheet: Sheet) -> Iterator[Block]:
    """What is taken for granted of the deal."""
    shoe, unseen, rules = sheet.shoe, sheet.table.outcomes.unseen, sheet.game.rules
    yield Heading("Dealing procedure and assumptions")
    counts = unseen.counts
    rows = [("cards dealt from", *(f"{counts[value]:,}" for value in (*range(1, 10), 0)), f"{unseen.cards:,}")]
    pack = ("one pack", *(str(PACK[value]) for value in (*range(1, 10), 0)), str(sum(PACK)))
    columns = "cards|" + "|".join(symbol(value) for value in (*range(1, 10), 0)) + "|all"
    yield Table.of(columns, [pack, *rows], range(1, 12))
    yield Paragraph(f"Shoe: {describe_shoe(shoe)}. Suits do not matter; T is every 10, J, Q and K.")
    if shoe.replacement:
        yield Paragraph("Every card is dealt with replacement, as from an infinite shoe: the limit of ever more decks.")
    else:
        yield Paragraph("Cards are dealt without replacement, every order of the shoe being equally likely.")
    if rules.fixed.player or rules.fixed.banker:
        taken = f"taken from the shoe, which leaves {describe_counts(unseen)}" if rules.fixed_from_shoe else "not cards of the shoe"
        yield Paragraph(f"Fixed cards are {taken}. They count in a hand's total and wherever cards of a value are counted.")
    blocks = game_document(sheet.game).blocks
    said = blocks[_place(blocks, "Procedure") + 1 : _place(blocks, "Readings", "Notes")]
    yield from (Paragraph(f"By the rule sheet: {block.text}") for block in said if isinstance(block, Paragraph))
    yield Paragraph(
        "The figures are those of one coup from this shoe. Burning cards unseen, before the first coup or between coups, does "
        "not change them: any cards of a shuffled shoe are as likely to come next as any others. Cards seen change them."
    )
    yield Paragraph("Wins are paid exactly as the paytable says, commission included, with no rounding to chips.")


def _readings(sheet: Sheet, style: Style) -> Iterator[Block]:
    """Every ambiguous clause, what was chosen and what the other choices would give."""
    yield Heading("Readings of the rule sheet")
    if not sheet.game.readings:
        yield Paragraph("The rules leave no clause that is read in more than one way.")
        return
    yield Paragraph("Where a clause can be understood in more than one way, each choice is priced, one changed at a time; * is in force.")
    blocks = readings_document(sheet.game, sheet.shoe, None, style).blocks
    for block in blocks[2:-1]:
        yield block._replace(level=3) if isinstance(block, Heading) else block


def _decks(sheet: Sheet, style: Style) -> Iterator[Block]:
    """House edge, or where it is not known the chance of winning, by number of decks."""
    priced = [bet for bet in sheet.forms.bets if bet.house_edge]
    yield Heading("House edge by number of decks" if priced else "Probabilities by number of decks")
    if priced:
        named = [(bet.bet.name, bet.house_edge) for bet in priced]
    else:
        named = [
            (f"{bet.bet.name}: {line.event}", form)
            for bet in sheet.forms.bets
            for line, form in zip(bet.bet.lines, bet.probabilities, strict=False)
        ]
    forms = [(name, form) for name, form in named if form]
    rows = [(str(number), *(style.ratio(form.at(number)) for _, form in forms)) for number in DECKS]
    rows.append(("infinite", *(style.ratio(form.limit) for _, form in forms)))
    yield Table(("decks", *(name for name, _ in forms)), tuple(rows), frozenset(range(1, len(forms) + 1)))
    yield Paragraph("Full shoes, under the readings in force. Infinite: the limit of ever more decks.")
    if priced:
        names = ", ".join(name for name, _ in forms)
        yield Figure(edge_plot(sheet.forms, DECKS[-1]), f"House edge in percent of the stake by number of decks: {names}; data above.")


def _removal(sheet: Sheet, style: Style) -> Iterator[Block]:
    """The change of every return, or probability, when one card leaves the shoe."""
    yield Heading("Effects of removal")
    if sheet.removal is None:
        yield Paragraph(f"There are none for this shoe: {sheet.no_removal}.")
        return
    finer = Style(style.digits + EFFECT_DIGITS, style.fractions)
    effects = sheet.removal.effects
    names = [item.measure.bet.name if item.measure.event is None else f"{item.measure.bet.name}: {item.measure.event}" for item in effects]
    rows = [(symbol(value), *(finer.ratio(item.single[value]) for item in effects)) for value in (*range(1, 10), 0)]
    sums = [str(item.weighted[0]) for item in effects]
    places = "" if style.fractions else f", to {finer.digits} places"
    yield Table(("card", *names), (*rows, ("weighted sum", *sums)), frozenset(range(1, len(names) + 1)))
    yield Paragraph(
        "Change of the return of each bet (without a paytable: of the probability of each event) when one such card leaves the shoe "
        f"unplayed{places}. Weighted by the number of cards of each value the effects sum to 0, as they must."
    )


def _method(sheet: Sheet, style: Style) -> Iterator[Block]:
    """How the figures were found, and the roads that were run against each other."""
    table = sheet.table
    yield Heading("Method and evidence")
    yield Paragraph(
        f"Complete enumeration. Every way of dealing a coup is counted in ordered deals of {table.outcomes.cards} cards, as many as the "
        f"longest coup takes: {style.count(table.deals)} in all. Counts are integers, probabilities and returns fractions in lowest "
        "terms; nothing is estimated and nothing is rounded before the last digit is written."
    )
    yield Paragraph("The roads below were run when this sheet was made, and each gave exactly the same figures; had one differed, "
                    "there would be no sheet.")  # fmt: skip
    yield Table.of("road|what was compared|result", [(*check, "equal") for check in sheet.checks])


def _terms() -> Iterator[Block]:
    yield Heading("Terms")
    yield Table.of("term|meaning", list(_TERMS))


_TERMS = (
    ("coup", "one deal from bets to result"),
    ("deals", "ordered deals of the longest coup's number of cards, the unit of every count"),
    ("pays", "odds to one: 3:2 returns the stake and 1.5 more; a commission is taken off the win"),
    ("true odds", "(1-p)/p to one, p being the probability of the event"),
    ("return", "expected net win per unit staked, a push counting zero"),
    ("house edge", "minus the return, pushes counted as bets; per resolved bet: divided by the probability of no push"),
    ("return to player", "1 plus the return"),
    ("hit frequency, push frequency", "probability of a net win; of a push"),
    ("standard deviation", "square root of the variance of the net win per unit staked in one coup"),
    ("volatility index", "z times the standard deviation: z = 1.65 for 90%, 1.96 for 95%, 2.58 for 99%"),
    ("range of measured return", "return to player -+ z times standard deviation over the root of the number of rounds, flat bets"),
    ("effect of removal", "change of the return when one given card leaves the shoe"),
    ("reading", "one of the ways in which an ambiguous clause of the rule sheet can be understood"),
)
