"""The JSON Schemas of effects of removal, closed forms, depletion and simulations."""

from __future__ import annotations

from exact.report.schema_parts import (
    BET,
    CARD,
    EVENT,
    GAME,
    ID,
    NET,
    PAYS,
    READINGS,
    SHOE,
    TOTAL,
    UNKNOWN,
    Schema,
    array,
    count,
    mapping,
    or_null,
    output,
    ratio,
    record,
    text,
)

_TITLE = text("title of the game")
_NAME = text("name of the bet")
_NUMBER: Schema = {"type": "number"}
_WHOLE: Schema = {"type": "integer", "minimum": 0}
_FLAG: Schema = {"type": "boolean"}
_CARDS_PER_DEAL: Schema = {"type": "integer", "minimum": 0, "maximum": 6, "description": "cards in one deal"}

_BY_CARD = mapping(
    "by the card that leaves the shoe", "^[A2-9T]$", or_null(ratio("effect on the measure"), "of a card that the shoe lacks")
)
_TAGS = mapping("tag of each card, added when it is dealt", "^[A2-9T]$", ratio("tag"))
_NO_TAG = "where there is no such tag"
_JOINT_EFFECTS = array(
    record(
        cards=array(CARD),
        effect=ratio("exact effect of removing these cards together"),
        sum_of_single_effects=ratio("sum of their single effects"),
        difference=ratio("effect less that sum"),
        scaled_sum=ratio("the sum times (N-1)/(N-j)"),
        scaled_difference=ratio("effect less the scaled sum"),
    )
)
_JOINT = or_null(
    {**_JOINT_EFFECTS, "description": "joint effects"},
    "where they were not asked for",
)
REMOVAL = output(
    "removal",
    "exact removal GAME --format json",
    game=GAME,
    title=_TITLE,
    readings=READINGS,
    shoe=SHOE,
    unseen=SHOE,
    cards_per_deal=_CARDS_PER_DEAL,
    measures=array(
        record(
            bet=BET,
            name=_NAME,
            event=or_null(EVENT, "where the measure is a return"),
            measure={"enum": ["return", "probability"]},
            whole_shoe=ratio("the measure from the whole shoe"),
            effects=_BY_CARD,
            pairs=_JOINT,
            triples=_JOINT,
            weighted_sums=array(ratio("effects weighted by the cards: 0")),
        )
    ),
    counts=array(
        record(
            bet=BET,
            best=array(
                record(
                    level={"type": "integer", "minimum": 1},
                    tags=or_null(_TAGS, _NO_TAG),
                    tag_sum=or_null(ratio("sum of all tags: 0"), _NO_TAG),
                    correlation_squared=or_null(ratio("square of the correlation with the effects"), _NO_TAG),
                    correlation=or_null(text("its root, rounded"), _NO_TAG),
                    ways=or_null(count("equally good tags of that size"), _NO_TAG),
                )
            ),
            published=array(
                record(
                    author=text("who published them"),
                    source=text("where"),
                    tags=_TAGS,
                    tag_sum=ratio("sum of all tags"),
                    correlation_squared=or_null(ratio("square of the correlation with the effects"), "where there is none"),
                    correlation=or_null(text("its root, rounded"), "where there is none"),
                    ways={"type": "null", "description": "not searched for"},
                )
            ),
        )
    ),
)

_POLYNOMIAL = array(text("coefficient of d^0, d^1, ...", "^(0|-?[1-9][0-9]*)$"))
_FORMULA = record(
    numerator=_POLYNOMIAL,
    denominator=_POLYNOMIAL,
    factored=text("factored over the rationals, in Python syntax"),
    latex=text("the same in LaTeX"),
    limit=ratio("value for ever more decks"),
    inverse_term=ratio("c in limit + c/d + ..."),
)
_FORMULA_OR_NULL: Schema = {"oneOf": [_FORMULA, {"type": "null", "description": f"null {UNKNOWN}"}]}
CLOSED_FORM = output(
    "closed-form",
    "exact closed-form GAME --format json",
    game=GAME,
    title=_TITLE,
    readings=READINGS,
    variable={"const": "d", "description": "the number of decks"},
    counts=array(_POLYNOMIAL, 10),
    cards_per_deal=_CARDS_PER_DEAL,
    deals=_POLYNOMIAL,
    bets=array(
        record(
            bet=BET,
            name=_NAME,
            events=array(record(event=EVENT, pays=PAYS, net=NET, deals=_POLYNOMIAL, probability=_FORMULA)),
            expected_value=_FORMULA_OR_NULL,
            house_edge=_FORMULA_OR_NULL,
        )
    ),
)

