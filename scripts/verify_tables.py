"""Verifies certified tables without exact.

Usage: python scripts/verify_tables.py [FOLDER]

Standard library only. ``verify_counts.py`` beside it has the rules and counts the deals. Here every number of every
file is written out from those counts and compared. Prints one line a file, OK or what differs; exit 0 or 1.
"""

import csv
import hashlib
import json
import re
import sys
import tomllib
from decimal import Context, Decimal
from fractions import Fraction
from functools import cache
from pathlib import Path

from verify_counts import BETS, PACK, READINGS, TITLES, Table

# How numbers are written.


def decimal(value, digits, none=""):
    """Rounded half to even, as ``round`` does."""
    if value is None:
        return none
    scaled = round(value * 10**digits)
    text = str(abs(scaled)).rjust(digits + 1, "0")
    return f"{'-' if scaled < 0 else ''}{text[:-digits]}.{text[-digits:]}"


def root(value, digits):
    """The square root of a ratio, rounded half to even from 80 digits."""
    exact = Context(prec=80)
    square = exact.divide(*map(Decimal, value.as_integer_ratio()))
    return str(exact.sqrt(square).quantize(Decimal(10) ** -digits, context=exact))


def plain(value):
    """Ratios as text."""
    if isinstance(value, dict):
        return {key: plain(item) for key, item in value.items()}
    if isinstance(value, list):
        return [plain(item) for item in value]
    return str(value) if isinstance(value, Fraction) else value


MEASURES = ["expected_value", "house_edge", "return_to_player", "hit_frequency", "push_frequency", "edge_per_resolved_bet", "variance"]
NAMES = ["return", *(name.replace("_", " ") for name in MEASURES[1:]), "standard deviation"]


def deviation(bet, digits):
    """The standard deviation as text."""
    return None if bet["variance"] is None else root(bet["variance"], digits)


def measures(bet, digits, none=""):
    """The measures of a bet as text."""
    return [*(decimal(bet[name], digits, none) for name in MEASURES), deviation(bet, digits) or none]


def pays_text(bet, event):
    """What a line pays, the commission beside a win."""
    cut = " -5%" if bet["commission"] and event["net"] and event["net"] > 0 else ""
    return "" if event["pays"] is None else event["pays"] + cut


# What each file must hold: ``*_rows`` the cells of its tables, ``*_json`` its data; prose is compared by its numbers.


def shoe_of(decks):
    """The cards of each value in full packs."""
    return [decks * n for n in PACK]


@cache
def full(game, decks, choice=""):
    """A bet's worth from full packs, computed once."""
    return Table(game, [4, *[1] * 9] if decks == "inf" else shoe_of(decks), infinite=decks == "inf", choice=choice)


def head(game, schema):
    """What every JSON file begins with."""
    return {"schema": f"exact.{schema}/1", "game": game, "title": TITLES[game], "readings": {k: v[0] for k, v in READINGS[game].items()}}


def shoe_json(decks):
    """A shoe of full packs."""
    return {"decks": decks, "cards": 52 * decks, "counts": shoe_of(decks)}


def odds_json(game, decks):
    """GAME/NN-decks.json."""
    table = full(game, decks)
    bets = [
        {**bet, "events": [{**event, "deals": str(event["deals"])} for event in bet["events"]], "standard_deviation": deviation(bet, 30)}
        for bet in table.bets.values()
    ]
    return {
        **head(game, "odds"), "shoe": shoe_json(decks), "unseen": shoe_json(decks), "cards_per_deal": table.size,
        "on_table": {"player": [] if game == "baccarat" else ["7"], "banker": []}, "deals": str(table.deals), "bets": plain(bets),
        "outcomes": [[str(table.counts.get(("cell", p, b), 0)) for b in range(10)] for p in range(10)],
        "cards": {str(n): str(table.counts["cards", n]) for n in (4, 5, 6)},
    }  # fmt: skip


