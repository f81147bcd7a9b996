"""Past sessions: those that run, then by month, filtered, page by page."""

from __future__ import annotations

import pytest
from flask import Flask

from tests.kit.for_each import for_each
from tests.kit.web.page import Element, Page
from tests.web.conftest import Phone, Sitting, borrowed
from web.i18n.timezone import zone_of
from web.pages.scorebook.history import moments_of


def listed(page: Page) -> list[str]:
    """The sessions that are listed, in order."""
    assert page.status == 200
    return [each.all("a")[0].get("href") for each in page.root.all("li", class_="item")]


def headings(page: Page) -> list[str]:
    return [each.text for each in page.root.one("main").all("h2")]


def hrefs(element: Element) -> list[str]:
    return [each.get("href") for each in element.all("a")]


def finished(phone: Phone) -> Sitting:
    table = phone.sits_down("Dan", "Eva", "Fay")
    table.ends()
    return table


def began(app: Flask, table: Sitting, when: str) -> None:
    with borrowed(app) as db:
        db.execute("UPDATE session SET created_at = ? WHERE id = ?", (when, table.id))


def test_sessions_stand_under_their_months_the_newest_first(app: Flask, phone: Phone) -> None:
    days = ("2026-03-02T19:00:00Z", "2026-03-09T19:00:00Z", "2026-05-04T19:00:00Z")
    tables = [finished(phone) for _ in days]
    for table, day in zip(tables, days, strict=True):
        began(app, table, day)
    page = phone.opens("/history")
    assert headings(page) == ["May 2026", "March 2026"]
    assert [len(each.all("li")) for each in page.root.one("main").all("ul", class_="list")] == [1, 2]
    assert listed(page) == [table.address for table in reversed(tables)]
    assert listed(phone.opens("/history?month=2026-05")) == [tables[2].address]
    assert phone.opens("/history?month=2026-05").form("/history").typed("month") == "2026-05"
    phone.language = "ja"
    assert headings(phone.opens("/history")) == ["2026年5月", "2026年3月"]


def test_a_month_begins_when_it_does_where_the_reader_is(app: Flask, phone: Phone) -> None:
    table = finished(phone)
    began(app, table, "2026-10-31T15:30:00Z")
    for zone, month, other, name in (
        ("Asia/Tokyo", "2026-11", "2026-10", "November 2026"),
        ("America/New_York", "2026-10", "2026-11", "October 2026"),
        ("no such zone", "2026-10", "2026-11", "October 2026"),
    ):
        phone.client.set_cookie("zone", zone)
        assert headings(phone.opens("/history")) == [name]
        assert listed(phone.opens(f"/history?month={month}")) == [table.address]
        assert listed(phone.opens(f"/history?month={other}")) == []


@for_each(
    "zone, month, first, last",
    [
        ("Asia/Tokyo", "2024-02", "2024-01-31T15:00:00Z", "2024-02-29T14:59:59Z"),
        # The clock there is put forward on 29 March, back on 25 October.
        ("Europe/Berlin", "2026-03", "2026-02-28T23:00:00Z", "2026-03-31T21:59:59Z"),
        ("Europe/Berlin", "2026-10", "2026-09-30T22:00:00Z", "2026-10-31T22:59:59Z"),
        ("Europe/Berlin", "2026-12", "2026-11-30T23:00:00Z", "2026-12-31T22:59:59Z"),
    ],
)
def test_months_follow_each_other_without_a_gap(zone: str, month: str, first: str, last: str) -> None:
    assert moments_of(month, zone_of(zone)) == (first, last)


# What runs, what is put away.


def test_running_ones_come_first_and_quiet_ones_are_folded(app: Flask, phone: Phone) -> None:
    quiet, over, running = phone.sits_down("Dan", "Eva", "Fay"), finished(phone), phone.sits_down("Dan", "Eva", "Fay")
    with borrowed(app) as db:
        db.execute("UPDATE session SET updated_at = '2026-01-01T00:00:00Z' WHERE id = ?", (quiet.id,))
    page = phone.opens("/history")
    assert listed(page) == [running.address, quiet.address, over.address]
    assert headings(page)[0] == "In progress"
    fold = next(each for each in page.root.all("details") if quiet.address in hrefs(each))
    assert not fold.has("open")
    assert running.address not in hrefs(fold)
    assert page.root.one("p", role="status").text == "3 games"
    # What is looked for is shown.
    searched = phone.opens("/history?player=Dan")
    assert next(each for each in searched.root.all("details") if quiet.address in hrefs(each)).has("open")
    assert listed(phone.opens("/history?page=2")) == []


def test_more_that_run_than_are_shown_have_a_page_of_their_own(
    phone: Phone, monkeypatch: pytest.MonkeyPatch, app: Flask
) -> None:
    monkeypatch.setattr("web.pages.scorebook.history.MAX_RUNNING_SHOWN", 2)
    tables = [phone.sits_down("Dan", "Eva", "Fay") for _ in range(3)]
    with borrowed(app) as db:
        for table in tables:
            db.execute("UPDATE session SET updated_at = '2026-01-01T00:00:00Z' WHERE id = ?", (table.id,))
    page = phone.opens("/history?player=Dan")
    assert listed(page) == [tables[2].address, tables[1].address]
    assert page.root.one("p", role="status").text == "more than 2 games"
    (link,) = [each for each in hrefs(page.root) if "kind=running" in each]
    everything = phone.opens(link)
    assert listed(everything) == [table.address for table in reversed(tables)]
    assert everything.heading == "Games in progress"
    assert everything.form("/history").typed("kind") == "running"


