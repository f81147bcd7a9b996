"""The pictures that no page shows: small, of the size that their names promise, and in no first load."""

from __future__ import annotations

from pathlib import Path

import pytest

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
