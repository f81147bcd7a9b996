"""What a keeper taps on the sheet where players have phones: nobody waits for what stands there already."""

from __future__ import annotations

import pytest

from tests.kit.web.following import asks
from tests.kit.web.page import Form, Page
from tests.kit.web.seats import ANN, BEN, CHIKA, at_seats, card, chips, joins, own_form, says, seats_of
from tests.web.conftest import Phone, Sitting, seatwise


def taps(phone: Phone, table: Sitting, seat: int, value: str, *, form: Form | None = None, seen: str = "") -> Page:
    """What the page's script sends for a tap on the sheet; "" where the tap is undone."""
    at = (form or table.form).values
    given = {name: at[name] for name in ("csrf_token", "step", "position")} | {"seen": seen}
    return phone.posts(f"{table.address}/seats/{seat}/tapped", {**given, f"{at['step']}-{seat}": value})


def tapped_on(page: Page) -> str:
    return page.form("/entries").element.get("data-tapped")


def test_a_sheet_sends_hidden_taps_for_those_without_a_phone_where_others_have_one(written: Sitting) -> None:
    assert tapped_on(written.page) == ""
    at_seats(written, "Ben sits")
    assert tapped_on(written.page) == f"{ANN} {CHIKA}"
    at_seats(written, "Ann sits, Chika sits")
    assert tapped_on(written.page) == ""


def test_a_sheet_sends_taps_in_turn_for_everybody(spoken: Sitting) -> None:
    assert tapped_on(spoken.page) == ""
    at_seats(spoken, "Ann sits, Ben sits, Chika sits")
    assert tapped_on(spoken.page) == f"{ANN} {BEN} {CHIKA}"


def test_the_next_player_is_up_when_the_keeper_has_tapped(phone: Phone, spoken: Sitting) -> None:
    ben = joins(phone, spoken, BEN)
    form = spoken.form
    assert chips(card(ben, spoken, BEN)) == ""
    assert taps(phone, spoken, ANN, "1").status == 204
    assert chips(card(ben, spoken, BEN)) == "0 1 2 3"
    says(ben, spoken, BEN, "2")
    assert spoken.entries == []
    assert spoken.tries(seatwise("bids", (1, 2, 1)), form=form).status == 303
    assert spoken.entries == [{"step": "bids", "bids": [1, 2, 1]}]


@pytest.mark.parametrize(
    ("values", "shown", "then"),
    [
        (["1", "0"], "0", "0 1 2 3"),
        (["1", "0", ""], "", ""),
        # Out of three cards; the sheet says so when it is saved.
        (["1", "4"], "", ""),
    ],
)
def test_a_tap_can_be_changed_and_taken_back_and_what_breaks_a_rule_is_kept_for_nobody(
    phone: Phone, spoken: Sitting, values: list[str], shown: str, then: str
) -> None:
    ben = joins(phone, spoken, BEN)
    assert [taps(phone, spoken, ANN, value).status for value in values] == [204] * len(values)
    page = card(ben, spoken, BEN)
    assert (spoken.form.typed("bids-0") or "", chips(page)) == (shown, then)
    assert ("Waiting for Ann" in page.text) == (not then)


def test_the_last_tap_waits_for_the_save(phone: Phone, written: Sitting) -> None:
    """A slip of the thumb would show what is hidden."""
    ben = at_seats(written, "Ben sits, Chika sits, Ben 3, Chika 3")["Ben"]
    form = written.form
    assert taps(phone, written, ANN, "1").status == 204
    assert written.entries == []
    assert "Waiting for Ann" in card(ben, written, BEN).text
    phone.sends(form, {"bids-0": "2", "tapped": str(ANN)})
    assert written.entries == [{"step": "bids", "bids": [2, 3, 3]}]


