"""A session goes into a game code and comes out of it, as bytes, as a link and as a QR code."""

from __future__ import annotations

from typing import Any

import pytest

from record.packed.code import BadCodeError, pack, read_text, to_link, to_qr, unpack

ADDRESS = "https://takuroku.example/code"


def a_file(**session: Any) -> dict[str, Any]:
    """A scorebook file with one session of one deal."""
    return {
        "scorebook": 1,
        "devices": {"5f3a9c01": "iPhone"},
        "players": [{"name": "Ann"}, {"name": "Ben", "called": "Benedikt", "colour": 3}, {"name": "Chika"}],
        "rules": [],
        "sessions": [
            {
                "id": "q7Jr2mXw9LkTz4bVn1cYdA",
                "created_at": "2026-11-21T19:30:00Z",
                "game": "oh-hell",
                "players": ["Chika", "Ann", "Ben"],
                "dealer": 2,
                "options": {"format": "short-falling", "top_hand": 2, "scoring": "minus"},
                "actions": [
                    action("enter", "19:31:10", step="bids", bids=[1, 0, 2], trump="hearts"),
                    action("enter", "19:35:02", step="tricks", tricks=[1, 1, 0]),
                    action("undo", "19:35:20"),
                    action("enter", "19:35:11", step="tricks", tricks=[1, 0, 1]),
                    action("correct", "19:36:05", "b81e77d4", changes={"1": {"step": "tricks"}}, keep=2),
                ],
                **session,
            }
        ],
    }


def action(kind: str, at: str, device: str = "5f3a9c01", **facts: Any) -> dict[str, Any]:
    return {"kind": kind, "at": f"2026-11-21T{at}Z", "device": device, "facts": facts}


def test_a_code_gives_back_the_file() -> None:
    code = pack(a_file())
    assert unpack(code) == a_file()
    link, digits = to_link(code), to_qr(code)
    message = f"See https://example.com/a#chapter-2, then {ADDRESS}#{digits}, and c#c."
    for text in (link, digits, f" {link}\n", f"{ADDRESS}#{link}", f"See {ADDRESS}#{digits}\n", message):
        assert read_text(text) == code


@pytest.mark.parametrize(
    ("file", "version"),
    [
        (a_file(), 1),
        (a_file(options={"format": "long", "restriction_from": 4}), 2),
        (a_file(excluded_at="2026-11-21T20:00:00Z"), 2),
        (a_file(actions=[action("enter", "19:36:05", step="tie", order=[1, 0])]), 2),
        (a_file(actions=[action("correct", "19:36:05", setup={"options": {"missed_sum": 5}}, changes={}, keep=0)]), 2),
        (a_file() | {"rules": [{"game": "oh-hell", "name": "Ours", "options": {"trumps": "order"}}]}, 2),
        (a_file() | {"rules": [{"game": "oh-hell", "name": "Ours", "options": {"scoring": "plus"}}]}, 1),
        (a_file(actions=[action("enter", "19:36:05", step="void", seat=1)]), 2),
        (a_file(actions=[action("enter", "19:36:05", step="note", text="void")]), 1),
    ],
)
def test_what_older_releases_do_not_know_has_the_next_version(file: dict[str, Any], version: int) -> None:
    code = pack(file)
    assert (code[0], unpack(code)) == (version, file)


def test_a_later_version_is_newer_and_version_nought_is_none() -> None:
    for version, words in ((3, "newer Takuroku"), (0, "not a game code")):
        with pytest.raises(BadCodeError, match=words):
            unpack(bytes([version]) + pack(a_file())[1:])


@pytest.mark.parametrize("text", ["", "c", "hello", "x123", "q12", f"{ADDRESS}#", f"{ADDRESS}#c*", "cAAAAA", "q1７"])
def test_what_is_no_code_is_refused(text: str) -> None:
    with pytest.raises(BadCodeError):
        unpack(read_text(text))


@pytest.mark.parametrize("more", [{"scores": []}, {"place": None}, {"actions": [{"kind": "enter"}]}, {"id": 5}])
def test_a_session_with_something_unknown_is_not_packed(more: dict[str, Any]) -> None:
    with pytest.raises(BadCodeError):
        pack(a_file(**more))
