"""Settings for all tests."""

from __future__ import annotations

import socket
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import settings

from tests.run import environment

settings.register_profile("exact", deadline=None)  # machines are shared: a slow example is no fault
settings.load_profile("exact")


@pytest.fixture
def cluster() -> Iterator[tuple[str, list[subprocess.Popen[bytes]]]]:
    """A Dask scheduler and two workers in processes of their own."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    dask = [sys.executable, "-m", "distributed.cli"]
    quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL, "env": environment(PYTHONPATH=str(Path(__file__).parents[1]))}
    scheduler = [*dask[:2], "distributed.cli.dask_scheduler", "--host", "127.0.0.1", "--port", str(port), "--no-dashboard"]
    worker = [*dask[:2], "distributed.cli.dask_worker", f"tcp://127.0.0.1:{port}", "--nthreads", "1", "--no-nanny", "--no-dashboard"]
    started = [subprocess.Popen(scheduler, **quiet)]  # type: ignore[call-overload]
    started += [subprocess.Popen(worker, **quiet) for _ in range(2)]  # type: ignore[call-overload]
    try:
        from distributed import Client

        with Client(f"tcp://127.0.0.1:{port}", timeout=30) as client:
            client.wait_for_workers(2, timeout=60)
        yield f"tcp://127.0.0.1:{port}", started[1:]
    finally:
        for process in started:
            process.kill()
            process.wait()
