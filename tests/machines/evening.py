"""An evening on several machines: phones that write through all of them, and what became of what they wrote."""

from __future__ import annotations

import json
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path

from store.engines import database_at
from tests.kit.postgresql import Cluster, running_cluster
from tests.machines.site import Site
from tests.machines.writer import Acknowledged, Writer, facts

NAMES = ("Ann", "Ben", "Chika", "Dan")
MACHINES = 2
LONGEST = 120.0
"""Seconds until something must have gone on."""


@dataclass(frozen=True)
class Machines:
    """Sites that share nothing but a database and the secret."""

    cluster: Cluster
    database: str
    sites: tuple[Site, ...]


@contextmanager
def running_machines(folder: Path, *, count: int = MACHINES) -> Iterator[Machines]:
    """All of them started, on a server that waits for its disk."""
    with running_cluster(safe=True) as cluster:
        database = cluster.new_database()
        sites = tuple(Site(folder / f"machine-{number}", database) for number in range(count))
        try:
            for site in sites:
                site.start()
            for site in sites:
                site.waits_to_answer()
            yield Machines(cluster, database, sites)
        finally:
            for site in sites:
                site.kill()


class Evening:
    """Four phones of one scorebook, each at its own sheets and all at one."""

    def __init__(self, machines: Machines) -> None:
        self.machines = machines
        first = Writer("Host", machines.sites)
        cookies = first.visits()
        self.phones = tuple(Writer(name, machines.sites, cookies) for name in NAMES)
        shared = first.sits_down("the sheet of all")
        for phone in self.phones:
            phone.shared = shared

    def begins(self) -> None:
        for phone in self.phones:
            phone.start()

    def goes_on(self, *, by: int) -> None:
        """Return when every phone has so many more entries acknowledged."""
        wanted = {phone: len(phone.acknowledged) + by for phone in self.phones}
        self._until(lambda phone: len(phone.acknowledged) >= wanted[phone])

    def is_refused(self) -> None:
        """Return when every phone was told once more that the record is away."""
        before = {phone: phone.seen[503] for phone in self.phones}
        self._until(lambda phone: phone.seen[503] > before[phone])

    def ends(self) -> Outcome:
        for phone in self.phones:
            phone.ends()
        self._until(lambda phone: not phone.is_alive())
        return outcome(self.machines.database, self.phones)

    def _until(self, holds: Callable[[Writer], bool]) -> None:
        late = time.monotonic() + LONGEST
        while not all(map(holds, self.phones)):
            for phone in self.phones:
                if phone.failure is not None:
                    raise phone.failure
            assert time.monotonic() < late, {phone.name: (len(phone.acknowledged), phone.seen) for phone in self.phones}
            time.sleep(0.02)


@dataclass(frozen=True)
class Outcome:
    """What the log says of what the phones were told."""

    acknowledged: int
    lost: list[Acknowledged]
    doubled: list[tuple[str, str]]
    """What stands more often than it was written, by its session and facts."""
    unasked: list[tuple[str, str]]
    """What is in the log though no phone was told so."""
    out_of_order: list[str]
    """The phones of which a sheet has entries in another order than they wrote them."""
    seen: Counter[int | str]


def outcome(database: str, phones: Sequence[Writer]) -> Outcome:
    """Compare the log with what was acknowledged, by what was written and not by its key alone."""
    sheets = {phones[0].shared, *(session for phone in phones for session in phone.games)}
    with closing(database_at(database).connect()) as db:
        rows = db.execute("SELECT key, session, facts FROM action ORDER BY session, position").fetchall()
    log = [
        Acknowledged(row["key"], row["session"], facts(json.loads(row["facts"])))
        for row in rows
        if row["session"] in sheets
    ]
    told = {each for phone in phones for each in phone.acknowledged}
    # A note is the only one of its words; on the sheet of one phone, entries that are equal are counted.
    kept, wanted = (Counter((each.session, each.facts) for each in entries) for entries in (log, told))
    return Outcome(
        acknowledged=len(told),
        lost=[*(told - {*log})],
        doubled=[said for said, count in kept.items() if count > wanted[said] > 0],
        unasked=[said for said in kept if said not in wanted],
        out_of_order=[
            f"{phone.name} on {sheet}"
            for phone in phones
            for sheet in sheets
            if [each for each in log if each.session == sheet and each in phone.acknowledged]
            != [each for each in phone.acknowledged if each.session == sheet]
        ],
        seen=sum((phone.seen for phone in phones), Counter()),
    )
