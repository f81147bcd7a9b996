"""What a process keeps in memory: sessions, results and pages are cached by this."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Hashable
from threading import Lock
from typing import Generic, TypeVar

Value = TypeVar("Value")


class Cache(Generic[Value]):
    """Least-recently-used cache; thread-safe."""

    def __init__(self, most: int) -> None:
        self._most, self._size = most, 0
        self._lock = Lock()
        self._entries: OrderedDict[Hashable, tuple[Value, int]] = OrderedDict()

    def get(self, key: Hashable) -> Value | None:
        with self._lock:
            if key not in self._entries:
                return None
            self._entries.move_to_end(key)
            return self._entries[key][0]

    def put(self, key: Hashable, value: Value, size: int = 1) -> None:
        """Evicts until the sizes add up to no more than `most`; the newest stays, however large."""
        with self._lock:
            self._size += size - (self._entries.pop(key)[1] if key in self._entries else 0)
            self._entries[key] = value, size
            while self._size > self._most and len(self._entries) > 1:
                self._size -= self._entries.popitem(last=False)[1][1]

    def clear(self) -> None:
        with self._lock:
            self._entries.clear()
            self._size = 0
