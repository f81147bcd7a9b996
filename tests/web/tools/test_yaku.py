"""The yaku of a pile, told without a session: by page, by JSON, and what is refused."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import pytest

from tests.kit.web.page import Element, Page
from tests.web.conftest import Phone

SAKE = ("03-1", "08-1", "09-1")
"""Curtain, moon and cup."""
SIX_RIBBONS = ("01-2", "02-2", "03-2", "06-2", "09-2", "10-2")


def asked(*cards: str, ending: str = "", gone: Iterable[str] = (), **rules: Any) -> str:
    query = [*(f"card={code}" for code in cards), *(f"gone={code}" for code in gone)]
    return f"/tools/yaku{ending}?" + "&".join([*query, *(f"{name}={value}" for name, value in rules.items())])


def made(page: Page) -> list[str]:
    return [each.text for each in page.root.one("ul", class_="made").all("li")]


def away(page: Page) -> list[str]:
    return [each.text for each in page.root.one("ul", class_="away").all("li")]


def paid(page: Page) -> str:
    return page.root.one("p", class_="paid").one("strong").text


def tapped(page: Page) -> list[str]:
    return [each.get("value") for each in boxes(page) if each.has("checked")]


def boxes(page: Page) -> list[Element]:
    return page.root.all("input", type="checkbox")


def test_nothing_is_tapped_at_first(phone: Phone) -> None:
    page = phone.opens("/tools/yaku")
    assert page.status == 200
    assert (len(boxes(page)), tapped(page), made(page), paid(page)) == (48, [], [], "0")


# The sums are worked by hand from the table in the text; 7 and more is doubled.
@pytest.mark.parametrize(
    ("cards", "rules", "told", "pays"),
    [
        (("01-1", "03-1", "08-1"), {}, ["Three Brights 6"], "6"),
        (("01-1", "03-1", "08-1", "12-1"), {}, ["Four Brights 8"], "16"),
        (("01-1", "03-1", "11-1", "12-1"), {}, ["Rainy Four Brights 7"], "14"),
        (SAKE, {}, ["Hanami-zake 5", "Tsukimi-zake 5", "Teppo 5"], "30"),
        (SAKE, {"sake": "off"}, ["Teppo 5"], "5"),
        (SAKE, {"sake": "rain"}, ["Hanami-zake 5", "Tsukimi-zake 5", "Teppo 5"], "30"),
        (
            (*SAKE, "11-4"),
            {"sake": "rain"},
            ["Teppo 5", "Hanami-zake void by rain", "Tsukimi-zake void by rain"],
            "5",
        ),
        (SAKE, {"exclusive_teppo": "none"}, ["Hanami-zake 5", "Tsukimi-zake 5"], "20"),
        (SIX_RIBBONS, {"exclusive_ribbons": "none"}, ["Red ribbons 6", "Blue ribbons 6", "Tan 2"], "28"),
        (SAKE, {"exclusive_teppo": "on"}, ["Teppo 5"], "5"),
        (("06-1", "07-1", "10-1", "02-1", "09-1"), {}, ["Inoshikachō 6", "Tane 1"], "14"),
        (SIX_RIBBONS, {}, ["Red ribbons 6", "Blue ribbons 6", "Six ribbons 6", "Tan 2"], "40"),
        (SIX_RIBBONS, {"exclusive_ribbons": "on"}, ["Six ribbons 6", "Tan 2"], "16"),
        (("09-1", *(f"{month:02}-{place}" for month in (1, 2, 3, 4, 5) for place in (3, 4))), {}, ["Kasu 2"], "2"),
    ],
)
def test_a_pile_is_read(
    phone: Phone, cards: tuple[str, ...], rules: dict[str, Any], told: list[str], pays: str
) -> None:
    page = phone.opens(asked(*cards, **rules))
    assert page.status == 200
    assert sorted(tapped(page)) == sorted(cards)
    assert (made(page), paid(page)) == (told, pays)


def test_what_is_one_card_away_is_told_once_for_the_same_card(phone: Phone) -> None:
    page = phone.opens(asked("03-1", "08-1"))
    assert away(page) == [
        "1 away: Three Brights (pine with crane or paulownia with phoenix)",
        "1 away: Hanami-zake, Tsukimi-zake, Teppo (chrysanthemum with sake cup)",
    ]


def test_where_many_cards_would_do_none_is_named(phone: Phone) -> None:
    page = phone.opens(asked("02-1", "04-1", "05-1", "11-2"))
    assert away(page) == ["1 away: Tane"]


def test_the_house_rules_stay_chosen(phone: Phone) -> None:
    page = phone.opens(asked(*SAKE, sake="rain", exclusive_teppo="on"))
    chosen = {
        each.get("name"): each.get("value") for each in page.root.all("input", type="radio") if each.has("checked")
    }
    assert chosen == {"sake": "rain", "exclusive_ribbons": "off", "exclusive_teppo": "on"}


def test_the_board_of_a_month_is_told_the_same_as_json(phone: Phone) -> None:
    told = phone.opens(asked(*SAKE, ending=".json", gone=("12-1",))).json
    assert [(each["slug"], each["points"]) for each in told["yaku"]] == [("hanami", 5), ("tsukimi", 5), ("teppo", 5)]
    assert (told["cards"], told["paid"]) == (3, 30)
    assert "15 × 2" in told["working"]
    assert [each["cards"] for each in told["away"]] == [["01-1"]], "the phoenix lies in the other pile"


@pytest.mark.parametrize(
    ("query", "words"),
    [
        ("card=13-1", "There is no card “13-1”"),
        ("card=01-5", "There is no card “01-5”"),
        ("card=", "There is no card “”"),
        ("card=%3Cb%3E", "There is no card “<b>”"),
        ("card=" + "9" * 5000, "There is no card “999"),
        ("card=01-1&card=01-1", "You chose pine with crane twice, but there is only one."),
        ("gone=99", "There is no card “99”"),
        ("card=01-1&gone=01-1", "In both piles at once: pine with crane."),
        ("sake=tea", "“tea” can’t be chosen"),
        ("exclusive_teppo=2", "“2” can’t be chosen"),
    ],
)
@pytest.mark.parametrize("ending", ["", ".json"])
def test_what_cannot_be_is_refused_in_words(phone: Phone, query: str, words: str, ending: str) -> None:
    page = phone.opens(f"/tools/yaku{ending}?{query}")
    assert page.status == 422
    said = page.json["problems"] if ending else page.alerts
    assert len(said) == 1
    assert words in said[0]
    assert len(said[0]) < 200


def test_what_is_wrong_leaves_the_rest_of_the_board_tapped(phone: Phone) -> None:
    page = phone.opens(asked(*SAKE, "99-9"))
    assert (page.status, sorted(tapped(page))) == (422, sorted(SAKE))


def test_it_keeps_nothing_and_is_found_from_the_home_page(phone: Phone) -> None:
    assert "/tools/yaku" in phone.opens("/").links()
    phone.opens(asked(*SAKE))
    assert phone.opens("/history").root.all("li", class_="item") == []
