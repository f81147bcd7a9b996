"""The sheet: entering, what is refused, undo, the second keeper, the end."""

from __future__ import annotations

from typing import Any

import pytest
from flask import Flask

from tests.kit.web.page import Form, Page
from tests.web.conftest import Phone, Sitting, seatwise

GONE_ON = "Someone else saved first."


def chosen(form: Form, field: str, seats: int = 3) -> list[str | None]:
    """What stands in the form, seat by seat."""
    return [form.typed(f"{field}-{seat}") for seat in range(seats)]


def opened(page: Page) -> list[str]:
    """The workings that are shown."""
    return [each.text for row in page.root.all("tr", class_="opened") for each in row.all("dd")]


# Entering.


def test_an_entry_leads_back_to_the_sheet(table: Sitting) -> None:
    answer = table.tries(seatwise("bids", (1, 1, 0)))
    assert (answer.status, answer.location.partition("?")[0]) == (303, table.address)
    assert table.position == 1


def test_nothing_is_chosen_before_somebody_has_bid(table: Sitting) -> None:
    assert chosen(table.form, "bids") == [None, None, None]


def test_the_tricks_are_filled_in_from_the_bids(table: Sitting) -> None:
    table.bids(1, 1, 0)
    assert chosen(table.form, "tricks") == ["1", "1", "0"]


def test_the_seats_are_asked_from_the_dealers_left(table: Sitting) -> None:
    (group,) = [each for each in table.form.element.all("div") if each.has("data-chips")]
    assert group.get("data-order") == "1 2 0"


def test_a_deal_is_told_and_scored(table: Sitting) -> None:
    page = table.deal(bids=(1, 1, 0), tricks=(1, 2, 0))
    told = page.root.one("div", class_="said").text
    assert [name in told for name in ("Ann", "+11", "Ben", "Chika", "+10")] == [True] * 5
    assert table.totals == [11, 0, 10]
    cells = [each.text for each in page.root.one(id="row-0").all("td")]
    assert [cell.split()[-1] for cell in cells] == ["11", "0", "10"]


def test_the_standings_say_who_leads_and_how_far_the_others_are_behind(table: Sitting) -> None:
    page = table.deal(bids=(1, 1, 0), tricks=(1, 2, 0))
    standings = page.root.one("ol", class_="standings").all("li")
    assert [each.one("span", class_="name").text for each in standings] == ["Ann", "Chika", "Ben"]
    assert [each.one("span", class_="total").text for each in standings] == ["11", "10", "0"]
    assert [[gap.text for gap in each.all("span", class_="gap")] for each in standings] == [
        [],
        ["1 behind −1"],
        ["11 behind −11"],
    ]


def test_numbers_may_be_typed_in_full_width(table: Sitting) -> None:
    table.bids("１", "１", "０")
    assert table.kept["document"]["entries"] == [{"step": "bids", "bids": [1, 1, 0]}]


def test_trumps_may_be_named_or_left_out(table: Sitting) -> None:
    table.enters({**seatwise("bids", (1, 1, 0)), "trump": "hearts"})
    assert table.kept["document"]["entries"][0]["trump"] == "hearts"


def test_a_row_shows_its_working_when_it_is_tapped(table: Sitting) -> None:
    table.deal(bids=(1, 1, 0), tricks=(1, 2, 0))
    page = table.phone.opens(f"{table.address}?row=0")
    assert opened(page) == table.kept["report"]["rows"][0]["working"]
    assert [working.split()[-1] for working in opened(page)] == ["11", "0", "10"]
    assert f"{table.address}/rows/0" in page.links()


@pytest.mark.parametrize("row", ["99", "-1", "abc", "", "9" * 5000, "0.5"])
def test_a_row_that_is_none_is_not_opened(table: Sitting, row: str) -> None:
    table.deal(bids=(1, 1, 0), tricks=(1, 2, 0))
    page = table.phone.opens(f"{table.address}?row={row}")
    assert (page.status, opened(page)) == (200, [])


# What is refused; the words at all doors are in test_three_doors.py.

BAD = {
    "half": ("1", "0.5", "0"),
    "negative": ("1", "-1", "0"),
    "too many": ("1", "99", "0"),
    "no number": ("1", "abc", "0"),
    "nothing": ("1", None, "0"),
}


