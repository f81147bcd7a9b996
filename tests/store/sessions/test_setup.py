"""A corrected setup in the record: the row, the seats, the phones at them, lists and files follow the log."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest

from record.errors import LaterEntriesError
from record.people import next_table, sat_down
from scoring.errors import EntryError
from scoring.games.oh_hell import GAME as OH_HELL
from scoring.games.wizard import GAME as WIZARD
from store.admin.rebuild import compare, rebuild
from store.engines.base import Connection
from store.errors import NoSuchSessionError
from store.sessions.loading import SESSION_CACHE
from store.sessions.purge import purge
from store.transfer.importer import Taken
from tests.conftest import ENGINES
from tests.kit.for_each import for_each
from tests.kit.store.changed_table import ENTRIES, JOIN, TAKEOVER, numbers, plays
from tests.kit.store.seats import BEN, FOUR, WRITTEN, Table, bids
from tests.store.conftest import Keeper, everything, file_of

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
    (found,) = keeper.book.search()
    return {seat.name: int(seat.total) for seat in found.seats}


@pytest.mark.engines(*ENGINES)
def test_seats_rules_and_lists_follow_there_and_back(keeper: Keeper, table: Table) -> None:
    before = keeper.sees(table.session)
    table.sets_up(players=SWAPPED, options={"scoring": "minus"}, dealer=3)
    assert (totals(keeper), keeper.book.said_names(table.session)) == (MINUS, SWAPPED)
    after = keeper.sees(table.session)
    SESSION_CACHE._sessions.clear()
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
    assert (table.entries, keeper.sees(table.session).fold.stand.awaits("bids")) == ((), bids(3, 2, 2, 3))
    assert totals(keeper) == dict.fromkeys(FOUR, 0)


def test_a_phone_keeps_the_seat_of_its_person(keeper: Keeper) -> None:
    table = Table(keeper, dealer=0, **WRITTEN)
    table.says(BEN, bids=2)
    table.sets_up(players=["Ann", "Chika", "Ben"])
    assert table.sitting == {0: "Ann", 1: "Chika", 2: "Ben"}, "Dai has left with a phone"
    assert table.now.parts.said == {2: {"bids": 2}}
    table.undoes()
    assert table.sitting[BEN] == "Ben"


def test_a_wrong_person_leaves_nothing_behind_and_who_really_played_counts(keeper: Keeper, table: Table) -> None:
    table.writes({"step": "end"})
    table.sets_up(players=["Eva", "Ben", "Chika", "Dai"])
    assert totals(keeper) == {"Eva": 13, "Ben": 12, "Chika": 0, "Dai": 13}
    finished = {each.name: each.finished for each in keeper.book.people()}
    assert (finished["Eva"], finished["Ann"], finished["Ben"]) == (1, 0, 1)
    assert "Ann" not in keeper.book.players()
    table.undoes()
    assert (totals(keeper), "Eva" in keeper.book.players()) == (NORMAL, False)
    with pytest.raises(EntryError, match="already at the table"):
        table.sets_up(players=["Ann", "Ann", "Ben", "Dai"])


def test_who_was_renamed_has_their_name_of_today_at_every_seat(keeper: Keeper, table: Table) -> None:
    (ben,) = [each.id for each in keeper.book.people() if each.name == "Ben"]
    keeper.book.rename_player(ben, name="Benjamin")
    table.sets_up(players=["Ann", "Chika", "Benjamin", "Dai"])
    now = keeper.sees(table.session)
    assert now.setup["players"] == SWAPPED
    assert now.sheet.table.players == ("Ann", "Chika", "Benjamin", "Dai")
    assert now.at(2).sheet.table.players == ("Ann", "Benjamin", "Chika", "Dai")


@pytest.mark.engines(*ENGINES)
def test_a_file_has_the_setup_of_the_beginning_and_every_correction(
    keeper: Keeper, stranger: Keeper, table: Table
) -> None:
    assert stranger.takes_in(file_of(keeper)) == Taken(new=1)
    table.sets_up(players=["Ann", "Chika", "Eva", "Dai"], dealer=1)
    table.writes({"step": "note", "text": "Eva sat there all the time"})
    file = file_of(keeper)
    assert json.loads(file)["sessions"][0]["players"] == [*FOUR]
    assert stranger.takes_in(file) == Taken(longer=1), "a later correction comes to a session that is here"
    (there,) = stranger.book.search()
    assert [seat.name for seat in there.seats] == ["Ann", "Chika", "Eva", "Dai"]
    assert stranger.sees(there.id).sheet == keeper.sees(table.session).sheet
    assert keeper.takes_in(file) == Taken(known=1)
    assert compare(keeper.book.db).differences == ()


def test_who_is_gone_from_the_record_is_still_named_in_its_file(keeper: Keeper, stranger: Keeper, table: Table) -> None:
    other = keeper.sits_down("Ben", "Ann", "Dai", game=OH_HELL)
    table.sets_up(players=["Ann", "Eva", "Chika", "Dai"])
    keeper.book.discard(other, at="2026-01-01T00:00:00Z")
    keeper.book.purge(before="2026-02-01T00:00:00Z")
    assert "Ben" not in {each.name for each in keeper.book.people()}
    assert stranger.takes_in(file_of(keeper)) == Taken(new=1)


@pytest.mark.engines(*ENGINES)
@for_each(
    "damage",
    [
        "UPDATE session SET dealer = 0 WHERE begun IS NOT NULL",
        "UPDATE seat SET player = (SELECT MIN(player.id) FROM player) WHERE seat.seat = 2",
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
    SESSION_CACHE._sessions.clear()
    assert compare(db).differences
    rebuild(db)
    SESSION_CACHE._sessions.clear()
    assert (compare(db).differences, keeper.sees(table.session)) == ((), kept)


def test_the_wrong_game_without_an_entry_is_as_if_never_begun_and_with_one_it_stays(
    keeper: Keeper, table: Table
) -> None:
    raw: dict[str, Any] = {"players": SWAPPED, "dealer": 0, "options": {}}
    table.undoes(2)
    wrong = Table(keeper)
    wrong.sets_up(dealer=2)
    right = keeper.book.start_instead(wrong.session, WIZARD, raw, keeper.by())
    assert {each.id for each in keeper.book.search()} == {right, table.session}
    with pytest.raises(NoSuchSessionError):
        keeper.sees(wrong.session)
    seating = keeper.book.snapshot(right).pending.seating
    assert {seat: each.device for seat, each in seating.items()} == {
        seat: f"phone-of-{name}" for seat, name in enumerate(SWAPPED)
    }
    another = keeper.book.start_instead(table.session, WIZARD, raw, keeper.by())
    assert {each.id for each in keeper.book.search()} == {right, table.session, another}
    assert sorted(keeper.book.players()) == [*FOUR]
    assert compare(keeper.book.db).differences == ()


# Who sat where at a table that changes while it plays.


def seated(keeper: Keeper, session: str) -> list[tuple[str, int, int, bool, tuple[str, ...]]]:
    """What the lists say, which is what the log comes to: who, total, place, whether they won, who sat there before."""
    assert compare(keeper.book.db).differences == ()
    (found,) = keeper.book.summaries_of([session])
    return [(each.name, int(each.total), each.place, each.won, each.before) for each in found.seats]


def names(keeper: Keeper, session: str) -> str:
    return " ".join(each[0] for each in seated(keeper, session))


def found_by(keeper: Keeper, name: str) -> list[str]:
    return [each.id for each in keeper.book.search(player=name)]


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
    assert [found_by(keeper, name) for name in everybody] == [[session]] * 5
    for text in ("zoe", "ann"):
        assert [each.id for each in keeper.book.search(text=text)] == [session]
        assert [each.id for each in keeper.book.search(player="Eva", text=text, over=True)] == [session]
    assert keeper.book.search(player="Zoe", over=False) == []
    assert sorted(keeper.book.evening_of(session)[0].people) == sorted(keeper.book.players()) == everybody


@pytest.mark.engines(*ENGINES)
def test_undo_redo_and_corrections_are_followed(keeper: Keeper) -> None:
    session = plays(keeper, ENTRIES[: TAKEOVER + 1])
    assert names(keeper, session) == "Zoe Ben Cleo Eva"
    keeper.undoes(session)
    assert (names(keeper, session), found_by(keeper, "Zoe")) == ("Ann Ben Cleo Eva", [])
    keeper.redoes(session)
    assert found_by(keeper, "Zoe") == [session]
    keeper.corrects(session, {TAKEOVER: ENTRIES[TAKEOVER] | {"name": "Yui"}})
    assert (names(keeper, session), found_by(keeper, "Zoe")) == ("Yui Ben Cleo Eva", [])
    keeper.undoes(session, count=5)
    assert (names(keeper, session), sat_down(keeper.sees(session))) == ("Ann Ben Cleo", ())


def test_a_correction_before_the_changes_sees_the_table_of_then(keeper: Keeper) -> None:
    session = plays(keeper)
    # Ann took 1 of the 4 tricks and missed, Ben took 2 and missed; the rest of the evening is as it was.
    keeper.corrects(session, {1: {"step": "tricks", "tricks": [1, 2, 1]}})
    found = [row[:3] for row in seated(keeper, session)]
    assert found == [("Zoe", 11, 3), ("Ben", 10, 0), ("Cleo", 21, 2), ("Eva", 32, 1)]


@pytest.mark.engines(*ENGINES)
def test_a_typed_name_means_the_person_who_is_called_so(keeper: Keeper) -> None:
    keeper.sits_down("Eva", "Ben")
    keeper.book.rename_player(numbers(keeper)["Eva"], name="Evi")
    keeper.book.archive_player(numbers(keeper)["Evi"], at=AT)
    session = plays(keeper, (*ENTRIES[:JOIN], ENTRIES[JOIN] | {"name": "ＥＶＩ"}))
    assert "Evi" in keeper.book.players(), "who sits down is archived no more"
    now = keeper.sees(session)
    assert (now.entries[-1]["name"], now.sheet.table.players[3]) == ("Eva", "Evi")
    assert str(now.sheet.said) == "Evi joined with 0 before deal 2"
    assert {*numbers(keeper)} == {"Ann", "Ben", "Cleo", "Evi"}
    keeper.book.rename_player(numbers(keeper)["Evi"], name="Eve")
    now = keeper.sees(session)
    assert now.sheet.table.players[3] == now.document["entries"][-1]["name"] == "Eve"  # type: ignore[index]
    assert names(keeper, session) == "Ann Ben Cleo Eve"


def test_somebody_at_the_table_is_refused_by_any_of_their_names_and_one_that_is_not_seen(keeper: Keeper) -> None:
    keeper.sits_down("Annie", "Ben")
    session = plays(keeper, ENTRIES[:JOIN])
    keeper.book.merge_players(numbers(keeper)["Annie"], into=numbers(keeper)["Ann"], at=AT)
    for name, words in (("Annie", "Ann is already at the table"), ("\u3164", "characters")):
        with pytest.raises(EntryError, match=words) as error:
            keeper.writes(session, ENTRIES[JOIN] | {"name": name})
        assert [each.field for each in error.value.problems] == ["name"]


def test_who_sat_at_one_table_one_after_the_other_cannot_be_merged(keeper: Keeper) -> None:
    plays(keeper)
    of = numbers(keeper)
    for one, other in (("Ann", "Zoe"), ("Eva", "Ben"), ("Zoe", "Eva")):
        with pytest.raises(EntryError, match="at the same table"):
            keeper.book.merge_players(of[one], into=of[other], at=AT)


def test_the_same_again_begins_with_those_who_play_clockwise_and_their_phones(keeper: Keeper) -> None:
    session = plays(keeper)
    keeper.book.take_seat(session, 3, by=keeper.by())
    # Ann, Ben, Cleo and Eva have dealt; to the left of Eva sits Zoe, and Ben has gone.
    assert next_table(keeper.sees(session)) == ((0, 2, 3), 0)
    (line_up,) = keeper.book.line_ups(1)
    assert (line_up.players, line_up.dealer, line_up.deals) == (("Zoe", "Cleo", "Eva"), 0, 0)
    again = keeper.sees(keeper.book.start_again(session, keeper.by()))
    assert (again.sheet.table.players, again.sheet.table.dealer) == (("Zoe", "Cleo", "Eva"), 0)
    assert [*keeper.book.pending(again).seating] == [2]
    assert keeper.book.said_names(session) == ["Zoe", "Ben", "Cleo", "Eva"]


@pytest.mark.engines(*ENGINES)
def test_rows_that_do_not_say_what_the_log_says_are_rebuilt_and_purged_with_it(keeper: Keeper, db: Connection) -> None:
    keeper.sits_down("Ann", "Zoe")
    session = plays(keeper)
    before = everything(db)
    db.execute("DELETE FROM seat_change")
    assert (session, "seat_change") in [(each.session, each.table) for each in compare(db).differences]
    rebuild(db)
    assert everything(db) == before
    keeper.book.discard(session, at=AT)
    purge(db, before="2026-12-31T00:00:00Z")
    assert {*numbers(keeper)} == {"Ann", "Zoe"}, "nobody is left who sat only there"
    assert compare(db).differences == ()
