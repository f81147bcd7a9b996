"""Names corrected from the sheet, and the setup opened again before the first entry."""

from __future__ import annotations

from tests.web.conftest import Phone, Sitting
from tests.web.support.page import Page


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


def test_a_game_without_an_entry_goes_back_to_its_setup_filled_in(phone: Phone) -> None:
    phone.sits_down("Xaver", "Yves", "Zoë")
    table = phone.sits_down("Ann", "Ben", "Chika", dealer=2, scoring="minus")
    page = phone.follows(phone.sends(table.page.form("/setup")))
    form = page.form("/new/oh-hell")
    assert [form.typed(f"players-{seat}") for seat in range(4)] == ["Ann", "Ben", "Chika", ""]
    assert (form.typed("dealer"), form.typed("scoring")) == ("2", "minus")
    assert "Deleted: Oh Hell" in page.root.one("form", class_="said").text
    again = phone.sends(form, {"dealer": "1"})
    assert again.status == 303
    home = phone.opens("/").html
    assert (again.location in home, table.address in home) == (True, False)
    # Taken out again it is the game that it was, and the setup does not say any more that it is deleted.
    assert phone.sends(page.form("/restore")).location == table.address
    assert table.page.status == 200
    assert phone.opens(page.address).root.all("form", class_="said") == []


def test_setting_up_again_works_from_the_page_of_the_names_too(table: Sitting) -> None:
    answer = table.phone.sends(table.behind("names").form("/setup"))
    assert answer.location == f"/new/oh-hell?begun={table.id}"


def test_after_the_first_entry_only_names_are_offered(table: Sitting) -> None:
    late = table.page.form("/setup")
    table.bids(1, 1, 0)
    for page in (table.page, table.more, table.behind("names")):
        assert [form.action for form in page.forms if form.action.endswith("/setup")] == []
    # A page from before asks first: entries would go with the game.
    assert table.phone.sends(late).location == f"{table.address}/discard"
    assert table.page.status == 200


def test_the_setup_of_another_game_takes_only_the_table(table: Sitting) -> None:
    form = table.phone.opens(f"/new/wizard?begun={table.id}").form("/new/wizard")
    assert [form.typed(f"players-{seat}") for seat in range(3)] == ["Ann", "Ben", "Chika"]


def test_another_scorebook_is_not_filled_in(table: Sitting, stranger: Phone) -> None:
    stranger.sits_down()
    assert stranger.opens(f"/new/oh-hell?begun={table.id}").status == 404