@pytest.mark.parametrize("bad", BAD)
def test_a_bad_bid_is_told_beside_its_seat_and_nothing_is_written(table: Sitting, bad: str) -> None:
    before = table.kept
    page = table.tries(seatwise("bids", BAD[bad]))
    assert page.status == 422
    assert page.wrong_at("bids-1").startswith("Ben")
    assert len(page.alerts) == 1
    assert table.kept == before


@pytest.mark.parametrize("bad", BAD)
def test_what_was_right_beside_a_bad_bid_still_stands(table: Sitting, bad: str) -> None:
    page = table.tries({**seatwise("bids", BAD[bad]), "trump": "clubs"})
    again = page.form("/entries")
    assert chosen(again, "bids") == ["1", None, "0"]
    assert again.typed("trump") == "clubs"
    followed = table.phone.sends(again, {"bids-1": "1"})
    assert followed.status == 303
    assert table.kept["document"]["entries"] == [{"step": "bids", "bids": [1, 1, 0], "trump": "clubs"}]


def test_the_dealer_hears_of_the_forbidden_bid_and_all_bids_stay(table: Sitting) -> None:
    page = table.tries(seatwise("bids", (1, 1, 1)))
    assert (page.status, page.alerts) == (422, [page.wrong_at("bids-0")])
    assert chosen(page.form("/entries"), "bids") == ["1", "1", "1"]
    assert table.position == 0


def test_tricks_that_do_not_add_up_stay_in_the_form(table: Sitting) -> None:
    table.bids(1, 1, 0)
    page = table.tries(seatwise("tricks", (3, 1, 0)))
    assert (page.status, len(page.alerts)) == (422, 1)
    assert chosen(page.form("/entries"), "tricks") == ["3", "1", "0"]
    assert table.position == 1


@pytest.mark.parametrize("typed", ["0.5", "-1", "99", "abc"])
def test_a_bad_number_of_tricks_stays_in_its_field(table: Sitting, typed: str) -> None:
    table.bids(1, 1, 0)
    page = table.tries(seatwise("tricks", (1, typed, 0)))
    assert page.status == 422
    assert page.wrong_at("tricks-1").startswith("Ben, Tricks: ")
    assert page.form("/entries").typed("tricks-1") == typed
    assert table.position == 1


def test_trumps_that_are_none_are_told_at_their_field(table: Sitting) -> None:
    page = table.tries({**seatwise("bids", (1, 1, 0)), "trump": "swords"})
    assert page.status == 422
    assert "swords" in page.root.one(id="trump-wrong").text
    assert table.position == 0


def test_what_is_wrong_with_trumps_is_tied_to_the_field_for_a_screen_reader(table: Sitting) -> None:
    page = table.tries({**seatwise("bids", (1, 1, 0)), "trump": "swords"})
    assert "swords" in page.wrong_at("trump")


def test_the_links_of_a_refused_entry_lead_to_the_sheet(table: Sitting) -> None:
    table.deal(bids=(1, 1, 0), tricks=(1, 2, 0))
    page = table.tries(seatwise("bids", (1, "abc", 1)))
    assert page.status == 422
    assert {link: table.phone.opens(link).status for link in page.links()} == dict.fromkeys(page.links(), 200)


def test_a_refused_entry_can_be_mended_in_japanese(app: Flask) -> None:
    table = Phone(app, language="ja").sits_down(top_hand="3")
    page = table.tries(seatwise("bids", (1, "abc", 1)))
    assert (page.status, page.lang) == (422, "ja")
    assert "abc" in page.wrong_at("bids-1")


# The second keeper, the second tap.


def test_a_position_that_has_passed_is_answered_with_what_the_others_wrote(table: Sitting) -> None:
    mine = table.form
    table.bids(0, 1, 1)
    page = table.tries(seatwise("bids", (2, 2, 2)), form=mine)
    assert page.status == 409
    assert GONE_ON in page.alerts[0]
    assert "Bids: Ben 2, Chika 2, Ann 2" in page.alerts[0], "what was typed is not lost"
    assert chosen(page.form("/entries"), "tricks") == ["0", "1", "1"], "what the others wrote"
    assert table.kept["document"]["entries"] == [{"step": "bids", "bids": [0, 1, 1]}]


