"""Writes a picture of a page as a PNG with a palette, a third of the bytes of what the browser writes."""

from __future__ import annotations

import struct
import zlib
from base64 import b64decode, b64encode

from playwright.sync_api import Browser, Page

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


def small_png(browser: Browser, page: Page) -> bytes:
    """What a page shows now; colours beside the most frequent ones are the nearest of those."""
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
