"""A code of six signs stands for a link for a quarter of an hour, and for no more than that link."""

from __future__ import annotations

from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing

import pytest

from scoring.errors import EntryError
from store.access import grants, join_codes, links
from store.access.grants import Right
from store.access.join_codes import ALPHABET, LENGTH, MAX_ENTERED, JoinCode, read_code
from store.engines.base import Connection, Database
from store.errors import NoSuchLinkError, UnavailableError
from store.sessions.purge import purge
from tests.kit.store.access import withdraws
from tests.store.conftest import THURSDAY, Keeper

KEY = "the site's own"
MADE, IN_30_SECONDS, IN_10 = "2026-11-22T20:00:00Z", "2026-11-22T20:00:30Z", "2026-11-22T20:10:00Z"
JUST_BEFORE, IN_15, IN_25 = "2026-11-22T20:14:59Z", "2026-11-22T20:15:00Z", "2026-11-22T20:25:00Z"


@pytest.fixture
def session(db: Connection, keeper: Keeper) -> str:
    session = keeper.sits_down()
    assert grants.claim(db, device="ann", scorebook=THURSDAY, name="iPhone", at=MADE)
    return session


def link(db: Connection, role: Right = "keeper", *, at: str = MADE, **given: object) -> str:
    """The id of a new link."""
    secret = links.make(db, scorebook=THURSDAY, role=role, at=at, **given)  # type: ignore[arg-type]
    made = links.link_of(db, secret, at=at)
    assert made is not None
    return made.id


def shows(db: Connection, link: str, *, at: str = MADE) -> JoinCode:
    return join_codes.show(db, THURSDAY, link, key=KEY, at=at)


def enters(db: Connection, code: str, *, at: str = MADE) -> str:
    return join_codes.enter(db, code, key=KEY, at=at).id


def stands(db: Connection, code: str, *, at: str = MADE) -> bool:
    try:
        enters(db, code, at=at)
    except NoSuchLinkError:
        return False
    return True


# What a code is.


def test_a_code_has_six_signs_that_nobody_mixes_up(db: Connection, session: str) -> None:
    code = shows(db, link(db)).code
    assert len(code) == 6
    assert set(code) <= set("23456789ACDEFGHJKMNPQRTVWXY")


def test_all_signs_come_in_all_places(db: Connection, session: str) -> None:
    codes = [join_codes._code(str(number), KEY) for number in range(1000)]
    for place in range(LENGTH):
        assert set(Counter(code[place] for code in codes)) == set(ALPHABET), place


@pytest.mark.parametrize(
    "typed",
    [
        "K7M4XQ",
        "k7m4xq",
        " K7M 4XQ ",
        "K7M-4XQ",
        "k7m–4xq",
        "Ｋ７Ｍ４ＸＱ",
        "ｋ７ｍ　４ｘｑ",
        "Ｋ７Ｍー４ＸＱ",
        "k 7 m 4 x q",
    ],
)
def test_a_code_is_read_in_any_case_and_width(typed: str) -> None:
    assert read_code(typed) == "K7M4XQ"


def test_a_sign_that_is_in_no_code_is_read_as_the_one_that_looks_like_it() -> None:
    assert read_code("b8s 5z2") == "885522"
    assert read_code("UVUVUV") == "VVVVVV"


@pytest.mark.parametrize(
    "typed", ["", "   ", None, "K7M4X", "K7M4XQQ", "K7M4X0", "K7M4XO", "K7M4X1", "K7M4XI", "k7m4xl"]
)
def test_what_is_no_code_is_refused_at_its_field(typed: str | None) -> None:
    with pytest.raises(EntryError) as refused:
        read_code(typed)
    assert [each.field for each in refused.value.problems] == ["code"]


def test_a_text_of_any_length_is_refused(db: Connection) -> None:
    for typed in ("Ａ" * 1_000_000, "ﷺ" * 1_000_000, "か" * 6, "\0" * 6):
        with pytest.raises(EntryError):
            read_code(typed)


# How long it stands for its link.


@pytest.mark.parametrize("role", ["keeper", "watcher"])
def test_a_code_stands_for_its_link(db: Connection, session: str, role: Right) -> None:
    made = link(db, role)
    assert enters(db, shows(db, made).code) == made


def test_who_enters_the_code_of_a_table_comes_by_its_link(db: Connection, session: str) -> None:
    made = link(db, "player", session=session)
    found = join_codes.enter(db, shows(db, made).code, key=KEY, at=MADE)
    came = links.come(db, found, device="ben", name="", at=MADE)
    assert (came.role, came.session, came.link) == ("player", session, made)
    assert [each.role for each in grants.held(db, device="ben", scorebook=THURSDAY, at=MADE)] == ["player"]


def test_it_holds_for_a_quarter_of_an_hour(db: Connection, session: str) -> None:
    shown = shows(db, link(db))
    assert shown.ends_at == IN_15
    assert stands(db, shown.code, at=JUST_BEFORE)
    assert not stands(db, shown.code, at=IN_15)


