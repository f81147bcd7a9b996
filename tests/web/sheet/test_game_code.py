"""A game leaves as a code, is shown anywhere by that code alone, and comes into a scorebook at a tap."""

from __future__ import annotations

import json
import logging
import re
from typing import Any

import pytest
from flask import Flask
from markupsafe import Markup

from record.log import MAX_ACTIONS
from record.packed.code import pack, read_text, to_link, to_qr, unpack
from scoring.catalogue import all_games
from scoring.game import AnyGame
from store.transfer import check
from tests.kit.games import Played, played
from tests.kit.web.page import Page
from tests.kit.web.playing import plays
from tests.web.conftest import Phone, Sitting, borrowed
from web.exports import qr_codes
from web.exports.qr_codes import with_digits
from web.http.limits import scoring_turn
from web.pages.codes import MAX_CODE_BYTES

AT = "2026-11-21T19:30:00Z"
LATER = "2026-11-21T20:15:00Z"
STATUS = "p[@role='status']"
ID = "q7Jr2mXw9LkTz4bVn1cYdA"


def link_on(page: Page) -> str:
    """The link on the page that shares a session."""
    return page.root.one("input", id="made").get("value")


def code_of(table: Sitting, names: str = "") -> str:
    return link_on(table.behind(f"share{names}"))


def file_in(link: str) -> dict[str, Any]:
    return unpack(read_text(link))


def made(play: Played, entries: int, **session: Any) -> str:
    """The code of a game after so many entries, made without any site."""
    file = {
        "scorebook": 1,
        "devices": {},
        "players": [{"name": name} for name in sorted(play.session["players"])],
        "rules": [],
        "sessions": [
            {
                "id": ID,
                "created_at": AT,
                **{name: play.session[name] for name in ("game", "players", "dealer", "options")},
                "actions": [
                    {"kind": "enter", "at": AT, "device": "5f3a9c01", "facts": entry}
                    for entry in play.entries[:entries]
                ],
                **session,
            }
        ],
    }
    return to_link(pack(file))


def looks(phone: Phone, code: str, **typed: str) -> Page:
    return phone.posts("/code", {"code": code, **typed})


def sessions(app: Flask) -> int:
    with borrowed(app) as db:
        return int(db.execute("SELECT COUNT(*) AS n FROM session").fetchone()["n"])


def takes(phone: Phone, code: str) -> Page:
    """What the button says to somebody who has a scorebook, and at the second tap to who has none."""
    shown = looks(phone, code)
    if not [form for form in shown.forms if form.action == "/code/take"]:
        shown = looks(phone, code, take="1")
    return phone.sends(shown.form("/code/take"))


def told_of(phone: Phone, code: str) -> list[str]:
    """What the sheet tells of a code that was taken in."""
    return phone.follows(takes(phone, code)).reads(STATUS)


def handed_over(phone: Phone, code: str) -> Sitting:
    """The game in the scorebook of another phone, which takes it in."""
    return Sitting(phone, takes(phone, code).location.partition("?")[0])


def pad_code(rounds: int) -> str:
    """The code of a score pad with so many rounds, in each of which Ann has 1 point and Ben 2."""
    entry = {"step": "round", "points": [1, 2]}
    options = all_games()["score-pad"].start({"players": ["Ann", "Ben"]}).options.to_json()
    session = {"game": "score-pad", "players": ["Ann", "Ben"], "dealer": 0, "options": options}
    return made(Played(session, (entry,) * rounds, ()), rounds)


@pytest.fixture
def dealt(table: Sitting) -> Sitting:
    """A deal is played, in which only Chika missed her bid."""
    return plays(table, "110 111")


# --- the code of a session -------------------------------------------------------


