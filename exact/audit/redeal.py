"""The loops that deal every coup of a log again, compiled by numba.

A card is a rank as in ``exact.audit.card_texts``. A hand is a number as in ``exact.simulation.hands``, of point values.
The rules come as tables made from the game file; what is found wrong is a set of bits for each row.
"""

from __future__ import annotations

import numpy as np
from numba import njit

from exact.audit.card_texts import BAD
from exact.simulation.hands import NO_THIRD, hand_number

PLAYER_DRAW, BANKER_DRAW, MISSING, MANY, FIXED = 1, 2, 4, 8, 16
PLAYER_TOTAL, BANKER_TOTAL, WINNER, SHOE, REFUSED = 32, 64, 128, 256, 512
UNFIT = MISSING | MANY | FIXED | REFUSED
"""Rows whose cards make no two hands: nothing further is checked of them."""

BY_RULES = UNFIT | PLAYER_DRAW | BANKER_DRAW
NO_NUMBER = -1
MOST_WITHIN = 150
"""A log may begin within a shoe; a first round with a larger number counts something else than the hands of the shoe."""

_hand_number = njit(nogil=True)(hand_number)


@njit(cache=True, nogil=True)
def _gather(ranks, row, start, stop, cards):  # type: ignore[no-untyped-def]
    """The values of a row's cards in some columns, their number, and a fault bit: a card after a blank, a text no card."""
    size = bits = 0
    for column in range(start, stop):
        rank = ranks[row, column]
        if rank == BAD:
            return 0, REFUSED
        if rank:
            if column - start > size:
                bits = MISSING
            cards[size] = rank if rank < 10 else 0
            size += 1
    return size, bits


@njit(cache=True, nogil=True)
def _number(cards, size):  # type: ignore[no-untyped-def]
    return _hand_number(cards[0], cards[1], cards[2] if size > 2 else NO_THIRD)


@njit(cache=True, nogil=True)
def _begin(hand, fixed, cards, size, listed):  # type: ignore[no-untyped-def]
    """Lays the fixed cards of a hand, taking them from the cards if they are listed: cards taken and a fault bit."""
    for place in range(len(fixed)):
        if listed and place >= size:
            return place, MISSING
        if listed and cards[place] != fixed[place]:
            return place, FIXED
        hand[place] = fixed[place]
    return (len(fixed) if listed else 0), 0


@njit(cache=True, nogil=True)
def deal_hands(ranks, split, listed, rules, hands, bits):  # type: ignore[no-untyped-def]
    """The two hands of every row as numbers [rows, 2], and what is wrong, from a log that tells which hand has which card.

    ``split``: the column of the Banker's first card. Each decision is held against the cards that lie there.
    """
    fixed, _, natural, player_draws, banker_draws = rules
    cards, two = np.zeros((2, 2 * ranks.shape[1]), np.int64), np.zeros((2, 2 * ranks.shape[1] + 4), np.int64)
    sizes = np.zeros(2, np.int64)
    for row in range(len(ranks)):
        bits[row] = 0
        for hand in range(2):
            start, stop = (0, split) if hand == 0 else (split, ranks.shape[1])
            size, wrong = _gather(ranks, row, start, stop, cards[hand])
            taken, unlike = (0, 0) if wrong else _begin(two[hand], fixed[hand], cards[hand], size, listed)
            sizes[hand] = len(fixed[hand]) + size - taken
            for place in range(taken, size):
                two[hand, len(fixed[hand]) + place - taken] = cards[hand, place]
            wrong |= unlike
            if not wrong:
                wrong = MISSING if sizes[hand] < 2 else MANY if sizes[hand] > 3 else 0
            bits[row] |= wrong
        if bits[row] & UNFIT:
            continue
        player, banker = (two[0, 0] + two[0, 1]) % 10, (two[1, 0] + two[1, 1]) % 10
        goes_on = not (natural[player] or natural[banker])
        third = two[0, 2] if sizes[0] > 2 else NO_THIRD
        if (sizes[0] > 2) != (goes_on and player_draws[player] == 1):
            bits[row] |= PLAYER_DRAW
        if (sizes[1] > 2) != (goes_on and banker_draws[banker * 11 + third] == 1):
            bits[row] |= BANKER_DRAW
        hands[row, 0], hands[row, 1] = _number(two[0], sizes[0]), _number(two[1], sizes[1])


