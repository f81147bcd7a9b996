"""Measures and prints, topic by topic; names of topics choose among them."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from importlib import import_module

from bench.figures import table

ALWAYS = {
    "taps": "bench.browser.taps",
    "weights": "bench.browser.weights",
    "documents": "bench.documents",
    "paths": "bench.paths",
    "rates": "bench.load.rates",
    "lists": "bench.lists",
}
ON_REQUEST = {
    "lighthouse": "bench.browser.lighthouse",
    "watching": "bench.load.watching",
    "news": "bench.load.news",
    "stuck": "bench.load.stuck",
}
"""What needs more than a machine with the tests' packages, or minutes."""
TOPICS = ALWAYS | ON_REQUEST
WITH_A_SHORT_FORM = ("watching", "news", "stuck")


def main(arguments: Sequence[str] | None = None) -> None:
    """Measure the topics named, or all but those on request."""
    parser = argparse.ArgumentParser(prog="python -m bench", description=__doc__)
    parser.add_argument("topics", nargs="*", choices=[[], *TOPICS], help="the topics to measure")
    parser.add_argument("--list", action="store_true", help="of paths: name what is counted")
    parser.add_argument("--short", action="store_true", help="a try with few, where a topic has one")
    chosen = parser.parse_args(arguments)
    for topic in chosen.topics or ALWAYS:
        module = import_module(TOPICS[topic])
        if chosen.list and topic == "paths":
            print("\n".join(module.names()), flush=True)
        plan = [module.SHORT] if chosen.short and topic in WITH_A_SHORT_FORM else []
        print(table(module.TITLE, module.measured(*plan)), flush=True)


if __name__ == "__main__":
    main()
