// How long ago the last step was saved. This phone alone knows whether it shows that, and tells nobody: a screen reader neither.
import { make } from "../core/elements.js";
import { attempt, nameOf } from "../core/phone.js";

const TIMER = nameOf("timer");
const MOST_SECONDS = 5999;

// What is kept while it is on: the step that is open, and since when.
const kept = () => attempt(() => JSON.parse(localStorage.getItem(TIMER)));
const keep = (step) => attempt(() => localStorage.setItem(TIMER, JSON.stringify(step)));

// The switch.
export function enhance(button) {
  const show = () => button.setAttribute("aria-pressed", kept() !== null);
  button.addEventListener("click", () => {
    if (kept()) localStorage.removeItem(TIMER);
    else keep({});
    show();
  });
  show();
  button.hidden = false;
}

const time = make("small", { className: "quiet on-screen" });
time.setAttribute("aria-hidden", "true");
let ticking = null;

export function showTime() {
  ticking ??= setInterval(tick, 1000);
  tick();
}

function tick() {
  const sheet = document.querySelector("main[data-running][data-sheet]");
  // Five suits leave no room on the smallest phone.
  const strip = document.querySelector(".strip:not(:has(.signs-to-tap))");
  const place = strip?.checkVisibility() ? strip : document.querySelector(".bar h1 small");
  const step = kept();
  if (!sheet || !place || !step) return time.remove();
  const open = `${sheet.dataset.sheet} ${sheet.dataset.position}`;
  if (step.open !== open) keep(Object.assign(step, { open, since: Date.now() }));
  const seconds = Math.min(Math.floor((Date.now() - step.since) / 1000), MOST_SECONDS);
  time.textContent = `${place === strip ? "" : "\u00a0· "}${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
  if (time.parentElement !== place) place.append(time);
}
