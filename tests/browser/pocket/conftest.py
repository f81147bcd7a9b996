"""A host of the pocket as it is built, and its site over a network."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser

from tests.kit.browser.opening import OpenPhone, phones_to_open
from tests.kit.browser.pocket.shell_host import StaticHost
from tests.kit.browser.pocket.site import running_host
from tests.kit.browser.site import running_site


@pytest.fixture
def host(pocket_folder: Path) -> Iterator[StaticHost]:
    with running_host(pocket_folder) as host:
        yield host


@pytest.fixture(scope="session")
def pocket_site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The site as the browser's engine has it, reached over a network for once."""
    with running_site(tmp_path_factory.mktemp("pocket"), settings={"TAKUROKU_IN_POCKET": "1"}) as site:
        yield site


@pytest.fixture
def visit(browser: Browser, pocket_site: str) -> Iterator[OpenPhone]:
    with phones_to_open(browser, pocket_site, service_workers="allow") as open_phone:
        yield open_phone
