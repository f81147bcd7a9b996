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


@pytest.mark.parametrize("name", TEMPLATES)
def test_a_template_can_be_read(app: Flask, name: str) -> None:
    assert app.jinja_env.get_template(name).name == name


@pytest.mark.parametrize("name", TEMPLATES)
def test_nothing_is_shown_unescaped(app: Flask, name: str) -> None:
    tree = app.jinja_env.parse(source(name))
    assert [each.name for each in tree.find_all(nodes.Filter) if each.name == "safe"] == []
    assert list(tree.find_all((nodes.MarkSafe, nodes.MarkSafeIfAutoescape))) == []
    assert not re.search(r"{%-?\s*autoescape", source(name))


@pytest.mark.parametrize("name", TEMPLATES)
def test_style_and_script_stand_in_files(name: str) -> None:
    text = source(name)
    assert not re.search(r"<style\b|\sstyle=|\son[a-z]+=|javascript:", text)
    assert [tag for tag in re.findall(r"<script\b[^>]*>", text) if "src=" not in tag] == []
    assert not re.search(r"https?://|=\s*[\"']//", text)


def forms_that_write(name: str) -> list[str]:
    forms = re.findall(r"<form\b.*?</form>", source(name), re.DOTALL)
    return [form for form in forms if re.search(r"method=[\"']post", form)]


@pytest.mark.parametrize("name", [name for name in TEMPLATES if forms_that_write(name)])
def test_a_form_that_writes_carries_a_token(name: str) -> None:
    for form in forms_that_write(name):
        assert re.search(r"csrf_token\(\)|hidden\(", form), form[:100]


@pytest.mark.parametrize("name", [name for name in TEMPLATES if not name.endswith(GAMES_RULES)])
def test_words_are_marked_for_translation(app: Flask, name: str) -> None:
    """Words that stand in a template as they are would stay English on a Japanese page."""
    tree = app.jinja_env.parse(source(name))
    classes = [data for block in tree.find_all(nodes.Block) for data in _data(block) if block.name.endswith("_class")]
    shown = "\x00".join(data.data for data in _data(tree) if data not in classes)
    shown = re.sub(r"<[^>]*>", "\n", shown)
    left = [
        words.strip()
        for words in re.split(r"\n|\x00", shown)
        if re.search(r"[A-Za-z]{3}", words) and not re.search(r"[<>=\"]", words)
    ]
    assert [words for words in left if words not in ("UTC", "&ensp;", "DOCTYPE html")] == []


def _data(node: nodes.Node) -> Iterator[nodes.TemplateData]:
    """What a template sends as it stands."""
    return node.find_all(nodes.TemplateData)
