"""Secrets with an end: links, the join codes that stand for them, and tokens of programs. The record has only hashes.

Each gives a role in a scorebook to whoever has it, until it ends or a keeper revokes it, with the accesses that a link
gave. A join code is six signs to type, for a quarter of an hour. It follows from a random nonce and the site's key, so
it can be shown again; a link has at most one.
"""

from __future__ import annotations

import secrets
import unicodedata
from dataclasses import dataclass, fields, replace
from datetime import datetime, timedelta
from hashlib import blake2b
from typing import Any, ClassVar, Literal, NamedTuple, TypeAlias, TypeVar

from record.log import stamp
from scoring.errors import EntryError, refused
from scoring.message import say
from store.access.attempts import LOCK_WAIT_MS, MAX_CODE_ENTERED, delete_expired
from store.access.grants import device_of, remove_accesses_of_link
from store.book import Book, Role, needs
from store.encoding import hashed, new_id
from store.engines.base import Connection, Row
from store.errors import NoSuchError, UnavailableError
from store.scorebooks import lock_scorebook, read_name
from store.sessions.loading import NEXT_GAME, NEXT_OF_SERIES

OnePhone: TypeAlias = Literal["guest", "own"]
"""Whose phone a link for one phone lets in: somebody else's, or another one of whoever made it."""
ONE_PHONE_LINK_LIFETIME = timedelta(minutes=10)
"""How long a link for one phone holds."""
MAX_SECRET_LENGTH = 100
"""Longer texts are rejected without hashing."""
TOKEN_PREFIX = "takuroku_"
"""The prefix shows what a leaked token is for."""
TOKEN_BYTES = 24
MAX_TOKEN_NAME = 30
MAX_TOKENS = 50
"""Valid tokens of a scorebook."""
MAX_LINKS = 50
"""Valid links of a scorebook, without those of sessions that are over."""
COUNTED_LINKS = """
    (ends_at IS NULL OR ends_at > ?)
    AND NOT EXISTS (SELECT 1 FROM session WHERE session.id = link.session AND session.over = 1)
"""
"""The links that `MAX_LINKS` limits."""

AROUND_LINK = "JOIN scorebook ON scorebook.id = link.scorebook LEFT JOIN session ON session.id = link.session"
LINK_HOLDS = """
    link.revoked_at IS NULL AND (link.ends_at IS NULL OR link.ends_at > ?)
    AND scorebook.deleted_at IS NULL AND session.deleted_at IS NULL
"""
"""The links by which somebody can come in, with what is joined by `AROUND_LINK`; the parameter is the time."""

CODE_ALPHABET = "23456789ACDEFGHJKMNPQRTVWXY"
"""No 0 or O, no 1, I or L; of 8 and B, 5 and S, 2 and Z, V and U only the first."""
LOOKALIKES = str.maketrans("BSZU", "852V")
CODE_LENGTH = 6
CODE_SEPARATORS = " \t\n-‐‑‒–—―−ー・.·"
"""What may stand between the signs of a code: spaces and what keyboards have for a hyphen, in NFKC."""
MAX_TYPED_LENGTH = 40
CODE_LIFETIME = timedelta(minutes=15)
"""How long a code can be typed, from when it was shown last."""
RENEWED_AFTER = timedelta(minutes=1)
"""A code that was shown again so soon is not renewed: showing it then writes nothing."""
MAX_CODE_TRIES = 5
"""New codes tried where another link has the same."""


@dataclass(frozen=True, kw_only=True)
class Secret:
    """A secret without itself: what it gives, and since and until when. Its fields are the columns of its `table`."""

    table: ClassVar[str]

    id: str
    scorebook: str
    role: Role
    created_at: str
    revoked_at: str | None


@dataclass(frozen=True, kw_only=True)
class Link(Secret):
    """A link; `session` is None for the whole scorebook.

    From `ends_at` on nobody can join by it; those who have joined keep access. A `recovery` link is kept on paper. Who
    comes by it is as old as `made_by`, the access that made it, and so is another own phone, which gets `settings`.
    """

    table = "link"

    session: str | None
    recovery: bool
    ends_at: str | None
    made_by: str | None
    one_phone: OnePhone | None
    settings: str | None


@dataclass(frozen=True, kw_only=True)
class Token(Secret):
    """A token, of a keeper or a watcher; `used_at` is its first use on the last day it was used."""

    table = "token"

    name: str
    used_at: str | None


AnySecret = TypeVar("AnySecret", bound=Secret)


