"""What a Japanese table reads, said as card players say it."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from flask import Flask

from scoring.catalogue import all_games
from scoring.core import enter
from scoring.errors import EntryError
from scoring.message import Words
from scoring.sheets.sheet import Sheet
from tests.kit.games import session_of
from tests.test_translations import japanese as catalogue
from tests.web.conftest import Phone
from web.i18n.translate import words

ROOT = Path(__file__).parents[3]


def start(slug: str, *players: str, **options: Any) -> Sheet[Any]:
    game = all_games()[slug]
    return game.start(session_of(game, players=len(players), **options) | {"players": players})


def told(app: Flask, message: Words | None) -> str:
    with app.test_request_context(headers={"Accept-Language": "ja"}):
        return words(message)


def refused(app: Flask, sheet: Sheet[Any], **raw: object) -> list[str]:
    with pytest.raises(EntryError) as caught:
        enter(sheet, raw)
    return [told(app, problem.message) for problem in caught.value.problems]


def test_a_missing_number_is_told_as_one_says_it(app: Flask) -> None:
    oh_hell = start("oh-hell", "みほ", "たくや", "けんじ")
    assert refused(app, oh_hell, step="bids", bids=[1, None, 2]) == ["たくやのビッドがまだです。"]
    oh_hell = enter(oh_hell, {"step": "bids", "bids": [1, 2, 2]})
    assert refused(app, oh_hell, step="tricks", tricks=[4, None, 6]) == ["たくやのトリック数がまだです。"]
    koi_koi = start("koi-koi", "あや", "けんじ")
    assert refused(app, koi_koi, step="deal") == ["場の光札の枚数がまだです。なければ 0 を選んでください。"]
    note = start("score-pad", "あや")
    assert refused(app, note, step="round", points=[None]) == ["あやの点がまだです。"]
    assert refused(app, note, step="note", text="") == ["メモがまだです。"]


def test_the_banker_does_not_stake(app: Flask) -> None:
    sheet = start("buki", "あや", "ベン", "千夏", "大輔", dealer=1)
    assert refused(app, sheet, step="stakes", stakes=[2, 2, 2, 2]) == ["ベンは親なので賭けません。"]


def test_bids_are_over_or_under(app: Flask) -> None:
    sheet = start("oh-hell", "みほ", "たくや", "けんじ", bidding="written")
    for bids, balance in (((5, 5, 1), "1 オーバー"), ((5, 4, 0), "1 アンダー"), ((5, 5, 0), "手札とぴったり")):
        assert f"（{balance}）" in told(app, enter(sheet, {"step": "bids", "bids": list(bids)}).said)


def test_koi_koi_takes_new_points(app: Flask) -> None:
    sheet = enter(start("koi-koi", "あや", "けんじ"), {"step": "deal", "lights": 0})
    (text,) = refused(app, sheet, step="result", calls=[1, 0], winner=0, yaku=["akatan"])
    assert text.startswith("赤短だけでは、こいこいのあとに上がれません。")


def test_a_team_has_one_name(japanese: Phone) -> None:
    table = japanese.sits_down("あや", "みほ", "けんじ", "たくや", game="satat")
    assert "あや＆けんじ" in table.page.text
    assert "あや、けんじ" not in table.page.text


def test_who_begins_is_asked_for_in_the_games_own_word(japanese: Phone) -> None:
    asked = {
        "oh-hell": "3〜7 人で遊びます。余った席は空けておきます。最初のディーラーをタップ。",
        "twin-shoot": "4 人か 6 人で遊びます。余った席は空けておきます。最初にリードする人をタップ。",
        "koi-koi": "2 人で遊びます。最初の親をタップ。",
        "buki": "4 人で遊びます。最初の親をタップ。",
    }
    for slug, text in asked.items():
        assert text in japanese.opens(f"/new/{slug}").text, slug


def test_the_winner_is_named_with_the_lead(japanese: Phone) -> None:
    table = japanese.sits_down("千夏", "あや", game="score-pad", target="200")
    table.enters({"points-0": "250", "points-1": "42"})
    assert table.page.root.one("section", class_="winner").one("strong").text == "千夏の勝ち、208 点差"


def test_a_missing_card_is_named_as_one_or_another(japanese: Phone) -> None:
    page = japanese.opens("/tools/yaku?card=03-1&card=08-1")
    assert "三光まであと 1 枚：松に鶴か桐に鳳凰" in page.text


def test_the_dealer_is_the_oya_only_where_there_is_one() -> None:
    """親 is said in Koi-Koi, Buki and Satat; at Oh Hell and Boo-Ray somebody deals."""
    texts = [(each, each.locations) for each in catalogue() if each.id]
    nobody_is_oya = re.compile("oh_hell|exact_bid|wizard|boo[-_]ray")
    for message, places in texts:
        if all(nobody_is_oya.search(file) for file, _line in places):
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


@pytest.mark.parametrize("name", ONE_NAME)
def test_a_thing_has_one_name(name: str) -> None:
    texts = [str(each.string) for each in catalogue() if each.id]
    pages = [path.read_text("utf-8") for path in (ROOT / "templates/games").glob("*/rules.ja.html")]
    assert [text for text in texts + pages if re.search(ONE_NAME[name], text)] == []
    assert any(name in text for text in texts)


def test_a_number_stands_apart_from_its_counter() -> None:
    """「15 件」: half-width, with a space; months are written together."""
    close = re.compile(r"[0-9}][枚人回点件席勝組倍]|[０-９]")
    assert [each.id for each in catalogue() if close.search("".join(each.string or ""))] == []
