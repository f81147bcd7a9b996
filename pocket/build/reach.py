"""Follows imports to find all modules that a program can reach."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence

Import = tuple[int, str, Sequence[str]]
"""An import: the level (folders up), the module, and the imported names, each of which may be a module."""


def module_of(path: str) -> str:
    """
    >>> module_of("web/pages/scorebook/home.py"), module_of("web/__init__.py")
    ('web.pages.scorebook.home', 'web')
    """
    return path.removesuffix(".py").replace("/", ".").removesuffix(".__init__")


def reached(
    imports: Mapping[str, Iterable[Import]], roots: Iterable[str], cut: Collection[str] = frozenset()
) -> set[str]:
    """The paths of the files that can be imported from `roots` without passing a module in `cut`.

    >>> imports = {"a.py": [(0, "b", ["c"])], "b/__init__.py": [], "b/c.py": [(1, "d", [])], "b/d.py": [], "e.py": []}
    >>> sorted(reached(imports, ["a"]))
    ['a.py', 'b/__init__.py', 'b/c.py', 'b/d.py']
    >>> sorted(reached(imports, ["a"], cut={"b.c"}))
    ['a.py', 'b/__init__.py']
    """
    paths = {module_of(path): path for path in imports}
    found: set[str] = set()
    waiting = [module for root in roots for module in with_parents(root)]
    while waiting:
        module = waiting.pop()
        if module in found or module not in paths or any(each in cut for each in with_parents(module)):
            continue
        found.add(module)
        is_package = paths[module].endswith("__init__.py")
        for each in imports[paths[module]]:
            waiting += [parent for target in targets(module, is_package, each) for parent in with_parents(target)]
    return {paths[module] for module in found}


def targets(module: str, is_package: bool, each: Import) -> Iterator[str]:
    """The modules that an import may name.

    >>> list(targets("web.pages.scorebook.home", False, (3, "i18n", ["timezone"])))
    ['web.i18n', 'web.i18n.timezone']
    """
    level, name, names = each
    if level:
        here = module.split(".")
        up = here[: len(here) - level + is_package]
        name = ".".join([*up, *([name] if name else [])])
    yield name
    yield from (f"{name}.{taken}" for taken in names)


def with_parents(module: str) -> list[str]:
    """
    >>> with_parents("web.pages.scorebook.home")
    ['web', 'web.pages', 'web.pages.scorebook', 'web.pages.scorebook.home']
    """
    parts = module.split(".")
    return [".".join(parts[: count + 1]) for count in range(len(parts))]
