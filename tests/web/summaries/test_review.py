"""The year in review: its figures are those of its games, its picture has the words of the page, its links lead on.

What is remarkable among many games is in tests/record/test_review.py.
"""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta
from secrets import token_hex
from typing import Any
from xml.etree import ElementTree

import pytest
from flask import Flask

from record.log import Author
from scoring.catalogue import find_game
from store.seats.entries import enter
from store.sessions.writing import start
from tests.games.koi_koi import sheet as koi_koi
from tests.kit import small_scorebook
from tests.kit.web.page import Element, Page
from tests.kit.web.reports import keeper_of, numbers_of, plays, rewrites
from tests.web.conftest import Phone
from web.pages.scorebook.review import Year, year_of

SVG = "{http://www.w3.org/2000/svg}"
PAIRS = ("あんな", "千夏", "ベン", "大輔")
DECEMBER: tuple[tuple[str, tuple[str, ...], list[dict[str, Any]]], ...] = (
    *(("twin-shoot", PAIRS, small_scorebook.twin_shoot()) for _ in range(3)),
    ("koi-koi", ("あんな", "ベン"), [koi_koi.lights(0), koi_koi.end(0, kasu=10), {"step": "end"}]),
)
"""Four more evenings, an entry every 40 minutes: nine of Twin Shoot, won by あんな and 千夏, three of Koi-Koi."""


@pytest.fixture(scope="module")
def club(app: Flask) -> Phone:
    """A keeper of the ten evenings of November and of the four of December, with a game that runs since last year."""
    phone = Phone(app)
    rewrites(phone.sits_down(), created_at="2025-11-01T20:00:00Z")
    with keeper_of(phone) as keeper:
        small_scorebook.write_down(keeper, token_hex(4))
        for day, (slug, players, entries) in enumerate(DECEMBER, start=1):
            key, at = token_hex(8), datetime(2026, 12, day, 12, tzinfo=UTC)
            raw = {"players": players, "dealer": 0, "options": {}}
            session = start(keeper, find_game(slug), raw, Author("a", key, at))
            for number, entry in enumerate(entries):
                at += timedelta(minutes=40)
                enter(keeper, session, entry, position=number, by=Author("a", f"{key}{number}", at))
    return phone


def lines_of(page: Page) -> dict[str, Element]:
    """The remarkable things by their labels."""
    return {each.one("h2").text: each for each in page.root.one("ul", class_="year").all("li")}


def figures_of(page: Page) -> dict[str, str]:
    figures = page.root.all("dl")
    return {each.one("dt").text: each.one("dd").text for part in figures for each in part.all("div")}


def of_anna(phone: Phone) -> str:
    return f"/review/2026/of/{numbers_of(phone)['あんな']}"


@pytest.mark.parametrize("whose", ["", "あんな"])
def test_the_figures_of_a_year_are_those_of_its_games(club: Phone, whose: str) -> None:
    """Of November see tests/web/summaries/test_player.py: 10 evenings of five people, whose entries took no time.

    20 hours: 3 × 9 × 40 minutes and 3 × 40. あんな won 6 of 10 and all four of December, in a row with the last two of
    November; ベン the long Oh Hell, Wizard, Twin Shoot, Boo-Ray and the pad; 千夏 Satat and three times Twin Shoot.
    At Boo-Ray ベン and 大輔 won three times each.
    At the long Oh Hell ベン was 19 behind after deal 9, and gained at most 14 in one. At Koi-Koi most was gained by 66
    and by 1: 132 beside 2 on each other. 5 was bid twice at Wizard and made, first in deal 12.
    あんな and 千夏 were partners at Satat and in December; あんな met ベン 9 and 4 times and was ahead 5 and 4 times.
    カス: ベン in February, あんな in August and December and once more. タン: あんな twice, ベン once.
    """
    page = club.opens(of_anna(club) if whose else "/review/2026")
    told = {label: line.one("p").text for label, line in lines_of(page).items()}
    own, all_alone = (
        {"Yaku of the year": "Kasu × 3"},
        {
            "Most wins": "あんな 10 of 14 · ベン 5 of 14 · 千夏 4 of 11",
            "Comeback of the year": "ベン was 19 behind after deal 9 and still won.",
            "Yaku of the year": "Kasu × 4 · あんな 3 · ベン 1",
        },
    )
    assert told == (own if whose else all_alone) | {
        "Most played": "Twin Shoot × 4 · Oh Hell × 2 · Koi-Koi × 2",
        "Tightest game": "ベン and 大輔 tied for the lead",
        "Biggest swing": "December (あんな +66, ベン −66)",
        "Best bid": "あんな bid 5 and made it (deal 12)",
        "Longest streak": "あんな won 6 in a row",
        "Partners of the year": "あんな and 千夏 · 4 games · 4 won",
        "Rivals of the year": "13 games · あんな 9 – 3 ベン",
        "Evenings by month": "Nov: 10 · Dec: 4",
    }
    last = {"Won": "10 of 14"} if whose else {"Players": "5"}
    assert figures_of(page) == {"Games": "14", "Evenings played": "14", "Time at the table": "20 h"} | last


