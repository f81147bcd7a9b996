"""A session from afar: the table view and the flat view, of every game, for keepers and for watchers."""

from __future__ import annotations

import pytest
from flask import Flask

from scoring.catalogue import all_games
from tests.kit.games import played
from tests.kit.web.joining import scans
from tests.kit.web.page import Element, Page
from tests.web.conftest import Phone, Sitting


def tiles(part: Element) -> dict[str, str]:
    """What the table must know, by what it is called."""
    found = part.all("dl", class_="tiles")
    return {each.one("dt").text: each.one("dd").text for each in found[0].all("div")} if found else {}


def lines(page: Page) -> list[Element]:
    """The sides from first to last."""
    return next(each for each in page.root.all("ol") if "ranking" in each.classes).all("li")


def ranking(page: Page) -> list[tuple[str, str, str]]:
    """Place, name and total of each line."""
    return [(line.one(class_="rank").text, line.one(class_="name").text, total_of(line)) for line in lines(page)]


def total_of(part: Element) -> str:
    (total,) = (each.text for each in part.all("span") if "total" in each.classes)
    return total


def near(page: Page) -> Element:
    return page.root.one("section", class_="half")


def far(page: Page) -> Element:
    return page.root.one("section", class_="half far")


# --- the table view --------------------------------------------------------------


def test_the_bids_are_not_to_add_up_to_the_hand(table: Sitting) -> None:
    page = table.phone.opens(f"{table.address}/table")
    assert tiles(page.root) == {"Cards": "3", "Dealer": "Ann", "Trumps": "—", "Bids": "≠ 3"}
    assert "Ann bids last. Total bids can’t equal 3." in page.text


def test_while_a_hand_is_played_each_bid_stands_beside_its_player_and_the_sum_beside_the_hand(table: Sitting) -> None:
    table.deal(bids=(1, 1, 0), tricks=(1, 2, 0))
    table.bids(0, 2, 1)
    page = table.phone.opens(f"{table.address}/table")
    assert tiles(page.root)["Bids"] == "3 / 2"
    assert ranking(page) == [("1", "Ann", "11"), ("2", "Chika", "10"), ("3", "Ben", "0")]
    bids = {line.one(class_="name").text: line.one(class_="declared").text for line in lines(page)}
    assert bids == {"Ann": "Bid 0", "Ben": "Bid 2", "Chika": "Bid 1"}
    dealers = [line.one(class_="name").text for line in lines(page) if line.all(class_="badge")]
    assert dealers == ["Ben"]


def test_the_last_deal_is_told_with_what_it_gave_each(table: Sitting) -> None:
    table.deal(bids=(1, 1, 0), tricks=(1, 2, 0))
    page = table.phone.opens(f"{table.address}/table")
    gains = {line.one(class_="name").text: line.one(class_="gain").text for line in lines(page)}
    assert gains == {"Ann": "+11 made", "Ben": "0 missed", "Chika": "+10 made"}
    assert page.root.one("h2").text == "3 cards, Ann dealt"
    assert "Ann leads" in page.text
    assert page.root.all("figure", class_="chart")


def test_an_adjustment_is_no_deal_and_makes_no_news(table: Sitting) -> None:
    table.deal(bids=(1, 1, 0), tricks=(1, 2, 0))
    table.adjusts(0, -5, "dropped a card")
    page = table.phone.opens(f"{table.address}/table")
    assert page.root.one("h2").text == table.page.root.all("tr", id="row-1")[0].one("a").text.split(": ")[1]
    assert "Ann leads" not in page.text


def test_a_game_that_is_over_is_told_as_a_whole(phone: Phone) -> None:
    table = phone.sits_down("Ann", "Ben", "Chika", format="short-falling", top_hand="1")
    table.deal(bids=(1, 1, 0), tricks=(1, 0, 0))
    page = phone.opens(f"{table.address}/table")
    assert tiles(page.root) == {}
    assert "How it went" in page.text
    assert "data-running" not in page.html


# --- the flat view ----------------------------------------------------------------


def test_both_halves_of_the_flat_view_say_the_same(table: Sitting) -> None:
    table.deal(bids=(1, 1, 0), tricks=(1, 2, 0))
    for entered in ((0, 2, 1), None):
        page = table.phone.opens(f"{table.address}/flat")
        assert near(page).text == far(page).text
        assert far(page).get("aria-hidden") == "true"
        assert not near(page).has("aria-hidden")
        assert [each.text for each in near(page).all(class_="total")] == ["11", "0", "10"], "in the order of the seats"
        if entered:
            table.bids(*entered)


