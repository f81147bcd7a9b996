"""Serves the site to the phones on this network: `python -m web.serve`."""

from __future__ import annotations

import argparse
import errno
import os
import resource
import socket
import sys
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path
from textwrap import fill

import segno

from record.log import stamp
from store.access.attempts import delete_expired
from store.admin.cookie_key import KEY_FILE, MIN_KEY_LENGTH
from store.admin.rebuild import bring_up_to_date
from store.engines import database_at, is_server
from store.engines.base import Database
from store.errors import DatabaseError, EarlierRecordError, NewerRecordError, UnavailableError
from store.progress import show_if_long
from store.sessions.purge import KEPT_DAYS, purge_and_vacuum, purge_cutoff
from web.request.network import EVERYWHERE, bracketed, lan_host, stays_here
from web.settings import PORTS, VARIABLES, Settings, SettingsError, read_settings

LISTS_OF_OTHER_RULES = (
    "Another release made the lists, so they may differ from the sheets. While the site runs, rebuild them:"
    " .venv/bin/python -m store rebuild"
)

ACCESS = "%(t)s {who} %(m)s %(U)s %(s)s %(B)s bytes %(M)s ms"
WHO, WHO_BEHIND_A_PROXY = "%(h)s", "%({x-forwarded-for}i)s"
CONNECTIONS, OTHER_FILES = 4096, 200
"""Open connections of a process, and its other open files."""


