"""Writes house rules, the columns of a player and the record's tables into docs: `python docs/games/house_rules.py`.

House rules go into the pages beside it. Options that are new go with what a document of before means into
tests/games/legacy_defaults.json and into the examples of the two pages of documents; nothing that stands is changed.
"""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Iterator
from itertools import groupby
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[2]))

from scoring.catalogue import all_games
from scoring.entry.choices import Pick, PickList
from scoring.entry.fields import Field, ListField, Number, Writing
from scoring.game import AnyGame
from scoring.insights.facts import Counted
from store.engines.tables import TABLES
from store.players.profiles import PLAYER_FIELDS

LEGACY_DEFAULTS = Path(__file__).parents[2] / "tests" / "games" / "legacy_defaults.json"
SCOREBOOK_FILE = Path(__file__).parents[1] / "scorebook-file.md"
ARCHITECTURE = SCOREBOOK_FILE.with_name("architecture.md")
EXAMPLES = [SCOREBOOK_FILE.with_name("session-document.md"), SCOREBOOK_FILE]
EXAMPLE = re.compile(r'"game": ?"([\w-]+)",[^{}]*"dealer": ?\d+,\s*"options": ?(\{[^{}]*\})')
PART = re.compile(r"(?<=<!-- house rules: `make docs` -->\n).*?(?=<!-- end -->)", re.DOTALL)
CHOSEN = re.compile(r"(?<=<!-- chosen for a player: `make docs` -->\n).*?(?=<!-- end -->)", re.DOTALL)

RECORD = re.compile(r"(?<=<!-- tables: `make docs` -->\n).*?(?=<!-- end -->)", re.DOTALL)
SOURCES = {"log": "the log", "kept": "beside the log", "derived": "made from the log", "passing": "for the moment"}


def page_of(game: AnyGame) -> Path:
    return Path(__file__).with_name(f"{game.slug}.md")


def new_page(game: AnyGame) -> str:
    """What a page begins with: the game's name, and the facts that its deals tell."""
    kinds = {Counted.NUMBER: "number", Counted.YES_OR_NO: "yes/no", Counted.ONE_OF: "one of"}
    rows = ["| fact | values |", "|---|---|"]
    for kind in game.sheet.fact_kinds:
        values = ", ".join(f"`{choice.value}`" for choice in kind.choices)
        rows.append(f"| `{kind.name}` | {kinds.get(kind.counted, 'some of')}{values and ' '}{values}: {kind.label} |")
    house_rules = "<!-- house rules: `make docs` -->\n<!-- end -->"
    return "\n\n".join((f"# {game.name}: `{game.slug}`", house_rules, "## Facts", "\n".join(rows))) + "\n"


def with_house_rules(page: str, game: AnyGame) -> str:
    """The text of a page with the tables of its game."""
    return PART.sub("\n".join(["", *_tables(game), "", ""]), page)


def _tables(game: AnyGame) -> Iterator[str]:
    games = [*all_games().values()]
    first = {row: other for other in reversed(games[: games.index(game)]) for row in _option_rows(other)}
    yield "| option | | values, default first |"
    yield "|---|---|---|"
    for other, rows in groupby(_option_rows(game), first.get):
        if other:
            yield f"| {'<br>'.join(names for names, *_ in rows)} | As in [{other.name}]({other.slug}.md). | |"
        else:
            yield from (f"| {' | '.join(row)} |" for row in rows)
    yield ""
    yield "| preset | | changes |"
    yield "|---|---|---|"
    fields = {field.name: field for field in game.options.fields()}
    for preset in game.presets:
        about = " ".join(str(each) for each in (f"{preset.label}.", preset.help) if each)
        changed = (
            f"`{name}` `{fields[name].written(value)}`"
            for name, value in preset.values.items()
            if value != fields[name].suggested
        )
        yield f"| `{preset.slug}` | {about} | {', '.join(changed) or 'none'} |"


def _option_rows(game: AnyGame) -> Iterator[tuple[str, str, str]]:
    """The cells of each option; numbers that differ in nothing but name, label and default share a row."""

    def alike(field: Field) -> tuple[object, ...]:
        if not isinstance(field, Number):
            return (field.name,)
        return (field.help, field.only_with, field.unset, field.low, field.high, field.denominator)

    for _, group in groupby(game.options.fields(), alike):
        fields = [*group]
        about = "<br>".join(f"{field.label}." for field in fields)
        if fields[0].help:
            about += f" {fields[0].help}"
        if fields[0].only_with:
            about += " Only with `{}` `{}`.".format(*fields[0].only_with)
        yield "<br>".join(f"`{field.name}`" for field in fields), about, "<br>".join(_values(fields))


