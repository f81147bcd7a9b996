"""The server's process for `--worker-class`, at other paces than a real site's."""

from __future__ import annotations

from web.server import worker
from web.server.incoming import Pace


class Patient(worker.Worker):
    """Nothing takes too long, on however slow a machine."""

    pace = Pace(head=600, seconds=600)


class Impatient(worker.Worker):
    """Whatever takes its time takes too long."""

    pace = Pace(head=0.2, seconds=0.2)
