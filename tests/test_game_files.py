"""Game files: strict, all faults at once, each with field, value and the way out; any path works as a catalogue id does."""

from __future__ import annotations

import tomllib
from itertools import product
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import exact
from exact.errors import Fault
from exact.game.bet import Pays, parse_commission
from exact.game.check import faults
from exact.game.condition import parse_condition
from exact.game.definition import CATALOGUE, load, read_document
from exact.game.reading import places, resolve
from exact.game.schema import game_schema
from exact.game.tableau import parse_banker, parse_player
from tests.games import SIDE_BETS, document, to_toml

NATURALS = frozenset({8, 9})


@pytest.mark.parametrize("game", [*exact.catalogue(), SIDE_BETS])
def test_the_games_that_come_with_the_package_have_no_faults(game: str) -> None:
    assert faults(read_document(game)) == []


@pytest.mark.parametrize("game", exact.catalogue())
def test_a_path_works_wherever_a_catalogue_id_does(game: str, tmp_path: Path) -> None:
    copy = tmp_path / "my game.toml"
    copy.write_text(to_toml(document(game)), "utf-8")
    assert load(str(copy)) == load(game)
    assert exact.game(str(copy)).odds(exact.Shoe.decks(1)).bets == exact.game(game).odds(exact.Shoe.decks(1)).bets


def broken(game: str = "live-7up", **change: Any) -> list[str]:
    """The faults of a catalogue document after a change: ``bets_0_lines_1_pays=0.95``; None removes the key."""
    whole = document(game)
    for path, value in change.items():
        *parts, last = [int(part) if part.isdigit() else part.replace("-", "_").replace("_", "-") for part in path.split("_")]
        node: Any = whole
        for part in parts:
            node = node[part]
        if value is None:
            del node[last]
        else:
            node[last] = value
    return [str(fault) for fault in faults(whole)]


