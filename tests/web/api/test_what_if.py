"""A session under other house rules, who can still win, and the games that can be played."""

from __future__ import annotations

from typing import Any

import pytest
from flask import Flask
from jsonschema_rs import Draft202012Validator

from scoring.catalogue import all_games
from tests.web.conftest import Phone
from tests.web.sheet.seats.test_seats import ANN, NAMES, joins, says
from tests.web.support.api import Program, document_of
from web.api.games import name_of

DEAL: tuple[dict[str, Any], ...] = ({"step": "bids", "bids": [1, 1, 0]}, {"step": "tricks", "tricks": [1, 2, 0]})


def test_a_session_is_scored_under_other_rules_and_nothing_is_written(program: Program, phone: Phone) -> None:
    """Oh Hell, one deal: Ann and Chika make their bids, Ben misses by one, which costs nothing or a point."""
    session = program.starts()
    before = program.enters(session, *DEAL)
    at = f"/sessions/{session}/what-if"
    assert before["report"]["totals"] == [11, 0, 10]
    as_it_is = program.asks("POST", at, {}).json
    assert (as_it_is["report"], as_it_is["comparable"], as_it_is["forbidden"]) == (before["report"], True, [])
    assert as_it_is["options"] == before["document"]["options"]
    otherwise = phone.program(role="watcher").asks("POST", at, {"options": {"scoring": "minus"}})
    assert otherwise.status == 200
    assert otherwise.json["options"] == before["document"]["options"] | {"scoring": "minus"}
    assert otherwise.json["report"]["totals"] != before["report"]["totals"]
    assert otherwise.json["comparable"]
    assert otherwise.json["outcome"]
    assert program.sees(session) == before


def test_what_other_rules_forbid_is_told(program: Program) -> None:
    """Bids that add up to the cards of the hand: the dealer may not make them so, where that is a rule."""
    session = program.starts(options={"format": "long", "top_hand": 3, "restriction": "off"})
    cards = program.sees(session)["report"]["ask"]["fields"][0]["high"]
    bids, tricks = [cards, 0, 0], [0, cards, 0]
    program.enters(session, {"step": "bids", "bids": bids}, {"step": "tricks", "tricks": tricks})
    found = program.asks("POST", f"/sessions/{session}/what-if", {"options": {"restriction": "on"}}).json
    assert not found["comparable"]
    (forbidden,) = found["forbidden"]
    assert forbidden["why"]
    assert found["report"]["totals"] == program.sees(session)["report"]["totals"]


@pytest.mark.parametrize(
    ("body", "field"),
    [
        ({"options": {"speed": 1}}, "speed"),
        ({"options": {"scoring": "tarot"}}, "scoring"),
        ({"options": []}, "options"),
        ({"rules": {}}, "rules"),
    ],
)
def test_rules_that_are_none_are_refused_at_their_field(program: Program, body: dict[str, Any], field: str) -> None:
    answer = program.asks("POST", f"/sessions/{program.starts()}/what-if", body)
    assert (answer.status, [each["field"] for each in answer.json["problems"]]) == (422, [field])


def test_chances_are_told_once_something_is_certain(program: Program) -> None:
    """Ann bids and takes all tricks, the others miss. Before the last deal nobody can catch up by its cards and 10."""
    session = program.starts(options={"format": "long", "top_hand": 3, "restriction": "off"})
    at = f"/sessions/{session}/chances"
    assert program.asks("GET", at).json == {"over": False, "winners": [], "safe": [], "out": [], "needs": []}
    now, told = program.sees(session), []
    while ask := now["report"]["ask"]:
        if ask["step"] == "bids":
            cards = ask["fields"][0]["high"]
            told.append(program.asks("GET", at).json)
            now = program.enters(session, {"step": "bids", "bids": [cards, 1, 1]})
        else:
            now = program.enters(session, {"step": "tricks", "tricks": [cards, 0, 0]})
    assert (told[-1]["safe"], told[-1]["out"], told[-1]["over"]) == ([[0]], [[1], [2]], False)
    over = program.asks("GET", at).json
    assert (over["over"], over["winners"]) == (True, [0])


