"""The same again: the phones of the table go along to the next game, sit where they sat, and are told that it began."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from record.author import Author, stamp
from scoring.errors import EntryError
from store.access import grants, links
from store.access.grants import Right
from store.engines.base import Connection
from store.errors import DeletedScorebookError, LastKeeperError, NoSuchLinkError, NoSuchSessionError
from store.players import profiles
from store.sessions.purge import purge
from store.sessions.snapshot import look, snapshot
from tests.kit.store.access import NEXT_DAY, held, removes, withdraws
from tests.kit.store.access import comes as come_by
from tests.kit.store.table_talk import ANN, END, takes
from tests.kit.store.toy_game import POT
from tests.store.conftest import THURSDAY, Keeper

EIGHT = datetime(2026, 11, 21, 20, 0, tzinfo=UTC)
BEN, CHIKA = 1, 2


@pytest.fixture
def first(db: Connection, keeper: Keeper) -> str:
    """A game of three that ended at half past eight; Ann's phone keeps the scorebook."""
    session = keeper.sits_down("Ann", "Ben", "Chika", at=stamp(EIGHT), pot=20)
    assert grants.claim(db, device="ann", scorebook=THURSDAY, name="Ann's", at=stamp(EIGHT), author="phone")
    ends(keeper, session, EIGHT + timedelta(minutes=30))
    return session


def ends(keeper: Keeper, session: str, at: datetime) -> None:
    keeper.writes(session, takes(ANN, 3), at=stamp(at))
    keeper.writes(session, END, at=stamp(at))


def again(keeper: Keeper, session: str, *, after: timedelta = timedelta(hours=1), key: str | None = None) -> str:
    """The same again, so long after eight."""
    return keeper.book.start_again(session, keeper.by(key, stamp(EIGHT + after)))


def link(db: Connection, role: Right, session: str | None) -> str:
    return links.make(db, scorebook=THURSDAY, role=role, session=session, at=stamp(EIGHT))


def comes(db: Connection, secret: str, device: str, at: datetime = EIGHT) -> str | None:
    """Ben's phone, say, comes by a link; the session that it comes to."""
    name, author = f"{device}'s", f"{device}-writes"
    return come_by(db, secret, device=device, name=name, at=stamp(at), author=author).session


def sits(keeper: Keeper, session: str, seat: int, device: str) -> None:
    keeper.book.take_seat(
        session, seat, by=Author(device=f"{device}-writes", key=f"{device} sits", at=EIGHT, name=f"{device}'s")
    )


def has(db: Connection, device: str) -> set[tuple[str, str | None]]:
    return {(each.role, each.session) for each in held(db, device, THURSDAY)}


def seated(db: Connection, session: str) -> dict[int, str]:
    seating = snapshot(db, scorebook=THURSDAY, session=session).pending.seating
    return {seat: each.device for seat, each in seating.items()}


def version_now(db: Connection, session: str) -> str:
    found = look(db, device="nobody", session=session, at=NEXT_DAY)
    assert found is not None
    return found.version


# The game.


def test_the_same_people_and_rules_and_the_deal_goes_on(keeper: Keeper, first: str) -> None:
    keeper.book.confirm(first, on=True)
    new = keeper.sees(again(keeper, first))
    assert new.sheet.table.players == ("Ann", "Ben", "Chika")
    assert (new.sheet.table.dealer, new.sheet.options.to_json()["pot"], new.position) == (BEN, 20, 0)
    assert keeper.book.snapshot(new.id).pending.confirms


def test_where_nothing_was_dealt_the_same_one_deals_again(keeper: Keeper) -> None:
    session = keeper.sits_down("Ann", "Ben", "Chika", dealer=CHIKA, at=stamp(EIGHT))
    keeper.writes(session, END, at=stamp(EIGHT))
    assert keeper.sees(again(keeper, session)).sheet.table.dealer == CHIKA
    assert not keeper.book.snapshot(again(keeper, keeper.sits_down())).pending.confirms


def test_what_cannot_begin_brings_nobody_along(db: Connection, keeper: Keeper, stranger: Keeper, first: str) -> None:
    comes(db, link(db, "watcher", first), "ben")
    with pytest.raises(NoSuchSessionError):
        stranger.book.start_again(first, stranger.by())
    keeper.book.delete_scorebook(at=stamp(EIGHT))
    before = version_now(db, first)
    with pytest.raises(DeletedScorebookError):
        again(keeper, first)
    assert (has(db, "ben"), version_now(db, first)) == ({("watcher", first)}, before)


