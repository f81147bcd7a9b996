"""Invitations: what a link offers, joining by it or by its join code.

In the cookie of a device that has entered a join code is by which link it may come in, as long as a code holds.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from itertools import islice
from typing import NamedTuple

from flask import current_app
from flask import session as cookie

from record.errors import UnreadableSessionError
from record.log import stamp
from record.session import Session
from scoring.errors import refused
from scoring.message import Message, say
from scoring.text import same_name, tidy
from store.access import joining, requests, secrets
from store.access.grants import Access, ScorebookAccess, accesses_of, scorebooks_of
from store.access.secrets import CODE_LIFETIME, JoinCode, Link, link_of, link_with
from store.book import ROLES_BEST_FIRST, Book, Role
from store.errors import NoSuchError
from store.scorebooks import deleted_at, scorebook_name
from store.sessions.history import line_ups
from store.sessions.loading import load
from web.identity import visitor
from web.identity.phone_links import arrive, make_request
from web.identity.visitor import book, own_access_id
from web.request import connection, now

MAX_JOINED_SESSIONS = 20
"""Single sessions listed for a device that has no access to the whole scorebook."""


class LinkKind(NamedTuple):
    """What a link is called, and what it lets whoever opens it do."""

    name: Message
    lets: Message


KEEPS = LinkKind(say("Keep score too"), say("See the whole scorebook and change it."))
LINK_KINDS: Mapping[str, LinkKind] = {
    "join": LinkKind(
        say("Join this table"),
        say("Take a seat on your own phone and enter your own part of each deal."),
    ),
    "game": LinkKind(say("Watch this game"), say("See only this game, without changing anything.")),
    "keep": KEEPS,
    "watch": LinkKind(say("Watch everything"), say("See the whole scorebook, without changing anything.")),
    "recovery": KEEPS._replace(name=say("Recovery page")),
    "own": LinkKind(say("Another phone"), say("Both phones open the same scorebook, with the same rights.")),
}
ROLE_KINDS = {"keeper": "keep", "player": "join"}
ROLE_TEXTS = {"keeper": say("keeps score"), "player": say("plays in one game")}


def link_kind(link: Link) -> LinkKind:
    """What kind of link this is."""
    if link.one_phone == "own":
        return LINK_KINDS["own"]
    by_role = ROLE_KINDS.get(link.role) or ("game" if link.session else "watch")
    return LINK_KINDS["recovery" if link.recovery else by_role]


def access_text(role: Role, session: str | None) -> Message:
    """What a device does that has this access."""
    return ROLE_TEXTS.get(role) or (say("watches one game") if session else say("watches everything"))


@dataclass(frozen=True)
class LinkOffer:
    """What a link gives access to: a scorebook with its name (None: unnamed), or one session of it.

    `inside`: this device has that access already. `others` are the scorebooks that may come along, see `joining.join`.
    """

    link: Link
    called: str | None
    session: Session | None
    inside: bool
    others: Sequence[ScorebookAccess]


def link_offer(secret: str | None = None) -> LinkOffer | None:
    """What a link offers: the one with this secret, or without the one whose join code this device has entered.

    None where it is not valid, or a keeper removed this device.
    """
    db, at = connection(), stamp(now())
    if secret is None:
        id, until = cookie.get("joins", ("", ""))
        link = link_with(db, "id", id, at=at) if at < until else None
    else:
        link = link_of(db, secret, at=at)
    # A device gets its secret where there is something to join.
    if link is None or not joining.grants_access(db, device := visitor.device_hash(), link, at=at):
        return None
    session, seen = None, Book(db, link.scorebook, "watcher")
    if link.session is not None:
        with suppress(NoSuchError, UnreadableSessionError):
            session = load(seen, link.session)
    inside = joining.covering_access(db, device, link, at=at) is not None
    # Six signs give nobody a whole scorebook: who types them asks.
    if secret is None and link.role == "keeper" and not inside:
        return None
    others = [] if inside else joining.other_books(db, link, at=at)
    return LinkOffer(link, scorebook_name(seen), session, inside, others)


def was_for_evening(secret: str) -> bool:
    """Whether a link that lets nobody in was one to keep score for an evening."""
    return secrets.was_for_evening(connection(), secret)


def accept_link(link: Link, *, also: Collection[str] = ()) -> Access:
    """Give the visitor's device access by a link, see `store.access.joining.join`, and look at its scorebook."""
    db, device, name = connection(), visitor.device_hash(), visitor.device_name()
    access = joining.join(db, link, device=device, name=name, at=stamp(now()), author=visitor.device(), also=also)
    arrive(link)
    if link.id in cookie.get("joins", ()):
        del cookie["joins"]
    return access


