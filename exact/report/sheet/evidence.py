"""The evidence of a sheet: every road to its numbers, run when the sheet is made and compared exactly."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from functools import cache
from typing import NamedTuple

from exact.game.card import VALUES
from exact.game.coup import Coup, Hand, Outcome
from exact.game.definition import Game
from exact.game.shoe import Shoe
from exact.odds.distribution import Distribution
from exact.odds.enumeration import walk
from exact.odds.table import BetOdds, OddsTable, odds_table
from exact.report.sheet.ordered import brute_force
from exact.shoes.closed_form import ClosedForms
from exact.shoes.polynomial import compile_game

DECKS = range(1, 13)
"""The numbers of decks for which the sheet gives the house edge."""

Decision = tuple[int, int, int | None]
"""What decides a coup: both two-card totals and the Player's third card."""


class Check(NamedTuple):
    """One comparison that was made and held: the road, and what of it was compared with the sheet's figures."""

    road: str
    compared: str


class Walked(NamedTuple):
    """The recursive walk over one shoe: deals of each outcome, and the first coup of each outcome and decision."""

    deals: dict[Outcome, int | Fraction]
    coups: int
    by_outcome: dict[Outcome, Coup]
    by_decision: dict[Decision, Coup]


def walked(game: Game, unseen: Shoe, total: int) -> Walked:
    """Every coup of the shoe, card by card, its exact probability times the deals in all."""
    rules, needs = game.rules, game.needs

    @cache
    def hand(cards: tuple[int, ...]) -> tuple[Hand, int, int | None]:
        return Hand.of(cards, needs).finished(needs), sum(cards[:2]) % 10, cards[2] if len(cards) > 2 else None

    found = Walked({}, 0, {}, {})
    number = 0
    for coup, probability in walk(rules, unseen, rules.fixed):
        (player, player_two, third), (banker, banker_two, _) = hand(coup.player), hand(coup.banker)
        outcome = Outcome(player, banker)
        whole, rest = divmod(total * probability.numerator, probability.denominator)
        found.deals[outcome] = found.deals.get(outcome, 0) + (whole if not rest else total * probability)
        found.by_outcome.setdefault(outcome, coup)
        found.by_decision.setdefault((player_two, banker_two, third), coup)
        number += 1
    return found._replace(coups=number)


def gather(game: Game, table: OddsTable, forms: ClosedForms, seen: Walked) -> tuple[Check, ...]:
    """Every check of the sheet. Raises ArithmeticError where two roads differ: then there is no sheet."""
    checks = [_walk(table.outcomes, seen), *_brute(game, table.outcomes), _polynomial(game, table), *_closed(game, table, forms)]
    return (*checks, *_totals(table))


def _require(road: str, agrees: bool) -> None:
    if not agrees:
        raise ArithmeticError(f"{road} does not give the figures of the sheet: no sheet is made")


def _walk(outcomes: Distribution, seen: Walked) -> Check:
    road = "Recursive walk, card by card"
    _require(road, seen.deals == outcomes.deals and sum(seen.deals.values()) == outcomes.total)
    return Check(road, f"the probability of each of {len(seen.deals):,} outcomes, over {seen.coups:,} dealing sequences; their sum is 1")


def _brute(game: Game, outcomes: Distribution) -> Iterable[Check]:
    road = "Brute force over ordered deals"
    brute = brute_force(game, outcomes.unseen)
    if brute is None:
        return
    agrees = set(brute.deals) == set(outcomes.deals) and all(
        brute.deals[outcome] * outcomes.total == number * brute.total for outcome, number in outcomes.deals.items()
    )
    _require(road, agrees)
    kinds = len(VALUES) ** brute.cards
    says = f"the deals of each outcome, over all {kinds:,} sequences of {brute.cards} point values, weighted by their deals"
    yield Check(road, f"{says}; {brute.total:,} deals in all")


def _deals(bets: Iterable[BetOdds]) -> list[tuple[int, int]]:
    return [(event.deals, event.total) for bet in bets for event in bet.events]


def _polynomial(game: Game, table: OddsTable) -> Check:
    road = "Odds polynomial in the counts of the shoe"
    _require(road, _deals(compile_game(game).odds(table.shoe)) == _deals(table.bets))
    return Check(road, "the deals of every event of every bet")


def _closed(game: Game, table: OddsTable, forms: ClosedForms) -> Iterable[Check]:
    """The formulas at the sheet's own shoe, and against a count of its own for each number of decks in the sheet."""
    road = "Closed form in the number of decks"
    decks, replacement = table.shoe.whole_decks, table.shoe.replacement
    if decks or replacement:
        values = [form.limit if replacement else form.at(decks or 1) for bet in forms.bets for form in bet.probabilities]
        expected = [event.probability for bet in table.bets for event in bet.events]
        _require(road, values == expected)
        yield Check(road, "the probability of every event of every bet" + (", as the limit of ever more decks" if replacement else ""))
    for number in DECKS:
        expected = [event.probability for bet in odds_table(game, Shoe.decks(number)).bets for event in bet.events]
        _require(road, [form.at(number) for bet in forms.bets for form in bet.probabilities] == expected)
    yield Check(road, f"for {DECKS[0]} to {DECKS[-1]} decks, the probability of every event, against the deals counted for each")


def _totals(table: OddsTable) -> Iterable[Check]:
    """The sums that must hold whatever the figures."""
    total = table.deals
    for bet in table.bets:
        _require(f"Sum of {bet.bet.id}", sum(event.deals for event in bet.events) == total)
    cells = sum(map(sum, table.outcomes.by_totals()))
    _require("Sum of the outcome table", cells == total == sum(table.outcomes.by_cards().values()))
    unseen, cards = table.outcomes.unseen, table.outcomes.cards
    _require("Ordered deals of the shoe", unseen.deals(cards) == total)
    unit = f"{unseen.cards}^{cards}" if unseen.replacement else f"({unseen.cards})_{cards}"
    yield Check("Totals", f"the events of every bet, the 100 cells and the numbers of cards each sum to {unit} = {total:,}")
