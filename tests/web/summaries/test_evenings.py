"""Evenings as pages: the standing across games, the lines and the picture to send."""

from __future__ import annotations

import re
from typing import Any
from xml.etree import ElementTree

import pytest

from store.players.profiles import describe_player
from tests.kit.for_each import for_each
from tests.kit.web import reports
from tests.kit.web.page import Page
from tests.kit.web.reports import keeper_of, merges, numbers_of, rewrites
from tests.web.conftest import TRIO, Phone, Sitting
from web.sheet.scorecard import INKS

SVG = "{http://www.w3.org/2000/svg}"


def plays(phone: Phone, *games: tuple[str, str, tuple[str, ...]]) -> list[Sitting]:
    """Games of one deal, each with when it began, when it ended and who played, see `reports.plays`."""
    tables = [reports.plays(phone, *players) for *_when, players in games]
    for table, (began, ended, _) in zip(tables, games, strict=True):
        rewrites(table, created_at=began, updated_at=ended)
    return tables


def days(phone: Phone, *dates: str) -> list[str]:
    """A game on each of these days at eight in the evening, and the addresses of their evenings."""
    tables = plays(phone, *((f"{date}T20:00:00Z", f"{date}T21:00:00Z", TRIO) for date in dates))
    return [f"/evenings/{table.id}" for table in tables]


@pytest.fixture
def night(phone: Phone) -> list[Sitting]:
    """Two games of three around midnight in UTC, and one of two of them the day before."""
    return plays(
        phone,
        ("2026-03-07T22:00:00Z", "2026-03-07T23:30:00Z", TRIO),
        ("2026-03-08T00:30:00Z", "2026-03-08T02:00:00Z", ("Ben", "Ann", "Chika")),
        ("2026-03-06T20:00:00Z", "2026-03-06T21:00:00Z", ("Ann", "Ben", "Dan")),
    )


def standing(page: Page) -> list[list[str]]:
    return [
        [each.one("span", class_=part).text for part in ("rank", "name", "total")]
        for each in page.root.one("ol", class_="standings").all("li")
    ]


def dates(page: Page) -> list[str]:
    """What the list of evenings calls them."""
    return [each.one("span", class_="what").text for each in page.root.all("li", class_="item")]


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
    first, second, day_before = (table.address for table in night)
    found = [games(phone.opens(f"/evenings/{table.id}")) for table in night]
    assert found == [[first, second], [first, second], [day_before]]


def test_the_standing_adds_up_places_of_what_is_over(phone: Phone, night: list[Sitting]) -> None:
    """Ann is first and last, Ben last and first, Chika twice between: two points each. A running game is listed."""
    running = phone.sits_down()
    rewrites(running, created_at="2026-03-08T03:00:00Z", updated_at="2026-03-08T03:00:00Z")
    page = phone.opens(f"/evenings/{night[0].id}")
    assert games(page)[-1] == running.address
    assert standing(page) == [
        ["1", "Ann 2 games · 1 won", "2"],
        ["1", "Ben 2 games · 1 won", "2"],
        ["1", "Chika 2 games", "2"],
    ]
    alone = phone.opens(f"/evenings/{night[2].id}")
    assert (alone.root.all("ol", class_="standings"), "Ann 11" in alone.text) == ([], True), "one game has none"


def test_together_nobody_is_ahead_of_an_evening(phone: Phone) -> None:
    """Ann beats Ben twice; then they lose together, win together, and Ann plays alone."""
    for entry in ({"points-0": "9", "points-1": "5"},) * 2:
        phone.sits_down("Ann", "Ben", game="score-pad", rounds="1").enters(entry)
    for outcome in ("lost", "won"):
        table = phone.sits_down("Ann", "Ben", game="score-pad", rounds="1", result="together")
        table.enters({"outcome": outcome})
    phone.sits_down("Ann", game="score-pad", rounds="1").enters({"points-0": "100"})
    assert re.findall(r"(\w+) (\d) won", phone.opens("/evenings").text) == [("Ann", "2")]
    page = phone.opens(f"/evenings/{table.id}")
    assert len(games(page)) == 5
    # What a game without points says is how it ended.
    assert page.reads("span.people")[2:4] == ["A B Ann & Ben lost", "A B Ann & Ben won"]
    assert standing(page) == [["1", "Ann 2 games · 2 won", "2"], ["2", "Ben 2 games", "0"]]
    player = phone.opens(f"/players/{numbers_of(phone)['Ann']}")
    assert "5 finished games" in player.text
    assert "Alone or together: 3 games · 1 won together" in player.text


