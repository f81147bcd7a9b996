"""Asks what players ask of a club's year, with a phone: how many taps it takes, and whether the figure is right.

Every figure on a page is compared with a sum made anew from the scorebook's file, see `bench.browser.sums`.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from tempfile import TemporaryDirectory

from playwright.sync_api import Page

from bench import club
from bench.browser import answers, sums
from bench.browser.answers import ME, Played
from bench.browser.site import open_phone
from bench.browser.ways import (
    beside,
    cells,
    figure,
    fold,
    folded,
    games_of,
    league,
    line,
    number,
    opened,
    own_game,
    row_of,
    session_of,
    table_of,
    way,
)
from bench.figures import Figure
from store.book import Book
from store.engines import database_at
from store.transfer.export import dump
from tests.kit.browser.chromium import find_chromium, launched
from tests.kit.browser.site import running_site
from tests.kit.browser.table import Phone

TITLE = "Questions of a club about its year: taps from the home page, and the figure beside a sum over the documents"
MOST_TAPS = 4


@dataclass(frozen=True)
class Question:
    """What is asked, the way there, what the page says and what the documents come to."""

    text: str
    go: Callable[[Phone], None]
    read: Callable[[Page], object]
    sum_up: Callable[[Played], object]


def measured() -> Iterator[Figure]:
    """Each question with its taps, and whether the page says what the documents come to."""
    executable = find_chromium()
    assert executable, "questions are asked with a browser"
    with TemporaryDirectory() as folder, running_site(Path(folder)) as site, launched(executable) as browser:
        phone = open_phone(browser, site, locale="en-GB")
        phone.goes_to("/")
        phone.begins(club.PLAYERS[:3])
        with closing(database_at(folder).connect()) as db:
            own = db.execute("SELECT id FROM scorebook").fetchone()["id"]
            club.fill(db, own, until=datetime.now(UTC))
            played = sums.finished(json.loads("".join(dump(Book(db, own, "watcher")))))
        for each in QUESTIONS:
            phone.goes_to("/")
            phone.taps = 0
            each.go(phone)
            said, right = each.read(phone.page), each.sum_up(played)
            note = shown(said) if said == right else f"{shown(said)}, by the documents {shown(right)}"
            yield Figure(each.text, phone.taps, "taps", goal=MOST_TAPS, is_right=said == right, note=note)


def shown(answer: object) -> str:
    return " · ".join(answer) if isinstance(answer, list) else str(answer)


YEAR = way("Record", "Year in review")
FILTER = folded("Filter")


def season(phone: Phone) -> None:
    """From the first of March to the last of May, typed."""
    way("Record", "Players", ME, FILTER)(phone)
    for field, day in (("since", "2026-03-01"), ("until", "2026-05-31")):
        phone.tap(phone.page.locator(f"#{field}"))
        phone.page.fill(f"#{field}", day)
    phone.tap(phone.page.get_by_role("button", name="Show", exact=True))
    phone.page.wait_for_url("**since=2026-03-01**")


def first_of_evening(page: Page) -> str:
    return page.locator("[aria-labelledby=evening] li").first.locator("> b").inner_text().split()[0]


def when(page: Page, within: str) -> str:
    return str(page.locator(f"{within} time[datetime]").first.get_attribute("datetime"))


QUESTIONS = (
    Question(
        "Who leads this year at Wizard, with how many won?",
        way("Record", "League table", FILTER, "This year", opened("Wizard")),
        league("Wizard"),
        lambda played: answers.wins(answers.of_game(played, "Wizard"))[0],
    ),
    Question(
        "How do I stand against Ben at Koi-Koi?",
        way("Record", "Players", ME, beside("Ben")),
        lambda page: row_of(page, "against", "Koi-Koi")[1:],
        lambda played: answers.standing_beside(answers.of_game(played, "Koi-Koi"), "Ben"),
    ),
    Question(
        "When did we last play Hearts?",
        table_of("Hearts", games_of("Hearts")),
        lambda page: when(page, ".list .item"),
        lambda played: f"{answers.of_game(played, 'Hearts')[-1].began:%Y-%m-%dT%H:%M:%SZ}",
    ),
    Question("In which game was the biggest swing?", YEAR, session_of("Biggest swing"), sums.biggest_swing),
    Question("Which game was the tightest?", YEAR, session_of("Tightest game"), sums.tightest),
    Question(
        "How many of my games have I won this year?",
        way("Record", "Players", ME, "Year in review"),
        figure("Won"),
        lambda played: f"{sums.wins(played, ME)} of {len(sums.of(played, ME))}",
    ),
    Question(
        "How many did I win from March to May?",
        season,
        figure("Won", first=True),
        answers.in_spring,
    ),
    Question(
        "How many evenings were there in March?",
        YEAR,
        lambda page: int(line("Evenings by month")(page).partition("Mar: ")[2].split()[0]),
        answers.in_march,
    ),
    Question(
        "How many did the best of the last evening win?",
        way(),
        first_of_evening,
        lambda played: answers.wins(answers.last_evening(played))[0][2],
    ),
    Question(
        "How many games did we finish on the last evening?",
        way("The last evening"),
        lambda page: page.locator("[aria-labelledby=games] li:not(:has(.badge))").count(),
        lambda played: len(answers.last_evening(played)),
    ),
    Question(
        "Who has won most this year?",
        YEAR,
        lambda page: line("Most wins")(page).partition(" · ")[0].removesuffix(" ·"),
        lambda played: "{0} {2} of {1}".format(*answers.wins(played)[0]),
    ),
    Question(
        "What is my best total at Oh Hell?",
        own_game(ME, "Oh Hell"),
        lambda page: number(figure("Highest and lowest")(page).split(" · ")[0]),
        lambda played: max(each.totals[ME] for each in sums.of(answers.of_game(played, "Oh Hell"), ME)),
    ),
    Question(
        "What is my average at Skull King?",
        own_game(ME, "Skull King"),
        lambda page: number(figure("Average total")(page)),
        lambda played: answers.average(answers.of_game(played, "Skull King")),
    ),
    Question("How often do I make my bids at Wizard?", own_game(ME, "Wizard"), figure("Bid made"), answers.bids),
    Question(
        "Who is my partner most, and what have we won?",
        way("Record", "Players", ME),
        lambda page: cells(page.locator("[aria-labelledby=partners] tbody tr").first),
        answers.most_partner,
    ),
    Question(
        "How often was I ahead of Cleo, at all games?",
        way("Record", "Players", ME),
        lambda page: row_of(page, "against", "Cleo")[1:],
        lambda played: answers.standing_beside(played, "Cleo"),
    ),
    Question(
        "How long is the longest streak of the year?",
        YEAR,
        lambda page: int(line("Longest streak")(page).partition(" won ")[2].split()[0]),
        answers.streak,
    ),
    Question(
        "How often did we make the yaku of the year?",
        YEAR,
        lambda page: int(line("Yaku of the year")(page).partition(", ")[2].split()[0]),
        answers.most_yaku,
    ),
    Question("How many hours did we play?", YEAR, figure("Time at the table"), answers.hours),
    Question(
        "How many has the leader won at Koi-Koi on the last 10 evenings?",
        way("Record", "League table", FILTER, "Last 10 evenings", opened("Koi-Koi")),
        lambda page: league("Koi-Koi")(page)[2],
        lambda played: answers.wins(answers.of_game(answers.last_ten(played), "Koi-Koi"))[0][2],
    ),
    Question(
        "What is the lowest total at Rummy?",
        table_of("Rummy"),
        lambda page: min(number(cells(row)[4]) for row in fold(page, "Rummy").locator("tbody tr").all()),
        lambda played: min(total for each in answers.of_game(played, "Rummy") for total in each.totals.values()),
    ),
)
