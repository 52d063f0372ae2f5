"""The dealing loop, compiled by numba. It knows the rules as tables made from the game file and nothing of ``odds``.

A hand is a number, see ``exact.simulation.hands``. What is counted is the cell of the two hands' classes;
``exact.simulation.engine`` says what a class is. The loop takes third cards by arithmetic, not by branches: whether a hand
draws is as good as random, and a wrong guess costs more than the few operations.
"""

from __future__ import annotations

import numpy as np
from numba import njit

from exact.simulation.hands import NO_THIRD, hand_number
from exact.simulation.philox import fill

WORDS = 1 << 11
ONE_MORE, NOT_COMMENCE = 1, 2
"""What becomes of the coup in or before which the cut card shows; 0: it is the last."""

_LOW, _HIGH, _TWO_TO_32 = np.uint64(0xFFFFFFFF), np.uint64(32), np.uint64(1 << 32)

_number = njit(nogil=True)(hand_number)


@njit(cache=True, nogil=True)
def _shuffle(cards, first, last, words, at, key):  # type: ignore[no-untyped-def]
    """Draws the cards of the places ``first``, ..., ``last`` - 1, each from those not drawn yet (Fisher and Yates).

    A random place is exactly uniform (Lemire 2019). ``at``: the next word, the next counter of the stream.
    """
    next_word = at[0]
    for place in range(first, last):
        number = np.uint64(len(cards) - place)
        while True:
            if next_word == WORDS:
                fill(words, key[0], key[1], key[2], at[1])
                at[1] += WORDS // 4
                next_word = 0
            product = np.uint64(words[next_word]) * number
            next_word += 1
            low = product & _LOW
            if low >= number or low >= _TWO_TO_32 % number:
                break
        other = place + np.int64(product >> _HIGH)
        card = cards[other]
        cards[other] = cards[place]
        cards[place] = card
    at[0] = next_word


@njit(cache=True, nogil=True)
def _coup(cards, place, first_four, natural, player_draws, banker_draws):  # type: ignore[no-untyped-def]
    """Deals one coup of the cards from a place on: the place after it and the two hands as numbers.

    ``first_four`` [4, 2]: for the Player's and the Banker's two cards the offset from the place, or -1 and a fixed card.
    """
    p1 = first_four[0, 1] if first_four[0, 0] < 0 else cards[place + first_four[0, 0]]
    p2 = first_four[1, 1] if first_four[1, 0] < 0 else cards[place + first_four[1, 0]]
    b1 = first_four[2, 1] if first_four[2, 0] < 0 else cards[place + first_four[2, 0]]
    b2 = first_four[3, 1] if first_four[3, 0] < 0 else cards[place + first_four[3, 0]]
    player, banker = p1 + p2, b1 + b2
    player -= 10 * (player >= 10)
    banker -= 10 * (banker >= 10)
    place += first_four[4, 0]
    goes_on = 1 - (natural[player] | natural[banker])
    draws = player_draws[player] & goes_on
    third = NO_THIRD + draws * (cards[place] - NO_THIRD)
    place += draws
    draws = banker_draws[banker * 11 + third] & goes_on
    last = NO_THIRD + draws * (cards[place] - NO_THIRD)
    place += draws
    return place, _number(p1, p2, third), _number(b1, b2, last)


@njit(cache=True, nogil=True)
def _close(number, limit, limited, won, lengths, moments):  # type: ignore[no-untyped-def]
    """Adds a finished shoe of ``number`` coups to the numbers of coups and to the moments."""
    lengths[number] += 1
    for bet in range(len(won)):
        played = min(number, limit) if bet == limited else number
        moments[bet, 0] += played
        moments[bet, 1] += played * played
        moments[bet, 2] += won[bet]
        moments[bet, 3] += won[bet] * won[bet]
        moments[bet, 4] += won[bet] * played
        won[bet] = 0


