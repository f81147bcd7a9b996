// Boo-Ray: a second tap takes a game back; the winner or the details are entered, not both; a card is in one hand only,
// and a hand in two games is tapped once.
import { all, fill, fire, onFields } from "../../js/core/elements.js";
import { foretell, onPreview } from "../../js/step/preview.js";
import { nameIn, wait } from "../../js/step/tray.js";

const ticked = (part) => all(part, "input:checked");

export function enhance(form) {
  for (const group of all(form, "[data-entries]")) entries(form, group);
  results(form);
  tellVerdicts(form);
  // The question if nobody enters comes with saving; before the first tap there is nothing to foretell.
  foretell(form, ({ said }) => (all(form, "[data-entries]").every(entered) ? said : ""));
}

// --- entries ------------------------------------------------------------------

function entries(form, group) {
  const rows = all(group, "[data-entrant]");
  for (const row of rows) entrant(form, row);
  const update = () => {
    const left = rows.filter((row) => !isSaid(row));
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

// Of several games none may be ticked.
const isSaid = (row) => "laid" in row.dataset || row.querySelector("[type=checkbox]") !== null || ticked(row).length > 0;

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
    for (const contest of contests) contest.clear.hidden = !ticked(contest.place).length;
    showPacks(hands);
    const left = contests.filter((contest) => !decided(contest)).map(({ place }) => place.dataset.what);
    wait(form, group, left.length ? fill(group.dataset.sayLeft, { what: left[0] }) : "");
  };
  for (const contest of contests) {
    contest.place.addEventListener("change", (event) => {
      // A tap on a card or a trick clears the names.
      for (const input of contest.best) input.checked = false;
      if (contest.tricks.length) lastTricks(contest);
      else tapped(contests, contest, event.target.closest("[data-pack]"));
    });
    contest.clear.addEventListener("click", () => {
      for (const input of ticked(contest.place)) input.checked = false;
      for (const hand of contest.hands) copyToTwin(hands, hand);
      form.dispatchEvent(new Event("change"));
    });
    for (const hand of contest.hands) {
      hand.button.disabled = false;
      hand.button.addEventListener("click", () => open(contest, hand));
    }
  }
  // The name alone says it, whatever was tapped below; a hand that fills two games is sent for the one without a name.
  form.addEventListener("formdata", (event) => {
    for (const contest of contests) {
      if (saidByName(contest)) for (const input of ticked(contest.place)) event.formData.delete(input.name);
    }
  });
  form.addEventListener("change", update);
  const begin = () => {
    for (const hand of hands) if (!ticked(hand.pack).length) copyFromTwin(hands, hand);
    for (const contest of contests) if (contest.hands.length) open(contest, wanting(contest) ?? contest.hands[0]);
    update();
  };
  form.addEventListener("restored", begin);
  begin();
}

function contestOf(form, place) {
  const size = Number(place.dataset.size);
  const packOf = (seat) => place.querySelector(`[data-pack="${seat}"]`);
  return {
    place,
    size,
    best: all(form, `input[name="${place.dataset.best}"]`),
    clear: place.querySelector("[data-clear]"),
    tricks: all(place, ".tricks"),
    hands: all(place, "[data-hand]").map((button) => ({ button, pack: packOf(button.dataset.hand), size, seat: button.dataset.hand })),
  };
}

const saidByName = (contest) => contest.best.some((input) => input.checked);
const handIsWhole = (hand) => ticked(hand.pack).length === hand.size;
const wanting = (contest) => contest.hands.find((hand) => !handIsWhole(hand));
const taken = (contest) => ticked(contest.place).reduce((sum, input) => sum + Number(input.value), 0);
const isWhole = (contest) => (contest.tricks.length ? taken(contest) === contest.size : !wanting(contest));
const decided = (contest) => saidByName(contest) || isWhole(contest);

// The last player's tricks follow from the others'.
function lastTricks(contest) {
  const left = contest.tricks.filter((row) => !ticked(row).length);
  if (left.length !== 1 || contest.tricks.length === 1) return;
  const input = left[0].querySelector(`input[value="${contest.size - taken(contest)}"]`);
  if (input) input.checked = true;
}

// The pack is for one hand at a time, always at the same place.
function open(contest, hand) {
  for (const each of contest.hands) {
    each.button.setAttribute("aria-pressed", String(each === hand));
    each.pack.hidden = each !== hand;
  }
}

function tapped(contests, contest, pack) {
  const hand = contest.hands.find((each) => each.pack === pack);
  copyToTwin(contests.flatMap((each) => each.hands), hand);
  if (!handIsWhole(hand)) return;
  // On to the next hand; from the last one to the other game that has some of its hands by now.
  const begun = (each) => !decided(each) && each.hands.some(handIsWhole);
  const next = begun(contest) ? contest : contests.find(begun);
  if (!next) return;
  next.place.open = true;
  open(next, wanting(next));
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

// A hand has so many cards; a card is in the hand of one player, who may hold it in both games.
function showPacks(hands) {
  const holders = new Map();
  for (const hand of hands) for (const input of ticked(hand.pack)) holders.set(input.value, hand.seat);
  for (const hand of hands) {
    const held = ticked(hand.pack);
    hand.button.querySelector("output").textContent = held.length ? held.map((input) => input.nextElementSibling.textContent).join(" ") : "–";
    for (const input of all(hand.pack, "input")) {
      const elsewhere = holders.has(input.value) && holders.get(input.value) !== hand.seat;
      input.disabled = !input.checked && (held.length >= hand.size || elsewhere);
      input.parentElement.classList.toggle("taken", elsewhere);
    }
  }
}

// --- what the server says of it -------------------------------------------------

function tellVerdicts(form) {
  const contests = all(form, "[data-contest]");
  if (!contests.length) return;
  onPreview(form, ({ told }) => {
    for (const contest of contests) contest.querySelector("[data-verdict]").textContent = told?.[contest.dataset.contest] ?? "";
  });
}