def test_shown_again_it_is_the_same_and_holds_longer(db: Connection, session: str) -> None:
    made = link(db)
    first, again = shows(db, made), shows(db, made, at=IN_10)
    assert (again.code, again.ends_at) == (first.code, IN_25)
    assert stands(db, first.code, at=IN_15)


def test_shown_again_at_once_nothing_is_written(db: Connection, session: str) -> None:
    made = link(db)
    shown = shows(db, made)
    assert shows(db, made, at=IN_30_SECONDS) == shown
    assert rows(db) == [(made, IN_15, 0)]


def test_once_it_is_over_the_link_has_another(db: Connection, session: str) -> None:
    made = link(db)
    before = shows(db, made).code
    after = shows(db, made, at=IN_15).code
    assert before != after
    assert (stands(db, before, at=IN_15), stands(db, after, at=IN_15)) == (False, True)


def test_it_ends_with_its_link(db: Connection, session: str) -> None:
    shown = shows(db, link(db, ends_at=IN_10))
    assert shown.ends_at == IN_10
    assert not stands(db, shown.code, at=IN_10)


def test_a_revoked_link_has_no_code(db: Connection, session: str) -> None:
    made = link(db, "watcher")
    code = shows(db, made).code
    withdraws(db, THURSDAY, made, at=MADE)
    assert not stands(db, code)
    assert rows(db) == []
    with pytest.raises(NoSuchLinkError):
        shows(db, made)


def test_in_a_deleted_scorebook_it_lets_nobody_in(db: Connection, keeper: Keeper, session: str) -> None:
    code = shows(db, link(db)).code
    keeper.book.delete_scorebook(at=MADE)
    assert not stands(db, code)


def test_a_recovery_link_and_one_of_another_scorebook_have_none(db: Connection, session: str) -> None:
    with pytest.raises(NoSuchLinkError):
        shows(db, link(db, recovery=True))
    with pytest.raises(NoSuchLinkError):
        join_codes.show(db, "another-group", link(db), key=KEY, at=MADE)


def test_it_can_be_entered_so_often_and_then_the_link_has_another(db: Connection, session: str) -> None:
    made = link(db)
    code = shows(db, made).code
    assert [stands(db, code) for _ in range(MAX_ENTERED + 1)] == [True] * MAX_ENTERED + [False]
    another = shows(db, made, at=IN_30_SECONDS).code
    assert another != code
    assert stands(db, another, at=IN_30_SECONDS)


# What the record has of it.


def rows(db: Connection) -> list[tuple[str, str, int]]:
    found = db.execute("SELECT link, ends_at, entered FROM join_code ORDER BY link").fetchall()
    return [(row["link"], row["ends_at"], row["entered"]) for row in found]


def test_the_record_has_neither_the_code_nor_what_tells_it_without_the_key(db: Connection, session: str) -> None:
    made = link(db)
    code = shows(db, made).code
    (row,) = db.execute("SELECT * FROM join_code").fetchall()
    assert code not in "".join(map(str, dict(row).values()))
    assert join_codes._code(row["nonce"], "another key") != code
    with pytest.raises(NoSuchLinkError):
        join_codes.enter(db, code, key="another key", at=MADE)


def test_codes_that_are_over_are_deleted(db: Connection, session: str) -> None:
    one, another = link(db), link(db)
    shows(db, one)
    shows(db, another, at=IN_15)
    assert [row[0] for row in rows(db)] == [another]
    join_codes.forget_ended(db, IN_15)
    assert len(rows(db)) == 1
    join_codes.forget_ended(db, "2026-11-22T20:30:00Z")
    assert rows(db) == []


def test_what_is_purged_leaves_no_code(db: Connection, keeper: Keeper, session: str) -> None:
    shows(db, link(db, "watcher", session=session))
    keeper.book.discard(session, at=MADE)
    purge(db, before=IN_10)
    assert rows(db) == []
    shows(db, link(db))
    keeper.book.delete_scorebook(at=MADE)
    purge(db, before=IN_10)
    assert rows(db) == []


def test_a_code_that_another_link_has_is_not_taken(
    db: Connection, session: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    nonces = iter(("one", "one", "two"))
    monkeypatch.setattr("store.access.join_codes.secrets.token_hex", lambda _bytes: next(nonces))
    one, another = "a", "b"
    for id in (one, another):
        db.execute(
            "INSERT INTO link (id, scorebook, role, hash, recovery, created_at) VALUES (?, ?, 'watcher', ?, 0, ?)",
            (id, THURSDAY, id, MADE),
        )
    assert shows(db, one).code != shows(db, another).code
    assert next(nonces, None) is None, "the second tried the first's"


def test_shown_twice_at_once_it_is_one(database: Database, db: Connection, session: str) -> None:
    made = link(db)

    def shown(_number: int) -> str:
        with closing(database.connect()) as another:
            while True:
                try:
                    return shows(another, made).code
                except UnavailableError:
                    continue

    with ThreadPoolExecutor(4) as phones:
        assert len(set(phones.map(shown, range(8)))) == 1
