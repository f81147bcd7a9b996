"""The same again: the phones of the table are led on to the next game, and come there without a code."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from flask import Flask

from tests.kit.web.following import asks, mark
from tests.kit.web.joining import codes, invites, may_invite, secret_of
from tests.kit.web.page import Page
from tests.kit.web.seats import ANN, BEN, CHIKA, comes, joins, says, takes
from tests.web.conftest import Phone, Sitting
from web.identity import visitor

VIEWS = ("", "/seats?look=1", "/table", "/flat")


@pytest.fixture
def over(phone: Phone) -> Sitting:
    """Ann, Ben and Chika have played their game; Chika dealt."""
    table = phone.sits_down("Ann", "Ben", "Chika", dealer=CHIKA, top_hand="3", bidding="written")
    table.deal(bids=[1, 1, 0], tricks=[1, 1, 1])
    return table


@pytest.fixture
def ben(over: Sitting) -> Phone:
    """Ben's own phone, which has had his seat since the middle of the game."""
    return joins(over.phone, over, BEN)


@pytest.fixture
def ended(over: Sitting, ben: Phone) -> Sitting:
    over.ends()
    return over


def again(table: Sitting) -> Sitting:
    """The keeper taps it at the end of the game."""
    answer = table.phone.sends(table.page.form("/again"))
    assert answer.status == 303
    return Sitting(table.phone, answer.location)


def onward(page: Page) -> list[str]:
    """Where a page says that the next game is."""
    return [each.get("href") for each in page.root.all("a") if "onward" in each.classes]


def asked_of(page: Page) -> str:
    return page.root.one("section", class_="asked").one("h2").text


def with_eva(phone: Phone, **rules: Any) -> Sitting:
    """A game of four, the fifth of whom came in its second deal, and which is over."""
    table = phone.sits_down("Ann", "Ben", "Chika", "Dov", game="wizard", **rules)
    table.deal(bids=[0, 0, 0, 0], tricks=[1, 0, 0, 0])
    assert (
        phone.api.asks(
            "POST",
            f"/sessions/{table.id}/entries",
            {"position": 2, "entry": {"step": "join", "name": "Eva", "after": 3, "start": "opening"}},
        ).status
        == 201
    )
    table.ends()
    return table


def test_with_one_more_it_has_as_many_deals_as_the_pack_allows_and_own_rules_are_asked_again(phone: Phone) -> None:
    new = again(with_eva(phone))
    document = phone.api.asks("GET", f"/sessions/{new.id}/document").json
    assert (len(document["players"]), document["options"]["deals"]) == (5, 12)
    refused = phone.sends(with_eva(phone, deals=14).page.form("/again"))
    setup = phone.follows(refused)
    assert setup.address.startswith("/new/wizard")
    assert (setup.form("/new/wizard").values["deals"], setup.form("/new/wizard").values["players-4"]) == ("", "Eva")


def test_a_game_leads_on_once_the_next_has_begun(ended: Sitting) -> None:
    watcher = comes(ended.phone, ended, "watcher")
    before = watcher.opens(ended.address)
    assert onward(before) == []
    new = again(ended)
    after = asks(watcher, before)
    assert (after.status, onward(after), mark(after) != mark(before)) == (200, [new.address], True)
    for view in VIEWS:
        (address,) = onward(watcher.opens(ended.address + view))
        assert address == new.address + view.removesuffix("?look=1")
        assert watcher.opens(address).status == 200
        assert onward(watcher.opens(address)) == []
    assert after.reads("a[@data-announce]") == ["The next game has begun ›"], "a screen reader says it"


def test_same_again_from_a_page_of_before_leads_to_the_game_that_has_begun(ended: Sitting) -> None:
    """Two phones at the end of the game; one was without a connection while the others went on playing."""
    late = ended.page.form("/again")
    new = again(ended)
    new.deal(bids=[1, 1, 0], tricks=[1, 1, 1])
    answer = ended.phone.sends(late)
    assert (answer.status, answer.location) == (303, new.address)
    assert listed(ended.phone) == {ended.address, new.address}


def test_another_one_is_a_choice_where_the_next_game_has_begun(ended: Sitting) -> None:
    assert label(ended.page) == "Same again"
    second = again(ended)
    seen = ended.page
    assert label(seen) == "Same again"
    third = again(ended)
    assert third.address not in (ended.address, second.address)
    assert ended.phone.sends(seen.form("/again"), {"key": "another page"}).location == third.address


