// Boo-Ray: a second tap takes a game back; the winner or the details are entered, not both; a card is in one hand only,
// and a hand in two games is tapped once. The hands have a page of their own, over the step.
import { all, fill, fire, make, onFields } from "../../js/core/elements.js";
import { foretell, onPreview } from "../../js/step/preview.js";
import { balance, nameIn, wait } from "../../js/step/tray.js";

const ticked = (part) => all(part, "input:checked");

export function enhance(form) {
  for (const group of all(form, "[data-entries]")) entries(form, group);
  results(form);
  // The question if nobody enters comes with saving; before the first tap there is nothing to foretell.
  foretell(form, ({ message }) => (all(form, "[data-entries]").every(entered) ? message : ""));
}

// --- entries ------------------------------------------------------------------

function entries(form, group) {
  const rows = all(group, "[data-entrant]");
  for (const row of rows) entrant(form, row);
  const update = () => {
    const left = rows.filter((row) => !isEntered(row));
    const name = left.length ? nameIn(left[0]) : "";
    const { sayNext, sayNobody } = group.dataset;
    wait(form, group, left.length ? fill(sayNext, { n: left.length, name }) : entered(group) ? "" : sayNobody);
  };
  onFields(form, update);
}

function entrant(form, row) {
  const out = row.querySelector(".out input");
  if (!out) return;
  let before = null;
  const look = () => (before = row.querySelector("input:checked"));
  row.addEventListener("change", look);
  form.addEventListener("restored", look);
  for (const input of row.querySelectorAll("input")) {
    input.addEventListener("click", () => {
      if (input !== before || input === out) return;
      out.checked = true;
      fire(out, "change");
    });
  }
  look();
}

// Of several games none may be ticked; whose own phone has not entered yet is waited for, unless the keeper taps a game.
function isEntered(row) {
  const isGiven = "laid" in row.dataset || ticked(row).some((input) => !input.closest(".out"));
  return isGiven || (!("awaited" in row.dataset) && (row.querySelector("[type=checkbox]") !== null || ticked(row).length > 0));
}

// Whether somebody has entered.
function entered(group) {
  return all(group, "[data-entrant]").some((row) => "laid" in row.dataset || ticked(row).some((input) => !input.closest(".out")));
}

// --- results ------------------------------------------------------------------

function results(form) {
  const contests = all(form, "[data-contest]").map((place) => contestOf(form, place));
  if (!contests.length) return;
  const hands = contests.flatMap((contest) => contest.hands);
  const group = form.querySelector(".decided");
  const update = () => {
    for (const { clear, place } of contests) if (clear) clear.hidden = !ticked(place).length;
    showPacks(hands);
    for (const contest of contests) showHands(contest);
    const left = contests.find((contest) => !decided(contest));
    wait(form, group, left ? tricksOff(left) || fill(group.dataset.sayLeft, { what: left.place.dataset.what }) : "");
  };
  for (const contest of contests) {
    if (comesFilled(form)) replaceRecorded(contest.best);
    contest.place.addEventListener("change", (event) => {
      // A tap on a card or a trick clears the names.
      for (const input of contest.best) input.checked = false;
      if (contest.tricks.length) lastTricks(contest);
      else tapped(contest, hands, event.target);
    });
    contest.clear?.addEventListener("click", () => {
      for (const input of ticked(contest.place)) input.checked = false;
      fire(form, "change");
    });
    if (contest.hands.length) page(contest, contests);
  }
  // The name alone says it, whatever was tapped below; a hand that fills two games is sent for the one without a name.
  form.addEventListener("formdata", (event) => {
    for (const contest of contests) {
      if (isNamed(contest)) for (const input of ticked(contest.place)) event.formData.delete(input.name);
    }
  });
  form.addEventListener("change", update);
  const begin = () => {
    for (const hand of hands) if (!ticked(hand.pack).length) copyFromTwin(hands, hand);
    update();
  };
  form.addEventListener("restored", begin);
  begin();
  onPreview(form, ({ news }) => {
    for (const contest of contests) tell(contest, news ?? {});
  });
}

// With a deal that was saved before: in a correction, or brought back by undo.
const comesFilled = ({ dataset }) => ("correcting" in dataset || "broughtBack" in dataset) && !("typed" in dataset);

// Who had won gives way to who is tapped first, as if the deal were asked anew; whoever is tapped then has drawn.
function replaceRecorded(best) {
  let recorded = best.filter((input) => input.checked);
  for (const input of best) {
    input.addEventListener("change", () => {
      if (input.checked) for (const other of recorded) other.checked = other === input;
      recorded = [];
    });
  }
}

function contestOf(form, place) {
  const { best, contest, size, winner } = place.dataset;
  const packOf = (seat) => place.querySelector(`[data-pack="${seat}"]`);
  return {
    place,
    name: contest,
    size: Number(size),
    winner,
    best: all(form, `input[name="${best}"]`),
    clear: place.querySelector("[data-clear]"),
    tricks: all(place, ".tricks"),
    hands: all(place, "[data-hand]").map((button) => ({
      button, pack: packOf(button.dataset.hand), size: Number(size), seat: button.dataset.hand, order: [], wild: "",
    })),
  };
}

const isNamed = (contest) => contest.best.some((input) => input.checked);
const handIsWhole = (hand) => ticked(hand.pack).length === hand.size;
const wanting = (contest) => contest.hands.find((hand) => !handIsWhole(hand));
const taken = (contest) => ticked(contest.place).reduce((sum, input) => sum + Number(input.value), 0);
const isWhole = (contest) => (contest.tricks.length ? taken(contest) === contest.size : !wanting(contest));
// By how much the tricks that are tapped are not all of them.
const tricksOff = (contest) =>
  contest.tricks.length && ticked(contest.place).length ? balance(contest.place, taken(contest) - contest.size) : "";
