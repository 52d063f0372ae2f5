"""Certified tables: the committed ones are what exact makes; any changed digit is caught; signatures hold or are refused."""

from __future__ import annotations

import ast
import base64
import importlib
import json
import os
import re
import shutil
import stat
import subprocess
import sys
from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path
from types import ModuleType

import pytest
import rfc8785
from hypothesis import given
from hypothesis import strategies as st

import exact
from exact.cli.tables import read_folder
from exact.errors import ExactError
from exact.report import minisign
from exact.report.certificate import LARGEST, SUMS, canonical_json, digest, read_sums, sums
from exact.report.certified import CORRECTIONS, SIGNATURE
from exact.report.verification import ROADS, file_differences, road_differences, sum_differences
from tests.run import run

ROOT = Path(__file__).parents[1]
TABLES = ROOT / "tables"
SCRIPT = ROOT / "scripts" / "verify_tables.py"
GAMES = exact.catalogue()

small_json = st.recursive(
    st.none() | st.booleans() | st.integers(-LARGEST, LARGEST) | st.text(st.characters(exclude_categories=["Cs"])),
    lambda item: st.lists(item, max_size=4) | st.dictionaries(st.text(st.characters(max_codepoint=127)), item, max_size=4),
    max_leaves=12,
)


@pytest.fixture(scope="module")
def script() -> Iterator[ModuleType]:
    """The script that verifies without exact, in this process."""
    sys.path.insert(0, str(SCRIPT.parent))
    yield importlib.import_module(SCRIPT.stem)
    sys.path.remove(str(SCRIPT.parent))


@pytest.fixture
def few(tmp_path: Path) -> Path:
    """The tables of one game and one number of decks, made by the command."""
    folder = tmp_path / "few"
    assert run("tables", str(folder), "--game", "live-7up", "--decks", "1").status == 0
    return folder


FEW = ("--game", "live-7up", "--decks", "1")


def flips(content: bytes) -> Iterator[bytes]:
    """The text with one digit of one number changed: every number in turn, its first digit and its last."""
    text = content.decode("utf-8")
    for number in re.finditer(r"[0-9]+", text):
        for at in {number.start(), number.end() - 1}:
            yield f"{text[:at]}{(int(text[at]) + 1) % 10}{text[at + 1 :]}".encode()


# The committed tables.


def test_the_committed_tables_are_what_the_command_makes(tmp_path: Path) -> None:
    shutil.copy(TABLES / CORRECTIONS, tmp_path / CORRECTIONS)
    assert run("tables", str(tmp_path)).status == 0
    made, committed = read_folder(tmp_path), read_folder(TABLES)
    committed.pop(SIGNATURE, None)
    assert made.keys() == committed.keys()
    assert [path for path in made if made[path] != committed[path]] == []


def test_there_is_a_table_of_every_game_and_1_to_12_decks_in_three_forms() -> None:
    for game in GAMES:
        for name in ["summary", "removal", *(f"{decks:02}-decks" for decks in range(1, 13))]:
            assert all((TABLES / game / f"{name}.{form}").is_file() for form in ("json", "md", "csv"))


def test_every_link_of_the_index_leads_to_a_file_and_every_file_is_linked() -> None:
    links = set(re.findall(r"\]\(([^)]+)\)", (TABLES / "README.md").read_text("utf-8")))
    assert links == read_folder(TABLES).keys() - {"README.md", SUMS, SIGNATURE}


@pytest.mark.skipif(not shutil.which("sha256sum"), reason="sha256sum is not installed")
def test_sha256sum_accepts_the_sums() -> None:
    done = subprocess.run(["sha256sum", "-c", "--strict", SUMS], cwd=TABLES, capture_output=True, text=True, check=False)
    assert done.returncode == 0
    assert done.stdout.count(": OK\n") == len(read_folder(TABLES)) - 1 - (TABLES / SIGNATURE).exists()


def test_every_file_tells_the_digest_of_its_game_and_the_version() -> None:
    for game in GAMES:
        mark = digest(exact.game(game).document)
        for path in (TABLES / game).iterdir():
            text = path.read_text("utf-8")
            assert mark in text
            if path.suffix == ".json":
                assert json.loads(text)["version"] == exact.__version__
                assert json.loads(text)["digest"] == mark
            else:
                assert exact.__version__ in text


