"""Reads request bodies before a thread is used, so that a slow one occupies only a connection; makes WSGI environs."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Awaitable, Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from io import BytesIO
from tempfile import SpooledTemporaryFile
from typing import IO, TYPE_CHECKING, Any, TypeAlias
from urllib.parse import unquote_to_bytes, urlsplit

if TYPE_CHECKING:
    from _typeshed.wsgi import WSGIEnvironment

Receive: TypeAlias = Callable[[], Awaitable[Mapping[str, Any]]]

IN_MEMORY = 64 * 1024
"""Bytes of a body kept in memory; a larger one is a temporary file."""
LINGER = 5
"""Seconds in which a refused body is still read: a browser cut off while sending shows no response."""

OF_THE_BODY = {"CONTENT_TYPE": "CONTENT_TYPE", "CONTENT_LENGTH": "CONTENT_LENGTH", "TRANSFER_ENCODING": None}
"""Headers with a key of their own in the environ, or none since the body is complete."""


@dataclass(frozen=True)
class Pace:
    """`seconds` for everything plus the time of its bytes at `bytes_a_second`; `head` seconds for a request's head."""

    head: float = 15
    seconds: float = 30
    bytes_a_second: int = 64 * 1024

    def allowed(self, size: int) -> float:
        """
        >>> Pace().allowed(0), Pace().allowed(48 * 1024 * 1024)
        (30.0, 798.0)
        """
        return self.seconds + size / self.bytes_a_second


class TooSlowError(Exception):
    """A request was not received within its time."""


class GoneError(Exception):
    """The client has closed the connection."""


class Incoming:
    """The body of one request, as far as it was read."""

    def __init__(self, receive: Receive, pace: Pace) -> None:
        self._receive, self._pace = receive, pace
        self.body: IO[bytes] = BytesIO()
        self.size = 0
        self._more = True

    async def read(self, most: int) -> None:
        """Read on to the end, or until there are more than `most` bytes.

        Raises TooSlowError, GoneError.
        """
        began = asyncio.get_running_loop().time()
        try:
            async with asyncio.timeout(self._pace.allowed(self.size)) as limit:
                while self._more and self.size <= most:
                    chunk, self._more = await _next(self._receive)
                    self._keep(chunk)
                    limit.reschedule(began + self._pace.allowed(self.size))
        except TimeoutError as error:
            raise TooSlowError from error

    def _keep(self, chunk: bytes) -> None:
        if not self.size and self._more:
            self.body = SpooledTemporaryFile(IN_MEMORY)  # noqa: SIM115
        self.body.seek(self.size)
        self.size += self.body.write(chunk)
        self.body.seek(0)

    async def until_gone(self) -> None:
        """Wait until the client of a request that was received whole closes the connection."""
        with suppress(GoneError):
            while True:
                _, self._more = await _next(self._receive)

    async def discard_rest(self) -> None:
        """Read and discard the rest, if there is any, for up to `LINGER` seconds."""
        with suppress(TimeoutError, GoneError):
            async with asyncio.timeout(LINGER):
                while self._more:
                    _, self._more = await _next(self._receive)


async def _next(receive: Receive) -> tuple[bytes, bool]:
    message = await receive()
    if message["type"] != "http.request":
        raise GoneError
    return message.get("body", b""), message.get("more_body", False)


def environ_of(scope: Mapping[str, Any], body: IO[bytes], size: int) -> WSGIEnvironment:
    """The WSGI environ of a request with its complete body."""
    host, port = scope["server"] or ("", 0)
    client, client_port = scope["client"] or ("", 0)
    path: bytes = scope["raw_path"]
    if not path.startswith(b"/"):  # as a proxy is asked, with the host before it
        path = urlsplit(path).path
    environ: WSGIEnvironment = {
        "REQUEST_METHOD": scope["method"],
        "SCRIPT_NAME": "",
        # WSGI strings are bytes decoded as Latin-1.
        "PATH_INFO": unquote_to_bytes(path).decode("latin-1"),
        "QUERY_STRING": scope["query_string"].decode("latin-1"),
        "SERVER_PROTOCOL": f"HTTP/{scope['http_version']}",
        "SERVER_NAME": host,
        "SERVER_PORT": str(port),
        "REMOTE_ADDR": client,
        "REMOTE_PORT": str(client_port),
        "wsgi.version": (1, 0),
        "wsgi.url_scheme": scope["scheme"],
        "wsgi.input": body,
        "wsgi.input_terminated": True,
        "wsgi.errors": sys.stderr,
        "wsgi.multithread": True,
        "wsgi.multiprocess": True,
        "wsgi.run_once": False,
    }
    for name, value in scope["headers"]:
        # X_Forwarded_For would become the same key as X-Forwarded-For, which the proxy sets.
        if b"_" in name:
            continue
        header, text = name.decode("latin-1").upper().replace("-", "_"), value.decode("latin-1")
        key = OF_THE_BODY.get(header, f"HTTP_{header}")
        if key and key in environ and key not in OF_THE_BODY:
            text = environ[key] + ("; " if header == "COOKIE" else ",") + text
        if key:
            environ[key] = text
    if size and "CONTENT_LENGTH" not in environ:  # it came in pieces
        environ["CONTENT_LENGTH"] = str(size)
    return environ