CHANGES: list[tuple[dict[str, Any], str]] = [
    (
        {"colour": "red"},
        "colour: unknown key: write one of id, title, source, notes, deal, fixed, tableau, result, procedure, bets, readings",
    ),
    ({"deal_colour": "red"}, "deal.colour: unknown key: write one of order, naturals"),
    ({"deal_naturls": [8]}, "deal.naturls: unknown key: did you mean 'naturals'?"),
    ({"deal_mid-coup": "last"}, "deal.mid-coup: unknown key: write one of order, naturals; mid-coup belongs in procedure"),
    ({"pays": "1:1"}, "bets, readings; pays belongs in bets.lines"),
    (
        {"bets_0_pays": "1:1"},
        "bets[0].pays: unknown key: write one of id, name, lines, otherwise, commission, note; pays belongs in bets.lines",
    ),
    ({"bets_0_lines_0_name": "x"}, "unknown key: write one of event, when, pays; name belongs in bets or readings"),
    ({"result": {"player": "x"}}, "result.player: unknown key: write one of also-tie; player belongs in fixed or tableau"),
    ({"readings_0_title": "x"}, "unknown key: write one of name, clause, choices; title belongs in the top of the file"),
    ({"procedure_cut": 10**30}, f"procedure.cut: {10**30}: write a number of at most 1,000,000"),
    ({"procedure_first-hands": {"tie": 10**30}}, f"procedure.first-hands.tie: {10**30}: write a number of at most 1,000,000"),
    ({"procedure_first-hands": {"tie": 0}}, "procedure.first-hands.tie: 0: write a number of at least 1"),
    ({"title": " "}, 'title: " ": is blank: write something'),
    ({"notes": ["a", "\t"]}, 'notes[1]: "\\t": is blank: write something'),
    ({"bets_0_otherwise": " "}, 'bets[0].otherwise: " ": is blank: write something'),
    ({"bets_0_lines_0_event": "  "}, 'bets[0].lines[0].event: "  ": is blank: write something'),
    ({"bets_0_lines_0_event": ""}, 'bets[0].lines[0].event: "": is empty: write something'),
    ({"deal_naturals": [8, 9, 8]}, "deal.naturals: 8: listed twice: list each total once"),
    ({"bets_1_lines_0_when": {"winner": "banker", "banker-total": [7, 7]}}, "when: banker-total: 7: listed twice: list each value once"),
    ({"result": {"also-tie": [{"player-total": [6, 7, 6]}]}}, "result.also-tie[0]: player-total: 6: listed twice"),
    ({"bets_2_name": "player"}, "bets: 'player': used twice as name: give each bet a name of its own"),
    ({"bets_2_name": "Super-Sevens"}, "bets[2].name: 'Super-Sevens': is the id of another bet: give each bet a name of its own"),
    ({"bets_0_lines_0_event": " tie"}, "bets[0].lines: 'Tie': used twice as event: give each line an event of its own"),
    ({"bets_0_otherwise": "TIE"}, "bets[0].lines: 'TIE': used twice as event"),
    ({"titel": "x"}, "titel: unknown key: did you mean 'title'?"),
    ({"title": None}, "title: is missing"),
    ({"title": ""}, 'title: "": is empty'),
    ({"id": "Live 7 Up"}, 'id: "Live 7 Up": write lower-case letters'),
    ({"title": 7}, "title: 7: write a text in quotes"),
    ({"deal_order_0": "dealer"}, "deal.order[0]: \"dealer\": write 'player' or 'banker'"),
    ({"deal_order": ["banker", "player"]}, "the Banker has 0 fixed and 1 dealt: each hand needs two cards"),
    ({"fixed_player": []}, "the Player has 0 fixed and 1 dealt: each hand needs two cards"),
    ({"fixed_player_0": "X"}, "fixed.player[0]: \"X\": card 'X': write A, 2 to 9"),
    ({"deal_naturals": [8, 12]}, "deal.naturals[1]: 12: a total is a whole number from 0 to 9"),
    ({"deal_naturals": [8, 9.0]}, "deal.naturals[1]: 9.0: write a whole number"),
    ({"bets_0_lines_0_pays": 0.95}, "bets[0].lines[0].pays: 0.95: write a text in quotes, such as '3:2'"),
    ({"bets_0_lines_0_pays": "0.95"}, 'bets[0].lines[0].pays: "0.95": write odds to one as a ratio'),
    ({"bets_0_lines_0_pays": "3/2"}, 'bets[0].lines[0].pays: "3/2": write odds to one as a ratio'),
    ({"bets_0_lines_0_pays": "0:1"}, "a win of nothing: write 'push'"),
    ({"bets_0_lines_0_pays": "1:0"}, "odds against a stake of nothing"),
    ({"bets_0_commission": "5"}, 'bets[0].commission: "5": write a percentage'),
    ({"bets_0_commission": "100%"}, 'bets[0].commission: "100%": write a percentage'),
    ({"bets_0_lines_0_when": {"winer": "player"}}, "unknown feature 'winer': did you mean 'winner'?"),
    ({"bets_0_lines_0_when": {"player-total": 10}}, "player-total: 10: player-total is one of 0, 1, 2"),
    ({"bets_0_lines_0_when": {"player-total": "7-12"}}, "player-total: 10: player-total is one of"),
    ({"bets_0_lines_0_when": {"sevens": "7+"}}, "sevens: 7: sevens is one of"),
    ({"bets_0_lines_0_when": {"sevens": 2.5}}, "2.5: write a value, a list of values or a range"),
    ({"bets_0_lines_0_when": {}}, "empty: name at least one feature"),
    ({"bets_0_lines_0_when": {"winner": []}}, "winner: no value"),
    ({"bets_0_lines_0_when": {"winner": "player", "player-total": [7, 8]}}, "bets[0].lines[1]: 'Player wins, not 7': overlaps"),
    ({"bets_0_lines_0_when": {"winner": "player", "banker-total": 9}}, "bets[0].lines[0]: 'Player wins with 7': unreachable"),
    ({"bets_0_otherwise": None}, "bets[0].otherwise: is missing: some coups fall on no line"),
    ({"bets_1_id": "player"}, "bets: 'player': used twice as id"),
    ({"bets_0_lines_0_event": "Tie"}, "bets[0].lines: 'Tie': used twice as event"),
    ({"bets_0_lines": []}, "bets[0].lines: is too short"),
    ({"bets": []}, "bets: is too short"),
    ({"readings_0_choices": {"round": "x"}}, "readings[0].choices: 'hand', 'player': is missing, and by-reading tables have it"),
    ({"readings_1_choices": {"a": "x"}, "fixed_origin": {"by-reading": "fixed-card", "a": "printed"}}, "readings[1].choices: is too short"),
    ({"readings_0_name": "other"}, "bets[3].lines[0].when.by-reading: 'super-sevens': no such reading"),
    (
        {"bets_0_lines_2_pays": {"by-reading": "main-bets-on-tie", "push": "push"}},
        "'lose': is missing: give a value for each choice of main-bets-on-tie: push, lose",
    ),
    (
        {"bets_0_lines_2_pays": {"by-reading": "main-bets-on-tie", "push": "push", "loses": "lose"}},
        "bets[0].lines[2].pays: 'loses': no such choice of main-bets-on-tie: did you mean 'lose'?",
    ),
    ({"readings_2_choices_lose": None}, "readings[2].choices: 'lose': is missing, and by-reading tables have it: say what it means"),
    ({"readings_2": None}, "bets[0].lines[2].pays.by-reading: 'main-bets-on-tie': no such reading: write one of super-sevens, fixed-card"),
    ({"fixed_origin": "printed"}, "readings: 'fixed-card': never used"),
    ({"readings_1_name": "super-sevens"}, "readings: 'super-sevens': listed twice"),
    ({"tableau": []}, "tableau: write a table"),
    (
        {"procedure": {"first-hands": {"super-seven": 40}}},
        "procedure.first-hands: 'super-seven': no such bet: did you mean 'super-sevens'?",
    ),
    ({"bets_0_lines_0_pays": "9" * 5000 + ":1"}, "write odds to one as a ratio"),
]


