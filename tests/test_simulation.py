"""The simulator: its random numbers, its dealing, its procedures; that it agrees with the enumerator is evidence for both."""

from __future__ import annotations

import itertools
import json
import subprocess
import time
from collections import Counter
from concurrent.futures import Future, ThreadPoolExecutor
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow.parquet as pq
import pytest
from more_itertools import distinct_permutations, multinomial

import exact
from exact.game.rules import Rules
from exact.simulation.conditional import _by_number, _fitted, value_coups
from exact.simulation.controls import excess, hedges, offered, openings, read_coups, surprises, worths
from exact.simulation.course import course_of
from exact.simulation.engine import deal_block, longest_coup, most_coups, outcomes, simulate, tables
from exact.simulation.philox import fill
from exact.simulation.procedure import Procedure, procedure_of
from tests import brute
from tests.run import COMMAND, environment, run

FULL = exact.Shoe.decks(8)
ONE_MORE = Procedure(FULL, mid_coup="one-more", first_card="last")


class Now:
    """An executor that works at once."""

    def submit(self, function: Any, *arguments: Any) -> Future[Any]:
        future: Future[Any] = Future()
        future.set_result(function(*arguments))
        return future


@pytest.mark.parametrize(
    ("counter", "key", "words"),
    [
        ((0, 0, 0, 0), (0, 0), (0x6627E8D5, 0xE169C58D, 0xBC57AC4C, 0x9B00DBD8)),
        ((0xFFFFFFFF,) * 4, (0xFFFFFFFF,) * 2, (0x408F276D, 0x41C83B0E, 0xA20BC7C6, 0x6D5451FD)),
        (
            (0x243F6A88, 0x85A308D3, 0x13198A2E, 0x03707344),
            (0xA4093822, 0x299F31D0),
            (0xD16CFE09, 0x94FDCCEB, 0x5001E420, 0x24126EA1),
        ),
    ],
)
def test_philox_gives_the_known_answers_of_its_authors(counter: tuple[int, ...], key: tuple[int, int], words: tuple[int, ...]) -> None:
    """The kat_vectors of Random123 for philox4x32-10."""
    out = np.empty(4, np.uint32)
    first, block = counter[0] | counter[1] << 32, counter[2] | counter[3] << 32
    fill(out, key[0], key[1], np.uint64(block), np.uint64(first))
    assert tuple(out.tolist()) == words


def cards_of(number: int) -> tuple[int, ...]:
    """The cards of a hand number."""
    first, second, third = number // 110, number // 11 % 10, number % 11
    return (first, second) if third == 10 else (first, second, third)


def in_order(rules: Rules, player: tuple[int, ...], banker: tuple[int, ...]) -> list[int]:
    """The cards of a finished coup in dealing order, fixed ones left out."""
    hands = {"player": list(player[len(rules.fixed.player) :]), "banker": list(banker[len(rules.fixed.banker) :])}
    return [hands[hand].pop(0) for hand in rules.order] + hands["player"] + hands["banker"]


@pytest.mark.parametrize("game", exact.catalogue())
@pytest.mark.parametrize("burn_each", [False, True])
@pytest.mark.parametrize(("mid_coup", "first_card"), [("last", "not-commence"), ("one-more", "last"), ("last", "one-more")])
def test_every_coup_is_dealt_by_the_rules_and_every_shoe_ends_at_the_cut_card(
    game: str, burn_each: bool, mid_coup: Any, first_card: Any
) -> None:
    """Each recorded coup goes through ``explain``, which walks the rules; the shoe's end is worked out again."""
    variant = exact.game(game)
    procedure = Procedure(exact.Shoe.decks(2), cut=16, mid_coup=mid_coup, first_card=first_card, burn_each=burn_each)
    procedure.check(longest_coup(variant))
    _, (unseen, notes) = deal_block(variant, procedure, 3, 0, 60, 60 * 60)
    assert set(notes[:, 0].tolist()) == set(range(60))
    cut = 104 - 16
    for shoe in range(60):
        rows = np.flatnonzero(notes[:, 0] == shoe)
        assert notes[rows, 1].tolist() == list(range(1, len(rows) + 1))
        (shown,) = np.flatnonzero(np.array(exact.Shoe.decks(2).counts) - unseen[rows[0]])
        place = 1 + (int(shown) or 10)
        allowed: int | None = None
        for row in rows:
            assert allowed is None or allowed > 0
            if allowed is None and place >= cut:
                assert first_card != "not-commence"
                allowed = {"last": 1, "one-more": 2}[first_card]
            player, banker = cards_of(int(notes[row, 2])), cards_of(int(notes[row, 3]))
            cards = in_order(variant.rules, player, banker)
            explained = variant.explain([str(card) for card in cards])
            assert (explained.coup.player, explained.coup.banker) == (player, banker)
            left = unseen[row] - np.bincount(cards, minlength=10)
            assert (left >= 0).all()
            if row + 1 < len(notes) and notes[row + 1, 0] == shoe:
                assert (unseen[row + 1] == left).all()
            start, place = place, place + len(cards) + burn_each
            if allowed is not None:
                allowed -= 1
            elif start < cut < place:
                allowed = 1 if mid_coup == "one-more" else 0
        assert allowed == 0 or (allowed is None and place == cut and first_card == "not-commence")


