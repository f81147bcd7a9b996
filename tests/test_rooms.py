"""The rooms of the house: arrows run one way; only the store knows a database, the rules and the record no clock."""

from __future__ import annotations

import ast
import subprocess
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
ORDER: tuple[tuple[str, str], ...] = (
    ("scoring", ""),
    ("record", ""),
    ("store", "errors encoding progress"),
    ("store", "engines"),
    ("store", "book"),
    ("store", "cache"),
    ("store", "scorebooks"),
    ("store", "stats"),
    ("store", "players"),
    # Who sits at a table is written with who may, and both with what is played there.
    ("store", "access sessions seats"),
    ("store", "transfer"),
    ("store", "admin"),
    ("store", "__main__"),
    ("web", "settings errors"),
    ("web", "request assets"),
    ("web", "identity"),
    ("web", "i18n"),
    ("web", "http"),
    ("web", "exports summaries pocket"),
    ("web", "sheet"),
    ("web", "api"),
    ("web", "pages"),
    ("web", "server"),
    ("web", "serve"),
    ("app", ""),
    ("bench", ""),
    ("pocket", ""),
    ("tests", ""),
)
"""Rooms and their packages, and the few modules that lie in none, from the inmost: each knows those before it."""
PLACE = {
    f"{room}.{part}".rstrip("."): number for number, (room, parts) in enumerate(ORDER) for part in parts.split() or [""]
}
DATABASES = "sqlite3 sqlite_utils psycopg psycopg_pool"
CLOCK_AND_CHANCE = "time random secrets os threading"
FORBIDDEN = {
    "scoring": f"{DATABASES} {CLOCK_AND_CHANCE} flask werkzeug",
    "record": f"{DATABASES} {CLOCK_AND_CHANCE} flask werkzeug",
    "store": "flask werkzeug",
    "web": DATABASES,
}
"""What a room imports nothing of; in the store only the engines import their drivers."""


@cache
def modules(room: str) -> dict[str, ast.Module]:
    """Every module of a folder with its parsed source, by name."""
    paths = {path: path.relative_to(ROOT).with_suffix("").parts for path in sorted((ROOT / room).rglob("*.py"))}
    return {
        ".".join(parts).removesuffix(".__init__"): ast.parse(path.read_text("utf-8")) for path, parts in paths.items()
    }


@cache
def imported(tree: ast.Module) -> frozenset[str]:
    """Everything that a module names in an import, wherever it stands: also what only the types need."""
    found: set[str] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            found |= {each.name for each in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            found |= {node.module, *(f"{node.module}.{each.name}" for each in node.names)}
    return frozenset(found)


def place(module: str) -> int | None:
    """How far out a module of ours lies; None of another's, and of a room itself."""
    room, _, rest = module.partition(".")
    return PLACE.get(room, PLACE.get(f"{room}.{rest.partition('.')[0]}"))


@pytest.mark.parametrize("room", FORBIDDEN)
def test_a_room_knows_only_what_lies_further_in(room: str) -> None:
    known = {name: imported(tree) for name, tree in modules(room).items()}
    assert [name for name in known if name != room and place(name) is None] == [], "a new package has a place in ORDER"
    against = [
        f"{name} -> {each}"
        for name, names in known.items()
        for each in names
        if name != room and (place(each) or 0) > (place(name) or 0)
    ]
    assert against == []
    forbidden = {*FORBIDDEN[room].split()}
    roots = {name: {each.split(".")[0] for each in names} for name, names in known.items()}
    assert {name: found for name, names in roots.items() if (found := names & forbidden)} == {}


def test_the_rules_and_the_record_do_not_ask_what_time_it_is() -> None:
    for room in ("scoring", "record"):
        for name, tree in modules(room).items():
            assert "now" not in {node.attr for node in ast.walk(tree) if isinstance(node, ast.Attribute)}, name


def test_a_game_knows_no_other_game_and_a_family_none() -> None:
    for name, tree in modules("scoring").items():
        own = ".".join(name.split(".")[:3])
        games = {".".join(each.split(".")[:3]) for each in imported(tree) if each.startswith("scoring.games.")}
        if name.startswith(("scoring.games.", "scoring.families")):
            assert games <= {own}, name


def test_an_engine_is_known_by_its_door_alone_and_loaded_when_its_address_comes() -> None:
    knowing = {name: imported(tree) for name, tree in modules("store").items()}
    drivers = {name for name, names in knowing.items() if {each.split(".")[0] for each in names} & {*DATABASES.split()}}
    assert drivers == {f"store.engines.{module}" for module in ("sqlite", "postgresql", "checksums", "damaged_file")}
    for room in ("store", "web"):
        for name, tree in modules(room).items():
            if not name.startswith("store.engines"):
                assert not [each for each in imported(tree) if each in drivers], name
    script = """
import sys
from store.engines import database_at
database_at("data")
assert not {"psycopg", "psycopg_pool"} & {*sys.modules}
database_at("postgresql://nobody@host/name")
assert "psycopg" in sys.modules
"""
    subprocess.run([sys.executable, "-c", script], cwd=ROOT, check=True)


def test_a_view_is_given_a_book_and_no_connection() -> None:
    """What it calls in the store takes a book first, but for three functions that ask no record."""
    free = {"store.sessions.purge.purge_cutoff", "store.players.profiles.colour_of", "store.sessions.versions.first_of"}
    first = {
        f"{name}.{each.name}": [arg.arg for arg in (*each.args.posonlyargs, *each.args.args)][:1]
        for name, tree in modules("store").items()
        if not name.startswith(("store.encoding", "store.progress", "store.transfer"))
        for each in tree.body
        if isinstance(each, ast.FunctionDef)
    }
    for name, tree in modules("web/pages").items():
        taken = {*imported(tree)}
        whole = {each.rpartition(".")[2]: each for each in taken if each in modules("store")}
        taken |= {f"{whole.get(id)}.{attribute}" for id, attribute in attributes(tree)}
        assert {each for each in taken & first.keys() if first[each] != ["book"]} <= free, name
        assert not [each for each in taken if each.startswith("store.engines")], name


def attributes(tree: ast.Module) -> Iterator[tuple[str, str]]:
    """What is taken of what has a name."""
    for each in ast.walk(tree):
        if isinstance(each, ast.Attribute) and isinstance(each.value, ast.Name):
            yield each.value.id, each.attr