# Who goes along.


def test_who_was_let_in_to_the_game_alone_is_let_in_to_the_next(db: Connection, keeper: Keeper, first: str) -> None:
    """Each as what they were, by the same link and name."""
    comes(db, link(db, "player", first), "ben")
    comes(db, link(db, "watcher", first), "chika")
    comes(db, link(db, "watcher", None), "dan")
    new = again(keeper, first)
    assert has(db, "ben") == {("player", first), ("player", new)}
    assert has(db, "chika") == {("watcher", first), ("watcher", new)}
    assert (has(db, "dan"), has(db, "ann")) == ({("watcher", None)}, {("keeper", None)})
    old, copy = held(db, "ben", THURSDAY)
    assert (copy.name, copy.link, copy.author, copy.seen_at) == (old.name, old.link, old.author, old.seen_at)
    assert (copy.session, copy.since, copy.withdrawn_at) == (new, stamp(EIGHT + timedelta(hours=1)), None)
    third = again(keeper, new)
    assert has(db, "ben") == {("player", each) for each in (first, new, third)}


def test_who_was_shut_out_stays_out(db: Connection, keeper: Keeper, first: str) -> None:
    to_play, to_watch = link(db, "player", first), link(db, "watcher", first)
    comes(db, to_play, "ben")
    comes(db, to_watch, "chika")
    sits(keeper, first, BEN, "ben")
    withdrawn = next(each.id for each in links.of_scorebook(db, THURSDAY) if each.role == "player")
    withdraws(db, THURSDAY, withdrawn, at=stamp(EIGHT))
    removed = next(each.id for each in grants.devices(db, THURSDAY, at=stamp(EIGHT)) if each.device == "chika")
    removes(db, THURSDAY, removed, at=stamp(EIGHT))
    new = again(keeper, first)
    assert (has(db, "ben"), has(db, "chika"), seated(db, new)) == (set(), set(), {})


def test_a_link_withdrawn_and_a_device_removed_lose_both_games_and_their_seats(
    db: Connection, keeper: Keeper, first: str
) -> None:
    comes(db, link(db, "player", first), "ben")
    comes(db, link(db, "player", first), "chika")
    sits(keeper, first, BEN, "ben")
    sits(keeper, first, CHIKA, "chika")
    new = again(keeper, first)
    assert seated(db, new) == {BEN: "ben-writes", CHIKA: "chika-writes"}
    (by,) = {each.link for each in held(db, "ben", THURSDAY)}
    withdraws(db, THURSDAY, str(by), at=stamp(EIGHT))
    assert (has(db, "ben"), seated(db, first), seated(db, new)) == (
        set(),
        {CHIKA: "chika-writes"},
        {CHIKA: "chika-writes"},
    )
    of_chika = held(db, "chika", THURSDAY)[0]
    removes(db, THURSDAY, of_chika.id, at=stamp(EIGHT))
    assert (has(db, "chika"), seated(db, new)) == (set(), {})
    with pytest.raises(LastKeeperError):
        removes(db, THURSDAY, grants.devices(db, THURSDAY, at=stamp(EIGHT))[0].id, at=stamp(EIGHT))


def test_a_phone_follows_its_player_whatever_that_one_is_called(db: Connection, keeper: Keeper, first: str) -> None:
    """Merged with another, or renamed, Ben is still the one whose phone it is."""
    comes(db, link(db, "player", first), "ben")
    sits(keeper, first, BEN, "ben")
    numbers = {each.name: each.id for each in profiles.people(db, THURSDAY)}
    keeper.book.rename_player(numbers["Chika"], name="Chiaki")
    keeper.sits_down("Ann", "Benjamin")
    benjamin = next(each.id for each in profiles.people(db, THURSDAY) if each.name == "Benjamin")
    keeper.book.merge_players(numbers["Ben"], into=benjamin, at=stamp(EIGHT))
    new = again(keeper, first)
    assert keeper.sees(new).sheet.table.players == ("Ann", "Benjamin", "Chiaki")
    assert seated(db, new) == {BEN: "ben-writes"}


