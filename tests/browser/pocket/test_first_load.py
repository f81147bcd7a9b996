"""What the first load of the site in the phone weighs, counted at hosts that send files packed or as they are."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from pocket.build.build import build
from pocket.build.weigh import weights
from tests.kit.browser.chromium import PHONE
from tests.kit.browser.expecting import comes_true
from tests.kit.browser.pocket.phone import HAS_DECODER
from tests.kit.browser.pocket.site import Files, StaticHost, running_host
from web.pocket.download import is_of_decoder

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
    decoder = 0
    """Bytes of what comes after the first start, which do not count in `sent`."""
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
        if is_of_decoder(self.path):
            type(self).decoder += len(body)
        else:
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


@pytest.mark.parametrize("has_brotli", [False, True])
def test_no_host_sends_more_than_the_build_weighs(host: StaticHost, browser: Browser, has_brotli: bool) -> None:
    class Handler(Counting):
        """Counts for this test alone."""

    Handler.has_brotli = has_brotli
    host.RequestHandlerClass = lambda *given: Handler(*given, directory=".")
    context = browser.new_context(locale="en-GB", **(PHONE | {"service_workers": "allow"}))
    page = context.new_page()
    page.goto(f"{host.site}/", wait_until="commit")
    expect(page.frame_locator("#page").get_by_role("heading", level=1)).to_be_visible(timeout=LONGEST)
    comes_true(page, HAS_DECODER, timeout=LONGEST)
    context.close()
    *_, first, decoder = (each.packed if has_brotli else each.gzip for each in weights(host.folder))
    # Small files of the shell may come twice: for its page, and for the service worker.
    assert Handler.sent == pytest.approx(first, rel=0.03)
    assert Handler.decoder == decoder
