"""A public site's limit is met: the phone says so, keeps what was typed, and begins the game by itself afterwards."""

from __future__ import annotations

import re
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from store.access.rate_limit import count, window_end
from store.access.secrets import keyed_hash
from store.engines import database_at
from tests.kit.browser.chromium import PHONE
from tests.kit.browser.site import running_site
from tests.kit.browser.table import Phone
from web.request.rate_limit import LIMITS

SECRET = "what the phones of strangers do not know"
AGAIN = 25_000
"""Milliseconds in which a phone asks again, which pass by its own clock."""


@pytest.mark.parametrize(
    ("locale", "words"),
    [
        pytest.param("en-GB", "Please wait a little. Your entry is kept", marks=pytest.mark.long),
        ("ja-JP", "少しお待ちください。入力は残っています"),
    ],
)
def test_a_game_that_may_not_begin_yet_begins_by_itself(
    browser: Browser, tmp_path: Path, locale: str, words: str
) -> None:
    limit, now = LIMITS["scorebooks"], datetime.now(UTC)
    ends = window_end(now, limit.length)
    address = keyed_hash("127.0.0.1", key=SECRET)
    with running_site(tmp_path, settings={"TAKUROKU_LIMITS": "1", "TAKUROKU_SECRET": SECRET}, workers=1) as site:
        with closing(database_at(tmp_path).connect()) as db:
            for _ in range(limit.most):
                assert count(db, kind="scorebooks", address=address, most=limit.most, now=now, ends=ends)
            phone = Phone(browser.new_context(base_url=site, locale=locale, **PHONE))
            phone.page.clock.install()
            phone.page.goto("/new/oh-hell")
            for seat, name in enumerate(("Ann", "Ben", "Chika")):
                phone.page.locator(f"#players-{seat}").fill(name)
            phone.tap(phone.action)
            expect(phone.page.locator(".sending")).to_contain_text(words)
            db.execute("DELETE FROM attempt")
        phone.page.clock.fast_forward(AGAIN)
        expect(phone.page).to_have_url(re.compile("/s/"))
        expect(phone.page.locator("main")).to_contain_text("Chika")
        phone.context.close()
