"""A scorebook goes out as one file and comes back: nothing lost, nothing doubled, nothing of what is broken."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import replace

import pytest

from docs.games import house_rules
from scoring.catalogue import all_games
from scoring.games.oh_hell import GAME as OH_HELL
from store import scorebooks
from store.admin.rebuild import compare
from store.book import Book
from store.engines.base import Connection, Database
from store.errors import OtherLogError, UnavailableError
from store.players.profiles import archive_player, describe_player, merge_players, rename_player, unmerge_player
from store.progress import Advance
from store.scorebooks import (
    device_names,
    is_rated,
    rename_scorebook,
    rule_sets,
    save_device_name,
    save_rule_set,
    scorebook_name,
)
from store.sessions.details import archive_session, delete_session, describe, exclude_session
from store.sessions.history import summaries
from store.sessions.purge import Purged, purge_book
from store.sessions.versions import heads
from store.sessions.writing import import_session
from store.stats import league
from store.stats.player_stats import statistics
from store.transfer import importer
from store.transfer.export import sizes
from store.transfer.importer import ImportResult, import_file
from store.transfer.scorebook_file import read_file
from tests.kit.store.changed_table import ENTRIES, JOIN, TAKEOVER, plays
from tests.kit.store.scorebook_file import FILE, PAGE, SESSION, by, changed, imports, refused, told_of_people
from tests.kit.store.table_talk import ANN, note, takes
from tests.store.conftest import Keeper, file_of
from tests.store.transfer.conftest import DOCUMENT, bids, tricks

pytestmark = pytest.mark.engines("sqlite")
both_engines = pytest.mark.engines("sqlite", "postgresql")


def test_the_page_of_the_file_has_all_that_is_chosen_for_a_player() -> None:
    page = PAGE.read_text("utf-8")
    assert page == house_rules.with_player_fields(page), "make docs"
    assert "\n| `colour` | a whole number from 0 to 9 |\n" in page


# Out and in.


@both_engines
def test_the_example_of_the_page_comes_in_and_goes_out_as_it_is(keeper: Keeper) -> None:
    assert imports(keeper, FILE) == ImportResult(new=1)
    session = keeper.sees(SESSION["id"])
    assert session.sheet.totals == (-10, -10, -10)
    assert [action.at[14:] for action in session.actions] == ["31:10Z", "35:02Z", "35:20Z", "35:31Z", "36:05Z"]
    assert device_names(keeper.book, session.id) == {"5f3a9c01": "iPhone"}
    assert [rules.name for rules in rule_sets(keeper.book, "oh-hell")] == ["Thursdays"]
    assert scorebook_name(keeper.book) == "Thursday evenings"
    assert file_of(keeper) == FILE


def test_a_scorebook_keeps_the_name_that_it_has_here(keeper: Keeper, stranger: Keeper) -> None:
    """A file of before scorebooks had names comes in as ever."""
    rename_scorebook(keeper.book, name="Fridays", at="2026-11-21T20:00:00Z")
    imports(keeper, FILE)
    assert scorebook_name(keeper.book) == "Fridays"
    assert '"name": "Fridays"' in file_of(keeper)
    assert imports(stranger, changed(name=None)) == ImportResult(new=1)
    assert scorebook_name(stranger.book) is None


def test_that_the_rating_is_off_comes_along_to_where_nobody_has_played(keeper: Keeper, stranger: Keeper) -> None:
    off = FILE.replace('"name": "Thursday evenings",\n', '"name": "Thursday evenings",\n"rated": false,\n')
    assert imports(keeper, off) == ImportResult(new=1)
    assert not is_rated(keeper.book)
    assert file_of(keeper) == off
    # Where it is on and people play, a file that is added does not turn it off.
    stranger.sits_down("Ann", "Ben", "Chika", game=OH_HELL)
    imports(stranger, off)
    assert is_rated(stranger.book)


def described(keeper: Keeper, session: str) -> None:
    """All that can be said beside the log: of a session; of players a chain of merges, and names that cross."""
    book = keeper.book
    describe(book, session, place="Café «Mokka»", note="Zoë’s first game 🎉")
    for name in ("Cleo", "Cl", "Klea", "Kleopatra", "K."):
        game = keeper.plays({"step": "end"}, players=(name, "Dora", "Emil"), game=OH_HELL)
    archive_session(book, game, at="2026-11-21T20:01:00Z")
    exclude_session(book, game, at="2026-11-21T20:02:00Z")
    number = keeper.numbers
    for player, into in (("K.", "Klea"), ("Klea", "Kleopatra")):
        merge_players(book, number[player], into=number[into], at="2026-11-22T08:00:00Z")
    rename_player(book, number["Cl"], name="Klaus")
    merge_players(book, number["Cl"], into=number["Cleo"], at="2026-11-22T08:10:00Z")
    rename_player(book, number["Cleo"], name="Cl")
    unmerge_player(book, number["Cl"])
    rename_player(book, number["Zoë"], name="Zoé Ω")
    describe_player(book, number["Kleopatra"], colour=9)
    describe_player(book, number["Dora"], colour=0)
    archive_player(book, number["Dora"], at="2026-11-22T09:00:00Z")


def fill(keeper: Keeper) -> None:
    """A session of each game, and all that can be done to one."""
    for game in all_games().values():
        keeper.plays_in_part(game)
    entries, players = (bids(1, 1, 1), tricks(2, 0, 0), bids(0, 0, 0)), ("Zoë", "ann", "=1+1")
    session = keeper.plays(*entries, players=players, game=OH_HELL, **DOCUMENT["options"])
    keeper.corrects(session, {0: bids(2, 1, 0)})
    keeper.corrects(session, {1: tricks(1, 1, 0)})
    keeper.undoes(session)
    delete_session(keeper.book, keeper.sits_down(*DOCUMENT["players"], game=OH_HELL), at="2026-11-21T20:00:00Z")
    described(keeper, session)
    save_rule_set(keeper.book, "oh-hell", name="Ours", options={"scoring": "plus"}, at="2026-11-21T20:00:00Z")


@both_engines
def test_nothing_is_lost_on_the_way_to_the_other_engine_and_a_second_time_nothing_is_doubled(
    keeper: Keeper, elsewhere: Keeper, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also where there are more sessions than are folded at a time."""
    monkeypatch.setattr(importer, "FOLDED_AT_ONCE", 2)
    fill(elsewhere)
    file = file_of(elsewhere)
    sessions = json.loads(file)["sessions"]
    assert imports(keeper, file) == ImportResult(new=len(sessions))
    assert file_of(keeper) == file
    for each in sessions:
        # Who chose no colour is drawn in one by their number, which is the database's own.
        here, there = (book.sees(each["id"]) for book in (keeper, elsewhere))
        assert replace(here, colours=there.colours) == there
    assert compare(keeper.book.db).differences == ()
    assert told_of_people(keeper) == told_of_people(elsewhere)
    assert scorebooks.players(keeper.book) == scorebooks.players(elsewhere.book)
    assert league.league_table(keeper.book) == league.league_table(elsewhere.book)
    for scorebook in (keeper, elsewhere):
        assert imports(scorebook, file) == ImportResult(known=len(sessions))
        assert file_of(scorebook) == file


