"""*Invite* and "Who are you?": links of three kinds on one page, the scorekeeper's own seat, who is not on the list."""

from __future__ import annotations

from typing import Any

import pytest
from flask import Flask

from tests.kit.web.following import asks
from tests.kit.web.joining import accepts, codes, devices, invites, link_on, makes, scans, secret_of
from tests.kit.web.page import Page
from tests.kit.web.seats import ANN, BEN, CHIKA, card, chips, comes, joins, seats_of, takes
from tests.web.conftest import SOME_TIME, Phone, Sitting

DAI = EVA = 3


def shown(table: Sitting, kind: str) -> str:
    """The path of the link of a kind, made by a tap on the switch."""
    page = invites(table, "seats", kind)
    assert page.heading.startswith("Invite")
    assert [each.get("value") for each in page.root.all("button", aria_pressed="true")] == [kind]
    return link_on(page)


# Three kinds of links on one page.


def test_the_switch_changes_the_link_and_each_stays(table: Sitting) -> None:
    play, watch, keep = (shown(table, kind) for kind in ("play", "watch", "keep"))
    assert len({play, watch, keep}) == 3
    assert [shown(table, kind) for kind in ("play", "watch", "keep")] == [play, watch, keep]


def test_on_the_views_that_the_whole_table_sees_there_is_only_the_one_to_play(table: Sitting) -> None:
    for kind in ("watch", "keep"):
        shown(table, kind)
    for view in ("table", "flat"):
        assert codes(table.phone.opens(f"{table.address}/{view}")) == []
    invites(table, "table")
    assert codes(table.phone.opens(f"{table.address}/table")) == codes(invites(table, "seats", "play"))


def test_addresses_of_before_lead_there_and_what_was_sent_to_them_still_counts(table: Sitting) -> None:
    phone, before = table.phone, f"{table.address}/invite"
    assert (phone.opens(before).status, phone.opens(before).location) == (303, f"{table.address}/seats")
    for view, leads in (
        ("table", "table"),
        ("flat", "flat"),
        ("seats", "seats?kind=play"),
        ("invite", "seats?kind=play"),
    ):
        answer = phone.posts(before, {"csrf_token": phone.token(), "view": view})
        assert (answer.status, answer.location) == (303, f"{table.address}/{leads}")
    assert codes(phone.opens(f"{table.address}/seats")) != []


def test_whoever_came_to_play_or_to_watch_has_the_next_games_too(table: Sitting, app: Flask) -> None:
    """Dan plays in neither, and may take a seat that is free."""
    dan, eva = Phone(app), Phone(app)
    scans(dan, table)
    accepts(eva, shown(table, "watch"))
    table.deal(bids=[1, 1, 0], tricks=[1, 1, 1])
    table.ends()
    form = table.phone.opens("/new/skull-king").form("/new/skull-king")
    names = {f"players-{seat}": name for seat, name in enumerate(("Chika", "Ben", "Ann"))}
    new = Sitting(table.phone, table.phone.sends(form, names).location)
    assert [new.address in phone.opens(f"{table.address}?look=1").links() for phone in (dan, eva)] == [True, True]
    assert [phone.opens(new.address).status for phone in (dan, eva)] == [200, 200]
    assert takes(dan, new, BEN).location == f"{new.address}/seats/{BEN}"
    assert f"/j/{secret_of(table)}" not in new.page.html


def test_one_phone_comes_to_keep_score_too_and_the_page_says_which_and_removes_it(table: Sitting, app: Flask) -> None:
    table.bids(0, 0, 0)
    first, second = Phone(app), Phone(app)
    first.client.environ_base["HTTP_USER_AGENT"] = "iPad"
    link = shown(table, "keep")
    late = second.opens(link).form(link)
    accepts(first, link)
    assert first.opens(table.address).form("/entries").values["step"] == "tricks"
    assert [second.sends(late).status, second.opens(link).status] == [404, 404], "a picture of it lets in nobody"
    page = table.phone.opens(f"{table.address}/seats?kind=keep")
    assert ("iPad keeps score too." in page.text, codes(page)) == (True, [])
    table.phone.follows(table.phone.sends(page.form("/remove")))
    assert (first.opens(table.address).status, len(devices(table.phone))) == (404, 1)
    assert shown(table, "keep") != link


