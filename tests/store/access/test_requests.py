"""Requests: a device asks to be let into a scorebook or for a seat, and a keeper answers."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from functools import partial

import pytest

from store.access import requests, secrets
from store.access.requests import MAX_OPEN_REQUESTS, Request
from store.access.secrets import Link, OnePhone
from store.book import Book
from store.engines.base import Connection, Database
from store.errors import NoSuchError, RoleError
from store.sessions.details import delete_session
from store.sessions.purge import purge
from store.sessions.snapshot import read_snapshot
from tests.conftest import ENGINES
from tests.kit.store.access import Guests
from tests.store.access.conftest import MADE
from tests.store.conftest import THURSDAY, Keeper, Overheard, refused

pytestmark = pytest.mark.engines("sqlite")

SHOWN, SOON, LATER = "2026-11-22T20:00:00Z", "2026-11-22T20:01:00Z", "2026-11-22T20:10:00Z"
TWO_DAYS_LATER = "2026-11-24T21:00:00Z"


def link_for(guests: Guests, of: str = "ann", kind: OnePhone | None = "own") -> Link:
    by = guests.id_of(of)
    link = secrets.link_of(guests.db, guests.link(at=SHOWN, one_phone=kind, by=by), at=SHOWN)
    assert link is not None
    return link


def asks(db: Connection, link: Link, device: str, *, at: str = SOON, player: object = None) -> Request:
    return requests.ask(db, link, device=device, author=f"id of {device}", name="iPhone", at=at, player=player)


def is_open(guests: Guests, link: Link, *, at: str = SOON) -> list[str]:
    return [each.device for each in requests.open_requests(guests.book, link=link.id, at=at)]


def state(guests: Guests, asked: Request, *, at: str = SOON) -> str:
    found = requests.own_request(guests.db, asked.id, device=asked.device, at=at)
    return found.state if found else "forgotten"


@pytest.mark.engines(*ENGINES)
def test_who_asks_is_let_in_by_the_keeper_who_shows_the_signs(guests: Guests) -> None:
    link = link_for(guests)
    asked = asks(guests.db, link, "new")
    assert (is_open(guests, link), guests.has("new")) == (["new"], set())
    for _ in range(2):
        granted = requests.grant_request(guests.book, asked.id, by=guests.id_of("ann"), at=SOON)
        assert granted.state == state(guests, asked) == state(guests, asked, at=LATER) == "granted"
    (held,) = guests.held("new")
    assert (held.role, held.since, held.link, held.name, held.author) == (
        "keeper",
        MADE,
        link.id,
        "iPhone",
        "id of new",
    )
    assert is_open(guests, link) == []


def test_nobody_is_let_in_who_is_refused_or_too_late(guests: Guests) -> None:
    by = guests.id_of("ann")
    first, second = link_for(guests), link_for(guests)
    asked = [asks(guests.db, first, "stranger"), asks(guests.db, first, "slow"), asks(guests.db, second, "late")]
    requests.refuse_request(guests.book, asked[0].id, at=SOON)
    requests.grant_request(guests.book, asked[1].id, by=by, at=SOON)
    assert [state(guests, each) for each in asked] == ["refused", "granted", "open"]
    requests.refuse_request(guests.book, asked[1].id, at=SOON)
    assert state(guests, asked[1]) == "granted", "who is in stays"
    for each, at in ((asked[0], SOON), (asked[2], LATER)):
        with pytest.raises(NoSuchError):
            requests.grant_request(guests.book, each.id, by=by, at=at)
        assert guests.has(each.device) == set()
    assert state(guests, asked[2], at=LATER) == "over"


def test_the_first_phone_ends_the_requests_of_the_others(guests: Guests) -> None:
    link, by = link_for(guests), guests.id_of("ann")
    first, second = (asks(guests.db, link, device) for device in ("first", "second"))
    requests.grant_request(guests.book, first.id, by=by, at=SOON)
    assert (state(guests, second), is_open(guests, link)) == ("over", [])
    with pytest.raises(NoSuchError):
        requests.grant_request(guests.book, second.id, by=by, at=SOON)
    with pytest.raises(NoSuchError):
        asks(guests.db, link, "third")


def test_a_link_of_before_lets_in_more_than_one(guests: Guests) -> None:
    link, by = link_for(guests, kind=None), guests.id_of("ann")
    for device in ("first", "second"):
        requests.grant_request(guests.book, asks(guests.db, link, device).id, by=by, at=SOON)
        assert guests.has(device) == {("keeper", None)}


@pytest.mark.parametrize("kind", ["own", "guest"])
def test_nobody_but_its_maker_lets_in_whoever_types_the_signs_of_a_link_for_one_phone(
    guests: Guests, stranger: Keeper, kind: OnePhone
) -> None:
    ben = guests.joins("ben")
    asked = asks(guests.db, link_for(guests, kind=kind), "thief")
    others = Book(guests.db, stranger.scorebook, "keeper")
    for book, by in ((guests.book, ben.id), (others, guests.id_of("ann"))):
        with pytest.raises(NoSuchError):
            requests.grant_request(book, asked.id, by=by, at=SOON)
    with pytest.raises(NoSuchError):
        requests.refuse_request(others, asked.id, at=SOON)
    with pytest.raises(RoleError):
        requests.grant_request(Book(guests.db, THURSDAY, "player"), asked.id, by=ben.id, at=SOON)
    assert state(guests, asked) == "open"


def test_a_device_has_one_open_request_and_a_link_a_few(guests: Guests) -> None:
    link = link_for(guests)
    for device in [*(f"phone {number}" for number in range(MAX_OPEN_REQUESTS)), "phone 0"]:
        last = asks(guests.db, link, device)
    assert len(is_open(guests, link)) == MAX_OPEN_REQUESTS
    assert refused(lambda: asks(guests.db, link, "one more")) == ["device"]
    requests.refuse_request(guests.book, last.id, at=SOON)
    asks(guests.db, link, "one more")
    assert requests.own_request(guests.db, last.id, device="one more", at=SOON) is None, "it is another's"


def test_what_became_of_a_request_is_forgotten(guests: Guests) -> None:
    asked = asks(guests.db, link_for(guests), "new")
    link = secrets.link_of(guests.db, guests.link(at=TWO_DAYS_LATER), at=TWO_DAYS_LATER)
    assert link is not None
    asks(guests.db, link, "another", at=TWO_DAYS_LATER)
    assert state(guests, asked, at=TWO_DAYS_LATER) == "forgotten"


def test_a_removed_phone_does_not_ask_again_by_the_same_link(guests: Guests) -> None:
    secret = guests.link(at=SHOWN)
    guests.removes(guests.comes(secret, "out", at=SOON).id, at=SOON)
    link = secrets.link_of(guests.db, secret, at=SOON)
    assert link is not None
    with pytest.raises(NoSuchError):
        asks(guests.db, link, "out")


@pytest.mark.engines(*ENGINES)
def test_of_two_that_are_let_in_at_once_one_comes_and_one_that_is_let_in_twice_comes_once(
    database: Database, guests: Guests
) -> None:
    by = guests.id_of("ann")
    for turn in range(5):
        link = link_for(guests)
        pair = [asks(guests.db, link, f"{device} {turn}").id for device in ("first", "second")]

        def grants(id: str) -> bool:
            with closing(database.connect()) as own:
                try:
                    requests.grant_request(Book(own, THURSDAY, "keeper"), id, by=by, at=SOON)
                except NoSuchError:
                    return False
                return True

        with ThreadPoolExecutor(4) as taps:
            done = [*taps.map(grants, pair * 2)]
        assert done in ([True, False] * 2, [False, True] * 2)
        held = [guests.held(f"{device} {turn}") for device in ("first", "second")]
        assert sorted(map(len, held)) == [0, 1]


# For a seat.


@pytest.fixture
def at_table(guests: Guests, session: str) -> Link:
    secret = guests.link("player", session, at=SHOWN)
    guests.comes(secret, "eva", at=SOON)
    link = secrets.link_of(guests.db, secret, at=SOON)
    assert link is not None
    return link


def test_who_asked_and_was_removed_takes_nobodys_place(guests: Guests, session: str, at_table: Link) -> None:
    secret = guests.link("player", session, at=SHOWN)
    link = secrets.link_of(guests.db, secret, at=SOON)
    assert link is not None
    came = [guests.comes(secret, f"phone {number}", at=SOON) for number in range(MAX_OPEN_REQUESTS)]
    for each in came:
        asks(guests.db, link, each.device, player=each.device)
    assert refused(lambda: asks(guests.db, link, "eva", player="Eva")) == ["device"]
    for each in came:
        guests.removes(each.id, at=SOON)
    assert is_open(guests, link) == []
    assert asks(guests.db, link, "eva", player="Eva").state == "open"


def test_requests_are_read_with_one_statement(
    guests: Guests, session: str, at_table: Link, overheard: Overheard
) -> None:
    for number in range(3):
        asks(guests.db, at_table, f"phone {number}", player=f"Eva {number}")
    overheard.asked.clear()
    found = requests.open_requests(Book(overheard, THURSDAY, "keeper"), session=session, at=SOON)
    assert (len(found), len(overheard.asked)) == (3, 1)


@pytest.mark.engines(*ENGINES)
def test_who_is_not_on_the_list_asks_under_a_name_and_open_pages_see_it(
    guests: Guests, session: str, at_table: Link
) -> None:
    def version() -> int:
        return int(read_snapshot(guests.book, session).head["seats_revision"])

    before = version()
    asked = asks(guests.db, at_table, "eva", player=" Eva ")
    assert (asked.session, asked.player, version() > before) == (session, "Eva", True)
    assert requests.open_requests(guests.book, session=session, at=SOON) == [asked]
    assert requests.own_requests(guests.book, session, device="eva", at=SOON) == [asked]
    assert requests.own_requests(guests.book, session, device="ann", at=SOON) == []
    before = version()
    granted = requests.grant_request(guests.book, asked.id, by=guests.id_of("ann"), at=SOON)
    assert (granted.state, granted.author, version() > before) == ("granted", "id of eva", True)
    assert guests.has("eva") == {("player", session)}, "who keeps score gives the seat"
    assert requests.open_requests(guests.book, session=session, at=SOON) == []


def test_a_name_must_be_one(guests: Guests, at_table: Link) -> None:
    for name in (None, "  ", "x" * 31, "\0"):
        assert refused(partial(asks, guests.db, at_table, "eva", player=name)) == ["player"]


def test_requests_go_with_their_link(guests: Guests, keeper: Keeper, session: str, at_table: Link) -> None:
    asked = asks(guests.db, at_table, "eva", player="Eva")
    guests.revokes(at_table.id, at=SOON)
    assert (state(guests, asked), requests.open_requests(guests.book, session=session, at=SOON)) == ("over", [])
    delete_session(keeper.book, session, at=SOON)
    purge(guests.db, before=LATER)
    assert state(guests, asked) == "forgotten"
