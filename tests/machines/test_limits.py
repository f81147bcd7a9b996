"""Limits are counted for all processes together, on one machine's file and on a database that machines share."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.kit.postgresql import Cluster
from tests.machines.site import Site
from tests.machines.writer import Writer
from web.request.rate_limit import LIMITS

MOST = LIMITS["links"].most


@pytest.fixture(params=["sqlite", "postgresql"])
def sites(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[list[Site]]:
    """Two sites of several processes each; on one machine they share the file too."""
    if request.param == "postgresql":
        cluster: Cluster = request.getfixturevalue("cluster")
        database = cluster.new_database()
    else:
        database = str(tmp_path / "takuroku.db")
    found = [Site(tmp_path / name, database, LIMITS="1") for name in ("one", "two")]
    try:
        for site in found:
            site.start()
            site.waits_to_answer()
        yield found
    finally:
        for site in found:
            site.kill()


@pytest.mark.long
def test_several_processes_count_together(sites: list[Site]) -> None:
    guesser = Writer("Mallory", sites)
    tries = 0
    while guesser.asks(sites[tries % 2], "GET", "/j/nonsense").status == 404:
        tries += 1
        # A window may end in between, but not twice. By themselves four processes would let four times as many through.
        assert tries <= 2 * MOST
    assert tries >= MOST
    refused = [guesser.asks(site, "GET", "/j/nonsense") for site in sites * 2]
    assert [answer.status for answer in refused] == [429] * 4
    waits = [int(answer.headers["Retry-After"]) for answer in refused]
    assert max(waits) - min(waits) <= 2
