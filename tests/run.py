"""Running the command as a user does: in a process of its own, piped or on a terminal."""

from __future__ import annotations

import fcntl
import os
import pty
import struct
import subprocess
import sys
import termios
from dataclasses import dataclass

COMMAND = [sys.executable, "-m", "exact"]
_KEPT = ("PATH", "HOME", "LANG", "LC_ALL")


@dataclass(frozen=True)
class Result:
    status: int
    out: str
    err: str


def environment(**extra: str) -> dict[str, str]:
    """A plain environment: nothing of the caller's that changes output."""
    return {name: os.environ[name] for name in _KEPT if name in os.environ} | extra


def run(*arguments: str, **env: str) -> Result:
    """The command piped."""
    done = subprocess.run([*COMMAND, *arguments], capture_output=True, env=environment(**env), timeout=120, check=False)
    return Result(done.returncode, done.stdout.decode(), done.stderr.decode())


def on_terminal(*arguments: str, columns: int, **env: str) -> str:
    """What a person sees on a terminal of that many columns."""
    master, slave = pty.openpty()
    fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", 24, columns, 0, 0))
    settings = environment(COLUMNS=str(columns), **({"TERM": "xterm"} | env))
    with subprocess.Popen([*COMMAND, *arguments], stdout=slave, stderr=slave, env=settings) as process:
        os.close(slave)
        shown = b""
        while True:
            try:
                block = os.read(master, 65536)
            except OSError:
                break
            if not block:
                break
            shown += block
        process.wait(timeout=60)
    os.close(master)
    return shown.decode().replace("\r\n", "\n")
