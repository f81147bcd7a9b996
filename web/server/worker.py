"""Gunicorn's worker: an event loop with the gateway, and timeouts for slow connections.

The worker derives from gunicorn's documented base class, the connection from gunicorn's ASGI protocol, of which it
extends the methods that `asyncio.Protocol` describes.
"""

from __future__ import annotations

import asyncio
import os
import signal
import sys
from collections.abc import Collection, Mapping
from contextlib import suppress
from functools import partial
from typing import Any

from flask import Flask
from gunicorn.asgi.protocol import ASGIProtocol
from gunicorn.workers import base

from record.log import stamp
from store.engines.base import Database
from store.sessions.snapshot import State, states
from web.request import now
from web.server.gateway import Gateway
from web.server.incoming import Pace, Receive
from web.server.outgoing import Asgi, Send
from web.server.watch import Watch

SWITCH = 0.001
"""Thread switch interval in seconds."""
OF_A_DEVICE = 4
"""Polls of one device that may wait in all processes: over HTTP/1.1 it has six connections."""
HEARTBEAT = 1
"""Seconds between two signs of life to the master, which also shows whether there is one."""


def read_states(site: Flask, sessions: Collection[str]) -> Mapping[str, State]:
    """Read states of sessions on a connection of the site's pool."""
    database: Database = site.extensions["takuroku"]
    with database.borrowed() as db:
        return states(db, sessions, at=stamp(now()))


class Worker(base.Worker):
    """Runs the WSGI site through the gateway, with at most `--worker-connections` connections."""

    pace = Pace()
    alive: bool
    nr_conns = 0
    """Open connections, counted by gunicorn's protocol."""

    def load_wsgi(self) -> None:
        # With the default a thread that renders a page delays the event loop five times as long.
        sys.setswitchinterval(SWITCH)
        site = self.app.wsgi()
        self.watch = Watch(
            partial(read_states, site),
            places=self.cfg.worker_connections // 2,
            per_device=max(1, OF_A_DEVICE // self.cfg.workers),
        )
        self.asgi: Asgi = Gateway(site, self.pace, watch=self.watch)
        if isinstance(site, Flask) and (token := site.config["METRICS"]):
            from web.server.metrics import Metrics

            self.asgi = Metrics(self.asgi, site.url_map, token)
        # A dictionary as an ordered set.
        self.silent: dict[ClientConnection, None] = {}
        self.connections: set[ClientConnection] = set()

    def run(self) -> None:
        asyncio.run(self._serve())

    async def _serve(self) -> None:
        """Accept connections until the process is to stop; then finish running requests, and close idle connections."""
        self.loop = asyncio.get_running_loop()
        stopped = asyncio.Event()
        self.loop.add_signal_handler(signal.SIGTERM, stopped.set)
        for quick in (signal.SIGINT, signal.SIGQUIT):
            self.loop.add_signal_handler(quick, self.handle_quit, quick, None)
        servers = [
            await self.loop.create_server(partial(ClientConnection, self), sock=listener.sock)
            for listener in self.sockets
        ]
        while self.alive and not stopped.is_set() and self.ppid == os.getppid():
            self.notify()
            with suppress(TimeoutError):
                await asyncio.wait_for(stopped.wait(), HEARTBEAT)
        self.alive = False
        self.watch.end()
        for server in servers:
            server.close()
        for connection in list(self.connections):
            connection.close_if_idle()
        ends = self.loop.time() + self.cfg.graceful_timeout
        while self.connections and self.loop.time() < ends:
            await asyncio.sleep(0.1)
        if self.connections:
            self.log.warning("Closing %d connections whose requests have not ended", len(self.connections))


class ClientConnection(ASGIProtocol):
    """A connection with timeouts for its first request and for slow receiving."""

    def __init__(self, worker: Worker) -> None:
        super().__init__(worker)
        self.app = self.answer
        self.is_idle = True

    def connection_made(self, transport: asyncio.Transport) -> None:
        worker = self.worker
        if len(worker.connections) >= worker.cfg.worker_connections and worker.silent:
            # Phones send their request at once: close the connection that has been silent the longest.
            next(iter(worker.silent)).transport.abort()
        worker.connections.add(self)
        worker.silent[self] = None
        self.timer = worker.loop.call_later(worker.pace.head, transport.abort)
        super().connection_made(transport)
        if not worker.alive:
            self.close_if_idle()

    async def answer(self, scope: Mapping[str, Any], receive: Receive, send: Send) -> None:
        """Answer a request whose head is there."""
        self.worker.silent.pop(self, None)
        self.timer.cancel()
        self.is_idle = False
        try:
            await self.worker.asgi(scope, receive, send)
        finally:
            self.is_idle = True
            if self.transport.get_write_buffer_size():
                self.abort_later()

    def pause_writing(self) -> None:
        """The client does not receive; if that lasts, abort."""
        super().pause_writing()
        self.abort_later()

    def resume_writing(self) -> None:
        super().resume_writing()
        self.timer.cancel()
        if self.is_idle:
            self.abort_later()

    def connection_lost(self, exc: Exception | None) -> None:
        self.timer.cancel()
        self.worker.silent.pop(self, None)
        self.worker.connections.discard(self)
        super().connection_lost(exc)

    def close_if_idle(self) -> None:
        """Close the connection unless a request is being answered."""
        if self.is_idle:
            self.transport.close()

    def abort_later(self) -> None:
        """Give up a client that does not receive, or not the rest of an answer before the connection closes."""
        self.timer.cancel()
        self.timer = self.worker.loop.call_later(self.worker.pace.seconds, self.transport.abort)
