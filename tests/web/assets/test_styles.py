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
    sheet = {f"{name}.html" for name in ("macros/sheet", "session/sheet", "session/over")}
    step = {f"{name}.html" for name in ("macros/tray", "macros/fields")}
    assert classes_dressed_by(sheet, "css/views/menu/", "css/views/setup/") == set()
    assert classes_dressed_by(step, "css/views/menu/", "css/views/setup/", "css/views/pages/") == set()


def classes_dressed_by(templates: set[str], *folders: str) -> set[str]:
    """Those of the templates for which the styles in the folders have rules."""
    texts = (path.read_text("utf-8") for path in (ROOT / "templates" / name for name in templates))
    written = {f".{name}" for text in texts for names in re.findall(r'class="([^"{]*)', text) for name in names.split()}
    own = [text for name, text in SHEETS.items() if name.startswith(folders)]
    heads = [head for text in own for head, around in rules(text) if len(around) == 1]
    return written & {each for head in heads for each in parts(head)}


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


def test_phones_too_old_for_two_colours_in_one_and_readers_with_their_own_see_those_of_the_system() -> None:
    """Each colour is one of the system's before two in one take its place."""
    before, own = SHEETS[TOKENS_FILE].split("--text-1")[0].split("@supports (color: light-dark(")
    assert "@media (forced-colors: none) {" in own
    needed = re.findall(r"(--[\w-]+): light-dark\(", own)
    assert re.findall(r"(--[\w-]+): (?:Canvas|CanvasText|GrayText);", before) == needed


# The scales: what is no drawing takes its measures from them, and a part is dressed in its own file.


DRAWINGS = {
    # The rows of a step, where they are asked again too, and the keys below them.
    *(
        "css/components/step.css",
        "css/components/rows.css",
        "css/components/tray.css",
    ),
    # The chart, the oval of seats, what is read from afar and in the middle of the table, paper.
    *("css/components/chart.css", "css/views/setup/table.css", "css/views/players.css"),
    *("css/views/tv.css", "css/views/centre.css"),
    "css/views/media/print.css",
    # The boards of cards.
    *("games/koi-koi/cards.css", "games/koi-koi/month.css", "games/koi-koi/seat/board.css"),
}
"""What is drawn has measures of its own."""
TOKENS_FILE = "css/base/tokens.css"
PLAIN = {name: text for name, text in SHEETS.items() if name not in DRAWINGS | {TOKENS_FILE}}
SCALE = {
    "font-size": r"var\(--(text-\d|letters|answer)\)|calc\(var\(--answer\) / 3\)|inherit|smaller",
    "border-radius": r"var\(--(badge|chip|radius)\)|50%|0",
    "min-height": r"(max|clamp|calc)\(.*|var\(--[\w-]+\)|0|auto|none|100dvh|min-content",
}
LENGTH = re.compile(r"(?<![\w.-])-?\d*\.?\d+(?:r?em|px)\b")
SPACE = re.compile(r"(padding|margin|scroll-padding|scroll-margin)(-[a-z]+)*|(row-|column-)?gap")
HAIRLINES = {"0px", "1px", "-1px"}
CONDITION = re.compile(r"\(((?:min|max)-(?:width|height): [^)]*)\)")
WIDTHS, HEIGHTS = {"24em", "35em", "64em"}, {"31em", "37em", "45em"}
"""The widths of a window, and its heights. A place within it asks for what its own parts need."""


def declarations(style: str) -> Iterator[tuple[tuple[str, ...], str, str]]:
    """What stands around each declaration, its property and its value.

    >>> list(declarations("@layer base { a { color: red; &:hover { margin: 0 auto; } } }"))
    [(('@layer base', 'a'), 'color', 'red'), (('@layer base', 'a', '&:hover'), 'margin', '0 auto')]
    """
    around: list[str] = []
    for before, sign in re.findall(r"([^{};]*)([{};])", COMMENT.sub("", style)):
        if sign == "{":
            around.append(before.strip())
            continue
        if before.strip():
            name, _, value = before.partition(":")
            yield tuple(around), name.strip(), " ".join(value.split())
        if sign == "}":
            around.pop()


def test_the_scales_have_six_sizes_of_text_six_spaces_three_corners_and_four_heights() -> None:
    root = SHEETS[TOKENS_FILE].split("@media (max-height")[0]
    steps = {kind: re.findall(rf"--{kind}: ([\d.]+)rem;", root) for kind in (r"text-\d", r"space-\d", r"tap(?:-\d)?")}
    assert [len(set(each)) for each in steps.values()] == [6, 6, 4]
    assert all(list(map(float, each)) == sorted(map(float, each)) for each in steps.values())
    assert re.findall(r"--(\w+): [\d.]+rem;", root)[:4] == ["badge", "chip", "radius", "tap"]