def chi_square(counts: dict[exact.Outcome, int], distribution: exact.Distribution) -> float:
    """Pearson's statistic over outcomes of expectation 20 and more, the rest pooled, in standard deviations of its own."""
    total = sum(counts.values())
    statistic, degrees, rare, expected_rare = 0.0, -1, total, float(total)
    for outcome in distribution.deals:
        expected = total * float(distribution.probability(outcome))
        if expected >= 20:
            statistic += (counts.get(outcome, 0) - expected) ** 2 / expected
            degrees, rare, expected_rare = degrees + 1, rare - counts.get(outcome, 0), expected_rare - expected
    statistic += (rare - expected_rare) ** 2 / expected_rare if expected_rare >= 20 else 0
    return (statistic - degrees) / (2 * degrees) ** 0.5


@pytest.mark.parametrize("game", exact.catalogue())
@pytest.mark.parametrize(
    "procedure", [Procedure(FULL, kind="fresh"), Procedure(FULL, kind="shuffler", buffer=0)], ids=["fresh", "shuffler"]
)
def test_fresh_coups_agree_with_the_enumerator(game: str, procedure: Procedure) -> None:
    variant = exact.game(game)
    found = simulate(variant, procedure, 1_000_000, 11, Now(), 1)  # type: ignore[arg-type]
    counts = outcomes(tables(variant), found.tallies.counts.sum(axis=0))
    needs = tables(variant).game.needs
    merged: Counter[exact.Outcome] = Counter()
    for outcome, number in counts.items():
        blind = [hand._replace(counted=tuple(c for c in hand.counted if c in needs.values)) for hand in outcome]
        merged[exact.Outcome(*blind)] += number
    assert sum(merged.values()) == found.coups == 1_000_000
    assert abs(chi_square(merged, variant.outcomes(FULL))) < 4.5


def test_a_wrong_table_would_be_seen() -> None:
    """The statistic has power: against the odds of six decks the same million coups of one deck are far out."""
    variant = exact.game("live-7up")
    found = simulate(variant, Procedure(exact.Shoe.decks(1), kind="fresh"), 1_000_000, 11, Now(), 1)  # type: ignore[arg-type]
    assert chi_square(outcomes(tables(variant), found.tallies.counts.sum(axis=0)), variant.outcomes(exact.Shoe.decks(6))) > 20


@cache
def every_order(game: str, procedure: Procedure) -> tuple[Any, Any]:
    """The record of every order of a small shoe, dealt here by the rules as ``tests.brute`` has them."""
    counts, deal = procedure.shoe.counts, brute.classic if game == "baccarat" else brute.seven_up
    fixed = 0 if game == "baccarat" else 1
    unseen_rows, notes = [], []
    cut = sum(counts) - procedure.cut
    orders = distinct_permutations([value for value, number in enumerate(counts) for _ in range(number)])
    for shoe, cards in enumerate(orders):
        place, number, unseen = 0, 0, list(counts)
        if procedure.burn:
            unseen[cards[0]] -= 1
            place = 1 + (cards[0] or 10)
        to_deal = -1
        while to_deal:
            number += 1
            hands = deal(cards[place + procedure.burn_each :])
            unseen_rows.append(tuple(unseen))
            numbers = [sum(c * w for c, w in zip((*hand, 10)[:3], (110, 11, 1), strict=True)) for hand in hands]
            notes.append((shoe, number, *numbers, place))
            place += procedure.burn_each
            for card in hands[0][fixed:] + hands[1]:
                unseen[card] -= 1
                place += 1
            to_deal -= to_deal > 0
            if to_deal < 0 and place >= cut:
                to_deal = ["last", "one-more"].index(procedure.mid_coup)
                if place == cut:
                    to_deal = ["not-commence", "last", "one-more"].index(procedure.first_card)
    return np.array(unseen_rows), np.array(notes)


