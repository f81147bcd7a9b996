"""A session on paper: one A4 page, everything on it that a score sheet has, nothing to tap."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Any

import pytest
from playwright.sync_api import PdfMargins, expect

from scoring.catalogue import find_game
from tests.kit.browser.pages import SEVEN
from tests.kit.browser.paper import MARGIN, PAPER, pages_of
from tests.kit.browser.table import Phone, deal
from tests.kit.games import play_on

EIGHT = (*SEVEN, "Friederike-Charlotte zu Sayn-W")
NINETEEN = [entry for cards in (*range(10, 0, -1), *range(2, 11)) for entry in deal([cards] * 5, [cards, 0, 0, 0, 0])]
TWELVE_MONTHS = [
    entry
    for month in range(12)
    for entry in (
        {"step": "deal", "lights": 0},
        {"step": "result", "calls": [0, 0], "winner": month % 2, "yaku": ["akatan"], "tan": 5},
    )
]


@dataclass(frozen=True)
class Game:
    """A game to be printed: who plays it by which rules; `entries` are what is said, or legal things at random."""

    slug: str
    players: tuple[str, ...]
    rows: int
    entries: Sequence[dict[str, Any]] = ()
    options: Mapping[str, Any] = field(default_factory=dict)

    def played(self, phone: Phone) -> str:
        """The session of the whole game."""
        session = phone.begins(self.players, game=self.slug, **self.options)
        phone.writes(session, *(self.entries or self._at_random(phone.record(session)["document"])))
        return session

    def _at_random(self, document: dict[str, Any]) -> Sequence[dict[str, Any]]:
        return play_on(document, (find_game(self.slug).start(document),), Random(self.slug)).entries


GAMES = (
    Game("oh-hell", EIGHT[:5], 19, NINETEEN, {"format": "long", "top_hand": "10"}),
    Game("koi-koi", EIGHT[:2], 12, TWELVE_MONTHS),
    Game("skull-king", EIGHT, 10),
    Game("twin-shoot", EIGHT, 1),
)


@pytest.mark.parametrize(
    "game",
    [game if game.slug in ("oh-hell", "skull-king") else pytest.param(game, marks=pytest.mark.long) for game in GAMES],
    ids=lambda game: game.slug,
)
def test_a_whole_game_is_one_page(phone: Phone, game: Game) -> None:
    phone.goes_to(f"/s/{game.played(phone)}?row=0")
    margins: PdfMargins = {"top": MARGIN, "right": MARGIN, "bottom": MARGIN, "left": MARGIN}
    assert pages_of(phone.page.pdf(format="A4", margin=margins)) == 1
    phone.page.emulate_media(media="print", color_scheme="dark")
    phone.page.set_viewport_size(PAPER)
    rows = phone.page.locator(".card tbody tr:visible")
    assert rows.count() >= game.rows
    box = rows.last.bounding_box()
    assert box is not None
    assert box["y"] + box["height"] <= PAPER["height"]
    assert phone.page.evaluate("document.documentElement.scrollWidth") <= PAPER["width"]


def test_the_page_says_what_was_played_by_whom_and_when_in_ink_on_white(phone: Phone) -> None:
    session = phone.begins(("Ann", "Ben", "Cleo"), format="short-falling", top_hand="2", scoring="minus")
    note = {"step": "note", "text": "Pizza came."}
    phone.writes(session, *deal([1, 0, 2], [1, 1, 0]), note, *deal([1, 0, 1], [0, 0, 1]))
    phone.goes_to(f"/s/{session}")
    head = phone.page.locator(".on-paper")
    expect(head).to_be_hidden()
    phone.page.emulate_media(media="print", color_scheme="dark")
    expect(phone.page.locator("body")).to_have_css("background-color", "rgb(255, 255, 255)")
    expect(phone.page.locator("body")).to_have_css("color", "rgb(0, 0, 0)")
    expect(phone.page.locator("h1")).to_contain_text("Oh Hell")
    for part in ("Ann, Ben, Cleo", "Minus", "Largest hand2", "202"):
        expect(head).to_contain_text(part)
    first = phone.page.locator(".card tbody tr").first.locator("td").first
    assert first.locator(".bid").is_visible()
    assert first.locator(".total").evaluate("total => getComputedStyle(total, '::before').content") == '"+10"'
    expect(phone.page.locator(".standings")).to_be_visible()
    expect(phone.page.get_by_text("Pizza came.")).to_be_visible()
    for gone in (
        "button:visible",
        "footer:visible",
        ".winner:visible",
        ".icons:visible",
        ".chart:visible",
        ".icon:visible",
    ):
        assert phone.page.locator(gone).count() == 0, gone
