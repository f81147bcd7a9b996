"""The pages of ratings and of two players: what is shown from when on, why it changed, the switch."""

from __future__ import annotations

from urllib.parse import parse_qs, urlsplit

from tests.kit.web.page import Page
from tests.kit.web.reports import scores
from tests.web.conftest import Phone

WON, LOST = (2, 1), (1, 2)


def page_of(phone: Phone, name: str) -> Page:
    (link,) = [each for each in phone.opens("/players").root.one("ul", class_="list").all("a") if each.text == name]
    return phone.opens(link.get("href"))


def rated(page: Page) -> dict[str, str]:
    """The lines of the fold on a player's page."""
    items = page.root.one("details", id="rating").all("li")
    return {each.one("a").text: each.one("span", class_="wins").text for each in items}


def of_hearts(phone: Phone) -> Page:
    (link,) = page_of(phone, "Ann").root.one("details", id="rating").all("li")
    return phone.opens(link.one("a").get("href"))


def test_a_rating_is_shown_after_five_games(phone: Phone) -> None:
    for _ in range(4):
        scores(phone, "Hearts", WON)
    assert rated(page_of(phone, "Ann")) == {"Hearts": "4 of 5 games"}
    page = of_hearts(phone)
    assert "4 of 5 games: the rating is shown after 5." in page.root.text
    assert page.root.all("figure") == []
    scores(phone, "Hearts", WON)
    (number,) = rated(page_of(phone, "Ann")).values()
    assert 1100 < int(number.replace(",", "")) < 1400


def test_every_change_says_whom_they_beat_and_what_was_expected(phone: Phone) -> None:
    """Between two new players one in two is expected; 63 points, see tests/record/test_rating.py."""
    for points in (WON, WON, WON, LOST, WON):
        scores(phone, "Hearts", points)
    page = of_hearts(phone)
    changes = page.root.one("ul", class_="list changes").all("li", class_="item")
    assert changes[-1].one("a").text == "+63, now 1,063"
    assert [each.text for each in changes[-1].one("ul").all("li")] == ["+63 beat Ben expected: 50%"]
    assert "lost to Ben" in changes[1].text
    assert changes[1].one("a").text.startswith("−")
    assert phone.opens(page.address.replace("Hearts", "hearts")).root.one("h1").text == "Ann"
    assert "Why it changed" in phone.opens(page.address.replace("Hearts", "hearts")).root.text
    # The line is told in words too.
    assert "From 1,000 to" in page.root.one("figcaption").text


def test_the_table_by_rating_has_those_first_who_have_one(phone: Phone) -> None:
    for _ in range(5):
        scores(phone, "Hearts", LOST)
    table = phone.sits_down("Ann", "Cleo", game="score-pad", name="Hearts")
    phone.api.enters(table.id, {"step": "round", "points": [1, 9]}, {"step": "end"})
    page = phone.opens("/players/ratings")
    rows = page.root.one("table").all("tr")[1:]
    assert [row.one("a").all("span")[1].text for row in rows] == ["Ben", "Ann", "Cleo"]
    assert [row.all("td")[1].text for row in rows] == ["5", "6", "1 of 5"]
    # It is never the first thing: the league table is by wins, and leads there.
    league = phone.opens("/players/table")
    assert league.root.one("nav", class_="tiles").all("a")[-1].get("href") == "/players/ratings"


def test_a_keeper_turns_it_off_for_everybody_and_on_again(phone: Phone) -> None:
    scores(phone, "Hearts", WON)
    assert "rating" in page_of(phone, "Ann").html
    phone.follows(phone.sends(phone.opens("/scorebooks").form("/players/ratings/switch"), {"on": "0"}))
    ann = page_of(phone, "Ann")
    assert [each for each in ann.root.all("details") if each.get("id") == "rating"] == []
    assert "/players/ratings" not in phone.opens("/players/table").html
    for path in ("/players/ratings", ann.address + "/rating"):
        page = phone.opens(path)
        assert (page.status, "turned off in this scorebook" in page.root.text) == (404, True)
    phone.follows(phone.sends(phone.opens("/scorebooks").form("/players/ratings/switch"), {"on": "1"}))
    assert phone.opens("/players/ratings").status == 200


