"""A void deal on the site: the way to it, what is kept, its correction, undo, and what others read of it."""

from __future__ import annotations

import csv
from io import StringIO

import pytest

from tests.kit.web.page import Page
from tests.kit.web.playing import corrects, fields, played, plays
from tests.web.conftest import Phone, Sitting

THREE = "Ann Ben Chika top_hand=3"


def voids(table: Sitting, typed: str = "") -> Page:
    """Save a void deal by its page."""
    return table.tries(fields(typed), form=table.behind("void").form("/entries"))


def begun(phone: Phone, rules: str = "", entries: str = "") -> Sitting:
    return played(phone, f"{THREE} {rules}: {entries}")


@pytest.mark.parametrize(
    ("game", "rules"),
    [("oh-hell", ""), ("oh-hell", "top_hand=17"), ("wizard", ""), ("skull-king", "")],
)
def test_the_dealers_chip_leads_to_it_in_both_steps_of_every_game(phone: Phone, game: str, rules: str) -> None:
    """Beside the five signs of Wizard's bids there is no room for it: there it is behind ⋯ alone."""
    table = played(phone, f"Ann Ben Chika game={game} {rules}:")
    for entries in ("", "000"):
        plays(table, entries)
        chip = table.page.root.one("div", class_="strip").all("a")
        has_room = game != "wizard" or entries
        assert [each.get("href") for each in chip] == [f"{table.address}/players"] * bool(has_room)
        assert f"{table.address}/void" in table.behind("players").links()
        assert "Void deal" in table.behind("more").text, "the menu says where it is"


def test_what_is_saved_leads_to_the_sheet_that_asks_again(phone: Phone) -> None:
    table = begun(phone, "void_fine=4", "110")
    page = table.behind("void")
    form = page.form("/entries")
    assert (form.typed("seat"), form.typed("fine"), form.typed("reason")) == ("nobody", "4", "")
    assert "The same dealer deals as many cards again. Bids don’t count." in page.text
    assert voids(table, "seat=1").location == table.address
    assert table.totals == [0, -4, 0]
    sheet = table.page
    assert sheet.form("/entries").typed("bids-0") is None
    assert "Void deal 1, Ben −4" in sheet.text
    assert sheet.root.reads("tr[@id='row-0'] td") == ["no change: 0 –", "−4 −4", "no change: 0 –"]
    assert "Void deal 1, Ben −4" in table.log[0]


def test_without_a_fine_it_says_who_was_at_fault_and_no_amount(phone: Phone) -> None:
    table = begun(phone)
    voids(table, "seat=1 reason=misdeal")
    assert table.log[0].endswith("Void deal 1, Ben, misdeal")
    assert table.page.root.reads("tr[@id='row-0'] td") == ["no change: 0 –"] * 3


def test_undo_brings_the_bids_back_and_redo_voids_them_again(phone: Phone) -> None:
    table = begun(phone, "void_deal=next", "110")
    voids(table)
    assert table.page.root.one("div", class_="strip").one("a").text.endswith("Dealer: Ben")
    table.undoes()
    assert [entry["step"] for entry in table.entries] == ["bids"]
    assert table.page.form("/entries").typed("tricks-0") == "1"
    plays(table, "redo")
    assert [entry["step"] for entry in table.entries] == ["bids", "void"]


def test_seat_and_fine_are_corrected(phone: Phone) -> None:
    table = begun(phone, "void_fine=4", "110")
    voids(table, "seat=1")
    page = table.row(0)
    assert page.form("/rows/0").typed("e1-fine") == "4"
    assert "Ann Ben Chika Nobody" in page.text
    assert not page.root.all("input", name="e0-bids-0"), "the bids of a deal that is dealt again count for nothing"
    assert corrects(table, 0, "e1-seat=2 e1-fine=7").status == 303
    assert table.totals == [0, 0, -7]
    assert corrects(table, 0, "e1-fine=101").status == 422


@pytest.mark.parametrize("game", ["oh-hell", "wizard", "skull-king"])
def test_of_one_that_was_scored_the_bids_are_corrected_too(phone: Phone, game: str) -> None:
    table = played(phone, f"Ann Ben Chika game={game} void_deal=scored: 010")
    voids(table, "seat=0")
    before = table.totals
    assert corrects(table, 0, "e0-bids-1=0 e0-bids-2=1 e1-seat=1").status == 303
    # Ann’s bid of 0 counts as Chika’s did.
    assert table.totals == [before[2], 0, before[1]]


def test_a_scored_deal_is_no_way_before_the_bids(phone: Phone) -> None:
    table = begun(phone, "void_deal=scored")
    assert phone.opens(f"{table.address}/void").location == table.address
    assert f"{table.address}/void" not in table.behind("players").links()


def test_what_cannot_be_is_refused_on_its_page_with_what_was_typed(phone: Phone) -> None:
    table = begun(phone)
    page = voids(table, "fine=101 reason=misdeal")
    assert (page.status, page.alerts) == (422, ["Fine for a void deal: 101 is too high. The maximum is 100."])
    assert page.form("/entries").typed("reason") == "misdeal"
    assert table.entries == []


def test_programs_and_spreadsheets_read_it(phone: Phone) -> None:
    table = begun(phone, "void_deal=scored void_fine=4", "110")
    voids(table, "seat=1 reason=a_card_short")
    kept = table.kept
    entry = {"step": "void", "seat": 1, "fine": 4, "reason": "a_card_short"}
    assert kept["document"]["entries"][-1] == entry
    assert (kept["document"]["options"]["void_deal"], kept["document"]["options"]["void_fine"]) == ("scored", 4)
    (row,) = kept["report"]["rows"]
    assert (row["kind"], row["points"], row["facts"]) == ("void", [11, -4, 10], {})
    body = phone.opens(f"{table.address}/takuroku.csv").bytes.decode("utf-8-sig")
    lines = list(csv.reader(StringIO(body)))
    assert lines[1][:5] == ["∅", "Void deal 1, Ben −4, a_card_short, 3 cards, Ann dealt", "11", "-4", "10"]
    steps = [each["properties"]["step"]["const"] for each in kept["accepts"]["anyOf"]]
    assert steps[:2] == ["bids", "adjustment"]


def test_it_is_no_deal_in_the_figures(phone: Phone) -> None:
    table = begun(phone, "format=equal equal_deals=2 void_deal=scored void_fine=4")
    plays(table, "110 201")
    table.bids(1, 1, 0)
    voids(table, "seat=1")
    assert table.kept["report"]["over"]
    people = {each["name"]: each["id"] for each in phone.api.asks("GET", "/players").json["players"]}
    (game,) = phone.api.asks("GET", f"/players/{people['Ann']}/statistics").json["games"]
    times = {each["value"]: each["times"] for each in game["facts"] if each["fact"] == "made" and each["by"] is None}
    assert times == {False: 1}
    assert sum(each["times"] for each in game["facts"] if each["fact"] == "bid" and each["by"] is None) == 1
