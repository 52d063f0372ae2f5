"""A sheet as JSON, exact numbers as strings."""

from __future__ import annotations

from exact.odds.table import BetOdds
from exact.report.odds import JSON_ROOT_DIGITS, odds_json
from exact.report.procedure import procedure_json
from exact.report.readings import readings_json
from exact.report.removal import removal_json
from exact.report.sheet.beyond import beyond_json
from exact.report.sheet.evidence import DECKS
from exact.report.sheet.facts import Sheet, Z
from exact.report.sheet.normal import holds_from, skewness_text, step


def sheet_json(sheet: Sheet) -> dict[str, object]:
    """The figures of a sheet; ``house_edges`` are by bet, for 1 deck, 2 decks, ..., and their limit."""
    effects = None if sheet.removal is None else removal_json(sheet.removal, 1)["measures"]
    return {
        "schema": "exact.sheet/1",
        "game": sheet.game.id,
        "date": sheet.labels.date or None,
        "version": sheet.labels.version or None,
        "program": sheet.labels.program,
        "digest": sheet.digest,
        "procedure": None if sheet.shoe.replacement else procedure_json(sheet.game),
        "odds": odds_json(sheet.table),
        "measured_returns": {odds.bet.id: _measured(odds) for odds in sheet.table.bets if odds.variance is not None},
        "readings": readings_json(sheet.game, sheet.shoe, None),
        "house_edges": {
            bet.bet.id: {**{str(decks): str(bet.house_edge.at(decks)) for decks in DECKS}, "inf": str(bet.house_edge.limit)}
            for bet in sheet.forms.bets
            if bet.house_edge
        },
        "removal": effects,
        **beyond_json(sheet.beyond),
        "evidence": [{"road": check.road, "compared": check.compared} for check in sheet.checks],
    }


def _measured(odds: BetOdds) -> dict[str, object]:
    """The skewness, the step between net wins, and from how many rounds the range of each confidence holds."""
    rounds = {str(percent): holds_from(odds, percent) for percent in Z}
    apart = step(odds)
    return {
        "skewness": skewness_text(odds, JSON_ROOT_DIGITS),
        "step": None if apart is None else str(apart),
        "rounds_from_which_the_range_holds": rounds,
    }
