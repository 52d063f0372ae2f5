"""``exact completion``."""

from __future__ import annotations

import click
from click.shell_completion import get_completion_class

EPILOG = """\b
Example:
  eval "$(exact completion bash)"
"""


@click.command("completion", epilog=EPILOG)
@click.argument("shell", type=click.Choice(["bash", "zsh", "fish"]))
def command(shell: str) -> None:
    """Prints the script that completes exact's commands, games and options in SHELL."""
    from exact.cli import group

    kind = get_completion_class(shell)
    if kind is None:
        raise click.UsageError(f"shell {shell!r}: write bash, zsh or fish")
    click.echo(kind(group, {}, "exact", "_EXACT_COMPLETE").source())
