"""The players of a scorebook: called otherwise, in a colour, two that are one, archived; and what their sheets show."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
from flask import Flask

from store.book import KeepersBook
from store.players.colours import at_table
from tests.kit.web.page import Element, Form, Page
from tests.web.conftest import Phone, Sitting, borrowed, seatwise
from web.sheet.colours import INKS

STATIC = Path(__file__).parents[3] / "static"
FOUR = ("Ann", "Ben", "Chika", "Dan")


def listed(page: Page) -> dict[str, Element]:
    """The lines of the list of players, by name."""
    lines = [each for each in page.root.all("li") if each.get("id").startswith("player-")]
    return {each.one("a").text: each for each in lines}


def number_of(phone: Phone, name: str) -> str:
    return listed(phone.opens("/players"))[name].get("id").removeprefix("player-")


def page_of(phone: Phone, name: str) -> Page:
    """The page on which a player is changed, by the links that lead there."""
    figures = phone.opens(listed(phone.opens("/players"))[name].one("a").get("href"))
    (link,) = [link for link in figures.links() if link.endswith("/edit")]
    return phone.opens(link)


def form_of(phone: Phone, name: str) -> Form:
    return page_of(phone, name).form("/edit")


def changes(phone: Phone, who: str, /, **typed: str) -> Page:
    """Save the form of a player with these values; the list that it leads to."""
    return phone.follows(phone.sends(form_of(phone, who), typed))


def asks(phone: Phone, name: str, into: str) -> Page:
    return phone.opens(f"/players/{number_of(phone, name)}/merge?into={into}")


def merges(phone: Phone, name: str, into: str) -> Page:
    return phone.follows(phone.sends(asks(phone, name, number_of(phone, into)).form("/merge")))


def on_sheet(table: Sitting) -> list[str]:
    """The names over the columns of the scorecard."""
    return [each.one("span", class_="name").text for each in table.page.root.all("th", scope="col")]


def asked(table: Sitting) -> set[str]:
    """Who is asked to bid."""
    places = [each for each in table.page.root.all("div") if "place" in each.classes]
    return {str(each.one("span", class_="name").children[0]).strip() for each in places}


def colours(page: Page) -> dict[str, str]:
    """The colour of each side of a sheet, as the standings, the scorecard and the chart agree on it."""
    (standings,) = page.root.all("ol", class_="standings")
    lines = {str(each.one(class_="name").children[0]).strip(): each for each in standings.all("li")}
    found = {name: next(each for each in line.classes if each.startswith("seat-")) for name, line in lines.items()}
    faces = {name: faces_in(line) for name, line in lines.items()}
    assert {name: side[0] for name, side in faces.items()} == found
    columns = page.root.all("th", scope="col")
    assert {" & ".join(name.text for name in each.all(class_="name")): faces_in(each) for each in columns} == faces
    (figure,) = page.root.all("figure")
    ends = figure.one("svg", class_="ends")
    assert {each.text: each.get("class") for each in ends.all("g")} == found
    lines_drawn = [each.get("class") for each in figure.all("polyline")]
    assert sorted(lines_drawn) == sorted(found.values())
    return found


def faces_in(element: Element) -> list[str]:
    """The colours of the faces, a partner's beside the other's."""
    return [drawn_in(each) for each in element.all("span") if "initial" in each.classes]


def drawn_in(element: Element) -> str:
    (colour,) = {each for part in (element, *element.all("span")) for each in part.classes if each.startswith("seat-")}
    return colour


# The list.


def test_home_and_history_lead_to_the_players(phone: Phone) -> None:
    phone.sits_down()
    assert "/players" in phone.opens("/").links()
    assert "/players" in phone.opens("/history").links()


def test_before_the_first_game_nobody_is_listed(phone: Phone) -> None:
    page = phone.opens("/players")
    assert listed(page) == {}
    assert "No players yet" in page.text


def test_everybody_is_listed_with_what_they_finished(phone: Phone) -> None:
    table = phone.sits_down("Chika", "Ann", "Ben", top_hand="3")
    assert [line.text for line in listed(phone.opens("/players")).values()] == ["A Ann", "B Ben", "C Chika"]
    # Chika and Ann make their bid of 1, Ben misses his of 0.
    table.deal(bids=(1, 1, 0), tricks=(1, 1, 1))
    table.ends()
    phone.sits_down("Ann", "Ben", "Dan", top_hand="3").deal(bids=(1, 1, 0), tricks=(1, 1, 1))
    lines = listed(phone.opens("/players"))
    counted = {
        name: line.all("span", class_="quiet")[0].text.partition(" · ")[0]
        for name, line in lines.items()
        if name != "Dan"
    }
    assert counted == dict.fromkeys(("Ann", "Ben", "Chika"), "1 finished game")
    assert all(line.one("time").has("datetime") for name, line in lines.items() if name != "Dan")
    assert {name: each.text for name, line in lines.items() for each in line.all(class_="wins")} == {
        "Ann": "1 won",
        "Chika": "1 won",
    }
    assert lines["Dan"].text == "D Dan"


def test_the_one_who_has_won_most_is_marked(phone: Phone) -> None:
    # Ann alone makes her bid.
    table = phone.sits_down("Ann", "Ben", "Chika", top_hand="3")
    table.deal(bids=(1, 0, 0), tricks=(1, 1, 1))
    table.ends()
    marked = [name for name, line in listed(phone.opens("/players")).items() if "most wins" in line.text]
    assert marked == ["Ann"]


# Called otherwise.


def test_a_new_name_stands_everywhere_at_once(phone: Phone) -> None:
    table = phone.sits_down("Ann", "Ben", "Chika", top_hand="3")
    table.deal(bids=(1, 1, 0), tricks=(1, 1, 1))
    assert on_sheet(table) == ["Ann", "Ben", "Chika"]
    page = changes(phone, "Ann", name=" Anne  Marie ")
    assert [*listed(page)] == ["Anne Marie", "Ben", "Chika"]
    assert on_sheet(table) == ["Anne Marie", "Ben", "Chika"]
    for address in (
        table.address,
        f"{table.address}/names",
        f"{table.address}/rows/0",
        "/",
        "/history",
        "/new/oh-hell",
    ):
        shown = phone.opens(address).html
        assert "Anne Marie" in shown, address
        assert "Ann<" not in shown, address


def test_a_new_name_is_seen_by_another_phone_with_the_sheet_at_hand(app: Flask, table: Sitting) -> None:
    table.deal(bids=(1, 1, 0), tricks=(1, 2, 0))
    other = Phone(app)
    table.phone.lets_in(other)
    there = Sitting(other, table.address)
    assert on_sheet(there) == ["Ann", "Ben", "Chika"]
    changes(table.phone, "Ann", colour="0")
    changes(table.phone, "Chika", colour="1")
    before = colours(there.page)
    changes(table.phone, "Ben", name="Benjamin", colour="6")
    assert on_sheet(there) == ["Ann", "Benjamin", "Chika"]
    own = {name: colour for name, colour in before.items() if name != "Ben"}
    assert colours(there.page) == {**own, "Benjamin": "seat-6"}


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("  ", "Enter a name."),
        ("x" * 31, "That name is too long. The maximum is 30 characters."),
        ("ben", "Another player has or had the name ben. If they are the same person, merge them."),
    ],
)
def test_a_name_that_cannot_be_is_refused_at_its_field(table: Sitting, name: str, text: str) -> None:
    page = table.phone.sends(form_of(table.phone, "Ann"), {"name": name, "colour": "3"})
    assert page.status == 422
    assert page.wrong_at("name") == text
    again = page.form("/edit")
    assert (again.typed("name"), again.typed("colour")) == (name, "3")
    assert [*listed(table.phone.opens("/players"))] == ["Ann", "Ben", "Chika"]
    assert form_of(table.phone, "Ann").typed("colour") == "", "nothing was half saved"


def test_a_name_and_a_colour_are_refused_together(table: Sitting) -> None:
    page = table.phone.sends(form_of(table.phone, "Ann"), {"name": "", "colour": "10"})
    assert page.status == 422
    assert page.wrong_at("name") == "Enter a name."
    assert page.wrong_at("colour") == "Choose one of the colours."


@pytest.mark.parametrize("colour", ["10", "-1", "red", "٣", "9" * 30])
def test_a_colour_that_is_none_saves_no_name_either(table: Sitting, colour: str) -> None:
    page = table.phone.sends(form_of(table.phone, "Ann"), {"name": "Anne", "colour": colour})
    assert (page.status, page.wrong_at("colour")) == (422, "Choose one of the colours.")
    assert page.form("/edit").typed("name") == "Anne"
    assert [*listed(table.phone.opens("/players"))] == ["Ann", "Ben", "Chika"]


def test_who_only_chooses_a_colour_leaves_the_name_that_another_phone_gave(table: Sitting) -> None:
    form = form_of(table.phone, "Ann")
    changes(table.phone, "Ann", name="Anne")
    page = table.phone.follows(table.phone.sends(form, {"colour": "5"}))
    assert drawn_in(listed(page)["Anne"]) == "seat-5"


# In a colour.


def test_ten_colours_are_offered_in_words(phone: Phone, japanese: Phone) -> None:
    for reader, first, last in ((phone, "Magenta", "Slate"), (japanese, "赤紫", "灰青")):
        reader.sits_down()
        page = page_of(reader, "Ann")
        chips = [each for each in page.root.all("label") if each.all("input", name="colour")]
        assert [each.one("input").get("value") for each in chips] == ["", *map(str, range(10))]
        assert (chips[1].text, chips[-1].text) == (first, last)
        assert len({each.text for each in chips}) == 11
        assert page.form("/edit").typed("colour") == ""


def test_a_person_has_one_colour_on_every_sheet_and_list_wherever_they_sit(phone: Phone) -> None:
    first = phone.sits_down("Ann", "Ben", "Chika", top_hand="3")
    second = phone.sits_down("Chika", "Ann", "Dan", top_hand="3")
    for table in (first, second):
        table.deal(bids=(1, 1, 0), tricks=(1, 1, 1))
    own = {name: drawn_in(line) for name, line in listed(phone.opens("/players")).items()}
    assert len({*own.values()}) == 4
    for table in (first, second):
        drawn = colours(table.page)
        assert drawn == {name: own[name] for name in drawn}
    for address in ("/", "/history"):
        faces = [each for each in phone.opens(address).root.all("span") if "initial" in each.classes]
        assert {(each.text, drawn_in(each)) for each in faces} == {(name[0], colour) for name, colour in own.items()}


def test_sheets_are_drawn_in_the_colours_that_were_chosen(table: Sitting) -> None:
    table.deal(bids=(1, 1, 0), tricks=(1, 2, 0))
    before = colours(table.page)
    other = next(f"seat-{each}" for each in range(10) if f"seat-{each}" not in before.values())
    assert drawn_in(listed(changes(table.phone, "Chika", colour=other.removeprefix("seat-")))["Chika"]) == other
    assert colours(table.page) == before | {"Chika": other}
    step = [each for each in table.page.root.all("div") if "place" in each.classes]
    assert {each.one("span", class_="name").text.split(" ")[0]: drawn_in(each) for each in step} == colours(table.page)
    changes(table.phone, "Chika", colour="")
    assert colours(table.page) == before


def test_two_who_chose_the_same_colour_are_still_told_apart(table: Sitting) -> None:
    table.deal(bids=(1, 1, 0), tricks=(1, 2, 0))
    changes(table.phone, "Ann", colour="8")
    for name in ("Ben", "Chika"):
        changes(table.phone, name, colour="4")
    # Ben sits first, and Chika has the next that is free.
    assert colours(table.page) == {"Ann": "seat-8", "Ben": "seat-4", "Chika": "seat-5"}


def test_one_who_was_merged_has_the_colour_of_the_other(phone: Phone) -> None:
    _, second = two_names(phone)
    second.deal(bids=(1, 1, 0), tricks=(1, 1, 1))
    own = {name: drawn_in(line) for name, line in listed(phone.opens("/players")).items()}
    merges(phone, "Anna", "Ann")
    assert colours(second.page)["Ann"] == own["Ann"] != own["Anna"]


def test_a_team_has_the_colour_of_the_one_who_sits_first(phone: Phone) -> None:
    table = phone.sits_down(*FOUR, game="twin-shoot")
    for name, colour in (("Ann", "8"), ("Ben", "5"), ("Chika", "2"), ("Dan", "9")):
        changes(phone, name, colour=colour)
    table.enters({**seatwise("bids", (4, 3, 2, 1)), **seatwise("tricks", (4, 2, 2, 2))})
    assert colours(table.page) == {"Ann & Ben": "seat-8", "Chika & Dan": "seat-2"}


@pytest.mark.parametrize(
    ("people", "drawn"),
    [
        # Person 1 has colour 0 unless another was chosen, person 11 too.
        ([(1, None), (2, None), (3, None)], (0, 1, 2)),
        ([(3, None), (1, None), (2, None)], (2, 0, 1)),
        ([(1, 5), (2, 5), (3, 5)], (5, 6, 7)),
        ([(1, None), (11, None), (2, None)], (0, 2, 1)),
        ([(1, None), (2, 0), (3, None)], (1, 0, 2)),
        ([(10, None), (20, None)], (9, 0)),
    ],
)
def test_no_two_seats_look_alike(people: list[tuple[int, int | None]], drawn: tuple[int, ...]) -> None:
    assert at_table(people) == drawn


def test_a_table_of_twelve_has_twelve_colours() -> None:
    assert sorted(at_table([(person, None) for person in range(1, 13)])) == list(range(12))


def test_pictures_are_drawn_in_the_colours_of_the_pages() -> None:
    tokens = (STATIC / "css" / "base" / "tokens.css").read_text("utf-8")
    light = dict(re.findall(r"--([\w-]+): light-dark\((#\w+),", tokens))
    seats = re.findall(r"\.seat-(\d+) \{\s+--seat: (?:light-dark\((#\w+),|var\(--(\w+)\))", tokens)
    assert {int(seat): ink or light[name] for seat, ink, name in seats} == dict(enumerate(INKS))


# Two that are one.


def two_names(phone: Phone) -> tuple[Sitting, Sitting]:
    """Ann plays with Ben and Chika, then Anna does."""
    return phone.sits_down("Ann", "Ben", "Chika", top_hand="3"), phone.sits_down("Chika", "Ben", "Anna", top_hand="3")


def test_a_merge_is_asked_once_and_says_what_it_does(phone: Phone) -> None:
    two_names(phone)
    form = page_of(phone, "Anna").form("/merge")
    assert form.method == "get"
    page = asks(phone, "Anna", number_of(phone, "Ann"))
    assert page.status == 200
    assert "Anna will be shown as Ann." in page.text
    assert "you can separate the two again" in page.text
    assert [*listed(phone.opens("/players"))] == ["Ann", "Anna", "Ben", "Chika"], "asked is not done"


def test_two_that_are_one_are_shown_as_one_and_parted_on_the_same_page(phone: Phone) -> None:
    first, second = two_names(phone)
    for each in (first, second):
        each.deal(bids=(1, 1, 0), tricks=(1, 1, 1))
    page = merges(phone, "Anna", "Ann")
    assert page.heading == "Ann"
    assert "Anna is shown as Ann." in page.text
    lines = listed(phone.opens("/players"))
    assert [*lines] == ["Ann", "Ben", "Chika"]
    assert "also: Anna" in lines["Ann"].text
    assert [on_sheet(each) for each in (first, second)] == [["Ann", "Ben", "Chika"], ["Chika", "Ben", "Ann"]]
    page = phone.follows(phone.sends(next(each for each in page.forms if "/unmerge/" in each.action)))
    assert "is shown as" not in page.text
    assert [*listed(phone.opens("/players"))] == ["Ann", "Anna", "Ben", "Chika"]
    assert on_sheet(second) == ["Chika", "Ben", "Anna"]


def test_a_merge_and_its_parting_sent_twice_are_done_once(phone: Phone) -> None:
    two_names(phone)
    ann, anna = number_of(phone, "Ann"), number_of(phone, "Anna")
    merge = asks(phone, "Anna", ann).form("/merge")
    first, second = phone.sends(merge), phone.sends(merge)
    assert (first.status, second.status) == (303, 303)
    assert first.location == second.location == f"/players/{ann}/edit"
    part = next(each for each in phone.follows(second).forms if "/unmerge/" in each.action)
    first, second = phone.sends(part), phone.sends(part)
    assert (first.status, second.status) == (303, 303)
    assert first.location == second.location == f"/players/{ann}/edit"
    assert {"Ann", "Anna"} <= set(listed(phone.opens("/players")))
    # Somebody who is merged elsewhere by now is not taken for done.
    merges(phone, "Anna", "Ann")
    elsewhere = phone.posts(f"/players/{anna}/merge", {"into": "0", "csrf_token": phone.token()})
    assert elsewhere.status == 404


def test_the_page_of_a_name_that_was_merged_is_that_of_the_person(phone: Phone) -> None:
    two_names(phone)
    anna = number_of(phone, "Anna")
    merges(phone, "Anna", "Ann")
    answer = phone.opens(f"/players/{anna}/edit")
    assert (answer.status, answer.location) == (303, f"/players/{number_of(phone, 'Ann')}/edit")


def test_two_who_met_are_refused_at_the_field_with_the_choice_kept(phone: Phone) -> None:
    two_names(phone)
    ben = number_of(phone, "Ben")
    page = phone.sends(asks(phone, "Ann", ben).form("/merge"))
    assert page.status == 422
    assert page.wrong_at("into") == "These two have played at the same table, so they can’t be merged."
    assert page.form("/merge").typed("into") == ben


@pytest.mark.parametrize("chosen", ["", "0", "x", "9" * 30])
def test_nobody_chosen_is_said_at_the_field(phone: Phone, chosen: str) -> None:
    two_names(phone)
    page = asks(phone, "Ann", chosen)
    assert (page.status, page.wrong_at("into")) == (422, "Choose another player.")
    sent = phone.posts(f"/players/{number_of(phone, 'Ann')}/merge", {"into": chosen, "csrf_token": phone.token()})
    assert (sent.status, sent.wrong_at("into")) == (422, "Choose another player.")


def test_a_player_is_not_merged_into_himself(phone: Phone) -> None:
    two_names(phone)
    page = asks(phone, "Ann", number_of(phone, "Ann"))
    assert (page.status, page.wrong_at("into")) == (422, "Choose another player.")


def test_what_stands_in_the_way_of_parting_is_said_beside_it(phone: Phone) -> None:
    two_names(phone)
    anna = number_of(phone, "Anna")
    merges(phone, "Anna", "Ann")
    changes(phone, "Ann", name="Anna")
    page = page_of(phone, "Anna")
    refused = phone.sends(next(each for each in page.forms if "/unmerge/" in each.action))
    assert refused.status == 422
    assert refused.alerts == ["Another player is now called Anna. Rename that player first."]
    assert refused.root.one("button", aria_describedby=f"part-{anna}-wrong").text == "Unmerge Anna"


# Archived.


def test_an_archived_player_is_folded_away_and_comes_back(phone: Phone) -> None:
    phone.sits_down()
    page = phone.follows(phone.sends(page_of(phone, "Chika").form("/archive")))
    assert "Archived: not suggested for new games." in page.text
    players = phone.opens("/players")
    (folded,) = [each for each in players.root.all("details") if "Archived players" in each.text]
    assert [*listed(players)] == ["Ann", "Ben", "Chika"]
    assert "Chika" in folded.text
    assert "Ann" not in folded.text
    phone.follows(phone.sends(page.form("/unarchive")))
    assert "Archived players" not in phone.opens("/players").text


# At a new table.


def names_offered(page: Page) -> list[str]:
    return [each.get("data-name") for each in page.root.all("button") if each.has("data-name")]


def seated(page: Page) -> list[str]:
    values = page.form("/new/oh-hell").values
    return [value for name, value in values.items() if name.startswith("players-") and value]


def test_a_new_table_offers_present_names_and_nobody_archived(phone: Phone) -> None:
    phone.sits_down(*FOUR, dealer=1, top_hand="3").deal(bids=(0, 1, 1, 0), tricks=(1, 1, 1, 0))
    changes(phone, "Ann", name="Queen")
    phone.sends(page_of(phone, "Chika").form("/archive"))
    page = phone.opens("/new/oh-hell")
    assert names_offered(page) == ["Ben", "Dan", "Queen"]
    assert seated(page) == ["Queen", "Ben", "Dan"]
    # Chika would have dealt after Ben: now Dan does, who sits third.
    assert page.form("/new/oh-hell").typed("dealer") == "2"
    assert "Same again" not in phone.opens("/").text


def test_where_everybody_is_archived_nobody_is_filled_in(phone: Phone) -> None:
    phone.sits_down()
    for name in ("Ann", "Ben", "Chika"):
        phone.sends(page_of(phone, name).form("/archive"))
    page = phone.opens("/new/oh-hell")
    assert (page.status, names_offered(page), seated(page)) == (200, [], [])


def test_who_is_archived_can_be_typed_in_and_is_back(phone: Phone) -> None:
    phone.sits_down()
    phone.sends(page_of(phone, "Chika").form("/archive"))
    phone.sits_down()
    assert "Archived players" not in phone.opens("/players").text
    assert "Same again" in phone.opens("/").text


def test_an_old_name_seats_the_player_who_had_it(phone: Phone) -> None:
    phone.sits_down()
    changes(phone, "Ann", name="Queen")
    table = phone.sits_down("ann", "Ben", "Chika")
    assert asked(table) == {"Queen", "Ben", "Chika"}
    assert [*listed(phone.opens("/players"))] == ["Ben", "Chika", "Queen"]


def test_a_name_that_was_merged_seats_the_person(phone: Phone) -> None:
    two_names(phone)
    merges(phone, "Anna", "Ann")
    assert asked(phone.sits_down("ANNA", "Ben", "Dan")) == {"Ann", "Ben", "Dan"}


def test_two_names_of_one_person_at_a_table_are_refused_at_the_second(phone: Phone) -> None:
    two_names(phone)
    merges(phone, "Anna", "Ann")
    typed = {"players-0": "Ben", "players-1": "Anna", "players-2": "", "players-3": "Ann", "dealer": "0"}
    page = phone.sends(phone.opens("/new/oh-hell").form("/new/oh-hell"), typed)
    assert page.status == 422
    assert page.wrong_at("players-3") == "Ann and Anna are the same player in this scorebook."
    again = page.form("/new/oh-hell")
    assert [again.typed(name) for name in typed] == [*typed.values()]


# Who may.


def addresses(player: str, other: str) -> dict[str, Mapping[str, str]]:
    """Every address that changes a player, with what it is sent."""
    return {
        f"/players/{player}/edit": {"name": "Zed", "colour": "1"},
        f"/players/{player}/archive": {},
        f"/players/{player}/unarchive": {},
        f"/players/{player}/merge": {"into": other},
        f"/players/{player}/unmerge/{other}": {},
    }


def test_a_watcher_looks_at_the_list_and_changes_nothing(phone: Phone) -> None:
    two_names(phone)
    ann, anna = number_of(phone, "Ann"), number_of(phone, "Anna")
    phone.may("watcher")
    page = phone.opens("/players")
    assert [*listed(page)] == ["Ann", "Anna", "Ben", "Chika"]
    assert not [link for link in phone.opens(f"/players/{ann}").links() if "/edit" in link]
    for address in (f"/players/{ann}/edit", f"/players/{ann}/merge?into={anna}"):
        assert phone.opens(address).status == 403, address
    for address, typed in addresses(ann, anna).items():
        refused = phone.posts(address, {**typed, "csrf_token": phone.token()})
        assert (refused.status, refused.heading) == (403, "View only"), address
    assert [*listed(phone.opens("/players"))] == ["Ann", "Anna", "Ben", "Chika"]


@pytest.mark.parametrize("whose", ["theirs", "nobody's", "far too large"])
def test_players_of_others_are_not_there(phone: Phone, stranger: Phone, whose: str) -> None:
    two_names(phone)
    stranger.sits_down("Xavi", "Yan", "Zoë")
    player = {"theirs": number_of(stranger, "Xavi"), "nobody's": "0", "far too large": "9" * 30}[whose]
    own = number_of(phone, "Ann")
    for address in (f"/players/{player}/edit", f"/players/{player}/merge?into={own}"):
        assert phone.opens(address).status == 404, address
    for address, typed in addresses(player, own).items():
        assert phone.posts(address, {**typed, "csrf_token": phone.token()}).status == 404, address
    into = phone.posts(f"/players/{own}/merge", {"into": player, "csrf_token": phone.token()})
    assert (into.status, into.wrong_at("into")) == (422, "Choose another player.")
    assert phone.posts(f"/players/{own}/unmerge/{player}", {"csrf_token": phone.token()}).status == 404
    assert [*listed(stranger.opens("/players"))] == ["Xavi", "Yan", "Zoë"]


def test_in_a_deleted_scorebook_nothing_changes_and_that_is_said(app: Flask, phone: Phone) -> None:
    two_names(phone)
    ann, anna = number_of(phone, "Ann"), number_of(phone, "Anna")
    with phone.client.session_transaction() as cookie, borrowed(app) as db:
        KeepersBook(db, cookie["scorebook"]).delete_scorebook(at="2026-11-22T10:00:00Z")
    sent: dict[str, Any] = addresses(ann, anna)
    del sent[f"/players/{ann}/unmerge/{anna}"]
    for address, typed in sent.items():
        refused = phone.posts(address, {**typed, "csrf_token": phone.token()})
        assert (refused.status, refused.heading) == (409, "This scorebook was deleted"), address
