"""Audits: the laws of faulty sources, the statistics, what is said of right sources and of wrong ones."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from fractions import Fraction
from functools import cache
from itertools import permutations
from math import inf
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.stats import binom

import exact
from exact.audit.counts import Source, is_round_log, read_source, simulation_source
from exact.audit.drawings import drawing
from exact.audit.faults import KnownFault, faults, known_faults
from exact.audit.law import Law, deals_of, game_law, needs_of, rank_shares
from exact.audit.observations import MeasuredReturn, Observations, ShoeMoments
from exact.audit.reference import Reference, dealt, fresh, saved
from exact.audit.simulated import SourceError
from exact.audit.statistics import Check, card_tests, chi_square, deviation, holm, noncentrality, pool, quantile, rounds_for
from exact.audit.tree import tree
from exact.audit.verdict import Audit, Plan, audit
from exact.audit.views import View, views
from exact.report.audit import audit_document, audit_json
from exact.report.formats import render
from exact.report.procedure import describe_procedure
from exact.report.simulation import simulation_json
from exact.report.text import render_text
from exact.simulation.engine import simulate
from exact.simulation.procedure import Procedure
from tests import brute, computed
from tests.games import SIDE_BETS, changed, document
from tests.run import run

FULL = exact.Shoe.decks(8)
LIVE = exact.game("live-7up")
SMALL = {"live-7up": (3, 1, 0, 1, 0, 1, 1, 1, 1, 0), "baccarat": (2, 1, 0, 1, 1, 0, 1, 1, 1, 1)}
BASIC = Plan(diagnose=False)


def fault(said: str, game: exact.Game = LIVE, shoe: exact.Shoe = FULL) -> KnownFault:
    (found,) = [one for one in known_faults(game, shoe) if one.said == said]
    return found


def report(law: Law, rounds: int, form: str, seed: int | None = None) -> Observations:
    """What a source of this law reports: expected counts, rounded, or counts drawn at random."""
    records = list(law.weights)
    shares = np.array([law.weights[record] / law.total for record in records])
    if seed is None:
        numbers = [round(rounds * share) for share in shares]
    else:
        numbers = np.random.default_rng(seed).multinomial(rounds, shares / shares.sum()).tolist()
    events: Counter[tuple[str, str]] = Counter()
    cells: Counter[tuple[int, int, int, int, int]] = Counter()
    for record, number in zip(records, numbers, strict=True):
        events["winner", record.winner] += number
        cells[record.cell] += number
    return Observations(sum(numbers), events=events, cells=cells if form == "cells" else {})  # type: ignore[arg-type]


def held(seen: Observations, plan: Plan = BASIC, reference: Reference | None = None, unit: Fraction = Fraction(0)) -> Audit:
    return audit(LIVE, FULL, Source("events", seen, unit), reference or fresh(LIVE, FULL), plan)


# The laws of faulty sources.


@pytest.mark.parametrize("name", [*exact.catalogue(), SIDE_BETS])
def test_the_tree_dealt_by_the_rules_is_the_distribution(name: str) -> None:
    game = exact.game(name)
    grown = tree(game.rules.fixed, game.rules.order, FULL, needs_of(game))
    assert grown.deal(drawing(game)) == deals_of(game, FULL)
    assert {bet: moments.mean for bet, moments in game_law(game, FULL).moments.items()} == {
        odds.bet.id: odds.expected_value for odds in game.odds(FULL).bets if odds.expected_value is not None
    }


def final_natural(player: list[int], banker: list[int], deck: list[int]) -> tuple[list[int], list[int]]:
    if sum(player) % 10 >= 8 or sum(banker) % 10 >= 8:
        return player, banker
    third = deck.pop(0) if sum(player) % 10 <= 5 else None
    player = player if third is None else [*player, third]
    draws = brute.banker_draws(sum(banker) % 10, third) and not (third is not None and sum(player) % 10 >= 8)
    return player, [*banker, deck.pop(0)] if draws else banker


def against_naturals(player: list[int], banker: list[int], deck: list[int]) -> tuple[list[int], list[int]]:
    third = deck.pop(0) if sum(player) % 10 <= 5 else None
    draws = sum(banker) % 10 <= 7 and brute.banker_draws(sum(banker) % 10, third)
    return (player if third is None else [*player, third]), [*banker, deck.pop(0)] if draws else banker


def always_to_five(player: list[int], banker: list[int], deck: list[int]) -> tuple[list[int], list[int]]:
    if sum(player) % 10 >= 8 or sum(banker) % 10 >= 8:
        return player, banker
    player = [*player, deck.pop(0)] if sum(player) % 10 <= 5 else player
    return player, [*banker, deck.pop(0)] if sum(banker) % 10 <= 5 else banker


def looked_up_final(player: list[int], banker: list[int], deck: list[int]) -> tuple[list[int], list[int]]:
    if sum(player) % 10 >= 8 or sum(banker) % 10 >= 8:
        return player, banker
    third = deck.pop(0) if sum(player) % 10 <= 5 else None
    player = player if third is None else [*player, third]
    draws = brute.banker_draws(sum(banker) % 10, None if third is None else sum(player) % 10)
    return player, [*banker, deck.pop(0)] if draws else banker


WRONG_PLAYS: dict[str, Callable[[list[int], list[int], list[int]], tuple[list[int], list[int]]]] = {
    "a natural is looked for in the Player's final total instead of its two-card total": final_natural,
    "a third card is dealt against a natural, to either hand": against_naturals,
    "the Banker always draws on 0-5, whatever the Player's third card": always_to_five,
    "the Banker's row is looked up with the Player's final total instead of the third card": looked_up_final,
}


def by_brute_force(game: str, counts: tuple[int, ...], play: Any) -> dict[tuple[int, int, int, int, int], Fraction]:
    """Every ordered deal of a small shoe by a wrong rule, written out without the package."""
    cards = [value for value, number in enumerate(counts) for _ in range(number)]
    first = {"live-7up": 3, "baccarat": 4}[game]
    seen: Counter[tuple[int, int, int, int, int]] = Counter()
    for deck in permutations(cards, first + 2):
        if game == "live-7up":
            player, banker = play([7, deck[1]], [deck[0], deck[2]], list(deck[first:]))
        else:
            player, banker = play([deck[0], deck[2]], [deck[1], deck[3]], list(deck[first:]))
        seen[sum(player) % 10, sum(banker) % 10, len(player), len(banker), (player + banker).count(7)] += 1
    return {cell: Fraction(number, sum(seen.values())) for cell, number in seen.items()}


def cells(law: Law) -> dict[Any, Fraction]:
    return {cell: Fraction(weight, law.total) for cell, weight in law.project(lambda record: record.cell).items()}


@pytest.mark.parametrize("said", WRONG_PLAYS)
@pytest.mark.parametrize("game", SMALL)
def test_wrong_drawing_rules_have_the_law_that_brute_force_gives(game: str, said: str) -> None:
    found = fault(said, exact.game(game), exact.Shoe(SMALL[game]))
    assert cells(found.law) == by_brute_force(game, SMALL[game], WRONG_PLAYS[said])


def test_cards_read_wrongly_have_the_law_that_brute_force_gives() -> None:
    """A shoe of 10, J, Q, K, 10, J, Q, K and one of some others, each card with the value it adds and that it is looked up with."""
    counts = (8, 0, 1, 0, 0, 1, 0, 0, 0, 0)
    kinds = {"J, Q and K count 1, 2 and 3": [(1, 1), (2, 2), (3, 3)], "J, Q and K count 11, 12 and 13": [(1, 0), (2, 0), (3, 0)]}
    for said, faces in kinds.items():
        cards = [(0, 0), (0, 0), *faces, *faces, (2, 2), (5, 5)]
        seen: Counter[tuple[int, int, int, int, int]] = Counter()
        for deck in permutations(cards, 5):
            (b1, _), (p2, _), (b2, _), *rest = deck
            player, banker = [7, p2], [b1, b2]
            if sum(player) % 10 < 8 and sum(banker) % 10 < 8:
                third = rest.pop(0) if sum(player) % 10 <= 5 else None
                player = player if third is None else [*player, third[0]]
                if brute.banker_draws(sum(banker) % 10, None if third is None else third[1]):
                    banker = [*banker, rest.pop(0)[0]]
            seen[sum(player) % 10, sum(banker) % 10, len(player), len(banker), 1] += 1
        law = cells(fault(said, LIVE, exact.Shoe(counts)).law)
        assert law == {cell: Fraction(number, sum(seen.values())) for cell, number in seen.items()}


def test_one_card_a_hand_is_one_card_from_the_shoe() -> None:
    law = fault("one card a hand", exact.game("baccarat")).law
    tied = sum(count * (count - 1) for count in FULL.counts)
    assert Fraction(sum(w for r, w in law.weights.items() if r.winner == "tie"), law.total) == Fraction(tied, 416 * 415)
    assert {(record.cell[2], record.cell[3]) for record in law.weights} == {(1, 1)}


def test_two_naturals_that_tie_move_the_naturals_of_unequal_totals() -> None:
    right, wrong = game_law(LIVE, FULL), fault("two naturals always tie").law
    moved = sum(w for r, w in right.weights.items() if r.cell[2:4] == (2, 2) and {r.cell[0], r.cell[1]} == {8, 9})
    ties = [sum(w for r, w in law.weights.items() if r.winner == "tie") for law in (right, wrong)]
    assert ties[1] - ties[0] == moved > 0


def test_the_fixed_7_taken_from_the_shoe_has_the_confirmed_returns() -> None:
    game = exact.game("mbs-7up")
    law = fault("the fixed 7 is taken from the shoe", game, exact.Shoe.decks(6)).law
    assert {bet: f"{float(law.moments[bet].mean):.6f}" for bet in ("player", "super-sevens")} == computed.SEVEN_FROM_SHOE_6_DECKS


def test_a_bet_paid_as_in_another_game_has_that_game_s_return() -> None:
    law = fault("Banker is paid as in mbs-7up").law
    assert law.moments["banker"].mean == exact.game("mbs-7up").odds(FULL)["banker"].expected_value
    assert law.weights == game_law(LIVE, FULL).weights


def test_no_two_faults_have_one_law_and_none_has_that_of_the_game() -> None:
    found = faults(LIVE, FULL)
    laws = {(one.law.total, frozenset(one.law.weights.items()), tuple(one.law.moments.items())) for one in found}
    assert len(laws) == len(found) > 150
    assert all(one.law.weights != game_law(LIVE, FULL).weights or one.kind == "paytable" for one in found)


@pytest.mark.parametrize("game", exact.catalogue())
def test_cards_of_a_coup_by_rank_are_those_of_the_walk(game: str) -> None:
    variant, shoe = exact.game(game), exact.Shoe((8, 2, 2, 2, 2, 2, 2, 2, 2, 2))
    if game == "baccarat":
        shoe = exact.Shoe(SMALL[game])
    seen = [Fraction(0)] * 10
    for coup, probability in variant.walk(shoe):
        for card in variant.rules.dealt(coup):
            seen[card] += probability
    shares = rank_shares(variant, shoe)
    assert [shares[rank] for rank in "A23456789"] == [float(share / sum(seen)) for share in seen[1:]]
    assert shares["T"] == shares["K"] == float(seen[0] / sum(seen) / 4)


# Statistics.


@given(st.lists(st.floats(0, 1), min_size=1, max_size=8))
def test_holm_rejects_what_his_procedure_rejects(values: list[float]) -> None:
    """Step down: the smallest against level/m, the next against level/(m-1), ..., until one is not below."""
    level, rejected = 0.05, set()
    for step, index in enumerate(sorted(range(len(values)), key=values.__getitem__)):
        if values[index] * (len(values) - step) >= level:
            break
        rejected.add(index)
    assert {index for index, p in enumerate(holm(values)) if p < level} == rejected


@settings(max_examples=50)
@given(st.dictionaries(st.integers(), st.floats(0.01, 50), min_size=1, max_size=30))
def test_pools_hold_every_cell_once_and_five_each_if_there_are_five(expected: dict[int, float]) -> None:
    pools = pool(expected)
    assert sorted(label for one in pools for label in one) == sorted(expected)
    if sum(expected.values()) > 5.001:
        assert all(sum(expected[label] for label in one) >= 5 for one in pools)


def test_rounds_for_a_half_width_are_the_published_ones() -> None:
    """0.1% at 95%, flat bets: classic Banker 3,303,727, 8 decks; 7 Up Player 2,860,297, 6 decks.

    They were made from standard deviations rounded to six decimals; ours are exact before the last step.
    """
    for game, decks, bet, known in (("baccarat", 8, "banker", 3_303_727), ("live-7up", 6, "player", 2_860_297)):
        variance = exact.game(game).odds(exact.Shoe.decks(decks))[bet].variance
        assert variance is not None
        assert abs(rounds_for(0.001, float(variance)) - known) <= 2


def test_chi_square_of_a_fair_die_is_the_textbook_s() -> None:
    """Counts 5, 8, 9, 8, 10, 20 in 60 throws: 13.4 with 5 degrees of freedom, p = 0.01991."""
    view = View("die", dict(enumerate([5, 8, 9, 8, 10, 20])), lambda _: None)
    (test,) = chi_square(view, dict.fromkeys(range(6), 1 / 6), 1.0, 0.0)
    assert (round(test.statistic, 9), test.degrees, round(test.p, 5)) == (13.4, 5, 0.01991)


def test_the_noncentrality_gives_the_power_of_the_normal_test() -> None:
    """With one degree of freedom it is (z of the level + z of the power)^2, the other tail apart."""
    assert abs(noncentrality(1, 0.01) - (quantile(0.01) + 1.2815515655446004) ** 2) < 1e-6


def test_events_of_player_and_banker_make_one_view_and_sevens_another() -> None:
    law = game_law(LIVE, FULL)
    events = Counter(dict.fromkeys([("winner", "tie")], 0))
    for record, weight in law.weights.items():
        events["winner", record.winner] += weight
        for bet, line in zip(LIVE.bets, record.lines, strict=True):
            events[bet.id, bet.every_line()[line].event] += weight
    found = views(LIVE, law, Observations(law.total, events=events))
    assert [len(view.counts) for view in found] == [6, 2]
    for view in found:
        assert view.counts == law.project(view.label)


# Right sources.


def rejections(tests: list[tuple[Check, ...]]) -> Counter[str]:
    return Counter(test.name for each in tests for test in each if test.p < 0.05)


def as_often_as_the_level_says(found: list[Audit]) -> None:
    """Each test alone rejects at its level within a binomial bound of one in a thousand, the family at most so often."""
    runs = len(found)
    low, high = binom.ppf(0.0005, runs, 0.05), binom.ppf(0.9995, runs, 0.05)
    names = {test.name for one in found for test in one.tests}
    alone = rejections([one.tests for one in found])
    for name in names:
        if sum(any(test.name == name and test.method != "binomial" for test in one.tests) for one in found) == runs:
            assert low <= alone[name] <= high, (name, alone[name])
    assert sum(one.verdict != "agrees" for one in found) <= high


def simulated(procedure: Procedure, shoes: int, seed: int, workers: Any) -> Source:
    return simulation_source(LIVE, simulation_json(simulate(LIVE, procedure, shoes, seed, workers, 2)))


def test_a_right_simulator_of_fresh_coups_is_rejected_as_often_as_the_level_says() -> None:
    plan, reference = replace(BASIC, level=0.05), fresh(LIVE, FULL)
    with ThreadPoolExecutor(2) as pool:
        sources = [simulated(Procedure(FULL, kind="fresh"), 20_000, seed, pool) for seed in range(200)]
    as_often_as_the_level_says([audit(LIVE, FULL, source, reference, plan) for source in sources])


@cache
def shoe_reference() -> Reference:
    with ThreadPoolExecutor(2) as pool:
        return dealt(LIVE, Procedure(FULL), "shoes", 20_000, pool, 2)


def test_a_right_simulator_of_shoes_is_rejected_as_often_as_the_level_says() -> None:
    """With moments by shoe. Independent rounds would be too wide for it: by shoe the Player's return varies a tenth less."""
    plan, reference = replace(BASIC, level=0.05), shoe_reference()
    with ThreadPoolExecutor(2) as pool:
        sources = [simulated(Procedure(FULL), 200, seed, pool) for seed in range(200)]
    as_often_as_the_level_says([audit(LIVE, FULL, source, reference, plan) for source in sources])
    assert reference.bets["player"].rate < 0.95 * float(game_law(LIVE, FULL).moments["player"].variance)


