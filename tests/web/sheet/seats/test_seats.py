"""Seats on pages: a phone takes one, says what that seat alone is asked, and sees nothing that is hidden."""

from __future__ import annotations

from typing import Any

import pytest

from store.access import links
from store.access.grants import Right
from tests.kit.web.page import Page
from tests.web.conftest import SOME_TIME, Phone, Sitting, borrowed

NAMES = ("Ann", "Ben", "Chika")
ANN, BEN, CHIKA = range(3)


@pytest.fixture
def table(phone: Phone) -> Sitting:
    """Chika deals three cards; bids are written and shown at once. One phone has all the seats."""
    table = phone.sits_down(*NAMES, dealer=2, top_hand="3", bidding="written")
    for seat in range(3):
        assert takes(phone, table, seat).status == 303
    return table


@pytest.fixture
def spoken(phone: Phone) -> Sitting:
    """The same with bids that are said in turn, and nobody at a seat yet."""
    return phone.sits_down(*NAMES, dealer=2, top_hand="3")


def comes(phone: Phone, table: Sitting, role: Right = "player", *, agent: str = "") -> Phone:
    """Another phone, let in by a link to the table, whose browser says that it is `agent`."""
    player = Phone(phone.client.application, phone.language)
    if agent:
        player.client.environ_base["HTTP_USER_AGENT"] = agent
    phone.opens(table.address)
    with phone.client.session_transaction() as cookie, borrowed(phone.client.application) as db:
        scorebook = cookie["scorebook"]
        link = links.make(db, scorebook=scorebook, role=role, session=table.id, at=SOME_TIME)
    arrived = player.follows(player.sends(player.opens(f"/j/{link}").form(f"/j/{link}")))
    assert arrived.status == 200
    return player


def joins(phone: Phone, table: Sitting, seat: int) -> Phone:
    """A phone of its own at a seat."""
    player = comes(phone, table)
    assert takes(player, table, seat).location == f"{table.address}/seats/{seat}"
    return player


def takes(phone: Phone, table: Sitting, seat: int) -> Page:
    return phone.sends(seats_of(phone, table).form(f"/seats/{seat}/take"))


def seats_of(phone: Phone, table: Sitting) -> Page:
    return phone.opens(f"{table.address}/seats?look=1")


def card(phone: Phone, table: Sitting, seat: int) -> Page:
    return phone.opens(f"{table.address}/seats/{seat}")


def says(phone: Phone, table: Sitting, seat: int, value: str, **given: Any) -> Page:
    """Tap a chip of `field`, of the bids unless another is given, on the card as it is or on a `page` of before."""
    asked, field = given.get("page") or card(phone, table, seat), given.get("field", "bids")
    form = next(form for form in asked.forms if form.action.endswith(f"/seats/{seat}"))
    return phone.sends(form, {f"{field}-{seat}": value})


def chips(page: Page) -> dict[str, bool]:
    """What can be tapped on a card, by its value, and whether it lets itself be tapped."""
    return {each.get("value"): not each.has("disabled") for each in page.root.all("button") if each.has("value")}


# Who sits where.


def test_who_comes_by_the_link_taps_a_name_and_is_at_the_card_from_then_on(phone: Phone, spoken: Sitting) -> None:
    ben = comes(phone, spoken)
    assert "Who are you? Find your name and tap “Sit here”." in ben.opens(f"{spoken.address}/seats").text
    takes(ben, spoken, BEN)
    for address in ("", "/seats"):
        assert ben.opens(spoken.address + address).location == f"{spoken.address}/seats/{BEN}"
    assert ben.opens(f"{spoken.address}?look=1").status == 200
    assert "this phone" in seats_of(ben, spoken).text


def test_a_seat_has_one_phone(phone: Phone, spoken: Sitting) -> None:
    ben = joins(phone, spoken, BEN)
    late = comes(phone, spoken)
    page = seats_of(late, spoken)
    ben_frees = seats_of(ben, spoken).form(f"/seats/{BEN}/free")
    with pytest.raises(AssertionError):
        page.form(f"/seats/{BEN}/take")
    assert late.posts(ben_frees.action, page.form(f"/seats/{ANN}/take").values).status == 303
    assert "this phone" in seats_of(ben, spoken).text, "nobody frees the seat of another"
    assert ben.sends(ben_frees).status == 303
    assert takes(late, spoken, BEN).location == f"{spoken.address}/seats/{BEN}"


