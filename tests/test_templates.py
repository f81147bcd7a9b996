"""What holds of the templates as they are written, whether or not a test opens the page."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from jinja2 import Environment, nodes

from app import create_app

FOLDER = Path(__file__).parents[1] / "templates"
SOURCES = {path.relative_to(FOLDER).as_posix(): path.read_text("utf-8") for path in sorted(FOLDER.rglob("*.html"))}


@pytest.fixture(scope="module")
def jinja(tmp_path_factory: pytest.TempPathFactory) -> Environment:
    data = str(tmp_path_factory.mktemp("data"))
    return create_app({"TAKUROKU_DATA": data, "TAKUROKU_SECRET": "a key for tests"}).jinja_env


def test_nothing_is_shown_unescaped(jinja: Environment) -> None:
    assert unescaped(jinja, "{{ said|safe }}") == ["safe"]
    assert {name: found for name, text in SOURCES.items() if (found := unescaped(jinja, text))} == {}


def unescaped(jinja: Environment, text: str) -> list[str]:
    """By what a template shows something as it is."""
    tree = jinja.parse(text)
    filters = [each.name for each in tree.find_all(nodes.Filter) if each.name == "safe"]
    marked = [type(each).__name__ for each in tree.find_all((nodes.MarkSafe, nodes.MarkSafeIfAutoescape))]
    return filters + marked + re.findall(r"{%-?\s*autoescape", text)


def test_style_and_script_stand_in_files() -> None:
    assert {name: found for name, text in SOURCES.items() if (found := inline(text))} == {}


def inline(text: str) -> list[str]:
    """Style and script within a page, and what it would get from elsewhere.

    >>> inline("<p style='color: red'>"), inline("<script>act()</script>"), inline('<img src="//a.example/b">')
    ([' style='], ['<script>'], ['="//'])
    """
    scripts = [tag for tag in re.findall(r"<script\b[^>]*>", text) if "src=" not in tag]
    found = re.findall(r"<style\b|\sstyle=|\son[a-z]+=|javascript:", text)
    return found + scripts + re.findall(r"https?://|=\s*[\"']//", text)


def test_every_form_that_writes_carries_a_token() -> None:
    forms = [(name, form) for name, text in SOURCES.items() for form in re.findall(r"<form\b.*?</form>", text, re.S)]
    # The form of the codes writes nothing: what it sends is only shown.
    writing = [
        each for each in forms if re.search(r"method=[\"']post", each[1]) and 'url_for("code.preview")' not in each[1]
    ]
    assert len({name for name, _ in writing}) > 20
    assert [(name, form[:99]) for name, form in writing if not re.search(r"csrf_token\(\)|hidden\(", form)] == []


def test_words_are_marked_for_translation(jinja: Environment) -> None:
    """Words that stand in a template as they are would stay English on a Japanese page."""
    assert unmarked(jinja, "<p>Save</p>") == ["Save"]
    asked = [name for name in SOURCES if not re.search(r"/rules\.(en|ja)\.html$", name)]
    assert {name: found for name in asked if (found := unmarked(jinja, SOURCES[name]))} == {}


def unmarked(jinja: Environment, text: str) -> list[str]:
    """The words of a template that are sent as they stand."""
    tree, data = jinja.parse(text), nodes.TemplateData
    classes = [
        each for block in tree.find_all(nodes.Block) for each in block.find_all(data) if block.name.endswith("_class")
    ]
    shown = re.sub(r"<[^>]*>", "\n", "\x00".join(each.data for each in tree.find_all(data) if each not in classes))
    words = [each.strip() for each in re.split(r"\n|\x00", shown) if re.search(r"[A-Za-z]{3}", each)]
    return [each for each in words if not re.search(r"[<>=\"]|^(&ensp;|DOCTYPE html)$", each)]
