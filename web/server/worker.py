"""A process that serves: gunicorn's worker for event loops, with a limit to how long a request takes to begin."""

from __future__ import annotations

import asyncio
import sys

from gunicorn.asgi.protocol import ASGIProtocol
from gunicorn.workers import gasgi

from web.server.gateway import Gateway
from web.server.pace import Pace

SWITCH = 0.001
"""Seconds after which threads take turns."""


class Worker(gasgi.ASGIWorker):
    """Calls a WSGI site through the gateway; as many connections as `--worker-connections` says."""

    pace = Pace()
    _serving: asyncio.Task[None] | None = None

    def load_wsgi(self) -> None:
        # Else a thread that draws a page keeps the event loop, and quick answers, waiting five times as long.
        sys.setswitchinterval(SWITCH)
        self.asgi = Gateway(self.app.wsgi(), self.pace)
        # In the order in which they came. A dictionary is a set that keeps it.
        self.silent: dict[Connection, None] = {}
        self.connections: set[Connection] = set()

    async def _serve(self) -> None:
        self._serving = asyncio.current_task()
        await super()._serve()

    def handle_exit_signal(self) -> None:
        """Answer what is being asked, and let go of the phones that ask nothing now."""
        super().handle_exit_signal()
        for connection in list(self.connections):
            connection.close_if_idle()
        self._stop()

    def handle_quit_signal(self) -> None:
        """Let go of everything."""
        super().handle_quit_signal()
        self._stop()

    def _stop(self) -> None:
        # The server looks only once a second whether it is to go on.
        if self._serving is not None:
            self._serving.cancel()
            self._serving = None


class Connection(ASGIProtocol):
    """A connection on which something must be asked soon, and what is answered be taken."""

    def connection_made(self, transport: asyncio.Transport) -> None:
        worker = self.worker
        if len(worker.connections) >= worker.worker_connections and worker.silent:
            # A phone says at once what it wants: whoever is silent for the longest time makes room.
            next(iter(worker.silent)).transport.abort()
        worker.connections.add(self)
        worker.silent[self] = None
        self._begins = worker.loop.call_later(worker.pace.head, transport.abort)
        self._takes: asyncio.TimerHandle | None = None
        super().connection_made(transport)
        if not worker.alive:
            self.close_if_idle()

    def _on_headers_complete(self) -> object:
        self._has_spoken()
        return super()._on_headers_complete()

    def pause_writing(self) -> None:
        """Nothing more is taken at the moment; if that stays so it is over."""
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
            # What was written before is waited for without end otherwise.
            self._abort_later()

    def _has_spoken(self) -> None:
        self._begins.cancel()
        self.worker.silent.pop(self, None)

    def _abort_later(self) -> None:
        if self._takes is not None:
            self._takes.cancel()
        self._takes = self.worker.loop.call_later(self.worker.pace.seconds, self.transport.abort)


# The worker makes its connections of the class that its module names; there is no setting for it.
gasgi.ASGIProtocol = Connection
