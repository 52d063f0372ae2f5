"""The options and arguments that several commands share."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping, Sequence
from functools import reduce
from typing import Any, TypeVar, cast

import click
from click.shell_completion import CompletionItem

from exact.api import Game, game
from exact.cli.output import check_targets, say
from exact.game.definition import catalogue
from exact.game.shoe import Shoe, parse_counts, parse_decks, parse_removed
from exact.report.document import Format

F = TypeVar("F", bound=Callable[..., object])
FORMATS: tuple[Format, ...] = ("table", "md", "csv", "json", "latex", "html")
SUFFIXES: dict[str, Format] = {
    ".md": "md", ".csv": "csv", ".json": "json", ".tex": "latex", ".html": "html", ".htm": "html", ".txt": "table",
}  # fmt: skip
BINARY_SUFFIXES = {".pdf": "pdf", ".xlsx": "xlsx"}
DEFAULT_DECKS = "8"
MOST_COUNTED = 10**18
"""Cards of a shoe whose cards are counted out one by one, in 64 bits."""
MOST_DEALT = 10_000
"""Cards of a shoe that is dealt in memory, about twice 100 decks: a run that logs its coups takes 1.4 GB then."""
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


def procedure_options(only_with: str = "") -> Callable[[F], F]:
    """How coups follow one another in a shoe; None where an option is not given: the game file has its own procedure."""
    options = [
        click.option("--burn/--no-burn", default=None, help=f"{only_with}Open the first card, skip as many as its value."),
        click.option("--cut", type=int, metavar="N", help=f"{only_with}Cards behind the cut card."),
        click.option("--mid-coup", type=click.Choice(["last", "one-more"]), help=f"{only_with}If the cut card shows in mid-coup."),
        click.option(
            "--first-card", type=click.Choice(["not-commence", "last", "one-more"]), help=f"{only_with}If it shows before a coup."
        ),
        click.option("--burn-each/--no-burn-each", default=None, help=f"{only_with}Burn a card before each coup."),
        click.option("--first-hands", metavar="BET=N", help="A bet offered on the first N coups of a shoe only; none: every bet on all."),
    ]
    return lambda function: reduce(lambda done, option: option(done), reversed(options), function)


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


def read_shoe(decks: str | None, counts: str | None, remove: str | None, most: int | None = None) -> Shoe:
    """The shoe that the options describe: 8 decks unless they say otherwise; of at most so many cards."""
    if decks is not None and counts is not None:
        raise click.UsageError("--decks and --counts: give one of them")
    shoe = parse_counts(counts) if counts is not None else parse_decks(DEFAULT_DECKS if decks is None else decks)
    if most is not None and shoe.cards > most:
        raise click.UsageError(f"--counts: {shoe.cards:,} cards: this command takes shoes of at most {most:,}")
    return parse_removed(remove, shoe) if remove else shoe


def first_hands_of(game: Game, text: str | None) -> dict[str, Any]:
    """A bet and a number of coups from BET=N; ``none`` takes back what the game file says."""
    if text is None:
        return {}
    if text == "none":
        return {"limited": None, "hands": None}
    bet, _, number = text.partition("=")
    if not (number.isascii() and number.isdigit()) or not 1 <= int(number[:6]) <= 4000:
        raise click.UsageError(f"--first-hands {text!r}: write BET=N with N from 1 to 4000, such as super-sevens=40, or none")
    return {"limited": game.bet(bet).id, "hands": int(number)}


def plot_option(text: str) -> Callable[[F], F]:
    """``--plot``: a file of its own for an SVG, since standard output belongs to the result."""

    def checked(_ctx: click.Context, _param: click.Parameter, value: str | None) -> str | None:
        if value is not None and not value.lower().endswith(".svg"):
            raise click.UsageError(f"--plot {value}: the plot is SVG: write to a file that ends in .svg")
        return value

    return click.option("--plot", metavar="FILE.svg", callback=checked, help=text)


def new_seed() -> int:
    """A seed for the cards where none was given, told on standard error so that the run can be repeated."""
    import secrets

    seed = secrets.randbits(32)
    say(f"seed {seed}")
    return seed


def choose_format(form: str | None, output: str | None) -> Format:
    """The format asked for, else what the suffix of the output file says, else a table."""
    return cast("Format", chosen_of(form, output, SUFFIXES))


def chosen_of(form: str | None, output: str | None, suffixes: Mapping[str, str], option: str = "--format") -> str:
    """The format asked for, else that of the suffix of the output file, else a table.

    A format that contradicts the suffix is refused, and so is a suffix of no format where no format is asked for.
    Any text may stand in a file .txt. ``option`` is the one that asked for the format.
    """
    check_targets()
    suffix = os.path.splitext(output or "")[1].lower()
    if form is None:
        if suffix and suffix not in suffixes:
            raise click.UsageError(f"-o {output}: no format goes by {suffix}: write one of {', '.join(suffixes)}, or give --format")
        return suffixes.get(suffix, "table")
    known: dict[str, str] = {**SUFFIXES, **BINARY_SUFFIXES, **suffixes}
    told = known.get(suffix, form)
    if told != form and not (told == "table" and form not in BINARY_SUFFIXES.values()):
        right = next(end for end, name in known.items() if name == form)
        other = f", or {option} {told}" if told in suffixes.values() else ""
        raise click.UsageError(f"{option} {form} -o {output}: {suffix} is for {told}: give -o FILE{right}{other}")
    return form
