"""Dealing procedures: how coups follow one another, as data.

The defaults are those of rule sheet 001: on a new shoe the first card is opened and as many cards as its value are
skipped (J, Q, K and 10 count ten, the ace one); the cut card lies 14 cards from the end; if it shows between two cards
of a coup, that coup is the last; if it shows where the next coup would begin, that one does not commence. Voided hands
and shoes of the sheet are out of a simulator's scope.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal, cast

from exact.errors import ExactError
from exact.game.definition import Game
from exact.game.reading import resolve
from exact.game.shoe import Shoe

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
            raise ProcedureError(f"shoe: {self.shoe.cards} cards are too few: the longest coup takes {longest}")

    def _check_cut(self, longest: int) -> None:
        """The cards behind the cut card must last for every coup that may still begin."""
        coup = longest + self.burn_each
        least = max(
            {"last": coup - 1, "one-more": 2 * coup - 1}[self.mid_coup],
            {"not-commence": 0, "last": coup, "one-more": 2 * coup}[self.first_card],
        )
        most = self.shoe.cards - coup - (11 if self.burn else 0)
        if most < least:
            raise ProcedureError(f"shoe: {self.shoe.cards} cards are too few for burned cards, a coup and the cards behind the cut card")
        if not least <= self.cut <= most:
            raise ProcedureError(
                f"cut: {self.cut}: write a number of cards from {least} to {most}: the coup that it shows in must be finished"
            )


def describe_procedure(procedure: Procedure) -> str:
    """The procedure in words."""
    if procedure.kind == "fresh":
        return "every coup from a fresh shoe"
    if procedure.kind == "shuffler":
        return f"a continuous shuffler; the next {procedure.buffer} cards are drawn before the cards of a coup go back"
    parts = [
        "first card opened and as many skipped as its value" if procedure.burn else "no card burned on a new shoe",
        f"cut card {procedure.cut} cards from the end",
        {"last": "if it shows in mid-coup, that coup is the last", "one-more": "if it shows in mid-coup, one more coup follows"}[
            procedure.mid_coup
        ],
        {
            "not-commence": "if it shows before a coup, that coup does not commence",
            "last": "if it shows before a coup, that coup is the last",
            "one-more": "if it shows before a coup, that coup and one more are dealt",
        }[procedure.first_card],
    ]
    if procedure.burn_each:
        parts.append("a card burned before each coup")
    if procedure.limited is not None:
        parts.append(f"{procedure.limited} offered on the first {procedure.hands} coups of a shoe")
    return "; ".join(parts)
