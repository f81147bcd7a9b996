// The poker hands: a tap goes to the hand at once and the address keeps it; the server says which hand wins.
import { asking } from "./latest.js";
import { fill } from "./words.js";

const all = (part, selector) => [...part.querySelectorAll(selector)];

export function enhance(page) {
  const size = Number(page.dataset.size);
  const lines = all(page, ".dealt li");
  const cards = all(page, "[data-card]").map(asButton);
  const more = page.querySelector("[data-more]");
  const clear = page.querySelector("[data-clear]");
  const over = page.querySelector("[data-over]");
  const hands = lines.map((_, place) => cut(page.dataset.hands.split(",")[place] ?? ""));
  let at = Number(page.dataset.at);
  let open = page.dataset.hands.split(",").length;

  const query = () => {
    const asked = new URL(page.dataset.address, location.href).searchParams;
    for (const hand of hands.slice(0, open)) asked.append("hand", hand.join(""));
    asked.append("at", at);
    return asked;
  };
  const showAnswer = (answer) => showVerdict(page, answer, lines);
  // Rather nothing than what was true before.
  const unknown = { head: "", text: document.body.dataset.sayNoAnswer, names: [], best: [] };
  const tell = asking(() => [`${page.dataset.tell}?${query()}`], showAnswer, () => showAnswer(unknown));
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
    for (const link of all(page, "[data-keeps]")) keepHands(link, query());
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
  show();
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
  const address = new URL(link.href);
  for (const name of ["hand", "at"]) {
    address.searchParams.delete(name);
    for (const value of asked.getAll(name)) address.searchParams.append(name, value);
  }
  link.href = address;
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
