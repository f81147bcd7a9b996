"""Where the record lies and where the site listens, read from the environment."""

import os
import secrets
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

PORTS = range(1, 65536)
SHORTEST_KEY = 32


class SettingsError(Exception):
    """What is wrong with the settings, in a sentence that can be shown as it is."""


@dataclass(frozen=True)
class Settings:
    """One site's settings.

    `data` is absolute, exists and can be written; `database` is an address as `store.engines` takes it.
    """

    data: Path
    database: Path | str
    host: str
    port: int
    secret: str = field(repr=False)


def read_settings(environ: Mapping[str, str]) -> Settings:
    """Read the TAKUROKU_ variables; an empty one counts as not set.

    Makes the data folder, and in it the key that signs cookies unless TAKUROKU_SECRET is given.
    """
    port = read_port(environ.get("TAKUROKU_PORT") or "8000")
    data = open_folder(environ.get("TAKUROKU_DATA") or "data")
    return Settings(
        data=data,
        database=environ.get("TAKUROKU_DATABASE") or data,
        host=environ.get("TAKUROKU_HOST") or "0.0.0.0",
        port=port,
        secret=environ.get("TAKUROKU_SECRET") or keep_secret(data / "secret.key"),
    )


def read_port(text: str) -> int:
    """
    >>> read_port("8000")
    8000
    """
    # int() would also take "8_000" and "８０００", which no browser's address line does.
    port = int(text) if text.isascii() and text.isdigit() and len(text) <= len("65535") else 0
    if port not in PORTS:
        raise SettingsError(f"TAKUROKU_PORT must be a number from {PORTS[0]} to {PORTS[-1]}, not {text!r}.")
    return port


def open_folder(name: str) -> Path:
    folder = Path(name).expanduser().absolute()
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise SettingsError(
            f"The data folder {folder} cannot be made: {error.strerror}. Choose another with TAKUROKU_DATA."
        ) from error
    if not os.access(folder, os.R_OK | os.W_OK | os.X_OK):
        raise SettingsError(
            f"The data folder {folder} cannot be written. Change its permissions, or choose another with TAKUROKU_DATA."
        )
    return folder


def keep_secret(path: Path) -> str:
    """Return the key kept at `path`, made on the first call.

    Processes that start at the same moment agree: each writes a whole key beside it, and one link wins.
    """
    try:
        if not path.exists():
            offer_secret(path)
        secret = path.read_text(encoding="ascii").strip()
    except (OSError, UnicodeDecodeError) as error:
        raise SettingsError(f"The key in {path} cannot be read or made: {error}") from error
    if len(secret) < SHORTEST_KEY:
        raise SettingsError(f"The key in {path} is damaged. Delete that file; the next start makes a new one.")
    return secret


def offer_secret(path: Path) -> None:
    offer = path.with_name(f".{path.name}.{os.getpid()}.{secrets.token_hex(4)}")
    try:
        descriptor = os.open(offer, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        with os.fdopen(descriptor, "w", encoding="ascii") as file:
            file.write(secrets.token_hex(32))
            file.flush()
            os.fsync(file.fileno())
        os.link(offer, path)
    except FileExistsError:
        pass
    finally:
        offer.unlink(missing_ok=True)
