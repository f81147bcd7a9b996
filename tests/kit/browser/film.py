"""Films of codes that follow each other, as a hand holds a camera before a screen: for `made_camera`."""

from __future__ import annotations

from base64 import b64decode
from collections.abc import Sequence
from pathlib import Path

from playwright.sync_api import Page

SIDE = 480
"""Points a side of the picture."""
PICTURE = """([codes, place, kind]) => {
  const [side, square] = [480, 4];
  const canvas = (size) => Object.assign(document.createElement("canvas"), { width: size, height: size });
  const drawn = (rows) => {
    const code = canvas(rows.length);
    const points = new ImageData(rows.length, rows.length);
    const light = rows.flatMap((row) => [...row].map((point) => (point === "1" ? 235 : 25)));
    light.forEach((value, at) => points.data.set([value, value, value, 255], 4 * at));
    code.getContext("2d").putImageData(points, 0, 0);
    return code;
  };
  // Held a little askew and out of focus, as by a hand.
  const picture = canvas(side);
  const pen = picture.getContext("2d", { willReadFrequently: true });
  pen.fillStyle = "rgb(120 120 120)";
  pen.fillRect(0, 0, side, side);
  pen.imageSmoothingEnabled = false;
  pen.filter = `blur(${kind === "blurred" ? 7 : 0.7}px)`;
  pen.translate(side / 2, side / 2);
  pen.rotate(0.02 * Math.sin(place));
  const across = square * codes[0].length;
  pen.drawImage(drawn(codes[0]), -across / 2, -across / 2, across, across);
  if (kind === "torn") {
    const half = codes[1].length / 2;
    pen.drawImage(drawn(codes[1]), 0, half, 2 * half, half, -across / 2, 0, across, across / 2);
  }
  const { data } = pen.getImageData(0, 0, side, side);
  let luma = "";
  for (let at = 0; at < data.length; at += 4) luma += String.fromCharCode(data[at]);
  return btoa(luma);
}"""
"""A picture of a code as a camera sees it, "blurred", "torn" (the next one comes while it is taken) or as it should."""


def write_codes(
    path: Path, page: Page, codes: Sequence[Sequence[str]], kinds: Sequence[str], *, per_second: int
) -> None:
    """Write a film (y4m) of codes, each as rows of "0" (dark) and "1", by a page; `kinds` says how each is seen."""
    grey = bytes([128]) * (SIDE // 2 * SIDE // 2 * 2)
    with path.open("wb") as film:
        film.write(f"YUV4MPEG2 W{SIDE} H{SIDE} F{per_second}:1 Ip A1:1 C420\n".encode())
        for place, kind in enumerate(kinds):
            following = codes[(place + 1) % len(codes)]
            film.write(b"FRAME\n" + b64decode(page.evaluate(PICTURE, [[codes[place], following], place, kind])) + grey)
