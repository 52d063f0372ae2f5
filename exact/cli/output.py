"""Where results go: standard output, or a file written whole or not at all.

What only some runs need is imported where they need it, so that ``exact odds`` answers at once.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from contextlib import suppress

import click

from exact.report.document import Document, Format


def emit(document: Callable[[], Document], data: Callable[[], dict[str, object]], form: Format, output: str | None) -> None:
    """Writes a result: ``data`` as JSON, ``document`` in any other format. Only what is needed is made."""
    to_screen = output in (None, "-")
    if form == "json":
        text = _json(data())
    elif form == "table":
        text = _text(document(), terminal=to_screen and sys.stdout.isatty())
    else:
        from exact.report.formats import render

        text = render(document(), form)
    if to_screen:
        click.echo(text, nl=False, color=True)
    elif output is not None:
        write_whole(output, text)
        click.echo(f"wrote {output}", err=True)


def _json(data: dict[str, object]) -> str:
    import json

    return json.dumps(data, indent=1, ensure_ascii=True) + "\n"


def _text(document: Document, *, terminal: bool) -> str:
    from exact.report.text import render_text

    return render_text(document, width=_terminal_width() if terminal else None, bold=terminal and colored())


def _terminal_width() -> int:
    import shutil

    return shutil.get_terminal_size().columns


def colored() -> bool:
    """Whether a terminal may get bold text: not with NO_COLOR set to anything, nor on a dumb terminal."""
    return not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"


def write_whole(path: str, text: str) -> None:
    """Writes a file beside its place and moves it there at once: a reader sees the old file or the new one.

    The permissions of a file that is replaced are kept. Raises a usage error that names the file.
    """
    import tempfile
    from pathlib import Path

    target = Path(path).resolve()
    try:
        mode = target.stat().st_mode & 0o777 if target.exists() else 0o666 & ~_umask()
        if target.exists() and not target.is_file():
            target.write_text(text, encoding="utf-8")  # a device or a pipe: there is nothing to replace
            return
        handle, name = tempfile.mkstemp(dir=target.parent, prefix=f".{target.name}.", suffix=".part")
        try:
            with open(handle, "w", encoding="utf-8", newline="\n") as file:
                file.write(text)
                file.flush()
                os.fsync(file.fileno())
            os.chmod(name, mode)
            os.replace(name, target)
        except BaseException:
            with suppress(OSError):
                os.unlink(name)
            raise
    except OSError as error:
        raise click.UsageError(f"-o {path}: cannot be written: {error.strerror}: give a file in a folder that can be written to") from None


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask
