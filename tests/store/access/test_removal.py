"""Which keeper removes whom, by how long each has kept the scorebook and by the recovery page each came by."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from contextlib import closing

import pytest

from store.access import grants, links, removal
from store.access.grants import Access, Right
from store.engines.base import Connection, Database
from store.errors import LastKeeperError, NoSuchDeviceError, NoSuchLinkError, OlderKeeperError
from tests.kit.store.access import comes, removes, withdraws
from tests.store.access.test_grants import sits, sitting
from tests.store.conftest import THURSDAY, Keeper

MADE, SECOND, THIRD = "2026-11-21T20:00:00Z", "2026-11-21T21:00:00Z", "2026-11-21T22:00:00Z"
NOW, SOON, NEXT_DAY = "2026-11-22T21:40:00Z", "2026-11-23T06:00:00Z", "2026-11-23T21:40:00Z"


@pytest.fixture
def session(db: Connection, keeper: Keeper) -> str:
    """A session of a scorebook that Ann's phone made."""
    session = keeper.sits_down(at=MADE)
    assert grants.claim(db, device="ann", scorebook=THURSDAY, name="iPhone", at=MADE)
    return session


def link(db: Connection, role: Right = "keeper", *, at: str = MADE, **given: object) -> str:
    return links.make(db, scorebook=THURSDAY, role=role, at=at, **given)  # type: ignore[arg-type]


def joins(db: Connection, device: str, role: Right = "keeper", *, at: str = SECOND, **given: object) -> Access:
    return comes(db, link(db, role, at=at, **given), device=device, name=device, at=at, author=device)


def page(db: Connection, by: str, *, at: str = MADE) -> str:
    """A recovery page that the phone `by` makes."""
    return link(db, at=at, recovery=True, by=id_of(db, by))


def roles(db: Connection, device: str, at: str = NOW) -> list[tuple[str, str | None]]:
    return [(each.role, each.session) for each in grants.held(db, device=device, scorebook=THURSDAY, at=at)]


def id_of(db: Connection, device: str) -> str:
    return next(each.id for each in grants.devices(db, THURSDAY, at=MADE) if each.device == device)


def may(db: Connection, by: str) -> set[str]:
    return {*removal.removable(db, THURSDAY, by=id_of(db, by), at=NOW)}


# By age.


def test_a_keeper_removes_players_watchers_and_keepers_who_came_later(db: Connection, session: str) -> None:
    joins(db, "wim", "watcher", at=SECOND)
    joins(db, "ben", at=SECOND)
    joins(db, "pia", "player", session=session, at=MADE)
    joins(db, "chika", at=THIRD)
    assert may(db, "ann") == {"ann", "ben", "chika", "pia", "wim"}
    assert may(db, "ben") == {"ben", "chika", "pia", "wim"}
    assert may(db, "chika") == {"chika", "pia", "wim"}
    removes(db, THURSDAY, id_of(db, "pia"), by=id_of(db, "chika"), at=NOW)
    removes(db, THURSDAY, id_of(db, "chika"), by=id_of(db, "ben"), at=NOW)
    assert (roles(db, "pia"), roles(db, "chika"), roles(db, "ben")) == ([], [], [("keeper", None)])


def test_an_older_keeper_is_not_removed(db: Connection, session: str) -> None:
    joins(db, "ben")
    with pytest.raises(OlderKeeperError):
        removes(db, THURSDAY, id_of(db, "ann"), by=id_of(db, "ben"), at=NOW)
    assert roles(db, "ann") == [("keeper", None)]


def test_keepers_of_the_same_age_remove_each_other(db: Connection, session: str) -> None:
    joins(db, "ben")
    joins(db, "chika")
    assert {"ben", "chika"} <= may(db, "ben") & may(db, "chika")


def test_a_device_that_is_removed_twice_is_out_once(db: Connection, session: str) -> None:
    ben = joins(db, "ben")
    for _ in range(2):
        removes(db, THURSDAY, ben.id, by=id_of(db, "ann"), at=NOW)
    assert roles(db, "ben") == []


def test_who_came_twice_is_as_old_as_the_first_time(db: Connection, session: str) -> None:
    joins(db, "ben")
    joins(db, "chika", at=THIRD)
    joins(db, "ben", at=NOW)
    assert "ben" not in may(db, "chika")


def test_who_watched_first_and_keeps_score_later_is_no_older(db: Connection, session: str) -> None:
    joins(db, "chika", "watcher", at=MADE)
    joins(db, "ben", at=SECOND)
    joins(db, "chika", at=THIRD)
    assert "chika" in may(db, "ben")
    assert "ben" not in may(db, "chika")