@needs("keeper")
def make_link(
    book: Book,
    *,
    role: Role,
    at: str,
    session: str | None = None,
    ends_at: str | None = None,
    recovery: bool = False,
    one_phone: OnePhone | None = None,
    settings: str | None = None,
    by: str | None = None,
) -> str:
    """Make a link and return its secret, which is not stored; `by` is the access of the keeper who makes it.

    One for one phone gives the whole scorebook and ends soon, whatever `ends_at` is. Raises EntryError at `role`,
    NoSuchError, DeletedScorebookError.
    """
    is_odd = one_phone is not None and (role != "keeper" or recovery)
    if is_odd or (role == "keeper" and session is not None) or (role == "player" and session is None):
        raise refused("role", say("“{typed}” can’t be chosen here.", typed=role))
    if one_phone is not None:
        ends_at = stamp(datetime.fromisoformat(at) + ONE_PHONE_LINK_LIFETIME)
    secret = new_id()
    full = refused("role", say("There are already {most}. Revoke one first.", most=MAX_LINKS))
    gives = {"role": role, "session": session, "ends_at": ends_at, "recovery": int(recovery)}
    gives |= {"made_by": by, "one_phone": one_phone, "settings": settings}
    with book.db.writing():
        lock_scorebook(book, at=at)
        if session is not None:
            known = "SELECT id FROM session WHERE id = ? AND scorebook = ? AND deleted_at IS NULL"
            if book.db.execute(known, (session, book.scorebook)).fetchone() is None:
                raise NoSuchError(f"no session {session!r}")
        _save_secret(book, Link, secret, at=at, most=MAX_LINKS, counted=COUNTED_LINKS, full=full, **gives)
    return secret


@needs("keeper")
def renew_link(book: Book, secret: str, *, at: str, ends_at: str) -> None:
    """Let a link with an end hold until a later one; one that has ended stays as it is."""
    with book.db.writing():
        book.db.execute(
            "UPDATE link SET ends_at = ? WHERE hash = ? AND scorebook = ? AND revoked_at IS NULL"
            " AND ends_at > ? AND ends_at < ?",
            (ends_at, hashed(secret), book.scorebook, at, ends_at),
        )


def renew_of_table(db: Connection, table: str, *, at: str, ends_at: str) -> None:
    """The same for all links to a table, to play and to watch, in the transaction of the caller."""
    db.execute(
        "UPDATE link SET ends_at = ? WHERE session IN (SELECT id FROM session WHERE table_id = ?)"
        " AND revoked_at IS NULL AND ends_at > ? AND ends_at < ?",
        (ends_at, table, at, ends_at),
    )


def link_of(db: Connection, secret: str, *, at: str) -> Link | None:
    """The link, as long as somebody can come in by it; it changes nothing to look.

    One to a single session is to the one that its table plays by now; without an end, as releases before 2.1.0 made
    them, to the last of its series.
    """
    return None if len(secret) > MAX_SECRET_LENGTH else link_with(db, "hash", hashed(secret), at=at)


def find_link(db: Connection, id: str) -> Link | None:
    """A link by its id, also one that has ended."""
    found = db.execute(f"SELECT {_columns_of(Link)} FROM link WHERE id = ?", (id,)).fetchone()
    return found and _secret_in(found, Link)


def link_with(db: Connection, column: Literal["id", "hash"], value: str, *, at: str) -> Link | None:
    """The same by what the record has of it."""
    found = db.execute(
        f"""
        SELECT {_columns_of(Link)}, {NEXT_GAME}, {NEXT_OF_SERIES}
        FROM link {AROUND_LINK} WHERE link.{column} = ? AND {LINK_HOLDS}
        """,
        (value, at),
    ).fetchone()
    return found and replace(_secret_in(found, Link), session=followed_session(found))


def followed_session(row: Row) -> str | None:
    """The session to which the link of a row leads by now: one to keep score, none."""
    later: str | None = row["next_game" if row["ends_at"] else "next_of_series"]
    return later or row["session"]


def was_for_evening(db: Connection, secret: str) -> bool:
    """Whether it is a link of before 1.5.0 to keep score for an evening, by which nobody can come in any more."""
    found = db.execute("SELECT 1 AS one FROM link WHERE hash = ? AND for_evening = 1", (hashed(secret),))
    return found.fetchone() is not None


@needs("keeper")
def revoke_link(book: Book, link: str, *, by: str, at: str) -> None:
    """Revoke a link and the accesses it gave, see `grants.remove_accesses_of_link`.

    Raises NoSuchError, LastKeeperError.
    """
    with book.db.writing():
        remove_accesses_of_link(book, link, by=by, at=at)
        revoke_secret(book, Link, link, at=at)
        book.db.execute("DELETE FROM join_code WHERE link = ?", (link,))


