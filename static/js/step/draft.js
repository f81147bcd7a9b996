// Drafts: taps of a step that are not sent yet. They survive a reload, a locked phone and other entries on the sheet,
// and can be undone tap by tap. A draft belongs to one turn of one sheet: a step of a deal.
import { storage } from "../sync/lazy-storage.js";

const PREFIX = "taps:";
const MAX_TAPS = 60;

let keepNow = () => {};
addEventListener("pagehide", () => keepNow());

export function keepDraft(form) {
  const sheet = form.closest("[data-sheet]").dataset.sheet;
  const { turn } = form.dataset;
  const first = read(form);
  let taps = [];
  const restore = () => {
    fillIn(form, taps.at(-1) ?? first);
    form.dispatchEvent(new Event("restored", { bubbles: true }));
    showUntap(taps.length > 0);
  };
  const keepTaps = (event) => {
    const now = read(form);
    if (same(now, taps.at(-1) ?? first)) return;
    const more = isWriting(event.target) && taps.by === event.target.name;
    taps = [...(more ? taps.slice(0, -1) : taps), now];
    taps.by = event.target.name;
    store(sheet, turn, taps);
    showUntap(true);
  };
  // After all handlers of the tap, but before the page is left.
  const later = (event) => {
    keepNow = () => keepTaps(event);
    setTimeout(keepNow, 0);
  };
  form.addEventListener("input", later);
  form.addEventListener("change", later);
  form.addEventListener("saved", () => forgetDraft(sheet, turn));
  document.querySelector("[data-untap]")?.addEventListener("click", () => {
    taps = taps.slice(0, -1);
    restore();
    store(sheet, turn, taps);
  });
  showUntap(false);
  // Values from the server (refused or undone) are newer than the draft; so are taps made meanwhile.
  if ("typed" in form.dataset) return;
  stored(sheet, turn).then((before) => {
    if (!before.length || taps.length || !form.isConnected) return;
    taps = "besideSeats" in form.dataset ? before.map((tap) => filledFrom(tap, first)) : before;
    restore();
  });
}

// An entry sent from another page ends its draft.
export const forgetDraft = async (sheet, turn) => turn && (await storage()).forget(keyOf(sheet, turn));

// While a step is being entered, undo takes back the last tap, not the last deal.
function showUntap(tapped) {
  const untap = document.querySelector("[data-untap]");
  if (!untap) return;
  untap.hidden = !tapped;
}

// --- the fields of a form as a value: [name, [value, …]] for each --------------

const asked = (form) => [...form.elements].filter((field) => field.name && !["hidden", "submit", "button"].includes(field.type));
const isTick = (field) => field.type === "radio" || field.type === "checkbox";
const isWriting = (field) => field.type === "text" || field.type === "search";

function read(form) {
  const values = new Map();
  for (const field of asked(form)) {
    if (!values.has(field.name)) values.set(field.name, []);
    if (!isTick(field) || field.checked) values.get(field.name).push(field.value);
  }
  return [...values];
}

export function fillIn(form, values) {
  const given = new Map(values);
  for (const field of asked(form)) {
    const value = given.get(field.name);
    if (value === undefined) continue;
    if (isTick(field)) field.checked = value.includes(field.value);
    else field.value = value[0] ?? "";
  }
}

// What a seat said meanwhile on its own phone stands where nothing was tapped.
function filledFrom(tap, first) {
  const given = new Map(first);
  return tap.map(([name, value]) => [name, value.some(Boolean) ? value : (given.get(name) ?? value)]);
}

const same = (one, other) => JSON.stringify(one) === JSON.stringify(other);

// --- in the phone ---------------------------------------------------------------

// Oldest first, each as all values after the tap; other pages of the sheet store theirs here too.
export async function stored(sheet, turn) {
  const name = keyOf(sheet, turn);
  const found = (await (await storage()).keptUnder(name)).find(([each]) => each === name)?.[1];
  return Array.isArray(found) ? found : [];
}

export async function store(sheet, turn, taps) {
  const [name, last] = [keyOf(sheet, turn), taps.slice(-MAX_TAPS)];
  const { forget, keep } = await storage();
  return last.length ? keep(name, last) : forget(name);
}

export const keyOf = (sheet, turn) => `${PREFIX}${sheet}:${turn}`;
