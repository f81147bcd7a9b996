"""A corrected setup: the row, seats, phones, lists and files follow the log; who sat where while a table changes."""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import partial
from typing import Any

import pytest

from record.errors import LaterEntriesError
from record.people import newcomers, next_table
from scoring.errors import EntryError
from scoring.games.oh_hell import GAME as OH_HELL
from scoring.games.wizard import GAME as WIZARD
from store.admin.rebuild import compare, rebuild
from store.engines.base import Connection
from store.errors import NoSuchError
from store.players.profiles import archive_player, merge_players, people, rename_player
from store.scorebooks import original_names, players
from store.seats.devices import take_seat
from store.seats.pending_step import pending_step
from store.sessions.details import delete_session
from store.sessions.evenings import evening_of
from store.sessions.history import line_ups, summaries, summaries_of
from store.sessions.loading import SESSION_CACHE
from store.sessions.purge import purge, purge_book
from store.sessions.series import start_again, start_instead
from store.transfer.importer import ImportResult
from tests.conftest import ENGINES
from tests.kit.for_each import for_each
from tests.kit.store.changed_table import ENTRIES, JOIN, TAKEOVER, plays
from tests.kit.store.seats import FOUR, WRITTEN, Table, bids
from tests.kit.store.table_talk import BEN
from tests.store.conftest import Keeper, everything, file_of, refused

pytestmark = pytest.mark.engines("sqlite")

AT = "2026-11-21T20:00:00Z"
TRICKS = {"step": "tricks", "tricks": [3, 2, 2, 3]}
SWAPPED = ["Ann", "Chika", "Ben", "Dai"]
# normal: Ann made 3, Ben made 2, Chika missed, Dai made 3; minus: who misses loses 10.
NORMAL = {"Ann": 13, "Ben": 12, "Chika": 0, "Dai": 13}
MINUS = {"Ann": 10, "Ben": 10, "Chika": -10, "Dai": 10}


@pytest.fixture
def table(keeper: Keeper) -> Table:
    """A deal is played, and everybody has a phone."""
    table = Table(keeper, dealer=0)
    table.writes(bids(3, 2, 1, 3), TRICKS)
    return table


def totals(keeper: Keeper) -> dict[str, int]:
    """What the list says, which is what the log comes to."""
    assert compare(keeper.book.db).differences == ()
    (found,) = summaries(keeper.book)
    return {seat.name: int(seat.total) for seat in found.seats}


@pytest.mark.engines(*ENGINES)
def test_seats_rules_and_lists_follow_there_and_back(keeper: Keeper, table: Table) -> None:
    before = keeper.sees(table.session)
    table.sets_up(players=SWAPPED, options={"scoring": "minus"}, dealer=3)
    assert (totals(keeper), original_names(keeper.book, table.session)) == (MINUS, SWAPPED)
    after = keeper.sees(table.session)
    SESSION_CACHE.clear()
    assert keeper.sees(table.session) == after, "folded from nothing it is the same"
    assert after.at(2).sheet.table.players == FOUR
    table.undoes()
    assert (totals(keeper), keeper.sees(table.session).sheet) == (NORMAL, before.sheet)
    keeper.redoes(table.session)
    assert totals(keeper) == MINUS


def test_what_does_not_fit_is_written_only_when_it_may_be_asked_again(keeper: Keeper) -> None:
    table = Table(keeper, dealer=0, restriction="off")
    table.writes(bids(3, 2, 2, 3))
    with pytest.raises(LaterEntriesError):
        table.sets_up(options={"restriction": "on"})
    table.sets_up(reopen=True, options={"restriction": "on"})
    assert (table.entries, keeper.sees(table.session).log.awaits("bids")) == ((), bids(3, 2, 2, 3))
    assert totals(keeper) == dict.fromkeys(FOUR, 0)


def test_a_phone_keeps_the_seat_of_its_person(keeper: Keeper) -> None:
    table = Table(keeper, dealer=0, **WRITTEN)
    table.says(BEN, bids=2)
    table.sets_up(players=["Ann", "Chika", "Ben"])
    assert table.sitting == {0: "Ann", 1: "Chika", 2: "Ben"}, "Dai has left with a phone"
    assert table.now.entered == {2: {"bids": 2}}
    table.undoes()
    assert table.sitting[BEN] == "Ben"


