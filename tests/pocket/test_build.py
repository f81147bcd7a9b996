"""The folder of files: the same each time, whole, and with nothing missing that the site can come to."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import threading
import urllib.request
from pathlib import Path

import pytest

from pocket.build import BuildError, fetch, node
from pocket.build.build import build
from pocket.build.licences import Part, parts
from pocket.build.modules import CUT, own_sources, shipped, with_parents
from pocket.build.packing import QUICK, unzipped, zipped
from pocket.build.serve import server_of
from pocket.build.weigh import weights
from web.pocket.download import loaded_first, read_folder

HERE = Path(__file__).parent
ROOT = HERE.parents[1]
HOSTING = (ROOT / "docs" / "operating" / "pocket-hosting.md").read_text("utf-8")
MOST = 5_000_000
"""Bytes over the network that the first load may come to."""
MOST_BY_GZIP = 6_700_000
"""Bytes of it from a host that packs nothing."""
MOST_TO_READ_CODES, MOST_TO_READ_CODES_BY_GZIP = 340_000, 410_000
"""What is loaded after the first start, see docs/decisions.md#052."""
MOST_UNPACKED = 22_000_000
"""Bytes before they are packed, which then come to no more."""

pytestmark = pytest.mark.skipif(not (shutil.which("npm") and shutil.which("node")), reason="no npm here")


def files(folder: Path) -> dict[str, bytes]:
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def told(folder: Path) -> dict[str, object]:
    found = re.search(r"const BUILD = (.*);", (folder / "service-worker.js").read_text("utf-8"))
    assert found
    build_of: dict[str, object] = json.loads(found[1])
    return build_of


