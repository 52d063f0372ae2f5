"""Where results go: standard output, or a file written whole or not at all.

What only some runs need is imported where they need it, so that ``exact odds`` answers at once.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Mapping
from contextlib import suppress

import click

from exact.report.document import Document, Format

WRITTEN = {"output": "-o", "plot": "--plot", "log": "--log"}
"""The options that name files to write, by parameter."""


class Settings:
    """The options before the command: when text is bold, whether messages are left out, whether errors are traced."""

    color = "auto"
    quiet = False
    debug = False


def settings() -> Settings:
    """The options that stand before the command that runs."""
    context = click.get_current_context(silent=True)
    return (context.find_object(Settings) if context else None) or Settings()


def say(message: str) -> None:
    """A message on standard error, unless ``--quiet``."""
    if not settings().quiet:
        click.echo(message, err=True)


def emit(document: Callable[[], Document], data: Callable[[], dict[str, object]], form: Format, output: str | None) -> None:
    """Writes a result: ``data`` as JSON, ``document`` in any other format. Only what is needed is made."""
    if form == "json":
        text = json_text(data())
    elif form == "table":
        text = _text(document(), terminal=_to_screen(output) and sys.stdout.isatty())
    else:
        from exact.report.formats import render

        text = render(document(), form)
    deliver(text, output)


def deliver(text: str | bytes, output: str | None, option: str = "-o") -> None:
    """Writes a text, or the bytes of a file, to standard output, or to a file, which a message then names."""
    if output is None or _to_screen(output):
        click.echo(text, nl=False, color=True)
        return
    write_whole(output, text, option)
    say(f"wrote {output}")


def _to_screen(output: str | None) -> bool:
    return output in (None, "-")


def json_text(data: Mapping[str, object]) -> str:
    """JSON in ASCII, ending in a newline; ValueError for infinity, which JSON has no word for."""
    import json

    return json.dumps(data, indent=1, ensure_ascii=True, allow_nan=False) + "\n"


def _text(document: Document, *, terminal: bool) -> str:
    from exact.report.text import render_text

    return render_text(document, width=_terminal_width() if terminal else None, bold=bold(settings().color, terminal=terminal))


def _terminal_width() -> int:
    import shutil

    return shutil.get_terminal_size().columns


def bold(color: str, *, terminal: bool) -> bool:
    """Whether headings are bold: ``always``, ``never``, or with ``auto`` on a terminal.

    With ``auto`` a terminal gets none if NO_COLOR is set to anything, nor if it is a dumb one.
    """
    if color != "auto":
        return color == "always"
    return terminal and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"


def write_whole(path: str, text: str | bytes, option: str = "") -> None:
    """Writes a file beside its place and moves it there at once: a reader sees the old file or the new one.

    The permissions of a file that is replaced are kept. Raises a usage error that names the file, and the option that did.
    """
    import tempfile
    from pathlib import Path

    target, content = Path(path).resolve(), text if isinstance(text, bytes) else text.encode("utf-8")
    refuse_taken(path, option)
    try:
        mode = target.stat().st_mode & 0o777 if target.exists() else 0o666 & ~_umask()
        if target.exists() and not target.is_file():
            target.write_bytes(content)  # a device or a pipe: there is nothing to replace
            return
        handle, name = tempfile.mkstemp(dir=target.parent, prefix=f".{target.name}.", suffix=".part")
        try:
            with open(handle, "wb") as file:
                file.write(content)
                file.flush()
                os.fsync(file.fileno())
            os.chmod(name, mode)
            os.replace(name, target)
        except BaseException:
            with suppress(OSError):
                os.unlink(name)
            raise
    except OSError as error:
        raise _cannot_write(path, option, error.strerror) from None


def check_targets() -> None:
    """Refuses, before any work is done, files to write that are taken or that no file can be written to."""
    context = click.get_current_context(silent=True)
    for name, option in WRITTEN.items():
        path = context.params.get(name) if context else None
        if path is not None and not _to_screen(str(path)):
            refuse_taken(str(path), option)
            _refuse_unwritable(str(path), option)


def refuse_taken(path: str, option: str) -> None:
    """Refuses to write a file that the command reads, or that two of its options would write.

    Whatever argument or option names an existing file, but those that name files to write, is read.
    """
    context = click.get_current_context(silent=True)
    for name, value in (context.params if context else {}).items():
        for other in value if isinstance(value, tuple) else (value,):
            if not isinstance(other, str | os.PathLike) or WRITTEN.get(name) == option:
                continue
            if name in WRITTEN and str(other) == path != "-":
                raise click.UsageError(f"{option} and {WRITTEN[name]}: {path!r}: give each a file of its own")
            if name not in WRITTEN and os.path.isfile(path) and os.path.exists(other) and os.path.samefile(other, path):
                raise click.UsageError(f"{option} {path}: is the input: write to another file")


def _refuse_unwritable(path: str, option: str) -> None:
    """Refuses a folder, and a file in no folder or in one that cannot be written to."""
    import errno

    folder = os.path.dirname(os.path.realpath(path))
    if os.path.isdir(path):
        reason = errno.EISDIR
    elif not os.path.isdir(folder):
        reason = errno.ENOTDIR if os.path.exists(folder) else errno.ENOENT
    elif not os.access(path if os.path.exists(path) and not os.path.isfile(path) else folder, os.W_OK):
        reason = errno.EACCES
    else:
        return
    raise _cannot_write(path, option, os.strerror(reason))


def _cannot_write(path: str, option: str, reason: str | None) -> click.UsageError:
    said = f"{option} {path}".lstrip()
    return click.UsageError(f"{said}: cannot be written: {reason}: give a file in a folder that can be written to")


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask
