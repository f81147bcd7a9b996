"""After a save totals count, rows change places, the crown flies and a flame flares up; captured cards fly to a pile.

Nothing of it is in the way, and nothing moves for who wants less.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal

import pytest

from tests.kit.browser.expecting import comes_true, expect
from tests.kit.browser.table import Phone, deal

OpenPhone = Callable[..., Phone]
NAMES = ("Ann", "Ben", "Cleo")
OUT_OF_THE_WAY = {"position": "fixed", "pointerEvents": "none", "hidden": "true"}
COPIES = "html > svg"
"""What flies, until it is there."""
WATCH = """() => {
    window.moved = { slid: [], counted: [], flown: [], flared: [] };
    const seatOf = part => part?.closest("[data-seat]")?.dataset.seat;
    const seatAt = ([x, y]) => seatOf(document.elementsFromPoint(x, y).find(part => part.closest(".place")));
    const animate = Element.prototype.animate;
    Element.prototype.animate = function (frames, options) {
        const lasts = options.duration ?? options;
        if (this.dataset.side) window.moved.slid.push([this.dataset.side, lasts]);
        else if (this.matches(".flame")) window.moved.flared.push([seatOf(this), lasts]);
        else if (this.parentElement === document.documentElement) {
            const { left, top, width, height } = this.getBoundingClientRect();
            const way = at => frames.translate[at].split(" ").map(parseFloat);
            const [from, to] = [0, 1].map(at => [left + width / 2 + way(at)[0], top + height / 2 + way(at)[1]]);
            const { position, pointerEvents } = getComputedStyle(this);
            const hidden = this.getAttribute("aria-hidden");
            window.moved.flown.push({ from: seatAt(from), to: seatAt(to), lasts, position, pointerEvents, hidden });
        }
        return animate.call(this, frames, options);
    };
    new MutationObserver(changes => {
        for (const { target } of changes) {
            const side = target.closest?.(".standings [data-total-of]")?.dataset.totalOf;
            if (side) window.moved.counted.push([side, target.textContent]);
        }
    }).observe(document, { subtree: true, childList: true });
}"""


def second_deal(phone: Phone) -> None:
    """Ann leads with 10 before Ben and Cleo with 0; in the second deal Ben makes two, Cleo none, and Ann misses."""
    session = phone.begins(NAMES, top_hand="3", format="short-falling", restriction="off")
    phone.writes(session, *deal([0, 2, 0], [0, 1, 2]))
    phone.goes_to(f"/s/{session}")
    phone.bids([1, 2, 0])
    phone.saves()
    phone.takes([0, 2, 0])
    phone.page.evaluate(WATCH)
    phone.saves()


def test_totals_count_up_and_rows_change_places(open_phone: OpenPhone) -> None:
    phone = open_phone(reduced_motion="no-preference")
    second_deal(phone)
    assert [place.names for place in phone.standings()] == ["Ben", "Ann", "Cleo"]
    totals = phone.page.locator(".standings .total")
    expect(totals).to_have_text(["12", "10", "10"])
    moved = phone.page.evaluate("window.moved")
    assert moved["slid"] == [["1", 250], ["0", 250]], "Cleo stays third"
    counted = [float(text) for side, text in moved["counted"] if side == "1"]
    assert counted == sorted(counted)
    assert counted[-1] == 12
    assert "0" not in {side for side, _ in moved["counted"]}, "Ann’s total is as it was"


def test_the_crown_flies_to_the_row_of_who_leads_now(open_phone: OpenPhone) -> None:
    phone = open_phone(reduced_motion="no-preference")
    second_deal(phone)
    (flight,) = phone.page.evaluate("window.moved.flown")
    assert flight == {"from": "0", "to": "1", "lasts": 250, **OUT_OF_THE_WAY}
    expect(phone.page.locator(COPIES)).to_have_count(0)
    expect(phone.page.locator(".place .line-icon")).to_have_count(1)


def test_while_tricks_are_counted_it_flies_to_who_would_lead(open_phone: OpenPhone) -> None:
    phone = open_phone(reduced_motion="no-preference")
    session = phone.begins(NAMES, top_hand="3", format="short-falling", restriction="off")
    phone.writes(session, *deal([0, 2, 0], [0, 1, 2]), *deal([1, 2, 0], [1, 1, 0])[:1])
    phone.goes_to(f"/s/{session}")
    leads = phone.page.locator("[data-totals] .first")
    expect(leads).to_have_attribute("data-of", "0")
    phone.page.evaluate(WATCH)
    phone.steps(0, -1)
    expect(leads).to_have_attribute("data-of", "1")
    (flight,) = phone.page.evaluate("window.moved.flown")
    assert flight["lasts"] == 250
    expect(phone.page.locator(COPIES)).to_have_count(0)


def test_a_flame_flares_up_where_a_third_bid_is_made(open_phone: OpenPhone) -> None:
    phone = open_phone(reduced_motion="no-preference")
    session = phone.begins(NAMES, top_hand="4", format="short-falling", restriction="off")
    phone.writes(session, *deal([1, 0, 1], [1, 2, 1]), *deal([1, 2, 0], [1, 0, 2]))
    phone.goes_to(f"/s/{session}")
    phone.bids([1, 1, 0])
    phone.saves()
    phone.page.evaluate(WATCH)
    phone.saves()
    assert phone.page.evaluate("window.moved.flared") == [["0", 250]]
    expect(phone.page.locator(".flame")).to_have_count(1)


@pytest.mark.parametrize("motion", ["no-preference", "reduce"])
def test_captured_cards_fly_to_their_pile(open_phone: OpenPhone, motion: Literal["no-preference", "reduce"]) -> None:
    phone = open_phone(reduced_motion=motion)
    session = phone.begins(("Ann", "Ben"), game="koi-koi")
    phone.writes(session, {"step": "deal", "lights": 0})
    phone.goes_to(f"/s/{session}")
    phone.tap(phone.page.locator("[data-switch]"))
    phone.page.evaluate(WATCH)
    moon = phone.page.locator("[data-part='0'] .fuda:has([value='08-1'])")
    phone.tap(moon)
    expect(phone.page.locator(".stops [data-count]").first).to_have_text("1")
    if motion == "reduce":
        phone.page.wait_for_load_state("networkidle")
    else:
        comes_true(phone.page, "window.moved.flown.length === 1")
    # Taken back it lies where it lay.
    phone.tap(moon)
    expect(phone.page.locator(".stops [data-count]").first).to_have_text("")
    flown = phone.page.evaluate("window.moved.flown.map(({ from, to, ...rest }) => rest)")
    assert flown == ([] if motion == "reduce" else [{"lasts": 250, **OUT_OF_THE_WAY}])
    expect(phone.page.locator(COPIES)).to_have_count(0)


def test_nothing_moves_for_who_wants_less_motion(phone: Phone) -> None:
    second_deal(phone)
    assert [place.total for place in phone.standings()] == ["12", "10", "10"]
    assert phone.page.evaluate("window.moved") == {"slid": [], "counted": [], "flown": [], "flared": []}
