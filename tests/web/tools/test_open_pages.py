"""Pages that are open to all: the rules of each game with every option, the accessibility statement."""

from __future__ import annotations

from pathlib import Path

from flask import Flask

from app import create_app
from scoring.catalogue import all_games
from scoring.entry.choices import Pick
from scoring.entry.fields import Number, to_json
from scoring.game import AnyGame
from scoring.message import plain
from tests.kit.for_each import for_each
from tests.web.conftest import SECRET, Phone


def test_every_game_has_a_page_of_rules_that_leads_to_a_new_game(phone: Phone) -> None:
    """They stand in the order of the reader's language: ウィザード, オーヘル, こいこい."""
    for phone.language, first in (("en", ["boo-ray", "buki", "koi-koi"]), ("ja", ["wizard", "oh-hell", "koi-koi"])):
        slugs = [link.removeprefix("/rules/") for link in phone.opens("/rules").links() if link.startswith("/rules/")]
        assert [slug for slug in slugs if slug in first] == first
        for slug in slugs:
            page = phone.opens(f"/rules/{slug}")
            assert (page.status, page.lang) == (200, phone.language)
            assert f"/new/{slug}" in page.links()
            assert len(page.root.one("div", class_="prose").text) > 200


@for_each("game", all_games().values())
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
            unset = field.unset or "nothing"
            assert usual == f"{unset if field.suggested is None else to_json(field.suggested)} usual"
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


@for_each("origin, back", BACK.items())
def test_the_way_back_leads_to_where_one_came_from_and_never_off_the_site(phone: Phone, origin: str, back: str) -> None:
    page = phone.opens("/rules/oh-hell", query_string={"from": origin})
    assert page.root.one("header").one("a").get("href") == back


def test_the_rules_opened_from_a_setup_lead_back_to_it(phone: Phone) -> None:
    links = [each for each in phone.opens("/new/oh-hell").links() if each.startswith("/rules/")]
    assert len(links) == 2, "to the rules, and to the games with a name of their own"
    for link in links:
        assert phone.opens(link).root.one("header").one("a").get("href") == "/new/oh-hell"


def test_what_a_choice_means_stands_behind_the_reader_s_own_colon(phone: Phone) -> None:
    phone.language = "ja"
    lines = [each.text for each in phone.opens("/rules/koi-koi").root.one("dl").all("dd")]
    assert "見せない：その月が終わるまで、それぞれの画面には自分の札と役だけが出ます。" in lines
    assert not [line for line in lines if ": " in line]


# The accessibility statement: the same for everybody, honest about what nobody has tried.


@for_each(
    "language, title, untried",
    [
        ("en", "Accessibility", "Nobody has tried it with a screen reader"),
        ("ja", "アクセシビリティ", "スクリーンリーダー、音声操作"),
    ],
)
def test_the_scorebook_leads_to_the_accessibility_statement_which_says_what_was_not_tried(
    app: Flask, language: str, title: str, untried: str
) -> None:
    phone = Phone(app, language)
    assert phone.opens("/scorebook").root.one("a", href="/accessibility").text == title
    page = phone.opens("/accessibility")
    assert (page.heading, page.lang) == (title, language)
    assert "WCAG" in page.text and untried in page.text
    told = "Write to whoever gave you this app or its address."
    assert (told in page.text) == (language == "en"), "where no contact is set"


@for_each("contact", ["mailto:ann@cards.example", "https://cards.example/tell"])
def test_with_a_contact_the_statement_leads_there(tmp_path: Path, contact: str) -> None:
    site = create_app({"TAKUROKU_DATA": str(tmp_path), "TAKUROKU_SECRET": SECRET, "TAKUROKU_CONTACT": contact})
    link = Phone(site).opens("/accessibility").root.one("a", href=contact)
    assert (link.text, link.get("rel")) == (contact.removeprefix("mailto:"), "noreferrer")
