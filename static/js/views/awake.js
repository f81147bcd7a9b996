// A phone that lies on the table: its screen stays awake on a running sheet (HTTPS or localhost only), and it vibrates when
// it is the reader's turn.

// The browser releases the lock when the page is hidden, so it is requested again when the page is shown.

let wanted = false;
let lock = null;
let asking = null;

export function keepAwake(running) {
  wanted = running;
  if (!running) lock?.release();
  else stayAwake();
}

async function stayAwake() {
  if (!wanted || lock || asking || !navigator.wakeLock || document.visibilityState !== "visible") return;
  try {
    asking = navigator.wakeLock.request("screen");
    const given = await asking;
    lock = given;
    given.addEventListener("release", () => {
      if (lock === given) lock = null;
    });
    // The game may have ended meanwhile.
    if (!wanted) given.release();
  } catch {
    // Refused in battery saving mode.
  } finally {
    asking = null;
  }
}

document.addEventListener("visibilitychange", stayAwake);
addEventListener("pageshow", stayAwake);
addEventListener("focus", stayAwake);

// --- the reader's turn ------------------------------------------------------------------

const VIBRATION = 200;
let announced;

// `data-my-turn` has the turn as its value, so that each is announced once.
export function tellTurn(card) {
  const turn = card?.dataset.myTurn;
  if (turn === announced) return;
  announced = turn;
  if (!card) return;
  card.focus({ preventScroll: true });
  // Browsers allow it only after the first touch.
  if (!document.hidden && navigator.userActivation?.hasBeenActive) navigator.vibrate?.(VIBRATION);
}
