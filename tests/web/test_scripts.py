"""Script modules joined into few files: each runs once, in its order, and sees what it imports."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from web.workings.scripts import COPIED, JOINED, SHARED, Module, joined

STATIC = Path(__file__).parents[2] / "static"
MODULES = {path.relative_to(STATIC).as_posix(): path.read_text("utf-8") for path in STATIC.glob("js/**/*.js")}

SMALL = {
    "js/main.js": 'import { one } from "./one.js";\nconst load = (at) => import(at);\none();\nload("./draft.js");\n',
    "js/one.js": "export const one = () => 1;\nconst hidden = 2;\n",
    "js/step.js": 'import { one } from "./one.js";\nexport function step() {\n  return one();\n}\n',
    "js/draft.js": "export function draft() {}\n",
    "js/games/dice.js": (
        'import { step } from "../step.js";\nimport { cup as dish } from "./dice-cup.js";\n'
        "export function enhance() {\n  return dish(step());\n}\n"
    ),
    "js/games/dice-cup.js": 'export async function cup() {\n  await import("../late.js");\n}\n',
    "js/late.js": "export const late = true;\n",
}


def test_what_one_file_alone_needs_is_sent_with_it_and_nothing_twice() -> None:
    files = joined(SMALL)
    assert sorted(files) == ["js/games/dice.js", "js/late.js", "js/main.js", "js/step.js"]
    assert "hidden" in files["js/main.js"], "what main imports is sent with it"
    assert sum(text.count("const hidden") for text in files.values()) == 1


def test_each_module_keeps_its_scope_and_takes_what_it_imports() -> None:
    dice = joined(SMALL)["js/games/dice.js"]
    assert dice == (
        'import * as _from0 from "../step.js";\n'
        "const _0 = (() => {\n"
        'async function cup() {\n  await import("../late.js");\n}\n'
        "return { cup };\n})();\n"
        "const _1 = (() => {\n"
        "const { step } = _from0;\nconst { cup: dish } = _0;\n"
        "function enhance() {\n  return dish(step());\n}\n"
        "return { enhance };\n})();\n"
        "export const { enhance } = _1;\n"
    )


def test_what_is_sent_with_another_is_loaded_from_there() -> None:
    files = joined(SMALL)
    assert 'load("./step.js")' in files["js/main.js"]
    assert "export const { draft } =" in files["js/step.js"]
    assert 'import * as _from0 from "./main.js";' in files["js/step.js"]
    assert "export const { one } =" in files["js/main.js"]


def test_modules_that_import_each_other_are_refused() -> None:
    with pytest.raises(ValueError, match="imports itself"):
        joined({**SMALL, "js/one.js": 'import { step } from "./step.js";\nexport const one = step;\n'})


def test_the_modules_import_and_export_in_the_one_form_that_is_joined() -> None:
    for path, text in MODULES.items():
        module = Module(path, text)
        assert len(re.findall(r"^import\b(?!\()", text, re.MULTILINE)) == len(module.imports), path
        assert len(re.findall(r"^export\b", text, re.MULTILINE)) == len(module.exports), path
        assert not re.search(r"^(await|export (let|default|\{))", text, re.MULTILINE), path
        for names, other in module.imports:
            wanted = {name.split(" as ")[0].strip() for name in names.split(",")}
            assert wanted <= set(Module(other, MODULES[other]).exports), f"{path}: {other}"


def test_what_is_copied_keeps_nothing() -> None:
    for path in COPIED:
        kept = [line for line in MODULES[path].splitlines() if re.match(r"(let|var) |const \w+ = (new|\[|\{)", line)]
        assert kept == [], path


def test_what_is_named_to_be_shared_is_there() -> None:
    assert {*SHARED, *JOINED, *JOINED.values(), *COPIED} <= MODULES.keys()
    files = joined(MODULES)
    assert len(files) < len(MODULES) * 3 / 4
    assert {"js/main.js", "js/step.js", "js/games/koi-koi.js", "js/yaku.js"} <= files.keys()
