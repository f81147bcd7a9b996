"""Compiles modules and lists their imports: `sources.zip` becomes `compiled.zip` and `imports.json`.

Code stays, assertions too. Docstrings, annotations of functions and line numbers are left out.
"""

import ast
import importlib._bootstrap_external as external
import json
import zipfile
from collections.abc import Iterator
from pathlib import Path
from types import CodeType

NEVER = {"TYPE_CHECKING", "t.TYPE_CHECKING", "typing.TYPE_CHECKING", "__name__ == '__main__'"}
"""Conditions that are false in an imported module."""
NO_COLUMN = 0x80 | 13 << 3
"""The first byte of a line table's entry without columns, for up to eight instructions on the same line."""


def work(folder: str) -> None:
    place = Path(folder)
    imported = {}
    with zipfile.ZipFile(place / "sources.zip") as sources, zipfile.ZipFile(place / "compiled.zip", "w") as made:
        for name in sorted(sources.namelist()):
            source = sources.read(name)
            tree = ast.parse(source)
            imported[name] = list(imports(tree))
            # A module that mentions __doc__ may read its own docstrings.
            untype(tree if b"__doc__" in source else unexplain(tree))
            code = on_one_line(compile(tree, name, "exec", dont_inherit=True))
            # Not checked against a source file: the same at every build, and nothing to look up at start.
            made.writestr(f"{name}c", external._code_to_hash_pyc(code, bytes(8), False))  # type: ignore[attr-defined]
    (place / "imports.json").write_text(json.dumps(imported, sort_keys=True))


def imports(node: ast.AST) -> Iterator[tuple[int, str, list[str]]]:
    """All imports of a module as (level, module, names), except those only for types."""
    if isinstance(node, ast.Import):
        yield from ((0, each.name, []) for each in node.names)
    elif isinstance(node, ast.ImportFrom):
        yield node.level, node.module or "", [each.name for each in node.names]
    else:
        children = ast.iter_child_nodes(node)
        if isinstance(node, ast.If) and ast.unparse(node.test) in NEVER:
            children = iter(node.orelse)
        for each in children:
            yield from imports(each)


def unexplain(tree: ast.Module) -> ast.Module:
    """Remove docstrings from a module, its classes and functions."""
    for node in ast.walk(tree):
        match node:
            # A dataclass without a docstring builds one at import, and the API's page shows those of its own.
            case ast.ClassDef(decorator_list=[_, *_]):
                continue
            case ast.Module() | ast.ClassDef() | ast.FunctionDef() | ast.AsyncFunctionDef():
                if ast.get_docstring(node, clean=False) is not None:
                    rest = node.body[1:]
                    node.body = rest or [ast.copy_location(ast.Pass(), node.body[0])]
    return tree


def untype(tree: ast.Module) -> None:
    """Remove annotations from functions, except where `functools.singledispatch` reads them."""
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and not is_registered(node):
            node.returns = None
            given = node.args
            for each in (*given.posonlyargs, *given.args, *given.kwonlyargs, given.vararg, given.kwarg):
                if each:
                    each.annotation = None


def is_registered(node: ast.FunctionDef | ast.AsyncFunctionDef) -> bool:
    return any(isinstance(each, ast.Attribute) and each.attr == "register" for each in node.decorator_list)


def on_one_line(code: CodeType) -> CodeType:
    """Code with a line table that puts all instructions on its first line."""
    count = len(code.co_code) // 2
    entries = [bytes([NO_COLUMN | min(8, count - start) - 1, 0]) for start in range(0, count, 8)]
    inner = (on_one_line(each) if isinstance(each, CodeType) else each for each in code.co_consts)
    return code.replace(co_linetable=b"".join(entries), co_consts=tuple(inner))
