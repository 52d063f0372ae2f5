"""Numbers of our own that several tests hold the package against; test_published.py reaches each by a second road.

Nobody published them with a source. The roads: every order of five cards dealt by the rules of brute.py and weighed in the
shoe; the totals of two cards drawn with replacement; arithmetic on the published counts of the classic game.
"""

from __future__ import annotations

# Returns, six decks with the fixed 7 taken out of the shoe, Marina Bay Sands schedule.
SEVEN_FROM_SHOE_6_DECKS = {"player": "-0.024540", "super-sevens": "-0.126017"}

# Returns, fresh eight-deck shoe, Marina Bay Sands schedule.
MBS_FRESH_SHOE_8_DECKS = {"player": "-0.025926", "banker": "-0.025793", "super-sevens": "-0.087634"}

# Effects of removal on the Player bet, eight decks, percent of a unit, for A, 2, ..., 9, T.
PLAYER_EOR_8_DECKS_PERCENT = {
    1: "-0.224857", 2: "-0.262204", 3: "0.060001", 4: "0.064720", 5: "0.086675",
    6: "0.094484", 7: "0.113097", 8: "0.155024", 9: "0.114460", 0: "-0.050350",
}  # fmt: skip

# 7 Up from an infinite deck, out of 13^5 = 371,293.
SEVEN_UP_INFINITE = {
    "Player wins, not 7": 106_221,
    "Player wins with 7": 72_964,
    "Banker wins, not 7": 130_705,
    "Banker wins with 7": 21_489,
    "Tie, not 7": 21_760,
    "Tie on 7": 18_154,
}

# The classic game from an infinite deck, out of 13^6 = 4,826,809.
CLASSIC_INFINITE = {"player": 2_153_464, "banker": 2_212_744, "tie": 460_601}

# The classic game, eight decks: returns exactly and to six places, standard deviations.
CLASSIC_RETURNS_8_DECKS = {
    "banker": ("-114753351728/10847218479825", "-0.010579", "0.927372"),
    "player": ("-241149546272/19524993263685", "-0.012351", "0.951153"),
    "tie": ("-103841353768/723147898655", "-0.143596", "2.640872"),
}