def test_who_keeps_score_too_is_a_row_of_the_page(table: Sitting, stranger: Phone) -> None:
    def others(phone: Phone) -> list[str]:
        page = phone.opens(f"{table.address}/seats")
        return [each.text for each in page.root.all("div", class_="box row") if "Devices" in each.text]

    assert others(table.phone) == []
    stranger.client.environ_base["HTTP_USER_AGENT"] = "iPad"
    accepts(stranger, shown(table, "keep"))
    (row,) = others(table.phone)
    assert "Keep score too" in row and "iPad" in row
    (row,) = others(stranger)
    assert "iPad" not in row, "it is this phone"


def test_six_signs_for_a_whole_scorebook_ask_first(table: Sitting, app: Flask) -> None:
    guest = Phone(app, at="203.0.113.99")
    page = invites(table, "seats", "keep")
    (signs,) = (each for each in page.root.all("b") if "signs" in each.classes)
    code = signs.all("span")[1].text.replace(" ", "")
    guest.sends(guest.opens("/scan").form("/scan"), {"code": code})
    assert guest.opens(table.address).status == 404
    asked = asks(table.phone, page, query="?kind=keep")
    assert asked.status == 200, "the page learns of it by itself"
    (answering,) = (form for form in asked.forms if "yes" in form.names)
    answer = table.phone.sends(answering, {"yes": "1"})
    assert (answer.status, answer.location) == (303, f"{table.address}/seats?kind=keep")
    guest.follows(guest.opens("/join/request"))
    assert guest.opens(table.address).status == 200


# The scorekeeper's own seat.


def offered(page: Page) -> list[int]:
    """The seats that can be taken."""
    return [int(form.action.split("/")[-2]) for form in page.forms if form.action.endswith("/take")]


def rows(page: Page) -> list[str]:
    """What is read of each seat."""
    return [each.text for each in page.root.all("li") if "sits" in each.classes]


def is_asked_who(table: Sitting) -> bool:
    return "Who are you?" in table.phone.opens(f"{table.address}/seats").root.one("main").text.split("More")[0]


def test_the_keeper_says_once_who_they_are_and_nobody_else_is_offered_that_seat(table: Sitting, app: Flask) -> None:
    guest = Phone(app)
    assert offered(scans(guest, table)) == [ANN, BEN, CHIKA], "as long as nobody knows whose it is"
    late = seats_of(guest, table).form(f"/seats/{BEN}/take")
    assert is_asked_who(table)
    who = table.phone.opens(f"{table.address}/seats").root.one("form", class_="box rows who-keeps")
    (ben,) = (each.get("formaction") for each in who.all("button") if "Ben" in each.text)
    table.phone.posts(ben, {"csrf_token": table.phone.token()})
    assert not is_asked_who(table)
    page = seats_of(guest, table)
    assert (offered(page), ["keeps score" in row for row in rows(page)]) == ([ANN, CHIKA], [False, True, False])
    refused = guest.sends(late)
    assert (refused.status, "Ben keeps score, on another phone." in refused.text) == (409, True)
    assert BEN in offered(seats_of(table.phone, table)), "the keeper may sit there"


def test_whose_phone_it_is_the_next_games_know(table: Sitting, app: Flask) -> None:
    """By the seat that it took, also one that it has left."""
    takes(table.phone, table, CHIKA)
    table.phone.sends(seats_of(table.phone, table).form(f"/seats/{CHIKA}/free"))
    table.ends()
    other = table.phone.sits_down("Chika", "Dai", "Eva")
    assert not is_asked_who(other)
    assert offered(scans(Phone(app), other)) == [1, 2]
    elsewhere = table.phone.sits_down("Fay", "Gus", "Hana")
    assert is_asked_who(elsewhere), "Chika does not play"
    assert offered(scans(Phone(app), elsewhere)) == [0, 1, 2]


