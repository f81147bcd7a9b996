"""A long evening on several machines: `python -m tests.machines.long 10` kills something ten times.

How many entries were acknowledged, lost and doubled stands in the last line; exit status 1 where any was.
"""

from __future__ import annotations

import random
import sys
import tempfile
import time
from pathlib import Path

from store.__main__ import main as store
from tests.machines.evening import Evening, Machines, running_machines

ENTRIES = 5
LONGEST_OUTAGE = 4.0
"""Seconds."""


def main(rounds: int) -> int:
    """Kill a site, the database or both so many times; say what became of what the phones wrote."""
    with tempfile.TemporaryDirectory(prefix="takuroku-") as folder, running_machines(Path(folder)) as machines:
        evening = Evening(machines)
        evening.begins()
        chance = random.Random()
        for number in range(1, rounds + 1):
            evening.goes_on(by=ENTRIES)
            killed = outage(machines, chance)
            back = time.monotonic()
            evening.goes_on(by=1)
            print(f"{number}: killed {killed}; all phones went on {time.monotonic() - back:.1f} s after it was back")
        evening.goes_on(by=ENTRIES)
        found = evening.ends()
        broken = store(["check", machines.database])
        print(f"What phones got: {dict(found.seen.most_common())}")
        print(
            f"Acknowledged: {found.acknowledged}, lost: {len(found.lost)}, doubled: {len(found.doubled)}, "
            f"not asked for: {len(found.unasked)}, phones out of order: {len(found.out_of_order)}"
        )
        return int(bool(broken or found.lost or found.doubled or found.unasked or found.out_of_order))


def outage(machines: Machines, chance: random.Random) -> str:
    """Kill something at a moment that nobody chose, and start it again after a while; what it was."""
    site = chance.choice(machines.sites)
    what = chance.choice(("a site", "the database", "both"))
    time.sleep(chance.uniform(0, 0.5))
    if what != "a site":
        machines.cluster.kill()
    if what != "the database":
        site.kill()
    time.sleep(chance.uniform(0, LONGEST_OUTAGE))
    if what != "the database":
        site.start()
    if what != "a site":
        machines.cluster.start()
    if what != "the database":
        site.waits_to_answer()
    return what


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1])))