def test_there_is_no_card_of_a_seat_that_there_is_not(phone: Phone, spoken: Sitting) -> None:
    assert card(phone, spoken, 3).status == 404
    form = seats_of(phone, spoken).form(f"/seats/{ANN}/take")
    assert phone.posts(f"{spoken.address}/seats/9/take", form.values).status == 404


def test_a_watcher_has_no_card(phone: Phone, spoken: Sitting) -> None:
    watcher = comes(phone, spoken, "watcher")
    assert "take" not in " ".join(form.action for form in seats_of(watcher, spoken).forms)
    assert card(watcher, spoken, ANN).status == 403
    form = seats_of(phone, spoken).form(f"/seats/{ANN}/take")
    token = {"csrf_token": watcher.token()}
    assert watcher.posts(form.action, form.values | token).status == 403
    assert watcher.posts(f"{spoken.address}/seats/{ANN}", token | {"step": "bids", "bids-0": "1"}).status == 403
    assert watcher.opens(f"{spoken.address}/seats/pass").status == 403


# A card.


def test_a_seat_is_asked_nothing_but_its_own_and_one_tap_says_it(phone: Phone, spoken: Sitting) -> None:
    ann, ben = joins(phone, spoken, ANN), joins(phone, spoken, BEN)
    assert "Waiting for Ann" in card(ben, spoken, BEN).text
    assert chips(card(ben, spoken, BEN)) == {}
    page = card(ann, spoken, ANN)
    assert page.heading.startswith("Ann")
    assert chips(page) == {"0": True, "1": True, "2": True, "3": True}
    assert says(ann, spoken, ANN, "2").location == f"{spoken.address}/seats/{ANN}"
    assert "Waiting for Ben" in card(ann, spoken, ANN).text
    assert says(ann, spoken, ANN, "1").status == 303, "it can be mended as long as Ben has not spoken"
    assert "Ann 1" in card(ben, spoken, BEN).text
    assert says(ben, spoken, BEN, "1").status == 303
    assert chips(card(ann, spoken, ANN)) == {}


def test_the_dealers_forbidden_number_is_marked_and_cannot_be_tapped(phone: Phone, spoken: Sitting) -> None:
    players = [joins(phone, spoken, seat) for seat in range(3)]
    for seat in (ANN, BEN):
        says(players[seat], spoken, seat, "1")
    page = card(players[CHIKA], spoken, CHIKA)
    assert chips(page) == {"0": True, "1": False, "2": True, "3": True}
    assert "1 is not allowed: the bids would add up to 3." in page.text
    assert says(players[CHIKA], spoken, CHIKA, "1").status == 422
    assert says(players[CHIKA], spoken, CHIKA, "0").status == 303
    assert spoken.kept["document"]["entries"] == [{"step": "bids", "bids": [1, 1, 0]}]
    assert chips(card(players[CHIKA], spoken, CHIKA)) == {"0": True, "1": True, "2": True, "3": True}, "the tricks"


def test_what_cannot_be_bid_is_refused_at_its_field(phone: Phone, table: Sitting) -> None:
    page = says(phone, table, 0, "9")
    assert page.status == 422
    assert "The maximum is 3" in page.text
    assert table.position == 0


