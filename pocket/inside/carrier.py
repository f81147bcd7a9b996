"""Asks another site for something, from the worker in which the site runs: it waits there.

No cookie goes to another host. Where the group's site is on the same one, the browser sends that site's own; what is
asked there by a token looks at none.
"""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module
from typing import Any

from web.workings.carrier import Carried, UnreachableError


def carry(method: str, url: str, *, headers: Mapping[str, str], body: bytes | None, timeout: float) -> Carried:
    """See `web.workings.carrier.Carrier`."""
    # What a browser's Python has, and no other.
    js, ffi = import_module("js"), import_module("pyodide.ffi")
    request = js.XMLHttpRequest.new()
    try:
        request.open(method, url, False)
        request.responseType = "arraybuffer"
        request.timeout = int(timeout * 1000)
        request.withCredentials = False
        for name, value in headers.items():
            request.setRequestHeader(name, value)
        request.send(None if body is None else ffi.to_js(body))
    except ffi.JsException as error:
        raise UnreachableError(url) from error
    if request.status == 0:
        raise UnreachableError(url)
    return Carried(int(request.status), read_headers(request.getAllResponseHeaders()), _bytes(request.response))


def read_headers(said: str) -> dict[str, str]:
    """
    >>> read_headers("content-type: application/json\\r\\nRetry-After: 30\\r\\n")
    {'content-type': 'application/json', 'retry-after': '30'}
    """
    pairs = (line.partition(":") for line in said.splitlines())
    return {name.strip().lower(): value.strip() for name, sign, value in pairs if sign}


def _bytes(buffer: Any) -> bytes:
    return bytes(buffer.to_bytes()) if buffer else b""
