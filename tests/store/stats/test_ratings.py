"""Ratings of a scorebook: what counts, how they are shown, and that they are those of the record as it stands now."""

from __future__ import annotations

import random
from collections.abc import Iterator
from contextlib import suppress
from itertools import permutations
from typing import Any

import pytest
from openskill.models import BradleyTerryFull

from record.rating import Rating, rated
from scoring.games.satat import GAME as SATAT
from scoring.games.score_pad import GAME as SCORE_PAD
from store.admin.rebuild import compare, rebuild
from store.book import Book
from store.engines.base import Connection
from store.stats import ratings
from store.stats.ratings import RatingCache
from tests.kit.games import played
from tests.kit.store.counting import number_of
from tests.kit.store.scorebook_file import exported, imports
from tests.store.conftest import Keeper

pytestmark = pytest.mark.engines("sqlite")

AT = "2026-11-22T09:00:00Z"
NIGHTS: tuple[tuple[int, ...], ...] = ((9, 5, 1), (2, 8, 2), (7, 7, 3), (1, 4, 6), (5, 6, 9), (8, 2, 3))
"""What Ann, Ben and Chika had on the first to the sixth; the most wins."""


def plays(
    keeper: Keeper, day: int, points: tuple[int, ...], *, names: str = "Ann Ben Chika", name: str | None = None
) -> str:
    """A game on the pad that is ended after a round."""
    options: dict[str, Any] = {"name": name} if name else {}
    session = keeper.sits_down(*names.split(), game=SCORE_PAD, at=f"2026-11-{day:02}T20:00:00Z", **options)
    keeper.writes(session, {"step": "round", "points": list(points)})
    keeper.writes(session, {"step": "end"})
    return session


def nights(keeper: Keeper) -> list[str]:
    return [plays(keeper, day, points) for day, points in enumerate(NIGHTS, start=1)]


def told(book: Book) -> dict[tuple[str, str, str], tuple[int, Rating]]:
    """Games and rating by game, its name and player."""
    names = {each.id: each.name for each in book.people()}
    return {(each.game, each.title, names[each.player]): (each.games, each.rating) for each in book.ratings()}


def anew(book: Book) -> dict[tuple[str, str, str], tuple[int, Rating]]:
    """The same by a process that begins from nothing."""
    cache = ratings.RATING_CACHE
    ratings.RATING_CACHE = RatingCache()
    try:
        return told(book)
    finally:
        ratings.RATING_CACHE = cache


def places(points: tuple[int, ...]) -> list[int]:
    return [1 + sum(other > each for other in points) for each in points]


def by_hand(*games: tuple[int, ...]) -> list[Rating]:
    now = [Rating()] * 3
    for points in games:
        now = [side[0] for side in rated([[each] for each in now], places(points))]
    return now


def test_it_is_what_the_places_come_to_in_the_order_of_the_sessions(keeper: Keeper) -> None:
    nights(keeper)
    names = ("Ann", "Ben", "Chika")
    expected = {("score-pad", "", name): (6, each) for name, each in zip(names, by_hand(*NIGHTS), strict=True)}
    assert told(keeper.book) == expected


def test_a_number_is_shown_after_five_games(keeper: Keeper) -> None:
    for day in range(1, 5):
        plays(keeper, day, (2, 1), names="Ann Ben")
    assert {each.number for each in keeper.book.ratings()} == {None}
    plays(keeper, 5, (2, 1), names="Ann Ben")
    ann, ben = keeper.book.ratings()
    assert ann.number is not None
    assert ben.number is not None
    assert ann.number - 1000 == 1000 - ben.number > 100


@pytest.mark.parametrize("order", [*permutations(range(3))])
def test_the_same_record_has_the_same_ratings_however_it_was_entered(keeper: Keeper, order: tuple[int, ...]) -> None:
    """Looked at after each, so that what was worked out before has to be right or given up."""
    for which in order:
        plays(keeper, which + 1, NIGHTS[which])
        assert told(keeper.book) == anew(keeper.book)
    assert [each[1] for each in told(keeper.book).values()] == sorted(by_hand(*NIGHTS[:3]), key=lambda each: -each.mu)


