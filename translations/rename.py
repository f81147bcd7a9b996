"""Renames a text in the catalogues, so that a reworded English text keeps its translation until that is read again.

    python translations/rename.py "The old text." "The new text."

Change the text in the code too, then run `make translations`, which drops a text that it does not find.
"""

from __future__ import annotations

import sys
from pathlib import Path

from babel.messages.pofile import escape


def main(old: str, new: str) -> None:
    """Rename the text in each catalogue that has it; exits with a message where none has."""
    found = False
    for file in sorted(Path(__file__).parent.glob("*/LC_MESSAGES/*.po")):
        before = file.read_text("utf-8")
        after = before.replace(f"\nmsgid {escape(old)}\n", f"\nmsgid {escape(new)}\n")
        found |= after != before
        file.write_text(after, "utf-8")
    if not found:
        sys.exit(f"No catalogue has the text: {old}")


if __name__ == "__main__":
    main(*sys.argv[1:])
