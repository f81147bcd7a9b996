"""Correcting a past row: its entries are asked again, and what comes after is told again."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from scoring.catalogue import all_games
from scoring.game import AnyGame
from tests.kit.web.page import Page
from tests.web.conftest import Phone, Sitting

ANN, BEN, CHIKA = "0", "1", "2"


def corrects(table: Sitting, number: int, typed: dict[str, Any]) -> Page:
    return table.phone.sends(table.row(number).form(f"/rows/{number}"), typed)


@pytest.fixture
def two_deals(table: Sitting) -> Sitting:
    """Of 3 and 2 cards: 11, 0, 10 and then 10, 0, 12."""
    table.deal(bids=(1, 1, 0), tricks=(1, 2, 0))
    table.deal(bids=(0, 1, 2), tricks=(0, 0, 2))
    return table


# With Oh Hell.


def test_the_entries_of_a_row_are_asked_again_as_they_were_given(two_deals: Sitting) -> None:
    form = two_deals.row(0).form("/rows/0")
    assert [form.typed(f"e0-bids-{seat}") for seat in range(3)] == ["1", "1", "0"]
    assert [form.typed(f"e1-tricks-{seat}") for seat in range(3)] == ["1", "2", "0"]
    assert (form.typed("e0-step"), form.typed("e1-step")) == ("bids", "tricks")


def test_a_corrected_row_scores_anew_and_so_does_all_after_it(two_deals: Sitting) -> None:
    assert two_deals.totals == [21, 0, 22]
    answer = corrects(two_deals, 0, {"e1-tricks-0": "2", "e1-tricks-1": "1"})
    assert (answer.status, answer.location.partition("?")[0]) == (303, two_deals.address)
    # Ann misses, Ben makes 1
    assert two_deals.totals == [10, 11, 22]
    assert two_deals.entries[1] == {"step": "tricks", "tricks": [2, 1, 0]}
    page = two_deals.phone.opens(answer.location)
    assert len(page.root.all("tr", class_="opened")) == 1, "the row is opened"


def test_both_steps_of_a_row_are_corrected_at_once(two_deals: Sitting) -> None:
    corrects(two_deals, 0, {"e0-bids-1": "2", "e0-bids-0": "2", "e1-tricks-0": "1"})
    assert two_deals.entries[:2] == [{"step": "bids", "bids": [2, 2, 0]}, {"step": "tricks", "tricks": [1, 2, 0]}]
    assert two_deals.totals[1] == 12


def test_what_changes_nothing_writes_nothing(two_deals: Sitting) -> None:
    before = two_deals.kept
    assert corrects(two_deals, 0, {}).status == 303
    assert two_deals.kept == before


def test_a_forbidden_bid_stays_forbidden_for_the_dealer_of_that_deal(two_deals: Sitting) -> None:
    # Ann dealt the first deal, Ben the second, and Chika deals now.
    first = corrects(two_deals, 0, {"e0-bids-2": "1"})
    assert (first.status, "Ann" in first.wrong_at("e0-bids-0")) == (422, True)
    second = corrects(two_deals, 1, {"e2-bids-1": "0"})
    assert (second.status, "Ben" in second.wrong_at("e2-bids-1")) == (422, True)


def test_tricks_that_do_not_add_up_are_refused_for_the_whole_field(two_deals: Sitting) -> None:
    page = corrects(two_deals, 0, {"e1-tricks-0": "3"})
    assert (page.status, len(page.alerts)) == (422, 1)
    assert page.form("/rows/0").typed("e1-tricks-0") == "3"


def test_the_dealers_badge_stands_beside_the_dealer_of_that_deal(two_deals: Sitting) -> None:
    page = two_deals.row(0)
    dealers = [each.text for each in page.root.all("button", class_="who") if "dealer" in each.text]
    assert len(dealers) == 2, "of the bids and of the tricks"
    assert all("Ann" in each for each in dealers)


def test_a_correction_of_a_sheet_that_has_gone_on_is_refused_and_stays_in_the_form(two_deals: Sitting) -> None:
    mine = two_deals.row(0).form("/rows/0")
    two_deals.notes("tea")
    page = two_deals.phone.sends(mine, {"e1-tricks-0": "2", "e1-tricks-1": "1"})
    assert (page.status, len(page.alerts), two_deals.position) == (409, 1, 5)
    again = page.form("/rows/0")
    assert [again.typed(f"e1-tricks-{seat}") for seat in range(3)] == ["2", "1", "0"]
    assert two_deals.phone.sends(again).status == 303
    assert two_deals.entries[1] == {"step": "tricks", "tricks": [2, 1, 0]}


def test_a_correction_of_a_row_that_was_undone_meanwhile_is_told_to_be_late(two_deals: Sitting) -> None:
    # Another keeper took the second deal's tricks back: "there is no such page" says nothing about that.
    mine = two_deals.row(1).form("/rows/1")
    two_deals.undoes()
    page = two_deals.phone.sends(mine, {"e3-tricks-0": "1", "e3-tricks-2": "1"})
    assert page.status in (303, 409)
    assert two_deals.position == 5


@pytest.mark.parametrize("number", ["2", "99", "-1", "abc", "0.5", "9" * 30, "9" * 5000, "", "%00"])
def test_a_row_that_is_none_is_not_found(two_deals: Sitting, number: str) -> None:
    token = two_deals.phone.token()
    assert two_deals.phone.opens(f"{two_deals.address}/rows/{number}").status == 404
    typed = {"csrf_token": token, "position": "4", "reopen": "yes"}
    answer = two_deals.phone.posts(f"{two_deals.address}/rows/{number}", typed)
    assert answer.status in (404, 405)
    assert two_deals.position == 4


@pytest.mark.parametrize("position", ["", "abc", None, "99"])
def test_a_correction_without_its_position_writes_nothing(two_deals: Sitting, position: str | None) -> None:
    page = corrects(two_deals, 0, {"e1-tricks-0": "2", "e1-tricks-1": "1", "position": position})
    assert (page.status, two_deals.position) == (409, 4)


@pytest.mark.parametrize("step", ["tricks", "note", "nonsense", ""])
def test_a_correction_cannot_become_another_step(two_deals: Sitting, step: str) -> None:
    before = two_deals.kept
    page = corrects(two_deals, 0, {"e0-step": step, "e0-text": "tea"})
    assert page.status == 422
    assert page.alerts
    assert two_deals.kept == before


def test_a_correction_is_called_by_its_deal_and_an_adjustment_by_its_reason(two_deals: Sitting) -> None:
    two_deals.adjusts(1, -5, "dropped a card")
    assert [two_deals.row(number).heading for number in range(3)] == [
        "Correct deal 1",
        "Correct deal 2",
        "Correct the adjustment “dropped a card”",
    ]
    opened = two_deals.phone.opens(f"{two_deals.address}?row=1")
    (link,) = [each for each in opened.root.all("a") if each.get("href").endswith("/rows/1")]
    assert link.text == "Correct deal 2"


def test_a_month_is_called_by_its_name(japanese: Phone) -> None:
    table = japanese.sits_down("千夏", "大輔", game="koi-koi")
    table.enters({"lights": "0"})
    table.enters({"calls-0": "0", "calls-1": "0", "winner": "nobody"})
    assert table.row(0).heading == "1月を訂正"


def test_a_note_stands_after_a_deal_and_not_after_a_line(table: Sitting) -> None:
    table.notes("late")
    table.deal(bids=(1, 1, 0), tricks=(1, 2, 0))
    table.adjusts(1, -5, "dropped a card")
    table.notes("tea")
    notes = [each.text for each in table.page.root.one("ul", class_="log").all("li")]
    assert notes == ["at the start late", "after the adjustment “dropped a card” tea"]


def previews(table: Sitting, number: int, typed: dict[str, Any]) -> Any:
    form = table.row(number).form(f"/rows/{number}")
    answer = table.phone.sends(replace(form, action=f"{form.action}/preview"), typed)
    assert answer.status == 200
    return answer.json


def test_a_preview_says_what_the_row_becomes_and_that_later_deals_are_scored_anew(two_deals: Sitting) -> None:
    two_deals.deal(bids=(1, 0, 1), tricks=(1, 0, 0))
    before = two_deals.kept
    told = previews(two_deals, 0, {"e1-tricks-0": "2", "e1-tricks-1": "1"})
    assert told["points"] == ["0", "+11", "+10"]
    assert told["workings"][1] == "bid 1, took 1, made: 10 + 1 = 11"
    assert "Ben made 1: +11" in told["said"]
    assert told["changes"] == "2 later deals will be rescored."
    assert previews(two_deals, 0, {"e1-tricks-0": "3"})["problems"] == ["The tricks add up to 5, not 3. Take away 2."]
    assert previews(two_deals, 2, {"e5-tricks-0": "0", "e5-tricks-1": "1"})["changes"] == ""
    assert two_deals.kept == before


def test_a_correction_that_ends_the_game_says_so_and_why_before_and_after(phone: Phone) -> None:
    table = phone.sits_down("Ann", "Ben", game="score-pad", target="100")
    for points in ((40, 10), (20, 10), (5, 5)):
        table.enters({"points-0": str(points[0]), "points-1": str(points[1])})
    wanted = {"e0-points-0": "１００点"}
    ends = "No longer counted: round 2 to round 3. This ends the game: Ann reached 100."
    assert previews(table, 0, wanted)["changes"] == ends
    page = corrects(table, 0, wanted)
    assert (page.status, ends in page.alerts[0]) == (409, True)
    assert "conflicts with" not in page.alerts[0], "nothing is to be mended where the game is over"
    assert page.root.one("button", name="reopen").text == "Save and end the game there"
    shown = table.phone.follows(table.phone.sends(page.form("/rows/0"), {"reopen": "yes"}))
    assert "Ann reached 100." in shown.root.one("section", class_="winner").text
    assert table.totals == [100, 10]
    assert "2 later entries no longer count" in shown.news


def test_the_page_says_it_without_script_too(two_deals: Sitting) -> None:
    assert "1 later deal will be rescored." in two_deals.row(0).text
    assert "scored anew" not in two_deals.row(1).text


# With the pot, where taking more leaves less for those who come later.


@pytest.fixture
def pot(phone: Phone, toys: dict[str, Any]) -> Sitting:
    """A pot of 10: Ann took 3, Ben 4, Chika 2."""
    table = phone.sits_down(game="pot", pot="10")
    for seat, chips in ((ANN, "3"), (BEN, "4"), (CHIKA, "2")):
        table.enters({"seat": seat, "chips": chips})
    return table


def test_a_later_entry_that_no_longer_fits_is_shown_before_anything_is_written(pot: Sitting) -> None:
    before = pot.kept
    page = corrects(pot, 0, {"e0-chips": "5"})
    assert page.status == 409
    (alert,) = page.alerts
    assert "deal 3" in alert, "the third entry"
    assert "1 later deal will be rescored. No longer fits and will be asked for again: deal 3." in alert
    told = previews(pot, 0, {"e0-chips": "5"})
    assert told["changes"] == "1 later deal will be rescored. No longer fits and will be asked for again: deal 3."
    assert "deal 2 to deal 3" in previews(pot, 0, {"e0-chips": "8"})["changes"]
    assert "Only 1 chips are left." in alert
    assert page.form("/rows/0").typed("e0-chips") == "5"
    assert pot.kept == before


def test_the_correction_can_be_left(pot: Sitting) -> None:
    before = pot.kept
    page = corrects(pot, 0, {"e0-chips": "5"})
    assert page.root.one("button", name="reopen").get("value") == "yes"
    choice = page.root.one("div", role="alert")
    (leave,) = [each.get("href") for each in choice.all("a")]
    assert leave == pot.address
    assert pot.phone.opens(leave).status == 200
    assert pot.kept == before


def test_the_correction_can_be_kept_and_the_sheet_reopened_from_there(pot: Sitting) -> None:
    page = corrects(pot, 0, {"e0-chips": "5"})
    answer = pot.phone.sends(page.form("/rows/0"), {"reopen": "yes"})
    assert answer.status == 303
    assert [(entry["seat"], entry["chips"]) for entry in pot.entries] == [(0, 5), (1, 4)]
    assert pot.totals == [5, 4, 0]
    pot.enters({"seat": CHIKA, "chips": "1"})
    assert pot.kept["report"]["over"] is True


def test_undo_is_offered_though_the_game_said_nothing(pot: Sitting) -> None:
    # `Sheet.said` may be None; the pot never says anything.
    assert pot.page.form("/undo").typed("position") == "3"


def test_saving_again_without_reopening_asks_again(pot: Sitting) -> None:
    page = corrects(pot, 0, {"e0-chips": "5"})
    assert pot.phone.sends(page.form("/rows/0")).status == 409
    assert pot.position == 3


def test_halves_are_kept_exactly(pot: Sitting) -> None:
    assert corrects(pot, 1, {"e1-chips": "2.5"}).status == 303
    assert pot.totals == [3, "2.5", 2]
    assert pot.row(1).form("/rows/1").typed("e1-chips") == "2.5"


def test_a_bad_correction_is_refused_though_the_rest_is_to_be_reopened(pot: Sitting) -> None:
    page = corrects(pot, 1, {"e1-chips": "8", "reopen": "yes"})
    assert (page.status, pot.position) == (422, 3)
    assert "Only 7 chips are left." in page.wrong_at("e1-chips")
    assert page.form("/rows/1").typed("e1-chips") == "8"


@pytest.mark.parametrize("game", all_games().values(), ids=lambda game: game.slug)
def test_an_adjustment_is_corrected_in_its_own_fields_in_every_game(phone: Phone, game: AnyGame) -> None:
    names = [f"Player {seat + 1}" for seat in range(game.seats[-1])]
    table = phone.sits_down(*names, game=game.slug)
    more = table.adjustment
    phone.follows(phone.sends(more, {"seat": "0", "amount": "5", "reason": "a slip"}))
    form = table.row(0).form("/rows/0")
    assert (form.typed("e0-seat"), form.typed("e0-amount"), form.typed("e0-reason")) == ("0", "5", "a slip")
    before = table.totals[0]
    phone.follows(phone.sends(form, {"e0-amount": "7"}))
    assert table.totals[0] == before + 2
