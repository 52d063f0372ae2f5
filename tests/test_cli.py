"""The command as users meet it: answers on standard output, one clear line for a mistake, the conventions of the field."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from fractions import Fraction
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

import exact
from exact.cli import COMMANDS
from tests.games import document, to_toml
from tests.run import COMMAND, environment, on_terminal, run

HUGE = "99999999999999999999,4,4,4,4,4,4,4,4,4"
MISTAKES = [
    (["odds", "live7up"], "live7up: no such file and no game of the catalogue: did you mean 'live-7up'?"),
    (["odds", "live-7up", "--decks", "0"], "decks: '0': write a whole number from 1 to 100, or inf"),
    (["odds", "live-7up", "--decks", "-1"], "decks: '-1': write a whole number"),
    (["odds", "live-7up", "--decks", "1.5"], "decks: '1.5': write a whole number"),
    (["odds", "live-7up", "--decks", "x"], "decks: 'x': write a whole number"),
    (["odds", "live-7up", "--counts", "1,2"], "counts: 2 given: write ten"),
    (["odds", "live-7up", "--counts", "4,0,0,0,0,0,0,0,0,0"], "shoe: 4 cards are too few: the longest coup of live-7up takes 5"),
    (["odds", "baccarat", "--counts", "5,0,0,0,0,0,0,0,0,0"], "shoe: 5 cards are too few: the longest coup of baccarat takes 6"),
    (["simulate", "live-7up", "--counts", HUGE], "--counts: 100,000,000,000,000,000,035 cards: this command takes shoes of at most 10,000"),
    (["simulate", "live-7up", "--counts", "9965,4,4,4,4,4,4,4,4,4"], "--counts: 10,001 cards: this command takes shoes of at most 10,000"),
    (["depletion", "live-7up", "--seen", "1", "--counts", HUGE], "this command takes shoes of at most 1,000,000,000,000,000,000"),
    (
        ["depletion", "live-7up", "--seen", "9", "--samples", "9", "--counts", "999999964,4,4,4,4,4,4,4,4,4"],
        "--counts: 1,000,000,000 cards: this command takes shoes of at most 999,999,999",
    ),
    (["odds", "live-7up", "--decks", "8", "--counts", "1,1,1,1,1,1,1,1,1,1"], "--decks and --counts: give one of them"),
    (["odds", "live-7up", "--decks", "1", "--remove", "7,7,7,7,7"], "card 7: the shoe holds no card of value 7"),
    (["odds", "live-7up", "--remove", "7,X"], "card 'X': write A, 2 to 9"),
    (["odds", "live-7up", "--decks", "inf", "--remove", "7"], "remove: an infinite shoe stays the same"),
    (["odds", "live-7up", "--dealt", "P:7 B:5"], "dealt: card 1, P:7: out of order: the next card goes to the Banker, write B:7"),
    (["odds", "live-7up", "--dealt", "B:5 P:A B:4 P:3"], "dealt: card 4, P:3: the coup is finished before it"),
    (["odds", "live-7up", "--dealt", "B5"], "dealt: card 1, 'B5': write the hand and the card, such as B:5 or P:7"),
    (["odds", "live-7up", "--dealt", "B:"], "card '': write A, 2 to 9"),
    (["odds", "live-7up", "--counts", "9,0,1,1,1,1,1,1,1,1", "--dealt", "B:A"], "card A: the shoe holds no card of value 1"),
    (["odds", "live-7up", "--remove", ",,"], "card '': write A, 2 to 9"),
    (["odds", "live-7up", "--remove", "7,,K"], "card '': write A, 2 to 9"),
    (["odds", "live-7up", "--remove", "7;"], "card '': write A, 2 to 9"),
    (["odds", "live-7up", "--dealt", ","], "dealt: card 1, '': write the hand and the card"),
    (["odds", "live-7up", "--dealt", "B:5,,P:7"], "dealt: card 2, '': write the hand and the card"),
    (["odds", "live-7up", "--counts", "9,,1,1,1,1,1,1,1,1"], "counts: '' cards of value 1: write a whole number"),
    (["odds", "live-7up", "--counts", "+,1,1,1,1,1,1,1,1,1"], "counts: '+' cards of value 0: write a whole number"),
    (["explain", "live-7up", "5,,7,6,T,6"], "card '': write A, 2 to 9"),
    (["explain", "live-7up", ","], "card '': write A, 2 to 9"),
    (
        ["audit", "live-7up", "none.parquet", "--counts", f"1{'0' * 18},1,1,1,1,1,1,1,1,1"],
        "--counts: 1,000,000,000,000,000,009 cards: this command takes shoes of at most 1,000,000,000,000,000,000",
    ),
    (["odds", "live-7up", "--reading", "super-sevens"], "--reading 'super-sevens': write NAME=CHOICE"),
    (["odds", "live-7up", "--reading", "super-sevens=x"], "reading super-sevens: 'x': write one of round, hand, player"),
    (["odds", "live-7up", "--reading", "super-sevens=hand", "--reading", "super-sevens=round"], "choose once"),
    (["odds", "live-7up", "--bet", "bankr"], "bet 'bankr': live-7up has no such bet: did you mean 'banker'?"),
    (["odds", "live-7up", "--format", "xml"], "'xml' is not one of"),
    (["odds", "live-7up", "--digits", "-1"], "-1 is not in the range"),
    (["odds", "live-7up", "-o", "/nowhere/x.json"], "-o /nowhere/x.json: cannot be written"),
    (["odds", "live-7up", "-o", "x.pdf"], "-o x.pdf: no format goes by .pdf: write one of .md, .csv"),
    (
        ["odds", "live-7up", "--format", "json", "-o", "x.csv"],
        "--format json -o x.csv: .csv is for csv: give -o FILE.json, or --format csv",
    ),
    (["odds", "live-7up", "--format", "table", "-o", "x.htm"], ".htm is for html: give -o FILE.txt, or --format html"),
    (["games", "--format", "md", "-o", "x.PDF"], "--format md -o x.PDF: .pdf is for pdf: give -o FILE.md\n"),
    (["show", "live-7up", "--format", "latex", "-o", "x.xlsx"], ".xlsx is for xlsx: give -o FILE.tex\n"),
    (["audit", "live-7up", "none.csv", "--format", "csv", "-o", "x.json"], "--format csv -o x.json: .json is for json"),
    (
        ["sheet", "live-7up", "--format", "pdf", "-o", "x.html"],
        "--format pdf -o x.html: .html is for html: give -o FILE.pdf, or --format html",
    ),
    (["sheet", "live-7up", "--format", "xlsx", "-o", "x.txt"], ".txt is for table: give -o FILE.xlsx, or --format table"),
    (["sheet", "live-7up", "--format", "md", "-o", "x.pdf"], ".pdf is for pdf: give -o FILE.md, or --format pdf"),
    (
        ["sheet", "live-7up", "-o", "x.docx"],
        "-o x.docx: no format goes by .docx: write one of .md, .csv, .json, .tex, .html, .htm, .txt, .pdf",
    ),
    (["odds"], "Missing argument 'GAME'"),
    (["odss"], "command 'odss': no such command: did you mean 'odds'?"),
    (["odd", "live-7up"], "command 'odd': no such command"),
    (["--nope"], "No such option '--nope'"),
    (["explain", "live-7up", "5,7"], "cards: 5,7: too few: the Banker still takes a card"),
    (["explain", "live-7up", "5,7,6,T,6,2"], "cards: 5,7,6,T,6,2: too many: the coup is finished after 5: leave out 2"),
    (["explain", "live-7up", "5,7,6,T"], "too few: the Banker still takes a card: Banker on 1 against T draws"),
    (["explain", "live-7up", ""], "cards: no cards: too few"),
    (["explain", "live-7up", "5,Z"], "card 'Z'"),
]


@pytest.mark.parametrize(("arguments", "part"), MISTAKES, ids=[" ".join(arguments) for arguments, _ in MISTAKES])
def test_a_mistake_gets_one_clear_line_and_exit_2(arguments: list[str], part: str) -> None:
    done = run(*arguments)
    assert (done.status, done.out) == (2, "")
    assert done.err.startswith("exact: error: ")
    assert part in done.err
    assert done.err.count("\n") == 1
    assert "Traceback" not in done.err


def test_each_fault_of_a_game_file_is_one_line(tmp_path: Path) -> None:
    whole = document("live-7up")
    whole["bets"][0]["lines"][0]["pays"] = 0.5
    whole["colour\x1b[31m"] = "red"
    file = tmp_path / "bad.toml"
    file.write_text(to_toml(whole), "utf-8")
    done = run("odds", str(file))
    assert (done.status, done.out, done.err.count("\n")) == (2, "", 2)
    line = 1 + next(number for number, text in enumerate(file.read_text("utf-8").splitlines()) if text.startswith('"bets"'))
    assert f"{file}:{line}: bets[0].lines[0].pays: 0.5: " in done.err
    assert "\x1b" not in done.err


def test_the_main_job_prints_the_exact_odds() -> None:
    done = run("odds", "live-7up", "--decks", "8")
    assert (done.status, done.err) == (0, "")
    assert "12,161,552,981,760" in done.out
    assert "705,002,659,840" in done.out
    assert "-0.043184" in done.out


def test_json_of_the_main_job_is_the_contract() -> None:
    data = json.loads(run("odds", "live-7up", "--decks", "8", "--format", "json").out)
    assert data["deals"] == "12161552981760"
    banker = next(bet for bet in data["bets"] if bet["bet"] == "banker")
    assert banker["expected_value"] == "-2051512844/47506066335"
    assert banker["events"][0] | {"event": "Banker wins with 7", "pays": "3:2", "deals": "705002659840"} == banker["events"][0]
    assert data["readings"] == {"super-sevens": "round", "fixed-card": "printed", "main-bets-on-tie": "push"}


def test_odds_in_mid_deal_equal_the_walk_over_the_rest() -> None:
    data = json.loads(run("odds", "live-7up", "--decks", "1", "--dealt", "b:5, p:7", "--format", "json").out)
    assert data["on_table"] == {"player": ["7", "7"], "banker": ["5"]}
    assert data["unseen"]["cards"] == 50
    wins = sum(
        p for coup, p in exact.game("live-7up").walk(exact.Shoe.decks(1), "B:5 P:7") if sum(coup.player) % 10 > sum(coup.banker) % 10
    )
    player = next(bet for bet in data["bets"] if bet["bet"] == "player")
    assert Fraction(player["hit_frequency"]) == wins


def test_odds_of_a_finished_coup_are_certain() -> None:
    data = json.loads(run("odds", "live-7up", "--decks", "1", "--dealt", "B:5 P:A B:4", "--format", "json").out)
    assert [event["probability"] for bet in data["bets"] for event in bet["events"]].count("1") == len(data["bets"])


def test_only_the_bets_asked_for() -> None:
    data = json.loads(run("odds", "live-7up", "--bet", "tie", "--bet", "player", "--format", "json").out)
    assert [bet["bet"] for bet in data["bets"]] == ["tie", "player"]


def test_all_readings_shows_return_and_house_edge_of_every_bet_under_every_choice() -> None:
    done = run("odds", "live-7up", "--all-readings", "--format", "json")
    data = json.loads(done.out)
    assert [(item["reading"], item["choice"]) for item in data["alternatives"]] == [
        ("super-sevens", "round"), ("super-sevens", "hand"), ("super-sevens", "player"),
        ("fixed-card", "printed"), ("fixed-card", "from-shoe"), ("main-bets-on-tie", "push"), ("main-bets-on-tie", "lose"),
    ]  # fmt: skip
    text = run("odds", "live-7up", "--all-readings").out
    for item in data["alternatives"]:
        for bet in item["bets"]:
            assert exact.rounding.decimal_text(Fraction(bet["house_edge"]), 6) in text
    assert "true odds" in run("odds", "prevision-7up", "--all-readings").out
    assert run("odds", "prevision-7up", "--all-readings", "--format", "csv").out.count("\n") == 1 + 7 * 8


@pytest.mark.parametrize("form", ["table", "md", "csv", "json", "latex", "html"])
@pytest.mark.parametrize("arguments", [["odds", "live-7up"], ["games"], ["show", "baccarat"], ["explain", "baccarat", "8,5,A,4"]])
def test_every_command_gives_every_format_the_same_bytes_each_time(arguments: list[str], form: str) -> None:
    first = run(*arguments, "--format", form, PYTHONHASHSEED="1")
    second = run(*arguments, "--format", form, PYTHONHASHSEED="2", COLUMNS="40", TERM="xterm")
    assert first.status == 0
    assert first == second
    assert first.out.endswith("\n")


def test_output_goes_to_a_file_whole_and_the_suffix_picks_the_format(tmp_path: Path) -> None:
    file = tmp_path / "odds.json"
    done = run("odds", "baccarat", "-o", str(file))
    assert (done.status, done.out) == (0, "")
    assert str(file) in done.err
    assert file.read_text("utf-8") == run("odds", "baccarat", "--format", "json").out
    assert os.listdir(tmp_path) == ["odds.json"]
    assert run("odds", "baccarat", "-o", "-", "--format", "json").out == file.read_text("utf-8")


def test_any_text_may_stand_in_txt_and_any_format_in_a_file_of_no_format(tmp_path: Path) -> None:
    json_text = run("games", "--format", "json").out
    for name in ("a.txt", "b.JSON", "c.dat", "d"):
        assert run("games", "--format", "json", "-o", str(tmp_path / name)).status == 0
        assert (tmp_path / name).read_text("utf-8") == json_text


def test_a_failed_run_leaves_the_old_file_as_it_was(tmp_path: Path) -> None:
    file = tmp_path / "odds.json"
    file.write_text("old")
    file.chmod(0o600)
    assert run("odds", "baccarat", "--decks", "0", "-o", str(file)).status == 2
    assert file.read_text() == "old"
    assert run("odds", "baccarat", "-o", str(file)).status == 0
    assert file.read_text() != "old"
    assert file.stat().st_mode & 0o777 == 0o600
    assert os.listdir(tmp_path) == ["odds.json"]


def test_a_link_is_written_through(tmp_path: Path) -> None:
    target, link = tmp_path / "target.md", tmp_path / "link.md"
    target.write_text("old")
    link.symlink_to(target)
    assert run("games", "-o", str(link)).status == 0
    assert link.is_symlink()
    assert "live-7up" in target.read_text("utf-8")
    assert run("games", "-o", os.devnull).status == 0


@pytest.fixture
def inputs(tmp_path: Path) -> Path:
    """A folder with the files that examples read."""
    counts = [f"c{value}" for value in range(10)]
    shoe = list(exact.Shoe.decks(8).counts)
    (tmp_path / "shoes.csv").write_text(",".join(counts) + "\n" + ",".join(map(str, shoe)) + "\n")
    pq.write_table(pa.table({name: [count] for name, count in zip(counts, shoe, strict=True)}), tmp_path / "shoes.parquet")
    (tmp_path / "rounds.csv").write_text("shoe,cards\n1,5 7 6 T 6\n1,8 5 T\n")
    (tmp_path / "counts.csv").write_text("event,count\nplayer,482300\nbanker,410100\ntie,107600\n")
    (tmp_path / "percentages.csv").write_text("event,percent\nplayer,48.2\nbanker,41.0\ntie,10.8\n")
    (tmp_path / "returns.csv").write_text("bet,rounds,return,stake\nplayer,500000,-0.0262,10\nplayer,20000,-0.02,50\n")
    return tmp_path


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_has_help_with_examples_that_work(command: str, inputs: Path) -> None:
    done = run(command, "--help")
    assert done.status == 0
    assert done.out == run(command, "-h").out
    examples = [line.strip() for line in done.out.splitlines() if line.strip().startswith("exact ") and "Usage" not in line]
    for example in examples:
        line = example.replace("exact ", f"{sys.executable} -m exact ", 1)
        shown = subprocess.run(["sh", "-c", line], capture_output=True, env=environment(), cwd=inputs, check=False)
        assert shown.returncode == 0, (example, shown.stderr)
    assert examples or "exact completion" in done.out


def test_bare_exact_and_help_say_what_there_is() -> None:
    assert run().out == run("--help").out == run("-h").out
    assert all(command in run().out for command in COMMANDS)


def test_version() -> None:
    assert run("--version").out == f"exact {exact.__version__}\n"


def test_completion_of_games_and_formats() -> None:
    assert "_EXACT_COMPLETE" in run("completion", "bash").out
    words = run(_EXACT_COMPLETE="bash_complete", COMP_WORDS="exact odds li", COMP_CWORD="2").out
    assert "plain,live-7up" in words
    words = run(_EXACT_COMPLETE="bash_complete", COMP_WORDS="exact odds live-7up --format ", COMP_CWORD="4").out
    assert "plain,latex" in words


def test_a_terminal_gets_bold_headings_unless_no_color_or_dumb_and_a_pipe_never() -> None:
    assert "\x1b[1m" in on_terminal("odds", "live-7up", columns=100)
    assert "\x1b[1m" in on_terminal("odds", "live-7up", columns=100, NO_COLOR="")
    assert "\x1b" not in on_terminal("odds", "live-7up", columns=100, NO_COLOR="1")
    assert "\x1b" not in on_terminal("odds", "live-7up", columns=100, TERM="dumb")
    assert "\x1b" not in run("odds", "live-7up", TERM="xterm").out


@pytest.mark.parametrize("columns", [60, 80, 200])
def test_a_terminal_of_any_width_reads_well(columns: int) -> None:
    shown = on_terminal("odds", "live-7up", columns=columns, NO_COLOR="1")
    tables = [line for line in shown.splitlines() if line.startswith(("event", "Player wins", "total", "Banker wins"))]
    assert tables
    assert max(map(len, tables)) <= columns


def test_a_closed_pipe_is_silent() -> None:
    command = " ".join([*COMMAND, "odds", "live-7up", "--digits", "900"])
    done = subprocess.run(["bash", "-c", f"{command} | head -1"], capture_output=True, env=environment(), check=False)
    assert done.stderr == b""
    assert done.stdout.count(b"\n") == 1


def test_the_input_is_never_written_over(tmp_path: Path) -> None:
    file = tmp_path / "g.toml"
    file.write_text(to_toml(document("baccarat")), "utf-8")
    before = file.read_bytes()
    done = run("odds", str(file), "-o", str(file), "--format", "json")
    assert (done.status, file.read_bytes()) == (2, before)
    assert "is the input: write to another file" in done.err


def test_a_full_disk_is_one_clear_line() -> None:
    with open("/dev/full", "w") as full:
        done = subprocess.run([*COMMAND, "odds", "live-7up"], stdout=full, stderr=subprocess.PIPE, env=environment(), check=False)
    assert done.returncode == 2
    assert done.stderr == b"exact: error: standard output: cannot be written or read: No space left on device\n"


def test_ctrl_c_ends_with_130_and_one_line(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe.toml")  # the command waits for the writer that never comes
    with subprocess.Popen([*COMMAND, "show", str(tmp_path / "pipe.toml")], stderr=subprocess.PIPE, env=environment()) as process:
        time.sleep(1)
        process.send_signal(signal.SIGINT)
        _, err = process.communicate(timeout=30)
    assert (process.returncode, err.strip()) == (130, b"exact: interrupted")


def test_a_terminal_that_cannot_show_a_character_is_no_error() -> None:
    done = run("odds", "prevision-7up", PYTHONIOENCODING="latin-1")
    assert done.status == 0
    assert "\\u2013" in done.out


def test_the_answer_comes_without_heavy_libraries() -> None:
    code = (
        "import sys; from exact.cli import main\n"
        "try: main(['odds', 'live-7up'])\n"
        "except SystemExit: pass\n"
        "heavy = {'sympy', 'mpmath', 'numpy', 'numba', 'scipy', 'pydantic', 'tabulate', 'more_itertools', 'dask'} & set(sys.modules)\n"
        "sys.exit(f'loaded: {heavy}' if heavy else 0)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, env=environment(), check=False)
    assert done.returncode == 0, done.stderr
