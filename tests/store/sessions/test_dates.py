"""When and how long a session was played: by its log, or as a keeper has entered it; lists and figures follow."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from scoring.errors import EntryError
from store.admin.rebuild import compare
from store.engines.base import Connection
from store.sessions.details import describe
from store.sessions.evenings import evening_of, evenings_before
from store.sessions.history import summaries
from store.stats.finished import played_between
from store.stats.player_stats import statistics
from store.stats.results import results_of
from store.stats.selection import EVERYTHING, Selection
from store.transfer.importer import ImportResult
from tests.conftest import ENGINES
from tests.kit.store.scorebook_file import imports
from tests.kit.store.table_talk import ANN, BEN, END, takes
from tests.store.conftest import Keeper, file_of

pytestmark = pytest.mark.engines("sqlite")

FIRST, SECOND, NOW = "2026-11-20T19:00:00Z", "2026-11-21T19:00:00Z", "2026-11-22T10:00:00Z"
EARLIER = "2026-10-02T18:00:00Z"


@pytest.fixture
def two(keeper: Keeper) -> tuple[str, str]:
    """Ann wins the first, Ben the second, a day later."""
    return (
        keeper.plays(takes(ANN, 3), takes(BEN, 2), END, at=FIRST),
        keeper.plays(takes(ANN, 1), takes(BEN, 4), END, at=SECOND),
    )


@pytest.mark.engines(*ENGINES)
def test_lists_evenings_and_runs_follow_the_date_that_a_keeper_enters(
    keeper: Keeper, db: Connection, two: tuple[str, str]
) -> None:
    first, second = two
    ann = keeper.numbers["Ann"]

    def runs() -> list[int]:
        return [each.run for _, each in results_of(keeper.book, EVERYTHING, ann)]

    assert ([each.id for each in summaries(keeper.book)], runs()) == ([second, first], [-1])
    describe(keeper.book, second, now=NOW, played_at=EARLIER)
    assert ([each.id for each in summaries(keeper.book)], runs()) == ([first, second], [1])
    assert keeper.sees(second).created_at == SECOND
    assert [each.began.isoformat() for each in evenings_before(keeper.book, limit=None).evenings] == [
        datetime.fromisoformat(at).astimezone(UTC).isoformat() for at in (FIRST, EARLIER)
    ]
    assert [each.session for each in played_between(keeper.book, "2026-10-01", "2026-11-01")] == [second]
    october = Selection(until="2026-11-01")
    assert statistics(keeper.book, ann, october).games[0].results.games == 1
    assert compare(db).differences == ()
    # None takes it from the log again.
    describe(keeper.book, second, now=NOW, played_at=None)
    assert ([each.id for each in summaries(keeper.book)], runs()) == ([second, first], [-1])


def test_minutes_are_of_the_log_or_as_they_were_entered(keeper: Keeper, db: Connection) -> None:
    session = keeper.sits_down(at=FIRST)
    keeper.writes(session, takes(ANN, 3), takes(BEN, 2), at="2026-11-20T19:40:00Z")
    assert keeper.sees(session).minutes is None, "it is still played"
    keeper.writes(session, END, at="2026-11-20T19:50:00Z")
    for entered, minutes in ((None, 50), (95, 95)):
        describe(keeper.book, session, played_minutes=entered, now=NOW)
        (played,) = played_between(keeper.book, FIRST, NOW)
        assert (keeper.sees(session).minutes, summaries(keeper.book)[0].minutes, played.minutes) == (minutes,) * 3
    # 95 minutes after seven o'clock, not when it was written last.
    assert f"{evening_of(keeper.book, session).ended:%H:%M}" == "20:35"
    describe(keeper.book, session, played_at=EARLIER, played_minutes=None, now=NOW)
    assert f"{evening_of(keeper.book, session).ended:%d %H:%M}" == "02 18:50", "as long after its start as before"
    assert compare(db).differences == ()


def test_a_date_is_not_in_the_future_and_minutes_are_a_day_at_most(keeper: Keeper) -> None:
    session = keeper.plays(takes(ANN, 3), at=FIRST)
    for wrong, told in (
        ({"played_at": "2026-11-22T10:00:01Z"}, "That is in the future."),
        ({"played_at": "yesterday"}, "“Played at” must be of the form 2026-11-21T19:30:00Z."),
        ({"played_minutes": 0}, "“Minutes played” must be a whole number from 1 to 1440."),
        ({"played_minutes": 1_441}, "“Minutes played” must be a whole number from 1 to 1440."),
    ):
        with pytest.raises(EntryError) as caught:
            describe(keeper.book, session, now=NOW, **wrong)
        assert [str(each.message) for each in caught.value.problems] == [told]
    describe(keeper.book, session, now=NOW, played_at=NOW, played_minutes=1_440)


def test_a_file_brings_the_date_of_a_new_session_and_leaves_that_of_a_known_one(
    keeper: Keeper, stranger: Keeper, two: tuple[str, str]
) -> None:
    first, _ = two
    describe(keeper.book, first, now=NOW, played_at=EARLIER, played_minutes=30)
    file = file_of(keeper)
    assert file.count("played_at") == 1, "as it is by the log it is not said"
    imports(stranger, file)
    came = {each.created_at: (each.played_at, each.minutes) for each in summaries(stranger.book)}
    assert (came[FIRST], came[SECOND][0]) == ((EARLIER, 30), SECOND)
    describe(keeper.book, first, now=NOW, played_at=SECOND, played_minutes=None)
    assert imports(keeper, file) == ImportResult(known=2)
    assert (keeper.sees(first).played_at, keeper.sees(first).played_minutes) == (SECOND, None)
