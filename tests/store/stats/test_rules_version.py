"""Lists are as the sheets; after an update that changed a rule they are made so, or it is said that they wait."""

from __future__ import annotations

import shutil
from contextlib import closing
from pathlib import Path

import pytest

import scoring
from store import values
from store.admin import rebuild
from store.admin.rebuild import Findings, bring_up_to_date, compare
from store.engines.base import Connection, Database
from store.errors import UnavailableError
from store.stats import read_models, rules_version, streaks, totals
from store.stats.read_models import differences
from store.stats.rules_version import note, rules_of_lists, these_rules
from tests.kit.store.table_talk import ANN, BEN, takes
from tests.store.conftest import Keeper

pytestmark = pytest.mark.engines("sqlite")
EARLIER = "of an earlier release"


@pytest.fixture
def differing(keeper: Keeper, db: Connection) -> str:
    """A session of which an earlier release's rules said something else, in a record that was made by them."""
    session = keeper.sits_down()
    keeper.writes(session, takes(ANN, 3))
    db.execute("UPDATE standing SET won = 1 - won, total_milli = 7")
    note(db, EARLIER)
    return session


def found(database: Database) -> Findings:
    with closing(database.connect()) as db:
        return compare(db)


@pytest.mark.engines("sqlite", "postgresql")
def test_lists_by_earlier_rules_are_brought_to_what_the_sheets_say(
    differing: str, database: Database, db: Connection
) -> None:
    assert {each.table for each in found(database).differences} == {"standing"}
    assert bring_up_to_date(database)
    assert found(database).differences == ()
    assert rules_of_lists(db) == these_rules()


def test_by_the_same_rules_no_sheet_is_read_again(differing: str, database: Database, db: Connection) -> None:
    note(db, these_rules())
    assert bring_up_to_date(database)
    assert found(database).differences != (), "a start that looked at every session would take long"


def test_of_a_large_record_it_is_said_that_a_rebuild_is_wanted(
    differing: str, database: Database, db: Connection, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(rebuild, "AT_START", 0)
    before = found(database)
    assert not bring_up_to_date(database)
    assert found(database) == before
    assert rules_of_lists(db) == EARLIER
    rebuild.rebuild(db)
    assert bring_up_to_date(database)
    assert found(database).differences == ()


def test_a_record_that_can_only_be_read_is_served_with_the_lists_that_it_has(
    differing: str, database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refused(*_asked: object) -> None:
        raise UnavailableError("read-only", "attempt to write a readonly database")

    monkeypatch.setattr(rebuild, "rebuild", refused)
    assert not bring_up_to_date(database)


@pytest.mark.engines("sqlite", "postgresql")
def test_a_new_record_is_by_the_rules_of_who_made_it(database: Database, db: Connection) -> None:
    assert rules_of_lists(db) is None
    assert bring_up_to_date(database)
    assert rules_of_lists(db) == these_rules()


def use_a_copy(folder: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A copy of the rules in this folder, which is fingerprinted from now on instead of the rules themselves."""
    copy = folder / "scoring"
    # Another worker may be compiling meanwhile.
    shutil.copytree(Path(scoring.__file__).parent, copy, ignore=shutil.ignore_patterns("__pycache__"))
    monkeypatch.setattr(scoring, "__file__", str(copy / "__init__.py"))
    return copy


@pytest.mark.parametrize("folder", ["a", "store", "z"], ids=["sorted before store", "beside it", "sorted after it"])
def test_the_same_rules_have_one_fingerprint_wherever_they_lie(
    folder: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    expected = these_rules()
    for module in (read_models, streaks, totals, values):
        source = Path(str(module.__file__))
        beside = tmp_path / "store" / source.name
        beside.parent.mkdir(exist_ok=True)
        shutil.copy(source, beside)
        monkeypatch.setattr(module, "__file__", str(beside))
    use_a_copy(tmp_path / folder, monkeypatch)
    assert rules_version.these_rules.__wrapped__() == expected


def test_other_rules_are_told_by_their_source(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    copy = use_a_copy(tmp_path, monkeypatch)
    same = rules_version.these_rules.__wrapped__()
    assert same == these_rules()
    payment = copy / "games" / "koi_koi" / "payment.py"
    payment.write_text(payment.read_text("utf-8").replace("DOUBLED_FROM = 7", "DOUBLED_FROM = 8"), "utf-8")
    assert rules_version.these_rules.__wrapped__() != same


# They say what the sheet says, after every action.


def standing(db: Connection) -> list[tuple[int, ...]]:
    found = db.execute("SELECT seat, place, total_milli, won FROM standing ORDER BY seat")
    return [tuple(row[name] for name in ("seat", "place", "total_milli", "won")) for row in found]


@pytest.mark.engines("sqlite", "postgresql")
def test_standings_follow_each_action(keeper: Keeper, db: Connection) -> None:
    session = keeper.sits_down("Ann", "Ben")
    assert standing(db) == [(0, 1, 0, 0), (1, 1, 0, 0)]
    keeper.writes(session, takes(ANN, "2.5"))
    keeper.writes(session, {"step": "adjustment", "seat": BEN, "amount": "-1", "reason": "spilt tea"})
    assert standing(db) == [(0, 1, 2500, 0), (1, 2, -1000, 0)]
    keeper.undoes(session)
    keeper.undoes(session)
    assert standing(db) == [(0, 1, 0, 0), (1, 1, 0, 0)]


def test_whatever_happens_they_are_what_a_replay_gives(keeper: Keeper, db: Connection) -> None:
    session = keeper.sits_down("Ann", "Ben")
    acts = (
        lambda: keeper.writes(session, takes(ANN, 3)),
        lambda: keeper.writes(session, {"step": "note", "text": "a long deal"}),
        lambda: keeper.writes(session, takes(BEN, 4)),
        lambda: keeper.corrects(session, {0: takes(ANN, 9)}, reopen=True),
        lambda: keeper.undoes(session),
        lambda: keeper.writes(session, takes(BEN, 3)),
    )
    for act in acts:
        act()
        assert list(differences(db, keeper.sees(session))) == []
