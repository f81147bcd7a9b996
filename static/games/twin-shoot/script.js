// Twin Shoot, the result of a round: the bids from the tray as a number or two suits, the tricks start at the bid.
// Like everything here it only shows early what the server will say.
import { all, fill, fire } from "../../js/core/elements.js";
import { balance, lastFollows, missing, nameIn, showSum, stepper, sumOf, tray, wait } from "../../js/step/tray.js";
import { foretell } from "../../js/step/preview.js";

export function enhance(form) {
  for (const group of form.querySelectorAll("[data-shots]")) {
    shots(group);
    foretell(group.closest("form"));
  }
}

function shots(group) {
  const form = group.closest("form");
  const players = all(group, "[data-seat]").map(playerOf);
  // A bid that is laid is not asked, and nobody may see it yet.
  const asked = players.filter((player) => player.output);
  const suits = all(group, "[data-suit]");
  const keys = tray(group, asked);
  const update = () => {
    show(group, form, players, asked);
    keys.show();
    showCards(group, keys.marked(), suits);
  };

  for (const key of suits) {
    key.addEventListener("click", () => {
      const player = keys.marked();
      if (!player) return;
      const sum = lay(player, key.dataset.suit);
      // Two suits are their number.
      if (sum !== null) key.closest("[data-tray]").dispatchEvent(new CustomEvent("typed", { detail: { number: String(sum), done: true } }));
    });
  }
  group.addEventListener("marked", ({ detail }) => {
    showCards(group, detail, suits);
    show(group, form, players, asked);
  });
  for (const player of players) {
    player.input.addEventListener("input", () => {
      player.touched = true;
      update();
    });
  }
  group.addEventListener("change", update);
  // What was tapped is read from the fields alone, as they come with the page and whenever they were filled again.
  const read = (event) => {
    for (const player of asked) addUp(player);
    for (const player of players) player.touched = player.input.value !== "" && player.input.value !== player.value();
    const changed = asked.filter((player) => player.output.textContent !== bidTextOf(player));
    update();
    if (event?.detail?.isUndone && changed.length === 1) keys.mark(changed[0]);
    else keys.begin();
  };
  form.addEventListener("restored", read);
  read();
}

function playerOf(row) {
  const inputs = (group) => [...(group?.querySelectorAll("input") ?? [])];
  const numbers = inputs(row.querySelector(".chips"));
  const player = {
    row,
    output: row.querySelector("output"),
    numbers,
    cards: all(row, ".suits").map(inputs),
    input: row.querySelector("input[type=number]"),
    showSteps: stepper(row.querySelector(".counter")),
    touched: false,
    value: () => chosen(numbers)?.value ?? "",
    set: (value) => {
      for (const input of numbers) input.checked = input.value === value;
      if (String(sumOfSuits(player)) !== value) forgetSuits(player);
      fire(row, "change");
    },
  };
  return player;
}

// --- the bid ------------------------------------------------------------------

const chosen = (inputs) => inputs.find((input) => input.checked);
const laid = (player) => player.cards.map(chosen).filter(Boolean);

const sumOfSuits = (player) => {
  const cards = laid(player);
  return cards.length < 2 ? null : cards.reduce((sum, input) => sum + Number(input.dataset.worth), 0);
};

function forgetSuits(player) {
  for (const input of player.cards.flat()) input.checked = false;
}

// The sum of both once there are two; a suit after that is the first of another bid.
function lay(player, suit) {
  if (laid(player).length !== 1) {
    forgetSuits(player);
    for (const input of player.numbers) input.checked = false;
  }
  const card = player.cards.find((inputs) => !chosen(inputs));
  const input = card.find((each) => each.value === suit);
  input.checked = true;
  fire(input, "change");
  return sumOfSuits(player);
}

function addUp(player) {
  const sum = sumOfSuits(player);
  if (sum === null || player.value()) return;
  for (const input of player.numbers) input.checked = Number(input.value) === sum;
}

// The bid, or the one suit of it that is known.
function bidTextOf(player) {
  const [first] = laid(player);
  return player.value() || (first ? `${first.dataset.worth}+` : "");
}

function showCards(group, player, suits) {
  if (!player) return;
  const cards = laid(player).map((input) => input.value);
  for (const key of suits) key.setAttribute("aria-pressed", String(cards.includes(key.dataset.suit)));
  if (cards.length !== 1) return;
  const suit = suits.find((key) => key.dataset.suit === cards[0]).textContent.trim().replace(/\s+/g, " ");
  group.querySelector("[data-reason]").textContent = fill(group.dataset.sayCard, { name: nameIn(player.row), suit });
}

// --- the tricks ----------------------------------------------------------------

function show(group, form, players, asked) {
  const total = Number(group.dataset.total);
  // In a correction a change of one number leaves the others alone.
  if (!("correcting" in form.dataset)) {
    for (const player of players) if (!player.touched) player.input.value = player.value();
    lastFollows(players, total);
  }
  for (const player of players) outcome(group, player);
  wait(form, group, missing(group, asked) || balance(group, sumOf(players) - total));
  showSum("tricks", sumOf(players));
}

function outcome(group, player) {
  player.showSteps();
  if (!player.output) return;
  player.output.textContent = bidTextOf(player);
  const isComplete = player.value() !== "" && player.input.value !== "";
  const miss = Math.abs(Number(player.input.value) - Number(player.value()));
  player.row.classList.toggle("hit", isComplete && miss === 0);
  player.row.classList.toggle("missed", isComplete && miss !== 0);
  const words = miss ? fill(group.dataset.sayMissed, { n: miss }) : group.dataset.sayHit;
  player.row.querySelector("[data-outcome]").textContent = isComplete ? words : "";
}
