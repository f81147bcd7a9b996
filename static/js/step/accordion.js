// Opens one seat at a time (`<details name>`); a tap on a number moves on to the next seat.

// A seat is its `details` and `said()`, whether its number is known.
export function accordion(group, seats) {
  // The arrow keys choose one number after the other: only a tap moves on.
  let tapped = false;
  group.addEventListener("click", (event) => (tapped = event.detail > 0), true);
  for (const { details } of seats) details.querySelector("summary").addEventListener("click", () => follow(seats));

  // The next seat without a number after the last tap; none when all have one.
  const next = (from) => {
    const start = seats.indexOf(from) + 1;
    return [...seats.slice(start), ...seats.slice(0, start)].find((seat) => !seat.said());
  };
  const moveOn = (from) => {
    if (tapped) open(seats, next(from));
    follow(seats);
  };
  const begin = () => {
    open(seats, seats.find(({ details }) => details.closest(".bad")) ?? next(null));
    // An address may ask for a row of the scorecard.
    if (!location.hash) follow(seats);
  };
  return { moveOn, begin };
}

function open(seats, wanted) {
  const focused = seats.find(({ details }) => details.contains(document.activeElement));
  for (const seat of seats) seat.details.open = seat === wanted;
  if (!focused || focused === wanted) return;
  // A folded seat can't have the focus: move it too.
  const goal = wanted?.details.querySelector("summary") ?? focused.details.closest("form").querySelector(".main");
  goal.focus({ preventScroll: true });
}

// On a short screen the page follows the open seat.
function follow(seats) {
  requestAnimationFrame(() => seats.find(({ details }) => details.open)?.details.scrollIntoView({ block: "nearest" }));
}
