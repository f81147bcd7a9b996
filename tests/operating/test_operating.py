"""What docs/operating.md and the files beside it say holds for the site: variables, commands, numbers, links."""

from __future__ import annotations

import os
import re
import shlex
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest
import yaml  # type: ignore[import-untyped]

from store.__main__ import main
from store.engines.postgresql.database import MAX_CONNECTIONS
from store.engines.postgresql.wire import SETTINGS
from store.engines.sqlite.database import SQLite
from store.errors import UnusableDatabaseError
from web.settings import read_settings

ROOT = Path(__file__).parents[2]
PAGE = ROOT / "docs" / "operating.md"
BESIDE = ROOT / "docs" / "operating"
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]
VARIABLE = re.compile(r"TAKUROKU_[A-Z]+(?:_[A-Z]+)*")


class Environ(dict[str, str]):
    """An environment that remembers what it was asked for."""

    def __init__(self, **variables: str) -> None:
        super().__init__(variables)
        self.asked: set[str] = set()

    def get(self, name: str, *default: str) -> str | None:  # type: ignore[override]
        self.asked.add(name)
        return super().get(name, *default)


@pytest.fixture
def variables(tmp_path: Path) -> set[str]:
    """What the site reads from its environment."""
    environ = Environ(TAKUROKU_DATA=str(tmp_path))
    read_settings(environ)
    return environ.asked


def test_the_table_has_every_variable_and_no_other(variables: set[str]) -> None:
    rows = re.findall(r"^\| `(TAKUROKU_\w+)` \|", PAGE.read_text(encoding="utf-8"), re.MULTILINE)
    assert sorted(rows) == sorted(variables)


def test_units_scripts_and_pages_name_only_variables_that_there_are(variables: set[str]) -> None:
    files = [PAGE, ROOT / "Containerfile", *(path for path in BESIDE.rglob("*") if path.is_file())]
    named = {name for path in files for name in VARIABLE.findall(path.read_text(encoding="utf-8"))}
    assert {"TAKUROKU_PROXIES", "TAKUROKU_WORKERS"} < named <= variables


def commands() -> Iterator[str]:
    for page in PAGES:
        for said in re.findall(r"python -m store ([^`\n]+)", page.read_text(encoding="utf-8")):
            if said != "…":
                yield said.strip()


@pytest.mark.parametrize("said", sorted(set(commands())))
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


def test_the_pages_say_how_a_record_is_backed_up_checked_and_moved() -> None:
    assert {said.split()[0] for said in commands()} >= {"backup", "check", "rebuild", "move"}


