"""Join codes, what an address may try, and tokens.

A code of six signs stands for a link for a quarter of an hour; a token is told once and kept as a hash.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from datetime import UTC, datetime, timedelta
from hashlib import sha256
from itertools import chain
from typing import TypeVar

import pytest

from record.log import stamp
from scoring.errors import EntryError
from store.access import attempts, joining, secrets
from store.access.attempts import MAX_CODE_ENTERED
from store.access.secrets import (
    CODE_ALPHABET,
    CODE_LENGTH,
    MAX_TOKENS,
    JoinCode,
    Token,
    bearer,
    make_token,
    note_use,
    read_join_code,
    revoke_secret,
    secrets_of,
)
from store.book import Book, Role
from store.engines.base import Connection, Database
from store.errors import DeletedScorebookError, NoSuchError, UnavailableError
from store.scorebooks import delete_scorebook
from store.sessions.details import delete_session
from store.sessions.purge import Purged, purge
from tests.conftest import ENGINES
from tests.kit.for_each import for_each
from tests.kit.store.access import Guests
from tests.store.conftest import THURSDAY, Keeper, refused

R = TypeVar("R")

pytestmark = pytest.mark.engines("sqlite")

KEY = "the site's own"
MADE, IN_30_SECONDS, IN_10 = "2026-11-22T20:00:00Z", "2026-11-22T20:00:30Z", "2026-11-22T20:10:00Z"
JUST_BEFORE, IN_15, IN_25 = "2026-11-22T20:14:59Z", "2026-11-22T20:15:00Z", "2026-11-22T20:25:00Z"


def shows(db: Connection, link: str, *, at: str = MADE) -> JoinCode:
    return secrets.show_join_code(Book(db, THURSDAY, "keeper"), link, by="", key=KEY, at=at)


@pytest.fixture
def made(guests: Guests) -> str:
    return new_link(guests)


def new_link(guests: Guests, role: Role = "keeper", session: str | None = None, **given: object) -> str:
    """The id of a new link."""
    secret = guests.link(role, session, at=MADE, **given)
    link = secrets.link_of(guests.db, secret, at=MADE)
    assert link is not None
    return link.id


def leads_to(db: Connection, code: str, *, at: str = MADE) -> str | None:
    try:
        return secrets.enter_join_code(db, code, key=KEY, at=at).id
    except NoSuchError:
        return None


def rows(db: Connection) -> list[tuple[str, str, int]]:
    found = db.execute("SELECT link, ends_at, entered FROM join_code ORDER BY link")
    return [(row["link"], row["ends_at"], row["entered"]) for row in found]


# What a code is.


def test_a_code_has_six_signs_that_nobody_mixes_up_and_each_comes_in_each_place() -> None:
    assert ({*CODE_ALPHABET}, CODE_LENGTH) == ({*"23456789ACDEFGHJKMNPQRTVWXY"}, 6)
    codes = [secrets._code(str(number), KEY) for number in range(1000)]
    for signs in zip(*codes, strict=True):
        assert {*Counter(signs)} == {*CODE_ALPHABET}


@for_each(
    "typed, code",
    [
        *(
            (typed, "K7M4XQ")
            for typed in (
                *("K7M4XQ", "k7m4xq", " K7M 4XQ ", "K7M-4XQ", "k7m–4xq", "k 7 m 4 x q"),
                *("Ｋ７Ｍ４ＸＱ", "ｋ７ｍ　４ｘｑ", "Ｋ７Ｍー４ＸＱ"),
            )
        ),
        # A sign that is in no code is read as the one that looks like it.
        ("b8s 5z2", "885522"),
        ("UVUVUV", "VVVVVV"),
    ],
)
def test_a_code_is_read_in_any_case_and_width(typed: str, code: str) -> None:
    assert read_join_code(typed) == code


@for_each(
    "typed",
    [
        *("", "   ", None, "K7M4X", "K7M4XQQ", "K7M4X0", "K7M4XO", "K7M4X1", "K7M4XI", "k7m4xl"),
        *("Ａ" * 100_000, "ﷺ" * 100_000, "か" * 6, "\0" * 6),
    ],
)
def test_what_is_no_code_is_refused_at_its_field(typed: str | None) -> None:
    assert refused(lambda: read_join_code(typed)) == ["code"]


# How long it stands for its link.


def test_who_enters_the_code_of_a_link_comes_by_it(guests: Guests, session: str) -> None:
    for role, only in (("keeper", None), ("watcher", None), ("player", session)):
        link = new_link(guests, role, only)  # type: ignore[arg-type]
        found = secrets.enter_join_code(guests.db, shows(guests.db, link).code, key=KEY, at=MADE)
        came = joining.join(guests.db, found, device=f"by {role}", name="", at=MADE)
        assert (came.role, came.session, came.link) == (role, only, link)


@pytest.mark.engines(*ENGINES)
def test_it_holds_for_a_quarter_of_an_hour(db: Connection, made: str) -> None:
    shown = shows(db, made)
    assert (shown.ends_at, shows(db, made, at=IN_30_SECONDS)) == (IN_15, shown)
    assert rows(db) == [(made, IN_15, 0)], "shown again at once nothing is written"
    assert [leads_to(db, shown.code, at=at) for at in (JUST_BEFORE, IN_15)] == [made, None]
    after = shows(db, made, at=IN_15).code
    assert [leads_to(db, code, at=IN_15) for code in (shown.code, after)] == [None, made], "then the link has another"


def test_shown_again_it_is_the_same_and_holds_longer_but_no_longer_than_its_link(guests: Guests, made: str) -> None:
    db = guests.db
    first, again = shows(db, made), shows(db, made, at=IN_10)
    assert (again.code, again.ends_at) == (first.code, IN_25)
    assert leads_to(db, first.code, at=IN_15) == made
    shown = shows(db, new_link(guests, ends_at=IN_10))
    assert (shown.ends_at, leads_to(db, shown.code, at=IN_10)) == (IN_10, None)


def test_a_link_that_lets_nobody_in_has_no_code(guests: Guests, keeper: Keeper, made: str) -> None:
    db, revoked = guests.db, new_link(guests, "watcher")
    code, whole = shows(db, revoked).code, shows(db, made).code
    guests.revokes(revoked, at=MADE)
    assert (leads_to(db, code), [row[0] for row in rows(db)]) == (None, [made])
    for scorebook, link in (
        (THURSDAY, revoked),
        (THURSDAY, new_link(guests, recovery=True)),
        ("another-group", made),
    ):
        with pytest.raises(NoSuchError):
            secrets.show_join_code(Book(db, scorebook, "keeper"), link, by="", key=KEY, at=MADE)
    delete_scorebook(keeper.book, at=MADE)
    assert leads_to(db, whole) is None


@pytest.mark.engines(*ENGINES)
def test_it_can_be_entered_so_often_and_then_the_link_has_another(db: Connection, made: str) -> None:
    code = shows(db, made).code
    assert [leads_to(db, code) for _ in range(MAX_CODE_ENTERED + 1)] == [made] * MAX_CODE_ENTERED + [None]
    another = shows(db, made, at=IN_30_SECONDS).code
    assert (another != code, leads_to(db, another, at=IN_30_SECONDS)) == (True, made)


# What the record has of it.


def test_the_record_has_neither_the_code_nor_what_tells_it_without_the_key(db: Connection, made: str) -> None:
    code = shows(db, made).code
    (row,) = db.execute("SELECT * FROM join_code")
    assert code not in "".join(map(str, dict(row).values()))
    with pytest.raises(NoSuchError):
        secrets.enter_join_code(db, code, key="another key", at=MADE)


@pytest.mark.engines(*ENGINES)
def test_codes_that_are_over_or_purged_are_deleted(guests: Guests, keeper: Keeper, session: str, made: str) -> None:
    db, another = guests.db, new_link(guests)
    shows(db, made)
    shows(db, another, at=IN_15)
    assert [row[0] for row in rows(db)] == [another]
    for at, left in ((IN_15, 1), ("2026-11-22T20:30:00Z", 0)):
        attempts.delete_expired(db, at)
        assert len(rows(db)) == left
    for link in (new_link(guests, "watcher", session), made):
        shows(db, link)
    for delete, links_left in (
        (lambda: delete_session(keeper.book, session, at=MADE), [made]),
        (lambda: delete_scorebook(keeper.book, at=MADE), []),
    ):
        delete()
        purge(db, before=IN_10)
        assert [row[0] for row in rows(db)] == links_left


@pytest.mark.engines(*ENGINES)
def test_a_code_that_another_link_has_is_not_taken(guests: Guests, monkeypatch: pytest.MonkeyPatch) -> None:
    nonces = iter(("one", "one", "two"))
    links_of_both = new_link(guests), new_link(guests)
    monkeypatch.setattr("store.access.secrets.secrets.token_hex", lambda _bytes: next(nonces))
    assert len({shows(guests.db, link).code for link in links_of_both}) == 2
    assert next(nonces, None) is None, "the second tried the first's"


@pytest.mark.engines(*ENGINES)
def test_shown_twice_at_once_it_is_one(database: Database, made: str) -> None:
    def shown(_number: int) -> str:
        with closing(database.connect()) as another:
            return once_it_is_free(lambda: shows(another, made).code)

    with ThreadPoolExecutor(4) as phones:
        assert len({*phones.map(shown, range(8))}) == 1


def once_it_is_free(act: Callable[[], R]) -> R:
    while True:
        try:
            return act()
        except UnavailableError:
            continue


# What an address does is counted window by window, for whoever shares the record.

WINDOW = timedelta(minutes=10)
NOW = datetime(2026, 11, 22, 20, 17, tzinfo=UTC)
SETTINGS_OF_A_FILE = ("PRAGMA synchronous", "PRAGMA busy_timeout")


def tries(db: Connection, *, address: str = "here", kind: str = "links", most: int = 3, now: datetime = NOW) -> bool:
    return attempts.count(db, kind=kind, address=address, most=most, now=now, ends=attempts.window_end(now, WINDOW))


def kept(db: Connection) -> list[tuple[str, str, int]]:
    rows = db.execute("SELECT kind, address, times FROM attempt ORDER BY kind, address")
    return [(row["kind"], row["address"], row["times"]) for row in rows]


@pytest.mark.engines(*ENGINES)
def test_so_many_may_be_in_a_window(db: Connection) -> None:
    assert [tries(db) for _ in range(5)] == [True, True, True, False, False]
    later = (NOW + timedelta(minutes=2, seconds=59), NOW + timedelta(minutes=3))
    assert [tries(db, now=now) for now in later] == [False, True]
    assert (tries(db, address="there"), tries(db, kind="imports")) == (True, True)


@pytest.mark.engines(*ENGINES)
def test_what_was_counted_leaves_with_the_first_of_a_later_window_or_when_it_is_taken_out(db: Connection) -> None:
    later = NOW + timedelta(minutes=3)
    assert [tries(db) for _ in range(9)].count(True) == 3
    tries(db, address="there")
    attempts.delete_expired(db, stamp(NOW))
    assert kept(db) == [("links", "here", 3), ("links", "there", 1)], "what may not be is not written"
    tries(db, kind="imports", now=later)
    assert kept(db) == [("imports", "here", 1)]
    attempts.delete_expired(db, stamp(later + WINDOW))
    assert kept(db) == []


@pytest.mark.engines(*ENGINES)
def test_of_many_at_once_no_more_get_through(database: Database) -> None:
    def visits(_phone: int) -> list[bool]:
        with closing(database.connect()) as db:
            return [once_it_is_free(lambda: tries(db, most=25)) for _ in range(10)]

    with ThreadPoolExecutor(4) as phones:
        assert sorted(chain.from_iterable(phones.map(visits, range(4)))) == [False] * 15 + [True] * 25


@pytest.mark.engines(*ENGINES)
def test_nobody_waits_to_be_counted_and_a_save_waits_for_the_disk_and_for_others_as_before(database: Database) -> None:
    def settings() -> list[tuple[object, ...]]:
        is_server = str(database).startswith("postgresql")
        asked = ("SHOW synchronous_commit", "SHOW lock_timeout") if is_server else SETTINGS_OF_A_FILE
        return [tuple(db.execute(each).fetchone()) for each in asked]

    with closing(database.connect()) as db, closing(database.connect()) as other:
        before = settings()
        tries(db)
        with other.writing():
            # Held as by an import on the one engine and by another count on the other.
            other.execute("UPDATE attempt SET times = times")
            began = time.monotonic()
            with pytest.raises(UnavailableError) as refused:
                tries(db)
            # Whoever saves waits for ten seconds.
            assert time.monotonic() - began < 5
        assert (refused.value.cause, settings()) == ("busy", before)
        assert tries(db)
        assert settings() == before


# Tokens.

TOKEN_MADE, USED, LATER = "2026-11-21T20:00:00Z", "2026-11-22T07:00:00Z", "2026-11-22T21:00:00Z"


def token_of(keeper: Keeper, name: object = "Blackboard") -> str:
    return make_token(keeper.book, name=name, role="keeper", at=TOKEN_MADE)


def known(db: Connection, token: str) -> tuple[str, str, Role] | None:
    found = bearer(db, token)
    return None if found is None else (found.name, found.scorebook, found.role)


def test_a_token_leads_to_its_scorebook_in_its_role(db: Connection, keeper: Keeper) -> None:
    for role in ("keeper", "watcher"):
        token = make_token(keeper.book, name=f"Telly of a {role}", role=role, at=TOKEN_MADE)
        assert known(db, token) == (f"Telly of a {role}", keeper.scorebook, role)


def test_a_token_cannot_be_guessed_nor_read_in_the_record(db: Connection, keeper: Keeper) -> None:
    tokens = {token_of(keeper) for _ in range(20)}
    assert len(tokens) == 20
    # 32 signs of 6 bits each.
    assert {len(token.removeprefix("takuroku_")) for token in tokens} == {32}
    token = tokens.pop()
    kept = [value for row in db.execute("SELECT * FROM token") for value in dict(row).values()]
    assert sha256(token.encode()).hexdigest() in kept
    assert not [value for value in kept if token.removeprefix("takuroku_") in str(value)]


def test_nobody_comes_with_what_nobody_made(db: Connection, keeper: Keeper) -> None:
    of_hash = sha256(token_of(keeper).encode()).hexdigest()
    for token in ("", "takuroku_", "takuroku_" + "x" * 32, "x" * 10_000, "\ud800", "é", of_hash):
        assert known(db, token) is None


@pytest.mark.engines(*ENGINES)
def test_a_token_that_is_revoked_leads_nowhere_and_is_still_listed(db: Connection, keeper: Keeper) -> None:
    token, other = token_of(keeper), token_of(keeper, "Telly")
    (id,) = (each.id for each in secrets_of(keeper.book, Token) if each.name == "Blackboard")
    for at in (USED, LATER):
        revoke_secret(keeper.book, Token, id, at=at)
    assert (known(db, token), known(db, other) is not None) == (None, True)
    assert {each.name: each.revoked_at for each in secrets_of(keeper.book, Token)} == {
        "Blackboard": USED,
        "Telly": None,
    }


def test_nobody_revokes_a_token_of_another_scorebook(db: Connection, keeper: Keeper, stranger: Keeper) -> None:
    token = token_of(keeper)
    with pytest.raises(NoSuchError):
        revoke_secret(stranger.book, Token, secrets_of(keeper.book, Token)[0].id, at=LATER)
    assert (secrets_of(stranger.book, Token), known(db, token) is not None) == ([], True)


@pytest.mark.engines(*ENGINES)
def test_its_use_is_noted_once_a_day(db: Connection, keeper: Keeper) -> None:
    token, next_day = token_of(keeper), "2026-11-23T00:00:00Z"
    assert secrets_of(keeper.book, Token)[0].used_at is None
    for at, noted in ((USED, USED), (LATER, USED), (next_day, next_day)):
        who = bearer(db, token)
        assert who is not None
        note_use(db, who, at=at)
        assert secrets_of(keeper.book, Token)[0].used_at == noted


@for_each("name", ["", "  ", None, 3, "x" * 31, "a\x00b"])
def test_a_name_that_is_none_is_refused(keeper: Keeper, name: object) -> None:
    assert refused(lambda: token_of(keeper, name)) == ["name"]
    assert secrets_of(keeper.book, Token) == []


def test_there_are_only_so_many_at_a_time(keeper: Keeper) -> None:
    for number in range(MAX_TOKENS):
        token_of(keeper, f"Nr. {number}")
    with pytest.raises(EntryError):
        token_of(keeper)
    revoke_secret(keeper.book, Token, secrets_of(keeper.book, Token)[0].id, at=LATER)
    assert token_of(keeper)


@pytest.mark.engines(*ENGINES)
def test_a_deleted_scorebook_gets_no_token_and_takes_its_own_along(
    db: Connection, keeper: Keeper, stranger: Keeper
) -> None:
    token, other = token_of(keeper), token_of(stranger)
    delete_scorebook(keeper.book, at=TOKEN_MADE)
    with pytest.raises(DeletedScorebookError):
        token_of(keeper)
    assert purge(db, before=LATER) == Purged(1, 0)
    assert (known(db, token), known(db, other) is not None) == (None, True)
    assert [row["scorebook"] for row in db.execute("SELECT scorebook FROM token")] == [stranger.scorebook]
