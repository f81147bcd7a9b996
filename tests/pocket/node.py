"""Python with the site in Node, on files like those of a browser, with a log of what is done to them."""

from __future__ import annotations

import json
import subprocess
from base64 import b64decode, b64encode
from collections.abc import Iterator, Sequence
from pathlib import Path
from threading import Timer
from typing import Any

from tests.kit.node import NODE
from tests.pocket.asking import SCOPE

SCRIPT = Path(__file__).parent / "in_node.mjs"
LONGEST = 900
"""Seconds that an answer may take; that to an import of thousands of sessions takes longest."""


class Engine:
    """One that is asked a line at a time; `reason` is why it did not begin, if it did not."""

    def __init__(
        self,
        built: Path,
        folder: Path,
        *,
        room: int | None = None,
        may_migrate: bool = False,
        node_options: Sequence[str] = (),
    ) -> None:
        self.folder = folder
        parts = built / "parts"
        (runtime,), (libraries,), (app,) = (
            parts.glob(pattern) for pattern in ("runtime-*", "libraries-*/libraries.zip", "app-*/app.zip")
        )
        told = [json.dumps(room), json.dumps(may_migrate)]
        given = [str(runtime), str(libraries), str(app), str(folder), SCOPE, *told]
        self._process = subprocess.Popen(
            [*NODE, *node_options, str(SCRIPT), *given], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )
        begun = self._heard()
        self.reason: str = begun["reason"]

    def __enter__(self) -> Engine:
        return self

    def __exit__(self, *_error: object) -> None:
        self._process.kill()
        self._process.wait()

    def answer(self, asked: dict[str, Any]) -> tuple[int, list[Any], bytes]:
        body = asked["body"]
        said = self.says("ask", {**asked, "body": None if body is None else b64encode(body).decode()})
        return said["status"], said["headers"], b64decode(said["body"])

    def says(self, act: str, value: object = None) -> Any:
        assert self._process.stdin
        self._process.stdin.write(json.dumps([act, value]) + "\n")
        self._process.stdin.flush()
        return self._heard()

    def log(self) -> Iterator[dict[str, Any]]:
        """What was done to the files, and what was said meanwhile, in order."""
        for line in (self.folder / "log").read_text("utf-8").splitlines():
            yield json.loads(line)

    def _heard(self) -> Any:
        assert self._process.stdout
        late = Timer(LONGEST, self._process.kill)
        late.start()
        line = self._process.stdout.readline()
        late.cancel()
        assert line, "Node has ended, or was too late"
        return json.loads(line)
