"""The round log of a simulation as Parquet: one row a coup, cards in dealing order."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

from exact.game.card import symbol
from exact.game.coup import Coup
from exact.game.definition import Game
from exact.shoes.files import whole_file
from exact.simulation.engine import Record, Write, tables
from exact.simulation.hands import HAND_NUMBERS, cards_of, in_dealing_order
from exact.simulation.procedure import Procedure

if TYPE_CHECKING:
    import pyarrow as pa
    from numpy.typing import NDArray

    Numbers = NDArray[Any]


@contextmanager
def round_log(path: Path, game: Game, procedure: Procedure) -> Iterator[Write]:
    """A writer of records; the file takes its place when the block ends without an error, whole or not at all.

    Columns: shoe and round from 1, cards, player_total, banker_total, winner, and for each priced bet BET_net, its net win
    per unit staked, null where the bet was not offered.
    """
    from pyarrow.parquet import ParquetWriter

    with whole_file(path) as part:
        writer: Any = None

        def write(first: int, record: Record) -> None:
            nonlocal writer
            table = _table(game, procedure, first, record[1])
            writer = writer or ParquetWriter(part, table.schema)
            writer.write_table(table)

        try:
            yield write
        finally:
            if writer is not None:
                writer.close()


def _table(game: Game, procedure: Procedure, first: int, notes: Numbers) -> pa.Table:
    """The rows of one block."""
    import numpy as np
    import pyarrow as pa

    coups, place = np.unique(notes[:, 2] * HAND_NUMBERS + notes[:, 3], return_inverse=True)
    known = [Coup(*map(cards_of, divmod(pair, HAND_NUMBERS))) for pair in coups.tolist()]
    texts = [" ".join(map(symbol, in_dealing_order(game.rules, coup))) for coup in known]
    totals = np.array([[hand.total for hand in coup.hands] for coup in known])
    winners = [game.winner(coup.outcome(game.needs)) for coup in known]
    shoe, number = (notes[:, 0], notes[:, 1]) if procedure.kind == "shoe" else (np.arange(len(notes)), np.ones(len(notes), int))
    columns = {
        "shoe": pa.array(first + shoe + 1),
        "round": pa.array(number),
        "cards": pa.array(texts).take(pa.array(place)),
        "player_total": pa.array(totals[place, 0]),
        "banker_total": pa.array(totals[place, 1]),
        "winner": pa.array(winners).take(pa.array(place)),
    }
    return pa.table(columns | _nets(game, procedure, notes, number))


def _nets(game: Game, procedure: Procedure, notes: Numbers, number: Numbers) -> dict[str, pa.Array]:
    """The net win of every priced bet."""
    import pyarrow as pa

    found = tables(game, procedure.limited)
    players, bankers = found.classes
    cell = players[notes[:, 2]] + bankers[notes[:, 3]]
    columns = {}
    for row, (index, scale) in enumerate(zip(found.bets, found.scales, strict=True)):
        beyond = number > procedure.hands if procedure.hands is not None and row == found.limited else None
        columns[f"{game.bets[index].id}_net"] = pa.array(found.nets[cell, row] / scale, mask=beyond)
    return columns
