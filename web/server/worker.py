"""Gunicorn's ASGI worker, with timeouts for slow connections."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Collection, Mapping
from typing import Any

from flask import Flask
from gunicorn.asgi.protocol import ASGIProtocol
from gunicorn.workers import gasgi

from record.log import stamp
from store.engines.base import Database
from store.sessions.snapshot import State, states
from web.http.server_log import LEFT
from web.request import now
from web.server.gateway import Gateway
from web.server.outgoing import Asgi
from web.server.pace import Pace
from web.server.watch import States, Watch

SWITCH = 0.001
"""Thread switch interval in seconds."""
OF_A_DEVICE = 4
"""Polls of one device that may wait in all processes: over HTTP/1.1 it has six connections."""


def states_in(site: Flask) -> States:
    """Reads states of sessions, each time on a connection of the site's pool."""

    def read(sessions: Collection[str]) -> Mapping[str, State]:
        database: Database = site.extensions["takuroku"]
        with database.borrowed() as db:
            return states(db, sessions, at=stamp(now()))

    return read


class Worker(gasgi.ASGIWorker):
    """Runs the WSGI site through the gateway, with at most `--worker-connections` connections."""

    pace = Pace()
    _serving: asyncio.Task[None] | None = None

    def load_wsgi(self) -> None:
        # With the default a thread that renders a page delays the event loop five times as long.
        sys.setswitchinterval(SWITCH)
        site = self.app.wsgi()
        self.watch = Watch(
            states_in(site),
            places=self.worker_connections // 2,
            per_device=max(1, OF_A_DEVICE // self.cfg.workers),
        )
        self.asgi: Asgi = Gateway(site, self.pace, watch=self.watch)
        if isinstance(site, Flask) and (token := site.config["METRICS"]):
            from web.server.metrics import Metrics

            self.asgi = Metrics(self.asgi, site.url_map, token)
        # A dictionary as an ordered set.
        self.silent: dict[Connection, None] = {}
        self.connections: set[Connection] = set()

    async def _serve(self) -> None:
        self._serving = asyncio.current_task()
        await super()._serve()

    def handle_exit_signal(self) -> None:
        """Finish running requests, and close idle connections."""
        super().handle_exit_signal()
        self.watch.end()
        for connection in list(self.connections):
            connection.close_if_idle()
        self._stop()

    def handle_quit_signal(self) -> None:
        """Stop at once."""
        super().handle_quit_signal()
        self.watch.end()
        self._stop()

    def _stop(self) -> None:
        # The server checks only once a second whether to stop.
        if self._serving is not None:
            self._serving.cancel()
            self._serving = None


class Connection(ASGIProtocol):
    """A connection with timeouts for its first request and for slow receiving."""

    def connection_made(self, transport: asyncio.Transport) -> None:
        worker = self.worker
        if len(worker.connections) >= worker.worker_connections and worker.silent:
            # Phones send their request at once: close the connection that has been silent the longest.
            next(iter(worker.silent)).transport.abort()
        worker.connections.add(self)
        worker.silent[self] = None
        self._begins = worker.loop.call_later(worker.pace.head, transport.abort)
        self._takes: asyncio.TimerHandle | None = None
        super().connection_made(transport)
        if not worker.alive:
            self.close_if_idle()

    def _build_environ(self, *request: Any) -> dict[str, Any]:
        """What the access log reads, and whether the client has left."""
        return {**super()._build_environ(*request), LEFT: self._closed}

    def _on_headers_complete(self) -> object:
        self._has_spoken()
        return super()._on_headers_complete()

    def pause_writing(self) -> None:
        """The client does not receive; if that lasts, abort."""
        super().pause_writing()
        self._abort_later()

    def resume_writing(self) -> None:
        if self._takes is not None:
            self._takes.cancel()
        super().resume_writing()

    def connection_lost(self, exc: Exception | None) -> None:
        self._has_spoken()
        self.worker.connections.discard(self)
        super().connection_lost(exc)

    def close_if_idle(self) -> None:
        if self._awaiting_request or self in self.worker.silent:
            self._close_transport()

    def _close_transport(self) -> None:
        super()._close_transport()
        if self.transport.get_write_buffer_size():
            # Otherwise the transport would wait for unsent data without limit.
            self._abort_later()

    def _has_spoken(self) -> None:
        self._begins.cancel()
        self.worker.silent.pop(self, None)

    def _abort_later(self) -> None:
        if self._takes is not None:
            self._takes.cancel()
        self._takes = self.worker.loop.call_later(self.worker.pace.seconds, self.transport.abort)


# The worker takes the connection class from its module; there is no setting for it.
gasgi.ASGIProtocol = Connection
