"""Effects of removal and the counts that follow from them, as documents and as JSON."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction

from exact.game.bet import Bet
from exact.game.card import ORDER, symbol
from exact.report.document import Block, Document, Heading, Paragraph, Table
from exact.report.numbers import Style
from exact.report.odds import JSON_ROOT_DIGITS, describe_counts, describe_shoe, shoe_json
from exact.rounding import sqrt_text
from exact.shoes.published_tags import PublishedTags, published_tags
from exact.shoes.removal import Effects, Joint, Removal
from exact.shoes.tags import Tags, best_tags, correlate

_JOINT = ("Pairs", "Triples")
_FLAT = "bet|event|what|cards|value|sum_of_single_effects|difference|scaled_sum|scaled_difference"


@dataclass(frozen=True, slots=True)
class Counts:
    """The best tags of one bet, level by level, and the published ones with their correlation."""

    effects: Effects
    best: tuple[Tags | None, ...]
    published: tuple[tuple[PublishedTags, Tags], ...]


def counts_of(removal: Removal, level: int) -> tuple[Counts, ...]:
    """The counts of every bet whose return is known."""
    unseen = removal.unseen.counts
    return tuple(
        Counts(
            effects,
            best_tags(unseen, effects.single, level),
            tuple((item, correlate(unseen, effects.single, item.tags)) for item in published_tags(removal.game.id, effects.measure.bet.id)),
        )
        for effects in removal.effects
        if effects.measure.event is None
    )


def removal_document(removal: Removal, level: int, style: Style) -> Document:
    """The effects of single cards, of pairs and triples where they were asked for, and the counts."""
    game, counts = removal.game, counts_of(removal, level)
    blocks: list[Block] = [Heading(f"{game.title} ({game.id}): effects of removal", 1), Paragraph(_setting(removal))]
    blocks += _single_blocks(removal, style)
    for index, name in enumerate(_JOINT[: len(removal.effects[0].joint)]):
        blocks += _joint_blocks(removal, index, name, style)
    if counts:
        blocks += _counts_blocks(counts, style)
    blocks.append(Paragraph(_rounding(style)))
    return Document(tuple(blocks), _flat(removal, counts, style))


def _setting(removal: Removal) -> str:
    """The shoe, the readings and what an effect is."""
    lines = [f"Shoe: {describe_shoe(removal.shoe)}."]
    if removal.unseen != removal.shoe:
        lines.append(f"Dealt from the {removal.unseen.cards:,} cards left ({describe_counts(removal.unseen)}); these are what is removed.")
    chosen = removal.game.readings_text
    if chosen:
        lines.append(f"Readings: {chosen}.")
    lines.append("An effect is the return of a bet (without a paytable: the probability of an event) once the cards have left")
    lines.append("the shoe, less that of the whole shoe.")
    return " ".join(lines)


def _rounding(style: Style) -> str:
    if style.fractions:
        return f"Fractions are exact; correlations are rounded to {style.digits} decimals."
    return style.rounding


def _groups(removal: Removal) -> Iterator[tuple[str, list[tuple[str, Effects]]]]:
    """The effects that share a table, under its heading: all returns, then the events of each bet without a paytable."""
    returns = [(effects.measure.bet.name, effects) for effects in removal.effects if effects.measure.event is None]
    if returns:
        yield "One card, effect on the return", returns
    bets = dict.fromkeys(effects.measure.bet for effects in removal.effects if effects.measure.event is not None)
    for bet in bets:
        events = [(effects.measure.event or "", effects) for effects in removal.effects if effects.measure.bet == bet]
        yield f"One card, effect on the probability: {bet.name}", events


def _single_blocks(removal: Removal, style: Style) -> Iterator[Block]:
    """A table of single effects for each group, a row a card, its weighted sums below."""
    for heading, columns in _groups(removal):
        cards = removal.unseen.counts
        rows = [
            (symbol(value), style.count(cards[value]), *(style.ratio(effects.single[value]) for _, effects in columns)) for value in ORDER
        ]
        sums = ("weighted sum", style.count(removal.unseen.cards), *(str(effects.weighted[0]) for _, effects in columns))
        whole = ("whole shoe", "", *(style.ratio(effects.value) for _, effects in columns))
        names = ("card", "cards", *(name for name, _ in columns))
        yield Heading(heading)
        yield Table(names, (*rows, sums, whole), frozenset(range(1, len(names))))
    yield Paragraph(
        "Each effect times the cards of its value: weighted sum 0, as it must be, since a card taken at random and not looked"
        " at changes nothing. The last row is what the whole shoe gives."
    )


def _joint_blocks(removal: Removal, index: int, name: str, style: Style) -> Iterator[Block]:
    """A table of joint effects for each measure."""
    size = index + 2
    cards = removal.unseen.cards
    yield Heading(f"{name} of cards")
    yield Paragraph(
        f"Sum: the effects of the {size} cards one by one, added. Scaled sum: that times (N-1)/(N-{size}) = {cards - 1}/{cards - size}, "
        "exact for a return that is a mean over the unseen cards. Differences: joint effect less either."
    )
    for effects in removal.effects:
        rows = [(_cards(joint), *(style.ratio(value) for value in _numbers(joint))) for joint in _listed(effects.joint[index])]
        yield Heading(_label(effects), 3)
        yield Table.of("cards|joint effect|sum|difference|scaled sum|scaled difference", rows, range(1, 6))
        yield Paragraph(f"Each joint effect times the ways to take its cards: weighted sum {effects.weighted[index + 1]}, as it must be.")


def _label(effects: Effects) -> str:
    bet, event = effects.measure.bet, effects.measure.event
    return bet.name if event is None else f"{bet.name}: probability of {event}"


def _listed(joints: tuple[Joint, ...]) -> list[Joint]:
    """Joint effects in the order in which cards are listed, tens last."""
    return sorted(joints, key=lambda joint: sorted(map(ORDER.index, joint.cards)))


def _cards(joint: Joint) -> str:
    return " ".join(symbol(card) for card in sorted(joint.cards, key=ORDER.index))


def _numbers(joint: Joint) -> tuple[Fraction, ...]:
    return joint.effect, joint.linear, joint.difference, joint.scaled, joint.scaled_difference


def _counts_blocks(counts: tuple[Counts, ...], style: Style) -> Iterator[Block]:
    """The best tags of each bet and the published ones, with the source of these."""
    yield Heading("Counts")
    yield Paragraph(
        "A card's tag is added when it is dealt, so that a high count favors the bet: a tag has the sign of the effect. Level L: "
        "of all whole tags from -L to L that sum to 0 over the unseen cards, those with the highest correlation with the "
        "effects, each value weighted by its cards; no others do better. Ways: how many tags do equally well at this size."
    )
    sources: dict[str, None] = {}
    for item in counts:
        rows = [_tag_row(f"level {level}", tags, style) for level, tags in enumerate(item.best, 1)]
        rows += [_tag_row(published.author, tags, style) for published, tags in item.published]
        sources |= dict.fromkeys(f"{published.author}'s tags: {published.source}." for published, _ in item.published)
        yield Heading(item.effects.measure.bet.name, 3)
        yield Table(("tags", *map(symbol, ORDER), "sum", "correlation", "ways"), tuple(rows), frozenset(range(1, 14)))
    for source in sources:
        yield Paragraph(source)


def _tag_row(name: str, tags: Tags | None, style: Style) -> tuple[str, ...]:
    if tags is None:
        return (name, *[style.none] * 13)
    ways = style.none if tags.ways is None else style.count(tags.ways)
    return (name, *(str(tags.tags[value]) for value in ORDER), str(tags.tag_sum), _correlation(tags, style.digits, style.none), ways)


def _correlation(tags: Tags, digits: int, none: str) -> str:
    """The correlation, rounded once from its exact square."""
    square = tags.signed_square
    if square is None:
        return none
    root = sqrt_text(abs(square), digits)
    return f"-{root}" if square < 0 and root.strip("0.") else root


def _flat(removal: Removal, counts: tuple[Counts, ...], style: Style) -> Table:
    """One row a number: the whole shoe, every effect, every tag and every correlation."""
    plain = Style(style.digits, style.fractions, grouped=False, none="")
    rows: list[tuple[str, ...]] = []
    for effects in removal.effects:
        measure = effects.measure
        names = (measure.bet.id, measure.event or "")
        blank = ("",) * 4
        rows.append((*names, "return" if measure.event is None else "probability", "", plain.ratio(effects.value), *blank))
        rows += [(*names, "effect", symbol(value), plain.ratio(effects.single[value]), *blank) for value in ORDER]
        rows += [
            (*names, what, _cards(joint), *map(plain.ratio, _numbers(joint)))
            for what, joints in zip(("pair", "triple"), effects.joint, strict=False)
            for joint in _listed(joints)
        ]
        rows += [(*names, "weighted sum", f"{size}", str(total), *blank) for size, total in enumerate(effects.weighted, 1)]
    for item in counts:
        rows += [row for name, tags in _named_tags(item) if tags for row in _flat_tags(item.effects.measure.bet, name, tags, plain)]
    return Table.of(_FLAT, rows)


def _named_tags(item: Counts) -> list[tuple[str, Tags | None]]:
    best: list[tuple[str, Tags | None]] = [(f"level {level}", tags) for level, tags in enumerate(item.best, 1)]
    return [*best, *((published.author, tags) for published, tags in item.published)]


def _flat_tags(bet: Bet, name: str, tags: Tags, plain: Style) -> Iterator[tuple[str, ...]]:
    """The tags of one count and its correlation."""
    blank = ("",) * 4
    for value in ORDER:
        yield (bet.id, "", f"tag, {name}", symbol(value), str(tags.tags[value]), *blank)
    yield (bet.id, "", f"sum of tags, {name}", "", str(tags.tag_sum), *blank)
    yield (bet.id, "", f"correlation, {name}", "", _correlation(tags, plain.digits, ""), *blank)


def removal_json(removal: Removal, level: int) -> dict[str, object]:
    """The same as JSON: exact numbers are strings, correlations decimals of 30 places beside their exact squares."""
    game = removal.game
    counts = {item.effects.measure.bet.id: item for item in counts_of(removal, level)}
    return {
        "schema": "exact.removal/1",
        "game": game.id,
        "title": game.title,
        "readings": dict(game.chosen),
        "shoe": shoe_json(removal.shoe),
        "unseen": shoe_json(removal.unseen),
        "cards_per_deal": removal.cards_per_deal,
        "measures": [_measure_json(effects) for effects in removal.effects],
        "counts": [_counts_json(bet, item) for bet, item in counts.items()],
    }


def _measure_json(effects: Effects) -> dict[str, object]:
    measure = effects.measure
    pairs, triples = ([[_joint_json(joint) for joint in _listed(joints)] for joints in effects.joint] + [None, None])[:2]
    return {
        "bet": measure.bet.id,
        "name": measure.bet.name,
        "event": measure.event,
        "measure": "return" if measure.event is None else "probability",
        "whole_shoe": str(effects.value),
        "effects": {symbol(value): _exact(effects.single[value]) for value in ORDER},
        "pairs": pairs,
        "triples": triples,
        "weighted_sums": [str(total) for total in effects.weighted],
    }


def _joint_json(joint: Joint) -> dict[str, object]:
    return {
        "cards": _cards(joint).split(),
        "effect": str(joint.effect),
        "sum_of_single_effects": str(joint.linear),
        "difference": str(joint.difference),
        "scaled_sum": str(joint.scaled),
        "scaled_difference": str(joint.scaled_difference),
    }


def _counts_json(bet: str, item: Counts) -> dict[str, object]:
    return {
        "bet": bet,
        "best": [{"level": level, **_tags_json(tags)} for level, tags in enumerate(item.best, 1)],
        "published": [{"author": text.author, "source": text.source, **_tags_json(tags)} for text, tags in item.published],
    }


def _tags_json(tags: Tags | None) -> dict[str, object]:
    """Tags with their correlation; every key null where there are none."""
    square = tags.signed_square if tags else None
    return {
        "tags": {symbol(value): str(tags.tags[value]) for value in ORDER} if tags else None,
        "tag_sum": str(tags.tag_sum) if tags else None,
        "correlation_squared": None if square is None else str(abs(square)),
        "correlation": _correlation(tags, JSON_ROOT_DIGITS, "") if tags and square is not None else None,
        "ways": str(tags.ways) if tags and tags.ways else None,
    }


def _exact(value: Fraction | None) -> str | None:
    return None if value is None else str(value)
