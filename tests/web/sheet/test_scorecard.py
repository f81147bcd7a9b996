"""How outcomes are shown: each has its class, its mark and its words in one place."""

from __future__ import annotations

from scoring.sheets.values import Outcome
from tests.kit.web.page import Element
from tests.web.conftest import Phone, seatwise
from web.sheet.scorecard import MARKS


def test_every_outcome_is_shown_somehow() -> None:
    assert set(MARKS) == {None, *Outcome}


def test_what_stands_on_no_paper_has_no_words() -> None:
    assert [outcome for outcome, shown in MARKS.items() if shown.word is None] == [None, Outcome.OUT]
    assert [outcome for outcome, shown in MARKS.items() if bool(shown.style) != bool(shown.word)] == []


def signs(cell: Element) -> list[tuple[str, ...]]:
    return [
        (each.get("class"), *(part.text for part in each.all("span")))
        for each in cell.all("span")
        if "sign" in each.get("class").split()
    ]


def test_a_letter_has_its_mark_and_is_said_in_a_sentence(phone: Phone) -> None:
    """Ann is alone in Boo-Ray, Ben and Chika are level in KALO, Dai is out."""
    table = phone.sits_down("Ann", "Ben", "Chika", "Dai", game="boo-ray")
    table.enters(seatwise("games", ("boo-ray", "kalo", "kalo", "none")))
    table.enters({"kalo_best": ["1", "2"]})
    ann, ben, chika, dai = table.page.root.one("tr", id="row-0").all("td")
    assert signs(ann) == [("sign won", "B ✓", "Boo-Ray won")]
    assert signs(ben) == signs(chika) == [("sign drawn", "K ≈", "KALO drawn")]
    assert (signs(dai), dai.get("class")) == ([], "")
    legend = table.page.root.one("dl", class_="legend").all("div")
    assert [each.text for each in legend] == ["B Boo-Ray", "L Low-Shit", "K KALO", "✓ won", "✗ lost", "≈ drawn"]


def test_a_bid_has_its_class_and_is_said_beside_it(phone: Phone) -> None:
    table = phone.sits_down(top_hand="3")
    table.deal(bids=(1, 1, 0), tricks=(1, 2, 0))
    cells = table.page.root.one("tr", id="row-0").all("td")
    assert [each.get("class") for each in cells] == ["made", "missed", "made"]
    assert [each.one("small").text for each in cells] == ["1 took 1 made", "1 took 2 missed", "0 took 0 made"]
    assert [each.one("b", class_="total").text for each in cells] == ["11", "0", "10"]
    legend = table.page.root.one("dl", class_="legend").all("div")
    assert [each.text for each in legend] == ["3→2 bid → taken", "● made", "✕ missed"]


def test_totals_of_six_signs_have_wider_columns(phone: Phone) -> None:
    table = phone.sits_down("Ann", "Ben", "Chika", game="score-pad")
    for points, long in (([99999, 0, 1], False), ([1, 0, 1], True)):
        phone.api.enters(table.id, {"step": "round", "points": points})
        assert bool(table.page.root.all("div", class_="card scorecard bare many long")) == long
