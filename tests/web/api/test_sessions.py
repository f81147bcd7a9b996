"""Sessions over the API: begun, listed, written on, taken back, corrected; every answer is held to the document."""

from __future__ import annotations

import re
from datetime import UTC, datetime
from typing import Any

import pytest
from jsonschema_rs import Draft202012Validator

from scoring.catalogue import all_games
from scoring.document import load
from scoring.document import report as report_of
from tests.kit.for_each import for_each
from tests.kit.games import played
from tests.kit.web.api import OH_HELL, Program
from tests.kit.web.page import Page
from tests.kit.web.seats import ANN, joins, says
from tests.web.conftest import Phone

BIDS: dict[str, Any] = {"step": "bids", "bids": [1, 1, 0]}
TRICKS: dict[str, Any] = {"step": "tricks", "tricks": [1, 2, 0]}


def test_a_session_is_begun_where_its_location_says(program: Program) -> None:
    started = program.asks("POST", "/sessions", OH_HELL)
    assert started.status == 201
    assert started.location == f"/api/v1/sessions/{started.json['id']}"
    assert started.json == program.sees(started.json["id"])
    assert started.json["document"]["players"] == ["Ann", "Ben", "Chika"]
    assert started.json["document"]["options"]["top_hand"] == 3
    assert (started.json["position"], started.json["report"]["ask"]["step"]) == (0, "bids")


def test_a_session_is_begun_once_under_a_key(program: Program) -> None:
    begun = {program.asks("POST", "/sessions", OH_HELL, key="begin").json["id"] for _ in range(2)}
    assert begun == {each["id"] for each in program.asks("GET", "/sessions").json["sessions"]}
    other = program.asks("POST", "/sessions", OH_HELL | {"dealer": 1}, key="begin")
    assert (other.status, other.json["type"], {other.json["began"]}) == (
        409,
        "http://localhost/api#session-begun",
        begun,
    )


def test_a_session_says_which_entries_it_takes(program: Program) -> None:
    session = program.starts()
    schema = Draft202012Validator(program.sees(session)["accepts"])
    assert schema.is_valid(BIDS)
    assert not schema.is_valid({"step": "bids", "bids": [4, 0, 0]})
    assert not schema.is_valid(TRICKS)
    assert schema.is_valid({"step": "note", "text": "rain"})
    over = program.enters(session, BIDS, {"step": "end"})
    assert over["report"]["ask"] is None
    schema = Draft202012Validator(over["accepts"])
    assert [schema.is_valid(each) for each in (BIDS, {"step": "end"}, {"step": "note", "text": "rain"})] == [
        *(False, False, True)
    ]


@pytest.mark.parametrize("slug", [*all_games()])
def test_every_game_is_played_over_the_api(program: Program, slug: str) -> None:
    evening = played(all_games()[slug], 1)
    session = program.starts(**{name: evening.session[name] for name in ("game", "players", "dealer", "options")})
    now = program.enters(session, *evening.entries[:8])
    assert now["document"]["entries"] == [*evening.entries[:8]]
    assert now["report"] == report_of(load(now["document"]))
    assert program.asks("GET", f"/sessions/{session}/document").json == now["document"]


def test_undo_redo_and_correction_go_the_way_of_every_entry(program: Program) -> None:
    session = program.starts()
    program.enters(session, BIDS, TRICKS)
    at = f"/sessions/{session}"
    undone = program.asks("POST", f"{at}/undo", {"position": 2, "count": 2})
    assert (undone.status, undone.json["position"], undone.json["document"]["entries"]) == (201, 3, [])
    redone = program.asks("POST", f"{at}/redo", {"position": 3})
    assert (redone.status, redone.json["document"]["entries"]) == (201, [BIDS])
    redone = program.asks("POST", f"{at}/redo", {"position": 4})
    assert redone.json["report"]["totals"] == [11, 0, 10]
    new = {"step": "tricks", "tricks": [1, 1, 1]}
    corrected = program.asks("POST", f"{at}/corrections", {"position": 5, "changes": {"1": new}})
    assert (corrected.status, corrected.json["document"]["entries"]) == (201, [BIDS, new])
    assert corrected.json["report"]["totals"] == [11, 11, 0]
    same = program.asks("POST", f"{at}/corrections", {"position": 6, "changes": {"1": new}})
    assert (same.status, same.json["position"]) == (200, 6)
    log = program.asks("GET", f"{at}/log").json
    assert [each["kind"] for each in log["actions"]] == ["enter", "enter", "undo", "redo", "redo", "correct"]
    assert log["devices"] == {log["actions"][0]["device"]: "Script"}