def test_the_code_holds_the_log_with_its_times_and_phones_but_not_the_note_nor_what_phones_are_called(
    table: Sitting,
) -> None:
    table.phone.client.environ_base["HTTP_USER_AGENT"] = "Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X)"
    dealt = plays(table, "110 111")
    dealt.phone.sends(dealt.behind("about").form("/about"), {"place": "Chika’s balcony", "note": "Ben was late"})
    file = file_in(code_of(dealt))
    (session,) = file["sessions"]
    assert (file["devices"], session["place"], "note" in session) == ({}, "Chika’s balcony", False)
    assert json.loads(dealt.phone.opens("/scorebook/takuroku.json").html)["devices"] != {}, "the phone has a name"
    assert session["id"] == dealt.id
    assert [action["facts"]["step"] for action in session["actions"]] == ["bids", "tricks"]
    assert len({action["device"] for action in session["actions"]}) == 1
    assert all(action["at"] >= session["created_at"] for action in session["actions"])


def test_picture_and_link_are_the_same_code(table: Sitting, monkeypatch: pytest.MonkeyPatch) -> None:
    drawn: list[tuple[str, str]] = []

    def draws(address: str, digits: str) -> Markup | None:
        drawn.append((address, digits))
        return with_digits(address, digits)

    monkeypatch.setattr(qr_codes, "with_digits", draws)
    link = code_of(table)
    ((address, digits),) = drawn
    assert address == "http://localhost/code#q"
    assert read_text(address + digits) == read_text(link)
    assert digits == to_qr(read_text(link))[1:]


def test_no_cache_keeps_it_and_its_picture_is_an_image(table: Sitting) -> None:
    page, picture = table.behind("share"), table.phone.opens(f"{table.address}/code/code.svg")
    assert (picture.status, picture.mimetype) == (200, "image/svg+xml")
    assert picture.html.startswith('<svg xmlns="http://www.w3.org/2000/svg"'), "without it an <img> shows nothing"
    assert [each.headers["Cache-Control"] for each in (page, picture)] == ["private, no-store"] * 2


def test_it_is_found_from_the_menu_and_from_the_end(table: Sitting) -> None:
    address = f"{table.address}/share"
    assert address in table.more.links()
    table.ends()
    assert address in table.page.links()


def test_without_names_nobody_is_in_it(dealt: Sitting) -> None:
    dealt.notes("Ann was late")
    dealt.phone.sends(dealt.behind("about").form("/about"), {"place": "Chika’s balcony", "note": "Ben won"})
    code = code_of(dealt, "?names=no")
    assert not re.search("Ann|Ben|Chika", str(file_in(code)))
    assert not re.search("Ann|Ben|Chika", str(dealt.behind("share?names=no").root.one("main").text))
    page = looks(Phone(dealt.phone.client.application), code)
    assert "P1" in page.root.one("ol", class_="standings").text
    assert "only for looking" in page.text
    assert page.forms[0].action == "/code", "it leads to no scorebook"


def test_what_has_no_names_is_not_taken(table: Sitting, stranger: Phone) -> None:
    code = code_of(table, "?names=no")
    page = stranger.posts("/code/take", {"csrf_token": stranger.token(), "code": code})
    assert (page.status, page.alerts) == (422, ["This code has no names: it is only for looking."])


