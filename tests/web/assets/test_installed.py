"""How others show the site: the phone that installs it, its worker without a network, a messenger beside a link."""

from __future__ import annotations

import gzip
import json
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

from flask import Flask

from scoring.catalogue import all_games
from scoring.decks.hanafuda import CARDS
from tests.kit.for_each import for_each
from tests.kit.web.joining import makes
from tests.kit.web.page import Page
from tests.web.conftest import Phone, site_at
from web.http.headers import POLICY


def manifest_of(phone: Phone, language: str) -> dict[str, Any]:
    told: dict[str, Any] = json.loads(phone.opens(f"/manifest.webmanifest?language={language}").html)
    return told


def png_size(body: bytes) -> str:
    """The size of a PNG, as a manifest writes it."""
    assert body[:8] == b"\x89PNG\r\n\x1a\n"
    return "x".join(str(int.from_bytes(body[at : at + 4], "big")) for at in (16, 20))


def size_of(phone: Phone, address: str) -> str:
    answer = phone.opens(address)
    assert (answer.status, answer.mimetype) == (200, "image/png")
    return png_size(answer.bytes)


@for_each("language, name", [("en", "Takuroku"), ("ja", "卓録"), ("xx", "Takuroku")])
def test_the_site_is_installed_in_the_language_of_its_page(phone: Phone, language: str, name: str) -> None:
    answer = phone.opens(f"/manifest.webmanifest?language={language}")
    assert (answer.status, answer.mimetype) == (200, "application/manifest+json")
    manifest = json.loads(answer.html)
    assert (manifest["name"], manifest["start_url"], manifest["scope"]) == (name, "/", "/")
    sizes = {(icon["sizes"], icon["purpose"]) for icon in manifest["icons"]}
    assert {("192x192", "any"), ("512x512", "any"), ("512x512", "maskable")} <= sizes
    for icon in manifest["icons"]:
        if icon["type"] == "image/png":
            assert size_of(phone, icon["src"]) == icon["sizes"]
        else:
            assert (phone.opens(icon["src"]).status, phone.opens(icon["src"]).mimetype) == (200, icon["type"])


