"""Plots: positions are exact, ticks are round, names stay data, and the same data give the same bytes."""

from __future__ import annotations

import re
from fractions import Fraction
from xml.etree import ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st

from exact.report.plot import COLORS, Series, band, round_step, svg, tick_label

NS = "{http://www.w3.org/2000/svg}"
EVIL = "</title><script>alert(1)</script> \" ' & ]]> \x07\u202e é ♠"
STAIRS = ((0, 0), (4, 2), (8, 4), (12, 1))


def drawn(*series: Series, **more: str) -> ElementTree.Element:
    return ElementTree.fromstring(svg("Title", "x", "y", series, **more))


def texts(root: ElementTree.Element) -> dict[str, tuple[float, float]]:
    """Every text with its place."""
    return {"".join(node.itertext()): (float(node.get("x", "0")), float(node.get("y", "0"))) for node in root.iter(f"{NS}text")}


def routes(root: ElementTree.Element, **wanted: str) -> list[str]:
    """The paths with those attributes."""
    return [
        node.get("d", "") for node in root.iter(f"{NS}path") if all(node.get(name.replace("_", "-")) == v for name, v in wanted.items())
    ]


def points(route: str) -> list[tuple[float, float]]:
    return [(float(a), float(b)) for a, b in re.findall(r"[ML]([-\d.]+),([-\d.]+)", route)]


def test_every_point_stands_at_its_ticks() -> None:
    root = drawn(Series("stairs", STAIRS))
    places = texts(root)
    line = points(routes(root, stroke=COLORS[0], fill="none")[0])
    base = max(b for _, b in line)
    assert [a for a, _ in line] == [places[text][0] for text in ("0", "4", "8", "12")]
    unit = (base - min(b for _, b in line)) / 4
    assert [round((base - b) / unit, 2) for _, b in line] == [0, 2, 4, 1]
    assert [round(places[text][1] - 4, 2) for text in ("2.0", "4.0")] == [round(base - 2 * unit, 2), round(base - 4 * unit, 2)]


def test_bars_stand_on_0_with_heights_as_their_values_and_share_the_room() -> None:
    root = drawn(Series("a", ((11, 3), (12, -1), (13, 2)), "bars"), Series("b", ((11, 1), (12, 1), (13, 1)), "bars"))
    bars = [
        {name: float(node.get(name, "0")) for name in ("x", "y", "width", "height")}
        for node in root.iter(f"{NS}rect")
        if node.get("y") != "-10"
    ]
    unit = bars[3]["height"]
    assert [round(bar["height"] / unit, 1) for bar in bars] == [3, 1, 2, 1, 1, 1]
    zero = bars[0]["y"] + bars[0]["height"]
    assert [round(bar["y"] + bar["height"] - zero, 1) for bar in bars] == [0, round(unit, 1), 0, 0, 0, 0]
    assert len({bar["width"] for bar in bars}) <= 2
    for first, second in zip(bars[:3], bars[3:], strict=True):
        assert abs(first["x"] + first["width"] - second["x"]) < 0.02
    assert bars[3]["x"] + bars[3]["width"] < bars[1]["x"]
    assert abs(bars[3]["x"] - texts(root)["11.0"][0]) < 0.02, "side by side about their x"


def test_a_step_goes_level_to_the_next_x_and_then_to_its_y() -> None:
    root = drawn(Series("line", STAIRS), Series("step", STAIRS, "step"))
    line = points(routes(root, stroke=COLORS[0], fill="none")[0])
    step = routes(root, stroke=COLORS[1], fill="none")[0]
    assert step.startswith(f"M{line[0][0]:.2f},{line[0][1]:.2f}")
    assert [(float(a), float(b)) for a, b in re.findall(r"H([-\d.]+)V([-\d.]+)", step)] == line[1:]


def test_a_band_goes_around_its_area() -> None:
    one = band("95%", [(0, -1, 1), (1, -2, 2), (2, -3, 3)])
    assert one.points == ((0, -1), (1, -2), (2, -3), (2, 3), (1, 2), (0, 1))
    assert len(points(routes(drawn(one), fill_opacity="0.3")[0])) == 6


