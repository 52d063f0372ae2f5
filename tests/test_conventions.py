"""The conventions of the command line: options before the command, schemas that real output keeps to, lines of faults."""

from __future__ import annotations

import json
import math
import os
import re
import subprocess
import sys
import tomllib
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import cache
from importlib.metadata import version
from pathlib import Path
from typing import Any, get_args

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from jsonschema import Draft202012Validator

import exact
from exact.audit.counts import Kind, Source
from exact.audit.diagnosis import diagnose, gather
from exact.audit.faults import faults as known_faults
from exact.audit.observations import Observations
from exact.audit.reference import fresh
from exact.audit.verdict import Audit, Plan, Verdict, audit
from exact.audit.views import views
from exact.cli import COMMANDS
from exact.cli.output import bold
from exact.errors import Fault
from exact.game.check import faults
from exact.game.position import find_lines, line_of
from exact.game.schema import game_schema
from exact.report.audit import audit_document, audit_json
from exact.report.info import LIBRARIES, OPTIONAL, info_document
from exact.report.info import gather as gather_info
from exact.report.schemas import SCHEMAS
from exact.report.text import render_text
from exact.shoes.files import BATCH
from tests.games import SIDE_BETS, document
from tests.run import COMMAND, environment, on_terminal, run
from tests.test_bulk import random_shoes
from tests.test_sweep import write_parquet

ROOT = Path(__file__).parents[1]
BOLD = "\x1b[1m"


# Options before the command.