def test_a_table_is_the_json_of_exact_odds_with_digest_and_version() -> None:
    data = json.loads((TABLES / "mbs-7up" / "06-decks.json").read_bytes())
    told = json.loads(run("odds", "mbs-7up", "--decks", "6", "--format", "json").out)
    assert data == {**told, "digest": data["digest"], "version": exact.__version__}


def test_the_last_shoe_of_a_summary_is_the_limit_of_the_closed_form() -> None:
    from exact.shoes.closed_form import closed_forms

    for game in GAMES:
        last = json.loads((TABLES / game / "summary.json").read_bytes())["shoes"][-1]
        assert last["decks"] == "inf"
        for bet, forms in zip(last["bets"], closed_forms(exact.game(game)).bets, strict=True):
            assert bet["house_edge"] == (None if forms.house_edge is None else str(forms.house_edge.limit))


def test_effects_of_removal_times_the_cards_sum_to_zero() -> None:
    for game in GAMES:
        for measure in json.loads((TABLES / game / "removal.json").read_bytes())["measures"]:
            assert sum(Fraction(effect) * (128 if card == "T" else 32) for card, effect in measure["effects"].items()) == 0


# Canonical JSON, digests, sums.


@given(value=small_json)
def test_canonical_json_is_that_of_rfc_8785(value: object) -> None:
    assert canonical_json(value) == rfc8785.dumps(value)


def test_every_committed_json_file_is_canonical() -> None:
    for path in TABLES.rglob("*.json"):
        content = path.read_bytes()
        assert content == rfc8785.dumps(json.loads(content))


@pytest.mark.parametrize("value", [0.5, {"x": [float("nan")]}, LARGEST + 1, -LARGEST - 1, {"é": 1}, {1: 2}, Fraction(1, 2), b"x"])
def test_what_has_no_canonical_form_here_is_refused(value: object) -> None:
    with pytest.raises(ValueError, match=r"write|canonical"):
        canonical_json(value)


def test_a_digest_does_not_see_spaces_and_comments_but_sees_every_word() -> None:
    document = exact.game("baccarat").document
    assert digest(dict(reversed(document.items()))) == digest(document)
    assert digest({**document, "title": "Baccarat "}) != digest(document)


@pytest.mark.parametrize("text", ["x", f"{'0' * 64} a", f"{'0' * 64}  a\n{'0' * 64}  a\n", f"{'G' * 64}  a\n"])
def test_what_sha256sum_does_not_write_is_no_list_of_sums(text: str) -> None:
    assert read_sums(text.encode()) is None


# The same bytes everywhere.


def test_the_same_bytes_whatever_the_hash_seed_the_locale_and_the_folder(few: Path, tmp_path: Path) -> None:
    for seed, locale in (("0", "C"), ("4242", "C.UTF-8")):
        other = tmp_path / seed / "deep"
        assert run("tables", str(other), *FEW, PYTHONHASHSEED=seed, LC_ALL=locale).status == 0
        assert read_folder(other) == read_folder(few)


def test_tables_keeps_the_history_of_corrections_and_deletes_nothing(few: Path) -> None:
    run("tables", str(few), "--game", "live-7up", "--decks", "1,2")
    (few / CORRECTIONS).write_text("# Corrections\n\n2031-01-01: a digit.\n")
    (few / SIGNATURE).write_text("of the tables before")
    done = run("tables", str(few), *FEW)
    assert [line.partition("few/")[2] for line in done.err.splitlines()[1:]] == [
        *(f"live-7up/02-decks.{form}: no file of these tables: left as it is" for form in ("csv", "json", "md")),
        f"{SIGNATURE}: signs other files than these: sign again with exact certify",
    ]
    assert "a digit" in (few / CORRECTIONS).read_text()
    assert (few / "live-7up" / "02-decks.md").exists()
    assert list(sum_differences(read_folder(few))) == []
    assert run("tables", str(few), *FEW).err.endswith(" were there already\n")


# The script that shares nothing with exact.


def test_the_script_is_short_and_imports_the_standard_library_only() -> None:
    text = SCRIPT.read_text("utf-8")
    assert len(text.splitlines()) <= 140
    names = {
        (node.module if isinstance(node, ast.ImportFrom) else alias.name) or ""
        for node in ast.walk(ast.parse(text))
        if isinstance(node, ast.Import | ast.ImportFrom)
        for alias in node.names
    }
    assert {name.split(".")[0] for name in names} <= sys.stdlib_module_names


