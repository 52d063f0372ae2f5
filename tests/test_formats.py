"""The formats: no number is changed on the way, and names from a game file stay data in every one."""

from __future__ import annotations

import csv
import html
import io
import json
import re
from fractions import Fraction
from html.parser import HTMLParser
from itertools import groupby
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import exact
from exact.report.document import Document, Heading, Paragraph, Table
from exact.report.escape import for_csv, for_html, for_latex, for_markdown, markdown_line, visible
from exact.report.formats import html_fragment, render
from exact.report.numbers import Style
from exact.report.odds import odds_document, odds_json
from exact.report.text import display_width, render_text
from exact.rounding import decimal_text
from tests.games import document, to_toml
from tests.run import run

# The five values that the table library changes unless it is told not to read numbers.
TRAPS = ["0.352130353640541", "1e5", "0.10", str(Fraction(1, 3)), str(2**80)]
EVIL = "=cmd|' /C calc'!A0 <script>alert(1)</script> \\textbf{x} $\\pi$ **b** `c` [l](http://x) \x1b[31mred\x07\n| a | b |\u202e"


@pytest.mark.parametrize("form", ["md", "latex", "html", "csv"])
def test_no_format_changes_a_number(form: str) -> None:
    table = Table.of("x|y", [("row", value) for value in TRAPS], {1})
    shown = render(Document((table,), table), form)  # type: ignore[arg-type]
    assert all(value in shown for value in TRAPS)
    assert all(value in render_text(Document((table,), table)) for value in TRAPS)


@pytest.mark.parametrize("game", exact.catalogue())
def test_json_holds_the_exact_odds_as_strings(game: str) -> None:
    table = exact.game(game).odds(exact.Shoe.decks(8))
    data = json.loads(json.dumps(odds_json(table)))
    assert data["schema"] == "exact.odds/1"
    assert data["shoe"] == {"decks": 8, "cards": 416, "counts": [128, *[32] * 9]}
    assert int(data["deals"]) == table.deals
    for bet, odds in zip(data["bets"], table.bets, strict=True):
        assert sum(int(event["deals"]) for event in bet["events"]) == table.deals
        assert sum(Fraction(event["probability"]) for event in bet["events"]) == 1
        for event in bet["events"]:
            p = Fraction(event["probability"])
            assert p == Fraction(int(event["deals"]), table.deals)
            assert Fraction(event["true_odds"]) == (1 - p) / p
        if bet["expected_value"] is not None:
            assert Fraction(bet["expected_value"]) == odds.expected_value == sum(Fraction(event["return"]) for event in bet["events"])
            assert Fraction(bet["house_edge"]) == -Fraction(bet["expected_value"]) == 1 - Fraction(bet["return_to_player"])
            assert abs(Fraction(bet["standard_deviation"]) ** 2 - Fraction(bet["variance"])) < Fraction(1, 10**28)
            second = sum(Fraction(event["net"]) ** 2 * Fraction(event["probability"]) for event in bet["events"])
            assert Fraction(bet["variance"]) == second - Fraction(bet["expected_value"]) ** 2
    assert sum(int(cell) for row in data["outcomes"] for cell in row) == table.deals == sum(map(int, data["cards"].values()))


def test_json_of_a_sheet_without_a_paytable_has_null_pays_and_returns() -> None:
    data = odds_json(exact.game("prevision-7up").odds(exact.Shoe.decks(8)))
    for bet in data["bets"]:  # type: ignore[attr-defined]
        assert bet["events"][0]["pays"] is None
        assert bet["events"][0]["return"] is bet["events"][0]["net"] is bet["expected_value"] is bet["standard_deviation"] is None


def test_json_of_shoes_that_are_not_whole_decks() -> None:
    game = exact.game("live-7up")
    assert odds_json(game.odds(exact.Shoe((1,) * 10)))["shoe"] == {"decks": None, "cards": 10, "counts": [1] * 10}
    infinite = odds_json(game.odds(exact.Shoe.infinite()))
    assert infinite["deals"] == str(13**5)
    assert infinite["shoe"]["proportions"] == ["4/13", *["1/13"] * 9]  # type: ignore[index]


