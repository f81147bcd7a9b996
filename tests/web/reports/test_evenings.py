"""Evenings as pages: the standing across games, the lines and the picture to send."""

from __future__ import annotations

from xml.etree import ElementTree

import pytest
from flask import Flask

from tests.kit.web.page import Page
from tests.kit.web.reports import keeper_of
from tests.web.conftest import Phone, Sitting, borrowed
from web.sheet.colours import INKS

SVG = "{http://www.w3.org/2000/svg}"


def plays(phone: Phone, *players: str) -> Sitting:
    """A game of Oh Hell with one deal: the first player has 11, the second 0, the third 10 points."""
    table = phone.sits_down(*players, top_hand="3")
    deal = {"step": "bids", "bids": [1, 1, 0]}, {"step": "tricks", "tricks": [1, 2, 0]}
    phone.api.enters(table.id, *deal, {"step": "end"})
    return table


def on(app: Flask, table: Sitting, began: str, ended: str) -> None:
    with borrowed(app) as db:
        db.execute("UPDATE session SET created_at = ? WHERE id = ?", (began, table.id))
        db.execute("UPDATE session SET updated_at = ? WHERE id = ?", (ended, table.id))


@pytest.fixture
def night(app: Flask, phone: Phone) -> list[Sitting]:
    """Two games of three around midnight in UTC, and one of two of them the day before."""
    tables = [
        plays(phone, "Ann", "Ben", "Chika"),
        plays(phone, "Ben", "Ann", "Chika"),
        plays(phone, "Ann", "Ben", "Dan"),
    ]
    on(app, tables[0], "2026-03-07T22:00:00Z", "2026-03-07T23:30:00Z")
    on(app, tables[1], "2026-03-08T00:30:00Z", "2026-03-08T02:00:00Z")
    on(app, tables[2], "2026-03-06T20:00:00Z", "2026-03-06T21:00:00Z")
    return tables


def standing(page: Page) -> list[list[str]]:
    return [
        [each.one("span", class_=part).text for part in ("rank", "name", "total")]
        for each in page.root.one("ol", class_="standings").all("li")
    ]


def games(page: Page) -> list[str]:
    return [each.all("a")[0].get("href") for each in page.root.all("li", class_="item")]


def picture(phone: Phone, address: str) -> ElementTree.Element:
    page = phone.opens(address)
    assert (page.status, page.mimetype) == (200, "image/svg+xml")
    assert page.headers["Content-Security-Policy"] == "default-src 'none'"
    assert page.headers["Cache-Control"] == "private, no-cache"
    return ElementTree.fromstring(page.html)


def said(drawing: ElementTree.Element) -> list[str]:
    return ["".join(each.itertext()) for each in drawing.findall(f".//{SVG}text")]


def test_an_evening_is_found_from_each_of_its_sessions(phone: Phone, night: list[Sitting]) -> None:
    first, second, day_before = night
    for table in (first, second):
        assert games(phone.opens(f"/evenings/{table.id}")) == [first.address, second.address]
    assert games(phone.opens(f"/evenings/{day_before.id}")) == [day_before.address]


def test_the_standing_adds_up_places(phone: Phone, night: list[Sitting]) -> None:
    """Ann is first and last, Ben last and first, Chika twice between: two points each."""
    page = phone.opens(f"/evenings/{night[0].id}")
    assert standing(page) == [
        ["1", "Ann 2 games · 1 won", "2"],
        ["1", "Ben 2 games · 1 won", "2"],
        ["1", "Chika 2 games", "2"],
    ]


def test_one_game_has_no_standing_across_games(phone: Phone, night: list[Sitting]) -> None:
    page = phone.opens(f"/evenings/{night[2].id}")
    assert page.root.all("ol", class_="standings") == []
    assert "Ann 11" in page.text


def test_a_running_game_is_listed_and_counts_nothing(app: Flask, phone: Phone, night: list[Sitting]) -> None:
    running = phone.sits_down("Ann", "Ben", "Chika")
    on(app, running, "2026-03-08T03:00:00Z", "2026-03-08T03:00:00Z")
    page = phone.opens(f"/evenings/{night[0].id}")
    assert games(page)[-1] == running.address
    assert [line[2] for line in standing(page)] == ["2", "2", "2"]