def test_a_long_night_is_followed_to_its_ends(phone: Phone) -> None:
    day = "2026-03-07T"
    tables = plays(phone, *((f"{day}{hour:02}:00:00Z", f"{day}{hour:02}:10:00Z", TRIO) for hour in range(0, 24, 4)))
    assert [len(games(phone.opens(f"/evenings/{table.id}"))) for table in tables] == [6] * 6


def test_an_evening_with_nothing_but_a_game_that_cannot_be_read_is_shown(phone: Phone) -> None:
    table = phone.sits_down()
    rewrites(table, game="tarot")
    assert phone.opens(f"/evenings/{table.id}").status == 200


def test_a_game_that_was_put_away_is_of_no_evening(phone: Phone, night: list[Sitting]) -> None:
    first, second, _ = night
    rewrites(second, deleted_at="2026-03-09T00:00:00Z")
    assert games(phone.opens(f"/evenings/{first.id}")) == [first.address]
    assert phone.opens(f"/evenings/{second.id}").status == 404


def test_an_archived_game_was_played_all_the_same(phone: Phone, night: list[Sitting]) -> None:
    """It counts in its evening; an evening that is archived as a whole is no longer listed."""
    first, second, day_before = night
    for table in (second, day_before):
        phone.follows(phone.sends(table.behind("archive").form("/archive")))
    assert games(phone.opens(f"/evenings/{first.id}")) == [first.address, second.address]
    page = phone.opens("/evenings")
    assert (games(page), "Oh Hell ×2" in page.text) == ([f"/evenings/{first.id}"], True)
    assert phone.opens(f"/evenings/{day_before.id}").status == 200


def test_a_game_that_does_not_count_is_listed_and_marked_but_in_no_standing(phone: Phone, night: list[Sitting]) -> None:
    first, second, _ = night
    about = second.behind("about")
    assert not about.root.one("input", name="excluded").has("checked")
    there = phone.follows(phone.sends(about.form("/about"), {"note": "Wrong hands", "excluded": "yes"}))
    assert there.reads("section[@id='about'] p") == ["Wrong hands", "does not count"]
    evening = phone.opens(f"/evenings/{first.id}")
    assert (games(evening), evening.root.all("ol", class_="standings")) == ([first.address, second.address], [])
    text = evening.root.one("textarea").text
    assert ("Oh Hell (does not count)" in text, "Place points" in text) == (True, False)
    assert said(picture(phone, f"/evenings/{first.id}/evening.svg"))[-2:] == ["Oh Hell", "does not count"]
    listed = phone.opens("/history").root.all("li", class_="played")
    assert ["does not count" in each.text for each in listed] == [True, False, False]
    assert [row[12] for row in reports.results_of(phone)] == ["Counts", *["No"] * 3, *["Yes"] * 6]
    assert "does not count" in second.more.text
    # Unticked, it counts again.
    phone.sends(second.behind("about").form("/about"), {"excluded": None})
    assert len(standing(phone.opens(f"/evenings/{first.id}"))) == 3


def test_evenings_are_read_page_by_page_to_the_first_one(monkeypatch: pytest.MonkeyPatch, phone: Phone) -> None:
    monkeypatch.setattr("web.pages.scorebook.history.EVENINGS_PER_PAGE", 2)
    first, second, third, fourth, fifth = days(phone, *(f"2026-03-{day:02}" for day in (1, 2, 3, 30, 31)))
    address, walked = "/evenings", []
    for way in ("Older", "Older", "Newer", "Newer", "Older"):
        page = phone.opens(address)
        ways = {each.text: each.get("href") for each in page.root.all("a") if each.text in ("Older", "Newer")}
        walked.append((games(page), [*ways]))
        address = ways[way]
    newest, middle = ([fifth, fourth], ["Older"]), ([third, second], ["Newer", "Older"])
    assert walked == [newest, middle, ([first], ["Newer"]), middle, newest]


@for_each(
    "query, found",
    [
        ("month=2026-02", ["february"]),
        ("month=2026-03", ["march"]),
        # Months are the reader's: the last day of February at eight in UTC is after six in March in Auckland, in Tokyo
        # before.
        ("month=2026-03&zone=Pacific/Auckland", ["march", "february"]),
        ("month=2026-03&zone=Asia/Tokyo", ["march"]),
        ("game=oh-hell&player=Ann", ["march", "february"]),
        *((query, []) for query in ("month=2025-01", "game=wizard", "player=Dan")),
        ("before=x&after=9999-99-99", ["march", "february"]),
        ("month=x", None),
    ],
)
def test_a_month_a_game_and_a_player_are_chosen(
    phone: Phone, two_months: dict[str, str], query: str, found: list[str] | None
) -> None:
    page = phone.opens(f"/evenings?{query}")
    assert page.status == (422 if found is None else 200)
    assert found is None or games(page) == [two_months[month] for month in found]
    assert ("No matches." in page.text) == (found == [])


