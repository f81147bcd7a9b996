// Fields into which numbers are typed: from one to the next, the sign that many phones lack among their keys, and keys of the
// step's own.
import { fill, fire, setState, tell } from "../core/elements.js";
import { bringIntoView, nameIn } from "./tray.js";

// Enter goes on to the next number; from the last one it saves.
export function onwards(inputs) {
  inputs.forEach((input, place) => {
    input.addEventListener("keydown", (event) => {
      if (event.key !== "Enter" || place === inputs.length - 1) return;
      event.preventDefault();
      inputs[place + 1].focus();
    });
  });
}

export const MINUS = "-−‐‑‒–—―－ーｰ";
const LAST = new RegExp(`([${MINUS}+＋])?\\s*([^${MINUS}+＋]*)$`);

// Of a sum the sign of its last number.
const changeSign = (text) =>
  text.trim().replace(LAST, (_, sign, number, at) => `${!sign || !MINUS.includes(sign) ? "−" : at ? "+" : ""}${number}`);

// The number keys of a phone, and buttons for the signs that many of them lack.
export async function enhanceNumber(sign) {
  const { sign: by } = sign.dataset;
  const sums = by && (await import("./sums.js"));
  const input = sign.parentElement.querySelector("input");
  input.inputMode = input.dataset.keys ?? "numeric";
  sign.hidden = false;
  sign.addEventListener("click", () => {
    input.value = !sums ? changeSign(input.value) : by === "+" ? sums.begun(input.value) : sums.added(input.value, by);
    input.focus();
    fire(input, "input");
  });
}

// --- keys of the step's own -----------------------------------------------------------

// Numbers of several digits, so that the phone's keyboard covers no row: digits for whichever row is marked, a sign or a key
// that clears, and one that leads to the next. The fields stay fields, for keys of a keyboard.
// A seat is its `row` and its `input`, in the order of the table. Where no number is above `high`, one to which no digit
// can be added leads on by itself, and "next" after it to nobody else. `sums` is the module for fields that add up.
// Returns a function that marks the first number that is missing.
export function numberTray(group, seats, { high = Infinity, sums } = {}) {
  const place = group.querySelector("[data-numbers]");
  let marked = null;
  let isLedOn = false;
  // The first digit takes the place of what was there, as it does after a tap on a row that is marked already; until the next
  // number a page that comes would part the digits.
  let isFresh = true;
  const beginAnew = (isNew) => {
    isFresh = isNew;
    place.toggleAttribute("data-begun", !isNew);
  };

  const asks = () => fill(group.dataset.sayFor, { name: nameIn(marked.row) });
  const sum = () => sums?.sumOf(marked.input.value, group.dataset.parts) ?? null;
  // What was added up is its sum once another number is meant.
  const settle = () => {
    if (!marked || sum() === null) return;
    marked.input.value = sum();
    fire(marked.input, "input");
  };
  const mark = (seat) => {
    settle();
    marked = seat;
    isLedOn = false;
    beginAnew(true);
    for (const { row } of seats) {
      setState(row, "aria-current", row === marked.row);
      if (row !== marked.row) delete row.dataset.marked;
    }
    bringIntoView(marked.row);
    place.querySelector("[data-reason]").textContent = asks();
    fire(group, "marked", marked);
  };
  const begin = () => {
    // What was tapped before the keys were there is the one that is meant.
    const chosen = ({ row, input }) => input === document.activeElement || row.matches(".bad, [data-marked]");
    mark(seats.find(chosen) ?? seats.find(isEmpty) ?? marked ?? seats[0]);
    // Its digits go on on the page that came.
    if (marked.row.dataset.marked === "begun") beginAnew(false);
  };
  const markNext = () => {
    const before = marked;
    const start = seats.indexOf(marked) + 1;
    mark([...seats.slice(start), ...seats.slice(0, start)].find(isEmpty) ?? marked);
    if (document.activeElement === before.input) marked.input.focus();
    tell([`${nameIn(before.row)} ${before.input.value}`, ...(marked === before ? [] : [asks()])]);
  };
  const enter = (value) => {
    marked.input.value = value;
    isLedOn = false;
    beginAnew(false);
    fire(marked.input, "input");
    // What is no number yet, as after a sign, leads nowhere.
    if (!(Number(value) * 10 > high)) return;
    markNext();
    isLedOn = true;
  };

  for (const seat of seats) {
    seat.input.inputMode = "none";
    seat.input.addEventListener("focus", () => {
      if (marked !== seat) mark(seat);
      seat.input.select();
    });
    seat.input.addEventListener("input", () => {
      beginAnew(false);
      place.querySelector("[data-reason]").textContent = sum() === null ? asks() : `${marked.input.value} = ${sum()}`;
    });
    seat.row.addEventListener("click", () => {
      if (seat.input.disabled) return;
      seat.input.focus();
      beginAnew(true);
    });
  }
  // The focus stays where the number is.
  place.addEventListener("pointerdown", (event) => event.preventDefault());
  place.addEventListener("click", ({ target }) => {
    const { digit, clear, minus, plus, add, next } = target.closest("button")?.dataset ?? {};
    const { value } = marked.input;
    if (digit) enter((isFresh ? "" : value) + digit);
    if (clear !== undefined) enter(isFresh ? "" : value.slice(0, -1));
    if (minus !== undefined) enter(changeSign(value));
    if (plus !== undefined) enter(sums.begun(value));
    if (add !== undefined) enter(sums.added(value, add));
    if (next !== undefined && !isLedOn) markNext();
    else if (next !== undefined) isLedOn = false;
  });
  return begin;
}

const isEmpty = ({ input }) => !input.value.trim();
