"""The settings: what the environment says, and what is kept beside the record."""

from __future__ import annotations

import multiprocessing
import stat
from datetime import UTC, datetime
from pathlib import Path

import pytest

from app import create_app
from tests.kit.for_each import for_each
from web.settings import Settings, SettingsError, keep_secret, read_settings


def read(data: Path, **given: str) -> Settings:
    """What is set by the environment, with this folder for the data."""
    return read_settings({f"TAKUROKU_{name}": value for name, value in {"DATA": str(data), **given}.items()})


def test_with_nothing_set_the_record_lies_in_data_and_the_whole_network_may_come(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    empty = {"TAKUROKU_PORT": "", "TAKUROKU_SECRET": "", "TAKUROKU_HTTPS": "0", "TAKUROKU_DATA": ""}
    for given in ({}, empty):
        settings = read_settings(given)
        assert settings.data == settings.database == tmp_path / "data"
        assert (settings.host, settings.port) == ("0.0.0.0", 8000)
        assert (settings.proxies, settings.https, settings.workers, settings.limits) == (0, False, 2, 0)
        assert settings.secret == (tmp_path / "data" / "secret.key").read_text()


def test_the_environment_wins(tmp_path: Path) -> None:
    settings = read(
        tmp_path / "deep" / "folder",
        **{"HOST": "127.0.0.1", "PORT": "8123", "SECRET": "said at the door"},
        **{"PROXIES": "2", "HTTPS": "1", "WORKERS": "64", "LIMITS": "10"},
    )
    assert settings.data == settings.database == tmp_path / "deep" / "folder"
    assert (settings.proxies, settings.https, settings.workers, settings.limits) == (2, True, 64, 10)
    assert (settings.host, settings.port, settings.secret) == ("127.0.0.1", 8123, "said at the door")
    assert list(settings.data.iterdir()) == [], "a key that is given is not kept"


SERVED = "postgresql://takuroku:hunter2@db.example/club"


def test_machines_that_share_a_database_and_a_secret_write_nothing_down(tmp_path: Path) -> None:
    data = tmp_path / "data"
    settings = read(data, DATABASE=SERVED, SECRET="s" * 32)
    assert (settings.database, data.exists()) == (SERVED, False)
    assert "hunter2" not in repr(settings)
    # Without a secret the key alone is kept beside it.
    secret = read(data, DATABASE=SERVED).secret
    assert ([file.name for file in data.iterdir()], (data / "secret.key").read_text()) == (["secret.key"], secret)


def test_the_key_is_made_once_and_kept(tmp_path: Path) -> None:
    first, again = read(tmp_path), read(tmp_path)
    assert first.secret == again.secret
    assert len(first.secret) == 64
    assert first.secret not in repr(first)
    assert [file.name for file in tmp_path.iterdir()] == ["secret.key"], "nothing is left lying about"
    assert stat.S_IMODE((tmp_path / "secret.key").stat().st_mode) == 0o600


def test_processes_that_start_at_once_agree_on_one_key_and_two_sites_have_two(tmp_path: Path) -> None:
    made = set()
    with multiprocessing.get_context("fork").Pool(4) as pool:
        for deal in range(20):
            (key,) = {*pool.map(keep_secret, [tmp_path / f"{deal}.key"] * 8, chunksize=1)}
            made.add(key)
    assert len(made) == 20


@for_each(
    "name, values, sentence",
    [
        (
            "PORT",
            ("abc", "0", "-1", "65536", "80.5", "8_000", "８０００", " 8000", "9" * 5000),
            "a number from 1 to 65535",
        ),
        ("WORKERS", ("0", "65", "many", "064"), "a number from 1 to 64"),
        ("PROXIES", ("-1", "10", "127.0.0.1"), "a number from 0 to 9"),
        ("LIMITS", ("1001", "yes"), "a number from 0 to 1000"),
        ("HTTPS", ("yes", "true", "2", "on", "https://cards.example"), "0 or 1"),
        (
            "METRICS",
            ("1", "short", "a secret with a space in it", "秘密の言葉はとても長いのです"),
            "a secret of at least 16 ASCII characters",
        ),
        (
            "CONTACT",
            (
                *("ann@cards.example", "http://cards.example/tell", "mailto:", "mailto:ann", "tel:+81-3-1234"),
                *("javascript:x", "mailto:ann@cards.example\nExpires: never", "mailto:ann@cards.example, or Ben"),
                "https://卓.example/",
            ),
            "an address that begins with mailto: or https:",
        ),
    ],
)
def test_a_value_that_is_none_is_refused_in_one_sentence_before_anything_is_made(
    name: str, values: tuple[str, ...], sentence: str, tmp_path: Path
) -> None:
    for value in values:
        with pytest.raises(SettingsError, match=f"^TAKUROKU_{name} must be {sentence}.*[^\n]$"):
            read(tmp_path / "data", **{name: value})
        assert not (tmp_path / "data").exists()


def test_a_place_that_cannot_be_had_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "file").write_text("a shopping list")
    for below in ("", "below"):
        with pytest.raises(SettingsError, match="file.* cannot be made: .* Choose another with TAKUROKU_DATA"):
            read(tmp_path / "file" / below)
    (tmp_path / "secret.key").write_text("")
    with pytest.raises(SettingsError, match=r"secret\.key is damaged\. Delete that file"):
        read(tmp_path)
    # An administrator may write everywhere, so the system's answer is replaced.
    monkeypatch.setattr("os.access", lambda *_: False)
    with pytest.raises(SettingsError, match="cannot be written. Change its permissions"):
        read(tmp_path)


SECURITY = "/.well-known/security.txt"


def test_whom_to_tell_of_a_weakness_is_named_until_half_a_year_from_today(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The file that RFC 9116 describes, where the settings name somebody."""
    monkeypatch.setattr("web.pages.site.information.now", lambda: datetime(2026, 11, 24, 10, 30, 5, tzinfo=UTC))
    contact = "https://cards.example/tell?about=site"
    phone = create_app({"TAKUROKU_DATA": str(tmp_path), "TAKUROKU_CONTACT": contact}).test_client()
    plain, secure = phone.get(SECURITY), phone.get(SECURITY, base_url="https://cards.example")
    assert (plain.status_code, plain.headers["Content-Type"]) == (200, "text/plain; charset=utf-8")
    assert plain.text == f"Contact: {contact}\nExpires: 2027-05-23T00:00:00Z\nPreferred-Languages: en, ja\n"
    assert secure.text == f"{plain.text}Canonical: https://cards.example{SECURITY}\n"
    assert "Set-Cookie" not in plain.headers


def test_without_the_setting_its_address_is_unknown(tmp_path: Path) -> None:
    client = create_app({"TAKUROKU_DATA": str(tmp_path)}).test_client()
    assert client.get(SECURITY).status_code == client.get("/.well-known/nothing").status_code == 404