def test_where_a_row_of_who_sits_there_is_gone_a_rebuild_leaves_the_phones_at_their_seats(
    keeper: Keeper, db: Connection
) -> None:
    table = Table(keeper, dealer=0, **WRITTEN)
    table.sets_up(players=["Ann", "Ben", "Dai"])
    before = table.sitting
    db.execute("DELETE FROM sitting WHERE seat = 1")
    rebuild(db)
    assert (compare(db).differences, table.sitting) == ((), before)


def test_a_wrong_person_leaves_nothing_behind_and_who_really_played_counts(keeper: Keeper, table: Table) -> None:
    table.writes({"step": "end"})
    table.sets_up(players=["Eva", "Ben", "Chika", "Dai"])
    assert totals(keeper) == {"Eva": 13, "Ben": 12, "Chika": 0, "Dai": 13}
    finished = {each.name: each.finished for each in people(keeper.book)}
    assert (finished, "Ann" in players(keeper.book)) == ({"Ann": 0, **dict.fromkeys(totals(keeper), 1)}, False)
    table.undoes()
    assert (totals(keeper), "Eva" in players(keeper.book)) == (NORMAL, False)
    with pytest.raises(EntryError, match="already at the table"):
        table.sets_up(players=["Ann", "Ann", "Ben", "Dai"])


def test_who_was_renamed_has_their_name_of_today_at_every_seat(keeper: Keeper, table: Table) -> None:
    rename_player(keeper.book, keeper.numbers["Ben"], name="Benjamin")
    table.sets_up(players=["Ann", "Chika", "Benjamin", "Dai"])
    now = keeper.sees(table.session)
    assert (now.setup["players"], now.sheet.table.players) == (SWAPPED, ("Ann", "Chika", "Benjamin", "Dai"))
    assert now.at(2).sheet.table.players == ("Ann", "Benjamin", "Chika", "Dai")


@pytest.mark.engines(*ENGINES)
def test_a_file_has_the_setup_of_the_beginning_and_every_correction(
    keeper: Keeper, stranger: Keeper, table: Table
) -> None:
    assert stranger.takes_in(file_of(keeper)) == ImportResult(new=1)
    table.sets_up(players=["Ann", "Chika", "Eva", "Dai"], dealer=1)
    table.writes({"step": "note", "text": "Eva sat there all the time"})
    file = file_of(keeper)
    assert json.loads(file)["sessions"][0]["players"] == [*FOUR]
    assert stranger.takes_in(file) == ImportResult(longer=1), "a later correction comes to a session that is here"
    (there,) = summaries(stranger.book)
    assert [seat.name for seat in there.seats] == ["Ann", "Chika", "Eva", "Dai"]
    assert stranger.sees(there.id).sheet == keeper.sees(table.session).sheet
    assert (keeper.takes_in(file), compare(keeper.book.db).differences) == (ImportResult(known=1), ())


def test_a_longer_log_that_undoes_a_corrected_setup_brings_the_first_one_back(
    keeper: Keeper, stranger: Keeper, table: Table
) -> None:
    table.sets_up(players=["Ann", "Eva", "Chika", "Dai"], dealer=2)
    assert stranger.takes_in(file_of(keeper)) == ImportResult(new=1)
    table.undoes(1)
    assert stranger.takes_in(file_of(keeper)) == ImportResult(longer=1)
    (there,) = summaries(stranger.book)
    assert [seat.name for seat in there.seats] == [*FOUR]
    assert compare(stranger.book.db).differences == ()


def test_who_is_gone_from_the_record_is_still_named_in_its_file(keeper: Keeper, stranger: Keeper, table: Table) -> None:
    other = keeper.sits_down("Ben", "Ann", "Dai", game=OH_HELL)
    table.sets_up(players=["Ann", "Eva", "Chika", "Dai"])
    delete_session(keeper.book, other, at="2026-01-01T00:00:00Z")
    purge_book(keeper.book, before="2026-02-01T00:00:00Z")
    assert "Ben" not in {each.name for each in people(keeper.book)}
    assert stranger.takes_in(file_of(keeper)) == ImportResult(new=1)


