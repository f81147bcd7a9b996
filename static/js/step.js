// The step being entered: one seat open at a time, the forbidden number struck out, the last trick count following
// from the others. It only shows early what the server will say; it decides nothing.
import { stepper } from "./stepper.js";
import { lastFollows, showBalance, showSum, sumOf } from "./sum.js";
import { wait } from "./waiting.js";
import { fill } from "./words.js";

export function enhanceStep(form) {
  for (const group of form.querySelectorAll("[data-chips]")) chips(form, group);
  for (const group of form.querySelectorAll("[data-counters]")) counters(form, group);
  for (const group of form.querySelectorAll("[data-untick]")) untick(group);
  for (const told of document.querySelectorAll("[data-picked]")) tellPicked(form, told);
}

// What may stay unsaid is taken back by another tap on it.
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

// What the strip tells the table shows a tap before it is saved.
function tellPicked(form, told) {
  const unsaid = [...told.childNodes];
  const update = () => {
    const chosen = form.querySelector(`input[name="${told.dataset.picked}"]:checked`);
    const shown = chosen?.value ? [...chosen.nextElementSibling.cloneNode(true).childNodes] : unsaid;
    told.replaceChildren(...shown);
    told.classList.toggle("red", /^[♥♦]/.test(told.textContent));
  };
  form.addEventListener("change", update);
  form.addEventListener("restored", update);
  update();
}

// --- one tap a number -------------------------------------------------------

function chips(form, group) {
  const seats = [...group.children].map((place) => ({ place, chosen: () => place.querySelector("input:checked") }));
  for (const seat of seats) {
    seat.head = headAsButton(seat.place.querySelector(".head"));
    seat.head.addEventListener("click", () => {
      open(seats, seat);
      follow(seats);
    });
  }
  const update = () => {
    forbid(group, seats);
    for (const seat of seats) seat.head.querySelector("output").textContent = seat.chosen()?.value ?? "–";
    showSum(group.dataset.chips, seats.reduce((sum, seat) => sum + Number(seat.chosen()?.value ?? 0), 0));
    wait(form, group, !seats.every((seat) => seat.chosen()));
  };
  let tapped = false;
  // The arrow keys choose one number after the other: only a tap moves on.
  group.addEventListener("click", (event) => (tapped = event.detail > 0), true);
  group.addEventListener("change", () => {
    update();
    if (tapped) open(seats, nextAfter(seats, seats.find((seat) => seat.place.classList.contains("open"))));
    follow(seats);
  });
  const show = () => {
    update();
    open(seats, seats.find((seat) => seat.place.classList.contains("bad")) ?? nextAfter(seats, null));
    // An address may ask for a row of the scorecard.
    if (!location.hash) follow(seats);
  };
  form.addEventListener("restored", show);
  show();
}

// A line that opens at a tap: the same line as a button.
export function headAsButton(head) {
  const button = document.createElement("button");
  button.type = "button";
  button.className = head.className;
  button.id = head.id;
  button.append(...head.childNodes);
  head.replaceWith(button);
  return button;
}

// Moving on: the next seat without a number, wherever the last tap was; none when all have one.
function nextAfter(seats, from) {
  const start = from ? seats.indexOf(from) + 1 : 0;
  return [...seats.slice(start), ...seats.slice(0, start)].find((seat) => !seat.chosen()) ?? null;
}

function open(seats, wanted) {
  for (const seat of seats) {
    seat.place.classList.toggle("open", seat === wanted);
    seat.place.classList.toggle("folded", seat !== wanted);
    seat.head.setAttribute("aria-expanded", seat === wanted);
  }
}

// On a short screen the page follows the open seat.
function follow(seats) {
  requestAnimationFrame(() => seats.find((seat) => seat.place.classList.contains("open"))?.place.scrollIntoView({ block: "nearest" }));
}

function forbid(group, seats) {
  if (!group.dataset.notTotal) return;
  const total = Number(group.dataset.notTotal);
  const last = seats.at(-1);
  const others = seats.slice(0, -1);
  const known = others.every((seat) => seat.chosen());
  const left = total - others.reduce((sum, seat) => sum + Number(seat.chosen()?.value ?? 0), 0);
  const reason = last.place.querySelector("[data-forbidden]");
  reason.hidden = true;
  for (const input of last.place.querySelectorAll("input")) {
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
  // What was said once is what was said: a correction of one number leaves the others alone.
  const follows = total !== null && !("correcting" in form.dataset);
  const update = () => {
    for (const seat of seats) {
      const difference = Number(seat.input.value) - seat.suggested;
      const miss = seat.place.querySelector("[data-miss]");
      seat.place.parentElement.classList.toggle("open", difference !== 0);
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