def test_what_is_no_drawing_takes_its_measures_from_the_scales() -> None:
    wrong = [
        (name, around[-1], f"{what}: {value}")
        for name, text in PLAIN.items()
        for around, what, value in declarations(text)
        if off_the_scales(what, value) and "@media print" not in around
    ]
    assert wrong == []


def off_the_scales(what: str, value: str) -> bool:
    """
    >>> [off_the_scales(*each) for each in (("gap", "0.3rem"), ("font-size", "17px"), ("border-radius", "4px"))]
    [True, True, True]
    >>> [off_the_scales(*each) for each in (("gap", "var(--space-1) 1px"), ("margin", "0 auto"), ("min-height", "0"))]
    [False, False, False]
    """
    if SPACE.fullmatch(what):
        return bool(set(LENGTH.findall(value)) - HAIRLINES)
    if what == "font":
        return bool(LENGTH.search(value.split("/", maxsplit=1)[0]))
    if what == "min-height" and LENGTH.search(value):
        return True
    return what in SCALE and not re.fullmatch(SCALE[what], value)


def test_three_widths_and_three_heights_of_a_window_are_told_apart() -> None:
    allowed = {f"width {each}" for each in WIDTHS} | {f"height {each}" for each in HEIGHTS}
    found = {
        name: unknown
        for name, text in SHEETS.items()
        if name not in DRAWINGS
        if (unknown := [head for head, _ in rules(text) if head.startswith("@media") and set(asked(head)) - allowed])
    }
    assert found == {}


def asked(head: str) -> list[str]:
    """
    >>> asked("@media (min-width: 35em) and (max-height: 31em) and (orientation: landscape)")
    ['width 35em', 'height 31em']
    """
    return [re.sub(r"^\w+-(\w+):", r"\1", each) for each in CONDITION.findall(head)]


PARTS = {
    "css/components/primitives.css": {"stack", "row", "grid", "box", "field"},
    "css/components/small.css": {"line-icon", "initial", "faces", "badge", "alert"},
    "css/components/bar.css": {"bar", "icon", "strip", "facts"},
    "css/components/buttons.css": {"button", "action", "acts"},
    "css/components/fields.css": {"chip"},
    "css/components/rows.css": {"place", "who", "face", "role", "line", "counter"},
    "css/components/tray.css": {"tray", "keys", "key"},
    "css/components/standings.css": {"standings"},
    "css/components/table.css": {"card", "legend"},
    "css/components/scorecard.css": {"scorecard"},
    "css/components/chart.css": {"chart"},
}
"""The parts that pages are put together from, by the file that dresses them."""
ON_PAGES = "css/views/pages/parts.css"
LOOK = re.compile(
    r"(color|background|border|box-shadow|font|line-height|padding|gap|letter-spacing|opacity|outline|fill|stroke)\b.*"
    r"|text-(?!overflow|wrap).*"
)
"""How something looks. Where it stands, and how much room it has, is said by what it stands in."""


def test_a_part_is_dressed_in_its_own_file() -> None:
    """What is around a part sets what that part leaves open, such as `--icon` or `--side`. Drawings, and a game on its
    own pages, may dress it anew; how a part looks that no running step shows is no part of a step's first load."""
    homes = {part: name for name, all_of_them in PARTS.items() for part in all_of_them}
    assert all(f".{part}" in SHEETS[name] for part, name in homes.items())
    wrong = [
        (name, around[-1], f"{what}: {value}")
        for name, text in SHEETS.items()
        if name not in DRAWINGS | {"css/views/media/contrast.css", ON_PAGES} and name not in GAMES
        for around, what, value in declarations(text)
        if LOOK.fullmatch(what)
        and any(homes.get(part, name) != name for selector in parts(around[-1]) for part in dressed(selector))
    ]
    assert wrong == []


def dressed(selector: str) -> list[str]:
    """The classes of what a selector is about: not those of what is around it, beside it or asked of it.

    >>> dressed(".headline > .button.main:not(.text)"), dressed("& > :is(.alert, .box)"), dressed(".item:has(.badge)")
    (['button', 'main'], ['alert', 'box'], ['item'])
    """
    about = re.sub(r":(?:has|not)\((?:[^()]|\([^()]*\))*\)", "", selector)
    last = re.split(r"[\s>+~]+(?![^()]*\))", about.strip())[-1]
    return re.findall(r"\.([a-z][\w-]*)", last)


# The colours: every text is legible on its ground, in light and dark and in readers' own colours.


TOKENS = SHEETS[TOKENS_FILE]
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
