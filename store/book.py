"""A scorebook in the hands of somebody with a role, and the check of that role before each function of the store."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import wraps
from typing import Concatenate, Literal, ParamSpec, TypeAlias, TypeVar

from store.engines.base import Connection
from store.errors import RoleError

Role: TypeAlias = Literal["keeper", "player", "watcher"]
"""Writes in the whole scorebook, sits at the table of a session, or only looks at the scorebook or at a session."""
ROLES_BEST_FIRST: tuple[Role, ...] = ("keeper", "player", "watcher")
HELD = "access.revoked_at IS NULL AND (access.ends_at IS NULL OR access.ends_at > ?)"
"""The accesses that give a role at a time."""

P = ParamSpec("P")
R = TypeVar("R")


@dataclass(frozen=True)
class Book:
    """A scorebook on a connection, for a role."""

    db: Connection
    scorebook: str
    role: Role

    def allows(self, least: Role) -> bool:
        """Whether the role may do what one needs at least this role for."""
        return ROLES_BEST_FIRST.index(self.role) <= ROLES_BEST_FIRST.index(least)


def needs(
    role: Role,
) -> Callable[[Callable[Concatenate[Book, P], R]], Callable[Concatenate[Book, P], R]]:
    """Declare the least role for a store function, which then raises RoleError for any other.

    A function that declares none is for everybody who has a book.
    """

    def check(function: Callable[Concatenate[Book, P], R]) -> Callable[Concatenate[Book, P], R]:
        @wraps(function)
        def checked(book: Book, /, *args: P.args, **kwargs: P.kwargs) -> R:
            if not book.allows(role):
                raise RoleError
            return function(book, *args, **kwargs)

        return checked

    return check
