// Boo-Ray: a second tap takes a game back; the winner or the details are entered, not both; a card is in one hand only,
// and a hand in two games is tapped once.
import { onPreview } from "../../js/step/preview.js";
import { wait } from "../../js/step/waiting.js";

const all = (part, selector) => [...part.querySelectorAll(selector)];
const ticked = (part) => all(part, "input:checked");

export function enhance(main) {
  for (const form of main.querySelectorAll("form.step")) {
    for (const row of all(form, ".entrant")) entrant(form, row);
    results(form);
    foretell(form);
  }
}

// --- entries ------------------------------------------------------------------

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
      out.dispatchEvent(new Event("change", { bubbles: true }));
    });
  }
  look();
}

// --- results ------------------------------------------------------------------

function results(form) {
  const contests = all(form, "[data-contest]").map(contestOf);
  const hands = contests.flatMap((contest) => contest.hands);
  const update = () => {
    for (const contest of contests) showWay(contest);
    showPacks(hands);
    wait(form, form, !entered(form) || !contests.every(decided));
  };
  for (const contest of contests) {
    contest.other.addEventListener("change", (event) => {
      // A tap on a card or a trick clears the names.
      for (const input of ticked(contest.best)) input.checked = false;
      if (contest.tricks.length) lastTricks(contest);
      else tapped(contests, contest, event.target.closest("[data-hand]"));
    });
    contest.clear.addEventListener("click", () => {
      for (const input of ticked(contest.other)) input.checked = false;
      for (const hand of contest.hands) copyToTwin(hands, hand);
      form.dispatchEvent(new Event("change"));
    });
    contest.other.open ||= !ticked(contest.best).length && ticked(contest.other).length > 0;
  }
  // A hand that fills two games is sent for the one that is said by hands alone.
  form.addEventListener("formdata", (event) => {
    for (const contest of contests) {
      if (saidByName(contest)) for (const input of ticked(contest.other)) event.formData.delete(input.name);
    }
  });
  form.addEventListener("change", update);
  const begin = () => {
    for (const hand of hands) if (!ticked(hand.pack).length) copyFromTwin(hands, hand);
    update();
  };
  form.addEventListener("restored", begin);
  begin();
}

function contestOf(place) {
  const size = Number(place.dataset.size);
  const other = place.querySelector("[data-other]");
  return {
    place,
    size,
    other,
    best: place.querySelector("[data-best]"),
    clear: other.querySelector("[data-clear]"),
    tricks: all(other, ".tricks"),
    hands: all(other, "[data-hand]").map((pack) => ({ pack, size, seat: pack.dataset.hand })),
  };
}

const saidByName = (contest) => ticked(contest.best).length > 0;
const handIsWhole = (hand) => ticked(hand.pack).length === hand.size;
const taken = (contest) => ticked(contest.other).reduce((sum, input) => sum + Number(input.value), 0);
const isWhole = (contest) => (contest.tricks.length ? taken(contest) === contest.size : contest.hands.every(handIsWhole));
const decided = (contest) => saidByName(contest) || isWhole(contest);

// Whether each player has entered, and not everybody stays out.
function entered(form) {
  const rows = all(form, ".entrant");
  const laid = (row) => "laid" in row.dataset;
  const entering = rows.some(laid) || ticked(form).some((input) => input.closest(".entrant") && !input.closest(".out"));
  return !rows.length || (entering && rows.every((row) => laid(row) || row.querySelector("[type=checkbox]") || ticked(row).length));
}

// The winner, or the tricks or hands: a complete entry in one way closes the other.
function showWay(contest) {
  contest.best.disabled = !saidByName(contest) && isWhole(contest);
  contest.clear.hidden = !ticked(contest.other).length;
  contest.other.classList.toggle("unsaid", saidByName(contest) && ticked(contest.other).length > 0);
}

// The last player's tricks follow from the others'.
function lastTricks(contest) {
  const open = contest.tricks.filter((row) => !ticked(row).length);
  if (open.length !== 1 || contest.tricks.length === 1) return;
  const input = open[0].querySelector(`input[value="${contest.size - taken(contest)}"]`);
  if (input) input.checked = true;
}

function tapped(contests, contest, pack) {
  const hand = contest.hands.find((each) => each.pack === pack);
  copyToTwin(contests.flatMap((each) => each.hands), hand);
  if (!handIsWhole(hand)) return;
  hand.pack.open = false;
  // On to the next hand; from the last one to the other game that has some of its hands by now.
  const begun = (each) => !decided(each) && each.hands.some(handIsWhole);
  openNext(begun(contest) ? contest : contests.find(begun));
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

function openNext(contest) {
  const wanting = contest?.hands.find((each) => !handIsWhole(each));
  if (!wanting) return;
  contest.other.open = true;
  wanting.pack.open = true;
  wanting.pack.querySelector("summary").focus();
}

// A hand has so many cards; a card is in the hand of one player, who may hold it in both games.
function showPacks(hands) {
  const holders = new Map();
  for (const hand of hands) for (const input of ticked(hand.pack)) holders.set(input.value, hand.seat);
  for (const hand of hands) {
    const held = ticked(hand.pack);
    hand.pack.querySelector("output").textContent = held.length ? held.map((input) => input.nextElementSibling.textContent).join(" ") : "–";
    for (const input of all(hand.pack, "input")) {
      const elsewhere = holders.has(input.value) && holders.get(input.value) !== hand.seat;
      input.disabled = !input.checked && (held.length >= hand.size || elsewhere);
      input.parentElement.classList.toggle("taken", elsewhere);
    }
  }
}

// --- what the server says of it -------------------------------------------------

function foretell(form) {
  const place = all(form, "[data-foretold]").at(-1);
  onPreview(form, (answer) => {
    // The question if nobody enters comes with saving; before the first tap there is nothing to show.
    place.textContent = entered(form) ? (answer.said ?? "") : "";
    place.hidden = !place.textContent;
    for (const contest of all(form, "[data-contest]")) {
      const verdict = contest.querySelector("[data-verdict]");
      verdict.textContent = answer.told?.[contest.dataset.contest] ?? "";
      verdict.hidden = !verdict.textContent;
    }
  });
}
