"""What comes as a scorebook file and is none, or another than it was: refused whole with the place; never half."""

from __future__ import annotations

import json
import tracemalloc
from collections.abc import Callable
from random import Random
from typing import Any

import pytest

from scoring import document
from scoring.text import same_name, tidy
from store.scorebooks import delete_scorebook
from store.sessions.purge import purge_book
from store.transfer import importer
from store.transfer.importer import ImportResult, import_file
from store.transfer.scorebook_file import (
    DOCUMENT_HEAD,
    MAX_LIST_ITEMS,
    MAX_LISTS_AND_OBJECTS,
    BadJsonError,
    BrokenFileError,
    ScorebookFile,
    read_file,
    read_json,
)
from tests.kit.for_each import for_each
from tests.kit.mutations import AT, mutated, spoilt
from tests.kit.store.scorebook_file import FILE, SESSION, by, changed, imports, refused
from tests.record.packed.second_reader import VECTORS
from tests.store.conftest import Keeper, file_of
from tests.store.transfer.conftest import DOCUMENT, bids, tricks

pytestmark = pytest.mark.engines("sqlite")


FIRST = "Session 1 (2026-11-21)"
SECOND = {**SESSION, "id": "another-session", "dealer": 8}
A_NAME = "“name” must be a text of 1 to 30 characters."
A_CALL = "“called” must be a text of 1 to 30 characters."
A_COLOUR = "“colour” must be a whole number from 0 to 9."
MERGED = {"into": "Ben", "at": "2026-11-22T08:00:00Z"}
NO_NAMES: tuple[Any, ...] = ("x" * 31, "  ", 7, [], False)
NOT_SHOWN: tuple[str, ...] = ("A\0", "\ud800")
NO_COLOURS: tuple[Any, ...] = (-1, 10, True, "3", 3.5, [])
NO_MERGES: tuple[Any, ...] = ("Ben", [], 1)
NO_PLACES: tuple[Any, ...] = ("x" * 501, False, 7, [], {})
NO_TIMES: tuple[Any, ...] = (
    *(7, "", "yesterday", "2026-02-30T19:30:00Z", "2026-11-21T25:00:00Z", "0001-01-01T00:00:00Z", [], {}, True),
)


