"""The odds table: what each bet of a game is worth on one coup. Everything is exact until a float is asked for."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from exact.errors import BetError
from exact.game.bet import Bet, Line
from exact.game.condition import suggest
from exact.game.coup import Coup
from exact.game.definition import Game
from exact.game.shoe import Shoe
from exact.odds.distribution import Distribution, distribution
from exact.rounding import sqrt_float


@dataclass(frozen=True, slots=True)
class EventOdds:
    """One line of a bet: its deals out of ``total``. ``net`` is the net win per unit staked, None where unknown."""

    line: Line
    net: Fraction | None
    deals: int
    total: int

    @property
    def event(self) -> str:
        """The event's name."""
        return self.line.event

    @property
    def probability(self) -> Fraction:
        """Probability of the event."""
        return Fraction(self.deals, self.total)

    @property
    def true_odds(self) -> Fraction | None:
        """(1-p)/p to one; None for an event that cannot come."""
        return Fraction(self.total - self.deals, self.deals) if self.deals else None

    @property
    def expected_value(self) -> Fraction | None:
        """What the event adds to the return of the bet: net win times probability; None where the pay is unknown."""
        return None if self.net is None else self.net * self.probability

    @property
    def wins(self) -> bool:
        """Whether the event is a net win; a line whose pay the sheet does not say is one."""
        return self.net is None or self.net > 0


@dataclass(frozen=True, slots=True)
class BetOdds:
    """One bet on one coup. Returns are per unit staked and None where the rule sheet gives no paytable.

    The event frequencies sum to exactly 1, by check.
    """

    bet: Bet
    events: tuple[EventOdds, ...]
    total: int

    def __post_init__(self) -> None:
        if sum(event.deals for event in self.events) != self.total:
            raise ArithmeticError(f"bet {self.bet.id}: the deals of its events do not sum to the total")

    def __getitem__(self, event: str) -> EventOdds:
        """The line of that event."""
        for line in self.events:
            if line.event == event:
                return line
        raise BetError(f"event {event!r}: {self.bet.id} has no such event: {suggest(event, [e.event for e in self.events])}")

    def _moment(self, power: int) -> Fraction | None:
        """E(net^power), over one denominator."""
        total = Fraction(0)
        for event in self.events:
            if event.net is None:
                return None
            total += event.net**power * event.deals
        return total / self.total

    @property
    def expected_value(self) -> Fraction | None:
        """The return: expected net win per unit staked, pushes counting zero."""
        return self._moment(1)

    @property
    def house_edge(self) -> Fraction | None:
        """Minus the return."""
        mean = self.expected_value
        return None if mean is None else -mean

    @property
    def return_to_player(self) -> Fraction | None:
        """1 plus the return."""
        mean = self.expected_value
        return None if mean is None else 1 + mean

    @property
    def hit_frequency(self) -> Fraction:
        """Probability of a net win."""
        return Fraction(sum(event.deals for event in self.events if event.wins), self.total)

    @property
    def push_frequency(self) -> Fraction:
        """Probability of a push."""
        return Fraction(sum(event.deals for event in self.events if event.net == 0), self.total)

    @property
    def edge_per_resolved_bet(self) -> Fraction | None:
        """House edge given that the bet does not push; None where it always does or the pays are unknown."""
        edge, resolved = self.house_edge, 1 - self.push_frequency
        return None if edge is None or not resolved else edge / resolved

    @property
    def variance(self) -> Fraction | None:
        """Variance of the net win per unit staked."""
        mean, square = self._moment(1), self._moment(2)
        return None if mean is None or square is None else square - mean**2

    @property
    def standard_deviation(self) -> float | None:
        """Square root of the variance, as the nearest float."""
        variance = self.variance
        return None if variance is None else sqrt_float(variance)


@dataclass(frozen=True)
class OddsTable:
    """The odds of every bet of a game on one coup from one shoe.

    ``shoe`` is the shoe as given; ``outcomes.unseen`` is what the cards come from once the cards of ``begun``
    (and a fixed card that is taken from the shoe) have left it.
    """

    game: Game
    shoe: Shoe
    begun: Coup
    outcomes: Distribution
    bets: tuple[BetOdds, ...]

    def __getitem__(self, bet_id: str) -> BetOdds:
        """The odds of one bet."""
        bet = self.game.bet(bet_id)
        return next(odds for odds in self.bets if odds.bet == bet)

    @property
    def deals(self) -> int:
        """The total number of deals, the denominator of every probability."""
        return self.outcomes.total


def odds_table(game: Game, shoe: Shoe, begun: Coup | None = None) -> OddsTable:
    """The exact odds of a coup of the game, or of the rest of a coup begun.

    Raises ShoeError for a shoe that is too small or does not hold the cards of the coup begun.
    """
    begun = begun or game.rules.fixed
    outcomes = distribution(game, shoe, begun)
    deals: list[list[int]] = [[0] * len(bet.every_line()) for bet in game.bets]
    for outcome, number in outcomes.deals.items():
        facts = game.facts(outcome)
        for bet, counts in zip(game.bets, deals, strict=True):
            counts[bet.line_of(facts)] += number
    bets = tuple(bet_odds(bet, counts, outcomes.total) for bet, counts in zip(game.bets, deals, strict=True))
    return OddsTable(game, shoe, begun, outcomes, bets)


def bet_odds(bet: Bet, deals: list[int], total: int) -> BetOdds:
    """The odds of a bet from the deals of each of its lines."""
    lines = zip(bet.every_line(), deals, strict=True)
    return BetOdds(bet, tuple(EventOdds(line, bet.net(line), number, total) for line, number in lines), total)
