"""A game as tables for the loops of ``redeal``, and what they add up, batch after batch."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from exact.audit.columns import NET, PAYOUT, STAKE, Columns, LogError, LogOptions
from exact.audit.observations import MeasuredReturn, Observations, ShoeMoments
from exact.audit.round_faults import RANKS
from exact.game.coup import HANDS, WINNERS, Outcome
from exact.game.definition import Game
from exact.simulation.engine import Tables, tables
from exact.simulation.hands import HAND_NUMBERS, NO_THIRD, hand_digits

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Numbers = NDArray[Any]

MOST_BETS = 31
"""Bets whose faults fit into the bits of a row."""

NO_LIMIT = 1 << 60


@dataclass(frozen=True, eq=False)
class GameTables:
    """A game as the loops see it; ``cells``: classes of hands, winner of each pair, total of each hand number."""

    found: Tables
    rules: tuple[Any, ...]
    cells: tuple[Numbers, ...]
    nets: Numbers
    bets: tuple[str, ...]


@lru_cache(maxsize=8)
def game_tables(game: Game) -> GameTables:
    """The tables of a game; LogError where it has more bets than a row has bits for."""
    import numpy as np

    found = tables(game)
    if len(found.bets) > MOST_BETS:
        raise LogError(f"{game.id}: has {len(found.bets)} bets: an audit takes {MOST_BETS} at most: choose with --bet")
    fixed = tuple(np.array(cards, np.int64) for cards in (game.rules.fixed.player, game.rules.fixed.banker))
    order = np.array([HANDS.index(hand) for hand in game.rules.order], np.int64)
    players, bankers = found.hands
    winners = [WINNERS.index(game.winner(Outcome(player, banker))) for player in players for banker in bankers]
    first, second, third = hand_digits(np.arange(HAND_NUMBERS))
    total = (first + second + third % NO_THIRD) % 10  # no third card counts nothing
    nets = found.nets[: len(found.nets) // 2].copy()
    cells = *found.classes, np.array(winners, np.int64), total
    return GameTables(found, (fixed, order, *found.rules[1:]), cells, nets, tuple(game.bets[index].id for index in found.bets))


@dataclass(frozen=True, eq=False)
class BetPlan:
    """What is told of each bet, as arrays over the bets, and the columns of its result and stake."""

    arrays: tuple[Any, ...]
    results: tuple[str | None, ...]
    stakes: tuple[str | None, ...]
    gross: tuple[bool, ...]


def plan_bets(made: GameTables, columns: Columns, options: LogOptions, tolerance: float) -> BetPlan:
    """How each bet is settled; a bet is limited only where shoes are told apart."""
    import numpy as np

    results = tuple(columns.of(f"{NET}:{bet}") or columns.of(f"{PAYOUT}:{bet}") for bet in made.bets)
    stakes = tuple(columns.of(f"{STAKE}:{bet}") if result else None for bet, result in zip(made.bets, results, strict=True))
    gross = tuple(columns.of(f"{PAYOUT}:{bet}") is not None for bet in made.bets)
    first = options.first_hands if columns.of("shoe") else {}
    limits = [first.get(bet, NO_LIMIT) for bet in made.bets]
    arrays = (
        np.array(made.found.scales, np.float64),
        np.array(limits, np.int64),
        np.array([result is not None for result in results], np.bool_),
        np.array([stake is not None for stake in stakes], np.bool_),
        np.array(gross, np.float64),
        tolerance,
    )
    return BetPlan(arrays, results, stakes, gross)


class RoundTallies:
    """What the loops add up; see ``redeal.settle_bets`` and ``redeal.count_cards``."""

    def __init__(self, made: GameTables) -> None:
        import numpy as np

        bets = len(made.bets)
        self.made = made
        self.counts = np.zeros(len(made.nets), np.int64)
        self.totals = np.zeros((bets, 4))
        self.numbers = np.zeros((bets, 3), np.int64)
        self.sums = np.zeros((bets, 3))
        self.hand = np.zeros(3, np.int64)
        self.shoe = np.zeros((bets, 2))
        self.dealt = np.zeros(14, np.int64)
        self.seen = np.zeros(14, np.int64)

    def observations(self, plan: BetPlan, *, by_shoe: bool, ranks: bool) -> Observations:
        """The counts of all rounds whose cards make two hands."""
        from exact.audit.redeal import close_shoe

        if self.hand[0]:
            close_shoe(self.shoe, self.sums, self.numbers)
            self.hand[0] = 0
        cells, events = _cells(self.made, self.counts)
        told = [bet for bet, row in zip(self.made.bets, self.totals.tolist(), strict=True) if row[2]]
        return Observations(
            rounds=int(self.counts.sum()),
            events=events,
            cells=cells,
            returns={bet: self._return(plan, self.made.bets.index(bet)) for bet in told},
            by_shoe={bet: self._moments(plan, self.made.bets.index(bet)) for bet in told} if by_shoe else {},
            ranks={rank: int(self.seen[number]) for number, rank in enumerate(RANKS, 1)} if ranks else {},
        )

    def _unit(self, plan: BetPlan, bet: int) -> float:
        """Re-dealt wins are whole numbers of units 1 / scale, so that their sums are exact."""
        return 1.0 if plan.results[bet] else float(self.made.found.scales[bet])

    def _return(self, plan: BetPlan, bet: int) -> MeasuredReturn:
        played, won, staked, squares = self.totals[bet].tolist()
        effective = staked**2 / squares if plan.stakes[bet] else None
        return MeasuredReturn(int(played), won / staked / self._unit(plan, bet), effective)

    def _moments(self, plan: BetPlan, bet: int) -> ShoeMoments:
        unit = self._unit(plan, bet)
        won, squares, cross = self.sums[bet].tolist()
        shoes, rounds, rounds_squared = self.numbers[bet].tolist()
        return ShoeMoments(shoes, rounds, rounds_squared, won / unit, squares / unit**2, cross / unit)


def _cells(made: GameTables, counts: Numbers) -> tuple[dict[Any, int], dict[tuple[str, str], int]]:
    """Counts by totals, cards and sevens, and by winner."""
    import numpy as np

    players, bankers = made.found.hands
    cells: Counter[Any] = Counter()
    winners: Counter[int] = Counter()
    for cell in np.flatnonzero(counts).tolist():
        player, banker = players[cell // len(bankers)], bankers[cell % len(bankers)]
        sevens = player.counted.count(7) + banker.counted.count(7)
        cells[player.total, banker.total, player.size, banker.size, sevens] += int(counts[cell])
        winners[int(made.cells[2][cell])] += int(counts[cell])
    return dict(sorted(cells.items())), {("winner", name): winners[place] for place, name in enumerate(WINNERS)}
