// The screen stays awake on a running sheet, where the browser allows it (HTTPS or localhost). It takes the lock away when
// the page is hidden; when the page is shown again it is asked for again.

let wanted = false;
let lock = null;
let asked = null;

export function keepAwake(running) {
  wanted = running;
  if (!running) lock?.release();
  else ask();
}

async function ask() {
  if (!wanted || lock || asked || !navigator.wakeLock || document.visibilityState !== "visible") return;
  try {
    asked = navigator.wakeLock.request("screen");
    const given = await asked;
    lock = given;
    given.addEventListener("release", () => {
      if (lock === given) lock = null;
    });
    // What came of the page meanwhile.
    if (!wanted) given.release();
  } catch {
    // Refused in battery saving mode.
  } finally {
    asked = null;
  }
}

document.addEventListener("visibilitychange", ask);
addEventListener("pageshow", ask);
addEventListener("focus", ask);
