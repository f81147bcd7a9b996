"""The page of a player and the table of the scorebook, against ten evenings of all games that are counted by hand."""

from __future__ import annotations

import re
from calendar import month_name
from secrets import token_hex

import pytest
from flask import Flask

from tests.kit import small_scorebook
from tests.kit.web.page import Element, Page
from tests.kit.web.reports import keeper_of, merges, numbers_of, scores
from tests.web.conftest import Phone


def with_ten_evenings(app: Flask) -> Phone:
    phone = Phone(app)
    phone.sits_down("Zoë", "Yan", game="koi-koi")
    with keeper_of(phone) as book:
        small_scorebook.write_down(book, token_hex(4))
    return phone


@pytest.fixture(scope="module")
def reader(app: Flask) -> Phone:
    """A phone whose scorebook has the ten evenings in it, and a game that has begun."""
    return with_ten_evenings(app)


def of_player(phone: Phone, name: str) -> Page:
    page = phone.opens(f"/players/{numbers_of(phone)[name]}")
    assert (page.status, page.heading) == (200, name)
    return page


@pytest.fixture(scope="module")
def anna(reader: Phone) -> Page:
    return of_player(reader, "あんな")


def game(page: Page, name: str) -> Element:
    """What is told of one game."""
    (found,) = [each for each in page.root.all("details") if each.one("summary").text.startswith(name)]
    return found


def lines(part: Element) -> dict[str, str]:
    """The figures that stand by themselves."""
    names, figures = part.all("dt"), part.all("dd")
    return {name.text: figure.text for name, figure in zip(names, figures, strict=True)}


def table(part: Element, title: str) -> dict[str, str]:
    """A table below a heading: by the name of a line its cells, as one reads them; the head first."""
    (heading,) = [each for each in part.all("h3", "h2") if each.text == title]
    box = part.one("div", aria_labelledby=heading.get("id"))
    head, *rows = box.all("tr")
    told = {"": " | ".join(each.text for each in head.all("th"))}
    return told | {named(row.one("th")): " | ".join(each.text for each in row.all("td")) for row in rows}


def named(head: Element) -> str:
    """What a line is of; of a person the name, which stands beside the face."""
    return next((each.text for each in head.all("span") if not each.classes), head.text)


def test_games_lost_one_after_the_other_are_told_as_without_a_win(phone: Phone) -> None:
    for _ in range(2):
        scores(phone, "", (5, 1))
    overview = of_player(phone, "Ben").root.one("main").all("dl")[0]
    assert lines(overview) == {"Won": "0 of 2", "Win rate": "0%", "Now": "2 games without a win"}


def test_all_games_together(anna: Page) -> None:
    """Won: the short Oh Hell, Skull King, Twin Shoot, Koi-Koi, Satat, and the pad together with ベン."""
    overview = anna.root.one("main").all("dl")[0]
    assert lines(overview) == {"Won": "6 of 10", "Win rate": "60%", "Now": "2 wins in a row"}


def test_the_last_places_as_numbers_and_as_a_list(anna: Page) -> None:
    """From the first evening to the tenth: Oh Hell 3 and 1, Wizard 2, Skull King 1, Twin Shoot 1, Koi-Koi 1, Buki 2,
    Boo-Ray 5, Satat 1, the pad 1. In the row the newest is last, in the list first."""
    chart = anna.root.one("ol", class_="places")
    assert [each.text for each in chart.all("li")] == ["3", "1", "2", "1", "1", "1", "2", "5", "1", "1"]
    assert [place for place, each in enumerate(chart.all("li")) if "won" in each.classes] == [1, 3, 4, 5, 8, 9]
    items = [each.text for each in anna.root.all("ul", class_="list")[0].all("li")]
    assert len(items) == 10
    assert re.fullmatch("Golf began Tue, Nov 10(, 2026)? 8:00 PM UTC place 1 at a table of 2 12", items[0])
    assert any(re.fullmatch("Boo-Ray began Sun, Nov 8.* UTC place 5 at a table of 5 −77", each) for each in items)


