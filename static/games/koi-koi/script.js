// Koi-Koi: shows the multipliers, the yaku by name or by cards, and what stopping would pay. Multipliers, yaku and sums
// come from the server; nothing here knows a rule. The state is read from the fields each time.
import { all, asButton, fill, isolated, make, makeButton } from "../../js/core/elements.js";
import { stepper, wait } from "../../js/step/tray.js";
import { cardsByTap } from "./cards.js";
import { begun, changed, onFields, showGains } from "./fields.js";
import { yakuByName } from "./yaku.js";

export function enhance(form) {
  const deal = form.querySelector("[data-deal]");
  const month = form.querySelector("[data-month]");
  const dealt = deal && enhanceDeal(form, deal);
  const ended = month && enhanceMonth(form, month, deal);
  if (form.dataset.preview) foretell(form, ended ?? dealt);
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
  const told = make("small");
  const button = makeButton(form.querySelector("[data-calls]").dataset.calls, () => {
    const { input, calls } = caller();
    input.value = Math.min(calls() + 1, input.max);
    changed(input);
  });
  button.append(told);
  const pair = make("div", { className: "pair" }, button);
  action.replaceWith(pair);
  pair.append(action);
  return () => {
    const now = caller();
    button.hidden = !now;
    if (now) told.textContent = fill(called, { n: now.calls(), times: now.multiplier });
  };
}

// --- the deal: the brights on the field, and the hands that end the month at once ----------

// Returns what shows the server's preview: `over` is what it says of a month that a dealt hand ends.
function enhanceDeal(form, deal) {
  const lights = deal.querySelector("[data-lights]");
  // Where the month that it ended is corrected.
  const paid = deal.querySelector("[data-paid]");
  const correcting = "correcting" in form.dataset;
  let over = "";
  const update = () => {
    const missing = lights && !over && !lights.querySelector("input:checked");
    wait(form, deal, missing && lights.dataset.sayLights, !correcting && over);
  };
  if (lights) tapLights(form, lights);
  onFields(form, update);
  return (answer) => {
    if (paid) showGains(paid, answer);
    over = answer.numbers?.length ? answer.said : "";
    if (lights) lights.querySelector("[data-spare]").hidden = !over;
    update();
  };
}

// Tapped brights set their number on the field.
function tapLights(form, lights) {
  const radios = all(lights, "input");
  const five = lights.querySelector("[data-five]");
  five.removeAttribute("aria-hidden");
  five.setAttribute("role", "group");
  five.setAttribute("aria-label", five.dataset.five);
  const cards = all(five, "[data-light]").map(lightButton);
  const pressed = () => cards.filter((card) => card.getAttribute("aria-pressed") === "true");
  five.addEventListener("click", (event) => {
    const card = event.target.closest("button");
    if (!card) return;
    card.setAttribute("aria-pressed", card.getAttribute("aria-pressed") !== "true");
    const number = String(pressed().length);
    for (const radio of radios) radio.checked = radio.value === number;
    changed(five);
  });
  // A number entered otherwise doesn't tell which brights: mark none.
  onFields(form, () => {
    const number = radios.find((radio) => radio.checked)?.value;
    if (String(pressed().length) !== number) for (const card of cards) card.setAttribute("aria-pressed", "false");
  });
}

function lightButton(picture) {
  const button = asButton(picture, { className: picture.className });
  button.setAttribute("aria-label", picture.dataset.light);
  button.setAttribute("aria-pressed", "false");
  return button;
}
