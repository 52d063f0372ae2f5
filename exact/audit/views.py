"""What a report tells apart: disjoint labels with their counts, made from counts of cells and of events.

The events of several bets overlap. Where their counts determine how often each combination came, they are one view of
combinations, otherwise a view of its own for each bet: {Player with 7, Player, tie, Banker} and {Banker with 7, Banker,
tie, Player} make one view, Super 7's another.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from exact.audit.counts import WINNER
from exact.audit.law import Law, Record
from exact.audit.observations import MeasuredReturn, Observations
from exact.game.coup import WINNERS
from exact.game.definition import Game

Label = Hashable
REST = "any other event"
CELL_NAMES = ("totals", "totals", "cards", "cards", "sevens")


@dataclass(frozen=True, eq=False)
class View:
    """Disjoint labels of a finished coup, how often each came, and which label a record has."""

    name: str
    counts: Mapping[Label, int]
    label: Callable[[Record], Label]

    @property
    def rounds(self) -> int:
        """Rounds counted."""
        return sum(self.counts.values())


def views(game: Game, law: Law, seen: Observations) -> list[View]:
    """The views of a report; a bet whose counts follow from a view before it has none of its own."""
    found = [_cell_view(seen)] if seen.cells else []
    pending = sorted(_families(game, seen), key=lambda view: -len(view.counts))
    while pending:
        view = pending.pop(0)
        if any(_follows(law, view, other) for other in found):
            continue  # its counts say nothing more
        for index, other in enumerate(found):
            joined = None if seen.cells and index == 0 else _join(law, other, view)
            if joined:
                found[index] = joined
                break
        else:
            found.append(view)
    return found


def _cell_view(seen: Observations) -> View:
    """The cells as far as they are told."""
    told = [place for place in range(5) if all(cell[place] is not None for cell in seen.cells)]
    counts: dict[Label, int] = {}
    for cell, number in seen.cells.items():
        key = tuple(cell[place] for place in told)
        counts[key] = counts.get(key, 0) + number
    name = "by " + ", ".join(dict.fromkeys(CELL_NAMES[place] for place in told))
    return View(name, counts, lambda record: tuple(record.cell[place] for place in told))


def _families(game: Game, seen: Observations) -> list[View]:
    """The events of the winner and of each bet, what is not told put together."""
    found = []
    for place, (bet, events) in enumerate([(WINNER, WINNERS), *((b.id, tuple(line.event for line in b.every_line())) for b in game.bets)]):
        counts: dict[Label, int] = {event: seen.events[bet, event] for event in events if (bet, event) in seen.events}
        if not counts:
            continue
        rest = seen.rounds - sum(counts.values())
        if len(counts) < len(events):
            counts[REST] = max(0, rest)
        found.append(View(bet, counts, _label(place, events, frozenset(counts))))
    return found


def _label(place: int, events: Sequence[str], known: frozenset[Label]) -> Callable[[Record], Label]:
    """The event that a record is of the winner (place 0) or of the bet before whose place it stands."""

    def label(record: Record) -> Label:
        event = record.winner if place == 0 else events[record.lines[place - 1]]
        return event if event in known else REST

    return label


def _follows(law: Law, view: View, other: View) -> bool:
    """Whether the label of one view is a function of that of the other, and its counts are those that follow."""
    found: dict[Label, Label] = {}
    if not all(found.setdefault(other.label(record), view.label(record)) == view.label(record) for record in law.weights):
        return False
    counts: dict[Label, int] = {}
    for label, number in other.counts.items():
        if number:
            counts[found.get(label, REST)] = counts.get(found.get(label, REST), 0) + number
    return counts == {label: number for label, number in view.counts.items() if number}


def _join(law: Law, one: View, other: View) -> View | None:
    """The view of both at once, if its counts follow from theirs; None if they do not, or contradict each other."""
    import numpy as np

    atoms = sorted({(one.label(record), other.label(record)) for record in law.weights}, key=str)
    rows = [(view, label) for view in (one, other) for label in view.counts]
    sides = {id(one): 0, id(other): 1}
    matrix = np.array([[float(atom[sides[id(view)]] == label) for atom in atoms] for view, label in rows])
    wanted = np.array([float(view.counts[label]) for view, label in rows])
    if np.linalg.matrix_rank(matrix) < len(atoms):
        return None
    solved = np.rint(np.linalg.lstsq(matrix, wanted, rcond=None)[0])
    if (solved < 0).any() or (matrix @ solved != wanted).any():
        return None
    counts: dict[Label, int] = {atom: int(number) for atom, number in zip(atoms, solved.tolist(), strict=True)}
    return View(f"{one.name}, {other.name}", counts, lambda record: (one.label(record), other.label(record)))


def label_text(label: Label) -> str:
    """A label in words."""
    if isinstance(label, tuple) and label and isinstance(label[0], int):
        return "-".join(map(str, label))
    if isinstance(label, tuple):
        parts = list(dict.fromkeys(label_text(part) for part in label))
        return " & ".join(parts)
    return str(label)


def events(game: Game, law: Law, seen: Observations, found: Sequence[View]) -> dict[tuple[str, str], tuple[int, int]]:
    """For a bet and an event of it how often it came in how many rounds: as told, or as it follows from a view."""
    told = {key: (number, seen.rounds) for key, number in seen.events.items()}
    for place, bet in enumerate(game.bets):
        names = [line.event for line in bet.every_line()]
        if all((bet.id, event) in told for event in names):
            continue
        line = next(((view, lines) for view in found if view.rounds and (lines := _lines(law, view, place)) is not None), None)
        if line:
            view, lines = line
            counts = dict.fromkeys(range(len(names)), 0)
            for label, number in view.counts.items():
                if label in lines:
                    counts[lines[label]] += number
            told |= {(bet.id, names[index]): (number, view.rounds) for index, number in counts.items()}
    return told


def returns(game: Game, seen: Observations, told: Mapping[tuple[str, str], tuple[int, int]]) -> dict[str, MeasuredReturn]:
    """The measured return of each bet: as given, else from how often each of its events came."""
    measured = dict(seen.returns)
    for bet in game.bets:
        lines = bet.every_line()
        if bet.id in measured or not all((bet.id, line.event) in told and bet.net(line) is not None for line in lines):
            continue
        rounds = told[bet.id, lines[0].event][1]
        won = sum(((bet.net(line) or 0) * told[bet.id, line.event][0] for line in lines), Fraction(0))
        if rounds:
            measured[bet.id] = MeasuredReturn(rounds, float(won / rounds))
    return measured


def _lines(law: Law, view: View, place: int) -> dict[Label, int] | None:
    """For each label of a view the line of a bet that it falls on, None where a label leaves it open."""
    found: dict[Label, int] = {}
    for record in law.weights:
        if found.setdefault(view.label(record), record.lines[place]) != record.lines[place]:
            return None
    return found
