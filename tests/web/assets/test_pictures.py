"""The pictures: small, of the size that their names promise, and a symbol for each flower card."""

from __future__ import annotations

import gzip
from pathlib import Path
from xml.etree import ElementTree

import pytest

from scoring.decks.hanafuda import CARDS
from tests.web.conftest import Phone

FOLDER = Path(__file__).parents[3] / "static" / "pictures"
MOST_BYTES = 60_000
SIZES = {"link": (1200, 630), "narrow": (390, 844), "wide": (1280, 800), "shortcut": (96, 96), "icon": (512, 512)}


@pytest.mark.parametrize("path", sorted(FOLDER.iterdir()), ids=lambda path: path.stem)
def test_a_picture_is_small_and_of_its_size(path: Path) -> None:
    body = path.read_bytes()
    assert body[:8] == b"\x89PNG\r\n\x1a\n"
    assert len(body) <= MOST_BYTES
    size = tuple(int.from_bytes(body[at : at + 4], "big") for at in (16, 20))
    assert size == SIZES[path.stem.partition("-")[0]]


def test_no_phone_fetches_them_before_they_are_asked_for(phone: Phone) -> None:
    assert "/pictures/" not in phone.opens("/worker.js").html


# The flower cards: a symbol for each card of the deck, and light enough for a phone.


SPRITE = Path(__file__).parents[3] / "static" / "img" / "hanafuda.svg"
SVG = "{http://www.w3.org/2000/svg}"
HEAVIEST = 10 * 1024


@pytest.fixture(scope="module")
def sprite() -> ElementTree.Element:
    return ElementTree.fromstring(SPRITE.read_text("utf-8"))


def test_there_is_a_symbol_for_each_card_and_no_other(sprite: ElementTree.Element) -> None:
    symbols = [each.get("id") for each in sprite.iter(f"{SVG}symbol")]
    assert symbols == [f"card-{card.code}" for card in CARDS]


def test_no_two_cards_are_drawn_alike(sprite: ElementTree.Element) -> None:
    drawn = [ElementTree.tostring(each).split(b">", 1)[1] for each in sprite.iter(f"{SVG}symbol")]
    assert len(set(drawn)) == len(CARDS)


def test_it_needs_no_style_and_nothing_from_elsewhere(sprite: ElementTree.Element) -> None:
    for each in sprite.iter():
        assert each.tag.removeprefix(SVG) in {"svg", "defs", "g", "symbol", "use", "path", "circle", "ellipse", "text"}
        assert "style" not in each.attrib
        assert each.get("href", "#").startswith("#")


def test_it_is_light(sprite: ElementTree.Element) -> None:
    assert len(gzip.compress(SPRITE.read_bytes(), 6)) <= HEAVIEST
