"""``exact explain``."""

from __future__ import annotations

import click

from exact.cli.options import choose_format, game_argument, output_options, read_game, reading_option
from exact.cli.output import emit
from exact.report.explanation import explanation_document, explanation_json

EPILOG = """\b
Examples:
  exact explain live-7up 5,7,6,T,6
  exact explain baccarat "8 5 A 4" --format json
"""


@click.command("explain", epilog=EPILOG)
@game_argument
@click.argument("cards", metavar="CARDS")
@reading_option
@output_options
def command(reference: str, cards: str, readings: tuple[str, ...], form: str | None, output: str | None) -> None:
    """Deals one coup of GAME from the list CARDS, in the game's order, fixed cards not listed.

    Says at each step which rule line decided, then the totals, the winner and what each bet is paid.
    """
    explained = read_game(reference, readings).explain(cards)
    emit(lambda: explanation_document(explained), lambda: explanation_json(explained), choose_format(form, output), output)
