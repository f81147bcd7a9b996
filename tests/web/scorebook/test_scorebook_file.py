"""The pages that give a whole scorebook, as one file or as a moving code, and the one that takes it."""

from __future__ import annotations

import io
import json
import zlib
from base64 import b64encode
from collections.abc import Iterator
from hashlib import sha256
from importlib import import_module
from random import Random

import pytest

from app import create_app
from tests.kit.for_each import for_each
from tests.kit.moving_code import script
from tests.kit.store.scorebook_file import FILE, changed
from tests.kit.web.page import Page
from tests.kit.web.reports import brings
from tests.web.conftest import SECRET, Phone
from web.http.limits import MAX_FILE_BYTES, MAX_FORM_BYTES, import_turn
from web.pages import codes
from web.pages.scorebook import import_export

PAGE = "/scorebook"
EXPORT = "/scorebook/takuroku.json"


def own_file(*sessions: str) -> str:
    """The file of the page with ids that no other test has: the site of these tests is one."""
    session = json.loads(FILE)["sessions"][0]
    return changed(sessions=[{**session, "id": each} for each in sessions])


def told(page: Page) -> str:
    """What is told of an import that is over."""
    return page.root.one(role="status", class_="headline").text


def test_the_scorebook_is_a_file_to_keep(phone: Phone) -> None:
    phone.sits_down("Ann", "Ben", "Chika")
    for address in ("/history", "/"):
        assert PAGE in phone.opens(address).links()
    page = phone.opens(EXPORT)
    assert (page.status, page.mimetype) == (200, "application/json")
    assert page.headers["Content-Disposition"].startswith("attachment; filename=takuroku-20")
    assert page.headers["Cache-Control"] == "private, no-store"
    whole = json.loads(page.html)
    assert (whole["scorebook"], len(whole["sessions"])) == (1, 1)
    assert [each["name"] for each in whole["players"]] == ["Ann", "Ben", "Chika"]
    for encoding in ("br", "identity"):
        answer = phone.opens_raw(EXPORT, encoding)
        packed = answer.headers.get("Content-Encoding") == "br"
        assert (import_module("brotli").decompress(answer.data) if packed else answer.data) == page.bytes


def test_what_came_is_told(phone: Phone, stranger: Phone) -> None:
    file = own_file("told-what-came-1", "told-what-came-2")
    said = [told(phone.follows(brings(phone, file))) for _twice in range(2)]
    assert said == ["Imported. New games: 2", "Imported. Already known: 2"]
    assert [each.opens("/s/told-what-came-1").status for each in (phone, stranger)] == [200, 404]


def test_a_session_document_is_taken_too_and_once_for_each_form(phone: Phone) -> None:
    document = phone.opens(f"{phone.sits_down().address}/takuroku.json").bytes
    for _twice in range(2):
        phone.follows(brings(phone, document, key="the same form"))
    assert len(json.loads(phone.opens(EXPORT).html)["sessions"]) == 2


def test_a_broken_file_is_refused_at_the_field_and_nothing_of_it_is_kept(phone: Phone) -> None:
    before = phone.opens(EXPORT).bytes
    file = json.loads(own_file("broken-but-not-1", "broken-in-the-2nd"))
    file["sessions"][1]["actions"][1]["facts"]["tricks"] = [2, 2, 3]
    page = brings(phone, json.dumps(file))
    assert (page.status, phone.opens(EXPORT).bytes) == (422, before)
    assert page.wrong_at("file").startswith("Session 2 (2026-11-21), action 2: ")


def test_the_place_is_told_in_the_readers_words_and_time(phone: Phone, japanese: Phone) -> None:
    said = {
        "sessions__0__id": "セッション 1（2026-11-21）：「id」は",
        "sessions__0__note": "セッション 1（2026-11-21）：「note」は",
        "sessions__0__actions__1__at": "セッション 1（2026-11-21）、操作 2：「at」は",
        "players__1__colour": "プレイヤー 2（Ben）：「colour」は",
        "players__1__merged": "プレイヤー 2（Ben）：「merged」は",
        "rules__0__game": "ハウスルール 1（Thursdays）：「game」は",
    }
    for way, place in said.items():
        assert brings(japanese, changed(**{way: [7]})).wrong_at("file").startswith(place)
    phone.client.set_cookie("zone", "Asia/Tokyo")
    assert brings(phone, changed(sessions__0__id=7)).wrong_at("file").startswith("Session 1 (2026-11-22): ")


