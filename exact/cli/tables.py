"""``exact tables``: certified tables."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import TypeVar

import click

from exact import __version__
from exact.api import Game
from exact.cli.options import read_game
from exact.cli.output import say, write_whole
from exact.game.definition import catalogue
from exact.game.shoe import MOST_DECKS

F = TypeVar("F", bound=Callable[..., object])

EPILOG = """\b
Examples:
  exact tables odds-tables
  exact tables odds-6-and-8 --game live-7up --decks 6,8
"""
ALL_DECKS = "1-12"


def folder_options(function: F) -> F:
    """DIR, ``--game`` and ``--decks``."""
    folder = click.argument("folder", metavar="DIR", type=click.Path(file_okay=False, path_type=Path))
    games = click.option(
        "--game", "games", multiple=True, metavar="GAME", help="Only this game; may be repeated.  [default: the catalogue]"
    )
    decks = click.option("--decks", metavar="N-M", default=ALL_DECKS, show_default=True, help="Numbers of decks: 8, 6,8 or 1-12.")
    return folder(games(decks(function)))


@click.command("tables", epilog=EPILOG)
@folder_options
def command(folder: Path, games: tuple[str, ...], decks: str) -> None:
    """Certified tables in DIR: every game from every number of decks, as Markdown, CSV and canonical JSON.

    With an index, each game by decks, effects of removal, what each reading is worth, and SHA256SUMS. The same version
    writes the same bytes everywhere. CORRECTIONS.md is kept as it is. Files of earlier tables that are none of these
    are named, never deleted.
    """
    made = make(folder, read_games(games), read_decks(decks))
    before = _read(folder, made)
    changed = {path: content for path, content in made.items() if before.get(path) != content}
    for path, content in changed.items():
        _write(folder / path, content)
    say(f"wrote {len(changed)} files in {folder}, {len(made) - len(changed)} were there already")
    _tell_of_others(folder, made, before, changed)


def _write(path: Path, content: bytes) -> None:
    """Writes one file whole, its folder made where it is missing."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise click.UsageError(f"{path.parent}: cannot be made: {error.strerror}") from None
    write_whole(str(path), content)


def _read(folder: Path, paths: Iterable[str]) -> dict[str, bytes]:
    """Those of the files that are there."""
    try:
        return {path: (folder / path).read_bytes() for path in paths if (folder / path).is_file()}
    except OSError as error:
        raise click.UsageError(f"{error.filename}: cannot be read: {error.strerror}") from None


def _tell_of_others(folder: Path, made: dict[str, bytes], before: dict[str, bytes], changed: dict[str, bytes]) -> None:
    """Names files of the tables before that are none of these, and a signature that no longer holds."""
    from exact.report.certificate import SUMS, read_sums
    from exact.report.certified import SIGNATURE

    listed = read_sums(before.get(SUMS, b"")) or {}
    for path in sorted(listed.keys() - made.keys()):
        if (folder / path).exists():
            say(f"{folder / path}: no file of these tables: left as it is")
    if SUMS in changed and (folder / SIGNATURE).exists():
        say(f"{folder / SIGNATURE}: signs other files than these: sign again with exact certify")


def make(folder: Path, games: Sequence[Game], decks: Sequence[int]) -> dict[str, bytes]:
    """Every file, the history of corrections as it is in the folder, with progress on a terminal."""
    from exact.cli.progress import bar
    from exact.report.certified import CORRECTIONS, NO_CORRECTIONS, certified_files

    kept = folder / CORRECTIONS
    corrections = kept.read_bytes() if kept.is_file() else NO_CORRECTIONS.encode("utf-8")
    total, done = len(games) * len(decks), 0
    with bar("tables") as progress:

        def tell(_path: str) -> None:
            nonlocal done
            done += 1
            progress(done, done, total)

        return certified_files(games, decks, __version__, corrections, tell)


def read_games(references: Sequence[str]) -> list[Game]:
    """The games, those of the catalogue if none is given."""
    return [read_game(reference, ()) for reference in dict.fromkeys(references or catalogue())]


def read_decks(text: str) -> list[int]:
    """Numbers of decks such as ``8``, ``6,8`` or ``1-12``, ascending.

    >>> read_decks("6,8,1-3")
    [1, 2, 3, 6, 8]
    """
    found: set[int] = set()
    for part in text.split(","):
        match = re.fullmatch(r"\s*([0-9]{1,3})(?:-([0-9]{1,3}))?\s*", part)
        first, last = (int(match[1]), int(match[2] or match[1])) if match else (0, 0)
        if not 1 <= first <= last <= MOST_DECKS:
            raise click.UsageError(f"--decks {text!r}: write numbers from 1 to {MOST_DECKS}, such as 8, 6,8 or 1-12")
        found.update(range(first, last + 1))
    return sorted(found)


def read_folder(folder: Path) -> dict[str, bytes]:
    """Every file of a folder by its path inside, names that begin with a dot left out."""
    try:
        paths = [path for path in folder.rglob("*") if path.is_file() and not path.relative_to(folder).as_posix().startswith(".")]
        files = {path.relative_to(folder).as_posix(): path.read_bytes() for path in paths}
    except OSError as error:
        raise click.UsageError(f"{error.filename}: cannot be read: {error.strerror}") from None
    if not folder.is_dir():
        raise click.UsageError(f"DIR {str(folder)!r}: no such folder: make one with exact tables")
    return files
