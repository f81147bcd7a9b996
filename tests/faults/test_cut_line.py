"""A line to the server that is cut, in a commit too: what was sent is written whole or not at all, and once."""

from __future__ import annotations

import socket
import struct
from collections.abc import Iterator
from contextlib import closing, suppress
from dataclasses import dataclass
from itertools import count
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import Event, Thread
from typing import Literal, TypeAlias

import pytest
from flask import Flask

from store.engines import database_at
from store.engines.postgresql import PostgreSQL
from tests.faults.conftest import BIDS, Site, refused_for_now
from tests.kit.postgresql import Cluster

SOCKET = ".s.PGSQL.5432"
"""How a server's socket is called in its folder."""
LENGTH = struct.Struct("!I")
Where: TypeAlias = Literal["before", "within", "after"]
"""Before a statement reaches the server, when it has half of it, or when it was done and the answer is on its way."""


@dataclass
class Cut:
    """What is to happen once: the line is cut at a statement, past `pass_by` others; `words` are all that it says."""

    where: Where
    words: bytes = b""
    pass_by: int = 0

    def is_for(self, message: bytes) -> bool:
        if self.words:
            return message[:1] == b"Q" and self.words == message[1 + LENGTH.size :].strip(b" \0")
        # A message of these kinds is a statement, or the end of one that takes several; the server answers it.
        # What a new connection asks comes when the pool likes, and belongs to no request.
        return message[:1] in (b"Q", b"S") and b"pg_postmaster_start_time" not in message


class Wire:
    """Hands on what comes for the server with its socket in one folder; the site finds it in another."""

    def __init__(self, folder: Path, server: Path) -> None:
        self.folder = folder
        self.cut: Cut | None = None
        self._server = str(server / SOCKET)
        self._door = socket.socket(socket.AF_UNIX)
        self._door.bind(str(folder / SOCKET))
        self._door.listen()
        Thread(target=self._open, daemon=True).start()

    def close(self) -> None:
        # Without it accept() goes on waiting.
        self._door.shutdown(socket.SHUT_RDWR)
        self._door.close()

    def _open(self) -> None:
        with suppress(OSError):
            while True:
                client, _ = self._door.accept()
                server = socket.socket(socket.AF_UNIX)
                server.connect(self._server)
                # An answer that is lost, and the line with it.
                deaf = Event()
                for way in (self._there, self._back):
                    Thread(target=way, args=(client, server, deaf), daemon=True).start()

    def _there(self, client: socket.socket, server: socket.socket, deaf: Event) -> None:
        with suppress(OSError, EOFError):
            # The first message, with who asks for what, has no sign of its kind.
            server.sendall(_message(client, kind=b""))
            while (where := self._where(message := _message(client, kind=_exactly(client, 1)))) in (None, "after"):
                if where:
                    deaf.set()
                server.sendall(message)
            if where == "within":
                server.sendall(message[: len(message) // 2])
        _hang_up(client, server)

    def _back(self, client: socket.socket, server: socket.socket, deaf: Event) -> None:
        with suppress(OSError):
            while (answer := server.recv(65536)) and not deaf.is_set():
                client.sendall(answer)
        _hang_up(client, server)

    def _where(self, message: bytes) -> Where | None:
        """Where the line is cut, if it is at this message; that happens once."""
        if not (cut := self.cut) or not cut.is_for(message):
            return None
        if cut.pass_by:
            cut.pass_by -= 1
            return None
        self.cut = None
        return cut.where


def _hang_up(*ends: socket.socket) -> None:
    for end in ends:
        with suppress(OSError):
            end.shutdown(socket.SHUT_RDWR)
        end.close()


def _message(end: socket.socket, *, kind: bytes) -> bytes:
    length = _exactly(end, LENGTH.size)
    return kind + length + _exactly(end, LENGTH.unpack(length)[0] - LENGTH.size)


def _exactly(end: socket.socket, size: int) -> bytes:
    received = b""
    while len(received) < size:
        part = end.recv(size - len(received))
        if not part:
            raise EOFError
        received += part
    return received


@pytest.fixture
def wire(cluster: Cluster) -> Iterator[Wire]:
    # A path of a socket must be short.
    with TemporaryDirectory(prefix="takuroku-wire-") as folder, closing(Wire(Path(folder), cluster.folder)) as wire:
        yield wire


@pytest.fixture
def wired(
    app: Flask, server_site: Site, wire: Wire, cluster: Cluster, monkeypatch: pytest.MonkeyPatch
) -> Iterator[Site]:
    """The site, its line to the server in a test's hands; all that is said on it is what the record asks."""
    monkeypatch.setattr(PostgreSQL, "_check", lambda *_: None)
    direct = str(server_site.address)
    address = direct.replace(str(cluster.folder), str(wire.folder))
    with closing(Site(app, address, beside=database_at(direct))) as site:
        yield site


@pytest.mark.parametrize(("where", "written"), [("before", 0), ("within", 0), ("after", 1)])
def test_a_line_cut_in_a_commit_leaves_all_of_it_or_nothing(
    wired: Site, wire: Wire, where: Where, written: int
) -> None:
    table = wired.table()
    form, before = table.form, wired.kept()
    wire.cut = Cut(where, b"COMMIT")
    answer = table.tries(BIDS, form=form)
    assert wire.cut is None
    refused_for_now(answer, "away")
    assert wired.log(table) == ["enter"] * written
    assert (wired.kept() == before) == (not written)
    assert [table.tries(BIDS, form=form).status for _ in range(2)] == [303, 303]
    assert (wired.log(table), table.position) == (["enter"], 1)
    wired.kept()


def test_wherever_a_line_is_cut_an_entry_is_written_once(wired: Site, wire: Wire) -> None:
    table = wired.table()
    for cuts in count():
        form, before = table.form, wired.log(table)
        wire.cut = Cut("after", pass_by=cuts)
        answer = table.tries(BIDS, form=form)
        if wire.cut is not None:
            break
        refused_for_now(answer, "away")
        wired.kept()
        assert wired.log(table) in (before, [*before, "enter"])
        assert table.tries(BIDS, form=form).status == 303
        assert wired.log(table) == [*before, "enter"]
        table.undoes()
    wire.cut = None
    assert cuts > 5, "an entry is more than a few statements"


def test_a_page_whose_line_is_cut_is_there_the_next_time(wired: Site, wire: Wire) -> None:
    table = wired.table()
    assert table.phone.api.token
    for address in ("/", "/history", table.address, f"/api/v1/sessions/{table.id}"):
        wire.cut = Cut("after")
        page = table.phone.opens(address)
        assert page.status == 503, address
        assert int(page.headers["Retry-After"]) > 0
        assert table.phone.opens(address).status == 200