def test_a_hidden_bid_that_was_tapped_on_the_sheet_is_entered_again_by_its_row(phone: Phone, written: Sitting) -> None:
    ben = at_seats(written, "Ben sits")["Ben"]
    taps(phone, written, ANN, "1")
    assert written.page.reads("a.laid @href") == [f"{written.address}/seats/{ANN}"]
    assert says(phone, written, ANN, "2").status == 303
    says(ben, written, BEN, "0")
    assert written.tries(seatwise("bids", (None, None, 3))).status == 303
    assert written.entries == [{"step": "bids", "bids": [2, 0, 3]}]


@pytest.mark.parametrize("value", ["1", "4"], ids=["the last one", "one that breaks a rule"])
def test_a_tap_of_which_nothing_is_kept_brings_no_new_page(phone: Phone, written: Sitting, value: str) -> None:
    """The sheet sends what a new page lacks: it would send it again and again."""
    at_seats(written, "Ben sits, Chika sits, Ben 3, Chika 3")
    page = written.page
    assert taps(phone, written, ANN, value).status == 204
    assert asks(phone, page).status == 304
    assert taps(phone, written, ANN, "").status == 204
    assert asks(phone, page).status == 304


def test_the_last_phone_writes_the_step_with_what_was_tapped(phone: Phone, written: Sitting) -> None:
    ben, chika = joins(phone, written, BEN), joins(phone, written, CHIKA)
    taps(phone, written, ANN, "3")
    says(ben, written, BEN, "0")
    says(chika, written, CHIKA, "1")
    assert written.entries == [{"step": "bids", "bids": [3, 0, 1]}]


def test_a_hidden_bid_that_was_tapped_is_on_no_page(phone: Phone, written: Sitting) -> None:
    ben = joins(phone, written, BEN)

    def pages() -> list[str]:
        shown = [card(ben, written, BEN), seats_of(ben, written), card(phone, written, ANN), written.page]
        return [page.root.text for page in shown]

    taps(phone, written, ANN, "2")
    of_two = pages()
    taps(phone, written, ANN, "3")
    assert pages() == of_two
    assert "bids-0" not in {each.get("name") for each in written.page.root.all("input", type="radio")}


def test_the_sheet_on_which_it_was_tapped_may_save_another_number(phone: Phone, written: Sitting) -> None:
    """Without a question: it is the same hand. Of another sheet the usual one is asked."""
    form = written.form
    at_seats(written, "Ben sits, Ben 0")
    taps(phone, written, ANN, "1", form=form)
    assert phone.sends(form, seatwise("bids", (2, None, 1))).status == 409
    refused = phone.sends(form, {**seatwise("bids", (2, None, 4)), "tapped": str(ANN)})
    assert refused.status == 422
    again = refused.form("/entries")
    assert again.values["tapped"] == str(ANN)
    assert phone.sends(again, {"bids-2": "1"}).status == 303
    assert written.entries == [{"step": "bids", "bids": [2, 0, 1]}]


def test_what_another_phone_entered_for_the_seat_stays(phone: Phone, stranger: Phone, spoken: Sitting) -> None:
    joins(phone, spoken, BEN)
    phone.lets_in(stranger)
    form = spoken.form
    says(stranger, spoken, ANN, "2")
    late = taps(phone, spoken, ANN, "1", form=form)
    assert (late.status, late.html) == (409, ""), "a script reads the status alone"
    assert taps(phone, spoken, ANN, "", form=form).status == 409
    assert spoken.form.values["bids-0"] == "2"
    page = phone.sends(form, {**seatwise("bids", (1, 0, 1)), "tapped": str(ANN)})
    assert (page.status, spoken.entries) == (409, [])


def test_a_hidden_part_of_a_seat_with_a_phone_is_not_entered_by_a_tap(phone: Phone, written: Sitting) -> None:
    ann = joins(phone, written, ANN)
    assert taps(phone, written, ANN, "1").status == 409
    assert chips(card(ann, written, ANN)) != ""


