"""A session and a whole scorebook are deleted, asked twice, and restored."""

from __future__ import annotations

import re
from datetime import UTC, datetime
from typing import Any

import pytest
from flask import Flask, url_for

from tests.kit.web.page import Form, Page
from tests.web.conftest import Phone, Sitting, borrowed, seatwise

DELETED = "This scorebook was deleted"


def delete(phone: Phone) -> Page:
    """Delete the whole scorebook as one does: from its page to the one that asks, and there."""
    (asks,) = [link for link in phone.opens("/scorebook").links() if link.endswith("/delete")]
    return phone.sends(phone.opens(asks).form("/scorebook/delete"))


def document(table: Sitting) -> Any:
    page = table.phone.opens(f"{table.address}/takuroku.json")
    assert page.status == 200
    return page.json


# A session.


def test_what_is_to_be_deleted_is_told_first(table: Sitting) -> None:
    page = table.phone.opens(f"{table.address}/discard")
    assert (page.status, page.heading) == (200, "Delete this game")
    assert "Ann, Ben, Chika" in page.text
    assert "You can restore it from the history for 30 days" in page.text
    assert table.address in page.links()
    table.phone.language = "ja"
    for name in ("discard", "about"):
        assert "Ann、Ben、Chika" in table.behind(name).text, "as the language joins them"


def test_sent_twice_a_session_is_deleted_once_and_the_page_offers_it_back(table: Sitting) -> None:
    phone = table.phone
    form = phone.opens(f"{table.address}/discard").form("/discard")
    assert [phone.sends(form).location for _ in range(2)] == [f"/?deleted={table.id}"] * 2
    page = phone.opens(f"{table.address}/discard")
    assert "already been deleted" in page.text
    for _twice in range(2):
        assert phone.sends(page.form("/restore")).location == table.address
    assert table.address in phone.opens("/").html


def test_a_session_that_cannot_be_read_can_be_deleted(app: Flask, table: Sitting) -> None:
    with borrowed(app) as db:
        db.execute("UPDATE session SET game = 'tarot' WHERE id = ?", (table.id,))
    phone = table.phone
    assert phone.opens(table.address).status == 410
    page = phone.opens(f"{table.address}/discard")
    assert page.status == 200
    home = phone.follows(phone.sends(page.form("/discard")))
    assert "Deleted" in home.root.one("form", class_="said").text
    assert phone.sends(home.form(f"{table.id}/restore")).status == 303


def test_home_says_what_was_deleted_just_now_and_restores_it(table: Sitting, stranger: Phone) -> None:
    table.bids(1, 1, 0)
    phone = table.phone
    home = phone.follows(phone.sends(phone.opens(f"{table.address}/discard").form("/discard")))
    assert home.root.one("form", class_="said").one("p").text == "Deleted: Oh Hell, Ann, Ben, Chika"
    assert phone.sends(home.form("/restore")).location == table.address
    assert table.page.form("/entries").typed("step") == "tricks", "what was entered is there again"
    # Once it is restored, the same address says nothing of it, and to another scorebook it never did.
    for other in (phone, stranger):
        assert other.opens(home.address).root.all("form", class_="said") == []


def test_what_was_deleted_long_ago_leaves_with_the_next_deletion(
    table: Sitting, monkeypatch: pytest.MonkeyPatch
) -> None:
    phone, other = table.phone, table.phone.sits_down()
    form = phone.opens(f"{table.address}/discard").form("/discard")
    monkeypatch.setattr("web.pages.session.undo.now", lambda: datetime(2020, 1, 1, tzinfo=UTC))
    monkeypatch.setattr("web.pages.session.undo.now_stamp", lambda: "2020-01-01T00:00:00Z")
    phone.sends(form)
    assert phone.opens(table.address).status == 200
    monkeypatch.undo()
    phone.sends(phone.opens(f"{other.address}/discard").form("/discard"))
    assert phone.opens(table.address).status == 404
    assert phone.opens(other.address).status == 200


# The whole scorebook.


def test_it_is_said_what_goes(table: Sitting, phone: Phone, stranger: Phone) -> None:
    table.notes("rain")
    phone.sends(table.behind("rules").form("/rules"), {"rule_name": "ours"})
    other = phone.sits_down("Ann", "Dan", "Eva")
    phone.sends(other.behind("archive").form("/archive"))
    page = phone.opens("/scorebook/delete")
    assert [each.text for each in page.root.one("main").all("li")] == [
        "Games: 2",
        "Players: 5",
        "Saved house rules: 1",
    ]
    assert "/scorebook/takuroku.json" in page.links()
    assert phone.opens(table.address).status == 200, "asking deletes nothing"
    # Where nothing is kept there is nothing to delete.
    page = stranger.opens("/scorebook/delete")
    assert (page.status, "There is nothing to delete yet." in page.text) == (200, True)
    assert not [form for form in page.forms if form.action.endswith("/delete")]
    assert stranger.posts("/scorebook/delete", {"csrf_token": stranger.token()}).location == "/"
    assert stranger.opens("/").heading == "Takuroku"


