"""``exact schema``."""

from __future__ import annotations

import click

from exact.cli.output import deliver, json_text
from exact.report.schemas import SCHEMAS

GAME_FILE = "game"
EPILOG = """\b
NAME is one of:
  game         a game file, for editors that check TOML by a JSON Schema
  odds         exact odds --format json
  readings     exact odds --all-readings --format json
  explanation  exact explain --format json
  games        exact games --format json
  game-json    exact show --format json
  info         exact info --format json
  removal      exact removal --format json
  closed-form  exact closed-form --format json
  depletion    exact depletion --format json
  simulation   exact simulate --format json
  conditional  exact simulate --conditional --format json
  audit        exact audit --format json
  sheet        exact sheet --format json
  comparison   exact sheet --compare --format json
  table        GAME/NN-decks.json of exact tables: the keys of odds, and digest and version
  summary      GAME/summary.json of exact tables
  effects      GAME/removal.json of exact tables

\b
Examples:
  exact schema odds
  exact schema game -o game.schema.json
"""


@click.command("schema", epilog=EPILOG)
@click.argument("name", metavar="NAME", type=click.Choice([GAME_FILE, *SCHEMAS]))
@click.option("-o", "--output", metavar="FILE", help="Write to FILE, whole or not at all; - is standard output.")
def command(name: str, output: str | None) -> None:
    """The JSON Schema (draft 2020-12) of NAME.

    Every key of an output is in its schema. The schema of game files is weaker than the check that every file gets.
    """
    if name == GAME_FILE:
        from exact.game.schema import game_schema  # loads the validation library

        deliver(json_text(game_schema()), output)
        return
    deliver(json_text(SCHEMAS[name]), output)
