"""Style and script: kept for good under their version, nothing outside their folder, small on the way."""

from __future__ import annotations

import gzip
import hashlib
import re
import zlib
from importlib import import_module
from itertools import product
from pathlib import Path
from posixpath import dirname, normpath

import pytest

from tests.kit.for_each import for_each
from tests.kit.web.page import HOSTS
from tests.web.conftest import Phone
from web import assets
from web.assets import COPIED, EXPORT, IMPORT, LATER, bundle

FOREVER = "public, max-age=31536000, immutable"
STATIC = Path(__file__).parents[3] / "static"
MODULES = {path.relative_to(STATIC).as_posix(): path.read_text("utf-8") for path in STATIC.rglob("*.js")}


def assets_of(phone: Phone) -> list[str]:
    """Everything that the home page loads."""
    page = phone.opens("/")
    return [each.get("href") for each in page.root.all("link")] + [
        each.get("src") for each in page.root.all("script", "img")
    ]


def test_everything_a_page_loads_is_there_and_kept_for_good_and_carries_nobodys_cookie(phone: Phone) -> None:
    """A cache on the way may keep a "public" answer whole, and hand the cookie, which is the scorebook, on."""
    koi_koi = phone.sits_down("Ann", "Ben", game="koi-koi").page
    pages = [phone.opens("/"), koi_koi, phone.opens("/new/oh-hell"), phone.opens("/tools/yaku")]
    found = {*assets_of(phone), *(each for page in pages for each in re.findall(r'"(/assets/[^"#]+)', page.html))}
    assert len(found) > 6
    for address in found:
        page = phone.opens(address)
        assert page.status == 200, address
        assert page.headers["Cache-Control"] == FOREVER
        assert (page.headers["X-Content-Type-Options"], "Set-Cookie" in page.headers) == ("nosniff", False)
        headers = phone.opens_raw(address, "br").headers
        assert sum(len(f"{name}: {value}\r\n") for name, value in headers) < 280, "they are few"


def test_every_script_of_the_folder_is_sent_as_script_by_itself_or_in_another(phone: Phone) -> None:
    version = assets_of(phone)[0].split("/")[2]
    sent = ""
    for path in bundle(MODULES):
        page = phone.opens(f"/assets/{version}/{path}")
        assert (page.status, page.mimetype) == (200, "text/javascript")
        sent += page.html
    packed = "".join(sent.split())
    for path, text in MODULES.items():
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
        licence = (path.parent / "LICENSE").read_text("utf-8")
        # The Zero-Clause BSD licence asks for no name.
        assert "Copyright" in licence or licence.startswith("Zero-Clause BSD"), path


def test_the_qr_reader_has_the_binary_that_it_names_and_none_is_fetched_beforehand(phone: Phone) -> None:
    reader, binary = (phone.opens(f"/assets/x/vendor/zxing/{name}") for name in ("reader.mjs", "zxing_reader.wasm"))
    assert hashlib.sha256(binary.bytes).hexdigest() in reader.html
    worker = phone.opens("/worker.js").html
    assert "/js/core/main.js" in worker
    assert "/vendor/" not in worker


def test_a_games_style_comes_with_its_pages_and_no_others(phone: Phone) -> None:
    table = phone.sits_down("Ann", "Ben", game="koi-koi")
    (own,) = [each.get("href") for each in table.page.root.all("link") if "/style.css" in each.get("href")]
    assert own.endswith("/games/koi-koi/style.css")
    assert ".koi-koi{.board{" in phone.opens(own).html
    assert own in phone.opens("/tools/yaku").html
    assert "/style.css" not in phone.opens("/").html + phone.sits_down().page.html


def test_an_asset_is_sent_once_an_outdated_version_is_not_kept_and_what_is_none_is_not_found(phone: Phone) -> None:
    for version, path in product(("000000000000", "x", "old%20one"), ("site.css", "js/core/main.js", "img/icon.svg")):
        page = phone.opens(f"/assets/{version}/{path}")
        assert (page.status, page.headers["Cache-Control"]) == (200, "no-cache")
        again = phone.opens(f"/assets/x/{path}", headers={"If-None-Match": page.headers["ETag"]})
        assert (again.status, again.bytes) == (304, b"")
    for path in (
        *("js/none.js", "none.css", "css/base/elements.css", "games/none/style.css", "", "js/", "js"),
        *("img/%00", "js/%ff.js"),
    ):
        assert phone.opens(f"/assets/x/{path}").status == 404, path


