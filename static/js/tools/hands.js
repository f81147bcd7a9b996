// The tool for poker hands: taps fill the hands, the winner is shown, and the address keeps the cards.
import { all, asButton, fill, setState } from "../core/elements.js";

export function enhance(page) {
  const size = Number(page.dataset.size);
  const lines = all(page, ".dealt li");
  const cards = all(page, "[data-card]").map(cardButton);
  const more = page.querySelector("[data-more]");
  const clear = page.querySelector("[data-clear]");
  const over = page.querySelector("[data-over]");
  const table = JSON.parse(page.dataset.rules);
  const rules = Object.fromEntries(new URL(page.dataset.address, location.href).searchParams);
  const kept = "kept" in document.documentElement.dataset;
  const given = kept ? askedFor(cards, { most: lines.length, size }) : page.dataset.hands.split(",").map(cut);
  const hands = lines.map((_, place) => given[place] ?? []);
  let at = Number(page.dataset.at);
  let open = given.length;

  const query = () => {
    const asked = new URLSearchParams(rules);
    for (const hand of hands.slice(0, open)) asked.append("hand", hand.join(""));
    asked.append("at", at);
    return asked;
  };
  const tell = () => showVerdict(page, verdictOn(table, hands.slice(0, open), rules), lines);
  const show = () => {
    lines.forEach((line, place) => showLine(line, hands[place], { cards, current: place === at, hidden: place >= open }));
    for (const card of cards) showCard(card, { hands, at, size });
    page.querySelector(".pack").setAttribute("aria-label", fill(page.dataset.sayCards, { number: at + 1 }));
    clear.textContent = fill(page.dataset.sayClear, { number: at + 1 });
    clear.hidden = !hands[at].length;
    more.hidden = open === lines.length || !hands[open - 1].length;
    over.hidden = hands.every((hand) => !hand.length);
  };
  const go = (place) => {
    at = place;
    open = Math.max(open, at + 1);
  };
  const changed = () => {
    show();
    history.replaceState(null, "", `${location.pathname}?${query()}`);
    for (const link of all(page, "[data-sets]")) keepHands(link, query());
    tell();
  };

  for (const card of cards) {
    card.addEventListener("click", () => {
      const hand = hands[at];
      const place = hand.indexOf(card.dataset.card);
      if (place >= 0) hand.splice(place, 1);
      else hand.push(card.dataset.card);
      // A whole hand passes on to the next that wants cards.
      if (place < 0 && hand.length === size) go(wanting(hands, { open, size }));
      changed();
    });
  }
  const does = (link, action) => {
    link.addEventListener("click", (event) => {
      event.preventDefault();
      action();
      changed();
    });
  };
  lines.forEach((line, place) => does(line.querySelector("a"), () => go(place)));
  does(more, () => go(open));
  does(clear, () => hands[at].splice(0));
  does(over, () => {
    for (const hand of hands) hand.splice(0);
    open = Math.min(2, lines.length);
    at = 0;
  });
  if (kept) {
    readRules(page, rules);
    go(wanting(hands, { open, size }));
    changed();
  } else show();
}

// The phone keeps the page as it is before the first tap, whatever its address asks for: what is no card is left out.
function askedFor(cards, { most, size }) {
  const left = new Set(cards.map((card) => card.dataset.card));
  const asked = new URLSearchParams(location.search).getAll("hand").slice(0, most);
  const hands = asked.map((text) => cut(text.toUpperCase()).filter((card) => left.delete(card)).slice(0, size));
  return [...hands, [], []].slice(0, Math.max(2, hands.length));
}

function readRules(page, rules) {
  const asked = new URLSearchParams(location.search);
  for (const link of all(page, "[data-sets]")) {
    const { sets, value } = link.dataset;
    if (asked.get(sets) === value) rules[sets] = value;
  }
  for (const link of all(page, "[data-sets]")) setState(link, "aria-current", rules[link.dataset.sets] === link.dataset.value);
  for (const part of all(page, "[data-of]")) part.hidden = part.dataset.of !== rules.game;
  for (const help of all(page, "[data-helps]")) {
    help.hidden = !help.parentElement.querySelector(`[data-value="${help.dataset.helps}"][aria-current]`);
  }
}

const cut = (text) => text.match(/../g) ?? [];

function wanting(hands, { open, size }) {
  const place = hands.slice(0, open).findIndex((hand) => hand.length < size);
  return place >= 0 ? place : Math.min(open, hands.length - 1);
}

function cardButton(card) {
  const button = asButton(card);
  button.dataset.card = card.dataset.card;
  return button;
}

function showLine(line, hand, { cards, current, hidden }) {
  line.hidden = hidden;
  setState(line.querySelector("a"), "aria-current", current);
  const shown = hand.map((code) => {
    const card = cards.find((each) => each.dataset.card === code);
    const span = document.createElement("span");
    span.classList.toggle("red", card.parentElement.classList.contains("red"));
    span.textContent = card.textContent;
    return span;
  });
  line.querySelector(".held-cards").replaceChildren(...(shown.length ? shown : ["–"]));
}

function showCard(card, { hands, at, size }) {
  const holder = hands.findIndex((hand) => hand.includes(card.dataset.card));
  card.className = holder === at ? "held" : holder >= 0 ? "taken-card" : "";
  card.disabled = holder !== at && (holder >= 0 || hands[at].length >= size);
  card.setAttribute("aria-pressed", holder === at);
}

// Another game or house rule is another page, with the same cards.
function keepHands(link, asked) {
  asked.set(link.dataset.sets, link.dataset.value);
  link.href = `${location.pathname}?${asked}`;
}

