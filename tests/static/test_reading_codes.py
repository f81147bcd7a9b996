"""A moving code is read over several visits: frames are kept, those of others stay apart, nothing comes unchecked."""

from __future__ import annotations

import json
import zlib
from typing import Any

import pytest

from tests.kit import moving_code
from tests.kit.moving_code import sample
from tests.kit.node import in_node

READS = """async (visits, most) => {
  globalThis.document = { body: { dataset: { root: "/" } }, documentElement: { dataset: {} } };
  const { Reading } = await import("./static/js/moving/reading.js");
  const bytes = (hex) => Uint8Array.from(hex.match(/../g) ?? [], (pair) => parseInt(pair, 16));
  const kept = new Map();
  const store = {
    keep: async (name, value) => kept.set(name, structuredClone(value)),
    keptUnder: async (prefix) => [...kept].filter(([name]) => name.startsWith(prefix)),
    forgetUnder: async (prefix) => [...kept.keys()].forEach((name) => name.startsWith(prefix) && kept.delete(name)),
  };
  let told = null;
  for (const frames of visits) {
    const reading = new Reading(store);
    told = { news: [], kept: 0 };
    for (const [place, frame] of frames.entries()) {
      if (await reading.take(bytes(frame))) told.news.push(place);
      told.progress = reading.progress;
      if (reading.progress < 1) continue;
      try {
        told.whole = await (await reading.whole(most)).text();
      } catch (error) {
        told.refused = error.name;
        if (!["damaged", "too-large"].includes(error.name)) throw error;
      }
      break;
    }
    told.kept = kept.size;
  }
  return told;
}"""


def read(*visits: list[bytes], most: int = 10_000) -> dict[str, Any]:
    """What the last of several visits came to, each of which scanned these bytes."""
    told: dict[str, Any] = in_node(READS, [[frame.hex() for frame in each] for each in visits], most)
    return told


def packed(text: str) -> bytes:
    small = zlib.compressobj(9, wbits=-15)
    return small.compress(text.encode()) + small.flush()


TEXT = json.dumps({"卓録": sample(3000).hex()}, ensure_ascii=False)
FILE = packed(TEXT)
"""Some 3,400 bytes: 4 blocks."""
FRAMES = [moving_code.frame(FILE, number) for number in range(100, 140)]
OTHER = [moving_code.frame(packed(TEXT[::-1]), number) for number in range(40)]


def test_the_file_comes_once_there_are_frames_enough() -> None:
    told = read(FRAMES)
    assert told["whole"] == TEXT
    assert len(told["news"]) == 4
    assert read(FRAMES[:3])["progress"] < 1


def test_frames_of_an_earlier_visit_count() -> None:
    """Two visits with half of the frames that say something new; the second one begins with one that is known."""
    new = [FRAMES[place] for place in read(FRAMES)["news"]]
    assert read(new[:2])["progress"] == 0.5
    told = read(new[:2], [new[0], *new[2:]])
    assert (told["whole"], told["news"]) == (TEXT, [1, 2])


def test_a_glimpse_of_another_code_changes_nothing() -> None:
    told = read([FRAMES[0], *OTHER[:2], *FRAMES[1:3], *OTHER[:2], *FRAMES[3:]])
    assert (told["whole"], len(told["news"])) == (TEXT, 4)


def test_another_code_is_read_as_soon_as_it_stays() -> None:
    told = read([*FRAMES[:3], *OTHER])
    assert told["whole"] == TEXT[::-1]
    assert told["kept"] == 4, "nothing of the first one is kept"


def test_what_is_no_frame_changes_nothing() -> None:
    told = read([b"", b"https://example.org/", FRAMES[0][:-1], *FRAMES])
    assert (told["whole"], len(told["news"])) == (TEXT, 4)


def test_what_does_not_fit_together_is_forgotten() -> None:
    """One frame says another block than it had: the hash of the whole finds it."""
    told = read([FRAMES[0][:-1] + bytes([FRAMES[0][-1] ^ 1]), *FRAMES[1:]])
    assert (told["refused"], told["progress"], told["kept"]) == ("damaged", 1, 0)
    assert "whole" not in told


@pytest.mark.parametrize(("most", "refused"), [(len(TEXT.encode()), None), (len(TEXT.encode()) - 1, "too-large")])
def test_no_more_is_unpacked_than_an_import_takes(most: int, refused: str | None) -> None:
    assert read(FRAMES, most=most).get("refused") == refused


def test_a_small_file_that_unpacks_without_end_is_refused() -> None:
    bomb = packed("0" * 50_000_000)
    assert len(bomb) < 60_000
    told = read([moving_code.frame(bomb, number) for number in range(120)], most=1_000_000)
    assert told["refused"] == "too-large"


def test_what_is_not_packed_is_refused() -> None:
    told = read([moving_code.frame(b"\xff" * 100, 0)])
    assert told["refused"] == "damaged"
