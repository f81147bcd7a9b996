"""A phone each: players say their own part of a step, the keeper's phone lies idle; and one phone that goes round."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from contextlib import closing, suppress
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Error, Locator, Response, expect

from app import create_app
from record.author import stamp
from store.access import links
from store.access.grants import Right
from tests.kit.browser.fit import SMALLEST
from tests.kit.browser.opening import PATIENCE
from tests.kit.browser.table import ANN, BEN, CLEO, DAN, FOUR, OFFLINE, STALE, Phone, deal

OpenPhone = Callable[..., Phone]
OFTEN = 50
"""Milliseconds from one look at what was answered to the next."""
ONE_TIME = re.compile(r'(name="(?:csrf_token|key)" value|data-etag)="[^"]*"')
"""What differs from page to page whatever is said on it."""


@dataclass
class Table:
    """A session, the phones that are open on it, and all that the site has answered them."""

    session: str
    keeper: Phone
    opens: OpenPhone
    invites: Callable[[Right], str]
    heard: list[Response] = field(default_factory=list)

    @property
    def address(self) -> str:
        return f"/s/{self.session}"

    def sees(self, role: Right, address: str = "", locale: str = "en-GB") -> Phone:
        """Another phone, come by a link, on a page of the session; its answers are kept."""
        phone = self._joined(role, locale)
        phone.goes_to(f"{self.address}{address}")
        return phone

    def sits(self, seat: int, locale: str = "en-GB") -> Phone:
        """A phone that has come to join the table and taken the seat of its player."""
        phone = self._joined("player", locale)
        phone.takes_seat(self.session, seat)
        return phone

    def _joined(self, role: Right, locale: str) -> Phone:
        phone = self.opens(locale)
        self.listens(phone)
        phone.joins(self.invites(role))
        return phone

    def listens(self, phone: Phone) -> None:
        # Playwright marks what it is given, which a method of a list does not suffer.
        phone.page.on("response", lambda response: self.heard.append(response))  # noqa: PLW0108

    def told(self) -> dict[str, set[str]]:
        """Every page that was answered since this was asked last, by its address, without what is good for once."""
        pages: dict[str, set[str]] = {}
        for response in self.heard:
            if response.status == 200 and "text/html" in response.headers["content-type"]:
                # An answer of a page that is left is gone with it.
                with suppress(Error):
                    text = ONE_TIME.sub("", response.text())
                    pages.setdefault(response.url, set()).add(text)
        self.heard.clear()
        return pages

    def told_until_asked(self, *wanted: str) -> dict[str, set[str]]:
        """The same as soon as all these paths are among the addresses."""
        pages: dict[str, set[str]] = {}
        for _ in range(PATIENCE // OFTEN):
            self.keeper.page.wait_for_timeout(OFTEN)
            for address, texts in self.told().items():
                pages.setdefault(address, set()).update(texts)
            if {*wanted} <= {urlsplit(address).path for address in pages}:
                return pages
        raise AssertionError(f"Of {wanted} only {[*pages]} were asked for.")


@pytest.fixture
def keeper(open_phone: OpenPhone) -> Phone:
    return open_phone()


@pytest.fixture
def begin(open_phone: OpenPhone, record: Path, keeper: Phone) -> Callable[..., Table]:
    """Begin a game on the keeper's phone, which others can join."""
    site = create_app({"TAKUROKU_DATA": str(record)})

    def begun(players: Sequence[str] = FOUR, **options: object) -> Table:
        session = keeper.sits_down(players, **options)  # type: ignore[arg-type]

        def invited(role: Right) -> str:
            with closing(site.extensions["takuroku"].connect()) as db:
                (row,) = db.execute("SELECT scorebook FROM session WHERE id = ?", (session,)).fetchall()
                return links.make(
                    db, scorebook=row["scorebook"], role=role, session=session, at=stamp(datetime.now(UTC))
                )

        table = Table(session, keeper, open_phone, invited)
        table.listens(keeper)
        keeper.taps = 0
        return table

    return begun


Begin = Callable[..., Table]


def chips(phone: Phone) -> Locator:
    return phone.page.locator(".asked .says button:not(:disabled)")


def says(phone: Phone, value: object) -> None:
    """Tap a chip of what is asked, as soon as it is."""
    chip = phone.page.locator(f".asked .says button[value='{value}']")
    expect(chip).to_be_visible()
    phone.tap(chip)


def is_asked(phone: Phone, what: str) -> None:
    expect(phone.page.locator(".asked h2")).to_contain_text(what)


