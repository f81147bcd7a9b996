// How numbers of a step are entered: by the tray, whose keys are for whichever seat's row is marked; by buttons − and +;
// and what they add up to.
import { all, fill, fire, make, setState, tell } from "../core/elements.js";

// The name in a row, without what stands beside it.
export const nameIn = (row) => row.querySelector(".name").firstChild.textContent.trim();

// Rows and seats in the order in which the table is asked.
export const inOrder = (group, seats) => group.dataset.order.split(" ").flatMap((number) => seats.filter(({ row }) => row.dataset.seat === number));

// A seat is its `row` and how its number is read and set: `value()` is "" while it is unset. `forbids(seat)` is the
// number that the seat may not say, and why, or null. Where the numbers need no tray nobody is marked until they are
// tapped (`rests`), and another tap unmarks. Returns functions to mark a seat, to show the keys again, and to begin.
export function tray(group, seats, { forbids = () => null, rests = false } = {}) {
  const waits = (seat) => seat.value() === "";
  const place = group.querySelector("[data-tray]");
  const order = inOrder(group, seats);
  const keys = place?.querySelector("[data-digit]") && digitKeys(place, Number(place.dataset.high), (number) => marked && enter(number));
  let marked = null;

  const asks = (seat) => fill(group.dataset.sayFor, { name: nameIn(seat.row) });
  const show = () => {
    if (marked) keys?.show(marked.value(), asks(marked), forbids(marked));
  };
  const mark = (seat, isSeen = true) => {
    marked = seat ?? null;
    if (marked) keys?.beginAt(marked.value());
    for (const { row } of seats) {
      setState(row, "aria-current", row === marked?.row);
      if (row !== marked?.row) delete row.dataset.marked;
    }
    if (isSeen) bringIntoView(marked?.row);
    show();
    group.dispatchEvent(new CustomEvent("marked", { detail: marked }));
  };
  // The next seat that has entered nothing and does not do so on a phone of its own; when all such have entered, the one that
  // was asked last keeps the mark.
  const next = (from) => {
    const start = order.indexOf(from) + 1;
    const isOurs = ({ row }) => !("awaited" in row.dataset);
    const asked = [...order.slice(start), ...order.slice(0, start)].find((seat) => waits(seat) && isOurs(seat));
    return asked ?? from ?? order.findLast(isOurs);
  };
  const enter = (value) => {
    const seat = marked;
    seat.set(value);
    mark(value === "" ? seat : next(seat));
    const entered = value === "" ? [] : [`${nameIn(seat.row)} ${value}`];
    tellMark(entered, marked === seat ? null : marked);
  };
  const tellMark = (entered, seat) => {
    const why = seat && forbids(seat);
    tell([...entered, ...(seat ? [asks(seat)] : []), ...(why ? [`${why.what} ${why.why}`] : [])]);
  };

  for (const seat of seats) {
    const who = seat.row.querySelector("[data-mark]");
    who.disabled = !place;
    who.addEventListener("click", () => {
      mark(rests && marked === seat ? null : seat);
      tellMark([], marked);
    });
  }
  // By the keyboard, where a second digit may still come.
  place?.addEventListener("typed", ({ detail: { number: typed, done } }) => {
    if (!marked || String(forbids(marked)?.number) === typed) return;
    if (!done) return marked.set(typed);
    enter(typed);
    if (!order.some(waits)) group.closest("form").querySelector(".main").focus();
  });
  place?.querySelector("[data-clear]")?.addEventListener("click", () => marked && enter(""));

  // A correction opens at its top, wherever its trays stand.
  const begin = () => {
    const first = order.find(({ row }) => row.matches(".bad, :has(> .wrong), [data-marked]"));
    if (place && (first || !rests)) mark(first ?? next(null), Boolean(first) || !group.closest("[data-correcting]"));
  };

  return { mark, show, marked: () => marked, begin };
}