def test_said_twice_it_is_one_game_and_nobody_comes_twice(db: Connection, keeper: Keeper, first: str) -> None:
    comes(db, link(db, "player", first), "ben")
    sits(keeper, first, BEN, "ben")
    new = again(keeper, first, key="again")
    keeper.book.confirm(new, on=True)
    keeper.book.free_seat(new, BEN)
    before = version_now(db, first), version_now(db, new)
    assert again(keeper, first, key="again") == new
    assert len(held(db, "ben", THURSDAY)) == 2
    assert (seated(db, new), keeper.book.snapshot(new).pending.confirms) == ({}, True)
    assert (version_now(db, first), version_now(db, new)) == before


@pytest.mark.parametrize(("after", "goes_along"), [(timedelta(hours=4), True), (timedelta(days=1), False)])
def test_on_another_evening_nobody_goes_along(
    db: Connection, keeper: Keeper, first: str, after: timedelta, goes_along: bool
) -> None:
    """Who was let in to a game last week is not let in to today's, and no link to it leads there."""
    secret = link(db, "player", first)
    comes(db, secret, "ben")
    sits(keeper, first, BEN, "ben")
    keeper.book.confirm(first, on=True)
    new = again(keeper, first, after=after)
    assert (("player", new) in has(db, "ben")) is goes_along
    assert (seated(db, new) != {}) is goes_along
    assert keeper.book.snapshot(first).next_game == (new if goes_along else None)
    assert comes(db, secret, "chika") == (new if goes_along else first)
    assert keeper.book.snapshot(new).pending.confirms, "what the table wants is no matter of the evening"


# Tapped on several phones.


def test_asked_by_several_who_do_not_know_of_each_other_it_is_one_game(
    db: Connection, keeper: Keeper, first: str
) -> None:
    """A phone without a connection says it when the others play already, or have played."""
    second = again(keeper, first)
    assert again(keeper, first, after=timedelta(hours=2)) == second
    ends(keeper, second, EIGHT + timedelta(hours=2))
    assert again(keeper, first, after=timedelta(hours=2)) == second, "over it is the next one, too"
    third = again(keeper, second, after=timedelta(hours=2))
    assert again(keeper, first, after=timedelta(hours=3)) == third
    assert [each.id for each in keeper.book.search()] == [third, second, first]
    keeper.book.discard(third, at=stamp(EIGHT))
    assert again(keeper, first, after=timedelta(hours=3)) == second


def test_who_has_seen_the_next_game_begins_another_one(keeper: Keeper, first: str) -> None:
    second = again(keeper, first)
    third = keeper.book.start_again(first, keeper.by("wanted", stamp(EIGHT)), seen=second)
    assert third not in (first, second)
    assert keeper.book.start_again(first, keeper.by("late", stamp(EIGHT)), seen=second) == third, "it is one too"
    assert keeper.book.start_again(first, keeper.by("wanted", stamp(EIGHT)), seen=second) == third
    elsewhere = keeper.sits_down(at=stamp(EIGHT))
    fourth = keeper.book.start_again(first, keeper.by("odd", stamp(EIGHT)), seen=elsewhere)
    assert fourth not in (first, second, third), "what is no game of the table keeps nobody from playing"


# What leads on.


def test_a_game_leads_to_the_last_of_its_series(db: Connection, keeper: Keeper, first: str) -> None:
    assert keeper.book.snapshot(first).next_game is None
    elsewhere = keeper.sits_down(at=stamp(EIGHT))
    second = again(keeper, first)
    third = again(keeper, second)
    assert [keeper.book.snapshot(each).next_game for each in (first, second, third, elsewhere)] == [
        third,
        third,
        None,
        None,
    ]


def test_one_that_was_deleted_leads_nobody_there_and_on_when_it_is_begun_anew(
    db: Connection, keeper: Keeper, first: str
) -> None:
    comes(db, link(db, "player", first), "ben")
    mistaken = again(keeper, first)
    comes(db, link(db, "player", mistaken), "chika")
    keeper.book.discard(mistaken, at=stamp(EIGHT))
    assert (keeper.book.snapshot(first).next_game, keeper.book.snapshot(mistaken).next_game) == (None, None)
    new = again(keeper, first)
    assert (keeper.book.snapshot(first).next_game, keeper.book.snapshot(mistaken).next_game) == (new, new)
    for device in ("ben", "chika"):
        assert ("player", new) in has(db, device)


