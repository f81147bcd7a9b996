"""Ratings of a scorebook: what counts, how they are shown, and that they are those of the record as it stands now."""

from __future__ import annotations

from contextlib import closing, suppress
from itertools import permutations
from pathlib import Path

import pytest

from record.rating import Rating, ratings_after
from scoring.games.satat import GAME as SATAT
from scoring.games.score_pad import GAME as SCORE_PAD
from store.admin.rebuild import compare, rebuild
from store.book import Book
from store.engines.base import Connection
from store.engines.sqlite import SQLite
from store.players.profiles import merge_players, people, unmerge_player
from store.scorebooks import is_rated, set_rating
from store.sessions.details import delete_session
from store.stats import ratings
from store.stats.ratings import rating_history
from tests.kit.games import played
from tests.kit.store.counting import a_round, pad
from tests.kit.store.table_talk import END
from tests.store.conftest import Keeper, file_of, forget_results

pytestmark = pytest.mark.engines("sqlite")
both_engines = pytest.mark.engines("sqlite", "postgresql")

AT = "2026-11-22T09:00:00Z"
TABLE = ("Ann", "Ben", "Chika")
NIGHTS: tuple[tuple[int, ...], ...] = ((9, 5, 1), (2, 8, 2), (7, 7, 3), (1, 4, 6), (5, 6, 9), (8, 2, 3))
"""What Ann, Ben and Chika had on the first to the sixth; the most wins."""


def nights(keeper: Keeper) -> list[str]:
    return [pad(keeper, f"2026-11-0{day}", *points) for day, points in enumerate(NIGHTS, start=1)]


def told(book: Book) -> dict[tuple[str, str, str], tuple[int, Rating]]:
    """Games and rating by game, its name and player; a process that begins from nothing has the same."""
    names = {each.id: each.name for each in people(book)}
    found = {(each.game, each.title, names[each.player]): (each.games, each.rating) for each in ratings.ratings(book)}
    kept = ratings.ratings(book)
    forget_results()
    assert ratings.ratings(book) == kept
    return found


def by_hand(*games: tuple[int, ...]) -> dict[tuple[str, str, str], tuple[int, Rating]]:
    """What is told of the three after games with these points: a place is one more than those with more."""
    now = [Rating()] * 3
    for points in games:
        places = [1 + sum(other > each for other in points) for each in points]
        now = [side[0] for side in ratings_after([[each] for each in now], places)]
    return {("score-pad", "", name): (len(games), each) for name, each in zip(TABLE, now, strict=True)}


def test_a_number_is_shown_after_five_games(keeper: Keeper) -> None:
    for day in range(1, 5):
        pad(keeper, f"2026-11-0{day}", 2, 1)
    assert {each.number for each in ratings.ratings(keeper.book)} == {None}
    pad(keeper, "2026-11-05", 2, 1)
    ann, ben = (each.number or 0 for each in ratings.ratings(keeper.book))
    assert ann - 1000 == 1000 - ben > 100


@pytest.mark.parametrize("order", [*permutations(range(3))])
def test_the_same_record_has_the_same_ratings_however_it_was_entered(keeper: Keeper, order: tuple[int, ...]) -> None:
    """Looked at after each, so that what was worked out before has to be right or given up."""
    for which in order:
        pad(keeper, f"2026-11-0{which + 1}", *NIGHTS[which])
        now = told(keeper.book)
    assert now == by_hand(*NIGHTS[:3])


@both_engines
def test_what_is_corrected_undone_deleted_or_restored_is_worked_out_again(keeper: Keeper, db: Connection) -> None:
    first, *_, last = nights(keeper)
    assert told(keeper.book) == by_hand(*NIGHTS)
    for act, back, left in (
        (lambda: keeper.corrects(first, {0: a_round(1, 5, 9)}), lambda: keeper.undoes(first), ((1, 5, 9), *NIGHTS[1:])),
        (lambda: keeper.undoes(first), lambda: keeper.redoes(first), NIGHTS[1:]),
        (lambda: keeper.undoes(last), lambda: keeper.redoes(last), NIGHTS[:-1]),
        (
            lambda: delete_session(keeper.book, first, at=AT),
            lambda: delete_session(keeper.book, first, at=None),
            NIGHTS[1:],
        ),
        (
            lambda: delete_session(keeper.book, last, at=AT),
            lambda: delete_session(keeper.book, last, at=None),
            NIGHTS[:-1],
        ),
    ):
        act()
        assert (told(keeper.book), compare(db).differences) == (by_hand(*left), ())
        rebuild(db)
        assert told(keeper.book) == by_hand(*left)
        back()
        assert told(keeper.book) == by_hand(*NIGHTS)


