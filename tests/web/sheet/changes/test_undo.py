"""Going back: undo and redo by name, several at once, other facts under the same key, a game begun by mistake."""

from __future__ import annotations

import pytest

from store.sessions import writing
from tests.kit.web.page import Page
from tests.web.conftest import Phone, Sitting, seatwise

BIDS, TRICKS = (1, 1, 0), (1, 2, 0)


def named(page: Page) -> list[str]:
    """What the buttons for going back are called for those who hear the page."""
    return [button.get("aria-label") or "" for button in page.root.one("div", class_="bar").all("button")][1:]


@pytest.fixture
def played(table: Sitting) -> Sitting:
    table.deal(bids=BIDS, tricks=TRICKS)
    return table


# --- undo and redo --------------------------------------------------------------


def test_undo_and_redo_say_what_they_move_and_what_that_changed(played: Sitting) -> None:
    assert named(played.page) == ["Undo: Result of deal 1"]
    page = played.undoes()
    assert (page.news, named(page)) == (
        "Undone: Result of deal 1",
        ["Undo: Bids of deal 1", "Redo: Result of deal 1"],
    )
    page = played.phone.follows(played.phone.sends(page.form("/redo")))
    assert page.news == "Redone: Result of deal 1"
    assert (played.totals, named(page)) == ([11, 0, 10], ["Undo: Result of deal 1"])


def test_redo_is_offered_until_something_else_is_entered(played: Sitting) -> None:
    page = played.undoes()
    late = page.form("/redo")
    played.takes(0, 3, 0)
    assert [form.action for form in played.page.forms if form.action.endswith("/redo")] == []
    answer = played.phone.sends(late)
    assert (answer.status, played.position) == (409, 4)


def test_several_entries_are_undone_on_purpose_and_named(played: Sitting) -> None:
    played.bids(0, 0, 1)
    buttons = [button.text for button in played.page.root.all("button") if button.get("form") == "undo"]
    assert buttons == [
        "Undo: Bids of deal 2",
        "Undo back to: Result of deal 1 (2 entries)",
        "Undo back to: Bids of deal 1 (3 entries)",
    ]
    answer = played.phone.sends(played.page.form("/undo"), {"count": "2"})
    page = played.phone.follows(answer)
    assert page.news == "Undone: Result of deal 1, Bids of deal 2"
    assert [entry["step"] for entry in played.entries] == ["bids"]


@pytest.mark.parametrize("count", ["0", "-1", "9", "99999999999999999999"])
def test_more_than_there_is_cannot_be_undone(played: Sitting, count: str) -> None:
    answer = played.phone.sends(played.page.form("/undo"), {"count": count})
    assert (answer.status, played.position) == (409, 2)


def test_an_undone_adjustment_comes_back_into_its_form(table: Sitting) -> None:
    table.adjusts(1, -5, "dropped a card")
    table.undoes()
    assert table.adjustment.typed("reason") == "dropped a card"


# --- the same key with other facts ----------------------------------------------


def test_back_changed_and_saved_again_shows_both_and_leaves_the_choice(table: Sitting) -> None:
    gone_back_to = table.form
    table.tries(seatwise("bids", BIDS), form=gone_back_to)
    page = table.tries(seatwise("bids", (0, 2, 0)), form=gone_back_to)
    (alert,) = page.alerts
    assert page.status == 409
    assert "Bids: Ben 2, Chika 0, Ann 0" in alert, "in the order of the table"
    assert table.entries == [{"step": "bids", "bids": [1, 1, 0]}]
    answer = table.phone.sends(page.form("/entries/0"))
    assert answer.status == 303
    assert table.entries == [{"step": "bids", "bids": [0, 2, 0]}]
    assert table.page.news == "Corrected: Bids of deal 1. Totals unchanged"


def test_what_came_after_is_scored_anew_and_what_no_longer_fits_is_not_dropped(table: Sitting) -> None:
    gone_back_to = table.form
    table.tries(seatwise("bids", BIDS), form=gone_back_to)
    table.takes(*TRICKS)
    page = table.tries(seatwise("bids", (1, 2, 1)), form=gone_back_to)
    assert page.status == 409
    table.phone.sends(page.form("/entries/0"))
    assert table.totals == [11, 12, 0], "Ann and Ben made theirs, Chika bid 1"
    page = table.tries(seatwise("bids", (1, 2, 0)), form=gone_back_to)
    answer = table.phone.sends(page.form("/entries/0"))
    assert (answer.status, table.totals) == (422, [11, 12, 0]), "the bids may not add up to 3"


