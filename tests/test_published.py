"""Every published number that these games can produce, exactly."""

from __future__ import annotations

from fractions import Fraction
from math import ceil
from statistics import NormalDist

import pytest

import exact
from exact.odds.composition import compile_rules
from exact.rounding import decimal_text, sqrt_text
from tests import published as pub
from tests.games import SIDE_BETS


def odds(game: str, decks: int | None, **readings: str) -> exact.OddsTable:
    shoe = exact.Shoe.decks(decks) if decks else exact.Shoe.infinite()
    return exact.game(game, {name.replace("_", "-"): choice for name, choice in readings.items()}).odds(shoe)


@pytest.mark.parametrize("game", ["live-7up", "mbs-7up"])
def test_wizard_of_odds_7up_six_decks_player_bet(game: str) -> None:
    bet = odds(game, 6)["player"]
    assert bet.total == pub.SEVEN_UP_6_DECKS_TOTAL
    assert {e.event: (e.deals, decimal_text(e.probability, 6)) for e in bet.events} == pub.SEVEN_UP_6_DECKS_PLAYER
    assert decimal_text(bet.expected_value, 6) == pub.SEVEN_UP_6_DECKS_PLAYER_RETURN


@pytest.mark.parametrize(("bet", "percent"), pub.JACOBSON_8_DECKS_EDGE_PERCENT.items())
def test_jacobson_mbs_eight_decks(bet: str, percent: str) -> None:
    assert decimal_text(odds("mbs-7up", 8)[bet].house_edge * 100, 3) == percent


def test_how_super_sevens_six_decks() -> None:
    assert decimal_text(odds("mbs-7up", 6)["super-sevens"].house_edge * 100, 1) == pub.HOW_6_DECKS_SUPER_SEVENS_EDGE_PERCENT


@pytest.mark.parametrize(("bet", "value"), pub.SEVEN_FROM_SHOE_6_DECKS.items())
def test_six_decks_with_the_seven_taken_from_the_shoe(bet: str, value: str) -> None:
    assert decimal_text(odds("mbs-7up", 6, fixed_card="from-shoe")[bet].expected_value, 6) == value


@pytest.mark.parametrize(("bet", "value"), pub.MBS_FRESH_SHOE_8_DECKS.items())
def test_mbs_fresh_shoe_eight_decks(bet: str, value: str) -> None:
    assert decimal_text(odds("mbs-7up", 8)[bet].expected_value, 6) == value


def test_7up_infinite_deck() -> None:
    table = odds("live-7up", None)
    assert table.deals == 13**5
    for bet in ("player", "banker", "tie"):
        for event in table[bet].events:
            assert pub.SEVEN_UP_INFINITE.get(event.event, event.deals) == event.deals
    assert {e.event for bet in ("player", "banker", "tie") for e in table[bet].events} > set(pub.SEVEN_UP_INFINITE)


@pytest.mark.parametrize(("value", "percent"), pub.PLAYER_EOR_8_DECKS_PERCENT.items())
def test_effects_of_removal_on_the_player_bet(value: int, percent: str) -> None:
    game, shoe = exact.game("live-7up"), exact.Shoe.decks(8)
    effect = game.odds(shoe.without(value))["player"].expected_value - game.odds(shoe)["player"].expected_value
    assert decimal_text(effect * 100, 6) == percent


@pytest.mark.parametrize(("cards", "winner", "total", "sevens"), pub.SEVEN_UP_COUPS)
def test_coups_with_known_result(cards: str, winner: str, total: int, sevens: int | None) -> None:
    explained = exact.game("live-7up").explain(cards)
    assert explained.winner == winner
    hands = {"player": explained.coup.player, "banker": explained.coup.banker}
    assert all(sum(hands[name]) % 10 == total for name in ([winner] if winner != "tie" else hands))
    if sevens is not None:
        assert (explained.coup.player + explained.coup.banker).count(7) == sevens


@pytest.mark.parametrize(("decks", "counts"), pub.CLASSIC_COUNTS.items())
def test_wizard_of_odds_classic_counts(decks: int, counts: tuple[int, int, int, int]) -> None:
    table = odds("baccarat", decks)
    wins = table["player"]["Player wins"], table["banker"]["Banker wins"], table["tie"]["Tie"]
    assert (*(event.deals for event in wins), table.deals) == counts


def test_classic_infinite_deck() -> None:
    table = odds("baccarat", None)
    assert table.deals == 13**6
    assert {bet.bet.id: bet.events[0].deals for bet in table.bets} == pub.CLASSIC_INFINITE


@pytest.mark.parametrize(("bet", "values"), pub.CLASSIC_RETURNS_8_DECKS.items())
def test_classic_returns_and_standard_deviations(bet: str, values: tuple[str, str, str]) -> None:
    bet_odds = odds("baccarat", 8)[bet]
    assert (str(bet_odds.expected_value), decimal_text(bet_odds.expected_value, 6), sqrt_text(bet_odds.variance, 6)) == values


@pytest.mark.parametrize(("bet", "percent"), pub.CLASSIC_EDGE_PER_RESOLVED_PERCENT.items())
def test_classic_edge_per_resolved_bet(bet: str, percent: str) -> None:
    assert decimal_text(odds("baccarat", 8)[bet].edge_per_resolved_bet * 100, 4) == percent


def test_classic_banker_wins_by_total_ties_by_total_and_cards() -> None:
    table = odds("baccarat", 8)
    cells = table.outcomes.by_totals()
    assert [sum(cells[p][b] for p in range(b)) for b in range(1, 10)] == pub.CLASSIC_BANKER_WINS_WITH
    assert [cells[t][t] for t in range(10)] == pub.CLASSIC_TIES_ON
    cards = {n: decimal_text(Fraction(deals, table.deals), 6) for n, deals in table.outcomes.by_cards().items()}
    assert cards == pub.CLASSIC_CARDS


@pytest.mark.parametrize(("bet", "values"), pub.SIDE_BETS.items())
def test_side_bets_of_a_users_game_file(bet: str, values: tuple[int | None, str]) -> None:
    bet_odds = odds(SIDE_BETS, 8)[bet]
    assert decimal_text(bet_odds.expected_value, 6) == values[1]
    if values[0] is not None:
        assert bet_odds.events[0].deals == values[0]


def test_dragon_7_standard_deviation() -> None:
    assert sqrt_text(odds(SIDE_BETS, 8)["dragon-7"].variance, 6) == pub.DRAGON_7_STANDARD_DEVIATION


@pytest.mark.parametrize(("game", "sequences"), pub.SEQUENCES.items())
def test_dealing_sequences(game: str, sequences: int) -> None:
    rules, needs = exact.game(game).rules, exact.game(game).needs
    assert compile_rules(rules, rules.fixed, needs).sequences == sequences


@pytest.mark.parametrize(("key", "rounds"), pub.ROUNDS_FOR_A_TENTH_PERCENT.items())
def test_rounds_for_a_half_width_of_a_tenth_percent(key: tuple[str, str, int], rounds: int) -> None:
    game, bet, decks = key
    deviation = float(sqrt_text(odds(game, decks)[bet].variance, 6))
    assert ceil((NormalDist().inv_cdf(0.975) * deviation / 0.001) ** 2) == rounds
