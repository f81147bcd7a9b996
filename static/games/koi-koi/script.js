// Koi-Koi: shows the multipliers, the yaku by name or by cards, and what stopping would pay. Multipliers, yaku and sums
// come from the server; nothing here knows a rule. The state is read from the fields each time.
import { stepper } from "../../js/step/stepper.js";
import { wait } from "../../js/step/waiting.js";
import { fill, isolated } from "../../js/core/words.js";
import { cardsByTap } from "./cards.js";
import { enhanceDeal } from "./deal.js";
import { all, begun, changed, onFields, showGains } from "./fields.js";
import { yakuByName } from "./yaku.js";

export function enhance(main) {
  for (const form of main.querySelectorAll("form.step")) {
    const deal = form.querySelector("[data-deal]");
    const month = form.querySelector("[data-month]");
    const dealt = deal && enhanceDeal(form, deal);
    const ended = month && enhanceMonth(form, month, deal);
    if (form.dataset.preview) foretell(form, ended ?? dealt);
  }
}

// Before the first input there is nothing to preview, so nothing is loaded.
async function foretell(form, show) {
  if (!("correcting" in form.dataset || begun(form))) await firstTap(form);
  const { onPreview } = await import("../../js/step/preview.js");
  onPreview(form, show);
}

const firstTap = (form) =>
  new Promise((tapped) => {
    for (const kind of ["input", "change", "restored"]) form.addEventListener(kind, tapped, { once: true });
  });

// Returns what shows the server's preview.
function enhanceMonth(form, month, deal) {
  const action = form.querySelector(".action .main");
  const correcting = "correcting" in form.dataset;
  const say = month.dataset;
  const sides = all(month, "[data-seat]").map(side);
  const seats = Object.fromEntries(sides.map((each) => [each.seat, each]));
  const winner = () => month.querySelector(".stops input:checked")?.value ?? null;
  for (const place of all(month, "[data-stepper]")) counted(form, place);
  yakuByName(form, month.querySelector("[data-part=yaku]"));

  // By the brights on the field, the own calls, the other's.
  const multipliers = JSON.parse(say.multipliers);
  const lights = () => (correcting && deal.querySelector("[data-lights] input:checked")?.value) || say.lights;
  const noticed = document.querySelector("[data-notice=multiplier] dd");
  const multiply = () => {
    sides.forEach((each, place) => {
      each.multiplier = multipliers[lights()]?.[each.calls()]?.[sides[1 - place].calls()] ?? "–";
      each.times.textContent = `×${each.multiplier}`;
    });
    if (!noticed) return;
    const alike = sides[0].multiplier === sides[1].multiplier;
    noticed.textContent = alike ? sides[0].times.textContent : sides.map((each) => `${isolated(each.initial)}×${each.multiplier}`).join(" ");
  };

  const paid = month.querySelector("[data-paid]");
  let answer = {};
  const parts = cardsByTap(form, month, seats, winner, () => show());
  const callMore = correcting ? () => {} : callButton(form, action, () => (parts.byCards() ? seats[winner()] : undefined), say.sayCalled);
  const missing = () => (winner() === null ? say.sayWho : winner() in seats && !parts.hasYaku() ? say.sayNoYaku : "");
  const update = () => {
    multiply();
    parts.show();
    callMore();
    // What is complete is told by the server's next answer.
    if (missing()) show();
  };
  const show = () => {
    const gains = showGains(paid, missing() ? {} : answer);
    const text = winner() in seats ? say.sayStop : gains < 0 ? say.sayStill : say.sayNobody;
    const does = !correcting && answer.points && fill(text, { name: sides[gains]?.name, points: answer.points[gains] });
    wait(form, month, missing() || !answer.numbers?.length, does);
  };
  onFields(form, update);
  return (told) => {
    answer = told;
    show();
  };
}

function side(place) {
  const input = place.querySelector("input");
  const { seat, name, initial } = place.dataset;
  return { seat, name, initial, input, times: place.querySelector("[data-times]"), calls: () => Number(input.value || 0) };
}

// Marks a number greater than 0.
function counted(form, place) {
  const input = place.querySelector("input");
  const show = stepper(place);
  onFields(form, () => {
    show();
    place.classList.toggle("set", Number(input.value) > 0);
  });
}

// Beside the action while cards are tapped: one more call for whose cards they are.
function callButton(form, action, caller, called) {
  const pair = document.createElement("div");
  const button = document.createElement("button");
  const told = document.createElement("small");
  pair.className = "pair";
  button.type = "button";
  button.className = "button";
  action.replaceWith(pair);
  button.append(form.querySelector("[data-calls]").dataset.calls, told);
  pair.append(button, action);
  button.addEventListener("click", () => {
    const { input, calls } = caller();
    input.value = Math.min(calls() + 1, input.max);
    changed(input);
  });
  return () => {
    const now = caller();
    button.hidden = !now;
    if (now) told.textContent = fill(called, { n: now.calls(), times: now.multiplier });
  };
}
