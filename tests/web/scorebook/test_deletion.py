"""A session and a whole scorebook are deleted, asked twice, and restored."""

from __future__ import annotations

import re
from collections import defaultdict
from datetime import UTC, datetime
from typing import Any

import pytest
from flask import Flask

from tests.kit.pages import place, registry, shown
from tests.kit.web.page import Form, Page
from tests.kit.web.reports import rewrites
from tests.web.conftest import Phone, Sitting, seatwise
from web.request.page import Page as Declared

DELETED = "This scorebook was deleted"


def delete(phone: Phone) -> Page:
    """Delete the whole scorebook as one does: from its page to the one that asks, and there."""
    (asks,) = [link for link in phone.opens("/scorebook").links() if link.endswith("/delete")]
    return phone.sends(phone.opens(asks).form("/scorebook/delete"))


def discards(table: Sitting) -> Page:
    """Delete a session as one does; where that leads."""
    return table.phone.follows(table.phone.sends(table.behind("discard").form("/discard")))


def is_set_to(monkeypatch: pytest.MonkeyPatch, page: str, at: datetime) -> None:
    """Let a page have another time."""
    monkeypatch.setattr(f"web.pages.{page}.now", lambda: at)


# A session.


def test_what_is_to_be_deleted_is_told_first(table: Sitting) -> None:
    page = table.behind("discard")
    assert page.heading == "Delete this game"
    for told in ("Ann, Ben, Chika", "You can restore a deleted game from the history for 30 days"):
        assert told in page.text
    assert table.address in page.links()
    table.phone.language = "ja"
    for name in ("discard", "about"):
        assert "Ann、Ben、Chika" in table.behind(name).text, "as the language joins them"


def test_sent_twice_a_session_is_deleted_once_and_the_page_offers_it_back(table: Sitting, stranger: Phone) -> None:
    table.bids(1, 1, 0)
    phone, form = table.phone, table.behind("discard").form("/discard")
    assert [phone.sends(form).location for _ in range(2)] == [f"/?deleted={table.id}"] * 2
    home, page = phone.opens(f"/?deleted={table.id}"), table.behind("discard")
    assert home.root.one("form", class_="headline").one("p").text == "Deleted: Oh Hell, Ann, Ben, Chika"
    assert "This game was deleted." in page.text
    assert [phone.sends(each.form("/restore")).location for each in (home, page)] == [table.address] * 2
    assert table.form.typed("step") == "tricks", "what was entered is there again"
    # Once it is restored, the same address says nothing of it, and to another scorebook it never did.
    for other in (phone, stranger):
        assert other.opens(f"/?deleted={table.id}").root.all("form", class_="headline") == []


def test_a_session_that_cannot_be_read_can_be_deleted(table: Sitting) -> None:
    rewrites(table, game="tarot")
    assert table.phone.opens(table.address).status == 410
    home = discards(table)
    assert "Deleted" in home.root.one("form", class_="headline").text
    assert table.phone.sends(home.form(f"{table.id}/restore")).status == 303


def test_what_was_deleted_long_ago_leaves_with_the_next_deletion(
    table: Sitting, monkeypatch: pytest.MonkeyPatch
) -> None:
    other = table.phone.sits_down()
    with monkeypatch.context() as then:
        is_set_to(then, "session.details", datetime(2020, 1, 1, tzinfo=UTC))
        discards(table)
        assert table.page.status == 200
    discards(other)
    assert [table.phone.opens(each.address).status for each in (table, other)] == [404, 200]


# The whole scorebook.


def test_it_is_said_what_goes(table: Sitting, phone: Phone, stranger: Phone) -> None:
    table.notes("rain")
    phone.sends(table.behind("plan").form("/rules"), {"rule_name": "ours"})
    other = phone.sits_down("Ann", "Dan", "Eva")
    phone.sends(other.behind("archive").form("/archive"))
    page = phone.opens("/scorebook/delete")
    told = [each.text for each in page.root.one("main").all("li")]
    assert told == ["Games: 2", "Players: 5", "House rules: 1"]
    assert "/scorebook/takuroku.json" in page.links()
    assert phone.opens(table.address).status == 200, "asking deletes nothing"
    # Where nothing is kept there is nothing to delete.
    page = stranger.opens("/scorebook/delete")
    assert "Nothing has been saved in this scorebook yet." in page.text
    assert not [form for form in page.forms if form.action.endswith("/delete")]
    assert stranger.posts("/scorebook/delete", {"csrf_token": stranger.token()}).location == "/"


