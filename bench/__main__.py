"""Measures and prints, topic by topic; names of topics choose among them."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from importlib import import_module

from bench.figures import table

ALWAYS = {
    "taps": "bench.browser.taps",
    "weights": "bench.browser.weights",
    "documents": "bench.documents",
    "codes": "bench.codes",
    "moving": "bench.moving",
    "paths": "bench.paths",
    "rates": "bench.load.rates",
    "following": "bench.load.following",
    "lists": "bench.lists",
    "engines": "bench.load.engines",
    "pocket": "bench.browser.pocket",
}
ON_REQUEST = {
    "lighthouse": "bench.browser.lighthouse",
    "tables": "bench.load.tables",
    "watching": "bench.load.watching",
    "news": "bench.load.news",
    "questions": "bench.browser.questions",
    "stuck": "bench.load.stuck",
    "memory": "bench.memory",
}
"""What needs more than a machine with the tests' packages, or minutes."""
TOPICS = ALWAYS | ON_REQUEST
WITH_A_SHORT_FORM = ("tables", "watching", "news", "stuck")


def main(arguments: Sequence[str] | None = None) -> None:
    """Measure the topics named, or all but those on request; exits with 1 where a figure is not right."""
    parser = argparse.ArgumentParser(prog="python -m bench", description=__doc__)
    parser.add_argument("topics", nargs="*", choices=[[], *TOPICS], help="the topics to measure")
    parser.add_argument("--list", action="store_true", help="of paths: name what is counted")
    parser.add_argument("--short", action="store_true", help="a try with few, where a topic has one")
    chosen = parser.parse_args(arguments)
    wrong: list[str] = []
    for topic in chosen.topics or ALWAYS:
        module = import_module(TOPICS[topic])
        if chosen.list and topic == "paths":
            print("\n".join(module.names()), flush=True)
        plan = [module.SHORT] if chosen.short and topic in WITH_A_SHORT_FORM else []
        figures = list(module.measured(*plan))
        print(table(module.TITLE, figures), flush=True)
        wrong += [each.what for each in figures if each.is_right is False]
    if wrong:
        sys.exit(1)


if __name__ == "__main__":
    main()
