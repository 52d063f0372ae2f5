"""Kinds of faults of a round, and each fault in words: what is wrong and what is right.

The words come from the rules themselves, asked again in plain Python, not from the compiled tables that found the fault.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction

from exact.game.card import VALUES, symbol
from exact.game.coup import BANKER, HANDS, PLAYER, WINNERS, Coup, Hand, HandName
from exact.game.definition import Game
from exact.game.rules import Decision, Rules
from exact.odds.explanation import reason

THIRD, MISSING, MANY, FIXED = "third-card", "missing-card", "too-many-cards", "fixed-card"
TOTAL, WINNER, PAYOUT, NOT_OFFERED, SHOE = "total", "winner", "payout", "not-offered", "shoe"
REFUSED = "unreadable"

TITLES = {
    THIRD: "wrong third-card decision",
    MISSING: "card missing",
    MANY: "card too many",
    FIXED: "fixed card not as printed",
    TOTAL: "wrong total",
    WINNER: "wrong winner",
    PAYOUT: "wrong payout",
    NOT_OFFERED: "bet paid when it is not offered",
    SHOE: "more cards of a kind than the shoe holds",
}
"""Every kind of fault and what it is called."""

_NAMES = ("tens", "aces", "twos", "threes", "fours", "fives", "sixes", "sevens", "eights", "nines", "tens", "jacks", "queens", "kings")
RANKS = "A23456789TJQK"
"""Ranks as they are written; the n-th has the number n, from 1."""


@dataclass(frozen=True, slots=True)
class Counted:
    """How often a kind of fault came."""

    title: str
    faults: int


@dataclass(frozen=True, slots=True)
class FaultFound:
    """One fault: its shoe and round as the log tells them, its line (CSV) or row (Parquet), and what is right."""

    shoe: str | None
    round: str | None
    number: int
    unit: str
    kind: str
    text: str

    @property
    def place(self) -> str:
        """Where it is, such as ``shoe 12 round 31`` or ``line 17``."""
        told = [f"{name} {value}" for name, value in (("shoe", self.shoe), ("round", self.round)) if value is not None]
        return " ".join(told if self.round is not None else [*told, f"{self.unit} {self.number}"])

    def __str__(self) -> str:
        """The place and the fault."""
        return f"{self.place}: {self.text}"


def hand_faults(rules: Rules, hands: Mapping[HandName, tuple[int, ...]]) -> Iterator[tuple[str, HandName, str]]:
    """The faults of two hands, fixed cards included: kind, hand and text."""
    for hand in HANDS:
        cards = len(hands[hand])
        if cards < 2:
            yield MISSING, hand, f"a card is missing: the {hand.title()} has {cards}, takes two at least"
        elif cards > 3:
            yield MANY, hand, f"{_cards(cards - 3)} too many: the {hand.title()} has {cards}, takes three at most"
    if not all(len(cards) in (2, 3) for cards in hands.values()):
        return
    for hand in HANDS:
        drew = len(hands[hand]) > 2
        draws, who, place = _decision(rules, hands, hand)
        if draws != drew:
            did, must = ("drew", "stand") if drew else ("stood", "draw")
            yield THIRD, hand, f"{who} {did}, must {must} ({place})"


def _decision(rules: Rules, hands: Mapping[HandName, tuple[int, ...]], hand: HandName) -> tuple[bool, str, str]:
    """Whether a hand draws by the rules against the cards that lie; who decides on what; the place in the rules."""
    player, banker = (Hand.of(hands[name][:2]).total for name in HANDS)
    who = f"{hand.title()} on {player if hand == PLAYER else banker}"
    if {player, banker} & rules.naturals:
        return False, who, f"natural: Player {player}, Banker {banker}: the coup is over"
    if hand == PLAYER:
        return rules.tableau.player_draws(player), who, f"column {player}"
    third = hands[PLAYER][2] if len(hands[PLAYER]) > 2 else None
    draws = rules.tableau.banker_draws(banker, third)
    if third is None:
        return draws, f"{who} (Player stood)", f"row {banker}, stood"
    return draws, f"{who} against {symbol(third)}", f"row {banker}, column {third}"


def order_faults(rules: Rules, cards: tuple[int, ...]) -> Iterator[tuple[str, str]]:
    """The fault of cards in dealing order, fixed ones left out: one missing or too many; kind and text."""
    coup, dealt = rules.fixed, 0
    while True:
        decisions = list(rules.decisions(*coup.hands))
        draws = decisions[-1].draws if decisions else None
        if draws is None:
            if dealt < len(cards):
                yield MANY, f"{_cards(len(cards) - dealt)} too many: the coup is finished after {dealt}: {_why(decisions, coup, dealt)}"
            return
        if dealt == len(cards):
            yield MISSING, f"a card is missing: the {draws.title()} still takes one: {_why(decisions, coup, dealt)}"
            return
        coup = coup.deal(draws, cards[dealt])
        dealt += 1


def _why(decisions: list[Decision], coup: Coup, dealt: int) -> str:
    """The last rule line applied; with none, both hands have what they take."""
    return reason(decisions[-1], coup, dealt) if decisions else "a hand takes three cards at most"


def _cards(number: int) -> str:
    return f"{number} card{'s' if number > 1 else ''}"


def fixed_faults(rules: Rules, hands: Mapping[HandName, tuple[int, ...]]) -> Iterator[tuple[str, HandName, str]]:
    """Listed fixed cards that are others, or missing."""
    for hand, fixed in ((PLAYER, rules.fixed.player), (BANKER, rules.fixed.banker)):
        for place, card in enumerate(fixed):
            lies = hands[hand][place : place + 1]
            if not lies:
                yield MISSING, hand, f"a card is missing: the {hand.title()} has no fixed {symbol(card)}"
            elif lies != (card,):
                yield FIXED, hand, f"the {hand.title()}'s card {place + 1} is {symbol(lies[0])}, must be the fixed {symbol(card)}"


def total_fault(hand: HandName, right: int, reported: int) -> str:
    """A total that is not that of the cards."""
    return f"total of {hand.title()} is {right}, reported {reported}"


def winner_fault(right: int, reported: int) -> str:
    """A winner that is not that of the cards; both as places in WINNERS."""
    names = [name.title() if name in HANDS else "a tie" for name in WINNERS]
    return f"winner is {names[right]}, reported {names[reported]}"


def payout_fault(game: Game, bet_id: str, coup: Coup, reported: float, stake: float) -> str:
    """A net result that the paytable does not give: what the line pays, and what was reported."""
    bet = game.bet(bet_id)
    line = bet.every_line()[bet.line_of(game.facts(coup.outcome(game.needs)))]
    net = (bet.net(line) or Fraction(0)) * Fraction(stake)
    pays = line.pays.text if line.pays else ""
    less = f" less {float(bet.commission * 100):.15g}%" if bet.commission else ""
    words = {"push": "pushes", "lose": "loses"}.get(pays, f"pays {pays}{less}")
    on = "" if stake == 1 else f" on a stake of {stake:.15g}"
    return f"{bet_id} {words} ({float(net):.15g}{on}), reported {reported:.15g}"


def offer_fault(bet_id: str, hands: int, place: int, reported: float) -> str:
    """A bet that was settled on a hand on which it is not offered."""
    return f"{bet_id} is offered on the first {hands} hands, paid on hand {place} (reported {reported:.15g})"


def shoe_fault(rank: int, holds: int, dealt: int) -> str:
    """More cards of a rank (0: of the value zero) than the shoe holds."""
    return f"the shoe holds {holds} {_NAMES[rank] if rank else 'cards of value zero'}, {dealt} were dealt"


def values_of(ranks: list[int]) -> tuple[int, ...]:
    """Point values of the ranks of a row, blanks left out."""
    return tuple(rank if rank < len(VALUES) else 0 for rank in ranks if rank)
