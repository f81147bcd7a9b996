"""The games that can be played and their house rules, for programs."""

from __future__ import annotations

from flask import Flask
from jsonschema_rs import Draft202012Validator

from scoring.catalogue import all_games
from tests.kit.web.api import Program, document_of
from web.api.games import name_of


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