def test_what_is_archived_or_deleted_is_folded_and_has_pages_of_its_own(
    phone: Phone, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("web.pages.scorebook.history.FOLDED", 1)
    kept = finished(phone)
    archived = [finished(phone) for _ in range(2)]
    deleted = [finished(phone) for _ in range(2)]
    for table in archived:
        phone.sends(table.behind("archive").form("/archive"))
    for table in deleted:
        phone.sends(phone.opens(f"{table.address}/discard").form("/discard"))
    page = phone.opens("/history")
    assert listed(page) == [kept.address, archived[1].address, deleted[1].address]
    folds = {each.get("id"): each for each in page.root.all("details") if each.has("id")}
    assert not any(each.has("open") for each in folds.values())
    for name, tables, act in (("archived", archived, "unarchive"), ("deleted", deleted, "restore")):
        assert f"/history?kind={name}" in hrefs(folds[name])
        own = phone.opens(f"/history?kind={name}")
        assert listed(own) == [tables[1].address, tables[0].address]
        assert listed(phone.opens(f"/history?kind={name}&player=nobody")) == []
        assert phone.sends(own.form(f"{tables[0].id}/{act}")).location == tables[0].address
        assert listed(phone.opens(f"/history?kind={name}&page=-1")) == [tables[1].address]
    # The filter is taken along.
    links = hrefs(phone.opens("/history?player=Dan").root)
    assert "/history?kind=archived&player=Dan" in links
    assert "/history?kind=deleted&player=Dan" in links


def test_only_what_there_is_is_shown_alone(phone: Phone) -> None:
    table = phone.sits_down("Dan", "Eva", "Fay")
    for kind in ("nonsense", "", "over", "%00"):
        assert listed(phone.opens(f"/history?kind={kind}")) == [table.address]
    assert "There are none." in phone.opens("/history?kind=archived").text


def test_whoever_is_looked_for_can_be_chosen(app: Flask, phone: Phone) -> None:
    table = phone.sits_down("Dan", "Eva", "Fay")
    with borrowed(app) as db:
        db.execute(
            "UPDATE player SET archived_at = '2026-01-01T00:00:00Z' WHERE name = 'Dan' AND id IN "
            "(SELECT player FROM seat WHERE session = ?)",
            (table.id,),
        )
    page = phone.opens("/history?player=Dan")
    assert listed(page) == [table.address]
    assert page.form("/history").typed("player") == "Dan"
    offered = phone.opens("/history").root.one("select", name="player").all("option")
    assert "Dan" not in [each.text for each in offered]


# Filters.


def test_filters_let_through_what_fits(phone: Phone) -> None:
    with_dan = phone.sits_down("Dan", "Eva", "Fay")
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
    for zone in ("UTC", "Asia/Tokyo", "America/New_York"):
        phone.client.set_cookie("zone", zone)
        for query in (*(f"month={month}" for month in months), *(queries if zone == "UTC" else ())):
            page = phone.opens(f"/history?{query}")
            assert (listed(page), page.root.all("b")) == ([], []), query


@for_each("page", ["-1", "0", "abc", "", "1.5", "1", "9" * 5000])
def test_a_page_that_is_none_is_the_first(app: Flask, page: str) -> None:
    phone = Phone(app)
    table = phone.sits_down("Dan", "Eva", "Fay")
    assert listed(phone.opens(f"/history?page={page}")) == [table.address]


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


def test_home_offers_to_carry_on_and_to_play_again(phone: Phone) -> None:
    running = phone.sits_down("Dan", "Eva", "Fay")
    over = phone.sits_down("Gus", "Eva", "Fay", dealer=2, top_hand="3")
    over.deal(bids=(0, 1, 1), tricks=(1, 1, 1))
    over.ends()
    page = phone.opens("/")
    assert page.root.one("section", class_="on-table").one("a").get("href") == running.address
    assert over.address in listed(page)
    begun = [phone.sends(page.form(f"{over.address}/again")).location for _ in range(2)]
    assert begun[0] == begun[1], "two taps begin one game"
    document = Sitting(phone, begun[0]).kept["document"]
    assert (document["players"], document["dealer"]) == (["Gus", "Eva", "Fay"], 0)


def test_home_shows_what_it_is_for_and_one_button_before_the_first_game(phone: Phone) -> None:
    page = phone.opens("/")
    main = page.root.one("main")
    assert [each.text for each in main.all("a", class_="button main")] == ["New game"]
    example = main.one("section", class_="example")
    assert [each.text for each in example.all("th", scope="col")] == ["O Olivia", "N Noah", "M Maya", "L Leo"]
    (shown,) = [each for each in example.all("div") if each.has("inert")]
    assert len(shown.all("table")) == 1, "nothing in it can be tapped"
