"""``exact show``."""

from __future__ import annotations

import click

from exact.cli.options import choose_format, game_argument, output_options, read_game, reading_option
from exact.cli.output import emit
from exact.report.games import game_document, game_json

EPILOG = """\b
Examples:
  exact show live-7up
  exact show prevision-7up --reading six-seven-tie=final
"""


@click.command("show", epilog=EPILOG)
@game_argument
@reading_option
@output_options
def command(reference: str, readings: tuple[str, ...], form: str | None, output: str | None) -> None:
    """GAME's rules, tableau, paytable, readings, notes and source, to be held beside its rule sheet."""
    game = read_game(reference, readings)
    emit(lambda: game_document(game), lambda: game_json(game), choose_format(form, output), output)
