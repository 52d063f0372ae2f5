"""Sweeps: every row exact and in order whatever happens on the way, bad rows named, one clear line for a mistake."""

from __future__ import annotations

import csv
import json
import os
import signal
import subprocess
import time
from pathlib import Path

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

import exact
from exact.shoes import files
from exact.shoes.files import BATCH, COUNTS, FileError, RowFile, batches, open_source
from exact.shoes.polynomial import compile_game
from tests.run import COMMAND, Result, environment, on_terminal, run
from tests.test_bulk import random_shoes

BETS = ["player", "banker", "tie", "super-sevens"]


def write_csv(path: Path, header: list[str], rows: list[list[object]]) -> Path:
    with path.open("w", newline="", encoding="utf-8") as file:
        csv.writer(file).writerows([header, *rows])
    return path


def write_parquet(path: Path, shoes: np.ndarray, **more: list[object]) -> Path:
    columns = {name: pa.array(shoes[:, value]) for value, name in enumerate(COUNTS)}
    pq.write_table(pa.table({"id": pa.array(range(len(shoes)))} | columns | {name: pa.array(v) for name, v in more.items()}), path)
    return path


def read(path: Path) -> list[dict[str, str]]:
    with path.open(newline="", encoding="utf-8") as file:
        return list(csv.DictReader(file))


def sweep(*arguments: object, **env: str) -> Result:
    return run("sweep", "live-7up", *map(str, arguments), **env)


def returns(shoes: np.ndarray) -> np.ndarray:
    return compile_game(exact.game("live-7up")).evaluate_many(shoes, road="numpy").returns


def test_csv_keeps_its_columns_and_gains_each_return_in_its_shortest_text(tmp_path: Path) -> None:
    shoes = random_shoes(8, 200, 50)
    rows: list[list[object]] = [[f'n"{i}, ü', *shoe, "="] for i, shoe in enumerate(shoes.tolist())]
    source = write_csv(tmp_path / "in.csv", ["note", *COUNTS, "x"], rows)
    done = sweep(source, "-o", tmp_path / "out.csv")
    assert (done.status, done.out) == (0, "")
    assert "50 rows" in done.err
    result = read(tmp_path / "out.csv")
    assert list(result[0]) == ["note", *COUNTS, "x", *BETS]
    assert [[row["note"], *(int(row[name]) for name in COUNTS), row["x"]] for row in result] == rows
    assert [[row[bet] for bet in BETS] for row in result] == [list(map(repr, row)) for row in returns(shoes).tolist()]
    assert sorted(os.listdir(tmp_path)) == ["in.csv", "out.csv"]


@pytest.mark.parametrize(("source", "target"), [("parquet", "parquet"), ("parquet", "csv"), ("csv", "parquet")])
def test_every_pair_of_formats_gives_the_same_numbers(source: str, target: str, tmp_path: Path) -> None:
    shoes = random_shoes(6, 100, 40)
    file = tmp_path / f"in.{source}"
    if source == "csv":
        write_csv(file, [*COUNTS], shoes.tolist())
    else:
        write_parquet(file, shoes)
    out = tmp_path / f"out.{target}"
    assert sweep(file, "-o", out, "--deals", "--bet", "tie").status == 0
    table = pq.read_table(out).to_pylist() if target == "parquet" else read(out)
    compiled = compile_game(exact.game("live-7up").only(("tie",)))
    for row, shoe in zip(table, shoes.tolist(), strict=True):
        bag = exact.Shoe(tuple(shoe))
        assert float(row["tie"]) == float(compiled.odds(bag)[0].expected_value)
        names = ["tie: Tie on 7", "tie: Tie, not 7", "tie: No tie"]
        assert [int(row[name]) for name in names] == compiled.deals(bag)
        assert [int(row[name]) for name in COUNTS] == shoe


