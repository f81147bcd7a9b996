"""Seats on pages: a phone takes one, says what that seat alone is asked, and sees nothing that is hidden."""

from __future__ import annotations

import pytest

from tests.kit.web.page import Page
from tests.kit.web.seats import ANN, BEN, CHIKA, at_seats, card, chips, comes, joins, own_form, says, seats_of, takes
from tests.web.conftest import TRIO, Phone, Sitting

ALL = "Ann sits, Ben sits, Chika sits"
WHO = "Who are you?"


def marked(*pages: Page) -> list[str]:
    """What is marked as said or stands chosen."""
    buttons = [each for page in pages for each in page.root.all("button", aria_current="true")]
    chosen = [each for page in pages for each in page.root.all("input") if each.has("checked")]
    return [each.get("value") for each in (*buttons, *chosen) if each.get("name").startswith("bids")]


# Who sits where.


def test_who_comes_by_the_link_taps_a_name_and_is_at_the_card_from_then_on(phone: Phone, spoken: Sitting) -> None:
    ben = comes(phone, spoken)
    assert ben.opens(f"{spoken.address}/seats").heading.startswith(WHO)
    takes(ben, spoken, BEN)
    for address in ("", "/seats"):
        assert ben.opens(spoken.address + address).location == f"{spoken.address}/seats/{BEN}"
    assert ben.opens(f"{spoken.address}?look=1").status == 200
    assert "this phone" in seats_of(ben, spoken).text


def test_a_seat_has_one_phone(phone: Phone, spoken: Sitting) -> None:
    ben, late = joins(phone, spoken, BEN), comes(phone, spoken)
    page = seats_of(late, spoken)
    ben_frees = seats_of(ben, spoken).form(f"/seats/{BEN}/free")
    assert f"{spoken.address}/seats/{BEN}/take" not in [form.action for form in page.forms]
    assert late.posts(ben_frees.action, page.form(f"/seats/{ANN}/take").values).status == 303
    assert "this phone" in seats_of(ben, spoken).text, "nobody frees the seat of another"
    assert ben.sends(ben_frees).status == 303
    assert takes(late, spoken, BEN).location == f"{spoken.address}/seats/{BEN}"


def test_who_was_slower_at_a_seat_is_told_so(phone: Phone, spoken: Sitting) -> None:
    late = comes(phone, spoken)
    form = seats_of(late, spoken).form(f"/seats/{BEN}/take")
    joins(phone, spoken, BEN)
    page = late.sends(form)
    assert (page.status, "Ben’s seat was just taken by another phone" in page.text) == (409, True)
    assert f"{spoken.address}/seats/{ANN}/take" in [each.action for each in page.forms], "another name can be taken"


def test_the_card_of_a_seat_that_there_is_not_leads_to_those_that_there_are(phone: Phone, spoken: Sitting) -> None:
    assert card(phone, spoken, 3).location == f"{spoken.address}/seats"
    form = seats_of(phone, spoken).form(f"/seats/{ANN}/take")
    assert phone.posts(f"{spoken.address}/seats/9/take", form.values).status == 404


def test_a_watcher_has_no_card(phone: Phone, spoken: Sitting) -> None:
    watcher = comes(phone, spoken, "watcher")
    assert "take" not in " ".join(form.action for form in seats_of(watcher, spoken).forms)
    typed, seat = {"csrf_token": watcher.token(), "step": "bids", "bids-0": "1"}, f"{spoken.address}/seats"
    answers = [watcher.posts(f"{seat}/0{act}", typed) for act in ("", "/take")]
    answers += [watcher.opens(f"{seat}/{each}") for each in (ANN, "pass")]
    assert [each.status for each in answers] == [403] * 4


def test_who_has_a_seat_may_have_a_second(phone: Phone, spoken: Sitting) -> None:
    """Two may share a phone; whoever sat down at the wrong name stands up there."""
    ben = comes(phone, spoken)
    assert "Sit here Ann" in seats_of(ben, spoken).text
    takes(ben, spoken, BEN)
    assert "Sit here Ann" in seats_of(ben, spoken).text


def test_a_full_table_says_who_can_free_a_seat(phone: Phone, spoken: Sitting) -> None:
    at_seats(spoken, "Ann sits, Ben sits, keeper at Chika")
    new = comes(phone, spoken)
    text = new.opens(f"{spoken.address}/seats").text
    assert "Every seat is taken. Ask the scorekeeper to free yours" in text
    assert "Scorekeeper: Chika’s phone" in text
    assert "The scorekeeper can free it." in card(new, spoken, ANN).text
    at_seats(spoken, "free Ann")
    assert "Every seat is taken." not in new.opens(f"{spoken.address}/seats").text


