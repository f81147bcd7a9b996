"""What a form shows is what is read when it is sent, with a form made for it or without."""

from __future__ import annotations

from typing import Any

import pytest
from flask import Flask
from werkzeug.datastructures import MultiDict

from scoring.catalogue import all_games
from scoring.core import read_entry
from scoring.game import AnyGame
from tests.kit.games import played
from web.sheet.forms import HIDDEN_INPUTS, Form, form_for, typed_entry


def sent(form: Form) -> MultiDict[str, str]:
    """What a browser sends of a form in which nothing was changed."""
    inputs = [each for each in form if each.name not in HIDDEN_INPUTS]
    return MultiDict([("step", form["step"].data), *(pair for each in inputs for pair in values(each.name, each.data))])


def values(name: str, data: Any) -> list[tuple[str, str]]:
    if isinstance(data, list):
        return [(name, str(each)) for each in data]
    return [(name, "" if data is None else str(data))]


@pytest.mark.parametrize("game", all_games().values(), ids=lambda game: game.slug)
def test_what_a_form_shows_is_read_from_what_is_sent(app: Flask, game: AnyGame) -> None:
    for seed in range(3):
        play = played(game, seed)
        for sheet, entry in zip(play.sheets, play.entries, strict=False):
            ask = sheet.find_ask(entry["step"])
            assert ask is not None
            with app.test_request_context():
                typed = sent(form_for(ask, position=0, entry=entry))
                raw = typed_entry(ask, typed)
                assert raw == form_for(ask, position=0, typed=typed).raw()
            assert read_entry(sheet, raw).to_json() == entry


def test_an_input_that_was_not_sent_is_no_answer_and_no_tick_is_one() -> None:
    ask = played(all_games()["koi-koi"], 0).sheets[1].ask
    assert ask is not None
    nothing, left_open = (
        typed_entry(ask, MultiDict(typed)) for typed in ([("step", "result")], [("step", "result"), ("yaku", "")])
    )
    assert (nothing["winner"], nothing["calls"]) == (None, [None, None])
    assert (nothing["yaku"], nothing["cards"]) == ([], [[], []])
    assert left_open["yaku"] is None
