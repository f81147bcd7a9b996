// The new totals of a deal while its tricks are counted: what each would have, who would lead, and by how much. The server
// wrote who has a place, who leads now, and the total of each number of tricks; a game adds other points (`data-extra` of a
// row), and sets `data-busy` of the group while it does not know them.
import { all, fill, tell } from "../core/elements.js";
import { count, flyCrown } from "../views/motion.js";
import { balance, nameIn, sumOf, wait } from "./tray.js";

// Milliseconds without a tap after which a screen reader announces it.
const PAUSE = 700;

export function foretellTotals(form, group) {
  const place = group.querySelector("[data-totals]");
  const sides = all(place, "[data-of]").map((part) => sideOf(part, group));
  const leading = sides.filter(({ part }) => "leads" in part.dataset);
  let announcement = null;
  let crowned = [];
  const show = ({ target }) => {
    const isKnown = !("busy" in group.dataset);
    for (const side of sides) side.total = isKnown ? totalOf(side) : NaN;
    const ranked = ranking(sides);
    const leaders = ranked.filter(({ total }) => total === ranked[0].total);
    for (const side of sides) {
      side.part.classList.toggle("first", leaders.includes(side));
      showTotal(side);
    }
    for (const side of leaders) if (crowned.length && !crowned.includes(side)) flyCrown(crownOf(side), crownOf(crowned[0]));
    if (leaders.length) crowned = leaders;
    const line = place.querySelector("[data-gap]");
    line.textContent = wrong(place, group, sides) || gap(place, leaders, ranked[leaders.length]);
    const [leader] = leaders;
    const isNew = leaders.length === 1 && !(leading.length === 1 && leading[0] === leader);
    wait(form, place, "", isNew && fill(place.dataset.sayLeads, { name: leader.name }));
    clearTimeout(announcement);
    const row = target?.closest("[data-seat]");
    if (row) announcement = setTimeout(() => tell([`${nameIn(row)} ${row.querySelector("input").value}`, line.textContent]), PAUSE);
  };
  for (const kind of ["input", "change", "restored", "known"]) form.addEventListener(kind, show);
  // Announced after it is saved, it would be what was so before.
  form.addEventListener("submit", () => clearTimeout(announcement));
  show({});
}

function sideOf(part, group) {
  const row = group.querySelector(`[data-seat="${part.dataset.of}"]`);
  return {
    part,
    row,
    name: part.querySelector(".visually-hidden").textContent,
    was: Number(part.dataset.was),
    totals: part.dataset.totals.split(" ").map(Number),
    input: row?.querySelector("input"),
  };
}

const crownOf = ({ part }) => part.querySelector(".line-icon");

// Who does not play this deal has one.
const totalOf = ({ row, input, totals }) => (input ? totals[input.value] + Number.parseInt(row.dataset.extra || 0, 10) : totals[0]);

// Nobody where a total is not known.
function ranking(sides) {
  const competing = sides.filter(({ part }) => !("away" in part.dataset));
  return competing.some(({ total }) => Number.isNaN(total)) ? [] : competing.sort((one, other) => other.total - one.total);
}

const written = (number) => (Number.isNaN(number) ? "…" : String(number).replace("-", "−"));

function showTotal({ part, row, input, was, total }) {
  const number = part.querySelector("b");
  const before = number.textContent;
  number.textContent = written(total);
  count(number, before);
  if (!row) return;
  row.querySelector("[data-becomes]").textContent = ` · ${written(was)} → ${written(total)}`;
  const miss = row.querySelector("[data-miss]");
  if (input.value === input.parentElement.dataset.suggested) miss.textContent = ` · ${total < was ? "" : "+"}${written(total - was)}`;
}

const wrong = (place, { dataset }, sides) =>
  "total" in dataset ? balance(place, sumOf(sides.filter(({ input }) => input)) - Number(dataset.total)) : "";

function gap({ dataset }, leaders, second) {
  if (leaders.length > 1) return dataset.sayTied;
  return second ? fill(dataset.sayAhead, { n: leaders[0].total - second.total, name: second.name }) : "";
}
