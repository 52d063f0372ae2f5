"""One coup, step by step, as a document and as JSON."""

from __future__ import annotations

from exact.game.card import symbol
from exact.game.coup import BANKER, PLAYER, HandName
from exact.odds.explanation import Explanation, Step
from exact.report.document import Document, Heading, Paragraph, Table
from exact.report.numbers import NONE
from exact.report.odds import describe_pays


def explanation_document(explained: Explanation) -> Document:
    """The steps with the rule that decided each, the result, and what each bet is paid."""
    game = explained.game
    steps = Table.of("card|to|Player|Banker|rule", [_row(step) for step in explained.steps])
    rows = [
        (item.bet.name, item.line.event, describe_pays(item.bet, item.line), NONE if item.net is None else _signed(str(item.net)))
        for item in explained.settlements
    ]
    bets = Table.of("bet|event|pays|net per unit", list(rows), {3})
    chosen = game.readings_text
    intro = f"Cards: {' '.join(map(symbol, explained.cards))}." + (f" Readings: {chosen}." if chosen else "")
    title = Heading(f"{game.title} ({game.id})", 1)
    result = Paragraph(f"Result: {result_text(explained)}.")
    return Document((title, Paragraph(intro), steps, result, bets), steps)


def result_text(explained: Explanation) -> str:
    """The winner and the totals."""
    player, banker = (hand.total for hand in explained.coup.hands)
    if explained.winner == "tie":
        return f"tie on {player}" if player == banker else f"tie, Player {player} and Banker {banker}"
    totals = {PLAYER: (player, banker), BANKER: (banker, player)}[explained.winner]
    return f"{explained.winner.title()} wins, {totals[0]} to {totals[1]}"


def _signed(text: str) -> str:
    return text if text.startswith("-") or text == "0" else f"+{text}"


def _row(step: Step) -> tuple[str, ...]:
    card = "" if step.card is None else symbol(step.card)
    return card, (step.hand or "").title(), _hand(step, PLAYER), _hand(step, BANKER), step.rule


def _hand(step: Step, hand: HandName) -> str:
    """A hand's cards and total, such as ``7 6 = 3``."""
    cards = step.coup.player if hand == PLAYER else step.coup.banker
    return f"{' '.join(map(symbol, cards))} = {step.total(hand)}" if cards else ""


def explanation_json(explained: Explanation) -> dict[str, object]:
    """The same as JSON."""
    player, banker = explained.coup.hands
    return {
        "schema": "exact.explanation/1",
        "game": explained.game.id,
        "readings": dict(explained.game.chosen),
        "cards": [symbol(card) for card in explained.cards],
        "steps": [
            {
                "card": None if step.card is None else symbol(step.card),
                "hand": step.hand,
                "player_total": step.total(PLAYER),
                "banker_total": step.total(BANKER),
                "rule": step.rule,
            }
            for step in explained.steps
        ],
        "player": {"cards": [symbol(card) for card in explained.coup.player], "total": player.total},
        "banker": {"cards": [symbol(card) for card in explained.coup.banker], "total": banker.total},
        "winner": explained.winner,
        "bets": [
            {
                "bet": item.bet.id,
                "event": item.line.event,
                "pays": item.line.pays.text if item.line.pays else None,
                "net": None if item.net is None else str(item.net),
            }
            for item in explained.settlements
        ],
    }