@pytest.mark.parametrize("by", ["ann", "ben", "chika", "new", "page of ben"])
def test_what_is_said_to_be_removable_is_removed_and_nothing_else(db: Connection, session: str, by: str) -> None:
    joins(db, "ben")
    joins(db, "chika", at=THIRD)
    joins(db, "wim", "watcher")
    for device, maker in (("new", "ann"), ("page of ben", "ben")):
        comes(db, page(db, maker), device=device, name="", at=NOW)
    everybody = ("wim", "ben", "chika", "new", "page of ben", "ann")
    said, own = may(db, by), id_of(db, by)
    for device in sorted(everybody, key=by.__eq__):
        if device in said:
            removes(db, THURSDAY, id_of(db, device), by=own, at=NOW)
        else:
            with pytest.raises(OlderKeeperError):
                removes(db, THURSDAY, id_of(db, device), by=own, at=NOW)
        assert bool(roles(db, device)) == (device not in said)
        if said == {*everybody} and device == everybody[-2]:
            break


# By a recovery page.


def test_a_lost_phone_is_removed_at_once_and_cannot_remove_who_came_by_its_page(db: Connection, session: str) -> None:
    paper = page(db, "ann")
    joins(db, "ben")
    new = comes(db, paper, device="new phone", name="", at=NOW)
    assert new.since == MADE
    assert "new phone" not in may(db, "ann") | may(db, "ben")
    with pytest.raises(OlderKeeperError):
        removes(db, THURSDAY, new.id, by=id_of(db, "ann"), at=NOW)
    withdraws(db, THURSDAY, str(new.link), by=id_of(db, "ann"), at=NOW)
    assert roles(db, "new phone") == [("keeper", None)]
    removes(db, THURSDAY, id_of(db, "ann"), by=new.id, at=NOW)
    assert (roles(db, "ann"), may(db, "new phone")) == ([], {"ben", "new phone"})


def test_who_comes_by_the_page_of_a_later_keeper_is_as_old_as_they_are(db: Connection, session: str) -> None:
    joins(db, "ben")
    joins(db, "chika", at=THIRD)
    new = comes(db, page(db, "ben"), device="bens new", name="", at=NOW)
    assert new.since == SECOND
    assert may(db, "bens new") == {"ben", "bens new", "chika"}


def test_a_page_makes_as_old_as_its_maker_who_was_removed(db: Connection, session: str) -> None:
    joins(db, "ben")
    paper = page(db, "ann")
    removes(db, THURSDAY, id_of(db, "ann"), by=id_of(db, "ann"), at=NOW)
    assert comes(db, paper, device="new phone", name="", at=NOW).since == MADE


def test_who_came_by_a_page_makes_one_in_turn(db: Connection, session: str) -> None:
    comes(db, page(db, "ann"), device="second", name="", at=SECOND)
    third = comes(db, page(db, "second"), device="third", name="", at=THIRD)
    assert third.since == MADE
    assert "third" not in may(db, "second")
    assert {"ann", "second"} <= may(db, "third")


def test_a_page_from_before_the_first_game_is_the_first_phones(db: Connection, keeper: Keeper) -> None:
    paper = link(db, at="2026-11-21T19:00:00Z", recovery=True)
    keeper.sits_down(at=MADE)
    assert grants.claim(db, device="ann", scorebook=THURSDAY, name="", at=MADE)
    assert comes(db, paper, device="new phone", name="", at=NOW).since == MADE


def test_of_a_page_whose_maker_nobody_knows_the_age_counts(db: Connection, session: str) -> None:
    joins(db, "ben", at=THIRD)
    assert comes(db, link(db, at=SECOND, recovery=True), device="new phone", name="", at=NOW).since == SECOND
    assert "new phone" not in may(db, "ben")
    assert "ann" not in may(db, "new phone")


def test_a_later_keeper_who_opens_a_page_is_as_old_as_its_maker(db: Connection, session: str) -> None:
    joins(db, "ben", at=THIRD)
    paper = page(db, "ann")
    assert comes(db, paper, device="ben", name="", at=NOW).since == MADE
    assert comes(db, paper, device="ann", name="", at=NOW).link is None, "who made it has that already"
    assert "ann" in may(db, "ben")


# By a link.


def test_a_revoked_link_removes_whom_its_keeper_may_remove(db: Connection, session: str) -> None:
    joins(db, "ben", at=SECOND)
    secret = link(db)
    old = comes(db, secret, device="old", name="", at=MADE)
    comes(db, secret, device="chika", name="", at=THIRD)
    withdraws(db, THURSDAY, str(old.link), by=id_of(db, "ben"), at=NOW)
    assert (roles(db, "old"), roles(db, "chika")) == ([("keeper", None)], [])
    with pytest.raises(NoSuchLinkError):
        comes(db, secret, device="eve", name="", at=NOW)


def test_who_revokes_the_link_that_they_came_by_stays(db: Connection, session: str) -> None:
    ben = joins(db, "ben")
    withdraws(db, THURSDAY, str(ben.link), by=ben.id, at=NOW)
    assert roles(db, "ben") == [("keeper", None)]


