"""Limits of the site: how often an address may do what, what is done one at a time, how large files may be.

Attempts are counted across all processes and machines, see docs/decisions.md#022. `TAKUROKU_PROXIES` says how many
proxies are trusted to name the phone's address. Join codes, which can be guessed, are limited on every site, see
docs/security.md. Entries at a table are not limited.
"""

from __future__ import annotations

import ipaddress
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from datetime import datetime, timedelta
from functools import partial
from math import ceil
from threading import Lock
from typing import TypeAlias

from flask import Flask, Response, current_app, g, request

from scoring.message import Message, say
from scoring.strict_json import excerpt
from store.access.attempts import count, times, window_end
from store.access.secrets import bearer, keyed_hash
from store.cache import Cache
from store.errors import DatabaseError, UnavailableError
from store.scorebooks import scorebook_exists
from store.transfer.scorebook_file import BrokenFileError, with_days
from web.errors import MAX_PROBLEM_LENGTH, NoImportTurnError, NoScoringTurnError, TooManyError
from web.i18n.timezone import iso_day_of
from web.i18n.translate import translated
from web.identity import visitor
from web.identity.invitations import other_scorebooks
from web.identity.visitor import book, current_visit
from web.request import asked_page, connection, for_programs, now, sent_token
from web.request.page import Limited

Limit: TypeAlias = tuple[int, timedelta]
"""The most requests in a window of this length."""

SHORT_WINDOW, LONG_WINDOW = timedelta(minutes=10), timedelta(hours=1)
LIMITS: Mapping[Limited, Limit] = {
    "scorebooks": (20, LONG_WINDOW),
    # A phone that joins makes two requests: it opens the link and accepts. Eight phones that mistype it first make
    # three each; the rest is for reloads and for link previews of messengers.
    "links": (120, SHORT_WINDOW),
    # Eight phones that mistype their code twice.
    "codes": (30, SHORT_WINDOW),
    # Some tools send a request at every tap.
    "scoring": (1200, SHORT_WINDOW),
    "imports": (20, LONG_WINDOW),
}
"""Limits for one group; TAKUROKU_LIMITS multiplies them."""
OF_SITE: Mapping[Limited, Limit] = {"codes": (60, timedelta(minutes=1))}
"""Limits for all addresses together, on every site."""
REFUSALS: Mapping[Limited, Message] = {
    "scorebooks": say("Many scorebooks were started from this network just now. Existing scorebooks work as usual."),
    "links": say("Many links were opened from this network just now. Anyone who has already joined can play on."),
    "codes": say("Many join codes were typed just now. Scan the QR code or open the link instead: both work as usual."),
    "scoring": say("Very many requests came from this network just now. Phones with a scorebook here work as usual."),
    "imports": say("Many files were imported from this network just now. Your file was not imported."),
}
MAX_FORM_BYTES = 256 * 1024
"""Bytes of a request without a file."""
MAX_FILE_BYTES = 8 * 1024**2
"""Bytes of a file: some 1,700 sessions of an evening each."""
MAX_FILES_BYTES = 6 * MAX_FILE_BYTES
"""Bytes of a form with several files, such as the years of a scorebook."""
MAX_NEWCOMER_FILE_BYTES = 2 * 1024**2
"""Bytes of a file from a visitor without a scorebook on a public site: hundreds of sessions."""
TAKES_FILES = "/scorebook"
"""How the addresses end that take files, both the page's and the API's."""
_refused: Cache[datetime] = Cache(1000)
"""Logged refusals by kind and address, with the time until which they are not logged again."""


def register(app: Flask) -> None:
    """On a public site, count requests to limited pages, after the CSRF check, and new scorebooks."""
    if app.config["LIMITS"]:
        app.before_request(_count_request)
        app.after_request(_count_new_scorebook)


def count_guess() -> None:
    """Count a request to a page that is limited on every site; raises TooManyError."""
    page = asked_page()
    if page and page.limit and page.limit in OF_SITE:
        _take(page.limit)