def test_who_is_not_asked_is_refused_and_told_why(phone: Phone, spoken: Sitting) -> None:
    ann, ben = joins(phone, spoken, ANN), joins(phone, spoken, BEN)
    asked = card(ann, spoken, ANN)
    form = asked.form(f"/seats/{ANN}").values
    page = ben.posts(f"{spoken.address}/seats/{ANN}", form | {"csrf_token": ben.token(), "bids-0": "1"})
    assert (page.status, "This phone no longer has this seat" in page.text) == (409, True)
    page = ben.posts(f"{spoken.address}/seats/{BEN}", form | {"csrf_token": ben.token(), "bids-1": "1"})
    assert (page.status, "it is not your turn" in page.text) == (409, True)
    phone.sends(seats_of(phone, spoken).form(f"/seats/{ANN}/free"))
    assert says(ann, spoken, ANN, "1", page=asked).status == 409
    assert "No phone has this seat yet." in card(ann, spoken, ANN).text
    takes(ann, spoken, ANN)
    spoken.bids(1, 1, 0)
    page = says(ann, spoken, ANN, "2", page=asked)
    assert (page.status, "The game has moved on" in page.text) == (409, True)
    assert spoken.kept["document"]["entries"] == [{"step": "bids", "bids": [1, 1, 0]}]


def test_a_note_in_between_takes_nothing_from_anybody(phone: Phone, spoken: Sitting) -> None:
    ann, ben = joins(phone, spoken, ANN), joins(phone, spoken, BEN)
    says(ann, spoken, ANN, "1")
    asked = card(ben, spoken, BEN)
    spoken.notes("tea")
    assert says(ben, spoken, BEN, "1", page=asked).status == 303
    assert "Waiting for Chika" in card(ben, spoken, BEN).text


def test_what_was_said_is_marked_where_it_can_be_said_again(phone: Phone, spoken: Sitting) -> None:
    ann = joins(phone, spoken, ANN)
    says(ann, spoken, ANN, "2")
    marked = [each for each in card(ann, spoken, ANN).root.all("button") if each.get("aria-current") == "true"]
    assert [each.get("value") for each in marked] == ["2"]


def test_a_card_tells_what_the_deal_came_to(phone: Phone, spoken: Sitting) -> None:
    ann = joins(phone, spoken, ANN)
    spoken.bids(1, 1, 0)
    assert "Ann 11" not in card(ann, spoken, ANN).text
    spoken.enters({"tricks-0": "1", "tricks-1": "2", "tricks-2": "0"})
    text = card(ann, spoken, ANN).text
    assert all(told in text for told in ("Ann 11 (+11, made)", "Ben 0 (0, missed)", "Chika 10 (+10, made)"))


def test_the_bids_so_far_stand_beside_the_cards_unless_they_are_hidden(phone: Phone, spoken: Sitting) -> None:
    ann, ben = joins(phone, spoken, ANN), joins(phone, spoken, BEN)
    says(ann, spoken, ANN, "2")
    assert "Bids 2 / 3" in card(ben, spoken, BEN).text
    written = phone.sits_down(*NAMES, dealer=2, top_hand="3", bidding="written")
    takes(phone, written, ANN)
    says(phone, written, ANN, "2")
    assert "/ 3" not in card(phone, written, BEN).text


def test_a_keeper_who_plays_comes_from_anywhere_to_the_own_card(phone: Phone, spoken: Sitting) -> None:
    own = f"{spoken.address}/seats?own=1"
    assert own not in spoken.page.links()
    joins(phone, spoken, ANN)
    assert own in spoken.page.links()
    assert "Who are you? Find your name and tap “Sit here”." in phone.opens(own).text
    takes(phone, spoken, BEN)
    assert phone.opens(own).location == f"{spoken.address}/seats/{BEN}"
    assert says(phone, spoken, ANN, "1").location == f"{spoken.address}/seats/{BEN}", "said for Ann, it goes on at Ben"


def test_who_has_no_phone_is_told_and_the_keeper_is_led_there(phone: Phone, spoken: Sitting) -> None:
    ann = joins(phone, spoken, ANN)
    takes(phone, spoken, CHIKA)
    assert "has no phone here" not in card(ann, spoken, ANN).text, "Ann has one, and it is her turn"
    says(ann, spoken, ANN, "1")
    assert "Ben has no phone here. The scorekeeper enters for Ben." in card(ann, spoken, ANN).text
    page = card(phone, spoken, CHIKA)
    assert "Enter for Ben" in page.text
    assert f"{spoken.address}/seats/{BEN}" in page.links()
    assert f"{spoken.address}/seats/{BEN}" in spoken.page.links()


