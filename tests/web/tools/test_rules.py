"""The rules of each game: in both languages, with every option, and the way back to where one came from."""

from __future__ import annotations

import pytest

from scoring.catalogue import all_games
from scoring.entry.choices import Pick
from scoring.entry.fields import Number, to_json
from scoring.game import AnyGame
from scoring.message import plain
from tests.web.conftest import Phone


@pytest.mark.parametrize("language", ["en", "ja"])
def test_every_game_has_a_page_of_rules_that_leads_to_a_new_game(phone: Phone, language: str) -> None:
    phone.language = language
    for link in phone.opens("/rules").links():
        if link.startswith("/rules/"):
            page = phone.opens(link)
            assert (page.status, page.lang) == (200, language)
            assert link.replace("/rules/", "/new/") in page.links()
            assert len(page.root.one("div", class_="prose").text) > 200


def test_the_games_stand_in_the_order_of_the_readers_language(phone: Phone) -> None:
    told = {}
    for phone.language in ("en", "ja"):
        told[phone.language] = [link for link in phone.opens("/rules").links() if link.startswith("/rules/")]
    assert told["en"][:3] == ["/rules/boo-ray", "/rules/buki", "/rules/koi-koi"]
    # ウィザード, オーヘル, こいこい
    assert told["ja"][:3] == ["/rules/wizard", "/rules/oh-hell", "/rules/koi-koi"]


@pytest.mark.parametrize("game", all_games().values(), ids=all_games())
def test_every_option_is_told_with_its_help_and_what_is_usual(phone: Phone, game: AnyGame) -> None:
    listed = phone.opens(f"/rules/{game.slug}").root.one("dl").all("div")
    fields = game.options.fields()
    assert [each.one("dt").text for each in listed] == [str(field.label) for field in fields]
    for told, field in zip(listed, fields, strict=True):
        lines = [each.text for each in told.all("dd")]
        (usual,) = [line for line in lines if "usual" in line.split()[1:] or line.endswith(" usual")]
        if field.help:
            assert str(field.help) in lines
        if isinstance(field, Pick):
            assert usual.startswith(str(field.label_of(field.suggested)))
            for choice in field.choices:
                assert [line for line in lines if line.startswith(str(choice.label))]
                assert choice.help is None or any(line.endswith(str(choice.help)) for line in lines)
        elif isinstance(field, Number):
            assert usual == f"{field.unset if field.suggested is None else to_json(field.suggested)} usual"
            assert f"from {plain(field.low)} to {plain(field.high)}" in lines


BACK = {
    "/s/abc/rules": "/s/abc/rules",
    "/new/oh-hell": "/new/oh-hell",
    "": "/rules",
    "https://elsewhere.example/": "/rules",
    "//elsewhere.example": "/rules",
    "/\\elsewhere.example": "/rules",
    "javascript:alert(1)": "/rules",
    "new": "/rules",
}


@pytest.mark.parametrize("origin", BACK)
def test_the_way_back_leads_to_where_one_came_from_and_never_off_the_site(phone: Phone, origin: str) -> None:
    page = phone.opens("/rules/oh-hell", query_string={"from": origin})
    assert page.root.one("header").one("a").get("href") == BACK[origin]


def test_the_rules_opened_from_a_setup_lead_back_to_it(phone: Phone) -> None:
    links = [each for each in phone.opens("/new/oh-hell").links() if each.startswith("/rules/")]
    assert len(links) == 2, "to the rules, and to the games with a name of their own"
    for link in links:
        assert phone.opens(link).root.one("header").one("a").get("href") == "/new/oh-hell"


def test_what_a_choice_means_stands_behind_the_reader_s_own_colon(phone: Phone) -> None:
    phone.language = "ja"
    lines = [each.text for each in phone.opens("/rules/koi-koi").root.one("dl").all("dd")]
    assert "半年：6 か月、50 点ずつ。" in lines
    assert not [line for line in lines if ": " in line]
