"""Compile modules for the Python that runs this, and say what each imports: `sources.zip` becomes `compiled.zip`.

What runs stays, assertions too. What only readers and tools need stays out: what explains functions and modules, the
types of functions, and at which line of a source something stands that is not there.
"""

import ast
import importlib._bootstrap_external as external
import json
import zipfile
from collections.abc import Iterator
from pathlib import Path
from types import CodeType

NEVER = {"TYPE_CHECKING", "t.TYPE_CHECKING", "typing.TYPE_CHECKING", "__name__ == '__main__'"}
"""What does not hold in a module that others import."""
NO_COLUMN = 0x80 | 13 << 3
"""How the table of lines begins an entry of up to eight instructions: a step to another line, here none."""


def work(folder: str) -> None:
    place = Path(folder)
    imported = {}
    with zipfile.ZipFile(place / "sources.zip") as sources, zipfile.ZipFile(place / "compiled.zip", "w") as made:
        for name in sorted(sources.namelist()):
            source = sources.read(name)
            tree = ast.parse(source)
            imported[name] = list(imports(tree))
            # Who speaks of explanations may read its own.
            untype(tree if b"__doc__" in source else unexplain(tree))
            code = on_one_line(compile(tree, name, "exec", dont_inherit=True))
            # Held to no source, by neither time nor content: the same at every build, and nothing to look up.
            made.writestr(f"{name}c", external._code_to_hash_pyc(code, bytes(8), False))  # type: ignore[attr-defined]
    (place / "imports.json").write_text(json.dumps(imported, sort_keys=True))


def imports(node: ast.AST) -> Iterator[tuple[int, str, list[str]]]:
    """Every import wherever it stands, but for those that only types need: level, module, names."""
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
    """A module without what explains it, its classes and its functions."""
    for node in ast.walk(tree):
        match node:
            # A dataclass without an explanation makes one up at every start, and the API's page tells those of its own.
            case ast.ClassDef(decorator_list=[_, *_]):
                continue
            case ast.Module() | ast.ClassDef() | ast.FunctionDef() | ast.AsyncFunctionDef():
                if ast.get_docstring(node, clean=False) is not None:
                    rest = node.body[1:]
                    node.body = rest or [ast.copy_location(ast.Pass(), node.body[0])]
    return tree


def untype(tree: ast.Module) -> None:
    """Take the types from functions, but from those where `functools.singledispatch` reads which is meant."""
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
    """Code that says of all its instructions that they stand where it begins."""
    count = len(code.co_code) // 2
    entries = [bytes([NO_COLUMN | min(8, count - start) - 1, 0]) for start in range(0, count, 8)]
    inner = (on_one_line(each) if isinstance(each, CodeType) else each for each in code.co_consts)
    return code.replace(co_linetable=b"".join(entries), co_consts=tuple(inner))
