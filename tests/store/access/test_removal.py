"""A scorekeeper for an evening, and who started the scorebook: when they lose access, and what is left of it."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, suppress

import pytest

from store.access import grants, links, removal
from store.access.grants import Access, Right
from store.engines.base import Connection, Database
from store.errors import LastKeeperError, NoSuchDeviceError, NoSuchLinkError
from store.sessions.snapshot import look
from tests.store.access.test_grants import sits, sitting
from tests.store.conftest import THURSDAY, Keeper
from tests.store.support.access import comes, removes
from tests.store.support.table_talk import ANN, takes

MADE, NOW, SOON = "2026-11-21T20:00:00Z", "2026-11-22T21:40:00Z", "2026-11-23T06:00:00Z"
JUST_BEFORE, NEXT_DAY = "2026-11-23T21:39:59Z", "2026-11-23T21:40:00Z"


@pytest.fixture
def session(db: Connection, keeper: Keeper) -> str:
    """A session of a scorebook that Ann started."""
    session = keeper.sits_down()
    assert grants.claim(db, device="ann", scorebook=THURSDAY, name="iPhone", at=MADE)
    return session


def joins(db: Connection, device: str, role: Right = "keeper", *, at: str = MADE, **given: object) -> Access:
    secret = links.make(db, scorebook=THURSDAY, role=role, at=at, **given)  # type: ignore[arg-type]
    return comes(db, secret, device=device, name=device, at=at, author=device)


def roles(db: Connection, device: str, at: str) -> list[tuple[str, str | None]]:
    return [(each.role, each.session) for each in grants.held(db, device=device, scorebook=THURSDAY, at=at)]


def id_of(db: Connection, device: str) -> str:
    return next(each.id for each in grants.devices(db, THURSDAY) if each.device == device)


def seen(db: Connection, device: str, session: str, at: str) -> list[tuple[str, str | None]]:
    found = look(db, device=device, session=session, at=at)
    assert found is not None
    return [(each.role, each.session) for each in found.accesses]


# Who started the scorebook.


def test_a_founder_whom_another_keeper_removes_has_a_day(db: Connection, session: str) -> None:
    ben = joins(db, "ben")
    removes(db, THURSDAY, id_of(db, "ann"), by=ben.id, at=NOW)
    assert roles(db, "ann", JUST_BEFORE) == seen(db, "ann", session, JUST_BEFORE) == [("keeper", None)]
    assert roles(db, "ann", NEXT_DAY) == seen(db, "ann", session, NEXT_DAY) == []
    assert not grants.claim(db, device="ann", scorebook=THURSDAY, name="", at=NEXT_DAY)
    assert {each.device for each in grants.listed(db, THURSDAY, at=JUST_BEFORE)} == {"ann", "ben"}
    assert [each.device for each in grants.listed(db, THURSDAY, at=NEXT_DAY)] == ["ben"]


def test_to_remove_a_founder_again_neither_hurries_nor_delays_it(db: Connection, session: str) -> None:
    ben = joins(db, "ben")
    removes(db, THURSDAY, id_of(db, "ann"), by=ben.id, at=NOW)
    removes(db, THURSDAY, id_of(db, "ann"), by=ben.id, at=SOON)
    assert (roles(db, "ann", JUST_BEFORE), roles(db, "ann", NEXT_DAY)) == ([("keeper", None)], [])


@pytest.mark.parametrize("who", ["ann", "ben", "chika"])
def test_every_keeper_for_good_can_keep_the_founder_until_then(db: Connection, session: str, who: str) -> None:
    ben = joins(db, "ben")
    joins(db, "chika")
    removes(db, THURSDAY, id_of(db, "ann"), by=ben.id, at=NOW)
    removal.keep_device(db, THURSDAY, id_of(db, "ann"), by=id_of(db, who), at=JUST_BEFORE)
    removal.keep_device(db, THURSDAY, id_of(db, "ann"), by=id_of(db, who), at=JUST_BEFORE)
    assert roles(db, "ann", "2027-01-01T00:00:00Z") == [("keeper", None)]


def test_once_the_day_is_over_nobody_keeps_the_founder(db: Connection, session: str) -> None:
    ben = joins(db, "ben")
    removes(db, THURSDAY, id_of(db, "ann"), by=ben.id, at=NOW)
    for by in (id_of(db, "ann"), ben.id):
        with pytest.raises(NoSuchDeviceError):
            removal.keep_device(db, THURSDAY, id_of(db, "ann"), by=by, at=NEXT_DAY)
    assert roles(db, "ann", NEXT_DAY) == []


def test_who_removes_a_founder_and_is_removed_has_removed_nobody(db: Connection, session: str) -> None:
    ben = joins(db, "ben")
    removes(db, THURSDAY, id_of(db, "ann"), by=ben.id, at=NOW)
    removes(db, THURSDAY, ben.id, by=id_of(db, "ann"), at=SOON)
    assert (roles(db, "ben", SOON), roles(db, "ann", NEXT_DAY)) == ([], [("keeper", None)])


def test_a_founder_removes_others_and_the_own_phone_at_once(db: Connection, session: str) -> None:
    joins(db, "ben")
    chika = joins(db, "chika")
    removes(db, THURSDAY, id_of(db, "ben"), by=id_of(db, "ann"), at=NOW)
    removes(db, THURSDAY, id_of(db, "ann"), by=id_of(db, "ann"), at=NOW)
    assert (roles(db, "ben", NOW), roles(db, "ann", NOW), roles(db, "chika", NOW)) == ([], [], [("keeper", None)])
    with pytest.raises(LastKeeperError):
        removes(db, THURSDAY, chika.id, by=chika.id, at=NOW)


def test_a_lost_phone_is_removed_at_once_by_the_founders_recovery_page(db: Connection, session: str) -> None:
    new = joins(db, "new phone", recovery=True, founder=True)
    assert new.founder
    removes(db, THURSDAY, id_of(db, "ann"), by=new.id, at=NOW)
    assert (roles(db, "ann", NOW), roles(db, "new phone", NOW)) == ([], [("keeper", None)])


def test_a_recovery_page_that_another_keeper_made_makes_nobody_the_founder(db: Connection, session: str) -> None:
    other = joins(db, "bens second", recovery=True, founder=False)
    removes(db, THURSDAY, id_of(db, "ann"), by=other.id, at=NOW)
    assert roles(db, "ann", JUST_BEFORE) == [("keeper", None)]


def test_a_founder_on_two_phones_is_asked_on_both(db: Connection, session: str) -> None:
    secret = links.make(db, scorebook=THURSDAY, role="keeper", at=MADE, recovery=True, founder=True)
    tablet = comes(db, secret, device="tablet", name="", at=MADE)
    ben = joins(db, "ben")
    assert tablet.link
    links.withdraw(db, THURSDAY, tablet.link, by=ben.id, at=NOW)
    removes(db, THURSDAY, id_of(db, "ann"), by=ben.id, at=NOW)
    assert roles(db, "ann", JUST_BEFORE) == roles(db, "tablet", JUST_BEFORE) == [("keeper", None)]
    with pytest.raises(NoSuchLinkError):
        comes(db, secret, device="eve", name="", at=NOW)
    removes(db, THURSDAY, ben.id, by=tablet.id, at=NOW)
    assert roles(db, "ann", NEXT_DAY) == roles(db, "tablet", NEXT_DAY) == [("keeper", None)]


def test_a_founder_who_is_gone_comes_back_by_another_link_alone(db: Connection, session: str) -> None:
    secret = links.make(db, scorebook=THURSDAY, role="keeper", at=MADE, recovery=True, founder=True)
    comes(db, secret, device="tablet", name="", at=MADE)
    ben = joins(db, "ben")
    removes(db, THURSDAY, id_of(db, "tablet"), by=ben.id, at=NOW)
    with pytest.raises(NoSuchLinkError):
        comes(db, secret, device="tablet", name="", at=NEXT_DAY)
    assert comes(db, secret, device="another", name="", at=NEXT_DAY).founder


def test_who_keeps_score_no_longer_removes_nobody(db: Connection, session: str) -> None:
    """What the page saw may be over by the time that it is written."""
    ben, chika = joins(db, "ben"), joins(db, "chika")
    removes(db, THURSDAY, ben.id, by=id_of(db, "ann"), at=NOW)
    evening = joins(db, "dan", ends_at=SOON, for_evening=True)
    watcher = joins(db, "eva", "watcher")
    for by in (ben.id, evening.id, watcher.id, "nobody", ""):
        with pytest.raises(NoSuchDeviceError):
            removes(db, THURSDAY, chika.id, by=by, at=NOW)
        with pytest.raises(NoSuchDeviceError):
            links.withdraw(db, THURSDAY, str(chika.link), by=by, at=NOW)
        with pytest.raises(NoSuchDeviceError):
            removal.limit_device(db, THURSDAY, chika.id, ends_at=SOON, by=by, at=NOW)
        with pytest.raises(NoSuchDeviceError):
            removal.keep_device(db, THURSDAY, chika.id, by=by, at=NOW)
    assert roles(db, "chika", NOW) == [("keeper", None)]


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
        assert len(roles(db, "ben", NOW) + roles(db, "chika", NOW)) == 1
        for each in (ben, chika):
            removes(db, THURSDAY, each.id, by=id_of(db, "ann"), at=NOW)


def test_a_founder_and_a_keeper_who_remove_each_other_leave_the_founder(
    database: Database, db: Connection, session: str
) -> None:
    ben, ann = joins(db, "ben"), id_of(db, "ann")

    def removing(pair: tuple[str, str]) -> None:
        with closing(database.connect()) as own, suppress(NoSuchDeviceError):
            removes(own, THURSDAY, pair[0], by=pair[1], at=NOW)

    with ThreadPoolExecutor(2) as both:
        [*both.map(removing, [(ben.id, ann), (ann, ben.id)])]
    assert (roles(db, "ann", NEXT_DAY), roles(db, "ben", NOW)) == ([("keeper", None)], [])


# A scorekeeper for an evening.


def test_who_keeps_score_for_an_evening_watches_what_was_played_then(
    db: Connection, keeper: Keeper, session: str
) -> None:
    """A game of that evening, one that was running before and was played on; none of before or after."""
    played_on, before = keeper.sits_down(at=MADE), keeper.sits_down(at=MADE)
    came = joins(db, "ben", at="2026-11-22T20:00:00Z", ends_at=SOON, for_evening=True)
    assert came.ends_at == SOON
    keeper.writes(played_on, takes(ANN, 3), at="2026-11-22T21:00:00Z")
    db.execute("UPDATE session SET updated_at = ? WHERE id = ?", ("2026-11-24T20:00:00Z", before))
    began, after = keeper.sits_down(at="2026-11-22T22:00:00Z"), keeper.sits_down(at="2026-11-23T20:00:00Z")
    last_second = "2026-11-23T05:59:59Z"
    assert roles(db, "ben", last_second) == [("keeper", None)]
    assert sorted(roles(db, "ben", SOON)) == sorted([("watcher", played_on), ("watcher", began)])
    for each, there in ((played_on, True), (began, True), (before, False), (after, False)):
        assert seen(db, "ben", each, last_second) == [("keeper", None)]
        assert seen(db, "ben", each, SOON) == ([("watcher", each)] if there else [])
    assert [(each.role, each.session) for each in grants.scorebooks_of(db, "ben", at=SOON)] == [("watcher", began)]


def test_the_link_of_an_evening_lets_nobody_in_after_it(db: Connection, session: str) -> None:
    secret = links.make(db, scorebook=THURSDAY, role="keeper", at=NOW, ends_at=SOON, for_evening=True)
    assert comes(db, secret, device="late", name="", at="2026-11-23T05:59:59Z").ends_at == SOON
    with pytest.raises(NoSuchLinkError):
        comes(db, secret, device="later", name="", at=SOON)


def test_an_evening_is_made_for_good_and_back_by_a_keeper(db: Connection, session: str) -> None:
    ben = joins(db, "ben", ends_at=SOON, for_evening=True)
    ann = id_of(db, "ann")
    removal.limit_device(db, THURSDAY, ben.id, ends_at=None, by=ann, at=NEXT_DAY)
    assert roles(db, "ben", NEXT_DAY) == [("keeper", None)], "also when it was over"
    removal.limit_device(db, THURSDAY, ben.id, ends_at=SOON, by=ann, at=NOW)
    assert ("keeper", None) not in roles(db, "ben", SOON)


def test_a_founder_is_not_limited_to_an_evening_nor_who_only_watches(db: Connection, session: str) -> None:
    ben, eva = joins(db, "ben"), joins(db, "eva", "watcher")
    for each in (id_of(db, "ann"), eva.id):
        with pytest.raises(NoSuchDeviceError):
            removal.limit_device(db, THURSDAY, each, ends_at=SOON, by=ben.id, at=NOW)


def test_somebody_always_keeps_it_for_good(db: Connection, session: str) -> None:
    ben = joins(db, "ben")
    evening = joins(db, "dan", ends_at=SOON, for_evening=True)
    ann = id_of(db, "ann")
    removes(db, THURSDAY, ann, by=ben.id, at=NOW)
    with pytest.raises(LastKeeperError):
        removal.limit_device(db, THURSDAY, ben.id, ends_at=SOON, by=ben.id, at=NOW)
    removes(db, THURSDAY, ben.id, by=ben.id, at=NOW)
    assert roles(db, "ann", NEXT_DAY) == [("keeper", None)], "who had removed Ann has left"
    with pytest.raises(LastKeeperError):
        removes(db, THURSDAY, ann, by=ann, at=NOW)
    assert roles(db, "dan", NOW) == [("keeper", None)]
    assert evening.for_evening
    assert grants.is_alone(db, THURSDAY, at=NOW), "an evening is no way back"


def test_a_longer_link_gives_more_and_a_shorter_one_takes_nothing(db: Connection, session: str) -> None:
    joins(db, "ben", ends_at=SOON, for_evening=True)
    joins(db, "ben")
    assert ("keeper", None) in roles(db, "ben", NEXT_DAY)
    joins(db, "ben", at=NOW, ends_at=SOON, for_evening=True)
    assert ("keeper", None) in roles(db, "ben", NEXT_DAY)
    (listed,) = (each for each in grants.listed(db, THURSDAY, at=NEXT_DAY) if each.device == "ben")
    assert listed.ends_at is None


def test_an_evening_that_is_over_leaves_no_seat_once_anybody_is_removed(db: Connection, session: str) -> None:
    joins(db, "b2", ends_at=SOON, for_evening=True)
    chika = joins(db, "chika", "watcher")
    sits(db, session, 0, "b2")
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
