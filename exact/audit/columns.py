"""Which column of a round log holds what: recognized by name, or told.

The role of a column is ``shoe``, ``round``, ``winner``, ``player-total``, ``banker-total``; for cards ``player-1``,
``player-2``, ..., ``banker-1``, ... one card of a hand, ``card-1``, ... one card of the coup in dealing order,
``player-cards``, ``banker-cards`` a hand, ``cards`` a coup; for a bet ``bet:ID`` its net win, ``payout:ID`` what is
handed back, the stake included, ``stake:ID``.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Literal

from exact.errors import ExactError
from exact.game.condition import suggest
from exact.game.coup import HANDS, Winner
from exact.game.definition import Game
from exact.game.shoe import Shoe

Ranks = Literal["symbols", "numbers", "values"]
Fixed = Literal["auto", "listed", "not-listed"]
Layout = Literal["hands", "order", "hand-lists", "list"]

NET, PAYOUT, STAKE = "bet", "payout", "stake"
MOST_CARDS = 8
"""Cards of a coup or a hand that are kept; a log with more in a row has too many in any case."""

_PLAIN = {
    "shoe": "shoe",
    "round": "round|hand|coup|game",
    "winner": "winner|result|outcome|winning_hand",
    "cards": "cards|coup_cards|round_cards|all_cards",
}
_NUMBERED = r"(?:{words})(?:_?(?:id|no|nr|number|num|index))?"
_ORDINALS = {"first": "1", "second": "2", "third": "3", "fourth": "4", "1st": "1", "2nd": "2", "3rd": "3", "4th": "4"}
_LETTER = {"player": "player|p", "banker": "banker|b"}
_BET = {NET: ("net", "result", "profit"), PAYOUT: ("payout", "returned", "paid"), STAKE: ("stake", "wager", "staked", "bet")}


class LogError(ExactError):
    """A round log whose columns do not tell the rounds, or options that do not fit it."""


@dataclass(frozen=True)
class LogOptions:
    """How a round log is read and checked.

    ``columns``: role -> name of the column. ``labels``: text of a winner -> winner. ``first_hands``: bet -> the first so
    many hands of a shoe on which it is offered. ``shoe``: what a full shoe holds, to find more cards than that.
    ``ranks``: A, 2, ..., K; numbers 1 to 13 (0: no card); or point values 0 to 9. ``fixed``: whether fixed cards are
    listed among the cards, first in their hand or in the coup. ``examples``: faults of each kind to tell in words.
    """

    columns: Mapping[str, str] = field(default_factory=dict)
    labels: Mapping[str, Winner] = field(default_factory=dict)
    first_hands: Mapping[str, int] = field(default_factory=dict)
    shoe: Shoe | None = None
    ranks: Ranks = "symbols"
    fixed: Fixed = "auto"
    examples: int = 20


@dataclass(frozen=True)
class Columns:
    """The columns of a log: ``roles`` of those that are used, ``unused`` ones, and where the cards are."""

    roles: Mapping[str, str]
    unused: tuple[str, ...]
    layout: Layout

    @property
    def cards(self) -> tuple[str, ...]:
        """The roles of the cards, the Player's first or in dealing order."""
        return tuple(sorted((role for role in self.roles if _layout_of(role) == self.layout), key=_card_order))

    def of(self, role: str) -> str | None:
        """The name of the column of a role."""
        return self.roles.get(role)


def find_columns(names: tuple[str, ...], game: Game, options: LogOptions, file: str) -> Columns:
    """The roles of the columns; LogError says what is missing or unclear."""
    told = dict(options.columns)
    _check_told(told, names, game, file)
    free = {name: recognize(name, game, names) for name in names if name not in told.values()}
    found: dict[str, str] = {}
    for name, role in _hands_or_bets(free, told).items():
        if role is None or role in told:
            continue
        if role in found:
            raise LogError(f"{file}: columns {found[role]!r} and {name!r} both look like {role}: say which with --column {role}=NAME")
        found[role] = name
    roles = told | found
    layout = _layout(roles, file)
    used = {role: name for role, name in roles.items() if _layout_of(role) in (None, layout)}
    _check_bets(used, game, options, file)
    return Columns(used, tuple(name for name in names if name not in used.values()), layout)


def _check_told(told: Mapping[str, str], names: tuple[str, ...], game: Game, file: str) -> None:
    """Every role that was told must exist, and so must its column."""
    known = known_roles(game)
    for role, name in told.items():
        if role not in known:
            raise LogError(f"--column {role}={name}: no such role: {suggest(role, known)}")
        if name not in names:
            raise LogError(f"--column {role}={name}: {file} has no such column: {suggest(name, names)}")