def test_a_game_too_long_for_a_qr_code_says_so_and_one_too_long_for_a_link_is_shared_without_one(
    table: Sitting, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("web.exports.qr_codes.MAX_DIGITS", 100)
    page = table.behind("share")
    assert "too long for a QR code" in page.text
    assert "camera opens it" not in page.text
    assert page.root.all("figure", class_="code") == []
    assert read_text(link_on(page))
    assert "Tap for other ways." in table.phone.opens(f"{table.address}/code/code.svg").html
    monkeypatch.setattr(qr_codes, "MAX_LINK_LENGTH", 100)
    page = table.behind("share")
    assert "too long for a link" in page.text
    assert page.root.all("input", id="made") == []
    assert "opens the link" not in page.text
    assert "code#" not in page.root.one("textarea").text, "the text goes without one"
    assert [form for form in page.forms if form.action == "/settings"] == [], "there is none to show after a deal"


def test_a_bid_that_is_still_hidden_is_in_no_code(phone: Phone) -> None:
    """A seat has laid its bid; it leaves with the others, when all are in."""
    table = phone.sits_down(bidding="written", top_hand="3")
    phone.sends(phone.opens(f"{table.address}/seats/0").form("/seats/0"), {"bids-0": "2"})
    (session,) = file_in(code_of(table))["sessions"]
    assert session["actions"] == []
    table.enters({"bids-1": "0", "bids-2": "0"})
    (session,) = file_in(code_of(table))["sessions"]
    assert [action["facts"]["bids"] for action in session["actions"]] == [[2, 0, 0]]


# --- shown anywhere --------------------------------------------------------------


@pytest.mark.parametrize("game", all_games().values(), ids=lambda game: game.slug)
def test_a_game_is_shown_whole_running_and_over(game: AnyGame, stranger: Phone) -> None:
    play = played(game, 0)
    running = next(number for number, sheet in enumerate(play.sheets) if sheet.deals)
    for entries in (running, len(play.entries)):
        sheet = play.sheets[entries]
        code = made(play, entries)
        page = looks(stranger, code)
        assert page.status == 200, page.alerts
        assert len(page.root.one("table").one("tbody").all("tr")) == len(sheet.rows)
        totals = [each.get("data-total-of") for each in page.root.one("main").all("span") if each.has("data-total-of")]
        assert sorted(map(int, totals)) == [side[0] for side in sheet.sides]
        assert bool(page.root.all("ul", class_="course")) == bool(sheet.over and sheet.moments)
        assert page.root.all("figure", class_="chart long") or page.root.all("figure", class_="chart")
        opened = looks(stranger, code, row="0")
        assert len(opened.root.all("tr", class_="opened")) == 1
        assert [link for link in page.links() if link != "/"] == [], "nothing leads to a session"
    assert stranger.client.get_cookie("takuroku") is None


def test_a_running_game_tells_when_its_last_entry_was(app: Flask) -> None:
    play = played(all_games()["oh-hell"], 0)
    for entries, times in ((0, [AT]), (1, [AT, LATER])):
        actions = [
            {"kind": "enter", "at": LATER, "device": "5f3a9c01", "facts": each} for each in play.entries[:entries]
        ]
        page = looks(Phone(app), made(play, 0, actions=actions))
        assert [each.get("datetime") for each in page.root.one("main").all("time")] == times


def test_looking_sets_no_cookie_and_keeps_nothing(app: Flask, table: Sitting, stranger: Phone) -> None:
    code, before = code_of(table), sessions(app)
    for page in (
        stranger.opens("/code"),
        looks(stranger, code),
        looks(stranger, code, row="0"),
        looks(stranger, "c123"),
    ):
        assert "Set-Cookie" not in page.headers
        assert page.headers["Cache-Control"] == "private, no-store"
    assert sessions(app) == before


def test_no_log_has_the_code(app: Flask, table: Sitting, caplog: pytest.LogCaptureFixture) -> None:
    code = code_of(table)
    with caplog.at_level(logging.DEBUG):
        looks(Phone(app), code)
        looks(Phone(app), code[:-2])
    assert code[-40:-2] not in caplog.text


def test_names_are_text(app: Flask, phone: Phone) -> None:
    name = "<b onclick=x>&'\""
    table = phone.sits_down(name, "Ben", "Chika")
    page = looks(Phone(app), code_of(table))
    assert name in [each.text for each in page.root.all("span", class_="name")]
    assert "<b onclick" not in page.html


NO_CODE, DAMAGED = "This is not a game code.", "This game code is damaged or not complete."


@pytest.mark.parametrize(
    ("code", "status", "why"),
    [
        *((code, 422, NO_CODE) for code in ("", "https://example.org/", "http://localhost/j/secret")),
        (pad_code(1)[:-5], 422, DAMAGED),
        ("c" * MAX_CODE_BYTES, 413, "You sent far more than a score needs. Nothing was saved."),
        *(
            (made(played(all_games()["oh-hell"], 0), 2, **change), 422, why)
            for change, why in (
                ({"players": ["Ann", "Ann", "Ben"]}, "Session 1"),
                ({"game": "hats"}, "no game called “hats”"),
                ({"options": {"scoring": "<b>"}}, "Session 1"),
                ({"actions": [{"kind": "undo", "at": AT, "device": "a", "facts": {}}]}, "can’t be undone"),
            )
        ),
    ],
    ids=lambda each: str(each)[:40],
)
def test_what_is_no_code_or_no_table_can_have_played_is_told_at_the_field(
    phone: Phone, code: str, status: int, why: str
) -> None:
    page = looks(phone, code)
    assert (page.status, why in page.wrong_at("code")) == (status, True)
    assert status == 413 or page.form("/code").typed("code") == code


# --- taken into a scorebook ------------------------------------------------------


def test_who_has_no_scorebook_starts_one_with_the_game(dealt: Sitting, stranger: Phone) -> None:
    shown = looks(stranger, code_of(dealt))
    asked = stranger.posts("/code", {**shown.form("/code").values, "take": "1"})
    assert "Start a scorebook with this game" in asked.text
    sheet = stranger.follows(stranger.sends(asked.form("/code/take")))
    assert sheet.root.one("ol", class_="standings").text == dealt.page.root.one("ol", class_="standings").text
    assert sheet.address != dealt.address, "on this site it belongs to another scorebook already"
    assert [form for form in sheet.forms if form.action.endswith("/entries")], "and it is kept from here"


def test_nothing_is_taken_without_the_token(app: Flask, table: Sitting, stranger: Phone) -> None:
    stranger.opens("/")
    before = sessions(app)
    assert stranger.posts("/code/take", {"code": code_of(table)}).status == 400
    assert sessions(app) == before


def test_a_game_is_handed_over_gone_on_with_and_handed_back(dealt: Sitting, stranger: Phone) -> None:
    there = handed_over(stranger, code_of(dealt))
    there.deal(bids=(0, 1, 0), tricks=(0, 1, 1))
    back = takes(dealt.phone, code_of(there))
    assert back.location.partition("?")[0] == dealt.address
    # Ann 11 and 10, Ben 11 twice, Chika twice not.
    assert dealt.totals == there.totals == [21, 22, 0]
    assert dealt.position == 4
    assert takes(dealt.phone, code_of(there)).location.partition("?")[0] == dealt.address
    assert dealt.position == 4, "a second time nothing is doubled"


def test_the_sheet_tells_what_a_code_has_brought(app: Flask, dealt: Sitting, stranger: Phone) -> None:
    assert told_of(stranger, code_of(dealt)) == ["This game is now in your scorebook."]
    there = handed_over(stranger, code_of(dealt))
    there.bids(0, 1, 0)
    assert told_of(dealt.phone, code_of(there)) == ["1 new entry added."]
    there.takes(0, 1, 1)
    there.bids(1, 1, 0)
    assert told_of(dealt.phone, code_of(there)) == ["2 new entries added."]
    assert told_of(dealt.phone, code_of(there)) == ["There was nothing new."]
    assert dealt.page.reads(STATUS) == [], "only on arrival"
    watcher = Phone(app)
    dealt.phone.lets_in(watcher, "watcher")
    assert watcher.opens(f"{dealt.address}?came=2").reads(STATUS) == [], "nor to others"
    for nothing in ("-1", "all"):
        assert dealt.phone.opens(f"{dealt.address}?came={nothing}").reads(STATUS) == []


def test_what_both_wrote_meanwhile_leads_to_the_choice(dealt: Sitting, stranger: Phone) -> None:
    there = handed_over(stranger, code_of(dealt))
    there.bids(0, 1, 0)
    dealt.bids(0, 0, 1)
    came = takes(dealt.phone, code_of(there))
    assert came.location == f"{dealt.address}-v2/versions"
    choice = dealt.phone.follows(came)
    assert "This game was continued in two places." in choice.text
    assert dealt.position == 3, "and nothing is changed before"
    assert takes(dealt.phone, code_of(there)).location == f"{dealt.address}-v2?came=0", (
        "what is known is shown where it is"
    )
    assert takes(stranger, code_of(dealt)).location == f"{there.address}-v2/versions", (
        "there it is told in the same way"
    )


def test_the_same_game_at_another_table_is_refused(table: Sitting) -> None:
    table.bids(1, 1, 0)
    file = json.loads(table.phone.opens("/scorebook/takuroku.json").html)
    file["sessions"][0]["dealer"] = 1
    refused = takes(table.phone, to_link(pack(file)))
    assert refused.status == 409
    assert refused.alerts[0].startswith("This game was continued in two places")
    assert table.address in refused.links()


# --- after each deal -------------------------------------------------------------


def test_the_sheet_shows_the_code_after_each_deal_if_the_phone_wants_it(table: Sitting, stranger: Phone) -> None:
    switch = table.behind("share").form("/settings", has="code")
    plays(table, "110 111")
    assert table.page.reads("img @src") == []
    assert table.phone.sends(switch, {"code": "on"}).location.startswith(f"{table.address}/share")
    (picture,) = table.page.reads("img @src")
    assert table.phone.opens(picture).mimetype == "image/svg+xml"
    table.bids(0, 0, 0)
    assert table.page.reads("img @src") == [], "in a deal there is none"
    table.phone.lets_in(stranger, "keeper")
    table.takes(1, 1, 0)
    assert len(table.page.reads("img @src")) == 1
    assert stranger.opens(table.address).reads("img @src") == [], "it is this phone's choice"
    table.phone.sends(switch, {"code": "off"})
    assert table.page.reads("img @src") == []


# --- long games ---------------------------------------------------------------


def rows_on(page: Page) -> list[str]:
    """The rows of the scorecard by their ids; that of a working has none."""
    return [each.get("id") for each in page.root.one("tbody").all("tr")]


def test_rows_come_by_100_the_last_ones_first(phone: Phone) -> None:
    page = looks(phone, pad_code(250))
    assert rows_on(page) == [f"row-{number}" for number in range(150, 250)]
    assert page.root.one("tr", id="row-249").all("b", class_="total")[0].text == "250"
    older = phone.sends(page.form("/code"), {"page": "2"})
    assert rows_on(older) == [f"row-{number}" for number in range(50, 150)]
    assert older.root.one("tr", id="row-149").all("b", class_="total")[1].text == "300"
    assert rows_on(phone.sends(page.form("/code"), {"page": "9"})) == [f"row-{number}" for number in range(50)]


def test_a_row_is_opened_among_its_hundred(phone: Phone) -> None:
    page = looks(phone, pad_code(250), row="149")
    assert [row for row in rows_on(page) if row] == [f"row-{number}" for number in range(50, 150)]
    assert page.reads("button[@name='row'][@aria-expanded='true'] @value") == [""], "a tap closes it"


def test_the_longest_game_shows_totals_its_last_rows_and_the_button_that_takes_it_in(phone: Phone) -> None:
    page = looks(phone, pad_code(MAX_ACTIONS))
    assert [each.text for each in page.root.all("span", class_="total")] == ["6000", "3000"]
    assert rows_on(page) == [f"row-{number}" for number in range(2900, 3000)]
    assert page.root.one("button", name="take").text == "Take it into my scorebook"
    assert len(page.html) < 100_000, "its chart has no more points than are seen"


def test_a_game_with_more_to_score_is_shown_by_its_head_and_can_be_taken(
    phone: Phone, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(check, "MAX_SHOWN_ENTRIES", 4)
    code = pad_code(5)
    page = looks(phone, code)
    assert page.status == 200
    text = page.root.one("main").text
    assert "Players Ann, Ben" in text
    assert "Too long to show here (5 entries)." in text
    assert not page.root.all("table")
    table = handed_over(phone, code)
    assert phone.opens(table.address).root.one("tr", id="row-4").all("b", class_="total")[1].text == "10"


def test_one_code_at_a_time_is_scored_and_others_send_theirs_again(phone: Phone) -> None:
    code = pad_code(3)
    with scoring_turn():
        page = looks(phone, code)
    assert (page.status, page.headers["Retry-After"]) == (503, "1")
    assert "Try again in a moment." in page.root.one("main").text
    assert rows_on(phone.sends(page.form("/code"))) == ["row-0", "row-1", "row-2"]
