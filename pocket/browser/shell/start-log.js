// Keeps how the last starts ended in localStorage, which outlives a killed tab: one that the browser killed is told at
// the next start, and the check (check/check.js) shows how long starts take on this phone.

const LOG = `shell ${new URL(document.baseURI).pathname} starts`;
const KEPT = 8;

// When this tab's start began, while it is under way.
let begun = null;

// [{ at, away, step, end, milliseconds }, …], the latest start last; `step` is the one under way. `end` is "ready", "left" if the page went away,
// "killed" once that was told, or why it failed. A start without an end is under way or was killed.
export function readLog() {
  try {
    const log = JSON.parse(localStorage.getItem(LOG));
    return Array.isArray(log) ? log : [];
  } catch {
    return [];
  }
}

function write(log) {
  try {
    localStorage.setItem(LOG, JSON.stringify(log.slice(-KEPT)));
  } catch {
    // Without storage no start is told of.
  }
}

function changeLast(change) {
  const log = readLog();
  if (log.length) Object.assign(log.at(-1), change);
  write(log);
}

export function noteBegin() {
  begun = performance.now();
  write([...readLog(), { at: new Date().toISOString(), away: document.hidden }]);
}

export function noteStep(step) {
  if (begun !== null) changeLast({ step });
}

export function noteEnd(end) {
  if (begun !== null) changeLast({ end, milliseconds: Math.round(performance.now() - begun) });
  begun = null;
}

// Whether the last start was killed. Only a tab that holds the engine's lock may ask: else it may be under way elsewhere.
export function isKilled() {
  const last = readLog().at(-1);
  // A tab that nobody looks at is often ended; that says nothing of the start.
  return Boolean(last && !last.end && !last.away);
}

export const noteKilled = () => changeLast({ end: "killed" });

document.addEventListener("visibilitychange", () => {
  if (begun !== null) changeLast({ away: document.hidden });
});
