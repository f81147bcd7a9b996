"""The year in review: its figures are those of the documents, its picture has the words of the page, its links lead on.

The sums are made anew from the scorebook's file, see tests/kit/sums.py.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime, tzinfo
from itertools import combinations
from typing import Any
from xml.etree import ElementTree

import pytest
from flask import Flask

from bench import scorebook
from scoring.games.koi_koi import GAME as KOI_KOI
from scoring.sheets.values import Row
from store.book import Book
from store.engines.base import Connection
from tests.kit import sums
from tests.kit.sums import Finished
from tests.kit.web.page import Element, Page
from tests.web.conftest import Phone, borrowed
from web.reports.review import Year, year_of

SVG = "{http://www.w3.org/2000/svg}"
YEAR = 2026
SESSIONS = 150
"""From the middle of August to the end of September."""


@pytest.fixture(scope="module")
def club(app: Flask) -> Phone:
    """A keeper of a club that played all games."""
    phone = Phone(app)
    phone.sits_down()
    with phone.client.session_transaction() as cookie, borrowed(app) as db:
        fill(db, cookie["scorebook"])
    return phone


def fill(db: Connection, own: str) -> None:
    scorebook.fill(db, own, SESSIONS, seed=7, last=datetime(YEAR, 10, 1, tzinfo=UTC))


@pytest.fixture(scope="module")
def played(club: Phone) -> list[Finished]:
    return sums.finished(json.loads(club.opens("/scorebook/takuroku.json").html))


def lines_of(page: Page) -> dict[str, Element]:
    """The remarkable things by their labels."""
    return {each.one("h2").text: each for each in page.root.one("ul", class_="year").all("li")}


def words_of(line: Element) -> str:
    return line.one("p").text


def figures_of(page: Page) -> dict[str, str]:
    figures = page.root.one("dl").all("div")
    return {each.one("dt").text: each.one("dd").text for each in figures}


def number_of(phone: Phone, name: str) -> str:
    (link,) = [each for each in phone.opens("/players").root.one("ul", class_="list").all("a") if each.text == name]
    return link.get("href").rpartition("/")[2]


def expected_figures(played: Sequence[Finished]) -> dict[str, str]:
    minutes = sum(each.minutes for each in played)
    assert minutes > 600
    return {
        "Games": str(len(played)),
        "Evenings played": str(len(sums.days(played))),
        "Time at the table": f"{round(minutes / 60)} h",
    }


def expected_session(played: Sequence[Finished], label: str, whose: str | None = None) -> str:
    """Which session is told: each amount is measured by the mean of the largest ones of the sessions of its game."""
    if label == "Tightest game":
        return sums.most_unusual({each.id: (each.name, sums.lead(each)) for each in played if sums.lead(each)}, min)
    gains = {each.id: max(found)[0] for each in played if (found := sums.swings(each))}
    own = {
        each.id: (each.name, max(amount for amount, name in sums.swings(each) if whose in (None, name)))
        for each in played
        if gains.get(each.id, 0) > 0
    }
    by_game: dict[str, list[float]] = {}
    for each in played:
        if gains.get(each.id, 0) > 0:
            by_game.setdefault(each.name, []).append(float(gains[each.id]))
    usual = {game: sum(amounts) / len(amounts) for game, amounts in by_game.items()}
    return max(own, key=lambda each: float(own[each][1]) / usual[own[each][0]])


@pytest.mark.thorough
def test_the_figures_of_the_club_are_those_of_its_documents(club: Phone, played: list[Finished]) -> None:
    page = club.opens(f"/review/{YEAR}")
    names = {name for each in played for name in each.players}
    assert figures_of(page) == expected_figures(played) | {"Players": str(len(names))}
    lines = lines_of(page)
    games = Counter(each.name for each in played).most_common(3)
    assert words_of(lines["Most played"]) == " · ".join(f"{name}, {times} times" for name, times in games)
    won = sorted(names, key=lambda name: (-sums.wins(played, name), len(sums.of(played, name))))
    told = [f"{name} {sums.wins(played, name)} of {len(sums.of(played, name))}" for name in won[:3]]
    assert words_of(lines["Most wins"]) == " · ".join(told)
    longest = max(sums.streak(played, name) for name in names)
    (name,) = [name for name in names if words_of(lines["Longest streak"]).startswith(f"{name} won")]
    assert words_of(lines["Longest streak"]) == f"{name} won {longest} games in a row"
    assert sums.streak(played, name) == longest


@pytest.mark.parametrize("label", ["Tightest game", "Biggest swing"])
def test_the_game_that_is_told_is_the_one_of_the_documents(club: Phone, played: list[Finished], label: str) -> None:
    link = lines_of(club.opens(f"/review/{YEAR}"))[label].one("a").get("href")
    session = expected_session(played, label)
    assert re.match(r"/s/([\w-]+)", link)[1] == session  # type: ignore[index]
    assert club.opens(link).status == 200


def test_who_was_with_whom_and_against_whom(club: Phone, played: list[Finished]) -> None:
    lines = lines_of(club.opens(f"/review/{YEAR}"))
    names = sorted({name for each in played for name in each.players})
    met = {pair: sum(sums.beside(played, *pair)) for pair in combinations(names, 2)}
    most = max(met.values())
    games, ahead = words_of(lines["Rivals of the year"]).split(" · ")
    assert games == f"{most} games"
    one, won, other, lost = re.fullmatch(r"ahead: (.+) (\d+), (.+) (\d+)", ahead).groups()  # type: ignore[union-attr]
    first, _level, second = sums.beside(played, one, other)
    assert (first, second) == (int(won), int(lost))
    assert met[min((one, other), (other, one))] == most
    together = {pair: [each for each in played if {*pair} <= {*each.players} and each.partners(*pair)] for pair in met}
    pair, games, won = words_of(lines["Partners of the year"]).split(" · ")
    one, other = pair.split(" & ") if " & " in pair else pair.split(" and ")
    found = together[min((one, other), (other, one))]
    assert len(found) == max(map(len, together.values()))
    assert (games, won) == (f"{len(found)} games", f"{sums.wins(found, one)} won")


def made_in(row: Row, seat: int) -> Iterator[object]:
    told = row.fact("yaku", seat)
    if isinstance(told, tuple):
        yield from told


def test_the_yaku_of_the_year(club: Phone, played: list[Finished]) -> None:
    made = Counter(
        (value, each.players[seat])
        for each in played
        if each.game == KOI_KOI.slug
        for row in each.sheet.rows
        for seat in each.sheet.table.seats
        for value in made_in(row, seat)
    )
    times = Counter[object]()
    for (value, _name), often in made.items():
        times[value] += often
    (value, often), (_next, fewer) = times.most_common(2)
    assert often > fewer, "another seed: here two are equal"
    line = words_of(lines_of(club.opens(f"/review/{YEAR}"))["Yaku of the year"])
    assert f", {often} times · " in line
    by_person = sorted((n for (each, _name), n in made.items() if each == value), reverse=True)[:3]
    assert [int(each.rpartition(" ")[2]) for each in line.split(" · ")[1:]] == by_person


def test_the_figures_of_a_player_are_those_of_the_documents(club: Phone, played: list[Finished]) -> None:
    names = Counter(name for each in played for name in each.players)
    for name, games in names.most_common(3):
        own = sums.of(played, name)
        page = club.opens(f"/review/{YEAR}/of/{number_of(club, name)}")
        assert figures_of(page) == expected_figures(own) | {"Won": f"{sums.wins(own, name)} of {games}"}
        lines = lines_of(page)
        link = lines["Tightest game"].one("a").get("href")
        assert link.startswith(f"/s/{expected_session(own, 'Tightest game')}")
        best = sums.streak(played, name)
        assert ("Longest streak" in lines) == (best >= 3)
        partners = lines["Rivals of the year"].one("a").get("href")
        assert partners.startswith(f"/players/{number_of(club, name)}/against/")


def test_each_line_leads_to_where_it_is_told(club: Phone) -> None:
    for address in (f"/review/{YEAR}", f"/review/{YEAR}/of/{number_of(club, 'ベン')}"):
        lines = lines_of(club.opens(address))
        assert {"Most played", "Tightest game", "Rivals of the year", "Partners of the year"} <= {*lines}
        for label, line in lines.items():
            links = [each.get("href") for each in line.all("a")]
            assert links, label
            for link in links:
                page = club.opens(link.partition("#")[0])
                assert (page.status, page.alerts) == (200, []), link


@pytest.mark.parametrize("language", ["en", "ja"])
def test_the_picture_has_the_words_of_the_page(club: Phone, language: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(club, "language", language)
    for address in (f"/review/{YEAR}", f"/review/{YEAR}/of/{number_of(club, 'ベン')}"):
        page = club.opens(address)
        drawing = club.opens(page.root.one("figure", class_="picture").one("img").get("src"))
        assert (drawing.status, drawing.mimetype) == (200, "image/svg+xml")
        said = ElementTree.fromstring(drawing.html).iter(f"{SVG}text")
        texts = [" ".join("".join(each.itertext()).split()) for each in said]
        told = "".join("".join(texts).split())
        for label, number in figures_of(page).items():
            assert {label, number} <= {*texts}
        for label, line in lines_of(page).items():
            assert "".join(words_of(line).split()) in told, label
            about = [each.text for each in line.all("a") if each.parent and each.parent.tag == "div"]
            assert all(f"{label} · {each}" in texts for each in about)
        alt = page.root.one("figure", class_="picture").one("img").get("alt")
        assert all(words_of(line) in alt for line in lines_of(page).values())


def test_what_a_page_has_said_is_not_looked_for_again_to_be_drawn(club: Phone, monkeypatch: pytest.MonkeyPatch) -> None:
    source = club.opens(f"/review/{YEAR}").root.one("figure", class_="picture").one("img").get("src")
    asked: list[int] = []

    def asked_for(book: Book, year: int, place: tzinfo, **more: Any) -> Year:
        asked.append(year)
        return year_of(book, year, place, **more)

    monkeypatch.setattr("web.pages.scorebook.review.year_of", asked_for)
    drawing = club.opens(source).html
    assert asked == []
    assert club.opens(source.partition("?")[0]).html == drawing, "as another process draws it"
    assert asked == [YEAR]


def test_what_one_scorebook_has_shown_is_drawn_for_no_other(club: Phone, stranger: Phone) -> None:
    source = club.opens(f"/review/{YEAR}").root.one("figure", class_="picture").one("img").get("src")
    stranger.sits_down()
    assert "ベン" in club.opens(source).html
    assert "ベン" not in stranger.opens(source).html


def test_the_evenings_of_a_month_are_those_of_the_documents(club: Phone, played: list[Finished]) -> None:
    days = Counter(f"{day:%b}" for day in sorted(sums.days(played)))
    begun = Counter(f"{evening[0].began:%b}" for evening in sums.evenings(played))
    assert len(begun) > 1
    line = lines_of(club.opens(f"/review/{YEAR}"))["Evenings by month"]
    assert [each.text for each in line.all("a")] == [f"{month}: {times}" for month, times in days.items()]
    for link in line.all("a"):
        page = club.opens(link.get("href"))
        listed = len(page.root.all("ul", class_="list")[0].all("li", class_="item"))
        assert listed == min(20, begun[link.text[:3]]), "twenty on a page"


def test_a_year_in_which_nothing_was_finished_says_so(club: Phone, phone: Phone) -> None:
    empty = club.opens("/review/2019")
    assert (empty.status, "No finished games in 2019." in empty.text) == (200, True)
    assert empty.root.all("dl") == empty.root.all("figure") == []
    assert "/review/2026" in empty.links()
    # Nobody has played in this scorebook at all.
    phone.sits_down()
    assert phone.opens("/review").status == 200
    assert phone.opens("/review").root.all("dl") == []


def test_a_language_has_its_own_words(club: Phone, monkeypatch: pytest.MonkeyPatch) -> None:
    english = lines_of(club.opens(f"/review/{YEAR}"))
    monkeypatch.setattr(club, "language", "ja")
    page = club.opens(f"/review/{YEAR}")
    assert len(lines_of(page)) == len(english)
    assert not {*lines_of(page)} & {*english}
    assert not {*figures_of(page)} & {"Games", "Evenings played", "Players"}


def test_a_deleted_game_counts_in_no_year(phone: Phone) -> None:
    table = phone.sits_down("Ann", "Ben", game="score-pad", name="Hearts")
    phone.follows(table.tries({"points-0": "1", "points-1": "2"}, form=table.page.form("/entries", has="points-0")))
    table.ends()
    year = datetime.now(UTC).year
    assert figures_of(phone.opens(f"/review/{year}"))["Games"] == "1"
    phone.sends(phone.opens(f"{table.address}/discard").form("/discard"))
    assert phone.opens(f"/review/{year}").root.all("dl") == []


def test_as_long_as_one_playing_time_is_unknown_there_are_no_hours(club: Phone, played: list[Finished]) -> None:
    with borrowed(club.client.application) as db:
        was = db.execute("SELECT minutes FROM session WHERE id = ?", (played[0].id,)).fetchone()["minutes"]
        for minutes in (None, was):
            with db.writing():
                db.execute("UPDATE session SET minutes = ? WHERE id = ?", (minutes, played[0].id))
            assert ("Time at the table" in figures_of(club.opens(f"/review/{YEAR}"))) == (minutes is not None)


def test_what_a_person_is_led_to_has_the_figures_of_the_year(club: Phone) -> None:
    """ "Ben 12 of 40" leads to a page of 40 games of which 12 were won."""
    first = lines_of(club.opens(f"/review/{YEAR}"))["Most wins"].all("a")[0]
    name, won, games = re.fullmatch(r"(.+) (\d+) of (\d+)", first.text).groups()  # type: ignore[union-attr]
    page = club.opens(first.get("href"))
    assert page.root.one("h1").text == name
    assert {games, won} <= {*re.findall(r"\d+", page.root.one("main").text)[:40]}
