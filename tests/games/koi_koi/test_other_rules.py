"""Tests of what-if with other yaku rules: a pile without a yaku wins nothing, and names count as cards would."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import pytest

from scoring.catalogue import find_game
from scoring.core import replay
from scoring.decks.hanafuda import CARDS, cards_of
from scoring.errors import EntryError
from scoring.games.koi_koi.claim import Claim
from scoring.games.koi_koi.options import KoiKoiOptions
from scoring.insights.what_if import WhatIf, outcome, verdict, what_if
from scoring.sheets.sheet import Sheet
from tests.games.koi_koi.play import result as random_result
from tests.support.examples import examples

KOI_KOI = find_game("koi-koi")
DEALT = {"step": "deal", "lights": 0}
CURTAIN, CUP, RAIN_MAN, KASU_OF_NOVEMBER = "03-1", "09-1", "11-1", "11-4"
RED, BLUE = ("01-2", "02-2", "03-2"), ("06-2", "09-2", "10-2")


def blank(**options: Any) -> Sheet[Any]:
    return KOI_KOI.start({"players": ("Ann", "Ben"), "options": options})


def won(winner: int = 0, **said: Any) -> dict[str, Any]:
    return {"step": "result", "calls": [0, 0], "winner": winner} | said


def tapped(*cards: str) -> dict[str, Any]:
    return won(cards=[list(cards), []])


def rescored(*months: dict[str, Any], own: dict[str, Any] | None = None, **other: Any) -> WhatIf:
    """Months that began without brights, each by its result, by the rules `own` with the others in their place."""
    played = blank(**(own or {}))
    entries = [entry for month in months for entry in (DEALT, month)]
    replay(played, entries)
    return what_if(played, entries, blank(**((own or {}) | other)))


def gains(result: WhatIf) -> list[Any]:
    return [row.points[0] for row in result.sheet.rows]


def notes(result: WhatIf) -> list[str]:
    return [str(note) for note in result.notes]


FIVE_TAN = won(tan=5, yaku=[])


@pytest.mark.parametrize(
    ("pile", "other"),
    [
        ((CURTAIN, CUP), {"sake": "off"}),
        ((CURTAIN, CUP, KASU_OF_NOVEMBER), {"sake": "rain"}),
        ((CURTAIN, CUP, RAIN_MAN), {"sake": "rain"}),
    ],
)
def test_a_pile_without_a_yaku_by_other_rules_moves_nothing_and_the_rest_is_scored_on(
    pile: tuple[str, ...], other: dict[str, Any]
) -> None:
    result = rescored(tapped(*pile), FIVE_TAN, tapped(*pile), **other)
    assert gains(result) == [0, 1, 0]
    assert str(result.sheet.rows[0].cells[0].working) == "Ann has no yaku under these rules: 0"
    assert notes(result) == ["No yaku under these rules, so no points are paid: Result of January, Result of March."]
    assert (result.comparable, result.whole, result.against) == (False, True, ())


def test_where_nothing_moves_the_same_player_is_oya_again() -> None:
    lost = won(winner=1, cards=[[], [CURTAIN, CUP]])
    # Ben won January and would be oya in February, when nobody made a yaku.
    empty = won(winner="nobody")  # type: ignore[arg-type]
    assert gains(rescored(lost, empty, koi_koi="payback")) == [-5, -6]
    assert gains(rescored(lost, empty, sake="off")) == [0, 6]


def test_yaku_by_name_that_are_not_played_are_left_out() -> None:
    result = rescored(won(yaku=["hanami"]), won(yaku=["hanami", "akatan"]), sake="off")
    assert gains(result) == [0, 6]
    assert notes(result) == ["No yaku under these rules, so no points are paid: Result of January."]


def test_six_ribbons_count_by_name_as_they_do_by_the_cards() -> None:
    # 6 + 6 + 6 and two tan beyond five, doubled; alone 6 and two, doubled.
    named, cards = won(yaku=["akatan", "aotan", "rokutan"], tan=6), tapped(*RED, *BLUE)
    assert gains(rescored(named, cards, koi_koi="payback")) == [40, 40]
    result = rescored(named, cards, exclusive_ribbons="on")
    assert (gains(result), result.comparable, notes(result)) == ([16, 16], True, [])
    alone = won(yaku=["rokutan"], tan=6)
    result = rescored(alone, cards, own={"exclusive_ribbons": "on"}, exclusive_ribbons="off")
    assert (gains(result), result.comparable, notes(result)) == ([40, 40], True, [])
    # 12 and two, doubled.
    result = rescored(alone, cards, own={"exclusive_ribbons": "on"}, exclusive_ribbons="none")
    assert (gains(result), result.comparable, notes(result)) == ([28, 28], True, [])


UNKNOWN = (
    "The yaku were entered by name, and under these rules the cards may make others, so "
    "these can’t be compared: Result of January."
)


def test_what_names_do_not_tell_of_the_cards_is_said() -> None:
    # Whether a card of November lay there; whether the cup and the curtain did.
    for named, own, other in (
        ("hanami", {}, {"sake": "rain"}),
        ("akatan", {"sake": "off"}, {"sake": "on"}),
        ("akatan", {"sake": "rain"}, {"sake": "on"}),
    ):
        result = rescored(won(yaku=[named]), own=own, **other)
        assert gains(result) == [5 if named == "hanami" else 6]
        assert (result.comparable, notes(result)) == (False, [UNKNOWN])
    # By rainy four brights a card of November lay there, and it can be told that there was none.
    assert gains(rescored(won(yaku=["hanami", "ameshiko"]), sake="rain")) == [14]
    dry = won(yaku=["hanami"], november="no")
    result = rescored(dry, own={"sake": "rain"}, sake="on")
    assert (gains(result), result.alike) == ([5], True)


def by_name(entry: dict[str, Any], options: KoiKoiOptions) -> dict[str, Any]:
    """The same end of a month with the winner's yaku said by name."""
    rules, winner = options.yaku_rules, entry["winner"]
    claim = Claim.of_cards(rules, cards_of(entry["cards"][winner]))
    yaku = [yaku.slug for yaku in rules.plain if yaku.slug in claim]
    return {name: value for name, value in entry.items() if name != "cards"} | {"yaku": yaku} | dict(claim.counts)


