// The form for a new game: who sits where; rule sets that fill in house rules and say what they make of so many players.
// Input is kept while the reader looks at the rules.
import { all, fill, fire, make, onFields } from "../core/elements.js";
import { attempt, storage } from "../core/phone.js";
import { seating } from "./seating.js";

export function enhanceSetup(form) {
  form.addEventListener("seated", ({ detail: players }) => tellPlans(form, players));
  takeUpAgain(form);
  seating(form);
  houseRules(form);
}

// What is tapped on the sheet and not sent goes along, so that the site can say what it will ask again.
export async function takeDraftAlong(form) {
  const { taps, carried } = await (await storage()).drafted(JSON.parse(form.dataset.draft));
  for (const [name, values] of taps.at(-1) ?? carried ?? []) {
    for (const value of values) {
      form.append(make("input", { type: "hidden", name: `drafted-${name}`, value }));
    }
  }
}

// What a game by each rule set will be, with so many players.
function tellPlans(form, players) {
  const number = form.querySelector("[data-number]");
  if (number.textContent) number.textContent = fill(number.dataset.say, { n: players });
  for (const set of form.querySelectorAll("[data-plans]")) {
    const plan = JSON.parse(set.dataset.plans)[players];
    set.querySelectorAll("[data-line]").forEach((line, at) => (line.textContent = plan[at] ?? ""));
  }
}

function houseRules(form) {
  const sets = all(form, "[data-rules] button");
  const options = all(form, "[data-option]").map((place) => ({
    place,
    field: place.querySelector("select, input"),
  }));
  const usual = Object.fromEntries(options.map(({ place, field }) => [field.name, place.dataset.usual]));
  const valuesOf = (set) => ({ ...usual, ...JSON.parse(set.dataset.fills) });
  // What differs from the usual rules, where no set of rules says so by its name.
  const changed = () =>
    sets.some((set) => set.matches("[aria-pressed=true]"))
      ? []
      : options.filter((option) => valueOf(option) !== option.place.dataset.usual).map(named);
  const update = () => {
    for (const { place, field } of options) {
      place.hidden = !hasEffect(place) && !field.matches("[aria-invalid=true]");
      for (const line of place.querySelectorAll("[data-sentence]")) {
        line.hidden = line.dataset.sentence !== field.value.trim();
        line.querySelector("span")?.toggleAttribute("hidden", true);
      }
    }
    for (const set of sets) {
      const values = valuesOf(set);
      set.setAttribute("aria-pressed", options.every((option) => valueOf(option) === values[option.field.name]));
    }
    const line = form.querySelector("[data-changed]");
    if (line) line.textContent = changed().join(line.dataset.comma) || line.dataset.say;
  };
  for (const set of sets) {
    set.addEventListener("click", (event) => {
      event.preventDefault();
      const values = valuesOf(set);
      for (const { field } of options) {
        field.value = values[field.name];
        fire(field, "change");
      }
    });
  }
  onFields(form, update);
}

// Whether the option on which this one depends has the value that it needs.
function hasEffect(place) {
  if (!place.dataset.onlyWith) return true;
  const [other, value] = JSON.parse(place.dataset.onlyWith);
  return place.closest("form").elements[other].value === value;
}

// An option without effect counts as the usual one.
function valueOf({ place, field }) {
  return hasEffect(place) ? field.value.trim() : (place.dataset.usual ?? field.value.trim());
}

function named({ place, field }) {
  return fill(place.dataset.named, { value: (field.selectedOptions?.[0].textContent ?? field.value).trim() });
}

// --- a look at the rules, and back ---------------------------------------------

const LEFT = "setup:";
const OWN = ["csrf_token", "key", "after", "shown"];
const OF_PEOPLE = /^(players-\d+|dealer)$/;

// Restores the input only on the way back from the rules, not for a later new game; and all but the people of a form to
// which others have come.
function takeUpAgain(form) {
  const place = LEFT + location.pathname;
  const ways = all(form, "[data-leave]");
  const keep = () => {
    const typed = [...new FormData(form)].filter(([name]) => !OWN.includes(name));
    attempt(() => sessionStorage.setItem(place, JSON.stringify(typed)));
  };
  for (const way of ways) way.addEventListener("click", keep);
  const typed = attempt(() => JSON.parse(sessionStorage.getItem(place) ?? "[]")) ?? [];
  attempt(() => sessionStorage.removeItem(place));
  const from = attempt(() => new URL(document.referrer).pathname);
  const hasOthers = from === location.pathname;
  if (!hasOthers && !ways.some((way) => new URL(way.href).pathname === from)) return;
  if (!typed.length) return;
  for (const field of all(form, "[name]").filter(({ name }) => !(hasOthers && OF_PEOPLE.test(name)))) {
    const values = typed.filter(([name]) => name === field.name).map(([, value]) => value);
    if (field.matches("[type=radio], [type=checkbox]")) field.checked = values.includes(field.value);
    else if (values.length) [field.value] = values;
  }
}
