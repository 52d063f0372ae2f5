"""Other people's numbers, each with its source. Counts are ordered deals: (N)_5 in 7 Up, (N)_6 in the classic game."""

from __future__ import annotations

# M. Shackleford, "7 Up Baccarat", wizardofodds.com/games/7-up-baccarat, 14 May 2012: six decks, Player bet, all that is
# public of its tables.
SEVEN_UP_6_DECKS_TOTAL = 2_862_766_146_240
SEVEN_UP_6_DECKS_PLAYER = {
    "Player wins, not 7": (818_970_471_360, "0.286077"),
    "Player wins with 7": (561_338_904_384, "0.196083"),
    "Tie": (308_245_281_984, "0.107674"),
    "Banker wins": (1_174_211_488_512, "0.410167"),
}
SEVEN_UP_6_DECKS_PLAYER_RETURN = "-0.026049"

# E. Jacobson, "Card Counting 7 Up Baccarat", 888casino.com: eight decks, Marina Bay Sands schedule, house edge in percent.
JACOBSON_8_DECKS_EDGE_PERCENT = {"player": "2.593", "banker": "2.579"}

# S. How, "7 Up Baccarat @ Marina Bay Sands, SG", discountgambling.net, 16 June 2012: six decks, Marina Bay Sands schedule.
# House edge of Super 7's in percent; tags of A, 2, ..., 9, T, added as cards are dealt.
HOW_6_DECKS_SUPER_SEVENS_EDGE_PERCENT = "8.9"
HOW_TAGS = {
    "banker": (2, 2, -1, -1, -1, -1, -2, -1, -1, 1),
    "player": (-2, -2, 0, 0, 0, 1, 1, 1, 1, 0),
    "super-sevens": (1, 1, 1, 1, 1, 1, -12, 1, 1, 1),
}

# M. Shackleford, "Baccarat Odds for 1 to 12 Decks", wizardofodds.com/games/baccarat/one-to-twelve-decks, 27 December 2016;
# its counts beyond 15 digits were cut by a spreadsheet, these are the exact ones: decks -> Player, Banker, Tie, total.
CLASSIC_COUNTS = {
    1: (6_548_674_432, 6_737_232_640, 1_372_227_328, 14_658_134_400),
    4: (33_608_344_225_792, 34_543_624_867_840, 7_145_601_996_928, 75_297_571_090_560),
    6: (392_220_492_728_832, 403_095_751_234_560, 83_552_962_932_288, 878_869_206_895_680),
    8: (2_230_518_282_592_256, 2_292_252_566_437_888, 475_627_426_473_216, 4_998_398_275_503_360),
}

# Y.-B. Chen, "Casino Games - Mini Baccarat", vegastrip.com/game_baccarat.html: infinite decks, percent.
CLASSIC_INFINITE_PERCENT = {"player": "44.6147", "banker": "45.8428", "tie": "9.5426"}

# "Baccarat: House Edge & Odds", netbet.org/casino-games/baccarat: eight decks, percent; with six places in excelpunks.com,
# "Concepts 13: Baccarat Vs. Non-Commission Baccarat", 12 May 2018.
CLASSIC_EDGE_PERCENT = {"banker": "1.0579", "player": "1.2351", "tie": "14.3596"}
CLASSIC_EDGE_SIX_PLACES = {"banker": "0.010579", "player": "0.012351", "tie": "0.143596"}

# "The Mathematics of Baccarat", pokeronlineguru.com (Banker), and F. Scoblete, "The numbers behind Baccarat",
# casinocitytimes.com, 19 November 2019 (Player): house edge with ties left out, percent.
CLASSIC_EDGE_PER_RESOLVED_PERCENT = {"banker": "1.17", "player": "1.36"}

# excelpunks.com, "Concepts 13", as above, eight decks: Banker wins with 1 to 9.
CLASSIC_BANKER_WINS_WITH = [
    24_291_119_898_624, 44_681_581_871_104, 72_927_778_568_192, 163_359_790_133_248, 216_715_928_915_968,
    269_232_304_455_680, 384_279_324_919_808, 529_914_458_673_152, 586_850_279_002_112,
]  # fmt: skip

# M. Shackleford, "Egalite Bets in Baccarat", wizardofodds.com/games/baccarat/side-bets/egalite, eight decks: ties on 0 to 9.
CLASSIC_TIES_ON = [
    28_979_901_420_544, 20_499_217_668_352, 20_006_606_104_576, 22_250_510_129_408, 36_294_133_463_040,
    39_684_046_743_808, 96_170_001_308_416, 101_717_538_899_968, 54_879_416_675_072, 55_146_054_060_032,
]  # fmt: skip

# M. Shackleford, "Baccarat Side Bets", wizardofodds.com/games/baccarat/side-bets, bet 4-5-6: coups of four, five and six
# cards by decks.
CLASSIC_CARDS = {
    6: {4: "0.378925", 5: "0.303540", 6: "0.317535"},
    8: {4: "0.378868", 5: "0.303444", 6: "0.317687"},
}

# Side bets, eight decks (tests/games/side-bets.toml): winning deals where they are published (M. Shackleford, "EZ Baccarat",
# wizardofodds.com, 6 January 2015) and house edge in percent.
SIDE_BETS = {
    "dragon-7": (112_633_011_329_024, "7.6113"),  # E. Jacobson, "Card Counting the Dragon/Fortune 7 Baccarat Side Bet", 888casino.com
    "panda-8": (172_660_763_262_976, "10.1876"),  # E. Jacobson, "Co-Card Counting the Dragon and Panda Side Bets", 888casino.com
    "half-on-6": (None, "1.4581"),  # E. Jacobson, "Card Counting the Super Six Baccarat Side Bet", 888casino.com
    "natural-9": (None, "5.097"),  # E. Jacobson's review of Thorp and Walden, 888casino.com; they: 5.10, JASA 61 (1966), p. 317
    "tie-9": (None, "4.8440"),  # netbet.org, as above
    "banker-5": (None, "1.0579"),  # netbet.org, as above
}

# E. Jacobson, "Card Counting the Dragon/Fortune 7 Baccarat Side Bet", 888casino.com. His 2.932 for natural 9 is left out: it
# does not fit his own hit frequency of 9.490%, from which 10 sqrt(p(1 - p)) = 2.931.
DRAGON_7_STANDARD_DEVIATION = "6.0849"

# Railer, "Baccarat Combinatorial Analysis Engine", wizardofvegas.com forum, 14 August 2019: dealing sequences by point value.
CLASSIC_SEQUENCES = 339_400
