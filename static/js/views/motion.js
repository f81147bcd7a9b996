// What moved: totals count to their new values, rows of the standings change places, the crown flies to who leads now, a
// card to its pile, a flame flares up. It changes no layout, takes no tap, and does nothing for readers who want less motion.
import { all } from "../core/elements.js";

const DURATION = 250;

// Remembers the totals and places on the page. Returns a function that shows, on the page that came, what moved.
export function remember() {
  if (isCalm()) return () => {};
  const totals = new Map(parts("[data-total-of]").map((part) => [part.dataset.totalOf, part.textContent]));
  const tops = new Map(rows().map((row) => [row.dataset.side, topOf(row)]));
  const leaders = first();
  const unlit = new Set(seats().filter((seat) => !flameOf(seat)).map(({ dataset }) => dataset.seat));
  return () => {
    for (const row of rows()) slide(row, tops.get(row.dataset.side));
    crown(leaders);
    for (const seat of seats()) if (unlit.has(seat.dataset.seat)) flameOf(seat)?.animate({ scale: [0, 1.75, 1] }, DURATION);
    for (const part of parts("[data-total-of]")) count(part, totals.get(part.dataset.totalOf));
  };
}

const isCalm = () => matchMedia("(prefers-reduced-motion: reduce)").matches || document.hidden;
const parts = (selector) => all(document, selector);
const rows = () => parts(".standings [data-side]");
const first = () => parts(".standings .first").map(({ dataset }) => dataset.side);
// A step that is entered ahead knows no flames.
const seats = () => parts("main:not([data-after]) .step [data-seat]");
const flameOf = (seat) => seat.querySelector(".flame");
const topOf = (row) => row.getBoundingClientRect().top - row.parentElement.getBoundingClientRect().top;

function slide(row, before) {
  const distance = before - topOf(row);
  if (!distance) return;
  // Who rises passes over who falls.
  const zIndex = distance > 0 ? 1 : 0;
  row.animate([{ transform: `translateY(${distance}px)`, zIndex }, { transform: "none", zIndex }], { duration: DURATION, easing: "ease-out" });
}

// From the row of the step where the crown was: the standings may lie out of sight.
function crown(before) {
  const totalOf = (side) => document.querySelector(`.step [data-total-of="${side}"]`);
  const from = before.map(totalOf).find(Boolean);
  if (!from) return;
  for (const side of first()) {
    const sign = !before.includes(side) && totalOf(side)?.parentElement.querySelector(".line-icon");
    if (sign) flyCrown(sign, from);
  }
}

// The crown flies here from the start of another part.
export function flyCrown(sign, from) {
  const to = sign.getBoundingClientRect();
  const { left, top, height } = from.getBoundingClientRect();
  const way = wayBetween({ left, top, width: to.width, height }, to);
  if (fly(sign, { translate: [way, "0 0"], scale: [1, 2, 1] })) sign.animate({ opacity: [0, 0] }, DURATION);
}

// The picture of a card flies to a pile and becomes small there.
export function flyCard(card, pile) {
  const [from, to] = [card, pile].map((part) => part.getBoundingClientRect());
  fly(card, { translate: ["0 0", wayBetween(to, from)], scale: [1, to.height / from.height], opacity: [1, 0.5] });
}

const wayBetween = (from, to) =>
  `${from.left + from.width / 2 - to.left - to.width / 2}px ${from.top + from.height / 2 - to.top - to.height / 2}px`;

const LOOK = ["stroke", "strokeWidth", "strokeLinecap", "strokeLinejoin", "fill", "background", "borderRadius", "boxShadow"];

// A copy of an icon lies over the page until it has flown, outside of the body, which may be replaced or copied meanwhile;
// whether there is anything to be seen.
function fly(sign, frames) {
  if (isCalm() || !sign.checkVisibility()) return false;
  const copy = sign.cloneNode(true);
  const look = getComputedStyle(sign);
  for (const name of LOOK) copy.style[name] = look[name];
  const { left, top, width, height } = sign.getBoundingClientRect();
  const place = { left: `${left}px`, top: `${top}px`, width: `${width}px`, height: `${height}px` };
  Object.assign(copy.style, place, { position: "fixed", zIndex: 9, margin: 0, pointerEvents: "none" });
  document.documentElement.append(copy);
  copy.animate(frames, { duration: DURATION, easing: "ease-out" }).finished.finally(() => copy.remove());
  return true;
}

// A number counts from the one that was there before, and to the newest.
const counting = new WeakMap();

export function count(part, text) {
  // Whatever was under way is about another number.
  counting.delete(part);
  if (isCalm()) return;
  const now = part.textContent;
  const [from, to] = [text, now].map(numberIn);
  if (from === to || !Number.isFinite(from) || !Number.isFinite(to)) return;
  const places = Math.max(...[text, now].map((each) => each.trim().split(".")[1]?.length ?? 0));
  const start = performance.now();
  let shown = now;
  const step = (time) => {
    // By now it may be another total.
    if (part.textContent !== shown || counting.get(part) !== step) return;
    const done = Math.min(1, Math.max(0, (time - start) / DURATION));
    part.textContent = shown = done < 1 ? (from + (to - from) * done).toFixed(places).replace("-", "−") : now;
    if (done < 1) requestAnimationFrame(step);
  };
  counting.set(part, step);
  step(start);
}

const numberIn = (text) => (text ? Number(text.trim().replace("−", "-")) : NaN);
