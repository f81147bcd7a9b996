"""What holds of every page: it opens in both languages, is well formed, has nothing from elsewhere, and leads on."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import cycle

import pytest
from flask import Flask

from tests.kit.pages import opened, place, places, registry, shown
from tests.kit.web.page import HOSTS, Element, Form, Page, check_well_formed
from tests.kit.web.roles import Stage, oh_hell, staged
from tests.web.conftest import Phone, Sitting, seatwise

BG_STATS = "https://app.bgstatsapp.com/createPlay.html?data="
OWN_CODE = r"http://localhost/code#c[\w-]+"
OWN_PICTURE = r"http://localhost/assets/\w+/pictures/link\.png"


def every_page(phone: Phone, stage: Stage) -> Iterator[Page]:
    """Every page that there is, as the keeper of a scorebook with everything in it opens it."""
    for page in shown():
        for address in places(page):
            answer = phone.opens(address.format_map(stage.values))
            assert (answer.status, answer.mimetype) == (200, "text/html"), (
                f"{page.endpoint} is answered {answer.status}, {answer.mimetype} at {address}: say in "
                "tests/kit/pages.py what it needs in its address, or why no address opens it (ELSEWHERE)"
            )
            yield answer


def all_states(phone: Phone) -> Iterator[Page]:
    """What pages are otherwise, as one phone comes across it, and the pages that say no."""

    def sent(address: str, ending: str, **typed: str) -> Page:
        return phone.sends(phone.opens(address).form(ending), typed)

    yield phone.opens("/")
    table = oh_hell(phone)
    at = table.address
    yield from map(phone.opens, ("/history?game=oh-hell&text=nobody&page=2", "/j/nonsense", "/nowhere"))
    yield from (phone.opens(f"/tools/forbidden-bid?hand=7&bid=3&bid={bid}") for bid in (1, 9))
    yield table.tries({"bids-0": "0.5"})
    yield table.tries({"bids-0": "0", "position": "0"})
    yield table.tries({"amount": "0", "seat": "0", "reason": "why"}, form=table.adjustment)
    for address, ending, typed in (
        (f"{at}/rows/0", "/rows/0", {"e1-tricks-0": "3"}),
        (f"{at}/rows/0", "/rows/0", {"position": "0"}),
        ("/new/oh-hell", "/new/oh-hell", {"players-0": "Ben", "players-1": "ben"}),
        ("/new/oh-hell", "/new/oh-hell", {"fill": "preset:minus"}),
        (f"{at}/plan", "/rules", {"rule_name": ""}),
        (f"{at}/about", "/about", {"place": "x" * 61, "note": "y" * 501}),
        ("/tokens", "/tokens", {"name": ""}),
        ("/carry", "/carry", {"name": ""}),
        ("/scorebooks/name", "/scorebooks/name", {"name": ""}),
    ):
        yield sent(address, ending, **typed)
    sent(f"{at}/about", "/about", place="At Ann's", note="It rained.")
    table.ends()
    yield from pages_of_others(phone, table)
    yield from players_pages(phone)
    assert phone.program("Blackboard", "watcher").token
    yield from map(phone.opens, (at, f"{at}/more", "/evenings", f"/evenings/{table.id}", f"/links?session={table.id}"))
    yield from map(phone.opens, ("/tokens", "/players/table", "/"))
    yield next(map(phone.opens, re.findall(r'"(/players/\d+)"', phone.opens("/players/table").html)))
    sent(f"{at}/archive", "/archive")
    yield from map(phone.opens, ("/history", "/history?kind=archived", f"{at}/more"))
    sent(f"{at}/discard", "/discard")
    yield from map(phone.opens, ("/history", "/history?kind=deleted", "/history?text=rained"))
    yield from map(phone.opens, (at, f"{at}/more", f"{at}/discard"))
    sent("/scorebook/delete", "/scorebook/delete")
    yield from map(phone.opens, ("/", at))
    yield (refused := phone.posts(f"{at}/undo", {"csrf_token": phone.token()}))
    phone.sends(refused.form("/restore"))
    yield phone.posts(f"{at}/undo", {})
    # A sheet on which a seat has laid its bid, and the question which of two is to stand.
    laid = phone.sits_down(bidding="written", top_hand="3")
    before = laid.form
    sent(f"{laid.address}/seats/0", "/seats/0", **{"bids-0": "1"})
    yield laid.page
    yield laid.tries(seatwise("bids", (1, 0, 0)), form=before)


def pages_of_others(phone: Phone, table: Sitting) -> Iterator[Page]:
    """What is otherwise for who watches the scorebook, and for who was let in to one game."""
    watcher, player = (Phone(phone.client.application, phone.language) for _ in range(2))
    phone.lets_in(watcher, "watcher")
    phone.lets_in(player, "player", table.id)
    for address in ("/", "/new", "/scorebooks", table.address, f"{table.address}/more", f"{table.address}/about"):
        yield from (other.opens(address) for other in (watcher, player))
    yield from map(watcher.opens, ("/scorebook", "/history?kind=archived"))


def players_pages(phone: Phone) -> Iterator[Page]:
    """Players renamed, coloured, merged, archived, and what is refused of it."""
    phone.sits_down("Anna", "Ben", "Dan")
    by_name = {each.one("a").text: each.one("a").get("href") for each in phone.opens("/players").root.all("li")}
    ann, anna, ben, dan = (by_name[name] for name in ("Ann", "Anna", "Ben", "Dan"))
    form, into = phone.opens(f"{ann}/edit").form("/edit"), f"merge?into={ann.removeprefix('/players/')}"
    yield phone.sends(form, {"name": "Ben", "colour": "99"})
    yield phone.follows(phone.sends(form, {"colour": "4"}))
    yield phone.opens(f"{anna}/merge")
    yield (asked := phone.opens(f"{anna}/{into}"))
    yield phone.follows(phone.sends(asked.form("/merge")))
    yield phone.sends(phone.opens(f"{ben}/{into}").form("/merge"))
    yield phone.follows(phone.sends(phone.opens(f"{dan}/edit").form("/archive")))
    yield phone.opens("/players")


@pytest.fixture(scope="module")
def stage(app: Flask) -> Stage:
    return staged(app)


@dataclass(frozen=True)
class Walk:
    """Every page by the language that it was opened in, and what each phone's links were answered when they showed."""

    pages: dict[str, list[Page]]
    links: dict[tuple[Phone, str], str]