@both_engines
def test_how_large_a_file_is_going_to_be_is_told_without_making_it(keeper: Keeper) -> None:
    assert sizes(keeper.book) == {}
    imports(keeper, FILE)
    (told,) = sizes(keeper.book).values()
    assert len(FILE.encode()) < told < 2 * len(FILE.encode())


def test_the_file_says_nothing_of_another_scorebook(keeper: Keeper, stranger: Keeper) -> None:
    imports(keeper, FILE)
    secret = stranger.sits_down("Mallory", "Ben", "Zoë", game=OH_HELL)
    assert "Mallory" not in file_of(keeper)
    assert secret not in file_of(keeper)
    assert keeper.scorebook not in file_of(keeper), "who has the id of a scorebook may write in it"


def test_what_cannot_be_read_here_any_more_goes_out_all_the_same(keeper: Keeper, db: Connection) -> None:
    imports(keeper, FILE)
    db.execute("UPDATE session SET game = 'gone'", ())
    assert json.loads(file_of(keeper))["sessions"][0]["game"] == "gone"
    assert len(json.loads(file_of(keeper))["sessions"][0]["actions"]) == 5


@both_engines
def test_what_went_on_elsewhere_is_added(keeper: Keeper, elsewhere: Keeper) -> None:
    imports(keeper, FILE)
    imports(elsewhere, FILE)
    session = SESSION["id"]
    elsewhere.writes(session, bids(1, 0, 1))
    elsewhere.sits_down(*DOCUMENT["players"], game=OH_HELL)
    assert imports(keeper, file_of(elsewhere)) == ImportResult(new=1, longer=1)
    assert keeper.sees(session) == elsewhere.sees(session)
    assert imports(keeper, FILE) == ImportResult(known=1), "an older file takes nothing away"
    assert keeper.sees(session).position == 6


