"""Reports of a source in files: counts of events or of totals, percentages, measured returns.

The kind of a file is recognized by its columns; a file of one round a row is a round log, for ``exact.audit.rounds``.
"""

from __future__ import annotations

import csv
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import chain
from pathlib import Path
from typing import Any, Literal

from exact.audit.observations import MeasuredReturn, Observations
from exact.audit.simulated import CELL, RANGES, Simulated, SourceError, read_simulation
from exact.errors import ExactError
from exact.game.condition import suggest
from exact.game.coup import WINNERS
from exact.game.definition import Game
from exact.shoes.files import OPEN_QUOTE, separator_of

Kind = Literal["events", "percentages", "cells", "returns", "simulation", "round log"]
Row = Mapping[str, str]
Told = tuple[str, Row]
"""A row and where it stands, for messages: the file, perhaps with a line or a row."""


WINNER = "winner"
_SAME = {"n": "rounds", "coups": "rounds", "hands": "rounds", "pct": "percent", "percentage": "percent", "%": "percent",
         "frequency": "percent", "return_to_player": "rtp", "player": "player_total", "banker": "banker_total", "result": "event",
         "outcome": "event", "number": "count", "measured_return": "return", "mean": "return"}  # fmt: skip


@dataclass(frozen=True)
class Source:
    """What a file reports: its kind, the observations, the unit of rounded percentages, and what it says of its dealing.

    ``dealing``: the readings and the procedure with its shoe that a simulation was dealt by; None where the file is silent.
    """

    kind: Kind
    observations: Observations
    unit: Fraction = Fraction(0)
    dealing: Simulated | None = None


def is_round_log(path: Path) -> bool:
    """Whether a file has one round a row: neither JSON nor one of the tables that are read here."""
    if path.suffix.lower() == ".json":
        return False
    if path.suffix.lower() not in (".csv", ".txt", ""):
        return True
    return _table_kind(_header(path)) is None


def read_source(game: Game, path: Path, rounds: int | None) -> Source:
    """The report in a file that is no round log; ``rounds``: given beside the file."""
    if path.suffix.lower() == ".json":
        return _read_json(game, path, rounds)
    try:
        rows = _read_csv(path)
    except (UnicodeDecodeError, csv.Error) as error:
        raise SourceError(f"{path}: not CSV in UTF-8: {error}") from None
    return _read_rows(game, path, rows, rounds)


def _read_csv(path: Path) -> list[Told]:
    """The rows of a CSV table; empty lines are none."""
    rows: list[Told] = []
    names: list[str] = []
    with _open(path) as lines:
        first = lines.readline()
        reader = csv.reader(chain([first], lines, [""]), delimiter=separator_of(first))  # the last shows a quote still open
        for line, fields in enumerate(reader, 1):
            if reader.line_num > line:
                raise SourceError(f"{path}: line {line}: {OPEN_QUOTE}")
            if line == 1:
                names = _names(path, fields)
            elif fields and len(fields) != len(names):
                raise SourceError(f"{path}: line {line}: {len(fields)} fields: write {len(names)}")
            elif fields:
                rows.append((f"{path}: line {line}", {name: field.strip() for name, field in zip(names, fields, strict=True) if name}))
    return rows


def _names(path: Path, columns: Sequence[str]) -> list[str]:
    """The columns by the names that are used here, no two of one name."""
    names = [_name(column) for column in columns]
    for place, name in enumerate(names):
        if name and name in names[:place]:
            raise SourceError(f"{path}: columns {columns[names.index(name)]!r} and {columns[place]!r} both tell {name}: keep one")
    return names


def _open(path: Path) -> Any:
    try:
        return open(path, encoding="utf-8-sig", newline="")
    except OSError as error:
        raise SourceError(f"{path}: cannot be read: {error.strerror}: give a CSV or JSON file") from None


def _header(path: Path) -> list[str]:
    try:
        with _open(path) as lines:
            first = lines.readline()
            return [_name(name) for name in next(csv.reader([first], delimiter=separator_of(first)), [])]
    except (UnicodeDecodeError, csv.Error):
        raise SourceError(f"{path}: not UTF-8: save it as CSV in UTF-8") from None