@pytest.mark.engines(*ENGINES)
@for_each(
    "damage",
    [
        "UPDATE session SET dealer = 0 WHERE begun IS NOT NULL",
        "UPDATE sitting SET player = (SELECT MIN(player.id) FROM player) WHERE sitting.seat = 2",
    ],
)
def test_a_rebuild_finds_and_mends_what_does_not_follow_the_log(
    keeper: Keeper, db: Connection, careless: Callable[[str], None], damage: str
) -> None:
    table = Table(keeper, dealer=0, phones=False)
    table.writes(bids(3, 2, 1, 3), TRICKS)
    table.sets_up(players=SWAPPED, dealer=2)
    kept = keeper.sees(table.session)
    careless(damage)
    SESSION_CACHE.clear()
    assert compare(db).differences
    rebuild(db)
    SESSION_CACHE.clear()
    assert (compare(db).differences, keeper.sees(table.session)) == ((), kept)


def test_the_wrong_game_without_an_entry_is_as_if_never_begun_and_with_one_it_stays(
    keeper: Keeper, table: Table
) -> None:
    raw: dict[str, Any] = {"players": SWAPPED, "dealer": 0, "options": {}}
    table.undoes(2)
    wrong = Table(keeper)
    wrong.sets_up(dealer=2)
    right = start_instead(keeper.book, wrong.session, WIZARD, raw, keeper.by())
    assert {each.id for each in summaries(keeper.book)} == {right, table.session}
    with pytest.raises(NoSuchError):
        keeper.sees(wrong.session)
    wrong.session = right
    assert [*wrong.sitting.values()] == SWAPPED
    another = start_instead(keeper.book, table.session, WIZARD, raw, keeper.by())
    assert {each.id for each in summaries(keeper.book)} == {right, table.session, another}
    assert sorted(players(keeper.book)) == [*FOUR]
    assert compare(keeper.book.db).differences == ()


# Who sat where at a table that changes while it plays.


def seated(keeper: Keeper, session: str) -> list[tuple[str, int, int, bool, tuple[str, ...]]]:
    """What the lists say, which is what the log comes to: who, total, place, whether they won, who sat there before."""
    assert compare(keeper.book.db).differences == ()
    (found,) = summaries_of(keeper.book, [session])
    return [(each.name, int(each.total), each.place, each.won, each.before) for each in found.seats]


def names(keeper: Keeper, session: str) -> str:
    return " ".join(each[0] for each in seated(keeper, session))


@pytest.mark.engines(*ENGINES)
def test_lists_have_who_sits_there_at_the_end_and_are_found_by_everybody_who_sat_there(keeper: Keeper) -> None:
    session = plays(keeper)
    assert seated(keeper, session) == [
        ("Zoe", 23, 2, False, ("Ann",)),
        ("Ben", 21, 0, False, ()),
        ("Cleo", 21, 3, False, ()),
        ("Eva", 32, 1, True, ()),
    ]
    everybody = ["Ann", "Ben", "Cleo", "Eva", "Zoe"]
    finds = [{"player": name} for name in everybody] + [{"text": text} for text in ("zoe", "ann")]
    for filters in (*finds, *({**each, "player": "Eva", "over": True} for each in finds[5:])):
        assert [each.id for each in summaries(keeper.book, **filters)] == [session], filters  # type: ignore[arg-type]
    assert summaries(keeper.book, player="Zoe", over=False) == []
    assert sorted(evening_of(keeper.book, session)[0].people) == sorted(players(keeper.book)) == everybody


@pytest.mark.engines(*ENGINES)
def test_undo_redo_and_corrections_are_followed(keeper: Keeper) -> None:
    session = plays(keeper, ENTRIES[: TAKEOVER + 1])
    yui = {TAKEOVER: ENTRIES[TAKEOVER] | {"name": "Yui"}}
    for act, seats in (
        (lambda: None, "Zoe Ben Cleo Eva"),
        (lambda: keeper.undoes(session), "Ann Ben Cleo Eva"),
        (lambda: keeper.redoes(session), "Zoe Ben Cleo Eva"),
        (lambda: keeper.corrects(session, yui), "Yui Ben Cleo Eva"),
        (lambda: keeper.undoes(session, count=5), "Ann Ben Cleo"),
    ):
        act()
        assert (names(keeper, session), len(summaries(keeper.book, player="Zoe"))) == (seats, "Zoe" in seats)
    assert newcomers(keeper.sees(session)) == ()


