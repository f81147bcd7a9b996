"""What other apps share with the site in a phone comes to its pages, without a network."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.browser.sync.test_shared import FILE, FORM
from tests.kit.browser.opening import OpenPhone
from tests.kit.browser.pocket.phone import PocketPhone
from tests.kit.browser.sharing import shares


@pytest.mark.long
def test_a_scorebook_file_lies_in_the_form_until_somebody_imports_it(open_phone_with_pocket: OpenPhone) -> None:
    phone = open_phone_with_pocket("en-GB")
    assert isinstance(phone, PocketPhone)
    shares(phone.page.window, f"{phone.page.site}/shared", FILE)
    form = phone.page.locator(FORM)
    expect(form).to_contain_text("takuroku-2026.json is chosen. Tap “Import” to add its games to this scorebook.")
    assert phone.scorebook()["players"] == []
    phone.tap(form.locator("button"))
    expect(phone.page.locator(".said")).to_contain_text("Imported.")
    assert [each["name"] for each in phone.scorebook()["players"]] == ["Ann"]
