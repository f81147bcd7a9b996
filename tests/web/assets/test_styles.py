"""The style sheets: each in its layer, each game under a root of its own, nothing that no page wears."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from scoring.catalogue import all_games

ROOT = Path(__file__).parents[3]
STATIC = ROOT / "static"
SHEETS = {path.relative_to(STATIC).as_posix(): path.read_text("utf-8") for path in sorted(STATIC.rglob("*.css"))}
GAMES = {name: text for name, text in SHEETS.items() if name.startswith("games/")}
GENERAL = {name: text for name, text in SHEETS.items() if name.startswith(("css/base/", "css/components/"))}
COMMENT = re.compile(r"/\*.*?\*/", re.DOTALL)


def game_of(sheet: str) -> str:
    """The slug in the path of a game's style sheet.

    >>> game_of("games/koi-koi/cards.css")
    'koi-koi'
    """
    return sheet.split("/")[1]


# --- what is sent --------------------------------------------------------------


# --- how they are written --------------------------------------------------------


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
        slug = game_of(name)
        assert slug in all_games(), name
        roots = [head for head, around in rules(text) if around == ("@layer games",)]
        assert roots == [f".{slug}"], name


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


# --- nothing dead ------------------------------------------------------------------


def test_every_class_of_the_style_is_worn_somewhere() -> None:
    worn = classes_of_pages()
    dead = {
        name: sorted(found)
        for name, text in SHEETS.items()
        if (found := classes_of(text) - worn - {game_of_root(text)})
    }
    assert dead == {}


def test_every_token_is_used() -> None:
    text = "".join(SHEETS.values()) + "".join(path.read_text("utf-8") for path in (ROOT / "static").rglob("*.js"))
    told = set(re.findall(r"(--[\w-]+): ", "".join(SHEETS.values())))
    assert {name for name in told if not re.search(rf"var\({name}\b", text)} == set()


def game_of_root(text: str) -> str:
    """The root class of a game's sheet, which its pages take from the session."""
    found = re.search(r"^  \.([\w-]+) \{$", text, re.MULTILINE)
    return found[1] if found and found[1] in all_games() else ""


def classes_of(style: str) -> set[str]:
    """The classes that its selectors name; those of a seat, of sides, of a place count as `seat-`, `of-`, `place-`.

    >>> sorted(classes_of(".now .step > a { padding: 0.5rem; } .seat-3, .of-2 { color: red; }"))
    ['now', 'of-', 'seat-', 'step']
    """
    selectors = " ".join(re.findall(r"([^{};]+)\{", COMMENT.sub("", style)))
    names = set(re.findall(r"\.([a-z][\w-]*)", selectors))
    return {re.sub(r"^(seat|of|place)-\d+$", r"\1-", name) for name in names}


def classes_of_pages() -> set[str]:
    """What pages say as `class` (to the macro of a chip as `look`) or give to `main`, what script puts on, what a
    cell is dressed by."""
    templates = "".join(path.read_text("utf-8") for path in (ROOT / "templates").rglob("*.html"))
    said = re.findall(r'(?:class|look)="((?:[^"{]|\{\{.*?\}\}|\{%.*?%\})*)"', templates, re.DOTALL)
    said += re.findall(r"block main_class %\}([\w-]+)\{%", templates)
    scripts = "".join(path.read_text("utf-8") for path in (ROOT / "static").rglob("*.js"))
    lines = [line for line in scripts.splitlines() if "class" in line]
    said += re.findall(r'["`]([^"`]*)["`]', "\n".join(lines))
    facts = (ROOT / "scoring/sheets/values.py").read_text("utf-8")
    said += re.findall(r'"([a-z]+)"', facts)
    return set(re.findall(r"[\w-]+", " ".join(said)))
