"""The flower cards are the 48 that lie in the box."""

from __future__ import annotations

from collections import Counter

import pytest

from scoring.decks.hanafuda import (
    BLUE_RIBBONS,
    BOAR,
    BUTTERFLIES,
    CARDS,
    CUP,
    CURTAIN,
    DEER,
    DRY_LIGHTS,
    KASU_CARDS,
    LIGHTS,
    MOON,
    NOVEMBER,
    RAIN_MAN,
    RED_RIBBONS,
    TAN_CARDS,
    TANE_CARDS,
    cards_of,
)


def test_there_are_four_cards_a_month_in_their_order() -> None:
    assert [card.code for card in CARDS] == [f"{month:02}-{place}" for month in range(1, 13) for place in (1, 2, 3, 4)]
    assert [card.month for card in CARDS] == [month for month in range(1, 13) for _ in range(4)]


@pytest.mark.parametrize(
    ("kind", "number"),
    # 5 lights, 9 tane with the cup, 10 tan, and 48 − 5 − 9 − 10 = 24 kasu
    [("light", 5), ("tane", 9), ("tan", 10), ("kasu", 24)],
)
def test_there_are_so_many_of_each_kind(kind: str, number: int) -> None:
    assert Counter(card.kind for card in CARDS)[kind] == number


def test_the_highest_card_of_a_month_comes_first() -> None:
    ranks = {"light": 0, "tane": 1, "tan": 2, "kasu": 3}
    for month in range(1, 13):
        kinds = [ranks[card.kind] for card in CARDS if card.month == month]
        assert kinds == sorted(kinds)


def test_the_cup_is_both_a_tane_and_a_kasu_and_no_other_card_is_two_things() -> None:
    assert (CUP.name_ja, CUP.kind, CUP in KASU_CARDS) == ("菊に盃", "tane", True)
    assert len(KASU_CARDS) == 25
    assert {card for card in KASU_CARDS if card.kind != "kasu"} == {CUP}


@pytest.mark.parametrize(
    ("cards", "names"),
    [
        (LIGHTS, "松に鶴 桜に幕 芒に月 柳に小野道風 桐に鳳凰"),
        (DRY_LIGHTS, "松に鶴 桜に幕 芒に月 桐に鳳凰"),
        (RED_RIBBONS, "松に赤短 梅に赤短 桜に赤短"),
        (BLUE_RIBBONS, "牡丹に青短 菊に青短 紅葉に青短"),
        (TAN_CARDS - RED_RIBBONS - BLUE_RIBBONS, "藤に短冊 菖蒲に短冊 萩に短冊 柳に短冊"),
        (NOVEMBER, "柳に小野道風 柳に燕 柳に短冊 柳のカス（鬼札）"),
        (TANE_CARDS, "梅に鶯 藤に不如帰 菖蒲に八つ橋 牡丹に蝶 萩に猪 芒に雁 菊に盃 紅葉に鹿 柳に燕"),
        (frozenset({BOAR, DEER, BUTTERFLIES}), "牡丹に蝶 萩に猪 紅葉に鹿"),
        (frozenset({CURTAIN, MOON, RAIN_MAN}), "桜に幕 芒に月 柳に小野道風"),
    ],
)
def test_the_cards_that_yaku_need_have_their_names(cards: frozenset, names: str) -> None:
    assert " ".join(card.name_ja for card in CARDS if card in cards) == names


def test_tan_are_the_red_the_blue_and_the_plain_ribbons() -> None:
    assert [len(each) for each in (RED_RIBBONS, BLUE_RIBBONS, TAN_CARDS)] == [3, 3, 10]
    assert RED_RIBBONS | BLUE_RIBBONS < TAN_CARDS


def test_every_card_has_a_name_of_its_own_in_both_languages() -> None:
    assert len({card.name_ja for card in CARDS}) == 48
    assert len({str(card.name) for card in CARDS}) == 48


FLOWERS = ["松", "梅", "桜", "藤", "菖蒲", "牡丹", "萩", "芒", "菊", "紅葉", "柳", "桐"]


def test_every_card_is_named_after_the_flower_of_its_month() -> None:
    assert {card.month for card in CARDS} == set(range(1, len(FLOWERS) + 1))
    for card in CARDS:
        assert card.name_ja.startswith(FLOWERS[card.month - 1])


def test_december_has_three_kasu_and_november_one() -> None:
    assert [sum(card.kind == "kasu" for card in CARDS if card.month == month) for month in (11, 12)] == [1, 3]


def test_cards_are_found_by_their_codes() -> None:
    assert cards_of(["11-1", "09-1"]) == {RAIN_MAN, CUP}