def _count_request() -> None:
    """Raises TooManyError, also where a keeper's write would create one of too many scorebooks."""
    page = asked_page()
    if page is None:
        return
    # Without the database nothing is counted, and pages that do not need it still work.
    with suppress(UnavailableError):
        # A tool is limited for strangers alone, and not where it is only opened.
        is_opened = request.method != "POST" and not request.args
        is_counted = page.limit != "scoring" or not (is_opened or _has_a_scorebook())
        if page.limit and page.limit not in OF_SITE and is_counted:
            _take(page.limit)
        if page.audience == "keeper" and request.method == "POST":
            g.may_begin_scorebook = current_visit().is_unsaved
            if g.may_begin_scorebook:
                _take("scorebooks", counts=False)


def _count_new_scorebook(answer: Response) -> Response:
    """Count a new scorebook once something is written in it: a refused form creates none."""
    if g.get("may_begin_scorebook"):
        with suppress(DatabaseError, TooManyError):
            if scorebook_exists(connection(), book(deleted=True).scorebook):
                _take("scorebooks")
    return answer


def _has_a_scorebook() -> bool:
    """Whether the phone, or the program, has access to any scorebook of this site."""
    if for_programs():
        token = sent_token()
        return bool(token) and bearer(connection(), str(token)) is not None
    return visitor.has_cookie() and bool(other_scorebooks())


def _take(kind: Limited, *, counts: bool = True) -> None:
    """Raise TooManyError where a limit is reached; else count an attempt, if `counts`."""
    at, who = now(), network(request.remote_addr or "")
    limits = [(who, keyed_hash(who, key=str(current_app.secret_key)), LIMITS[kind], current_app.config["LIMITS"] or 1)]
    if kind in OF_SITE:
        limits.append(("The whole site", "", OF_SITE[kind], 1))
    for named, address, (number, length), groups in limits:
        most, ends = number * groups, window_end(at, length)
        if counts:
            has_room = count(connection(), kind=kind, address=address, most=most, now=at, ends=ends)
        else:
            has_room = times(connection(), kind=kind, address=address, ends=ends) < most
        if has_room:
            continue
        # Only the first refusal of a window is logged.
        if (_refused.get((kind, named)) or at) <= at:
            _refused.put((kind, named), ends)
            current_app.logger.warning("%s has reached the limit of %s until %s", named, kind, f"{ends:%H:%M} UTC")
        raise TooManyError(REFUSALS[kind], ceil((ends - at).total_seconds()))


@contextmanager
def _turn(lock: Lock, refusal: type[Exception], *, patience_seconds: float) -> Iterator[None]:
    if not lock.acquire(timeout=patience_seconds):
        raise refusal
    try:
        yield
    finally:
        lock.release()


scoring_turn = partial(_turn, Lock(), NoScoringTurnError, patience_seconds=0.05)
"""Scoring for visitors without a scorebook or token, one at a time, so that it keeps no save waiting; most need less
than the patience. Raises NoScoringTurnError."""
import_turn = partial(_turn, Lock(), NoImportTurnError, patience_seconds=0)
"""Imports, one at a time: who waited would keep a thread for minutes. Raises NoImportTurnError."""


def why_refused(error: BrokenFileError) -> str:
    """The error message for a file, with local dates."""
    return excerpt(translated(with_days(error.message, iso_day_of)), MAX_PROBLEM_LENGTH)


def network(address: str) -> str:
    """The network that counts as one address: for IPv6 the /64, of which a connection has every address.

    >>> network("192.0.2.7"), network("::ffff:192.0.2.7"), network("2001:db8:1:2:3:4:5:6")
    ('192.0.2.7', '192.0.2.7', '2001:db8:1:2::')

    Some proxies add the port.

    >>> network("192.0.2.7:61234"), network("[2001:db8::1]:61234"), network("unknown")
    ('192.0.2.7', '2001:db8::', 'unknown')
    """
    if address.startswith("["):
        address = address[1:].partition("]")[0]
    elif address.count(":") == 1:
        address = address.partition(":")[0]
    try:
        # After a % stands the name of a network interface.
        found = ipaddress.ip_address(address.partition("%")[0])
    except ValueError:
        return address
    if isinstance(found, ipaddress.IPv4Address):
        return str(found)
    if found.ipv4_mapped:
        return str(found.ipv4_mapped)
    return str(ipaddress.IPv6Network((found, 64), strict=False).network_address)
