"""Writes the tables of commands and settings into docs: `python docs/operating/tables.py`."""

from __future__ import annotations

import re
import sys
from argparse import ArgumentParser
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[2]))

import bench.__main__ as bench
import pocket.__main__ as pocket
import scoring.__main__ as scoring
import store.__main__ as store
from store.engines import ADDRESSES
from web.settings import VARIABLES

ROOT = Path(__file__).parents[2]
OPERATING, REFERENCE = ROOT / "docs" / "operating.md", ROOT / "docs" / "operating" / "reference.md"


def with_commands(page: str) -> str:
    """The text of the reference with every command of each program; `make help` has those of make."""
    rows = [
        *_program("store", store.parsers()[1]),
        *_program("pocket", pocket.parsers()[1]),
        ("`python -m scoring`", _sentence(scoring.__doc__)),
        ("`python -m bench [TOPIC …]`", f"{_sentence(bench.__doc__)}: {', '.join(bench.TOPICS)}"),
    ]
    return _filled(page, "commands", [("command", ""), *rows], after=f"`PLACE` and `TARGET` are {ADDRESSES}.")


def _program(name: str, commands: Mapping[str, ArgumentParser]) -> Iterator[tuple[str, str]]:
    yield f"**`python -m {name} …`**", ""
    for each in commands.values():
        usage = re.sub(r" \[-[^]]*]", "", " ".join(each.format_usage().split()))
        yield f"`{usage.partition(f'python -m {name} ')[2]}`", each.description or ""


def _sentence(text: str | None) -> str:
    return (text or "").partition("\n\n")[0].removesuffix(".")


def with_settings(page: str) -> str:
    """The text of the page about operating with every variable of the environment."""
    rows = [
        (
            f"`TAKUROKU_{name}`",
            f"{each.about} ([more]({each.more}))" if each.more else each.about,
            ", ".join(filter(None, (f"`{each.default}`" if each.default else "", each.meaning))),
        )
        for name, each in VARIABLES.items()
    ]
    return _filled(page, "settings", [("variable", "what", "default"), *rows])


def _filled(page: str, name: str, rows: Iterable[tuple[str, ...]], *, after: str = "") -> str:
    head, *others = (f"| {' | '.join(each.replace('|', '&#124;') for each in row)} |" for row in rows)
    lines = ["", head, re.sub("[^|]+", "---", head), *others, "", *((after, "") if after else ()), ""]
    part = re.compile(rf"(?<=<!-- {name}: `make docs` -->\n).*?(?=<!-- end -->)", re.DOTALL)
    return part.sub(lambda _: "\n".join(lines), page)


if __name__ == "__main__":
    for path, filled in ((OPERATING, with_settings), (REFERENCE, with_commands)):
        path.write_text(filled(path.read_text("utf-8")), "utf-8")
