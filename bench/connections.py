"""Connections to a site that many share: each request takes the one that rested longest, or a new one."""

from __future__ import annotations

from collections import deque
from contextlib import suppress
from http.client import HTTPConnection, HTTPException
from urllib.parse import urlsplit

from bench.visitor import AS_A_PHONE, FORM

TIMEOUT = 20
NO_ANSWER = 0


class Connections:
    """As many as are in use at once; safe from any thread."""

    def __init__(self, address: str) -> None:
        self._host = urlsplit(address).netloc
        self._resting: deque[HTTPConnection] = deque()

    def get(self, path: str, *, cookie: str) -> int:
        """The status, or NO_ANSWER."""
        return self._ask("GET", path, None, {"Cookie": cookie})

    def post(self, path: str, form: str, *, cookie: str) -> int:
        """The same for a form."""
        return self._ask("POST", path, form.encode(), {"Cookie": cookie, "Content-Type": FORM})

    def close(self) -> None:
        while self._resting:
            self._resting.popleft().close()

    def _ask(self, method: str, path: str, body: bytes | None, headers: dict[str, str]) -> int:
        try:
            with suppress(IndexError, ConnectionError):  # the server closes what rests for five seconds
                return self._on(self._resting.popleft(), method, path, body, headers)
            return self._on(HTTPConnection(self._host, timeout=TIMEOUT), method, path, body, headers)
        except (OSError, HTTPException):
            return NO_ANSWER

    def _on(
        self, connection: HTTPConnection, method: str, path: str, body: bytes | None, headers: dict[str, str]
    ) -> int:
        try:
            connection.request(method, path, body, AS_A_PHONE | headers)
            answer = connection.getresponse()
            answer.read()
        except (OSError, HTTPException):
            connection.close()
            raise
        self._resting.append(connection)
        return answer.status
