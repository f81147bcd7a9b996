// The tool for yaku: shows the yaku of tapped cards without a session; the address keeps the cards.
import { fill } from "../core/elements.js";
import { showPaid, showResult, taken } from "./hanafuda.js";

export function enhance(form) {
  form.querySelector("[data-tell]").hidden = true;
  if ("kept" in document.documentElement.dataset) readAddress(form);
  const table = JSON.parse(form.dataset.rules);
  const paid = form.querySelector("[data-paid]");
  const query = () => new URLSearchParams(new FormData(form));
  const tell = () => {
    form.querySelector(".own").disabled = form.elements.yaku_values.value !== "own";
    form.querySelector("[data-count]").textContent = taken(form).length;
    const answer = whatTheyMake(table, taken(form), Object.fromEntries(query()));
    showResult(form, answer);
    showPaid(paid, answer.paid, answer.working);
  };
  const update = () => {
    history.replaceState(null, "", `${location.pathname}?${query()}`);
    for (const alert of document.querySelectorAll(".alert")) alert.remove();
    tell();
  };
  form.addEventListener("change", update);
  form.querySelector("[data-clear]").addEventListener("click", (event) => {
    event.preventDefault();
    for (const input of form.querySelectorAll(".board input")) input.checked = false;
    update();
  });
  tell();
}

// The phone keeps the page as it is before the first tap, whatever its address asks for.
function readAddress(form) {
  const asked = new URLSearchParams(location.search);
  for (const input of form.querySelectorAll("input")) {
    if (input.type === "number") input.value = asked.get(input.name) ?? input.value;
    else if (asked.getAll(input.name).includes(input.value)) input.checked = true;
  }
}

// --- the rules without a network --------------------------------------------------

// Works out the yaku of a pile without a network, from the table, house rules and sentences that the server wrote into
// the page. A test compares it with the server on thousands of piles. `chosen` is what each house rule of yaku is set to.
export function whatTheyMake(table, cards, chosen) {
  const pile = new Set(cards);
  const rules = played(table, chosen);
  const wet = isWet(table, pile);
  const made = standing(rules, pile, wet).map((yaku) => ({ yaku, name: yaku.name, points: pointsOf(yaku, pile) }));
  grow(rules, made, pile);
  const stands = new Set(made.map(({ yaku }) => yaku));
  const dry = wet && rules.rain ? standing(rules, pile, false) : [];
  return {
    yaku: made.map(({ yaku: { slug }, name, points }) => ({ slug, name, points })),
    void: dry.filter((yaku) => !stands.has(yaku)).map(({ name }) => name),
    away: hints(table, oneAway(table, rules, { pile, stands })),
    ...payment(table, made),
  };
}

function played(table, chosen) {
  const changes = Object.entries(table.rules).map(([rule, choices]) => choices[chosen[rule]]);
  const points = Object.assign({}, ...changes.map((change) => change.points), chosen.yaku_values === "own" ? own(table, chosen) : {});
  const without = changes.flatMap((change) => change.without);
  const yaku = table.yaku.map((each) => ({ ...each, points: points[each.slug] ?? each.points }));
  return {
    yaku: yaku.filter(({ slug, points }) => points && !without.includes(slug)),
    alone: changes.flatMap((change) => change.alone),
    rain: changes.some((change) => change.rain),
    growing: changes.some((change) => change.growing),
  };
}

// What the table has set itself; a field that is empty or no number within its bounds has the points of the rules.
function own(table, chosen) {
  const said = Object.entries(table.own).filter(([, name]) => /^([1-4]?\d|50)$/.test(chosen[name]));
  return Object.fromEntries(said.map(([slug, name]) => [slug, Number(chosen[name])]));
}

const among = (cards, pile) => cards.filter((card) => pile.has(card)).length;
const isWet = (table, pile) => among(table.november, pile) > 0;
const pointsOf = ({ points, counted, of, least }, pile) => points + (counted ? among(of, pile) - least : 0);

// Whether a yaku gives a point more for each further card of a counted one, in its place.
const growsBy = (rules, yaku, counted) =>
  rules.growing && counted.counted && !yaku.counted && yaku.of.every((card) => counted.of.includes(card));

// What is beyond the cards of all that grow goes to the last of them.
function grow(rules, made, pile) {
  for (const counted of rules.yaku) {
    const grown = made.filter(({ yaku }) => growsBy(rules, yaku, counted));
    const cards = grown.reduce((all, { yaku }) => all + yaku.of.length, 0);
    if (grown.length) grown.at(-1).points += Math.max(0, among(counted.of, pile) - cards);
  }
}

function standing(rules, pile, wet) {
  const made = rules.yaku.filter(
    ({ of, least, needs, rain }) =>
      among(of, pile) >= least && among(needs, pile) === needs.length && !(wet && rules.rain && rain),
  );
  const out = made.flatMap((yaku) => [
    ...yaku.beats,
    ...(rules.alone.includes(yaku.slug) ? yaku.parts : []),
    ...rules.yaku.filter((counted) => growsBy(rules, yaku, counted)).map(({ slug }) => slug),
  ]);
  return made.filter(({ slug }) => !out.includes(slug));
}

// Which cards, each by itself, would make a yaku that does not stand yet.
function oneAway(table, rules, { pile, stands }) {
  const makers = new Map(rules.yaku.map((yaku) => [yaku, []]));
  for (const card of Object.keys(table.cards)) {
    if (pile.has(card)) continue;
    const more = new Set(pile).add(card);
    for (const yaku of standing(rules, more, isWet(table, more))) if (!stands.has(yaku)) makers.get(yaku).push(card);
  }
  return [...makers].filter(([, cards]) => cards.length);
}

// The same cards are named once, and none where many would do.
function hints({ cards: names, named, say }, away) {
  const together = new Map();
  for (const [yaku, cards] of away) {
    const key = cards.length <= named ? cards.join(" ") : "";
    together.set(key, [...(together.get(key) ?? []), yaku.name]);
  }
  return [...together].map(([key, several]) => {
    const cards = key ? key.split(" ") : [];
    const yaku = several.reduce((one, other) => fill(say.list, { one, other }));
    const either = cards.map((card) => names[card]).reduce((one, other) => (one ? fill(say.or, { one, other }) : other), "");
    return { text: fill(cards.length ? say.awayFor : say.away, { yaku, cards: either }), cards };
  });
}

function payment({ doubled, say }, made) {
  if (!made.length) return { paid: 0, working: "" };
  const sum = made.reduce((all, { points }) => all + points, 0);
  const summed = fill(say.summed, { points: sum });
  if (sum < doubled.from) return { paid: sum, working: summed };
  return { paid: sum * doubled.times, working: fill(say.times, { left: summed, right: doubled.working }) };
}
