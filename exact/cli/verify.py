"""``exact verify``: certified tables, computed again by all roads."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

import click

from exact.api import Game
from exact.cli.extras import need
from exact.cli.output import say
from exact.cli.tables import folder_options, make, read_decks, read_folder, read_games
from exact.report.escape import visible

EPILOG = """\b
Examples:
  exact tables odds-8 --game live-7up --decks 8
  exact verify odds-8 --game live-7up --decks 8
"""


@click.command("verify", epilog=EPILOG)
@folder_options
@click.option("--public-key", "key", metavar="FILE", type=click.Path(path_type=Path), help="Check the signature with this key.")
@click.option("--quick", is_flag=True, help="Without the recursive walk, which takes about a minute for all tables.")
@click.pass_context
def command(ctx: click.Context, folder: Path, games: tuple[str, ...], decks: str, key: Path | None, quick: bool) -> None:
    """Verifies the certified tables in DIR: each file, and each number by every road.

    Checks SHA256SUMS, and with --public-key its signature; makes every file again and compares the bytes; then
    compares the odds in each JSON file with the odds polynomial, the closed forms and the recursive walk over every
    coup. Prints one line for each difference, with file, bet and line. Exit status 0: none; 1: some.

    Give --game and --decks as they were given to exact tables. scripts/verify_tables.py checks sums and tables
    without exact.
    """
    numbers, chosen = read_decks(decks), read_games(games)
    found = read_folder(folder)
    lines = list(_signature(folder, found, key)) if key else []
    lines += _files(folder, found, chosen, numbers)
    lines += _roads(found, chosen, numbers, quick=quick)
    for line in lines:
        click.echo(visible(line))
    if lines:
        say(f"{len(lines)} differences")
        ctx.exit(1)
    say(f"{folder}: {len(found)} files, all as they should be by every road{' but the recursive walk' if quick else ''}")


def _signature(folder: Path, found: dict[str, bytes], key: Path) -> Iterator[str]:
    """What is wrong with the signature; a key that is none is bad input."""
    need("sign", "cryptography")
    from exact.report.certificate import SUMS
    from exact.report.certified import SIGNATURE
    from exact.report.minisign import SignatureError, check, read_public

    public = read_public(read_text(key))
    if SIGNATURE not in found or SUMS not in found:
        yield f"{SIGNATURE}: missing: {folder} is not signed"
        return
    try:
        comment = check(public, found[SUMS], found[SIGNATURE].decode("utf-8", "replace"))
        say(f"signed by the key {public.name}: {visible(comment)}")
    except SignatureError as error:
        yield f"{SIGNATURE}: {error}"


def read_text(path: Path) -> str:
    """The text of a key file."""
    try:
        return path.read_text("utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise click.UsageError(f"{path}: cannot be read: {getattr(error, 'strerror', None) or 'not UTF-8'}: give a key file") from None


def _files(folder: Path, found: dict[str, bytes], games: Sequence[Game], decks: Sequence[int]) -> Iterator[str]:
    """Sums, and every file made again."""
    from exact.report.certified import SIGNATURE
    from exact.report.verification import file_differences, sum_differences

    yield from sum_differences(found)
    made = make(folder, games, decks)
    yield from file_differences(made, {path: content for path, content in found.items() if path != SIGNATURE})


def _roads(found: dict[str, bytes], games: Sequence[Game], decks: Sequence[int], *, quick: bool) -> Iterator[str]:
    """Every table that is there by every road, with progress on a terminal."""
    from exact.cli.progress import bar
    from exact.report.certified import table_path
    from exact.report.verification import ROADS, road_differences

    roads = list(ROADS)[:-1] if quick else list(ROADS)
    work = [(road, game, number) for road in roads for game in games for number in decks]
    with bar("tables") as progress:
        for done, (road, game, number) in enumerate(work, 1):
            path = f"{table_path(game.id, number)}.json"
            if path in found:
                yield from (f"{path}: {line}" for line in road_differences(road, game, number, found[path]))
            progress(done, done, len(work))
