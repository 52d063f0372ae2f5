"""The programs that ``export`` fills in, with $NAMES for what a game puts there. They share one method and no code."""

from __future__ import annotations

C = """\
/*
 * Exact odds of $TITLE ($ID), from any shoe. C99.
 * Bets: $BETS. Readings: $READINGS.
 *
 * Made by exact $VERSION: exact closed-form $ID --export $LANGUAGE. The rules were walked once for all shoes and every
 * coup dealt on, without rules, to $DEGREE cards. The deals of an event are then, over the $ROWS compositions m of
 * $DEGREE cards, the sum of c(m) times the product of (n_v)_(m_v) over the values v, with (n)_j = n (n-1) ... (n-j+1)
 * and one row of c below for each m.
 *
 * counts[v] is the number of cards of value v in the shoe: counts[0] for 10, J, Q and K, counts[1] for aces, then 2 to 9.
 * $FIXED
 *
 * A probability is deals / total. A return per unit staked is return_numerator / return_denominator, not in lowest
 * terms; both are 0 where the rule sheet does not say what the bet pays. All of these are exact. One division of the
 * two as double is within 4e-16 of the return, relative to its size.
 *
 * Shoes of $LEAST to $MOST cards are taken, $DECKS full decks at most: up to there no number can reach 2^63, by
 * computation. Any other shoe is refused with a status other than 0, and *odds is left as it was.
 */
#include <stdint.h>

#define ${NAME}_EVENTS $EVENTS
#define ${NAME}_BETS $BET_NUMBER
#define ${NAME}_LEAST_CARDS $LEAST
#define ${NAME}_MOST_CARDS UINT64_C($MOST)

enum { ${NAME}_OK, ${NAME}_TOO_FEW_CARDS, ${NAME}_TOO_MANY_CARDS, ${NAME}_FIXED_CARD_MISSING };

struct ${NAME}_odds {
    uint64_t total;
    uint64_t deals[${NAME}_EVENTS];
    int64_t return_numerator[${NAME}_BETS];
    uint64_t return_denominator[${NAME}_BETS];
};

extern const char *const ${NAME}_bet[${NAME}_BETS];
extern const char *const ${NAME}_event[${NAME}_EVENTS];
extern const int ${NAME}_bet_of_event[${NAME}_EVENTS];

int ${NAME}(const uint64_t counts[10], struct ${NAME}_odds *odds);

const char *const ${NAME}_bet[${NAME}_BETS] = {
$BET_NAMES
};

const char *const ${NAME}_event[${NAME}_EVENTS] = {
$EVENT_NAMES
};

const int ${NAME}_bet_of_event[${NAME}_EVENTS] = {$EVENT_BETS};

/* What one event pays, net, and the stake, both times the scale of the bet. */
static const int64_t net_win[${NAME}_EVENTS] = {
$EVENT_NETS
};

static const uint64_t scale[${NAME}_BETS] = {
$SCALES
};

static const uint64_t fixed_cards[10] = {$TAKEN};

static const uint16_t table[$ROWS][${NAME}_EVENTS] = {
$TABLE
};

int ${NAME}(const uint64_t counts[10], struct ${NAME}_odds *odds)
{
    struct ${NAME}_odds found = {0};
    uint64_t left[10], cards = 0;
    int card[$DEGREE + 1] = {0};
    int i, v, e, b, row;

    for (v = 0; v < 10; v++) {
        if (counts[v] > ${NAME}_MOST_CARDS - cards)
            return ${NAME}_TOO_MANY_CARDS;
        cards += counts[v];
    }
    for (v = 0; v < 10; v++) {
        if (counts[v] < fixed_cards[v])
            return ${NAME}_FIXED_CARD_MISSING;
        left[v] = counts[v] - fixed_cards[v];
    }
    if (cards < ${NAME}_LEAST_CARDS)
        return ${NAME}_TOO_FEW_CARDS;

    found.total = 1;
    for (i = ${NAME}_LEAST_CARDS - $DEGREE; i < ${NAME}_LEAST_CARDS; i++)
        found.total *= cards - (uint64_t)i;

    for (row = 0; row < $ROWS; row++) {
        uint64_t product = 1, held = 0;
        for (i = 0; i < $DEGREE; i++) {
            held = i > 0 && card[i] == card[i - 1] ? held + 1 : 0;
            product = left[card[i]] > held ? product * (left[card[i]] - held) : 0;
        }
        for (e = 0; e < ${NAME}_EVENTS; e++)
            found.deals[e] += table[row][e] * product;
        for (i = $DEGREE; i > 0 && card[i - 1] == 9; i--)
            ;
        for (v = i > 0 ? card[i - 1] + 1 : 0; i > 0 && i <= $DEGREE; i++)
            card[i - 1] = v;
    }

    for (e = 0; e < ${NAME}_EVENTS; e++)
        found.return_numerator[${NAME}_bet_of_event[e]] += net_win[e] * (int64_t)found.deals[e];
    for (b = 0; b < ${NAME}_BETS; b++)
        found.return_denominator[b] = scale[b] * found.total;
    *odds = found;
    return ${NAME}_OK;
}
"""

