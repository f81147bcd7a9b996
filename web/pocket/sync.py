"""What leaves the pocket: sync with a group's scorebook on another site, and when a copy last left this phone.

The link to a group contains a secret. It and the times of copies are stored in the signed cookie and never in the
record, which can be exported. A server sends no requests: only the pocket has a carrier.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Any, TypeAlias

from flask import current_app
from flask import session as cookie
from flask_babel import get_locale
from flask_babel import gettext as _
from flask_babel import lazy_gettext as _l

from record.errors import UnreadableSessionError
from record.log import Author, stamp
from record.packed.code import NEWEST, VERSION
from record.session import Session
from scoring.strict_json import excerpt
from store.access.secrets import TOKEN_PREFIX
from store.book import Book
from store.sessions.evenings import evening_of
from store.sessions.loading import load
from store.sessions.versions import STATE_COLUMNS, SessionVersion, first_of, heads, news, versions_of
from store.transfer.check import DivergedError
from store.transfer.export import dump
from store.transfer.importer import ImportResult, import_file
from store.transfer.scorebook_file import BadJsonError, BrokenFileError, ScorebookFile, read_file, read_json
from web.errors import MAX_PROBLEM_LENGTH
from web.http.limits import MAX_FILE_BYTES, why_refused
from web.identity.visitor import book, is_keeper
from web.request import now

HERE = r"(?:localhost|127\.0\.0\.1|\[::1\])"
SAFE = re.compile(rf"https://[^/?#@\s]+(?:[/?]|$)|http://{HERE}(?::\d+)?(?:[/?]|$)")
"""URLs that secrets may be sent to: HTTPS, or this machine."""
LINK = re.compile(rf"(https?://[^\s#]{{1,200}}?)/(?:pocket/#to=group%23|carry#)({TOKEN_PREFIX}[A-Za-z0-9_-]{{20,60}})")
"""A link as `web.pages.site.pocket` makes it: the site, and the token after #, which is not sent and so in no log."""
MAX_IN_COOKIE = 4
"""Scorebooks of each kind in the cookie, which must stay small."""
COPY_ASKED_FOR = timedelta(hours=12)
"""How long after the last entry the end of a game asks for a copy."""
MAX_SILENCE_SECONDS = 15.0
TAKEN_IN = 100_000
"""The timeout is `MAX_SILENCE_SECONDS` plus a second for each `TAKEN_IN` bytes sent, which the other site imports."""
NO_LINK = _l("This is not a link to a group scorebook. Such a link starts with https:// and contains “#takuroku_”.")
UNREACHABLE = _l(
    "The group’s site cannot be reached right now. Everything stays on this phone. Tap again when you are online."
)
CANCELLED = _l("Cancelled. Everything stays on this phone. Tap again whenever you like.")
TOO_LARGE = _l(
    "The group’s scorebook has more than %(most)s MB. Export it there by years, and import the files here.",
    most=MAX_FILE_BYTES // 1024**2,
)
NOT_THERE = _l(
    "There is no scorebook at this address, or the site there runs another version. Nothing was sent or fetched."
)
WHY = {
    401: _l("This link no longer works: it was revoked on the group’s site. Ask a scorekeeper for a new link."),
    403: _l("This link can only read the group scorebook. Ask a scorekeeper for a link that can save there, too."),
    404: NOT_THERE,
    405: NOT_THERE,
}


class UnreachableError(Exception):
    """Another site did not answer: no connection, no site, or a timeout."""


class CancelledError(UnreachableError):
    """The user cancelled the request."""


@dataclass(frozen=True)
class Carried:
    """The response of another site."""

    status: int
    body: bytes


Carrier: TypeAlias = Callable[..., Carried]
"""Sends a request to a URL: a method, the URL, `headers`, `body` (bytes or None) and `timeout`.

Raises UnreachableError after `timeout` seconds without data.
"""


class GroupError(Exception):
    """Sync is not possible; `why` is a sentence for the user, `status` that of the page that shows it."""

    def __init__(self, why: object, status: int = 502) -> None:
        self.why, self.status = str(why), status
        super().__init__(self.why)


@dataclass(frozen=True)
class Group:
    """A scorebook on another site with its token; `name` is its last known name, or "".

    `rules` is the version of the house rules that the site knows; releases that do not say know the first.
    """

    site: str
    token: str
    name: str = ""
    rules: int = VERSION


def has_carrier() -> bool:
    """Whether this site can send requests to others."""
    return current_app.config["CARRIER"] is not None


