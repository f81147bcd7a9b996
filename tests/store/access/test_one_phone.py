"""Links that let in one phone: somebody else's, who keeps score too, or another one of whoever made the link."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from functools import partial

import pytest

from store.access import grants, joining, secrets
from store.access.grants import Access
from store.access.secrets import Link, OnePhone
from store.book import Book
from store.engines.base import Connection, Database
from store.errors import LastKeeperError, NoSuchError
from store.scorebooks import delete_scorebook
from store.sessions.purge import purge
from tests.conftest import ENGINES
from tests.kit.for_each import for_each
from tests.kit.store.access import Guests, comes
from tests.store.access.conftest import MADE
from tests.store.conftest import THURSDAY, Keeper, refused

pytestmark = pytest.mark.engines("sqlite")

SHOWN, SOON, OVER = "2026-11-22T20:00:00Z", "2026-11-22T20:01:00Z", "2026-11-22T20:10:00Z"
JUST_BEFORE, LATER = "2026-11-22T20:09:59Z", "2026-11-22T22:00:00Z"
KEEPS = {("keeper", None)}


def for_one(guests: Guests, of: str = "ann", kind: OnePhone = "own") -> str:
    """The secret of a link for one phone that a phone shows."""
    return guests.link(at=SHOWN, one_phone=kind, by=guests.id_of(of))


def found(db: Connection, secret: str, *, at: str = SOON) -> Link:
    link = secrets.link_of(db, secret, at=at)
    assert link is not None
    return link


@for_each("kind, since", [("guest", SOON), ("own", MADE)])
@pytest.mark.engines(*ENGINES)
def test_the_first_phone_ends_it_and_a_picture_of_it_lets_in_nobody_else(
    guests: Guests, kind: OnePhone, since: str
) -> None:
    secret = for_one(guests, kind=kind)
    came = guests.comes(secret, "new", at=SOON)
    assert (came.role, came.session, came.since, guests.has("new")) == ("keeper", None, since, KEEPS)
    with pytest.raises(NoSuchError):
        guests.comes(secret, "thief", at=SOON)
    assert joining.access_by(guests.db, secret, device="new", at=SOON) == came, "the same phone is in already"
    assert joining.access_by(guests.db, secret, device="thief", at=SOON) is None
    assert [each.device for each in joining.joined_by(guests.book, str(came.link), at=SOON)] == ["new"]


@for_each("kind", ["guest", "own"])
@pytest.mark.engines(*ENGINES)
def test_nor_whoever_read_the_clock_before_the_first_came(guests: Guests, kind: OnePhone) -> None:
    link = found(guests.db, for_one(guests, kind=kind), at=SHOWN)
    joining.join(guests.db, link, device="new", name="", at=SOON, author="new")
    with pytest.raises(NoSuchError):
        joining.join(guests.db, link, device="thief", name="", at=SHOWN, author="thief")
    assert guests.has("thief") == set()


def test_it_holds_for_ten_minutes_and_as_long_as_its_maker_keeps_score(guests: Guests) -> None:
    guests.joins("ben")
    for at, lets_in in ((JUST_BEFORE, True), (OVER, False)):
        assert (secrets.link_of(guests.db, for_one(guests), at=at) is not None) is lets_in
    bens = [for_one(guests, "ben", kind) for kind in ("own", "guest")]
    guests.removes(guests.id_of("ben"), at=SHOWN)
    for secret in bens:
        with pytest.raises(NoSuchError):
            guests.comes(secret, "thief", at=SOON)


def test_who_keeps_score_already_does_not_use_it_up(guests: Guests) -> None:
    secret = for_one(guests, kind="guest")
    guests.comes(secret, "ann", at=SOON)
    assert found(guests.db, secret).ends_at == OVER
    assert guests.comes(secret, "ben", at=SOON).since == SOON


def test_it_is_for_the_whole_scorebook_and_never_a_recovery_page(guests: Guests, session: str) -> None:
    for role, only, recovery in (("watcher", None, False), ("player", session, False), ("keeper", None, True)):
        makes = partial(guests.link, role, only, recovery=recovery, one_phone="own")  # type: ignore[arg-type]
        assert refused(makes) == ["role"]


@pytest.mark.engines(*ENGINES)
def test_of_two_phones_that_come_at_once_one_is_let_in(database: Database, guests: Guests) -> None:
    for turn in range(5):
        secret = for_one(guests)

        def comes_by(device: str, secret: str = secret) -> bool:
            with closing(database.connect()) as own:
                try:
                    comes(own, secret, device=device, name="", at=SOON)
                except NoSuchError:
                    return False
                return True

        with ThreadPoolExecutor(2) as both:
            assert sorted(both.map(comes_by, (f"first {turn}", f"second {turn}"))) == [False, True]


# Who removes whom.


def removable(guests: Guests, by: str) -> list[str]:
    return sorted(grants.removable_devices(guests.book, by=guests.id_of(by), at=LATER))


def test_two_phones_of_somebody_may_remove_each_other(guests: Guests) -> None:
    guests.joins("ben")
    guests.comes(for_one(guests, "ben"), "bens-new", at=SOON)
    guests.joins("chika", at=SOON)
    assert removable(guests, "ben") == removable(guests, "bens-new") == ["ben", "bens-new", "chika"]
    assert removable(guests, "chika") == ["chika"]
    guests.removes(guests.id_of("ben"), by=guests.id_of("bens-new"), at=LATER)
    guests.comes(for_one(guests, "bens-new"), "third", at=SOON)
    assert removable(guests, "third") == ["bens-new", "chika", "third"]


def test_a_thief_with_the_old_phone_removes_nobody_who_comes_by_its_recovery_page(guests: Guests) -> None:
    """Neither by it nor by another phone, which is as old, nor by what comes by that."""
    paper = guests.link(recovery=True, by=guests.id_of("ann"))
    guests.comes(for_one(guests), "thiefs", at=SOON)
    guests.comes(for_one(guests, "thiefs"), "thiefs-second", at=SOON)
    guests.comes(paper, "owners", at=SOON)
    guests.comes(for_one(guests, "owners"), "owners-second", at=SOON)
    stolen = ["ann", "thiefs", "thiefs-second"]
    assert [removable(guests, by) for by in stolen] == [stolen] * 3
    for by in ("owners", "owners-second"):
        assert removable(guests, by) == sorted([*stolen, "owners", "owners-second"])
    guests.removes(guests.id_of("owners"), by=guests.id_of("owners-second"), at=LATER)
    assert removable(guests, "thiefs") == stolen, "also where the one that came by the page is gone"


def test_a_removed_phone_comes_back_by_a_link_for_it_alone(guests: Guests) -> None:
    secret = for_one(guests)
    guests.removes(guests.comes(secret, "new", at=SOON).id, at=SOON)
    with pytest.raises(NoSuchError):
        guests.comes(secret, "new", at=SOON)
    assert guests.comes(for_one(guests), "new", at=SOON).since == MADE


# Other scorebooks.


@pytest.fixture
def elsewhere(db: Connection, stranger: Keeper, guests: Guests) -> Guests:
    """Another scorebook, which Dan's phone has made and Ann's joined later."""
    stranger.sits_down(at=MADE)
    assert grants.claim(db, device="dan", scorebook=stranger.scorebook, name="", at=MADE)
    return Guests(db, stranger.scorebook, at=MADE)


@pytest.mark.engines(*ENGINES)
def test_another_phone_gets_what_its_owner_has_elsewhere_where_that_is_ticked(
    guests: Guests, elsewhere: Guests
) -> None:
    since = elsewhere.joins("ann").since
    db, books = guests.db, {elsewhere.scorebook, "of nobody"}
    secret = for_one(guests)
    assert [each.scorebook for each in joining.other_books(db, found(db, secret), at=SOON)] == [elsewhere.scorebook]
    for device, also in (("without", ()), ("new", books)):
        secret = for_one(guests)
        joining.join(db, found(db, secret), device=device, name="", at=SOON, also=also)
    assert elsewhere.has("without") == set()
    (held,) = elsewhere.held("new")
    assert (held.role, held.since) == ("keeper", since)
    assert removable(elsewhere, "new") == removable(elsewhere, "ann") == ["ann", "new"]
    assert removable(elsewhere, "dan") == ["ann", "dan", "new"]
    delete_scorebook(guests.book, at=SOON)
    purge(db, before=LATER)
    assert elsewhere.has("new") == KEEPS, "the other scorebook's own link let it in there"


def test_who_watches_or_plays_elsewhere_does_so_with_the_new_phone(
    guests: Guests, elsewhere: Guests, stranger: Keeper
) -> None:
    game = stranger.sits_down(at=MADE)
    player, watcher = elsewhere.joins("ann", "player", game), elsewhere.joins("ann", "watcher")
    secret = for_one(guests)
    joining.join(guests.db, found(guests.db, secret), device="new", name="", at=SOON, also={elsewhere.scorebook})
    assert elsewhere.has("new") == {("player", game), ("watcher", None)}
    elsewhere.revokes(str(player.link))
    assert elsewhere.has("new") == elsewhere.has("ann") == {("watcher", None)}
    new: Access = elsewhere.held("new")[0]
    elsewhere.removes(new.id)
    secret = for_one(guests)
    joining.join(guests.db, found(guests.db, secret), device="newer", name="", at=SOON, also={elsewhere.scorebook})
    assert (elsewhere.has("newer"), elsewhere.has("new")) == ({("watcher", None)}, set())
    assert watcher.link == elsewhere.held("newer")[0].link


def test_a_link_for_somebody_else_gives_nothing_elsewhere(guests: Guests, elsewhere: Guests) -> None:
    elsewhere.joins("ann")
    link = found(guests.db, for_one(guests, kind="guest"))
    assert joining.other_books(guests.db, link, at=SOON) == []
    joining.join(guests.db, link, device="ben", name="", at=SOON, also={elsewhere.scorebook})
    assert elsewhere.has("ben") == set()


@pytest.mark.engines(*ENGINES)
def test_a_phone_leaves_unless_it_is_the_last_one(guests: Guests) -> None:
    with pytest.raises(LastKeeperError):
        grants.leave(guests.db, THURSDAY, device="ann", at=LATER)
    guests.comes(for_one(guests), "new", at=SOON)
    grants.leave(guests.db, THURSDAY, device="ann", at=LATER)
    assert (guests.has("ann"), guests.has("new")) == (set(), KEEPS)


@pytest.mark.parametrize("kind", ["own", "guest"])
def test_only_its_maker_shows_the_signs_of_a_link_for_one_phone(guests: Guests, kind: OnePhone) -> None:
    """Who shows them answers who types them; any other keeper could take the maker's age by one for an own phone."""
    ben = guests.joins("ben")
    link = found(guests.db, for_one(guests, kind=kind))
    book = Book(guests.db, THURSDAY, "keeper")
    assert secrets.show_join_code(book, link.id, by=guests.id_of("ann"), key="key", at=SHOWN).ends_at == OVER
    with pytest.raises(NoSuchError):
        secrets.show_join_code(book, link.id, by=ben.id, key="key", at=SHOWN)
