"""Sessions to take away: the document scores again to the same, the table does no harm in a spreadsheet."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from fractions import Fraction
from typing import Any
from urllib.parse import parse_qsl, urlsplit

import pytest

from record.log import Author, stamp
from record.session import Session, new_session
from scoring.core import read_entry
from scoring.document import load
from store.players.profiles import rename_player
from store.scorebooks import original_names
from store.sessions import loading
from store.sessions.details import describe
from tests.kit.for_each import for_each
from tests.kit.store.changed_table import ENTRIES, OPTIONS
from tests.kit.web.reports import (
    keeper_of,
    merges,
    numbers_of,
    plays,
    results_of,
    rewrites,
    rows_of,
    sent_to_bg_stats,
)
from tests.web.conftest import Phone, Sitting
from web.exports.other_apps import bg_stats_link, bg_stats_play


def test_the_document_scores_again_to_the_same_and_is_a_file_to_keep(table: Sitting) -> None:
    table.deal(bids=(1, 1, 0), tricks=(1, 2, 0))
    table.adjusts(1, -5, "“late”")
    table.notes("お茶")
    table.ends()
    page = table.phone.opens(f"{table.address}/takuroku.json")
    assert (page.status, page.mimetype) == (200, "application/json")
    assert re.match(r'attachment; filename="oh-hell-20[\d-]+\.json"', page.headers["Content-Disposition"])
    document = json.loads(page.html)
    assert document == table.kept["document"]
    sheet = load(document)
    assert list(sheet.totals) == table.totals == [11, -5, 10]
    assert sheet.over
    assert table.phone.says("/api/score", document).json == table.kept["report"]


def test_the_table_has_a_line_a_row_and_the_totals(table: Sitting) -> None:
    table.deal(bids=(1, 1, 0), tricks=(1, 2, 0))
    table.adjusts(1, -5, "late")
    head, deal, *others = rows_of(table)
    assert deal[0] == "3"
    assert [line[2:] for line in (head, deal, *others)] == [
        ["Ann", "Ben", "Chika", "Ann: noted", "Ben: noted", "Chika: noted"],
        ["11", "0", "10", "1", "1", "0"],
        ["0", "-5", "0", "", "", ""],
        ["11", "-5", "10", "", "", ""],
    ]
    body = table.phone.opens(f"{table.address}/takuroku.csv").bytes
    assert body.count(b"\r\n") == body.count(b"\n") == 4, "RFC 4180"
    # A column with nothing noted is left out.
    assert rows_of(table.phone.sits_down("Ann", "Ben", game="score-pad"))[0] == ["Deal", "", "Ann", "Ben"]


def test_parts_of_points_are_exact_in_every_file(phone: Phone) -> None:
    """Thirty times a tenth is 3, which binary fractions miss."""
    table = phone.sits_down("Ann", "Ben", game="score-pad", parts="tenths", rounds="30")
    for _ in range(29):
        table.enters({"points-0": "0,1", "points-1": "-0.2"})
    assert [row[2:] for row in rows_of(table)[1:2]] == [["0.1", "-0.2"]]
    assert table.totals == ["2.9", "-5.8"]
    table.adjusts(1, "-0,5", "late")
    table.enters({"points-0": "0.1", "points-1": "-0.2"})
    assert [line[4:8] for line in results_of(phone)[1:]] == [["Ann", "1", "3", "Yes"], ["Ben", "2", "-6.5", "No"]]
    assert [each["score"] for each in sent_to_bg_stats(table)["players"]] == [3, -6.5]
    assert load(table.kept["document"]).totals == (3, Fraction(-13, 2))


@for_each("name", ["=1+1", "+1", "-1+1", "@SUM(A1)", "＝2+2", "＋2", "－2+2", "＠SUM(A2)"])
def test_a_name_is_no_formula_for_a_spreadsheet(phone: Phone, name: str) -> None:
    """Those set up for Japanese read the full-width signs as the plain ones (OWASP, CSV injection)."""
    table = phone.sits_down(name, 'Ben "B", Jr', "Chika", top_hand="3")
    table.adjusts(0, 5, "why")
    table.deal(bids=(1, 1, 0), tricks=(1, 2, 0))
    rows = rows_of(table)
    assert rows[0][2:5] == [f"'{name}", 'Ben "B", Jr', "Chika"]
    words = [cell for row in rows for cell in row if not re.fullmatch(r"-?\d+(\.\d+)?", cell)]
    assert [cell for cell in words if cell.startswith(("=", "+", "-", "@"))] in ([], ["="])
    assert load(table.kept["document"]).table.players[0] == name, "the document keeps the name as it is"


# --- all results ------------------------------------------------------------------


def test_a_finished_session_has_a_line_for_each_player(phone: Phone) -> None:
    phone.sits_down("Ann", "Ben", "Chika")
    table = plays(phone, "Ann", "=1+1", "Chika", scoring="minus")
    head, *lines = results_of(phone)
    assert head[:8] == ["Date", "Time (UTC)", "Game", "House rules", "Player", "Place", "Points", "Won"]
    assert head[8:] == [
        "At the same table",
        "Where it was played",
        "Note",
        "Link",
        "Counts",
        "Tie decided at the table",
    ]
    assert [line[4:8] for line in lines] == [
        ["Ann", "1", "10", "Yes"],
        ["'=1+1", "3", "-10", "No"],
        ["Chika", "1", "10", "Yes"],
    ]
    for day, time, game, rules, *_, together, _place, _note, link, counts, tie in lines:
        assert re.fullmatch(r"20\d\d-\d\d-\d\d \d\d:\d\d", f"{day} {time}")
        assert (game, "inus" in rules, together) == ("Oh Hell", True, "Ann / =1+1 / Chika")
        assert (link, counts, tie) == (f"http://localhost{table.address}", "Yes", ""), "it opens from the spreadsheet"


def test_results_and_scorecards_have_the_present_names_the_place_and_the_note(phone: Phone) -> None:
    phone.sits_down("Anne", "Ben", "Chika").ends()
    table = plays(phone, "Ann", "Ben", "Chika")
    merges(phone, "Anne", into="Ann")
    with keeper_of(phone) as keeper:
        rename_player(keeper, numbers_of(phone)["Ann"], name="@Anna")
        describe(keeper, table.id, place="=Café()", note="+1 “glass”\tof wine")
    _, *lines = results_of(phone)
    assert [line[4] for line in lines] == ["'@Anna", "Ben", "Chika"] * 2
    assert {tuple(line[8:11]) for line in lines} == {
        ("'@Anna / Ben / Chika", "'=Café()", "'+1 “glass” of wine"),
        ("'@Anna / Ben / Chika", "", ""),
    }
    assert rows_of(table)[0][2:5] == ["'@Anna", "Ben", "Chika"]


def test_a_result_has_the_day_and_the_time_where_the_reader_is(phone: Phone) -> None:
    """Eleven in the evening in UTC is eight in the morning of the next day in Tokyo."""
    table = plays(phone)
    rewrites(table, created_at="2026-03-07T23:00:00Z")
    phone.client.set_cookie("zone", "Asia/Tokyo")
    head, first, *_ = results_of(phone)
    assert [head[:2], first[:2]] == [["Date", "Time (Asia/Tokyo)"], ["2026-03-08", "08:00"]]
    file = phone.opens(f"{table.address}/takuroku.csv").headers["Content-Disposition"]
    assert file == 'attachment; filename="oh-hell-2026-03-08.csv"'


def test_results_are_in_the_readers_language(japanese: Phone) -> None:
    plays(japanese, "あんな", "ベン", "千夏")
    head, first, *_ = results_of(japanese)
    assert head[4:] == [
        "プレイヤー",
        "順位",
        "点",
        "勝ち",
        "同卓",
        "場所",
        "メモ",
        "リンク",
        "成績に数える",
        "卓で決めた同点",
    ]
    assert (first[2], first[4]) == ("オーヘル", "あんな")


def test_many_results_come_page_by_page(phone: Phone, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("store.transfer.export.SESSIONS_PER_READ", 2)
    names = [f"Ann {number}" for number in range(5)]
    for name in names:
        phone.sits_down(name, "Ben", "Chika").ends()
    assert sorted(line[4] for line in results_of(phone)[1:] if line[4].startswith("Ann")) == names


# --- BG Stats -----------------------------------------------------------------------


def test_bg_stats_is_told_of_a_finished_session(table: Sitting) -> None:
    assert "bgstatsapp" not in table.behind("share").html, "a running session has no result"
    table.ends()
    assert "bgstatsapp" not in table.behind("share").html, "nor has one without a deal"
    over = plays(table.phone)
    with keeper_of(table.phone) as keeper:
        describe(keeper, over.id, place="Café & Co", note="100 % “Zoë” 🎉")
    sent = sent_to_bg_stats(over)
    assert re.fullmatch(r"20\d\d-\d\d-\d\d \d\d:\d\d:\d\d", sent.pop("playDate"))
    assert len({each.pop("sourcePlayerId") for each in sent["players"]}) == 3
    assert sent == {
        "sourceName": "Takuroku",
        "sourcePlayId": over.id,
        "board": "Largest hand: 3",
        "location": "Café & Co",
        "comments": "100 % “Zoë” 🎉",
        "game": {"name": "Oh Hell", "sourceGameId": "oh-hell", "highestWins": True, "noPoints": False},
        "players": [
            {"name": "Ann", "startPlayer": True, "rank": 1, "score": 11, "winner": True},
            {"name": "Ben", "startPlayer": False, "rank": 3, "score": 0, "winner": False},
            {"name": "Chika", "startPlayer": False, "rank": 2, "score": 10, "winner": False},
        ],
    }


def ended(slug: str, *players: str, minutes: int = 0, **head: Any) -> Session:
    """A session that was ended by hand after so many minutes."""
    began = datetime(2026, 11, 21, 19, 30, tzinfo=UTC)
    session = new_session(id="evening", created_at=stamp(began), head={"game": slug, "players": list(players), **head})
    by = Author(device="phone", key="end", at=began + timedelta(minutes=minutes))
    return session.with_entry(read_entry(session.sheet, {"step": "end"}), by)


def test_bg_stats_is_told_when_in_utc_and_for_how_long() -> None:
    play = bg_stats_play(ended("score-pad", "Ann", "Ben", minutes=95))
    assert (play["playDate"], play["durationMin"]) == ("2026-11-21 19:30:00", 95)
    for minutes in (0, 60 * 24 * 3):
        assert "durationMin" not in bg_stats_play(ended("score-pad", "Ann", "Ben", minutes=minutes))


def test_bg_stats_knows_who_was_renamed_and_takes_two_that_were_merged_for_one(phone: Phone) -> None:
    tables = [plays(phone, name, "Ben", "Chika") for name in ("Ann", "Anne")]
    before = [sent_to_bg_stats(table)["players"] for table in tables]
    assert len({each["sourcePlayerId"] for players in before for each in players}) == 4
    merges(phone, "Anne", into="Ann")
    with keeper_of(phone) as keeper:
        rename_player(keeper, numbers_of(phone)["Ann"], name="Anna")
    after = [sent_to_bg_stats(table)["players"] for table in tables]
    assert [each[0]["name"] for each in after] == ["Anna", "Anna"]
    assert {each[0]["sourcePlayerId"] for each in after} == {before[0][0]["sourcePlayerId"]}
    assert [each[1:] for each in after] == [each[1:] for each in before]


def game_of(slug: str, *players: str, **options: object) -> tuple[str, str]:
    game = bg_stats_play(ended(slug, *players, options=options))["game"]
    return game["name"], game["sourceGameId"]


def test_bg_stats_tells_apart_what_a_score_pad_is_kept_for_and_trup_kasiet_from_satat() -> None:
    lowest = bg_stats_play(ended("score-pad", "Ann", "Ben", options={"best": "lowest"}))
    assert lowest["game"]["highestWins"] is False
    pads = [game_of("score-pad", "Ann", "Ben", **({"name": name} if name else {})) for name in ("", "Hearts", "七並べ")]
    four = "Ann", "Ben", "Chika", "Dan"
    pairs = [game_of("satat", *four, variant=variant) for variant in ("satat", "trup-kasiet")]
    assert [name for name, _ in (*pads, *pairs)] == ["Score pad", "Hearts", "七並べ", "Satat", "Trup Kasiet"]
    assert (pads[0][1], pairs[0][1]) == ("score-pad", "satat"), "known by these since the first release"
    assert len({known for _, known in (*pads, *pairs)}) == 5
    assert all(re.fullmatch("(score-pad|satat)-[0-9a-f]{12}", known) for _, known in (*pads[1:], pairs[1]))
    assert game_of("score-pad", "Cleo", "Dan", name="ＨＥＡＲＴＳ")[1] == pads[1][1], "as a name is known again"


def test_bg_stats_is_told_of_partners_as_a_role() -> None:
    players = bg_stats_play(ended("twin-shoot", "Ann", "Ben", "Chika", "Dan", dealer=2))["players"]
    assert len({each["role"] for each in players}) == 2
    assert [each["name"] for each in players if each["startPlayer"]] == ["Chika"]
    for each in players:
        assert each["name"] in each["role"]


def test_the_longest_names_make_no_address_that_is_too_long() -> None:
    """Servers and apps take 8,000 letters."""
    names = [letter * 30 for letter in "あいうえおかきくけこさし"]
    session = replace(ended("score-pad", *names), place="店" * 60, note="🎉" * 500)
    link = bg_stats_link(session)
    assert 7_000 < len(link) <= 8_000
    note = json.loads(parse_qsl(urlsplit(link).query)[0][1])["comments"]
    assert set(note[:-1]) == {"🎉"}
    assert note.endswith("…")


# A table that changed while it played: its CSV, BG Stats, its evening, its people's pages; see `changed_table`.


@pytest.fixture
def evening(phone: Phone) -> Sitting:
    """The evening with its changes."""
    table = phone.sits_down("Ann", "Ben", "Cleo", **OPTIONS)
    phone.api.enters(table.id, *ENTRIES)
    return table


def test_a_column_names_all_who_sat_there_and_is_empty_for_who_was_not_dealt_in(evening: Sitting) -> None:
    head, *rows = rows_of(evening)
    assert head[2:6] == ["Ann / Zoe", "Ben", "Cleo", "Eva"]
    assert [row[2:6] for row in rows if row[0].isdigit() or row[1] == "Σ"] == [
        ["12", "11", "11", ""],
        ["11", "0", "10", "12"],
        ["0", "10", "0", "10"],
        ["0", "", "0", "10"],
        ["23", "21", "21", "32"],
    ]
    assert [row[1] for row in rows if row[0] == "⇄"] == [
        "Eva joined with 0 before deal 2",
        "Zoe takes over from Ann in deal 3",
        "Ben leaves before deal 4 (Out of competition)",
    ]


def test_the_results_have_no_place_for_who_is_out_of_competition(evening: Sitting) -> None:
    _, *lines = results_of(evening.phone)
    assert [line[4:9] for line in lines] == [
        ["Zoe", "2", "23", "No", "Ann / Zoe / Ben / Cleo / Eva"],
        ["Ben", "", "21", "", "Ann / Zoe / Ben / Cleo / Eva"],
        ["Cleo", "3", "21", "No", "Ann / Zoe / Ben / Cleo / Eva"],
        ["Eva", "1", "32", "Yes", "Ann / Zoe / Ben / Cleo / Eva"],
    ]


def test_bg_stats_gets_who_sits_there_at_the_end(evening: Sitting) -> None:
    with keeper_of(evening.phone) as keeper:
        sent = bg_stats_play(loading.load(keeper, evening.id), original_names(keeper, evening.id))
    told = ("name", "rank", "score", "winner", "startPlayer")
    assert [tuple(map(each.get, told)) for each in sent["players"]] == [
        ("Zoe", 2, 23, False, True),
        ("Ben", None, 21, False, False),
        ("Cleo", 3, 21, False, False),
        ("Eva", 1, 32, True, False),
    ]


def test_the_evening_lists_who_is_out_of_competition_without_a_place(evening: Sitting) -> None:
    told = evening.phone.opens(f"/evenings/{evening.id}").html
    assert "★ Eva 32 · Zoe 23 · Cleo 21 · Ben 21 (out of competition)" in told


def test_a_persons_page_says_what_was_played_in_part(evening: Sitting) -> None:
    numbers, counted = numbers_of(evening.phone), "The result goes to whoever finished the game"
    for name, deals in (("Ann", 2), ("Ben", 3), ("Zoe", 0)):
        told = evening.phone.opens(f"/players/{numbers[name]}").text
        assert ("Joined or left partway" in told, counted in told) == (bool(deals),) * 2, name
        assert not deals or f"Joined or left partway: 1 (deals: {deals})." in told
