"""The yaku as the text lists them, read from piles."""

from __future__ import annotations

import random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scoring.decks.hanafuda import CARDS, KASU_CARDS, NOVEMBER, TAN_CARDS, TANE_CARDS, Card
from scoring.decks.yaku import TABLE, YakuRules, one_away, rained_out, read_yaku, together
from tests.kit.examples import examples
from tests.scoring.decks.slow_yaku import house_rules, slow_by, slow_yaku

BY_NAME = {card.name_ja: card for card in CARDS}
PLAIN = YakuRules()


def pile(*names: str) -> list[Card]:
    return [BY_NAME[name] for name in " ".join(names).split()]


def read(cards: Any, **rules: Any) -> dict[str, int]:
    return {yaku.name_ja: points for yaku, points in read_yaku(cards, house_rules(**rules)).items()}


def chaff(number: int) -> list[Card]:
    """So many kasu, the cup not among them."""
    return [card for card in CARDS if card.kind == "kasu"][:number]


@pytest.mark.parametrize(
    ("name_ja", "worth"),
    [
        ("三光", 6), ("雨四光", 7), ("四光", 8), ("五光", 10), ("月見で一杯", 5), ("花見で一杯", 5), ("鉄砲", 5),
        ("赤短", 6), ("青短", 6), ("六短", 6), ("猪鹿蝶", 6), ("タン", 1), ("タネ", 1), ("カス", 1),
    ],
)  # fmt: skip
def test_the_table_has_the_points_of_the_text(name_ja: str, worth: int) -> None:
    (yaku,) = [yaku for yaku in TABLE if yaku.name_ja == name_ja]
    assert yaku.points == worth


def test_the_counted_yaku_begin_and_end_as_the_text_says() -> None:
    assert [(yaku.slug, yaku.least, len(yaku.of)) for yaku in TABLE if yaku.counted] == [
        ("tane", 5, 9),
        ("tan", 5, 10),
        ("kasu", 10, 25),
    ]


LIGHT_NAMES = {"鶴": "松に鶴", "幕": "桜に幕", "月": "芒に月", "雨": "柳に小野道風", "鳳": "桐に鳳凰"}


@pytest.mark.parametrize(
    ("lights", "yaku"),
    [
        # none, one or two lights make nothing
        ("", ""), ("鶴", ""), ("幕", ""), ("月", ""), ("雨", ""), ("鳳", ""),
        ("鶴幕", ""), ("鶴月", ""), ("鶴雨", ""), ("鶴鳳", ""), ("幕月", ""),
        ("幕雨", ""), ("幕鳳", ""), ("月雨", ""), ("月鳳", ""), ("雨鳳", ""),
        # three: 三光 without the rain man, with him nothing
        ("鶴幕月", "三光"), ("鶴幕鳳", "三光"), ("鶴月鳳", "三光"), ("幕月鳳", "三光"),
        ("鶴幕雨", ""), ("鶴月雨", ""), ("鶴雨鳳", ""), ("幕月雨", ""), ("幕雨鳳", ""), ("月雨鳳", ""),
        # four: 四光 without the rain man, 雨四光 with him; all five: 五光
        ("鶴幕月鳳", "四光"),
        ("鶴幕月雨", "雨四光"), ("鶴幕雨鳳", "雨四光"), ("鶴月雨鳳", "雨四光"), ("幕月雨鳳", "雨四光"),
        ("鶴幕月雨鳳", "五光"),
    ],
)  # fmt: skip
def test_lights_make_one_yaku_at_the_most(lights: str, yaku: str) -> None:
    worth = {"三光": 6, "雨四光": 7, "四光": 8, "五光": 10}
    assert read(pile(*(LIGHT_NAMES[light] for light in lights))) == ({yaku: worth[yaku]} if yaku else {})


SIX_RIBBONS = pile("松に赤短 梅に赤短 桜に赤短 牡丹に青短 菊に青短 紅葉に青短")
SAKE = pile("菊に盃 桜に幕 芒に月")
FIVE_TANE = pile("菊に盃 梅に鶯 藤に不如帰 菖蒲に八つ橋 芒に雁")


def lacking(cards: list[Card], name_ja: str) -> list[Card]:
    return [card for card in cards if card.name_ja != name_ja]


