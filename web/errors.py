"""The errors of the web, and the table of what every error is outside: its status, name, words and members.

The error pages, the API, its document and reference are made from this table. Errors of the rules, the record and the
store have their rows here too, since those packages know no web.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

from flask_wtf.csrf import CSRFError
from werkzeug.exceptions import (
    Forbidden,
    HTTPException,
    MethodNotAllowed,
    NotFound,
    RequestEntityTooLarge,
    UnsupportedMediaType,
)

from record.errors import (
    BadKeyError,
    LaterEntriesError,
    NothingToRedoError,
    NothingToUndoError,
    UnreadableSessionError,
)
from scoring.errors import EntryError, UnknownGameError
from scoring.message import Message, bare, say
from store.errors import (
    Cause,
    DeletedScorebookError,
    DifferentInputError,
    DoubtfulError,
    EnteredMeanwhileError,
    KeyUsedError,
    LastKeeperError,
    NoSuchError,
    NothingToEnterError,
    NotSeatedError,
    NotYourTurnError,
    OlderKeeperError,
    OtherFactsError,
    RoleError,
    SessionBegunError,
    StaleError,
    UnavailableError,
    UnusableDatabaseError,
)
from store.transfer.check import DivergedError
from store.transfer.scorebook_file import BadJsonError, BrokenFileError

MAX_PROBLEM_LENGTH = 600
"""Letters of an error message that says what was sent."""


class NoTokenError(Exception):
    """There is no valid token; `given`: the request had one."""

    def __init__(self, *, given: bool) -> None:
        self.given = given
        super().__init__()


class NoAccessError(Exception):
    """The device has no access to the scorebook, or not to this part of it."""


class ChangedError(Exception):
    """The session is another than the one that If-Match names."""


class TooManyError(Exception):
    """An address has reached a limit, as `text` says; it may retry after `seconds`."""

    def __init__(self, text: Message, seconds: int) -> None:
        self.text = text
        self.seconds = seconds
        super().__init__(str(text))


class PlainHttpError(Exception):
    """The request came by plain HTTP, and the site requires HTTPS."""


class NamelessProxyError(Exception):
    """The proxy does not pass on which address was opened."""


class NoImportTurnError(Exception):
    """Another file is being imported."""

    cause: Cause = "busy"


class NoScoringTurnError(Exception):
    """Others without a scorebook are being scored for."""

    cause: Cause = "busy"


class Wording(NamedTuple):
    """A heading and a text; None where the error has a text of its own."""

    title: Message
    text: Message | None


class ProblemMember(NamedTuple):
    """A member of a problem, the error's attribute of that name; some errors of its kind lack an `optional` one.

    Their types are declared as in `web.api.shapes`.
    """

    name: str
    about: str
    hint: Any
    optional: bool = False


@dataclass(frozen=True)
class ErrorKind:
    """A kind of error, with the classes that are answered by it.

    `slug` names it in the API, where `when` says when it occurs; one without is known to pages alone. Programs are
    answered in `wording`; people too, unless there is another `on_page`. `seconds` is Retry-After, unless the error has
    its own.
    """

    slug: str
    status: int
    errors: tuple[type[Exception], ...]
    wording: Wording
    when: str = ""
    members: tuple[ProblemMember, ...] = ()
    on_page: Wording | None = None
    template: str = "site/error.html"
    seconds: int | None = None

    @property
    def page_wording(self) -> Wording:
        """What a page shows."""
        return self.on_page or self.wording


SESSION = ProblemMember("session", "the session as it is now", {"$ref": "#/components/schemas/SessionNow"})
PROBLEMS = ProblemMember(
    "problems",
    "every broken rule: `field`, `seat` (null: the whole field), `message`",
    [{"$ref": "#/components/schemas/BrokenRule"}],
)

NOT_ACCEPTED, ALREADY_SENT = say("Not accepted"), say("Already sent")
NOT_UNDERSTOOD, BUSY, AGAIN = say("Request not understood"), say("Takuroku is busy"), say("Try again in a moment.")
OPERATOR = say(
    "For whoever runs this site: its proxy must send X-Forwarded-Proto and X-Forwarded-Host, "
    "and TAKUROKU_PROXIES must give the number of proxies."
)
TOO_LARGE = say("You sent far more than a score needs. Nothing was saved.")
KEY_USED = Wording(ALREADY_SENT, say("This key was already used for something else. Use a new key."))
SENT_BEFORE = Wording(
    ALREADY_SENT, say("This was already sent for another sheet. Go back, reload the page and try again.")
)
MOVED_ON = Wording(NOT_ACCEPTED, say("The game has moved on. Your entry was not saved."))
NOTHING_THERE = Wording(NOT_ACCEPTED, say("There is nothing to undo or redo."))

BAD_REQUEST = ErrorKind(
    "bad-request",
    400,
    (HTTPException, BadKeyError),
    Wording(NOT_UNDERSTOOD, say("Takuroku does not understand this request. Go back and try again.")),
    "the body is not a JSON object, or the Idempotency-Key is malformed",
)
REFUSED = ErrorKind(
    "refused",
    422,
    (EntryError, BrokenFileError),
    Wording(NOT_ACCEPTED, None),
    "something in the request is not accepted: `problems` says what",
    (
        PROBLEMS,
        ProblemMember("position", "index of the illegal entry of a document, from 0", int, optional=True),
        ProblemMember("index", "index of the refused live entry of a correction, from 0", int, optional=True),
    ),
)
BROKEN = ErrorKind(
    "broken",
    500,
    (Exception,),
    Wording(
        say("Something went wrong"),
        say("This is a fault of the site, not yours. Nothing was half saved. Please try again."),
    ),
    "internal error",
)
UNAVAILABLE = ErrorKind(
    "unavailable",
    503,
    (),
    Wording(say("The saved games cannot be reached"), AGAIN),
    "the database is unavailable; try again after Retry-After seconds",
    (ProblemMember("cause", "away, busy, full or read-only", Cause),),
    template="site/unavailable.html",
    seconds=3,
)
BY_CAUSE: Mapping[Cause, ErrorKind] = {
    "away": UNAVAILABLE,
    "busy": replace(
        UNAVAILABLE,
        wording=Wording(BUSY, AGAIN),
        seconds=1,
    ),
    "full": replace(
        UNAVAILABLE,
        wording=Wording(say("The storage is full"), say("Nothing more can be saved until somebody frees some space.")),
        seconds=30,
    ),
    "read-only": replace(
        UNAVAILABLE,
        wording=Wording(say("Nothing can be saved right now"), say("You can still look at everything.")),
        seconds=30,
    ),
}
"""The kinds of UnavailableError."""

ERROR_KINDS: tuple[ErrorKind, ...] = (
    BAD_REQUEST,
    replace(BAD_REQUEST, errors=(BadJsonError,), wording=Wording(BAD_REQUEST.wording.title, None)),
    replace(
        BAD_REQUEST,
        errors=(CSRFError,),
        wording=Wording(
            say("The page is out of date"),
            say(
                "This page could not be verified. It was open for too long, or cookies are off. "
                "Go back, reload and save again. What you typed is still there."
            ),
        ),
    ),
    replace(
        BAD_REQUEST,
        errors=(PlainHttpError,),
        wording=Wording(
            say("HTTPS required"),
            bare(
                "{visitor} {operator}",
                visitor=say("This site works only over HTTPS. Open the same address with https:// in front."),
                operator=OPERATOR,
            ),
        ),
    ),
    replace(
        BAD_REQUEST,
        errors=(NamelessProxyError,),
        wording=Wording(say("The proxy is not set up correctly"), OPERATOR),
    ),
    ErrorKind(
        "no-token",
        401,
        (NoTokenError,),
        Wording(
            say("No valid token"),
            say("Send a token that a scorekeeper of the scorebook made: “Authorization: Bearer …”."),
        ),
        "the token is missing, unknown or revoked",
    ),
    ErrorKind(
        "only-to-look-at",
        403,
        (RoleError, Forbidden),
        Wording(say("View only"), say("You can see this scorebook but not change it.")),
        "the token is read-only",
    ),
    ErrorKind(
        "not-found",
        404,
        (NotFound, NoAccessError, NoSuchError, UnknownGameError),
        Wording(say("Page not found"), say("This page does not exist, or it belongs to another scorebook.")),
        "it does not exist in this scorebook, or the address does not exist",
    ),
    ErrorKind(
        "wrong-method",
        405,
        (MethodNotAllowed,),
        BAD_REQUEST.wording,
        "the address does not support this method",
    ),
    ErrorKind(
        "stale",
        409,
        (StaleError,),
        MOVED_ON,
        "somebody else has written since: `position` is out of date",
        (SESSION,),
    ),
    ErrorKind(
        "other-facts",
        409,
        (OtherFactsError,),
        KEY_USED,
        "the Idempotency-Key was already used on this session for something else",
        (ProblemMember("saved", "what was written with it", {"type": "object"}), SESSION),
        on_page=SENT_BEFORE,
    ),
    ErrorKind(
        "said-otherwise",
        409,
        (DifferentInputError,),
        Wording(NOT_ACCEPTED, None),
        "players entered something else on their own phones than is entered for them",
        (
            ProblemMember(
                "said",
                "for each `seat` what the player `said` (null: hidden until all have entered) and what is `entered`",
                [{"$ref": "#/components/schemas/SaidOtherwise"}],
            ),
            ProblemMember("overruled", "send it with the same entry to write it anyway", str),
            SESSION,
        ),
    ),
    ErrorKind(
        "key-used", 409, (KeyUsedError,), SENT_BEFORE, "the Idempotency-Key was already used for another session"
    ),
    ErrorKind(
        "session-begun",
        409,
        (SessionBegunError,),
        KEY_USED,
        "the Idempotency-Key already started a session with other players or rules",
        (ProblemMember("began", "the id of that session", str),),
        on_page=SENT_BEFORE,
    ),
    ErrorKind(
        "later-entries",
        409,
        (LaterEntriesError,),
        Wording(
            NOT_ACCEPTED,
            say("The later entries would no longer fit. Undo them first, or correct them on the scorecard."),
        ),
        "after the correction a later entry would be illegal; `reopen` drops it and those after it",
        (ProblemMember("index", "index of that live entry, from 0", int, optional=True), PROBLEMS),
    ),
    ErrorKind("nothing-to-undo", 409, (NothingToUndoError,), NOTHING_THERE, "there are fewer entries than `count`"),
    ErrorKind(
        "nothing-to-redo",
        409,
        (NothingToRedoError,),
        NOTHING_THERE,
        "nothing was undone, or something was entered since",
    ),
    ErrorKind(
        "gone-another-way",
        409,
        (DivergedError,),
        Wording(NOT_ACCEPTED, None),
        "sessions of the file were continued here differently",
        (ProblemMember("sessions", "their ids in the file", list[str]),),
    ),
    ErrorKind(
        "deleted",
        409,
        (DeletedScorebookError,),
        Wording(say("This scorebook was deleted"), say("Nothing can be saved in this scorebook until it is restored.")),
        "the scorebook was deleted and must be restored first",
    ),
    ErrorKind(
        "unreadable",
        410,
        (UnreadableSessionError,),
        Wording(
            say("No longer readable"),
            say("This game was played under rules that this version does not know. Its data is still stored."),
        ),
        "the session was recorded by a release whose rules are no longer supported",
    ),
    ErrorKind(
        "changed",
        412,
        (ChangedError,),
        MOVED_ON,
        "the session has changed since the ETag in If-Match: read it again",
    ),
    ErrorKind(
        "too-large",
        413,
        (RequestEntityTooLarge,),
        Wording(say("Too large"), TOO_LARGE),
        "the body is too large",
    ),
    ErrorKind(
        "wrong-media-type",
        415,
        (UnsupportedMediaType,),
        Wording(NOT_UNDERSTOOD, say("Send JSON, as application/json.")),
        "the body is not application/json",
    ),
    REFUSED,
    ErrorKind(
        "too-many",
        429,
        (TooManyError,),
        Wording(say("Please wait a little"), None),
        "too many requests from this network address; try again after Retry-After seconds",
        template="site/too_many.html",
    ),
    BROKEN,
    ErrorKind(
        "unusable",
        500,
        (UnusableDatabaseError,),
        Wording(
            say("The saved games cannot be used"),
            say("They must be repaired first. Nothing was half saved, and what you tapped stays on this phone."),
        ),
        "the database needs repair by the operator",
    ),
    *BY_CAUSE.values(),
    replace(
        UNAVAILABLE,
        errors=(NoImportTurnError,),
        wording=Wording(BUSY, say("Nothing from your file was imported. Send it again in half a minute.")),
        seconds=30,
    ),
    replace(
        UNAVAILABLE,
        errors=(NoScoringTurnError,),
        wording=Wording(BUSY, AGAIN),
        seconds=1,
    ),
    ErrorKind("", 409, (NothingToEnterError, EnteredMeanwhileError, NotYourTurnError), MOVED_ON),
    ErrorKind("", 422, (DoubtfulError,), Wording(NOT_ACCEPTED, None)),
    *(
        ErrorKind("", status, (error,), Wording(NOT_ACCEPTED, text))
        for error, status, text in (
            (
                LastKeeperError,
                409,
                say("This would leave the scorebook without a scorekeeper. Let another phone keep score first."),
            ),
            (
                OlderKeeperError,
                403,
                say(
                    "You cannot remove this phone: its scorekeeper joined before you, "
                    "or with a recovery page that you made."
                ),
            ),
            (NotSeatedError, 409, say("This phone no longer has this seat. Your entry was not saved.")),
        )
    ),
)
ERRORS_BY_SLUG: Mapping[str, ErrorKind] = {kind.slug: kind for kind in ERROR_KINDS if kind.slug}
"""Each kind of the API by its name."""
KIND_OF: Mapping[type[Exception], ErrorKind] = {error: kind for kind in ERROR_KINDS for error in kind.errors}


def kind_of(error: Exception) -> ErrorKind:
    """The kind of an error, that of its nearest class in the table."""
    if isinstance(error, UnavailableError):
        return BY_CAUSE[error.cause]
    return next(KIND_OF[each] for each in type(error).__mro__ if each in KIND_OF)