@pytest.mark.parametrize(
    ("color", "env", "terminal", "is_bold"),
    [
        ("auto", {"TERM": "xterm"}, True, True),
        ("auto", {"TERM": "xterm", "NO_COLOR": ""}, True, True),
        ("auto", {"TERM": "xterm", "NO_COLOR": "0"}, True, False),
        ("auto", {"TERM": "dumb"}, True, False),
        ("auto", {"TERM": "xterm"}, False, False),
        ("always", {"TERM": "dumb", "NO_COLOR": "1"}, False, True),
        ("never", {"TERM": "xterm"}, True, False),
    ],
)
def test_auto_is_bold_on_a_willing_terminal_only_and_the_option_overrules(
    color: str, env: dict[str, str], terminal: bool, is_bold: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("TERM", "NO_COLOR"):
        monkeypatch.delenv(name, raising=False)
    for name, value in env.items():
        monkeypatch.setenv(name, value)
    assert bold(color, terminal=terminal) is is_bold


def test_color_reaches_the_table_of_a_command() -> None:
    assert BOLD in run("--color", "always", "explain", "baccarat", "8,5,A,4", NO_COLOR="1").out
    assert BOLD in on_terminal("--color", "auto", "explain", "baccarat", "8,5,A,4", columns=100)
    assert BOLD not in on_terminal("--color=never", "explain", "baccarat", "8,5,A,4", columns=100)
    assert run("--color", "always", "games", "--format", "json") == run("games", "--format", "json")


@pytest.mark.parametrize("option", ["-q", "--quiet"])
def test_quiet_leaves_out_messages_and_keeps_errors(option: str, tmp_path: Path) -> None:
    file = tmp_path / "games.json"
    assert run("games", "-o", str(file)).err == f"wrote {file}\n"
    assert run(option, "games", "-o", str(file)).err == ""
    assert json.loads(file.read_text("utf-8"))["schema"] == "exact.games/1"
    assert run(option, "games", "-o", "/nowhere/x").err == run("games", "-o", "/nowhere/x").err != ""


@pytest.mark.parametrize("arguments", [["show", "live7up"], ["odss"], ["games", "--nope"], ["games", "-o", "/nowhere/x"]])
def test_debug_puts_the_traceback_before_the_same_error_line(arguments: list[str]) -> None:
    plain, traced = run(*arguments), run("--debug", *arguments)
    assert (traced.status, traced.out) == (2, "")
    assert traced.err.startswith("Traceback (most recent call last):\n")
    assert traced.err.endswith(f"\n{plain.err}")
    assert "Traceback" not in plain.err


def test_a_traceback_cannot_act_on_the_terminal() -> None:
    assert "\a" not in run("--debug", "show", "\a").err
    assert "\x1b" not in on_terminal("--debug", "show", "\x1b[31m", columns=100)


@pytest.mark.parametrize("option", ["--color", "-q", "--quiet", "--debug"])
def test_an_option_after_the_command_is_told_where_it_goes(option: str) -> None:
    assert run("games", option).err == f"exact: error: {option}: write it before the command: exact {option} ... games\n"
    assert "No such option '--nope'" in run("games", "--nope").err


def test_a_missing_choice_is_one_line() -> None:
    done = run("schema")
    assert (done.status, done.out, done.err.count("\n")) == (2, "", 1)
    assert "Choose from: game, odds" in done.err


def test_neither_variables_nor_files_change_the_answer(tmp_path: Path) -> None:
    for name in ("exact.toml", ".exact.toml", "pyproject.toml"):
        (tmp_path / name).write_text('[tool.exact]\ndecks = 6\n[odds]\ndecks = 6\ndigits = 2\ndefault = "x"\n')
    variables = {"EXACT_DECKS": "6", "EXACT_ODDS_DECKS": "6", "EXACT_COLOR": "always", "EXACT_FORMAT": "json", "EXACT_QUIET": "1"}
    changed = environment(**variables, XDG_CONFIG_HOME=str(tmp_path), PYTHONPATH=str(ROOT))
    command = [sys.executable, "-m", "exact", "odds", "live-7up", "--bet", "tie"]
    done = subprocess.run(command, capture_output=True, env=changed, cwd=tmp_path, check=True)
    assert done.stdout.decode() == run("odds", "live-7up", "--bet", "tie").out


# What the README promises of every command.

GUARD = """
import os, sys

def refuse(event, arguments):
    if event.startswith("socket."):
        os.write(2, f"{event}{arguments}".encode())
        os._exit(97)

sys.addaudithook(refuse)
"""
"""A sitecustomize module: the process ends with status 97 at the first socket or name looked up, whatever would catch an error."""

ONE_EACH = [
    ["games"],
    ["show", "live-7up"],
    ["odds", "live-7up", "-o", "odds.html"],
    ["explain", "live-7up", "5,7,6,T,6"],
    ["removal", "live-7up", "--bet", "tie"],
    ["closed-form", "live-7up", "--bet", "tie", "--plot", "edges.svg"],
    ["depletion", "live-7up", "--seen", "1", "--plot", "returns.svg"],
    ["simulate", "live-7up", "--shoes", "2", "--seed", "1", "--log", "log.parquet"],
    ["audit", "live-7up", "log.parquet", "--dealt-by", "fresh", "--no-diagnose"],
    ["sweep", "live-7up", "shoes.csv", "-o", "returns.csv"],
    ["sheet", "live-7up", "--decks", "1", "-o", "sheet.pdf"],
    ["tables", "made", "--game", "prevision-7up", "--decks", "1"],
    ["verify", "made", "--quick"],
    ["certify", "--new-key", "lab.key"],
    ["certify", "made", "--key", "lab.key"],
    ["schema", "odds"],
    ["info"],
    ["completion", "bash"],
]
"""Every command once; some read what one before them wrote."""


def test_no_command_opens_a_socket(tmp_path: Path) -> None:
    (tmp_path / "sitecustomize.py").write_text(GUARD)
    (tmp_path / "shoes.csv").write_text("c0,c1,c2,c3,c4,c5,c6,c7,c8,c9\n128,32,32,32,32,32,32,32,32,32\n")
    watched = environment(PYTHONPATH=str(tmp_path))
    for code in ("import socket; socket.socket()", "import socket; socket.getaddrinfo('localhost', 80)"):
        assert subprocess.run([sys.executable, "-c", code], capture_output=True, env=watched, check=False).returncode == 97
    for arguments in ONE_EACH:
        done = subprocess.run([*COMMAND, *arguments], capture_output=True, env=watched, cwd=tmp_path, check=False)
        incomplete = arguments[0] == "verify"  # one of the tables of a game: the others are told to be missing
        assert done.returncode == int(incomplete), (arguments, done.stderr)
    assert {command for command, *_ in ONE_EACH} == set(COMMANDS)


MEASURED = """
import atexit, re, runpy, sys
atexit.register(lambda: print(re.search(r"VmHWM:\\s+(\\d+) kB", open("/proc/self/status").read())[1], file=sys.stderr))
runpy.run_module("exact", run_name="__main__", alter_sys=True)
"""
"""The command with the most memory that it held, in kB, as the last line of its messages."""


def peak_memory(*arguments: str, status: int = 0) -> int:
    """The most bytes of memory that a command holds which ends with that status."""
    done = subprocess.run([sys.executable, "-c", MEASURED, *arguments], capture_output=True, env=environment(), check=False)
    assert done.returncode == status, done.stderr
    return int(done.stderr.split()[-1]) * 1024


def test_the_memory_of_an_audit_does_not_grow_with_the_rounds(tmp_path: Path) -> None:
    """Twelve times 257,071 rounds more: at twenty bytes a round they would be 61 MB. Rounds that come again do not agree: status 1."""
    log, peaks = tmp_path / "log.parquet", []
    assert run("simulate", "live-7up", "--shoes", "2500", "--seed", "1", "--log", str(log), "-o", str(tmp_path / "x.json")).status == 0
    rounds = pq.read_table(log)
    assert rounds.num_rows > 250_000
    place, kind = rounds.column_names.index("shoe"), rounds.schema.field("shoe").type
    for times in (4, 16):
        shoes = [pa.array(rounds["shoe"].to_numpy() + 2500 * n, kind) for n in range(times)]
        pq.write_table(pa.concat_tables(rounds.set_column(place, "shoe", numbers) for numbers in shoes), log)
        peaks.append(peak_memory("audit", "live-7up", str(log), "--dealt-by", "fresh", "--no-diagnose", status=1))
    assert peaks[1] - peaks[0] < 60_000_000


def test_the_memory_of_a_sweep_does_not_grow_with_the_shoes(tmp_path: Path) -> None:
    """Twelve batches more: the ten counts of their shoes alone would be 126 MB."""
    shoes, peaks = random_shoes(8, 200, BATCH), []
    for times in (4, 16):
        source = write_parquet(tmp_path / f"{times}.parquet", np.tile(shoes, (times, 1)))
        peaks.append(peak_memory("sweep", "live-7up", str(source), "-o", str(tmp_path / "out.parquet"), "--bet", "tie", "--jobs", "1"))
    assert peaks[1] - peaks[0] < 60_000_000


# exact info.


def test_info_tells_the_versions_that_the_metadata_tell() -> None:
    told = json.loads(run("info", "--format", "json").out)
    assert told["exact"] == exact.__version__
    assert told["python"] == ".".join(map(str, sys.version_info[:3]))
    assert told["libraries"] == {name: version(name) for name in LIBRARIES}
    assert list(told["optional"]) == list(OPTIONAL)
    text = run("info").out
    for name, found in told["optional"].items():
        assert re.search(rf"^{name} +{re.escape(found or 'not installed')}$", text, re.MULTILINE)


def test_every_dependency_is_among_the_libraries_told() -> None:
    wanted = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]["dependencies"]
    assert {re.split(r"[<>=~!;\[ ]", line)[0] for line in wanted} <= set(LIBRARIES)