JAVASCRIPT = """\
/*
 * Exact odds of $TITLE ($ID), from any shoe.
 * Bets: $BETS. Readings: $READINGS.
 *
 * Made by exact $VERSION: exact closed-form $ID --export $LANGUAGE. The rules were walked once for all shoes and every
 * coup dealt on, without rules, to $DEGREE cards. The deals of an event are then, over the $ROWS compositions m of
 * $DEGREE cards, the sum of c(m) times the product of (n_v)_(m_v) over the values v, with (n)_j = n (n-1) ... (n-j+1)
 * and one row of c below for each m.
 *
 * ${NAME}.odds(counts) takes the ten counts of a shoe, as numbers or BigInts: counts[0] for 10, J, Q and K,
 * counts[1] for aces, then 2 to 9. $FIXED
 * It gives {total, deals, returns}, all BigInt and exact: deals[e] belongs to ${NAME}.events[e], a probability is
 * deals / total. returns[b] belongs to ${NAME}.bets[b] and is {numerator, denominator} per unit staked, not in lowest
 * terms, or null where the rule sheet does not say what the bet pays. Raises RangeError for any other counts.
 */
const ${NAME} = (function () {
"use strict";

// bet: its index; net: what the event pays, net, times the scale of the bet.
const events = [
$EVENTS
];

const bets = [
$BET_NAMES
];

const fixedCards = [$TAKEN].map(BigInt);

const table = [
$TABLE
].map(BigInt);

function shoe(counts) {
    if (!counts || counts.length !== 10) throw new RangeError("counts: give ten, for the values 0 to 9");
    const left = Array.from(counts, function (count, value) {
        const whole = typeof count === "bigint" || Number.isSafeInteger(count);
        if (!whole || count < 0) throw new RangeError("counts[" + value + "]: give a whole number of 0 or more");
        if (BigInt(count) < fixedCards[value]) throw new RangeError("counts[" + value + "]: the fixed card is not in the shoe");
        return BigInt(count) - fixedCards[value];
    });
    const cards = left.reduce(function (sum, count) { return sum + count; }, 0n);
    if (cards < ${DEGREE}n) throw new RangeError("counts: too few cards: give at least $LEAST");
    return {left: left, cards: cards};
}

function odds(counts) {
    const {left, cards} = shoe(counts);
    let total = 1n;
    for (let i = 0n; i < ${DEGREE}n; i++) total *= cards - i;

    const deals = events.map(function () { return 0n; });
    const card = new Array($DEGREE).fill(0);
    for (let row = 0; row < $ROWS; row++) {
        let product = 1n, held = 0n;
        for (let i = 0; i < $DEGREE && product > 0n; i++) {
            held = i > 0 && card[i] === card[i - 1] ? held + 1n : 0n;
            product *= left[card[i]] > held ? left[card[i]] - held : 0n;
        }
        if (product > 0n)
            for (let e = 0; e < events.length; e++) deals[e] += table[row * events.length + e] * product;
        let i = $DEGREE - 1;
        while (i >= 0 && card[i] === 9) i--;
        if (i >= 0) card.fill(card[i] + 1, i);
    }

    const returns = bets.map(function (bet, index) {
        if (bet.scale === 0n) return null;
        let numerator = 0n;
        events.forEach(function (event, e) { if (event.bet === index) numerator += event.net * deals[e]; });
        return {numerator: numerator, denominator: bet.scale * total};
    });
    return {total: total, deals: deals, returns: returns};
}

return {
    bets: bets.map(function (bet) { return bet.bet; }),
    events: events.map(function (event) { return {bet: bets[event.bet].bet, event: event.event}; }),
    odds: odds,
};
})();
"""

