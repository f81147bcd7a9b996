"""A game is shared as picture and text, with the link that holds it: as it stands, or how it ended."""

from __future__ import annotations

import re
from html import unescape

from tests.kit.web.page import Page
from tests.kit.web.playing import played, plays
from tests.kit.web.reports import rewrites
from tests.web.conftest import Phone, Sitting

FACES = ("Ann", "Ben", "Cleo", "Dan", "Eva", "Finn", "Gina", "Hugo", "Ida", "Jan")


def text_on(page: Page) -> list[str]:
    """The lines that are sent."""
    found = re.search(r"<textarea[^>]*>\n(.*?)</textarea>", page.html, re.DOTALL)
    assert found
    return unescape(found[1]).splitlines()


def drawn_on(page: Page) -> str:
    return page.root.one("img").get("src")


def story_on(page: Page) -> list[str]:
    return [link for link in page.links() if "as=story" in link]


def test_the_result_goes_as_text_with_the_link_to_its_scorecard(table: Sitting) -> None:
    page = plays(table, "110 120, end").behind("share")
    first, *places, link = text_on(page)
    assert first.startswith("Oh Hell · 20") and "final" not in first
    # Ann took her one trick; Ben one too many; Chika none, as she had said.
    assert places == ["1. Ann 11", "2. Chika 10", "3. Ben 0"]
    assert link == f"Scorecard: {page.root.one('input', id='made').get('value')}"


def test_a_running_game_goes_as_it_stands(table: Sitting) -> None:
    page = plays(table, "110 120").behind("share")
    assert text_on(page)[0].endswith(" · deal 2 of 5")
    drawing = table.phone.opens(drawn_on(page)).html
    assert "In progress" in drawing and "deal 2 of 5" in drawing


def test_the_picture_has_the_result_and_who_stands_where(table: Sitting) -> None:
    page = plays(table, "110 120, end").behind("share")
    drawing = table.phone.opens(drawn_on(page))
    assert (drawing.status, drawing.mimetype, drawing.headers["Cache-Control"]) == (
        200,
        "image/svg+xml",
        "private, no-store",
    )
    texts = [each.text for each in drawing.root.all("text")]
    assert texts[1] == "Ann wins, 1 ahead"
    assert texts[3:] == ["1", "Ann", "11", "2", "Chika", "10", "3", "Ben", "0"]


def headline_on(table: Sitting) -> list[str]:
    """The headline of a game's picture and the line below it."""
    drawing = table.phone.opens(drawn_on(table.behind("share"))).root
    return [each.text for each in drawing.all("text")][1:3]


def test_the_end_is_drawn_for_a_story_too(table: Sitting) -> None:
    plays(table, "110 120")
    assert not story_on(table.behind("share")), "while the game runs"
    (address,) = story_on(plays(table, "end").behind("share"))
    drawing = table.phone.opens(address).root
    (svg,) = drawing.all("svg")
    assert (svg.get("width"), svg.get("height")) == ("1080", "1920")
    _site, game, day, face, *texts = [each.text for each in drawing.all("text")]
    assert (game, face) == ("Oh Hell", "A") and day
    assert texts[:2] == ["Ann", "wins, 1 ahead"]
    assert drawing.one("title").text == "Ann wins, 1 ahead"
    assert " ".join(texts[2:]) == "1 A Ann 11 2 C Chika 10 3 B Ben 0"
    (nameless,) = story_on(table.behind("share?names=no"))
    assert not [name for name in ("Ann", "Ben", "Chika") if name in table.phone.opens(nameless).html]


def test_a_game_after_midnight_has_the_day_of_its_evening_everywhere(table: Sitting) -> None:
    """Two in the morning of 1 December in Berlin."""
    plays(table, "110 120, end")
    rewrites(table, created_at="2025-12-01T01:00:00Z")
    table.phone.client.set_cookie("zone", "Europe/Berlin")
    assert "Evening of Sun, Nov 30, 2025" in table.page.reads("section.on-screen p.quiet")[0]
    page = table.behind("share")
    assert "2025-11-30" in text_on(page)[0]
    for address in (drawn_on(page), *story_on(page)):
        assert "Sun, Nov 30, 2025" in table.phone.opens(address).html, address


def test_a_story_shows_every_winner_and_what_it_leaves_out(phone: Phone) -> None:
    shared = played(phone, "Ann Ben game=score-pad target=20: points=20/20")
    (address,) = story_on(shared.behind("share"))
    texts = [each.text for each in phone.opens(address).root.all("text")][3:]
    assert texts[:4] == ["B", "A", "Ann and Ben", "share the win"]
    picture = phone.opens(drawn_on(shared.behind("share"))).root
    assert picture.one("title").text == "Ann and Ben share the win"
    many = played(phone, f"{' '.join(FACES)} game=score-pad target=20: points={'/'.join(map(str, range(21, 11, -1)))}")
    (address,) = story_on(many.behind("share"))
    assert [each.text for each in phone.opens(address).root.all("text")][-1] == "and 2 more"


def test_a_picture_has_the_whole_headline_and_below_it_what_has_no_room_beside_long_names(phone: Phone) -> None:
    short = played(phone, "Ann Ben Chika game=score-pad target=20: points=20/20/13")
    assert headline_on(short)[0] == "Ann and Ben share the win, 7 ahead"
    long = played(phone, "Wolfeschlegelsteinhausenberger Ben game=score-pad target=20: points=20/13")
    first, below = headline_on(long)
    assert (first, below.split(" · ")[0]) == ("Wolfeschlegelsteinhausenberger", "wins, 7 ahead")


def test_without_names_neither_picture_nor_text_nor_file_has_one(table: Sitting) -> None:
    page = plays(table, "110 120, end").behind("share?names=no")
    drawing = table.phone.opens(drawn_on(page)).html
    for shown in (page.root.one("main").text, drawing):
        assert [name for name in ("Ann", "Ben", "Chika") if name in shown] == []
    assert text_on(page)[1:4] == ["1. P1 11", "2. P3 10", "3. P2 0"]
    assert ">P1<" in drawing
    assert [link for link in page.links() if "takuroku." in link or "bgstats" in link] == [], "they have names"
    assert page.root.one("details", class_="more").has("open"), "where it was switched"


def test_files_are_behind_more_which_is_closed(table: Sitting) -> None:
    more = table.behind("share").root.one("details", class_="more")
    assert not more.has("open")
    links = [each.get("href") for each in more.all("a")]
    assert {f"{table.address}/takuroku.csv", f"{table.address}/takuroku.json"} <= {*links}


def test_the_old_addresses_lead_there(table: Sitting) -> None:
    leads = {
        address: table.phone.opens(f"{table.address}/{address}").location
        for address in ("code", "export", "code?names=no")
    }
    there = f"{table.address}/share"
    assert leads == {"code": there, "export": there, "code?names=no": f"{there}?names=no"}
