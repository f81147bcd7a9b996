"""The files of a record as they lie in a browser, while no engine has them open."""

from __future__ import annotations

import base64
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any
from urllib.parse import quote

from playwright.sync_api import Page

from store.admin.rebuild import compare
from store.engines.sqlite import FILE_NAME, SQLite
from tests.kit.browser.pocket.shell_host import StaticHost
from tests.kit.store.release import told

READ = """async () => {
    const found = {};
    const walk = async (folder) => {
        for await (const [name, handle] of folder.entries()) {
            if (handle.kind === "directory") await walk(handle);
            else {
                const bytes = new Uint8Array(await (await handle.getFile()).arrayBuffer());
                let text = "";
                for (const byte of bytes) text += String.fromCharCode(byte);
                found[name] = btoa(text);
            }
        }
    };
    await walk(await navigator.storage.getDirectory());
    return found;
}"""
PUT = """async ([folder, files]) => {
    const root = await navigator.storage.getDirectory();
    await root.removeEntry(folder, { recursive: true }).catch(() => {});
    const place = await root.getDirectoryHandle(folder, { create: true });
    for (const [name, text] of Object.entries(files)) {
        const stream = await (await place.getFileHandle(name, { create: true })).createWritable();
        await stream.write(Uint8Array.from(atob(text), (sign) => sign.charCodeAt(0)));
        await stream.close();
    }
}"""
BESIDE = (f"{FILE_NAME}-journal", f"{FILE_NAME}-wal")
"""What belongs to the record as long as it is not empty."""


def leave(page: Page, host: StaticHost) -> None:
    """Go where the same storage is, and no shell: who leaves has closed its record."""
    page.goto(host.beside)


def record_in(page: Page, folder: Path) -> Path:
    """The record, copied out of a browser whose page has left the shell; the path of its file."""
    folder.mkdir(parents=True, exist_ok=True)
    for name, text in page.evaluate(READ).items():
        if name == FILE_NAME or (name in BESIDE and text):
            (folder / name).write_bytes(base64.b64decode(text))
    return folder / FILE_NAME


def put_record(page: Page, host: StaticHost, folder: Path) -> None:
    """Put the files of a folder in the place of what the site of this host keeps; the page has left the shell."""
    files = {each.name: base64.b64encode(each.read_bytes()).decode() for each in folder.iterdir()}
    page.evaluate(PUT, [f"takuroku {quote(host.prefix, safe='')}", files])


def faults(record: Path) -> list[str]:
    """What is wrong with a record: in the file, in its sessions when they are played again, in its lists."""
    with closing(sqlite3.connect(record)) as db:
        broken = [line for (line,) in db.execute("PRAGMA integrity_check") if line != "ok"]
        broken += [f"{row} refers to nothing" for row in db.execute("PRAGMA foreign_key_check")]
    if broken:
        return broken
    with closing(SQLite(record).connect()) as db:
        compared = compare(db)
    return [*map(str, compared.unreadable), *map(str, compared.differences)]


def said_in(record: Path) -> dict[str, Any]:
    """Everything that a record says to who reads it."""
    with closing(SQLite(record).connect()) as db:
        return told(db)
