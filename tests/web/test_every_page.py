"""What holds of every page: it opens in both languages, is well formed, and has nothing on it from elsewhere."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace

import pytest
from flask import Flask

from store.access import grants
from tests.kit.pages import place, places, shown
from tests.kit.web.page import HOSTS, Element, Page, check_well_formed
from tests.kit.web.roles import Stage, oh_hell, staged
from tests.web.conftest import Phone, Sitting
from web.pages import registry

BG_STATS = "https://app.bgstatsapp.com/createPlay.html?data="
OWN_CODE = r"http://localhost/code#c[\w-]+"
OWN_PICTURE = r"http://localhost/assets/\w+/pictures/link\.png"
POLICY = "Content-Security-Policy"


def every_page(stage: Stage, language: str) -> Iterator[Page]:
    """Every page that there is, as the keeper of a scorebook with everything in it opens it."""
    phone = stage.phones["keeper"]
    phone.language = language
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
    yield phone.opens("/")
    table = oh_hell(phone)
    yield phone.opens("/history?game=oh-hell&text=nobody&page=2")
    yield phone.opens("/tools/forbidden-bid?hand=7&bid=3&bid=1")
    yield phone.opens("/tools/forbidden-bid?hand=7&bid=3&bid=9")
    yield table.tries({"bids-0": "0.5"})
    yield table.tries({"bids-0": "0", "position": "0"})
    yield phone.sends(table.row(0).form("/rows/0"), {"e1-tricks-0": "3"})
    yield phone.sends(table.row(0).form("/rows/0"), {"position": "0"})
    yield table.tries({"amount": "0", "seat": "0", "reason": "why"}, form=table.adjustment)
    yield phone.sends(phone.opens("/new/oh-hell").form("/new/oh-hell"), {"players-0": "Ben", "players-1": "ben"})
    yield phone.sends(phone.opens("/new/oh-hell").form("/new/oh-hell"), {"fill": "preset:minus"})
    yield phone.sends(table.behind("rules").form("/rules"), {"rule_name": ""})
    yield phone.sends(phone.opens(f"{table.address}/about").form("/about"), {"place": "x" * 61, "note": "y" * 501})
    phone.sends(phone.opens(f"{table.address}/about").form("/about"), {"place": "At Ann's", "note": "It rained."})
    table.ends()
    yield from pages_of_others(phone, table)
    yield from players_pages(phone)
    yield phone.opens(table.address)
    yield table.more
    yield phone.opens("/evenings")
    yield phone.opens(f"/evenings/{table.id}")
    yield phone.sends(phone.opens("/tokens").form("/tokens"), {"name": ""})
    yield phone.sends(phone.opens("/carry").form("/carry"), {"name": ""})
    yield phone.opens(f"/links?session={table.id}")
    yield phone.sends(phone.opens("/scorebooks").form("/scorebooks/name"), {"name": ""})
    yield phone.opens("/j/nonsense")
    assert phone.program("Blackboard", "watcher").token
    yield phone.opens("/tokens")
    standings = phone.opens("/players/table")
    yield standings
    yield phone.opens(next(link for link in standings.links() if re.fullmatch(r"/players/\d+", link)))
    yield phone.opens("/")
    phone.sends(table.behind("archive").form("/archive"))
    for address in ("/history", "/history?kind=archived", table.address + "/more"):
        yield phone.opens(address)
    phone.sends(phone.opens(table.address + "/discard").form("/discard"))
    for address in ("/history", "/history?kind=deleted", "/history?text=rained"):
        yield phone.opens(address)
    for rest in ("", "/more", "/discard"):
        yield phone.opens(table.address + rest)
    asked = phone.opens("/scorebook/delete").form("/scorebook/delete")
    phone.sends(asked)
    yield phone.opens("/")
    yield phone.opens(table.address)
    yield (refused := phone.posts(table.address + "/undo", {"csrf_token": asked.values["csrf_token"]}))
    phone.sends(refused.form("/restore"))
    yield from pages_of_what_is_laid(phone)
    yield phone.opens("/nowhere")
    yield phone.posts(table.address + "/undo", {})


def pages_of_others(phone: Phone, table: Sitting) -> Iterator[Page]:
    """What is otherwise for who watches the scorebook, and for who was let in to one game."""
    roles: tuple[tuple[grants.Right, str | None], ...] = (("watcher", None), ("player", table.id))
    for role, session in roles:
        other = Phone(phone.client.application, phone.language)
        phone.lets_in(other, role, session)
        for address in ("/", "/new", "/scorebooks", table.address, f"{table.address}/more", f"{table.address}/about"):
            yield other.opens(address)
        if role == "watcher":
            yield other.opens("/scorebook")
            yield other.opens("/history?kind=archived")


def pages_of_what_is_laid(phone: Phone) -> Iterator[Page]:
    """A sheet on which a seat has laid its bid, and the question which of two is to stand."""
    table = phone.sits_down(bidding="written", top_hand="3")
    before = table.form
    phone.sends(phone.opens(f"{table.address}/seats/0").form("/seats/0"), {"bids-0": "1"})
    yield table.page
    yield table.tries({"bids-0": "1", "bids-1": "0", "bids-2": "0"}, form=before)


def players_pages(phone: Phone) -> Iterator[Page]:
    """Players renamed, coloured, merged, archived, and what is refused of it."""
    phone.sits_down("Anna", "Ben", "Dan")
    by_name = {each.one("a").text: each.one("a").get("href") for each in phone.opens("/players").root.all("li")}
    ann, anna, ben, dan = (by_name[name] for name in ("Ann", "Anna", "Ben", "Dan"))
    form = phone.opens(f"{ann}/edit").form("/edit")
    yield phone.sends(form, {"name": "Ben", "colour": "99"})
    yield phone.follows(phone.sends(form, {"colour": "4"}))
    number = ann.removeprefix("/players/")
    yield phone.opens(f"{anna}/merge")
    asked = phone.opens(f"{anna}/merge?into={number}")
    yield asked
    yield phone.follows(phone.sends(asked.form("/merge")))
    yield phone.sends(phone.opens(f"{ben}/merge?into={number}").form("/merge"))
    yield phone.follows(phone.sends(phone.opens(f"{dan}/edit").form("/archive")))
    yield phone.opens("/players")


@pytest.fixture(scope="module")
def stage(app: Flask) -> Stage:
    return staged(app)


@dataclass(frozen=True)
class Walk:
    """Every page in a language, and what each phone's links were answered as soon as they were shown."""

    language: str
    pages: list[Page]
    links: dict[tuple[Phone, str], str]