@both_engines
def test_two_names_of_one_person_are_rated_as_one_until_they_part(keeper: Keeper) -> None:
    pad(keeper, "2026-11-01", 2, 1)
    pad(keeper, "2026-11-02", 1, 2, players=("Anna", "Ben"))
    apart, of = told(keeper.book), keeper.numbers
    merge_players(keeper.book, of["Anna"], into=of["Ann"], at=AT)
    assert {name: games for (_, _, name), (games, _) in told(keeper.book).items()} == {"Ann": 2, "Ben": 2}
    unmerge_player(keeper.book, of["Anna"])
    assert told(keeper.book) == apart


def test_named_games_of_the_pad_and_scorebooks_are_apart(keeper: Keeper, stranger: Keeper) -> None:
    pad(keeper, "2026-11-01", 2, 1, name="Hearts")
    pad(keeper, "2026-11-02", 1, 2, name="七並べ")
    pad(stranger, "2026-11-03", 1, 2)
    assert {(title, name): each.number for (_, title, name), (_, each) in told(keeper.book).items()} == {
        ("Hearts", "Ann"): 1063,
        ("Hearts", "Ben"): 937,
        ("七並べ", "Ann"): 937,
        ("七並べ", "Ben"): 1063,
    }


def test_partners_are_one_side(keeper: Keeper) -> None:
    game = played(SATAT, 1)
    deal = next(each for each in game.entries if each["step"] not in ("note", "penalty"))
    keeper.plays(deal, END, players=(*TABLE, "Dan"), game=SATAT, **game.session["options"])
    of, found = keeper.numbers, {name: each for (_, _, name), (_, each) in told(keeper.book).items()}
    assert found["Ann"] == found["Chika"] != found["Ben"] == found["Dan"]
    (change,) = rating_history(keeper.book, of["Ann"], "satat").changes
    assert [{*each.people} for each in change.against] == [{of["Ben"], of["Dan"]}]


def test_a_running_game_does_not_count(keeper: Keeper) -> None:
    session = keeper.plays(a_round(2, 1), game=SCORE_PAD)
    assert ratings.ratings(keeper.book) == []
    keeper.writes(session, END)
    assert len(ratings.ratings(keeper.book)) == 2


@both_engines
def test_every_change_is_explained(keeper: Keeper) -> None:
    """Chika was ahead of both in the fifth; what each brought adds up, and each begins where the one before ended."""
    sessions, of = nights(keeper), keeper.numbers
    history = rating_history(keeper.book, of["Chika"], "score-pad")
    assert [each.session for each in history.changes] == sessions
    assert history.numbers == (1000, *(each.after for each in history.changes))
    assert history.numbers[-1] == by_hand(*NIGHTS)["score-pad", "", "Chika"][1].number
    for before, change in zip(history.numbers, history.changes, strict=False):
        assert (change.before, change.after - before) == (before, sum(each.gain for each in change.against))
    against = {each.people[0]: each.result for each in history.changes[4].against}
    assert against == {of["Ann"]: 1, of["Ben"]: 1}
    last_two = rating_history(keeper.book, of["Chika"], "score-pad", last=2)
    assert (last_two.changes, last_two.numbers) == (history.changes[-2:], history.numbers)


def test_a_session_that_went_on_elsewhere_is_rated_as_it_stands_now(keeper: Keeper, stranger: Keeper) -> None:
    """Here an early one is corrected; there the file comes in a second time."""
    sessions = nights(keeper)
    assert stranger.takes_in(file_of(keeper)).new == len(NIGHTS)
    before = told(stranger.book)
    assert before == told(keeper.book)
    keeper.writes(sessions[1], {"step": "adjustment", "seat": 1, "amount": -50, "reason": "a bet"})
    assert stranger.takes_in(file_of(keeper)).longer == 1
    assert told(stranger.book) == told(keeper.book) != before


def test_what_is_rolled_back_is_not_kept(keeper: Keeper) -> None:
    nights(keeper)
    before = ratings.ratings(keeper.book)
    with suppress(ZeroDivisionError), keeper.book.db.writing():
        pad(keeper, "2026-11-20", 1, 2, 3)
        assert ratings.ratings(keeper.book) != before
        raise ZeroDivisionError
    pad(keeper, "2026-11-20", 3, 2, 1)
    assert told(keeper.book) == by_hand(*NIGHTS, (3, 2, 1))


def test_two_records_with_a_scorebook_of_the_same_id_are_apart(keeper: Keeper, tmp_path: Path) -> None:
    another = SQLite(tmp_path / "another.db")
    another.prepare()
    with closing(another.connect()) as db:
        other = Keeper(db, keeper.scorebook)
        pad(keeper, "2026-11-01", *NIGHTS[0])
        pad(other, "2026-11-01", *NIGHTS[1])
        assert told(keeper.book) == by_hand(NIGHTS[0])
        assert told(other.book) == by_hand(NIGHTS[1])


@both_engines
def test_it_is_on_until_somebody_turns_it_off(keeper: Keeper) -> None:
    assert is_rated(keeper.book)
    for on in (False, True):
        set_rating(keeper.book, on=on, at=AT)
        assert is_rated(keeper.book) is on