SMALL = [
    ("mbs-7up", False, False, 6, "last", "not-commence", (0, 5, 0, 0, 4, 0, 0, 4, 0, 0)),
    ("mbs-7up", False, False, 5, "last", "last", (5, 0, 0, 0, 4, 0, 0, 4, 0, 0)),
    ("mbs-7up", False, False, 9, "one-more", "last", (0, 5, 0, 0, 4, 0, 0, 4, 0, 0)),
    ("mbs-7up", False, True, 8, "last", "not-commence", (0, 5, 0, 0, 4, 0, 0, 4, 0, 0)),
    ("mbs-7up", True, False, 4, "last", "not-commence", (0, 5, 0, 0, 4, 0, 4, 0, 0, 0)),
    ("mbs-7up", True, True, 7, "last", "last", (0, 18, 0, 0, 0, 0, 0, 4, 0, 0)),
    ("mbs-7up", False, False, 10, "one-more", "one-more", (18, 0, 0, 0, 0, 0, 0, 4, 0, 0)),
    ("live-7up", True, False, 5, "last", "not-commence", (0, 4, 0, 0, 0, 17, 0, 0, 0, 0)),
    ("baccarat", True, False, 6, "last", "not-commence", (0, 0, 18, 0, 0, 0, 0, 4, 0, 0)),
    ("baccarat", False, True, 14, "one-more", "one-more", (0, 0, 0, 0, 22, 0, 0, 0, 4, 0)),
]


@pytest.mark.parametrize(
    ("game", "burn", "burn_each", "cut", "mid_coup", "first_card", "counts", "hands"),
    [(*shoe, hands) for shoe in SMALL for hands in (None, 2)] + [(*shoe, 1) for shoe in SMALL[::4]],
)
def test_over_all_orders_of_a_shoe_the_controls_change_no_mean(
    game: str, burn: bool, burn_each: bool, cut: int, mid_coup: Any, first_card: Any, counts: tuple[int, ...], hands: int | None
) -> None:
    """Equations (1) to (6) of ``exact.simulation.controls``, and that of ``_by_number``, for every order of a small shoe."""
    variant = exact.game(game)
    procedure = Procedure(exact.Shoe(counts), burn=burn, burn_each=burn_each, cut=cut, mid_coup=mid_coup, first_card=first_card)
    unseen, notes = every_order(game, procedure)
    coups = read_coups(variant, procedure, course_of(variant, procedure), unseen, notes)
    shoes = multinomial(*counts)
    assert len(set(notes[:, 0].tolist())) == shoes
    plain = (coups.returns - coups.course.full) * offered(coups, hands)[:, None]
    assert hands or np.abs(plain.sum(axis=0)).max() > 0.001 * shoes
    assert excess(coups, hands).sum(axis=0) / shoes == pytest.approx(plain.sum(axis=0) / shoes, abs=1e-10)
    acting = []
    for terms in (hedges, surprises, worths, openings):
        controls, of_all = terms(coups, hands), terms(coups, None)
        assert controls.sum(axis=-2) / shoes == pytest.approx(np.zeros_like(controls[..., 0, :]), abs=1e-10)
        acting.append(bool(np.abs(of_all).max() > 0.001))
    assert sum(acting) >= 2
    most = most_coups(variant, procedure)
    assert notes[:, 1].max() <= most
    sums = _by_number(coups, most)
    for number in range(1, most + 1):
        nth = notes[:, 1] == number
        assert (sums[0, :, number - 1] == nth.sum()).all()
        assert sums[1, :, number - 1] / shoes == pytest.approx(((coups.returns - coups.course.full)[nth]).sum(axis=0) / shoes, abs=1e-10)


def test_the_gain_is_the_intercept_of_a_regression_on_its_controls() -> None:
    """Against the normal equations of the observations themselves; one control is 0 throughout, as that of a single bet's second bet."""
    rng = np.random.default_rng(3)
    controls = rng.normal(0.2, 1, (150, 4)) * [1, 30, 1e-5, 0]
    gain = 2 + controls @ [3.0, -0.1, 1e4, 0.0] + rng.normal(0, 0.5, 150)
    rows = np.column_stack([np.ones(150), gain, controls])
    found = _fitted(rows.T @ rows, 150)
    design = rows[:, [0, 2, 3, 4]] * [1, 1, 1, 1e5]
    inverse = np.linalg.inv(design.T @ design)
    fit = inverse @ design.T @ gain
    residual = gain - design @ fit
    assert found.mean == pytest.approx(fit[0])
    assert found.error == pytest.approx((residual @ residual / (150 - 4) * inverse[0, 0]) ** 0.5)
    assert abs(found.mean - 2) < 3 * found.error


