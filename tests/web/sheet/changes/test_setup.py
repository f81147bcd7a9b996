"""The setup corrected from the sheet: free before the first entry, later shown before it is saved; the wrong game."""

from __future__ import annotations

from flask import Flask

from tests.kit.web.page import Form, Page
from tests.web.conftest import Phone, Sitting


def setup_of(table: Sitting) -> Form:
    return table.behind("setup").form("/setup")


def typed(*players: str) -> dict[str, str]:
    return {f"players-{seat}": name for seat, name in enumerate(players)}


def players_of(table: Sitting) -> list[str]:
    found: list[str] = table.kept["document"]["players"]
    return found


def listed(page: Page, name: str) -> list[str]:
    return [each.text for each in page.root.one("ul", class_=name).all("li")]


def test_before_the_first_entry_the_setup_is_saved_at_once(table: Sitting) -> None:
    assert f"{table.address}/setup" in table.page.links()
    form = setup_of(table)
    assert [form.typed(f"players-{seat}") for seat in range(4)] == ["Ann", "Ben", "Chika", ""]
    answer = table.phone.sends(form, {**typed("Chika", "Ann", "Ben", "Dan"), "dealer": "3"})
    assert (answer.status, answer.location) == (303, table.address)
    assert players_of(table) == ["Chika", "Ann", "Ben", "Dan"]
    assert f"{table.address}/setup" in table.page.links(), "it is still before the first entry"


def test_two_seats_changed_in_deal_3_are_shown_and_then_saved(table: Sitting) -> None:
    table.deal(bids=(1, 1, 0), tricks=(1, 2, 0))  # normal: 11, 0, 10
    table.deal(bids=(0, 1, 2), tricks=(0, 0, 2))  # 10, 0, 12
    assert f"{table.address}/setup" in table.more.links()
    page = table.phone.sends(setup_of(table), typed("Ann", "Chika", "Ben"))
    assert page.status == 200
    assert listed(page, "told") == ["Chika and Ben changed seats"]
    # Chika deals the third deal.
    assert listed(page, "turns") == ["Dealer: Chika", "First to bid: Ann → Ben"]
    assert "Nobody’s score changes." in page.root.text
    assert players_of(table) == ["Ann", "Ben", "Chika"], "nothing is saved yet"
    answer = table.phone.sends(page.form("/setup"))
    assert (answer.status, answer.location) == (303, table.address)
    assert players_of(table) == ["Ann", "Chika", "Ben"]
    assert table.totals == [21, 22, 0]
    table.undoes()
    assert (players_of(table), table.totals) == (["Ann", "Ben", "Chika"], [21, 0, 22])


def test_who_joined_later_is_seen_where_they_sit_and_leads_to_the_players(table: Sitting) -> None:
    join = table.phone.api.enters
    join(table.id, {"step": "join", "name": "Dan", "after": 0}, {"step": "join", "name": "Eva", "after": 2})
    page = table.behind("setup")
    seats = page.root.one("ol", **{"data-numbers": "3"}).all("li")
    seen = [
        each.one("a").text if "newcomer" in each.get("class") else each.one("input", type="text").get("value")
        for each in seats
    ]
    assert seen == ["Ann", "D Dan joined later", "Ben", "Chika", "E Eva joined later"]
    assert f"{table.address}/players" in page.links()
    assert [each.get("data-name") for each in page.root.one("div", class_="regulars").all("button")] == [
        "Ann",
        "Ben",
        "Chika",
    ]
    # Who has left again is not there any more.
    join(table.id, {"step": "leave", "seat": 3})
    assert "Dan" not in table.behind("setup").root.one("ol", **{"data-numbers": "3"}).text


def test_whose_score_changes_is_shown(table: Sitting) -> None:
    table.deal(bids=(1, 1, 0), tricks=(1, 2, 0))
    page = table.phone.sends(setup_of(table), {"scoring": "minus"})
    assert listed(page, "told") == ["Scoring: Normal → Minus"]
    assert listed(page, "changed") == ["Ann: 11 → 10", "Ben: 0 → −10"]


def test_in_the_first_deal_the_setup_asks_who_deals_first(table: Sitting) -> None:
    table.bids(1, 1, 0)
    form = setup_of(table)
    assert (form.typed("dealer"), form.typed("deals_now")) == ("0", None)
    page = table.phone.sends(form, {"dealer": "1"})
    assert listed(page, "told") == ["Dealer: Ann → Ben"]
    assert listed(page, "turns") == ["Dealer: Ann → Ben", "First to lead: Ben → Chika"]


def test_once_a_deal_is_over_it_asks_who_deals_now_and_earlier_deals_keep_their_dealer(table: Sitting) -> None:
    table.deal(bids=(1, 1, 0), tricks=(1, 2, 0))
    form = setup_of(table)
    question = table.behind("setup").root.one("section", **{"aria-labelledby": "deals-now"})
    assert question.one("h2").text == "Who deals now? deal 2 of 5"
    assert (form.typed("deals_now"), form.typed("dealer")) == ("1", None), "Ann has dealt"
    page = table.phone.sends(form, {"deals_now": "2"})
    assert page.root.all("ul", class_="told") == []
    assert listed(page, "turns") == ["Dealer: Ben → Chika", "First to bid: Chika → Ann"]
    table.phone.sends(page.form("/setup"))
    assert table.entries[-1] == {"step": "dealer", "seat": 2}
    assert table.kept["document"]["dealer"] == 0
    assert "Dealer: Ben → Chika · First to bid: Chika → Ann (deal 2)" in table.page.root.text
    table.undoes()
    assert setup_of(table).typed("deals_now") == "1"


