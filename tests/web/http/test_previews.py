"""What a messenger shows beside a link: it asks without a cookie, runs no script, and is told nothing of any game."""

from __future__ import annotations

import pytest
from flask import Flask

from tests.kit.web.page import Page
from tests.web.conftest import Phone

HTTPS = {"base_url": "https://cards.example"}


def told(page: Page) -> dict[str, str]:
    """The tags for messengers."""
    tags = [(each.get("property") or each.get("name"), each.get("content")) for each in page.root.all("meta")]
    found = [(name, content) for name, content in tags if name.startswith(("og:", "twitter:"))]
    assert len(dict(found)) == len(found), "none twice"
    return dict(found)


@pytest.mark.parametrize(
    ("address", "title", "text"),
    [
        ("/", "Takuroku", "Keep score for games played with real cards and tiles."),
        (
            "/code",
            "A game to look at",
            "Open the link to see the whole scorecard. The game is only shown; no server keeps it.",
        ),
        ("/sample", "Sample game", "Keep score for games played with real cards and tiles."),
        ("/rules", "Rules", "Keep score for games played with real cards and tiles."),
        ("/rules/oh-hell", "Rules: Oh Hell", "Keep score for games played with real cards and tiles."),
    ],
)
def test_a_page_that_is_the_same_for_all_has_a_title_a_text_and_a_picture(
    app: Flask, address: str, title: str, text: str
) -> None:
    phone = Phone(app)
    tags = told(phone.opens(address, **HTTPS))
    picture = tags.pop("og:image")
    assert tags == {
        "og:type": "website",
        "og:site_name": "Takuroku",
        "og:title": title,
        "og:description": text,
        "og:locale": "en_GB",
        "og:image:type": "image/png",
        "og:image:width": "1200",
        "og:image:height": "630",
        "og:image:alt": "The name Takuroku, with the signs of its games",
        "twitter:card": "summary_large_image",
    }
    assert picture.startswith("https://cards.example/assets/"), "messengers take whole addresses alone"
    body = phone.opens(picture.removeprefix("https://cards.example")).bytes
    assert body[:8] == b"\x89PNG\r\n\x1a\n"
    assert [int.from_bytes(body[at : at + 4], "big") for at in (16, 20)] == [1200, 630]


def test_the_words_are_those_of_the_language_that_is_asked_for(app: Flask) -> None:
    tags = told(Phone(app, language="ja").opens("/code"))
    assert (tags["og:locale"], tags["og:site_name"], tags["og:title"]) == ("ja_JP", "卓録", "ゲームの記録を見る")


def test_links_that_let_in_say_nothing(phone: Phone) -> None:
    phone.sits_down("Ann", "Ben", "Chika")
    made = phone.sends(phone.opens("/links").form("/links", has="days"), {"for": "watch", "days": "1"})
    link = made.root.one("input", id="made").get("value")
    asked = Phone(phone.client.application).opens(link.removeprefix("http://localhost"))
    assert (asked.status, asked.heading) == (200, "You are invited")
    assert told(asked) == {}
    said = [each.get("content") for each in asked.root.all("meta") if each.has("name")]
    assert not [text for text in [*said, asked.root.one("title").text] if "Ann" in text or "Oh Hell" in text]


def test_what_others_may_not_see_says_nothing(phone: Phone) -> None:
    table = phone.sits_down("Ann", "Ben", "Chika")
    stranger = Phone(phone.client.application)
    code = phone.opens(f"{table.address}/code").root.one("input", id="made").get("value")
    shown = stranger.posts("/code", {"code": code})
    assert "Chika" in shown.text
    assert told(shown) == {}
    for address in (table.address, f"{table.address}/table", f"{table.address}/code", "/join"):
        for each in (phone, stranger):
            assert told(each.opens(address)) == {}
    assert told(phone.opens("/")) == {}, "its scorebook has a game"
