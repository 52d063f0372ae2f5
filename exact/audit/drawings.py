"""Other drawing rules that a source may have by mistake, as functions for the tree of all continuations."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from functools import partial

from exact.audit.tree import BankerRule, Drawing, PlayerRule
from exact.game.card import VALUES
from exact.game.definition import Game

STOOD = len(VALUES)


def drawing(game: Game) -> Drawing:
    """The drawing rule of the game."""
    rules = game.rules
    rows = rules.tableau.banker

    def player(p: int, b: int) -> bool:
        return p not in rules.naturals and b not in rules.naturals and bool(rules.tableau.player[p])

    def banker(p: int, b: int, third: int | None) -> bool:
        row = rows[b]
        return p not in rules.naturals and b not in rules.naturals and row is not None and row[STOOD if third is None else third]

    return Drawing(player, banker)


Other = tuple[str, PlayerRule | None, BankerRule | None]


def other_drawings(game: Game, right: Drawing) -> Iterator[Other]:
    """Each other rule in words, None for a hand that draws as it should."""
    yield from _flipped(game, right)
    yield from _copied_rows(game, right)
    yield from _finals(game, right)
    yield from _naturals(game, right)
    naturals = game.rules.naturals
    yield "the Banker stands whenever the Player stood", None, lambda p, b, c: c is not None and right.banker(p, b, c)
    yield (
        "the Banker always draws on 0-5, whatever the Player's third card", None,
        lambda p, b, _: p not in naturals and b not in naturals and b <= 5,
    )  # fmt: skip
    yield "the Banker never draws", None, never
    yield "the Player never draws", never, None
    yield (
        "a third card of 10, J, Q or K is looked up as if the Player had stood", None,
        lambda p, b, c: right.banker(p, b, None if c == 0 else c),
    )  # fmt: skip


def _finals(game: Game, right: Drawing) -> Iterator[Other]:
    """The Player's final total taken for its two-card total or for its third card."""
    naturals = game.rules.naturals

    def final(p: int, third: int) -> int:
        return (p + third) % 10

    yield (
        "the Banker's row is looked up with the Player's final total instead of the third card", None,
        lambda p, b, c: right.banker(p, b, c if c is None else final(p, c)),
    )  # fmt: skip
    yield (
        "a natural is looked for in the Player's final total instead of its two-card total", None,
        lambda p, b, c: right.banker(p, b, c) and not (c is not None and final(p, c) in naturals),
    )  # fmt: skip
    yield (
        "the Banker draws while the Player's final total is higher, the tableau left aside", None,
        lambda p, b, c: p not in naturals and b not in naturals and b < (p if c is None else final(p, c)),
    )  # fmt: skip


def _naturals(game: Game, right: Drawing) -> Iterator[Other]:
    """A third card dealt against a natural."""
    naturals, drawn, rows = game.rules.naturals, game.rules.tableau.player, game.rules.tableau.banker

    def looked_up(b: int, column: int) -> bool:
        row = rows[b]
        return row is not None and row[column]

    yield "the Player draws against the Banker's natural", lambda p, _: p not in naturals and bool(drawn[p]), None
    yield (
        "the Banker draws against the Player's natural", None,
        lambda p, b, c: right.banker(p, b, c) if p not in naturals else looked_up(b, STOOD if c is None else c),
    )  # fmt: skip
    yield (
        "a third card is dealt against a natural, to either hand", lambda p, _: p not in naturals and bool(drawn[p]),
        lambda _, b, c: looked_up(b, STOOD if c is None else c),
    )  # fmt: skip


def never(*_: int | None) -> bool:
    """A hand that draws no card."""
    return False


def _flipped(game: Game, right: Drawing) -> Iterator[Other]:
    """Every cell of both tables the other way round."""
    tableau = game.rules.tableau
    for total, draws in enumerate(tableau.player):
        if draws is not None:
            yield (
                f"the Player {'stands' if draws else 'draws'} on {total}",
                partial(_flip_player, right.player, game.rules.naturals, total), None,
            )  # fmt: skip
    for total, row in enumerate(tableau.banker):
        for column, draws in enumerate(row or ()):
            met = "a Player who stood" if column == STOOD else f"a third card of {column}"
            yield (
                f"the Banker {'stands' if draws else 'draws'} on {total} against {met}", None,
                partial(_flip_banker, right.banker, game.rules.naturals, total, None if column == STOOD else column),
            )  # fmt: skip


def _flip_player(rule: PlayerRule, naturals: frozenset[int], total: int, p: int, b: int) -> bool:
    return rule(p, b) != (p == total and b not in naturals)


def _flip_banker(rule: BankerRule, naturals: frozenset[int], total: int, third: int | None, p: int, b: int, c: int | None) -> bool:
    return bool(rule(p, b, c)) != (b == total and c == third and p not in naturals)


def _copied_rows(game: Game, right: Drawing) -> Iterator[Other]:
    """Every row of the Banker's table replaced by another row: all of it, or what it says of third cards."""
    rows = {total: row for total, row in enumerate(game.rules.tableau.banker) if row is not None}
    for total, row in rows.items():
        seen = {row}
        for stood in (True, False):
            part = "" if stood else " where the Player drew, not where the Player stood,"
            for source, other in rows.items():
                copied = other if stood else (*other[:STOOD], *row[STOOD:])
                if copied not in seen:
                    seen.add(copied)
                    yield (
                        f"the Banker's row {total}{part} is a copy of row {source}",
                        None,
                        partial(_copy, right.banker, total, source, stood),
                    )


def _copy(rule: BankerRule, total: int, source: int, stood: bool, p: int, b: int, c: int | None) -> Fraction | bool:
    return rule(p, source if b == total and (stood or c is not None) else b, c)
