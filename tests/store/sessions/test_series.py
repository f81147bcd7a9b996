"""The games of a table one after the other: phones go along, sit where they sat, and are told that it began."""

from __future__ import annotations

from collections.abc import Collection
from datetime import UTC, datetime, timedelta

import pytest

from record.log import Author, stamp
from scoring.errors import EntryError
from store.access import grants, joining
from store.access.grants import listed_devices
from store.access.secrets import Link, secrets_of
from store.book import Book, Role
from store.errors import LastKeeperError, NoSuchError
from store.players.profiles import merge_players, rename_player
from store.seats.devices import take_seat
from store.seats.entries import confirm, enter
from store.sessions.details import delete_session
from store.sessions.history import summaries
from store.sessions.purge import purge
from store.sessions.series import last_at_table, next_with_access, start_again, start_next
from store.sessions.snapshot import read_snapshot, version
from tests.conftest import ENGINES
from tests.kit.store.access import NEXT_DAY, Guests
from tests.kit.store.table_talk import ANN, BEN, CHIKA, END, takes
from tests.kit.store.toy_game import POT
from tests.store.conftest import THURSDAY, Keeper

pytestmark = pytest.mark.engines("sqlite")

EIGHT = datetime(2026, 11, 21, 20, 0, tzinfo=UTC)
AT = stamp(EIGHT)
HOUR = timedelta(hours=1)
ALL = ("Ann", "Ben", "Chika")


class Evening(Guests):
    """A scorebook that Ann's phone keeps; its first game is of three and ended at half past eight."""

    def __init__(self, keeper: Keeper) -> None:
        super().__init__(keeper.book.db, THURSDAY, at=AT)
        self.keeper, self.book = keeper, keeper.book
        self.first = keeper.sits_down("Ann", "Ben", "Chika", at=AT, pot=20)
        assert grants.claim(self.db, device="ann", scorebook=THURSDAY, name="Ann's", at=AT, author="phone")
        self.ends(self.first, HOUR / 2)

    def ends(self, session: str, after: timedelta) -> None:
        self.keeper.writes(session, takes(ANN, 3), END, at=stamp(EIGHT + after))

    def again(self, session: str, *, after: timedelta = HOUR, key: str | None = None, seen: str | None = None) -> str:
        """The same again, so long after eight."""
        return start_again(self.book, session, self.keeper.by(key, stamp(EIGHT + after)), seen=seen)

    def another(self, session: str, *players: str, after: timedelta = HOUR, stay: Collection[int] = frozenset()) -> str:
        """Another game at the table of a session."""
        raw = {"players": [*players], "dealer": 0, "options": {"pot": 30}}
        return start_next(self.book, session, POT, raw, by=self.keeper.by(at=stamp(EIGHT + after)), stay=stay)

    def lets_in(self, device: str, role: Role = "player", seat: int | None = None) -> None:
        """To the first game alone, and to a seat of it."""
        self.joins(device, role, self.first)
        if seat is not None:
            take_seat(self.book, self.first, seat, by=Author(device, f"{device} sits", EIGHT, name=f"{device}'s"))

    def seated(self, session: str) -> dict[int, str]:
        return {seat: each.device for seat, each in read_snapshot(self.book, session).pending.seating.items()}

    def next_games(self, *sessions: str) -> list[str | None]:
        return [read_snapshot(self.book, session).head["next_game"] for session in sessions]


@pytest.fixture
def evening(keeper: Keeper) -> Evening:
    return Evening(keeper)


@pytest.fixture
def with_phones(evening: Evening) -> Evening:
    """Ben's and Chika's phones have their seats; Dan's watches the game."""
    for device, role, seat in (("ben", "player", BEN), ("chika", "player", CHIKA), ("dan", "watcher", None)):
        evening.lets_in(device, role, seat)  # type: ignore[arg-type]
    return evening


# The game.


