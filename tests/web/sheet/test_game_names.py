"""What a game is called under its house rules, and the games that only the table ends."""

from __future__ import annotations

from typing import Any

import pytest

from tests.kit.web.page import Form
from tests.web.conftest import Phone, Sitting

FOUR = ("Ann", "Ben", "Chika", "Dan")


def the_end(page_of: Sitting) -> list[Form]:
    return [form for form in page_of.page.forms if form.typed("step") == "end"]


def written(table: Sitting, *entries: dict[str, Any]) -> None:
    for entry in entries:
        body = {"position": table.position, "entry": entry}
        answer = table.phone.says(f"/api/v1/sessions/{table.id}/entries", body)
        assert answer.status in (200, 201), answer.html


def everywhere(table: Sitting) -> dict[str, str]:
    """The words of every page that shows the session, and of its past once it is over."""
    pages = {"sheet": table.page, "more": table.more, "rules": table.behind("rules"), "home": table.phone.opens("/")}
    pages["history"] = table.phone.opens("/history")
    return {name: page.text for name, page in pages.items()}


@pytest.mark.parametrize(("language", "name"), [("en", "Trup Kasiet"), ("ja", "トルップ・カシエット")])
def test_trup_kasiet_goes_by_its_own_name(phone: Phone, language: str, name: str) -> None:
    phone.language = language
    hidden = phone.sits_down(*FOUR, game="satat", variant="trup-kasiet")
    assert [page for page, text in everywhere(hidden).items() if name not in text] == []
    assert hidden.page.heading.startswith(name)
    known = phone.sits_down(*FOUR, game="satat", variant="satat")
    again = [form.element.text for form in phone.opens("/").forms if form.action.endswith("/again")]
    assert [name in text for text in again] == [False, True], "same again of the two can be told apart"
    written(hidden, {"step": "result", "winners": 0, "kind": "plain"})
    assert hidden.page.root.one("caption").text.startswith(name)
    assert not known.page.heading.startswith(name)


def test_the_score_pad_goes_by_the_name_that_it_was_given(phone: Phone) -> None:
    hearts = phone.sits_down(*FOUR, game="score-pad", name="Hearts <3")
    assert [page for page, text in everywhere(hearts).items() if "Hearts <3" not in text] == []
    assert hearts.kept["document"]["options"]["name"] == "Hearts <3"
    plain = phone.sits_down(*FOUR, game="score-pad", name="")
    assert plain.page.heading.startswith("Score pad")
    assert plain.kept["document"]["options"]["name"] is None


def test_a_set_of_rules_leaves_the_name_of_the_game_alone(phone: Phone) -> None:
    form = phone.opens("/new/score-pad").form("/new/score-pad")
    filled = phone.sends(form, {"name": "Hearts", "fill": "preset:fewest"})
    again = filled.form("/new/score-pad")
    assert (again.typed("name"), again.typed("best")) == ("Hearts", "lowest")
    current = filled.root.all("button", aria_pressed="true")
    assert [each.get("value") for each in current if each.get("name") == "fill"] == ["preset:fewest"], "now in force"


def test_a_name_that_is_too_long_is_refused_beside_it(phone: Phone) -> None:
    form = phone.opens("/new/score-pad").form("/new/score-pad")
    page = phone.sends(form, {"players-0": "Ann", "name": "x" * 31})
    assert page.status == 422
    assert "The maximum is 30 characters." in page.wrong_at("name")


@pytest.mark.parametrize(
    ("game", "options", "entry"),
    [
        ("score-pad", {}, {"step": "round", "points": [1, 2, 3, 4]}),
        ("satat", {"end": "open"}, {"step": "result", "winners": 1, "kind": "plain"}),
    ],
)
def test_a_game_without_an_end_can_be_ended_on_its_sheet(
    phone: Phone, game: str, options: dict[str, Any], entry: dict[str, Any]
) -> None:
    table = phone.sits_down(*FOUR, game=game, **options)
    assert the_end(table) == [], "nothing to end yet"
    written(table, entry)
    (form,) = the_end(table)
    phone.follows(phone.sends(form))
    assert table.kept["report"]["over"] is True
    assert the_end(table) == []


def test_a_game_with_an_end_of_its_own_is_ended_in_the_menu_alone(phone: Phone) -> None:
    table = phone.sits_down(*FOUR, game="score-pad", rounds="10")
    written(table, {"step": "round", "points": [1, 2, 3, 4]})
    assert the_end(table) == []


def test_house_rules_say_what_is_played(phone: Phone) -> None:
    length = "How many deals or wins"
    assert length not in phone.sits_down(*FOUR, game="satat", end="open").behind("rules").text
    closed = phone.sits_down(*FOUR, game="satat", end="deals").behind("rules")
    assert f"{length} 12" in closed.text


def test_the_lowest_wins_and_the_others_are_so_many_above(phone: Phone) -> None:
    table = phone.sits_down("Ann", "Ben", game="score-pad", best="lowest")
    written(table, {"step": "round", "points": [3, 10]})
    (gap,) = table.page.root.all("span", class_="gap")
    assert gap.text == "7 behind +7"


def test_a_team_explains_its_sum_once(phone: Phone) -> None:
    table = phone.sits_down(*FOUR, game="twin-shoot")
    first: dict[str, Any] = {"step": "result", "bids": [4, 3, 2, 1], "tricks": [4, 2, 2, 2]}
    second: dict[str, Any] = {"step": "result", "bids": [5, 1, 3, 0], "tricks": [5, 1, 3, 1]}
    written(table, first, {"step": "open", "open": "yes"}, second)
    page = phone.opens(f"{table.address}?row=1")
    (opened,) = page.root.all("tr", class_="opened")
    assert opened.text.count("= 66") == 1
    assert opened.text.count("bid 5, took 5, hit") == 1
    (row,) = page.root.all("tr", id="row-1")
    assert [each.text for each in row.all("span", class_="badge")] == ["opened"]


def test_a_satat_team_explains_its_win_once(phone: Phone) -> None:
    table = phone.sits_down(*FOUR, game="satat")
    written(table, {"step": "result", "winners": 0, "kind": "7-0"})
    (opened,) = phone.opens(f"{table.address}?row=0").root.all("tr", class_="opened")
    assert opened.text.replace("\u2060", "").count("won, 7–0: 1") == 1


def test_an_opened_twin_shoot_is_called_by_its_name(phone: Phone) -> None:
    phone.language = "ja"
    table = phone.sits_down(*FOUR, game="twin-shoot")
    first: dict[str, Any] = {"step": "result", "bids": [4, 3, 2, 1], "tricks": [4, 2, 2, 2]}
    hit: dict[str, Any] = {"step": "result", "bids": [0, 0, 5, 5], "tricks": [0, 0, 5, 5]}
    written(table, first, {"step": "open", "open": "yes"}, hit)
    assert "Chika＆Dan：オーバーヘッドツインシュート" in table.page.news


def test_the_new_totals_are_said_with_names_and_what_was_made(phone: Phone) -> None:
    table = phone.sits_down(top_hand="3")
    table.deal(bids=(1, 1, 0), tricks=(1, 2, 0))
    said = table.page.root.one("div", class_="said").text
    assert "Ann leads" in said
    for words in ("Ann 11 ( +11 , made )", "Ben 0 ( 0 , missed )", "Chika 10 ( +10 , made )"):
        assert words.replace(" ( ", " (").replace(" , ", ", ").replace(" )", ")") in said
    table.bids(0, 0, 0)
    assert "under. Play!" in table.page.news
