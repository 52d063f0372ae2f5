"""Worked coups: for every rule line and every paytable line the first coup of the walk that shows it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import NamedTuple

from exact.game.card import VALUES, symbol
from exact.game.coup import Coup
from exact.game.definition import Game
from exact.game.rules import Rules
from exact.odds.explanation import Explanation, explain
from exact.report.explanation import result_text
from exact.report.odds import describe_pays
from exact.report.sheet.evidence import Decision, Walked
from exact.simulation.hands import in_dealing_order


class Example(NamedTuple):
    """A rule line and a coup that shows it, None where no coup of the shoe does."""

    rule: str
    coup: Explanation | None


def rule_examples(game: Game, seen: Walked) -> list[Example]:
    """A coup for every rule line: naturals, the Player's two decisions, every row of the Banker's table, a tie."""
    found = []
    for rule, shows in _rule_lines(game.rules):
        coup = next((coup for decision, coup in seen.by_decision.items() if shows(decision)), None)
        found.append(_worked(rule, game, coup))
    return [example for example in found if example.coup or "natural" in example.rule]


def _rule_lines(rules: Rules) -> Iterator[tuple[str, Callable[[Decision], bool]]]:
    """Every rule line in words, with the test of a decision that it decides."""
    naturals, tableau = rules.naturals, rules.tableau
    if naturals:
        yield "Player's natural", lambda d: d[0] in naturals and d[1] not in naturals
        yield "Banker's natural", lambda d: d[1] in naturals and d[0] not in naturals
    going_on = [total for total in VALUES if total not in naturals]
    for draws in (True, False):
        totals = [total for total in going_on if tableau.player_draws(total) == draws]
        text = f"Player on {_span(totals)} {'draws' if draws else 'stands'}"
        yield text, lambda d, draws=draws: d[0] in going_on and d[1] in going_on and (d[2] is not None) == draws  # type: ignore[misc]
    for row in reversed(going_on):
        for draws in (True, False):
            thirds = [third for third in VALUES if tableau.banker_draws(row, third) == draws]
            if thirds:
                text = f"Banker on {row} against a third card {_span(thirds)} {'draws' if draws else 'stands'}"
                yield text, lambda d, row=row, thirds=thirds: d[1] == row and d[2] in thirds  # type: ignore[misc]
        word = "draws" if tableau.banker_draws(row, None) else "stands"
        text = f"Banker on {row}, Player stood: {word}"
        yield text, lambda d, row=row: d[1] == row and d[2] is None and d[0] in going_on  # type: ignore[misc]


def _span(values: list[int]) -> str:
    """Whole numbers in ascending order, runs of three or more as a range.

    >>> _span([0, 1, 2, 3, 6, 7, 9])
    '0-3, 6, 7, 9'
    """
    runs: list[list[int]] = []
    for value in values:
        if runs and runs[-1][-1] == value - 1:
            runs[-1].append(value)
        else:
            runs.append([value])
    return ", ".join(f"{run[0]}-{run[-1]}" if len(run) > 2 else ", ".join(map(str, run)) for run in runs) or "no total"


def event_examples(game: Game, seen: Walked) -> list[tuple[str, Example]]:
    """For every event of every bet, named with its bet, the first coup that it comes on."""
    first: dict[tuple[str, int], Coup] = {}
    for outcome, coup in seen.by_outcome.items():
        facts = game.facts(outcome)
        for bet in game.bets:
            first.setdefault((bet.id, bet.line_of(facts)), coup)
    found = []
    for bet in game.bets:
        for number, line in enumerate(bet.every_line()):
            shown = first.get((bet.id, number))
            found.append((bet.name, _worked(f"{line.event}: {describe_pays(bet, line)}", game, shown)))
    return found


def _worked(rule: str, game: Game, coup: Coup | None) -> Example:
    return Example(rule, None if coup is None else explain(game, in_dealing_order(game.rules, coup)))


def example_row(example: Example) -> tuple[str, str, str, str, str]:
    """Rule, cards dealt, both hands and the result of a worked coup."""
    if example.coup is None:
        return example.rule, "no coup of this shoe shows it", "", "", ""
    player, banker = example.coup.coup.player, example.coup.coup.banker
    cards = " ".join(map(symbol, example.coup.cards))
    return example.rule, cards, _hand(player), _hand(banker), result_text(example.coup)


def _hand(cards: tuple[int, ...]) -> str:
    return f"{' '.join(map(symbol, cards))} = {sum(cards) % 10}"
