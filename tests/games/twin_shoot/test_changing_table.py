"""An evening of Twin Shoot at which somebody takes over a seat and the target changes, worked by hand."""

from __future__ import annotations

from scoring.sheets.changes import why_not
from tests.kit.evening import Evening

LEFT = (0, 1)
RIGHT = (2, 3)


def an_evening() -> Evening:
    """Zoe takes over Ben's seat after round 1, and the target falls to 60 after round 2."""
    evening = Evening("twin-shoot", ["Ann", "Ben", "Cleo", "Dan"])
    # 0: 5 tricks, both hit, the ten for both: 35. Beside them 5 tricks, and Cleo hit: 15.
    evening.enter("result", bids=[2, 3, 1, 0], tricks=[2, 3, 1, 4])
    evening.enter("takeover", seat=1, name="Zoe")
    evening.enter("open", open="no")
    # 3: all hit, 35 each: 70, 50.
    evening.enter("result", bids=[2, 3, 2, 3], tricks=[2, 3, 2, 3])
    assert evening.totals == (70, 70, 50, 50)
    assert evening.enter("plan", target=60) == "Plan: to 60 points, so this round is the last"
    assert (evening.sheet.over, str(evening.sheet.left_to_play)) == (False, "round 3, to 60, the last one")
    evening.enter("open", open="no")
    # 6: nobody hits: 79, 51.
    evening.enter("result", bids=[10, 10, 10, 10], tricks=[9, 0, 0, 1])
    return evening


def test_an_evening_with_a_takeover_and_another_target() -> None:
    evening = an_evening()
    assert (evening.totals, evening.sheet.winners) == ((79, 79, 51, 51), LEFT)
    assert str(evening.sheet.why_over) == "Ann & Zoe reached 60."
    told = [str(moment) for moment in evening.sheet.moments]
    assert {"Ann & Ben: 1 twin shoot", "Ann & Zoe: 1 twin shoot", "Cleo & Dan: 1 twin shoot"} <= {*told}
    assert evening.is_the_same_from_its_document()


def test_a_higher_target_after_the_end_lets_the_game_go_on() -> None:
    evening = an_evening()
    assert evening.enter("plan", target=70) == "Plan: to 70 points"
    assert evening.sheet.over, "79 are more than 70 too"
    assert evening.enter("plan", target=80) == "Plan: to 80 points"
    assert (evening.sheet.over, str(evening.sheet.progress)) == (False, "round 4, to 80")


def test_nobody_joins_or_leaves() -> None:
    evening = an_evening()
    why = "Partners sit side by side and share a score, so nobody joins or leaves. Somebody else can take over a seat."
    assert str(why_not(evening.sheet)) == why
    assert not evening.sheet.ask_for("join")


def test_a_correction_before_a_change_and_one_after_it_score_on() -> None:
    evening = an_evening()
    # Dan had bid 4: 5 + 10 + 10 + 10 = 35. Nobody is last alone, so that nobody was asked to open.
    evening.correct(0, bids=[2, 3, 1, 4])
    assert evening.totals == (79, 79, 71, 71)
    assert [entry["step"] for entry in evening.session.entries] == ["result", "takeover", "result", "plan", "result"]
    evening.correct(4, tricks=[0, 0, 9, 1])
    assert (evening.totals, evening.sheet.winners) == ((70, 70, 80, 80), RIGHT)
    evening.undo()
    evening.undo()
    assert evening.totals == an_evening().totals


def test_a_change_is_undone() -> None:
    evening = an_evening()
    for _ in range(3):
        evening.undo()
    assert str(evening.sheet.progress) == "round 3, to 100"
    for _ in range(3):
        evening.undo()
    assert evening.sheet.table.players == ("Ann", "Ben", "Cleo", "Dan")
    evening.redo()
    assert evening.sheet.table.players == ("Ann", "Zoe", "Cleo", "Dan")
