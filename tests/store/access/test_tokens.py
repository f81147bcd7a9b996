"""Tokens: told once, kept as a hash, known again until they are withdrawn, gone with their scorebook."""

from __future__ import annotations

from hashlib import sha256

import pytest

from scoring.errors import EntryError
from store.access.tokens import MAX_TOKENS, Role, bearer, note_use
from store.engines.base import Connection
from store.errors import DeletedScorebookError, NoSuchTokenError
from store.sessions.purge import Purged, purge
from tests.conftest import ENGINES
from tests.kit.for_each import for_each
from tests.store.conftest import Keeper

pytestmark = pytest.mark.engines("sqlite")

MADE, USED, LATER = "2026-11-21T20:00:00Z", "2026-11-22T07:00:00Z", "2026-11-22T21:00:00Z"


def made(keeper: Keeper, name: object = "Blackboard") -> str:
    return keeper.book.make_token(name=name, role="keeper", at=MADE)


def known(db: Connection, token: str) -> tuple[str, str, Role] | None:
    found = bearer(db, token)
    return None if found is None else (found.name, found.scorebook, found.role)


def test_a_token_leads_to_its_scorebook_in_its_role(db: Connection, keeper: Keeper) -> None:
    assert known(db, made(keeper)) == ("Blackboard", keeper.scorebook, "keeper")
    only_looks = keeper.book.make_token(name="Telly", role="watcher", at=MADE)
    assert known(db, only_looks) == ("Telly", keeper.scorebook, "watcher")


def test_a_token_cannot_be_guessed_nor_read_in_the_record(db: Connection, keeper: Keeper) -> None:
    tokens = {made(keeper) for _ in range(20)}
    assert len(tokens) == 20
    # 32 signs of 6 bits each.
    assert {len(token.removeprefix("takuroku_")) for token in tokens} == {32}
    token = tokens.pop()
    kept = [value for row in db.execute("SELECT * FROM token") for value in dict(row).values()]
    assert sha256(token.encode()).hexdigest() in kept
    assert not [value for value in kept if token.removeprefix("takuroku_") in str(value)]


def test_nobody_comes_with_what_nobody_made(db: Connection, keeper: Keeper) -> None:
    of_hash = sha256(made(keeper).encode()).hexdigest()
    for token in ("", "takuroku_", "takuroku_" + "x" * 32, "x" * 10_000, "\ud800", "é", of_hash):
        assert known(db, token) is None


@pytest.mark.engines(*ENGINES)
def test_a_token_that_is_withdrawn_leads_nowhere_and_is_still_listed(db: Connection, keeper: Keeper) -> None:
    token, other = made(keeper), made(keeper, "Telly")
    (id,) = (each.id for each in keeper.book.tokens() if each.name == "Blackboard")
    keeper.book.withdraw_token(id, at=USED)
    keeper.book.withdraw_token(id, at=LATER)
    assert known(db, token) is None
    assert known(db, other) is not None
    assert {each.name: each.withdrawn_at for each in keeper.book.tokens()} == {"Blackboard": USED, "Telly": None}


def test_nobody_withdraws_a_token_of_another_scorebook(db: Connection, keeper: Keeper) -> None:
    token = made(keeper)
    stranger = Keeper(db, "fridays")
    with pytest.raises(NoSuchTokenError):
        stranger.book.withdraw_token(keeper.book.tokens()[0].id, at=LATER)
    assert stranger.book.tokens() == []
    assert known(db, token) is not None


@pytest.mark.engines(*ENGINES)
def test_its_use_is_noted_once_a_day(db: Connection, keeper: Keeper) -> None:
    token, next_day = made(keeper), "2026-11-23T00:00:00Z"
    assert keeper.book.tokens()[0].used_at is None
    for at, noted in ((USED, USED), (LATER, USED), (next_day, next_day)):
        who = bearer(db, token)
        assert who is not None
        note_use(db, who, at=at)
        assert keeper.book.tokens()[0].used_at == noted


@for_each("name", ["", "  ", None, 3, "x" * 31, "a\x00b"])
def test_a_name_that_is_none_is_refused(keeper: Keeper, name: object) -> None:
    with pytest.raises(EntryError) as refused:
        made(keeper, name)
    assert [problem.field for problem in refused.value.problems] == ["name"]
    assert keeper.book.tokens() == []


def test_there_are_only_so_many_at_a_time(keeper: Keeper) -> None:
    for number in range(MAX_TOKENS):
        made(keeper, f"Nr. {number}")
    with pytest.raises(EntryError):
        made(keeper)
    keeper.book.withdraw_token(keeper.book.tokens()[0].id, at=LATER)
    assert made(keeper)


@pytest.mark.engines(*ENGINES)
def test_a_deleted_scorebook_gets_no_token_and_takes_its_own_along(db: Connection, keeper: Keeper) -> None:
    token, other = made(keeper), Keeper(db, "fridays").book.make_token(name="Telly", role="keeper", at=MADE)
    keeper.book.delete_scorebook(at=MADE)
    with pytest.raises(DeletedScorebookError):
        made(keeper)
    assert purge(db, before=LATER) == Purged(1, 0)
    assert known(db, token) is None
    assert known(db, other) is not None
    assert [row["scorebook"] for row in db.execute("SELECT scorebook FROM token")] == ["fridays"]
