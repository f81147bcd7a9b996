"""Every page that there is, on an evening with long names and three deals played, and how to get to it.

The pages come from what the views declare; by hand stand here those that are otherwise after something was done.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from contextlib import closing
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path

from playwright.sync_api import Browser, FilePayload, StorageState, expect

from record.log import Author, stamp
from scoring.catalogue import all_games, find_game
from store.access.secrets import make_link
from store.book import Book
from store.engines.sqlite import FILE_NAME, SQLite
from store.sessions import loading, writing
from store.stats import read_models
from tests.kit.browser.chromium import PHONE
from tests.kit.browser.made_camera import picture_of
from tests.kit.browser.table import NOT_FOUND, REFUSED, Phone, deal
from tests.kit.games import played
from tests.kit.pages import places, shown

# As long as a name may be, with and without a place to break it.
SEVEN = (
    "Maximilian von Hohenstein-Berg",
    "ベンジャミン・フランクリン・ジュニア",
    "千夏",
    "Wolfeschlegelsteinhausenberger",
    "Jo",
    "大輔・クリストファー",
    "Bartholomew the Younger, Ashby",
)


@dataclass(frozen=True)
class Evening:
    """Sessions in one scorebook: one asks the bids, one the tricks, one is over; `cookies` open the scorebook."""

    cookies: StorageState
    bids: str
    tricks: str
    over: str
    database: Path
    begun: dict[tuple[str, int], str] = field(default_factory=dict)

    def played(self, slug: str, entries: int) -> str:
        """A session of another game after so many entries of a random but legal play; the same one again."""
        if (slug, entries) not in self.begun:
            self.begun[slug, entries] = self._recorded(slug, entries)
        return self.begun[slug, entries]

    def __getitem__(self, name: str) -> str:
        """What stands for a name in an address, see `tests.kit.pages`."""
        with closing(SQLite(self.database).connect()) as db:
            scorebook, began = db.execute(
                "SELECT scorebook, created_at FROM session WHERE id = ?", (self.over,)
            ).fetchone()
            if name in ("secret", "link"):
                secret = make_link(Book(db, scorebook, "keeper"), role="watcher", at=stamp(datetime.now(UTC)))
                (link,) = db.execute(
                    "SELECT id FROM link WHERE scorebook = ? ORDER BY rowid DESC", (scorebook,)
                ).fetchone()
                return secret if name == "secret" else str(link)
            people = db.execute("SELECT id FROM player WHERE scorebook = ? ORDER BY id", (scorebook,))
        sessions = {"session": self.bids, "bids": self.bids, "tricks": self.tricks, "over": self.over}
        return {**sessions, "year": str(began)[:4], "player": str(people[0]["id"]), "same": str(people[1]["id"])}[name]

    def _recorded(self, slug: str, entries: int) -> str:
        """The log written at once: a save for each entry would take most of the time that these tests have."""
        game, play = find_game(slug), played(find_game(slug), 0)
        players = SEVEN[: len(play.session["players"])]
        with closing(SQLite(self.database).connect()) as db:
            (scorebook,) = db.execute("SELECT scorebook FROM session WHERE id = ?", (self.over,)).fetchone()
            raw = {"players": players, "dealer": 0, "options": {}}
            by = Author("phone", f"{slug} {entries}", at=datetime(2026, 11, 21, 19, 30, tzinfo=UTC))
            session = writing.start(Book(db, scorebook, "keeper"), game, raw, by)
            with db.writing():
                db.executemany(
                    """
                    INSERT INTO action (session, position, kind, facts, at, device, key)
                    VALUES (?, ?, 'enter', ?, '2026-11-21T19:30:00Z', 'phone', ?)
                    """,
                    [
                        (session, position, json.dumps(entry), f"{slug} {entries} {position}")
                        for position, entry in enumerate(play.entries[:entries])
                    ],
                )
                read_models.refresh(db, loading.load(Book(db, scorebook, "keeper"), session=session))
        return session


def long_evening(browser: Browser, site: str, record: Path) -> Evening:
    """Seven people with long names, who play three sessions."""
    context = browser.new_context(base_url=site, locale="en-GB", **PHONE)
    phone = Phone(context)
    first_deal = deal([3, 2, 1, 0, 1, 0, 1], [3, 1, 1, 1, 1, 0, 0])
    second_deal = deal([0, 1, 0, 2, 1, 0, 3], [0, 1, 0, 2, 1, 0, 2])
    third_deal = deal([1, 0, 0, 2, 1, 0, 2], [1, 0, 0, 2, 1, 1, 0])
    over = phone.begins(SEVEN, dealer=6, format="short-falling", top_hand="1")
    phone.writes(over, *deal([1, 0, 0, 0, 1, 0, 0], [1, 0, 0, 0, 0, 0, 0]))
    tricks = phone.begins(SEVEN, dealer=6, format="long", top_hand="7")
    phone.writes(tricks, *first_deal, *second_deal, third_deal[0])
    bids = phone.begins(SEVEN, dealer=6, format="long", top_hand="7")
    phone.writes(bids, *first_deal, *second_deal, {"step": "note", "text": "Pizza came."}, *third_deal)
    evening = Evening(context.storage_state(), bids, tricks, over, record / FILE_NAME)
    assert phone.unexpected == []
    context.close()
    return evening


Opens = Callable[[Phone, Evening], None]


def at(address: str) -> Opens:
    """The page at an address; `{bids}`, `{tricks}` and `{over}` stand for the sessions, see `Evening`."""
    names = re.findall(r"{(\w+)}", address)
    return lambda phone, evening: phone.goes_to(address.format_map({name: evening[name] for name in names}))


def forbidden_is_struck(phone: Phone, evening: Evening) -> None:
    phone.goes_to(f"/s/{evening.bids}")
    others = phone.order("chips")[:-1]
    for seat in others:
        phone.bid(seat, 0)
    expect(phone.reason).to_be_visible()


def bid_is_refused(phone: Phone, evening: Evening) -> None:
    forbidden_is_struck(phone, evening)
    phone.expects(REFUSED)
    dealer = phone.place(phone.order("chips")[-1])
    forbidden = phone.struck.text_content()
    dealer.locator(f"[value='{forbidden}']").evaluate("input => { input.checked = true; }")
    phone.tap(phone.action)
    expect(phone.page.get_by_role("alert").first).to_be_visible()


def tricks_are_refused(phone: Phone, evening: Evening) -> None:
    phone.goes_to(f"/s/{evening.tricks}")
    phone.expects(REFUSED)
    phone.tap(phone.action)
    expect(phone.page.get_by_role("alert").first).to_be_visible()


def nobody_sits(phone: Phone, evening: Evening) -> None:
    phone.goes_to("/new/oh-hell")
    names = phone.page.locator("input[name^=players-]")
    expect(names.first).to_be_visible()
    for name in names.all():
        name.fill("Jo") if name.is_visible() else None
    expect(names.first).to_have_value("Jo")
    phone.expects(REFUSED)
    phone.tap(phone.action)
    expect(phone.page.get_by_role("alert").first).to_be_visible()


def says(phone: Phone, session: str, place: str, note: str) -> None:
    phone.goes_to(f"/s/{session}/about")
    phone.page.locator("#place").fill(place)
    phone.page.locator("#note").fill(note)
    phone.tap(phone.page.locator("form:has(#place) button"))


def place_is_too_long(phone: Phone, evening: Evening) -> None:
    phone.expects(REFUSED)
    says(phone, evening.over, "W" * 61, "x" * 501)
    expect(phone.page.get_by_role("alert").first).to_be_visible()


def described(phone: Phone, evening: Evening) -> None:
    """With the longest that may be said, which has no place to break it."""
    session = evening.played("score-pad", 3)
    says(phone, session, "W" * 60, "あ" * 250 + "x" * 250)
    phone.goes_to(f"/s/{session}")


def soft_delete(phone: Phone, evening: Evening) -> None:
    described(phone, evening)
    at = stamp(datetime.now(UTC))
    with closing(SQLite(evening.database).connect()) as db:
        for column, session in (("archived_at", ("buki", -2)), ("deleted_at", ("boo-ray", -2))):
            db.execute(f"UPDATE session SET {column} = ? WHERE id = ?", (at, evening.played(*session)))
    phone.goes_to("/history")
    for fold in phone.page.locator("main details").all():
        phone.tap(fold.locator("summary"))


def scorebook_is_deleted(phone: Phone, evening: Evening) -> None:
    """Another scorebook than that of the evening, of which more is to be seen."""
    phone.context.clear_cookies(name=re.compile("^takuroku"))
    phone.begins(("Jo", "Kim", "Lee"))
    phone.goes_to("/scorebook/delete")
    phone.tap(phone.page.locator("main form button"))
    expect(phone.page.locator("form[action$='/scorebook/restore']")).to_be_visible()
    phone.context.add_cookies(evening.cookies["cookies"])  # type: ignore[arg-type]


def player_is_edited(phone: Phone, evening: Evening) -> None:
    phone.goes_to("/players")
    player = phone.page.get_by_role("link", name=SEVEN[0]).get_attribute("href")
    phone.goes_to(f"{player}/edit")


def player_is_refused(phone: Phone, evening: Evening) -> None:
    player_is_edited(phone, evening)
    phone.page.locator("#name").fill(SEVEN[1])
    phone.expects(REFUSED)
    phone.tap(phone.page.locator("form .main"))
    expect(phone.page.get_by_role("alert").first).to_be_visible()


def merge_is_asked(phone: Phone, evening: Evening) -> None:
    player_is_edited(phone, evening)
    phone.page.locator("#into").select_option(SEVEN[1])
    phone.tap(phone.page.locator("form[action$=merge] .button"))
    expect(phone.page.locator("form[action$=merge] .main")).to_be_visible()


def shows_a_code(phone: Phone, address: str) -> None:
    phone.goes_to(address)
    if (invite := phone.page.locator("form.join button")).count():
        phone.tap(invite)
    expect(phone.page.locator("figure.join")).to_be_visible()


def table_with_a_code(phone: Phone, evening: Evening) -> None:
    shows_a_code(phone, f"/s/{evening.played('koi-koi', 0)}/table")


def centre_with_a_code(phone: Phone, evening: Evening) -> None:
    shows_a_code(phone, f"/s/{evening.bids}/flat")


def nothing_is_here(phone: Phone, evening: Evening) -> None:
    phone.expects(NOT_FOUND)
    phone.goes_to("/s/nobody-played-this")


def game_of_a_code(phone: Phone, evening: Evening) -> None:
    """The game that a link holds, with the working of a deal."""
    phone.goes_to(f"/s/{evening.bids}/share")
    code = phone.page.locator("#made").input_value().partition("#")[2]
    phone.goes_to(f"/code#{code}")
    phone.tap(phone.page.locator(".scorecard tbody th button").first)
    expect(phone.page.locator("tr.opened")).to_be_visible()


def code_is_refused(phone: Phone, evening: Evening) -> None:
    phone.expects(REFUSED)
    # Another # alone would leave the page as it is.
    phone.goes_to("/rules")
    phone.goes_to("/code#cAQAA")
    expect(phone.page.get_by_role("alert").first).to_be_visible()


def moving_code_is_shown(phone: Phone, evening: Evening) -> None:
    """Paused, so that it is looked at as it stands."""
    phone.goes_to("/scorebook/moving")
    button = phone.page.locator(".moving .main")
    phone.tap(button)
    expect(phone.page.locator(".moving canvas")).to_be_visible()
    phone.tap(button)


def links(phone: Phone, evening: Evening) -> None:
    """With one in the list, and one that was revoked."""
    makes_link(phone, evening, "watch")
    phone.goes_to(f"/links?session={evening.bids}")
    phone.tap(phone.page.locator("form[action$=revoke] button").first)
    expect(phone.page.locator("main summary")).to_be_visible()
    makes_link(phone, evening, "game")
    phone.goes_to(f"/links?session={evening.bids}")
    phone.tap(phone.page.locator("main summary"))


def makes_link(phone: Phone, evening: Evening, kind: str) -> None:
    phone.goes_to(f"/links?session={evening.bids}")
    phone.tap(phone.page.locator(f"button[value={kind}]"))
    expect(phone.page.locator(".code")).to_be_visible()


def after(slug: str, entries: int) -> Opens:
    """The sheet of another game after so many entries."""
    return lambda phone, evening: phone.goes_to(f"/s/{evening.played(slug, entries)}")


def card_of(slug: str, step: str, seat: int) -> Opens:
    """What a seat says for itself of a step of another game, all of it unfolded."""

    def opens(phone: Phone, evening: Evening) -> None:
        play = played(find_game(slug), 0)
        written = next(each for each, sheet in enumerate(play.sheets) if sheet.ask and sheet.ask.step == step)
        phone.goes_to(f"/s/{evening.played(slug, written)}/seats/{seat}")
        phone.page.locator("details").evaluate_all("all => all.forEach(each => { each.open = true; })")

    return opens


def card_is_refused(phone: Phone, evening: Evening) -> None:
    phone.goes_to(f"/s/{evening.played('score-pad', 0)}/seats/0")
    phone.page.locator(".asked input[name^=points]").fill("a")
    phone.expects(REFUSED)
    phone.tap(phone.page.locator(".asked .main"))
    expect(phone.page.get_by_role("alert").first).to_be_visible()


def behind_the_curtain(phone: Phone, evening: Evening) -> None:
    phone.goes_to(f"/s/{evening.bids}/seats/pass")
    phone.tap(phone.page.locator(".curtain .main"))
    expect(phone.page.locator(".asked")).to_be_visible()


def pages_of(slug: str) -> dict[str, Opens]:
    """A game's setup, its rules, each of its steps with something on the sheet, and its end."""
    play = played(find_game(slug), 0)
    steps: dict[str, int] = {}
    for written, sheet in enumerate(play.sheets):
        if sheet.ask is not None and (sheet.rows or sheet.ask.step not in steps):
            steps.setdefault(sheet.ask.step + (" later" if sheet.rows else ""), written)
    return {
        f"{slug}: setup": at(f"/new/{slug}"),
        f"{slug}: rules": at(f"/rules/{slug}"),
        **{f"{slug}: {step}": after(slug, written) for step, written in steps.items()},
        f"{slug}: over": after(slug, len(play.entries)),
    }


