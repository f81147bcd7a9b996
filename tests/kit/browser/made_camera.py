"""A camera that shows a QR code: Chromium takes its picture from a file, which is read when the camera starts."""

from __future__ import annotations

from base64 import b64decode, b64encode
from collections.abc import Iterator
from contextlib import contextmanager
from io import BytesIO
from pathlib import Path

import segno
from playwright.sync_api import Browser, FilePayload, Locator, Playwright, expect

from tests.kit.browser.chromium import ARGUMENTS
from tests.kit.browser.table import Phone

SIDE = 640
"""Points a side of the camera's picture."""
LIGHT, DARK, GROUND = 230, 30, 120
SEEN = """async ([screen, side]) => {
  const png = Uint8Array.from(atob(screen), (sign) => sign.charCodeAt(0));
  const canvas = Object.assign(document.createElement("canvas"), { width: side, height: side });
  const pen = canvas.getContext("2d");
  pen.fillStyle = "rgb(120 120 120)";
  pen.fillRect(0, 0, side, side);
  // Held a little askew, as by a hand.
  pen.translate(side / 2, side / 2);
  pen.rotate(0.03);
  pen.drawImage(await createImageBitmap(new Blob([png])), -0.45 * side, -0.45 * side, 0.9 * side, 0.9 * side);
  const { data } = pen.getImageData(0, 0, side, side);
  let luma = "";
  for (let at = 0; at < data.length; at += 4) luma += String.fromCharCode(data[at]);
  return btoa(luma);
}"""
"""The luma of a picture of a square code as a camera sees it."""


@contextmanager
def browser_with_camera(
    playwright: Playwright, executable: str, film: Path, *, is_allowed: bool = True
) -> Iterator[Browser]:
    """A browser with one camera, and somebody who allows or refuses it at once."""
    answer = "--use-fake-ui-for-media-stream" + ("" if is_allowed else "=deny")
    made = (answer, "--use-fake-device-for-media-stream", f"--use-file-for-fake-video-capture={film}")
    browser = playwright.chromium.launch(executable_path=executable, args=[*ARGUMENTS, *made])
    yield browser
    browser.close()


def write_film(film: Path, text: str | None) -> None:
    """Have the camera show the code of a text, or nothing; y4m, one picture that stands still."""
    luma = [bytearray([GROUND]) * SIDE for _ in range(SIDE)]
    rows = [] if text is None else [list(row) for row in segno.make_qr(text, error="l").matrix_iter(border=4)]
    scale = SIDE * 3 // 4 // len(rows) if rows else 0
    begin = (SIDE - scale * len(rows)) // 2
    for y in range(scale * len(rows)):
        line = b"".join(bytes([DARK if dark else LIGHT]) * scale for dark in rows[y // scale])
        luma[begin + y][begin : begin + len(line)] = line
    _write(film, b"".join(luma))


def write_film_of(film: Path, code: Locator) -> None:
    """Have the camera show a code as it stands on the screen of a phone."""
    _write(film, b64decode(code.page.evaluate(SEEN, [b64encode(code.screenshot()).decode(), SIDE])))


def _write(film: Path, luma: bytes) -> None:
    head = f"YUV4MPEG2 W{SIDE} H{SIDE} F10:1 Ip A1:1 C420\nFRAME\n".encode()
    film.write_bytes(head + luma + bytes([128]) * (SIDE * SIDE // 2))


def picture_of(text: str) -> bytes:
    """The PNG of a code."""
    picture = BytesIO()
    segno.make_qr(text, error="l").save(picture, kind="png", scale=4, border=4)
    return picture.getvalue()


def chooses(phone: Phone, *pictures: bytes) -> None:
    """Give the page that scans pictures in the place of a camera."""
    # The field takes a file from the moment when the script shows it.
    expect(phone.page.locator("#pictures")).to_be_visible()
    files: list[FilePayload] = [
        {"name": f"{at}.png", "mimeType": "image/png", "buffer": each} for at, each in enumerate(pictures)
    ]
    phone.page.locator("#pictures").set_input_files(files)