def test_where_the_step_is_the_keepers_the_keepers_card_leads_there(phone: Phone, spoken: Sitting) -> None:
    ann = joins(phone, spoken, ANN)
    takes(phone, spoken, BEN)
    phone.sends(seats_of(phone, spoken).form("/confirms"), {"confirms": "on"})
    for player, seat in ((ann, ANN), (phone, BEN), (phone, CHIKA)):
        says(player, spoken, seat, "0")
    assert spoken.address in card(phone, spoken, BEN).links()
    assert spoken.address not in card(ann, spoken, ANN).links()


# What is hidden.


def test_a_phone_that_goes_round_shows_no_bid_before_the_last(phone: Phone, table: Sitting) -> None:
    def told() -> list[str]:
        pages = [phone.opens(table.address + address) for address in ("", "/seats", "/seats/0", "/seats/2")]
        chosen = [each for page in pages for each in page.root.all("input") if each.get("name").startswith("bids")]
        assert not any(each.has("checked") for each in chosen)
        assert not any(each.has("aria-current") for page in pages for each in page.root.all("button"))
        return [page.text for page in pages]

    assert [says(phone, table, seat, "1").status for seat in (0, 1)] == [303, 303]
    first = told()
    assert first[0].count("is ready") == first[1].count("is ready") == 2
    assert [says(phone, table, seat, "3").status for seat in (0, 1)] == [303, 303]
    assert told() == first, "other bids change nothing that is shown"
    last = says(phone, table, 2, "0")
    assert (last.status, table.kept["document"]["entries"]) == (303, [{"step": "bids", "bids": [3, 3, 0]}])


@pytest.mark.parametrize("bids", ["table", "spoken"])
def test_what_is_hidden_is_told_nowhere_when_it_cannot_be_sent(
    phone: Phone, bids: str, request: pytest.FixtureRequest
) -> None:
    sitting: Sitting = request.getfixturevalue(bids)
    (sent,) = [each for each in card(phone, sitting, ANN).root.all("form") if each.has("data-send")]
    assert sent.has("data-hidden") == (bids == "table")


def test_where_the_keeper_looks_first_it_stands_in_the_form(phone: Phone, table: Sitting) -> None:
    form = seats_of(phone, table).form("/confirms")
    phone.sends(form, {"confirms": "on"})
    for seat in range(3):
        says(phone, table, seat, "1")
    assert table.position == 0
    assert "Everyone is in. Review and save." in table.page.text
    assert {name: value for name, value in table.form.values.items() if name.startswith("bids")} == {
        "bids-0": "1",
        "bids-1": "1",
        "bids-2": "1",
    }
    table.enters({})
    assert table.kept["document"]["entries"] == [{"step": "bids", "bids": [1, 1, 1]}]


def test_what_is_said_in_the_open_stands_in_the_keepers_form(phone: Phone, spoken: Sitting) -> None:
    ann = joins(phone, spoken, ANN)
    says(ann, spoken, ANN, "2")
    assert spoken.form.values["bids-0"] == "2"
    assert "Ann ✓" in spoken.page.text
    spoken.enters({"bids-1": "1", "bids-2": "1"})
    assert spoken.form.values["tricks-0"] == "2"
    says(ann, spoken, ANN, "1", field="tricks")
    assert [spoken.form.values[f"tricks-{seat}"] for seat in range(3)] == ["1", "1", "1"]


def test_the_keeper_speaks_for_a_seat_that_has_no_phone(phone: Phone, spoken: Sitting) -> None:
    assert says(phone, spoken, ANN, "1").status == 303
    assert "Ann ✓" in spoken.page.text


# One phone goes round.