def player_of_all_games(phone: Phone, evening: Evening) -> None:
    """The page of somebody who has finished every game, all of it unfolded."""
    for slug in OTHER_GAMES:
        evening.played(slug, len(played(find_game(slug), 0).entries))
    phone.goes_to("/players/table")
    phone.goes_to(phone.page.get_by_role("link", name=SEVEN[0]).first.get_attribute("href") or "")
    phone.page.locator("details").evaluate_all("all => all.forEach(each => { each.open = true; })")


def links_are_scanned(phone: Phone, evening: Evening) -> None:
    """The page that scans, with what it read in three pictures."""
    phone.goes_to("/scan")
    texts = (f"{phone.page.url}?a-link=of-this-site", "https://cards.example/" + "a-long-way/" * 12, "Words")
    files: list[FilePayload] = [
        {"name": "code.png", "mimeType": "image/png", "buffer": picture_of(each)} for each in texts
    ]
    expect(phone.page.locator("#pictures")).to_be_visible()
    phone.page.locator("#pictures").set_input_files(files)
    expect(phone.page.locator("[data-found] .box")).to_have_count(len(texts))


OTHER_GAMES = [slug for slug in all_games() if slug != "oh-hell"]

STATES: dict[str, Opens] = {
    "setup refused": nobody_sits,
    "bids": at("/s/{bids}"),
    "bids, one forbidden": forbidden_is_struck,
    "bids refused": bid_is_refused,
    "tricks": at("/s/{tricks}"),
    "tricks refused": tricks_are_refused,
    "opened row": at("/s/{bids}?row=1#row-1"),
    "over": at("/s/{over}"),
    "card, asked": at("/s/{bids}/seats/3"),
    "card, waiting": at("/s/{bids}/seats/4"),
    "card, tricks": at("/s/{tricks}/seats/1"),
    "card, over": at("/s/{over}/seats/1"),
    "card, laid bid": card_of("twin-shoot", "result", 0),
    "card, bonuses": card_of("skull-king", "tricks", 0),
    "card, games": card_of("boo-ray", "entries", 1),
    "card, stake": card_of("buki", "stakes", 1),
    "card, points": card_of("score-pad", "round", 0),
    "card refused": card_is_refused,
    "behind the curtain": behind_the_curtain,
    "TV view, before the first deal": table_with_a_code,
    "TV view, over": at("/s/{over}/table"),
    "centre view, with the code": centre_with_a_code,
    "game of a code": game_of_a_code,
    "code refused": code_is_refused,
    "code without names": at("/s/{over}/share?names=no"),
    "moving code, shown": moving_code_is_shown,
    "links": links,
    "new link": lambda phone, evening: makes_link(phone, evening, "keep"),
    "recovery page": lambda phone, evening: makes_link(phone, evening, "recovery"),
    "history, filtered": at("/history?game=oh-hell"),
    "history, what is put away": soft_delete,
    "place and note refused": place_is_too_long,
    "place and note on the sheet": described,
    "deleted scorebook": scorebook_is_deleted,
    "player refused": player_is_refused,
    "merge asked": merge_is_asked,
    "player": player_of_all_games,
    "imported": at("/scorebook?new=12&longer=3&known=1240"),
    "shared, and did not arrive": at("/scorebook?unread=1"),
    "forbidden bid": at("/tools/forbidden-bid?hand=12&bid=3&bid=0"),
    "scanned": links_are_scanned,
    "yaku": at("/tools/yaku?card=03-1&card=09-1&card=08-1"),
    "error": nothing_is_here,
    **{name: opens for slug in OTHER_GAMES for name, opens in pages_of(slug).items()},
}
"""What a page is otherwise after something was done, asked or refused."""
PAGES: dict[str, Opens] = {
    **{page.endpoint: at(places(page)[0]) for page in shown()},
    **STATES,
}
