"""A coup on the table, and what the rules and the bets can tell of it.

``Coup`` holds the cards themselves; the recursive enumerator deals it card by card.
``Hand`` is what a rule or a bet can tell of one hand: how many cards, the total, and no more than the
bets of the game ask for (``Needs``). Two coups with equal hands are one ``Outcome``.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, NamedTuple

HandName = Literal["player", "banker"]
Winner = Literal["player", "banker", "tie"]

PLAYER: HandName = "player"
BANKER: HandName = "banker"
TIE: Winner = "tie"

HANDS: tuple[HandName, HandName] = (PLAYER, BANKER)
WINNERS: tuple[Winner, Winner, Winner] = (PLAYER, BANKER, TIE)


class Needs(NamedTuple):
    """What the bets of a game ask of a hand beyond its total and its number of cards."""

    two_card_total: bool = False
    third: bool = False
    values: frozenset[int] = frozenset()

    def __or__(self, other: object) -> Needs:
        """What either asks."""
        if not isinstance(other, Needs):
            return NotImplemented
        return Needs(self.two_card_total or other.two_card_total, self.third or other.third, self.values | other.values)


NOTHING = Needs()


class Hand(NamedTuple):
    """What can be told of one hand of up to three cards.

    ``total`` is the right digit of the sum of the cards; ``third`` the third card's value, None without one;
    ``two_card_total`` the total of the first two cards, kept only where a bet asks for it; ``counted`` the
    cards, in ascending order, of those values that a bet counts.
    """

    size: int = 0
    total: int = 0
    third: int | None = None
    two_card_total: int | None = None
    counted: tuple[int, ...] = ()

    @classmethod
    def of(cls, cards: tuple[int, ...], needs: Needs = NOTHING) -> Hand:
        """The hand that these cards make, in the order in which they were dealt.

        >>> Hand.of((5, 6, 6)).total
        7
        """
        return cls(
            size=len(cards),
            total=sum(cards) % 10,
            third=cards[2] if len(cards) > 2 else None,
            two_card_total=sum(cards[:2]) % 10 if needs.two_card_total and len(cards) > 1 else None,
            counted=tuple(sorted(card for card in cards if card in needs.values)),
        )

    def deal(self, card: int, needs: Needs) -> Hand:
        """The hand after one more card."""
        total = (self.total + card) % 10
        return Hand(
            size=self.size + 1,
            total=total,
            third=card if self.size == 2 else None,
            two_card_total=total if needs.two_card_total and self.size == 1 else self.two_card_total,
            counted=tuple(sorted((*self.counted, card))) if card in needs.values else self.counted,
        )

    def finished(self, needs: Needs) -> Hand:
        """The hand of a finished coup: the third card's value forgotten unless a bet asks for it."""
        if needs.third or self.third is None:
            return self
        return Hand(self.size, self.total, None, self.two_card_total, self.counted)


class Outcome(NamedTuple):
    """A finished coup, as far as a rule or a bet can tell coups apart."""

    player: Hand
    banker: Hand


@dataclass(frozen=True, slots=True)
class Coup:
    """The cards of the two hands as point values, each hand in its dealing order, fixed cards included."""

    player: tuple[int, ...] = ()
    banker: tuple[int, ...] = ()

    def deal(self, hand: HandName, card: int) -> Coup:
        """The coup after that hand has taken one more card."""
        if hand == PLAYER:
            return Coup((*self.player, card), self.banker)
        return Coup(self.player, (*self.banker, card))

    @property
    def hands(self) -> tuple[Hand, Hand]:
        """Both hands as the rules see them."""
        return Hand.of(self.player), Hand.of(self.banker)

    def outcome(self, needs: Needs) -> Outcome:
        """What the bets can tell of this coup once it is finished."""
        return Outcome(Hand.of(self.player, needs).finished(needs), Hand.of(self.banker, needs).finished(needs))