def test_a_revoked_link_removes_whoever_watches_or_plays_by_it(db: Connection, session: str) -> None:
    ben = joins(db, "ben", at=THIRD)
    wim, pia = joins(db, "wim", "watcher", at=MADE), joins(db, "pia", "player", session=session, at=MADE)
    for each in (wim, pia):
        withdraws(db, THURSDAY, str(each.link), by=ben.id, at=NOW)
    assert roles(db, "wim") == roles(db, "pia") == []


# The last one, and who is none any more.


def test_who_keeps_score_no_longer_removes_nobody(db: Connection, session: str) -> None:
    """What the page saw may be over by the time that it is written."""
    ben, chika = joins(db, "ben"), joins(db, "chika")
    removes(db, THURSDAY, ben.id, by=id_of(db, "ann"), at=NOW)
    watcher = joins(db, "eva", "watcher")
    for by in (ben.id, watcher.id, "nobody", ""):
        with pytest.raises(NoSuchDeviceError):
            removes(db, THURSDAY, chika.id, by=by, at=NOW)
        with pytest.raises(NoSuchDeviceError):
            links.withdraw(db, THURSDAY, str(chika.link), by=by, at=NOW)
    assert roles(db, "chika") == [("keeper", None)]


def test_of_two_keepers_who_remove_each_other_at_once_one_stays(
    database: Database, db: Connection, session: str
) -> None:
    for _ in range(5):
        ben, chika = joins(db, "ben"), joins(db, "chika")

        def removing(pair: tuple[Access, Access]) -> bool:
            with closing(database.connect()) as own:
                try:
                    removes(own, THURSDAY, pair[0].id, by=pair[1].id, at=NOW)
                except (LastKeeperError, NoSuchDeviceError):
                    return False
                return True

        with ThreadPoolExecutor(2) as both:
            done = [*both.map(removing, [(ben, chika), (chika, ben)])]
        assert sorted(done) == [False, True]
        assert len(roles(db, "ben") + roles(db, "chika")) == 1
        for each in (ben, chika):
            removes(db, THURSDAY, each.id, by=id_of(db, "ann"), at=NOW)


def test_who_is_promised_an_end_keeps_score_until_then_and_is_not_the_last(db: Connection, session: str) -> None:
    """As an earlier version promised it: to keepers for an evening, and to founders who were removed."""
    ben = joins(db, "ben")
    db.execute("UPDATE access SET ends_at = ? WHERE device = 'ben'", (SOON,))
    assert (roles(db, "ben"), roles(db, "ben", SOON)) == ([("keeper", None)], [])
    with pytest.raises(LastKeeperError):
        removes(db, THURSDAY, id_of(db, "ann"), by=id_of(db, "ann"), at=NOW)
    assert grants.is_alone(db, THURSDAY, at=NOW)
    assert [each.device for each in grants.listed(db, THURSDAY, at=NOW)] == ["ann", "ben"]
    assert [each.device for each in grants.listed(db, THURSDAY, at=SOON)] == ["ann"]
    again = joins(db, "ben", at=NOW)
    assert (again.ends_at, roles(db, "ben", SOON)) == (None, [("keeper", None)]), "a link lets it in for longer"
    removes(db, THURSDAY, ben.id, by=id_of(db, "ann"), at=NOW)
    assert roles(db, "ben") == []


def test_what_has_ended_leaves_no_seat_once_anybody_is_removed(db: Connection, session: str) -> None:
    joins(db, "b2")
    chika = joins(db, "chika", "watcher")
    sits(db, session, 0, "b2")
    db.execute("UPDATE access SET ends_at = ? WHERE device = 'b2'", (SOON,))
    removes(db, THURSDAY, chika.id, by=id_of(db, "ann"), at=NEXT_DAY)
    assert sitting(db, session) == {}


# The link to a table.


def test_a_link_to_a_table_is_renewed_and_one_that_has_ended_is_not(db: Connection, session: str) -> None:
    secret = links.make(db, scorebook=THURSDAY, role="player", session=session, at=MADE, ends_at=NOW)
    links.renew(db, THURSDAY, secret, at=MADE, ends_at=SOON)
    assert links.link_of(db, secret, at=NOW)
    links.renew(db, THURSDAY, secret, at=MADE, ends_at=NOW)
    assert links.link_of(db, secret, at=NOW), "never set back"
    links.renew(db, THURSDAY, secret, at=SOON, ends_at=NEXT_DAY)
    assert links.link_of(db, secret, at=SOON) is None


def test_an_old_link_to_a_table_without_an_end_stays_without(db: Connection, session: str) -> None:
    secret = links.make(db, scorebook=THURSDAY, role="player", session=session, at=MADE)
    links.renew(db, THURSDAY, secret, at=MADE, ends_at=NOW)
    found = links.link_of(db, secret, at=NEXT_DAY)
    assert found is not None
    assert found.ends_at is None