def test_a_long_night_is_followed_to_its_ends(app: Flask, phone: Phone) -> None:
    tables = [plays(phone, "Ann", "Ben", "Chika") for _ in range(6)]
    for number, table in enumerate(tables):
        on(app, table, f"2026-03-07T{4 * number:02}:00:00Z", f"2026-03-07T{4 * number:02}:10:00Z")
    for table in tables:
        assert len(games(phone.opens(f"/evenings/{table.id}"))) == 6


def test_an_evening_with_nothing_but_a_game_that_cannot_be_read_is_shown(app: Flask, phone: Phone) -> None:
    table = phone.sits_down()
    with borrowed(app) as db:
        db.execute("UPDATE session SET game = 'tarot' WHERE id = ?", (table.id,))
    assert phone.opens(f"/evenings/{table.id}").status == 200


def test_a_game_that_was_put_away_is_of_no_evening(phone: Phone, night: list[Sitting]) -> None:
    first, second, _ = night
    with borrowed(phone.client.application) as db:
        db.execute("UPDATE session SET discarded_at = '2026-03-09T00:00:00Z' WHERE id = ?", (second.id,))
    assert games(phone.opens(f"/evenings/{first.id}")) == [first.address]
    assert phone.opens(f"/evenings/{second.id}").status == 404


def archives(phone: Phone, *tables: Sitting) -> None:
    for table in tables:
        phone.follows(phone.sends(table.behind("archive").form("/archive")))


def test_an_archived_game_was_played_all_the_same(phone: Phone, night: list[Sitting]) -> None:
    """It counts in its evening; an evening that is archived as a whole is no longer listed."""
    first, second, day_before = night
    archives(phone, second, day_before)
    assert games(phone.opens(f"/evenings/{first.id}")) == [first.address, second.address]
    page = phone.opens("/evenings")
    assert games(page) == [f"/evenings/{first.id}"]
    assert "Oh Hell ×2" in page.text
    assert phone.opens(f"/evenings/{day_before.id}").status == 200


def days(phone: Phone, app: Flask, *dates: str) -> list[str]:
    """A game on each of these days at eight in the evening, and the addresses of their evenings."""
    found = []
    for date in dates:
        table = plays(phone, "Ann", "Ben", "Chika")
        on(app, table, f"{date}T20:00:00Z", f"{date}T21:00:00Z")
        found.append(f"/evenings/{table.id}")
    return found


def link(page: Page, text: str) -> str:
    (found,) = [each.get("href") for each in page.root.all("a") if each.text == text]
    return found


def test_evenings_are_read_page_by_page_to_the_first_one(
    app: Flask, monkeypatch: pytest.MonkeyPatch, phone: Phone
) -> None:
    monkeypatch.setattr("web.pages.scorebook.evenings.EVENINGS_PER_PAGE", 2)
    played = days(phone, app, *(f"2026-03-{day:02}" for day in (1, 2, 3, 30, 31)))
    first = phone.opens("/evenings")
    assert games(first) == [played[4], played[3]]
    second = phone.opens(link(first, "Older"))
    assert games(second) == [played[2], played[1]]
    third = phone.opens(link(second, "Older"))
    assert games(third) == [played[0]]
    assert "Older" not in [each.text for each in third.root.all("a")]
    assert games(phone.opens(link(third, "Newer"))) == [played[2], played[1]]
    assert games(phone.opens(link(second, "Newer"))) == [played[4], played[3]]


def test_a_month_a_game_and_a_player_are_chosen(app: Flask, phone: Phone) -> None:
    """Months are the reader's: the last day of February at eight in UTC is in March in Tokyo."""
    february, march = days(phone, app, "2026-02-28", "2026-03-01")
    assert games(phone.opens("/evenings?month=2026-02")) == [february]
    assert games(phone.opens("/evenings?month=2026-03")) == [march]
    assert games(phone.opens("/evenings?month=2026-03&zone=Asia/Tokyo")) == [march, february]
    assert games(phone.opens("/evenings?game=oh-hell&player=Ann")) == [march, february]
    assert phone.opens("/evenings?month=x").status == 422
    for nothing in ("month=2025-01", "game=wizard", "player=Dan"):
        page = phone.opens(f"/evenings?{nothing}")
        assert (games(page), "No matches. Try fewer filters." in page.text) == ([], True)
    assert games(phone.opens("/evenings?before=x&after=9999-99-99")) == [march, february]


