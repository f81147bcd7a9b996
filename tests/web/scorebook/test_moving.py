"""A scorebook for a moving code: how it is packed, what fits if it is too large; and the parts that a file can have."""

from __future__ import annotations

import json
import zlib
from base64 import b64encode
from collections.abc import Iterator
from hashlib import sha256
from random import Random

import pytest

from tests.kit.moving_code import script
from tests.kit.store.scorebook_file import FILE as ONE_SESSION
from tests.kit.store.scorebook_file import changed
from tests.kit.web.reports import brings
from tests.web.conftest import Phone
from web.pages.codes import moving

PAGE = "/scorebook/moving"
FILE = f"{PAGE}/scorebook.deflate"
EXPORT = "/scorebook/takuroku.json"
BEGAN = ("2025-12-31T14:59:59Z", "2025-12-31T15:00:00Z", "2026-06-01T10:00:00Z", "2026-12-31T14:59:59Z")
"""When sessions began: in Tokyo the first one in 2025, the others in 2026; the second soon after the first."""


@pytest.fixture
def years(phone: Phone) -> list[str]:
    """The ids of sessions that began at these times, in the scorebook of the phone, which is in Tokyo."""
    (session,) = json.loads(ONE_SESSION)["sessions"]
    ids = [f"moving-years-{number}" for number in range(len(BEGAN))]
    sessions = [{**session, "id": each, "created_at": began} for each, began in zip(ids, BEGAN, strict=True)]
    assert brings(phone, changed(sessions=sessions)).status == 303
    phone.client.set_cookie("zone", "Asia/Tokyo")
    # Another scorebook of these tests may have had the ids first.
    return [each["id"] for each in json.loads(phone.opens(EXPORT).html)["sessions"]]


def sessions_in(file: str) -> list[str]:
    return [each["id"] for each in json.loads(file)["sessions"]]


def test_it_carries_the_exported_file_packed_with_its_hash(phone: Phone) -> None:
    phone.sits_down("Ann", "Ben", "Chika")
    assert EXPORT in phone.opens(PAGE).links()
    assert PAGE in phone.opens("/scorebook").links()
    page = phone.opens(FILE)
    assert zlib.decompress(page.bytes, wbits=-15) == phone.opens(EXPORT).bytes
    assert page.headers["Repr-Digest"] == f"sha-256=:{b64encode(sha256(page.bytes).digest()).decode()}:"
    assert page.headers["Cache-Control"] == "private, no-store"
    assert "Content-Encoding" not in phone.opens_raw(FILE, "br").headers


def test_a_part_is_a_year_of_the_readers_clock_or_the_evening_of_a_session(phone: Phone, years: list[str]) -> None:
    parts = {"": years, "?year=2025": years[:1], "?year=2026": years[1:]}
    parts |= {f"?evening={years[1]}": years[:2], f"?evening={years[3]}": years[3:]}
    assert {part: sessions_in(phone.opens(EXPORT + part).html) for part in parts} == parts
    for none in (
        *(f"year={year}" for year in ("two", "-1", "²", "1899", "9999", "9" * 5000)),
        "evening=nobodys-evening",
    ):
        assert phone.opens(f"{EXPORT}?{none}").status == 404


def test_where_not_all_fit_it_carries_the_newest_by_whole_days_and_not_less_than_the_last(
    phone: Phone, years: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The first began a second before midnight in Tokyo, the second at midnight; in UTC both are of one day."""
    size = len(phone.opens(FILE).bytes)
    last = len(moving.pack([phone.opens(f"{EXPORT}?evening={years[3]}").html]))
    for zone, most, sessions in (
        ("Asia/Tokyo", size, (years, None)),
        ("Asia/Tokyo", size - 1, (years[1:], "2026-01-01")),
        ("UTC", size - 1, (years[2:], "2026-06-01")),
        ("Asia/Tokyo", last, (years[3:], "2026-12-31")),
    ):
        phone.client.set_cookie("zone", zone)
        monkeypatch.setattr(moving, "MAX_PACKED_BYTES", most)
        page = phone.opens(FILE)
        assert (page.status, page.mimetype) == (200, "application/octet-stream")
        carried = sessions_in(zlib.decompress(page.bytes, wbits=-15).decode())
        assert (carried, page.headers.get("Takuroku-Since")) == sessions
    monkeypatch.setattr(moving, "MAX_PACKED_BYTES", last - 1)
    page = phone.opens(FILE)
    assert (page.status, page.alerts) == (413, ["Too many games for a moving code. Send the file."])
    assert EXPORT in page.links()


def test_packing_stops_as_soon_as_it_is_too_large() -> None:
    """Random bytes in base64 pack to three quarters, as they were: 2 MB are there after 42 times 48 KB."""
    said = 0

    def parts() -> Iterator[str]:
        nonlocal said
        chance = Random(1)
        while True:
            said += 1
            yield b64encode(chance.randbytes(49_152)).decode()

    with pytest.raises(moving.TooLargeError):
        moving.pack(parts())
    assert 42 <= said <= 45


def test_script_and_site_agree_how_much_it_carries() -> None:
    assert script("return MAX_BYTES") == moving.MAX_PACKED_BYTES
