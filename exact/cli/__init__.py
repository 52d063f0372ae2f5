"""The command line: one small module a command, loaded when the command is used."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from importlib import import_module

import click

from exact import __version__
from exact.cli.output import Settings
from exact.errors import ExactError
from exact.game.condition import suggest

COMMANDS = {
    "games": "the games of the catalogue",
    "show": "one game's rules, tableau, paytable, readings and source",
    "odds": "exact odds of every bet: the main job",
    "closed-form": "formulas in the number of decks, their plot, and programs that give the exact odds of any shoe",
    "audit": "holds somebody else's counts, returns or rounds against the exact law",
    "simulate": "deals physical shoes and counts; exact conditional returns of every coup",
    "depletion": "how often the next coup is favorable after some seen cards, and the gain",
    "sweep": "the return of every bet for every row of a file of shoes",
    "explain": "one coup dealt card by card, with the rule behind each step",
    "sheet": "the math sheet that a regulator reads: PDF, HTML, workbook, Markdown",
    "schema": "JSON Schemas of game files and of JSON output",
    "info": "versions of exact, Python and the libraries found",
    "removal": "effects of removal, and the counts that follow from them",
    "tables": "certified tables of every game and 1 to 12 decks",
    "verify": "certified tables, computed again by all roads",
    "certify": "signs certified tables; makes the keys",
    "completion": "the script that completes commands in a shell",
}
"""Every command, with its line in the help."""

FAILED, BAD_INPUT, INTERRUPTED = 1, 2, 130

EPILOG = """\b
Examples:
  exact odds live-7up --decks 8
  exact odds live-7up --all-readings
  exact explain live-7up 5,7,6,T,6

GAME is an id from "exact games" or a path to a game file. Data goes to standard output, messages to standard
error. Exit status: 0 done, 1 a check failed, 2 bad usage or input, 130 interrupted.

The options of "exact" itself stand before COMMAND. No configuration file and no EXACT_ variable is read: in a
pipe or a file the same command line gives the same bytes everywhere.
"""


class _Commands(click.Group):
    """The commands, each imported only when it runs."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """The commands in the order of the help."""
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """The command of that name, None if there is none."""
        if cmd_name not in COMMANDS:
            return None
        command: click.Command = import_module(f"exact.cli.{cmd_name.replace('-', '_')}").command
        return command

    def resolve_command(self, ctx: click.Context, args: list[str]) -> tuple[str | None, click.Command | None, list[str]]:
        """The command that the arguments name; abbreviations are refused with the nearest name."""
        if args[0] not in COMMANDS and not args[0].startswith("-"):
            raise click.UsageError(f"command {args[0]!r}: no such command: {suggest(args[0], COMMANDS)}")
        return super().resolve_command(ctx, args)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Lists the commands without importing them."""
        with formatter.section("Commands"):
            formatter.write_dl(list(COMMANDS.items()))


def _keep(ctx: click.Context, param: click.Parameter, value: object) -> None:
    """Keeps an option that stands before the command, as soon as it is read: an error in what follows knows of it."""
    if value and param.name:
        setattr(ctx.ensure_object(Settings), param.name, value)


@click.group(
    cls=_Commands,
    epilog=EPILOG,
    invoke_without_command=True,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
)
@click.version_option(__version__, prog_name="exact", message="%(prog)s %(version)s")
@click.option(
    "--color",
    type=click.Choice(["auto", "always", "never"]),
    callback=_keep,
    expose_value=False,
    help="Bold headings in tables. auto, the default: on a terminal that is not dumb, unless NO_COLOR is set.",
)
@click.option("-q", "--quiet", is_flag=True, callback=_keep, expose_value=False, help='No messages such as "wrote FILE"; errors are shown.')
@click.option("--debug", is_flag=True, callback=_keep, expose_value=False, help="A traceback before the line of an error.")
@click.pass_context
def group(ctx: click.Context) -> None:
    """Exact odds of the baccarat family, above all 7 Up, dealt from a finite shoe."""
    if ctx.invoked_subcommand is None:
        click.echo(ctx.get_help())


def main(arguments: Sequence[str] | None = None) -> None:
    """Runs the command line and exits: 0, 1, 2 or 130, an error being one line on standard error for each fault."""
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="backslashreplace")  # what the terminal cannot show is written out, never an error
    sys.exit(_run(arguments))


def _run(arguments: Sequence[str] | None) -> int:
    """The exit status of one run."""
    chosen = Settings()
    try:
        status = group.main(arguments, prog_name="exact", standalone_mode=False, obj=chosen)
        sys.stdout.flush()
        return status if isinstance(status, int) else 0
    except (ExactError, click.ClickException) as error:
        for line in [*(_traced(error) if chosen.debug else ()), *(f"exact: error: {line}" for line in _messages(error))]:
            click.echo(line, err=True)
        return BAD_INPUT
    except (KeyboardInterrupt, click.Abort):
        click.echo("exact: interrupted", err=True)
        return INTERRUPTED
    except BrokenPipeError:
        _drop_output()
        return FAILED
    except OSError as error:
        _drop_output()
        click.echo(f"exact: error: {error.filename or 'standard output'}: cannot be written or read: {error.strerror}", err=True)
        return BAD_INPUT


def _drop_output() -> None:
    """Sends what is left of standard output nowhere, so that closing it says nothing more."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _messages(error: Exception) -> list[str]:
    """The lines of an error, one for each fault of a game file, one for anything else."""
    if not isinstance(error, click.ClickException):
        return _harmless(str(error))
    text = " ".join(error.format_message().split())
    if isinstance(error, click.NoSuchOption) and error.ctx and error.ctx.parent and _is_global(error.option_name):
        text = f"{error.option_name}: write it before the command: exact {error.option_name} ... {error.ctx.command.name}"
    return _harmless(text)


def _is_global(option: str) -> bool:
    """Whether an option is one of those that stand before the command."""
    return any(option in parameter.opts for parameter in group.params if parameter.name in vars(Settings))


def _traced(error: Exception) -> list[str]:
    """The traceback of an error."""
    import traceback

    return _harmless("".join(traceback.format_exception(error)).rstrip())


def _harmless(text: str) -> list[str]:
    """The lines of a text, none of which can act on a terminal."""
    return ["".join(char if char.isprintable() else repr(char)[1:-1] for char in line) for line in text.split("\n")]