# What a card tells.

ENTERED_FOR_ANN = "Ann sits, Ben sits, keeper at Chika, keeper Ann 2, Ben 1, keeper Chika 1"
TURNS = [
    ("Ann sits, Ben sits", "Ann", "Ann, your turn: bid", "The scorekeeper enters", "0 1 2 3"),
    ("Ann sits, Ben sits", "Ben", "Waiting for Ann", "Only", ""),
    ("Ann sits, Ben sits, Ann 2", "Ann", "Waiting for Ben", "The scorekeeper enters", "0 1 2 3"),
    ("Ann sits, Ben sits, Ann 2", "Ben", "Bids 2 / 3", "Waiting", "0 1 2 3"),
    ("Ann sits, Ben sits, Ann 2, Ann 1", "Ben", "Ann 1", "Ann 2", "0 1 2 3"),
    ("Ann sits, Ben sits, Ann 2, Ben 1", "Ann", "Only the scorekeeper can change your entry now.", "Entered for", ""),
    ("Ann sits, Ben sits, keeper at Chika, Ann 2, Ben 1", "Ann", "Scorekeeper: Chika’s phone", "Entered for", ""),
    ("Ann sits, keeper at Chika", "keeper", "Enter for Ann", "Enter for Ben", ""),
    ("Ann sits, keeper at Chika, Ann 2", "Ann", "Ben The scorekeeper enters", "Only", "0 1 2 3"),
    ("Ann sits, keeper at Chika, Ann 2", "keeper", "Enter for Ben", "Enter for Ann", ""),
    ("Ann sits, Ben sits, keeper at Chika, keeper Ann 2", "Ben", "Ann 2", "The scorekeeper enters", "0 1 2 3"),
    ("Ann sits, Ben sits, keeper at Chika, Ann 2, Ben 1, keeper Ann 1", "Ann", "Entered for you (Chika", "Ann 2", ""),
    (ENTERED_FOR_ANN, "Ann", "Entered for you (Chika’s phone): Bids 2.", "Waiting", "0 1 2 3"),
    (ENTERED_FOR_ANN, "Ben", "Tricks", "Entered for you", "0 1 2 3"),
    (f"{ENTERED_FOR_ANN}, Ann 1", "Ann", "Tricks", "Entered for you", "0 1 2 3"),
    (f"{ENTERED_FOR_ANN}, Ann 1, Ben 1", "Ann", "Chika bid 1", "The scorekeeper enters", "0 1 2 3"),
    ("Ann sits, 110", "Ann", "Tricks", "Ann 11", "0 1 2 3"),
    *(
        ("Ann sits, 110 120", "Ann", told, "your turn", "")
        for told in ("Ann 11 (+11, made)", "Ben 0 (0, missed)", "Chika 10 (+10, made)")
    ),
    ("Ann sits, players takeover-0 name=Zoe, undo", "Ann", "Ann, your turn: bid", "plays here", "0 1 2 3"),
    ("Ann sits, free Ann", "Ann", "No phone has this seat yet.", "Only", ""),
]
"""What was done, whose card is looked at, what is read there, what is not, and what can be tapped."""
FORBIDDEN = [
    (f"{ALL}, Ann 1, Ben 1", "Chika", "1 is not allowed: the bids would add up to 3.", "Waiting", "0 /1 2 3"),
    (f"{ALL}, Ann 1, Ben 1, keeper Ann 2", "Chika", "0 is not allowed", "1 is not allowed", "/0 1 2 3"),
    (f"{ALL}, Ann 1, Ben 1, Chika 0", "Chika", "Tricks", "not allowed", "0 1 2 3"),
    (f"{ALL}, look first, Ann 1, Ben 1, Chika 0, keeper Ann 2", "Chika", "Chika: bid", "Waiting", "/0 1 2 3"),
    (f"{ALL}, look first, Ann 1, Ben 1, Chika 0, keeper Ann 2", "Ben", "Waiting for Chika", "Tricks", ""),
]


def reads(table: Sitting, row: tuple[str, str, str, str, str]) -> None:
    script, whose, told, untold, taps = row
    seat = CHIKA if whose == "keeper" else TRIO.index(whose)
    page = card(at_seats(table, script)[whose], table, seat)
    assert page.heading.startswith(TRIO[seat])
    assert (told in page.text, untold in page.text, chips(page)) == (True, False, taps), page.text