def anchors(page: Path) -> set[str]:
    headings = re.findall(r"^#+ (.+)$", page.read_text(encoding="utf-8"), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_every_link_leads_somewhere(page: Path) -> None:
    for target, anchor in re.findall(r"\]\(([^)#\s]*)(?:#([^)\s]+))?\)", page.read_text(encoding="utf-8")):
        if "://" in target:
            continue
        path = (page.parent / target).resolve() if target else page
        assert path.exists(), f"{target} is not there"
        assert not anchor or anchor in anchors(path), f"{target} has no heading {anchor}"


def test_what_the_site_sets_on_its_connections_is_said() -> None:
    said = (BESIDE / "postgresql.md").read_text(encoding="utf-8")
    assert f"at most {MAX_CONNECTIONS}," in said
    assert f"TAKUROKU_WORKERS × {MAX_CONNECTIONS + 1} + 10" in said
    for name, value in SETTINGS.items():
        assert f"`{name}={value}`" in said
        assert re.search(rf"ALTER ROLE takuroku SET {name} = '?{value}'?`", said)


def test_the_proxies_look_where_the_site_listens(tmp_path: Path) -> None:
    port = read_settings({"TAKUROKU_DATA": str(tmp_path)}).port
    assert f":127.0.0.1:{port}}}" in (BESIDE / "Caddyfile").read_text(encoding="utf-8")
    assert f"server 127.0.0.1:{port};" in (BESIDE / "nginx.conf").read_text(encoding="utf-8")
    compose = yaml.safe_load((BESIDE / "compose.yaml").read_text(encoding="utf-8"))
    assert compose["services"]["caddy"]["environment"]["UPSTREAM"] == f"app:{port}"


def test_the_compose_file_names_only_what_it_has() -> None:
    compose = yaml.safe_load((BESIDE / "compose.yaml").read_text(encoding="utf-8"))
    for service in compose["services"].values():
        assert set(service.get("depends_on", {})) <= set(compose["services"])
        assert set(service.get("secrets", [])) <= set(compose["secrets"])
        for source, _, _ in (volume.partition(":") for volume in service.get("volumes", [])):
            assert (BESIDE / source).exists() if source.startswith(".") else source in compose["volumes"]


def test_the_image_has_every_room_of_the_house_and_is_sent_no_other() -> None:
    # What builds the site to take along is not asked while the site serves.
    rooms = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["pytest"]["ini_options"]
    copied = re.findall(r"^COPY (\S+) \S+$", (ROOT / "Containerfile").read_text(encoding="utf-8"), re.MULTILINE)
    also = {"app.py", "templates", "static", "translations", "requirements-image.txt"}
    wanted = {*rooms["testpaths"], *also} - {"tests", "bench", "pocket"}
    assert set(copied) == wanted
    sent = re.findall(r"^!(\S+)$", (ROOT / ".dockerignore").read_text(encoding="utf-8"), re.MULTILINE)
    assert set(sent) == wanted


def test_the_image_installs_what_the_site_is_tested_with_by_its_hashes() -> None:
    files = ("requirements.txt", "requirements-postgresql.txt")
    tested = {pin for file in files for pin in pins((ROOT / file).read_text(encoding="utf-8"))}
    image = (ROOT / "requirements-image.txt").read_text(encoding="utf-8")
    assert {*pins(image)} == tested
    each = re.split(r"^(?=\w)", image, flags=re.MULTILINE)[1:]
    assert all(re.search(r"--hash=sha256:[0-9a-f]{64}$", packet, re.MULTILINE) for packet in each)


def pins(requirements: str) -> list[str]:
    """Each package with its version, as its name is compared (PEP 503)."""
    return [
        f"{re.sub(r'[_.]', '-', name.lower())}=={version}"
        for name, version in re.findall(r"^([\w.-]+)==([\w.]+)", requirements, re.MULTILINE)
    ]


def test_what_phones_see_is_quoted_as_they_see_it() -> None:
    said = (ROOT / "translations" / "ja" / "LC_MESSAGES" / "messages.po").read_text(encoding="utf-8")
    table = PAGE.read_text(encoding="utf-8").partition("| what phones see |")[2].partition("\n## ")[0]
    quoted = re.findall(r'"([^"]+)"', " ".join(line.rpartition(" | ")[0] for line in table.splitlines()))
    assert len(quoted) > 5
    for words in quoted:
        assert f'msgid "{words.removesuffix(" …")}' in said


def test_the_timer_purges_the_record_that_the_site_has(tmp_path: Path) -> None:
    record = SQLite(tmp_path / "takuroku.db")
    record.prepare()
    unit = (BESIDE / "systemd" / "takuroku-purge.service").read_text(encoding="utf-8")
    (line,) = re.findall(r"^ExecStart=(.+)$", unit, re.MULTILINE)
    command = shlex.split(line.replace("$$", "$").replace(".venv/bin/python", sys.executable))
    for settings in ({"TAKUROKU_DATA": str(tmp_path)}, {"TAKUROKU_DATA": "/", "TAKUROKU_DATABASE": str(record.path)}):
        own = {"PATH": os.environ["PATH"], **settings}
        done = subprocess.run(command, cwd=ROOT, env=own, capture_output=True, text=True, check=True)
        assert done.stdout == "Deleted for good. Scorebooks: 0, sessions: 0.\n"


@pytest.fixture
def backups(tmp_path: Path) -> Path:
    """A folder with a backup of long ago."""
    folder = tmp_path / "backups"
    folder.mkdir()
    old = folder / "takuroku-20200101T000000Z.db"
    old.touch()
    os.utime(old, (0, 0))
    return folder


def backed_up(record: Path, backups: Path) -> int:
    own = {"PYTHON": sys.executable, "TAKUROKU_DATA": str(record.parent), "PATH": os.environ["PATH"]}
    done = subprocess.run([BESIDE / "back-up.sh", backups], env=own, capture_output=True, check=False)
    return done.returncode


def test_a_backup_more_lets_the_oldest_go(tmp_path: Path, backups: Path) -> None:
    record = SQLite(tmp_path / "takuroku.db")
    record.prepare()
    assert backed_up(record.path, backups) == 0
    (new,) = backups.iterdir()
    assert main(["check", str(new)]) == 0


def test_where_none_can_be_made_the_last_one_stays(tmp_path: Path, backups: Path) -> None:
    assert backed_up(tmp_path / "takuroku.db", backups) != 0
    assert [path.name for path in backups.iterdir()] == ["takuroku-20200101T000000Z.db"]
