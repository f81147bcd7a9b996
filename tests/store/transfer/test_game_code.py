"""A session leaves a scorebook as a game code: to look at without any record, and to go on with in another one.

Codes may come from anybody: what a code makes the program do is counted, by the values in its columns and by the
entries that are replayed, and both counts end in a refusal.
"""

from __future__ import annotations

import json
import tracemalloc
import zlib
from collections.abc import Callable, Iterable
from copy import deepcopy
from functools import cache
from random import Random
from typing import Any

import pytest

from record.packed.body import without_names
from record.packed.code import (
    DICTIONARY,
    MAX_CODE_BYTES,
    MAX_TEXT_BYTES,
    MAX_VALUES,
    BadCodeError,
    pack,
    read_text,
    to_link,
    to_qr,
    unpack,
)
from record.session import DETAILS, Session
from scoring.catalogue import all_games
from scoring.games.oh_hell import GAME as OH_HELL
from scoring.message import Message
from store.errors import NoSuchError
from store.players.profiles import describe_player, merge_players, rename_player
from store.scorebooks import rename_scorebook, save_rule_set
from store.sessions.details import describe
from store.sessions.writing import set_up
from store.transfer import check
from store.transfer.check import session_in
from store.transfer.export import file_of
from store.transfer.importer import ImportResult, import_file
from store.transfer.scorebook_file import BrokenFileError, read_scorebook
from tests.kit.for_each import for_each
from tests.kit.mutations import mutated, spoilt
from tests.kit.store.changed_table import ENTRIES, plays
from tests.kit.store.scorebook_file import by
from tests.kit.store.toy_field import nicknames
from tests.record.packed.second_reader import VECTORS, inflated
from tests.store.conftest import Keeper

pytestmark = pytest.mark.engines("sqlite")


def seen(code: bytes) -> Session:
    """The session that a code shows."""
    return session_in(read_scorebook(unpack(code)))


def code_of(keeper: Keeper, session: str) -> bytes:
    return pack(file_of(keeper.book, session))


def takes(keeper: Keeper, code: bytes, key: str = "import") -> ImportResult:
    return import_file(keeper.book, read_scorebook(unpack(code)), by(key))


def told(session: Session) -> tuple[object, ...]:
    """All that pages show of a session but the colours, which go by the numbers of the database."""
    sheet = session.sheet
    about = (session.id, session.created_at, *(getattr(session, name) for name in DETAILS))
    return about, session.actions, session.document, sheet.table, sheet.totals, sheet.rows


def test_a_code_shows_a_session_of_each_game_as_the_scorebook_does(keeper: Keeper) -> None:
    for game in all_games().values():
        session = keeper.plays_in_part(game)
        describe(keeper.book, session, place="Café «Mokka»", note="Zoë’s first game 🎉")
        assert told(seen(code_of(keeper, session))) == told(keeper.sees(session))


def test_a_code_shows_a_table_that_changed_with_its_people_as_they_are_called_now(keeper: Keeper) -> None:
    session = plays(keeper)
    keeper.sits_down("Benno", "Dora", "Emil", game=OH_HELL)
    who = keeper.numbers
    rename_player(keeper.book, who["Eva"], name="Evi")
    merge_players(keeper.book, who["Ben"], into=who["Benno"], at="2026-11-22T08:00:00Z")
    describe_player(keeper.book, who["Zoe"], colour=7)
    found = seen(code_of(keeper, session))
    assert told(found) == told(keeper.sees(session))
    assert found.sheet.table.players == ("Zoe", "Benno", "Cleo", "Evi")
    assert found.colours[0] == 7
    assert len({*found.colours}) == 4


def test_a_code_shows_a_corrected_setup(keeper: Keeper) -> None:
    session = plays(keeper, ENTRIES[:2])
    now = keeper.sees(session)
    setup = {**now.setup, "players": ["Cleo", "Ben", "Mia"], "dealer": 1}
    set_up(keeper.book, session, setup, position=now.position, by=keeper.by())
    assert told(seen(code_of(keeper, session))) == told(keeper.sees(session))


