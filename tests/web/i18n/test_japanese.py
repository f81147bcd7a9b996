"""What a Japanese table reads, said as card players say it."""

from __future__ import annotations

import re
from functools import reduce
from pathlib import Path
from typing import Any

import pytest
from flask import Flask

from scoring.catalogue import all_games
from scoring.core import enter
from scoring.errors import EntryError
from scoring.message import Words
from scoring.sheets.sheet import Sheet
from tests.kit.for_each import for_each
from tests.kit.games import session_of
from tests.kit.translations import texts
from tests.web.conftest import Phone
from web.i18n.translate import translated

ROOT = Path(__file__).parents[3]
THREE, TWO, FOUR = ("みほ", "たくや", "けんじ"), ("あや", "けんじ"), ("あや", "ベン", "千夏", "大輔")


def start(slug: str, *players: str, **options: Any) -> Sheet[Any]:
    game = all_games()[slug]
    return game.start(session_of(game, players=len(players), **options) | {"players": players})


def told(app: Flask, message: Words | None) -> str:
    with app.test_request_context(headers={"Accept-Language": "ja"}):
        return translated(message)


BIDDEN = {"step": "bids", "bids": [1, 2, 2]}
AKATAN = {"step": "result", "calls": [1, 0], "winner": 0, "yaku": ["akatan"]}
REFUSED: list[tuple[Sheet[Any], list[dict[str, Any]], dict[str, Any], str]] = [
    (start("oh-hell", *THREE), [], {"step": "bids", "bids": [1, None, 2]}, "たくやのビッドがまだです。"),
    (start("oh-hell", *THREE), [BIDDEN], {"step": "tricks", "tricks": [4, None, 6]}, "たくやのトリックがまだです。"),
    (start("koi-koi", *TWO), [], {"step": "deal"}, "場の光札がまだです。"),
    (start("koi-koi", *TWO), [{"step": "deal", "lights": 0}], AKATAN, "赤短だけでは、こいこいのあとに点が増えません。"),
    (start("score-pad", "あや"), [], {"step": "round", "points": [None]}, "あやの点がまだです。"),
    (start("score-pad", "あや"), [], {"step": "note", "text": ""}, "メモがまだです。"),
    (start("buki", *FOUR, dealer=1), [], {"step": "stakes", "stakes": [2] * 4}, "ベンは入力しません。"),
]
"""A table, what was entered, what is refused, and how one says it."""


@for_each("sheet, before, raw, said", REFUSED)
def test_what_is_refused_is_told_as_one_says_it(
    app: Flask, sheet: Sheet[Any], before: list[dict[str, Any]], raw: dict[str, Any], said: str
) -> None:
    with pytest.raises(EntryError) as caught:
        enter(reduce(enter, before, sheet), raw)
    (problem,) = caught.value.problems
    assert told(app, problem.message).startswith(said)


def test_bids_are_over_or_under(app: Flask) -> None:
    sheet = start("oh-hell", "みほ", "たくや", "けんじ", bidding="written")
    for bids, balance in (((5, 5, 1), "1 オーバー"), ((5, 4, 0), "1 アンダー"), ((5, 5, 0), "手札とぴったり")):
        assert f"、{balance}" in told(app, enter(sheet, {"step": "bids", "bids": list(bids)}).message)


def test_who_begins_is_asked_for_in_the_games_own_word(japanese: Phone) -> None:
    asked = {
        "oh-hell": "3–7 人で遊びます。余った席は空けておきます。最初に配る人をタップ。",
        "twin-shoot": "4 人か 6 人で遊びます。余った席は空けておきます。最初にリードする人をタップ。",
        "koi-koi": "2 人で遊びます。最初の親をタップ。",
        "buki": "4 人で遊びます。最初の親をタップ。",
    }
    for slug, text in asked.items():
        assert text in japanese.opens(f"/new/{slug}").text, slug


def test_a_page_says_it_as_a_table_does(japanese: Phone) -> None:
    teams = japanese.sits_down("あや", "みほ", "けんじ", "たくや", game="satat").page.text
    assert ("あや＆けんじ" in teams, "あや、けんじ" in teams) == (True, False), "a team has one name"
    table = japanese.sits_down("千夏", "あや", game="score-pad", target="200")
    table.enters({"points-0": "250", "points-1": "42"})
    assert table.page.root.one("section", class_="winner").one("strong").text == "千夏の勝ち、208 点差"
    missing = japanese.opens("/tools/yaku?card=03-1&card=08-1").text
    assert "三光まであと 1 枚（松に鶴か桐に鳳凰）" in missing


def test_the_dealer_is_the_oya_only_where_there_is_one() -> None:
    """親 is said in Koi-Koi, Buki and Satat; at Oh Hell and Boo-Ray somebody deals."""
    nobody_is_oya = re.compile("oh_hell|exact_bid|wizard|boo[-_]ray")
    for message in texts():
        if all(nobody_is_oya.search(file) for file, _line in message.locations):
            assert "親" not in str(message.string), message.id
    for slug in ("oh-hell", "wizard", "boo-ray", "twin-shoot"):
        assert "親" not in (ROOT / f"templates/games/{slug}/rules.ja.html").read_text("utf-8"), slug


ONE_NAME = {
    "だれ": "誰",
    "一番": "いちばん",
    "手役": "特別な役|配り役",
    "持ち越し": "残してあった",
    "「終わる」を押すまで": "手で終わら",
    "記録": ".保存|保存.",
    "入力": "記入",
    "絞り込み": "しぼりこみ",
}
"""What a thing is called, and what it is not called beside that; only the button that saves a name is 保存."""


@for_each("name, others", ONE_NAME.items())
def test_a_thing_has_one_name(name: str, others: str) -> None:
    said = [str(each.string) for each in texts()]
    pages = [path.read_text("utf-8") for path in (ROOT / "templates/games").glob("*/rules.ja.html")]
    assert [text for text in said + pages if re.search(others, text)] == []
    assert any(name in text for text in said)


def test_a_number_stands_apart_from_its_counter() -> None:
    """「15 件」: half-width, with a space; months are written together."""
    close = re.compile(r"[0-9}][枚人回点件席勝組倍]|[０-９]")
    assert [each.id for each in texts() if close.search("".join(each.string or ""))] == []


def test_a_product_has_both_its_brackets_half_width(app: Flask) -> None:
    sheet = reduce(enter, [{"step": "deal", "lights": 0}, AKATAN | {"tan": 5}], start("koi-koi", *TWO))
    assert told(app, sheet.rows[-1].cells[0].working).endswith("× (1 + 1) = 28")
