"""Diagnoses: every known paytable and copied row is named from what it makes, and none that the data reject."""

from __future__ import annotations

import json
from collections.abc import Mapping
from fractions import Fraction
from pathlib import Path

import pytest
from scipy.stats import binom

import exact
from exact.audit.counts import Source
from exact.audit.diagnosis import Diagnosis
from exact.audit.faults import known_faults
from exact.audit.law import game_law
from exact.audit.observations import MeasuredReturn, Observations
from exact.audit.reference import fresh
from exact.audit.verdict import Plan, audit
from exact.game.definition import Game
from tests.games import changed, document
from tests.run import run

FULL = exact.Shoe.decks(8)
LIVE, MBS = exact.game("live-7up"), exact.game("mbs-7up")


def paying(game: Game, pays: Mapping[str, str]) -> dict[str, Fraction]:
    """The exact returns of the game file with other odds for these events, worked out by ``exact odds``."""
    bets = [
        {**bet, "lines": [{**line, "pays": pays.get(line["event"], line.get("pays"))} for line in bet["lines"]]}
        for bet in document(game.id)["bets"]
    ]
    odds = changed(game.id, bets=bets).odds(FULL)
    return {one.bet.id: one.expected_value for one in odds.bets if one.expected_value is not None}


def diagnosed(game: Game, seen: Observations) -> Diagnosis:
    found = audit(game, FULL, Source("returns", seen), fresh(game, FULL), Plan()).diagnosis
    assert found is not None
    return found


def from_returns(game: Game, returns: Mapping[str, Fraction], rounds: int = 10**8) -> Diagnosis:
    return diagnosed(game, Observations(rounds, returns={bet: MeasuredReturn(rounds, float(mean)) for bet, mean in returns.items()}))


SCHEDULE = dict(
    zip(("Two sevens", "Three sevens", "Four sevens", "Five sevens", "Six sevens"), ("3:2", "6:1", "15:1", "77:1", "777:1"), strict=True)
)
PAID = [
    (LIVE, {"Player wins with 7": "1:1"}, "Player: 'Player wins with 7' pays 1:1"),
    (LIVE, {"Banker wins with 7": "1:1"}, "Banker: 'Banker wins with 7' pays 1:1"),
    (LIVE, {"Tie on 7": "8:1", "Tie, not 7": "8:1"}, "Tie: every win pays 8:1"),
    (LIVE, {"Tie on 7": "10:1"}, "Tie: 'Tie on 7' pays one unit more, 10:1"),
    (LIVE, {"Two or more sevens": "1:1"}, "Super 7's: 'Two or more sevens' pays 1:1"),
    (LIVE, {"Two or more sevens": "2:1"}, "Super 7's: 'Two or more sevens' pays 2:1"),
    (LIVE, {"Two or more sevens": "5:2"}, "Super 7's: 'Two or more sevens' pays one unit more, 5:2"),
    (MBS, {"Two sevens": "1:1"}, "Super 7's: 'Two sevens' pays one unit less, 1:1"),
    (
        LIVE,
        {"Player wins with 7": "3:2", "Banker wins with 7": "1:2"},
        "the odds of 'Player wins with 7' and 'Banker wins with 7' are swapped",
    ),
    (MBS, SCHEDULE, "Super 7's: the published schedule 2.5, 7, 16, 78, 778 for one (an online live game)"),
]


@pytest.mark.parametrize(("game", "pays", "said"), PAID, ids=[said for _, _, said in PAID])
def test_another_known_paytable_is_named_from_its_exact_returns(game: Game, pays: dict[str, str], said: str) -> None:
    found = from_returns(game, paying(game, pays))
    assert found.named == said
    assert found.best[0].p > 0.99


def test_paytables_that_the_rounds_cannot_tell_apart_are_all_said_and_none_is_named() -> None:
    """1:1 and 19:20 move the return by 0.0098; ten thousand rounds have a standard deviation of 0.0086."""
    truth, near = (f"Player: 'Player wins with 7' pays {odds}" for odds in ("1:1", "19:20"))
    returns = paying(LIVE, {"Player wins with 7": "1:1"})
    few = from_returns(LIVE, returns, 10**4)
    assert few.named is None
    assert {truth, near} <= set(few.tied)
    assert from_returns(LIVE, returns, 10**6).named == truth


def test_a_return_that_no_known_paytable_gives_gets_no_name() -> None:
    found = from_returns(LIVE, {**paying(LIVE, {}), "player": paying(LIVE, {"Player wins with 7": "7:10"})["player"]})
    assert found.named is None
    assert "None of the" in found.said


def test_a_source_that_deals_the_classic_game_is_named(tmp_path: Path) -> None:
    """The published odds of eight decks: 45.8597, 44.6247 and 9.5156 percent."""
    counts = tmp_path / "counts.csv"
    counts.write_text("event,count\nplayer,446247\nbanker,458597\ntie,95156\n")
    done = run("audit", "live-7up", str(counts))
    assert done.status == 1
    assert "Probably: no card is fixed: all four are dealt." in " ".join(done.out.split())


def test_a_fault_that_rare_events_reject_is_not_named(tmp_path: Path) -> None:
    """Six sevens nine times in a million rounds: by exact binomial tails too often for 8 decks, for 12, and for an infinite shoe."""
    for shoe in (exact.Shoe.infinite(), exact.Shoe.decks(12)):
        chance = MBS.odds(shoe)["super-sevens"]["Six sevens"].probability
        assert binom.sf(8, 10**6, float(chance)) < 0.005
    (tmp_path / "six.csv").write_text('event,count\n"super-sevens: Six sevens",9\n')
    done = run("audit", "mbs-7up", str(tmp_path / "six.csv"), "--rounds", "1000000", "--format", "json")
    found = json.loads(done.out)["diagnosis"]
    assert found["named"] is None
    assert "None of the" in found["said"]
    assert all(one["p"] < 0.01 for one in found["best"])


@pytest.mark.parametrize(("row", "source"), [(3, 6), (6, 5)])
def test_a_row_copied_without_its_column_of_a_player_who_stood_is_named(row: int, source: int) -> None:
    """The counts are those of a game file whose row has the ten third-card columns of another row."""
    tableau = dict(document("live-7up")["tableau"])
    lines = tableau["banker"].splitlines()
    rows = {line.split()[0]: line.split()[1:] for line in lines if line.strip()}
    copied = f"{row}  " + " ".join([*rows[str(source)][:10], *rows[str(row)][10:]])
    tableau["banker"] = "\n".join(copied if line.split()[:1] == [str(row)] else line for line in lines)
    wrong = game_law(changed("live-7up", tableau=tableau), FULL)
    cells: dict[tuple[int, int, int | None, int | None, int | None], int] = {}
    for record, weight in wrong.weights.items():
        cells[record.cell] = cells.get(record.cell, 0) + round(10**8 * weight / wrong.total)
    found = diagnosed(LIVE, Observations(sum(cells.values()), cells=cells))
    assert found.named == f"the Banker's row {row} where the Player drew, not where the Player stood, is a copy of row {source}"


@pytest.mark.parametrize("game", [LIVE, MBS, exact.game("baccarat")], ids=lambda game: game.id)
def test_no_paytable_fault_changes_what_is_dealt(game: Game) -> None:
    right = game_law(game, FULL)
    said = [one.said for one in known_faults(game, FULL)]
    assert len(said) == len(set(said))
    for one in known_faults(game, FULL):
        if one.kind == "paytable" and "reading" not in one.said:
            assert one.law.weights == right.weights
