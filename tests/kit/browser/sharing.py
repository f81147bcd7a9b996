"""How the system hands over what another app shares, or files to open."""

from __future__ import annotations

from base64 import b64encode

from playwright.sync_api import FilePayload, Page

# As the system sends it: from no page of the site.
SHARE = """([address, text, files]) => {
    const form = document.createElement("form");
    Object.assign(form, { action: address, method: "post", enctype: "multipart/form-data" });
    const field = (name, type) => form.appendChild(Object.assign(document.createElement("input"), { name, type }));
    field("text", "hidden").value = text;
    const all = new DataTransfer();
    const bytes = body => Uint8Array.from(atob(body), sign => sign.charCodeAt(0));
    for (const { name, type, body } of files) all.items.add(new File([bytes(body)], name, { type }));
    Object.assign(field("file", "file"), { multiple: true, files: all.files });
    document.body.append(form);
    form.submit();
}"""
OPEN = """(() => {
    const value = { setConsumer: (taken) => (globalThis.opens = taken) };
    Object.defineProperty(globalThis, "launchQueue", { value });
})()"""
"""Makes `opens` of a page the way in which the system opens files with the app."""

FILE: FilePayload = {
    "name": "takuroku-2026.json",
    "mimeType": "application/json",
    "buffer": b'{"scorebook":1,"devices":{},"players":[{"name":"Ann"}],"rules":[],"sessions":[]}',
}


def shares(page: Page, address: str, *files: FilePayload, text: str = "") -> None:
    """Send a tab with this to the address that the manifest names."""
    page.goto("about:blank")
    told = [
        {"name": each["name"], "type": each["mimeType"], "body": b64encode(each["buffer"]).decode()} for each in files
    ]
    page.evaluate(SHARE, [address, text, told])