def test_a_keepers_phone_goes_round_with_two_taps_a_player(phone: Phone) -> None:
    table = phone.sits_down(*NAMES, dealer=2, top_hand="3", bidding="written")
    page = phone.opens(next(link for link in table.page.links() if link.endswith("/pass")))
    for seat, name in enumerate(NAMES):
        assert f"Pass the phone to {name}" in page.text.replace("  ", " ")
        behind = next(link for link in page.links() if f"/pass/{seat}" in link)
        own = phone.opens(behind)
        assert phone.opens(behind).text == own.text, "opened again it goes on where it was"
        page = says(phone, table, seat, "1", page=own)
        page = phone.follows(page)
        assert phone.opens(behind).location.startswith(f"{table.address}/seats/pass?"), "the way back shows no card"
    assert (page.status, page.location) == (302, table.address)
    assert table.kept["document"]["entries"] == [{"step": "bids", "bids": [1, 1, 1]}]


def test_a_players_phone_that_goes_round_takes_the_seats_that_are_free(phone: Phone) -> None:
    table = phone.sits_down(*NAMES, dealer=2, top_hand="3", bidding="written")
    ann, chika = joins(phone, table, ANN), joins(phone, table, CHIKA)
    page = ann.opens(f"{table.address}/seats/pass")
    assert "Pass the phone to Ann" in page.text
    says(ann, table, ANN, "1", page=ann.opens(next(link for link in page.links() if "/pass/0" in link)))
    page = ann.opens(f"{table.address}/seats/pass")
    own = ann.follows(ann.sends(page.form(f"/pass/{BEN}")))
    assert says(ann, table, BEN, "0", page=own).status == 303
    assert "Waiting for Chika" in ann.opens(f"{table.address}/seats/pass").text
    says(chika, table, CHIKA, "1")
    assert table.kept["document"]["entries"] == [{"step": "bids", "bids": [1, 0, 1]}]


def test_who_tapped_wrong_behind_the_curtain_says_it_again_and_sees_nothing(phone: Phone) -> None:
    table = phone.sits_down(*NAMES, dealer=2, top_hand="3", bidding="written")
    page = phone.opens(f"{table.address}/seats/pass")
    again = []
    for bid in "12":
        own = phone.opens(next(link for link in page.links() if "/pass/0" in link))
        again.append(own.text)
        page = phone.follows(says(phone, table, ANN, bid, page=own))
        assert "Pass the phone to Ben" in page.text
        assert "Mistapped? Ann enters again" in page.text
    behind = next(link for link in page.links() if "/pass/0" in link)
    assert phone.opens(behind).text == again[1], "what was said before stands nowhere"
    for seat in (BEN, CHIKA):
        says(phone, table, seat, "0")
    assert table.kept["document"]["entries"] == [{"step": "bids", "bids": [2, 0, 0]}]
    assert phone.opens(behind).status == 303


def test_two_who_share_a_phone_are_asked_one_after_the_other(phone: Phone, spoken: Sitting) -> None:
    shared = joins(phone, spoken, ANN)
    takes(shared, spoken, BEN)
    page = shared.follows(says(shared, spoken, ANN, "1"))
    assert page.heading.startswith("Ben")
    seats = [f"{spoken.address}/seats/{seat}" for seat in (ANN, BEN)]
    tabs = {each.get("href"): each.get("aria-current") for each in page.root.all("a") if each.get("href") in seats}
    assert tabs == {seats[ANN]: "", seats[BEN]: "page"}


# Other games.


def test_a_round_of_twin_shoot_is_said_in_two_goes(phone: Phone) -> None:
    """The bid before the round, as a number or as two suits, the tricks after it."""
    table = phone.sits_down("Ann", "Ben", "Chika", "Dai", game="twin-shoot")
    for seat in range(4):
        takes(phone, table, seat)
    suits = [form for form in card(phone, table, 0).forms if "first_suit-0" in form.values]
    assert phone.sends(suits[0], {"first_suit-0": "club", "second_suit-0": "diamond"}).status == 303
    again = card(phone, table, 1)
    for seat in (1, 2, 3):
        assert "Ann ✓" in table.page.text
        assert "Waiting for " in card(phone, table, 0).text, "nobody is asked for tricks before all have laid a bid"
        says(phone, table, seat, "3")
    assert says(phone, table, 1, "4", page=again).status == 409, "no bid is laid otherwise once all are laid"
    assert "Bids: everyone is in. Next, Tricks:" in table.page.text, "who is still waited for has the tricks to say"
    for seat, tricks in enumerate("3331"):
        assert "Tricks" in card(phone, table, seat).text
        says(phone, table, seat, tricks, field="tricks")
    (entry,) = table.kept["document"]["entries"]
    assert (entry["bids"], entry["tricks"]) == ([None, 3, 3, 3], [3, 3, 3, 1])


