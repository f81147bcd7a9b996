"""Timeouts for receiving requests and sending responses."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Pace:
    """`seconds` for everything plus the time of its bytes at `bytes_a_second`; `head` seconds for a request's head."""

    head: float = 15
    seconds: float = 30
    bytes_a_second: int = 64 * 1024

    def allowed(self, size: int) -> float:
        """
        >>> Pace().allowed(0), Pace().allowed(48 * 1024 * 1024)
        (30.0, 798.0)
        """
        return self.seconds + size / self.bytes_a_second
