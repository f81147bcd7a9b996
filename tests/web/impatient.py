"""The server's process, but that all that takes its time takes too long."""

from __future__ import annotations

from web.server import worker
from web.server.pace import Pace


class Impatient(worker.Worker):
    """For `--worker-class`."""

    pace = Pace(head=0.2, seconds=0.2)