@pytest.fixture(scope="module")
def walk(app: Flask, stage: Stage) -> Walk:
    walk = Walk({"en": [], "ja": []}, {})
    for language, seen in walk.pages.items():
        keeper, other = stage.phones["keeper"], Phone(app, language)
        keeper.language = language
        for phone, pages in ((keeper, every_page(keeper, stage)), (other, all_states(other))):
            for page in pages:
                seen.append(page)
                # In one language: they lead to the same pages in the other.
                for link in page.links() if language == "en" else ():
                    if (phone, link) not in walk.links and not link.startswith(BG_STATS):
                        answer = phone.opens(link)
                        answer = phone.opens(answer.location) if answer.location else answer
                        walk.links[phone, link] = f"{answer.status} from {page.address} ({page.status})"
    return walk


@pytest.fixture
def pages(walk: Walk) -> list[Page]:
    return [*walk.pages["en"], *walk.pages["ja"]]


def test_every_view_declares_its_page(app: Flask) -> None:
    routes = {(rule.endpoint, rule.rule) for rule in app.url_map.iter_rules()}
    files = {("static", "/static/<path:filename>"), ("assets.send", "/assets/<version>/<path:path>")}
    # What a browser asks before another site's page may is answered anywhere.
    assert {(page.endpoint, page.rule) for page in registry()} == routes - files