def script_lines(folder: Path) -> tuple[int, dict[str, str]]:
    """The exit status of a copy of the script beside the tables and nothing else, and what it says of each file."""
    shutil.copy(SCRIPT, folder / SCRIPT.name)
    done = subprocess.run([sys.executable, "-I", SCRIPT.name], cwd=folder, capture_output=True, text=True, check=False)
    assert done.stderr == ""
    said = dict(line.split(": ", 1) for line in done.stdout.splitlines())
    assert len(said) == done.stdout.count("\n")
    return done.returncode, said


def test_the_script_agrees_with_every_committed_file_and_needs_nothing_else(tmp_path: Path) -> None:
    shutil.copytree(TABLES, tmp_path / "tables")
    status, said = script_lines(tmp_path)
    assert status == 0
    assert said.keys() == read_folder(TABLES).keys() - {SUMS, SIGNATURE}
    tables = {f"{game}/{decks:02}-decks.json" for game in GAMES for decks in range(1, 13)}
    assert {path for path in said if said[path] == "OK, dealt again"} == tables
    assert {said[path] for path in said.keys() - tables} == {"OK by its sum"}


@pytest.fixture
def quick(script: ModuleType, monkeypatch: pytest.MonkeyPatch) -> None:
    """Only Live 7 Up, which the script deals quickly."""
    monkeypatch.setattr(script, "GAMES", {"live-7up": script.GAMES["live-7up"]})