@pytest.mark.parametrize(("change", "part"), CHANGES, ids=[part[:60] for _, part in CHANGES])
def test_a_faulty_file_is_refused_with_field_value_and_the_way_out(change: dict[str, Any], part: str) -> None:
    assert any(part in fault for fault in broken(**change)), broken(**change)


@pytest.mark.parametrize("game", exact.catalogue())
def test_a_choice_left_out_is_one_fault_that_names_it(game: str) -> None:
    """Of a table that gives a value for each, and of the reading that lists them."""
    whole = document(game)
    tables = [table for path, table in places({key: value for key, value in whole.items() if key != "readings"})]
    lists = [reading["choices"] for reading in whole["readings"]]
    for table in (*tables, *lists):
        for choice in [key for key in table if key != "by-reading"]:
            kept = dict(table)
            del table[choice]
            assert [(fault.value, fault.advice[:10]) for fault in faults(whole)] == [(repr(choice), "is missing")]
            table.clear()
            table.update(kept)
    assert faults(whole) == []


@pytest.mark.parametrize("game", exact.catalogue())
def test_a_reading_left_out_is_one_fault_that_names_it(game: str) -> None:
    for place in range(len(document(game)["readings"])):
        whole = document(game)
        gone = whole["readings"].pop(place)
        assert [fault.value for fault in faults(whole)] == [repr(gone["name"])]
        whole["readings"].insert(place, gone | {"choices": {}})
        assert [fault.value for fault in faults(whole)] == [", ".join(map(repr, gone["choices"]))]


