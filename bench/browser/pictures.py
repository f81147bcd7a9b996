"""Makes the pictures of `static/pictures` anew: what stands beside a link in a messenger, and what shows the app.

    python -m bench.browser.pictures

`tests/web/assets/test_installed.py` holds their sizes.
"""

from __future__ import annotations

import struct
import zlib
from base64 import b64decode, b64encode
from pathlib import Path

from playwright.sync_api import Browser, Page, ViewportSize

from bench.browser.site import open_phone, site_and_browser
from scoring.catalogue import all_games
from tests.kit.browser.fit import screen
from tests.kit.browser.table import Phone
from web.pages.site.sample import DEALER, NAMES, OPTIONS, entries

STATIC = Path(__file__).parents[2] / "static"
FOLDER = STATIC / "pictures"
LOCALES = {"en": "en-GB", "ja": "ja-JP"}
NARROW, WIDE = screen(390, 844), screen(1280, 800)
IN_THE_MIDDLE = 13
"""Entries of the sample game after which it is shown: the tricks of a deal are asked."""
OF_LINKS = screen(1200, 630)
ICON = 96
INK = "#1f1c17"
ICONS = {
    "new": "M12 5v14M5 12h14",
    "again": "M20 11a8 8 0 1 0-2 6M20 4v7h-7",
    "forbidden": "M12 4a8 8 0 1 0 0 16 8 8 0 0 0 0-16zM6.5 6.5l11 11",
}
"""The lines of the icons of shortcuts, of 24 by 24."""
COLOURS = 256
REDUCED = """async ([png, most]) => {
    const image = new Image();
    image.src = `data:image/png;base64,${png}`;
    await image.decode();
    const { width, height } = image;
    const context = Object.assign(document.createElement("canvas"), { width, height }).getContext("2d");
    context.drawImage(image, 0, 0);
    const { data } = context.getImageData(0, 0, width, height);
    const colourAt = (at) => (data[at] << 16) | (data[at + 1] << 8) | data[at + 2];
    const counts = new Map();
    for (let at = 0; at < data.length; at += 4) counts.set(colourAt(at), (counts.get(colourAt(at)) ?? 0) + 1);
    const palette = [...counts].sort((one, other) => other[1] - one[1]).slice(0, most).map(([colour]) => colour);
    const part = (colour, by) => (colour >> by) & 255;
    const apart = (one, other) => [16, 8, 0].reduce((sum, by) => sum + (part(one, by) - part(other, by)) ** 2, 0);
    const nearest = (colour) =>
        palette.reduce((best, each, at) => (apart(each, colour) < apart(palette[best], colour) ? at : best), 0);
    const places = new Map(palette.map((colour, at) => [colour, at]));
    const placeOf = (colour) => places.get(colour) ?? (places.set(colour, nearest(colour)), places.get(colour));
    const pixels = Uint8Array.from({ length: width * height }, (_, at) => placeOf(colourAt(4 * at)));
    let text = "";
    for (let at = 0; at < pixels.length; at += 4096) text += String.fromCharCode(...pixels.subarray(at, at + 4096));
    return { width, height, palette, pixels: btoa(text) };
}"""
"""The most frequent colours of a picture, and for each pixel the number of the nearest."""


def main() -> None:
    """Write all pictures."""
    FOLDER.mkdir(exist_ok=True)
    with site_and_browser() as (site, browser):
        _draw(browser, OF_LINKS, _of_links(), "link")
        for name, lines in ICONS.items():
            _draw(browser, screen(ICON, ICON), _icon(lines), f"shortcut-{name}")
        for language, locale in LOCALES.items():
            phone = open_phone(browser, site, locale=locale, device_scale_factor=1)
            session = phone.begins(NAMES[language], dealer=DEALER, **OPTIONS)
            phone.writes(session, *entries()[:IN_THE_MIDDLE])
            _take(browser, phone, NARROW, f"/s/{session}", f"narrow-{language}")
            phone.writes(session, *entries()[IN_THE_MIDDLE:])
            _take(browser, phone, WIDE, f"/s/{session}", f"wide-{language}")


