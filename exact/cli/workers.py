"""Who evaluates: the cores of this machine, or a Dask cluster."""

from __future__ import annotations

import os
from collections.abc import Iterator
from concurrent.futures import Executor, ThreadPoolExecutor
from contextlib import contextmanager
from importlib import import_module
from typing import Any

import click

from exact.cli.extras import need


@contextmanager
def workers(jobs: int | None, scheduler: str | None) -> Iterator[tuple[Executor, int]]:
    """An executor and how many pieces of work it does at a time; work not begun is dropped when the block ends."""
    if scheduler is not None:
        if jobs is not None:
            raise click.UsageError("--jobs and --scheduler: give one of them")
        with _cluster(scheduler) as found:
            yield found
        return
    number = jobs or len(os.sched_getaffinity(0))
    pool = ThreadPoolExecutor(number)
    try:
        yield pool, number
    finally:
        pool.shutdown(cancel_futures=True)


@contextmanager
def _cluster(address: str) -> Iterator[tuple[Executor, int]]:
    """The workers of a Dask scheduler; a piece whose worker is lost goes to another."""
    need("cluster", "distributed")
    distributed: Any = import_module("distributed")
    try:
        client = distributed.Client(address, timeout=10)
    except (OSError, ValueError) as error:
        raise click.UsageError(f"--scheduler {address}: cannot be reached: {error}") from None
    with client:
        threads = sum(client.nthreads().values())
        if not threads:
            raise click.UsageError(f"--scheduler {address}: has no workers: start some first")
        yield client.get_executor(retries=3), threads
