"""``exact removal``: effects of removal, and the counts that follow from them."""

from __future__ import annotations

import click

from exact.cli.options import (
    choose_format,
    digits_options,
    game_argument,
    output_options,
    read_game,
    read_shoe,
    reading_option,
    shoe_options,
)
from exact.cli.output import emit
from exact.report.numbers import Style
from exact.report.removal import removal_document, removal_json
from exact.shoes.removal import ORDERS, removal
from exact.shoes.tags import MOST_LEVEL

DIGITS = 8  # one card of 416 moves a return by about 0.001: six places would leave too few figures

EPILOG = """\b
Examples:
  exact removal live-7up --decks 8
  exact removal mbs-7up --decks 6 --bet banker --level 5
  exact removal live-7up --bet player --order 2
  exact removal prevision-7up --bet tie --fractions
  exact removal baccarat --remove "8,9,9" --order 3 --format json -o removal.json
"""


@click.command("removal", epilog=EPILOG, context_settings={"default_map": {"digits": DIGITS}})
@game_argument
@shoe_options
@reading_option
@click.option("--bet", "bets", multiple=True, metavar="BET", help="Only this bet; may be repeated.")
@click.option(
    "--order", type=click.Choice([str(order) for order in ORDERS]), default="1", show_default=True, help="2: pairs too; 3: triples."
)
@click.option("--level", type=click.IntRange(1, MOST_LEVEL), default=3, show_default=True, help="Highest tag of the counts.")
@digits_options
@output_options
def command(
    reference: str,
    decks: str | None,
    counts: str | None,
    remove: str | None,
    readings: tuple[str, ...],
    bets: tuple[str, ...],
    order: str,
    level: int,
    digits: int,
    fractions: bool,
    form: str | None,
    output: str | None,
) -> None:
    """Exact effects of removal: how the return of each bet of GAME changes when given cards leave the shoe.

    One card of each value; with --order 2 and 3 every pair and triple, beside the sum of the effects of its cards.
    Then, for every level up to --level, the whole tags of a balanced count that correlate best with the effects, and
    published tags where there are any. A sheet without a paytable gets the effects on the probability of each event.
    """
    game = read_game(reference, readings)
    found = removal(game.only(bets) if bets else game, read_shoe(decks, counts, remove), int(order))
    style = Style(digits, fractions)
    emit(lambda: removal_document(found, level, style), lambda: removal_json(found, level), choose_format(form, output), output)