_EXACT_BET = record(
    bet=BET,
    favorable=ratio("probability that the next coup's return is positive"),
    gain=ratio("expected return of betting only then, per coup"),
    loss=ratio("the same of the negative part"),
    expected_value=ratio("gain less loss"),
    worst=ratio("least return"),
    best=ratio("greatest return"),
)
_SAMPLED_BET = record(
    bet=BET,
    favorable=_NUMBER,
    favorable_standard_error=_NUMBER,
    gain=_NUMBER,
    gain_standard_error=_NUMBER,
    mean_return=_NUMBER,
    mean_return_standard_error=_NUMBER,
    expected_value=ratio("the exact return that mean_return estimates"),
    worst=_NUMBER,
    best=_NUMBER,
)
_EXACT = output(
    "depletion", "exact", game=GAME, readings=READINGS, shoe=SHOE, seen=_WHOLE, method={"const": "exact"},
    compositions=count("compositions of the seen cards"), bets=array(_EXACT_BET),
)  # fmt: skip
_SAMPLED = output(
    "depletion", "sampled", game=GAME, readings=READINGS, shoe=SHOE, seen=_WHOLE, method={"const": "sample"},
    samples=_WHOLE, seed=_WHOLE, bets=array(_SAMPLED_BET),
)  # fmt: skip
DEPLETION: Schema = {
    "$schema": "https://json-schema.org/draft/2020-12/schema",
    "title": "exact depletion GAME --format json",
    "oneOf": [_EXACT, _SAMPLED],
}

_PROCEDURE = record(
    kind={"enum": ["fresh", "shoe", "shuffler"]},
    burn=_FLAG,
    cut=_WHOLE,
    mid_coup={"enum": ["last", "one-more"]},
    first_card={"enum": ["not-commence", "last", "one-more"]},
    burn_each=_FLAG,
    buffer=_WHOLE,
    limited=or_null(text("bet offered on the first hands only", ID), "where there is none"),
    hands={"type": ["integer", "null"], "description": "of so many coups"},
)
_BY_LENGTH = mapping("shoes by their number of coups", "^[0-9]+$", _WHOLE)
SIMULATION = output(
    "simulation",
    "exact simulate GAME --format json",
    game=GAME,
    readings=READINGS,
    shoe=SHOE,
    procedure=_PROCEDURE,
    seed=_WHOLE,
    shoes=_WHOLE,
    coups=_WHOLE,
    counts=array(record(player_total=TOTAL, banker_total=TOTAL, player_cards=_WHOLE, banker_cards=_WHOLE, sevens=_WHOLE, count=_WHOLE)),
    coups_a_shoe=_BY_LENGTH,
    bets=array(record(bet=BET, coups=_WHOLE, measured_return=ratio("net win per unit staked"), standard_error=_NUMBER)),
)

_MEAN = record(mean=_NUMBER, standard_error={"type": ["number", "null"], "description": "null where too few shoes tell of it"})
_MEASURED = record(
    exact=_MEAN,
    from_results=_MEAN,
    variance_ratio={
        "type": ["number", "null"],
        "description": "of the results to that of the exact returns; null where either is zero or unknown",
    },
)
CONDITIONAL = output(
    "conditional",
    "exact simulate GAME --conditional --format json",
    game=GAME,
    readings=READINGS,
    shoe=SHOE,
    procedure=_PROCEDURE,
    seed=_WHOLE,
    shoes=_WHOLE,
    coups_a_shoe=record(mean=_NUMBER, standard_error={"type": ["number", "null"]}, standard_deviation=_NUMBER),
    bets=array(
        record(
            bet=BET,
            fresh_shoe=_NUMBER,
            sure={
                "type": "boolean",
                "description": "every shoe has the coups that the bet is offered on: the return is that of a fresh shoe",
            },
            effect=_MEAN,
            return_=_MEASURED,
            perfect_play_a_shoe=_MEASURED,
            by_coup=array(_MEAN),
        )
    ),
    perfect_play_of_the_better=mapping("units a shoe", "^.+$", _MEASURED),
)
