"""The colours of the style: every text is legible on its ground, in light and dark and in readers' own colours."""

from __future__ import annotations

import re
from itertools import product
from pathlib import Path

import pytest

from web.sheet.colours import INKS

CSS = Path(__file__).parents[3] / "static/css"
TOKENS = (CSS / "base/tokens.css").read_text("utf-8").split("@supports")[0]
OWN = (CSS / "base/contrast.css").read_text("utf-8").split("@media (forced-colors: active)")[1]
PAIR = r"light-dark\((#[0-9a-f]{6}), (#[0-9a-f]{6})\)"
COLOURS = {name: (light, dark) for name, light, dark in re.findall(rf"--([\w-]+): {PAIR};", TOKENS)}
SEATS = [
    COLOURS[token] if token else (light, dark)
    for token, light, dark in re.findall(rf"--seat: (?:var\(--([\w-]+)\)|{PAIR});", TOKENS)
]
GROUNDS = ("paper", "sheet", "well")
TEXT, EDGE = 4.5, 3.0
"""The least contrast of a text, and of an edge that tells something, by WCAG 2.2."""


def luminance(colour: str) -> float:
    """
    >>> luminance("#ffffff")
    1.0
    """
    parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    """
    >>> contrast("#000000", "#ffffff")
    21.0
    """
    darker, lighter = sorted(map(luminance, (one, other)))
    return (lighter + 0.05) / (darker + 0.05)


@pytest.mark.parametrize(
    ("texts", "grounds"),
    [
        (("ink", "ink-2", "wrong"), (*GROUNDS, "wrong-soft")),
        (("ink", "ink-2", "positive"), (*GROUNDS, "positive-soft")),
        (("gold", "accent"), ("paper", "sheet")),
        (("on-accent",), ("accent",)),
        (("on-sumi", "on-sumi-2"), ("sumi",)),
        # What is pressed or chosen is written in paper on ink.
        (("paper",), ("ink", "ink-2")),
    ],
)
def test_every_text_is_legible_on_its_ground(texts: tuple[str, ...], grounds: tuple[str, ...]) -> None:
    found = {
        f"{text} on {ground}, {('light', 'dark')[look]}": round(contrast(COLOURS[text][look], COLOURS[ground][look]), 2)
        for text, ground, look in product(texts, grounds, (0, 1))
    }
    assert {pair: each for pair, each in found.items() if each < TEXT} == {}


def test_the_edge_of_what_is_entered_into_is_seen() -> None:
    for ground, look in product(GROUNDS, (0, 1)):
        assert contrast(COLOURS["edge"][look], COLOURS[ground][look]) >= EDGE, (ground, look)


def test_a_persons_colour_is_legible_as_text_and_under_the_face() -> None:
    assert len(SEATS) == 12
    for seat, look in product(SEATS, (0, 1)):
        for other in ("paper", "sheet", "on-seat"):
            assert contrast(seat[look], COLOURS[other][look]) >= TEXT, (seat, other)


def test_pictures_have_the_colours_of_the_light_theme() -> None:
    assert tuple(light for light, _dark in SEATS) == INKS


def test_readers_own_colours_take_the_place_of_every_colour() -> None:
    assert set(re.findall(r"--([\w-]+): (?:Canvas|CanvasText|GrayText);", OWN)) - {"shade", "seat"} == set(COLOURS) - {
        "seat"
    }