@pytest.mark.parametrize("row", TURNS, ids=" ".join)
def test_a_card_tells_whose_turn_it_is_and_asks_its_own_seat_alone(
    spoken: Sitting, row: tuple[str, str, str, str, str]
) -> None:
    reads(spoken, row)


@pytest.mark.parametrize("row", FORBIDDEN, ids=" ".join)
def test_the_dealers_forbidden_number_is_marked_and_cannot_be_tapped(
    spoken: Sitting, row: tuple[str, str, str, str, str]
) -> None:
    reads(spoken, row)


def test_what_cannot_be_bid_is_refused_at_its_field(phone: Phone, spoken: Sitting, written: Sitting) -> None:
    chika = at_seats(spoken, f"{ALL}, Ann 1, Ben 1")["Chika"]
    for refused in (says(chika, spoken, CHIKA, "1"), says(phone, written, ANN, "9")):
        assert (refused.status, len(refused.alerts)) == (422, 1)
    assert "The maximum is 3" in refused.text
    assert (spoken.position, written.position) == (0, 0)


def test_who_is_not_asked_is_refused_and_told_why(phone: Phone, spoken: Sitting) -> None:
    ann, ben = joins(phone, spoken, ANN), joins(phone, spoken, BEN)
    form = own_form(card(ann, spoken, ANN), ANN).values | {"csrf_token": ben.token()}
    page = ben.posts(f"{spoken.address}/seats/{ANN}", form | {"bids-0": "1"})
    assert (page.status, "This phone no longer has this seat" in page.text) == (409, True)
    page = ben.posts(f"{spoken.address}/seats/{BEN}", form | {"bids-1": "1"})
    assert (page.status, "The game has moved on" in page.text) == (409, True)


def test_what_was_said_is_marked_where_it_can_be_said_again(spoken: Sitting) -> None:
    ann = at_seats(spoken, "Ann sits, Ann 2")["Ann"]
    assert [each.get("value") for each in card(ann, spoken, ANN).root.all("button", aria_current="true")] == ["2"]


# The keeper's phone.


def test_a_keeper_who_plays_comes_from_anywhere_to_the_own_card(phone: Phone, spoken: Sitting) -> None:
    own = f"{spoken.address}/seats?own=1"
    assert own not in spoken.page.links()
    joins(phone, spoken, ANN)
    assert own in spoken.page.links()
    asked = phone.opens(own)
    assert asked.heading.startswith("Invite")
    who = asked.root.one("form", class_="box rows who-keeps")
    (mine,) = (each.get("formaction") for each in who.all("button") if "Chika" in each.text)
    assert phone.posts(mine, {"csrf_token": phone.token()}).location == own, "the way there goes on"
    assert phone.opens(own).location == f"{spoken.address}/seats/{CHIKA}", (
        "who has said who they are is not asked again"
    )
    takes(phone, spoken, BEN)
    assert phone.opens(own).location == f"{spoken.address}/seats/{BEN}"
    assert says(phone, spoken, ANN, "1").location == f"{spoken.address}/seats/{BEN}", "said for Ann, it goes on at Ben"


def test_a_keeper_without_a_seat_is_back_on_the_sheet(phone: Phone, spoken: Sitting) -> None:
    at_seats(spoken, "Ann sits, Ann 2")
    assert says(phone, spoken, ANN, "1").location == spoken.address


def test_the_keepers_card_and_sheet_lead_to_the_card_of_who_has_no_phone_or_has_answered(spoken: Sitting) -> None:
    phones = at_seats(spoken, "Ann sits, keeper at Chika, Ann 1")
    for seat, script in ((BEN, "Ben sits"), (ANN, "keeper Ben 1")):
        for page in (card(phones["keeper"], spoken, CHIKA), spoken.page):
            assert f"{spoken.address}/seats/{seat}" in page.links()
        at_seats(spoken, script)


def test_where_the_step_is_the_keepers_the_keepers_card_leads_there(phone: Phone, spoken: Sitting) -> None:
    ann = at_seats(spoken, "Ann sits, keeper at Ben, look first, Ann 0, keeper Ben 0, keeper Chika 0")["Ann"]
    assert spoken.address in card(phone, spoken, BEN).links()
    assert spoken.address not in card(ann, spoken, ANN).links()


