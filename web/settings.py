"""The site's settings, read from the environment."""

import os
import re
import secrets
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from store.admin.cookie_key import KEY_FILE, MIN_KEY_LENGTH, write_key

PORTS = range(1, 65536)
PROXIES = range(10)
WORKERS = range(1, 65)
GROUPS = range(1001)
MIN_TOKEN_LENGTH = 16
TOKEN = re.compile(rf"[!-~]{{{MIN_TOKEN_LENGTH},}}")
TOKEN_RULE = (
    f"a secret of at least {MIN_TOKEN_LENGTH} ASCII characters without spaces, such as “openssl rand -hex 16” makes"
)
CONTACT = re.compile("mailto:[!-~]+@[!-~]+|https://[!-~]+")
CONTACT_RULE = "an address that begins with mailto: or https:, such as mailto:ann@cards.example, not {given!r}"
BUILT = Path(__file__).parents[1] / "build" / "pocket"


class SettingsError(Exception):
    """The settings are wrong; the message is a sentence for the operator."""


@dataclass(frozen=True)
class Settings:
    """One site's settings.

    `data` is absolute; it exists and is writable if it has the record or the key. `database` is an address as in
    `store.engines`. `https`: phones use HTTPS, which one of the `proxies` ends. `limits` is how many groups may share
    an address, 0 for no limits, see `web.http.limits`. `access_log`: log a line for each request. `metrics`: the
    token that Prometheus sends to read the metrics, "" for none. `contact`: a mailto: or https: address of whoever runs
    the site, "" for none. `in_pocket`: the site runs in a browser. `pocket` is the folder of the built pocket (`python
    -m pocket build`), or None.
    """

    data: Path
    database: Path | str = field(repr=False)
    host: str
    port: int
    proxies: int
    https: bool
    workers: int
    limits: int
    access_log: bool
    metrics: str = field(repr=False)
    contact: str
    in_pocket: bool
    pocket: Path | None
    secret: str = field(repr=False)
    secret_is_given: bool


def read_settings(environ: Mapping[str, str]) -> Settings:
    """Read the TAKUROKU_ variables; an empty one counts as not set.

    Makes the data folder, and the cookie key in it, where they are needed, once the other settings are known to be
    right.
    """
    data = Path(environ.get("TAKUROKU_DATA") or "data").expanduser().absolute()
    secret = environ.get("TAKUROKU_SECRET")
    in_pocket = read_yes(environ, "IN_POCKET")
    return Settings(
        data=data,
        host=environ.get("TAKUROKU_HOST") or "0.0.0.0",
        port=read_number(environ, "PORT", PORTS, otherwise=8000),
        proxies=read_number(environ, "PROXIES", PROXIES, otherwise=0),
        https=read_yes(environ, "HTTPS"),
        workers=read_number(environ, "WORKERS", WORKERS, otherwise=2),
        limits=read_number(environ, "LIMITS", GROUPS, otherwise=0),
        access_log=read_yes(environ, "ACCESS_LOG"),
        metrics=read_text(environ, "METRICS", TOKEN, TOKEN_RULE),
        contact=read_text(environ, "CONTACT", CONTACT, CONTACT_RULE),
        in_pocket=in_pocket,
        pocket=None if in_pocket else find_pocket(environ.get("TAKUROKU_POCKET") or ""),
        database=environ.get("TAKUROKU_DATABASE") or opened_folder(data),
        secret=secret or keep_secret(opened_folder(data) / KEY_FILE),
        secret_is_given=bool(secret),
    )


def read_number(environ: Mapping[str, str], name: str, numbers: range, *, otherwise: int) -> int:
    """
    >>> read_number({"TAKUROKU_PORT": "8001"}, "PORT", PORTS, otherwise=8000)
    8001
    """
    text = environ.get(f"TAKUROKU_{name}") or str(otherwise)
    # int() would also take "8_000" and "８０００", which no browser's address line does.
    number = int(text) if text.isascii() and text.isdigit() and len(text) <= len(str(numbers[-1])) else -1
    if number not in numbers:
        raise SettingsError(f"TAKUROKU_{name} must be a number from {numbers[0]} to {numbers[-1]}, not {text!r}.")
    return number


def read_yes(environ: Mapping[str, str], name: str) -> bool:
    """
    >>> read_yes({"TAKUROKU_HTTPS": "1"}, "HTTPS"), read_yes({}, "HTTPS")
    (True, False)
    """
    text = environ.get(f"TAKUROKU_{name}") or "0"
    if text not in {"0", "1"}:
        raise SettingsError(f"TAKUROKU_{name} must be 0 or 1, not {text!r}.")
    return text == "1"


def read_text(environ: Mapping[str, str], name: str, form: re.Pattern[str], rule: str) -> str:
    """A text of this form, "" where none is set; `rule` says what it must be.

    >>> read_text({"TAKUROKU_CONTACT": "mailto:ann@cards.example"}, "CONTACT", CONTACT, CONTACT_RULE)
    'mailto:ann@cards.example'
    """
    text = environ.get(f"TAKUROKU_{name}") or ""
    if text and not form.fullmatch(text):
        raise SettingsError(f"TAKUROKU_{name} must be {rule.format(given=text)}.")
    return text


def find_pocket(named: str) -> Path | None:
    """The folder of the built pocket: the named one, which must exist, else the default one if it exists."""
    if named == "0":
        return None
    folder = Path(named).expanduser().absolute() if named else BUILT
    if (folder / "index.html").is_file():
        return folder
    if named:
        raise SettingsError(
            f"There is no index.html in {folder}: build it with “make pocket”, or set TAKUROKU_POCKET=0."
        )
    return None


def opened_folder(folder: Path) -> Path:
    """The data folder, made where there is none; raises SettingsError where nothing can be kept in it."""
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
    """Return the cookie key at `path`, made on the first call."""
    try:
        if not path.exists():
            write_key(path, secrets.token_hex(32))
        secret = path.read_text(encoding="ascii").strip()
    except (OSError, UnicodeDecodeError) as error:
        raise SettingsError(f"The key in {path} cannot be read or made: {error}") from error
    if len(secret) < MIN_KEY_LENGTH:
        raise SettingsError(f"The key in {path} is damaged. Delete that file; the next start makes a new one.")
    return secret
