"""The counts of certified tables once more, by brute force that shares nothing with exact.

The rules and the bets are written out from the rule sheets under the default readings, with the other readings where
they differ. Every coup is dealt card by card in dealing order. A coup that dealt m_v of the n_v cards of each point
value v, j cards in all, stands for prod_v (n_v)_{m_v} (N-j)_{k-j} ordered deals of k cards, (n)_m = n (n-1) ... (n-m+1).
"""

from collections import Counter, namedtuple
from fractions import Fraction
from functools import cache
from math import perm, prod

# The rules. Cards are point values; hands are tuples of cards.

PACK = [16, 4, 4, 4, 4, 4, 4, 4, 4, 4]
BANKER_DRAWS_ON_THIRD_CARD = {
    0: "0123456789", 1: "0123456789", 2: "0123456789", 3: "012345679", 4: "234567", 5: "4567", 6: "67", 7: ""
}  # fmt: skip


def next_hand(player, banker, order, dealt, stands):
    """The hand that takes the next card: P, B or None. ``stands``: Banker's totals that stand after a Player who stood."""
    if dealt < len(order):
        return order[dealt]
    banker_total = sum(banker) % 10
    if len(player) == len(banker) == 2:
        if sum(player) % 10 >= 8 or banker_total >= 8:
            return None
        if sum(player) % 10 <= 5:
            return "P"
        return "B" if banker_total not in stands else None
    if len(player) == 3 and len(banker) == 2:
        return "B" if str(player[2]) in BANKER_DRAWS_ON_THIRD_CARD[banker_total] else None
    return None


def coups(player, banker, order, stands, dealt=()):
    """Every coup, card by card: both hands and the cards dealt."""
    hand = next_hand(player, banker, order, len(dealt), stands)
    if hand is None:
        yield player, banker, dealt
        return
    for card in range(10):
        hands = ((*player, card), banker) if hand == "P" else (player, (*banker, card))
        yield from coups(*hands, order, stands, (*dealt, card))


@cache
def dealing_sequences(classic, stands):
    """How many dealing sequences end in each (totals, cards, sevens of each hand) with the same cards dealt."""
    start = ((), (), "PBPB") if classic else ((7,), (), "BPB")
    found = Counter()
    for player, banker, dealt in coups(*start, stands):
        seen = sum(player) % 10, sum(banker) % 10, len(player + banker), player.count(7), banker.count(7)
        found[seen, tuple(sorted(dealt))] += 1
    return found


# The bets: name, commission, then event, pays and condition of each line. A coup falls on the first line that holds.

Coup = namedtuple("Coup", "winner player banker player_sevens banker_sevens")


def otherwise(_coup):
    """The line that takes every other coup."""
    return True


def wins(hand):
    """The Player (P) or Banker (B) wins, or the hands tie (T)."""
    return lambda c: c.winner == hand


def on_seven(hand):
    """The same with a total of 7."""
    return lambda c: c.winner == hand and (c.banker if hand == "B" else c.player) == 7


def seven_cards(number):
    """Exactly so many sevens in both hands."""
    return lambda c: c.player_sevens + c.banker_sevens == number


PLAYER = [
    ("Player wins with 7", "1:2", on_seven("P")), ("Player wins, not 7", "1:1", wins("P")), ("Tie", "push", wins("T")),
    ("Banker wins", "lose", otherwise),
]  # fmt: skip
BANKER = [
    ("Banker wins with 7", "3:2", on_seven("B")), ("Banker wins, not 7", "1:1", wins("B")), ("Tie", "push", wins("T")),
    ("Player wins", "lose", otherwise),
]  # fmt: skip
TIE = [("Tie on 7", "9:1", on_seven("T")), ("Tie, not 7", "7:1", wins("T")), ("No tie", "lose", otherwise)]
TWO_SEVENS = [("Two or more sevens", "3:2", lambda c: c.player_sevens + c.banker_sevens >= 2), ("Under two sevens", "lose", otherwise)]
MANY_SEVENS = [
    ("Two sevens", "2:1", seven_cards(2)), ("Three sevens", "5:1", seven_cards(3)), ("Four sevens", "17:1", seven_cards(4)),
    ("Five sevens", "70:1", seven_cards(5)), ("Six sevens", "700:1", seven_cards(6)), ("One seven only", "lose", otherwise),
]  # fmt: skip


def plain_bets(win, tie, commission):
    """The bets of a game whose main bets do not look at the winning total."""
    return {
        "player": ("Player", "0", [("Player wins", win, wins("P")), ("Tie", "push", wins("T")), ("Banker wins", "lose", otherwise)]),
        "banker": ("Banker", commission, [("Banker wins", win, wins("B")), ("Tie", "push", wins("T")), ("Player wins", "lose", otherwise)]),
        "tie": ("Tie", "0", [("Tie", tie, wins("T")), ("No tie", "lose", otherwise)]),
    }


