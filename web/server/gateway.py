"""Serves the WSGI site over HTTP/1.1: an event loop has the connections, and a few threads run the site.

h11 parses. A thread sees a request when all of it was read, and never waits for whoever takes the response. Under
overload, polls of open pages get a Retry-After instead of a place in the queue, so that saves need not wait.
"""

from __future__ import annotations

import asyncio
import logging
import random
import re
import sys
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import AsyncExitStack, closing, suppress
from email.utils import formatdate
from http.client import responses
from io import BytesIO
from tempfile import SpooledTemporaryFile
from typing import IO, TYPE_CHECKING, NamedTuple
from urllib.parse import unquote_to_bytes, urlsplit

import h11
from werkzeug.wsgi import ClosingIterator

from web.http.live_updates import polled
from web.http.middleware import ASKS_ACCESS
from web.http.server_log import CLIENT_LEFT
from web.reports.files import MAX_FILES_BYTES, TAKES_FILES
from web.server.watch import Watch, seconds_to_wait

if TYPE_CHECKING:
    from _typeshed.wsgi import WSGIApplication, WSGIEnvironment

THREADS = 4
MAX_REQUEST_BYTES = 256 * 1024
"""Bytes of a request without files; the site refuses longer ones."""
IN_MEMORY = 64 * 1024
"""Bytes of a body in memory, beyond which it is a temporary file; read and sent at a time."""
MAX_HEAD_BYTES, MAX_HEADERS = 16 * 1024, 100
ONLY_ONCE = (b"host", b"content-type", b"content-length", b"transfer-encoding")
# In a head: the end of a line without its CR, a header of two lines, a list of lengths.
AMBIGUOUS = re.compile(rb"\n(?:(?<!\r\n)|[ \t]|content-length:[^\n]*,)", re.IGNORECASE)
# Logged and counted in place of a request that could not be parsed.
UNREADABLE = h11.Request(method="-", target="-", headers=[("Host", "-")])
log = logging.getLogger("gunicorn.error")


class Pace(NamedTuple):
    """`head` seconds for a request's head, `idle` until the next one begins; for all else `seconds` plus the time
    of its bytes at `bytes_a_second`."""

    head: float = 15
    idle: float = 5
    seconds: float = 30
    bytes_a_second: int = 64 * 1024

    def allowed(self, size: int) -> float:
        """
        >>> Pace().allowed(0), Pace().allowed(48 * 1024 * 1024)
        (30.0, 798.0)
        """
        return self.seconds + size / self.bytes_a_second


class Answer(NamedTuple):
    """The whole response to one request; `environ` is the request, with what the site added."""

    status: int
    headers: list[tuple[str, str]]
    body: IO[bytes]
    environ: WSGIEnvironment


def plain(status: int, text: str, **headers: str) -> Answer:
    """A short answer of the server's own."""
    body = f"{text}\n".encode()
    given = {"content_type": "text/plain; charset=utf-8", "content_length": str(len(body)), **headers}
    return Answer(status, [(name.replace("_", "-"), value) for name, value in given.items()], BytesIO(body), {})


def head_of(answer: Answer) -> h11.Response:
    """The head of a response; raises ValueError or h11.LocalProtocolError where it cannot be sent."""
    headers = [(name.encode("latin-1"), value.encode("latin-1")) for name, value in answer.headers]
    if not any(name.lower() == b"date" for name, _ in headers):
        headers.append((b"Date", formatdate(usegmt=True).encode()))
    reason = responses.get(answer.status, "").encode()
    return h11.Response(status_code=answer.status, headers=headers, reason=reason)


def made(site: WSGIApplication, environ: WSGIEnvironment, is_gone: Callable[[], bool]) -> Answer:
    """What the site answers, unless the client is gone; called in a thread."""
    if is_gone():
        return plain(CLIENT_LEFT, "")
    body: IO[bytes] = SpooledTemporaryFile(IN_MEMORY)  # noqa: SIM115
    head: list[tuple[str, list[tuple[str, str]]]] = []

    def start(status: str, headers: list[tuple[str, str]], exc_info: object = None) -> Callable[[bytes], object]:
        head.append((status, headers))
        return body.write

    try:
        with closing(ClosingIterator(site(environ, start))) as chunks:
            for chunk in chunks:
                body.write(chunk)
        status, headers = head[-1]
        answer, size = Answer(int(status[:3]), [*headers], body, environ), body.tell()
        length = 0 if answer.status in {204, 304} else int(dict(head_of(answer).headers).get(b"content-length", size))
        if size != length and environ["REQUEST_METHOD"] != "HEAD":
            raise ValueError(f"A body of {size} bytes in place of {length}")
        return answer
    except BaseException:
        # The site has error pages; this failed in making one.
        log.exception("An answer was not made")
        return plain(500, "Something broke here, not at your table.")