def test_the_shoe_reference_has_the_cut_card_effect() -> None:
    """Shoe-dealt 7 Up differs from the fresh shoe (Super 7's: -0.3420 and -0.3422), classic results at most by noise."""
    reference = shoe_reference()
    for bet, exact_ in fresh(LIVE, FULL).bets.items():
        assert abs(reference.bets[bet].mean - exact_.mean) < 6 * reference.bets[bet].error + 0.0004
    view = views(LIVE, reference.law, Observations(3, events={("winner", "player"): 1, ("winner", "banker"): 1, ("winner", "tie"): 1}))[0]
    assert 0.8 < reference.spread(view) < 1


def test_a_saved_simulation_is_a_reference_with_an_error_of_its_own() -> None:
    """Chi-square over its degrees is 1 in the mean, with sd 0.059: without the reference's error it would be 1.25."""
    ratios = []
    with ThreadPoolExecutor(2) as pool:
        for seed in range(5):
            data = simulation_json(simulate(LIVE, Procedure(FULL), 4000, 100 + seed, pool, 2))
            reference = saved(LIVE, FULL, data, "own")
            assert reference.coups == data["coups"]
            found = audit(LIVE, FULL, simulated(Procedure(FULL), 1000, 500 + seed, pool), reference, BASIC)
            assert found.verdict == "agrees"
            ratios.append(found.tests[0].statistic / (found.tests[0].degrees or 1))
    assert abs(sum(ratios) / 5 - 1) < 4 * 0.059 / 5**0.5
    with pytest.raises(SourceError, match="not a simulation"):
        saved(LIVE, FULL, {"schema": "exact.odds/1"}, "odds")