def test_one_that_is_purged_leaves_the_others_as_they_are(db: Connection, keeper: Keeper, first: str) -> None:
    comes(db, link(db, "player", first), "ben")
    second = again(keeper, first)
    third = again(keeper, second)
    for gone, left in ((second, {first: third, third: None}), (first, {third: None})):
        keeper.book.discard(gone, at=stamp(EIGHT))
        assert purge(db, before=stamp(EIGHT + timedelta(days=31))).sessions == 1
        assert {session: keeper.book.snapshot(session).next_game for session in left} == left
    assert has(db, "ben") == {("player", third)}
    (by,) = links.of_scorebook(db, THURSDAY)
    withdraws(db, THURSDAY, by.id, at=stamp(EIGHT))
    assert has(db, "ben") == set(), "the link outlives its game as long as somebody is there by it"


def test_open_pages_learn_that_it_began_went_and_came_back(db: Connection, keeper: Keeper, first: str) -> None:
    elsewhere = keeper.sits_down(at=stamp(EIGHT))
    of_elsewhere = version_now(db, elsewhere)
    seen = [version_now(db, first)]
    second = again(keeper, first)
    seen.append(version_now(db, first))
    of_second = version_now(db, second)
    again(keeper, second)
    seen.append(version_now(db, first))
    assert version_now(db, second) != of_second
    keeper.book.discard(second, at=stamp(EIGHT))
    seen.append(version_now(db, first))
    keeper.book.restore(second)
    seen.append(version_now(db, first))
    assert len(set(seen)) == len(seen)
    assert version_now(db, elsewhere) == of_elsewhere


# Another game of the evening.


def another(
    keeper: Keeper,
    session: str,
    *players: str,
    after: timedelta = timedelta(hours=1),
    stay: frozenset[int] = frozenset(),
    key: str | None = None,
) -> str:
    """A new game at the table of a session, so long after eight."""
    raw = {"players": list(players), "dealer": 0, "options": {"pot": 30}}
    return keeper.book.start_next(session, POT, raw, by=keeper.by(key, stamp(EIGHT + after)), stay=stay)


@pytest.fixture
def with_phones(db: Connection, keeper: Keeper, first: str) -> str:
    """Ben's and Chika's phones have their seats; Dan's watches the game."""
    for seat, device in ((BEN, "ben"), (CHIKA, "chika")):
        comes(db, link(db, "player", first), device)
        sits(keeper, first, seat, device)
    comes(db, link(db, "watcher", first), "dan")
    return first


def test_who_plays_the_next_game_too_takes_phone_and_seat_along(
    db: Connection, keeper: Keeper, with_phones: str
) -> None:
    new = another(keeper, with_phones, "Chika", "Ann", "Ben")
    assert seated(db, new) == {0: "chika-writes", 2: "ben-writes"}
    assert has(db, "ben") == {("player", with_phones), ("player", new)}
    assert has(db, "dan") == {("watcher", with_phones)}, "who watches goes along with the same again alone"
    assert keeper.book.snapshot(with_phones).next_game == new
    assert keeper.book.next_let_in(with_phones, "dan", at=stamp(EIGHT)) is None
    third = again(keeper, new)
    assert has(db, "chika") == {("player", each) for each in (with_phones, new, third)}
    assert has(db, "dan") == {("watcher", with_phones)}


def test_a_phone_that_is_unticked_stays(db: Connection, keeper: Keeper, with_phones: str) -> None:
    new = another(keeper, with_phones, "Ann", "Ben", "Chika", stay=frozenset({BEN}))
    assert seated(db, new) == {CHIKA: "chika-writes"}
    assert has(db, "ben") == {("player", with_phones)}
    assert keeper.book.next_let_in(with_phones, "ben", at=stamp(EIGHT)) is None


@pytest.mark.parametrize(
    ("players", "minutes", "goes_along"),
    [
        # The game ended at half past eight; two of three are more than half.
        (("Ann", "Ben", "Eva"), 270, True),
        (("Ann", "Ben", "Eva"), 271, False),
        (("Ben", "Eva", "Fay"), 60, False),
    ],
)
def test_phones_go_along_within_an_evening_with_more_than_half_of_the_people(
    keeper: Keeper, with_phones: str, players: tuple[str, ...], minutes: int, goes_along: bool
) -> None:
    db = keeper.book.db
    new = another(keeper, with_phones, *players, after=timedelta(minutes=minutes))
    assert ("ben-writes" in seated(db, new).values()) is goes_along
    assert (("player", new) in has(db, "ben")) is goes_along
    assert keeper.book.snapshot(with_phones).next_game == (new if goes_along else None)


