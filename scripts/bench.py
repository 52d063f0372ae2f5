"""Measures what the project promises, each figure as a ratio of two things timed in the same run.

Usage: python scripts/bench.py [--runs N]
"""

from __future__ import annotations

import argparse
import statistics
import subprocess
import sys
import time
import tracemalloc
from collections.abc import Callable

import exact


def median(action: Callable[[], object], runs: int) -> float:
    """Median seconds of an action."""
    times = []
    for _ in range(runs):
        start = time.perf_counter()
        action()
        times.append(time.perf_counter() - start)
    return statistics.median(times)


def process(*arguments: str) -> Callable[[], object]:
    """A run of this Python with some arguments."""
    return lambda: subprocess.run([sys.executable, *arguments], stdout=subprocess.DEVNULL, check=True)


def startup(runs: int) -> None:
    """The whole command against an empty Python."""
    bare = median(process("-c", "pass"), runs)
    for game in exact.catalogue():
        whole = median(process("-m", "exact", "odds", game, "--decks", "8"), runs)
        print(f"exact odds {game} --decks 8: {whole / bare:.1f} x python -c pass ({whole * 1e3:.0f} ms, {bare * 1e3:.0f} ms)")


def walk() -> None:
    """The recursive walk against the compositions, and its memory."""
    game, shoe = exact.game("live-7up"), exact.Shoe.decks(8)
    game.outcomes(shoe)
    recursive = median(lambda: game.outcome_probabilities(shoe), 3)
    compositions = median(lambda: game.outcomes(shoe), 3)
    print(f"recursive walk, 7 Up, 8 decks: {recursive:.2f} s, {recursive / compositions:.0f} x the compositions once compiled")
    tracemalloc.start()
    game.outcome_probabilities(shoe)
    print(f"memory of the recursive walk: {tracemalloc.get_traced_memory()[1] / 1e6:.1f} MB at most")


def main() -> None:
    """Runs every measurement."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--runs", type=int, default=11)
    runs = parser.parse_args().runs
    startup(runs)
    walk()


if __name__ == "__main__":
    main()
