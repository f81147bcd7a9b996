"""The menu of a sheet: which small pages each role is led to."""

from __future__ import annotations

import pytest
from flask import Flask

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
