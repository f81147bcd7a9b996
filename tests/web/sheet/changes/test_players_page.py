"""The page of the players of a running game, without script: who takes over, joins, leaves, sits out, comes back."""

from __future__ import annotations

from typing import Any

import pytest
from flask import Flask

from tests.kit.web.page import Page
from tests.web.conftest import Phone, Sitting


@pytest.fixture
def four(phone: Phone) -> Sitting:
    """Four after a deal with 3 cards: Ann and Ben made a bid of one, Chika missed nought, Dan made nought."""
    table = phone.sits_down("Ann", "Ben", "Chika", "Dan", top_hand="3")
    table.deal(bids=(1, 1, 0, 0), tricks=(1, 1, 1, 0))
    return table


def does(table: Sitting, what: str, **typed: Any) -> Page:
    """Send one of the forms of the page, which its address tells from the others."""
    return table.tries(typed, form=table.behind("players").form(f"?of={what}"))


def chosen(table: Sitting, field: str) -> str | None:
    """What stands in a field of a newcomer."""
    found: str | None = table.behind("players").form("?of=join").values.get(field)
    return found


def rows(page: Page) -> list[str]:
    """The players of the page, as they sit."""
    return [each.one("summary").text for each in page.root.one("ol", class_="people-now").all("li")]


def test_the_players_stand_as_they_sit_with_their_totals_and_the_dealer(four: Sitting) -> None:
    page = four.behind("players")
    assert rows(page) == ["A Ann 11", "B D Ben dealer 11", "C Chika 0", "D Dan 10"]
    assert "Dealer: Ben · First to bid: Chika" in page.text


def test_the_menu_leads_to_players_and_plan_and_to_no_bare_form(four: Sitting) -> None:
    addresses = [link.removeprefix(four.address) for link in four.more.links() if link.startswith(four.address)]
    assert {"/players", "/plan"} <= set(addresses)
    assert not {"/join", "/leave", "/takeover"} & set(addresses)


def test_somebody_joins_with_the_mean_beside_somebody(four: Sitting) -> None:
    page = four.behind("players")
    # (11 + 11 + 0 + 10) / 4 = 8; the lowest is 0.
    starts = [each.text for each in page.root.one("div", class_="options starts").all("label")]
    assert [each.split()[-1] for each in starts] == ["0", "0", "8", "score"]
    saved = does(four, "join", name="Eva", after="0", start="mean")
    assert saved.location == four.address
    assert four.totals == [11, 11, 0, 10, 8]
    assert [each.split()[0] for each in rows(four.behind("players"))] == ["A", "E", "B", "C", "D"]
    assert "Eva joined with 8 before deal 2" in four.page.text


def test_what_the_table_chose_last_is_filled_in_the_next_time(four: Sitting) -> None:
    does(four, "join", name="Eva", start="mean")
    assert four.behind("players").form("?of=join").values["start"] == "mean"
    does(four, "leave-0", ranked="no")
    assert four.behind("players").form("?of=leave-1").values["ranked"] == "no"


def test_a_wrong_name_is_told_at_its_field_and_all_that_was_typed_stays(four: Sitting) -> None:
    page = does(four, "join", name="Ben", after="1", start="typed", points="-7")
    assert (page.status, page.heading.split()[0]) == (422, "Players")
    assert page.root.one("p", id="join-name-wrong").text == "Ben is already at the table. Use a different name."
    form = page.form("?of=join")
    assert [form.values[name] for name in ("name", "after", "start", "points")] == ["Ben", "1", "typed", "-7"]
    assert page.root.one("details", class_="joins").has("open")
    assert four.totals == [11, 11, 0, 10]


def test_the_wrong_name_of_who_takes_over_is_told_at_that_seat(four: Sitting) -> None:
    page = does(four, "takeover-2", name="ann")
    assert page.status == 422
    assert page.root.one("p", id="takeover-2-name-wrong").text
    opened = [each.one("summary").text for each in page.root.all("details", name="player") if each.has("open")]
    assert opened == ["C Chika 0"]


def test_who_takes_over_stands_in_the_column_and_who_was_there_before_in_the_row(four: Sitting) -> None:
    assert does(four, "takeover-0", name="Zoe").status == 303
    card = four.page.root.one("table")
    assert "Zoe" in card.one("thead").text
    assert "before: Ann" in card.one("thead").text
    assert "Zoe takes over from Ann in deal 2" in card.one("th", class_="sentence").text


def test_who_sits_out_is_named_and_is_back_by_one_tap(four: Sitting) -> None:
    does(four, "sit-out-1")
    assert "Ben sits out this deal." in four.page.text
    assert any("sits out the next deal" in each for each in rows(four.behind("players")))
    does(four, "return-1")
    assert "sits out" not in " ".join(rows(four.behind("players")))


