// The step being entered: a row a seat, the tray for the marked one, the forbidden number struck out, the last trick
// count following from the others. It only shows early what the server will say; it decides nothing.
import { all, fill, fire } from "../core/elements.js";
import { balance, inOrder, lastFollows, missing, showSum, stepper, sumOf, tray, wait } from "./tray.js";

export function enhanceStep(form) {
  for (const group of form.querySelectorAll("[data-chips]")) chips(form, group);
  for (const group of form.querySelectorAll("[data-counters]")) counters(form, group);
  for (const group of form.querySelectorAll("[data-untick]")) untick(group);
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
    fire(nothing, "change");
  });
}

// --- one tap a number -------------------------------------------------------

function chips(form, group) {
  // A hidden part that a seat entered itself has no number here.
  const seats = all(group, "[data-seat]").filter((row) => row.querySelector("output")).map((row) => ({
    row,
    value: () => row.querySelector("[type=radio]:checked")?.value ?? "",
    set: (value) => {
      const inputs = all(row, "[type=radio]");
      for (const input of inputs) input.checked = input.value === value;
      fire(inputs[0], "change");
    },
  }));
  const { mark, show, begin } = tray(group, seats, { forbids: (seat) => forbidden(group, seats, seat) });
  const update = () => {
    const last = inOrder(group, seats).at(-1);
    // What became forbidden since then is no longer announced.
    if (last && forbidden(group, seats, last)?.number === Number(last.value() || NaN)) {
      for (const input of last.row.querySelectorAll("[type=radio]")) input.checked = false;
    }
    for (const seat of seats) seat.row.querySelector("output").textContent = seat.value();
    showSum(group.dataset.chips, seats.reduce((sum, seat) => sum + Number(seat.value()), 0));
    showMissing();
    show();
  };
  const showMissing = () => wait(form, group, missing(group, seats));
  group.addEventListener("change", update);
  group.addEventListener("marked", showMissing);
  form.addEventListener("restored", ({ detail }) => {
    const before = seats.map((seat) => seat.row.querySelector("output").textContent);
    update();
    const changed = seats.filter((seat, index) => seat.value() !== before[index]);
    if (detail?.isUndone && changed.length === 1) mark(changed[0]);
    else begin();
  });
  update();
  begin();
}

// The number that the last seat of a restricted table may not say, and why; null as long as the others are not known.
function forbidden(group, seats, seat) {
  const order = group.dataset.order.split(" ");
  if (!group.dataset.notTotal || seat.row.dataset.seat !== order.at(-1)) return null;
  const others = seats.filter((each) => each !== seat);
  if (others.length < order.length - 1 || others.some((each) => each.value() === "")) return null;
  const { notTotal, sayForbidden, sayWhy } = group.dataset;
  const number = Number(notTotal) - others.reduce((sum, each) => sum + Number(each.value()), 0);
  return number < 0 ? null : { number, what: fill(sayForbidden, { n: number }), why: fill(sayWhy, { total: notTotal }) };
}

// --- a number that is most likely right already ------------------------------

function counters(form, group) {
  const total = group.dataset.total ? Number(group.dataset.total) : null;
  const seats = all(group, "[data-seat]").map((row) => {
    const place = row.querySelector(".counter");
    return {
      row,
      input: place.querySelector("input"),
      show: stepper(place),
      suggested: Number(place.dataset.suggested),
      touched: false,
    };
  });
  const keys = tray(group, seats, { rests: true });
  const update = () => {
    for (const seat of seats) {
      const difference = Number(seat.input.value) - seat.suggested;
      const miss = seat.row.querySelector("[data-miss]");
      seat.row.classList.toggle("missed", difference !== 0);
      if (miss) miss.textContent = difference ? ` · ${missed(group, difference)}` : "";
      seat.show();
    }
    showSum(group.dataset.counters, sumOf(seats), seats.some(({ touched }) => touched));
    if (total !== null) wait(form, group, balance(group, sumOf(seats) - total));
  };
  for (const seat of seats) {
    seat.input.addEventListener("input", () => {
      seat.touched = true;
      if (!group.querySelector("[data-tray]")) keys.mark(seat);
      if (total !== null) lastFollows(seats, total);
      update();
    });
  }
  const show = () => {
    for (const seat of seats) seat.touched = Number(seat.input.value) !== seat.suggested;
    update();
  };
  form.addEventListener("restored", show);
  show();
  keys.begin();
  if (group.querySelector("[data-of]")) import("./totals.js").then(({ foretellTotals }) => foretellTotals(form, group));
}

function missed(group, difference) {
  return fill(difference > 0 ? group.dataset.sayMissOver : group.dataset.sayMissUnder, { n: Math.abs(difference) });
}
