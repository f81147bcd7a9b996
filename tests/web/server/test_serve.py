"""Starting the site: what the person at the terminal reads, and the log of what is asked."""

from __future__ import annotations

import errno
import os
import re
import resource
import socket
import stat
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing
from datetime import UTC, datetime, timedelta
from io import StringIO
from logging import StreamHandler
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from gunicorn.config import Config

from record.log import Author
from scoring.catalogue import find_game
from store.book import Book
from store.engines.sqlite import SQLite
from store.errors import UnavailableError
from store.sessions.writing import start
from store.stats.read_models import note_rules
from tests.kit.browser.site import free_port
from tests.kit.for_each import for_each
from web import serve
from web.http.server_log import DiscreetLogger
from web.request import network
from web.settings import Settings, SettingsError, read_settings

ROOT = Path(__file__).parents[3]
SECRET = "s" * 32


def settings_for(folder: Path, **others: str) -> Settings:
    given = {"DATA": str(folder), "SECRET": SECRET} | others
    return read_settings({f"TAKUROKU_{name}": value for name, value in given.items()})


def started(folder: Path, *arguments: str, **variables: str) -> subprocess.CompletedProcess[str]:
    own = {name: value for name, value in os.environ.items() if not name.startswith("TAKUROKU_")}
    return subprocess.run(
        [sys.executable, "-m", "web.serve", *arguments],
        cwd=ROOT,
        env={**own, "TAKUROKU_DATA": str(folder), **variables},
        capture_output=True,
        text=True,
        timeout=30,
        check=False,
    )


@pytest.fixture
def busy_port() -> Iterator[int]:
    with socket.socket() as other:
        # As the server itself listens: a second site must not slip in beside the first.
        other.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEPORT, 1)
        other.bind(("0.0.0.0", 0))
        other.listen()
        yield int(other.getsockname()[1])


def test_a_port_in_use_is_said_in_one_sentence_with_a_way_out(busy_port: int, tmp_path: Path) -> None:
    result = started(tmp_path, TAKUROKU_PORT=str(busy_port))
    assert result.returncode == 1
    assert result.stdout == ""
    assert result.stderr == (
        f"Port {busy_port} is in use by another program. "
        f"Stop it, or choose another: TAKUROKU_PORT={busy_port + 1} make run\n"
    )


def test_help_names_every_variable_and_starts_nothing(tmp_path: Path) -> None:
    result = started(tmp_path, "--help")
    assert result.returncode == 0
    named = set(re.findall(r"^  TAKUROKU_(\w+)$", result.stdout, re.MULTILINE))
    others = {"PROXIES", "HTTPS", "WORKERS", "LIMITS", "ACCESS_LOG", "METRICS", "CONTACT", "POCKET", "IN_POCKET"}
    assert named == {"DATA", "DATABASE", "SECRET", "HOST", "PORT"} | others
    assert "postgresql://user@host/name" in result.stdout
    assert list(tmp_path.iterdir()) == []


def test_why_a_port_cannot_be_had_is_said_with_a_way_out(tmp_path: Path) -> None:
    with pytest.raises(SettingsError, match="has no address '192.0.2.77' to listen on"):
        serve.check_port(settings_for(tmp_path, HOST="192.0.2.77"))
    taken, refused = OSError(errno.EADDRINUSE, "in use"), PermissionError(errno.EACCES, "denied")
    assert "TAKUROKU_PORT=65534" in serve.why_not(taken, settings_for(tmp_path, PORT="65535")), (
        "the one before the last"
    )
    assert "Choose one from 1024 up" in serve.why_not(refused, settings_for(tmp_path, PORT="80"))


def test_a_free_port_is_left_free(tmp_path: Path) -> None:
    port = free_port()
    serve.check_port(settings_for(tmp_path, HOST="127.0.0.1", PORT=str(port)))
    with socket.socket() as again:
        again.bind(("127.0.0.1", port))