def odds_rows(game, decks):
    """The tables of GAME/NN-decks.md."""
    table, total = full(game, decks), full(game, decks).deals
    for bet in table.bets.values():
        yield ["event", "pays", "deals", "probability", "true odds", "return"]
        for event in bet["events"]:
            numbers = [decimal(event[key], 6, "–") for key in ("probability", "true_odds", "return")]
            yield [event["event"], pays_text(bet, event) or "–", f"{event['deals']:,}", *numbers]
        yield ["total", "", f"{total:,}", "1.000000", "", decimal(bet["expected_value"], 6, "–")]
        yield ["per unit staked", "value"]
        yield from map(list, zip(NAMES, measures(bet, 6, "–"), strict=True))
    cells = [[Fraction(table.counts.get(("cell", p, b), 0), total) for b in range(10)] for p in range(10)]
    yield ["Banker:", *map(str, range(10))]
    for p, row in enumerate([*cells, [sum(column) for column in zip(*cells, strict=True)]]):
        yield [f"Player {p}" if p < 10 else "total", *(decimal(cell, 6) for cell in row)]
    yield ["cards", "deals", "probability"]
    for n in (4, 5, 6):
        yield [str(n), f"{table.counts['cards', n]:,}", decimal(Fraction(table.counts["cards", n], total), 6)]
    yield ["total", f"{total:,}", "1.000000"]


def odds_csv(game, decks):
    """GAME/NN-decks.csv."""
    yield ["bet", "event", "pays", "deals", "probability", "true_odds", "return", *(name.replace(" ", "_") for name in NAMES[1:])]
    table = full(game, decks)
    for bet in table.bets.values():
        for event in bet["events"]:
            numbers = [decimal(event[key], 12) for key in ("probability", "true_odds", "return")]
            yield [bet["bet"], event["event"], pays_text(bet, event).replace(":", " to "), str(event["deals"]), *numbers, *[""] * 7]
        yield [bet["bet"], "total", "", str(table.deals), "1.000000000000", "", *measures(bet, 12)]


def odds_prose(game, decks):
    """The text of GAME/NN-decks.md, as far as it has numbers."""
    names = " ".join(bet["name"] for bet in full(game, decks).bets.values())
    fixed = "" if game == "baccarat" else ", 1 fixed"
    return (
        f"{TITLES[game]} {decks} decks {52 * decks} cards {full(game, decks).size} {full(game, decks).deals:,} {names}{fixed} 6"
        f" {decks:02}-decks 12 {decks:02}-decks"
    )


SHOES = [*range(1, 13), "inf"]


def summary_json(game):
    """GAME/summary.json."""
    shoes = []
    for decks in SHOES:
        bets = [
            {"bet": key, **{name: bet[name] for name in MEASURES}, "standard_deviation": deviation(bet, 30)}
            for key, bet in full(game, decks).bets.items()
        ]
        shoes.append({"decks": decks, "deals": str(full(game, decks).deals), "bets": plain(bets)})
    return {**head(game, "summary"), "shoes": shoes}


def summary_rows(game):
    """The tables of GAME/summary.md."""
    for bet in BETS[game]:
        yield ["decks", *NAMES]
        yield from ([str(decks), *measures(full(game, decks).bets[bet], 6, "–")] for decks in SHOES)


def summary_csv(game):
    """GAME/summary.csv."""
    yield ["bet", "decks", "deals", *(name.replace(" ", "_") for name in NAMES)]
    for decks in SHOES:
        yield from ([bet, str(decks), str(full(game, decks).deals), *measures(full(game, decks).bets[bet], 12)] for bet in BETS[game])


@cache
def effects(game):
    """Bet, event and measure from 8 decks, then its change without one card of each value, ace to ten."""
    shoe = shoe_of(8)
    tables = [full(game, 8), *(Table(game, [n - (v == lost) for v, n in enumerate(shoe)]) for lost in (*range(1, 10), 0))]
    found = []
    for key, bet in tables[0].bets.items():
        for i, event in enumerate(bet["events"]):
            priced = bet["expected_value"] is not None
            values = [t.bets[key]["expected_value"] if priced else t.bets[key]["events"][i]["probability"] for t in tables]
            if not (priced and i):
                found.append((key, None if priced else event["event"], values[0], [value - values[0] for value in values[1:]]))
    return found


def removal_json(game):
    """GAME/removal.json."""
    rows = [
        {"bet": bet, "event": event, "whole_shoe": str(whole), "effects": dict(zip("A23456789T", map(str, changes), strict=True))}
        for bet, event, whole, changes in effects(game)
    ]
    return {**head(game, "effects"), "shoe": shoe_json(8), "measures": rows}


def removal_rows(game, digits, *, names):
    """The table of GAME/removal.md, or the whole of GAME/removal.csv."""
    yield ["bet", "event", "whole shoe" if names else "whole_shoe", *"A23456789T"]
    for bet, event, *values in effects(game):
        numbers = [decimal(value, digits) for value in (values[0], *values[1])]
        yield [BETS[game][bet][0] if names else bet, event or "return", *numbers]


