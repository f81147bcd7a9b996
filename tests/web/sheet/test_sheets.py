"""The sheet: entering, undo, what stands on it."""

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


# What is certain of the end.


@pytest.fixture
def two(phone: Phone) -> Sitting:
    """Two deals, of two cards and of one."""
    return phone.sits_down(format="short-falling", top_hand="2")


def told(page: Page) -> list[str]:
    found = page.root.all("div", class_="chances")
    return [each.text for part in found for each in part.all("p", "li")]


def test_nothing_is_told_while_all_can_win(table: Sitting) -> None:
    assert told(table.page) == []
    assert told(table.deal(bids=(1, 1, 0), tricks=(1, 2, 0))) == []


def test_a_short_answer_stands_there_as_it_is(two: Sitting) -> None:
    page = two.deal(bids=(2, 1, 1), tricks=(2, 0, 0))
    assert told(page) == ["Ann has already won."]
    assert page.root.one("div", class_="chances").all("details") == []


def test_what_each_needs_is_folded_where_it_is_long(two: Sitting) -> None:
    page = two.deal(bids=(1, 1, 1), tricks=(1, 1, 0))
    folded = page.root.one("div", class_="chances").one("details")
    assert folded.one("summary").text == "What everyone needs to win"
    assert [each.text for each in folded.all("li")] == [
        "Ann wins with 11 points or more in deal 2.",
        "Ben wins with 11 points or more in deal 2.",
        "Chika needs 11 points or more in deal 2 to win.",
    ]
    assert not folded.has("open")


def test_it_follows_the_bids_and_goes_with_the_end(two: Sitting) -> None:
    two.deal(bids=(1, 1, 1), tricks=(1, 1, 0))
    # A bid of 0 brings Ann 10 at most.
    assert told(two.bids(0, 1, 1))[:2] == [
        "Ben wins with 10 points or more in deal 2.",
        "Chika needs 11 points or more in deal 2 to win.",
    ]
    assert told(two.takes(0, 1, 0)) == []


def test_it_stands_after_the_step_and_is_not_read_out_as_news(two: Sitting) -> None:
    page = two.deal(bids=(2, 1, 1), tricks=(2, 0, 0))
    place = page.root.one("div", class_="chances")
    above = place
    while above.parent is not None:
        above = above.parent
        assert not above.has("aria-live")
        assert above.get("role") != "status"
    assert page.html.index('class="action"') < page.html.index('class="chances"')
    assert page.html.index('class="standings"') < page.html.index('class="chances"')


def test_it_is_told_in_japanese(japanese: Phone) -> None:
    two = japanese.sits_down("あや", "ベン", "千夏", format="short-falling", top_hand="2")
    assert told(two.deal(bids=(2, 1, 1), tricks=(2, 0, 0))) == ["あやの勝ちが決まりました。"]
    two.undoes()
    two.undoes()
    assert told(two.deal(bids=(1, 1, 1), tricks=(1, 1, 0)))[:3] == [
        "あやは、第 2 ディールで 11 点以上なら勝ちです。",
        "ベンは、第 2 ディールで 11 点以上なら勝ちです。",
        "千夏が勝つには、第 2 ディールで 11 点以上が必要です。",
    ]