def test_who_only_keeps_score_is_asked_no_more(table: Sitting) -> None:
    table.phone.posts(f"{table.address}/seats/nobody", {"csrf_token": table.phone.token()})
    assert not is_asked_who(table)
    assert not is_asked_who(table.phone.sits_down("Ann", "Ben", "Dai"))
    table.phone.posts(f"{table.address}/seats/{ANN}/mine", {"csrf_token": table.phone.token()})
    assert "Ann this phone · keeps score" in seats_of(table.phone, table).text


def test_a_keeper_who_is_not_at_this_game_has_no_seat_of_it(table: Sitting, app: Flask, stranger: Phone) -> None:
    """Ben keeps the scorebook, and comes with another phone today."""
    accepts(stranger, shown(table, "keep"))
    elsewhere = table.phone.sits_down("Ben", "Eva", "Fay")
    stranger.posts(f"{elsewhere.address}/seats/0/mine", {"csrf_token": stranger.token()})
    table.bids(0, 0, 0)
    assert offered(scans(Phone(app), table)) == [ANN, BEN, CHIKA]
    stranger.sends(stranger.opens(table.address).form("/entries"), {"tricks-0": "1", "tricks-1": "1", "tricks-2": "1"})
    assert offered(scans(Phone(app), table)) == [ANN, CHIKA]


def test_a_keepers_new_phone_is_at_the_seat_of_the_lost_one_as_soon_as_it_says_so(table: Sitting, app: Flask) -> None:
    """By the recovery page, before anything is entered on it."""
    table.bids(0, 0, 0)
    takes(table.phone, table, BEN)
    new = Sitting(Phone(app), table.address)
    accepts(new.phone, makes(table.phone, "recovery"))
    new.phone.sends(seats_of(new.phone, new).form(f"/seats/{BEN}/free"))
    assert is_asked_who(new)
    new.phone.posts(f"{table.address}/seats/{BEN}/mine", {"csrf_token": new.phone.token()})
    assert not is_asked_who(new)
    assert "Ben this phone · keeps score" in seats_of(new.phone, new).text
    assert new.phone.opens(f"{table.address}/seats?own=1").location == f"{table.address}/seats/{BEN}"
    assert offered(scans(Phone(app), table)) == [ANN, CHIKA]


def test_the_seat_of_a_lost_phone_stays_that_of_the_new_one_in_the_next_game(table: Sitting, app: Flask) -> None:
    """The lost one had made the link that the players go on with."""
    shown(table, "play")
    table.phone.posts(f"{table.address}/seats/{BEN}/mine", {"csrf_token": table.phone.token()})
    new = Sitting(Phone(app), table.address)
    accepts(new.phone, makes(table.phone, "recovery"))
    new.phone.posts(f"{table.address}/seats/{BEN}/mine", {"csrf_token": new.phone.token()})
    names = {f"players-{seat}": name for seat, name in enumerate(("Ann", "Ben", "Chika"))}
    form = new.phone.opens("/new/skull-king").form("/new/skull-king")
    following = Sitting(new.phone, new.phone.sends(form, names).location)
    assert not is_asked_who(following)
    assert "Ben this phone · keeps score" in seats_of(new.phone, following).text


# Who is not on the list.


def asks_for_seat(phone: Phone, table: Sitting, name: str) -> Page:
    return phone.sends(phone.opens(f"{table.address}/seats").form("/newcomers"), {"player": name})


def told(table: Sitting, phone: Phone | None = None) -> list[str]:
    """Who wants to join, as a keeper reads it on *Invite*."""
    page = (phone or table.phone).opens(f"{table.address}/seats")
    return [each.one("strong").text for each in page.root.all("div", class_="newcomer")]


def makes_seat(table: Sitting, page: Page | None = None, *, name: str | None = None) -> Page:
    """Tap *Make a seat*, and *Save* on the page that comes."""
    if page is None:
        address = next(link for link in seats_of(table.phone, table).links() if "players?request=" in link)
        page = table.phone.opens(address)
    return table.phone.sends(page.form("/players"), {"sure": "yes"} | ({} if name is None else {"new-0": name}))


