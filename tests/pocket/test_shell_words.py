"""What the shell says, in both languages, and that it looks as the pages do."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from babel.messages.pofile import read_po

ROOT = Path(__file__).parents[2]
BROWSER = ROOT / "pocket" / "browser"
WORDS: dict[str, dict[str, str]] = json.loads((BROWSER / "words.json").read_text("utf-8"))
OF_CHECK: dict[str, dict[str, str]] = json.loads((BROWSER / "check" / "words.json").read_text("utf-8"))
REASONS = (
    *("insecure", "unsupported", "storage-refused", "held", "storage-full"),
    *("earlier-record", "newer-record", "damaged", "broken", "killed"),
)
STAGES = ("runtime", "libraries", "app", "record")
TOKEN = re.compile(r"^\s*(--[\w-]+): (.*);$", re.MULTILINE)


@pytest.mark.parametrize("words", [WORDS, OF_CHECK], ids=["shell", "check"])
def test_every_sentence_is_there_in_both_languages_with_the_same_values(words: dict[str, dict[str, str]]) -> None:
    assert set(words) == {"en", "ja"}
    assert list(words["en"]) == list(words["ja"])
    for name, text in words["en"].items():
        places = [sorted({*re.findall(r"\{\w+\}", each)}) for each in (text, words["ja"][name])]
        assert places[0] == places[1], name


@pytest.mark.parametrize("language", ["en", "ja"])
def test_every_reason_and_every_stage_has_its_words(language: str) -> None:
    said = WORDS[language]
    assert {f"failed.{reason}.{part}" for reason in REASONS for part in ("title", "text")} <= set(said)
    assert {f"stage.{stage}" for stage in ("first", "migrating", *STAGES)} <= set(said)
    # They stand in a page as they are.
    assert not [text for text in said.values() if re.search(r'[<>&"]', text)]


def test_pages_are_called_what_they_call_themselves() -> None:
    with (ROOT / "translations" / "ja" / "LC_MESSAGES" / "messages.po").open("rb") as file:
        pages = read_po(file)
    for language, called in (("en", str), ("ja", lambda name: str(pages[name].string))):
        said = WORDS[language]
        assert said["storage.scorebook"] == called("Scorebook")
        assert called("Group scorebook") in said["storage.own-at-home"]
        assert said["failed.check"] == OF_CHECK[language]["check.title"] == called("Check this phone")


def test_every_sentence_is_said_somewhere() -> None:
    scripts = "".join(path.read_text("utf-8") for path in BROWSER.rglob("*.js"))
    made = re.compile(r"^(failed\.|stage\.|first\.(no-network|not-whole|storage-)|(nobody|unsure|broke)\.)")
    assert [name for name in WORDS["en"] if not made.match(name) and f'"{name}"' not in scripts] == []


def test_every_colour_of_the_shell_is_one_of_the_pages() -> None:
    colours = dict(TOKEN.findall((ROOT / "static" / "css" / "base" / "tokens.css").read_text("utf-8")))
    used = set(re.findall(r"var\((--[\w-]+)", (BROWSER / "shell.css").read_text("utf-8")))
    assert len(used) > 5
    assert used <= set(colours)


def test_what_the_browser_would_install_has_its_icons_and_stays_in_its_folder() -> None:
    manifest = json.loads((BROWSER / "manifest.webmanifest").read_text("utf-8"))
    assert [manifest[name] for name in ("id", "start_url", "scope")] == ["./", "./", "./"]
    assert {icon["purpose"] for icon in manifest["icons"]} == {"any", "maskable"}
    for picture in (*manifest["icons"], *manifest["screenshots"]):
        assert (ROOT / "static" / picture["src"].removeprefix("{{assets}}")).is_file()


def test_a_long_tap_on_its_icon_leads_to_pages_of_its_folder() -> None:
    manifest = json.loads((BROWSER / "manifest.webmanifest").read_text("utf-8"))
    assert [each["url"] for each in manifest["shortcuts"]] == ["./new", "./new/again", "./tools/forbidden-bid"]
