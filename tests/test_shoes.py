"""Shoes: what is accepted, what is refused, and that nothing between the two fails silently."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import exact
from exact.game.card import parse_card, parse_cards, symbol
from exact.game.shoe import parse_counts, parse_decks, parse_removed
from exact.shoes.removal import removal
from exact.shoes.tags import best_tags


def counts(**held: int) -> tuple[int, ...]:
    """Ten counts from ``v7=5``: five sevens and nothing else."""
    return tuple(held.get(f"v{value}", 0) for value in range(10))


@pytest.mark.parametrize("text", ["1", "8", "13", "100", " 8 "])
def test_whole_decks_are_accepted(text: str) -> None:
    shoe = parse_decks(text)
    assert shoe.whole_decks == int(text)
    assert shoe.cards == 52 * int(text)


@pytest.mark.parametrize("text", ["0", "-1", "1.5", "x", "", "101", "1e1", "٣", "8" * 5000])
def test_other_decks_are_refused_with_the_way_out(text: str) -> None:
    with pytest.raises(exact.ShoeError, match="whole number from 1 to 100, or inf"):
        parse_decks(text)


@pytest.mark.parametrize("decks", [0, 101, True, 2.0, "8"])
def test_shoe_decks_takes_whole_numbers_only(decks: object) -> None:
    with pytest.raises(exact.ShoeError, match="decks"):
        exact.Shoe.decks(decks)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("text", "part"),
    [
        ("1,2,3", "3 given"),
        ("1,2,3,4,5,6,7,8,9,10,11", "11 given"),
        ("-1,0,0,0,0,0,0,0,9,9", "-1 cards of value 0"),
        ("1,1.5,0,0,0,0,0,0,9,9", "'1.5' cards of value 1"),
        ("1,1,x,0,0,0,0,0,9,9", "'x' cards of value 2"),
        ("1,1,--3,0,0,0,0,0,9,9", "'--3' cards of value 2"),
        ("", "0 given"),
        ("9" * 101 + ",0,0,0,0,0,0,0,0,0", "at most 100 digits"),
    ],
)
def test_impossible_counts_are_refused(text: str, part: str) -> None:
    with pytest.raises(exact.ShoeError) as error:
        parse_counts(text)
    assert part in str(error.value)


@pytest.mark.parametrize("bad", [(1,) * 9, (-1,) + (5,) * 9, (1.0,) + (5,) * 9, (True,) + (5,) * 9])
def test_a_shoe_is_made_of_ten_whole_numbers(bad: tuple[int, ...]) -> None:
    with pytest.raises(exact.ShoeError, match="counts"):
        exact.Shoe(bad)


def test_removing_what_is_not_there_is_refused_and_leaves_nothing_changed() -> None:
    shoe = exact.Shoe(counts(v7=1, v0=9))
    assert parse_removed("7,K", shoe).counts == counts(v0=8)
    with pytest.raises(exact.ShoeError, match="card 7"):
        parse_removed("7,7", shoe)
    with pytest.raises(exact.ShoeError, match="infinite"):
        parse_removed("7", exact.Shoe.infinite())
    assert shoe.counts == counts(v7=1, v0=9)


@pytest.mark.parametrize(("game", "least"), [("live-7up", 5), ("mbs-7up", 5), ("prevision-7up", 5), ("baccarat", 6)])
@pytest.mark.parametrize("value", range(10))
def test_a_shoe_just_large_enough_works_and_one_card_less_is_refused(game: str, least: int, value: int) -> None:
    variant = exact.game(game)
    seen = variant.outcomes(exact.Shoe(counts(**{f"v{value}": least})))
    assert sum(seen.deals.values()) == seen.total
    assert len(seen.deals) == 1  # one kind of card: one outcome, certain
    with pytest.raises(exact.ShoeError, match=f"{least - 1} cards are too few"):
        variant.odds(exact.Shoe(counts(**{f"v{value}": least - 1})))


@pytest.mark.parametrize("bad", [(0,) * 10, [0] * 10])
def test_an_infinite_shoe_holds_something_to_deal(bad: tuple[int, ...]) -> None:
    with pytest.raises(exact.ShoeError, match="counts: all 0: an infinite shoe needs a card"):
        exact.Shoe(bad, replacement=True)


def test_a_shoe_of_a_list_is_the_shoe_of_that_tuple() -> None:
    shoe = exact.Shoe([16, *[4] * 9])  # type: ignore[arg-type]
    assert (shoe, hash(shoe), shoe.whole_decks) == (exact.Shoe.decks(1), hash(exact.Shoe.decks(1)), 1)


@pytest.mark.parametrize("bad", [dict.fromkeys(range(10), 4), {*range(10)}, "1234567890", 5, None])
def test_counts_in_no_order_are_refused(bad: object) -> None:
    with pytest.raises(exact.ShoeError, match="write ten whole numbers in a tuple"):
        exact.Shoe(bad)  # type: ignore[arg-type]


@pytest.mark.parametrize("value", [-1, -3, 10, 13, "7", 7.0, True, None])
@pytest.mark.parametrize("shoe", [exact.Shoe.decks(1), exact.Shoe.infinite()])
def test_a_card_is_one_of_the_ten_point_values(value: Any, shoe: exact.Shoe) -> None:
    for use in (shoe.without, lambda value: exact.Shoe.decks(1).remove([value]), lambda value: shoe.ways(value, 2)):
        with pytest.raises(exact.ShoeError, match=f"card {value!r}: write a point value, a whole number from 0"):
            use(value)


@pytest.mark.parametrize("game", exact.catalogue())
def test_one_card_of_a_kind_and_ten_thousand_of_each_kind_sum_to_one(game: str) -> None:
    for shoe in (exact.Shoe((1,) * 10), exact.Shoe((10**4,) * 10), exact.Shoe((10**90,) * 10)):
        table = exact.game(game).odds(shoe)
        for bet in table.bets:
            assert sum(event.probability for event in bet.events) == 1
        assert sum(map(sum, table.outcomes.by_totals())) == table.deals == sum(table.outcomes.by_cards().values())


def test_a_fixed_card_taken_from_the_shoe_must_be_in_it() -> None:
    game = exact.game("live-7up", {"fixed-card": "from-shoe"})
    with pytest.raises(exact.ShoeError, match="card 7"):
        game.odds(exact.Shoe(counts(v0=20)))
    with pytest.raises(exact.ShoeError, match="4 cards left beside the fixed ones are too few"):
        game.odds(exact.Shoe(counts(v7=1, v0=4)))
    assert game.odds(exact.Shoe(counts(v7=1, v0=5))).deals == 120


def test_taking_the_seven_out_equals_removing_a_seven_by_hand() -> None:
    shoe = exact.Shoe.decks(6)
    by_reading = exact.game("live-7up", {"fixed-card": "from-shoe"}).odds(shoe)
    by_hand = exact.game("live-7up").odds(shoe.without(7))
    assert by_reading.outcomes == by_hand.outcomes


@given(st.integers(0, 9), st.sampled_from(["", "S", "h", "♦", "c"]))
def test_a_card_is_read_back_from_its_symbol_whatever_the_suit(value: int, suit: str) -> None:
    assert parse_card(symbol(value) + suit) == value


@pytest.mark.parametrize("text", ["", "X", "11", "77", "1.0", "♠", "-7", "7 7"])
def test_what_is_no_card_is_refused(text: str) -> None:
    with pytest.raises(exact.CardError, match="write A, 2 to 9"):
        parse_card(text)


def test_lists_of_cards_take_commas_and_spaces() -> None:
    assert parse_cards("A, 10;K 9") == parse_cards(" A ,10 ; K\t9 ") == (1, 0, 0, 9)
    assert parse_cards("") == parse_cards("  ") == ()


@pytest.mark.parametrize("text", [",", ";", " , ", "7,,K", "7, ,K", ",7", "7,", "7 ;; K"])
def test_an_empty_card_is_refused(text: str) -> None:
    for read in (parse_cards, lambda text: parse_removed(text, exact.Shoe.decks(1))):
        with pytest.raises(exact.CardError, match="card '': write A, 2 to 9"):
            read(text)


def test_whole_decks_are_recognized_and_nothing_else() -> None:
    assert exact.Shoe.decks(3).whole_decks == 3
    assert exact.Shoe.decks(3).without(5).whole_decks is None
    assert exact.Shoe((0,) * 10).whole_decks is None
    assert exact.Shoe.infinite().whole_decks is None


def test_probability_of_an_outcome_that_cannot_come_is_zero() -> None:
    game = exact.game("baccarat")
    full = game.outcomes(exact.Shoe.decks(8))
    poor = game.outcomes(exact.Shoe(counts(v0=6)))
    assert sum(poor.probability(outcome) for outcome in full.deals) == 1
    assert Fraction(0) in {poor.probability(outcome) for outcome in full.deals}


@pytest.mark.parametrize(
    ("ask", "said"),
    [
        (lambda game: removal(game, exact.Shoe.decks(8), 4), "order: 4: write 1, 2 or 3"),
        (lambda _: best_tags([4] * 10, [Fraction(1)] * 10, 0), "level: 0: write a whole number from 1 to 12"),
        (lambda _: best_tags([4] * 10, [Fraction(1)] * 10, 13), "level: 13: write a whole number from 1 to 12"),
        (lambda game: game.polynomial().evaluate_many(np.array([[4] * 10]), threads=0), "threads: 0: write a whole number of at least 1"),
        (lambda game: game.polynomial().evaluate_many(np.array([[4] * 10]), threads=1.5), "threads: 1.5: write a whole number"),
        (
            lambda game: game.polynomial().evaluate_many(np.array([[4] * 10]), road="numbra"),
            "road: 'numbra': write numba or numpy, or None",
        ),
    ],
)
def test_what_is_asked_of_shoes_in_error_is_an_error_of_the_package(ask: Callable[[exact.Game], object], said: str) -> None:
    with pytest.raises(exact.ExactError, match=f"^{said}"):
        ask(exact.game("mbs-7up"))