def test_the_errors_are_those_of_the_sums_of_each_shoe() -> None:
    """Of 300 shoes of 7 Up: the cut-card effect and the return by coup number, from what every single shoe adds to them."""
    variant, procedure, shoes = exact.game("mbs-7up"), Procedure(FULL), 300
    valued = value_coups(variant, procedure, shoes, 9, Now(), 1)  # type: ignore[arg-type]
    course, most = course_of(variant, procedure), most_coups(variant, procedure)
    _, (unseen, notes) = deal_block(variant, procedure, 9, 0, shoes, shoes * most)
    coups = read_coups(variant, procedure, course, unseen, notes)
    over, played = excess(coups, None)[:, 0], np.bincount(notes[:, 0])
    effect = valued.bets[0].effect
    apart = np.bincount(notes[:, 0], over) - effect.mean * played
    assert effect.mean == pytest.approx(over.sum() / len(notes))
    assert effect.error == pytest.approx((apart @ apart / (shoes * (shoes - 1))) ** 0.5 / played.mean())
    for number, found in enumerate(valued.bets[0].by_coup[course.sure_coups :], course.sure_coups + 1):
        added, have = [], 0
        for shoe in range(shoes):
            of_shoe = notes[:, 0] == shoe
            returns, held = coups.returns[of_shoe, 0], coups.held[of_shoe, 0]
            has = played[shoe] >= number
            have += has
            if number > course.coups:
                added.append(returns[number - 1] - course.full[0] if has else None)
            elif has:
                added.append(returns[number - 1] - held[number - 1])
            else:
                added.append(-(held[-1] + coups.step[of_shoe, 0][-1] - course.full[0]))
        mean = sum(one for one in added if one is not None) / have
        assert found.mean == pytest.approx(course.full[0] + mean, abs=1e-12)
        if found.error is not None:
            told = [0 if one is None else one - mean * (played[shoe] >= number) for shoe, one in enumerate(added)]
            assert found.error == pytest.approx(sum(one * one for one in told) ** 0.5 / have)


@pytest.mark.parametrize(
    ("game", "procedure", "effect", "play"),
    [
        ("mbs-7up", Procedure(FULL, cut=208), 10_000, 10_000),
        ("mbs-7up", Procedure(FULL, burn_each=True), 1_000, 3_000),
        ("mbs-7up", Procedure(FULL, limited="super-sevens", hands=90), 5_000, 3_000),
        ("baccarat", Procedure(FULL), 1_000_000, 1_000),
    ],
)
def test_results_need_many_times_the_shoes_by_every_procedure(game: str, procedure: Procedure, effect: int, play: int) -> None:
    """A control that lost its grip would still have mean zero: what it is for is the precision."""
    valued = value_coups(exact.game(game), procedure, 4_000, 8, Now(), 1)  # type: ignore[arg-type]
    for bet in valued.bets:
        assert (bet.returns.variance_ratio or 0) > effect
        assert (bet.perfect_play.variance_ratio or 0) > play


def test_the_cut_card_effect_is_the_published_one() -> None:
    """Figures of the cut-card study: 18 million shoes, MBS schedule, burn by first card, cut card 14 from the end, one more coup."""
    published = {"player": (-0.026020, 0.000020), "banker": (-0.025692, 0.000023), "super-sevens": (-0.087409, 0.000048)}
    valued = value_coups(exact.game("mbs-7up"), ONE_MORE, 20_000, 5, Now(), 1)  # type: ignore[arg-type]
    for bet in valued.bets:
        assert bet.returns.exact.mean == bet.fresh + bet.effect.mean
        assert (bet.returns.variance_ratio or 0) > 2000
        assert (bet.perfect_play.variance_ratio or 0) > 1500
        if bet.bet in published:
            mean, error = published[bet.bet]
            for ratio in (bet.returns.exact, bet.returns.results):
                assert abs(ratio.mean - mean) < 4 * (ratio.error**2 + error**2) ** 0.5
    assert (valued.best_of["player or banker"].variance_ratio or 0) > 1500
    assert abs(valued.coups_a_shoe.mean - 103.87) < 0.1
    assert abs(valued.deviation_of_coups - 2.13) < 0.05
    assert round(valued.best_of["player or banker"].exact.mean, 1) == 1.3
    assert round(next(bet.perfect_play.exact.mean for bet in valued.bets if bet.bet == "super-sevens")) == 5


