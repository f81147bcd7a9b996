"""The sample: a whole game to look at, by the rules, in the reader's language, and nothing of it stays."""

from __future__ import annotations

from flask import Flask

from scoring.document import load
from tests.web.conftest import Phone
from web.reports import sample


def test_it_is_a_game_that_the_rules_take(app: Flask) -> None:
    with app.test_request_context():
        game = sample.game()
    assert (game.sheet.over, game.sheet.ended_early) == (True, False)
    # Maya by hand: 10 + 13 + 12, two missed, 11, one missed, 11 four times.
    assert game.sheet.totals[2] == 10 + 13 + 12 + 11 + 4 * 11
    assert game.sheet.winners == (2,)
    # The sample is taken as a record is; read as a document, each entry is checked.
    assert load(game.document).totals == game.sheet.totals


def test_it_shows_winner_story_and_scorecard_in_the_readers_language(phone: Phone, japanese: Phone) -> None:
    for reader, winner, others in ((phone, "Maya", "Olivia"), (japanese, "みほ", "あや")):
        root = reader.opens("/sample").root
        assert winner in root.one("section", class_="sample-won").text
        assert others in root.one("ol", class_="standings").text
        assert (len(root.all("table")), len(root.all("figure"))) == (1, 1)
    page = phone.opens("/sample?row=0")
    assert len(page.root.all("tr", class_="opened")) == 1
    assert (page.forms, [link for link in page.links() if link.startswith("/s/")]) == ([], []), "nothing is corrected"


def test_nothing_of_it_stays(phone: Phone) -> None:
    assert ["Set-Cookie" in phone.opens(address).headers for address in ("/sample", "/sample?row=3")] == [False, False]
    assert phone.opens("/history").root.all("li", class_="item") == []
    assert "Maya" not in phone.opens("/players").text
