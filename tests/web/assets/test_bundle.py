"""Script modules joined into few files: each runs once, in its order, and sees what it imports."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from web.assets.bundle import COPIED, Module, joined

STATIC = Path(__file__).parents[3] / "static"
MODULES = {path.relative_to(STATIC).as_posix(): path.read_text("utf-8") for path in STATIC.rglob("*.js")}

SMALL = {
    "js/core/main.js": (
        'import { one } from "./one.js";\nconst load = (at) => import(at);\none();\nload("./late.js");\n'
    ),
    "js/core/one.js": "export const one = () => 1;\nconst hidden = 2;\n",
    "games/dice/script.js": (
        'import { one } from "../../js/core/one.js";\nimport { cup } from "./cup.js";\n'
        "export function enhance() {\n  return cup(one());\n}\n"
    ),
    "games/dice/cup.js": 'export async function cup() {\n  await import("../../js/core/late.js");\n}\n',
    "js/core/late.js": 'import { shared } from "./shared.js";\nexport const late = shared;\n',
    "js/core/other.js": 'import { shared } from "./shared.js";\nexport const enhance = shared;\n',
    "js/core/shared.js": "const kept = new Map();\nexport const shared = () => kept;\n",
}


def test_what_one_file_alone_needs_is_sent_with_it_and_nothing_twice() -> None:
    files = joined(SMALL)
    assert sorted(files) == [
        "games/dice/script.js",
        *(f"js/core/{name}.js" for name in ("late", "main", "other", "shared")),
    ]
    assert "hidden" in files["js/core/main.js"], "what main imports is sent with it"
    for statement in ("const hidden", "const kept"):
        assert sum(text.count(statement) for text in files.values()) == 1


def test_the_modules_of_a_file_follow_each_other_in_the_order_in_which_they_run() -> None:
    dice = joined(SMALL)["games/dice/script.js"]
    assert dice == (
        'import { one } from "../../js/core/main.js";\n'
        'async function cup() {\n  await import("../../js/core/late.js");\n}\n'
        "function enhance() {\n  return cup(one());\n}\n"
        "export { enhance };\n"
    )


def test_what_others_import_of_main_it_exports() -> None:
    files = joined(SMALL)
    assert "export { one };" in files["js/core/main.js"]
    assert 'load("./late.js")' in files["js/core/main.js"]
    assert 'import { shared } from "./shared.js";' in files["js/core/other.js"]


@pytest.mark.parametrize(
    ("path", "text"),
    [
        ("games/dice/cup.js", "const one = 6;\nexport const cup = () => one;\n"),
        ("games/dice/cup.js", "const { enhance } = document;\nexport const cup = () => enhance;\n"),
    ],
)
def test_one_name_for_two_things_is_refused(path: str, text: str) -> None:
    with pytest.raises(ValueError, match=r"declare (one|enhance)$"):
        joined({**SMALL, path: text})


def test_modules_that_import_each_other_are_refused() -> None:
    with pytest.raises(ValueError, match="imports itself"):
        joined({**SMALL, "js/core/one.js": 'import { one as two } from "./one.js";\nexport const one = two;\n'})


def test_the_modules_import_and_export_in_the_one_form_that_is_joined() -> None:
    for path, text in MODULES.items():
        module = Module(path, text)
        assert len(re.findall(r"^import\b(?!\()", text, re.MULTILINE)) == len(module.imports), path
        assert len(re.findall(r"^export\b", text, re.MULTILINE)) == len(module.exports), path
        assert not re.search(r"^(await|export (let|default|\{))", text, re.MULTILINE), path
        for names, other in module.imports:
            assert set(names) <= set(Module(other, MODULES[other]).exports), f"{path}: {other}"


def test_what_is_copied_keeps_nothing() -> None:
    for path in COPIED:
        kept = [line for line in MODULES[path].splitlines() if re.match(r"(let|var) |const \w+ = (new|\[|\{)", line)]
        assert kept == [], path
