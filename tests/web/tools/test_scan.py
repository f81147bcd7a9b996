"""The page that scans, as it is without script: a field for the link; nothing of it on other pages."""

from __future__ import annotations

from tests.web.conftest import Phone


def test_without_script_there_is_nothing_to_tap_that_needs_it(phone: Phone) -> None:
    (scan,) = (each for each in phone.opens("/scan").root.all("div") if "scan" in each.classes)
    found = scan.all("video", "select", "input")
    assert len(found) > 2
    for each in found:
        assert each.get("name") == "code" or each.has("hidden") or (each.parent and each.parent.has("hidden")), each.tag


def test_a_link_can_be_pasted_without_script(phone: Phone) -> None:
    form = phone.opens("/scan").form("/code")
    assert form.values == {"code": ""}
    refused = phone.sends(form, {"code": "https://cards.example/j/abc"})
    assert refused.status == 422
    assert refused.alerts


def test_home_and_the_import_lead_to_it(phone: Phone) -> None:
    assert "/scan" in phone.opens("/").links()
    phone.sits_down()
    assert "/scan" in phone.opens("/").links()
    assert "/scan" in phone.opens("/scorebook").links()


def test_no_other_page_loads_anything_of_it(phone: Phone) -> None:
    table = phone.sits_down()
    for address in ("/", "/tools/yaku", "/rules", table.address, f"{table.address}/code"):
        page = phone.opens(address)
        assert "/scan/" not in page.html
        assert "zxing" not in page.html
        # What shows the game of a code is loaded where one is opened.
        assert "js/views/code.js" not in page.html
