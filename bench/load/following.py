"""Compares a watcher's poll with the same answer of a minimal Flask site."""

from __future__ import annotations

from collections.abc import Iterator
from http import HTTPStatus

from bench.figures import Figure
from bench.load import wrk
from bench.load.rates import ours_and_bare
from bench.visitor import asked_by, half_an_evening, let_in

TITLE = "A watcher's open page: is it as it was? Requests a second beside bare Flask, medians of turns"
GOAL = 0.6


def measured() -> Iterator[Figure]:
    """Both answer 304, in turn; the bare one's visitor has no cookie to be read."""
    with ours_and_bare() as (keeper, guest):
        sheet = half_an_evening(keeper)
        watcher = let_in(keeper)
        address, version = asked_by(watcher, sheet)
        known = {"If-None-Match": version}
        guest.cookies.clear()
        for visitor, path in ((watcher, address), (guest, "/same")):
            answer, _ = visitor.get(path, **known)
            assert answer.status == HTTPStatus.NOT_MODIFIED, answer.status
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