@for_each(
    "change, said",
    [
        ({"scorebook": 2}, "This version is not supported."),
        ({"scorebook": True}, "This version is not supported."),
        ({"devices": None}, "“devices” must be an object."),
        ({"shoes": 1}, "“shoes” is not asked for here."),
        ({"sessions": {}}, "“sessions” must be a list."),
        ({"devices": {"": "iPhone"}}, "devices: “device” must be a text of 1 to 40 characters."),
        ({"players": ["Ann"]}, "“Player 1” must be an object."),
        *(({"players__1__name": name}, f"Player 2: {A_NAME}") for name in NO_NAMES),
        ({"players__1__name": "ＡＮＮ"}, "Player 2 (ＡＮＮ): ＡＮＮ is in this file twice."),
        ({"players__1__shoes": 44}, "Player 2 (Ben): “shoes” is not asked for here."),
        *(({"players__1__called": name}, f"Player 2 (Ben): {A_CALL}") for name in NO_NAMES),
        *(({"players__1__name": name}, "Player 2: “name” has characters that can’t be") for name in NOT_SHOWN),
        *(({"sessions__0__note": n}, f"{FIRST}: “note” has characters that can’t be") for n in NOT_SHOWN),
        ({"players__2__called": "benedikt"}, "Player 3 (Chika): benedikt is in this file twice."),
        *(({"players__1__colour": c}, f"Player 2 (Ben): {A_COLOUR}") for c in NO_COLOURS),
        *(({"players__0__archived_at": t}, "Player 1 (Ann): “archived_at” must be of the form") for t in NO_TIMES),
        *(({"players__0__merged": each}, "Player 1 (Ann): “merged” must be an object") for each in NO_MERGES),
        ({"players__0__merged": {}}, "Player 1 (Ann): “into” must be"),
        ({"players__0__merged": {"into": "Ben"}}, "Player 1 (Ann): “at” must be"),
        *(
            ({"players__0__merged": {"into": "Ben", "at": t}}, "Player 1 (Ann): “at” must be of the form")
            for t in NO_TIMES
        ),
        ({"players__0__merged": MERGED | {"by": 1}}, "Player 1 (Ann): “by” is not asked for here."),
        (
            {"players__0__merged": MERGED | {"into": "Zed"}},
            "Player 1 (Ann): Zed is not one of the players in this file.",
        ),
        ({"players__0__merged": MERGED | {"into": "ann"}}, "Player 1 (Ann): These players are merged in a circle"),
        ({"players__0__merged": MERGED}, "Session 1 (2026-11-21): Ben and Ann are the same player in this scorebook."),
        (
            {"players__1__colour": 10, "players__1__shoes": 44},
            f"Player 2 (Ben): {A_COLOUR} “shoes” is not asked for here.",
        ),
        ({"rules": [7]}, "“House rules 1” must be an object."),
        ({"rules__0__game": "whist"}, "House rules 1 (Thursdays): There is no game called “whist”."),
        ({"rules__0__options": {"scoring": "best"}}, "House rules 1 (Thursdays): Scoring: “best” can’t be chosen"),
        ({"rules__0__name": "  "}, "House rules 1: “name” must be a text of 1 to 30 characters."),
        ({"sessions__0": 1}, "“Session 1” must be an object."),
        ({"sessions__0__id": "../etc"}, "Session 1 (2026-11-21): “id” must be of the form [A-Za-z0-9_-]{8,64}"),
        ({"sessions__0__created_at": "2026-02-30T19:30:00Z"}, "Session 1: “created_at” must be of the form"),
        ({"sessions__0__created_at": "2026-11-21 19:30"}, "Session 1: “created_at” must be of the form"),
        *(({"sessions__0__discarded_at": t}, f"{FIRST}: “discarded_at” must be of the form") for t in NO_TIMES),
        *(({"sessions__0__archived_at": t}, f"{FIRST}: “archived_at” must be of the form") for t in NO_TIMES),
        *(({"sessions__0__excluded_at": t}, f"{FIRST}: “excluded_at” must be of the form") for t in NO_TIMES),
        *(({"sessions__0__place": p}, f"{FIRST}: “place” must be a") for p in NO_PLACES),
        *(({"sessions__0__note": n}, f"{FIRST}: “note” must be a text of") for n in NO_PLACES),
        ({"sessions__0__players": ["Ann", "Zed", "Chika"]}, f"{FIRST}: Zed is not one of the players in this file."),
        ({"sessions__0__players": 7}, f"{FIRST}: “players” must be a list."),
        ({"sessions__0__game": "whist"}, "Session 1 (2026-11-21): There is no game called “whist”."),
        ({"sessions__0__players": ["Ann", "Ann", "Ben"]}, "Session 1 (2026-11-21): Ann is already at the table"),
        ({"sessions__0__options__top_hand": 99}, "Session 1 (2026-11-21): "),
        ({"sessions__0__options__hats": 1}, "Session 1 (2026-11-21): “hats” is not asked for here."),
        ({"sessions__0__dealer": 3}, "Session 1 (2026-11-21): Choose one of the players at the table to start."),
        (
            {"sessions__0__actions__1__kind": "steal"},
            "Session 1 (2026-11-21), action 2: “kind” must be of the form enter|undo|",
        ),
        (
            {"sessions__0__actions__1__kind": []},
            "Session 1 (2026-11-21), action 2: “kind” must be of the form enter|undo|",
        ),
        ({"sessions__0__actions__1__at": "yesterday"}, "Session 1 (2026-11-21), action 2: “at” must be of the form"),
        ({"sessions__0__actions__1__device": 7}, "Session 1 (2026-11-21), action 2: “device” must be a text"),
        (
            {"sessions__0__actions__1__facts": []},
            "Session 1 (2026-11-21), action 2: “facts” must be an object.",
        ),
        ({"sessions__0__actions__1__shoes": 1}, "Session 1 (2026-11-21), action 2: “shoes” is not asked for here."),
        ({"sessions__0__actions__2__kind": "redo"}, f"{FIRST}, action 3: There is nothing to redo here."),
        ({"sessions": [SESSION] * 2}, f"Session 2 (2026-11-21): {SESSION['id']} is in this file twice."),
        ({"sessions": [SESSION, SECOND]}, "Session 2 (2026-11-21): "),
    ],
)
def test_a_file_of_another_shape_is_refused_with_the_place(keeper: Keeper, change: dict[str, Any], said: str) -> None:
    assert refused(keeper, changed(**change)).startswith(said)