def test_a_correction_of_an_early_session_changes_the_later_ones(keeper: Keeper, db: Connection) -> None:
    sessions = nights(keeper)
    before = told(keeper.book)
    keeper.corrects(sessions[0], {0: {"step": "round", "points": [1, 5, 9]}})
    now = told(keeper.book)
    assert now != before
    assert [now["score-pad", "", name][1] for name in ("Ann", "Ben", "Chika")] == by_hand((1, 5, 9), *NIGHTS[1:])
    assert now == anew(keeper.book)
    assert compare(db).differences == ()
    rebuild(db)
    assert told(keeper.book) == now == anew(keeper.book)


@pytest.mark.engines("sqlite", "postgresql")
@pytest.mark.parametrize("which", [0, -1])
def test_what_is_undone_deleted_and_restored_is_worked_out_again(keeper: Keeper, which: int) -> None:
    sessions = nights(keeper)
    all_of_them = told(keeper.book)
    without = by_hand(*NIGHTS[1:]) if which == 0 else by_hand(*NIGHTS[:-1])
    for away, back in (
        (lambda: keeper.undoes(sessions[which]), lambda: keeper.redoes(sessions[which])),
        (lambda: keeper.book.discard(sessions[which], at=AT), lambda: keeper.book.restore(sessions[which])),
    ):
        away()
        assert [told(keeper.book)["score-pad", "", name] for name in ("Ann", "Ben", "Chika")] == [
            (5, each) for each in without
        ]
        back()
        assert told(keeper.book) == all_of_them


@pytest.mark.engines("sqlite", "postgresql")
def test_two_names_of_one_person_are_rated_as_one_until_they_part(keeper: Keeper) -> None:
    plays(keeper, 1, (2, 1), names="Ann Ben")
    plays(keeper, 2, (1, 2), names="Anna Ben")
    apart = told(keeper.book)
    ann, anna = number_of(keeper.book, "Ann"), number_of(keeper.book, "Anna")
    keeper.book.merge_players(anna, into=ann, at=AT)
    assert {name: games for (_, _, name), (games, _) in told(keeper.book).items()} == {"Ann": 2, "Ben": 2}
    assert told(keeper.book) == anew(keeper.book)
    keeper.book.unmerge_player(anna)
    assert told(keeper.book) == apart


def test_named_games_of_the_pad_and_scorebooks_are_apart(keeper: Keeper, stranger: Keeper) -> None:
    plays(keeper, 1, (2, 1), names="Ann Ben", name="Hearts")
    plays(keeper, 2, (1, 2), names="Ann Ben", name="七並べ")
    plays(stranger, 3, (1, 2), names="Ann Ben")
    assert {(title, name): each.number for (_, title, name), (_, each) in told(keeper.book).items()} == {
        ("Hearts", "Ann"): 1063,
        ("Hearts", "Ben"): 937,
        ("七並べ", "Ann"): 937,
        ("七並べ", "Ben"): 1063,
    }


def test_partners_are_one_side(keeper: Keeper) -> None:
    game = played(SATAT, 1)
    session = keeper.sits_down("Ann", "Ben", "Chika", "Dan", game=SATAT, **game.session["options"])
    keeper.writes(session, next(each for each in game.entries if each["step"] not in ("note", "penalty")))
    keeper.writes(session, {"step": "end"})
    sheet = keeper.sees(session).sheet
    names = sheet.table.players
    found = {name: each for (_, _, name), (_, each) in told(keeper.book).items()}
    assert found[names[0]] == found[names[2]] != found[names[1]] == found[names[3]]
    (change,) = keeper.book.rating_history(number_of(keeper.book, names[0]), "satat").changes
    assert [{*each.people} for each in change.against] == [{number_of(keeper.book, names[each]) for each in (1, 3)}]


def test_a_running_game_does_not_count(keeper: Keeper) -> None:
    session = keeper.sits_down("Ann", "Ben", game=SCORE_PAD)
    keeper.writes(session, {"step": "round", "points": [2, 1]})
    assert keeper.book.ratings() == []
    keeper.writes(session, {"step": "end"})
    assert len(keeper.book.ratings()) == 2


