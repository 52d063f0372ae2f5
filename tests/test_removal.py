"""Effects of removal: two roads to each, the sum that must be 0, and counts that nothing beats."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import product
from math import comb, prod

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import exact
from exact.report.numbers import Style
from exact.report.removal import removal_document, removal_json
from exact.report.text import render_text
from exact.rounding import decimal_text, sqrt_text
from exact.shoes import tags as tags_module
from exact.shoes.published_tags import PUBLISHED, published_tags
from exact.shoes.removal import Effects, Removal, removal, weighted_sum
from exact.shoes.tags import best_tags, correlate
from tests import computed
from tests import published as pub
from tests.games import changed
from tests.run import on_terminal, run

GAMES = exact.catalogue()
PRICED = [game for game in GAMES if game != "prevision-7up"]
EIGHT = exact.Shoe.decks(8)
DEPLETED = exact.Shoe((21, 3, 0, 5, 4, 6, 1, 2, 7, 5))

small_shoes = st.lists(st.integers(0, 9), min_size=9, max_size=14).map(lambda cards: exact.Shoe(tuple(cards.count(v) for v in range(10))))


def measured(effects: Effects, table: exact.OddsTable) -> Fraction:
    """The same measure in an odds table."""
    odds, event = table[effects.measure.bet.id], effects.measure.event
    value = odds.expected_value if event is None else odds[event].probability
    assert value is not None
    return value


def of(found: Removal, bet: str) -> Effects:
    return next(effects for effects in found.effects if effects.measure.bet.id == bet)


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("shoe", [EIGHT, DEPLETED], ids=["eight decks", "depleted"])
def test_an_effect_is_the_odds_of_the_shoe_without_the_card_less_those_of_the_shoe(game: str, shoe: exact.Shoe) -> None:
    variant = exact.game(game)
    whole = variant.odds(shoe)
    found = removal(variant, shoe)
    assert [effects.value for effects in found.effects] == [measured(effects, whole) for effects in found.effects]
    for value in range(10):
        if not shoe.counts[value]:
            assert {effects.single[value] for effects in found.effects} == {None}
            continue
        without = variant.odds(shoe.without(value))
        assert [e.single[value] for e in found.effects] == [measured(e, without) - e.value for e in found.effects]


@settings(max_examples=5)
@given(shoe=small_shoes, game=st.sampled_from(GAMES))
def test_joint_effects_are_those_of_the_recursive_walk(shoe: exact.Shoe, game: str) -> None:
    variant = exact.game(game)

    def walked(left: exact.Shoe, effects: Effects) -> Fraction:
        bet, total = effects.measure.bet, Fraction(0)
        for outcome, probability in variant.outcome_probabilities(left).items():
            line = bet.every_line()[bet.line_of(variant.facts(outcome))]
            net = bet.net(line) if effects.measure.event is None else Fraction(line.event == effects.measure.event)
            assert net is not None
            total += net * probability
        return total

    effects = removal(variant, shoe, 3).effects[-1]
    whole = walked(shoe, effects)
    for joint in (effects.joint[0][0], effects.joint[0][-1], effects.joint[1][0], effects.joint[1][-1]):
        assert joint.effect == walked(shoe.remove(joint.cards), effects) - whole
        assert joint.difference == joint.effect - sum(effects.single[card] or 0 for card in joint.cards)


@pytest.mark.parametrize("game", GAMES)
def test_removing_two_cards_is_removing_one_and_then_the_other(game: str) -> None:
    variant = exact.game(game)
    found = removal(variant, DEPLETED, 2)
    for first in (0, 6, 7):
        then = removal(variant, DEPLETED.without(first))
        for effects, after in zip(found.effects, then.effects, strict=True):
            pairs = {joint.cards: joint.effect for joint in effects.joint[0]}
            for second in range(10):
                late, early = after.single[second], effects.single[first]
                pair = pairs.get((min(first, second), max(first, second)))
                assert pair == (None if late is None or early is None else early + late)


@settings(max_examples=8)
@given(shoe=small_shoes, game=st.sampled_from(GAMES))
def test_effects_weighted_by_the_ways_to_take_the_cards_sum_to_zero(shoe: exact.Shoe, game: str) -> None:
    for effects in removal(exact.game(game), shoe, 3).effects:
        assert effects.weighted == (0, 0, 0)
        assert sum(n * (effect or 0) for n, effect in zip(shoe.counts, effects.single, strict=True)) == 0
        for joints in effects.joint:
            ways = [prod(comb(shoe.counts[v], joint.cards.count(v)) for v in set(joint.cards)) for joint in joints]
            assert sum(ways) == comb(shoe.cards, len(joints[0].cards))
            assert sum(n * joint.effect for n, joint in zip(ways, joints, strict=True)) == 0


def test_a_weighted_sum_that_is_not_zero_is_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(ArithmeticError, match="sum to 128, not to 0"):
        weighted_sum(EIGHT, {(0,): Fraction(1)})
    right = exact.Shoe.deals
    monkeypatch.setattr(exact.Shoe, "deals", lambda shoe, cards: right(shoe, cards) + 1)
    with pytest.raises(ArithmeticError, match="not to 0"):
        removal(exact.game("live-7up"), EIGHT)


def test_all_55_pairs_and_220_triples_of_a_full_shoe_are_there() -> None:
    for effects in removal(exact.game("live-7up"), EIGHT, 3).effects:
        assert [len({joint.cards for joint in joints}) for joints in effects.joint] == [55, 220]


def test_a_shoe_loses_no_more_cards_than_it_holds() -> None:
    effects = removal(exact.game("live-7up"), DEPLETED, 3).effects[0]
    for joints in effects.joint:
        assert all(joint.cards.count(v) <= DEPLETED.counts[v] for joint in joints for v in range(10))
        assert {(6, 6), (2, 5), (7, 7, 7)}.isdisjoint(joint.cards for joint in joints)


def test_the_scaled_sum_is_exact_for_a_game_of_one_card_and_the_plain_sum_is_not() -> None:
    # The Player has 17 and stands, the Banker 5 and draws: the return is the mean of one number a card.
    one_card = changed("baccarat", deal={"order": []}, fixed={"player": ["7", "K"], "banker": ["3", "2"]})
    for effects in removal(one_card, exact.Shoe.decks(1), 3).effects:
        for joint in (*effects.joint[0], *effects.joint[1]):
            assert joint.scaled_difference == 0
            assert joint.difference == joint.scaled - joint.linear
        assert any(joint.difference for joint in effects.joint[0])


@pytest.mark.parametrize(("value", "percent"), computed.PLAYER_EOR_8_DECKS_PERCENT.items())
def test_confirmed_effects_on_the_player_bet(value: int, percent: str) -> None:
    effect = of(removal(exact.game("live-7up"), EIGHT), "player").single[value]
    assert effect is not None
    assert decimal_text(effect * 100, 6) == percent


def test_a_fixed_card_taken_from_the_shoe_cannot_be_removed_again() -> None:
    game = exact.game("live-7up", {"fixed-card": "from-shoe"})
    shoe = exact.Shoe((9, 3, 2, 4, 1, 3, 2, 1, 4, 3))
    found = removal(game, shoe)
    assert found.unseen == shoe.without(7)
    assert {effects.single[7] for effects in found.effects} == {None}
    for effects in found.effects:
        assert effects.single[2] == measured(effects, game.odds(shoe.without(2))) - measured(effects, game.odds(shoe))


def test_without_a_paytable_the_effects_on_the_events_of_a_bet_sum_to_zero() -> None:
    found = removal(exact.game("prevision-7up"), EIGHT, 2)
    assert [(e.measure.bet.id, e.measure.event) for e in found.effects][:3] == [
        ("player", "Player wins"), ("player", "Tie"), ("player", "Banker wins"),
    ]  # fmt: skip
    assert all(effects.measure.event is not None for effects in found.effects)
    for bet in ("player", "banker", "tie"):
        events = [effects for effects in found.effects if effects.measure.bet.id == bet]
        assert sum(effects.value for effects in events) == 1
        assert all(sum(effects.single[value] or 0 for effects in events) == 0 for value in range(10))
        assert all(sum(joint.effect for joint in joints) == 0 for joints in zip(*(e.joint[0] for e in events), strict=True))


def test_a_float_is_never_made_on_the_way(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(_self: Fraction) -> float:
        raise AssertionError("a Fraction became a float")

    monkeypatch.setattr(Fraction, "__float__", refuse, raising=False)
    found = removal(exact.game("live-7up"), DEPLETED, 2)
    assert render_text(removal_document(found, 4, Style(8)))
    assert removal_json(found, 4)


# Counts.


def one_by_one(counts: Sequence[int], effects: Sequence[Fraction | None], tags: Sequence[int]) -> Fraction | None:
    """The signed square of Pearson's correlation between the tag and the effect of every single card."""
    cards = [(Fraction(tags[v]), effects[v] or Fraction(0)) for v in range(10) for _ in range(counts[v])]
    tag, effect = (sum(column) / len(cards) for column in zip(*cards, strict=True))
    shared = sum(((t - tag) * (e - effect) for t, e in cards), Fraction(0))
    squares = sum(((t - tag) ** 2 for t, _ in cards), Fraction(0)) * sum(((e - effect) ** 2 for _, e in cards), Fraction(0))
    return shared * abs(shared) / squares if squares else None


