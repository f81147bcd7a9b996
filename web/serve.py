"""Serves the site to the phones on this network: `python -m web.serve`."""

from __future__ import annotations

import argparse
import errno
import ipaddress
import os
import socket
import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING

import segno

from web.settings import PORTS, Settings, SettingsError, read_settings

if TYPE_CHECKING:
    from store.engine import Database

HELP = """\
Serve Takuroku to the phones on this network.

Set in the environment, all optional:
  TAKUROKU_DATA    the folder that keeps the record (default: data)
  TAKUROKU_HOST    the address to listen on (default: 0.0.0.0, the whole network;
                   127.0.0.1 keeps it to this machine)
  TAKUROKU_PORT    the port (default: 8000)
  TAKUROKU_SECRET  the key that signs cookies (default: made once and kept in the data folder)
"""

# A documentation address (RFC 5737): connecting a datagram socket asks for the route and sends nothing.
SOMEWHERE_ELSE = ("192.0.2.1", 9)


def main(arguments: Sequence[str] | None = None) -> None:
    """Become the server, or exit with one sentence that says why not."""
    parser = argparse.ArgumentParser(
        prog="python -m web.serve", description=HELP, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.parse_args(arguments)
    try:
        settings = read_settings(os.environ)
        check_port(settings)
        prepare_record(settings)
    except SettingsError as error:
        sys.exit(str(error))
    greet(settings)
    command = server_command(settings)
    os.execvp(command[0], command)


def check_port(settings: Settings) -> None:
    """Raise a SettingsError unless the port can be bound now.

    Binds without SO_REUSEPORT on purpose: with it, a second site would silently share the first one's port.
    """
    family = socket.AF_INET6 if ":" in settings.host else socket.AF_INET
    with socket.socket(family, socket.SOCK_STREAM) as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((settings.host, settings.port))
        except OSError as error:
            raise SettingsError(why_not(error, settings)) from error


def why_not(error: OSError, settings: Settings) -> str:
    port = settings.port
    if error.errno == errno.EADDRINUSE:
        other = port + 1 if port + 1 in PORTS else port - 1
        return f"Port {port} is in use by another program. Stop it, or choose another: TAKUROKU_PORT={other} make run"
    if error.errno in {errno.EACCES, errno.EPERM}:
        return f"Port {port} needs an administrator's rights. Choose one from 1024 up: TAKUROKU_PORT=8000 make run"
    return (
        f"This machine has no address {settings.host!r} to listen on ({error.strerror}). "
        "Leave TAKUROKU_HOST out to listen on the whole network."
    )


def prepare_record(settings: Settings) -> None:
    """Make the record or bring it up to date, once, before the workers start; raise a SettingsError if it is broken."""
    from store.errors import DatabaseError

    try:
        record_of(settings).prepare()
    except DatabaseError as error:
        raise SettingsError(
            f"The record {record_of(settings)} cannot be opened: {error}. "
            "Put a backup in its place, or choose another folder with TAKUROKU_DATA."
        ) from error


def record_of(settings: Settings) -> Database:
    from store.engines import database_at

    return database_at(settings.database)


def greet(settings: Settings) -> None:
    address = phone_address(settings)
    if stays_here(settings.host):
        print(f"Takuroku runs at {address}, on this machine only.")
    else:
        print(f"Takuroku runs. On a phone in the same network, open {address}")
        if sys.stdout.isatty():
            segno.make(address).terminal(compact=True)
    print(f"The record is kept in {record_of(settings)}. Ctrl-C stops.")
    # The server takes this process's place, and with it what was not flushed would be lost.
    sys.stdout.flush()


def phone_address(settings: Settings) -> str:
    host = lan_host() if settings.host in {"0.0.0.0", "::"} else settings.host
    return f"http://{bracketed(host)}:{settings.port}"


def lan_host() -> str:
    """Return this machine's address on its network, or the best name for it when there is none."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as route:
        try:
            route.connect(SOMEWHERE_ELSE)
            return str(route.getsockname()[0])
        except OSError:
            return socket.gethostname() or "localhost"


def stays_here(host: str) -> bool:
    """
    >>> stays_here("127.0.0.1"), stays_here("localhost"), stays_here("0.0.0.0")
    (True, True, False)
    """
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


def bracketed(host: str) -> str:
    """
    >>> bracketed("192.168.1.5"), bracketed("::1")
    ('192.168.1.5', '[::1]')
    """
    return f"[{host}]" if ":" in host else host


def server_command(settings: Settings) -> list[str]:
    return [
        sys.executable,
        *("-m", "gunicorn", "app:create_app()"),
        *("--bind", f"{bracketed(settings.host)}:{settings.port}"),
        *("--worker-class", "gthread", "--workers", "2", "--threads", "4"),
        # Without it one worker takes all the connections that phones keep open.
        "--reuse-port",
        # A running page asks again by itself; nobody should wait longer for a stop.
        *("--graceful-timeout", "10"),
        # Two sites of one user would share the socket's path.
        "--no-control-socket",
        *("--log-level", "warning"),
    ]


if __name__ == "__main__":
    main()
