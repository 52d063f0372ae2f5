"""``exact simulate``."""

from __future__ import annotations

import secrets
from collections.abc import Callable
from concurrent.futures import Executor
from contextlib import nullcontext
from pathlib import Path
from typing import TYPE_CHECKING

import click

from exact.cli.extras import need, one_thread_a_product
from exact.cli.options import choose_format, digits_options, game_argument, output_options, read_game, read_shoe, reading_option
from exact.cli.output import emit, say
from exact.report.numbers import Style

if TYPE_CHECKING:
    from exact.game.definition import Game
    from exact.simulation.engine import Simulation
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
@click.option("--burn/--no-burn", default=None, help="Open the first card, skip as many as its value.")
@click.option("--cut", type=int, metavar="N", help="Cards behind the cut card.")
@click.option("--mid-coup", type=click.Choice(["last", "one-more"]), help="If the cut card shows in mid-coup.")
@click.option("--first-card", type=click.Choice(["not-commence", "last", "one-more"]), help="If it shows before a coup.")
@click.option("--burn-each/--no-burn-each", default=None, help="Burn a card before each coup.")
@click.option("--buffer", type=int, default=0, show_default=True, metavar="N", help="Cards that a shuffler has drawn ahead.")
@click.option("--first-hands", metavar="BET=N", help="A bet offered on the first N coups of a shoe only; none: every bet on all.")
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
    With --seed and -o FILE a run that was stopped goes on, from FILE.checkpoint, when the same command is given again.
    """
    need("fast", "numpy", "numba")
    one_thread_a_product()
    from exact.cli.progress import bar
    from exact.cli.workers import workers
    from exact.report.simulation import conditional_document, conditional_json, simulation_document, simulation_json
    from exact.simulation.conditional import value_coups
    from exact.simulation.engine import longest_coup
    from exact.simulation.procedure import Procedure, procedure_of

    game = read_game(reference, readings)
    given = {"burn": burn, "cut": cut, "mid_coup": mid_coup, "first_card": first_card, "burn_each": burn_each}
    unused = [name for name, value in given.items() if value is not None and kind != "shoe"] + ["buffer"] * (
        buffer > 0 and kind != "shuffler"
    )
    if unused:
        raise click.UsageError(f"--{unused[0].replace('_', '-')}: has no meaning with --procedure {kind}")
    said = procedure_of(game) if kind == "shoe" else {}
    said |= {name: value for name, value in given.items() if value is not None} | _first_hands(game, first_hands)
    procedure = Procedure(read_shoe(decks, counts, None), kind, buffer=buffer, **said)  # type: ignore[arg-type]
    procedure.check(longest_coup(game))
    if conditional and kind != "shoe":
        raise click.UsageError("--conditional: goes with --procedure shoe: elsewhere the unseen cards before a coup do not change")
    if log is not None and conditional:
        raise click.UsageError("--log: goes without --conditional")
    if log is not None:
        need("logs", "pyarrow")
        if log.suffix.lower() != ".parquet" or str(log) == output:
            raise click.UsageError(f"--log {log}: write to a file of its own that ends in .parquet")
    new = seed is None
    seed = secrets.randbits(32) if seed is None else seed
    style, chosen = Style(digits, fractions), choose_format(form, output)
    with workers(jobs, scheduler) as (executor, number), bar("shoes" if kind == "shoe" else "coups") as progress:
        if conditional:
            valued = value_coups(game, procedure, shoes, seed, executor, number, progress)
        else:
            counted = _count(game, procedure, shoes, seed, executor, number, log, None if new else output, progress)
    if conditional:
        emit(lambda: conditional_document(valued, style), lambda: conditional_json(valued), chosen, output)
    else:
        emit(lambda: simulation_document(counted, style), lambda: simulation_json(counted), chosen, output)


def _count(
    game: Game,
    procedure: Procedure,
    shoes: int,
    seed: int,
    executor: Executor,
    number: int,
    log: Path | None,
    output: str | None,
    progress: Callable[[int, int, int], None],
) -> Simulation:
    """The run, its round log written beside it; with a seed and an output it keeps a checkpoint and begins from one."""
    from exact.simulation.checkpoint import Checkpoint, run_identity
    from exact.simulation.engine import simulate
    from exact.simulation.log import round_log

    kept = None
    if output not in (None, "-") and log is None:
        kept = Checkpoint(Path(f"{output}.checkpoint"), run_identity(game, procedure, shoes, seed))
    begun = kept.begun(game, procedure) if kept else None
    with round_log(log, game, procedure) if log else nullcontext() as write:
        found = simulate(
            game, procedure, shoes, seed, executor, number, begun=begun, keep=kept.keep if kept else None, write=write, progress=progress
        )
    if kept:
        kept.remove()
    if log:
        say(f"wrote {log}")
    return found


def _first_hands(game: Game, text: str | None) -> dict[str, object]:
    """A bet and a number of coups from BET=N; ``none`` takes back what the game file says."""
    if text is None:
        return {}
    if text == "none":
        return {"limited": None, "hands": None}
    bet, _, number = text.partition("=")
    if not (number.isascii() and number.isdigit()) or not 1 <= int(number[:6]) <= 4000:
        raise click.UsageError(f"--first-hands {text!r}: write BET=N with N from 1 to 4000, such as super-sevens=40, or none")
    return {"limited": game.bet(bet).id, "hands": int(number)}
