"""Other people's numbers, each with its source. Counts are ordered deals: (N)_5 in 7 Up, (N)_6 in the classic game."""

from __future__ import annotations

# Wizard of Odds, "7 Up Baccarat", six decks, Player bet: all that is public of its tables.
SEVEN_UP_6_DECKS_TOTAL = 2_862_766_146_240
SEVEN_UP_6_DECKS_PLAYER = {
    "Player wins, not 7": (818_970_471_360, "0.286077"),
    "Player wins with 7": (561_338_904_384, "0.196083"),
    "Tie": (308_245_281_984, "0.107674"),
    "Banker wins": (1_174_211_488_512, "0.410167"),
}
SEVEN_UP_6_DECKS_PLAYER_RETURN = "-0.026049"

# E. Jacobson, eight decks, Marina Bay Sands schedule: house edge in percent.
JACOBSON_8_DECKS_EDGE_PERCENT = {"player": "2.593", "banker": "2.579"}

# S. How, six decks, Marina Bay Sands schedule: house edge of Super 7's in percent.
HOW_6_DECKS_SUPER_SEVENS_EDGE_PERCENT = "8.9"

# Six decks with the fixed 7 taken out of the shoe, as some calculators do: returns, Marina Bay Sands schedule.
SEVEN_FROM_SHOE_6_DECKS = {"player": "-0.024540", "super-sevens": "-0.126017"}

# Infinite deck, out of 13^5 = 371,293.
SEVEN_UP_INFINITE = {
    "Player wins, not 7": 106_221,
    "Player wins with 7": 72_964,
    "Banker wins, not 7": 130_705,
    "Banker wins with 7": 21_489,
    "Tie, not 7": 21_760,
    "Tie on 7": 18_154,
}

# Fresh eight-deck shoe, Marina Bay Sands schedule: returns quoted beside the cut-card study.
MBS_FRESH_SHOE_8_DECKS = {"player": "-0.025926", "banker": "-0.025793", "super-sevens": "-0.087634"}

# Effects of removal on the Player bet, eight decks, percent of a unit, for A, 2, ..., 9, T.
PLAYER_EOR_8_DECKS_PERCENT = {
    1: "-0.224857", 2: "-0.262204", 3: "0.060001", 4: "0.064720", 5: "0.086675",
    6: "0.094484", 7: "0.113097", 8: "0.155024", 9: "0.114460", 0: "-0.050350",
}  # fmt: skip

# S. How, "7 Up Baccarat @ Marina Bay Sands, SG", discountgambling.net, 16 June 2012, six decks, Marina Bay Sands
# schedule: tags of A, 2, ..., 9, T, added as cards are dealt.
HOW_TAGS = {
    "banker": (2, 2, -1, -1, -1, -1, -2, -1, -1, 1),
    "player": (-2, -2, 0, 0, 0, 1, 1, 1, 1, 0),
    "super-sevens": (1, 1, 1, 1, 1, 1, -12, 1, 1, 1),
}

# Coups of the 7 Up game with known result: cards in dealing order after the fixed 7, winner, its total, sevens if told.
SEVEN_UP_COUPS = [
    ("2,J,A,J", "player", 7, None),
    ("4,A,J", "player", 8, None),
    ("5,7,6,T,6", "banker", 7, 2),
    ("8,5,T", "banker", 8, None),
    ("9,Q,8", "tie", 7, None),
    ("8,A,K", "tie", 8, None),
    ("4,7,7,6,K", "banker", 1, 3),
]

# Wizard of Odds, "Baccarat Odds for 1 to 12 Decks" (2016); its counts beyond 15 digits were cut by a spreadsheet,
# these are the exact ones: decks -> Player, Banker, Tie, total.
CLASSIC_COUNTS = {
    1: (6_548_674_432, 6_737_232_640, 1_372_227_328, 14_658_134_400),
    4: (33_608_344_225_792, 34_543_624_867_840, 7_145_601_996_928, 75_297_571_090_560),
    6: (392_220_492_728_832, 403_095_751_234_560, 83_552_962_932_288, 878_869_206_895_680),
    8: (2_230_518_282_592_256, 2_292_252_566_437_888, 475_627_426_473_216, 4_998_398_275_503_360),
}

# Infinite deck, out of 13^6 = 4,826,809.
CLASSIC_INFINITE = {"player": 2_153_464, "banker": 2_212_744, "tie": 460_601}

# Returns and standard deviations, eight decks.
CLASSIC_RETURNS_8_DECKS = {
    "banker": ("-114753351728/10847218479825", "-0.010579", "0.927372"),
    "player": ("-241149546272/19524993263685", "-0.012351", "0.951153"),
    "tie": ("-103841353768/723147898655", "-0.143596", "2.640872"),
}
CLASSIC_EDGE_PER_RESOLVED_PERCENT = {"banker": "1.1692", "player": "1.3650"}

# excelpunks.com, eight decks: Banker wins with 1 to 9.
CLASSIC_BANKER_WINS_WITH = [
    24_291_119_898_624, 44_681_581_871_104, 72_927_778_568_192, 163_359_790_133_248, 216_715_928_915_968,
    269_232_304_455_680, 384_279_324_919_808, 529_914_458_673_152, 586_850_279_002_112,
]  # fmt: skip

# Wizard of Odds, Egalite, eight decks: ties on 0 to 9.
CLASSIC_TIES_ON = [
    28_979_901_420_544, 20_499_217_668_352, 20_006_606_104_576, 22_250_510_129_408, 36_294_133_463_040,
    39_684_046_743_808, 96_170_001_308_416, 101_717_538_899_968, 54_879_416_675_072, 55_146_054_060_032,
]  # fmt: skip

# Coups of four, five and six cards, eight decks.
CLASSIC_CARDS = {4: "0.378868", 5: "0.303444", 6: "0.317687"}

# Side bets, eight decks (tests/games/side-bets.toml): winning deals where published, return.
SIDE_BETS = {
    "dragon-7": (112_633_011_329_024, "-0.076113"),
    "panda-8": (172_660_763_262_976, "-0.101876"),
    "half-on-6": (None, "-0.014581"),
    "natural-9": (None, "-0.050973"),  # Thorp and Walden 1966: 5.10%
    "tie-9": (None, "-0.048440"),
    "banker-5": (None, "-0.010579"),
}
DRAGON_7_STANDARD_DEVIATION = "6.084882"

# Dealing sequences by point value.
SEQUENCES = {"baccarat": 339_400, "live-7up": 33_940, "mbs-7up": 33_940, "prevision-7up": 33_940}

# Rounds for a half-width of 0.1% at 95%, flat bets. The figures follow from standard deviations rounded to six places:
# six decks in 7 Up (0.862894), eight in the classic game (0.927372). Game, bet, decks -> rounds.
ROUNDS_FOR_A_TENTH_PERCENT = {("live-7up", "player", 6): 2_860_297, ("baccarat", "banker", 8): 3_303_727}