def test_exact_returns_and_results_of_the_same_shoes_measure_the_same() -> None:
    """By shoe the two differ by noise alone, for every bet of every game and for perfect play; one deck, where effects are great.

    A tie of the classic game is favorable in too few of these shoes for an error.
    """
    without_error = 0
    for name in ("live-7up", "baccarat"):
        valued = value_coups(exact.game(name), Procedure(exact.Shoe.decks(1)), 20_000, 4, Now(), 1)  # type: ignore[arg-type]
        for measured in [m for bet in valued.bets for m in (bet.returns, bet.perfect_play)] + list(valued.best_of.values()):
            if measured.exact.error is None or measured.results.error is None:
                without_error += 1
                continue
            assert measured.exact.error < measured.results.error
            assert abs(measured.exact.mean - measured.results.mean) < 4 * measured.results.error
    assert without_error == 1


def test_coups_that_every_shoe_has_are_worth_a_coup_from_the_full_shoe_exactly() -> None:
    variant = exact.game("live-7up")
    valued = value_coups(variant, Procedure(FULL, limited="super-sevens", hands=40), 300, 2, Now(), 1)  # type: ignore[arg-type]
    for bet in valued.bets:
        assert bet.fresh == float(variant.odds(FULL)[bet.bet].expected_value or 0)
        assert {(coup.mean, coup.error) for coup in bet.by_coup[:40]} == {(bet.fresh, 0.0)}
    sevens = valued.bets[-1]
    assert (sevens.bet, sevens.effect.mean, sevens.effect.error) == ("super-sevens", 0.0, 0.0)
    assert sevens.returns.variance_ratio is None
    assert len(sevens.by_coup) == 40


def test_only_what_every_shoe_has_is_called_exact() -> None:
    """79 coups begin before the cut card whatever is burned and dealt; that no shoe of a sample is shorter proves nothing."""
    variant = exact.game("live-7up")
    for hands, sure in ((79, True), (80, False), (96, False)):
        procedure = Procedure(FULL, limited="super-sevens", hands=hands)
        assert (hands <= -(-(416 - 14 - 11) // 5)) is sure
        sevens = value_coups(variant, procedure, 60, 1, Now(), 1).bets[-1]  # type: ignore[arg-type]
        assert (sevens.sure, sevens.effect.error == 0) == (sure, sure)


def test_too_few_shoes_tell_of_no_error() -> None:
    valued = value_coups(exact.game("live-7up"), Procedure(FULL, limited="super-sevens", hands=40), 29, 1, Now(), 1)  # type: ignore[arg-type]
    for bet in valued.bets[:-1]:
        assert (bet.effect.error, bet.returns.results.error, bet.perfect_play.exact.error, bet.returns.variance_ratio) == (None,) * 4
    shown = run("simulate", "live-7up", "--shoes", "29", "--seed", "1").out
    assert [line.split()[-1] for line in shown.splitlines() if line.startswith(("player", "tie"))] == ["–", "–"]


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["mbs-7up"], "Nothing of it is in this game's rules."),
        (["live-7up"], "Not in this game's rules: cut card: 14 cards from the end; before each coup: no card is burned."),
        (["live-7up", "--first-hands", "none"], "before each coup: no card is burned; Super 7's: offered on every coup."),
        (["live-7up", "--no-burn"], "Not in this game's rules: on a new shoe: no card is burned; cut card: 14"),
        (["live-7up", "--procedure", "fresh"], "Every coup from a fresh shoe. Seed 1."),
    ],
)  # fmt: skip
@pytest.mark.parametrize("more", [[], ["--conditional"]])
def test_what_of_a_procedure_is_not_in_the_rules_is_said(arguments: list[str], said: str, more: list[str]) -> None:
    if not (more and "fresh" in arguments):
        assert said in " ".join(run("simulate", *arguments, "--shoes", "3", "--seed", "1", *more).out.split())


def test_the_same_seed_deals_the_same_shoes_with_exact_returns_and_without() -> None:
    variant, procedure = exact.game("mbs-7up"), Procedure(exact.Shoe.decks(6), mid_coup="one-more")
    valued = value_coups(variant, procedure, 2100, 8, Now(), 1)  # type: ignore[arg-type]
    counted = simulate(variant, procedure, 2100, 8, Now(), 1)  # type: ignore[arg-type]
    assert valued.coups_a_shoe.mean * 2100 == pytest.approx(counted.coups, abs=1e-6)
    for bet, scale, moments in zip(valued.bets, tables(variant).scales, counted.tallies.moments.tolist(), strict=True):
        assert bet.returns.results.mean == pytest.approx(moments[2] / moments[0] / scale, abs=1e-12)


def test_the_number_of_coups_of_a_shoe_has_no_limit() -> None:
    """A shoe of 19,500 cards has some 5,000; once those beyond 4,095 were counted with it."""
    procedure = Procedure(exact.Shoe((6000, *[1500] * 9)))
    found = simulate(exact.game("live-7up"), procedure, 3, 1, Now(), 1)  # type: ignore[arg-type]
    lengths = found.tallies.lengths
    assert int(lengths @ np.arange(len(lengths))) == found.coups
    assert int(np.flatnonzero(lengths)[0]) > 4900


