"""Views that are seen from afar and that nobody scrolls."""

from __future__ import annotations

from tests.kit.browser.fit import screen
from tests.kit.browser.table import Phone

TELEVISIONS = (screen(1280, 720), screen(1920, 1080), screen(3840, 2160))
OUTSIDE = """() => {
    const wrong = [];
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let text = texts.nextNode(); text; text = texts.nextNode()) {
        const part = text.parentElement;
        if (!text.textContent.trim() || part.closest(".visually-hidden, .skip, svg")) continue;
        if (!part.checkVisibility()) continue;
        const range = document.createRange();
        range.selectNodeContents(text);
        // What is shortened with an ellipsis is measured by its box.
        const cut = part.closest(".name, dd, .sentence, .badge, .beside, .deals li, button");
        const { left, top, right, bottom } = (cut ?? range).getBoundingClientRect();
        if (left < -1 || top < -1 || right > innerWidth + 1 || bottom > innerHeight + 1)
            wrong.push(`${text.textContent.trim().slice(0, 30)}: ${[left, top, right, bottom].map(Math.round)}`);
    }
    for (const part of document.querySelectorAll(".code, .seats li, aside .button")) {
        const { left, top, right, bottom } = part.getBoundingClientRect();
        if (left < -1 || top < -1 || right > innerWidth + 1 || bottom > innerHeight + 1) wrong.push(part.className);
    }
    return wrong;
}"""
"""What lies beyond the edge of a screen that nobody scrolls."""


def outside(phone: Phone) -> list[str]:
    found: list[str] = phone.page.evaluate(OUTSIDE)
    return found
