"""The league table of games that go by several names: one table for each name."""

from __future__ import annotations

from tests.kit.for_each import for_each
from tests.kit.web.page import Page
from tests.kit.web.reports import scores
from tests.web.conftest import Phone
from web.pages.scorebook.league import TABLES


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
    for name in ("Golf", "Golf", *(f"Game {number}" for number in range(TABLES))):
        scores(phone, name, (1, 2))
    page = phone.opens("/players/table")
    assert (titles(page)[0], len(titles(page))) == ("Golf", TABLES)
    (more,) = [link for link in page.root.all("a") if link.text == "Show all"]
    everything = phone.opens(more.get("href"))
    assert (len(titles(everything)), "Show all" in everything.text) == (TABLES + 1, False)


def test_a_period_a_game_and_a_kind_are_chosen_and_taken_away(phone: Phone) -> None:
    scores(phone, "Golf", (5, 10))
    scores(phone, "Hearts", (30, 50))
    everything = phone.opens("/players/table")
    assert "/players/table?game=score-pad:Golf" in {str(link).replace("%3A", ":") for link in everything.links()}
    golf = phone.opens("/players/table?game=score-pad:Golf&period=year")
    assert titles(golf) == ["Golf"]
    chosen = golf.root.one("section", aria_label="Filter").all("ul")[0].all("a")
    assert [each.text for each in chosen] == ["Remove This year", "Remove Golf"]
    assert titles(phone.opens(chosen[1].get("href"))) == ["Golf", "Hearts"]
    # The filter goes along to the players.
    assert any("period=year" in link and link.startswith("/players/") for link in golf.links() if "table" not in link)
    nothing = phone.opens("/players/table?since=2020-01-01&until=2020-12-31")
    assert (nothing.status, "No matches. Try fewer filters." in nothing.text) == (200, True)


@for_each(
    "since, until, field, told",
    [
        ("May", "2026-05-31", "since", "This is not a date: type it as 2026-05-31."),
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
