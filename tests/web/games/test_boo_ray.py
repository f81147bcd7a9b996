"""Boo-Ray without script: the steps as forms, and corrections after which other games are to be decided."""

from __future__ import annotations

from typing import Any

import pytest

from tests.kit.web.page import Page
from tests.kit.web.playing import fields, played, plays
from tests.kit.web.seats import BEN, CHIKA, joins, says
from tests.web.conftest import Phone, Sitting

BOO, LOW, KALO, OUT = "boo-ray", "low-shit", "kalo", "none"


FOUR = "Ann Ben Chika Dai game=boo-ray:"
BOTH, ALONE = "games=boo-ray/boo-ray/kalo/kalo", "games=boo-ray/boo-ray/none/none"
FIRST = f"{FOUR} {BOTH}, booray_best=0 kalo_best=3"
"""A first deal: Ann and Ben in Boo-Ray, Ann best; Chika and Dai in KALO, Dai best.

Pot 4: 2 chips each for Ann and Dai, who paid the ante; Ben and Chika pay 4: 50 − 1 − 4, so 51 45 45 51.
"""
HANDS = "kalo_hands-2=KS,JH,3S,3D,2C kalo_hands-3=QS,QH,9D,8C,2H"


@pytest.fixture
def deal(phone: Phone) -> Sitting:
    return played(phone, FIRST)


def corrects(table: Sitting, typed: dict[str, Any]) -> Page:
    return table.phone.sends(table.row(0).form("/rows/0"), typed)


# What is corrected, and the totals; in the last the other two have won.
TOTALS = [
    (FIRST, [51, 45, 45, 51]),
    (f"{FIRST}, row 0 e1-booray_best=1", [45, 51, 45, 51]),
    # Chika is alone in KALO: 4 ÷ 2 for her and Ann.
    (f"{FIRST}, row 0 e0-games-3=none", [51, 45, 51, 49]),
    (f"{FOUR} {BOTH}, booray_tricks=2/3 {HANDS}", [45, 51, 45, 51]),
]


@pytest.mark.parametrize(("script", "totals"), TOTALS)
def test_winners_tricks_and_hands_are_sent_without_script_and_corrected(
    phone: Phone, script: str, totals: list[int]
) -> None:
    assert played(phone, script).totals == totals


def test_both_ways_at_once_are_refused_at_the_game_and_nothing_typed_is_lost(phone: Phone) -> None:
    typed = {"booray_best": "0", **fields("booray_tricks=2/3")}
    page = played(phone, f"{FOUR} {ALONE}").tries(typed)
    assert (page.status, page.alerts) == (422, ["Boo-Ray: enter the winner, or the hands or tricks, not both."])
    assert typed.items() <= page.form("/entries").values.items()


def test_when_other_games_are_contested_after_a_correction_their_results_are_asked(phone: Phone, deal: Sitting) -> None:
    # It was Low-Shit that Chika and Dai were in.
    page = corrects(deal, {"e0-games-2": LOW, "e0-games-3": LOW})
    assert (page.status, page.alerts) == (422, ["Low-Shit: choose the winner."])
    form = page.form("/rows/0")
    assert (form.values["e0-games-2"], form.values["e1-booray_best"]) == (LOW, "0"), "what still holds stays said"
    assert phone.sends(form, {"e1-low_best": ["2"]}).status == 303
    assert deal.entries[1] == {"step": "results", "booray_best": ["0"], "low_best": ["2"]}
    assert deal.totals == [51, 45, 51, 45]


def test_a_game_that_is_no_longer_contested_is_no_longer_asked(deal: Sitting) -> None:
    assert corrects(deal, {"e0-games-3": OUT}).status == 303
    assert deal.entries[1] == {"step": "results", "booray_best": ["0"]}


def test_a_deal_that_is_over_with_its_entries_drops_the_results_when_asked_to(phone: Phone, deal: Sitting) -> None:
    page = corrects(deal, {"e0-games-1": LOW, "e0-games-3": OUT})
    assert (page.status, phone.sends(page.form("/rows/0"), {"reopen": "yes"}).status) == (409, 303)
    # Three winners share 4: 1 each.
    assert deal.entries == [{"step": "entries", "games": [BOO, LOW, KALO, OUT]}]
    assert deal.totals == [50, 50, 50, 49]


def test_a_form_that_nobody_touched_is_asked_about_before_it_is_written(phone: Phone) -> None:
    table = played(phone, FOUR)
    page = table.tries({})
    asked = ["Nobody entered. The pot of 4 stays, and everyone antes again."]
    assert (page.status, page.alerts, table.entries) == (422, asked, [])
    assert phone.sends(page.form("/entries"), {"sure": "yes"}).status == 303
    assert table.entries == [{"step": "entries", "games": [OUT] * 4}]


@pytest.mark.parametrize(("several", "games"), [("off", [BOO, KALO, KALO, OUT]), ("on", [[BOO], [KALO], [KALO], []])])
def test_whose_phone_has_not_entered_is_asked_about_before_the_entries_are_written(
    phone: Phone, several: str, games: list[object]
) -> None:
    """Nothing in their row is no answer of theirs, and what another has laid is not shown for it."""
    table = phone.sits_down("Ann", "Ben", "Chika", "Dai", game="boo-ray", several=several)
    ben, chika = (joins(phone, table, seat) for seat in (BEN, CHIKA))
    says(ben, table, BEN, KALO, field="games")
    page = table.tries({"games-0": BOO})
    assert (page.status, table.entries) == (422, [])
    assert page.alerts == ["Not entered yet: Chika. Save without them?"]
    says(chika, table, CHIKA, KALO, field="games")
    assert table.tries({"games-0": BOO}).status == 303
    assert table.entries[0]["games"] == games