PILES: dict[str, tuple[list[Card], dict[str, Any], dict[str, int]]] = {
    # The text's own sums
    # 例:6枚の短冊を集めたら2点; 6枚の種札を集めたら2点; カス 12枚を集めたら3点
    "six ribbons": (pile("松に赤短 梅に赤短 牡丹に青短 菊に青短 藤に短冊 菖蒲に短冊"), {}, {"タン": 2}),
    "six tane": (pile("梅に鶯 藤に不如帰 菖蒲に八つ橋 芒に雁 柳に燕 萩に猪"), {}, {"タネ": 2}),
    "twelve kasu": (chaff(12), {}, {"カス": 3}),
    # 「赤短(6点)」+「タン(1点)」で合計7点
    "red ribbons among five": (
        pile("松に赤短 梅に赤短 桜に赤短 藤に短冊 萩に短冊"),
        {},
        {"赤短": 6, "タン": 1},
    ),
    # 「タネ(1点)」+「カス(1点)」で合計2点
    "the cup is in five tane and in ten kasu at once": ([*FIVE_TANE, *chaff(9)], {}, {"タネ": 1, "カス": 1}),
    "without it they are four and nine": ([*FIVE_TANE[1:], *chaff(9)], {}, {}),
    # 五光と花見で一杯が完成したら、合計で15点: the text adds up these two to show that lights and others add;
    # the moon lies in 五光, so with the cup there are 月見 and 鉄砲 besides
    "five lights and the cup": (
        pile("松に鶴 桜に幕 芒に月 柳に小野道風 桐に鳳凰 菊に盃"),
        {},
        {"五光": 10, "花見で一杯": 5, "月見で一杯": 5, "鉄砲": 5},
    ),
    "the cup with curtain and moon is three yaku": (SAKE, {}, {"花見で一杯": 5, "月見で一杯": 5, "鉄砲": 5}),
    "the cup with the curtain": (pile("菊に盃 桜に幕"), {}, {"花見で一杯": 5}),
    "the cup with the moon": (pile("菊に盃 芒に月"), {}, {"月見で一杯": 5}),
    "curtain and moon": (pile("桜に幕 芒に月"), {}, {}),
    "red and blue ribbons": (SIX_RIBBONS, {}, {"赤短": 6, "青短": 6, "六短": 6, "タン": 2}),
    "boar, deer and butterflies": (pile("萩に猪 紅葉に鹿 牡丹に蝶"), {}, {"猪鹿蝶": 6}),
    "a goose is no butterfly": (pile("萩に猪 紅葉に鹿 芒に雁"), {}, {}),
    **{
        f"six ribbons lacking {missing}": (lacking(SIX_RIBBONS, missing), {}, {left: 6, "タン": 1})
        for missings, left in (
            ("松に赤短 梅に赤短 桜に赤短", "青短"),
            ("牡丹に青短 菊に青短 紅葉に青短", "赤短"),
        )
        for missing in missings.split()
    },
    # タネ of 9 cards, タン of 10, カス of 25
    "everything": (
        list(CARDS),
        {},
        {
            **{"五光": 10, "花見で一杯": 5, "月見で一杯": 5, "鉄砲": 5, "猪鹿蝶": 6, "赤短": 6, "青短": 6, "六短": 6},
            **{"タネ": 5, "タン": 6, "カス": 16},
        },
    ),
    # What tables change
    "without sake yaku teppo still counts": (SAKE, {"sake": "off"}, {"鉄砲": 5}),
    "and the cup with the curtain does not": (pile("菊に盃 桜に幕"), {"sake": "off"}, {}),
    "no November, no rain": (pile("菊に盃 桜に幕"), {"sake": "rain"}, {"花見で一杯": 5}),
    **{
        f"{card.name_ja} is rain: {len(cards)} cards, sake {sake}": ([*cards, card], {"sake": sake}, yaku)
        for card in sorted(NOVEMBER, key=lambda card: card.name_ja)
        for cards, sake, yaku in (
            (SAKE[:2], "rain", dict[str, int]()),
            (SAKE, "rain", {"鉄砲": 5}),
            (SAKE[:2], "on", {"花見で一杯": 5}),
        )
    },
    "six ribbons may replace the red and the blue": (SIX_RIBBONS, {"ribbons_alone": True}, {"六短": 6, "タン": 2}),
    "five do not": (SIX_RIBBONS[:5], {"ribbons_alone": True}, {"赤短": 6, "タン": 1}),
    "teppo may replace the sake yaku": (SAKE, {"teppo_alone": True}, {"鉄砲": 5}),
    "one of them is none": (pile("菊に盃 芒に月"), {"teppo_alone": True}, {"月見で一杯": 5}),
    "six ribbons may not be played": (SIX_RIBBONS, {"without": {"rokutan"}}, {"赤短": 6, "青短": 6, "タン": 2}),
    "nor teppo": (SAKE, {"without": {"teppo"}}, {"花見で一杯": 5, "月見で一杯": 5}),
    "nor sake yaku either": (SAKE, {"without": {"teppo"}, "sake": "off"}, {}),
}


