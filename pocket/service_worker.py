"""The service worker, which lies in several files to be read and goes out as one."""

from __future__ import annotations

from pathlib import Path

BROWSER = Path(__file__).parent / "browser"
NAME = "service-worker.js"


def service_worker() -> str:
    """Its script, in which the build is yet to be written."""
    parts = sorted((BROWSER / "service-worker").glob("*.js"))
    return "\n".join(path.read_text("utf-8") for path in (BROWSER / NAME, *parts))
