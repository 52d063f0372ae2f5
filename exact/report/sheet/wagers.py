"""The sections of a sheet on each wager and on the final totals."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from exact.game.card import VALUES
from exact.odds.table import BetOdds
from exact.report.document import Block, Heading, Paragraph, Table
from exact.report.numbers import Style
from exact.report.odds import bet_table
from exact.report.sheet.facts import HALF_WIDTH, ROUNDS, Sheet, Z, greatest_payout, measured_range, rounds_for, volatility_index
from exact.report.sheet.normal import RULE, holds_from, mark, skewness_text, step
from exact.rounding import decimal_text

NO_PAYTABLE = "The rule sheet does not say what this bet pays: there is no return, only probabilities and true odds."


def summary_table(sheet: Sheet, style: Style) -> Table:
    """A line a bet."""
    rows = [
        (odds.bet.name, style.ratio(odds.return_to_player), style.ratio(odds.house_edge), style.ratio(odds.edge_per_resolved_bet),
         style.ratio(odds.hit_frequency), style.ratio(odds.push_frequency), style.root(odds.variance))
        for odds in sheet.table.bets
    ]  # fmt: skip
    columns = "bet|return to player|house edge|edge per resolved bet|hit frequency|push frequency|standard deviation"
    return Table.of(columns, rows, range(1, 7))


def wager_blocks(sheet: Sheet, style: Style) -> Iterator[Block]:
    """Events, measures and ranges of every wager."""
    yield Heading("Wagers")
    if any(odds.variance is not None for odds in sheet.table.bets):
        yield Paragraph(RULE)
    for odds in sheet.table.bets:
        yield Heading(odds.bet.name, 3)
        if odds.variance is None:
            yield Paragraph(NO_PAYTABLE)
        yield bet_table(odds, style)
        if odds.bet.note:
            yield Paragraph(odds.bet.note)
        yield Table.of("measure, per unit staked|value", measure_rows(odds, style), {1})
        if odds.variance is not None:
            yield range_table(odds, style)


def measure_rows(odds: BetOdds, style: Style) -> list[tuple[str, str]]:
    """Every measure of a wager, each with its name; those that need a paytable only where there is one."""
    frequencies = [("hit frequency", style.ratio(odds.hit_frequency)), ("push frequency", style.ratio(odds.push_frequency))]
    if odds.variance is None:
        return frequencies
    greatest = greatest_payout(odds)
    rounds = rounds_for(odds, 95, HALF_WIDTH)
    return [
        ("return", style.ratio(odds.expected_value)),
        ("return to player", style.ratio(odds.return_to_player)),
        ("house edge, pushes counted", style.ratio(odds.house_edge)),
        ("house edge, pushes left out (per resolved bet)", style.ratio(odds.edge_per_resolved_bet)),
        *frequencies,
        ("variance", style.ratio(odds.variance)),
        ("standard deviation", style.root(odds.variance)),
        ("skewness", skewness_text(odds, style.digits) or style.none),
        ("step of net wins", str(step(odds) or style.none)),
        *((f"volatility index {percent}% (z = {decimal_text(Z[percent], 2)})", volatility_index(odds, percent, style.digits) or style.none)
          for percent in Z),
        (f"rounds for a half-width of {decimal_text(100 * HALF_WIDTH, 1)}% at 95%",
         style.none if rounds is None else mark(odds, 95, rounds) + style.count(rounds)),
        *((f"rounds from which the {percent}% range holds", style.count(holds_from(odds, percent) or ROUNDS[0])) for percent in Z),
        ("greatest payout, to one", f"{greatest[0]} ({greatest[1]})" if greatest else style.none),
    ]  # fmt: skip


def range_table(odds: BetOdds, style: Style) -> Table:
    """Between which returns to player the measured one lies, by number of rounds and confidence, marked where that does not hold."""
    rows = []
    for rounds in ROUNDS:
        ranges = [
            (mark(odds, percent, rounds), measured_range(odds, percent, rounds, style.digits) or (style.none, style.none)) for percent in Z
        ]
        rows.append((f"{rounds:,}", *(marked + end for marked, pair in ranges for end in pair)))
    columns = ("measured return, rounds", *(f"{percent}% {end}" for percent in Z for end in ("from", "to")))
    return Table(columns, tuple(rows), frozenset(range(7)))


def outcome_blocks(sheet: Sheet, style: Style) -> Iterator[Block]:
    """The 100 cells as probabilities and as deals, and the number of cards."""
    cells, total = sheet.table.outcomes.by_totals(), sheet.table.deals
    yield Heading("Final totals")
    yield Heading("Probability of each pair of totals", 3)
    yield Paragraph("Rows: the Player's final total. Columns: the Banker's.")
    rows = [(f"Player {player}", *(style.ratio(Fraction(number, total)) for number in row)) for player, row in enumerate(cells)]
    sums = [sum(row[banker] for row in cells) for banker in VALUES]
    yield Table.of(
        "Banker:|" + "|".join(map(str, VALUES)), [*rows, ("total", *(style.ratio(Fraction(n, total)) for n in sums))], range(1, 11)
    )
    yield Heading("Deals of each pair of totals", 3)
    for columns in (VALUES[:5], VALUES[5:]):
        last = columns[-1] == VALUES[-1]
        header = "Banker:|" + "|".join(map(str, columns)) + ("|all" if last else "")
        deals = [
            (f"Player {player}", *(style.count(row[banker]) for banker in columns), *([style.count(sum(row))] if last else []))
            for player, row in enumerate(cells)
        ]
        bottom = ("total", *(style.count(sums[banker]) for banker in columns), *([style.count(total)] if last else []))
        yield Table.of(header, [*deals, bottom], range(1, 7))
    yield from _number_of_cards(sheet, style)


def _number_of_cards(sheet: Sheet, style: Style) -> Iterator[Block]:
    total, fixed = sheet.table.deals, sheet.game.rules.fixed
    number = len(fixed.player) + len(fixed.banker)
    yield Heading("Number of cards in both hands" + (f", {number} fixed" if number else ""), 3)
    rows = [
        (str(cards), style.count(deals), style.ratio(Fraction(deals, total))) for cards, deals in sheet.table.outcomes.by_cards().items()
    ]
    yield Table.of("cards|deals|probability", [*rows, ("total", style.count(total), style.ratio(Fraction(1)))], {1, 2})