def test_there_is_not_always_something_to_undo_or_redo(program: Program) -> None:
    session = program.starts()
    undone = program.asks("POST", f"/sessions/{session}/undo", {"position": 0})
    redone = program.asks("POST", f"/sessions/{session}/redo", {"position": 0})
    assert [(each.status, each.json["type"]) for each in (undone, redone)] == [
        (409, "http://localhost/api#nothing-to-undo"),
        (409, "http://localhost/api#nothing-to-redo"),
    ]


def test_an_entry_with_a_known_key_is_written_once(program: Program) -> None:
    at = f"/sessions/{program.starts()}/entries"
    sent = {"position": 0, "entry": BIDS}
    first, second = (program.asks("POST", at, sent, key="bids-1") for _ in range(2))
    assert (first.status, second.status) == (201, 200)
    assert first.json == second.json == program.sees(first.json["id"])
    other = program.asks("POST", at, {"position": 1, "entry": TRICKS}, key="bids-1")
    assert (other.status, other.json["type"], other.json["saved"]) == (409, "http://localhost/api#other-facts", BIDS)
    elsewhere = program.asks("POST", f"/sessions/{program.starts()}/entries", sent, key="bids-1")
    assert (elsewhere.status, elsewhere.json["type"]) == (409, "http://localhost/api#key-used")


def test_keys_of_other_scorebooks_are_nobodys_business(program: Program, another: Program) -> None:
    sent = {"position": 0, "entry": BIDS}
    for each in (program, another):
        assert each.asks("POST", f"/sessions/{each.starts()}/entries", sent, key="bids-1").status == 201
        begun = [each.asks("POST", "/sessions", OH_HELL, key="monday").json["id"] for _ in range(2)]
        assert begun[0] == begun[1]


@for_each("position", [0, 7, 1_000_000])
def test_who_was_too_slow_is_told_how_things_stand_now(program: Program, position: int) -> None:
    session = program.starts()
    now = program.enters(session, BIDS)
    for path, body in (
        ("entries", {"entry": BIDS}),
        ("undo", {}),
        ("redo", {}),
        ("corrections", {"changes": {"0": BIDS}}),
        ("setup", {"dealer": 1}),
    ):
        answer = program.asks("POST", f"/sessions/{session}/{path}", {"position": position, **body})
        assert (path, answer.status, answer.json["type"]) == (path, 409, "http://localhost/api#stale")
        assert answer.json["session"] == now


BOO_RAY: dict[str, Any] = {"game": "boo-ray", "players": ["Ann", "Ben", "Chika"], "options": {"several": "off"}}


LOW = {"step": "entries", "games": ["low-shit", "low-shit", "none"]}, {"step": "results", "low_best": ["0"]}


KALO = {"step": "entries", "games": ["none", "kalo", "kalo"]}


@for_each(
    "begun, entries, asked, left",
    [
        (BOO_RAY, LOW, ("corrections", {"changes": {"0": KALO}}), (1, [KALO])),
        ({}, (BIDS, TRICKS), ("setup", {"options": {"format": "short-rising"}}), (0, [])),
    ],
)
def test_a_correction_that_a_later_entry_does_not_fit_asks_before_it_goes(
    program: Program,
    begun: dict[str, Any],
    entries: tuple[dict[str, Any], ...],
    asked: tuple[str, dict[str, Any]],
    left: tuple[int, list[dict[str, Any]]],
) -> None:
    """`asked` is where and what, `left` the entry that does not fit and the entries without what goes."""
    session = program.starts(**begun)
    program.enters(session, *entries)
    at, body = f"/sessions/{session}/{asked[0]}", {"position": 2, **asked[1]}
    refused = program.asks("POST", at, body)
    assert (refused.status, refused.json["type"]) == (409, "http://localhost/api#later-entries")
    assert refused.json["index"] == left[0]
    assert refused.json["problems"]
    taken = program.asks("POST", at, body | {"reopen": True})
    assert (taken.status, taken.json["document"]["entries"]) == (201, left[1])


