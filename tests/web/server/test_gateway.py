"""Between the server and the site: bodies are taken in whole, answers handed out, overload is told to ask later."""

from __future__ import annotations

import asyncio
import logging
import os
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from pathlib import Path
from threading import Event
from time import sleep
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any

import h11
import pytest

from app import MAX_BODY_BYTES
from tests.kit.for_each import for_each
from tests.kit.web.gateway import PATIENT, Line, run, sends, served
from tests.web.conftest import Phone
from web.http.middleware import ASKS_ACCESS
from web.reports.files import MAX_FILES_BYTES
from web.server.gateway import IN_MEMORY, MAX_REQUEST_BYTES, Answer, Gateway, Pace, environ_of

if TYPE_CHECKING:
    from _typeshed.wsgi import WSGIApplication

AT_ONCE = Pace(head=60, seconds=0.05, bytes_a_second=10**9)


def answered(site: WSGIApplication, line: Line, pace: Pace = PATIENT, **options: Any) -> Line:
    async def asked() -> Line:
        async with served(site, pace, **options) as server:
            return await line.asks(server)

    return run(asked())


def echo(environ: dict[str, Any], start: Callable[..., object]) -> Iterable[bytes]:
    body = environ["wsgi.input"].read()
    start("200 OK", [("Content-Length", str(len(body)))])
    return [body]


# A request.


def test_a_body_that_comes_in_pieces_is_whole_when_the_site_sees_it() -> None:
    line = answered(echo, Line(b"bids-0=1&", b"bids-1=", b"0"))
    assert (line.status, b"".join(line.taken)) == (200, b"bids-0=1&bids-1=0")


def beside(site: WSGIApplication, stuck: list[Line], *lines: Line, pace: Pace = PATIENT, **options: Any) -> None:
    """Requests that come one after the other while others are stuck, to the end."""

    async def one_after_the_other() -> None:
        async with served(site, pace, **options) as server:
            tasks = [asyncio.create_task(each.asks(server)) for each in stuck]
            while len(server.connections) < len(stuck) or any(each.is_idle for each in server.connections):
                await asyncio.sleep(0.001)
            for line in lines:
                await line.asks(server)
            assert not any(task.done() for task in tasks)
            for task in tasks:
                task.cancel()

    run(one_after_the_other())


def test_a_half_sent_form_keeps_no_thread() -> None:
    line = Line(b"whole")
    beside(echo, [Line(b"csrf", ends=False) for _ in range(20)], line, threads=1)
    assert line.taken == [b"whole"]


def test_a_request_that_does_not_come_in_its_time_is_told_so_and_hung_up_on() -> None:
    line = answered(echo, Line(b"csrf", ends=False), AT_ONCE)
    assert (line.status, line.headers["connection"]) == (408, "close")


def test_a_byte_now_and_then_does_not_make_its_time_longer() -> None:
    async def drips() -> bytes:
        async with served(echo, AT_ONCE) as server:
            reader, writer = await asyncio.open_connection("127.0.0.1", server.port)  # type: ignore[attr-defined]
            writer.write(b"POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 100000\r\n\r\n")
            asked = asyncio.create_task(reader.readline())
            while not asked.done():
                writer.write(b"a")
                await asyncio.wait([asked], timeout=0.005)
            writer.close()
            return asked.result()

    assert run(drips()).startswith(b"HTTP/1.1 408 ")


def test_a_large_file_has_longer() -> None:
    assert Pace().allowed(48 * 1024 * 1024) > 10 * 60


LARGE = b"x" * (MAX_REQUEST_BYTES + 1)


def upload(*pieces: bytes, **given: Any) -> Line:
    return Line(*pieces, path="/scorebook", **given)


def knows_who_shows_a_cookie(environ: dict[str, Any], start: Callable[..., object]) -> Iterable[bytes]:
    if ASKS_ACCESS not in environ:
        return echo(environ, start)
    start("204 NO CONTENT" if "HTTP_COOKIE" in environ else "403 FORBIDDEN", [])
    return []