@pytest.fixture
def two_months(phone: Phone) -> dict[str, str]:
    return dict(zip(("february", "march"), days(phone, "2026-02-28", "2026-03-01"), strict=True))


def test_two_names_of_one_person_are_one_of_the_evening(phone: Phone) -> None:
    """Ann wins the one game, Annie the other: 2 points each, 4 together."""
    reports.plays(phone, *TRIO)
    other = reports.plays(phone, "Annie", "Ben", "Chika")
    merges(phone, "Annie", into="Ann")
    page = phone.opens(f"/evenings/{other.id}")
    assert standing(page) == [["1", "Ann 2 games · 2 won", "4"], ["2", "Chika 2 games", "2"], ["3", "Ben 2 games", "0"]]
    assert "Annie" not in page.text


def test_players_have_the_colours_they_were_given(phone: Phone, night: list[Sitting]) -> None:
    chosen = {"Ann": 2, "Ben": 4, "Chika": 7}
    with keeper_of(phone) as book:
        for name, colour in chosen.items():
            describe_player(book, numbers_of(phone)[name], colour=colour)
    lines = phone.opens(f"/evenings/{night[0].id}").root.one("ol", class_="standings").all("li")
    assert [line.classes for line in lines] == [[f"seat-{colour}", "first"] for colour in chosen.values()]
    faces = picture(phone, f"/evenings/{night[0].id}/evening.svg").findall(f"{SVG}circle")
    assert [each.get("fill") for each in faces if each.get("r") == "12"] == [INKS[each] for each in chosen.values()]


def test_the_evenings_are_listed_newest_first(phone: Phone, night: list[Sitting]) -> None:
    page = phone.opens("/evenings")
    assert (games(page), "Oh Hell ×2" in page.text) == ([f"/evenings/{night[0].id}", f"/evenings/{night[2].id}"], True)
    assert "/evenings" in phone.opens("/history").links()
    assert games(page)[0] in night[0].page.links()


@for_each(
    "zone, date",
    [
        *((zone, "March 7, 2026") for zone in ("", "America/New_York", "Asia", "../../etc/passwd", "Asia/Tokyo\0")),
        # The evening began at 22:00 in UTC: in Tokyo that is the morning of the day after.
        ("Asia/Tokyo", "March 8, 2026"),
    ],
)
def test_the_day_is_that_of_the_reader(phone: Phone, night: list[Sitting], zone: str, date: str) -> None:
    address = f"/evenings/{night[0].id}"
    assert phone.opens(address, query_string={"zone": zone}).heading == date
    if zone.isprintable():
        phone.client.set_cookie("zone", zone)
        assert phone.opens(address).heading == date, "it comes with a cookie too"


def test_the_recap_can_be_read_and_copied_without_script(phone: Phone, night: list[Sitting]) -> None:
    page = phone.opens(f"/evenings/{night[0].id}")
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
    (shared,) = [each.get("data-share") for each in page.root.all("button") if each.has("data-share")]
    assert shared.split("\n") == lines
    recap = page.root.one("textarea")
    assert (recap.has("readonly"), recap.text.split()) == (True, "\n".join(lines).split())


def test_the_recap_is_in_the_readers_language(japanese: Phone) -> None:
    *_, table = (reports.plays(japanese, "Ann", "Ben", "千夏") for _ in range(2))
    told = japanese.opens(f"/evenings/{table.id}").text
    assert ("順位点" in told, "オーヘル：★ Ann 11" in told) == (True, True)


def test_the_picture_has_the_standing_and_the_winners(phone: Phone, night: list[Sitting]) -> None:
    address = f"/evenings/{night[0].id}/evening.svg"
    drawing = picture(phone, address)
    assert (drawing.get("width"), drawing.get("height")) == ("1200", "630")
    assert {"March 7, 2026", "★ Ann", "★ Ben", "Chika"} <= {*said(drawing)}
    shown = phone.opens(f"/evenings/{night[0].id}").root.one("img")
    assert (shown.get("src"), shown.get("height")) == (address, "630")
    assert shown.get("alt").startswith("Takuroku · March 7, 2026")
    # Of one game the totals.
    words = said(picture(phone, f"/evenings/{night[2].id}/evening.svg"))
    assert [words[place + 1] for place, word in enumerate(words) if word in ("Ann", "Dan", "Ben")] == ["11", "10", "0"]