def test_several_files_come_in_one_after_the_other_and_of_a_broken_one_its_name_is_told(phone: Phone) -> None:
    document = json.loads(phone.opens(f"{phone.sits_down().address}/takuroku.json").bytes)
    fields = phone.opens(PAGE).form(PAGE).values
    said = []
    for sent in (
        [own_file("several-files-1"), json.dumps(document), json.dumps(document), own_file("several-files-2")],
        [own_file("several-files-1", "several-files-3"), "{", own_file("several-files-4")],
    ):
        files = [(io.BytesIO(each.encode()), f"{number}.json") for number, each in enumerate(sent)]
        answer = phone.client.post(PAGE, data={**fields, "file": files}, content_type="multipart/form-data")
        said.append(Page(answer) if answer.status_code == 422 else phone.opens(answer.headers["Location"]))
    assert [told(page) for page in said] == ["Imported. New games: 4", "Imported. New games: 1 · Already known: 1"]
    assert said[1].wrong_at("file") == "1.json: The file is cut off: its end is missing."
    assert phone.opens("/s/several-files-4").status == 404


def test_while_a_file_is_imported_another_is_sent_again_later(phone: Phone) -> None:
    file = json.loads(own_file("program-comes-later"))
    with import_turn():
        refused = brings(phone, FILE)
        assert (refused.status, refused.headers["Retry-After"]) == (503, "30")
        assert "Nothing from your file was imported" in refused.wrong_at("file")
        answer = phone.api.asks("POST", "/scorebook", file)
        assert (answer.status, answer.headers["Retry-After"], answer.json["cause"]) == (503, "30", "busy")
    assert brings(phone, own_file("after-the-other")).status == 303
    assert phone.api.asks("POST", "/scorebook", file).json["new"] == 1


def test_a_program_is_told_how_much_may_be_sent(phone: Phone) -> None:
    body = b'{"scorebook": 1}' + b" " * MAX_FILE_BYTES
    refused = phone.api.asks("POST", "/scorebook", data=body, content_type="application/json")
    assert (refused.status, refused.json["detail"]) == (413, "The limit here is 8 MB.")


