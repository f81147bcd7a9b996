"""The style sheets: each in its layer, each game under a root of its own, every text legible on its ground."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import product
from pathlib import Path

from scoring.catalogue import all_games
from tests.kit.for_each import for_each
from web.sheet.scorecard import INKS

ROOT = Path(__file__).parents[3]
STATIC = ROOT / "static"
SHEETS = {path.relative_to(STATIC).as_posix(): path.read_text("utf-8") for path in sorted(STATIC.rglob("*.css"))}
GAMES = {name: text for name, text in SHEETS.items() if name.startswith("games/")}
COMMENT = re.compile(r"/\*.*?\*/", re.DOTALL)


def test_every_rule_is_in_a_layer() -> None:
    """What is in no layer would win over all that are: specificity would count again."""
    for name, text in SHEETS.items():
        layers = [head for head, around in rules(text) if not around]
        assert len(layers) == 1, name
        assert layers[0].startswith("@layer "), name
        assert (layers[0] == "@layer games") == (name in GAMES), name


def test_a_games_style_dresses_that_game_alone() -> None:
    """Every page of a game says which it is; all that its style says stands under that."""
    for name, text in GAMES.items():
        slug = name.split("/")[1]
        roots = [head for head, around in rules(text) if around == ("@layer games",)]
        assert (slug in all_games(), roots) == (True, [f".{slug}"]), name


def test_a_page_from_which_the_sheet_comes_leaves_its_look_alone() -> None:
    """The style of a page stays where the sheet takes its place without a load."""
    templates = (ROOT / "templates" / name for name in ("macros/sheet.html", "session/sheet.html", "session/over.html"))
    written = re.findall(r'class="([^"{]*)', "".join(path.read_text("utf-8") for path in templates))
    of_sheet = {f".{name}" for names in written for name in names.split()}
    own = [text for name, text in SHEETS.items() if name.startswith(("css/views/changes", "css/views/setup/"))]
    heads = [head for text in own for head, around in rules(text) if len(around) == 1]
    assert of_sheet & {each for head in heads for each in parts(head)} == set()


def test_a_nested_rule_begins_with_a_sign() -> None:
    """Safari 16.5 to 17.1 and Chrome 112 to 119 take `& a` inside another rule, but no bare `a`."""
    assert {name: found for name, text in SHEETS.items() if (found := nested_without_a_sign(text))} == {}


def nested_without_a_sign(text: str) -> list[str]:
    """
    >>> nested_without_a_sign(".a { b { color: red; } & c { color: red; } }")
    ['b']
    """
    nested = [head for head, around in rules(text) if not {each[0] for each in around} <= {"@"}]
    selectors = [each for head in nested if head[0] != "@" for each in parts(head)]
    return [each for each in selectors if each[0].isalpha()]


def rules(style: str) -> Iterator[tuple[str, tuple[str, ...]]]:
    """What stands before each brace, with that of the rules around it.

    >>> list(rules("@layer base { a { color: red; &:hover { color: blue; } } }"))
    [('@layer base', ()), ('a', ('@layer base',)), ('&:hover', ('@layer base', 'a'))]
    """
    around: list[str] = []
    for before, sign in re.findall(r"([^{};]*)([{};])", COMMENT.sub("", style)):
        if sign == "{":
            yield before.strip(), tuple(around)
            around.append(before.strip())
        elif sign == "}":
            around.pop()


def parts(selectors: str) -> list[str]:
    """The selectors of a list, those inside of brackets left where they are.

    >>> parts("& th, &:is(a, b)")
    ['& th', '&:is(a, b)']
    """
    return [each.strip() for each in re.split(r",(?![^()]*\))", selectors)]


def test_a_phone_too_old_for_two_colours_in_one_shows_its_own() -> None:
    tokens, old = SHEETS["css/base/tokens.css"].split("@supports not (color: light-dark(")
    needed = set(re.findall(r"(--[\w-]+): light-dark\(#", tokens))
    assert set(re.findall(r"(--[\w-]+): (?:Canvas|CanvasText|GrayText);", old)) == needed


# The colours: every text is legible on its ground, in light and dark and in readers' own colours.


TOKENS = SHEETS["css/base/tokens.css"].split("@supports")[0]
OWN = SHEETS["css/base/contrast.css"].split("@media (forced-colors: active)")[1]
PAIR = r"light-dark\((#[0-9a-f]{6}), (#[0-9a-f]{6})\)"
COLOURS = {name: (light, dark) for name, light, dark in re.findall(rf"--([\w-]+): {PAIR};", TOKENS)}
SEATS = [
    COLOURS[token] if token else (light, dark)
    for token, light, dark in re.findall(rf"--seat: (?:var\(--([\w-]+)\)|{PAIR});", TOKENS)
]
GROUNDS = ("paper", "sheet", "well")
TEXT, EDGE = 4.5, 3.0
"""The least contrast of a text, and of an edge that tells something, by WCAG 2.2."""


def contrast(one: str, other: str) -> float:
    """
    >>> contrast("#000000", "#ffffff")
    21.0
    """

    def luminance(colour: str) -> float:
        parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
        red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
        return 0.2126 * red + 0.7152 * green + 0.0722 * blue

    darker, lighter = sorted(map(luminance, (one, other)))
    return (lighter + 0.05) / (darker + 0.05)


@for_each(
    "texts, grounds",
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


def test_the_edge_of_what_is_entered_into_is_seen_and_a_persons_colour_is_legible() -> None:
    """A person's colour is a text, and lies under the face."""
    assert len(SEATS) == 12
    pairs = [(COLOURS["edge"], ground, EDGE) for ground in GROUNDS]
    pairs += [(seat, other, TEXT) for seat in SEATS for other in ("paper", "sheet", "on-seat")]
    for (colours, ground, least), look in product(pairs, (0, 1)):
        assert contrast(colours[look], COLOURS[ground][look]) >= least, (colours, ground)


def test_pictures_have_the_colours_of_the_light_theme() -> None:
    assert tuple(light for light, _dark in SEATS) == INKS


def test_readers_own_colours_take_the_place_of_every_colour() -> None:
    assert set(re.findall(r"--([\w-]+): (?:Canvas|CanvasText|GrayText);", OWN)) - {"shade", "seat"} == set(COLOURS) - {
        "seat"
    }