# Join codes: shown beside the QR code of a link, and entered by the device that joins.


def join_code_of(link: str) -> JoinCode:
    """The join code of a link to the keeper's scorebook; raises NoSuchError, UnavailableError."""
    key = str(current_app.secret_key)
    return secrets.show_join_code(book(), link, by=own_access_id(), key=key, at=stamp(now()))


def enter_join_code(typed: object) -> None:
    """Let this device come in by the link of a typed code, or ask to where it is to a whole scorebook's keeper.

    Raises EntryError at `code` or `device`, NoSuchError.
    """
    code, key = secrets.read_join_code(typed), str(current_app.secret_key)
    link = secrets.enter_join_code(connection(), code, key=key, at=stamp(now()))
    cookie.pop("asks", None)
    at = stamp(now())
    if link.role == "keeper" and not joining.covering_access(connection(), visitor.device_hash(), link, at=at):
        make_request(link)
    else:
        cookie["joins"] = [link.id, stamp(now() + CODE_LIFETIME)]


# A seat for whoever is not on the list.


def ask_for_seat(session: Session, name: str) -> None:
    """Ask the keepers of a game for a seat under a name, by the link that let this device in.

    Raises EntryError at `player`, and what `requests.ask` raises.
    """
    players, at = session.sheet.table.players, stamp(now())
    if here := next((each for each in players if same_name(each) == same_name(tidy(name))), None):
        raise refused("player", say("{name} is on the list already.", name=here))
    access, by = visitor.current_visit().access, visitor.author()
    link = link_with(connection(), "id", (access and access.link) or "", at=at)
    if link is None:
        raise refused(
            "player",
            say(
                "The link was revoked, has expired, was mistyped or used by another phone, "
                "or a scorekeeper removed this phone. Ask for a new link."
            ),
        )
    requests.ask(connection(), link, device=visitor.device_hash(), author=by.device, name=by.name, at=at, player=name)


def grant_seat(id: str, name: object) -> None:
    """Grant a request for a seat, which is made under this name; it may have been answered on another phone already."""
    with suppress(NoSuchError):
        requests.grant_request(book(), id, by=own_access_id(), at=stamp(now()), player=name)


# What the device has access to.


def other_scorebooks() -> list[ScorebookAccess]:
    """All scorebooks that the visitor's device has access to."""
    return scorebooks_of(connection(), visitor.device_hash(), at=stamp(now()))


def players_in(scorebook_access: ScorebookAccess) -> tuple[str, ...]:
    """The last players of a scorebook, as far as the device may see them: they identify one without a name."""
    if scorebook_access.deleted_at is not None:
        return ()
    seen = Book(connection(), scorebook_access.scorebook, "watcher")
    if scorebook_access.session is None:
        return next((each.players for each in line_ups(seen, 1)), ())
    with suppress(NoSuchError, UnreadableSessionError):
        return load(seen, scorebook_access.session).sheet.table.players
    return ()


def joined_sessions() -> list[tuple[Session, Role]]:
    """Single sessions of the scorebook that the visitor joined, the latest first, with the role.

    Deleted and unreadable ones are left out.
    """
    seen = Book(connection(), visitor.scorebook(), "watcher")
    if deleted_at(seen) is not None:
        return []
    mine = accesses_of(seen.db, device=visitor.device_hash(), scorebook=seen.scorebook, at=stamp(now()))
    found: dict[str, Role] = {}
    for each in sorted(mine, key=lambda each: (each.since, each.id), reverse=True):
        if each.session is not None:
            found[each.session] = min(each.role, found.get(each.session, each.role), key=ROLES_BEST_FIRST.index)
    sessions = []
    for session, right in islice(found.items(), MAX_JOINED_SESSIONS):
        with suppress(NoSuchError, UnreadableSessionError):
            if (loaded := load(seen, session)).deleted_at is None:
                sessions.append((loaded, right))
    return sessions