def test_cards_by_rank_vary_less_the_more_of_a_shoe_is_dealt() -> None:
    shares = rank_shares(LIVE, FULL)
    rng = np.random.default_rng(5)
    deck = np.repeat(np.arange(13), 32)
    values = []
    for _ in range(300):
        seen = Counter(i for _ in range(5) for i in rng.permutation(deck)[:400].tolist())
        ranks = {rank: seen[place] for place, rank in enumerate(shares)}
        even = dict.fromkeys(shares, 1 / 13)
        values.append(card_tests(ranks, even, FULL, 5)[0].p)
    assert binom.ppf(0.0005, 300, 0.05) <= sum(p < 0.05 for p in values) <= binom.ppf(0.9995, 300, 0.05)


# Wrong sources.


def test_a_simulator_with_one_wrong_cell_is_found_and_the_cell_named() -> None:
    """The Banker stands on 3 against an 8: here it draws, dealt by the simulator, which knows nothing of the laws."""
    tableau = dict(document("live-7up")["tableau"])
    tableau["banker"] = tableau["banker"].replace("3  D D D D D D D D S D", "3  D D D D D D D D D D")
    wrong = changed("live-7up", tableau=tableau)
    with ThreadPoolExecutor(2) as pool:
        data = simulation_json(simulate(wrong, Procedure(FULL, kind="fresh"), 10_000_000, 3, pool, 2))
    found = audit(LIVE, FULL, simulation_source(LIVE, data), fresh(LIVE, FULL), Plan())
    assert found.verdict == "does not agree"
    assert found.diagnosis is not None
    assert found.diagnosis.named == "the Banker draws on 3 against a third card of 8"
    assert found.diagnosis.best[0].p > 0.01


