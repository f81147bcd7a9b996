"""An evening between a phone that has the site in it and a server: the same documents here and there."""

from __future__ import annotations

from typing import Any

import pytest

from tests.kit.browser.opening import OpenPhone
from tests.kit.browser.pocket.phone import PocketPhone
from tests.kit.browser.table import Phone, deal

AGREED = {"format": "short-falling", "top_hand": "5"}
THREE = ("あんな", "Ben", "<b>千夏</b>")


def documents(book: dict[str, Any]) -> dict[str, Any]:
    """What is said of each session, by its id."""
    return {session["id"]: session for session in book["sessions"]}


def scorebook(phone: Phone) -> dict[str, Any]:
    found: dict[str, Any] = phone.context.request.get("/scorebook/takuroku.json").json()
    return found


def brings(phone: Phone, book: bytes) -> None:
    """Choose the file on the page and bring it."""
    phone.goes_to("/scorebook")
    form = phone.page.locator("form:has(input[type=file])")
    form.locator("input[type=file]").set_input_files(
        {"name": "takuroku.json", "mimeType": "application/json", "buffer": book}
    )
    phone.tap(form.locator("button").last)
    phone.page.locator("main [role=status], main .said").first.wait_for()


def taken(phone: Phone) -> bytes:
    """The file as the phone's own page gives it to take away."""
    phone.goes_to("/scorebook")
    with phone.page.expect_download() as given:
        phone.tap(phone.page.locator("a[href$='takuroku.json']"))
    return bytes(given.value.path().read_bytes())


@pytest.mark.long
def test_an_evening_goes_to_the_server_and_comes_back_longer(
    open_phone_with_pocket: OpenPhone, open_phone_with_server: OpenPhone
) -> None:
    cellar = open_phone_with_pocket("ja-JP")
    assert isinstance(cellar, PocketPhone)
    evening = cellar.sits_down(THREE, dealer=2, **AGREED)
    cellar.deal((2, 1, 1), (2, 2, 1))
    cellar.bids((0, 1, 2))
    cellar.saves()
    cellar.undoes()

    group = open_phone_with_server("ja-JP")
    own = group.sits_down(("Dan", "Ben"), game="score-pad", dealer=0)
    brings(group, taken(cellar))
    assert group.record(evening)["document"] == cellar.record(evening)["document"]
    assert documents(scorebook(group))[evening] == documents(cellar.scorebook())[evening]

    # There it goes on; what is there comes back.
    group.goes_to(f"/s/{evening}")
    group.bids((1, 1, 1))
    group.saves()
    brings(cellar, taken(group))
    assert documents(cellar.scorebook()) == documents(scorebook(group))
    assert {evening, own} == set(documents(cellar.scorebook()))
    assert cellar.record(evening)["position"] == group.record(evening)["position"]
    assert cellar.entries(evening) == [*deal((2, 1, 1), (2, 2, 1)), {"step": "bids", "bids": [1, 1, 1]}]
