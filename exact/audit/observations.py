"""What a source reports of the rounds that it dealt, as far as it does."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class ShoeMoments:
    """Sums over shoes of the rounds c of a shoe and the units W won on a bet in it, in net win per unit staked.

    They give the standard error of the measured return where the rounds of one shoe hang together.
    """

    shoes: int
    rounds: int
    rounds_squared: int
    won: float
    won_squared: float
    cross: float


@dataclass(frozen=True, slots=True)
class MeasuredReturn:
    """A measured return: net win per unit staked, over ``rounds`` rounds; ``effective``: rounds of equal stakes worth as much."""

    rounds: int
    mean: float
    effective: float | None = None


@dataclass(frozen=True)
class Observations:
    """Counts and returns of so many rounds; what the source does not tell is empty.

    ``events``: for a bet id and an event of it, how often it came (the winner of a round is the bet ``winner`` with the
    events ``player``, ``banker`` and ``tie``). ``cells``: for Player's and Banker's total, cards in each hand and sevens
    in both, None for what is not told, how often they came. ``returns``: by bet id. ``by_shoe``: by bet id, where shoes
    are told apart. ``ranks``: cards seen by rank A, 2, ..., 9, T, J, Q, K. ``approximate``: counts made from percentages.
    """

    rounds: int
    events: Mapping[tuple[str, str], int] = field(default_factory=dict)
    cells: Mapping[tuple[int, int, int | None, int | None, int | None], int] = field(default_factory=dict)
    returns: Mapping[str, MeasuredReturn] = field(default_factory=dict)
    by_shoe: Mapping[str, ShoeMoments] = field(default_factory=dict)
    ranks: Mapping[str, int] = field(default_factory=dict)
    approximate: bool = False