def test_a_fault_of_several_places_is_told_at_the_first() -> None:
    text = (Path(CATALOGUE) / "live-7up.toml").read_text("utf-8")
    head, _, _ = text.rpartition("[[readings]]")
    (fault,) = faults(tomllib.loads(head), head.encode())
    assert (fault.field, fault.line) == ("bets[0].lines[2].pays.by-reading", head[: head.index("main-bets-on-tie")].count("\n") + 1)


def test_an_unknown_key_is_told_the_keys_of_its_own_table_and_where_it_belongs() -> None:
    """Every key of every table of the schema, in every table."""
    schema = game_schema()
    kinds = {"": schema, **{name: schema["$defs"][name] for name in ("DealTable", "TableauTable", "BetTable", "LineTable", "ReadingTable")}}
    stands = {"": "", "DealTable": "deal_", "TableauTable": "tableau_", "BetTable": "bets_0_", "LineTable": "bets_0_lines_0_"}
    for name, stand in stands.items():
        own = list(kinds[name]["properties"])
        foreign = {key for table in kinds.values() for key in table["properties"]} - set(own)
        found = broken(**{stand + key: "x" for key in foreign})
        assert len(found) == len(foreign)
        for key in foreign:
            advice = f"{key}: unknown key: write one of {', '.join(own)}; {key} belongs in "
            assert any(advice in fault for fault in found), (name, key)


def test_lines_that_only_some_choice_reaches_are_no_fault_but_an_overlap_under_any_choice_is() -> None:
    three = {
        "by-reading": "super-sevens",
        "round": {"sevens": 6},
        "hand": {"banker-sevens": 3, "banker-total": 2},
        "player": {"player-sevens": 3},
    }
    seven_up = document("live-7up")
    seven_up["bets"][3]["lines"] = [{"event": "a", "when": three, "pays": "9:1"}]
    assert faults(seven_up) == []
    never = {"by-reading": "super-sevens", "round": {"banker-sevens": 3, "winner": "tie", "player-total": 9}} | {
        choice: {"banker-sevens": 3, "banker-total": 2} for choice in ("hand", "player")
    }
    seven_up["bets"][3]["lines"] = [{"event": "a", "when": never, "pays": "9:1"}]
    assert [fault.advice for fault in faults(seven_up)] == ["unreachable: no coup can fall on it: correct or remove it"]
    overlap = {"by-reading": "super-sevens", "round": {"sevens": 3}, "hand": {"sevens": "2+"}, "player": {"sevens": 4}}
    seven_up["bets"][3]["lines"] = [
        {"event": "a", "when": overlap, "pays": "9:1"},
        {"event": "b", "when": {"sevens": 2}, "pays": "8:1"},
    ]
    assert [fault.field for fault in faults(seven_up)] == ["bets[3].lines[1]"]


def test_a_value_that_only_two_readings_together_reach_is_checked_too() -> None:
    nested = {
        "by-reading": "main-bets-on-tie",
        "push": "push",
        "lose": {"by-reading": "fixed-card", "printed": "lose", "from-shoe": "lsoe"},
    }
    assert [fault[:28] for fault in broken(bets_0_lines_2_pays=nested)] == ['bets[0].lines[2].pays: "lsoe']
    nested["lose"] = {"by-reading": "main-bets-on-tie", "push": "push", "lose": "lose"}
    assert broken(bets_0_lines_2_pays=nested) == [
        "bets[0].lines[2].pays.lose: 'main-bets-on-tie': chosen already around it: write the value of that choice"
    ]


def with_readings(game: str, **choices: list[str]) -> dict[str, Any]:
    """A catalogue document with more readings."""
    whole = document(game)
    more = [{"name": name, "clause": "c", "choices": dict.fromkeys(names, "s")} for name, names in choices.items()]
    return whole | {"readings": [*whole["readings"], *more]}


