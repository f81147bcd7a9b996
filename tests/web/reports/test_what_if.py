"""The page of other rules: who would have won, both standings, nothing written."""

from __future__ import annotations

import random

import pytest
from flask import Flask

from record.actions import Action
from record.session import Session, new_session
from scoring.catalogue import all_games, find_game
from tests.games.koi_koi.test_other_rules import every_other_rule, simulated
from tests.support.examples import examples
from tests.support.games import played
from tests.web.conftest import Phone, Sitting
from tests.web.support.page import Page

AT = "2026-11-21T19:30:00Z"


@pytest.fixture
def over(phone: Phone) -> Sitting:
    """Ann 13, Ben 10, Chika 0 in three deals; by minus scoring −20, −10 and −30."""
    table = phone.sits_down(format="short-falling", top_hand="3")
    table.deal(bids=(3, 0, 1), tricks=(3, 0, 0))
    table.deal(bids=(2, 1, 1), tricks=(0, 2, 0))
    table.deal(bids=(0, 1, 1), tricks=(1, 0, 0))
    return table


def session_of(slug: str) -> Session:
    """A random whole game as a session that lies in no record."""
    play = played(find_game(slug), 0)
    session = new_session(id="played", created_at=AT, head=play.session)
    return session.after(
        *(Action(position, "enter", dict(entry), AT, "phone") for position, entry in enumerate(play.entries))
    )


def what_if(table: Sitting, **rules: str) -> Page:
    return table.phone.opens(f"{table.address}/what-if", query_string=rules)


def standings(page: Page) -> list[list[str]]:
    return [[each.text for each in row.all("th", "td")] for row in page.root.all("table")[0].one("tbody").all("tr")]


def offered(page: Page) -> list[str]:
    return [each.text for each in page.root.all("a", class_="button wide")]


def test_both_standings_stand_side_by_side(over: Sitting) -> None:
    page = what_if(over, scoring="minus")
    assert page.status == 200
    assert page.root.one(class_="what-if rows").one("strong").text == "Under “Minus”, Ben would have won."
    assert standings(page) == [
        ["Ben", "2. 10", "1. −10"],
        ["Ann", "1. 13", "2. −20"],
        ["Chika", "3. 0", "3. −30"],
    ]


def test_the_totals_are_compared_deal_by_deal(over: Sitting) -> None:
    rows = what_if(over, scoring="minus").root.all("table")[1].one("tbody").all("tr")
    assert [[cell.text for cell in row.all("td")] for row in rows] == [
        ["10 13", "10 10", "−10 0"],
        ["−10 13", "0 10", "−20 0"],
        ["−20 13", "−10 10", "−30 0"],
    ]


def test_own_numbers_are_asked_and_scored(over: Sitting) -> None:
    page = what_if(over, scoring="numbers", made_points="0", trick_points="1", missed_points="5")
    # Ann 3 − 10 − 5, Ben 0 − 5 − 5, Chika −5 − 5 − 5.
    assert standings(page) == [["Ben", "2. 10", "1. −10"], ["Ann", "1. 13", "2. −12"], ["Chika", "3. 0", "3. −15"]]
    assert what_if(over, scoring="minus", made_points="0").root.one(class_="what-if rows").one("strong").text == (
        "Under “Minus”, Ben would have won."
    ), "minus scoring has no use for the numbers"


def test_nothing_is_written(over: Sitting) -> None:
    before = over.kept
    what_if(over, scoring="minus")
    assert over.kept == before


def test_without_other_rules_it_only_offers_some(over: Sitting) -> None:
    page = what_if(over)
    assert page.root.all("table") == []
    # 10 cards were not dealt, so the standard cannot be scored; written bids score just the same.
    # By own numbers as offered, 10 and 2 a trick, minus 2: Ann 16 − 4 − 2, Ben 10 − 2 − 2, Chika −2 − 2 − 2.
    assert offered(page) == [
        "Minus Ben would have won.",
        "Plus scoring Ann would still have won.",
        "Bonus scoring Ann would still have won.",
        "Own numbers Ann would still have won.",
    ]


