"""Optional libraries: one clear line where one is missing."""

from __future__ import annotations

import os
from importlib.util import find_spec

import click


def need(extra: str, *modules: str) -> None:
    """Refuses, naming the extra to install, unless all these modules are installed."""
    missing = [module for module in modules if find_spec(module) is None]
    if missing:
        raise click.UsageError(f"{missing[0]} is not installed: this needs the extra {extra!r}: pip install 'exact[{extra}]'")


def one_thread_a_product() -> None:
    """Keeps numpy's products to one thread each, as our own threads use the cores; before numpy is loaded."""
    for name in ("OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS", "OMP_NUM_THREADS"):
        os.environ.setdefault(name, "1")
