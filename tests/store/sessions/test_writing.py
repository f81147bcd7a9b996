"""A session is started, written in and taken back: in turn, or not at all; another scorebook sees nothing of it."""

from __future__ import annotations

import json
from collections.abc import Callable
from fractions import Fraction
from functools import partial

import pytest

from record.errors import NothingToRedoError, NothingToUndoError, RecordError, UnreadableSessionError
from record.log import MAX_ACTIONS, Action
from record.session import Session
from record.wording import last_change, names_of_done, names_of_undone
from scoring import document
from scoring.errors import EntryError
from store.admin.rebuild import compare
from store.cache import Cache
from store.engines.base import Connection
from store.errors import DeletedScorebookError, FullLogError, NoSuchError, StaleError
from store.players.profiles import people, rename_player
from store.scorebooks import delete_scorebook, deleted_at
from store.sessions import writing
from store.sessions.details import archive_session, delete_session, describe, exclude_session
from store.sessions.evenings import evening_of
from store.sessions.history import find_sessions, line_ups, summaries
from store.sessions.series import start_again
from store.sessions.snapshot import version
from store.sessions.writing import import_session
from store.stats.finished import first_and_last_played, has_played, played_between
from store.stats.head_to_head import head_to_head
from store.stats.league import league_table
from store.stats.player_stats import last_results, statistics
from store.stats.ratings import rating_history, ratings
from store.stats.selection import played_games
from store.transfer.export import results
from store.transfer.importer import ImportResult
from tests.conftest import ENGINES
from tests.kit.for_each import for_each
from tests.kit.store.changed_table import ENTRIES, EVA, JOIN, plays
from tests.kit.store.table_talk import ANN, BEN, END, note, takes
from tests.kit.store.toy_game import POT
from tests.store.conftest import Keeper, everything, file_of, forget_results, refused

pytestmark = pytest.mark.engines("sqlite")

AT = "2026-11-21T20:00:00Z"


@pytest.fixture
def session(keeper: Keeper) -> str:
    """Of a pot of 10 Ann took 3 and Ben 2."""
    return keeper.plays(takes(ANN, 3), takes(BEN, 2))


# A start.


def test_a_new_session_has_its_table_and_its_rules_in_full(keeper: Keeper) -> None:
    session = keeper.sees(keeper.sits_down("Ann", "Ben", "Chika", dealer=2, pot="20", at="2026-11-21T19:30:00+09:00"))
    assert session.game is POT
    assert (session.sheet.table.players, session.sheet.table.dealer) == (("Ann", "Ben", "Chika"), 2)
    assert session.created_at == session.updated_at == "2026-11-21T10:30:00Z"
    assert (session.position, session.actions, session.entries) == (0, (), ())
    # The tip was left open and takes the number of players.
    assert session.document["options"] == {"pot": 20, "tip": 3}


def test_its_document_is_scored_the_same_elsewhere(keeper: Keeper) -> None:
    session = keeper.sees(keeper.plays(takes(ANN, "2.5")))
    assert session.document["entries"] == [{"step": "take", "seat": ANN, "chips": "2.5"}]
    assert document.load(session.document).totals == (Fraction(5, 2), 0)


def test_a_table_that_cannot_play_starts_nothing(keeper: Keeper, db: Connection) -> None:
    before = everything(db)
    words = "For 2–3 players. You have 1"
    assert refused(lambda: keeper.sits_down("Ann", pot=0), words=words) == ["players", "pot"]
    assert everything(db) == before


def test_a_player_is_known_again_whatever_the_spelling_and_in_this_scorebook_alone(
    keeper: Keeper, stranger: Keeper
) -> None:
    for book in (keeper, stranger):
        book.sits_down("Ann", "Ben")
    assert keeper.sees(keeper.sits_down("ＢＥＮ", "ann")).sheet.table.players == ("Ben", "Ann")
    ours, theirs = ({each.id for each in people(book)} for book in (keeper.book, stranger.book))
    assert (len(ours), len(theirs), ours & theirs) == (2, 2, set())


# An entry.


def test_a_table_that_has_entered_nothing_is_unplayed(keeper: Keeper) -> None:
    now = keeper.sees(keeper.plays(players=("Ann", "Ben")))
    assert (now.is_unplayed, now.entries) == (True, ())


def test_an_entry_is_on_the_sheet_that_comes_back(keeper: Keeper) -> None:
    session = keeper.sits_down("Ann", "Ben")
    written = keeper.writes(session, takes(ANN, "3"), position=0)
    assert (written.repeated, written.session) == (False, keeper.sees(session))
    assert (written.session.sheet.totals, written.session.entries) == ((3, 0), (takes(ANN, 3),))


