"""What a right source is expected to report: the exact law of a fresh shoe, or what a shoe procedure was seen to give.

Shoe-dealt coups differ from coups of a fresh shoe (the cut-card effect) and those of one shoe hang together. So a
source that deals shoes is held against shoes dealt by the same procedure: ours, or those of a saved simulation.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Mapping
from concurrent.futures import Executor
from dataclasses import dataclass, field
from importlib.util import find_spec
from math import sqrt
from typing import TYPE_CHECKING, Any, NamedTuple

from exact.audit.law import Cell, Law, Record, game_law, needs_of, record_of
from exact.audit.simulated import SCHEMA, SourceError, read_simulation
from exact.audit.views import Label, View
from exact.errors import ExactError
from exact.game.coup import Hand, Outcome
from exact.game.definition import Game
from exact.game.shoe import Shoe

if TYPE_CHECKING:
    from exact.simulation.engine import Progress
    from exact.simulation.procedure import Procedure

SPREAD_SHOES = 4096
SEED = 20_240_607
LEAST_COUPS, MOST_COUPS = 4_000_000, 40_000_000


class Expected(NamedTuple):
    """The expected return of a bet, its standard error (0: exact), and the variance that a round adds to a sum."""

    mean: float
    error: float
    rate: float


@dataclass(frozen=True, eq=False)
class Reference:
    """What to expect: ``law`` is exact for a fresh shoe; ``shares``, from ``coups`` dealt coups, corrects it.

    ``spread(view)``: how much more (or less) the counts of a view vary than those of independent rounds.
    """

    said: str
    law: Law
    bets: Mapping[str, Expected]
    coups: int = 0
    shares: Mapping[Record, float] = field(default_factory=dict)
    spread: Callable[[View], float] = lambda _: 1.0

    def exact(self, view: View) -> dict[Label, float]:
        """The probability of each label in a fresh shoe."""
        return {label: weight / self.law.total for label, weight in self.law.project(view.label).items()}

    def shift(self, view: View) -> dict[Label, float]:
        """What the procedure adds to the probability of each label; empty for fresh shoes."""
        if not self.shares:
            return {}
        found = {label: -chance for label, chance in self.exact(view).items()}
        for record, share in self.shares.items():
            found[view.label(record)] = found.get(view.label(record), 0.0) + share
        return found

    def factor(self, view: View) -> float:
        """Variance of a difference of shares over that of independent rounds alone: spread, and the reference's own error."""
        return self.spread(view) * (1 + (view.rounds / self.coups if self.coups else 0))


def fresh(game: Game, shoe: Shoe) -> Reference:
    """Every coup from the full shoe: exact."""
    law = game_law(game, shoe)
    bets = {bet: Expected(float(m.mean), 0.0, float(m.variance)) for bet, m in law.moments.items()}
    return Reference("every coup from the full shoe, exact", law, bets)