def beside_files(pace: Pace, files: int, stuck: list[Line], *lines: Line) -> None:
    """The same while strangers send files that do not end; one thread answers in turn who they are."""
    beside(knows_who_shows_a_cookie, stuck, *lines, pace=pace, threads=1, files=files)


def test_so_many_files_are_taken_in_at_once_and_forms_beside_them() -> None:
    """The first never ends and has all the time it wants; who waits for a place is told so in a fifth of a second."""
    second, form = upload(LARGE), Line(b"form", path="/s/x")
    beside_files(Pace(head=60, seconds=0.2, bytes_a_second=1), 1, [upload(LARGE, ends=False)], second, form)
    assert (second.status, second.headers["retry-after"]) == (503, "30")
    assert (form.status, b"".join(form.taken)) == (200, b"form")


def test_uploads_that_bring_nothing_keep_no_file_out() -> None:
    file = upload(LARGE)
    beside_files(PATIENT, 1, [upload(b"{", ends=False) for _ in range(20)], file)
    assert (file.status, len(b"".join(file.taken))) == (200, len(LARGE))


def test_who_has_an_access_does_not_wait_for_the_files_of_strangers() -> None:
    keeper, stranger = upload(LARGE, cookie="a keeper's"), upload(LARGE)
    beside_files(
        Pace(head=60, seconds=0.4, bytes_a_second=1), 4, [upload(LARGE, ends=False) for _ in range(2)], keeper, stranger
    )
    assert (keeper.status, stranger.status) == (200, 503)


def test_who_has_written_or_has_a_token_has_an_access(phone: Phone, stranger: Phone) -> None:
    def has_access(who: Phone, **headers: str) -> int:
        return who.client.post("/scorebook", environ_overrides={ASKS_ACCESS: True}, headers=headers).status_code

    assert has_access(phone) == 403
    for _ in range(2):
        phone.opens("/")
    assert has_access(phone) == 403, "a visit is none"
    assert phone.sets_up().page.status == 200
    assert has_access(phone) == 204
    token = f"Bearer {phone.api.token}"
    told = [has_access(stranger, Authorization=each) for each in (token, f"{token}x", "Bearer")]
    assert told == [204, 403, 403]


def test_who_hangs_up_is_not_answered() -> None:
    asked, noted = list[str](), list[tuple[str, int]]()
    go_on = Event()

    def busy(environ: dict[str, Any], start: Callable[..., object]) -> Iterable[bytes]:
        asked.append(environ["PATH_INFO"])
        assert go_on.wait(30)
        return echo(environ, start)

    async def leaves() -> None:
        def note(environ: dict[str, Any], answer: Answer, _: float) -> None:
            noted.append((environ["PATH_INFO"], answer.status))

        async with served(busy, threads=1, note=note) as server:
            tasks = [asyncio.create_task(Line(path=path).asks(server)) for path in ("/first", "/gone", "/last")]
            while len(server.connections) < len(tasks) or any(each.is_idle for each in server.connections):
                await asyncio.sleep(0.001)
            tasks[1].cancel()
            await asyncio.wait([tasks[1]])
            await asyncio.sleep(0.05)
            go_on.set()
            await asyncio.gather(tasks[0], tasks[2])

    run(leaves())
    assert sorted(asked) == ["/first", "/last"]
    assert sorted(noted) == [("/first", 200), ("/gone", 499), ("/last", 200)]


def test_what_is_far_too_long_is_not_taken_in_but_for_a_file() -> None:
    sizes: dict[str, int] = {}

    def measure(environ: dict[str, Any], start: Callable[..., object]) -> Iterable[bytes]:
        if ASKS_ACCESS not in environ:
            sizes[environ["PATH_INFO"]] = len(environ["wsgi.input"].read())
        start("200 OK", [("Content-Length", "0")])
        return []

    pieces = [bytes(IN_MEMORY)] * 16
    for path in ("/settings", "/scorebook", "/api/v1/scorebook"):
        answered(measure, Line(*pieces, path=path))
    assert sizes["/settings"] <= MAX_REQUEST_BYTES + IN_MEMORY == MAX_BODY_BYTES + IN_MEMORY
    assert sizes["/scorebook"] == sizes["/api/v1/scorebook"] == 16 * IN_MEMORY


