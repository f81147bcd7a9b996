"""Scripts in Node: modules of the pages and of the pocket that need no browser."""

from __future__ import annotations

import json
import shutil
import subprocess
from functools import cache
from pathlib import Path
from queue import Empty, Queue
from threading import Thread
from typing import Any

from tests.kit.missing import missing

ROOT = Path(__file__).parents[2]
NODE = ("node", "--no-warnings", "--experimental-default-type=module")
"""The command, told that our files named .js are modules."""
MAX_SECONDS = 60
CALLS = """
import { createInterface } from "node:readline";
import { Worker } from "node:worker_threads";
// Each function has a thread of its own: modules are new there, and what it changes is changed for itself alone.
createInterface({ input: process.stdin }).on("line", (line) => {
  const { script, given } = JSON.parse(line);
  const worker = new Worker(script, { eval: true, workerData: given });
  worker.once("message", (answer) => {
    console.log(JSON.stringify({ answer }));
    worker.terminate();
  });
  worker.once("error", (error) => console.log(JSON.stringify({ error: error.stack ?? String(error) })));
});
"""
CALLED = """
import { parentPort, workerData } from "node:worker_threads";
parentPort.postMessage((await (%s)(...workerData)) ?? null);
"""


class Node:
    """One process for all scripts of a run."""

    def __init__(self) -> None:
        command = [*NODE, "--input-type=module", "--eval", CALLS]
        self._process = subprocess.Popen(
            command, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, encoding="utf-8"
        )
        self._lines: Queue[str] = Queue()
        Thread(target=self._read, daemon=True).start()

    def call(self, script: str, given: tuple[Any, ...]) -> Any:
        assert self._process.stdin
        self._process.stdin.write(json.dumps({"script": script, "given": given}) + "\n")
        self._process.stdin.flush()
        try:
            said = json.loads(self._lines.get(timeout=MAX_SECONDS))
        except Empty:
            started.cache_clear()
            self._process.kill()
            raise TimeoutError(f"no answer in {MAX_SECONDS} s") from None
        assert "answer" in said, said["error"]
        return said["answer"]

    def _read(self) -> None:
        assert self._process.stdout
        for line in self._process.stdout:
            self._lines.put(line)


@cache
def started() -> Node:
    """Its input ends with this process, and with that it."""
    needs_node()
    return Node()


def needs_node() -> None:
    if not shutil.which("node"):
        missing("There is no node: apt-get install nodejs")


def in_node(function: str, *given: Any) -> Any:
    """What a JavaScript function returns for these values; it imports modules by their paths from the root."""
    return started().call(CALLED % function, given)