def whole(effects: Sequence[Fraction | None]) -> list[int]:
    """The effects times a common denominator."""
    scale = prod({effect.denominator for effect in effects if effect})
    return [int((effect or 0) * scale) for effect in effects]


def best_of_all(counts: Sequence[int], effects: Sequence[Fraction | None], level: int) -> tuple[Fraction, int, int] | None:
    """Brute force: the best r^2, the smallest sum n t^2 that has it, and in how many ways."""
    numbers = whole(effects)
    held = [value for value in range(10) if counts[value]]
    found: dict[tuple[int, int], int] = {}
    for tags in product(range(-level, level + 1), repeat=len(held)):
        if sum(counts[v] * t for v, t in zip(held, tags, strict=True)) == 0:
            a = sum(counts[v] * t * numbers[v] for v, t in zip(held, tags, strict=True))
            if a > 0:
                key = a, sum(counts[v] * t * t for v, t in zip(held, tags, strict=True))
                found[key] = found.get(key, 0) + 1
    return top(found, counts, numbers)


def best_of_table(counts: Sequence[int], effects: Sequence[Fraction | None], level: int) -> tuple[Fraction, int, int] | None:
    """The same from a table of the largest A for every pair (C, B), nothing dropped on the way."""
    numbers = whole(effects)
    table = {(0, 0): (0, 1)}
    for n, e in ((n, e) for n, e in zip(counts, numbers, strict=True) if n):
        longer: dict[tuple[int, int], tuple[int, int]] = {}
        for (c, b), (a, ways) in table.items():
            for t in range(-level, level + 1):
                key, new = (c + n * t, b + n * t * t), a + n * t * e
                old, old_ways = longer.get(key, (new, 0))
                longer[key] = (new, ways) if new > old else (old, old_ways + ways * (new == old))
        table = longer
    return top({(a, b): ways for (c, b), (a, ways) in table.items() if c == 0 and a > 0}, counts, numbers)