class JoinCode(NamedTuple):
    """A code with its end, for those who may show it."""

    code: str
    ends_at: str


@needs("keeper")
def show_join_code(book: Book, link: str, *, by: str, key: str, at: str) -> JoinCode:
    """The code of a link, valid for `CODE_LIFETIME` from now, or as long as the link: the one it has, or a new one.

    Raises NoSuchError, also for a recovery link, which is on paper alone, and where it is not for this keeper to show,
    see `may_answer`; UnavailableError where it would wait.
    """
    found = link_with(book.db, "id", link, at=at)
    if found is None or found.scorebook != book.scorebook or found.recovery or not may_answer(book, found, by=by):
        raise NoSuchError("no link")
    now = datetime.fromisoformat(at)
    # One that was shown just now needs no write.
    row = book.db.execute(
        "SELECT nonce, ends_at FROM join_code WHERE link = ? AND entered < ? AND ends_at > ?",
        (link, MAX_CODE_ENTERED, stamp(now + CODE_LIFETIME - RENEWED_AFTER)),
    ).fetchone()
    if row is not None:
        return JoinCode(_code(row["nonce"], key), row["ends_at"])
    ends_at = min(stamp(now + CODE_LIFETIME), found.ends_at or stamp(now + CODE_LIFETIME))
    with book.db.writing_unsynced(patience=LOCK_WAIT_MS):
        delete_expired(book.db, at, ["join_code"])
        for _ in range(MAX_CODE_TRIES):
            nonce = secrets.token_hex(16)
            book.db.execute(
                "INSERT INTO join_code (link, nonce, hash, ends_at) VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING",
                (link, nonce, _hashed_code(_code(nonce, key), key), ends_at),
            )
            row = book.db.execute("SELECT nonce FROM join_code WHERE link = ?", (link,)).fetchone()
            if row is not None:
                book.db.execute("UPDATE join_code SET ends_at = ? WHERE link = ?", (ends_at, link))
                return JoinCode(_code(row["nonce"], key), ends_at)
    raise UnavailableError("busy", "every new join code was that of another link")


def may_answer(book: Book, link: Link, *, by: str) -> bool:
    """Whether a keeper shows the signs of a link and lets in who asks: on another phone not of one for one phone."""
    return link.one_phone is None or device_of(book, by) == device_of(book, link.made_by or "")


def enter_join_code(db: Connection, code: str, *, key: str, at: str) -> Link:
    """The link for which a code stands, and count it; raises NoSuchError."""
    row = db.execute("SELECT link FROM join_code WHERE hash = ?", (_hashed_code(code, key),)).fetchone()
    link = row and link_with(db, "id", row["link"], at=at)
    if link is not None:
        with db.writing():
            entered = db.execute(
                "UPDATE join_code SET entered = entered + 1 WHERE hash = ? AND ends_at > ? AND entered < ?",
                (_hashed_code(code, key), at, MAX_CODE_ENTERED),
            )
        if entered.rowcount:
            return link
    raise NoSuchError("no link")


def read_join_code(typed: object) -> str:
    """A code as somebody types it: in any case and width, with spaces or hyphens. Raises EntryError at `code`.

    >>> read_join_code("ｋ７ｍー４xq"), read_join_code("K7M-4XQ"), read_join_code(" bsz u82 ")
    ('K7M4XQ', 'K7M4XQ', '852V82')
    """
    text = unicodedata.normalize("NFKC", typed if isinstance(typed, str) else "")[:MAX_TYPED_LENGTH].upper()
    code = "".join(sign for sign in text if sign not in CODE_SEPARATORS).translate(LOOKALIKES)
    if len(code) != CODE_LENGTH or not set(code) <= set(CODE_ALPHABET):
        raise refused("code", say("A join code has six letters and digits, and never 0, O, 1, I or L."))
    return code


def _code(nonce: str, key: str) -> str:
    number = int(keyed_hash(f"join code of {nonce}", key=key), 16)
    signs = []
    for _ in range(CODE_LENGTH):
        number, sign = divmod(number, len(CODE_ALPHABET))
        signs.append(CODE_ALPHABET[sign])
    return "".join(signs)


def _hashed_code(code: str, key: str) -> str:
    return keyed_hash(f"join code {code}", key=key)


