"""What a group likes: its regulars and its house rules."""

from __future__ import annotations

import pytest

from scoring.errors import EntryError
from store import scorebooks
from store.engines.base import Connection
from store.scorebooks import RECENT_SESSIONS, RuleSet
from tests.conftest import ENGINES
from tests.kit.for_each import for_each
from tests.store.conftest import THURSDAY, Keeper

pytestmark = pytest.mark.engines("sqlite")


@pytest.mark.engines(*ENGINES)
def test_regulars_come_first_and_nobody_is_forgotten(db: Connection, keeper: Keeper, stranger: Keeper) -> None:
    for _ in range(RECENT_SESSIONS):
        keeper.sits_down("Zoe", "Once")
    for _ in range(RECENT_SESSIONS - 1):
        keeper.sits_down("Chika", "Ann")
    keeper.sits_down("Ben", "Chika")
    stranger.sits_down("Dan", "Eva")
    # Of the last 30: Chika 30, Ann 29, Ben 1; Once and Zoe were long ago.
    assert scorebooks.players(db, THURSDAY) == ["Chika", "Ann", "Ben", "Once", "Zoe"]


def test_nobody_has_played_in_a_new_scorebook(db: Connection) -> None:
    assert scorebooks.players(db, "new") == []


def keeps(db: Connection, name: object, **options: object) -> None:
    scorebooks.keep_rule_set(db, scorebook=THURSDAY, game="pot", name=name, options=options, at="2026-11-21T19:30:00Z")


def kept(db: Connection, scorebook: str = THURSDAY, game: str = "pot") -> list[RuleSet]:
    return scorebooks.rule_sets(db, scorebook=scorebook, game=game)


@pytest.mark.engines(*ENGINES)
def test_house_rules_are_kept_by_name_before_the_first_session(db: Connection) -> None:
    keeps(db, "  Long   evening ", pot="100")
    keeps(db, "as usual")
    assert kept(db) == [RuleSet("as usual", {}), RuleSet("Long evening", {"pot": 100})]


@pytest.mark.engines(*ENGINES)
def test_the_same_name_again_replaces_the_rules(db: Connection) -> None:
    keeps(db, "Long evening", pot=100)
    keeps(db, "LONG evening", pot=200)
    assert kept(db) == [RuleSet("LONG evening", {"pot": 200})]


def test_house_rules_belong_to_one_game_of_one_scorebook(db: Connection) -> None:
    keeps(db, "Long evening", pot=100)
    assert kept(db, game="oh-hell") == []
    assert kept(db, scorebook="another-group") == []


@for_each("name", ["", "  ", "x" * 31, "bell \a", "half \ud800", None, 3])
def test_a_name_that_is_none_is_refused_at_its_field(db: Connection, name: object) -> None:
    with pytest.raises(EntryError) as refused:
        keeps(db, name)
    assert [problem.field for problem in refused.value.problems] == ["rule_name"]
    assert kept(db) == []


def test_a_name_may_have_30_characters(db: Connection) -> None:
    keeps(db, "長" * 30)
    assert [rules.name for rules in kept(db)] == ["長" * 30]


def test_options_that_are_none_are_refused_at_their_field(db: Connection) -> None:
    with pytest.raises(EntryError) as refused:
        keeps(db, "Long evening", pot=0, jokers=2)
    assert {problem.field for problem in refused.value.problems} == {"pot", "jokers"}


@pytest.mark.engines(*ENGINES)
def test_a_scorebook_is_called_as_it_is_named(keeper: Keeper, stranger: Keeper) -> None:
    assert keeper.book.name() is None
    keeper.book.rename(name="  Thursday   evenings ", at="2026-11-22T20:00:00Z")
    assert (keeper.book.name(), stranger.book.name()) == ("Thursday evenings", None)
    for name in ("", "x" * 41, None, "a\x00b"):
        with pytest.raises(EntryError) as refused:
            keeper.book.rename(name=name, at="2026-11-22T20:00:00Z")
        assert [problem.field for problem in refused.value.problems] == ["name"]
    assert keeper.book.name() == "Thursday evenings"
