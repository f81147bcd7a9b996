"""How long a request may take to come, and its answer to be taken."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Pace:
    """So many seconds for all of it, and one more for each so many bytes that went over; `head` for how it begins."""

    head: float = 15
    seconds: float = 30
    bytes_a_second: int = 64 * 1024

    def allowed(self, size: int) -> float:
        """
        >>> Pace().allowed(0), Pace().allowed(48 * 1024 * 1024)
        (30.0, 798.0)
        """
        return self.seconds + size / self.bytes_a_second
