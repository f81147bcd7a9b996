"""What the site keeps in the phone until it is saved: entries that are being sent, taps that are not saved yet."""

from __future__ import annotations

from playwright.sync_api import Page

DATABASE = "takuroku"
PATIENCE, OFTEN = 10_000, 50
"""Milliseconds until something must be gone, and between two looks."""
UNSENT, TAPS = "unsent:", "taps:"
FORGOTTEN = f"localStorage.clear(); indexedDB.deleteDatabase('{DATABASE}');"
"""Script that forgets all of it: who opens the database next waits until it is gone."""

STORE = f"""(copies) => new Promise((done) => {{
    const request = indexedDB.open("{DATABASE}", 1);
    request.onupgradeneeded = () => request.result.createObjectStore("kept");
    request.onsuccess = () => {{
        const database = request.result;
        const writing = database.transaction("kept", "readwrite");
        for (const [name, value] of copies) writing.objectStore("kept").put(value, name);
        writing.oncomplete = () => {{
            database.close();
            done();
        }};
    }};
}})"""
"""Script that stores values under names, as the site keeps them; who opens the database next finds them there."""


def names(database: str = DATABASE) -> str:
    """Script for the names under which anything is kept."""
    return f"""(async () => {{
        const answerTo = (request) => new Promise((come) => {{ request.onsuccess = () => come(request.result); }});
        const request = indexedDB.open("{database}", 1);
        request.onupgradeneeded = () => request.result.createObjectStore("kept");
        const database = await answerTo(request);
        const names = await answerTo(database.transaction("kept").objectStore("kept").getAllKeys());
        database.close();
        return [...names, ...Object.keys(localStorage)];
    }})()"""


def count(beginning: str) -> str:
    """Script for how many of the names begin so."""
    return f"{names()}.then((names) => names.filter((name) => name.startsWith('{beginning}')).length)"


def waits_until_none(page: Page, *beginnings: str) -> None:
    """Wait until nothing is kept any more whose name begins so."""
    left = -1
    for _ in range(PATIENCE // OFTEN):
        left = sum(page.evaluate(count(beginning)) for beginning in beginnings)
        if not left:
            return
        page.wait_for_timeout(OFTEN)
    raise AssertionError(f"{left} are still kept")
