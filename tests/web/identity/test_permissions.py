"""What somebody may do who has access to a scorebook to look at only."""

from __future__ import annotations

import pytest

from store.access.grants import Right
from tests.web.conftest import Phone, Sitting


@pytest.fixture
def watched(table: Sitting) -> Sitting:
    """A sheet with a deal on it, on a phone that may only look."""
    table.deal(bids=(1, 1, 0), tricks=(1, 2, 0))
    assert table.phone.api.token
    table.phone.may("watcher")
    return table


@pytest.mark.parametrize("page", ["", "/more", "/takuroku.json", "/takuroku.csv"])
def test_a_watcher_sees_the_sheet(watched: Sitting, page: str) -> None:
    assert watched.phone.opens(watched.address + page).status == 200


def test_a_watcher_sees_the_lists(watched: Sitting) -> None:
    assert [watched.phone.opens(page).status for page in ("/", "/history", "/players")] == [200, 200, 200]


@pytest.mark.parametrize(
    ("address", "typed"),
    [
        ("/entries", {"step": "bids", "bids-0": "0", "bids-1": "0", "bids-2": "0"}),
        ("/entries", {"step": "note", "text": "rain"}),
        ("/undo", {}),
        ("/redo", {}),
        ("/entries/0", {"step": "bids", "bids-0": "0", "bids-1": "0", "bids-2": "0"}),
        ("/rows/0", {"e0-bids-0": "0", "e0-bids-1": "0", "e0-bids-2": "1"}),
        ("/discard", {}),
        ("/restore", {}),
        ("/again", {}),
        ("/rules", {"rule_name": "ours"}),
    ],
)
def test_what_a_watcher_sends_is_refused_in_words_and_not_written(
    watched: Sitting, address: str, typed: dict[str, str]
) -> None:
    before = watched.kept
    sent = {"csrf_token": watched.phone.token(), "position": str(watched.position), **typed}
    page = watched.phone.posts(watched.address + address, sent)
    assert (page.status, page.heading) == (403, "View only")
    assert watched.kept == before


def test_a_watcher_begins_no_game(watched: Sitting) -> None:
    watched.phone.may("keeper")
    form = watched.phone.opens("/new/oh-hell").form("/new/oh-hell")
    watched.phone.may("watcher")
    names = {f"players-{seat}": name for seat, name in enumerate(("Ann", "Ben", "Chika"))}
    assert watched.phone.sends(form, names).status == 403
    for page in (watched.phone.opens("/new"), watched.phone.opens("/new/oh-hell")):
        assert {form.action for form in page.forms} == {"/settings", "/scorebooks/open", "/scorebooks/new"}
    listed = watched.phone.opens("/history").root.all("li", class_="item")
    assert [each.one("a").get("href") for each in listed] == [watched.address]


def test_the_api_refuses_a_watcher_too(watched: Sitting) -> None:
    before = watched.kept
    body = {"position": before["position"], "entry": {"step": "note", "text": "rain"}}
    assert watched.phone.opens("/tokens").status == 403
    assert watched.phone.posts("/tokens", {"csrf_token": watched.phone.token(), "name": "Script"}).status == 403
    watched.phone.may("keeper")
    program = watched.phone.program(role="watcher")
    answer = program.asks("POST", f"/sessions/{watched.id}/entries", body)
    assert (answer.status, answer.json["title"]) == (403, "View only")
    assert watched.kept == program.sees(watched.id) == before


def test_who_watches_everything_and_joins_a_table_sits_there(watched: Sitting, stranger: Phone) -> None:
    watched.phone.may("keeper")
    watched.phone.lets_in(stranger, "watcher")
    watched.phone.lets_in(stranger, "player", watched.id)
    seats = stranger.opens(f"{watched.address}/seats?look=1")
    assert stranger.sends(seats.form("/seats/0/take")).status == 303
    assert stranger.opens("/history").status == 200
    sent = {"csrf_token": stranger.token(), "position": str(watched.position), "step": "note", "text": "rain"}
    assert stranger.posts(f"{watched.address}/entries", sent).status == 403


@pytest.mark.parametrize(("role", "statuses"), [("watcher", (200, 200, 410)), ("player", (404, 404, 410))])
def test_a_deleted_scorebook_offers_to_restore_it_to_its_keepers_alone(
    watched: Sitting, stranger: Phone, role: Right, statuses: tuple[int, ...]
) -> None:
    watched.phone.may("keeper")
    watched.phone.lets_in(stranger, role, watched.id if role == "player" else None)
    watched.phone.sends(watched.phone.opens("/scorebook/delete").form("/scorebook/delete"))
    pages = [stranger.opens(address) for address in ("/", "/scorebooks", watched.address)]
    assert tuple(page.status for page in pages) == statuses
    assert [form.action for page in pages for form in page.forms if form.action.endswith("/restore")] == []
    assert watched.phone.sends(watched.phone.opens("/").form("/restore")).status == 303
