"""Rows of a round log as arrays."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from exact.audit import decode
from exact.audit.columns import Columns, LogOptions
from exact.game.coup import HANDS
from exact.shoes.files import Batch

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Numbers = NDArray[Any]

TOLERANCE = 1e-9
"""How far a reported result may be from the paytable's, in stakes: for the rounding of float64."""


@dataclass(frozen=True, eq=False)
class Rows:
    """Rows of a log as arrays: ``ranks`` [rows, columns], the Banker's from ``split`` on (0: in dealing order)."""

    batch: Batch
    ranks: Numbers
    split: int
    totals: Numbers
    winner: Numbers
    rounds: Numbers
    starts: Numbers


def read_rows(batch: Batch, columns: Columns, options: LogOptions, last_shoe: object) -> tuple[Rows, Numbers, object]:
    """The rows as arrays, which of them cannot be read, and the shoe of the last; ``last_shoe``: of the row before."""
    import numpy as np

    size = len(batch.numbers)
    ranks, split = _ranks(batch, columns, options)
    told = {role: batch.table.column(name) for role, name in columns.roles.items()}
    none = np.full(size, -1, np.int64)
    totals = [decode.numbers(told[f"{hand}-total"]) if f"{hand}-total" in told else none for hand in HANDS]
    winner = decode.winners(told["winner"], options.labels) if "winner" in told else none
    rounds = decode.numbers(told["round"]) if "round" in told else none
    starts = np.zeros(size, np.bool_)
    if "shoe" in told:
        starts, last_shoe = decode.starts(told["shoe"], last_shoe)
    refused = np.any([one == decode.BAD_NUMBER for one in (*totals, winner)], axis=0)
    return Rows(batch, ranks, split, np.array(totals), winner, rounds, starts), refused, last_shoe


def _ranks(batch: Batch, columns: Columns, options: LogOptions) -> tuple[Numbers, int]:
    """The ranks of the cards [rows, columns], and the column of the Banker's first card, 0 for a dealing order."""
    import numpy as np

    table = batch.table
    if columns.layout in ("list", "hand-lists"):
        lists = [decode.card_lists(table.column(columns.roles[role]), options.ranks, columns.roles[role]) for role in columns.cards]
        return np.concatenate(lists, axis=1), lists[0].shape[1] if len(lists) > 1 else 0
    ranks = np.empty((len(table), len(columns.cards)), np.uint8)
    for place, role in enumerate(columns.cards):
        ranks[:, place] = decode.cards(table.column(columns.roles[role]), options.ranks)
    return ranks, sum(role.startswith("player") for role in columns.cards)


def tolerance(batch: Batch, columns: Columns) -> float:
    """A float32 column holds a result to 24 bits only."""
    import pyarrow as pa

    types = [batch.table.column(name).type for role, name in columns.roles.items() if ":" in role]
    return 1e-6 if any(pa.types.is_float32(kind) or pa.types.is_float16(kind) for kind in types) else TOLERANCE


def read_amounts(
    batch: Batch, results_in: tuple[str | None, ...], stakes_in: tuple[str | None, ...], gross: tuple[bool, ...]
) -> tuple[Numbers, Numbers, Numbers]:
    """Net results and stakes [bets, rows], and the rows in which one cannot be read, from the columns of each bet.

    ``gross``: the result holds the stake.
    """
    import numpy as np

    size = len(batch.numbers)
    results, stakes = np.zeros((len(results_in), size)), np.ones((len(results_in), size))
    unclear = np.zeros(size, np.bool_)
    for bet, (result, stake) in enumerate(zip(results_in, stakes_in, strict=True)):
        if stake:
            stakes[bet], bad = decode.amounts(batch.table.column(stake))
            unclear |= bad | (stakes[bet] < 0)
        if result:
            results[bet], bad = decode.amounts(batch.table.column(result))
            unclear |= bad
            if gross[bet]:
                results[bet] -= stakes[bet]
    return results, stakes, unclear
