"""``exact games``."""

from __future__ import annotations

import click

from exact.cli.options import choose_format, output_options
from exact.cli.output import emit
from exact.game.definition import catalogue, load
from exact.report.games import games_document, games_json


@click.command("games", epilog="\b\nExample:\n  exact games\n")
@output_options
def command(form: str | None, output: str | None) -> None:
    """The games of the catalogue with their bets and readings."""
    games = [load(name) for name in catalogue()]
    emit(lambda: games_document(games), lambda: games_json(games), choose_format(form, output), output)
