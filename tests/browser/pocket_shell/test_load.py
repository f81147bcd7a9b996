"""The page around the pages: how the site comes into the phone, and that from then on nothing leaves it."""

from __future__ import annotations

from playwright.sync_api import Browser, BrowserContext, expect

from tests.kit.browser.expecting import comes_true
from tests.kit.browser.pocket.shell import LONGEST, Shell, a_phone
from tests.kit.browser.pocket.shell_host import COPY, StaticHost, hosting, shell_files

WORKER = "service-worker.js"
KEPT = "async (path) => Boolean(await caches.match(path))"


# --- the first load -------------------------------------------------------------


def test_every_file_comes_once_and_then_nothing_is_asked_for_but_a_new_version(new_phone: BrowserContext) -> None:
    with hosting(shell_files()) as host:
        shell = Shell(new_phone, host)
        shell.goes_to()
        shell.shows("Home")
        comes_true(shell.page, KEPT, host.prefix + host.one("assets/one/vendor/"), timeout=LONGEST)
        parts = [path for path in host.paths if path.startswith("parts/") and "/shell-" not in path]
        assert sorted(parts) == [host.one("parts/app"), host.one("parts/libraries")]
        assert {path.removesuffix(COPY) for path in host.files} - {"404.html"} <= {*host.paths}
        # This host packs nothing, and the packed copies come as files.
        app = host.one("parts/app")
        assert [path for path in host.asked if "/parts/app" in path] == [f"{host.prefix}{app}{COPY}"]
        # The page itself has asked for these as they are: what a browser has, it fetches under no other name.
        scripts = [path for path in host.asked if "/parts/shell" in path]
        assert scripts
        assert not any(path.endswith(COPY) for path in scripts)
        host.asked.clear()
        for number in (1, 2, 3):
            shell.inner.locator(f"#to{number}").click()
            shell.shows(f"Page {number}")
        shell.inner.get_by_role("button").click()
        shell.shows("Page 2")
        shell.page.reload(wait_until="commit")
        shell.shows("Page 2")
        assert set(host.paths) <= {WORKER}


def test_without_a_network_all_goes_on(shell: Shell, phone: BrowserContext, host: StaticHost) -> None:
    host.away = True
    phone.set_offline(True)
    shell.inner.locator("#to3").click()
    shell.shows("Page 3")
    shell.page.close()
    other = Shell(phone, host)
    other.goes_to("a/1")
    other.shows("Page 1")


def test_the_first_load_says_what_comes_and_how_much(browser: Browser) -> None:
    with hosting(shell_files(weight=4096)) as host, a_phone(browser, "ja-JP") as phone:
        shell = Shell(phone, host)
        # Without what reads codes.
        copies = [body for path, body in host.files.items() if path.endswith(COPY) and "/vendor/" not in path]
        first_load = sum(map(len, copies))
        host.hold = "parts/app"
        shell.goes_to()
        expect(shell.said).to_contain_text("この端末に取り込んでいます", timeout=LONGEST)
        expect(shell.said).to_contain_text(f"{first_load / 1e6:.1f} MB")
        expect(shell.page.locator("#bytes")).to_contain_text("MB /")
        progress = shell.page.locator("#progress")
        expect(progress).to_be_visible()
        assert 0 <= float(progress.evaluate("part => part.value")) < 1
        host.hold = ""
        shell.shows("Home")
        expect(shell.page.locator("#start")).to_be_hidden()


def test_without_script_it_is_said_in_both_languages(browser: Browser, host: StaticHost) -> None:
    context = browser.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto(host.start)
    expect(page.get_by_text("needs JavaScript")).to_be_visible()
    expect(page.get_by_text("JavaScript が必要です")).to_be_visible()
    context.close()


# --- what is answered -----------------------------------------------------------


def test_a_file_comes_from_the_phone_with_its_type(shell: Shell) -> None:
    got = shell.fetches(shell.host.one("parts/shell", "shell.js"))
    assert (got["status"], got["headers"]["content-type"]) == (200, "text/javascript; charset=utf-8")
    assert shell.fetches("manifest.webmanifest")["headers"]["content-type"] == "application/manifest+json"


def test_the_engine_may_ask_this_folder_alone(shell: Shell) -> None:
    (engine,) = shell.page.workers
    asks = "(address) => fetch(address, { mode: 'no-cors' }).then(() => 'came', (error) => error.name)"
    assert engine.evaluate(asks, f"{shell.host.start}manifest.webmanifest") == "came"
    assert engine.evaluate(asks, shell.host.address.replace("127.0.0.1", "localhost")) == "TypeError"


def test_a_form_with_a_file_arrives_whole(shell: Shell) -> None:
    form = [["key", "k"], ["file", [0, 255, 10, 13], "a.bin"]]
    came = shell.page.evaluate(
        "text => JSON.parse(text)", shell.fetches("echo", {"method": "POST", "form": form})["text"]
    )
    assert came["method"] == "POST"
    assert "\x00\xff\n\r" in came["text"]
    assert 'filename="a.bin"' in came["text"]
    assert dict(came["headers"])["content-type"].startswith("multipart/form-data; boundary=")
    assert came["languages"] == ["en-GB"]


def test_scripts_follow_redirects_and_see_what_the_site_says_of_itself(shell: Shell) -> None:
    got = shell.fetches("entries", {"method": "POST", "form": [["key", "k"]]})
    assert (got["status"], got["redirected"], got["url"]) == (200, True, f"{shell.host.start}a/2?saved")
    assert got["headers"]["x-takuroku"] == "1"


def test_head_has_no_body_and_nothing_new_is_said_so(shell: Shell) -> None:
    head = shell.fetches("etag", {"method": "HEAD"})
    assert (head["status"], head["headers"]["etag"], head["text"]) == (200, '"1"', "")
    assert shell.fetches("etag", {"headers": {"If-None-Match": '"1"'}})["status"] == 304
    assert shell.fetches("nothing")["status"] == 404


def test_a_download_is_one(shell: Shell) -> None:
    with shell.page.expect_download() as download:
        shell.inner.locator("#file").click()
    assert download.value.suggested_filename == "results.csv"
    assert download.value.path().read_text() == "a,b\n"
    shell.shows("Home")


ON_THE_HOME_SCREEN = """
Object.defineProperty(Navigator.prototype, 'standalone', { value: true });
window.shared = [];
navigator.canShare = ({ files }) => !window.sharesNothing;
navigator.share = async ({ files }) => {
  for (const file of files) window.shared.push([file.name, file.type, await file.text()]);
};
"""


def test_an_app_on_an_iphones_home_screen_hands_files_to_the_share_sheet(browser: Browser, host: StaticHost) -> None:
    with a_phone(browser, "en-GB") as phone:
        phone.add_init_script(ON_THE_HOME_SCREEN)
        shell = Shell(phone, host)
        shell.goes_to("")
        shell.shows("Home")
        shell.inner.locator("#saved").click()
        shell.page.wait_for_function("() => window.shared.length")
        assert shell.page.evaluate("window.shared") == [["results.csv", "text/csv", "a,b\n"]]
        # A kind of file that it does not take is downloaded as elsewhere.
        shell.page.evaluate("window.sharesNothing = true")
        with shell.page.expect_download() as download:
            shell.inner.locator("#saved").click()
        assert download.value.suggested_filename == "results.csv"
