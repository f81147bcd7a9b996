"""A storage that gives no files: why is said, what was opened is closed, and what is held is waited for.

The storage is a stand-in by the browsers' names, where a file has one handle at a time; the real one is in
tests/browser/pocket/test_storage.py.
"""

from __future__ import annotations

from typing import Any

import pytest

from tests.kit.node import in_node

STORAGE = """
const held = new Set();
class FileSystemSyncAccessHandle {
  constructor(name) { this.name = name; held.add(name); }
  getSize() { return 0; }
  close() { held.delete(this.name); }
}
class FileSystemFileHandle {
  constructor(name) { this.name = name; }
  async createSyncAccessHandle() {
    if (held.has(this.name)) throw new DOMException("", "NoModificationAllowedError");
    return new FileSystemSyncAccessHandle(this.name);
  }
}
class FileSystemDirectoryHandle {
  async getDirectoryHandle() { return this; }
  async getFileHandle(name) { return new FileSystemFileHandle(name); }
}
class StorageManager {
  async getDirectory() { return new FileSystemDirectoryHandle(); }
}
Object.defineProperty(globalThis, "navigator", { value: { storage: new StorageManager() } });
const { opened } = await import("./pocket/browser/engine/opfs.js");
const open = () => opened("place", ["one.db", "one.db-wal"]).then(() => "opened", ({ reason }) => reason);
const whole = FileSystemFileHandle.prototype.createSyncAccessHandle;
"""
THROWS = "async () => { throw new DOMException('', '%s') }"


def with_storage(code: str) -> Any:
    return in_node(f"async () => {{ {STORAGE} {code} }}")


@pytest.mark.parametrize(
    ("lacking", "instead", "reason"),
    [
        ("StorageManager.prototype.getDirectory", "undefined", "unsupported"),
        ("FileSystemFileHandle.prototype.createSyncAccessHandle", "undefined", "unsupported"),
        ("FileSystemSyncAccessHandle.prototype.getSize", "async () => 0", "unsupported"),
        ("StorageManager.prototype.getDirectory", THROWS % "SecurityError", "storage-refused"),
        ("FileSystemFileHandle.prototype.createSyncAccessHandle", THROWS % "UnknownError", "storage-refused"),
        ("FileSystemDirectoryHandle.prototype.getFileHandle", THROWS % "QuotaExceededError", "storage-full"),
    ],
)
def test_who_gets_no_files_is_told_why(lacking: str, instead: str, reason: str) -> None:
    assert with_storage(f"{lacking} = {instead}; return open();") == reason


def test_what_was_opened_before_the_refusal_is_let_go() -> None:
    refused_once = """
FileSystemFileHandle.prototype.createSyncAccessHandle = function () {
  if (this.name === "one.db-wal") throw new DOMException("", "UnknownError");
  return whole.call(this);
};
const first = await open();
FileSystemFileHandle.prototype.createSyncAccessHandle = whole;
return [first, await open()];
"""
    assert with_storage(refused_once) == ["storage-refused", "opened"]


@pytest.mark.parametrize("name", ["NoModificationAllowedError", "InvalidStateError"])
def test_a_file_that_is_held_is_waited_for_however_the_browser_says_so(name: str) -> None:
    # WebKit says it by the second name.
    held = f"""
let times = 3;
FileSystemFileHandle.prototype.createSyncAccessHandle = function () {{
  if (times-- > 0) throw new DOMException("", "{name}");
  return whole.call(this);
}};
return open();
"""
    assert with_storage(held) == "opened"