OPEN = re.compile(
    r"/($|static|assets|worker.js|manifest|offline|health|settings|rules|tools|api|j/|scorebooks$|scorebooks/(open|new|told)|scorebook/(restore|delete)|shared$|accessibility|pocket/|group|join|scan|code$|\.well-known/)"
)
"""What is of no scorebook, or leads away from this one."""


FOR_EVERYBODY = ("download.show", "rating.explained", "sample.show")
"""How the site is taken along and how the rating works, and the sample, which is nobody's."""


def test_a_deleted_scorebook_shows_how_to_restore_it_whatever_is_asked(app: Flask, table: Sitting) -> None:
    phone, token = table.phone, table.phone.token()
    answer = delete(phone)
    assert (answer.status, answer.location) == (303, "/")
    home = phone.opens("/")
    assert (home.status, home.heading, table.address in home.html) == (200, DELETED, False)
    given: dict[str, Any] = {"session": table.id, "slug": "oh-hell", "year": "2026"}
    asked = 0
    for rule in app.url_map.iter_rules():
        if OPEN.match(str(rule)):
            continue
        with app.test_request_context():
            address = url_for(rule.endpoint, **{name: given.get(name, "1") for name in rule.arguments})
        shows = "GET" in (rule.methods or ())
        page = phone.opens(address) if shows else phone.posts(address, {"csrf_token": token})
        if rule.endpoint in FOR_EVERYBODY:
            assert (address, page.status) == (address, 200)
            continue
        assert (address, page.status, page.heading) == (address, 410 if shows else 409, DELETED)
        assert not shows or page.form("/scorebook/restore").method == "post"
        asked += 1
    assert asked > 30
    for address in ("/rules", "/tools/forbidden-bid", "/health"):
        assert phone.opens(address).status == 200


def test_restored_everything_is_as_it_was(table: Sitting, stranger: Phone) -> None:
    phone = table.phone
    table.bids(1, 1, 0)
    tricks, new = table.form, phone.opens("/new/oh-hell").form("/new/oh-hell")
    about, discard = table.behind("about").form("/about"), phone.opens(f"{table.address}/discard").form("/discard")
    archive, rules = table.behind("archive").form("/archive"), table.behind("rules").form("/rules")
    before = document(table)
    delete(phone)
    sent: tuple[tuple[Form, dict[str, Any]], ...] = (
        (tricks, seatwise("tricks", (1, 1, 1))),
        (new, {"players-0": "Xaver", "players-1": "Yves", "players-2": "Zoë"}),
        (about, {"place": "nowhere"}),
        (archive, {}),
        (rules, {"rule_name": "ours"}),
        (discard, {}),
    )
    for form, typed in sent:
        page = phone.sends(form, typed)
        assert (form.action, page.status, page.heading) == (form.action, 409, DELETED)
        assert page.alerts == ["Nothing can be saved in this scorebook until it is restored."]
    assert stranger.sits_down().page.status == 200, "others write on"
    restore = phone.opens("/").form("/scorebook/restore")
    assert [phone.sends(restore).location for _twice in range(2)] == ["/", "/"]
    assert document(table) == before
    assert "Xaver" not in phone.opens("/new/oh-hell").html
    table.takes(1, 1, 1)


def test_sent_twice_it_keeps_the_day_of_the_first(app: Flask, table: Sitting, monkeypatch: pytest.MonkeyPatch) -> None:
    phone = table.phone
    form = phone.opens("/scorebook/delete").form("/scorebook/delete")
    monkeypatch.setattr("web.pages.scorebook.deletion.now", lambda: datetime(2026, 10, 31, 15, 30, tzinfo=UTC))
    monkeypatch.setattr("web.pages.scorebook.deletion.now_stamp", lambda: "2026-10-31T15:30:00Z")
    phone.sends(form)
    assert "can be restored until November 30, 2026" in phone.opens("/").text
    phone.client.set_cookie("zone", "Asia/Tokyo")
    phone.language = "ja"
    assert "2026年12月1日" in phone.opens("/").text
    monkeypatch.setattr("web.pages.scorebook.deletion.now", lambda: datetime(2026, 12, 1, 15, 30, tzinfo=UTC))
    monkeypatch.setattr("web.pages.scorebook.deletion.now_stamp", lambda: "2026-12-01T15:30:00Z")
    phone.language = "en"
    assert phone.sends(form).location == "/"
    late = phone.opens("/")
    assert "gone for good at any moment" in late.text
    phone.sends(late.form("/scorebook/restore"))
    assert phone.opens(table.address).status == 200


def test_who_only_looks_deletes_and_restores_nothing(app: Flask, table: Sitting) -> None:
    watcher, player = Phone(app), Phone(app)
    table.phone.lets_in(watcher, "watcher")
    table.phone.lets_in(player, "player", table.id)
    delete(table.phone)
    for phone, statuses in ((watcher, [200, 200, 410]), (player, [404, 404, 410])):
        pages = [phone.opens(address) for address in ("/", "/scorebooks", table.address)]
        assert [page.status for page in pages] == statuses
        assert [form.action for page in pages for form in page.forms if form.action.endswith("/restore")] == []
    assert table.phone.sends(table.phone.opens("/").form("/restore")).status == 303