def test_two_names_of_one_person_are_one_of_the_evening(app: Flask, phone: Phone) -> None:
    """Ann wins the one game, Annie the other: 2 points each, 4 together."""
    tables = [plays(phone, "Ann", "Ben", "Chika"), plays(phone, "Annie", "Ben", "Chika")]
    with keeper_of(phone) as book:
        people = {each.name: each.id for each in book.people()}
        book.merge_players(people["Annie"], into=people["Ann"], at="2026-03-09T00:00:00Z")
    page = phone.opens(f"/evenings/{tables[1].id}")
    assert standing(page) == [["1", "Ann 2 games · 2 won", "4"], ["2", "Chika 2 games", "2"], ["3", "Ben 2 games", "0"]]
    assert "Annie" not in page.text


def test_players_have_the_colours_they_were_given(app: Flask, phone: Phone, night: list[Sitting]) -> None:
    with keeper_of(phone) as book:
        people = {each.name: each.id for each in book.people()}
        for name, colour in (("Ann", 2), ("Ben", 4), ("Chika", 7)):
            book.paint_player(people[name], colour=colour)
    lines = phone.opens(f"/evenings/{night[0].id}").root.one("ol", class_="standings").all("li")
    assert [line.get("class").split() for line in lines] == [
        ["seat-2", "first"],
        ["seat-4", "first"],
        ["seat-7", "first"],
    ]
    drawing = picture(phone, f"/evenings/{night[0].id}/evening.svg")
    assert [each.get("fill") for each in drawing.findall(f"{SVG}circle") if each.get("r") == "12"] == [
        INKS[2],
        INKS[4],
        INKS[7],
    ]


def test_the_evenings_are_listed_newest_first(phone: Phone, night: list[Sitting]) -> None:
    page = phone.opens("/evenings")
    assert games(page) == [f"/evenings/{night[0].id}", f"/evenings/{night[2].id}"]
    assert "Oh Hell ×2" in page.text
    assert "/evenings" in phone.opens("/history").links()
    assert f"/evenings/{night[0].id}" in night[0].page.links()


@pytest.mark.parametrize(
    ("zone", "date"),
    [
        ("", "March 7, 2026"),
        ("Asia/Tokyo", "March 8, 2026"),
        ("America/New_York", "March 7, 2026"),
        ("Asia", "March 7, 2026"),
        ("../../etc/passwd", "March 7, 2026"),
        ("Asia/Tokyo\0", "March 7, 2026"),
    ],
)
def test_the_day_is_that_of_the_reader(phone: Phone, night: list[Sitting], zone: str, date: str) -> None:
    """The evening began at 22:00 in UTC: in Tokyo that is the morning of the day after."""
    address = f"/evenings/{night[0].id}"
    assert phone.opens(address, query_string={"zone": zone}).heading == date
    if zone.isprintable():
        phone.client.set_cookie("zone", zone)
        assert phone.opens(address).heading == date, "it comes with a cookie too"


def test_the_recap_can_be_read_and_copied_without_script(phone: Phone, night: list[Sitting]) -> None:
    page = phone.opens(f"/evenings/{night[0].id}")
    (recap,) = page.root.all("textarea")
    lines = [
        "Takuroku · March 7, 2026",
        "Oh Hell: ★ Ann 11 · Chika 10 · Ben 0",
        "Oh Hell: ★ Ben 11 · Chika 10 · Ann 0",
        "",
        "Place points",
        "1. Ann 2",
        "1. Ben 2",
        "1. Chika 2",
    ]
    (button,) = [each for each in page.root.all("button") if each.has("data-share")]
    assert button.get("data-share").split("\n") == lines
    assert recap.has("readonly")
    assert recap.text.split() == "\n".join(lines).split()


def test_the_recap_is_in_the_readers_language(japanese: Phone) -> None:
    table = plays(japanese, "Ann", "Ben", "千夏")
    plays(japanese, "Ann", "Ben", "千夏")
    page = japanese.opens(f"/evenings/{table.id}")
    assert "順位点" in page.text
    assert "オーヘル：★ Ann 11" in page.text


