"""Whose scorebook it is, who may not see it, and what is remembered of language and look."""

from __future__ import annotations

from flask import Flask

from tests.kit.for_each import for_each
from tests.kit.web.page import Page
from tests.web.conftest import Phone, Sitting, seatwise, site_at


def switches(phone: Phone, back: str | None = None, **chosen: str) -> Page:
    (name,) = chosen
    form = phone.opens("/").form("/settings", has=name)
    return phone.sends(form, chosen if back is None else chosen | {"back": back})


# The scorebook.


def test_the_first_visit_gets_a_scorebook_that_the_next_one_finds(app: Flask) -> None:
    """The first cookie has another name, see tests/web/identity/test_first_visit.py; it is sent anew once a day."""
    phone = Phone(app)
    cookie, later = (phone.opens("/").headers["Set-Cookie"] for _ in range(2))
    assert (cookie.startswith("takuroku-"), later.startswith("takuroku=")) == (True, True)
    assert [said in cookie for said in ("HttpOnly", "SameSite=Lax", "Expires=")] == [True] * 3
    table = phone.sits_down("Dan", "Eva", "Fay")
    home = phone.opens("/")
    assert (table.address in home.links(), "Set-Cookie" in home.headers) == (True, False)
    with phone.client.session_transaction() as said:
        said["seen"] = "2026-11-20"
    assert "Expires=" in phone.opens("/").headers["Set-Cookie"], "and kept for as long again"
    assert "Set-Cookie" not in phone.opens("/").headers


def test_another_phone_sees_nothing_of_it(table: Sitting, stranger: Phone) -> None:
    for address in ("/", "/history", "/new/oh-hell", "/history?player=Ann"):
        page = stranger.opens(address)
        assert (page.status, table.id in page.html, "Chika" in page.html) == (200, False, False)


@for_each("rest", ["", "?row=0", "/more", "/rows/0", "/takuroku.json", "/takuroku.csv"])
def test_a_session_that_is_not_yours_is_not_found(app: Flask, rest: str) -> None:
    table, stranger = Phone(app).sits_down(top_hand="3"), Phone(app)
    table.deal(bids=(1, 1, 0), tricks=(1, 2, 0))
    assert table.phone.opens(table.address + rest).status == 200
    page = stranger.opens(table.address + rest)
    assert page.status == 404
    assert page.text == stranger.opens(f"/s/no-such-session{rest}").text, "it does not tell that there is one"


@for_each("session", ["nonsense", "%00", "..", "x" * 5000, "%ED%A0%80", "a%2Fb", "' OR 1=1 --", "０"])
def test_a_session_that_is_none_is_not_found(phone: Phone, session: str) -> None:
    for address in (f"/s/{session}", f"/s/{session}/more", f"/api/v1/sessions/{session}"):
        assert phone.opens(address).status == 404


def test_a_forged_cookie_opens_nothing(table: Sitting, app: Flask) -> None:
    assert (table.page.status, len(table.id) >= 20) == (200, True), "an id in a link is not guessed"
    cookie = table.phone.client.get_cookie("takuroku")
    assert cookie is not None
    thief = Phone(app)
    middle = len(cookie.value) // 3
    swapped = "A" if cookie.value[middle] != "A" else "B"
    thief.client.set_cookie("takuroku", cookie.value[:middle] + swapped + cookie.value[middle + 1 :])
    assert thief.opens(table.address).status == 404
    thief.client.set_cookie("takuroku", cookie.value)
    assert thief.opens(table.address).status == 200, "the cookie itself is the key"


def test_a_restart_loses_nothing_and_the_cookie_still_works(place: str) -> None:
    phone = Phone(site_at(place))
    table = phone.sits_down("Dan", "Eva", "Fay", top_hand="3")
    table.deal(bids=(1, 1, 0), tricks=(1, 2, 0))
    cookie = phone.client.get_cookie("takuroku")
    assert cookie is not None
    form, before = table.form, table.kept

    after = Phone(site_at(place))
    after.client.set_cookie("takuroku", cookie.value)
    again = Sitting(after, table.address)
    assert again.kept == before
    assert after.sends(form, seatwise("bids", (0, 1, 2))).status == 303, "a page from before the restart can be sent"
    assert again.position == 3


# Language and look.


def test_the_browser_chooses_the_language(app: Flask) -> None:
    japanese = ("ja", "ja-JP,ja;q=0.9,en;q=0.8", "de,ja;q=0.5")
    for asked in (*japanese, "en-GB", "de", "", ";;;q=x"):
        assert Phone(app, language=asked).opens("/").lang == ("ja" if asked in japanese else "en"), asked


def test_the_language_that_was_chosen_is_remembered(phone: Phone) -> None:
    assert switches(phone, language="ja").status == 303
    assert {phone.opens(address).lang for address in ("/", "/new/oh-hell", "/nowhere")} == {"ja"}
    pressed = phone.opens("/").form("/settings", has="language").element.all(aria_pressed="true")
    assert [each.get("value") for each in pressed] == ["ja"]
    switches(phone, language="en")
    assert phone.opens("/").lang == "en"


def theme_of(phone: Phone) -> str:
    return phone.opens("/").root.one("html").get("data-theme")


def test_the_look_that_was_chosen_is_remembered(phone: Phone) -> None:
    assert theme_of(phone) == "auto"
    for theme in ("dark", "light", "auto"):
        switches(phone, theme=theme)
        assert theme_of(phone) == theme


@for_each("name, value", [("language", "de"), ("language", "<b>"), ("theme", "x" * 10_000)])
def test_what_is_not_offered_is_not_remembered(phone: Phone, name: str, value: str) -> None:
    assert switches(phone, **{name: value}).status == 303
    assert (phone.opens("/").lang, theme_of(phone)) == ("en", "auto")


def test_a_switch_leads_back_to_its_page(phone: Phone) -> None:
    for address in ("/history?game=oh-hell&page=2", "/rules", "/j/no-longer"):
        form = phone.opens(address).form("/settings", has="language")
        assert phone.sends(form, {"language": "en"}).location.rstrip("?") == address


@for_each(
    "back",
    [
        "//evil.example",
        "///evil.example",
        "////evil.example",
        "https://evil.example/",
        "HTTPS:evil.example",
        "/\\evil.example",
        "\\\\evil.example",
        "/\t/evil.example",
        "/\n/evil.example",
        " //evil.example",
        "javascript:alert(1)",
        "evil.example",
        "@evil.example",
        "",
        "\x00//evil.example",
        *("//[", "http://[", "//[evil", "https://[::1"),
    ],
)
def test_a_switch_leads_nowhere_else(phone: Phone, back: str) -> None:
    switches(phone, language="en")
    answer = switches(phone, back=back, language="ja")
    assert (answer.status, answer.location) == (303, "/")
    assert phone.opens("/").lang == "ja"
