"""Two site processes that share nothing but a database and the secret, and what is killed under them."""

from __future__ import annotations

import json
import time
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, closing
from pathlib import Path
from threading import Event
from typing import NamedTuple

import pytest

from store.__main__ import main as store
from store.engines import database_at
from tests.kit.postgresql import Cluster, running_cluster
from tests.machines.writer import Acknowledged, Site, Writer, hidden

LONGEST = 120.0
"""Seconds until something must have gone on."""


class Machines(NamedTuple):
    cluster: Cluster
    database: str
    sites: tuple[Site, ...]


@pytest.fixture(scope="module")
def machines(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Machines]:
    """Two sites started, on a server that waits for its disk."""
    with running_cluster(safe=True) as cluster, ExitStack() as ends:
        database = cluster.new_database()
        sites = tuple(Site(tmp_path_factory.mktemp("machine"), database) for _ in range(2))
        for site in sites:
            ends.callback(site.kill)
            site.start()
        yield Machines(cluster, database, sites)


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
    host, enough = Writer("Host", machines.sites), Event()
    shared = host.sits_down("the sheet of all")
    phones = [Writer(name, machines.sites, host.cookies) for name in ("Ann", "Ben", "Chika", "Dan")]

    def go_on() -> None:
        """Return when every phone has two more notes acknowledged."""
        wanted = {phone.name: len(phone.acknowledged) + 2 for phone in phones}
        until(lambda phone: len(phone.acknowledged) >= wanted[phone.name])

    def until(holds: Callable[[Writer], bool]) -> None:
        late = time.monotonic() + LONGEST
        while not all(map(holds, phones)):
            for each in writing:
                if each.done():
                    each.result()
            assert time.monotonic() < late, {phone.name: (len(phone.acknowledged), phone.seen) for phone in phones}
            time.sleep(0.02)

    with ThreadPoolExecutor(len(phones)) as threads:
        writing = [threads.submit(phone.writes_until, enough, shared) for phone in phones]
        try:
            go_on()
            machines.sites[1].kill()
            go_on()
            machines.cluster.kill()
            refused = {phone.name: phone.seen[503] for phone in phones}
            until(lambda phone: phone.seen[503] > refused[phone.name])
            machines.sites[1].start()
            machines.cluster.start()
            go_on()
        finally:
            enough.set()
        for each in writing:
            each.result(LONGEST)
    with closing(database_at(machines.database).connect()) as db:
        rows = db.execute("SELECT key, session, facts FROM action ORDER BY session, position").fetchall()
    notes = [(row, json.loads(row["facts"])) for row in rows]
    log = [Acknowledged(row["key"], row["session"], note["text"]) for row, note in notes if note["step"] == "note"]
    for phone in phones:
        # In the order in which it wrote them; nothing is lost, doubled or written unasked.
        assert [each for each in log if each.text.startswith(phone.name)] == sorted(
            phone.acknowledged, key=lambda each: each.session
        )
    seen = sum((phone.seen for phone in phones), Counter[int | str]())
    assert seen.keys() >= {200, 303, 503, "ConnectionRefusedError"}
    assert store(["check", machines.database]) == 0, capsys.readouterr().out


@pytest.mark.long
def test_a_site_that_starts_before_its_database_says_so_and_works_when_it_is_there(
    machines: Machines, tmp_path: Path
) -> None:
    site = Site(tmp_path, machines.cluster.new_database())
    phone = Writer("Gil", [site])
    machines.cluster.kill()
    try:
        site.start()
        assert phone.asks(site, "GET", "/health").status == 503
        refused = phone.asks(site, "GET", "/")
        assert (refused.status, refused.headers["Retry-After"].isdigit()) == (503, True)
        machines.cluster.start()
        # Its database is empty yet.
        session = phone.sits_down("begun when it was there")
        phone.until_it_answers("GET", f"/s/{session}")
        phone.until_it_answers("GET", "/health")
    finally:
        site.kill()
