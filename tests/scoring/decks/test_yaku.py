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


def points(cards: Any, **rules: Any) -> int:
    return sum(read(cards, **rules).values())


def chaff(number: int, *, november: bool = True) -> list[Card]:
    """So many kasu, the cup not among them."""
    free = [card for card in CARDS if card.kind == "kasu" and (november or card not in NOVEMBER)]
    return free[:number]


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
    assert [(yaku.slug, yaku.least, yaku.most) for yaku in TABLE if yaku.counted] == [
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


# The text's own sums


def test_six_ribbons_and_twelve_kasu_by_the_texts_examples() -> None:
    # 例:6枚の短冊を集めたら2点; 6枚の種札を集めたら2点; カス 12枚を集めたら3点
    assert read(pile("松に赤短 梅に赤短 牡丹に青短 菊に青短 藤に短冊 菖蒲に短冊")) == {"タン": 2}
    assert read(pile("梅に鶯 藤に不如帰 菖蒲に八つ橋 芒に雁 柳に燕 萩に猪")) == {"タネ": 2}
    assert read(chaff(12)) == {"カス": 3}


def test_red_ribbons_among_five_are_7() -> None:
    # 「赤短(6点)」+「タン(1点)」で合計7点
    assert read(pile("松に赤短 梅に赤短 桜に赤短 藤に短冊 萩に短冊")) == {"赤短": 6, "タン": 1}


def test_the_cup_is_in_five_tane_and_in_ten_kasu_at_once() -> None:
    # 「タネ(1点)」+「カス(1点)」で合計2点
    cards = [*pile("菊に盃 梅に鶯 藤に不如帰 菖蒲に八つ橋 芒に雁"), *chaff(9)]
    assert read(cards) == {"タネ": 1, "カス": 1}
    without = [card for card in cards if card.name_ja != "菊に盃"]
    assert read(without) == {}, "four tane and nine kasu"


def test_five_lights_and_the_cherry_viewing_are_15() -> None:
    # 五光と花見で一杯が完成したら、合計で15点: the text adds up these two to show that lights and others add;
    # the moon lies in 五光, so with the cup there are 月見 and 鉄砲 besides
    five = pile("松に鶴 桜に幕 芒に月 柳に小野道風 桐に鳳凰 菊に盃")
    assert read(five) == {"五光": 10, "花見で一杯": 5, "月見で一杯": 5, "鉄砲": 5}
    made = read(five)
    assert made["五光"] + made["花見で一杯"] == 15


def test_the_cup_with_curtain_and_moon_is_three_yaku() -> None:
    # 5 + 5 + 5
    assert read(pile("菊に盃 桜に幕 芒に月")) == {"花見で一杯": 5, "月見で一杯": 5, "鉄砲": 5}
    assert read(pile("菊に盃 桜に幕")) == {"花見で一杯": 5}
    assert read(pile("菊に盃 芒に月")) == {"月見で一杯": 5}
    assert read(pile("桜に幕 芒に月")) == {}


def test_red_and_blue_ribbons_are_20() -> None:
    # 6 + 6 + 6 + 2
    six = pile("松に赤短 梅に赤短 桜に赤短 牡丹に青短 菊に青短 紅葉に青短")
    assert read(six) == {"赤短": 6, "青短": 6, "六短": 6, "タン": 2}
    assert points(six) == 20


def test_boar_deer_and_butterflies() -> None:
    assert read(pile("萩に猪 紅葉に鹿 牡丹に蝶")) == {"猪鹿蝶": 6}
    assert read(pile("萩に猪 紅葉に鹿 芒に雁")) == {}


@pytest.mark.parametrize("missing", ["松に赤短", "梅に赤短", "桜に赤短", "牡丹に青短", "菊に青短", "紅葉に青短"])
def test_ribbons_lacking_one_are_one_colour_only(missing: str) -> None:
    six = pile("松に赤短 梅に赤短 桜に赤短 牡丹に青短 菊に青短 紅葉に青短")
    left = "青短" if missing.endswith("赤短") else "赤短"
    assert read([card for card in six if card.name_ja != missing]) == {left: 6, "タン": 1}


@pytest.mark.parametrize(
    ("of", "name_ja", "least"), [(TANE_CARDS, "タネ", 5), (TAN_CARDS, "タン", 5), (KASU_CARDS, "カス", 10)]
)
def test_counted_yaku_grow_by_a_point_a_card(of: frozenset[Card], name_ja: str, least: int) -> None:
    ordered = [card for card in CARDS if card in of]
    for number in range(len(ordered) + 1):
        expected = number - least + 1 if number >= least else None
        assert read(ordered[:number]).get(name_ja) == expected


def test_everything_together() -> None:
    # 五光 10, 花見, 月見, 鉄砲 5 each, 猪鹿蝶, 赤短, 青短, 六短 6 each, タネ of 9 cards 5, タン of 10 6, カス of 25 16
    assert points(CARDS) == 10 + 5 + 5 + 5 + 6 + 6 + 6 + 6 + 5 + 6 + 16 == 76


# What tables change


def test_without_sake_yaku_teppo_still_counts() -> None:
    assert read(pile("菊に盃 桜に幕 芒に月"), sake="off") == {"鉄砲": 5}
    assert read(pile("菊に盃 桜に幕"), sake="off") == {}


@pytest.mark.parametrize("card", sorted(card.name_ja for card in NOVEMBER))
def test_each_card_of_november_is_rain(card: str) -> None:
    assert read(pile("菊に盃 桜に幕"), sake="rain") == {"花見で一杯": 5}
    assert read(pile("菊に盃 桜に幕", card), sake="rain") == {}
    assert read(pile("菊に盃 桜に幕 芒に月", card), sake="rain") == {"鉄砲": 5}
    assert read(pile("菊に盃 桜に幕", card), sake="on") == {"花見で一杯": 5}


def test_six_ribbons_may_replace_the_red_and_the_blue() -> None:
    six = pile("松に赤短 梅に赤短 桜に赤短 牡丹に青短 菊に青短 紅葉に青短")
    assert read(six, ribbons_alone=True) == {"六短": 6, "タン": 2}
    assert read(six[:5], ribbons_alone=True) == {"赤短": 6, "タン": 1}


def test_teppo_may_replace_the_sake_yaku() -> None:
    assert read(pile("菊に盃 桜に幕 芒に月"), teppo_alone=True) == {"鉄砲": 5}
    assert read(pile("菊に盃 芒に月"), teppo_alone=True) == {"月見で一杯": 5}


def test_six_ribbons_and_teppo_may_not_be_played() -> None:
    six = pile("松に赤短 梅に赤短 桜に赤短 牡丹に青短 菊に青短 紅葉に青短")
    assert read(six, without=frozenset({"rokutan"})) == {"赤短": 6, "青短": 6, "タン": 2}
    sake = pile("菊に盃 桜に幕 芒に月")
    assert read(sake, without=frozenset({"teppo"})) == {"花見で一杯": 5, "月見で一杯": 5}
    assert read(sake, without=frozenset({"teppo"}), sake="off") == {}


def test_what_rain_takes_away_is_told() -> None:
    def away(*names: str, **rules: Any) -> list[str]:
        return [yaku.name_ja for yaku in rained_out(pile(*names), house_rules(**rules))]

    assert away("菊に盃 桜に幕 芒に月 柳に燕", sake="rain") == ["花見で一杯", "月見で一杯"]
    assert away("菊に盃 芒に月 柳に燕", sake="rain") == ["月見で一杯"]
    assert away("菊に盃 芒に月", sake="rain") == []
    assert away("菊に盃 芒に月 柳に燕", sake="on") == []
    assert away("菊に盃 桜に幕 芒に月 柳に燕", sake="rain", teppo_alone=True) == [], "鉄砲 stood for them already"


# What yaku bring along


def brought(*said: str, **rules: Any) -> tuple[set[str], dict[str, int]]:
    """The yaku that stand once these are said, and the counts that they need."""
    standing, counts = set(said), dict[str, int]()
    for _ in range(3):
        for each in together(house_rules(**rules)):
            if standing.issuperset(each.when):
                standing = (standing | set(each.brings)) - set(each.replaces)
                counts |= dict(each.counts)
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


def away(*names: str, gone: str = "", **rules: Any) -> dict[str, str]:
    found = one_away(pile(*names), house_rules(**rules), gone=pile(gone) if gone else ())
    return {yaku.name_ja: " ".join(card.name_ja for card in cards) for yaku, cards in found}


def test_two_lights_wait_for_either_of_the_others_but_not_the_rain_man() -> None:
    assert away("松に鶴 桐に鳳凰") == {"三光": "桜に幕 芒に月"}
    assert away("松に鶴 桜に幕") == {"三光": "芒に月 桐に鳳凰", "花見で一杯": "菊に盃"}
    assert away("松に鶴 柳に小野道風") == {}


def test_three_lights_wait_for_the_fourth_dry_or_wet() -> None:
    assert away("松に鶴 桜に幕 芒に月")["四光"] == "桐に鳳凰"
    assert away("松に鶴 桜に幕 芒に月")["雨四光"] == "柳に小野道風"


def test_the_cup_waits_for_the_curtain_and_for_the_moon() -> None:
    assert away("菊に盃") == {"花見で一杯": "桜に幕", "月見で一杯": "芒に月"}
    assert away("菊に盃 桜に幕") == {"月見で一杯": "芒に月", "鉄砲": "芒に月"}
    assert away("菊に盃", sake="off") == {}
    assert away("菊に盃 柳に燕", sake="rain") == {}


def test_what_lies_with_the_other_player_cannot_come() -> None:
    assert away("萩に猪 紅葉に鹿") == {"猪鹿蝶": "牡丹に蝶"}
    assert away("萩に猪 紅葉に鹿", gone="牡丹に蝶") == {}


def test_four_tane_wait_for_any_of_the_other_five() -> None:
    found = away("梅に鶯 藤に不如帰 菖蒲に八つ橋 芒に雁")
    assert found == {"タネ": "牡丹に蝶 萩に猪 菊に盃 紅葉に鹿 柳に燕"}


def test_what_stands_already_is_not_waited_for() -> None:
    assert "タネ" not in away("梅に鶯 藤に不如帰 菖蒲に八つ橋 芒に雁 柳に燕")
    assert one_away(CARDS, PLAIN) == ()


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
