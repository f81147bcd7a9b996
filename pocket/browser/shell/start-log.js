// Keeps the steps of the last starts and the last error in localStorage: a start that the browser killed is told at the
// next one, and the check (check/check.js) shows how long starts take on this phone.

const LOG = `shell ${new URL(document.baseURI).pathname} starts`;
const KEPT = 8;
const EMPTY = { starts: [], error: null };

// When this tab's start began, while it is under way.
let begun = null;

// { starts: [{ at, version, away, steps: [[name, milliseconds], …], end, milliseconds }, …], error: { at, text } },
// the latest start last. A step is noted when it begins. `end` is "ready", "left" if the page went away, or the reason of a failure; "told" follows the
// telling of one that was killed. A start without an end is under way or was killed.
export function readLog() {
  try {
    return { ...EMPTY, ...JSON.parse(localStorage.getItem(LOG)) };
  } catch {
    return EMPTY;
  }
}

function write(log) {
  try {
    localStorage.setItem(LOG, JSON.stringify({ ...log, starts: log.starts.slice(-KEPT) }));
  } catch {
    // Without storage no start is told of.
  }
}

function changeLast(change) {
  const log = readLog();
  if (log.starts.length) change(log.starts.at(-1));
  write(log);
}

const sinceBegin = () => Math.round(performance.now() - begun);

export function noteBegin(version) {
  begun = performance.now();
  const start = { at: new Date().toISOString(), version, away: document.hidden, steps: [] };
  const log = readLog();
  write({ ...log, starts: [...log.starts, start] });
}

export function noteStep(name) {
  if (begun !== null) changeLast(({ steps }) => steps.push([name, sinceBegin()]));
}

export function noteEnd(end) {
  if (begun !== null) changeLast((last) => Object.assign(last, { end, milliseconds: sinceBegin() }));
  begun = null;
}

export const noteError = (text) => write({ ...readLog(), error: { at: new Date().toISOString(), text } });

// The last start, if it was killed. Only a tab that holds the engine's lock may ask: else it may be under way elsewhere.
export function killed() {
  const last = readLog().starts.at(-1);
  // A tab that nobody looks at is often ended; that says nothing of the start.
  return last && !last.end && !last.away ? last : null;
}

export const noteTold = () => changeLast((last) => (last.end = "told"));

document.addEventListener("visibilitychange", () => {
  if (begun !== null) changeLast((last) => (last.away = document.hidden));
});
