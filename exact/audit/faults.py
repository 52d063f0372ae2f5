"""The likely faults of a source, each an exact law of its own: what the source would report if it had that fault alone.

``faults`` lists them for a game and a shoe: other drawing rules, cards read wrongly, other shoes, labels swapped, other
paytables. A fault that changes nothing in this game is left out.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property, lru_cache, partial
from math import gcd

from exact.audit.drawings import drawing, never, other_drawings
from exact.audit.law import Law, Record, deals_of, game_law, law, needs_of, record_of
from exact.audit.paytables import paytable_faults
from exact.audit.tree import Drawing, Tree, tree
from exact.errors import ShoeError
from exact.game.card import VALUES
from exact.game.coup import BANKER, PLAYER, TIE, Coup, HandName, Outcome
from exact.game.definition import Game
from exact.game.shoe import Shoe

DECKS = (1, 2, 3, 4, 5, 6, 7, 8, 10, 12)


@dataclass(frozen=True, eq=False)
class KnownFault:
    """A fault in words, its group, and how to make the law of a source that has it."""

    said: str
    kind: str
    make: Callable[[], Law]

    @cached_property
    def law(self) -> Law:
        """The law of a source that has the fault."""
        return self.make()


@lru_cache(maxsize=8)
def faults(game: Game, shoe: Shoe) -> tuple[KnownFault, ...]:
    """The faults that change the law of this game from this shoe; of two names for one law the first is kept."""
    seen, found = {_key(game_law(game, shoe))}, []
    for fault in known_faults(game, shoe):
        try:
            key = _key(fault.law)
        except ShoeError:
            continue  # a shoe that does not hold the cards
        if key not in seen:
            seen.add(key)
            found.append(fault)
    return tuple(found)


def known_faults(game: Game, shoe: Shoe) -> Iterator[KnownFault]:
    """Every fault, its law not made yet."""
    yield from _drawing_faults(game, shoe)
    yield from _card_faults(game, shoe)
    yield from _order_faults(game, shoe)
    yield from _shoe_faults(game, shoe)
    yield from _label_faults(game, shoe)
    for said, make in paytable_faults(game, shoe):
        yield KnownFault(said, "paytable", make)


def _key(law: Law) -> object:
    """Equal for equal laws."""
    common = gcd(law.total, *law.weights.values())
    return law.total // common, frozenset((r, w // common) for r, w in law.weights.items()), tuple(law.moments.items())


def _tree(game: Game, shoe: Shoe) -> Tree:
    return tree(game.rules.fixed, game.rules.order, game.rules.unseen(shoe, game.rules.fixed), needs_of(game))


def _drawing_faults(game: Game, shoe: Shoe) -> Iterator[KnownFault]:
    """Sources that draw third cards by another rule."""
    grown, right = _tree(game, shoe), drawing(game)
    for said, player, banker in other_drawings(game, right):
        yield KnownFault(said, "drawing", partial(_dealt, game, grown, Drawing(player or right.player, banker or right.banker)))
    yield KnownFault("two naturals always tie", "drawing", lambda: law(game, grown.deal(right), _naturals_tie))


def _dealt(game: Game, grown: Tree, rule: Drawing) -> Law:
    return law(game, grown.deal(rule))


def _naturals_tie(game: Game, outcome: Outcome) -> Record:
    """The record where two naturals always tie."""
    hands = all(hand.size == 2 and hand.total in game.rules.naturals for hand in outcome)
    return record_of(game, outcome, TIE if hands else None)


def _card_faults(game: Game, shoe: Shoe) -> Iterator[KnownFault]:
    """Sources that read 10, J, Q or K wrongly; of the zero-valued cards a quarter is of each rank."""
    counts, quarter = shoe.counts, Fraction(shoe.counts[0], 4)
    if quarter.denominator > 1 or game.rules.fixed_from_shoe:
        return
    each = int(quarter)
    faces = (each, *(counts[value] + (each if value <= 3 else 0) for value in VALUES[1:]))
    tens = (counts[0] - each, counts[1] + each, *counts[2:])
    for said, changed in (("J, Q and K count 1, 2 and 3", faces), ("a 10 counts 1", tens), ("10, J, Q and K count 1", _all_ones(counts))):
        yield KnownFault(said, "cards", partial(game_law, game, Shoe(changed, shoe.replacement)))
    right = drawing(game)
    rank = {value: Fraction(each, faces[value]) for value in (1, 2, 3) if faces[value]}

    def misread(p: int, b: int, third: int | None) -> Fraction:
        """A third card of 11, 12 or 13 adds 1, 2 or 3 and is found in no list, as a zero is not."""
        face = rank.get(third, Fraction(0)) if third is not None else Fraction(0)
        return (1 - face) * right.banker(p, b, third) + (face * right.banker(p, b, 0) if face else 0)

    rule = Drawing(right.player, misread)
    yield KnownFault("J, Q and K count 11, 12 and 13", "cards", lambda: _dealt(game, _tree(game, Shoe(faces, shoe.replacement)), rule))


def _all_ones(counts: tuple[int, ...]) -> tuple[int, ...]:
    return (0, counts[0] + counts[1], *counts[2:])


def _order_faults(game: Game, shoe: Shoe) -> Iterator[KnownFault]:
    """Sources that deal each hand one card only, or no fixed card."""
    order: tuple[HandName, ...] = tuple(dict.fromkeys(game.rules.order))
    if order == game.rules.order:
        return
    grown = tree(game.rules.fixed, order, game.rules.unseen(shoe, game.rules.fixed), needs_of(game))
    nobody = Drawing(never, never)
    for said, rule in (("one card is dealt to each hand, then third cards by the tableau", drawing(game)), ("one card a hand", nobody)):
        yield KnownFault(said, "drawing", partial(_dealt, game, grown, rule))
    fixed = game.rules.fixed
    if fixed.player or fixed.banker:
        free = tree(Coup((), ()), (PLAYER, BANKER, PLAYER, BANKER), shoe, needs_of(game))
        yield KnownFault("no card is fixed: all four are dealt", "drawing", partial(_dealt, game, free, drawing(game)))


def _shoe_faults(game: Game, shoe: Shoe) -> Iterator[KnownFault]:
    """Sources that deal from another shoe."""
    if not shoe.replacement:
        yield KnownFault("cards are dealt with replacement (an infinite shoe)", "shoe", partial(game_law, game, Shoe.infinite()))
    for decks in DECKS:
        if shoe != Shoe.decks(decks):
            yield KnownFault(f"{decks} {'deck' if decks == 1 else 'decks'}", "shoe", partial(game_law, game, Shoe.decks(decks)))
    fixed = (*game.rules.fixed.player, *game.rules.fixed.banker)
    if fixed and not shoe.replacement and not game.rules.fixed_from_shoe:
        said = "the fixed 7 is taken from the shoe" if fixed == (7,) else "fixed cards are taken from the shoe"
        yield KnownFault(said, "shoe", lambda: game_law(game, shoe.remove(fixed)))


def _label_faults(game: Game, shoe: Shoe) -> Iterator[KnownFault]:
    """Sources that give results a wrong name."""
    deals = deals_of(game, shoe)
    yield KnownFault("Player and Banker are swapped", "labels", lambda: law(game, deals, _swapped))
    for one, other in (("player", "banker"), ("player", "tie"), ("banker", "tie")):
        swap = {one: other, other: one}
        yield KnownFault(f"the winners {one} and {other} are swapped", "labels", partial(law, game, deals, partial(_renamed, swap)))


def _swapped(game: Game, outcome: Outcome) -> Record:
    return record_of(game, Outcome(outcome.banker, outcome.player))


def _renamed(swap: dict[str, str], game: Game, outcome: Outcome) -> Record:
    winner = record_of(game, outcome).winner
    return record_of(game, outcome, swap.get(winner, winner))
