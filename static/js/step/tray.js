// The tray: keys for whichever seat's row is marked. A tap on a key enters its number and marks the next seat; nothing
// else moves.
import { fill } from "../core/words.js";

// A seat is its `row` and how its number is read and set: `value()` is "" while it is unset. `order` is that of asking.
// `forbids(seat)` is the number that the seat may not say, or null, and why. Returns functions to mark a seat, to show
// the keys again, and to begin.
export function tray(group, seats, { forbids = () => null, waits = (seat) => seat.value() === "" } = {}) {
  const place = group.querySelector("[data-tray]");
  const order = group.dataset.order.split(" ").map((number) => seats.find(({ row }) => row.dataset.seat === number)).filter(Boolean);
  const keys = [...(place?.querySelectorAll("[data-digit]") ?? [])];
  const tens = place?.querySelector("[data-tens]");
  const high = Number(place?.dataset.high);
  let marked = null;
  let page = 0;

  const number = (key) => 10 * page + Number(key.dataset.digit);
  const show = () => {
    if (!place) return;
    const forbidden = marked && forbids(marked);
    place.querySelector("[data-reason]").textContent = forbidden?.why ?? (marked ? marked.row.querySelector(".name").firstChild.textContent.trim() : "");
    for (const key of keys) {
      key.classList.toggle("none", number(key) > high);
      key.textContent = number(key);
      key.setAttribute("aria-pressed", String(marked?.value() === String(number(key))));
      key.toggleAttribute("aria-disabled", false);
      if (forbidden?.number === number(key)) key.setAttribute("aria-disabled", "true");
    }
    if (tens) tens.textContent = 10 * (page + 1) > high ? "0–9" : `${10 * (page + 1)}+`;
  };
  const mark = (seat) => {
    marked = seat ?? null;
    page = Math.floor(Number(marked?.value() || 0) / 10);
    if (!tens) page = 0;
    for (const { row } of seats) {
      if (row === marked?.row) row.setAttribute("aria-current", "true");
      else row.removeAttribute("aria-current");
    }
    marked?.row.scrollIntoView({ block: "nearest" });
    show();
  };
  // The next seat that has said nothing; when all have, the one that was asked last keeps the mark.
  const next = (from) => {
    const start = order.indexOf(from) + 1;
    return [...order.slice(start), ...order.slice(0, start)].find(waits) ?? from ?? order.at(-1);
  };
  const enter = (value) => {
    const seat = marked;
    seat.set(value);
    mark(value === "" ? seat : next(seat));
  };

  for (const seat of seats) {
    const who = seat.row.querySelector("[data-mark]");
    who.disabled = false;
    who.addEventListener("click", () => mark(seat));
  }
  for (const key of keys) {
    key.addEventListener("click", () => {
      if (marked && key.getAttribute("aria-disabled") !== "true") enter(String(number(key)));
    });
  }
  place?.addEventListener("typed", ({ detail }) => {
    if (!marked || String(forbids(marked)?.number) === detail) return;
    enter(detail);
    if (!order.some(waits)) group.closest("form").querySelector(".main").focus();
  });
  tens?.addEventListener("click", () => {
    page = 10 * (page + 1) > high ? 0 : page + 1;
    show();
  });
  place?.querySelector("[data-clear]").addEventListener("click", () => marked && enter(""));

  return { mark, show, next, marked: () => marked, begin: () => mark(seats.find(({ row }) => row.matches(".bad")) ?? next(null)) };
}

// What a row has said, and what is still missing, for the button that saves.
export function missing(group, seats) {
  const left = group.dataset.order.split(" ").map((each) => seats.find(({ row }) => row.dataset.seat === each)).filter((seat) => seat && seat.value() === "");
  if (!left.length) return "";
  return fill(group.dataset.sayNext, { n: left.length, name: left[0].row.querySelector(".name").firstChild.textContent.trim() });
}
