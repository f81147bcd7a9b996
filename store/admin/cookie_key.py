"""The cookie key of a record's site; without it phones lose access to their scorebooks."""

from __future__ import annotations

import os
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import NamedTemporaryFile

from store.engines import is_server
from store.errors import CommandError

KEY_FILE = "secret.key"
MIN_KEY_LENGTH = 32


@dataclass(frozen=True)
class KeyPlace:
    """Where a site has its key: in its settings, or in a file."""

    path: Path
    given: str | None = field(default=None, repr=False)

    @classmethod
    def of(cls, address: str | None, environ: Mapping[str, str]) -> KeyPlace:
        """The key's place for a record at an address, or for the one of the settings (None)."""
        folder = Path(environ.get("TAKUROKU_DATA") or "data").expanduser()
        if address is not None and not is_server(address):
            path = Path(address).expanduser()
            folder = path if path.is_dir() or address.endswith("/") else path.parent
        return cls(folder / KEY_FILE, environ.get("TAKUROKU_SECRET") or None)

    def read(self) -> str | None:
        """Read the key; None where there is none; raises OSError."""
        if self.given:
            return self.given
        try:
            return self.path.read_text(encoding="utf-8", errors="replace").strip() or None
        except FileNotFoundError:
            return None

    def write_if_missing(self, key: str, backup: Path) -> bool:
        """Write the key of a backup unless there is one; returns whether it was written.

        Raises CommandError where there is another, and OSError.
        """
        now = self.read()
        if now is not None:
            if now != key:
                raise CommandError(
                    f"{'TAKUROKU_SECRET' if self.given else self.path} is not the key of {backup}: with it no phone"
                    " would find its scorebook. Remove it first, or restore --without-key."
                )
            return False
        self.path.parent.mkdir(parents=True, exist_ok=True)
        # An empty file is no key.
        self.path.unlink(missing_ok=True)
        write_key(self.path, key)
        return True


def write_key(path: Path, key: str) -> None:
    """Write a key into a new file, all or nothing; the key of a process that was faster stays. Raises OSError.

    Each process writes a file of its own, and the first hard link wins.
    """
    with NamedTemporaryFile("w", encoding="utf-8", dir=path.parent, prefix=f".{path.name}.") as offer:
        offer.write(key)
        offer.flush()
        os.fsync(offer.fileno())
        with suppress(FileExistsError):
            os.link(offer.name, path)
