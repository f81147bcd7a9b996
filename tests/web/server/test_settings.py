"""The settings: what the environment says, and what is kept beside the record."""

import multiprocessing
import stat
from pathlib import Path

import pytest

from tests.kit.for_each import for_each
from web.settings import SettingsError, keep_secret, read_settings


def test_with_nothing_set_the_record_lies_in_data_and_the_whole_network_may_come(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    settings = read_settings({})
    assert (settings.data, settings.host, settings.port) == (tmp_path / "data", "0.0.0.0", 8000)
    assert settings.database == tmp_path / "data"
    assert (settings.proxies, settings.https, settings.workers, settings.limits) == (0, False, 2, 0)


def test_the_environment_wins(tmp_path: Path) -> None:
    settings = read_settings(
        {
            "TAKUROKU_DATA": str(tmp_path / "deep" / "folder"),
            "TAKUROKU_HOST": "127.0.0.1",
            "TAKUROKU_PORT": "8123",
            "TAKUROKU_SECRET": "said at the door",
            "TAKUROKU_PROXIES": "2",
            "TAKUROKU_HTTPS": "1",
            "TAKUROKU_WORKERS": "64",
            "TAKUROKU_LIMITS": "10",
        }
    )
    assert settings.data == settings.database == tmp_path / "deep" / "folder"
    assert (settings.proxies, settings.https, settings.workers, settings.limits) == (2, True, 64, 10)
    assert (settings.host, settings.port, settings.secret) == ("127.0.0.1", 8123, "said at the door")
    assert list(settings.data.iterdir()) == [], "a key that is given is not kept"


def test_an_empty_variable_counts_as_not_set(tmp_path: Path) -> None:
    given = {"TAKUROKU_DATA": str(tmp_path), "TAKUROKU_PORT": "", "TAKUROKU_SECRET": "", "TAKUROKU_HTTPS": "0"}
    settings = read_settings(given)
    assert (settings.port, settings.https) == (8000, False)
    assert settings.secret == (tmp_path / "secret.key").read_text()


SERVED = "postgresql://takuroku:hunter2@db.example/club"


def test_machines_that_share_a_database_and_a_secret_write_nothing_down(tmp_path: Path) -> None:
    data = tmp_path / "data"
    settings = read_settings({"TAKUROKU_DATA": str(data), "TAKUROKU_DATABASE": SERVED, "TAKUROKU_SECRET": "s" * 32})
    assert settings.database == SERVED
    assert not data.exists()


def test_without_a_secret_the_key_alone_is_kept_beside_a_served_database(tmp_path: Path) -> None:
    settings = read_settings({"TAKUROKU_DATA": str(tmp_path / "data"), "TAKUROKU_DATABASE": SERVED})
    assert [file.name for file in (tmp_path / "data").iterdir()] == ["secret.key"]
    assert settings.secret == (tmp_path / "data" / "secret.key").read_text()


def test_a_record_in_the_data_folder_needs_it_though_the_secret_is_given(tmp_path: Path) -> None:
    read_settings({"TAKUROKU_DATA": str(tmp_path / "data"), "TAKUROKU_SECRET": "s" * 32})
    assert (tmp_path / "data").is_dir()


def test_the_databases_password_is_not_shown_with_the_settings(tmp_path: Path) -> None:
    assert "hunter2" not in repr(read_settings({"TAKUROKU_DATA": str(tmp_path), "TAKUROKU_DATABASE": SERVED}))


def test_the_key_is_made_once_and_kept(tmp_path: Path) -> None:
    first = read_settings({"TAKUROKU_DATA": str(tmp_path)})
    again = read_settings({"TAKUROKU_DATA": str(tmp_path)})
    assert first.secret == again.secret
    assert len(first.secret) == 64
    assert first.secret not in repr(first)
    assert [file.name for file in tmp_path.iterdir()] == ["secret.key"], "nothing is left lying about"
    assert stat.S_IMODE((tmp_path / "secret.key").stat().st_mode) == 0o600


def test_two_sites_have_two_keys(tmp_path: Path) -> None:
    assert keep_secret(tmp_path / "one.key") != keep_secret(tmp_path / "two.key")


def test_processes_that_start_at_once_agree_on_one_key(tmp_path: Path) -> None:
    with multiprocessing.get_context("fork").Pool(4) as pool:
        for deal in range(20):
            keys = pool.map(keep_secret, [tmp_path / f"{deal}.key"] * 8, chunksize=1)
            assert len(set(keys)) == 1


def test_a_damaged_key_is_named_and_not_used(tmp_path: Path) -> None:
    (tmp_path / "secret.key").write_text("")
    with pytest.raises(SettingsError, match=r"secret\.key is damaged\. Delete that file"):
        read_settings({"TAKUROKU_DATA": str(tmp_path)})


@for_each("port", ["abc", "0", "-1", "65536", "80.5", "8_000", "８０００", " 8000", "9" * 5000])
def test_a_port_that_is_none_is_refused_in_one_sentence(port: str, tmp_path: Path) -> None:
    with pytest.raises(SettingsError, match="TAKUROKU_PORT must be a number from 1 to 65535, not "):
        read_settings({"TAKUROKU_DATA": str(tmp_path), "TAKUROKU_PORT": port})


@for_each(
    "name, value, least, most",
    [
        ("WORKERS", "0", 1, 64),
        ("WORKERS", "65", 1, 64),
        ("WORKERS", "many", 1, 64),
        ("WORKERS", "064", 1, 64),
        ("PROXIES", "-1", 0, 9),
        ("PROXIES", "10", 0, 9),
        ("LIMITS", "1001", 0, 1000),
        ("LIMITS", "yes", 0, 1000),
        ("PROXIES", "127.0.0.1", 0, 9),
    ],
)
def test_a_number_out_of_its_range_is_refused_before_anything_is_made(
    name: str, value: str, least: int, most: int, tmp_path: Path
) -> None:
    sentence = f"^TAKUROKU_{name} must be a number from {least} to {most}, not '{value}'.$"
    with pytest.raises(SettingsError, match=sentence):
        read_settings({"TAKUROKU_DATA": str(tmp_path / "data"), f"TAKUROKU_{name}": value})
    assert not (tmp_path / "data").exists()


@for_each("value", ["yes", "true", "2", "on", "https://cards.example"])
def test_https_is_said_with_a_1(value: str, tmp_path: Path) -> None:
    with pytest.raises(SettingsError, match="^TAKUROKU_HTTPS must be 0 or 1, not "):
        read_settings({"TAKUROKU_DATA": str(tmp_path), "TAKUROKU_HTTPS": value})


@pytest.mark.parametrize("below", ["", "below"])
def test_a_file_where_the_folder_should_be_is_named(below: str, tmp_path: Path) -> None:
    (tmp_path / "data").write_text("a shopping list")
    with pytest.raises(SettingsError, match="data.* cannot be made: .* Choose another with TAKUROKU_DATA"):
        read_settings({"TAKUROKU_DATA": str(tmp_path / "data" / below)})


def test_a_folder_that_cannot_be_written_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    # An administrator may write everywhere, so the system's answer is replaced.
    monkeypatch.setattr("os.access", lambda *_: False)
    with pytest.raises(SettingsError, match="cannot be written. Change its permissions"):
        read_settings({"TAKUROKU_DATA": str(tmp_path)})
