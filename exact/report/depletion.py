"""The next coup after t seen cards as a document, as JSON and as plots."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from exact.game.definition import Game
from exact.report.document import Block, Document, Heading, Paragraph, Table
from exact.report.numbers import Style
from exact.report.odds import describe_shoe, shoe_json
from exact.report.plot import Series, svg
from exact.shoes.depletion import BetDepletion, Depletion
from exact.shoes.histogram import Histogram
from exact.shoes.sample import Estimate, Sample, SampledBet


def depletion_document(game: Game, found: Depletion, style: Style) -> Document:
    """Exact: for every bet the probability of a favorable coup and what betting only then gains."""
    rows = [
        (bet.bet, style.ratio(bet.favorable), style.ratio(bet.gain), style.ratio(bet.gain_when_favorable), style.ratio(bet.gain - bet.loss),
         style.ratio(bet.worst), style.ratio(bet.best))
        for bet in found.bets
    ]  # fmt: skip
    columns = "bet|favorable|gain|gain when favorable|return|worst return|best return"
    table = Table.of(columns, rows, range(1, 7))
    method = (
        f"All {found.compositions:,} compositions of the seen cards, each with its exact probability. The returns average to the "
        "return from the full shoe exactly, by check."
    )
    return _document(game, found, table, [Paragraph(method), Paragraph(_MEANING), Paragraph(style.rounding)])


_MEANING = (
    "favorable: probability that the next coup's return is positive. gain: expected units per coup of betting one unit only "
    "then. return: what betting on every coup gives."
)


def sample_document(game: Game, found: Sample, style: Style) -> Document:
    """Estimated: the same with standard errors, and the mean return beside the exact one as a control."""
    rows = [
        (bet.bet, *_estimate(bet.favorable, style), *_estimate(bet.gain, style), *_estimate(bet.mean, style), style.ratio(bet.expected))
        for bet in found.bets
    ]
    columns = "bet|favorable|+-|gain|+-|mean return|+-|exact return"
    method = (
        f"Estimated from {found.samples:,} random sets of seen cards, seed {found.seed}; +- is one standard error (68%; twice it is 95%). "
        "The mean return is a control: it estimates the exact return beside it."
    )
    return _document(game, found, Table.of(columns, rows, range(1, 8)), [Paragraph(method), Paragraph(_MEANING)])


def _estimate(estimate: Estimate, style: Style) -> tuple[str, str]:
    plain = Style(style.digits)
    return plain.ratio(Fraction(estimate.mean)), plain.ratio(Fraction(estimate.error))


def _document(game: Game, found: Depletion | Sample, table: Table, after: list[Block]) -> Document:
    chosen = game.readings_text
    setting = f"Shoe: {describe_shoe(found.shoe)}, of which {found.seen:,} have been seen." + (f" Readings: {chosen}." if chosen else "")
    blocks: list[Block] = [Heading(f"{game.title} ({game.id}): the next coup after {found.seen:,} cards", 1), Paragraph(setting)]
    return Document((*blocks, table, *after), table)


def depletion_json(game: Game, found: Depletion) -> dict[str, object]:
    """The exact figures as JSON, ratios as strings."""
    return {
        **_setting_json(game, found),
        "compositions": str(found.compositions),
        "bets": [
            {
                "bet": bet.bet,
                "favorable": str(bet.favorable),
                "gain": str(bet.gain),
                "loss": str(bet.loss),
                "expected_value": str(bet.gain - bet.loss),
                "worst": str(bet.worst),
                "best": str(bet.best),
            }
            for bet in found.bets
        ],
    }


def sample_json(game: Game, found: Sample) -> dict[str, object]:
    """The estimates as JSON: numbers, each with its standard error."""
    return {
        **_setting_json(game, found),
        "samples": found.samples,
        "seed": found.seed,
        "bets": [
            {
                "bet": bet.bet,
                "favorable": bet.favorable.mean,
                "favorable_standard_error": bet.favorable.error,
                "gain": bet.gain.mean,
                "gain_standard_error": bet.gain.error,
                "mean_return": bet.mean.mean,
                "mean_return_standard_error": bet.mean.error,
                "expected_value": str(bet.expected),
                "worst": bet.worst,
                "best": bet.best,
            }
            for bet in found.bets
        ],
    }


def _setting_json(game: Game, found: Depletion | Sample) -> dict[str, object]:
    return {
        "schema": "exact.depletion/1",
        "game": game.id,
        "readings": dict(game.chosen),
        "shoe": shoe_json(found.shoe),
        "seen": found.seen,
        "method": "exact" if isinstance(found, Depletion) else "sample",
    }


def depletion_plot(game: Game, seen: int, bets: Sequence[BetDepletion | SampledBet]) -> str:
    """The distributions of the returns as SVG: the density in each bin, one stepped line a bet."""
    series = [Series(bet.bet, _steps(bet.histogram), "step") for bet in bets if bet.histogram is not None]
    title = f"{game.title}: return of the next coup after {seen} cards"
    return svg(title, "return", "density", series)


def _steps(histogram: Histogram) -> tuple[tuple[float, float], ...]:
    """The bins as points (left edge, density), from the first to the last that is not empty."""
    points = [(histogram.start + i * histogram.width, p / histogram.width) for i, p in enumerate(histogram.probabilities)]
    filled = [i for i, (_, p) in enumerate(points) if p]
    last = histogram.start + (filled[-1] + 1) * histogram.width
    return (*points[filled[0] : filled[-1] + 1], (last, 0.0))
