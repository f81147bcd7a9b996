"""The rooms of the house: arrows run one way, in no circles; only the store knows a database, the record no clock."""

from __future__ import annotations

import ast
import subprocess
import sys
from collections.abc import Iterator
from functools import cache
from itertools import pairwise
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
ROOMS = ("scoring", "record", "store", "web")
"""From the inmost to the outmost: each may know those before it."""


@cache
def modules(room: str) -> tuple[tuple[str, ast.Module], ...]:
    """Every module of a folder with its parsed source."""
    paths = {path: path.relative_to(ROOT).with_suffix("").parts for path in sorted((ROOT / room).rglob("*.py"))}
    return tuple(
        (".".join(parts).removesuffix(".__init__"), ast.parse(path.read_text("utf-8"))) for path, parts in paths.items()
    )


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


def roots(tree: ast.Module) -> set[str]:
    return {name.split(".")[0] for name in imported(tree)}


@pytest.mark.parametrize("room", ROOMS)
def test_a_room_knows_only_those_further_in(room: str) -> None:
    further_out = {*ROOMS[ROOMS.index(room) + 1 :], "app", "tests", "bench", "pocket"}
    knowing = {name: roots(tree) & further_out for name, tree in modules(room)}
    assert len(knowing) > 5
    assert {name: known for name, known in knowing.items() if known} == {}


@pytest.mark.parametrize("room", ["scoring", "record"])
def test_the_inner_rooms_have_no_database_no_web_no_clock_and_no_chance(room: str) -> None:
    without = {
        "sqlite3",
        "sqlite_utils",
        "psycopg",
        "flask",
        "werkzeug",
        "time",
        "random",
        "secrets",
        "os",
        "threading",
    }
    assert {name: found for name, tree in modules(room) if (found := roots(tree) & without)} == {}
    assert not [name for name, tree in modules(room) if "now" in {node.attr for node in attributes(tree)}]


def test_a_game_knows_no_other_game_and_a_family_none() -> None:
    for name, tree in modules("scoring"):
        own = ".".join(name.split(".")[:3])
        games = {".".join(each.split(".")[:3]) for each in imported(tree) if each.startswith("scoring.games.")}
        if name.startswith(("scoring.games.", "scoring.families")):
            assert games <= {own}, name


WITHIN: dict[str, tuple[frozenset[str], ...]] = {
    "store": (
        frozenset({"errors", "values", "naming", "progress"}),
        frozenset({"engines"}),
        frozenset({"scorebooks"}),
        frozenset({"stats"}),
        frozenset({"players"}),
        # Who sits at a table is written with who may, and both with what is played there.
        frozenset({"access", "sessions", "seats"}),
        frozenset({"book"}),
        frozenset({"transfer"}),
        frozenset({"admin"}),
        frozenset({"__main__"}),
    ),
    "web": (
        frozenset({"settings"}),
        frozenset({"request", "assets"}),
        frozenset({"identity"}),
        frozenset({"i18n"}),
        frozenset({"reports", "pocket"}),
        frozenset({"http"}),
        frozenset({"sheet"}),
        frozenset({"api"}),
        frozenset({"pages"}),
        frozenset({"server"}),
        frozenset({"serve"}),
    ),
}
"""The packages of a room, and the few modules that lie in none, from the inmost to the outmost."""


@pytest.mark.parametrize("room", WITHIN)
def test_within_a_room_a_package_knows_only_those_further_in(room: str) -> None:
    place = {name: number for number, names in enumerate(WITHIN[room]) for name in names}
    against = [
        f"{name} -> {each}"
        for name, tree in modules(room)
        for each in imported(tree)
        if each.startswith(f"{room}.") and name != room and place.get(part(each), -1) > place[part(name)]
    ]
    assert against == []


def part(module: str) -> str:
    """The package, or the module in none, that a module of a room belongs to."""
    return module.split(".")[1]


@pytest.mark.parametrize("room", WITHIN)
def test_a_module_lies_in_a_package(room: str) -> None:
    known = {name for names in WITHIN[room] for name in names}
    found = {path.stem for path in (ROOT / room).glob("*") if path.suffix == ".py" or (path / "__init__.py").exists()}
    assert found - {"__init__"} == known, "put a module into a package; a new package has its place in WITHIN"


def attributes(tree: ast.Module) -> Iterator[ast.Attribute]:
    return (node for node in ast.walk(tree) if isinstance(node, ast.Attribute))


