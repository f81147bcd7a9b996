"""The site as a folder of static files: build it, serve it here to try it, say what it weighs."""

from __future__ import annotations

import argparse
import os
import sys
from pathlib import Path

from pocket.build import BuildError
from pocket.build.build import build
from pocket.build.packing import QUALITY, QUICK
from pocket.build.serve import serve
from pocket.build.weigh import table
from web.settings import PORTS, SettingsError, read_number

FOLDER = Path("build/pocket")


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m pocket", description=__doc__)
    parser.add_argument("command", choices=["build", "serve", "weigh"])
    parser.add_argument("folder", type=Path, nargs="?", default=FOLDER)
    parser.add_argument("--quick", action="store_true", help="pack less well, to try what is built")
    told = parser.parse_intermixed_args()
    try:
        if told.command == "serve":
            serve(told.folder, read_number(os.environ, "PORT", PORTS, otherwise=8000))
            return
        if told.command == "build":
            build(told.folder, QUICK if told.quick else QUALITY)
        print(table(told.folder))
    except (BuildError, SettingsError) as reason:
        sys.exit(str(reason))


if __name__ == "__main__":
    main()
