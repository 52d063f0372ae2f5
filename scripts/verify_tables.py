"""Verifies certified tables with this file and Python alone: python verify_tables.py [FOLDER]; exit status 0 or 1.

Every file must have the SHA-256 that SHA256SUMS lists. Of every GAME/NN-decks.json the coups are dealt once more, card by card, by the
rules below: the number of ordered deals and every ratio must be what follows, to the last digit. All other files, and the title, readings,
digest and version in these, rest on their sums.
"""

import hashlib
import json
import re
import sys
from collections import Counter
from fractions import Fraction
from functools import cache
from itertools import zip_longest
from math import isqrt, perm
from pathlib import Path

WHEN = {  # p and b: the totals of Player and Banker; s: the sevens in both hands, the Player's fixed 7 among them
    "Player wins": "p > b", "Player wins with 7": "p > b and p == 7", "Player wins, not 7": "p > b and p != 7",
    "Banker wins": "b > p", "Banker wins with 7": "b > p and b == 7", "Banker wins, not 7": "b > p and b != 7",
    "Tie": "p == b", "Tie on 7": "p == b and p == 7", "Tie, not 7": "p == b and p != 7", "No tie": "p != b",
    "Under two sevens": "s < 2", "Two or more sevens": "s >= 2", "One seven only": "s == 1", "Two sevens": "s == 2",
    "Three sevens": "s == 3", "Four sevens": "s == 4", "Five sevens": "s == 5", "Six sevens": "s == 6",
}  # fmt: skip
PLAYER = {"Player wins with 7": "1:2", "Player wins, not 7": "1:1", "Tie": "push", "Banker wins": "lose"}
BANKER = {"Banker wins with 7": "3:2", "Banker wins, not 7": "1:1", "Tie": "push", "Player wins": "lose"}
TIE = {"Tie on 7": "9:1", "Tie, not 7": "7:1", "No tie": "lose"}
LIVE = {"Player": PLAYER, "Banker": BANKER, "Tie": TIE, "Super 7's": {"Two or more sevens": "3:2", "Under two sevens": "lose"}}
SEVENS = {"Two sevens": "2:1", "Three sevens": "5:1", "Four sevens": "17:1", "Five sevens": "70:1", "Six sevens": "700:1"}
MBS = LIVE | {"Banker": BANKER | {"Banker wins with 7": "9:5"}, "Super 7's": SEVENS | {"One seven only": "lose"}}
CLASSIC = {
    "Player": {"Player wins": "1:1", "Tie": "push", "Banker wins": "lose"},
    "Banker": {"Banker wins": "1:1", "Tie": "push", "Player wins": "lose"},
    "Tie": {"Tie": "8:1", "No tie": "lose"},
}
PREVISION = {  # the sheet has no paytable
    "Player": CLASSIC["Player"] | {"Player wins": None},
    "Banker": CLASSIC["Banker"] | {"Banker wins": None},
    "Tie": CLASSIC["Tie"] | {"Tie": None},
}
GAMES = {"live-7up": LIVE, "mbs-7up": MBS, "prevision-7up": PREVISION, "baccarat": CLASSIC}
COMMISSION = {("baccarat", "Banker"): Fraction(5, 100)}
RATIOS = ["expected_value", "house_edge", "return_to_player", "hit_frequency", "push_frequency", "edge_per_resolved_bet", "variance"]
DRAWS = ["0123456789", "0123456789", "0123456789", "012345679", "234567", "4567", "67", ""]  # Banker, by total and Player's third card


def coups(shoe, player, banker, ways):
    """Every coup from here on: both hands, and in how many ordered ways their cards can come. A shoe: cards of each point value."""
    p, b, dealt = sum(player) % 10, sum(banker) % 10, (len(player), len(banker))
    to_player = dealt in [(0, 0), (1, 1)] or (dealt == (2, 2) and p <= 5 and b <= 7)
    to_banker = dealt in [(1, 0), (2, 1)] or (dealt == (2, 2) and p in (6, 7) and b <= 5)
    to_banker = to_banker or (dealt == (3, 2) and str(player[2]) in DRAWS[b])
    if not to_player and not to_banker:
        yield player, banker, ways
        return
    for card in range(10):
        if shoe[card]:
            hands = ((*player, card), banker) if to_player else (player, (*banker, card))
            yield from coups([n - (value == card) for value, n in enumerate(shoe)], *hands, ways * shoe[card])


