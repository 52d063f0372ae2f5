"""``exact sweep``."""

from __future__ import annotations

import csv
import io
import os
from pathlib import Path

import click

from exact.cli.extras import need
from exact.cli.options import MOST_COUNTED, game_argument, read_game, read_shoe, reading_option
from exact.cli.output import refuse_taken, say, write_whole

EPILOG = """\b
Examples:
  exact sweep live-7up shoes.csv -o returns.csv
  exact sweep baccarat shoes.parquet -o returns.parquet --deals --jobs 2
  exact sweep live-7up rounds.csv --decks 8 -o rounds-with-returns.csv

An input has columns c0, c1, ..., c9, the unseen tens, aces, twos, ..., nines, or it is a round log: a column shoe
and the cards of each coup in dealing order in a column cards, or one by one in card1, card2, ...; then --decks or
--counts says what a full shoe holds. The result has the input's columns and the return of each bet.
"""
SHOWN = 10


@click.command("sweep", epilog=EPILOG)
@game_argument
@click.argument("source", metavar="SHOES", type=click.Path(path_type=Path))
@click.option("-o", "--output", metavar="FILE", required=True, type=click.Path(path_type=Path), help="Result, .csv or .parquet.")
@click.option("--decks", metavar="N", help="Full decks of a shoe at the start of a round log.")
@click.option("--counts", metavar="n0,...,n9", help="Cards of a shoe at the start of a round log.")
@reading_option
@click.option("--bet", "bets", multiple=True, metavar="BET", help="Only this bet; may be repeated.")
@click.option("--deals", is_flag=True, help="Adds a column for each event with its exact count of deals.")
@click.option("--jobs", type=click.IntRange(1), help="Cores to use.  [default: all]")
@click.option("--scheduler", metavar="ADDRESS", help='Evaluate on a Dask cluster (needs the extra "cluster").')
def command(
    reference: str,
    source: Path,
    output: Path,
    decks: str | None,
    counts: str | None,
    readings: tuple[str, ...],
    bets: tuple[str, ...],
    deals: bool,
    jobs: int | None,
    scheduler: str | None,
) -> None:
    """Return of every bet of GAME for every row of SHOES, exact and correctly rounded, streamed to FILE.

    A run that was stopped goes on where it was when the same command is given again. Rows that are no shoe for a coup
    are kept out and reported with their number.
    """
    need("fast", "numpy")
    need("logs", "pyarrow")
    from exact.cli.progress import bar
    from exact.cli.workers import workers
    from exact.report.escape import for_csv
    from exact.shoes.sweep import Job, sweep

    game = read_game(reference, readings)
    game = game.only(bets) if bets else game
    rejected = f"{output}.rejected.csv"
    refuse_taken(rejected, "-o")
    full = read_shoe(decks, counts, None, MOST_COUNTED) if decks is not None or counts is not None else None
    names = tuple(for_csv(f"{bet.id}: {line.event}") for bet in game.bets for line in bet.every_line()) if deals else ()
    with workers(jobs, scheduler) as (executor, number), bar("shoes") as progress:
        report = sweep(Job(game, source, output, names, full), executor, number, progress)
    resumed = f", {report.resumed:,} of them by an earlier run" if report.resumed else ""
    say(f"wrote {output}: {report.written:,} rows{resumed}")
    if report.refused:
        _tell_refused(report.refused, source, rejected)
    elif os.path.isfile(rejected):
        os.unlink(rejected)
        say(f"removed {rejected} of an earlier run: no row is kept out now")


def _tell_refused(refused: dict[int, str], source: Path, rejected: str) -> None:
    """The rows kept out: the first few on standard error, all of them in a file."""
    word = "line" if source.suffix.lower() == ".csv" else "row"
    text = io.StringIO()
    csv.writer(text, lineterminator="\n").writerows([(word, "reason"), *refused.items()])
    write_whole(rejected, text.getvalue())
    say(f"kept out {len(refused):,} rows of {source}, all of them listed in {rejected}:")
    for number, reason in list(refused.items())[:SHOWN]:
        say(f"  {word} {number}: {reason}")
    if len(refused) > SHOWN:
        say(f"  and {len(refused) - SHOWN:,} more")
