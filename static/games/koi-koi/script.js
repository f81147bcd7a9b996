// Koi-Koi: shows the multipliers, the yaku by name or by cards, and what stopping would pay. Multipliers, yaku and sums
// come from the server; nothing here knows a rule. The state is read from the fields each time.
import { all, fill, fire, isolated, make, makeButton, onFields } from "../../js/core/elements.js";
import { stepper, wait } from "../../js/step/tray.js";
import { showPaid, showResult, taken } from "../../js/tools/hanafuda.js";

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
  for (const part of all(month, "fieldset[data-part]")) yakuByName(form, part, JSON.parse(say.rules));

  // By the brights on the field, the own calls, the other's.
  const multipliers = JSON.parse(say.multipliers);
  const lights = () => (correcting && deal.querySelector("[data-lights] [type=radio]:checked")?.value) || say.lights;
  const noticed = document.querySelector("[data-notice=multiplier] dd");
  // Calls do not multiply the better pile.
  const times = (each) => (month.classList.contains("out") ? 0 : each.calls());
  const multiply = () => {
    sides.forEach((each, place) => {
      each.multiplier = multipliers[lights()]?.[times(each)]?.[times(sides[1 - place])] ?? "–";
      each.times.textContent = `×${each.multiplier}`;
    });
    if (!noticed) return;
    const alike = sides[0].multiplier === sides[1].multiplier;
    noticed.textContent = alike ? sides[0].times.textContent : sides.map((each) => `${isolated(each.initial)}×${each.multiplier}`).join(" ");
  };

  const paid = month.querySelector("[data-paid]");
  let answer = {};
  const parts = cardsByTap(form, month, seats, winner, () => show());
  const showCalls = correcting ? () => {} : callKeys(action, sides, month.querySelector("[data-calls]"));
  const missing = () => (winner() === null ? say.sayWho : parts.lacksYaku() ? say.sayNoYaku : "");
  const update = () => {
    parts.show();
    multiply();
    showCalls();
    // What is complete comes with the server’s next answer.
    if (missing()) show();
  };
  const show = () => {
    const gains = showGains(paid, missing() ? {} : answer);
    const text = winner() in seats ? say.sayStop : gains < 0 ? say.sayStill : say.sayNobody;
    const does = !correcting && answer.points && fill(text, { name: sides[gains]?.name, points: answer.points[gains] });
    wait(form, month, missing() || !answer.numbers?.length, does);
  };
  onFields(form, update);
  return (latest) => {
    answer = latest;
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

// Beside the action while cards take the room of the calls: a key a player that counts one more, or begins again.
function callKeys(action, sides, calls) {
  const keys = sides.map(({ input, calls: called, name }) => {
    const count = make("b");
    const key = makeButton(calls.dataset.calls, () => {
      input.value = (called() + 1) % (Number(input.max) + 1);
      fire(input, "input");
    });
    key.dataset.by = 1;
    key.append(make("small", {}, make("span", { className: "name one-line" }, name), " ", count));
    return { key, show: () => (count.textContent = called()) };
  });
  const pair = make("div", { className: "stack pair" }, ...keys.map(({ key }) => key));
  action.replaceWith(pair);
  pair.append(action);
  return () => {
    for (const { key, show } of keys) {
      key.hidden = !calls.hidden;
      show();
    }
  };
}

// --- the deal: the brights on the field, and the hands that end the month at once ----------

// Returns what shows the server's preview: `over` is what it says of a month that a dealt hand ends.
function enhanceDeal(form, deal) {
  const lights = deal.querySelector("[data-lights]");
  const paid = deal.querySelector("[data-paid]");
  const correcting = "correcting" in form.dataset;
  let over = "";
  const update = () => wait(form, deal, "", !correcting && (over || (lights && sayLights(form, lights))));
  if (lights) tapLights(form, lights);
  onFields(form, update);
  return (answer) => {
    if (paid) showGains(paid, answer);
    over = answer.numbers?.length ? answer.message : "";
    if (over) delete form.querySelector(".main").dataset.number;
    update();
  };
}

// The button that begins the month has the number and what it multiplies by; most months have none.
function sayLights(form, lights) {
  const checked = lights.querySelector("[type=radio]:checked") ?? lights.querySelector("[type=radio]");
  checked.checked = true;
  const [words, times] = lights.dataset.words.split("|")[checked.value].split(/ (?=×)/);
  Object.assign(form.querySelector(".main").dataset, { number: checked.value, times });
  return words;
}

// Tapped brights set their number on the field.
function tapLights(form, lights) {
  const radios = all(lights, "[type=radio]");
  const cards = all(lights, "[type=checkbox]");
  const counted = () => radios[cards.filter(({ checked }) => checked).length];
  for (const card of cards) {
    card.disabled = false;
    card.addEventListener("input", () => (counted().checked = true));
  }
  // A number alone doesn't tell which brights.
  onFields(form, () => {
    if (!counted().checked) for (const card of cards) card.checked = false;
  });
}

// --- a month's yaku by name: which ones others imply, and which rain voids. The server wrote all into the page ---------

function yakuByName(form, part, { together, grown, rain, void: voided, sake }) {
  const boxes = Object.fromEntries(all(part, ".names input").map((box) => [box.value, box]));
  const stands = (slug) => Boolean(boxes[slug]?.checked);
  const tick = (slug, on) => {
    if (boxes[slug]) boxes[slug].checked = on;
  };
  const counter = (slug) => part.querySelector(`[data-counts=${slug}] input`);

  const bring = () => {
    const rules = together.filter((rule) => rule.when.every(stands));
    for (const rule of rules) {
      for (const slug of rule.brings) tick(slug, true);
      for (const slug of rule.replaces) tick(slug, false);
      raise(rule.counts);
    }
  };
  const drop = (slug) => {
    const held = (rule) => rule.when.every((each) => each === slug || stands(each));
    const brought = together.filter((rule) => rule.when.includes(slug) && held(rule));
    for (const rule of brought) {
      for (const each of rule.brings) tick(each, false);
      lower(rule.counts);
    }
    for (const rule of together) {
      if (!rule.brings.includes(slug) || !rule.when.every(stands)) continue;
      for (const each of rule.when) tick(each, false);
      lower(rule.counts);
    }
  };
  // A count that was raised goes back to what stood there, unless it was changed since.
  const raise = (counts) => {
    for (const [slug, least] of Object.entries(counts)) {
      const input = counter(slug);
      if (Number(input.value) >= least) continue;
      input.dataset.before = input.value;
      input.value = input.dataset.raised = least;
    }
  };
  const lower = (counts) => {
    for (const input of Object.keys(counts).map(counter)) {
      if (input.dataset.raised === input.value) input.value = input.dataset.before;
      forget(input);
    }
  };
  const forget = (input) => {
    delete input.dataset.before;
    delete input.dataset.raised;
  };

  // The page has the fewest cards that count beside another yaku.
  const limits = Object.entries(grown).map(([slug, { beside, alone }]) => ({ input: counter(slug), beside, alone, least: counter(slug).min }));
  const limit = () => {
    for (const { input, beside, alone, least } of limits) input.min = beside.some(stands) ? least : alone;
  };

  const november = () => part.querySelector("[data-november] input:checked")?.value ?? "";
  const line = part.querySelector(".line");
  const wash = () => {
    // The question keeps its place, and is seen where it matters.
    if (line) line.style.visibility = november() || sake.some(stands) ? "" : "hidden";
    const wet = rain.some(stands) || november() === "yes";
    for (const slug of voided) {
      const chip = boxes[slug].parentElement;
      chip.classList.toggle("void", wet);
      chip.querySelector("[data-void]").hidden = !wet;
      boxes[slug].disabled = wet;
      if (wet) boxes[slug].checked = false;
    }
  };

  // Some yaku take a card of November, others none: then the question is answered, until they go.
  let answered = false;
  const answer = () => {
    const says = rain.some(stands) ? "yes" : voided.some(stands) ? "no" : "";
    const [given, choices] = [november(), all(part, "[data-november] input")];
    if (says === given || (says === "no" && given && !answered) || !(says || answered)) return;
    for (const choice of choices) choice.checked = choice.value === says;
    answered = says !== "";
  };

  // Before the form is asked what it says now, so that it says what follows too.
  part.addEventListener("change", (event) => {
    const box = boxes[event.target.value];
    if (event.target === box) box.checked ? bring() : drop(box.value);
    else if (event.target.type === "radio") answered = false;
    limit();
    answer();
    wash();
  });
  // What was filled in anew does not say what stood there before: exactly as many as the yaku take were raised by them.
  const reread = () => {
    for (const input of part.querySelectorAll("[data-counts] input")) forget(input);
    for (const [slug, least] of together.filter((rule) => rule.when.every(stands)).flatMap((rule) => Object.entries(rule.counts))) {
      const input = counter(slug);
      if (Number(input.value) === least) Object.assign(input.dataset, { before: "", raised: input.value });
    }
    limit();
    wash();
  };
  form.addEventListener("restored", reread);
  reread();
}

// --- or by tapping the cards of who is marked: their own and the other's lie on one board --------

// What is not shown of the two ways is not sent. `onResult` is called when the server has answered what a pile makes.
function cardsByTap(form, month, seats, winner, onResult) {
  const parts = Object.fromEntries(all(month, "[data-part]").map((part) => [part.dataset.part, part]));
  // Where the better pile is paid, the yaku of whoever called are asked when nobody stopped.
  const each = all(month, "[data-part=each]");
  const out = (seat) => each.length > 0 && winner() === "nobody" && seats[seat].calls() > 0;
  const piles = Object.keys(seats).map((seat) => parts[seat]);
  const other = (part) => piles.find((pile) => pile !== part);
  const choices = all(month, ".stops input");
  const toggle = month.querySelector("[data-switch]");
  let view = month.dataset.view;

  for (const part of piles) {
    part.open = true;
    const question = () => {
      const own = taken(part);
      // What seats have tapped may lie in both piles.
      const gone = taken(other(part)).filter((code) => !own.includes(code));
      return [`${part.dataset.yaku}&${new URLSearchParams([...own.map((code) => ["card", code]), ...gone.map((code) => ["gone", code])])}`];
    };
    const tellOf = (answer) => {
      part.makes = answer.yaku.length;
      showResult(part, answer);
      onResult();
    };
    let asking = null;
    // What asks is loaded at the first tap.
    part.tell = async () => {
      asking ??= import("../../js/step/preview.js").then(({ debounced }) => debounced(question, tellOf));
      (await asking)();
    };
    part.querySelector(".board").addEventListener("change", ({ target }) => take(part, target));
  }
  // A card is in one pile only: a tap here takes it from the other.
  const take = (part, input) => {
    if (input.checked) other(part).querySelector(`input[value="${input.value}"]`).checked = false;
    if (winner() === null) choices.find(({ value }) => value === part.dataset.part).checked = true;
    for (const pile of piles) pile.tell();
    if (input.checked) flyToPile(input, choices.find(({ value }) => value === part.dataset.part));
  };

  const byCards = () => view === "cards";
  // Whose cards are on the board; nobody's where nobody stopped.
  const owner = () => winner() ?? month.dataset.oya;
  const show = () => {
    const nobody = winner() === "nobody";
    month.querySelector("[data-calls]").hidden = byCards() && !nobody && !("correcting" in form.dataset);
    parts.yaku.hidden = parts.yaku.disabled = byCards() || nobody;
    for (const part of each) part.hidden = part.disabled = byCards() || !out(part.dataset.seatOf);
    month.classList.toggle("out", Object.keys(seats).some(out));
    for (const part of piles) {
      part.hidden = !byCards() || !(part.dataset.part === owner() || out(part.dataset.part));
      part.querySelector("summary").hidden = !out(part.dataset.part);
      part.querySelector("[data-pile]").disabled = !byCards();
      const gone = new Set(taken(other(part)));
      for (const input of all(part, ".board input")) {
        const card = input.parentElement;
        card.classList.toggle("gone", gone.has(input.value));
        card.dataset.of = seats[other(part).dataset.part].initial;
      }
    }
    for (const choice of choices) {
      const count = choice.parentElement.querySelector("[data-count]");
      const cards = byCards() && count ? taken(parts[choice.value]).length : 0;
      if (count) count.textContent = cards || "";
    }
    for (const to of all(toggle, "[data-to]")) to.hidden = to.dataset.to === view;
  };
  toggle.hidden = false;
  toggle.addEventListener("click", () => {
    view = byCards() ? "names" : "cards";
    show();
    if (begun(form)) fire(month, "input");
  });
  const named = (part) => all(part, "input").some((input) => (input.type === "number" ? input.value : input.type === "checkbox" && input.checked));
  const isWrong = (part) => part.querySelector(".wrong");
  const filled = (way) => (way === "cards" ? piles.some((part) => taken(part).length || isWrong(part)) : [parts.yaku, ...each].some((part) => named(part) || isWrong(part)));
  // What was entered already, or is wrong, is shown.
  const reread = () => {
    if (!filled(view)) view = ["cards", "names"].find(filled) ?? view;
    for (const part of piles) if (taken(part).length) part.tell();
    show();
  };
  form.addEventListener("restored", reread);
  reread();
  const lacksYaku = () => {
    if (winner() in seats) return !(byCards() ? taken(parts[winner()]).length > 0 && parts[winner()].makes !== 0 : named(parts.yaku));
    return each.some((part) => out(part.dataset.seatOf) && !(byCards() ? taken(parts[part.dataset.seatOf]).length : named(part)));
  };
  return { show, byCards, lacksYaku };
}

// To the number of cards beside who took it; what moves comes with the first card.
async function flyToPile(input, owner) {
  const motion = await import("../../js/views/motion.js").catch(() => null);
  motion?.flyCard(input.parentElement.querySelector("svg"), owner.parentElement.querySelector("em"));
}

// --- the fields of a month: what they say is read from them each time -------------------

// Whether anything was entered: a tick, or a number of something.
const begun = (form) =>
  [...form.elements].some((field) =>
    field.checked ? field.value !== "" && field.name !== "lights" : field.type === "number" && Number(field.value) > 0,
  );

// Shows the sum with its working, or why there is none; returns the seat that gains.
function showGains(paid, answer) {
  const numbers = answer.numbers ?? [];
  const gains = numbers.findIndex((points) => points > 0);
  if (!numbers.length) showPaid(paid, "", answer.problems?.[0] ?? "");
  else showPaid(paid, numbers[gains] ?? 0, answer.briefs[Math.max(gains, 0)]);
  return gains;
}