OF_THE_SCOREBOOK = ("history.show", "scorebook.show", "newgame.choose", "newgame.again", "newgame.prepare")
"""What anybody may open, and is of the scorebook that one looks at all the same."""
APART = re.compile(r"/scorebook/(delete|restore)$|/group(/|$)")
"""What deletes and restores, and what is there in a phone alone."""


def is_open(page: Declared) -> bool:
    """Whether a page is of no scorebook."""
    return page.audience in ("anyone", "program") and page.endpoint not in OF_THE_SCOREBOOK


def test_a_deleted_scorebook_shows_how_to_restore_it_whatever_is_asked(table: Sitting) -> None:
    phone, token = table.phone, table.phone.token()
    home = phone.follows(delete(phone))
    assert (home.address, home.status, home.heading, table.address in home.html) == ("/", 200, DELETED, False)
    asked = 0
    for page in registry():
        if is_open(page) or APART.match(page.rule):
            continue
        address = place(page).format_map(defaultdict(lambda: "1", session=table.id, year="2026"))
        shows = page.methods == {"GET"}
        answer = phone.opens(address) if shows else phone.posts(address, {"csrf_token": token})
        assert (address, answer.status, answer.heading) == (address, 410 if shows else 409, DELETED)
        assert not shows or answer.form("/scorebook/restore").method == "post"
        asked += 1
    assert asked > 30
    for address in (place(page) for page in shown() if is_open(page)):
        assert "{" in address or (address, phone.opens(address).status) == (address, 200)


def test_restored_everything_is_as_it_was(table: Sitting, stranger: Phone) -> None:
    phone = table.phone
    table.bids(1, 1, 0)
    typed: dict[str, dict[str, Any]] = {
        "about": {"place": "nowhere"},
        "archive": {},
        "discard": {},
    }
    sent: list[tuple[Form, dict[str, Any]]] = [
        (table.form, seatwise("tricks", (1, 1, 1))),
        (phone.opens("/new/oh-hell").form("/new/oh-hell"), {"players-0": "Xaver", "players-1": "Yves"}),
        (table.behind("plan").form("/rules"), {"rule_name": "ours"}),
        (table.behind("plan").form("/plan", has="left"), {"left": "1"}),
        *((table.behind(name).form(f"/{name}"), values) for name, values in typed.items()),
    ]
    before = table.behind("takuroku.json").json
    delete(phone)
    for form, values in sent:
        page = phone.sends(form, values)
        assert (form.action, page.status, page.heading) == (form.action, 409, DELETED)
        assert page.alerts == ["Nothing can be saved in this scorebook until it is restored."]
    assert stranger.sits_down().page.status == 200, "others write on"
    restore = phone.opens("/").form("/scorebook/restore")
    assert [phone.sends(restore).location for _twice in range(2)] == ["/", "/"]
    assert table.behind("takuroku.json").json == before
    assert "Xaver" not in phone.opens("/new/oh-hell").html
    table.takes(1, 1, 1)


def test_sent_twice_it_keeps_the_day_of_the_first(table: Sitting, monkeypatch: pytest.MonkeyPatch) -> None:
    phone = table.phone
    form = phone.opens("/scorebook/delete").form("/scorebook/delete")
    is_set_to(monkeypatch, "scorebook.scorebooks", datetime(2026, 10, 31, 15, 30, tzinfo=UTC))
    phone.sends(form)
    assert "can be restored until November 30, 2026" in phone.opens("/").text
    phone.client.set_cookie("zone", "Asia/Tokyo")
    assert "2026年12月1日" in phone.opens("/", headers={"Accept-Language": "ja"}).text
    is_set_to(monkeypatch, "scorebook.scorebooks", datetime(2026, 12, 1, 15, 30, tzinfo=UTC))
    late = phone.follows(phone.sends(form))
    assert "gone for good at any moment" in late.text
    phone.sends(late.form("/scorebook/restore"))
    assert table.page.status == 200


def test_who_only_looks_deletes_and_restores_nothing(app: Flask, table: Sitting) -> None:
    watcher, player = Phone(app), Phone(app)
    table.phone.lets_in(watcher, "watcher")
    table.phone.lets_in(player, "player", table.id)
    delete(table.phone)
    for phone, scorebook in ((watcher, 200), (player, 404)):
        pages = [phone.opens(address) for address in ("/", "/scorebooks", table.address)]
        assert [page.status for page in pages] == [scorebook, scorebook, 410]
        assert [form.action for page in pages for form in page.forms if form.action.endswith("/restore")] == []
    assert table.phone.sends(table.phone.opens("/").form("/restore")).status == 303
