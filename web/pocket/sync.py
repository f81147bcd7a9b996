"""Sync between a scorebook of the pocket and a group's scorebook on another site.

The link contains a secret. It is stored in the signed cookie and never in the record, which can be exported.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Collection, Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Any, TypeVar
from urllib.parse import urlsplit

from flask import session as cookie
from flask_babel import get_locale
from flask_babel import gettext as _
from flask_babel import lazy_gettext as _l

from record.errors import UnreadableSessionError
from record.log import Author
from scoring.strict_json import shown
from store.access.secrets import TOKEN_PREFIX
from store.book import Book
from store.sessions.loading import load
from store.sessions.versions import STATE_COLUMNS, SessionVersion, first_of, heads, news, versions_of
from store.transfer.checking import GoneAnotherWayError
from store.transfer.export import dump
from store.transfer.file import BadJsonError, BrokenFileError, ScorebookFile, read, read_json
from store.transfer.importer import Taken, take_in
from web.pocket.fetch import CancelledError, Carried, UnreachableError, carry, is_safe
from web.reports.importing import MAX_FILE_BYTES, MAX_PROBLEM_LENGTH, told

LINK = re.compile(rf"(https?://[^\s#]{{1,200}}?)/(?:pocket/#to=group%23|carry#)({TOKEN_PREFIX}[A-Za-z0-9_-]{{20,60}})")
"""A link as `web.pages.site.download` makes it: the site, and the token after #, which is not sent and so in no log."""
MAX_LINKED_SCOREBOOKS = 4
"""Linked scorebooks in the cookie, which must stay small."""
MAX_SILENCE_SECONDS = 15.0
TAKEN_IN = 100_000
"""The timeout is `MAX_SILENCE_SECONDS` plus a second for each `TAKEN_IN` bytes sent, which the other site imports."""
UNREACHABLE = _l(
    "The group’s site cannot be reached right now. Everything stays on this phone. Tap again when you are online."
)
CANCELLED = _l("Cancelled. Everything stays on this phone. Tap again whenever you like.")
NOT_UNDERSTOOD = _l("The group’s site sent an answer that makes no sense here. Nothing was sent or fetched.")
TOO_LARGE = _l(
    "The group’s scorebook has more than %(most)s MB. Export it there by years, and import the files here.",
    most=MAX_FILE_BYTES // 1024**2,
)
NOT_THERE = _l("There is no scorebook at this address any more, or the site there runs an older version.")
WHY = {
    401: _l("This link no longer works: it was revoked on the group’s site. Ask a scorekeeper for a new link."),
    403: _l("This link can only read the group scorebook. Ask a scorekeeper for a link that can save there, too."),
    404: NOT_THERE,
    405: NOT_THERE,
}
T = TypeVar("T")


class NoLinkError(Exception):
    """The text is not a link to a group."""


class GroupError(Exception):
    """The sync failed; `why` is a sentence for the user."""

    def __init__(self, why: str) -> None:
        self.why = why
        super().__init__(why)


@dataclass(frozen=True)
class Group:
    """A scorebook on another site with its token; `name` is its last known name, or ""."""

    site: str
    token: str
    name: str = ""

    @property
    def host(self) -> str:
        """The site's address without the scheme."""
        parts = urlsplit(self.site)
        return parts.netloc + parts.path


def group_of(link: str) -> Group:
    """Parse a link; raises NoLinkError."""
    found = LINK.fullmatch(link.strip())
    if found is None or not is_safe(found[1]):
        raise NoLinkError
    return Group(found[1], found[2])


def linked(scorebook: str) -> Group | None:
    """The group that a scorebook of this phone is linked to, or None."""
    found = cookie.get("groups", {}).get(scorebook)
    return found and Group(*found)


def connect(scorebook: str, group: Group) -> None:
    """Link a scorebook of this phone to a group."""
    others = {each: said for each, said in cookie.get("groups", {}).items() if each != scorebook}
    kept = [*others.items(), (scorebook, [group.site, group.token, group.name])][-MAX_LINKED_SCOREBOOKS:]
    cookie["groups"] = dict(kept)


def disconnect(scorebook: str) -> None:
    """Forget the link."""
    cookie["groups"] = {each: said for each, said in cookie.get("groups", {}).items() if each != scorebook}


def look(group: Group) -> tuple[Group, dict[str, SessionVersion]]:
    """Fetch the group's current name, and the state of its sessions by id; raises GroupError."""
    said = _json(_asked(group, "GET", "/scorebook/heads"))
    return _understood(lambda: (replace(group, name=str(said["name"] or "")), _heads(said["sessions"])))


def more_there(
    there: Mapping[str, SessionVersion], here: Iterable[SessionVersion], without: Collection[str] = ()
) -> int:
    """Count the sessions that are missing or shorter here."""
    known: dict[str, int] = {}
    for each in here:
        first = first_of(each.id)
        known[first] = max(each.position, known.get(first, -1))
    return sum(each.position > known.get(first_of(each.id), -1) for each in there.values() if each.id not in without)