@pytest.mark.engines("sqlite", "postgresql")
def test_every_change_is_explained(keeper: Keeper) -> None:
    """Chika was ahead of both in the fifth; what each brought adds up, and each begins where the one before ended."""
    sessions = nights(keeper)
    chika = number_of(keeper.book, "Chika")
    history = keeper.book.rating_history(chika, "score-pad")
    assert [each.session for each in history.changes] == sessions
    assert history.numbers == (1000, *(each.after for each in history.changes))
    assert history.numbers[-1] == by_hand(*NIGHTS)[2].number
    for change in history.changes:
        assert change.after - change.before == sum(each.gain for each in change.against)
    fifth = history.changes[4]
    assert {each.people[0]: each.result for each in fifth.against} == {
        number_of(keeper.book, "Ann"): 1,
        number_of(keeper.book, "Ben"): 1,
    }
    assert keeper.book.rating_history(chika, "score-pad", last=2).changes == history.changes[-2:]
    assert keeper.book.rating_history(chika, "score-pad", last=2).numbers == history.numbers


def test_three_to_eight_at_a_table_with_draws_are_what_openskill_makes_of_them(keeper: Keeper) -> None:
    luck, names = random.Random(5), ["Ann", "Ben", "Chika", "Dan", "Emi", "Fumi", "Gen", "Hana"]
    model: Any = BradleyTerryFull()
    expected: dict[str, Any] = {}
    for day in range(1, 25):
        there = luck.sample(names, luck.randint(3, 8))
        points = tuple(luck.randint(0, 4) for _ in there)
        plays(keeper, day, points, names=" ".join(there))
        sides = [[expected.get(name) or model.rating()] for name in there]
        after = model.rate(sides, ranks=[*map(float, places(points))])
        expected |= {name: side[0] for name, side in zip(there, after, strict=True)}
    now = {each.player: each.rating for each in keeper.book.ratings()}
    assert len(now) == 8
    for name in names:
        number = number_of(keeper.book, name)
        assert now[number] == pytest.approx((expected[name].mu, expected[name].sigma), abs=1e-9)
        history = keeper.book.rating_history(number, "score-pad")
        assert history.numbers[-1] == now[number].number
        for before, change in zip(history.numbers, history.changes, strict=False):
            assert change.before == before
            assert change.after == before + sum(each.gain for each in change.against)


def test_a_session_that_went_on_elsewhere_is_rated_as_it_stands_now(keeper: Keeper, stranger: Keeper) -> None:
    """Here an early one is corrected; there the file comes in a second time."""
    sessions = nights(keeper)

    assert imports(stranger, exported(keeper)).new == len(NIGHTS)
    before = told(stranger.book)
    assert before == told(keeper.book)
    keeper.writes(sessions[1], {"step": "adjustment", "seat": 1, "amount": -50, "reason": "a bet"})
    assert imports(stranger, exported(keeper), "two").longer == 1
    assert told(stranger.book) == told(keeper.book) == anew(stranger.book) != before


def test_what_is_rolled_back_is_not_kept(keeper: Keeper) -> None:
    nights(keeper)
    before = told(keeper.book)
    with suppress(ZeroDivisionError), keeper.book.transaction():
        plays(keeper, 20, (1, 2, 3))
        assert told(keeper.book) != before
        raise ZeroDivisionError
    assert told(keeper.book) == before == anew(keeper.book)


def test_another_process_sees_what_this_one_has_changed(keeper: Keeper, monkeypatch: pytest.MonkeyPatch) -> None:
    caches = [RatingCache(), RatingCache()]
    sessions = nights(keeper)

    def both() -> Iterator[object]:
        for cache in caches:
            monkeypatch.setattr(ratings, "RATING_CACHE", cache)
            yield told(keeper.book)

    one, other = both()
    assert one == other
    keeper.undoes(sessions[2])
    one, other = both()
    assert one == other == anew(keeper.book)


@pytest.mark.engines("sqlite", "postgresql")
def test_it_is_on_until_somebody_turns_it_off(keeper: Keeper) -> None:
    assert keeper.book.is_rated()
    keeper.book.turn_rating(on=False, at=AT)
    assert not keeper.book.is_rated()
    keeper.book.turn_rating(on=True, at=AT)
    assert keeper.book.is_rated()
