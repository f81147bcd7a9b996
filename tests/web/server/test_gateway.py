"""Between the server and the site: bodies are taken in whole, answers handed out, overload is told to ask later."""

from __future__ import annotations

import asyncio
import io
import logging
from collections.abc import Callable, Iterable, Iterator, Mapping
from threading import Event
from typing import Any

import pytest

from tests.kit.for_each import for_each
from tests.kit.web.gateway import PATIENT, Line, run, scope
from tests.web.conftest import Phone
from web.http.limits import MAX_FORM_BYTES
from web.http.middleware import ASKS_ACCESS
from web.server.gateway import Gateway
from web.server.incoming import IN_MEMORY, GoneError, Incoming, Pace, TooSlowError, environ_of

AT_ONCE = Pace(head=0.01, seconds=0.01, bytes_a_second=10**9)


def answered(gateway: Gateway, asked: dict[str, Any], line: Line) -> Line:
    run(gateway(asked, line.receive, line.send))
    return line


def echo(environ: dict[str, Any], start: Callable[..., object]) -> Iterable[bytes]:
    body = environ["wsgi.input"].read()
    start("200 OK", [("Content-Length", str(len(body)))])
    return [body]


# A request.


def test_a_body_that_comes_in_pieces_is_whole_when_the_site_sees_it() -> None:
    line = answered(Gateway(echo, PATIENT), scope(method="POST"), Line(b"bids-0=1&", b"bids-1=", b"0"))
    assert (line.status, b"".join(line.taken)) == (200, b"bids-0=1&bids-1=0")


def after(gateway: Gateway, asked_for: dict[str, Any], stuck: list[Line], *lines: tuple[dict[str, Any], Line]) -> None:
    """Requests that come one after the other while others are stuck, to the end."""

    async def one_after_the_other() -> None:
        tasks = [asyncio.create_task(gateway(asked_for, each.receive, each.send)) for each in stuck]
        await asyncio.sleep(0)
        for comes, line in lines:
            await gateway(comes, line.receive, line.send)
        assert not any(task.done() for task in tasks)

    run(one_after_the_other())


def test_a_half_sent_form_keeps_no_thread() -> None:
    line, halves = Line(b"whole"), [Line(b"csrf", ends=False) for _ in range(20)]
    after(Gateway(echo, PATIENT, threads=1), scope(method="POST"), halves, (scope(method="POST"), line))
    assert line.taken == [b"whole"]


def test_a_request_that_does_not_come_in_its_time_is_told_so_and_hung_up_on() -> None:
    async def drips() -> Mapping[str, Any]:
        await asyncio.sleep(0.002)
        return {"type": "http.request", "body": b"a", "more_body": True}

    line = answered(Gateway(echo, AT_ONCE), scope(method="POST"), Line(b"csrf", ends=False))
    assert (line.status, line.headers["connection"]) == (408, "close")
    with pytest.raises(TooSlowError):  # a byte now and then does not make its time longer
        run(Incoming(drips, AT_ONCE).read(10**6))


def test_a_large_file_has_longer() -> None:
    assert Pace().allowed(48 * 1024 * 1024) > 10 * 60


LARGE = b"x" * (MAX_FORM_BYTES + 1)
UPLOAD = scope("/scorebook", "POST")
IMPATIENT_FOR_A_PLACE = Pace(head=60, seconds=0.2, bytes_a_second=1)


def knows_who_shows_a_cookie(environ: dict[str, Any], start: Callable[..., object]) -> Iterable[bytes]:
    if ASKS_ACCESS not in environ:
        return echo(environ, start)
    start("204 NO CONTENT" if "HTTP_COOKIE" in environ else "403 FORBIDDEN", [])
    return []


def beside(pace: Pace, files: int, stuck: list[Line], *lines: tuple[dict[str, Any], Line]) -> None:
    """The same while strangers send files that do not end; one thread answers in turn who they are."""
    after(Gateway(knows_who_shows_a_cookie, pace, files=files, threads=1), UPLOAD, stuck, *lines)


def test_so_many_files_are_taken_in_at_once_and_forms_beside_them() -> None:
    """The first never ends and has all the time it wants; who waits for a place is told so in a fifth of a second."""
    second, form = Line(LARGE), Line(b"form")
    beside(IMPATIENT_FOR_A_PLACE, 1, [Line(LARGE, ends=False)], (UPLOAD, second), (scope("/s/x", "POST"), form))
    assert (second.status, second.headers["retry-after"]) == (503, "30")
    assert (form.status, b"".join(form.taken)) == (200, b"form")


def test_uploads_that_bring_nothing_keep_no_file_out() -> None:
    file = Line(LARGE)
    beside(PATIENT, 1, [Line(b"{", ends=False) for _ in range(20)], (UPLOAD, file))
    assert (file.status, len(b"".join(file.taken))) == (200, len(LARGE))


