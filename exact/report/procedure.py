"""How coups follow one another, in words: what the rules of a game say of it, and what is assumed."""

from __future__ import annotations

from typing import NamedTuple

from exact.game.definition import Game
from exact.game.shoe import Shoe
from exact.report.document import Table
from exact.simulation.procedure import Procedure, procedure_of

IN_THE_RULES, ASSUMED, NOT_IN_THE_RULES = "rule sheet", "assumed", "assumed; not in this game's rules"
"""Who says a line of a procedure."""

ASSUMPTION = "Assumed: what the program takes where a rule sheet does not say; another value is another procedure."


class Step(NamedTuple):
    """One line of a procedure: its field, when it applies, what is done, its value, and whether the rules say so."""

    field: str
    when: str
    what: str
    value: int | str
    said: bool


def procedure_steps(game: Game) -> list[Step]:
    """Every line of the procedure by which whole shoes of the game are dealt."""
    said = procedure_of(game)
    procedure = Procedure(Shoe.decks(1), **said)
    return [Step(field, when, what, getattr(procedure, field), field in said) for field, when, what in _lines(game, procedure)]


def _lines(game: Game, procedure: Procedure) -> list[tuple[str, str, str]]:
    """Field, when and what of every line."""
    opened = "the first card is opened and as many are skipped as its value (10, J, Q and K count ten, the ace one)"
    burned = {True: "a card is burned", False: "no card is burned"}
    last, more = "that coup is the last", "one more coup follows"
    first = {"not-commence": "that coup does not commence", "last": last, "one-more": "that coup and one more are dealt"}
    lines = [
        ("burn", "on a new shoe", opened if procedure.burn else burned[False]),
        ("cut", "cut card", f"{procedure.cut} cards from the end"),
        ("mid_coup", "cut card in mid-coup", {"last": last, "one-more": more}[procedure.mid_coup]),
        ("first_card", "cut card before a coup", first[procedure.first_card]),
        ("burn_each", "before each coup", burned[procedure.burn_each]),
    ]
    if procedure.limited is not None:
        lines.append(("hands", game.bet(procedure.limited).name, f"offered on the first {procedure.hands} coups of a shoe"))
    return lines


def describe_procedure(game: Game, procedure: Procedure) -> str:
    """The procedure in one sentence."""
    if procedure.kind == "fresh":
        return "every coup from a fresh shoe"
    if procedure.kind == "shuffler":
        return f"a continuous shuffler; the next {procedure.buffer} cards are drawn before the cards of a coup go back"
    return "; ".join(f"{when}: {what}" for _, when, what in _lines(game, procedure))


def beyond_rules(game: Game, procedure: Procedure) -> str:
    """What of a procedure, the game's own or another, the rules of the game do not say; empty where they say all of it."""
    said = procedure_of(game)
    beyond = [f"{when}: {what}" for field, when, what in _lines(game, procedure) if said.get(field) != getattr(procedure, field)]
    if "hands" in said and procedure.hands is None:
        beyond.append(f"{game.bet(said['limited']).name}: offered on every coup")
    if beyond and not said:
        return "Nothing of it is in this game's rules."
    return f"Not in this game's rules: {'; '.join(beyond)}." if beyond else ""


def has_procedure(game: Game) -> bool:
    """Whether the rules of the game say anything of its procedure."""
    return bool(procedure_of(game))


def said_by(game: Game, step: Step) -> str:
    """Who says a line."""
    return IN_THE_RULES if step.said else ASSUMED if has_procedure(game) else NOT_IN_THE_RULES


def procedure_table(game: Game) -> Table:
    """The procedure with who says each line."""
    return Table.of("when|what|said by", [(step.when, step.what, said_by(game, step)) for step in procedure_steps(game)])


def procedure_json(game: Game) -> list[dict[str, object]] | None:
    """The same as JSON; None where the rules of the game say nothing of it."""
    if not has_procedure(game):
        return None
    return [{"field": step.field, "value": step.value, "assumed": not step.said} for step in procedure_steps(game)]