def test_who_left_out_of_competition_is_listed_below_the_standings(four: Sitting) -> None:
    does(four, "leave-0", ranked="no")
    page = four.page
    ranked, beside = page.root.one("ol", class_="standings"), page.root.one("section", class_="unranked")
    assert "Ann" not in ranked.text
    assert [word for word in beside.text.split() if word in ("Ann", "left", "11")] == ["Ann", "left", "11"]
    assert page.text.count("Out of competition") == 1
    assert "(out of competition) Ann 11" in four.behind("export").html


def test_who_was_not_dealt_in_has_a_dash_in_that_row(four: Sitting) -> None:
    does(four, "leave-3", ranked="yes")
    four.deal(bids=(1, 0, 0), tricks=(1, 1, 0))
    (last,) = [each for each in four.page.root.one("table").all("tr") if each.get("id") == "row-2"]
    assert [each.get("class") for each in last.all("td")][-1] == "absent"
    assert last.all("td")[-1].text == "not dealt in –"


def test_what_waits_for_the_end_of_the_deal_is_listed_and_undone(four: Sitting) -> None:
    four.bids(0, 0, 0, 0)
    does(four, "leave-0", ranked="yes")
    does(four, "join", name="Eva")
    page = four.behind("players")
    waiting = page.root.one("section", class_="later")
    assert "Ann leaves before deal 3" in waiting.text
    assert "Eva joins before deal 3" in waiting.text
    assert "with 1 later entry" in waiting.all("li")[0].text
    undone = four.phone.sends(page.form("/undo?of=2"))
    assert undone.status == 303
    assert "Eva" not in four.behind("players").text
    assert "Ann leaves before deal 3" in four.behind("players").text


def test_a_game_for_a_fixed_number_says_why_and_lets_somebody_take_over(phone: Phone) -> None:
    table = phone.sits_down("Ann", "Ben", game="koi-koi")
    page = table.behind("players")
    why = "Koi-Koi is played by two, so nobody joins or leaves. Somebody else can take over a seat."
    assert why in [each.text for each in page.root.all("p", class_="note")]
    assert {form.action.split("?of=")[-1] for form in page.forms if "?of=" in form.action} == {
        "takeover-0",
        "takeover-1",
    }


def test_once_the_game_is_over_there_is_nobody_to_change(four: Sitting) -> None:
    four.ends()
    assert four.phone.opens(f"{four.address}/players").location == four.address
    assert "/players" not in " ".join(link for link in four.more.links() if link.startswith(four.address))


def test_somebody_else_was_faster_and_what_was_typed_is_there(four: Sitting) -> None:
    form = four.behind("players").form("?of=join")
    four.notes("tea")
    page = four.tries({"name": "Eva", "start": "mean"}, form=form)
    assert page.status == 409
    assert page.form("?of=join").values["name"] == "Eva"
    assert four.phone.sends(page.form("?of=join")).status == 303
    assert len(four.totals) == 5


def test_the_same_page_in_japanese(app: Flask) -> None:
    table = Phone(app, "ja").sits_down("彩花", "たくみ", "健二", "ゆき", top_hand="3")
    text = table.behind("players").text
    assert "次のディールを休む" in text
    assert "Leaves" not in text


def test_the_start_of_a_newcomer_is_remembered_for_the_next_game(four: Sitting) -> None:
    assert chosen(four, "start") == "opening"
    does(four, "join", name="Eva", start="last")
    assert chosen(four, "start") == "last"
    again = four.phone.sits_down("Ann", "Ben", "Chika", "Dan", top_hand="3")
    assert chosen(again, "start") == "last", "the table's choice in the game before"
    does(again, "join", name="Eva", start="mean")
    assert chosen(four, "start") == "last", "a game has its own"
    assert chosen(four.phone.sits_down("Ann", "Ben", "Chika"), "start") == "mean"
    pad = four.phone.sits_down("Ann", "Ben", game="score-pad")
    assert chosen(pad, "start") == "opening", "nobody has joined on the pad"


def test_the_fewest_players_are_said_where_nobody_can_leave(four: Sitting) -> None:
    said = "Nobody can leave or sit out now. For 3 to 7 players."
    assert said not in four.behind("players").text
    does(four, "leave-3")
    assert said in four.behind("players").text


def test_a_newcomer_has_a_row_where_they_sit_also_where_all_show_at_once(phone: Phone) -> None:
    table = phone.sits_down("Ann", "Ben", "Chika", game="boo-ray")
    phone.api.enters(table.id, {"step": "join", "name": "Dan", "after": 0})
    rows = [each.get("data-entrant") for each in table.page.root.all("div") if each.get("data-entrant")]
    assert rows == ["0", "3", "1", "2"]
    table.enters({"games-0": "kalo", "games-3": "kalo", "games-1": "none", "games-2": "none"})
    faces = table.page.root.one("div", class_="tapped decided").all("span", class_="initial")
    assert [each.text for each in faces] == ["A", "D", "B", "C"]
