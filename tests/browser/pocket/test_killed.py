"""A browser that is killed while it writes: what the site in the phone has acknowledged is there when it is opened."""

from __future__ import annotations

import random
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from time import monotonic

import pytest
from playwright.sync_api import Playwright

from tests.kit.browser.opening import PATIENCE
from tests.kit.browser.pocket.phone import PocketPhone, killed, phone_of
from tests.kit.browser.pocket.record import faults, leave, record_in, said_in
from tests.kit.browser.pocket.shell_host import StaticHost
from tests.kit.browser.pocket.site import running_host

WRITES = """() => {
    const form = document.querySelector("form.step");
    const typed = new URLSearchParams(new FormData(form));
    const write = async () => {
        for (let number = 0; ; number += 1) {
            typed.set("position", number);
            typed.set("key", crypto.randomUUID());
            typed.set("points-0", number);
            typed.set("points-1", -number);
            const answer = await fetch(form.action, { method: "POST", body: typed, redirect: "manual" });
            // That it leads on is all that a script is told of a redirection.
            if (answer.type !== "opaqueredirect") return refused(`${answer.status} for round ${number}`);
            acknowledged(number);
        }
    };
    write();
}"""
"""Writes a round after the other, as fast as they are acknowledged, until the end."""
LONGEST_LIFE = 400
"""Milliseconds from the first round that is acknowledged; a round takes some tens of them."""


class Table:
    """A phone whose browser is opened and killed over and over."""

    def __init__(self, playwright: Playwright, host: StaticHost, folder: Path) -> None:
        self.playwright = playwright
        self.host = host
        self.folder = folder
        self.profile = folder / "profile"
        self.acknowledged: dict[str, int] = {}
        """How many rounds of each session were acknowledged before the browser was killed."""
        self.refused: list[str] = []

    @contextmanager
    def opened(self) -> Iterator[PocketPhone]:
        """The phone, its browser killed at the end; first it is looked what lies on its disk since the last time."""
        with killed(self.playwright, self.profile) as context:
            if self.acknowledged:
                page = context.pages[0]
                leave(page, self.host)
                self.is_whole(record_in(page, self.folder / f"record-{len(self.acknowledged)}"))
                # Chromium writes localStorage to the disk seconds later: the end of a start may be missing there, and
                # the shell would ask about it, see pocket_shell/test_killed_start.py.
                page.evaluate("localStorage.clear()")
            yield phone_of(context, self.host)

    def is_whole(self, record: Path) -> None:
        """Nothing that was acknowledged is missing, nothing is there twice, nothing is broken."""
        assert faults(record) == []
        written = {each["session"]: each["entries"] for each in said_in(record)["sessions"]}
        for session, rounds in self.acknowledged.items():
            numbers = [entry["points"][0] for entry in written[session]]
            assert numbers == [*range(len(numbers))]
            assert len(numbers) >= rounds

    def lives(self, phone: PocketPhone, time: int) -> None:
        """Begin a game and write so many milliseconds, until something kills the phone."""
        session = phone.sits_down(("あんな", "ベン"), game="score-pad")
        rounds: list[int] = []
        phone.context.expose_function("acknowledged", partial(list.append, rounds))
        phone.context.expose_function("refused", partial(list.append, self.refused))
        phone.page.evaluate(WRITES)
        late = monotonic() + PATIENCE / 1000
        while not rounds and not self.refused and monotonic() < late:
            phone.page.wait_for_timeout(5)
        assert rounds or self.refused, "No round was answered."
        phone.page.wait_for_timeout(time)
        self.acknowledged[session] = len(rounds)


@pytest.mark.parametrize("kills", [1, pytest.param(30, marks=pytest.mark.long)])
def test_what_was_acknowledged_is_there_after_each_kill(
    playwright: Playwright, pocket_folder: Path, tmp_path: Path, kills: int
) -> None:
    luck = random.Random(kills)
    with running_host(pocket_folder) as host:
        table = Table(playwright, host, tmp_path)
        for _ in range(kills):
            with table.opened() as phone:
                table.lives(phone, luck.randrange(LONGEST_LIFE))
        with table.opened() as phone:
            for session, rounds in table.acknowledged.items():
                assert len(phone.entries(session)) >= rounds
    assert table.refused == []
    assert len(table.acknowledged) == kills