def test_bad_rows_are_kept_out_and_reported_with_their_number(tmp_path: Path) -> None:
    good = [str(n) for n in exact.Shoe.decks(1).counts]
    lines = [
        ",".join(COUNTS),
        ",".join(good),
        ",".join(["x", *good[1:]]),
        "1,2,3",
        ",".join(["-1", *good[1:]]),
        "",
        ",".join(["0"] * 10),
        ",".join(["1.5", *good[1:]]),
        ",".join(good),
        ",".join([*good, "9"]),
        ",".join([" 16", *good[1:]]),
        "",
        "",
    ]
    (tmp_path / "in.csv").write_text("\n".join(lines) + "\n")
    done = sweep(tmp_path / "in.csv", "-o", tmp_path / "out.csv")
    assert done.status == 0
    assert len(read(tmp_path / "out.csv")) == 3
    rejected = {row["line"]: row["reason"] for row in read(tmp_path / "out.csv.rejected.csv")}
    assert list(rejected) == ["3", "4", "5", "7", "8", "10"]
    assert "c0 is 'x': write a whole number of at most 18 digits" in rejected["3"]
    assert "3 fields: write 10" in rejected["4"]
    assert "-1 cards of value T" in rejected["5"]
    assert "0 cards are too few" in rejected["7"]
    assert "line 3: c0 is 'x'" in done.err
    assert "kept out 6 rows" in done.err


def test_a_run_that_keeps_out_no_row_leaves_no_list_of_an_earlier_one(tmp_path: Path) -> None:
    source, target, listed = tmp_path / "in.csv", tmp_path / "out.csv", tmp_path / "out.csv.rejected.csv"
    good: list[object] = [*exact.Shoe.decks(1).counts]
    write_csv(source, [*COUNTS], [good, ["x", *good[1:]]])
    assert "kept out 1 rows" in sweep(source, "-o", target).err
    assert listed.exists()
    write_csv(source, [*COUNTS], [good])
    done = sweep(source, "-o", target)
    assert (done.status, listed.exists(), len(read(target))) == (0, False, 1)
    assert f"removed {listed} of an earlier run: no row is kept out now" in done.err
    assert "removed" not in sweep(source, "-o", target).err


