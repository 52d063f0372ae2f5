"""Measures what the project promises, each figure as a ratio of two things timed in the same run.

Usage: python scripts/bench.py [--runs N]
"""

from __future__ import annotations

import argparse
import os
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
import tracemalloc
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from importlib.util import find_spec
from pathlib import Path
from typing import Any

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

import exact
from exact.shoes.polynomial import OddsPolynomial, compile_game
from exact.simulation.conditional import value_coups
from exact.simulation.engine import simulate
from exact.simulation.procedure import Procedure


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


def shoes_of(seen: int, number: int) -> Any:
    """Random eight-deck shoes after so many seen cards."""
    import numpy as np

    full = np.array(exact.Shoe.decks(8).counts)
    return full - np.random.default_rng(1).multivariate_hypergeometric(full, seen, size=number)


def bulk() -> None:
    """Many shoes at once against a C program, the recursive walk and the core's matrix products; one shoe."""
    import numpy as np

    compiled = compile_game(exact.game("live-7up"))
    shoes = shoes_of(200, 400_000)
    rates = {}
    for road in ("numba", "numpy"):
        part = shoes if road == "numba" else shoes[:50_000]
        compiled.evaluate_many(part[:10_000], road=road)  # type: ignore[arg-type]
        rates[road] = len(part) / median(lambda part=part, road=road: compiled.evaluate_many(part, road=road), 5)  # type: ignore[misc]
    two = len(shoes) / median(lambda: compiled.evaluate_many(shoes, threads=2, road="numba"), 5)
    print(f"evaluate_many, 7 Up, four bets, 200 cards seen: {rates['numba']:,.0f} shoes/s compiled, {rates['numpy']:,.0f} numpy, one core")
    print(f"  two cores: {two / rates['numba']:.2f} x one")
    walk_time = median(lambda: exact.game("live-7up").outcome_probabilities(exact.Shoe.decks(8)), 1)
    print(f"  against the recursive walk: {rates['numba'] * walk_time:,.0f} x")
    enumerated = enumeration(shoes[:20_000], compiled)
    if enumerated:
        print(f"  against nested loops in C ({enumerated:,.0f} shoes/s): {rates['numba'] / enumerated:.0f} x")
    matrix = np.random.default_rng(1).random((1500, 1500))
    peak = 2 * 1500**3 / median(lambda: matrix @ matrix, 5)
    operations = 2 * 4 * (2002 + 715) + 715 + 286  # a multiply-add a coefficient and a prefix, the prefixes themselves
    print(f"  share of the core's float64 matrix products ({peak / 1e9:.0f} Gflop/s): {rates['numba'] * operations / peak:.0%}")
    for game in ("live-7up", "baccarat"):
        one = compile_game(exact.game(game))
        bags = [exact.Shoe(tuple(row)) for row in shoes[:200].tolist()]
        seconds = median(lambda one=one, bags=bags: [one.evaluate(bag) for bag in bags], 5)  # type: ignore[misc]
        print(f"one shoe, {game}, all bets, exact: {seconds / len(bags) * 1e3:.3f} ms")


def simulation() -> None:
    """The simulator against a plain C program that deals the same shoes; two cores against one."""
    game, procedure, shoes = exact.game("live-7up"), Procedure(exact.Shoe.decks(8)), 100_000
    rates = {}
    for workers in (1, 2):
        with ThreadPoolExecutor(workers) as pool:
            simulate(game, procedure, 10, 1, pool, workers)
            start = time.perf_counter()
            coups = simulate(game, procedure, shoes, 1, pool, workers).coups
            rates[workers] = coups / (time.perf_counter() - start)
    print(f"simulate, shoes with burn and cut card: {rates[1] / 1e6:.1f} million coups/s on one core, two: {rates[2] / rates[1]:.2f} x one")
    with tempfile.TemporaryDirectory() as folder:
        program = build("deal.c", folder)
        if program:
            start = time.perf_counter()
            done = subprocess.run([program, str(shoes)], capture_output=True, text=True, check=True)
            plain = int(done.stdout.split()[0]) / (time.perf_counter() - start)
            print(f"  against a plain C program ({plain / 1e6:.1f} million coups/s): {rates[1] / plain:.1f} x")


