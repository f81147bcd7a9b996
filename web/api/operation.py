"""Operations of the API, from which both the routes and the OpenAPI document are made."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple, TypeAlias, cast

from record.log import Author
from scoring.message import say
from store.book import Book
from web.api.shapes import Members, Schema, Shape
from web.request.page import Limited

SESSION_ID = r"^[A-Za-z0-9_-]{8,64}$"
KEY = r"^[!-~]{1,100}$"
WITHOUT_TOKEN = say("Without a token the limit is {most}. With a token you can send more.")
PLAYER = {"type": "integer", "minimum": 1, "maximum": 2**53 - 1}
IN_PATH: Mapping[str, Schema] = {"session": {"type": "string", "pattern": SESSION_ID}, "player": PLAYER}
"""The parameters of addresses by name."""
ALWAYS = ("wrong-method", "broken", "unusable", "unavailable")
"""What every operation may answer."""
GROUPS: Mapping[str, str] = {
    "Games": "The games and their house rules.",
    "Sessions": "Start, read, update, undo and correct games.",
    "Evenings": "The games of one night and its standings.",
    "Players and statistics": "The people of the scorebook and their results in finished games.",
    "Import and export": "Sessions and whole scorebooks as files.",
}


@dataclass(frozen=True)
class Call:
    """An API request: scorebook, path parameters, query and body as they were read, and who sent it.

    What came without a valid token has opened no scorebook.
    """

    opened: Book | None
    by: Author
    path: Mapping[str, Any]
    query: Mapping[str, Any]
    body: Any

    @property
    def book(self) -> Book:
        """The scorebook to which the token leads."""
        assert self.opened is not None, "an operation that needs a scorebook asks for a token"
        return self.opened


class Answered(NamedTuple):
    """An answer that may have another status than 200, is found at an address, or leaves some sessions out."""

    value: Any
    status: int
    location: str | None = None
    left_out: int = 0


Serve: TypeAlias = Callable[[Call], Any]
"""Serves an operation: returns a value as `web.api.shapes` knows it, bytes that are JSON already, or `Answered`.

A list that comes in pages has the cursor of the next one as `next_cursor`.
"""


@dataclass(frozen=True, kw_only=True)
class Operation:
    """One operation of the API.

    `query` and `body` are read as they are declared; a body that is only a schema is given as it was sent, to one that
    `takes_file` as bytes. `answers` are descriptions and shapes by status, `problems` the names of those that it may
    answer beside `ALWAYS`. What `is_open` needs no token; `largest` is the maximum body in bytes, `largest_unknown`
    without a token, `limit` the rate limit. What is `by_version` depends on one session only, whose version is the ETag
    of the answer; with `if_match` it writes only on the version that was read. What `leaves_out` sessions whose rules
    the client does not know says how many. With `from_anywhere` a browser lets pages of other sites call it, as the
    site in a phone does.
    """

    name: str
    group: str
    method: str
    path: str
    summary: str
    about: str = ""
    serve: Serve
    query: Members | None = None
    body: Shape | Schema | None = None
    example: Any = None
    """An answer, for readers of the document."""
    example_body: Any = None
    takes_file: bool = False
    largest: int | None = None
    largest_unknown: int | None = None
    answers: Mapping[int, tuple[str, Any]]
    problems: tuple[str, ...] = ()
    has_key: bool = False
    by_version: bool = False
    if_match: bool = False
    is_open: bool = False
    from_anywhere: bool = False
    leaves_out: bool = False
    limit: Limited | None = None

    @property
    def writes(self) -> bool:
        """Whether it needs the token of a keeper."""
        return self.has_key or "only-to-look-at" in self.problems

    @property
    def has_pages(self) -> bool:
        """Whether a long answer comes in pages."""
        return self.query is not None and "cursor" in self.query.members

    @property
    def in_path(self) -> tuple[str, ...]:
        """The parameters of its address."""
        return tuple(name for name in IN_PATH if f"{{{name}}}" in self.path)

    @property
    def may_answer(self) -> tuple[str, ...]:
        """The names of all problems that it may answer."""
        found = (
            *(() if self.is_open else ("no-token", "deleted")),
            *(("not-found",) if self.in_path else ()),
            *(("refused",) if self.query or self.body else ()),
            *(("bad-request", "too-large", "wrong-media-type") if self.body else ()),
            *(("bad-request", "only-to-look-at", "key-used") if self.has_key else ()),
            *(("changed",) if self.if_match else ()),
            *self.problems,
            *(("too-many",) if self.limit else ()),
            *ALWAYS,
        )
        return tuple(dict.fromkeys(found))


OPERATIONS: list[Operation] = []
"""Every operation, once the modules of `web.api.operations` are loaded."""


def operation(group: str, method: str, path: str, summary: str, **declared: Any) -> Callable[[Serve], Serve]:
    """Add the function that serves an operation to `OPERATIONS`; it gives the operation its name."""

    def added(serve: Serve) -> Serve:
        name = cast(Any, serve).__name__
        OPERATIONS.append(
            Operation(name=name, group=group, method=method, path=path, summary=summary, serve=serve, **declared)
        )
        return serve

    return added