NOT_IN_COUNTS = {"the reading super-sevens=hand", "the reading super-sevens=player", "the reading main-bets-on-tie=lose"}
"""Faults that leave totals, cards, sevens and winners as they are: only returns or events of the bets show them."""


def test_at_a_hundred_million_rounds_counts_show_every_fault_but_those_of_pay() -> None:
    """One fault is too small: 7 decks for 8 move no cell by more than 2 parts in a thousand; 1.3e8 rounds show it."""
    unseen = set()
    for one in faults(LIVE, FULL):
        if one.law.weights != game_law(LIVE, FULL).weights and held(report(one.law, 10**8, "cells")).verdict == "agrees":
            unseen.add(one.said)
    assert unseen - NOT_IN_COUNTS == {"7 decks"}


def test_three_counts_cannot_tell_some_wrong_cells_and_the_list_says_which() -> None:
    """A wrong cell on the Banker's 0 moves the winner so little that a million rounds do not show it."""
    seen = held(report(game_law(LIVE, FULL), 10**6, "events"), Plan())
    missed = {one.said: one.rounds for one in seen.missed}
    rounds = missed["the Banker stands on 0 against a third card of 7"]
    assert rounds is not None
    assert rounds > 10**6
    found = report(fault("the Banker stands on 0 against a third card of 7").law, 3 * rounds, "events")
    assert held(found).verdict == "does not agree"
    assert "two naturals always tie" not in missed
    assert all(missed[one.said] is None for one in faults(LIVE, FULL) if one.kind == "paytable" and "tie=lose" in one.said)


def test_three_counts_name_no_fault_where_several_are_as_likely() -> None:
    truth = fault("the Banker stands on 1 against a third card of 2")
    found = held(report(truth.law, 4_000_000, "events", seed=1), Plan())
    assert found.verdict == "does not agree"
    assert found.diagnosis is not None
    assert found.diagnosis.named is None
    assert truth.said in found.diagnosis.tied
    assert len(found.diagnosis.tied) > 1
    assert "cannot tell them apart" in found.diagnosis.said
    assert "free numbers" in found.diagnosis.said


@pytest.mark.parametrize(
    "said",
    ["Player and Banker are swapped", "one card a hand", "J, Q and K count 1, 2 and 3", "two naturals always tie", "1 deck"],
)
def test_three_counts_are_enough_for_a_gross_fault(said: str) -> None:
    found = held(report(fault(said).law, 3_000_000, "events", seed=2), Plan())
    assert found.diagnosis is not None
    assert said in found.diagnosis.tied


def test_a_source_with_a_fault_that_is_not_known_gets_no_name() -> None:
    found = held(
        Observations(10**6, events={("winner", "player"): 500_000, ("winner", "banker"): 300_000, ("winner", "tie"): 200_000}), Plan()
    )
    assert found.diagnosis is not None
    assert found.diagnosis.named is None
    assert "None of the" in found.diagnosis.said


def test_what_the_rules_cannot_deal_is_found_at_its_first_coming() -> None:
    seen = Observations(1001, cells={(7, 8, 2, 2, 1): 1000, (9, 9, 3, 2, 1): 1})
    assert any(test.method == "impossible" and test.p == 0 for test in held(seen).tests)


def test_a_return_paid_wrongly_is_named() -> None:
    measured = MeasuredReturn(10**7, float(fault("Banker is paid as in mbs-7up").law.moments["banker"].mean))
    found = audit(LIVE, FULL, Source("returns", Observations(10**7, returns={"banker": measured})), fresh(LIVE, FULL), Plan())
    assert found.verdict == "does not agree"
    assert found.diagnosis is not None
    assert "Banker is paid as in mbs-7up" in found.diagnosis.tied
    assert found.diagnosis.best[0].gain > 1000


def test_rounded_percentages_show_no_more_than_their_decimals() -> None:
    """48.2%, 41.0%, 10.8% of a billion rounds: as exact counts they would be far out."""
    seen = Observations(
        10**9, events={("winner", "banker"): 410 * 10**6, ("winner", "player"): 482 * 10**6, ("winner", "tie"): 108 * 10**6}
    )
    assert held(seen).verdict == "does not agree"
    assert held(replace(seen, approximate=True), unit=Fraction(1, 1000)).verdict == "agrees"


def test_a_return_of_few_rounds_is_not_judged() -> None:
    found = audit(
        LIVE, FULL, Source("returns", Observations(50, returns={"tie": MeasuredReturn(50, -1.0)})), fresh(LIVE, FULL), BASIC
    )  # fmt: skip
    assert (found.verdict, found.few) == ("cannot be judged", ("tie",))


TENS = exact.Shoe((40, *[0] * 9))


@pytest.mark.parametrize("procedure", [None, Procedure(TENS)], ids=["fresh", "shoes"])
def test_a_bet_that_does_not_vary_is_judged_after_one_round(procedure: Procedure | None) -> None:
    """From tens alone every classic coup ties 0 to 0: the tie wins 8, Player and Banker push."""
    game = exact.game("baccarat")
    if procedure is None:
        reference = fresh(game, TENS)
    else:
        with ThreadPoolExecutor(2) as pool:
            reference = dealt(game, procedure, "shoes", 1, pool, 2)
    for mean, verdict, z in ((8.0, "agrees", 0.0), (7.5, "does not agree", -inf), (9.0, "does not agree", inf)):
        seen = Observations(1, returns={"tie": MeasuredReturn(1, mean)})
        found = audit(game, TENS, Source("returns", seen), reference, BASIC)
        assert (found.verdict, found.few, found.tests[0].statistic) == (verdict, (), z)
        assert found.tests[0].name == "return of tie, which does not vary"
        assert "Too few rounds" not in render_text(audit_document(found))


