"""The menu of a sheet: which small pages each role is led to, and what is done there."""

from __future__ import annotations

import pytest
from flask import Flask

from tests.kit.web.page import Page
from tests.web.conftest import Phone, Sitting


def behind(table: Sitting) -> list[str]:
    """The addresses of the rows, without that of the session."""
    rows = [row for each in table.more.root.all("ul", class_="menu-rows") for row in each.all("a", "form")]
    addresses = [row.get("href" if row.tag == "a" else "action") for row in rows]
    return [address.removeprefix(f"{table.address}/") for address in addresses]


def test_the_most_wanted_is_first(table: Sitting) -> None:
    assert behind(table) == [
        *("setup", "names", "players", "plan", "adjustment", "end"),
        *("rules", "seats?look=1", "invite"),
        *("views", "code", "export", "about", "log", "archive"),
    ]


def test_who_only_looks_is_led_to_nothing_that_writes(app: Flask, table: Sitting) -> None:
    other = Phone(app)
    table.phone.lets_in(other, "watcher")
    there = Sitting(other, table.address)
    assert behind(there) == ["rules", "views", "code", "export", "log"]
    assert there.behind("rules").root.all("input", id="rule_name") == []


def test_a_player_is_led_to_the_seats_too(app: Flask, table: Sitting) -> None:
    other = Phone(app)
    table.phone.lets_in(other, "player", table.id)
    assert behind(Sitting(other, table.address)) == ["rules", "seats?look=1", "views", "code", "export", "log"]


def test_a_row_says_what_is_behind_it(phone: Phone) -> None:
    table = phone.sits_down(scoring="minus")
    table.bids(1, 1, 0)
    table.undoes()
    phone.sends(table.behind("about").form("/about"), {"place": "Café Ö", "note": "It rained."})
    rows = {each.get("href").split("/")[-1]: each.one("small").text for each in table.more.root.one("main").all("a")}
    assert rows["log"] == "newest first, 2 entries"
    assert rows["about"] == "Café Ö · It rained."
    assert "minus" in rows["rules"].lower()


@pytest.mark.parametrize(
    "page",
    [
        "names",
        "players",
        "plan",
        "adjustment",
        "end",
        "rules",
        "views",
        "code",
        "export",
        "about",
        "log",
        "archive",
    ],
)
def test_each_page_leads_back_to_the_menu(table: Sitting, page: str) -> None:
    assert table.behind(page).root.one("header").one("a").get("href") == f"{table.address}/more"


def test_what_is_saved_there_leads_back_to_the_sheet(table: Sitting) -> None:
    for name, typed in (
        ("adjustment", {"seat": "0", "amount": "-5", "reason": "why"}),
        ("end", {}),
    ):
        form = table.behind(name).form("/entries")
        assert table.tries(typed, form=form).location == table.address


def test_the_one_note_is_that_of_the_session(phone: Phone, table: Sitting) -> None:
    assert phone.opens(f"{table.address}/note").status == 404
    table.ends()
    assert f"{table.address}/about" in table.page.links()


def test_a_game_that_is_over_can_be_exported_as_text(table: Sitting) -> None:
    table.deal(bids=(1, 1, 0), tricks=(1, 2, 0))
    table.ends()
    page = table.behind("export")
    assert f"{table.address}/takuroku.csv" in page.links()
    assert "1. Ann 11" in next(filter(None, (each.get("data-share") for each in page.root.all("button"))))


# Names.


def names_on(page: Page) -> list[str]:
    return [each.get("value") for each in page.root.all("input", type="text")]


def renames(table: Sitting, **typed: str) -> Page:
    form = table.behind("names").form("/names")
    return table.phone.sends(form, {name.replace("_", "-"): value for name, value in typed.items()})


def test_a_name_is_corrected_in_every_game(table: Sitting) -> None:
    phone = table.phone
    before = phone.sits_down("Ben", "Chika", "Dan")
    table.bids(1, 1, 0)
    assert f"{table.address}/names" in table.more.links()
    assert names_on(table.behind("names")) == ["Ann", "Ben", "Chika"]
    assert renames(table, name_1="Benedikt", name_2=" Chikako ").location == table.address
    assert names_on(table.behind("names")) == ["Ann", "Benedikt", "Chikako"]
    assert names_on(before.behind("names")) == ["Benedikt", "Chikako", "Dan"]
    assert table.form.typed("step") == "tricks", "the bids are as they were"


