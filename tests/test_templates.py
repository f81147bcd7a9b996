"""What holds of the templates as they are written, whether or not a test opens the page."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from flask import Flask
from jinja2 import nodes

from app import create_app

FOLDER = Path(__file__).parents[1] / "templates"
TEMPLATES = sorted(path.relative_to(FOLDER).as_posix() for path in FOLDER.rglob("*.html"))
GAMES_RULES = ("/rules.en.html", "/rules.ja.html")


@pytest.fixture(scope="module")
def app(tmp_path_factory: pytest.TempPathFactory) -> Flask:
    return create_app({"TAKUROKU_DATA": str(tmp_path_factory.mktemp("data")), "TAKUROKU_SECRET": "a key for tests"})


def source(name: str) -> str:
    return (FOLDER / name).read_text("utf-8")


def test_every_template_can_be_read(app: Flask) -> None:
    assert [name for name in TEMPLATES if app.jinja_env.get_template(name).name != name] == []


def test_nothing_is_shown_unescaped(app: Flask) -> None:
    assert unescaped(app, "{{ said|safe }}") == ["safe"]
    assert {name: found for name in TEMPLATES if (found := unescaped(app, source(name)))} == {}


def unescaped(app: Flask, text: str) -> list[str]:
    """By what a template shows something as it is."""
    tree = app.jinja_env.parse(text)
    filters = [each.name for each in tree.find_all(nodes.Filter) if each.name == "safe"]
    marked = [type(each).__name__ for each in tree.find_all((nodes.MarkSafe, nodes.MarkSafeIfAutoescape))]
    return filters + marked + re.findall(r"{%-?\s*autoescape", text)


def test_style_and_script_stand_in_files() -> None:
    assert {name: found for name in TEMPLATES if (found := inline(source(name)))} == {}


def inline(text: str) -> list[str]:
    """Style and script within a page, and what it would get from elsewhere.

    >>> inline("<p style='color: red'>"), inline("<script>act()</script>"), inline('<img src="//a.example/b">')
    ([' style='], ['<script>'], ['="//'])
    """
    scripts = [tag for tag in re.findall(r"<script\b[^>]*>", text) if "src=" not in tag]
    return (
        re.findall(r"<style\b|\sstyle=|\son[a-z]+=|javascript:", text)
        + scripts
        + re.findall(r"https?://|=\s*[\"']//", text)
    )


def forms_that_write(name: str) -> list[str]:
    forms = re.findall(r"<form\b.*?</form>", source(name), re.DOTALL)
    return [form for form in forms if re.search(r"method=[\"']post", form)]


LOOKS = 'action="{{ url_for("code.look") }}"'
"""A form that writes nothing: what it sends is only shown."""


def test_every_form_that_writes_carries_a_token() -> None:
    forms = [(name, form) for name in TEMPLATES for form in forms_that_write(name) if LOOKS not in form]
    assert len({name for name, _ in forms}) > 20
    assert [(name, form[:100]) for name, form in forms if not re.search(r"csrf_token\(\)|hidden\(", form)] == []


def test_words_are_marked_for_translation(app: Flask) -> None:
    """Words that stand in a template as they are would stay English on a Japanese page."""
    assert unmarked(app, "<p>Save</p>") == ["Save"]
    asked = [name for name in TEMPLATES if not name.endswith(GAMES_RULES)]
    assert {name: found for name in asked if (found := unmarked(app, source(name)))} == {}


def unmarked(app: Flask, text: str) -> list[str]:
    """The words of a template that are sent as they stand."""
    tree = app.jinja_env.parse(text)
    classes = [data for block in tree.find_all(nodes.Block) for data in _data(block) if block.name.endswith("_class")]
    shown = "\x00".join(data.data for data in _data(tree) if data not in classes)
    shown = re.sub(r"<[^>]*>", "\n", shown)
    left = [
        words.strip()
        for words in re.split(r"\n|\x00", shown)
        if re.search(r"[A-Za-z]{3}", words) and not re.search(r"[<>=\"]", words)
    ]
    return [words for words in left if words not in ("UTC", "&ensp;", "DOCTYPE html")]


def _data(node: nodes.Node) -> Iterator[nodes.TemplateData]:
    """What a template sends as it stands."""
    return node.find_all(nodes.TemplateData)