def combinations(whole: dict[str, Any]) -> list[dict[str, Any]]:
    """The document without readings under each combination of all choices."""
    names = {reading["name"]: list(reading["choices"]) for reading in whole["readings"]}
    bare = {key: value for key, value in whole.items() if key != "readings"}
    return [resolve(bare, dict(zip(names, chosen, strict=True))) for chosen in product(*names.values())]  # type: ignore[misc]


totals = st.lists(st.integers(0, 9), min_size=1, max_size=5, unique=True)


@settings(max_examples=40, deadline=None)
@given(st.tuples(totals, totals), st.tuples(totals, totals), st.tuples(totals, totals), st.booleans())
def test_the_faults_of_a_file_are_those_of_all_combinations_of_its_choices(
    first: tuple[list[int], ...], second: tuple[list[int], ...], third: tuple[list[int], ...], rest: bool
) -> None:
    """Of lines that no coup reaches, those that none reaches under any combination."""
    whole = with_readings("mbs-7up", a=["x", "y"], b=["x", "y"], c=["x", "y"])
    del whole["readings"][0], whole["fixed"]["origin"]
    lines = [
        {"event": name, "when": {"player-total": {"by-reading": name, "x": one, "y": other}}, "pays": "2:1"}
        for name, (one, other) in zip("abc", (first, second, third), strict=True)
    ]
    whole["bets"] = [{"id": "s", "name": "S", "lines": lines} | ({"otherwise": "rest"} if rest else {})]
    each = [{(fault.field, fault.value, fault.advice) for fault in faults(one)} for one in combinations(whole)]
    dead = {fault for found in each for fault in found if fault[2].startswith("unreachable")}
    assert {(fault.field, fault.value, fault.advice) for fault in faults(whole)} == (set().union(*each) - dead) | set.intersection(*each)


def test_lines_that_overlap_under_two_choices_together_alone_are_found() -> None:
    whole = with_readings("live-7up", a=["x", "y"], b=["x", "y"])
    whole["bets"][3]["lines"] = [
        {"event": "one", "when": {"sevens": {"by-reading": "a", "x": 2, "y": 3}}, "pays": "2:1"},
        {"event": "two", "when": {"sevens": {"by-reading": "b", "x": 4, "y": 3}}, "pays": "3:1"},
    ]
    assert [fault.field for fault in faults(whole) if "overlaps" in fault.advice] == ["bets[3].lines[1]"]


def test_naturals_and_bets_are_told_apart_under_two_choices_together() -> None:
    whole = with_readings("mbs-7up", a=["x", "y"], b=["x", "y"])
    whole["deal"]["naturals"] = [{"by-reading": "a", "x": 8, "y": 7}, {"by-reading": "b", "x": 9, "y": 7}]
    assert ("deal.naturals", "7", "listed twice: list each total once") in {
        (fault.field, fault.value, fault.advice) for fault in faults(whole)
    }
    whole = with_readings("mbs-7up", a=["x", "y"], b=["x", "y"])
    for place, (name, other) in enumerate((("a", "p"), ("b", "q"))):
        whole["bets"][place]["id"] = {"by-reading": name, "x": other, "y": "same"}
    assert [(fault.field, fault.value) for fault in faults(whole)] == [("bets", "'same'")]


def test_more_combinations_than_can_be_checked_are_refused_but_readings_that_do_not_meet_are_not() -> None:
    names = [f"r{n}" for n in range(10)]
    whole = with_readings("mbs-7up", **{name: ["x", "y"] for name in names})
    whole["bets"] = [
        {
            "id": f"b{n}",
            "name": f"B{n}",
            "otherwise": "no",
            "lines": [{"event": "e", "when": {"player-total": {"by-reading": name, "x": 2, "y": 3}}}],
        }
        for n, name in enumerate(names)
    ]
    assert faults(whole) == []
    values = [{"by-reading": name, "x": n % 7, "y": n % 5} for n, name in enumerate(names)]
    whole["bets"][0]["lines"][0]["when"] = {"player-total": values}
    (fault,) = (fault for fault in faults(whole) if "combinations" in fault.advice)
    assert str(fault) == "bets[0]: 2,048 combinations of choices: at most 512 can be checked: make games with fewer readings"