def label(page: Page) -> str:
    (form,) = [form for form in page.forms if form.action.endswith("/again")]
    return form.element.text


def test_whoever_does_not_play_the_next_game_can_take_a_seat_there(ended: Sitting, ben: Phone) -> None:
    new = again(ended)
    ended.phone.sends(ended.phone.opens(f"{new.address}/seats").form(f"/seats/{BEN}/free"))
    watcher = comes(ended.phone, new, "watcher")
    page = ben.opens(new.address)
    way = f"{new.address}/seats"
    assert page.reads("a.button.main @href") == [way]
    assert ben.opens(way).heading.startswith("Who are you?")
    assert way not in watcher.opens(new.address).links()
    takes(ben, new, ANN)
    assert way not in ben.opens(f"{new.address}?look=1").links()


def listed(phone: Phone) -> set[str]:
    """The games in the list of all games."""
    return {href for href in phone.opens("/history").links() if href.startswith("/s/")}


def test_the_card_of_a_seat_goes_on_by_itself(ended: Sitting, ben: Phone) -> None:
    end = ben.opens(f"{ended.address}/seats/{BEN}")
    new = again(ended)
    answer = asks(ben, end)
    assert answer.location == f"{new.address}/seats/{BEN}"
    card = asks(ben, end, answer.location)
    assert (card.status, asked_of(card)) == (200, "Ben: bid")
    (headline,) = card.root.all("div", class_="headline")
    assert headline.text == "Bids New game", "a screen reader says it"
    assert ben.opens(end.address).location == card.address, "opened anew it leads there too"
    assert ben.opens(f"{ended.address}?look=1").status == 200, "and the sheet is there to be looked at"
    assert says(ben, new, BEN, "1").status == 303
    assert "New game" in ben.opens(card.address).text


def test_a_phone_that_has_several_seats_is_led_to_the_one_that_is_asked(over: Sitting) -> None:
    both = joins(over.phone, over, BEN)
    takes(both, over, ANN)
    over.ends()
    new = again(over)
    assert both.opens(f"{over.address}/seats/{BEN}").location == f"{new.address}/seats/{ANN}"
    says(both, new, ANN, "1")
    assert both.opens(f"{over.address}/seats/{BEN}").location == f"{new.address}/seats/{BEN}"


def test_a_card_that_is_still_asked_something_only_says_so(over: Sitting, ben: Phone) -> None:
    """A game that was left in its middle can be gone on with."""
    over.phone.posts(f"{over.address}/again", {"csrf_token": over.phone.token(), "key": "from home"})
    card = ben.opens(f"{over.address}/seats/{BEN}")
    assert (card.status, asked_of(card)) == (200, "Ben: bid")
    (address,) = onward(card)
    assert ben.opens(address).location == f"{address}/seats/{BEN}", "a tap leads to the card there"


def test_where_the_phone_has_no_seat_any_more_its_card_says_that_there_is_a_next_game(
    ended: Sitting, ben: Phone
) -> None:
    new = again(ended)
    ended.phone.sends(ended.phone.opens(f"{new.address}/seats").form(f"/seats/{BEN}/free"))
    card = ben.opens(f"{ended.address}/seats/{BEN}")
    assert (card.status, onward(card)) == (200, [new.address])


@pytest.mark.parametrize("view", ["table", "flat"])
def test_a_screen_that_showed_the_game_to_its_end_shows_the_next(over: Sitting, view: str) -> None:
    during = over.phone.opens(f"{over.address}/{view}")
    over.ends()
    end = over.phone.opens(f"{over.address}/{view}")
    assert asks(over.phone, during).status == 200
    new = again(over)
    assert asks(over.phone, end).location == f"{new.address}/{view}"
    assert over.phone.opens(f"{new.address}/{view}").reads("p[@data-announce]") == ["New game"], "a reader says it"
    opened = over.phone.opens(f"{over.address}/{view}")
    assert (opened.status, onward(opened)) == (200, [f"{new.address}/{view}"]), "who opens it anew looks at this one"


def test_the_code_on_the_screen_holds_for_the_next_game(app: Flask, over: Sitting) -> None:
    invites(over)
    secret = secret_of(over)
    before = codes(over.phone.opens(f"{over.address}/table"))
    over.ends()
    new = again(over)
    for view in ("table", "flat", "seats"):
        assert codes(over.phone.opens(f"{new.address}/{view}")) == before != []
    late = Phone(app)
    asked = late.opens(f"/j/{secret}")
    assert late.follows(late.sends(asked.form(f"/j/{secret}"))).address == f"{new.address}/seats"
    assert late.opens(over.address).status == 404, "the game before is not shown to who was not there"


