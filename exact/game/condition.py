"""Conditions on a finished coup: the left side of a paytable line.

A condition is a table of features and the values that they may take, all of which must hold::

    { winner = "banker", banker-total = 7 }      { sevens = "2+" }      { player-total = [6, 7] }

A value is one number, a list, a range ``"2-4"``, or ``"2+"`` for two or more.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import reduce
from operator import or_
from typing import NamedTuple

from exact.game.coup import NOTHING, WINNERS, Needs, Outcome, Winner

Value = int | str
Facts = Mapping[str, Value]

NO_CARD = "none"
_RANGE = r"([0-9]+)(?:-([0-9]+)|\+)"
_TOTALS: tuple[Value, ...] = tuple(range(10))
PLURALS = ("tens", "aces", "twos", "threes", "fours", "fives", "sixes", "sevens", "eights", "nines")


class Feature(NamedTuple):
    """Something that can be told of a finished coup: the values it takes, what it needs, how it is read."""

    domain: tuple[Value, ...]
    needs: Needs
    read: Callable[[Outcome], Value]


def _cards(value: int, name: str) -> dict[str, Feature]:
    """The four features that count the cards of one value: in all, in each hand, most in one hand."""
    needs = Needs(values=frozenset({value}))
    return {
        name: Feature(tuple(range(7)), needs, lambda outcome: outcome.player.counted.count(value) + outcome.banker.counted.count(value)),
        f"player-{name}": Feature(tuple(range(4)), needs, lambda outcome: outcome.player.counted.count(value)),
        f"banker-{name}": Feature(tuple(range(4)), needs, lambda outcome: outcome.banker.counted.count(value)),
        f"{name}-in-one-hand": Feature(tuple(range(4)), needs, lambda outcome: max(hand.counted.count(value) for hand in outcome)),
    }


def _or_none(third: int | None) -> Value:
    return NO_CARD if third is None else third


_TWO = Needs(two_card_total=True)
_THIRD = Needs(third=True)

WINNER = "winner"
FEATURES: dict[str, Feature] = {
    "player-total": Feature(_TOTALS, NOTHING, lambda outcome: outcome.player.total),
    "banker-total": Feature(_TOTALS, NOTHING, lambda outcome: outcome.banker.total),
    "margin": Feature(_TOTALS, NOTHING, lambda outcome: abs(outcome.player.total - outcome.banker.total)),
    "player-cards": Feature((2, 3), NOTHING, lambda outcome: outcome.player.size),
    "banker-cards": Feature((2, 3), NOTHING, lambda outcome: outcome.banker.size),
    "cards": Feature((4, 5, 6), NOTHING, lambda outcome: outcome.player.size + outcome.banker.size),
    "player-two-card-total": Feature(_TOTALS, _TWO, lambda outcome: outcome.player.two_card_total or 0),
    "banker-two-card-total": Feature(_TOTALS, _TWO, lambda outcome: outcome.banker.two_card_total or 0),
    "player-third-card": Feature((*_TOTALS, NO_CARD), _THIRD, lambda outcome: _or_none(outcome.player.third)),
    "banker-third-card": Feature((*_TOTALS, NO_CARD), _THIRD, lambda outcome: _or_none(outcome.banker.third)),
}
"""Every feature but the winner, which depends on what the game calls a tie."""

for _value, _name in enumerate(PLURALS):
    FEATURES |= _cards(_value, _name)


@dataclass(frozen=True, slots=True)
class Condition:
    """Features and the values that each may take; it holds of a coup when all of them do."""

    tests: tuple[tuple[str, frozenset[Value]], ...]

    def holds(self, facts: Facts) -> bool:
        """Whether every feature has one of its values."""
        for name, allowed in self.tests:  # noqa: SIM110 -- a loop is faster, and this is asked of every line on every outcome
            if facts[name] not in allowed:
                return False
        return True

    @property
    def features(self) -> frozenset[str]:
        """The names of the features that it looks at."""
        return frozenset(name for name, _ in self.tests)

    def __str__(self) -> str:
        """The condition in words, such as ``winner banker, banker total 7``."""
        return ", ".join(f"{name.replace('-', ' ')} {_in_words(allowed, _domain(name))}" for name, allowed in self.tests)


def needs_of(conditions: Iterable[Condition]) -> Needs:
    """What a hand must keep so that all these conditions can be told."""
    names = {name for condition in conditions for name in condition.features if name != WINNER}
    return reduce(or_, (FEATURES[name].needs for name in names), NOTHING)


def parse_condition(table: Mapping[str, object], *, winner: bool = True) -> Condition:
    """A condition from its table in a game file; ValueError names the feature, the value and what would be right."""
    if not table:
        raise ValueError("empty: name at least one feature, such as winner or player-total")
    known = [WINNER, *FEATURES] if winner else [*FEATURES]
    for name in table:
        if name not in known:
            raise ValueError(f"unknown feature {name!r}: {suggest(name, known)}")
    return Condition(tuple((name, _parse_values(name, spec)) for name, spec in table.items()))


def suggest(word: str, known: Iterable[str]) -> str:
    """The nearest of the known words, or all of them."""
    import difflib  # loaded here: only errors need it

    words = list(known)
    near = difflib.get_close_matches(word, words, n=1)
    return f"did you mean {near[0]!r}?" if near else f"write one of {', '.join(words)}"


def _domain(name: str) -> tuple[Value, ...]:
    return WINNERS if name == WINNER else FEATURES[name].domain


def _parse_values(name: str, spec: object) -> frozenset[Value]:
    """The set of values that a value, a list or a range stands for, within the feature's domain."""
    domain = _domain(name)
    items = spec if isinstance(spec, list) else [spec]
    if not items:
        raise ValueError(f"{name}: no value: write one or more of {_list(domain)}")
    values: list[Value] = []
    for item in items:
        values.extend(_expand(item, domain))
    wrong = [value for value in values if value not in domain]
    if wrong:
        raise ValueError(f"{name}: {wrong[0]!r}: {name} is one of {_list(domain)}")
    return frozenset(values)


def _expand(item: object, domain: tuple[Value, ...]) -> list[Value]:
    """One item of a list of values: a number, a word, or a range of numbers."""
    if isinstance(item, bool) or not isinstance(item, (int, str)):
        raise ValueError(f"{item!r}: write a value, a list of values or a range such as '2+' or '2-4'")
    match = re.fullmatch(_RANGE, item) if isinstance(item, str) else None
    if not match:
        return [item]
    first = int(match[1])
    last = int(match[2]) if match[2] else max(value for value in (*domain, first) if isinstance(value, int))
    if last < first:
        raise ValueError(f"{item!r}: a range goes upward")
    return [first, last] if last - first > 99 else [*range(first, last + 1)]


def _list(domain: tuple[Value, ...]) -> str:
    return ", ".join(map(str, domain))


def _in_words(allowed: frozenset[Value], domain: tuple[Value, ...]) -> str:
    """Some values of a domain: ``7``, ``6 or 7``, ``2 or more``."""
    values = [value for value in domain if value in allowed]
    if len(values) > 1 and values == list(domain[-len(values) :]) and len(values) < len(domain) and domain[-1] != NO_CARD:
        return f"{values[0]} or more"
    return " or ".join(map(str, values))


def read_facts(outcome: Outcome, names: Iterable[str], winner: Winner | None) -> dict[str, Value]:
    """The values that the named features take in one outcome, the winner among them if it is given."""
    facts: dict[str, Value] = {name: FEATURES[name].read(outcome) for name in names}
    if winner:
        facts[WINNER] = winner
    return facts
