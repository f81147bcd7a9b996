"""Clients that generators make of the API's document: they compile strictly, and each plays a game to its end."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing
from hashlib import sha256
from pathlib import Path
from typing import Any
from urllib.request import urlopen

import pytest

from scoring.catalogue import all_games
from store.access import secrets
from store.book import Book
from store.engines.sqlite import SQLite
from tests.games.oh_hell.sheet import PLAYERS, SHORT_DEALS
from tests.kit.browser.site import ROOT, running_site
from tests.kit.missing import missing

pytestmark = pytest.mark.thorough

HERE = Path(__file__).parent
PACKAGE = "takuroku_client"
LONGEST = 120
DEALS = SHORT_DEALS
"""Five deals of four, from five cards to one, scored by hand: あんな wins with 41."""
CAME_OF_IT = {
    "totals": [41, 31, 21, 32],
    "over": True,
    "winners": [0],
    # ベン says first, 千夏 deals: bids of 1, 1 and 0 leave 3 of the 5 tricks, which she may not bid.
    "refused": [2],
    "stale": 10,
    "games": len(all_games()),
    "won": {"あんな": 1, "ベン": 0, "千夏": 0, "大輔": 0},
}


class Served:
    """A running site with the API's document of it."""

    def __init__(self, site: str, folder: Path) -> None:
        self.site = site
        self.folder = folder
        with urlopen(f"{site}/api/v1/openapi.json") as answer:
            self.document = folder / "openapi.json"
            self.document.write_bytes(answer.read())

    def task(self, scorebook: str) -> str:
        """What a program is told: where it plays, by which token, and the deals."""
        with closing(SQLite(self.folder / "takuroku.db").connect()) as db:
            token = secrets.make_token(
                Book(db, scorebook, "keeper"), name="A client", role="keeper", at="2026-11-23T12:00:00Z"
            )
        deals = [
            {"dealer": deal.dealer, "bids": deal.bids, "tricks": deal.tricks, "forbidden": forbidden(deal)}
            for deal in DEALS
        ]
        return json.dumps({"site": self.site, "token": token, "players": PLAYERS, "deals": deals})


def forbidden(deal: Any) -> int:
    """The bid with which the dealer would make all bids add up to the cards."""
    others = sum(deal.bids) - deal.bids[deal.dealer]
    return int(deal.cards - others)


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    folder = tmp_path_factory.mktemp("served")
    with running_site(folder) as site:
        yield Served(site, folder)


def done(command: list[str | Path], folder: Path, task: str | None = None) -> str:
    """What a command prints; the test fails with all that it said where it fails."""
    own = os.environ | {"PYTHONPATH": str(folder), "NO_COLOR": "1"}
    ended = subprocess.run(
        command, cwd=folder, env=own, input=task, capture_output=True, text=True, timeout=LONGEST, check=False
    )
    assert ended.returncode == 0, ended.stdout + ended.stderr
    return ended.stdout


def test_a_client_in_python_is_typed_and_plays_a_game_to_its_end(served: Served, tmp_path: Path) -> None:
    (tmp_path / "config.yaml").write_text("post_hooks: []\n")  # it would be put in order by a linter
    generate = ["-m", "openapi_python_client", "generate", "--meta=none", "--config=config.yaml", "--fail-on-warning"]
    done([sys.executable, *generate, f"--path={served.document}", f"--output-path={PACKAGE}"], tmp_path)
    shutil.copy(HERE / "play.py", tmp_path)
    cache = ROOT / ".venv" / "mypy-of-clients"
    done([sys.executable, "-m", "mypy", "--strict", f"--cache-dir={cache}", "play.py"], tmp_path)
    assert json.loads(done([sys.executable, "play.py"], tmp_path, served.task("python"))) == CAME_OF_IT


@pytest.fixture(scope="module")
def modules() -> Path:
    """What the lock file names, which npm fetches once."""
    npm = shutil.which("npm")
    if npm is None or not shutil.which("node"):
        missing("There is no npm for the client in TypeScript: apt-get install npm")
    lock = (HERE / "package-lock.json").read_bytes()
    folder = ROOT / ".venv" / f"npm-of-clients-{sha256(lock).hexdigest()[:12]}"
    if not (folder / "node_modules" / ".package-lock.json").exists():
        folder.mkdir(exist_ok=True)
        for name in ("package.json", "package-lock.json"):
            shutil.copy(HERE / name, folder)
        fetched = subprocess.run(
            [npm, "ci", "--ignore-scripts", "--no-audit", "--no-fund"],
            cwd=folder,
            capture_output=True,
            text=True,
            timeout=LONGEST,
            check=False,
        )
        if fetched.returncode:
            missing(f"npm could not fetch what the client in TypeScript needs: {fetched.stderr}")
    return folder / "node_modules"


@pytest.mark.long
def test_a_client_in_typescript_compiles_and_plays_a_game_to_its_end(
    served: Served, modules: Path, tmp_path: Path
) -> None:
    for name in ("package.json", "tsconfig.json", "play.ts"):
        shutil.copy(HERE / name, tmp_path)
    (tmp_path / "node_modules").symlink_to(modules)
    # No .d.ts: what is made here is checked, what the packages bring is not.
    programs = modules / ".bin"
    done([programs / "openapi-typescript", served.document, "--output", "api.ts"], tmp_path)
    done([programs / "tsc"], tmp_path)
    assert json.loads(done(["node", "play.js"], tmp_path, served.task("typescript"))) == CAME_OF_IT