def test_a_page_that_no_test_can_reach_is_told(stage: Stage) -> None:
    page = replace(next(shown()), endpoint="hats.show", rule="/hats/<hat>")
    with pytest.raises(AssertionError, match=r"hats.show \(/hats/<hat>\): say in tests/kit/pages.py, ARGUMENTS"):
        place(page)


def test_a_page_opens_before_anybody_has_played(app: Flask) -> None:
    first = [page for page in shown() if "{" not in place(page)]
    for page, language in zip(first, cycle(("en", "ja")), strict=False):
        answer = Phone(app, language).opens(place(page))
        assert (answer.status, answer.mimetype, answer.lang) == (200, "text/html", language), page.endpoint


def test_every_page_opens_in_the_readers_language(walk: Walk) -> None:
    assert {language: {page.lang for page in pages} for language, pages in walk.pages.items()} == {
        "en": {"en"},
        "ja": {"ja"},
    }


def test_no_space_stands_between_two_japanese_sentences(walk: Walk) -> None:
    """Blocks that the browser puts on lines of their own are looked at one by one."""
    apart = {
        (page.address, found)
        for page in walk.pages["ja"]
        for tag in ("p", "small", "dd", "label")
        for each in page.root.all(tag)
        for found in re.findall(r".{,12}。 [ぁ-ゖァ-ヺ一-鿿].{,12}", each.text)
    }
    assert apart == set()


def test_links_lead_somewhere_from_every_page(walk: Walk) -> None:
    assert {link: answer for (_, link), answer in walk.links.items() if not answer.startswith("200 ")} == {}
    assert len(walk.links) > 100


def test_a_page_is_well_formed_with_one_heading_one_content_and_a_title_and_can_be_zoomed(pages: list[Page]) -> None:
    for page in pages:
        check_well_formed(page.html)
        assert page.heading, page.address
        assert page.root.one("main").get("id") == "main"
        assert page.root.one("title").text.strip(" ·") not in ("", "Takuroku")
        assert page.root.all("a", href="#main"), "the way past the bar"
        viewport = page.root.one("meta", name="viewport").get("content")
        assert "user-scalable" not in viewport and "maximum-scale" not in viewport


def test_an_id_stands_once_on_a_page_where_something_refers_to_it(pages: list[Page]) -> None:
    for page in pages:
        ids = Counter(each.get("id") for each in page.root.all() if each.has("id"))
        assert [name for name, times in ids.items() if times > 1] == [], page.address
        for each in page.root.all():
            named = f"{each.get('for')} {each.get('aria-labelledby')} {each.get('aria-describedby')}".split()
            assert set(named) <= ids.keys(), f"{page.address}: {each.tag} refers to {named}"


def test_everything_that_can_be_filled_in_has_a_name(pages: list[Page]) -> None:
    for page in pages:
        labelled = {each.get("for") for each in page.root.all("label")}
        inside = [each for label in page.root.all("label") for each in label.all("input", "select", "textarea")]
        for control in page.root.all("input", "select", "textarea"):
            named = control.get("id") in labelled or control in inside or control.has("aria-label")
            assert named or control.get("type") == "hidden", f"{page.address}: {control.get('name')} has no label"
        for button in page.root.all("button", "a"):
            assert button.text or button.has("aria-label"), f"{page.address}: a {button.tag} without words"


def test_no_place_for_a_word_is_left_empty_and_no_nothing_is_shown(pages: list[Page]) -> None:
    for page in pages:
        shown = [page.text, *(each.get(name) for each in page.root.all() for name in ("aria-label", "title", "alt"))]
        for words in shown:
            left = re.search(r"\{\w*\}|%\(\w+\)s|\bNone\b|\bUndefined\b|\{\{|\{%|Message\(|\bsay\(|lazy", words)
            assert left is None, f"{page.address}: {left} in {words[max(0, left.start() - 40) :][:120]!r}"


