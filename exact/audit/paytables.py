"""Sources that deal right and pay wrong: other known paytables for the same bets."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from functools import partial

from exact.audit.law import Law, Moments, Record, deals_of, game_law, moments, record_of, spread
from exact.game.bet import Bet
from exact.game.definition import Game, catalogue, load
from exact.game.shoe import Shoe

Paid = tuple[str, Callable[[], Law]]


def paytable_faults(game: Game, shoe: Shoe) -> Iterator[Paid]:
    """What was paid, in words, and how to make the law: the rounds are those of the game, the returns are not."""
    right = game_law(game, shoe)
    yield from _other_readings(game, shoe)
    yield from _other_games(game, shoe, right)
    yield from _other_odds(game, right)


def _other_readings(game: Game, shoe: Shoe) -> Iterator[Paid]:
    """The same game under every other choice of a reading; it deals and names what that reading says."""
    chosen = dict(game.chosen)
    for reading in game.readings:
        for choice in reading.names:
            if choice != chosen[reading.name]:
                yield f"the reading {reading.name}={choice}", partial(_told_by, game, game.reading({reading.name: choice}), shoe)


def _told_by(game: Game, other: Game, shoe: Shoe) -> Law:
    """The law of the other game's coups; a line of its bets counts as the line of the same place."""
    weights: dict[Record, int] = {}
    for outcome, weight in deals_of(other, shoe).items():
        record = record_of(other, outcome)
        weights[record] = weights.get(record, 0) + weight
    total = sum(weights.values())
    return Law(weights, total, moments(other, weights, total)) if _same_lines(game, other) else game_law(game, shoe)


def _same_lines(game: Game, other: Game) -> bool:
    return [[line.event for line in bet.every_line()] for bet in game.bets] == [
        [line.event for line in bet.every_line()] for bet in other.bets
    ]


def _other_games(game: Game, shoe: Shoe, right: Law) -> Iterator[Paid]:
    """The bets of the same id as another game of the catalogue with the same rules pays them."""
    for name in catalogue():
        other = load(name)
        if other.id == game.id or other.rules != game.rules:
            continue
        paid = game_law(other, shoe).moments
        for bet in game.bets:
            if bet.id in paid:
                yield f"{bet.name} is paid as in {other.id}", partial(_paid, right, bet.id, paid[bet.id])


def _other_odds(game: Game, right: Law) -> Iterator[Paid]:
    """Each bet paid without or with another commission, odds taken as "for one", the stake counted as won."""
    for place, bet in enumerate(game.bets):
        nets = bet.nets
        if nets is None:
            continue
        lines = [0] * len(nets)
        for record, weight in right.weights.items():
            lines[record.lines[place]] += weight
        for said, other in _variants(bet, nets):
            yield f"{bet.name}: {said}", partial(_paid, right, bet.id, spread(other, lines, right.total))
        whole = right.moments[bet.id]
        yield f"{bet.name}: the stake is counted in the return", partial(_paid, right, bet.id, whole._replace(mean=whole.mean + 1))
        yield (
            f"{bet.name}: the sign of the return is turned",
            partial(_paid, right, bet.id, Moments(-whole.mean, whole.variance, -whole.third)),
        )


def _paid(right: Law, bet: str, paid: Moments) -> Law:
    moments: Mapping[str, Moments] = {**right.moments, bet: paid}
    return replace(right, moments=moments)


def _variants(bet: Bet, nets: Sequence[Fraction]) -> Iterator[tuple[str, Sequence[Fraction]]]:
    """Other net wins of every line."""
    lines = bet.every_line()
    yield 'odds "to one" are paid as odds "for one"', [net - 1 if net > 0 else net for net in nets]
    if 0 in nets:
        yield "a push loses", [net if net else Fraction(-1) for net in nets]
    for percent in (0, 4, 5):
        other = replace(bet, commission=Fraction(percent, 100))
        if other != bet:
            yield f"{percent}% commission" if percent else "no commission is taken", other.nets or ()
    for place, net in enumerate(nets):
        for step in (-1, 1):
            if net >= 2:
                yield (
                    f"{lines[place].event!r} pays one unit {'more' if step > 0 else 'less'}",
                    [*nets[:place], net + step, *nets[place + 1 :]],
                )  # fmt: skip