CHOICES = {pick.name: [choice.value for choice in pick.choices] for pick in KoiKoiOptions.yaku_picks()}


def any_rules(rng: random.Random) -> dict[str, Any]:
    return {name: rng.choice(values) for name, values in CHOICES.items()}


def pile(rng: random.Random) -> list[str]:
    """Some cards, most often with those among them that house rules are about."""
    near = sorted({CURTAIN, "08-1", CUP, *RED, *BLUE, KASU_OF_NOVEMBER})
    cards = rng.sample([card.code for card in CARDS], rng.randint(2, 14))
    return sorted({*cards, *(card for card in near if rng.random() < rng.choice((0.2, 0.9)))})


def test_by_name_a_month_comes_to_what_the_cards_come_to_or_cannot_be_compared() -> None:
    rng = random.Random("by name")
    compared = 0
    for _ in range(examples(300)):
        own, other = any_rules(rng), any_rules(rng)
        played, options = blank(**own), KoiKoiOptions(**own)
        entry = won(cards=[pile(rng), []])
        named = by_name(entry, options)
        try:
            replay(played, [DEALT, named])
        except EntryError:
            continue
        told = what_if(played, [DEALT, named], blank(**other))
        if told.alike and not told.against:
            compared += 1
            assert gains(told) == gains(what_if(played, [DEALT, entry], blank(**other))), (own, other, entry)
    assert compared > examples(300) // 4


def simulated(rng: random.Random) -> tuple[Sheet[Any], list[dict[str, Any]]]:
    """A year by random rules, with cards tapped, yaku named, months that nobody won, and an adjustment."""
    options = any_rules(rng) | {
        field.name: rng.choice([choice.value for choice in field.choices])
        for field in KoiKoiOptions.fields()
        if field.name not in CHOICES and rng.random() < 0.5 and hasattr(field, "choices")
    }
    played = sheet = blank(**options)
    entries = []
    while not sheet.over:
        entry = answer(sheet, rng)
        try:
            sheet = replay(sheet, [entry])
        except EntryError:
            continue
        entries.append(entry)
    return played, entries


def answer(sheet: Sheet[Any], rng: random.Random) -> dict[str, Any]:
    assert sheet.ask is not None
    if rng.random() < 0.05:
        return {"step": "adjustment", "seat": rng.randrange(2), "amount": rng.choice((-7, 300)), "reason": "lent"}
    if sheet.ask.step == "deal":
        return DEALT if sheet.options.field_lights else {"step": "deal"}
    if rng.random() < 0.5:
        winner = rng.randrange(2)
        piles = [[], pile(rng)] if winner else [pile(rng), []]
        return won(winner, cards=piles)
    return random_result(sheet, sheet.ask, rng)


def every_other_rule(played: Sheet[Any], rng: random.Random) -> Iterator[dict[str, Any]]:
    own = played.options.to_json()
    for field in played.options.fields():
        for choice in getattr(field, "choices", ()):
            yield own | {field.name: choice.value}
    yield own | any_rules(rng)


@pytest.mark.thorough
def test_simulated_years_are_scored_by_every_other_rule() -> None:
    rng = random.Random("years")
    moved_nothing = 0
    for _ in range(examples(30)):
        played, entries = simulated(rng)
        before = replay(played, entries)
        for other in every_other_rule(played, rng):
            result = what_if(played, entries, blank(**other))
            sheet = result.sheet
            lent = sum(sum(row.points) for row in sheet.rows if row.kind == "adjustment")
            assert sum(sheet.totals) == 2 * sheet.opening + lent
            assert sheet.totals == tuple(
                sheet.opening + sum(row.points[seat] for row in sheet.rows) for seat in sheet.table.seats
            )
            assert all(sum(row.points) == 0 for row in sheet.rows if row.kind == "deal")
            # Only an end that would come sooner leaves anything out.
            assert result.whole
            assert str(verdict(before, sheet, "other rules"))
            assert str(outcome(before, sheet))
            moved_nothing += any(note.startswith("No yaku under these rules") for note in notes(result))
    assert moved_nothing > 0
