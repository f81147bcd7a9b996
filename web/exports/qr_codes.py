"""What another phone opens: links and their QR codes, and game codes, which hold a whole session."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from itertools import groupby
from typing import Any
from urllib.parse import urlsplit, urlunsplit

from flask import request, url_for
from markupsafe import Markup

from record.log import Action
from record.packed.body import is_unnamed, without_names, without_notes
from record.packed.code import QR, BadCodeError, pack, read_text, to_link, to_qr, unpack
from record.session import Session
from store.book import Book
from store.transfer.check import session_in
from store.transfer.export import file_of
from store.transfer.scorebook_file import BrokenFileError, ScorebookFile, read_scorebook
from web.request.network import host_for_phones, is_only_here

BORDER = 4
"""The margin of a QR code in modules that readers need."""
MAX_DIGITS = 2900
"""With an address of up to 50 letters they make version 25: 117 modules, which a camera reads from a phone's screen."""
MAX_LINK_LENGTH = 8_000
"""Letters: messengers cut longer ones."""


@dataclass(frozen=True)
class PhoneLink:
    """A link for other phones.

    `opened` is the address of the site on this device, if no other can open it. Then `instead` is the one that the link
    has in its place, or None where the site does not know any.
    """

    address: str
    opened: str = ""
    instead: str | None = None

    @property
    def code(self) -> Markup:
        return qr_code(self.address)


def phone_link(endpoint: str, *, behind: str = "", **values: str) -> PhoneLink:
    """The link to a page, at an address that phones can open if there is one; `behind` is what follows it."""
    address = url_for(endpoint, _external=True, **values) + behind
    if not is_only_here():
        return PhoneLink(address)
    instead = host_for_phones()
    if instead is not None:
        address = urlunsplit(urlsplit(address)._replace(netloc=instead))
    return PhoneLink(address, opened=request.host, instead=instead)


@lru_cache(maxsize=256)
def qr_code(address: str) -> Markup:
    """The QR code of an address, as SVG in a page."""
    return _svg(address, error="m")


def with_digits(address: str, digits: str) -> Markup | None:
    """The QR code of an address that ends with digits; None where they are more than `MAX_DIGITS`.

    Digits have a segment of their own, of 3⅓ bits each.
    """
    # In the pocket it is loaded when a code is drawn: no start waits for it.
    from segno import consts

    if len(digits) > MAX_DIGITS:
        return None
    return _svg([(address, consts.MODE_BYTE), (digits, consts.MODE_NUMERIC)], error="l")


def _svg(content: Any, *, error: str) -> Markup:
    """SVG without a size, dark on light in any theme, with its margin."""
    import segno

    rows = segno.make_qr(content, error=error).matrix
    path, x, y = [f"M{BORDER} {BORDER}.5"], 0, 0
    for row, modules in enumerate(rows):
        column = 0
        # A horizontal line for each run of dark modules, one relative to the other.
        for is_dark, run in groupby(modules):
            length = len(list(run))
            if is_dark:
                path.append(f"m{column - x} {row - y}h{length}" if (column, row) != (x, y) else f"h{length}")
                x, y = column + length, row
            column += length
    return Markup(
        '<svg viewBox="0 0 {width} {width}">'
        '<path fill="#fff" d="M0 0h{width}v{width}H0z"/><path stroke="#000" d="{path}"/></svg>'
    ).format(width=len(rows) + 2 * BORDER, path="".join(path))


@dataclass(frozen=True)
class ReceivedGame:
    """What is in a code: a file with one session, that session, and whether it says who played.

    A session that is too long to be scored here is blank, and its log has not been checked.
    """

    file: ScorebookFile
    session: Session
    is_named: bool

    @property
    def log(self) -> tuple[Action, ...]:
        """The log, as the record writes it where it was checked."""
        (kept,) = self.file.sessions
        return self.session.actions or kept.actions

    @property
    def is_scored(self) -> bool:
        return self.session.position == len(self.log)


def game_file(book: Book, session: str, *, named: bool = True) -> dict[str, Any]:
    """The file of a session as its code has it, without the note and the phones' names; raises NoSuchError.

    Without names it is only to be looked at.
    """
    file = file_of(book, session)
    if named:
        return without_notes(file)
    return without_names(file, lambda number: f"P{number}")


def game_code_of(file: Mapping[str, Any]) -> tuple[PhoneLink | None, Markup | None]:
    """The code of a shared file, as a link and as a QR code; one that is too long to be of use is None."""
    try:
        code = pack(file)
    except BadCodeError:
        return None, None
    link = phone_link("code.show", behind=f"#{to_link(code)}")
    address, digits = link.address.partition("#")[0], to_qr(code).removeprefix(QR)
    return link if len(link.address) <= MAX_LINK_LENGTH else None, with_digits(f"{address}#{QR}", digits)


def read_game_code(text: str) -> ReceivedGame:
    """The session in a code, a link or a scanned text; raises BrokenFileError."""
    try:
        raw = unpack(read_text(text))
    except BadCodeError as error:
        raise BrokenFileError(error.message) from error
    file = read_scorebook(raw)
    return ReceivedGame(file, session_in(file), is_named=not is_unnamed(raw))
