"""Many shoes at once: exact whatever the arithmetic, the same bit for bit on every road, bad rows named."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import exact
from exact.game.definition import build
from exact.game.shoe import MOST_DECKS
from exact.shoes.bulk import COMPILED_FROM, INT_LIMIT, SHARE
from exact.shoes.plan import levels, prefixes
from exact.shoes.polynomial import OddsPolynomial, compile_game
from tests.games import SIDE_BETS, document

GAMES = [*exact.catalogue(), SIDE_BETS]


def polynomial(game: str, **readings: str) -> OddsPolynomial:
    return compile_game(exact.game(game, {name.replace("_", "-"): choice for name, choice in readings.items()}))


def random_shoes(decks: int, seen: int, number: int, seed: int = 7) -> np.ndarray:
    full = np.array(exact.Shoe.decks(decks).counts)
    return full - np.random.default_rng(seed).multivariate_hypergeometric(full, seen, size=number)


def nearest(value: Fraction | None) -> float:
    assert value is not None
    return float(value)  # Fraction to float is correctly rounded


@pytest.mark.parametrize("game", GAMES)
def test_the_polynomial_equals_the_odds_table_on_any_shoe(game: str) -> None:
    shoes = [exact.Shoe.decks(8), exact.Shoe.infinite(), exact.Shoe((1,) * 10), exact.Shoe((0, 0, 0, 0, 0, 0, 0, 6, 0, 0))]
    for shoe in [*shoes, *(exact.Shoe(tuple(row)) for row in random_shoes(6, 250, 5).tolist())]:
        compiled = compile_game(exact.game(game))
        table = exact.game(game).odds(shoe)
        assert compiled.odds(shoe) == table.bets
        priced = {bet.bet.id: bet.expected_value for bet in table.bets if bet.expected_value is not None}
        assert compiled.evaluate(shoe) == priced


def test_games_that_differ_in_title_alone_keep_their_titles_and_a_game_read_twice_is_compiled_once() -> None:
    whole = document("live-7up")
    kept, renamed = (compile_game(build(whole | {"title": title}, {}, exact.Game)) for title in (whole["title"], "Another title"))
    assert (kept.game.title, renamed.game.title) == (whole["title"], "Another title")
    assert kept.coefficients == renamed.coefficients
    assert polynomial("live-7up") is polynomial("live-7up")


@pytest.mark.parametrize("game", GAMES)
def test_the_coefficients_of_each_bet_add_up_to_the_multinomials(game: str) -> None:
    compiled = polynomial(game)
    shoe = exact.Shoe((3, 1, 4, 1, 5, 9, 2, 6, 5, 3))
    for bet in range(len(compiled.game.bets)):
        rows = [row for (b, _), row in zip(compiled.events, compiled.coefficients, strict=True) if b == bet]
        total = sum(sum(column) * m for column, m in zip(zip(*rows, strict=True), compiled.monomials(shoe), strict=True))
        assert total == shoe.deals(compiled.degree)


def test_the_number_of_compositions() -> None:
    assert len(polynomial("live-7up").compositions) == 2002
    assert len(polynomial("baccarat").compositions) == 5005


@pytest.mark.parametrize("degree", [2, 3, 5, 6])
def test_prefixes_lead_to_the_compositions_in_order(degree: int) -> None:
    inner, last = prefixes(degree)
    cards: list[tuple[int, ...]] = [()]
    for parent, card in zip(inner.parent[1:], inner.card[1:], strict=True):
        cards.append((*cards[parent], card))
    ends = [(*cards[parent], card) for parent, card in zip(last.parent, last.card, strict=True)]
    assert all(held == end[:-1].count(end[-1]) for held, end in zip(last.held, ends, strict=True))
    assert len(levels(degree)[-1].card) == sum(10 - end[-1] for end in ends)


@pytest.mark.parametrize("road", ["numba", "numpy"])
@pytest.mark.parametrize("game", GAMES)
def test_every_return_is_the_nearest_float_and_every_count_exact(game: str, road: str) -> None:
    compiled = polynomial(game)
    shoes = np.vstack([random_shoes(8, 200, 20), random_shoes(1, 40, 20), random_shoes(8, 0, 1)])
    many = compiled.evaluate_many(shoes, deals=True, road=road)  # type: ignore[arg-type]
    assert many.refused == {}
    for row, counts in enumerate(shoes.tolist()):
        shoe = exact.Shoe(tuple(counts))
        assert many.returns[row].tolist() == [nearest(bet.expected_value) for bet in compiled.odds(shoe) if bet.expected_value is not None]
        assert many.deals is not None
        assert many.deals[row].tolist() == compiled.deals(shoe)


@pytest.mark.parametrize(
    ("game", "decks", "arithmetic"),
    [
        ("live-7up", 8, "float64"), ("live-7up", 20, "float64"), ("live-7up", 40, "int64"), ("live-7up", MOST_DECKS, "int64"),
        ("baccarat", 8, "float64"), ("baccarat", 9, "int64"), ("baccarat", 20, "int64"), ("baccarat", 40, "python"),
        ("baccarat", MOST_DECKS, "python"),
    ],
)  # fmt: skip
def test_the_bound_picks_an_arithmetic_that_is_exact(game: str, decks: int, arithmetic: str) -> None:
    compiled = polynomial(game)
    shoes = np.vstack([random_shoes(decks, 5, 3), random_shoes(decks, decks * 26, 3)])
    many = compiled.evaluate_many(shoes, deals=True)
    numpy, numba = (compiled.evaluate_many(shoes, deals=True, road=road) for road in ("numpy", "numba"))  # type: ignore[arg-type]
    assert many.arithmetic == numpy.arithmetic == numba.arithmetic == arithmetic
    for row, counts in enumerate(shoes.tolist()):
        shoe = exact.Shoe(tuple(counts))
        expected = [nearest(bet.expected_value) for bet in compiled.odds(shoe)]
        assert many.returns[row].tolist() == numpy.returns[row].tolist() == numba.returns[row].tolist() == expected
        assert many.deals is not None
        assert many.deals[row].tolist() == compiled.deals(shoe)
        assert sum(many.deals[row].tolist()) == len(compiled.game.bets) * shoe.deals(compiled.degree)


@settings(max_examples=15)
@given(win=st.integers(1, 10**12), stake=st.integers(1, 10**6), commission=st.sampled_from([None, "5%", "2.5%", "3.7%", "33.3%"]))
def test_huge_paytables_and_odd_commissions_stay_exact(win: int, stake: int, commission: str | None) -> None:
    whole = document("live-7up")
    whole["bets"][1]["lines"][0]["pays"] = f"{win}:{stake}"
    if commission:
        whole["bets"][1]["commission"] = commission
    compiled = compile_game(build(whole, {}, exact.Game))
    shoes = random_shoes(8, 200, 3)
    many = [compiled.evaluate_many(shoes, road=road) for road in ("numba", "numpy")]  # type: ignore[arg-type]
    for row, counts in enumerate(shoes.tolist()):
        expected = [nearest(bet.expected_value) for bet in compiled.odds(exact.Shoe(tuple(counts)))]
        assert many[0].returns[row].tolist() == many[1].returns[row].tolist() == expected


shoes_of_any_size = st.lists(st.integers(0, 3), min_size=10, max_size=10) | st.lists(st.integers(0, 10**6), min_size=10, max_size=10)


@settings(max_examples=30)
@given(rows=st.lists(shoes_of_any_size, min_size=1, max_size=4), game=st.sampled_from(["live-7up", "baccarat", "prevision-7up"]))
def test_mixed_shoes_are_exact_and_those_too_small_are_reported_by_row(rows: list[list[int]], game: str) -> None:
    compiled = polynomial(game)
    many = compiled.evaluate_many(np.array(rows), deals=True)
    for row, counts in enumerate(rows):
        shoe = exact.Shoe(tuple(counts))
        assert (row in many.refused) == (shoe.cards < compiled.degree)
        if row in many.refused:
            assert f"{shoe.cards} cards are too few" in many.refused[row]
            assert np.isnan(many.returns[row]).all()
        else:
            assert many.deals is not None
            assert many.deals[row].tolist() == compiled.deals(shoe)
            assert many.returns[row].tolist() == [nearest(b.expected_value) for b in compiled.odds(shoe) if b.expected_value is not None]


def test_bad_rows_are_named_and_the_others_done() -> None:
    compiled = polynomial("live-7up")
    shoes = random_shoes(8, 200, 4)
    shoes[1, 3] = -1
    shoes[3] = 0
    shoes[2, 5] = 2**62
    many = compiled.evaluate_many(shoes)
    assert set(many.refused) == {1, 2, 3}
    assert "-1 cards of value 3" in many.refused[1]
    assert f"{2**62} cards of value 5" in many.refused[2]
    assert many.returns[0].tolist() == compiled.evaluate_many(shoes[:1]).returns[0].tolist()
    assert compiled.evaluate_many(np.empty((0, 10), int)).returns.shape == (0, 4)


def test_the_fixed_card_from_the_shoe_is_taken_out_of_every_row() -> None:
    compiled = polynomial("live-7up", fixed_card="from-shoe")
    shoes = random_shoes(8, 100, 3)
    less = shoes.copy()
    less[:, 7] -= 1
    assert (compiled.evaluate_many(shoes).returns == polynomial("live-7up").evaluate_many(less).returns).all()
    shoes[0, 7] = 0
    assert "-1 cards of value 7" in compiled.evaluate_many(shoes).refused[0]


def test_threads_and_shares_change_nothing() -> None:
    compiled = polynomial("mbs-7up")
    shoes = random_shoes(8, 300, SHARE + 100)
    one = compiled.evaluate_many(shoes, threads=1)
    assert len(shoes) > COMPILED_FROM
    assert one.returns.tobytes() == compiled.evaluate_many(shoes, threads=2).returns.tobytes()
    assert one.returns.tobytes() == compiled.evaluate_many(shoes, threads=3, road="numpy").returns.tobytes()


@pytest.mark.parametrize(
    ("counts", "part"),
    [
        (np.ones((3, 9), int), "shape (3, 9)"),
        (np.ones(10, int), "shape (10,)"),
        (np.ones((3, 10)), "array of float64"),
        (np.ones((3, 10), bool), "array of bool"),
        (np.full((3, 10), INT_LIMIT, np.uint64), "at most 2^63 - 1"),
    ],
)
def test_what_is_no_array_of_counts_is_refused(counts: np.ndarray, part: str) -> None:
    with pytest.raises(exact.ShoeError) as error:
        polynomial("live-7up").evaluate_many(counts)
    assert part in str(error.value)


@pytest.mark.parametrize("kind", [np.int8, np.uint16, np.int32, np.uint64])
def test_any_type_of_whole_numbers_is_taken(kind: type) -> None:
    shoes = random_shoes(1, 20, 5)
    compiled = polynomial("live-7up")
    assert compiled.evaluate_many(shoes.astype(kind)).returns.tobytes() == compiled.evaluate_many(shoes).returns.tobytes()


def test_a_game_with_every_card_fixed_or_every_hand_standing() -> None:
    whole = document("baccarat") | {"deal": {"order": []}, "fixed": {"player": ["3", "2"], "banker": ["K", "6"]}}
    compiled = compile_game(build(whole, {}, exact.Game))
    shoes = random_shoes(2, 10, 4)
    for road in ("numba", "numpy"):
        many = compiled.evaluate_many(shoes, deals=True, road=road)  # type: ignore[arg-type]
        assert many.deals is not None
        assert many.deals.tolist() == [compiled.deals(exact.Shoe(tuple(row))) for row in shoes.tolist()]
    stand = "0 1 2 3 4 5 6 7\nS S S S S S S S"
    banker = "0 1 2 3 4 5 6 7 8 9 stood\n" + "\n".join(f"{t} " + "S " * 11 for t in range(8))
    fixed = compile_game(build(whole | {"tableau": {"player": stand, "banker": banker}}, {}, exact.Game))
    assert fixed.degree == 0
    assert fixed.evaluate_many(shoes).returns.tolist() == [[-1.0, 0.95, -1.0]] * 4
