// Koi-Koi: shows the multiplier, the yaku by name or by cards, and what stopping would pay. Multipliers, yaku and sums
// come from the server; nothing here knows a rule. The state is read from the fields each time.
import { showPaid } from "../../js/tools/hanafuda.js";
import { stepper } from "../../js/step/stepper.js";
import { fill } from "../../js/core/words.js";
import { cardsByTap } from "./cards.js";
import { all, begun, changed, onFields } from "./fields.js";
import { yakuByName } from "./yaku.js";

export function enhance(main) {
  for (const form of main.querySelectorAll("form.step")) {
    const action = form.querySelector(".action .main");
    const deal = form.querySelector("[data-deal]");
    const month = form.querySelector("[data-month]");
    const dealt = deal ? enhanceDeal(form, deal, action) : null;
    const ended = month ? enhanceMonth(form, month, action, deal) : null;
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

// What can be saved says what it did, or what it pays.
const refused = (answer) => !answer.said && !answer.numbers?.length;

// --- the deal -----------------------------------------------------------------

function enhanceDeal(form, deal, action) {
  const usual = action.textContent;
  const lights = deal.querySelector("[data-lights]");
  const paid = deal.querySelector("[data-paid]");
  if (lights) tapLights(form, lights);
  const spare = (over) => {
    if (!lights) return;
    lights.querySelector(".body").hidden = over;
    lights.querySelector("[data-spare]").hidden = !over;
  };
  if (!paid) onFields(form, () => action.classList.toggle("waiting", Boolean(lights) && !lights.querySelector("input:checked")));
  return (answer) => {
    const over = Boolean(answer.numbers?.length);
    if (paid) return showGains(paid, answer);
    spare(over);
    action.classList.toggle("waiting", refused(answer));
    action.textContent = over ? answer.said : usual;
    return undefined;
  };
}

// Tapped brights set their number on the field.
function tapLights(form, lights) {
  const radios = all(lights, "input");
  const five = lights.querySelector("[data-five]");
  five.removeAttribute("aria-hidden");
  five.setAttribute("role", "group");
  five.setAttribute("aria-label", five.dataset.five);
  const cards = all(five, "[data-light]").map(asButton);
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

function asButton(picture) {
  const button = document.createElement("button");
  button.type = "button";
  button.className = picture.className;
  button.setAttribute("aria-label", picture.dataset.light);
  button.setAttribute("aria-pressed", "false");
  button.append(...picture.childNodes);
  picture.replaceWith(button);
  return button;
}

// --- the end of the month -------------------------------------------------------

function enhanceMonth(form, month, action, deal) {
  const usual = action.textContent;
  const correcting = "correcting" in form.dataset;
  const sides = all(month, "[data-seat]").map(side);
  const seats = Object.fromEntries(sides.map((each) => [each.seat, each]));
  for (const place of all(month, "[data-stepper]")) counted(form, place);
  yakuByName(form, month.querySelector("[data-part=yaku]"));

  // By the brights on the field, the own calls, the other's.
  const multipliers = JSON.parse(month.dataset.multipliers);
  const lights = () => (correcting && deal?.querySelector("[data-lights] input:checked")?.value) || month.dataset.lights;
  const multiply = () => {
    sides.forEach((each, place) => {
      each.multiplier = multipliers[lights()]?.[each.calls()]?.[sides[1 - place].calls()];
      each.times.textContent = `×${each.multiplier ?? "–"}`;
    });
  };
  const decided = decision(form, month, sides);
  onFields(form, () => {
    multiply();
    decided.update();
  });

  const koikoi = correcting ? null : callButton(form, month, action, seats, decided);
  const boards = cardsByTap(form, month, seats, (shown, answer) => {
    koikoi?.follow(shown, answer);
    decided.follow(shown, answer !== null && answer.yaku.length > 0 && !koikoi?.rests());
  });
  month.addEventListener("change", (event) => {
    if (event.target.closest(".stops")) boards.turnTo(decided.winner());
  });
  boards.turnTo(decided.winner());

  const paid = month.querySelector("[data-paid]");
  if (!correcting) action.classList.toggle("waiting", !begun(form));
  return (answer) => {
    const winner = decided.winner();
    action.classList.toggle("waiting", refused(answer));
    const gains = showGains(paid, winner === null ? {} : answer);
    if (correcting) return;
    const text = winner in seats ? month.dataset.sayStop : gains < 0 ? month.dataset.sayStill : month.dataset.sayNobody;
    const told = winner !== null && answer.points;
    action.textContent = told ? fill(text, { name: sides[gains]?.name, points: answer.points[gains] }) : usual;
  };
}

// Shows the sum with its working, or why there is none; returns the seat that gains.
function showGains(paid, answer) {
  const numbers = answer.numbers ?? [];
  const gains = numbers.findIndex((points) => points > 0);
  if (!numbers.length) showPaid(paid, "", answer.problems?.[0] ?? "");
  else showPaid(paid, numbers[gains] ?? 0, answer.workings[Math.max(gains, 0)]);
  return gains;
}

function side(place) {
  const input = place.querySelector("input");
  return {
    place,
    input,
    seat: place.dataset.seat,
    name: place.dataset.name,
    times: place.querySelector("[data-times]"),
    multiplier: undefined,
    calls: () => Number(input.value || 0),
  };
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

// The calls fold while cards are being tapped: the board must not move from under the thumb. Where the engine does not
// see to that by itself (Safari), the page is scrolled by as much as it moved.
function steady(part, change) {
  const before = part.getBoundingClientRect().top;
  change();
  if (CSS.supports("overflow-anchor", "auto")) return;
  const moved = part.getBoundingClientRect().top - before;
  const column = part.closest(".now");
  if (moved && getComputedStyle(column ?? part).overflowY === "auto") column.scrollTop += moved;
  else if (moved) scrollBy({ top: moved, behavior: "instant" });
}

// Who stopped. Once that is said the calls fold into one line, which opens again at a tap, and when something is wrong.
function decision(form, month, sides) {
  const radios = all(month, ".stops input");
  const winner = () => radios.find((radio) => radio.checked)?.value ?? null;
  const line = document.createElement("button");
  line.type = "button";
  line.className = "button calls";
  line.addEventListener("click", () => {
    month.classList.add("unfolded");
    update();
    sides[0].place.querySelector("[data-by='1']").focus({ preventScroll: true });
  });
  month.prepend(line);
  if (month.querySelector(".duel .wrong")) month.classList.add("unfolded");
  const fold = () => {
    month.classList.toggle("decided", winner() !== null && !month.classList.contains("unfolded"));
    line.hidden = !month.classList.contains("decided");
    line.replaceChildren(...sides.map((each) => told(each, month.dataset.sayKoikoi)));
  };
  const update = () => steady(month.querySelector("[data-tabs]"), fold);
  let followed = false;
  month.querySelector(".stops").addEventListener("change", () => (followed = false));
  form.addEventListener("restored", () => (followed = false));
  const name = (seat) => {
    for (const radio of radios) radio.checked = radio.value === seat;
    changed(month);
  };
  // The cards being tapped make a yaku, so their owner is the one who can stop, unless somebody was named.
  const follow = (seat, canStop) => {
    if (winner() !== null && !followed) return;
    followed = canStop;
    if (winner() !== (canStop ? seat : null)) name(canStop ? seat : null);
  };
  const playOn = () => name(null);
  return { winner, update, follow, playOn };
}

function told(each, koikoi) {
  const part = document.createElement("span");
  const bold = document.createElement("b");
  bold.append(each.times.textContent);
  part.append(`${each.name} ${koikoi} ${each.calls()} `, bold);
  return part;
}

// Beside the action while the cards being tapped make a yaku: one more call for their owner. It takes a stop back, and
// rests until the cards are worth more than at that call.
function callButton(form, month, action, seats, decided) {
  const pair = document.createElement("div");
  pair.className = "pair";
  action.replaceWith(pair);
  const button = document.createElement("button");
  button.type = "button";
  button.className = "button";
  button.hidden = true;
  pair.append(button, action);

  let caller = null;
  let answer = null;
  let last = null;
  form.addEventListener("restored", () => (last = null));
  const rests = () => {
    if (!caller) return false;
    const since = last !== null && last.caller === caller && last.calls === caller.calls() && answer.sum <= last.sum;
    return since || caller.calls() >= answer.chances;
  };
  const update = () => {
    button.hidden = !caller;
    if (!caller) return;
    const values = { n: caller.calls(), times: caller.multiplier };
    button.textContent = values.n ? fill(month.dataset.sayCalled, values) : month.dataset.sayKoikoi;
    button.disabled = rests();
  };
  button.addEventListener("click", () => {
    last = { caller, calls: caller.calls() + 1, sum: answer.sum };
    caller.input.value = last.calls;
    decided.playOn();
  });
  onFields(form, update);
  const follow = (seat, told) => {
    answer = told;
    caller = told?.yaku.length ? seats[seat] : null;
    update();
  };
  return { follow, rests };
}
