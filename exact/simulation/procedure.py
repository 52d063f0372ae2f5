"""Dealing procedures: how coups follow one another, as data.

The defaults are those of rule sheet 001: on a new shoe the first card is opened and as many cards as its value are
skipped (J, Q, K and 10 count ten, the ace one); the cut card lies 14 cards from the end; if it shows between two cards
of a coup, that coup is the last; if it shows where the next coup would begin, that one does not commence. Voided hands
and shoes of the sheet are out of a simulator's scope.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import Any, Literal, cast

from exact.errors import ExactError
from exact.game.condition import suggest
from exact.game.definition import Game
from exact.game.reading import resolve
from exact.game.shoe import Shoe, too_few

Kind = Literal["fresh", "shoe", "shuffler"]
MidCoup = Literal["last", "one-more"]
FirstCard = Literal["not-commence", "last", "one-more"]

KINDS: tuple[Kind, ...] = ("fresh", "shoe", "shuffler")
MID_COUP: tuple[MidCoup, ...] = ("last", "one-more")
FIRST_CARD: tuple[FirstCard, ...] = ("not-commence", "last", "one-more")


def procedure_of(game: Game) -> dict[str, Any]:
    """What a game file says of the procedure, under the names of the fields of ``Procedure``."""
    table = cast("dict[str, Any]", resolve(game.document.get("procedure", {}), dict(game.chosen)))
    said = {name.replace("-", "_"): value for name, value in table.items() if name != "first-hands"}
    left_out = {bet["id"] for bet in game.document["bets"]} - {bet.id for bet in game.bets}
    for bet, hands in table.get("first-hands", {}).items():
        if bet not in left_out:
            said |= {"limited": game.bet(bet).id, "hands": hands}
    return said


AFTER_MID: Mapping[MidCoup, int] = {"last": 0, "one-more": 1}
"""Coups after the one that the cut card shows in."""

AFTER_FIRST: Mapping[FirstCard, int] = {"not-commence": 0, "last": 1, "one-more": 2}
"""Coups after the cut card has shown before one."""

SKIPPED = (10, 1, 2, 3, 4, 5, 6, 7, 8, 9)
"""Cards skipped on a new shoe after a first card of each value."""

FEWEST_BURNED, MOST_BURNED = 1 + min(SKIPPED), 1 + max(SKIPPED)
"""The first card of a shoe and those skipped."""


class ProcedureError(ExactError):
    """A procedure that the shoe cannot be dealt by."""


@dataclass(frozen=True, slots=True)
class Procedure:
    """How coups are dealt from ``shoe``.

    ``fresh``: every coup from the full shoe, shuffled anew. ``shoe``: coup after coup until the cut card. ``shuffler``:
    cards go back after each coup, but the next ``buffer`` cards are drawn already.

    ``burn``: open the first card and skip as many as its value. ``cut``: cards behind the cut card. ``mid_coup`` and
    ``first_card``: what happens when the cut card shows between two cards of a coup, or before its first card: no
    further coup, this coup and no further one, this coup and one more. ``burn_each``: burn a card before each coup.
    ``hands``: the bet ``limited`` is offered on the first so many coups of a shoe; None: on all.
    """

    shoe: Shoe
    kind: Kind = "shoe"
    burn: bool = True
    cut: int = 14
    mid_coup: MidCoup = "last"
    first_card: FirstCard = "not-commence"
    burn_each: bool = False
    buffer: int = 0
    limited: str | None = None
    hands: int | None = None

    def check(self, longest: int) -> None:
        """Raises ProcedureError where the shoe could run out in a coup of up to ``longest`` cards."""
        if self.shoe.replacement:
            raise ProcedureError("decks: inf: a simulator deals physical cards: give a number of decks")
        if self.kind == "shuffler":
            if not 0 <= self.buffer <= self.shoe.cards - longest:
                raise ProcedureError(f"buffer: {self.buffer}: write a number of cards from 0 to {self.shoe.cards - longest}")
        elif self.kind == "shoe":
            self._check_cut(longest)
        elif self.shoe.cards < longest:
            raise ProcedureError(f"shoe: {too_few(self.shoe.cards, longest)}")

    def _check_cut(self, longest: int) -> None:
        """The cards behind the cut card must last for every coup that may still begin."""
        coup = longest + self.burn_each
        least = max(coup - 1 + AFTER_MID[self.mid_coup] * coup, AFTER_FIRST[self.first_card] * coup)
        most = self.shoe.cards - coup - (MOST_BURNED if self.burn else 0)
        if most < least:
            raise ProcedureError(f"shoe: {self.shoe.cards} cards are too few for burned cards, a coup and the cards behind the cut card")
        if not least <= self.cut <= most:
            reason = "the coup that it shows in must be finished" if self.cut < least else "a coup must begin before it"
            raise ProcedureError(f"cut: {self.cut}: write a number of cards from {least} to {most}: {reason}")


_RIGHT: Mapping[str, tuple[object, ...]] = {
    "kind": KINDS, "mid_coup": MID_COUP, "first_card": FIRST_CARD, "burn": (True, False), "burn_each": (True, False),
}  # fmt: skip
_LEAST = {"cut": 0, "buffer": 0, "hands": 1}


def read_procedure(shoe: Shoe, told: Mapping[str, Any]) -> Procedure:
    """The procedure that a table tells by the names of the fields, such as that in the JSON of ``exact simulate``.

    Raises ProcedureError for a key that is missing or unknown, and for a value that is not right.
    """
    known = [item.name for item in fields(Procedure) if item.name != "shoe"]
    for key in told:
        if key not in known:
            raise ProcedureError(f"procedure: {key!r}: no such key: {suggest(key, known)}")
    for key in known:
        if key not in told:
            raise ProcedureError(f"procedure: {key!r}: is missing: the keys are {', '.join(known)}")
        right = _right(key, told[key])
        if right:
            raise ProcedureError(f"procedure.{key}: {told[key]!r:.60}: write {right}")
    if (told["limited"] is None) != (told["hands"] is None):
        raise ProcedureError(f"procedure.hands: {told['hands']!r}: limited is {told['limited']!r}: give both, or null for both")
    return Procedure(shoe, **told)


def _right(key: str, value: object) -> str:
    """What would be right for a field, empty where the value is."""
    if key in _RIGHT:
        words = " or ".join(repr(choice) if isinstance(choice, str) else str(choice).lower() for choice in _RIGHT[key])
        return "" if any(type(value) is type(choice) and value == choice for choice in _RIGHT[key]) else words
    if key == "limited":
        return "" if value is None or isinstance(value, str) else "the id of a bet, or null"
    if key == "hands" and value is None:
        return ""
    return "" if type(value) is int and value >= _LEAST[key] else f"a whole number of at least {_LEAST[key]}"