def test_a_marked_line_and_dots_have_a_marker_at_each_point_and_a_dashed_line_its_dashes() -> None:
    root = drawn(Series("m", STAIRS, "marked"), Series("", STAIRS, "dashed"), Series("d", STAIRS, "dots"))
    marks = [node.get("transform") for node in root.iter(f"{NS}path") if node.get("transform")]
    assert len(marks) == 4 + 4 + 2
    assert len(routes(root, stroke=COLORS[0], fill="none")) == 2
    assert len([node for node in root.iter(f"{NS}path") if node.get("stroke-dasharray")]) == 1
    legend = [text for text in texts(root) if text in ("m", "d", "")]
    assert legend == ["m", "d"]


def test_readers_get_role_title_and_description_and_the_page_its_own_color() -> None:
    root = drawn(Series("one", STAIRS), note="A note.")
    assert root.get("role") == "img"
    assert root.get("fill") == "currentColor"
    assert [root.findtext(f"{NS}title"), root.findtext(f"{NS}desc")] == ["Title", "y against x: one"]
    assert drawn(Series("one", STAIRS), desc="Told.").findtext(f"{NS}desc") == "Told."
    assert "A note." in texts(root)


def test_names_are_data_and_nothing_is_loaded() -> None:
    text = svg(EVIL, EVIL, EVIL, [Series(EVIL, STAIRS, "bars"), Series(EVIL * 9, STAIRS)], note=EVIL, desc=EVIL)
    root = ElementTree.fromstring(text)
    assert {node.tag.removeprefix(NS) for node in root.iter()} <= {"svg", "title", "desc", "text", "g", "path", "rect"}
    assert not {name for node in root.iter() for name in node.attrib if name.startswith("on") or "href" in name}
    assert re.findall(r"[a-z]+://[^\"]*", text.replace("http://www.w3.org/2000/svg", "", 1)) == []
    assert "url(" not in text
    shown = EVIL.replace("\x07", r"\x07").replace("\u202e", r"\u202e")
    assert root.findtext(f"{NS}title") == shown
    long = [node for node in root.iter(f"{NS}text") if (node.text or node[-1].tail if len(node) else node.text or "").endswith("…")]
    assert [node.findtext(f"{NS}title") for node in long] == [EVIL.replace("\x07", r"\x07").replace("\u202e", r"\u202e") * 9]


def luminance(color: str) -> float:
    parts = [int(color[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


@pytest.mark.parametrize("color", COLORS)
def test_every_color_has_the_contrast_of_3_to_1_on_light_and_dark_pages(color: str) -> None:
    """WCAG 2.2, success criterion 1.4.11, against white and against #151515."""
    assert 1.05 / (luminance(color) + 0.05) >= 3
    assert (luminance(color) + 0.05) / (luminance("#151515") + 0.05) >= 3


@given(span=st.fractions(min_value=Fraction(1, 10**9), max_value=10**12), most=st.integers(1, 20))
def test_a_step_is_the_least_round_one_that_goes_often_enough(span: Fraction, most: int) -> None:
    step = round_step(span, most)
    rounds = sorted(times * Fraction(10) ** power for times in (1, 2, 5) for power in range(-13, 14))
    assert step == next(one for one in rounds if span / one <= most)
    assert Fraction(tick_label(7 * step, step).replace(",", "")) == 7 * step


@pytest.mark.parametrize(
    "points_",
    [((0, 0),), ((5, 5), (6, 5)), ((1, Fraction(1, 10**9)), (2, Fraction(2, 10**9))), ((1, -1e300), (2, 1e300)), ((3, 0.1), (3, 0.2))],
)
@pytest.mark.parametrize("style", ["line", "marked", "dots", "dashed", "step", "bars", "band"])
def test_any_points_can_be_drawn_inside_the_picture(points_: tuple[tuple[float, float], ...], style: str) -> None:
    text = svg("t", "x", "y", [Series("s", points_, style)])  # type: ignore[arg-type]
    assert text == svg("t", "x", "y", [Series("s", points_, style)])  # type: ignore[arg-type]
    root = ElementTree.fromstring(text)
    for node in root.iter(f"{NS}path"):
        if "h" not in node.get("d", "") and not node.get("transform"):  # a marker or a key is drawn about its own place
            assert all(0 <= a <= 720 and 0 <= b <= 344 for a, b in points(node.get("d", "")))


def test_a_plot_needs_a_point() -> None:
    with pytest.raises(ValueError, match="no point to draw"):
        svg("t", "x", "y", [Series("s", ())])
