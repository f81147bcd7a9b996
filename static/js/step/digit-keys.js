// The digit keys of a keyboard: they enter a number for the marked seat, or the focused counter, and move on to the next.
import { fire } from "../core/elements.js";

const DIGIT_PAUSE = 800;
const TYPING = "textarea, select, [contenteditable], input:not([type=radio], [type=checkbox])";

// The place that has got a digit to which another may still be added, as 1 to 10.
let begun = null;
let typed = 0;

export function press(event) {
  if (event.ctrlKey || event.altKey || event.metaKey || event.isComposing || event.repeat) return;
  if (!/^[0-9]$/.test(event.key)) {
    finish();
    return;
  }
  const place = asked(event.target);
  if (!place) return;
  event.preventDefault();
  type(place, Number(event.key));
}

function asked(target) {
  const form = document.querySelector("form.step");
  if (!form) return null;
  const counter = target.closest("[data-counters] .counter");
  if (counter) return counted(counter);
  if (target.matches(TYPING)) return null;
  const keys = form.querySelector("[data-tray]:not([data-counters] *)");
  if (keys) return tapped(keys);
  const first = target.matches("body, main") ? form.querySelector("[data-counters] .counter") : null;
  return first && counted(first);
}

// The keys of the tray, which are for the marked seat.
function tapped(keys) {
  const most = Number(keys.dataset.high);
  const tellTray = (done) => keys.dispatchEvent(new CustomEvent("typed", { detail: { number: String(typed), done } }));
  return {
    seat: keys,
    most,
    offers: (number) => number <= most,
    set: (number) => {
      typed = number;
      tellTray(false);
    },
    leave: () => tellTray(true),
  };
}

function counted(counter) {
  const input = counter.querySelector("input");
  // Negative numbers and those of many digits are typed as usual.
  if (Number(input.min) < 0 || !input.max || Number(input.max) > 99) return null;
  return {
    seat: counter,
    most: Number(input.max),
    offers: (number) => number >= Number(input.min) && number <= Number(input.max),
    set: (number) => {
      input.value = number;
      fire(input, "input");
    },
    leave: () => {
      const all = [...counter.closest("[data-counters]").querySelectorAll(".counter input")];
      (all[all.indexOf(input) + 1] ?? counter.closest("form").querySelector(".main"))?.focus();
    },
  };
}

function type(place, digit) {
  if (begun?.place.seat === place.seat) {
    const both = begun.digit * 10 + digit;
    if (place.offers(both)) {
      place.set(both);
      finish();
      return;
    }
    finish();
    const next = asked(document.activeElement);
    if (next) type(next, digit);
    return;
  }
  finish();
  if (!place.offers(digit)) return;
  place.set(digit);
  begun = { place, digit };
  if (digit * 10 <= place.most && digit > 0) begun.timer = setTimeout(finish, DIGIT_PAUSE);
  else finish();
}

function finish() {
  if (!begun) return;
  const { place, timer } = begun;
  begun = null;
  clearTimeout(timer);
  if (place.seat.isConnected) place.leave();
}