def bet_odds(name, lines, commission, counts):
    """One bet as .json has it. ``counts``: ordered deals by both totals, sevens and cards."""
    events, total = [], sum(counts.values())
    for event, pays in lines.items():
        deals = sum(ways for (p, b, s, _), ways in counts.items() if eval(WHEN[event], {"p": p, "b": b, "s": s}))
        chance = Fraction(deals, total)
        if pays in ("push", "lose", None):
            net = {"push": Fraction(0), "lose": Fraction(-1), None: None}[pays]
        else:
            net = Fraction(pays.replace(":", "/")) * (1 - commission)
        events.append({
            "event": event, "pays": pays, "net": net, "deals": str(deals), "probability": chance,
            "true_odds": (1 - chance) / chance if chance else None, "return": None if net is None else net * chance,
        })  # fmt: skip
    push = sum(event["probability"] for event in events if event["net"] == 0) + Fraction(0)
    hit = sum(event["probability"] for event in events if event["net"] is None or event["net"] > 0)
    ratios, root = [None, None, None, hit, push, None, None], None
    if None not in lines.values():
        mean = sum(event["return"] for event in events)
        variance = sum(event["net"] ** 2 * event["probability"] for event in events) - mean**2
        ratios = [mean, -mean, 1 + mean, hit, push, -mean / (1 - push), variance]
        root = (isqrt(4 * 10**60 * variance.numerator // variance.denominator) + 1) // 2  # 10^30 times the root, rounded
        root = f"{root // 10**30}.{root % 10**30:030}"
    found = {"bet": name.lower().replace(" 7's", "-sevens"), "name": name, "commission": commission, "events": events}
    return found | dict(zip(RATIOS, ratios, strict=True)) | {"standard_deviation": root}


@cache
def table(game, decks):
    """What GAME/NN-decks.json must hold besides its digest, version, title and readings; ratios as text."""
    fixed, shoe = () if game == "baccarat" else (7,), [16 * decks, *[4 * decks] * 9]
    size, cards, counts = 6 - len(fixed), 52 * decks, Counter()
    for player, banker, ways in coups(shoe, fixed, (), 1):
        dealt = len(player + banker) - len(fixed)
        key = sum(player) % 10, sum(banker) % 10, (player + banker).count(7), len(player + banker)
        counts[key] += ways * perm(cards - dealt, size - dealt)  # every order of the cards dealt on to one length
    whole = {"decks": decks, "cards": cards, "counts": shoe}
    found = {
        "schema": "exact.odds/1", "game": game, "shoe": whole, "unseen": whole, "cards_per_deal": size, "deals": str(perm(cards, size)),
        "on_table": {"player": list(map(str, fixed)), "banker": []},
        "bets": [bet_odds(name, lines, COMMISSION.get((game, name), Fraction(0)), counts) for name, lines in GAMES[game].items()],
        "outcomes": [[str(sum(counts[p, b, s, n] for s in range(7) for n in (4, 5, 6))) for b in range(10)] for p in range(10)],
        "cards": {str(n): str(sum(ways for key, ways in counts.items() if key[3] == n)) for n in (4, 5, 6)},
    }  # fmt: skip
    return json.loads(json.dumps(found, default=str))


def fault(path, content):
    """The first thing that is wrong with a table, empty if nothing is."""
    game, decks = path.removesuffix("-decks.json").split("/")
    due, found = table(game, int(decks)), json.loads(content)
    lines = (json.dumps(data, indent=0, sort_keys=True).splitlines() for data in ({key: found[key] for key in due}, due))
    return next((f"{a} should be {b}" for a, b in zip_longest(*lines, fillvalue="nothing") if a != b), "")


def verify(folder):
    """Prints a line for every file, OK or what is wrong; the exit status."""
    listed = (folder / "SHA256SUMS").read_text("utf-8", "replace") if (folder / "SHA256SUMS").is_file() else ""
    sums = {path: value for value, path in re.findall("(.+)  (.+)", listed)}
    tables = {f"{game}/{decks:02}-decks.json" for game in GAMES for decks in range(1, 13)}
    there, good = {path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file()}, True
    for path in sorted((tables | there | sums.keys()) - {"SHA256SUMS", "SHA256SUMS.minisig"}):
        try:
            content = (folder / path).read_bytes()
            same = hashlib.sha256(content).hexdigest() == sums.get(path)
            wrong = "not the file of SHA256SUMS" if not same else fault(path, content) if path in tables else ""
        except (OSError, ValueError, KeyError, TypeError) as error:
            wrong = f"cannot be read: {error!r}"
        print(f"{path}: {wrong or ('OK, dealt again' if path in tables else 'OK by its sum')}", flush=True)
        good = good and not wrong
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(verify(Path(sys.argv[1] if len(sys.argv) > 1 else "tables")))