def test_nothing_is_asked_of_another_host(pages: list[Page]) -> None:
    for page in pages:
        for each in page.root.all():
            for name, value in each.attributes.items():
                if not _is_tapped(each, name) and not _is_given_away(each, name):
                    assert not HOSTS.search(value or ""), f"{page.address}: {each.tag} {name}={value}"
        assert not HOSTS.search(re.sub(f"{OWN_CODE}|{OWN_PICTURE}", "", page.html.replace(BG_STATS, ""))), page.address


def test_a_messenger_is_told_nothing_of_any_game_or_link(pages: list[Page]) -> None:
    for page in pages:
        told = [each.get("content") for each in page.root.all("meta") if each.get("property").startswith("og:")]
        the_same_for_all = re.match(r"/($|code$|sample$|rules(/|$))", page.address) is not None
        assert the_same_for_all or told == [], page.address
        words = re.findall(r"\w+", " ".join(told))
        assert {"Ann", "Anna", "Ben", "Chika", "Dan"}.isdisjoint(words), page.address


def test_style_and_script_are_files(pages: list[Page]) -> None:
    for page in pages:
        assert page.root.all("style") == [], page.address
        for script in page.root.all("script"):
            assert script.get("src").startswith("/assets/")
            assert not script.children
        for each in page.root.all():
            written_in = [name for name in each.attributes if name == "style" or name.startswith("on")]
            assert written_in == [], f"{page.address}: {each.tag} {written_in}"
            assert not each.get("href").lower().startswith(("javascript:", "data:"))


def test_a_form_that_writes_proves_that_it_is_ours(pages: list[Page]) -> None:
    for page in pages:
        for form in page.forms:
            # Looking at the game of a code changes nothing.
            if form.method == "post" and form.action != "/code":
                assert form.typed("csrf_token"), f"{page.address}: the form to {form.action}"


def test_the_browser_is_told_to_keep_the_page_to_itself(pages: list[Page]) -> None:
    for page in pages:
        policy = page.headers["Content-Security-Policy"]
        assert "default-src 'none'" in policy and "frame-ancestors 'none'" in policy
        # The page that scans has a camera, and a reader of its pictures in WebAssembly.
        scans = page.address == "/scan"
        assert (("unsafe" in policy), "'unsafe-" in policy) == (scans, False)
        # The address of an invitation is a secret: it goes nowhere, not even to the site's own files.
        invites = page.address.startswith("/j/")
        # What a seat says for itself is in no browser that is handed on, nor is what lets others in.
        own = invites or re.search(r"/seats(/|$)|/code$|/share$|^/links/(own|guest)$", page.address)
        told = {
            "Permissions-Policy": f"camera={'(self)' if scans else '()'}, microphone=(), geolocation=()",
            "X-Content-Type-Options": "nosniff",
            "Referrer-Policy": "strict-origin" if invites else "same-origin",
            "Cache-Control": "private, no-store" if own else "private, no-cache",
        }
        assert {name: page.headers[name] for name in told} == told, page.address


def _is_tapped(element: Element, attribute: str) -> bool:
    """The one link that leads elsewhere: nothing is asked of that host before somebody taps, nor where from."""
    elsewhere = element.get("href").startswith(BG_STATS) and element.get("rel") == "noreferrer"
    return elsewhere and (element.tag, attribute) == ("a", "href")


def _is_given_away(element: Element, attribute: str) -> bool:
    """The address of this site in a field, to be sent to another phone, or of its picture for messengers."""
    own = {("input", "value"): OWN_CODE, ("meta", "content"): OWN_PICTURE}.get((element.tag, attribute))
    return own is not None and re.fullmatch(own, element.get(attribute)) is not None


# Whatever somebody sees who is no keeper leads somewhere: no link and no form of theirs is refused.