def test_the_same_people_and_rules_and_the_deal_goes_on_where_one_was_dealt(evening: Evening) -> None:
    confirm(evening.book, evening.first, "on", position=0)
    undealt = evening.keeper.sits_down(*ALL, dealer=CHIKA, at=AT)
    for before, dealer, pot, confirms in ((evening.first, BEN, 20, True), (undealt, CHIKA, 10, False)):
        new = evening.keeper.sees(evening.again(before))
        assert (new.sheet.table.players, new.sheet.table.dealer, new.position) == (ALL, dealer, 0)
        assert new.sheet.options.to_json()["pot"] == pot
        assert read_snapshot(evening.book, new.id).pending.confirms is confirms


# Who goes along.


@pytest.mark.engines(*ENGINES)
def test_who_was_let_in_to_the_game_alone_is_let_in_to_the_next(with_phones: Evening) -> None:
    """Each as what they were, by the same link and name; not who has the whole scorebook anyway."""
    first = with_phones.first
    with_phones.joins("eva", "watcher")
    new = with_phones.again(first)
    for device, role in (("ben", "player"), ("dan", "watcher")):
        assert with_phones.has(device) == {(role, first), (role, new)}
    assert (with_phones.has("eva"), with_phones.has("ann")) == ({("watcher", None)}, {("keeper", None)})
    old, copy = with_phones.held("ben")
    assert (copy.name, copy.link, copy.author, copy.seen_at) == (old.name, old.link, old.author, old.seen_at)
    assert (copy.session, copy.since, copy.revoked_at) == (new, stamp(EIGHT + HOUR), None)
    third = with_phones.again(new)
    assert with_phones.has("ben") == {("player", each) for each in (first, new, third)}


@pytest.mark.engines(*ENGINES)
def test_who_is_shut_out_loses_all_games_with_their_seats_and_goes_along_to_none(with_phones: Evening) -> None:
    second = with_phones.again(with_phones.first)
    assert with_phones.seated(second) == {BEN: "ben", CHIKA: "chika"}
    with_phones.revokes(str(with_phones.held("ben")[0].link))
    assert [with_phones.seated(each) for each in (with_phones.first, second)] == [{CHIKA: "chika"}] * 2
    with_phones.removes(with_phones.held("chika")[0].id)
    third = with_phones.again(second)
    assert (with_phones.has("ben"), with_phones.has("chika")) == (set(), set())
    assert [with_phones.seated(each) for each in (second, third)] == [{}, {}]
    with pytest.raises(LastKeeperError):
        with_phones.removes(with_phones.id_of("ann"))


@pytest.mark.engines(*ENGINES)
def test_a_phone_follows_its_player_whatever_that_one_is_called(with_phones: Evening, keeper: Keeper) -> None:
    """Merged with another, or renamed, Ben is still the one whose phone it is."""
    of = keeper.numbers
    rename_player(keeper.book, of["Chika"], name="Chiaki")
    keeper.sits_down("Ann", "Benjamin")
    merge_players(keeper.book, of["Ben"], into=keeper.numbers["Benjamin"], at=AT)
    new = with_phones.again(with_phones.first)
    assert keeper.sees(new).sheet.table.players == ("Ann", "Benjamin", "Chiaki")
    assert with_phones.seated(new) == {BEN: "ben", CHIKA: "chika"}


@pytest.mark.parametrize(
    ("players", "minutes", "goes_along"),
    [
        # The game ended at half past eight; two of three are more than half.
        ((), 240, True),
        ((), 271, False),
        (("Ann", "Ben", "Eva"), 270, True),
        (("Ann", "Ben", "Eva"), 271, False),
        (("Ben", "Eva", "Fay"), 60, False),
    ],
    ids=str,
)
def test_phones_go_along_within_an_evening_with_more_than_half_of_the_people(
    with_phones: Evening, players: tuple[str, ...], minutes: int, goes_along: bool
) -> None:
    """Who was let in to a game last week is not let in to today's, and no link to it leads there."""
    first, after = with_phones.first, timedelta(minutes=minutes)
    to_play = with_phones.link("player", first, ends_at=NEXT_DAY)
    new = with_phones.another(first, *players, after=after) if players else with_phones.again(first, after=after)
    assert ("ben" in with_phones.seated(new).values()) is (("player", new) in with_phones.has("ben")) is goes_along
    assert with_phones.next_games(first) == [new if goes_along else None]
    assert with_phones.comes(to_play, "eva").session == (new if goes_along else first)


