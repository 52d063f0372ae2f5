"""Plots as SVG, written out here: lines, steps, bars and bands over axes with round ticks.

Every position is a fraction until its last digit is written, so that the same data give the same bytes. Axes and
texts take the color of the page around them, and a series is told by its marker as well as by its color.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise
from math import ceil, floor
from typing import Literal

from exact.report.escape import for_html
from exact.report.text import display_width
from exact.rounding import decimal_text

Number = int | float | Fraction
Point = tuple[Number, Number]
Kind = Literal["line", "marked", "dots", "dashed", "step", "bars", "band"]

COLORS = ("#2b7bba", "#d95f02", "#1b9e77", "#d4388a", "#7570b3", "#a6761d")
"""Each is told from a white page and from a black one."""

WIDTH, HEIGHT = 720, 300
LEFT, RIGHT, TOP = 92, 20, 44
_LINE = 20
_LONG_LABEL = 7
_LETTER = Fraction(34, 5)
_MARKERS = (
    "M-4,0a4,4 0 1,0 8,0a4,4 0 1,0 -8,0z",
    "M-4,-4h8v8h-8z",
    "M0,-5L5,4H-5z",
    "M0,-5L5,0L0,5L-5,0z",
    "M0,5L5,-4H-5z",
    "M-5,-2h10v4h-10z",
)


@dataclass(frozen=True, slots=True)
class Series:
    """One series of points (x, y), finite numbers in ascending order of x.

    ``style``: a line; ``marked``, a line with a marker at each point; ``dots``, markers alone; ``dashed``; ``step``,
    where y holds from its x to the next; ``bars`` from 0; or a ``band``, whose points go around its edge (see
    ``band``). A series without a name has no place in the legend. ``hue`` picks color and marker; by default each
    named series has its own, and a series without a name that of the one before it.
    """

    name: str
    points: tuple[Point, ...]
    style: Kind = "line"
    hue: int | None = None


def band(name: str, edges: Sequence[tuple[Number, Number, Number]], hue: int | None = None) -> Series:
    """The area between two lines, from triples (x, low, high)."""
    low = [(x, low) for x, low, _ in edges]
    high = [(x, high) for x, _, high in reversed(edges)]
    return Series(name, (*low, *high), "band", hue)


def round_step(span: Fraction, most: int) -> Fraction:
    """The smallest of 1, 2, 5 times a power of ten that goes at most ``most`` times into the span.

    >>> round_step(Fraction(11), 12), round_step(Fraction(3, 100), 5)
    (Fraction(1, 1), Fraction(1, 100))
    """
    least, power = span / most, Fraction(1)
    while power > least:
        power /= 10
    while power * 10 <= least:
        power *= 10
    return next(power * times for times in (1, 2, 5, 10) if power * times >= least)


def tick_label(value: Fraction, step: Fraction) -> str:
    """The value of a tick with as many decimals as the step has."""
    digits = 0
    while (step * 10**digits).denominator != 1:
        digits += 1
    text = decimal_text(value, digits)
    whole, point, rest = text.partition(".")
    return f"{int(whole):,}" if not point else f"{whole}.{rest}"


@dataclass(frozen=True, slots=True)
class _Axis:
    """Values from ``low`` to ``high`` laid over pixels from ``start`` to ``end``, with a round step between ticks."""

    low: Fraction
    high: Fraction
    step: Fraction
    start: int
    end: int

    def at(self, value: Number) -> Fraction:
        """The pixel of a value."""
        return self.start + (Fraction(value) - self.low) / (self.high - self.low) * (self.end - self.start)

    def place(self, value: Number) -> str:
        """The pixel of a value, as text."""
        return _pixel(self.at(value))

    def ticks(self) -> list[Fraction]:
        """The multiples of the step on the axis."""
        return [number * self.step for number in range(ceil(self.low / self.step), floor(self.high / self.step) + 1)]


def _pixel(value: Fraction) -> str:
    return decimal_text(value, 2)


def svg(title: str, x_label: str, y_label: str, series: Sequence[Series], *, note: str = "", desc: str = "") -> str:
    """A plot of the series, later ones over earlier ones, as one SVG element ending in a newline.

    ``note`` stands below the plot; ``desc`` is the description for readers who do not see it, by default what is
    drawn against what. Raises ValueError where there is no point.
    """
    if not any(one.points for one in series):
        raise ValueError("series: no point to draw: give at least one")
    hues = _hues(series)
    bar = _bar_width(series)
    x, y = _x_axis(series, bar), _y_axis(series)
    legend, bottom = _legend(series, hues, TOP + HEIGHT + 58)
    tail = _text(LEFT, bottom, note, 12) if note else ""
    height = bottom + (_LINE if note else 0)
    shown = desc or f"{y_label} against {x_label}: {', '.join(one.name for one in series if one.name)}"
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" role="img" viewBox="0 0 {WIDTH} {height}" width="{WIDTH}" height="{height}" '
        'style="max-width:100%;height:auto" font-family="system-ui, sans-serif" fill="currentColor" stroke-linejoin="round">',
        f"<title>{for_html(title)}</title>",
        f"<desc>{for_html(shown)}</desc>",
        _text(LEFT, 24, title, 15, 'font-weight="600"'),
        *_frame(x, y, x_label, y_label),
        *(_draw(one, hue, x, y, bar, place) for one, hue, place in zip(series, hues, _bar_places(series), strict=True) if one.points),
        legend,
        tail,
        "</svg>",
    ]
    return "\n".join(part for part in parts if part) + "\n"


def _hues(series: Sequence[Series]) -> list[int]:
    """The color of each series: its own, else the next for a name, else that of the series before it."""
    hues: list[int] = []
    named = 0
    for one in series:
        given = named if one.name else (hues[-1] if hues else 0)
        hues.append(given if one.hue is None else one.hue)
        named += bool(one.name)
    return hues


def _bar_width(series: Sequence[Series]) -> Fraction:
    """The room of the bars at one x: the least distance between two, 0 without bars."""
    xs = sorted({Fraction(x) for one in series if one.style == "bars" for x, _ in one.points})
    return min((after - before for before, after in pairwise(xs)), default=Fraction(1)) if xs else Fraction(0)


def _bar_places(series: Sequence[Series]) -> list[tuple[int, int]]:
    """For each series its number among those with bars, and how many there are: they share the room side by side."""
    bars = [index for index, one in enumerate(series) if one.style == "bars"]
    return [(bars.index(index) if index in bars else 0, len(bars) or 1) for index in range(len(series))]


def _spread(low: Fraction, high: Fraction) -> tuple[Fraction, Fraction]:
    """The range, made wider where it is a single value."""
    room = (abs(low) / 10 or Fraction(1)) if low == high else Fraction(0)
    return low - room, high + room


def _x_axis(series: Sequence[Series], bar: Fraction) -> _Axis:
    xs = [Fraction(x) for one in series for x, _ in one.points]
    low, high = _spread(min(xs) - bar / 2, max(xs) + bar / 2)
    step = round_step(high - low, 12)
    if max(len(tick_label(end, step)) for end in (low, high)) > _LONG_LABEL:
        step = round_step(high - low, 6)
    return _Axis(low, high, step, LEFT, WIDTH - RIGHT)


def _y_axis(series: Sequence[Series]) -> _Axis:
    """The y axis, from a tick to a tick; with bars 0 is on it."""
    ys = [Fraction(y) for one in series for _, y in one.points] + [Fraction(0) for one in series if one.style == "bars"]
    low, high = _spread(min(ys), max(ys))
    step = round_step(high - low, 8)
    return _Axis(floor(low / step) * step, ceil(high / step) * step, step, TOP + HEIGHT, TOP)


def _text(x: int | str, y: int | str, text: str, size: int, more: str = "") -> str:
    """A text, cut where it would leave the picture; it is then whole in its tooltip."""
    most = int((WIDTH - LEFT) / (_LETTER * size / 12))
    shown = text if display_width(text) <= most else text[: most - 1] + "…"
    whole = "" if shown == text else f"<title>{for_html(text)}</title>"
    return f'<text x="{x}" y="{y}" font-size="{size}"{" " + more if more else ""}>{whole}{for_html(shown)}</text>'


def _frame(x: _Axis, y: _Axis, x_label: str, y_label: str) -> list[str]:
    """Grid, axes, ticks and the labels of both axes."""
    base, middle = TOP + HEIGHT, TOP + HEIGHT // 2
    parts = ['<g stroke="currentColor" fill="none">']
    parts += [f'<path d="M{x.start},{y.place(tick)}H{x.end}" stroke-opacity="0.15"/>' for tick in y.ticks()]
    parts += [f'<path d="M{x.start},{y.place(0)}H{x.end}" stroke-opacity="0.5"/>'] if y.low < 0 < y.high else []
    parts += [f'<path d="M{x.place(tick)},{base}v5"/>' for tick in x.ticks()]
    parts += [f'<path d="M{x.start},{y.end}V{base}H{x.end}"/>', "</g>"]
    parts += [_text(x.place(tick), base + 18, tick_label(tick, x.step), 12, 'text-anchor="middle"') for tick in x.ticks()]
    parts += [_text(x.start - 8, _pixel(y.at(tick) + 4), tick_label(tick, y.step), 12, 'text-anchor="end"') for tick in y.ticks()]
    parts.append(_text(_pixel(Fraction(x.start + x.end, 2)), base + 38, x_label, 12, 'text-anchor="middle"'))
    parts.append(_text(16, middle, y_label, 12, f'text-anchor="middle" transform="rotate(-90 16 {middle})"'))
    return parts


def _draw(one: Series, hue: int, x: _Axis, y: _Axis, bar: Fraction, place: tuple[int, int]) -> str:
    """One series, its name as a tooltip."""
    color = COLORS[hue % len(COLORS)]
    label = f"<title>{for_html(one.name)}</title>" if one.name else ""
    places = [(x.place(a), y.place(b)) for a, b in one.points]
    if one.style == "bars":
        return f'<g fill="{color}" fill-opacity="0.7">{label}{"".join(_bars(one, x, y, bar, place))}</g>'
    if one.style == "band":
        return f'<path d="M{"L".join(map(",".join, places))}z" fill="{color}" fill-opacity="0.3">{label}</path>'
    marks = "".join(f'<path d="{_MARKERS[hue % len(_MARKERS)]}" transform="translate({a} {b})"/>' for a, b in places)
    if one.style == "dots":
        return f'<g fill="{color}">{label}{marks}</g>'
    dash = ' stroke-dasharray="6 4" stroke-width="1.5"' if one.style == "dashed" else ' stroke-width="2"'
    line = f'<path d="{_route(places, step=one.style == "step")}" fill="none" stroke="{color}"{dash}/>'
    return f'<g fill="{color}">{label}{line}{marks if one.style == "marked" else ""}</g>'


def _route(places: list[tuple[str, str]], *, step: bool) -> str:
    """The path through all places, straight, or level up to the next x and then to its y."""
    first, *rest = places
    start = f"M{first[0]},{first[1]}"
    return start + "".join(f"H{a}V{b}" if step else f"L{a},{b}" for a, b in rest)


def _bars(one: Series, x: _Axis, y: _Axis, bar: Fraction, place: tuple[int, int]) -> list[str]:
    """A rectangle from 0 to y around each x; nine tenths of the room are filled."""
    index, number = place
    width = bar * Fraction(9, 10) / number
    rectangles = []
    for a, b in one.points:
        left = Fraction(a) + width * (index - Fraction(number, 2))
        top, bottom = sorted((y.at(b), y.at(0)))
        size = f'width="{_pixel(x.at(left + width) - x.at(left))}" height="{_pixel(bottom - top)}"'
        rectangles.append(f'<rect x="{x.place(left)}" y="{_pixel(top)}" {size}/>')
    return rectangles


def _legend(series: Sequence[Series], hues: list[int], top: int) -> tuple[str, int]:
    """The named series in lines below the plot, and where the next line is."""
    parts, left, line = [], LEFT, top
    for one, hue in zip(series, hues, strict=True):
        if one.name:
            width = 34 + ceil(min(display_width(one.name), 90) * _LETTER) + 16
            if left > LEFT and left + width > WIDTH - RIGHT:
                left, line = LEFT, line + _LINE
            parts.append(f'<g transform="translate({left} {line})">{_key(one, hue)}{_text(34, 0, one.name, 12)}</g>')
            left += width
    return "".join(parts), line + (_LINE if parts else 0)


def _key(one: Series, hue: int) -> str:
    """A sample of how a series is drawn."""
    color = COLORS[hue % len(COLORS)]
    if one.style in ("bars", "band"):
        return f'<rect x="2" y="-10" width="24" height="12" fill="{color}" fill-opacity="{"0.7" if one.style == "bars" else "0.3"}"/>'
    dash = ' stroke-dasharray="6 4"' if one.style == "dashed" else ""
    line = "" if one.style == "dots" else f'<path d="M0,-4h28" stroke="{color}" stroke-width="2"{dash}/>'
    mark = f'<path d="{_MARKERS[hue % len(_MARKERS)]}" transform="translate(14 -4)" fill="{color}"/>'
    return line + (mark if one.style in ("marked", "dots") else "")
