"""What make says, and what docs/operating.md and the files beside it say holds: variables, commands, ports, scripts."""

from __future__ import annotations

import ast
import os
import re
import shlex
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any
from unittest.mock import Mock

import pytest
import yaml  # type: ignore[import-untyped]

from docs.games import house_rules
from docs.operating import tables
from scoring.catalogue import find_game
from store import scorebooks
from store.__main__ import main
from store.book import Book
from store.engines.sqlite import SQLite
from store.engines.tables import TABLES
from store.errors import UnusableDatabaseError
from store.sessions.details import delete_session
from tests.kit.for_each import for_each
from tests.kit.postgresql import found_binaries
from tests.store.conftest import Keeper
from web.settings import read_settings

ROOT = Path(__file__).parents[2]
PAGE = ROOT / "docs" / "operating.md"
BESIDE = ROOT / "docs" / "operating"
SCRIPTS = Path(__file__).parent
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]


def test_the_table_has_every_variable_and_no_other(tmp_path: Path) -> None:
    environ = Mock(wraps={"TAKUROKU_DATA": str(tmp_path)})
    read_settings(environ)
    asked = {call.args[0] for call in environ.get.call_args_list}
    rows = re.findall(r"^\| `(TAKUROKU_\w+)` \|", PAGE.read_text("utf-8"), re.MULTILINE)
    assert sorted(rows) == sorted(asked)
    beside = [path for path in BESIDE.rglob("*") if path.is_file() and path.suffix != ".pyc"]
    files = [PAGE, ROOT / "Containerfile", *beside, *SCRIPTS.glob("*.sh")]
    named = {each for path in files for each in re.findall(r"TAKUROKU_[A-Z]+(?:_[A-Z]+)*", path.read_text("utf-8"))}
    assert {"TAKUROKU_PROXIES", "TAKUROKU_WORKERS"} < named <= asked, "units, scripts and pages name no other"


COMMANDS = {
    said.strip() for page in PAGES for said in re.findall(r"python -m store ([^`\n…]+)", page.read_text("utf-8"))
}


@for_each("said", sorted(COMMANDS))
def test_a_command_is_one_that_there_is(said: str, monkeypatch: pytest.MonkeyPatch) -> None:
    def nowhere(place: object) -> None:
        raise UnusableDatabaseError(f"{place} was not to be opened")

    monkeypatch.setattr("store.__main__.database_at", nowhere)
    name, *arguments = shlex.split(said)
    if arguments:
        assert main([name, *arguments]) == 1
    else:  # in passing, without saying of what
        with pytest.raises(SystemExit) as ended:
            main([name, "--help"])
        assert ended.value.code == 0


@for_each("page", PAGES)
def test_every_link_and_every_path_of_the_map_leads_somewhere(page: Path) -> None:
    text = page.read_text("utf-8")
    for target, anchor in re.findall(r"\]\(([^)#\s]*)(?:#([^)\s]+))?\)", text):
        if "://" not in target:
            path = (page.parent / target).resolve() if target else page
            assert path.exists(), f"{target} is not there"
            assert not anchor or anchor in anchors(path), f"{target} has no heading {anchor}"
    if page.name in ("where-is.md", "glossary.md"):
        last = [line.rstrip(" |").rpartition("|")[2] for line in text.splitlines() if line.startswith("|")]
        named = {each for cell in last for each in re.findall(r"`([\w.-]+/[\w./-]*)`", cell)}
        assert len(named) > 20
        assert [each for each in named if not (ROOT / each).exists()] == []


def test_the_way_of_an_entry_leads_by_functions_that_are_there() -> None:
    rows = re.findall(
        r"^\| `([\w.]+)` \| `([\w/]+\.py)` \|", (ROOT / "docs/architecture.md").read_text("utf-8"), re.MULTILINE
    )
    assert len(rows) > 40

    def found(path: str) -> set[str]:
        body = ast.parse((ROOT / path).read_text("utf-8")).body
        within = [(each.name, each.body) for each in body if isinstance(each, ast.ClassDef)]
        named = (*((f"{name}.", part) for name, parts in within for part in parts), *(("", part) for part in body))
        return {f"{of}{each.name}" for of, each in named if isinstance(each, ast.FunctionDef | ast.AsyncFunctionDef)}

    assert [f"{path}: {name}" for name, path in rows if name not in found(path)] == []


