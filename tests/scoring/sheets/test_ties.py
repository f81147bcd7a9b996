"""Ties that the table decides: by the sentences of the rule, in every game, and beside an independent reference."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random
from typing import Any

import pytest

from scoring import document
from scoring.catalogue import all_games, find_game
from scoring.core import enter, read_new_entry, replay
from scoring.errors import EntryError
from scoring.insights.story import highlights
from scoring.sheets.sheet import Sheet
from tests.kit.examples import examples
from tests.kit.for_each import for_each
from tests.scoring.sheets.test_level import levelled

END = {"step": "end"}


def decides(sheet: Sheet[Any], *order: int, **said: object) -> Sheet[Any]:
    """As a table does now: sides that are not level are refused."""
    return sheet.write(read_new_entry(sheet, {"step": "tie", "order": order, **said}))


def adds(sheet: Sheet[Any], seat: int, amount: int) -> Sheet[Any]:
    return enter(sheet, {"step": "adjustment", "seat": seat, "amount": amount, "reason": "counted again"})


def ended(*totals: int, **options: object) -> Sheet[Any]:
    players = ("Ann", "Ben", "Chika", "Dov", "Eva")[: len(totals)]
    blank = find_game("score-pad").start({"players": players, "dealer": 0, "options": options})
    return replay(blank, [{"step": "round", "points": list(totals)}, END])


def stood(sheet: Sheet[Any]) -> list[tuple[int, int]]:
    """By place, whose total is how large."""
    return [(each.place, each.seats[0]) for each in sheet.standings]


def test_by_cards_the_second_example_of_the_rule_included() -> None:
    level = ended(51, 51, 40)
    assert (stood(level), level.winners) == ([(1, 0), (1, 1), (3, 2)], (0, 1))
    decided = decides(level, 1, 0, reason="by cards")
    assert (stood(decided), decided.winners) == ([(1, 1), (2, 0), (3, 2)], (1,))
    assert (decided.totals, decided.deals) == (level.totals, level.deals)
    assert str(decided.message) == "Tie decided: Ben, Ann (by cards)"
    # Then Ann −1: Ben wins by points, and the entry is without effect.
    fined = adds(decided, 0, -1)
    assert (stood(fined), fined.winners, fined.ties_in_force) == ([(1, 1), (2, 0), (3, 2)], (1,), ())
    assert len(fined.last_ties) == 1
    # Level again, it holds.
    again = adds(fined, 0, 1)
    assert (stood(again), again.winners, len(again.ties_in_force)) == (stood(decided), (1,), 1)


def test_who_is_level_with_them_later_is_not_decided_upon() -> None:
    decided = decides(ended(51, 51, 40), 1, 0)
    three = adds(decided, 2, 11)
    assert (stood(three), three.winners) == ([(1, 0), (1, 1), (1, 2)], (0, 1, 2))
    assert stood(decides(three, 2, 1, 0)) == [(1, 2), (2, 1), (3, 0)]
    # Without Chika again the first decision holds, with her the second.
    assert stood(adds(decides(three, 2, 1, 0), 2, 1)) == [(1, 2), (2, 1), (3, 0)]


def test_each_place_is_decided_by_itself_and_the_best_is_asked_first() -> None:
    level = ended(7, 9, 7, 9, best="lowest")
    asked = level.asks[-1].fields[0]
    assert (level.asks[-1].step, [name for name, *_ in asked.inputs()]) == ("tie", ["order-0"])
    assert asked.from_inputs(lambda *_: "2") == ["2", 0]
    third = decides(level, 3, 1)
    assert (stood(third), third.winners) == ([(1, 0), (1, 2), (3, 3), (4, 1)], (0, 2))
    both = decides(third, 2, 0)
    assert (stood(both), [ask.step for ask in both.asks]) == (
        [(1, 2), (2, 0), (3, 3), (4, 1)],
        ["adjustment", "note"],
    )


@for_each(
    "order, words",
    [
        ((0, 2), "They don’t share a place at the end of the game."),
        ((0, 1, 2), "They don’t share a place at the end of the game."),
        ((0,), "Order: choose at least two."),
        ((), "Order: choose at least two."),
        ((0, 0), "Order: “0” was chosen twice."),
        ((0, 7), "Order: “7” can’t be chosen here."),
        ((True, 0), "Order: “True” can’t be chosen here."),
    ],
)
def test_what_decides_nothing_is_refused(order: Sequence[object], words: str) -> None:
    with pytest.raises(EntryError) as refused:
        decides(ended(51, 51, 40), *order)  # type: ignore[arg-type]
    assert [str(each.message) for each in refused.value.problems] == [words]


def test_while_a_game_runs_nothing_is_decided() -> None:
    running = find_game("score-pad").start({"players": ("Ann", "Ben"), "dealer": 0, "options": {}})
    played = enter(running, {"step": "round", "points": [1, 1]})
    for sheet in (running, played, enter(running, END)):
        assert "tie" not in [ask.step for ask in sheet.asks]
        with pytest.raises(EntryError, match="share a place"):
            decides(sheet, 0, 1)


@pytest.mark.parametrize("slug", all_games())
def test_in_every_game_the_places_and_the_winner_change_and_no_total_nor_best(slug: str) -> None:
    level = levelled(slug)
    order = [side[0] for side in reversed(level.sides)]
    decided = decides(level, *order, reason="drew lots")
    assert [each.seats[0] for each in decided.standings] == order
    assert [each.place for each in decided.standings] == [*range(1, len(order) + 1)]
    assert (decided.winners, decided.drawn) == (level.sides[-1], False)
    assert (decided.totals, decided.deals, decided.decided_by) == (level.totals, level.deals, level.decided_by)
    assert [highlights(decided, seat) for seat in level.table.seats] == [
        highlights(level, seat) for seat in level.table.seats
    ]


def test_a_document_with_a_tie_that_is_without_effect_is_read() -> None:
    entries = [{"step": "round", "points": [51, 50]}, END, {"step": "tie", "order": [1, 0], "reason": "by cards"}]
    sheet = document.load({"game": "score-pad", "players": ["Ann", "Ben"], "entries": entries})
    assert (sheet.winners, document.dump(find_game("score-pad"), sheet, entries)["entries"]) == ((0,), entries)


# Beside a reference.


def places_by_the_sentence(scores: Mapping[int, int], decisions: Sequence[Sequence[int]], over: bool) -> dict[int, int]:
    """Who is before how many: of equal scores all have the same place, unless the last decision about just them says
    another order; written without a look at the rules."""
    place: dict[int, int] = {}
    for score in sorted({*scores.values()}, reverse=True):
        group = [seat for seat in scores if scores[seat] == score]
        about = [each for each in decisions if sorted(each) == group and len(group) > 1] if over else []
        for seat in group:
            place[seat] = 1 + len([other for other in scores.values() if other > score])
            if about:
                place[seat] += [*about[-1]].index(seat)
    return place


@for_each("seed", range(examples(40)))
def test_a_random_sitting_stands_as_the_sentence_has_it(seed: int) -> None:
    luck = Random(seed)
    players = ["Ann", "Ben", "Chika", "Dov", "Eva"][: luck.randint(2, 5)]
    lowest = luck.random() < 0.5
    options = {"best": "lowest" if lowest else "highest"}
    blank = sheet = find_game("score-pad").start({"players": players, "dealer": 0, "options": options})
    entries: list[dict[str, Any]] = []
    kinds = ["round", "adjustment", "tie", "tie"]
    for number in range(14):
        step: dict[str, Any] = (
            dict(END) if number == 3 else {"step": luck.choice(kinds[:1] if number < 3 else kinds[1:])}
        )
        if step["step"] == "round":
            step["points"] = [luck.randint(0, 2) for _ in players]
        elif step["step"] == "adjustment":
            step |= {"seat": luck.randrange(len(players)), "amount": luck.choice((-1, 1)), "reason": "x"}
        elif step["step"] == "tie":
            if not sheet.still_level:
                continue
            level = [side[0] for side in luck.choice(sheet.still_level)]
            step["order"] = luck.sample(level, k=len(level))
        sheet = sheet.write(read_new_entry(sheet, step))
        entries.append(step)
        adjusted = [each for each in entries if each["step"] == "adjustment"]
        if adjusted and luck.random() < 0.3:
            # A correction of an earlier entry: what was decided before may be about sides that never were level.
            luck.choice(adjusted)["amount"] *= -1
        elif number > 3 and luck.random() < 0.2:
            entries.pop()
        sheet = replay(blank, entries)
        scores = {seat: -total if lowest else total for seat, total in enumerate(sheet.totals)}
        decisions = [each["order"] for each in entries if each["step"] == "tie"]
        expected = places_by_the_sentence(scores, decisions, sheet.over)  # type: ignore[arg-type]
        assert {each.seats[0]: each.place for each in sheet.standings} == expected
        assert sheet.winners == (tuple(seat for seat in scores if expected[seat] == 1) if sheet.over else ())
