"""From the site in a phone to the group's scorebook on another site, and back, by a link and a tap."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from flask import Flask

import web.api.operations.scorebook
from app import create_app
from tests.kit.for_each import for_each
from tests.kit.web.page import Page
from tests.kit.web.wire import SITE, Wire
from tests.web.conftest import SECRET, Phone, Sitting
from tests.web.pocket.conftest import evening, joins, link_of, sends
from web.pocket import sync
from web.pocket.sync import Carried

EXPORT = "/scorebook/takuroku.json"


def fetches(phone: Phone) -> Page:
    return phone.sends(phone.opens("/group").form("/group/fetch"))


def said(page: Page) -> str:
    return page.root.one("div", role="status", **{"class": "headline"}).text


def sessions(phone: Phone) -> dict[str, Any]:
    """The sessions of the scorebook file, by id."""
    return {each["id"]: each for each in json.loads(phone.opens(EXPORT).html)["sessions"]}


def test_an_evening_in_the_cellar_goes_to_the_group_with_one_tap(phone: Phone, keeper: Phone, wire: Wire) -> None:
    table = evening(phone)
    assert phone.follows(joins(phone, link_of(keeper))).root.one("h2").text == "Thursdays"
    came = phone.follows(sends(phone))
    assert said(came) == "Sent. New games: 1"
    assert sessions(keeper) == sessions(phone)
    # What is there is not sent again: only how far all is goes over the wire.
    wire.asked.clear()
    assert said(phone.follows(sends(phone))) == "There was nothing new. Already known: 1"
    assert wire.asked == ["GET /api/v1/scorebook/heads"]
    table.notes("home at last")
    assert said(phone.follows(sends(phone))) == "Sent. Continued games: 1"
    assert sessions(keeper) == sessions(phone)
    assert keeper.opens(table.address).status == 200


def test_the_groups_scorebook_is_taken_along(phone: Phone, keeper: Phone, wire: Wire) -> None:
    there = [evening(keeper).id for _ in range(2)]
    came = phone.follows(joins(phone, link_of(keeper)))
    assert "New games there: 2" in came.text
    assert said(phone.follows(fetches(phone))) == "Imported. New games: 2"
    assert [*sessions(phone)] == there
    assert sessions(phone) == sessions(keeper)
    assert phone.opens("/scorebooks/name").form("/scorebooks/name").typed("name") == "Thursdays"
    wire.asked.clear()
    assert said(phone.follows(fetches(phone))) == "There was nothing new. Already known: 2"
    assert wire.asked == ["GET /api/v1/scorebook/heads"]
    # On with one of them in the cellar, and back: what the site has is what the phone has, to the byte.
    Sitting(phone, f"/s/{there[0]}").notes("one more")
    assert said(phone.follows(sends(phone))) == "Sent. Continued games: 1 · Already known: 1"
    assert phone.opens(EXPORT).html == keeper.opens(EXPORT).html


def test_what_was_carried_on_in_both_places_is_named_and_stays(phone: Phone, keeper: Phone) -> None:
    apart, other = evening(keeper), evening(keeper)
    phone.follows(joins(phone, link_of(keeper)))
    phone.follows(fetches(phone))
    apart.notes("there")
    here = Sitting(phone, apart.address)
    here.bids(0, 0, 1)
    fresh = evening(phone)
    before = sessions(keeper)
    came = phone.follows(sends(phone))
    assert said(came) == "Sent. New games: 1 · Already known: 1"
    assert "Continued in two places" in came.text
    assert f"/s/{apart.id}" in came.links()
    assert f"/s/{other.id}" not in came.links()
    after = sessions(keeper)
    assert after == {**before, fresh.id: sessions(phone)[fresh.id]}
    assert "Fetch new games first" in came.text
    mine = sessions(phone)
    came = phone.follows(fetches(phone))
    assert f"/s/{apart.id}-v2/versions" in came.links()
    their = sessions(phone).pop(f"{apart.id}-v2")
    assert "discarded_at" in their
    assert their["actions"] == before[apart.id]["actions"]
    assert {id: each for id, each in sessions(phone).items() if each["id"] != their["id"]} == mine


def apart_and_fetched(phone: Phone, keeper: Phone) -> tuple[Sitting, Sitting]:
    """A game that went on in both places, there and here; both versions are in the phone."""
    there = evening(keeper)
    phone.follows(joins(phone, link_of(keeper)))
    phone.follows(fetches(phone))
    there.notes("there")
    here = Sitting(phone, there.address)
    here.notes("here")
    phone.follows(fetches(phone))
    return there, here


def chooses(phone: Phone, table: Sitting, keep: str) -> None:
    page = phone.opens(f"{table.address}/versions")
    assert phone.sends(page.form("/versions"), {"keep": keep}).status == 303


def test_who_keeps_both_sends_theirs_as_a_game_of_its_own_and_nobody_asks_again(
    phone: Phone, keeper: Phone, wire: Wire
) -> None:
    there, here = apart_and_fetched(phone, keeper)
    chooses(phone, here, "all")
    assert said(phone.follows(sends(phone))) == "Sent. New games: 1 · Already known: 1"
    assert sessions(keeper)[f"{there.id}-v3"]["actions"] == sessions(phone)[here.id]["actions"]
    for exchange in (sends, fetches):
        wire.asked.clear()
        came = phone.follows(exchange(phone))
        assert wire.asked == ["GET /api/v1/scorebook/heads"]
        assert "Continued in two places" not in came.text
    assert "New games there" not in phone.opens("/group").text
    # Each goes on in its own place.
    here.notes("on here")
    there.notes("on there")
    assert "Continued games: 1" in said(phone.follows(sends(phone)))
    assert "Continued games: 1" in said(phone.follows(fetches(phone)))
    assert len(sessions(keeper)[f"{there.id}-v3"]["actions"]) == len(sessions(phone)[here.id]["actions"])
    assert len(sessions(phone)[f"{here.id}-v2"]["actions"]) == len(sessions(keeper)[there.id]["actions"])


def test_who_takes_theirs_sends_nothing_and_is_asked_no_more(phone: Phone, keeper: Phone) -> None:
    there, here = apart_and_fetched(phone, keeper)
    chooses(phone, here, f"{here.id}-v2")
    before = sessions(keeper)
    came = phone.follows(sends(phone))
    assert "Continued in two places" not in came.text
    assert sessions(keeper) == before
    there.notes("on there")
    assert "Continued games: 1" in said(phone.follows(fetches(phone)))
    assert sessions(phone)[f"{here.id}-v2"]["actions"] == sessions(keeper)[there.id]["actions"]


def test_one_evening_goes_alone_with_who_played_in_it(phone: Phone, keeper: Phone) -> None:
    phone.follows(joins(phone, link_of(keeper)))
    table = evening(phone)
    with_others = phone.sits_down("Dan", "Eve", "Fay")
    page = phone.opens(f"/evenings/{table.id}")
    assert said(phone.follows(phone.sends(page.form("/group/send")))) == "Sent. New games: 1"
    assert [*sessions(keeper)] == [table.id]
    assert "Dan" not in keeper.opens("/players").text
    assert said(phone.follows(sends(phone))) == "Sent. New games: 1 · Already known: 1"
    assert {*sessions(keeper)} == {table.id, with_others.id}


def test_what_an_older_site_does_not_know_stays_on_the_phone(
    phone: Phone, keeper: Phone, wire: Wire, monkeypatch: pytest.MonkeyPatch
) -> None:
    phone.follows(joins(phone, link_of(keeper)))
    known = evening(phone)
    newer = phone.sits_down(trumps="order", trump_order=["hearts", "none"])
    with monkeypatch.context() as older:
        older.setattr(web.api.operations.scorebook, "NEWEST", 1)
        came = phone.follows(sends(phone))
    assert said(came) == "Sent. New games: 1"
    assert "Not sent, as the group’s site does not know their house rules yet: 1" in came.text
    assert [*sessions(keeper)] == [known.id]
    came = phone.follows(sends(phone))
    assert said(came) == "Sent. New games: 1 · Already known: 1"
    assert "house rules" not in came.root.one("main").text
    assert {*sessions(keeper)} == {known.id, newer.id}
    another = keeper.sits_down(trumps="order", trump_order=["hearts", "none"])
    assert said(phone.follows(fetches(phone))) == "Imported. New games: 1 · Already known: 2"
    assert another.id in sessions(phone)


def test_without_a_connection_nothing_is_lost_and_it_goes_later(phone: Phone, keeper: Phone, wire: Wire) -> None:
    phone.follows(joins(phone, link_of(keeper)))
    evening(phone)
    wire.is_cut = True
    for tried in (sends(phone), fetches(phone)):
        assert tried.status == 502
        assert "cannot be reached right now" in tried.alerts[0]
        assert "/group/send" in [form.action for form in tried.forms], "it is there to be tapped again"
    wire.is_cut = False
    assert said(phone.follows(sends(phone))) == "Sent. New games: 1"


def test_a_token_that_may_only_read_fetches_and_sends_nothing(phone: Phone, keeper: Phone) -> None:
    evening(keeper)
    made = keeper.sends(keeper.opens("/tokens").form("/tokens"), {"name": "Telly", "role": "watcher"})
    token = made.root.one("input", id="made").get("value")
    phone.follows(joins(phone, f"{SITE}/carry#{token}"))
    assert said(phone.follows(fetches(phone))) == "Imported. New games: 1"
    evening(phone)
    refused = sends(phone)
    assert (refused.status, "only read the group" in refused.alerts[0]) == (502, True)


@for_each(
    "typed",
    [
        *("", "nonsense", SITE, f"{SITE}/carry", f"{SITE}/carry#takuroku_", f"{SITE}/carry#other_" + "x" * 32),
        *(f"http://cards.example/carry#takuroku_{'x' * 32}", f"https://a b/carry#takuroku_{'x' * 32}"),
        *(f"https://me@cards.example/carry#takuroku_{'x' * 32}", f"javascript://x/carry#takuroku_{'x' * 32}"),
        f"{SITE}/{'x' * 300}/carry#takuroku_{'x' * 32}",
    ],
)
def test_what_is_no_link_is_refused_and_asks_nobody(phone: Phone, wire: Wire, typed: str) -> None:
    refused = joins(phone, typed)
    assert refused.status == 422
    assert refused.alerts == [
        "This is not a link to a group scorebook. Such a link starts with https:// and contains “#takuroku_”."
    ]
    assert refused.form("/group").typed("link") == typed
    assert wire.asked == []


def test_games_of_ones_own_stay_apart_in_a_scorebook_of_their_own(phone: Phone, keeper: Phone) -> None:
    own = evening(phone).id
    theirs = evening(keeper).id
    asked = phone.opens("/group")
    assert [each.get("value") for each in asked.form("/group").element.all("button")] == ["new", "here"]
    phone.follows(joins(phone, link_of(keeper), into="new"))
    phone.follows(fetches(phone))
    assert [*sessions(phone)] == [theirs]
    assert said(phone.follows(sends(phone))) == "There was nothing new. Already known: 1"
    assert own not in sessions(keeper)
    # The other one has no link: it is the scorebook that is connected, not the phone.
    (other,) = [
        each
        for each in phone.opens("/scorebooks").forms
        if "Thursdays" not in each.element.text and each.action.endswith("/open")
    ]
    phone.posts(other.action, {**other.values, "scorebook": other.element.one("button").get("value")})
    assert [*sessions(phone)] == [own]
    assert phone.opens("/group").form("/group").values["link"] == ""
    assert phone.posts("/group/send", {"csrf_token": phone.token()}).status == 404


def test_the_link_is_the_phones_own_secret_and_goes_out_with_no_file(phone: Phone, keeper: Phone) -> None:
    link = link_of(keeper)
    secret = link.partition("#")[2].removeprefix("to=group%23")
    evening(phone)
    phone.follows(joins(phone, link))
    phone.follows(sends(phone))
    assert secret not in phone.opens(EXPORT).html
    assert secret not in phone.opens("/group").html
    assert secret not in phone.opens(f"/evenings/{next(iter(sessions(phone)))}").html
    gone = phone.follows(phone.sends(phone.opens("/group").form("/group/forget")))
    assert "The link is removed." in said(gone)
    assert phone.posts("/group/send", {"csrf_token": phone.token()}).status == 404


@for_each(
    "body",
    [b"", b"[]", b"<p>A hotel's page", b'{"name": 3}', b'{"name": null, "sessions": [1]}', b"[" * 5000, b"\xff"],
)
def test_an_answer_of_somebody_else_is_told_so(phone: Phone, monkeypatch: pytest.MonkeyPatch, body: bytes) -> None:
    monkeypatch.setitem(phone.client.application.config, "CARRIER", lambda *_asked, **_given: Carried(200, body))
    refused = joins(phone, f"{SITE}/carry#takuroku_{'x' * 32}")
    assert (refused.status, refused.alerts) == (
        502,
        ["There is no scorebook at this address, or the site there runs another version. Nothing was sent or fetched."],
    )


def test_of_a_group_no_more_is_fetched_than_a_file_may_have(
    phone: Phone, keeper: Phone, wire: Wire, monkeypatch: pytest.MonkeyPatch
) -> None:
    evening(keeper)
    phone.follows(joins(phone, link_of(keeper)))
    size = len(keeper.opens(EXPORT).bytes)
    monkeypatch.setattr(sync, "MAX_FILE_BYTES", size - 1)
    refused = fetches(phone)
    assert (refused.status, "by years" in refused.alerts[0], sessions(phone)) == (502, True, {})
    monkeypatch.setattr(sync, "MAX_FILE_BYTES", size)
    assert said(phone.follows(fetches(phone))) == "Imported. New games: 1"


def test_a_link_that_was_revoked_or_never_made_is_told_so_and_another_takes_its_place(
    phone: Phone, keeper: Phone, wire: Wire
) -> None:
    nobodys = f"{SITE}/carry#takuroku_{'x' * 32}"
    refused = joins(phone, nobodys)
    assert (refused.status, "revoked" in refused.alerts[0]) == (502, True)
    wire.is_cut = True
    assert "cannot be reached" in joins(phone, nobodys).alerts[0]
    wire.is_cut = False
    assert [form.action for form in phone.opens("/group").forms if form.action.startswith("/group")] == ["/group"]
    phone.follows(joins(phone, link_of(keeper)))
    evening(phone)
    (form,) = [each for each in keeper.opens("/tokens").forms if each.action.endswith("/revoke")]
    keeper.sends(form)
    refused = sends(phone)
    assert (refused.status, "revoked" in refused.alerts[0]) == (502, True)
    assert sessions(keeper) == {}
    phone.follows(joins(phone, link_of(keeper, "Cellar again")))
    assert said(phone.follows(sends(phone))) == "Sent. New games: 1"


def test_a_server_asks_nobody_whatever_it_is_given(site: Flask, phone: Phone, tmp_path: Path) -> None:
    settings = {"TAKUROKU_DATABASE": str(tmp_path), "TAKUROKU_SECRET": SECRET, "TAKUROKU_POCKET": "0"}
    server = create_app(settings, carrier=Wire(site))
    assert server.config["CARRIER"] is None
    served = Phone(server)
    for page in (served.opens("/group"), served.posts("/group", {"csrf_token": served.token(), "link": "x"})):
        assert page.status == 404
    for address in ("/", "/scorebook"):
        assert "/group" not in served.opens(address).links()
        # A phone is nobody's server: there is nothing to take along from there.
        links = phone.opens(address).links()
        assert ("/group" in links, "/carry" in links) == (address == "/scorebook", False)
    assert phone.opens("/carry").status == 404
