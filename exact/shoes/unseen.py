"""The unseen cards of every row of a table: ten columns of counts, or a round log with a shoe id.

In a round log each row is one coup: ``shoe`` names the shoe, and either ``cards`` lists the cards in dealing order or
``card1``, ``card2``, ... hold one card each, blank where none was dealt. Fixed cards that are printed on the layout
are not listed. The unseen cards before a round are the full shoe less all cards of the rounds before it.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from exact.errors import CardError
from exact.game.card import VALUES, parse_cards
from exact.game.rules import Rules
from exact.game.shoe import Shoe
from exact.shoes.files import COUNTS, Batch, FileError

if TYPE_CHECKING:
    import pyarrow as pa
    from numpy.typing import NDArray

    Numbers = NDArray[Any]

SHOE, CARDS = "shoe", "cards"
_CARD = re.compile(r"card_?([0-9]+)")


@dataclass
class CountColumns:
    """Rows that hold the counts themselves, in the columns c0, ..., c9."""

    def counts(self, batch: Batch) -> tuple[Numbers, dict[int, str]]:
        """The counts [rows, 10], and the rows (by index) that hold no whole numbers, with the reason."""
        import numpy as np

        bad: dict[int, str] = {}
        columns = [_whole(batch.table.column(name), name, bad) for name in COUNTS]
        return np.column_stack(columns), bad


@dataclass
class RoundLog:
    """Rows that are the rounds of shoes, each shoe full at its first row."""

    full: Shoe
    cards: tuple[str, ...]
    least: int
    most: int
    _shoe: object = None
    _before: set[object] = field(default_factory=set)
    _left: Any = None
    _broken: str | None = None
    _parsed: dict[str, tuple[int, ...]] = field(default_factory=dict)

    def counts(self, batch: Batch) -> tuple[Numbers, dict[int, str]]:
        """The unseen cards before every round [rows, 10], and the rows after a fault in their shoe, with the reason."""
        import numpy as np

        counts = np.zeros((len(batch.numbers), len(VALUES)), np.int64)
        bad: dict[int, str] = {}
        shoes = batch.table.column(SHOE).to_pylist()
        hands = zip(*(batch.table.column(name).to_pylist() for name in self.cards), strict=True)
        for row, (shoe, cards) in enumerate(zip(shoes, hands, strict=True)):
            if shoe != self._shoe or self._left is None:
                self._shoe, self._left, self._broken = shoe, list(self.full.counts), None
                if shoe in self._before:
                    self._broken = f"shoe {shoe} again, after rows of another shoe: the rows of a shoe must stand together"
                self._before.add(shoe)
            if self._broken:
                bad[row] = self._broken
                continue
            counts[row] = self._left
            self._deal(cards, int(batch.numbers[row]))
            if self._broken:
                bad[row] = self._broken
        return counts, bad

    def _deal(self, cards: tuple[object, ...], number: int) -> None:
        """Takes the cards of one round out of the shoe; notes what is wrong for this row and the rest of the shoe."""
        texts = ["" if card is None else str(card).strip() for card in cards]
        try:
            values = self._values(" ".join(texts))
        except CardError as error:
            self._broken = f"row {number} of this shoe: {error}"
            return
        if "" in texts[: len(texts) - texts[::-1].index(next(filter(None, texts[::-1]), ""))]:
            self._broken = f"row {number} of this shoe: a blank before a card"
        elif values and not self.least <= len(values) <= self.most:
            self._broken = f"row {number} of this shoe: {len(values)} cards: a coup takes {self.least} to {self.most}"
        for value in values:
            self._left[value] -= 1
            if self._left[value] < 0:
                self._broken = f"row {number} of this shoe: more cards of value {value} than the shoe holds"
        if not values:
            self._broken = f"row {number} of this shoe: no cards"

    def _values(self, text: str) -> tuple[int, ...]:
        """The point values of a list of cards; lists repeat, so what one means is kept."""
        if text not in self._parsed:
            if len(self._parsed) > 1 << 17:
                self._parsed.clear()
            self._parsed[text] = parse_cards(text.rstrip(" ,;"))  # often no third card is an empty end
        return self._parsed[text]


def unseen_columns(columns: tuple[str, ...], full: Shoe | None, file: str, rules: Rules) -> CountColumns | RoundLog:
    """How the unseen cards are found from these columns; FileError says what is missing."""
    if all(name in columns for name in COUNTS):
        return CountColumns()
    cards = tuple(sorted((name for name in columns if _CARD.fullmatch(name)), key=_card_number))
    if SHOE in columns and (CARDS in columns or cards):
        if full is None:
            raise FileError(f"{file}: is a round log: say with --decks or --counts what a full shoe holds")
        if full.replacement:
            raise FileError(f"{file}: is a round log: an infinite shoe stays the same whatever is dealt: give a number of decks")
        least = len(rules.order)
        return RoundLog(full, (CARDS,) if CARDS in columns else cards, least, least + 2)
    missing = ", ".join(name for name in COUNTS if name not in columns)
    raise FileError(f"{file}: no column {missing}: give c0 to c9, or a round log with shoe and cards (or card1, card2, ...)")


def _card_number(name: str) -> int:
    match = _CARD.fullmatch(name)
    return int(match[1]) if match else 0


def _whole(column: pa.ChunkedArray, name: str, bad: dict[int, str]) -> Numbers:
    """A column as int64; the rows that hold no whole number are noted and set to 0."""
    import numpy as np
    import pyarrow as pa
    import pyarrow.compute as pc

    if pa.types.is_string(column.type) or pa.types.is_large_string(column.type):
        texts = pc.utf8_trim_whitespace(column)
        good = pc.match_substring_regex(texts, "^[+-]?[0-9]{1,18}$")
        whole = pc.cast(pc.if_else(good, pc.utf8_ltrim(texts, "+"), "0"), pa.int64())
    elif pa.types.is_integer(column.type):
        good = pc.is_valid(column) if column.type != pa.uint64() else pc.less(column, pa.scalar(2**63, pa.uint64()))
        whole = pc.cast(pc.if_else(good, column, pa.scalar(0, column.type)), pa.int64())
    else:
        raise FileError(f"column {name!r} holds {column.type}: give whole numbers")
    for row in np.flatnonzero(~np.asarray(pc.fill_null(good, False))):
        bad.setdefault(int(row), f"{name} is {column[int(row)].as_py()!r}: write a whole number of at most 18 digits")
    return np.asarray(pc.fill_null(whole, 0))