@njit(cache=True, nogil=True)
def deal_order(ranks, listed, rules, hands, bits):  # type: ignore[no-untyped-def]  # noqa: C901 -- one loop, for the compiler
    """The two hands of every row as numbers [rows, 2], and what is wrong, from a log of cards in dealing order."""
    fixed, order, natural, player_draws, banker_draws = rules
    cards, two = np.zeros(2 * ranks.shape[1], np.int64), np.zeros((2, 8), np.int64)
    sizes = np.zeros(2, np.int64)
    for row in range(len(ranks)):
        size, wrong = _gather(ranks, row, 0, ranks.shape[1], cards)
        at = 0
        for hand in range(2):
            if not wrong:
                taken, wrong = _begin(two[hand], fixed[hand], cards[at:], size - at, listed)
                at += taken
            sizes[hand] = len(fixed[hand])
        if not wrong and size - at < len(order):
            wrong = MISSING
        bits[row] = wrong
        if wrong:
            continue
        for hand in order:
            two[hand, sizes[hand]] = cards[at]
            sizes[hand] += 1
            at += 1
        player, banker = (two[0, 0] + two[0, 1]) % 10, (two[1, 0] + two[1, 1]) % 10
        third = NO_THIRD
        for hand in range(2):
            draws = player_draws[player] if hand == 0 else banker_draws[banker * 11 + third]
            if natural[player] or natural[banker] or not draws or bits[row]:
                continue
            if at == size:
                bits[row] = MISSING
                continue
            two[hand, 2] = cards[at]
            third = cards[at] if hand == 0 else third
            sizes[hand] = 3
            at += 1
        if at < size:
            bits[row] = MANY
        hands[row, 0], hands[row, 1] = _number(two[0], sizes[0]), _number(two[1], sizes[1])


@njit(cache=True, nogil=True)
def count_cards(ranks, skip, bits, starts, limits, dealt, seen, over):  # type: ignore[no-untyped-def]
    """Counts the cards of rows by rank and, shoe by shoe, finds more than the shoe holds.

    ``skip`` [columns]: whether a column begins with this many listed fixed cards, which the shoe does not give.
    ``limits`` [14]: tens, ace, 2, ..., 9, and of each rank 10, J, Q, K. ``dealt``: the same, so far of this shoe.
    ``over`` [rows, 2]: the first rank that is too many, and how many were dealt.
    """
    for row in range(len(ranks)):
        if starts[row]:
            dealt[:] = 0
        if bits[row] & REFUSED:
            continue
        passed = 0
        for column in range(ranks.shape[1]):
            rank = ranks[row, column]
            passed = skip[column] if skip[column] else passed
            if rank == 0:
                continue
            if passed:
                passed -= 1
                continue
            dealt[rank] += 1
            dealt[0] += rank >= 10
            if not bits[row] & UNFIT:
                seen[rank] += 1
            if dealt[rank] > limits[rank] or (rank >= 10 and dealt[0] > limits[0]):
                if not bits[row] & SHOE:
                    over[row, 0] = rank if dealt[rank] > limits[rank] else 0
                    over[row, 1] = dealt[over[row, 0]]
                bits[row] |= SHOE


