"""Translates messages into the reader's language: the chosen one, or that of the browser.

Texts that are put into a translated one are isolated, see `scoring.text.isolated`: here, for the templates and, as
`Isolating`, for what calls `flask_babel` itself.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from types import MappingProxyType
from typing import Any, cast

from flask import Flask, g, has_app_context, request
from flask import session as cookie
from flask_babel import Domain, get_locale, get_translations
from markupsafe import Markup
from werkzeug.datastructures import LanguageAccept
from werkzeug.http import parse_accept_header

from scoring.errors import Problem
from scoring.message import ENGLISH, Marks, Message, Words, render
from scoring.text import isolated
from web.request import for_programs

LANGUAGES = ("en", "ja")
JAPANESE = MappingProxyType(
    {
        "✓": "○",
        "✗": "×",
        "≈": "△",
        ", ": "、",
        ": ": "：",
        "; ": "。",
        " (": "（",
        ")": "）",
        " [": "（",
        "]": "）",
        " & ": "＆",
        " → ": "→",
        ". ": "。",
        ".": "。",
    }
)


@dataclass(frozen=True)
class Reader:
    """The reader's translations and punctuation marks, looked up once a page."""

    texts: Any
    marks: Marks

    @property
    def is_japanese(self) -> bool:
        return self.marks is JAPANESE

    def choose(self, one: str, many: str | None, n: int) -> str:
        """The text in the reader's language, see `scoring.message.Choose`."""
        return str(self.texts.ugettext(one) if many is None else self.texts.ungettext(one, many, n))


class Isolating(Domain):
    """The translations, with what is put into them isolated."""

    def gettext(self, string: str, **variables: object) -> str:
        return str(super().gettext(string, **_isolated(variables)))

    def ngettext(self, singular: str, plural: str, num: int, **variables: object) -> str:
        return str(super().ngettext(singular, plural, num, **_isolated(variables)))


def register(app: Flask) -> None:
    """Translate the texts of templates, as Flask-Babel does, but without looking the locale up at every text."""
    app.jinja_env.install_gettext_callables(_gettext, _ngettext, newstyle=False)  # type: ignore[attr-defined]


def language() -> str:
    """The chosen language, else the browser's, else English; for the API Accept-Language alone."""
    chosen = None if for_programs() else cookie.get("language")
    if chosen in LANGUAGES:
        return str(chosen)
    return _accepted_language(request.headers.get("Accept-Language", ""))


@lru_cache(maxsize=256)
def _accepted_language(header: str) -> str:
    return parse_accept_header(header, LanguageAccept).best_match(LANGUAGES) or "en"


def reader() -> Reader:
    """The reader of this request; English where there is none."""
    if not has_app_context():
        return Reader(get_translations(), ENGLISH)
    if "reader" not in g:
        g.reader = Reader(get_translations(), JAPANESE if str(get_locale()) == "ja" else ENGLISH)
    return cast(Reader, g.reader)


def translated(message: Words | None) -> str:
    """A message in the reader's language."""
    if not isinstance(message, Message):
        return message or ""
    read = reader()
    return render(message, choose=read.choose, marks=read.marks)


def with_gaps(message: Message, *names: str) -> str:
    """A message in the reader's language with placeholders in braces, for a script to fill in."""
    return translated(message.of(**{name: f"{{{name}}}" for name in names}))


def reasons(problems: Iterable[Problem]) -> str:
    """The messages of problems, joined."""
    return sentences(translated(each.message) for each in problems)


def sentences(texts: Iterable[str], *, kind: type[str] = str) -> str:
    """Join sentences, without spaces in Japanese; as `Markup` for a template, whose texts may be that."""
    return kind("" if reader().is_japanese else " ").join(filter(None, texts))


def _gettext(text: str, /, **variables: object) -> Markup:
    return Markup(reader().choose(text, None, 1)) % _isolated(variables)


def _ngettext(one: str, many: str, num: int, /, **variables: object) -> Markup:
    return Markup(reader().choose(one, many, num)) % _isolated({"num": num} | variables)


def _isolated(variables: Mapping[str, object]) -> dict[str, object]:
    return {name: isolated(value) if isinstance(value, str) else value for name, value in variables.items()}