def test_what_was_typed_stays_in_the_form_where_it_still_fits(table: Sitting) -> None:
    mine = table.form
    table.notes("tea")
    page = table.tries(seatwise("bids", (2, 2, 2)), form=mine)
    assert (page.status, table.position) == (409, 1)
    assert "tea" in page.text
    again = page.form("/entries")
    assert chosen(again, "bids") == ["2", "2", "2"]
    assert table.phone.sends(again).status == 303, "saving again saves it"
    assert table.kept["document"]["entries"][1] == {"step": "bids", "bids": [2, 2, 2]}


@pytest.mark.parametrize("position", ["7", "-1", "abc", "", "9" * 5000, None])
def test_a_position_that_nobody_saw_writes_nothing(table: Sitting, position: str | None) -> None:
    page = table.tries({**seatwise("bids", (2, 2, 2)), "position": position})
    assert (page.status, table.position) == (409, 0)
    assert chosen(page.form("/entries"), "bids") == ["2", "2", "2"]


def test_an_adjustment_sent_twice_is_written_once(table: Sitting) -> None:
    form, typed = table.adjustment, {"seat": "0", "amount": "-5", "reason": "late"}
    first, second = (table.tries(typed, form=form) for _ in range(2))
    assert (first.status, second.status, table.position) == (303, 303, 1)


def test_bids_sent_twice_are_written_once_and_the_second_sending_is_no_error(table: Sitting) -> None:
    # A double tap, or a phone that had no answer and sends again: "nothing of yours was written" would be untrue.
    form = table.form
    first, second = (table.tries(seatwise("bids", (1, 1, 0)), form=form) for _ in range(2))
    assert table.position == 1
    assert (first.status, second.status) == (303, 303)


def test_tricks_sent_twice_are_written_once_and_the_second_sending_is_no_error(table: Sitting) -> None:
    table.bids(1, 1, 0)
    form = table.form
    first, second = (table.tries(seatwise("tricks", (1, 1, 1)), form=form) for _ in range(2))
    assert table.position == 2
    assert (first.status, second.status) == (303, 303)


def test_the_last_entry_sent_twice_is_no_error(phone: Phone) -> None:
    table = phone.sits_down(format="short-rising", top_hand="1")
    table.bids(0, 0, 0)
    form = table.form
    first, second = (table.tries(seatwise("tricks", (1, 0, 0)), form=form) for _ in range(2))
    assert (first.status, second.status, table.position) == (303, 303, 2)


def test_an_undo_sent_twice_takes_one_entry_back(table: Sitting) -> None:
    table.deal(bids=(1, 1, 0), tricks=(1, 2, 0))
    form = table.page.form("/undo")
    first, second = (table.phone.sends(form) for _ in range(2))
    assert (first.status, second.status, table.position) == (303, 303, 3)
    assert [entry["step"] for entry in table.kept["document"]["entries"]] == ["bids"]


def test_a_key_of_another_session_is_refused_in_words(table: Sitting, phone: Phone) -> None:
    form = table.form
    table.tries(seatwise("bids", (1, 1, 0)), form=form)
    other = phone.sits_down("Dan", "Eva", "Fay")
    page = other.tries({**seatwise("bids", (1, 1, 0)), "key": form.typed("key")})
    assert (page.status, other.position) == (409, 0)
    assert page.heading


@pytest.mark.parametrize("key", ["k" * 101, "k" * 10_000, "line\nfeed", "\x00"])
def test_a_key_that_is_none_is_refused(table: Sitting, key: str) -> None:
    page = table.tries({**seatwise("bids", (1, 1, 0)), "key": key})
    assert (page.status, table.position) == (400, 0)


@pytest.mark.parametrize("step", ["nonsense", "", None, "tricks"])
def test_a_step_that_is_not_asked_writes_nothing(table: Sitting, step: str | None) -> None:
    page = table.tries({**seatwise("bids", (1, 1, 0)), "step": step})
    assert (page.status in (409, 422), page.alerts != [], table.position) == (True, True, 0)