def test_a_game_that_would_have_been_shorter_or_longer_is_not_offered(phone: Phone) -> None:
    """First to 100 or ten rounds are other games, and so are twelve months where six were played."""
    table = phone.sits_down("Ann", "Ben", game="score-pad", target="60")
    table.enters({"points-0": "30", "points-1": "10"})
    table.enters({"points-0": "30", "points-1": "20"})
    assert offered(what_if(table)) == []
    koi_koi = phone.sits_down("Ann", "Ben", game="koi-koi", length="half")
    for winner, caller in ((0, 1), (0, 1), (1, 0), (0, 1), (1, 0), (0, 1)):
        koi_koi.enters({"lights": "0"})
        koi_koi.enters({"winner": str(winner), "tane": "5", f"calls-{caller}": "1"})
    told = offered(what_if(koi_koi))
    assert any(each.startswith("Payback for koi-koi") for each in told)
    assert not any(each.startswith(("Payback (Nintendo", "Standard", "A year")) for each in told)


def test_where_clean_wins_were_played_they_may_count_more(phone: Phone) -> None:
    """Two plain wins against one 13–0: 2 to 1, and 2 to 3 where that one counts three."""
    table = phone.sits_down("Ann", "Ben", "Chika", "Dan", game="satat", length="3")
    for winners, kind in (("0", "plain"), ("1", "13-0"), ("0", "plain")):
        table.enters({"winners": winners, "kind": kind})
    assert offered(what_if(table)) == [
        "More for 7–0 and 13–0 A 7–0 counts: 2 · A 13–0 counts: 3 Ben & Dan would have won.",
    ]


def test_where_no_rule_would_change_anything_that_is_said(phone: Phone) -> None:
    table = phone.sits_down("Ann", "Ben", "Chika", "Dan", game="satat", length="1")
    table.enters({"winners": "0", "kind": "plain"})
    page = what_if(table)
    assert offered(page) == []
    assert "None of the common rules" in page.text


def test_a_set_of_rules_is_one_tap(over: Sitting) -> None:
    page = what_if(over)
    minus = next(each for each in page.root.all("a", class_="button wide") if each.text.startswith("Minus"))
    followed = over.phone.opens(minus.get("href"))
    assert standings(followed) == standings(what_if(over, scoring="minus"))
    current = [each.text for each in followed.root.all("a", aria_current="true")]
    assert current == [minus.text]


def test_the_form_is_that_of_the_address_and_asks_every_rule(over: Sitting) -> None:
    page = what_if(over, scoring="bonus", restriction="off")
    form = page.form("/what-if")
    assert (form.method, form.typed("scoring"), form.typed("restriction")) == ("get", "bonus", "off")
    assert {"format", "top_hand", "scoring", "bidding", "restriction"} <= set(form.values)
    assert "csrf_token" not in form.values
    assert "Under “Bonus scoring, No restriction for the dealer”, " in page.root.one(class_="what-if rows").text


def test_rules_that_cannot_be_are_refused_at_their_field(over: Sitting) -> None:
    page = what_if(over, top_hand="18")
    assert page.status == 422
    assert "18" in page.wrong_at("top_hand")
    assert what_if(over, scoring="golf").status == 422


def test_entries_that_would_be_forbidden_are_listed_as_they_were_said(phone: Phone) -> None:
    table = phone.sits_down(format="short-falling", top_hand="1", restriction="off")
    table.deal(bids=(1, 0, 0), tricks=(1, 0, 0))
    page = what_if(table, restriction="on")
    listed = page.root.one(class_="what-if rows").all("details")[1]
    assert listed.one("summary").text == "1 entry that these rules forbid is still counted"
    assert [each.text for each in listed.all("dd")] == ["Bids: Ben 0, Chika 0, Ann 1"]


def test_what_cannot_be_scored_is_said(over: Sitting) -> None:
    page = what_if(over, top_hand="5")
    assert page.root.one(class_="what-if rows").one("strong").text == "This game cannot be scored under these rules."
    assert page.root.all("table") == []


def test_it_is_linked_where_a_deal_is_scored(table: Sitting) -> None:
    address = f"{table.address}/what-if"
    assert address not in table.behind("rules").links()
    table.deal(bids=(1, 1, 0), tricks=(1, 2, 0))
    assert address in table.behind("rules").links()
    assert address not in table.page.links()