@for_each(
    "language, names",
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
    assert [size_of(phone, icon["src"]) for each in shortcuts for icon in each["icons"]] == ["96x96"] * 3
    screenshots = manifest_of(phone, language)["screenshots"]
    assert [each["form_factor"] for each in screenshots] == ["narrow", "wide"], "on a phone and on a wide screen"
    assert all(f"-{language}.png" in each["src"] and each["label"] for each in screenshots)
    assert [size_of(phone, each["src"]) for each in screenshots] == [each["sizes"] for each in screenshots]


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
    phone.sits_down()
    watcher = Phone(phone.client.application)
    phone.lets_in(watcher, "watcher")
    for reader, told in (
        (phone, "Nothing arrived. Share it again, or choose it here."),
        (watcher, "Only scorekeepers of this scorebook can import games."),
    ):
        answer = reader.posts("/shared", {"text": "https://cards.example/code#c123"})
        assert (answer.status, answer.location, answer.headers.get("Set-Cookie")) == (303, "/scorebook?unread=1", None)
        assert reader.follows(answer).alerts == [told]
    assert watcher.opens("/new/again").location == "/new", "same again is not for who only looks"


def test_same_again_leads_to_the_setup_as_it_was_and_begins_nothing(phone: Phone) -> None:
    assert phone.opens("/new/again").location == "/new"
    for players, game in (("Ann Ben Chika", "oh-hell"), ("Dan Eve Fay", "wizard"), ("Gil Hal Ida", "oh-hell")):
        phone.sits_down(*players.split(), game=game)
    before = phone.opens("/history").links()
    asked = phone.opens("/new/again")
    assert (asked.status, asked.location) == (302, "/new/oh-hell")
    form = phone.opens(asked.location).form("/new/oh-hell")
    assert [form.typed(f"players-{seat}") for seat in range(3)] == ["Gil", "Hal", "Ida"]
    assert phone.opens("/history").links() == before


# Without a network: the worker, and the page that says so.


def partial_news(text: str) -> dict[str, Any]:
    """What the worker is told of the site, in its first line."""
    line = text.partition("\n")[0]
    told: dict[str, Any] = json.loads(line.removeprefix("const SITE = ").removesuffix(";"))
    return told


def test_the_worker_comes_from_the_root_is_asked_for_anew_and_sets_no_cookie(phone: Phone) -> None:
    answer = phone.opens("/worker.js")
    assert (answer.status, answer.mimetype) == (200, "text/javascript")
    assert answer.headers["Cache-Control"] == "no-cache"
    assert answer.headers["Content-Security-Policy"] == "default-src 'none'; connect-src 'self'"
    assert "Set-Cookie" not in answer.headers
    assert "/pictures/" not in answer.html, "no phone fetches them before they are asked for"
    again = phone.opens("/worker.js", headers={"If-None-Match": answer.headers["ETag"]})
    assert again.status == 304


def test_all_that_the_worker_fetches_is_there(phone: Phone, app: Flask) -> None:
    told = partial_news(phone.opens("/worker.js").html)
    assert len(told["pages"]) == 6 + len(all_games())
    for path in (*told["pages"], *told["files"]):
        assert phone.opens(path).status == 200, path
    assert told["headers"]["Content-Security-Policy"] == POLICY
    assert told["version"] == app.config["ASSETS"].version, "another version of the files is another worker"
    assert all(f"/assets/{told['version']}/" in address for address in told["files"])
    named = {address.split("/", 3)[3] for address in told["files"]}
    assert {"site.css", "js/core/main.js", "img/hanafuda.svg", "games/koi-koi/style.css"} <= named


def test_below_a_path_the_worker_keeps_to_it(tmp_path: Path) -> None:
    client = site_at(str(tmp_path)).test_client()
    answer = client.get("/worker.js", base_url="http://localhost/takuroku")
    told = partial_news(answer.text)
    assert told["root"] == "/takuroku/"
    assert all(path.startswith("/takuroku/") for path in (*told["pages"], *told["files"]))


def test_in_the_place_of_a_page_that_the_phone_does_not_have(app: Flask) -> None:
    for language in ("en", "ja"):
        page = Phone(app, language).opens("/offline")
        assert (page.status, page.lang) == (200, language)
        assert "/tools" in page.links()


def test_an_iphone_finds_its_icon_without_script(phone: Phone) -> None:
    (link,) = [each for each in phone.opens("/").root.all("link") if each.get("rel") == "apple-touch-icon"]
    assert size_of(phone, link.get("href")) == "180x180"
    assert phone.opens(link.get("href")).bytes[25] == 2, "without a part to be seen through: iPhones paint it black"


# Beside a link: a messenger asks without a cookie, runs no script, and is told nothing of any game.


def told(page: Page) -> dict[str, str]:
    """The tags for messengers."""
    tags = [(each.get("property") or each.get("name"), each.get("content")) for each in page.root.all("meta")]
    found = [(name, content) for name, content in tags if name.startswith(("og:", "twitter:"))]
    assert len(dict(found)) == len(found), "none twice"
    return dict(found)


@for_each(
    "address, title, text",
    [
        ("/", "Takuroku", "Keep score for games played with real cards and tiles."),
        (
            "/code",
            "Open a game",
            "You only look at the game. No server keeps it.",
        ),
        ("/sample", "Sample game", "Keep score for games played with real cards and tiles."),
        ("/rules", "Rules", "Keep score for games played with real cards and tiles."),
        ("/rules/oh-hell", "Rules: Oh Hell", "Keep score for games played with real cards and tiles."),
    ],
)
def test_a_page_that_is_the_same_for_all_has_a_title_a_text_and_a_picture(
    app: Flask, address: str, title: str, text: str
) -> None:
    tags = told(Phone(app).opens(address, base_url="https://cards.example"))
    picture = tags.pop("og:image")
    assert tags == {
        "og:type": "website",
        "og:site_name": "Takuroku",
        "og:title": title,
        "og:description": text,
        "og:locale": "en_GB",
        "og:image:type": "image/png",
        "og:image:width": "1200",
        "og:image:height": "630",
        "og:image:alt": "Takuroku",
        "twitter:card": "summary_large_image",
    }
    site, _, path = picture.partition("/assets/")
    assert site == "https://cards.example", "messengers take whole addresses alone"
    assert size_of(Phone(app), f"/assets/{path}") == "1200x630"
    tags = told(Phone(app, "ja").opens("/code"))
    assert (tags["og:locale"], tags["og:site_name"], tags["og:title"]) == ("ja_JP", "卓録", "ゲームを開く")


def test_links_that_let_in_say_nothing(phone: Phone) -> None:
    phone.sits_down()
    asked = Phone(phone.client.application).opens(makes(phone, "watch"))
    assert (asked.status, asked.heading) == (200, "You are invited")
    assert told(asked) == {}
    said = [each.get("content") for each in asked.root.all("meta") if each.has("name")]
    assert not [text for text in [*said, asked.root.one("title").text] if "Ann" in text or "Oh Hell" in text]


def test_what_others_may_not_see_says_nothing(phone: Phone, stranger: Phone) -> None:
    table = phone.sits_down()
    code = phone.opens(f"{table.address}/share").root.one("input", id="made").get("value")
    shown = stranger.posts("/code", {"code": code})
    assert ("Chika" in shown.text, told(shown)) == (True, {})
    for address in (table.address, f"{table.address}/table", f"{table.address}/share", "/scan"):
        assert [told(each.opens(address)) for each in (phone, stranger)] == [{}, {}]
    assert told(phone.opens("/")) == {}, "its scorebook has a game"


# The pictures: small, and of the size that their names promise.


PICTURES = Path(__file__).parents[3] / "static" / "pictures"
SIZES = {"link": "1200x630", "narrow": "390x844", "wide": "1280x800", "shortcut": "96x96", "icon": "512x512"}


@for_each("path", sorted(PICTURES.iterdir()))
def test_a_picture_is_small_and_of_its_size(path: Path) -> None:
    body = path.read_bytes()
    assert len(body) <= 60_000
    assert png_size(body) == SIZES[path.stem.partition("-")[0]]


def test_there_is_a_flower_card_for_each_card_and_all_are_light_and_need_nothing_from_elsewhere() -> None:
    sprite = (PICTURES.parent / "img" / "hanafuda.svg").read_text("utf-8")
    root, svg = ElementTree.fromstring(sprite), "{http://www.w3.org/2000/svg}"
    symbols = [*root.iter(f"{svg}symbol")]
    assert [each.get("id") for each in symbols] == [f"card-{card.code}" for card in CARDS]
    drawn = {ElementTree.tostring(each).split(b">", 1)[1] for each in symbols}
    assert len(drawn) == len(CARDS), "no two are drawn alike"
    for each in root.iter():
        assert each.tag.removeprefix(svg) in {"svg", "defs", "g", "symbol", "use", "path", "circle", "ellipse", "text"}
        assert "style" not in each.attrib
        assert each.get("href", "#").startswith("#")
    assert len(gzip.compress(sprite.encode(), 6)) <= 10 * 1024
