"""The site in a phone, and a group's site that it can ask."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from flask import Flask

from tests.kit.web.page import Page
from tests.kit.web.wire import SITE, Wire, in_a_phone
from tests.web.conftest import Phone, Sitting, site_at


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Flask:
    """The group's site."""
    return site_at(str(tmp_path_factory.mktemp("group")))


@pytest.fixture(scope="module")
def uncut(site: Flask) -> Wire:
    """The wire from the phone to the group's site."""
    return Wire(site)


@pytest.fixture(scope="module")
def pocket(uncut: Wire, tmp_path_factory: pytest.TempPathFactory) -> Flask:
    """The site in a phone."""
    return in_a_phone(tmp_path_factory.mktemp("phone"), uncut)


@pytest.fixture
def wire(uncut: Wire) -> Iterator[Wire]:
    uncut.asked.clear()
    yield uncut
    uncut.is_cut = False


@pytest.fixture
def phone(pocket: Flask, wire: Wire) -> Phone:
    """Somebody with the site in their phone, and nothing in it yet."""
    return Phone(pocket)


@pytest.fixture
def keeper(site: Flask) -> Phone:
    """A keeper of the group's scorebook on its site, who has named it."""
    keeper = Phone(site)
    keeper.sends(keeper.opens("/scorebooks/name").form("/scorebooks/name"), {"name": "Thursdays"})
    return keeper


def link_of(keeper: Phone, name: str = "Cellar") -> str:
    """A link to the keeper's scorebook, for a phone that takes the site along."""
    made = keeper.sends(keeper.opens("/carry").form("/carry"), {"name": name})
    assert made.status == 200, made.alerts
    link: str = made.root.one("input", id="made").get("value")
    return link.replace("http://localhost", SITE)


def joins(phone: Phone, link: str, into: str = "here") -> Page:
    return phone.sends(phone.opens("/group").form("/group"), {"link": link, "into": into})


def sends(phone: Phone) -> Page:
    return phone.sends(phone.opens("/group").form("/group/send"))


def evening(phone: Phone) -> Sitting:
    """A game with a deal played."""
    table = phone.sits_down("Ann", "Ben", "Chika", top_hand="3")
    table.deal(bids=(1, 1, 0), tricks=(1, 1, 1))
    return table
