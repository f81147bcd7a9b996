"""A phone finds its scorebook again on a machine that was empty."""

from __future__ import annotations

from pathlib import Path

import pytest

from app import create_app
from store.__main__ import main
from tests.web.conftest import Phone, Sitting


def test_a_phone_does_not_notice_that_the_site_has_moved(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("TAKUROKU_DATABASE", "TAKUROKU_SECRET"):
        monkeypatch.delenv(name, raising=False)
    old, new, backup = tmp_path / "old", tmp_path / "new", tmp_path / "backup.db"
    phone = Phone(create_app({"TAKUROKU_DATA": str(old)}))
    table = phone.sits_down("Ann", "Ben", "Chika")
    table.bids(1, 1, 0)
    form, totals = table.form, table.totals
    monkeypatch.setenv("TAKUROKU_DATA", str(old))
    assert main(["backup", str(backup)]) == 0
    monkeypatch.setenv("TAKUROKU_DATA", str(new))
    assert main(["restore", str(backup)]) == 0
    moved = create_app({"TAKUROKU_DATA": str(new)})
    cookie = phone.client.get_cookie("takuroku")
    assert cookie is not None
    same = Phone(moved)
    same.client.set_cookie("takuroku", cookie.value)
    there = Sitting(same, table.address)
    assert there.totals == totals
    # The form was opened on the old machine.
    page = there.tries({"tricks-0": "1", "tricks-1": "1", "tricks-2": "8"}, form=form)
    assert page.status == 303, page.alerts
    assert (there.position, table.position) == (2, 1)
    assert Phone(moved).opens(table.address).status == 404
