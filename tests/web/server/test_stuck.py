"""The site as it is served, with connections that stand in the middle of something: they cost nobody else an answer."""

from __future__ import annotations

import socket
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from signal import SIGTERM
from urllib.parse import urlsplit
from urllib.request import urlopen

import pytest

from bench.stuck import kinds, style_of
from tests.games.oh_hell.sheet import PLAYERS, entries
from tests.kit.browser.site import running_site
from tests.kit.web.over_http import SAME_SECRET, saves
from tests.web.conftest import Phone, site_at
from web.serve import server_command
from web.server.gateway import THREADS
from web.settings import Settings

pytestmark = pytest.mark.thorough

WORKERS = 2
FORM = b"POST /settings HTTP/1.1\r\nHost: x\r\nContent-Length: 900\r\n\r\ncsrf_token=abc"


@contextmanager
def opened(site: str, begins: bytes, how_many: int) -> Iterator[list[socket.socket]]:
    """Connections on which this was sent, and nothing is taken."""
    where = urlsplit(site)
    with ExitStack() as stack:
        lines = [stack.enter_context(socket.socket()) for _ in range(how_many)]
        for line in lines:
            line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
            line.settimeout(30)
            line.connect((where.hostname, where.port))
            line.sendall(begins)
        yield lines


@pytest.fixture
def command(monkeypatch: pytest.MonkeyPatch, pace: str) -> None:
    """Serve the site as ever, but at the pace of a class of tests/kit/web/workers.py."""

    def at_that_pace(settings: Settings) -> list[str]:
        usual = server_command(settings)
        usual[usual.index("--worker-class") + 1] = f"tests.kit.web.workers.{pace}"
        return usual

    monkeypatch.setattr("tests.kit.browser.site.server_command", at_that_pace)


def is_open(line: socket.socket) -> bool:
    """Whether the other side still waits for more; nothing of an answer has come."""
    line.setblocking(False)
    try:
        return line.recv(1, socket.MSG_PEEK) != b""
    except BlockingIOError:
        return True


@pytest.mark.parametrize("pace", ["Patient"])
def test_a_phone_looks_and_saves_while_many_connections_are_stuck(command: None, tmp_path: Path) -> None:
    settings = {"TAKUROKU_WORKERS": str(WORKERS), **SAME_SECRET}
    with running_site(tmp_path, settings=settings) as site, ExitStack() as stack:
        keeper = Phone(site_at(str(tmp_path)))
        table = keeper.sits_down(*PLAYERS)
        stuck = kinds(style_of(site))
        forms = stack.enter_context(opened(site, FORM, 60))
        assert len(forms) > 5 * WORKERS * THREADS
        silent = stack.enter_context(opened(site, b"", 60))
        heads = stack.enter_context(opened(site, stuck["slow headers"].begins, 30))
        readers = stack.enter_context(opened(site, stuck["slow readers"].begins * 10, 30))
        for position, entry in enumerate(entries()[:4]):
            saves(keeper, site, table.address, entry, position)
        assert all(map(is_open, [*forms, *silent, *heads, *readers])), "they are stuck to the end"
    said = (tmp_path / "server.log").read_text()
    assert "Traceback" not in said


def until_hung_up(line: socket.socket) -> bytes:
    """All that comes until the other side closes or resets; raises TimeoutError where it waits on."""
    came = b""
    with suppress(ConnectionResetError):
        while some := line.recv(4096):
            came += some
    return came


@pytest.mark.parametrize("pace", ["Impatient"])
def test_what_does_not_come_or_is_not_taken_in_its_time_is_hung_up_on(command: None, tmp_path: Path) -> None:
    with running_site(tmp_path) as site:
        for begins, answer in ((b"", b""), (b"GET / HTTP/1.1\r\nHost: x\r\n", b""), (FORM, b"HTTP/1.1 408 ")):
            with opened(site, begins, 20) as lines:
                for line in lines:
                    came = until_hung_up(line)
                    assert came.startswith(answer) and bool(came) == bool(answer)
        asks = f"GET {style_of(site)} HTTP/1.1\r\nHost: x\r\n\r\n".encode()
        with opened(site, asks * 400, 1) as (line,), pytest.raises(ConnectionError):
            # The kernel has room for some megabytes: only from then on nothing more is taken.
            while True:
                line.sendall(asks)


def test_the_server_stops_though_phones_keep_their_connections(tmp_path: Path) -> None:
    with ExitStack() as stack:
        with running_site(tmp_path, stop=SIGTERM) as site:
            urlopen(f"{site}/health").close()
            silent = stack.enter_context(opened(site, b"", 5))
        # A process that waited for them in vain says so.
        assert (tmp_path / "server.log").read_text() == ""
        assert [until_hung_up(line) for line in silent] == [b""] * 5
