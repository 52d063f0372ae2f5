"""The recursive enumerator: the reference that every other road must agree with.

From a coup begun (usually none): ask the rules which hand takes the next card. If none does, the coup is
finished. Otherwise, for each kind of card left in the shoe, go on with the shoe without that card, the branch
weighted by the exact probability of the card.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from exact.errors import ShoeError
from exact.game.card import VALUES
from exact.game.coup import Coup, Needs, Outcome
from exact.game.rules import Rules
from exact.game.shoe import Shoe


def walk(rules: Rules, shoe: Shoe, coup: Coup, probability: Fraction = Fraction(1)) -> Iterator[tuple[Coup, Fraction]]:
    """Every finished coup, card by card, with its probability, given the coup begun and the unseen cards.

    The probabilities add up to ``probability``. One coup is yielded for each dealing sequence: 33,940 in
    7 Up, 339,400 in the classic game. Raises ShoeError where the shoe runs out before a coup is finished.
    """
    hand = rules.next_hand(*coup.hands)
    if hand is None:
        yield coup, probability
        return
    if not shoe.cards:
        raise ShoeError("shoe: no card is left though the coup is not finished: add cards")
    for card in VALUES:
        if shoe.counts[card]:
            chance = probability * Fraction(shoe.counts[card], shoe.cards)
            yield from walk(rules, shoe.without(card), coup.deal(hand, card), chance)


def outcome_probabilities(rules: Rules, shoe: Shoe, begun: Coup, needs: Needs) -> dict[Outcome, Fraction]:
    """The probability of every outcome, from the recursive walk; they sum to exactly 1, by check.

    ``shoe`` is what the rest of the coup is dealt from (``Rules.unseen``).
    """
    probabilities: dict[Outcome, Fraction] = {}
    for coup, probability in walk(rules, shoe, begun):
        outcome = coup.outcome(needs)
        probabilities[outcome] = probabilities.get(outcome, Fraction(0)) + probability
    if sum(probabilities.values()) != 1:
        raise ArithmeticError("the probabilities of all outcomes do not sum to 1")
    return probabilities
