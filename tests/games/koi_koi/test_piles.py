"""Tests that whatever a pile makes can be entered, against all piles, kind by kind, and what cannot be together."""

from __future__ import annotations

from functools import cache
from itertools import combinations, product
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scoring.core import enter
from scoring.decks.hanafuda import CARDS
from scoring.decks.yaku import TABLE, YakuRules
from scoring.errors import EntryError
from scoring.games.koi_koi import GAME
from scoring.games.koi_koi.checks import check_together
from scoring.games.koi_koi.claim import Claim
from tests.kit.examples import examples
from tests.kit.games import session_of
from tests.scoring.decks.slow_yaku import house_rules, slow_by

SLUGS = {yaku.name_ja: yaku.slug for yaku in TABLE if not yaku.counted}
ALL_RULES = [
    house_rules(sake=sake, ribbons_alone=ribbons, teppo_alone=teppo)
    for sake in ("on", "off", "rain")
    for ribbons in (False, True)
    for teppo in (False, True)
]
WITHOUT = [
    house_rules(sake=sake, without=without)
    for sake in ("on", "off", "rain")
    for without in (("rokutan",), ("teppo",), ("rokutan", "teppo"))
]


def spelled(rules: YakuRules) -> str:
    """The rules as a test's name, the same in every process: a set has no order of its own."""
    without = (f"no-{yaku.slug}" for yaku in TABLE if yaku not in rules.played)
    return "-".join((*(["rain"] if rules.rain else []), *sorted(rules.alone), *without)) or "usual"


LIGHTS = ("松に鶴", "桜に幕", "芒に月", "桐に鳳凰", "柳に小野道風")

Said = tuple[frozenset[str], int | None, int | None, int | None]
"""The yaku that are not counted, and how many tane, tan and kasu where those stand."""


def named(made: dict[str, int]) -> frozenset[str]:
    return frozenset(SLUGS[name_ja] for name_ja in made if name_ja in SLUGS)


@cache
def ribbons(rules: YakuRules, *, november: bool) -> frozenset[tuple[frozenset[str], int | None]]:
    """What ribbons can make, the one of November among them or not."""
    piles = (
        {*("松に赤短", "梅に赤短", "桜に赤短")[:red], *("牡丹に青短", "菊に青短", "紅葉に青短")[:blue]}
        | {*("藤に短冊", "菖蒲に短冊", "萩に短冊")[:other]}
        | ({"柳に短冊"} if november else set())
        for red, blue, other in product(range(4), repeat=3)
    )
    return frozenset((named(slow_by(rules, pile)), counted(len(pile), 5)) for pile in piles)


@cache
def animals(*, cup: bool, november: bool) -> frozenset[tuple[frozenset[str], int | None]]:
    """What tane can make beside the sake yaku."""
    return frozenset(
        (
            frozenset({"inoshikacho"} if three == 3 else ()),
            counted(three + other + cup + november, 5),
        )
        for three, other in product(range(4), range(5))
    )


@cache
def chaff(*, cup: bool, november: bool) -> frozenset[int | None]:
    return frozenset(counted(kasu + cup + november, 10) for kasu in range(24))


def counted(cards: int, least: int) -> int | None:
    return cards if cards >= least else None


@cache
def everything(rules: YakuRules) -> frozenset[tuple[Said, bool]]:
    """All that can be truly said of any pile, and whether a card of November lies in it."""
    found: set[tuple[Said, bool]] = set()
    for number in range(6):
        for lights in combinations(LIGHTS, number):
            for cup, swallow, ribbon, lightning in product((False, True), repeat=4):
                november = "柳に小野道風" in lights or swallow or ribbon or lightning
                few = {*lights} | ({"菊に盃"} if cup else set()) | ({"柳のカス（鬼札）"} if november else set())
                shining = named(slow_by(rules, few))
                found |= {
                    ((shining | hart | band, tane, tan, kasu), november)
                    for (hart, tane), (band, tan), kasu in product(
                        [each for each in animals(cup=cup, november=swallow) if each[1] in TANE],
                        [each for each in ribbons(rules, november=ribbon) if each[1] in TAN],
                        chaff(cup=cup, november=lightning) & set(KASU),
                    )
                }
    return frozenset(found)


TANE, TAN, KASU = (None, 5, 7, 8, 9), (None, 5, 6, 7, 8, 9, 10), (None, 10, 23, 24, 25)
"""The counts near a limit: between the least and the last few nothing new happens, so those are left out."""


def found_against(said: Said, rules: YakuRules, *, november: bool | None) -> list[tuple[str, str]]:
    yaku, tane, tan, kasu = said
    claim = Claim.said(rules, yaku, {"tane": tane, "tan": tan, "kasu": kasu})
    return [(field, str(words)) for field, words in check_together(claim, november=november)]


@pytest.mark.parametrize("rules", [ALL_RULES[0], ALL_RULES[7], ALL_RULES[8], WITHOUT[8]], ids=spelled)
def test_nothing_that_a_pile_makes_is_refused(rules: YakuRules) -> None:
    for said, november in everything(rules):
        if len(said[0]) <= 3 or said[1:] == (None, said[2], None):
            assert found_against(said, rules, november=november) == [], (said, november)
            assert found_against(said, rules, november=None) == [], said


