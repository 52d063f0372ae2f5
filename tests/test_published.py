"""Every published number that these games can produce, exactly; and the numbers of computed.py by a second road."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from fractions import Fraction
from functools import cache
from itertools import product
from math import perm, prod
from statistics import NormalDist

import pytest

import exact
from exact.audit import statistics
from exact.odds.composition import compile_rules
from exact.report.sheet import facts
from exact.rounding import decimal_text, sqrt_text
from tests import brute, computed
from tests import published as pub
from tests.games import SIDE_BETS


def odds(game: str, decks: int | None, **readings: str) -> exact.OddsTable:
    shoe = exact.Shoe.decks(decks) if decks else exact.Shoe.infinite()
    return exact.game(game, {name.replace("_", "-"): choice for name, choice in readings.items()}).odds(shoe)


def percent_as(text: str, value: Fraction) -> str:
    """The value in percent, rounded to as many places as the text has."""
    return decimal_text(value * 100, len(text.partition(".")[2]))


@pytest.mark.parametrize("game", ["live-7up", "mbs-7up"])
def test_wizard_of_odds_7up_six_decks_player_bet(game: str) -> None:
    bet = odds(game, 6)["player"]
    assert bet.total == pub.SEVEN_UP_6_DECKS_TOTAL
    assert {e.event: (e.deals, decimal_text(e.probability, 6)) for e in bet.events} == pub.SEVEN_UP_6_DECKS_PLAYER
    assert decimal_text(bet.expected_value, 6) == pub.SEVEN_UP_6_DECKS_PLAYER_RETURN


@pytest.mark.parametrize(("bet", "percent"), pub.JACOBSON_8_DECKS_EDGE_PERCENT.items())
def test_jacobson_mbs_eight_decks(bet: str, percent: str) -> None:
    assert percent_as(percent, odds("mbs-7up", 8)[bet].house_edge) == percent


def test_how_super_sevens_six_decks() -> None:
    percent = pub.HOW_6_DECKS_SUPER_SEVENS_EDGE_PERCENT
    assert percent_as(percent, odds("mbs-7up", 6)["super-sevens"].house_edge) == percent


@pytest.mark.parametrize(("decks", "counts"), pub.CLASSIC_COUNTS.items())
def test_wizard_of_odds_classic_counts(decks: int, counts: tuple[int, int, int, int]) -> None:
    table = odds("baccarat", decks)
    wins = table["player"]["Player wins"], table["banker"]["Banker wins"], table["tie"]["Tie"]
    assert (*(event.deals for event in wins), table.deals) == counts


@pytest.mark.parametrize(("bet", "percent"), pub.CLASSIC_INFINITE_PERCENT.items())
def test_classic_infinite_decks(bet: str, percent: str) -> None:
    assert percent_as(percent, odds("baccarat", None)[bet].events[0].probability) == percent


@pytest.mark.parametrize("bet", pub.CLASSIC_EDGE_PERCENT)
def test_classic_house_edges(bet: str) -> None:
    edge = odds("baccarat", 8)[bet].house_edge
    assert percent_as(pub.CLASSIC_EDGE_PERCENT[bet], edge) == pub.CLASSIC_EDGE_PERCENT[bet]
    assert decimal_text(edge, 6) == pub.CLASSIC_EDGE_SIX_PLACES[bet]


@pytest.mark.parametrize(("bet", "percent"), pub.CLASSIC_EDGE_PER_RESOLVED_PERCENT.items())
def test_classic_edge_per_resolved_bet(bet: str, percent: str) -> None:
    assert percent_as(percent, odds("baccarat", 8)[bet].edge_per_resolved_bet) == percent


def test_classic_banker_wins_by_total_and_ties_by_total() -> None:
    cells = odds("baccarat", 8).outcomes.by_totals()
    assert [sum(cells[p][b] for p in range(b)) for b in range(1, 10)] == pub.CLASSIC_BANKER_WINS_WITH
    assert [cells[t][t] for t in range(10)] == pub.CLASSIC_TIES_ON


@pytest.mark.parametrize(("decks", "cards"), pub.CLASSIC_CARDS.items())
def test_classic_numbers_of_cards(decks: int, cards: dict[int, str]) -> None:
    table = odds("baccarat", decks)
    assert {n: decimal_text(Fraction(deals, table.deals), 6) for n, deals in table.outcomes.by_cards().items()} == cards


@pytest.mark.parametrize(("bet", "values"), pub.SIDE_BETS.items())
def test_side_bets_of_a_users_game_file(bet: str, values: tuple[int | None, str]) -> None:
    bet_odds = odds(SIDE_BETS, 8)[bet]
    assert percent_as(values[1], bet_odds.house_edge) == values[1]
    if values[0] is not None:
        assert bet_odds.events[0].deals == values[0]


def test_dragon_7_standard_deviation() -> None:
    assert sqrt_text(odds(SIDE_BETS, 8)["dragon-7"].variance, 4) == pub.DRAGON_7_STANDARD_DEVIATION


# Numbers of our own, each by a second road.

COUPS = [
    ("2,J,A,J", "player", 7, 1),
    ("4,A,J", "player", 8, 1),
    ("5,7,6,T,6", "banker", 7, 2),
    ("8,5,T", "banker", 8, 1),
    ("9,Q,8", "tie", 7, 1),
    ("8,A,K", "tie", 8, 1),
    ("4,7,7,6,K", "banker", 1, 3),
]
"""7 Up coups dealt by hand from the tableau: cards in dealing order after the fixed 7, winner, its total, sevens in both hands."""


@pytest.mark.parametrize(("cards", "winner", "total", "sevens"), COUPS)
def test_coups_dealt_by_hand_end_so_by_both_codes_of_the_rules(cards: str, winner: str, total: int, sevens: int) -> None:
    explained = exact.game("live-7up").explain(cards)
    values = tuple({"A": 1, "T": 0, "J": 0, "Q": 0, "K": 0}[card] if card.isalpha() else int(card) for card in cards.split(","))
    player, banker = brute.seven_up(values)
    assert (list(explained.coup.player), list(explained.coup.banker)) == (player, banker)
    totals = {"player": sum(player) % 10, "banker": sum(banker) % 10}
    best = max(totals.values())
    assert best == total
    assert (player + banker).count(7) == sevens
    leaders = [hand for hand, value in totals.items() if value == best]
    assert explained.winner == winner == (leaders[0] if len(leaders) == 1 else "tie")


def player_net(player: int, banker: int, _sevens: int) -> Fraction:
    """Player: 1:1, with 7 1:2, a tie pushes."""
    if player > banker:
        return Fraction(1, 2) if player == 7 else Fraction(1)
    return Fraction(-1 if player < banker else 0)


def banker_net(player: int, banker: int, _sevens: int) -> Fraction:
    """Banker: 1:1, with 7 9:5, a tie pushes."""
    if banker > player:
        return Fraction(9, 5) if banker == 7 else Fraction(1)
    return Fraction(-1 if banker < player else 0)


def super_sevens_net(_player: int, _banker: int, sevens: int) -> Fraction:
    """Super 7's by the sevens of both hands, the fixed one with them: 2, 5, 17, 70, 700 to one for 2, 3, 4, 5, 6."""
    return Fraction((-1, 2, 5, 17, 70, 700)[sevens - 1])