def is_safe(url: str) -> bool:
    """Whether a secret may be sent to this URL.

    >>> is_safe("https://cards.example/api"), is_safe("http://localhost:8000"), is_safe("http://cards.example/")
    (True, True, False)
    >>> is_safe("http://localhost.cards.example/"), is_safe("https://me@cards.example/"), is_safe("https:///api")
    (False, False, False)
    """
    return SAFE.match(url) is not None


def group_of(link: str) -> Group:
    """Parse a link; raises GroupError."""
    found = LINK.fullmatch(link.strip())
    if found is None or not is_safe(found[1]):
        raise GroupError(NO_LINK, 422)
    return Group(found[1], found[2])


def linked(scorebook: str) -> Group | None:
    """The group that a scorebook of this phone is linked to, or None."""
    found = cookie.get("groups", {}).get(scorebook)
    return found and Group(*found)


def connect(scorebook: str, group: Group | None) -> None:
    """Link a scorebook of this phone to a group, or to none any more."""
    _keep("groups", scorebook, group and [group.site, group.token, group.name])


def look(group: Group) -> tuple[Group, dict[str, SessionVersion]]:
    """Fetch the group's current name, and the state of its sessions by id; raises GroupError."""
    scorebook = _json(_asked(group, "GET", "/scorebook/heads"))
    with _understood():
        found = [SessionVersion(**{name: each[name] for name in STATE_COLUMNS}) for each in scorebook["sessions"]]
        there = {str(each.id): replace(each, position=int(each.position)) for each in found}
        rules = min(int(scorebook.get("rules", VERSION)), NEWEST)
        return replace(group, name=str(scorebook["name"] or ""), rules=rules), there


def more_there(
    there: Mapping[str, SessionVersion], here: Iterable[SessionVersion], without: Collection[str] = ()
) -> int:
    """Count the sessions that are missing or shorter here."""
    known: dict[str, int] = {}
    for each in here:
        first = first_of(each.id)
        known[first] = max(each.position, known.get(first, -1))
    return sum(each.position > known.get(first_of(each.id), -1) for each in there.values() if each.id not in without)


def send(
    group: Group, there: Mapping[str, SessionVersion], scorebook: Book, meant: Collection[SessionVersion]
) -> ImportResult:
    """Send what is new in these sessions; raises GroupError.

    Sending again is safe, since imports skip known actions. Sessions whose rules the site does not know do not go. Of
    those that have diverged, one whose other version is here goes as a version, unless it was deleted here; the others
    do not go, and are the `apart`.
    """
    fresh: Collection[str] = news(meant, there)
    known, apart = len(meant) - len(fresh), list[str]()
    if not fresh:
        return ImportResult(known=known)
    answer = _asked(
        group, "POST", "/scorebook", body="".join(dump(scorebook, fresh, rules=group.rules)), expected=(200, 409)
    )
    if answer.status == 409:
        here, ids = heads(scorebook), dict[str, str]()
        taken, versions = {*there, *(each.id for each in here)}, {(first_of(each.id), each.written) for each in here}
        diverged = _diverged(answer, fresh)
        for id in diverged:
            if (first_of(id), there[id].written) not in versions:
                apart.append(id)
                continue
            with suppress(UnreadableSessionError):
                if load(scorebook, id).deleted_at is not None:
                    continue
            # Its own where all are taken, which is refused there.
            ids[id] = next((each for each in versions_of(id) if each not in taken), id)
        fresh = [each for each in fresh if each not in diverged or each in ids]
        if not fresh:
            return ImportResult(known=known, apart=tuple(apart))
        file = json.loads("".join(dump(scorebook, fresh, rules=group.rules)))
        for each in file["sessions"]:
            each["id"] = ids.get(each["id"], each["id"])
        answer = _asked(group, "POST", "/scorebook", body=json.dumps(file, ensure_ascii=False))
    counts = _json(answer)
    with _understood():
        return ImportResult(int(counts["new"]), int(counts["longer"]), int(counts["known"]) + known, tuple(apart))


def fetch(group: Group, there: Mapping[str, SessionVersion], keeper: Book, by: Author) -> ImportResult:
    """Import what is new there; raises GroupError, and then nothing is imported."""
    if not news(there.values(), {each.id: each for each in heads(keeper)}):
        return ImportResult(known=len(there))
    known = f"?rules={group.rules}" if group.rules > VERSION else ""
    body = _asked(group, "GET", f"/scorebook{known}").body
    try:
        file = read_file(body)
        if not isinstance(file, ScorebookFile):
            raise GroupError(NOT_THERE)
        try:
            return import_file(keeper, file, by, sets_aside=True)
        except DivergedError as error:
            # There are too many versions, or others sit at the table.
            apart = error.sessions
        rest = replace(file, sessions=tuple(each for each in file.sessions if each.id not in apart))
        taken = import_file(keeper, rest, by, sets_aside=True)
        return replace(taken, apart=(*taken.apart, *apart))
    except BrokenFileError as error:
        raise GroupError(why_refused(error)) from error


