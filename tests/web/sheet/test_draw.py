"""A game of Koi-Koi that ends level is a draw: no page, picture or file names a winner."""

from __future__ import annotations

from typing import Any

import pytest

from scoring.document import load, report
from tests.kit.web.page import Page
from tests.kit.web.reports import sent_to_bg_stats
from tests.web.conftest import Phone, Sitting


def half_a_year(phone: Phone, *players: str) -> Sitting:
    """Six months in which somebody called and nobody could stop: 50 to 50."""
    table = phone.sits_down(*players, game="koi-koi", length="half")
    for _ in range(6):
        table.enters({"lights": "0"})
        table.enters({"winner": "nobody", "calls-0": "1"})
    return table


@pytest.fixture
def drawn(phone: Phone) -> Sitting:
    return half_a_year(phone, "Ann", "Ben")


def result(page: Page) -> list[str]:
    """What the end says to the ear, and why the game is over."""
    section = page.root.one("section", class_="winner")
    return [section.one("strong").text, section.one("p", class_="quiet").text]


def stars(page: Page) -> int:
    return len([each for each in page.root.all() if "won" in each.classes])


def test_the_end_says_that_it_is_a_draw(drawn: Sitting) -> None:
    assert result(drawn.page) == ["A draw", "All 6 months have been played."]


def test_the_end_says_so_in_japanese(japanese: Phone) -> None:
    page = half_a_year(japanese, "あや", "けんじ").page
    assert result(page)[0] == "引き分け"
    assert page.root.one("section", class_="winner").one("b").text == "合計 50"
    assert "勝ち" not in page.root.one("section", class_="winner").text


@pytest.mark.parametrize("view", ["table", "flat", "seats/0"])
def test_no_view_of_the_table_names_a_winner(drawn: Sitting, view: str) -> None:
    page = drawn.phone.opens(f"{drawn.address}/{view}")
    assert page.status == 200
    assert "Ann and Ben" not in page.text
    assert "A draw" in page.text


def test_no_list_has_a_star_or_a_win(drawn: Sitting) -> None:
    phone = drawn.phone
    ben = next(link for link in phone.opens("/players").links() if "/players/" in link)
    for address in ("/", "/history", ben, f"/evenings/{drawn.id}"):
        page = phone.opens(address)
        assert (page.status, stars(page), "★" in page.text) == (200, 0, False), address
    assert "Won 0 of 1" in phone.opens(ben).text
    rows = phone.opens("/players/table").root.one("tbody").all("tr")
    assert [[cell.text for cell in row.all("th", "td")][:3] for row in rows] == [
        ["A Ann", "1", "0 0%"],
        ["B Ben", "1", "0 0%"],
    ]


def test_the_picture_of_an_evening_has_no_star(drawn: Sitting) -> None:
    half_a_year(drawn.phone, "Ann", "Ben")
    evening = drawn.phone.opens(f"/evenings/{drawn.id}/evening.svg").html
    assert ("★" in evening, evening.count("A draw")) == (False, 2)


def test_an_evening_shares_the_places_and_gives_nobody_a_win(drawn: Sitting) -> None:
    half_a_year(drawn.phone, "Ann", "Ben")
    page = drawn.phone.opens(f"/evenings/{drawn.id}")
    standing = [each.text for each in page.root.one("ol", class_="standings").all("li")]
    # Half a point for each of two games that were level.
    assert [line.split()[:3] for line in standing] == [["1", "A", "Ann"], ["1", "B", "Ben"]]
    assert all(line.endswith("2 games 1") for line in standing)
    assert "Koi-Koi: Ann 50 · Ben 50" in page.text


def test_files_and_programs_are_told_of_no_winner(drawn: Sitting) -> None:
    sheet = drawn.phone.api.sees(drawn.id)["report"]
    assert (sheet["over"], sheet["winners"]) == (True, [])
    document: Any = drawn.phone.opens(f"{drawn.address}/takuroku.json").json
    told: Any = report(load(document))
    assert (told["over"], told["winners"], [each["place"] for each in told["standings"]]) == (True, [], [1, 1])
    assert [(each["rank"], each["winner"]) for each in sent_to_bg_stats(drawn)["players"]] == [(1, False), (1, False)]


def test_the_last_month_asks_for_more_than_a_draw(phone: Phone) -> None:
    table = phone.sits_down("Ann", "Ben", game="koi-koi", length="half")
    for _ in range(5):
        table.enters({"lights": "0"})
        table.enters({"winner": "nobody", "calls-0": "1"})
    table.adjusts(0, 2, "lent")
    table.adjusts(1, -2, "lent")
    told = table.page.root.one("div", class_="chances")
    # 52 against 48; elsewhere it is added that a shared win counts as a win.
    assert [each.text for each in told.all("p")] == ["Ben wins with 3 points or more in June."]


def test_elsewhere_those_who_are_level_share_the_win(japanese: Phone) -> None:
    table = japanese.sits_down("あや", "けんじ", game="score-pad", rounds="1")
    page = table.enters({"points-0": "7", "points-1": "7"})
    assert result(page)[0] == "あやとけんじ 同点優勝"