def test_a_tap_for_a_player_with_a_phone_counts_in_turn_and_is_shown_there(phone: Phone, spoken: Sitting) -> None:
    ann, ben = joins(phone, spoken, ANN), joins(phone, spoken, BEN)
    assert taps(phone, spoken, ANN, "1").status == 204
    assert chips(card(ben, spoken, BEN)) == "0 1 2 3"
    assert "Entered" in card(ann, spoken, ANN).text
    # Ann, who has not seen it yet, is asked before it is replaced; then hers counts, and another tap does not.
    form = own_form(card(ann, spoken, ANN), ANN)
    assert ann.sends(form, {"seen": "", "bids-0": "2"}).status == 409
    says(ann, spoken, ANN, "2")
    assert spoken.form.values["bids-0"] == "2"
    assert taps(phone, spoken, ANN, "1").status == 409
    # Which was seen, the keeper may mend it, and she is told.
    seat, _at, seen = spoken.page.form("/entries").element.get("data-elsewhere").partition("@")
    assert (seat, taps(phone, spoken, ANN, "0", seen=seen).status) == (f"{ANN}", 204)
    assert "Entered for you (scorekeeper" in card(ann, spoken, ANN).text
    assert spoken.page.form("/entries").element.get("data-elsewhere") == ""


def test_a_tap_that_comes_after_the_step_was_written_enters_nothing(phone: Phone, spoken: Sitting) -> None:
    joins(phone, spoken, BEN)
    form = spoken.form
    spoken.bids(1, 0, 1)
    assert taps(phone, spoken, ANN, "2", form=form).status == 409
    assert spoken.entries == [{"step": "bids", "bids": [1, 0, 1]}]


def test_the_phones_wait_for_the_keeper_who_has_begun_to_mend_what_they_counted(phone: Phone, spoken: Sitting) -> None:
    """Three cards: Ann's 2 makes four tricks."""
    spoken.bids(1, 0, 1)
    phones = at_seats(spoken, "Ann sits, Ben sits, Chika sits, Ann 2, Ben 1, Chika 1")
    page = card(phones["Ben"], spoken, BEN)
    assert "do not add up" in page.text
    assert page.root.all("p", class_="alert")
    switch = spoken.page.form("/entries")
    given = {name: switch.values[name] for name in ("csrf_token", "position")} | {"confirms": "once"}
    assert phone.posts(switch.element.get("data-to-confirm"), given).status == 204
    page = card(phones["Ben"], spoken, BEN)
    assert "Waiting for the scorekeeper to save" in page.text
    assert (page.root.all("p", class_="alert"), "do not add up" in page.text) == ([], False)
    assert "data-to-confirm" not in {*spoken.page.form("/entries").element.attributes}


def test_an_undo_gives_the_phones_their_bids_back(phone: Phone, spoken: Sitting) -> None:
    phones = at_seats(spoken, "Ann sits, Ben sits, Chika sits, Ann 1, Ben 1, Chika 0, undo")
    page = card(phones["Ann"], spoken, ANN)
    assert "Undone: Bids of deal 1" in page.text
    assert "Waiting for the scorekeeper to save" in page.text
    assert own_form(page, ANN).action.endswith(f"/seats/{ANN}")
    assert says(phones["Ann"], spoken, ANN, "3", page=page).status == 303
    assert [spoken.form.typed(f"bids-{seat}") for seat in range(3)] == ["3", "1", "0"]
    assert "All entries are in. Check and save." in spoken.page.text
    phone.sends(spoken.form)
    assert spoken.entries == [{"step": "bids", "bids": [3, 1, 0]}]


def test_what_an_undo_leaves_open_is_called_unseen_no_more(written: Sitting) -> None:
    phones = at_seats(written, "Ann sits, Ben sits, Chika sits, Ann 1, Ben 1, Chika 0, undo")
    unseen = "Nobody sees your entry until everyone is in."
    page = card(phones["Ann"], written, ANN)
    assert ("Everyone is in." in page.text, unseen in page.text) == (True, False)
