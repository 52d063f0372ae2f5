"""The rules of a coup: fixed cards, dealing order, naturals, tableau. They know neither shoe nor bets."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal, NamedTuple

from exact.errors import DealError
from exact.game.card import parse_card, split_list, symbol
from exact.game.coup import BANKER, PLAYER, Coup, Hand, HandName
from exact.game.shoe import Shoe
from exact.game.tableau import Tableau

LETTERS: dict[HandName, str] = {PLAYER: "P", BANKER: "B"}
_BY_LETTER: dict[str, HandName] = {"P": PLAYER, "PLAYER": PLAYER, "B": BANKER, "BANKER": BANKER}


class Decision(NamedTuple):
    """One rule line applied: which rule, and the hand that takes the next card by it (None: nobody does)."""

    rule: Literal["order", "natural", "no natural", "player", "banker"]
    draws: HandName | None


@dataclass(frozen=True, slots=True)
class Rules:
    """How a coup is dealt.

    ``fixed`` cards lie in the Player's and the Banker's hand before the deal; they come out of the shoe only
    if ``fixed_from_shoe``. ``order`` says which hand takes each card until both have two. A two-card total in
    ``naturals`` ends the coup; else the tableau decides on third cards, the Player's first.
    """

    fixed: Coup
    fixed_from_shoe: bool
    order: tuple[HandName, ...]
    naturals: frozenset[int]
    tableau: Tableau

    def decisions(self, player: Hand, banker: Hand) -> Iterator[Decision]:
        """The rule lines that apply to a coup begun, in order; at most the last one deals a card.

        The dealing order first; when both hands have two cards, naturals, then the Player's decision;
        then the Banker's, which looks at the Player's third card. One card a hand at most is drawn.
        """
        dealt = player.size + banker.size - len(self.fixed.player) - len(self.fixed.banker)
        if dealt < len(self.order):
            yield Decision("order", self.order[dealt])
            return
        if player.size == banker.size == 2:
            if player.total in self.naturals or banker.total in self.naturals:
                yield Decision("natural", None)
                return
            yield Decision("no natural", None)
            draws = self.tableau.player_draws(player.total)
            yield Decision("player", PLAYER if draws else None)
            if draws:
                return
        if banker.size == 2:
            yield Decision("banker", BANKER if self.tableau.banker_draws(banker.total, player.third) else None)

    def next_hand(self, player: Hand, banker: Hand) -> HandName | None:
        """The hand that takes the next card, None when the coup is finished."""
        for decision in self.decisions(player, banker):
            if decision.draws:
                return decision.draws
        return None

    def unseen(self, shoe: Shoe, begun: Coup) -> Shoe:
        """The cards that the rest of a coup is dealt from: the shoe without the cards that came out of it."""
        if self.fixed_from_shoe and not shoe.replacement:
            shoe = shoe.remove((*self.fixed.player, *self.fixed.banker))
        for card in self.dealt(begun):
            shoe = shoe.without(card)
        return shoe

    def dealt(self, coup: Coup) -> tuple[int, ...]:
        """The cards of a coup that were dealt, fixed cards left out, the Player's first."""
        return coup.player[len(self.fixed.player) :] + coup.banker[len(self.fixed.banker) :]

    def take(self, coup: Coup, card: int, hand: HandName | None, place: str) -> Coup:
        """The coup after one more card, which must go where the rules send it (``hand``: where it was said to go)."""
        due = self.next_hand(*coup.hands)
        if due is None:
            raise DealError(f"{place}: the coup is finished before it: leave it out")
        if hand not in (None, due):
            raise DealError(f"{place}: out of order: the next card goes to the {due.title()}, write {LETTERS[due]}:{symbol(card)}")
        return coup.deal(due, card)


def parse_dealt(text: str, rules: Rules) -> Coup:
    """A coup begun from cards on the table in dealing order, such as ``B:5 P:7``; fixed cards are not listed."""
    coup = rules.fixed
    for number, item in enumerate(split_list(text), 1):
        letter, colon, card = item.partition(":")
        hand = _BY_LETTER.get(letter.upper())
        if not colon or hand is None:
            raise DealError(f"dealt: card {number}, {item!r}: write the hand and the card, such as B:5 or P:7")
        coup = rules.take(coup, parse_card(card), hand, f"dealt: card {number}, {item}")
    return coup
