"""`python -m pocket build`: the site as a folder of static files."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from pocket.build import build
from pocket.errors import BuildError


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m pocket", description=__doc__)
    commands = parser.add_subparsers(dest="command", required=True)
    building = commands.add_parser("build", help="build the folder")
    building.add_argument("folder", type=Path, nargs="?", default=Path("build/pocket"))
    told = parser.parse_args()
    try:
        build(told.folder)
    except BuildError as reason:
        sys.exit(str(reason))


if __name__ == "__main__":
    main()