def test_a_code_says_nothing_of_the_scorebook(keeper: Keeper) -> None:
    session = plays(keeper, ENTRIES[:2])
    rename_scorebook(keeper.book, name="Thursday evenings", at="2026-11-21T20:00:00Z")
    save_rule_set(keeper.book, "oh-hell", name="Ours", options={"scoring": "plus"}, at="2026-11-21T20:00:00Z")
    keeper.sits_down("Dora", "Emil", "Fritz", game=OH_HELL)
    file = file_of(keeper.book, session)
    assert file.keys() == {"scorebook", "devices", "players", "rules", "sessions"}
    assert [each["name"] for each in file["players"]] == ["Ann", "Ben", "Cleo"]
    assert file["rules"] == []
    with pytest.raises(NoSuchError):
        file_of(keeper.book, "no-such-session")


def test_a_code_has_of_its_players_what_its_format_fixes_however_many_fields_there_are(
    keeper: Keeper, monkeypatch: pytest.MonkeyPatch
) -> None:
    session = plays(keeper)
    describe_player(keeper.book, keeper.numbers["Zoe"], colour=7)
    before = code_of(keeper, session)
    with nicknames(keeper.book.db, monkeypatch):
        describe_player(keeper.book, keeper.numbers["Zoe"], nickname="Zozo")
        assert code_of(keeper, session) == before


def test_a_game_is_handed_over_and_back(keeper: Keeper, elsewhere: Keeper) -> None:
    session = plays(keeper, ENTRIES[:2])
    assert takes(elsewhere, code_of(keeper, session)) == ImportResult(new=1)
    elsewhere.writes(session, *ENTRIES[2:6])
    back = code_of(elsewhere, session)
    assert takes(keeper, back) == ImportResult(longer=1)
    assert takes(keeper, back) == ImportResult(known=1)
    assert told(keeper.sees(session)) == told(elsewhere.sees(session))


def test_without_names_the_game_is_the_same(keeper: Keeper, elsewhere: Keeper) -> None:
    session = plays(keeper)
    keeper.writes(session, {"step": "note", "text": "Ben spilt the tea"})
    describe(keeper.book, session, place="Café Mokka", note="At Eva’s")
    code = pack(without_names(file_of(keeper.book, session)))
    found = seen(code)
    assert found.sheet.table.players == ("P5", "P2", "P3", "P4")
    assert found.sheet.totals == keeper.sees(session).sheet.totals == (23, 21, 21, 32)
    written = json.dumps(unpack(code))
    for word in ("Ann", "Ben", "Cleo", "Eva", "Zoe", "tea", "Mokka", session, "phone"):
        assert word not in written
    assert takes(elsewhere, code) == ImportResult(new=1)


def test_what_no_session_can_say_is_refused_with_its_place(keeper: Keeper) -> None:
    file = file_of(keeper.book, plays(keeper, ENTRIES[:2]))
    actions = file["sessions"][0]["actions"]
    for change, said in (
        ({"game": "chess"}, "There is no game called “chess”."),
        ({"place": "x" * 61}, "“place” must be"),
        ({"players": ["Ann", "Ben", "Xaver"]}, "Xaver is not one of the players in this file."),
        ({"actions": [actions[0], actions[0]]}, "action 2"),
        ({"actions": [actions[0] | {"kind": "redo"}]}, "action 1"),
        ({"id": "short"}, "of the form [A-Za-z0-9_-]{8,64}"),
    ):
        with pytest.raises(BrokenFileError, match="Session 1") as refusal:
            seen(pack(file | {"sessions": [file["sessions"][0] | change]}))
        assert said in str(refusal.value)


def test_of_a_code_with_more_to_score_nothing_is_scored_and_what_a_correction_replays_counts_again(
    keeper: Keeper, monkeypatch: pytest.MonkeyPatch
) -> None:
    session = plays(keeper, ENTRIES[:4])
    plain = code_of(keeper, session)
    keeper.corrects(session, {0: {**ENTRIES[0], "bids": [0, 0, 0]}}, reopen=True)
    corrected = code_of(keeper, session)
    assert seen(corrected).position == 5
    monkeypatch.setattr(check, "MAX_SHOWN_ENTRIES", 4)
    assert (seen(plain).position, seen(corrected).position) == (4, 0)
    monkeypatch.setattr(check, "MAX_SHOWN_ENTRIES", 3)
    monkeypatch.setattr(check, "replay", None)
    assert seen(plain).position == 0


