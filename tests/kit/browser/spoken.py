"""What a screen reader would say: every change in a live region, and each alert that comes."""

from __future__ import annotations

from typing import Any

from tests.kit.browser.table import Phone

LISTEN = """
(() => {
    const REGIONS = "[aria-live], [role=status], [role=alert]";
    const textOf = region => {
        const copy = region.cloneNode(true);
        for (const mark of copy.querySelectorAll("[aria-hidden=true], [hidden]")) mark.remove();
        return copy.textContent.replace(/\\s+/g, " ").trim();
    };
    const alertsIn = node => node.nodeType !== 1 ? []
        : [...(node.matches("[role=alert]") ? [node] : []), ...node.querySelectorAll("[role=alert]")];
    window.spoken = [];
    new MutationObserver(changes => {
        const regions = new Set();
        for (const { target, addedNodes } of changes) {
            const around = (target.nodeType === 1 ? target : target.parentElement)?.closest(REGIONS);
            if (around?.isConnected) regions.add(around);
            for (const alert of [...addedNodes].flatMap(alertsIn)) if (alert.isConnected) regions.add(alert);
        }
        for (const region of regions) {
            if (region.closest("[hidden]")) continue;
            const name = region.id || region.dataset.reason === "" && "reason" || region.className || region.tagName;
            window.spoken.push([name, textOf(region)]);
        }
    }).observe(document, { subtree: true, childList: true, characterData: true, attributeFilter: ["hidden"] });
})();
"""


def listens(phone: Phone) -> None:
    """Listen on every page that the phone loads from now on."""
    phone.context.add_init_script(LISTEN)


def spoken(phone: Phone) -> list[tuple[str, str]]:
    """What was said since the page was loaded, or since this was asked last: the region and its words."""
    said: list[Any] = phone.page.evaluate("window.spoken.splice(0)")
    return [(str(region), str(text)) for region, text in said]
