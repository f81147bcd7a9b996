"""Links to the whole scorebook for one phone, on the phone that shows one and on the phone that comes by it.

The secret of such a link stays in the signed cookie of the phone that shows it, as that of a link to a table does. A
phone that has typed six signs keeps there which request it has made.
"""

from __future__ import annotations

import json
from collections.abc import Collection

from flask import session as cookie

from record.log import stamp
from store.access import joining, requests
from store.access.grants import Access, scorebooks_of
from store.access.joining import hand_over
from store.access.requests import Request
from store.access.secrets import Link, OnePhone, find_link, link_of, make_link
from store.errors import NoSuchError
from web.identity import visitor
from web.identity.table_links import take_over_table_links
from web.identity.visitor import book, own_access_id
from web.request import connection, now


def create_phone_link(kind: OnePhone) -> None:
    """Make a link for one phone, unless this phone shows one that still lets somebody in.

    Raises RoleError, DeletedScorebookError, EntryError where there are too many links.
    """
    if (shown := phone_link(kind)) and is_open(shown[1]):
        return
    by, at = own_access_id(begin=True), stamp(now())
    settings = json.dumps(visitor.settings()) if kind == "own" else None
    secret = make_link(book(), role="keeper", at=at, one_phone=kind, settings=settings, by=by)
    link = link_of(connection(), secret, at=at)
    assert link is not None, "it was made just now"
    cookie["phones"] = {**cookie.get("phones", {}), kind: [link.id, secret]}


def phone_link(kind: OnePhone) -> tuple[str, Link] | None:
    """The secret and the link for one phone that this one has made last in the open scorebook, also if it has ended."""
    id, secret = cookie.get("phones", {}).get(kind, ("", ""))
    link = find_link(connection(), id) if id else None
    return (secret, link) if link is not None and link.scorebook == book().scorebook else None


def is_open(link: Link) -> bool:
    """Whether a link still lets somebody in."""
    return link.revoked_at is None and (link.ends_at is None or link.ends_at > stamp(now()))


def joined_by(link: str) -> list[Access]:
    """Who has come by a link and is still in."""
    return joining.joined_by(book(), link, at=stamp(now()))


def requests_by(link: str) -> list[Request]:
    """Who has typed the signs of a link to the whole scorebook and waits for an answer."""
    return requests.open_requests(book(), link=link, at=stamp(now()))


def answer(request: str, *, grants: bool, also: Collection[str] = ()) -> Request:
    """Answer a phone that asks to come; raises what `grant_request` and `refuse_request` raise."""
    if not grants:
        return requests.refuse_request(book(), request, at=stamp(now()))
    return requests.grant_request(book(), request, by=own_access_id(), at=stamp(now()), also=also)


def hand_over_by(link: Link) -> bool:
    """Take this phone out of every scorebook that the one which came by its link has too; False where none has come.

    It then looks at one that it still has, or at a new one.
    """
    if not (came := joined_by(link.id)):
        return False
    hand_over(connection(), came[0].device, device=visitor.device_hash(), at=stamp(now()))
    cookie.pop("phones", None)
    left = scorebooks_of(connection(), visitor.device_hash(), at=stamp(now()))
    if left:
        visitor.switch_scorebook(left[0].scorebook)
    else:
        visitor.begin_scorebook()
    return True


def other_names(link: Link) -> list[tuple[str, str | None]]:
    """The other scorebooks that a link for another own phone may give along, with their names."""
    return [(each.scorebook, each.name) for each in joining.other_books(connection(), link, at=stamp(now()))]


# On the phone that comes.


def make_request(link: Link) -> None:
    """Ask the phone that shows the signs of a link to be let in; raises what `requests.ask` raises."""
    device, author, name = visitor.device_hash(), visitor.device(), visitor.device_name()
    made = requests.ask(connection(), link, device=device, author=author, name=name, at=stamp(now()))
    cookie["asks"] = made.id


def own_request() -> Request | None:
    """The request of this phone, while it is remembered."""
    id = cookie.get("asks")
    return requests.own_request(connection(), id, device=visitor.device_hash(), at=stamp(now())) if id else None


def arrive(link: Link) -> None:
    """Open the scorebook of a link that has let this phone in, with the settings and links to tables that go along."""
    visitor.switch_scorebook(link.scorebook)
    cookie.pop("asks", None)
    if link.settings is not None:
        visitor.choose_settings(json.loads(link.settings))
    if link.one_phone == "own":
        take_over_table_links(link)


def arrive_as_granted(found: Request) -> None:
    """The same once a request of this phone is granted; raises NoSuchError where the link was deleted meanwhile."""
    link = find_link(connection(), found.link)
    if link is None:
        raise NoSuchError("no link")
    arrive(link)


def has_joined(secret: str) -> bool:
    """Whether this phone has come by a link that lets in nobody else: a second tap opens the same scorebook."""
    access = joining.access_by(connection(), secret, device=visitor.device_hash(), at=stamp(now()))
    if access is not None:
        visitor.switch_scorebook(access.scorebook)
    return access is not None