# Codes from anybody.


MAX_MEGABYTES = 24
"""Of memory, for a code of any content."""
CODES = tuple(bytes.fromhex(each["code"]) for each in VECTORS)


@cache
def bodies() -> tuple[tuple[Any, bytes], ...]:
    """The JSON of each code and its ids."""
    return tuple((json.loads(inflated(each)), each[2 : 2 + each[1]]) for each in CODES)


def sealed(body: bytes) -> bytes:
    """A code with the checksum that belongs to it, so that it is read on."""
    return body + zlib.crc32(body).to_bytes(4)[-2:]


def code_with(text: str | bytes, ids: bytes = b"") -> bytes:
    packing = zlib.compressobj(9, zlib.DEFLATED, -15, 9, zdict=DICTIONARY)
    body = packing.compress(text if isinstance(text, bytes) else text.encode("utf-8", "surrogatepass"))
    return sealed(bytes([1, len(ids)]) + ids + body + packing.flush())


def verdict(code: bytes) -> str:
    """What becomes of a code; anything but a refusal with a sentence, or a session to show, is an error."""
    try:
        file = unpack(code)
    except BadCodeError as error:
        assert isinstance(error.message, Message)
        return "no code"
    # What it says can be said again.
    assert unpack(pack(file)) == file
    try:
        session = session_in(read_scorebook(file))
    except BrokenFileError as error:
        assert isinstance(error.message, Message)
        return "no session"
    assert session.document
    return "a session"


def mutated_code(luck: Random) -> bytes:
    """A code of other bytes, as often with a checksum that is right; or whose JSON has other signs or values."""
    how, code, (body, ids) = luck.randrange(4), luck.choice(CODES), luck.choice(bodies())
    if how < 2:
        return sealed(spoilt(code[:-2], luck)) if how else spoilt(code, luck)
    text = json.dumps(body if how == 2 else mutated(body, luck), ensure_ascii=False, separators=(",", ":"))
    return code_with(spoilt(text.encode(), luck) if how == 2 else text, luck.choice((ids, ids, ids[:-1], ids + b"x")))


@pytest.mark.parametrize("many", [1_000, pytest.param(20_000, marks=pytest.mark.long)])
def test_a_mutated_code_is_refused_or_is_what_it_says(many: int) -> None:
    found = {"no code": 0, "no session": 0, "a session": 0}
    for number in range(many):
        code = mutated_code(Random(f"mutated {number}"))
        try:
            found[verdict(code)] += 1
        except BaseException as error:
            error.add_note(f"with number {number}: {code.hex()}")
            raise
    assert min(found.values()) > many / 100, "all three are tried"


def test_a_code_that_was_changed_on_the_way_is_known_by_its_checksum() -> None:
    code = CODES[0]
    for at in range(len(code)):
        for bit in range(8):
            other = code[:at] + bytes([code[at] ^ 1 << bit]) + code[at + 1 :]
            with pytest.raises(BadCodeError):
                unpack(other)
        with pytest.raises(BadCodeError):
            unpack(code[:at])


@for_each("write", [to_link, to_qr])
def test_a_text_that_was_cut_or_mistyped_is_refused(write: Callable[[bytes], str]) -> None:
    text = write(CODES[0])
    for at in range(len(text)):
        another = "3" if text[at] != "3" else "4"
        for rest in ("", another + text[at + 1 :], text[at + 1 :]):
            with pytest.raises(BadCodeError):
                unpack(read_text(text[:at] + rest))


def column_bomb(column: str) -> str:
    """The JSON of a code with another column of times."""
    body = deepcopy(bodies()[0][0])
    body[11] = json.loads(column)
    return json.dumps(body)


def nested(kind: str, depth: int, inner: str) -> str:
    return f"[{kind}," * depth + inner + "]" * depth


