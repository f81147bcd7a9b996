"""A line between the site and a PostgreSQL server that a test can cut where it likes."""

from __future__ import annotations

import socket
import struct
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from threading import Thread
from typing import Literal, TypeAlias

SOCKET = ".s.PGSQL.5432"
"""How a server's socket is called in its folder."""
LENGTH = struct.Struct("!I")

Where: TypeAlias = Literal["before", "within", "after"]
"""Before a statement reaches the server, when it has half of it, or when it was done and the answer is on its way."""
ENDS = (b"Q", b"S")
"""A message of one of these kinds is a statement, or the end of one that takes several; the server answers it."""


@dataclass
class Cut:
    """What is to happen once: the line is cut at a statement, past `pass_by` others; `words` are all that it says."""

    where: Where
    words: bytes = b""
    pass_by: int = 0

    def is_for(self, message: bytes) -> bool:
        if self.words:
            return message[:1] == b"Q" and self.words == message[1 + LENGTH.size :].strip(b" \0")
        # What a new connection asks comes when the pool likes, and belongs to no request.
        return message[:1] in ENDS and b"pg_postmaster_start_time" not in message


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
                try:
                    server.connect(self._server)
                except OSError:
                    server.close()
                    client.close()
                    continue
                line = _Line(self, client, server)
                Thread(target=line.there, daemon=True).start()
                Thread(target=line.back, daemon=True).start()

    def where(self, message: bytes) -> Where | None:
        """Where the line is cut, if it is at this message; that happens once."""
        cut = self.cut
        if cut is None or not cut.is_for(message):
            return None
        if cut.pass_by:
            cut.pass_by -= 1
            return None
        self.cut = None
        return cut.where


class _Line:
    """One connection."""

    def __init__(self, wire: Wire, client: socket.socket, server: socket.socket) -> None:
        self.wire = wire
        self.client = client
        self.server = server
        self.is_deaf = False
        """Whether the next answer is lost, and the line with it."""

    def there(self) -> None:
        with suppress(OSError, EOFError):
            # The first message, with who asks for what, has no sign of its kind.
            self.server.sendall(_message(self.client, kind=b""))
            while True:
                message = _message(self.client, kind=_exactly(self.client, 1))
                where = self.wire.where(message)
                if where == "before":
                    break
                if where == "within":
                    self.server.sendall(message[: len(message) // 2])
                    break
                self.is_deaf = self.is_deaf or where == "after"
                self.server.sendall(message)
        self.hang_up()

    def back(self) -> None:
        with suppress(OSError):
            while (answer := self.server.recv(65536)) and not self.is_deaf:
                self.client.sendall(answer)
        self.hang_up()

    def hang_up(self) -> None:
        for end in (self.client, self.server):
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
