"""The scorebook of a group on another site: the link to it that this phone has, what goes there and what comes.

The link is a secret of the phone. It stands in the signed cookie, beside what else the phone knows for itself, and
never in the record, which goes out as a file.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass, replace
from io import BytesIO
from typing import Any, TypeVar
from urllib.parse import urlsplit

from flask import session as cookie
from flask_babel import get_locale
from flask_babel import gettext as _
from flask_babel import lazy_gettext as _l

from record.author import Author
from store.access.tokens import PREFIX
from store.book import Book, KeepersBook
from store.sessions.sync_state import STATE_COLUMNS, SessionVersion, news
from store.transfer.export import dump
from store.transfer.file import BrokenFileError, ScorebookFile
from store.transfer.importer import GoneAnotherWayError, Taken, take_in
from store.transfer.reader import read
from store.transfer.session_spool import KeptSessions
from store.transfer.strict_json import BadJsonError, read_json, shown
from web.pocket.fetch import CancelledError, Carried, UnreachableError, carry, is_safe
from web.reports.import_job import LONGEST_PROBLEM, told

LINK = re.compile(rf"(https?://[^\s#]{{1,200}}?)/(?:pocket/#to=group%23|carry#)({PREFIX}[A-Za-z0-9_-]{{20,60}})")
"""A link as `web.pages.site.download` makes it: the site, and behind # the token, which so comes to no server's log."""
MAX_LINKED_SCOREBOOKS = 4
"""So many scorebooks of a phone can have a link: a cookie must stay small."""
LONGEST_SILENCE = 15.0
TAKEN_IN = 100_000
"""Seconds to wait for a sign of the other site; a scorebook that was sent it takes in by so many bytes a second."""
UNREACHABLE = _l(
    "The group’s site cannot be reached right now. Everything stays on this phone. Tap again when you are online."
)
CANCELLED = _l("Cancelled. Everything stays on this phone. Tap again whenever you like.")
NOT_UNDERSTOOD = _l("The group’s site sent an answer that makes no sense here. Nothing was sent or fetched.")
NOT_THERE = _l("There is no scorebook at this address any more, or the site there runs an older version.")
WHY = {
    401: _l("This link no longer works: it was revoked on the group’s site. Ask a scorekeeper for a new link."),
    403: _l("This link can only read the group scorebook. Ask a scorekeeper for a link that can save there, too."),
    404: NOT_THERE,
    405: NOT_THERE,
}
T = TypeVar("T")


class NoLinkError(Exception):
    """What was given as a link is none."""


class GroupError(Exception):
    """Nothing went there or came from there; `why` is said to whoever asked for it."""

    def __init__(self, why: str) -> None:
        self.why = why
        super().__init__(why)


@dataclass(frozen=True)
class Group:
    """A scorebook on another site, and the token that leads to it; `name` is what it was called last, or empty."""

    site: str
    token: str
    name: str = ""

    @property
    def host(self) -> str:
        """As people say the address of a site."""
        parts = urlsplit(self.site)
        return parts.netloc + parts.path


@dataclass(frozen=True)
class Exchange:
    """What came of sending or fetching: so many sessions as `Taken` counts them, and the ids of those that were carried
    on on both sides, and stay as they are on either."""

    taken: Taken
    apart: tuple[str, ...] = ()


def group_of(link: str) -> Group:
    """The group to which a link leads; raises NoLinkError."""
    found = LINK.fullmatch(link.strip())
    if found is None or not is_safe(found[1]):
        raise NoLinkError
    return Group(found[1], found[2])


def linked(scorebook: str) -> Group | None:
    """The group with which a scorebook of this phone is connected."""
    found = cookie.get("groups", {}).get(scorebook)
    return found and Group(*found)


def connect(scorebook: str, group: Group) -> None:
    """Connect a scorebook of this phone with a group from now on."""
    others = {each: said for each, said in cookie.get("groups", {}).items() if each != scorebook}
    kept = [*others.items(), (scorebook, [group.site, group.token, group.name])][-MAX_LINKED_SCOREBOOKS:]
    cookie["groups"] = dict(kept)


def disconnect(scorebook: str) -> None:
    """Forget the link."""
    cookie["groups"] = {each: said for each, said in cookie.get("groups", {}).items() if each != scorebook}


def look(group: Group) -> tuple[Group, dict[str, SessionVersion]]:
    """The group as it is called now, and how far its sessions are, by id; raises GroupError."""
    said = _json(_asked(group, "GET", "/scorebook/heads"))
    return _understood(lambda: (replace(group, name=str(said["name"] or "")), _heads(said["sessions"])))


def more_there(
    there: Mapping[str, SessionVersion], here: Iterable[SessionVersion], without: Collection[str] = ()
) -> int:
    """How many sessions are not here, or have gone on there alone."""
    known = {each.id: each.position for each in here}
    return sum(each.position > known.get(each.id, -1) for each in there.values() if each.id not in without)


