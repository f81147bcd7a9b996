"""The API: sessions as documents, entries through the same one door as the pages, documents scored."""

from __future__ import annotations

from collections.abc import Mapping

from flask import Blueprint, jsonify, request
from flask.blueprints import BlueprintSetupState
from flask.typing import ResponseReturnValue
from flask_babel import gettext as _
from werkzeug.exceptions import BadRequest, UnsupportedMediaType

from record.session import Session
from scoring.document import load as load_document
from scoring.document import problems_json, report
from scoring.errors import EntryError, ReplayError
from store.errors import OtherFactsError, StaleError
from web.workings.access import author_of, keepers_book, load
from web.workings.words import words

pages = Blueprint("api", __name__, url_prefix="/api")


@pages.record_once
def _without_a_token(setup: BlueprintSetupState) -> None:
    """What keeps other sites' forms out here is that only JSON is taken, see `_object`."""
    setup.app.extensions["csrf"].exempt(pages)


@pages.get("/sessions/<session>")
def show(session: str) -> ResponseReturnValue:
    """The document of a session, all that its sheet says, and the position that the next write must name."""
    return jsonify(_session(load(session)))


@pages.post("/sessions/<session>/entries")
def enter(session: str) -> ResponseReturnValue:
    """Write `entry` at `position`; an `Idempotency-Key` makes a repeat harmless.

    201 with the session, 200 for a repeat, 409 with the session as it is now (and with what the key had `saved`, where
    it comes with other facts), 422 with the problems.
    """
    body = _object()
    position = body.get("position")
    if not isinstance(position, int) or isinstance(position, bool):
        raise BadRequest(_("Name the position that you saw: a whole number."))
    try:
        by = author_of(request.headers.get("Idempotency-Key", ""))
        written = keepers_book().enter(session, body.get("entry"), position=position, by=by)
    except StaleError as error:
        return jsonify(error="stale", **_session(error.session)), 409
    except OtherFactsError as error:
        saved = error.session.actions[error.position].facts
        return jsonify(error="other-facts", saved=saved, **_session(error.session)), 409
    except EntryError as error:
        return jsonify(problems=problems_json(error, words)), 422
    return jsonify(_session(written.session)), 200 if written.repeated else 201


@pages.post("/score")
def score() -> ResponseReturnValue:
    """Score a session document without keeping it."""
    try:
        return jsonify(report(load_document(_object()), words))
    except ReplayError as error:
        return jsonify(position=error.position, problems=problems_json(error, words)), 422
    except EntryError as error:
        return jsonify(problems=problems_json(error, words)), 422


def _session(found: Session) -> dict[str, object]:
    return {
        "id": found.id,
        "position": found.position,
        "document": found.document,
        "report": report(found.sheet, words),
    }


def _object() -> Mapping[str, object]:
    """The request's JSON object; another type is refused, which keeps other sites' forms out too."""
    if not request.is_json:
        raise UnsupportedMediaType(_("Send JSON, as application/json."))
    try:
        body = request.get_json()
    except RecursionError as error:
        raise BadRequest(_("That JSON is nested too deep.")) from error
    if not isinstance(body, Mapping):
        raise BadRequest(_("Send one JSON object."))
    return body
