"""Columns of a round log as arrays: cards as ranks, totals and results as numbers, winners, where a shoe begins.

Texts of a log repeat: each distinct one is read once. What cannot be read is marked, and told in words on demand.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

from exact.audit.columns import MOST_CARDS, LogError, Ranks
from exact.game.coup import BANKER, PLAYER, TIE, WINNERS, Winner

if TYPE_CHECKING:
    import pyarrow as pa
    from numpy.typing import NDArray

    Numbers = NDArray[Any]

BAD_NUMBER = -2
"""A text that is no number or no label."""

KINDS: tuple[Ranks, ...] = ("symbols", "numbers", "values")
ADVICE: Mapping[Ranks, str] = {
    "symbols": "write A, 2 to 9, 10 (or T), J, Q or K, or say --ranks numbers for 1 to 13",
    "numbers": "write 1 to 13, 0 or nothing for no card",
    "values": "write a point value from 0 to 9, nothing for no card",
}
_EMPTY = {"", "-", "nan", "none", "null", "na", "n/a"}
_WORDS: dict[str, Winner] = {
    "p": PLAYER,
    "player": PLAYER,
    "b": BANKER,
    "banker": BANKER,
    "bank": BANKER,
    "t": TIE,
    "tie": TIE,
    "draw": TIE,
}


def whole(column: pa.ChunkedArray) -> pa.Array:
    """A column of a batch in one piece."""
    return column.chunk(0) if column.num_chunks == 1 else column.combine_chunks()


def distinct(column: pa.ChunkedArray) -> tuple[list[Any], Numbers]:
    """The distinct values of a column, None last, and for each row the place of its value among them."""
    import numpy as np
    import pyarrow as pa
    import pyarrow.compute as pc

    array = whole(column)
    coded = array if pa.types.is_dictionary(array.type) else array.dictionary_encode()
    values = coded.dictionary.to_pylist()
    return [*values, None], np.asarray(pc.fill_null(pc.cast(coded.indices, pa.int64()), len(values)))


def is_empty(value: object) -> bool:
    """Whether a value stands for nothing: null, a blank, a dash, nan."""
    return value is None or str(value).strip().casefold() in _EMPTY


def cards(column: pa.ChunkedArray, ranks: Ranks) -> Numbers:
    """One card a row as its rank, 0 for none, ``card_texts.BAD`` for what is no card."""
    import numpy as np

    values, places = distinct(column)
    return np.array([rank_of(value, ranks) for value in values], np.uint8)[places]


def rank_of(value: object, ranks: Ranks) -> int:
    """The rank of one card: of a text, or of a number as it is or with nothing but zeros behind the point."""
    from exact.audit.card_texts import BAD

    if is_empty(value):
        return 0
    text = re.sub(r"^([0-9]+)\.0*$", r"\1", str(value).strip())
    found = [rank for rank in read_texts([text], ranks)[0].tolist() if rank]
    return found[0] if len(found) == 1 else 0 if not found and ranks == "numbers" else BAD


def card_lists(column: pa.ChunkedArray, ranks: Ranks, name: str) -> Numbers:
    """The cards of each row, [rows, MOST_CARDS]; a first card of ``card_texts.BAD`` where they cannot be read."""
    import pyarrow as pa
    import pyarrow.compute as pc

    array = whole(column)
    if pa.types.is_list(array.type) or pa.types.is_large_list(array.type):
        texts = [None if row is None else " ".join(str(card) for card in row if card is not None) for row in array.to_pylist()]
        return read_texts([text or "" for text in texts], ranks)
    if pa.types.is_dictionary(array.type):
        array = array.cast(array.type.value_type)
    texts_of_a_kind = pa.types.is_string(array.type) or pa.types.is_large_string(array.type) or pa.types.is_null(array.type)
    if not texts_of_a_kind:
        raise LogError(f"column {name!r} holds {array.type}: give texts such as '7 5 6'")
    return _parse(pc.fill_null(pc.cast(array, pa.large_string()), ""), ranks)


def read_texts(texts: list[str], ranks: Ranks) -> Numbers:
    """The cards of each text."""
    import pyarrow as pa

    return _parse(pa.array(texts, pa.large_string()), ranks)


def _parse(array: pa.Array, ranks: Ranks) -> Numbers:
    import numpy as np

    from exact.audit.card_texts import read_cards

    out = np.zeros((len(array), MOST_CARDS), np.uint8)
    _, offsets, data = array.buffers()
    bounds = np.frombuffer(offsets, np.int64)[array.offset : array.offset + len(array) + 1] if len(array) else np.zeros(1, np.int64)
    content = np.frombuffer(data, np.uint8) if data is not None and data.size else np.zeros(1, np.uint8)
    read_cards(bounds, content, KINDS.index(ranks), out)
    return out


def numbers(column: pa.ChunkedArray) -> Numbers:
    """Whole numbers from 0 on, -1 for nothing, BAD_NUMBER for what is no such number."""
    return _translated(column, number_of)


def number_of(value: object) -> int:
    """A whole number from 0 on; see ``numbers``."""
    if is_empty(value):
        return -1
    match = re.fullmatch(r"\+?([0-9]{1,18})(\.0*)?", str(value).strip())
    return int(match[1]) if match else BAD_NUMBER


def winners(column: pa.ChunkedArray, labels: Mapping[str, Winner]) -> Numbers:
    """Winners as their places in WINNERS, -1 for nothing, BAD_NUMBER for a label that is not known."""
    return _translated(column, lambda value: winner_of(value, labels))


def winner_of(value: object, labels: Mapping[str, Winner]) -> int:
    """The place in WINNERS of a label; see ``winners``.

    >>> winner_of("Banker Win", {}), winner_of(0, {"0": "player"})
    (1, 0)
    """
    if is_empty(value):
        return -1
    text = str(value).strip()
    told = {label.casefold(): winner for label, winner in labels.items()}
    word = re.sub(r"(?:[ _-]*(?:hand|wins?|won))+$", "", text.casefold())
    winner = told.get(text.casefold()) or _WORDS.get(word)
    return WINNERS.index(winner) if winner else BAD_NUMBER


def _translated(column: pa.ChunkedArray, read: Callable[[object], int]) -> Numbers:
    import numpy as np

    values, places = distinct(column)
    return np.array([read(value) for value in values], np.int64)[places]


def amounts(column: pa.ChunkedArray) -> tuple[Numbers, Numbers]:
    """Amounts as float64, NaN for nothing; and which rows hold what is no amount."""
    import numpy as np
    import pyarrow as pa
    import pyarrow.compute as pc

    kind = column.type
    if pa.types.is_floating(kind) or pa.types.is_integer(kind) or pa.types.is_decimal(kind):
        found = np.asarray(pc.fill_null(pc.cast(column, pa.float64(), safe=False), float("nan")))
        return found, np.isinf(found)
    values, places = distinct(column)
    found = np.array([amount_of(value) for value in values])[places]
    return found, np.isinf(found)


def amount_of(value: object) -> float:
    """An amount, NaN for nothing, infinite for what is none."""
    if is_empty(value):
        return float("nan")
    try:
        return float(str(value))
    except ValueError:
        return float("inf")


def starts(column: pa.ChunkedArray, before: object) -> tuple[Numbers, object]:
    """The rows at which the value of a column changes, ``before`` that of the row before; and the last value."""
    import numpy as np

    values, places = distinct(column)
    changes = np.empty(len(places), np.bool_)
    if not len(places):
        return changes, before
    changes[0] = values[places[0]] != before
    changes[1:] = places[1:] != places[:-1]
    return changes, values[places[-1]]
