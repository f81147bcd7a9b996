"""What is wrong with how a page stands on a screen, as script finds it."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import ViewportSize

from tests.kit.browser.table import Phone

THUMB = 44


def screen(width: int, height: int) -> ViewportSize:
    return {"width": width, "height": height}


def named(size: ViewportSize) -> str:
    return f"{size['width']} × {size['height']}"


USUAL = screen(390, 844)
SMALLEST = screen(320, 568)
SHORT = screen(390, 664)
ON_ITS_SIDE = screen(844, 390)
TABLET = screen(768, 1024)
WIDE = (screen(1024, 768), screen(1280, 800), screen(1920, 1080))
SIZES = (USUAL, SMALLEST, SHORT, ON_ITS_SIDE, TABLET, *WIDE)

STICKS_OUT = """() => {
    const page = document.documentElement;
    const wrong = [];
    const isCut = part => part && (getComputedStyle(part).textOverflow === "ellipsis" || isCut(part.parentElement));
    if (page.scrollWidth > page.clientWidth) wrong.push(`page: ${page.scrollWidth} of ${page.clientWidth}`);
    for (const part of document.body.querySelectorAll("*:not(select, input)")) {
        const box = part.getBoundingClientRect();
        if (!box.width || part.closest(".visually-hidden, .skip, svg, option")) continue;
        if (part.closest(".card, .regulars, .presets, .seen") || !part.checkVisibility()) continue;
        const style = getComputedStyle(part);
        const name = () => `${part.tagName}.${part.className} "${part.textContent.trim().slice(0, 30)}"`;
        const beyond = box.left < 0 || box.right > page.clientWidth + .5;
        if (beyond && !isCut(part.parentElement)) wrong.push(`beyond the edge: ${name()}`);
        const shortened = style.textOverflow === "ellipsis" || style.webkitLineClamp !== "none";
        // Round a table what moves a seat stands beside it; the rows of a correction go to both edges of the screen.
        const lets = part.matches(".seated, .seated .place-of, .deals, [data-correcting]");
        if (style.display === "inline" || shortened || lets) continue;
        const [needs, has] = [part.scrollWidth, part.clientWidth];
        if (needs > has + 1) wrong.push(`${needs} in ${has}: ${name()}`);
    }
    return wrong;
}"""
"""What makes the page wider than the screen, lies beyond its edge, or is cut off.

