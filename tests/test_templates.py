"""What holds of the templates as they are written, whether or not a test opens the page."""

from __future__ import annotations

import inspect
import re
from pathlib import Path

import pytest
from jinja2 import Environment, nodes

from app import create_app

FOLDER = Path(__file__).parents[1] / "templates"
FORMS = "macros/forms.html"
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


def test_functions_are_called_as_they_are_declared(jinja: Environment) -> None:
    """The types are checked in Python alone, and not every branch of a template is on some page of the tests."""
    assert miscalled(jinja, "{{ language(1) }} {{ language() }} {{ day_of(to=2) }}") == ["language", "day_of"]
    assert {name: found for name, text in SOURCES.items() if (found := miscalled(jinja, text))} == {}


def miscalled(jinja: Environment, text: str) -> list[str]:
    """The functions of the site that a template calls with too many, too few or unknown arguments."""
    tree, found = jinja.parse(text), []
    macros = {name for each in tree.find_all(nodes.FromImport) for name in each.names} | {
        each.name for each in tree.find_all(nodes.Macro)
    }
    for call in tree.find_all(nodes.Call):
        name = call.node.name if isinstance(call.node, nodes.Name) else ""
        function = None if name in macros else jinja.globals.get(name)
        if not inspect.isfunction(function) or call.dyn_args or call.dyn_kwargs:
            continue
        try:
            passed = [jinja] if hasattr(function, "jinja_pass_arg") else []
            inspect.signature(function).bind(*passed, *call.args, **{each.key: each.value for each in call.kwargs})
        except TypeError:
            found.append(name)
    return found


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


def test_one_macro_alone_writes_forms_that_post() -> None:
    """So no form can be without the token that it puts in."""
    macro = SOURCES[FORMS]
    assert posts(macro) and '{{ hidden("csrf_token", csrf_token()) }}' in macro
    assert {name: found for name, text in SOURCES.items() if name != FORMS and (found := posts(text))} == {}


def posts(text: str) -> list[str]:
    """What makes a form post, and a token that is put in by hand.

    >>> posts('<form class="rows" METHOD = post>'), posts("<button formmethod='post'>"), posts('<form method="get">')
    (['METHOD = post'], ["method='post"], [])
    """
    return re.findall(r"method\s*=\s*[\"']?post|csrf_token\(", text, re.IGNORECASE)


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


def test_what_is_before_a_colon_and_what_is_behind_it_are_one_message() -> None:
    """Else the colon of a Japanese text is that of English."""
    assert re.search(BARE_COLON, "{{ name }}: {{ label }}") and re.search(BARE_COLON, '<b aria-label=": {{ name }}">')
    english = {"site/api.html"}
    assert [name for name, text in SOURCES.items() if re.search(BARE_COLON, text) and name not in english] == []


BARE_COLON = r"\}\}(</\w+>)*: |[\">]: \{\{"
