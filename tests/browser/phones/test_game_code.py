"""A game goes from phone to phone in its code: shown there without a scorebook, gone on with, handed back."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.kit.browser.made_camera import chooses
from tests.kit.browser.opening import OpenPhone
from tests.kit.browser.table import DAN, REFUSED, Phone, deal

FIRST, SECOND = deal([3, 2, 4, 2], [3, 2, 3, 2]), deal([2, 2, 2, 2], [2, 2, 2, 3])
WORDS = {
    "en-GB": ("Take it into my scorebook", "This game was continued in two places."),
    "ja-JP": ("自分の記録帳に入れる", "このゲームは別々の場所で続きが記録されました。"),
}


def code_of(phone: Phone, session: str) -> str:
    """What stands behind the # of the link to a session's code."""
    phone.goes_to(f"/s/{session}/share")
    phone.tap(phone.page.locator("details.more > summary"))
    expect(phone.page.locator("figure.code svg")).to_be_visible()
    return phone.page.locator("#made").input_value().partition("#")[2]


def reads(phone: Phone, other: Phone, session: str) -> None:
    """Read a session's code off the screen of another phone: what is read is shown at once."""
    code_of(other, session)
    picture = other.page.locator("figure.code").screenshot()
    phone.goes_to("/scan")
    chooses(phone, picture)
    expect(phone.page.locator(".standings").first).to_be_visible()


def opens(phone: Phone, code: str) -> None:
    phone.goes_to(f"/code#{code}")
    expect(phone.page.locator(".standings").first).to_be_visible()


def takes(phone: Phone, locale: str) -> None:
    """Tap the one button, which starts a scorebook where there is none."""
    phone.tap(phone.page.get_by_role("button", name=WORDS[locale][0]))


# In pockets each phone is a profile of its own, and no network is left.
@pytest.mark.pocket
def test_a_game_is_handed_over_gone_on_with_and_handed_back(open_phone: OpenPhone, where: str) -> None:
    locale = "ja-JP" if where == "server" else "en-GB"
    first, other = open_phone(locale), open_phone(locale)
    session = first.begins()
    first.writes(session, *FIRST)
    opens(other, code_of(first, session))
    expect(other.page.locator(".scorecard tbody tr")).to_have_count(1)
    if where == "server":
        assert other.context.cookies() == []
    other.tap(other.page.locator(".scorecard tbody th button"))
    expect(other.page.locator("tr.opened")).to_be_visible()
    takes(other, locale)
    expect(other.sheet).to_have_attribute("data-position", "2")
    other.bids([2, 2, 2, 2])
    other.saves()
    other.takes([2, 2, 2, 3])
    other.saves()
    expect(other.sheet).to_have_attribute("data-position", "4")
    copy = other.session

    reads(first, other, copy)
    takes(first, locale)
    expect(first.sheet).to_have_attribute("data-position", "4")
    assert first.session == session
    assert first.record(session)["document"]["entries"] == [*FIRST, *SECOND]

    first.writes(session, deal([1, 1, 1, 1], [])[0])
    other.writes(copy, deal([1, 2, 1, 1], [])[0])
    opens(first, code_of(other, copy))
    takes(first, locale)
    expect(first.page.locator("main")).to_contain_text(WORDS[locale][1])
    # Theirs: the second button, below what only they have.
    first.tap(first.page.locator("button[name=keep]").nth(1))
    expect(first.page.locator("main [role=status]")).to_be_visible()
    assert first.record(f"{session}-v2")["document"]["entries"][-1]["bids"] == [1, 2, 1, 1]


def test_reloading_shows_the_game_again_and_another_link_the_other_game(phone: Phone) -> None:
    first, second = (phone.begins((name, "Ben", "Cleo", "Dan"), dealer=DAN) for name in ("Ann", "Zoë"))
    opens(phone, code := code_of(phone, first))
    phone.page.reload()
    expect(phone.page.locator(".standings").first).to_contain_text("Ann")
    phone.goes_to(f"/s/{second}/share")
    other = phone.page.locator("#made").input_value().partition("#")[2]
    opens(phone, code)
    phone.page.evaluate("code => { location.hash = code; }", other)
    expect(phone.page.locator(".standings").first).to_contain_text("Zoë")


def test_what_is_no_code_is_refused_where_it_stands_and_a_pasted_link_opens(phone: Phone) -> None:
    session = phone.begins()
    code = code_of(phone, session)
    phone.expects(REFUSED)
    phone.goes_to("/code#cAQAA")
    field = phone.page.locator("#code")
    expect(phone.page.get_by_role("alert")).to_have_text("This game code is damaged or not complete.")
    expect(field).to_have_value("#cAQAA")
    field.fill(f"Look: https://other.example/code#{code}")
    phone.tap(phone.page.locator("form .main"))
    expect(phone.page.locator(".standings")).to_be_visible()
    assert phone.page.evaluate("location.hash") == f"#{code}"
