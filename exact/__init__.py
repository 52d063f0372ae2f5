"""Exact odds of the baccarat family, dealt from a finite shoe.

>>> import exact
>>> exact.game("live-7up").odds(exact.Shoe.decks(8))["banker"].house_edge
Fraction(2051512844, 47506066335)
"""

from exact.api import Game, OddsTable, game
from exact.errors import BetError, CardError, DealError, ExactError, GameError, ReadingError, ShoeError
from exact.game.coup import Coup, Hand, Outcome
from exact.game.definition import catalogue
from exact.game.shoe import Shoe
from exact.odds.distribution import Distribution
from exact.odds.explanation import Explanation
from exact.odds.table import BetOdds, EventOdds

__version__ = "0.1.0"

__all__ = [
    "BetError",
    "BetOdds",
    "CardError",
    "Coup",
    "DealError",
    "Distribution",
    "EventOdds",
    "ExactError",
    "Explanation",
    "Game",
    "GameError",
    "Hand",
    "OddsTable",
    "Outcome",
    "ReadingError",
    "Shoe",
    "ShoeError",
    "catalogue",
    "game",
]