def test_a_bonus_goes_along_with_the_tricks(phone: Phone) -> None:
    table = phone.sits_down("Ann", "Ben", "Chika", game="skull-king")
    table.bids(1, 0, 0)
    form = card(phone, table, ANN).form(f"/seats/{ANN}")
    assert phone.sends(form, {"tricks-0": "1", "black-0": "1"}).status == 303
    for seat in (BEN, CHIKA):
        says(phone, table, seat, "0", field="tricks")
    assert table.kept["document"]["entries"][-1]["black"] == [1, None, None]


def test_what_is_most_likely_a_slip_waits_for_the_keeper(phone: Phone) -> None:
    table = phone.sits_down("Ann", "Ben", "Chika", game="boo-ray")
    for seat in range(3):
        says(phone, table, seat, "none", field="games")
    assert table.position == 0
    assert "Is everyone out?" in table.page.text
    assert table.tries({}).status == 422, "the form asks it too"


# What another phone enters for a seat.


def opened(page: Page) -> bool:
    """Whether the card offers at once to enter again."""
    (again,) = [each for each in page.root.all("details") if "again" in each.get("class")]
    return again.has("open")


def test_a_keeper_mends_a_bid_that_was_answered_already(phone: Phone, spoken: Sitting) -> None:
    ann, ben = joins(phone, spoken, ANN), joins(phone, spoken, BEN)
    takes(phone, spoken, CHIKA)
    says(ann, spoken, ANN, "2")
    says(ben, spoken, BEN, "1")
    page = card(ann, spoken, ANN)
    assert "The next player has answered. Only the scorekeeper can change your entry now." in page.text
    assert "Scorekeeper: Chika’s phone" in page.text
    assert chips(page) == {}
    own = card(phone, spoken, CHIKA)
    assert f"{spoken.address}/seats/{ANN}" in own.links(), "from the keeper's own card"
    assert f"{spoken.address}/seats/{ANN}" in spoken.page.links(), "and from the sheet"
    assert opened(card(phone, spoken, ANN))
    assert says(phone, spoken, ANN, "1").location == f"{spoken.address}/seats/{CHIKA}"
    page = card(ann, spoken, ANN)
    assert "Entered for you (Chika’s phone)." in page.text
    assert "1 is not allowed: the bids would add up to 3." in card(phone, spoken, CHIKA).text, "the hook follows"
    assert says(phone, spoken, CHIKA, "0").status == 303
    assert spoken.kept["document"]["entries"] == [{"step": "bids", "bids": [1, 1, 0]}]


def test_a_keeper_without_a_seat_is_back_on_the_sheet(phone: Phone, spoken: Sitting) -> None:
    ann = joins(phone, spoken, ANN)
    says(ann, spoken, ANN, "2")
    assert says(phone, spoken, ANN, "1").location == spoken.address


def test_a_bid_that_another_change_forbids_is_asked_again(phone: Phone, spoken: Sitting) -> None:
    players = [joins(phone, spoken, seat) for seat in range(3)]
    phone.sends(seats_of(phone, spoken).form("/confirms"), {"confirms": "on"})
    for seat, bid in enumerate("110"):
        says(players[seat], spoken, seat, bid)
    says(phone, spoken, ANN, "2")
    page = card(players[CHIKA], spoken, CHIKA)
    assert "Waiting for Chika" in card(players[BEN], spoken, BEN).text
    assert "Chika: Bids" in page.text
    assert chips(page) == {"0": False, "1": True, "2": True, "3": True}, "2 + 1 + 0 are all three tricks"
    assert spoken.kept["document"]["entries"] == []
    assert says(players[CHIKA], spoken, CHIKA, "1").status == 303
    assert "Everyone is in. Review and save." in spoken.page.text