def test_the_list_of_readings_and_the_whole_file_are_never_by_reading() -> None:
    choices = {"by-reading": "fixed-card", "printed": "a", "from-shoe": "b"}
    assert broken(readings_0_clause=choices) == ["readings[0].clause: write a text in quotes"]
    whole = document("baccarat")
    two = [{"name": "two", "clause": "c", "choices": {"a": "a", "b": "b"}}]
    fields = [fault.field for fault in faults({"by-reading": "two", "a": whole, "b": whole, "readings": two})]
    assert {"by-reading", "a", "b", "bets"} <= set(fields)


def test_every_line_covered_makes_otherwise_unreachable() -> None:
    classic = document("baccarat")
    classic["bets"][2]["lines"].append({"event": "x", "when": {"winner": ["player", "banker"]}, "pays": "lose"})
    assert [(fault.field, fault.value) for fault in faults(classic)] == [("bets[2].otherwise", "'No tie'")]
    del classic["bets"][2]["otherwise"]
    assert faults(classic) == []


def test_all_faults_of_a_file_come_at_once_with_the_file_name(tmp_path: Path) -> None:
    whole = document("live-7up")
    whole["colour"] = "red"
    whole["bets"][0]["lines"][0] = {"event": "x", "when": {"player-total": [7, 8], "winner": "player"}, "pays": 0.5}
    whole["bets"][1]["id"] = "player"
    whole["tableau"]["banker"] = whole["tableau"]["banker"].replace("4  S", "4  X")
    file = tmp_path / "bad.toml"
    file.write_text(to_toml(whole), "utf-8")
    with pytest.raises(exact.GameError) as error:
        exact.game(str(file))
    fields = [fault.field for fault in error.value.faults]
    assert set(fields) == {"colour", "bets[0].lines[0].pays", "bets", "tableau.banker"}
    assert all(
        line.startswith(f"{file}:{fault.line}: ") for line, fault in zip(str(error.value).splitlines(), error.value.faults, strict=True)
    )
    assert len(str(error.value).splitlines()) == len(fields)
    assert isinstance(error.value.faults[0], Fault)


def test_paytable_faults_are_found_beside_faults_of_other_parts() -> None:
    whole = document("baccarat")
    whole["title"] = 3
    whole["bets"][0]["lines"][0]["pays"] = "nine"
    whole["bets"][0]["lines"][1]["when"] = {"winner": ["tie", "player"]}
    assert {fault.field for fault in faults(whole)} == {"title", "bets[0].lines[0].pays", "bets[0].lines[1]"}


@pytest.mark.parametrize(
    ("content", "part"),
    [
        (b"id = ", "not TOML"),
        (b"\xff\xfe", "byte 0 is not UTF-8"),
        (b"x = " + b"9" * 5000, "not TOML: a number of thousands of digits"),
        (b"x = " + b"[" * 5000, "not"),
        (b"", "is missing"),
        (b"bets = 3\nreadings = 'x'\ndeal = []\nfixed = 1\nresult = 2\ntableau = 3", "bets: 3: write a list"),
        (b"[by-reading]\nby-reading = 3", "by-reading"),
    ],
)
def test_files_that_are_no_game_are_refused_without_a_traceback(content: bytes, part: str, tmp_path: Path) -> None:
    file = tmp_path / "x.toml"
    file.write_bytes(content)
    with pytest.raises(exact.GameError) as error:
        exact.game(str(file))
    assert part in str(error.value)


def test_a_file_that_is_not_there_suggests_the_catalogue(tmp_path: Path) -> None:
    with pytest.raises(exact.GameError, match="did you mean 'live-7up'"):
        exact.game("live7up")
    with pytest.raises(exact.GameError, match="cannot be read"):
        exact.game(str(tmp_path))
    with pytest.raises(exact.GameError, match="null"):
        exact.game("a\0b")


