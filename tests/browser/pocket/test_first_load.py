"""What the first load of the site in the phone weighs, counted at hosts that send files packed or as they are."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from pocket.build.build import build
from tests.browser.support.chromium import PHONE
from tests.browser.support.pocket.site import Files, StaticHost, running_host

LONGEST = 60_000
"""Milliseconds for the whole site to come on a busy machine."""

pytestmark = [
    pytest.mark.browser,
    pytest.mark.long(reason="The folder packed as small as it gets"),
    pytest.mark.skipif(not shutil.which("npm"), reason="no npm here"),
]


class Counting(Files):
    """Counts the bytes of the files it sends, Brotli copies instead where there are any and the host has them."""

    sent = 0
    has_brotli = False

    def send_head(self):
        copy = Path(f"{self.translate_path(self.path)}.br")
        if not (self.has_brotli and copy.is_file() and "br" in self.headers["Accept-Encoding"]):
            return super().send_head()
        self.send_response(200)
        self.send_header("Content-Type", self.guess_type(self.translate_path(self.path)))
        self.send_header("Content-Encoding", "br")
        self.send_header("Content-Length", str(copy.stat().st_size))
        self.end_headers()
        return copy.open("rb")

    def copyfile(self, source, outputfile) -> None:
        body = source.read()
        type(self).sent += len(body)
        outputfile.write(body)


@pytest.fixture(scope="module")
def packed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("packed") / "pocket"
    build(folder)
    return folder


@pytest.fixture
def host(packed: Path) -> Iterator[StaticHost]:
    with running_host(packed) as host:
        yield host


# What reads QR codes, and all else.
@pytest.mark.parametrize(("has_brotli", "most"), [(False, 410_000 + 6_700_000), (True, 340_000 + 5_000_000)])
def test_the_first_load_is_small_on_any_host(host: StaticHost, browser: Browser, has_brotli: bool, most: int) -> None:
    class Handler(Counting):
        """Counts for this test alone."""

    Handler.has_brotli = has_brotli
    host.RequestHandlerClass = lambda *given: Handler(*given, directory=".")
    context = browser.new_context(locale="en-GB", **(PHONE | {"service_workers": "allow"}))
    page = context.new_page()
    page.goto(f"{host.site}/", wait_until="commit")
    expect(page.frame_locator("#page").get_by_role("heading", level=1)).to_be_visible(timeout=LONGEST)
    context.close()
    # All of Python came, and not twice.
    assert 4_000_000 < Handler.sent <= most
