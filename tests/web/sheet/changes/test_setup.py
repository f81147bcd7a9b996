"""A corrected setup, as the form of 2.0 sends it: free before the first entry, later shown before it is saved."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from tests.kit.web.page import Form, Page
from tests.kit.web.playing import fields, played, plays
from tests.kit.web.seats import at_seats
from tests.web.conftest import Phone, Sitting


def setup_of(table: Sitting) -> Form:
    """The form of a setup as it was up to 2.0, which may wait on a phone; the rules are corrected in the same way."""
    page, document = table.behind("players").form("/players"), table.kept["document"]
    values = {name: page.typed(name) for name in ("csrf_token", "position", "deal")} | {"key": f"{page.typed('key')}s"}
    values |= {name: "" if value is None else str(value) for name, value in document["options"].items()}
    values |= typed(*document["players"])
    is_begun = int(page.typed("deal")) and document["game"] not in ("koi-koi", "buki", "satat", "score-pad")
    values |= {"deals_now" if is_begun else "dealer": page.typed("dealer") if is_begun else str(document["dealer"])}
    return Form(f"{table.address}/setup", "post", values, page.element)


def typed(*players: str) -> dict[str, str]:
    return {f"players-{seat}": name for seat, name in enumerate(players)}


def players_of(table: Sitting) -> list[str]:
    found: list[str] = table.kept["document"]["players"]
    return found


def sets(table: Sitting, change: Mapping[str, str]) -> Page:
    """Change the setup, see what follows, and save it."""
    return table.phone.sends(table.phone.sends(setup_of(table), change).form("/setup"))


def test_before_the_first_entry_the_setup_is_saved_at_once(table: Sitting) -> None:
    form = setup_of(table)
    answer = table.phone.sends(form, {**typed("Chika", "Ann", "Ben", "Dan"), "dealer": "3"})
    assert (answer.status, answer.location) == (303, table.address)
    assert players_of(table) == ["Chika", "Ann", "Ben", "Dan"]


SHOWN: list[tuple[str, dict[str, str], dict[str, list[str]], str]] = [
    # Normal: 11, 0, 10 and then 10, 0, 12; Chika deals the third deal.
    (
        "110 120, 012 002",
        typed("Ann", "Chika", "Ben"),
        {"effects": ["Chika and Ben changed seats"], "turns": ["Dealer: Chika", "First to bid: Ann → Ben"]},
        "All scores stay.",
    ),
    (
        "110 120",
        {"scoring": "minus"},
        {"effects": ["Scoring: Normal → Minus"], "changed": ["Ann: 11 → 10", "Ben: 0 → −10"]},
        "",
    ),
    # In the first deal it is asked who deals first.
    (
        "110",
        {"dealer": "1"},
        {"effects": ["Dealer: Ann → Ben"], "turns": ["Dealer: Ann → Ben", "First to lead: Ben → Chika"]},
        "",
    ),
    # Once a deal is over it is asked who deals now; Ann has dealt.
    (
        "110 120",
        {"deals_now": "2"},
        {"effects": [], "turns": ["Dealer: Ben → Chika", "First to bid: Chika → Ann"]},
        "",
    ),
    # Were it Chika at her left, she would deal; but Ben has the cards.
    (
        "110 120",
        typed("Ann", "Chika", "Ben"),
        {"effects": ["Chika and Ben changed seats"], "turns": ["Dealer: Ben", "First to bid: Chika → Ann"]},
        "",
    ),
    (
        "110 120, 012",
        {"top_hand": "4"},
        {},
        "To be entered again, as it no longer fits: deal 1 to deal 2.",
    ),
    ("110", {}, {}, "Nothing changed"),
]
"""What is played, what is changed, the lists that the page shows before it is saved, and words on it."""


@pytest.mark.parametrize("row", SHOWN, ids=lambda row: f"{row[0]} {row[1]}")
def test_whose_score_changes_and_who_deals_is_shown_before_it_is_saved(
    table: Sitting, row: tuple[str, dict[str, str], dict[str, list[str]], str]
) -> None:
    script, change, lists, words = row
    before = plays(table, script).kept
    page = table.phone.sends(setup_of(table), change)
    assert page.status == 200
    assert {name: page.reads(f"ul[@class='{name}'] li") for name in lists} == lists
    assert (words in page.text, table.kept) == (True, before)


def test_two_seats_changed_in_deal_3_are_saved_and_undone(table: Sitting) -> None:
    plays(table, "110 120, 012 002")
    assert sets(table, typed("Ann", "Chika", "Ben")).location == table.address
    assert (players_of(table), table.totals) == (["Ann", "Chika", "Ben"], [21, 22, 0])
    plays(table, "undo")
    assert (players_of(table), table.totals) == (["Ann", "Ben", "Chika"], [21, 0, 22])


def test_once_a_deal_is_over_who_deals_now_is_saved_and_earlier_deals_keep_their_dealer(table: Sitting) -> None:
    form = setup_of(plays(table, "110 120"))
    assert (form.typed("deals_now"), form.typed("dealer")) == ("1", None), "Ann has dealt"
    sets(table, {"deals_now": "2"})
    assert (table.entries[-1], table.kept["document"]["dealer"]) == ({"step": "dealer", "seat": 2}, 0)
    assert "Dealer: Ben → Chika · First to bid: Chika → Ann (deal 2)" in table.page.text
    assert setup_of(plays(table, "undo")).typed("deals_now") == "1"


def test_in_the_first_deal_the_setup_asks_who_deals_first(table: Sitting) -> None:
    form = setup_of(plays(table, "110"))
    assert (form.typed("dealer"), form.typed("deals_now")) == ("0", None)


def test_a_newcomer_can_deal_now(table: Sitting) -> None:
    sets(plays(table, "110 120, players join name=Emi after=2"), {"deals_now": "3"})
    assert setup_of(table).typed("deals_now") == "3"


def test_two_who_change_seats_leave_the_deal_with_who_has_it(table: Sitting) -> None:
    sets(plays(table, "110 120"), typed("Ann", "Chika", "Ben"))
    assert table.entries[-1] == {"step": "dealer", "seat": 2}
    assert players_of(plays(table, "undo")) == ["Ann", "Ben", "Chika"]
    assert table.position == 4, "one undo takes back both"


def test_what_was_said_of_a_deal_that_is_over_is_not_said_of_the_next(table: Sitting) -> None:
    form = setup_of(plays(table, "110 120"))
    page = plays(table, "012 002").phone.sends(form, {"deals_now": "0", "scoring": "minus"})
    assert page.reads("ul[@class='turns'] li") == ["Dealer: Chika", "First to bid: Ann"]


def test_a_bid_that_is_refused_now_is_named_and_asked_again_as_it_was(phone: Phone) -> None:
    table = played(phone, "restriction=off: bids=3/3/4")
    page = phone.sends(setup_of(table), {**typed("Ben", "Ann", "Chika"), "restriction": "on"})
    (alert,) = page.reads("div[@role='alert']")
    assert "To be entered again, as it no longer fits: entries since the last result." in alert
    assert "Total bids can’t equal 10. Ben deals" in alert
    phone.sends(page.form("/setup"))
    assert {"step": "bids", **fields("bids=3/3/4")}.items() <= table.form.values.items()


def test_bids_of_a_deal_that_is_not_played_any_more_are_told_to_count_no_longer(phone: Phone) -> None:
    """From three cards down and up again there are five deals, down alone three: the fourth is under way."""
    table = played(phone, "110 120, 012 002, 000 100, 100")
    page = table.phone.sends(setup_of(table), {"format": "short-falling"})
    assert page.reads("div[@role='alert']") == ["No longer counted: entries since the last result."]
    assert "This ends the game" in page.text


def test_a_seat_that_is_emptied_later_or_has_a_name_twice_is_refused(table: Sitting) -> None:
    form = setup_of(plays(table, "110"))
    for last in ("", "Ben"):
        page = table.phone.sends(form, typed("Ann", "Ben", last))
        assert (page.status, len(page.alerts), players_of(table)) == (422, 1, ["Ann", "Ben", "Chika"])


def test_what_somebody_wrote_meanwhile_is_shown_before_it_is_saved(table: Sitting) -> None:
    asked = table.phone.sends(setup_of(plays(table, "110")), typed("Chika", "Ben", "Ann"))
    page = plays(table, "/120").phone.sends(asked.form("/setup"))
    assert (page.status, "Another entry was saved first." in page.text) == (409, True)
    table.phone.sends(page.form("/setup"))
    assert players_of(table) == ["Chika", "Ben", "Ann"]


def test_the_log_tells_the_setup_and_the_sheets_of_then(table: Sitting) -> None:
    sets(plays(table, "110"), {**typed("Ann", "Chika", "Eva"), "scoring": "minus"})
    undone, corrected, bids = plays(table, "undo").log
    assert bids.endswith("Bids of deal 1 (Bids: Ben 1, Chika 0, Ann 1)")
    assert "Corrected: Setup (Eva instead of Ben" in corrected
    assert corrected.endswith("Scoring: Normal → Minus, First to lead: Ben → Chika)")
    assert "Undone: Setup (Ben instead of Eva" in undone


def test_the_wrong_game_leads_to_the_filled_setup_of_another_in_two_taps(phone: Phone) -> None:
    phone.sits_down("Xaver", "Yves", "Zoë", game="wizard")
    table = phone.sits_down("Ann", "Ben", "Chika", dealer=2)
    choose = phone.opens(f"/new?instead={table.id}")
    assert f"/new?instead={table.id}" in table.page.links()
    assert f"/new/wizard?instead={table.id}" in choose.links()
    form = phone.opens(f"/new/wizard?instead={table.id}").form("/new/wizard")
    assert [form.typed(f"players-{seat}") for seat in range(3)] == ["Ann", "Ben", "Chika"]
    assert form.typed("dealer") == "2"
    answer = phone.sends(form)
    assert answer.status == 303
    assert phone.opens(table.address).status == 404
    home = phone.opens("/").html
    assert (answer.location in home, table.address in home) == (True, False)
    assert phone.sends(form).location == answer.location, "sent twice it is one game"


def test_a_game_with_entries_stays_and_the_page_offers_to_delete_it(table: Sitting) -> None:
    table.bids(1, 1, 0)
    page = table.phone.opens(f"/new/wizard?instead={table.id}")
    assert "Oh Hell has entries, so it stays until you delete it." in page.root.text
    assert f"{table.address}/discard" in page.links()
    table.phone.sends(page.form("/new/wizard"))
    assert table.page.status == 200


def test_another_scorebook_is_not_filled_in(table: Sitting, stranger: Phone) -> None:
    stranger.sits_down()
    assert stranger.opens(f"/new/oh-hell?instead={table.id}").status == 404
    assert stranger.opens(f"/new?instead={table.id}").status == 404


def test_the_setup_is_told_in_japanese(japanese: Phone) -> None:
    table = played(japanese, "Ann Ben Chika top_hand=3: 110")
    page = japanese.sends(setup_of(table), typed("Ann", "Chika", "Ben"))
    assert page.reads("ul[@class='effects'] li") == ["ChikaとBenの席を入れ替え"]


# What was entered and not sent stays with its people, and what is asked again is named.


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


CHIKA_DEALS = "dealer=2 top_hand=3 format=short-falling restriction=off:"
"""1, 1 and 1 are the three cards of the hand; Chika says the last."""


@pytest.mark.parametrize(
    ("script", "change", "drafted", "told"),
    [
        (f"{CHIKA_DEALS} note tea", {"restriction": "on"}, "bids=1/1/1", "Bids (Chika) will be asked again."),
        (f"{CHIKA_DEALS} note tea", {"top_hand": "2"}, "bids=1/1/1", "Bids will be asked again."),
        (f"{CHIKA_DEALS} note tea", {"restriction": "on"}, "bids=1/1/", ""),
        (f"{CHIKA_DEALS} note tea", typed("Ben", "Ann", "Chika"), "bids=1/1/1", ""),
        # The teams are others then.
        ("Ann Ben Chika Dan game=satat:", typed("Ann", "Chika", "Ben", "Dan"), "kind=7-0", "will be asked again."),
    ],
)
def test_what_will_be_asked_again_is_named_before_it_is_saved(
    phone: Phone, script: str, change: dict[str, str], drafted: str, told: str
) -> None:
    table = played(phone, script)
    before = table.kept
    text = told_of(table, change, drafted=fields(drafted))
    assert (told in text, "asked again" in text, table.kept) == (True, bool(told), before)


def test_what_a_phone_has_said_is_named_too(phone: Phone) -> None:
    table = played(phone, CHIKA_DEALS)
    at_seats(table, "Ann sits, Ann 1, note tea")
    assert "Bids (Ann) will be asked again." in told_of(table, {"top_hand": "2"}, drafted={})
    assert "asked again" not in told_of(table, typed("Chika", "Ann", "Ben"), drafted={})


def test_it_is_named_in_japanese(japanese: Phone) -> None:
    table = played(japanese, f"彩花 健 千夏 {CHIKA_DEALS}")
    text = told_of(table, {"restriction": "on"}, drafted=fields("bids=1/1/1"))
    assert "ビッド（千夏）はもう一度入力します。" in text
