"""The sheet: entering, undo, what stands on it, how outcomes are shown, what is certain of the end."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from scoring.sheets.values import Outcome
from tests.kit.web.playing import played, plays
from tests.kit.web.reports import results_of, sent_to_bg_stats
from tests.web.conftest import Phone, Sitting, seatwise
from web.sheet.scorecard import MARKS

Shown = Callable[..., Sitting]
FOUR = "Ann Ben Chika Dan"
BOO_RAY = "Ann Ben Chika Dai game=boo-ray: games=boo-ray/kalo/kalo/none, kalo_best=1,2"
"""Ann is alone in Boo-Ray, Ben and Chika are level in KALO, Dai is out."""
TWIN_SHOOT = f"{FOUR} game=twin-shoot: bids=4/3/2/1 tricks=4/2/2/2"
TWO = "format=short-falling top_hand=2:"
GIVEN_LATE, DEALS = "details.given-late summary", "div.strip a[contains(@href,'/players')] span.visually-hidden"
BIDS, TRICKS = "input[@checked][starts-with(@name,'bids')] @value", "input[starts-with(@name,'tricks')] @value"
CHANCES = "div.chances p | div.chances li"
THE_END = "a[contains(@href,'/end')]"
NOTE = "<b>100 %</b> {n} %(x)s “tea”"

SHOWN: dict[str, tuple[str, str, str, list[str]]] = {
    "nothing is chosen before somebody has bid": ("", "", BIDS, []),
    "the tricks are filled in from the bids": ("110", "", TRICKS, ["1", "1", "0"]),
    "the seats are asked from the dealer's left": ("", "", "div[@data-chips] @data-order", ["1 2 0"]),
    "undone tricks are as they were taken": ("110 120, undo", "", TRICKS, ["1", "2", "0"]),
    "undone bids come back": ("110 120, undo, undo", "", BIDS, ["1", "1", "0"]),
    "undone points have their sign": (
        "Ann Ben game=score-pad: points=-5/10, undo",
        "",
        "input[starts-with(@name,'points')] @value",
        ["−5", "10"],
    ),
    "undone, nobody has points": ("110 120, undo", "", "ol.standings span.total", ["0"] * 3),
    "a blank sheet offers no undo": ("", "", "form[contains(@action,'undo')] @action", []),
    "who leads comes first": ("110 120", "", "ol.standings span.name", ["Ann", "Chika", "Ben"]),
    "with the total": ("110 120", "", "ol.standings span.total", ["11", "10", "0"]),
    "how far the others are behind": ("110 120", "", "ol.standings span.gap", ["1 behind −1", "11 behind −11"]),
    "an adjustment is scored": ("adjust 1 -5 dropped", "", "ol.standings span.total", ["0", "0", "−5"]),
    "the step leads to seats and players": ("", "", "a[contains(@href,'/players')].below @class", ["below"]),
    "once something is entered it does not": ("110", "", "a.below @class", []),
    "a suit that nobody gave is asked in the strip": ("110", "", GIVEN_LATE, ["Trumps?"]),
    "one that is given stands there": ("bids=1/1/0 trump=hearts", "", GIVEN_LATE, ["♥ Trumps"]),
    "and is marked among the others": ("bids=1/1/0 trump=clubs", "", "button[@aria-current]", ["♣ clubs"]),
    "before the bids the suits are keys": ("", "", GIVEN_LATE, []),
    "who deals leads to seats and players": ("110", "", DEALS, ["Dealer: Ann"]),
    "in the step before, too": ("", "", DEALS, ["Dealer: Ann"]),
    "a note makes nothing bold": (f"note {NOTE}", "", "b[not(@data-miss)]", []),
    "news that is cut opens without script": ("110 120", "", ".headline summary", ["Show all"]),
    # How outcomes are shown.
    "a bid is told apart": ("110 120", "", "tr[@id='row-0'] td small @class", ["made", "missed", "made"]),
    "a bid is said": (
        "110 120",
        "",
        "tr[@id='row-0'] td small",
        ["1 took 1 made", "1 took 2 missed", "0 took 0 made"],
    ),
    "the totals of a row": ("110 120", "", "tr[@id='row-0'] td b.total", ["11", "0", "10"]),
    "what bids mean": ("110 120", "", "dl.legend div", ["3→2 bid → taken", "● made", "✕ missed"]),
    "a letter has its class": (BOO_RAY, "", "tr[@id='row-0'] span.sign @class", ["sign won", *["sign drawn"] * 2]),
    "a letter is said": (
        BOO_RAY,
        "",
        "tr[@id='row-0'] span.sign span",
        ["B ✓", "Boo-Ray: won", *["K ≈", "KALO: drawn"] * 2],
    ),
    "who is out has neither": (BOO_RAY, "", "tr[@id='row-0'] td[4][@class!=''] @class", []),
    "what letters mean": (
        BOO_RAY,
        "",
        "dl.legend div",
        ["B Boo-Ray", "L Low-Shit", "K KALO", "✓ won", "✗ lost", "≈ drawn"],
    ),
    "five signs": ("Ann Ben Chika game=score-pad: points=99999/0/1", "", "div.scorecard.long @class", []),
    "six signs have wider columns": (
        "Ann Ben Chika game=score-pad: points=99999/0/1, points=1/0/1",
        "",
        "div.scorecard.long @class",
        ["card scorecard bare many long"],
    ),
    "a team that opened": (
        f"{TWIN_SHOOT}, open=yes, bids=5/1/3/0 tricks=5/1/3/1",
        "",
        "tr[@id='row-1'] span.badge",
        ["opened"],
    ),
    # Games that only the table ends.
    "there is nothing to end yet": (f"{FOUR} game=score-pad:", "", THE_END, []),
    "a pad without an end leads to it": (f"{FOUR} game=score-pad: points=1/2/3/4", "", THE_END, ["End the game"]),
    "a pad with an end does not": (f"{FOUR} game=score-pad rounds=10: points=1/2/3/4", "", THE_END, []),
    "nor does Satat before its first win": (f"{FOUR} game=satat end=open:", "", THE_END, []),
    "an open Satat does": (f"{FOUR} game=satat end=open: winners=1 kind=plain", "", THE_END, ["End the game"]),
    # What is certain of the end.
    "nothing is certain before the first deal": ("", "", CHANCES, []),
    "nor while all can win": ("110 120", "", CHANCES, []),
    "a short answer stands there as it is": (f"{TWO} 211 200", "", CHANCES, ["Ann has already won."]),
    "and is not folded": (f"{TWO} 211 200", "", "div.chances details", []),
    "it stands after step and standings": (
        f"{TWO} 211 200",
        "",
        "div[preceding::*[@class='action']][preceding::*[contains(@class,'standings')]].chances",
        ["Ann has already won."],
    ),
    "it is not read out as news": (f"{TWO} 211 200", "", "*[@aria-live] div.chances", []),
    "nor as a status": (f"{TWO} 211 200", "", "*[@role='status'] div.chances", []),
    "a long answer is folded": (f"{TWO} 111 110", "", "div.chances summary", ["What everyone needs to win"]),
    "and shut": (f"{TWO} 111 110", "", "div.chances details[@open]", []),
    "it says what each needs": (
        f"{TWO} 111 110",
        "",
        "div.chances details li",
        [
            "Ann wins with 11 points or more in deal 2.",
            "Ben wins with 11 points or more in deal 2.",
            "Chika needs 11 points or more in deal 2 to win.",
        ],
    ),
    "it goes with the end": (f"{TWO} 111 110, 011 010", "", CHANCES, []),
}
"""What is played, the page that is opened then, where one looks on it, and all that is there."""


@pytest.mark.parametrize("what", SHOWN)
def test_what_stands_on_a_sheet(shown: Shown, what: str) -> None:
    script, page, path, words = SHOWN[what]
    table = shown(script)
    assert table.phone.opens(table.address + page).reads(path) == words


@pytest.mark.parametrize("step", ["110", "bids=1/1/0 trump=hearts"])
def test_a_suit_is_given_or_mended_while_the_tricks_are_counted(phone: Phone, step: str) -> None:
    table = played(phone, f"top_hand=3: {step}")
    assert phone.sends(table.page.form("/entries/0"), {"trump": "clubs"}).status == 303
    assert table.entries == [{"step": "bids", "bids": [1, 1, 0], "trump": "clubs"}]
    assert plays(table, "/120").page.reads("tr[@id='row-0'] span.trumps") == ["♣"]


def test_a_suit_that_nobody_gives_may_stay_so(phone: Phone) -> None:
    table = played(phone, "110 120")
    assert table.entries == [{"step": "bids", "bids": [1, 1, 0]}, {"step": "tricks", "tricks": [1, 2, 0]}]


def test_who_makes_three_bids_in_a_row_has_a_flame_until_one_is_missed(table: Sitting) -> None:
    def flames() -> list[str]:
        rows = [each for each in table.page.root.all("button", class_="who") if each.all("span", class_="flame")]
        return [f"{each.one(class_='one-line').text}: {each.all(class_='visually-hidden')[-1].text}" for each in rows]

    # Ben misses each time; Ann and Chika make theirs.
    plays(table, "110 120, 100 110")
    assert flames() == []
    plays(table, "110 100")
    assert flames() == ["Ann: made 3 in a row", "Chika: made 3 in a row"]
    # They keep it while they play, and Ann misses.
    plays(table, "210")
    assert flames() == ["Ann: made 3 in a row", "Chika: made 3 in a row"]
    plays(table, "/020")
    assert flames() == ["Chika: made 4 in a row"]


def test_who_only_looks_gives_no_suit_and_mends_no_dealer(phone: Phone, stranger: Phone) -> None:
    table = played(phone, "110")
    phone.lets_in(stranger, "watcher", session=table.id)
    page = stranger.opens(table.address)
    assert page.reads(f"{GIVEN_LATE} | {DEALS}") == []
    assert page.reads("div.strip dd") == ["3", "Ann", "—"]


TOLD: list[tuple[str, str, str, tuple[str, ...], str]] = [
    ("110 120", "", ".headline", ("Ann leads", "Ann 11 (+11, made)", "Ben 0 (0, missed)", "Chika 10 (+10, made)"), "!"),
    ("110 120, 000", "", ".headline", ("under. Play!",), "+11"),
    ("adjust 1 -5 dropped a card", "", "body", ("−5 (dropped a card)",), "+5"),
    # After an adjustment the step still shows the deal before it, and the total after it.
    ("110 120, adjust 0 -5 dropped", "", "a[@href='#scorecard'][descendant::span[@class='each']]", ("1→1",), "dropped"),
    ("110 120, adjust 0 -5 dropped", "", "div[@data-seat='0']", ("6 +11",), "11 · +11"),
    (f"note {NOTE}", "", "body", (NOTE,), "&lt;"),
    (f"note {NOTE}", "/log", "body", (NOTE,), "&lt;"),
    # The result of the last round is not taken for that of this one.
    (
        f"{FOUR} game=twin-shoot: bids=3/2/4/1 tricks=3/2/4/1",
        "",
        ".headline p",
        ("Last time: Ann & Ben: twin shoot",),
        "This time",
    ),
    # A bid of 0 brings Ann 10 at most.
    (
        f"{TWO} 111 110, 011",
        "",
        CHANCES,
        ("Ben wins with 10 points or more in deal 2.", "Chika needs 11 points or more in deal 2 to win."),
        "Ann wins with 11",
    ),
    # House rules say what is played.
    (f"{FOUR} game=satat end=open:", "/rules", "body", (), "Deals or wins"),
    (f"{FOUR} game=satat end=deals:", "/plan", "body", ("Deals or wins 12",), "Deals or wins 10"),
]
"""What is played, the page, where one looks, what is told there, and what is not."""


@pytest.mark.parametrize("row", TOLD, ids=lambda row: f"{row[0]} {row[3]}"[:60])
def test_what_a_sheet_tells(shown: Shown, row: tuple[str, str, str, tuple[str, ...], str]) -> None:
    script, page, path, told, untold = row
    table = shown(script)
    text = " ".join(table.phone.opens(table.address + page).reads(path))
    assert ([each for each in told if each not in text], untold in text) == ([], False), text


@pytest.mark.parametrize(
    ("script", "path", "words"),
    [
        ("あや ベン 千夏 format=short-falling top_hand=2: 211 200", CHANCES, ["あやの勝ちが決まりました。"]),
        (
            "あや ベン 千夏 format=short-falling top_hand=2: 111 110",
            "div.chances details li",
            [
                "あやは、第 2 ディールで 11 点以上なら勝ちです。",
                "ベンは、第 2 ディールで 11 点以上なら勝ちです。",
                "千夏が勝つには、第 2 ディールで 11 点以上が必要です。",
            ],
        ),
    ],
)
def test_it_is_told_in_japanese(shown: Shown, script: str, path: str, words: list[str]) -> None:
    assert shown(script, "ja").page.reads(path) == words


def test_no_space_parts_what_happened_last_time_in_japanese(japanese: Phone) -> None:
    page = played(japanese, f"{FOUR} game=twin-shoot: bids=3/2/4/1 tricks=3/2/4/1").page
    assert "前回：</b>Ann＆Ben：" in page.html


def test_an_opened_twin_shoot_is_called_by_its_name(japanese: Phone) -> None:
    hit = "bids=0/0/5/5 tricks=0/0/5/5"
    assert "Chika＆Dan：オーバーヘッドツインシュート" in played(japanese, f"{TWIN_SHOOT}, open=yes, {hit}").page.news


def test_an_entry_in_full_width_is_saved_and_leads_back_to_the_sheet(table: Sitting) -> None:
    answer = table.tries(seatwise("bids", "１１０"))
    assert (answer.status, answer.location.partition("?")[0]) == (303, table.address)
    assert table.entries == [{"step": "bids", "bids": [1, 1, 0]}]


def test_a_row_shows_its_working_when_it_is_tapped(shown: Shown) -> None:
    table = shown("110 120")
    page = table.phone.opens(f"{table.address}?row=0")
    workings = page.reads("tr.opened dd")
    assert workings == table.kept["report"]["rows"][0]["working"]
    assert [working.split()[-1] for working in workings] == ["11", "0", "10"]
    assert f"{table.address}/rows/0" in page.links()


@pytest.mark.parametrize("row", ["99", "-1", "abc", "", "9" * 5000, "0.5"])
def test_a_row_that_is_none_is_not_opened(shown: Shown, row: str) -> None:
    table = shown("110 120")
    page = table.phone.opens(f"{table.address}?row={row}")
    assert (page.status, page.reads("tr.opened dd")) == (200, [])


@pytest.mark.parametrize(
    ("script", "words"),
    [
        (
            f"{TWIN_SHOOT}, open=yes, bids=5/1/3/0 tricks=5/1/3/1",
            ("= 66", "bid 5, took 5, hit"),
        ),
        (f"{FOUR} game=satat: winners=0 kind=7-0", ("won, 7–0: 1",)),
    ],
)
def test_a_team_explains_its_sum_once(phone: Phone, script: str, words: tuple[str, ...]) -> None:
    table = played(phone, script)
    last = len(table.kept["report"]["rows"]) - 1
    (opened,) = phone.opens(f"{table.address}?row={last}").reads("tr.opened")
    assert [opened.replace("\u2060", "").count(each) for each in words] == [1] * len(words)


@pytest.mark.parametrize("script", ["game=score-pad: points=1/2/3/4", "game=satat end=open: winners=1 kind=plain"])
def test_a_game_without_an_end_asks_before_it_is_ended_from_its_sheet(phone: Phone, script: str) -> None:
    table = played(phone, f"{FOUR} {script}")
    asked = phone.opens(f"{table.address}/end")
    assert table.page.reads(THE_END) == ["End the game"]
    assert "The current standings become final." in asked.text
    assert table.kept["report"]["over"] is False
    (form,) = [form for form in asked.forms if form.typed("step") == "end"]
    assert phone.follows(phone.sends(form)).reads(THE_END) == []
    assert table.kept["report"]["over"] is True


def test_every_outcome_is_shown_and_has_words_but_what_stands_on_no_paper() -> None:
    assert set(MARKS) == {None, *Outcome}
    assert [outcome for outcome, shown in MARKS.items() if shown.word is None] == [None, Outcome.OUT]
    assert [outcome for outcome, shown in MARKS.items() if bool(shown.style) != bool(shown.word)] == []


# What a game is called under its house rules.


def pages_of(table: Sitting) -> dict[str, str]:
    """The words of every page that shows the session, and of its past once it is over."""
    addresses = (table.address, f"{table.address}/more", f"{table.address}/plan", "/", "/history")
    return {address: table.phone.opens(address).text for address in addresses}


@pytest.mark.parametrize(("language", "name"), [("en", "Trup Kasiet"), ("ja", "トルップ・カシエット")])
def test_trup_kasiet_goes_by_its_own_name(phone: Phone, language: str, name: str) -> None:
    phone.language = language
    hidden = played(phone, f"{FOUR} game=satat variant=trup-kasiet:")
    assert [page for page, text in pages_of(hidden).items() if name not in text] == []
    known = played(phone, f"{FOUR} game=satat variant=satat:")
    tiles = [each.text for each in phone.opens("/").root.one("section", aria_labelledby="same").all("a")]
    assert [name in text for text in tiles] == [False, True], "the tiles of the two can be told apart"
    caption = plays(hidden, "winners=0 kind=plain").page.reads("caption")[0]
    begins = (hidden.page.heading, caption, known.page.heading)
    assert [each.startswith(name) for each in begins] == [True, True, False]


@pytest.mark.parametrize(
    ("name", "kept", "heading"), [("Hearts <3", "Hearts <3", "Hearts <3"), ("", None, "Score pad")]
)
def test_the_score_pad_goes_by_the_name_that_it_was_given(phone: Phone, name: str, kept: str, heading: str) -> None:
    table = phone.sits_down(*FOUR.split(), game="score-pad", name=name)
    assert [page for page, text in pages_of(table).items() if heading not in text] == []
    assert (table.page.heading.startswith(heading), table.kept["document"]["options"]["name"]) == (True, kept)


def test_a_pad_is_kept_together_without_script(phone: Phone) -> None:
    table = phone.sits_down("Ann", "Ben", game="score-pad", result="together", rounds="1")
    refused = table.tries({"points-0": "87+77−5"})
    assert (refused.status, refused.form("/entries").typed("points-0")) == (422, "87+77−5")
    assert "Result: missing." in refused.text
    table.enters({"outcome": "lost", "points-0": "87+77−5"})
    assert table.totals == [159, 159]
    assert "Lost together" in table.page.text
    assert [line[4:8] for line in results_of(phone)[1:]] == [["Ann", "", "159", "No"], ["Ben", "", "159", "No"]]
    told = sent_to_bg_stats(table)
    assert told["game"]["noPoints"] is False
    assert [("rank" in each, each["score"], each["winner"]) for each in told["players"]] == [(False, 159, False)] * 2


def test_a_team_has_one_field_without_script(phone: Phone) -> None:
    table = phone.sits_down("Ann", "Ben", "Chika", "Dov", game="score-pad", teams="1 2 1 2", rounds="1")
    form = table.form
    assert [name for name in ("points-0", "points-1", "points-2", "points-3") if name in form.values] == [
        "points-0",
        "points-1",
    ]
    assert "Ann & Chika" in table.page.text
    table.enters({"points-0": "60", "points-1": "55"})
    assert table.totals == [60, 55, 60, 55]
    won = [line[4:8] for line in results_of(phone)[1:]]
    assert won == [
        ["Ann", "1", "60", "Yes"],
        ["Ben", "2", "55", "No"],
        ["Chika", "1", "60", "Yes"],
        ["Dov", "2", "55", "No"],
    ]
    assert [each.get("role") for each in sent_to_bg_stats(table)["players"]] == ["Ann & Chika", "Ben & Dov"] * 2


def test_who_won_is_ticked_without_script(phone: Phone) -> None:
    table = phone.sits_down("Ann", "Ben", "Chika", game="score-pad", result="won", rounds="1")
    asked = table.tries({})
    assert "Did nobody win?" in asked.text
    table.enters({"won": ["1"]})
    assert table.kept["report"]["winners"] == [1]
    assert "Ben wins" in table.page.text
    told = sent_to_bg_stats(table)
    assert told["game"]["noPoints"] is True
    assert [(each["rank"], "score" in each) for each in told["players"]] == [(2, False), (1, False), (2, False)]


@pytest.mark.parametrize(
    ("typed", "status", "stays"),
    [
        ({"name": "Hearts", "fill": "preset:fewest"}, 200, {"name": "Hearts", "best": "lowest"}),
        ({"players-0": "Ann", "name": "x" * 31}, 422, {"name": "x" * 31}),
    ],
)
def test_a_set_of_rules_and_a_refusal_leave_the_name_of_the_game_alone(
    phone: Phone, typed: dict[str, str], status: int, stays: dict[str, Any]
) -> None:
    page = phone.sends(phone.opens("/new/score-pad").form("/new/score-pad"), typed)
    form = page.form("/new/score-pad")
    assert (page.status, {name: form.typed(name) for name in stays}) == (status, stays)
    if status == 200:
        assert page.reads("button[@name='fill'][@aria-pressed='true'] @value") == ["preset:fewest"], "now in force"
    else:
        assert "The maximum is 30 characters." in page.wrong_at("name")
