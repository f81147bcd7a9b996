"""The log of a session is told in the reader's language."""

from __future__ import annotations

from dataclasses import replace

import pytest
from flask import Flask

from store.sessions.loading import load
from tests.web.conftest import Phone, Sitting, seatwise
from web.sheet.session_log import lines


def test_an_entry_is_told_by_its_name_with_who_said_what(table: Sitting) -> None:
    table.deal(bids=(1, 1, 0), tricks=(1, 2, 0))
    result, bids = table.log
    assert bids.endswith("Bids of deal 1 (Bids: Ben 1, Chika 0, Ann 1)")
    assert result.endswith("Result of deal 1: Ann made 1: +11, Ben missed: 0, Chika made 0: +10")


def test_a_round_is_named_once(phone: Phone) -> None:
    table = phone.sits_down("Ann", "Ben", game="score-pad")
    table.enters({"points-0": "60", "points-1": "10"})
    assert table.log[0].endswith("this phone Round 1: Ann +60, Ben +10")


def test_a_correction_is_told_by_its_deal_and_what_changed(table: Sitting) -> None:
    table.deal(bids=(1, 1, 0), tricks=(1, 2, 0))
    table.deal(bids=(0, 1, 2), tricks=(0, 0, 2))
    form = table.row(1).form("/rows/1")
    table.phone.sends(form, {"e2-bids-1": "2", "e3-tricks-1": "1", "e3-tricks-2": "1"})
    assert table.log[0].endswith("Corrected: deal 2 (Bids: Ben 1 → 2, Tricks: Chika 2 → 1, Ben 0 → 1)")
    table.undoes()
    assert table.log[0].endswith("Undone: deal 2 (Bids: Ben 2 → 1, Tricks: Chika 1 → 2, Ben 1 → 0)")


def test_what_was_taken_back_is_told(table: Sitting) -> None:
    table.deal(bids=(1, 1, 0), tricks=(1, 2, 0))
    table.undoes()
    assert table.log[0].endswith("Undone: deal 1 (Tricks: Ben 2, Chika 0, Ann 1)")
    table.undoes()
    assert table.log[0].endswith("Undone: Bids of deal 1 (Bids: Ben 1, Chika 0, Ann 1)")


def test_a_correction_that_ends_the_game_says_why(phone: Phone) -> None:
    table = phone.sits_down("Ann", "Ben", game="score-pad", target="100")
    table.enters({"points-0": "60", "points-1": "10"})
    table.enters({"points-0": "20", "points-1": "10"})
    phone.sends(table.row(0).form("/rows/0"), {"e0-points-0": "ー６０"})
    phone.sends(table.row(1).form("/rows/1"), {"e1-points-1": "９０点"})
    assert table.totals == [-40, 100]
    assert table.log[0].endswith("Corrected: round 2 (Points: Ben 10 → 90), The game is over: Ben reached 100.")


def test_a_note_and_an_adjustment_are_told_in_the_readers_words(app: Flask) -> None:
    table = Phone(app, language="ja").sits_down("あや", "けんじ", "みほ")
    table.adjusts(1, -5, "反則")
    table.phone.sends(table.row(0).form("/rows/0"), {"e0-amount": "ー１０", "e0-seat": "2"})
    last = table.log[0]
    assert "調整「反則」" in last
    assert "けんじ→みほ" in last
    assert "−5→−10" in last


def test_ones_own_phone_is_named_so_and_another_is_not_told_by_its_id(app: Flask) -> None:
    phone = Phone(app)
    table = phone.sits_down()
    table.bids(1, 1, 0)
    with phone.client.session_transaction() as cookie:
        own = cookie["device"]
        cookie["device"] = "0a1b2c3d"
    table.notes("tea")
    second, first = table.log
    assert "scorekeeper’s phone" in first
    assert "this phone" in second
    assert own not in table.behind("log").html
    with app.test_request_context():
        session = load(app.extensions["takuroku"].connect(), scorebook=cookie["scorebook"], session=table.id)
        told = [str(line.device) for line in lines(session, own="0a1b2c3d", names={own: "iPhone"})]
    assert told == ["iPhone", "this phone"]


# Round 1 35:15, round 2 opened and missed, round 3 closed; tests/store/sessions/test_refit.py works the points.

