"""A sheet as JSON, exact numbers as strings."""

from __future__ import annotations

from exact.report.odds import odds_json
from exact.report.readings import readings_json
from exact.report.removal import removal_json
from exact.report.sheet.beyond import beyond_json
from exact.report.sheet.evidence import DECKS
from exact.report.sheet.facts import Sheet


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
        "odds": odds_json(sheet.table),
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