def test_who_is_asked_about_can_be_left_out_or_entered_for(phone: Phone) -> None:
    for typed, games in (({"sure": "yes"}, [BOO, OUT, OUT]), ({"games-1": KALO}, [BOO, KALO, OUT])):
        table = phone.sits_down("Ann", "Ben", "Chika", game="boo-ray")
        joins(phone, table, BEN)
        assert table.tries({"games-0": BOO} | typed).status == 303
        assert table.entries[0]["games"] == games


def test_who_wins_a_game_is_answered_while_another_is_not_decided(phone: Phone) -> None:
    table = played(phone, f"{FOUR} {BOTH}")
    answer = phone.posts(f"{table.address}/preview", table.form.values | fields(HANDS)).json
    assert answer["news"]["kalo_hands"] == "Best: Dai (three of a kind (Q-Q-Q-9-8, wild 2♥))"
    assert answer["problems"] == ["Boo-Ray: choose the winner."]


def test_a_tie_that_five_tricks_cannot_give_is_refused_at_its_game(phone: Phone) -> None:
    page = played(phone, f"{FOUR} {ALONE}").tries({"booray_best": ["0", "1"]})
    assert page.status == 422
    assert page.wrong_at("booray_best").startswith("Boo-Ray: when 2 players share 5 tricks, Ann, Ben can’t tie")


@pytest.mark.parametrize(
    ("entry", "told"),
    [("sure=yes", "Nobody has won"), ("games=boo-ray/none/none/none", "Ann wins with 1 win, 1 ahead")],
)
def test_ended_after_one_deal_the_page_says_who_has_won(phone: Phone, entry: str, told: str) -> None:
    table = played(phone, FOUR)
    phone.follows(table.tries(fields(entry)))
    assert told in table.ends().text


def test_a_newcomer_is_out_of_the_entries_that_an_undo_brought_back(phone: Phone) -> None:
    """As in any others, where nobody is asked to say so."""
    table = played(phone, f"{FOUR} {ALONE}, undo, players join name=Eva")
    values = table.form.values
    assert [values[f"games-{seat}"] for seat in range(5)] == [BOO, BOO, OUT, OUT, OUT]


def test_who_has_left_is_not_on_the_form_and_has_no_row_where_the_winners_are_tapped(deal: Sitting) -> None:
    plays(deal, "players leave-1 ranked=no")
    assert {name for name in deal.form.values if name.startswith("games-")} == {"games-0", "games-2", "games-3"}
    page = deal.enters(fields("games=boo-ray/-/boo-ray/none"))
    assert [row[0] for row in page.reads("div.place")] == ["A", "C", "D"]
    # After the first deal 8 of 12 chips are left in the pot; with three antes Chika takes 11, and Ann pays 11.
    assert plays(deal, "booray_best=2").totals == [39, 45, 55, 50]


def test_the_chips_before_a_player_are_one_number_on_every_page(deal: Sitting) -> None:
    """The ante of the deal in play lies in the pot: of 51 45 45 51 one each."""
    held = ["50", "44", "44", "50"]
    ann = joins(deal.phone, deal, 0)
    sheet, card = deal.page, ann.opens(f"{deal.address}/seats/0")
    assert [each.split()[0] for each in sheet.reads("div.place button.who small")] == held
    assert card.reads("ul.others b.total b") == held
    assert sheet.reads("table tfoot td b") == held, "the scorecard: below what each deal came to"
    on_screen = deal.behind("table").reads("ol.ranking span.beside small")
    assert [each.split()[0] for each in on_screen] == sorted(held, reverse=True)
    assert deal.behind("flat").reads("ul.seats span.total")[:4] == held
    said = sheet.reads("li[@data-spoken]")
    assert [each.split()[1] for each in said] == held, "the news above the rows"
    assert deal.ends().reads("table tfoot td b") == [], "over, no deal is in play"


def test_the_end_shows_wins_large_and_chips_small_since_wins_decide(deal: Sitting) -> None:
    """One win each. The pot of the second deal has four antes and twice 4 from those who lost: 12, 6 for each game.

    Ann 51 − 1 − 12, Ben 45 − 1 + 6, Chika 45 − 1 + 6, Dai 51 − 1 − 12.
    """
    table = plays(deal, f"{BOTH}, booray_best=1 kalo_best=2")
    expected = [
        ("1", "Ben 50 chips", "1 win ★1"),
        ("1", "Chika 50 chips", "1 win ★1"),
        ("1", "Ann 38 chips", "1 win ★1"),
        ("1", "Dai 38 chips", "1 win ★1"),
    ]
    before = table.behind("end")
    assert [(rank, name.replace(" · 1 in the pot", ""), by) for rank, name, by in standings(before)] == expected
    end = table.ends()
    assert standings(end) == expected
    assert end.reads("ol.standings.bars svg rect[2] @width") == ["100.0%"] * 4
    assert "1. Ben 1 win (50)" in table.behind("share").root.one("p", class_="words").text


def standings(page: Page) -> list[tuple[str, ...]]:
    (list_,) = [each for each in page.root.all("ol") if "standings" in each.classes]
    return [tuple(each.one("span", class_=part).text for part in ("rank", "name", "total")) for each in list_.all("li")]
