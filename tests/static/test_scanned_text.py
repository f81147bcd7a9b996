"""What a scanned or pasted text leads to: to the page for a game, to a link that asks first, or nowhere."""

from __future__ import annotations

from urllib.parse import unquote

import pytest

from tests.kit.entered import DIGITS, ENTERED, LINKED
from tests.kit.entered import HERE as SITE
from tests.kit.node import in_node

HERE = "https://cards.example/club/"


def lead(text: str, root: str = HERE, group: str = "") -> dict[str, str]:
    return dict(
        in_node(
            "async (text, root, group) => (await import('./static/js/scan/leads.js')).leadOf(text, root, group)",
            text,
            root,
            group,
        )
    )


def test_the_script_understands_what_the_server_does() -> None:
    """What the server does is in tests/web/tools/test_door.py."""
    told = in_node(
        """async (texts, root) => {
            const { isJoinCode, leadOf } = await import("./static/js/scan/leads.js");
            return texts.map((text) => ({ ...leadOf(text, root), isJoinCode: isJoinCode(text) }));
        }""",
        [*ENTERED],
        SITE,
    )
    for (text, (to, address)), found in zip(ENTERED.items(), told, strict=True):
        where = f"{SITE}code#{address}" if to == "game" else address
        expected = "nothing" if to == "signs" else to
        assert (found["to"], found.get("address", ""), found["isJoinCode"]) == (expected, where, to == "signs"), text


def test_an_address_that_is_being_typed_is_no_join_code() -> None:
    typed = ["http", "https:", "cards", "cards.e", "example", "0k7m4x", "k7m4x", "k7m4xqq"]
    asked = "async (texts) => texts.map((await import('./static/js/scan/leads.js')).isJoinCode)"
    assert in_node(asked, typed) == [False] * len(typed)


@pytest.mark.parametrize(
    "link", ["https://a.example/pocket/#to=group%23takuroku_a-_1", "https://a.example/carry#takuroku_a"]
)
def test_in_a_phone_the_link_to_a_group_leads_to_its_page_there(link: str) -> None:
    found = lead(link, group="https://cards.example/club/group")
    assert found["to"] == "here"
    address, _, behind = found["address"].partition("#")
    assert (address, unquote(behind)) == ("https://cards.example/club/group", link)
    assert lead(link)["to"] == "elsewhere", "on a site it is that of another one"


@pytest.mark.parametrize("code", [LINKED, DIGITS])
@pytest.mark.parametrize(
    "written",
    ["{}", "https://cards.example/club/code#{}", " http://192.168.1.5:8000/code#{}\n", "https://x.example/code#{}"],
)
def test_a_game_code_is_opened_by_this_site_whichever_site_made_it(code: str, written: str) -> None:
    assert lead(written.format(code)) == {"to": "game", "address": f"https://cards.example/club/code#{code}"}


@pytest.mark.parametrize("text", ["cards", "c123", "q12345", "quite a long sentence that begins with the letter q", ""])
def test_a_word_is_no_game_code(text: str) -> None:
    assert lead(text) == {"to": "nothing", "text": text}


def test_a_link_of_this_site_is_one_of_its_own_folder() -> None:
    assert lead("https://cards.example/club/j/abc")["to"] == "here"
    for other in (
        "https://cards.example/j/abc",
        "http://cards.example/club/j/abc",
        "https://cards.example.evil/club/j/abc",
        "https://evil.example/?from=https://cards.example/club/",
    ):
        assert lead(other)["to"] == "elsewhere", other


def test_what_stands_before_the_at_sign_does_not_pass_for_the_site() -> None:
    assert lead("https://cards.example@evil.example/club/j/abc") == {
        "to": "elsewhere",
        "address": "https://evil.example/club/j/abc",
        "host": "evil.example",
    }


def test_a_way_out_of_the_folder_does_not_pass_for_the_site() -> None:
    assert lead("https://cards.example/club/../j/abc")["to"] == "elsewhere"


@pytest.mark.parametrize(
    "text",
    [
        "javascript:alert(1)",
        "data:text/html,<b>hi",
        "WIFI:S:table;T:WPA;P:secret;;",
        "tel:110",
        "https://",
        "//x.example",
    ],
)
def test_what_is_no_link_to_a_page_leads_nowhere(text: str) -> None:
    assert lead(text) == {"to": "nothing", "text": text}


@pytest.mark.parametrize(
    ("data", "is_frame"), [(b"TKM1\x00\x01", True), (b"TKM2", True), (b"TK", False), (b"", False), (b"https://", False)]
)
def test_a_frame_of_a_moving_code_is_known_by_its_first_bytes(data: bytes, is_frame: bool) -> None:
    told = in_node(
        "async (data) => (await import('./static/js/scan/leads.js')).isMovingFrame(Uint8Array.from(data))", list(data)
    )
    assert told is is_frame
