"""The tool for yaku counts in script by the rules that Python wrote into its page: both say the same of piles."""

from __future__ import annotations

import random
from itertools import product
from typing import Any

import pytest
from flask import Flask

from scoring.decks.hanafuda import CARDS as FLOWERS
from scoring.games.koi_koi import KoiKoiOptions, what_they_make
from tests.kit.examples import examples
from tests.kit.node import in_node
from tests.web.conftest import site_at
from web.i18n.translate import translated
from web.pages.tools.yaku import yaku_rules

OWN = {"goko_points": 0, "sanko_points": 50, "hanami_points": 3, "rokutan_points": 0}
"""Points of a table's own, of which 0 is not played."""
YAKU_RULES: list[dict[str, Any]] = [
    (OWN if "own" in chosen else {})
    | dict(zip([pick.name for pick in KoiKoiOptions.yaku_picks()], chosen, strict=True))
    for chosen in product(*(pick.rules for pick in KoiKoiOptions.yaku_picks()))
]
pytestmark = pytest.mark.thorough
PILES = examples(80)
"""So many in each set of house rules and each language."""


@pytest.fixture(scope="module")
def app(tmp_path_factory: pytest.TempPathFactory) -> Flask:
    return site_at(str(tmp_path_factory.mktemp("rules")))


def in_script(module: str, function: str, asked: list[list[Any]], rules: dict[str, Any]) -> list[Any]:
    """What a function of a module says of each of these, its first argument being the rules."""
    told: list[Any] = in_node(
        "async (module, name, rules, asked) => {"
        " const does = (await import(module))[name]; return asked.map((each) => does(rules, ...each)); }",
        *(f"./static/js/tools/{module}", function, rules, asked),
    )
    return told


def piles(seed: int) -> list[list[str]]:
    """Piles of every size, half of them of few sorts of cards, so that rare yaku come about."""
    chance = random.Random(seed)
    rich = [card for card in FLOWERS if card.kind != "kasu"]
    return [
        [card.code for card in chance.sample(some, chance.randint(0, len(some)))]
        for some in (FLOWERS if number % 2 else rich for number in range(PILES))
    ]


@pytest.mark.parametrize("language", [pytest.param("en", marks=pytest.mark.long), "ja"])
def test_the_yaku_of_a_pile(app: Flask, language: str) -> None:
    with app.test_request_context(headers={"Accept-Language": language}):
        asked, expected = [], []
        for number, rules in enumerate(YAKU_RULES):
            for pile in piles(number):
                asked.append([pile, rules])
                expected.append(in_python(pile, KoiKoiOptions(**rules)))
        found = in_script("yaku.js", "whatTheyMake", asked, yaku_rules())
    assert len(found) == len(YAKU_RULES) * PILES == 81 * PILES
    for question, ours, theirs in zip(asked, expected, found, strict=True):
        assert theirs == ours, question
    every = {yaku["slug"] for answer in expected for yaku in answer["yaku"]}
    assert len(every) == 14, "each yaku was made at least once"


def in_python(pile: list[str], options: KoiKoiOptions) -> dict[str, Any]:
    answer = what_they_make([card for card in FLOWERS if card.code in pile], options)
    return {
        "yaku": [{"slug": yaku.slug, "name": translated(yaku.name), "points": points} for yaku, points in answer.made],
        "void": [translated(yaku.name) for yaku in answer.void],
        "away": [{"text": translated(text), "cards": [card.code for card in cards]} for text, cards in answer.hints],
        "paid": answer.paid,
        "working": translated(answer.working),
    }
