"""The command line: one small module a command, loaded when the command is used."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from importlib import import_module

import click

from exact import __version__
from exact.errors import ExactError
from exact.game.condition import suggest

COMMANDS = {
    "games": "the games of the catalogue",
    "show": "one game's rules, tableau, paytable, readings and source",
    "odds": "exact odds of every bet: the main job",
    "explain": "one coup dealt card by card, with the rule behind each step",
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
        command: click.Command = import_module(f"exact.cli.{cmd_name}").command
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


@click.group(
    cls=_Commands,
    epilog=EPILOG,
    invoke_without_command=True,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
)
@click.version_option(__version__, prog_name="exact", message="%(prog)s %(version)s")
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
    try:
        status = group.main(arguments, prog_name="exact", standalone_mode=False)
        sys.stdout.flush()
        return status if isinstance(status, int) else 0
    except (ExactError, click.ClickException) as error:
        for line in _messages(error):
            click.echo(f"exact: error: {line}", err=True)
        return BAD_INPUT
    except (KeyboardInterrupt, click.Abort):
        click.echo("exact: interrupted", err=True)
        return INTERRUPTED
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())  # keeps the closing flush silent too
        return FAILED


def _messages(error: Exception) -> list[str]:
    """The lines of an error, none of which can act on a terminal."""
    text = error.format_message() if isinstance(error, click.ClickException) else str(error)
    return ["".join(char if char.isprintable() else repr(char)[1:-1] for char in line) for line in text.split("\n")]
