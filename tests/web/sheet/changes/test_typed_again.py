"""What was typed on a sheet that had gone on is said back in the form's own words."""

from __future__ import annotations

from tests.web.conftest import Phone


def test_ticks_and_names_are_said_back_as_the_form_has_them(phone: Phone) -> None:
    table = phone.sits_down("Ann", "Ben", game="koi-koi")
    table.enters({"lights": "1"})
    mine = table.form
    table.notes("tea")
    typed = {"calls-0": "1", "calls-1": "0", "winner": "0", "yaku": ["hanami", "tsukimi"], "tane": "x"}
    page = table.tries(typed, form=mine)
    assert page.status == 409
    (alert,) = page.alerts
    assert "Ann 1, Ben 0" in alert
    assert "Yaku: Hanami-zake, Tsukimi-zake" in alert
    assert "Captured" not in alert, "nobody's cards were tapped"
    assert alert.count(": x") == 1, "what cannot be read is said back as it stands"


def test_an_adjustment_is_said_back_though_its_form_is_on_another_page(phone: Phone) -> None:
    table = phone.sits_down()
    mine = table.adjustment
    table.bids(0, 1, 1)
    page = table.tries({"seat": "1", "amount": "ー１０", "reason": "dropped a card"}, form=mine)
    assert page.status == 409
    assert "Who: Ben · Points: −10 · Reason: dropped a card" in page.alerts[0]