def top(found: dict[tuple[int, int], int], counts: Sequence[int], numbers: Sequence[int]) -> tuple[Fraction, int, int] | None:
    square = sum(n * e * e for n, e in zip(counts, numbers, strict=True))
    ranked = [(Fraction(a * a, b * square), -b, ways) for (a, b), ways in found.items()]
    return max(ranked, default=None)


def searched(counts: Sequence[int], effects: Sequence[Fraction | None], level: int) -> tuple[Fraction | None, int, int | None] | None:
    """What the program finds, in the same form, and that its tags are what they are said to be."""
    tags = best_tags(counts, effects, level)[-1]
    if tags is None:
        return None
    assert tags.tag_sum == sum(n * t for n, t in zip(counts, tags.tags, strict=True)) == 0
    assert max(map(abs, tags.tags)) <= level
    assert tags.signed_square == one_by_one(counts, effects, tags.tags)
    assert all(tag == 0 for tag, n in zip(tags.tags, counts, strict=True) if not n)
    return tags.signed_square, -sum(n * t * t for n, t in zip(counts, tags.tags, strict=True)), tags.ways


@pytest.mark.parametrize("game", PRICED)
def test_no_tags_of_level_1_among_all_3_to_the_10_are_better(game: str) -> None:
    for effects in removal(exact.game(game), EIGHT).effects[:3]:
        assert searched(EIGHT.counts, effects.single, 1) == best_of_all(EIGHT.counts, effects.single, 1)


