"""A keeper's save beside what seats have said: both are shown, a tap takes either, what is laid is told to nobody."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from typing import Any

import pytest

from tests.kit.web.page import Form, Page
from tests.kit.web.seats import ANN, BEN, ONE_TIME, at_seats, card, comes, joins, says, takes
from tests.web.conftest import Phone, Sitting, seatwise


@pytest.fixture
def twin_shoot(phone: Phone) -> Sitting:
    return phone.sits_down("Ann", "Ben", "Chika", "Dai", game="twin-shoot")


def chooses(table: Sitting, page: Page, which: str) -> Page:
    """Tap one of the two buttons."""
    form = page.form("/entries")
    assert [each.get("value") for each in form.element.all("button", name="resolve")] == ["take", "mine"]
    return table.phone.sends(form, {"resolve": which})


def types(table: Sitting, script: str, *bids: int | None) -> Page:
    """Save these bids on a sheet that was opened before this was said at the seats."""
    before = table.form
    at_seats(table, script)
    return table.tries(seatwise("bids", bids), form=before)


# Said in the open.


@pytest.mark.parametrize(("which", "saved"), [("take", 2), ("mine", 1)])
@pytest.mark.parametrize(
    ("bidding", "told"),
    [
        ("spoken", "Ann entered 2 on the phone. You entered 1."),
        ("written", "Ann has already made a hidden entry. You entered 1."),
    ],
)
def test_another_bid_than_a_seat_said_is_asked_about_and_a_tap_takes_either(
    request: pytest.FixtureRequest, bidding: str, told: str, which: str, saved: int
) -> None:
    table: Sitting = request.getfixturevalue(bidding)
    page = types(table, "Ann sits, Ann 2", 1, 0, 0)
    assert (page.status, told in page.alerts[0], "Ben" in page.alerts[0]) == (409, True, False)
    assert table.entries == []
    assert seatwise("bids", (1, 0, 0)).items() <= page.form("/entries").values.items(), "nothing typed is lost"
    assert chooses(table, page, which).status == 303
    assert table.entries == [{"step": "bids", "bids": [saved, 0, 0]}]


def test_all_seats_that_said_something_else_are_told_at_once(phone: Phone, spoken: Sitting) -> None:
    page = types(spoken, "Ann sits, Ben sits, Ann 2, Ben 1", 1, 0, 1)
    assert "Ann entered 2 on the phone. You entered 1. Ben entered 1 on the phone. You entered 0." in page.alerts[0]
    assert "Chika" not in page.alerts[0]
    mended = phone.sends(page.form("/entries"), {**seatwise("bids", (2, 0, 0)), "resolve": None})
    assert (mended.status, "Ann entered" in mended.alerts[0], "Ben entered" in mended.alerts[0]) == (409, False, True)
    assert chooses(spoken, mended, "mine").status == 303
    assert spoken.entries == [{"step": "bids", "bids": [2, 0, 0]}]


def test_who_mends_what_stands_in_the_form_is_asked_once_too(written: Sitting) -> None:
    """The phone may have kept an older tap over what was said: that it was meant so nobody can know."""
    at_seats(written, "look first, keeper Ann 1, keeper Ben 1, keeper Chika 1")
    page = written.tries({"bids-2": "0"})
    assert "Chika entered 1 on the phone. You entered 0." in page.alerts[0]
    assert chooses(written, page, "mine").status == 303
    assert written.entries == [{"step": "bids", "bids": [1, 1, 0]}]


def test_where_it_goes_on_meanwhile_the_keeper_is_asked_again(spoken: Sitting) -> None:
    page = types(spoken, "keeper at Ann, keeper Ann 2", 1, 0, 0)
    at_seats(spoken, "keeper Ann 3")
    again = chooses(spoken, page, "mine")
    assert (again.status, "Ann entered 3 on the phone. You entered 1." in again.alerts[0]) == (409, True)
    spoken.notes("tea")
    late = chooses(spoken, again, "mine")
    assert (late.status, late.alerts[0].startswith("Another entry was saved first.")) == (409, True)
    assert late.form("/entries").values["bids-0"] == "1"


def test_what_is_taken_and_breaks_a_rule_stands_in_the_form(phone: Phone, spoken: Sitting) -> None:
    page = chooses(spoken, types(spoken, "Ann sits, Ann 2", 1, 0, 1), "take")
    assert page.status == 422
    assert page.wrong_at("bids-2") == "Total bids can’t equal 3. Chika deals and must change their bid."
    assert page.form("/entries").values["bids-0"] == "2"
    assert phone.sends(page.form("/entries"), {"bids-2": "0"}).status == 303


def test_a_slip_is_asked_about_before_and_not_once_more(phone: Phone) -> None:
    table = phone.sits_down(game="skull-king", expansion="on")
    table.bids(1, 0, 0)
    before = table.form
    says(joins(phone, table, ANN), table, ANN, "1")
    slip = table.tries(seatwise("tricks", (0, 0, 0)), form=before)
    assert (slip.status, "Did nobody take it?" in slip.text) == (422, True)
    page = phone.sends(slip.form("/entries"), {"sure": "yes"})
    assert page.status == 409
    assert "Ann entered Tricks 1 on the phone. You entered Tricks 0." in page.alerts[0]
    assert chooses(table, page, "mine").status == 303
    assert table.entries[-1]["tricks"] == [0, 0, 0]


def test_it_is_asked_in_the_readers_language(japanese: Phone) -> None:
    table = japanese.sits_down("あや", "けんじ", "みほ", dealer=2, top_hand="3")
    assert "あやの入力は 2、あなたの入力は 1 です。" in types(table, "keeper Ann 2", 1, 0, 0).alerts[0]


# Laid.


def test_what_is_laid_is_not_asked_and_goes_along_with_the_rest(phone: Phone, written: Sitting) -> None:
    at_seats(written, "keeper Ann 2")
    page = written.page
    assert [each.text for each in page.root.all("a", class_="laid")] == ["entered ✓ Enter again for Ann"]
    assert page.root.all("input", type="radio", name="bids-0") == []
    assert "data-sum" not in page.html, "a sum without it would be none"
    refused = written.tries(seatwise("bids", (None, 1, None)))
    assert (refused.status, "Ann" in refused.wrong_at("bids-2")) == (422, False)
    assert [each.text for each in refused.root.all("a", class_="laid")] == ["entered ✓ Enter again for Ann"]
    form = refused.form("/entries")
    assert [phone.sends(form, {"bids-2": "0"}).status for _ in range(2)] == [303, 303]
    assert written.entries == [{"step": "bids", "bids": [2, 1, 0]}]


def test_the_last_bid_comes_while_the_keeper_enters_it(phone: Phone, written: Sitting) -> None:
    """The step is written by then: the usual question, and what was left to the seats is theirs in both versions."""
    at_seats(written, "keeper Ann 2, keeper Ben 1")
    before = written.form
    at_seats(written, "keeper Chika 3")
    assert written.tries(seatwise("bids", (None, None, 3)), form=before).status == 303, "they said the same"
    page = written.tries(seatwise("bids", (None, None, 0)), form=before)
    assert (page.status, "Your entry Bids: Ann 2, Ben 1, Chika 0" in page.text) == (409, True)
    assert phone.sends(page.form("/entries/0")).status == 303
    assert written.entries == [{"step": "bids", "bids": [2, 1, 0]}]


def test_boxes_that_are_not_asked_are_no_answer(phone: Phone) -> None:
    table = phone.sits_down(game="boo-ray", several="on")
    assert says(phone, table, ANN, ["kalo", "boo-ray"], field="games").status == 303
    assert table.tries({"games-1": ["kalo"], "games-2": []}).status == 303
    assert [set(games) for games in table.entries[0]["games"]] == [{"kalo", "boo-ray"}, {"kalo"}, set()]


def test_tricks_are_no_secret_beside_bids_that_are(phone: Phone, twin_shoot: Sitting) -> None:
    for seat, bid in enumerate("3241"):
        asked = card(phone, twin_shoot, seat)
        assert "Nobody sees your entry until everyone is in." in asked.text
        assert all(each.has("data-hidden") for each in asked.root.all("form") if each.has("data-send"))
        says(phone, twin_shoot, seat, bid)
    (now,) = [each for each in card(phone, twin_shoot, ANN).root.all("section") if "asked" in each.get("class")]
    assert "Nobody sees your entry until everyone is in." not in now.text
    assert not any(each.has("data-hidden") for each in now.all("form"))
    before = twin_shoot.form
    says(phone, twin_shoot, ANN, "3", field="tricks")
    assert twin_shoot.form.values["tricks-0"] == "3"
    tricks = {f"tricks-{seat}": tricks for seat, tricks in enumerate("2341")}
    page = twin_shoot.tries(tricks, form=before)
    assert "Ann entered 3 on the phone. You entered 2." in page.alerts[0]
    assert "Bids" not in page.alerts[0]


# Nobody learns what is laid.


HIDDEN: dict[str, tuple[dict[str, str], str, tuple[Any, Any]]] = {
    "oh-hell": ({"bidding": "written", "top_hand": "3"}, "bids", ("0", "3")),
    "wizard": ({"bidding": "hidden"}, "bids", ("0", "1")),
    "skull-king": ({}, "bids", ("0", "1")),
    "twin-shoot": ({}, "bids", ("0", "9")),
    "boo-ray": ({}, "games", ("none", "kalo")),
    "boo-ray, several": ({"several": "on"}, "games", (["low-shit"], ["kalo", "boo-ray"])),
    "boo-ray, forced": ({"staying_out": "forbidden"}, "games", ("low-shit", "kalo")),
}
"""By game its rules, what is hidden there, and two things that can be laid."""


CLOCK = re.compile(r"\d{1,2}:\d\d\W[AP]M")
"""The minute in which something was entered differs from world to world."""
MOST = 3
"""So many values are tried, the least first."""
ALIKE = pytest.mark.long(reason="What is laid in games that hide it like others")
ALL_ALIKE = ("wizard", "skull-king", "boo-ray", "boo-ray, forced")


@pytest.mark.thorough
@pytest.mark.parametrize(
    "rules",
    [pytest.param(each, marks=ALIKE if each in ALL_ALIKE else ()) for each in HIDDEN],
)
def test_two_worlds_that_differ_in_what_is_laid_answer_alike(phone: Phone, rules: str) -> None:
    options, field, laid = HIDDEN[rules]
    one, other = ([*answers(phone, rules.partition(",")[0], options, field, value)] for value in laid)
    assert [told for told, _ in one] == [told for told, _ in other]
    for (told, text), (_, another) in zip(one, other, strict=True):
        assert CLOCK.sub("", text) == CLOCK.sub("", another), told


def answers(
    phone: Phone, game: str, options: Mapping[str, Any], field: str, value: object
) -> Iterator[tuple[str, str]]:
    """Everything that anybody is answered once the first seat has laid `value`, and the keeper tries to find it out."""
    players = ("Ann", "Ben", "Chika", "Dai")
    table = phone.sits_down(*players, game=game, **options)
    before = table.form
    takes(phone, table, ANN)
    ben, watcher = joins(phone, table, BEN), comes(phone, table, "watcher")
    assert says(phone, table, ANN, value, field=field).status == 303
    afar = ("?look=1", "/table", "/flat", "/seats?look=1")
    for who, each, pages in (
        ("keeper", phone, (*afar, "/more", "/seats/0", "/seats/1", "/seats/pass", "/ahead")),
        ("ben", ben, (*afar, "/seats/1", "/now")),
        ("watcher", watcher, afar),
    ):
        for page in pages:
            yield f"{who} {page}", plain(each.opens(table.address + page).html, table)
    for role in ("keeper", "watcher"):
        yield role, plain(json.dumps(phone.program(role, role).sees(table.id)), table)
    for name, form, values in guesses(table.form, before, field):
        preview = phone.posts(f"{table.address}/preview", form.values | values)
        yield f"preview {name}", json.dumps(preview.json)
        saved = phone.sends(form, values)
        assert saved.status in {409, 422}, f"{name}: {saved.status}"
        yield f"save {name}", f"{saved.status} {plain(saved.html, table)}"
    for typed in (None, 1, "kalo", ["kalo"], []):
        entry = {"step": before.values["step"], field: [typed, None, None, None]}
        body = {"position": table.position, "entry": entry}
        answer = phone.says(f"/api/v1/sessions/{table.id}/entries", body)
        assert answer.status in {409, 422}
        yield f"api {typed}", f"{answer.status} {plain(answer.html, table)}"
    assert table.position == 0


def guesses(now: Form, before: Form, field: str) -> Iterator[tuple[str, Form, dict[str, Any]]]:
    """What a keeper may send to learn what is laid, none of which is written."""
    chips = {each.get("value"): None for each in before.element.all("input", name=f"{field}-1")}
    tricks = {f"tricks-{seat}": str(tricks) for seat, tricks in enumerate((3, 3, 3, 2))}
    for value in [value for value in chips if value][:MOST]:
        everybody = {f"{field}-{seat}": value for seat in range(4)}
        yield f"all {value} from before", before, everybody | tricks
        yield f"all {value} taken for good", before, everybody | tricks | {"overruled": "[]", "resolve": "mine"}
        others = {name: value for name, value in everybody.items() if not name.endswith(("-0", "-3"))}
        last = {f"{field}-3": "99"}
        yield f"the others {value}", now, others | last | tricks


def plain(text: str, table: Sitting) -> str:
    return ONE_TIME.sub("", text).replace(table.id, "")


# Programs.


def test_a_program_is_told_what_seats_said_and_may_overrule_it(phone: Phone, spoken: Sitting) -> None:
    ann = joins(phone, spoken, ANN)
    says(ann, spoken, ANN, "2")
    address = f"/api/v1/sessions/{spoken.id}/entries"
    body = {"position": 0, "entry": {"step": "bids", "bids": [1, 0, 0]}}
    answer = phone.says(address, body)
    assert (answer.status, answer.mimetype) == (409, "application/problem+json")
    assert answer.json["type"] == "http://localhost/api#said-otherwise"
    assert answer.json["detail"] == "Ann entered 2 on the phone. You entered 1."
    assert answer.json["said"] == [{"seat": 0, "said": {"bids": 2}, "entered": {"bids": 1}}]
    assert answer.json["session"]["position"] == 0
    assert phone.says(address, body | {"overruled": answer.json["overruled"]}).status == 201
    assert spoken.entries == [{"step": "bids", "bids": [1, 0, 0]}]