def test_the_coups_of_a_great_shoe_are_all_valued() -> None:
    """A shoe of 60 decks has over 800; a fixed number of rows for each shoe once cut off those beyond 512 in silence."""
    procedure = Procedure(exact.Shoe.decks(60))
    valued = value_coups(exact.game("live-7up"), procedure, 40, 3, Now(), 1)  # type: ignore[arg-type]
    dealt = deal_block(exact.game("live-7up"), procedure, 3, 0, 40)[0].lengths
    assert valued.coups_a_shoe.mean * 40 == pytest.approx(float(dealt @ np.arange(len(dealt))))
    with pytest.raises(ArithmeticError, match="coups in a record of 512"):
        deal_block(exact.game("live-7up"), procedure, 3, 0, 1, 512)


@pytest.mark.parametrize("kind", ["shoe", "fresh", "shuffler"])
def test_the_same_seed_gives_the_same_counts_whatever_the_workers(kind: Any) -> None:
    variant, procedure = exact.game("live-7up"), Procedure(FULL, kind=kind, burn=kind == "shoe", buffer=7)
    shoes = 5000 if kind == "shoe" else 300_000
    one = simulate(variant, procedure, shoes, 9, Now(), 1)  # type: ignore[arg-type]
    with ThreadPoolExecutor(3) as pool:
        several = simulate(variant, procedure, shoes, 9, pool, 3)
    for name in ("counts", "lengths", "moments"):
        assert (getattr(one.tallies, name) == getattr(several.tallies, name)).all()
    other = simulate(variant, procedure, shoes, 10, Now(), 1)  # type: ignore[arg-type]
    assert (one.tallies.counts != other.tallies.counts).any()


def test_a_limited_bet_is_offered_on_the_first_hands_only() -> None:
    variant = exact.game("live-7up")
    procedure = Procedure(FULL, limited="super-sevens", hands=40)
    found = simulate(variant, procedure, 500, 4, Now(), 1)  # type: ignore[arg-type]
    rows = {variant.bets[index].id: row for row, index in enumerate(tables(variant, "super-sevens").bets)}
    played = {bet: int(found.tallies.moments[row, 0]) for bet, row in rows.items()}
    assert played["super-sevens"] == 500 * 40 == int(found.tallies.counts[0].sum())
    assert played["player"] == found.coups
    early = outcomes(tables(variant, "super-sevens"), found.tallies.counts[0])
    sevens = sum(n for outcome, n in early.items() if len(outcome.player.counted) + len(outcome.banker.counted) >= 2)
    assert int(found.tallies.moments[rows["super-sevens"], 2]) == 3 * sevens - 2 * (500 * 40 - sevens)


def test_a_shuffler_with_a_buffer_does_not_repeat_cards_at_once() -> None:
    """With all other cards drawn ahead, a coup's cards cannot come again in the next coup: one deck, 47 of 52 ahead."""
    variant = exact.game("live-7up")
    shoe = exact.Shoe((1, 1, 1, 1, 1, 1, 1, 1, 1, 1))
    _, (_, notes) = deal_block(variant, Procedure(shoe, kind="shuffler", burn=False, buffer=5), 1, 0, 500, 500)
    coups = [in_order(variant.rules, cards_of(int(row[2])), cards_of(int(row[3]))) for row in notes]
    assert all(not set(one) & set(two[:5]) for one, two in itertools.pairwise(coups))
    _, (_, notes) = deal_block(variant, Procedure(shoe, kind="shuffler", burn=False, buffer=0), 1, 0, 500, 500)
    coups = [in_order(variant.rules, cards_of(int(row[2])), cards_of(int(row[3]))) for row in notes]
    assert any(set(one) & set(two) for one, two in itertools.pairwise(coups))


def test_the_command_counts_cells_cards_and_sevens() -> None:
    first = run("simulate", "live-7up", "--shoes", "300", "--format", "json", "--jobs", "2")
    data = json.loads(first.out)
    assert data["schema"] == "exact.simulation/1"
    assert sum(cell["count"] for cell in data["counts"]) == data["coups"]
    assert sum(data["coups_a_shoe"].values()) == 300
    again = run("simulate", "live-7up", "--shoes", "300", "--format", "json", "--jobs", "1", "--seed", str(data["seed"]))
    assert again.out == first.out
    assert all(2 <= cell["player_cards"] <= 3 and cell["sevens"] >= 1 for cell in data["counts"])


