"""Simulations as documents and as JSON."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from math import sqrt

from exact.game.coup import Outcome
from exact.report.document import Block, Document, Heading, Paragraph, Table
from exact.report.numbers import NONE, Style
from exact.report.odds import describe_shoe, shoe_json
from exact.simulation.conditional import Conditional, Ratio
from exact.simulation.engine import Simulation, outcomes, tables
from exact.simulation.procedure import describe_procedure


def _moments(found: Simulation, row: int) -> tuple[Fraction, float]:
    """The measured return of a bet and its standard error, by shoe."""
    coups, coups2, won, won2, cross = map(int, found.tallies.moments[row].tolist())
    scale = tables(found.game, found.procedure.limited).scales[row]
    mean = Fraction(won, coups) if coups else Fraction(0)
    spread = won2 - 2 * mean * cross + mean**2 * coups2
    return mean / scale, sqrt(float(spread)) / coups / scale if coups else 0.0


def simulation_document(found: Simulation, style: Style) -> Document:
    """Measured returns with standard errors, and the coups of a shoe."""
    game, procedure = found.game, found.procedure
    ids = [game.bets[index].id for index in tables(game, procedure.limited).bets]
    plain = Style(style.digits)
    rows = []
    for row, bet in enumerate(ids):
        mean, error = _moments(found, row)
        rows.append((bet, f"{int(found.tallies.moments[row, 0]):,}", plain.ratio(mean), plain.ratio(Fraction(error))))
    table = Table.of("bet|coups|measured return|+-", rows, {1, 2, 3})
    intro = f"Shoe: {describe_shoe(procedure.shoe)}. Procedure: {describe_procedure(procedure)}. Seed {found.seed}."
    dealt = f"{found.shoes:,} {'shoes' if procedure.kind == 'shoe' else 'coups'}, {found.coups:,} coups."
    blocks: list[Block] = [Heading(f"{game.title} ({game.id}): simulation", 1), Paragraph(intro), Paragraph(dealt), table]
    if procedure.kind == "shoe":
        blocks.append(Paragraph(_coups_a_shoe(found, plain)))
    blocks.append(Paragraph("+- is one standard error, from the sums over shoes, as coups of one shoe hang together."))
    return Document(tuple(blocks), table)


def _coups_a_shoe(found: Simulation, style: Style) -> str:
    lengths = {n: int(count) for n, count in enumerate(found.tallies.lengths.tolist()) if count}
    mean = Fraction(sum(n * c for n, c in lengths.items()), found.shoes)
    variance = Fraction(sum(n * n * c for n, c in lengths.items()), found.shoes) - mean**2
    return f"Coups a shoe: {style.ratio(mean)}, standard deviation {style.root(variance)}, from {min(lengths)} to {max(lengths)}."


def simulation_json(found: Simulation) -> dict[str, object]:
    """The counts of totals, cards and sevens, and each bet's measured return with its standard error."""
    game, procedure = found.game, found.procedure
    known = tables(game, procedure.limited)
    cells: Counter[tuple[int, int, int, int, int]] = Counter()
    for outcome, number in outcomes(known, found.tallies.counts.sum(axis=0)).items():
        cells[_cell(outcome)] += number
    names = ("player_total", "banker_total", "player_cards", "banker_cards", "sevens")
    return {
        **_setting_json(found),
        "shoes": found.shoes,
        "coups": found.coups,
        "counts": [dict(zip(names, cell, strict=True)) | {"count": number} for cell, number in sorted(cells.items())],
        "coups_a_shoe": {str(n): int(count) for n, count in enumerate(found.tallies.lengths.tolist()) if count},
        "bets": [_bet_json(found, row, game.bets[index].id) for row, index in enumerate(known.bets)],
    }


def _cell(outcome: Outcome) -> tuple[int, int, int, int, int]:
    player, banker = outcome
    return player.total, banker.total, player.size, banker.size, player.counted.count(7) + banker.counted.count(7)


