"""A session from afar: the TV view and the centre view tell what was played and said, and nothing that is hidden."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from flask import Flask

from scoring.catalogue import all_games
from tests.kit.games import played as random_game
from tests.kit.web.following import asks
from tests.kit.web.joining import scans
from tests.kit.web.page import Element
from tests.kit.web.playing import played, plays
from tests.kit.web.seats import at_seats
from tests.web.conftest import Phone, Sitting

Shown = Callable[..., Sitting]
FIVE = "dealer=2 format=short-falling top_hand=5:"
"""Chika deals five cards, and may not let the bids add up to them."""
HIDDEN = "dealer=2 top_hand=3 bidding=written:"
SEATED = "keeper at Ann, keeper at Ben, keeper at Chika"
NEAR, FAR = "section[@class='half']", "section[@aria-hidden]"
TWIN_SHOOT, BUKI = "Ann Ben Chika Dan game=twin-shoot:", "Ann Ben Chika Dan game=buki dealer=1:"
BOO_RAY = "Ann Ben Chika game=boo-ray several=yes staying_out=allowed:"
STAKES = "stakes-0=3 stakes-2=5 stakes-3=2"


def test_every_view_is_reached_from_the_menu(table: Sitting) -> None:
    assert {f"{table.address}/table", f"{table.address}/flat"} <= set(table.behind("views").links())


SHOWN: dict[str, tuple[str, str, str, list[str]]] = {
    "what the table must know": ("", "table", "dl.tiles dd", ["3", "Ann", "—", "≠ 3"]),
    "by its names": ("", "table", "dl.tiles dt", ["Cards", "Dealer", "Trumps", "Bids"]),
    "the sum beside the hand": ("110 120, 021", "table", "dl.tiles div[dt='Bids'] dd", ["3 / 2"]),
    "each bid beside its player": (
        "110 120, 021",
        "table",
        "ol.ranking *.name | ol.ranking *.declared",
        ["Ann", "Bid 0", "Chika", "Bid 1", "Ben", "Bid 2"],
    ),
    "places": ("110 120, 021", "table", "ol.ranking *.rank", ["1", "2", "3"]),
    "totals": ("110 120, 021", "table", "ol.ranking span.total", ["11", "10", "0"]),
    "who deals": ("110 120, 021", "table", "ol.ranking li[descendant::*[contains(@class,'badge')]] *.name", ["Ben"]),
    "what the last deal gave each": ("110 120", "table", "ol.ranking *.gain", ["+11 made", "+10 made", "0 missed"]),
    "which deal it was": ("110 120", "table", "h2", ["3 cards, Ann dealt"]),
    "an adjustment makes no news": ("110 120, adjust 0 -5 dropped", "table", "h2", ["Ann −5 (dropped)"]),
    "of a game that is over nothing must be known": (
        "format=short-falling top_hand=1: 110 100",
        "table",
        "dl.tiles dt",
        [],
    ),
    "nor does it run": ("format=short-falling top_hand=1: 110 100", "table", "*[@data-running]", []),
    # The centre view.
    "in the order of the seats": ("110 120", "flat", f"{NEAR} *.total", ["11", "0", "10"]),
    "and again while bids lie there": ("110 120, 021", "flat", f"{NEAR} *.total", ["11", "0", "10"]),
    "one half is read out": ("110 120", "flat", "section.half @aria-hidden", ["true"]),
    "tricks are counted while they are played": (
        "110",
        "flat",
        f"{NEAR} button @data-tap",
        ["tricks-0", "tricks-1", "tricks-2"],
    ),
    "and by keyboard in one half": ("110", "flat", f"{FAR} button @tabindex", ["-1", "-1", "-1"]),
    "not before": ("", "flat", "button[@type='button']", []),
    "up to the hand": ("110", "flat", "main @data-most", ["3"]),
    "partners stand together": (TWIN_SHOOT, "flat", f"{NEAR} *.name", ["Ann & Ben", "Chika & Dan"]),
    "and are counted each by themselves": (
        TWIN_SHOOT,
        "flat",
        f"{NEAR} button *.visually-hidden",
        [f"1 more for {name}" for name in ("Ann", "Ben", "Chika", "Dan")],
    ),
}
"""What is played, the view that is opened, where one looks, and all that is there."""


@pytest.mark.parametrize("what", SHOWN)
def test_what_a_view_shows(shown: Shown, what: str) -> None:
    script, view, path, words = SHOWN[what]
    assert shown(script).behind(view).reads(path) == words


TOLD = [
    ("", "Ann bids last. Total bids can’t equal 3.", "Ann leads"),
    ("110 120", "Ann leads", "How it went"),
    ("110 120, adjust 0 -5 dropped", "Ann −5 (dropped)", "Ann leads"),
    ("format=short-falling top_hand=1: 110 100", "How it went", "Dealer"),
    ("end", "Ann", "leads"),
]


@pytest.mark.parametrize(("script", "told", "untold"), TOLD)
def test_what_the_table_view_tells(shown: Shown, script: str, told: str, untold: str) -> None:
    text = shown(script).behind("table").text
    assert (told in text, untold in text) == (True, False)


def test_both_halves_of_the_centre_view_say_the_same(table: Sitting) -> None:
    for script in ("110 120", "021"):
        page = plays(table, script).behind("flat")
        assert page.reads(NEAR) == page.reads(FAR) != []


def test_a_tap_on_the_flat_view_is_one_of_the_step_on_the_sheet(table: Sitting) -> None:
    plays(table, "110")
    found = table.behind("flat").reads("main[@data-sheet] @data-turn")
    assert found == table.page.reads("form.step @data-turn") != []


def test_a_watcher_counts_nothing(table: Sitting) -> None:
    plays(table, "110").phone.may("watcher")
    page = table.behind("flat")
    assert (page.reads("button"), page.reads(f"{NEAR} *.declared")) == ([], ["Bid 1", "Bid 1", "Bid 0"])


def test_a_player_counts_for_the_own_seat_alone_and_says_it(table: Sitting, stranger: Phone) -> None:
    scans(stranger, plays(table, "110"))
    flat = f"{table.address}/flat"
    assert stranger.opens(flat).reads("button") == [], "who sits nowhere counts nothing"
    stranger.sends(stranger.opens(f"{table.address}/seats").form("/seats/1/take"))
    page = stranger.opens(flat)
    assert page.reads(f"{NEAR} button @data-tap") == ["tricks-1"]
    assert page.reads("main @data-most") == [], "how many the others have is not known"
    assert stranger.sends(page.form("/seats/1"), {"tricks-1": "2"}).status == 303
    assert stranger.opens(flat).reads(f"{NEAR} *.declared") == ["Bid 1", "Bid 1", "Tricks 2", "Bid 0"]


@pytest.mark.thorough
@pytest.mark.parametrize("slug", all_games())
def test_every_game_is_shown_from_its_first_step_to_its_end(app: Flask, slug: str) -> None:
    language = ("en", "ja")[[*all_games()].index(slug) % 2]
    reader = Phone(app, language)
    play = random_game(all_games()[slug], 1)
    written = reader.api.starts(**{name: play.session[name] for name in ("game", "players", "dealer", "options")})
    for position, entry in enumerate([*play.entries, None]):
        for view in ("table", "flat") if position in (0, 1, 2, 3, len(play.entries)) else ():
            page = reader.opens(f"/s/{written}/{view}")
            sheet, halves = play.sheets[position], 1 if view == "table" else 2
            # In the first deal a total of nothing is left out of the TV view.
            all_nothing = not sheet.rows and not any(each.total for each in sheet.standings)
            totals = 0 if view == "table" and all_nothing else halves * len(sheet.sides)
            assert (page.status, page.lang) == (200, language)
            assert [len(page.reads(f"span.{part}")) for part in ("name", "total")] == [
                halves * len(sheet.sides),
                totals,
            ]
        if entry is not None:
            reader.api.enters(written, entry)


# What players say from their own phones.


def both(table: Sitting) -> list[Element]:
    """The TV view and the near half of the centre view."""
    (near,) = (each for each in table.behind("flat").root.all("section", class_="half") if not each.has("aria-hidden"))
    return [table.behind("table").root.one("main"), near]


def said(part: Element) -> dict[str, str]:
    """By name what stands beside a player, and what the player is."""
    return {
        line.reads("*.name")[0]: ", ".join(line.reads("span.declared | span.badge"))
        for line in part.all("li")
        if line.reads("*.name")
    }


SAID: dict[str, tuple[str, str, dict[str, str], dict[str, str]]] = {
    "who is up": (FIVE, SEATED, {"Ann": "is up", "Ben": "", "Chika": "dealer"}, {"Bids": "≠ 5"}),
    "a bid as soon as it is said": (
        FIVE,
        f"{SEATED}, keeper Ann 2",
        {"Ann": "Bids 2", "Ben": "is up", "Chika": "dealer"},
        {"Bids": "2 / 5", "Forbidden bid": ""},
    ),
    "the number that the dealer may not bid": (
        FIVE,
        f"{SEATED}, keeper Ann 2, keeper Ben 1",
        {"Chika": "dealer, is up"},
        {"Bids": "3 / 5", "Forbidden bid": "2"},
    ),
    "until the dealer has bid": (
        FIVE,
        f"{SEATED}, keeper Ann 2, keeper Ben 1, keeper Chika 0",
        {"Ann": "Bid 2", "Ben": "Bid 1", "Chika": "dealer, Bid 0"},
        {"Bids": "3 / 5", "Forbidden bid": ""},
    ),
    "of hidden bids only that they are said": (
        HIDDEN,
        f"{SEATED}, keeper Ben 3",
        {"Ann": "", "Ben": "is ready", "Chika": "dealer"},
        {},
    ),
    "hidden bids when all are in": (
        HIDDEN,
        f"{SEATED}, keeper Ben 0, keeper Ann 1, keeper Chika 1",
        {"Ben": "Bid 0"},
        {},
    ),
    "tricks beside the bid": (
        HIDDEN,
        f"{SEATED}, keeper Ann 1, keeper Ben 0, keeper Chika 1, keeper Chika 2",
        {"Ann": "Bid 1", "Chika": "dealer, Bid 1, Tricks 2"},
        {},
    ),
    "without phones not whose turn it is": (FIVE, "", {"Ann": ""}, {}),
    "who enters which game": (
        f"{BOO_RAY} games=low-shit/low-shit,kalo",
        "",
        {"Ann": "dealer, Game Low-Shit", "Ben": "Game L, K", "Chika": "Game out"},
        {},
    ),
    "stakes against the banker": (
        f"{BUKI} {STAKES}",
        "",
        {"Ann": "Stake 3", "Ben": "banker, Stake –", "Chika": "Stake 5", "Dan": "Stake 2"},
        {},
    ),
    "with what a drawn game left": (
        f"{BUKI} {STAKES}, out=nobody pips=1/4/1/9, stakes-0=3 stakes-2=6 stakes-3=2",
        "",
        {"Ann": "Stake 6", "Ben": "banker, Stake –", "Chika": "Stake 11", "Dan": "Stake 4"},
        {},
    ),
}
"""What is played, what the seats say, what stands beside players, and the tiles; an empty one is not there."""


@pytest.mark.parametrize("what", SAID)
def test_what_the_views_tell_of_what_is_said(phone: Phone, what: str) -> None:
    script, seats, beside, tiles = SAID[what]
    table = played(phone, script)
    at_seats(table, seats)
    for view in both(table):
        assert {name: said(view)[name] for name in beside} == beside
        shown = dict(zip(view.reads("dl.tiles dt"), view.reads("dl.tiles dd"), strict=True))
        assert {name: shown.get(name, "") for name in tiles} == tiles


def test_another_hidden_bid_changes_nothing_that_is_shown(phone: Phone) -> None:
    table = played(phone, HIDDEN)
    at_seats(table, f"{SEATED}, keeper Ben 3")
    first = [view.text for view in both(table)]
    at_seats(table, "keeper Ben 0")
    assert [view.text for view in both(table)] == first


@pytest.mark.parametrize("view", ["table", "flat"])
def test_a_view_is_taken_anew_when_something_was_said_or_written_and_only_then(phone: Phone, view: str) -> None:
    table = played(phone, FIVE)
    at_seats(table, SEATED)
    page = table.behind(view)
    for script, told in (("keeper Ann 2", "Bids 2"), ("keeper Ben 1, keeper Chika 0", "Bid 2")):
        assert (asks(phone, page).status, asks(phone, page).bytes) == (304, b"")
        at_seats(table, script)
        page = asks(phone, page)
        assert (page.status, said(page.root.one("main"))["Ann"]) == (200, told)