def test_two_that_went_on_apart_are_not_mixed_and_nothing_else_comes(keeper: Keeper, elsewhere: Keeper) -> None:
    for each, said in ((keeper, bids(1, 0, 1)), (elsewhere, bids(0, 1, 1))):
        imports(each, FILE)
        each.writes(SESSION["id"], said)
    elsewhere.sits_down(*DOCUMENT["players"], game=OH_HELL)
    told = "Session 1 (2026-11-21): This session is already here but was continued differently."
    assert refused(keeper, file_of(elsewhere)) == told
    # Nor is another table of the same id.
    for table in ({"dealer": 1}, {"players": ["Ann", "Ben", "Dora"]}):
        file = changed(**{f"sessions__0__{name}": value for name, value in table.items()})
        assert refused(keeper, file).startswith("Session 1 (2026-11-21)")


@both_engines
def test_what_another_scorebook_here_keeps_comes_as_a_copy(keeper: Keeper, stranger: Keeper) -> None:
    """So a group that has lost its way into its scorebook gets everything back."""
    imports(stranger, FILE)
    assert imports(keeper, FILE) == ImportResult(new=1)
    assert imports(keeper, FILE) == ImportResult(known=1)
    (copy,) = summaries(keeper.book)
    assert keeper.sees(copy.id).sheet.totals == (-10, -10, -10)
    keeper.undoes(copy.id)
    assert stranger.sees(SESSION["id"]).position == 5
    assert imports(keeper, FILE) == ImportResult(known=1)
    # Also when the other scorebook has let go of its own.
    delete_session(stranger.book, SESSION["id"], at="2026-11-22T12:00:00Z")
    assert purge_book(stranger.book, before="2026-12-30T12:00:00Z").sessions == 1
    assert [imports(each, FILE) for each in (keeper, stranger)] == [ImportResult(known=1), ImportResult(new=1)]


def test_a_copy_that_comes_back_goes_on_with_the_session_it_was_made_from(keeper: Keeper, stranger: Keeper) -> None:
    imports(keeper, FILE)
    imports(stranger, FILE)
    (copy,) = summaries(stranger.book)
    stranger.writes(copy.id, bids(0, 0, 0))
    back = file_of(stranger)
    assert imports(keeper, back) == ImportResult(longer=1)
    assert imports(keeper, back) == ImportResult(known=1)
    assert keeper.sees(SESSION["id"]).actions == stranger.sees(copy.id).actions


@both_engines
def test_what_leaves_for_good_while_its_file_is_read_comes_in_anew(keeper: Keeper, database: Database) -> None:
    imports(keeper, FILE)
    session = SESSION["id"]
    delete_session(keeper.book, session, at="2026-11-22T12:00:00Z")

    @contextmanager
    def purging(doing: str, steps: int) -> Iterator[Advance]:
        """After the first step, when all is looked at and nothing written, what was deleted leaves."""
        left: list[Purged] = []

        def advance(_more: int) -> None:
            if not left:
                with closing(database.connect()) as db:
                    left.append(purge_book(Book(db, keeper.book.scorebook, "keeper"), before="2026-12-30T12:00:00Z"))

        yield advance
        assert [each.sessions for each in left] == [1]

    assert import_file(keeper.book, read_file(FILE.encode()), by(), purging) == ImportResult(new=1)
    assert keeper.sees(session).sheet.totals == (-10, -10, -10)


def test_what_has_a_name_here_keeps_it(keeper: Keeper, db: Connection) -> None:
    keeper.sits_down("ANN", "Bert", "Dora", game=OH_HELL)
    save_rule_set(keeper.book, "oh-hell", name="THURSDAYS", options={"scoring": "plus"}, at="2026-11-21T20:00:00Z")
    save_device_name(Book(db, keeper.scorebook, "keeper"), replace(keeper.by(), device="5f3a9c01", name="Pixel"))
    imports(keeper, FILE)
    assert sorted(scorebooks.players(keeper.book)) == ["ANN", "Benedikt", "Bert", "Chika", "Dora"]
    assert [(each.name, each.options["scoring"]) for each in rule_sets(keeper.book, "oh-hell")] == [
        ("THURSDAYS", "plus")
    ]
    assert device_names(keeper.book, SESSION["id"]) == {"5f3a9c01": "Pixel"}


def test_a_phone_of_another_scorebook_is_called_as_the_file_calls_it(keeper: Keeper, stranger: Keeper) -> None:
    """Where the file has no name for it, it has none here."""
    stranger.sits_down("Eva", "Fay")
    for name, file in (
        ("Anna’s phone", {}),
        ("Anna’s phone", {"5f3a9c01": "iPhone"}),
        ("Anna’s new phone", {"5f3a9c01": "iPhone"}),
    ):
        save_device_name(
            Book(stranger.book.db, stranger.scorebook, "keeper"), replace(stranger.by(), device="5f3a9c01", name=name)
        )
        imports(keeper, changed(devices=file))
        assert device_names(keeper.book, SESSION["id"]) == json.loads(file_of(keeper))["devices"] == file