def test_each_line_leads_to_where_it_is_told(club: Phone) -> None:
    for address in ("/review/2026", of_anna(club)):
        for label, line in lines_of(club.opens(address)).items():
            links = [each.get("href") for each in line.all("a")]
            assert links, label
            for page in (club.opens(link.partition("#")[0]) for link in links):
                assert (page.status, page.alerts) == (200, []), (label, page.address)
    lines = lines_of(club.opens("/review/2026"))
    winner = club.opens(lines["Most wins"].all("a")[0].get("href"))
    assert (winner.heading, winner.root.all("dd")[0].text) == ("あんな", "10 of 14")
    months = [club.opens(each.get("href")) for each in lines["Evenings by month"].all("a")]
    assert [len(each.root.all("ul", class_="list")[0].all("li", class_="item")) for each in months] == [10, 4]
    assert re.match(r"/players/\d+/against/\d+", lines["Rivals of the year"].one("a").get("href"))


@pytest.mark.parametrize("language", ["en", "ja"])
def test_the_picture_has_the_words_of_the_page(club: Phone, language: str, monkeypatch: pytest.MonkeyPatch) -> None:
    english = {*lines_of(club.opens("/review/2026")), "Games", "Evenings played", "Players"}
    monkeypatch.setattr(club, "language", language)
    for address in ("/review/2026", of_anna(club)):
        page = club.opens(address)
        figures, lines, shown = figures_of(page), lines_of(page), page.root.one("figure", class_="picture").one("img")
        assert bool({*lines, *figures} & english) == (language == "en"), "a language has its own words"
        drawing = club.opens(shown.get("src"))
        assert (drawing.status, drawing.mimetype) == (200, "image/svg+xml")
        said = ElementTree.fromstring(drawing.html).iter(f"{SVG}text")
        texts = [" ".join("".join(each.itertext()).split()) for each in said]
        assert {*figures, *figures.values()} <= {*texts}
        for label, line in lines.items():
            told = line.one("p").text
            assert ("".join(told.split()) in "".join("".join(texts).split()), told in shown.get("alt")) == (True, True)
            about = [each.text for each in line.all("a") if each.parent and each.parent.tag == "div"]
            assert all(f"{label} · {each}" in texts for each in about)


def test_what_a_page_has_said_is_not_looked_for_again_to_be_drawn_and_drawn_for_no_other(
    club: Phone, stranger: Phone, monkeypatch: pytest.MonkeyPatch
) -> None:
    source = club.opens("/review/2026").root.one("figure", class_="picture").one("img").get("src")
    asked: list[int] = []

    def asked_for(year: int, person: int | None) -> Year:
        asked.append(year)
        return year_of(year, person)

    monkeypatch.setattr("web.pages.scorebook.review.year_of", asked_for)
    drawing = club.opens(source).html
    assert ("ベン" in drawing, asked) == (True, [])
    assert club.opens(source.partition("?")[0]).html == drawing, "as another process draws it"
    assert asked == [2026]
    stranger.sits_down()
    assert "ベン" not in stranger.opens(source).html


def test_a_year_in_which_nothing_was_finished_says_so(club: Phone, phone: Phone) -> None:
    empty = club.opens("/review/2019")
    assert (empty.status, "No matches." in empty.text) == (200, True)
    assert empty.root.all("dl") == empty.root.all("figure") == []
    assert "/review/2026" in empty.links()
    # Nobody has played in this scorebook at all.
    phone.sits_down()
    assert (phone.opens("/review").status, figures_of(phone.opens("/review"))) == (200, {})


def test_a_deleted_game_counts_in_no_year_and_an_unknown_time_in_no_sum(phone: Phone) -> None:
    tables = [plays(phone, "Ann", "Ben", "Chika") for _ in range(3)]
    for table in tables:
        rewrites(table, minutes=20)
    assert figures_of(phone.opens("/review"))["Time at the table"] == "1 h"
    rewrites(tables[0], minutes=None)
    assert "Time at the table" not in figures_of(phone.opens("/review"))
    phone.sends(phone.opens(f"{tables[0].address}/discard").form("/discard"))
    figures = figures_of(phone.opens("/review"))
    assert (figures["Games"], figures["Time at the table"]) == ("2", "40 min")
