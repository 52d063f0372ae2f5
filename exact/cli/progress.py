"""A progress bar with rate and time left, on a terminal only."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from exact.cli.output import settings

DELAY = 1.0
"""Seconds before a bar appears: short work shows none."""


@contextmanager
def bar(unit: str) -> Iterator[Callable[[int, int, int], None]]:
    """A bar on standard error; call it with what is done, and how much of how much of the source is read."""
    from tqdm import tqdm

    with tqdm(
        unit=f" {unit}", unit_scale=True, file=sys.stderr, disable=settings().quiet or not sys.stderr.isatty(), delay=DELAY, leave=False
    ) as shown:

        def update(done: int, read: int, total: int) -> None:
            shown.total = round(done * total / read) if read else None
            shown.update(done - shown.n)

        yield update