@for_each("nonsense", [None, [], "take", {}, {"step": "take"}, {"step": "bids", "bids": [1, 2]}, takes(ANN, 6)])
def test_what_breaks_a_rule_or_is_nonsense_is_refused_in_words_and_not_logged(
    keeper: Keeper, session: str, db: Connection, nonsense: object
) -> None:
    assert refused(lambda: keeper.writes(session, nonsense))
    assert (keeper.sees(session).position, db.in_transaction) == (2, False)


def test_who_comes_second_is_shown_what_the_first_wrote_whatever_is_wrong_with_it(
    keeper: Keeper, session: str, db: Connection
) -> None:
    before = everything(db)
    for act in (
        *(lambda at=at: keeper.writes(session, takes(BEN, 4), position=at) for at in (-1, 1, 3, 99)),
        lambda: keeper.writes(session, takes(BEN, 99), position=1),
        lambda: keeper.undoes(session, position=1),
        lambda: keeper.redoes(session, position=1),
        lambda: keeper.corrects(session, {0: takes(ANN, 1)}, position=1),
    ):
        with pytest.raises(StaleError) as stale:
            act()
        assert stale.value.session == keeper.sees(session)
    assert everything(db) == before


def test_the_log_tells_who_did_what_and_when(keeper: Keeper) -> None:
    session = keeper.sees(keeper.plays(takes(BEN, 4), at="2026-11-21T10:05:00Z"))
    assert session.actions == (Action(0, "enter", takes(BEN, 4), "2026-11-21T10:05:00Z", "phone"),)
    assert session.updated_at == "2026-11-21T10:05:00Z"


@pytest.mark.engines(*ENGINES)
@pytest.mark.parametrize(
    "act",
    [
        lambda keeper, session: keeper.writes(session, takes(BEN, 4)),
        lambda keeper, session: keeper.undoes(session),
        lambda keeper, session: keeper.corrects(session, {0: takes(BEN, 3)}),
    ],
    ids=["entry", "undo", "correction"],
)
def test_when_the_read_models_fail_the_action_goes_too(
    keeper: Keeper,
    session: str,
    db: Connection,
    monkeypatch: pytest.MonkeyPatch,
    act: Callable[[Keeper, str], object],
) -> None:
    before = everything(db)
    monkeypatch.setattr("store.stats.read_models.refresh", None)
    with pytest.raises(TypeError):
        act(keeper, session)
    assert everything(db) == before
    assert not db.in_transaction


# Undo and redo.


def test_undo_takes_back_the_last_entry_and_stays_in_the_log(keeper: Keeper, session: str) -> None:
    after = keeper.undoes(session).session
    assert (after.sheet.totals, [action.kind for action in after.actions]) == ((3, 0), ["enter", "enter", "undo"])
    assert (after.position, after) == (3, keeper.sees(session))


def test_undo_reopens_a_game_that_was_ended(keeper: Keeper, session: str) -> None:
    assert keeper.writes(session, END).session.sheet.over
    assert not keeper.undoes(session).session.sheet.over


def test_redo_brings_back_what_was_undone_until_something_else_is_entered(keeper: Keeper, session: str) -> None:
    assert keeper.undoes(session, count=2).session.entries == ()
    assert [len(keeper.redoes(session).session.entries) for _ in range(2)] == [1, 2]
    for otherwise in (lambda: None, lambda: (keeper.undoes(session), keeper.writes(session, takes(BEN, 5)))):
        otherwise()
        with pytest.raises(NothingToRedoError):
            keeper.redoes(session)


def test_more_than_was_done_cannot_be_undone(keeper: Keeper, session: str) -> None:
    for played, count in ((session, 0), (session, -1), (session, 3), (keeper.sits_down(), 1)):
        with pytest.raises(NothingToUndoError):
            keeper.undoes(played, count=count)
    assert keeper.sees(session).position == 2


def named(session: Session) -> tuple[list[str], list[str], str]:
    """What undo and redo would move, the last first, and what the last action changed."""
    done, undone = names_of_done(session), names_of_undone(session)
    return [str(name) for name in done], [str(name) for name in undone], str(last_change(session) or "")


