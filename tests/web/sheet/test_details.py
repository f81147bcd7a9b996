"""Place and note of a session, and the archive."""

from __future__ import annotations

from tests.web.conftest import Sitting


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
