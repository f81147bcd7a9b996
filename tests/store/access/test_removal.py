"""Which keeper removes whom, by how long each has kept the scorebook and by the recovery page each came by."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, nullcontext
from typing import NamedTuple

import pytest

from store.access import grants, joining, secrets
from store.access.grants import Access
from store.book import Book, Role
from store.engines.base import Database
from store.errors import LastKeeperError, NoSuchError, OlderKeeperError
from tests.conftest import ENGINES
from tests.kit.store.access import NEXT_DAY, Guests
from tests.store.access.conftest import MADE
from tests.store.conftest import THURSDAY, Keeper

pytestmark = pytest.mark.engines("sqlite")

SECOND, THIRD = "2026-11-21T21:00:00Z", "2026-11-21T22:00:00Z"
NOW, SOON = "2026-11-22T21:40:00Z", "2026-11-23T06:00:00Z"
KEEPS = {("keeper", None)}


def page(guests: Guests, of: str = "", *, at: str = MADE) -> str:
    """A recovery page that a phone has made."""
    return guests.link(at=at, recovery=True, by=guests.id_of(of) if of else None)


class Joins(NamedTuple):
    device: str
    at: str
    role: Role = "keeper"
    page_of: str | None = None
    """Whose recovery page it came by, if not by a link of its own; "" where nobody knows who made it, at nine."""


# Ann's phone made the scorebook; who joins it in turn, and whom each keeper may remove then.
STORIES: dict[str, tuple[tuple[Joins, ...], dict[str, str]]] = {
    "players, watchers and keepers who came later": (
        (Joins("wim", SECOND, "watcher"), Joins("ben", SECOND), Joins("pia", MADE, "player"), Joins("chika", THIRD)),
        {"ann": "ann ben chika pia wim", "ben": "ben chika pia wim", "chika": "chika pia wim"},
    ),
    "each other, of the same age": (
        (Joins("ben", SECOND), Joins("chika", SECOND)),
        {"ann": "ann ben chika", "ben": "ben chika", "chika": "ben chika"},
    ),
    "who came twice is as old as the first time": (
        (Joins("ben", SECOND), Joins("chika", THIRD), Joins("ben", NOW)),
        {"ben": "ben chika", "chika": "chika"},
    ),
    "who watched first and keeps score later is no older": (
        (Joins("chika", MADE, "watcher"), Joins("ben", SECOND), Joins("chika", THIRD)),
        {"ben": "ben chika", "chika": "chika"},
    ),
    "a lost phone, but it not who came by its page": (
        (Joins("ben", SECOND), Joins("new", NOW, page_of="ann")),
        {"ann": "ann ben", "ben": "ben", "new": "ann ben new"},
    ),
    "who came by the page of a later keeper is as old as they are": (
        (Joins("ben", SECOND), Joins("chika", THIRD), Joins("bens-new", NOW, page_of="ben")),
        {"ann": "ann ben bens-new chika", "ben": "ben chika", "chika": "chika", "bens-new": "ben bens-new chika"},
    ),
    "who came by a page makes one in turn": (
        (Joins("second", SECOND, page_of="ann"), Joins("third", THIRD, page_of="second")),
        {"second": "ann second", "third": "ann second third"},
    ),
    "of a page whose maker nobody knows the age counts": (
        (Joins("ben", THIRD), Joins("new", NOW, page_of="")),
        {"ann": "ann ben new", "ben": "ben", "new": "ben new"},
    ),
    "a later keeper who opens a page is as old as its maker": (
        (Joins("ben", THIRD), Joins("ben", NOW, page_of="ann")),
        {"ann": "ann", "ben": "ann ben"},
    ),
}


@pytest.mark.parametrize(
    ("story", "by"), [(story, by) for story, (_, removable) in STORIES.items() for by in removable]
)
def test_a_keeper_removes_players_watchers_and_keepers_who_came_later(
    guests: Guests, session: str, story: str, by: str
) -> None:
    joins, removable = STORIES[story]
    everybody = dict.fromkeys(["ann", *(each.device for each in joins)])
    for device, at, role, page_of in joins:
        if page_of is None:
            guests.joins(device, role, session if role == "player" else None, at=at)
        else:
            guests.comes(page(guests, page_of, at=MADE if page_of else SECOND), device, at=at)
    own, may = guests.id_of(by), removable[by].split()
    assert sorted(grants.removable_devices(Book(guests.db, THURSDAY, "keeper"), by=own, at=NOW)) == sorted(may)
    for device in sorted(everybody, key=by.__eq__):
        others = [each for each in everybody if each != device and guests.has(each, at=NOW) >= KEEPS]
        refusal = OlderKeeperError if device not in may else None if others else LastKeeperError
        with pytest.raises(refusal) if refusal else nullcontext():
            guests.removes(guests.id_of(device), by=own, at=NOW)
        assert bool(guests.has(device, at=NOW)) == bool(refusal)


# By a recovery page.


@pytest.mark.engines(*ENGINES)
def test_a_page_makes_as_old_as_its_maker_also_one_who_was_removed(guests: Guests) -> None:
    guests.joins("ben", at=SECOND)
    paper, another = page(guests, "ann"), page(guests, "ann")
    assert guests.comes(paper, "ann", at=NOW).link is None, "who made it has that already"
    guests.removes(guests.id_of("ann"), by=guests.id_of("ann"), at=NOW)
    new = guests.comes(paper, "new", at=NOW)
    assert new.since == guests.comes(another, "newer", at=NOW).since == MADE
    guests.revokes(str(new.link), by=guests.id_of("ben"), at=NOW)
    assert guests.has("new") == KEEPS, "nor does who came later shut them out by the page"


def test_a_page_from_before_the_first_game_is_the_first_phones(stranger: Keeper, session: str) -> None:
    guests = Guests(stranger.book.db, stranger.scorebook, at="2026-11-21T19:00:00Z")
    paper = page(guests, at=guests.at)
    stranger.sits_down(at=MADE)
    assert grants.claim(guests.db, device="ann", scorebook=stranger.scorebook, name="", at=MADE)
    assert guests.comes(paper, "new", at=NOW).since == MADE


# By a link.


def test_a_revoked_link_removes_whom_its_keeper_may_remove(guests: Guests, session: str) -> None:
    ben, secret = guests.joins("ben", at=SECOND), guests.link()
    old = guests.comes(secret, "old")
    guests.comes(secret, "chika", at=THIRD)
    guests.revokes(str(old.link), by=ben.id, at=NOW)
    assert (guests.has("old"), guests.has("chika")) == (KEEPS, set())
    with pytest.raises(NoSuchError):
        guests.comes(secret, "eve", at=NOW)
    guests.revokes(str(ben.link), by=ben.id, at=NOW)
    assert guests.has("ben") == KEEPS, "who revokes the link that they came by stays"
    for each in (guests.joins("wim", "watcher"), guests.joins("pia", "player", session)):
        guests.revokes(str(each.link), by=ben.id, at=NOW)
        assert guests.has(each.device) == set(), "whoever watches or plays goes, however old"


# The last one, and who is none any more.


def test_who_keeps_score_no_longer_removes_nobody(guests: Guests) -> None:
    """What the page saw may be over by the time that it is written."""
    ben, chika = guests.joins("ben", at=SECOND), guests.joins("chika", at=SECOND)
    guests.removes(ben.id, at=NOW)
    for by in (ben.id, guests.joins("eva", "watcher").id, "nobody", ""):
        for act, of in ((guests.removes, chika.id), (guests.revokes, str(chika.link))):
            with pytest.raises(NoSuchError):
                act(of, by=by, at=NOW)
    assert guests.has("chika") == KEEPS


@pytest.mark.engines(*ENGINES)
def test_of_two_keepers_who_remove_each_other_at_once_one_stays(database: Database, guests: Guests) -> None:
    for _ in range(5):
        ben, chika = guests.joins("ben", at=SECOND), guests.joins("chika", at=SECOND)

        def removing(pair: tuple[Access, Access]) -> bool:
            with closing(database.connect()) as own:
                try:
                    Guests(own, THURSDAY, at=MADE).removes(pair[0].id, by=pair[1].id, at=NOW)
                except (LastKeeperError, NoSuchError):
                    return False
                return True

        with ThreadPoolExecutor(2) as both:
            done = [*both.map(removing, [(ben, chika), (chika, ben)])]
        assert sorted(done) == [False, True]
        assert len(guests.held("ben") + guests.held("chika")) == 1
        for each in (ben, chika):
            guests.removes(each.id, at=NOW)


@pytest.mark.engines(*ENGINES)
def test_who_is_promised_an_end_keeps_score_until_then_and_is_not_the_last(guests: Guests) -> None:
    """As an earlier version promised it: to keepers for an evening, and to founders who were removed."""
    db, ben = guests.db, guests.joins("ben", at=SECOND)
    db.execute("UPDATE access SET ends_at = ? WHERE device = 'ben'", (SOON,))
    assert (guests.has("ben", at=NOW), guests.has("ben", at=SOON)) == (KEEPS, set())
    with pytest.raises(LastKeeperError):
        guests.removes(guests.id_of("ann"), at=NOW)
    assert grants.is_alone(Book(db, THURSDAY, "keeper"), at=NOW)
    assert [each.device for each in grants.listed_devices(Book(db, THURSDAY, "keeper"), at=NOW)] == ["ann", "ben"]
    assert [each.device for each in grants.listed_devices(Book(db, THURSDAY, "keeper"), at=SOON)] == ["ann"]
    again = guests.joins("ben", at=NOW)
    assert (again.ends_at, guests.has("ben", at=SOON)) == (None, KEEPS), "a link lets it in for longer"
    guests.removes(ben.id, at=NOW)
    assert guests.has("ben") == set()


@pytest.mark.engines(*ENGINES)
def test_what_is_handed_on_of_an_access_with_an_end_ends_with_it(guests: Guests) -> None:
    db, ben = guests.db, guests.joins("ben", at=SECOND)
    recovery = guests.link(recovery=True, by=ben.id)
    db.execute("UPDATE access SET ends_at = ? WHERE device = 'ben'", (SOON,))
    for device, given in (
        ("own", {"one_phone": "own"}),
        ("guest", {"one_phone": "guest"}),
        ("page", {"recovery": True}),
    ):
        assert guests.joins(device, at=NOW, by=ben.id, **given).ends_at == SOON, device
        assert (guests.has(device, at=NOW), guests.has(device, at=SOON)) == (KEEPS, set()), device
    with pytest.raises(NoSuchError):
        guests.comes(recovery, "later", at=SOON)
    joining.hand_over(db, "own", device="ben", at=NOW)
    assert guests.has("ben", at=NOW) == set(), "the other phone has as much"


# The link to a table.


@pytest.mark.engines(*ENGINES)
def test_a_link_to_a_table_is_renewed_and_one_that_has_ended_or_has_no_end_is_not(guests: Guests, session: str) -> None:
    db, secret, endless = guests.db, guests.link("player", session, ends_at=NOW), guests.link("player", session)
    # From an end to the other; the second is earlier, and never sets it back.
    for at, ends_at, holds_at, holds in (
        (MADE, SOON, NOW, True),
        (MADE, NOW, NOW, True),
        (SOON, NEXT_DAY, SOON, False),
    ):
        secrets.renew_link(Book(db, THURSDAY, "keeper"), secret, at=at, ends_at=ends_at)
        assert bool(secrets.link_of(db, secret, at=holds_at)) is holds
    secrets.renew_link(Book(db, THURSDAY, "keeper"), endless, at=MADE, ends_at=NOW)
    found = secrets.link_of(db, endless, at=NEXT_DAY)
    assert found is not None and found.ends_at is None