GREETED = {
    "the whole network": (
        {},
        (
            "On a phone in the same network, open http://192.168.1.5:8000\n",
            "On this machine, open http://localhost:8000\n",
        ),
        # A log file needs no QR code.
        ("█", "▄"),
    ),
    "a terminal": ({"is a terminal": "yes"}, ("▄",), ()),
    "this machine alone": (
        {"HOST": "127.0.0.1", "PORT": "8010"},
        ("http://127.0.0.1:8010, on this machine only",),
        ("phone",),
    ),
    # Nobody listens at localhost.
    "one address": (
        {"HOST": "192.168.1.5"},
        ("On a phone in the same network, open http://192.168.1.5:8000\n",),
        ("localhost",),
    ),
    "a container": (
        {"is a terminal": "yes", "container": "oci"},
        ("in a container. Open this machine's address, at the port published for 8000.\n",),
        ("http://", "▄"),
    ),
    "a proxy": (
        {"is a terminal": "yes", "HOST": "127.0.0.1", "PROXIES": "1", "HTTPS": "1"},
        ("Takuroku runs at http://127.0.0.1:8000 behind a proxy",),
        ("▄",),
    ),
}


@for_each("where", GREETED)
def test_the_table_reads_the_address_to_open_on_a_phone(
    where: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    given, there, not_there = GREETED[where]
    settings = {"HOST": "0.0.0.0", "PORT": "8000"} | {name: value for name, value in given.items() if name.isupper()}
    with monkeypatch.context() as patch:
        patch.setattr(serve, "lan_host", lambda: "192.168.1.5")
        patch.setattr("sys.stdout.isatty", lambda: "is a terminal" in given)
        if "container" in given:
            patch.setenv("container", given["container"])
        serve.greet(settings_for(tmp_path, **settings), "the drawer")
    said = capsys.readouterr().out
    assert ([words for words in there if words not in said], [words for words in not_there if words in said]) == (
        [],
        [],
    )


def test_without_a_network_the_machines_name_stands_in(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(network, "SOMEWHERE_ELSE", ("not an address", 9))
    monkeypatch.setattr("socket.gethostname", lambda: "kitchen")
    assert network.lan_host() == "kitchen"


def test_the_record_is_ready_before_the_server_takes_over(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    happened: list[Any] = []
    monkeypatch.setenv("TAKUROKU_DATA", str(tmp_path))
    monkeypatch.setattr(serve, "check_port", lambda settings: happened.append("port"))
    monkeypatch.setattr(serve, "prepare_record", lambda settings: happened.append(settings.database))
    monkeypatch.setattr("os.execvp", lambda file, arguments: happened.append(arguments))
    serve.main([])
    assert happened[:2] == ["port", tmp_path]
    assert {"app:create_app()", "--reuse-port"} <= {*happened[2]}
    assert after("--workers", happened[2]) == "2"
    assert after("--workers", serve.server_command(settings_for(tmp_path, WORKERS="5"))) == "5"


def test_no_other_account_of_the_machine_can_read_the_record(tmp_path: Path) -> None:
    as_a_shell_does = "import os, runpy, sys; os.umask(0o022); sys.argv = sys.argv[1:]; "
    served = as_a_shell_does + (
        "os.execvp = lambda *_: print(f'{os.umask(0):o}'); runpy.run_module('web.serve', run_name='__main__')"
    )
    commanded = as_a_shell_does + "runpy.run_module('store.__main__', run_name='__main__')"
    data, other = tmp_path / "data", tmp_path / "other"
    own = {"PATH": os.environ["PATH"], "TAKUROKU_DATA": str(data), "TAKUROKU_PORT": str(free_port())}
    for code, *arguments in ((served, "serve"), (commanded, "store", "move", str(data), f"{other}/")):
        command = [sys.executable, "-c", code, *arguments]
        done = subprocess.run(command, cwd=ROOT, env=own, capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stderr
        if code is served:
            assert done.stdout.splitlines()[-1] == "77", "what takes its place inherits it"
    for folder in (data, other):
        assert stat.S_IMODE(folder.stat().st_mode) == 0o700
        modes = {each.name: stat.S_IMODE(each.stat().st_mode) for each in folder.iterdir()}
        assert "takuroku.db" in modes
        assert set(modes.values()) == {0o600}, modes


def test_an_ipv6_host_is_bracketed_where_a_port_follows(tmp_path: Path) -> None:
    six = settings_for(tmp_path, HOST="::1", PORT="8000")
    assert serve.phone_address(six) == "http://[::1]:8000"
    assert "[::1]:8000" in serve.server_command(six)


# Where the record lies.


def test_the_table_reads_where_the_record_is_kept(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    settings = settings_for(tmp_path)
    serve.greet(settings, serve.prepare_record(settings))
    assert f"The record is kept in {tmp_path / 'takuroku.db'}. " in capsys.readouterr().out
    assert (tmp_path / "takuroku.db").is_file()


DATABASE = "takuroku:hunter2@127.0.0.1:{port}/club"
UNUSABLE = {
    "postgresql://": (
        "The record postgresql://127.0.0.1:{port}/club cannot be used now: ",
        "refused. Check that its server is running",
        "TAKUROKU_DATABASE has its address, user and password.\n",
    ),
    "mysql://": ("TAKUROKU_DATABASE cannot be used: it begins with mysql:, but a database is ",),
}


@for_each("kind, sentences", UNUSABLE.items())
def test_a_database_that_cannot_be_used_is_said_in_one_sentence_without_its_password(
    tmp_path: Path, kind: str, sentences: tuple[str, ...]
) -> None:
    port = free_port()
    given = {"DATABASE": kind + DATABASE.format(port=port), "SECRET": SECRET, "PORT": str(free_port())}
    result = started(tmp_path, **{f"TAKUROKU_{name}": value for name, value in given.items()})
    assert (result.returncode, result.stdout, result.stderr.count("\n")) == (1, "", 1)
    assert result.stderr.startswith(sentences[0].format(port=port))
    assert [each for each in sentences[1:] if each not in result.stderr] == []
    assert "hunter2" not in result.stderr
    assert kind == "mysql://" or "folder" not in result.stderr
    assert list(tmp_path.iterdir()) == []


def test_where_the_driver_is_missing_its_requirements_are_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    # An import of a module that is None fails as if it were not there.
    monkeypatch.delitem(sys.modules, "store.engines.postgresql")
    monkeypatch.setitem(sys.modules, "psycopg", None)
    with pytest.raises(SettingsError, match=r"pip install -r requirements-postgresql\.txt\.$"):
        serve.prepare_record(settings_for(tmp_path, DATABASE="postgresql://takuroku:hunter2@db/club"))


@pytest.fixture
def record(tmp_path: Path) -> SQLite:
    """A record with a session and a scorebook that were deleted long ago."""
    record = SQLite(tmp_path / "takuroku.db")
    record.prepare()
    with closing(record.connect()) as db:
        raw = {"players": ["Xaver", "Yvonne", "Zoë"], "dealer": 0, "options": {}}
        by = Author(device="phone", key="key", at=datetime(2019, 1, 1, tzinfo=UTC))
        session = start(Book(db, "club", "keeper"), find_game("oh-hell"), raw, by)
        db.execute("UPDATE session SET deleted_at = '2020-01-01T00:00:00Z' WHERE id = ?", (session,))
        db.execute("INSERT INTO scorebook (id, created_at, deleted_at) VALUES ('old', '', '2020-01-01T00:00:00Z')")
    return record


def left_in(record: SQLite) -> list[int]:
    with closing(record.connect()) as db:
        counts = (db.execute(f"SELECT COUNT(*) AS n FROM {table}").fetchone() for table in ("session", "scorebook"))
        return [row["n"] for row in counts]


def test_what_was_deleted_long_ago_is_taken_out_at_the_start(
    record: SQLite, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def refuse(*_: object) -> None:
        raise UnavailableError("read-only", "permission denied for table action")

    with monkeypatch.context() as patch:
        patch.setattr("store.sessions.purge._delete_session_rows", refuse)
        assert serve.prepare_record(settings_for(tmp_path)) == str(record)
    assert left_in(record)[0] == 1, "where nothing may go it is served all the same"
    assert capsys.readouterr().err == (
        "Sessions deleted more than 30 days ago were not purged: "
        "The database is read-only: permission denied for table action.\n"
    )
    serve.prepare_record(settings_for(tmp_path))
    assert (left_in(record), capsys.readouterr().err) == ([0, 1], "")


def test_of_a_large_record_it_is_said_that_its_lists_wait_for_a_rebuild(
    record: SQLite, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    with closing(record.connect()) as db:
        note_rules(db, "of an earlier release")
    monkeypatch.setattr("store.admin.rebuild.AT_START", 0)
    assert serve.prepare_record(settings_for(tmp_path)) == str(record)
    said = capsys.readouterr().err
    assert said.startswith("Another release made the lists") and said.endswith("python -m store rebuild\n")


@for_each("setting", ["DATA", "DATABASE"])
def test_the_way_out_of_a_broken_record_is_the_setting_that_names_it(setting: str, tmp_path: Path) -> None:
    (tmp_path / "takuroku.db").write_text("a shopping list, long enough to be no database at all" * 20)
    place = "" if setting == "DATA" else str(tmp_path / "takuroku.db")
    sentence = f"Put a backup in its place, or choose another .* with TAKUROKU_{setting}.$"
    with pytest.raises(SettingsError, match=sentence):
        serve.prepare_record(settings_for(tmp_path, DATABASE=place))


def test_a_full_or_locked_place_is_not_called_broken(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(_self: SQLite) -> None:
        raise UnavailableError("full", "database or disk is full")

    monkeypatch.setattr(SQLite, "prepare", refuse)
    with pytest.raises(SettingsError, match="cannot be used now: .*disk is full. Check that .* there is room"):
        serve.prepare_record(settings_for(tmp_path))


def test_a_key_that_is_not_shared_or_short_is_named(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    shared = (
        f"The key that signs cookies is in {tmp_path / 'secret.key'}: "
        "other machines that serve the same record need the same one, as TAKUROKU_SECRET.\n"
    )
    for place, secret, said in (
        ("postgresql://db/club", "", shared),
        ("", "s" * 31, "TAKUROKU_SECRET has only 31 characters"),
        ("", "s" * 32, ""),
        ("", "", ""),
    ):
        serve.greet(settings_for(tmp_path, DATABASE=place, SECRET=secret), "the drawer")
        told = capsys.readouterr().err
        assert (told.startswith(said), told.count("\n"), bool(told)) == (True, bool(said), bool(said))


# What stands before the site.


def test_https_that_nobody_speaks_is_refused(tmp_path: Path) -> None:
    with pytest.raises(SettingsError, match="^TAKUROKU_HTTPS=1 needs an HTTPS reverse proxy"):
        serve.check_proxies(settings_for(tmp_path, HTTPS="1"))
    serve.check_proxies(settings_for(tmp_path, HTTPS="1", PROXIES="1"))


def test_limits_without_a_proxy_say_what_a_proxy_would_need(tmp_path: Path) -> None:
    told = {proxies: [*serve.hints(settings_for(tmp_path, LIMITS="1", PROXIES=proxies))] for proxies in ("0", "1")}
    assert ([hint.split()[0] for hint in told["0"]], told["1"]) == (["TAKUROKU_LIMITS"], [])


def test_the_log_has_a_line_for_each_request_where_that_is_set(tmp_path: Path) -> None:
    assert "--access-logfile" not in serve.server_command(settings_for(tmp_path))
    told = after("--access-logformat", serve.server_command(settings_for(tmp_path, ACCESS_LOG="1")))
    assert "%(h)s %(m)s %(U)s %(s)s" in told
    assert "q" not in re.findall(r"%\((\w+)\)s", told), "a query may have what nobody else is to read"
    behind = settings_for(tmp_path, ACCESS_LOG="1", PROXIES="1")
    assert "%({x-forwarded-for}i)s" in after("--access-logformat", serve.server_command(behind))


def test_as_many_phones_can_stay_connected_as_the_machine_lets_a_process_have_files(tmp_path: Path) -> None:
    limits = resource.getrlimit(resource.RLIMIT_NOFILE)
    try:
        resource.setrlimit(resource.RLIMIT_NOFILE, (1024, limits[1]))
        few = int(after("--worker-connections", serve.server_command(settings_for(tmp_path))))
        assert few < 1024
        serve.allow_connections()
        assert resource.getrlimit(resource.RLIMIT_NOFILE)[0] == min(serve.CONNECTIONS + serve.OTHER_FILES, limits[1])
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, limits)


def after(option: str, command: list[str]) -> str:
    return command[command.index(option) + 1]


# The access log: one line a request, nothing in it that lets anybody in or that anybody else wrote.


LINK = "7Jr2mXw9LkTz4bVn1cYdAQ"


def logged(path: str, *, status: int = 200, left: bool = False, came_from: str = "192.0.2.7") -> str:
    """What the log says of one request, without its time; `path` as the server has decoded it."""
    settings = Config()
    settings.set("accesslog", "-")
    settings.set("access_log_format", serve.ACCESS.replace("%(t)s {who}", serve.WHO_BEHIND_A_PROXY))
    logger, written = DiscreetLogger(settings), StringIO()
    # The tests' own handlers are of other kinds.
    (handler,) = (each for each in logger.access_log.handlers if type(each) is StreamHandler)
    handler.setStream(written)
    answer = SimpleNamespace(
        status=status, headers=[] if left else [("Content-Type", "text/html")], sent=0 if left else 9
    )
    environ = {"REQUEST_METHOD": "GET", "RAW_URI": "", "SERVER_PROTOCOL": "HTTP/1.1", "PATH_INFO": path}
    asked = SimpleNamespace(headers=[("x-forwarded-for", came_from)])
    logger.access(answer, asked, environ, timedelta(milliseconds=5))
    for each in (*logger.error_log.handlers, *logger.access_log.handlers):
        each.filters.clear()  # those of the tests' own handlers would change what later tests log
    return written.getvalue()


@for_each(
    "path, said",
    [
        ("/rules", "/rules"),
        ("/\x1b[31mred\r\n192.0.2.8 GET / 200", "/%1B%5B31mred%0D%0A192.0.2.8%20GET%20/%20200"),
        ("/a\x85b\u2028c", "/a%C2%85b%E2%80%A8c"),
        ("/\udcff", "/%3F"),
    ],
)
def test_a_request_is_one_line_whatever_its_path_has(path: str, said: str) -> None:
    assert logged(path) == f"192.0.2.7 GET {said} 200 9 bytes 5 ms\n"


def test_what_a_header_has_begins_no_line() -> None:
    assert logged("/", came_from="192.0.2.7\x1b[2J\x85forged") == "192.0.2.7?[2J?forged GET / 200 9 bytes 5 ms\n"


@for_each("path", ["/j/{}", "/j//{}", "//j//{}", "/s/{}", "//s///{}/more", "/x/takuroku_{}"])
def test_neither_a_secret_nor_a_session_is_in_it(path: str) -> None:
    line = logged(path.format(LINK))
    assert LINK not in line
    assert path.format("…") in line


def test_who_left_before_the_answer_is_no_error_of_the_site() -> None:
    assert " 499 " in logged("/settings", status=500, left=True)
    assert " 500 " in logged("/settings", status=500)
