"""Laws of a round: the exact probability of everything that a report of rounds can tell apart."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from math import prod
from typing import NamedTuple

from exact.game.condition import WINNER
from exact.game.coup import Needs, Outcome
from exact.game.definition import Game
from exact.game.shoe import Shoe
from exact.odds.composition import compile_rules, decode

Cell = tuple[int, int, int, int, int]
"""Player's total, Banker's total, cards in each hand, sevens in both."""

SEVENS = Needs(values=frozenset({7}))


class Record(NamedTuple):
    """What can be told of a finished coup: its cell, the winner, and for each bet the index of the line it falls on."""

    cell: Cell
    winner: str
    lines: tuple[int, ...]


class Moments(NamedTuple):
    """Mean and variance of the net win per unit staked, and the third central moment."""

    mean: Fraction
    variance: Fraction
    third: Fraction


@dataclass(frozen=True, eq=False)
class Law:
    """``weights[r]``: weight of the record r out of ``total``. ``moments``: of each bet whose pays are known."""

    weights: Mapping[Record, int]
    total: int
    moments: Mapping[str, Moments]

    def project(self, view: Callable[[Record], Hashable]) -> dict[Hashable, int]:
        """The weights of what a view tells apart."""
        found: dict[Hashable, int] = defaultdict(int)
        for record, weight in self.weights.items():
            found[view(record)] += weight
        return dict(found)


def cell_of(outcome: Outcome) -> Cell:
    """The cell of an outcome that tells of sevens."""
    player, banker = outcome
    return player.total, banker.total, player.size, banker.size, player.counted.count(7) + banker.counted.count(7)


def needs_of(game: Game) -> Needs:
    """What an outcome must keep: what the bets ask, and sevens."""
    return game.needs | SEVENS


@lru_cache(maxsize=1 << 16)
def record_of(game: Game, outcome: Outcome, winner: str | None = None) -> Record:
    """The record of an outcome; ``winner``: what a faulty source takes for the winner."""
    facts = game.facts(outcome)
    if winner:
        facts[WINNER] = winner
    return Record(cell_of(outcome), str(facts[WINNER]), tuple(bet.line_of(facts) for bet in game.bets))


def law(game: Game, deals: Mapping[Outcome, int], classify: Callable[[Game, Outcome], Record] = record_of) -> Law:
    """The law of a source that deals these outcomes and tells of them as ``classify`` does."""
    weights: dict[Record, int] = defaultdict(int)
    for outcome, weight in deals.items():
        if weight:
            weights[classify(game, outcome)] += weight
    total = sum(weights.values())
    return Law(dict(weights), total, moments(game, weights, total))


def moments(game: Game, weights: Mapping[Record, int], total: int) -> dict[str, Moments]:
    """Mean, variance and third central moment of every bet whose pays are known."""
    found = {}
    for place, bet in enumerate(game.bets):
        nets = bet.nets
        if nets is not None:
            lines = [0] * len(nets)
            for record, weight in weights.items():
                lines[record.lines[place]] += weight
            found[bet.id] = spread(nets, lines, total)
    return found


def spread(nets: Sequence[Fraction], weights: Sequence[int], total: int) -> Moments:
    """The moments of a net win that takes these values with these weights.

    >>> spread([Fraction(1), Fraction(-1)], [1, 1], 2)
    Moments(mean=Fraction(0, 1), variance=Fraction(1, 1), third=Fraction(0, 1))
    """
    mean = sum((net * weight for net, weight in zip(nets, weights, strict=True)), Fraction(0)) / total
    second, third = (
        sum(((net - mean) ** power * weight for net, weight in zip(nets, weights, strict=True)), Fraction(0)) / total for power in (2, 3)
    )
    return Moments(mean, second, third)


@lru_cache(maxsize=64)
def deals_of(game: Game, shoe: Shoe) -> Mapping[Outcome, int]:
    """The deals of every outcome of the game from a full shoe."""
    rules = game.rules
    compiled = compile_rules(rules, rules.fixed, needs_of(game))
    unseen = rules.unseen(shoe, rules.fixed)
    unseen.check_coup(compiled.longest, game.id)
    return compiled.deals(unseen, compiled.longest)


@lru_cache(maxsize=64)
def game_law(game: Game, shoe: Shoe) -> Law:
    """The law of a source that does everything right, every coup from the full shoe."""
    return law(game, deals_of(game, shoe))


RANKS = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "T", "J", "Q", "K")


def rank_shares(game: Game, shoe: Shoe) -> dict[str, float]:
    """The share of each rank among the cards of a coup that come from the shoe; of the zeros a quarter is of each rank."""
    rules = game.rules
    compiled = compile_rules(rules, rules.fixed, needs_of(game))
    unseen = rules.unseen(shoe, rules.fixed)
    sequences: dict[int, int] = defaultdict(int)
    for found in compiled.outcomes.values():
        for composition, number in found.items():
            sequences[composition] += number
    cards = [0] * 10
    for composition, number in sequences.items():
        used = decode(composition)
        ways = prod(unseen.ways(value, often) for value, often in enumerate(used))
        weight = number * ways * (unseen.deals(compiled.longest) // unseen.deals(sum(used)))
        for value, often in enumerate(used):
            cards[value] += weight * often
    total = sum(cards)
    return {rank: float(Fraction(cards[value], total)) for value, rank in enumerate(RANKS[:9], 1)} | {
        rank: float(Fraction(cards[0], 4 * total)) for rank in RANKS[9:]
    }