@for_each(
    "place, facts, said",
    [
        (1, bids(0, 0, 0) | {"step": "tricks"}, "Session 1 (2026-11-21), action 2: "),
        (1, tricks(1, 1), "Session 1 (2026-11-21), action 2: Chika: tricks missing."),
        (1, {"step": "tricks", "tricks": [1, 1.5, 0]}, "Session 1 (2026-11-21), action 2: "),
        (1, {}, "Session 1 (2026-11-21), action 2: The next entry is “Tricks”."),
        (0, bids(1, 0, 3), "Session 1 (2026-11-21), action 1: Chika, Bids: 3 is too high. The maximum is 2."),
        (2, {"count": 3}, "Session 1 (2026-11-21), action 3: That can’t be undone here."),
        (2, {"count": 0}, "Session 1 (2026-11-21), action 3: That can’t be undone here."),
        (2, {"count": "1"}, "Session 1 (2026-11-21), action 3: That can’t be undone here."),
        (2, {"because": "late"}, "Session 1 (2026-11-21), action 3: That can’t be undone here."),
        (4, {}, "Session 1 (2026-11-21), action 5: This correction doesn’t match"),
        (4, {"changes": {"1": tricks(0, 1, 1)}}, "Session 1 (2026-11-21), action 5: This correction doesn’t match"),
        (
            4,
            {"changes": {"2": tricks(0, 1, 1)}, "keep": 2},
            "Session 1 (2026-11-21), action 5: This correction doesn’t match",
        ),
        (
            4,
            {"changes": {"1": tricks(0, 1, 1)}, "keep": 9},
            "Session 1 (2026-11-21), action 5: This correction doesn’t match",
        ),
        (
            4,
            {"changes": {"01": tricks(0, 1, 1)}, "keep": 2},
            "Session 1 (2026-11-21), action 5: This correction doesn’t match",
        ),
        (
            4,
            {"changes": {"１": tricks(0, 1, 1)}, "keep": 2},
            "Session 1 (2026-11-21), action 5: This correction doesn’t match",
        ),
        (4, {"changes": {"1": tricks(3, 1, 1)}, "keep": 2}, "Session 1 (2026-11-21), action 5: "),
        (4, {"changes": {"1": 7}, "keep": 2}, "Session 1 (2026-11-21), action 5: “entry” must be an object"),
        (
            4,
            {"setup": {name: SESSION[name] for name in ("players", "dealer", "options")}, "changes": {}},
            "Session 1 (2026-11-21), action 5: This corr",
        ),
        (
            4,
            {"changes": {"1": tricks(0, 1, 1)}, "refitted": {"0": 7}, "keep": 2},
            "Session 1 (2026-11-21), action 5: This corr",
        ),
        (
            4,
            {"changes": {"1": {"step": "tricks", "tricks": ["0", 1, 1]}}, "keep": 2},
            "Session 1 (2026-11-21), action 5: This corr",
        ),
    ],
)
def test_what_no_record_can_say_does_not_come_in(keeper: Keeper, place: int, facts: dict[str, Any], said: str) -> None:
    assert refused(keeper, changed(**{f"sessions__0__actions__{place}__facts": facts})).startswith(said)


