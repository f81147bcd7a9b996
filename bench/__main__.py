"""Measures and prints, topic by topic; names of topics choose among them."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from importlib import import_module

from bench.figures import table

ALWAYS = ("taps", "weights", "documents", "paths", "speed", "rates", "following", "lists", "engines", "pocket")
ON_REQUEST = ("lighthouse", "tables", "watching", "stuck", "memory")


def main(arguments: Sequence[str] | None = None) -> None:
    """Measure the topics named, or all but those that need more than a machine with the tests' packages, or minutes."""
    parser = argparse.ArgumentParser(prog="python -m bench", description=__doc__)
    parser.add_argument("topics", nargs="*", choices=[[], *ALWAYS, *ON_REQUEST], help="the topics to measure")
    parser.add_argument("--list", action="store_true", help="of paths: name what is counted")
    chosen = parser.parse_args(arguments)
    for topic in chosen.topics or ALWAYS:
        module = import_module(f"bench.{topic}")
        if chosen.list and hasattr(module, "names"):
            print("\n".join(module.names()), flush=True)
        print(table(module.TITLE, module.measured()), flush=True)


if __name__ == "__main__":
    main()