def test_a_library_that_is_not_there_is_not_installed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("exact.report.info.OPTIONAL", ("no-such-library", "pytest"))
    told = gather_info("1")
    assert told.optional == {"no-such-library": None, "pytest": version("pytest")}
    assert ("no-such-library", "not installed") in info_document(told).flat.rows


def test_info_loads_no_optional_library() -> None:
    code = (
        "import sys; from exact.cli import main\n"
        "try: main(['info'])\n"
        "except SystemExit: pass\n"
        f"sys.exit(str({set(OPTIONAL) | {'sympy', 'pydantic', 'tree_sitter'}!r} & set(sys.modules)).replace('set()', ''))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, env=environment(), check=False)
    assert done.stderr.strip() == b""


# exact schema: outputs.

OUTPUTS: list[tuple[str, list[str]]] = [
    *(("odds", ["odds", game, *shoe])
      for game in (*exact.catalogue(), SIDE_BETS)
      for shoe in (["--decks", "8"], ["--decks", "inf"], ["--counts", "9,3,2,0,4,1,3,5,2,1", "--remove", "7"])),
    ("odds", ["odds", "live-7up", "--decks", "1", "--dealt", "B:5 P:7"]),
    ("odds", ["odds", "baccarat", "--decks", "1", "--dealt", "P:4 B:A P:4 B:T"]),
    ("odds", ["odds", "live-7up", "--reading", "fixed-card=from-shoe"]),
    *(("readings", ["odds", game, "--all-readings"]) for game in exact.catalogue()),
    ("readings", ["odds", "live-7up", "--all-readings", "--decks", "inf", "--bet", "tie", "--reading", "main-bets-on-tie=lose"]),
    ("explanation", ["explain", "live-7up", "5,7,6,T,6"]),
    ("explanation", ["explain", "baccarat", "8,5,A,4"]),
    ("explanation", ["explain", "prevision-7up", "5,7,6,T,6"]),
    ("games", ["games"]),
    *(("game-json", ["show", game]) for game in (*exact.catalogue(), SIDE_BETS)),
    ("info", ["info"]),
    ("removal", ["removal", "live-7up", "--order", "3"]),
    ("removal", ["removal", "prevision-7up"]),
    ("removal", ["removal", "baccarat", "--decks", "1", "--level", "1"]),
    ("removal", ["removal", "live-7up", "--counts", "9,0,0,0,0,1,0,0,0,0"]),
    *(("closed-form", ["closed-form", game]) for game in ("live-7up", "prevision-7up")),
    ("depletion", ["depletion", "live-7up", "--seen", "2"]),
    ("depletion", ["depletion", "baccarat", "--seen", "40", "--samples", "50", "--seed", "1"]),
    ("simulation", ["simulate", "live-7up", "--shoes", "3", "--seed", "1", "--first-hands", "super-sevens=40"]),
    ("conditional", ["simulate", "baccarat", "--shoes", "3", "--seed", "1", "--conditional"]),
    ("audit", ["audit", "live-7up", "swapped.csv"]),
    ("audit", ["audit", "live-7up", "agrees.csv"]),
    *(("audit", ["audit", *arguments, "--no-diagnose"]) for arguments in (
        ["live-7up", "few.csv", "--decks", "inf"],
        ["prevision-7up", "agrees.csv"],
        ["live-7up", "percentages.csv", "--rounds", "1000000"],
        ["live-7up", "cells.csv"],
        ["live-7up", "returns.csv"],
        ["live-7up", "returns.csv", "--counts", "9,0,0,0,0,0,0,0,0,0"],
        ["live-7up", "stakes.csv"],
        ["live-7up", "log.csv", "--dealt-by", "fresh"],
        ["live-7up", "log.parquet", "--dealt-by", "fresh", "--decks", "1"],
        ["live-7up", "simulation.json", "--reference", "another.json"],
    )),
    ("sheet", ["sheet", "live-7up", "--simulate", "1000", "--shoes", "2", "--date", "2026-12-01", "--sheet-version", "1"]),
    ("sheet", ["sheet", "live-7up", "--decks", "inf"]),
    ("sheet", ["sheet", "live-7up", "--counts", "9,3,2,0,4,1,3,5,2,1"]),
    ("sheet", ["sheet", "prevision-7up", "--counts", "9,3,2,1,4,1,3,5,2,1"]),
    ("comparison", ["sheet", "prevision-7up", "--decks", "1", "--compare", "live-7up"]),
]  # fmt: skip
"""Schemas by name and commands whose JSON keeps to them."""

REPORTS = {
    "agrees.csv": "event,count\nplayer,482269\nbanker,410100\ntie,107631\n",
    "swapped.csv": "event,count\nplayer,40\nbanker,4000\ntie,100\n",
    "few.csv": "event,count\nplayer,1\nbanker,1\ntie,0\n",
    "percentages.csv": "event,percent\nplayer,48.22\nbanker,41.02\ntie,10.76\n",
    "cells.csv": "player_total,banker_total,player_cards,banker_cards,count\n7,0,2,2,90\n8,8,2,2,7\n5,5,3,3,8\n2,1,2,2,1\n",
    "returns.csv": "bet,rounds,return\nplayer,1000000,-0.0261\ntie,20,0\n",
    "stakes.csv": "bet,rounds,rtp,stake\nplayer,1000000,0.9741,1\nplayer,100,0.98,5\n",
    "log.csv": "shoe,round,cards,winner,note\n1,1,5 7 6 T 6,banker,a\n1,2,8 5 T,player,b\n1,3,9 Q X,tie,c\n",
}
"""Reports to audit; swapped.csv has Player and Banker swapped, cells.csv a coup that the rules cannot deal."""

_SIMULATIONS = {
    "simulation.json": ["--decks", "6", "--shoes", "100", "--seed", "1", "--log", "log.parquet"],
    "another.json": ["--decks", "6", "--shoes", "200", "--seed", "2"],
}
CERTIFIED = {"table": "??-decks.json", "summary": "summary.json", "effects": "removal.json"}
"""The files of a certified game by their schemas."""

Output = Callable[..., Any]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with reports to audit and with tables of the game of side bets."""
    made = tmp_path_factory.mktemp("reports")
    for name, content in REPORTS.items():
        (made / name).write_text(content, "utf-8")
    for name, options in _SIMULATIONS.items():
        assert run("simulate", "live-7up", *_paths(made, options), "-o", str(made / name)).status == 0
    assert run("tables", str(made / "tables"), "--game", SIDE_BETS, "--decks", "1").status == 0
    return made


def _paths(folder: Path, arguments: Sequence[str]) -> list[str]:
    """The arguments with names of reports as paths."""
    names = {*REPORTS, *_SIMULATIONS, "log.parquet"}
    return [str(folder / argument) if argument in names else argument for argument in arguments]


@pytest.fixture(scope="module")
def output(folder: Path) -> Output:
    """The JSON that a command prints, each command run once; an audit ends with the status of its verdict."""

    @cache
    def found(*arguments: str) -> Any:
        done = run(*_paths(folder, arguments), "--format", "json")
        assert done.out, done.err
        data = json.loads(done.out, parse_constant=pytest.fail)  # NaN and Infinity are no JSON
        assert done.status == {"does not agree": 1, "cannot be judged": 2}.get(data.get("verdict"), 0)
        return data

    return found


@pytest.fixture(scope="module")
def examples(folder: Path, output: Output) -> Callable[[str], list[Any]]:
    """Every output of a schema, in copies; of objects in a list the first two."""

    def found(name: str) -> list[Any]:
        if name in CERTIFIED:
            return [shortened(json.loads(path.read_bytes())) for path in (folder / "tables").glob(f"*/{CERTIFIED[name]}")]
        return [shortened(output(*arguments)) for kind, arguments in OUTPUTS if kind == name]

    return found


def shortened(node: Any) -> Any:
    """A copy with the first two objects of every list of objects."""
    if isinstance(node, dict):
        return {key: shortened(value) for key, value in node.items()}
    if isinstance(node, list):
        return [shortened(item) for item in (node[:2] if isinstance(next(iter(node), None), dict) else node)]
    return node


@cache
def schema(name: str) -> Draft202012Validator:
    """The schema as the command prints it."""
    return Draft202012Validator(json.loads(run("schema", name).out))


@pytest.mark.parametrize(("name", "arguments"), OUTPUTS, ids=[" ".join(map(os.path.basename, arguments)) for _, arguments in OUTPUTS])
def test_real_output_keeps_to_its_schema(name: str, arguments: list[str], output: Output) -> None:
    assert list(schema(name).iter_errors(output(*arguments))) == []


def test_every_certified_table_keeps_to_its_schema(folder: Path) -> None:
    for tables_of in (ROOT / "tables", folder / "tables"):
        found = {path: name for name, pattern in CERTIFIED.items() for path in tables_of.glob(f"*/{pattern}")}
        assert set(found) == set(tables_of.rglob("*.json"))
        assert set(found.values()) == set(CERTIFIED)
        for path, name in found.items():
            assert list(schema(name).iter_errors(json.loads(path.read_bytes()))) == [], path


def test_a_certified_table_is_an_odds_table_with_digest_and_version(output: Output) -> None:
    table = json.loads((ROOT / "tables" / "live-7up" / "08-decks.json").read_bytes())
    printed = output("odds", "live-7up", "--decks", "8")
    assert printed == {key: value for key, value in table.items() if key not in ("digest", "version")}
    assert schema("odds").is_valid(printed)
    assert not schema("odds").is_valid(table)
    assert not schema("table").is_valid(printed)


def test_every_schema_id_that_the_program_writes_has_a_schema_by_name_and_no_other_has() -> None:
    maker = ROOT / "exact" / "report" / "schema_parts.py"
    sources = [path.read_text("utf-8") for path in (ROOT / "exact").rglob("*.py") if path != maker]
    written = {found for source in sources for found in re.findall(r"[\"'](exact\.[^\s\"'/]+/[^\s\"']+)[\"']", source)}
    other_names = {"game-json": "game", "table": "odds"}
    for name in SCHEMAS:
        whole = schema(name).schema
        told = {option["properties"]["schema"]["const"] for option in whole.get("oneOf", [whole])}
        assert told == {f"exact.{other_names.get(name, name)}/1"}
    assert {f"exact.{other_names.get(name, name)}/1" for name in SCHEMAS} == written


def tables(node: Any) -> Iterator[dict[str, Any]]:
    """Every object in the data."""
    if isinstance(node, dict):
        yield node
    for child in node.values() if isinstance(node, dict) else node if isinstance(node, list) else ():
        yield from tables(child)


@pytest.mark.parametrize("name", SCHEMAS)
def test_an_undocumented_key_fails_wherever_it_stands_and_so_does_a_missing_one(name: str, examples: Callable[[str], list[Any]]) -> None:
    for data in examples(name):
        assert schema(name).is_valid(data)
        for table in list(tables(data)):
            table["not documented"] = "1"
            assert not schema(name).is_valid(data), table
            del table["not documented"]
        for key in list(data):
            assert not schema(name).is_valid({other: value for other, value in data.items() if other != key}), key
    records = [table for table in tables(schema(name).schema) if isinstance(table.get("properties"), dict)]
    assert all(table["required"] == list(table["properties"]) and table["additionalProperties"] is False for table in records)


def places(form: Any, data: Any, place: str = "") -> Iterator[tuple[str, bool, Any]]:
    """Every place in the data, whether the schema lets null stand there, and what does; the shoe is left out."""
    options = form.get("oneOf", [form])
    yield place, any("null" in option.get("type", ()) for option in options), data
    for option in options:
        more = next(iter(option.get("patternProperties", {}).values()), None)
        for key, value in data.items() if isinstance(data, dict) else ():
            inner = option.get("properties", {}).get(key, more)
            if inner is not None and key != "shoe":
                yield from places(inner, value, f"{place}.{key}")
        for item in data if isinstance(data, list) else ():
            yield from places(option.get("items", {}), item, f"{place}[]")


def test_the_audits_show_every_verdict_every_kind_every_list_and_every_null(output: Output) -> None:
    found = [output(*arguments) for name, arguments in OUTPUTS if name == "audit"]
    assert {one["verdict"] for one in found} == set(get_args(Verdict))
    assert {one["source"]["kind"] for one in found} == set(get_args(Kind))
    assert {one["source"]["rounded"] for one in found} == {True, False}
    assert {bet["effective_rounds"] == bet["rounds"] for one in found for bet in one["returns"]} == {True, False}
    seen = [place for one in [*found, audit_json(of_the_impossible())] for place in places(schema("audit").schema, one)]
    for place in {place for place, nullable, _ in seen if nullable}:
        assert {data is None for other, _, data in seen if other == place} == {True, False}, place
    for place in {place for place, _, data in seen if data == []}:
        assert any(data for other, _, data in seen if other == place), place


def test_the_sheets_show_every_null(output: Output) -> None:
    sheets = [output(*arguments) for name, arguments in OUTPUTS if name == "sheet"]
    for key in ("date", "version", "removal", "simulation", "whole_shoes"):
        assert {sheet[key] is None for sheet in sheets} == {True, False}


@cache
def of_the_impossible() -> Audit:
    """The audit of a source with one fault, by which coups come that cannot come in the game."""
    game, shoe = exact.game("live-7up"), exact.Shoe.decks(8)
    (wrong,) = [fault for fault in known_faults(game, shoe) if fault.said == "a third card is dealt against a natural, to either hand"]
    cells = Counter[Any]()
    for record, weight in wrong.law.weights.items():
        cells[record.cell] += round(1_000_000 * weight / wrong.law.total)
    seen, reference = Observations(cells.total(), cells=cells), fresh(game, shoe)
    found = audit(game, shoe, Source("cells", seen), reference, Plan(diagnose=False))
    evidence = gather(views(game, reference.law, seen), {}, seen, reference, 0.0)
    return replace(found, diagnosis=diagnose([wrong], evidence, 0.01))


def test_a_fault_that_alone_can_give_the_report_gains_infinitely_much() -> None:
    found = of_the_impossible()
    assert found.diagnosis is not None
    assert found.diagnosis.named == "a third card is dealt against a natural, to either hand"
    assert [one.gain for one in found.diagnosis.best] == [math.inf]
    assert re.search(r"to either hand +drawing +infinite ", render_text(audit_document(found)))
    assert list(schema("audit").iter_errors(json.loads(json.dumps(audit_json(found), allow_nan=False)))) == []


@pytest.mark.parametrize(
    ("name", "key", "value"),
    [
        ("odds", "schema", "exact.odds/2"), ("odds", "deals", 12), ("odds", "deals", "1e3"), ("odds", "cards_per_deal", "5"),
        ("odds", "bets", {}), ("odds", "shoe", None), ("odds", "cards", {"7": "1"}), ("odds", "outcomes", [["1"] * 10] * 9),
        ("odds", "readings", {"a": 1}), ("table", "schema", "exact.table/1"), ("table", "digest", "0" * 63), ("table", "version", None),
        ("audit", "verdict", "perhaps"), ("audit", "level", 0), ("audit", "level", "0.01"), ("audit", "round_log", {}),
        ("sheet", "date", "2026-1-1"), ("sheet", "house_edges", {"tie": {"1": "0"}}), ("sheet", "whole_shoes", []),
        ("comparison", "b", None), ("summary", "shoes", [{"decks": 1}]), ("effects", "measures", None),
    ],
)  # fmt: skip
def test_a_value_of_another_kind_fails(name: str, key: str, value: object, examples: Callable[[str], list[Any]]) -> None:
    assert not any(schema(name).is_valid(data | {key: value}) for data in examples(name))


@pytest.mark.parametrize("text", ["1/0", "01/2", "-0", "0.5", "1/-2", "+1", "", "1/02"])
def test_an_exact_number_is_p_over_q(text: str, examples: Callable[[str], list[Any]]) -> None:
    data = examples("odds")[0]
    data["bets"][0]["house_edge"] = text
    assert not schema("odds").is_valid(data)


@pytest.mark.parametrize("name", ["game", *SCHEMAS])
def test_each_schema_is_a_schema_that_the_help_names(name: str) -> None:
    Draft202012Validator.check_schema(schema(name).schema)
    assert re.search(rf"^ +{name}  ", run("schema", "--help").out, re.MULTILINE)


def test_a_schema_goes_to_a_file_too(tmp_path: Path) -> None:
    file = tmp_path / "odds.schema.json"
    assert run("schema", "odds", "-o", str(file)).out == ""
    assert file.read_text("utf-8") == run("schema", "odds").out


# exact schema game.

GAME_FILE = Draft202012Validator(game_schema())


@pytest.mark.parametrize("game", [*exact.catalogue(), SIDE_BETS])
def test_every_game_file_keeps_to_the_schema_of_game_files(game: str) -> None:
    assert list(GAME_FILE.iter_errors(document(game))) == []
    assert schema("game").schema == GAME_FILE.schema


def at(whole: Any, path: tuple[str | int, ...]) -> Any:
    for part in path:
        whole = whole[part]
    return whole


def paths(node: Any, path: tuple[str | int, ...] = ()) -> Iterator[tuple[str | int, ...]]:
    """The place of every part of a document."""
    yield path
    for key, child in node.items() if isinstance(node, dict) else enumerate(node) if isinstance(node, list) else ():
        yield from paths(child, (*path, key))


@pytest.mark.parametrize(
    ("path", "value"),
    [
        (("titel",), "x"), (("deal", "order", 0), "dealer"), (("deal", "naturals", 0), 10), (("fixed", "player", 0), "X"),
        (("bets", 0, "lines", 0, "pays"), "0.95"), (("bets", 0, "lines", 0, "pays"), 0.5), (("bets", 0, "commission"), "5"),
        (("bets", 0, "lines", 0, "when"), {}), (("bets", 0, "lines", 0, "when", "winner"), "dealer"),
        (("bets", 0, "lines", 0, "when", "winer"), "player"), (("bets", 0, "lines", 0, "when", "player-total"), [6, 12]),
        (("bets", 0, "lines", 2, "pays", "push"), "psuh"), (("bets", 3, "lines", 0, "when", "hand"), {"winer": 2}),
        (("result",), {"also-tie": [{"winner": "tie"}]}), (("readings", 0, "choices"), {"round": "x"}), (("tableau",), []),
        (("readings", 0, "name"), {"by-reading": "super-sevens", "round": "a", "hand": "b", "player": "c"}),
    ],
)  # fmt: skip
def test_schema_and_check_refuse_the_same_slip(path: tuple[str | int, ...], value: object) -> None:
    whole = document("live-7up")
    at(whole, path[:-1])[path[-1]] = value
    assert not GAME_FILE.is_valid(whole)
    assert faults(whole)


@settings(max_examples=60)
@given(st.data())
def test_what_the_schema_refuses_the_check_refuses(data: st.DataObject) -> None:
    whole = document(data.draw(st.sampled_from(exact.catalogue())))
    path = data.draw(st.sampled_from([path for path in paths(whole) if path]))
    values = st.sampled_from(["3:2", "push", "7", "5%", "2+", "tie", "player", "x y", "", 7, 12, -1, 2.5, True, [], [7], {}, {"sevens": 2}])
    choices = {"by-reading": "fixed-card", "printed": data.draw(values), "from-shoe": data.draw(values)}
    at(whole, path[:-1])[path[-1]] = data.draw(values | st.just(choices))
    assert GAME_FILE.is_valid(whole) or faults(whole)


# The line of a fault.

MARKED = '''
id = "marked"  # title
titel = "x"  # titel
source = "s"
notes = [
  "a",
  7,  # notes[1]
]
deal.order = ["banker", "player",
  "dealer",  # deal.order[2]
  "banker"]
deal."natur\\u0061ls" = [8, 12]  # deal.naturals[1]

[ fixed ]
origin = { by-reading = "fixed", printed = "printed", from-shoe = "shoe" }  # fixed.origin

[fixed.more]  # fixed.more

[tableau]  # tableau.banker
player = """
0 1 2 3 4 5 6 7
D D D D D D S S
"""

[[bets]]
id = "a"
name = "A"
lines = [
  { event = "x", when = { winner = "player" }, pays = 1.5 },  # bets[0].lines[0].pays
  { event = "y", when = { winer = 1 }, pays.by-reading = "fixed", pays.printed = "push", pays.from-shoe = "lose" },  # bets[0].lines[1].when
  { event = "z" },  # bets[0].lines[2].when
  # a comment is no line of a paytable
  { event = "x", when = { winner = "tie" } },  # bets[0].lines
]

[[bets]]
id = "a"  # bets
name = ""  # bets[1].name

[[bets.lines]]
event = "p"
[bets.lines.when]
by-reading = "fixxed"  # bets[1].lines[0].when.by-reading
a = { winner = "tie" }
[[bets.lines]]
event = "q"
[bets.lines.when]  # bets[1].lines[1].when
by-reading = "fixed"
printed = { winner = "tie" }
[[bets.lines]]
event = "r"
pays = "1:1"
[bets.lines.when]
by-reading = "fixed"
printed = { sevens = 2 }
[bets.lines.when.from-shoe]  # bets[1].lines[2].when
sevens = 9

[[bets]]  # bets[2].lines
id = "c"
name = "C"

[[readings]]
name = "fixed"
clause = "c"
[readings.choices]
printed = "p"
from-shoe = ""  # readings[0].choices.from-shoe

[[readings]]
name = "other"  # readings
clause = "c"
choices = { a = "a", b = "b" }
'''


def game_error(content: str, tmp_path: Path, newline: str = "\n") -> exact.GameError:
    file = tmp_path / "game.toml"
    file.write_bytes(content.replace("\n", newline).encode())
    with pytest.raises(exact.GameError) as error:
        exact.game(str(file))
    return error.value


@pytest.mark.parametrize("newline", ["\n", "\r\n"])
def test_every_fault_stands_on_the_line_that_the_file_marks(newline: str, tmp_path: Path) -> None:
    marks = [(number, line.partition("  # ")[2]) for number, line in enumerate(MARKED.split("\n"), 1)]
    marks = [(1 if field == "title" else number, field) for number, field in marks if field and not field.startswith("a ")]
    found = game_error(MARKED, tmp_path, newline)
    assert [(fault.line, fault.field) for fault in found.faults] == sorted(marks)
    assert str(found).splitlines() == [f"{found.file}:{fault.line}: {fault}" for fault in found.faults]


def test_faults_of_meaning_have_lines_too(tmp_path: Path) -> None:
    whole = Path(SIDE_BETS).read_text("utf-8")
    overlap = whole.replace('event = "Banker wins, not 6", when = { winner = "banker", banker-total = ["0-5", "7-9"] }',
                            'event = "Banker wins, not 6", when = { winner = "banker" }')  # fmt: skip
    unreached = overlap.replace("player-total = 9, player-cards = 2 }", 'player-total = 9, player-cards = 2, cards = 6, winner = "tie" }')
    late = unreached.replace('otherwise = "No tie"\n', "").replace("4  S S D", "4  S X D").replace("5  S S S S D", "5  S S S S D")
    lines = late.splitlines()
    expected = [next(n for n, line in enumerate(lines, 1) if line.startswith("banker = "))]
    assert [(fault.field, fault.line) for fault in game_error(late, tmp_path).faults] == [("tableau.banker", expected[0])]
    late = late.replace("4  S X D", "4  S S D")
    assert [(fault.field, fault.line) for fault in game_error(late, tmp_path).faults] == [
        ("bets[2].lines[1]", 1 + lines.index(next(line for line in lines if "Banker wins, not 6" in line))),
        ("bets[3].lines[0]", 1 + lines.index(next(line for line in lines if "Natural 9" in line))),
        ("bets[4].otherwise", lines.index('id = "tie-9"')),
    ]
    order = whole.replace('"player", "banker", "player", "banker"', '"player", "banker", "player"')
    assert [(fault.field, fault.line) for fault in game_error(order, tmp_path).faults] == [("deal.order", 7)]


@pytest.mark.parametrize(("content", "line"), [("", 1), ("id = 1\n\nid = 2\n", 3), ('a = "\x01"', 1)])
def test_files_that_are_hardly_games_have_lines_where_one_is_known(content: str, line: int, tmp_path: Path) -> None:
    assert {fault.line for fault in game_error(content, tmp_path).faults} >= {line}


def test_bytes_that_are_not_utf_8_are_told_by_line(tmp_path: Path) -> None:
    file = tmp_path / "x.toml"
    file.write_bytes(b"id = 1\n# \xff\n")
    with pytest.raises(exact.GameError, match=r"x.toml:2: byte 9 is not UTF-8"):
        exact.game(str(file))


@pytest.mark.parametrize("missing", ["tree_sitter", "tree_sitter_toml"])
def test_without_the_grammar_faults_come_without_lines(missing: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with_lines = game_error(MARKED, tmp_path)
    monkeypatch.setitem(sys.modules, missing, None)
    without = game_error(MARKED, tmp_path)
    assert {fault.line for fault in without.faults} == {None}
    assert set(without.faults) == set(with_lines.faults)
    assert all(line.startswith(f"{without.file}: ") for line in str(without).splitlines())


def test_a_file_that_the_grammar_cannot_read_has_no_lines() -> None:
    assert find_lines(b"a = 1\nb = {\n  c = 2,\n  = 3}\n") == {}
    assert line_of(("a",), {}) is None


def test_a_table_stands_at_its_own_header_else_at_the_first_that_names_it() -> None:
    lines = find_lines(b"[a.b]\n[c.d]\n[a]\n[c.e]\n")
    assert (lines["a",], lines["a", "b"], lines["c",]) == (3, 1, 2)


def test_the_line_takes_no_part_in_equality() -> None:
    assert Fault("a", "b", "c", 1) == Fault("a", "b", "c", 2) == Fault("a", "b", "c")
    assert len({Fault("a", "b", "c", 1), Fault("a", "b", "c", 2)}) == 1


KEYS = st.sampled_from(["a", "b-c", "d.e", "é", "", '"', "#", "[x]", "1", "true"])
VALUES = st.recursive(st.just(0), lambda inner: st.lists(inner, max_size=3) | st.dictionaries(KEYS, inner, max_size=3), max_leaves=8)


class Writer:
    """Writes a document as TOML in a style drawn at random, every leaf a number of its own."""

    def __init__(self, draw: Any) -> None:
        self.draw, self.leaves, self.text = draw, 100, ""

    def maybe(self) -> bool:
        return bool(self.draw(st.booleans()))

    def key(self, key: str) -> str:
        bare = re.fullmatch(r"[A-Za-z0-9_-]+", key) and self.maybe()
        return key if bare else json.dumps(key) if '"' in key or self.maybe() else f"'{key}'"

    def inline(self, value: Any) -> str:
        if isinstance(value, dict):
            return "{" + ", ".join(self.pair(key, item) for key, item in value.items()) + "}"
        if isinstance(value, list):
            between = self.draw(st.sampled_from([", ", ",\n ", " , # ]\n"]))
            return "[" + between.join(map(self.inline, value)) + ("\n]" if self.maybe() else "]")
        self.leaves += 1
        return str(self.leaves)

    def pair(self, key: str, value: Any) -> str:
        dotted = self.key(key)
        while isinstance(value, dict) and len(value) == 1 and self.maybe():
            ((key, value),) = value.items()
            dotted += f" . {self.key(key)}"
        return f"{dotted} = {self.inline(value)}"

    def table(self, header: str, table: dict[str, Any]) -> None:
        """The pairs of a table, then the tables in it that get headers of their own."""
        later = []
        for key, value in table.items():
            of_tables = isinstance(value, list) and value and all(isinstance(item, dict) for item in value)
            if (isinstance(value, dict) or of_tables) and self.maybe():
                later.append((key, value))
            else:
                self.text += f"{self.pair(key, value)}\n"
        for key, value in later:
            name = f"{header}.{self.key(key)}" if header else self.key(key)
            for item in value if isinstance(value, list) else [value]:
                self.text += f"\n[[{name}]] # [no]\n" if isinstance(value, list) else f"\n[ {name} ]\n"
                self.table(name, item)


@given(st.data())
def test_a_leaf_stands_on_the_line_on_which_its_text_is(data: st.DataObject) -> None:
    writer = Writer(data.draw)
    writer.table("", data.draw(st.dictionaries(KEYS, VALUES, max_size=4)))
    whole = tomllib.loads(writer.text)
    lines = find_lines(writer.text.encode())
    assert set(paths(whole)) == set(lines)
    texts = writer.text.split("\n")
    for path in lines:
        leaf = at(whole, path)
        if isinstance(leaf, int) and isinstance(path[-1], int):
            assert re.search(rf"\b{leaf}\b", texts[lines[path] - 1])
        elif isinstance(leaf, int):
            assert re.search(rf"= {leaf}\b", texts[lines[path] - 1])