def test_in_the_last_deal_is_told_what_each_needs(program: Program) -> None:
    """One deal of one card: who bids 1 and takes it has 11, any other 10 at most."""
    session = program.starts(options={"format": "short-valley", "top_hand": 1})
    found = program.asks("GET", f"/sessions/{session}/chances").json
    assert found["needs"] == [f"{name} wins by making a bid of 1." for name in ("Ann", "Ben", "Chika")]


def test_chances_and_other_rules_of_a_session_elsewhere_are_not_told(program: Program, stranger: Phone) -> None:
    session, theirs = program.starts(), stranger.program()
    assert theirs.asks("GET", f"/sessions/{session}/chances").status == 404
    assert theirs.asks("POST", f"/sessions/{session}/what-if", {}).status == 404
    assert Program(program.app, None).asks("GET", f"/sessions/{session}/chances").status == 401


# The games.


def test_every_game_is_listed_with_its_house_rules_for_anybody(app: Flask) -> None:
    listed = Program(app, None).asks("GET", "/games").json["games"]
    assert [each["slug"] for each in listed] == [*all_games()]
    for told, game in zip(listed, all_games().values(), strict=True):
        assert told["players"] == [*game.seats]
        assert [each["name"] for each in told["options"]] == [each.name for each in game.options.fields()]
        rules = Draft202012Validator(document_of(app)["components"]["schemas"][name_of("Options", game.slug)])
        defaults = {each["name"]: each["default"] for each in told["options"]}
        assert rules.is_valid(defaults)
        for option in told["options"]:
            for choice in option["choices"]:
                assert rules.is_valid({option["name"]: choice["value"]})
        for preset in told["presets"]:
            assert rules.is_valid(preset["options"])


def test_a_game_begins_with_the_rules_that_are_listed(program: Program) -> None:
    for game in program.asks("GET", "/games").json["games"]:
        players = ["Ann", "Ben", "Chika", "Dan", "Emi", "Finn"][: min(game["players"])]
        defaults = {each["name"]: each["default"] for each in game["options"]}
        for options in (defaults, *(each["options"] for each in game["presets"])):
            program.starts(game=game["slug"], players=players, options=options)


def test_games_are_told_in_the_readers_language(app: Flask) -> None:
    listed = {each: Program(app, None, each).asks("GET", "/games").json["games"] for each in ("en", "ja")}
    words = {each: next(game for game in games if game["slug"] == "oh-hell") for each, games in listed.items()}
    assert words["en"]["name_ja"] == words["ja"]["name_ja"]
    labels = {language: [each["label"] for each in told["options"]] for language, told in words.items()}
    assert labels["en"] != labels["ja"]


def test_what_a_seat_keeps_to_itself_is_in_no_answer(phone: Phone) -> None:
    """Bids are written: Ann's is laid on her phone, and tells nobody what it is before all are shown."""
    program, table = phone.api, phone.sits_down(*NAMES, dealer=2, top_hand="3", bidding="written")
    ann = joins(phone, table, ANN)
    answers: list[list[Any]] = []
    for bid in ("0", "1"):
        assert says(ann, table, ANN, bid).status == 303
        at = f"/sessions/{table.id}"
        asked = ("", "/document", "/log", "/chances")
        told = [program.asks("GET", f"{at}{each}").json for each in asked]
        told += [program.asks("GET", path).json for path in (f"/evenings/{table.id}", "/evenings", "/sessions")]
        answers.append([*told, program.asks("POST", f"{at}/what-if", {"options": {"bidding": "spoken"}}).json])
    assert answers[0] == answers[1]
    assert answers[0][1]["entries"] == []
