"""The step after the next entry, as a phone keeps it: it says nothing that the sheet after the entry does not say."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

import pytest

from scoring.catalogue import all_games
from scoring.game import AnyGame
from tests.kit.expected import expected
from tests.kit.games import played
from tests.kit.scoring.lookahead import turns
from tests.kit.web.page import Element, Page
from tests.kit.web.playing import plays
from tests.web.conftest import Phone, Sitting


def words(part: Element) -> Iterator[str]:
    """The words in it but for those that are filled in from the entry."""
    for child in part.children:
        if isinstance(child, str):
            yield from child.split()
        elif not (child.has("data-from") or child.has("data-sum")):
            yield from words(child)


def asked(form: Element) -> dict[str, list[dict[str, str | None]]]:
    """The inputs of a form by name, with what distinguishes one from another but what is filled in."""
    found: dict[str, list[dict[str, str | None]]] = {}
    for field in form.all("input", "select", "textarea"):
        if field.get("name") in ("csrf_token", "key"):
            continue
        known: dict[str, str | None] = {name: field.get(name) for name in ("type", "min", "max", "checked")}
        if field.get("type") in ("radio", "checkbox", "hidden"):
            known["value"] = field.get("value")
        found.setdefault(field.get("name"), []).append(known)
    return found


def step(page: Page) -> Element | None:
    return next((each for each in page.root.all("form") if each.has("data-step")), None)


@pytest.mark.thorough
@pytest.mark.parametrize("game", all_games().values(), ids=lambda game: game.slug)
def test_it_asks_and_says_what_the_sheet_does_after_the_entry(phone: Phone, game: AnyGame) -> None:
    found = Counter[str]()
    for seed in range(2):
        play = played(game, seed)
        session = phone.api.starts(**{name: value for name, value in play.session.items() if name != "takuroku"})
        for sheet, entry in list(zip(play.sheets, play.entries, strict=False))[:8]:
            page = phone.opens(f"/s/{session}/ahead")
            assert page.status == 200
            ahead = step(page)
            phone.api.enters(session, entry)
            after = step(phone.opens(f"/s/{session}"))
            is_next = sheet.ask and entry["step"] == sheet.ask.step
            if ahead is None or after is None or not is_next or turns(sheet, entry):
                continue
            found[entry["step"]] += 1
            assert asked(ahead) == asked(after)
            assert [ahead.get(name) for name in ("action", "data-turn")] == [
                after.get(name) for name in ("action", "data-turn")
            ]
            assert Counter(words(ahead)) <= Counter(words(after))
    assert set(found) <= expected()[game.slug].shown_ahead


def test_what_follows_from_the_entry_names_its_input(phone: Phone) -> None:
    sitting: Sitting = phone.sits_down(dealer=2)
    page = phone.opens(f"{sitting.address}/ahead")
    filled = [each for each in page.root.all() if each.has("data-from")]
    assert Counter(each.get("data-from") for each in filled) == {"bids-0": 2, "bids-1": 2, "bids-2": 2}
    (main,) = page.root.all("main")
    assert main.get("data-say-waiting") == "Bids of deal 1: waiting"
    assert main.get("data-say-second") == "Result of deal 1: waiting"


@pytest.mark.parametrize(("undone", "entered"), [("110 120, undo", "/120"), ("110 120, undo, undo", "110")])
def test_what_is_tapped_early_stays_with_its_step_after_an_undo_too(phone: Phone, undone: str, entered: str) -> None:
    table = plays(phone.sits_down(top_hand=3), undone)
    ahead = step(phone.opens(f"{table.address}/ahead"))
    after = step(plays(table, entered).page)
    assert ahead is not None
    assert after is not None
    assert ahead.get("data-turn") == after.get("data-turn")


def test_where_the_next_step_depends_on_the_entry_there_are_only_words(phone: Phone) -> None:
    sitting = phone.sits_down("Ann", "Ben", "Chika", game="boo-ray")
    page = phone.opens(f"{sitting.address}/ahead")
    assert step(page) is None
    (main,) = page.root.all("main")
    assert main.get("data-say-depends") == "You can continue as soon as this is saved."