def test_against_each_other_player(anna: Page) -> None:
    """ベン: ahead in the short Oh Hell, Skull King, Koi-Koi, Buki and Satat, behind in the long Oh Hell (141), Wizard
    (410) and Boo-Ray, level on the pad; in Twin Shoot he was her partner.
    大輔: ahead in the short Oh Hell, Wizard, Skull King, Twin Shoot, Satat, behind in the long one, Buki, Boo-Ray.
    千夏: level in the long Oh Hell (132), ahead in the short one, Wizard, Skull King, Twin Shoot, Buki, behind in
    Boo-Ray; in Satat her partner. 恵美 was there for Boo-Ray alone, fourth to her fifth."""
    assert table(anna.root, "Head to head") == {
        "": "Ahead | Tied | Behind",
        "ベン": "5 56% | 1 | 3",
        "大輔": "5 63% | 0 | 3",
        "千夏": "5 71% | 1 | 1",
        "恵美": "0 0% | 0 | 1",
    }
    assert table(anna.root, "As partners") == {
        "": "Games | Won",
        "ベン": "1 | 1 100%",
        "千夏": "1 | 1 100%",
    }


GAINS = ("+14", "−4", "+4", "−6", "0", "−6", "−12", "+30", "−30", "−42", "+40", "+66")
FIGURES: dict[str, tuple[dict[str, str], dict[str, dict[str, str]], list[str] | None]] = {
    # The bids and tricks of あんな by the sheets, * where she dealt.
    # Long: 10: 3/3, 9: 2/2, 8: 0/1, 7: 2/2*, 6: 1/1, 5: 1/0, 4: 0/0, 3: 1/1*, 2: 0/0, 1: 0/0, 2: 1/0, 3: 1/1*, 4: 0/0,
    # 5: 2/1, 6: 3/1, 7: 2/2*, 8: 1/2, 9: 0/0, 10: 4/1. Short: 5: 1/0, 4: 0/0, 3: 1/1*, 2: 0/0, 1: 0/0.
    # Made 12 of 19 and 4 of 5. Over: the two hands of 8. Under: 5, 2, 5, 6, 10 and the short 5.
    # Bids of 0: 6 + 3, of which only the 8 went wrong. Of 1: 6 + 2, wrong with 5, 2, 8 and the short 5. Of 2: 4, wrong
    # with 5. Of 3: 10 right, 6 wrong. Of 4: wrong.
    # Tricks: 18 and 1 in 24 deals: 0.79. Totals 132 and 41, places 3 and 1.
    "Oh Hell": (
        {
            "Place": "place 1 ×1 · place 3 ×1",
            "Average": "86.5",
            "Highest and lowest": "132 · 41",
            "Streak": "1 win in a row",
            "Longest streaks": "1 win in a row · 1 game without a win",
            "Most frequent bid": "0 (9 of 24)",
            "Tricks": "0.8 on average",
            "Bid made": "67% 16 of 24",
        },
        {
            "Cards dealt": {
                "": "Times | Bid made",
                "1": "2 | 2 100%",
                "2": "3 | 2 67%",
                "3": "3 | 3 100%",
                "4": "3 | 3 100%",
                "5": "3 | 0 0%",
                "6": "2 | 1 50%",
                "7": "2 | 2 100%",
                "8": "2 | 0 0%",
                "9": "2 | 2 100%",
                "10": "2 | 1 50%",
            },
            "Bid": {
                "": "Times | Bid made",
                "0": "9 | 8 89%",
                "1": "8 | 4 50%",
                "2": "4 | 3 75%",
                "3": "2 | 1 50%",
                "4": "1 | 0 0%",
            },
            "Bid missed": {"": "Times", "too many tricks": "2 of 8 25%", "too few tricks": "6 of 8 75%"},
            "Dealt": {"": "Times | Bid made", "as dealer": "5 21% | 5 100%", "otherwise": "19 79% | 11 58%"},
        },
        ["Cards dealt", "Bid", "Bid missed", "Dealt"],
    ),
    # 0/0*, 1/1, 1/1, 0/0, 2/1*, 1/1, 0/0, 2/2, 2/2*, 4/5. Bids of 0, of 1 and of 2, three times each.
    # Bonuses kept: 10, 60, 20 and 10 + 20: 120 in ten rounds. 13 tricks. Nobody plays with cannonballs.
    "Skull King": (
        {
            "Most frequent bid": "0, 1, 2 (3 of 10)",
            "Bid made": "80% 8 of 10",
            "Bonus points kept": "12 on average",
            "Tricks": "1.3 on average",
        },
        {"Dealt": {"as dealer": "3 30% | 2 67%"}},
        ["Cards dealt", "Bid", "Bid missed", "Dealt"],
    ),
    # 4/3*, 3/3, 2/2, 5/4, 1/1*, * where she led. Both hit in the second round, opened, and in the fifth. Each bid is
    # bid once: none is the most frequent one.
    "Twin Shoot": (
        {
            "Bid hit": "60% 3 of 5",
            "Both partners hit": "2 of 5 40%",
            "Tricks": "2.6 on average",
            "Most frequent bid": "",
        },
        {
            "Bids opened": {"": "Times | Both partners hit", "Yes": "1 20% | 1 100%", "No": "4 80% | 1 25%"},
            "Led first": {"Yes": "2 40% | 1 50%"},
            "Bid": {"4": "1 | 0 0%"},
        },
        None,
    ),
    # What the months brought: 14, −4, 4, −6, 0, −6, −12, 30, −30, −42, 40, 66: 54 in twelve, 4.5 on average.
    # Oya in February, April, September and December: 26. The other eight: 28.
    # Won by yaku: January 赤短 タン, March タネ, August 花見 カス, November 赤短 青短 六短 タン, December 五光 カス.
    # Calls: March and August 1, December 2, all won; none in eight months; April was over with the dealt hand.
    "Koi-Koi": (
        {},
        {
            "Month": {
                "": "Times | Points | Average",
                **{month: f"1 | {gain} | {gain}" for month, gain in zip(month_name[1:], GAINS, strict=True)},
                "All": "12 | +54 | +4.5",
            },
            "Oya": {
                "": "Times | Points | Average",
                "as oya": "4 33% | +26 | +6.5",
                "otherwise": "8 67% | +28 | +3.5",
                "All": "12 | +54 | +4.5",
            },
            "Yaku": {
                "": "Times",
                **dict.fromkeys(("Red ribbons", "Tan", "Kasu"), "2"),
                **dict.fromkeys(("Five Brights", "Hanami-zake", "Blue ribbons", "Six ribbons", "Tane"), "1"),
            },
            "Month won by": {"": "Times", "Yaku": "5 of 5 100%"},
            "Koi-koi calls": {
                "": "Times | won | lost | drawn",
                "0": "8 | 0 | 0 | 0",
                "1": "2 | 2 | 0 | 0",
                "2": "1 | 1 | 0 | 0",
                "All": "11 | 3 | 0 | 0",
            },
        },
        None,
    ),
    # Banker in the sixth game, won: +0.5. Before it stakes of 4, 3, 2, 3 and 6: −4 −3 −2 −3 +15; the third drawn, the
    # fifth won. The third and the fifth were blocked.
    "Buki": (
        {"Stake": "3.6 on average", "Blocked": "2 of 6 33%", "Total": "53.5", "Place": "place 2 ×1"},
        {
            "Role": {
                "": "Times | won | lost | drawn | Points | Average",
                "banker": "1 17% | 1 | 0 | 0 | +0.5 | +0.5",
                "against the banker": "5 83% | 1 | 3 | 1 | +3 | +0.6",
                "All": "6 | 2 | 3 | 1 | +3.5 | +0.6",
            }
        },
        ["Role"],
    ),
    # Boo-Ray lost with −6 where she dealt, Low-Shit drawn with −1, out with −1, KALO lost with −28 and −61.
    "Boo-Ray": (
        {},
        {
            "Games entered": {
                "": "Times | Games won | Games won uncontested | Games drawn | Games lost | Points | Average",
                "Low-Shit": "1 | 0 | 0 | 1 | 0 | −1 | −1",
                "KALO": "2 | 0 | 0 | 0 | 2 | −89 | −44.5",
                "Boo-Ray": "1 | 0 | 0 | 0 | 1 | −6 | −6",
            },
            "Stayed out": {"Yes": "1 20% | −1 | −1"},
            "Dealt": {
                "": "Times | Points | Average",
                "as dealer": "1 20% | −6 | −6",
                "otherwise": "4 80% | −91 | −22.8",
                "All": "5 | −97 | −19.4",
            },
        },
        ["Games entered", "Stayed out", "Dealt"],
    ),
    # Won the third deal 13–0, the fourth played on and failed, plain here, the fifth 7–0, the eighth plainly.
    # Her team led in the fourth and the fifth (she) and in the sixth (千夏), which was lost. She dealt three times,
    # whenever ベン led.
    "Satat": (
        {
            "Deal won": "4 of 8 50%",
            "Dealt": "3 of 8 38%",
            "7–0, then failed": "1 of 4 25%",
        },
        {
            "How it was won": {
                "": "Times",
                "plain win": "2 of 4 50%",
                "7–0": "1 of 4 25%",
                "13–0": "1 of 4 25%",
            },
            "Team": {
                "": "Times | Deal won",
                "the leader’s team": "3 38% | 2 67%",
                "the dealer’s team": "5 63% | 2 40%",
            },
            "Led first": {"": "Times | Deal won", "Yes": "2 25% | 2 100%", "No": "6 75% | 2 33%"},
        },
        None,
    ),
    # A game that tells nothing has its results.
    "Golf": ({"Won": "100%", "Place": "place 1 ×1", "Total": "12"}, {}, []),
}
"""By game the figures of あんな that stand by themselves ("" where there is none), and tables by their titles.

A table that is given with its head is whole. Last the titles of all tables, where they are asked.
"""


