"""What a view declares of its page: who may see it, whether it belongs to one session, whether the pocket has it.

Declared once, where the view is routed; what it leaves out its blueprint has said for all of its views. Access is
checked by it, the pocket takes its pages by it, and the tests walk through all of them.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal, TypeAlias

from flask import Blueprint, current_app, request

from web.request.rate_limit import Kind

Audience: TypeAlias = Literal["anyone", "watcher", "player", "keeper", "program"]
"""The least that somebody must be. Of "anyone" the view asks more, if it does; a "program" shows its token there."""


@dataclass(frozen=True)
class Page:
    """A route as its view declares it; `of_session` is for who has access to that session alone, too."""

    endpoint: str
    rule: str
    methods: frozenset[str]
    audience: Audience
    of_session: bool
    in_pocket: bool
    limit: Kind | None
    """As what it is counted where a public site limits how often an address may ask."""


class Pages(Blueprint):
    """The views of a resource, and what they declare.

    `readers` may ask for what only shows something, `writers` for the rest; a view that is for others says its own
    `audience`, one that is counted otherwise its own `limit`.
    """

    def __init__(
        self,
        name: str,
        import_name: str,
        *,
        url_prefix: str = "",
        readers: Audience,
        writers: Audience = "keeper",
        of_session: bool = False,
        in_pocket: bool = True,
        limit: Kind | None = None,
    ) -> None:
        super().__init__(name, import_name, url_prefix=url_prefix or None)
        self.of_session = of_session
        self.in_pocket = in_pocket
        self.all: dict[tuple[str, str], Page] = {}
        """By endpoint and rule."""
        self._readers = readers
        self._writers = writers
        self._limit = limit

    def add_url_rule(self, rule: str, endpoint: str | None = None, *args: Any, **options: Any) -> None:
        """See flask.Blueprint; `audience` and `limit` beside its options."""
        methods = frozenset(options.get("methods") or ("GET",))
        audience = options.pop("audience", self._readers if methods == {"GET"} else self._writers)
        limit = options.pop("limit", self._limit)
        super().add_url_rule(rule, endpoint, *args, **options)
        name = f"{self.name}.{endpoint or args[0].__name__}"
        whole = "/".join(((self.url_prefix or "").rstrip("/"), rule.lstrip("/"))) if rule else str(self.url_prefix)
        self.all[name, whole] = Page(name, whole, methods, audience, self.of_session, self.in_pocket, limit)


def asked_page() -> Page | None:
    """The page that this request asks for; None for a file, and for what is not there."""
    found, rule = current_app.blueprints.get(request.blueprint or ""), request.url_rule
    return found.all.get((rule.endpoint, rule.rule)) if rule and isinstance(found, Pages) else None


def for_programs() -> bool:
    """Whether it is a program that asks: it gets problems as JSON, in the language of its Accept-Language."""
    return request.path.startswith("/api/")
