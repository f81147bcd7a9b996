"""Asking the engine as a service worker does, by the same words as the tests ask the site itself."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from io import BytesIO
from typing import Any
from urllib.parse import urlsplit

from werkzeug.datastructures import Headers
from werkzeug.test import EnvironBuilder, TestResponse

from tests.web.conftest import Phone

SCOPE = "https://cards.example/pocket/"

Answering = Callable[[dict[str, Any]], Any]
"""Gives status, headers, body; what needs another site is not asked by it."""


class ThroughTheEngine:
    """Stands where the tests have Flask's client: takes what it takes, and holds no cookies."""

    def __init__(self, answering: Answering, scope: str = SCOPE) -> None:
        self._answering = answering
        self._scope = scope
        self._root = urlsplit(scope).path.rstrip("/")

    def open(
        self, address: str, *, method: str = "GET", headers: Mapping[str, str] | None = None, **given: Any
    ) -> TestResponse:
        said = dict(headers or {})
        languages = said.pop("Accept-Language", "en").split(",")
        builder = EnvironBuilder(
            address.removeprefix(self._root), self._scope, method=method, headers=Headers(said), **given
        )
        request = builder.get_request()
        body = request.get_data(cache=True)
        if request.content_type:
            said["content-type"] = request.content_type
        status, told, text = self._answering(
            {
                "method": method,
                "url": request.url,
                "headers": [list(each) for each in said.items()],
                "body": body or None,
                "referrer": self._scope,
                "languages": languages,
                "zone": "Asia/Tokyo",
                "agent": "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X)",
            }
        )
        found = [(name, value) for name, value in told]
        return TestResponse([text], str(status), Headers(found), request=request)

    def get(self, address: str, **given: Any) -> TestResponse:
        return self.open(address, **given)

    def post(self, address: str, **given: Any) -> TestResponse:
        return self.open(address, method="POST", **given)


class Pocket(Phone):
    """A phone that has the site in it, whichever Python answers."""

    def __init__(self, answering: Answering, language: str = "en", scope: str = SCOPE) -> None:
        self.language, self.at = language, "127.0.0.1"
        self.client = ThroughTheEngine(answering, scope)  # type: ignore[assignment]

    def answers(self, address: str, **given: Any) -> TestResponse:
        return self.client.open(address, **given)

    def imports(self, file: bytes) -> str:
        """What is said to a scorebook file."""
        form = self.opens("/scorebook").form("/scorebook")
        came = self.posts("/scorebook", {**form.values, "file": (BytesIO(file), "scorebook.json")})
        page = self.follows(came) if came.status == 303 else came
        return page.text