@given(
    st.recursive(
        st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
        lambda children: st.lists(children, max_size=3) | st.dictionaries(st.text(max_size=5), children, max_size=3),
        max_leaves=10,
    ),
    st.sampled_from(["id", "deal", "fixed", "tableau", "result", "bets", "readings", "notes"]),
)
def test_whatever_a_section_holds_the_check_reports_and_never_fails(value: object, section: str) -> None:
    whole = document("baccarat") | {section: value}
    assert isinstance(faults(whole), list)


GOOD = """
   0 1 2 3 4 5 6 7 8 9 stood
0  D D D D D D D D D D D
1  D D D D D D D D D D D
2  D D D D D D D D D D D
3  D D D D D D D D S D D
4  S S D D D D D D S S D
5  S S S S D D D D S S D
6  S S S S S S D D S S S
7  S S S S S S S S S S S
"""


@pytest.mark.parametrize(
    ("old", "new", "part"),
    [
        ("3  D D D D D D D D S D D\n", "", "no row for the Banker's total 3"),
        ("3  D", "4  D", "row 4: drawn twice"),
        ("3  D", "8  D", "row '8': rows are the Banker's totals 0, 1, 2, 3, 4, 5, 6, 7"),
        ("3  D", "x  D", "row 'x'"),
        ("9 stood", "9", "header '0 1 2 3 4 5 6 7 8 9': write the Player's third cards"),
        ("S D D\n4", "S D\n4", "row 3: 10 cells: draw 11"),
        ("S D D\n4", "? D D\n4", "row 3, column 8: '?': write S (stand) or D (draw)"),
    ],
)
def test_a_tableau_with_a_hole_is_refused(old: str, new: str, part: str) -> None:
    assert parse_banker(GOOD, NATURALS)[7] == (False,) * 11
    with pytest.raises(ValueError, match=r"row|header") as error:
        parse_banker(GOOD.replace(old, new), NATURALS)
    assert part in str(error.value)


@pytest.mark.parametrize(
    ("text", "part"),
    [
        ("0 1 2 3 4 5 6 7", "1 lines: draw two"),
        ("0 1 2 3 4 5 6\nD D D D D D S", "header '0 1 2 3 4 5 6': write the totals 0 1 2 3 4 5 6 7"),
        ("0 1 2 3 4 5 6 7\nD D D D D D S", "7 cells: draw 8"),
        ("0 1 2 3 4 5 6 7\nD D D D D D S X", "column 7: 'X'"),
    ],
)
def test_a_players_table_with_a_hole_is_refused(text: str, part: str) -> None:
    with pytest.raises(ValueError, match=r"row|header|lines") as error:
        parse_player(text, NATURALS)
    assert part in str(error.value)


def test_without_naturals_the_tableau_needs_every_total() -> None:
    with pytest.raises(ValueError, match="no row for the Banker's total 8, 9"):
        parse_banker(GOOD, frozenset())


@given(st.integers(1, 10**30), st.integers(1, 10**30))
def test_odds_are_exact(win: int, stake: int) -> None:
    assert Pays.parse(f"{win}:{stake}").to_one * stake == win


def test_commission_is_exact_and_taken_off_wins_only() -> None:
    assert parse_commission("2.5%") * 40 == 1
    table = exact.game("baccarat").odds(exact.Shoe.decks(8))
    assert [event.net for event in table["banker"].events] == [parse_commission("95%"), 0, -1]


@pytest.mark.parametrize(
    ("spec", "values"),
    [(7, {7}), ([6, 7], {6, 7}), ("7+", {7, 8, 9}), ("2-4", {2, 3, 4}), (["0-1", 9], {0, 1, 9})],
)
def test_values_lists_and_ranges_of_a_condition(spec: object, values: set[int]) -> None:
    assert parse_condition({"player-total": spec}).tests == (("player-total", frozenset(values)),)