def test_a_newcomer_gives_a_name_and_the_page_turns_into_the_seat(table: Sitting, app: Flask) -> None:
    eva = Phone(app)
    scans(eva, table)
    asked = eva.follows(asks_for_seat(eva, table, " Eva "))
    assert "Eva wants to join" in asked.text
    (menu,) = (each for each in table.page.root.all("a") if "calls" in each.classes)
    assert menu.get("aria-label").endswith("Eva wants to join")
    assert "Eva wants to join" in table.more.text
    assert told(table) == ["Eva wants to join"]
    assert makes_seat(table).status == 303
    assert asks(eva, asked).location == f"{table.address}/seats/{EVA}"
    assert chips(card(eva, table, EVA)) == "", "it is Ben's turn"
    assert (told(table), "wants to join" in table.more.text) == ([], False)


def test_the_sheet_shows_who_asks_and_one_tap_makes_the_seat(table: Sitting, app: Flask) -> None:
    eva = Phone(app)
    scans(eva, table)
    asked = eva.follows(asks_for_seat(eva, table, "Eva"))
    sheet = table.page
    line = sheet.root.one("aside", class_="following")
    assert line.one("p").text == "Eva wants to join"
    assert line.one("button").get("form") == sheet.form("/players").element.get("id")
    made = table.phone.sends(sheet.form("/players"))
    assert (made.status, made.location) == (303, table.address)
    assert asks(eva, asked).location == f"{table.address}/seats/{EVA}"
    assert table.page.root.all("aside", class_="following") == []


def test_nobody_gets_the_keepers_seat_by_asking_under_their_name(table: Sitting, app: Flask) -> None:
    """Dai keeps score, sat elsewhere before, and plays here from now on."""
    elsewhere = table.phone.sits_down("Dai", "Eva", "Fay")
    table.phone.posts(f"{elsewhere.address}/seats/0/mine", {"csrf_token": table.phone.token()})
    guest = Phone(app)
    scans(guest, table)
    asks_for_seat(guest, table, "Dai")
    makes_seat(table)
    page = seats_of(guest, table)
    assert ("Dai" in " ".join(rows(page)), offered(page)) == (True, [ANN, BEN, CHIKA])
    assert guest.opens(f"{table.address}/seats").status == 200, "it is not led to a card"


def test_a_seat_made_while_a_deal_is_played_is_there_after_it(table: Sitting, app: Flask) -> None:
    eva = Phone(app)
    scans(eva, table)
    asks_for_seat(eva, table, "Eva")
    table.bids(0, 0, 0)
    makes_seat(table)
    assert told(table) == [], "she is expected"
    page = eva.opens(f"{table.address}/seats")
    assert "Eva plays from deal 2 on. Once the scorekeeper has made the seat, it opens here." in page.text
    assert [form for form in page.forms if form.action.endswith("/newcomers")] == []
    table.takes(3, 0, 0)
    assert eva.opens(f"{table.address}/seats").location == f"{table.address}/seats/{EVA}"


def two_called_eva(table: Sitting, app: Flask) -> tuple[Phone, Phone, str]:
    """Two who ask under one name, and where the seat of the second is made."""
    both = Phone(app), Phone(app)
    for each, kind in zip(both, ("iPad", "iPhone"), strict=True):
        each.client.environ_base["HTTP_USER_AGENT"] = kind
        scans(each, table)
        asks_for_seat(each, table, "Eva")
    assert told(table) == ["Eva wants to join"] * 2
    asked = seats_of(table.phone, table).root.all("div", class_="newcomer")
    (second,) = (each for each in asked if "iPhone" in each.text)
    return *both, second.one("a").get("href")


@pytest.mark.parametrize("in_play", [False, True])
def test_a_seat_that_is_made_under_another_name_is_that_of_who_asked_for_it(
    table: Sitting, app: Flask, in_play: bool
) -> None:
    first, second, link = two_called_eva(table, app)
    if in_play:
        table.bids(0, 0, 0)
    refused = makes_seat(table, table.phone.opens(link), name="Ann")
    assert refused.status == 422
    assert told(table) == ["Eva wants to join"] * 2
    assert makes_seat(table, refused, name="Eva B").status == 303
    if in_play:
        assert "Eva B plays from deal 2 on." in second.opens(f"{table.address}/seats").text
        table.takes(3, 0, 0)
    assert second.opens(f"{table.address}/seats").location == f"{table.address}/seats/{EVA}"
    assert (first.opens(f"{table.address}/seats").status, told(table)) == (200, ["Eva wants to join"])