def test_no_tags_of_level_1_are_better_for_a_depleted_shoe() -> None:
    for effects in removal(exact.game("live-7up"), DEPLETED).effects:
        assert searched(DEPLETED.counts, effects.single, 1) == best_of_all(DEPLETED.counts, effects.single, 1)


@pytest.mark.parametrize("game", PRICED)
def test_no_tags_of_levels_2_and_3_are_better_for_a_full_shoe(game: str) -> None:
    for effects in removal(exact.game(game), EIGHT).effects:
        for level in (2, 3):
            assert searched(EIGHT.counts, effects.single, level) == best_of_table(EIGHT.counts, effects.single, level)


@pytest.mark.parametrize("guess", ["as it is", "poor", "none"])
@settings(max_examples=30)
@given(
    counts=st.tuples(*[st.integers(0, 5)] * 10).filter(any),
    numbers=st.tuples(*[st.integers(-4, 4)] * 10),
    level=st.integers(1, 3),
)
def test_no_tags_are_better_for_any_shoe_and_any_effects_whatever_the_first_guess(
    guess: str, counts: tuple[int, ...], numbers: tuple[int, ...], level: int
) -> None:
    mean = Fraction(sum(n * e for n, e in zip(counts, numbers, strict=True)), sum(counts))
    effects = [e - mean if n else None for n, e in zip(counts, numbers, strict=True)]
    with pytest.MonkeyPatch.context() as patch:
        if guess == "poor":
            patch.setattr(tags_module, "_BEAM", 1)
        elif guess == "none":
            patch.setattr(tags_module, "_guess", lambda _values, _level, best: best)
        assert searched(counts, effects, level) == best_of_table(counts, effects, level)


def test_tags_belong_to_the_one_interval_that_holds_their_ratio_its_lower_end_included() -> None:
    none, ends = tags_module._Best(0, 1, (), 0), {(0, 2): tags_module._Kept(4, (1, -1), 1)}
    found = [tags_module._better(none, ends, tags_module._Range(low, low + 1, ())).a for low in range(4)]
    assert found == [0, 0, 4, 0]


def test_a_higher_level_never_does_worse_and_level_12_is_found_for_uneven_shoes() -> None:
    uneven = (100, 30, 31, 32, 28, 30, 29, 31, 30, 32)
    effects = of(removal(exact.game("live-7up"), exact.Shoe(uneven)), "player")
    squares = [tags.signed_square for tags in best_tags(uneven, effects.single, 12) if tags and tags.signed_square]
    assert len(squares) == 12
    assert squares == sorted(squares)


def test_there_is_no_count_where_every_effect_is_zero_or_no_tags_balance() -> None:
    aces = removal(exact.game("live-7up"), exact.Shoe((0, 9, *[0] * 8))).effects[0]
    assert best_tags((0, 9, *[0] * 8), aces.single, 2) == (None, None)
    counts = (7, 2, *[0] * 8)
    effects = (Fraction(2), Fraction(-7), *[None] * 8)
    assert best_tags(counts, effects, 6) == (None,) * 6
    assert best_tags(counts, effects, 7)[6] == replace(correlate(counts, effects, (2, -7, *[0] * 8)), ways=1)


@pytest.mark.parametrize("level", [0, 13])
def test_other_levels_are_refused(level: int) -> None:
    with pytest.raises(ValueError, match=r"level: .* write a whole number from 1 to 12"):
        best_tags(EIGHT.counts, [Fraction(0)] * 10, level)


