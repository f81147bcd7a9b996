"""The end of a game: who won, where everybody stands, one button, how it went; a draw has no winner anywhere."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from record.log import Action
from record.session import Session, new_session
from scoring.document import load, report
from tests.kit.web.playing import played
from tests.kit.web.reports import sent_to_bg_stats
from tests.web.conftest import Phone, Sitting
from tests.web.sheet.test_share import drawn_on, story_on, text_on
from web.i18n.translate import translated
from web.sheet.scorecard import course_of

Shown = Callable[..., Sitting]
PAD = "game=score-pad:"
THREE = f"Ann Ben Chika {PAD}"
OVER = "format=short-rising top_hand=2: 000 010, 021 020"
"""1 card, then 2; Ann deals first. Ann 10 + 10, Ben 0 + 12, Chika 10 + 10."""
FROM_BEHIND = "format=short-falling top_hand=3 restriction=off: 110 120, 020 020, 111 010"
"""11 0 10, then 21 12 20, then 21 23 20: Ben from behind."""
LEVEL = "lights=0, winner=nobody calls-0=1"
"""A month in which somebody called and nobody could stop."""
HALF_A_YEAR = f"game=koi-koi length=half: {', '.join([LEVEL] * 6)}"
"""50 to 50."""
ALONE = ", ".join(
    f"games={games}" for games in ("kalo/none/none", "none/kalo/none", "none/none/kalo", "none/kalo/none")
)
"""Ann, Ben, Chika and Ben again win the pot of 3, of which 1 was theirs. When nobody enters it stays."""
WINNER, BARS = "section.winner", "ol.standings.bars svg rect[2]"
STARS = "*.won"

SHOWN: dict[str, tuple[str, str, list[str]]] = {
    "the winner is named with the lead": (f"{THREE} points=10/4/2, end", f"{WINNER} strong", ["Ann wins, 6 ahead"]),
    "and why it is over": (
        f"{THREE} points=10/4/2, end",
        f"{WINNER} p",
        ["wins, 6 ahead Ann", "Game ended."],
    ),
    "and the total": (f"{THREE} points=10/4/2, end", f"{WINNER} b", ["Total 10"]),
    "nothing is said above the winner": (f"{THREE} points=10/4/2, end", "*.headline", []),
    "nor after the end was redone": (f"Ann Ben {PAD} points=10/4, end, undo, redo", "*.headline", []),
    "where the winner is": (f"Ann Ben {PAD} points=10/4, end, undo, redo", f"{WINNER} b", ["Total 10"]),
    "the bars begin at nothing": (f"{THREE} points=10/5/0, end", f"{BARS} @x", ["0.0%"] * 3),
    "bars are as long as the totals": (f"{THREE} points=10/5/0, end", f"{BARS} @width", ["100.0%", "50.0%", "0.0%"]),
    # 15 − (−5) = 20 is the whole track, 0 is at a quarter of it.
    "a bar below nothing goes to the left": (f"{THREE} points=15/0/-5, end", f"{BARS} @x", ["25.0%", "25.0%", "0.0%"]),
    "as far": (f"{THREE} points=15/0/-5, end", f"{BARS} @width", ["75.0%", "0.0%", "25.0%"]),
    "the fewest win": (
        "Ann Ben game=score-pad best=lowest: points=10/4, end",
        f"{WINNER} strong",
        ["Ben wins, 6 ahead"],
    ),
    "and the gap is what is too much": (
        "Ann Ben game=score-pad best=lowest: points=10/4, end",
        "span.gap",
        ["6 behind +6"],
    ),
    "a win is shared": (
        f"{THREE} points=9/9/2, end",
        f"{WINNER} strong",
        ["Ann and Ben share the win, 7 ahead"],
    ),
    "who played alone shares nothing": (
        "Ann game=score-pad: points-0=12, end",
        f"{WINNER} strong",
        ["Ann 12"],
    ),
    "and more than four are a number in the headline": (
        f"Ann Ben Chika Dai Eva Fay {PAD} points=9/9/9/9/9/2, end",
        f"{WINNER} p.name",
        ["share the win, 7 ahead 5 players"],
    ),
    "and has all the faces": (f"{THREE} points=9/9/2, end", f"{WINNER} span.faces.several span", ["A", "B"]),
    "partners have a face each in the standings": (
        "Ann Ben Chika Dai game=satat: winners=0 kind=plain",
        "ol.standings span.faces span",
        ["A", "C", "B", "D"],
    ),
    "and over the scorecard": (
        "Ann Ben Chika Dai game=satat: winners=0 kind=plain",
        "thead span.faces span",
        ["A", "C", "B", "D"],
    ),
    "who made how many bids": (OVER, "ol.standings.bars small", ["2 of 2 made", "1 of 2 made", "1 of 2 made"]),
    "its icons, as many as there are ways from here": (
        f"{THREE} points=10/4/2, end",
        "div.icons span",
        ["Share", "This evening", "Note", "More"],
    ),
    "without a deal there is no winner": ("end", f"{WINNER} strong", ["No points were recorded."]),
    "no picture of one": ("end", f"{WINNER} svg | {WINNER} b", []),
    "and nobody stands anywhere": ("end", "ol.standings", []),
    "a running game has no course": ("110 120", "ul.course", []),
    "what decided it and the best moments": (
        FROM_BEHIND,
        "ul.course li",
        [
            "Ben took the lead at the very end, with deal 3 (Ben +11, Ann 0).",
            "Most bids made: Ann, Ben, Chika, 2 of 3",
            "Best score: Ben +12 (2 cards, Ben dealt)",
        ],
    ),
    "but no best one of a single deal": (
        "format=short-rising top_hand=1: 000 010",
        "ul.course li",
        ["Most bids made: Ann, Chika, 1 of 1"],
    ),
    "and always the chips that are left in the pot": (
        f"Ann Ben Chika game=boo-ray: {ALONE}, games=none/none/none sure=yes, end",
        "ul.course li",
        [
            "Ben took the lead with deal 4 and kept it.",
            "Best score: Ann, Ben, Chika +2 (deal 1, deal 2, deal 3, deal 4)",
            "Left in the pot: 3",
        ],
    ),
    "the chart tells the lines apart": (
        "Anna Andy Friederike-Charlotte format=short-falling top_hand=3: 110 120",
        "figure.chart text",
        ["Anna", "Andy", "Friederik…"],
    ),
    "the chart begins before the first deal": (
        "110 120",
        "figure.chart .deals li",
        ["at the start", "deal 1"],
    ),
    "a draw": (f"Ann Ben {HALF_A_YEAR}", f"{WINNER} strong", ["A draw"]),
    "after all months": (f"Ann Ben {HALF_A_YEAR}", f"{WINNER} p.quiet", ["6 months played."]),
    # 52 against 48; elsewhere it is added that a shared win counts as a win.
    "the last month asks for more than a draw": (
        f"Ann Ben game=koi-koi length=half: {', '.join([LEVEL] * 5)}, adjust 0 2 lent, adjust 1 -2 lent",
        "div.chances p",
        ["Ben wins with 3 points or more in June."],
    ),
}
"""What is played, where one looks on the sheet, and all that is there."""
IN_JAPANESE: dict[str, tuple[str, str, list[str]]] = {
    "a draw": (f"あや けんじ {HALF_A_YEAR}", f"{WINNER} strong", ["引き分け"]),
    "with the total of both": (f"あや けんじ {HALF_A_YEAR}", f"{WINNER} b", ["合計 50"]),
    "of other games the win is shared": (
        "あや けんじ game=score-pad rounds=1: points=7/7",
        f"{WINNER} strong",
        ["あやとけんじ、同点優勝"],
    ),
}


@pytest.mark.parametrize("what", SHOWN)
def test_what_the_end_shows(shown: Shown, what: str) -> None:
    script, path, told = SHOWN[what]
    assert shown(script).page.reads(path) == told


@pytest.mark.parametrize("what", IN_JAPANESE)
def test_what_the_end_shows_in_japanese(shown: Shown, what: str) -> None:
    script, path, told = IN_JAPANESE[what]
    page = shown(script, "ja").page
    assert (page.reads(path), "勝ち" in page.reads(WINNER)[0]) == (told, False)


@pytest.mark.parametrize(
    ("script", "lost"),
    [
        ("result=won rounds=1: won=- sure=yes", ["Ann lost", "Ben lost"]),
        ("result=together rounds=1: outcome=lost", ["Ann & Ben lost"]),
    ],
)
def test_where_all_have_lost_nobody_has_a_place_and_no_tie_is_offered(
    phone: Phone, script: str, lost: list[str]
) -> None:
    table = played(phone, f"Ann Ben game=score-pad {script}")
    shown = table.page.root.one("ol", class_="standings")
    assert [f"{each.one(class_='name').text} {each.one(class_='total').text}" for each in shown.all("li")] == lost
    assert table.page.reads("ol.standings *.rank") == [""] * len(lost)
    assert table.page.reads("tbody b.total") == ["lost"] * len(lost)
    assert table.page.reads("ol.standings.bars | figure.chart") == []
    assert f"{table.address}/tie" not in table.page.links()
    shared = table.behind("share")
    assert text_on(shared)[1:-1] == lost
    for address in (drawn_on(shared), *story_on(shared)):
        drawn = [each.text for each in phone.opens(address).root.all("text")]
        assert ("lost" in drawn, "0" in drawn, "1" in drawn) == (True, False, False), address


TOLD = [
    (f"{THREE} points=10/4/2, end", "Game ended."),
    (f"{THREE} points=10/4/2, end, note tea", "Note: tea"),
    ("110 120, end", "Game ended early."),
    ("110 120, end", "How it went"),
    ("format=short-falling top_hand=3: 110 120", "The scorecard shows the same totals"),
]


@pytest.mark.parametrize(("script", "told"), TOLD)
def test_the_end_says_once(shown: Shown, script: str, told: str) -> None:
    assert shown(script).page.text.count(told) == 1


def test_only_a_keeper_begins_the_next_game(phone: Phone, stranger: Phone) -> None:
    table = played(phone, f"{THREE} points=10/4/2, end")
    phone.lets_in(stranger, "watcher", session=table.id)
    for reader, offered in ((phone, ["undo", "again"]), (stranger, [])):
        page = reader.opens(table.address)
        assert (page.reads(f"{WINNER} strong"), len(page.reads(BARS))) == (["Ann wins, 6 ahead"], 3)
        assert [form.action.rpartition("/")[2] for form in page.forms] == offered


@pytest.mark.parametrize(
    ("script", "news"),
    [
        ("row 0 e0-points-1=11", "Corrected: Round 1. Ben leads; Ben 11 (+7)"),
        ("row 0 e0-points-1=11, row 0 e0-points-1=12", "Corrected: Round 1. Ben 12 (+1)"),
    ],
)
def test_a_correction_that_changes_the_leader_says_so(phone: Phone, script: str, news: str) -> None:
    assert played(phone, f"Ann Ben {PAD} points=10/4, {script}").page.news == news


@pytest.mark.parametrize(
    ("script", "dealers"),
    [
        (OVER, [0, 2]),  # Ann and Ben have dealt.
        ("top_hand=3 dealer=2: 011 111, end", [2, 0]),
        ("top_hand=3 dealer=1: end", [1, 1]),  # Nothing was dealt.
    ],
)
def test_same_again_begins_one_game_with_the_next_dealer(phone: Phone, script: str, dealers: list[int]) -> None:
    table = played(phone, script)
    form = table.page.form("/again")
    first, twice = phone.sends(form), phone.sends(form)
    assert (first.status, twice.status, twice.location) == (303, 303, first.location)
    old, new = table.kept["document"], Sitting(phone, first.location).kept["document"]
    assert ([old["dealer"], new["dealer"]], new) == (dealers, old | {"dealer": dealers[1], "entries": []})


def test_a_game_that_is_over_still_has_penalties_log_and_no_second_end(phone: Phone) -> None:
    table = played(phone, "110 120, end")
    behind = [name for name in ("adjustment", "end", "log") if f"{table.address}/{name}" in table.more.links()]
    assert behind == ["adjustment", "log"]
    assert f"{table.address}/more" in table.page.links(), "from the end it is two taps to who entered what"
    assert phone.opens(f"{table.address}/end").location == table.address


@pytest.mark.parametrize(
    ("minutes", "time", "breaks"), [((30, 85), "1 h 25 min", 0), ((30, 230, 260), "1 h", 1), ((0,), None, 0)]
)
def test_how_long_it_took_says_what_is_not_counted(minutes: tuple[int, ...], time: str | None, breaks: int) -> None:
    course = course_of(pad_after(*minutes))
    assert course is not None
    assert (course["time"] and translated(course["time"]), course["breaks"]) == (time, breaks)


def pad_after(*minutes: int) -> Session:
    """A score pad with a round after so many minutes each, and its end with the last."""
    head = {"game": "score-pad", "players": ["A", "B"]}
    entered: list[tuple[dict[str, Any], int]] = [
        *(({"step": "round", "points": [1, 0]}, each) for each in minutes),
        ({"step": "end"}, minutes[-1]),
    ]
    actions = [
        Action(index, "enter", facts, f"2026-11-21T{18 + at // 60:02}:{at % 60:02}:00Z", "")
        for index, (facts, at) in enumerate(entered)
    ]
    return new_session(id="pad", created_at="2026-11-21T18:00:00Z", head=head).after(*actions)


# A draw has no winner anywhere.


@pytest.fixture
def drawn(shown: Shown) -> Sitting:
    return shown(f"Ann Ben {HALF_A_YEAR}")


def test_no_view_names_the_winner_of_a_draw(drawn: Sitting) -> None:
    for view in ("table", "flat", "seats/0"):
        page = drawn.behind(view)
        assert ("Ann and Ben" in page.text, "A draw" in page.text) == (False, True), view


def test_no_list_has_a_star_or_a_win(drawn: Sitting) -> None:
    phone = drawn.phone
    ben = next(link for link in phone.opens("/players").links() if link.removeprefix("/players/").isdigit())
    for address in ("/", "/history", ben, f"/evenings/{drawn.id}"):
        page = phone.opens(address)
        assert (page.status, page.reads(STARS), "★" in page.text) == (200, [], False), address
    assert "Won 0 of 1" in phone.opens(ben).text
    rows = phone.opens("/players/table").root.one("tbody").all("tr")
    cells: list[list[str]] = [row.reads("th | td")[:3] for row in rows]
    assert cells == [["A Ann", "1", "0 0%"], ["B Ben", "1", "0 0%"]]


def test_an_evening_shares_the_places_and_gives_nobody_a_win(phone: Phone) -> None:
    drawn, _ = (played(phone, f"Ann Ben {HALF_A_YEAR}") for _ in range(2))
    page, picture = (phone.opens(f"/evenings/{drawn.id}{name}") for name in ("", "/evening.svg"))
    # Half a point for each of two games that were level.
    assert [(line.split()[:3], line[-9:]) for line in page.reads("ol.standings li")] == [
        (["1", letter, name], "2 games 1") for letter, name in (("A", "Ann"), ("B", "Ben"))
    ]
    assert "Koi-Koi: Ann 50 · Ben 50" in page.text
    assert ("★" in picture.html, picture.html.count("A draw")) == (False, 2)


def test_files_and_programs_are_told_of_no_winner(drawn: Sitting) -> None:
    document: Any = drawn.phone.opens(f"{drawn.address}/takuroku.json").json
    reports: list[Any] = [drawn.kept["report"], report(load(document))]
    for told in reports:
        assert (told["over"], told["winners"], [each["place"] for each in told["standings"]]) == (True, [], [1, 1])
    assert [(each["rank"], each["winner"]) for each in sent_to_bg_stats(drawn)["players"]] == [(1, False), (1, False)]