@pytest.mark.engines(*ENGINES)
def test_who_plays_the_next_game_too_takes_phone_and_seat_along(with_phones: Evening) -> None:
    first = with_phones.first
    new = with_phones.another(first, "Chika", "Ann", "Ben")
    assert with_phones.seated(new) == {0: "chika", 2: "ben"}
    assert with_phones.has("ben") == {("player", first), ("player", new)}
    assert with_phones.has("dan") == {("watcher", first)}, "who watches goes along with the same again alone"
    assert with_phones.next_games(first) == [new]
    assert next_with_access(with_phones.book, first, "dan", at=AT) is None
    third = with_phones.again(new)
    assert with_phones.has("chika") == {("player", each) for each in (first, new, third)}
    assert with_phones.again(first) == third, "the same again from before leads to what has begun"


def test_a_phone_that_is_unticked_stays(with_phones: Evening) -> None:
    new = with_phones.another(with_phones.first, *ALL, stay={BEN})
    assert (with_phones.seated(new), with_phones.has("ben")) == ({CHIKA: "chika"}, {("player", with_phones.first)})
    assert next_with_access(with_phones.book, with_phones.first, "ben", at=AT) is None


def test_each_phone_is_led_to_the_last_game_that_it_went_along_to_and_that_was_not_deleted(
    with_phones: Evening,
) -> None:
    """The table parts: Ann and Ben play two games, Ann and Chika another."""
    first = with_phones.first
    before, bens, chikas = (with_phones.another(first, "Ann", other) for other in ("Ben", "Ben", "Chika"))

    def led_to(device: str) -> str | None:
        return next_with_access(with_phones.book, first, device, at=AT)

    assert (led_to("ben"), led_to("chika")) == (bens, chikas)
    for deleted, still in ((bens, before), (before, None)):
        delete_session(with_phones.book, deleted, at=AT)
        assert (led_to("ben"), led_to("chika")) == (still, chikas)


@pytest.mark.engines(*ENGINES)
def test_the_table_of_a_phone_is_the_last_at_which_it_sat_or_wrote(with_phones: Evening, keeper: Keeper) -> None:
    """Another keeper has begun a game with the same people elsewhere, and played there."""

    def at_nine(device: str, after: timedelta = HOUR) -> str | None:
        found = last_at_table(keeper.book, device, at=EIGHT + after)
        return None if found is None else found.id

    elsewhere = keeper.sits_down(*ALL, at=stamp(EIGHT + HOUR * 2 / 3))
    enter(keeper.book, elsewhere, takes(ANN, 1), position=0, by=Author("other", "there", EIGHT + HOUR * 3 / 4))
    first = with_phones.first
    assert [at_nine(each) for each in ("phone", "ben", "other", "stranger")] == [first, first, elsewhere, elsewhere]
    assert at_nine("phone", timedelta(hours=4, minutes=31)) == elsewhere, "its own is over, as for a new phone"
    assert at_nine("phone", timedelta(hours=4, minutes=46)) is None
    begun = keeper.sits_down(*ALL, at=stamp(EIGHT + HOUR * 5 / 6))
    assert at_nine("stranger") == begun, "whoever sets up a game has written nothing yet"


# Tapped on several phones.


def test_asked_by_several_who_do_not_know_of_each_other_it_is_one_game(evening: Evening) -> None:
    """A phone without a connection says it when the others play already, or have played."""
    first, two = evening.first, 2 * HOUR
    second = evening.again(first)
    for happens in (lambda: None, lambda: evening.ends(second, two)):
        happens()
        assert evening.again(first, after=two) == second, "over it is the next one, too"
    third = evening.again(second, after=two)
    assert evening.again(first, after=3 * HOUR) == third
    assert [each.id for each in summaries(evening.book)] == [third, second, first]
    delete_session(evening.book, third, at=AT)
    assert evening.again(first, after=3 * HOUR) == second


