// A short vibration when it has become one's turn, where the phone can. A page says so by `data-my-turn`, with the turn as
// its value: one turn is told once, however often its page comes.

const SHORT = 200;
let told = null;

export function tellTurn(turn) {
  if (turn === told) return;
  told = turn;
  if (turn === null) return;
  document.querySelector("[data-my-turn]").focus({ preventScroll: true });
  // Before the first touch a browser lets no page do it.
  if (!document.hidden && navigator.userActivation?.hasBeenActive) navigator.vibrate?.(SHORT);
}
