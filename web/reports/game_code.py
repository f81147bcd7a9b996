"""Game codes: a session as a link and a QR code, and the session that such a code holds."""

from __future__ import annotations

from dataclasses import dataclass

from record.log import Action
from record.packed.body import is_unnamed, without_names
from record.packed.code import QR, BadCodeError, pack, read_text, to_link, to_qr, unpack
from record.session import Session
from scoring.message import say
from store.book import Book
from store.transfer.checking import session_in
from store.transfer.export import file_of
from store.transfer.file import BrokenFileError, ScorebookFile, read_value
from web.i18n.translate import words
from web.reports.importing import told
from web.reports.phone_link import PhoneLink, phone_link
from web.reports.qr import QrCode, with_digits

MAX_LINK_LENGTH = 8_000
"""Letters: messengers cut longer ones."""


class RefusedCodeError(Exception):
    """A text is not the code of a game that can be shown; `why` is a sentence for the reader."""

    def __init__(self, why: str) -> None:
        self.why = why
        super().__init__(why)


@dataclass(frozen=True)
class GameCode:
    """A session packed: the link to it and its QR code, each None where it would be too long to be of use."""

    link: PhoneLink | None = None
    qr: QrCode | None = None


@dataclass(frozen=True)
class Opened:
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


def code_of(book: Book, session: str, *, named: bool = True) -> GameCode:
    """The code of a session as it stands; without names it is only to be looked at. Raises NoSuchError."""
    file = file_of(book, session)
    try:
        code = pack(file if named else without_names(file, _numbered))
    except BadCodeError:
        return GameCode()
    link = phone_link("code.show", behind=f"#{to_link(code)}")
    address, digits = link.address.partition("#")[0], to_qr(code).removeprefix(QR)
    is_short = len(link.address) <= MAX_LINK_LENGTH
    return GameCode(link if is_short else None, with_digits(f"{address}#{QR}", digits))


def _numbered(number: int) -> str:
    return words(say("P{number}", number=number))


def opened(text: str) -> Opened:
    """The session in a code, a link or a scanned text; raises RefusedCodeError."""
    try:
        raw = unpack(read_text(text))
        file = read_value(raw)
        return Opened(file, session_in(file), is_named=not is_unnamed(raw))
    except BadCodeError as error:
        raise RefusedCodeError(words(error.message)) from error
    except BrokenFileError as error:
        raise RefusedCodeError(told(error)) from error