PRICED, UNPRICED = "choice|bet|return|house edge|change of return", "choice|bet|event|probability|true odds|change of probability"


def reading_rows(game):
    """The tables of GAME/readings.md."""
    signed = lambda x: ("+" if x > 0 else "") + decimal(x, 6)  # noqa: E731
    for choices in READINGS[game].values():
        priced = game != "prevision-7up"
        yield (PRICED if priced else UNPRICED).split("|")
        for number, choice in enumerate(choices):
            name = choice if number else f"{choice} \\*"
            for key, bet in full(game, 8, choice if number else "").bets.items():
                old = full(game, 8).bets[key]
                if priced:
                    mean = bet["expected_value"]
                    yield [name, bet["name"], decimal(mean, 6), decimal(-mean, 6), signed(mean - old["expected_value"])]
                    continue
                for event, before in zip(bet["events"], old["events"], strict=True):
                    p = event["probability"]
                    yield [
                        name, bet["name"], event["event"], decimal(p, 6), decimal(event["true_odds"], 6), signed(p - before["probability"])
                    ]  # fmt: skip


def index_rows(games):
    """The tables of README.md."""
    for game in games:
        yield ["decks", *(bet[0] for bet in BETS[game].values()), "files"]
        for decks in range(1, 13):
            shown = "hit_frequency" if game == "prevision-7up" else "house_edge"
            links = " ".join(f"[{form}]({game}/{decks:02}-decks.{form})" for form in ("md", "csv", "json"))
            yield [str(decks), *(decimal(bet[shown], 6) for bet in full(game, decks).bets.values()), links]


# The numbers in the words that are quoted from the rule sheets: the sources, and the clauses of the readings.
SOURCES = {"live-7up": "001 6 7 1 2", "mbs-7up": "7 7 2012", "prevision-7up": "000", "baccarat": "002"}
CLAUSES = {
    "live-7up": "7 2 7 7 40 7 7 7", "mbs-7up": "7 7 7", "prevision-7up": "6 7 6 6 7 7 6 7 6 7 6 7 6 7 8 4 5 3 4 5 7 7 7", "baccarat": "1 1"
}  # fmt: skip


def expected_markdown(game, name, version):
    """The table rows of a Markdown file, and its prose as far as it has numbers."""
    if not game:
        sources = (f"{TITLES[game]} {SOURCES[game]}" for game in sorted(TITLES))
        return index_rows(sorted(TITLES)), f"8785 {version} 256 256 256 {' '.join(sources)}"
    made = f"{version} {digest_of(game)} 256"
    if name == "summary":
        return summary_rows(game), f"{TITLES[game]} {' '.join(bet[0] for bet in BETS[game].values())} 6 12 {made}"
    if name == "removal":
        return removal_rows(game, 8, names=True), f"{TITLES[game]} 8 416 8 12 {made}"
    if name == "readings":
        return reading_rows(game), f"{TITLES[game]} 8 416 {CLAUSES[game]} 6 {made}"
    return odds_rows(game, int(name[:2])), f"{odds_prose(game, int(name[:2]))} {made}"


def expected_csv(game, name):
    """The rows of a CSV file."""
    if name == "summary":
        return summary_csv(game)
    return removal_rows(game, 12, names=False) if name == "removal" else odds_csv(game, int(name[:2]))


def expected_json(game, name):
    """The data of a JSON file."""
    if name == "summary":
        return summary_json(game)
    return removal_json(game) if name == "removal" else odds_json(game, int(name[:2]))


@cache
def digest_of(game):
    """SHA-256 of the game definition as canonical JSON."""
    catalogue = Path(__file__).resolve().parents[1] / "exact" / "game" / "catalogue"
    return hashlib.sha256(canonical(tomllib.loads((catalogue / f"{game}.toml").read_text("utf-8")))).hexdigest()


def canonical(data):
    """JSON after RFC 8785."""
    return json.dumps(data, sort_keys=True, separators=(",", ":"), ensure_ascii=False, allow_nan=False).encode()


# The comparison.