MBS: dict[str, Callable[[int, int, int], Fraction]] = {"player": player_net, "banker": banker_net, "super-sevens": super_sevens_net}
"""What the Marina Bay Sands schedule pays."""


@cache
def won_with(bet: str) -> dict[tuple[int, ...], Fraction]:
    """For every multiset of five cards what a bet wins in all its orders."""
    won: dict[tuple[int, ...], Fraction] = {}
    for deck in product(range(10), repeat=5):
        player, banker = brute.seven_up(deck)
        net = MBS[bet](sum(player) % 10, sum(banker) % 10, (player + banker).count(7))
        cards = tuple(sorted(deck))
        won[cards] = won.get(cards, Fraction(0)) + net
    return won


def return_by_orders(bet: str, counts: Sequence[int]) -> Fraction:
    """The return of a bet in 7 Up: an order of cards has the falling factorials of the counts for weight."""
    won = sum(net * prod(perm(counts[v], cards.count(v)) for v in set(cards)) for cards, net in won_with(bet).items())
    return Fraction(won) / perm(sum(counts), 5)


def packs(decks: int, *taken: int) -> list[int]:
    """The counts of whole decks less some cards."""
    return [decks * (4 if value else 16) - taken.count(value) for value in range(10)]


@pytest.mark.parametrize(("bet", "value"), computed.SEVEN_FROM_SHOE_6_DECKS.items())
def test_six_decks_with_the_seven_taken_from_the_shoe(bet: str, value: str) -> None:
    ours = odds("mbs-7up", 6, fixed_card="from-shoe")[bet].expected_value
    assert ours == return_by_orders(bet, packs(6, 7))
    assert decimal_text(ours, 6) == value


@pytest.mark.parametrize(("bet", "value"), computed.MBS_FRESH_SHOE_8_DECKS.items())
def test_mbs_fresh_shoe_eight_decks(bet: str, value: str) -> None:
    ours = odds("mbs-7up", 8)[bet].expected_value
    assert ours == return_by_orders(bet, packs(8))
    assert decimal_text(ours, 6) == value


@pytest.mark.parametrize(("value", "percent"), computed.PLAYER_EOR_8_DECKS_PERCENT.items())
def test_effects_of_removal_on_the_player_bet(value: int, percent: str) -> None:
    game, shoe = exact.game("live-7up"), exact.Shoe.decks(8)
    effect = game.odds(shoe.without(value))["player"].expected_value - game.odds(shoe)["player"].expected_value
    assert effect == return_by_orders("player", packs(8, value)) - return_by_orders("player", packs(8))
    assert percent_as(percent, effect) == percent


