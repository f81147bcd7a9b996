"""Another app's log on its page: what will come is shown first, comes by a second tap, and goes again as a whole."""

from __future__ import annotations

import io
from typing import Any

import pytest

from tests.kit.store.old_logs import export, many, pages_of, play, seat
from tests.kit.web.page import Page
from tests.web.conftest import Phone

LOG = export(
    play(seat(1, "13+16", won=True), seat(2, "4.5")),
    play(seat(1), seat(3, won=True), game=4, uuid="other", playDate="2020-03-08 21:00:00"),
    play(seat(1, "many"), uuid="third"),
)


def chooses(phone: Phone, *files: str) -> Page:
    """Choose files on the page of the scorebook and send the form."""
    form = phone.opens("/scorebook").form("/scorebook")
    sent = [(io.BytesIO(each.encode()), f"{number}.txt") for number, each in enumerate(files)]
    return phone.sends(form, {"file": sent}, content_type="multipart/form-data")


def confirms(phone: Phone, page: Page, **typed: Any) -> Page:
    return phone.sends(page.form("/scorebook", has="log"), {"act": "import", **typed})


def test_what_will_come_is_seen_before_it_comes_and_it_can_be_undone(phone: Phone) -> None:
    phone.sits_down("Ann", "Zoë", "Dan")
    page = chooses(phone, LOG)
    assert page.status == 200
    for told in (
        "New games: 2",
        "Harvest × 1",
        "New players: 2",
        "Ben, Chika",
        "Left out: 1",
        "“many” is not a whole number",
    ):
        assert told in page.text, told
    assert len(phone.opens("/history").root.all("li", class_="item")) <= 1, "nothing came yet"
    result = phone.follows(confirms(phone, page))
    assert "New games: 2" in result.text
    history = phone.opens("/history").text
    assert ("Harvest" in history, "Mar 7, 2020" in history) == (True, True)
    again = chooses(phone, LOG)
    assert ("New games: 0" in again.text, "Already known: 2" in again.text) == (True, True)
    assert "Import" not in [each.text for each in again.root.all("button")]
    undo = phone.opens("/scorebook").form("/scorebook/old-logs/undo")
    assert "2 games" in phone.opens("/scorebook").text
    assert "Undone: 2 games" in phone.follows(phone.sends(undo)).text
    assert "Harvest" not in phone.opens("/history").text
    assert [name in phone.opens("/players").text for name in ("Ann", "Ben", "Chika")] == [True, False, False]
    assert "New games: 2" in chooses(phone, LOG).text
    assert "Undone" not in phone.follows(phone.sends(undo)).text, "sent twice it is undone once"


def test_pages_of_boardgamegeek_come_beside_bg_stats_and_nothing_twice(phone: Phone) -> None:
    plays = many(plays=30)
    page = chooses(phone, export(*plays), *pages_of(plays, length=4))
    assert "New games: 30" in page.text
    phone.follows(confirms(phone, page))
    assert "Already known: 10" in chooses(phone, *pages_of(plays)).text


def test_the_columns_of_a_csv_are_chosen_on_the_page(phone: Phone) -> None:
    page = chooses(phone, "When,What,Date,Ann,Total\n2020-03-07,Harvest,,Ann;Ben,7;5\n")
    assert "Choose at least the date" in page.text
    form = page.form("/scorebook", has="log")
    shown = phone.sends(form, {"act": "show", "column-date": "0", "column-game": "1", "column-players": "3"})
    assert ("New games: 1" in shown.text, shown.form("/scorebook", has="log").values["column-players"]) == (True, "3")
    result = phone.follows(confirms(phone, shown, **{"column-scores": "4"}))
    assert "New games: 1" in result.text
    assert "Harvest" in phone.opens("/history").text


@pytest.mark.parametrize("packed", ["", "eJw=", "not packed"])
def test_what_was_not_packed_here_is_refused_in_words(phone: Phone, packed: str) -> None:
    page = confirms(phone, chooses(phone, LOG), log=packed)
    assert (page.status, "The file is damaged." in page.text) == (422, True)


def test_a_log_of_another_form_is_refused_in_words(phone: Phone) -> None:
    page = chooses(phone, "<html></html>")
    assert (page.status, "Takuroku can’t import this kind of file." in page.text) == (422, True)