def test_csv_reads_back_with_every_count() -> None:
    table = exact.game("mbs-7up").odds(exact.Shoe.decks(8))
    for fractions in (True, False):
        text = render(odds_document(table, Style(9, fractions), outcomes=True), "csv")
        rows = list(csv.DictReader(io.StringIO(text)))
        for odds in table.bets:
            mine = [row for row in rows if row["bet"] == odds.bet.id]
            assert [int(row["deals"]) for row in mine] == [*(event.deals for event in odds.events), table.deals]
            assert mine[-1]["event"] == "total"
            expected = str(odds.house_edge) if fractions else decimal_text(odds.house_edge or Fraction(0), 9)
            assert mine[-1]["house_edge"] == expected
        assert {row["pays"] for row in rows} >= {"9 to 5", "push", "lose", ""}


def evil_game(tmp_path: Path) -> Path:
    whole = document("live-7up")
    whole["title"] = EVIL
    whole["bets"][0]["name"] = EVIL
    whole["bets"][0]["lines"][0]["event"] = EVIL
    whole["readings"][0]["clause"] = EVIL
    file = tmp_path / "evil.toml"
    file.write_text(to_toml(whole), "utf-8")
    return file


@pytest.mark.parametrize("command", [["odds"], ["odds", "--all-readings"], ["show"], ["explain"]])
@pytest.mark.parametrize("form", ["table", "md", "csv", "latex", "html", "json"])
def test_names_from_a_game_file_are_data(command: list[str], form: str, tmp_path: Path) -> None:
    name, *options = command
    cards = ["2,J,A,J"] if name == "explain" else []
    done = run(name, str(evil_game(tmp_path)), *cards, *options, "--format", form)
    assert (done.status, done.err) == (0, "")
    assert not re.search(r"[\x00-\x09\x0b-\x1f\x7f\u202e]", done.out)
    if form == "html":
        assert "<script" not in done.out
        assert html.escape("<script>") in done.out
    if form == "csv":
        assert all(not cell.startswith(("=", "@")) for row in csv.reader(io.StringIO(done.out)) for cell in row)
    if form == "latex":
        assert r"\textbf{x}" not in done.out
        assert r"\textbackslash{}textbf" in done.out
    if form == "md":
        assert "<script" not in done.out
        tables = [list(rows) for is_row, rows in groupby(done.out.splitlines(), lambda line: line.startswith("|")) if is_row]
        assert all(len({bars(row) for row in rows}) == 1 for rows in tables)
        assert any("alert" in row for rows in tables for row in rows)


def bars(row: str) -> int:
    """The bars that part the cells of a Markdown row: those that no backslash escapes."""
    return re.sub(r"\\.", "", row).count("|")


class Cells(HTMLParser):
    """The texts of table cells."""

    def __init__(self) -> None:
        super().__init__()
        self.cells: list[str] = []
        self.tags: set[str] = set()
        self._open = False

    def handle_starttag(self, tag: str, _attrs: list[tuple[str, str | None]]) -> None:
        self.tags.add(tag)
        self._open = tag in ("td", "th")
        if self._open:
            self.cells.append("")

    def handle_endtag(self, tag: str) -> None:
        self._open = self._open and tag not in ("td", "th")

    def handle_data(self, data: str) -> None:
        if self._open:
            self.cells[-1] += data


@given(st.text(min_size=1, max_size=40))
def test_html_cells_read_back_as_the_visible_text(text: str) -> None:
    parser = Cells()
    table = Table.of("head", [(text,)])
    parser.feed(html_fragment(Document((table,), table)))
    assert parser.tags <= {"table", "thead", "tbody", "tr", "th", "td"}
    assert [cell.strip() for cell in parser.cells] == ["head", visible(text).strip()]