def known_roles(game: Game) -> tuple[str, ...]:
    """Every role that a column of a log of this game can have."""
    hands = [f"{hand}-{number}" for hand in HANDS for number in range(1, 5)]
    coup = [f"card-{number}" for number in range(1, MOST_CARDS + 1)]
    bets = [f"{kind}:{bet.id}" for kind in _BET for bet in game.bets]
    totals = [f"{hand}-{what}" for hand in HANDS for what in ("total", "cards")]
    return ("shoe", "round", "winner", *totals, "cards", *hands, *coup, *bets)


def recognize(name: str, game: Game, names: tuple[str, ...] = ()) -> str | None:
    """The role that a column has by its name, None if by none.

    >>> from exact.game.definition import load
    >>> recognize("Player 1st Card", load("live-7up")), recognize("S7", load("live-7up"))
    ('player-1', None)
    """
    plain = _plain(name)
    for role, words in _PLAIN.items():
        if re.fullmatch(_NUMBERED.format(words=words) if role in ("shoe", "round") else words, plain):
            return role
    return _card_role(plain, names) or _bet_role(plain, game)


def _plain(name: str) -> str:
    """A name in lower case, words joined by underscores, ordinals as digits."""
    words = re.sub(r"[^a-z0-9]+", "_", re.sub(r"['’]", "", name.strip().casefold())).strip("_").split("_")
    return "_".join(_ORDINALS.get(word, word) for word in words)


def _card_role(plain: str, names: tuple[str, ...]) -> str | None:
    for hand, words in _LETTER.items():
        if re.fullmatch(f"(?:{words})_(?:total|score|points|sum)|(?:total|score|points)_(?:{words})", plain):
            return f"{hand}-total"
        if re.fullmatch(f"(?:{words})_(?:cards|hand)", plain):
            return f"{hand}-cards"
        match = re.fullmatch(f"(?:{words})_?(?:card|c)?_?([1-4])(?:_card)?", plain)
        if match:
            return f"{hand}-{match[1]}"
    match = re.fullmatch(f"(card|c)_?([1-{MOST_CARDS}])", plain)
    counts = match and match[1] == "c" and "c0" in names  # c0, ..., c9 are counts of a shoe
    return f"card-{match[2]}" if match and not counts else None


def _bet_role(plain: str, game: Game) -> str | None:
    for bet in game.bets:
        for word in {_plain(bet.id), _plain(bet.name)}:
            if plain == word:
                return f"{NET}:{bet.id}"
            for kind, endings in _BET.items():
                if plain in {f"{word}_{end}" for end in endings} | {f"{end}_{word}" for end in endings}:
                    return f"{kind}:{bet.id}"
    return None


def _hands_or_bets(free: Mapping[str, str | None], told: Mapping[str, str]) -> dict[str, str | None]:
    """Columns called ``player`` and ``banker`` hold the hands where no other column holds cards."""
    elsewhere = any(_layout_of(role) for role in (*told, *free.values()) if role)
    plain = {name: _plain(name) for name in free if _plain(name) in HANDS}
    if elsewhere or set(plain.values()) != set(HANDS):
        return dict(free)
    return {**free, **{name: f"{hand}-cards" for name, hand in plain.items()}}


def _layout_of(role: str) -> Layout | None:
    if re.fullmatch("(player|banker)-[0-9]", role):
        return "hands"
    if re.fullmatch("card-[0-9]", role):
        return "order"
    return {"player-cards": "hand-lists", "banker-cards": "hand-lists", "cards": "list"}.get(role)  # type: ignore[return-value]


def _card_order(role: str) -> tuple[bool, str]:
    return role.startswith("banker"), role


def _layout(roles: Iterable[str], file: str) -> Layout:
    """Where the cards are; of several places that with a column a card."""
    for layout in ("hands", "order", "hand-lists", "list"):
        cards = [role for role in roles if _layout_of(role) == layout]
        if not cards:
            continue
        hands = {role.partition("-")[0] for role in cards}
        if layout in ("hands", "hand-lists") and hands != set(HANDS):
            missing = next(hand for hand in HANDS if hand not in hands)
            raise LogError(f"{file}: has cards of one hand only: say with --column {missing}-1=NAME where the {missing.title()}'s are")
        return layout
    raise LogError(
        f"{file}: no column of cards: name them cards, card1, card2, ..., player1, ..., banker1, ... or say with --column ROLE=NAME"
    )


def _check_bets(roles: Mapping[str, str], game: Game, options: LogOptions, file: str) -> None:
    """A bet with a result must have a paytable and one result; a limited bet must exist."""
    for bet in game.bets:
        given = [roles[f"{kind}:{bet.id}"] for kind in (NET, PAYOUT) if f"{kind}:{bet.id}" in roles]
        if len(given) == 2:
            raise LogError(f"{file}: columns {given[0]!r} and {given[1]!r} both tell what {bet.id} wins: keep one")
        if given and any(bet.net(line) is None for line in bet.every_line()):
            raise LogError(f"{file}: column {given[0]!r}: the rule sheet of {game.id} does not say what {bet.id} pays: leave it out")
    for limited in options.first_hands:
        game.bet(limited)