const decided = (contest) => isNamed(contest) || isWhole(contest);

// The last player's tricks follow from the others'.
function lastTricks(contest) {
  const left = contest.tricks.filter((row) => !ticked(row).length);
  if (left.length !== 1 || contest.tricks.length === 1) return;
  const input = left[0].querySelector(`input[value="${contest.size - taken(contest)}"]`);
  if (input) input.checked = true;
}

// --- the page of the hands --------------------------------------------------------

function page(contest, contests) {
  const { place, hands } = contest;
  const dialog = place.querySelector("dialog");
  dialog.open = false;
  for (const part of all(dialog, "[data-head], [data-take-back]")) part.hidden = false;
  const show = () => {
    if (!place.open || dialog.open) return;
    dialog.showModal?.();
    mark(contest, wanting(contest) ?? hands[0]);
  };
  // What was entered before is seen by a tap on its line; what is wrong with it at once.
  place.open = Boolean(dialog.querySelector(".wrong"));
  show();
  place.addEventListener("toggle", show);
  dialog.addEventListener("close", () => (place.open = false));
  for (const button of all(dialog, "[data-close]")) {
    button.addEventListener("click", () => {
      dialog.close();
      place.open = false;
      // A hand in two games may leave the other one with few to tap.
      const next = contests.find((each) => !decided(each) && each.hands.some(handIsWhole));
      if (!button.closest(".bar") && next) next.place.open = true;
    });
  }
  for (const hand of hands) {
    hand.button.disabled = false;
    hand.button.addEventListener("click", () => mark(contest, hand));
    hand.pack.querySelector("[data-take-back]").addEventListener("click", () => {
      const last = hand.order.length ? hand : hands[hands.indexOf(hand) - 1];
      if (last) inputOf(last, last.order.at(-1)).click();
      if (last) mark(contest, last);
    });
  }
}

const inputOf = (hand, card) => hand.pack.querySelector(`input[value="${card}"]`);

// The pack is for one hand at a time, always at the same place.
function mark(contest, hand) {
  for (const each of contest.hands) {
    each.button.setAttribute("aria-pressed", String(each === hand));
    each.pack.hidden = each !== hand;
  }
  hand.button.scrollIntoView({ block: "nearest" });
}

// A whole hand passes on to the next.
function tapped(contest, hands, input) {
  const hand = contest.hands.find((each) => each.pack.contains(input));
  copyToTwin(hands, hand);
  if (handIsWhole(hand)) mark(contest, wanting(contest) ?? hand);
}

// A player in both poker games has one hand for both.
const twinOf = (hands, hand) => hands.find((each) => each !== hand && each.seat === hand.seat);
const copyToTwin = (hands, hand) => copy(hand, twinOf(hands, hand));
const copyFromTwin = (hands, hand) => copy(twinOf(hands, hand), hand);

function copy(from, to) {
  if (!from || !to) return;
  const cards = new Set(ticked(from.pack).map((input) => input.value));
  for (const input of all(to.pack, "input")) input.checked = cards.has(input.value);
}

// A hand has so many cards; a card is in the hand of one player, whose initial it has.
function showPacks(hands) {
  const holders = new Map();
  for (const hand of hands) for (const input of ticked(hand.pack)) holders.set(input.value, hand);
  for (const hand of hands) {
    const held = ticked(hand.pack).map((input) => input.value);
    // In the order of the taps.
    hand.order = [...hand.order.filter((card) => held.includes(card)), ...held.filter((card) => !hand.order.includes(card))];
    for (const input of all(hand.pack, "input")) {
      const holder = holders.get(input.value);
      const elsewhere = holder && holder.seat !== hand.seat;
      input.disabled = !input.checked && (held.length >= hand.size || Boolean(elsewhere));
      const card = input.parentElement;
      card.className = elsewhere ? `choice taken ${holder.button.className.match(/seat-\d+/)[0]}` : "choice";
      card.dataset.of = elsewhere ? holder.button.dataset.initial : "";
    }
  }
}

// The cards of each hand, and what is wanting yet.
function showHands(contest) {
  const dialog = contest.place.querySelector("dialog");
  for (const hand of contest.hands) {
    const places = Array.from({ length: contest.size }, (_, at) => hand.order[at] ?? "");
    const slot = (card) => make("span", {
      textContent: card && inputOf(hand, card).nextElementSibling.textContent,
      className: `${/[HD]$/.test(card) ? "red" : ""} ${card && hand.wild.includes(card) ? "wild" : ""}`.trim(),
    });
    hand.button.querySelector("output").replaceChildren(...places.map(slot));
  }
  const hand = wanting(contest);
  if (!dialog) return;
  const button = dialog.querySelector(".done .button");
  button.classList.toggle("waiting", Boolean(hand));
  const { sayLeft, sayDone } = dialog.dataset;
  button.textContent = hand ? fill(sayLeft, { n: contest.size - hand.order.length, name: nameIn(hand.button) }) : sayDone;
}

// --- what the server says of it: each hand, its wild cards, who is best -----------------

function tell(contest, news) {
  const best = (news[contest.winner] ?? "").split(" ");
  for (const part of all(contest.place, "[data-verdict]")) part.textContent = news[contest.name] ?? "";
  for (const hand of contest.hands) {
    hand.wild = news[`${contest.name}-${hand.seat}-wild`] ?? "";
    hand.button.querySelector("[data-worth]").textContent = news[`${contest.name}-${hand.seat}`] ?? "";
    hand.button.classList.toggle("best", best.includes(hand.seat));
  }
  for (const input of contest.best) {
    input.parentElement.classList.toggle("won", best.includes(input.value) && isWhole(contest) && !isNamed(contest));
  }
  showHands(contest);
}