def differences(found, expected, where=""):
    """Every place where two values of JSON differ."""
    if isinstance(found, dict) and isinstance(expected, dict) and found.keys() == expected.keys():
        return [line for key in expected for line in differences(found[key], expected[key], f"{where} {key}")]
    if isinstance(found, list) and isinstance(expected, list) and len(found) == len(expected):
        names = [item.get("bet") or item.get("event") if isinstance(item, dict) else None for item in expected]
        return [
            line
            for i, name in enumerate(names)
            for line in differences(found[i], expected[i], f"{where} {i if name is None else repr(name)}")
        ]
    return [] if canonical(found) == canonical(expected) else [f"{where}: {found} should be {expected}"]


def numbers(text):
    """The numbers in a text."""
    return re.findall(r"\d+(?:[.,]\d+)*", text)


def check(path, content, version):
    """What is wrong with the content of one file, one line each."""
    try:
        return compare(path, content, version)
    except (ValueError, KeyError, TypeError, IndexError, AttributeError) as error:
        return [f" cannot be read: {error!r}"]


def compare(path, content, version):
    """The differences of one file from what it should be."""
    game, _, name = path.rpartition("/")
    name, _, form = name.rpartition(".")
    text = content.decode("utf-8")
    if path == "CORRECTIONS.md":
        return []
    if form == "json":
        expected = {**expected_json(game, name), "digest": digest_of(game), "version": version}
        return differences(json.loads(text), expected) or ([] if content == canonical(expected) else [" not canonical JSON"])
    if form == "csv":
        header, *rows = expected_csv(game, name)
        marked = [[*header, "digest", "version"], *([*row, digest_of(game), version] for row in rows)]
        return in_rows(list(csv.reader(text.splitlines())), marked)
    rows, prose = expected_markdown(game, name, version)
    cells = [[cell.strip() for cell in line[1:-1].split("|")] for line in text.splitlines() if line.startswith("|")]
    seen = "\n".join(line for line in text.splitlines() if not line.startswith("|"))
    for known in TITLES:
        seen = seen.replace(f"({known})", "").replace(f"({known}/", "(")
    wrong = [] if numbers(seen) == numbers(prose) else [f" numbers in the text: {numbers(seen)} should be {numbers(prose)}"]
    if game and digest_of(game) not in text:
        wrong.append(f" the digest should be {digest_of(game)}")
    return in_rows([row for row in cells if set("".join(row)) - set(":-")], list(rows)) + wrong


def in_rows(found, expected):
    """Every cell of a table that differs."""
    if [len(row) for row in found] != [len(row) for row in expected]:
        return [" the table has other rows or columns"]
    pairs = zip(found, expected, strict=True)
    return [f" {' '.join(right[:2])}: {f} should be {e}" for row, right in pairs for f, e in zip(row, right, strict=True) if f != e]


def paths():
    """Every file there must be."""
    yield from ("README.md", "CORRECTIONS.md")
    for game in TITLES:
        yield f"{game}/readings.md"
        for name in ("summary", "removal", *(f"{decks:02}-decks" for decks in range(1, 13))):
            yield from (f"{game}/{name}.{form}" for form in ("md", "csv", "json"))


def verify(folder):
    """One line a file: OK, or what differs."""
    version = numbers((folder / "README.md").read_text("utf-8").partition("Made by exact ")[2])[0]
    listed = dict(line.split("  ", 1)[::-1] for line in (folder / "SHA256SUMS").read_text("utf-8").splitlines())
    for path in sorted(listed.keys() ^ set(paths())):
        yield f"SHA256SUMS: {path}: should {'not ' if path in listed else ''}be listed"
    for path in sorted(paths()):
        if not (folder / path).is_file():
            yield f"{path}: missing"
            continue
        content = (folder / path).read_bytes()
        same = hashlib.sha256(content).hexdigest() == listed.get(path)
        wrong = check(path, content, version) + ([] if same else [" not the file of SHA256SUMS"])
        yield from (f"{path}:{line}" for line in wrong or [" OK"])


def main(folder):
    """Prints the lines; the exit status."""
    good = True
    try:
        for line in verify(folder):
            print(line, flush=True)
            good = good and line.endswith(": OK")
    except (OSError, ValueError, IndexError) as error:
        print(f"{folder}: README.md or SHA256SUMS cannot be read: {error!r}")
        return 1
    return 0 if good else 1


if __name__ == "__main__":
    sys.stdout.reconfigure(encoding="utf-8", errors="backslashreplace")
    sys.exit(main(Path(sys.argv[1] if len(sys.argv) > 1 else "tables")))
