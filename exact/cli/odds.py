"""``exact odds``: the main job."""

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
from exact.game.rules import parse_dealt
from exact.odds.table import odds_table
from exact.report.numbers import Style
from exact.report.odds import odds_document, odds_json

EPILOG = """\b
Examples:
  exact odds live-7up --decks 8
  exact odds baccarat --decks 6 --bet banker --fractions
  exact odds live-7up --counts 100,30,31,32,28,30,29,31,30,32
  exact odds live-7up --remove "7,7,K" --dealt "B:5 P:7"
  exact odds prevision-7up --reading six-seven-tie=final --format json -o odds.json
  exact odds live-7up --all-readings
"""


@click.command("odds", epilog=EPILOG)
@game_argument
@shoe_options
@click.option(
    "--dealt", metavar="CARDS", default="", help='Cards on the table in dealing order, such as "B:5 P:7"; fixed cards are not listed.'
)
@reading_option
@click.option("--all-readings", is_flag=True, help="Return and house edge of every bet under every choice, one changed at a time.")
@click.option("--bet", "bets", multiple=True, metavar="BET", help="Only this bet; may be repeated.")
@digits_options
@output_options
def command(
    reference: str,
    decks: str | None,
    counts: str | None,
    remove: str | None,
    dealt: str,
    readings: tuple[str, ...],
    all_readings: bool,
    bets: tuple[str, ...],
    digits: int,
    fractions: bool,
    form: str | None,
    output: str | None,
) -> None:
    """Exact odds of every bet of GAME on one coup from a finite shoe.

    The shoe is 8 full decks unless --decks or --counts says otherwise; --remove takes cards out of it. With
    --dealt the odds are those of the rest of the coup, once those cards lie on the table and have left the shoe.
    """
    game = read_game(reference, readings)
    game = game.only(bets) if bets else game
    shoe = read_shoe(decks, counts, remove)
    begun = parse_dealt(dealt, game.rules)
    style = Style(digits, fractions)
    chosen = choose_format(form, output)
    if all_readings:
        from exact.report.readings import readings_document, readings_json

        emit(lambda: readings_document(game, shoe, begun, style), lambda: readings_json(game, shoe, begun), chosen, output)
        return
    table = odds_table(game, shoe, begun)
    emit(lambda: odds_document(table, style, outcomes=not bets), lambda: odds_json(table), chosen, output)
