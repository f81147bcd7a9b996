"""After a save totals count and rows change places; nothing of it is in the way, and nothing moves who wants less."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import expect

from tests.kit.browser.table import Phone, deal

OpenPhone = Callable[..., Phone]
NAMES = ("Ann", "Ben", "Cleo")
WATCH = """() => {
    window.moved = { slid: [], counted: [] };
    const animate = Element.prototype.animate;
    Element.prototype.animate = function (frames, options) {
        window.moved.slid.push([this.dataset.side, options.duration]);
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


def test_nothing_moves_for_who_wants_less_motion(phone: Phone) -> None:
    second_deal(phone)
    assert [place.total for place in phone.standings()] == ["12", "10", "10"]
    assert phone.page.evaluate("window.moved") == {"slid": [], "counted": []}
