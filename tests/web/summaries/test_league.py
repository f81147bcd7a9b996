"""The tables of players: the league of games that go by several names, ratings, and two players beside each other."""

from __future__ import annotations

from dataclasses import replace
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest

from store.stats.ratings import RatingHistory, rating_history
from tests.kit.for_each import for_each
from tests.kit.web.page import Page
from tests.kit.web.reports import numbers_of, scores
from tests.web.conftest import Phone
from web.pages.scorebook.statistics import MAX_TABLES_SHOWN


def lines(page: Page, title: str) -> list[list[str]]:
    (heading,) = [each for each in page.root.all("h2") if each.text == title]
    rows = page.root.one("div", aria_labelledby=heading.get("id")).all("tr")[1:]
    return [[row.one("a").all("span")[1].text, *(cell.text for cell in row.all("td"))] for row in rows]


def titles(page: Page) -> list[str]:
    return [each.text for each in page.root.all("h2")]


def test_each_game_on_the_pad_has_a_table_of_its_own(phone: Phone) -> None:
    """Golf: Ann 12 and 4, Ben 10 and 8. Hearts once, 30 to 50. A pad without a name is the score pad."""
    for name, *rounds in (("Golf", (5, 10), (7, 0)), ("Hearts", (30, 50)), ("Golf", (4, 8)), ("", (1, 2))):
        scores(phone, name, *rounds)
    page = phone.opens("/players/table")
    assert titles(page) == ["Golf", "Score pad", "Hearts"]
    # Games, won, average, best, streak: the highest total wins.
    assert lines(page, "Golf") == [
        ["Ann", "2", "1 50%", "8", "12", "1 without"],
        ["Ben", "2", "1 50%", "9", "10", "1 win"],
    ]
    assert lines(page, "Hearts") == [
        ["Ben", "1", "1 100%", "50", "50", "1 win"],
        ["Ann", "1", "0 0%", "30", "30", "1 without"],
    ]
    assert [line[0] for line in lines(page, "Score pad")] == ["Ben", "Ann"]


def test_nobody_has_the_mark_where_several_are_level(phone: Phone) -> None:
    """Golf: one win of two each. Hearts: Ben won 1 of 1, and so did Ann, since both had 30."""
    for name, points in (("Golf", (5, 10)), ("Golf", (10, 5)), ("Hearts", (30, 30))):
        scores(phone, name, points)
    page = phone.opens("/players/table")
    assert [line[:3] for line in lines(page, "Golf")] == [["Ann", "2", "1 50%"], ["Ben", "2", "1 50%"]]
    assert [line[:3] for line in lines(page, "Hearts")] == [["Ann", "1", "1 100%"], ["Ben", "1", "1 100%"]]
    assert "leads" not in page.text
    scores(phone, "Golf", (5, 10))
    marks = [row.text for row in phone.opens("/players/table").root.all("tr") if "leads" in row.text]
    assert [mark.split()[1] for mark in marks] == ["Ben"], "two wins of three"


def test_games_that_are_played_least_are_shown_when_asked_for(phone: Phone) -> None:
    for name in ("Golf", "Golf", *(f"Game {number}" for number in range(MAX_TABLES_SHOWN))):
        scores(phone, name, (1, 2))
    page = phone.opens("/players/table")
    assert (titles(page)[0], len(titles(page))) == ("Golf", MAX_TABLES_SHOWN)
    (more,) = [link for link in page.root.all("a") if link.text == "Show all"]
    everything = phone.opens(more.get("href"))
    assert (len(titles(everything)), "Show all" in everything.text) == (MAX_TABLES_SHOWN + 1, False)


def test_a_period_a_game_and_a_kind_are_chosen_and_taken_away(phone: Phone) -> None:
    scores(phone, "Golf", (5, 10))
    scores(phone, "Hearts", (30, 50))
    everything = phone.opens("/players/table")
    assert "/players/table?game=score-pad:Golf" in {str(link).replace("%3A", ":") for link in everything.links()}
    assert "Last 10 evenings" in [each.text for each in everything.root.one("section", aria_label="Filter").all("a")]
    golf = phone.opens("/players/table?game=score-pad:Golf&period=year")
    assert titles(golf) == ["Golf"]
    chosen = golf.root.one("section", aria_label="Filter").all("ul")[0].all("a")
    assert [each.text for each in chosen] == ["Remove This year", "Remove Golf"]
    assert titles(phone.opens(chosen[1].get("href"))) == ["Golf", "Hearts"]
    # The filter goes along to the players.
    assert any("period=year" in link and link.startswith("/players/") for link in golf.links() if "table" not in link)
    nothing = phone.opens("/players/table?since=2020-01-01&until=2020-12-31")
    assert (nothing.status, "No matches." in nothing.text) == (200, True)


