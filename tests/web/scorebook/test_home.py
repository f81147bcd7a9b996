"""Home: every running session, how far it is and by which rules; the same again told apart; the sample."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from flask import Flask

from record.log import stamp
from scoring.catalogue import all_games
from scoring.document import load
from scoring.entry.fields import Number
from scoring.message import say
from scoring.options import Options, option
from store.sessions.history import Summary
from tests.kit.for_each import for_each
from tests.kit.web.page import Element
from tests.kit.web.reports import plays, rewrites, scores
from tests.web.conftest import Phone
from web.pages.scorebook.home import MAX_RUNNING_READ, fresh_and_old
from web.pages.site.sample import sample_game
from web.sheet.setup_form import NamedRules, as_text, rules_called, with_defaults

NOON = datetime(2026, 11, 21, 12, tzinfo=UTC)


def carried_on(phone: Phone) -> list[Element]:
    """The running sessions as home shows them: the newest large, the others unfold in its card."""
    main = phone.opens("/").root.one("main")
    return [
        card
        for each in main.all("section", class_="on-table")
        for card in (each.one("div"), *each.all("li"))
        if card.all("a")
    ]


def told(item: Element) -> str:
    """The game, the rules, how far it is; what else stands there is the time."""
    rules, progress = (" ".join(each.text for each in item.all("span", class_=name)) for name in ("quiet", "progress"))
    name = item.one("a").all("b")[0].text if item.tag == "li" else item.one("a").text
    return " ".join(filter(None, (name, rules, progress)))


def test_every_running_session_is_there_with_its_deal_and_its_rules_newest_first(phone: Phone) -> None:
    table = phone.sits_down(top_hand="3")
    table.deal(bids=(1, 1, 0), tricks=(1, 2, 0))
    usual: dict[str, Any] = {"format": "long", "scoring": "normal", "top_hand": ""}
    for rules in ({}, {"format": "short-valley"}, {"scoring": "plus"}, {"scoring": "plus", "top_hand": "8"}, {}):
        phone.sits_down(**(usual | rules))
    named = phone.sits_down(top_hand="3", scoring="minus")
    phone.sends(named.behind("plan").form("/rules"), {"rule_name": "Lunch break"})
    phone.sits_down("Ann", "Ben", "Chika", "Dan", game="satat", variant="trup-kasiet")
    phone.sits_down("Ann", "Ben", "Chika", "Dan", game="buki", games="3")
    assert [told(each) for each in carried_on(phone)] == [
        "Buki game 1 of 3",
        "Trup Kasiet deal 1 of 12",
        "Oh Hell Lunch break deal 1 of 5",
        "Oh Hell deal 1 of 19",
        "Oh Hell Largest hand: 8 · Scoring: Plus deal 1 of 15",
        "Oh Hell Scoring: Plus deal 1 of 19",
        "Oh Hell Short deal 1 of 11",
        "Oh Hell deal 1 of 19",
        "Oh Hell Largest hand: 3 deal 2 of 5",
    ]
    page = phone.opens("/history")
    assert page.root.all("span", class_="badge") == [], "in a list of running games none is said to run"
    assert "In progress" in [each.text for each in page.root.all("h2")]
    phone.language = "ja"
    assert [told(each) for each in carried_on(phone)][5].startswith("オーヘル 得点方式：加点")


def test_the_same_again_tells_line_ups_apart_by_their_rules(phone: Phone) -> None:
    rules: tuple[dict[str, Any], ...] = (
        {"game": "satat"},
        {"game": "satat", "variant": "trup-kasiet"},
        {"game": "satat", "end": "wins", "length": "6"},
    )
    for each in rules:
        phone.sits_down("Ann", "Ben", "Chika", "Dan", **each)
    tiles = phone.opens("/").root.one("section", aria_labelledby="same").all("a")
    assert [each.text.partition(" A B C D")[0] for each in tiles] == [
        "Satat 6 wins",
        "Trup Kasiet",
        "Satat",
    ]


def test_what_was_not_touched_for_a_week_is_left_to_the_record(phone: Phone) -> None:
    old, new = phone.sits_down("Dan", "Eva", "Fay"), phone.sits_down()
    for table, days in ((old, 8), (new, 6)):
        rewrites(table, updated_at=stamp(datetime.now(UTC) - timedelta(days=days)))
    assert [each.one("a").get("href") for each in carried_on(phone)] == [new.address]
    assert old.address in phone.opens("/history").links()
    main = phone.opens("/").root.one("main")
    assert [each.text for each in main.all("a", class_="button main")] == ["New game"], "one thing is red"


def test_a_session_that_cannot_be_read_any_more_does_not_break_home(phone: Phone) -> None:
    table = phone.sits_down()
    rewrites(table, options='{"scoring": "gone"}')
    assert phone.opens("/").status == 200
    (shown,) = carried_on(phone)
    assert (told(shown), shown.one("a").get("href")) == ("Oh Hell", table.address)


@for_each(
    "ages, fresh, old",
    [
        ([], [], []),
        ([0, 7, 7.1, 1], ["0", "7", "1"], ["7.1"]),
        ([8] + [0] * (MAX_RUNNING_READ + 1), ["0"] * MAX_RUNNING_READ, ["8", "0"]),
    ],
)
def test_a_few_fresh_ones_are_opened_in_their_order(ages: list[float], fresh: list[str], old: list[str]) -> None:
    began = {days: stamp(NOON - timedelta(days=days)) for days in ages}
    summaries = (
        Summary(str(days), "oh-hell", {}, at, at, at, over=False, ended_early=False, deals=0, seats=())
        for days, at in ((days, began[days]) for days in ages)
    )
    found = fresh_and_old(summaries, now=NOON)
    assert tuple([each.id for each in part] for part in found) == (fresh, old)


@dataclass(frozen=True, kw_only=True)
class Later(Options):
    """The options of a game whose usual target was 50 at first."""

    target: int = option(Number(label=say("Target"), low=1, high=99), 60, legacy_default=50)


def test_a_new_table_is_offered_the_default_and_what_was_kept_means_what_it_meant() -> None:
    """Ten points more were usual later: who kept rules before that never said so."""
    fields = Later.fields()
    assert (with_defaults(fields, {}), as_text(fields, {})) == ({"target": "60"}, {"target": "50"})
    assert as_text(fields, with_defaults(fields, {})) == {"target": "60"}


def test_rules_are_called_by_their_set_else_by_what_is_unusual_in_them(app: Flask) -> None:
    game = all_games()["oh-hell"]
    usual = as_text(game.options.fields(), {})
    sets = [NamedRules("kept:a", "A", as_text(game.options.fields(), {"top_hand": 9}))]
    with app.test_request_context():
        for values, names in (
            ({"top_hand": 9}, ["A"]),
            (usual, []),
            ({**usual, "top_hand": 8, "scoring": "plus"}, ["Largest hand: 8", "Scoring: Plus"]),
            ({**usual, "restriction": "off"}, ["Dealer’s restriction: Off"]),
        ):
            assert list(map(str, rules_called(game, values, sets))) == names


def won(phone: Phone, address: str) -> list[str]:
    """Who has a star in the list of games there."""
    return [each.text for each in phone.opens(address).root.one("main").all("span", class_="won")]


@pytest.mark.parametrize("slug", all_games())
def test_an_empty_game_has_no_winner(phone: Phone, slug: str) -> None:
    game = all_games()[slug]
    names = ("Ann", "Ben", "Chika", "Dan")[: next(seats for seats in game.player_counts if seats > 1)]
    table = phone.sits_down(*names, game=slug, dealer=1)
    table.ends()
    assert "No points were recorded." in table.page.root.one("section", class_="winner").text
    assert won(phone, "/history") == []
    assert phone.opens("/").root.all("section", class_="box wins") == []
    assert table.kept["report"]["winners"] == []
    assert "★" not in phone.opens(f"/evenings/{table.id}").text


def test_a_game_without_a_fixed_end_is_not_called_ended_early(phone: Phone) -> None:
    """A pad without target and rounds goes on until it is ended; Oh Hell has its deals."""
    pad, hell = scores(phone, "", (5, 3)), plays(phone)
    badges = {
        item.one("a").get("href"): [each.text for each in item.all("span", class_="badge")]
        for item in phone.opens("/history").root.all("li", class_="item")
    }
    assert badges == {pad.address: [], hell.address: ["ended early"]}
    assert won(phone, "/history") == ["A Ann 11", "A Ann 5"]


def test_who_leads_the_game_on_the_table_has_a_crown_but_not_where_most_are_level(phone: Phone) -> None:
    table, crowned = phone.sits_down("Ann", "Ben", "Chika"), []
    # 10 cards: only Ann makes her bid.
    for deals in ([], [((2, 1, 1), (2, 4, 4))]):
        for bids, tricks in deals:
            table.deal(bids=bids, tricks=tricks)
        (shown,) = phone.opens("/").root.all("ul", class_="at-table of-3")
        crowned.append([each.one("span", class_="name").text for each in shown.all("li") if each.all(class_="crown")])
    assert crowned == [[], ["Ann"]]


def test_the_last_evening_tells_who_won_how_often(phone: Phone) -> None:
    """Ann wins the first game and Ben, who sits first, the second; what was ended without a deal is no game."""
    shown = []
    for names in (("Ann", "Ben", "Chika"), ("Ben", "Ann", "Chika")):
        plays(phone, *names)
        phone.sits_down(top_hand="3").ends()
        card = phone.opens("/").root.one("section", class_="box wins")
        shown.append([each.text for each in card.all("li")])
    assert shown == [["A Ann 1 won", "B Ben 0 won", "C Chika 0 won"], ["A Ann 1 won", "B Ben 1 won", "C Chika 0 won"]]


def test_the_setup_of_another_game_offers_who_played_last_in_seat_order_and_fills_them_in(phone: Phone) -> None:
    last = plays(phone, "Dan", "Ann", "Chika", dealer=1)
    offer = phone.opens("/new/wizard").root.one("a", class_="button same-people")
    assert (offer.text, offer.get("href")) == ("D A C The same 3 players", f"/new/wizard?like={last.id}")
    page = phone.opens(offer.get("href"))
    form = page.form("/new/wizard")
    # One deal was played, so the next one deals.
    assert [form.typed(f"players-{seat}") for seat in range(3)] == ["Dan", "Ann", "Chika"]
    assert form.typed("dealer") == "2"
    for address in (offer.get("href"), "/new/oh-hell", "/new/koi-koi", "/new/wizard?like=nonsense"):
        offered = phone.opens(address).root.all("a", class_="button same-people")
        assert len(offered) == ("nonsense" in address), f"{address}: where they sit already, or do not fit"


# The sample: a whole game to look at, by the rules, in the reader's language, and nothing of it stays.


def test_it_is_a_game_that_the_rules_take(app: Flask) -> None:
    game = sample_game("en")
    assert (game.sheet.over, game.sheet.ended_early) == (True, False)
    # Maya by hand: 10 + 13 + 12, two missed, 11, one missed, 11 four times.
    assert game.sheet.totals[2] == 10 + 13 + 12 + 11 + 4 * 11
    assert game.sheet.winners == (2,)
    # The sample is taken as a record is; read as a document, each entry is checked.
    assert load(game.document).totals == game.sheet.totals


def test_it_shows_winner_story_and_scorecard_in_the_readers_language(phone: Phone, japanese: Phone) -> None:
    for reader, winner, others in ((phone, "Maya", "Olivia"), (japanese, "みほ", "あや")):
        root = reader.opens("/sample").root
        assert winner in root.one("section", class_="sample-won").text
        assert others in root.one("ol", class_="standings").text
        assert (len(root.all("table")), len(root.all("figure"))) == (1, 1)
    page = phone.opens("/sample?row=0")
    assert len(page.root.all("tr", class_="opened")) == 1
    assert (page.forms, [link for link in page.links() if link.startswith("/s/")]) == ([], []), "nothing is corrected"


def test_nothing_of_it_stays(phone: Phone) -> None:
    assert ["Set-Cookie" in phone.opens(address).headers for address in ("/sample", "/sample?row=3")] == [False, False]
    assert phone.opens("/history").root.all("li", class_="item") == []
    assert "Maya" not in phone.opens("/players").text
