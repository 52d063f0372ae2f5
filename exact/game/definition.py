"""A game: rules, bets and readings, built from a game file.

``build`` trusts its document; ``exact.game.check`` says everything that is wrong with one. The files of the
catalogue are checked by the tests, every other file is checked each time it is read.
"""

from __future__ import annotations

import os
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cached_property
from typing import Any, Self, TypeVar, cast

from exact.errors import BetError, Fault, GameError
from exact.game.bet import Bet, Line, Pays, parse_commission
from exact.game.card import parse_card
from exact.game.condition import WINNER, Condition, needs_of, parse_condition, read_facts, suggest
from exact.game.coup import BANKER, PLAYER, TIE, Coup, HandName, Needs, Outcome, Winner
from exact.game.reading import Reading, choose, resolve
from exact.game.rules import Rules
from exact.game.tableau import Tableau, parse_banker, parse_player

Document = Mapping[str, Any]

CATALOGUE = os.path.join(os.path.dirname(__file__), "catalogue")
FROM_SHOE = "from-shoe"
PRINTED = "printed"
NATURALS = (8, 9)


@dataclass(frozen=True)
class Game:
    """A game under one choice of every reading.

    >>> load("live-7up").rules.fixed.player
    (7,)
    """

    id: str
    title: str
    source: str
    notes: tuple[str, ...]
    rules: Rules
    also_tie: tuple[Condition, ...]
    bets: tuple[Bet, ...]
    readings: tuple[Reading, ...]
    chosen: tuple[tuple[str, str], ...]
    document: Document = field(repr=False, hash=False)

    @cached_property
    def _hash(self) -> int:
        """Computed once: tables made for a game are kept by game, and asked for again and again."""
        return hash((self.id, self.title, self.source, self.notes, self.rules, self.also_tie, self.bets, self.readings, self.chosen))

    def __hash__(self) -> int:
        """A hash of everything but the document, which says the same."""
        return self._hash

    def __getstate__(self) -> dict[str, Any]:
        """What another process needs; a hash holds in one process only."""
        return {name: value for name, value in vars(self).items() if name != "_hash"}

    def reading(self, wanted: Mapping[str, str]) -> Self:
        """The same game with the same bets, these readings chosen and every other one at the choice it has."""
        own, other = (build(self.document, dict(self.chosen) | dict(more), type(self)) for more in ({}, wanted))
        return other if self.bets == own.bets else other.only(tuple(bet.id for bet in self.bets))

    def each_reading(self) -> Iterator[tuple[str, str, Self]]:
        """The game under every choice of every reading, one changed at a time: reading, choice, game."""
        for reading in self.readings:
            for choice in reading.names:
                yield reading.name, choice, self.reading({reading.name: choice})

    @property
    def readings_text(self) -> str:
        """The readings in force, such as ``fixed-card=printed, main-bets-on-tie=push``; empty where there are none."""
        return ", ".join(f"{name}={choice}" for name, choice in self.chosen)

    def bet(self, bet_id: str) -> Bet:
        """The bet of that id."""
        for bet in self.bets:
            if bet.id == bet_id:
                return bet
        raise BetError(f"bet {bet_id!r}: {self.id} has no such bet: {suggest(bet_id, [bet.id for bet in self.bets])}")

    def only(self, bet_ids: tuple[str, ...]) -> Self:
        """The same game with just these bets."""
        return replace(self, bets=tuple(dict.fromkeys(self.bet(bet_id) for bet_id in bet_ids)))

    @cached_property
    def conditions(self) -> tuple[Condition, ...]:
        """Every condition of the game."""
        return (*self.also_tie, *(condition for bet in self.bets for condition in bet.conditions()))

    @cached_property
    def needs(self) -> Needs:
        """What the bets and the ties ask of a hand."""
        return needs_of(self.conditions)

    @cached_property
    def features(self) -> tuple[str, ...]:
        """The features that the bets and the ties look at, the winner left out."""
        return tuple(sorted({name for condition in self.conditions for name in condition.features} - {WINNER}))

    def facts(self, outcome: Outcome) -> dict[str, int | str]:
        """What the bets look at in one outcome, the winner among them."""
        facts = read_facts(outcome, self.features, None)
        facts[WINNER] = self._winner(outcome, facts)
        return facts

    def winner(self, outcome: Outcome) -> Winner:
        """The hand nearer to nine; a tie for equal totals and for whatever else the game calls a tie."""
        return self._winner(outcome, read_facts(outcome, self.features, None))

    def _winner(self, outcome: Outcome, facts: Mapping[str, int | str]) -> Winner:
        player, banker = outcome.player.total, outcome.banker.total
        if player == banker or any(condition.holds(facts) for condition in self.also_tie):
            return TIE
        return PLAYER if player > banker else BANKER