@pytest.mark.parametrize("here", [False, True], ids=["a new game", "one that goes on"])
def test_a_corrected_setup_names_nobody_but_the_players_of_the_file(keeper: Keeper, here: bool) -> None:
    if here:
        imports(keeper, FILE)
    setup = {"players": ["Zed", "Ben", "Chika"], "dealer": SESSION["dealer"], "options": SESSION["options"]}
    corrected = SESSION["actions"][4] | {"facts": {"changes": {}, "keep": 2, "setup": setup}}
    said = refused(keeper, changed(sessions__0__actions=[*SESSION["actions"], corrected]))
    assert said == f"{FIRST}, action 6: Zed is not one of the players in this file."


@pytest.mark.parametrize(
    ("place", "facts"),
    [
        (0, bids(1, 0, 1)),
        (1, tricks(2, 1, 1)),
        (4, {"changes": {"1": tricks(2, 1, 1)}, "keep": 2}),
    ],
)
def test_what_only_breaks_a_rule_comes_in_as_the_record_would_be_read(
    keeper: Keeper, elsewhere: Keeper, place: int, facts: dict[str, Any]
) -> None:
    """Who deals may not make the bids add up to the two tricks; nor are there four."""
    file = changed(**{f"sessions__0__actions__{place}__facts": facts})
    assert imports(keeper, file) == ImportResult(new=1)
    assert json.loads(file_of(keeper)) == json.loads(file)
    assert imports(elsewhere, file_of(keeper)) == ImportResult(new=1)
    assert file_of(elsewhere) == file_of(keeper)


@for_each(
    "change, said",
    [
        ({"game": "whist"}, "There is no game called “whist”."),
        ({"players": ["Ann"]}, "For 3–7 players."),
        ({"entries": {}}, "“entries” must be a list."),
        ({"entries": [bids(1, 0, 2), bids(1, 0, 2)]}, "Entry 2: The next entry is “Tricks”."),
        ({"entries": ["bids"]}, "Entry 1: “entry” must be an object"),
        ({"takuroku": 2}, "This version"),
        ({"shoes": 1}, "“shoes” is not asked for here."),
        # It is bound by the rules.
        ({"entries": [bids(1, 0, 1)]}, "Entry 1: "),
    ],
)
def test_a_broken_document_is_refused_with_the_place(keeper: Keeper, change: dict[str, Any], said: str) -> None:
    assert refused(keeper, json.dumps(DOCUMENT | change)).startswith(said)


@for_each(
    "body, said",
    [
        (b"", "The file is not JSON: line 1, column 1."),
        (b"\xff\xfe{\x00}\x00", "The file is damaged."),
        (b'{"scorebook": 1,\n "devices"}', "The file is not JSON: line 2, column 11."),
        (b"[" * 100_000, "The file is nested too deeply."),
        (b'{"scorebook": 1, "rules": ' + b"[" * 100_000, "The file is nested too deeply."),
        (b'{"a":' * 100_000, "The file is nested too deeply."),
        (b'{"scorebook": 1, "scorebook": 2}', "“scorebook” appears twice in the same object."),
        (b'{"scorebook": ' + b"9" * 5_000 + b"}", "can’t be used in this file."),
        (b'{"scorebook": 1e400}', "The number “1e400” can’t be used in this file."),
        (b'{"scorebook": NaN}', "The number “NaN” can’t be used in this file."),
        (b"[]", "Takuroku can’t import this kind of file."),
        (b'"scorebook"', "Takuroku can’t import this kind of file."),
        (b"null", "Takuroku can’t import this kind of file."),
        (b"\x1f\x8b\x08", "The file is damaged."),
    ],
)
def test_what_is_no_such_file_is_refused(keeper: Keeper, body: bytes, said: str) -> None:
    assert said in refused(keeper, body)


