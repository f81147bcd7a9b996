"""What the site answers a test that asks it without a page."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True)
class Answer:
    """What the site answered to a question that no page shows; `headers` as far as the browser tells them."""

    status: int
    words: str
    headers: Mapping[str, str] = field(default_factory=dict)

    @property
    def ok(self) -> bool:
        return self.status < 400

    def text(self) -> str:
        return self.words

    def json(self) -> Any:
        return json.loads(self.words)