def test_a_newcomer_brings_little_to_a_public_site_and_all_to_one_at_home(
    phone: Phone, place: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(import_export, "MAX_NEWCOMER_FILE_BYTES", MAX_FORM_BYTES)
    public = create_app({"TAKUROKU_DATABASE": place, "TAKUROKU_SECRET": SECRET, "TAKUROKU_LIMITS": "1"})
    spaces = b" " * (MAX_FORM_BYTES + 1)
    newcomer, file = Phone(public), own_file("by-a-newcomer").encode()
    form = newcomer.opens(PAGE).form(PAGE)
    assert form.element.get("data-bring") == str(MAX_FORM_BYTES), "the script says it before anything is sent"
    refused = brings(newcomer, file + spaces)
    assert refused.status == 413
    assert "while this scorebook is empty" in refused.wrong_at("file")
    assert "Start a game here first" in refused.wrong_at("file")
    assert brings(newcomer, file).status == 303
    # Who has a scorebook brings as much as ever.
    assert newcomer.opens(PAGE).form(PAGE).element.get("data-bring") == str(MAX_FILE_BYTES)
    assert brings(newcomer, file + spaces).status == 303
    assert brings(phone, own_file("moves-house").encode() + spaces).status == 303
    # Only this address takes as much, and not more than it says.
    assert phone.posts("/settings", {"theme": "x" * (MAX_FORM_BYTES + 1)}).status == 413
    monkeypatch.setattr(import_export, "MAX_FILE_BYTES", MAX_FORM_BYTES)
    page = brings(phone, spaces)
    assert page.status == 413
    assert page.wrong_at("file") == "The file is too large: at most 0 MB. Nothing was imported."


@for_each(
    "file",
    [
        *(b"", b"not json", b"[" * 200_000, b"\xff", b"\x00" * 9, b"{}", b"0"),
        *(
            changed(**change)
            for change in (
                {"\ud800": 1},
                {"sessions__0__\ud800": 1},
                {"sessions__0__options__\ud800": "\ud801"},
                {"sessions__0__game": "\ud800"},
                {"sessions__0__players": ["\ud800", "Ben", "Chika"]},
                {"sessions__0__actions__0__facts": {"step": "bids", "bids": ["\ud800", 0, 0]}},
                {"sessions__0__actions__0__facts": {"step": ["bids"], "bids": {"a": 1}}},
                {"sessions__0__actions__0__facts": {"step": {"bids": 1}, "bids": [[[]]]}},
                {"sessions__0__actions__4__facts": {"changes": {"1": {"step": []}}, "keep": 2}},
                {"sessions__0__dealer": -(10**14)},
                {"sessions__0__options": {"top_hand": 10**14}},
                {"rules__0__options": {"\x00": "\ud800"}},
                {"rules__0__game": {"oh-hell": 1}},
            )
        ),
    ],
)
def test_whatever_is_sent_is_refused_in_words(phone: Phone, file: bytes | str) -> None:
    page = brings(phone, file)
    assert page.status == 422
    assert page.wrong_at("file")
    page = phone.sends(phone.opens(PAGE).form(PAGE))
    assert (page.status, page.wrong_at("file")) == (422, "Choose a file first.")


def test_numbers_in_the_address_are_shown_only_as_numbers(phone: Phone) -> None:
    page = phone.opens(f"{PAGE}?new=<b>&longer=1&known=2")
    assert page.status == 200
    assert not page.root.all(class_="headline")


# A moving code: how a scorebook is packed, what fits if it is too large; and the parts that a file can have.


MOVING = "/scorebook/moving"
PACKED = f"{MOVING}/scorebook.deflate"
BEGAN = ("2025-12-31T14:59:59Z", "2025-12-31T15:00:00Z", "2026-06-01T10:00:00Z", "2026-12-31T14:59:59Z")
"""When sessions began: in Tokyo the first one in 2025, the others in 2026; the second soon after the first."""


@pytest.fixture
def years(phone: Phone) -> list[str]:
    """The ids of sessions that began at these times, in the scorebook of the phone, which is in Tokyo."""
    (session,) = json.loads(FILE)["sessions"]
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
    assert EXPORT in phone.opens(MOVING).links()
    assert MOVING in phone.opens("/scorebook/data").links()
    page = phone.opens(PACKED)
    assert zlib.decompress(page.bytes, wbits=-15) == phone.opens(EXPORT).bytes
    assert page.headers["Repr-Digest"] == f"sha-256=:{b64encode(sha256(page.bytes).digest()).decode()}:"
    assert page.headers["Cache-Control"] == "private, no-store"
    assert "Content-Encoding" not in phone.opens_raw(PACKED, "br").headers


def test_a_part_is_a_year_of_the_readers_clock_or_the_evening_of_a_session(phone: Phone, years: list[str]) -> None:
    parts = {"": years, "?year=2025": years[:1], "?year=2026": years[1:]}
    parts |= {f"?evening={years[1]}": years[:2], f"?evening={years[3]}": years[3:]}
    assert {part: sessions_in(phone.opens(EXPORT + part).html) for part in parts} == parts
    for none in (
        *(f"year={year}" for year in ("two", "-1", "²", "1899", "9999", "9" * 5000)),
        "evening=nobodys-evening",
    ):
        assert phone.opens(f"{EXPORT}?{none}").status == 404


def test_a_large_scorebook_is_a_file_for_each_year_and_together_they_are_the_whole(
    phone: Phone, stranger: Phone, years: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    size = len(phone.opens(EXPORT).bytes)
    assert EXPORT in phone.opens(PAGE).links()
    monkeypatch.setattr(import_export, "MAX_FILE_BYTES", size - 1)
    links = phone.opens(PAGE).links()
    assert EXPORT not in links
    files = [phone.opens(f"{EXPORT}?year={year}").bytes for year in (2026, 2025) if f"{EXPORT}?year={year}" in links]
    fields = stranger.opens(PAGE).form(PAGE).values
    sent = {**fields, "file": [(io.BytesIO(each), "year.json") for each in files]}
    answer = stranger.client.post(PAGE, data=sent, content_type="multipart/form-data")
    assert told(stranger.opens(answer.headers["Location"])) == "Imported. New games: 4"
    # In UTC the first two began in 2025.
    for query, sessions in (("", years), ("?year=2025", years[:2]), ("?year=2026", years[2:]), ("?year=2024", [])):
        assert [each["id"] for each in phone.api.asks("GET", f"/scorebook{query}").json["sessions"]] == sessions
    assert phone.api.asks("GET", "/scorebook?year=last").status == 422


def test_a_moving_code_says_whether_its_reader_needs_to_know_the_newer_house_rules(phone: Phone) -> None:
    phone.sits_down()
    assert phone.opens(PACKED).headers["Takuroku-Rules"] == "1"
    phone.sits_down(trumps="deals", no_trump_deals=[2])
    assert phone.opens(PACKED).headers["Takuroku-Rules"] == "2"


def test_of_a_year_that_no_form_takes_the_page_says_who_can_import_it(
    phone: Phone, years: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """By the reader's clock one session began in 2025, three in 2026."""
    monkeypatch.setattr(import_export, "sizes", lambda _book: dict.fromkeys(years, 10))
    monkeypatch.setattr(import_export, "MAX_FILE_BYTES", 20)
    page = phone.opens(PAGE)
    assert {f"{EXPORT}?year=2025", f"{EXPORT}?year=2026"} <= {*page.links()}
    assert [year for year in (2025, 2026) if f"{year} (JSON) More than" in page.text] == [2026]


def test_where_not_all_fit_it_carries_the_newest_by_whole_days_and_not_less_than_the_last(
    phone: Phone, years: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The first began a second before midnight in Tokyo, the second at midnight; in UTC both are of one day."""
    size = len(phone.opens(PACKED).bytes)
    last = len(codes.deflate([phone.opens(f"{EXPORT}?evening={years[3]}").html]) or b"")
    for zone, most, sessions in (
        ("Asia/Tokyo", size, (years, None)),
        ("Asia/Tokyo", size - 1, (years[1:], "2026-01-01")),
        ("UTC", size - 1, (years[2:], "2026-06-01")),
        ("Asia/Tokyo", last, (years[3:], "2026-12-31")),
    ):
        phone.client.set_cookie("zone", zone)
        monkeypatch.setattr(codes, "MAX_PACKED_BYTES", most)
        page = phone.opens(PACKED)
        assert (page.status, page.mimetype) == (200, "application/octet-stream")
        carried = sessions_in(zlib.decompress(page.bytes, wbits=-15).decode())
        assert (carried, page.headers.get("Takuroku-Since")) == sessions
    # Nor does it carry more than the other phone imports.
    phone.client.set_cookie("zone", "UTC")
    monkeypatch.setattr(codes, "MAX_PACKED_BYTES", size)
    monkeypatch.setattr(codes, "MAX_FILE_BYTES", len(phone.opens(EXPORT).bytes) - 1)
    assert phone.opens(PACKED).headers.get("Takuroku-Since") == "2026-06-01"
    monkeypatch.setattr(codes, "MAX_PACKED_BYTES", last - 1)
    page = phone.opens(PACKED)
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

    assert codes.deflate(parts()) is None
    assert 42 <= said <= 45


def test_script_and_site_agree_how_much_it_carries() -> None:
    assert script("return MAX_BYTES") == codes.MAX_PACKED_BYTES