@pytest.mark.usefixtures("quick")
def test_the_script_names_every_file_that_is_wrong_in_one_line(
    script: ModuleType, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    shutil.copytree(TABLES / "live-7up", tmp_path / "live-7up")
    folder = tmp_path / "live-7up"
    (folder / "08-decks.json").write_text(
        (folder / "08-decks.json").read_text("utf-8").replace('"event":"Two or', '"event":"Three or'), "utf-8"
    )
    (folder / "07-decks.json").write_text((folder / "07-decks.json").read_text("utf-8").replace('"pays":"9:1"', '"pays":"8:1"'), "utf-8")
    (folder / "06-decks.json").write_bytes(b'{"bets":[')
    (folder / "05-decks.json").write_bytes(b"{}")
    (folder / "04-decks.json").unlink()
    (tmp_path / SUMS).write_bytes(sums({path: content for path, content in read_folder(tmp_path).items() if path != SUMS}))
    (folder / "more.txt").write_text("1")
    (folder / "03-decks.md").write_text("no number")
    assert script.verify(tmp_path) == 1
    lines = capsys.readouterr().out.splitlines()
    wrong = dict(line.split(": ", 1) for line in lines if ": OK" not in line)
    assert len(wrong) == sum(": OK" not in line for line in lines)
    assert {path.removeprefix("live-7up/"): text for path, text in wrong.items() if "read" not in text} == {
        "08-decks.json": '"event": "Three or more sevens", should be "event": "Two or more sevens",',
        "07-decks.json": '"pays": "8:1", should be "pays": "9:1",',
        "03-decks.md": "not the file of SHA256SUMS",
        "more.txt": "not the file of SHA256SUMS",
    }
    unread = {"06-decks.json": "JSONDecodeError", "05-decks.json": "KeyError", "04-decks.json": "FileNotFoundError"}
    assert len(wrong) == 4 + len(unread)
    for name, error in unread.items():
        assert wrong[f"live-7up/{name}"].startswith(f"cannot be read: {error}")


@pytest.mark.usefixtures("quick")
@pytest.mark.parametrize("content", [None, b"", b"\xff\xff", b"x  y\n"])
def test_without_good_sums_no_file_is_right(
    script: ModuleType, content: bytes | None, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "README.md").write_text("x")
    if content is not None:
        (tmp_path / SUMS).write_bytes(content)
    assert script.verify(tmp_path) == 1
    assert ": OK" not in capsys.readouterr().out


TRIOS = [("live-7up", 8), ("mbs-7up", 1), ("prevision-7up", 6), ("baccarat", 8)]


def says(script: ModuleType, path: str, content: bytes) -> str:
    """What the script finds wrong with a table whose sum is right; a number such as 012 is no JSON."""
    try:
        return str(script.fault(path, content))
    except ValueError as error:
        return repr(error)


@pytest.mark.parametrize(("game", "decks"), TRIOS)
def test_one_changed_digit_of_a_table_is_caught_by_the_script_though_its_sum_is_changed_too(
    script: ModuleType, game: str, decks: int
) -> None:
    path = f"{game}/{decks:02}-decks.json"
    whole = (TABLES / path).read_text("utf-8")
    assert script.fault(path, whole.encode()) == ""
    by_sum = [found.span() for found in re.finditer(r'"(digest|version|title)":"[^"]*"|"readings":{[^}]*}', whole)]
    caught = 0
    for content in flips(whole.encode()):
        at = next(place for place, (a, b) in enumerate(zip(whole, content.decode(), strict=True)) if a != b)
        if not any(start <= at < end for start, end in by_sum):
            assert says(script, path, content), content
            caught += 1
    assert caught > 300


@pytest.mark.parametrize(
    "path",
    [
        *(f"{game}/08-decks.{form}" for game in ("live-7up", "prevision-7up") for form in ("json", "md", "csv")),
        "live-7up/summary.csv", "mbs-7up/removal.json", "prevision-7up/removal.md", "live-7up/readings.md", "README.md",
    ],
)  # fmt: skip
def test_one_changed_digit_of_any_file_changes_its_sum_and_is_caught_by_verify(path: str) -> None:
    whole = (TABLES / path).read_bytes()
    listed = {SUMS: sums({path: whole})}
    flipped = list(flips(whole))
    assert len(flipped) > 50
    for content in flipped:
        assert list(sum_differences({path: content, **listed}))
        assert list(file_differences({path: whole}, {path: content}))


def test_one_changed_digit_of_any_file_or_of_the_sums_is_caught_by_the_script(
    script: ModuleType, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(script, "GAMES", {})  # no table: by the sums alone
    monkeypatch.setattr(script, "print", lambda *_, **__: None, raising=False)
    names = ["live-7up/summary.csv", "prevision-7up/removal.md", "live-7up/readings.md", "README.md"]
    for path in names:
        (tmp_path / path).parent.mkdir(exist_ok=True)
        (tmp_path / path).write_bytes(b"".join((TABLES / path).read_bytes().splitlines(keepends=True)[:20]))
    (tmp_path / SUMS).write_bytes(sums(read_folder(tmp_path)))
    assert script.verify(tmp_path) == 0
    for path in [*names, SUMS]:
        whole = (tmp_path / path).read_bytes()
        for content in flips(whole):
            (tmp_path / path).write_bytes(content)
            assert script.verify(tmp_path) == 1
        (tmp_path / path).write_bytes(whole)


# exact verify.


def test_verify_accepts_tables_as_they_were_made(few: Path) -> None:
    done = run("verify", str(few), *FEW)
    assert (done.status, done.out) == (0, "")
    assert "all as they should be by every road" in done.err


def test_verify_names_the_file_the_bet_and_the_line_that_differ_and_by_which_roads(few: Path) -> None:
    table = few / "live-7up" / "01-decks.json"
    data = json.loads(table.read_bytes())
    right = data["bets"][1]["events"][0]["deals"]
    data["bets"][1]["events"][0]["deals"] = "17"
    table.write_bytes(canonical_json(data))
    (few / "live-7up" / "readings.md").unlink()
    (few / "live-7up" / "more.md").write_text("x")
    done = run("verify", str(few), *FEW)
    assert done.status == 1
    where = "live-7up/01-decks.json: bets: banker: events: Banker wins with 7: deals: '17'"
    assert done.out.splitlines() == [
        "live-7up/01-decks.json: not the file of SHA256SUMS",
        "live-7up/readings.md: listed in SHA256SUMS, but missing",
        f"{where} should be '{right}'",
        "live-7up/more.md: unknown: no file of these tables",
        "live-7up/readings.md: missing",
        *(f"{where} by the {road} is '{right}'" for road in ROADS),
    ]


@pytest.mark.parametrize("road", ROADS)
def test_every_road_leads_to_the_committed_tables(road: str) -> None:
    for game in GAMES:
        if (game, road) != ("baccarat", "recursive walk"):  # test_roads has it
            content = (TABLES / game / "08-decks.json").read_bytes()
            assert list(road_differences(road, exact.game(game), 8, content)) == []


@pytest.mark.parametrize("content", [b"", b"{", b"[]", b'{"bets": 1}', b"\xff", b"[" * 10_000])
def test_verify_takes_any_bytes_for_a_table(content: bytes) -> None:
    path = "live-7up/08-decks.json"
    assert list(file_differences({path: (TABLES / path).read_bytes()}, {path: content}))
    list(road_differences("closed form", exact.game("live-7up"), 8, content))


def test_bytes_that_hold_the_same_data_differ_all_the_same() -> None:
    assert list(file_differences({"a.json": b'{"a":1}'}, {"a.json": b'{"a": 1}'})) == ["a.json: line 1: '{\"a\": 1}' should be '{\"a\":1}'"]


@pytest.mark.parametrize(
    ("arguments", "part"),
    [
        (["verify", "/nowhere"], "DIR '/nowhere': no such folder"),
        (["verify", "x", "--decks", "0"], "--decks '0': write numbers from 1 to 100"),
        (["tables", "x", "--decks", "8-6"], "--decks '8-6'"),
        (["tables", "x", "--game", "baccarrat"], "did you mean 'baccarat'?"),
        (["tables", "/proc/x", *FEW], "cannot be made"),
        (["certify"], "write exact certify DIR --key FILE, or exact certify --new-key FILE"),
        (["certify", "x", "--key", "/nowhere/k"], "/nowhere/k: cannot be read"),
        (["certify", "--new-key", "/nowhere/k"], "/nowhere/k: cannot be made"),
        (["verify", str(TABLES), "--public-key", str(ROOT / "LICENSE")], "public key: give a file of minisign"),
    ],
)
def test_a_mistake_gets_one_clear_line(arguments: list[str], part: str) -> None:
    done = run(*arguments)
    assert (done.status, done.out, done.err.count("\n")) == (2, "", 1)
    assert part in done.err


# Signatures.


def test_a_key_is_made_for_its_owner_only_and_never_overwritten(tmp_path: Path) -> None:
    key = tmp_path / "a.key"
    assert run("certify", "--new-key", str(key)).status == 0
    assert stat.S_IMODE(key.stat().st_mode) == 0o600
    before = key.read_bytes(), Path(f"{key}.pub").read_bytes()
    again = run("certify", "--new-key", str(key))
    assert (again.status, "never overwritten" in again.err) == (2, True)
    key.unlink()
    assert run("certify", "--new-key", str(key)).status == 2  # the public one is still there
    assert not key.exists()
    assert Path(f"{key}.pub").read_bytes() == before[1]
    link = tmp_path / "b.key"
    link.symlink_to(tmp_path / "elsewhere")
    assert run("certify", "--new-key", str(link)).status == 2
    assert not (tmp_path / "elsewhere").exists()


def test_signed_tables_are_verified_and_changed_ones_refused(few: Path, tmp_path: Path) -> None:
    key, other = tmp_path / "a.key", tmp_path / "b.key"
    for file in (key, other):
        run("certify", "--new-key", str(file))
    unsigned = run("verify", str(few), *FEW, "--quick", "--public-key", f"{key}.pub")
    assert (unsigned.status, unsigned.out.startswith(f"{SIGNATURE}: missing")) == (1, True)
    assert run("certify", str(few), "--key", str(key)).status == 0
    assert run("verify", str(few), *FEW, "--quick", "--public-key", f"{key}.pub").status == 0
    wrong_key = run("verify", str(few), *FEW, "--quick", "--public-key", f"{other}.pub")
    assert (wrong_key.status, "made with the key" in wrong_key.out) == (1, True)
    table = few / "live-7up" / "01-decks.md"
    table.write_text(table.read_text("utf-8").replace("311,875,200", "311,875,201"), "utf-8")
    refused = run("certify", str(few), "--key", str(key))
    assert (refused.status, refused.out) == (1, "live-7up/01-decks.md: not the file of SHA256SUMS\n")
    files = {path: content for path, content in read_folder(few).items() if path not in (SUMS, SIGNATURE)}
    (few / SUMS).write_bytes(sums(files))
    forged = run("verify", str(few), *FEW, "--quick", "--public-key", f"{key}.pub")
    assert forged.status == 1
    assert f"{SIGNATURE}: signature: does not hold" in forged.out


KEY = minisign._secret_key(bytes(range(32)), None)


def test_a_signature_is_deterministic_and_no_byte_of_it_may_change() -> None:
    text = minisign.sign(KEY, b"message", "comment")
    assert text == minisign.sign(KEY, b"message", "comment")
    assert minisign.check(KEY.public, b"message", text) == "comment"
    start = text.index("\n")  # the comment before it is not trusted, nor signed
    for at in range(start, len(text)):
        with pytest.raises(ExactError):
            minisign.check(KEY.public, b"message", f"{text[:at]}{'A' if text[at] != 'A' else 'B'}{text[at + 1 :]}")
        with pytest.raises(ExactError):
            minisign.check(KEY.public, b"message", text[:at])
    with pytest.raises(ExactError, match="does not hold"):
        minisign.check(KEY.public, b"Message", text)


def test_the_same_key_id_with_another_key_does_not_verify() -> None:
    other = minisign._secret_key(bytes(32), KEY.public.id)
    with pytest.raises(ExactError, match="does not hold"):
        minisign.check(KEY.public, b"message", minisign.sign(other, b"message", "comment"))


def test_key_files_are_read_back_and_damaged_ones_refused() -> None:
    assert minisign.read_secret(KEY.text()) == KEY
    assert minisign.read_public(KEY.public.text()) == KEY.public
    assert "seed" not in repr(KEY)
    comment, line, _ = KEY.text().split("\n")
    salt = range(6 * 4 // 3, (6 + 48) * 4 // 3)  # its place in base64; of a key that is not encrypted it means nothing
    for at in set(range(len(line))) - set(salt):
        with pytest.raises(ExactError):
            minisign.read_secret(f"{comment}\n{line[:at]}{'A' if line[at] != 'A' else 'B'}{line[at + 1 :]}\n")


def test_an_encrypted_key_is_refused_with_the_way_out() -> None:
    comment, line, _ = KEY.text().split("\n")
    encrypted = b"EdSc" + base64.b64decode(line)[4:]
    with pytest.raises(ExactError, match=r"is encrypted: sign with minisign -S -H"):
        minisign.read_secret(f"{comment}\n{base64.b64encode(encrypted).decode()}\n")


minisign_is_there = pytest.mark.skipif(not shutil.which("minisign"), reason="minisign is not installed")


@minisign_is_there
def test_minisign_accepts_our_signature_and_refuses_it_for_another_file(tmp_path: Path) -> None:
    (tmp_path / "key.pub").write_text(KEY.public.text())
    for name, message in (("good", b"message"), ("bad", b"massage")):
        (tmp_path / name).write_bytes(message)
        (tmp_path / f"{name}.minisig").write_text(minisign.sign(KEY, b"message", "comment"))
    verify = ["minisign", "-V", "-p", "key.pub", "-m"]
    assert subprocess.run([*verify, "good"], cwd=tmp_path, capture_output=True, check=False).returncode == 0
    assert subprocess.run([*verify, "bad"], cwd=tmp_path, capture_output=True, check=False).returncode != 0


@minisign_is_there
def test_minisign_signs_with_our_key_and_we_accept_its_keys_and_signatures(tmp_path: Path) -> None:
    (tmp_path / "our.key").write_text(KEY.text())
    (tmp_path / "m").write_bytes(b"message")
    made = subprocess.run(["minisign", "-G", "-W", "-p", "its.pub", "-s", "its.key"], cwd=tmp_path, capture_output=True, check=False)
    assert made.returncode == 0
    its = minisign.read_secret((tmp_path / "its.key").read_text())
    assert its.public == minisign.read_public((tmp_path / "its.pub").read_text())
    for name, public in (("our.key", KEY.public), ("its.key", its.public)):
        subprocess.run(["minisign", "-S", "-H", "-s", name, "-m", "m", "-x", f"{name}.sig"], cwd=tmp_path, check=True, capture_output=True)
        assert minisign.check(public, b"message", (tmp_path / f"{name}.sig").read_text())


def test_a_missing_library_is_named_with_its_extra(tmp_path: Path) -> None:
    (tmp_path / "sitecustomize.py").write_text("import sys\nsys.modules['cryptography'] = None\n")
    done = run("certify", "--new-key", str(tmp_path / "k"), PYTHONPATH=f"{tmp_path}{os.pathsep}{ROOT}")
    assert done.status == 2
    assert "exact[sign]" in done.err