@pytest.mark.parametrize("step", ["nonsense", "", None])
def test_nobody_was_faster_where_the_step_is_nonsense(table: Sitting, step: str | None) -> None:
    page = table.tries({**seatwise("bids", (1, 1, 0)), "step": step})
    assert GONE_ON not in page.text


def test_an_entry_after_the_end_writes_nothing(table: Sitting) -> None:
    form = table.form
    table.ends()
    page = table.tries(seatwise("bids", (1, 1, 0)), form=form)
    assert (page.status, table.position) == (409, 1)
    assert "Bids: Ben 1, Chika 0, Ann 1" in page.alerts[0]


# Undo.


def test_what_was_undone_comes_back_into_the_form(table: Sitting) -> None:
    table.deal(bids=(1, 1, 0), tricks=(1, 2, 0))
    table.undoes()
    assert chosen(table.form, "tricks") == ["1", "2", "0"], "as they were taken, not as they were bid"
    table.undoes()
    assert (chosen(table.form, "bids"), table.totals) == (["1", "1", "0"], [0, 0, 0])
    assert table.position == 4, "undone, too, is only added"


def test_a_blank_sheet_offers_no_undo_and_refuses_one(table: Sitting) -> None:
    page = table.page
    assert [form.action for form in page.forms if form.action.endswith("/undo")] == []
    answer = table.phone.posts(f"{table.address}/undo", {"csrf_token": table.phone.token(), "position": "0"})
    assert (answer.status, answer.alerts, table.position) == (409, ["There is nothing to undo or redo."], 0)


def test_undo_of_what_somebody_else_wrote_meanwhile_is_refused(table: Sitting) -> None:
    table.bids(1, 1, 0)
    mine = table.page.form("/undo")
    table.takes(1, 2, 0)
    page = table.phone.sends(mine)
    assert (page.status, table.position) == (409, 2)
    assert GONE_ON in page.alerts[0]


def test_the_end_can_be_undone(table: Sitting) -> None:
    table.ends()
    table.undoes()
    assert table.kept["report"]["over"] is False


# The end.


@pytest.fixture
def finished(phone: Phone) -> Sitting:
    """1 card, then 2; Ann deals first. Ann 10 + 10, Ben 0 + 12, Chika 10 + 10."""
    table = phone.sits_down(format="short-rising", top_hand="2")
    table.deal(bids=(0, 0, 0), tricks=(0, 1, 0))
    table.deal(bids=(0, 2, 1), tricks=(0, 2, 0))
    return table


def test_the_end_names_the_winner_and_by_how_much(finished: Sitting) -> None:
    # Chika bid 1 and took 0: 10 + 0
    page = finished.page
    winner = page.root.one("section", class_="winner")
    assert winner.one("strong").text == "Ann wins, 8 ahead", "20 to 12"
    assert "20" in winner.text
    assert [form.action.rpartition("/")[2] for form in page.forms] == ["undo", "again"]


def test_the_result_can_be_shared_as_text(finished: Sitting) -> None:
    (share,) = [each.get("data-share") for each in finished.page.root.all("button") if each.has("data-share")]
    lines = share.splitlines()
    assert lines[0].startswith("Oh Hell · 20")
    assert lines[1:] == ["1. Ann 20", "2. Ben 12", "3. Chika 10"]


def test_same_again_begins_with_the_next_dealer(finished: Sitting) -> None:
    page = finished.page
    answer = finished.phone.sends(page.form("/again"))
    assert answer.status == 303
    again = Sitting(finished.phone, answer.location)
    old, new = finished.kept["document"], again.kept["document"]
    # Ann and Ben have dealt.
    assert (old["dealer"], new["dealer"]) == (0, 2)
    assert new == old | {"dealer": 2, "entries": []}
    repeated = finished.phone.sends(page.form("/again"))
    assert (repeated.status, repeated.location) == (303, answer.location), "two taps begin one game"


def test_the_dealer_goes_round_the_table(phone: Phone) -> None:
    table = phone.sits_down(dealer=2, top_hand="3")
    table.deal(bids=(0, 1, 1), tricks=(1, 1, 1))
    table.ends()
    again = Sitting(phone, phone.sends(table.page.form("/again")).location)
    assert again.kept["document"]["dealer"] == 0
    again.ends()
    answer = phone.sends(again.page.form("/again"))
    assert Sitting(phone, answer.location).kept["document"]["dealer"] == 0, "nothing was dealt in between"