WHOLE = ("Oh Hell", "Golf")
"""The games that have no other figures than these."""


@pytest.mark.parametrize("name", FIGURES)
def test_the_figures_of_each_game(anna: Page, name: str) -> None:
    (figures, tables, titles), part = FIGURES[name], game(anna, name)
    told = lines(part)
    assert (told if name in WHOLE else {label: told.get(label, "") for label in figures}) == figures
    for title, expected in tables.items():
        found = table(part, title)
        assert (found if "" in expected else {label: found[label] for label in expected}) == expected
    assert titles is None or [each.text for each in part.all("h3")] == titles


def test_what_became_of_calls_that_were_not_good(reader: Phone) -> None:
    """ベン called in March and lost, twice in May and nobody could stop, in October and won."""
    calls = table(game(of_player(reader, "ベン"), "Koi-Koi"), "Koi-koi calls")
    assert (calls["1"], calls["2"], calls["All"]) == ("2 | 1 | 1 | 0", "1 | 0 | 0 | 1", "11 | 1 | 1 | 1")


def test_the_table_of_the_scorebook(reader: Phone) -> None:
    """Oh Hell: 132 and 41, 141 and 31, 132 and 21, 134 and 32. At golf the lowest total wins."""
    page = reader.opens("/players/table")
    assert table(page.root, "Oh Hell") == {
        "": "Games | Won | Average | Highest | Streak",
        "あんな": "2 | 1 50% | 86.5 | 132 | 1 win",
        "ベン": "2 | 1 50% | 86 | 141 | 1 without",
        "千夏": "2 | 0 0% | 76.5 | 132 | 2 without",
        "大輔": "2 | 0 0% | 83 | 134 | 2 without",
    }
    # The pad was kept for golf, by which its table goes.
    assert table(page.root, "Golf") == {
        "": "Games | Won | Average | Lowest | Streak",
        "あんな": "1 | 1 100% | 12 | 12 | 1 win",
        "ベン": "1 | 1 100% | 12 | 12 | 1 win",
    }
    assert f"/players/{numbers_of(reader)['恵美']}" in page.links()
    assert len(page.root.all("h2")) == 9


