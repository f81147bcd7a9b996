"""The menu of a sheet: which small pages each role is led to, and what is done there."""

from __future__ import annotations

import re

import pytest

from store.book import Role
from tests.kit.web.page import Page
from tests.kit.web.playing import fields, played, plays
from tests.web.conftest import Phone, Sitting


def behind(table: Sitting) -> list[str]:
    """The addresses of the rows, without that of the session."""
    rows = [row for each in table.more.root.all("ul", class_="menu-rows") for row in each.all("a", "form")]
    addresses = [row.get("href" if row.tag == "a" else "action") for row in rows]
    return [address.removeprefix(f"{table.address}/") for address in addresses]


LOOKED_AT = ["share", "views", "log"]


@pytest.mark.parametrize(
    ("role", "rows"),
    [
        (
            "keeper",
            [
                *("players", "plan", "adjustment", "about", "end"),
                *("seats/link", "share", "views"),
                *("log", "archive"),
            ],
        ),
        ("player", ["seats?look=1", "plan", *LOOKED_AT]),
        ("watcher", ["plan", *LOOKED_AT]),
    ],
)
def test_the_most_wanted_is_first_and_who_only_looks_is_led_to_nothing_that_writes(
    table: Sitting, stranger: Phone, role: Role, rows: list[str]
) -> None:
    table.phone.lets_in(stranger, role, table.id if role == "player" else None)
    there = Sitting(stranger, table.address)
    assert behind(there) == rows
    assert bool(there.behind("plan").reads("input[@id='rule_name']")) == (role == "keeper")


def test_a_row_says_what_is_behind_it(phone: Phone) -> None:
    table = played(phone, "Ann Ben Chika Dan scoring=minus top_hand=2: 1110 1100")
    plays(table, "players sit-out-2")
    notes(table, "Café Ö", "It rained.")
    rows = {
        each.get("href").split("/")[-1]: " ".join(part.text for part in each.all("small"))
        for each in table.more.root.one("main").all("a")
    }
    assert (rows["log"], rows["about"]) == ("", "Café Ö · It rained.")
    assert rows["players"] == "Dealer: Ben · 4 players · 1 sits out · Void deal"
    assert rows["plan"] == "2 left with this one · Largest hand: 2, Scoring: Minus"
    assert "Banker: Ann · 4 players" in played(phone, "Ann Ben Chika Dan game=buki:").more.root.one("main").text


def notes(table: Sitting, place: str, note: str) -> Page:
    """Keep a place and a note of the session."""
    return table.phone.sends(table.behind("about").form("/about"), {"place": place, "note": note})


PAGES = "plan adjustment end views about log archive"


@pytest.mark.parametrize(
    ("page", "back"),
    [*((page, "/more") for page in PAGES.split()), ("players", ""), ("share", ""), ("seats", "?look=1")],
)
def test_each_page_leads_back_to_the_menu_and_what_the_sheet_has_too_to_the_sheet(
    table: Sitting, page: str, back: str
) -> None:
    assert table.behind(page).root.one("header").one("a").get("href") == table.address + back


@pytest.mark.parametrize(("page", "typed"), [("adjustment", "seat=0 amount=-5 reason=why"), ("end", "")])
def test_what_is_saved_there_leads_back_to_the_sheet(table: Sitting, page: str, typed: str) -> None:
    assert table.tries(fields(typed), form=table.behind(page).form("/entries")).location == table.address


def test_the_one_note_is_that_of_the_session(phone: Phone, table: Sitting) -> None:
    assert phone.opens(f"{table.address}/note").status == 404
    table.ends()
    assert f"{table.address}/about" in table.page.links()


# Names.


def names_on(page: Page) -> list[str]:
    values = page.form("/players").values
    return [values[f"name-{seat}"] for seat in range(3)]


def renames(table: Sitting, **typed: str) -> Page:
    form = table.behind("players").form("/players")
    return table.phone.sends(form, {name.replace("_", "-"): value for name, value in typed.items()} | {"sure": "yes"})


def test_a_name_is_corrected_in_every_game(table: Sitting) -> None:
    before = plays(table, "110").phone.sits_down("Ben", "Chika", "Dan")
    assert f"{table.address}/players" in table.more.links()
    assert names_on(table.behind("players")) == ["Ann", "Ben", "Chika"]
    assert renames(table, name_1="Benedikt", name_2=" Chikako ").location == table.address
    names = [names_on(each.behind("players")) for each in (table, before)]
    assert names == [["Ann", "Benedikt", "Chikako"], ["Benedikt", "Chikako", "Dan"]]
    assert table.form.typed("step") == "tricks", "the bids are as they were"


def test_names_that_cannot_be_taken_are_told_each_at_its_place_and_nobody_is_renamed(table: Sitting) -> None:
    page = renames(table, name_0="Anna", name_1="", name_2="Ann")
    assert page.status == 422
    assert page.wrong_at("name-1")
    assert page.wrong_at("name-2").startswith("Another player has or had the name Ann.")
    assert names_on(page) == ["Anna", "", "Ann"], "what was typed stays"
    assert names_on(table.behind("players")) == ["Ann", "Ben", "Chika"]


def test_a_name_that_another_phone_has_changed_meanwhile_is_not_changed_back(table: Sitting) -> None:
    seen = table.behind("players").form("/players")
    renames(table, name_1="Benedikt")
    table.phone.sends(seen, {"name-0": "Anna", "sure": "yes"})
    assert names_on(table.behind("players")) == ["Anna", "Benedikt", "Chika"]


# Place and note, the archive.


