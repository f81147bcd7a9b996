"""The end of a game: who won, where everybody stands, one button, and what else there is."""

from __future__ import annotations

from typing import Any

import pytest

from record.actions import Action
from record.session import Session, new_session
from tests.kit.web.page import Element, Page
from tests.web.conftest import Phone, Sitting
from web.i18n.translate import words
from web.sheet.summary import course_of


def pad(phone: Phone, *rounds: tuple[int, ...], **options: Any) -> Sitting:
    """A score pad that was ended after these rounds."""
    table = phone.sits_down(*("Ann", "Ben", "Chika")[: len(rounds[0])], game="score-pad", **options)
    for points in rounds:
        table.enters({f"points-{seat}": str(each) for seat, each in enumerate(points)})
    table.ends()
    return table


def winner(page: Page) -> Element:
    return page.root.one("section", class_="winner")


def shown(page: Page) -> list[str]:
    """What the winner's lines show to the eye."""
    return [each.text for each in winner(page).all("p")]


def bars(page: Page) -> list[tuple[str, str]]:
    """Where each bar begins on its track, and how long it is."""
    found = [each.all("rect")[1] for each in page.root.one("ol", class_="standings bars").all("svg")]
    return [(each.get("x"), each.get("width")) for each in found]


def icons(page: Page) -> list[str]:
    return [each.text for each in page.root.one("div", class_="icons").all("span")]


def test_the_winner_is_named_once_with_total_and_reason(phone: Phone) -> None:
    page = pad(phone, (10, 4, 2)).page
    assert winner(page).one("strong").text == "Ann wins, 6 ahead"
    assert shown(page) == ["wins, 6 ahead Ann", "The scorekeeper ended the game."]
    assert winner(page).one("b").text == "Total 10"
    assert page.text.count("The scorekeeper ended the game.") == 1
    assert page.root.all("div", class_="said") == []


def test_a_note_after_the_end_is_told_all_the_same(phone: Phone) -> None:
    table = pad(phone, (10, 4, 2))
    page = table.notes("tea")
    assert "tea" in page.news


def test_an_end_that_was_redone_shows_the_winner_and_nothing_above(phone: Phone) -> None:
    table = pad(phone, (10, 4))
    table.undoes()
    page = phone.follows(phone.sends(table.page.form("/redo")))
    assert winner(page).text
    assert page.root.all(class_="said") == []


def test_bars_are_as_long_as_the_totals(phone: Phone) -> None:
    assert bars(pad(phone, (10, 5, 0)).page) == [("0.0%", "100.0%"), ("0.0%", "50.0%"), ("0.0%", "0.0%")]


def test_a_bar_below_nothing_goes_to_the_left(phone: Phone) -> None:
    # 15 − (−5) = 20 is the whole track, 0 is at a quarter of it.
    assert bars(pad(phone, (15, 0, -5)).page) == [("25.0%", "75.0%"), ("25.0%", "0.0%"), ("0.0%", "25.0%")]


def test_where_the_fewest_win_the_gap_is_what_is_too_much(phone: Phone) -> None:
    page = pad(phone, (10, 4), best="lowest").page
    assert winner(page).one("strong").text == "Ben wins, 6 ahead"
    assert [each.text for each in page.root.all("span", class_="gap")] == ["6 behind +6"]


def test_a_shared_win_has_all_the_faces(phone: Phone) -> None:
    page = pad(phone, (9, 9, 2)).page
    assert winner(page).one("strong").text == "Ann and Ben share the win, 7 ahead"
    assert [each.text for each in winner(page).one("span", class_="faces several").all("span")] == ["A", "B"]


def test_partners_have_a_face_each_on_every_list(phone: Phone) -> None:
    table = phone.sits_down("Ann", "Ben", "Chika", "Dai", game="satat")
    table.enters({"winners": "0", "kind": "plain"})
    page = table.page
    for place in (page.root.one("ol", class_="standings"), page.root.one("thead")):
        faces = [[face.text for face in each.all("span")] for each in place.all("span", class_="faces")]
        assert faces == [["A", "C"], ["B", "D"]]


def test_who_made_how_many_bids_stands_beside_the_name(phone: Phone) -> None:
    table = phone.sits_down(format="short-rising", top_hand="2")
    table.deal(bids=(0, 0, 0), tricks=(0, 1, 0))
    table.deal(bids=(0, 2, 1), tricks=(0, 2, 0))
    made = [each.text for each in table.page.root.one("ol", class_="standings bars").all("small")]
    assert made == ["2 of 2 made", "1 of 2 made", "1 of 2 made"]


def test_only_a_keeper_begins_the_next_game(phone: Phone, stranger: Phone) -> None:
    table = pad(phone, (10, 4, 2))
    phone.lets_in(stranger, "watcher", session=table.id)
    for reader, offered in ((phone, ["undo", "again"]), (stranger, [])):
        page = reader.opens(table.address)
        assert (winner(page).one("strong").text, len(bars(page))) == ("Ann wins, 6 ahead", 3)
        assert [form.action.rpartition("/")[2] for form in page.forms] == offered