def test_moments_by_shoe_decide_where_they_are_told() -> None:
    """Won units that hang together within shoes have a wider band than as many independent rounds."""
    n, mean = 100_000, float(game_law(LIVE, FULL).moments["player"].mean) + 0.012
    wide = ShoeMoments(1000, n, n * 100, mean * n, mean**2 * n * 100 + 1000 * 900.0, mean * n * 100)
    seen = Observations(n, returns={"player": MeasuredReturn(n, mean)})
    assert held(seen).verdict == "does not agree"
    assert held(replace(seen, by_shoe={"player": wide})).verdict == "agrees"


# Files and the command.


def test_stakes_weigh_the_return_and_the_rounds(tmp_path: Path) -> None:
    file = tmp_path / "r.csv"
    file.write_text("bet,rounds,return,stake\nPlayer,100,0.1,1\nplayer,100,-0.1,3\n")
    seen = read_source(LIVE, file, None).observations.returns["player"]
    assert (seen.rounds, seen.mean, seen.effective) == (200, -0.05, 160.0)
    file.write_text("bet,rounds,rtp\nbanker,1000,0.96\n")
    assert round(read_source(LIVE, file, None).observations.returns["banker"].mean, 12) == -0.04


def test_the_outcomes_of_exact_odds_are_counts_by_totals(tmp_path: Path) -> None:
    file = tmp_path / "c.json"
    file.write_text(json.dumps([[p + b for b in range(10)] for p in range(10)]))
    source = read_source(LIVE, file, None)
    assert (source.kind, source.observations.rounds) == ("cells", 900)
    assert source.observations.cells[3, 4, None, None, None] == 7


@pytest.mark.parametrize(
    "text",
    [
        '{"player": 482, "banker": 410, "tie": 108}',
        '{"events": {"PLAYER": 482, "Banker": 410}, "rounds": 1000}',
        '[{"event": "Tie: No tie", "count": 892}, {"event": "banker", "count": 410}, {"event": "player", "count": 482}, '
        '{"event": "tie", "count": 108}, {"event": "Tie on 7", "count": 50}]',
        '{"player": "48.2%", "banker": "41.0%", "rounds": 1000}',
    ],
)
def test_counts_in_json_come_in_any_form_and_what_is_left_out_is_the_rest(tmp_path: Path, text: str) -> None:
    file = tmp_path / "c.json"
    file.write_text(text)
    events = read_source(LIVE, file, None).observations.events
    assert [events["winner", winner] for winner in ("player", "banker", "tie")] == [482, 410, 108]
    assert events.get(("tie", "Tie, not 7"), 58) == 58


BROKEN = [
    '{"schema": "exact.simulation/1"}',
    "[1,",
    "[]",
    '{"a": {"b": 1}}',
    '[{"event": "player", "count": 3}, {"x": 3}]',
    '{"player": null}',
    '{"player": 482, "banker": 410, "tie": 108, "player": 482}',
    '[{"event": "player", "count": 3}, {"event": "Player", "count": 3}]',
    '[{"event": "player", "outcome": "tie", "count": 3}]',
]


@pytest.mark.parametrize("text", BROKEN)
def test_broken_json_is_refused_in_one_line(tmp_path: Path, text: str) -> None:
    file = tmp_path / "c.json"
    file.write_text(text)
    with pytest.raises(SourceError, match=r"c\.json: ") as error:
        read_source(LIVE, file, None)
    assert "\n" not in str(error.value)


def test_a_key_that_stands_twice_in_json_hides_no_other(tmp_path: Path) -> None:
    file = write(tmp_path / "c.json", '{"player": 482, "banker": 410, "tie": 108, "player": 483}')
    with pytest.raises(SourceError, match=r"c\.json: not JSON: key 'player' stands twice in one object: keep one"):
        read_source(LIVE, Path(file), None)


def own_simulation() -> dict[str, Any]:
    """The JSON of a small simulation, which a test may change."""
    found: dict[str, Any] = json.loads(json.dumps(simulation_json(simulate(LIVE, Procedure(FULL), 3, 1, ThreadPoolExecutor(1), 1))))
    return found


@pytest.mark.parametrize("key", ["counts", "bets"])
def test_a_damaged_simulation_counts_nothing_twice(key: str) -> None:
    damaged = own_simulation()
    damaged[key].append(damaged[key][0])
    with pytest.raises(SourceError, match="stands twice"):
        simulation_source(LIVE, damaged)


DAMAGE: list[tuple[str, Any, str]] = [
    ("procedure.burnt", True, "procedure: 'burnt': no such key: did you mean 'burn'?"),
    ("procedure.kind", "shoes", "procedure.kind: 'shoes': write 'fresh' or 'shoe' or 'shuffler'"),
    ("procedure.kind", None, "procedure.kind: None: write 'fresh'"),
    ("procedure.cut", "abc", "procedure.cut: 'abc': write a whole number of at least 0"),
    ("procedure.cut", True, "procedure.cut: True: write a whole number of at least 0"),
    ("procedure.cut", "14.5", "procedure.cut: '14.5': write a whole number"),
    ("procedure.cut", 500, "cut: 500: write a number of cards from 4 to 400"),
    ("procedure.mid_coup", "foo", "procedure.mid_coup: 'foo': write 'last' or 'one-more'"),
    ("procedure.first_card", [], "procedure.first_card: []: write 'not-commence' or 'last' or 'one-more'"),
    ("procedure.burn", 1, "procedure.burn: 1: write true or false"),
    ("procedure.burn_each", "no", "procedure.burn_each: 'no': write true or false"),
    ("procedure.buffer", -1, "procedure.buffer: -1: write a whole number of at least 0"),
    ("procedure.hands", "forty", "procedure.hands: 'forty': write a whole number of at least 1"),
    ("procedure.hands", 40, "procedure.hands: 40: limited is None: give both, or null for both"),
    ("procedure.limited", "tie", "procedure.hands: None: limited is 'tie': give both, or null for both"),
    ("procedure.limited", 3, "procedure.limited: 3: write the id of a bet, or null"),
    ("procedure", {}, "procedure: 'kind': is missing"),
    ("procedure", {"kind": "shoe"}, "procedure: 'burn': is missing"),
    ("procedure", "shoe", "procedure: 'shoe': write a table"),
    ("coups", 10**30, "coups: 1000000000000000000000000000000: write a whole number from 1 to"),
    ("coups", 10**9, "coups: 1,000,000,000: the counts sum to "),
    ("coups", "9", "coups: '9': write a whole number"),
    ("shoes", 0, "shoes: 0: write a whole number from 1 to "),
    ("shoes", 10**6, "shoes: 1000000: write a whole number from 1 to "),
    ("readings.super-seven", "hand", "reading 'super-seven': no such reading: did you mean 'super-sevens'?"),
    ("readings.super-sevens", "hands", "reading super-sevens: 'hands': did you mean 'hand'?"),
    ("readings.super-sevens", 3, "readings.super-sevens: 3: write a choice in quotes"),
    ("shoe.counts", [1, 2], "counts: 2 given: write ten"),
    ("shoe.counts", ["x"] * 10, "counts: 'x' cards of value 0: write a whole number"),
    ("shoe.counts", [1, *[0] * 9], "shoe: 1 cards are too few"),
    ("shoe", None, "shoe: None: write a table"),
    ("counts", {}, "counts: {}: write a list"),
    ("counts.0", 3, "counts[0]: 3: write a table"),
    ("counts.0.count", "x", "counts[0].count: 'x': write a whole number from 0 to"),
    ("counts.0.player_total", 10, "counts[0].player_total: 10: write a whole number from 0 to 9"),
    ("bets.0.bet", "lucky", "bet 'lucky': live-7up has no such bet"),
    ("bets.0.coups", 10**9, "bets[0].coups: 1000000000: write a whole number from 0 to"),
    ("bets.0.measured_return", "1/0", "bets[0].measured_return: '1/0': write a number"),
    ("bets.0.standard_error", float("nan"), "bets[0].standard_error: nan: write a number"),
    ("bets.0.standard_error", -1, "bets[0].standard_error: -1.0: write a number of at least 0"),
    ("game", 7, "game: 7: write the id of a game"),
    ("game", "baccarat", "a simulation of baccarat, not of live-7up"),
]