def _diverged(answer: Carried, fresh: Collection[str]) -> list[str]:
    """The ids of diverged sessions in a 409 response; raises GroupError for any other problem."""
    problem = _json(answer)
    found = problem.get("sessions") if str(problem.get("type", "")).endswith("#gone-another-way") else None
    if not (diverged := [each for each in found or () if each in fresh]):
        raise _refusal(answer)
    return diverged


def _asked(
    group: Group, method: str, path: str, *, body: str | None = None, expected: Collection[int] = (200,)
) -> Carried:
    """Call the API of the group's site; raises GroupError for an unexpected status. A server has no carrier."""
    carrier: Carrier = current_app.config["CARRIER"]
    url, sent = f"{group.site}/api/v1{path}", None if body is None else body.encode()
    headers = {"Authorization": f"Bearer {group.token}", "Accept-Language": str(get_locale() or "en")}
    if sent is not None:
        headers["Content-Type"] = "application/json"
    timeout = MAX_SILENCE_SECONDS + len(sent or b"") / TAKEN_IN
    try:
        if not is_safe(url):
            raise UnreachableError(url)
        answer = carrier(method, url, headers=headers, body=sent, timeout=timeout)
    except UnreachableError as error:
        raise GroupError(CANCELLED if isinstance(error, CancelledError) else UNREACHABLE) from error
    if len(answer.body) > MAX_FILE_BYTES:
        raise GroupError(TOO_LARGE)
    if answer.status not in expected:
        raise _refusal(answer)
    return answer


def _refusal(answer: Carried) -> GroupError:
    """The reason of a failed response, in the site's own words if it has any."""
    if answer.status in WHY:
        return GroupError(WHY[answer.status])
    detail = _json(answer).get("detail")
    if detail is None:
        return GroupError(NOT_THERE)
    return GroupError(_("The group’s site says: %(detail)s", detail=excerpt(str(detail), MAX_PROBLEM_LENGTH)))


def _json(answer: Carried) -> dict[str, Any]:
    with _understood():
        found = read_json(answer.body)
    if not isinstance(found, dict):
        raise GroupError(NOT_THERE)
    return found


@contextmanager
def _understood() -> Iterator[None]:
    """Reads a response: raises GroupError where its shape is wrong."""
    try:
        yield
    except (ValueError, KeyError, TypeError, AttributeError, BadJsonError) as error:
        raise GroupError(NOT_THERE) from error


def copied_at() -> str:
    """When the open scorebook was last copied, or ""."""
    return _copies(book().scorebook)[0]


def note_copy(*, wanted: bool = True) -> None:
    """Note that a copy of the open scorebook left this phone just now, or that none is wanted this evening."""
    if current_app.config["IN_POCKET"]:
        scorebook = book().scorebook
        _keep("copies", scorebook, [stamp(now()) if wanted else _copies(scorebook)[0], stamp(now())])


def asks_for_copy(session: Session) -> bool:
    """Whether the end of a game asks for a copy: in the pocket, soon after it, once for an evening, without a group."""
    if not (current_app.config["IN_POCKET"] and is_keeper() and session.sheet.over) or session.deleted_at:
        return False
    scorebook = book()
    is_fresh = now() - datetime.fromisoformat(session.updated_at) < COPY_ASKED_FOR
    if not is_fresh or linked(scorebook.scorebook):
        return False
    began = min(each.began for each in evening_of(scorebook, session.id))
    return _copies(scorebook.scorebook)[1] < stamp(began)


def _copies(scorebook: str) -> tuple[str, str]:
    """When a scorebook was last copied, and when the question for a copy was last answered, or ""."""
    copied, answered = cookie.get("copies", {}).get(scorebook, ("", ""))
    return copied, answered


def _keep(kind: str, scorebook: str, value: object) -> None:
    """Keep something of a scorebook in the cookie, as the last of a few; None forgets it."""
    others = [(each, kept) for each, kept in cookie.get(kind, {}).items() if each != scorebook]
    cookie[kind] = dict([*others, (scorebook, value)][-MAX_IN_COOKIE:] if value else others)
