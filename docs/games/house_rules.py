"""Writes the house rules into the pages beside it, as the games declare them: `python docs/games/house_rules.py`."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[2]))

from scoring.catalogue import all_games
from scoring.entry.choices import Pick
from scoring.entry.fields import Field, Number, Writing
from scoring.game import AnyGame

PART = re.compile(r"(?<=<!-- house rules: `make docs` -->\n).*?(?=<!-- end -->)", re.DOTALL)


def page_of(game: AnyGame) -> Path:
    return Path(__file__).with_name(f"{game.slug}.md")


def with_house_rules(page: str, game: AnyGame) -> str:
    """The text of a page with the tables of its game."""
    return PART.sub("\n".join(["", *_tables(game), "", ""]), page)


def _tables(game: AnyGame) -> Iterator[str]:
    yield "| option | | values, the default first |"
    yield "|---|---|---|"
    for field in game.options.fields():
        about = " ".join(str(each) for each in (f"{field.label}.", field.help) if each)
        if field.only_with:
            about += " Only with `{}` `{}`.".format(*field.only_with)
        yield f"| `{field.name}` | {about} | {'<br>'.join(_values(field))} |"
    yield ""
    yield "| preset | | options |"
    yield "|---|---|---|"
    fields = {field.name: field for field in game.options.fields()}
    for preset in game.presets:
        about = " ".join(str(each) for each in (f"{preset.label}.", preset.help, preset.about) if each)
        values = (f"`{name}` `{fields[name].written(value)}`" for name, value in preset.values.items())
        yield f"| `{preset.slug}` | {about} | {' · '.join(values) or 'the defaults'} |"


def _values(field: Field) -> Iterator[str]:
    if isinstance(field, Pick):
        first = field.written(field.suggested)
        for choice in sorted(field.choices, key=lambda each: each.value != first):
            yield f"`{choice.value}` ({choice.label})" + (f": {choice.help}" if choice.help else "")
        return
    unset = field.unset if isinstance(field, Number) else None
    default = "`null`" if field.suggested is None else f"`{field.written(field.suggested)}`"
    yield f"{default}: {unset}" if unset else default
    if isinstance(field, Writing):
        yield f"text of up to {field.longest} characters"
    elif isinstance(field, Number):
        yield f"{field.low} to {field.high}" + ("" if field.denominator == 1 else ", with up to two decimals, as text")


if __name__ == "__main__":
    for game in all_games().values():
        page = page_of(game)
        page.write_text(with_house_rules(page.read_text(), game))