def _name(column: str) -> str:
    name = column.strip().lower().replace(" ", "_").replace("-", "_")
    return _SAME.get(name, name)


def _table_kind(names: Sequence[str]) -> Kind | None:
    """The kind of a table, None where its columns are those of no report."""
    have = set(names)
    if {"event", "count"} <= have:
        return "events"
    if {"event", "percent"} <= have:
        return "percentages"
    if {"player_total", "banker_total", "count"} <= have:
        return "cells"
    return "returns" if "bet" in have and have & {"return", "rtp"} else None


def _read_rows(game: Game, path: Path, rows: Sequence[Told], rounds: int | None) -> Source:
    """The report in a table."""
    columns = list(rows[0][1]) if rows else []
    kind = _table_kind(columns)
    if any(row.keys() != set(columns) for _, row in rows):
        raise SourceError(f"{path}: rows of different columns: give {', '.join(columns)} in every row")
    if kind == "events":
        return _events(game, path, rows, rounds)
    if kind == "percentages":
        return _percentages(game, path, rows, rounds)
    if kind == "cells":
        return _cells(rows)
    if kind == "returns":
        return _returns(game, rows)
    raise SourceError(
        f"{path}: {'columns ' + ', '.join(columns) if rows else 'no rows'}: write event,count or event,percent or "
        "player_total,banker_total,count or bet,rounds,return, or a round log"
    )


def _whole(place: str, name: str, text: object) -> int:
    bare = str(text).replace(",", "").replace("_", "").strip()
    if not (bare.isascii() and bare.isdigit()) or len(bare) > 18:
        raise SourceError(f"{place}: {name} {text!r}: write a whole number from 0 to {10**18 - 1:,}")
    return int(bare)


def _number(place: str, name: str, text: object) -> Fraction:
    bare = str(text).strip()
    try:
        return Fraction(bare[:-1]) / 100 if bare.endswith("%") else Fraction(bare)
    except (ValueError, ZeroDivisionError):
        raise SourceError(f"{place}: {name} {text!r}: write a number such as 0.0123, -1/40 or 1.2%") from None


def find_event(game: Game, place: str, text: str) -> tuple[str, str]:
    """The bet and the event that a name stands for: a winner, ``bet: event``, or an event that one bet alone has."""
    word = " ".join(text.split()).casefold()
    if word in WINNERS:
        return WINNER, word
    known = {(bet.id, line.event): (bet.id, bet.name) for bet in game.bets for line in bet.every_line()}
    exact = [key for key, names in known.items() if word in {f"{name}: {key[1]}".casefold() for name in names}]
    bare = [key for key in known if key[1].casefold() == word]
    if len(exact) == 1:
        return exact[0]
    if len(bare) == 1:
        return bare[0]
    if bare:
        raise SourceError(f"{place}: event {text!r}: an event of {len(bare)} bets: write {bare[0][0]}: {bare[0][1]}")
    raise SourceError(f"{place}: event {text!r}: {game.id} has no such event: {suggest(text, [*WINNERS, *(': '.join(k) for k in known)])}")


def _families(game: Game) -> dict[str, tuple[str, ...]]:
    """The events of the winner and of each bet."""
    return {WINNER: WINNERS} | {bet.id: tuple(line.event for line in bet.every_line()) for bet in game.bets}


def _events(game: Game, path: Path, rows: Sequence[Told], rounds: int | None) -> Source:
    """Counts by event, completed: where one event of a bet is not told, it is the rest of the rounds."""
    found: dict[tuple[str, str], int] = {}
    for place, row in rows:
        key = find_event(game, place, row["event"])
        _refuse_again(key in found, place, f"event {row['event']!r}")
        found[key] = _whole(place, "count", row["count"])
    families = _families(game)
    told = {bet: sum(found.get((bet, event), 0) for event in events) for bet, events in families.items()}
    whole = {bet: told[bet] for bet, events in families.items() if all((bet, event) in found for event in events)}
    total = rounds if rounds is not None else max(whole.values(), default=max(told.values()))
    for bet, number in told.items():
        if number > total or (bet in whole and number != total):
            raise SourceError(f"{path}: the events of {bet} sum to {number:,}, not to {total:,} rounds: give all counts of the same rounds")
    for bet, events in families.items():
        missing = [event for event in events if (bet, event) not in found]
        if len(missing) == 1 and len(events) > 1 and (rounds is not None or whole):
            found[bet, missing[0]] = total - told[bet]
    return Source("events", Observations(total, events=found))


