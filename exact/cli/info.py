"""``exact info``."""

from __future__ import annotations

import click

from exact import __version__
from exact.cli.options import choose_format, output_options
from exact.cli.output import emit
from exact.report.info import gather, info_document, info_json

EPILOG = """\b
Examples:
  exact info
  exact info --format json
"""


@click.command("info", epilog=EPILOG)
@output_options
def command(form: str | None, output: str | None) -> None:
    """Versions of exact, Python, the platform and the libraries found: what a report of a problem needs."""
    info = gather(__version__)
    emit(lambda: info_document(info), lambda: info_json(info), choose_format(form, output), output)
