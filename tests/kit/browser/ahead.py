"""The step after the next entry, which a page fetches ahead of time."""

from __future__ import annotations

from tests.kit.browser.table import Phone

AHEAD = "**/s/*/ahead"


def keep_ahead_away(phone: Phone) -> None:
    """The step after the next entry does not come in time, so that one step waits and not two."""
    phone.expects("/ahead")
    phone.page.route(AHEAD, lambda route: route.abort())
