// The new totals of a deal while its tricks are counted: what each would have, who would lead, and by how much. The server
// wrote the total of each number of tricks beside them; a game adds what else it counts (`data-kept` of a row), and says
// with `data-asked` of the group that it does not know it yet.
import { all, fill, tell } from "../core/elements.js";
import { count } from "../views/motion.js";
import { balance, nameIn, sumOf, wait } from "./tray.js";

// Milliseconds without a tap after which a screen reader is told.
const PAUSE = 700;

export function foretellTotals(form, group) {
  const place = group.querySelector("[data-totals]");
  const sides = all(place, "[data-of]").map((part) => sideOf(part, group));
  const before = leadersOf(sides, (side) => side.was);
  let announcement = null;
  const show = ({ target }) => {
    const isKnown = !("asked" in group.dataset);
    const totals = new Map(sides.map((side) => [side, isKnown ? totalOf(side) : NaN]));
    const leaders = leadersOf(sides, (side) => totals.get(side));
    for (const side of sides) {
      side.part.classList.toggle("first", leaders.includes(side));
      showTotal(side, totals.get(side));
    }
    const line = place.querySelector("[data-gap]");
    line.textContent = wrong(place, group, sides) || (isKnown ? gap(place, sides, totals, leaders) : "");
    const [leader] = leaders;
    const isNew = leaders.length === 1 && !(before.length === 1 && before[0] === leader);
    wait(form, place, "", isNew && fill(place.dataset.sayLeads, { name: leader.name }));
    clearTimeout(announcement);
    const row = target?.closest("[data-seat]");
    if (row) announcement = setTimeout(() => tell([`${nameIn(row)} ${row.querySelector("input").value}`, line.textContent]), PAUSE);
  };
  for (const kind of ["input", "change", "restored", "known"]) form.addEventListener(kind, show);
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
    competes: !("away" in part.dataset),
  };
}

// Who does not play this deal has one.
const totalOf = ({ row, input, totals }) => (input ? totals[input.value] + Number.parseInt(row.dataset.kept || 0, 10) : totals[0]);

// Nobody where a total is not known.
function leadersOf(sides, total) {
  const competing = sides.filter(({ competes }) => competes);
  const best = Math.max(...competing.map(total));
  return competing.filter((side) => total(side) === best);
}

const written = (number) => (Number.isNaN(number) ? "…" : String(number).replace("-", "−"));

function showTotal({ part, row, input, was }, total) {
  const number = part.querySelector("b");
  const before = number.textContent;
  number.textContent = written(total);
  count(number, before);
  if (!row) return;
  row.querySelector("[data-becomes]").textContent = ` · ${written(was)} → ${written(total)}`;
  const miss = row.querySelector("[data-miss]");
  // A bonus beside it says its own.
  if (input.value === input.parentElement.dataset.suggested) miss.textContent = row.dataset.kept ? "" : ` · ${total < was ? "" : "+"}${written(total - was)}`;
}

const wrong = (place, { dataset }, sides) =>
  "total" in dataset ? balance(place, sumOf(sides.filter(({ input }) => input)) - Number(dataset.total)) : "";

function gap({ dataset }, sides, totals, leaders) {
  if (leaders.length > 1) return dataset.sayTied;
  const others = sides.filter((side) => side.competes && !leaders.includes(side));
  const [second] = leadersOf(others, (side) => totals.get(side));
  return second ? fill(dataset.sayAhead, { n: totals.get(leaders[0]) - totals.get(second), name: second.name }) : "";
}