def test_a_game_ended_before_its_first_deal_has_no_winner_to_name(table: Sitting) -> None:
    page = table.ends()
    winner = page.root.one("section", class_="winner")
    assert winner.one("strong").text == "No deal was finished."
    assert (winner.all("svg"), winner.all("b"), page.root.all("ol", class_="standings")) == ([], [], [])


# More: adjustment, note, the end by hand.


def test_an_adjustment_is_scored_and_told(table: Sitting) -> None:
    page = table.adjusts(1, "-5", "dropped a card")
    assert table.totals == [0, -5, 0]
    assert "−5 (dropped a card)" in page.text


def test_after_an_adjustment_the_step_still_shows_the_deal_before_it(table: Sitting) -> None:
    table.deal(bids=(1, 1, 0), tricks=(1, 2, 0))
    page = table.adjusts(0, "-5", "dropped a card")
    (before,) = [each for each in page.root.all("a", href="#scorecard") if each.all("span", class_="each")]
    assert "1→1" in before.text
    assert "dropped a card" not in before.text
    assert "6 · +11" in page.root.one("div", data_seat="0").text, "the total is after the adjustment"


def test_before_anything_is_entered_the_step_leads_to_the_seats(table: Sitting) -> None:
    leads = f"{table.address}/names"
    assert leads in [each.get("href") for each in table.page.root.all("a", class_="below")]
    table.bids(1, 1, 0)
    assert table.page.root.all("a", class_="below") == []


BAD_ADJUSTMENTS: dict[str, tuple[dict[str, Any], str]] = {
    "nothing": ({"amount": "0"}, "amount"),
    "half": ({"amount": "0.5"}, "amount"),
    "word": ({"amount": "abc"}, "amount"),
    "empty": ({"amount": ""}, "amount"),
    "too much": ({"amount": "100001"}, "amount"),
    "no reason": ({"reason": " "}, "reason"),
    "long reason": ({"reason": "r" * 81}, "reason"),
    "longer reason": ({"reason": "r" * 10_000}, "reason"),
    "no seat": ({"seat": None}, "seat"),
    "other seat": ({"seat": "3"}, "seat"),
    "odd seat": ({"seat": "nobody"}, "seat"),
}


@pytest.mark.parametrize("bad", BAD_ADJUSTMENTS)
def test_a_bad_adjustment_is_told_at_its_field_and_stays_in_the_form(table: Sitting, bad: str) -> None:
    typed, field = BAD_ADJUSTMENTS[bad]
    sent = {"seat": "1", "amount": "-5", "reason": "<i>late</i>"} | typed
    page = table.tries(sent, form=table.adjustment)
    assert (page.status, table.position) == (422, 0)
    assert page.wrong_at(field)
    again = page.form("/entries", has="amount")
    offered = {name: value for name, value in sent.items() if name != "seat"}
    assert {name: again.typed(name) for name in offered} == offered


def test_a_note_is_shown_as_it_was_written(table: Sitting) -> None:
    page = table.notes("<b>100 %</b> {n} %(x)s “tea”")
    assert "<b>100 %</b> {n} %(x)s “tea”" in page.text
    assert [each for each in page.root.all("b") if not each.has("data-miss")] == []
    assert "<b>100 %</b> {n} %(x)s “tea”" in table.behind("log").text


def test_the_game_can_be_ended_early(table: Sitting) -> None:
    table.deal(bids=(1, 1, 0), tricks=(1, 2, 0))
    page = table.ends()
    assert "Ended early." in page.root.one("section", class_="winner").text
    offered = [name for name in ("adjustment", "end") if f"{table.address}/{name}" in table.more.links()]
    assert offered == ["adjustment"], "a penalty may be remembered after the end"
    assert table.phone.opens(f"{table.address}/end").location == table.address


# House rules kept under a name.