ROUNDS = (
    {"bids": (2, 3, 1, 0), "tricks": (2, 3, 1, 4)},
    {"open": "yes"},
    {"bids": (4, 4, 1, 3), "tricks": (4, 3, 1, 2)},
    {"open": "no"},
    {"bids": (0, 0, 2, 3), "tricks": (2, 1, 4, 3)},
)


def opened_in_round_2(phone: Phone, *players: str) -> Sitting:
    table = phone.sits_down(*players, game="twin-shoot")
    for asked in ROUNDS:
        typed: dict[str, str | None] = {}
        for name, value in asked.items():
            typed |= {name: value} if isinstance(value, str) else seatwise(name, value)
        table.enters(typed)
    return table


def corrects_to_level(table: Sitting) -> str:
    """35 to 35 after all; what the page foretells of it."""
    form = table.row(0).form("/rows/0")
    foretold = table.phone.sends(replace(form, action=f"{form.action}/preview"), {"e0-bids-3": "4"}).json["changes"]
    answer = table.phone.sends(form, {"e0-bids-3": "4"})
    assert answer.status == 303
    return str(foretold)


def test_a_correction_that_voids_an_open_bid_says_so_before_and_after(phone: Phone) -> None:
    table = opened_in_round_2(phone, "Ann", "Ben", "Chika", "Dan")
    assert table.totals == [85, 85, 45, 45]
    lost = "Round 2: Chika & Dan’s open bid doesn’t count, because they are not alone in last place."
    assert corrects_to_level(table) == f"2 later rounds will be rescored. {lost}"
    assert table.totals == [55, 55, 65, 65]
    totals = "Ann & Ben 55 (−30), Chika & Dan 65 (+20)"
    assert f"Corrected: Result of round 1. Chika & Dan take the lead; {lost}; {totals}" in table.page.news
    assert table.log[0].endswith(f"Corrected: round 1 (Bids: Dan 0 → 4), {lost}")
    table.undoes()
    assert table.log[0].endswith(
        "Undone: round 1 (Bids: Dan 4 → 0), round 2 (Do Chika & Dan open their bids?: They open)"
    )


def test_it_says_so_in_japanese_of_rounds(japanese: Phone) -> None:
    table = opened_in_round_2(japanese, "あや", "けんじ", "みほ", "たくや")
    lost = "第 2 ラウンド：みほ＆たくやのオープンは無効（単独最下位ではないため）。"
    assert corrects_to_level(table) == f"後の 2 ラウンドを計算し直します。{lost}"
    assert lost in table.page.news
    last = table.log[0]
    assert "第 1 ラウンド（ビッド：たくや 0→4）" in last
    assert lost in last
    assert "件をもう一度" not in last
    assert "ディール" not in last + table.page.text + table.row(0).text


def test_several_that_are_undone_at_once_are_each_told(table: Sitting) -> None:
    table.deal(bids=(1, 1, 0), tricks=(1, 2, 0))
    table.phone.sends(table.row(0).form("/rows/0"), {"e1-tricks-0": "2", "e1-tricks-1": "1"})
    table.bids(0, 1, 0)
    typed = {"csrf_token": table.phone.token(), "position": "4", "count": "2"}
    assert table.phone.posts(f"{table.address}/undo", typed).status == 303
    assert table.log[0].endswith(
        "Undone: deal 1 (Tricks: Ben 1 → 2, Ann 2 → 1), Bids of deal 2 (Bids: Chika 0, Ann 0, Ben 1)"
    )


@pytest.mark.thorough
def test_the_log_comes_by_100_lines(phone: Phone) -> None:
    table = phone.sits_down("Ann", "Ben", game="score-pad")
    phone.api.enters(table.id, {"step": "round", "points": [60, 10]})
    for position in range(1, 103):
        act = ("undo", "redo")[(position + 1) % 2]
        assert phone.api.asks("POST", f"/sessions/{table.id}/{act}", {"position": position}).status == 201
    last, first = table.behind("log"), table.behind("log?page=2")
    assert len(last.root.one("ol", class_="log").all("li")) == 100
    redone, undone, entered = (each.text for each in first.root.one("ol", class_="log").all("li"))
    assert "Redone" in redone
    assert "Undone" in undone
    assert entered.endswith("Round 1: Ann +60, Ben +10")
    assert last.root.one("a", rel="next").text == "Older"
    assert first.root.one("a", rel="prev").text == "Newer"