@pytest.fixture(scope="module", params=["en", "ja"])
def walk(request: pytest.FixtureRequest, app: Flask, stage: Stage) -> Walk:
    walk = Walk(request.param, [], {})
    other = Phone(app, walk.language)
    for phone, pages in ((stage.phones["keeper"], every_page(stage, walk.language)), (other, all_states(other))):
        for page in pages:
            walk.pages.append(page)
            # In one language: they lead to the same pages in the other.
            for link in page.links() if walk.language == "en" else ():
                if (phone, link) not in walk.links and not link.startswith(BG_STATS):
                    walk.links[phone, link] = f"{phone.opens(link).status} from {page.address} ({page.status})"
    return walk


@pytest.fixture
def pages(walk: Walk) -> list[Page]:
    return walk.pages


def test_every_view_declares_its_page(app: Flask) -> None:
    routes = {(rule.endpoint, rule.rule) for rule in app.url_map.iter_rules()}
    files = {("static", "/static/<path:filename>"), ("assets.send", "/assets/<version>/<path:path>")}
    # What a browser asks before another site's page may is answered anywhere.
    assert {(page.endpoint, page.rule) for page in registry()} == routes - files


def test_a_page_that_no_test_can_reach_is_told(stage: Stage) -> None:
    page = replace(next(shown()), endpoint="hats.show", rule="/hats/<hat>")
    with pytest.raises(AssertionError, match=r"hats.show \(/hats/<hat>\): say in tests/kit/pages.py, ARGUMENTS"):
        place(page)


@pytest.mark.parametrize("language", ["en", "ja"])
def test_a_page_opens_before_anybody_has_played(app: Flask, language: str) -> None:
    for page in shown():
        if "{" not in place(page):
            answer = Phone(app, language=language).opens(place(page))
            assert (answer.status, answer.mimetype, answer.lang) == (200, "text/html", language), page.endpoint


