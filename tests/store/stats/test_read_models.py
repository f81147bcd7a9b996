"""Lists are as the sheets; after an update that changed a rule they are made so, or it is said that they wait."""

from __future__ import annotations

import shutil
from contextlib import closing
from pathlib import Path

import pytest

import scoring
from store import encoding
from store.admin import rebuild
from store.admin.rebuild import Findings, bring_up_to_date, compare
from store.engines.base import Connection, Database
from store.errors import UnavailableError
from store.stats import player_result, read_models
from store.stats.read_models import note_rules, noted_fingerprint, rules_fingerprint
from tests.kit.store.table_talk import ANN, BEN, takes
from tests.store.conftest import Keeper

pytestmark = pytest.mark.engines("sqlite")
EARLIER = "of an earlier release"


@pytest.fixture
def differing(keeper: Keeper, db: Connection) -> str:
    """A session of which an earlier release's rules said something else, in a record that was made by them."""
    session = keeper.plays(takes(ANN, 3))
    db.execute("UPDATE standing SET won = 1 - won, total_milli = 7")
    note_rules(db, EARLIER)
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
    assert noted_fingerprint(db) == rules_fingerprint()


def test_by_the_same_rules_no_sheet_is_read_again(differing: str, database: Database, db: Connection) -> None:
    note_rules(db, rules_fingerprint())
    assert bring_up_to_date(database)
    assert found(database).differences != (), "a start that looked at every session would take long"


def test_of_a_large_record_it_is_said_that_a_rebuild_is_wanted(
    differing: str, database: Database, db: Connection, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(rebuild, "AT_START", 0)
    before = found(database)
    assert not bring_up_to_date(database)
    assert (found(database), noted_fingerprint(db)) == (before, EARLIER)
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
    assert noted_fingerprint(db) is None
    assert bring_up_to_date(database)
    assert noted_fingerprint(db) == rules_fingerprint()


@pytest.mark.parametrize("folder", ["a", "store", "z"], ids=["sorted before store", "beside it", "sorted after it"])
def test_the_same_rules_have_one_fingerprint_wherever_they_lie_and_others_another(
    folder: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    expected, rules, lists = rules_fingerprint(), tmp_path / folder / "scoring", tmp_path / "store"
    # Another worker may be compiling meanwhile.
    shutil.copytree(Path(scoring.__file__).parent, rules, ignore=shutil.ignore_patterns("__pycache__"))
    lists.mkdir(exist_ok=True)
    for module in (read_models, player_result, encoding):
        copied = shutil.copy(str(module.__file__), lists)
        monkeypatch.setattr(module, "__file__", str(copied))
    monkeypatch.setattr(scoring, "__file__", str(rules / "__init__.py"))
    known = [read_models.rules_fingerprint.__wrapped__()]
    assert known == [expected]
    for source in (rules / "games" / "koi_koi" / "payment.py", lists / "player_result.py"):
        source.write_text(source.read_text("utf-8") + "# In other words.\n", "utf-8")
        known.append(read_models.rules_fingerprint.__wrapped__())
    assert len({*known}) == 3


# They say what the sheet says, after every action.


@pytest.mark.engines("sqlite", "postgresql")
def test_standings_follow_each_action(keeper: Keeper, db: Connection) -> None:
    session = keeper.sits_down("Ann", "Ben")
    spilt = {"step": "adjustment", "seat": BEN, "amount": "-1", "reason": "spilt tea"}
    for act, standings in (
        (lambda: None, [(0, 1, 0, 0), (1, 1, 0, 0)]),
        (lambda: keeper.writes(session, takes(ANN, "2.5"), spilt), [(0, 1, 2500, 0), (1, 2, -1000, 0)]),
        (lambda: keeper.undoes(session, count=2), [(0, 1, 0, 0), (1, 1, 0, 0)]),
    ):
        act()
        kept = db.execute("SELECT seat, place, total_milli, won FROM standing ORDER BY seat")
        assert [(row["seat"], row["place"], row["total_milli"], row["won"]) for row in kept] == standings
