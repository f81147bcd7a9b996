"""Makes the page of licences: every shipped package with its version, licence and texts."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from email.parser import HeaderParser
from pathlib import Path

from markupsafe import Markup

from pocket.build import fetch
from pocket.build.packing import unzipped

ROOT = Path(__file__).parents[2]
TEXTS = fetch.PINS / "licences"
PAGE = Markup("""\
<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>卓録 Takuroku: licences · ライセンス</title>
<link rel="stylesheet" href="{style}">
</head>
<body>
<main>
<p><a class="button text" href="./">← 卓録 Takuroku</a></p>
<h1>What is in here, and under which licences</h1>
<p lang="ja">ここに含まれるソフトウェアと、そのライセンスの一覧です。
ライセンスの本文は、効力のある英語の原文のまま載せています。</p>
{parts}</main>
</body>
</html>
""")
METADATA = re.compile(r"\.dist-info/METADATA$")
PART = Markup("<section>\n<h2>{name} {version}</h2>\n<p>{licence}</p>\n{texts}</section>\n")
TEXT = Markup('<details>\n<summary>The text · <span lang="ja">本文</span></summary>\n{paragraphs}</details>\n')


@dataclass(frozen=True)
class Part:
    """A package with its licence in a line, and all licence texts."""

    name: str
    version: str
    licence: str
    texts: tuple[str, ...]


def licences(style: str, libraries: Collection[str]) -> str:
    """The page of licences; `style` is the address of its style sheet, `libraries` are the shipped files."""
    return PAGE.format(style=style, parts=Markup("").join(_section(part) for part in parts(libraries)))


def parts(libraries: Collection[str]) -> Iterator[Part]:
    """The parts of the runtime, then the libraries of which a file is shipped, then those of the pages' scripts."""
    for each in tomllib.loads((fetch.PINS / "runtime.toml").read_text("utf-8"))["part"]:
        text = (TEXTS / f"{each['licence']}.txt").read_text("utf-8")
        yield Part(each["name"], each.get("version", ""), each["licence"], (f"{each['copyright']}\n\n{text}",))
    # Modules are shipped compiled.
    modules = {f"{path.removesuffix('.pyc')}.py" for path in libraries if path.endswith(".pyc")} | {*libraries}
    for wheel in fetch.wheels():
        files = unzipped(wheel.read_bytes())
        if not modules.isdisjoint(files):
            folders = {name.rpartition("/")[0] for name in modules & files.keys()}
            yield _library({name: body for name, body in files.items() if _is_about(name, folders)})
    yield from map(_script, sorted((ROOT / "static" / "vendor").iterdir()))


def _script(folder: Path) -> Part:
    """A library of the pages' scripts; its licences are named in the first line of their texts."""
    texts = [path.read_text("utf-8") for path in sorted(folder.iterdir()) if _is_licence(path.name)]
    version = (folder / "VERSION").read_text("utf-8").strip()
    named = ", ".join(text.strip().splitlines()[0].strip() for text in texts)
    return Part(folder.name, version, named, tuple(texts))


def _is_about(name: str, folders: Collection[str]) -> bool:
    """Whether a file is metadata of the package, or a licence beside its data."""
    folder = name.rpartition("/")[0]
    return ".dist-info" in folder or (folder in folders and _is_licence(name))


def _library(files: Mapping[str, bytes]) -> Part:
    told = HeaderParser().parsestr(next(body for name, body in files.items() if METADATA.search(name)).decode())
    texts = tuple(body.decode() for name, body in sorted(files.items()) if _is_licence(name))
    return Part(told["Name"], told["Version"], _named(told["License-Expression"], told["License"], told), texts)


def _named(expression: str | None, licence: str | None, told: object) -> str:
    """The licence that the package names: an expression, a line, or a classifier."""
    if expression or (licence and "\n" not in licence):
        return str(expression or licence)
    classifiers = told.get_all("Classifier", [])  # type: ignore[attr-defined]
    return next((each.rpartition(" :: ")[2] for each in classifiers if each.startswith("License ::")), "see the text")


def _is_licence(name: str) -> bool:
    """
    >>> _is_licence("flask-3.1.3.dist-info/licenses/LICENSE.txt"), _is_licence("flask-3.1.3.dist-info/METADATA")
    (True, False)
    """
    return any(word in name.rpartition("/")[2].upper() for word in ("LICEN", "COPYING", "NOTICE"))


def _paragraphs(text: str) -> Markup:
    """
    >>> str(_paragraphs("One\\n  line.\\n\\nAnother."))
    '<p>One\\n  line.</p>\\n<p>Another.</p>\\n'
    """
    return Markup("").join(Markup("<p>{}</p>\n").format(each) for each in re.split(r"\n\s*\n", text.strip()))


def _section(part: Part) -> Markup:
    texts = Markup("").join(TEXT.format(paragraphs=_paragraphs(text)) for text in part.texts)
    return PART.format(name=part.name, version=part.version, licence=part.licence, texts=texts)
