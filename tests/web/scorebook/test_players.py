"""The players of a scorebook: called otherwise, in a colour, two that are one, archived; and what their sheets show."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from flask import Flask

from store.players.profiles import seat_colours
from tests.kit.for_each import for_each
from tests.kit.store.toy_field import nicknames
from tests.kit.web.page import Element, Page
from tests.kit.web.reports import merges, numbers_of, plays
from tests.web.conftest import TRIO, Phone, Sitting, borrowed, seatwise
from web.sheet.scorecard import INKS

STATIC = Path(__file__).parents[3] / "static"
FOUR = ("Ann", "Ben", "Chika", "Dan")


def listed(page: Page) -> dict[str, Element]:
    """The lines of the list of players, by name."""
    lines = [each for each in page.root.all("li") if each.get("id").startswith("player-")]
    return {each.one("a").text: each for each in lines}


def page_of(phone: Phone, name: str) -> Page:
    """The page on which a player is changed, by the links that lead there."""
    figures = phone.opens(listed(phone.opens("/players"))[name].one("a").get("href"))
    return phone.opens(next(link for link in figures.links() if link.endswith("/edit")))


def changes(phone: Phone, who: str, /, **typed: str) -> Page:
    """Save the form of a player with these values; the list that it leads to."""
    return phone.follows(phone.sends(page_of(phone, who).form("/edit"), typed))


def asks(phone: Phone, name: str, into: object) -> Page:
    return phone.opens(f"/players/{numbers_of(phone)[name]}/merge?into={into}")


def on_sheet(table: Sitting) -> list[str]:
    """The names over the columns of the scorecard."""
    return [each.one("span", class_="name").text for each in table.page.root.all("th", scope="col")]


def asked(table: Sitting) -> set[str]:
    """Who is asked to bid."""
    places = [each for each in table.page.root.all("div") if "place" in each.classes]
    return {str(each.one("span", class_="name").one("span", class_="one-line").text) for each in places}


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


def own_colours(phone: Phone) -> dict[str, str]:
    """The colour of everybody, as the list of players has it."""
    return {name: drawn_in(line) for name, line in listed(phone.opens("/players")).items()}


# The list.


def test_everybody_is_listed_with_what_they_finished(phone: Phone) -> None:
    """Ann and Chika make their bids and Ann has more; in the game with Dan, which runs, nothing counts."""
    assert "No players yet" in phone.opens("/players").text
    plays(phone, "Ann", "Ben", "Chika")
    assert "/players" in phone.opens("/history").links()
    phone.sits_down("Ann", "Ben", "Dan", top_hand="3").deal(bids=(1, 1, 0), tricks=(1, 1, 1))
    lines = listed(phone.opens("/players"))
    assert lines.pop("Dan").text == "D Dan"
    counted = {name: line.all("span", class_="quiet")[0].text.partition(" · ")[0] for name, line in lines.items()}
    assert counted == dict.fromkeys(("Ann", "Ben", "Chika"), "1 finished game")
    assert all(line.one("time").has("datetime") for line in lines.values())
    wins = {name: [each.text for each in line.all(class_="wins")] for name, line in lines.items()}
    assert wins == {"Ann": ["most wins 1 won"], "Ben": [], "Chika": []}


# Called otherwise.


@for_each(
    "name, colour, wrong",
    [
        ("  ", "3", {"name": "Enter a name."}),
        ("x" * 31, "3", {"name": "That is too long. The maximum is 30 characters."}),
        (
            "ben",
            "3",
            {"name": "Another player has or had the name ben. If they are the same person, merge them."},
        ),
        ("", "10", {"name": "Enter a name.", "colour": "“Colour” must be a whole number from 0 to 9."}),
        *(
            ("Anne", colour, {"colour": "“Colour” must be a whole number from 0 to 9."})
            for colour in ("10", "-1", "red", "٣", "9" * 30)
        ),
    ],
)
def test_what_cannot_be_is_refused_at_its_field_and_nothing_is_half_saved(
    app: Flask, name: str, colour: str, wrong: dict[str, str]
) -> None:
    phone = Phone(app)
    phone.sits_down()
    page = phone.sends(page_of(phone, "Ann").form("/edit"), {"name": name, "colour": colour})
    assert page.status == 422
    assert {field: page.wrong_at(field) for field in wrong} == wrong
    assert page.form("/edit").typed("name") == name
    assert colour != "3" or page.form("/edit").typed("colour") == "3"
    assert [*listed(phone.opens("/players"))] == ["Ann", "Ben", "Chika"]
    assert page_of(phone, "Ann").form("/edit").typed("colour") == ""


def test_who_only_chooses_a_colour_leaves_the_name_that_another_phone_gave(table: Sitting) -> None:
    form = page_of(table.phone, "Ann").form("/edit")
    changes(table.phone, "Ann", name="Anne")
    table.phone.follows(table.phone.sends(form, {"colour": "5"}))
    assert own_colours(table.phone)["Anne"] == "seat-5"


# With a further field.


def test_what_is_chosen_for_a_player_is_stored_tidied_and_shown_on_their_page(
    app: Flask, phone: Phone, monkeypatch: pytest.MonkeyPatch
) -> None:
    phone.sits_down()
    with borrowed(app) as db, nicknames(db, monkeypatch):
        address = f"/players/{numbers_of(phone)['Ann']}"
        assert "Player: " not in phone.opens(address).text
        changes(phone, "Ann", nickname="  Big   Ann ")
        assert page_of(phone, "Ann").form("/edit").typed("nickname") == "Big Ann"
        assert "Player: Big Ann" in phone.opens(address).text
        changes(phone, "Ann", nickname="")
        assert "Player: " not in phone.opens(address).text


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
    first, second = (phone.sits_down(*names, top_hand="3") for names in (TRIO, ("Chika", "Ann", "Dan")))
    for table in (first, second):
        table.deal(bids=(1, 1, 0), tricks=(1, 1, 1))
    own = own_colours(phone)
    assert len({*own.values()}) == 4
    assert {**colours(first.page), **colours(second.page)} == own
    for address in ("/", "/history"):
        faces = [each for each in phone.opens(address).root.all("span") if "initial" in each.classes]
        assert {(each.text, drawn_in(each)) for each in faces} == {(name[0], colour) for name, colour in own.items()}
    # One that was chosen is drawn everywhere, until it is taken back.
    other = next(f"seat-{each}" for each in range(10) if f"seat-{each}" not in own.values())
    for chosen, drawn in ((other.removeprefix("seat-"), other), ("", own["Chika"])):
        changes(phone, "Chika", colour=chosen)
        expected = {name: own[name] for name in TRIO} | {"Chika": drawn}
        assert (own_colours(phone), colours(first.page)) == (own | expected, expected)
        step = [each for each in first.page.root.all("div") if "place" in each.classes]
        assert {each.one("span", class_="name").text.split(" ")[0]: drawn_in(each) for each in step} == expected


def test_a_team_has_the_colour_of_the_one_who_sits_first(phone: Phone) -> None:
    table = phone.sits_down("Ann", "Ben", "Eva", "Dan", game="twin-shoot")
    for name, colour in (("Ann", "8"), ("Ben", "5"), ("Eva", "2"), ("Dan", "9")):
        changes(phone, name, colour=colour)
    table.enters({**seatwise("bids", (4, 3, 2, 1)), **seatwise("tricks", (4, 2, 2, 2))})
    assert colours(table.page) == {"Ann & Ben": "seat-8", "Eva & Dan": "seat-2"}


@for_each(
    "people, drawn",
    [
        # Person 1 has colour 0 unless another was chosen, person 11 too.
        ([(1, None), (2, None), (3, None)], (0, 1, 2)),
        ([(3, None), (1, None), (2, None)], (2, 0, 1)),
        ([(1, 8), (2, 4), (3, 4)], (8, 4, 5)),
        ([(1, 5), (2, 5), (3, 5)], (5, 6, 7)),
        ([(1, None), (11, None), (2, None)], (0, 2, 1)),
        ([(1, None), (2, 0), (3, None)], (1, 0, 2)),
        ([(10, None), (20, None)], (9, 0)),
        ([(person, None) for person in range(1, 13)], (*range(12),)),
    ],
)
def test_no_two_seats_look_alike(people: list[tuple[int, int | None]], drawn: tuple[int, ...]) -> None:
    assert seat_colours(people) == drawn


def test_pictures_are_drawn_in_the_colours_of_the_pages() -> None:
    tokens = (STATIC / "css" / "base" / "tokens.css").read_text("utf-8")
    light = dict(re.findall(r"--([\w-]+): light-dark\((#\w+),", tokens))
    seats = re.findall(r"\.seat-(\d+) \{\s+--seat: (?:light-dark\((#\w+),|var\(--(\w+)\))", tokens)
    assert {int(seat): ink or light[name] for seat, ink, name in seats} == dict(enumerate(INKS))


# Two that are one.


def two_names(phone: Phone) -> tuple[Sitting, Sitting]:
    """Ann plays with Ben and Chika, then Anna does."""
    return phone.sits_down("Ann", "Ben", "Chika", top_hand="3"), phone.sits_down("Chika", "Ben", "Anna", top_hand="3")


def test_two_that_are_one_are_shown_as_one_and_parted_on_the_same_page(phone: Phone) -> None:
    first, second = two_names(phone)
    for each in (first, second):
        each.deal(bids=(1, 1, 0), tricks=(1, 1, 1))
    numbers, own = numbers_of(phone), own_colours(phone)
    assert page_of(phone, "Anna").form("/merge").method == "get"
    asked_first = asks(phone, "Anna", numbers["Ann"])
    for told in ("Anna is shown as Ann.", "You can unmerge them"):
        assert told in asked_first.text
    assert [*listed(phone.opens("/players"))] == ["Ann", "Anna", "Ben", "Chika"], "asked is not done"
    _, page = (phone.follows(phone.sends(asked_first.form("/merge"))) for _twice in range(2))
    assert (page.address, page.heading) == (f"/players/{numbers['Ann']}/edit", "Ann")
    assert "Anna is shown as Ann." in page.text
    lines = listed(phone.opens("/players"))
    assert ([*lines], "also: Anna" in lines["Ann"].text) == (["Ann", "Ben", "Chika"], True)
    assert [on_sheet(each) for each in (first, second)] == [["Ann", "Ben", "Chika"], ["Chika", "Ben", "Ann"]]
    assert colours(second.page)["Ann"] == own["Ann"] != own["Anna"]
    assert asked(phone.sits_down("ANNA", "Ben", "Dan")) == {"Ann", "Ben", "Dan"}
    # The page of the other name is that of the person.
    answer = phone.opens(f"/players/{numbers['Anna']}/edit")
    assert (answer.status, answer.location) == (303, page.address)
    part = next(each for each in page.forms if "/unmerge/" in each.action)
    assert [phone.follows(phone.sends(part)).heading for _twice in range(2)] == ["Ann", "Ann"]
    assert "is shown as" not in page_of(phone, "Ann").text
    assert [*listed(phone.opens("/players"))] == ["Ann", "Anna", "Ben", "Chika", "Dan"]
    assert on_sheet(second) == ["Chika", "Ben", "Anna"]


@for_each("chosen", ["", "0", "x", "9" * 30, "Ann", "theirs", "Ben"])
def test_a_choice_that_cannot_be_is_refused_at_the_field(app: Flask, chosen: str) -> None:
    phone, stranger = Phone(app), Phone(app)
    two_names(phone)
    stranger.sits_down("Xavi", "Yan", "Zoë")
    numbers, theirs = numbers_of(phone), numbers_of(stranger)["Xavi"]
    ann, into = numbers["Ann"], (numbers | {"theirs": theirs}).get(chosen, chosen)
    page = phone.posts(f"/players/{ann}/merge", {"into": into, "csrf_token": phone.token()})
    if chosen == "Ben":
        assert page.form("/merge").typed("into") == str(into), "it stays"
        said = "These two have played at the same table, so they can’t be merged."
    else:
        said = "Choose another player."
        assert asks(phone, "Ann", into).wrong_at("into") == said
    assert (page.status, page.wrong_at("into")) == (422, said)
    assert phone.posts(f"/players/{ann}/unmerge/{theirs}", {"csrf_token": phone.token()}).status == 404


def test_what_stands_in_the_way_of_parting_is_said_beside_it(phone: Phone) -> None:
    two_names(phone)
    anna = numbers_of(phone)["Anna"]
    merges(phone, "Anna", into="Ann")
    changes(phone, "Ann", name="Anna")
    page = page_of(phone, "Anna")
    refused = phone.sends(next(each for each in page.forms if "/unmerge/" in each.action))
    told = ["Another player is now called Anna. Rename that player first."]
    assert (refused.status, refused.alerts) == (422, told)
    assert refused.root.one("button", aria_describedby=f"part-{anna}-wrong").text == "Unmerge Anna"


# Archived.


def test_an_archived_player_is_folded_away_and_comes_back(phone: Phone) -> None:
    def folded() -> list[str]:
        """Who is folded away."""
        folds = [each for each in phone.opens("/players").root.all("details") if "Archived players" in each.text]
        return [name for name in listed(phone.opens("/players")) for each in folds if name in each.text]

    phone.sits_down()
    for act, away in (("archive", ["Chika"]), ("unarchive", []), ("archive", ["Chika"])):
        page = phone.follows(phone.sends(page_of(phone, "Chika").form(f"/{act}")))
        assert ("Unarchive" in page.text, folded()) == (away != [], away)
        assert [*listed(phone.opens("/players"))] == ["Ann", "Ben", "Chika"]
        assert ("Same players" in phone.opens("/").text) == (away == [])
    # Who sits down is back.
    phone.sits_down()
    assert (folded(), "Same players" in phone.opens("/").text) == ([], True)


def test_who_never_finished_a_game_is_removed_with_the_deleted_ones(phone: Phone) -> None:
    plays(phone, "Ann", "Ben", "Chika")
    table = phone.sits_down("Annn", "Ben", "Chika")
    assert "Remove Annn" not in page_of(phone, "Annn").text, "she sits in a game"
    phone.sends(table.behind("discard").form("/discard"))
    form = page_of(phone, "Annn").form("/remove")
    assert [*listed(phone.follows(phone.sends(form)))] == ["Ann", "Ben", "Chika"]
    assert phone.opens("/players").status == 200
    assert "Annn" not in phone.opens("/new/oh-hell").html
    assert phone.opens(table.address).status == 404, "what was deleted is gone for good"
    # Whoever finished a game stays, as long as it can be restored too.
    table = plays(phone, "Dan", "Ben", "Chika")
    phone.sends(table.behind("discard").form("/discard"))
    assert "Remove Dan" not in page_of(phone, "Dan").text
    kept = phone.posts(f"/players/{numbers_of(phone)['Dan']}/remove", form.values)
    assert (kept.status, kept.alerts) == (422, ["Dan has played: archive them instead."])


# At a new table.


def test_a_new_table_offers_present_names_and_nobody_archived(phone: Phone) -> None:
    phone.sits_down(*FOUR, dealer=1, top_hand="3").deal(bids=(0, 1, 1, 0), tricks=(1, 1, 1, 0))
    changes(phone, "Ann", name="Queen")
    # Chika would have dealt after Ben: now Dan does, who sits third.
    for archived, offered, seated, dealer in (
        (["Chika"], ["Ben", "Dan", "Queen"], ["Queen", "Ben", "Dan"], "2"),
        (["Queen", "Ben", "Dan"], [], [], "0"),
    ):
        for name in archived:
            phone.sends(page_of(phone, name).form("/archive"))
        page = phone.opens("/new/oh-hell")
        assert [each.get("data-name") for each in page.root.all("button") if each.has("data-name")] == offered
        values = page.form("/new/oh-hell").values
        assert [value for name, value in values.items() if name.startswith("players-") and value] == seated
        assert values["dealer"] == dealer


def test_two_names_of_one_person_at_a_table_are_refused_at_the_second(phone: Phone) -> None:
    two_names(phone)
    merges(phone, "Anna", into="Ann")
    typed = {"players-0": "Ben", "players-1": "Anna", "players-2": "", "players-3": "Ann", "dealer": "0"}
    page = phone.sends(phone.opens("/new/oh-hell").form("/new/oh-hell"), typed)
    assert page.status == 422
    assert page.wrong_at("players-3") == "Ann and Anna are the same player in this scorebook."
    again = page.form("/new/oh-hell")
    assert [again.typed(name) for name in typed] == [*typed.values()]
