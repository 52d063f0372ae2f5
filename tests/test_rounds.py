"""Round logs: every coup dealt again by the rules, each fault found where it is, in every layout; nothing found in a good log."""

from __future__ import annotations

import csv
import itertools
import json
import random
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator
from decimal import Decimal
from fractions import Fraction
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

import exact
from exact.audit import rounds as module
from exact.audit.card_texts import BAD
from exact.audit.columns import LogError, LogOptions, find_columns
from exact.audit.decode import ADVICE, rank_of, read_texts, winner_of
from exact.audit.round_faults import TITLES, hand_faults, order_faults
from exact.audit.rounds import RoundsAudit, audit_rounds
from exact.errors import DealError, ExactError
from exact.game.card import parse_card
from exact.game.definition import build
from exact.odds.explanation import explain
from exact.shoes import files
from exact.shoes.files import FileError
from exact.simulation.engine import deal_block, most_coups
from exact.simulation.procedure import Procedure
from tests.games import changed, document
from tests.run import run
from tests.test_simulation import cards_of, in_order

FULL = exact.Shoe.decks(8)
LIVE = exact.game("live-7up")
LAYOUTS = ("hands", "order", "hand-lists", "list")
PAIR = 1100
"""Hand numbers are below it: two of them make one number."""
WRITTEN = {0: "", **{n: str(n) for n in range(2, 11)}, 1: "A", 11: "J", 12: "Q", 13: "K"}
SUITS = ("", "s", "H", "♦", "♣️")


class Round(NamedTuple):
    """One round of a log; cards as ranks, fixed ones included."""

    shoe: int
    round: int
    player: tuple[int, ...]
    banker: tuple[int, ...]


