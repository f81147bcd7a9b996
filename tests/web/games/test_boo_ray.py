"""Boo-Ray without script: the steps as forms, and corrections after which other games are to be decided."""

from __future__ import annotations

from typing import Any

from tests.kit.web.page import Page
from tests.web.conftest import Phone, Sitting, seatwise

BOO, LOW, KALO, OUT = "boo-ray", "low-shit", "kalo", "none"


def sits_down(phone: Phone, several: str = "off") -> Sitting:
    return phone.sits_down("Ann", "Ben", "Chika", "Dai", game="boo-ray", several=several)


def played(phone: Phone) -> Sitting:
    """A first deal: Ann and Ben in Boo-Ray, Ann best; Chika and Dai in KALO, Dai best."""
    table = sits_down(phone)
    table.enters(seatwise("games", (BOO, BOO, KALO, KALO)))
    table.enters({"booray_best": ["0"], "kalo_best": ["3"]})
    # pot 4: 2 chips each for Ann and Dai, who paid the ante; Ben and Chika pay 4: 50 − 1 − 4
    assert table.totals == [51, 45, 45, 51]
    return table


def corrects(table: Sitting, typed: dict[str, Any]) -> Page:
    return table.phone.sends(table.row(0).form("/rows/0"), typed)


def test_tricks_and_hands_are_sent_without_script(phone: Phone) -> None:
    table = sits_down(phone)
    table.enters(seatwise("games", (BOO, BOO, KALO, KALO)))
    hands = {"kalo_hands-2": ["KS", "JH", "3S", "3D", "2C"], "kalo_hands-3": ["QS", "QH", "9D", "8C", "2H"]}
    table.enters({"booray_tricks-0": "2", "booray_tricks-1": "3", **hands})
    # the other two have won now
    assert table.totals == [45, 51, 45, 51]


def test_both_ways_at_once_are_refused_at_the_game_and_nothing_typed_is_lost(phone: Phone) -> None:
    table = sits_down(phone)
    table.enters(seatwise("games", (BOO, BOO, OUT, OUT)))
    page = table.tries({"booray_best": ["0"], "booray_tricks-0": "2", "booray_tricks-1": "3"})
    assert page.status == 422
    assert page.alerts == ["Boo-Ray: enter the winner or the tricks, not both."]
    form = page.form("/entries")
    assert form.values["booray_best"] == "0"
    assert (form.values["booray_tricks-0"], form.values["booray_tricks-1"]) == ("2", "3")


def test_another_winner_is_corrected(phone: Phone) -> None:
    table = played(phone)
    assert corrects(table, {"e1-booray_best": ["1"]}).status == 303
    assert table.totals == [45, 51, 45, 51]


def test_when_other_games_are_contested_after_a_correction_their_results_are_asked(phone: Phone) -> None:
    table = played(phone)
    # It was Low-Shit that Chika and Dai were in.
    page = corrects(table, {"e0-games-2": LOW, "e0-games-3": LOW})
    assert page.status == 422
    assert page.alerts == ["Low-Shit: choose the winner."]
    form = page.form("/rows/0")
    assert form.values["e0-games-2"] == LOW
    assert form.values["e1-booray_best"] == "0", "what still holds stays said"
    assert phone.sends(form, {"e1-low_best": ["2"]}).status == 303
    assert table.entries[1] == {"step": "results", "booray_best": ["0"], "low_best": ["2"]}
    assert table.totals == [51, 45, 51, 45]


def test_a_game_that_is_no_longer_contested_is_no_longer_asked(phone: Phone) -> None:
    table = played(phone)
    assert corrects(table, {"e0-games-3": OUT}).status == 303
    assert table.entries[1] == {"step": "results", "booray_best": ["0"]}
    # Chika is alone in KALO: 4 ÷ 2 for her and Ann
    assert table.totals == [51, 45, 51, 49]


def test_a_deal_that_is_over_with_its_entries_drops_the_results_when_asked_to(phone: Phone) -> None:
    table = played(phone)
    page = corrects(table, {"e0-games-1": LOW, "e0-games-3": OUT})
    assert page.status == 409
    assert phone.sends(page.form("/rows/0"), {"reopen": "yes"}).status == 303
    assert table.entries == [{"step": "entries", "games": [BOO, LOW, KALO, OUT]}]
    # three winners share 4: 1 each
    assert table.totals == [50, 50, 50, 49]