@pytest.mark.parametrize(("place", "value", "said"), DAMAGE, ids=[f"{place}={value!r:.20}" for place, value, _ in DAMAGE])
def test_a_simulation_that_exact_cannot_have_made_is_refused_as_source_and_as_reference(
    place: str, value: Any, said: str, tmp_path: Path
) -> None:
    data = own_simulation()
    *parts, last = (int(part) if part.isdigit() else part for part in place.split("."))
    node: Any = data
    for part in parts:
        node = node[part]
    node[last] = value
    for refused in (
        lambda: read_source(LIVE, Path(write(tmp_path / "s.json", json.dumps(data))), None),
        lambda: saved(LIVE, FULL, data, "s.json"),
    ):
        with pytest.raises(SourceError) as error:
            refused()
        assert f"s.json: {said}" in str(error.value)
        assert "\n" not in str(error.value)


@pytest.mark.parametrize("key", ["game", "readings", "shoe", "procedure", "shoes", "coups", "counts", "bets"])
def test_no_key_that_an_audit_needs_is_left_out_of_a_simulation(key: str) -> None:
    data = own_simulation()
    del data[key]
    with pytest.raises(SourceError, match=f"^{key}: is missing"):
        simulation_source(LIVE, data)


@pytest.mark.parametrize(
    "procedure",
    [
        Procedure(FULL),
        Procedure(FULL, "fresh"),
        Procedure(FULL, "shuffler", buffer=20),
        Procedure(FULL, limited="tie", hands=40, burn=False),
    ],
)
def test_a_procedure_is_read_back_from_the_simulation_that_tells_it(procedure: Procedure) -> None:
    data = json.loads(json.dumps(simulation_json(simulate(LIVE, procedure, 30, 1, ThreadPoolExecutor(1), 1))))
    dealing = simulation_source(LIVE, data).dealing
    assert dealing is not None
    assert (dealing.procedure, dealing.readings) == (procedure, dict(LIVE.chosen))


def test_a_reference_is_of_the_shoe_and_the_readings_that_are_audited() -> None:
    data = own_simulation()
    with pytest.raises(SourceError, match=r"reference s: shoe 128,32,.*: the audit is of 96,24,"):
        saved(LIVE, exact.Shoe.decks(6), data, "s")
    with pytest.raises(SourceError, match=r"reference s: readings super-sevens=round .*: the audit is of super-sevens=hand "):
        saved(LIVE.reading({"super-sevens": "hand"}), FULL, data, "s")


FILES = {
    "counts.csv": "event,count\nplayer,482269\nbanker,410100\ntie,107631\n",
    "percent.csv": "event,percent\nplayer,48.2\nbanker,41.0\n",
    "cells.csv": "player_total,banker_total,count\n3,4,50\n4,3,60\n",
    "returns.csv": "bet,rounds,return\nplayer,9000,-0.01\n",
    "log.csv": "shoe,round,cards,winner\n1,1,5 7 6 T 6,banker\n1,2,8 5 T,banker\n1,3,9 Q 8,tie\n",
}