def values(cards: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(card if card < 10 else 0 for card in cards)


def total(cards: tuple[int, ...]) -> int:
    return sum(values(cards)) % 10


@cache
def dealt(game: exact.Game, shoes: int, seed: int = 3) -> tuple[Round, ...]:
    """Rounds dealt from physical cards, the tens of every shoe told apart without replacement."""
    _, (_, notes) = deal_block(game, Procedure(FULL), seed, 0, shoes, shoes * most_coups(game, Procedure(FULL)))
    rng = random.Random(seed)
    tens: dict[int, list[int]] = {}
    found = []
    for shoe, number, player, banker, _ in notes.tolist():
        if shoe not in tens:
            tens[shoe] = [rank for rank in (10, 11, 12, 13) for _ in range(32)]
            rng.shuffle(tens[shoe])
        hands = [tuple(card or tens[shoe].pop() for card in cards_of(hand)) for hand in (player, banker)]
        found.append(Round(shoe, number, *hands))
    return tuple(found)


def columns(game: exact.Game, rounds: list[Round] | tuple[Round, ...], layout: str, *, listed: bool) -> dict[str, list[Any]]:
    """The rounds as columns of texts."""
    fixed = game.rules.fixed
    player_from, banker_from = (0, 0) if listed else (len(fixed.player), len(fixed.banker))
    suits = itertools.cycle(SUITS)

    def text(rank: int) -> str:
        return WRITTEN[rank] + next(suits) if rank else ""

    made: dict[str, list[Any]] = {"shoe": [one.shoe for one in rounds], "round": [one.round for one in rounds]}
    hands = [(one.player[player_from:], one.banker[banker_from:]) for one in rounds]
    if layout == "hands":
        for hand, name, most in ((0, "player", 3 - player_from), (1, "banker", 3 - banker_from)):
            for place in range(max(most, *(len(row[hand]) for row in hands))):
                made[f"{name}{place + 1}"] = [text(row[hand][place]) if place < len(row[hand]) else "" for row in hands]
    elif layout == "hand-lists":
        for hand, name in enumerate(("player", "banker")):
            made[name] = [" ".join(map(text, row[hand])) for row in hands]
    else:
        lists = [[text(card) for card in listing(game, one, listed=listed)] for one in rounds]
        if layout == "list":
            made["cards"] = [",".join(row) for row in lists]
        else:
            made |= {f"card{i + 1}": [row[i] if i < len(row) else "" for row in lists] for i in range(max(map(len, lists)))}
    return made


def listing(game: exact.Game, one: Round, *, listed: bool) -> list[int]:
    """The cards of a round in dealing order."""
    fixed = game.rules.fixed
    first = [*one.player[: len(fixed.player)], *one.banker[: len(fixed.banker)]] if listed else []
    return first + in_order(game.rules, one.player, one.banker)


def reports(game: exact.Game, rounds: tuple[Round, ...]) -> dict[str, list[Any]]:
    """Right totals, winner and results of every bet."""
    told = [play(game, one) for one in rounds]
    made: dict[str, list[Any]] = {
        "player_total": [total(one.player) for one in rounds],
        "banker_total": [total(one.banker) for one in rounds],
        "winner": [f"{one.winner.title()} win" for one in told],
    }
    for place, bet in enumerate(game.bets):
        made[f"{bet.id}_net"] = [float(one.settlements[place].net) for one in told]
    return made


@cache
def _explained(game: exact.Game, cards: tuple[int, ...]) -> Any:
    return explain(game, cards)


def play(game: exact.Game, one: Round) -> Any:
    return _explained(game, values(tuple(listing(game, one, listed=False))))


def write(path: Path, made: dict[str, list[Any]]) -> Path:
    if path.suffix == ".parquet":
        pq.write_table(pa.table(made), path)
        return path
    with path.open("w", newline="", encoding="utf-8") as file:
        csv.writer(file).writerows([list(made), *zip(*made.values(), strict=True)])
    return path


def found(audit: RoundsAudit) -> dict[str, int]:
    """The kinds of faults that came, with their numbers."""
    return {kind: counted.faults for kind, counted in audit.faults.items() if counted.faults}


@pytest.mark.parametrize("listed", [False, True])
@pytest.mark.parametrize("suffix", ["csv", "parquet"])
@pytest.mark.parametrize("layout", LAYOUTS)
@pytest.mark.parametrize("name", ["live-7up", "baccarat"])
def test_a_good_log_has_no_fault_and_gives_its_counts(name: str, layout: str, suffix: str, listed: bool, tmp_path: Path) -> None:
    """Every count and moment is that of a plain Python walk over the rounds."""
    game = exact.game(name)
    rounds = dealt(game, 8)
    path = write(tmp_path / f"log.{suffix}", columns(game, rounds, layout, listed=listed) | reports(game, rounds))
    audit = audit_rounds(game, path, LogOptions(shoe=FULL))
    assert (audit.faultless, found(audit), audit.refused, audit.examples) == (True, {}, 0, ())
    assert audit.rows == audit.observations.rounds == len(rounds)
    assert (audit.columns.layout, audit.columns.unused) == (layout, ())
    told = "fixed cards are listed among the cards" if listed else "fixed cards are not listed among the cards"
    assert (told in audit.notes) == (name == "live-7up")
    assert_counts(game, rounds, audit)


def assert_counts(game: exact.Game, rounds: tuple[Round, ...], audit: RoundsAudit) -> None:
    told = [play(game, one) for one in rounds]
    seen = audit.observations
    sevens = [one.player.count(7) + one.banker.count(7) for one in rounds]
    cells = [(total(r.player), total(r.banker), len(r.player), len(r.banker), n) for r, n in zip(rounds, sevens, strict=True)]
    assert seen.cells == Counter(cells)
    assert {name: number for (_, name), number in seen.events.items() if number} == Counter(one.winner for one in told)
    ranks = Counter(card for one in rounds for card in listing(game, one, listed=False))
    assert list(seen.ranks.values()) == [ranks[rank] for rank in range(1, 14)]
    for place, bet in enumerate(game.bets):
        nets = [one.settlements[place].net for one in told]
        assert seen.returns[bet.id].mean == pytest.approx(float(sum(nets) / len(nets)), abs=1e-12)
        shoes: dict[int, list[Fraction]] = defaultdict(list)
        for one, net in zip(rounds, nets, strict=True):
            shoes[one.shoe].append(net)
        moments = seen.by_shoe[bet.id]
        assert (moments.shoes, moments.rounds) == (len(shoes), len(rounds))
        assert moments.rounds_squared == sum(len(shoe) ** 2 for shoe in shoes.values())
        assert moments.won == pytest.approx(float(sum(nets)))
        assert moments.won_squared == pytest.approx(float(sum(sum(shoe) ** 2 for shoe in shoes.values())))
        assert moments.cross == pytest.approx(float(sum(sum(shoe) * len(shoe) for shoe in shoes.values())))


def test_without_reported_results_returns_are_those_of_the_coups_dealt_again(tmp_path: Path) -> None:
    rounds = dealt(LIVE, 8)
    audit = audit_rounds(LIVE, write(tmp_path / "log.csv", columns(LIVE, rounds, "list", listed=False)))
    assert_counts(LIVE, rounds, audit)
    assert "returns of the coups dealt again: player, banker, tie, super-sevens" in audit.notes


PLANTED: list[tuple[str, Callable[[dict[str, Any]], object], list[tuple[str, str]]]] = [
    (
        "Banker on 5 against T draws",
        lambda row: row.update(player2="7", player3="K", banker1="2", banker2="3", banker3="4"),
        [("third-card", "Banker on 5 against T drew, must stand (row 5, column 0)")],
    ),
    (
        "Banker on 5 against 4 stands",
        lambda row: row.update(player2="7", player3="4", banker1="2", banker2="3", banker3=""),
        [("third-card", "Banker on 5 against 4 stood, must draw (row 5, column 4)")],
    ),
    (
        "Player on 7 draws",
        lambda row: row.update(player2="Q", player3="4", banker1="3", banker2="3", banker3=""),
        [("third-card", "Player on 7 drew, must stand (column 7)")],
    ),
    (
        "Player stands on 4",
        lambda row: row.update(player2="7", player3="", banker1="3", banker2="3", banker3=""),
        [("third-card", "Player on 4 stood, must draw (column 4)")],
    ),
    (
        "Banker on 5, Player stood",
        lambda row: row.update(player2="K", player3="", banker1="3", banker2="2", banker3=""),
        [("third-card", "Banker on 5 (Player stood) stood, must draw (row 5, stood)")],
    ),
    (
        "both draw against a natural",
        lambda row: row.update(player2="A", player3="2", banker1="3", banker2="2", banker3="3"),
        [
            ("third-card", "Player on 8 drew, must stand (natural: Player 8, Banker 5: the coup is over)"),
            ("third-card", "Banker on 5 drew, must stand (natural: Player 8, Banker 5: the coup is over)"),
        ],
    ),
    ("Banker has one card", lambda row: row.update(banker2="", banker3=""), [("missing-card", "the Banker has 1, takes two at least")]),
    ("a blank in between", lambda row: row.update(banker1=""), [("missing-card", "a blank stands before a card")]),
    ("Player has four", lambda row: row.update(player4="2"), [("too-many-cards", "1 card too many: the Player has 4")]),
    ("no seven", lambda row: row.update(player1="8"), [("fixed-card", "the Player's card 1 is 8, must be the fixed 7")]),
    ("no Player", lambda row: row.update(player1="", player2="", player3=""), [("missing-card", "the Player has no fixed 7")]),
    ("wrong total", lambda row: row.update(player_total=5), [("total", "total of Player is 4, reported 5")]),
    ("wrong winner", lambda row: row.update(winner="P"), [("winner", "winner is Banker, reported Player")]),
    ("a tie", lambda row: row.update(winner="tie"), [("winner", "winner is Banker, reported a tie")]),
    ("wrong result", lambda row: row.update(banker_net="1"), [("payout", "banker pays 3:2 (1.5), reported 1")]),
    ("a win for a loss", lambda row: row.update(tie_net="7"), [("payout", "tie loses (-1), reported 7")]),
    ("no card", lambda row: row.update(banker1="X"), [("unreadable", "banker1 is 'X': write A, 2 to 9")]),
    ("no label", lambda row: row.update(winner="house"), [("unreadable", "winner is 'house': say what it means with --label house=")]),
    ("no total", lambda row: row.update(banker_total="x"), [("unreadable", "banker_total is 'x': write a total")]),
    ("no result", lambda row: row.update(tie_net="?"), [("unreadable", "tie_net is '?': write a number")]),
]


@pytest.mark.parametrize(("change", "expected"), [case[1:] for case in PLANTED], ids=[case[0] for case in PLANTED])
def test_each_planted_fault_is_found_in_its_row_with_what_is_right(
    change: Callable[[dict[str, Any]], object], expected: list[tuple[str, str]], tmp_path: Path
) -> None:
    """Round 31 of shoe 12 is 7 7 K against 2 K 5, 4 against 7, in a hundred rounds without a fault."""
    rounds = [one._replace(shoe=12) for one in dealt(LIVE, 1)[:100]]
    rounds[30] = Round(12, 31, (7, 7, 13), (2, 13, 5))
    made = columns(LIVE, rounds, "hands", listed=True) | {"player4": [""] * 100} | reports(LIVE, tuple(rounds))
    rows = [dict(zip(made, row, strict=True)) for row in zip(*made.values(), strict=True)]
    good = dict(rows[30])
    change(rows[30])
    if any(kind == "third-card" for kind, _ in expected):
        rows[30] |= {name: "" for name in rows[30] if name.endswith(("_total", "_net")) or name == "winner"}
    assert good != rows[30]
    audit = audit_rounds(LIVE, write(tmp_path / "log.csv", {name: [row[name] for row in rows] for name in made}))
    faults = [*audit.examples, *audit.refusals]
    assert [fault.kind for fault in faults] == [kind for kind, _ in expected]
    for fault, (_, text) in zip(faults, expected, strict=True):
        assert text in fault.text
        assert (fault.place, fault.number, fault.unit) == ("shoe 12 round 31", 32, "line")
    assert audit.observations.rounds == (99 if expected[0][0] in ("missing-card", "too-many-cards", "fixed-card", "unreadable") else 100)


@pytest.mark.parametrize(
    ("cards", "kind", "text"),
    [
        ("5 7 6 T", "missing-card", "a card is missing: the Banker still takes one: Banker on 1 against T draws (row 1, column 0)"),
        ("5 7 6 T 6 2", "too-many-cards", "1 card too many: the coup is finished after 5: a hand takes three cards at most"),
        ("5 A 6 T 6", "too-many-cards", "2 cards too many: the coup is finished after 3: natural: Player 8, Banker 1"),
        ("3 7 3 T A", "too-many-cards", "1 card too many: the coup is finished after 4: Banker on 6 against T stands (row 6, column 0)"),
        ("5 7", "missing-card", "a card is missing: the Banker still takes one: dealing order, card 3"),
        ("", "missing-card", "a card is missing: the Banker still takes one: dealing order, card 1"),
    ],
)
def test_a_list_of_cards_that_is_no_coup_is_told_by_the_rules(cards: str, kind: str, text: str, tmp_path: Path) -> None:
    path = write(tmp_path / "log.csv", {"id": [1, 2], "cards": ["5 7 6 T 6", cards]})
    audit = audit_rounds(LIVE, path)
    assert found(audit) == {kind: 1}
    assert text in audit.examples[0].text
    assert str(audit.examples[0]).startswith("line 3: ")


def cards_log(path: Path, shoes: dict[str, list[str]]) -> Path:
    """A log of whole coups, one column a coup."""
    rows = [(shoe, cards) for shoe, coups in shoes.items() for cards in coups]
    return write(path, {"shoe": [shoe for shoe, _ in rows], "cards": [cards for _, cards in rows]})


def test_more_cards_than_the_shoe_holds_are_found_until_the_next_shoe(tmp_path: Path) -> None:
    """The printed 7 is no card of the shoe; the fifth and sixth seven of one deck are too many."""
    path = cards_log(tmp_path / "log.csv", {"a": ["7 2 7", "7 2 7", "7 2 9", "9 2 9", "7 A 9"], "b": ["7 2 7"]})
    assert found(audit_rounds(LIVE, path)) == {}
    audit = audit_rounds(LIVE, path, LogOptions(shoe=exact.Shoe.decks(1)))
    assert found(audit) == {"shoe": 2}
    assert list(map(str, audit.examples)) == [
        "shoe a round 3: the shoe holds 4 sevens, 5 were dealt",
        "shoe a round 5: the shoe holds 4 sevens, 6 were dealt",
    ]
    from_shoe = LIVE.reading({"fixed-card": "from-shoe"})
    assert audit_rounds(from_shoe, path, LogOptions(shoe=exact.Shoe.decks(1))).examples[0].text.startswith("the shoe holds 3 sevens")


def test_tens_are_counted_by_rank_where_j_q_and_k_are_told(tmp_path: Path) -> None:
    one_deck = LogOptions(shoe=exact.Shoe.decks(1))
    told = audit_rounds(LIVE, cards_log(tmp_path / "told.csv", {"a": ["K A K", "K A K", "Q A K"]}), one_deck)
    assert [fault.text for fault in told.examples] == ["the shoe holds 4 kings, 5 were dealt"]
    value = audit_rounds(LIVE, cards_log(tmp_path / "value.csv", {"a": ["T A T", "T A T", "T A T"]}), one_deck)
    assert found(value) == {}
    assert value.observations.ranks == {}
    assert "10, J, Q and K are not told apart: cards are counted by value" in value.notes
    coups = ["T A T"] * 4 + ["T 2 T"] * 4 + ["T 2 9"]
    full = audit_rounds(LIVE, cards_log(tmp_path / "full.csv", {"a": coups}), one_deck)
    assert [fault.text for fault in full.examples] == ["the shoe holds 16 cards of value zero, 17 were dealt"]  # a coup is told once


def test_a_limited_bet_that_is_settled_later_is_found(tmp_path: Path) -> None:
    rounds = dealt(LIVE, 3)
    good = columns(LIVE, rounds, "order", listed=False) | reports(LIVE, rounds)
    late = [one.round > 40 for one in rounds]
    options = LogOptions(first_hands={"super-sevens": 40})
    audit = audit_rounds(LIVE, write(tmp_path / "late.csv", good), options)
    assert found(audit) == {"not-offered": sum(late)}
    first = audit.examples[0]
    assert first.place == "shoe 0 round 41"
    assert first.text.startswith("super-sevens is offered on the first 40 hands, paid on hand 41 (reported ")
    assert audit.observations.returns["super-sevens"].rounds == len(rounds) - sum(late)
    good["super-sevens_net"] = ["" if off else net for off, net in zip(late, good["super-sevens_net"], strict=True)]
    assert audit_rounds(LIVE, write(tmp_path / "good.csv", good), options).faultless
    del good["round"]  # hands of a shoe are counted
    del good["super-sevens_net"]
    counted = audit_rounds(LIVE, write(tmp_path / "counted.csv", good), options)
    assert counted.observations.returns["super-sevens"].rounds == len(rounds) - sum(late)
    del good["shoe"]
    unknown = audit_rounds(LIVE, write(tmp_path / "unknown.csv", good), options)
    assert "no column tells the shoe: not checked: super-sevens after hand 40" in unknown.notes
    assert unknown.observations.returns["super-sevens"].rounds == len(rounds)


def test_stakes_and_payouts_with_the_stake_are_understood(tmp_path: Path) -> None:
    rounds = dealt(LIVE, 2)
    nets = [one.settlements[1].net for one in (play(LIVE, one) for one in rounds)]
    stakes = [(place % 4) * 5 for place in range(len(rounds))]
    made = columns(LIVE, rounds, "list", listed=False) | {
        "Banker Payout": [float(stake * (1 + net)) for stake, net in zip(stakes, nets, strict=True)],
        "banker_stake": stakes,
    }
    audit = audit_rounds(LIVE, write(tmp_path / "log.csv", made))
    assert audit.faultless
    seen = audit.observations.returns["banker"]
    played = [(stake, net) for stake, net in zip(stakes, nets, strict=True) if stake]
    assert seen.rounds == len(played)
    assert seen.mean == pytest.approx(float(sum(stake * net for stake, net in played) / sum(stakes)))
    assert seen.effective == pytest.approx(sum(stakes) ** 2 / sum(stake**2 for stake in stakes))
    place = next(i for i, (stake, net) in enumerate(zip(stakes, nets, strict=True)) if stake == 10 and net == Fraction(3, 2))
    made["Banker Payout"][place] = 30.0
    wrong = audit_rounds(LIVE, write(tmp_path / "wrong.csv", made))
    assert [fault.text for fault in wrong.examples] == ["banker pays 3:2 (15 on a stake of 10), reported 20"]


def test_the_hand_of_a_shoe_is_its_round_number_where_a_shoe_begins_with_1(tmp_path: Path) -> None:
    rows = {"shoe": [1, 1, 1, 2, 2], "round": [1, 40, 41, 500, 501], "cards": ["5 7 6 T 6"] * 5, "super-sevens": [1.5] * 5}
    audit = audit_rounds(LIVE, write(tmp_path / "log.csv", rows), LogOptions(first_hands={"super-sevens": 40}))
    assert list(map(str, audit.examples)) == [
        "shoe 1 round 41: super-sevens is offered on the first 40 hands, paid on hand 41 (reported 1.5)"
    ]
    assert audit.observations.returns["super-sevens"].rounds == 4


def test_a_log_may_begin_within_a_shoe(tmp_path: Path) -> None:
    rows = {"shoe": [7, 7, 8], "round": [46, 47, 1], "cards": ["5 7 6 T 6"] * 3, "super-sevens": [1.5] * 3}
    audit = audit_rounds(LIVE, write(tmp_path / "log.csv", rows), LogOptions(first_hands={"super-sevens": 40}))
    assert [fault.place for fault in audit.examples] == ["shoe 7 round 46", "shoe 7 round 47"]


def test_rows_of_no_known_shoe_hold_no_more_cards_than_a_shoe(tmp_path: Path) -> None:
    """Eleven rounds hold the 33 fives of one shoe and one more; where no column tells the shoe they may be of several."""
    rows = {"shoe": [1] * 11, "cards": ["5 5 A 5 T"] * 11}
    options = LogOptions(shoe=FULL)
    assert "shoe" in found(audit_rounds(LIVE, write(tmp_path / "one.csv", rows), options))
    del rows["shoe"]
    audit = audit_rounds(LIVE, write(tmp_path / "many.csv", rows), options)
    assert "shoe" not in found(audit)
    assert "no column tells the shoe: not checked: cards beyond what the shoe holds" in audit.notes


def test_a_wrong_cell_of_the_tableau_is_named_from_a_round_log(tmp_path: Path) -> None:
    _, (_, notes) = deal_block(flipped("banker", 5, 4), Procedure(FULL, "fresh"), 3, 0, 400_000, 400_000)
    log, _ = by_value(notes, tmp_path)
    done = run("audit", "live-7up", str(log), "--ranks", "values", "--dealt-by", "fresh")
    assert done.status == 1
    assert "Probably: the Banker stands on 5 against a third card of 4." in " ".join(done.out.split())


def test_rounds_missing_or_doubled_are_noted(tmp_path: Path) -> None:
    rows = {"shoe": [1, 1, 1, 1, 2, 2], "round": [1, 2, 2, 4, 1, 2], "cards": ["5 7 6 T 6"] * 6}
    noted = "2 round numbers do not follow that before in the shoe by one, first in line 4: none is judged by that"
    audit = audit_rounds(LIVE, write(tmp_path / "log.csv", rows))
    assert noted in audit.notes
    assert audit.faultless
    rows["round"] = [1, 2, 3, 4, 1, 2]
    assert not any("round numbers" in note for note in audit_rounds(LIVE, write(tmp_path / "good.csv", rows)).notes)


def test_rows_that_cannot_be_read_are_not_judged(tmp_path: Path) -> None:
    done = run("audit", "live-7up", str(write(tmp_path / "log.csv", {"cards": ["s5 d7 c6"] * 200})))
    assert done.status == 2
    assert "CANNOT BE JUDGED: 200 of 200 rows cannot be read." in done.out


def test_the_limit_of_the_game_file_holds_in_a_round_log(tmp_path: Path) -> None:
    rows = {"shoe": [1] * 50, "round": list(range(1, 51)), "cards": ["5 7 6 T 6"] * 50, "super-sevens": [1.5] * 50}
    log = str(write(tmp_path / "log.csv", rows))
    told = run("audit", "live-7up", log, "--dealt-by", "fresh", "--no-diagnose", "--format", "json")
    every = run("audit", "live-7up", log, "--dealt-by", "fresh", "--no-diagnose", "--format", "json", "--first-hands", "none")
    assert [json.loads(done.out)["round_log"]["faults"]["not-offered"] for done in (told, every)] == [10, 0]


def test_nothing_handed_back_beyond_the_limit_is_no_fault(tmp_path: Path) -> None:
    """What is handed back holds the stake: 0 is a loss while the bet is offered and nothing staked afterwards."""
    rows = {"shoe": [1] * 3, "cards": ["5 7 6 T 6", "5 A 6", "5 A 6"], "super-sevens payout": [2.5, 0, 0]}
    audit = audit_rounds(LIVE, write(tmp_path / "log.csv", rows), LogOptions(first_hands={"super-sevens": 2}))
    assert audit.faultless
    seen = audit.observations.returns["super-sevens"]
    assert (seen.rounds, seen.mean) == (2, 0.25)


def test_coups_with_a_wrong_third_card_count_as_they_were_dealt(tmp_path: Path) -> None:
    """Left out they would bend every measured figure of a source that deals so, and no diagnosis could name it."""
    rows = {
        "shoe": [1] * 4,
        "player1": ["7"] * 4,
        "player2": ["7", "A", "A", "A"],
        "player3": ["K", "", "2", ""],
        "banker1": ["2", "5", "5", "?"],
        "banker2": ["K", "J", "J", "J"],
        "banker3": ["5", "", "", ""],
        "tie": [-1] * 4,
        "tie_stake": [1, 1, 1, 1],
    }
    audit = audit_rounds(LIVE, write(tmp_path / "log.csv", rows))
    assert found(audit) == {"third-card": 1}
    assert (audit.refused, audit.observations.rounds, audit.observations.returns["tie"].rounds) == (1, 3, 3)
    assert {rank: n for rank, n in audit.observations.ranks.items() if n} == {"A": 2, "2": 2, "5": 3, "7": 1, "J": 2, "K": 2}
    assert any(note.startswith("1 rows are in no count") for note in audit.notes)
    rows["tie_stake"] = [1, -1, "much", 1]
    audit = audit_rounds(LIVE, write(tmp_path / "stakes.csv", rows))
    assert found(audit) == {}
    assert [fault.text for fault in audit.refusals] == [
        "tie_stake is '-1': a stake is no less than 0",
        "tie_stake is 'much': write a number",
        "banker1 is '?': write A, 2 to 9, 10 (or T), J, Q or K, or say --ranks numbers for 1 to 13",
    ]


@pytest.mark.parametrize("listed", [False, True])
@pytest.mark.parametrize("layout", LAYOUTS)
def test_fixed_cards_of_both_hands_are_no_cards_of_the_shoe(layout: str, listed: bool, tmp_path: Path) -> None:
    game = changed("live-7up", deal={"order": ["banker", "player"], "naturals": [8, 9]}, fixed={"player": ["7"], "banker": ["5"]})
    rounds = dealt(game, 3)
    audit = audit_rounds(game, write(tmp_path / "log.csv", columns(game, rounds, layout, listed=listed)), LogOptions(shoe=FULL))
    assert audit.faultless
    assert_counts(game, rounds, audit)


def test_results_in_single_precision_are_no_faults(tmp_path: Path) -> None:
    game = exact.game("baccarat")
    table = pa.table({"cards": ["2 3 4 6"] * 2, "banker": pa.array([0.95, 0.9501], pa.float32())})
    pq.write_table(table, tmp_path / "log.parquet")
    audit = audit_rounds(game, tmp_path / "log.parquet")
    assert [fault.text[:43] for fault in audit.examples] == ["banker pays 1:1 less 5% (0.95), reported 0."]
    assert audit.examples[0].number == 2


def flips() -> Iterator[tuple[str, int, int]]:
    """The 8 cells of the Player's table and the 80 + 8 of the Banker's."""
    for column in range(8):
        yield "player", 0, column
    for row in range(8):
        for column in range(11):
            yield "banker", row, column


def flipped(hand: str, row: int, column: int) -> exact.Game:
    """The game with one cell of the tableau turned over, no bets."""
    made = document("live-7up")
    lines = made["tableau"][hand].strip().splitlines()
    place = next(i for i, line in enumerate(lines) if i and (hand == "player" or line.split()[0] == str(row)))
    cells = lines[place].split()
    at = column if hand == "player" else column + 1
    cells[at] = "S" if cells[at] == "D" else "D"
    lines[place] = " ".join(cells)
    made["tableau"] = made["tableau"] | {hand: "\n".join(lines)}
    return build(made, {}, exact.Game).only(())


@cache
def pair_faults(player: int, banker: int) -> tuple[bool, bool, int]:
    """Of two hands, by the recursive rules: are they other than dealt; is the list no coup; how many totals are others."""
    hands = cards_of(player), cards_of(banker)
    try:
        coup = explain(LIVE, tuple(in_order(LIVE.rules, *hands))).coup
    except DealError:
        return True, True, 0
    right = coup.player, coup.banker
    return right != hands, False, sum(sum(a) % 10 != sum(b) % 10 for a, b in zip(right, hands, strict=True))


def test_every_flipped_cell_of_the_tableau_is_found_in_exactly_the_rounds_that_show_it(tmp_path: Path) -> None:
    """10^5 rounds for each cell; which rounds are wrong is told by ``explain``.

    It is asked of a ten and one card in place of the Banker's first two: the rules look at their total only.
    """
    seen = 0
    for number, cell in enumerate(flips()):
        _, (_, notes) = deal_block(flipped(*cell), Procedure(FULL), number, 0, 1000, 120_000)
        notes = notes[:100_000]
        first_two = (notes[:, 3] // 110 + notes[:, 3] // 11) % 10
        pairs, times = np.unique(notes[:, 2] * PAIR + first_two * 11 + notes[:, 3] % 11, return_counts=True)
        wrong = [(*pair_faults(*divmod(pair, PAIR)), n) for pair, n in zip(pairs.tolist(), times.tolist(), strict=True)]
        differ, no_coup, totals = (sum(int(row[place]) * row[3] for row in wrong) for place in range(3))
        hands, order = (audit_rounds(LIVE, file, LogOptions(ranks="values")) for file in by_value(notes, tmp_path))
        assert found(hands) == ({"third-card": differ} if differ else {}), cell
        by_cards = order.faults["missing-card"].faults + order.faults["too-many-cards"].faults
        assert (by_cards, order.faults["total"].faults) == (no_coup, totals), cell
        if differ:
            seen += 1
            place = f"column {cell[2]})" if cell[0] == "player" else f"row {cell[1]}, {'stood' if cell[2] == 10 else f'column {cell[2]}'})"
            assert all(fault.text.endswith(place) for fault in hands.examples), cell
    assert seen == 96


def by_value(notes: np.ndarray, folder: Path) -> tuple[Path, Path]:
    """The rounds by hand without totals, and in dealing order with totals; cards as point values, the 7 not listed."""
    player, banker = notes[:, 2], notes[:, 3]
    cards = [player // 11 % 10, player % 11, banker // 110, banker // 11 % 10, banker % 11]
    names = ["player2", "player3", "banker1", "banker2", "banker3"]
    none = [card == 10 for card in cards]
    held = {name: pa.array(card.astype(np.int8), mask=gone) for name, card, gone in zip(names, cards, none, strict=True)}
    pq.write_table(pa.table(held), folder / "hands.parquet")
    p2, p3, b1, b2, b3 = cards
    fourth, fifth = np.where(p3 == 10, b3, p3), np.where(p3 == 10, 10, b3)
    order = {f"c{n}": pa.array(c.astype(np.int8), mask=c == 10) for n, c in enumerate((b1, p2, b2, fourth, fifth), 1)}
    totals = {
        "player_total": pa.array((7 + p2 + p3 * (p3 < 10)) % 10),
        "banker_total": pa.array((b1 + b2 + b3 * (b3 < 10)) % 10),
    }
    pq.write_table(pa.table(order | totals), folder / "order.parquet")
    return folder / "hands.parquet", folder / "order.parquet"


@pytest.mark.parametrize("name", ["live-7up", "mbs-7up", "baccarat"])
def test_every_changed_line_of_a_paytable_is_found_in_exactly_the_rounds_that_fall_on_it(name: str, tmp_path: Path) -> None:
    """10^5 rounds (few are equal in the classic game: 2 10^4 there); results by ``explain``, one line at a time paid one unit more."""
    game = exact.game(name)
    _, (_, notes) = deal_block(game, Procedure(FULL), 5, 0, 1100, 130_000)
    notes = notes[: 20_000 if name == "baccarat" else 100_000]
    pairs, places = np.unique(notes[:, 2] * PAIR + notes[:, 3], return_inverse=True)
    lists = [in_order(game.rules, *map(cards_of, divmod(pair, PAIR))) for pair in pairs.tolist()]
    told = [explain(game, tuple(cards)) for cards in lists]
    cards = pa.array([" ".join(map(str, cards)) for cards in lists]).take(pa.array(places))
    for place, bet in enumerate(game.bets):
        nets = np.array([float(one.settlements[place].net) for one in told])
        for line in bet.every_line():
            on = np.array([one.settlements[place].line == line for one in told])
            table = pa.table({"cards": cards, bet.id: pa.array((nets + on)[places])})
            pq.write_table(table, tmp_path / "log.parquet")
            audit = audit_rounds(game, tmp_path / "log.parquet")
            times = int(on[places].sum())
            assert found(audit) == ({"payout": times} if times else {}), line
            assert times or line.event == "Six sevens"


def random_hands(rng: random.Random, most: int) -> tuple[int, ...]:
    return tuple(rng.randrange(1, 14) for _ in range(rng.randrange(most + 1)))


@pytest.mark.parametrize("name", ["live-7up", "baccarat", "prevision-7up"])
def test_the_compiled_loops_find_the_faults_of_any_cards_that_the_rules_in_plain_python_find(name: str, tmp_path: Path) -> None:
    game = exact.game(name)
    rng = random.Random(1)
    rows = [Round(0, i, (*game.rules.fixed.player, *random_hands(rng, 3)), random_hands(rng, 4)) for i in range(3000)]
    audit = audit_rounds(
        game, write(tmp_path / "hands.parquet", columns(game, rows, "hands", listed=True)), LogOptions(fixed="listed", examples=99999)
    )
    expected = Counter(
        (row.round, *fault[::2])
        for row in rows
        for fault in dict.fromkeys(hand_faults(game.rules, {"player": values(row.player), "banker": values(row.banker)}))
    )
    loops = Counter((int(fault.round or 0), fault.kind, fault.text) for fault in audit.examples)
    assert {(number, kind) for number, kind, _ in loops} == {(number, kind) for number, kind, _ in expected}
    assert set(loops) <= set(expected)
    third = [{fault for fault in side if fault[1] == "third-card"} for side in (loops, expected)]
    assert third[0] == third[1]
    lists = [random_hands(rng, 7) for _ in range(3000)]
    made = {"round": list(range(3000)), "cards": [" ".join(WRITTEN[card] for card in cards) for cards in lists]}
    audit = audit_rounds(game, write(tmp_path / "list.csv", made), LogOptions(fixed="not-listed", examples=99999))
    right = [(number, *fault) for number, cards in enumerate(lists) for fault in order_faults(game.rules, values(cards))]
    assert sorted((int(fault.round or 0), fault.kind, fault.text) for fault in audit.examples) == sorted(right)
    for number, cards in enumerate(lists):
        try:
            explain(game, values(cards))
        except DealError:
            assert any(fault[0] == number for fault in right)
        else:
            assert not any(fault[0] == number for fault in right)


def test_every_way_to_write_a_card_is_read_as_the_game_files_read_it() -> None:
    for rank in ("A", "a", "1", "T", "t", "10", "0", "J", "q", "K", *map(str, range(2, 10))):
        for suit in ("", *"shdcSHDC♠♥♦♣♤♡♢♧", "♥️"):
            (ranks,) = read_texts([f" {rank}{suit} "], "symbols").tolist()
            assert values((ranks[0],)) == (parse_card(rank + suit.removesuffix("\ufe0f")),)
            assert ranks[1:] == [0] * 7
    assert read_texts(["7s5h10d", "[7, 5, 'K']", "7-5-T", "", "10 1 0"], "symbols")[:, :3].tolist() == [
        [7, 5, 10],
        [7, 5, 13],
        [7, 5, 10],
        [0, 0, 0],
        [10, 1, 10],
    ]
    for text in ("X", "11", "75", "7A", "KQ", "7x", "s", "7 5 6 T 6 7 7 7 7", "5.0", "é", "-7z"):
        assert read_texts([text], "symbols")[0, 0] == BAD, text
    assert [rank_of(n, "numbers") for n in (None, 0, 1, 10, 13, "12", 13.0, float("nan"), 14)] == [0, 0, 1, 10, 13, 12, 13, 0, BAD]
    assert [rank_of(n, "values") for n in (None, 0, 1, 9, "0", 10)] == [0, 10, 1, 9, 10, BAD]
    assert [rank_of(n, "symbols") for n in (None, 10, 1, 11, "7.0", "nan", "7 5")] == [0, 10, 1, BAD, 7, 0, BAD]
    assert set(ADVICE) == {"symbols", "numbers", "values"}


def test_winners_are_known_by_many_labels() -> None:
    for place, labels in enumerate([("P", "player", "Player wins", "PLAYER HAND"), ("b", "Bank", "BankerWin"), ("T", "tie", "Draw")]):
        assert {winner_of(label, {}) for label in labels} == {place}
    assert winner_of(" x ", {"X": "tie"}) == 2
    assert (winner_of("x", {}), winner_of("", {}), winner_of(None, {})) == (-2, -1, -1)


def test_lists_of_cards_and_cards_as_numbers_come_from_parquet(tmp_path: Path) -> None:
    rounds = dealt(LIVE, 2)
    table = {
        "player_cards": [[*one.player] for one in rounds],
        "banker_cards": [[*one.banker] for one in rounds],
        "result": ["012"[("player", "banker", "tie").index(play(LIVE, one).winner)] for one in rounds],
    }
    path = write(tmp_path / "log.parquet", table)
    labels: Any = {"0": "player", "1": "banker", "2": "tie"}
    audit = audit_rounds(LIVE, path, LogOptions(ranks="numbers", labels=labels))
    assert audit.faultless
    assert audit.columns.roles == {"player-cards": "player_cards", "banker-cards": "banker_cards", "winner": "result"}
    unknown = audit_rounds(LIVE, path, LogOptions(ranks="numbers"))
    assert unknown.refused == len(rounds)
    assert unknown.refusals[0].text == "result is '%s': say what it means with --label %s=player, banker or tie" % (
        (table["result"][0],) * 2
    )
    assert len(unknown.refusals) == 20


def with_progress(path: Path, options: LogOptions) -> tuple[RoundsAudit, list[tuple[int, int, int]]]:
    steps: list[tuple[int, int, int]] = []
    return audit_rounds(LIVE, path, options, lambda *step: steps.append(step)), steps


def test_batches_of_any_size_give_the_same_audit(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Shoes and limits go on from batch to batch, so that a log is never held as a whole."""
    rounds = dealt(LIVE, 4)
    made = columns(LIVE, rounds, "hands", listed=True) | reports(LIVE, rounds)
    made["winner"][200] = "T"
    options = LogOptions(shoe=exact.Shoe.decks(6), first_hands={"super-sevens": 40})
    for suffix in ("csv", "parquet"):
        path = write(tmp_path / f"log.{suffix}", made)
        whole = audit_rounds(LIVE, path, options)
        assert found(whole).keys() == {"shoe", "not-offered"} | ({"winner"} if play(LIVE, rounds[200]).winner != "tie" else set())
        for size in (7, sum(one.shoe == 0 for one in rounds)):
            with monkeypatch.context() as small:
                small.setattr(files, "BATCH", size)
                small.setattr(files, "_CSV_BLOCK", 100 * size)
                parts, steps = with_progress(path, options)
            assert len(steps) > 2
            assert steps[-1][1] == steps[-1][2]
            assert (parts.rows, parts.faults, parts.examples) == (whole.rows, whole.faults, whole.examples)
            assert parts.observations == whole.observations


def test_names_of_columns_are_recognized_and_the_rest_is_reported() -> None:
    names = ("Shoe ID", "hand no", "Player 1st Card", "Player 2nd Card", "Player 3rd Card", "B1", "b2", "banker_card_3", "Time", "Result")
    more = ("P Total", "banker score", "Super 7's", "tie_payout", "tie stake", "Player", "suit")
    seen = find_columns((*names, *more), LIVE, LogOptions(), "log")
    assert seen.roles == {
        "shoe": "Shoe ID",
        "round": "hand no",
        **{f"player-{n}": name for n, name in enumerate(names[2:5], 1)},
        **{f"banker-{n}": name for n, name in enumerate(names[5:8], 1)},
        "winner": "Result",
        "player-total": "P Total",
        "banker-total": "banker score",
        "bet:super-sevens": "Super 7's",
        "payout:tie": "tie_payout",
        "stake:tie": "tie stake",
        "bet:player": "Player",
    }
    assert seen.unused == ("Time", "suit")
    told = find_columns(("x", "S7"), LIVE, LogOptions(columns={"cards": "x", "bet:super-sevens": "S7"}), "log")
    assert (told.roles, told.layout) == ({"cards": "x", "bet:super-sevens": "S7"}, "list")
    assert find_columns(("player", "banker"), LIVE, LogOptions(), "log").layout == "hand-lists"


@pytest.mark.parametrize(
    ("names", "options", "part"),
    [
        (("shoe", "winner"), LogOptions(), "no column of cards: name them cards, card1"),
        (tuple(f"c{n}" for n in range(10)), LogOptions(), "no column of cards"),
        (("player1", "player2"), LogOptions(), "has cards of one hand only: say with --column banker-1=NAME"),
        (
            ("cards", "winner", "result"),
            LogOptions(),
            "columns 'winner' and 'result' both look like winner: say which with --column winner=",
        ),
        (("cards",), LogOptions(columns={"deck": "cards"}), "--column deck=cards: no such role"),
        (("cards",), LogOptions(columns={"winner": "won"}), "--column winner=won: log has no such column"),
        (("cards", "tie_net", "tie_payout"), LogOptions(), "columns 'tie_net' and 'tie_payout' both tell what tie wins: keep one"),
        (("cards",), LogOptions(first_hands={"nope": 40}), "bet 'nope': live-7up has no such bet"),
    ],
)
def test_columns_that_do_not_tell_the_rounds_get_one_clear_line(names: tuple[str, ...], options: LogOptions, part: str) -> None:
    with pytest.raises(ExactError) as error:
        find_columns(names, LIVE, options, "log")
    assert part in str(error.value)
    assert "\n" not in str(error.value)


def test_a_bet_without_paytable_has_no_result(tmp_path: Path) -> None:
    path = write(tmp_path / "log.csv", {"cards": ["5 7 6 T 6"], "tie": ["8"]})
    with pytest.raises(LogError, match="does not say what tie pays"):
        audit_rounds(exact.game("prevision-7up"), path)
    with pytest.raises(LogError, match=r"a round log ends in \.csv or \.parquet"):
        audit_rounds(LIVE, tmp_path / "log.txt")


def test_lines_with_a_wrong_number_of_fields_are_refused(tmp_path: Path) -> None:
    (tmp_path / "log.csv").write_text("round,cards,extra\n1,5 7 6 T 6,\n2,5 7 6 T 6\n3,5 7 X,\n4,5 7 6 T 6,\n")
    audit = audit_rounds(LIVE, tmp_path / "log.csv")
    assert (audit.rows, audit.refused, audit.observations.rounds) == (4, 2, 2)
    assert list(map(str, audit.refusals)) == [
        "line 3: 2 fields: write 3",
        "round 3: cards is '5 7 X': write A, 2 to 9, 10 (or T), J, Q or K, or say --ranks numbers for 1 to 13",
    ]
    assert not audit.faultless


def test_a_file_of_malformed_lines_is_refused_as_a_whole(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "MOST_MALFORMED", 3)
    for bad, refused in ((3, 3), (5, None)):
        (tmp_path / "log.csv").write_text("round,cards\n1,5 7 6 T 6\n" + "2\n" * bad)
        if refused is None:
            with pytest.raises(FileError, match=r"log\.csv: line 3: 1 fields: write 2, and so on in 5 lines: correct the header"):
                audit_rounds(LIVE, tmp_path / "log.csv")
        else:
            assert audit_rounds(LIVE, tmp_path / "log.csv").refused == refused


def test_columns_of_any_type_of_parquet_are_read(tmp_path: Path) -> None:
    """Categories with one byte, floats with NaN for blanks, a column of nothing, decimals."""
    shoes = [f"shoe {n}" for n in range(128)]
    made = {
        "shoe": pa.DictionaryArray.from_arrays(pa.array(range(128), pa.int8()), pa.array(shoes)),
        "player2": pa.array([1.0] * 128),
        "player3": pa.nulls(128),
        "banker1": pa.array([4, 5] * 64, pa.uint8()),
        "banker2": pa.array([2] * 128, pa.int64()),
        "banker3": pa.array([float("nan")] * 127 + [3.0]),
        "player_total": pa.array([8.0] * 128),
        "player_net": pa.array([Decimal("1.00")] * 127 + [Decimal("1.50")]),
        "banker_net": pa.array([-1.0] * 128, pa.float32()),
    }
    pq.write_table(pa.table(made), tmp_path / "log.parquet")
    audit = audit_rounds(LIVE, tmp_path / "log.parquet")
    assert list(map(str, audit.examples)) == [
        "shoe shoe 127 round 1: Banker on 7 drew, must stand (natural: Player 8, Banker 7: the coup is over)",
        "shoe shoe 127 round 1: player pays 1:1 (1), reported 1.5",
    ]
    assert audit.observations.by_shoe["banker"].shoes == 128
    bad = pa.table({"player": pa.array([7, 5]), "banker": pa.array([1, 2])})
    pq.write_table(bad, tmp_path / "bad.parquet")
    with pytest.raises(LogError, match="column 'player' holds int64: give texts such as '7 5 6'"):
        audit_rounds(LIVE, tmp_path / "bad.parquet")


def test_a_log_without_rows_has_no_rounds(tmp_path: Path) -> None:
    audit = audit_rounds(LIVE, write(tmp_path / "log.csv", {"cards": []}))
    assert (audit.rows, audit.observations.rounds, audit.faultless) == (0, 0, True)
    assert list(audit.faults) == list(TITLES)


def test_a_shoe_that_comes_again_after_another_is_refused(tmp_path: Path) -> None:
    log = tmp_path / "log.csv"
    log.write_text("shoe,cards\n1,7 7 7 2 T\n2,T T T\n1,7 7 7 2 T\n")
    done = run("audit", "live-7up", str(log), "--decks", "1")
    assert (done.status, done.out, done.err.count("\n")) == (2, "", 1)
    assert "line 4: shoe 1 again, after rows of another shoe" in done.err


def test_a_quote_that_is_not_closed_is_one_clear_line(tmp_path: Path) -> None:
    log = tmp_path / "log.csv"
    log.write_text('shoe,cards,note\n1,7 7 7 2 T,\n1,T T T,"a\n1,7 7 7 2 T,\n1,7 7 7 2 T,"b"\n')
    done = run("audit", "live-7up", str(log), "--decks", "1")
    assert (done.status, done.out, done.err.count("\n")) == (2, "", 1)
    assert "log.csv: line 3: a quote is not closed on its line: close it" in done.err


def test_a_log_with_another_separator_and_empty_lines_is_the_same_log(tmp_path: Path) -> None:
    lines = ["shoe,cards,winner,player_net", '1,"5 7 6 T 6",banker,-1', '1,"8,5,T",player,9', "1,9 Q 8,tie,0"]
    audits = []
    for separator, end in ((",", "\n"), (";", "\r\n"), ("\t", "\n\n")):
        made = [separator.join(row) for row in csv.reader(lines)]
        (tmp_path / "log.csv").write_bytes(end.join(made if separator != "," else lines).encode() + 2 * end.encode())
        audits.append(audit_rounds(LIVE, tmp_path / "log.csv"))
    assert [(audit.rows, audit.refused) for audit in audits] == [(3, 0)] * 3
    assert [found(audit) for audit in audits] == [found(audits[0])] * 3
    assert [audit.observations for audit in audits] == [audits[0].observations] * 3