def test_where_the_keeper_looks_first_it_stands_in_the_form(written: Sitting) -> None:
    at_seats(written, "look first, keeper Ann 1, keeper Ben 1, keeper Chika 1")
    assert written.position == 0
    assert "All entries are in. Check and save." in written.page.text
    written.enters({})
    assert written.entries == [{"step": "bids", "bids": [1, 1, 1]}]


def test_what_is_said_in_the_open_stands_in_the_keepers_form(spoken: Sitting) -> None:
    ann = at_seats(spoken, "Ann sits, Ann 2")["Ann"]
    assert spoken.form.values["bids-0"] == "2"
    assert "Ann ✓" in spoken.page.text
    spoken.enters({"bids-1": "1", "bids-2": "1"})
    assert spoken.form.values["tricks-0"] == "2"
    says(ann, spoken, ANN, "1")
    assert [spoken.form.values[f"tricks-{seat}"] for seat in range(3)] == ["1", "1", "1"]


def test_a_watcher_sees_what_was_said_in_the_open(phone: Phone, spoken: Sitting, written: Sitting) -> None:
    for table, told in ((spoken, "Ann 2"), (written, "Ann ✓")):
        at_seats(table, "Ann sits, Ann 2")
        text = comes(phone, table, "watcher").opens(table.address).text
        assert (told in text, "Ann 2" in text) == (True, table is spoken)


# What is hidden.


def test_a_phone_that_goes_round_shows_no_bid_before_the_last(phone: Phone, written: Sitting) -> None:
    def told() -> list[str]:
        pages = [phone.opens(written.address + address) for address in ("", "/seats?look=1", "/seats/0", "/seats/2")]
        assert marked(*pages) == []
        return [page.text for page in pages]

    at_seats(written, "keeper at Ann, keeper at Ben, keeper at Chika, keeper Ann 1, keeper Ben 1")
    first = told()
    assert first[0].count("is ready") == first[1].count("is ready") == 2
    assert "/ 3" not in first[3], "no sum of hidden bids"
    at_seats(written, "keeper Ann 3, keeper Ben 3")
    assert told() == first, "other bids change nothing that is shown"
    at_seats(written, "keeper Chika 0")
    assert written.entries == [{"step": "bids", "bids": [3, 3, 0]}]


def test_what_is_hidden_is_told_nowhere_when_it_cannot_be_sent(phone: Phone, spoken: Sitting, written: Sitting) -> None:
    for table in (spoken, written):
        takes(phone, table, ANN)
        (sent,) = [each for each in card(phone, table, ANN).root.all("form") if each.has("data-send")]
        assert sent.has("data-hidden") == (table is written)


# One phone goes round.


def test_a_keepers_phone_goes_round_with_two_taps_a_player(phone: Phone, written: Sitting) -> None:
    page = phone.opens(next(link for link in written.page.links() if link.endswith("/pass")))
    for seat, name in enumerate(TRIO):
        assert f"Pass the phone to {name}" in page.text
        behind = next(link for link in page.links() if f"/pass/{seat}" in link)
        own = phone.opens(behind)
        assert phone.opens(behind).text == own.text, "opened again it goes on where it was"
        page = phone.follows(says(phone, written, seat, "1", page=own))
        assert phone.opens(behind).location.startswith(f"{written.address}/seats/pass?"), "the way back shows no card"
    assert (page.status, page.location) == (302, written.address)
    assert written.entries == [{"step": "bids", "bids": [1, 1, 1]}]


def test_a_players_phone_that_goes_round_takes_the_seats_that_are_free(written: Sitting) -> None:
    phones = at_seats(written, "Ann sits, Chika sits")
    ann, curtain = phones["Ann"], f"{written.address}/seats/pass"
    page = ann.opens(curtain)
    assert "Pass the phone to Ann" in page.text
    says(ann, written, ANN, "1", page=ann.opens(next(link for link in page.links() if "/pass/0" in link)))
    own = ann.follows(ann.sends(ann.opens(curtain).form(f"/pass/{BEN}")))
    assert says(ann, written, BEN, "0", page=own).status == 303
    assert "Waiting for Chika" in ann.opens(curtain).text
    says(phones["Chika"], written, CHIKA, "1")
    assert written.entries == [{"step": "bids", "bids": [1, 0, 1]}]