def test_the_picture_has_the_standing_and_the_winners(phone: Phone, night: list[Sitting]) -> None:
    drawing = picture(phone, f"/evenings/{night[0].id}/evening.svg")
    assert (drawing.get("width"), drawing.get("height")) == ("1200", "630")
    words = said(drawing)
    assert {"March 7, 2026", "★ Ann", "★ Ben", "Chika"} <= set(words)
    shown = phone.opens(f"/evenings/{night[0].id}").root.one("img")
    assert (shown.get("src"), shown.get("height")) == (f"/evenings/{night[0].id}/evening.svg", "630")
    assert shown.get("alt").startswith("Takuroku · March 7, 2026")


def test_the_picture_of_one_game_has_its_totals(phone: Phone, night: list[Sitting]) -> None:
    words = said(picture(phone, f"/evenings/{night[2].id}/evening.svg"))
    assert [words[place + 1] for place, word in enumerate(words) if word in ("Ann", "Dan", "Ben")] == ["11", "10", "0"]


def test_names_in_a_picture_are_only_names_and_long_ones_are_cut(phone: Phone) -> None:
    names = ("<script>&amp;\"'", "Wolfeschlegelsteinhausenberger", "ベンジャミン・フランクリン・ジュニア")
    table = plays(phone, *names)
    plays(phone, *names)
    drawing = picture(phone, f"/evenings/{table.id}/evening.svg")
    words = said(drawing)
    assert any(word.startswith("<script>&a") for word in words)
    assert not drawing.findall(f".//{SVG}script")
    assert any(word.startswith("Wolfe") and word.endswith("…") for word in words)
    assert any(word.startswith("ベンジャミン") and word.endswith("…") for word in words)


@pytest.fixture
def split(app: Flask, phone: Phone) -> None:
    """Two tables at once on 7 March and a third in that night; 14 March; in the night to 1 April; 20 April."""
    for began, ended, players in (
        ("2026-03-07T19:00:00Z", "2026-03-07T20:00:00Z", ("Ann", "Ben", "Chika")),
        ("2026-03-07T19:50:00Z", "2026-03-07T21:00:00Z", ("Dan", "Eva", "Fritz")),
        ("2026-03-08T04:30:00Z", "2026-03-08T05:00:00Z", ("Gerd", "Hilde", "Ida")),
        ("2026-03-14T20:00:00Z", "2026-03-14T21:00:00Z", ("Ann", "Ben", "Chika")),
        ("2026-04-01T02:00:00Z", "2026-04-01T03:00:00Z", ("Ann", "Ben", "Chika")),
        ("2026-04-20T20:00:00Z", "2026-04-20T21:00:00Z", ("Ann", "Ben", "Chika")),
    ):
        on(app, plays(phone, *players), began, ended)


@pytest.mark.usefixtures("split")
def test_a_year_counts_the_days_on_which_an_evening_began(phone: Phone) -> None:
    """The day turns at six, where the reader is. In UTC: 7, 14, 31 March, 20 April. In Tokyo, nine hours later, it was
    4:00, 4:50 and 13:30 on 8 March, 5:00 on the 15th, 11:00 on 1 April, 5:00 on the 21st: 7, 8, 14 March, 1, 20 April.
    """
    for zone, days, months in (("UTC", "4", ["Mar: 3", "Apr: 1"]), ("Asia/Tokyo", "5", ["Mar: 3", "Apr: 2"])):
        page = phone.opens(f"/review/2026?zone={zone}")
        figures = {each.one("dt").text: each.one("dd").text for each in page.root.one("dl").all("div")}
        assert (figures["Games"], figures["Evenings played"]) == ("6", days)
        assert [each.text for each in page.root.all("a") if "month=" in each.get("href")] == months
        assert days in said(picture(phone, f"/review/2026/year.svg?zone={zone}"))


@pytest.mark.usefixtures("split")
def test_two_evenings_of_one_date_have_their_time_in_the_list(phone: Phone) -> None:
    listed = [each.one("span", class_="what").text for each in phone.opens("/evenings").root.all("li", class_="item")]
    assert listed == [
        "April 20, 2026",
        "April 1, 2026",
        "March 14, 2026",
        "March 8, 2026",
        "March 7, 2026 7:50 PM UTC",
        "March 7, 2026 7:00 PM UTC",
    ]