def test_a_request_is_told_as_wsgi_wants_it() -> None:
    writer: Any = SimpleNamespace(
        get_extra_info={"sockname": ("127.0.0.1", 8000), "peername": ("192.0.2.7", 4711)}.__getitem__
    )
    # A header with an underscore is not the one that a proxy sends.
    forwarded = [("X_Forwarded_For", "203.0.113.9"), ("X-Forwarded-For", "192.0.2.7")]
    headers = [("Host", "x"), ("Cookie", "a=1"), ("Cookie", "b=2"), ("Content-Type", "text/plain"), *forwarded]
    environ = environ_of(h11.Request(method="POST", target="/s/%E5%8D%93%2F?a=1", headers=headers), writer)
    assert environ["PATH_INFO"].encode("latin-1").decode() == "/s/卓/"
    wanted = {
        **{"QUERY_STRING": "a=1", "HTTP_COOKIE": "a=1; b=2", "HTTP_X_FORWARDED_FOR": "192.0.2.7"},
        **{"CONTENT_TYPE": "text/plain", "REMOTE_ADDR": "192.0.2.7"},
    }
    assert environ.items() >= wanted.items()
    elsewhere = h11.Request(method="GET", target="http://elsewhere/history", headers=[("Host", "x")])
    assert environ_of(elsewhere, writer)["PATH_INFO"] == "/history"


def exchanged(*pieces: bytes, site: WSGIApplication = echo, **options: Any) -> tuple[bytes, list[tuple[str, int]]]:
    """All that comes for these bytes until the server hangs up, and what was logged of it."""
    noted = list[tuple[str, int]]()

    def note(environ: dict[str, Any], answer: Answer, _: float) -> None:
        noted.append((environ["PATH_INFO"], answer.status))

    async def asked() -> bytes:
        async with served(site, note=note) as server:
            return await sends(server, *pieces, **options)

    return run(asked()), noted


@for_each(
    "sent",
    [
        b"Nonsense\r\n\r\n",
        b"\x16\x03\x01\x02\x00\x01",
        b"GET / HTTP/1.1\r\n\r\n",
        b"GET / HTTP/1.1\r\nHost: x\r\nBad Name: 1\r\n\r\n",
        "GET /卓 HTTP/1.1\r\nHost: x\r\n\r\n".encode(),
        b"Nonsense\r\n\r\n" + bytes(4 * 1024 * 1024),
    ],
)
def test_what_is_no_http_is_refused_logged_and_hung_up_on(sent: bytes) -> None:
    came, noted = exchanged(sent)
    assert came.startswith(b"HTTP/1.1 400 ")
    assert b"\r\nserver:" not in came.lower(), "nobody is told by what the site is served"
    assert noted == [("-", 400)]


@for_each(
    "sent",
    [
        b"POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
        b"POST / HTTP/1.0\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
        b"POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nContent-Length: 1\r\n\r\na",
        b"POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 1, 1\r\n\r\na",
        b"GET / HTTP/1.1\r\nHost: x\r\nContent-Type: a/b\r\ncontent-type: c/d\r\n\r\n",
        b"GET / HTTP/1.0\r\nHost: x\r\nHost: y\r\n\r\n",
        b"GET / HTTP/1.1\r\nHost: x\r\nA: b\r\n Content-Length: 5\r\n\r\n",
        b"GET / HTTP/1.1\r\nHost: x\nA: b\r\n\r\n",
        b"GET / HTTP/1.2\r\nHost: x\r\n\r\n",
        b"GET / HTTP/2.0\r\nHost: x\r\n\r\n",
        b"GET http://[/ HTTP/1.1\r\nHost: x\r\n\r\n",
    ],
)
def test_what_a_proxy_could_read_as_another_request_is_refused(sent: bytes, caplog: pytest.LogCaptureFixture) -> None:
    came, noted = exchanged(sent + b"GET /smuggled HTTP/1.1\r\nHost: x\r\n\r\n")
    assert (came[:13], came.count(b"HTTP/1.1")) == (b"HTTP/1.1 400 ", 1)
    assert came.lower().count(b"connection: close") == 1
    assert [status for _, status in noted] == [400]
    assert not caplog.messages


