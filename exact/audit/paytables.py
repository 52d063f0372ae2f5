"""Sources that deal right and pay wrong: other known paytables for the same bets."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from functools import partial
from itertools import combinations

from exact.audit.law import Law, Moments, Record, deals_of, game_law, moments, record_of, spread
from exact.game.bet import Bet
from exact.game.definition import Game, catalogue, load
from exact.game.shoe import Shoe

Paid = tuple[str, Callable[[], Law]]
Nets = Sequence[Fraction]
Variant = tuple[str, Nets]

COMMON = tuple(Fraction(odds) for odds in ("1/2", "19/20", "1", "3/2", "9/5", "2", "5/2", "3", "8", "9"))
"""Odds to one that sheets of the baccarat family use."""

_SEVENS = ("Two sevens", "Three sevens", "Four sevens", "Five sevens", "Six sevens")
PUBLISHED: Mapping[str, Mapping[str, Mapping[str, Fraction]]] = {
    "super-sevens": {
        "2, 5, 17, 70, 700 to one (Marina Bay Sands, 2012)": dict(zip(_SEVENS, map(Fraction, (2, 5, 17, 70, 700)), strict=True)),
        "2.5, 7, 16, 78, 778 for one (an online live game)": dict(
            zip(_SEVENS, (Fraction(3, 2), *map(Fraction, (6, 15, 77, 777))), strict=True)
        ),
    }
}
"""Schedules that no game of the catalogue has, or not with every game's rules: by bet, the net win of each event."""


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
                yield f"{bet.name} is paid as in {other.id}", partial(_paid, right, {bet.id: paid[bet.id]})


def _other_odds(game: Game, right: Law) -> Iterator[Paid]:
    """Each bet paid at other odds, the stake counted as won; the odds of two bets swapped."""
    weights = {bet.id: _line_weights(right, place, len(bet.nets)) for place, bet in enumerate(game.bets) if bet.nets is not None}
    for bet in game.bets:
        if bet.nets is None:
            continue
        for said, other in _variants(bet, bet.nets):
            yield f"{bet.name}: {said}", partial(_spread_over, right, bet.id, other, weights[bet.id])
        whole = right.moments[bet.id]
        counted, turned = whole._replace(mean=whole.mean + 1), Moments(-whole.mean, whole.variance, -whole.third)
        yield f"{bet.name}: the stake is counted in the return", partial(_paid, right, {bet.id: counted})
        yield f"{bet.name}: the sign of the return is turned", partial(_paid, right, {bet.id: turned})
    yield from _swaps(game, weights, right)


def _line_weights(right: Law, place: int, lines: int) -> list[int]:
    """The weight of each line of the bet of this place."""
    found = [0] * lines
    for record, weight in right.weights.items():
        found[record.lines[place]] += weight
    return found


def _spread_over(right: Law, bet: str, nets: Nets, weights: Sequence[int]) -> Law:
    return _paid(right, {bet: spread(nets, weights, right.total)})


def _paid(right: Law, paid: Mapping[str, Moments]) -> Law:
    """The right law with other returns of some bets."""
    return replace(right, moments={**right.moments, **paid})


def _variants(bet: Bet, nets: Nets) -> Iterator[Variant]:
    """Other net wins of every line, each once."""
    seen = {tuple(nets)}
    for said, other in (*_whole(bet, nets), *_schedules(bet, nets), *_single(bet, nets), *_alike(nets)):
        if tuple(other) not in seen:
            seen.add(tuple(other))
            yield said, other


def _whole(bet: Bet, nets: Nets) -> Iterator[Variant]:
    """The whole paytable read in another way."""
    yield 'odds "to one" are paid as odds "for one"', [net - 1 if net > 0 else net for net in nets]
    if 0 in nets:
        yield "a push loses", [net if net else Fraction(-1) for net in nets]
    for percent in (0, 4, 5):
        other = replace(bet, commission=Fraction(percent, 100))
        if other != bet:
            yield f"{percent}% commission" if percent else "no commission is taken", other.nets or ()


def _schedules(bet: Bet, nets: Nets) -> Iterator[Variant]:
    """What else was published for these very lines."""
    lines = bet.every_line()
    for said, pays in PUBLISHED.get(bet.id, {}).items():
        if set(pays) == {line.event for line, net in zip(lines, nets, strict=True) if net > 0}:
            yield f"the published schedule {said}", [pays.get(line.event, net) for line, net in zip(lines, nets, strict=True)]


def _single(bet: Bet, nets: Nets) -> Iterator[Variant]:
    """One line paid at other odds: one unit more or less, those of another line, common ones; or the odds of two wins swapped."""
    lines = bet.every_line()
    for place, net in enumerate(nets):
        if net > 0:
            for step in (-1, 1):
                if net + step > 0:
                    said = f"{lines[place].event!r} pays one unit {'more' if step > 0 else 'less'}, {_odds(net + step)}"
                    yield said, _put(nets, {place: net + step})
        for odds in (*nets, *(COMMON if net > 0 else ())) if net >= 0 else ():
            yield f"{lines[place].event!r} {_paid_words(odds)}", _put(nets, {place: odds})
    for one, other in combinations([place for place, net in enumerate(nets) if net > 0], 2):
        said = f"what {lines[one].event!r} and {lines[other].event!r} pay is swapped"
        yield said, _put(nets, {one: nets[other], other: nets[one]})


def _alike(nets: Nets) -> Iterator[Variant]:
    """Every win paid one unit more, or all at the same odds: those of one of them, or common ones."""
    yield "every win pays one unit more", [net + 1 if net > 0 else net for net in nets]
    for odds in dict.fromkeys((*nets, *COMMON)):
        if odds > 0:
            yield f"every win pays {_odds(odds)}", [odds if net > 0 else net for net in nets]


def _put(nets: Nets, changed: Mapping[int, Fraction]) -> list[Fraction]:
    return [changed.get(place, net) for place, net in enumerate(nets)]


def _odds(net: Fraction) -> str:
    """Odds to one.

    >>> _odds(Fraction(3, 2))
    '3:2'
    """
    return f"{net.numerator}:{net.denominator}"


def _paid_words(net: Fraction) -> str:
    """What a line does that wins so much.

    >>> _paid_words(Fraction(0)), _paid_words(Fraction(2))
    ('is a push', 'pays 2:1')
    """
    return f"pays {_odds(net)}" if net > 0 else "is a push" if net == 0 else "loses"


def _swaps(game: Game, weights: Mapping[str, Sequence[int]], right: Law) -> Iterator[Paid]:
    """The odds of one line of two bets swapped, and those of all their lines: of bets with as many lines, lines of one place."""
    for one, other in combinations([bet for bet in game.bets if bet.id in weights], 2):
        nets, others = one.nets or (), other.nets or ()
        places = [place for place, (net, odds) in enumerate(zip(nets, others, strict=False)) if net > 0 and odds > 0 and net != odds]
        if len(nets) != len(others):
            continue
        for changed in dict.fromkeys([*((place,) for place in places), tuple(places)]):
            if changed:
                named = " and ".join(f"{one.every_line()[place].event!r} and {other.every_line()[place].event!r}" for place in changed)
                swapped = {
                    one.id: _put(nets, {place: others[place] for place in changed}),
                    other.id: _put(others, {place: nets[place] for place in changed}),
                }
                paid = {bet: spread(found, weights[bet], right.total) for bet, found in swapped.items()}
                yield f"the odds of {named} are swapped", partial(_paid, right, paid)