def all_say(players: Sequence[Phone], values: Sequence[object], what: str) -> None:
    for phone, value in zip(players, values, strict=True):
        is_asked(phone, what)
        says(phone, value)
        expect(phone.page.locator(".asked h2", has_text=what)).to_have_count(0)


def test_who_joins_sits_down_by_a_tap_on_the_name_itself(begin: Begin) -> None:
    table = begin(dealer=DAN, top_hand="3")
    phone = table.opens()
    phone.goes_to(f"/j/{table.invites('player')}")
    phone.tap(phone.page.locator("main form[method=post] button"))
    expect(phone.page).to_have_url(re.compile(f"{table.address}/seats$"))
    name = phone.page.locator(".sits .name").nth(CLEO)
    place = name.bounding_box()
    assert place
    phone.page.touchscreen.tap(place["x"] + 3, place["y"] + place["height"] / 2)
    expect(phone.page).to_have_url(re.compile(f"/seats/{CLEO}$"))


@pytest.mark.smoke
def test_a_deal_of_oh_hell_costs_the_keeper_no_tap_and_each_player_two(begin: Begin, keeper: Phone) -> None:
    table = begin(dealer=DAN, format="short-falling", top_hand="3")
    players = [table.sits(seat) for seat in range(4)]
    for phone in players[BEN:]:
        expect(phone.page.locator(".word")).to_contain_text("Waiting for Ann")
        expect(chips(phone)).to_have_count(0)
    all_say(players[:DAN], [1, 1, 0], "your turn: Bids")
    is_asked(players[DAN], "Dan, your turn: Bids")
    expect(players[DAN].page.locator(".asked button:disabled")).to_have_text("1")
    says(players[DAN], 0)
    all_say(players, [1, 1, 1, 0], "Tricks")
    for phone in players:
        expect(phone.page.locator(".said")).to_contain_text("Ann")
    assert keeper.taps == 0
    assert [phone.taps for phone in players] == [2, 2, 2, 2]
    print(f"taps of a deal: keeper {keeper.taps}, each player {players[ANN].taps}")
    expect(keeper.sheet).to_have_attribute("data-position", "2")
    assert keeper.entries(table.session) == [
        {"step": "bids", "bids": [1, 1, 0, 0]},
        {"step": "tricks", "tricks": [1, 1, 1, 0]},
    ]


@pytest.mark.parametrize("deals", [1, pytest.param(2, marks=pytest.mark.long)])
def test_written_bids_are_played_on_four_phones_and_no_bid_is_known_before_all(
    begin: Begin, keeper: Phone, deals: int
) -> None:
    table = begin(dealer=DAN, format="short-falling", top_hand="2", bidding="written")
    watcher, afar = table.sees("watcher"), table.sees("watcher", "/table")
    players = [table.sits(seat) for seat in range(4)]
    others = [keeper, watcher, afar, *players]

    all_say(players[:BEN], [2], "Ann: Bids")
    expect(keeper.page.locator(".told-of-seats")).to_contain_text("Ann ✓")
    first = reloaded(table, others)
    mends(players[ANN], 0)
    # Everybody's page asks by itself what is new, which this then is.
    followed = table.told_until_asked(*(f"{table.address}/{page}" for page in ("now", "seats/1", "seats/2", "seats/3")))
    assert reloaded(table, others) == first, "another bid changes nothing that anybody is answered"
    for page in [page for told in (first, followed) for pages in told.values() for page in pages]:
        assert not re.search(r"<input[^>]* name=\"bids-\d\"[^>]* checked", page)
        assert not re.search(r"<button[^>]* name=\"bids-\d\"[^>]* aria-current", page)

    players[BEN].page.reload()
    players[CLEO].page.close()
    players[CLEO].page = players[CLEO].context.new_page()
    players[CLEO].goes_to(table.address)
    expect(players[CLEO].page).to_have_url(re.compile(f"/seats/{CLEO}$"))
    all_say(players[BEN:DAN], [1, 0], "Bids")
    assert keeper.entries(table.session) == []
    says(players[DAN], 1)
    for phone in (keeper, watcher):
        expect(phone.page.locator(".said")).to_contain_text("Bids 0 · 1 · 0 · 1")
    all_say(players, [1, 1, 0, 0], "Tricks")
    said = [{"step": "bids", "bids": [0, 1, 0, 1]}, {"step": "tricks", "tricks": [1, 1, 0, 0]}]
    if deals == 2:
        all_say(players, [1, 0, 0, 0], "Bids")
        all_say(players, [1, 0, 0, 0], "Tricks")
        for phone in players:
            expect(phone.page.locator(".word")).to_contain_text("Ben")
        said += [{"step": "bids", "bids": [1, 0, 0, 0]}, {"step": "tricks", "tricks": [1, 0, 0, 0]}]
    expect(keeper.sheet).to_have_attribute("data-position", str(len(said)))
    assert keeper.taps == 0
    assert keeper.entries(table.session) == said