@for_each("headers", [b"Cookie: a=" + b"b" * 60_000 + b"\r\n", b"A: b\r\n" * 100])
def test_a_head_that_is_too_long_is_refused_also_where_it_comes_at_once(headers: bytes) -> None:
    came, noted = exchanged(b"GET / HTTP/1.1\r\nHost: x\r\n" + headers + b"\r\n")
    assert (came[:13], [status for _, status in noted]) == (b"HTTP/1.1 431 ", [431])


def test_a_refused_head_request_has_no_body_in_its_answer() -> None:
    came, _ = exchanged(b"HEAD / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\nno chunk\r\n")
    assert came.startswith(b"HTTP/1.1 400 ") and came.endswith(b"\r\n\r\n")


def test_an_empty_line_before_a_request_is_skipped() -> None:
    form = b"POST /1 HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\n\r\na\r\n"
    came, noted = exchanged(b"\r", b"\n", form, b"\r\nGET /2 HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")
    assert (came.count(b"HTTP/1.1 200 OK"), noted) == (2, [("/1", 200), ("/2", 200)])


@for_each("path, length", [("/settings", MAX_REQUEST_BYTES), ("/scorebook", MAX_FILES_BYTES)])
def test_who_asks_whether_to_go_on_is_told_so_before_a_body_that_is_too_long(path: str, length: int) -> None:
    def asks(size: int) -> bytes:
        head = f"POST {path} HTTP/1.1\r\nHost: x\r\nExpect: 100-continue\r\nContent-Length: {size}\r\n\r\n"
        return exchanged(head.encode(), ends=size == length)[0]

    assert asks(length + 1).startswith(b"HTTP/1.1 413 ")
    assert asks(length) == b"HTTP/1.1 100 Continue\r\n\r\n"