def test_the_list_of_rows_kept_out_never_takes_the_place_of_the_input(tmp_path: Path) -> None:
    source = write_csv(tmp_path / "out.csv.rejected.csv", [*COUNTS], [[*exact.Shoe.decks(1).counts]])
    before = source.read_bytes()
    done = sweep(source, "-o", tmp_path / "out.csv")
    assert (done.status, done.err.count("\n"), source.read_bytes()) == (2, 1, before)
    assert "is the input: write to another file" in done.err


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
@pytest.mark.parametrize("tail", ["", "1", "3"])
def test_empty_lines_are_no_rows_and_every_row_keeps_its_line(end: str, tail: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Blocks of any size, whatever ends a line, with and without an end of the last line."""
    lines = ["shoe;x", "1;a", "", "2;b", "3", "", "", "4;c;d", '5;"e;""f"', "6;g", *[""] * len(tail), *tail]
    (tmp_path / "in.csv").write_bytes(end.join(lines).encode())
    numbers = [number for number, line in enumerate(lines, 1) if number > 1 and line.count(";") in (1, 2) and line != "4;c;d"]
    for size in range(10, 60):
        monkeypatch.setattr(files, "_CSV_BLOCK", size)
        source = open_source(tmp_path / "in.csv")
        got = list(source.records())
        assert [n for batch in got for n in batch.numbers.tolist()] == numbers
        assert [x for batch in got for x in batch.table.column("x").to_pylist()] == ["a", "b", 'e;"f', "g"]
        assert list(source.malformed) == [5, 8, *[n for n, line in enumerate(lines, 1) if n > 10 and line]]


@pytest.mark.parametrize("size", [1 << 22, 30])
@pytest.mark.parametrize("bad", ['3,"5 7 6', '"3,5 7 6', '3,"5 7 ""6', '3,5"7,"6', '3,"5 7 6"",x'])
def test_a_quote_that_is_not_closed_takes_in_no_row(bad: str, size: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """In any row, whether another quote comes later or not."""
    monkeypatch.setattr(files, "_CSV_BLOCK", size)
    for place in range(1, 7):
        for other in ("2,5 7 6", '2,"5 7 6"', '2,"5 7 6" 2'):
            lines = ["shoe,cards", *[other] * 5]
            lines.insert(place, bad)
            for tail in ("", "\n"):
                (tmp_path / "in.csv").write_text("\n".join(lines) + tail)
                with pytest.raises(FileError, match=f"in.csv: line {place + 1}: a quote is not closed on its line: close it"):
                    list(open_source(tmp_path / "in.csv").records())


def test_a_quote_within_a_text_opens_nothing(tmp_path: Path) -> None:
    (tmp_path / "in.csv").write_text('shoe,x\n1,5" wide\n2,"5"" wide"\n3,"a,b" c\n4,""\n')
    (batch,) = open_source(tmp_path / "in.csv").records()
    assert batch.table.to_pydict() == {"shoe": ["1", "2", "3", "4"], "x": ['5" wide', '5" wide', "a,b c", ""]}


@pytest.mark.parametrize("separator", [",", ";", "\t", "|"])
def test_the_separator_is_the_one_of_the_header(separator: str, tmp_path: Path) -> None:
    shoes = random_shoes(8, 200, 3)
    lines = [separator.join(["note", *COUNTS]), *(separator.join(['"a, b; c"', *map(str, shoe)]) for shoe in shoes.tolist())]
    (tmp_path / "in.csv").write_text("\n".join(lines) + "\n")
    assert sweep(tmp_path / "in.csv", "-o", tmp_path / "out.csv").status == 0
    result = read(tmp_path / "out.csv")
    assert list(result[0]) == ["note", *COUNTS, *BETS]
    assert [[row["note"], *(row[bet] for bet in BETS)] for row in result] == [
        ["a, b; c", *map(repr, row)] for row in returns(shoes).tolist()
    ]


def test_bad_rows_of_parquet(tmp_path: Path) -> None:
    shoes = random_shoes(1, 10, 5)
    columns = {name: shoes[:, value].tolist() for value, name in enumerate(COUNTS)}
    columns["c3"][1] = None
    columns["c4"][3] = -7
    pq.write_table(pa.table(columns), tmp_path / "in.parquet")
    assert sweep(tmp_path / "in.parquet", "-o", tmp_path / "out.csv").status == 0
    rejected = {row["row"]: row["reason"] for row in read(tmp_path / "out.csv.rejected.csv")}
    assert set(rejected) == {"2", "4"}
    assert "c3 is None" in rejected["2"]


@pytest.mark.parametrize("form", ["cards", "card"])
def test_a_round_log_gives_the_odds_before_every_round(form: str, tmp_path: Path) -> None:
    rounds = [("a", "5 7 6 T 6"), ("a", "8,5,10"), ("a", "9 Q 8♠"), ("b", "4 A J"), ("b", "2 J A J")]
    header = ["shoe", "cards"] if form == "cards" else ["shoe", *(f"card{i}" for i in range(1, 6))]
    split = [[shoe, *cards.replace(",", " ").split()] for shoe, cards in rounds]
    rows: list[list[object]] = [[*row] for row in rounds] if form == "cards" else [[*row, *[""] * (6 - len(row))] for row in split]
    source = write_csv(tmp_path / "log.csv", header, rows)
    assert sweep(source, "-o", tmp_path / "out.csv", "--decks", "8").status == 0
    game, shoe, expected = exact.game("live-7up"), exact.Shoe.decks(8), []
    seen: dict[str, list[int]] = {}
    for name, cards in rounds:
        bag = shoe.remove(seen.setdefault(name, []))
        expected.append([repr(float(bet.expected_value)) for bet in game.odds(bag).bets])
        seen[name] += exact.game("live-7up").explain(cards).cards
    assert [[row[bet] for bet in BETS] for row in read(tmp_path / "out.csv")] == expected


def test_a_fault_in_a_round_log_keeps_out_the_rest_of_its_shoe(tmp_path: Path) -> None:
    rows: list[list[object]] = [["a", "5 7 6"], ["a", "5 X 6"], ["a", "5 7 6"], ["b", "5 7 6"], ["b", "7 7 7 7"], ["b", "A"], ["c", ""]]
    source = write_csv(tmp_path / "log.csv", ["shoe", "cards"], rows)
    assert sweep(source, "-o", tmp_path / "out.csv", "--decks", "1").status == 0
    rejected = {row["line"]: row["reason"] for row in read(tmp_path / "out.csv.rejected.csv")}
    assert list(rejected) == ["3", "4", "6", "7", "8"]
    assert "row 3 of this shoe: card 'X'" in rejected["4"]
    assert "more cards of value 7 than the shoe holds" in rejected["6"]
    assert "no cards" in rejected["8"]


def test_shoes_that_come_back_and_impossible_coups_are_kept_out(tmp_path: Path) -> None:
    rows: list[list[object]] = [["1", "7 7 7"], ["2", "T T T T"], ["1", "7 7 7"], ["3", "A"], ["4", "A A A A A A A"], ["5", "A 2 3"]]
    source = write_csv(tmp_path / "log.csv", ["shoe", "cards"], rows)
    assert sweep(source, "-o", tmp_path / "out.csv", "--decks", "1").status == 0
    rejected = {row["line"]: row["reason"] for row in read(tmp_path / "out.csv.rejected.csv")}
    assert list(rejected) == ["4", "5", "6"]
    assert "shoe 1 again, after rows of another shoe" in rejected["4"]
    assert "1 cards: a coup takes 3 to 5" in rejected["5"]
    source = write_csv(
        tmp_path / "gap.csv", ["shoe", "card1", "card2", "card3", "card4"], [["1", "A", "", "3", ""], ["2", "A", "2", "3", ""]]
    )
    assert sweep(source, "-o", tmp_path / "out.csv", "--decks", "1").status == 0
    assert "a blank before a card" in read(tmp_path / "out.csv.rejected.csv")[0]["reason"]
    assert len(read(tmp_path / "out.csv")) == 1


def test_an_empty_card_before_a_card_is_a_fault(tmp_path: Path) -> None:
    source = write_csv(tmp_path / "log.csv", ["shoe", "cards"], [["1", "5,,6"], ["2", "5,7,6,,"], ["3", " "]])
    assert sweep(source, "-o", tmp_path / "out.csv", "--decks", "1").status == 0
    rejected = {row["line"]: row["reason"] for row in read(tmp_path / "out.csv.rejected.csv")}
    assert list(rejected) == ["2", "4"]
    assert "card '': write A, 2 to 9" in rejected["2"]


def test_counts_beyond_int64_in_parquet_are_kept_out(tmp_path: Path) -> None:
    columns = {name: pa.array([2**63 + 130 if name == "c0" else 32, 32], pa.uint64()) for name in COUNTS}
    pq.write_table(pa.table(columns), tmp_path / "in.parquet")
    assert sweep(tmp_path / "in.parquet", "-o", tmp_path / "out.csv").status == 0
    assert [row["row"] for row in read(tmp_path / "out.csv.rejected.csv")] == ["1"]


def test_a_file_without_rows_gives_a_file_without_rows(tmp_path: Path) -> None:
    source = write_csv(tmp_path / "in.csv", [*COUNTS], [])
    assert sweep(source, "-o", tmp_path / "out.csv").status == 0
    assert (tmp_path / "out.csv").read_text() == ",".join([*COUNTS, *BETS]) + "\n"
    assert sweep(source, "-o", tmp_path / "out.parquet").status == 0
    assert pq.read_table(tmp_path / "out.parquet").num_rows == 0


@pytest.mark.parametrize("suffix", ["csv", "parquet"])
def test_batches_are_cut_the_same_way_and_rows_keep_their_numbers(suffix: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(files, "BATCH", 100)
    monkeypatch.setattr(files, "_CSV_BLOCK", 1000)
    shoes = random_shoes(8, 200, 1050)
    path = tmp_path / f"in.{suffix}"
    if suffix == "csv":
        write_csv(path, [*COUNTS], shoes.tolist())
        lines = path.read_text().splitlines()
        lines.insert(333, "bad")
        lines.insert(334, "bad,again")
        path.write_text("\n".join(lines))
        numbers = [n for n in range(2, 1054) if n not in (334, 335)]
    else:
        write_parquet(path, shoes)
        numbers = list(range(1, 1051))
    source = open_source(path)
    parts = list(batches(source))
    assert [len(part.numbers) for part in parts] == [100] * 10 + [50]
    assert [n for part in parts for n in part.numbers.tolist()] == numbers
    assert [int(v) for part in parts for v in part.table.column("c0").to_pylist()] == shoes[:, 0].tolist()
    assert set(source.malformed) == ({334, 335} if suffix == "csv" else set())


@pytest.mark.parametrize(
    ("make", "arguments", "part"),
    [
        (None, ["none.csv", "-o", "out.csv"], "none.csv: cannot be read: No such file"),
        (("in.txt", "c0\n"), ["in.txt", "-o", "out.csv"], "in.txt: a file of shoes ends in .csv or .parquet"),
        (("in.csv", ""), ["in.csv", "-o", "out.csv"], "in.csv: is empty"),
        (("in.csv", "\nc0\n"), ["in.csv", "-o", "out.csv"], "in.csv: starts with an empty line: write a line of column names first"),
        (("in.csv", 'c0,"c1\n1,2\n'), ["in.csv", "-o", "out.csv"], "in.csv: line 1: a quote is not closed on its line"),
        (("in.csv", "c0,c1\n1,2\n"), ["in.csv", "-o", "out.csv"], "no column c2, c3"),
        (("in.csv", "shoe,cards\na,5\n"), ["in.csv", "-o", "out.csv"], "is a round log: say with --decks or --counts"),
        (("in.csv", "shoe,cards\na,5\n"), ["in.csv", "-o", "out.csv", "--decks", "inf"], "give a number of decks"),
        (("in.csv", ",".join(COUNTS) + "\n"), ["in.csv", "-o", "in.csv"], "-o in.csv: is the input: write to another file"),
        (("in.csv", ",".join([*COUNTS, "c0"]) + "\n"), ["in.csv", "-o", "out.csv"], "column 'c0' stands twice"),
        (("in.csv", ",".join([*COUNTS, "tie"]) + "\n"), ["in.csv", "-o", "out.csv"], "has a column 'tie' already"),
        (("in.csv", ",".join(COUNTS) + "\n"), ["in.csv", "-o", "out.xlsx"], "-o out.xlsx: a result ends in .csv or .parquet"),
        (("in.csv", ",".join(COUNTS) + "\n"), ["in.csv", "-o", "no/out.csv"], "-o no/out.csv: cannot be written"),
        (("in.csv", "shoe,cards\n"), ["in.csv", "-o", "o.csv", "--counts", "9" * 19 + ",1,1,1,1,1,1,1,1,1"], "shoes of at most"),
        (("in.parquet", "no parquet"), ["in.parquet", "-o", "out.csv"], "in.parquet: is no Parquet file"),
        (("in.csv", ",".join(COUNTS) + "\n"), ["in.csv", "-o", "o.csv", "--scheduler", "tcp://x:1", "--jobs", "2"], "give one of them"),
    ],
)  # fmt: skip
def test_a_mistake_gets_one_clear_line(make: tuple[str, str] | None, arguments: list[str], part: str, tmp_path: Path) -> None:
    if make:
        (tmp_path / make[0]).write_text(make[1])
    done = subprocess.run([*COMMAND, "sweep", "live-7up", *arguments], capture_output=True, env=environment(), cwd=tmp_path, check=False)
    assert (done.returncode, done.stdout) == (2, b"")
    assert part in done.stderr.decode()
    assert done.stderr.count(b"\n") == 1
    assert sorted(os.listdir(tmp_path)) == ([make[0]] if make else [])


@pytest.fixture(scope="module")
def many(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, np.ndarray]:
    """A Parquet file of several batches, and what its sweep must give."""
    shoes = random_shoes(8, 200, 5 * BATCH + 77)
    shoes[BATCH + 5, 3] = -1
    return write_parquet(tmp_path_factory.mktemp("many") / "in.parquet", shoes), shoes


def expected(shoes: np.ndarray) -> np.ndarray:
    return np.delete(compile_game(exact.game("live-7up")).evaluate_many(shoes).returns, BATCH + 5, axis=0)


def check(path: Path, shoes: np.ndarray) -> None:
    table = pq.read_table(path)
    assert table.column("id").to_pylist() == [i for i in range(len(shoes)) if i != BATCH + 5]
    assert np.column_stack([table.column(bet).to_numpy() for bet in BETS]).tobytes() == expected(shoes).tobytes()


def wait_for(path: Path, process: subprocess.Popen[bytes]) -> None:
    """Until that file is there."""
    end = time.monotonic() + 60
    while not path.exists():
        assert process.poll() is None
        assert time.monotonic() < end
        time.sleep(0.005)


@pytest.mark.parametrize("kill", [signal.SIGKILL, signal.SIGINT])
def test_a_killed_sweep_goes_on_with_nothing_lost_or_doubled(kill: signal.Signals, many: tuple[Path, np.ndarray], tmp_path: Path) -> None:
    source, shoes = many
    out = tmp_path / "out.parquet"
    command = [*COMMAND, "sweep", "live-7up", str(source), "-o", str(out), "--jobs", "1"]
    with subprocess.Popen(command, stderr=subprocess.PIPE, env=environment()) as process:
        wait_for(Path(f"{out}.parts") / "00000001.json", process)
        process.send_signal(kill)
        process.communicate(timeout=60)
    assert process.returncode == (-9 if kill == signal.SIGKILL else 130)
    assert not out.exists()
    first = Path(f"{out}.parts") / "00000000.parquet"
    kept = first.stat().st_mtime_ns
    other = subprocess.run([*command, "--bet", "tie"], capture_output=True, env=environment(), check=False)
    assert other.returncode == 2
    assert b"holds pieces of another sweep" in other.stderr
    assert first.stat().st_mtime_ns == kept
    done = subprocess.run(command, capture_output=True, env=environment(), check=False)
    assert done.returncode == 0
    assert b"of them by an earlier run" in done.stderr
    check(out, shoes)
    assert sorted(os.listdir(tmp_path)) == ["out.parquet", "out.parquet.rejected.csv"]


def test_two_runs_to_one_file_do_not_mix(many: tuple[Path, np.ndarray], tmp_path: Path) -> None:
    source, _ = many
    out = tmp_path / "out.parquet"
    command = [*COMMAND, "sweep", "live-7up", str(source), "-o", str(out), "--jobs", "1"]
    with subprocess.Popen(command, stderr=subprocess.PIPE, env=environment()) as process:
        wait_for(Path(f"{out}.parts") / "00000000.json", process)
        second = subprocess.run(command, capture_output=True, env=environment(), check=False)
        process.kill()
        process.communicate()
    assert second.returncode == 2
    assert b"in use by another run" in second.stderr


@pytest.mark.filterwarnings("default")
def test_a_cluster_gives_the_same_file_though_a_worker_is_killed(
    cluster: tuple[str, list[subprocess.Popen[bytes]]], many: tuple[Path, np.ndarray], tmp_path: Path
) -> None:
    address, workers = cluster
    source, shoes = many
    out = tmp_path / "out.parquet"
    command = [*COMMAND, "sweep", "live-7up", str(source), "-o", str(out), "--scheduler", address]
    with subprocess.Popen(command, stderr=subprocess.PIPE, env=environment()) as process:
        wait_for(Path(f"{out}.parts") / "00000000.json", process)
        workers[0].kill()
        _, err = process.communicate(timeout=120)
    assert process.returncode == 0, err
    check(out, shoes)


def test_a_scheduler_that_is_not_there_is_one_clear_line(many: tuple[Path, np.ndarray], tmp_path: Path) -> None:
    done = sweep(many[0], "-o", tmp_path / "o.csv", "--scheduler", "nonsense://x")
    assert done.status == 2
    assert "--scheduler nonsense://x: cannot be reached" in done.err
    assert done.err.count("\n") == 1


def test_a_terminal_shows_progress_with_rate_and_time_left_and_a_pipe_does_not(many: tuple[Path, np.ndarray], tmp_path: Path) -> None:
    shown = on_terminal("sweep", "live-7up", str(many[0]), "-o", str(tmp_path / "o.csv"), columns=100)
    assert "shoes/s" in shown
    assert "shoes/s" not in sweep(many[0], "-o", tmp_path / "p.csv").err


def test_the_pieces_note_what_they_were_made_from(tmp_path: Path) -> None:
    source = write_csv(tmp_path / "in.csv", [*COUNTS], random_shoes(8, 200, 5).tolist())
    assert isinstance(open_source(source), RowFile)
    folder = tmp_path / "out.csv.parts"
    folder.mkdir()
    (folder / "sweep.json").write_text(json.dumps({"game": "another"}))
    done = sweep(source, "-o", tmp_path / "out.csv")
    assert done.status == 2
    assert "holds pieces of another sweep or of a changed input: remove it to start anew" in done.err
