"""The index of certified tables, in Markdown that can be browsed where the files are."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from exact.odds.table import BetOdds, OddsTable
from exact.report.escape import for_markdown
from exact.report.numbers import Style

_INTRODUCTION = """# Certified tables

Exact odds of every bet, from full shoes of the decks listed. Counts are exact; decimals here are rounded once, half to
even. The JSON files hold every number exactly and are canonical (RFC 8785). Made by exact {version}.

To check them:

- `sha256sum -c SHA256SUMS` in this folder: the files are the ones that were made.
- `python scripts/verify_tables.py tables`: the sum of every file and the numbers of every table, by a program that shares
  nothing with exact and needs nothing but Python: the rules written out and every coup dealt once more.
- `exact verify tables`: every file again, and every count by all roads that exact knows.
- `minisign -V -p KEY.pub -m SHA256SUMS` or `exact verify tables --public-key KEY.pub`, where a signature lies here.

[Corrections](CORRECTIONS.md) lists every change of a published number.
"""

_PRICED = "House edge of each bet."
_UNPRICED = "The rule sheet gives no paytable: probability of a win of each bet."


def index(games: Sequence[Sequence[OddsTable]], version: str) -> str:
    """The index: for each game its source and readings, and a row a number of decks with links to its files."""
    return _INTRODUCTION.format(version=version) + "".join(_section(tables) for tables in games)


def _section(tables: Sequence[OddsTable]) -> str:
    game = tables[0].game
    priced = all(bet.house_edge is not None for bet in tables[0].bets)
    pages = [("By decks", "summary"), ("effects of removal", "removal")]
    links = ", ".join(f"{text} ({_files(game.id, name)})" for text, name in pages)
    names = [for_markdown(bet.name) for bet in game.bets]
    lines = [
        f"\n## {for_markdown(game.title)}\n",
        f"{for_markdown(game.source)}. Readings: {for_markdown(game.readings_text)}; [what each is worth]({game.id}/readings.md).\n",
        f"{links}.\n",
        f"{_PRICED if priced else _UNPRICED}\n",
        _line(["decks", *names, "files"]),
        _line(["---:"] * (len(names) + 1) + ["---"]),
        *(_row(table, priced=priced) for table in tables),
    ]
    return "\n".join(lines) + "\n"


def _row(table: OddsTable, *, priced: bool) -> str:
    decks = table.shoe.whole_decks or 0
    values = [Style().ratio(_shown(bet, priced=priced)) for bet in table.bets]
    return _line([str(decks), *values, _files(table.game.id, f"{decks:02}-decks")])


def _shown(bet: BetOdds, *, priced: bool) -> Fraction | None:
    return bet.house_edge if priced else bet.hit_frequency


def _files(game: str, name: str) -> str:
    return " ".join(f"[{form}]({game}/{name}.{form})" for form in ("md", "csv", "json"))


def _line(cells: Sequence[str]) -> str:
    return f"| {' | '.join(cells)} |"