def test_only_a_body_that_came_in_pieces_is_given_a_length() -> None:
    def length(environ: dict[str, Any], start: Callable[..., object]) -> Iterable[bytes]:
        start("200 OK", [])
        return [environ.get("CONTENT_LENGTH", "none").encode()]

    assert [answered(length, Line(*pieces)).taken for pieces in ((), (b"ab", b"c"))] == [[b"none"], [b"3"]]


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="only Linux has it")
def test_a_body_for_which_the_disk_has_no_room_is_to_be_sent_later(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr("tempfile.TemporaryFile", lambda **_: os.fdopen(os.open("/dev/full", os.O_RDWR), "w+b"))
    line = answered(echo, upload(LARGE))
    assert (line.status, line.headers["retry-after"], line.headers["connection"]) == (503, "30", "close")
    assert len(caplog.messages) == 1 and "No space left" in caplog.text and "Traceback" not in caplog.text


def test_requests_that_come_at_once_are_answered_one_after_the_other() -> None:
    asks = b"".join(b"GET /%d HTTP/1.1\r\nHost: x\r\n\r\n" % number for number in range(300))

    def tells(environ: dict[str, Any], start: Callable[..., object]) -> Iterable[bytes]:
        start("200 OK", [("Content-Length", "4")])
        return [environ["PATH_INFO"][1:].rjust(4).encode()]

    async def asked() -> list[int]:
        async with served(tells) as server:
            reader, writer = await asyncio.open_connection("127.0.0.1", server.port)  # type: ignore[attr-defined]
            writer.write(asks)
            found = []
            for _ in range(300):
                await reader.readuntil(b"\r\n\r\n")
                found.append(int(await reader.readexactly(4)))
            writer.close()
            return found

    assert run(asked()) == list(range(300))


async def opened(server: Gateway, sent: bytes = b"") -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
    """A connection that the server knows, and the head of its answer was read if there is one."""
    there = len(server.connections)
    reader, writer = await asyncio.open_connection("127.0.0.1", server.port)  # type: ignore[attr-defined]
    while len(server.connections) <= there:
        await asyncio.sleep(0.001)
    if sent:
        writer.write(sent)
        await reader.readuntil(b"\r\n\r\n")
    return reader, writer


ASK = b"GET / HTTP/1.1\r\nHost: x\r\n\r\n"


def test_where_all_places_are_taken_who_was_idle_for_longest_makes_room() -> None:
    async def asked() -> None:
        async with served(echo, most=3) as server:
            lines = [await opened(server, sent) for sent in (ASK, b"", ASK)]
            lines[0][1].write(ASK)
            await lines[0][0].readuntil(b"\r\n\r\n")
            for idle in (1, 2):
                line = await Line().asks(server)
                assert line.status == 200
                while len(server.connections) > 2:
                    await asyncio.sleep(0.001)
                with suppress(ConnectionError):
                    assert await lines[idle][0].read() == b""
                lines.append(await opened(server))
            assert not lines[0][0].at_eof()
            for _, writer in lines:
                writer.close()

    run(asked())


def test_of_many_who_come_at_once_no_more_stay_than_there_are_places() -> None:
    async def asked() -> None:
        async with served(echo, most=3) as server:
            port = server.port  # type: ignore[attr-defined]
            lines = await asyncio.gather(*(asyncio.open_connection("127.0.0.1", port) for _ in range(40)))
            while len(server.connections) != 3:
                await asyncio.sleep(0.001)
            for _, writer in lines:
                writer.close()

    run(asked())


def test_where_all_are_busy_there_is_no_place_for_the_next() -> None:
    go_on = Event()

    def busy(environ: dict[str, Any], start: Callable[..., object]) -> Iterable[bytes]:
        assert go_on.wait(30)
        return echo(environ, start)

    async def asked() -> None:
        async with served(busy, most=2) as server:
            lines = [Line(), Line()]
            tasks = [asyncio.create_task(line.asks(server)) for line in lines]
            while len(server.connections) < 2 or any(each.is_idle for each in server.connections):
                await asyncio.sleep(0.001)
            with suppress(ConnectionError):
                assert await sends(server, ASK) == b""
            go_on.set()
            await asyncio.gather(*tasks)
            assert [line.status for line in lines] == [200, 200]

    run(asked())


# An answer.


def test_a_slow_reader_keeps_no_thread() -> None:
    large = bytes(16 * IN_MEMORY)

    def site(environ: dict[str, Any], start: Callable[..., object]) -> Iterator[bytes]:
        start("200 OK", [])
        yield large
        yield large

    line = Line()
    beside(site, [Line(takes=False) for _ in range(20)], line, threads=1)
    assert line.whole
    assert b"".join(line.taken) == large + large


LONG = bytes(32 * 1024 * 1024)
"""More than the kernel has room for."""


def test_an_answer_that_is_not_taken_in_its_time_is_given_up() -> None:
    def site(environ: dict[str, Any], start: Callable[..., object]) -> Iterable[bytes]:
        start("200 OK", [("Content-Length", str(len(LONG)))])
        return [LONG]

    async def hung_up_on() -> None:
        async with served(site, AT_ONCE) as server:
            task = asyncio.create_task(Line(takes=False).asks(server))
            while not server.connections:
                await asyncio.sleep(0.001)
            while server.connections:
                await asyncio.sleep(0.001)
            task.cancel()

    run(hung_up_on())


@for_each("begins", [True, False])
def test_what_breaks_is_500_and_nothing_of_it_is_told(caplog: pytest.LogCaptureFixture, begins: bool) -> None:
    def site(environ: dict[str, Any], start: Callable[..., object]) -> Iterator[bytes]:
        if begins:
            start("200 OK", [])
            yield b"half"
        raise ValueError("the rest is missing")

    line = answered(site, Line())
    assert (line.status, line.whole) == (500, True)
    assert "the rest is missing" in caplog.text
    assert not [each for each in line.taken if b"missing" in each or b"half" in each]


def faulty(status: str, body: bytes, **headers: str) -> WSGIApplication:
    def site(environ: dict[str, Any], start: Callable[..., object]) -> Iterable[bytes]:
        start(status, [(name.replace("_", "-"), value) for name, value in headers.items()])
        return [body]

    return site


@for_each(
    "site",
    [
        faulty("200 OK", b"four", content_length="5"),
        faulty("200 OK", b"four", content_length="3"),
        faulty("200 OK", b"four", content_length="many"),
        faulty("200 OK", b"four", etag=" padded "),
        faulty("200 OK", b"four", etag="卓"),
        faulty("304 NOT MODIFIED", b"four"),
        faulty("204 NO CONTENT", b"four"),
        faulty("100 CONTINUE", b""),
    ],
)
def test_an_answer_that_cannot_be_sent_is_500_and_logged(
    site: WSGIApplication, caplog: pytest.LogCaptureFixture
) -> None:
    came, noted = exchanged(b"GET /a HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n", site=site)
    assert (came[:13], noted) == (b"HTTP/1.1 500 ", [("/a", 500)])
    assert caplog.messages == ["An answer was not made"]
    caplog.clear()


@for_each("status", ["200 OK", "304 NOT MODIFIED"])
def test_the_length_of_what_is_not_sent_is_no_fault(status: str) -> None:
    came, noted = exchanged(
        b"HEAD / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n", site=faulty(status, b"", content_length="9")
    )
    assert b"\r\ncontent-length: 9\r\n" in came.lower() and noted == [("/", int(status[:3]))]


def test_who_closes_the_sending_side_is_hung_up_on_without_an_answer() -> None:
    def slow(environ: dict[str, Any], start: Callable[..., object]) -> Iterable[bytes]:
        sleep(0.1)
        return echo(environ, start)

    assert exchanged(ASK, ends=True, site=slow) == (b"", [("/", 499)])


def test_while_the_server_stops_an_answer_says_that_it_is_the_last() -> None:
    async def asked() -> Line:
        async with served(stops_meanwhile) as server:
            loop, line = asyncio.get_running_loop(), Line()
            stopped.append(lambda: loop.call_soon_threadsafe(server.stop))
            return await line.asks(server)

    stopped = list[Callable[[], object]]()

    def stops_meanwhile(environ: dict[str, Any], start: Callable[..., object]) -> Iterable[bytes]:
        stopped[0]()
        return echo(environ, start)

    line = run(asked())
    assert (line.status, line.headers["connection"]) == (200, "close")


# More than can be answered.


def test_with_a_full_queue_an_open_page_is_told_to_ask_later_and_a_save_waits_its_turn(
    caplog: pytest.LogCaptureFixture,
) -> None:
    go_on = Event()

    def busy(environ: dict[str, Any], start: Callable[..., object]) -> Iterable[bytes]:
        assert go_on.wait(30)
        start("200 OK", [("Content-Length", "2")])
        return [b"ok"]

    def asks() -> Line:
        return Line(path="/s/abc/now", if__none__match='W/"1.k"')

    async def crowd() -> tuple[list[Line], list[Line]]:
        waiting, told, save = [Line() for _ in range(10)], [asks(), asks()], Line(b"bids-0=1", path="/s/abc/entries")
        async with served(busy, threads=1, queue=3) as server:
            tasks = [asyncio.create_task(each.asks(server)) for each in waiting]
            while len(server.connections) < len(tasks) or any(each.is_idle for each in server.connections):
                await asyncio.sleep(0.001)
            for page in told:
                await page.asks(server)
            tasks.append(asyncio.create_task(save.asks(server)))
            go_on.set()
            await asyncio.gather(*tasks)
            later = await asks().asks(server)
        return told, [*waiting, save, later]

    with caplog.at_level(logging.WARNING, "gunicorn.error"):
        told, others = run(crowd())
    assert [each.status for each in told] == [503, 503]
    assert 0 < int(told[0].headers["retry-after"]) < 60
    assert {each.status for each in others} == {200}
    assert len([line for line in caplog.messages if "told to ask later" in line]) == 1, "a line a minute"