@for_each(
    "since, until, field, told",
    [
        ("May", "2026-05-31", "since", "“May” is not a date."),
        ("2026-06-01", "2026-05-31", "until", "The last day is before the first."),
    ],
)
def test_what_is_no_date_is_said_at_its_field(phone: Phone, since: str, until: str, field: str, told: str) -> None:
    scores(phone, "Golf", (5, 10))
    page = phone.opens(f"/players/table?period=season&since={since}&until={until}")
    assert (page.status, page.root.one("p", id=f"{field}-wrong").text) == (422, told)
    assert [page.root.one("input", id=each).get("value") for each in ("since", "until")] == [since, until]


def test_who_played_little_stands_below_where_rates_are_compared(phone: Phone) -> None:
    """Ann won one of five, Ben four: 6 and 9 points. A pad without a name is told from the named ones."""
    for name, points in (("", (2, 1)), *[("", (1, 2))] * 4, ("Golf", (5, 10))):
        scores(phone, name, points)
    chosen = phone.opens("/evenings?game=score-pad").root.one("section", aria_label="Filter").all("ul")[0].all("a")
    assert [each.text for each in chosen] == ["Remove Score pad, unnamed"]
    by_rate = phone.opens("/players/table?by=rate&game=score-pad")
    assert [line[0] for line in lines(by_rate, "Score pad")] == ["Ben", "Ann"]
    assert "Whoever played fewer than 5 games is listed below the others." in by_rate.text
    by_points = phone.opens("/players/table?by=points&game=score-pad")
    assert [line[3] for line in lines(by_points, "Score pad")] == ["1.8", "1.2"]


# The pages of ratings and of two players: what is shown from when on, why it changed, the switch.


WON, LOST = (2, 1), (1, 2)


def ann(phone: Phone) -> Page:
    return phone.opens(f"/players/{numbers_of(phone)['Ann']}")


def rated(phone: Phone) -> tuple[str, str, str]:
    """Ann's only rating, as the fold on her page has it: of which game, how much, and where it is explained."""
    line = ann(phone).root.one("details", id="rating").one("li")
    return line.one("a").text, line.one("span", class_="wins").text, line.one("a").get("href")


def against(page: Page) -> str:
    """The link to the page of two players."""
    (link,) = [each.get("href") for each in page.root.all("a") if "/against/" in each.get("href")]
    return link


def turns(phone: Phone, on: int) -> None:
    phone.follows(
        phone.sends(phone.opens("/players/ratings/explained").form("/players/ratings/switch"), {"on": str(on)})
    )


def test_a_rating_is_shown_after_five_games_and_every_change_is_explained(phone: Phone) -> None:
    """Between two new players one in two is expected; 63 points, see tests/record/test_rating.py."""
    for points in (WON, WON, WON, LOST):
        scores(phone, "Hearts", points)
    game, told, link = rated(phone)
    assert (game, told) == ("Hearts", "4 of 5")
    page = phone.opens(link)
    assert "It is shown after 5 games." in page.text
    assert page.root.all("figure") == []
    scores(phone, "Hearts", WON)
    assert 1100 < int(rated(phone)[1].replace(",", "")) < 1400
    page = phone.opens(link.replace("Hearts", "hearts"))
    assert (page.heading, "Why it changed" in page.text) == ("Ann", True)
    last, *_, lost, _, _, first = page.root.one("ul", class_="list changes").all("li", class_="item")
    assert [each.text for each in first.one("ul").all("li")] == ["+63 beat Ben expected: 50%"]
    assert first.one("a").text == "+63, now 1,063"
    assert ("lost to Ben" in lost.text, lost.one("a").text[0], last.one("a").text[0]) == (True, "−", "+")
    assert "From 1,000 to" in page.root.one("figcaption").text, "the line is told in words too"


def test_no_result_is_expected_for_certain(phone: Phone, monkeypatch: pytest.MonkeyPatch) -> None:
    """Of 999, 414 and 1 in 1,000 the page says 99, 41 and 1 in whole percent."""
    for _ in range(5):
        scores(phone, "Hearts", WON)
    link = rated(phone)[2]

    def with_chances(*asked: Any, **more: Any) -> RatingHistory:
        found = rating_history(*asked, **more)
        (met,), first = found.changes[0].against, found.changes[0]
        against = tuple(replace(met, expected=chance) for chance in (0.999, 0.414, 0.001))
        return replace(found, changes=(replace(first, against=against),))

    monkeypatch.setattr("web.pages.scorebook.statistics.rating_history", with_chances)
    told = [each.text for each in phone.opens(link).root.all("small") if "expected" in each.text]
    assert told == ["expected: 99%", "expected: 41%", "expected: 1%"]


