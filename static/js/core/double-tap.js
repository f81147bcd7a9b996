// Ignores the second tap of a double tap, which may hit the next player's number, a changed button or the next page.
// Only − and + take both.

// Milliseconds between two taps, or since the page that came of the first; pixels between their places.
const MAX_INTERVAL = 350;
const MAX_DISTANCE = 24;
const STORED_AS = "tap";

// When this page was received.
export const cameAt = () => performance.timeOrigin + (performance.getEntriesByType("navigation")[0]?.responseEnd ?? 0);

// The last tap that counted: its place, its time, the button of a stepper that it was on.
let last = recalled();
let pointers = 0;

// A page that was just swapped in was not seen yet, so a second tap is not meant for it.
export function pageCame() {
  last.at = Math.max(last.at, now());
}

export function ignoreSecondTaps() {
  addEventListener("pointerdown", () => (pointers += 1), true);
  addEventListener("click", listen, true);
}

function listen(event) {
  // A key counts no clicks. The click that a label makes on its field belongs to the tap on the label.
  if (!event.detail || last.pointer === pointers) return;
  const { clientX: x, clientY: y } = event;
  const at = performance.timeOrigin + event.timeStamp;
  const stepper = event.target.closest("[data-by]");
  const isSecond = at - last.at < MAX_INTERVAL && Math.hypot(x - last.x, y - last.y) < MAX_DISTANCE;
  if (isSecond && !(stepper && stepper === last.stepper)) {
    event.preventDefault();
    event.stopImmediatePropagation();
  } else {
    last = { x, y, at, stepper, pointer: pointers };
    remember();
  }
}

// The next page knows the tap that led to it.
function remember() {
  try {
    sessionStorage.setItem(STORED_AS, JSON.stringify([last.x, last.y, last.at]));
  } catch {
    // Storage can be forbidden or full: then only the tap's own page knows it.
  }
}

function recalled() {
  try {
    const [x, y, at] = JSON.parse(sessionStorage.getItem(STORED_AS));
    // The clock may have been set back since.
    return { x, y, at: Math.max(cameAt(), Math.min(at, now())) };
  } catch {
    return { at: 0 };
  }
}

function now() {
  return performance.timeOrigin + performance.now();
}