@pytest.mark.parametrize(
    ("arguments", "part"),
    [
        (["--cut", "3"], "cut: 3: write a number of cards from 4 to 400"),
        (["--mid-coup", "one-more", "--cut", "8"], "cut: 8: write a number of cards from 9"),
        (["--decks", "inf"], "decks: inf: a simulator deals physical cards"),
        (["--procedure", "shuffler", "--buffer", "412"], "buffer: 412: write a number of cards from 0 to 411"),
        (["--procedure", "fresh", "--conditional"], "--conditional: goes with --procedure shoe"),
        (["--first-hands", "super-sevens"], "write BET=N"),
        (["--first-hands", "nope=40"], "live-7up has no such bet"),
        (["--shoes", "0"], "0 is not in the range"),
        (["--procedure", "fresh", "--cut", "10"], "--cut: has no meaning with --procedure fresh"),
        (["--buffer", "10"], "--buffer: has no meaning with --procedure shoe"),
        (["--log", "x.csv"], "--log x.csv: write to a file of its own that ends in .parquet"),
        (["--counts", "1,1,1,1,1,1,1,1,1,1"], "shoe: 10 cards are too few"),
    ],
)
def test_a_mistake_gets_one_clear_line(arguments: list[str], part: str) -> None:
    done = run("simulate", "live-7up", *arguments)
    assert (done.status, done.out, done.err.count("\n")) == (2, "", 1)
    assert part in done.err


@pytest.mark.parametrize("arguments", [["--first-hands", "none"], [], ["--procedure", "fresh"]], ids=["shoe", "limited", "fresh"])
def test_the_round_log_holds_every_coup_and_what_it_pays(arguments: list[str], tmp_path: Path) -> None:
    log = tmp_path / "rounds.parquet"
    done = run("simulate", "live-7up", "--shoes", "30", "--seed", "5", "--log", str(log), "--format", "json", *arguments)
    rows = pq.read_table(log).to_pylist()
    data = json.loads(done.out)
    assert len(rows) == data["coups"]
    game = exact.game("live-7up")
    cells = Counter()
    for row in rows:
        explained = game.explain(row["cards"])
        player, banker = (hand.total for hand in explained.coup.hands)
        assert (row["player_total"], row["banker_total"], row["winner"]) == (player, banker, explained.winner)
        for item in explained.settlements:
            offered = item.bet.id != "super-sevens" or arguments != [] or row["round"] <= 40
            assert row[f"{item.bet.id}_net"] == (float(item.net or 0) if offered else None)
        cells[player, banker] += 1
    counted = Counter()
    for cell in data["counts"]:
        counted[cell["player_total"], cell["banker_total"]] += cell["count"]
    assert cells == counted
    lengths = Counter(Counter(row["shoe"] for row in rows).values())
    assert lengths == {int(n): count for n, count in data["coups_a_shoe"].items()}
    assert [row["round"] for row in rows if row["shoe"] == 1] == list(range(1, 1 + sum(row["shoe"] == 1 for row in rows)))


def test_a_round_log_can_be_audited_and_swept_as_it_is(tmp_path: Path) -> None:
    log, out = tmp_path / "rounds.parquet", tmp_path / "returns.parquet"
    run("simulate", "mbs-7up", "--shoes", "5", "--seed", "5", "--log", str(log))
    assert run("audit", "mbs-7up", str(log), "--no-diagnose").status == 0
    assert run("sweep", "mbs-7up", str(log), "--decks", "8", "-o", str(out)).status == 0
    rows = pq.read_table(out).to_pylist()
    fresh = exact.game("mbs-7up").odds(FULL)["player"].expected_value
    assert [row["player"] for row in rows if row["round"] == 1] == [float(fresh or 0)] * 5


def kill_at_its_first_checkpoint(command: list[str], checkpoint: Path) -> int:
    """Starts the command, kills it once it has kept something; the blocks that it kept."""
    with subprocess.Popen(command, stderr=subprocess.PIPE, env=environment()) as process:
        end = time.monotonic() + 60
        while not checkpoint.exists():
            assert process.poll() is None
            assert time.monotonic() < end
            time.sleep(0.01)
        process.kill()
        process.communicate()
    return int(json.loads(checkpoint.read_text())["blocks"])


