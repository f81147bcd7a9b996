"""The session document, and the page that describes it."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

from docs.games import house_rules
from scoring.catalogue import all_games
from scoring.document import dump, load, problems_json, report
from scoring.errors import EntryError, ReplayError
from scoring.games.oh_hell import GAME
from tests.games.oh_hell.sheet import SESSION
from tests.kit.games import session_of
from tests.kit.scoring.seen import problems
from tests.kit.scoring.toy_games import PENNY

DOCS = Path(__file__).parents[2] / "docs"
PAGE = (DOCS / "session-document.md").read_text()
LEAST: dict[str, Any] = {"game": "oh-hell", "players": ["あんな", "ベン", "千夏"]}
OPTIONS = SESSION["options"]
"""What is in force at three where nothing is said."""


def written(name: str) -> Any:
    """The JSON block of that name on the page."""
    (block,) = re.findall(rf"```json {name}\n(.*?)```", PAGE, re.DOTALL)
    return json.loads(block)


def refused(document: object) -> list[tuple[str, int | None, str]]:
    with pytest.raises(EntryError) as caught:
        load(document)
    return problems(caught.value)


# The page


def test_the_worked_example_is_scored_as_the_page_says() -> None:
    assert report(load(written("document"))) == written("result")


def test_the_worked_example_is_written_in_full() -> None:
    document = written("document")
    assert dump(GAME, load(document), document["entries"]) == document


def test_the_illegal_example_is_refused_as_the_page_says() -> None:
    document = written("document")
    document["entries"][-1] = {"step": "bids", "bids": [0, 0, 1]}
    with pytest.raises(ReplayError) as caught:
        load(document)
    refusal = {"position": caught.value.position, "problems": problems_json(caught.value.problems)}
    assert refusal == written("refusal")


@pytest.mark.parametrize("game", all_games().values(), ids=lambda game: game.slug)
def test_the_page_of_every_game_has_its_house_rules_as_they_are_declared(game: Any) -> None:
    page = house_rules.page_of(game).read_text()
    assert page == house_rules.with_house_rules(page, game), "make docs"
    assert f"`{game.slug}`" in page.splitlines()[0]


def test_the_page_of_a_game_has_the_default_of_a_rule_first_and_when_it_counts() -> None:
    skull_king = (DOCS / "games" / "skull-king.md").read_text()
    assert "\n| `cannonball` | Cannonball. Only with `scoring` `rascal`. | `off` (Off)<br>`on` (On): " in skull_king
    wizard = (DOCS / "games" / "wizard.md").read_text()
    rule = r"\n\| `restriction` \| [^|]*\| `off` \(Off\)<br>`on` \(On\): [^<|]* \|\n"
    assert re.search(rule, wizard)
    assert "\n| `ten` | Ten deals. | `deals` `10` |\n" in wizard


@pytest.mark.parametrize("game", all_games().values(), ids=lambda game: game.slug)
def test_the_page_names_every_fact_and_its_choices_of_every_game(game: Any) -> None:
    _, facts = house_rules.page_of(game).read_text().split("\n## Facts\n")
    rows = dict(re.findall(r"\n\| `([a-z_]+)` \| ([^\n]*)", facts))
    kinds = game.sheet.fact_kinds
    assert list(rows) == [kind.name for kind in kinds]
    for kind in kinds:
        assert {choice.value for choice in kind.choices} == set(re.findall(r"`([a-z0-9-]+)`", rows[kind.name]))


# Reading


VERSIONS: tuple[object, ...] = (0, 2, "1", None, 1.5, [], {}, True)
GAMES: tuple[object, ...] = ("whist", "", "Oh Hell", None, 3, [], ["oh-hell"], {})
NO_OBJECT = "“session” must be an object."
OTHER_VERSION = "This version is not supported."


@pytest.mark.parametrize(
    ("document", "field", "words"),
    [
        *((each, "document", NO_OBJECT) for each in (None, [], [LEAST], "oh-hell", 3, True, 0.5)),
        (LEAST | {"winner": "ベン"}, "winner", "“winner” is not asked for here."),
        (LEAST | {"x" * 10_000: 1}, "x" * 19 + "…", f"“{'x' * 19}…” is not asked for here."),
        *((LEAST | {"takuroku": each}, "takuroku", OTHER_VERSION) for each in VERSIONS),
        *((LEAST | {"game": each}, "game", f"There is no game called “{each}”.") for each in GAMES),
        *(
            (LEAST | {"options": each}, "options", "“options” must be an object.")
            for each in (None, [], "long", 3, [["format", "long"]])
        ),
        *(
            (LEAST | {"entries": each}, "entries", "“entries” must be a list.")
            for each in (None, {}, "bids", 3, {"step": "bids"})
        ),
    ],
    ids=lambda each: repr(each)[:24],
)
def test_what_is_no_document_is_refused_in_words(document: object, field: str, words: str) -> None:
    assert refused(document) == [(field, None, words)]


def test_the_least_document_is_a_game_and_its_players() -> None:
    assert dump(GAME, load(LEAST), []) == LEAST | {"takuroku": 1, "dealer": 0, "options": OPTIONS, "entries": []}
    assert [field for field, *_ in refused({"players": LEAST["players"]})] == ["game"]


def test_a_broken_entry_is_told_by_its_position() -> None:
    good = {"step": "bids", "bids": [3, 3, 3]}
    short = {"step": "tricks", "tricks": [3, 3, 3]}
    broken: list[object] = [None, [], "tricks", 3, {}, {"step": "tricks"}, short, good]
    for bad in broken:
        with pytest.raises(ReplayError) as caught:
            load(LEAST | {"entries": [good, bad]})
        assert caught.value.position == 1


def test_a_document_is_not_changed_by_being_read() -> None:
    document = LEAST | {"options": {"bidding": "written"}, "entries": [{"step": "bids", "bids": ["３", 3, 3]}]}
    before = json.dumps(document)
    load(document)
    assert json.dumps(document) == before


# Reporting


def test_half_chips_are_reported_as_exact_digits() -> None:
    sheet = PENNY.start(session_of(PENNY, players=2, chips="7.5"))
    said = report(sheet)
    assert said["totals"] == ["7.5", "7.5"]
    assert json.loads(json.dumps(said)) == said


def test_a_finished_game_asks_nothing_and_names_its_winners() -> None:
    deal = [{"step": "bids", "bids": [3, 3, 3]}, {"step": "tricks", "tricks": [4, 3, 3]}]
    said = report(load(LEAST | {"entries": [*deal, {"step": "note", "text": "short"}, {"step": "end"}]}))
    assert (said["ask"], said["over"], said["ended_early"], said["winners"]) == (None, True, True, [1, 2])
    assert said["notes"] == ["short"]
    assert report(load(LEAST | {"entries": [{"step": "end"}]}))["winners"] == [], "without a deal nobody has won"