def test_a_players_phone_that_goes_round_is_not_given_the_seat_of_whoever_keeps_score(written: Sitting) -> None:
    ann, curtain = joins(written.phone, written, ANN), f"{written.address}/seats/pass"
    behind = next(link for link in ann.opens(curtain).links() if "/pass/0" in link)
    says(ann, written, ANN, "1", page=ann.opens(behind))
    late = ann.opens(curtain).form(f"/pass/{BEN}")
    written.phone.posts(f"{written.address}/seats/{BEN}/mine", {"csrf_token": written.phone.token()})
    assert "Pass the phone to Chika" in ann.follows(ann.sends(late)).text
    chikas = ann.follows(ann.sends(ann.opens(curtain).form(f"/pass/{CHIKA}")))
    says(ann, written, CHIKA, "0", page=chikas)
    assert "Waiting for Ben" in ann.opens(curtain).text
    assert written.position == 0


def test_a_player_is_not_asked_to_pass_the_phone_where_only_the_scorekeeper_has_none(written: Sitting) -> None:
    ann = joins(written.phone, written, ANN)
    joins(written.phone, written, CHIKA)

    def passes() -> bool:
        return any(link.endswith("/seats/pass") for link in card(ann, written, ANN).links())

    assert passes()
    written.phone.posts(f"{written.address}/seats/{BEN}/mine", {"csrf_token": written.phone.token()})
    assert not passes()


def test_who_tapped_wrong_behind_the_curtain_says_it_again_and_sees_nothing(phone: Phone, written: Sitting) -> None:
    page = phone.opens(f"{written.address}/seats/pass")
    again = []
    for bid in "12":
        own = phone.opens(next(link for link in page.links() if "/pass/0" in link))
        again.append(own.text)
        page = phone.follows(says(phone, written, ANN, bid, page=own))
        assert "Pass the phone to Ben" in page.text
        assert "Enter again for Ann" in page.text
    behind = next(link for link in page.links() if "/pass/0" in link)
    assert phone.opens(behind).text == again[1], "what was said before stands nowhere"
    at_seats(written, "keeper Ben 0, keeper Chika 0")
    assert written.entries == [{"step": "bids", "bids": [2, 0, 0]}]
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
    at_seats(table, "keeper at Ann, keeper at Ben, keeper at Chika, keeper at Dai")
    suits = [form for form in card(phone, table, 0).forms if "first_suit-0" in form.values]
    assert phone.sends(suits[0], {"first_suit-0": "club", "second_suit-0": "diamond"}).status == 303
    again = card(phone, table, 1)
    for seat in (1, 2, 3):
        assert "Ann ✓" in table.page.text
        assert "Waiting for " in card(phone, table, 0).text, "nobody is asked for tricks before all have laid a bid"
        says(phone, table, seat, "3", field="bids")
    late = says(phone, table, 1, "4", field="bids", page=again)
    assert late.status == 409, "no bid is laid otherwise once all are laid, not even the keeper's own"
    assert "Bids: everyone is in. Next, Tricks:" in table.page.text, "who is still waited for has the tricks to say"
    for seat, tricks in enumerate("3331"):
        says(phone, table, seat, tricks, field="tricks")
    (entry,) = table.entries
    assert (entry["bids"], entry["tricks"]) == ([None, 3, 3, 3], [3, 3, 3, 1])


def test_a_bonus_goes_along_with_the_tricks(phone: Phone) -> None:
    table = phone.sits_down(game="skull-king")
    table.bids(1, 0, 0)
    form = own_form(card(phone, table, ANN), ANN)
    assert phone.sends(form, {"tricks-0": "1", "black-0": "1"}).status == 303
    at_seats(table, "keeper Ben 0, keeper Chika 0")
    assert table.entries[-1]["black"] == [1, None, None]


def test_what_is_most_likely_a_slip_waits_for_the_keeper(phone: Phone) -> None:
    table = phone.sits_down(game="boo-ray")
    for seat in range(3):
        says(phone, table, seat, "none", field="games")
    assert (table.position, "Nobody entered." in table.page.text) == (0, True)
    assert table.tries({}).status == 422, "the form asks it too"


# What another phone enters for a seat.


def test_a_silent_phone_is_entered_for_by_one_tap_and_a_value(phone: Phone, spoken: Sitting) -> None:
    phones = at_seats(spoken, "Ann sits, Ben sits, keeper at Chika")
    ann, ben = phones["Ann"], phones["Ben"]
    late = card(ann, spoken, ANN)
    assert says(phone, spoken, ANN, "2").location == f"{spoken.address}/seats/{CHIKA}"
    conflict = says(ann, spoken, ANN, "3", page=late)
    assert (conflict.status, "Keep 2" in conflict.text) == (409, True)
    (mine,) = [form for form in conflict.forms if "seen" in form.values and form.element.all("a")]
    assert "Ann 2" in card(ben, spoken, BEN).text, "nothing is replaced unseen"
    assert ann.sends(mine, {"bids-0": "3"}).status == 303
    assert "Ann 3" in card(ben, spoken, BEN).text


