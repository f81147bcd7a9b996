"""Two people beside each other, by game, against each other and as partners, worked out by hand."""

from __future__ import annotations

from dataclasses import astuple

import pytest

from scoring import catalogue
from scoring.games.satat import GAME as SATAT
from store.errors import NoSuchPlayerError
from tests.kit.games import played
from tests.store.conftest import Keeper
from tests.store.stats.test_ratings import ALL_GAMES, AT, number_of, plays


@pytest.fixture(autouse=True)
def all_games(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(catalogue, "all_games", ALL_GAMES)


def test_by_game_and_by_the_name_of_a_game_on_the_pad(keeper: Keeper) -> None:
    plays(keeper, 1, (3, 1, 2), name="Hearts")
    plays(keeper, 2, (1, 1, 2), name="Hearts")
    last = plays(keeper, 3, (1, 2, 0))
    plays(keeper, 4, (1, 2), names="Ann Chika")
    ann, ben = number_of(keeper.book, "Ann"), number_of(keeper.book, "Ben")
    found = keeper.book.head_to_head(ann, ben)
    assert (found.players, found.names) == ((ann, ben), ("Ann", "Ben"))
    # Game, title, ahead, level, behind, as partners, won so.
    assert [astuple(each) for each in found.games] == [
        ("score-pad", "Hearts", 1, 1, 0, 0, 0),
        ("score-pad", "", 0, 0, 1, 0, 0),
    ]
    newest = found.last[0]
    assert (newest.session, newest.places, newest.totals) == (last, (2, 1), (1, 2))
    back = keeper.book.head_to_head(ben, ann)
    assert [(each.ahead, each.level, each.behind) for each in back.games] == [(0, 1, 1), (1, 0, 0)]


def test_partners_are_apart_from_opponents(keeper: Keeper) -> None:
    game = played(SATAT, 1)
    session = keeper.sits_down("Ann", "Ben", "Chika", "Dan", game=SATAT, **game.session["options"])
    keeper.writes(session, next(each for each in game.entries if each["step"] not in ("note", "penalty")))
    keeper.writes(session, {"step": "end"})
    ann, ben, chika = (number_of(keeper.book, name) for name in ("Ann", "Ben", "Chika"))
    won = 0 in keeper.sees(session).sheet.winners
    (partners,) = keeper.book.head_to_head(ann, chika).games
    (rivals,) = keeper.book.head_to_head(ann, ben).games
    assert (partners.against, partners.partners, partners.won) == (0, 1, int(won))
    assert (rivals.against, rivals.partners) == (1, 0)
    (beside,) = [each for each in keeper.book.statistics(ann).beside if each.player == ben]
    assert (rivals.ahead, rivals.level, rivals.behind) == (beside.ahead, beside.level, beside.behind)


def test_who_was_merged_is_the_other(keeper: Keeper) -> None:
    plays(keeper, 1, (2, 1), names="Ann Ben")
    plays(keeper, 2, (1, 2), names="Anna Ben")
    ann, anna, ben = (number_of(keeper.book, name) for name in ("Ann", "Anna", "Ben"))
    keeper.book.merge_players(anna, into=ann, at=AT)
    found = keeper.book.head_to_head(ben, anna)
    assert found.players == (ben, ann)
    assert [(each.ahead, each.behind) for each in found.games] == [(1, 1)]
    with pytest.raises(NoSuchPlayerError):
        keeper.book.head_to_head(ann, anna)
    with pytest.raises(NoSuchPlayerError):
        keeper.book.head_to_head(ann, 99_999)
