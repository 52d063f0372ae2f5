"""The next coup after t seen cards: every composition with its exact weight, or estimates with honest errors."""

from __future__ import annotations

import json
from concurrent.futures import Future, ThreadPoolExecutor
from fractions import Fraction
from itertools import combinations_with_replacement
from math import comb, prod
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

import exact
from exact.game.definition import build
from exact.shoes import depletion
from exact.shoes.depletion import Depletion, deplete, number_of_compositions, parts_of
from exact.shoes.polynomial import compile_game
from exact.shoes.sample import sample
from tests.games import document
from tests.run import run

SMALL = exact.Shoe((4, 2, 1, 2, 2, 1, 3, 4, 2, 2))


class Now:
    """An executor that works at once."""

    def submit(self, function: Any, *arguments: Any) -> Future[Any]:
        future: Future[Any] = Future()
        future.set_result(function(*arguments))
        return future


def exhaust(game: exact.Game, shoe: exact.Shoe, seen: int) -> Depletion:
    return deplete(compile_game(game), shoe, seen, Now(), 1)  # type: ignore[arg-type]


def by_hand(game: exact.Game, shoe: exact.Shoe, seen: int) -> dict[str, list[tuple[Fraction, Fraction]]]:
    """For every bet its returns with their probabilities, by the odds table of each shoe that may be left."""
    base = game.rules.unseen(shoe, game.rules.fixed)
    back = [n - m for n, m in zip(shoe.counts, base.counts, strict=True)]
    found: dict[str, list[tuple[Fraction, Fraction]]] = {bet.id: [] for bet in game.bets}
    for cards in combinations_with_replacement(range(10), seen):
        taken = [cards.count(value) for value in range(10)]
        weight = Fraction(prod(comb(n, s) for n, s in zip(base.counts, taken, strict=True)), comb(base.cards, seen))
        if weight:
            left = exact.Shoe(tuple(n - s + b for n, s, b in zip(base.counts, taken, back, strict=True)))
            for bet in game.odds(left).bets:
                found[bet.bet.id].append((bet.expected_value or Fraction(0), weight))
    return found


