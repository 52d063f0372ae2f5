"""The options and arguments that several commands share."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from typing import TypeVar, cast

import click
from click.shell_completion import CompletionItem

from exact.api import Game, game
from exact.game.definition import catalogue
from exact.game.shoe import Shoe, parse_counts, parse_decks, parse_removed
from exact.report.document import Format

F = TypeVar("F", bound=Callable[..., object])
FORMATS: tuple[Format, ...] = ("table", "md", "csv", "json", "latex", "html")
SUFFIXES: dict[str, Format] = {
    ".md": "md", ".csv": "csv", ".json": "json", ".tex": "latex", ".html": "html", ".htm": "html", ".txt": "table",
}  # fmt: skip
DEFAULT_DECKS = "8"
MOST_DIGITS = 1000


def _complete_game(_ctx: click.Context, _param: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """Catalogue ids, and files."""
    ids = [CompletionItem(name) for name in catalogue() if name.startswith(incomplete)]
    return [*ids, CompletionItem(incomplete, type="file")]


game_argument = click.argument("reference", metavar="GAME", shell_complete=_complete_game)


def output_options(function: F) -> F:
    """``--format`` and ``-o``."""
    option = click.option("--format", "form", type=click.Choice(FORMATS), help="Default: table, or what the suffix of -o says.")
    file = click.option("-o", "--output", metavar="FILE", help="Write to FILE, whole or not at all; - is standard output.")
    return option(file(function))


def digits_options(function: F) -> F:
    """``--digits`` and ``--fractions``."""
    digits = click.option(
        "--digits", type=click.IntRange(0, MOST_DIGITS), default=6, show_default=True, help="Decimal places, rounded half to even."
    )
    fractions = click.option("--fractions", is_flag=True, help="Fractions in lowest terms instead of decimals.")
    return digits(fractions(function))


def reading_option(function: F) -> F:
    """``--reading NAME=CHOICE``, any number of times."""
    option = click.option(
        "--reading", "readings", multiple=True, metavar="NAME=CHOICE", help="Choose how an ambiguous clause is read; may be repeated."
    )
    return option(function)


def shoe_options(function: F) -> F:
    """``--decks``, ``--counts``, ``--remove``."""
    decks = click.option("--decks", metavar="N", help=f"Full decks, 1 to 100, or inf.  [default: {DEFAULT_DECKS}]")
    counts = click.option("--counts", metavar="n0,...,n9", help="Cards left of each value: tens, aces, twos, ..., nines.")
    remove = click.option("--remove", metavar="CARDS", help='Cards that have left the shoe, such as "7,7,K".')
    return decks(counts(remove(function)))


def read_game(reference: str, readings: Sequence[str]) -> Game:
    """The game under the readings given as NAME=CHOICE."""
    wanted: dict[str, str] = {}
    for text in readings:
        name, equals, choice = text.partition("=")
        if not equals:
            raise click.UsageError(f"--reading {text!r}: write NAME=CHOICE, such as super-sevens=hand")
        if wanted.get(name, choice) != choice:
            raise click.UsageError(f"--reading {name}: {wanted[name]!r} and {choice!r}: choose once")
        wanted[name] = choice
    return game(reference, wanted)


def read_shoe(decks: str | None, counts: str | None, remove: str | None) -> Shoe:
    """The shoe that the options describe: 8 decks unless they say otherwise."""
    if decks is not None and counts is not None:
        raise click.UsageError("--decks and --counts: give one of them")
    shoe = parse_counts(counts) if counts is not None else parse_decks(DEFAULT_DECKS if decks is None else decks)
    return parse_removed(remove, shoe) if remove else shoe


def choose_format(form: str | None, output: str | None) -> Format:
    """The format asked for, else what the suffix of the output file says, else a table."""
    if form is not None:
        return cast("Format", form)
    suffix = os.path.splitext(output or "")[1].lower()
    if suffix and suffix not in SUFFIXES:
        raise click.UsageError(f"-o {output}: no format goes by {suffix}: write one of {', '.join(SUFFIXES)}, or give --format")
    return SUFFIXES.get(suffix, "table")