@pytest.mark.parametrize(("cards", "rules", "yaku"), PILES.values(), ids=PILES)
def test_what_a_pile_makes(cards: list[Card], rules: dict[str, Any], yaku: dict[str, int]) -> None:
    assert read(cards, **rules) == yaku


@pytest.mark.parametrize(
    ("of", "name_ja", "least"), [(TANE_CARDS, "タネ", 5), (TAN_CARDS, "タン", 5), (KASU_CARDS, "カス", 10)]
)
def test_counted_yaku_grow_by_a_point_a_card(of: frozenset[Card], name_ja: str, least: int) -> None:
    ordered = [card for card in CARDS if card in of]
    for number in range(len(ordered) + 1):
        expected = number - least + 1 if number >= least else None
        assert read(ordered[:number]).get(name_ja) == expected


@pytest.mark.parametrize(
    ("cards", "rules", "yaku"),
    [
        ("菊に盃 桜に幕 芒に月 柳に燕", {"sake": "rain"}, "花見で一杯 月見で一杯"),
        ("菊に盃 芒に月 柳に燕", {"sake": "rain"}, "月見で一杯"),
        ("菊に盃 芒に月", {"sake": "rain"}, ""),
        ("菊に盃 芒に月 柳に燕", {"sake": "on"}, ""),
        # 鉄砲 stood for them already.
        ("菊に盃 桜に幕 芒に月 柳に燕", {"sake": "rain", "teppo_alone": True}, ""),
    ],
)
def test_what_rain_takes_away_is_told(cards: str, rules: dict[str, Any], yaku: str) -> None:
    assert [each.name_ja for each in rained_out(pile(cards), house_rules(**rules))] == yaku.split()


# What yaku bring along


def brought(*said: str, **rules: Any) -> tuple[set[str], dict[str, int]]:
    """The yaku that stand once these are said, and the counts that they need."""
    standing, counts = set(said), dict[str, int]()
    for _ in range(3):
        for each in together(house_rules(**rules)):
            if standing.issuperset(each["when"]):
                standing = (standing | set(each["brings"])) - set(each["replaces"])
                counts |= each["counts"]
    return standing, counts


@pytest.mark.parametrize(
    ("said", "rules", "standing", "counts"),
    [
        # 六短: the red and the blue, six tan
        ("akatan aotan", {}, "akatan aotan rokutan", {"tan": 6}),
        ("rokutan", {}, "akatan aotan rokutan", {"tan": 6}),
        ("akatan aotan", {"ribbons_alone": True}, "rokutan", {"tan": 6}),
        ("akatan aotan", {"without": frozenset({"rokutan"})}, "akatan aotan", {"tan": 6}),
        # 鉄砲: the curtain, the moon and the cup
        ("hanami tsukimi", {}, "hanami tsukimi teppo", {}),
        ("teppo", {}, "hanami tsukimi teppo", {}),
        ("hanami tsukimi", {"teppo_alone": True}, "teppo", {}),
        ("hanami tsukimi", {"without": frozenset({"teppo"})}, "hanami tsukimi", {}),
        ("teppo", {"sake": "off"}, "teppo", {}),
        # rain may have voided the two, so 鉄砲 alone brings nothing; where one of the two counts there was no rain
        ("teppo", {"sake": "rain"}, "teppo", {}),
        ("hanami tsukimi", {"sake": "rain"}, "hanami tsukimi teppo", {}),
        # 五光 and 四光 hold the curtain and the moon, and 五光 the rain man
        ("shiko hanami", {}, "shiko hanami tsukimi teppo", {}),
        ("goko tsukimi", {"sake": "rain"}, "goko teppo", {}),
        ("sanko hanami", {}, "sanko hanami", {}),
        ("inoshikacho akatan", {}, "inoshikacho akatan", {}),
    ],
)
def test_two_yaku_bring_the_third(said: str, rules: dict[str, Any], standing: str, counts: dict[str, int]) -> None:
    assert brought(*said.split(), **rules) == (set(standing.split()), counts)


