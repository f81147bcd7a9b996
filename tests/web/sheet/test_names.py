"""Names corrected from the sheet."""

from __future__ import annotations

from tests.kit.web.page import Page
from tests.web.conftest import Sitting


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
