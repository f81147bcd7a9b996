"""What was entered and not sent stays with its people when the table changes, and what is asked again is named."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from tests.kit.web.seats import joins, says
from tests.web.conftest import Phone, Sitting
from tests.web.sheet.changes.test_setup import setup_of, typed

PLAYERS = ("Ann", "Ben", "Chika", "Dan")
EACH_ONE_SEAT_ON = {
    "oh-hell": ({"bids-0": "1", "bids-1": "0"}, {"bids-1": "1", "bids-2": "0", "bids-0": ""}),
    "wizard": ({"bids-0": "1", "bids-3": "0"}, {"bids-1": "1", "bids-0": "0", "bids-3": ""}),
    "skull-king": ({"bids-0": "1", "bids-1": "0"}, {"bids-1": "1", "bids-2": "0", "bids-0": ""}),
    "twin-shoot": ({"bids-0": "4", "bids-3": "2"}, {"bids-1": "4", "bids-0": "2", "bids-3": ""}),
    "buki": ({"stakes-1": "5", "stakes-2": "3"}, {"stakes-2": "5", "stakes-3": "3"}),
    "boo-ray": ({"games-0": "kalo", "games-3": "none"}, {"games-1": "kalo", "games-0": "none"}),
    "satat": ({"kind": "7-0"}, {"kind": "7-0"}),
    "score-pad": ({"points-0": "12", "points-2": "x"}, {"points-1": "12", "points-3": "x", "points-0": ""}),
}


@pytest.mark.parametrize("game", EACH_ONE_SEAT_ON)
def test_a_form_from_before_the_seats_were_corrected_comes_back_with_each_value_at_its_person(
    phone: Phone, game: str
) -> None:
    before, after = EACH_ONE_SEAT_ON[game]
    table = phone.sits_down(*PLAYERS, game=game)
    assert left_in_form(table, before, corrected=PLAYERS[-1:] + PLAYERS[:-1], fields=after) == after


def test_of_two_who_change_seats_the_one_who_stopped_is_the_same(phone: Phone) -> None:
    table = phone.sits_down("Ann", "Ben", game="koi-koi")
    table.enters({"lights": "1"})
    mine = {"winner": "0", "calls-0": "2", "calls-1": "1"}
    theirs = {"winner": "1", "calls-1": "2", "calls-0": "1"}
    assert left_in_form(table, mine, corrected=("Ben", "Ann"), fields=theirs) == theirs


def left_in_form(
    table: Sitting, entered: Mapping[str, str], *, corrected: tuple[str, ...], fields: Mapping[str, str]
) -> dict[str, Any]:
    """The fields of a form that is sent after another phone has corrected the seats."""
    mine = table.form
    asked = table.phone.sends(setup_of(table), typed(*corrected))
    if asked.status == 200:
        assert table.phone.sends(asked.form("/setup")).status == 303
    page = table.tries(dict(entered), form=mine)
    assert page.status == 409
    form = page.form("/entries")
    return {name: form.typed(name) or "" for name in fields}


def test_of_another_deal_nothing_comes_back(phone: Phone) -> None:
    table = phone.sits_down(*PLAYERS, top_hand="3", format="short-falling")
    mine = table.form
    phone.sends(setup_of(table), {"top_hand": "2"})
    page = table.tries({"bids-0": "1"}, form=mine)
    assert (page.status, page.form("/entries").typed("bids-0")) == (409, None)
    assert "Bids: Ann 1" in page.alerts[0], "it is told"


# What will be asked again.


def told_of(table: Sitting, change: dict[str, str], *, drafted: Mapping[str, str]) -> str:
    """What the page that asks says to a change of the setup, with a draft on the sheet."""
    form = setup_of(table)
    return table.phone.sends(form, change | {f"drafted-{name}": value for name, value in drafted.items()}).text


def test_the_bid_that_the_dealer_may_not_make_any_more_is_named_before_it_is_saved(phone: Phone) -> None:
    """1, 1 and 1 are the three cards of the hand; Chika deals and says the last."""
    table = phone.sits_down("Ann", "Ben", "Chika", dealer=2, top_hand="3", format="short-falling", restriction="off")
    bids = {"bids-0": "1", "bids-1": "1", "bids-2": "1"}
    assert "Bids: Chika will be asked again." in told_of(table, {"restriction": "on"}, drafted=bids)
    table.notes("tea")
    assert "asked again" not in told_of(table, {"restriction": "on"}, drafted={**bids, "bids-2": ""})
    assert "asked again" not in told_of(table, typed("Ben", "Ann", "Chika"), drafted=bids)
    assert "Bids will be asked again." in told_of(table, {"top_hand": "2"}, drafted=bids)


def test_what_a_phone_has_said_is_named_too(phone: Phone) -> None:
    table = phone.sits_down("Ann", "Ben", "Chika", dealer=2, top_hand="3", format="short-falling", restriction="off")
    ann = joins(phone, table, 0)
    assert says(ann, table, 0, "1").status == 303
    table.notes("tea")
    assert "Bids: Ann will be asked again." in told_of(table, {"top_hand": "2"}, drafted={})
    assert "asked again" not in told_of(table, typed("Chika", "Ann", "Ben"), drafted={})


def test_the_result_of_teams_that_are_no_more_is_asked_again(phone: Phone) -> None:
    table = phone.sits_down(*PLAYERS, game="satat")
    asked = told_of(table, typed("Ann", "Chika", "Ben", "Dan"), drafted={"kind": "7-0"})
    assert "will be asked again." in asked
    assert table.kept["document"]["players"] == [*PLAYERS], "nothing is saved yet"


def test_it_is_named_in_japanese(phone: Phone, japanese: Phone) -> None:
    table = phone.sits_down("彩花", "健", "千夏", dealer=2, top_hand="3", format="short-falling", restriction="off")
    phone.lets_in(japanese, "keeper")
    bids = {"drafted-bids-0": "1", "drafted-bids-1": "1", "drafted-bids-2": "1"}
    page = japanese.sends(japanese.opens(f"{table.address}/setup").form("/setup"), {"restriction": "on", **bids})
    assert "ビッド：千夏にもう一度聞きます。" in page.text