def send(group: Group, there: Mapping[str, SessionVersion], book: Book, meant: Collection[SessionVersion]) -> Taken:
    """Send what is new in these sessions; raises GroupError.

    Sending again is safe, since imports skip known actions. Of those that have diverged, one whose other version is
    here goes as a version, unless it was deleted here; the others do not go, and are the `apart`.
    """
    fresh: Collection[str] = news(meant, there)
    known, apart = len(meant) - len(fresh), tuple[str, ...]()
    if not fresh:
        return Taken(known=known)
    answer = _asked(group, "POST", "/scorebook", body=_file(book, fresh), expected=(200, 409))
    if answer.status == 409:
        apart = _apart(answer, fresh)
        here = heads(book)
        chosen = [id for id in apart if _has_theirs(here, there[id])]
        ids = {
            id: _free_version(id, [*there, *(each.id for each in here)]) for id in chosen if not _is_deleted(book, id)
        }
        fresh = [each for each in fresh if each not in apart or each in ids]
        apart = tuple(each for each in apart if each not in chosen)
        if not fresh:
            return Taken(known=known, apart=apart)
        answer = _asked(group, "POST", "/scorebook", body=_file(book, fresh, ids))
    said = _json(answer)
    return _understood(lambda: Taken(int(said["new"]), int(said["longer"]), int(said["known"]) + known, apart))


def fetch(group: Group, there: Mapping[str, SessionVersion], keeper: Book, by: Author) -> Taken:
    """Import what is new there; raises GroupError, and then nothing is imported."""
    if not news(there.values(), {each.id: each for each in heads(keeper)}):
        return Taken(known=len(there))
    body = _asked(group, "GET", "/scorebook").body
    try:
        file = read(body)
        if not isinstance(file, ScorebookFile):
            raise GroupError(str(NOT_UNDERSTOOD))
        return _taken(keeper, file, by)
    except BrokenFileError as error:
        raise GroupError(told(error)) from error


def _has_theirs(here: Iterable[SessionVersion], theirs: SessionVersion) -> bool:
    first = first_of(theirs.id)
    return any(first_of(each.id) == first and each.written == theirs.written for each in here)


def _free_version(id: str, taken: Collection[str]) -> str:
    """The id by which a session goes as another version; its own where all are taken, which is refused there."""
    return next((each for each in versions_of(id) if each not in taken), id)


def _is_deleted(book: Book, id: str) -> bool:
    with suppress(UnreadableSessionError):
        return load(book, id).discarded_at is not None
    return False


def _file(book: Book, only: Collection[str], ids: Mapping[str, str] | None = None) -> bytes:
    """The scorebook file of some sessions, of which some get other `ids`."""
    text = "".join(dump(book, only))
    if ids:
        file = json.loads(text)
        for each in file["sessions"]:
            each["id"] = ids.get(each["id"], each["id"])
        text = json.dumps(file, ensure_ascii=False)
    return text.encode()


def _apart(answer: Carried, fresh: Collection[str]) -> tuple[str, ...]:
    """The ids of diverged sessions in a 409 response; raises GroupError for any other problem."""
    said = _json(answer)
    found = said.get("sessions") if str(said.get("type", "")).endswith("#gone-another-way") else None
    apart = tuple(each for each in found or () if each in fresh)
    if not apart:
        raise GroupError(_why(answer))
    return apart


def _taken(keeper: Book, file: ScorebookFile, by: Author) -> Taken:
    try:
        return take_in(keeper, file, by, sets_aside=True)
    except GoneAnotherWayError as error:
        # There are too many versions, or others sit at the table.
        apart = error.sessions
    rest = replace(file, sessions=tuple(each for each in file.sessions if each.id not in apart))
    taken = take_in(keeper, rest, by, sets_aside=True)
    return replace(taken, apart=(*taken.apart, *apart))


def _asked(
    group: Group, method: str, path: str, *, body: bytes | None = None, expected: Collection[int] = (200,)
) -> Carried:
    """Call the API of the group's site; raises GroupError for an unexpected status."""
    headers = {"Authorization": f"Bearer {group.token}", "Accept-Language": str(get_locale() or "en")}
    if body is not None:
        headers["Content-Type"] = "application/json"
    timeout = MAX_SILENCE_SECONDS + len(body or b"") / TAKEN_IN
    try:
        answer = carry(method, f"{group.site}/api/v1{path}", headers=headers, body=body, timeout=timeout)
    except CancelledError as error:
        raise GroupError(str(CANCELLED)) from error
    except UnreachableError as error:
        raise GroupError(str(UNREACHABLE)) from error
    if len(answer.body) > MAX_FILE_BYTES:
        raise GroupError(str(TOO_LARGE))
    if answer.status not in expected:
        raise GroupError(_why(answer))
    return answer


def _why(answer: Carried) -> str:
    """The reason of a failed response, in the site's own words if it has any."""
    if answer.status in WHY:
        return str(WHY[answer.status])
    try:
        detail = str(_json(answer)["detail"])
    except KeyError:
        return str(NOT_UNDERSTOOD)
    return str(_("The group’s site says: %(detail)s", detail=shown(detail, MAX_PROBLEM_LENGTH)))


def _json(answer: Carried) -> dict[str, Any]:
    found = _understood(lambda: read_json(answer.body))
    if not isinstance(found, dict):
        raise GroupError(str(NOT_UNDERSTOOD))
    return found


def _heads(said: list[dict[str, Any]]) -> dict[str, SessionVersion]:
    found = (SessionVersion(**{name: each[name] for name in STATE_COLUMNS}) for each in said)
    return {str(each.id): replace(each, position=int(each.position)) for each in found}


def _understood(look: Callable[[], T]) -> T:
    """Read a response; raises GroupError where its shape is wrong."""
    try:
        return look()
    except (ValueError, KeyError, TypeError, AttributeError, BadJsonError) as error:
        raise GroupError(str(NOT_UNDERSTOOD)) from error