// Keys of digits up to `high`, of which `press` gets the number; one more key leads to the next ten. Returns functions to
// begin at the ten of a number, and to show the number that is chosen, what is asked and what is forbidden, if anything.
export function digitKeys(place, high, press) {
  const keys = all(place, "[data-digit]");
  const tens = place.querySelector("[data-tens]");
  let page = 0;
  let shown = [];
  const show = (value, asked, forbidden) => {
    shown = [value, asked, forbidden];
    place.querySelector("[data-reason]").replaceChildren(...(forbidden ? [make("b", { textContent: forbidden.what }), ` ${forbidden.why}`] : [asked]));
    place.querySelector("[data-keys]").setAttribute("aria-label", asked);
    for (const key of keys) {
      const number = 10 * page + Number(key.dataset.digit);
      key.classList.toggle("none", number > high);
      key.textContent = number;
      key.setAttribute("aria-pressed", String(value === String(number)));
      setState(key, "aria-disabled", forbidden?.number === number);
    }
    if (tens) tens.textContent = 10 * (page + 1) > high ? "0–9" : `${10 * (page + 1)}+`;
  };
  for (const key of keys) key.addEventListener("click", () => key.hasAttribute("aria-disabled") || press(key.textContent));
  tens?.addEventListener("click", () => {
    page = 10 * (page + 1) > high ? 0 : page + 1;
    show(...shown);
  });
  return { show, beginAt: (number) => (page = tens ? Math.floor(Number(number) / 10) : 0) };
}

// Who has still to say a number, for the button that saves; "" where nobody has. Where the marked one has, that is who.
export function missing(group, seats) {
  const left = inOrder(group, seats).filter((seat) => seat.value() === "");
  const next = left.find(({ row }) => row.hasAttribute("aria-current")) ?? left[0];
  return next ? fill(group.dataset.sayNext, { name: nameIn(next.row) }) : "";
}

// What is whole in view does not move under a finger.
export function bringIntoView(row) {
  if (row && !isWhole(row)) row.scrollIntoView({ block: "nearest" });
}

function isWhole(row) {
  const { left, width, top, bottom } = row.getBoundingClientRect();
  return [top + 1, bottom - 1].every((y) => row.contains(document.elementFromPoint(left + width / 2, y)));
}

// A phone that was turned shows the marked row too.
addEventListener("resize", () => {
  if (!document.activeElement?.matches("input, textarea, select")) bringIntoView(document.querySelector(".place[aria-current]"));
});

// --- the action ---------------------------------------------------------------------

const waiting = new WeakMap();

// While any part of its form is incomplete, the action says what is missing; a correction may ask several steps. `why` is what this part still lacks: words for the action, or whether anything at all. `does` is what the action says
// otherwise, if not what it had first.
export function wait(form, part, why, does) {
  const action = form.querySelector(".main");
  if (!waiting.has(form)) waiting.set(form, { parts: new Map(), label: action.textContent });
  const { parts, label } = waiting.get(form);
  if (why) parts.set(part, why);
  else parts.delete(part);
  action.classList.toggle("waiting", parts.size > 0);
  const text = [...parts.values()].find((each) => each !== true) ?? (does || label);
  if (action.textContent === text) return;
  // WebKit loses a press whose words are another node at its release. A browser that translates puts elements there.
  if (action.firstChild instanceof Text) action.firstChild.data = text;
  else action.textContent = text;
}

// --- numbers stepped by buttons, and those of all seats that must add up -----------------

// Buttons − and + beside a number; each tap goes to the next number within the bounds. With `data-or-none` the step below the minimum is empty. Returns a function that updates the buttons after the number
// is set by script.
export function stepper(place) {
  const input = place.querySelector("input");
  const buttons = all(place, "[data-by]");
  const next = (button) => stepped(input, Number(button.dataset.by), "orNone" in place.dataset);
  const show = () => disable(buttons, (button) => String(next(button)) === input.value);
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

// One that goes no further leaves the focus to the one that does.
export function disable(buttons, isAtEnd) {
  const focused = buttons.find((button) => button === document.activeElement);
  for (const button of buttons) button.disabled = isAtEnd(button);
  if (focused?.disabled) buttons.find((button) => !button.disabled)?.focus();
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

// By how much a sum is wrong, in the words that stand beside the numbers, for one and for more; else "".
export function balance({ dataset }, over) {
  const n = Math.abs(over);
  const [one, more = one] = (over > 0 ? dataset.sayOver : dataset.sayUnder).split("|");
  return n ? fill(n > 1 ? more : one, { n }) : "";
}

export function lastFollows(seats, total) {
  const untouched = seats.filter((seat) => !seat.touched);
  if (untouched.length !== 1) return;
  const [{ input }] = untouched;
  const rest = total - sumOf(seats.filter((seat) => seat.touched));
  if (inBounds(input, rest)) input.value = rest;
}
