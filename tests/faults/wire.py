"""A line between the site and a PostgreSQL server that a test can cut where it likes."""

from __future__ import annotations

import socket
import struct
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from threading import Event, Thread
from typing import Literal, TypeAlias

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