function showVerdict(page, answer, lines) {
  const head = document.createElement("strong");
  const text = document.createElement("p");
  head.textContent = answer.head;
  text.textContent = answer.text;
  page.querySelector("[data-verdict]").replaceChildren(...(answer.head ? [head, text] : [text]));
  lines.forEach((line, place) => {
    line.querySelector("small").textContent = answer.names[place] ?? "";
    line.querySelector("b").hidden = !answer.best.includes(place);
  });
}

// --- the rules without a network --------------------------------------------------

// Ranks poker hands without a network, from the ranks, kinds and sentences that the server wrote into the page. A test
// compares it with the server on thousands of hands.

// Who wins, and what each whole hand is called; `rules` says the game and its house rules as the address does.
export function verdictOn(table, hands, rules) {
  const shown = hands.map((hand) => (hand.length === table.size ? shownBy(table, hand, rules) : null));
  const whole = shown.filter(Boolean);
  const names = shown.map((each) => each?.name ?? null);
  const { say } = table;
  if (whole.length < 2) return { head: "", text: say.tap, names, best: [] };
  const strongest = whole.reduce((best, each) => (compare(each.strength, best.strength) > 0 ? each : best));
  const best = [...shown.keys()].filter((place) => shown[place] && !compare(shown[place].strength, strongest.strength));
  const numbered = (text, place) => fill(text, { number: place + 1 });
  if (best.length === 1) return { head: numbered(say.wins, best[0]), text: strongest.name, names, best };
  const winners = best.map((place) => numbered(say.number, place)).join(" · ");
  return { head: say.drawn, text: `${winners}: ${shown[best[0]].name}`, names, best };
}

function shownBy(table, hand, rules) {
  if (rules.game === "low-shit") return lowShit(table, hand, { straights: rules.best_low === "a-2-3-4-6" });
  return kalo(table, hand, { allWild: rules.kalo_wild === "all", aceHigh: rules.ace_high === "yes" });
}

function lowShit(table, hand, { straights }) {
  const ranks = hand.map((card) => rankOf(table, card));
  const [kind, order] = ranked(table, ranks, { flush: straights && oneSuit(hand), straights });
  return { strength: [-kind, ...order.map((rank) => -rank)], name: named(table, kind, order) };
}

function kalo(table, hand, { allWild, aceHigh }) {
  const lowest = Math.min(...hand.map((card) => rankOf(table, card, aceHigh)));
  const candidates = hand.filter((card) => card[0] === "K" || rankOf(table, card, aceHigh) === lowest);
  const ways = allWild ? [candidates] : candidates.map((card) => [card]);
  return ways
    .map((wild) => completed(table, hand, { wild, aceHigh }))
    .reduce((best, each) => (compare(each.strength, best.strength) > 0 ? each : best));
}

// The best hand that the other cards make with the wild ones.
function completed(table, hand, { wild, aceHigh }) {
  const natural = hand.filter((card) => !wild.includes(card));
  const ranks = natural.map((card) => rankOf(table, card, aceHigh));
  const suited = oneSuit(natural);
  let best = null;
  for (const filled of fillings(table, ranks, { wild: wild.length, aceHigh })) {
    const all = [...ranks, ...filled];
    const found = ranked(table, all, { flush: suited && new Set(all).size === all.length, straights: true });
    if (!best || compare(found.flat(), best.flat()) > 0) best = found;
  }
  const [kind, order] = best;
  return { strength: best.flat(), name: named(table, kind, order, wild) };
}

function fillings(table, ranks, { wild, aceHigh }) {
  const every = [...table.ranks].map((_, place) => place + (aceHigh ? 2 : 1));
  // Nothing is better than five of a kind.
  if (new Set(ranks).size <= 1) return [Array(wild).fill(ranks[0] ?? every.at(-1))];
  return choices(every, wild);
}

function choices(every, number) {
  if (!number) return [[]];
  return every.flatMap((rank, place) => choices(every.slice(place), number - 1).map((rest) => [rank, ...rest]));
}

function ranked({ groups: kinds, wheel, size, ...table }, ranks, { flush, straights }) {
  const times = new Map();
  for (const rank of ranks) times.set(rank, (times.get(rank) ?? 0) + 1);
  const groups = [...times].sort(([one, some], [other, more]) => more - some || other - one);
  const order = groups.flatMap(([rank, number]) => Array(number).fill(rank));
  const kind = kinds[groups.map(([, number]) => number).join("")];
  const isWheel = order.every((rank) => wheel.includes(rank)) && groups.length === size;
  if (straights && kind === 0 && (order[0] - order.at(-1) === size - 1 || isWheel)) {
    return [flush ? table.straightFlush : table.straight, isWheel ? wheel : order];
  }
  return [flush ? table.flush : kind, order];
}

const rankOf = ({ ranks }, card, aceHigh) => (aceHigh && card[0] === "A" ? ranks.length : ranks.indexOf(card[0])) + 1;
const oneSuit = (cards) => new Set(cards.map((card) => card[1])).size <= 1;
const compare = (one, other) => one.map((value, place) => value - other[place]).find(Boolean) ?? 0;

function named({ kinds, ranks, rankNames, suits, say }, kind, order, wild = []) {
  const values = { kind: kinds[kind], ranks: order.map((rank) => rankNames[(rank - 1) % ranks.length]).join("-") };
  if (!wild.length) return fill(say.hand, values);
  const cards = wild.map((card) => rankNames[ranks.indexOf(card[0])] + suits[card[1]]).join(" ");
  return fill(say.wild, { ...values, cards });
}