def test_a_form_that_nobody_touched_is_asked_about_before_it_is_written(phone: Phone) -> None:
    table = sits_down(phone)
    page = table.tries({})
    assert page.status == 422
    assert page.alerts == ["Is everyone out? The pot of 4 stays, and everyone antes again. Yes, everyone is out"]
    assert table.entries == []
    assert phone.sends(page.form("/entries"), {"sure": "yes"}).status == 303
    assert table.entries == [{"step": "entries", "games": [OUT] * 4}]


def test_who_wins_a_game_is_answered_while_another_is_not_decided(phone: Phone) -> None:
    table = sits_down(phone)
    table.enters(seatwise("games", (BOO, BOO, KALO, KALO)))
    form = table.form
    hands = {"kalo_hands-2": ["KS", "JH", "3S", "3D", "2C"], "kalo_hands-3": ["QS", "QH", "9D", "8C", "2H"]}
    answer = phone.posts(f"{table.address}/preview", form.values | hands).json
    assert answer["told"] == {"kalo_hands": "Dai wins: three of a kind (Q-Q-Q-9-8, wild 2♥)"}
    assert answer["problems"] == ["Boo-Ray: choose who took the most tricks."]


def test_a_tie_that_five_tricks_cannot_give_is_refused_at_its_game(phone: Phone) -> None:
    table = sits_down(phone)
    table.enters(seatwise("games", (BOO, BOO, OUT, OUT)))
    page = table.tries({"booray_best": ["0", "1"]})
    assert page.status == 422
    assert page.wrong_at("booray_best").startswith("Boo-Ray: when 2 players share 5 tricks, Ann, Ben can’t tie")


def test_ended_before_anybody_has_a_win_the_page_says_that_nobody_has_won(phone: Phone) -> None:
    table = sits_down(phone)
    phone.follows(table.tries({"sure": "yes"}))
    assert "Nobody has won" in table.ends().text
    other = sits_down(phone)
    other.enters(seatwise("games", (BOO, OUT, OUT, OUT)))
    assert "Ann wins with 1 win, 1 ahead" in other.ends().text


def test_who_has_left_is_not_on_the_form_and_has_no_row_where_the_winners_are_tapped(phone: Phone) -> None:
    table = played(phone)
    phone.api.enters(table.id, {"step": "leave", "seat": 1, "ranked": "no"})
    assert {name for name in table.form.values if name.startswith("games-")} == {"games-0", "games-2", "games-3"}
    page = table.enters(seatwise("games", (BOO, None, BOO, OUT)))
    rows = [each for each in page.root.all("div") if "place" in each.classes]
    assert [each.text[0] for each in rows] == ["A", "C", "D"]
    table.enters({"booray_best": ["2"]})
    # After the first deal 8 of 12 chips are left in the pot; with three antes Chika takes 11, and Ann pays 11.
    assert table.totals == [39, 45, 55, 50]


def test_the_end_shows_wins_large_and_chips_small_since_wins_decide(phone: Phone) -> None:
    """One win each. The pot of the second deal has four antes and twice 4 from those who lost: 12, 6 for each game.

    Ann 51 − 1 − 12, Ben 45 − 1 + 6, Chika 45 − 1 + 6, Dai 51 − 1 − 12.
    """
    table = played(phone)
    table.enters(seatwise("games", (BOO, BOO, KALO, KALO)))
    table.enters({"booray_best": ["1"], "kalo_best": ["2"]})
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
    assert [each.all("rect")[1].get("width") for each in end.root.one("ol", class_="standings bars").all("svg")] == [
        "100.0%"
    ] * 4
    (share,) = [each.get("data-share") for each in end.root.all("button") if each.has("data-share")]
    assert "1. Ben 1 win (50)" in share.splitlines()


def standings(page: Page) -> list[tuple[str, ...]]:
    (list_,) = [each for each in page.root.all("ol") if "standings" in each.classes]
    return [tuple(each.one("span", class_=part).text for part in ("rank", "name", "total")) for each in list_.all("li")]