def test_a_link_to_play_leads_to_another_game_and_one_to_watch_does_not(
    db: Connection, keeper: Keeper, with_phones: str
) -> None:
    to_play, to_watch = link(db, "player", with_phones), link(db, "watcher", with_phones)
    new = another(keeper, with_phones, "Ann", "Ben", "Chika")
    assert comes(db, to_play, "eva") == new
    assert comes(db, to_watch, "fay") == with_phones
    keeper.book.discard(new, at=stamp(EIGHT))
    assert comes(db, to_play, "gus") == with_phones


def test_another_game_that_is_sent_twice_is_one_and_keeps_who_sat_down_since(
    db: Connection, keeper: Keeper, with_phones: str
) -> None:
    new = another(keeper, with_phones, "Ann", "Ben", "Chika", key="start")
    keeper.book.free_seat(new, BEN)
    assert another(keeper, with_phones, "Ann", "Ben", "Chika", key="start") == new
    assert seated(db, new) == {CHIKA: "chika-writes"}


def test_same_again_from_before_leads_to_another_game_that_has_begun(keeper: Keeper, with_phones: str) -> None:
    new = another(keeper, with_phones, "Ann", "Ben", "Chika")
    assert again(keeper, with_phones) == new


def test_each_phone_is_led_to_the_last_game_that_it_went_along_to(
    db: Connection, keeper: Keeper, with_phones: str
) -> None:
    """The table parts: Ann and Ben play one game, Ann and Chika another."""
    of_ben = another(keeper, with_phones, "Ann", "Ben")
    of_chika = another(keeper, with_phones, "Ann", "Chika")
    assert keeper.book.next_let_in(with_phones, "ben", at=stamp(EIGHT)) == of_ben
    assert keeper.book.next_let_in(with_phones, "chika", at=stamp(EIGHT)) == of_chika


def test_the_table_of_a_phone_is_the_last_at_which_it_sat_or_wrote(
    keeper: Keeper, with_phones: str, db: Connection
) -> None:
    """Another keeper has begun a game with the same people elsewhere, and played there."""
    elsewhere = keeper.sits_down("Ann", "Ben", "Chika", at=stamp(EIGHT + timedelta(minutes=40)))
    by = Author("other", "there", EIGHT + timedelta(minutes=45))
    keeper.book.enter(elsewhere, takes(ANN, 1), position=0, by=by)
    for device, table in (("phone", with_phones), ("ben-writes", with_phones), ("other", elsewhere)):
        found = keeper.book.last_at_table(device, at=EIGHT + timedelta(hours=1))
        assert found is not None and found.id == table, device
    assert keeper.book.last_at_table("phone", at=EIGHT + timedelta(hours=4, minutes=31)) is None
    assert keeper.book.last_at_table("stranger", at=EIGHT + timedelta(hours=1)) is None
    begun = keeper.sits_down("Ann", "Ben", "Chika", at=stamp(EIGHT + timedelta(minutes=50)))
    found = keeper.book.last_at_table("stranger", at=EIGHT + timedelta(hours=1))
    assert found is not None and found.id == begun, "whoever sets up a game has written nothing yet"


# Links.


def test_a_link_to_the_table_leads_to_the_game_that_is_played_there(db: Connection, keeper: Keeper, first: str) -> None:
    secret = link(db, "player", first)
    assert comes(db, secret, "ben") == first
    second = again(keeper, first)
    assert comes(db, secret, "ben") == second, "where it is already"
    assert comes(db, secret, "chika") == second
    assert has(db, "chika") == {("player", second)}
    keeper.book.discard(second, at=stamp(EIGHT))
    assert comes(db, secret, "dan") == first


def test_one_that_was_removed_comes_to_no_later_game_by_it(db: Connection, keeper: Keeper, first: str) -> None:
    secret = link(db, "player", first)
    comes(db, secret, "ben")
    removes(db, THURSDAY, held(db, "ben", THURSDAY)[0].id, at=stamp(EIGHT))
    again(keeper, first)
    with pytest.raises(NoSuchLinkError):
        comes(db, secret, "ben")


def test_a_phone_at_many_games_is_one_device_of_those_that_may_come(
    db: Connection, keeper: Keeper, first: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(links, "MAX_DEVICES", 3)
    secret = link(db, "player", first)
    comes(db, secret, "ben")
    second = again(keeper, first)
    third = again(keeper, second)
    assert comes(db, secret, "chika") == third
    assert sorted(each.device for each in keeper.book.devices(at=NEXT_DAY)) == ["ann", "ben", "chika"]
    with pytest.raises(EntryError):
        comes(db, secret, "dan")
