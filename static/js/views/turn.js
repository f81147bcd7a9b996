// Vibrates when it becomes the reader's turn. `data-my-turn` has the turn as its value, so that each is announced once.
const VIBRATION = 200;
let told;

export function tellTurn(card) {
  const turn = card?.dataset.myTurn;
  if (turn === told) return;
  told = turn;
  if (!card) return;
  card.focus({ preventScroll: true });
  // Browsers allow it only after the first touch.
  if (!document.hidden && navigator.userActivation?.hasBeenActive) navigator.vibrate?.(VIBRATION);
}