G = TypeVar("G", bound=Game)


def load(reference: str) -> Game:
    """The game of a catalogue id or of a path to a game file, every reading at its default.

    Raises GameError with every fault of the file.
    """
    return build(read_document(reference), {}, Game)


def catalogue() -> tuple[str, ...]:
    """The ids of the games that come with the package."""
    return tuple(sorted(name.removesuffix(".toml") for name in os.listdir(CATALOGUE) if name.endswith(".toml")))


def read_document(reference: str) -> Document:
    """The content of a game file, checked unless it is one of the catalogue."""
    if reference in catalogue():
        with open(os.path.join(CATALOGUE, f"{reference}.toml"), "rb") as file:
            return tomllib.load(file)
    content = _read(reference)
    document = _parse(reference, content)
    from exact.game.check import faults  # loads the validation library, which a game of the catalogue does without

    found = faults(document, content)
    if found:
        raise GameError(reference, found)
    return document


def _read(reference: str) -> bytes:
    try:
        with open(reference, "rb") as file:
            return file.read()
    except FileNotFoundError:
        advice = f"no such file and no game of the catalogue: {suggest(reference, catalogue())}"
        raise GameError(reference, [Fault("", "", advice)]) from None
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise GameError(reference, [Fault("", "", f"cannot be read: {reason}: give a TOML file")]) from None


def _parse(file: str, content: bytes) -> Document:
    try:
        return tomllib.loads(content.decode("utf-8-sig"))
    except UnicodeDecodeError as error:
        line = content[: error.start].count(b"\n") + 1
        raise GameError(file, [Fault("", "", f"byte {error.start} is not UTF-8: save the file as UTF-8", line)]) from None
    except ValueError as error:
        from exact.game.position import syntax_line

        reason = error if isinstance(error, tomllib.TOMLDecodeError) else "a number of thousands of digits"
        raise GameError(file, [Fault("", "", f"not TOML: {reason}", syntax_line(str(error)))]) from None
    except RecursionError:
        raise GameError(file, [Fault("", "", "not a game: nested too deeply")]) from None


def build(document: Document, wanted: Mapping[str, str], kind: type[G]) -> G:
    """The game of a checked document under the wanted readings."""
    readings = build_readings(document)
    chosen = choose(readings, wanted)
    resolved = cast("Document", resolve(document, chosen))
    return kind(
        id=resolved["id"],
        title=resolved["title"],
        source=resolved["source"],
        notes=tuple(resolved.get("notes", ())),
        rules=build_rules(resolved),
        also_tie=tuple(parse_condition(table, winner=False) for table in resolved.get("result", {}).get("also-tie", ())),
        bets=tuple(build_bet(bet) for bet in resolved["bets"]),
        readings=readings,
        chosen=tuple(chosen.items()),
        document=document,
    )


def build_readings(document: Document) -> tuple[Reading, ...]:
    """The readings that a document lists."""
    return tuple(Reading(reading["name"], reading["clause"], tuple(reading["choices"].items())) for reading in document.get("readings", ()))


def build_rules(document: Document) -> Rules:
    """The rules of a document whose readings are resolved."""
    deal, fixed = document["deal"], document.get("fixed", {})
    naturals = frozenset(deal.get("naturals", NATURALS))
    return Rules(
        fixed=Coup(*(tuple(parse_card(card) for card in fixed.get(hand, ())) for hand in (PLAYER, BANKER))),
        fixed_from_shoe=fixed.get("origin", PRINTED) == FROM_SHOE,
        order=tuple(cast("list[HandName]", deal["order"])),
        naturals=naturals,
        tableau=Tableau(parse_player(document["tableau"][PLAYER], naturals), parse_banker(document["tableau"][BANKER], naturals)),
    )


def build_bet(table: Mapping[str, Any]) -> Bet:
    """A bet from its table."""
    commission = table.get("commission")
    return Bet(
        id=table["id"],
        name=table["name"],
        lines=tuple(build_line(line) for line in table["lines"]),
        otherwise=table.get("otherwise", ""),
        commission=parse_commission(commission) if commission else Fraction(0),
        note=table.get("note", ""),
    )


def build_line(table: Mapping[str, Any]) -> Line:
    """A paytable line from its table."""
    pays = table.get("pays")
    return Line(table["event"], parse_condition(table["when"]), Pays.parse(pays) if pays else None)
