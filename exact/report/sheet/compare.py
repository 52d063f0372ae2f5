"""Two sheets side by side: every line of both, and a mark where they differ."""

from __future__ import annotations

from collections.abc import Iterator

from exact.game.card import VALUES
from exact.game.definition import Game
from exact.odds.table import BetOdds
from exact.report.document import Block, Document, Heading, Paragraph, Table
from exact.report.games import rules_in_words
from exact.report.numbers import Style
from exact.report.odds import describe_pays, describe_shoe
from exact.report.procedure import has_procedure, procedure_steps, said_by
from exact.report.sheet.content import label_rows, setting_rows
from exact.report.sheet.data import sheet_json
from exact.report.sheet.evidence import DECKS
from exact.report.sheet.facts import Sheet
from exact.report.sheet.normal import RULE
from exact.report.sheet.wagers import measure_rows

DIFFERS = "≠"
"""Marks a line in which the two sheets are not the same."""

NOT_COMPARED = (
    "Not compared: what the other readings give, final totals, effects of removal, worked coups, ranges of measured returns, and the "
    "notes on the rule sheets. The sheet of each game has them."
)

Row = tuple[str, str, str, str]


def comparison_document(first: Sheet, second: Sheet, style: Style) -> Document:
    """Setting, rules, wagers and house edges of both, a column each."""
    blocks: list[Block] = [Heading(f"{_named(first, second)} and {_named(second, first)}: two math sheets compared", 1)]
    blocks.append(Table.of("about|this comparison", label_rows(first.labels)))
    blocks += [
        Paragraph(f"A is the first game and shoe, B the second. {DIFFERS} marks every line in which they differ. {style.rounding}"),
        Paragraph(NOT_COMPARED),
    ]
    if any(odds.variance is not None for sheet in (first, second) for odds in sheet.table.bets):
        blocks.append(Paragraph(RULE))
    pages = [
        ("Setting", _setting(first, second)),
        ("Rules", _pair(_rule_lines(first.game), _rule_lines(second.game))),
        ("Procedure", _procedure(first, second)),
        ("Events", _pair(_event_lines(first.game), _event_lines(second.game))),
    ]
    for name, rows in pages:
        blocks += [Heading(name), _table("what", rows, set())]
    flat = [(name, *row) for name, rows in pages for row in rows]
    for name, rows in _bets(first, second, style):
        blocks += [Heading(name), _table("what, per unit staked", rows, {1, 2})]
        flat += [(name, *row) for row in rows]
    edges = _edges(first, second, style)
    if edges:
        blocks += [Heading("House edge by number of decks"), _table("bet and decks", edges, {1, 2})]
        flat += [("House edge by number of decks", *row) for row in edges]
    blocks += [Heading("Evidence"), Table.of("sheet|road|what was compared|result", _evidence(first, second))]
    return Document(tuple(blocks), Table.of("section|what|A|B|differs", flat))


def _named(sheet: Sheet, beside: Sheet) -> str:
    """A sheet by its game; by its shoe too where the other is of the same game."""
    same = sheet.game.title == beside.game.title
    return f"{sheet.game.title} ({describe_shoe(sheet.shoe)})" if same else sheet.game.title


def comparison_json(first: Sheet, second: Sheet) -> dict[str, object]:
    """Both sheets as JSON."""
    return {"schema": "exact.comparison/1", "a": sheet_json(first), "b": sheet_json(second)}


def _table(what: str, rows: list[Row], numeric: set[int]) -> Table:
    return Table.of(f"{what}|A|B|differs", rows, numeric)


def _row(name: str, first: str, second: str) -> Row:
    return name, first, second, "" if first == second else DIFFERS


def _pair(first: list[tuple[str, str]], second: list[tuple[str, str]]) -> list[Row]:
    """Named values of both, in the order of the first and then of what only the second has."""
    left, right = dict(first), dict(second)
    return [_row(name, left.get(name, ""), right.get(name, "")) for name in {**left, **right}]


def _setting(first: Sheet, second: Sheet) -> list[Row]:
    left, right = ([("title", s.game.title), *setting_rows(s.game, s.digest), ("shoe", describe_shoe(s.shoe)),
                    ("deals", f"{s.table.deals:,}")] for s in (first, second))  # fmt: skip
    return _pair(left, right)