def test_who_has_an_access_does_not_wait_for_the_files_of_strangers() -> None:
    keeper, stranger = Line(LARGE), Line(LARGE)
    known = scope("/scorebook", "POST", cookie="a keeper's")
    beside(
        Pace(head=60, seconds=0.4, bytes_a_second=1),
        4,
        [Line(LARGE, ends=False) for _ in range(2)],
        (known, keeper),
        (UPLOAD, stranger),
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
    async def gone() -> Mapping[str, Any]:
        return {"type": "http.disconnect"}

    with pytest.raises(GoneError):
        run(Incoming(gone, PATIENT).read(100))
    line = Line()
    run(Gateway(echo, PATIENT)(scope(method="POST"), gone, line.send))
    assert line.status == 0


def test_what_is_far_too_long_is_not_taken_in_but_for_a_file() -> None:
    sizes: dict[str, int] = {}

    def measure(environ: dict[str, Any], start: Callable[..., object]) -> Iterable[bytes]:
        sizes[environ["PATH_INFO"]] = len(environ["wsgi.input"].read())
        start("200 OK", [("Content-Length", "0")])
        return []

    pieces = [bytes(IN_MEMORY)] * 16
    for path in ("/settings", "/scorebook", "/api/v1/scorebook"):
        answered(Gateway(measure, PATIENT), scope(path, "POST"), Line(*pieces))
    assert sizes["/settings"] <= MAX_FORM_BYTES + IN_MEMORY
    assert sizes["/scorebook"] == sizes["/api/v1/scorebook"] == 16 * IN_MEMORY


def test_a_request_is_told_as_wsgi_wants_it() -> None:
    given = scope("/s/%E5%8D%93%2F", "POST")
    given["headers"] = [(b"host", b"x"), (b"cookie", b"a=1"), (b"cookie", b"b=2"), (b"content-type", b"text/plain")]
    # A header with an underscore is not the one that a proxy sends.
    given["headers"] += [(b"x_forwarded_for", b"203.0.113.9"), (b"x-forwarded-for", b"192.0.2.7")]
    environ = environ_of(given, io.BytesIO(b"abc"), 3)
    assert environ["PATH_INFO"].encode("latin-1").decode() == "/s/卓/"
    wanted = {
        **{"QUERY_STRING": "a=1", "HTTP_COOKIE": "a=1; b=2", "HTTP_X_FORWARDED_FOR": "192.0.2.7"},
        **{"CONTENT_TYPE": "text/plain", "CONTENT_LENGTH": "3", "REMOTE_ADDR": "192.0.2.7"},
    }
    assert environ.items() >= wanted.items()
    given["raw_path"] = b"http://elsewhere/history"
    assert environ_of(given, io.BytesIO(), 0)["PATH_INFO"] == "/history"


# An answer.


def test_a_slow_reader_keeps_no_thread() -> None:
    large = bytes(16 * IN_MEMORY)

    def site(environ: dict[str, Any], start: Callable[..., object]) -> Iterator[bytes]:
        start("200 OK", [])
        yield large
        yield large

    line, slow = Line(b""), [Line(b"", takes=False) for _ in range(20)]
    after(Gateway(site, PATIENT, threads=1), scope(), slow, (scope(), line))
    assert line.whole
    assert b"".join(line.taken) == large + large


def test_an_answer_that_is_not_taken_in_its_time_is_given_up() -> None:
    def site(environ: dict[str, Any], start: Callable[..., object]) -> Iterable[bytes]:
        start("200 OK", [("Content-Length", "4")])
        return [b"long"]

    line = answered(Gateway(site, AT_ONCE), scope(), Line(b"", takes=False))
    assert (line.status, line.whole) == (200, False)


def test_what_is_told_bit_by_bit_comes_bit_by_bit() -> None:
    seen = Event()

    def site(environ: dict[str, Any], start: Callable[..., object]) -> Iterator[bytes]:
        start("200 OK", [])
        yield b"half"
        assert seen.wait(30), "the first half has come before there is a second"
        yield b" whole"

    class Reader(Line):
        async def send(self, message: dict[str, Any]) -> None:
            await super().send(message)
            if self.taken:
                seen.set()

    line = answered(Gateway(site, PATIENT), scope(), Reader(b""))
    assert (b"".join(line.taken), line.whole) == (b"half whole", True)


@for_each("begins, status, whole", [(True, 200, False), (False, 500, True)])
def test_what_breaks_in_the_middle_is_not_told_as_whole_and_at_once_is_500(
    caplog: pytest.LogCaptureFixture, begins: bool, status: int, whole: bool
) -> None:
    def site(environ: dict[str, Any], start: Callable[..., object]) -> Iterator[bytes]:
        if begins:
            start("200 OK", [])
            yield b"half"
        raise ValueError("the rest is missing")

    line = answered(Gateway(site, PATIENT), scope(), Line(b""))
    assert (line.status, line.whole) == (status, whole)
    assert "the rest is missing" in caplog.text
    assert b"missing" not in b"".join(line.taken)


# More than can be answered.


def test_with_a_full_queue_an_open_page_is_told_to_ask_later_and_a_save_waits_its_turn(
    caplog: pytest.LogCaptureFixture,
) -> None:
    go_on = Event()

    def busy(environ: dict[str, Any], start: Callable[..., object]) -> Iterable[bytes]:
        assert go_on.wait(30)
        start("200 OK", [("Content-Length", "2")])
        return [b"ok"]

    async def crowd() -> tuple[list[Line], list[Line]]:
        gateway, asks = Gateway(busy, PATIENT, threads=1, queue=3), scope("/s/abc/now", if__none__match='W/"1.k"')
        waiting, told, save = [Line(b"") for _ in range(10)], [Line(b""), Line(b"")], Line(b"bids-0=1")
        tasks = [asyncio.create_task(gateway(scope("/"), each.receive, each.send)) for each in waiting]
        await asyncio.sleep(0)
        for page in told:
            await gateway(asks, page.receive, page.send)
        tasks.append(asyncio.create_task(gateway(scope("/s/abc/entries", "POST"), save.receive, save.send)))
        go_on.set()
        await asyncio.gather(*tasks)
        later = Line(b"")
        await gateway(asks, later.receive, later.send)
        return told, [*waiting, save, later]

    with caplog.at_level(logging.WARNING, "gunicorn.error"):
        told, served = run(crowd())
    assert [each.status for each in told] == [503, 503]
    assert 0 < int(told[0].headers["retry-after"]) < 60
    assert {each.status for each in served} == {200}
    assert len([line for line in caplog.messages if "told to ask later" in line]) == 1, "a line a minute"