# The same pile tapped as cards and said as yaku is the same month

every_option = st.fixed_dictionaries(
    {
        "field_lights": st.just("on"),
        "koi_koi": st.sampled_from(["stacking", "payback"]),
        "sake": st.sampled_from(["on", "off", "rain"]),
        "exclusive_ribbons": st.sampled_from(["on", "off", "none"]),
        "exclusive_teppo": st.sampled_from(["on", "off", "none"]),
        "overdraft": st.sampled_from(["full", "capped"]),
    }
)


@settings(max_examples=examples(250), deadline=None, derandomize=True, database=None)
@given(
    pile=st.sets(st.sampled_from(CARDS), min_size=4),
    options=every_option,
    lights=st.integers(0, 5),
    calls=st.tuples(st.integers(0, 3), st.integers(0, 3)),
)
def test_cards_and_yaku_of_the_same_pile_give_the_same_row(
    pile: set[Any], options: dict[str, Any], lights: int, calls: tuple[int, int]
) -> None:
    rules = house_rules(
        sake=options["sake"],
        ribbons_alone=options["exclusive_ribbons"] == "on",
        teppo_alone=options["exclusive_teppo"] == "on",
        without=[
            slug
            for slug, option in (("rokutan", "exclusive_ribbons"), ("teppo", "exclusive_teppo"))
            if options[option] == "none"
        ],
    )
    made = slow_by(rules, {card.name_ja for card in pile})
    more = {"tane": ("タネ", 4), "tan": ("タン", 4), "kasu": ("カス", 9)}
    counts = {slug: made[name_ja] + least for slug, (name_ja, least) in more.items() if name_ja in made}
    rain = {"november": "yes" if any(card.month == 11 for card in pile) else "no"} if rules.rain else {}
    sheet = enter(GAME.start(session_of(GAME, players=2, **options)), {"step": "deal", "lights": lights})
    base = {"step": "result", "calls": list(calls), "winner": 0}
    by_cards = row_or_problems(sheet, base | {"cards": [[card.code for card in pile], []]})
    by_name = row_or_problems(sheet, base | {"yaku": sorted(named(made))} | counts | rain)
    if not made:
        assert by_cards[0] == by_name[0] == "refused"
        return
    assert by_cards == by_name
    if by_cards[0] == "row":
        points = sum(made.values()) * (2 if sum(made.values()) >= 7 else 1)
        points *= (1 + lights + calls[0]) if options["koi_koi"] == "stacking" else (1 + lights) * (2 if calls[1] else 1)
        assert by_cards[1][0] == (min(points, 100) if options["overdraft"] == "capped" else points)


def row_or_problems(sheet: Any, raw: dict[str, Any]) -> tuple[str, Any]:
    try:
        after = enter(sheet, raw)
    except EntryError as error:
        return "refused", [(problem.field, str(problem.message)) for problem in error.problems]
    return "row", (*after.rows[-1].points, *(str(cell.working) for cell in after.rows[-1].cells))


# Why, in words


def why(*yaku: str, rules: YakuRules = ALL_RULES[0], november: bool | None = None, **counts: int) -> dict[str, str]:
    said = (frozenset(yaku), counts.get("tane"), counts.get("tan"), counts.get("kasu"))
    return dict(found_against(said, rules, november=november))


def test_two_yaku_of_lights() -> None:
    words = "Five Brights, Three Brights don’t count together. Keep only the best, Five Brights."
    assert why("sanko", "goko") == {"yaku": words}


def test_what_stands_alone() -> None:
    rules = house_rules(ribbons_alone=True, teppo_alone=True)
    ribbons_alone = "At this table Six ribbons counts alone. Enter it without Red ribbons, Blue ribbons."
    teppo_alone = "At this table Teppo counts alone. Enter it without Hanami-zake, Tsukimi-zake."
    assert why("akatan", "rokutan", rules=rules, tan=6) == {"yaku": ribbons_alone}
    assert why("akatan", "aotan", rules=rules, tan=6) == {"yaku": ribbons_alone}
    assert why("hanami", "teppo", rules=rules) == {"yaku": teppo_alone}
    assert why("hanami", "tsukimi", rules=rules) == {"yaku": teppo_alone}


def test_rain_falls_from_the_lights_as_well() -> None:
    rules = house_rules(sake="rain")
    void = "includes a November card, which cancels Hanami-zake."
    assert why("ameshiko", "hanami", rules=rules) == {"yaku": f"Rainy Four Brights {void} Remove Hanami-zake."}
    # One sentence, whatever was answered.
    said = (frozenset({"goko", "hanami"}), None, None, None)
    for november in (None, True, False):
        assert found_against(said, rules, november=november) == [("yaku", f"Five Brights {void} Remove Hanami-zake.")]
    assert why("goko", "teppo", rules=rules) == {}
    assert why("hanami", rules=rules, november=True) == {
        "yaku": "A November card cancels Hanami-zake. Remove it, or answer “No”."
    }
    assert why("hanami", rules=rules, november=False) == {}
    assert why("ameshiko", rules=rules, november=False) == {
        "november": "Rainy Four Brights includes a November card. Answer “Yes”."
    }