def test_tricks_are_counted_on_it_while_they_are_played_and_only_then(table: Sitting) -> None:
    assert table.phone.opens(f"{table.address}/flat").root.all("button", type="button") == []
    table.bids(1, 1, 0)
    page = table.phone.opens(f"{table.address}/flat")
    assert [each.get("data-tap") for each in near(page).all("button")] == ["tricks-0", "tricks-1", "tricks-2"]
    assert [each.get("tabindex") for each in far(page).all("button")] == ["-1", "-1", "-1"]
    main = page.root.one("main")
    assert (main.get("data-sheet"), main.get("data-most")) == (table.id, "3")
    assert main.get("data-turn") == table.page.root.one("form", class_="step").get("data-turn")


def test_a_watcher_counts_nothing(table: Sitting) -> None:
    table.bids(1, 1, 0)
    table.phone.may("watcher")
    page = table.phone.opens(f"{table.address}/flat")
    assert page.status == 200
    assert page.root.all("button") == []
    assert [each.text for each in near(page).all(class_="declared")] == ["Bid 1", "Bid 1", "Bid 0"]


def test_a_player_counts_for_the_own_seat_alone_and_says_it(table: Sitting, stranger: Phone) -> None:
    table.bids(1, 1, 0)
    scans(stranger, table)
    assert stranger.opens(f"{table.address}/flat").root.all("button") == [], "who sits nowhere counts nothing"
    seats = stranger.opens(f"{table.address}/seats")
    stranger.sends(seats.form("/seats/1/take"))
    page = stranger.opens(f"{table.address}/flat")
    assert [each.get("data-tap") for each in near(page).all("button")] == ["tricks-1"]
    assert not page.root.one("main").has("data-most"), "how many the others have is not known"
    assert stranger.sends(page.form("/seats/1"), {"tricks-1": "2"}).status == 303
    page = stranger.opens(f"{table.address}/flat")
    assert [each.text for each in near(page).all(class_="declared")] == ["Bid 1", "Bid 1", "Tricks 2", "Bid 0"]


def test_partners_are_counted_each_by_themselves(phone: Phone) -> None:
    table = phone.sits_down("Ann", "Ben", "Chika", "Dan", game="twin-shoot")
    page = phone.opens(f"{table.address}/flat")
    assert [each.text for each in near(page).all(class_="name")] == ["Ann & Ben", "Chika & Dan"]
    labels = [each.one(class_="visually-hidden").text for each in near(page).all("button")]
    assert labels == [f"One more for {name}" for name in ("Ann", "Ben", "Chika", "Dan")]


# --- both ----------------------------------------------------------------------------


@pytest.mark.thorough
@pytest.mark.parametrize("slug", all_games())
def test_every_game_is_shown_from_its_first_step_to_its_end(app: Flask, slug: str) -> None:
    language = ("en", "ja")[[*all_games()].index(slug) % 2]
    reader = Phone(app, language)
    play = played(all_games()[slug], 1)
    written = reader.api.starts(**{name: play.session[name] for name in ("game", "players", "dealer", "options")})
    for position, entry in enumerate([*play.entries, None]):
        if position in (0, 1, 2, 3, len(play.entries)):
            for view in ("table", "flat"):
                page = reader.opens(f"/s/{written}/{view}")
                assert (page.status, page.lang) == (200, language)
                spans = page.root.all("span")
                sheet, halves = play.sheets[position], 1 if view == "table" else 2
                assert len([each for each in spans if "name" in each.classes]) == halves * len(sheet.sides)
                # In the first deal a total of nothing is left out of the table view.
                all_nothing = not sheet.rows and not any(each.total for each in sheet.standings)
                totals = [each for each in spans if "total" in each.classes]
                assert len(totals) == (0 if view == "table" and all_nothing else halves * len(sheet.sides))
        if entry is not None:
            reader.api.enters(written, entry)


def test_the_way_to_both_is_on_the_page_with_everything_else(table: Sitting) -> None:
    links = table.behind("views").links()
    assert {f"{table.address}/table", f"{table.address}/flat"} <= set(links)


def test_a_game_that_was_ended_before_its_first_deal_is_shown(table: Sitting) -> None:
    table.ends()
    page = table.phone.opens(f"{table.address}/table")
    assert page.status == 200
    assert "Ann" in page.text
