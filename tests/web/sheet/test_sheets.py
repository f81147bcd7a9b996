"""The sheet: entering, undo, the end."""

from __future__ import annotations

import pytest

from tests.kit.web.page import Form, Page
from tests.web.conftest import Phone, Sitting, seatwise


def chosen(form: Form, field: str, seats: int = 3) -> list[str | None]:
    """What stands in the form, seat by seat."""
    return [form.typed(f"{field}-{seat}") for seat in range(seats)]


def opened(page: Page) -> list[str]:
    """The workings that are shown."""
    return [each.text for row in page.root.all("tr", class_="opened") for each in row.all("dd")]


# Entering.


def test_an_entry_leads_back_to_the_sheet(table: Sitting) -> None:
    answer = table.tries(seatwise("bids", (1, 1, 0)))
    assert (answer.status, answer.location.partition("?")[0], table.position) == (303, table.address, 1)


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
    assert table.entries == [{"step": "bids", "bids": [1, 1, 0]}]


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


def test_rules_kept_at_a_table_of_three_serve_a_table_of_seven(phone: Phone) -> None:
    # Nobody chose a top hand: it is "as usual", which is 10 for three players and 7 for seven.
    table = phone.sits_down(scoring="minus")
    phone.follows(phone.sends(table.behind("rules").form("/rules"), {"rule_name": "ours"}))
    form = phone.sends(phone.opens("/new/oh-hell").form("/new/oh-hell"), {"fill": "kept:ours"}).form("/new/oh-hell")
    seven = {f"players-{seat}": name for seat, name in enumerate(("A", "B", "C", "D", "E", "F", "G"))}
    answer = phone.sends(form, seven)
    assert (answer.status, answer.alerts if answer.status == 422 else []) == (303, [])


# The log.


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