CAME_LATE = [
    ("keeper Ann 2", "3", "In the meantime 2 was entered for Ann (Chika’s phone). You entered: 3", "Only"),
    ("keeper Ann 2, keeper Ben 1", "3", "In the meantime 2 was entered for Ann", "Change it to"),
    ("keeper Ann 2, keeper Ben 1", "3", "Only the scorekeeper can change your entry now.", "Change it to"),
    ("keeper Ann 2, keeper Ben 1, keeper Chika 1", "3", "The game has moved on", "Change it to"),
    ("keeper Ann 2, keeper Ben 1, keeper Chika 1", "3", "You entered: 3", "Change it to"),
    ("110", "2", "The game has moved on", "Change it to"),
    ("free Ann", "1", "This phone no longer has this seat", "Change it to"),
]
"""What happens while Ann's card is open, what she then taps there, what she reads, and what not."""


@pytest.mark.parametrize(("meanwhile", "tapped", "told", "untold"), CAME_LATE)
def test_what_a_phone_says_too_late_is_not_entered_and_told_why(
    spoken: Sitting, meanwhile: str, tapped: str, told: str, untold: str
) -> None:
    ann = at_seats(spoken, "Ann sits, keeper at Chika")["Ann"]
    late = card(ann, spoken, ANN)
    at_seats(spoken, meanwhile)
    before = spoken.entries
    page = says(ann, spoken, ANN, tapped, page=late)
    assert (page.status, told in page.text, untold in page.text) == (409, True, False)
    assert spoken.entries == before


def test_of_a_hidden_entry_by_another_phone_no_value_is_told(phone: Phone, written: Sitting) -> None:
    ann = joins(phone, written, ANN)
    late = card(ann, written, ANN)
    at_seats(written, "keeper Ann 2")
    for bid in "23":
        conflict = says(ann, written, ANN, bid, page=late)
        assert conflict.status == 409
        assert conflict.alerts[0].startswith("Another entry was saved first. Entered for you (scorekeeper’s phone).")
        assert "You entered" not in conflict.text
        assert conflict.root.all("button", aria_current="true") == []
    page = card(phone, written, ANN)
    (again,) = [each for each in page.root.all("details") if "again" in each.get("class")]
    assert again.has("open"), "the keeper is offered at once to enter again"
    assert page.root.all("button", aria_current="true") == [], "and reads nothing either"


def test_a_late_bid_of_the_table_is_kept_before_all_are_in(phone: Phone, spoken: Sitting) -> None:
    """The keeper changes Ann's bid on the sheet while Chika is still waited for."""
    chika = at_seats(spoken, f"{ALL}, Ann 2, Ben 1")["Chika"]
    asked = spoken.tries({"bids-0": "1"})
    assert (asked.status, "Ann entered 2 on the phone. You entered 1." in asked.alerts[0]) == (409, True)
    assert phone.sends(asked.form("/entries"), {"resolve": "mine"}).status == 422, "Chika has not bid yet"
    says(chika, spoken, CHIKA, "0")
    assert spoken.entries == [{"step": "bids", "bids": [1, 1, 0]}]


def test_an_open_card_goes_along_where_its_player_gets_another_seat(phone: Phone, spoken: Sitting) -> None:
    ann, visitor = joins(phone, spoken, ANN), joins(phone, spoken, BEN)
    address = f"{spoken.address}/seats/{ANN}"
    shown = {each: f'W/"{each.opens(address).root.one("main").get("data-etag")}"' for each in (ann, visitor)}
    form = phone.opens(f"{spoken.address}/players").form("/players")
    change = {f"at-{ANN}": str(CHIKA), f"at-{CHIKA}": str(ANN), "sure": "yes"}
    assert phone.sends(form, change).status == 303
    led = ann.opens(address, headers={"If-None-Match": shown[ann]})
    assert (led.status, led.location) == (302, f"{spoken.address}/seats/{CHIKA}")
    assert visitor.opens(address, headers={"If-None-Match": shown[visitor]}).status == 200, (
        "who looks at another's stays"
    )
    assert ann.opens(address).status == 200, "and so does who opens it on purpose"