def test_the_correlation_of_unbalanced_and_of_opposite_tags() -> None:
    effects = of(removal(exact.game("live-7up"), DEPLETED), "banker").single
    for tags in ((1, 2, 2, -1, -1, -1, -1, -2, -1, -1), (5, 6, 6, 3, 3, 3, 3, 2, 3, 3), (0, -2, 7, 1, 0, 0, 3, 0, 0, 0)):
        found = correlate(DEPLETED.counts, effects, tags)
        assert found.signed_square == one_by_one(DEPLETED.counts, effects, tags)
        assert found.tag_sum == sum(n * t for n, t in zip(DEPLETED.counts, tags, strict=True)) != 0
        opposite = correlate(DEPLETED.counts, effects, [-tag for tag in tags])
        assert found.signed_square is not None
        assert opposite.signed_square == -found.signed_square
    assert correlate(DEPLETED.counts, effects, [1] * 10).signed_square is None


@pytest.mark.parametrize(("bet", "tags"), pub.HOW_TAGS.items())
def test_the_published_tags_are_as_published_and_balance(bet: str, tags: tuple[int, ...]) -> None:
    (item,) = published_tags("mbs-7up", bet)
    assert (*item.tags[1:], item.tags[0]) == tags
    assert correlate(EIGHT.counts, [Fraction(0)] * 10, item.tags).tag_sum == 0
    assert published_tags("baccarat", bet) == ()
    assert len(PUBLISHED) == len(pub.HOW_TAGS)


def test_two_of_the_published_counts_are_the_best_of_their_level_and_the_third_is_not() -> None:
    six = exact.Shoe.decks(6)
    found = removal(exact.game("mbs-7up"), six)
    for bet, level, best in (("banker", 2, True), ("super-sevens", 12, True), ("player", 2, False)):
        effects = of(found, bet).single
        published = published_tags("mbs-7up", bet)[0].tags
        tags = best_tags(six.counts, effects, level)[-1]
        assert tags is not None
        assert (tags.tags == published) == best
        assert (tags.signed_square == correlate(six.counts, effects, published).signed_square) == best


# The command.


def test_json_holds_every_number_exactly() -> None:
    data = json.loads(run("removal", "mbs-7up", "--decks", "6", "--order", "3", "--format", "json").out)
    found = removal(exact.game("mbs-7up"), exact.Shoe.decks(6), 3)
    assert (data["schema"], data["shoe"]["decks"], data["cards_per_deal"]) == ("exact.removal/1", 6, 5)
    for item, effects in zip(data["measures"], found.effects, strict=True):
        assert (item["measure"], item["event"], Fraction(item["whole_shoe"])) == ("return", None, effects.value)
        assert [Fraction(item["effects"][card]) for card in "TA23456789"] == list(effects.single)
        assert item["weighted_sums"] == ["0", "0", "0"]
        for name, joints in zip(("pairs", "triples"), effects.joint, strict=True):
            assert {tuple(sorted("TA23456789".index(c) for c in pair["cards"])): Fraction(pair["effect"]) for pair in item[name]} == {
                joint.cards: joint.effect for joint in joints
            }
            for pair in item[name]:
                assert Fraction(pair["effect"]) - Fraction(pair["sum_of_single_effects"]) == Fraction(pair["difference"])
                assert Fraction(pair["effect"]) - Fraction(pair["scaled_sum"]) == Fraction(pair["scaled_difference"])
    banker = next(item for item in data["counts"] if item["bet"] == "banker")
    assert banker["best"][1]["tags"] == banker["published"][0]["tags"]
    for tags in (*banker["best"], *banker["published"]):
        assert tags["correlation"] == sqrt_text(Fraction(tags["correlation_squared"]), 30)
        assert tags["tag_sum"] == "0"
    assert [tags["ways"] for tags in banker["published"]] == [None]


def test_json_of_a_sheet_without_a_paytable_has_events_and_no_counts() -> None:
    data = json.loads(run("removal", "prevision-7up", "--bet", "tie", "--format", "json").out)
    assert [(item["measure"], item["event"]) for item in data["measures"]] == [("probability", "Tie"), ("probability", "No tie")]
    assert data["counts"] == []