@for_each(
    "page, filled",
    [
        (tables.OPERATING, tables.with_settings),
        (tables.REFERENCE, tables.with_commands),
    ],
)
def test_a_page_has_the_table_of_what_is_declared(page: Path, filled: Callable[[str], str]) -> None:
    text = page.read_text("utf-8")
    assert text == filled(text), "make docs"
    assert text.count("<!-- end -->") == 1


def test_the_page_of_the_house_has_every_table_of_the_record() -> None:
    page = house_rules.ARCHITECTURE.read_text()
    assert page == house_rules.with_record_tables(page), "make docs"


def anchors(page: Path) -> set[str]:
    headings = re.findall(r"^#+ (.+)$", page.read_text("utf-8"), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}


def test_the_proxies_look_where_the_site_listens_and_the_compose_file_has_what_it_names(tmp_path: Path) -> None:
    port = read_settings({"TAKUROKU_DATA": str(tmp_path)}).port
    assert f":127.0.0.1:{port}}}" in (BESIDE / "Caddyfile").read_text("utf-8")
    assert f"server 127.0.0.1:{port};" in (BESIDE / "nginx.conf").read_text("utf-8")
    compose = yaml.safe_load((BESIDE / "compose.yaml").read_text("utf-8"))
    assert compose["services"]["caddy"]["environment"]["UPSTREAM"] == f"app:{port}"
    for service in compose["services"].values():
        assert set(service.get("depends_on", {})) <= set(compose["services"])
        assert set(service.get("secrets", [])) <= set(compose["secrets"])
        for source, _, _ in (volume.partition(":") for volume in service.get("volumes", [])):
            assert (BESIDE / source).exists() if source.startswith(".") else source in compose["volumes"]


def test_the_image_has_every_room_of_the_house_and_is_sent_no_other() -> None:
    # What builds the site to take along is not asked while the site serves.
    rooms = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["tool"]["pytest"]["ini_options"]
    copied = re.findall(r"^COPY (\S+) \S+$", (ROOT / "Containerfile").read_text("utf-8"), re.MULTILINE)
    sent = re.findall(r"^!(\S+)$", (ROOT / ".dockerignore").read_text("utf-8"), re.MULTILINE)
    also = {"app.py", "templates", "static", "translations", "requirements-image.txt"}
    assert set(copied) == set(sent) == {*rooms["testpaths"], *also} - {"tests", "bench", "pocket"}


def test_the_image_installs_what_the_site_is_tested_with_by_its_hashes() -> None:
    files = ("requirements.txt", "requirements-postgresql.txt")
    tested = {pin for file in files for pin in pins((ROOT / file).read_text("utf-8"))}
    image = (ROOT / "requirements-image.txt").read_text("utf-8")
    assert {*pins(image)} == tested
    each = re.split(r"^(?=\w)", image, flags=re.MULTILINE)[1:]
    assert all(re.search(r"--hash=sha256:[0-9a-f]{64}$", packet, re.MULTILINE) for packet in each)


def pins(requirements: str) -> list[str]:
    """Each package with its version, as its name is compared (PEP 503)."""
    return [
        f"{re.sub(r'[_.]', '-', name.lower())}=={version}"
        for name, version in re.findall(r"^([\w.-]+)==([\w.]+)", requirements, re.MULTILINE)
    ]


@pytest.fixture
def record(tmp_path: Path) -> Path:
    record = SQLite(tmp_path / "takuroku.db")
    record.prepare()
    return record.path


