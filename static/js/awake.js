// The screen stays awake on a running sheet, where the browser allows it (HTTPS or localhost).

let wanted = false;
let lock = null;

export function keepAwake(running) {
  wanted = running;
  if (!running) lock?.release();
  else ask();
}

async function ask() {
  if (!wanted || lock || !navigator.wakeLock || document.visibilityState !== "visible") return;
  try {
    lock = await navigator.wakeLock.request("screen");
    lock.addEventListener("release", () => (lock = null));
  } catch {
    // The phone saves its battery: it may.
  }
}

document.addEventListener("visibilitychange", ask);