def test_a_killed_simulation_goes_on_from_its_checkpoint_with_the_same_counts(tmp_path: Path) -> None:
    out = tmp_path / "counts.json"
    shoes = 1_500_000
    command = [*COMMAND, "simulate", "live-7up", "--shoes", str(shoes), "--seed", "3", "--jobs", "1", "-o", str(out)]
    assert 0 < kill_at_its_first_checkpoint(command, Path(f"{out}.checkpoint")) < shoes // 2048
    assert not out.exists()
    for change in (["--cut", "20"], ["--conditional"]):
        other = subprocess.run([*command, *change], capture_output=True, env=environment(), check=False)
        assert b"belongs to another run" in other.stderr
        assert other.returncode == 2
    assert subprocess.run(command, capture_output=True, env=environment(), check=False).returncode == 0
    with ThreadPoolExecutor(2) as pool:
        whole = simulate(exact.game("live-7up"), Procedure(FULL), shoes, 3, pool, 2)
    data = json.loads(out.read_text())
    assert data["coups"] == whole.coups
    assert data["coups_a_shoe"] == {str(n): int(c) for n, c in enumerate(whole.tallies.lengths.tolist()) if c}
    assert sorted(path.name for path in tmp_path.iterdir()) == ["counts.json"]


def test_killed_conditional_returns_go_on_with_the_same_bytes(tmp_path: Path) -> None:
    shoes, out = 7_000, tmp_path / "returns.json"
    command = [*COMMAND, "simulate", "live-7up", "--shoes", str(shoes), "--seed", "3", "--conditional", "--jobs", "1"]
    assert 0 < kill_at_its_first_checkpoint([*command, "-o", str(out)], Path(f"{out}.checkpoint")) < shoes // 256
    assert subprocess.run([*command, "-o", str(out)], capture_output=True, env=environment(), check=False).returncode == 0
    whole = subprocess.run([*command[:-1], "2", "--format", "json"], capture_output=True, env=environment(), check=True)
    assert out.read_bytes() == whole.stdout
    assert [path.name for path in tmp_path.iterdir()] == ["returns.json"]


def test_a_broken_checkpoint_is_one_clear_line(tmp_path: Path) -> None:
    (tmp_path / "c.json.checkpoint").write_text('{"run": ')
    done = run("simulate", "live-7up", "--shoes", "10", "--seed", "3", "-o", str(tmp_path / "c.json"))
    assert done.status == 2
    assert "is no checkpoint" in done.err
    assert done.err.count("\n") == 1


def test_the_procedure_comes_from_the_game_file_and_options_go_before_it() -> None:
    said = json.loads(run("simulate", "live-7up", "--shoes", "3", "--seed", "1", "--format", "json").out)["procedure"]
    assert said == {
        "kind": "shoe", "burn": True, "cut": 14, "mid_coup": "last", "first_card": "not-commence", "burn_each": False, "buffer": 0,
        "limited": "super-sevens", "hands": 40,
    }  # fmt: skip
    assert procedure_of(exact.game("baccarat")) == {}
    options = ["--no-burn", "--cut", "30", "--first-hands", "none", "--burn-each"]
    said = json.loads(run("simulate", "live-7up", "--shoes", "3", "--seed", "1", "--format", "json", *options).out)["procedure"]
    assert (said["burn"], said["cut"], said["limited"], said["burn_each"]) == (False, 30, None, True)


def test_a_limited_bet_is_valued_on_the_hands_it_is_offered_on() -> None:
    """Nothing that it does after its last hand counts; the other bets do not see the limit."""
    game = exact.game("mbs-7up")
    free = value_coups(game, Procedure(FULL), 600, 2, Now(), 1)  # type: ignore[arg-type]
    for hands in (40, 90):
        limited = value_coups(game, Procedure(FULL, limited="super-sevens", hands=hands), 600, 2, Now(), 1)  # type: ignore[arg-type]
        one, other = limited.bets[-1], free.bets[-1]
        assert one.bet == "super-sevens"
        assert abs(one.returns.results.mean - one.returns.exact.mean) < 5 * one.returns.results.error
        assert one.perfect_play.exact.mean < other.perfect_play.exact.mean
        assert abs(one.perfect_play.results.mean - one.perfect_play.exact.mean) < 5 * one.perfect_play.results.error
        assert limited.bets[:-1] == free.bets[:-1]


@pytest.mark.filterwarnings("default")
def test_a_cluster_gives_the_same_bytes(cluster: tuple[str, list[subprocess.Popen[bytes]]]) -> None:
    here = ["simulate", "live-7up", "--shoes", "5000", "--seed", "3", "--format", "json"]
    done = run(*here, "--scheduler", cluster[0])
    assert (done.status, done.err) == (0, "")
    assert done.out == run(*here, "--jobs", "1").out


def test_a_game_without_a_paytable_has_no_conditional_returns() -> None:
    done = run("simulate", "prevision-7up", "--conditional", "--shoes", "3", "--seed", "1")
    assert (done.status, done.err.count("\n")) == (2, 1)
    assert "no bet has a paytable" in done.err