def conditional() -> None:
    """How many times more shoes plain results need than exact conditional returns, and what a shoe of these costs."""
    shoes = 20_000
    for name in ("live-7up", "mbs-7up", "baccarat"):
        game, procedure = exact.game(name), Procedure(exact.Shoe.decks(8))
        with ThreadPoolExecutor(1) as pool:
            value_coups(game, procedure, 300, 1, pool, 1)
            simulate(game, procedure, 300, 1, pool, 1)
            start = time.perf_counter()
            valued = value_coups(game, procedure, shoes, 1, pool, 1)
            valuing = time.perf_counter() - start
            simulate(game, procedure, shoes, 1, pool, 1)
            counting = time.perf_counter() - start - valuing
        print(f"conditional, {name}, {shoes:,} shoes in {valuing:.1f} s on one core, {valuing / counting:.0f} x as long as counting them")
        play = {bet.bet: bet.perfect_play for bet in valued.bets} | valued.best_of
        for said, measured in (("cut-card effect", {bet.bet: bet.returns for bet in valued.bets}), ("perfect play", play)):
            print(
                f"  {said}, shoes that results need: "
                + ", ".join(f"{bet} {one.variance_ratio or 0:,.0f} x" for bet, one in measured.items())
            )


def build(source: str, folder: str) -> str | None:
    """A C program of this folder compiled; None without a compiler."""
    compiler = shutil.which("cc") or shutil.which("gcc")
    if not compiler:
        return None
    program = str(Path(folder) / Path(source).stem)
    subprocess.run([compiler, "-O3", "-march=native", "-o", program, str(Path(__file__).with_name(source))], check=True)
    return program


def enumeration(shoes: Any, compiled: OddsPolynomial) -> float | None:
    """Shoes a second of the C program; None without a compiler. Its counts must be ours."""
    with tempfile.TemporaryDirectory() as folder:
        program = build("enumerate.c", folder)
        if not program:
            return None
        text = "\n".join(" ".join(map(str, row)) for row in shoes.tolist())
        start = time.perf_counter()
        done = subprocess.run([program], input=text, capture_output=True, text=True, check=True)
        seconds = time.perf_counter() - start
    deals = compiled.evaluate_many(shoes[:100], deals=True).deals
    ours = {event: deals[:, i].tolist() for i, event in enumerate(compiled.events)} if deals is not None else {}
    theirs = [list(map(int, line.split())) for line in done.stdout.splitlines()[:100]]
    if [row[0] for row in theirs] != ours[0, 0] or [row[6] for row in theirs] != ours[3, 0]:
        raise ArithmeticError("the C program and the polynomial disagree")
    return len(shoes) / seconds


READERS = {
    "pyarrow": "from exact.shoes.files import Path, open_source\nbatches = (one.table for one in open_source(Path(path)).records())",
    "polars": "import polars\nlog = polars.scan_csv(path, infer_schema=False) if path.endswith('csv') else polars.scan_parquet(path)\n"
    "batches = log.collect_batches(chunk_size=1 << 17, maintain_order=True)",
    "duckdb": "import duckdb\nlog = f\"read_csv('{path}', all_varchar=true)\" if path.endswith('csv') else f\"'{path}'\"\n"
    "batches = duckdb.sql(f'from {log}').to_arrow_reader(1 << 17)",
}
READ = (
    "import sys, time\npath = sys.argv[1]\n{}\nrows = sum(map(len, batches))\nprint(open('/proc/self/status').read(), time.process_time())"
)


def readers() -> None:
    """Readers of a round log, each in a process of its own with its start: seconds of all cores, and the most memory."""
    from pyarrow import csv, parquet

    with tempfile.TemporaryDirectory() as folder:
        log = Path(folder) / "log.parquet"
        process("-m", "exact", "-q", "simulate", "live-7up", "--shoes", "50000", "--seed", "1", "--log", str(log))()
        csv.write_csv(parquet.read_table(log), log.with_suffix(".csv"))
        for path in (str(log), str(log.with_suffix(".csv"))):
            for name, code in READERS.items():
                if find_spec(name) is None:
                    print(f"{name}: not installed")
                    continue
                done = subprocess.run([sys.executable, "-c", READ.format(code), path], capture_output=True, text=True, check=True)
                words = done.stdout.split()
                memory = int(words[words.index("VmHWM:") + 1]) / 1024
                print(f"{Path(path).name}, 5 million rounds, {name}: {float(words[-1]):.2f} s, {memory:.0f} MB")


def main() -> None:
    """Runs every measurement."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--runs", type=int, default=11)
    runs = parser.parse_args().runs
    startup(runs)
    walk()
    bulk()
    simulation()
    conditional()
    readers()


if __name__ == "__main__":
    main()