@pytest.mark.parametrize(
    ("rules", "entry", "shown"),
    [
        (
            {"game": "score-pad", "rounds": "1", "result": "together"},
            {"outcome": "lost"},
            ["", "Ann & Ben & Chika", "lost"],
        ),
        # One is alone in each game, and both have reached the one win.
        (
            {"game": "boo-ray", "wins": "1"},
            {"games-0": "kalo", "games-1": "low-shit"},
            ["1", "Ann", "1 win", "1", "Ben", "1 win", "3", "Chika", "0 wins"],
        ),
    ],
    ids=["lost together", "decided by wins"],
)
def test_one_game_in_the_picture_says_what_decided_it(
    phone: Phone, rules: dict[str, Any], entry: dict[str, str], shown: list[str]
) -> None:
    table = phone.sits_down("Ann", "Ben", "Chika", **rules)
    table.enters(entry)
    assert said(picture(phone, f"/evenings/{table.id}/evening.svg"))[-len(shown) :] == shown


def test_names_in_a_picture_are_only_names_and_long_ones_are_cut(phone: Phone) -> None:
    names = ("<script>&amp;\"'", "Wolfeschlegelsteinhausenberger", "ベンジャミン・フランクリン・ジュニア")
    *_, table = (reports.plays(phone, *names) for _ in range(2))
    drawing = picture(phone, f"/evenings/{table.id}/evening.svg")
    assert not drawing.findall(f".//{SVG}script")
    for begins, ends in (("<script>&a", ""), ("Wolfe", "…"), ("ベンジャミン", "…")):
        assert any(word.startswith(begins) and word.endswith(ends) for word in said(drawing)), begins


def test_a_year_counts_evenings_by_the_readers_day_and_two_of_one_date_have_their_time(phone: Phone) -> None:
    """The day turns at six, where the reader is. In UTC: 7, 14, 31 March, 20 April. In Tokyo, nine hours later, it was
    4:00, 4:50 and 13:30 on 8 March, 5:00 on the 15th, 11:00 on 1 April, 5:00 on the 21st: 7, 8, 14 March, 1, 20 April.
    """
    plays(
        phone,
        # Two tables at once and a third in that night.
        ("2026-03-07T19:00:00Z", "2026-03-07T20:00:00Z", TRIO),
        ("2026-03-07T19:50:00Z", "2026-03-07T21:00:00Z", ("Dan", "Eva", "Fritz")),
        ("2026-03-08T04:30:00Z", "2026-03-08T05:00:00Z", ("Gerd", "Hilde", "Ida")),
        ("2026-03-14T20:00:00Z", "2026-03-14T21:00:00Z", TRIO),
        ("2026-04-01T02:00:00Z", "2026-04-01T03:00:00Z", TRIO),
        ("2026-04-20T20:00:00Z", "2026-04-20T21:00:00Z", TRIO),
    )
    for zone, days, months in (("UTC", "4", ["Mar: 3", "Apr: 1"]), ("Asia/Tokyo", "5", ["Mar: 3", "Apr: 2"])):
        page = phone.opens(f"/review/2026?zone={zone}")
        figures = {each.one("dt").text: each.one("dd").text for each in page.root.one("dl").all("div")}
        assert (figures["Games"], figures["Evenings played"]) == ("6", days)
        links = [each for each in page.root.all("a") if "month=" in each.get("href")]
        assert [each.text for each in links] == months
        phone.client.set_cookie("zone", zone)
        for link, month in zip(links, months, strict=True):
            there = phone.opens(link.get("href"))
            listed_days = {re.sub(r"(?<=\d{4}) .*", "", each) for each in dates(there)}
            assert (len(there.root.one("main").all("h2")), f"{month[:3]}: {len(listed_days)}") == (1, month)
        assert days in said(picture(phone, f"/review/2026/year.svg?zone={zone}"))
    phone.client.delete_cookie("zone")
    assert dates(phone.opens("/evenings")) == [
        "April 20, 2026",
        "March 31, 2026",
        "March 14, 2026",
        "March 7, 2026 4:30 AM UTC",
        "March 7, 2026 7:50 PM UTC",
        "March 7, 2026 7:00 PM UTC",
    ]