def test_a_setup_is_corrected_in_part(program: Program) -> None:
    session = program.starts()
    program.enters(session, BIDS, TRICKS)
    before = program.sees(session)
    ann, ben, chika = before["report"]["totals"]
    at = f"/sessions/{session}/setup"
    answer = program.asks("POST", at, {"position": 2, "players": ["Ann", "Chika", "Ben"]})
    assert (answer.status, answer.json["position"]) == (201, 3)
    assert answer.json["document"]["players"] == ["Ann", "Chika", "Ben"]
    assert answer.json["document"]["options"] == before["document"]["options"]
    assert answer.json["report"]["totals"] == [ann, chika, ben]
    same = program.asks("POST", at, {"position": 3, "dealer": before["document"]["dealer"]})
    assert (same.status, same.json["position"]) == (200, 3)
    undone = program.asks("POST", f"/sessions/{session}/undo", {"position": 3})
    assert undone.json["document"] == before["document"]


# The history.


def test_the_history_is_filtered_and_read_page_by_page(program: Program) -> None:
    first, second, third = (program.starts(players=["Ann", "Ben", name]) for name in ("Chika", "Dan", "Chika"))
    program.enters(first, {"step": "note", "text": "Rain"}, {"step": "end"})

    for query, found in (
        ("", [third, second, first]),
        ("player=chika", [third, first]),
        ("text=rain", [first]),
        ("over=true", [first]),
        ("over=false&player=Chika", [third]),
        ("game=wizard", []),
        ("month=2001-01", []),
        ("archived=true", []),
    ):
        assert ids(program.asks("GET", f"/sessions?{query}")) == found, query
    page = program.asks("GET", "/sessions?limit=2").json
    assert (len(page["sessions"]), page["total"], page["next_offset"]) == (2, 3, 2)
    page = program.asks("GET", "/sessions?limit=2&offset=2").json
    assert ([each["id"] for each in page["sessions"]], page["next_offset"]) == ([first], None)
    assert [seat["name"] for seat in page["sessions"][0]["seats"]] == ["Ann", "Ben", "Chika"]


def ids(page: Page) -> list[str]:
    return [each["id"] for each in page.json["sessions"]]


def following(page: Page) -> str | None:
    """The address of the next page, behind /api/v1, from the header Link (RFC 8288)."""
    link = page.headers.get("Link")
    if link is None:
        return None
    found = re.fullmatch(r'<(/[^>]+)>; rel="next"', link)
    assert found is not None, link
    return found[1].removeprefix("/api/v1")


def test_a_link_leads_from_page_to_page_though_sessions_begin_meanwhile(program: Program) -> None:
    begun = [program.starts(players=["Ann", "Ben", "Zoë & Co"]) for _ in range(5)]
    program.starts()
    address: str | None = "/sessions?limit=2&offset=0&player=Zo%C3%AB+%26+Co"
    seen: list[list[str]] = []
    while address:
        page = program.asks("GET", address)
        seen.append(ids(page))
        address = following(page)
        assert (address is None) == (page.json["next_cursor"] is None)
        program.starts(players=["Ann", "Ben", "Zoë & Co"])
    assert seen == [begun[:2:-1], begun[2:0:-1], begun[:1]]


def test_a_cursor_of_nowhere_is_told_at_its_field(program: Program, another: Program) -> None:
    session = program.starts()
    assert ids(program.asks("GET", f"/sessions?cursor={session}")) == []
    for cursor in ("nothing-there", another.starts()):
        answer = program.asks("GET", f"/sessions?cursor={cursor}")
        assert (answer.status, [each["field"] for each in answer.json["problems"]]) == (422, ["cursor"])
    # A page that ended with a session which was deleted since goes on where it was.
    other = program.starts()
    program.asks("DELETE", f"/sessions/{other}")
    assert ids(program.asks("GET", f"/sessions?cursor={other}")) == [session]


