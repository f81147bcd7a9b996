"""A tie that the table decides: one quiet line at the end, a tap, and what it changes wherever places are shown."""

from __future__ import annotations

import pytest

from store.book import Role
from tests.kit.web.playing import played
from tests.kit.web.reports import results_of, rows_of, sent_to_bg_stats
from tests.web.conftest import Phone, Sitting

LEVEL = "Ann Ben Chika game=score-pad: points=51/51/40, end"
RESULT, BESIDE = "section.winner strong", "ul.part-of-it li"


@pytest.fixture
def table(phone: Phone) -> Sitting:
    return played(phone, LEVEL)


def decides(table: Sitting, **typed: str) -> None:
    form = table.behind("tie").form("/entries")
    table.phone.follows(table.tries({name.replace("_", "-"): each for name, each in typed.items()}, form=form))


def links(table: Sitting) -> list[str]:
    return [each.text for each in table.page.root.all("a") if each.get("href").endswith("/tie")]


def stood(table: Sitting) -> list[tuple[str, str]]:
    lines = table.page.root.one("ol", class_="standings").all("li")
    return [(each.one("span", class_="rank").text, each.one("span", class_="name").text) for each in lines]


def test_who_is_first_is_one_tap_at_the_end(table: Sitting) -> None:
    assert (links(table), table.page.reads(RESULT)) == (["Decide the tie"], ["Ann and Ben share the win, 11 ahead"])
    page = table.behind("tie")
    chips = [each.text for each in page.root.all("label", class_="chip")]
    assert (page.reads("h1"), chips, page.form("/entries").values["reason"]) == (["Decide the tie"], ["Ann", "Ben"], "")
    decides(table, order_0="1")
    assert (links(table), table.page.reads(RESULT)) == ([], ["Ben wins the tie"])
    assert table.page.reads(BESIDE) == ["Tie decided: Ben, Ann"]
    assert [place for place, _ in stood(table)] == ["1", "2", "3"]
    assert [name[:3] for _, name in stood(table)] == ["Ben", "Ann", "Chi"]


def test_it_goes_out_with_the_results(table: Sitting) -> None:
    decides(table, order_0="1", reason="by cards")
    head, *lines = results_of(table.phone)
    assert (head[-1], [line[-1] for line in lines]) == ("Tie decided at the table", ["Yes", "Yes", ""])
    assert [line[5:8] for line in lines] == [["2", "51", "No"], ["1", "51", "Yes"], ["3", "40", "No"]]
    sent = sent_to_bg_stats(table)["players"]
    assert [(each["rank"], each["winner"], each["score"]) for each in sent] == [
        *((2, False, 51), (1, True, 51)),
        (3, False, 40),
    ]
    assert rows_of(table)[2][:5] == ["'=", "Tie decided: Ben, Ann (by cards)", "", "", ""]
    assert "Tie decided: Ben, Ann (by cards)" in table.behind("log").text
    assert "★ Ben 51 · Ann 51" in table.phone.opens(f"/evenings/{table.id}").text


def test_what_ends_the_tie_leaves_it_without_effect_and_the_page_says_so(table: Sitting) -> None:
    decides(table, order_0="1", reason="by cards")
    table.adjusts(1, -5, "miscounted")
    assert table.page.reads(RESULT) == ["Ann wins, 5 ahead"]
    assert table.page.reads(BESIDE) == ["Tie decided: Ben, Ann (by cards): no effect, they are not tied"]
    table.undoes()
    assert (table.page.reads(RESULT), links(table)) == (["Ben wins the tie"], [])
    table.undoes()
    assert (table.page.reads(RESULT), links(table)) == (["Ann and Ben share the win, 11 ahead"], ["Decide the tie"])


def test_it_is_corrected_where_its_row_is(table: Sitting) -> None:
    decides(table, order_0="1")
    page = table.behind("rows/1")
    form = page.form("/rows/1")
    (chosen,) = [name for name in form.values if name.endswith("order-0")]
    assert (form.values[chosen], page.reads("h1")) == ("1", ["Correct the tie"])
    table.phone.follows(table.phone.sends(form, {chosen: "0"}))
    assert table.page.reads(RESULT) == ["Ann wins the tie"]


def test_of_three_the_first_two_are_asked_and_a_slip_is_named(phone: Phone) -> None:
    table = played(phone, "Ann Ben Chika game=score-pad: points=7/7/7, end")
    form = table.behind("tie").form("/entries")
    assert [name for name in form.values if name.startswith("order")] == []
    for typed, words in (
        ({"order-0": "1"}, "Order: missing."),
        ({"order-0": "1", "order-1": "1"}, "chosen twice"),
    ):
        refused = table.tries(typed, form=form)
        assert (refused.status, [words in each for each in refused.alerts]) == (422, [True])
    decides(table, order_0="2", order_1="0")
    assert table.page.reads(BESIDE) == ["Tie decided: Chika, Ann, Ben"]


def test_a_draw_of_koi_koi_can_be_decided(phone: Phone) -> None:
    level = "lights=0, winner=nobody calls-0=1"
    table = played(phone, f"Ann Ben game=koi-koi length=half: {', '.join([level] * 6)}")
    assert table.page.reads(RESULT) == ["A draw"]
    decides(table, order_0="1")
    assert table.page.reads(RESULT)[0].endswith("wins the tie")


@pytest.mark.parametrize("role", ["player", "watcher"])
def test_who_keeps_no_score_decides_nothing(table: Sitting, stranger: Phone, role: Role) -> None:
    table.phone.lets_in(stranger, role, table.id if role == "player" else None)
    assert links(Sitting(stranger, table.address)) == []
    assert stranger.opens(f"{table.address}/tie").status == 403


def test_where_nobody_is_level_the_page_leads_to_the_sheet(phone: Phone) -> None:
    table = played(phone, "Ann Ben game=score-pad: points=5/3, end")
    assert phone.opens(f"{table.address}/tie").location == table.address
