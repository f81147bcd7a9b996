"""The access log: one line a request, nothing in it that lets anybody in or that anybody else wrote."""

from __future__ import annotations

from datetime import timedelta
from io import StringIO
from logging import StreamHandler
from types import SimpleNamespace

import pytest
from gunicorn.config import Config

from web.http.server_log import LEFT, DiscreetLogger
from web.serve import ACCESS, WHO_BEHIND_A_PROXY

SECRET = "7Jr2mXw9LkTz4bVn1cYdAQ"


def logged(path: str, *, status: int = 200, left: bool = False, came_from: str = "192.0.2.7") -> str:
    """What the log says of one request, without its time; `path` as the server has decoded it."""
    settings = Config()
    settings.set("accesslog", "-")
    settings.set("access_log_format", ACCESS.replace("%(t)s {who}", WHO_BEHIND_A_PROXY))
    logger, written = DiscreetLogger(settings), StringIO()
    # The tests' own handlers are of other kinds.
    (handler,) = (each for each in logger.access_log.handlers if type(each) is StreamHandler)
    handler.setStream(written)
    answer = SimpleNamespace(
        status=status, headers=[] if left else [("Content-Type", "text/html")], sent=0 if left else 9
    )
    environ = {"REQUEST_METHOD": "GET", "RAW_URI": "", "SERVER_PROTOCOL": "HTTP/1.1", "PATH_INFO": path, LEFT: left}
    asked = SimpleNamespace(headers=[("x-forwarded-for", came_from)])
    logger.access(answer, asked, environ, timedelta(milliseconds=5))
    return written.getvalue()


@pytest.mark.parametrize(
    ("path", "said"),
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


@pytest.mark.parametrize("path", ["/j/{}", "/j//{}", "//j//{}", "/s/{}", "//s///{}/more", "/x/takuroku_{}"])
def test_neither_a_secret_nor_a_session_is_in_it(path: str) -> None:
    line = logged(path.format(SECRET))
    assert SECRET not in line
    assert path.format("…") in line


def test_who_left_before_the_answer_is_no_error_of_the_site() -> None:
    assert " 499 " in logged("/settings", status=500, left=True)
    assert " 500 " in logged("/settings", status=500)
