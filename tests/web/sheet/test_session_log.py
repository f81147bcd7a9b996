"""The log of a session is told in the reader's language."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.kit.web.playing import fields, played, plays
from tests.web.conftest import Phone, Sitting

TARGET = "Ann Ben game=score-pad target=100:"
ROUNDS = "bids=2/3/1/0 tricks=2/3/1/4, open=yes, bids=4/4/1/3 tricks=4/3/1/2, open=no, bids=0/0/2/3 tricks=2/1/4/3"
"""Round 1 35:15, round 2 opened and missed, round 3 closed; tests/store/sessions/test_correction.py has the sums."""
TWO_DEALS = "110 120, 012 002, row 1 e2-bids-1=2 e3-tricks-1=1 e3-tricks-2=1"
LOST = "Round 2: Chika & Dan’s open bid doesn’t count, because they are not alone in last place."
LOST_JA = "第 2 ラウンド：みほ＆たくやのオープンは無効（単独最下位ではないため）。"

LOGS = [
    (
        "110 120",
        "Result of deal 1: Ann made 1: +11, Ben missed: 0, Chika made 0: +10",
        "Bids of deal 1 (Bids: Ben 1, Chika 0, Ann 1)",
    ),
    ("Ann Ben game=score-pad: points=60/10", "this phone Round 1: Ann +60, Ben +10"),
    (TWO_DEALS, "Corrected: deal 2 (Bids: Ben 1 → 2, Tricks: Chika 2 → 1, Ben 0 → 1)"),
    (f"{TWO_DEALS}, undo", "Undone: deal 2 (Bids: Ben 2 → 1, Tricks: Chika 1 → 2, Ben 1 → 0)"),
    ("110 120, undo", "Undone: deal 1 (Tricks: Ben 2, Chika 0, Ann 1)"),
    # What is one question is told by its answer.
    ("Ann Ben Chika Dan game=twin-shoot: bids=2/3/1/0 tricks=2/3/1/4, open=yes", "Open bid of round 2 (They open)"),
    ("110 120, players dealer seat=2, undo", "Undone: Dealer (Chika)"),
    ("110 120, undo, undo", "Undone: Bids of deal 1 (Bids: Ben 1, Chika 0, Ann 1)"),
    # −60 + 20 and 10 + 90.
    (
        f"{TARGET} points=60/10, points=20/10, row 0 e0-points-0=ー６０, row 1 e1-points-1=９０点",
        "Corrected: round 2 (Points: Ben 10 → 90) · The game is over: Ben reached 100 points.",
        "Corrected: round 1 (Points: Ann 60 → −60)",
    ),
    (
        f"Ann Ben Chika Dan game=twin-shoot: {ROUNDS}, row 0 e0-bids-3=4, undo",
        "Undone: round 1 (Bids: Dan 4 → 0) · round 2 (They open)",
        f"Corrected: round 1 (Bids: Dan 0 → 4) · {LOST}",
    ),
]
"""What is played, and how the last lines of the log end, the newest first."""


@pytest.mark.parametrize("row", LOGS, ids=lambda row: row[1])
def test_what_was_done_is_told_with_who_said_what(phone: Phone, row: tuple[str, ...]) -> None:
    script, *endings = row
    for line, ending in zip(played(phone, script).log, endings, strict=False):
        assert line.endswith(ending)


def test_a_note_and_an_adjustment_are_told_in_the_readers_words(japanese: Phone) -> None:
    table = played(japanese, "あや けんじ みほ: adjust 1 -5 反則, row 0 e0-amount=ー１０ e0-seat=2")
    assert [told for told in ("調整「反則」", "けんじ→みほ", "−5→−10") if told not in table.log[0]] == []


def test_ones_own_phone_is_named_so_and_another_is_not_told_by_its_id(phone: Phone) -> None:
    table = played(phone, "110")
    with phone.client.session_transaction() as cookie:
        own, cookie["device"] = cookie["device"], "0a1b2c3d"
    second, first = plays(table, "note tea").log
    assert ("this phone" in second, "scorekeeper’s phone" in first) == (True, True)
    assert own not in table.behind("log").html


@pytest.mark.parametrize(
    ("language", "players", "foretold", "news"),
    [
        (
            "en",
            "Ann Ben Chika Dan",
            f"2 rounds after this will be rescored. {LOST}",
            f"Corrected: Result of round 1. Chika & Dan take the lead; {LOST}; "
            "Ann & Ben 55 (−30), Chika & Dan 65 (+20)",
        ),
        ("ja", "あや けんじ みほ たくや", f"後の 2 ラウンドを計算し直します。{LOST_JA}", LOST_JA),
    ],
)
def test_a_correction_that_voids_an_open_bid_says_so_before_and_after(
    phone: Phone, language: str, players: str, foretold: str, news: str
) -> None:
    """35 to 35 after all: 85 85 45 45 become 55 55 65 65."""
    phone.language = language
    table = played(phone, f"{players} game=twin-shoot: {ROUNDS}")
    form, typed = table.row(0).form("/rows/0"), fields("e0-bids-3=4")
    assert table.totals == [85, 85, 45, 45]
    assert phone.sends(replace(form, action=f"{form.action}/preview"), typed).json["changes"] == foretold
    page = phone.follows(phone.sends(form, typed))
    assert (news in page.news, table.totals) == (True, [55, 55, 65, 65])
    assert "ディール" not in table.log[0] + page.reads("main")[0] + table.row(0).text


def test_japanese_counts_rounds_and_not_things(japanese: Phone) -> None:
    table = played(japanese, f"あや けんじ みほ たくや game=twin-shoot: {ROUNDS}, row 0 e0-bids-3=4")
    told = ("第 1 ラウンド（ビッド：たくや 0→4）", LOST_JA, "件をもう一度")
    assert [each in table.log[0] for each in told] == [True, True, False]


def test_several_that_are_undone_at_once_are_each_told(table: Sitting) -> None:
    plays(table, "110 120, row 0 e1-tricks-0=2 e1-tricks-1=1, 010")
    assert table.phone.sends(table.page.form("/undo"), {"count": "2"}).status == 303
    assert table.log[0].endswith(
        "Undone: deal 1 (Tricks: Ben 1 → 2, Ann 2 → 1) · Bids of deal 2 (Bids: Chika 0, Ann 0, Ben 1)"
    )


@pytest.mark.thorough
def test_the_log_comes_by_100_lines(phone: Phone) -> None:
    table = played(phone, "Ann Ben game=score-pad: points=60/10")
    for position in range(1, 103):
        act = ("undo", "redo")[(position + 1) % 2]
        assert phone.api.asks("POST", f"/sessions/{table.id}/{act}", {"position": position}).status == 201
    last, first = table.behind("log"), table.behind("log?page=2")
    assert [len(page.reads("ol.log li")) for page in (last, first)] == [100, 3]
    told = zip(first.reads("ol.log li"), ("Redone", "Undone", "Round 1: Ann +60, Ben +10"), strict=True)
    assert [each in line for line, each in told] == [True] * 3
    assert (last.reads("a[@rel='next']"), first.reads("a[@rel='prev']")) == (["Older"], ["Newer"])
