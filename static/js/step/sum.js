// Numbers of all seats that must add up: shows their sum and the difference, and fills in the last one. A seat is an
// input and whether it was touched.
import { inBounds } from "./stepper.js";
import { fill } from "../core/words.js";

export const sumOf = (seats) => seats.reduce((sum, { input }) => sum + Number(input.value || 0), 0);

// In the strip. Until a number is touched it is the sum of what was declared, and is called so.
export function showSum(name, sum, touched = true) {
  const place = document.querySelector(`[data-sum="${name}"]`);
  if (!place) return;
  place.textContent = sum;
  place.closest("div").classList.toggle("touched", touched);
}

// In the first line of the tray.
export function showTally(group, sum, total) {
  const place = group.querySelector("[data-tally]");
  if (!place) return;
  place.hidden = false;
  place.querySelector("b").textContent = sum;
  place.classList.toggle("even", sum === total);
}

// By how much a sum is wrong, in the words that stand beside the numbers: "{n} too many", "{n} missing"; else "".
export function balance(group, over) {
  const text = over > 0 ? group.dataset.sayOver : group.dataset.sayUnder;
  return over ? fill(text, { n: Math.abs(over) }) : "";
}

export function lastFollows(seats, total) {
  const untouched = seats.filter((seat) => !seat.touched);
  if (untouched.length !== 1) return;
  const [{ input }] = untouched;
  const rest = total - sumOf(seats.filter((seat) => seat.touched));
  if (inBounds(input, rest)) input.value = rest;
}
