"""A strict streaming JSON reader for untrusted files."""

from __future__ import annotations

import json
import re
from codecs import getincrementaldecoder
from collections.abc import Iterator
from io import BytesIO
from typing import IO, TypeAlias

from scoring.entry.fields import RefusedError
from scoring.message import say
from scoring.strict_json import DECODER, MAX_DEPTH, Nesting, twice
from store.transfer.file import BrokenFileError

MAX_VALUE_BYTES = 4 * 1024**2
"""Signs that are read as one value: four times the longest session that a file may have."""
READ_AT_ONCE = 64 * 1024
"""Bytes."""
Place: TypeAlias = tuple[int, int]
"""A line and a column."""
BEGUN = ("true", "false", "null", "-0")
"""Values of which a part can be read as none."""
SPACE = re.compile(r"[ \t\n\r]*")


class BadJsonError(BrokenFileError):
    """The file can't be read as JSON; `message` says why."""


class JsonReader:
    """A file of UTF-8, with or without its mark, read value by value; raises BadJsonError.

    `json.loads` makes up to 35 bytes of memory of each byte that somebody sends. Here no more than `MAX_VALUE_BYTES` is
    read at a time, so who reads can refuse a list at its first wrong element, and keep of the others what is wanted.
    """

    def __init__(self, file: IO[bytes]) -> None:
        self._file = file
        self._decoder = getincrementaldecoder("utf-8-sig")()
        self._text = ""
        self._at = 0
        self._line, self._column = 1, 1  # of the first sign of the text
        self._ended = False
        self._is_cut = False  # whether the last value failed at the end of the text
        self._nesting = Nesting()
        self.length = 0
        """Signs of the last value."""

    def next(self) -> str:
        """The sign with which goes on what was not read yet; "" at the end."""
        while True:
            self._at = found.end() if (found := SPACE.match(self._text, self._at)) else self._at
            if self._at < len(self._text):
                return self._text[self._at]
            if not self._more():
                return ""

    def value(self, most: int = MAX_VALUE_BYTES) -> object:
        """The next value; BadJsonError too where it has more than so many signs."""
        self.next()
        failed_before = None
        while True:
            value, end, failed_at = self._try()
            if end - self._at > most:
                raise BadJsonError(say("One part of the file is too large to read."))
            if failed_at and failed_at == failed_before and not self._is_cut:
                raise not_json(failed_at)
            # What ends with the text may go on in the file.
            if end < len(self._text) or not self._more(most):
                break
            failed_before = failed_at
        if failed_at:
            raise self._cut() if self._is_cut else not_json(failed_at)
        self.length, self._at = end - self._at, end
        return value

    def _try(self) -> tuple[object, int, Place | None]:
        """The next value in the text, its end, and where it fails, which may be because it goes on in the file."""
        try:
            value, end = DECODER.raw_decode(self._text, self._at)
        except json.JSONDecodeError as error:
            at = len(self._text) if error.msg.startswith("Unterminated string") else error.pos
            self._is_cut = any(word.startswith(self._text[at:].strip()) for word in BEGUN)
            return None, len(self._text), self._place(at)
        except RefusedError as error:
            raise BadJsonError(error.message) from error
        return value, end, None

    def members(self) -> Iterator[str]:
        """The keys of the object that comes next; who gets one reads its value before the next."""
        keys = set[str]()
        for _ in self._parts("{", "}"):
            if self.next() != '"':
                raise self._wrong()
            key = str(self.value())
            if key in keys:
                raise BadJsonError(twice(key))
            keys.add(key)
            self._pass(":")
            yield key

    def elements(self) -> Iterator[object]:
        """The values in the list that comes next."""
        for _ in self._parts("[", "]"):
            yield self.value()

    def end(self) -> None:
        """See that nothing follows."""
        if self.next():
            raise self._wrong()

    def _parts(self, opening: str, closing: str) -> Iterator[None]:
        self._pass(opening)
        if self.next() != closing:
            yield
            while self.next() == ",":
                self._pass(",")
                yield
        self._pass(closing)

    def _pass(self, sign: str) -> None:
        if self.next() != sign:
            raise self._wrong()
        self._at += 1

    def _wrong(self) -> BadJsonError:
        return self._cut() if self._at == len(self._text) else not_json(self._place(self._at))

    def _cut(self) -> BadJsonError:
        """What is said of a file that ends before its value does; an empty one is no JSON."""
        place = self._place(self._at)
        is_empty = place == (1, 1) and not self._text.strip()
        return not_json(place) if is_empty else BadJsonError(say("The file is cut off: its end is missing."))

    def _place(self, at: int) -> Place:
        """The line and column of a place in the text."""
        lines = self._text.count("\n", 0, at)
        return self._line + lines, at - self._text.rfind("\n", 0, at) if lines else self._column + at

    def _more(self, most: int = MAX_VALUE_BYTES) -> bool:
        """Read on, whether there is more; what was passed is forgotten."""
        if self._ended:
            return False
        # As much again: of a long value the beginning is tried anew each time.
        rest = len(self._text) - self._at
        read = self._file.read(max(READ_AT_ONCE, min(rest, most - rest)))
        self._ended = not read
        try:
            more = self._decoder.decode(read, final=self._ended)
        except UnicodeDecodeError as error:
            is_cut = self._ended and error.reason == "unexpected end of data"
            raise self._cut() if is_cut else BadJsonError(say("The file is not UTF-8 text.")) from error
        if self._ended:
            return False
        if self._nesting.after(more) > MAX_DEPTH:
            raise BadJsonError(say("The file is nested too deeply."))
        self._line, self._column = self._place(self._at)
        self._text, self._at = self._text[self._at :] + more, 0
        return True


def read_json(body: bytes) -> object:
    """The value in a body of UTF-8; raises BadJsonError."""
    reader = JsonReader(BytesIO(body))
    value = reader.value()
    reader.end()
    return value


def not_json(place: Place) -> BadJsonError:
    """What is said of a file that is wrong at this line and column."""
    line, column = place
    return BadJsonError(say("The file is not JSON: line {line}, column {column}.", line=line, column=column))
