// The step being entered: one seat open at a time, the forbidden number struck out, the last trick count following
// from the others. It only shows early what the server will say; it decides nothing.
import { accordion } from "./accordion.js";
import { stepper } from "./stepper.js";
import { lastFollows, showBalance, showSum, sumOf } from "./sum.js";
import { wait } from "./waiting.js";
import { fill } from "../core/words.js";

export function enhanceStep(form) {
  for (const group of form.querySelectorAll("[data-chips]")) chips(form, group);
  for (const group of form.querySelectorAll("[data-counters]")) counters(form, group);
  for (const group of form.querySelectorAll("[data-untick]")) untick(group);
  for (const told of document.querySelectorAll("[data-picked]")) tellPicked(form, told);
}

// Another tap on the choice of an optional field clears it.
function untick(group) {
  const nothing = group.querySelector("[value='']");
  let chosen = group.querySelector("input:checked");
  group.addEventListener("change", () => (chosen = group.querySelector("input:checked")));
  group.closest("form").addEventListener("restored", () => (chosen = group.querySelector("input:checked")));
  group.addEventListener("click", ({ target }) => {
    if (target !== chosen || target === nothing) return;
    nothing.checked = true;
    nothing.dispatchEvent(new Event("change", { bubbles: true }));
  });
}

// Shows a choice in the strip before it is saved.
function tellPicked(form, told) {
  const unsaid = told.cloneNode(true);
  const update = () => {
    const chosen = form.querySelector(`input[name="${told.dataset.picked}"]:checked`);
    const label = chosen?.value ? chosen.nextElementSibling : unsaid;
    told.replaceChildren(...label.cloneNode(true).childNodes);
    told.classList.toggle("red", label.classList.contains("red"));
  };
  form.addEventListener("change", update);
  form.addEventListener("restored", update);
  update();
}

// --- one tap a number -------------------------------------------------------

function chips(form, group) {
  // A hidden part that a seat entered itself has no number here.
  const seats = [...group.querySelectorAll("details")].map((details) => {
    const chosen = () => details.querySelector("input:checked");
    return { details, chosen, said: () => chosen() !== null };
  });
  const { moveOn, begin } = accordion(group, seats);
  const update = () => {
    forbid(group, seats);
    for (const seat of seats) seat.details.querySelector("output").textContent = seat.chosen()?.value ?? "–";
    showSum(group.dataset.chips, seats.reduce((sum, seat) => sum + Number(seat.chosen()?.value ?? 0), 0));
    wait(form, group, !seats.every((seat) => seat.said()));
  };
  group.addEventListener("change", (event) => {
    update();
    moveOn(seats.find(({ details }) => details.contains(event.target)));
  });
  const show = () => {
    update();
    begin();
  };
  form.addEventListener("restored", show);
  show();
}

function forbid(group, seats) {
  if (!group.dataset.notTotal) return;
  const total = Number(group.dataset.notTotal);
  const last = seats.at(-1);
  const others = seats.slice(0, -1);
  const known = others.every((seat) => seat.said());
  const left = total - others.reduce((sum, seat) => sum + Number(seat.chosen()?.value ?? 0), 0);
  const reason = last.details.querySelector("[data-forbidden]");
  reason.hidden = true;
  for (const input of last.details.querySelectorAll("input")) {
    const forbidden = known && Number(input.value) === left;
    input.disabled = forbidden;
    if (forbidden) input.checked = false;
    input.parentElement.classList.toggle("forbidden", forbidden);
    if (forbidden) {
      reason.textContent = fill(group.dataset.sayForbidden, { n: left, total });
      reason.hidden = false;
    }
  }
}

// --- a number that is most likely right already ------------------------------

function counters(form, group) {
  const total = group.dataset.total ? Number(group.dataset.total) : null;
  const seats = [...group.querySelectorAll(".counter")].map((place) => ({
    place,
    input: place.querySelector("input"),
    show: stepper(place),
    suggested: Number(place.dataset.suggested),
    touched: false,
  }));
  // In a correction a change of one number leaves the others alone.
  const follows = total !== null && !("correcting" in form.dataset);
  const update = () => {
    for (const seat of seats) {
      const difference = Number(seat.input.value) - seat.suggested;
      const miss = seat.place.querySelector("[data-miss]");
      seat.place.classList.toggle("missed", difference !== 0);
      if (miss) miss.textContent = difference ? ` · ${missed(group, difference)}` : "";
      seat.show();
    }
    showSum(group.dataset.counters, sumOf(seats));
    if (total === null) return;
    showBalance(group, sumOf(seats) - total);
    wait(form, group, sumOf(seats) !== total);
  };
  for (const seat of seats) {
    seat.input.addEventListener("input", () => {
      seat.touched = true;
      if (follows) lastFollows(seats, total);
      update();
    });
  }
  const show = () => {
    for (const seat of seats) seat.touched = Number(seat.input.value) !== seat.suggested;
    update();
  };
  form.addEventListener("restored", show);
  show();
}

function missed(group, difference) {
  return fill(difference > 0 ? group.dataset.sayMissOver : group.dataset.sayMissUnder, { n: Math.abs(difference) });
}