# A session document.


def test_a_session_document_begins_now_and_is_known_by_its_key(keeper: Keeper) -> None:
    file = json.dumps(DOCUMENT)
    assert imports(keeper, file) == ImportResult(new=1)
    assert imports(keeper, file) == ImportResult(known=1)
    (found,) = summaries(keeper.book)
    assert (found.created_at, keeper.sees(found.id).entries) == ("2026-11-21T22:00:00Z", (bids(1, 0, 2),))
    assert device_names(keeper.book, found.id) == {"tablet": "iPad"}
    assert imports(keeper, file, key="another day") == ImportResult(new=1)


def test_a_number_as_typed_is_written_as_the_record_writes_it(keeper: Keeper) -> None:
    """Sent once more, or as it was before it went on, it is not another way to have gone on."""
    typed = changed(sessions__0__actions__0__facts={"step": "bids", "bids": ["１", " 0", "2"], "trump": "hearts"})
    older = json.loads(typed)
    older["sessions"][0]["actions"] = older["sessions"][0]["actions"][:1]
    assert imports(keeper, json.dumps(older)) == ImportResult(new=1)
    assert imports(keeper, typed) == ImportResult(longer=1)
    assert file_of(keeper) == FILE
    assert imports(keeper, typed) == imports(keeper, json.dumps(older)) == ImportResult(known=1)
    assert file_of(keeper) == FILE


# A long file is written in parts, and everybody else saves in between.


@pytest.fixture
def three(stranger: Keeper, monkeypatch: pytest.MonkeyPatch) -> str:
    """The file of three sessions of a deal each, which come one by one."""
    monkeypatch.setattr(importer, "MAX_HELD_SECONDS", 0)
    for players in (("Ann", "Ben"), ("Ben", "Chika"), ("Chika", "Ann")):
        stranger.writes(stranger.sits_down(*players), takes(ANN, 3))
    return file_of(stranger)


