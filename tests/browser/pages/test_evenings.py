"""An evening on a phone: the day where the phone is, the picture that it makes, the text that is copied."""

from __future__ import annotations

import struct
from collections.abc import Callable
from pathlib import Path

from tests.kit.browser.pages import Evening
from tests.kit.browser.table import Phone

PNG = b"\x89PNG\r\n\x1a\n"


def size(path: Path) -> tuple[int, int]:
    """How wide and high a PNG is, in pixels."""
    head = path.read_bytes()[:24]
    assert head.startswith(PNG)
    width, height = struct.unpack(">II", head[16:24])
    return width, height


def test_the_phone_makes_a_picture_of_the_evening(open_reader: Callable[[str], Phone], evening: Evening) -> None:
    phone = open_reader("en-GB")
    phone.goes_to(f"/evenings/{evening.over}")
    with phone.page.expect_download() as made:
        phone.tap(phone.page.get_by_role("button", name="Share the picture"))
    assert made.value.suggested_filename.endswith(".png")
    width, height = size(made.value.path())
    assert width == 1200
    assert height >= 630


def test_the_phone_tells_where_it_is(open_phone: Callable[..., Phone]) -> None:
    phone = open_phone(timezone_id="Asia/Tokyo")
    phone.page.goto("/")
    (zone,) = [each["value"] for each in phone.context.cookies() if each["name"] == "zone"]
    assert zone == "Asia/Tokyo"