def test_what_a_seat_says_meanwhile_stands_beside_what_the_keeper_has_tapped(begin: Begin, keeper: Phone) -> None:
    table = begin(dealer=DAN, top_hand="3")
    keeper.bids([None, 2, None, None])
    # That somebody sat down is no entry, and nobody who is tapping is asked to look at it.
    with keeper.page.expect_response(lambda answer: answer.url.endswith("/now") and answer.status == 200):
        ann = table.sits(ANN)
    with keeper.page.expect_response(lambda answer: answer.url.endswith("/now")):
        pass
    expect(keeper.page.locator(".following")).to_have_count(0)
    says(ann, 1)
    keeper.tap(keeper.page.locator(".following").get_by_role("button", name="Show"))
    for _ in range(2):
        expect(keeper.bid_of(ANN)).to_have_text("1")
        expect(keeper.bid_of(BEN)).to_have_text("2")
        keeper.page.reload()
    keeper.bids([None, None, 0, 1])
    keeper.saves()
    assert keeper.entries(table.session) == [{"step": "bids", "bids": [1, 2, 0, 1]}]


def mends(phone: Phone, value: object) -> None:
    """Say it once more, otherwise."""
    phone.tap(phone.page.locator(".again summary"))
    phone.tap(phone.page.locator(f".again .says button[value='{value}']"))
    expect(phone.page.locator(".again[open]")).to_have_count(0)


def reloaded(table: Table, phones: Sequence[Phone]) -> dict[str, set[str]]:
    """Every page that is open, opened once more, by its address; what a page asks meanwhile is as it happens to be."""
    table.heard.clear()
    for phone in phones:
        phone.page.reload()
    return {address: told for address, told in table.told().items() if not address.endswith(("/now", "/ahead"))}


def test_one_phone_goes_round_with_two_taps_each_and_shows_nobody_what_was_bid(begin: Begin, keeper: Phone) -> None:
    begin(dealer=DAN, format="short-falling", top_hand="2", bidding="written")
    keeper.tap(keeper.page.get_by_role("link", name="Pass the phone"))
    keeper.taps = 0
    for seat, (name, bid) in enumerate(zip(FOUR, (2, 0, 1, 1), strict=True)):
        expect(keeper.page.locator(".curtain strong")).to_have_text(name)
        keeper.tap(keeper.page.get_by_role("link", name=f"I am {name}"))
        is_asked(keeper, f"{name}: Bids")
        if seat == BEN:
            keeper.page.reload()
            is_asked(keeper, "Ben: Bids")
        says(keeper, bid)
        if seat == CLEO:
            expect(keeper.page.locator(".curtain strong")).to_have_text("Dan")
            keeper.page.go_back()
            expect(keeper.page.locator(".curtain strong")).to_have_text("Dan")
            keeper.page.reload()
    expect(keeper.sheet).to_have_attribute("data-position", "1")
    assert keeper.taps == 8
    assert keeper.entries() == [{"step": "bids", "bids": [2, 0, 1, 1]}]


@pytest.mark.long
def test_boo_ray_is_entered_in_secret_and_shown_at_once(begin: Begin, keeper: Phone) -> None:
    table = begin(("千夏", "大輔", "花"), game="boo-ray")
    players = [table.sits(seat, "ja-JP") for seat in range(3)]
    all_say(players[:2], ["kalo", "kalo"], "ゲーム")
    expect(players[ANN].page.locator(".word")).to_contain_text("花")
    expect(keeper.page.locator(".told-of-seats")).to_contain_text("大輔")
    assert keeper.entries(table.session) == []
    says(players[CLEO], "none")
    expect(players[ANN].page.locator(".word")).to_contain_text("記録係")
    assert keeper.entries(table.session) == [{"step": "entries", "games": ["kalo", "kalo", "none"]}]
    assert keeper.taps == 0


