"""Readings: the default first, one changed at a time, each doing what its words say."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

import pytest

import exact
from exact.game.coup import TIE, Coup, Outcome
from exact.game.reading import choose
from exact.report.numbers import Style
from exact.report.readings import alternatives, readings_document
from tests.games import changed, document

REQUIRED = {
    "live-7up": {"super-sevens": ("round", "hand", "player"), "fixed-card": ("printed", "from-shoe"), "main-bets-on-tie": ("push", "lose")},
    "prevision-7up": {
        "six-seven-tie": ("equal", "final", "two-card"),
        "banker-when-player-stands": ("draws", "stands"),
        "fixed-card": ("printed", "from-shoe"),
    },
    "baccarat": {"main-bets-on-tie": ("push", "lose")},
    "mbs-7up": {"fixed-card": ("printed", "from-shoe")},
}
SHOE = exact.Shoe((7, 3, 2, 4, 2, 3, 4, 5, 2, 3))


@pytest.mark.parametrize("game", exact.catalogue())
def test_the_readings_and_their_choices_the_default_first(game: str) -> None:
    variant = exact.game(game)
    assert {reading.name: reading.names for reading in variant.readings} == REQUIRED[game]
    assert dict(variant.chosen) == {name: choices[0] for name, choices in REQUIRED[game].items()}
    assert all(reading.clause and all(says for _, says in reading.choices) for reading in variant.readings)


def probability(game: exact.Game, holds: object) -> Fraction:
    """From the recursive walk over whole coups."""
    return sum((p for coup, p in game.walk(SHOE) if holds(coup)), Fraction(0))  # type: ignore[operator]


@pytest.mark.parametrize(
    ("choice", "holds"),
    [
        ("round", lambda coup: (coup.player + coup.banker).count(7) >= 2),
        ("hand", lambda coup: coup.player.count(7) >= 2 or coup.banker.count(7) >= 2),
        ("player", lambda coup: coup.player.count(7) >= 2),
    ],
)
def test_super_sevens_counts_the_hands_it_says(choice: str, holds: object) -> None:
    game = exact.game("live-7up", {"super-sevens": choice})
    assert game.odds(SHOE)["super-sevens"]["Two or more sevens"].probability == probability(game, holds)


def both(total_of: object) -> object:
    return lambda coup: all(total_of(hand) in (6, 7) for hand in (coup.player, coup.banker))  # type: ignore[operator]


@pytest.mark.parametrize(
    ("choice", "extra"),
    [
        ("equal", lambda _coup: False),
        ("final", both(lambda hand: sum(hand) % 10)),
        ("two-card", both(lambda hand: sum(hand[:2]) % 10)),
    ],
)
def test_six_and_seven_tie_as_the_choice_says(choice: str, extra: object) -> None:
    game = exact.game("prevision-7up", {"six-seven-tie": choice})

    def tie(coup: Coup) -> bool:
        return sum(coup.player) % 10 == sum(coup.banker) % 10 or extra(coup)  # type: ignore[operator,no-any-return]

    assert game.odds(SHOE)["tie"]["Tie"].probability == probability(game, tie)


@pytest.mark.parametrize(("choice", "draws"), [("draws", True), ("stands", False)])
def test_the_banker_with_three_to_five_after_a_standing_player(choice: str, draws: bool) -> None:
    game = exact.game("prevision-7up", {"banker-when-player-stands": choice})
    for player, total in product((6, 7), (3, 4, 5)):
        coup = Coup((7, (player - 7) % 10), (0, total))
        assert game.rules.next_hand(*coup.hands) == ("banker" if draws else None)
    for total in (0, 1, 2):
        assert game.rules.next_hand(*Coup((7, 0), (0, total)).hands) == "banker"


@pytest.mark.parametrize("game", ["live-7up", "baccarat"])
def test_main_bets_on_a_tie_push_or_lose(game: str) -> None:
    push, lose = (exact.game(game, {"main-bets-on-tie": choice}).odds(SHOE) for choice in ("push", "lose"))
    for bet in ("player", "banker"):
        assert push[bet].expected_value - lose[bet].expected_value == push[bet]["Tie"].probability == push[bet].push_frequency
        assert lose[bet].push_frequency == 0
    assert push["tie"] == lose["tie"]


@pytest.mark.parametrize("game", exact.catalogue())
def test_all_readings_changes_one_at_a_time(game: str) -> None:
    variant = exact.game(game)
    base, every = alternatives(variant, SHOE, None)
    assert [(item.reading.name, item.choice) for item in every] == [(n, c) for n, cs in REQUIRED[game].items() for c in cs]
    for item in every:
        assert item.table.bets == variant.reading({item.reading.name: item.choice}).odds(SHOE).bets
        if (item.reading.name, item.choice) in variant.chosen:
            assert item.table.bets == base.bets


def test_a_game_of_some_bets_keeps_them_in_their_order_under_every_reading() -> None:
    game = exact.game("live-7up").only(("super-sevens", "tie"))
    for name, choice, other in game.each_reading():
        assert [bet.id for bet in other.bets] == ["super-sevens", "tie"]
        assert other == exact.game("live-7up", {name: choice}).only(("super-sevens", "tie"))
    assert [bet.id for bet in exact.game("live-7up").reading({"super-sevens": "hand"}).bets] == ["player", "banker", "tie", "super-sevens"]


def test_bets_and_lines_that_one_choice_alone_has_are_told_without_a_change() -> None:
    """Two readings of prevision-7up: the Tie is not offered; what the Player wins with is told apart."""
    lines = [{"event": f"Player {n}", "when": {"winner": "player", "player-total": n}} for n in ("0-7", "8+")]
    whole = document("prevision-7up")
    split = [{**whole["bets"][0], "lines": [*lines, whole["bets"][0]["lines"][1]]}, whole["bets"][1]]
    offer = {"name": "offer", "clause": "c", "choices": {"all": "a", "two": "b"}}
    game = changed("prevision-7up", bets={"by-reading": "offer", "all": whole["bets"], "two": split}, readings=[*whole["readings"], offer])
    shown = readings_document(game, SHOE, None, Style()).flat.rows
    two = [(row[2], row[3], row[-1]) for row in shown if row[:2] == ("offer", "two")]
    assert [(bet, event) for bet, event, _ in two] == [
        ("Player", "Player 0-7"), ("Player", "Player 8+"), ("Player", "Tie"), ("Player", "Banker wins"),
        ("Banker", "Banker wins"), ("Banker", "Tie"), ("Banker", "Player wins"),
    ]  # fmt: skip
    assert [change for _, _, change in two] == ["–", "–", *["0.000000"] * 5]


def test_a_priced_bet_that_one_choice_alone_offers_is_told_without_a_change() -> None:
    whole = document("mbs-7up")
    offer = {"name": "offer", "clause": "c", "choices": {"one": "a", "all": "b"}}
    game = changed("mbs-7up", bets={"by-reading": "offer", "one": whole["bets"][:1], "all": whole["bets"]}, readings=[offer])
    shown = readings_document(game, SHOE, None, Style()).flat.rows
    assert [(row[1], row[2], row[-1]) for row in shown] == [
        ("one *", whole["bets"][0]["name"], "0.000000"),
        *(("all", bet["name"], "–" if place else "0.000000") for place, bet in enumerate(whole["bets"])),
    ]


def test_readings_combine() -> None:
    game = exact.game("prevision-7up", {"six-seven-tie": "final", "banker-when-player-stands": "stands", "fixed-card": "from-shoe"})
    assert game.rules.fixed_from_shoe
    assert not game.rules.tableau.banker_draws(3, None)
    six_seven = next(o for o in game.outcomes(SHOE).deals if (o.player.total, o.banker.total) == (6, 7))
    assert isinstance(six_seven, Outcome)
    assert game.winner(six_seven) == TIE
    again = game.reading({"six-seven-tie": "equal"})
    assert dict(again.chosen) == {"six-seven-tie": "equal", "banker-when-player-stands": "stands", "fixed-card": "from-shoe"}


@pytest.mark.parametrize(
    ("wanted", "part"),
    [
        ({"super-seven": "hand"}, "did you mean 'super-sevens'"),
        ({"super-sevens": "hands"}, "did you mean 'hand'"),
        ({"zzz": "hand"}, "write one of super-sevens, fixed-card, main-bets-on-tie"),
    ],
)
def test_unknown_readings_and_choices_are_refused(wanted: dict[str, str], part: str) -> None:
    with pytest.raises(exact.ReadingError) as error:
        choose(exact.game("live-7up").readings, wanted)
    assert part in str(error.value)


def test_a_sheet_without_a_paytable_gives_probabilities_and_true_odds_but_no_return() -> None:
    table = exact.game("prevision-7up").odds(exact.Shoe.decks(8))
    for bet in table.bets:
        win = bet.events[0]
        assert win.line.pays is None
        assert win.true_odds == (1 - win.probability) / win.probability
        measures = (bet.expected_value, bet.house_edge, bet.return_to_player, bet.edge_per_resolved_bet, bet.variance)
        assert measures == (None,) * 5
        assert bet.standard_deviation is None
        assert bet.hit_frequency == win.probability