@given(st.text(max_size=60))
def test_nothing_that_can_act_is_left_visible(text: str) -> None:
    for escape in (visible, for_markdown, for_html, for_latex, for_csv, markdown_line):
        assert not re.search(r"[\x00-\x1f\x7f-\x9f\u200b-\u200f\u2028-\u202e\u2066-\u2069\ufeff]", escape(text))
    assert "<" not in for_html(text)
    assert "<" not in for_markdown(text)
    assert not re.search(r"(?<!\\)(\\\\)*[|`*\[\]$]", for_markdown(text).replace("\\\\", ""))
    assert for_csv(text)[:1] not in ("=", "@", "\t")
    assert not re.search(r"(?<!\\)[&%#_$]", for_latex(text).replace(r"$\infty$", ""))


@pytest.mark.parametrize(
    ("text", "cell"),
    [
        ("-1", "-1"),
        ("-0.5", "-0.5"),
        ("+3/2", "+3/2"),
        ("-1+cmd", "'-1+cmd"),
        ("=1", "'=1"),
        ("@x", "'@x"),
        ("+A1", "'+A1"),
        ("a=1", "a=1"),
    ],
)
def test_spreadsheet_formulas_are_disarmed_and_numbers_kept(text: str, cell: str) -> None:
    assert for_csv(text) == cell


@pytest.mark.parametrize(
    ("text", "line"), [("- x", "\\- x"), ("1. x", "1\\. x"), ("# x", "\\# x"), ("+ x", "\\+ x"), ("=", "\\="), ("a - b", "a - b")]
)
def test_a_markdown_paragraph_cannot_become_a_list_or_heading(text: str, line: str) -> None:
    assert markdown_line(text) == line


def test_text_fits_a_narrow_width_and_repeats_the_first_column() -> None:
    table = exact.game("live-7up").odds(exact.Shoe.decks(8))
    for width in (40, 60, 80):
        text = render_text(odds_document(table, Style(), outcomes=True), width=width)
        assert max(map(display_width, text.splitlines())) <= width
    assert "\n\nevent" in render_text(odds_document(table, Style(), outcomes=False), width=40)


def test_the_main_table_fits_eighty_columns_whole() -> None:
    for game in exact.catalogue():
        table = exact.game(game).odds(exact.Shoe.decks(8))
        text = render_text(odds_document(table, Style(), outcomes=False), width=80)
        assert sum(line.startswith("event") for line in text.splitlines()) == len(table.bets)


def test_wide_characters_keep_columns_aligned() -> None:
    table = Table.of("name|n", [("庄家", "1"), ("player", "22"), ("e\u0301", "3")], {1})
    lines = render_text(Document((table,), table)).splitlines()
    assert {display_width(line) for line in lines} == {10}


def test_headings_and_paragraphs_in_every_format() -> None:
    table = Table.of("a", [("b",)])
    document = Document((Heading("Title & more", 1), Paragraph("Some <text>."), table), table)
    assert "# Title &amp; more" in render(document, "md")
    assert r"\section*{Title \& more}" in render(document, "latex")
    assert "<h1>Title &amp; more</h1>" in render(document, "html")
    assert "<title>Title &amp; more</title>" in render(document, "html")
    assert render_text(document, bold=True).startswith("\x1b[1mTitle & more\x1b[0m")
    with pytest.raises(ValueError, match="written as"):
        render(document, "json")


def test_notebooks_show_tables() -> None:
    table = exact.game("live-7up").odds(exact.Shoe.decks(8))
    assert "<td" in table._repr_html_()
    assert "| Banker wins with 7 |" in table._repr_markdown_()
    assert r"\begin{tabular}" in table._repr_latex_()
    records = table.to_records()
    assert sum(record["deals"] for record in records if record["bet"] == "tie") == table.deals  # type: ignore[misc]