def test_a_phone_buzzes_and_has_the_keyboard_when_it_is_its_turn(begin: Begin) -> None:
    table = begin(dealer=DAN, top_hand="3")
    ann, ben = table.sits(ANN), table.sits(BEN)
    ben.page.evaluate("() => { globalThis.buzzed = 0; navigator.vibrate = () => { globalThis.buzzed += 1; }; }")
    says(ann, 1)
    is_asked(ben, "Ben, your turn")
    expect(ben.page.locator(".asked")).to_be_focused()
    expect(ben.page.locator("#live")).to_contain_text("Ben, your turn: Bids")
    assert ben.page.evaluate("globalThis.buzzed") == 1


@pytest.mark.parametrize("locale", [pytest.param("en-GB", marks=pytest.mark.long), "ja-JP"])
def test_that_there_is_no_connection_covers_no_key_on_a_small_phone(begin: Begin, locale: str) -> None:
    table = begin(dealer=DAN, top_hand="3")
    ann = table.sits(ANN, locale)
    ann.page.set_viewport_size(SMALLEST)
    ann.expects(OFFLINE)
    keys = chips(ann).last.bounding_box()
    with ann.page.expect_response(lambda answer: answer.status == 304):
        pass
    ann.context.set_offline(True)
    expect(ann.page.locator(".asked > .following")).to_be_visible()
    assert chips(ann).last.bounding_box() == keys, "nothing moves under the thumb"
    says(ann, 2)
    expect(ann.page.locator(".says [data-sent]")).to_have_text("2")
    ann.context.set_offline(False)
    expect(ann.page.locator(".others .self b")).to_have_text("2", timeout=PATIENCE)


def test_the_same_again_takes_the_phones_along_without_a_code(begin: Begin, keeper: Phone) -> None:
    table = begin(dealer=CLEO, format="short-falling", top_hand="2")
    ann, ben = table.sits(ANN), table.sits(BEN)
    television, watcher = table.sees("watcher", "/table"), table.sees("watcher")
    keeper.writes(table.session, *deal([1, 0, 0, 0], [1, 1, 0, 0]), *deal([0, 0, 0, 0], [1, 0, 0, 0]))
    for phone in (ann, ben):
        expect(phone.page.locator("h1 small")).to_contain_text("final")
    expect(television.page.locator("[data-ended]")).to_be_visible()
    keeper.goes_to(table.address)
    keeper.tap(keeper.page.locator("form[action$='/again'] button"))
    expect(keeper.page).not_to_have_url(re.compile(table.session))
    new = urlsplit(keeper.page.url).path
    for phone, seat in ((ann, ANN), (ben, BEN)):
        expect(phone.page).to_have_url(re.compile(f"{new}/seats/{seat}$"))
        expect(phone.page.locator("#live")).to_contain_text("New game")
    # A page of a game that is over asks every ten seconds.
    expect(television.page).to_have_url(re.compile(f"{new}/table$"))
    expect(watcher.page.locator(".onward")).to_be_visible()
    expect(watcher.page.locator("#live")).to_contain_text("The next game has begun")
    watcher.tap(watcher.page.locator(".onward"))
    expect(watcher.page).to_have_url(re.compile(f"{new}$"))
    # Ann deals now, so Ben is the first to speak.
    is_asked(ben, "Ben, your turn: Bids")
    says(ben, 1)
    expect(television.page.locator(".ranking li", has_text="Ben").locator(".declared b")).to_have_text("1")
    expect(ann.page.locator(".word")).to_contain_text("Waiting for Cleo")
    assert ann.taps == 0, "who sits there taps nothing"


def test_for_a_silent_phone_the_keeper_enters_with_two_taps_and_it_is_told_so(begin: Begin, keeper: Phone) -> None:
    table = begin(dealer=DAN, top_hand="5")
    ann = table.sits(ANN)
    keeper.takes_seat(table.session, DAN)
    ann.expects(OFFLINE, STALE)
    is_asked(ann, "Bids")
    ann.page.context.set_offline(True)
    says(ann, 3)
    expect(ann.page.locator(".says [data-sent]")).to_have_text("3")
    keeper.taps = 0
    keeper.tap(keeper.page.get_by_role("link", name="Enter for Ann"))
    says(keeper, 2)
    expect(keeper.page).to_have_url(re.compile(f"/seats/{DAN}$"))
    assert keeper.taps == 2
    ann.page.context.set_offline(False)
    conflict = ann.page.locator(".alert", has_text="In the meantime 2 was entered for Ann")
    expect(conflict).to_contain_text("You entered 3", timeout=PATIENCE)
    ann.tap(conflict.get_by_role("button", name="Change it to 3"))
    expect(ann.page.locator(".others .self b")).to_have_text("3")
    expect(keeper.page.locator(".others li").nth(ANN).locator("b")).to_have_text("3", timeout=PATIENCE)
