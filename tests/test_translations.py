"""Every text is there in Japanese too: translated, with the same places for words, and nothing left over."""

from __future__ import annotations

import re
import shlex
from functools import cache
from pathlib import Path

import pytest
from babel.messages.catalog import Catalog, Message
from babel.messages.extract import extract_from_dir
from babel.messages.frontend import parse_keywords, parse_mapping_cfg
from babel.messages.pofile import read_po

from scoring.catalogue import all_games

ROOT = Path(__file__).parents[1]
PO = ROOT / "translations/ja/LC_MESSAGES/messages.po"
PLACES = re.compile(r"\{\w*\}|%\(\w+\)[sd]|%%")
LANGUAGES = ("en", "ja")


@cache
def in_the_sources() -> frozenset[str | tuple[str, ...]]:
    """Every text that is marked for translation, as `make translations` takes them."""
    (line,) = re.findall(r"^KEYWORDS := (.*)$", (ROOT / "Makefile").read_text("utf-8"), re.MULTILINE)
    keywords = parse_keywords([word for word in shlex.split(line) if word != "-k"])
    with (ROOT / "babel.cfg").open("r", encoding="utf-8") as file:
        methods, options = parse_mapping_cfg(file)
    found = extract_from_dir(ROOT, methods, options, keywords=keywords, directory_filter=_is_ours)
    return frozenset(text for _file, _line, text, _comments, _context in found if text)


@cache
def japanese() -> Catalog:
    with PO.open("rb") as file:
        return read_po(file, locale="ja", abort_invalid=True)


def texts() -> list[Message]:
    return [message for message in japanese() if message.id]


def strings(message: Message) -> list[str]:
    return [message.string] if isinstance(message.string, str) else list(message.string or ())


def ids(message: Message) -> list[str]:
    return [message.id] if isinstance(message.id, str) else list(message.id)


def test_the_texts_are_found() -> None:
    assert len(in_the_sources()) > 100
    plain = {text for text in in_the_sources() if isinstance(text, str)}
    assert {"New game", "Bids", "Undo last tap"} <= plain, "from templates, from the rules, from the pages"


def test_every_text_of_the_sources_is_in_the_catalogue() -> None:
    translated = {_first(each.id) for each in texts()}
    missing = [text for text in in_the_sources() if _first(text) not in translated]
    assert sorted(map(str, missing)) == [], "make translations"


def test_a_text_with_a_plural_has_it_in_the_catalogue_too() -> None:
    kept = {_first(message.id): message.id for message in texts()}
    differing = [text for text in in_the_sources() if isinstance(text, tuple) and kept.get(text[0], text) != text]
    assert differing == []


def test_no_text_of_the_catalogue_is_out_of_use() -> None:
    used = {_first(text) for text in in_the_sources()}
    assert sorted(_first(message.id) for message in texts() if _first(message.id) not in used) == []
    assert list(japanese().obsolete) == []
    assert "\n#~" not in PO.read_text("utf-8")


def test_no_text_is_a_mere_frame() -> None:
    """Marks between other words are no translator's work: `bare` and `listed` give them the reader's own."""
    strings_of = (text if isinstance(text, str) else text[0] for text in in_the_sources())
    assert sorted(text for text in strings_of if not re.search(r"[^\W\d_]", PLACES.sub("", text))) == []


def test_every_text_is_translated() -> None:
    assert [message.id for message in texts() if not all(string.strip() for string in strings(message))] == []


def test_no_translation_is_a_guess() -> None:
    assert [message.id for message in texts() if message.fuzzy] == []


def test_a_translation_has_the_same_places_for_words() -> None:
    differing = []
    for message in texts():
        wanted = set.union(*(set(PLACES.findall(each)) for each in ids(message)))
        for string in strings(message):
            if string and set(PLACES.findall(string)) != wanted:
                differing.append((message.id, string))
    assert differing == []


def test_a_translation_can_be_filled_in() -> None:
    """No lone brace or per cent sign that would break a page when the words are put in."""
    for message in texts():
        # What comes from `scoring` is filled in with braces, what comes from pages with per cent signs.
        for string in strings(message):
            if re.search(r"%\(\w+\)", str(message.id)):
                assert string % dict.fromkeys(re.findall(r"%\((\w+)\)", string), 1) is not None
            names = re.findall(r"\{(\w*)\}", str(message.id))
            if names:
                assert string.format_map(dict.fromkeys(names, "x")) is not None


def test_a_translation_begins_and_ends_as_the_text_does() -> None:
    """White space around a text belongs to the sentence it stands in."""
    for message in texts():
        for string in strings(message):
            assert string == string.strip(), message.id


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_game_has_its_rules_in_words(language: str) -> None:
    missing = [slug for slug in all_games() if not (ROOT / f"templates/games/{slug}/rules.{language}.html").is_file()]
    assert missing == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_rules_are_of_a_game_that_is_none(language: str) -> None:
    pages = {path.parent.name for path in (ROOT / "templates/games").glob(f"*/rules.{language}.html")}
    assert pages - set(all_games()) == set()


def test_the_rules_in_japanese_are_in_japanese() -> None:
    for path in (ROOT / "templates/games").glob("*/rules.ja.html"):
        assert len(re.findall(r"[\u3040-\u30ff]", path.read_text("utf-8"))) > 200, path.parent.name


def _first(text: str | tuple[str, ...] | list[str]) -> str:
    return text if isinstance(text, str) else text[0]


def _is_ours(folder: str) -> bool:
    return not Path(folder).name.startswith((".", "node_modules"))
