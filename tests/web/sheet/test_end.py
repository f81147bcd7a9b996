"""The end of a game: who won, where everybody stands, one button, and what else there is."""

from __future__ import annotations

from typing import Any

from tests.kit.web.page import Element, Page
from tests.web.conftest import Phone, Sitting


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