ONE = (4, *[1] * 9)
"""Ways out of 13 to draw one card of each value with replacement."""
TWO = tuple(sum(ONE[first] * ONE[(total - first) % 10] for first in range(10)) for total in range(10))
"""Ways out of 13^2 to draw each total with two cards."""
SEVEN_AND_ONE = tuple(ONE[(total - 7) % 10] for total in range(10))
"""Ways out of 13 to reach each total with a fixed 7 and one card."""


def with_replacement(players: Sequence[int]) -> Counter[tuple[int, int]]:
    """Ways to each pair of final totals, the Player's two cards having each total in so many ways.

    A total stands for its two cards: the rules look at no more of them, and with replacement nothing else does.
    """
    seen: Counter[tuple[int, int]] = Counter()
    for player, banker, fifth, sixth in product(range(10), repeat=4):
        hands = brute.play([player], [banker], [fifth, sixth])
        seen[sum(hands[0]) % 10, sum(hands[1]) % 10] += players[player] * TWO[banker] * ONE[fifth] * ONE[sixth]
    return seen


def test_7up_infinite_deck() -> None:
    table, ways = odds("live-7up", None), with_replacement(SEVEN_AND_ONE)
    assert table.deals == ways.total() == 13**5
    assert {(p, b): n for p, row in enumerate(table.outcomes.by_totals()) for b, n in enumerate(row) if n} == ways
    events = {event.event: event.deals for bet in ("player", "banker", "tie") for event in table[bet].events}
    assert computed.SEVEN_UP_INFINITE.items() <= events.items()


def test_classic_infinite_deck() -> None:
    table, ways = odds("baccarat", None), with_replacement(TWO)
    assert table.deals == ways.total() == 13**6
    assert {(p, b): n for p, row in enumerate(table.outcomes.by_totals()) for b, n in enumerate(row) if n} == ways
    assert {bet.bet.id: bet.events[0].deals for bet in table.bets} == computed.CLASSIC_INFINITE


@pytest.mark.parametrize(("bet", "values"), computed.CLASSIC_RETURNS_8_DECKS.items())
def test_classic_returns_and_variances_follow_from_the_published_counts(bet: str, values: tuple[str, str, str]) -> None:
    player, banker, tie, total = pub.CLASSIC_COUNTS[8]
    wins, loses, pays = {
        "player": (player, banker, Fraction(1)),
        "banker": (banker, player, Fraction(19, 20)),
        "tie": (tie, player + banker, Fraction(8)),
    }[bet]
    mean = (pays * wins - loses) / total
    bet_odds = odds("baccarat", 8)[bet]
    assert bet_odds.expected_value == mean
    assert bet_odds.variance == (pays**2 * wins + loses) / total - mean**2
    assert bet_odds.edge_per_resolved_bet == -mean * total / (wins + loses)
    assert (str(mean), decimal_text(mean, 6), sqrt_text(bet_odds.variance, 6)) == values


@pytest.mark.parametrize("game", exact.catalogue())
def test_dealing_sequences_are_the_orders_of_two_cards_times_those_of_third_cards(game: str) -> None:
    """Ten ordered pairs of cards have each total, and one card with a fixed 7: so both games have 3,394 sequences a pair of totals."""
    thirds = set()
    for player, banker, fifth, sixth in product(range(10), repeat=4):
        hands = brute.play([player], [banker], [fifth, sixth])
        thirds.add((player, banker, (fifth, sixth)[: len(hands[0]) + len(hands[1]) - 2]))
    assert len(thirds) * 10 * 10 == pub.CLASSIC_SEQUENCES
    rules, needs = exact.game(game).rules, exact.game(game).needs
    walked = sum(sum(sequences.values()) for sequences in compile_rules(rules, rules.fixed, needs).outcomes.values())
    assert walked == len(thirds) * 10 * (10 if game == "baccarat" else 1)


@pytest.mark.parametrize(("game", "bet", "decks"), [("live-7up", "player", 6), ("baccarat", "banker", 8)])
def test_rounds_for_are_the_fewest_whose_half_width_is_a_tenth_percent(game: str, bet: str, decks: int) -> None:
    bet_odds, half_width = odds(game, decks)[bet], Fraction(1, 1000)
    rounds = {
        facts.Z[95]: facts.rounds_for(bet_odds, 95, half_width),
        Fraction(NormalDist().inv_cdf(0.975)): statistics.rounds_for(float(half_width), float(bet_odds.variance)),
    }
    for z, number in rounds.items():
        square = z**2 * bet_odds.variance
        assert square / number <= half_width**2 < square / (number - 1)