SCRIPT_END = """
if (typeof module === "object" && module.exports) module.exports = ${NAME};
"""

MODULE_END = """
export const {bets, events, odds} = ${NAME};
export default ${NAME};
"""

PYTHON = '''\
# Exact odds of $TITLE ($ID), from any shoe. Python 3.8 or newer, nothing but its standard library.
# Bets: $BETS. Readings: $READINGS.
#
# Made by exact $VERSION: exact closed-form $ID --export $LANGUAGE. The rules were walked once for all shoes and every
# coup dealt on, without rules, to $DEGREE cards. The deals of an event are then, over the $ROWS compositions m of
# $DEGREE cards, the sum of c(m) times the product of (n_v)_(m_v) over the values v, with (n)_j = n (n-1) ... (n-j+1)
# and one row of c below for each m.
"""Exact odds from the ten counts of a shoe: odds(counts).

counts[v] is the number of cards of value v in the shoe: counts[0] for 10, J, Q and K, counts[1] for aces, then 2 to 9.
$FIXED
"""

from fractions import Fraction
from itertools import combinations_with_replacement
from math import perm
from typing import NamedTuple, Optional, Sequence, Tuple

# Bet and the scale of its net wins; 0 where the rule sheet does not say what the bet pays.
BETS = (
$BET_NAMES
)

# Index of the bet, event, and what the event pays, net, times the scale of the bet.
EVENTS = (
$EVENTS
)

FIXED_CARDS = ($TAKEN)

_TABLE = (
$TABLE
)


class Odds(NamedTuple):
    """Ordered deals of $DEGREE cards: all of them, those of each event; and the return of each bet per unit staked."""

    total: int
    deals: Tuple[int, ...]
    returns: Tuple[Optional[Fraction], ...]


def _shoe(counts: Sequence[int]) -> Tuple[int, ...]:
    if len(counts) != 10:
        raise ValueError("counts: give ten, for the values 0 to 9")
    for value, count in enumerate(counts):
        if not isinstance(count, int) or count < 0:
            raise ValueError(f"counts[{value}]: give a whole number of 0 or more")
        if count < FIXED_CARDS[value]:
            raise ValueError(f"counts[{value}]: the fixed card is not in the shoe")
    if sum(counts) < $LEAST:
        raise ValueError("counts: too few cards: give at least $LEAST")
    return tuple(count - fixed for count, fixed in zip(counts, FIXED_CARDS))


def odds(counts: Sequence[int]) -> Odds:
    """The exact odds of one coup; raises ValueError for counts that are no shoe, or too small a one."""
    left = _shoe(counts)
    total = perm(sum(left), $DEGREE)
    deals = [0] * len(EVENTS)
    for cards, row in zip(combinations_with_replacement(range(10), $DEGREE), _TABLE):
        product = 1
        for value in set(cards):
            product *= perm(left[value], cards.count(value))
        if product:
            for event, coefficient in enumerate(row):
                deals[event] += coefficient * product
    returns = []
    for index, (_, scale) in enumerate(BETS):
        won = sum(net * number for (bet, _, net), number in zip(EVENTS, deals) if bet == index)
        returns.append(Fraction(won, scale * total) if scale else None)
    return Odds(total, tuple(deals), tuple(returns))
'''
