"""The text of a sheet: every section as blocks, from figures that are there already."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from exact.game.card import ORDER, symbol
from exact.game.coup import Coup
from exact.game.definition import Game
from exact.report.closed_form import edge_plot
from exact.report.document import Block, Document, Figure, Heading, Paragraph, Table
from exact.report.games import rule_blocks
from exact.report.numbers import Style
from exact.report.odds import describe_shoe, odds_flat
from exact.report.readings import reading_blocks, reading_tables
from exact.report.sheet.assumptions import procedure_blocks
from exact.report.sheet.beyond import beyond_blocks
from exact.report.sheet.evidence import DECKS
from exact.report.sheet.examples import event_examples, example_row, rule_examples
from exact.report.sheet.facts import Labels, Sheet
from exact.report.sheet.terms import terms
from exact.report.sheet.wagers import outcome_blocks, summary_table, wager_blocks
from exact.shoes.closed_form import BetForms

EFFECT_DIGITS = 2
"""More places for effects of removal than for returns: one card of a whole shoe moves a return by about 0.001."""

FAR = 4
"""House edges of which one is more than so many times another are drawn in two plots: in one the lower would lie flat."""

_NONE_ENDLESS = "There are none: a card that leaves an infinite shoe changes nothing."
_NONE_SMALL = "There are none for this shoe: with one card fewer it could run out in a coup."
_CHANGED = {True: "the return of each bet", False: "the probability of each event of a bet without a paytable"}


def sheet_title(game: Game) -> str:
    """The title of a sheet."""
    return f"{game.title}: math sheet"


def sheet_document(sheet: Sheet, style: Style) -> Document:
    """The whole sheet, in the order in which it is read."""
    sections = (
        _opening(sheet, style), _rules(sheet), procedure_blocks(sheet), _readings(sheet, style), wager_blocks(sheet, style),
        outcome_blocks(sheet, style), _decks(sheet, style), _removal(sheet, style),
        beyond_blocks(sheet.table, sheet.beyond, style), _method(sheet, style), terms(sheet),
    )  # fmt: skip
    blocks = tuple(block for section in sections for block in section)
    return Document(blocks, odds_flat(sheet.table, style))


def label_rows(labels: Labels) -> list[tuple[str, str]]:
    """What the caller said of the sheet, and the program that made it."""
    rows = [("version of this sheet", labels.version), ("date", labels.date)]
    return [*((name, value) for name, value in rows if value), ("made by", f"exact {labels.program}".rstrip())]


def setting_rows(game: Game, digest: str) -> list[tuple[str, str]]:
    """The game, its rule sheet, its readings and its digest."""
    return [
        ("game", game.id),
        ("rule sheet", game.source),
        ("readings", game.readings_text or "none: no clause is read in more than one way"),
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
    yield from map(_one_lower, rule_blocks(sheet.game))
    yield Heading("Worked coups: rules", 3)
    fixed = "; fixed cards are in the hands only" if sheet.game.rules.fixed != Coup() else ""
    yield Paragraph(
        f"Cards dealt are in dealing order, T being any card that counts zero{fixed}. Each is the first coup that shows its rule when "
        "all coups are listed by their cards, T first, then A, 2, ..., 9."
    )
    columns = "rule|cards dealt|Player|Banker|result"
    yield Table.of(columns, [example_row(example) for example in rule_examples(sheet.game, sheet.walked)])
    yield Heading("Worked coups: paytable", 3)
    rows = [(name, *example_row(example)) for name, example in event_examples(sheet.game, sheet.walked)]
    yield Table.of("bet|event and pays|cards dealt|Player|Banker|result", rows)
    if sheet.game.notes:
        yield Heading("Notes on the rule sheet", 3)
        yield from (Paragraph(note) for note in sheet.game.notes)


def _one_lower(block: Block) -> Block:
    """A block of another document under a heading of this one."""
    return block._replace(level=block.level + 1) if isinstance(block, Heading) else block


def _readings(sheet: Sheet, style: Style) -> Iterator[Block]:
    """Every ambiguous clause, what was chosen and what the other choices would give."""
    yield Heading("Readings of the rule sheet")
    if not sheet.game.readings:
        yield Paragraph("The rules leave no clause that is read in more than one way.")
        return
    yield Paragraph("Where a clause can be understood in more than one way, each choice is priced, one changed at a time; * is in force.")
    yield from map(_one_lower, reading_blocks(reading_tables(sheet.table, sheet.readings, style)))


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
        for group in alike(priced):
            names = ", ".join(bet.bet.name for bet in group)
            drawn = edge_plot(replace(sheet.forms, bets=group), DECKS[-1])
            yield Figure(drawn, f"House edge in percent of the stake by number of decks: {names}; data above.")


def alike(priced: list[BetForms]) -> list[tuple[BetForms, ...]]:
    """The bets in groups of house edges of like size, the lowest first: in a group none is more than ``FAR`` times another."""
    sizes = {bet.bet.id: max(abs(bet.house_edge.at(decks)) for decks in DECKS) for bet in priced if bet.house_edge}
    groups: list[list[str]] = []
    for name in sorted(sizes, key=lambda name: sizes[name]):
        if groups and sizes[name] <= FAR * sizes[groups[-1][0]]:
            groups[-1].append(name)
        else:
            groups.append([name])
    return [tuple(bet for bet in priced if bet.bet.id in group) for group in groups]


def _removal(sheet: Sheet, style: Style) -> Iterator[Block]:
    """The change of every return, or probability, when one card leaves the shoe."""
    yield Heading("Effects of removal")
    if sheet.removal is None:
        yield Paragraph(_NONE_ENDLESS if sheet.shoe.replacement else _NONE_SMALL)
        return
    finer = Style(style.digits + EFFECT_DIGITS, style.fractions)
    effects = sheet.removal.effects
    names = [item.measure.bet.name if item.measure.event is None else f"{item.measure.bet.name}: {item.measure.event}" for item in effects]
    rows = [(symbol(value), *(finer.ratio(item.single[value]) for item in effects)) for value in ORDER]
    sums = [str(item.weighted[0]) for item in effects]
    places = "" if style.fractions else f", to {finer.digits} places"
    yield Table(("card", *names), (*rows, ("weighted sum", *sums)), frozenset(range(1, len(names) + 1)))
    what = " and ".join(dict.fromkeys(_CHANGED[item.measure.event is None] for item in effects))
    yield Paragraph(
        f"Change of {what} when one such card leaves the shoe unplayed{places}. Weighted by the number of cards of each value the effects "
        "sum to 0, as they must."
    )


def _method(sheet: Sheet, style: Style) -> Iterator[Block]:
    """How the figures were found, and the roads that were run against each other."""
    table = sheet.table
    kind = " out of 13 kinds, with replacement" if sheet.shoe.replacement else ""
    measures = "probabilities and returns" if any(odds.variance is not None for odds in table.bets) else "probabilities"
    yield Heading("Method and evidence")
    yield Paragraph(
        f"Complete enumeration. Every way of dealing a coup is counted in ordered deals of {table.outcomes.cards} cards{kind}, as many as "
        f"the longest coup takes: {style.count(table.deals)} in all. Counts are integers, {measures} fractions in lowest terms; "
        "nothing of them is estimated and nothing is rounded before the last digit is written."
    )
    yield Paragraph("The roads below were run when this sheet was made, and each gave exactly the same figures; had one differed, "
                    "there would be no sheet.")  # fmt: skip
    yield Table.of("road|what was compared|result", [(*check, "equal") for check in sheet.checks])
