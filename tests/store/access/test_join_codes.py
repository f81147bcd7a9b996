"""A code of six signs stands for a link for a quarter of an hour, and for no more than that link."""

from __future__ import annotations

from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing

import pytest

from scoring.errors import EntryError
from store.access import join_codes, links
from store.access.grants import Right
from store.access.join_codes import ALPHABET, LENGTH, MAX_ENTERED, JoinCode, read_code
from store.engines.base import Connection, Database
from store.errors import NoSuchLinkError, UnavailableError
from store.sessions.purge import purge
from tests.conftest import ENGINES
from tests.kit.for_each import for_each
from tests.kit.store.access import Guests
from tests.store.conftest import THURSDAY, Keeper

pytestmark = pytest.mark.engines("sqlite")

KEY = "the site's own"
MADE, IN_30_SECONDS, IN_10 = "2026-11-22T20:00:00Z", "2026-11-22T20:00:30Z", "2026-11-22T20:10:00Z"
JUST_BEFORE, IN_15, IN_25 = "2026-11-22T20:14:59Z", "2026-11-22T20:15:00Z", "2026-11-22T20:25:00Z"


def shows(db: Connection, link: str, *, at: str = MADE) -> JoinCode:
    return join_codes.show(db, THURSDAY, link, key=KEY, at=at)


@pytest.fixture
def made(guests: Guests) -> str:
    return new_link(guests)


def new_link(guests: Guests, role: Right = "keeper", session: str | None = None, **given: object) -> str:
    """The id of a new link."""
    secret = guests.link(role, session, at=MADE, **given)
    link = links.link_of(guests.db, secret, at=MADE)
    assert link is not None
    return link.id


def leads_to(db: Connection, code: str, *, at: str = MADE) -> str | None:
    try:
        return join_codes.enter(db, code, key=KEY, at=at).id
    except NoSuchLinkError:
        return None


def rows(db: Connection) -> list[tuple[str, str, int]]:
    found = db.execute("SELECT link, ends_at, entered FROM join_code ORDER BY link").fetchall()
    return [(row["link"], row["ends_at"], row["entered"]) for row in found]


# What a code is.


def test_a_code_has_six_signs_that_nobody_mixes_up_and_each_comes_in_each_place() -> None:
    assert ({*ALPHABET}, LENGTH) == ({*"23456789ACDEFGHJKMNPQRTVWXY"}, 6)
    codes = [join_codes._code(str(number), KEY) for number in range(1000)]
    for signs in zip(*codes, strict=True):
        assert {*Counter(signs)} == {*ALPHABET}


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
    assert read_code(typed) == code


@for_each(
    "typed",
    [
        *("", "   ", None, "K7M4X", "K7M4XQQ", "K7M4X0", "K7M4XO", "K7M4X1", "K7M4XI", "k7m4xl"),
        *("Ａ" * 1_000_000, "ﷺ" * 1_000_000, "か" * 6, "\0" * 6),
    ],
)
def test_what_is_no_code_is_refused_at_its_field(typed: str | None) -> None:
    with pytest.raises(EntryError) as refused:
        read_code(typed)
    assert [each.field for each in refused.value.problems] == ["code"]


# How long it stands for its link.


def test_who_enters_the_code_of_a_link_comes_by_it(guests: Guests, session: str) -> None:
    for role, only in (("keeper", None), ("watcher", None), ("player", session)):
        link = new_link(guests, role, only)  # type: ignore[arg-type]
        found = join_codes.enter(guests.db, shows(guests.db, link).code, key=KEY, at=MADE)
        came = links.come(guests.db, found, device=f"by {role}", name="", at=MADE)
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
    guests.withdraws(revoked, at=MADE)
    assert (leads_to(db, code), [row[0] for row in rows(db)]) == (None, [made])
    for link in (revoked, new_link(guests, recovery=True)):
        with pytest.raises(NoSuchLinkError):
            shows(db, link)
    with pytest.raises(NoSuchLinkError):
        join_codes.show(db, "another-group", made, key=KEY, at=MADE)
    keeper.book.delete_scorebook(at=MADE)
    assert leads_to(db, whole) is None


@pytest.mark.engines(*ENGINES)
def test_it_can_be_entered_so_often_and_then_the_link_has_another(db: Connection, made: str) -> None:
    code = shows(db, made).code
    assert [leads_to(db, code) for _ in range(MAX_ENTERED + 1)] == [made] * MAX_ENTERED + [None]
    another = shows(db, made, at=IN_30_SECONDS).code
    assert another != code
    assert leads_to(db, another, at=IN_30_SECONDS) == made


# What the record has of it.


def test_the_record_has_neither_the_code_nor_what_tells_it_without_the_key(db: Connection, made: str) -> None:
    code = shows(db, made).code
    (row,) = db.execute("SELECT * FROM join_code").fetchall()
    assert code not in "".join(map(str, dict(row).values()))
    assert join_codes._code(row["nonce"], "another key") != code
    with pytest.raises(NoSuchLinkError):
        join_codes.enter(db, code, key="another key", at=MADE)


@pytest.mark.engines(*ENGINES)
def test_codes_that_are_over_or_purged_are_deleted(guests: Guests, keeper: Keeper, session: str, made: str) -> None:
    db, another = guests.db, new_link(guests)
    shows(db, made)
    shows(db, another, at=IN_15)
    assert [row[0] for row in rows(db)] == [another]
    for at, left in ((IN_15, 1), ("2026-11-22T20:30:00Z", 0)):
        join_codes.forget_ended(db, at)
        assert len(rows(db)) == left
    shows(db, new_link(guests, "watcher", session))
    shows(db, made)
    keeper.book.discard(session, at=MADE)
    purge(db, before=IN_10)
    assert [row[0] for row in rows(db)] == [made]
    keeper.book.delete_scorebook(at=MADE)
    purge(db, before=IN_10)
    assert rows(db) == []


@pytest.mark.engines(*ENGINES)
def test_a_code_that_another_link_has_is_not_taken(guests: Guests, monkeypatch: pytest.MonkeyPatch) -> None:
    nonces = iter(("one", "one", "two"))
    links_of_both = new_link(guests), new_link(guests)
    monkeypatch.setattr("store.access.join_codes.secrets.token_hex", lambda _bytes: next(nonces))
    one, another = (shows(guests.db, link).code for link in links_of_both)
    assert one != another
    assert next(nonces, None) is None, "the second tried the first's"


@pytest.mark.engines(*ENGINES)
def test_shown_twice_at_once_it_is_one(database: Database, made: str) -> None:
    def shown(_number: int) -> str:
        with closing(database.connect()) as another:
            while True:
                try:
                    return shows(another, made).code
                except UnavailableError:
                    continue

    with ThreadPoolExecutor(4) as phones:
        assert len({*phones.map(shown, range(8))}) == 1
