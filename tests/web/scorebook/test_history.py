"""Past sessions: those that run, then by month, filtered, page by page."""

from __future__ import annotations

from typing import Any
from zoneinfo import ZoneInfo

import pytest

from tests.kit.for_each import for_each
from tests.kit.web.page import Element, Page
from tests.kit.web.reports import plays, rewrites
from tests.web.conftest import Phone, Sitting, borrowed
from web.summaries.filters import span_of_month

THREE = ("Dan", "Eva", "Fay")


def listed(page: Page) -> list[str]:
    """The sessions that are listed, in order."""
    assert page.status == 200
    return [each.all("a")[0].get("href") for each in page.root.all("li", class_="item")]


def headings(page: Page) -> list[str]:
    return [each.text for each in page.root.one("main").all("h2")]


def hrefs(element: Element) -> list[str]:
    return [each.get("href") for each in element.all("a")]


def finished(phone: Phone, began: str = "2026-11-01T19:00:00Z") -> Sitting:
    table = phone.sits_down(*THREE)
    table.ends()
    rewrites(table, created_at=began)
    return table


def test_sessions_stand_under_their_months_the_newest_first(phone: Phone) -> None:
    tables = [finished(phone, f"2026-{day}T19:00:00Z").address for day in ("03-02", "03-09", "05-04")]
    page, may = phone.opens("/history"), phone.opens("/history?month=2026-05")
    assert headings(page) == ["May 2026", "March 2026"]
    assert [len(each.all("li")) for each in page.root.one("main").all("ul", class_="list")] == [1, 2]
    assert listed(page) == tables[::-1]
    assert (listed(may), may.form("/history").typed("month")) == ([tables[2]], "2026-05")
    phone.language = "ja"
    assert headings(phone.opens("/history")) == ["2026年5月", "2026年3月"]


@pytest.mark.parametrize(
    ("rules", "entry", "won"),
    [
        ({"game": "score-pad", "rounds": "1"}, {"points-0": "9", "points-1": "9", "points-2": "5"}, "D Dan E Eva 9"),
        # Each alone, both reach the one win; Dan and Eva have 50 − 1 + 1 chips.
        ({"game": "boo-ray", "wins": "1"}, {"games-0": "kalo", "games-1": "low-shit"}, "D Dan E Eva"),
        ({"game": "score-pad", "rounds": "1", "result": "together"}, {"outcome": "won"}, "D Dan E Eva F Fay"),
    ],
    ids=["points", "wins", "together"],
)
def test_the_winners_have_a_total_where_totals_decide(
    phone: Phone, rules: dict[str, Any], entry: dict[str, str], won: str
) -> None:
    phone.sits_down(*THREE, **rules).enters(entry)
    assert phone.opens("/history").reads("span.won") == [won]


def test_a_month_begins_when_it_does_where_the_reader_is(phone: Phone) -> None:
    """Until six in the morning it is the evening before."""
    table = finished(phone, "2026-11-01T05:30:00Z")
    for zone, month, other, name in (
        ("Asia/Tokyo", "2026-11", "2026-10", "November 2026"),
        ("America/New_York", "2026-10", "2026-11", "October 2026"),
        ("Europe/Lisbon", "2026-10", "2026-11", "October 2026"),
        ("Europe/Berlin", "2026-11", "2026-10", "November 2026"),
        ("no such zone", "2026-10", "2026-11", "October 2026"),
    ):
        phone.client.set_cookie("zone", zone)
        assert headings(phone.opens("/history")) == [name]
        found = [listed(phone.opens(f"/history?month={each}")) for each in (month, other)]
        assert found == [[table.address], []]


@for_each(
    "zone, month, first, last",
    [
        ("Asia/Tokyo", "2024-02", "2024-01-31T21:00:00Z", "2024-02-29T20:59:59Z"),
        # The clock there is put forward on 29 March, back on 25 October.
        ("Europe/Berlin", "2026-03", "2026-03-01T05:00:00Z", "2026-04-01T03:59:59Z"),
        ("Europe/Berlin", "2026-10", "2026-10-01T04:00:00Z", "2026-11-01T04:59:59Z"),
        ("Europe/Berlin", "2026-12", "2026-12-01T05:00:00Z", "2027-01-01T04:59:59Z"),
    ],
)
def test_months_follow_each_other_without_a_gap(zone: str, month: str, first: str, last: str) -> None:
    assert span_of_month(month, ZoneInfo(zone)) == (first, last)


