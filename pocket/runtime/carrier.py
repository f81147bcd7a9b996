"""Asks another site for something, from an engine that answers one request at a time and so may not wait.

The page around the engine asks instead; when the answer has come, the same request is answered anew, from its start.
Nothing may be written before the last call of a request.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal, TypeAlias

from web.pocket.fetch import CancelledError, Carried, UnreachableError

Came: TypeAlias = tuple[Literal["answered", "unreachable", "cancelled"], str, int, str, bytes]
"""How a call ended, its address, the status, the headers as a browser gives them, the body."""


@dataclass
class NeedsCall(BaseException):
    """A request cannot be answered before another site is asked, as `Carrier` has it.

    It is no error: whoever catches those lets it pass.
    """

    method: str
    url: str
    headers: Mapping[str, str]
    body: bytes | None
    timeout: float


class Carrying:
    """See `web.pocket.fetch.Carrier`: gives what has come, in the order in which it is asked for."""

    def __init__(self) -> None:
        self._came: list[Came] = []

    def begin(self, came: Sequence[Came]) -> None:
        """From now on a request is answered for which this has come."""
        self._came = [*came]

    def __call__(
        self, method: str, url: str, *, headers: Mapping[str, str], body: bytes | None, timeout: float
    ) -> Carried:
        if not self._came:
            raise NeedsCall(method, url, headers, body, timeout)
        how, asked, status, said, answer = self._came.pop(0)
        if how == "cancelled":
            raise CancelledError(url)
        # Another window may have changed the link meanwhile.
        if how == "unreachable" or asked != url:
            raise UnreachableError(url)
        return Carried(status, read_headers(said), bytes(answer))


def read_headers(said: str) -> dict[str, str]:
    """
    >>> read_headers("content-type: application/json\\r\\nRetry-After: 30\\r\\n")
    {'content-type': 'application/json', 'retry-after': '30'}
    """
    pairs = (line.partition(":") for line in said.splitlines())
    return {name.strip().lower(): value.strip() for name, sign, value in pairs if sign}