def _rule_lines(game: Game) -> list[tuple[str, str]]:
    """The rules a line each, the tableaus a row each."""
    rules, going_on = game.rules, [total for total in VALUES if total not in game.rules.naturals]
    letter = {True: "D", False: "S"}
    lines = [(f"rule {number}", text) for number, text in enumerate(rules_in_words(rules), 1)]
    lines.append(("Player draws on", " ".join(str(total) for total in going_on if rules.tableau.player_draws(total)) or "nothing"))
    for total in reversed(going_on):
        cells = " ".join(letter[rules.tableau.banker_draws(total, third)] for third in (*VALUES, None))
        lines.append((f"Banker's row {total}, third cards 0-9, stood", cells))
    ties = "; ".join(map(str, game.also_tie))
    return [*lines, ("a tie too", ties or "nothing else")]


def _procedure(first: Sheet, second: Sheet) -> list[Row]:
    """How coups follow one another in a shoe, a line each, with what of it is assumed."""
    left, right = _procedure_lines(first), _procedure_lines(second)
    names = list(dict.fromkeys([*left, *right])) or ["coups of a shoe"]
    return [_row(name, left.get(name, _unsaid(first)), right.get(name, _unsaid(second))) for name in names]


def _procedure_lines(sheet: Sheet) -> dict[str, str]:
    if sheet.shoe.replacement or not has_procedure(sheet.game):
        return {}
    return {step.when: f"{step.what} ({said_by(sheet.game, step)})" for step in procedure_steps(sheet.game)}


def _unsaid(sheet: Sheet) -> str:
    return "an infinite shoe has no last coup" if sheet.shoe.replacement else "not in this game's rules"


def _event_lines(game: Game) -> list[tuple[str, str]]:
    """What every line of every bet pays on."""
    return [
        (f"{bet.name}: {line.event}", str(line.when) if line.when else "every other coup") for bet in game.bets for line in bet.every_line()
    ]


def _bets(first: Sheet, second: Sheet, style: Style) -> Iterator[tuple[str, list[Row]]]:
    """Every bet of either, those of the same id together."""
    left, right = ({odds.bet.id: odds for odds in sheet.table.bets} for sheet in (first, second))
    for bet_id in {**left, **right}:
        one, two = left.get(bet_id), right.get(bet_id)
        names = list(dict.fromkeys(odds.bet.name for odds in (one, two) if odds))
        yield " / ".join(names), _pair(*(_bet_lines(odds, style) if odds else [] for odds in (one, two)))


def _bet_lines(odds: BetOdds, style: Style) -> list[tuple[str, str]]:
    """Events and measures of a bet as named values."""
    lines = []
    for event in odds.events:
        lines += [
            (f"{event.event}: pays", describe_pays(odds.bet, event.line)),
            (f"{event.event}: deals", style.count(event.deals)),
            (f"{event.event}: probability", style.ratio(event.probability)),
            (f"{event.event}: true odds", style.ratio(event.true_odds)),
        ]
    return [*lines, *measure_rows(odds, style)]


def _edges(first: Sheet, second: Sheet, style: Style) -> list[Row]:
    """The house edge of every bet that both price, for every number of decks."""
    left, right = ({bet.bet.id: bet for bet in sheet.forms.bets if bet.house_edge} for sheet in (first, second))
    rows = []
    for bet_id in [bet_id for bet_id in left if bet_id in right]:
        one, two = left[bet_id].house_edge, right[bet_id].house_edge
        if one and two:
            rows += [_row(f"{left[bet_id].bet.name}, {n}", style.ratio(one.at(n)), style.ratio(two.at(n))) for n in DECKS]
            rows.append(_row(f"{left[bet_id].bet.name}, infinite", style.ratio(one.limit), style.ratio(two.limit)))
    return rows


def _evidence(first: Sheet, second: Sheet) -> list[tuple[str, ...]]:
    return [(letter, *check, "equal") for letter, sheet in zip("AB", (first, second), strict=True) for check in sheet.checks]