def test_the_timer_backs_up_and_purges_the_record_that_the_site_has_and_purges_where_a_backup_failed(
    record: Path, tmp_path: Path
) -> None:
    unit = (BESIDE / "systemd" / "takuroku-nightly.service").read_text("utf-8")
    (line,) = re.findall(r"^ExecStart=(.+)$", unit, re.MULTILINE)
    line = line.replace("$$", "$").replace(".venv/bin/python", sys.executable)
    folder, file = tmp_path / "backups", tmp_path / "file"
    file.touch()
    for settings in ({"TAKUROKU_DATA": str(record.parent)}, {"TAKUROKU_DATA": "/", "TAKUROKU_DATABASE": str(record)}):
        own = {"PATH": os.environ["PATH"], "PYTHON": sys.executable, **settings}
        folder.mkdir()
        for place, made in ((folder, 1), (file, 0), (tmp_path / "nothing", 0)):
            command = shlex.split(line.replace("/var/backups/takuroku", str(place)))
            done = subprocess.run(command, cwd=ROOT, env=own, capture_output=True, text=True, check=False)
            assert done.stdout.endswith("Deleted for good. Scorebooks: 0, sessions: 0.\n"), done.stderr
            assert (done.returncode == 0, len([*place.glob("takuroku-*.db")])) == (made == 1, made)
        shutil.rmtree(folder)
        own["TAKUROKU_DATABASE"] = str(tmp_path / "nothing")
        assert subprocess.run(command, cwd=ROOT, env=own, capture_output=True, check=False).returncode


@pytest.mark.parametrize("is_there", [True, False])
def test_a_backup_more_lets_the_oldest_go_and_where_none_can_be_made_the_last_one_stays(
    record: Path, tmp_path: Path, is_there: bool
) -> None:
    backups = tmp_path / "backups"
    backups.mkdir()
    old = backups / "takuroku-20200101T000000Z.db"
    old.touch()
    os.utime(old, (0, 0))
    data = record.parent if is_there else tmp_path / "nothing"
    own = {"PYTHON": sys.executable, "TAKUROKU_DATA": str(data), "PATH": os.environ["PATH"]}
    done = subprocess.run([BESIDE / "back-up.sh", backups], env=own, capture_output=True, check=False)
    (left,) = backups.iterdir()
    if is_there:
        assert (done.returncode, main(["check", str(left)])) == (0, 0)
    else:
        assert (done.returncode != 0, left) == (True, old)


# What Datasette shows of a record: the tables by their names, and two queries.


DESCRIBED: dict[str, Any] = yaml.safe_load((BESIDE / "datasette.yml").read_text("utf-8"))["databases"]["takuroku"]
SECRET = {"access", "access_request", "join_code", "link", "pending_input", "token", "_backup"}


def test_every_table_is_named_and_what_lets_somebody_in_is_shut() -> None:
    tables = DESCRIBED["tables"]
    assert {*tables} == {*TABLES, "_backup", "_sqlite_migrations"}
    assert all(about.get("hidden") or about["description"] for about in tables.values())
    assert {name for name, about in tables.items() if about.get("allow") is False} == SECRET


@pytest.fixture
def played(sqlite: SQLite) -> SQLite:
    """Two evenings of two scorebooks, one of which is deleted, and a deleted game."""
    with closing(sqlite.connect()) as db:
        for scorebook in ("thursday", "the-club"):
            keeper = Keeper(db, scorebook)
            for month, points in (("10", [3, 4]), ("11", [5, 2]), ("11", [7, 1])):
                at = f"2026-{month}-22T19:00:00Z"
                session = keeper.sits_down("Ann", "Ben", game=find_game("score-pad"), at=at, name="Darts")
                keeper.writes(session, {"step": "round", "points": points}, at=at)
                keeper.writes(session, {"step": "end"}, at=at)
            delete_session(keeper.book, session, at=at)
        scorebooks.delete_scorebook(Book(db, "the-club", "keeper"), at="2027-01-07T19:00:00Z")
    return sqlite


