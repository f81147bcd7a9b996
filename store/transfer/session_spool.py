"""Keeps the sessions of a scorebook file in a temporary file: ten thousand would need some 300 MB of memory."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from dataclasses import astuple, replace
from tempfile import SpooledTemporaryFile
from weakref import finalize

from record.log import Action
from store.transfer.file import SessionRecord

IN_MEMORY = 1024 * 1024
"""Bytes: so much is kept without a file."""


class KeptSessions:
    """Put down one after the other, then read in this order as often as it takes, each time from the first."""

    def __init__(self, sessions: Iterable[SessionRecord] = ()) -> None:
        self._file = SpooledTemporaryFile(max_size=IN_MEMORY)  # noqa: SIM115 - it is closed when nobody has this
        finalize(self, self._file.close)
        self._count = 0
        for each in sessions:
            self.add(each)

    def add(self, session: SessionRecord) -> None:
        actions = [(each.kind, each.at, each.device, each.facts) for each in session.actions]
        self._file.write(json.dumps((astuple(replace(session, actions=())), actions)).encode() + b"\n")
        self._count += 1

    def __len__(self) -> int:
        return self._count

    def __iter__(self) -> Iterator[SessionRecord]:
        self._file.seek(0)
        for line in self._file:
            (*head, _), actions = json.loads(line)
            yield replace(
                SessionRecord(*head),
                actions=tuple(
                    Action(position, kind, facts, at, device)
                    for position, (kind, at, device, facts) in enumerate(actions)
                ),
            )
