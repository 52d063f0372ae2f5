"""``exact simulate``."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import click

from exact.cli.extras import need, one_thread_a_product
from exact.cli.options import (
    MOST_DEALT,
    choose_format,
    digits_options,
    first_hands_of,
    game_argument,
    new_seed,
    output_options,
    procedure_options,
    read_game,
    read_shoe,
    reading_option,
)
from exact.cli.output import emit, say
from exact.report.numbers import Style

if TYPE_CHECKING:
    from exact.api import Game
    from exact.game.shoe import Shoe
    from exact.simulation.engine import C, Keep, Progressed, Write
    from exact.simulation.procedure import Procedure

EPILOG = """\b
Examples:
  exact simulate live-7up --shoes 10000 --seed 1
  exact simulate mbs-7up --decks 6 --procedure shuffler --buffer 20 --shoes 1000000 --seed 1
  exact simulate live-7up --shoes 2000 --conditional --seed 1
  exact simulate live-7up --shoes 100 --seed 1 --log rounds.parquet
  exact simulate live-7up --first-hands super-sevens=40 --shoes 1000 --seed 1 -o counts.json

Without --procedure shoe, --shoes is the number of coups. Voided hands and shoes are not simulated.
"""


@click.command("simulate", epilog=EPILOG)
@game_argument
@click.option("--shoes", type=click.IntRange(1, 10**11), default=10_000, show_default=True, help="Shoes to deal.")
@click.option("--decks", metavar="N", help="Full decks of a shoe.  [default: 8]")
@click.option("--counts", metavar="n0,...,n9", help="Cards of a shoe of each value.")
@click.option(
    "--procedure", "kind", type=click.Choice(["shoe", "fresh", "shuffler"]), default="shoe", show_default=True, help="How coups follow."
)
@procedure_options()
@click.option("--buffer", type=int, default=0, show_default=True, metavar="N", help="Cards that a shuffler has drawn ahead.")
@click.option("--conditional", is_flag=True, help="Value each coup by its exact return given the unseen cards.")
@click.option("--log", metavar="FILE", type=click.Path(path_type=Path), help="Round log, one row a coup, as Parquet.")
@click.option("--seed", type=click.IntRange(0, 2**64 - 1), help="Of the cards.  [default: a new one, printed]")
@click.option("--jobs", type=click.IntRange(1), help="Cores to use.  [default: all]")
@click.option("--scheduler", metavar="ADDRESS", help='Deal on a Dask cluster (needs the extra "cluster").')
@reading_option
@digits_options
@output_options
def command(
    reference: str,
    shoes: int,
    decks: str | None,
    counts: str | None,
    kind: str,
    burn: bool | None,
    cut: int | None,
    mid_coup: str | None,
    first_card: str | None,
    burn_each: bool | None,
    buffer: int,
    first_hands: str | None,
    conditional: bool,
    log: Path | None,
    seed: int | None,
    jobs: int | None,
    scheduler: str | None,
    readings: tuple[str, ...],
    digits: int,
    fractions: bool,
    form: str | None,
    output: str | None,
) -> None:
    """Deals physical shoes of GAME and counts what comes, by dealing code of its own.

    The procedure is what the game file says, else that of rule sheet 001. The same seed gives the same counts whatever the number of cores.
    With --seed and -o FILE a run that was stopped goes on, from FILE.checkpoint, when the same command is given again;
    with --log it starts anew.
    """
    need("fast", "numpy", "numba")
    one_thread_a_product()
    from exact.cli.progress import bar
    from exact.cli.workers import workers
    from exact.report.simulation import conditional_document, conditional_json, simulation_document, simulation_json
    from exact.simulation.checkpoint import run_identity
    from exact.simulation.conditional import empty_sums, value_coups
    from exact.simulation.engine import empty_tallies, simulate

    game = read_game(reference, readings)
    given = {"burn": burn, "cut": cut, "mid_coup": mid_coup, "first_card": first_card, "burn_each": burn_each}
    said = {name: value for name, value in given.items() if value is not None}
    procedure = _procedure(game, read_shoe(decks, counts, None, MOST_DEALT), kind, buffer, said, first_hands)
    if conditional and kind != "shoe":
        raise click.UsageError("--conditional: goes with --procedure shoe: elsewhere no cards are followed from coup to coup")
    if log is not None and conditional:
        raise click.UsageError("--log: goes without --conditional")
    if log is not None:
        need("logs", "pyarrow")
        if log.suffix.lower() != ".parquet" or str(log) == output:
            raise click.UsageError(f"--log {log}: write to a file of its own that ends in .parquet")
    style, chosen = Style(digits, fractions), choose_format(form, output)
    new = seed is None
    seed = new_seed() if seed is None else seed
    identity = run_identity(game, procedure, shoes, seed, conditional=conditional)
    file, unit = None if new or log is not None else output, "shoes" if kind == "shoe" else "coups"
    if conditional:
        with _kept(file, identity, empty_sums(game, procedure)) as (begun, keep):
            with workers(jobs, scheduler) as (pool, number), bar(unit) as progress:
                valued = value_coups(game, procedure, shoes, seed, pool, number, begun=begun, keep=keep, progress=progress)
            emit(lambda: conditional_document(valued, style), lambda: conditional_json(valued), chosen, output)
    else:
        with _kept(file, identity, empty_tallies(game, procedure)) as (start, save):
            with workers(jobs, scheduler) as (pool, number), bar(unit) as progress, _logged(log, game, procedure) as write:
                counted = simulate(game, procedure, shoes, seed, pool, number, begun=start, keep=save, write=write, progress=progress)
            emit(lambda: simulation_document(counted, style), lambda: simulation_json(counted), chosen, output)


def _procedure(game: Game, shoe: Shoe, kind: str, buffer: int, given: Mapping[str, object], first_hands: str | None) -> Procedure:
    """The procedure of the game file, changed by what is given; an option that the kind does not know is an error."""
    from exact.simulation.engine import longest_coup
    from exact.simulation.procedure import Procedure, procedure_of

    unused = [name for name in given if kind != "shoe"] + ["buffer"] * (buffer > 0 and kind != "shuffler")
    if unused:
        raise click.UsageError(f"--{unused[0].replace('_', '-')}: has no meaning with --procedure {kind}")
    said = {**(procedure_of(game) if kind == "shoe" else {}), **given, **first_hands_of(game, first_hands)}
    procedure = Procedure(shoe, kind, buffer=buffer, **said)  # type: ignore[arg-type]
    procedure.check(longest_coup(game))
    return procedure


@contextmanager
def _kept(output: str | None, identity: Mapping[str, object], empty: C) -> Iterator[tuple[Progressed[C] | None, Keep[C] | None]]:
    """Where an earlier run stopped and what keeps this one; the checkpoint beside the output goes once that is written."""
    from exact.simulation.checkpoint import Checkpoint

    if output in (None, "-"):
        yield None, None
        return
    kept = Checkpoint(Path(f"{output}.checkpoint"), identity)
    yield kept.begun(empty), kept.keep
    kept.remove()


@contextmanager
def _logged(log: Path | None, game: Game, procedure: Procedure) -> Iterator[Write | None]:
    """The writer of the round log, if one is asked for; its name is told once it is written."""
    from exact.simulation.log import round_log

    if log is None:
        yield None
        return
    with round_log(log, game, procedure) as write:
        yield write
    say(f"wrote {log}")
