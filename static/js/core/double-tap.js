// Refuses the second tap of a double tap on a control, and shows it. Two taps on two controls are two taps, however quick.

// Milliseconds in which another tap on a control is its second. A key of a tray is soon tapped for the next person.
const INTERVAL = 350;
const KEY_INTERVAL = 180;
// As many in which what the control has turned into is still the same one: undo of a tap into undo of an entry
// (`data-same`), or what lies at its place on the page that came.
const TURNED_INTERVAL = 650;
// Pixels between two taps at one place.
const MAX_DISTANCE = 24;
const CONTROLS = "a[href], button, label, summary";
const STRUCK = ".key:disabled, [aria-disabled]";
const COUNTS = "[data-by], [data-begun] :is([data-digit], [data-clear], [data-add])";
// A key of a tray, for whoever is marked.
const TRAY_KEY = ".key:not([name])";

// When this page was received.
export const cameAt = () => performance.getEntriesByType("navigation")[0]?.responseEnd ?? 0;

// Nobody can have seen a page that has just come, so a second tap is not meant for it.
const turned = (tap, at) => ({ ...tap, at, control: null, pointer: 0, turned: true });

// The last tap that counted.
let last = turned(recalled(), cameAt());
let pointers = 0;

export function pageCame() {
  last = turned(last, Math.max(last.at, performance.now()));
}

// A page that came has marked another player: a tap that was under way is not meant for that one.
let movedAt = -Infinity;
export const markMoved = () => (movedAt = performance.now());

export function refuseSecondTaps() {
  addEventListener("pointerup", lift, true);
  addEventListener("click", listen, true);
}

function lift({ target }) {
  pointers += 1;
  showRefused(target.closest(STRUCK));
}

function listen(event) {
  // A key counts no clicks. The click that a label makes on its field belongs to the tap on the label.
  if (!event.detail || last.pointer === pointers) return;
  const { clientX: x, clientY: y, timeStamp: at } = event;
  const control = event.target.closest(CONTROLS);
  const same = control?.dataset.same;
  const tap = { x, y, at, control, same, pointer: pointers };
  const isElse = last.turned || document.elementFromPoint(last.x, last.y)?.closest(CONTROLS) !== last.control;
  if (isSecond(tap, last, isElse) || (at - movedAt < INTERVAL && control?.matches(TRAY_KEY))) {
    event.preventDefault();
    event.stopImmediatePropagation();
    showRefused(control);
  } else {
    last = tap;
    movedAt = -Infinity;
    remember();
  }
}

// Whether a tap is the second of the last one; `isElse` where something else lies at the place of that by now.
export function isSecond({ x, y, at, control, same }, last, isElse) {
  const since = at - last.at;
  if (control && isSame(control, last.control)) return since < intervalOf(control);
  if (same && same === last.same) return since < TURNED_INTERVAL;
  const isNear = Math.hypot(x - last.x, y - last.y) < MAX_DISTANCE;
  return isNear && isElse && since < (last.turned ? TURNED_INTERVAL : INTERVAL);
}

// A page that comes with what was tapped has the same key anew. A label is that of its field: its letter alone may be that of
// another person's.
const isSame = (control, before) =>
  control === before || (before?.isConnected === false && looksAlike(control, before) && looksAlike(control.control, before.control));
const looksAlike = (one, other) => ["name", "value", "textContent"].every((each) => one?.[each] === other?.[each]);

// What counts takes every tap, and so does a number that is begun. A key with a name sends a form, and is not tapped for the
// next person.
function intervalOf(control) {
  if (control.matches(COUNTS)) return 0;
  return control.matches(TRAY_KEY) ? KEY_INTERVAL : INTERVAL;
}

// A control shakes, or is framed for readers who want less motion, and the phone buzzes.
function showRefused(control) {
  if (!control) return;
  const isCalm = matchMedia("(prefers-reduced-motion: reduce)").matches;
  const sign = isCalm ? { outline: ["3px solid var(--wrong)", "0"] } : { translate: ["-4px", "4px", "-4px", "4px", "0"] };
  control.animate(sign, 200);
  navigator.vibrate?.(30);
}

// The next page knows the tap that led to it, unless storage is forbidden or full.
function remember() {
  try {
    sessionStorage.tap = JSON.stringify({ ...last, control: null });
  } catch {}
}

function recalled() {
  try {
    return JSON.parse(sessionStorage.tap);
  } catch {
    return null;
  }
}