def test_the_second_of_two_who_asked_under_one_name_may_have_it(table: Sitting, app: Flask) -> None:
    first, second, link = two_called_eva(table, app)
    makes_seat(table, table.phone.opens(link))
    assert second.opens(f"{table.address}/seats").location == f"{table.address}/seats/{EVA}"
    assert first.opens(f"{table.address}/seats").status == 200


def test_a_seat_made_after_a_no_on_another_phone_is_nobodys_who_asked_under_its_name(
    table: Sitting, app: Flask
) -> None:
    first, second, link = two_called_eva(table, app)
    page = table.phone.opens(link)
    asked = link.partition("request=")[2]
    refused = table.phone.posts(f"{table.address}/seats/newcomers/{asked}/refuse", {"csrf_token": table.phone.token()})
    assert (refused.status, told(table)) == (303, ["Eva wants to join"])
    makes_seat(table, page)
    assert [each.opens(f"{table.address}/seats").status for each in (first, second)] == [200, 200]
    assert (offered(seats_of(first, table))[-1], told(table)) == (EVA, ["Eva wants to join"])


def test_a_seat_that_is_undone_leads_its_guest_to_the_question_and_back_once_it_is_redone(
    table: Sitting, app: Flask
) -> None:
    eva = Phone(app)
    scans(eva, table)
    asks_for_seat(eva, table, "Eva")
    makes_seat(table)
    seated = card(eva, table, EVA)
    assert seated.status == 200
    table.phone.sends(table.page.form("/undo"))
    led = eva.opens(asks(eva, seated).location)
    assert (led.status, led.heading.startswith("Who are you?")) == (200, True)
    assert "/newcomers" in " ".join(form.action for form in led.forms), "she may ask again"
    table.phone.sends(table.page.form("/redo"))
    assert asks(eva, led).location == f"{table.address}/seats/{EVA}"


def test_who_stood_up_is_not_put_back_when_somebody_else_joins(table: Sitting, app: Flask) -> None:
    eva = Phone(app)
    scans(eva, table)
    asks_for_seat(eva, table, "Eva")
    makes_seat(table)
    eva.sends(eva.opens(f"{table.address}/seats?look=1").form(f"/seats/{EVA}/free"))
    makes_seat(table, table.phone.opens(f"{table.address}/players?join=Fay"))
    assert "Eva no phone" in seats_of(table.phone, table).text


def test_a_newcomer_who_is_refused_is_told_so_and_may_ask_again(table: Sitting, app: Flask) -> None:
    eva = Phone(app)
    scans(eva, table)
    asks_for_seat(eva, table, "Eva")
    refusing = seats_of(table.phone, table).form("/refuse")
    for _twice in range(2):
        assert table.phone.sends(refusing).status == 303
    page = eva.opens(f"{table.address}/seats")
    assert ("The scorekeeper made no seat for Eva." in page.text, told(table)) == (True, [])
    asks_for_seat(eva, table, "Evi")
    assert told(table) == ["Evi wants to join"]


def test_asked_twice_it_is_one_question_and_it_can_be_taken_back(table: Sitting, app: Flask) -> None:
    eva = Phone(app)
    form = scans(eva, table).form("/newcomers")
    for name in ("Eva", "Evi"):
        assert eva.sends(form, {"player": name}).status == 303
    assert told(table) == ["Evi wants to join"]
    eva.follows(eva.sends(eva.opens(f"{table.address}/seats").form("/newcomers/none")))
    assert told(table) == []
    eva.sends(form, {"player": "Eva"})
    takes(eva, table, BEN)
    assert told(table) == [], "who sits down asks no more"


