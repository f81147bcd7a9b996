// A page that has just come saves nothing and takes nothing back on the second of two quick taps; a step that comes with
// everything filled in waits longer, since it was not played yet. A link, which can be gone back from, waits least.

const REST = 1000;
const LINK_REST = 400;
const READY_STEP = 1500;
let asked = null;
let cameAt = 0;
let awakeAt = 0;
let timer = null;

export function restThumb(since = performance.now()) {
  // What came meanwhile from others asks the same as before: a tap on it is meant.
  const asks = document.querySelector("[data-asks]")?.dataset.asks ?? null;
  const same = asks !== null && asks === asked;
  asked = asks;
  if (same) return;
  const ready = document.querySelector("form.step .acts, form.step .main:not(.waiting)");
  cameAt = since;
  awakeAt = since + (ready ? READY_STEP : REST);
  clearTimeout(timer);
  const left = awakeAt - performance.now();
  document.documentElement.classList.toggle("resting", left > 0);
  if (left > 0) timer = setTimeout(() => document.documentElement.classList.remove("resting"), left);
}

export const pageCame = () => performance.getEntriesByType("navigation")[0]?.responseEnd ?? 0;

addEventListener(
  "submit",
  (event) => {
    if (performance.now() >= awakeAt || event.target.method !== "post") return;
    event.preventDefault();
    event.stopImmediatePropagation();
  },
  true,
);

addEventListener(
  "click",
  (event) => {
    // A key has no second tap: such a click counts none.
    if (!event.detail || performance.now() >= cameAt + LINK_REST || !event.target.closest("a[href]")) return;
    event.preventDefault();
    event.stopImmediatePropagation();
  },
  true,
);
