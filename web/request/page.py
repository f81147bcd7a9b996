"""Page declarations: who may see a page, whether it belongs to one session, whether the pocket has it.

A view declares its page where it is routed, with defaults from its blueprint. The access check, the pocket and the
tests use the declarations.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Literal, TypeAlias

from flask import Blueprint

Audience: TypeAlias = Literal["anyone", "watcher", "player", "keeper", "program"]
"""The least role that a page requires. "anyone": the view checks by itself; "program": an API token."""
Limited: TypeAlias = Literal["scorebooks", "links", "codes", "scoring", "imports"]
"""What a public site limits, see `web.http.limits`."""


@dataclass(frozen=True)
class Page:
    """A declared route; with `of_session`, access to that session alone is enough."""

    endpoint: str
    rule: str
    methods: frozenset[str]
    audience: Audience
    of_session: bool
    in_pocket: bool
    limit: Limited | None
    """The rate limit of the page on a public site."""


DECLARED: dict[tuple[str, str], Page] = {}
"""All declared pages by endpoint and rule."""


class Pages(Blueprint):
    """A blueprint whose views declare their pages.

    `readers` is the audience of GET views, `writers` of the others; a view may set its own `audience`, `limit` and
    `of_session`.
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
        limit: Limited | None = None,
    ) -> None:
        super().__init__(name, import_name, url_prefix=url_prefix or None)
        self.in_pocket = in_pocket
        self._readers, self._writers = readers, writers
        self._otherwise = {"of_session": of_session, "limit": limit}

    def give_templates(self, *functions: Callable[..., Any], **named: Any) -> None:
        """Let every template call these functions, and use what is named."""
        given = {each.__name__: each for each in functions} | named
        self.record(lambda state: state.app.jinja_env.globals.update(given))

    def add_url_rule(self, rule: str, endpoint: str | None = None, *args: Any, **options: Any) -> None:
        """See flask.Blueprint; `audience`, `limit` and `of_session` beside its options."""
        methods = frozenset(options.get("methods") or ("GET",))
        audience = options.pop("audience", self._readers if methods == {"GET"} else self._writers)
        declared = {name: options.pop(name, otherwise) for name, otherwise in self._otherwise.items()}
        super().add_url_rule(rule, endpoint, *args, **options)
        name = f"{self.name}.{endpoint or args[0].__name__}"
        whole = "/".join(((self.url_prefix or "").rstrip("/"), rule.lstrip("/"))) if rule else str(self.url_prefix)
        DECLARED[name, whole] = Page(name, whole, methods, audience, in_pocket=self.in_pocket, **declared)
