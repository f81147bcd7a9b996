"""Starting the site: what the person at the terminal reads."""

import errno
import os
import socket
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from web import serve
from web.settings import Settings, SettingsError

ROOT = Path(__file__).parents[2]


def settings_for(folder: Path, *, host: str = "0.0.0.0", port: int = 8000) -> Settings:
    return Settings(data=folder, host=host, port=port, secret="s" * 32)


def started(folder: Path, *arguments: str, **variables: str) -> subprocess.CompletedProcess[str]:
    own = {name: value for name, value in os.environ.items() if not name.startswith("TAKUROKU_")}
    return subprocess.run(
        [sys.executable, "-m", "web.serve", *arguments],
        cwd=ROOT,
        env={**own, "TAKUROKU_DATA": str(folder), **variables},
        capture_output=True,
        text=True,
        timeout=30,
        check=False,
    )


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


@pytest.fixture
def busy_port() -> Iterator[int]:
    with socket.socket() as other:
        # As the server itself listens: a second site must not slip in beside the first.
        other.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEPORT, 1)
        other.bind(("0.0.0.0", 0))
        other.listen()
        yield int(other.getsockname()[1])


def test_a_port_in_use_is_said_in_one_sentence_with_a_way_out(busy_port: int, tmp_path: Path) -> None:
    result = started(tmp_path, TAKUROKU_PORT=str(busy_port))
    assert result.returncode == 1
    assert result.stdout == ""
    assert result.stderr == (
        f"Port {busy_port} is in use by another program. "
        f"Stop it, or choose another: TAKUROKU_PORT={busy_port + 1} make run\n"
    )


def test_a_port_that_is_no_number_is_said_without_a_traceback(tmp_path: Path) -> None:
    result = started(tmp_path, TAKUROKU_PORT="abc")
    assert result.returncode == 1
    assert result.stderr == "TAKUROKU_PORT must be a number from 1 to 65535, not 'abc'.\n"


def test_a_data_folder_that_is_a_file_is_said_without_a_traceback(tmp_path: Path) -> None:
    (tmp_path / "data").write_text("a shopping list")
    result = started(tmp_path / "data")
    assert result.returncode == 1
    assert result.stderr.startswith(f"The data folder {tmp_path / 'data'} cannot be made: ")
    assert result.stderr.count("\n") == 1


def test_a_record_that_is_no_database_is_said_without_a_traceback(tmp_path: Path) -> None:
    (tmp_path / "takuroku.db").write_text("a shopping list, long enough to be no database at all" * 20)
    result = started(tmp_path, TAKUROKU_PORT=str(free_port()))
    assert result.returncode == 1
    assert result.stderr.startswith(f"The record {tmp_path / 'takuroku.db'} cannot be opened: file is not a database.")
    assert result.stderr.count("\n") == 1


def test_help_names_every_variable_and_starts_nothing(tmp_path: Path) -> None:
    result = started(tmp_path, "--help")
    assert result.returncode == 0
    for name in ("TAKUROKU_DATA", "TAKUROKU_HOST", "TAKUROKU_PORT", "TAKUROKU_SECRET"):
        assert name in result.stdout
    assert list(tmp_path.iterdir()) == []


def test_an_address_that_is_not_this_machines_is_said(tmp_path: Path) -> None:
    with pytest.raises(SettingsError, match="has no address '192.0.2.77' to listen on"):
        serve.check_port(settings_for(tmp_path, host="192.0.2.77"))


def test_the_last_port_of_all_points_back_to_the_one_before(tmp_path: Path) -> None:
    taken = OSError(errno.EADDRINUSE, "in use")
    assert "TAKUROKU_PORT=65534" in serve.why_not(taken, settings_for(tmp_path, port=65535))


def test_a_port_of_the_administrators_is_said(tmp_path: Path) -> None:
    refused = PermissionError(errno.EACCES, "denied")
    assert "Choose one from 1024 up" in serve.why_not(refused, settings_for(tmp_path, port=80))


def test_a_free_port_is_left_free(tmp_path: Path) -> None:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    serve.check_port(settings_for(tmp_path, host="127.0.0.1", port=port))
    with socket.socket() as again:
        again.bind(("127.0.0.1", port))
        assert again.getsockname()[1] == port


def test_the_table_reads_the_address_to_open_on_a_phone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(serve, "lan_host", lambda: "192.168.1.5")
    serve.greet(settings_for(tmp_path))
    said = capsys.readouterr().out
    assert "On a phone in the same network, open http://192.168.1.5:8000\n" in said
    assert "█" not in said, "a log file needs no QR code"


def test_in_a_terminal_the_address_stands_there_as_a_qr_code_too(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("sys.stdout.isatty", lambda: True)
    serve.greet(settings_for(tmp_path))
    assert "▄" in capsys.readouterr().out


def test_a_site_for_this_machine_alone_does_not_send_phones_there(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    serve.greet(settings_for(tmp_path, host="127.0.0.1", port=8010))
    said = capsys.readouterr().out
    assert "http://127.0.0.1:8010, on this machine only" in said
    assert "phone" not in said


def test_without_a_network_the_machines_name_stands_in(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(serve, "SOMEWHERE_ELSE", ("not an address", 9))
    monkeypatch.setattr("socket.gethostname", lambda: "kitchen")
    assert serve.lan_host() == "kitchen"


def test_the_record_is_ready_before_the_server_takes_over(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    happened: list[object] = []
    monkeypatch.setenv("TAKUROKU_DATA", str(tmp_path))
    monkeypatch.setattr(serve, "check_port", lambda settings: happened.append("port"))
    monkeypatch.setattr(serve, "prepare_record", lambda settings: happened.append(str(serve.record_of(settings))))
    monkeypatch.setattr("os.execvp", lambda file, arguments: happened.append(arguments))
    serve.main([])
    port, record, command = happened
    assert (port, record) == ("port", str(tmp_path / "takuroku.db"))
    assert isinstance(command, list)
    assert "app:create_app()" in command
    assert "--reuse-port" in command


def test_an_ipv6_host_is_bracketed_where_a_port_follows(tmp_path: Path) -> None:
    six = settings_for(tmp_path, host="::1", port=8000)
    assert serve.phone_address(six) == "http://[::1]:8000"
    assert "[::1]:8000" in serve.server_command(six)
