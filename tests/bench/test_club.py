"""The club of which questions are asked played a whole year, and a figure that is wrong ends the command with 1."""

from __future__ import annotations

import json
from collections import Counter
from contextlib import closing
from datetime import UTC, datetime
from types import SimpleNamespace

import pytest

import bench.__main__ as command
from bench import club
from bench.figures import Figure
from scoring.catalogue import all_games
from store.admin.rebuild import compare
from store.book import Book
from store.engines.base import Database
from store.transfer.export import dump
from tests.kit import sums


@pytest.mark.long
def test_ten_people_play_all_games_in_a_year(database: Database) -> None:
    with closing(database.connect()) as db:
        many = club.fill(db, "club", until=datetime(2026, 11, 23, tzinfo=UTC))
        assert 180 < many < 230
        assert compare(db).differences == ()
        played = sums.finished(json.loads("".join(dump(Book(db, "club")))))
    assert len(played) == many - club.RUNNING
    assert {each.game for each in played} == {*all_games()}
    assert {each.title for each in played} == {"", *club.ON_THE_PAD}
    assert {name for each in played for name in each.players} == {*club.PLAYERS}
    assert len(Counter(each.began.month for each in played)) == 11
    assert len({each.began.date() for each in played}) > 40


@pytest.mark.parametrize(("is_right", "ends"), [(True, None), (None, None), (False, 1)])
def test_a_figure_that_is_not_right_ends_the_command_with_1(
    is_right: bool | None, ends: int | None, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    figures = [Figure("Who leads?", 4, "taps", goal=3, is_right=is_right, note="Anna, by the documents Ben")]
    monkeypatch.setattr(command, "import_module", lambda _name: SimpleNamespace(TITLE="", measured=lambda: figures))
    if ends is None:
        command.main(["questions"])
    else:
        with pytest.raises(SystemExit) as ended:
            command.main(["questions"])
        assert ended.value.code == ends
    said = capsys.readouterr().out
    assert "over" in said
    assert ("DIFFERENT: Anna, by the documents Ben" in said) == (ends == 1)