@for_each("up", ["../", "..%2f", "%2e%2e/", "%2e%2e%2f", "..\\", "..%5c", "....//", "/"])
def test_nothing_outside_the_folder_is_sent(phone: Phone, up: str) -> None:
    for folder in ("/assets/x/js", "/assets/x", "/static/js"):
        for path in ("../app.py", "app.py", f"{up}app.py", f"{up}{up}requirements.txt", f"{up * 12}etc/passwd"):
            page = phone.opens(f"{folder}/{up}{path}")
            assert page.status in (308, 404), path
            assert not [inside for inside in (b"create_app", b"Flask==", b"root:") if inside in page.bytes]


UNPACK = {
    "gzip": gzip.decompress,
    "br": import_module("brotli").decompress,  # it carries no types
    "deflate": zlib.decompress,
}


@for_each("offered", ["gzip", "gzip, deflate", "gzip, deflate, br"])
def test_pages_and_assets_are_compressed(phone: Phone, monkeypatch: pytest.MonkeyPatch, offered: str) -> None:
    # Over plain HTTP, as in a home network, browsers offer no Brotli.
    for address in ("/", "/new/oh-hell", "/assets/x/site.css", "/assets/x/js/core/main.js", "/api/v1/openapi.json"):
        plain = phone.opens(address, headers={"Accept-Encoding": "identity"})
        packed = phone.opens_raw(address, offered)
        assert plain.headers.get("Content-Encoding") is None
        assert packed.headers["Content-Encoding"] in UNPACK
        assert "Accept-Encoding" in packed.headers["Vary"]
        assert len(packed.data) < len(plain.bytes) / 1.5
        if address.startswith(("/assets/", "/api/")):
            assert UNPACK[packed.headers["Content-Encoding"]](packed.data) == plain.bytes
    with monkeypatch.context() as patch:
        patch.setattr(assets, "ENCODINGS", ("gzip",))
        assert phone.opens_raw("/assets/x/site.css", offered).headers["Content-Encoding"] == "gzip"


def test_style_and_script_name_no_other_host(phone: Phone) -> None:
    for path in (*STATIC.rglob("*.css"), *STATIC.rglob("*.js"), *STATIC.rglob("*.svg")):
        text = path.read_text("utf-8").replace("http://www.w3.org/2000/svg", "").replace("http://www.w3.org/1999/", "")
        found = [line for line in text.splitlines() if HOSTS.search(line) and not line.strip().startswith("//")]
        assert found == [], path.name


# Script modules joined into few files: each runs once, in its order, and sees what it imports.


SMALL = {
    "js/core/main.js": (
        'import { one } from "./one.js";\nconst load = (at) => import(at);\none();\nload("./late.js");\n'
    ),
    "js/core/one.js": "export const one = () => 1;\nconst hidden = 2;\n",
    "games/dice/script.js": (
        'import { one } from "../../js/core/one.js";\nimport { cup } from "./cup.js";\n'
        "export function enhance() {\n  return cup(one());\n}\n"
    ),
    "games/dice/cup.js": 'export async function cup() {\n  await import("../../js/core/late.js");\n}\n',
    "js/core/late.js": 'import { shared } from "./shared.js";\nexport const late = shared;\n',
    "js/core/other.js": 'import { shared } from "./shared.js";\nexport const enhance = shared;\n',
    "js/core/shared.js": "const kept = new Map();\nexport const shared = () => kept;\n",
}


def test_what_one_file_alone_needs_is_sent_with_it_and_nothing_twice() -> None:
    files = bundle(SMALL)
    assert sorted(files) == [
        "games/dice/script.js",
        *(f"js/core/{name}.js" for name in ("late", "main", "other", "shared")),
    ]
    assert "hidden" in files["js/core/main.js"], "what main imports is sent with it"
    for statement in ("const hidden", "const kept"):
        assert sum(text.count(statement) for text in files.values()) == 1


