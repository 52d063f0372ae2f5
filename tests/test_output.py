"""Files that commands write: never over one that they read, never one over another; a new seed is told."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

import exact
from tests.run import run

CATALOGUE = Path(exact.__file__).parent / "game" / "catalogue"


@pytest.fixture
def here(tmp_path: Path) -> Path:
    """A folder with a game file, a report, a simulation and shoes."""
    shutil.copy(CATALOGUE / "live-7up.toml", tmp_path / "game.toml")
    (tmp_path / "report.csv").write_text("event,count\nplayer,482269\nbanker,410100\ntie,107631\n")
    (tmp_path / "shoes.csv").write_text("c0,c1,c2,c3,c4,c5,c6,c7,c8,c9\n16,4,4,4,4,4,4,4,4,4\n")
    run("simulate", "live-7up", "--shoes", "20", "--seed", "1", "-o", str(tmp_path / "simulation.json"))
    return tmp_path


@pytest.mark.parametrize(
    ("arguments", "taken"),
    [
        (["odds", "game.toml", "--format", "md", "-o", "game.toml"], "game.toml"),
        (["sheet", "game.toml", "--format", "md", "-o", "game.toml"], "game.toml"),
        (["sheet", "live-7up", "--compare", "game.toml", "--format", "md", "-o", "game.toml"], "game.toml"),
        (["closed-form", "game.toml", "--export", "c", "-o", "game.toml"], "game.toml"),
        (["audit", "live-7up", "report.csv", "-o", "report.csv"], "report.csv"),
        (["audit", "live-7up", "report.csv", "--reference", "simulation.json", "-o", "simulation.json"], "simulation.json"),
        (["sweep", "live-7up", "shoes.csv", "-o", "shoes.csv"], "shoes.csv"),
    ],
)
def test_no_command_writes_over_a_file_that_it_reads(arguments: list[str], taken: str, here: Path) -> None:
    before = (here / taken).read_bytes()
    done = run(*(str(here / word) if (here / word).is_file() else word for word in arguments))
    assert (done.status, done.out, done.err.count("\n")) == (2, "", 1)
    assert "write to another file" in done.err
    assert (here / taken).read_bytes() == before


@pytest.mark.parametrize(
    "arguments",
    [
        ["closed-form", "live-7up"],
        ["depletion", "live-7up", "--seen", "1"],
        ["audit", "live-7up", "simulation.json", "--no-diagnose"],
    ],
)
@pytest.mark.parametrize(
    ("plot", "output", "said"),
    [
        ("-", "x.md", "--plot -: the plot is SVG: write to a file that ends in .svg"),
        ("x.png", "x.md", "--plot x.png: the plot is SVG"),
        ("x.svg", "x.svg", "give each a file of its own"),
        ("/nowhere/x.svg", "x.md", "--plot /nowhere/x.svg: cannot be written"),
        ("x.svg", "/nowhere/x.md", "-o /nowhere/x.md: cannot be written: No such file or directory"),
    ],
)
def test_every_plot_option_takes_an_svg_of_its_own(arguments: list[str], plot: str, output: str, said: str, here: Path) -> None:
    words = (
        [*arguments, "--plot", plot, "-o", output, "--format", "md"]
        if output.endswith(".md")
        else [*arguments, "--plot", plot, "-o", output]
    )
    done = run(*(str(here / word) if word in ("simulation.json", "x.md", "x.svg") else word for word in words))
    assert (done.status, done.out) == (2, "")
    assert said in done.err.replace(str(here) + "/", "")
    assert not (here / "x.svg").exists()


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--format", "json", "-o", "x.md"], "--format json -o x.md: .md is for md"),
        (["-o", "x.pdf"], "-o x.pdf: no format goes by .pdf"),
        (["--export", "c", "-o", "x.py"], "--export c -o x.py: .py is for python: give -o FILE.c, or --export python"),
        (["--export", "mjs", "-o", "x.js"], "--export mjs -o x.js: .js is for js: give -o FILE.mjs, or --export js"),
        (["--export", "js", "-o", "x.json"], "--export js -o x.json: .json is for json: give -o FILE.js"),
        (["--export", "c", "--format", "csv"], "--export and --format: give one of them"),
        (["--export", "python", "-o", "game.toml"], "-o game.toml: is the input: write to another file"),
    ],
)
def test_nothing_is_plotted_where_what_goes_beside_it_is_refused(arguments: list[str], said: str, here: Path) -> None:
    words = ["game.toml", "--plot", "p.svg", *arguments]
    done = run("closed-form", *(str(here / word) if word.startswith(("x.", "p.", "game")) else word for word in words))
    assert (done.status, done.out, done.err.count("\n")) == (2, "", 1)
    assert said in done.err.replace(f"{here}/", "")
    assert not (here / "p.svg").exists()


@pytest.mark.parametrize(("language", "suffix"), [("c", ".c"), ("js", ".js"), ("mjs", ".mjs"), ("python", ".py"), ("c", ".txt"), ("c", "")])
def test_a_program_goes_into_a_file_of_its_language_of_any_text_or_of_no_suffix(language: str, suffix: str, here: Path) -> None:
    done = run("closed-form", "mbs-7up", "--export", language, "-o", str(here / f"program{suffix}"))
    assert (done.status, done.out) == (0, "")
    assert (here / f"program{suffix}").read_text() == run("closed-form", "mbs-7up", "--export", language).out


@pytest.mark.parametrize(
    "arguments", [["simulate", "live-7up", "--shoes", "3"], ["depletion", "live-7up", "--seen", "40", "--samples", "20"]]
)
def test_a_run_without_a_seed_tells_the_one_it_drew_so_that_it_can_be_repeated(arguments: list[str]) -> None:
    first = run(*arguments, "--format", "csv")
    word, seed = first.err.split()[:2]
    assert word == "seed"
    assert run(*arguments, "--format", "csv", "--seed", seed).out == first.out


@pytest.mark.parametrize("damage", ["sweep.json", "00000000.json"])
def test_damaged_notes_of_a_sweep_are_one_clear_line(damage: str, here: Path) -> None:
    parts = here / "out.csv.parts"
    parts.mkdir()
    for content in ('{"read": ', "[]", "{}"):
        (parts / damage).write_text(content)
        done = run("sweep", "live-7up", str(here / "shoes.csv"), "-o", str(here / "out.csv"))
        assert (done.status, done.err.count("\n")) == (2, 1)
        assert "to start anew" in done.err
        for file in parts.iterdir():
            file.unlink()


def test_quiet_leaves_out_every_message_of_tables(here: Path) -> None:
    told = run("-q", "tables", str(here / "tables"), "--game", "live-7up", "--decks", "1,2")
    again = run("-q", "tables", str(here / "tables"), "--game", "live-7up", "--decks", "1")
    assert (told.err, again.err, told.status) == ("", "", 0)
    assert json.loads((here / "tables" / "live-7up" / "01-decks.json").read_bytes())["game"] == "live-7up"