@pytest.mark.parametrize(
    ("name", "readings", "seen"),
    [("live-7up", {}, 3), ("live-7up", {"fixed-card": "from-shoe"}, 2), ("mbs-7up", {}, 2), ("baccarat", {}, 2), ("live-7up", {}, 0)],
)
def test_the_sums_over_compositions_equal_the_odds_tables_of_all_shoes_that_may_be_left(
    name: str, readings: dict[str, str], seen: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(depletion, "TAILS", 7)
    game = exact.game(name, readings)
    hand = by_hand(game, SMALL, seen)
    found = exhaust(game, SMALL, seen)
    assert found.compositions == len(hand["tie"])
    for bet in found.bets:
        returns = hand[bet.bet]
        assert bet.favorable == sum(w for r, w in returns if r > 0)
        assert bet.gain == sum(r * w for r, w in returns if r > 0)
        assert bet.loss == -sum(r * w for r, w in returns if r < 0)
        assert (bet.worst, bet.best) == (min(r for r, _ in returns), max(r for r, _ in returns))
        assert bet.gain - bet.loss == next(b.expected_value for b in game.odds(SMALL).bets if b.bet.id == bet.bet)
        if bet.favorable:
            assert bet.gain_when_favorable == bet.gain / bet.favorable


@pytest.mark.parametrize("pays", ["1000000000:7", "1000000000000000000000:1"])
def test_paytables_beyond_float64_and_int64_are_summed_exactly(pays: str) -> None:
    whole = document("live-7up")
    whole["bets"][3]["lines"][0]["pays"] = pays
    game = build(whole, {}, exact.Game).only(("super-sevens",))
    hand = by_hand(game, SMALL, 1)["super-sevens"]
    assert exhaust(game, SMALL, 1).bets[0].gain == sum(r * w for r, w in hand if r > 0)


def test_parts_are_all_ways_to_take_cards_with_their_weights() -> None:
    counts = (3, 1, 2)
    for cards, (ways, weights) in enumerate(parts_of(counts, 6)):
        rows = [tuple(row) for row in ways.tolist()]
        assert len(rows) == len(set(rows))
        assert all(sum(row) == cards and all(s <= n for s, n in zip(row, counts, strict=True)) for row in rows)
        assert weights.tolist() == [prod(comb(n, s) for n, s in zip(counts, row, strict=True)) for row in rows]
        assert sum(weights) == comb(6, cards)


@pytest.mark.parametrize("seen", [0, 1, 4, 20, 25])
def test_the_number_of_compositions_of_a_full_shoe(seen: int) -> None:
    assert number_of_compositions(exact.Shoe.decks(8), seen) == comb(seen + 9, 9)


def test_eight_decks_after_six_cards_average_to_the_full_shoe_and_workers_change_nothing() -> None:
    game = exact.game("live-7up")
    with ThreadPoolExecutor(3) as pool:
        several = deplete(compile_game(game), exact.Shoe.decks(8), 6, pool, 3)
    assert several == exhaust(game, exact.Shoe.decks(8), 6)
    assert several.bets[0].gain - several.bets[0].loss == game.odds(exact.Shoe.decks(8))["player"].expected_value


def test_samples_agree_with_the_exact_sums_within_their_errors_and_do_not_depend_on_workers() -> None:
    compiled = compile_game(exact.game("live-7up"))
    exactly = deplete(compiled, SMALL, 4, Now(), 1)  # type: ignore[arg-type]
    with ThreadPoolExecutor(3) as pool:
        one = sample(compiled, SMALL, 4, 150_000, 5, Now(), 1, plot=True)  # type: ignore[arg-type]
        assert one == sample(compiled, SMALL, 4, 150_000, 5, pool, 3, plot=True)
    assert one != sample(compiled, SMALL, 4, 150_000, 6, Now(), 1, plot=True)  # type: ignore[arg-type]
    for bet, true in zip(one.bets, exactly.bets, strict=True):
        for estimate, value in ((bet.favorable, true.favorable), (bet.gain, true.gain), (bet.mean, true.gain - true.loss)):
            assert abs(estimate.mean - value) <= 5 * estimate.error + 1e-12  # five standard errors: once in two million
        assert bet.expected == true.gain - true.loss
        assert true.worst - Fraction(1, 10**9) <= Fraction(bet.worst)
        assert bet.histogram is not None
        assert abs(sum(bet.histogram.probabilities) - 1) < 1e-9


def test_the_histogram_holds_all_probability_and_its_mean_is_the_return() -> None:
    found = deplete(compile_game(exact.game("live-7up")), SMALL, 3, Now(), 1, plot=True)  # type: ignore[arg-type]
    for bet in found.bets:
        assert bet.histogram is not None
        assert abs(sum(bet.histogram.probabilities) - 1) < 1e-12
        mean = sum((bet.histogram.start + (i + 0.5) * bet.histogram.width) * p for i, p in enumerate(bet.histogram.probabilities))
        assert abs(mean - float(bet.gain - bet.loss)) < bet.histogram.width


def test_the_command_gives_exact_fractions_and_a_plot(tmp_path: Path) -> None:
    counts = ",".join(map(str, SMALL.counts))
    done = run("depletion", "live-7up", "--seen", "2", "--counts", counts, "--format", "json", "--plot", str(tmp_path / "p.svg"))
    assert done.status == 0
    data = json.loads(done.out)
    hand = by_hand(exact.game("live-7up"), SMALL, 2)
    assert data["method"] == "exact"
    assert data["compositions"] == str(len(hand["tie"]))
    for bet in data["bets"]:
        assert Fraction(bet["favorable"]) == sum(w for r, w in hand[bet["bet"]] if r > 0)
        assert Fraction(bet["gain"]) == sum(r * w for r, w in hand[bet["bet"]] if r > 0)
    assert ElementTree.parse(tmp_path / "p.svg").getroot().tag.endswith("svg")


def test_the_command_samples_with_a_seed_that_is_printed() -> None:
    first = run("depletion", "mbs-7up", "--seen", "150", "--samples", "2000", "--format", "json")
    seed = str(json.loads(first.out)["seed"])
    assert (
        run("depletion", "mbs-7up", "--seen", "150", "--samples", "2000", "--seed", seed, "--format", "json", "--jobs", "1").out
        == first.out
    )
    assert f"seed {seed}" in run("depletion", "mbs-7up", "--seen", "150", "--samples", "2000", "--seed", seed).out


@pytest.mark.parametrize(
    ("arguments", "part"),
    [
        (["live-7up", "--seen", "200"], "compositions are too many to go through: give --samples"),
        (["live-7up", "--seen", "412"], "seen: 412: write a number of cards from 0 to 411"),
        (["live-7up", "--seen", "-1"], "seen: -1: write a number of cards from 0"),
        (["live-7up", "--seen", "3", "--decks", "inf"], "seen: an infinite shoe stays the same"),
        (["prevision-7up", "--seen", "3"], "has no bet with a paytable"),
        (["live-7up", "--seen", "3", "--seed", "3"], "--seed: goes with --samples"),
        (["live-7up", "--seen", "x"], "'x' is not a valid integer"),
    ],
)
def test_a_mistake_gets_one_clear_line(arguments: list[str], part: str) -> None:
    done = run("depletion", *arguments)
    assert (done.status, done.out, done.err.count("\n")) == (2, "", 1)
    assert part in done.err
