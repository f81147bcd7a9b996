"""Builds the site as a folder of static files, serves it to try it, and weighs it."""

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
COMMANDS = {
    "build": "build the site as static files, and print what they weigh",
    "serve": "serve the folder on localhost, to try it",
    "weigh": "print what the folder weighs",
}


def parsers() -> tuple[argparse.ArgumentParser, dict[str, argparse.ArgumentParser]]:
    """The parser of the command line, and that of each command."""
    parser = argparse.ArgumentParser(prog="python -m pocket", description=__doc__)
    adder = parser.add_subparsers(required=True, metavar="COMMAND", dest="command")
    commands = {name: adder.add_parser(name, help=about, description=about) for name, about in COMMANDS.items()}
    for each in commands.values():
        each.add_argument("folder", type=Path, nargs="?", metavar="FOLDER", default=FOLDER, help=f"default: {FOLDER}")
    commands["build"].add_argument("--quick", action="store_true", help="compress less, to try the build")
    return parser, commands


def main() -> None:
    chosen = parsers()[0].parse_args()
    try:
        if chosen.command == "serve":
            serve(chosen.folder, read_number(os.environ, "PORT", PORTS))
            return
        if chosen.command == "build":
            build(chosen.folder, QUICK if chosen.quick else QUALITY)
        print(table(chosen.folder))
    except (BuildError, SettingsError) as reason:
        sys.exit(str(reason))


if __name__ == "__main__":
    main()