def test_a_silent_phone_is_entered_for_by_one_tap_and_a_value(phone: Phone, spoken: Sitting) -> None:
    ann, ben = joins(phone, spoken, ANN), joins(phone, spoken, BEN)
    takes(phone, spoken, CHIKA)
    late = card(ann, spoken, ANN)
    page = card(phone, spoken, CHIKA)
    assert "Enter for Ann" in page.text
    assert says(phone, spoken, ANN, "2").status == 303
    assert "has no phone here" not in card(ben, spoken, BEN).text
    conflict = says(ann, spoken, ANN, "3", page=late)
    assert conflict.status == 409
    assert conflict.alerts[0].startswith("In the meantime 2 was entered for Ann (Chika’s phone). You entered 3")
    assert "Keep 2" in conflict.text
    (mine,) = [form for form in conflict.forms if "seen" in form.values and form.element.all("a")]
    assert "Ann 2" in card(ben, spoken, BEN).text, "nothing is replaced unseen"
    assert ann.sends(mine, {"bids-0": "3"}).status == 303
    assert "Ann 3" in card(ben, spoken, BEN).text


def test_what_a_phone_says_after_the_next_player_is_told_with_what_was_entered_for_it(
    phone: Phone, spoken: Sitting
) -> None:
    ann, ben = joins(phone, spoken, ANN), joins(phone, spoken, BEN)
    takes(phone, spoken, CHIKA)
    late = card(ann, spoken, ANN)
    says(phone, spoken, ANN, "2")
    says(ben, spoken, BEN, "1")
    conflict = says(ann, spoken, ANN, "3", page=late)
    assert (conflict.status, "In the meantime 2 was entered for Ann" in conflict.text) == (409, True)
    assert "Change it to" not in conflict.text
    assert "Only the scorekeeper can change your entry now." in conflict.text
    says(phone, spoken, CHIKA, "1")
    stale = says(ann, spoken, ANN, "3", page=late)
    assert (stale.status, "The game has moved on" in stale.text, "You entered: 3" in stale.text) == (409, True, True)
    assert "Entered for you (Chika’s phone): Bids 2." in card(ann, spoken, ANN).text
    assert "Entered for you" not in card(ben, spoken, BEN).text
    says(ann, spoken, ANN, "1", field="tricks")
    assert "Entered for you" not in card(ann, spoken, ANN).text


def test_a_keeper_who_is_late_does_not_replace_what_the_phone_said(phone: Phone, spoken: Sitting) -> None:
    ann = joins(phone, spoken, ANN)
    late = card(phone, spoken, ANN)
    says(ann, spoken, ANN, "2")
    conflict = says(phone, spoken, ANN, "1", page=late)
    assert conflict.status == 409
    assert "In the meantime 2 was entered for Ann (Ann’s phone). You entered 1" in conflict.alerts[0]


def test_of_a_hidden_entry_by_another_phone_no_value_is_told(phone: Phone) -> None:
    table = phone.sits_down(*NAMES, dealer=2, top_hand="3", bidding="written")
    ann = joins(phone, table, ANN)
    late = card(ann, table, ANN)
    says(phone, table, ANN, "2")
    for bid in "23":
        conflict = says(ann, table, ANN, bid, page=late)
        assert conflict.status == 409
        assert conflict.alerts[0].startswith("In the meantime an entry was made for Ann (scorekeeper’s phone).")
        assert "You entered" not in conflict.text
        assert not any(each.has("aria-current") for each in conflict.root.all("button"))
    page = card(phone, table, ANN)
    assert opened(page)
    assert not any(each.has("aria-current") for each in page.root.all("button")), "nor to the keeper"


def test_a_keepers_own_hidden_bid_is_bound_like_anybodys(phone: Phone) -> None:
    table = phone.sits_down("Ann", "Ben", "Chika", "Dai", game="twin-shoot")
    for seat in range(4):
        takes(phone, table, seat)
    again = card(phone, table, ANN)
    for seat in range(4):
        says(phone, table, seat, "3")
    assert says(phone, table, ANN, "4", page=again).status == 409