def dealt(
    game: Game, procedure: Procedure, said: str, rounds: int, executor: Executor, workers: int, progress: Progress | None = None
) -> Reference:
    """Shoes dealt by our own simulator by the same procedure, four times as many coups as are audited, within bounds."""
    from exact.simulation.conditional import value_coups
    from exact.simulation.engine import outcomes, simulate, tables

    shoe_coups = max(1, procedure.shoe.cards // 5) if procedure.kind == "shoe" else 1
    shoes = min(max(4 * rounds, LEAST_COUPS), MOST_COUPS) // shoe_coups
    found = simulate(game, procedure, shoes, SEED, executor, workers, progress=progress)
    law = game_law(game, procedure.shoe)
    weights: dict[Record, int] = defaultdict(int)
    known = tables(game, procedure.limited)
    for outcome, number in outcomes(known, found.tallies.counts.sum(axis=0)).items():
        weights[_record(game, outcome)] += number
    bets = {}
    for row, index in enumerate(known.bets):
        coups, squares, won, won2, cross = map(int, found.tallies.moments[row].tolist())
        mean, scale = won / coups, known.scales[row]
        rate = (won2 - 2 * mean * cross + mean**2 * squares) / coups / scale**2
        bets[game.bets[index].id] = Expected(mean / scale, sqrt(rate / coups), rate)
    if procedure.kind == "shoe" and bets:
        valued = value_coups(game, procedure, SPREAD_SHOES, SEED + 1, executor, workers)
        for bet in valued.bets:
            bets[bet.bet] = _combined(bets[bet.bet], bet.returns.exact.mean, bet.returns.exact.error or 0.0)
    said = f"{said}; {found.coups:,} coups dealt by exact simulate, seed {SEED}"
    shares = {record: number / found.coups for record, number in weights.items()}
    return Reference(said, law, bets, found.coups, shares, _Spread(game, procedure))


def _combined(one: Expected, mean: float, error: float) -> Expected:
    """Two independent estimates weighted by their precision; results of one run, exact conditional returns of the other."""
    if not one.error:
        return one
    weight = error**2 / (error**2 + one.error**2)
    return Expected(weight * one.mean + (1 - weight) * mean, one.error * sqrt(weight), one.rate)


def _record(game: Game, outcome: Outcome) -> Record:
    """The record of an outcome of the simulator, which may tell more of the cards than is asked."""
    values = needs_of(game).values
    hands = (hand._replace(counted=tuple(card for card in hand.counted if card in values)) for hand in outcome)
    return record_of(game, Outcome(*(Hand(*hand) for hand in hands)))


class _Spread:
    """The spread of a view, from shoes of the procedure: variance by shoe over that of independent rounds, mean over labels.

    Pearson's statistic divided by it has the mean of chi-square (Rao and Scott 1981).
    """

    def __init__(self, game: Game, procedure: Procedure) -> None:
        self._game, self._procedure = game, procedure
        self._dealt: tuple[Any, Any] | None = None
        self._found: dict[str, float] = {}

    def __call__(self, view: View) -> float:
        if self._procedure.kind != "shoe":
            return 1.0
        if view.name not in self._found:
            self._found[view.name] = self._spread(view)
        return self._found[view.name]

    def _spread(self, view: View) -> float:
        import numpy as np

        from exact.simulation.engine import tables

        known = tables(self._game, self._procedure.limited)
        shoes, hands = self._coups()
        players, bankers = known.classes
        cells = players[hands[:, 0]] + bankers[hands[:, 1]]
        width = len(known.hands[1])
        seen, place = np.unique(cells, return_inverse=True)
        labels = [view.label(_record(self._game, Outcome(known.hands[0][c // width], known.hands[1][c % width]))) for c in seen.tolist()]
        names = {label: index for index, label in enumerate(dict.fromkeys(labels))}
        numbers = np.array([names[label] for label in labels])[place]
        table = np.bincount(shoes * len(names) + numbers, minlength=SPREAD_SHOES * len(names)).reshape(SPREAD_SHOES, len(names))
        lengths = table.sum(axis=1)
        shares = table.sum(axis=0) / lengths.sum()
        often = shares * lengths.sum() >= 100
        rest = table - lengths[:, None] * shares
        spread = (rest**2).mean(axis=0)[often] / (lengths.mean() * shares[often])
        return float(spread.sum() / (1 - shares[often]).sum())

    def _coups(self) -> tuple[Any, Any]:
        """Shoe and hands of every coup of some shoes."""
        if self._dealt is None:
            from exact.simulation.engine import deal_block, most_coups

            most = SPREAD_SHOES * most_coups(self._game, self._procedure)
            _, (_, notes) = deal_block(self._game, self._procedure, SEED + 2, 0, SPREAD_SHOES, most)
            self._dealt = notes[:, 0], notes[:, 2:4]
        return self._dealt


def saved(game: Game, shoe: Shoe, data: Mapping[str, Any], name: str) -> Reference:
    """The reference of a saved simulation: its counts of cells, each shared out as the exact law does, and its returns.

    Raises SourceError for one that was dealt from another shoe or under other readings.
    """
    if not isinstance(data, Mapping) or data.get("schema") != SCHEMA:
        raise SourceError(f"reference {name}: not a simulation: give the output of exact simulate --format json")
    try:
        found = read_simulation(game, data)
    except ExactError as refused:
        raise SourceError(f"reference {name}: {refused}") from None
    for what, told, wanted in (("shoe", found.procedure.shoe, shoe), ("readings", found.readings, dict(game.chosen))):
        if told != wanted:
            raise SourceError(f"reference {name}: {what} {_words(told)}: the audit is of {_words(wanted)}: give a simulation of that")
    seen = found.observations
    law = game_law(game, shoe)
    cells: dict[Cell, int] = defaultdict(int)
    for record, weight in law.weights.items():
        cells[record.cell] += weight
    shares = {r: w / cells[r.cell] * seen.cells.get(r.cell, 0) / seen.rounds for r, w in law.weights.items()}
    bets = {}
    for bet, measured in seen.returns.items():
        moments = seen.by_shoe[bet]
        error = sqrt(max(0.0, shoe_variance(moments.won_squared, moments.cross, moments.rounds_squared, measured.mean))) / moments.rounds
        bets[bet] = Expected(measured.mean, error, error**2 * moments.rounds)
    said = f"the simulation {name}, {seen.rounds:,} coups"
    return Reference(said, law, bets, seen.rounds, shares, _spread_of(game, found.procedure))


def _words(told: Shoe | Mapping[str, str]) -> str:
    """A shoe or readings, as options write them."""
    if isinstance(told, Shoe):
        return "inf" if told.replacement else ",".join(map(str, told.counts))
    return " ".join(f"{name}={choice}" for name, choice in told.items())


def _spread_of(game: Game, procedure: Procedure) -> Callable[[View], float]:
    """The spread of a saved simulation's procedure, from shoes of our own; 1, which is on the safe side, without the dealer."""
    if procedure.kind != "shoe" or find_spec("numba") is None:
        return lambda _: 1.0
    return _Spread(game, procedure)


def shoe_variance(won_squared: float, cross: float, rounds_squared: float, mean: float) -> float:
    """The sum over shoes of (W - m c)^2."""
    return won_squared - 2 * mean * cross + mean**2 * rounds_squared