def test_a_wrong_place_to_write_is_told(played: Sitting) -> None:
    form = played.page.form("/undo")
    values = {"csrf_token": form.typed("csrf_token"), "position": "2", "step": "bids"}
    assert played.phone.posts(f"{played.address}/entries/7", values).status == 409
    assert played.phone.posts(f"{played.address}/entries/1", values).status == 409
    assert played.position == 2


def test_back_at_setup_other_seats_and_start_is_not_the_old_session(phone: Phone) -> None:
    form = phone.opens("/new/oh-hell").form("/new/oh-hell")
    typed = seatwise("players", ("Ann", "Ben", "Chika")) | {"dealer": "0"}
    begun = phone.sends(form, typed)
    assert phone.sends(form, typed).headers["Location"] == begun.headers["Location"]
    page = phone.sends(form, typed | seatwise("players", ("Ben", "Ann", "Chika")))
    assert page.status == 409
    assert begun.headers["Location"] in [link.get("href") for link in page.root.all("a")]
    other = phone.sends(page.form("/new/oh-hell"))
    assert other.status == 303
    assert other.headers["Location"] != begun.headers["Location"]


def test_the_same_key_with_other_facts_is_told_by_the_api_and_the_other_forms(played: Sitting) -> None:
    headers = {"Idempotency-Key": "k1"}
    at = f"/api/v1/sessions/{played.id}/entries"
    first = {"position": 2, "entry": {"step": "note", "text": "rain"}}
    assert played.phone.says(at, first, headers=headers).status == 201
    assert played.phone.says(at, first, headers=headers).status == 200
    other = played.phone.says(at, first | {"entry": {"step": "note", "text": "sun"}}, headers=headers)
    assert (other.status, other.json["type"], other.json["saved"]["text"]) == (
        409,
        "http://localhost/api#other-facts",
        "rain",
    )
    page = played.phone.posts(f"{played.address}/again", {"csrf_token": played.phone.token(), "key": "again"})
    assert page.status == 303
    elsewhere = played.phone.sits_down("Dan", "Eva", "Fay")
    values = {"csrf_token": played.phone.token(), "key": "again"}
    assert played.phone.posts(f"{elsewhere.address}/again", values).status == 409
    undone = {"csrf_token": played.phone.token(), "key": "undo", "position": str(played.position)}
    assert played.phone.posts(f"{played.address}/undo", undone).status == 303
    form = played.row(0).form("/rows/0")
    assert played.phone.sends(form, {"key": "undo"}).status == 409


# --- a game begun by mistake ------------------------------------------------------


def test_a_game_is_discarded_gone_from_home_and_restored_from_the_history(table: Sitting) -> None:
    table.bids(*BIDS)
    phone = table.phone
    (asks,) = [link for link in table.behind("archive").links() if link.endswith("/discard")]
    answer = phone.sends(phone.opens(asks).form("/discard"))
    assert (answer.status, answer.headers["Location"]) == (303, f"/?deleted={table.id}")
    assert table.address not in phone.opens("/").html
    assert table.address in phone.opens("/history").html
    assert "This game was deleted." in table.page.text
    back = phone.sends(phone.opens("/history").form(f"{table.id}/restore"))
    assert (back.status, back.headers["Location"]) == (303, table.address)
    assert table.address in phone.opens("/").html


def test_a_full_log_says_how_to_go_on(played: Sitting, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(writing, "MAX_BEFORE_STEP", 0)
    monkeypatch.setattr(writing, "MAX_ACTIONS", 0)
    phone, page = played.phone, played.page
    refused = phone.sends(page.form("/entries"), {"bids-0": "1", "bids-1": "0", "bids-2": "0"})
    assert refused.status == 422
    assert "This game is as long as a game can be. End it from ⋯, then tap “Same again” to play on." in refused.alerts
    assert refused.form("/entries").values["bids-0"] == "1"
    assert phone.sends(page.form("/undo")).status == 422
