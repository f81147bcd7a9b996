"""Place and note of a session, and the archive."""

from __future__ import annotations

import pytest

from tests.web.conftest import Phone, Sitting


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


@pytest.mark.parametrize(
    ("typed", "field", "why"),
    [
        ({"place": "x" * 61, "note": "kept"}, "place", "That is too long. The maximum is 60 characters."),
        ({"place": "kept", "note": "x" * 501}, "note", "That is too long. The maximum is 500 characters."),
        ({"place": "a\x00b", "note": "kept"}, "place", "That has characters that can’t be displayed."),
    ],
)
def test_what_is_wrong_comes_back_as_it_was_typed(table: Sitting, typed: dict[str, str], field: str, why: str) -> None:
    phone = table.phone
    answer = phone.sends(phone.opens(f"{table.address}/about").form("/about"), typed)
    assert (answer.status, answer.wrong_at(field)) == (422, why)
    other = "note" if field == "place" else "place"
    assert answer.form("/about").typed(other) == "kept"
    assert len(answer.alerts) == 1
    assert "kept" not in table.more.text


def test_a_form_without_its_fields_says_nothing_of_the_session(table: Sitting) -> None:
    assert table.phone.posts(f"{table.address}/about", {"csrf_token": table.phone.token()}).status == 303
    assert table.page.status == 200


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


def test_another_scorebook_describes_nothing(table: Sitting, stranger: Phone) -> None:
    for page in ("about", "discard"):
        assert stranger.opens(f"{table.address}/{page}").status == 404
    for act in ("about", "archive", "unarchive"):
        values = {"csrf_token": stranger.token(), "place": "mine"}
        assert stranger.posts(f"{table.address}/{act}", values).status == 404
    assert "mine" not in table.more.text
