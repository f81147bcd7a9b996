"""Style and script: kept for good under their version, nothing outside their folder, small on the way."""

from __future__ import annotations

import gzip
import hashlib
import re
import zlib
from importlib import import_module
from pathlib import Path

import pytest

from tests.kit.web.page import HOSTS
from tests.web.conftest import Phone
from web.assets import static_files
from web.assets.bundle import joined

STATIC = Path(__file__).parents[3] / "static"


def assets_of(phone: Phone) -> list[str]:
    """Everything that the home page loads."""
    page = phone.opens("/")
    return [each.get("href") for each in page.root.all("link")] + [
        each.get("src") for each in page.root.all("script", "img")
    ]


def test_everything_a_page_loads_is_there_and_kept_for_good(phone: Phone) -> None:
    found = assets_of(phone)
    assert len(found) >= 3
    for address in found:
        page = phone.opens(address)
        assert page.status == 200, address
        assert "immutable" in page.headers["Cache-Control"]
        assert "max-age=31536000" in page.headers["Cache-Control"]


def test_what_everybody_may_keep_carries_nobodys_cookie(phone: Phone) -> None:
    # A cache between phone and site may keep a "public" answer whole, and hand the cookie, which is the scorebook, on.
    for address in assets_of(phone):
        page = phone.opens(address)
        assert "public" in page.headers["Cache-Control"]
        assert "Set-Cookie" not in page.headers


def test_every_script_of_the_folder_is_sent_as_script_by_itself_or_in_another(phone: Phone) -> None:
    version = assets_of(phone)[0].split("/")[2]
    texts = {path.relative_to(STATIC).as_posix(): path.read_text("utf-8") for path in STATIC.rglob("*.js")}
    sent = ""
    for path in joined(texts):
        page = phone.opens(f"/assets/{version}/{path}")
        assert (page.status, page.mimetype) == (200, "text/javascript")
        sent += page.html
    packed = "".join(sent.split())
    for path, text in texts.items():
        written = re.sub(r"(^|\s)//\s.*", "", text).splitlines()
        lines = (line.removeprefix("export ") for line in written if not line.startswith("import "))
        missing = [line for line in lines if "".join(line.split()) not in packed]
        # An address of another module may have become that of the file it is sent in.
        assert [line for line in missing if not re.search(r'"\.\.?/', line)] == [], path
        for line in written:
            for quoted in re.findall(r'"[^"]*"|`[^`]*`', line):
                assert quoted in sent or quoted.startswith(('"./', '"../')) or "${" in line, f"{path}: {quoted}"
    assert phone.opens(f"/assets/{version}/site.css").mimetype == "text/css"


def test_libraries_are_sent_as_their_authors_made_them_and_say_whose_they_are(phone: Phone) -> None:
    libraries = [each for each in STATIC.glob("vendor/*/*") if each.suffix in (".mjs", ".wasm")]
    assert libraries
    for path in libraries:
        page = phone.opens(f"/assets/x/{path.relative_to(STATIC).as_posix()}")
        assert page.bytes == path.read_bytes()
        assert page.mimetype == {".mjs": "text/javascript", ".wasm": "application/wasm"}[path.suffix]
        assert (path.parent / "VERSION").read_text("utf-8").strip(), path
        assert "Copyright" in (path.parent / "LICENSE").read_text("utf-8"), path


def test_the_qr_reader_has_the_binary_that_it_names_and_none_is_fetched_beforehand(phone: Phone) -> None:
    reader, binary = (phone.opens(f"/assets/x/vendor/zxing/{name}") for name in ("reader.mjs", "zxing_reader.wasm"))
    assert hashlib.sha256(binary.bytes).hexdigest() in reader.html
    worker = phone.opens("/worker.js").html
    assert "/js/core/main.js" in worker
    assert "/vendor/" not in worker


def test_every_module_that_a_page_names_is_a_file_that_is_sent(phone: Phone) -> None:
    table = phone.sits_down("Ann", "Ben", game="koi-koi")
    pages = [phone.opens("/"), table.page, phone.opens("/new/oh-hell"), phone.opens("/tools/yaku")]
    named = {address for page in pages for address in re.findall(r'"(/assets/[^"#]+)', page.html)}
    assert len(named) > 6
    for address in named:
        assert phone.opens(address).status == 200, address


