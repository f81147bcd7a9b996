"""Whatever a pile makes can be entered, as cards and as yaku alike; and what cannot be together is refused in words."""

from __future__ import annotations

from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from scoring.core import enter
from scoring.decks.hanafuda import CARDS, Card
from scoring.decks.yaku import TABLE, Yaku, YakuRules
from scoring.errors import EntryError
from scoring.games.koi_koi import GAME
from scoring.games.koi_koi.steps import check_together
from tests.kit.examples import examples
from tests.kit.games import session_of
from tests.scoring.decks.slow_yaku import house_rules, slow_by

USUAL = YakuRules()
SLUGS = {yaku.name_ja: yaku.slug for yaku in TABLE if not yaku.counted}


def named(made: dict[str, int]) -> frozenset[str]:
    return frozenset(SLUGS[name_ja] for name_ja in made if name_ja in SLUGS)


def found_against(slugs: set[str], rules: YakuRules, *, november: bool | None) -> list[tuple[str, str]]:
    said = [yaku for yaku in rules.played if yaku.slug in slugs]
    return [(each.field, str(each.message)) for each in check_together(said, rules, november=november)]


# The same pile tapped as cards and said as yaku is the same month

every_option = st.fixed_dictionaries(
    {
        "field_lights": st.just("on"),
        "koi_koi": st.sampled_from(["stacking", "payback"]),
        "yaku_values": st.sampled_from(["standard", "leaflet"]),
        "sake": st.sampled_from(["on", "off", "rain"]),
        "exclusive_ribbons": st.sampled_from(["on", "off", "none"]),
        "exclusive_teppo": st.sampled_from(["on", "off", "none"]),
        "overdraft": st.sampled_from(["full", "capped"]),
    }
)


@settings(max_examples=examples(600), deadline=None, derandomize=True, database=None)
@given(
    whole=st.sets(st.sampled_from([yaku for yaku in TABLE if not yaku.counted]), max_size=5),
    others=st.sets(st.sampled_from(CARDS), min_size=1),
    options=every_option,
    lights=st.integers(0, 5),
    calls=st.tuples(st.integers(0, 3), st.integers(0, 3)),
)
def test_cards_and_yaku_of_the_same_pile_give_the_same_row(
    whole: set[Yaku], others: set[Card], options: dict[str, Any], lights: int, calls: tuple[int, int]
) -> None:
    """Piles with all the cards of some yaku, so that rare ones are among them."""
    pile = others.union(*(yaku.of for yaku in whole))
    rules = house_rules(
        sake=options["sake"],
        ribbons_alone=options["exclusive_ribbons"] == "on",
        teppo_alone=options["exclusive_teppo"] == "on",
        leaflet=options["yaku_values"] == "leaflet",
        without=[
            slug
            for slug, option in (("rokutan", "exclusive_ribbons"), ("teppo", "exclusive_teppo"))
            if options[option] == "none"
        ],
    )
    made = slow_by(rules, {card.name_ja for card in pile})
    more = {"tane": ("タネ", 4), "tan": ("タン", 4), "kasu": ("カス", 9)}
    counts = {slug: made[name_ja] + least for slug, (name_ja, least) in more.items() if name_ja in made}
    if rules.growing:
        counts |= {
            slug: number
            for slug, growing in (("tane", {"猪鹿蝶"}), ("tan", {"赤短", "青短"}))
            if growing & made.keys() and (number := sum(card.kind == slug for card in pile)) > 3
        }
    rain = {"november": "yes" if any(card.month == 11 for card in pile) else "no"} if rules.rain else {}
    sheet = enter(GAME.start(session_of(GAME, players=2, **options)), {"step": "deal", "lights": lights})
    base = {"step": "result", "calls": list(calls), "winner": 0}
    by_cards = row_or_problems(sheet, base | {"cards": [[card.code for card in pile], []]})
    by_name = row_or_problems(sheet, base | {"yaku": sorted(named(made))} | counts | rain)
    if not made:
        assert by_cards[0] == by_name[0] == "refused"
        return
    assert by_cards == by_name
    if calls[0] == 0:
        assert by_cards[0] == "row", "what is no call too many is taken"
        assert row_or_problems(sheet, base | {"yaku": sorted(named(made))} | counts)[0] == "row", "rain or not"
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


def why(*yaku: str, rules: YakuRules = USUAL, november: bool | None = None, **counts: int) -> dict[str, str]:
    return dict(found_against({*yaku, *counts}, rules, november=november))


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
    for november in (None, True, False):
        assert found_against({"goko", "hanami"}, rules, november=november) == [
            ("yaku", f"Five Brights {void} Remove Hanami-zake.")
        ]
    assert why("goko", "teppo", rules=rules) == {}
    assert why("hanami", rules=rules, november=True) == {
        "yaku": "A November card cancels Hanami-zake. Remove it, or answer “No”."
    }
    assert why("hanami", rules=rules, november=False) == {}
    assert why("ameshiko", rules=rules, november=False) == {
        "november": "Rainy Four Brights includes a November card. Answer “Yes”."
    }