def _bet_json(found: Simulation, row: int, bet: str) -> dict[str, object]:
    mean, error = _moments(found, row)
    return {"bet": bet, "coups": int(found.tallies.moments[row, 0]), "measured_return": str(mean), "standard_error": error}


def _setting_json(found: Simulation | Conditional) -> dict[str, object]:
    procedure = found.procedure
    fields = ("kind", "burn", "cut", "mid_coup", "first_card", "burn_each", "buffer", "limited", "hands")
    return {
        "schema": "exact.simulation/1" if isinstance(found, Simulation) else "exact.conditional/1",
        "game": found.game.id,
        "readings": dict(found.game.chosen),
        "shoe": shoe_json(procedure.shoe),
        "procedure": {name: getattr(procedure, name) for name in fields},
        "seed": found.seed,
    }


def conditional_document(found: Conditional, style: Style) -> Document:
    """Returns by exact conditional returns beside those from results, perfect play, and the return by coup number."""
    plain = Style(style.digits)
    rows = [
        (bet.bet, *_ratio(bet.exact, plain), *_ratio(bet.results, plain),
         NONE if bet.variance_ratio is None else f"{bet.variance_ratio:,.0f}", *_ratio(bet.perfect_play, plain))
        for bet in found.bets
    ]  # fmt: skip
    table = Table.of("bet|return|+-|from results|+-|variance ratio|perfect play a shoe|+-", rows, range(1, 8))
    intro = f"Shoe: {describe_shoe(found.procedure.shoe)}. Procedure: {describe_procedure(found.procedure)}. Seed {found.seed}."
    coups = f"{found.shoes:,} shoes, {_text(found.coups_a_shoe, plain)} coups a shoe, standard deviation {found.deviation_of_coups:.2f}."
    best = [
        Paragraph(f"Perfect play on the better of {name}: {_text(ratio, plain)} units a shoe.") for name, ratio in found.best_of.items()
    ]
    steps = range(0, max(len(bet.by_coup) for bet in found.bets), 10)
    by_coup = [
        (str(n + 1), *(plain.ratio(Fraction(bet.by_coup[n][0])) if n < len(bet.by_coup) else NONE for bet in found.bets)) for n in steps
    ]
    blocks: list[Block] = [
        Heading(f"{found.game.title} ({found.game.id}): exact conditional returns", 1), Paragraph(intro), Paragraph(coups), table, *best,
        Paragraph("return: the mean of each coup's exact return given the unseen cards. variance ratio: how many times more shoes plain "
                  "results need for the same precision. perfect play: units won a shoe by betting one unit whenever the return is "
                  "positive. +- is one standard error over shoes."),
        Heading("Mean return of the n-th coup of a shoe"),
        Table.of("coup|" + "|".join(bet.bet for bet in found.bets), by_coup, range(len(found.bets) + 1)),
    ]  # fmt: skip
    return Document(tuple(blocks), table)


def _ratio(ratio: Ratio, style: Style) -> tuple[str, str]:
    return style.ratio(Fraction(ratio.mean)), style.ratio(Fraction(ratio.error))


def _text(ratio: Ratio, style: Style) -> str:
    return " +- ".join(_ratio(ratio, style))


def conditional_json(found: Conditional) -> dict[str, object]:
    """The same as JSON."""
    return {
        **_setting_json(found),
        "shoes": found.shoes,
        "coups_a_shoe": _ratio_json(found.coups_a_shoe) | {"standard_deviation": found.deviation_of_coups},
        "bets": [
            {
                "bet": bet.bet,
                "return": _ratio_json(bet.exact),
                "from_results": _ratio_json(bet.results),
                "variance_ratio": bet.variance_ratio,
                "perfect_play_a_shoe": _ratio_json(bet.perfect_play),
                "by_coup": [{"return": mean, "standard_error": error} for mean, error in bet.by_coup],
            }
            for bet in found.bets
        ],
        "perfect_play_of_the_better": {name: _ratio_json(ratio) for name, ratio in found.best_of.items()},
    }


def _ratio_json(ratio: Ratio) -> dict[str, float]:
    return {"mean": ratio.mean, "standard_error": ratio.error}