def test_names_that_cannot_be_taken_are_told_each_at_its_place_and_nobody_is_renamed(table: Sitting) -> None:
    page = renames(table, name_0="Anna", name_1="", name_2="Ann")
    assert page.status == 422
    assert page.wrong_at("name-1")
    assert page.wrong_at("name-2").startswith("Another player has or had the name Ann.")
    assert names_on(page) == ["Anna", "", "Ann"], "what was typed stays"
    assert names_on(table.behind("names")) == ["Ann", "Ben", "Chika"]


def test_a_name_that_another_phone_has_changed_meanwhile_is_not_changed_back(table: Sitting) -> None:
    seen = table.behind("names").form("/names")
    renames(table, name_1="Benedikt")
    table.phone.sends(seen, {"name-0": "Anna"})
    assert names_on(table.behind("names")) == ["Anna", "Benedikt", "Chika"]


# Place and note, the archive.


def test_a_session_is_given_a_place_and_a_note(table: Sitting) -> None:
    phone = table.phone
    form = phone.opens(f"{table.address}/about").form("/about")
    answer = phone.sends(form, {"place": "Café Ö", "note": "It <rained>.\r\nAll evening."})
    assert answer.location == f"{table.address}#about"
    assert "Café Ö" in table.page.root.one("section", id="about").text
    for page in (table.more, table.page, phone.opens("/history"), phone.opens(f"{table.address}/discard")):
        assert "Café Ö" in page.text
        assert "It <rained>. All evening." in page.text
    assert table.address in phone.opens("/history?text=RAINED").html
    again = phone.opens(f"{table.address}/about").form("/about")
    assert (again.typed("place"), again.typed("note")) == ("Café Ö", "It <rained>. All evening.")
    # Twice the same is once; nothing takes it away again.
    assert phone.sends(form, {"place": "Café Ö", "note": "It rained."}).status == 303
    assert phone.sends(again, {"place": "", "note": " "}).status == 303
    assert "Café Ö" not in table.page.text
    assert phone.opens("/history?text=rained").root.all("li", class_="item") == []


def test_the_sheet_says_where_it_was_when_it_is_over_too(table: Sitting) -> None:
    phone = table.phone
    table.ends()
    phone.sends(phone.opens(f"{table.address}/about").form("/about"), {"place": "x" * 60, "note": "y" * 500})
    (section,) = (each for each in table.page.root.all("section", class_="on-screen") if "Place and note" in each.text)
    assert [each.text for each in section.all("p")] == ["x" * 60, "y" * 500]
    assert "yy" not in table.behind("log").root.one("ol", class_="log").text, "it is no entry"


def test_a_session_is_archived_and_taken_out_again(table: Sitting) -> None:
    table.bids(1, 1, 0)
    phone = table.phone
    form = table.behind("archive").form("/archive")
    for _twice in range(2):
        answer = phone.sends(form)
        assert (answer.status, answer.location) == (303, "/history")
    assert table.address not in phone.opens("/").html
    assert "Archived games" in phone.opens("/history").text
    assert table.address in phone.opens("/history").html
    back = phone.sends(table.behind("archive").form("/unarchive"))
    assert (back.status, back.location) == (303, table.address)
    assert table.address in phone.opens("/").html
    assert "Archived games" not in phone.opens("/history").text


# House rules.


def test_rules_kept_under_a_name_are_offered_with_the_next_game(phone: Phone) -> None:
    table = phone.sits_down(scoring="minus", top_hand="3")
    kept = phone.follows(phone.sends(table.behind("rules").form("/rules"), {"rule_name": "Our <b>house</b>"}))
    assert "Saved. You can choose these rules" in kept.text
    assert kept.address == f"{table.address}/rules", "where it was done"
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


def test_the_rules_opened_in_the_middle_of_a_game_lead_back_to_it(table: Sitting) -> None:
    (link,) = [each for each in table.behind("rules").links() if each.startswith("/rules/")]
    page = table.phone.opens(link)
    assert page.status == 200
    assert page.root.one("header").one("a").get("href") == f"{table.address}/rules"