def test_a_late_bid_of_the_table_is_kept_before_all_are_in(phone: Phone, spoken: Sitting) -> None:
    """The keeper changes Ann's bid on the sheet while Chika is still waited for."""
    ann, chika = joins(phone, spoken, ANN), joins(phone, spoken, CHIKA)
    ben = joins(phone, spoken, BEN)
    says(ann, spoken, ANN, "2")
    says(ben, spoken, BEN, "1")
    asked = spoken.tries({"bids-0": "1"})
    assert (asked.status, "Ann entered 2 on the phone. You entered 1." in asked.alerts[0]) == (409, True)
    refused = phone.sends(asked.form("/entries"), {"said": "mine"})
    assert refused.status == 422, "Chika has not bid yet"
    says(chika, spoken, CHIKA, "0")
    assert spoken.kept["document"]["entries"] == [{"step": "bids", "bids": [1, 1, 0]}]


# A full table.


def test_a_full_table_says_who_can_free_a_seat(phone: Phone, spoken: Sitting) -> None:
    for seat in (ANN, BEN):
        joins(phone, spoken, seat)
    takes(phone, spoken, CHIKA)
    new = comes(phone, spoken)
    text = new.opens(f"{spoken.address}/seats").text
    assert "Every name has a phone. Is one of them yours? Ask the scorekeeper to free its seat" in text
    assert "Scorekeeper: Chika’s phone" in text
    assert "The scorekeeper can free it." in card(new, spoken, ANN).text
    phone.sends(seats_of(phone, spoken).form(f"/seats/{ANN}/free"))
    assert "Who are you?" in new.opens(f"{spoken.address}/seats").text


def test_who_was_slower_at_a_seat_is_told_so(phone: Phone, spoken: Sitting) -> None:
    late = comes(phone, spoken)
    form = seats_of(late, spoken).form(f"/seats/{BEN}/take")
    iphone = comes(phone, spoken)
    iphone.asks(
        "POST", form.action, data={**form.values, "csrf_token": iphone.token()}, headers={"User-Agent": "iPhone"}
    )
    page = late.sends(form)
    assert page.status == 409
    assert "Ben’s seat was just taken by another phone" in page.text
    assert f"{spoken.address}/seats/{ANN}/take" in [each.action for each in page.forms], "another name can be taken"


def test_a_watcher_sees_what_was_said_in_the_open(phone: Phone, spoken: Sitting) -> None:
    ann = joins(phone, spoken, ANN)
    says(ann, spoken, ANN, "2")
    watcher = comes(phone, spoken, "watcher")
    assert "Ann 2" in watcher.opens(spoken.address).text
    written = phone.sits_down(*NAMES, dealer=2, top_hand="3", bidding="written")
    says(joins(phone, written, ANN), written, ANN, "2")
    text = comes(phone, written, "watcher").opens(written.address).text
    assert ("Ann ✓" in text, "Ann 2" in text) == (True, False)


def test_an_open_card_goes_along_where_its_player_gets_another_seat(phone: Phone, spoken: Sitting) -> None:
    ann, visitor = joins(phone, spoken, ANN), joins(phone, spoken, BEN)
    card = f"{spoken.address}/seats/{ANN}"
    shown = {each: f'W/"{each.opens(card).root.one("main").get("data-etag")}"' for each in (ann, visitor)}
    setup = phone.opens(f"{spoken.address}/setup").form("/setup")
    assert phone.sends(setup, {f"players-{ANN}": "Chika", f"players-{CHIKA}": "Ann"}).status == 303
    led = ann.opens(card, headers={"If-None-Match": shown[ann]})
    assert (led.status, led.location) == (302, f"{spoken.address}/seats/{CHIKA}")
    assert visitor.opens(card, headers={"If-None-Match": shown[visitor]}).status == 200, "who looks at another's stays"
    assert ann.opens(card).status == 200, "and so does who opens it on purpose"
