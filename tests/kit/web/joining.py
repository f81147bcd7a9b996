"""How a phone comes to another's scorebook or table, and leaves: links, codes to scan or to type, devices."""

from __future__ import annotations

from tests.kit.web.page import Form, Page
from tests.web.conftest import Phone, Sitting

VIEWS = ("table", "flat", "seats")
"""Where a code to join a table is drawn."""


def made(phone: Phone, kind: str, *, session: str = "", days: str = "") -> Page:
    """The page of a new link; one to join the table of a session is its invitation."""
    if kind == "join":
        return phone.follows(phone.sends(phone.opens(f"/s/{session}/more").form("/seats/link")))
    page = phone.opens(f"/links?session={session}" if session else "/links")
    made = phone.sends(page.form("/links", has="days"), {"for": kind, "days": days})
    # A link for one phone has a page that stays.
    return phone.follows(made) if made.status == 303 else made


def link_on(page: Page) -> str:
    """The path of the link that a page shows."""
    assert page.status == 200, page.alerts
    address = page.root.one("input", id="made").get("value")
    assert address.startswith("http://localhost/j/")
    return address.removeprefix("http://localhost")


def makes(phone: Phone, kind: str, *, session: str = "") -> str:
    """The path of a new link."""
    return link_on(made(phone, kind, session=session))


def accepts(phone: Phone, link: str) -> Page:
    return phone.follows(phone.sends(phone.opens(link).form(link)))


def writes(phone: Phone, table: Sitting) -> int:
    """What a phone is answered that enters bids at a table, which another may have begun."""
    there = Sitting(phone, table.address)
    return phone.sends(there.form, {"bids-0": "1", "bids-1": "1", "bids-2": "0"}).status


def revokes(phone: Phone) -> None:
    """Revoke the first link of the list."""
    form = next(each for each in phone.opens("/links").forms if each.action.endswith("/revoke"))
    assert phone.sends(form).status == 303


# The code of a table, to scan.


def invites(table: Sitting, view: str = "table", kind: str = "play") -> Page:
    """Tap the button of a view and see what follows."""
    phone = table.phone
    making = [form for form in phone.opens(f"{table.address}/{view}").forms if form.action.endswith("/seats/link")]
    return phone.follows(phone.sends(making[0], {"kind": kind}))


def codes(page: Page) -> list[str]:
    """The drawings on a page by which a table is joined."""
    figures = [each for each in page.root.all("figure") if "join" in each.classes]
    return [each.all("path")[-1].get("d") for each in figures]


def may_invite(page: Page) -> bool:
    """Whether a page has the button that makes the code."""
    making = [form for form in page.forms if form.action.endswith("/seats/link")]
    return any("switch" not in form.element.classes for form in making)


def secret_of(table: Sitting) -> str:
    """The secret of the link that a phone made last for a table."""
    with table.phone.client.session_transaction() as cookie:
        secret: str = dict(cookie["invites"])[table.id]
    return secret


def scans(phone: Phone, table: Sitting) -> Page:
    """Another phone scans the code of a table and accepts; the seats, which it sees then."""
    invites(table, "seats")
    return accepts(phone, f"/j/{secret_of(table)}")


# Devices.


def devices(phone: Phone) -> list[str]:
    """What the devices of a scorebook are called."""
    return [each.one("strong").text for each in phone.opens("/devices").root.all("li")]


def device_form(phone: Phone, ending: str, *, own: bool = False) -> Form:
    """The form for this phone itself, or for the only other one."""
    page = phone.opens("/devices")
    (one,) = (each for each in page.root.all("li") if ("this phone" in each.text) == own)
    action = next(each.get("action") for each in one.all("form") if each.get("action").endswith(ending))
    return page.form(action)


def removes(phone: Phone, *, own: bool = False) -> Page:
    """Remove the only other device, or the own one."""
    return phone.sends(device_form(phone, "/remove", own=own))