def test_what_undo_and_redo_would_move_is_named(keeper: Keeper) -> None:
    assert named(keeper.sees(keeper.sits_down())) == ([], [], "")
    session = keeper.plays(takes(ANN, 3), note("rain"), takes(BEN, 2))
    assert named(keeper.sees(session))[0] == ["Take 2", "Note", "Take 1"]
    undone = named(keeper.undoes(session, count=2).session)
    assert undone == (["Take 1"], ["Note", "Take 2"], "Undone: Note, Take 2")
    assert named(keeper.redoes(session).session) == (["Note", "Take 1"], ["Take 2"], "Redone: Note")


def test_a_correction_is_named_with_whose_total_it_changed(keeper: Keeper, session: str) -> None:
    corrected = "Corrected: Take 1. Ben takes the lead; Ann 0 (−3), Ben 6 (+4)"
    after = named(keeper.corrects(session, {0: takes(BEN, 4)}).session)
    assert after == (["Correction of Take 1", "Take 2", "Take 1"], [], corrected)
    back = named(keeper.undoes(session).session)
    assert back[1:] == (["Correction of Take 1"], "Undone: Correction of Take 1")
    assert named(keeper.redoes(session).session)[2] == corrected


def test_a_correction_tells_how_many_entries_are_asked_again(keeper: Keeper) -> None:
    session = keeper.plays(takes(ANN, 3), takes(BEN, 4), takes(ANN, 3))
    # What stood before it has other names now.
    assert named(keeper.corrects(session, {0: takes(ANN, 5)}, reopen=True).session) == (
        ["Correction of Take 1"],
        [],
        "Corrected: Take 1. Ann 5 (−1), 1 later entry must be entered again",
    )


# What cannot be read, or is of others.


def test_another_scorebook_finds_no_such_session(keeper: Keeper, stranger: Keeper, session: str) -> None:
    stranger.sits_down()
    for act in (
        lambda: stranger.sees(session),
        lambda: stranger.writes(session, takes(ANN, 1), position=2),
        lambda: stranger.undoes(session, position=2),
        lambda: stranger.corrects(session, {0: takes(ANN, 1)}, position=2),
        lambda: describe(stranger.book, session, place="mine", note=""),
        lambda: start_again(stranger.book, session, stranger.by()),
    ):
        with pytest.raises(NoSuchError):
            act()
    assert (keeper.sees(session).position, keeper.sees(session).place) == (2, "")
    with pytest.raises(NoSuchError, match="no session 'never'"):
        keeper.sees("never")


