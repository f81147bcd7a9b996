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
    form, totals, cookie = table.form, table.totals, phone.client.get_cookie("takuroku")
    for folder, command in ((old, "backup"), (new, "restore")):
        monkeypatch.setenv("TAKUROKU_DATA", str(folder))
        assert main([command, str(backup)]) == 0
    moved = create_app({"TAKUROKU_DATA": str(new)})
    there = Sitting(Phone(moved), table.address)
    assert there.phone.opens(table.address).status == 404
    assert cookie is not None
    there.phone.client.set_cookie("takuroku", cookie.value)
    assert there.totals == totals
    # The form was opened on the old machine.
    page = there.tries({"tricks-0": "1", "tricks-1": "1", "tricks-2": "8"}, form=form)
    assert page.status == 303, page.alerts
    assert (there.position, table.position) == (2, 1)
