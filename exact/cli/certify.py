"""``exact certify``: signs certified tables; makes the keys."""

from __future__ import annotations

import os
from pathlib import Path

import click

from exact import __version__
from exact.cli.extras import need
from exact.cli.output import say, write_whole
from exact.cli.tables import read_folder
from exact.cli.verify import read_text

EPILOG = """\b
Examples:
  exact certify --new-key tables.key
  exact tables odds-tables
  exact certify odds-tables --key tables.key
  exact verify odds-tables --public-key tables.key.pub --quick
"""


@click.command("certify", epilog=EPILOG)
@click.argument("folder", metavar="[DIR]", required=False, type=click.Path(path_type=Path))
@click.option("--key", metavar="FILE", type=click.Path(path_type=Path), help="Sign with this secret key.")
@click.option("--new-key", metavar="FILE", type=click.Path(path_type=Path), help="Make a key: FILE, secret, and FILE.pub.")
@click.pass_context
def command(ctx: click.Context, folder: Path | None, key: Path | None, new_key: Path | None) -> None:
    """Signs the certified tables in DIR, or makes a key to sign with.

    The signature is Ed25519 in the format of minisign, over SHA256SUMS and so over every file, in SHA256SUMS.minisig:
    "exact verify DIR --public-key FILE.pub" or "minisign -V -p FILE.pub -m SHA256SUMS" checks it. Tables that
    SHA256SUMS does not fit are not signed: exit status 1.

    The secret key is not encrypted; only its owner can read the file, and no file is ever overwritten.
    """
    need("sign", "cryptography")
    if new_key and not (folder or key):
        _make(new_key)
    elif folder and key and not new_key:
        ctx.exit(_sign(folder, key))
    else:
        raise click.UsageError("write exact certify DIR --key FILE, or exact certify --new-key FILE")


def _make(path: Path) -> None:
    """A new key in two files, neither of which is there before."""
    from exact.report.minisign import new_key

    public = Path(f"{path}.pub")
    for taken in (path, public):
        if taken.exists() or taken.is_symlink():
            raise click.UsageError(f"{taken}: is there already: a key is never overwritten: give another name")
    key = new_key()
    _create(path, key.text(), 0o600)
    _create(public, key.public.text(), 0o644)
    say(f"wrote {path}, the secret key, and {public}: key {key.public.name}")


def _create(path: Path, text: str, mode: int) -> None:
    """A new file with these permissions from its first moment; an old one is never opened."""
    try:
        with open(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, mode), "w", encoding="ascii") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
    except OSError as error:
        raise click.UsageError(f"{path}: cannot be made: {error.strerror}: give a name in a folder that can be written to") from None


def _sign(folder: Path, path: Path) -> int:
    """Signs the sums of a folder that they fit; the exit status."""
    from exact.report.certificate import SUMS
    from exact.report.certified import SIGNATURE
    from exact.report.minisign import read_secret, sign
    from exact.report.verification import sum_differences

    key = read_secret(read_text(path))
    files = read_folder(folder)
    wrong = list(sum_differences(files))
    for line in wrong:
        click.echo(line)
    if wrong:
        return 1
    write_whole(str(folder / SIGNATURE), sign(key, files[SUMS], f"file:{SUMS}\thashed\texact {__version__}"))
    say(f"wrote {folder / SIGNATURE}: key {key.public.name}")
    return 0