def test_who_has_seen_the_next_game_begins_another_one(evening: Evening) -> None:
    first = evening.first
    second = evening.again(first)
    third = evening.again(first, key="wanted", seen=second)
    for key in (None, "wanted"):
        assert evening.again(first, key=key, seen=second) == third, "it is one too"
    fourth = evening.again(first, seen=evening.keeper.sits_down(at=AT))
    assert len({first, second, third, fourth}) == 4, "what is no game of the table keeps nobody from playing"


# What leads on.


def test_a_game_leads_to_the_last_of_its_series_and_open_pages_learn_of_it(evening: Evening) -> None:
    first, elsewhere = evening.first, evening.keeper.sits_down(at=AT)
    of_elsewhere, seen = version(evening.book, elsewhere), [version(evening.book, first)]
    second = evening.again(first)
    of_second = version(evening.book, second)
    for change in (
        lambda: None,
        lambda: evening.again(second),
        lambda: delete_session(evening.book, second, at=AT),
        lambda: delete_session(evening.book, second, at=None),
    ):
        change()
        seen.append(version(evening.book, first))
    assert len({*seen}) == len(seen)
    (third,) = {each.id for each in summaries(evening.book)} - {first, second, elsewhere}
    assert evening.next_games(first, second, third, elsewhere) == [third, third, None, None]
    assert version(evening.book, second) != of_second
    assert version(evening.book, elsewhere) == of_elsewhere


def test_one_that_was_deleted_leads_nobody_there_and_on_when_it_is_begun_anew(evening: Evening) -> None:
    evening.lets_in("ben")
    mistaken = evening.again(evening.first)
    evening.joins("chika", "player", mistaken)
    delete_session(evening.book, mistaken, at=AT)
    before = evening.next_games(evening.first, mistaken)
    new = evening.again(evening.first)
    assert (before, evening.next_games(evening.first, mistaken)) == ([None, None], [new, new])
    assert all(("player", new) in evening.has(device) for device in ("ben", "chika"))


@pytest.mark.engines(*ENGINES)
def test_one_that_is_purged_leaves_the_others_as_they_are(evening: Evening) -> None:
    evening.lets_in("ben")
    first = evening.first
    second = evening.again(first)
    third = evening.again(second)
    for gone, left in ((second, {first: third, third: None}), (first, {third: None})):
        delete_session(evening.book, gone, at=AT)
        assert purge(evening.db, before=stamp(EIGHT + timedelta(days=31))).sessions == 1
        assert dict(zip(left, evening.next_games(*left), strict=True)) == left
    assert evening.has("ben") == {("player", third)}
    (by,) = secrets_of(Book(evening.db, THURSDAY, "keeper"), Link)
    evening.revokes(by.id)
    assert evening.has("ben") == set(), "the link outlives its game as long as somebody is there by it"


# Links.


def test_a_link_to_the_table_leads_to_the_game_that_is_played_there(evening: Evening) -> None:
    first = evening.first
    secret, to_watch = (evening.link(role, first, ends_at=NEXT_DAY) for role in ("player", "watcher"))
    assert evening.comes(secret, "ben").session == first
    evening.removes(evening.joins("eva", "player", first).id)
    second = evening.again(first)
    assert evening.comes(secret, "ben").session == second, "where it is already"
    assert evening.comes(secret, "chika").session == second
    assert evening.has("chika") == {("player", second)}
    third = evening.another(second, *ALL)
    assert (evening.comes(secret, "fay").session, evening.comes(to_watch, "gus").session) == (third, third)
    for last, leads_to in ((third, second), (second, first)):
        delete_session(evening.book, last, at=AT)
        assert evening.comes(secret, f"after {last}").session == leads_to