def _refuse_again(again: bool, place: str, said: str) -> None:
    """Raises SourceError where a row tells what a row before it told."""
    if again:
        raise SourceError(f"{place}: {said}: counted twice: give one row")


def _percentages(game: Game, path: Path, rows: Sequence[Told], rounds: int | None) -> Source:
    """Percentages as counts of so many rounds; the unit of the last decimal is kept, as it bounds what they can show."""
    if rounds is None:
        raise SourceError(f"{path}: percentages: give the number of rounds: --rounds N")
    found: dict[tuple[str, str], int] = {}
    shares: dict[str, Fraction] = {}
    decimals = 0
    for place, row in rows:
        text = row["percent"].rstrip("%").strip()
        decimals = max(decimals, len(text.partition(".")[2]))
        key, share = find_event(game, place, row["event"]), _number(place, "percent", text) / 100
        if not 0 <= share <= 1:
            raise SourceError(f"{place}: percent {row['percent']!r}: write a percentage from 0 to 100")
        _refuse_again(key in found, place, f"event {row['event']!r}")
        found[key] = round(share * rounds)
        shares[key[0]] = shares.get(key[0], Fraction(0)) + share
    unit = Fraction(1, 10 ** (decimals + 2))
    for bet, events in _families(game).items():
        missing = [event for event in events if (bet, event) not in found]
        off = 1 - shares.get(bet, Fraction(0))
        if bet in shares and (off < -unit * len(events) or (not missing and off > unit * len(events))):
            raise SourceError(f"{path}: the percentages of {bet} sum to {float(1 - off):.4%}: write shares of 100%")
        if bet in shares and len(missing) == 1:
            found[bet, missing[0]] = max(0, round(off * rounds))
    return Source("percentages", Observations(rounds, events=found, approximate=True), unit)


def _cells(rows: Sequence[Told]) -> Source:
    """Counts by totals and, where told, by cards of each hand and by sevens."""
    told = [name for name in CELL if name in rows[0][1]]
    cells: dict[tuple[Any, ...], int] = {}
    for place, row in rows:
        values = {name: _whole(place, name, row[name]) for name in told}
        for name, value in values.items():
            low, high = RANGES[name]
            if not low <= value <= high:
                raise SourceError(f"{place}: {name} {value}: write a number from {low} to {high}")
        key = tuple(values.get(name) for name in CELL)
        _refuse_again(key in cells, place, ", ".join(f"{name} {value}" for name, value in values.items()))
        cells[key] = _whole(place, "count", row["count"])
    return Source("cells", Observations(sum(cells.values()), cells=cells))


def _returns(game: Game, rows: Sequence[Told]) -> Source:
    """Measured returns, each row so many rounds at one stake: the mean by stake, and the rounds of equal stakes worth as much.

    With n_i rounds at stake s_i the mean of the net wins has the variance of (sum n_i s_i)^2 / sum n_i s_i^2 equal stakes.
    """
    parts: dict[tuple[str, Fraction], tuple[int, Fraction]] = {}
    for place, row in rows:
        bet = _bet(game, place, row["bet"])
        rounds, stake = _whole(place, "rounds", row.get("rounds", "")), _number(place, "stake", row.get("stake") or "1")
        if stake <= 0 or not rounds:
            raise SourceError(f"{place}: bet {bet}: {rounds} rounds at stake {stake}: both must be above 0")
        _refuse_again((bet, stake) in parts, place, f"bet {bet} at stake {stake}")
        parts[bet, stake] = rounds, _mean(game, bet, place, row)
    found = {}
    for bet in dict.fromkeys(bet for bet, _ in parts):
        own = [(rounds, stake, mean) for (other, stake), (rounds, mean) in parts.items() if other == bet]
        staked, squares = (sum(rounds * stake**power for rounds, stake, _ in own) for power in (1, 2))
        won = sum(rounds * stake * mean for rounds, stake, mean in own)
        found[bet] = MeasuredReturn(sum(rounds for rounds, _, _ in own), float(won / staked), float(staked**2 / squares))
    return Source("returns", Observations(max(one.rounds for one in found.values()), returns=found))