def test_five_icons_and_the_rest_behind_the_menu(phone: Phone) -> None:
    five = ["Share", "Code", "Evening", "League table", "Note"]
    assert icons(pad(phone, (10, 4, 2)).page) == five


def test_a_correction_that_changes_the_leader_says_so(phone: Phone) -> None:
    table = phone.sits_down("Ann", "Ben", game="score-pad")
    table.enters({"points-0": "10", "points-1": "4"})
    form = table.row(0).form("/rows/0")
    said = phone.follows(phone.sends(form, {"e0-points-1": "11"})).news
    assert said == "Corrected: Round 1. Ben leads; Ben 11 (+7)"
    form = table.row(0).form("/rows/0")
    assert "lead" not in phone.follows(phone.sends(form, {"e0-points-1": "12"})).news


# After two deals.


@pytest.fixture
def finished(phone: Phone) -> Sitting:
    """1 card, then 2; Ann deals first. Ann 10 + 10, Ben 0 + 12, Chika 10 + 10."""
    table = phone.sits_down(format="short-rising", top_hand="2")
    table.deal(bids=(0, 0, 0), tricks=(0, 1, 0))
    table.deal(bids=(0, 2, 1), tricks=(0, 2, 0))
    return table


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


def test_the_game_can_be_ended_early(table: Sitting) -> None:
    table.deal(bids=(1, 1, 0), tricks=(1, 2, 0))
    page = table.ends()
    assert "Ended early." in page.root.one("section", class_="winner").text
    offered = [name for name in ("adjustment", "end") if f"{table.address}/{name}" in table.more.links()]
    assert offered == ["adjustment"], "a penalty may be remembered after the end"
    assert table.phone.opens(f"{table.address}/end").location == table.address


# How it went.


@pytest.fixture
def over(phone: Phone) -> Sitting:
    """11 0 10, then 21 12 20, then 21 23 20: Ben from behind."""
    table = phone.sits_down(format="short-falling", top_hand="3", restriction="off")
    table.deal(bids=(1, 1, 0), tricks=(1, 2, 0))
    table.deal(bids=(0, 2, 0), tricks=(0, 2, 0))
    table.deal(bids=(1, 1, 1), tricks=(0, 1, 0))
    return table


def told(table: Sitting) -> list[str]:
    return [each.text for each in table.page.root.one("ul", class_="course").all("li")]


def played(*minutes: int) -> Session:
    """A score pad with a round after so many minutes each, and its end with the last."""
    session = new_session(
        id="pad", created_at="2026-11-21T18:00:00Z", head={"game": "score-pad", "players": ["A", "B"]}
    )
    rounds = [
        Action(index, "enter", {"step": "round", "points": [1, 0]}, _at(each), "") for index, each in enumerate(minutes)
    ]
    return session.after(*rounds, Action(len(rounds), "enter", {"step": "end"}, _at(minutes[-1]), ""))


def _at(minutes: int) -> str:
    return f"2026-11-21T{18 + minutes // 60:02}:{minutes % 60:02}:00Z"


def test_the_end_tells_what_decided_it_and_the_best_moments(over: Sitting) -> None:
    assert over.totals == [21, 23, 20]
    assert told(over) == [
        "Ben took the lead at the very end, with deal 3 (Ben +11, Ann 0).",
        "Most bids made: Ann, Ben, Chika, 2 of 3",
        "Best deal: Ben +12 (2 cards, Ben dealt)",
    ]


def test_a_running_game_has_no_such_section(table: Sitting) -> None:
    table.deal(bids=(1, 1, 0), tricks=(1, 2, 0))
    assert "How it went" not in table.page.text
    table.ends()
    assert "How it went" in table.page.text


def test_from_the_end_it_is_two_taps_to_who_entered_what(over: Sitting) -> None:
    assert f"{over.address}/more" in over.page.links()
    assert f"{over.address}/log" in over.more.links()
    assert over.behind("log").heading == "Log"


def test_how_long_it_took_says_what_is_not_counted() -> None:
    course = course_of(played(30, 85))
    assert (words(course.time), course.breaks) == ("1 h 25 min", 0)
    course = course_of(played(30, 230, 260))
    assert (words(course.time), course.breaks) == ("1 h", 1)


def test_what_took_no_minute_has_no_length() -> None:
    course = course_of(played(0))
    assert course.time is None


def test_the_chart_names_the_table_with_its_numbers_and_tells_the_lines_apart(phone: Phone) -> None:
    table = phone.sits_down("Anna", "Andy", "Friederike-Charlotte", format="short-falling", top_hand="3")
    table.deal(bids=(1, 1, 0), tricks=(1, 2, 0))
    chart = table.page.root.one("figure", class_="chart long")
    assert [each.text for each in chart.all("text")] == ["Anna", "Andy", "Friederike-Char…"]
    assert "The scorecard shows the same totals" in chart.one("figcaption").text
