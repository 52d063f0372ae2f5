"""The recursive walk, the compositions and brute force agree exactly; the totals are what they must be."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import exact
from exact.game.coup import Coup
from exact.game.definition import build
from exact.game.reach import reachable
from exact.odds.composition import compile_rules, decode
from exact.odds.distribution import Distribution, distribution
from exact.odds.enumeration import outcome_probabilities, walk
from tests import brute
from tests.games import SIDE_BETS, changed, document

GAMES = exact.catalogue()
SEVEN_UPS = [game for game in GAMES if game != "baccarat"]

small_shoes = st.lists(st.integers(0, 9), min_size=7, max_size=12).map(lambda cards: tuple(cards.count(v) for v in range(10)))
shoes = st.tuples(*[st.integers(0, 40)] * 10).filter(lambda counts: sum(counts) >= 7).map(exact.Shoe)


def every_reading(name: str) -> list[exact.Game]:
    game = exact.game(name)
    return [game, *(other for _, _, other in game.each_reading())]


def probabilities(seen: Distribution) -> dict[exact.Outcome, Fraction]:
    return {outcome: Fraction(deals, seen.total) for outcome, deals in seen.deals.items()}


@settings(max_examples=25)
@given(counts=small_shoes, game=st.sampled_from(GAMES))
def test_walk_equals_compositions_on_small_shoes_under_every_reading(counts: tuple[int, ...], game: str) -> None:
    for variant in every_reading(game):
        shoe = exact.Shoe(counts)
        if variant.rules.fixed_from_shoe and not counts[7]:
            with pytest.raises(exact.ShoeError):
                variant.odds(shoe)
            continue
        seen = variant.outcomes(shoe)
        assert variant.outcome_probabilities(shoe) == probabilities(seen)


@pytest.mark.parametrize("game", SEVEN_UPS)
def test_walk_equals_compositions_on_a_full_shoe(game: str) -> None:
    variant, shoe = exact.game(game), exact.Shoe.decks(8)
    seen = variant.outcomes(shoe)
    assert variant.outcome_probabilities(shoe) == probabilities(seen)


def test_walk_equals_compositions_on_a_full_shoe_of_the_classic_game() -> None:
    variant, shoe = exact.game("baccarat"), exact.Shoe.decks(6)
    seen = variant.outcomes(shoe)
    assert variant.outcome_probabilities(shoe) == probabilities(seen)


@settings(max_examples=10)
@given(shoe=shoes, game=st.sampled_from([*SEVEN_UPS, SIDE_BETS]), data=st.data())
def test_walk_equals_compositions_from_any_coup_begun(shoe: exact.Shoe, game: str, data: st.DataObject) -> None:
    variant = exact.game(game)
    begun = variant.rules.fixed
    for _ in range(data.draw(st.integers(1, 5))):
        hand = variant.rules.next_hand(*begun.hands)
        held = [v for v in range(10) if variant.rules.unseen(shoe, begun).counts[v]]
        if hand is None or not held:
            break
        begun = begun.deal(hand, data.draw(st.sampled_from(held)))
    seen = distribution(variant, shoe, begun)
    unseen = variant.rules.unseen(shoe, begun)
    assert seen.unseen == unseen
    walked = outcome_probabilities(variant.rules, unseen, begun, variant.needs)
    assert walked == probabilities(seen)


@settings(max_examples=12)
@given(cards=st.lists(st.integers(0, 9), min_size=6, max_size=8))
@pytest.mark.parametrize(("game", "rules"), [("live-7up", "7up"), ("baccarat", "classic")])
def test_brute_force_over_ordered_deals_agrees(game: str, rules: str, cards: list[int]) -> None:
    counts = [cards.count(v) for v in range(10)]
    seen = exact.game(game).outcomes(exact.Shoe(tuple(counts)))
    ours: Counter[tuple[int, int, int, int]] = Counter()
    for outcome, deals in seen.deals.items():
        both = (*outcome.player.counted, *outcome.banker.counted)
        sevens = both.count(7) if game == "live-7up" else 0
        ours[outcome.player.total, outcome.banker.total, outcome.player.size + outcome.banker.size, sevens] += deals
    expected: Counter[tuple[int, int, int, int]] = Counter()
    for (player, banker, size, sevens), deals in brute.count(rules, counts).items():
        expected[player, banker, size, sevens if game == "live-7up" else 0] += deals
    assert ours == expected


@pytest.mark.parametrize("game", [*GAMES, SIDE_BETS])
def test_probabilities_of_finished_coups_sum_to_one_and_every_coup_obeys_the_order(game: str) -> None:
    variant = exact.game(game)
    shoe = exact.Shoe((3, 1, 0, 2, 1, 0, 2, 2, 1, 1))
    total = Fraction(0)
    for coup, probability in variant.walk(shoe):
        total += probability
        assert variant.rules.next_hand(*coup.hands) is None
        assert all(coup.player.count(v) + coup.banker.count(v) - (v in variant.rules.fixed.player) <= shoe.counts[v] for v in range(10))
    assert total == 1


def test_the_walk_takes_any_dealing_order_and_any_fixed_cards() -> None:
    shoe = exact.Shoe((9, 3, 2, 4, 1, 3, 2, 2, 4, 3))
    orders = [["player", "banker", "player", "banker"], ["banker", "banker", "player", "player"], ["player", "player", "banker", "banker"]]
    odds = [changed("baccarat", deal={"order": order}).outcomes(shoe).deals for order in orders]
    assert all(first == second for first, second in pairwise(odds))
    both = changed("baccarat", deal={"order": ["banker", "player"]}, fixed={"player": ["3"], "banker": ["K"]})
    seen = both.outcomes(shoe)
    assert both.outcome_probabilities(shoe) == probabilities(seen)
    all_fixed = changed("baccarat", deal={"order": []}, fixed={"player": ["3", "2"], "banker": ["K", "6"]})
    assert all_fixed.outcomes(shoe).cards == 2


def test_with_replacement_equals_the_limit_of_decks() -> None:
    infinite = exact.game("live-7up").odds(exact.Shoe.infinite())
    packs = 10**12
    many = exact.game("live-7up").odds(exact.Shoe(tuple(packs * n for n in (16, *[4] * 9))))
    for bet in infinite.bets:
        assert abs(bet.expected_value - many[bet.bet.id].expected_value) < Fraction(1, 10**10)


def test_an_infinite_shoe_is_walked_too() -> None:
    variant = exact.game("live-7up")
    seen = variant.outcomes(exact.Shoe.infinite(), "B:5 P:7")
    assert seen.total == 13**3
    assert variant.outcome_probabilities(exact.Shoe.infinite(), "B:5 P:7") == {o: Fraction(n, 13**3) for o, n in seen.deals.items()}


@settings(max_examples=20)
@given(shoe=shoes, game=st.sampled_from(GAMES))
def test_burning_unseen_cards_changes_nothing_and_effects_of_removal_sum_to_zero(shoe: exact.Shoe, game: str) -> None:
    variant = exact.game(game)
    if shoe.cards < 8:
        return
    whole = variant.odds(shoe)
    less = {value: variant.odds(shoe.without(value)) for value in range(10) if shoe.counts[value]}
    burned: dict[exact.Outcome, Fraction] = {}
    for value, table in less.items():
        for outcome, probability in probabilities(table.outcomes).items():
            burned[outcome] = burned.get(outcome, Fraction(0)) + Fraction(shoe.counts[value], shoe.cards) * probability
    assert burned == probabilities(whole.outcomes)
    for bet in whole.bets:
        if bet.expected_value is not None:
            effects = [shoe.counts[v] * (table[bet.bet.id].expected_value - bet.expected_value) for v, table in less.items()]
            assert sum(effects) == 0


@settings(max_examples=8)
@given(shoe=st.one_of(st.just(exact.Shoe.decks(8)), shoes))
def test_the_classic_game_is_the_average_over_the_players_first_card_fixed_and_taken_from_the_shoe(shoe: exact.Shoe) -> None:
    average: dict[str, Fraction] = {"player": Fraction(0), "banker": Fraction(0), "tie": Fraction(0)}
    for value in range(10):
        if shoe.counts[value]:
            fixed = changed(
                "baccarat", deal={"order": ["banker", "player", "banker"]}, fixed={"player": [str(value)], "origin": "from-shoe"}
            )
            for bet in fixed.odds(shoe).bets:
                average[bet.bet.id] += Fraction(shoe.counts[value], shoe.cards) * bet.expected_value
    assert average == {bet.bet.id: bet.expected_value for bet in exact.game("baccarat").odds(shoe).bets}


@pytest.mark.parametrize("game", [*GAMES, SIDE_BETS])
def test_the_outcomes_that_rules_can_reach_are_those_of_the_compositions(game: str) -> None:
    for variant in every_reading(game):
        compiled = compile_rules(variant.rules, variant.rules.fixed, variant.needs)
        assert reachable(variant.rules, variant.needs) == frozenset(compiled.outcomes)


def test_every_composition_has_as_many_cards_as_its_coup_took() -> None:
    variant = exact.game("live-7up")
    compiled = compile_rules(variant.rules, variant.rules.fixed, variant.needs)
    for outcome, sequences in compiled.outcomes.items():
        assert {sum(decode(composition)) for composition in sequences} == {outcome.player.size + outcome.banker.size - 1}


def test_the_walk_says_so_when_the_shoe_runs_out() -> None:
    rules = exact.game("baccarat").rules
    with pytest.raises(exact.ShoeError, match="no card is left"):
        list(walk(rules, exact.Shoe((5, 0, 0, 0, 0, 0, 0, 0, 0, 0)), Coup()))


def test_a_float_is_never_made_on_the_way(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(_self: Fraction) -> float:
        raise AssertionError("a Fraction became a float")

    monkeypatch.setattr(Fraction, "__float__", refuse, raising=False)
    table = build(document("baccarat"), {}, exact.Game).odds(exact.Shoe.decks(8))
    assert table["banker"].variance
    assert table["tie"].edge_per_resolved_bet
    assert table["player"].hit_frequency
