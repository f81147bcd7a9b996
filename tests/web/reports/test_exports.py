"""Sessions to take away: the document scores again to the same, the table does no harm in a spreadsheet."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Any
from urllib.parse import parse_qsl, urlsplit

import pytest

from record.author import Author, stamp
from record.session import Session, new_session
from scoring.core import read_entry
from scoring.document import load
from tests.kit.web.reports import keeper_of, results_of, rows_of, sent_to_bg_stats
from tests.web.conftest import Phone, Sitting, borrowed
from web.reports import bg_stats

FORMULAS = ("=1+1", "+1", "-1+1", "@SUM(A1)")


def test_the_document_scores_again_to_the_same(table: Sitting) -> None:
    table.deal(bids=(1, 1, 0), tricks=(1, 2, 0))
    table.adjusts(1, -5, "“late”")
    table.notes("お茶")
    table.ends()
    page = table.phone.opens(f"{table.address}/takuroku.json")
    assert (page.status, page.mimetype) == (200, "application/json")
    document = json.loads(page.html)
    assert document == table.kept["document"]
    sheet = load(document)
    assert list(sheet.totals) == table.totals == [11, -5, 10]
    assert sheet.over
    assert table.phone.says("/api/score", document).json == table.kept["report"]


def test_halves_survive_the_document(phone: Phone, toys: dict[str, Any]) -> None:
    table = phone.sits_down(game="pot", pot="10")
    table.enters({"seat": "0", "chips": "2.5"})
    document = json.loads(phone.opens(f"{table.address}/takuroku.json").html)
    assert [float(total) for total in load(document).totals] == [2.5, 0, 0]


def test_the_document_is_a_file_to_keep(table: Sitting) -> None:
    for kind in ("json", "csv"):
        page = table.phone.opens(f"{table.address}/takuroku.{kind}")
        sent_as = page.headers["Content-Disposition"]
        assert sent_as.startswith('attachment; filename="oh-hell-20')
        assert sent_as.endswith(f'.{kind}"')


def test_the_table_has_a_line_a_row_and_the_totals(table: Sitting) -> None:
    table.deal(bids=(1, 1, 0), tricks=(1, 2, 0))
    table.adjusts(1, -5, "late")
    head, deal, adjustment, totals = rows_of(table)
    assert [line[2:] for line in (head, deal, adjustment, totals)] == [
        ["Ann", "Ben", "Chika", "Ann: noted", "Ben: noted", "Chika: noted"],
        ["11", "0", "10", "1", "1", "0"],
        ["0", "-5", "0", "", "", ""],
        ["11", "-5", "10", "", "", ""],
    ]
    assert deal[0] == "3"


def test_a_column_with_nothing_noted_is_left_out(phone: Phone) -> None:
    table = phone.sits_down("Ann", "Ben", game="score-pad")
    (head, *_) = rows_of(table)
    assert head == ["Deal", "", "Ann", "Ben"]


@pytest.mark.parametrize("name", FORMULAS)
def test_a_name_is_no_formula_for_a_spreadsheet(phone: Phone, name: str) -> None:
    table = phone.sits_down(name, 'Ben "B", Jr', "Chika", top_hand="3")
    table.adjusts(0, 5, "why")
    table.deal(bids=(1, 1, 0), tricks=(1, 2, 0))
    rows = rows_of(table)
    assert rows[0][2:5] == ["'" + name, 'Ben "B", Jr', "Chika"]
    words = [cell for row in rows for cell in row if not _is_number(cell)]
    assert [cell for cell in words if cell.startswith(("=", "+", "-", "@"))] in ([], ["="])
    assert load(table.kept["document"]).table.players[0] == name, "the document keeps the name as it is"


@pytest.mark.parametrize("name", ["＝1+1", "＋1", "－1", "＠SUM(A1)"])
def test_a_name_in_full_width_is_no_formula_either(phone: Phone, name: str) -> None:
    # Spreadsheets set up for Japanese read the full-width signs as the plain ones (OWASP, CSV injection).
    table = phone.sits_down(name, "Ben", "Chika")
    assert rows_of(table)[0][2] == "'" + name


def test_lines_end_as_the_standard_has_it(table: Sitting) -> None:
    table.deal(bids=(1, 1, 0), tricks=(1, 2, 0))
    body = table.phone.opens(f"{table.address}/takuroku.csv").bytes
    assert body.count(b"\r\n") == body.count(b"\n") == 3, "RFC 4180"


# --- all results ------------------------------------------------------------------


def test_a_finished_session_has_a_line_for_each_player(phone: Phone) -> None:
    phone.sits_down("Ann", "Ben", "Chika")
    table = phone.sits_down("Ann", "=1+1", "Chika", top_hand="3", scoring="minus")
    table.deal(bids=(1, 1, 0), tricks=(1, 2, 0))
    table.ends()
    head, *lines = results_of(phone)
    assert head[:8] == ["Date", "Time (UTC)", "Game", "House rules", "Player", "Place", "Points", "Won"]
    assert head[8:] == ["At the same table", "Where it was played", "Note", "Link"]
    assert {line[11] for line in lines} == {f"http://localhost{table.address}"}, "it opens from the spreadsheet"
    assert [line[4:8] for line in lines] == [
        ["Ann", "1", "10", "Yes"],
        ["'=1+1", "3", "-10", "No"],
        ["Chika", "1", "10", "Yes"],
    ]
    began = table.kept["document"], lines[0][:4]
    assert lines[0][2] == "Oh Hell"
    assert re.fullmatch(r"20\d\d-\d\d-\d\d \d\d:\d\d", " ".join(lines[0][:2])), began
    assert {line[8] for line in lines} == {"Ann / =1+1 / Chika"}
    assert "inus" in lines[0][3]


def test_results_and_scorecards_have_the_present_names_the_place_and_the_note(phone: Phone) -> None:
    anne = phone.sits_down("Anne", "Ben", "Chika")
    anne.ends()
    table = phone.sits_down("Ann", "Ben", "Chika", top_hand="3")
    table.deal(bids=(1, 1, 0), tricks=(1, 2, 0))
    table.ends()
    with keeper_of(phone) as keeper:
        number = {each.name: each.id for each in keeper.people()}
        keeper.merge_players(number["Anne"], into=number["Ann"], at="2026-11-22T08:00:00Z")
        keeper.rename_player(number["Ann"], name="@Anna")
        keeper.describe(table.id, place="=Café()", note="+1 “glass”\tof wine")
    _, *lines = results_of(phone)
    assert [line[4] for line in lines] == ["'@Anna", "Ben", "Chika"] * 2
    assert {tuple(line[8:11]) for line in lines} == {
        ("'@Anna / Ben / Chika", "'=Café()", "'+1 “glass” of wine"),
        ("'@Anna / Ben / Chika", "", ""),
    }
    assert rows_of(table)[0][2:5] == ["'@Anna", "Ben", "Chika"]


def test_a_result_has_the_day_and_the_time_where_the_reader_is(phone: Phone) -> None:
    """Eleven in the evening in UTC is eight in the morning of the next day in Tokyo."""
    table = phone.sits_down(top_hand="3")
    table.deal(bids=(1, 1, 0), tricks=(1, 2, 0))
    table.ends()
    with borrowed(phone.client.application) as db:
        db.execute("UPDATE session SET created_at = '2026-03-07T23:00:00Z' WHERE id = ?", (table.id,))
    phone.client.set_cookie("zone", "Asia/Tokyo")
    head, *lines = results_of(phone)
    assert [head[:2], lines[0][:2]] == [["Date", "Time (Asia/Tokyo)"], ["2026-03-08", "08:00"]]
    file = phone.opens(f"{table.address}/takuroku.csv").headers["Content-Disposition"]
    assert file == 'attachment; filename="oh-hell-2026-03-08.csv"'


def test_results_are_in_the_readers_language(japanese: Phone) -> None:
    table = japanese.sits_down("あんな", "ベン", "千夏", top_hand="3")
    table.ends()
    head, first, *_ = results_of(japanese)
    assert head[4:] == ["プレイヤー", "順位", "点", "勝ち", "同卓", "場所", "メモ", "リンク"]
    assert (first[2], first[4]) == ("オーヘル", "あんな")


def test_many_results_come_page_by_page(phone: Phone, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("store.transfer.results.SESSIONS_PER_READ", 2)
    for number in range(5):
        phone.sits_down(f"Ann {number}", "Ben", "Chika").ends()
    assert sorted(line[4] for line in results_of(phone)[1:] if line[4].startswith("Ann")) == [
        "Ann 0",
        "Ann 1",
        "Ann 2",
        "Ann 3",
        "Ann 4",
    ]


# --- BG Stats -----------------------------------------------------------------------


def test_bg_stats_is_told_of_a_finished_session(table: Sitting) -> None:
    assert "bgstatsapp" not in table.behind("export").html, "a running session has no result"
    table.deal(bids=(1, 1, 0), tricks=(1, 2, 0))
    table.ends()
    sent = sent_to_bg_stats(table)
    assert re.fullmatch(r"20\d\d-\d\d-\d\d \d\d:\d\d:\d\d", sent.pop("playDate"))
    assert len({each.pop("sourcePlayerId") for each in sent["players"]}) == 3
    assert sent == {
        "sourceName": "Takuroku",
        "sourcePlayId": table.id,
        "board": "Largest hand: 3",
        "game": {"name": "Oh Hell", "sourceGameId": "oh-hell", "highestWins": True, "noPoints": False},
        "players": [
            {"name": "Ann", "startPlayer": True, "rank": 1, "score": 11, "winner": True},
            {"name": "Ben", "startPlayer": False, "rank": 3, "score": 0, "winner": False},
            {"name": "Chika", "startPlayer": False, "rank": 2, "score": 10, "winner": False},
        ],
    }


def test_a_session_without_a_deal_has_nothing_to_send(table: Sitting) -> None:
    table.ends()
    assert "bgstatsapp" not in table.behind("export").html


def ended(slug: str, *players: str, minutes: int = 0, **head: Any) -> Session:
    """A session that was ended by hand after so many minutes."""
    began = datetime(2026, 11, 21, 19, 30, tzinfo=UTC)
    session = new_session(id="evening", created_at=stamp(began), head={"game": slug, "players": list(players), **head})
    by = Author(device="phone", key="end", at=began + timedelta(minutes=minutes))
    return session.with_entry(read_entry(session.sheet, {"step": "end"}), by)


def test_bg_stats_is_told_when_in_utc_and_for_how_long() -> None:
    play = bg_stats.play(ended("score-pad", "Ann", "Ben", minutes=95))
    assert (play["playDate"], play["durationMin"]) == ("2026-11-21 19:30:00", 95)
    for minutes in (0, 60 * 24 * 3):
        assert "durationMin" not in bg_stats.play(ended("score-pad", "Ann", "Ben", minutes=minutes))


def test_bg_stats_knows_a_player_again() -> None:
    one, other = (bg_stats.play(ended("score-pad", *names))["players"] for names in (("Ann", "Ben"), ("Bert", "ANN")))
    assert one[0]["sourcePlayerId"] == other[1]["sourcePlayerId"]
    assert one[1]["sourcePlayerId"] != other[0]["sourcePlayerId"]


def test_bg_stats_is_told_where_it_was_and_what_is_to_be_remembered(table: Sitting) -> None:
    table.deal(bids=(1, 1, 0), tricks=(1, 2, 0))
    table.ends()
    with keeper_of(table.phone) as keeper:
        keeper.describe(table.id, place="Café & Co", note="100 % “Zoë” 🎉")
    sent = sent_to_bg_stats(table)
    assert (sent["location"], sent["comments"]) == ("Café & Co", "100 % “Zoë” 🎉")


def test_bg_stats_knows_who_was_renamed_and_takes_two_that_were_merged_for_one(phone: Phone) -> None:
    tables = [phone.sits_down(name, "Ben", "Chika", top_hand="3") for name in ("Ann", "Anne")]
    for table in tables:
        table.deal(bids=(1, 1, 0), tricks=(1, 2, 0))
        table.ends()
    before = [sent_to_bg_stats(table)["players"] for table in tables]
    with keeper_of(phone) as keeper:
        number = {each.name: each.id for each in keeper.people()}
        keeper.rename_player(number["Ann"], name="Anna")
        keeper.merge_players(number["Anne"], into=number["Ann"], at="2026-11-22T08:00:00Z")
    after = [sent_to_bg_stats(table)["players"] for table in tables]
    assert [each[0]["name"] for each in after] == ["Anna", "Anna"]
    assert {each[0]["sourcePlayerId"] for each in after} == {before[0][0]["sourcePlayerId"]}
    assert [each[1:] for each in after] == [each[1:] for each in before]


def test_bg_stats_is_told_that_the_fewest_points_win() -> None:
    assert bg_stats.play(ended("score-pad", "Ann", "Ben", options={"best": "lowest"}))["game"]["highestWins"] is False


def game_of(slug: str, *players: str, **options: object) -> tuple[str, str]:
    game = bg_stats.play(ended(slug, *players, options=options))["game"]
    return game["name"], game["sourceGameId"]


def test_bg_stats_tells_apart_what_a_score_pad_is_kept_for_and_trup_kasiet_from_satat() -> None:
    pads = [game_of("score-pad", "Ann", "Ben", **({"name": name} if name else {})) for name in ("", "Hearts", "七並べ")]
    four = "Ann", "Ben", "Chika", "Dan"
    pairs = [game_of("satat", *four, variant=variant) for variant in ("satat", "trup-kasiet")]
    assert [name for name, _ in (*pads, *pairs)] == ["Score pad", "Hearts", "七並べ", "Satat", "Trup Kasiet"]
    assert (pads[0][1], pairs[0][1]) == ("score-pad", "satat"), "known by these since the first release"
    assert len({known for _, known in (*pads, *pairs)}) == 5
    assert all(re.fullmatch("(score-pad|satat)-[0-9a-f]{12}", known) for _, known in (*pads[1:], pairs[1]))
    assert game_of("score-pad", "Cleo", "Dan", name="ＨＥＡＲＴＳ")[1] == pads[1][1], "as a name is known again"


def test_bg_stats_is_told_of_partners_as_a_role() -> None:
    players = bg_stats.play(ended("twin-shoot", "Ann", "Ben", "Chika", "Dan", dealer=2))["players"]
    assert len({each["role"] for each in players}) == 2
    assert [each["name"] for each in players if each["startPlayer"]] == ["Chika"]
    for each in players:
        assert each["name"] in each["role"]


def test_the_longest_names_make_no_address_that_is_too_long() -> None:
    """Servers and apps take 8,000 letters."""
    names = [letter * 30 for letter in "あいうえおかきくけこさし"]
    session = replace(ended("score-pad", *names), place="店" * 60, note="🎉" * 500)
    link = bg_stats.link(session)
    assert 7_000 < len(link) <= 8_000
    note = json.loads(parse_qsl(urlsplit(link).query)[0][1])["comments"]
    assert set(note[:-1]) == {"🎉"}
    assert note.endswith("…")


def _is_number(cell: str) -> bool:
    return cell.removeprefix("-").replace(".", "", 1).isdigit()