@njit(cache=True, nogil=True)
def check_results(hands, totals, winner, cell_tables, cells, bits):  # type: ignore[no-untyped-def]
    """The outcome of every row as a cell, and the bits of totals and winners that are not those of the cards."""
    player_classes, banker_classes, winners, final = cell_tables
    for row in range(len(hands)):
        if bits[row] & UNFIT:
            cells[row] = NO_NUMBER
            continue
        cell = player_classes[hands[row, 0]] + banker_classes[hands[row, 1]]
        cells[row] = cell
        for hand in range(2):
            if totals[hand, row] != NO_NUMBER and totals[hand, row] != final[hands[row, hand]]:
                bits[row] |= PLAYER_TOTAL if hand == 0 else BANKER_TOTAL
        if winner[row] != NO_NUMBER and winner[row] != winners[cell]:
            bits[row] |= WINNER


@njit(cache=True, nogil=True)
def close_shoe(shoe, sums, numbers):  # type: ignore[no-untyped-def]
    """Adds a finished shoe to the moments of every bet: numbers (shoes, c, c^2) and sums (W, W^2, W c)."""
    for bet in range(len(shoe)):
        won, played = shoe[bet, 0], np.int64(shoe[bet, 1])
        numbers[bet, 0] += 1
        numbers[bet, 1] += played
        numbers[bet, 2] += played * played
        sums[bet, 0] += won
        sums[bet, 1] += won * won
        sums[bet, 2] += won * played
        shoe[bet] = 0.0


@njit(cache=True, nogil=True)
def settle_bets(cells, starts, rounds, nets, bets, reported, state, tallies):  # type: ignore[no-untyped-def]  # noqa: C901 -- one loop, for the compiler
    """Holds every reported result against the cards, and adds up outcomes, wins and moments of shoes.

    ``bets``: for each its scale, the last hand on which it is offered, whether its result and its stakes are told, and
    whether the result holds the stake. ``reported``: results and stakes [bets, rows]. ``state``: hands of this shoe so
    far, whether its round numbers are those of its hands, that is begin with 1 or, in the first shoe of a log, with no more than
    ``MOST_WITHIN``, and whether a shoe has begun; this shoe's wins and rounds [bets, 2]. Returns bits for each row: bet
    b paid wrongly at 2 b, paid when it is not offered at 2 b + 1, and the hand's number in its shoe.
    """
    scales, limits, told, staked, gross, tolerance = bets
    results, stakes = reported
    hand_state, shoe = state
    counts, totals, numbers, sums = tallies
    wrong, places = np.zeros(len(cells), np.int64), np.zeros(len(cells), np.int64)
    for row in range(len(cells)):
        if starts[row]:
            if hand_state[0]:
                close_shoe(shoe, sums, numbers)
            within = hand_state[2] == 0 and 1 < rounds[row] <= MOST_WITHIN
            hand_state[0], hand_state[1], hand_state[2] = 0, within or rounds[row] == 1, 1
        hand_state[0] += 1
        places[row] = place = rounds[row] if hand_state[1] and rounds[row] > 0 else hand_state[0]
        cell = cells[row]
        if cell == NO_NUMBER:
            continue
        counts[cell] += 1
        for bet in range(len(scales)):
            right = nets[cell, bet] / scales[bet]
            result, stake = (results[bet, row], stakes[bet, row]) if told[bet] else (right, 1.0)
            if np.isnan(result) or np.isnan(stake):
                continue
            if place > limits[bet]:
                if told[bet] and (stake != 0 if staked[bet] else result + gross[bet] != 0):
                    wrong[row] |= 2 << (2 * bet)
                continue
            if abs(result - stake * right) > tolerance * max(1.0, abs(stake)):
                wrong[row] |= 1 << (2 * bet)
            if stake > 0:
                won = result / stake if told[bet] else np.float64(nets[cell, bet])
                totals[bet, 0] += 1
                totals[bet, 1] += result if told[bet] else won
                totals[bet, 2] += stake
                totals[bet, 3] += stake * stake
                shoe[bet, 0] += won
                shoe[bet, 1] += 1
    return wrong, places