# What runs, what is put away.


def test_running_ones_come_first_and_quiet_ones_are_folded(phone: Phone) -> None:
    quiet, over, running = phone.sits_down(*THREE), finished(phone), phone.sits_down(*THREE)
    rewrites(quiet, updated_at="2026-01-01T00:00:00Z")

    def fold(page: Page) -> Element:
        return next(each for each in page.root.all("details") if quiet.address in hrefs(each))

    page = phone.opens("/history")
    assert listed(page) == [running.address, quiet.address, over.address]
    assert (headings(page)[0], page.root.one("p", role="status").text) == ("In progress", "3 games")
    assert (fold(page).has("open"), running.address in hrefs(fold(page))) == (False, False)
    assert fold(phone.opens("/history?player=Dan")).has("open"), "what is looked for is shown"
    assert listed(phone.opens("/history?page=2")) == []


def test_more_that_run_than_are_shown_have_a_page_of_their_own(phone: Phone, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("web.pages.scorebook.history.MAX_RUNNING_SHOWN", 2)
    tables = [phone.sits_down(*THREE) for _ in range(3)]
    for table in tables:
        rewrites(table, updated_at="2026-01-01T00:00:00Z")
    page, newest = phone.opens("/history?player=Dan"), [table.address for table in reversed(tables)]
    assert (listed(page), page.root.one("p", role="status").text) == (newest[:2], "more than 2 games")
    (link,) = [each for each in hrefs(page.root) if "kind=running" in each]
    everything = phone.opens(link)
    assert (everything.heading, listed(everything)) == ("In progress", newest)
    assert everything.form("/history").typed("kind") == "running"


def test_what_is_archived_or_deleted_is_folded_and_has_pages_of_its_own(
    phone: Phone, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("web.pages.scorebook.history.FOLDED", 1)
    kept, *away = (finished(phone) for _ in range(5))
    kinds = {"archived": ("archive", "unarchive", away[:2]), "deleted": ("discard", "restore", away[2:])}
    for act, _, tables in kinds.values():
        for table in tables:
            phone.sends(table.behind(act).form(f"/{act}"))
    page = phone.opens("/history")
    assert listed(page) == [kept.address, away[1].address, away[3].address]
    folds = {each.get("id"): each for each in page.root.all("details") if each.has("id")}
    assert not any(each.has("open") for each in folds.values())
    for name, (_, back, (first, second)) in kinds.items():
        assert f"/history?kind={name}" in hrefs(folds[name])
        assert f"/history?kind={name}&player=Dan" in hrefs(phone.opens("/history?player=Dan").root), (
            "the filter goes along"
        )
        own = phone.opens(f"/history?kind={name}")
        assert listed(own) == [second.address, first.address]
        assert listed(phone.opens(f"/history?kind={name}&player=nobody")) == []
        assert phone.sends(own.form(f"{first.id}/{back}")).location == first.address
        assert listed(phone.opens(f"/history?kind={name}&page=-1")) == [second.address]


def test_whoever_is_looked_for_can_be_chosen(phone: Phone) -> None:
    table = phone.sits_down(*THREE)
    with borrowed(phone.client.application) as db:
        archived = "UPDATE player SET archived_at = '2026-01-01T00:00:00Z' WHERE name = 'Dan' AND id IN "
        db.execute(f"{archived} (SELECT player FROM sitting WHERE session = ?)", (table.id,))
    page = phone.opens("/history?player=Dan")
    assert (listed(page), page.form("/history").typed("player")) == ([table.address], "Dan")
    offered = phone.opens("/history").root.one("select", name="player").all("option")
    assert "Dan" not in [each.text for each in offered]


# Filters.


def test_filters_let_through_what_fits(phone: Phone) -> None:
    with_dan = phone.sits_down(*THREE)
    with_gus = phone.sits_down("Gus", "Eva", "Fay")
    with_dan.notes("the 100% evening")
    phone.sends(phone.opens(f"{with_gus.address}/about").form("/about"), {"place": "Café Ö", "note": "It rained."})
    for query, found in (
        ("player=Dan", [with_dan]),
        ("text=100%25", [with_dan]),
        ("text=gu", [with_gus]),
        ("text=_", []),
        ("text=CAF%C3%89", [with_gus]),
        ("text=rained", [with_gus]),
        ("game=oh-hell&player=Eva", [with_gus, with_dan]),
        ("game=tarot", []),
    ):
        assert listed(phone.opens(f"/history?{query}")) == [table.address for table in found], query
    assert "Café Ö · It rained." in phone.opens("/history?text=rained").text
    chosen = phone.opens("/history?player=Dan&text=eva").form("/history")
    assert (chosen.typed("player"), chosen.typed("text")) == ("Dan", "eva")


def test_an_odd_filter_lets_nothing_through(phone: Phone) -> None:
    odd = ("%07nobody", "%25", "'%3B--", "%3Cb%3E", "x" * 10_000, "%ED%A0%80", "%F0%9F%8D%B5", "{n}")
    months = ("2026-00", "2026-13", "2026-11-01", "November", "9999-12", "0000-01", "0001-01")
    empty = phone.opens("/history")
    assert (listed(empty), len(empty.root.one("main").all("p")) > 0) == ([], True), "an empty history says so"
    finished(phone)
    queries = [f"{name}={value}" for name in ("game", "player", "text", "month") for value in odd]
    # LIKE ends its pattern at the zero byte, so that "%" is left, which lets everything through.
    queries += ["text=%00nobody", *(f"page={page}" for page in ("2", "10000", "999999999999", "9" * 30))]
    asked = [("UTC", query) for query in queries]
    asked += [(zone, f"month={month}") for zone in ("UTC", "Asia/Tokyo", "America/New_York") for month in months]
    for zone, query in asked:
        phone.client.set_cookie("zone", zone)
        page = phone.opens(f"/history?{query}")
        assert (listed(page), page.root.all("b")) == ([], []), query


def test_a_page_or_a_kind_that_is_none_is_the_first(phone: Phone) -> None:
    table = phone.sits_down(*THREE)
    kinds = [f"kind={kind}" for kind in ("nonsense", "", "over", "%00")]
    for query in (*kinds, *(f"page={page}" for page in ("-1", "0", "abc", "", "1.5", "1", "9" * 5000))):
        assert listed(phone.opens(f"/history?{query}")) == [table.address], query
    assert "No matches." in phone.opens("/history?kind=archived").text


def test_more_than_a_page_goes_on_to_the_next(phone: Phone, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("web.pages.scorebook.history.SESSIONS_PER_PAGE", 2)
    tables = [finished(phone).address for _ in range(3)]
    first = phone.opens("/history?player=Dan")
    assert listed(first) == [tables[2], tables[1]]
    older = phone.opens(first.root.one("a", rel="next").get("href"))
    assert listed(older) == [tables[0]]
    assert older.root.all("a", rel="next") == []
    assert listed(phone.opens(older.root.one("a", rel="prev").get("href"))) == listed(first)


# Home.


def test_home_offers_to_carry_on_and_a_setup_with_the_same_players_and_the_next_dealer(phone: Phone) -> None:
    running, over = phone.sits_down(*THREE), plays(phone, "Gus", "Eva", "Fay", dealer=2)
    page = phone.opens("/")
    assert page.root.one("section", class_="on-table").one("a").get("href") == running.address
    tiles = page.root.one("section", aria_labelledby="same").all("a")
    assert [each.get("href") for each in tiles] == [f"/new/oh-hell?like={each.id}" for each in (over, running)]
    form = phone.opens(tiles[0].get("href")).form("/new/oh-hell")
    begun, again = (phone.sends(form).location for _ in range(2))
    assert begun == again, "two taps begin one game"
    document = Sitting(phone, begun).kept["document"]
    assert (document["players"], document["dealer"]) == (["Gus", "Eva", "Fay"], 0)


def test_home_shows_what_it_is_for_and_one_button_before_the_first_game(phone: Phone) -> None:
    page = phone.opens("/")
    main = page.root.one("main")
    assert [each.text for each in main.all("a", class_="button main")] == ["New game"]
    example = main.one("section", class_="example")
    assert [each.text for each in example.all("th", scope="col")] == ["O Olivia", "N Noah", "M Maya", "L Leo"]
    (shown,) = [each for each in example.all("div") if each.has("inert")]
    assert len(shown.all("table")) == 1, "nothing in it can be tapped"
