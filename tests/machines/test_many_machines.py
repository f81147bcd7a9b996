"""Two site processes that share nothing but a database and the secret, and what is killed under them."""

from __future__ import annotations

import json
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from typing import NamedTuple

import pytest

from store.__main__ import main as store
from store.engines import database_at
from tests.kit.postgresql import Cluster, running_cluster
from tests.machines.site import Site
from tests.machines.writer import Acknowledged, Writer, facts, hidden

NAMES = ("Ann", "Ben", "Chika", "Dan")
LONGEST = 120.0
"""Seconds until something must have gone on."""


class Machines(NamedTuple):
    """Sites that share nothing but a database and the secret."""

    cluster: Cluster
    database: str
    sites: tuple[Site, ...]


@pytest.fixture(scope="module")
def machines(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Machines]:
    """Two of them started, on a server that waits for its disk."""
    with running_cluster(safe=True) as cluster:
        database = cluster.new_database()
        sites = tuple(Site(tmp_path_factory.mktemp("machine") / "folder", database) for _ in range(2))
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

    def goes_on(self) -> None:
        """Return when every phone has two more entries acknowledged."""
        wanted = {phone: len(phone.acknowledged) + 2 for phone in self.phones}
        self._until(lambda phone: len(phone.acknowledged) >= wanted[phone])

    def is_refused(self) -> None:
        """Return when every phone was told once more that the record is away."""
        before = {phone: phone.seen[503] for phone in self.phones}
        self._until(lambda phone: phone.seen[503] > before[phone])

    def ends(self) -> None:
        for phone in self.phones:
            phone.ends()
        self._until(lambda phone: not phone.is_alive())

    def expect_kept_once(self) -> None:
        """The log has what was acknowledged, by what was written and not by its key alone, and nothing else."""
        sheets = {self.phones[0].shared, *(session for phone in self.phones for session in phone.games)}
        with closing(database_at(self.machines.database).connect()) as db:
            rows = db.execute("SELECT key, session, facts FROM action ORDER BY session, position").fetchall()
        log = [
            Acknowledged(row["key"], row["session"], facts(json.loads(row["facts"])))
            for row in rows
            if row["session"] in sheets
        ]
        told = [each for phone in self.phones for each in phone.acknowledged]
        assert sorted(log) == sorted(told), "nothing is lost, doubled or unasked"
        for phone in self.phones:
            for sheet in sheets:
                assert [each for each in log if each.session == sheet and each in phone.acknowledged] == [
                    each for each in phone.acknowledged if each.session == sheet
                ], f"{phone.name} wrote in another order on {sheet}"

    def _until(self, holds: Callable[[Writer], bool]) -> None:
        late = time.monotonic() + LONGEST
        while not all(map(holds, self.phones)):
            for phone in self.phones:
                if phone.failure is not None:
                    raise phone.failure
            assert time.monotonic() < late, {phone.name: (len(phone.acknowledged), phone.seen) for phone in self.phones}
            time.sleep(0.02)


def test_a_visitor_of_one_machine_is_known_to_all_and_sends_its_form_to_any(machines: Machines) -> None:
    one, two = machines.sites
    phone = Writer("Eve", machines.sites)
    session = phone.sits_down("begun anywhere")
    form = phone.asks(one, "GET", f"/s/{session}")
    bids = {f"bids-{seat}": "0" for seat in range(4)} | {"step": "bids", "key": "sent elsewhere"}
    fields = bids | {name: hidden(form, name) for name in ("csrf_token", "position")}
    assert phone.asks(two, "POST", f"/s/{session}/entries", fields).status == 303
    assert phone.asks(one, "POST", f"/s/{session}/entries", fields).status == 303
    assert hidden(phone.asks(two, "GET", f"/s/{session}"), "position") == "1"
    stranger = Writer("Frank", machines.sites)
    assert stranger.asks(two, "GET", f"/s/{session}").status == 404


def test_whatever_is_killed_nothing_acknowledged_is_lost_or_doubled(
    machines: Machines, capsys: pytest.CaptureFixture[str]
) -> None:
    evening = Evening(machines)
    evening.begins()
    evening.goes_on()

    machines.sites[1].kill()
    evening.goes_on()
    machines.sites[1].start()

    machines.cluster.kill()
    evening.is_refused()
    machines.cluster.start()
    machines.sites[1].waits_to_answer()
    evening.goes_on()

    evening.ends()
    evening.expect_kept_once()
    seen = sum((phone.seen for phone in evening.phones), Counter[int | str]())
    assert seen.keys() >= {200, 303, 503, "ConnectionRefusedError"}
    assert store(["check", machines.database]) == 0, capsys.readouterr().out


@pytest.mark.long
def test_a_site_that_starts_before_its_database_says_so_and_works_when_it_is_there(
    machines: Machines, tmp_path: Path
) -> None:
    site = Site(tmp_path / "early", machines.cluster.new_database())
    phone = Writer("Gil", [site])
    machines.cluster.kill()
    try:
        site.start()
        site.waits_to_answer()
        workers = site.workers()
        assert site.health() == 503
        refused = phone.asks(site, "GET", "/")
        assert (refused.status, refused.headers["Retry-After"].isdigit()) == (503, True)
        machines.cluster.start()
        # Its database is empty yet.
        session = phone.sits_down("begun when it was there")
        phone.until_it_answers("GET", f"/s/{session}")
        phone.until_it_answers("GET", "/health")
        assert workers <= site.workers(), "one has died of it"
    finally:
        site.kill()