ENGINES = {"sqlite": ("sqlite",), "postgresql": ("postgres", "psycopg")}
"""By what words one knows which engine is spoken of."""


def told_of(path: Path) -> set[str]:
    """The engines that a module speaks of, in its code, its texts or its comments."""
    text = path.read_text("utf-8").lower()
    return {engine for engine, words in ENGINES.items() if any(word in text for word in words)}


def test_nobody_outside_its_modules_names_an_engine() -> None:
    door = ROOT / "store" / "engines"
    outside = [ROOT / "app.py", *(path for room in ROOMS for path in sorted((ROOT / room).rglob("*.py")))]
    assert {path: told_of(path) for path in outside if door not in path.parents and told_of(path)} == {}
    assert told_of(door / "__init__.py") == {*ENGINES}
    shared = [path for path in door.glob("*.py") if path.name != "__init__.py"]
    assert {path.name: told_of(path) for path in shared if told_of(path)} == {}
    for engine in ENGINES:
        within = {path: told_of(path) - {engine} for path in (door / engine).glob("*.py")}
        assert len(within) > 3
        assert {path: others for path, others in within.items() if others} == {}, "it speaks of another engine"


def test_only_an_engines_own_modules_import_its_driver() -> None:
    drivers = {"sqlite3", "sqlite_utils", "psycopg", "psycopg_pool"}
    knowing = {name: found for room in ROOMS for name, tree in modules(room) if (found := roots(tree) & drivers)}
    assert {name.rpartition(".")[0] for name in knowing} == {f"store.engines.{engine}" for engine in ENGINES}
    engines = {
        name for name, _ in modules("store") if name.startswith(tuple(f"store.engines.{each}" for each in ENGINES))
    }
    outside = {name: imported(tree) for room in ROOMS for name, tree in modules(room)}
    doors = {
        name: known & engines
        for name, known in outside.items()
        if not name.startswith("store.engines") and known & engines
    }
    assert doors == {}


def test_an_engine_is_loaded_when_its_address_comes() -> None:
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
    of_the_store = {
        *(
            "store.sessions.writing",
            "store.sessions.loading",
            "store.scorebooks",
            "store.sessions.history",
            "store.stats.read_models",
            "store.engines.base",
        ),
        *(
            "store.sessions.details",
            "store.players.profiles",
            "store.stats.player_stats",
            "store.stats.recent",
            "store.stats.totals",
            "store.access.tokens",
        ),
        *(
            "store.access.grants",
            "store.access.links",
            "store.seats.devices",
            "store.seats.pending",
            "store.seats.pending_rows",
            "store.sessions.snapshot",
        ),
        *("store.access.rate_limit", "store.access.secrets"),
    }
    for name, tree in modules("web/pages"):
        taken = {each.rpartition(".")[2] for each in imported(tree) if each.rpartition(".")[0] in of_the_store}
        assert [each for each in taken if not is_value(each)] == [], f"{name} takes a function of the store"
        assert not [each for each in imported(tree) if each.startswith("store.engines")], name


def is_value(name: str) -> bool:
    """Whether a name is that of a class or a constant: those begin with a capital, as what is done does not."""
    return name[0].isupper()


def test_no_module_needs_itself() -> None:
    known = {name: imported(tree) for room in ROOMS for name, tree in modules(room)}
    arrows = {name: {each for each in names if each in known and each != name} for name, names in known.items()}
    # A package's own doc and doors are met on the way to each of its modules: they are no arrow.
    arrows = {name: {each for each in to if not name.startswith(f"{each}.")} for name, to in arrows.items()}
    assert circle(arrows) is None


def circle(arrows: dict[str, set[str]]) -> tuple[str, ...] | None:
    """A way that comes back to where it began, if there is one."""
    done: set[str] = set()

    def follow(way: tuple[str, ...]) -> tuple[str, ...] | None:
        for step in sorted(arrows[way[-1]] - done):
            if step in way:
                return (*way[way.index(step) :], step)
            if found := follow((*way, step)):
                return found
        done.add(way[-1])
        return None

    return next((found for name in arrows if name not in done and (found := follow((name,)))), None)


def test_a_circle_would_be_found() -> None:
    found = circle({"a": {"b"}, "b": {"c"}, "c": {"b"}})
    assert found is not None
    assert [*pairwise(found)] == [("b", "c"), ("c", "b")]