def test_it_is_linked_from_the_end(over: Sitting) -> None:
    assert f"{over.address}/what-if" in over.page.links()


def test_a_watcher_may_ask_too(over: Sitting) -> None:
    over.phone.may("watcher")
    assert what_if(over, scoring="minus").status == 200


def test_another_scorebook_has_no_such_session(over: Sitting, stranger: Phone) -> None:
    assert stranger.opens(f"{over.address}/what-if").status == 404


def test_before_the_first_deal_there_is_nothing_to_compare(table: Sitting) -> None:
    page = what_if(table, scoring="minus")
    assert (page.status, page.root.all("table")) == (200, [])


@pytest.mark.thorough
@pytest.mark.parametrize("language", ["en", "ja"])
@pytest.mark.parametrize("slug", all_games())
def test_every_game_has_the_page(app: Flask, monkeypatch: pytest.MonkeyPatch, slug: str, language: str) -> None:
    session = session_of(slug)
    monkeypatch.setattr("web.pages.session.what_if.load", lambda _: session)
    phone = Phone(app, language=language)
    page = phone.opens("/s/played/what-if")
    assert page.status == 200
    for link in [each.get("href") for each in page.root.all("a", class_="button wide")]:
        followed = phone.opens(link)
        assert followed.status == 200
        assert len(followed.root.all("table")) == 2


# Koi-Koi: other rules leave a pile without a yaku.

CURTAIN_AND_CUP = ["03-1", "09-1"]


def two_months(phone: Phone) -> Sitting:
    """Ann wins January with the curtain and the cup, 5, and February with five tan, 1."""
    table = phone.sits_down("Ann", "Ben", game="koi-koi")
    for won in ({"cards-0": CURTAIN_AND_CUP}, {"tan": "5"}):
        table.enters({"lights": "0"})
        table.enters({"winner": "0", **won})
    return table


def test_a_month_without_a_yaku_is_told_and_the_rest_is_scored(phone: Phone) -> None:
    page = what_if(two_months(phone), sake="off")
    assert page.status == 200
    assert page.root.one(class_="what-if rows").all("p")[1].text == (
        "No yaku under these rules, so no points are paid: Result of January."
    )
    assert standings(page) == [["Ann", "1. 106", "1. 101"], ["Ben", "2. 94", "2. 99"]]
    assert not any("No sake yaku" in each for each in offered(page)), "it cannot be compared"


def test_it_is_told_in_japanese_too(japanese: Phone) -> None:
    table = two_months(japanese)
    table.enters({"lights": "0"})
    table.enters({"winner": "1", "yaku": ["tsukimi"]})
    assert "このルールでは役ができないため、点は動きません：1月の結果、3月の結果。" in what_if(table, sake="off").text
    assert (
        "札ではなく役の名前で入力したため、このルールでの役が決まらず、比べられません：3月の結果。"
        in what_if(table, sake="rain").text
    )


@pytest.mark.thorough
@pytest.mark.parametrize("seed", range(examples(6)))
def test_a_simulated_year_has_a_page_by_every_other_rule(
    app: Flask, phone: Phone, monkeypatch: pytest.MonkeyPatch, seed: int
) -> None:
    """The session is put in the place of one that the page loads: a year of taps would take long."""
    rng = random.Random(f"page {seed}")
    played, entries = simulated(rng)
    head = {"game": "koi-koi", "players": ["Ann", "Ben"], "dealer": 0, "options": played.options.to_json()}
    session = new_session(id="played", created_at=AT, head=head)
    session = session.after(*(Action(at, "enter", entry, AT, "phone") for at, entry in enumerate(entries)))
    monkeypatch.setattr("web.pages.session.what_if.load", lambda _: session)
    table = phone.sits_down("Ann", "Ben", game="koi-koi")
    # Opening the page scores the year by each single rule already, to offer those that can be compared.
    for other in rng.sample(list(every_other_rule(played, rng)), 4):
        page = what_if(table, **other)
        assert page.status == 200, other
        assert page.root.all("section", class_="what-if rows") or other == played.options.to_json()
