"""Simulations as documents and as JSON."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from math import sqrt

from exact.game.coup import Outcome
from exact.report.document import Block, Document, Heading, Paragraph, Table
from exact.report.numbers import NONE, Style
from exact.report.odds import describe_shoe, shoe_json
from exact.report.procedure import beyond_rules, describe_procedure
from exact.simulation.conditional import FEWEST, GAINING, Conditional, Measured, Ratio
from exact.simulation.engine import Simulation, outcomes, tables


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
        shown = plain.ratio(Fraction(error)) if found.shoes >= FEWEST else NONE
        rows.append((bet, f"{int(found.tallies.moments[row, 0]):,}", plain.ratio(mean), shown))
    table = Table.of("bet|coups|measured return|+-", rows, {1, 2, 3})
    dealt = f"{found.shoes:,} {'shoes' if procedure.kind == 'shoe' else 'coups'}, {found.coups:,} coups."
    blocks: list[Block] = [Heading(f"{game.title} ({game.id}): simulation", 1), Paragraph(_setting(found)), Paragraph(dealt), table]
    if procedure.kind == "shoe":
        blocks.append(Paragraph(_coups_a_shoe(found, plain)))
    blocks.append(Paragraph("+- is one standard error, from the sums over shoes, as coups of one shoe hang together; there is none "
                            f"({NONE}) for fewer than {FEWEST} of them."))  # fmt: skip
    return Document(tuple(blocks), table)


def _setting(found: Simulation | Conditional) -> str:
    """Shoe, procedure and seed; the cards dealt where fixed ones are taken out."""
    rules, shoe = found.game.rules, found.procedure.shoe
    dealt = rules.unseen(shoe, rules.fixed)
    taken = "" if dealt == shoe else f" The fixed card is taken from the shoe once, for every coup of it: {dealt.cards:,} cards are dealt."
    beyond = f" {beyond_rules(found.game, found.procedure)}".rstrip() if found.procedure.kind == "shoe" else ""
    procedure = describe_procedure(found.game, found.procedure)
    return f"Shoe: {describe_shoe(shoe)}.{taken} Procedure. {procedure[0].upper()}{procedure[1:]}.{beyond} Seed {found.seed}."


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
    """Returns over whole shoes and the cut-card effect, perfect play, each beside that from results; the return by coup number."""
    plain = Style(style.digits)
    rows = [(bet.bet, plain.ratio(Fraction(bet.fresh)), plain.ratio(Fraction(bet.returns.exact.mean)),
             *_ratio(bet.effect, plain), *_results(bet.returns, plain, sure=bet.sure)) for bet in found.bets]  # fmt: skip
    table = Table.of("bet|fresh shoe|whole shoes|effect|+-|from results|+-|variance ratio", rows, range(1, 8))
    played = [(bet.bet, bet.perfect_play) for bet in found.bets] + [(f"better of {name}", best) for name, best in found.best_of.items()]
    perfect = [(name, *_ratio(play.exact, plain), *_results(play, plain)) for name, play in played]
    mean, error = _ratio(found.coups_a_shoe, plain)
    coups = f"{found.shoes:,} shoes, {mean}{'' if error == NONE else f' +- {error}'} coups a shoe, standard deviation"
    blocks: list[Block] = [
        Heading(f"{found.game.title} ({found.game.id}): exact conditional returns", 1), Paragraph(_setting(found)),
        Paragraph(f"{coups} {found.deviation_of_coups:.2f}."), table,
        Paragraph("whole shoes: the mean return of all coups, each valued by its exact return given the unseen cards. effect: that less "
                  "the return of a fresh shoe, the cut-card effect. +-: one standard error over shoes; of whole shoes it is that of the "
                  "effect. variance ratio: how many times more shoes plain results need for the same precision; exact: every shoe has "
                  "the coups that the bet is offered on, and the effect is zero."),
        Heading("Perfect play"), Table.of("bet|units a shoe|+-|from results|+-|variance ratio", perfect, range(1, 6)),
        Paragraph("Won a shoe by betting one unit whenever the exact return is positive, less controls of mean zero that are fitted to the "
                  "same shoes: it can fall below zero by a few standard errors where there is next to nothing to win. Where fewer than "
                  f"{GAINING} shoes gain anything, nothing is taken off and there is no standard error ({NONE}); those of fewer than "
                  "1,000 shoes are rough."),
        Heading("Mean return of the n-th coup of the shoes that have one"), _by_coup(found, plain),
        Paragraph(f"Coup numbers that fewer than {FEWEST} of the shoes have are left out. There is no standard error ({NONE}) where fewer "
                  f"than {FEWEST} shoes would tell of it; those of fewer than 1,000 shoes are rough."),
    ]  # fmt: skip
    return Document(tuple(blocks), table)


def _by_coup(found: Conditional, style: Style) -> Table:
    """Every tenth coup number."""
    longest = max(len(bet.by_coup) for bet in found.bets)
    rows = []
    for n in range(0, longest, 10):
        cells = [_ratio(bet.by_coup[n], style) if n < len(bet.by_coup) else (NONE, NONE) for bet in found.bets]
        rows.append((str(n + 1), *(cell for pair in cells for cell in pair)))
    return Table.of("coup|" + "|".join(f"{bet.bet}|+-" for bet in found.bets), rows, range(2 * len(found.bets) + 1))


def _ratio(ratio: Ratio, style: Style) -> tuple[str, str]:
    return style.ratio(Fraction(ratio.mean)), NONE if ratio.error is None else style.ratio(Fraction(ratio.error))


def _results(measured: Measured, style: Style, *, sure: bool = False) -> tuple[str, ...]:
    """What results give, and the variance ratio."""
    ratio = measured.variance_ratio
    return *_ratio(measured.results, style), "exact" if sure else NONE if ratio is None else f"{ratio:,.0f}"


def conditional_json(found: Conditional) -> dict[str, object]:
    """The same as JSON."""
    return {
        **_setting_json(found),
        "shoes": found.shoes,
        "coups_a_shoe": _ratio_json(found.coups_a_shoe) | {"standard_deviation": found.deviation_of_coups},
        "bets": [
            {
                "bet": bet.bet,
                "fresh_shoe": bet.fresh,
                "sure": bet.sure,
                "effect": _ratio_json(bet.effect),
                "return": _measured_json(bet.returns),
                "perfect_play_a_shoe": _measured_json(bet.perfect_play),
                "by_coup": [_ratio_json(ratio) for ratio in bet.by_coup],
            }
            for bet in found.bets
        ],
        "perfect_play_of_the_better": {name: _measured_json(best) for name, best in found.best_of.items()},
    }


def _measured_json(measured: Measured) -> dict[str, object]:
    return {
        "exact": _ratio_json(measured.exact),
        "from_results": _ratio_json(measured.results),
        "variance_ratio": measured.variance_ratio,
    }


def _ratio_json(ratio: Ratio) -> dict[str, float | None]:
    return {"mean": ratio.mean, "standard_error": ratio.error}