@pytest.mark.engines(*ENGINES)
def test_who_came_by_a_link_with_an_end_goes_along_to_the_next_games_until_it_ends(evening: Evening) -> None:
    """To play or to watch, at a seat of both or at none; not who came by a link without an end, or was removed."""
    first, tonight = evening.first, stamp(EIGHT + 2 * HOUR)
    roles: dict[str, Role] = {"ben": "player", "dan": "player", "gus": "watcher"}
    for device, role in roles.items():
        evening.joins(device, role, first, ends_at=tonight)
    evening.joins("old", "watcher", first)
    evening.removes(evening.joins("out", "watcher", first, ends_at=tonight).id)
    take_seat(evening.book, first, BEN, by=Author("ben", "ben sits", EIGHT))
    second = evening.another(first, "Ann", "Chika", "Eva")
    third = evening.again(second, after=1.5 * HOUR)
    for device, role in roles.items():
        assert evening.has(device) == {(role, each) for each in (first, second, third)}, device
    assert next_with_access(evening.book, first, "gus", at=AT) == third
    assert (evening.has("old"), evening.has("out")) == ({("watcher", first)}, set())
    late = evening.another(third, *ALL, after=3 * HOUR)
    assert not any(each == late for device in roles for _, each in evening.has(device)), (
        "the evening of the link is over"
    )


def test_who_stays_behind_at_a_seat_does_not_come_by_the_link_either(evening: Evening) -> None:
    evening.joins("ben", "player", evening.first, ends_at=NEXT_DAY)
    take_seat(evening.book, evening.first, BEN, by=Author("ben", "ben sits", EIGHT))
    new = evening.another(evening.first, *ALL, stay={BEN})
    assert ("player", new) not in evening.has("ben")


def test_a_link_without_an_end_keeps_to_its_game_and_series(evening: Evening) -> None:
    """As releases before 2.1.0 made them."""
    secrets_ = [evening.link(role, evening.first) for role in ("player", "watcher")]
    again = evening.again(evening.first)
    evening.another(again, *ALL)
    assert [evening.comes(each, f"by {each}").session for each in secrets_] == [again, again]


def test_of_two_games_of_the_same_people_links_lead_to_the_one_begun_at_the_table(evening: Evening) -> None:
    secret = evening.link("watcher", evening.first, ends_at=NEXT_DAY)
    second, third = evening.another(evening.first, *ALL), evening.another(evening.first, *ALL)
    elsewhere = evening.keeper.sits_down(*ALL, at=stamp(EIGHT + HOUR))
    assert evening.comes(secret, "gus").session == third
    assert len({second, third, elsewhere}) == 3


def test_the_links_of_a_table_hold_longer_with_its_next_game(evening: Evening) -> None:
    made = [evening.link(role, evening.first, ends_at=NEXT_DAY) for role in ("player", "watcher")]
    later = stamp(datetime.fromisoformat(NEXT_DAY) + HOUR)
    start_again(evening.book, evening.first, evening.keeper.by(at=stamp(EIGHT + HOUR)), links_until=later)
    assert {each.ends_at for each in secrets_of(evening.book, Link)} == {later}
    assert len(made) == len(secrets_of(evening.book, Link))


def test_a_phone_at_many_games_is_one_device_of_those_that_may_come_and_one_that_was_removed_comes_to_none(
    evening: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(joining, "MAX_DEVICES", 3)
    secret = evening.link("player", evening.first)
    evening.removes(evening.comes(secret, "eva").id)
    evening.comes(secret, "ben")
    third = evening.again(evening.again(evening.first))
    assert evening.comes(secret, "chika").session == third
    assert sorted(each.device for each in listed_devices(evening.book, at=NEXT_DAY)) == ["ann", "ben", "chika"]
    for device, refusal in (("eva", NoSuchError), ("dan", EntryError)):
        with pytest.raises(refusal):
            evening.comes(secret, device)
