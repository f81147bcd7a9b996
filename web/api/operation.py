"""Operations of the API, from which both the routes and the OpenAPI document are made."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, TypeAlias, cast, get_type_hints

from record.log import Author
from store.book import Book
from web.api.shapes import as_json
from web.request.page import Limited

SESSION_ID = r"^[A-Za-z0-9_-]{8,64}$"
KEY = r"^[!-~]{1,100}$"
PLAYER = {"type": "integer", "minimum": 1, "maximum": 2**53 - 1}
IN_PATH: Mapping[str, dict[str, Any]] = {"session": {"type": "string", "pattern": SESSION_ID}, "player": PLAYER}
"""What stands in addresses, by name."""
ALWAYS = ("wrong-method", "broken", "unusable", "unavailable")
"""What every operation may answer."""


@dataclass(frozen=True)
class Call:
    """An API request: scorebook, role, path parameters, body, client."""

    opened: Book | None
    by: Author
    path: Mapping[str, Any]
    query: Any = None
    body: Any = None
    is_known: bool = True
    """Whether a token says who asks."""

    @property
    def book(self) -> Book:
        """The scorebook to which the token leads."""
        assert self.opened is not None, "an operation that needs a scorebook asks for a token"
        return self.opened


@dataclass(frozen=True)
class Answered:
    """An answer: a value, or a text that is JSON already."""

    value: Any
    status: int = 200
    location: str | None = None
    following: str | None = None
    """The cursor of the next page, where there is one."""
    is_text: bool = False

    @property
    def json(self) -> Any:
        return as_json(self.value)


Serve: TypeAlias = Callable[[Call], Answered]


@dataclass(frozen=True, kw_only=True)
class Operation:
    """One thing that can be asked of the API.

    `query` and `body` are types that are read (`web.api.reading`), `answers` types by status; the body of one that
    `takes_file` is given as it comes, and its type only says what it looks like. `problems` are the names of those it
    may answer beside `ALWAYS`. What `is_open` needs no token; `largest` is how many bytes it takes, `largest_unknown`
    how many of who shows none, `limit` as what it is counted. What is `by_version` says nothing but what lies in one
    session, so that its version is that of the answer; with `if_match` it writes only on the version that was read.
    With `from_anywhere` a browser lets pages of other sites ask for it, as the site in a phone does.
    """

    name: str
    method: str
    path: str
    summary: str
    about: str = ""
    group: str
    serve: Serve
    query: type | None = None
    body: Any = None
    example: Any = None
    """What it may answer, for readers of the document."""
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
    limit: Limited | None = None

    @property
    def writes(self) -> bool:
        """Whether it needs a token of a keeper."""
        return self.has_key or "only-to-look-at" in self.problems

    @property
    def has_pages(self) -> bool:
        """Whether a long answer comes in pages."""
        return self.query is not None and "cursor" in get_type_hints(self.query)

    @property
    def in_path(self) -> tuple[str, ...]:
        """What the address names."""
        return tuple(name for name in IN_PATH if f"{{{name}}}" in self.path)

    @property
    def may_answer(self) -> tuple[str, ...]:
        """The names of all problems that it may answer."""
        token = () if self.is_open else ("no-token", "deleted")
        named = ("not-found",) if self.in_path else ()
        asked = ("refused",) if self.query or self.body else ()
        sent = ("bad-request", "too-large", "wrong-media-type") if self.body else ()
        keyed = ("bad-request", "only-to-look-at", "key-used") if self.has_key else ()
        matched = ("changed",) if self.if_match else ()
        limited = ("too-many",) if self.limit else ()
        found = (*token, *named, *asked, *sent, *keyed, *matched, *self.problems, *limited, *ALWAYS)
        return tuple(dict.fromkeys(found))


@dataclass
class Operations:
    """The table of operations; `group` is that of an operation that names no other."""

    group: str
    found: list[Operation] = field(default_factory=list)

    def add(self, **said: Any) -> Callable[[Serve], Serve]:
        """Put what serves an operation into the table, with what is said of it."""

        def added(serve: Serve) -> Serve:
            self.found.append(Operation(serve=serve, name=cast(Any, serve).__name__, **{"group": self.group, **said}))
            return serve

        return added
