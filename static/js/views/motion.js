// What moved: totals count to their new values, rows of the standings change places. It changes no layout, takes no
// tap, and does nothing for readers who want less motion.
import { all } from "../core/elements.js";

const DURATION = 250;

// Remembers the totals and places on the page. Returns a function that shows, on the page that came, what moved.
export function remember() {
  if (isCalm()) return () => {};
  const totals = new Map(parts("[data-total-of]").map((part) => [part.dataset.totalOf, part.textContent]));
  const tops = new Map(rows().map((row) => [row.dataset.side, topOf(row)]));
  return () => {
    for (const row of rows()) slide(row, tops.get(row.dataset.side));
    for (const part of parts("[data-total-of]")) count(part, totals.get(part.dataset.totalOf));
  };
}

const isCalm = () => matchMedia("(prefers-reduced-motion: reduce)").matches || document.hidden;
const parts = (selector) => all(document, selector);
const rows = () => parts(".standings [data-side]");
const topOf = (row) => row.getBoundingClientRect().top - row.parentElement.getBoundingClientRect().top;

function slide(row, before) {
  const distance = before - topOf(row);
  if (!distance) return;
  // Who rises passes over who falls.
  const zIndex = distance > 0 ? 1 : 0;
  row.animate([{ transform: `translateY(${distance}px)`, zIndex }, { transform: "none", zIndex }], { duration: DURATION, easing: "ease-out" });
}

// A number counts from the one that was there before.
export function count(part, text) {
  if (isCalm()) return;
  const now = part.textContent;
  const [from, to] = [text, now].map(numberIn);
  if (from === to || !Number.isFinite(from) || !Number.isFinite(to)) return;
  const places = Math.max(...[text, now].map((each) => each.trim().split(".")[1]?.length ?? 0));
  const start = performance.now();
  let shown = now;
  const step = (time) => {
    // By now it may be another total.
    if (part.textContent !== shown) return;
    const done = Math.min(1, Math.max(0, (time - start) / DURATION));
    part.textContent = shown = done < 1 ? (from + (to - from) * done).toFixed(places).replace("-", "−") : now;
    if (done < 1) requestAnimationFrame(step);
  };
  step(start);
}

const numberIn = (text) => (text ? Number(text.trim().replace("−", "-")) : NaN);
