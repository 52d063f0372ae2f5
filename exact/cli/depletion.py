"""``exact depletion``."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import click

from exact.cli.extras import need, one_thread_a_product
from exact.cli.options import (
    MOST_COUNTED,
    choose_format,
    digits_options,
    game_argument,
    new_seed,
    output_options,
    plot_option,
    read_game,
    read_shoe,
    reading_option,
    shoe_options,
)
from exact.cli.output import deliver, emit
from exact.report.numbers import Style

if TYPE_CHECKING:
    from exact.shoes.depletion import BetDepletion
    from exact.shoes.sample import SampledBet

EPILOG = """\b
Examples:
  exact depletion live-7up --seen 8
  exact depletion live-7up --seen 200 --samples 100000 --seed 1
  exact depletion mbs-7up --seen 8 --bet super-sevens --plot distribution.svg
"""
MOST_EXACT = 200_000_000
"""Compositions that are gone through without being asked twice: some minutes."""

MOST_SAMPLED = 10**9 - 1
"""Cards of a shoe that numpy draws random sets from."""


@click.command("depletion", epilog=EPILOG)
@game_argument
@click.option("--seen", type=int, required=True, metavar="T", help="Cards that have been seen.")
@shoe_options
@reading_option
@click.option("--bet", "bets", multiple=True, metavar="BET", help="Only this bet; may be repeated.")
@click.option("--samples", type=click.IntRange(2), metavar="N", help="Estimate from N random sets of seen cards.")
@click.option("--seed", type=click.IntRange(0), help="Of the random sets.  [default: a new one, printed]")
@click.option("--jobs", type=click.IntRange(1), help="Cores to use.  [default: all]")
@plot_option("Draw the distribution of the returns into FILE.svg.")
@digits_options
@output_options
def command(
    reference: str,
    seen: int,
    decks: str | None,
    counts: str | None,
    remove: str | None,
    readings: tuple[str, ...],
    bets: tuple[str, ...],
    samples: int | None,
    seed: int | None,
    jobs: int | None,
    plot: str | None,
    digits: int,
    fractions: bool,
    form: str | None,
    output: str | None,
) -> None:
    """How often the next coup of GAME is favorable to each bet after T seen cards, and what betting only then gains.

    Exact over all compositions of the seen cards, each with its multivariate hypergeometric probability. Where they
    are too many, --samples estimates, with standard errors.
    """
    need("fast", "numpy")
    one_thread_a_product()
    from exact.cli.progress import bar
    from exact.cli.workers import workers
    from exact.report.depletion import depletion_document, depletion_json, depletion_plot, sample_document, sample_json
    from exact.shoes.depletion import check_seen, deplete, number_of_compositions
    from exact.shoes.polynomial import compile_game
    from exact.shoes.sample import sample

    game = read_game(reference, readings)
    game = game.only(bets) if bets else game
    shoe = read_shoe(decks, counts, remove, MOST_COUNTED if samples is None else MOST_SAMPLED)
    polynomial, style = compile_game(game), Style(digits, fractions)
    if not polynomial.returns():
        raise click.UsageError(f"{game.id} has no bet with a paytable: what is favorable is not known")
    many = number_of_compositions(check_seen(polynomial, shoe, seen), seen)
    if samples is None and many > MOST_EXACT:
        raise click.UsageError(
            f"--seen {seen}: {many:,} compositions are too many to go through: give --samples, such as --samples 1000000"
        )
    if samples is None and seed is not None:
        raise click.UsageError("--seed: goes with --samples")
    chosen = choose_format(form, output)
    with workers(jobs, None) as (executor, number), bar("shoes") as progress:
        if samples is None:
            exact = deplete(polynomial, shoe, seen, executor, number, plot=plot is not None, progress=progress)
            emit(lambda: depletion_document(game, exact, style), lambda: depletion_json(game, exact), chosen, output)
            found: Sequence[BetDepletion | SampledBet] = exact.bets
        else:
            seed = new_seed() if seed is None else seed
            guess = sample(polynomial, shoe, seen, samples, seed, executor, number, plot=plot is not None, progress=progress)
            emit(lambda: sample_document(game, guess, style), lambda: sample_json(game, guess), chosen, output)
            found = guess.bets
    if plot is not None:
        deliver(depletion_plot(game, seen, found), plot, "--plot")