def test_a_game_that_was_left_invites_nobody(over: Sitting) -> None:
    over.phone.posts(f"{over.address}/again", {"csrf_token": over.phone.token(), "key": "left"})
    for view in ("table", "flat", "seats?look=1"):
        page = over.phone.opens(f"{over.address}/{view}")
        assert (codes(page), may_invite(page)) == ([], False)


# Another game with the same people.


def begins_another(table: Sitting, game: str, *players: str, **typed: Any) -> Sitting:
    """The keeper begins another game by *New game*."""
    form = table.phone.opens(f"/new/{game}").form(f"/new/{game}")
    names = {f"players-{seat}": name for seat, name in enumerate(players)}
    answer = table.phone.sends(form, {**names, **typed})
    assert answer.status == 303
    return Sitting(table.phone, answer.location)


def test_another_game_of_the_evening_takes_the_phones_along(over: Sitting, ben: Phone) -> None:
    watcher = comes(over.phone, over, "watcher")
    over.ends()
    end = ben.opens(f"{over.address}/seats/{BEN}")
    asked = over.phone.opens("/new/skull-king")
    assert [each.text for each in asked.root.one("fieldset", class_="phones-along").all("label")] == ["Ben’s phone"]
    new = begins_another(over, "skull-king", "Chika", "Ben", "Ann")
    assert asks(ben, end).location == f"{new.address}/seats/1"
    assert says(ben, new, 1, "1").status == 303
    assert onward(watcher.opens(over.address)) == [], "who watches the first game was not let in to the second"
    assert onward(over.page) == [new.address]
    third = begins_another(new, "wizard", "Ann", "Ben", "Chika")
    assert ben.opens(new.address).location == f"{new.address}/seats/1", "that one is not over"
    assert onward(ben.opens(f"{new.address}/seats/1")) == [third.address]


def test_a_game_that_rested_and_is_played_on_leads_nowhere(
    over: Sitting, ben: Phone, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Another was begun while it rested: until it is played on, that one is where the table went."""
    new = begins_another(over, "wizard", "Ann", "Ben", "Chika")
    card = f"{over.address}/seats/{BEN}"
    assert (onward(over.page), onward(ben.opens(card))) == ([new.address], [new.address])
    monkeypatch.setattr(visitor, "now", lambda: datetime.now(UTC) + timedelta(minutes=30))
    over.notes("We go on with this one tomorrow.")
    assert onward(over.page) == [new.address]
    over.enters({"bids-0": "1", "bids-1": "0", "bids-2": "0"})
    assert (onward(over.page), onward(ben.opens(card))) == ([], [])
    (same_again,) = over.ends().reads("form button.main @class")
    assert same_again == "button main"
    third = again(over)
    assert third.address not in (over.address, new.address), "the one that is known is no answer"
    assert onward(over.page) == [third.address]


def test_a_phone_that_the_keeper_unticks_stays_behind(over: Sitting, ben: Phone) -> None:
    chika = joins(over.phone, over, CHIKA)
    over.ends()
    form = over.phone.opens("/new/wizard").form("/new/wizard")
    refused = over.phone.sends(form, {"players-0": "Ann", "along": [str(CHIKA)]})
    assert refused.status == 422
    ticks = refused.root.one("fieldset", class_="phones-along").all("input", type="checkbox")
    assert [(each.get("value"), each.has("checked")) for each in ticks] == [(str(BEN), False), (str(CHIKA), True)]
    new = begins_another(over, "wizard", "Ann", "Ben", "Chika", along=[str(CHIKA)])
    assert chika.opens(f"{over.address}/seats/{CHIKA}").location == f"{new.address}/seats/{CHIKA}"
    assert ben.opens(f"{over.address}/seats/{BEN}").status == 200
    assert ben.opens(new.address).status == 404


def test_at_the_beginning_of_an_evening_no_phone_is_offered(phone: Phone) -> None:
    assert phone.opens("/new/wizard").root.all("fieldset", class_="phones-along") == []


def test_it_is_told_in_japanese(ended: Sitting, japanese: Phone) -> None:
    ended.phone.lets_in(japanese, "watcher", ended.id)
    again(ended)
    assert japanese.opens(ended.address).reads("a.onward") == ["次のゲームが始まりました ›"]
