"""``exact closed-form``: formulas in the number of decks, their plot, and the odds polynomial as source code."""

from __future__ import annotations

from typing import get_args

import click

from exact import __version__
from exact.api import Game
from exact.cli.options import (
    choose_format,
    chosen_of,
    digits_options,
    game_argument,
    output_options,
    plot_option,
    read_game,
    reading_option,
)
from exact.cli.output import deliver, emit
from exact.game.shoe import MOST_DECKS
from exact.report.document import Format
from exact.report.numbers import Style
from exact.shoes.export import Language

EPILOG = """\b
Examples:
  exact closed-form live-7up
  exact closed-form baccarat --bet banker --format latex
  exact closed-form mbs-7up --plot edges.svg --max-decks 16 -o formulas.md
  exact closed-form live-7up --reading fixed-card=from-shoe --format json
  exact closed-form live-7up --export c -o live7up.c
"""
PROGRAM_SUFFIXES: dict[str, Language] = {".c": "c", ".js": "js", ".mjs": "mjs", ".py": "python"}


@click.command("closed-form", epilog=EPILOG)
@game_argument
@reading_option
@click.option("--bet", "bets", multiple=True, metavar="BET", help="Only this bet; may be repeated.")
@plot_option("Draw the house edge against the decks, limits dashed, into FILE.svg.")
@click.option(
    "--max-decks", type=click.IntRange(2, MOST_DECKS), default=12, show_default=True, help="The last number of decks of the plot."
)
@click.option(
    "--export",
    "language",
    type=click.Choice(get_args(Language)),
    help="Instead of formulas, a program that gives the exact odds of any shoe: C99, JavaScript as script or module, Python.",
)
@digits_options
@output_options
def command(
    reference: str,
    readings: tuple[str, ...],
    bets: tuple[str, ...],
    plot: str | None,
    max_decks: int,
    language: Language | None,
    digits: int,
    fractions: bool,
    form: str | None,
    output: str | None,
) -> None:
    """Formulas in the number of decks d for every bet of GAME.

    Every event's probability and every bet's return and house edge as one fraction of polynomials in d, factored,
    exact for every d; with its limit, the infinite shoe, and its 1/d term.
    """
    if language and form:
        raise click.UsageError("--export and --format: give one of them")
    game = read_game(reference, readings)
    game = game.only(bets) if bets else game
    chosen = None if language else choose_format(form, output)
    program = _program(game, language, output) if language else None
    if plot:
        deliver(_plot(game, max_decks), plot, "--plot")
    if program is not None:
        deliver(program, output)
    if chosen is not None:
        _formulas(game, Style(digits, fractions), chosen, output)


def _formulas(game: Game, style: Style, chosen: Format, output: str | None) -> None:
    from exact.report.closed_form import closed_form_document, closed_form_json, closed_form_latex
    from exact.shoes.closed_form import closed_forms

    forms = closed_forms(game)
    if chosen == "latex":
        deliver(closed_form_latex(forms, style), output)
    else:
        emit(lambda: closed_form_document(forms, style), lambda: closed_form_json(forms), chosen, output)


def _plot(game: Game, most: int) -> str:
    """The plot, beside whatever else is asked for; refused where it cannot be made."""
    from exact.report.closed_form import edge_plot
    from exact.shoes.closed_form import closed_forms

    forms = closed_forms(game)
    if not any(bet.house_edge for bet in forms.bets):
        raise click.UsageError(f"--plot: {game.id}: the rule sheet does not say what these bets pay: there is no house edge to draw")
    return edge_plot(forms, most)


def _program(game: Game, language: Language, output: str | None) -> str:
    """The program, for a file whose suffix says no other language or format."""
    from exact.shoes.export import export
    from exact.shoes.polynomial import compile_game

    chosen_of(language, output, PROGRAM_SUFFIXES, "--export")
    return export(compile_game(game), language, __version__)
