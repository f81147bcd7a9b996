"""What is refused keeps all that was typed, what comes late loses nothing, what comes twice counts once.

The words of refused bids everywhere are in `tests/web/api/test_refusals.py`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from random import Random
from typing import Any

import pytest

from scoring.sheets.changes import CHANGE_STEPS
from tests.kit.web.page import Form
from tests.kit.web.playing import plays
from tests.web.conftest import Phone, Sitting, seatwise

GONE_ON = "Another entry was saved first."
BIDS = {**seatwise("bids", (1, 1, 0)), "trump": "clubs"}
TRICKS = seatwise("tricks", (1, 1, 1))
LATE = {"seat": "1", "amount": "-5", "reason": "<i>late</i>"}
ROW = {"e0-bids-0": "0", "e0-bids-1": "1", "e0-bids-2": "0"}
ABOUT = {"place": "Café Ö", "note": "It rained."}
CHOSEN = ("bids-1", "seat", "trump")
"""What is tapped and not typed: nothing is chosen there again where it was wrong."""

REFUSED: list[tuple[str, Mapping[str, Any], str, Any, str]] = [
    *(("sheet", BIDS, "bids-1", wrong, "Ben") for wrong in ("0.5", "-1", "99", "abc", None)),
    ("sheet", BIDS, "trump", "swords", "swords"),
    ("sheet", seatwise("bids", (1, 1, 1)), "bids-0", "1", "can’t equal 3"),
    *(("tricks", TRICKS, "tricks-1", wrong, "Ben, Tricks: ") for wrong in ("0.5", "-1", "99", "abc")),
    *(("rows/0", ROW, "e1-tricks-1", wrong, "Ben") for wrong in ("0.5", "-1", "99", "abc", "")),
    *(("rows/0", ROW, "e0-bids-1", wrong, "Ben") for wrong in ("0.5", "-1", "99", "abc", "")),
    *(("adjustment", LATE, "amount", wrong, "") for wrong in ("0", "0.5", "abc", "", "100001")),
    *(("adjustment", LATE, "reason", wrong, "") for wrong in (" ", "r" * 81, "r" * 10_000)),
    *(("adjustment", LATE, "seat", wrong, "") for wrong in (None, "3", "nobody")),
    ("about", ABOUT, "place", "x" * 61, "That is too long. The maximum is 60 characters."),
    ("about", ABOUT, "note", "x" * 501, "That is too long. The maximum is 500 characters."),
    ("about", ABOUT, "place", "a\x07b", "That has characters that can’t be displayed."),
]
"""A page, what is typed there, the field that is wrong, what stands in it, and words at the field."""


def form_at(table: Sitting, page: str) -> Form:
    """The form of a page behind the session; of the sheet, of the sheet with its bids, or of a row that was played."""
    if page in ("tricks", "undo"):
        table.bids(1, 1, 0)
    if page == "rows/0":
        table.deal(bids=(1, 1, 0), tricks=(1, 2, 0))
    if page in ("sheet", "tricks"):
        return table.form
    if page == "undo":
        return table.page.form("/undo")
    return table.adjustment if page == "adjustment" else table.behind(page).form(f"/{page}")


@pytest.mark.parametrize("row", REFUSED, ids=lambda row: f"{row[0]} {row[2]} {row[3]!r}"[:40])
def test_what_is_wrong_is_told_at_its_field_and_all_that_was_typed_stays(
    table: Sitting, row: tuple[str, Mapping[str, Any], str, Any, str]
) -> None:
    page, typed, field, wrong, words = row
    form, sent = form_at(table, page), {**typed, field: wrong}
    before = table.kept
    refused = table.tries(sent, form=form)
    assert (refused.status, len(refused.alerts), table.kept) == (422, 1, before)
    assert words in (refused.wrong_at(field) or "nothing")
    again = next(each for each in refused.forms if each.action == form.action and each.element.all(name=field))
    expected = {name: value or "" for name, value in sent.items() if name != field or name not in CHOSEN}
    assert {name: again.typed(name) or "" for name in expected} == expected
    assert field not in CHOSEN or again.typed(field) != wrong or wrong is None


@pytest.mark.parametrize("name", ["", "  ", "n" * 31, "n" * 10_000, "\x07"])
def test_a_bad_name_for_rules_is_told_and_stays(table: Sitting, name: str) -> None:
    page = table.tries({"rule_name": name}, form=table.behind("plan").form("/rules"))
    assert page.status == 422
    tied = page.root.one("input", id="rule_name")
    assert page.root.one(id=tied.get("aria-describedby")).get("role") == "alert"
    assert tied.get("value") == name
    assert table.phone.opens("/new/oh-hell").root.all("button", name="fill", value=f"kept:{name}") == []


def test_what_was_right_beside_a_bad_bid_still_stands(table: Sitting) -> None:
    again = table.tries({**BIDS, "bids-1": "abc"}).form("/entries")
    assert table.phone.sends(again, {"bids-1": "1"}).status == 303
    assert table.entries == [{"step": "bids", "bids": [1, 1, 0], "trump": "clubs"}]


def test_tricks_that_do_not_add_up_stay_in_the_form(table: Sitting) -> None:
    table.bids(1, 1, 0)
    page = table.tries(seatwise("tricks", (3, 1, 0)))
    assert (page.status, len(page.alerts), table.position) == (422, 1, 1)
    assert seatwise("tricks", (3, 1, 0)).items() <= page.form("/entries").values.items()
    assert page.root.reads("span[@data-sum='tricks']") == ["4"]


def test_the_links_of_a_refused_entry_lead_to_the_sheet(table: Sitting) -> None:
    table.deal(bids=(1, 1, 0), tricks=(1, 2, 0))
    page = table.tries(seatwise("bids", (1, "abc", 1)))
    assert page.status == 422
    assert {link: table.phone.opens(link).status for link in page.links()} == dict.fromkeys(page.links(), 200)


def test_a_refused_entry_can_be_mended_in_japanese(japanese: Phone) -> None:
    page = japanese.sits_down(top_hand="3").tries(seatwise("bids", (1, "abc", 1)))
    assert (page.status, page.lang) == (422, "ja")
    assert "abc" in page.wrong_at("bids-1")


@pytest.mark.parametrize(
    ("field", "sent", "status"),
    [
        *(("position", sent, 409) for sent in ("7", "-1", "abc", "", "9" * 5000, None)),
        *(("key", sent, 400) for sent in ("k" * 101, "k" * 10_000, "line\nfeed", "\x00")),
        *(("step", sent, 422) for sent in ("nonsense", "", None, "tricks")),
    ],
    ids=lambda each: repr(each)[:40],
)
def test_what_no_sheet_sends_writes_nothing(table: Sitting, field: str, sent: str | None, status: int) -> None:
    page = table.tries({**BIDS, field: sent})
    assert (page.status, page.alerts != [], table.position) == (status, status != 400, 0)
    assert field != "step" or sent == "tricks" or GONE_ON not in page.text, (
        "nobody was faster where the step is nonsense"
    )
    assert field != "position" or BIDS.items() <= page.form("/entries").values.items()


# Twice.

NO_BIDS = "000 020, 000 010, 000 020, 000"
"""Nobody bids in the deals of 2, 1, 2 and 3 cards, whose last tricks are still to be entered."""
AGAIN: dict[str, Callable[[Sitting], tuple[Form, Mapping[str, Any]]]] = {
    "bids": lambda table: (table.form, seatwise("bids", (1, 1, 1))),
    "an adjustment": lambda table: (table.adjustment, LATE),
    "the last tricks": lambda table: (plays(table, NO_BIDS).form, seatwise("tricks", (3, 0, 0))),
    "the end": lambda table: (table.behind("end").form("/entries"), {}),
    "a correction": lambda table: (table.row(0).form("/rows/0"), {"e1-tricks-0": "2", "e1-tricks-1": "1"}),
    "undo": lambda table: (table.page.form("/undo"), {}),
    "redo": lambda table: (table.undoes().form("/redo"), {}),
    "the plan": lambda table: (table.behind("plan").form("/plan", has="left"), {"left": "1"}),
    "a newcomer": lambda table: (form_at(table, "players"), {"new-0": "Eva", "at-n0": "1", "sure": "yes"}),
    "somebody else": lambda table: (form_at(table, "players"), {"by-0": "Zoe", "sure": "yes"}),
    "two seats": lambda table: (form_at(table, "players"), {"at-0": "1", "sure": "yes"}),
    "a name": lambda table: (form_at(table, "players"), {"name-0": "Anna", "sure": "yes"}),
    "the same again": lambda table: (table.ends().form("/again"), {}),
    "another game": lambda table: (table.phone.opens("/new/oh-hell").form("/new/oh-hell"), {}),
}
"""Every form that has a key, once a deal is played."""


@pytest.mark.parametrize("what", AGAIN)
def test_what_is_sent_twice_is_saved_once_and_the_second_sending_is_no_error(table: Sitting, what: str) -> None:
    """A double tap, or a phone that had no answer and sends again: "nothing of yours was written" would be untrue."""
    table.deal(bids=(1, 1, 0), tricks=(1, 2, 0))
    form, typed = AGAIN[what](table)
    first = table.tries(typed, form=form)
    saved, games = table.kept, table.phone.api.asks("GET", "/sessions").json
    second = table.tries(typed, form=form)
    assert (first.status, second.status) == (303, 303)
    assert second.location.partition("?")[0] == first.location.partition("?")[0]
    assert (table.kept, table.phone.api.asks("GET", "/sessions").json) == (saved, games)


def test_a_key_of_another_session_is_refused_in_words(table: Sitting, phone: Phone) -> None:
    form = table.form
    table.tries(BIDS, form=form)
    other = phone.sits_down("Dan", "Eva", "Fay")
    page = other.tries({**BIDS, "key": form.typed("key")})
    assert (page.status, other.position) == (409, 0)
    assert page.heading


# Late.


def test_a_position_that_has_passed_is_answered_with_what_the_others_wrote(table: Sitting) -> None:
    mine = table.form
    table.bids(0, 1, 1)
    page = table.tries(seatwise("bids", (2, 2, 2)), form=mine)
    assert page.status == 409
    assert GONE_ON in page.alerts[0]
    assert "Bids: Ben 2, Chika 2, Ann 2" in page.alerts[0], "what was typed is not lost"
    assert seatwise("tricks", (0, 1, 1)).items() <= page.form("/entries").values.items(), "what the others wrote"
    assert table.entries == [{"step": "bids", "bids": [0, 1, 1]}]


def test_what_was_typed_stays_in_the_form_where_it_still_fits(table: Sitting) -> None:
    mine = table.form
    table.notes("tea")
    page = table.tries(BIDS, form=mine)
    assert (page.status, table.position) == (409, 1)
    assert "tea" in page.text
    again = page.form("/entries")
    assert BIDS.items() <= again.values.items()
    assert table.phone.sends(again).status == 303, "saving again saves it"
    assert table.entries[1] == {"step": "bids", "bids": [1, 1, 0], "trump": "clubs"}


@pytest.mark.parametrize(
    ("page", "meanwhile", "typed", "told"),
    [
        ("sheet", "end", BIDS, "Bids: Ben 1, Chika 0, Ann 1"),
        ("adjustment", "011", LATE | {"amount": "ー５"}, "Who: Ben · Points: −5 · Reason: <i>late</i>"),
        ("undo", "/120", {}, GONE_ON),
    ],
)
def test_what_comes_too_late_writes_nothing_and_is_said_back(
    table: Sitting, page: str, meanwhile: str, typed: Mapping[str, Any], told: str
) -> None:
    mine = form_at(table, page)
    before = plays(table, meanwhile).kept
    late = table.tries(typed, form=mine)
    assert (late.status, table.kept) == (409, before)
    assert told in late.alerts[0]


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


# Junk.


JUNK = (
    "",
    "0",
    "-1",
    "99",
    "9" * 400,
    "x" * 400,
    "none",
    "3 2 1",
    "typed",
    "１",
    "nobody",
    "\x00",
    "Eva",
    "<b>",
    "a" * 9,
)
FIELDS = ("seat", "name", "after", "start", "points", "ranked", "hands")
POSTS = 100


@pytest.mark.thorough
def test_junk_is_refused_on_a_page(table: Sitting) -> None:
    chance = Random("table")
    token, seen = table.phone.token(), set()
    for number in range(POSTS):
        typed = {name: chance.choice(JUNK) for name in FIELDS if chance.random() < 0.8}
        about = {"csrf_token": token, "key": f"junk-{number}", "position": str(chance.randrange(9))}
        page = table.phone.posts(f"{table.address}/entries", {**about, "step": chance.choice(CHANGE_STEPS), **typed})
        seen.add(page.status)
    assert seen <= {303, 409, 422}
    assert 422 in seen
    assert table.page.status == 200
