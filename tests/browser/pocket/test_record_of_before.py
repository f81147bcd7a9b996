"""A phone with a record of before this version: it is offered a copy, and has everything once it is updated."""

from __future__ import annotations

import random
import shutil
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Playwright

from pocket.runtime.cookies import FILE_NAME as KEPT
from pocket.runtime.site import begin
from store.admin.rebuild import bring_up_to_date
from store.engines.sqlite import FILE_NAME, SQLite
from tests.kit.browser.expecting import expect
from tests.kit.browser.pocket.phone import FIRST_START, killed, pocket_phone
from tests.kit.browser.pocket.record import faults, leave, put_record, record_in, said_in
from tests.kit.browser.pocket.shell import WORDS
from tests.kit.browser.pocket.shell_host import StaticHost
from tests.kit.store.earlier_tables import taken_back
from tests.pocket.asking import Pocket

KILLS = 8
LONGEST_LIFE = 6000
"""Milliseconds from when the engine opens the record, which is after a while spent on reading the site's code."""
OPENS_RECORD = """() => {
    const { step, end } = JSON.parse(localStorage.getItem("shell /pocket/ starts")).at(-1);
    return step === "record" && !end;
}"""


@pytest.fixture
def before(host: StaticHost, tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The record and the cookies that the version of before has left, and beside them the record as it is today."""
    here, folder = tmp_path_factory.mktemp("today"), tmp_path_factory.mktemp("before")
    site, reason, _detail = begin(host.start, str(here), may_migrate=False)
    assert site, reason
    table = Pocket(site.answer, scope=host.start).sets_up("あんな", "ベン", "千佳", format="long", top_hand="3")
    table.bids(1, 1, 0)
    site.close()
    taken_back(here / FILE_NAME, folder, monkeypatch)
    (folder / KEPT).write_bytes((here / KEPT).read_bytes())
    return folder


def test_a_copy_is_saved_and_the_record_updated_with_everything_in_it(
    browser: Browser, host: StaticHost, before: Path, tmp_path: Path
) -> None:
    say = WORDS["ja"]
    phone = pocket_phone(browser, host, locale="ja-JP", viewport={"width": 390, "height": 844})
    window = phone.page.window
    leave(window, host)
    put_record(window, host, before)
    window.goto(host.start, wait_until="commit")
    expect(window.locator("#said")).to_contain_text(say["copy.title"], timeout=FIRST_START)
    with window.expect_download() as download:
        window.get_by_role("button", name=say["copy.save"]).click()
    assert Path(download.value.path()).read_bytes() == (before / FILE_NAME).read_bytes()
    window.get_by_role("button", name=say["update.button"]).press("Enter")
    phone.page.comes()
    expect(phone.page.locator("main")).to_contain_text("あんな")
    leave(window, host)
    record = record_in(window, tmp_path)
    assert SQLite(record).pending_migrations() == []
    has_everything(record, before)
    phone.context.close()


def has_everything(record: Path, before: Path) -> None:
    """The record is whole once a start has brought it up to date, and says what that of before says after one."""
    bring_up_to_date(SQLite(record))
    bring_up_to_date(SQLite(before / FILE_NAME))
    assert faults(record) == []
    assert said_in(record) == said_in(before / FILE_NAME)


@pytest.mark.long
def test_a_browser_that_is_killed_while_it_updates_loses_nothing(
    playwright: Playwright, host: StaticHost, before: Path, tmp_path: Path
) -> None:
    luck = random.Random(KILLS)
    for number in range(KILLS):
        with killed(playwright, tmp_path / "profile") as context:
            page = context.pages[0]
            leave(page, host)
            page.evaluate("localStorage.clear()")
            put_record(page, host, before)
            page.goto(host.start, wait_until="commit")
            page.get_by_role("button", name="Update without a copy").click(timeout=FIRST_START)
            page.wait_for_function(OPENS_RECORD, timeout=FIRST_START)
            page.wait_for_timeout(luck.randrange(LONGEST_LIFE))
        with killed(playwright, tmp_path / "profile") as context:
            leave(context.pages[0], host)
            record = record_in(context.pages[0], tmp_path / f"record-{number}")
        has_everything(record, shutil.copytree(before, tmp_path / f"before-{number}"))
