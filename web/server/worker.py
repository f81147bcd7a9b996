"""Gunicorn's process: an event loop with the site's connections."""

from __future__ import annotations

import asyncio
import os
import sys
from collections.abc import Collection, Mapping
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from signal import SIGTERM
from types import SimpleNamespace
from typing import TYPE_CHECKING

from flask import Flask
from gunicorn.workers import base

from record.log import stamp
from store.engines.base import Database
from store.sessions.snapshot import State, states
from web.server.gateway import Answer, Gateway, Pace
from web.server.watch import Watch

if TYPE_CHECKING:
    from _typeshed.wsgi import WSGIApplication, WSGIEnvironment

    from web.server.metrics import Metrics


class Worker(base.Worker):
    """Serves the site on at most `--worker-connections` connections."""

    pace = Pace()
    _metrics: Metrics | None = None

    def run(self) -> None:
        """Serve until gunicorn says otherwise."""
        # With the default a thread that renders a page delays the event loop five times as long.
        sys.setswitchinterval(0.001)
        asyncio.run(self._serve())

    async def _serve(self) -> None:
        loop, stops = asyncio.get_running_loop(), asyncio.Event()
        # At the other signals gunicorn ends the process.
        loop.add_signal_handler(SIGTERM, stops.set)
        site: WSGIApplication = self.wsgi
        if isinstance(site, Flask) and (token := site.config["METRICS"]):
            from web.server.metrics import Metrics

            site = self._metrics = Metrics(site, site.url_map, token)
        # Over HTTP/1.1 a device has six connections to all processes; four of them may wait.
        watch = Watch(self._states, places=self.cfg.worker_connections // 2, per_device=max(1, 4 // self.cfg.workers))
        gateway = Gateway(site, self.pace, watch, note=self._count_and_log, most=self.cfg.worker_connections)
        listeners = [await asyncio.start_server(gateway.connected, sock=each.sock) for each in self.sockets]
        while not stops.is_set() and self.ppid == os.getppid():
            self.notify()
            with suppress(TimeoutError):
                await asyncio.wait_for(stops.wait(), 1)
        for listener in listeners:
            listener.close()
        gateway.stop()
        ends = loop.time() + self.cfg.graceful_timeout
        while gateway.connections and loop.time() < ends:
            await asyncio.sleep(0.05)
        if gateway.connections:
            self.log.warning("Forcing close of %d connections", len(gateway.connections))
            os._exit(0)  # a thread may be at work without end, and Python would wait for it

    def _states(self, sessions: Collection[str]) -> Mapping[str, State]:
        """The states of sessions, read on a connection of the site's pool."""
        database: Database = self.wsgi.extensions["takuroku"]
        db = database.borrow()
        try:
            return states(db, sessions, at=stamp(datetime.now(UTC)))
        finally:
            database.give_back(db)

    def _count_and_log(self, environ: WSGIEnvironment, answer: Answer, seconds: float) -> None:
        if self._metrics:
            self._metrics.count(environ, answer, seconds)
        sent = SimpleNamespace(status=answer.status, headers=(), sent=answer.body.seek(0, os.SEEK_END))
        self.log.access(sent, SimpleNamespace(headers=()), environ, timedelta(seconds=seconds))
