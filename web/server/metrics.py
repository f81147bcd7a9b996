"""ASGI middleware that counts requests, their duration, refusals and entries, and answers Prometheus at /metrics.

The processes count together in the folder of PROMETHEUS_MULTIPROC_DIR, which `web.serve` makes. A label has a route, a
method, a status or a game: nothing that a visitor types, and nothing that a person could be known by.
"""

from __future__ import annotations

import asyncio
import hmac
from collections.abc import Mapping
from time import perf_counter
from typing import Any

from prometheus_client import CONTENT_TYPE_PLAIN_0_0_4, CollectorRegistry, Counter, Histogram, generate_latest
from prometheus_client.multiprocess import MultiProcessCollector
from werkzeug.exceptions import HTTPException
from werkzeug.routing import Map, RequestRedirect

from record.session import Session
from store.sessions.writing import ACTION_WRITTEN
from web.http.middleware import HEALTH
from web.server.incoming import Receive
from web.server.outgoing import Asgi, Send, say

PATH = "/metrics"
METHODS = frozenset({"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"})
UNKNOWN = "unknown"
REFUSALS = frozenset({429, 503})
SECONDS = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30)
"""Upper bounds of the histogram's buckets."""


class Metrics:
    """The middleware around the gateway; `token` opens /metrics, which is an unknown address to all others."""

    def __init__(self, otherwise: Asgi, routes: Map, token: str) -> None:
        self._otherwise, self._token = otherwise, token.encode()
        self._routes = routes.bind("")
        # The default registry would count this process alone, and refuse the names if a second one were made.
        self.registry = own = CollectorRegistry()
        self._requests = Counter(
            "takuroku_requests", "Answers, by the class of their status.", ("route", "method", "status"), registry=own
        )
        self._durations = Histogram(
            "takuroku_request_seconds",
            "Time from the end of a request to the beginning of its answer.",
            ("route", "method"),
            buckets=SECONDS,
            registry=own,
        )
        self._refusals = Counter(
            "takuroku_refusals", "Requests refused by a limit (429) or for now (503).", ("status",), registry=own
        )
        self._entries = Counter("takuroku_entries", "Actions written in sessions.", ("game", "kind"), registry=own)
        # Prometheus sees how fast a number grows only if it was there before.
        for status in REFUSALS:
            self._refusals.labels(status)
        ACTION_WRITTEN.connect(self._count_entry)

    async def __call__(self, scope: Mapping[str, Any], receive: Receive, send: Send) -> None:
        """Answer one request, and count it."""
        if scope["type"] != "http":
            await self._otherwise(scope, receive, send)
        elif scope["path"] == PATH and scope["method"] == "GET" and self._is_allowed(scope):
            text = (await asyncio.to_thread(collected)).decode()
            await say(
                send, 200, text.removesuffix("\n"), content_type=CONTENT_TYPE_PLAIN_0_0_4, cache_control="no-store"
            )
        else:
            await self._counted(scope, receive, send)

    async def _counted(self, scope: Mapping[str, Any], receive: Receive, send: Send) -> None:
        came = perf_counter()

        async def received() -> Mapping[str, Any]:
            nonlocal came
            message = await receive()
            came = perf_counter()
            return message

        async def sent(message: dict[str, Any]) -> None:
            if message["type"] == "http.response.start":
                # A poll that was held until there was news is no slow answer.
                is_held = any(name == b"preference-applied" for name, _ in message["headers"])
                self._count(scope, message["status"], None if is_held else perf_counter() - came)
            await send(message)

        await self._otherwise(scope, received, sent)

    def _count(self, scope: Mapping[str, Any], status: int, seconds: float | None) -> None:
        method = scope["method"] if scope["method"] in METHODS else UNKNOWN
        route = self._route(scope["path"], method)
        self._requests.labels(route, method, f"{status // 100}xx").inc()
        if seconds is not None:
            self._durations.labels(route, method).observe(seconds)
        if status in REFUSALS:
            self._refusals.labels(status).inc()

    def _count_entry(self, session: Session) -> None:
        self._entries.labels(session.game.slug, session.actions[-1].kind).inc()

    def _route(self, path: str, method: str) -> str:
        """The route's pattern, such as /s/<session>: never the path, which has ids and secrets."""
        if path == HEALTH:
            return HEALTH
        try:
            rule, _ = self._routes.match(path, method, return_rule=True)
        except (HTTPException, RequestRedirect):
            return UNKNOWN
        return rule.rule

    def _is_allowed(self, scope: Mapping[str, Any]) -> bool:
        header = dict(scope["headers"]).get(b"authorization", b"")
        scheme, _, token = header.partition(b" ")
        return scheme.lower() == b"bearer" and hmac.compare_digest(token.strip(), self._token)


def collected() -> bytes:
    """The metrics of all processes, in Prometheus' text format."""
    registry = CollectorRegistry()
    MultiProcessCollector(registry)  # type: ignore[no-untyped-call]
    return generate_latest(registry)
