"""Brute force that shares nothing with the package: the rules written out again, every ordered deal of a small shoe."""

from __future__ import annotations

from collections import Counter
from itertools import permutations


def banker_draws(total: int, third: int | None) -> bool:
    """Rule sheet 001, Table 2, and "if the Player stands, then the Banker hits on a total of 5 or less"."""
    if third is None:
        return total <= 5
    if total <= 2:
        return True
    return third in {3: (0, 1, 2, 3, 4, 5, 6, 7, 9), 4: (2, 3, 4, 5, 6, 7), 5: (4, 5, 6, 7), 6: (6, 7), 7: ()}[total]


def play(player: list[int], banker: list[int], deck: list[int]) -> tuple[list[int], list[int]]:
    """Both hands after third cards, the next cards coming off the deck."""
    if sum(player) % 10 >= 8 or sum(banker) % 10 >= 8:
        return player, banker
    third = None
    if sum(player) % 10 <= 5:
        third = deck.pop(0)
    if banker_draws(sum(banker) % 10, third):
        banker = [*banker, deck.pop(0)]
    return (player if third is None else [*player, third]), banker


def seven_up(deck: tuple[int, ...]) -> tuple[list[int], list[int]]:
    """Banker, Player, Banker, the Player's first card being the printed 7."""
    first, second, third, *rest = deck
    return play([7, second], [first, third], rest)


def classic(deck: tuple[int, ...]) -> tuple[list[int], list[int]]:
    """Player, Banker, Player, Banker."""
    first, second, third, fourth, *rest = deck
    return play([first, third], [second, fourth], rest)


def count(game: str, counts: list[int]) -> Counter[tuple[int, int, int, int]]:
    """Ordered deals of physical cards by Player's total, Banker's total, cards in both hands, sevens in both hands."""
    deal, length = (seven_up, 5) if game == "7up" else (classic, 6)
    cards = [value for value, number in enumerate(counts) for _ in range(number)]
    seen: Counter[tuple[int, int, int, int]] = Counter()
    for deck in permutations(cards, length):
        player, banker = deal(deck)
        both = player + banker
        seen[sum(player) % 10, sum(banker) % 10, len(both), both.count(7)] += 1
    return seen
