"""A simulation: blocks of shoes dealt by the compiled loop, their tallies added up.

The game file gives the dealing loop its tables and gives the counts their names: each hand belongs to a class, what
the bets can tell of it, so that a pair of classes is an outcome.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from concurrent.futures import Executor, Future
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Any, Generic, Protocol, Self, TypeVar

from exact.game.card import VALUES
from exact.game.coup import BANKER, HANDS, PLAYER, Hand, Needs, Outcome
from exact.game.definition import Game
from exact.shoes.depletion import in_order
from exact.simulation.hands import HAND_NUMBERS, cards_of
from exact.simulation.procedure import AFTER_FIRST, AFTER_MID, FEWEST_BURNED, FIRST_CARD, MID_COUP, Procedure

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Numbers = NDArray[Any]

BLOCK = 2_048
"""Shoes of one random stream; coups where every coup has a fresh shoe or there is a shuffler are that many times as many."""

COUPS_A_BLOCK = 1 << 17
NO_LIMIT = 1 << 40
"""More coups than any shoe has."""

SEVENS = Needs(values=frozenset({7}))


@dataclass
class Tallies:
    """What a simulation counted.

    ``counts`` [2, Player's classes, Banker's]: coups of each outcome, on the hands on which the limited bet is offered
    and beyond. ``lengths`` [n]: shoes of n coups. ``moments`` [bets, 5]: see ``dealer.deal_shoes``; sums of a bet's
    integer nets, in units of 1 / scale.
    """

    counts: Numbers
    lengths: Numbers
    moments: Numbers

    def add(self, other: Tallies) -> None:
        """Adds the tallies of another block."""
        self.counts += other.counts
        self.lengths += other.lengths
        self.moments += other.moments


@dataclass(frozen=True, eq=False)
class Tables:
    """A game as the dealing loop sees it, and the names of its classes."""

    game: Game
    rules: tuple[Numbers, ...]
    hands: tuple[tuple[Hand, ...], tuple[Hand, ...]]
    classes: tuple[Numbers, Numbers]
    nets: Numbers
    scales: tuple[int, ...]
    bets: tuple[int, ...]
    limited: int

    @property
    def cells(self) -> tuple[int, int, int]:
        """The shape of the counts: within and beyond the limit, Player's classes, Banker's classes."""
        return 2, len(self.hands[0]), len(self.hands[1])


@lru_cache(maxsize=8)
def tables(game: Game, limited: str | None = None) -> Tables:
    """The tables of a game; ``limited``: the id of the bet that is offered on the first hands of a shoe only."""
    import numpy as np

    needs = game.needs | SEVENS
    (players, player_numbers), (bankers, banker_numbers) = (_classes(game, hand, needs) for hand in HANDS)
    scaled = {index: found for index, bet in enumerate(game.bets) if (found := bet.scaled_nets())}
    bets, scales = tuple(scaled), tuple(scale for scale, _ in scaled.values())
    nets = np.zeros((2, len(players), len(bankers), len(bets)), np.int64)
    for p, player in enumerate(players):
        for b, banker in enumerate(bankers):
            facts = game.facts(Outcome(player, banker))
            for row, (index, (_, won)) in enumerate(scaled.items()):
                nets[:, p, b, row] = won[game.bets[index].line_of(facts)]
    ids = [game.bets[index].id for index in bets]
    place = ids.index(limited) if limited in ids else -1
    if place >= 0:
        nets[1, :, :, place] = 0  # not offered: nothing is staked, nothing won
    classes = player_numbers * len(bankers), banker_numbers
    return Tables(
        game, _rules(game), (players, bankers), classes, nets.reshape(2 * len(players) * len(bankers), len(bets)), scales, bets, place
    )


def _classes(game: Game, hand: str, needs: Needs) -> tuple[tuple[Hand, ...], Numbers]:
    """The distinct hands of two or three cards that begin with the fixed cards, and the class of every hand number."""
    import numpy as np

    fixed = game.rules.fixed.player if hand == PLAYER else game.rules.fixed.banker
    found: dict[Hand, int] = {}
    classes = np.zeros(HAND_NUMBERS, np.int64)
    for number in range(HAND_NUMBERS):
        cards = cards_of(number)
        if cards[: len(fixed)] == fixed:
            seen = Hand.of(cards, needs).finished(needs)
            classes[number] = found.setdefault(seen, len(found))
    return tuple(found), classes


def _rules(game: Game) -> tuple[Numbers, ...]:
    """Where the first four cards come from, naturals, both tables of third cards."""
    import numpy as np

    rules, tableau = game.rules, game.rules.tableau
    first_four = [
        *((-1, card) for card in rules.fixed.player),
        *((place, 0) for place, hand in enumerate(rules.order) if hand == PLAYER),
        *((-1, card) for card in rules.fixed.banker),
        *((place, 0) for place, hand in enumerate(rules.order) if hand == BANKER),
        (len(rules.order), 0),
    ]
    natural = np.array([total in rules.naturals for total in VALUES], np.int64)
    player = np.array([bool(draws) for draws in tableau.player], np.int64)
    banker = np.array([[False] * 11 if row is None else row for row in tableau.banker], np.int64).ravel()
    return np.array(first_four), natural, player, banker


def outcomes(found: Tables, counts: Numbers) -> dict[Outcome, int]:
    """The counts [Player's classes, Banker's] by outcome, outcomes that did not come left out."""
    import numpy as np

    players, bankers = found.hands
    return {Outcome(players[p], bankers[b]): int(counts[p, b]) for p, b in np.argwhere(counts).tolist()}


Record = tuple[Any, Any]


def deal_block(game: Game, procedure: Procedure, seed: int, block: int, shoes: int, rows: int = 0) -> tuple[Tallies, Record]:
    """The tallies of one block, and the record of its coups if ``rows`` is as many as it may have."""
    import numpy as np

    from exact.simulation import dealer

    found = tables(game, procedure.limited)
    tallies = empty_tallies(game, procedure)
    counts = tallies.counts.reshape(-1)
    unseen = game.rules.unseen(procedure.shoe, game.rules.fixed)
    full = np.repeat(np.arange(10), unseen.counts).astype(np.int64)
    key = np.array([seed & 0xFFFFFFFF, seed >> 32 & 0xFFFFFFFF, block], np.int64)
    record = np.zeros((rows, 10), np.int64), np.zeros((rows, 5), np.int64)
    deal = dealer.deal_shuffled if procedure.kind == "shuffler" else dealer.deal_shoes
    parameters = _parameters(procedure, found.limited)
    counted = counts, tallies.lengths, tallies.moments
    most = _most_cards(procedure, len(full), longest_coup(game))
    filled = deal(full, found.rules, found.classes, found.nets, parameters, key, shoes, counted, record, most)
    if rows and filled > rows:
        raise ArithmeticError(f"{filled} coups in a record of {rows}")
    return tallies, (record[0][:filled], record[1][:filled])


def longest_coup(game: Game) -> int:
    """Cards that a coup can take from the shoe: those of the dealing order and at most one more for each hand."""
    return len(game.rules.order) + 2


def most_coups(game: Game, procedure: Procedure) -> int:
    """A bound on the coups of one shoe: as many of the shortest kind as begin before the cut card, and those after it."""
    if procedure.kind != "shoe":
        return 1
    shortest = len(game.rules.order) + procedure.burn_each
    cards = procedure.shoe.cards - procedure.cut - (FEWEST_BURNED if procedure.burn else 0)
    return -(-cards // shortest) + max(AFTER_MID[procedure.mid_coup], AFTER_FIRST[procedure.first_card])


def _parameters(procedure: Procedure, limited: int) -> tuple[int, ...]:
    """The procedure as the dealing loop takes it."""
    limit = NO_LIMIT if procedure.hands is None else procedure.hands
    if procedure.kind == "shuffler":
        return (procedure.buffer,)
    if procedure.kind == "fresh":
        return 0, -1, 0, 0, 0, limit, limited
    mid, first = MID_COUP.index(procedure.mid_coup), (2, 0, 1)[FIRST_CARD.index(procedure.first_card)]
    return int(procedure.burn), procedure.cut, mid, first, int(procedure.burn_each), limit, limited


def _most_cards(procedure: Procedure, cards: int, longest: int) -> int:
    """The most cards of a shoe that can be dealt: those up to the cut card and two coups; one coup without a shoe."""
    return min(cards, cards - procedure.cut + 2 * (longest + procedure.burn_each)) if procedure.kind == "shoe" else longest


def block_size(procedure: Procedure) -> int:
    """Shoes (coups, where a coup is a shoe) of a block."""
    return BLOCK if procedure.kind == "shoe" else COUPS_A_BLOCK


def blocks(size: int, shoes: int) -> Iterator[tuple[int, int]]:
    """The number and size of the blocks of a run of so many shoes."""
    for block, start in enumerate(range(0, shoes, size)):
        yield block, min(size, shoes - start)


Progress = Callable[[int, int, int], None]


@dataclass(frozen=True)
class Simulation:
    """A finished run: the game, how it was dealt, and what was counted."""

    game: Game
    procedure: Procedure
    seed: int
    shoes: int
    tallies: Tallies

    @property
    def coups(self) -> int:
        """Coups dealt."""
        return int(self.tallies.counts.sum())


class Counted(Protocol):
    """A dataclass of arrays that what a block counted is added to."""

    def add(self, other: Self, /) -> None:
        """Adds the counts of another block."""


C = TypeVar("C", bound=Counted)
P = TypeVar("P")


@dataclass
class Progressed(Generic[C]):
    """How far a run is: blocks done, in order, and what they counted; what a checkpoint keeps."""

    blocks: int
    counted: C


Keep = Callable[[Progressed[C]], None]
Write = Callable[[int, Record], None]


def finished_blocks(
    state: Progressed[C],
    size: int,
    shoes: int,
    submit: Callable[[int, int], Future[P]],
    workers: int,
    keep: Keep[C] | None,
    progress: Progress | None,
) -> Iterator[tuple[int, P]]:
    """The first shoe and the result of every block that ``state`` lacks, in order; to be added to it before the next is asked for."""
    work = ((block, number, submit(block, number)) for block, number in blocks(size, shoes) if block >= state.blocks)
    for block, number, future in in_order(work, 2 * workers):
        yield block * size, future.result()
        state.blocks = block + 1
        if keep:
            keep(state)
        if progress:
            done = block * size + number
            progress(done, done, shoes)


def empty_tallies(game: Game, procedure: Procedure) -> Tallies:
    """Nothing counted yet."""
    import numpy as np

    found = tables(game, procedure.limited)
    return Tallies(
        np.zeros(found.cells, np.int64), np.zeros(most_coups(game, procedure) + 1, np.int64), np.zeros((len(found.bets), 5), np.int64)
    )


def simulate(
    game: Game,
    procedure: Procedure,
    shoes: int,
    seed: int,
    executor: Executor,
    workers: int,
    *,
    begun: Progressed[Tallies] | None = None,
    keep: Keep[Tallies] | None = None,
    write: Write | None = None,
    progress: Progress | None = None,
) -> Simulation:
    """Deals so many shoes; the same seed gives the same counts whatever the number of workers.

    ``begun``: where an earlier run stopped; ``keep`` is called after every block with what could be begun from;
    ``write`` gets the first shoe (or coup) of every block and its record, in order.
    """
    state = begun or Progressed(0, empty_tallies(game, procedure))
    rows = 0 if write is None else block_size(procedure) * most_coups(game, procedure)

    def submit(block: int, number: int) -> Future[tuple[Tallies, Record]]:
        return executor.submit(deal_block, game, procedure, seed, block, number, rows)

    for first, (part, record) in finished_blocks(state, block_size(procedure), shoes, submit, workers, keep, progress):
        state.counted.add(part)
        if write:
            write(first, record)
    return Simulation(game, procedure, seed, shoes, state.counted)