@for_each(
    "query, answered",
    [
        ("who_wins_most", [("score-pad", "darts", "Ann", 2, 1, 50), ("score-pad", "darts", "Ben", 2, 1, 50)]),
        ("months", [("2026-11", "score-pad", 1, 1), ("2026-10", "score-pad", 1, 1)]),
    ],
)
def test_a_query_is_asked_of_what_is_not_deleted(played: SQLite, query: str, answered: list[tuple[Any, ...]]) -> None:
    with closing(played.connect()) as db:
        assert [tuple(row) for row in db.execute(DESCRIBED["queries"][query]["sql"])] == answered


# What make says.


AS_CODE = re.compile(r"(?:^    |`|\b[A-Z]+=\S+ )make ([a-z][a-z-]*)", re.MULTILINE)


def made(*arguments: str, **variables: str) -> subprocess.CompletedProcess[str]:
    own = {name: value for name, value in os.environ.items() if not name.startswith(("PIP_", "MAKE"))} | variables
    return subprocess.run(["make", *arguments], cwd=ROOT, env=own, capture_output=True, text=True, check=False)


def test_help_has_a_line_for_every_target_and_for_each_that_a_page_names() -> None:
    targets = re.findall(r"^make ([a-z-]+) +\S", made("help").stdout, re.MULTILINE)
    (phony,) = re.findall(r"^\.PHONY: (.+)$", (ROOT / "Makefile").read_text("utf-8"), re.MULTILINE)
    assert {*targets} == {*phony.split()}
    named = {
        target
        for page in (*PAGES, *ROOT.glob("*.md"), ROOT / "tests" / "README.md")
        for target in AS_CODE.findall(page.read_text("utf-8"))
    }
    assert {"run", "test", "test-all", "restore", "pocket-run", "translations"} < named <= {*targets}


@pytest.mark.thorough
def test_without_the_internet_the_first_start_says_so_in_a_sentence(tmp_path: Path) -> None:
    venv = tmp_path / "venv"
    elsewhere = {"PIP_CONFIG_FILE": os.devnull, "PIP_INDEX_URL": "http://127.0.0.1:9/simple", "PIP_RETRIES": "1"}
    done = made(f"VENV={venv}", f"PYTHON={sys.executable}", f"{venv}/.runtime", **elsewhere)
    assert done.returncode == 2
    first, *others = done.stderr.splitlines()
    assert first.startswith("Some packages must come from the internet, which cannot be reached. ")
    assert all(line.startswith("make:") for line in others), "pip has said nothing more"
    assert not (venv / ".runtime").exists(), "the next start tries again"


# The scripts beside this module, which do what the pages say.


def done(script: str, seconds: int, **own: str) -> None:
    ran = subprocess.run(
        [SCRIPTS / script],
        env=os.environ | {"PYTHON": sys.executable} | own,
        capture_output=True,
        text=True,
        timeout=seconds,
        check=False,
    )
    assert ran.returncode == 0, ran.stdout + ran.stderr
    assert ran.stdout.endswith("Done.\n")


@pytest.mark.long
def test_a_round_outlives_the_container_in_which_it_was_entered() -> None:
    needed = ("podman", "runc", "debootstrap", "curl")
    absent = [name for name in needed if shutil.which(name, path=f"{os.environ['PATH']}:/usr/sbin") is None]
    if (absent or os.geteuid()) and os.environ.get("REQUIRE_CONTAINER") != "1":
        pytest.skip(f"A container is built by root with: apt-get install {' '.join(needed)}")
    done("try-container.sh", 900)


@pytest.mark.long
def test_a_phone_saves_over_https_through_each_proxy() -> None:
    needed = ("caddy", "nginx", "curl", "openssl")
    absent = [name for name in needed if shutil.which(name, path=f"{os.environ['PATH']}:/usr/sbin") is None]
    if absent:
        pytest.skip(f"The proxies want: apt-get install {' '.join(absent)}")
    done("try-https.sh", 120)


@pytest.mark.long
def test_nothing_is_lost_to_a_dropped_table() -> None:
    done("try-point-in-time.sh", 240, PATH=f"{found_binaries()}:{os.environ['PATH']}")
