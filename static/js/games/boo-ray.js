// Boo-Ray: a second tap takes a game back; a contested game is said in one way; a card goes to one hand only.
import { onPreview } from "../preview.js";

const HAND = 5;
const TRICKS = 5;

export function enhance(main) {
  for (const form of main.querySelectorAll("form.step")) {
    for (const row of form.querySelectorAll(".entrant")) entrant(row);
    for (const contest of form.querySelectorAll("[data-contest]")) decide(contest);
    packs(form);
    const settle = () => form.querySelector(".main").classList.toggle("waiting", !said(form));
    form.addEventListener("change", settle);
    settle();
    foretell(form);
  }
}

// --- entries ------------------------------------------------------------------

function entrant(row) {
  const out = row.querySelector(".out input");
  if (!out) return;
  let before = row.querySelector("input:checked");
  row.addEventListener("change", () => (before = row.querySelector("input:checked")));
  for (const input of row.querySelectorAll("input")) {
    input.addEventListener("click", () => {
      if (input !== before || input === out) return;
      out.checked = true;
      out.dispatchEvent(new Event("change", { bubbles: true }));
    });
  }
}

// --- results ------------------------------------------------------------------

const all = (part, selector) => [...part.querySelectorAll(selector)];
const ticked = (part) => all(part, "input:checked");

// Who was best, or the tricks or hands: what is said in one way closes the other.
function decide(contest) {
  const best = contest.querySelector("[data-best]");
  const other = contest.querySelector("[data-other]");
  const clear = other.querySelector("[data-clear]");
  const update = () => {
    const fromOther = ticked(other).length > 0;
    if (fromOther) for (const input of ticked(best)) input.checked = false;
    best.disabled = fromOther;
    clear.hidden = !fromOther;
  };
  other.addEventListener("change", () => {
    lastTricks(other);
    update();
  });
  clear.addEventListener("click", () => {
    for (const input of ticked(other)) input.checked = false;
    other.dispatchEvent(new Event("change", { bubbles: true }));
  });
  other.open ||= ticked(other).length > 0;
  update();
}

// The last player's tricks follow from the others'.
function lastTricks(other) {
  const rows = all(other, ".tricks");
  const open = rows.filter((row) => !ticked(row).length);
  if (open.length !== 1) return;
  const rest = TRICKS - ticked(other).reduce((sum, input) => sum + Number(input.value), 0);
  const input = open[0].querySelector(`input[value="${rest}"]`);
  if (input && rows.length > 1) input.checked = true;
}

// A hand has five cards; a card is in the hand of one player, who may hold it in both games.
function packs(form) {
  const hands = all(form, "[data-hand]");
  if (!hands.length) return;
  const update = () => {
    const holders = new Map();
    for (const hand of hands) for (const input of ticked(hand)) holders.set(input.value, hand.dataset.hand);
    for (const hand of hands) {
      const held = ticked(hand).length;
      hand.querySelector("output").textContent = held ? ticked(hand).map((input) => input.nextElementSibling.textContent).join(" ") : "–";
      for (const input of all(hand, "input")) {
        const taken = holders.has(input.value) && holders.get(input.value) !== hand.dataset.hand;
        input.disabled = !input.checked && (held >= HAND || taken);
        input.parentElement.classList.toggle("taken", taken);
      }
    }
  };
  for (const hand of hands) {
    hand.addEventListener("change", () => {
      update();
      if (ticked(hand).length === HAND) next(hands, hand);
    });
  }
  form.addEventListener("change", update);
  update();
}

function next(hands, hand) {
  const siblings = hands.filter((each) => each.parentElement === hand.parentElement);
  const wanting = siblings.find((each) => ticked(each).length < HAND);
  hand.open = false;
  if (!wanting) return;
  wanting.open = true;
  wanting.querySelector("summary").focus();
}

// Everything is said: each player has entered, each game is decided.
function said(form) {
  const entered = all(form, ".entrant").every((row) => row.querySelector("[type=checkbox]") || ticked(row).length);
  const decided = all(form, "[data-contest]").every((contest) => {
    if (ticked(contest.querySelector("[data-best]")).length) return true;
    const tricks = all(contest, ".tricks");
    const hands = all(contest, "[data-hand]");
    if (tricks.length) return ticked(contest).reduce((sum, input) => sum + Number(input.value), 0) === TRICKS;
    return hands.every((hand) => ticked(hand).length === HAND);
  });
  return entered && decided;
}

// --- what saving would do -------------------------------------------------------

function foretell(form) {
  const place = form.querySelector("[data-foretold]");
  if (!place || !form.dataset.preview) return;
  onPreview(form, form.dataset.preview, (answer) => {
    place.textContent = answer.said ?? "";
    place.hidden = !answer.said;
  });
}
