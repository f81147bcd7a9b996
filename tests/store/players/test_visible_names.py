"""A name is seen whole: none is empty to the eye, and no two differ by what nobody sees. What is kept already stays."""

from __future__ import annotations

import json
from typing import Any

import pytest

from scoring.catalogue import find_game
from scoring.errors import EntryError
from scoring.text import visible
from store.admin.rebuild import compare
from store.transfer.importer import Taken
from tests.kit.for_each import for_each
from tests.kit.store.scorebook_file import by, changed, exported, imports
from tests.store.conftest import Keeper

pytestmark = pytest.mark.engines("sqlite")

AT = "2026-11-22T10:00:00Z"
FILLER = "\u3164"
SEEN = {
    "a family": "👨‍👩‍👧",
    "a cook of another colour": "👩🏽‍🍳",
    "a heart": "❤️",
    "a key cap": "1️⃣",
    "a flag": "🇯🇵",
    "a pirate": "🏴‍☠️",
    "shaking its head": "🙂‍↔️",
    "a kanji in another shape": "葛\U000e0100城",
    "letters that are joined": "ශ්‍රී",
    "letters with accents apart": "Zoe\u0308",
    "Braille with a space": "⠁⠝⠝\u2800⠃",
    "digits": "007",
}
HIDDEN = {
    "a filler": FILLER,
    "two of them": "\u115f\u1160",
    "half the width": "\uffa0",
    "Braille without dots": "\u2800",
    "Braille without dots at the end": "Ann\u2800",
    "a joiner at the end": "Ann\u200d",
    "a joiner between letters": "A\u200dnn",
    "a joiner at the beginning": "\u200dAnn",
    "a joiner after an emoji": "👩‍",
    "a selector after a letter": "Ann\ufe0f",
    "two selectors": "❤\ufe0f\ufe0f",
    "a joiner of marks": "A\u034fnn",
    "an accent on nothing": "\u0301",
    "nothing but selectors": "\ufe0f",
}


@for_each("name", SEEN.values())
def test_what_is_seen_is_a_name(keeper: Keeper, name: str) -> None:
    assert visible(name)
    keeper.book.start(find_game("score-pad"), {"players": ["Ann", name]}, by(name.encode().hex()))
    assert name in [each.name for each in keeper.book.people()]


@for_each("name", HIDDEN.values())
def test_what_is_not_seen_is_no_name(keeper: Keeper, name: str) -> None:
    assert not visible(name)
    with pytest.raises(EntryError, match="The name in seat 2 has characters that can’t be displayed"):
        keeper.book.start(find_game("score-pad"), {"players": ["Ben", name]}, by("one"))
    assert keeper.book.people() == []


def test_nothing_that_has_a_name_gets_one_that_is_not_seen(keeper: Keeper) -> None:
    session = keeper.book.start(find_game("score-pad"), {"players": ["Ann", "Ben"]}, by("one"))
    (ann, _) = keeper.book.people()
    pad: dict[str, Any] = {"players": ["Ann", "Ben"], "options": {"name": "Hearts\u200d"}}
    before = exported(keeper)
    for write, field in (
        (lambda: keeper.book.rename(name=FILLER, at=AT), "name"),
        (lambda: keeper.book.rename_player(ann.id, name="Ben\u200d"), "name"),
        (lambda: keeper.book.make_token(name=FILLER, role="keeper", at=AT), "name"),
        (lambda: keeper.book.name_device("any", name=FILLER), "name"),
        (lambda: keeper.book.keep_rule_set("score-pad", name=FILLER, options={}, at=AT), "rule_name"),
        (lambda: keeper.book.describe(session, place=FILLER, note=None), "place"),
        (lambda: keeper.book.start(find_game("score-pad"), pad, by("two")), "name"),
    ):
        with pytest.raises(EntryError) as refused:
            write()
        assert [each.field for each in refused.value.problems] == [field]
    assert exported(keeper) == before


def test_what_was_kept_under_such_a_name_is_read_imported_and_played_again(keeper: Keeper) -> None:
    file = json.loads(changed(name=FILLER, sessions__0__place="\u2800", rules__0__name="Ours\u200d"))
    text = json.dumps(file).replace('"Ben"', '"Ann\\u200d"')
    assert imports(keeper, text, "one") == Taken(new=1)
    (id,) = (each["id"] for each in file["sessions"])
    kept = keeper.sees(id)
    assert (keeper.book.name(), kept.place, kept.sheet.table.players[1]) == (FILLER, "\u2800", "Benedikt")
    assert json.loads(exported(keeper)) == json.loads(text)
    assert compare(keeper.book.db).differences == ()
    again = keeper.book.start_again(id, by("two"))
    assert keeper.sees(again).sheet.table.players == kept.sheet.table.players
    # Sent once more, with a place where none is said here yet.
    keeper.book.describe(id, place="", note=None)
    assert imports(keeper, text, "three") == Taken(known=1)
    # Whoever sits down again under it is no stranger.
    keeper.book.start(find_game("score-pad"), {"players": ["Ann", "Ann\u200d"]}, by("four"))
