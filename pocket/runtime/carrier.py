"""Calls another site from the engine, which answers one request at a time and so can't wait.

The shell makes the call instead; when its answer is there, the same request is run again from the start. So nothing may
be written before the last call of a request.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal, TypeAlias

from web.pocket.sync import CancelledError, Carried, UnreachableError

Came: TypeAlias = tuple[Literal["answered", "unreachable", "cancelled"], str, int, bytes]
"""The result of a call: how it ended, its address, the status, the body."""


@dataclass
class NeedsCall(BaseException):
    """Raised when a request needs a call to another site first; see `Carrier` for the fields.

    A BaseException, so that handlers of errors let it pass.
    """

    method: str
    url: str
    headers: Mapping[str, str]
    body: bytes | None
    timeout: float


class Carrying:
    """A `web.pocket.sync.Carrier` that returns the results of calls already made, in order."""

    def __init__(self) -> None:
        self._came: list[Came] = []

    def begin(self, came: Sequence[Came]) -> None:
        """Start a request with the results of the calls made for it so far."""
        self._came = [*came]

    def __call__(
        self, method: str, url: str, *, headers: Mapping[str, str], body: bytes | None, timeout: float
    ) -> Carried:
        if not self._came:
            raise NeedsCall(method, url, headers, body, timeout)
        how, asked, status, answer = self._came.pop(0)
        if how == "cancelled":
            raise CancelledError(url)
        # Another tab may have changed the link meanwhile.
        if how == "unreachable" or asked != url:
            raise UnreachableError(url)
        return Carried(status, bytes(answer))
