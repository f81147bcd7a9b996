"""Measures one topic after another and prints tables."""

from __future__ import annotations

import argparse
from inspect import getdoc

from bench import browser, documents, lists, load, paths, stuck

ALWAYS = {
    "taps": browser.taps,
    "weights": browser.weights,
    "documents": documents.documents,
    "paths": paths.paths,
    "rates": load.rates,
    "lists": lists.lists,
}
TOPICS = ALWAYS | {
    "lighthouse": browser.lighthouse,
    "watching": load.watching,
    "news": load.news,
    "stuck": stuck.stuck,
}
"""With those on request, which need npm's registry, or minutes of a machine that does nothing else."""


def main() -> None:
    """Measure the topics named, or all but those on request."""
    parser = argparse.ArgumentParser(prog="python -m bench", description=__doc__)
    parser.add_argument("topics", nargs="*", choices=[[], *TOPICS], help=f"usually {', '.join(ALWAYS)}")
    parser.add_argument("--list", action="store_true", help="of paths: name what is counted")
    parser.add_argument("--short", action="store_true", help="a try with few")
    chosen = parser.parse_args()
    for name in chosen.topics or ALWAYS:
        if chosen.list and name == "paths":
            print("\n".join(paths.names()))
        print(f"\n{getdoc(TOPICS[name])}", flush=True)
        for figure in TOPICS[name](chosen.short):
            print(figure.line, flush=True)


if __name__ == "__main__":
    main()