def test_a_merged_player_has_the_page_of_the_person(app: Flask) -> None:
    reader = with_ten_evenings(app)
    numbers = numbers_of(reader)
    emi, zoe = numbers["恵美"], numbers["Zoë"]
    merges(reader, "恵美", into="Zoë")
    asked = reader.opens(f"/players/{emi}")
    assert (asked.status, asked.location) == (302, f"/players/{zoe}")
    assert lines(reader.opens(asked.location).root.one("main").all("dl")[0])["Won"] == "0 of 1"
    opponents = table(of_player(reader, "あんな").root, "Head to head")
    assert "恵美" not in opponents
    assert opponents["Zoë"] == "0 0% | 0 | 1"


def test_of_who_has_finished_nothing_nothing_is_told(reader: Phone) -> None:
    page = of_player(reader, "Zoë")
    assert "No finished games yet." in page.text
    assert "%" not in page.root.one("main").text
    assert page.root.all("table", "dl") == []
    assert "/sample" in page.links()


def test_it_is_told_in_japanese(app: Flask, reader: Phone) -> None:
    page = reader.opens(f"/players/{numbers_of(reader)['あんな']}", headers={"Accept-Language": "ja"})
    assert page.lang == "ja"
    assert "勝ち 6 10 ゲーム中 勝率 60% 今 2 連勝" in page.text
    assert lines(game(page, "オーヘル"))["多かったビッド"] == "0（24 回中 9 回）"