@both_engines
def test_another_table_saves_between_the_parts(
    keeper: Keeper, three: str, database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    seen: list[int] = []

    def pause(_seconds: float) -> None:
        with closing(database.connect()) as db:
            Keeper(db, "cellar").sits_down("Dora", "Emil")
            seen.append(len(heads(Keeper(db, keeper.scorebook).book)))

    monkeypatch.setattr(importer, "sleep", pause)
    assert imports(keeper, three) == ImportResult(new=3)
    assert seen == [1, 2]


def test_what_came_before_a_fault_stays_and_the_same_file_brings_the_rest(
    keeper: Keeper, three: str, db: Connection, monkeypatch: pytest.MonkeyPatch
) -> None:
    def pause(_seconds: float) -> None:
        if len(heads(keeper.book)) == 2:
            raise UnavailableError("full", "no room")

    monkeypatch.setattr(importer, "sleep", pause)
    with pytest.raises(UnavailableError):
        imports(keeper, three)
    assert len(heads(keeper.book)) == 2
    assert compare(db).differences == ()
    monkeypatch.setattr(importer, "sleep", lambda _seconds: None)
    assert imports(keeper, three) == ImportResult(new=1, known=2)


def test_a_file_with_somebody_twice_at_its_last_table_brings_nothing(keeper: Keeper, three: str) -> None:
    keeper.sits_down("Ann", "Zoe")
    keeper.sits_down("Chika", "Zoe")
    people = keeper.numbers
    merge_players(keeper.book, people["Chika"], into=people["Ann"], at=AT)
    said = refused(keeper, three)
    assert said.startswith("Session 3 (") and said.endswith("): Ann and Chika are the same player in this scorebook.")


def test_a_log_of_another_way_or_table_is_not_mixed_with_what_was_written_here_since(
    keeper: Keeper, elsewhere: Keeper
) -> None:
    """Whatever was found when the file was looked at."""
    id = elsewhere.sits_down("Ann", "Ben")
    import_session(keeper.book, elsewhere.sees(id))
    keeper.writes(id, note("here"))
    elsewhere.writes(id, note("there"))
    table = replace(elsewhere.sees(elsewhere.sits_down("Ann", "Ben", dealer=1)), id=id)
    before = keeper.sees(id)
    for other in (elsewhere.sees(id), table):
        with pytest.raises(OtherLogError):
            import_session(keeper.book, other)
    assert keeper.sees(id) == before


# A table that changed while it played.


AT = "2026-11-22T08:00:00Z"
EVERYBODY = ("Ann", "Ben", "Cleo", "Eva", "Zoe")


@pytest.mark.engines("sqlite", "postgresql")
def test_it_comes_back_as_it_was(keeper: Keeper, elsewhere: Keeper) -> None:
    session = plays(keeper)
    keeper.corrects(session, {TAKEOVER: ENTRIES[TAKEOVER] | {"name": "Yui"}})
    keeper.undoes(session)
    rename_player(keeper.book, keeper.numbers["Eva"], name="Evi")
    file = file_of(keeper)
    assert imports(elsewhere, file) == ImportResult(new=1)
    assert file_of(elsewhere) == file
    here, there = (
        [[tuple(seat) for seat in each.seats] for each in summaries(one.book)] for one in (keeper, elsewhere)
    )
    assert here == there
    for name in ("Ann", "Ben", "Cleo", "Evi", "Zoe"):
        now, was = (statistics(one.book, one.numbers[name]).games for one in (elsewhere, keeper))
        assert list(map(vars, now)) == list(map(vars, was))
        assert len(summaries(elsewhere.book, player=name)) == 1
    assert elsewhere.sees(session).sheet.table.players == ("Zoe", "Ben", "Cleo", "Evi")
    assert compare(elsewhere.book.db).differences == ()


def test_a_name_in_the_log_means_the_person_who_is_called_so_here(keeper: Keeper, stranger: Keeper) -> None:
    stranger.sits_down("Xenia", "Ben")
    rename_player(stranger.book, stranger.numbers["Xenia"], name="Eva")
    session = plays(keeper)
    file = file_of(keeper).replace(session, "another-evening-01")
    assert imports(stranger, file) == ImportResult(new=1)
    assert set(stranger.numbers) == {*EVERYBODY}
    assert len(summaries(stranger.book, player="Xenia")) == 2
    assert stranger.sees("another-evening-01").entries[JOIN]["name"] == "Xenia"
    assert stranger.sees("another-evening-01").sheet.table.players[3] == "Eva"
    assert imports(stranger, file, "again") == ImportResult(known=1)
    assert compare(stranger.book.db).differences == ()


def test_whoever_is_one_person_here_does_not_sit_twice(keeper: Keeper, stranger: Keeper) -> None:
    stranger.sits_down("Ben", "Other")
    stranger.sits_down("Eva", "Other")
    of = stranger.numbers
    merge_players(stranger.book, of["Eva"], into=of["Ben"], at=AT)
    plays(keeper)
    assert "Eva and Ben are the same player in this scorebook." in refused(stranger, file_of(keeper))


def test_one_person_may_take_over_from_themselves_under_another_name(keeper: Keeper, elsewhere: Keeper) -> None:
    elsewhere.sits_down("Ann", "Other")
    elsewhere.sits_down("Zoe", "Other")
    of = elsewhere.numbers
    merge_players(elsewhere.book, of["Zoe"], into=of["Ann"], at=AT)
    plays(keeper)
    assert imports(elsewhere, file_of(keeper)) == ImportResult(new=1)
    (found,) = statistics(elsewhere.book, of["Ann"]).games
    # Made both deals as Ann and missed both as Zoe, who has the place.
    bids = sum(times for told, times in found.facts.items() if told.name == "made")
    assert (found.results.games, found.in_part, bids) == (1, 1, 4)
    assert compare(elsewhere.book.db).differences == ()


@pytest.mark.parametrize("name", ["Eva", "Zoe"])
def test_who_sat_down_must_be_among_the_players(keeper: Keeper, stranger: Keeper, name: str) -> None:
    plays(keeper)
    players = [{"name": each} for each in EVERYBODY if each != name]
    file = json.dumps(json.loads(file_of(keeper)) | {"players": players})
    assert f"{name} is not one of the players in this file." in refused(stranger, file)


def test_a_document_seats_people_of_the_scorebook(keeper: Keeper) -> None:
    keeper.sits_down("Eva", "Ben")
    rename_player(keeper.book, keeper.numbers["Eva"], name="Evi")
    session = plays(keeper, (*ENTRIES[:JOIN], ENTRIES[JOIN] | {"name": "Evi"}))
    document = json.dumps(keeper.sees(session).document)
    assert imports(keeper, document) == ImportResult(new=1)
    assert len(summaries(keeper.book, player="Evi")) == 3
    assert set(keeper.numbers) == {"Ann", "Ben", "Cleo", "Evi"}
    assert compare(keeper.book.db).differences == ()