every_rule = st.fixed_dictionaries(
    {
        "sake": st.sampled_from(["on", "off", "rain"]),
        "ribbons_alone": st.booleans(),
        "teppo_alone": st.booleans(),
        "without": st.sets(st.sampled_from(["teppo", "rokutan", "inoshikacho"])),
    }
)


@settings(max_examples=examples(600), deadline=None, derandomize=True, database=None)
@given(cards=st.sets(st.sampled_from(CARDS)), rules=every_rule)
def test_every_pile_reads_as_counted_on_the_fingers(cards: set[Card], rules: dict[str, Any]) -> None:
    assert read(cards, **rules) == slow_by(house_rules(**rules), {card.name_ja for card in cards})


# One card away


@pytest.mark.parametrize(
    ("cards", "gone", "rules", "away"),
    [
        # Two lights wait for either of the others but not the rain man.
        ("松に鶴 桐に鳳凰", "", {}, {"三光": "桜に幕 芒に月"}),
        ("松に鶴 桜に幕", "", {}, {"三光": "芒に月 桐に鳳凰", "花見で一杯": "菊に盃"}),
        ("松に鶴 柳に小野道風", "", {}, {}),
        # Three wait for the fourth, dry or wet.
        (
            "松に鶴 桜に幕 芒に月",
            "",
            {"sake": "off", "without": {"teppo"}},
            {"四光": "桐に鳳凰", "雨四光": "柳に小野道風"},
        ),
        # The cup waits for the curtain and for the moon.
        ("菊に盃", "", {}, {"花見で一杯": "桜に幕", "月見で一杯": "芒に月"}),
        ("菊に盃 桜に幕", "", {}, {"月見で一杯": "芒に月", "鉄砲": "芒に月"}),
        ("菊に盃", "", {"sake": "off"}, {}),
        ("菊に盃 柳に燕", "", {"sake": "rain"}, {}),
        # What lies with the other player cannot come.
        ("萩に猪 紅葉に鹿", "", {}, {"猪鹿蝶": "牡丹に蝶"}),
        ("萩に猪 紅葉に鹿", "牡丹に蝶", {}, {}),
        # Four tane wait for any of the other five; five wait for none.
        ("梅に鶯 藤に不如帰 菖蒲に八つ橋 芒に雁", "", {}, {"タネ": "牡丹に蝶 萩に猪 菊に盃 紅葉に鹿 柳に燕"}),
        ("梅に鶯 藤に不如帰 菖蒲に八つ橋 芒に雁 柳に燕", "", {}, {}),
        (" ".join(BY_NAME), "", {}, {}),
    ],
)
def test_what_is_one_card_away(cards: str, gone: str, rules: dict[str, Any], away: dict[str, str]) -> None:
    found = one_away(pile(cards), house_rules(**rules), gone=pile(gone))
    assert {yaku.name_ja: " ".join(card.name_ja for card in missing) for yaku, missing in found} == away


def test_one_away_is_what_one_more_card_makes_on_the_fingers() -> None:
    luck = random.Random(8)
    for _ in range(60):
        cards = luck.sample(CARDS, luck.randint(0, 26))
        names = {card.name_ja for card in cards}
        made = slow_yaku(names)
        expected = {
            (yaku, card.name_ja)
            for card in CARDS
            if card.name_ja not in names
            for yaku in slow_yaku(names | {card.name_ja})
            if yaku not in made
        }
        found = {(yaku.name_ja, card.name_ja) for yaku, missing in one_away(cards, PLAIN) for card in missing}
        assert found == expected