def test_without_brotli_everything_goes_out_by_gzip(phone: Phone, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(static_files, "has_brotli", lambda: False)
    answer = phone.opens_raw("/assets/x/site.css", "gzip, deflate, br")
    assert answer.headers["Content-Encoding"] == "gzip"
    assert gzip.decompress(answer.data) == phone.opens("/assets/x/site.css").bytes


def test_the_headers_of_what_is_kept_for_good_are_few(phone: Phone) -> None:
    for address in assets_of(phone):
        headers = phone.opens_raw(address, "br").headers
        assert sum(len(f"{name}: {value}\r\n") for name, value in headers) < 280, address


def test_a_games_style_comes_with_its_pages_and_no_others(phone: Phone) -> None:
    table = phone.sits_down("Ann", "Ben", game="koi-koi")
    own = [link.get("href") for link in table.page.root.all("link") if "/style.css" in link.get("href")]
    assert [address.split("/", 3)[3] for address in own] == ["games/koi-koi/style.css"]
    assert ".koi-koi{.board{" in phone.opens(own[0]).html
    assert own[0] in phone.opens("/tools/yaku").html
    assert "/style.css" not in phone.opens("/").html + phone.sits_down().page.html


def test_style_and_script_carry_no_headers_of_pages(phone: Phone) -> None:
    for path in ("site.css", "js/core/main.js"):
        headers = phone.opens(f"/assets/x/{path}").headers
        assert headers["X-Content-Type-Options"] == "nosniff"
        assert not {"Content-Security-Policy", "Permissions-Policy", "Referrer-Policy"} & set(headers.keys())
    assert "default-src 'none'" in phone.opens("/assets/x/img/icon.svg").headers["Content-Security-Policy"]


@pytest.mark.parametrize("version", ["000000000000", "x", "old%20one"])
def test_an_outdated_version_gets_todays_and_does_not_keep_it(phone: Phone, version: str) -> None:
    for path in ("site.css", "js/core/main.js", "img/icon.svg"):
        page = phone.opens(f"/assets/{version}/{path}")
        assert (page.status, page.headers["Cache-Control"]) == (200, "no-cache")


@pytest.mark.parametrize(
    "path",
    [
        "js/none.js",
        "none.css",
        "css/base/elements.css",
        "games/none/style.css",
        "",
        "js/",
        "js",
        "img/%00",
        "js/%ff.js",
    ],
)
def test_an_asset_that_is_none_is_not_found(phone: Phone, path: str) -> None:
    assert phone.opens(f"/assets/x/{path}").status == 404


@pytest.mark.parametrize("up", ["../", "..%2f", "%2e%2e/", "%2e%2e%2f", "..\\", "..%5c", "....//", "/"])
@pytest.mark.parametrize("folder", ["/assets/x/js", "/assets/x", "/static/js"])
def test_nothing_outside_the_folder_is_sent(phone: Phone, folder: str, up: str) -> None:
    for path in ("../app.py", "app.py", f"{up}app.py", f"{up}{up}requirements.txt", f"{up * 12}etc/passwd"):
        page = phone.opens(f"{folder}/{up}{path}")
        assert page.status in (308, 404), path
        for inside in (b"create_app", b"Flask==", b"root:"):
            assert inside not in page.bytes


UNPACK = {
    "gzip": gzip.decompress,
    "br": import_module("brotli").decompress,  # it carries no types
    "deflate": zlib.decompress,
}


@pytest.mark.parametrize("offered", ["gzip, deflate", "gzip, deflate, br"])
def test_pages_and_assets_are_compressed(phone: Phone, offered: str) -> None:
    # Over plain HTTP, as in a home network, browsers offer only the first.
    for address in ("/", "/new/oh-hell", "/assets/x/site.css", "/assets/x/js/core/main.js"):
        plain = phone.opens(address, headers={"Accept-Encoding": "identity"})
        packed = phone.opens_raw(address, offered)
        assert plain.headers.get("Content-Encoding") is None
        assert packed.headers["Content-Encoding"] in UNPACK
        assert "Accept-Encoding" in packed.headers["Vary"]
        assert len(packed.data) < len(plain.bytes) / 1.5
        if address.startswith("/assets/"):
            assert UNPACK[packed.headers["Content-Encoding"]](packed.data) == plain.bytes


def test_script_is_compressed_for_those_that_take_only_gzip(phone: Phone) -> None:
    # A file that is sent as a stream is left as it is: Flask-Compress streams no gzip.
    assert phone.opens_raw("/assets/x/js/core/main.js", "gzip").headers.get("Content-Encoding") == "gzip"


def test_a_compressed_document_is_the_same_document(phone: Phone) -> None:
    address = "/api/v1/openapi.json"
    assert gzip.decompress(phone.opens_raw(address, "gzip").data) == phone.opens(address).bytes


def test_an_asset_that_has_not_changed_is_not_sent_again(phone: Phone) -> None:
    first = phone.opens("/assets/x/js/core/main.js")
    again = phone.opens("/assets/x/js/core/main.js", headers={"If-None-Match": first.headers["ETag"]})
    assert (again.status, again.bytes) == (304, b"")


def test_style_and_script_name_no_other_host(phone: Phone) -> None:
    for path in (*STATIC.rglob("*.css"), *STATIC.rglob("*.js"), *STATIC.rglob("*.svg")):
        text = path.read_text("utf-8").replace("http://www.w3.org/2000/svg", "").replace("http://www.w3.org/1999/", "")
        found = [line for line in text.splitlines() if HOSTS.search(line) and not line.strip().startswith("//")]
        assert found == [], path.name