class Gateway:
    """The connections of one process, and the site's threads with their queue.

    When there are `most` connections, the one that was idle for longest makes room; where none is idle, there is none
    for the next. `queue` requests may wait for a thread, some half a second's work. `files` larger than a form are
    received at once, at most half of them from strangers; they take disk space, or memory in a container without a
    disk. `note` is called when a response begins, with the seconds since the end of its request.
    """

    def __init__(
        self,
        site: WSGIApplication,
        pace: Pace,
        watch: Watch,
        *,
        note: Callable[[WSGIEnvironment, Answer, float], None],
        most: int = 4096,
        threads: int = THREADS,
        queue: int = 200,
        files: int = 16,
    ) -> None:
        self.pace, self.note = pace, note
        self._site, self._watch, self._most, self._longest = site, watch, most, queue + threads
        self._threads, self._asked = ThreadPoolExecutor(threads, "site"), 0
        self._files, self._files_of_strangers = asyncio.Semaphore(files), asyncio.Semaphore(max(1, files // 2))
        self._shed, self._next_line = 0, 0.0
        # As an ordered set: of the idle ones the first has been so for longest.
        self.connections: dict[Connection, None] = {}
        self.is_over = False

    async def connected(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Serve one connection to its end."""
        if len(self.connections) >= self._most:
            there = [each for each in self.connections if not each.writer.is_closing()]
            if len(there) >= self._most:
                next((each.writer for each in there if each.is_idle), writer).transport.abort()
        connection = Connection(self, reader, writer)
        self.connections[connection] = None
        try:
            await connection.serve()
        except asyncio.CancelledError:
            writer.transport.abort()  # the server stops
        finally:
            del self.connections[connection]

    def stop(self) -> None:
        """Answer all polls that wait, close idle connections, and each of the others after its response."""
        self.is_over = True
        self._watch.end()
        for connection in self.connections:
            if connection.is_idle:
                connection.writer.close()

    async def answer(self, environ: WSGIEnvironment, client: Connection) -> Answer:
        """The response; to a poll that waits, when there is something new or its time is over."""
        if self._asked >= self._longest and polled(environ):
            self._shed += 1
            if (now := asyncio.get_running_loop().time()) >= self._next_line:
                log.warning(
                    "More is asked than can be answered: %d wait. "
                    "Open pages are told to ask later, %d since the last line",
                    self._asked,
                    self._shed,
                )
                self._shed, self._next_line = 0, now + 60
            # Spread, so that not all come back at once.
            return plain(503, "Please ask again later.", retry_after=str(random.randint(4, 8)))
        answer, wait = await self._ask(environ, client), seconds_to_wait(environ)
        if wait and answer.status == 304:

            async def ask_again() -> Answer:
                return answer if self._asked >= self._longest else await self._ask(environ, client)

            return await self._watch.hold(answer, wait, ask_again, client.until_gone)
        return answer

    async def has_place(self, environ: WSGIEnvironment, client: Connection, places: AsyncExitStack) -> bool:
        """Wait for the place of a file that is larger than a form; whether there was one in time."""
        known = (await self._ask(environ | {ASKS_ACCESS: True}, client)).status == 204
        with suppress(TimeoutError):
            async with asyncio.timeout(self.pace.seconds):
                for each in (self._files,) if known else (self._files_of_strangers, self._files):
                    await places.enter_async_context(each)
            return True
        return False

    async def _ask(self, environ: WSGIEnvironment, client: Connection) -> Answer:
        self._asked += 1
        try:
            loop = asyncio.get_running_loop()
            return await loop.run_in_executor(self._threads, made, self._site, environ, client.is_gone)
        finally:
            self._asked -= 1


class Connection:
    """One client's connection."""

    def __init__(self, gateway: Gateway, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._gateway, self._pace, self._reader, self.writer = gateway, gateway.pace, reader, writer
        self._http = h11.Connection(h11.SERVER)
        self._now = asyncio.get_running_loop().time
        self.is_idle = True

    def is_gone(self) -> bool:
        """Whether the client has closed the connection; also for threads."""
        return self._reader.at_eof() or self.writer.is_closing()

    async def until_gone(self) -> None:
        """Wait until the client closes the connection; what it sends meanwhile is its next request."""
        with suppress(OSError):
            if not self._http.trailing_data[0]:
                self._http.receive_data(await self._receive())
            await asyncio.Event().wait()

    async def serve(self) -> None:
        """Answer one request after the other, then close the connection."""
        seconds = self._pace.head
        try:
            while not self._gateway.is_over and self._http.our_state in (h11.IDLE, h11.DONE):
                await self._exchange(seconds)
                seconds = self._pace.idle
        except (ConnectionError, TimeoutError):
            pass  # the client is gone or too slow
        except Exception:
            if not self.is_gone():
                log.exception("A connection broke")
        self.writer.close()
        with suppress(OSError):
            async with asyncio.timeout(self._pace.seconds):
                await self.writer.wait_closed()
        # Otherwise it would wait for whoever takes nothing, without limit.
        self.writer.transport.abort()

    async def _exchange(self, seconds: float) -> None:
        """Read a request that begins within so many seconds, and answer it."""
        environ: WSGIEnvironment = {}
        async with AsyncExitStack() as places:
            try:
                request, head = await self._read_head(seconds)
                environ = environ_of(request, self.writer)
                check_head(request, head)
                refusal = await self._read_body(environ, places)
            except (h11.RemoteProtocolError, ValueError) as error:
                environ = environ or environ_of(UNREADABLE, self.writer)
                status = error.error_status_hint if isinstance(error, h11.RemoteProtocolError) else 400
                refusal = plain(status, "This is no valid request.")
            received = self._now()
            answer = refusal or await self._gateway.answer(environ, self)
            if self.is_gone():
                self._gateway.note(environ, plain(CLIENT_LEFT, ""), self._now() - received)
                raise ConnectionError
            is_unread = bool(refusal) or self._http.their_state is h11.SEND_BODY
            if is_unread or self._gateway.is_over:
                answer.headers.append(("Connection", "close"))
            self._gateway.note(environ, answer, self._now() - received)
            await self._send(answer, is_head=environ["REQUEST_METHOD"] == "HEAD")
        if is_unread:
            # A connection reset by the rest of the request would lose the answer: a browser would show none.
            with suppress(OSError):
                self.writer.write_eof()
                async with asyncio.timeout(5):
                    while await self._reader.read(IN_MEMORY):
                        pass

    async def _receive(self) -> bytes:
        if not (data := await self._reader.read(IN_MEMORY)):
            raise ConnectionError
        return data

    async def _read_head(self, seconds: float) -> tuple[h11.Request, bytes]:
        """Read to the end of a head, which h11 has parsed; the bytes too."""
        self.is_idle = True
        del self._gateway.connections[self]
        self._gateway.connections[self] = None
        # Empty lines may come before a request (RFC 9112, 2.2).
        head, began = self._http.trailing_data[0].lstrip(b"\r\n"), self._now()
        http = self._http = h11.Connection(h11.SERVER)
        async with asyncio.timeout(seconds) as limit:
            while not head:
                head = (await self._receive()).lstrip(b"\r\n")
            limit.reschedule(began + self._pace.head)
            http.receive_data(head)
            while not isinstance(request := http.next_event(), h11.Request):
                head += (data := await self._receive())
                http.receive_data(data)
        self.is_idle = False
        return request, head.removesuffix(http.trailing_data[0])

    async def _read_body(self, environ: WSGIEnvironment, places: AsyncExitStack) -> Answer | None:
        """Read the body to its end, or farther than the site takes it; the answer where that is refused."""
        size, body = 0, places.enter_context(environ["wsgi.input"])
        takes_files = environ["PATH_INFO"].endswith(TAKES_FILES)
        if self._http.they_are_waiting_for_100_continue:
            if int(environ.get("CONTENT_LENGTH", 0)) > (MAX_FILES_BYTES if takes_files else MAX_REQUEST_BYTES):
                return plain(413, "This is too long.")
            self.writer.write(
                self._http.send(h11.InformationalResponse(status_code=100, headers=[], reason=b"Continue"))
            )
        try:
            size = await self._read(body, 0, MAX_REQUEST_BYTES)
            if size > MAX_REQUEST_BYTES and takes_files:
                if not await self._gateway.has_place(environ, self, places):
                    return plain(503, "Other files come first.", retry_after="30")
                size = await self._read(body, size, MAX_FILES_BYTES + IN_MEMORY)
            body.seek(0)
        except (TimeoutError, ConnectionError):
            return plain(408, "This took too long to come.")
        except OSError as error:
            log.error("A request was not received: %s", error)
            with suppress(OSError):  # what it could not write before
                body.close()
            return plain(503, "There is no room for this now.", retry_after="30")
        if size:
            environ.setdefault("CONTENT_LENGTH", str(size))  # where it came in pieces
        return None

    async def _read(self, body: IO[bytes], size: int, longest: int) -> int:
        """Read on until there is no more, or more than `longest` bytes; how many there are."""
        began = self._now()
        async with asyncio.timeout(self._pace.allowed(size)) as limit:
            while self._http.their_state is h11.SEND_BODY and size <= longest:
                event = self._http.next_event()
                if event is h11.NEED_DATA:
                    self._http.receive_data(await self._receive())
                elif isinstance(event, h11.Data):
                    size += body.write(event.data)
                    limit.reschedule(began + self._pace.allowed(size))
        return size

    async def _send(self, answer: Answer, *, is_head: bool) -> None:
        data, sent, began = self._http.send(head_of(answer)), 0, self._now()
        with answer.body as body:
            body.seek(0)
            async with asyncio.timeout(self._pace.seconds) as limit:
                while chunk := not is_head and body.read(IN_MEMORY):
                    self.writer.write(data + self._http.send(h11.Data(chunk)))
                    await self.writer.drain()
                    data, sent = b"", sent + len(chunk)
                    limit.reschedule(began + self._pace.allowed(sent))
                self.writer.write(data + self._http.send(h11.EndOfMessage()))
                await self.writer.drain()


def check_head(request: h11.Request, head: bytes) -> None:
    """Refuse what is too long, or what a proxy may have read as another request; raises h11.RemoteProtocolError."""
    names = [line.partition(b":")[0].lower() for line in head.split(b"\n")]
    if len(head) > MAX_HEAD_BYTES or len(request.headers) > MAX_HEADERS:
        raise h11.RemoteProtocolError("A long head", error_status_hint=431)
    if (
        request.http_version not in {b"1.0", b"1.1"}
        or AMBIGUOUS.search(head)
        or any(names.count(each) > 1 for each in ONLY_ONCE)
        or (b"transfer-encoding" in names and (b"content-length" in names or request.http_version == b"1.0"))
    ):
        raise h11.RemoteProtocolError("An ambiguous head")


def environ_of(request: h11.Request, writer: asyncio.StreamWriter) -> WSGIEnvironment:
    """The WSGI environ (PEP 3333) of a request, with an empty file for its body."""
    host, port = writer.get_extra_info("sockname")[:2]
    client, client_port = (writer.get_extra_info("peername") or ("", 0))[:2]
    path, _, query = request.target.partition(b"?")
    if not path.startswith(b"/"):  # as a proxy is asked, with the host before it
        path = urlsplit(path).path
    environ: WSGIEnvironment = {
        "REQUEST_METHOD": request.method.decode(),
        "SCRIPT_NAME": "",
        # WSGI strings are bytes decoded as Latin-1.
        "PATH_INFO": unquote_to_bytes(path).decode("latin-1"),
        "QUERY_STRING": query.decode("latin-1"),
        "RAW_URI": request.target.decode("latin-1"),
        "SERVER_PROTOCOL": f"HTTP/{request.http_version.decode()}",
        "SERVER_NAME": host,
        "SERVER_PORT": str(port),
        "REMOTE_ADDR": client,
        "REMOTE_PORT": str(client_port),
        "wsgi.version": (1, 0),
        "wsgi.url_scheme": "http",
        "wsgi.input": SpooledTemporaryFile(IN_MEMORY),  # noqa: SIM115
        "wsgi.input_terminated": True,
        "wsgi.errors": sys.stderr,
        "wsgi.multithread": True,
        "wsgi.multiprocess": True,
        "wsgi.run_once": False,
    }
    for name, value in request.headers:
        # X_Forwarded_For would become the same key as X-Forwarded-For, which the proxy sets.
        if b"_" in name or name == b"transfer-encoding":
            continue
        key = name.decode().upper().replace("-", "_")
        key = key if key in {"CONTENT_TYPE", "CONTENT_LENGTH"} else f"HTTP_{key}"
        given = value.decode("latin-1")
        if key in environ:
            given = environ[key] + ("; " if key == "HTTP_COOKIE" else ",") + given
        environ[key] = given
    return environ