def test_a_file_that_would_be_read_for_ever_is_refused(keeper: Keeper, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(importer, "MAX_ENTRIES", 3)
    assert refused(keeper, FILE) == "This file is too large to check."
    monkeypatch.setattr(importer, "MAX_ENTRIES", 4)
    imports(keeper, FILE)


def test_a_log_longer_than_any_evening_is_refused(keeper: Keeper, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(MAX_LIST_ITEMS, "actions", 4)
    assert refused(keeper, FILE) == "Session 1 (2026-11-21): “actions”: must be a list of no more than 4."
    document = json.dumps(DOCUMENT | {"entries": [bids(1, 0, 2)] * 5})
    assert refused(keeper, document) == "“actions”: must be a list of no more than 4."


# A hand, an editor or a disk has changed it.

FILES = tuple(VECTORS[number]["file"] for number in (2, 5, 7, 9))
"""All that can be said of people; Koi-Koi; Satat and Skull King with a corrected setup."""
GOOD: dict[str, Any] = json.loads(FILE) | {
    "devices": {device: name for file in FILES for device, name in file["devices"].items()},
    "players": [*{each["name"]: each for file in reversed(FILES) for each in file["players"]}.values()],
    "sessions": [each | {"actions": each["actions"][:5]} for file in FILES for each in file["sessions"]],
}


@pytest.mark.parametrize("many", [150, pytest.param(2_000, marks=pytest.mark.long)])
def test_a_changed_file_is_refused_in_words_or_taken_as_it_says(keeper: Keeper, many: int) -> None:
    empty, refusals = file_of(keeper), 0
    for number in range(many):
        luck = Random(number)
        body = json.dumps(mutated(GOOD, luck)).encode()
        if number % 10 == 0:
            body = spoilt(body, luck)
        try:
            file = read_file(body)
            assert isinstance(file, ScorebookFile), number
            import_file(keeper.book, file, by())
        except BrokenFileError as error:
            refusals += 1
            assert 5 < len(str(error)) < 10_000, number
        else:
            assert said_in(json.loads(file_of(keeper))) == said_in(json.loads(body.decode())), number
            delete_scorebook(keeper.book, at=AT)
            purge_book(keeper.book, before="2027-01-01T00:00:00Z")
        assert file_of(keeper) == empty, number
    assert many / 2 < refusals < many * 0.97, "some are still right"


def said_in(whole: dict[str, Any]) -> dict[str, Any]:
    """What a file says, however it is written: in which order, with null for nothing, in which letters."""
    wrote = {action["device"] for session in whole["sessions"] for action in session["actions"]}
    return {
        "devices": {device: name for device, name in whole["devices"].items() if device in wrote},
        "players": sorted(map(_told, whole["players"]), key=lambda each: same_name(each["name"])),
        "rules": sorted((each["game"], tidy(each["name"])) for each in whole["rules"]),
        "sessions": sorted(map(_session_told, whole["sessions"]), key=lambda each: (each["created_at"], each["id"])),
    }


def _session_told(session: dict[str, Any]) -> Any:
    blank = document.blank({name: session[name] for name in DOCUMENT_HEAD if name in session})
    table = {"dealer": blank.table.dealer, "players": list(blank.table.players), "options": blank.options.to_json()}
    return _told(session | table)


def _told(part: Any) -> Any:
    if isinstance(part, dict):
        # An entry may be written in more ways than one: of it the step is looked at.
        return {
            key: value.get("step") if key == "facts" else _told(value)
            for key, value in part.items()
            if value is not None
        }
    if isinstance(part, list):
        return [_told(each) for each in part]
    return same_name(tidy(part)) if isinstance(part, str) else part


@for_each(
    "text",
    [
        *("", "a" * 40, 'quoted \\"and\\" \\\\ turned', "あんな 👩\u200d🍳", "é", "[[{ [ }"),
    ],
)
def test_a_text_is_read_as_it_stands_with_the_mark_of_utf_8_or_without(text: str) -> None:
    body = f'\n {{"a": ["{text}"]}} '.encode()
    expected = {"a": [text.replace("\\\\", "\0").replace("\\", "").replace("\0", "\\")]}
    assert read_json(body) == read_json(b"\xef\xbb\xbf" + body) == expected


@for_each(
    "body, line, column",
    [
        (b"", 1, 1),
        (b'{"a": 1,\n "b" 2}', 2, 6),
        (b'{"a": 1,\n\n  "b": [1, 2,, 3]}', 3, 14),
        (b'{"a": 1}\n {}', 2, 2),
        (b"[1, 2, truth]", 1, 8),
        (b'["' + b"long" * 100 + b'",\n oops]', 2, 2),
    ],
)
def test_where_it_is_wrong_is_told_by_line_and_column(body: bytes, line: int, column: int) -> None:
    with pytest.raises(BadJsonError, match=f"line {line}, column {column}"):
        read_json(body)


def test_a_file_that_is_cut_off_says_so_wherever() -> None:
    whole = '{"a": [1, true, null, -2, "会"], "b": {}}'.encode()
    for end in range(1, len(whole)):
        with pytest.raises(BadJsonError, match="The file is cut off: its end is missing"):
            read_json(whole[:end])


# What a file makes of the memory: six times the bytes of an honest one, 30 of a hostile one that is not bounded.


def scorebook(**parts: str) -> bytes:
    """A scorebook file of these texts."""
    told = {"scorebook": "1", "devices": "{}", "players": "[]", "rules": "[]", "sessions": "[]", **parts}
    return ("{" + ",".join(f'"{name}":{text}' for name, text in told.items()) + "}").encode()


def many(text: str) -> str:
    """Half a megabyte of it, a sixteenth of what a file may have."""
    return "[" + (text * (500_000 // len(text)))[:-1] + "]"


BEGUN = '{"id":"hostile-1","created_at":"2026-11-21T19:30:00Z","game":"oh-hell","players":[],"actions":'
HOSTILE: dict[str, Callable[[], bytes]] = {
    "a list of objects": lambda: many('{"":0},').encode(),
    "a list of lists": lambda: many("[],").encode(),
    "sessions that are none": lambda: scorebook(sessions=many("{},")),
    "a session of too many actions": lambda: scorebook(sessions="[" + BEGUN + many('{"":0},') + "}]"),
    "players that are none": lambda: scorebook(players=many("[],")),
    "a name that is a list": lambda: scorebook(name=many('"",')),
    "devices": lambda: scorebook(devices="{" + ",".join(f'"{number}":""' for number in range(45_000)) + "}"),
    "what does not belong there": lambda: b'{"scorebook":1,"more":' + many('{"":0},').encode() + b"}",
    "a document of too many entries": lambda: b'{"game":"oh-hell","entries":' + many("{},").encode() + b"}",
}


def peak(body: bytes, most: int) -> tuple[int, str]:
    """The most bytes of memory that reading takes, and what is said."""
    tracemalloc.start()
    try:
        read_file(body, most)
        said = ""
    except BrokenFileError as error:
        said = str(error)
    finally:
        peak = tracemalloc.get_traced_memory()[1]
        tracemalloc.stop()
    return peak, said


@for_each("kind", HOSTILE)
def test_what_is_no_scorebook_takes_little_memory(kind: str) -> None:
    """A sixteenth of 200 MB, with a sixteenth of the lists and objects."""
    taken, said = peak(HOSTILE[kind](), MAX_LISTS_AND_OBJECTS // 16)
    assert said
    assert taken < 12_500_000


def test_an_honest_scorebook_takes_little_memory() -> None:
    session = FILE[FILE.index('{"id"') : FILE.rindex("]\n}")]
    ids = [f"honest-{number:06}" for number in range(500_000 // len(session))]
    sessions = ",".join(session.replace("q7Jr2mXw9LkTz4bVn1cYdA", each) for each in ids)
    body = FILE.replace(session, sessions + "\n").encode()
    assert 490_000 < len(body) < 510_000
    taken, said = peak(body, MAX_LISTS_AND_OBJECTS // 16)
    assert said == ""
    assert taken < 6_000_000
