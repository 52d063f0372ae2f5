"""The faults of a batch counted by kind, and the first of each kind in words."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from exact.audit import decode
from exact.audit import round_faults as faults
from exact.audit.columns import Columns, LogOptions
from exact.audit.round_faults import FaultFound, values_of
from exact.audit.rows import Rows
from exact.audit.tally import BetPlan, GameTables
from exact.game.coup import BANKER, HANDS, PLAYER, Coup
from exact.game.definition import Game
from exact.simulation.hands import cards_of

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Numbers = NDArray[Any]


@dataclass(frozen=True, eq=False)
class Wrong:
    """What the loops found: hands, bits of each row and of its bets, hand in the shoe, ranks too many; and the results."""

    hands: Numbers
    bits: Numbers
    bets: Numbers
    places: Numbers
    over: Numbers
    results: Numbers
    stakes: Numbers


class Teller:
    """Counts faults and keeps the first of each kind in words."""

    def __init__(self, game: Game, options: LogOptions, columns: Columns, made: GameTables, unit: str) -> None:
        self.game, self.options, self.columns, self.made = game, options, columns, made
        self.unit = unit
        self.listed = False
        self.plan: BetPlan | None = None
        self.limits: Any = None
        self._found: dict[str, list[FaultFound]] = {}

    def learn(self, plan: BetPlan, limits: Numbers, *, listed: bool) -> None:
        """What the first rows have shown."""
        self.plan, self.limits, self.listed = plan, limits, listed

    def examples(self, kind: str) -> list[FaultFound]:
        """The first faults of a kind."""
        return self._found.get(kind, [])

    def malformed(self, lines: Mapping[int, str]) -> list[FaultFound]:
        """The first lines with a wrong number of fields."""
        first = sorted(lines.items())[: self.options.examples]
        return [FaultFound(None, None, number, self.unit, faults.REFUSED, text) for number, text in first]

    def tell(self, rows: Rows, wrong: Wrong) -> Counter[str]:
        """How many faults of each kind the rows have."""
        import numpy as np

        counted: Counter[str] = Counter()
        refused = _bit("REFUSED")
        for name, kind in _KINDS:
            found = wrong.bits & _bit(name) != 0
            if name != "REFUSED":
                found &= wrong.bits & refused == 0
            self._count(counted, kind, np.flatnonzero(found), rows, wrong, name)
        for bet in range(len(self.made.bets)):
            for shift, kind in ((0, faults.PAYOUT), (1, faults.NOT_OFFERED)):
                self._count(counted, kind, np.flatnonzero(wrong.bets >> (2 * bet + shift) & 1), rows, wrong, bet)
        return counted

    def _count(self, counted: Counter[str], kind: str, found: Numbers, rows: Rows, wrong: Wrong, what: Any) -> None:
        """Adds the rows of one fault, and tells the first if there is room."""
        if not len(found):
            return
        counted[kind] += len(found)
        kept = self._found.setdefault(kind, [])
        for row in found[: self.options.examples - len(kept)].tolist():
            kept.append(self._fault(kind, row, rows, wrong, self._text(kind, row, rows, wrong, what)))

    def _fault(self, kind: str, row: int, rows: Rows, wrong: Wrong, text: str) -> FaultFound:
        table = rows.batch.table
        shoe, told = (self.columns.of(role) for role in ("shoe", "round"))
        place = str(table.column(told)[row].as_py()) if told else str(int(wrong.places[row])) if shoe else None
        named = str(table.column(shoe)[row].as_py()) if shoe else None
        return FaultFound(named, place, int(rows.batch.numbers[row]), self.unit, kind, text)

    def _text(self, kind: str, row: int, rows: Rows, wrong: Wrong, what: Any) -> str:
        """A fault in words; ``what``: the name of its bit, or the bet."""
        player, banker = (cards_of(int(number)) for number in wrong.hands[row])
        if kind == faults.REFUSED:
            return next(self._unreadable(row, rows), "cannot be read")
        if kind in (faults.THIRD, faults.MISSING, faults.MANY, faults.FIXED):
            return self._card_text(kind, row, rows, what)
        if kind == faults.TOTAL:
            hand = PLAYER if what == "PLAYER_TOTAL" else BANKER
            cards = player if hand == PLAYER else banker
            return faults.total_fault(hand, sum(cards) % 10, int(rows.totals[HANDS.index(hand), row]))
        if kind == faults.WINNER:
            found = self.made.cells
            cell = found[0][wrong.hands[row, 0]] + found[1][wrong.hands[row, 1]]
            return faults.winner_fault(int(found[2][cell]), int(rows.winner[row]))
        if kind == faults.SHOE:
            rank, dealt = wrong.over[row].tolist()
            return faults.shoe_fault(rank, int(self.limits[rank]), dealt)
        return self._bet_text(kind, row, wrong, what, player, banker)

    def _bet_text(self, kind: str, row: int, wrong: Wrong, bet: int, player: tuple[int, ...], banker: tuple[int, ...]) -> str:
        """A wrong result of a bet, told as the log tells it: with the stake where it holds what is handed back."""
        result, stake, name = float(wrong.results[bet, row]), float(wrong.stakes[bet, row]), self.made.bets[bet]
        if kind == faults.NOT_OFFERED:
            return faults.offer_fault(name, self.options.first_hands[name], int(wrong.places[row]), result)
        return faults.payout_fault(self.game, name, Coup(player, banker), result, stake)

    def _card_text(self, kind: str, row: int, rows: Rows, what: str) -> str:
        """A fault of the cards, by the rules dealt again in plain Python."""
        wanted = {"PLAYER_DRAW": PLAYER, "BANKER_DRAW": BANKER}.get(what)
        for found, hand, text in self._card_faults(rows.ranks[row].tolist(), rows.split):
            if found == kind and wanted in (None, hand):
                return text
        return "a card is missing: a blank stands before a card"

    def _card_faults(self, ranks: list[int], split: int) -> Iterator[tuple[str, str, str]]:
        """Kind, hand and text of every fault of the cards of one row."""
        rules, fixed = self.game.rules, self.game.rules.fixed
        cards, of_player = values_of(ranks), len(fixed.player)
        lie = {PLAYER: values_of(ranks[:split]), BANKER: values_of(ranks[split:])}
        if self.listed:
            first = lie if split else {PLAYER: cards[:of_player], BANKER: cards[of_player:]}
            yield from faults.fixed_faults(rules, first)
        elif split:
            lie = {PLAYER: fixed.player + lie[PLAYER], BANKER: fixed.banker + lie[BANKER]}
        if split:
            yield from faults.hand_faults(rules, lie)
            return
        cards = cards[of_player + len(fixed.banker) :] if self.listed else cards
        for kind, text in faults.order_faults(rules, cards):
            yield kind, "", text

    def _unreadable(self, row: int, rows: Rows) -> Iterator[str]:
        """What of a row cannot be read."""
        from exact.audit.card_texts import BAD

        for role, name in self.columns.roles.items():
            value = rows.batch.table.column(name)[row].as_py()
            if role in self.columns.cards:
                ranks = self.options.ranks
                single = self.columns.layout in ("hands", "order")
                bad = decode.rank_of(value, ranks) == BAD if single else BAD in decode.read_texts([_listed(value)], ranks)
                if bad:
                    yield f"{name} is {value!r}: {decode.ADVICE[ranks]}"
            elif role.endswith("-total") and decode.number_of(value) == decode.BAD_NUMBER:
                yield f"{name} is {value!r}: write a total from 0 to 9"
            elif role == "winner" and decode.winner_of(value, self.options.labels) == decode.BAD_NUMBER:
                yield f"{name} is {value!r}: say what it means with --label {value}=player, banker or tie"
            elif ":" in role and not -1e300 < (amount := decode.amount_of(value)) < 1e300 and amount == amount:
                yield f"{name} is {value!r}: write a number"
            elif role.startswith("stake:") and decode.amount_of(value) < 0:
                yield f"{name} is {value!r}: a stake is no less than 0"


_KINDS = (
    ("REFUSED", faults.REFUSED),
    ("PLAYER_DRAW", faults.THIRD),
    ("BANKER_DRAW", faults.THIRD),
    ("MISSING", faults.MISSING),
    ("MANY", faults.MANY),
    ("FIXED", faults.FIXED),
    ("PLAYER_TOTAL", faults.TOTAL),
    ("BANKER_TOTAL", faults.TOTAL),
    ("WINNER", faults.WINNER),
    ("SHOE", faults.SHOE),
)
"""The bits of a row and the kinds of faults that they stand for."""


def _bit(name: str) -> int:
    from exact.audit import redeal

    return int(getattr(redeal, name))


def _listed(value: object) -> str:
    return " ".join(map(str, value)) if isinstance(value, list) else str(value or "")
