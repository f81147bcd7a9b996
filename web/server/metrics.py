"""WSGI middleware that counts requests, their duration, refusals and entries, and answers Prometheus at /metrics.

The processes count together in the folder of PROMETHEUS_MULTIPROC_DIR, which `web.serve` makes. A label has a route, a
method, a status or a game: nothing that a visitor types, and nothing that a person could be known by.
"""

from __future__ import annotations

import hmac
from collections.abc import Iterable
from typing import TYPE_CHECKING

from prometheus_client import CONTENT_TYPE_PLAIN_0_0_4, CollectorRegistry, Counter, Histogram, generate_latest
from prometheus_client.multiprocess import MultiProcessCollector
from werkzeug.exceptions import HTTPException
from werkzeug.routing import Map, RequestRedirect

from record.session import Session
from store.sessions.writing import ACTION_WRITTEN
from web.http.server_log import CLIENT_LEFT
from web.server.gateway import Answer

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIApplication, WSGIEnvironment

PATH = "/metrics"
METHODS = frozenset({"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"})
HEALTH, UNKNOWN = "/health", "unknown"
REFUSALS = frozenset({429, 503})


class Metrics:
    """The middleware around the site; `token` opens /metrics, which is an unknown address to all others."""

    def __init__(self, otherwise: WSGIApplication, routes: Map, token: str) -> None:
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
            buckets=(0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30),
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

    def __call__(self, environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        scheme, _, token = environ.get("HTTP_AUTHORIZATION", "").partition(" ")
        may_read = scheme.lower() == "bearer" and hmac.compare_digest(token.strip().encode(), self._token)
        if not may_read or (environ["REQUEST_METHOD"], environ["PATH_INFO"]) != ("GET", PATH):
            return self._otherwise(environ, start_response)
        registry = CollectorRegistry()
        MultiProcessCollector(registry)  # type: ignore[no-untyped-call]
        text = generate_latest(registry)
        headers = {
            "Content-Type": CONTENT_TYPE_PLAIN_0_0_4,
            "Content-Length": str(len(text)),
            "Cache-Control": "no-store",
        }
        start_response("200 OK", [*headers.items()])
        return [text]

    def count(self, environ: WSGIEnvironment, answer: Answer, seconds: float) -> None:
        """Count a response that begins so many seconds after the end of its request."""
        path, status = environ["PATH_INFO"], answer.status
        if (path, status) == (PATH, 200) or status == CLIENT_LEFT:
            return
        method = environ["REQUEST_METHOD"] if environ["REQUEST_METHOD"] in METHODS else UNKNOWN
        route = self._route(path.encode("latin-1").decode(errors="replace"), method)
        self._requests.labels(route, method, f"{status // 100}xx").inc()
        # A poll that was held until there was news is no slow answer.
        if not any(name == "Preference-Applied" for name, _ in answer.headers):
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