def _take(browser: Browser, phone: Phone, size: ViewportSize, address: str, name: str) -> None:
    """A picture of a page as it stands on a screen."""
    phone.page.set_viewport_size(size)
    phone.goes_to(address)
    phone.page.wait_for_load_state("networkidle")
    (FOLDER / f"{name}.png").write_bytes(_small_png(browser, phone.page))


def _draw(browser: Browser, size: ViewportSize, svg: str, name: str) -> None:
    page = browser.new_page(viewport=size)
    page.set_content(f"<style>body {{ margin: 0 }} svg {{ display: block }}</style>{svg}")
    (FOLDER / f"{name}.png").write_bytes(_small_png(browser, page))
    page.close()


def _of_links() -> str:
    """The name, and the signs of all games: nothing of any game that was played."""
    icon = _inside((STATIC / "img" / "icon.svg").read_text("utf-8"))
    games = [_inside((STATIC / "games" / slug / "icon.svg").read_text("utf-8")) for slug in all_games()]
    width = 1040 / len(games)
    signs = "".join(
        f'<g transform="translate({80 + width * (number + 0.5) - 32} 460) scale(2)">{sign}</g>'
        for number, sign in enumerate(games)
    )
    return f"""<svg xmlns="http://www.w3.org/2000/svg" width="1200" height="630">
      <rect width="1200" height="630" fill="#f7f1e3"/>
      <g transform="translate(80 110) scale(3.75)">{icon}</g>
      <text x="376" y="226" font-family="Noto Serif CJK JP" font-weight="700" font-size="132" fill="{INK}">卓録</text>
      <text x="380" y="336" font-family="Noto Sans CJK JP" font-size="72" fill="#5a5347">Takuroku</text>
      <path d="M80 410h1040" stroke="#d9cdb4" stroke-width="4"/>
      <g fill="none" stroke="{INK}" stroke-width="2" color="{INK}">{signs}</g>
    </svg>"""


def _icon(lines: str) -> str:
    return f"""<svg xmlns="http://www.w3.org/2000/svg" width="{ICON}" height="{ICON}" viewBox="0 0 24 24">
      <rect width="24" height="24" fill="#b83a26"/>
      <path transform="translate(4.8 4.8) scale(.6)" d="{lines}" fill="none" stroke="#faf6ec" stroke-width="2.5"
            stroke-linecap="round" stroke-linejoin="round"/>
    </svg>"""


def _inside(svg: str) -> str:
    """What an SVG file draws."""
    return svg.partition(">")[2].rpartition("</svg>")[0].replace("#000", "currentColor")


def _small_png(browser: Browser, page: Page) -> bytes:
    """What a page shows now, with a palette: a third of the bytes that the browser writes.

    Colours beside the most frequent ones are the nearest of those.
    """
    shot = b64encode(page.screenshot()).decode()
    # The page's own policy keeps scripts from reading pictures.
    blank = browser.new_page()
    found = blank.evaluate(REDUCED, [shot, COLOURS])
    blank.close()
    width, height, pixels = found["width"], found["height"], b64decode(found["pixels"])
    lines = b"".join(b"\0" + pixels[at : at + width] for at in range(0, width * height, width))
    head = struct.pack(">IIBBBBB", width, height, 8, 3, 0, 0, 0)
    palette = b"".join(colour.to_bytes(3, "big") for colour in found["palette"])
    chunks = ((b"IHDR", head), (b"PLTE", palette), (b"IDAT", zlib.compress(lines, 9)), (b"IEND", b""))
    return b"\x89PNG\r\n\x1a\n" + b"".join(_chunk(kind, body) for kind, body in chunks)


def _chunk(kind: bytes, body: bytes) -> bytes:
    return struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))


if __name__ == "__main__":
    main()