@njit(cache=True, nogil=True)
def deal_shoes(full, rules, classes, nets, procedure, key, shoes, tallies, record, most):  # type: ignore[no-untyped-def]  # noqa: C901 -- one loop, for the compiler
    """Deals ``shoes`` shoes of one block, adds to the tallies and the record and returns the number of coups.

    ``procedure``: burn, cut, mid_coup, first_card, burn_each, hands, the limited bet; a cut of -1 deals one coup from
    each shoe. ``tallies``: counts [2 * cells], of the first ``hands`` coups and beyond; coups a shoe [n]; moments
    [bets, 5] of the units W won on a bet in a shoe and its coups c: sums of c, c^2, W, W^2, W c. ``record``: unseen cards
    before each coup [rows, 10]; shoe, coup number, Player's hand, Banker's hand, cards out of the shoe before it [rows, 5];
    coups beyond its rows are not recorded. ``most``: the most cards that a shoe can be dealt to.
    """
    first_four, natural, player_draws, banker_draws = rules
    player_classes, banker_classes = classes
    burn, cut_cards, mid_coup, first_card, burn_each, limit, limited = procedure
    counts, lengths, moments = tallies
    unseen_rows, notes = record
    half = len(counts) // 2
    cut = len(full) - cut_cards if cut_cards >= 0 else -1
    cards = full.copy()
    words, at = np.empty(WORDS, np.uint32), np.array([WORDS, 0])
    won = np.zeros(len(moments), np.int64)
    whole, unseen = np.zeros(10, np.int64), np.zeros(10, np.int64)
    for card in full:
        whole[card] += 1
    rows = 0
    for shoe in range(shoes):
        _shuffle(cards, 0, most, words, at, key)
        place = number = 0
        unseen[:] = whole
        if burn:
            unseen[cards[0]] -= 1
            place = 1 + (cards[0] if cards[0] else 10)
        left = 1 if cut < 0 else -1  # coups that may still begin; -1: as many as come before the cut card
        while left != 0:
            start = place
            if left < 0 and start >= cut:
                if first_card == NOT_COMMENCE:
                    break
                left = 2 if first_card == ONE_MORE else 1
            dealt = place + burn_each
            place, player, banker = _coup(cards, dealt, first_four, natural, player_draws, banker_draws)
            number += 1
            cell = player_classes[player] + banker_classes[banker] + (half if number > limit else 0)
            counts[cell] += 1
            for bet in range(len(won)):
                won[bet] += nets[cell, bet]
            if rows < len(notes):
                unseen_rows[rows] = unseen
                notes[rows, 0], notes[rows, 1], notes[rows, 2], notes[rows, 3], notes[rows, 4] = shoe, number, player, banker, start
                for seen in range(dealt, place):
                    unseen[cards[seen]] -= 1
            rows += 1
            if left > 0:
                left -= 1
            elif start < cut < place:
                left = 1 if mid_coup == ONE_MORE else 0
        _close(number, limit, limited, won, lengths, moments)
    return rows


@njit(cache=True, nogil=True)
def deal_shuffled(full, rules, classes, nets, procedure, key, coups, tallies, record, most):  # type: ignore[no-untyped-def]
    """Deals ``coups`` coups of one block from a continuous shuffler, each tallied as a shoe; see ``deal_shoes``.

    ``procedure``: buffer. The next ``buffer`` cards are drawn before the cards of a coup go back.
    """
    first_four, natural, player_draws, banker_draws = rules
    player_classes, banker_classes = classes
    buffer = procedure[0]
    counts, lengths, moments = tallies
    unseen_rows, notes = record
    cards = full.copy()
    size = len(cards)
    words, at = np.empty(WORDS, np.uint32), np.array([WORDS, 0])
    won = np.zeros(len(moments), np.int64)
    known = rows = 0
    for number in range(1, coups + 1):
        drawn = max(known, most)
        _shuffle(cards, known, drawn, words, at, key)
        used, player, banker = _coup(cards, 0, first_four, natural, player_draws, banker_draws)
        cell = player_classes[player] + banker_classes[banker]
        counts[cell] += 1
        for bet in range(len(won)):
            won[bet] += nets[cell, bet]
        if rows < len(notes):
            unseen_rows[rows] = 0
            notes[rows, 0], notes[rows, 1], notes[rows, 2], notes[rows, 3], notes[rows, 4] = 0, number, player, banker, 0
        rows += 1
        _shuffle(cards, drawn, max(drawn, used + buffer), words, at, key)
        back = cards[:used].copy()
        for place in range(size - used):
            cards[place] = cards[place + used]
        cards[size - used :] = back
        known = buffer
        _close(1, 1, -1, won, lengths, moments)
    return rows
