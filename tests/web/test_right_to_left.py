"""Names from right to left: on no page do they turn the numbers and the names beside them."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Iterator
from secrets import token_hex

import pytest
from flask import Flask

from scoring.text import RIGHT_TO_LEFT
from tests.kit import small_scorebook
from tests.kit.pages import ARGUMENTS, shown
from tests.kit.web.page import Page
from tests.kit.web.playing import played
from tests.kit.web.reports import keeper_of
from tests.web.conftest import Phone

NAMES = dict(zip(small_scorebook.FOUR, ("דנה", "محمد", "שרה", "Ann"), strict=True))
ISOLATED = re.compile("\u2068[^\u2068\u2069]*\u2069")
READ_OUT = ("aria-label", "alt", "title", "content", "placeholder", "data-share")
"""The attributes that a person gets to see or to hear."""


def seated(app: Flask) -> tuple[Phone, list[str], list[int]]:
    """A phone, the games of the small scorebook with other names, and their players."""
    writer, phone = Phone(app), Phone(app)
    with keeper_of(writer) as book:
        small_scorebook.write_down(book, token_hex(4))
    written = json.dumps(writer.api.asks("GET", "/scorebook").json, ensure_ascii=False)
    renamed = re.sub("|".join(NAMES), lambda found: NAMES[found[0]], written)
    came = phone.api.asks("POST", "/scorebook", json.loads(renamed)).json
    sessions = [each["id"] for each in phone.api.asks("GET", "/sessions?limit=100").json["sessions"]]
    assert came["new"] == len(sessions)
    return phone, sessions, [each["id"] for each in phone.api.people().values()]


LANGUAGES = ("en", "ja")
SLOT = re.compile(r"<(?:[^:<>]+:)?(\w+)>")
UNKNOWN = {"part", "secret", "token", "link", "access", "path"}
"""What the small scorebook has none of."""


def addresses(sessions: list[str], players: list[int]) -> Iterator[tuple[str, str]]:
    """Every page and a language to open it in: those of a game in one, with LONG=1 and all others in both."""
    known = {**ARGUMENTS, "player": str(players[0]), "other": str(players[1]), "year": "2026"}
    for page in shown():
        needed = {*SLOT.findall(page.rule)}
        for number, session in enumerate(sessions if "session" in needed else sessions[:1]):
            one = LANGUAGES[number % 2 :][:1]
            for language in one if "session" in needed and os.environ.get("LONG") != "1" else LANGUAGES:
                if not needed & UNKNOWN:
                    yield SLOT.sub("{\\1}", page.rule).format_map(known | {"session": session}), language


def turning(page: Page) -> Iterator[str]:
    """The texts with a name from right to left that is neither isolated nor alone in its element."""
    for element in page.root.all():
        texts = [each for each in element.children if isinstance(each, str) and each.strip()]
        for text in (*texts, *(element.get(name) for name in READ_OUT)):
            rest = ISOLATED.sub("", text).strip()
            is_alone = any(name.startswith(rest) for name in NAMES.values()) and len(texts) < 2
            if element.tag != "bdi" and RIGHT_TO_LEFT.search(rest) and not is_alone:
                yield f"{page.address}: <{element.tag}> {' | '.join(texts) or text}"


@pytest.mark.thorough
def test_nothing_beside_a_name_is_turned(app: Flask) -> None:
    phone, sessions, players = seated(app)
    pages = []
    for address, phone.language in addresses(sessions, players):
        if (page := phone.opens(address)).status == 200:
            pages.append(page)
    assert sum(any(name in page.html for name in NAMES.values()) for page in pages) > 50
    assert sorted({each for page in pages for each in turning(page)}) == []


def test_a_name_without_room_is_cut_at_its_own_end(phone: Phone) -> None:
    table = played(phone, "דנה Ann Ben top_hand=3: 110 120")
    rows = table.page.root.all("span", class_="one-line") + table.behind("players").root.all("b", class_="one-line")
    heads = table.page.root.one("thead").all("span", class_="name")
    asked = [each for each in phone.opens("/new/oh-hell").root.all("input") if each.get("name").startswith("players-")]
    named = [*asked, *heads, *(each for each in rows if each.text == "דנה")]
    assert len(named) >= len(asked) + 3 + 2
    assert {each.get("dir") for each in named} == {"auto"}


def test_what_is_shared_isolates_names_and_what_programs_read_does_not(app: Flask) -> None:
    phone, sessions, _players = seated(app)
    assert "\u2068דנה\u2069 " in phone.opens(f"/evenings/{sessions[0]}").root.one("textarea").text
    for address in ("/scorebook/results.csv", f"/s/{sessions[0]}/takuroku.csv", f"/s/{sessions[0]}/takuroku.json"):
        data = phone.opens(address)
        assert (data.status, "דנה" in data.html, "\u2068" in data.html) == (200, True, False), address
