"""Moving codes read and written by docs/codes.md alone: a block is a whole number, a set of places its bits."""

from __future__ import annotations

import math
import random
import struct
from collections.abc import Iterable, Iterator
from hashlib import sha256
from typing import Any

from tests.kit.node import in_node

HEAD = struct.Struct(">4sIH8sI")


def numbers(seed: int) -> Iterator[int]:
    """splitmix32."""
    while True:
        seed = seed + 0x9E3779B9 & 0xFFFFFFFF
        mixed = (seed ^ seed >> 16) * 0x21F0AAAD & 0xFFFFFFFF
        mixed = (mixed ^ mixed >> 15) * 0x735A2D97 & 0xFFFFFFFF
        yield mixed ^ mixed >> 15


def blocks_of(number: int, count: int) -> list[int]:
    """The places of the blocks that a frame sums up, sorted."""
    drawn = numbers(number)
    often, share = (first := next(drawn)) % 2, first // 2
    soliton = 1 if share * count < 2**31 else -(-(2**31) // share)
    degree = min(count // 2 | 1, 2 * math.isqrt(count) + 1) if often else soliton
    places: set[int] = set()
    while len(places) < degree:
        places.add(next(drawn) % count)
    return sorted(places)


def frame(data: bytes, number: int, version: int = 1) -> bytes:
    """One frame of these bytes."""
    count = math.ceil(len(data) / 981)
    size = math.ceil(len(data) / count)
    padded, total = data.ljust(count * size, b"\0"), 0
    for place in blocks_of(number, count):
        total ^= int.from_bytes(padded[place * size : (place + 1) * size], "big")
    head = HEAD.pack(b"TKM%d" % version, len(data), size, sha256(data).digest()[:8], number)
    return head + total.to_bytes(size, "big")


def solved(frames: Iterable[bytes]) -> bytes | None:
    """The bytes that these frames of one stream give; None where they are too few."""
    rows: dict[int, tuple[int, int]] = {}
    for each in frames:
        _magic, length, size, begin, number = HEAD.unpack(each[: HEAD.size])
        count = math.ceil(length / size)
        places = sum(1 << place for place in blocks_of(number, count))
        total = int.from_bytes(each[HEAD.size :], "big")
        while places and (last := places.bit_length()) in rows:
            places, total = places ^ rows[last][0], total ^ rows[last][1]
        if places:
            rows[last] = places, total
        if len(rows) == count:
            data = b"".join(block.to_bytes(size, "big") for block in _blocks(rows))[:length]
            assert sha256(data).digest()[:8] == begin
            return data
    return None


def _blocks(rows: dict[int, tuple[int, int]]) -> Iterator[int]:
    """The blocks in their order: each row begins where no other does, so the lowest has one block alone."""
    known: list[int] = []
    for last in sorted(rows):
        places, total = rows[last]
        for place, block in enumerate(known):
            total ^= block if places >> place & 1 else 0
        known.append(total)
        yield total


IMPORTS = """
  const { Decoder, Encoder, blocksOf, numbersOf, ...format } = await import("./static/js/moving/fountain.js");
  const { MAX_BYTES, hasHash, isOfOtherVersion, readFrame, streamOf } = format;
  const bytes = (hex) => Uint8Array.from(hex.match(/../g) ?? [], (pair) => parseInt(pair, 16));
  const hex = (bytes) => Buffer.from(bytes).toString("hex");
  const sha256 = async (bytes) => new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
  const sample = (length) => Uint8Array.from({ length }, (_, place) => place * place);
  const encoder = async (data) => new Encoder(data, await sha256(data));
"""


def script(body: str, *given: Any) -> Any:
    """What a function of the modules returns."""
    return in_node(f"async (...given) => {{ {IMPORTS} {body} }}", *given)


def sample(length: int) -> bytes:
    """Bytes that follow no period shorter than a block's."""
    return random.Random(length).randbytes(length)