def test_every_page_opens_in_the_readers_language(walk: Walk) -> None:
    assert {page.lang for page in walk.pages} == {walk.language}


def test_links_lead_somewhere_from_every_page(walk: Walk) -> None:
    assert {link: answer for (_, link), answer in walk.links.items() if not answer.startswith("200 ")} == {}
    assert walk.language != "en" or len(walk.links) > 100


def test_a_page_has_one_heading_one_content_and_a_title(pages: list[Page]) -> None:
    for page in pages:
        assert page.heading, page.address
        assert page.root.one("main").get("id") == "main"
        assert page.root.one("title").text.strip(" ·") not in ("", "Takuroku")
        assert page.root.all("a", href="#main"), "the way past the bar"


def test_a_page_is_well_formed(pages: list[Page]) -> None:
    for page in pages:
        check_well_formed(page.html)


def test_no_id_stands_twice_on_a_page(pages: list[Page]) -> None:
    for page in pages:
        ids = Counter(each.get("id") for each in page.root.all() if each.has("id"))
        assert [name for name, times in ids.items() if times > 1] == [], page.address


def test_what_a_page_refers_to_is_on_it(pages: list[Page]) -> None:
    for page in pages:
        ids = {each.get("id") for each in page.root.all() if each.has("id")}
        for each in page.root.all():
            named = f"{each.get('for')} {each.get('aria-labelledby')} {each.get('aria-describedby')}".split()
            assert set(named) <= ids, f"{page.address}: {each.tag} refers to {named}"


def test_everything_that_can_be_filled_in_has_a_name(pages: list[Page]) -> None:
    for page in pages:
        labelled = {each.get("for") for each in page.root.all("label")}
        for control in page.root.all("input", "select", "textarea"):
            if control.get("type") != "hidden":
                assert control.get("id") in labelled or _inside(control, "label") or control.has("aria-label"), (
                    f"{page.address}: {control.get('name')} has no label"
                )
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


def test_zoom_is_not_blocked(pages: list[Page]) -> None:
    for page in pages:
        viewport = page.root.one("meta", name="viewport").get("content")
        assert "user-scalable" not in viewport
        assert "maximum-scale" not in viewport


def test_the_browser_is_told_to_keep_the_page_to_itself(pages: list[Page]) -> None:
    for page in pages:
        policy = page.headers[POLICY]
        assert "default-src 'none'" in policy
        # The page that scans has a camera, and a reader of its pictures in WebAssembly.
        scans = page.address == "/scan"
        assert ("unsafe" in policy) is scans
        assert "'unsafe-" not in policy
        camera = "(self)" if scans else "()"
        assert page.headers["Permissions-Policy"] == f"camera={camera}, microphone=(), geolocation=()"
        assert "frame-ancestors 'none'" in policy
        assert page.headers["X-Content-Type-Options"] == "nosniff"
        # The address of an invitation is a secret: it goes nowhere, not even to the site's own files.
        invites = page.address.startswith("/j/")
        assert page.headers["Referrer-Policy"] == ("strict-origin" if invites else "same-origin")
        # What a seat says for itself is in no browser that is handed on, nor is what lets others in.
        own = invites or re.search(r"/seats/(\d|pass)|/invite$|/code$|^/join$", page.address)
        assert page.headers["Cache-Control"] == ("private, no-store" if own else "private, no-cache")


def _is_tapped(element: Element, attribute: str) -> bool:
    """The one link that leads elsewhere: nothing is asked of that host before somebody taps, nor where from."""
    elsewhere = element.get("href").startswith(BG_STATS) and element.get("rel") == "noreferrer"
    return elsewhere and (element.tag, attribute) == ("a", "href")


def _is_given_away(element: Element, attribute: str) -> bool:
    """The address of this site in a field, to be sent to another phone, or of its picture for messengers."""
    own = {("input", "value"): OWN_CODE, ("meta", "content"): OWN_PICTURE}.get((element.tag, attribute))
    return own is not None and re.fullmatch(own, element.get(attribute)) is not None


def _inside(element: Element, tag: str) -> bool:
    parent = element.parent
    while parent is not None and parent.tag != tag:
        parent = parent.parent
    return parent is not None
