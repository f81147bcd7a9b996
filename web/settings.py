"""The site's settings, read from the environment."""

import os
import re
import secrets
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple

from store.admin.cookie_key import KEY_FILE, MIN_KEY_LENGTH, write_key
from store.engines import ADDRESSES

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


class Variable(NamedTuple):
    """A variable of the environment: what it sets, its default, and what that means or is where there is no value.

    `more` is the place in docs that says more. `make docs` makes docs/operating.md of it, `python -m web.serve --help`
    shows it.
    """

    about: str
    default: str = ""
    meaning: str = ""
    more: str = ""


VARIABLES: Mapping[str, Variable] = {
    "DATA": Variable("the folder for the record and the key", "data"),
    "DATABASE": Variable(f"puts the record somewhere else: {ADDRESSES}", meaning="SQLite in the data folder"),
    "SECRET": Variable(
        "the key that signs cookies; machines that share a database need the same one "
        "(`openssl rand -hex 32` makes one)",
        meaning=f"made once and stored as `{KEY_FILE}` in the data folder",
    ),
    "HOST": Variable("the address to listen on; `127.0.0.1` means only this machine can reach the site", "0.0.0.0"),
    "PORT": Variable("the port", "8000"),
    "PROXIES": Variable(
        "how many reverse proxies there are before the site; each must send `X-Forwarded-For`, `X-Forwarded-Proto` "
        "and `X-Forwarded-Host`",
        "0",
    ),
    "HTTPS": Variable(
        "`1` if phones use HTTPS, which a proxy handles: cookies are then never sent over plain HTTP", "0"
    ),
    "WORKERS": Variable("how many processes serve, each with 4 threads", "2"),
    "IN_POCKET": Variable("`1` if the site runs in a browser; the pocket sets it itself, nobody does on a server", "0"),
    "POCKET": Variable(
        "the folder of the site for offline use, as `make pocket` builds it; `0` for none",
        "build/pocket",
        "if it was built",
        "#for-phones-without-a-network",
    ),
    "ACCESS_LOG": Variable("`1` for one log line per request", "0", more="operating/reference.md#the-log"),
    "METRICS": Variable(
        f"a secret of at least {MIN_TOKEN_LENGTH} characters with which Prometheus may read `/metrics`",
        meaning="none, and no metrics",
        more="operating/reference.md#metrics",
    ),
    "CONTACT": Variable(
        "a `mailto:` or `https:` address of whoever runs the site, for everybody to read: to report weaknesses and "
        "barriers",
        meaning="none, and no `security.txt`",
        more="operating/reference.md#who-to-tell",
    ),
    "LIMITS": Variable(
        "`1` on a public site: limits for each address; `10` if ten groups share an address",
        "0",
        "no limits",
        "operating/reference.md#limits-on-a-public-site",
    ),
}
"""By their names without TAKUROKU_."""


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
    data = Path(environ.get("TAKUROKU_DATA") or VARIABLES["DATA"].default).expanduser().absolute()
    secret = environ.get("TAKUROKU_SECRET")
    in_pocket = read_yes(environ, "IN_POCKET")
    return Settings(
        data=data,
        host=environ.get("TAKUROKU_HOST") or VARIABLES["HOST"].default,
        port=read_number(environ, "PORT", PORTS),
        proxies=read_number(environ, "PROXIES", PROXIES),
        https=read_yes(environ, "HTTPS"),
        workers=read_number(environ, "WORKERS", WORKERS),
        limits=read_number(environ, "LIMITS", GROUPS),
        access_log=read_yes(environ, "ACCESS_LOG"),
        metrics=read_text(environ, "METRICS", TOKEN, TOKEN_RULE),
        contact=read_text(environ, "CONTACT", CONTACT, CONTACT_RULE),
        in_pocket=in_pocket,
        pocket=None if in_pocket else find_pocket(environ.get("TAKUROKU_POCKET") or ""),
        database=environ.get("TAKUROKU_DATABASE") or opened_folder(data),
        secret=secret or keep_secret(opened_folder(data) / KEY_FILE),
        secret_is_given=bool(secret),
    )


def read_number(environ: Mapping[str, str], name: str, numbers: range) -> int:
    """
    >>> read_number({"TAKUROKU_PORT": "8001"}, "PORT", PORTS)
    8001
    """
    text = environ.get(f"TAKUROKU_{name}") or VARIABLES[name].default
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
    text = environ.get(f"TAKUROKU_{name}") or VARIABLES[name].default
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
    folder = Path(named).expanduser().absolute() if named else Path(__file__).parents[1] / VARIABLES["POCKET"].default
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