BETS = {
    "live-7up": {
        "player": ("Player", "0", PLAYER), "banker": ("Banker", "0", BANKER), "tie": ("Tie", "0", TIE),
        "super-sevens": ("Super 7's", "0", TWO_SEVENS),
    },
    "mbs-7up": {
        "player": ("Player", "0", PLAYER), "banker": ("Banker", "0", [("Banker wins with 7", "9:5", on_seven("B")), *BANKER[1:]]),
        "tie": ("Tie", "0", TIE), "super-sevens": ("Super 7's", "0", MANY_SEVENS),
    },
    "prevision-7up": plain_bets(None, None, "0"),
    "baccarat": plain_bets("1:1", "8:1", "1/20"),
}  # fmt: skip
TITLES = {
    "live-7up": "Live 7 Up Baccarat", "mbs-7up": "7 Up Baccarat, Marina Bay Sands",
    "prevision-7up": "Prevision 7UP Baccarat", "baccarat": "Baccarat",
}  # fmt: skip
READINGS = {  # every reading with its choices, the default first
    "live-7up": {"super-sevens": ["round", "hand", "player"], "fixed-card": ["printed", "from-shoe"], "main-bets-on-tie": ["push", "lose"]},
    "mbs-7up": {"fixed-card": ["printed", "from-shoe"]},
    "prevision-7up": {
        "six-seven-tie": ["equal", "final", "two-card"], "banker-when-player-stands": ["draws", "stands"],
        "fixed-card": ["printed", "from-shoe"],
    },
    "baccarat": {"main-bets-on-tie": ["push", "lose"]},
}  # fmt: skip
SUPER_SEVENS = {"hand": lambda c: c.player_sevens >= 2 or c.banker_sevens >= 2, "player": lambda c: c.player_sevens >= 2}


def winner(choice, p, b, cards):
    """Both hands with 6 or 7 tie under two readings; with four cards in all these are two-card totals."""
    if p == b or ({p, b} == {6, 7} and (choice == "final" or (choice == "two-card" and cards == 4))):
        return "T"
    return "P" if p > b else "B"


@cache
def lines(game, choice):
    """Dealing sequences of each line of each bet (and of each cell and number of cards) by the cards dealt."""
    found = {}
    conditions = {bet: [line[2] for line in BETS[game][bet][2]] for bet in BETS[game]}
    if choice in SUPER_SEVENS:
        conditions["super-sevens"][0] = SUPER_SEVENS[choice]
    sequences = dealing_sequences(game == "baccarat", (3, 4, 5, 6, 7) if choice == "stands" else (6, 7))
    for (seen, dealt), number in sequences.items():
        p, b, cards, x, y = seen
        coup = Coup(winner(choice, p, b, cards), p, b, x, y)
        events = [(bet, next(i for i, holds in enumerate(tests) if holds(coup))) for bet, tests in conditions.items()]
        for event in (*events, ("cell", p, b), ("cards", cards)):
            found.setdefault(event, Counter())[dealt] += number
    return found


class Table:
    """What each bet is worth from one shoe: the counts of deals and everything that follows from them."""

    def __init__(self, game, shoe, *, infinite=False, choice=""):
        shoe = [n - (choice == "from-shoe" and v == 7) for v, n in enumerate(shoe)]
        self.size = 6 if game == "baccarat" else 5
        ways = (lambda n, m: n**m) if infinite else perm
        self.deals, weights = ways(sum(shoe), self.size), {}
        for _, dealt in dealing_sequences(game == "baccarat", (3, 4, 5, 6, 7) if choice == "stands" else (6, 7)):
            rest = self.deals // ways(sum(shoe), len(dealt))
            weights[dealt] = prod(ways(shoe[v], dealt.count(v)) for v in set(dealt)) * rest
        self.counts = {event: sum(c * weights[dealt] for dealt, c in cards.items()) for event, cards in lines(game, choice).items()}
        self.bets = {bet: self.bet(bet, *BETS[game][bet], choice) for bet in BETS[game]}
        if any(sum(event["deals"] for event in bet["events"]) != self.deals for bet in self.bets.values()):
            raise ArithmeticError(f"{game}: the deals do not sum to {self.deals}")

    def bet(self, key, name, commission, paytable, choice):
        """One bet: its lines and its measures, as JSON has them but in fractions."""
        events = []
        for number, (event, pays, _) in enumerate(paytable):
            pays = "lose" if (event, choice) == ("Tie", "lose") and key != "tie" else pays
            net = {None: None, "push": Fraction(0), "lose": Fraction(-1)}.get(pays)
            if pays not in (None, "push", "lose"):
                net = Fraction(*map(int, pays.split(":"))) * (1 - Fraction(commission))
            deals = self.counts.get((key, number), 0)
            p = Fraction(deals, self.deals)
            events.append({
                "event": event, "pays": pays, "net": net, "deals": deals, "probability": p,
                "true_odds": (1 - p) / p if p else None, "return": None if net is None else net * p,
            })  # fmt: skip
        known = all(event["net"] is not None for event in events)
        push = sum((event["probability"] for event in events if event["net"] == 0), Fraction(0))
        mean = sum(event["return"] for event in events) if known else None
        variance = sum(e["net"] ** 2 * e["probability"] for e in events) - mean**2 if known else None
        return {
            "bet": key, "name": name, "commission": Fraction(commission), "events": events, "expected_value": mean,
            "house_edge": -mean if known else None, "return_to_player": 1 + mean if known else None,
            "hit_frequency": sum(e["probability"] for e in events if e["net"] is None or e["net"] > 0),
            "push_frequency": push, "edge_per_resolved_bet": -mean / (1 - push) if known else None, "variance": variance,
            }  # fmt: skip