@pytest.fixture(scope="module")
def inputs(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A file of each kind."""
    here = tmp_path_factory.mktemp("inputs")
    for name, text in FILES.items():
        write(here / name, text)
    for name in ("own.json", "other.json"):
        write(here / name, json.dumps(own_simulation()))
    return here


FRESH = "fresh shoes: give --dealt-by shoe"
OF_FILE = "the procedure that FILE tells: give --dealt-by shoe"
OF_LOGS = [["--column", "winner=winner"], ["--label", "P=player"], ["--ranks", "symbols"], ["--fixed-cards", "auto"]]
OF_SHOES = [
    ["--burn"], ["--no-burn"], ["--cut", "200"], ["--mid-coup", "last"], ["--first-card", "last"], ["--burn-each"], ["--no-burn-each"],
]  # fmt: skip
HANDS = ["--first-hands", "super-sevens=40"]
FOREIGN = [
    *(("counts.csv", option, option[0], "counts of events") for option in OF_LOGS),
    *(("own.json", option, option[0], "a simulation of exact") for option in OF_LOGS),
    *((name, ["--rounds", "9"], "--rounds", kind) for name, kind in (("cells.csv", "counts by totals"), ("returns.csv", "measured returns"),
                                                                    ("own.json", "a simulation of exact"), ("log.csv", "a round log"))),
    *(("counts.csv", option, option[0], FRESH) for option in (*OF_SHOES, HANDS)),
    *(("own.json", option, option[0], OF_FILE) for option in (*OF_SHOES, HANDS)),
    *(("counts.csv", [*option, "--reference", "other.json"], option[0], "--reference")
      for option in (*OF_SHOES, HANDS, ["--dealt-by", "fresh"], ["--dealt-by", "shoe"])),
    ("log.csv", ["--cut", "200", "--dealt-by", "fresh"], "--cut", FRESH),
    ("own.json", ["--cut", "200", "--dealt-by", "fresh"], "--cut", FRESH),
]  # fmt: skip


@pytest.mark.parametrize(
    ("file", "options", "option", "against"), FOREIGN, ids=[f"{file} {' '.join(more)}" for file, more, _, _ in FOREIGN]
)
def test_an_option_that_would_be_ignored_is_refused(file: str, options: list[str], option: str, against: str, inputs: Path) -> None:
    words = [str(inputs / word) if word.endswith((".csv", ".json")) else word for word in (file, *options)]
    done = run("audit", "live-7up", *words)
    assert (done.status, done.out, done.err) == (2, "", f"exact: error: {option}: has no meaning with {against}\n")


@pytest.mark.parametrize(
    ("file", "options"),
    [
        ("counts.csv", ["--rounds", "1000000"]),
        ("percent.csv", ["--rounds", "1000000"]),
        ("log.csv", ["--dealt-by", "fresh", "--ranks", "symbols", "--fixed-cards", "not-listed", "--label", "P=player", *HANDS]),
        ("own.json", ["--dealt-by", "fresh"]),
    ],
)
def test_an_option_that_belongs_to_the_file_is_taken(file: str, options: list[str], inputs: Path) -> None:
    done = run("audit", "live-7up", str(inputs / file), "--no-diagnose", *options)
    assert "error" not in done.err
    assert done.out


def test_every_option_of_the_procedure_reaches_the_reference(inputs: Path) -> None:
    options = ["--no-burn", "--cut", "20", "--mid-coup", "one-more", "--first-card", "last", "--burn-each", *HANDS]
    done = run("audit", "live-7up", str(inputs / "own.json"), "--dealt-by", "shoe", *options, "--no-diagnose", "--format", "json")
    wanted = Procedure(FULL, "shoe", False, 20, "one-more", "last", True, limited="super-sevens", hands=40)
    assert json.loads(done.out)["reference"]["description"].startswith(describe_procedure(exact.game("live-7up"), wanted) + ";")


def test_returns_of_shoes_are_of_the_coups_that_a_bet_is_offered_on_and_counts_of_all(inputs: Path) -> None:
    told = {}
    for file in ("returns.csv", "cells.csv"):
        done = run("audit", "live-7up", str(inputs / file), "--dealt-by", "shoe", "--no-diagnose", "--format", "json")
        told[file] = json.loads(done.out)["reference"]["description"]
    assert "offered on the first 40 coups" in told["returns.csv"]
    assert "offered on the first" not in told["cells.csv"]


def test_what_was_held_against_fresh_shoes_says_so_where_it_does_not_agree(tmp_path: Path) -> None:
    counts = tmp_path / "counts.csv"
    hint = "hold it against shoes (--dealt-by shoe)"
    for banker, shown in ((410100, False), (430100, True)):
        write(counts, f"event,count\nplayer,482269\nbanker,{banker}\ntie,107631\n")
        assert (hint in " ".join(run("audit", "live-7up", str(counts), "--no-diagnose").out.split())) == shown


def test_unequal_stakes_widen_the_error_by_shoe_as_they_widen_the_other() -> None:
    moments = {"tie": ShoeMoments(100, 8_000, 641_000, -300.0, 9_000.0, -24_000.0)}
    reference = fresh(LIVE, FULL)
    seen = [Observations(8_000, by_shoe=by_shoe) for by_shoe in ({}, moments)]
    equal, unequal = MeasuredReturn(8_000, -0.0375, None), MeasuredReturn(8_000, -0.0375, 500.0)
    for one in seen:
        ratio = deviation("tie", unequal, one, reference) / deviation("tie", equal, one, reference)
        assert ratio == pytest.approx((8_000 / 500) ** 0.5)


def test_a_game_without_a_paytable_is_audited_against_shoes(tmp_path: Path) -> None:
    own = tmp_path / "own.json"
    assert run("simulate", "prevision-7up", "--shoes", "2000", "--seed", "2", "-o", str(own)).status == 0
    done = run("audit", "prevision-7up", str(own), "--no-diagnose")
    assert (done.status, done.err) == (0, "")


@pytest.mark.parametrize("file", ["counts.csv", "own.json"])
def test_shoes_too_large_to_deal_are_refused(file: str, inputs: Path) -> None:
    options = ["--dealt-by", "shoe", "--counts", "99999999999999999999,4,4,4,4,4,4,4,4,4"]
    done = run("audit", "live-7up", str(inputs / file), *options)
    assert (done.status, done.out) == (2, "")
    assert done.err == "exact: error: --counts: 100,000,000,000,000,000,035 cards: shoes of at most 10,000 are dealt\n"


@pytest.mark.parametrize("bet", ["player", "banker", "tie", "super-sevens"])
def test_a_return_may_be_any_that_the_bet_can_win_or_lose(bet: str, tmp_path: Path) -> None:
    nets = [net for line in LIVE.bet(bet).every_line() if (net := LIVE.bet(bet).net(line)) is not None]
    for mean in (min(nets), Fraction(0), max(nets)):
        file = write(tmp_path / "r.csv", f"bet,rounds,rtp\n{bet},9,{mean + 1}\n")
        assert read_source(LIVE, Path(file), None).observations.returns[bet].mean == float(mean)


@pytest.mark.parametrize(("separator", "end"), [(";", "\r\n"), ("\t", "\n\n"), (",", "\n\n\n")])
def test_a_table_of_counts_may_have_another_separator_and_empty_lines(separator: str, end: str, tmp_path: Path) -> None:
    rows = ["event,count", "player,482", '"Tie: Tie, not 7",58', "banker,410", "tie,108"]
    split = [row.rsplit(",", 1) for row in rows]
    file = tmp_path / "c.csv"
    file.write_bytes(end.join(separator.join(row) for row in split).encode() + end.encode())
    assert not is_round_log(file)
    events = read_source(LIVE, file, None).observations.events
    assert [events["winner", winner] for winner in ("player", "banker", "tie")] == [482, 410, 108]
    assert events["tie", "Tie, not 7"] == 58


def write(path: Path, text: str) -> str:
    path.write_text(text, "utf-8")
    return str(path)


GOOD = {"player": 482_269, "banker": 410_100, "tie": 107_631}
BAD = {"player": 40, "banker": 4000, "tie": 100}
FEW = {"player": 1, "banker": 1, "tie": 0}


def three_counts(path: Path, counts: dict[str, int]) -> str:
    return write(path, "event,count\n" + "".join(f"{name.title()},{number}\n" for name, number in counts.items()))


@pytest.mark.parametrize(
    ("counts", "status", "verdict"), [(GOOD, 0, "agrees"), (BAD, 1, "does not agree"), (FEW, 2, "cannot be judged")], ids=["0", "1", "2"]
)
def test_the_exit_status_is_the_verdict(tmp_path: Path, counts: dict[str, int], status: int, verdict: str) -> None:
    done = run("audit", "live-7up", three_counts(tmp_path / "c.csv", counts), "--format", "json", "--no-diagnose")
    data = json.loads(done.out)
    assert (done.status, done.err, data["schema"], data["verdict"]) == (status, "", "exact.audit/1", verdict)


@pytest.mark.parametrize("form", ["table", "md", "html"])
def test_a_report_says_the_verdict_and_what_is_probably_wrong(form: str) -> None:
    found = held(Observations(4140, events={("winner", name): number for name, number in BAD.items()}), Plan())
    shown = audit_document(found)
    text = render_text(shown) if form == "table" else render(shown, form)  # type: ignore[arg-type]
    assert "DOES NOT AGREE: 4,140 rounds" in text
    assert "Diagnosis" in text
    assert "None of the" in text


def test_the_command_takes_the_shoe_and_the_procedure_from_a_simulation(tmp_path: Path) -> None:
    simulation, plot = str(tmp_path / "s.json"), tmp_path / "d.svg"
    run("simulate", "live-7up", "--decks", "6", "--shoes", "500", "--seed", "1", "-o", simulation)
    done = run("audit", "live-7up", simulation, "--format", "json", "--plot", str(plot), "--no-diagnose")
    data = json.loads(done.out)
    assert (done.status, data["shoe"]["decks"], data["source"]["kind"]) == (0, 6, "simulation")
    assert "cut card" in data["reference"]["description"]
    assert plot.read_text().startswith("<svg")


def test_the_command_audits_a_round_log(tmp_path: Path) -> None:
    rows = ["shoe,round,cards,winner", "1,1,5 7 6 T 6,banker", "1,2,8 5 T,banker", "1,3,9 Q 8,tie"]
    good = run("audit", "live-7up", write(tmp_path / "g.csv", "\n".join(rows) + "\n"), "--dealt-by", "fresh", "--no-diagnose")
    assert "0 of them unreadable" in good.out
    assert good.status == 2
    rows[2] = "1,2,8 5 T,player"
    bad = run("audit", "live-7up", write(tmp_path / "b.csv", "\n".join(rows) + "\n"), "--dealt-by", "fresh", "--no-diagnose")
    assert bad.status == 1
    assert "DOES NOT AGREE: 1 faults" in bad.out


@pytest.mark.parametrize(
    ("content", "arguments", "part"),
    [
        ("event,count\nplayr,3\n", [], "event 'playr': live-7up has no such event"),
        ("event,count\nTie,3\nplayer,x\n", [], "count 'x': write a whole number"),
        ("event,count\nplayer,3\nPLAYER,3\n", [], "x.csv: line 3: event 'PLAYER': counted twice: give one row"),
        ("event,percent\nplayer,50\nbanker,40\nPlayer,10\n", ["--rounds", "100"], "x.csv: line 4: event 'Player': counted twice"),
        (
            "player_total,banker_total,count\n3,4,5\n4,3,5\n\n3,4,6\n",
            [],
            "x.csv: line 5: player_total 3, banker_total 4: counted twice: give one row",
        ),
        ("bet,rounds,return,stake\ntie,9,0,1\nTie,9,0,2\ntie,9,0,1.0\n", [], "x.csv: line 4: bet tie at stake 1: counted twice"),
        (
            "bet,rounds,return\ntie,9,9\nplayer,9,1.01\n",
            [],
            "x.csv: line 3: return '1.01': what player pays gives one from -1 to 1: write the mean of a unit staked",
        ),
        ("bet,rounds,return\nbanker,9,-101%\n", [], "line 2: return '-101%': what banker pays gives one from -1 to 3/2"),
        ("bet,rounds,rtp\ntie,9,10.5\n", [], "line 2: rtp '10.5': what tie pays gives one from 0 to 10"),
        ("bet,rounds,rtp\ntie,9,-0.1\n", [], "line 2: rtp '-0.1': what tie pays gives one from 0 to 10"),
        ("bet,rounds,rtp\ntie,9,\n", [], "line 2: rtp '': write a number"),
        ("event,count\nplayer,482,269\n", [], "x.csv: line 2: 3 fields: write 2"),
        ("bet,rounds,return,stake\ntie,9,0\n", [], "x.csv: line 2: 3 fields: write 4"),
        ("event,count,number\nplayer,1,2\n", [], "x.csv: columns 'count' and 'number' both tell count: keep one"),
        ('event,count\nplayer,3\n"banker,3\ntie,3\n', [], "x.csv: line 3: a quote is not closed on its line"),
        ('event,count\nplayer,3\nbanker,"3', [], "x.csv: line 3: a quote is not closed on its line"),
        ('event,count,"x\nplayer,3,1\n', [], "x.csv: line 1: a quote is not closed on its line"),
        ("event,count\nplayer,1" + "0" * 18 + "\n", [], "write a whole number from 0 to 999,999,999,999,999,999"),
        ("event,count\nplayer,3\nbanker,3\ntie,3\n", ["--rounds", "8"], "sum to 9, not to 8 rounds"),
        ("event,percent\nplayer,50\nbanker,50\ntie,5\n", ["--rounds", "100"], "sum to 105.0000%"),
        ("event,percent\nplayer,50\n", [], "give the number of rounds: --rounds N"),
        ("player_total,banker_total,count\n3,10,5\n", [], "banker_total 10: write a number from 0 to 9"),
        ("bet,rounds,return\nlucky,3,0\n", [], "bet 'lucky': live-7up has no such bet"),
        ("event,count\n", [], "no rows"),
    ],
)
def test_a_mistake_gets_one_clear_line(tmp_path: Path, content: str, arguments: list[str], part: str) -> None:
    done = run("audit", "live-7up", write(tmp_path / "x.csv", content), *arguments)
    assert (done.status, done.out, done.err.count("\n")) == (2, "", 1)
    assert part in done.err


def test_json_is_plain_data() -> None:
    found = held(Observations(100, events={("winner", "player"): 90, ("winner", "banker"): 10, ("winner", "tie"): 0}), Plan())
    assert json.loads(json.dumps(audit_json(found), allow_nan=False))["verdict"] == "does not agree"