REFUSED = frozenset({401, 403, 404, 405, 410})
ENDLESS = re.compile(r"^/tools/|^/rules/")
"""Pages that say of each card or rule where it leads: one of each is enough."""
NOT_LED_TO = {
    *("sheets.poll", "lookahead.show", "seats.show", "moving.packed"),
    *("share.code_picture", "share.drawn", "history.evening_picture", "review.drawn"),
}
"""What only an open page asks for, the pictures on it, and what leads who only looks to nothing."""
OF_A_SEAT = re.compile(r"/s/[^/]+/seats/(pass/)?\d+(/take|/free)?")
OF_THE_PHONE = {"/settings", "/scorebooks/open", "/scorebooks/new", "/scan", "/code"}
"""What a form may be for that writes nothing in the scorebook."""


@pytest.fixture(scope="module", params=["game", "book", "seat"])
def role(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture(scope="module")
def seen(stage: Stage, role: str) -> dict[str, Page]:
    """Every page that the role can come to from home, by its address."""
    return {page.address: page for page in crawled(stage.phones[role])}


@pytest.fixture(scope="module")
def sent(seen: dict[str, Page]) -> dict[str, Form]:
    """The forms on them that write, by where they are sent."""
    pages = (page for page in seen.values() if page.mimetype == "text/html")
    return {each.action: each for page in pages for each in page.forms if each.method == "post"}


def crawled(phone: Phone) -> Iterator[Page]:
    """Every page that can be come to by links and by forms that only ask; fails where one is refused."""
    waiting, known = [("", "/")], {"/"}
    while waiting:
        came_from, address = waiting.pop()
        page = phone.opens(address)
        assert page.status not in REFUSED, f"{came_from} leads to {address}, which is answered {page.status}"
        if not page.location:
            yield page
        for link in _leads_to(page):
            place = link.partition("?")[0] if ENDLESS.search(link) else link
            if place not in known and not link.startswith(BG_STATS):
                known.add(place)
                waiting.append((address, link))


def _leads_to(page: Page) -> Iterator[str]:
    if page.location:
        yield page.location
    if page.location or page.mimetype != "text/html":
        return
    yield from page.links()
    yield from (each.action for each in page.forms if each.method == "get")
    yield from (each.get("data-follow") for each in page.root.all() if each.has("data-follow"))


@pytest.mark.thorough
def test_what_there_is_to_see_is_come_to_from_home(app: Flask, stage: Stage, role: str, seen: dict[str, Page]) -> None:
    routes = app.url_map.bind("")
    come_to = {routes.match(address.partition("?")[0])[0] for address in seen}
    to_watch = {page for page in opened() if page.audience == "watcher" and page.endpoint not in NOT_LED_TO}
    of_session = {page.endpoint for page in to_watch if page.of_session}
    of_book = {page.endpoint for page in to_watch if not page.of_session}
    assert of_session - come_to == set()
    assert of_book & come_to == (of_book if role == "book" else set())
    assert {f"/s/{stage.session}", f"/s/{stage.koi}", "/scorebooks" if role == "book" else "/"} <= seen.keys()
    assert (f"/s/{stage.session}/seats" in seen) == (role == "seat")


@pytest.mark.thorough
def test_no_form_that_is_shown_is_refused(stage: Stage, role: str, sent: dict[str, Form]) -> None:
    phone = stage.phones[role]
    with phone.client.session_transaction() as cookie:
        before = dict(cookie)
    for form in sent.values():
        tapped = [(each.get("name"), each.get("value")) for each in form.element.all("button") if each.get("name")]
        answer = phone.posts(form.action, form.values | dict(tapped[:1]))
        assert answer.status not in REFUSED, f"the form to {form.action} is answered {answer.status}"
        with phone.client.session_transaction() as cookie:
            cookie.clear()
            cookie.update(before)


@pytest.mark.thorough
def test_who_only_looks_is_shown_no_form_that_writes(role: str, sent: dict[str, Form]) -> None:
    writes = sent.keys() - OF_THE_PHONE
    assert [action for action in writes if role != "seat" or not OF_A_SEAT.fullmatch(action)] == []


@pytest.mark.thorough
def test_no_page_is_empty(seen: dict[str, Page]) -> None:
    for page in seen.values():
        assert page.mimetype != "text/html" or page.root.one("main").text, page.address