def send(group: Group, there: Mapping[str, SessionVersion], book: Book, meant: Collection[SessionVersion]) -> Exchange:
    """Send what is new of these sessions of the book; raises GroupError.

    Nothing comes there twice, so it can be sent again when no answer came.
    """
    fresh = news(meant, there)
    came, apart = _sent(group, book, fresh) if fresh else (Taken(), ())
    return Exchange(replace(came, known=came.known + len(meant) - len(fresh)), apart)


def fetch(group: Group, there: Mapping[str, SessionVersion], keeper: KeepersBook, by: Author) -> Exchange:
    """Take in what is new there; raises GroupError, and then nothing of it is here."""
    fresh = news(there.values(), {each.id: each for each in keeper.heads()})
    if not fresh:
        return Exchange(Taken(known=len(there)))
    body = _asked(group, "GET", "/scorebook").body
    try:
        file = read(BytesIO(body))
        if not isinstance(file, ScorebookFile):
            raise GroupError(str(NOT_UNDERSTOOD))
        return _taken(keeper, file, by)
    except BrokenFileError as error:
        raise GroupError(told(error)) from error


def _sent(group: Group, book: Book, fresh: Collection[str]) -> tuple[Taken, tuple[str, ...]]:
    """Send some sessions, without those that were carried on on both sides."""
    answer = _asked(group, "POST", "/scorebook", body=_file(book, fresh), expected=(200, 409))
    apart: tuple[str, ...] = ()
    if answer.status == 409:
        apart = _apart(answer, fresh)
        fresh = [each for each in fresh if each not in apart]
        if not fresh:
            return Taken(), apart
        answer = _asked(group, "POST", "/scorebook", body=_file(book, fresh))
    said = _json(answer)
    return _understood(lambda: Taken(*(int(said[name]) for name in ("new", "longer", "known")))), apart


def _file(book: Book, only: Collection[str]) -> bytes:
    return "".join(dump(book, only)).encode()


def _apart(answer: Carried, fresh: Collection[str]) -> tuple[str, ...]:
    """Which sessions were carried on there in another way; raises GroupError where it is refused for something else."""
    said = _json(answer)
    found = said.get("sessions") if str(said.get("type", "")).endswith("#gone-another-way") else None
    apart = tuple(each for each in found or () if each in fresh)
    if not apart:
        raise GroupError(_why(answer))
    return apart


def _taken(keeper: KeepersBook, file: ScorebookFile, by: Author) -> Exchange:
    try:
        return Exchange(take_in(keeper, file, by))
    except GoneAnotherWayError as error:
        apart = tuple(each.id for each in error.sessions)
    rest = replace(file, sessions=KeptSessions(each for each in file.sessions if each.id not in apart))
    return Exchange(take_in(keeper, rest, by), apart)


def _asked(
    group: Group, method: str, path: str, *, body: bytes | None = None, expected: Collection[int] = (200,)
) -> Carried:
    """What the group's site answers by its API; raises GroupError where that is none of the statuses expected."""
    headers = {"Authorization": f"Bearer {group.token}", "Accept-Language": str(get_locale() or "en")}
    if body is not None:
        headers["Content-Type"] = "application/json"
    timeout = LONGEST_SILENCE + len(body or b"") / TAKEN_IN
    try:
        answer = carry(method, f"{group.site}/api/v1{path}", headers=headers, body=body, timeout=timeout)
    except CancelledError as error:
        raise GroupError(str(CANCELLED)) from error
    except UnreachableError as error:
        raise GroupError(str(UNREACHABLE)) from error
    if answer.status not in expected:
        raise GroupError(_why(answer))
    return answer


def _why(answer: Carried) -> str:
    """Why the group's site does not do it, in its own words where it has some."""
    if answer.status in WHY:
        return str(WHY[answer.status])
    try:
        detail = str(_json(answer)["detail"])
    except KeyError:
        return str(NOT_UNDERSTOOD)
    return str(_("The group’s site says: %(detail)s", detail=shown(detail, LONGEST_PROBLEM)))


def _json(answer: Carried) -> dict[str, Any]:
    found = _understood(lambda: read_json(answer.body))
    if not isinstance(found, dict):
        raise GroupError(str(NOT_UNDERSTOOD))
    return found


def _heads(said: list[dict[str, Any]]) -> dict[str, SessionVersion]:
    found = (SessionVersion(**{name: each[name] for name in STATE_COLUMNS}) for each in said)
    return {str(each.id): replace(each, position=int(each.position)) for each in found}


def _understood(look: Callable[[], T]) -> T:
    """What is seen in an answer; raises GroupError where it is not as it should be."""
    try:
        return look()
    except (ValueError, KeyError, TypeError, AttributeError, BadJsonError) as error:
        raise GroupError(str(NOT_UNDERSTOOD)) from error
