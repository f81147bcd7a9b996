"""Seats on pages: phones that come to a table, sit down, and enter what their seat alone is asked."""

from __future__ import annotations

import re
from typing import Any

from store.access import secrets
from store.book import Book, Role
from tests.kit.web.page import Form, Page
from tests.kit.web.playing import plays
from tests.web.conftest import SOME_TIME, TRIO, Phone, Sitting, borrowed

ANN, BEN, CHIKA, DAI, EVA = range(5)
AT_TABLE = (*TRIO, "Dai", "Eva")

ONE_TIME = re.compile(
    r'(name="(?:csrf_token|key)" value|data-etag)="[^"]*"|/j/[\w-]+|<time .*?</time>|\d+-\d+-\d+T[\d:]+Z'
)
"""What differs from page to page whatever is said on it."""


def comes(phone: Phone, table: Sitting, role: Role = "player", *, agent: str = "") -> Phone:
    """Another phone, let in by a link to the table, whose browser says that it is `agent`."""
    player = Phone(phone.client.application, phone.language)
    if agent:
        player.client.environ_base["HTTP_USER_AGENT"] = agent
    phone.opens(table.address)
    with phone.client.session_transaction() as cookie, borrowed(phone.client.application) as db:
        scorebook = cookie["scorebook"]
        link = secrets.make_link(Book(db, scorebook, "keeper"), role=role, session=table.id, at=SOME_TIME)
    arrived = player.follows(player.sends(player.opens(f"/j/{link}").form(f"/j/{link}")))
    assert arrived.status == 200
    return player


def joins(phone: Phone, table: Sitting, seat: int) -> Phone:
    """A phone of its own at a seat."""
    player = comes(phone, table)
    assert takes(player, table, seat).location == f"{table.address}/seats/{seat}"
    return player


def takes(phone: Phone, table: Sitting, seat: int) -> Page:
    return phone.sends(seats_of(phone, table).form(f"/seats/{seat}/take"))


def seats_of(phone: Phone, table: Sitting) -> Page:
    return phone.opens(f"{table.address}/seats?look=1")


def card(phone: Phone, table: Sitting, seat: int) -> Page:
    return phone.opens(f"{table.address}/seats/{seat}")


def own_form(page: Page, seat: int) -> Form:
    """The form of a card, or the first of several."""
    return next(form for form in page.forms if form.action.endswith(f"/seats/{seat}"))


def says(phone: Phone, table: Sitting, seat: int, value: Any, *, field: str = "", page: Page | None = None) -> Page:
    """Tap a chip, of the bids or the tricks unless of another field, on the card as it is or on a `page` of before."""
    form = own_form(page or card(phone, table, seat), seat)
    asked = field or ("tricks" if form.values["step"] == "tricks" else "bids")
    return phone.sends(form, {f"{asked}-{seat}": value})


def chips(page: Page) -> str:
    """What can be tapped on a card; what does not let itself be tapped has a stroke."""
    found = {each.get("value"): each.has("disabled") for each in page.root.all("button") if each.has("value")}
    return " ".join("/" * shut + value for value, shut in found.items())


def at_seats(table: Sitting, script: str) -> dict[str, Phone]:
    """Play a script at a table and answer with its phones by name: the keeper's, and one for whom else it names.

    `Ann sits, Ann 2` lets Ann's own phone take her seat and bid 2, `keeper at Chika` seats the keeper's, `keeper Ann 2`
    enters for her, `free Ann` frees her seat, `look first` has the keeper confirm what all have said. All else
    is played on the keeper's sheet, see `plays`.
    """
    phones, keeper = {"keeper": table.phone}, table.phone
    for part in filter(None, script.split(", ")):
        match part.split():
            case [name, "sits"]:
                phones[name] = joins(keeper, table, AT_TABLE.index(name))
                continue
            case ["keeper", "at", name]:
                page = takes(keeper, table, AT_TABLE.index(name))
            case ["free", name]:
                page = keeper.sends(seats_of(keeper, table).form(f"/seats/{AT_TABLE.index(name)}/free"))
            case ["look", "first"]:
                page = keeper.sends(seats_of(keeper, table).form("/confirms"), {"confirms": "on"})
            case ["keeper", name, value]:
                page = says(keeper, table, AT_TABLE.index(name), value)
            case [name, value] if name in phones:
                page = says(phones[name], table, AT_TABLE.index(name), value)
            case _:
                plays(table, part)
                continue
        assert page.status == 303, (part, page.alerts)
    return phones
