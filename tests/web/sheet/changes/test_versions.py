"""A game that was continued in two places: an import names it, and a page lets one choose."""

from __future__ import annotations

import io
import json
from collections.abc import Iterator

import pytest
from flask import Flask

from tests.kit.web.page import Page
from tests.web.conftest import Phone, Sitting, site_at

EXPORT = "/scorebook/takuroku.json"


@pytest.fixture(scope="module")
def elsewhere(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Flask]:
    """Another site."""
    yield site_at(str(tmp_path_factory.mktemp("elsewhere")))


@pytest.fixture
def other(elsewhere: Flask) -> Phone:
    """Who keeps score there."""
    return Phone(elsewhere)


def imports(phone: Phone, file: str) -> Page:
    form = phone.opens("/scorebook").form("/scorebook")
    given = {"file": (io.BytesIO(file.encode()), "scorebook.json")}
    came = phone.sends(form, given, content_type="multipart/form-data")
    # One that takes long shows its progress on the page itself.
    return phone.follows(came) if came.location else came


@pytest.fixture
def apart(phone: Phone, other: Phone) -> Sitting:
    """One deal that both have; then Ann is adjusted by −5 here and Ben by +7 there."""
    table = phone.sits_down("Ann", "Ben", "Chika", top_hand="3")
    table.deal(bids=(1, 1, 0), tricks=(1, 1, 1))
    imports(other, phone.opens(EXPORT).html)
    table.adjusts(0, -5, "late")
    Sitting(other, table.address).adjusts(1, 7, "cookies")
    return table


@pytest.fixture
def came(phone: Phone, other: Phone, apart: Sitting) -> Sitting:
    """The game here, to which the other's has been imported."""
    imports(phone, other.opens(EXPORT).html)
    return apart


def listed(phone: Phone) -> set[str]:
    """The games that are not deleted."""
    sessions = json.loads(phone.opens(EXPORT).html)["sessions"]
    return {f"/s/{each['id']}" for each in sessions if "discarded_at" not in each}


def test_an_import_names_it_with_the_way_to_choose_and_changes_nothing(
    phone: Phone, other: Phone, apart: Sitting
) -> None:
    before, totals = listed(phone), apart.totals
    told = imports(phone, other.opens(EXPORT).html)
    assert "Continued in two places" in told.text
    assert f"{apart.address}-v2/versions" in told.links()
    assert (listed(phone), apart.totals) == (before, totals)


def test_both_stand_beside_each_other_with_what_each_has_alone(phone: Phone, came: Sitting) -> None:
    page = phone.opens(f"{came.address}/versions")
    mine, theirs = page.root.all("section")
    assert ("late" in mine.text, "cookies" in mine.text) == (True, False)
    assert ("late" in theirs.text, "cookies" in theirs.text) == (False, True)
    # Ann and Ben each bid 1 and took 1, which is 11; Chika bid 0 and took 1.
    assert ("Ann 6" in mine.text, "Ann 11" in theirs.text) == (True, True)
    assert ("Ben 11" in mine.text, "Ben 18" in theirs.text) == (True, True)
    assert "not kept" in theirs.text
    assert [each.text for each in page.root.all("button", name="keep")] == ["Keep mine", "Take theirs", "Keep all"]


@pytest.mark.parametrize(("button", "kept"), [("Keep mine", [""]), ("Take theirs", ["-v2"]), ("Keep all", ["", "-v2"])])
def test_each_button_does_what_it_says_and_can_be_changed(
    phone: Phone, came: Sitting, button: str, kept: list[str]
) -> None:
    done = chooses(phone, came, button)
    assert "Saved" in done.text
    assert listed(phone) == {came.address + each for each in kept}
    chooses(phone, came, "Keep all")
    assert listed(phone) == {came.address, f"{came.address}-v2"}


def chooses(phone: Phone, table: Sitting, button: str) -> Page:
    page = phone.opens(f"{table.address}/versions")
    (tapped,) = [each for each in page.root.all("button", name="keep") if each.text == button]
    return phone.follows(phone.sends(page.form("/versions"), {"keep": tapped.get("value")}))


def test_the_menu_leads_there_only_where_there_are_several(phone: Phone, came: Sitting) -> None:
    alone = phone.sits_down("Dan", "Eve", "Fay")
    assert f"{alone.address}/versions" not in alone.more.links()
    assert phone.opens(f"{alone.address}/versions").location == alone.address
    assert f"{came.address}/versions" in came.more.links()


def test_the_file_has_both_afterwards(phone: Phone, came: Sitting) -> None:
    file = json.loads(phone.opens(EXPORT).html)
    assert [each["id"] for each in file["sessions"]] == [came.id, f"{came.id}-v2"]
    assert ["discarded_at" in each for each in file["sessions"]] == [False, True]


def test_in_japanese(phone: Phone, came: Sitting, japanese: Phone) -> None:
    phone.lets_in(japanese, "keeper")
    page = japanese.opens(f"{came.address}/versions")
    assert (page.lang, page.heading) == ("ja", "別の記録")
