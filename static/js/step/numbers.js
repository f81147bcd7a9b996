// Numbers of a step: stepped by buttons, and those of all seats that must add up.
import { all, fire } from "../core/elements.js";
import { fill } from "../core/words.js";

// Buttons − and + beside a number; each tap goes to the next number within the bounds. With `data-or-none` the step below the minimum is empty. Returns a function that updates the buttons after the number
// is set by script.
export function stepper(place) {
  const input = place.querySelector("input");
  const buttons = all(place, "[data-by]");
  const next = (button) => stepped(input, Number(button.dataset.by), "orNone" in place.dataset);
  const show = () => {
    for (const button of buttons) button.disabled = String(next(button)) === input.value;
  };
  for (const button of buttons) {
    button.hidden = false;
    button.addEventListener("click", () => {
      input.value = next(button);
      fire(input, "input");
    });
  }
  input.addEventListener("focus", () => input.select());
  input.addEventListener("input", show);
  input.form.addEventListener("restored", show);
  show();
  return show;
}

function inBounds(input, value) {
  return value >= Number(input.min) && value <= Number(input.max);
}

function stepped(input, by, orNone) {
  const [least, most] = [Number(input.min), Number(input.max)];
  if (input.value.trim() === "") return by > 0 ? least : "";
  const value = Number(input.value) + by;
  return orNone && value < least ? "" : Math.min(Math.max(value, least), most);
}

// --- numbers that must add up: a seat is an input and whether it was touched --------

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