@needs("keeper")
def make_token(book: Book, *, name: object, role: Role, at: str) -> str:
    """Make a token and return it; it is not stored. Raises EntryError at `name`, DeletedScorebookError."""
    called = read_name(name, field="name", longest=MAX_TOKEN_NAME)
    token = TOKEN_PREFIX + secrets.token_urlsafe(TOKEN_BYTES)
    full = refused("name", say("There are already {most}. Revoke one first.", most=MAX_TOKENS))
    with book.db.writing():
        lock_scorebook(book, at=at)
        _save_secret(book, Token, token, at=at, most=MAX_TOKENS, counted="TRUE", full=full, name=called, role=role)
    return token


def bearer(db: Connection, token: str) -> Token | None:
    """Look a token up; None where it is unknown or revoked."""
    if len(token) > MAX_SECRET_LENGTH:
        return None
    valid = f"SELECT {_columns_of(Token)} FROM token WHERE hash = ? AND revoked_at IS NULL"
    row = db.execute(valid, (hashed(token),)).fetchone()
    return row and _secret_in(row, Token)


def note_use(db: Connection, who: Token, *, at: str) -> None:
    """Store the time of a token's first use of the day."""
    if (who.used_at or "")[:10] == at[:10]:
        return
    with db.writing():
        db.execute("UPDATE token SET used_at = ? WHERE id = ?", (at, who.id))


def _save_secret(
    book: Book,
    kind: type[Secret],
    secret: str,
    *,
    at: str,
    most: int,
    counted: str,
    full: EntryError,
    **columns: object,
) -> None:
    """Store a new secret by its hash, in the transaction of the caller, who has locked the scorebook.

    Raises `full` where there are `most` valid ones that are `counted`, in SQL.
    """
    valid = f"SELECT COUNT(*) AS valid FROM {kind.table} WHERE scorebook = ? AND revoked_at IS NULL AND {counted}"
    if book.db.execute(valid, (book.scorebook, *[at] * counted.count("?"))).fetchone()["valid"] >= most:
        raise full
    insert_secret(book, kind, secret, at=at, **columns)


def insert_secret(book: Book, kind: type[Secret], secret: str, *, at: str, **columns: object) -> str:
    """Store a secret by its hash, in the transaction of the caller; returns its id."""
    id = secrets.token_hex(8)
    row = {"id": id, "scorebook": book.scorebook, "hash": hashed(secret), "created_at": at, **columns}
    book.db.execute(
        f"INSERT INTO {kind.table} ({', '.join(row)}) VALUES ({', '.join('?' * len(row))})", [*row.values()]
    )
    return id


@needs("keeper")
def secrets_of(book: Book, kind: type[AnySecret]) -> list[AnySecret]:
    """All links or tokens of a scorebook, the newest first, revoked and ended ones too."""
    found = book.db.execute(
        f"SELECT {_columns_of(kind)} FROM {kind.table} WHERE scorebook = ? ORDER BY created_at DESC, id",
        (book.scorebook,),
    )
    return [_secret_in(row, kind) for row in found]


@needs("keeper")
def revoke_secret(book: Book, kind: type[Secret], id: str, *, at: str) -> None:
    """End a secret for good; one that was revoked before keeps its time. Raises NoSuchError.

    What came of a link ends with it, see `revoke_link`.
    """
    with book.db.writing():
        written = book.db.execute(
            f"UPDATE {kind.table} SET revoked_at = COALESCE(revoked_at, ?) WHERE id = ? AND scorebook = ?",
            (at, id, book.scorebook),
        )
        if written.rowcount == 0:
            raise NoSuchError(f"no {kind.table} {id!r}")


def _columns_of(kind: type[Secret]) -> str:
    return ", ".join(f"{kind.table}.{each.name}" for each in fields(kind))


def _secret_in(row: Row, kind: type[AnySecret]) -> AnySecret:
    """The secret of a row that has the columns of its kind."""
    found: dict[str, Any] = {
        each.name: bool(row[each.name]) if each.type == "bool" else row[each.name] for each in fields(kind)
    }
    return kind(**found)


def keyed_hash(text: str, *, key: str) -> str:
    """The hash of a text that can be guessed, such as an address: nobody can try texts without the site's key.

    >>> keyed_hash("192.0.2.7", key="ours") == keyed_hash("192.0.2.7", key="ours")
    True
    >>> keyed_hash("192.0.2.7", key="ours") == keyed_hash("192.0.2.7", key="theirs")
    False
    """
    # blake2b limits the length of its key.
    return blake2b(text.encode(), key=blake2b(key.encode()).digest(), digest_size=16).hexdigest()
