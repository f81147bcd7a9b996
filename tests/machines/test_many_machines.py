"""Two site processes that share nothing but a database and the secret, and what is killed under them."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from store.__main__ import main as store
from tests.machines.evening import Evening, Machines, running_machines
from tests.machines.site import Site
from tests.machines.writer import Writer, hidden

ENTRIES = 2
"""So many of each phone show that it goes on."""


@pytest.fixture(scope="module")
def machines(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Machines]:
    with running_machines(tmp_path_factory.mktemp("machines")) as machines:
        yield machines


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
    evening.goes_on(by=ENTRIES)

    machines.sites[1].kill()
    evening.goes_on(by=ENTRIES)
    machines.sites[1].start()
    machines.sites[1].waits_to_answer()
    evening.goes_on(by=ENTRIES)

    machines.cluster.kill()
    evening.is_refused()
    machines.cluster.start()
    evening.goes_on(by=ENTRIES)

    found = evening.ends()
    assert (found.lost, found.doubled, found.unasked, found.out_of_order) == ([], [], [], [])
    assert found.seen.keys() >= {200, 303, 503, "ConnectionRefusedError"}
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
