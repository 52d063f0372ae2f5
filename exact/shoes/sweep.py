"""A sweep: the odds of every row of a file of shoes, streamed, in parallel, and taken up again after a kill.

The rows are worked off in pieces of a fixed number of rows. Each finished piece is kept in ``OUT.parts``, written
whole or not at all; at the end the pieces are put together. A run that was killed goes on with the pieces that are
missing, so that nothing is lost or doubled.
"""

from __future__ import annotations

import json
from collections import deque
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, Future
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from exact.game.definition import Game, build
from exact.game.shoe import Shoe
from exact.shoes.bulk import ManyOdds
from exact.shoes.files import FileError, RowFile, batches, open_source
from exact.shoes.parts import Parts, Piece
from exact.shoes.polynomial import OddsPolynomial, compile_game
from exact.shoes.unseen import CountColumns, RoundLog, unseen_columns

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Numbers = NDArray[Any]

Progress = Callable[[int, int, int], None]
"""Called with the rows done, how much of the source is read, and how much there is."""


@dataclass(frozen=True)
class Job:
    """What to sweep: game, input, output.

    ``events``: the names of the columns of counts, if these are wanted; ``full``: the shoe that a round log starts from.
    """

    game: Game
    source: Path
    target: Path
    events: tuple[str, ...] = ()
    full: Shoe | None = None

    @property
    def recipe(self) -> Recipe:
        """What a worker needs to make the polynomial."""
        return json.dumps(self.game.document, default=str), self.game.chosen, tuple(bet.id for bet in self.game.bets)

    def identity(self) -> dict[str, object]:
        """What makes two runs the same sweep."""
        stat = self.source.stat()
        return {
            "game": list(self.recipe),
            "source": [str(self.source.resolve()), stat.st_size, stat.st_mtime_ns],
            "events": list(self.events),
            "full": None if self.full is None else list(self.full.counts),
        }


Recipe = tuple[str, tuple[tuple[str, str], ...], tuple[str, ...]]


@dataclass
class Report:
    """What became of a sweep: rows written, rows that an earlier run had done, rows kept out with the reason."""

    written: int = 0
    resumed: int = 0
    refused: dict[int, str] = field(default_factory=dict)


@dataclass
class _Waiting:
    """A piece whose odds are still to come: its good rows, their place in the batch, the rows kept out so far."""

    number: int
    table: Any
    rows: Numbers
    refused: dict[int, str]
    future: Future[ManyOdds]


def sweep(job: Job, executor: Executor, workers: int, progress: Progress | None = None) -> Report:
    """Works off every row of the source and writes the target, rows in order.

    ``executor`` runs the evaluation: threads, processes or a cluster; at most two pieces a worker are on their way.
    Raises FileError where the source or the target is at fault; then, as after a kill, finished pieces are kept.
    """
    source = open_source(job.source)
    if job.target.exists() and job.target.samefile(job.source):
        raise FileError(f"-o {job.target}: is the input: write to another file")
    bets = tuple(job.game.bets[index].id for index in compile_game(job.game).priced_bets())
    unseen = unseen_columns(source.columns, job.full, str(job.source), job.game.rules)
    taken = [name for name in (*bets, *job.events) if name in source.columns]
    if taken:
        raise FileError(f"{job.source}: has a column {taken[0]!r} already, which the result would write: rename it")
    with Parts(job.target, job.identity(), (*bets, *job.events)) as parts:
        report = Report()
        for piece in _pieces(job, source, unseen, parts, executor, 2 * workers):
            report.written += piece.rows
            report.resumed += piece.rows if piece.resumed else 0
            report.refused |= piece.refused
            if progress:
                progress(report.written + len(report.refused), source.done, source.total)
        report.refused = dict(sorted((report.refused | source.malformed).items()))
        parts.put_together(source)
    return report


def _pieces(job: Job, source: RowFile, unseen: CountColumns | RoundLog, parts: Parts, executor: Executor, most: int) -> Iterator[Piece]:
    """The pieces in order, each kept on disk when it is yielded."""
    waiting: deque[_Waiting] = deque()
    for number, batch in enumerate(batches(source)):
        counts, bad = unseen.counts(batch)
        done = parts.finished(number, len(batch.numbers))
        if done:
            yield done
            continue
        rows = _good(len(batch.numbers), bad)
        refused = {int(batch.numbers[row]): reason for row, reason in bad.items()}
        future = executor.submit(_evaluate, job.recipe, counts[rows], bool(job.events))
        waiting.append(_Waiting(number, batch, rows, refused, future))
        if len(waiting) > most:
            yield _finish(waiting.popleft(), parts)
    while waiting:
        yield _finish(waiting.popleft(), parts)


def _good(rows: int, bad: dict[int, str]) -> Numbers:
    """The rows that are not bad."""
    import numpy as np

    mask = np.ones(rows, bool)
    mask[list(bad)] = False
    return np.flatnonzero(mask)


def _finish(waiting: _Waiting, parts: Parts) -> Piece:
    """Keeps a piece on disk once its odds are there."""
    odds = waiting.future.result()
    batch, rows = waiting.table, waiting.rows
    refused = waiting.refused | {int(batch.numbers[rows[row]]): reason for row, reason in odds.refused.items()}
    kept = _good(len(rows), dict(odds.refused))
    deals = None if odds.deals is None else odds.deals[kept]
    return parts.keep(waiting.number, len(batch.numbers), batch.table.take(rows[kept]), odds.returns[kept], deals, refused)


def _evaluate(recipe: Recipe, counts: Numbers, deals: bool) -> ManyOdds:
    """The odds of some shoes, in any process."""
    return _polynomial(recipe).evaluate_many(counts, deals=deals)


@lru_cache(maxsize=4)
def _polynomial(recipe: Recipe) -> OddsPolynomial:
    document, chosen, bets = recipe
    return compile_game(build(json.loads(document), dict(chosen), Game).only(bets))
