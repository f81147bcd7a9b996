// Ignores the second tap of a double tap on a control. Two taps on two controls are two taps, however quick; only − and
// + take every tap.

// Milliseconds between two taps on one control; as many after one tap in which what it has turned into is still the
// same control: undo of a tap into undo of an entry (`data-same`), or what lies at its place on the page that came.
const MAX_INTERVAL = 350;
const TURNED_INTERVAL = 650;
// Pixels between two taps at one place.
const MAX_DISTANCE = 24;
const STORED_AS = "tap";
const CONTROLS = "a[href], button, input, select, textarea, summary, label, [role=button]";

// When this page was received.
export const cameAt = () => performance.timeOrigin + (performance.getEntriesByType("navigation")[0]?.responseEnd ?? 0);

// The last tap that counted: its place, its time, its control and what that is the same as, and whether a page came since.
let last = recalled();
let pointers = 0;

// A page that was just swapped in was not seen yet, so a second tap is not meant for it.
export function pageCame() {
  last = { ...last, at: Math.max(last.at, now()), control: null, turned: true };
}

export function ignoreSecondTaps() {
  addEventListener("pointerdown", () => (pointers += 1), true);
  addEventListener("click", listen, true);
}

function listen(event) {
  // A key counts no clicks. The click that a label makes on its field belongs to the tap on the label.
  if (!event.detail || last.pointer === pointers) return;
  const at = performance.timeOrigin + event.timeStamp;
  const { clientX: x, clientY: y } = event;
  const control = event.target.closest(CONTROLS);
  const same = control?.dataset.same;
  const tap = { x, y, at, control, same, pointer: pointers };
  if (isSecond(tap)) {
    event.preventDefault();
    event.stopImmediatePropagation();
  } else {
    last = tap;
    remember();
  }
}

function isSecond({ x, y, at, control, same }) {
  const since = at - last.at;
  if (control && control === last.control) return since < MAX_INTERVAL && !control.matches("[data-by]");
  if (same && same === last.same) return since < TURNED_INTERVAL;
  const isNear = Math.hypot(x - last.x, y - last.y) < MAX_DISTANCE;
  return isNear && since < (last.turned ? TURNED_INTERVAL : MAX_INTERVAL);
}

// The next page knows the tap that led to it.
function remember() {
  try {
    sessionStorage.setItem(STORED_AS, JSON.stringify([last.x, last.y, last.at, last.same]));
  } catch {
    // Storage can be forbidden or full: then only the tap's own page knows it.
  }
}

function recalled() {
  try {
    const [x, y, at, same] = JSON.parse(sessionStorage.getItem(STORED_AS));
    // The clock may have been set back since.
    return { x, y, at: Math.max(cameAt(), Math.min(at, now())), same: same ?? undefined, control: null, turned: true };
  } catch {
    return { at: 0 };
  }
}

function now() {
  return performance.timeOrigin + performance.now();
}