def test_rules_kept_under_a_name_are_offered_with_the_next_game(phone: Phone) -> None:
    table = phone.sits_down(scoring="minus", top_hand="3")
    kept = phone.follows(phone.sends(table.behind("rules").form("/rules"), {"rule_name": "Our <b>house</b>"}))
    assert "Saved. You can choose these rules" in kept.text
    page = phone.opens("/new/oh-hell")
    offered = page.root.one("button", name="fill", value="kept:Our <b>house</b>")
    assert offered.text == "Our <b>house</b> 3 → 1 → 3 cards 5 deals, about 15 min"
    filled = phone.sends(page.form("/new/oh-hell"), {"scoring": "plus", "fill": "kept:Our <b>house</b>"})
    assert (filled.status, filled.form("/new/oh-hell").typed("scoring")) == (200, "minus")


@pytest.mark.parametrize("name", ["", "  ", "n" * 31, "n" * 10_000, "\x07"])
def test_a_bad_name_for_rules_is_told_and_stays(table: Sitting, name: str) -> None:
    page = table.phone.sends(table.behind("rules").form("/rules"), {"rule_name": name})
    assert page.status == 422
    tied = page.root.one("input", id="rule_name")
    assert page.root.one(id=tied.get("aria-describedby")).get("role") == "alert"
    assert tied.get("value") == name
    assert table.phone.opens("/new/oh-hell").root.all("button", name="fill", value=f"kept:{name}") == []


def test_rules_kept_at_a_table_of_three_serve_a_table_of_seven(phone: Phone) -> None:
    # Nobody chose a top hand: it is "as usual", which is 10 for three players and 7 for seven.
    table = phone.sits_down(scoring="minus")
    phone.follows(phone.sends(table.behind("rules").form("/rules"), {"rule_name": "ours"}))
    form = phone.sends(phone.opens("/new/oh-hell").form("/new/oh-hell"), {"fill": "kept:ours"}).form("/new/oh-hell")
    seven = {f"players-{seat}": name for seat, name in enumerate(("A", "B", "C", "D", "E", "F", "G"))}
    answer = phone.sends(form, seven)
    assert (answer.status, answer.alerts if answer.status == 422 else []) == (303, [])


# The log.


def test_the_log_tells_what_was_done_and_undone(table: Sitting) -> None:
    table.bids(1, 1, 0)
    table.undoes()
    table.bids(0, 1, 1)
    lines = [each.text for each in table.behind("log").root.one("ol", class_="log").all("li")]
    assert len(lines) == 3
    assert lines[2].endswith("this phone Bids of deal 1 (Bids: Ben 1, Chika 0, Ann 1)"), "the newest is first"
    assert "Undone: Bids of deal 1 (Bids: Ben 1, Chika 0, Ann 1)" in lines[1]
    assert lines[0].endswith("this phone Bids of deal 1 (Bids: Ben 1, Chika 1, Ann 0)")


def test_an_empty_log_says_so(table: Sitting) -> None:
    assert len(table.behind("log").root.one("ol", class_="log").all("li")) == 1


def test_keeping_rules_leads_back_to_the_rules(table: Sitting) -> None:
    kept = table.phone.sends(table.behind("rules").form("/rules"), {"rule_name": "Lunch"})
    assert kept.location == f"{table.address}/rules?kept=1"
    page = table.phone.follows(kept)
    assert "Saved." in page.text


def test_the_rules_opened_in_the_middle_of_a_game_lead_back_to_it(table: Sitting) -> None:
    (link,) = [each for each in table.behind("rules").links() if each.startswith("/rules/")]
    page = table.phone.opens(link)
    assert page.status == 200
    assert page.root.one("header").one("a").get("href") == f"{table.address}/rules"


def test_the_result_of_the_last_round_is_not_taken_for_that_of_this_one(phone: Phone) -> None:
    table = phone.sits_down("Ann", "Ben", "Chika", "Dan", game="twin-shoot")
    table.enters(
        {f"bids-{seat}": n for seat, n in enumerate("3241")} | {f"tricks-{seat}": n for seat, n in enumerate("3241")}
    )
    assert table.page.news.startswith("Last time: Ann & Ben: twin shoot")


def test_a_line_of_news_that_is_cut_opens_at_a_tap_without_script(table: Sitting) -> None:
    table.deal(bids=(1, 1, 0), tricks=(1, 2, 0))
    said = table.page.root.one(class_="said")
    assert said.one("details").one("summary").text == "Show all of it"