def _mean(game: Game, bet: str, place: str, row: Row) -> Fraction:
    """The mean net win that a row tells as a return or as what is handed back; within what the bet can win and lose."""
    name, offset = ("return", 0) if row.get("return") else ("rtp", 1)
    mean = _number(place, name, row.get(name, "")) - offset
    nets = [net for line in game.bet(bet).every_line() if (net := game.bet(bet).net(line)) is not None]
    if nets and not min(nets) <= mean <= max(nets):
        span = f"from {min(nets) + offset} to {max(nets) + offset}"
        raise SourceError(f"{place}: {name} {row[name]!r}: what {bet} pays gives one {span}: write the mean of a unit staked")
    return mean


def _bet(game: Game, place: str, text: str) -> str:
    names = {name.casefold(): bet.id for bet in game.bets for name in (bet.id, bet.name)}
    if text.strip().casefold() not in names:
        raise SourceError(f"{place}: bet {text!r}: {game.id} has no such bet: {suggest(text, names)}")
    return names[text.strip().casefold()]


def _read_json(game: Game, path: Path, rounds: int | None) -> Source:
    """The report in a JSON file."""
    data = load_json(path)
    if isinstance(data, dict) and str(data.get("schema", "")).startswith("exact.simulation/"):
        try:
            return simulation_source(game, data)
        except ExactError as error:
            raise SourceError(f"{path}: {error}") from None
    if isinstance(data, dict):
        rounds = data.get("rounds", rounds) if isinstance(data.get("rounds"), int) and rounds is None else rounds
        data = next((data[key] for key in ("rows", "events", "cells", "returns", "counts", "percentages") if key in data), data)
    listed = isinstance(data, list) and not (data and isinstance(data[0], list))
    if isinstance(data, dict):
        counts = {event: count for event, count in data.items() if event != "rounds"}
        kind = "percent" if any(str(count).endswith("%") for count in counts.values()) else "count"
        data = [{"event": event, kind: count} for event, count in counts.items()]
    if isinstance(data, list) and len(data) == 10 and all(isinstance(row, list) and len(row) == 10 for row in data):
        data = [{"player_total": p, "banker_total": b, "count": n} for p, row in enumerate(data) for b, n in enumerate(row)]
    if not isinstance(data, list) or not data or not all(isinstance(row, dict) for row in data):
        raise SourceError(f"{path}: JSON: write counts by event, ten rows of ten counts, or a list of objects with the columns of a CSV")
    rows = []
    for number, row in enumerate(data, 1):
        names = _names(path, list(row))
        rows.append((f"{path}: row {number}" if listed else str(path), dict(zip(names, map(str, row.values()), strict=True))))
    return _read_rows(game, path, rows, rounds)


def load_json(path: Path) -> Any:
    """The content of a JSON file, numbers with a point kept as they are written."""
    import json

    file = _open(path)
    try:
        with file:
            return json.load(file, parse_float=str, object_pairs_hook=_of_pairs)
    except (ValueError, RecursionError) as error:
        raise SourceError(f"{path}: not JSON: {' '.join(str(error).split())}") from None


def _of_pairs(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """A JSON object; ValueError where a key stands twice, which would hide the first."""
    found = dict(pairs)
    if len(found) < len(pairs):
        again = next(key for place, (key, _) in enumerate(pairs) if key in [other for other, _ in pairs[:place]])
        raise ValueError(f"key {again!r} stands twice in one object: keep one")
    return found


def simulation_source(game: Game, data: Mapping[str, Any]) -> Source:
    """The report of ``exact simulate --format json``, with its moments by shoe where it dealt shoes.

    Raises ExactError for a simulation of another game, or a damaged one.
    """
    found = read_simulation(game, data)
    return Source("simulation", found.observations, dealing=found)
