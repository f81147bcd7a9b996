"""Lists the modules that Python loads at its start, and those built into it: `started.json`."""

import _imp
import json
import sys
from pathlib import Path

BOOTSTRAP = ["importlib._bootstrap", "importlib._bootstrap_external"]
"""Built in under other names."""


def work(folder: str) -> None:
    within = [*BOOTSTRAP, *_imp._frozen_module_names()]  # type: ignore[attr-defined]
    told = {"loaded": sorted(sys.modules), "within": sorted(within)}
    Path(folder, "started.json").write_text(json.dumps(told))
