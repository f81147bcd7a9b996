// The tool for poker hands: taps fill the hands, the winner is shown, and the address keeps the cards.
import { verdictOn } from "./poker-rules.js";
import { fill } from "../core/words.js";

const all = (part, selector) => [...part.querySelectorAll(selector)];

export function enhance(page) {
  const size = Number(page.dataset.size);
  const lines = all(page, ".dealt li");
  const cards = all(page, "[data-card]").map(asButton);
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
  for (const link of all(page, "[data-sets]")) setCurrent(link, rules[link.dataset.sets] === link.dataset.value);
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

function asButton(card) {
  const button = document.createElement("button");
  button.type = "button";
  button.dataset.card = card.dataset.card;
  button.append(...card.childNodes);
  card.replaceWith(button);
  return button;
}

function showLine(line, hand, { cards, current, hidden }) {
  line.hidden = hidden;
  setCurrent(line.querySelector("a"), current);
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

function setCurrent(link, current) {
  if (current) link.setAttribute("aria-current", "true");
  else link.removeAttribute("aria-current");
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
