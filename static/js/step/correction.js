// A correction of what was entered: what its row becomes, what changes beyond it, and the question whether it may.
import { all, fill, fire, make, onFields, setState, tell } from "../core/elements.js";
import { onPreview } from "./preview.js";
import { balance, digitKeys, disable, nameIn, wait } from "./tray.js";

export function enhanceCorrection(form) {
  const list = form.querySelector("[data-list]");
  if (list) enhanceList(form, list);
  const becomes = form.querySelector("[data-becomes]");
  const was = form.previousElementSibling?.textContent ?? "";
  // While a number is wrong the last answer stays, in the line of what the row becomes unseen, as what the line above says
  // already: nothing jumps, and what is tapped moves with neither.
  onPreview(form, (answer) => {
    becomes?.classList.toggle("outdated", !answer.message || was.includes(answer.message));
    if (becomes && answer.message) becomes.textContent = answer.message;
    if (answer.changes !== undefined) for (const line of all(form, "[data-changes]")) line.textContent = answer.changes;
  });
}

// --- a past deal of bids and tricks in one list ------------------------------------------

// The tray is for what is black, which is the tricks of a row, its bid, or the suit that was turned up. What a correction
// makes of the totals the server says.
const MOST_LINES = 2;
const BIDS = "bids";
const TRICKS = "tricks";
const SUIT = "suit";