def test_a_session_is_given_a_place_and_a_note(table: Sitting) -> None:
    phone = table.phone
    assert notes(table, "Café Ö", "It <rained>.\r\nAll evening.").location == f"{table.address}#about"
    assert "Café Ö" in table.page.reads("section[@id='about']")[0]
    for page in (table.more, table.page, phone.opens("/history"), table.behind("discard")):
        assert [told for told in ("Café Ö", "It <rained>. All evening.") if told not in page.text] == []
    assert table.address in phone.opens("/history?text=RAINED").html
    again = table.behind("about").form("/about")
    assert (again.typed("place"), again.typed("note")) == ("Café Ö", "It <rained>. All evening.")
    # Nothing takes it away again.
    assert phone.sends(again, {"place": "", "note": " "}).status == 303
    assert "Café Ö" not in table.page.text
    assert phone.opens("/history?text=rained").reads("li.item") == []


def test_the_date_is_corrected_where_the_reader_is_and_everything_follows(table: Sitting) -> None:
    """Nine in the evening in Tokyo is noon in UTC."""
    phone = plays(table, "end").phone
    started = table.kept["created_at"]
    phone.client.set_cookie("zone", "Asia/Tokyo")
    form = table.behind("about").form("/about")
    assert (
        form.typed("played_minutes"),
        re.fullmatch(r"20\d\d-\d\d-\d\dT\d\d:\d\d", form.typed("played_at")) is None,
    ) == ("", False)
    # What is as it was shown stays, to the second.
    phone.sends(form, {"note": "late"})
    assert (table.kept["played_at"], table.kept["created_at"]) == (started, started)
    phone.sends(form, {"played_at": "2026-03-07T21:00", "played_minutes": "95"})
    assert (table.kept["played_at"], table.kept["created_at"]) == ("2026-03-07T12:00:00Z", started)
    assert "Mar 7" in phone.opens("/history").text
    file = phone.opens(f"{table.address}/takuroku.csv").headers["Content-Disposition"]
    assert file == 'attachment; filename="oh-hell-2026-03-07.csv"'
    assert "played for 1 h 35 min" in table.page.text
    for typed, told in (
        ({"played_at": "2999-01-01T00:00"}, "That is in the future."),
        ({"played_at": "last week"}, "“Played at” must be of the form 2026-11-21T19:30:00Z."),
        ({"played_minutes": "long"}, "“Minutes played” must be a whole number from 1 to 1440."),
    ):
        again = phone.sends(form, typed)
        assert (again.status, [each.text for each in again.root.all("p", class_="wrong")]) == (422, [told])
    # Without a date and minutes it is as its log says.
    phone.sends(table.behind("about").form("/about"), {"played_at": "", "played_minutes": ""})
    assert (table.kept["played_at"], table.kept["minutes"]) == (started, 0)


def test_the_sheet_says_where_it_was_when_it_is_over_too(table: Sitting) -> None:
    notes(plays(table, "end"), "x" * 60, "y" * 500)
    (section,) = (each for each in table.page.root.all("section", class_="on-screen") if "Note" in each.text)
    assert section.reads("p") == ["x" * 60, "y" * 500]
    assert "yy" not in table.behind("log").reads("ol.log")[0], "it is no entry"


def test_a_session_is_archived_and_taken_out_again(table: Sitting) -> None:
    phone = plays(table, "110").phone
    form = table.behind("archive").form("/archive")
    assert [phone.sends(form).location for _twice in range(2)] == ["/history"] * 2
    assert [table.address in phone.opens(address).html for address in ("/", "/history")] == [False, True]
    assert "Archived games" in phone.opens("/history").text
    assert phone.sends(table.behind("archive").form("/unarchive")).location == table.address
    assert table.address in phone.opens("/").html
    assert "Archived games" not in phone.opens("/history").text


# House rules.


def test_rules_kept_under_a_name_are_offered_with_the_next_game(phone: Phone) -> None:
    table = phone.sits_down(scoring="minus", top_hand="3")
    kept = phone.follows(phone.sends(table.behind("plan").form("/rules"), {"rule_name": "Our <b>house</b>"}))
    assert kept.reads("p[@data-here]") == ["Saved"]
    assert kept.address.partition("?")[0] == f"{table.address}/plan", "where it was done"
    page = phone.opens("/new/oh-hell")
    offered = page.root.one("button", name="fill", value="kept:Our <b>house</b>")
    assert offered.text == "Our <b>house</b> 3 → 1 → 3 cards 5 deals, about 15 min"
    filled = phone.sends(page.form("/new/oh-hell"), {"scoring": "plus", "fill": "kept:Our <b>house</b>"})
    assert (filled.status, filled.form("/new/oh-hell").typed("scoring")) == (200, "minus")


def test_rules_kept_at_a_table_of_three_serve_a_table_of_seven(phone: Phone) -> None:
    # Nobody chose a top hand: it is "as usual", which is 10 for three players and 7 for seven.
    table = phone.sits_down(scoring="minus")
    phone.follows(phone.sends(table.behind("plan").form("/rules"), {"rule_name": "ours"}))
    form = phone.sends(phone.opens("/new/oh-hell").form("/new/oh-hell"), {"fill": "kept:ours"}).form("/new/oh-hell")
    answer = phone.sends(form, fields("players=A/B/C/D/E/F/G"))
    assert (answer.status, answer.alerts if answer.status == 422 else []) == (303, [])


def test_the_rules_opened_in_the_middle_of_a_game_lead_back_to_it(table: Sitting) -> None:
    link = next(each for each in table.behind("plan").links() if each.startswith("/rules/"))
    page = table.phone.opens(link)
    assert page.status == 200
    assert page.root.one("header").one("a").get("href") == f"{table.address}/plan?open=rules"