def test_the_table_by_rating_has_those_first_who_have_one(phone: Phone) -> None:
    for _ in range(5):
        scores(phone, "Hearts", LOST)
    table = phone.sits_down("Ann", "Cleo", game="score-pad", name="Hearts")
    phone.api.enters(table.id, {"step": "round", "points": [1, 9]}, {"step": "end"})
    _, *rows = phone.opens("/players/ratings").root.one("table").all("tr")
    told = [(row.one("a").all("span")[1].text, row.all("td")[1].text) for row in rows]
    assert told == [("Ben", "5"), ("Ann", "6"), ("Cleo", "1 of 5")]
    # It is never the first thing: the league table is by wins, and leads there.
    league = phone.opens("/players/table")
    assert "/players/ratings" in league.links()


def test_a_keeper_turns_it_off_for_everybody_and_on_again(phone: Phone) -> None:
    for _ in range(6):
        scores(phone, "Hearts", LOST)
    _, shown, explained = rated(phone)
    page, evenings = ann(phone), phone.opens("/evenings")
    (session, *_) = [each.get("href") for each in evenings.root.all("a") if "/evenings/" in each.get("href")]
    number, year = page.address.rsplit("/", 1)[1], evenings.root.one("time").get("datetime")[:4]
    paths = (
        *(page.address, against(page), "/", "/history", "/players", "/players/table", "/scorebook/results.csv"),
        *(session, f"{session}/evening.svg", f"/review/{year}", f"/review/{year}/year.svg"),
        *(f"/review/{year}/of/{number}/year.svg", "/api/v1/players", f"/api/v1/players/{number}/statistics"),
        "/api/v1/statistics",
    )
    turns(phone, 0)
    for path in paths:
        page = phone.opens(path)
        assert page.status == 200, path
        assert [word for word in ("/rating", shown, '"rating"') if word in page.html] == [], path
    for path in ("/players/ratings", explained):
        page = phone.opens(path)
        assert (page.status, "The rating is turned off" in page.text) == (404, True)
    turns(phone, 1)
    assert (phone.opens("/players/ratings").status, rated(phone)[1]) == (200, shown)


def test_two_players_beside_each_other_have_the_filter_and_keep_it_on_the_way(phone: Phone) -> None:
    for name, points in (("Hearts", WON), ("Hearts", LOST), ("Golf", LOST)):
        scores(phone, name, points)
    own = ann(phone).address
    page = phone.opens(against(ann(phone)))
    assert page.heading == "Ann · Ben"
    rows = {row.one("th").text: [each.text for each in row.all("td")] for row in page.root.one("tbody").all("tr")}
    assert rows == {"Hearts": ["1 50%", "0", "1"], "Golf": ["0 0%", "0", "1"]}
    assert [each.text for each in page.root.one("dl").all("dd")] == ["1", "0", "2"]
    assert page.root.one("ul", class_="list").all("a")[0].text == "Golf"
    assert phone.opens(f"{own}/against/{own.rpartition('/')[2]}").status == 404, "nobody is beside themselves"
    link = against(phone.opens(f"{own}?game=score-pad:hearts&period=year"))
    assert parse_qs(urlsplit(link).query) == {"period": ["year"], "game": ["score-pad:Hearts"]}
    filtered = phone.opens(link)
    assert [each.one("th").text for each in filtered.root.one("tbody").all("tr")] == ["Hearts"]
    assert "period=year" in filtered.root.all("div", class_="two on-screen")[-1].all("a")[0].get("href")
    assert "No matches" in phone.opens(f"{page.address}?period=season&until=2020-01-01").root.one("main").text
    assert phone.opens(f"{page.address}?period=season&since=soon").status == 422


def test_each_game_is_folded_but_the_most_played_one(phone: Phone) -> None:
    for name in ("Golf", *["Hearts"] * 5):
        scores(phone, name, LOST)
    folds = phone.opens("/players/ratings").root.all("details", class_="box game")
    told = [(fold.one("summary").one("b").text, fold.has("open")) for fold in folds]
    assert told == [("Hearts", True), ("Golf", False)]
    assert folds[0].one("small").text.startswith("Ben 1,")
    assert folds[1].one("summary").text == "Golf"