def test_a_session_whose_game_or_whose_steps_are_gone_says_so(
    keeper: Keeper, session: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    for broken, by, words in (
        ("scoring.catalogue.all_games", dict, f"Session {session} cannot be read.*“pot”"),
        ("tests.kit.store.toy_game.PotSheet.ask_step", lambda sheet: None, "The game is over"),
    ):
        with monkeypatch.context() as since:
            since.setattr("store.sessions.loading.SESSION_CACHE", Cache(128))
            since.setattr(broken, by)
            with pytest.raises(UnreadableSessionError, match=words):
                keeper.sees(session)
    assert issubclass(UnreadableSessionError, RecordError)


def test_a_rule_that_became_stricter_takes_nothing_back(keeper: Keeper, monkeypatch: pytest.MonkeyPatch) -> None:
    session = keeper.plays(takes(ANN, 12), pot=20)
    monkeypatch.setattr("tests.kit.store.toy_game.PotSheet.left", Fraction(10))
    assert keeper.sees(session).sheet.totals == (12, 0)
    with pytest.raises(EntryError, match="Only 10 chips are left"):
        keeper.writes(session, takes(BEN, 12))


# Deleted, archived, excluded.


@pytest.mark.engines(*ENGINES)
def test_a_deleted_session_is_in_no_list_until_it_is_restored(keeper: Keeper, stranger: Keeper) -> None:
    session = keeper.sits_down("Ann", "Ben")
    book = keeper.book
    delete_session(book, session, at=AT)
    assert keeper.sees(session).deleted_at == AT
    for filters in ({}, {"player": "Ann"}, {"text": "ann"}, {"game": "pot"}, {"over": False}):
        assert find_sessions(book, limit=10, **filters).total == 0
    assert line_ups(book) == []
    assert [each.id for each in summaries(book, deleted_since=AT)] == [session]
    assert summaries(book, deleted_since="2026-11-21T20:00:01Z") == []
    with pytest.raises(NoSuchError):
        delete_session(stranger.book, session, at=None)
    delete_session(book, session, at=None)
    assert [each.id for each in summaries(book)] == [session]


@pytest.mark.engines(*ENGINES)
def test_an_archived_session_is_in_no_list_unless_it_is_asked_for(keeper: Keeper) -> None:
    def listed(**filters: object) -> list[str]:
        return [each.id for each in summaries(keeper.book, **filters)]  # type: ignore[arg-type]

    old = keeper.plays(note("rye bread"), takes(BEN, 10), at="2026-11-20T19:00:00Z")
    new = keeper.sits_down("Chika", "Dora", at="2026-11-21T19:00:00Z")
    archive_session(keeper.book, old, at=AT)
    assert keeper.sees(old).archived_at == AT
    assert (listed(), listed(archived=True), listed(archived=None)) == ([new], [old], [new, old])
    assert (listed(player="Ann"), listed(text="rye"), listed(over=False)) == ([], [], [new])
    assert listed(player="Ann", archived=None) == listed(text="rye", archived=True) == [old]
    assert [each.session for each in line_ups(keeper.book)] == [new]
    assert [each.id for each in results(keeper.book)] == [old], "what was finished is a result wherever it is listed"
    # One that is deleted too is with the deleted ones.
    delete_session(keeper.book, old, at=AT)
    assert (listed(archived=None), listed(deleted_since=AT)) == ([new], [old])
    for back in (partial(delete_session, keeper.book, at=None), partial(archive_session, keeper.book, at=None)):
        back(old)
    assert listed() == [new, old]


@pytest.mark.engines(*ENGINES)
def test_who_writes_on_a_deleted_or_archived_session_takes_it_out_again(keeper: Keeper) -> None:
    for put_away in (partial(delete_session, keeper.book), partial(archive_session, keeper.book)):
        session = keeper.sits_down()
        put_away(session, at=AT)
        assert keeper.writes(session, takes(ANN, 1)).session == keeper.sees(session)
        assert (keeper.sees(session).deleted_at, keeper.sees(session).archived_at) == (None, None)
    assert len(summaries(keeper.book)) == 2


def figures(keeper: Keeper) -> list[object]:
    """All that is counted of a scorebook, of which Ann is the first player and Ben the second."""
    forget_results()
    book, (ann, ben) = keeper.book, (each.id for each in people(keeper.book))
    return [
        *(statistics(book, ann), last_results(book, ann, limit=9), league_table(book), head_to_head(book, ann, ben)),
        *(ratings(book), rating_history(book, ann, "pot"), played_games(book), first_and_last_played(book)),
        *(played_between(book, "", "9"), has_played(book, "2026-11-22", "9")),
    ]


@pytest.mark.engines(*ENGINES)
def test_a_session_that_does_not_count_is_in_all_lists_and_in_no_figure(keeper: Keeper, stranger: Keeper) -> None:
    for day in (20, 21):
        keeper.plays(takes(BEN, 10), at=f"2026-11-{day}T19:00:00Z")
    before = figures(keeper)
    wrong = keeper.plays(takes(ANN, 10), at="2026-11-22T19:00:00Z")
    counted, version_before = figures(keeper), version(keeper.book, wrong)
    exclude_session(keeper.book, wrong, at=AT)
    assert (figures(keeper), figures(keeper) == counted) == (before, False)
    assert [each.excluded_at for each in summaries(keeper.book)] == [AT, None, None]
    assert version(keeper.book, wrong) != version_before
    assert [each.id for each in evening_of(keeper.book, wrong)] == [wrong]
    assert next(results(keeper.book)).excluded_at == AT
    exclude_session(keeper.book, wrong, at=None)
    assert figures(keeper) == counted
    exclude_session(keeper.book, wrong, at=AT)
    # Nothing that is written there brings it back.
    keeper.undoes(wrong)
    keeper.writes(wrong, takes(ANN, 10))
    archive_session(keeper.book, wrong, at=AT)
    delete_session(keeper.book, wrong, at=AT)
    delete_session(keeper.book, wrong, at=None)
    archive_session(keeper.book, wrong, at=None)
    describe(keeper.book, wrong, place="Café", note="the wrong pot")
    assert (figures(keeper), keeper.sees(wrong).excluded_at) == (before, AT)
    with pytest.raises(NoSuchError):
        exclude_session(stranger.book, wrong, at=None)


def test_nothing_is_written_in_a_deleted_scorebook_until_it_is_restored(
    keeper: Keeper, stranger: Keeper, session: str, db: Connection
) -> None:
    ann = people(keeper.book)[0].id
    delete_scorebook(keeper.book, at=AT)
    assert (deleted_at(keeper.book), deleted_at(stranger.book)) == (AT, None)
    before = everything(db)
    for write in (
        keeper.sits_down,
        lambda: keeper.writes(session, takes(ANN, 1)),
        lambda: start_again(keeper.book, session, keeper.by()),
        lambda: describe(keeper.book, session, place="x", note=""),
        lambda: archive_session(keeper.book, session, at=AT),
        lambda: exclude_session(keeper.book, session, at=AT),
        lambda: rename_player(keeper.book, ann, name="Queen"),
        lambda: import_session(keeper.book, keeper.sees(session)),
    ):
        with pytest.raises(DeletedScorebookError):
            write()
    assert issubclass(DeletedScorebookError, RecordError)
    assert everything(db) == before
    stranger.sits_down()
    delete_scorebook(keeper.book, at=None)
    assert keeper.writes(session, takes(ANN, 1)).session.position == 3


# Place and note.


@pytest.mark.engines(*ENGINES)
def test_a_session_has_a_place_and_a_note_and_is_found_by_them(keeper: Keeper, db: Connection) -> None:
    keeper.sits_down()
    session = keeper.plays(note("rye bread"))
    describe(keeper.book, session, place=" Café  Ö ", note="It rained.")
    now = keeper.sees(session)
    assert (now.place, now.note) == ("Café Ö", "It rained.")
    for text in ("café ö", "RAINED", "rye"):
        assert [(each.id, each.place, each.note) for each in summaries(keeper.book, text=text)] == [
            (session, "Café Ö", "It rained.")
        ], text
    # What is written on the sheet afterwards leaves them as they are.
    keeper.writes(session, takes(ANN, 3))
    assert (len(summaries(keeper.book, text="rained")), compare(db).differences) == (1, ())
    describe(keeper.book, session, place="", note="")
    assert [len(summaries(keeper.book, text=text)) for text in ("café", "rye")] == [0, 1]


def test_what_is_said_of_a_session_has_its_bounds(keeper: Keeper, session: str) -> None:
    with pytest.raises(EntryError) as caught:
        describe(keeper.book, session, place="x" * 61, note="a\0b")
    assert [(each.field, str(each.message)) for each in caught.value.problems] == [
        ("place", "That is too long. The maximum is 60 characters."),
        ("note", "That has characters that can’t be displayed."),
    ]
    assert keeper.sees(session).place == ""


# A log has a bound, so that every session can be exported and imported.


def test_the_last_actions_are_for_the_end_of_the_game(
    keeper: Keeper, session: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name, usual, here in (("MAX_BEFORE_STEP", 2_900, 2), ("MAX_ACTIONS", 3_000, 6)):
        assert getattr(writing, name) == usual, "a hundred are left once no step is written any more"
        monkeypatch.setattr(writing, name, here)
    with pytest.raises(FullLogError, match="as long as a game can be"):
        keeper.writes(session, takes(ANN, 3))
    keeper.writes(session, note("enough"))
    keeper.undoes(session)
    keeper.corrects(session, {0: takes(ANN, 2)})
    keeper.writes(session, END)
    with pytest.raises(FullLogError):
        keeper.undoes(session)
    assert (keeper.sees(session).position, keeper.sees(session).sheet.over) == (6, True)


def test_a_longer_log_of_an_earlier_release_comes_in_and_goes_out(keeper: Keeper, elsewhere: Keeper) -> None:
    session = keeper.plays(takes(ANN, 1))
    file = json.loads(file_of(keeper))
    (entry,) = file["sessions"][0]["actions"]
    back_and_forth = [{**entry, "kind": "undo", "facts": {}}, {**entry, "kind": "redo", "facts": {}}]
    file["sessions"][0]["actions"] += back_and_forth * (MAX_ACTIONS // 2 + 1)
    assert elsewhere.takes_in(json.dumps(file)) == ImportResult(new=1)
    assert elsewhere.sees(session).position == MAX_ACTIONS + 3
    assert json.loads(file_of(elsewhere))["sessions"] == file["sessions"]


@pytest.mark.engines(*ENGINES)
def test_who_joins_while_a_deal_is_played_is_in_the_record_once_it_is_over(keeper: Keeper, db: Connection) -> None:
    bids, tricks, joins = ENTRIES[0], ENTRIES[1], ENTRIES[JOIN]
    session = plays(keeper, (bids, joins))
    assert "Eva" not in keeper.numbers
    keeper.writes(session, tricks)
    assert "Eva" in keeper.numbers
    found = db.execute("SELECT turn, seat, player FROM sitting WHERE turn > 0")
    assert [(row["turn"], row["seat"], row["player"]) for row in found] == [(1, EVA, keeper.numbers["Eva"])]
    assert compare(db).differences == ()