def _values(fields: list[Field]) -> Iterator[str]:
    """The defaults, and which other values there are; the fields differ in no more than their defaults."""
    field = fields[0]
    if isinstance(field, Pick):
        first = field.written(field.suggested)
        for choice in sorted(field.choices, key=lambda each: each.value != first):
            yield f"`{choice.value}` ({choice.label})" + (f": {choice.help}" if choice.help else "")
        return
    if isinstance(field, ListField):
        each = [f"`{choice.value}`" for choice in field.choices] if isinstance(field, PickList) else []
        yield f"`{json.dumps(field.written(field.suggested))}`"
        yield "a list of " + (", ".join(each) or "numbers") + f", at most {field.most}"
        return
    unset = field.unset if isinstance(field, Number) else None
    defaults = ("`null`" if each.suggested is None else f"`{each.written(each.suggested)}`" for each in fields)
    yield "<br>".join(defaults) + (f": {unset}" if unset else "")
    if isinstance(field, Writing):
        yield f"text of up to {field.longest} characters"
    elif isinstance(field, Number):
        yield f"{field.low} to {field.high}" + ("" if field.denominator == 1 else ", with up to two decimals, as text")


def with_legacy_defaults(said: str) -> str:
    """The file of them, with the options that it does not have."""
    known = json.loads(said)
    for game in all_games().values():
        known[game.slug] = _legacy_defaults(game) | known.get(game.slug, {})
    return json.dumps(known, ensure_ascii=False, indent=2) + "\n"


def with_all_options(page: str) -> str:
    """The text of a page whose examples name every option."""

    def filled(example: re.Match[str]) -> str:
        said = json.loads(example[2])
        game = all_games()[example[1]]
        sparse = {field.name for field in game.options.fields() if field.sparse}
        whole = {name: value for name, value in _legacy_defaults(game).items() if name not in sparse} | said
        if len(whole) == len(said):
            return example[0]
        separators = (", ", ": ") if ": " in example[2] else (",", ":")
        return example[0].removesuffix(example[2]) + json.dumps(whole, ensure_ascii=False, separators=separators)

    return EXAMPLE.sub(filled, page)


def with_player_fields(page: str) -> str:
    """The text of the page of the scorebook file with what keepers choose for a player."""
    rows = [f"| `{name}` | {each.kind.expected} |" for name, each in PLAYER_FIELDS.items()]
    return CHOSEN.sub("\n".join(["", "| key | |", "|---|---|", *rows, "", ""]), page)


def with_record_tables(page: str) -> str:
    """The text of the page of the architecture with the record's tables: of which kind, and purged with what."""
    owners: list[tuple[str, ...]] = [("scorebook",), ("scorebook", "session"), ("session",), ()]
    rows = ["", "| | scorebook | scorebook or session | session | neither |", "|---|---|---|---|---|"]
    for source, title in SOURCES.items():
        cells = (
            " ".join(f"`{name}`" for name, table in TABLES.items() if (table.source, table.owners) == (source, each))
            for each in owners
        )
        rows.append(f"| {title} | {' | '.join(cells)} |")
    return RECORD.sub("\n".join([*rows, "", ""]), page)


def _legacy_defaults(game: AnyGame) -> dict[str, object]:
    return {field.name: field.written(field.legacy_default) for field in game.options.fields()}


if __name__ == "__main__":
    for game in all_games().values():
        page = page_of(game)
        text = page.read_text() if page.exists() else new_page(game)
        page.write_text(with_house_rules(text, game))
    LEGACY_DEFAULTS.write_text(with_legacy_defaults(LEGACY_DEFAULTS.read_text()))
    for page in EXAMPLES:
        page.write_text(with_all_options(page.read_text()))
    SCOREBOOK_FILE.write_text(with_player_fields(SCOREBOOK_FILE.read_text()))
    ARCHITECTURE.write_text(with_record_tables(ARCHITECTURE.read_text()))
