"""What it costs that a watcher's page asks whether it is as it was, beside the least that Flask can say so."""

from __future__ import annotations

import re
from collections.abc import Iterator
from http import HTTPStatus

from bench.figures import Figure
from bench.load import wrk
from bench.load.rates import half_an_evening, ours_and_bare
from bench.visitor import Visitor

TITLE = "A watcher's open page: is it as it was? Requests a second beside bare Flask, medians of turns"
GOAL = 0.6
LINK = re.compile(r"/j/[\w-]+")
MARK = re.compile(r'data-follow="([^"]+)" data-mark="([^"]+)"')


def measured() -> Iterator[Figure]:
    """Both answer 304, in turn; the bare one's visitor has no cookie to be read."""
    with ours_and_bare() as (keeper, guest):
        sheet = half_an_evening(keeper)
        watcher = let_in(keeper)
        address, known = asked_by(watcher, sheet)
        guest.cookies.clear()
        for visitor, path in ((watcher, address), (guest, "/same")):
            answer, _ = visitor.get(path, **known)
            assert answer.status == HTTPStatus.NOT_MODIFIED, answer.status
        watcher.connection.close()
        ours, bare, health = wrk.in_turn(
            lambda: wrk.reads(watcher, address, headers=known),
            lambda: wrk.reads(guest, "/same", headers=known),
            lambda: wrk.reads(watcher, "/health"),
        )
        yield Figure("304, the access and the mark from the record", ours, "a second")
        yield Figure("  bare 304", bare, "a second")
        yield Figure("  ratio", ours / bare, "times", goal=GOAL, at_least=True)
        yield Figure("/health, whether a write would succeed", health, "a second")
        yield Figure("  ratio to the 304", health / ours, "times", goal=1, at_least=True)


def let_in(keeper: Visitor) -> Visitor:
    """Somebody who came by a keeper's link to look at everything."""
    watcher = Visitor(keeper.site)
    keeper.connection.close()
    _, page = keeper.ask("/links", {"for": "watch", "days": ""})
    link = LINK.search(page.decode())
    assert link, "the link is told"
    watcher.post(link[0], {})
    return watcher


def asked_by(watcher: Visitor, sheet: str) -> tuple[str, dict[str, str]]:
    """Where the script of an open sheet asks, and with which header."""
    _, page = watcher.get(sheet)
    told = MARK.search(page.decode())
    assert told, "a sheet can be followed"
    return told[1], {"If-None-Match": f'W/"{told[2]}"'}