def test_two_keepers_who_make_the_seat_at_once_make_one(table: Sitting, app: Flask, stranger: Phone) -> None:
    eva = Phone(app)
    scans(eva, table)
    asks_for_seat(eva, table, "Eva")
    table.phone.lets_in(stranger)
    there = Sitting(stranger, table.address)
    pages = [each.phone.opens(f"{table.address}/players?join=Eva") for each in (table, there)]
    assert makes_seat(table, pages[0]).status == 303
    assert makes_seat(there, pages[1]).status in (303, 409)
    seats = rows(seats_of(eva, table))
    assert [row for row in seats if "Eva" in row] == seats[EVA:]
    assert eva.opens(f"{table.address}/seats").location == f"{table.address}/seats/{EVA}"


@pytest.mark.parametrize(
    ("name", "says"),
    [
        ("", "Enter a name."),
        ("ben", "Ben is on the list already."),
        ("Ben\u3000", "Ben is on the list already."),
        ("x" * 31, "too long"),
    ],
)
def test_what_is_no_new_name_is_refused_at_its_field(table: Sitting, app: Flask, name: str, says: str) -> None:
    guest = Phone(app)
    scans(guest, table)
    page = asks_for_seat(guest, table, name)
    assert (page.status, says in page.wrong_at("player")) == (422, True)


@pytest.mark.parametrize(
    ("game", "players", "why"),
    [
        ("koi-koi", ("Ann", "Ben"), "The number of players is fixed, so nobody joins or leaves."),
        ("oh-hell", ("Ann", "Ben", "Chika", "Dai", "Eva", "Fay", "Gus"), "Too many play already."),
    ],
)
def test_a_game_that_nobody_can_join_says_so(phone: Phone, app: Flask, game: str, players: Any, why: str) -> None:
    table = phone.sits_down(*players, game=game)
    page = scans(Phone(app), table)
    assert (why in page.text, [form for form in page.forms if form.action.endswith("/newcomers")]) == (True, [])


def test_who_asked_in_the_game_before_has_the_seat_in_the_next(phone: Phone, app: Flask) -> None:
    table = phone.sits_down("Ann", "Ben", "Chika")
    eva = Phone(app)
    scans(eva, table)
    asks_for_seat(eva, table, "Eva")
    form = phone.opens("/new/wizard").form("/new/wizard")
    names = {f"players-{seat}": name for seat, name in enumerate(("Ann", "Ben", "Chika", "Eva"))}
    new = phone.sends(form, names).location
    assert eva.opens(f"{new}/seats").location == f"{new}/seats/{EVA}"


def test_a_phone_that_was_removed_asks_no_more(table: Sitting, app: Flask) -> None:
    eva = Phone(app)
    scans(eva, table)
    asks_for_seat(eva, table, "Eva")
    form = next(each for each in table.phone.opens("/links").forms if each.action.endswith("/revoke"))
    table.phone.sends(form)
    assert told(table) == []
    page = table.phone.opens(f"{table.address}/players?join=Eva")
    assert makes_seat(table, page).status == 303
    assert "Eva no phone" in seats_of(table.phone, table).text


def test_just_watching_is_the_sheet(table: Sitting, app: Flask) -> None:
    guest = Phone(app)
    (sheet,) = (each for each in scans(guest, table).root.all("a") if each.text == "Watch")
    page = guest.opens(sheet.get("href"))
    assert (page.status, [form.action for form in page.forms if form.action.endswith("/entries")]) == (200, [])


def test_who_watches_is_asked_nothing(table: Sitting) -> None:
    watcher = comes(table.phone, table, "watcher")
    page = watcher.opens(f"{table.address}/seats")
    assert (page.heading.startswith("Who sits where"), offered(page)) == (True, [])
    assert (
        watcher.posts(f"{table.address}/seats/newcomers", {"csrf_token": watcher.token(), "player": "E"}).status == 403
    )


def test_at_a_table_with_phones_the_invitation_shows_them(table: Sitting) -> None:
    joins(table.phone, table, BEN)
    page = table.phone.opens(f"{table.address}/seats")
    assert [("no phone" not in row, "Pass the phone" in row) for row in rows(page)] == [
        (False, True),
        (True, False),
        (False, True),
    ]
    assert SOME_TIME not in page.html