def test_json_and_text_of_a_shoe_without_tags_and_with_a_negative_correlation() -> None:
    shoe = ["--counts", "2,0,0,0,5,2,0,0,0,5", "--level", "1", "--bet", "player"]
    item = json.loads(run("removal", "mbs-7up", *shoe, "--format", "json").out)
    assert item["measures"][0]["effects"]["A"] is item["measures"][0]["pairs"] is item["measures"][0]["triples"] is None
    published = item["counts"][0]["published"][0]
    assert published["correlation"] == f"-{sqrt_text(Fraction(published['correlation_squared']), 30)}"
    assert published["tag_sum"] == "5"
    assert f" 5  {published['correlation'][:7]}" in run("removal", "mbs-7up", *shoe).out
    aces = json.loads(run("removal", "mbs-7up", "--counts", "0,9,0,0,0,0,0,0,0,0", "--bet", "tie", "--level", "1", "--format", "json").out)
    assert aces["counts"][0]["best"] == [
        {"level": 1, "tags": None, "tag_sum": None, "correlation_squared": None, "correlation": None, "ways": None}
    ]


def test_the_text_says_that_the_weighted_sum_is_zero_and_fits_80_columns() -> None:
    done = run("removal", "live-7up", "--order", "2")
    assert (done.status, done.err) == (0, "")
    assert "weighted sum 0, as it must be" in " ".join(done.out.split())
    assert "-0.00224857" in done.out
    assert "S. How" in done.out
    tables = [line for line in done.out.splitlines() if "  " in line]
    assert max(map(len, tables)) <= 80
    assert max(map(len, on_terminal("removal", "prevision-7up", "--fractions", columns=80, NO_COLOR="1").splitlines())) <= 80


def test_csv_holds_the_same_numbers() -> None:
    rows = list(csv.DictReader(io.StringIO(run("removal", "live-7up", "--order", "2", "--fractions", "--format", "csv").out)))
    for effects in removal(exact.game("live-7up"), EIGHT, 2).effects:
        mine = [row for row in rows if row["bet"] == effects.measure.bet.id]
        assert [Fraction(row["value"]) for row in mine if row["what"] == "effect"] == [*effects.single[1:], effects.single[0]]
        assert {Fraction(row["value"]) for row in mine if row["what"] == "pair"} == {joint.effect for joint in effects.joint[0]}
        assert {row["value"] for row in mine if row["what"] == "weighted sum"} == {"0"}
    assert [row["value"] for row in rows if row["bet"] == "super-sevens" and row["what"] == "tag, S. How"] == [
        *["1"] * 6,
        "-12",
        *["1"] * 3,
    ]


@pytest.mark.parametrize("form", ["md", "latex", "html"])
def test_other_formats_hold_the_effects_and_the_tags(form: str) -> None:
    done = run("removal", "live-7up", "--format", form)
    assert (done.status, done.err) == (0, "")
    assert all(part in done.out for part in ("-0.00224857", "0.98277200", "level 3", "weighted sum"))


@pytest.mark.parametrize(
    ("arguments", "part"),
    [
        (["--decks", "inf"], "shoe: an infinite shoe stays the same whatever is removed: give a number of decks"),
        (["--counts", "5,0,0,0,0,0,0,0,0,0"], "shoe: 5 cards are too few: the longest coup of live-7up takes 5, and 1 more leaves before"),
        (["--counts", "7,0,0,0,0,0,0,0,0,0", "--order", "3"], "shoe: 7 cards are too few"),
        (["--order", "4"], "'4' is not one of"),
        (["--level", "0"], "0 is not in the range 1<=x<=12"),
        (["--bet", "bankr"], "bet 'bankr': live-7up has no such bet: did you mean 'banker'?"),
    ],
)
def test_a_mistake_gets_one_clear_line_and_exit_2(arguments: list[str], part: str) -> None:
    done = run("removal", "live-7up", *arguments)
    assert (done.status, done.out, done.err.count("\n")) == (2, "", 1)
    assert part in done.err


def test_an_order_that_does_not_exist_is_refused() -> None:
    with pytest.raises(ValueError, match="order: 4: write 1, 2 or 3"):
        removal(exact.game("live-7up"), EIGHT, 4)