def test_a_newcomer_can_deal_now(table: Sitting) -> None:
    table.deal(bids=(1, 1, 0), tricks=(1, 2, 0))
    table.tries({"name": "Emi", "after": "2"}, form=table.behind("players").form("?of=join"))
    table.phone.sends(table.phone.sends(setup_of(table), {"deals_now": "3"}).form("/setup"))
    assert setup_of(table).typed("deals_now") == "3"


def test_two_who_change_seats_leave_the_deal_with_who_has_it(table: Sitting) -> None:
    table.deal(bids=(1, 1, 0), tricks=(1, 2, 0))
    # Ann dealt. Were it Chika at her left, she would deal; but Ben has the cards.
    page = table.phone.sends(setup_of(table), typed("Ann", "Chika", "Ben"))
    assert listed(page, "told") == ["Chika and Ben changed seats"]
    assert listed(page, "turns") == ["Dealer: Ben", "First to bid: Chika → Ann"]
    table.phone.sends(page.form("/setup"))
    assert table.entries[-1] == {"step": "dealer", "seat": 2}
    table.undoes()
    assert players_of(table) == ["Ann", "Ben", "Chika"]
    assert table.position == 4, "one undo takes back both"


def test_what_was_said_of_a_deal_that_is_over_is_not_said_of_the_next(table: Sitting) -> None:
    table.deal(bids=(1, 1, 0), tricks=(1, 2, 0))
    form = setup_of(table)
    table.deal(bids=(0, 1, 2), tricks=(0, 0, 2))
    page = table.phone.sends(form, {"deals_now": "0", "scoring": "minus"})
    assert listed(page, "turns") == ["Dealer: Chika", "First to bid: Ann"]


def test_a_bid_that_is_refused_now_is_named_and_asked_again_as_it_was(phone: Phone) -> None:
    table = phone.sits_down("Ann", "Ben", "Chika", restriction="off")
    table.bids(3, 3, 4)
    page = phone.sends(setup_of(table), {**typed("Ben", "Ann", "Chika"), "restriction": "on"})
    alert = page.root.one("div", role="alert").text
    assert "The entries since the last result no longer fit" in alert
    assert "Total bids can’t equal 10. Ben deals" in alert
    phone.sends(page.form("/setup"))
    form = table.form
    assert form.typed("step") == "bids"
    assert [form.typed(f"bids-{seat}") for seat in range(3)] == ["3", "3", "4"]


def test_a_seat_that_is_emptied_later_is_refused_with_what_was_typed(table: Sitting) -> None:
    table.bids(1, 1, 0)
    page = table.phone.sends(setup_of(table), typed("Ann", "Ben", ""))
    assert page.status == 422
    form = page.form("/setup")
    assert [form.typed(f"players-{seat}") for seat in range(3)] == ["Ann", "Ben", ""]
    page = table.phone.sends(form, typed("Ann", "Ben", "Ben"))
    assert page.status == 422
    assert "already at the table" in page.wrong_at("players-2")


def test_the_same_setup_changes_nothing(table: Sitting) -> None:
    table.bids(1, 1, 0)
    page = table.phone.sends(setup_of(table))
    assert "Nothing is different" in page.root.text
    assert table.position == 1


def test_what_somebody_wrote_meanwhile_is_shown_before_it_is_saved(table: Sitting) -> None:
    table.bids(1, 1, 0)
    asked = table.phone.sends(setup_of(table), typed("Chika", "Ben", "Ann"))
    table.takes(1, 2, 0)
    page = table.phone.sends(asked.form("/setup"))
    assert page.status == 409
    assert "Someone else has saved in the meantime." in page.root.text
    table.phone.sends(page.form("/setup"))
    assert players_of(table) == ["Chika", "Ben", "Ann"]


def test_the_log_tells_the_setup_and_the_sheets_of_then(table: Sitting) -> None:
    table.bids(1, 1, 0)
    page = table.phone.sends(setup_of(table), {**typed("Ann", "Chika", "Eva"), "scoring": "minus"})
    table.phone.sends(page.form("/setup"))
    table.undoes()
    lines = table.log[::-1]
    assert lines[0].endswith("Bids of deal 1 (Bids: Ben 1, Chika 0, Ann 1)")
    assert "Corrected: Setup (Eva instead of Ben" in lines[1]
    assert lines[1].endswith("Scoring: Normal → Minus, First to lead: Ben → Chika)")
    assert "Undone: Setup (Ben instead of Eva" in lines[2]


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


def test_the_setup_is_told_in_japanese(app: Flask) -> None:
    table = Phone(app, language="ja").sits_down("Ann", "Ben", "Chika")
    table.bids(1, 1, 0)
    page = table.phone.sends(setup_of(table), typed("Ann", "Chika", "Ben"))
    assert listed(page, "told") == ["ChikaとBenの席を入れ替え"]


def test_a_deal_in_play_is_named_with_those_that_are_asked_again(table: Sitting) -> None:
    table.deal(bids=(1, 1, 0), tricks=(1, 2, 0))
    table.bids(0, 1, 2)
    page = table.phone.sends(setup_of(table), {"top_hand": "4"})
    assert "No longer fit and will be asked for again: deal 1 to deal 2." in page.root.text