def main(arguments: Sequence[str] | None = None) -> None:
    """Check the settings and exec gunicorn, or exit with an error message."""
    parser = argparse.ArgumentParser(
        prog="python -m web.serve", description=help_text(), formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.parse_args(arguments)
    try:
        settings = read_settings(os.environ)
        check_proxies(settings)
        check_port(settings)
        record = prepare_record(settings)
        share_metrics(settings)
    except SettingsError as error:
        sys.exit(str(error))
    greet(settings, record)
    allow_connections()
    command = server_command(settings)
    os.execvp(command[0], command)


def help_text() -> str:
    """What is served, and the variables that set how."""
    lines = ["Serve Takuroku to the phones on this network.", "", "Set in the environment, all optional:"]
    for name, each in VARIABLES.items():
        default = ", ".join(filter(None, (each.default, each.meaning)))
        about = f"{each.about} (default: {default})".replace("`", "")
        lines += [f"  TAKUROKU_{name}", fill(about, 100, initial_indent=" " * 6, subsequent_indent=" " * 6)]
    return "\n".join(lines)


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


def check_proxies(settings: Settings) -> None:
    """Raise a SettingsError for HTTPS without a proxy: this server speaks plain HTTP only."""
    if settings.https and not settings.proxies:
        raise SettingsError(
            "TAKUROKU_HTTPS=1 needs an HTTPS reverse proxy in front of the site. "
            "With one, set TAKUROKU_PROXIES=1 too; without, leave TAKUROKU_HTTPS out."
        )


def prepare_record(settings: Settings) -> str:
    """Create or migrate the record before the workers start; returns its address.

    Raises a SettingsError if it cannot be used.
    """
    try:
        record = database_at(settings.database)
    except DatabaseError as error:
        raise SettingsError(f"TAKUROKU_DATABASE cannot be used: {in_a_line(error)}.") from error
    try:
        if not bring_up_to_date(record, show_if_long):
            print(LISTS_OF_OTHER_RULES, file=sys.stderr)
        purge_old(record)
    except UnavailableError as error:
        reason = in_a_line(error.__cause__ or error)
        raise SettingsError(f"The record {record} cannot be used now: {reason}. {way_out(settings, error)}") from error
    except (EarlierRecordError, NewerRecordError) as error:
        raise SettingsError(f"The record {record} cannot be opened: {error}.") from error
    except DatabaseError as error:
        reason = in_a_line(error)
        raise SettingsError(f"The record {record} cannot be opened: {reason}. {way_out(settings, error)}") from error
    finally:
        record.close()
    return str(record)


def share_metrics(settings: Settings) -> None:
    """Make the folder in which the processes count together, empty it, and name it in the environment.

    Raises a SettingsError where it cannot be made.
    """
    if not settings.metrics:
        return
    # No other running site has this port.
    folder = Path(tempfile.gettempdir()) / f"takuroku-metrics-{os.getuid()}-{settings.port}"
    try:
        folder.mkdir(mode=0o700, exist_ok=True)
        if folder.is_symlink() or folder.stat().st_uid != os.getuid():
            raise PermissionError(errno.EACCES, "it belongs to somebody else")
        for left in folder.iterdir():
            left.unlink()
    except OSError as error:
        raise SettingsError(f"The folder for metrics {folder} cannot be used: {error.strerror}.") from error
    os.environ["PROMETHEUS_MULTIPROC_DIR"] = str(folder)


def purge_old(record: Database) -> None:
    """Purge what was deleted long ago; a failure is only printed."""
    try:
        with closing(record.connect()) as db:
            delete_expired(db, stamp(datetime.now(UTC)))
        purge_and_vacuum(record, before=purge_cutoff(datetime.now(UTC)), progress=show_if_long)
    except DatabaseError as error:
        reason = in_a_line(error)
        print(f"Sessions deleted more than {KEPT_DAYS} days ago were not purged: {reason}.", file=sys.stderr)


def way_out(settings: Settings, error: DatabaseError) -> str:
    if is_server(settings.database):
        return "Check that its server is running and that TAKUROKU_DATABASE has its address, user and password."
    other = "folder with TAKUROKU_DATA" if settings.database == settings.data else "place with TAKUROKU_DATABASE"
    if isinstance(error, UnavailableError):
        return f"Check that it can be written and that there is room, or choose another {other}."
    return f"Put a backup in its place, or choose another {other}."


def in_a_line(error: BaseException) -> str:
    """An error message on one line, without its indented lines.

    >>> in_a_line(OSError("It was refused:\\nno.\\n\\tIs it there?"))
    'It was refused: no'
    """
    lines = (line.rstrip() for line in str(error).splitlines() if line and not line[0].isspace())
    return " ".join(lines).removesuffix(".")


def greet(settings: Settings, record: str) -> None:
    address = phone_address(settings)
    if settings.proxies:
        print(f"Takuroku runs at {address} behind a proxy; phones open the proxy's address.")
    elif settings.host not in EVERYWHERE and stays_here(settings.host):
        print(f"Takuroku runs at {address}, on this machine only.")
    elif os.environ.get("container"):  # noqa: SIM112 - our image says so: phones cannot open a container's own address
        print(f"Takuroku runs in a container. Open this machine's address, at the port published for {settings.port}.")
    else:
        print(f"Takuroku runs. On a phone in the same network, open {address}")
        if settings.host in EVERYWHERE:
            print(f"On this machine, open http://localhost:{settings.port}")
        if sys.stdout.isatty():
            segno.make(address).terminal(compact=True)
    print(f"The record is kept in {record}. Ctrl-C stops.")
    for hint in hints(settings):
        print(hint, file=sys.stderr)
    # exec replaces this process, and unflushed output would be lost.
    sys.stdout.flush()


def hints(settings: Settings) -> Iterator[str]:
    """Warnings about risky settings, a sentence each."""
    if settings.secret_is_given and len(settings.secret) < MIN_KEY_LENGTH:
        # Only a warning: with another key all phones of a running site would lose their scorebooks.
        yield (
            f"TAKUROKU_SECRET has only {len(settings.secret)} characters, and who guesses it can open every scorebook: "
            f"use {MIN_KEY_LENGTH} random ones before going public; all devices will be signed out."
        )
    if settings.limits and not settings.proxies:
        yield (
            "TAKUROKU_LIMITS counts each address by itself: behind a proxy "
            "all phones share one address until TAKUROKU_PROXIES is set."
        )
    if is_server(settings.database) and not settings.secret_is_given:
        yield (
            f"The key that signs cookies is in {settings.data / KEY_FILE}: "
            "other machines that serve the same record need the same one, as TAKUROKU_SECRET."
        )


def phone_address(settings: Settings) -> str:
    host = lan_host() if settings.host in EVERYWHERE else settings.host
    return f"http://{bracketed(host)}:{settings.port}"


def allow_connections() -> None:
    """Raise the limit of open files, which counts connections, for this process and the server."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = CONNECTIONS + OTHER_FILES
    if soft != resource.RLIM_INFINITY and soft < wanted:
        allowed = wanted if hard == resource.RLIM_INFINITY else min(wanted, hard)
        resource.setrlimit(resource.RLIMIT_NOFILE, (allowed, hard))


def most_connections() -> int:
    """The number of connections that a process can have open."""
    soft, _hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    return CONNECTIONS if soft == resource.RLIM_INFINITY else max(100, min(CONNECTIONS, soft - OTHER_FILES))


def server_command(settings: Settings) -> list[str]:
    access_format = ACCESS.replace("{who}", WHO_BEHIND_A_PROXY if settings.proxies else WHO)
    return [
        sys.executable,
        *("-m", "gunicorn", "app:create_app()"),
        *("--bind", f"{bracketed(settings.host)}:{settings.port}"),
        *("--worker-class", "web.server.worker.Worker", "--workers", str(settings.workers)),
        # A client that has disconnected waits for nothing.
        *("--asgi-disconnect-grace-period", "0"),
        # Proxy headers are handled by TAKUROKU_PROXIES alone (web/request/network.py).
        *("--forwarded-allow-ips", ""),
        # Without it one worker gets all keep-alive connections.
        "--reuse-port",
        # Open pages retry by themselves, so a stop need not wait longer.
        *("--graceful-timeout", "10"),
        # Longer than the interval of polls: a new connection costs as much as the response.
        *("--keep-alive", "5"),
        *("--worker-connections", str(most_connections())),
        # Two sites of one user would share the control socket.
        "--no-control-socket",
        *("--log-level", "warning", "--logger-class", "web.http.server_log.DiscreetLogger"),
        # Without the query; redact() removes secrets from the path.
        *(("--access-logfile", "-", "--access-logformat", access_format) if settings.access_log else ()),
    ]


if __name__ == "__main__":
    # Only this account can read new files, also after exec.
    os.umask(0o077)
    main()
