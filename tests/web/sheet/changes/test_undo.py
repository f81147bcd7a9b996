"""Going back: undo and redo by name, several at once, other facts under the same key, a game begun by mistake."""

from __future__ import annotations

import pytest

from store.sessions import writing
from tests.kit.web.playing import fields, plays
from tests.web.conftest import Phone, Sitting, seatwise


@pytest.fixture
def deal(table: Sitting) -> Sitting:
    return plays(table, "110 120")


RESULT, BIDS = "Result of deal 1", "Bids of deal 1"
NAMED = [
    ("", "Ann leads", [f"Undo: {RESULT}"]),
    ("undo", f"Undone: {RESULT}", [f"Redo: {RESULT}", f"Undo: {BIDS}"]),
    ("undo, redo", f"Redone: {RESULT}", [f"Undo: {RESULT}"]),
    ("undo, /030", "", [f"Undo: {RESULT}"]),
]


@pytest.mark.parametrize(("script", "news", "buttons"), NAMED)
def test_undo_and_redo_say_what_they_move(deal: Sitting, script: str, news: str, buttons: list[str]) -> None:
    page = plays(deal, script).page
    assert news in page.reads("*.headline")[0]
    # One more button of the bar is that of the step.
    in_bar = page.root.one("div", class_="bar").all("button")
    assert [each.get("aria-label") for each in in_bar if not each.has("data-untap")] == buttons


def test_redo_is_over_once_something_else_is_entered(deal: Sitting) -> None:
    late = deal.undoes().form("/redo")
    plays(deal, "/030")
    assert (deal.phone.sends(late).status, deal.position) == (409, 4)


def test_several_entries_are_undone_on_purpose_and_named(deal: Sitting) -> None:
    page = plays(deal, "001").page
    assert page.reads("button[@form='undo']") == [
        "Undo: Bids of deal 2",
        "Undo back to: Result of deal 1 (2 entries)",
        "Undo back to: Bids of deal 1 (3 entries)",
    ]
    page = deal.phone.follows(deal.phone.sends(page.form("/undo"), {"count": "2"}))
    assert page.news == "Undone: Result of deal 1, Bids of deal 2"
    assert [entry["step"] for entry in deal.entries] == ["bids"]


@pytest.mark.parametrize("count", ["0", "-1", "9", "99999999999999999999"])
def test_more_than_there_is_cannot_be_undone(deal: Sitting, count: str) -> None:
    answer = deal.phone.sends(deal.page.form("/undo"), {"count": count})
    assert (answer.status, deal.position) == (409, 2)


def test_a_blank_sheet_refuses_an_undo(table: Sitting) -> None:
    answer = table.phone.posts(f"{table.address}/undo", {"csrf_token": table.phone.token(), "position": "0"})
    assert (answer.status, answer.alerts, table.position) == (409, ["There is nothing to undo or redo."], 0)


def test_an_undone_adjustment_comes_back_into_its_form(table: Sitting) -> None:
    assert plays(table, "adjust 1 -5 a slip, undo").adjustment.typed("reason") == "a slip"


# The same key with other facts.


def test_back_changed_and_saved_again_shows_both_and_leaves_the_choice(table: Sitting) -> None:
    gone_back_to = table.form
    table.tries(seatwise("bids", "110"), form=gone_back_to)
    page = table.tries(seatwise("bids", "020"), form=gone_back_to)
    assert (page.status, len(page.alerts)) == (409, 1)
    assert "Bids: Ben 2, Chika 0, Ann 0" in page.alerts[0], "in the order of the table"
    assert table.entries == [{"step": "bids", "bids": [1, 1, 0]}]
    assert table.phone.follows(table.phone.sends(page.form("/entries/0"))).news == (
        "Corrected: Bids of deal 1. Totals unchanged"
    )
    assert table.entries == [{"step": "bids", "bids": [0, 2, 0]}]


def test_what_came_after_is_scored_anew_and_what_no_longer_fits_is_not_dropped(table: Sitting) -> None:
    gone_back_to = table.form
    table.tries(seatwise("bids", "110"), form=gone_back_to)
    plays(table, "/120")
    # Ann and Ben made theirs, Chika bid 1; the bids may not add up to 3.
    for bids, status in (("121", 303), ("120", 422)):
        page = table.tries(seatwise("bids", bids), form=gone_back_to)
        assert (page.status, table.phone.sends(page.form("/entries/0")).status) == (409, status)
        assert table.totals == [11, 12, 0]


@pytest.mark.parametrize("number", ["7", "1"])
def test_a_wrong_place_to_write_is_told(deal: Sitting, number: str) -> None:
    values = {"csrf_token": deal.page.form("/undo").typed("csrf_token"), "position": "2", "step": "bids"}
    assert (deal.phone.posts(f"{deal.address}/entries/{number}", values).status, deal.position) == (409, 2)


def test_back_at_setup_other_seats_and_start_is_not_the_old_session(phone: Phone) -> None:
    form, typed = phone.opens("/new/oh-hell").form("/new/oh-hell"), fields("players=Ann/Ben/Chika dealer=0")
    begun, again = (phone.sends(form, typed).location for _ in range(2))
    page = phone.sends(form, typed | fields("players=Ben/Ann/Chika"))
    assert (page.status, again, begun in page.links()) == (409, begun, True)
    assert phone.sends(page.form("/new/oh-hell")).location not in ("", begun)


def test_the_same_key_with_other_facts_is_refused_by_each_form(deal: Sitting) -> None:
    elsewhere, token = deal.phone.sits_down("Dan", "Eva", "Fay"), deal.phone.token()
    for address, key, status in (
        (f"{deal.address}/again", "again", 303),
        (f"{elsewhere.address}/again", "again", 409),
        (f"{deal.address}/undo", "undo", 303),
    ):
        values = {"csrf_token": token, "key": key, "position": str(deal.position)}
        assert deal.phone.posts(address, values).status == status
    plays(deal, "/120")
    assert deal.phone.sends(deal.row(0).form("/rows/0"), {"key": "undo"}).status == 409


# A game begun by mistake.


def test_a_game_is_discarded_gone_from_home_and_restored_from_the_history(table: Sitting) -> None:
    phone = plays(table, "110").phone
    (asks,) = [link for link in table.behind("archive").links() if link.endswith("/discard")]
    assert phone.sends(phone.opens(asks).form("/discard")).location == f"/?deleted={table.id}"
    assert [table.address in phone.opens(address).html for address in ("/", "/history")] == [False, True]
    assert "This game was deleted." in table.page.text
    assert phone.sends(phone.opens("/history").form(f"{table.id}/restore")).location == table.address
    assert table.address in phone.opens("/").html


def test_a_full_log_says_how_to_go_on(deal: Sitting, monkeypatch: pytest.MonkeyPatch) -> None:
    for most in ("MAX_BEFORE_STEP", "MAX_ACTIONS"):
        monkeypatch.setattr(writing, most, 0)
    page = deal.page
    refused = deal.tries(seatwise("bids", "100"), form=page.form("/entries"))
    assert (refused.status, refused.form("/entries").values["bids-0"]) == (422, "1")
    undone = deal.phone.sends(page.form("/undo"))
    assert (undone.status, undone.heading) == (422, refused.heading), "on the sheet"
    why = "This game is as long as a game can be. End it from ⋯, then tap “Same again” to play on."
    assert why in refused.alerts and why in undone.alerts
