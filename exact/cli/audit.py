"""``exact audit``."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
from click.core import ParameterSource

from exact.api import Game
from exact.cli.extras import need, one_thread_a_product
from exact.cli.options import (
    MOST_COUNTED,
    MOST_DEALT,
    choose_format,
    first_hands_of,
    game_argument,
    output_options,
    plot_option,
    procedure_options,
    read_game,
    read_shoe,
    reading_option,
)
from exact.cli.output import deliver, emit
from exact.game.shoe import Shoe

if TYPE_CHECKING:
    from exact.audit.counts import Source
    from exact.audit.reference import Reference
    from exact.audit.rounds import RoundsAudit
    from exact.simulation.procedure import Procedure

EPILOG = """\b
Examples:
  exact audit live-7up counts.csv
  exact audit live-7up percentages.csv --rounds 1000000
  exact audit mbs-7up returns.csv --decks 6 --half-width 0.0005
  exact audit live-7up counts.csv --dealt-by shoe --cut 14 --mid-coup one-more
  exact simulate live-7up --shoes 1000 --seed 1 --log rounds.parquet -o simulation.json
  exact audit live-7up simulation.json --plot deviations.svg -o audit.html
  exact audit live-7up rounds.parquet --decks 8 --column winner=winner --label P=player

FILE is a CSV or JSON with event,count (the events player, banker and tie, or BET: EVENT), with event,percent, with
player_total,banker_total,count, with bet,rounds,return (or rtp) and perhaps stake, the JSON of "exact simulate", or
a round log. Exit status: 0 agrees, 1 does not agree, 2 cannot be judged.
"""
LOG, TOLD, SHOES, FRESH, SAVED = "round log", "told", "shoes", "fresh", "saved"
AGAINST = {
    TOLD: "the procedure that FILE tells: give --dealt-by shoe", SHOES: "shoes", SAVED: "--reference",
    FRESH: "fresh shoes: give --dealt-by shoe",
}  # fmt: skip
"""What a source is held against: the procedure of the file, shoes as the options say, fresh shoes, a saved simulation."""

BELONGS = {
    "rounds": ("events", "percentages"),
    "columns": (LOG,), "labels": (LOG,), "ranks": (LOG,), "fixed": (LOG,),
    "dealt_by": (SHOES, FRESH),
    "burn": (SHOES,), "cut": (SHOES,), "mid_coup": (SHOES,), "first_card": (SHOES,), "burn_each": (SHOES,),
    "first_hands": (LOG, SHOES),
}  # fmt: skip
"""Options that have no meaning but with these kinds of file, or held against these; every other option always has one."""


@click.command("audit", epilog=EPILOG)
@game_argument
@click.argument("file", metavar="FILE", type=click.Path(path_type=Path))
@click.option("--level", type=click.FloatRange(0, 0.5, min_open=True), default=0.01, show_default=True, help="Of all tests together.")
@click.option("--decks", metavar="N", help="Full decks, 1 to 100, or inf.  [default: what FILE says, else 8]")
@click.option("--counts", metavar="n0,...,n9", help="Cards of the full shoe of each value.")
@reading_option
@click.option("--rounds", type=click.IntRange(1, 10**15), metavar="N", help="Rounds, where FILE has percentages or only some events.")
@click.option("--dealt-by", type=click.Choice(["fresh", "shoe"]), help="How the source deals.  [default: what FILE says, else fresh]")
@procedure_options("With --dealt-by shoe: ")
@click.option("--reference", "saved", metavar="SIMULATION.json", type=click.Path(path_type=Path), help="Hold against a saved simulation.")
@click.option("--column", "columns", multiple=True, metavar="ROLE=NAME", help="Round log: the column of a role; may be repeated.")
@click.option("--label", "labels", multiple=True, metavar="LABEL=WINNER", help="Round log: what a winner is called; may be repeated.")
@click.option(
    "--ranks", type=click.Choice(["symbols", "numbers", "values"]), default="symbols", show_default=True, help="Round log: cards."
)
@click.option(
    "--fixed-cards",
    "fixed",
    type=click.Choice(["auto", "listed", "not-listed"]),
    default="auto",
    show_default=True,
    help="Round log: whether fixed cards are among the cards.",
)
@click.option("--half-width", type=click.FloatRange(0, 1, min_open=True), default=0.001, show_default=True, help="To plan rounds for.")
@click.option("--diagnose/--no-diagnose", default=True, show_default=True, help="Weigh known faults.")
@plot_option("Draw the deviations with their band.")
@click.option("--jobs", type=click.IntRange(1), help="Cores to use.  [default: all]")
@output_options
def command(reference: str, file: Path, form: str | None, output: str | None, plot: str | None, **given: Any) -> int:
    """Holds the counts, returns or rounds of FILE against the exact law of GAME.

    Says whether they agree, and where they do not what is probably wrong.
    """
    need("stats", "scipy")
    one_thread_a_product()
    from exact.audit.verdict import Plan, audit
    from exact.report.audit import audit_document, audit_json, deviations_svg, status_of

    for name in ("level", "half_width"):
        if given[name] != given[name]:
            raise click.UsageError(f"--{name.replace('_', '-')}: nan: write a number")
    chosen = choose_format(form, output)
    game = read_game(reference, given["readings"])
    source, log = _read(game, file, given)
    _refuse_foreign(source.kind, _against(source, given))
    game, shoe = _as_told(game, source, given)
    found = audit(
        game, shoe, source, _reference(game, shoe, source, given), Plan(given["level"], given["half_width"], given["diagnose"])
    )  # fmt: skip
    if plot:
        deliver(deviations_svg(found) or _nothing(plot), plot, "--plot")
    emit(lambda: audit_document(found, log), lambda: audit_json(found, log), chosen, output)
    return status_of(found, log)


def _nothing(plot: str) -> str:
    raise click.UsageError(f"--plot {plot}: no deviation to draw: give more rounds")


def _against(source: Source, given: dict[str, Any]) -> str:
    """What the source is held against: what the options say, else the file; shoes if it tells shoes apart."""
    if given["saved"] is not None:
        return SAVED
    if given["dealt_by"]:
        return SHOES if given["dealt_by"] == "shoe" else FRESH
    return TOLD if source.dealing else SHOES if _tells_shoes(source) else FRESH


def _refuse_foreign(*found: str) -> None:
    """Refuses an option that has no meaning with this kind of file and what it is held against: it would be ignored."""
    from exact.report.audit import KINDS

    context = click.get_current_context()
    for option in context.command.params:
        fitting = BELONGS.get(option.name or "")
        if fitting is None or set(fitting) & set(found) or context.get_parameter_source(option.name or "") == ParameterSource.DEFAULT:
            continue
        names = option.secondary_opts if context.params[option.name or ""] is False else option.opts
        kind, against = found[0], found[-1]
        raise click.UsageError(f"{names[0]}: has no meaning with {AGAINST[against] if fitting[-1] in AGAINST else KINDS[kind]}")


def _read(game: Game, file: Path, given: dict[str, Any]) -> tuple[Source, RoundsAudit | None]:
    """The report in the file, and the audit of its rounds if it is a round log."""
    from exact.audit.counts import Source, is_round_log, read_source

    if not is_round_log(file):
        return read_source(game, file, given["rounds"]), None
    need("logs", "pyarrow")
    need("fast", "numpy", "numba")
    from exact.audit.columns import LogOptions
    from exact.audit.rounds import audit_rounds
    from exact.cli.progress import bar

    _refuse_foreign(LOG, *AGAINST)  # a log may be long: before it is read
    limit = _limit(game, given, LOG)
    shoe = read_shoe(given["decks"], given["counts"], None, MOST_COUNTED) if given["decks"] or given["counts"] else None
    options = LogOptions(
        columns=_pairs("--column", given["columns"], "winner=result"),
        labels=_pairs("--label", given["labels"], "P=player"),  # type: ignore[arg-type]
        first_hands={limit["limited"]: limit["hands"]} if limit.get("limited") else {},
        shoe=None if shoe is None or shoe.replacement else shoe,
        ranks=given["ranks"],
        fixed=given["fixed"],
    )
    with bar("rounds") as progress:
        log = audit_rounds(game, file, options, progress)
    if not log.rows:
        raise click.UsageError(f"{file}: no rounds: give a log with one round a row")
    return Source("round log", log.observations), log


def _pairs(option: str, texts: tuple[str, ...], example: str) -> dict[str, str]:
    """A mapping from texts KEY=VALUE."""
    found = {}
    for text in texts:
        key, equals, value = text.partition("=")
        if not equals or not key or not value:
            raise click.UsageError(f"{option} {text!r}: write it such as {example}")
        if option == "--label" and value not in ("player", "banker", "tie"):
            raise click.UsageError(f"{option} {text!r}: {value!r}: write player, banker or tie")
        found[key] = value
    return found


def _as_told(game: Game, source: Source, given: dict[str, Any]) -> tuple[Game, Shoe]:
    """The game and the shoe: as the options say, else as the file says, else the defaults."""
    told = source.dealing
    if told:
        chosen = {text.partition("=")[0] for text in given["readings"]}
        game = game.reading({name: choice for name, choice in told.readings.items() if name not in chosen})
    if told and not given["decks"] and not given["counts"]:
        return game, told.procedure.shoe
    return game, read_shoe(given["decks"], given["counts"], None)


def _reference(game: Game, shoe: Shoe, source: Source, given: dict[str, Any]) -> Reference:
    """What the source is held against."""
    from exact.audit.counts import load_json
    from exact.audit.reference import dealt, fresh, saved

    if given["saved"] is not None:
        return saved(game, shoe, load_json(given["saved"]), given["saved"].name)
    procedure = _procedure(game, shoe, source, given)
    if procedure is None:
        return fresh(game, shoe)
    if shoe.cards > MOST_DEALT:
        raise click.UsageError(f"--counts: {shoe.cards:,} cards: shoes of at most {MOST_DEALT:,} are dealt")
    need("fast", "numpy", "numba")
    from exact.cli.progress import bar
    from exact.cli.workers import workers
    from exact.report.procedure import describe_procedure
    from exact.simulation.engine import longest_coup

    if procedure.limited is not None:
        game.bet(procedure.limited)
    procedure.check(longest_coup(game))
    with workers(given["jobs"], None) as (executor, number), bar("shoes") as progress:
        return dealt(game, procedure, describe_procedure(game, procedure), source.observations.rounds, executor, number, progress)


def _procedure(game: Game, shoe: Shoe, source: Source, given: dict[str, Any]) -> Procedure | None:
    """How the source deals: as the options say, else as the file says; None for fresh shoes."""
    from exact.simulation.procedure import Procedure, procedure_of

    against = _against(source, given)
    if against == TOLD and source.dealing:
        told = replace(source.dealing.procedure, shoe=shoe)
        return None if told.kind == "fresh" else told
    if against != SHOES:
        return None
    said = {name: value for name, value in procedure_of(game).items() if name not in ("limited", "hands")}
    options = {name: given[name] for name in ("burn", "cut", "mid_coup", "first_card", "burn_each") if given[name] is not None}
    return Procedure(shoe, "shoe", **(said | options | _limit(game, given, source.kind)))


def _limit(game: Game, given: dict[str, Any], kind: str) -> dict[str, Any]:
    """The bet that is offered on the first coups of a shoe only: as the option says, else the game file.

    Counts are of all coups; it is returns and round logs that tell the coups that a bet was offered on.
    """
    from exact.simulation.procedure import procedure_of

    if given["first_hands"] is not None:
        return first_hands_of(game, given["first_hands"])
    said = procedure_of(game) if kind in (LOG, "returns") else {}
    return {name: said[name] for name in ("limited", "hands") if name in said}


def _tells_shoes(source: Source) -> bool:
    """Whether a report tells shoes of more than one round apart."""
    return any(moments.rounds > 2 * moments.shoes for moments in source.observations.by_shoe.values())