def test_what_the_sender_imports_is_sent_with_it_and_others_import_that_from_there() -> None:
    files = bundle(
        {
            **SMALL,
            "js/sync/page.js": 'import { ask } from "./net.js";\nexport const send = () => ask();\n',
            "js/sync/net.js": "export const ask = () => 1;\n",
            "js/views/code.js": 'import { ask } from "../sync/net.js";\nask();\n',
            "js/views/rows.js": 'import { ask } from "../sync/net.js";\nexport const rows = ask;\n',
        }
    )
    assert "js/sync/net.js" not in files
    assert "export { ask, send };" in files["js/sync/page.js"]
    assert files["js/views/code.js"] == 'import { ask } from "../sync/page.js";\nask();\n'


def test_the_modules_of_a_file_follow_each_other_in_the_order_in_which_they_run() -> None:
    dice = bundle(SMALL)["games/dice/script.js"]
    assert dice == (
        'import { one } from "../../js/core/main.js";\n'
        'async function cup() {\n  await import("../../js/core/late.js");\n}\n'
        "function enhance() {\n  return cup(one());\n}\n"
        "export { enhance };\n"
    )


def test_what_others_import_of_main_it_exports() -> None:
    files = bundle(SMALL)
    assert "export { one };" in files["js/core/main.js"]
    assert 'load("./late.js")' in files["js/core/main.js"]
    assert 'import { shared } from "./shared.js";' in files["js/core/other.js"]


def test_no_two_modules_of_a_file_declare_one_name() -> None:
    declaration = re.compile(r"^(?:async )?(?:function\*?|const|let|class) (\w+|\{[^}]*\}|\[[^\]]*\])", re.MULTILINE)
    for file, text in bundle(MODULES).items():
        groups = [*declaration.findall(text), *(names for names, _ in IMPORT.findall(text))]
        names = [
            each.partition(":")[2].strip() or each.strip()
            for group in groups
            for each in group.strip("{[]} ").split(",")
        ]
        assert sorted(names) == sorted(set(names)), file


def test_what_is_loaded_later_is_a_file_of_its_own() -> None:
    """In another one it would have no exports but those that are imported by name."""
    files = bundle(MODULES)
    for path, text in MODULES.items():
        later = {normpath(f"{dirname(path)}/{other}") for other in LATER.findall(IMPORT.sub("", text))}
        assert later <= files.keys(), path


def test_modules_that_import_each_other_are_refused() -> None:
    with pytest.raises(RecursionError):
        bundle({**SMALL, "js/core/one.js": 'import { one as two } from "./one.js";\nexport const one = two;\n'})


def test_the_modules_import_and_export_in_the_one_form_that_is_joined() -> None:
    for path, text in MODULES.items():
        imports = IMPORT.findall(text)
        assert len(re.findall(r"^import\b(?!\()", text, re.MULTILINE)) == len(imports), path
        assert len(re.findall(r"^export\b", text, re.MULTILINE)) == len(EXPORT.findall(text)), path
        assert not re.search(r"^(await|export (let|default|\{))", text, re.MULTILINE), path
        for names, other in imports:
            there = normpath(f"{dirname(path)}/{other}")
            assert {*re.findall(r"\w+", names)} <= {*EXPORT.findall(MODULES[there])}, f"{path}: {there}"


GIVEN = (
    *(r"^import \{([^}]*)\}", r"\b(?:function\*?|class|const|let) (\w+)(?! = \[)", r"\bfunction\*? \w+\(([^)]*)\)"),
    *(r"\{([^{}]*)\} = ", r"\(\{([^{}]*)\}\) =>", r"^  (?:async )?(\w+)\(.*\{$"),
)
"""How a module names what it calls: imported, declared, given to a function, taken out of an object, a method."""


def test_a_module_imports_what_it_calls_of_others() -> None:
    exported = {name for text in MODULES.values() for name in EXPORT.findall(text)}
    for path, text in MODULES.items():
        code = re.sub(r'(?m)(^|\s)//\s.*|"(?:[^"\\\n]|\\.)*"', "", text)
        known = {
            name for way in GIVEN for names in re.findall(way, code, re.MULTILINE) for name in re.findall(r"\w+", names)
        }
        called = {*re.findall(r"(?<![.\w$])(\w+)\(", code)} & exported
        assert called - known == set(), path


def test_what_is_copied_keeps_nothing() -> None:
    for path in COPIED:
        kept = [line for line in MODULES[path].splitlines() if re.match(r"(let|var) |const \w+ = (new|\[|\{)", line)]
        assert kept == [], path