function enhanceList(form, list) {
  const seats = all(list, "[data-seat]").map(seatOf);
  const tray = list.querySelector("[data-tray]");
  const suit = form.querySelector("[data-suit]");
  const suits = all(form, "[type=radio][name$=trump]");
  const { total, notTotal } = list.dataset;
  const hand = Number(list.dataset.hand);
  const labels = { [BIDS]: list.dataset.sayBids, [TRICKS]: list.dataset.sayTricks };
  const given = valuesOf(form);
  // What is black.
  let black = { seat: openedIn(seats), what: TRICKS };
  let answer = {};

  const sum = (what) => seats.reduce((all, seat) => all + Number(seat[what].input.value), 0);
  const forbidden = (seat) => (notTotal ? Number(notTotal) - sum(BIDS) + Number(seat.bids.input.value) : null);

  const blacken = (seat, what) => {
    black = { seat, what };
    if (what === BIDS) keys.beginAt(seat.bids.input.value);
    show();
    list.dispatchEvent(new CustomEvent("marked", { detail: seat }));
  };
  const set = (seat, what, value) => {
    if (value < 0 || value > hand || (what === BIDS && value === forbidden(seat))) return;
    seat[what].input.value = value;
    fire(seat[what].input, "input");
    tell([`${seat.name} ${labels[what]} ${value}`]);
  };

  // --- what is seen ---
  const show = () => {
    for (const seat of seats) showRow(seat);
    for (const what of [BIDS, TRICKS]) form.querySelector(`[data-sum=${what}]`).textContent = sum(what);
    for (const part of tray.children) part.hidden = part.dataset.for !== black.what;
    if (black.what === BIDS) showKeys();
    showSuit();
    showChanges();
    showAction();
  };
  const showRow = (seat) => {
    const isOpen = seat === black.seat;
    setState(seat.row, "aria-current", isOpen);
    seat.row.dataset.black = isOpen ? black.what : "";
    seat.row.querySelector("[data-heard]").textContent = [BIDS, TRICKS].map((what) => `${labels[what]} ${seat[what].input.value}`).join(", ");
    for (const what of [BIDS, TRICKS]) {
      const { input, shown, old, was } = seat[what];
      const isBlack = isOpen && black.what === what;
      shown.textContent = input.value;
      shown.setAttribute("aria-label", `${seat.name} ${labels[what]} ${input.value}`);
      old.textContent = input.value !== was && !isBlack ? was : "";
      if (document.activeElement === shown && (!isOpen || (isBlack && what === TRICKS))) seat.who.focus();
      shown.disabled = !isOpen || (isBlack && what === TRICKS);
      setState(shown, "aria-pressed", isBlack);
    }
    const value = Number(seat.tricks.input.value);
    disable(seat.steps, (button) => {
      const next = value + Number(button.dataset.by);
      return !isOpen || black.what !== TRICKS || next < 0 || next > hand;
    });
    showTotal(seat);
  };
  const showTotal = (seat) => {
    const { total: before } = seat.row.dataset;
    const after = answer.totals?.[seat.number] ?? before;
    seat.row.querySelector("[data-before]").textContent = after === before ? "" : `${before} →`;
    seat.row.querySelector("[data-after]").textContent = after;
    const mark = answer.marks?.[seat.number];
    if (mark) seat.row.querySelector("[data-went]").replaceChildren(make("i", { className: mark.style }), make("span", { className: "visually-hidden", textContent: mark.word }));
  };
  const showKeys = () => {
    const { seat } = black;
    const no = forbidden(seat);
    const { sayFor, sayForbidden, sayWhy } = list.dataset;
    const isShown = no !== null && no >= 0 && no <= hand;
    keys.show(seat.bids.input.value, fill(sayFor, { name: seat.name }), isShown && { number: no, what: fill(sayForbidden, { n: no }), why: fill(sayWhy, { total: notTotal }) });
    shot?.setAttribute("aria-pressed", String(shotOf(seat).checked));
  };
  const showSuit = () => {
    if (!suit) return;
    const chosen = suits.find((radio) => radio.checked)?.value ?? "";
    const key = tray.querySelector(`[data-sign-of="${chosen}"]`);
    suit.querySelector("b").textContent = key?.firstChild.textContent.trim() ?? "?";
    suit.classList.toggle("missing", !key);
    suit.setAttribute("aria-pressed", String(black.what === SUIT));
    for (const each of tray.querySelectorAll("[data-sign-of]")) each.setAttribute("aria-pressed", String(each === key));
  };
  const showChanges = () => {
    const lines = tray.querySelector("[data-changed]");
    if (!lines) return;
    const changed = seats.filter(isChanged).sort((one, other) => Math.abs(gain(other)) - Math.abs(gain(one)));
    lines.replaceChildren(...changed.slice(0, MOST_LINES).map(lineOf));
    if (!changed.length) lines.append(make("li", { className: "quiet", textContent: list.dataset.sayNothing }));
    const more = changed.length - MOST_LINES;
    tray.querySelector("[data-more]").textContent = more > 0 ? fill(list.dataset.sayMore, { n: more }) : "";
    tray.querySelector("[data-lead]").textContent = changed.length ? (answer.lead ?? "") : "";
  };
  const isChanged = (seat) => seat.bids.input.value !== seat.bids.was || seat.tricks.input.value !== seat.tricks.was || gain(seat) !== 0;
  const gain = (seat) => (answer.numbers ? answer.numbers[seat.number] - numberIn(seat.row.dataset.points) : 0);
  const lineOf = (seat) => {
    const parts = [BIDS, TRICKS].filter((what) => seat[what].input.value !== seat[what].was).map((what) => `${labels[what]} ${seat[what].was} → ${seat[what].input.value}`);
    const points = answer.points?.[seat.number];
    const end = make("span", {}, points === undefined ? "" : `${seat.row.dataset.points} → `, make("b", { textContent: points ?? "" }));
    const face = seat.row.querySelector(".initial").cloneNode(true);
    return make("li", { className: [...seat.row.classList].find((name) => name.startsWith("seat-")) }, face, make("b", { className: "one-line", textContent: seat.name }), make("span", { className: "one-line", textContent: parts.join(" · ") }), end);
  };
  const showAction = () => {
    const off = sum(TRICKS) - hand;
    const { sayOne } = list.dataset;
    const changed = seats.filter((seat) => gain(seat) !== 0);
    const why = off > 0 || (off < 0 && total) ? balance(list, off) : valuesOf(form) === given && !("typed" in form.dataset);
    const does = changed.length === 1 && fill(sayOne, { name: changed[0].name, points: signed(gain(changed[0])) });
    wait(form, list, why, does);
  };

  // --- what is tapped ---
  for (const seat of seats) {
    seat.who.disabled = false;
    seat.who.addEventListener("click", () => blacken(seat, TRICKS));
    for (const what of [BIDS, TRICKS]) {
      seat[what].shown.addEventListener("click", () => blacken(seat, what === BIDS && black.what === BIDS ? TRICKS : what));
    }
    for (const button of seat.steps) button.addEventListener("click", () => set(seat, TRICKS, Number(seat.tricks.input.value) + Number(button.dataset.by)));
  }
  const keys = digitKeys(tray.querySelector("[data-for=bids]"), hand, (number) => set(black.seat, BIDS, Number(number)));
  const shot = tray.querySelector("[data-shot]");
  const shotOf = (seat) => form.querySelector(`[type=checkbox][name$=cannonballs][value="${seat.number}"]`);
  shot?.addEventListener("click", () => toggle(shotOf(black.seat)));
  const toggle = (box) => {
    box.checked = !box.checked;
    fire(box, "change");
  };
  // By the keyboard.
  tray.addEventListener("typed", ({ detail }) => black.seat && !detail.done && set(black.seat, black.what, Number(detail.number)));
  if (suit) {
    suit.hidden = false;
    suit.addEventListener("click", () => (black.what === SUIT ? blacken(openedIn(seats), TRICKS) : blacken(null, SUIT)));
  }
  for (const key of tray.querySelectorAll("[data-sign-of]")) {
    key.addEventListener("click", () => {
      const radio = suits.find(({ value }) => value === key.dataset.signOf);
      const chosen = radio.checked ? suits.find(({ value }) => value === "") : radio;
      chosen.checked = true;
      fire(chosen, "change");
    });
  }
  onPreview(form, (preview) => {
    // While the tricks do not add up, the points of before are as wrong as none.
    answer = preview.problems ? {} : preview;
    show();
  });
  onFields(form, show);
  if (location.hash) black.seat.row.scrollIntoView({ block: "nearest" });
}

function seatOf(row) {
  const part = (what) => {
    const shown = row.querySelector(`[data-number=${what}]`);
    const input = row.querySelectorAll(".without-tray input[type=number]")[what === BIDS ? 0 : 1];
    return { shown, input, was: shown.dataset.was, old: row.querySelector(`[data-old=${what}]`) };
  };
  return { row, number: Number(row.dataset.seat), name: nameIn(row), who: row.querySelector("[data-mark]"), steps: all(row, ":scope > [data-by]"), bids: part(BIDS), tricks: part(TRICKS) };
}

// The row with what is wrong, the one whose cell of the scorecard led here, or the first.
function openedIn(seats) {
  return seats.find(({ row }) => row.matches(".bad, :has(> .wrong)")) ?? seats.find(({ row }) => `#${row.id}` === location.hash) ?? seats[0];
}

const valuesOf = (form) => new URLSearchParams(new FormData(form)).toString();
const numberIn = (text) => Number(text.replace("−", "-"));
const signed = (points) => `${points > 0 ? "+" : "−"}${Math.abs(points)}`;