BOMBS: dict[str, str | bytes] = {
    "zeros": bytes(32 * 1024**2),
    "one long text": '["' + "A" * (MAX_TEXT_BYTES + 10) + '"]',
    "empty lists": "[" + "[]," * 80_000 + "[]]",
    "empty objects": "[" + "{}," * 80_000 + "{}]",
    "small objects": "[" + '{"a":0},' * 30_000 + "{}]",
    "nothing": "[" + "null," * 50_000 + "null]",
    "numbers": "[" + "999999999999999," * 15_000 + "0]",
    "deep lists": "[" * 100_000 + "]" * 100_000,
    "deep objects": '{"a":' * 40_000 + "0" + "}" * 40_000,
    "a huge number": "[" + "9" * 200_000 + "]",
    "a huge exponent": "[1e999999999]",
    "lists of very many": column_bomb("[1000000000000, 0]"),
    "very many lists of many": column_bomb("[1000000, [1000000, [1000000, [0]]]]"),
    "lists in lists of one": column_bomb(f"[10000, {nested('1', 14, json.dumps('0' * 20_000))}]"),
    "lengths that add up": column_bomb('[-1, [0, 99999999999999, 99999999999999], "00"]'),
    "lengths below 0": column_bomb('[-1, [0, -5, 7], "00"]'),
    "one choice again and again": column_bomb(json.dumps([45_000, ["0" * 90_000, "x" * 40]])),
    "many shapes": json.dumps([*bodies()[0][0][:9], [["a"]] * 40_000, *bodies()[0][0][10:]]),
    "one shape of many keys": json.dumps(
        [*bodies()[0][0][:9], [[f"{n}" for n in range(25_000)]], ["", ""], "00", "00"]
    ),
    "half of a sign": json.dumps([*bodies()[0][0], None, None, "\ud800"]),
    "half of a letter": b'["\xe5\x8d"]',
}


@for_each("name", BOMBS)
def test_a_bomb_is_refused_in_little_memory(name: str) -> None:
    code = code_with(BOMBS[name])
    tracemalloc.start()
    try:
        with pytest.raises(BadCodeError):
            unpack(code)
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert peak < MAX_MEGABYTES * 1024**2


def as_columns(values: int) -> tuple[str, bytes]:
    """The JSON of a code, with an entry that has a list of so many values."""
    body, ids = deepcopy(bodies()[1])
    body[8:13] = [[1, "0"], [["bids", "trump"]], [[values, "0" * values]], [0, 1], "0"]
    return json.dumps(body), ids


def with_facts(facts: Iterable[dict[str, Any]]) -> dict[str, Any]:
    """A session file with these entries."""
    file: dict[str, Any] = deepcopy(VECTORS[0]["file"])
    (session,) = file["sessions"]
    session["actions"] = [session["actions"][0] | {"facts": each} for each in facts]
    return file


def test_the_longest_session_and_the_most_values_have_a_code() -> None:
    file = with_facts([{"step": "end"}] * 6_000)
    code = pack(file)
    assert (unpack(code) == file, len(code) < 1_000) == (True, True)
    with pytest.raises(BadCodeError):
        pack(with_facts([{"step": "end"}] * 6_001))
    made = unpack(code_with(*as_columns(MAX_VALUES // 4)))
    assert len(made["sessions"][0]["actions"][0]["facts"]["trump"]) == MAX_VALUES // 4


@for_each(
    "make",
    [
        lambda: pack(with_facts({"step": "note", "text": Random(n).randbytes(100).hex()} for n in range(2_000))),
        lambda: unpack(bytes([1]) + bytes(MAX_CODE_BYTES)),
        lambda: read_text("c" + "A" * 8 * MAX_CODE_BYTES),
        lambda: unpack(code_with(*as_columns(MAX_VALUES))),
    ],
)
def test_what_is_too_large_for_a_code_is_refused(make: Callable[[], object]) -> None:
    with pytest.raises(BadCodeError, match="too large"):
        make()


def test_a_code_of_a_later_version_says_so() -> None:
    for version, said in ((b"\x03", "newer Takuroku"), (b"\x00", "not a game code")):
        with pytest.raises(BadCodeError, match=said):
            unpack(sealed(version + CODES[0][1:-2]))
