"""A table in a line: who sits there by which rules, and what is entered on the sheet."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tests.kit.web.page import Page
from tests.web.conftest import Phone, Sitting, seatwise


def played(phone: Phone, script: str) -> Sitting:
    """A table that is begun and played by a script, `Ann Ben game=score-pad target=100: points=60/10, undo`.

    Without a colon Ann, Ben and Chika are at Oh Hell from 3 cards down to 1 and up again, and Ann deals first.
    """
    setup, _, entries = (script if ":" in script else f"top_hand=3: {script}").partition(":")
    words = [word.partition("=") for word in setup.split()]
    options = {name: value for name, equals, value in words if equals}
    players = [name for name, equals, _ in words if not equals]
    return plays(phone.sits_down(*players, dealer=int(options.pop("dealer", 0)), **options), entries)


def plays(table: Sitting, script: str) -> Sitting:
    """Play on by a script whose parts have a comma between them.

    `110 120` is a deal of Oh Hell seat by seat, `110` its bids and `/120` its tricks. `points=60/10 open=yes` is
    what is typed, see `fields`. `undo`, `redo`, `end`, `note tea`, `adjust 1 -5 a slip`; `row 0 e1-tricks-0=2` corrects
    a row, `players join name=Eva` says who comes or goes.
    """
    for part in filter(None, script.strip().split(", ")):
        match part.split():
            case ["undo"]:
                table.undoes()
            case ["redo"]:
                table.phone.follows(table.phone.sends(table.page.form("/redo")))
            case ["end"]:
                table.ends()
            case ["note", *words]:
                table.notes(" ".join(words))
            case ["adjust", seat, amount, *words]:
                table.adjusts(int(seat), amount, " ".join(words))
            case ["row", number, *typed]:
                table.phone.follows(corrects(table, int(number), " ".join(typed)))
            case ["players", what, *typed]:
                table.phone.follows(changes_players(table, what, " ".join(typed)))
            case [first, *_] if "=" in first:
                enters(table, fields(part))
            case [bids, tricks] if bids.isdigit():
                enters(table, seatwise("bids", bids))
                enters(table, seatwise("tricks", tricks))
            case [digits]:
                enters(table, seatwise("tricks" if digits.startswith("/") else "bids", digits.removeprefix("/")))
            case _:
                raise ValueError(part)
    return table


def enters(table: Sitting, typed: Mapping[str, Any]) -> None:
    """Save this on the sheet, which may have a form to end the game beside it."""
    saved = table.tries(typed, form=table.page.form("/entries", has=next(iter(typed))))
    assert saved.status == 303, saved.alerts


def changes_players(table: Sitting, what: str, typed: str = "") -> Page:
    """Send who comes or goes as the page of the players sent it up to 2.0: `leave-0 ranked=no`, `join name=Eva`."""
    form = table.behind("players").form("/players")
    step, _, seat = what.rpartition("-") if what[-1].isdigit() else (what, "", None)
    sent = {name: form.typed(name) for name in ("csrf_token", "position", "key")}
    address = f"{table.address}/entries?of={what}"
    return table.phone.posts(address, sent | {"step": step, "seat": seat} | fields(typed))


def fields(typed: str) -> dict[str, Any]:
    """What is typed: `winner=0` as it is, `yaku=hanami,goko` several values, `bids=1/-/0` seats, no second."""
    found: dict[str, Any] = {}
    for name, value in (part.split("=", 1) for part in typed.split()):
        seats = value.split("/")
        names = [f"{name}-{seat}" for seat in range(len(seats))] if len(seats) > 1 else [name]
        found |= {at: each.split(",") if "," in each else each for at, each in zip(names, seats, strict=True)}
    return {name: None if value == "-" else value for name, value in found.items()}


def corrects(table: Sitting, number: int, typed: str) -> Page:
    """Send the correction of a row."""
    return table.phone.sends(table.row(number).form(f"/rows/{number}"), fields(typed))
