// Twin Shoot, the result of a round: one player's bid open at a time, the tricks start at the bid. A bid tapped as
// its two suits lights its number up. Like everything here it only shows early what the server will say.
import { accordion } from "../../js/step/accordion.js";
import { onPreview } from "../../js/step/preview.js";
import { stepper } from "../../js/step/stepper.js";
import { balance, lastFollows, showSum, sumOf } from "../../js/step/sum.js";
import { wait } from "../../js/step/waiting.js";
import { fill } from "../../js/core/words.js";

export function enhance(main) {
  for (const group of main.querySelectorAll("[data-shots]")) {
    shots(group);
    foretell(group.closest("form"));
  }
}

function foretell(form) {
  const line = form.querySelector("[data-said]");
  onPreview(form, ({ said }) => {
    line.textContent = said ?? "";
    line.hidden = !said;
  });
}

function shots(group) {
  const form = group.closest("form");
  const players = [...group.querySelectorAll("[data-shot]")].map(playerOf);
  const { moveOn, begin } = accordion(group, players.filter((player) => player.details));
  const update = () => show(group, form, players);

  for (const player of players) {
    player.details?.addEventListener("change", (event) => {
      const before = player.known;
      const byNumber = player.numbers.includes(event.target);
      if (byNumber) forgetSuits(player);
      else readSuits(player);
      update();
      if (player.said() && (byNumber || before === null)) moveOn(player);
    });
    player.input.addEventListener("input", () => {
      player.touched = true;
      update();
    });
  }
  // What was tapped is read from the fields alone, as they come with the page and whenever they were filled again.
  const read = () => {
    for (const player of players) if (bidOf(player) === null) readSuits(player);
    for (const player of players) player.touched = player.input.value !== "" && Number(player.input.value) !== bidOf(player);
    update();
    begin();
  };
  form.addEventListener("restored", read);
  read();
}

function playerOf(place) {
  const inputs = (number) => [...(place.querySelectorAll(".suits")[number]?.querySelectorAll("input") ?? [])];
  const player = {
    place,
    // None where the bid is laid, and nobody may see it yet.
    details: place.querySelector("details"),
    said: () => bidOf(player) !== null,
    numbers: [...place.querySelectorAll(".chips input")],
    cards: [inputs(0), inputs(1)],
    input: place.querySelector("input[type=number]"),
    showSteps: stepper(place.querySelector(".counter")),
    touched: false,
    known: null,
  };
  return player;
}

// --- the bid ------------------------------------------------------------------

const chosen = (inputs) => inputs.find((input) => input.checked);

function bidOf(player) {
  const number = chosen(player.numbers);
  return number ? Number(number.value) : null;
}

function forgetSuits(player) {
  for (const input of player.cards.flat()) input.checked = false;
}

function readSuits(player) {
  const worths = player.cards.map((inputs) => chosen(inputs)?.dataset.worth);
  if (worths.every((worth) => worth === undefined)) return;
  const sum = worths.includes(undefined) ? null : Number(worths[0]) + Number(worths[1]);
  for (const input of player.numbers) input.checked = Number(input.value) === sum && sum !== null;
}

// --- the tricks ----------------------------------------------------------------

function follow(players, total) {
  for (const player of players) if (!player.touched) player.input.value = bidOf(player) ?? "";
  lastFollows(players, total);
}

function show(group, form, players) {
  const total = Number(group.dataset.total);
  // In a correction a change of one number leaves the others alone.
  if (!("correcting" in form.dataset)) follow(players, total);
  for (const player of players) outcome(group, player);
  const complete = players.every((player) => player.known !== null || !player.details);
  const over = sumOf(players) - total;
  wait(form, group, complete ? balance(group, over) : true);
  showSum("bids", players.reduce((sum, player) => sum + (player.known ?? 0), 0));
  showSum("tricks", sumOf(players));
}

function outcome(group, player) {
  if (!player.details) return player.showSteps();
  player.known = bidOf(player);
  player.details.querySelector("output").textContent = player.known ?? "–";
  const told = player.known !== null && player.input.value !== "";
  const miss = Math.abs(Number(player.input.value) - player.known);
  player.place.classList.toggle("hit", told && miss === 0);
  player.place.classList.toggle("missed", told && miss !== 0);
  const words = miss ? fill(group.dataset.sayMissed, { n: miss }) : group.dataset.sayHit;
  player.details.querySelector("[data-outcome]").textContent = told ? words : "";
  player.showSteps();
}
