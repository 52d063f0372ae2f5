"""One coup dealt card by card, with the rule line that decided each step and what each bet is paid."""

from __future__ import annotations

from fractions import Fraction
from typing import NamedTuple

from exact.errors import DealError
from exact.game.bet import Bet, Line
from exact.game.card import symbol
from exact.game.coup import HANDS, PLAYER, Coup, Hand, HandName, Winner
from exact.game.definition import Game
from exact.game.rules import Decision


class Step(NamedTuple):
    """A rule line applied, or a card laid: what happened, the rule, and the coup after it."""

    hand: HandName | None
    card: int | None
    rule: str
    coup: Coup

    def total(self, hand: HandName) -> int | None:
        """The total of a hand after this step, None while it is empty."""
        cards = self.coup.player if hand == PLAYER else self.coup.banker
        return Hand.of(cards).total if cards else None


class Settlement(NamedTuple):
    """What one bet is paid on the coup: the line it falls on and its net win per unit staked, None where unknown."""

    bet: Bet
    line: Line
    net: Fraction | None


class Explanation(NamedTuple):
    """A finished coup, step by step."""

    game: Game
    cards: tuple[int, ...]
    steps: tuple[Step, ...]
    coup: Coup
    winner: Winner
    settlements: tuple[Settlement, ...]


def explain(game: Game, cards: tuple[int, ...]) -> Explanation:
    """Deals one coup from the cards, in the game's order; fixed cards are not in the list.

    Raises DealError where the coup needs more cards than the list has, or fewer.
    """
    rules = game.rules
    coup = rules.fixed
    steps: list[Step] = []
    begun = Coup()
    for hand in HANDS:
        for card in rules.fixed.player if hand == PLAYER else rules.fixed.banker:
            begun = begun.deal(hand, card)
            place = "taken from the shoe" if rules.fixed_from_shoe else "printed on the layout"
            steps.append(Step(hand, card, f"fixed card, {place}", begun))
    dealt = 0
    while True:
        due: HandName | None = None
        rule = ""
        for decision in rules.decisions(*coup.hands):
            due, rule = decision.draws, reason(decision, coup, dealt)
            if due is None:
                steps.append(Step(None, None, rule, coup))
        if due is None:
            break
        if dealt == len(cards):
            raise DealError(f"cards: {_list(cards)}: too few: the {due.title()} still takes a card: {rule}")
        coup = coup.deal(due, cards[dealt])
        steps.append(Step(due, cards[dealt], rule, coup))
        dealt += 1
    if dealt < len(cards):
        raise DealError(f"cards: {_list(cards)}: too many: the coup is finished after {dealt}: leave out {_list(cards[dealt:])}")
    return _settled(game, cards, tuple(steps), coup)


def _settled(game: Game, cards: tuple[int, ...], steps: tuple[Step, ...], coup: Coup) -> Explanation:
    """The explanation with the winner and what each bet is paid."""
    facts = game.facts(coup.outcome(game.needs))
    lines = [(bet, bet.every_line()[bet.line_of(facts)]) for bet in game.bets]
    settlements = tuple(Settlement(bet, line, bet.net(line)) for bet, line in lines)
    return Explanation(game, cards, steps, coup, game.winner(coup.outcome(game.needs)), settlements)


def reason(decision: Decision, coup: Coup, dealt: int) -> str:
    """The rule line behind a decision, in words."""
    player, banker = coup.hands
    match decision.rule:
        case "order":
            return f"dealing order, card {dealt + 1}"
        case "natural":
            return f"natural: Player {player.total}, Banker {banker.total}: the coup is over"
        case "no natural":
            return f"no natural: Player {player.total}, Banker {banker.total}"
        case "player":
            return f"Player on {player.total} {_decides(decision)} (column {player.total})"
        case "banker" if player.third is None:
            return f"Banker on {banker.total}, Player stood: {_decides(decision)} (row {banker.total}, stood)"
        case "banker":
            third = player.third or 0
            return f"Banker on {banker.total} against {symbol(third)} {_decides(decision)} (row {banker.total}, column {third})"


def _decides(decision: Decision) -> str:
    return "draws" if decision.draws else "stands"


def _list(cards: tuple[int, ...]) -> str:
    return ",".join(map(symbol, cards)) or "no cards"
