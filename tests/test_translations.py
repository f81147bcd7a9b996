"""Every text is there in Japanese too: translated, with the same places for words, and nothing left over."""

from __future__ import annotations

import re
import shlex
from functools import cache
from pathlib import Path

from babel.messages.catalog import Message
from babel.messages.extract import extract_from_dir
from babel.messages.frontend import parse_keywords, parse_mapping_cfg

from scoring.catalogue import all_games
from tests.kit.translations import PO, japanese, texts

ROOT = Path(__file__).parents[1]
PLACES = re.compile(r"\{\w*\}|%\(\w+\)[sd]|%%")


@cache
def in_the_sources() -> frozenset[str | tuple[str, ...]]:
    """Every text that is marked for translation, as `make translations` takes them."""
    (line,) = re.findall(r"^KEYWORDS := (.*)$", (ROOT / "Makefile").read_text("utf-8"), re.MULTILINE)
    keywords = parse_keywords([word for word in shlex.split(line) if word != "-k"])
    with (ROOT / "babel.cfg").open("r", encoding="utf-8") as file:
        methods, options = parse_mapping_cfg(file)
    found = extract_from_dir(ROOT, methods, options, keywords=keywords, directory_filter=_is_ours)
    return frozenset(text for _file, _line, text, _comments, _context in found if text)


def _is_ours(folder: str) -> bool:
    return not Path(folder).name.startswith((".", "node_modules"))


def strings(message: Message) -> list[str]:
    return [message.string] if isinstance(message.string, str) else list(message.string or ())


def _first(text: str | tuple[str, ...] | list[str]) -> str:
    return text if isinstance(text, str) else text[0]


def test_the_catalogue_has_the_texts_of_the_sources_and_no_others() -> None:
    used = {_first(text): text for text in in_the_sources()}
    assert {"New game", "Bids", "Undo last tap"} <= used.keys(), "from templates, from the rules, from the pages"
    kept = {_first(each.id): each.id for each in texts()}
    assert sorted(used.keys() - kept.keys()) == [], "make translations"
    assert sorted(kept.keys() - used.keys()) == [], "out of use"
    assert [text for first, text in used.items() if isinstance(text, tuple) and kept[first] != text] == [], "a plural"
    assert (list(japanese().obsolete), "\n#~" in PO.read_text("utf-8")) == ([], False)


def test_no_text_is_a_mere_frame() -> None:
    """Marks between other words are no translator's work: `bare` and `listed` give them the reader's own."""
    strings_of = map(_first, in_the_sources())
    assert sorted(text for text in strings_of if not re.search(r"[^\W\d_]", PLACES.sub("", text))) == []


def test_every_text_is_translated() -> None:
    assert [message.id for message in texts() if not all(strings(message))] == []
    assert [message.id for message in texts() if message.fuzzy] == [], "a guess"
    # White space around a text belongs to the sentence it stands in.
    assert [message.id for message in texts() for string in strings(message) if string != string.strip()] == []


def test_a_translation_has_the_same_places_for_words_and_can_be_filled_in() -> None:
    """No lone brace or per cent sign that would break a page when the words are put in."""
    for message in texts():
        ids = [message.id] if isinstance(message.id, str) else list(message.id)
        wanted = set.union(*(set(PLACES.findall(each)) for each in ids))
        for string in strings(message):
            assert set(PLACES.findall(string)) == wanted, message.id
            # What comes from `scoring` is filled in with braces, what comes from pages with per cent signs.
            if in_pages := re.findall(r"%\((\w+)\)", str(message.id)):
                assert string % dict.fromkeys(in_pages, 1) is not None
            if in_rules := re.findall(r"\{(\w*)\}", str(message.id)):
                assert string.format_map(dict.fromkeys(in_rules, "x")) is not None


def test_every_game_and_no_other_has_its_rules_in_words() -> None:
    for language in ("en", "ja"):
        pages = {path.parent.name: path for path in (ROOT / "templates/games").glob(f"*/rules.{language}.html")}
        assert pages.keys() == all_games().keys()
    for slug, path in pages.items():
        assert len(re.findall(r"[\u3040-\u30ff]", path.read_text("utf-8"))) > 200, slug
