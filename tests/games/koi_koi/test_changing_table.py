"""An evening of Koi-Koi at which somebody takes over a seat and the months change, worked by hand."""

from __future__ import annotations

import pytest

from scoring.errors import EntryError
from scoring.insights.chances import chances
from scoring.sheets.changes import why_not
from tests.kit.evening import Evening

ANN, BEN = range(2)


def start(length: str = "half") -> Evening:
    """Half a year is 6 months with 50 points each; Ann is the first oya."""
    return Evening("koi-koi", ["Ann", "Ben"], length=length)


def month(evening: Evening, winner: int | str = "nobody", *, lights: int = 0, **yaku: object) -> None:
    """A month without koi-koi; if nobody stops, the oya receives 6."""
    evening.enter("deal", lights=lights)
    evening.enter("result", calls=[0, 0], winner=winner, **yaku)


def an_evening() -> Evening:
    """Zoe takes over in the second month, which is made the last; then they play a third."""
    evening = start()
    month(evening)  # 0 and 1: Ann is oya and receives 6: 56, 44
    evening.enter("deal", lights=0)
    assert evening.enter("takeover", seat=BEN, name="Zoe") == "Zoe takes over from Ben in February"  # 3
    evening.enter("result", calls=[0, 0], winner=BEN, tane=5)  # 4: five tane, 1: 55, 45
    assert evening.enter("plan", months=2) == "Plan: 2 months in all"
    assert (evening.sheet.over, evening.sheet.winners) == (True, (ANN,))
    assert evening.enter("plan", months=3) == "Plan: 3 months in all"  # 6
    month(evening)  # 7 and 8: Zoe won and is oya: 49, 51
    return evening


def test_an_evening_with_a_takeover_and_other_months() -> None:
    evening = an_evening()
    assert (evening.totals, evening.sheet.winners) == ((49, 51), (BEN,))
    assert str(evening.sheet.why_over) == "All 3 months have been played."
    deals = [row for row in evening.sheet.rows if row.kind == "deal"]
    assert [row.players for row in deals] == [("Ann", "Ben"), ("Ann", "Zoe"), ("Ann", "Zoe")]
    assert evening.is_the_same_from_its_document()


def test_nobody_joins_or_leaves() -> None:
    evening = start()
    assert [ask.step for ask in evening.sheet.asks if ask.step in ("takeover", "join", "leave")] == ["takeover"]
    why = "Koi-Koi is played by two, so nobody joins or leaves. Somebody else can take over a seat."
    assert str(why_not(evening.sheet)) == why


def test_a_correction_before_a_change_and_one_after_it_score_on() -> None:
    evening = an_evening()
    # Ann had ten kasu in January, 1 point, and not the six of the oya.
    evening.correct(1, winner=ANN, kasu=10)
    assert (evening.totals, evening.sheet.winners) == ((44, 56), (BEN,))
    # In March, Ann had eleven kasu, 2 points: 50 + 2, and Zoe did not receive her 6.
    evening.correct(8, winner=ANN, kasu=11)
    assert (evening.totals, evening.sheet.winners) == ((52, 48), (ANN,))
    evening.undo()
    evening.undo()
    assert evening.totals == (49, 51)


def test_a_change_is_undone() -> None:
    evening = start()
    evening.enter("deal", lights=0)
    evening.enter("takeover", seat=BEN, name="Zoe")
    evening.undo()
    assert (evening.sheet.table.players, evening.sheet.ask.step) == (("Ann", "Ben"), "result")
    evening.enter("plan", months=1)
    assert str(evening.sheet.progress) == "month 1 of 1"
    evening.undo()
    assert str(evening.sheet.progress) == "month 1 of 6"


def test_other_months_leave_the_points_of_the_beginning_and_what_each_needs_follows() -> None:
    evening = start()
    month(evening)
    evening.enter("plan", months=2)
    assert (evening.sheet.opening, evening.totals) == (50, (56, 44))
    # 12 apart: 6 would be level.
    assert [str(need) for need in chances(evening.sheet).needs] == ["Ben wins with 7 points or more in February."]
    evening.enter("plan", months=12)
    assert chances(evening.sheet).needs == ()


def test_no_fewer_months_than_were_begun() -> None:
    evening = start()
    month(evening)
    evening.enter("deal", lights=0)
    with pytest.raises(EntryError, match="1 is too low. The minimum is 2."):
        evening.enter("plan", months=1)


def test_after_december_comes_january() -> None:
    evening = start("year")
    for _ in range(12):
        month(evening)  # Ann stays oya and receives 6 each time
    assert (evening.totals, evening.sheet.over) == ((172, 28), True)
    evening.enter("plan", months=13)
    assert {each.name: str(each.value) for each in evening.sheet.notices}["month"] == "January of year 2"
    month(evening)
    assert (evening.totals, evening.sheet.over) == ((178, 22), True)
    assert evening.sheet.rows[-1].facts["month"] == (1, 1)
    assert [str(row.called) for row in evening.sheet.rows][-2:] == [
        "December",
        "January of year 2",
    ]


def test_no_month_follows_where_somebody_has_no_points_left() -> None:
    evening = start()
    # Five brights on the field: (10 × 2) × 6 = 120.
    month(evening, ANN, lights=5, yaku=["goko"])
    assert (evening.totals, evening.sheet.over) == ((170, -70), True)
    assert evening.sheet.ask_for("plan") is None
