// Ranks poker hands without a network, from the ranks, kinds and sentences that the server wrote into the page. A test
// compares it with the server on thousands of hands.
import { fill } from "../core/words.js";

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
