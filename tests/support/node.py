"""Scripts in Node: modules of the pages and of the pocket that need no browser."""

from __future__ import annotations

import json
import shutil
import subprocess
from pathlib import Path
from typing import Any

from tests.support.missing import missing

ROOT = Path(__file__).parents[2]
NODE = ("node", "--no-warnings", "--experimental-default-type=module")
"""The command, told that our files named .js are modules."""
MAX_SECONDS = 60
EVALUATES = """
import { readFileSync } from "node:fs";
const given = JSON.parse(readFileSync(0, "utf-8"));
// A module may have something open, as a channel to other windows.
process.stdout.write(JSON.stringify((await (%s)(...given)) ?? null), () => process.exit());
"""


def needs_node() -> None:
    if not shutil.which("node"):
        missing("There is no node: apt-get install nodejs")


def in_node(function: str, *given: Any) -> Any:
    """What a JavaScript function returns for these values; it imports modules by their paths from the root."""
    needs_node()
    command = [*NODE, "--input-type=module", "--eval", EVALUATES % function]
    told = subprocess.check_output(command, cwd=ROOT, input=json.dumps(given), text=True, timeout=MAX_SECONDS)
    return json.loads(told)