A name shortened with an ellipsis is not counted: it stands in full in the standings. Nor are the
scorecard, the regular players, the sets of rules and the other player's yaku, which scroll, and a seat at
the table, beside which stand its grip and the mark of the dealer."""

RUNS_TOGETHER = """() => {
    const wrong = [], seen = [];
    // A sheet that is open lies over the page.
    const shown = document.querySelector(":popover-open") ?? document.body;
    const texts = document.createTreeWalker(shown, NodeFilter.SHOW_TEXT);
    const clips = new Map();
    const clipsFrom = part => {
        if (!part || part === document.body) return [];
        if (!clips.has(part)) {
            const around = clipsFrom(part.parentElement);
            clips.set(part, getComputedStyle(part).overflowX === "visible" ? around : [part, ...around]);
        }
        return clips.get(part);
    };
    const clipped = (box, part) => {
        let [left, top, right, bottom] = [box.left, box.top, box.right, box.bottom];
        for (const around of clipsFrom(part)) {
            const edge = around.getBoundingClientRect();
            [left, top] = [Math.max(left, edge.left), Math.max(top, edge.top)];
            [right, bottom] = [Math.min(right, edge.right), Math.min(bottom, edge.bottom)];
        }
        return right - left > 1 && bottom - top > 1 ? { left, top, right, bottom } : null;
    };
    const bars = ".action, .to-step, .tabs, .tray, .asked, .at-foot, .foot";
    const above = part => part.closest(`${bars}, .card tbody th, .card thead`);
    for (let text = texts.nextNode(); text; text = texts.nextNode()) {
        const part = text.parentElement, words = text.textContent.trim();
        if (!words || part.closest(".visually-hidden, .skip, svg, option, datalist, script")) continue;
        if (!part.checkVisibility({ visibilityProperty: true }) || above(part)) continue;
        if (getComputedStyle(part).clipPath !== "none") continue;
        const range = document.createRange();
        range.selectNodeContents(text);
        const boxes = [...range.getClientRects()];
        const lines = new Set(boxes.map(box => Math.round(box.top)));
        if (/^[−+×]?\\d[\\d.]*$/.test(words) && lines.size > 1) wrong.push(`split: ${words}`);
        // Letters fill about the middle half of their line.
        for (const box of boxes) {
            const trim = box.height / 4;
            const ink = { left: box.left, right: box.right, top: box.top + trim, bottom: box.bottom - trim };
            const inSight = clipped(ink, part);
            if (inSight) seen.push([inSight, words, text]);
        }
    }
    for (const [index, [one, words, text]] of seen.entries()) {
        for (let later = index + 1; later < seen.length; later += 1) {
            const [other, others, owner] = seen[later];
            if (owner === text || one.right - 1 <= other.left || other.right - 1 <= one.left) continue;
            if (one.bottom - 1 <= other.top || other.bottom - 1 <= one.top) continue;
            wrong.push(`on one another: "${words.slice(0, 20)}" and "${others.slice(0, 20)}"`);
        }
    }
    return wrong;
}"""
"""Texts that lie on one another, and numbers that are split between two lines."""

TOO_SMALL = """least => {
    const area = part => {
        // A link may take taps for the whole line that it stands in.
        const cover = getComputedStyle(part, "::after");
        if (cover.content === "none" || cover.position !== "absolute") return part.getBoundingClientRect();
        let line = part;
        while (getComputedStyle(line).position === "static") line = line.parentElement;
        return line.getBoundingClientRect();
    };
    const inSentence = part => part.tagName === "A" && getComputedStyle(part).display === "inline"
        && [...part.parentElement.childNodes].some(node => node.nodeType === 3 && node.textContent.trim());
    return [...document.querySelectorAll("a, button, input, select, textarea, summary, label.chip")]
        .filter(part => part.checkVisibility() && part.type !== "hidden")
        .filter(part => !part.closest(".visually-hidden, .skip") && !inSentence(part))
        .map(part => [part, area(part)])
        .filter(([, box]) => box.width < least || box.height < least)
        .map(([part, box]) => [Math.round(box.width), Math.round(box.height), part.outerHTML.slice(0, 120)])
        .map(([width, height, html]) => `${width} × ${height}: ${html}`);
}"""
"""What a thumb must hit and is smaller than it should be; links within a sentence are let off."""

OFF_CENTRE = """() => [...document.querySelectorAll(".action")].filter(bar => bar.checkVisibility()).map(bar => {
    const box = bar.getBoundingClientRect();
    const now = bar.closest(".now");
    // Beside the seats of a new game it stands under the rules.
    const rules = bar.matches(".setup > *") && bar.previousElementSibling;
    // In a correction of bids and tricks it stands under the tray.
    const tray = now?.querySelector("[data-list] > .tray");
    const column = rules || tray || (now && getComputedStyle(now).display !== "contents" ? now : bar.closest("main"));
    const { left, right } = column.getBoundingClientRect();
    const off = (box.left + box.right) / 2 - (left + right) / 2;
    if (Math.abs(off) > 2) return `${off} off the centre`;
    // Below a title and a strip that fill the screen it can only follow them.
    const room = innerHeight - bar.closest("main").getBoundingClientRect().top;
    return box.bottom > innerHeight + 1 && box.height < room ? `ends at ${box.bottom} of ${innerHeight}` : "";
}).filter(Boolean)"""
"""The action where it does not stand in the middle of its column, or not on the screen."""

FAULTS = f"""least => Object.fromEntries(Object.entries({{
    "sticks out": {STICKS_OUT},
    "runs together": {RUNS_TOGETHER},
    "too small": {TOO_SMALL},
    "off centre": {OFF_CENTRE},
}}).map(([fault, find]) => [fault, find(least)]).filter(([, parts]) => parts.length))"""


def faults(phone: Phone) -> dict[str, list[str]]:
    """Everything that is wrong on this screen, by what it is."""
    found: dict[str, list[str]] = phone.page.evaluate(FAULTS, THUMB)
    return found


def faults_on(phone: Phone, *sizes: ViewportSize, note: str = "") -> dict[str, Any]:
    """The screens on which something is wrong, with what."""
    wrong = {}
    for size in sizes:
        phone.page.set_viewport_size(size)
        wrong[named(size) + note] = faults(phone)
    return {where: what for where, what in wrong.items() if what}


def sticks_out(phone: Phone) -> list[str]:
    found: list[str] = phone.page.evaluate(STICKS_OUT)
    return found


def too_small(phone: Phone) -> list[str]:
    found: list[str] = phone.page.evaluate(TOO_SMALL, THUMB)
    return found


LARGER = "document.documentElement.style.fontSize = '200%'"
SIZE_OF_LETTERS = f"""() => {{
    const texts = [...document.body.querySelectorAll("*:not(.visually-hidden)")]
        .filter(part => [...part.childNodes].some(node => node.nodeType === 3 && node.textContent.trim()));
    const sizes = () => texts.map(text => parseFloat(getComputedStyle(text).fontSize));
    const usual = sizes();
    {LARGER};
    return sizes().map((large, at) => [texts[at].textContent.trim().slice(0, 30), usual[at], large]);
}}"""
AS_LARGE_AS_THE_SCREEN_ALLOWS = 80


def stays_small(phone: Phone) -> list[str]:
    """What does not grow with the letters; leaves them large."""
    sizes: list[tuple[str, float, float]] = phone.page.evaluate(SIZE_OF_LETTERS)
    return [name for name, usual, large in sizes if large < 1.9 * usual < AS_LARGE_AS_THE_SCREEN_ALLOWS]
