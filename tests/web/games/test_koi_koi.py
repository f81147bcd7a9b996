"""The steps of Koi-Koi as pages: what is asked, what the preview tells, what is refused beside which field."""

from __future__ import annotations

import json
from typing import Any

import pytest

from scoring.decks.yaku import TABLE
from tests.kit.web.page import Page
from tests.kit.web.playing import fields, played, plays
from tests.web.conftest import Phone, Sitting

TEPPO = ["03-1", "08-1", "09-1"]


MONTH = "Ann Ben game=koi-koi: lights=1"
"""January, with one light on the field; Ann is oya."""


@pytest.fixture
def month(phone: Phone) -> Sitting:
    return played(phone, MONTH)


def preview(table: Sitting, typed: dict[str, Any]) -> Page:
    return table.phone.posts(f"{table.address}/preview", {**table.form.values, **typed})


def multipliers(page: Page) -> dict[str, list[list[int]]]:
    """What stands in the page for each number of brights, of own calls, and of the other's."""
    told: dict[str, list[list[int]]] = json.loads(page.root.one("div", class_="month").get("data-multipliers"))
    return told


def test_every_card_and_yaku_can_be_ticked_without_script(month: Sitting) -> None:
    page = month.page
    for seat in (0, 1):
        assert len(page.root.all("input", type="checkbox", name=f"cards-{seat}")) == 48
    assert len(page.root.all("input", type="checkbox", name="yaku")) == sum(not yaku.counted for yaku in TABLE)
    assert {each.get("for") for each in page.root.all("label")} >= {"calls-0", "calls-1", "tane", "tan", "kasu"}


@pytest.mark.parametrize(("yaku", "answer"), [("hanami", "no"), ("teppo", "yes")])
def test_november_is_asked_before_a_month_that_turns_on_it_and_the_answer_is_kept(
    phone: Phone, yaku: str, answer: str
) -> None:
    rainy = played(phone, "Ann Ben game=koi-koi sake=rain: lights=0")
    asked = rainy.tries({"winner": "0", "yaku": [yaku]})
    assert (asked.status, rainy.position) == (422, 1)
    assert "Does Ann have a November card?" in asked.alerts[0]
    assert asked.reads("button[@name='november'] @value") == [answer]
    rainy.phone.follows(phone.sends(asked.form("/entries"), {"november": answer}))
    assert (rainy.totals, rainy.row(0).form("/rows/0").values["e1-november"]) == ([105, 95], answer)


def test_calls_that_add_up_multiply_for_their_caller(month: Sitting) -> None:
    table = multipliers(month.page)
    assert list(table) == ["1"], "one light lies there"
    assert [row[0] for row in table["1"]] == [2, 3, 4, 5, 6, 7, 8, 9, 10], "(1 + 1 light) + own calls"
    assert all(len(set(row)) == 1 for row in table["1"]), "the other's calls do not matter"


def test_a_correction_knows_the_multipliers_of_every_number_of_brights(month: Sitting) -> None:
    month.enters({"winner": "0", "cards-0": TEPPO})
    table = multipliers(month.row(0))
    assert [rows[0][0] for rows in table.values()] == [1, 2, 3, 4, 5, 6], "1, and 1 more for each of five brights"


def test_a_correction_shows_the_multiplier_of_what_each_has_called(month: Sitting) -> None:
    month.enters({"winner": "0", "cards-0": TEPPO, "calls-0": "1"})
    # (1 + 1 light) + own calls.
    assert month.row(0).reads("div.duel output") == ["×3", "×2"]


def test_the_preview_tells_points_and_working_and_writes_nothing(month: Sitting) -> None:
    told = preview(month, {"calls-0": "1", "winner": "0", "cards-0": TEPPO}).json
    # 5 + 5 + 5 = 15, doubled, times 2 + 1.
    assert (told["points"], told["numbers"]) == (["+90", "−90"], [90, -90])
    assert "15 × 2 (7 points or more) × (2 + 1) = 90" in told["workings"][0]
    # The yaku stand beside it.
    assert told["briefs"][0] == "Yaku 15 × 2 (7 points or more) × (2 + 1)"
    assert told["message"]
    assert month.position == 1


@pytest.mark.parametrize(("typed", "points"), [("lights=2", []), ("lights=2 dealt-1=teshi", ["−6", "+6"])])
def test_the_preview_of_what_finishes_no_month_tells_no_points(phone: Phone, typed: str, points: list[str]) -> None:
    told = preview(played(phone, "Ann Ben game=koi-koi:"), fields(typed)).json
    assert (told["points"], bool(told["workings"])) == (points, bool(points))


def test_the_preview_of_what_cannot_be_tells_why(month: Sitting) -> None:
    told = preview(month, {"winner": "0"}).json
    assert "Ann" in told["problems"][0]
    assert "points" not in told


@pytest.mark.parametrize(
    ("typed", "field"),
    [
        ({"winner": "0", "yaku": ["goko", "shiko"]}, "yaku"),
        ({"winner": "0", "tane": "4"}, "tane"),
        ({"winner": "0", "kasu": "ten"}, "kasu"),
        ({"winner": "1", "calls-1": "9", "yaku": ["akatan"]}, "calls-1"),
        ({"winner": "0", "cards-0": ["01-3"]}, "cards-0"),
        ({"yaku": ["akatan"]}, "winner"),
    ],
)
def test_what_is_wrong_is_said_at_its_field_and_what_was_typed_stays(
    month: Sitting, typed: dict[str, Any], field: str
) -> None:
    page = month.tries(typed)
    assert page.status == 422
    assert page.wrong_at(field)
    kept = page.form("/entries").values
    assert {name: kept.get(name) for name in typed} == {
        name: value[0] if isinstance(value, list) and len(value) == 1 else value for name, value in typed.items()
    }


def test_a_month_is_corrected_with_the_cards_that_were_tapped(month: Sitting) -> None:
    month.enters({"winner": "0", "cards-0": TEPPO})
    assert (month.totals, month.row(0).form("/rows/0").values["e1-cards-0"]) == ([160, 40], TEPPO)
    assert plays(month, "row 0 e0-lights=0").totals == [130, 70], "15 doubled, and no light"


def test_without_script_the_yaku_of_both_are_asked_where_the_better_pile_is_paid(phone: Phone) -> None:
    table = played(phone, "Ann Ben game=koi-koi after_call=highest: lights=1")
    ran_out = {"winner": "nobody", "calls-0": "1", "calls-1": "1", "each_kasu-1": "11"}
    refused = table.tries(ran_out)
    assert (refused.status, table.position) == (422, 1)
    assert "Enter Ann’s yaku or cards." in refused.text
    table.enters({**ran_out, "each_yaku-0": ["inoshikacho"]})
    # 猪鹿蝶 6 against カス 2, with one light on the field
    assert table.totals == [112, 88]


@pytest.mark.parametrize("how", [{"yaku": ["inoshikacho"]}, {"cards-0": TEPPO}])
def test_a_month_that_is_won_is_saved_where_the_better_pile_would_be_paid_too(
    phone: Phone, how: dict[str, list[str]]
) -> None:
    """The yaku of both, which nobody entered, are no yaku of the other; 6 × 2, and 15 doubled, × 2."""
    table = played(phone, "Ann Ben game=koi-koi after_call=highest: lights=1")
    table.enters({"winner": "0", **how})
    assert table.totals == ([112, 88] if "yaku" in how else [160, 40])
