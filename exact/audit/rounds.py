"""The audit of a round log: every coup dealt again by the rules, in constant memory.

A batch of rows goes through five loops: cards to hands, hands to outcomes, cards out of the shoe, bets; what is wrong
is counted by kind, and the first faults of each kind are told in words.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from exact.audit.columns import Columns, LogError, LogOptions, find_columns
from exact.audit.observations import Observations
from exact.audit.round_faults import TITLES, Counted, FaultFound
from exact.audit.rows import TOLERANCE, Rows, read_amounts, read_rows, tolerance
from exact.audit.tally import BetPlan, GameTables, RoundTallies, game_tables, plan_bets
from exact.audit.tell import Teller, Wrong
from exact.game.definition import Game
from exact.game.shoe import Shoe
from exact.shoes.files import SUFFIXES, Batch, RowFile, open_source

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Numbers = NDArray[Any]

Progress = Callable[[int, int, int], None]

HUGE = 1 << 60
MOST_MALFORMED = 100_000
"""Lines with a wrong number of fields, beyond which a file is refused: likely its header is wrong."""


@dataclass(frozen=True)
class RoundsAudit:
    """What a round log holds and what is wrong with it.

    ``rows``: rows read. ``observations``: of the rounds whose cards make two hands, third cards by the rules or not.
    ``faults``: how many of each kind (all kinds, 0 too). ``examples``: the first of each kind in words. ``refused``: rows that
    cannot be read, the first in ``refusals``. ``columns``: what was recognized; ``notes``: what else was, and what could not
    be checked.
    """

    game: Game
    rows: int
    observations: Observations
    faults: Mapping[str, Counted]
    examples: tuple[FaultFound, ...]
    refused: int
    refusals: tuple[FaultFound, ...]
    columns: Columns
    notes: tuple[str, ...]

    @property
    def faultless(self) -> bool:
        """Whether every row could be read and none has a fault."""
        return not self.refused and not any(counted.faults for counted in self.faults.values())


def audit_rounds(game: Game, path: Path, options: LogOptions | None = None, progress: Progress | None = None) -> RoundsAudit:
    """Deals every coup of a CSV or Parquet log again by the rules of the game.

    Raises LogError or FileError where the file or the options do not tell the rounds. ``progress`` is called with rows
    done, and how much of how much of the file is read.
    """
    options = options or LogOptions()
    if path.suffix.lower() not in SUFFIXES:
        raise LogError(f"{path}: a round log ends in .csv or .parquet")
    source = open_source(path)
    source.most_malformed = MOST_MALFORMED
    columns = find_columns(source.columns, game, options, str(path))
    _choose_columns(source, columns)
    audit = _Audit(game, options, columns, game_tables(game), "line" if source.is_csv else "row")
    for batch in source.records():
        audit.take(batch)
        if progress:
            progress(audit.rows, source.done, source.total)
    return audit.finish(source.malformed)


def _choose_columns(source: RowFile, columns: Columns) -> None:
    """Reads only what is needed, texts of one card, label or number as numbers of distinct texts."""
    lists = {columns.roles[role] for role in columns.cards} if columns.layout in ("list", "hand-lists") else set()
    source.only = tuple(dict.fromkeys(columns.roles.values()))
    source.coded = tuple(name for name in source.only if name not in lists and (source.is_csv or name in _texts(source.path)))


def _texts(path: Path) -> set[str]:
    """The columns of a Parquet file that hold texts."""
    import pyarrow as pa
    from pyarrow.parquet import read_schema

    return {field.name for field in read_schema(path) if pa.types.is_string(field.type) or pa.types.is_large_string(field.type)}


@dataclass
class _Audit:
    """An audit under way."""

    game: Game
    options: LogOptions
    columns: Columns
    made: GameTables
    unit: str
    rows: int = 0
    counted: Counter[str] = field(default_factory=Counter)
    listed: bool | None = None
    """Whether fixed cards are listed, None until the first rows have shown it."""
    ranks_told: bool = False
    last_shoe: object = field(default_factory=object)
    last_round: int = 0
    gaps: int = 0
    """Round numbers that are not one more than that before in the shoe."""
    first_gap: int = 0
    shoes: set[object] = field(default_factory=set)

    def __post_init__(self) -> None:
        self.tallies = RoundTallies(self.made)
        self.plan: BetPlan | None = None
        self.limits: Numbers | None = None
        self.teller = Teller(self.game, self.options, self.columns, self.made, self.unit)

    def take(self, batch: Batch) -> None:
        """Audits a batch of rows."""
        if not len(batch.numbers):
            return
        rows, refused, self.last_shoe = read_rows(batch, self.columns, self.options, self.last_shoe)
        self._refuse_shoes_again(batch, rows.starts)
        self._note_gaps(batch, rows)
        if self.listed is None:
            self._look_at(rows, batch)
        hands, bits = _deal(rows.ranks, rows.split, self.made, bool(self.listed))
        self._check(batch, rows, hands, bits, refused)
        self.rows += len(batch.numbers)

    def _refuse_shoes_again(self, batch: Batch, starts: Numbers) -> None:
        """Raises LogError where a shoe comes again after rows of another: what it still holds would not be known."""
        import numpy as np

        name = self.columns.of("shoe")
        if name is None:
            return
        places = np.flatnonzero(starts)
        for place, shoe in zip(places.tolist(), batch.table.column(name).take(places).to_pylist(), strict=True):
            if shoe in self.shoes:
                where = f"{self.unit} {int(batch.numbers[place])}"
                raise LogError(f"{where}: shoe {shoe} again, after rows of another shoe: sort the log so that each shoe stands together")
            self.shoes.add(shoe)

    def _note_gaps(self, batch: Batch, rows: Rows) -> None:
        """Counts where round numbers do not go on by one: rounds may be missing or doubled, or void and left out."""
        import numpy as np

        before = np.append(self.last_round, rows.rounds[:-1])
        told = (before > 0) & (rows.rounds > 0) & ~rows.starts & ("shoe" in self.columns.roles)
        found = np.flatnonzero(told & (rows.rounds != before + 1))
        if len(found) and not self.gaps:
            self.first_gap = int(batch.numbers[found[0]])
        self.gaps += len(found)
        self.last_round = int(rows.rounds[-1])

    def _look_at(self, rows: Rows, batch: Batch) -> None:
        """Learns from the first rows whether fixed cards are listed and whether tens are told from J, Q and K."""
        self.ranks_told = bool(((rows.ranks >= 11) & (rows.ranks <= 13)).any()) and self.options.ranks != "values"
        shoe = self.options.shoe if self.columns.of("shoe") else None  # where no column tells the shoe all rows are not one
        self.limits = _limits(self.game, shoe, ranks=self.ranks_told)
        self.plan = plan_bets(self.made, self.columns, self.options, tolerance(batch, self.columns))
        self.listed = self._are_listed(rows)
        self.teller.learn(self.plan, self.limits, listed=self.listed)

    def _are_listed(self, rows: Rows) -> bool:
        """Fixed cards are listed if more of the first rows are by the rules that way."""
        from exact.audit.redeal import BY_RULES

        if not _has_fixed(self.game) or self.options.fixed != "auto":
            return self.options.fixed == "listed"
        good = [int((_deal(rows.ranks, rows.split, self.made, listed)[1] & BY_RULES == 0).sum()) for listed in (False, True)]
        return good[1] > good[0]

    def _check(self, batch: Batch, rows: Rows, hands: Numbers, bits: Numbers, refused: Numbers) -> None:
        """Holds what the rows report against their cards."""
        import numpy as np

        from exact.audit import redeal

        assert self.plan is not None
        tallies, size = self.tallies, len(batch.numbers)
        results, stakes, unclear = read_amounts(batch, self.plan.results, self.plan.stakes, self.plan.gross)
        bits[refused | unclear] |= redeal.REFUSED
        over = np.zeros((size, 2), np.int64)
        cells = np.empty(size, np.int64)
        skip = _listed_cards(self.game, rows, listed=bool(self.listed))
        redeal.count_cards(rows.ranks, skip, bits, rows.starts, self.limits, tallies.dealt, tallies.seen, over)
        redeal.check_results(hands, rows.totals, rows.winner, self.made.cells, cells, bits)
        wrong, places = redeal.settle_bets(
            cells,
            rows.starts,
            rows.rounds,
            self.made.nets,
            self.plan.arrays,
            (results, stakes),
            (tallies.hand, tallies.shoe),
            (tallies.counts, tallies.totals, tallies.numbers, tallies.sums),
        )
        if bits.any() or wrong.any():
            self.counted += self.teller.tell(rows, Wrong(hands, bits, wrong, places, over, results, stakes))

    def finish(self, malformed: Mapping[int, str]) -> RoundsAudit:
        """The result once all rows are read."""
        plan = self.plan or plan_bets(self.made, self.columns, self.options, TOLERANCE)
        observations = self.tallies.observations(plan, by_shoe="shoe" in self.columns.roles, ranks=self.ranks_told)
        refused = self.counted["unreadable"] + len(malformed)
        refusals = [*self.teller.examples("unreadable"), *self.teller.malformed(malformed)]
        refusals.sort(key=lambda fault: fault.number)
        return RoundsAudit(
            self.game,
            self.rows + len(malformed),
            observations,
            {kind: Counted(title, self.counted[kind]) for kind, title in TITLES.items()},
            tuple(fault for kind in TITLES for fault in self.teller.examples(kind)),
            refused,
            tuple(refusals[: self.options.examples]),
            self.columns,
            tuple(self._notes(plan)),
        )

    def _notes(self, plan: BetPlan) -> list[str]:
        """What was recognized beyond names of columns, and what could not be checked."""
        notes = [f"columns not used: {', '.join(self.columns.unused)}"] if self.columns.unused else []
        if _has_fixed(self.game):
            notes.append(f"fixed cards are {'' if self.listed else 'not '}listed among the cards")
        if self.gaps:
            where = f"first in {self.unit} {self.first_gap}"
            notes.append(f"{self.gaps:,} round numbers do not follow that before in the shoe by one, {where}: none is judged by that")
        left_out = self.rows - int(self.tallies.counts.sum())
        if left_out:
            notes.append(f"{left_out:,} rows are in no count, as their cards make no two hands: tests and diagnosis lack them")
        if not self.ranks_told:
            notes.append("10, J, Q and K are not told apart: cards are counted by value")
        if "shoe" not in self.columns.roles:
            missed = ["cards beyond what the shoe holds"] * (self.options.shoe is not None)
            missed += [f"{bet} after hand {hands}" for bet, hands in self.options.first_hands.items()]
            notes.append(f"no column tells the shoe{': not checked: ' + ', '.join(missed) if missed else ''}")
        elif self.options.shoe is None:
            notes.append("not checked: cards beyond what the shoe holds: say with --decks or --counts")
        reported = [bet for bet, column in zip(self.made.bets, plan.results, strict=True) if column]
        dealt = [bet for bet, column in zip(self.made.bets, plan.results, strict=True) if not column]
        notes += [f"returns as reported: {', '.join(reported)}"] if reported else []
        notes += [f"returns of the coups dealt again: {', '.join(dealt)}"] if dealt else []
        return notes


def _has_fixed(game: Game) -> bool:
    return bool(game.rules.fixed.player or game.rules.fixed.banker)


def _deal(ranks: Numbers, split: int, made: GameTables, listed: bool) -> tuple[Numbers, Numbers]:
    """The hands of every row as numbers, and the bits of what is wrong with its cards."""
    import numpy as np

    from exact.audit import redeal

    hands, bits = np.zeros((len(ranks), 2), np.int64), np.zeros(len(ranks), np.int64)
    if split:
        redeal.deal_hands(ranks, split, listed, made.rules, hands, bits)
    else:
        redeal.deal_order(ranks, listed, made.rules, hands, bits)
    return hands, bits


def _listed_cards(game: Game, rows: Rows, *, listed: bool) -> Numbers:
    """How many listed fixed cards begin at each column."""
    import numpy as np

    skip = np.zeros(rows.ranks.shape[1], np.int64)
    if listed:
        fixed = game.rules.fixed
        skip[0] = len(fixed.player) + (0 if rows.split else len(fixed.banker))
        skip[rows.split] += len(fixed.banker) if rows.split else 0
    return skip


def _limits(game: Game, shoe: Shoe | None, *, ranks: bool) -> Numbers:
    """The most cards of a shoe: of value zero, ace, 2, ..., 9, and of the ranks 10, J, Q, K where they are told."""
    import numpy as np

    limits = np.full(14, HUGE, np.int64)
    if shoe is None or shoe.replacement:
        return limits
    unseen = game.rules.unseen(shoe, game.rules.fixed)
    limits[:10] = unseen.counts
    if ranks and shoe.whole_decks:
        limits[10:] = unseen.counts[0] // 4
    return limits