def test_two_players_beside_each_other(phone: Phone) -> None:
    scores(phone, "Hearts", WON)
    scores(phone, "Hearts", LOST)
    scores(phone, "Golf", LOST)
    ann = page_of(phone, "Ann")
    (link,) = [each for each in ann.root.all("a") if "/against/" in each.get("href")]
    page = phone.opens(link.get("href"))
    assert page.heading == "Ann · Ben"
    rows = {row.one("th").text: [each.text for each in row.all("td")] for row in page.root.one("tbody").all("tr")}
    assert rows == {"Hearts": ["2", "1 50%", "0", "1"], "Golf": ["1", "0 0%", "0", "1"]}
    assert [each.text for each in page.root.one("dl").all("dd")] == ["1", "0", "2"]
    assert page.root.one("ul", class_="list").all("a")[0].text == "Golf"
    own = ann.address.rpartition("/")[2]
    assert phone.opens(f"/players/{own}/against/{own}").status == 404, "nobody is beside themselves"


def test_each_game_is_folded_but_the_most_played_one(phone: Phone) -> None:
    for name, times in (("Golf", 1), ("Hearts", 5)):
        for _ in range(times):
            scores(phone, name, LOST)
    folds = phone.opens("/players/ratings").root.all("details", class_="box game")
    assert [(fold.one("summary").one("b").text, fold.has("open")) for fold in folds] == [
        ("Hearts", True),
        ("Golf", False),
    ]
    assert folds[0].one("small").text.startswith("Ben 1,")
    assert folds[1].one("summary").text == "Golf"


def test_turned_off_it_is_nowhere(phone: Phone) -> None:
    for _ in range(6):
        scores(phone, "Hearts", LOST)
    ann = page_of(phone, "Ann")
    (shown,) = rated(ann).values()
    (pair,) = [each.get("href") for each in ann.root.all("a") if "/against/" in each.get("href")]
    (session, *_) = [
        each.get("href") for each in phone.opens("/evenings").root.all("a") if "/evenings/" in each.get("href")
    ]
    number = ann.address.rsplit("/", 1)[1]
    year = phone.opens("/evenings").root.one("time").get("datetime")[:4]
    paths = (
        ann.address,
        pair,
        "/",
        "/history",
        "/players",
        "/players/table",
        session,
        f"{session}/evening.svg",
        f"/review/{year}",
        f"/review/{year}/year.svg",
        f"/review/{year}/of/{number}/year.svg",
        "/scorebook/results.csv",
        "/api/v1/players",
        f"/api/v1/players/{number}/statistics",
        "/api/v1/statistics",
    )
    phone.follows(phone.sends(phone.opens("/scorebooks").form("/players/ratings/switch"), {"on": "0"}))
    for path in paths:
        page = phone.opens(path)
        assert page.status == 200, path
        assert "/rating" not in page.html, path
        assert shown not in page.html, path
        assert '"rating"' not in page.html, path


def test_two_players_have_the_filter_and_keep_it_on_the_way(phone: Phone) -> None:
    scores(phone, "Hearts", WON)
    scores(phone, "Golf", LOST)
    ann = page_of(phone, "Ann")
    filtered = phone.opens(f"{ann.address}?game=score-pad:hearts&period=year")
    (link,) = [each.get("href") for each in filtered.root.all("a") if "/against/" in each.get("href")]
    assert parse_qs(urlsplit(link).query) == {"period": ["year"], "game": ["score-pad:Hearts"]}
    page = phone.opens(link)
    assert [each.one("th").text for each in page.root.one("tbody").all("tr")] == ["Hearts"]
    assert "period=year" in page.root.one("nav", class_="tiles").all("a")[0].get("href")
    address = urlsplit(link).path
    none = phone.opens(f"{address}?period=season&until=2020-01-01")
    assert "No matches" in none.root.one("main").text
    wrong = phone.opens(f"{address}?period=season&since=soon")
    assert wrong.status == 422
