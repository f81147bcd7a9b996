"""The site as an app: its manifest, with pages and pictures that are there."""

from __future__ import annotations

import json
from typing import Any

import pytest

from tests.web.conftest import Phone


def manifest_of(phone: Phone, language: str) -> dict[str, Any]:
    told: dict[str, Any] = json.loads(phone.opens(f"/manifest.webmanifest?language={language}").html)
    return told


def size_of(phone: Phone, picture: dict[str, str]) -> str:
    """The size of a PNG, as a manifest writes it."""
    answer = phone.opens(picture["src"])
    assert (answer.status, answer.mimetype, answer.bytes[:8]) == (200, "image/png", b"\x89PNG\r\n\x1a\n")
    return "x".join(str(int.from_bytes(answer.bytes[at : at + 4], "big")) for at in (16, 20))


@pytest.mark.parametrize(("language", "name"), [("en", "Takuroku"), ("ja", "卓録"), ("xx", "Takuroku")])
def test_the_site_is_installed_in_the_language_of_its_page(phone: Phone, language: str, name: str) -> None:
    answer = phone.opens(f"/manifest.webmanifest?language={language}")
    assert (answer.status, answer.mimetype) == (200, "application/manifest+json")
    manifest = json.loads(answer.html)
    assert (manifest["name"], manifest["start_url"], manifest["scope"]) == (name, "/", "/")
    sizes = {(icon["sizes"], icon["purpose"]) for icon in manifest["icons"]}
    assert {("192x192", "any"), ("512x512", "any"), ("512x512", "maskable")} <= sizes
    for icon in manifest["icons"]:
        if icon["type"] == "image/png":
            assert size_of(phone, icon) == icon["sizes"]
        else:
            assert (phone.opens(icon["src"]).status, phone.opens(icon["src"]).mimetype) == (200, icon["type"])


@pytest.mark.parametrize(
    ("language", "names"),
    [
        ("en", ["New game", "Same again", "Forbidden bid (the hook)"]),
        ("ja", ["新しいゲーム", "同じ顔ぶれでもう一度", "禁止ビッド"]),
    ],
)
def test_a_long_tap_on_its_icon_leads_to_pages_that_are_there(phone: Phone, language: str, names: list[str]) -> None:
    shortcuts = manifest_of(phone, language)["shortcuts"]
    assert [each["name"] for each in shortcuts] == names
    assert [each["url"] for each in shortcuts] == ["/new", "/new/again", "/tools/forbidden-bid"]
    assert [phone.opens(each["url"]).status for each in shortcuts] == [200, 302, 200]
    assert [size_of(phone, icon) for each in shortcuts for icon in each["icons"]] == ["96x96"] * 3


@pytest.mark.parametrize("language", ["en", "ja"])
def test_it_is_shown_on_a_phone_and_on_a_wide_screen(phone: Phone, language: str) -> None:
    screenshots = manifest_of(phone, language)["screenshots"]
    assert [each["form_factor"] for each in screenshots] == ["narrow", "wide"]
    assert all(f"-{language}.png" in each["src"] and each["label"] for each in screenshots)
    assert [size_of(phone, each) for each in screenshots] == [each["sizes"] for each in screenshots]


def test_it_is_offered_files_links_and_texts_by_a_post_that_its_worker_takes(phone: Phone) -> None:
    manifest = manifest_of(phone, "en")
    target = manifest["share_target"]
    assert (target["action"], target["method"], target["enctype"]) == ("/shared", "POST", "multipart/form-data")
    assert (target["params"]["text"], target["params"]["url"]) == ("text", "url")
    (files,) = target["params"]["files"]
    assert {"application/json", "image/*"} <= set(files["accept"])
    assert manifest["file_handlers"] == [{"action": "/scorebook", "accept": {"application/json": [".json"]}}]
    worker = phone.opens("/worker.js").html
    assert "keepShared(request,SITE.root)" in worker
    assert "async function keepShared(request,root)" in worker


def test_what_is_shared_past_the_worker_is_not_read_and_sets_no_cookie(phone: Phone) -> None:
    phone.sits_down("Ann", "Ben", "Chika")
    watcher = Phone(phone.client.application)
    phone.lets_in(watcher, "watcher")
    for reader, told in (
        (phone, "The file that you shared did not arrive. Nothing was imported: choose the file here."),
        (watcher, "Only scorekeepers of this scorebook can import games."),
    ):
        answer = reader.posts("/shared", {"text": "https://cards.example/code#c123"})
        assert (answer.status, answer.location, answer.headers.get("Set-Cookie")) == (303, "/scorebook?unread=1", None)
        assert reader.follows(answer).alerts == [told]
    assert watcher.opens("/new/again").location == "/new", "same again is not for who only looks"


# --- same again -----------------------------------------------------------------------


def test_same_again_leads_to_the_setup_as_it_was_and_begins_nothing(phone: Phone) -> None:
    assert phone.opens("/new/again").location == "/new"
    phone.sits_down("Ann", "Ben", "Chika", top_hand="3")
    phone.sits_down("Dan", "Eve", "Fay", game="wizard")
    phone.sits_down("Gil", "Hal", "Ida", top_hand="4")
    before = phone.opens("/history").links()
    asked = phone.opens("/new/again")
    assert (asked.status, asked.location) == (302, "/new/oh-hell")
    form = phone.opens(asked.location).form("/new/oh-hell")
    assert [form.typed(f"players-{seat}") for seat in range(3)] == ["Gil", "Hal", "Ida"]
    assert phone.opens("/history").links() == before
