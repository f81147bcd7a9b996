"""Import every module that was built, and say what could not be: `refused.json`."""

import json
import sys
import zipfile
from collections.abc import Iterator
from pathlib import Path


def work(folder: str) -> None:
    place = Path(folder)
    for name in ("libraries.zip", "app.zip"):
        with zipfile.ZipFile(place / name) as archive:
            archive.extractall("/site")
    sys.path.insert(0, "/site")
    refused = {}
    for module in modules(place):
        try:
            __import__(module)
        except BaseException as error:
            refused[module] = f"{type(error).__name__}: {error}".partition("\n")[0]
    (place / "refused.json").write_text(json.dumps(refused))


def modules(place: Path) -> Iterator[str]:
    for name in ("python_stdlib.zip", "libraries.zip", "app.zip"):
        with zipfile.ZipFile(place / name) as archive:
            names = (path for path in archive.namelist() if not path.startswith("templates_compiled/"))
            paths = (path.removesuffix(".pyc") for path in names if path.endswith(".pyc"))
            yield from (path.replace("/", ".").removesuffix(".__init__") for path in paths)