def test_every_module_that_is_shipped_can_be_imported_there(built: Path, tmp_path: Path) -> None:
    runtime = next((built / "parts").glob("runtime-*"))
    for part in (built / "parts").rglob("*.zip"):
        shutil.copy(part, tmp_path)
    command = ["node", str(node.STEPS / "run.mjs"), str(runtime), str(HERE / "inside_python"), "everything"]
    done = subprocess.run([*command, str(tmp_path)], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr[-2000:]
    assert json.loads((tmp_path / "refused.json").read_text()) == {}


def test_the_site_itself_imports_nothing_that_is_cut(built: Path) -> None:
    app = unzipped(next((built / "parts").rglob("app.zip")).read_bytes())
    made = node.python_step("compiled", {"sources.zip": zipped(own_sources())})
    imports: dict[str, list[tuple[int, str, list[str]]]] = json.loads(made["imports.json"])
    shipped = {path: each for path, each in imports.items() if f"{path}c" in app}
    assert len(shipped) > 200
    guilty = {
        (path, name)
        for path, each in shipped.items()
        for level, name, _ in each
        if not level and any(parent in CUT for parent in with_parents(name))
    }
    # Another engine is imported only where a record's address asks for it.
    assert guilty == {("store/engines/__init__.py", "store.engines.postgresql")}


def test_a_second_build_is_the_same_to_the_byte(built: Path, tmp_path: Path) -> None:
    build(tmp_path / "again", QUICK)
    assert files(tmp_path / "again") == files(built)


@pytest.mark.long
def test_so_is_one_that_begins_with_nothing_kept(built: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fetch, "CACHE", tmp_path / "cache")
    build(tmp_path / "again", QUICK)
    assert files(tmp_path / "again") == files(built)


def test_what_it_tells_of_itself_is_there(built: Path) -> None:
    build_of = told(built)
    described = build_of["files"]
    assert isinstance(described, dict)
    for path, file in described.items():
        assert (built / path).stat().st_size == file["bytes"]
    page = (built / "index.html").read_text("utf-8")
    known = re.search(r'<script type="application/json" id="build">(.*?)</script>', page)
    assert known
    assert json.loads(known[1]) == {name: build_of[name] for name in ("version", "parts", "decoder")}
    named = build_of["parts"]
    assert isinstance(named, dict)
    assert set(named) == {"runtime", "libraries", "app", "shell"}
    assert all((built / address).exists() for address in named.values())
    assert "{{" not in (built / "index.html").read_text("utf-8")
    assert "/*BUILD*/" not in (built / "service-worker.js").read_text("utf-8")


def test_the_first_load_is_small_enough(built: Path) -> None:
    *_, everything, _ = weights(built)
    assert everything.plain <= MOST_UNPACKED


@pytest.mark.long
def test_packed_as_it_is_sent_it_is_small_enough_too(tmp_path: Path) -> None:
    build(tmp_path / "packed")
    *_, everything, decoder = weights(tmp_path / "packed")
    assert everything.packed <= MOST
    assert everything.gzip <= MOST_BY_GZIP
    assert decoder.packed <= MOST_TO_READ_CODES
    assert decoder.gzip <= MOST_TO_READ_CODES_BY_GZIP
    said = re.search(r"^\| \*\*all\*\*" + 3 * r" \| \*\*([\d.]+)\*\*", HOSTING, re.MULTILINE)
    assert said
    weighed = [each / 1_000_000 for each in (everything.plain, everything.gzip, everything.packed)]
    assert [float(each) for each in said.groups()] == pytest.approx(weighed, rel=0.02)


def test_what_reads_codes_is_not_in_the_first_load(built: Path) -> None:
    decoder, files = (told(built)[name] for name in ("decoder", "files"))
    assert isinstance(decoder, list)
    assert isinstance(files, dict)
    assert [path.rpartition("/")[2] for path in decoder] == ["reader.mjs", "share.mjs", "zxing_reader.wasm"]
    assert set(decoder) < set(files)
    first = loaded_first(read_folder(built, 0))
    assert set(first) & set(files) == set(files) - set(decoder)


def test_no_source_and_no_other_language_goes_along(built: Path) -> None:
    within = [name for path in (built / "parts").rglob("*.zip") for name in unzipped(path.read_bytes())]
    assert [name for name in within if name.endswith((".py", ".so", ".html", ".po"))] == []
    languages = {name for name in within if name.startswith("babel/locale-data/")}
    assert languages == {f"babel/locale-data/{each}.dat" for each in ("en", "ja", "root")}


def test_the_libraries_are_those_of_the_server() -> None:
    ours = _versions((fetch.PINS / "requirements.txt").read_text())
    servers = _versions((ROOT / "requirements.txt").read_text())
    assert {name: servers[name] for name in ours} == ours
    assert set(servers) - set(ours) == {"gunicorn", "flask-compress", "backports.zstd", "brotli", "prometheus_client"}


def _versions(text: str) -> dict[str, str]:
    return {name.lower(): version for name, version in re.findall(r"^([\w.-]+)==([^\s;]+)", text, re.MULTILINE)}


@pytest.fixture(scope="module")
def listed() -> list[Part]:
    """What the page of licences lists."""
    return list(parts(shipped().libraries))


def test_every_package_has_its_licence(listed: list[Part]) -> None:
    assert {"Pyodide", "CPython", "SQLite", "Flask", "tzdata", "stackframe"} <= {part.name for part in listed}
    assert [part.name for part in listed if not part.texts or not part.licence] == []
    of = {part.name: part for part in listed}
    # The libraries of the pages' scripts, and the data of babel, have licences of their own.
    assert ("MIT License" in of["lean-qr"].licence, "David Evans" in of["lean-qr"].texts[0]) == (True, True)
    assert of["zxing"].licence == "MIT License, Apache License"
    assert of["idiomorph"].licence == "Zero-Clause BSD"
    assert any("UNICODE LICENSE V3" in text for text in of["babel"].texts)
    # Tables for a terminal: the server has them, the phone does not.
    assert {"tabulate", "click-default-group"}.isdisjoint(of)


def test_what_serves_it_sends_packed_copies_with_their_types(built: Path) -> None:
    server = server_of(built, 0)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    runtime = told(built)["parts"]["runtime"]  # type: ignore[index]
    asked = urllib.request.Request(
        f"http://localhost:{server.port}/{runtime}pyodide.asm.wasm", headers={"Accept-Encoding": "gzip, br"}
    )
    with urllib.request.urlopen(asked) as answer:
        assert answer.headers["Content-Type"] == "application/wasm"
        assert answer.headers["Content-Encoding"] == "br"
        assert "immutable" in answer.headers["Cache-Control"]
    with urllib.request.urlopen(f"http://localhost:{server.port}/") as answer:
        assert "no-cache" in answer.headers["Cache-Control"]
        assert "connect-src 'self' https:" in answer.headers["Content-Security-Policy"]
    server.shutdown()
    server.server_close()


def test_without_npm_it_says_so(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(fetch, "CACHE", tmp_path)
    monkeypatch.setenv("PATH", "")
    with pytest.raises(BuildError, match="There is no npm here"):
        fetch.runtime()
    assert list(tmp_path.iterdir()) == []


def test_a_file_of_another_hash_is_refused(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    pins = tmp_path / "pins"
    pins.mkdir()
    pins.joinpath("requirements.txt").write_text(f"blinker==1.9.0 --hash=sha256:{'0' * 64}\n")
    monkeypatch.setattr(fetch, "CACHE", tmp_path / "cache")
    monkeypatch.setattr(fetch, "PINS", pins)
    with pytest.raises(BuildError, match="PyPI could not be had"):
        fetch.wheels()
    assert not list((tmp_path / "cache").glob("pypi-*"))


def test_a_build_that_fails_leaves_the_folder_as_it_was(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    target = tmp_path / "pocket"
    target.mkdir()
    (target / "index.html").write_text("before")

    def full(*_body: object) -> bytes:
        raise OSError("No space left on device")

    monkeypatch.setattr("pocket.build.build.gzipped", full)
    with pytest.raises(OSError, match="No space"):
        build(target, QUICK)
    assert files(target) == {"index.html": b"before"}
    assert [path.name for path in tmp_path.iterdir()] == ["pocket"]