def test_what_was_written_since_a_time_is_found(program: Program, monkeypatch: pytest.MonkeyPatch) -> None:
    begun, written, archived, deleted = (program.starts() for _ in range(4))
    later = datetime(2030, 1, 1, 12, tzinfo=UTC)
    assert ids(program.asks("GET", "/sessions?updated_since=2030-01-01")) == []
    monkeypatch.setattr("web.api.dispatch.now", lambda: later)
    program.enters(written, BIDS)
    program.asks("PATCH", f"/sessions/{archived}", {"archived": True})
    program.asks("DELETE", f"/sessions/{deleted}")

    for since in ("2030-01-01", "2030-01-01T12:00:00Z", "2030-01-01T12:00:00.5Z", "2030-01-01T21:00:00%2B09:00"):
        for beside, found in (("", written), ("&archived=true", archived), ("&discarded=true", deleted)):
            assert ids(program.asks("GET", f"/sessions?updated_since={since}{beside}")) == [found]
    assert ids(program.asks("GET", "/sessions?updated_since=2030-01-01T12:00:01Z")) == []
    assert ids(program.asks("GET", "/sessions?updated_since=")) == [written, begun]
    assert ids(program.asks("GET", "/sessions?updated_since=2001-01-01&limit=1")) == [written]


@pytest.mark.parametrize(
    ("language", "title", "said"), [("en", "Not accepted", "“x”"), ("ja", "受け付けられません", "「x」")]
)
def test_problems_come_in_the_language_asked_for(program: Program, language: str, title: str, said: str) -> None:
    reader = Program(program.app, program.token, language)
    sent = {"position": 0, "entry": {"step": "bids", "bids": [1, "x", 1]}}
    answer = reader.asks("POST", f"/sessions/{program.starts()}/entries", sent)
    assert (answer.status, answer.mimetype, answer.json["title"]) == (422, "application/problem+json", title)
    assert answer.json["status"] == 422
    assert said in answer.json["problems"][0]["message"]
    assert answer.json["problems"][0]["message"] in answer.json["detail"]


def test_the_language_that_a_phone_chose_is_none_of_a_programs(phone: Phone) -> None:
    phone.posts("/settings", {"csrf_token": phone.token(), "language": "ja"})
    assert phone.opens("/").lang == "ja"
    answer = phone.opens("/api/v1/sessions/nothing-there")
    assert (answer.status, answer.json["title"]) == (404, "Page not found")


def test_what_a_seat_keeps_to_itself_is_in_no_answer(phone: Phone) -> None:
    """Bids are written: Ann's is laid on her phone, and tells nobody what it is before all are shown."""
    program, table = phone.api, phone.sits_down(dealer=2, top_hand="3", bidding="written")
    ann = joins(phone, table, ANN)
    answers: list[list[Any]] = []
    for bid in ("0", "1"):
        assert says(ann, table, ANN, bid).status == 303
        at = f"/sessions/{table.id}"
        asked = ("", "/document", "/log", "/chances")
        told = [program.asks("GET", f"{at}{each}").json for each in asked]
        told += [program.asks("GET", path).json for path in (f"/evenings/{table.id}", "/evenings", "/sessions")]
        answers.append(told)
    assert answers[0] == answers[1]
    assert answers[0][1]["entries"] == []


# Who can still win.


def test_in_the_last_deal_is_told_what_each_needs(program: Program) -> None:
    """One card is left after two: a made bid is 10 and its tricks, so 11 at most."""
    session = program.starts(options={"format": "short-falling", "top_hand": 2})
    at = f"/sessions/{session}/chances"
    assert program.asks("GET", at).json == {"over": False, "winners": [], "safe": [], "out": [], "needs": []}
    program.enters(session, {"step": "bids", "bids": [1, 1, 1]}, {"step": "tricks", "tricks": [1, 1, 0]})
    assert program.asks("GET", at).json["needs"] == [
        "Ann wins with 11 points or more in deal 2.",
        "Ben wins with 11 points or more in deal 2.",
        "Chika needs 11 points or more in deal 2 to win.",
    ]
    # Ann makes her bid, the others miss theirs.
    program.enters(session, {"step": "bids", "bids": [1, 1, 1]}, {"step": "tricks", "tricks": [1, 0, 0]})
    over = program.asks("GET", at).json
    assert (over["over"], over["winners"]) == (True, [0])
