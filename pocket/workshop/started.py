"""Say which modules Python has loaded when it has only started: `started.json`."""

import json
import sys
from pathlib import Path


def work(folder: str) -> None:
    Path(folder, "started.json").write_text(json.dumps(sorted(sys.modules)))
