"""Correcting a past row: its entries are asked again, and what comes after is told again."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from scoring.catalogue import all_games
from scoring.game import AnyGame
from tests.kit.web.playing import corrects, fields, played, plays
from tests.web.conftest import Phone, Sitting

ANEW = "e1-tricks-0=2 e1-tricks-1=1"


@pytest.fixture
def two_deals(table: Sitting) -> Sitting:
    """Of 3 and 2 cards: 11, 0, 10 and then 10, 0, 12."""
    return plays(table, "110 120, 012 002")


# With Oh Hell.


def test_the_entries_of_a_row_are_asked_again_as_they_were_given(two_deals: Sitting) -> None:
    values = two_deals.row(0).form("/rows/0").values
    given = fields("e0-step=bids e0-bids=1/1/0 e1-step=tricks e1-tricks=1/2/0")
    assert {name: values[name] for name in given} == given


CORRECTED: list[tuple[str, list[dict[str, Any]], list[int]]] = [
    # Ann misses, Ben makes 1.
    (ANEW, [{"step": "bids", "bids": [1, 1, 0]}, {"step": "tricks", "tricks": [2, 1, 0]}], [10, 11, 22]),
    # Ann bid 2 and took 1, Ben bid 2 and took 2.
    (
        "e0-bids-1=2 e0-bids-0=2 e1-tricks-0=1",
        [{"step": "bids", "bids": [2, 2, 0]}, {"step": "tricks", "tricks": [1, 2, 0]}],
        [10, 12, 22],
    ),
]


@pytest.mark.parametrize(("typed", "entries", "totals"), CORRECTED)
def test_a_corrected_row_scores_anew_and_so_does_all_after_it(
    two_deals: Sitting, typed: str, entries: list[dict[str, Any]], totals: list[int]
) -> None:
    page = two_deals.phone.follows(corrects(two_deals, 0, typed))
    assert (two_deals.entries[:2], two_deals.totals, two_deals.position) == (entries, totals, 5)
    assert len(page.reads("tr.opened")) == 1


def test_a_correction_that_changes_nothing_says_so_and_writes_nothing(two_deals: Sitting) -> None:
    page = corrects(two_deals, 0, "")
    assert (page.status, page.alerts) == (422, ["Nothing was changed, so there is nothing to save."])
    assert (two_deals.position, two_deals.totals) == (4, [21, 0, 22])
    assert page.form("/rows/0").typed("e1-tricks-1") == "2"


def test_a_correction_that_is_sent_twice_is_no_correction_without_a_change(two_deals: Sitting) -> None:
    form = two_deals.row(0).form("/rows/0")
    assert [two_deals.phone.sends(form, fields(ANEW)).status for _ in range(2)] == [303, 303]
    assert two_deals.position == 5


@pytest.mark.parametrize(
    ("row", "typed", "field", "told"),
    [
        # Ann dealt the first deal, Ben the second, and Chika deals now.
        (0, "e0-bids-2=1", "e0-bids-0", "Ann"),
        (1, "e2-bids-1=0", "e2-bids-1", "Ben"),
        (0, "e1-tricks-0=3", "", "The tricks add up to 5, not 3. Take away 2."),
        *((0, f"e0-step={step} e0-text=tea", "", "") for step in ("tricks", "note", "nonsense", "")),
    ],
)
def test_what_cannot_be_is_refused_and_writes_nothing(
    two_deals: Sitting, row: int, typed: str, field: str, told: str
) -> None:
    page = corrects(two_deals, row, typed)
    assert (page.status, two_deals.position) == (422, 4)
    assert told in (page.wrong_at(field) if field else page.alerts[0])
    form = page.form(f"/rows/{row}")
    assert "step" in typed or fields(typed).items() <= form.values.items()


def test_the_dealers_badge_stands_beside_the_dealer_of_that_deal(two_deals: Sitting) -> None:
    (dealer,) = [each for each in two_deals.row(0).reads("button.who") if "dealer" in each]
    assert "Ann" in dealer


def test_a_correction_of_a_sheet_that_has_gone_on_is_refused_and_stays_in_the_form(two_deals: Sitting) -> None:
    mine = two_deals.row(0).form("/rows/0")
    two_deals.notes("tea")
    page = two_deals.phone.sends(mine, fields(ANEW))
    assert (page.status, len(page.alerts), two_deals.position) == (409, 1, 5)
    again = page.form("/rows/0")
    assert fields("e1-tricks=2/1/0").items() <= again.values.items()
    assert two_deals.phone.sends(again).status == 303
    assert two_deals.entries[1] == {"step": "tricks", "tricks": [2, 1, 0]}


def test_a_correction_of_a_row_that_was_undone_meanwhile_shows_who_was_first(two_deals: Sitting) -> None:
    mine = two_deals.row(1).form("/rows/1")
    two_deals.undoes()
    page = two_deals.phone.sends(mine, fields("e3-tricks-0=1 e3-tricks-2=1"))
    (told,) = page.alerts
    assert (page.status, two_deals.position) == (409, 5)
    assert "Yours was not saved." in told and "Undone: deal 2" in told


@pytest.mark.parametrize("number", ["2", "99", "-1", "abc", "0.5", "9" * 30, "9" * 5000, "", "%00"])
def test_a_row_that_is_none_is_not_found(two_deals: Sitting, number: str) -> None:
    typed = {"csrf_token": two_deals.phone.token(), "position": "4", "reopen": "yes"}
    address = f"{two_deals.address}/rows/{number}"
    assert (two_deals.phone.opens(address).status, two_deals.position) == (404, 4)
    assert two_deals.phone.posts(address, typed).status in (404, 405)


@pytest.mark.parametrize("position", ["", "abc", "-", "99"])
def test_a_correction_without_its_position_writes_nothing(two_deals: Sitting, position: str) -> None:
    page = corrects(two_deals, 0, f"{ANEW} position={position}")
    assert (page.status, two_deals.position) == (409, 4)


def test_a_correction_is_called_by_its_deal_and_an_adjustment_by_its_reason(two_deals: Sitting) -> None:
    plays(two_deals, "adjust 1 -5 dropped a card")
    names = ["Correct deal 1", "Correct deal 2", "Correct the adjustment “dropped a card”"]
    assert [two_deals.row(number).heading for number in range(3)] == names
    opened = two_deals.phone.opens(f"{two_deals.address}?row=1")
    assert opened.reads("a[contains(@href,'/rows/1')]") == [names[1]]


def test_a_month_is_called_by_its_name(japanese: Phone) -> None:
    table = played(japanese, "千夏 大輔 game=koi-koi: lights=0, calls=0/0 winner=nobody")
    assert table.row(0).heading == "1月を訂正"


def test_a_note_stands_after_a_deal_and_not_after_a_line(table: Sitting) -> None:
    page = plays(table, "note late, 110 120, adjust 1 -5 dropped a card, note tea").page
    assert page.reads("ul.log li") == ["at the start late", "after the adjustment “dropped a card” tea"]


def previews(table: Sitting, number: int, typed: str) -> Any:
    form = table.row(number).form(f"/rows/{number}")
    answer = table.phone.sends(replace(form, action=f"{form.action}/preview"), fields(typed))
    assert answer.status == 200
    return answer.json


def test_a_preview_says_what_the_row_becomes_and_that_later_deals_are_scored_anew(two_deals: Sitting) -> None:
    before = plays(two_deals, "101 100").kept
    told = previews(two_deals, 0, ANEW)
    changes = "2 deals after this will be rescored. What is entered of deal 4 stays as it is."
    assert (told["points"], told["changes"]) == (["0", "+11", "+10"], changes)
    assert (told["totals"], told["lead"]) == (["21", "21", "22"], "Chika leads")
    assert [mark["word"] for mark in told["marks"]] == ["missed", "made", "made"]
    assert told["workings"][1] == "bid 1, took 1, made: 10 + 1 = 11"
    assert "Ben made 1: +11" in told["message"]
    assert previews(two_deals, 0, "e1-tricks-0=3")["problems"] == ["The tricks add up to 5, not 3. Take away 2."]
    told = previews(two_deals, 2, "e5-tricks-0=0 e5-tricks-1=1")
    assert told["changes"] == "What is entered of deal 4 stays as it is."
    assert two_deals.kept == before


def test_a_correction_that_ends_the_game_says_so_and_why_before_and_after(phone: Phone) -> None:
    table = played(phone, "Ann Ben game=score-pad target=100: points=40/10, points=20/10, points=5/5")
    wanted, ends = (
        "e0-points-0=１００点",
        "No longer counted: round 2 to round 3. This ends the game: Ann reached 100 points.",
    )
    assert previews(table, 0, wanted)["changes"] == ends
    page = corrects(table, 0, wanted)
    assert (page.status, ends in page.alerts[0]) == (409, True)
    assert "conflicts with" not in page.alerts[0], "nothing is to be mended where the game is over"
    assert page.reads("button[@name='reopen']") == ["Save and end the game there"]
    shown = phone.follows(phone.sends(page.form("/rows/0"), {"reopen": "yes"}))
    assert "Ann reached 100 points." in shown.reads("section.winner")[0]
    assert (table.totals, "2 later entries no longer count" in shown.news) == ([100, 10], True)


def test_the_page_says_it_without_script_too(two_deals: Sitting) -> None:
    told = ["1 deal after this will be rescored." in two_deals.row(number).text for number in (0, 1)]
    assert told == [True, False]


# With the pot, where taking more leaves less for those who come later.


@pytest.fixture
def pot(phone: Phone, toys: dict[str, Any]) -> Sitting:
    """A pot of 10: Ann took 3, Ben 4, Chika 2."""
    return played(phone, "game=pot pot=10: seat=0 chips=3, seat=1 chips=4, seat=2 chips=2")


def test_a_later_entry_that_no_longer_fits_is_shown_and_the_correction_can_be_left(pot: Sitting) -> None:
    before = pot.kept
    changes = "1 deal after this will be rescored. To be entered again, as it no longer fits: deal 3."
    assert previews(pot, 0, "e0-chips=5")["changes"] == changes
    assert "deal 2 to deal 3" in previews(pot, 0, "e0-chips=8")["changes"]
    page = corrects(pot, 0, "e0-chips=5")
    (alert,) = page.alerts
    assert (page.status, changes in alert, "Only 1 chips are left." in alert) == (409, True, True)
    assert page.form("/rows/0").typed("e0-chips") == "5"
    assert page.reads("div[@role='alert'] a @href") == [pot.address]
    assert pot.phone.sends(page.form("/rows/0")).status == 409, "without reopening it is asked again"
    assert pot.kept == before


def test_the_correction_can_be_kept_and_the_sheet_reopened_from_there(pot: Sitting) -> None:
    page = corrects(pot, 0, "e0-chips=5")
    assert page.reads("button[@name='reopen'] @value") == ["yes"]
    assert pot.phone.sends(page.form("/rows/0"), {"reopen": "yes"}).status == 303
    assert [(entry["seat"], entry["chips"]) for entry in pot.entries] == [(0, 5), (1, 4)]
    assert pot.totals == [5, 4, 0]
    assert plays(pot, "seat=2 chips=1").kept["report"]["over"] is True


def test_undo_is_offered_though_the_game_said_nothing(pot: Sitting) -> None:
    # `Sheet.message` may be None; the pot never says anything.
    assert pot.page.form("/undo").typed("position") == "3"


def test_halves_are_kept_exactly(pot: Sitting) -> None:
    assert corrects(pot, 1, "e1-chips=2.5").status == 303
    assert (pot.totals, pot.row(1).form("/rows/1").typed("e1-chips")) == ([3, "2.5", 2], "2.5")


def test_a_bad_correction_is_refused_though_the_rest_is_to_be_reopened(pot: Sitting) -> None:
    page = corrects(pot, 1, "e1-chips=8 reopen=yes")
    assert (page.status, pot.position, page.form("/rows/1").typed("e1-chips")) == (422, 3, "8")
    assert "Only 7 chips are left." in page.wrong_at("e1-chips")


LISTED = (
    ("oh-hell", "format=short-falling top_hand=3", "step=bids bids=1/1/0 trump=hearts, step=tricks tricks=1/2/0"),
    ("wizard", "", "step=bids bids=1/1/0 trump=none, step=tricks tricks=1/0/0"),
    ("skull-king", "", "step=bids bids=1/1/0, step=tricks tricks=1/0/0 fourteens-0=1 pirates-0=1"),
    (
        "skull-king",
        "expansion=on",
        "step=bids bids=1/1/0, step=tricks tricks=1/0/0 alliances-0-played=1 alliances-0-took=0",
    ),
    ("skull-king", "scoring=rascal cannonball=on", "step=bids bids=1/1/0 cannonballs=1, step=tricks tricks=1/0/0"),
)


@pytest.mark.parametrize(("game", "rules", "typed"), LISTED)
def test_bids_and_tricks_are_one_list_with_all_that_was_entered(
    phone: Phone, game: str, rules: str, typed: str
) -> None:
    table = played(phone, f"Ann Ben Chika game={game} {rules}: {typed}")
    page = table.row(0)
    assert len(page.reads("*[@data-list]//button.who")) == 3
    before = table.entries
    assert corrects(table, 0, "").status == 422, "sent as it came nothing is changed"
    assert table.entries == before
    assert corrects(table, 0, "e0-bids-1=0").status == 303
    assert [{**before[0], "bids": [1, 0, 0]}, before[1]] == table.entries


@pytest.mark.parametrize("game", all_games().values(), ids=lambda game: game.slug)
def test_an_adjustment_is_corrected_in_its_own_fields_in_every_game(phone: Phone, game: AnyGame) -> None:
    table = phone.sits_down(*(f"Player {seat + 1}" for seat in range(game.player_counts[-1])), game=game.slug)
    before = plays(table, "adjust 0 5 a slip").totals[0]
    values = table.row(0).form("/rows/0").values
    assert {"e0-seat": "0", "e0-amount": "5", "e0-reason": "a slip"}.items() <= values.items()
    assert plays(table, "row 0 e0-amount=7").totals[0] == before + 2