def test_a_correction_before_the_changes_sees_the_table_of_then(keeper: Keeper) -> None:
    session = plays(keeper)
    # Ann took 1 of the 4 tricks and missed, Ben took 2 and missed; the rest of the evening is as it was.
    keeper.corrects(session, {1: {"step": "tricks", "tricks": [1, 2, 1]}})
    found = [row[:3] for row in seated(keeper, session)]
    assert found == [("Zoe", 11, 3), ("Ben", 10, 0), ("Cleo", 21, 2), ("Eva", 32, 1)]


@pytest.mark.engines(*ENGINES)
def test_a_typed_name_means_the_person_who_is_called_so(keeper: Keeper) -> None:
    keeper.sits_down("Eva", "Ben")
    eva = keeper.numbers["Eva"]
    rename_player(keeper.book, eva, name="Evi")
    archive_player(keeper.book, eva, at=AT)
    session = plays(keeper, (*ENTRIES[:JOIN], ENTRIES[JOIN] | {"name": "ＥＶＩ"}))
    assert "Evi" in players(keeper.book), "who sits down is archived no more"
    now = keeper.sees(session)
    assert (now.entries[-1]["name"], str(now.sheet.message)) == ("Eva", "Evi joined with 0 before deal 2")
    assert {*keeper.numbers} == {*now.sheet.table.players} == {"Ann", "Ben", "Cleo", "Evi"}
    rename_player(keeper.book, eva, name="Eve")
    assert keeper.sees(session).document["entries"][-1]["name"] == "Eve"  # type: ignore[index]
    assert names(keeper, session) == "Ann Ben Cleo Eve"


def test_somebody_at_the_table_is_refused_by_any_of_their_names_and_one_that_is_not_seen(keeper: Keeper) -> None:
    keeper.sits_down("Annie", "Ben")
    session = plays(keeper, ENTRIES[:JOIN])
    merge_players(keeper.book, keeper.numbers["Annie"], into=keeper.numbers["Ann"], at=AT)
    for name, words in (("Annie", "Ann is already at the table"), ("\u3164", "characters")):
        joins = partial(keeper.writes, session, ENTRIES[JOIN] | {"name": name})
        assert refused(joins, words=words) == ["name"]


def test_who_sat_at_one_table_one_after_the_other_cannot_be_merged(keeper: Keeper) -> None:
    plays(keeper)
    of = keeper.numbers
    for one, other in (("Ann", "Zoe"), ("Eva", "Ben"), ("Zoe", "Eva")):
        with pytest.raises(EntryError, match="at the same table"):
            merge_players(keeper.book, of[one], into=of[other], at=AT)


def test_the_same_again_begins_with_those_who_play_clockwise_and_their_phones(keeper: Keeper) -> None:
    session = plays(keeper)
    take_seat(keeper.book, session, 3, by=keeper.by())
    # Ann, Ben, Cleo and Eva have dealt; to the left of Eva sits Zoe, and Ben has gone.
    assert next_table(keeper.sees(session)) == ((0, 2, 3), 0)
    (line_up,) = line_ups(keeper.book, 1)
    assert (line_up.players, line_up.dealer, line_up.deals) == (("Zoe", "Cleo", "Eva"), 0, 0)
    again = keeper.sees(start_again(keeper.book, session, keeper.by()))
    assert (again.sheet.table.players, again.sheet.table.dealer) == (("Zoe", "Cleo", "Eva"), 0)
    assert [*pending_step(keeper.book, again).seating] == [2]
    assert original_names(keeper.book, session) == ["Zoe", "Ben", "Cleo", "Eva"]


@pytest.mark.engines(*ENGINES)
def test_rows_that_do_not_say_what_the_log_says_are_rebuilt_and_purged_with_it(keeper: Keeper, db: Connection) -> None:
    keeper.sits_down("Ann", "Zoe")
    session = plays(keeper)
    before = everything(db)
    db.execute("DELETE FROM sitting WHERE turn > 0")
    assert (session, "sitting") in [(each.session, each.table) for each in compare(db).differences]
    rebuild(db)
    assert everything(db) == before
    delete_session(keeper.book, session, at=AT)
    purge(db, before="2026-12-31T00:00:00Z")
    assert {*keeper.numbers} == {"Ann", "Zoe"}, "nobody is left who sat only there"
    assert compare(db).differences == ()
