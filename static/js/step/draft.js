// Drafts: taps of a step that are not sent yet. They survive a reload, a locked phone and other entries on the sheet,
// and can be undone tap by tap. A draft belongs to one turn of one sheet: a step of a deal, since something was entered
// beside it. What was tapped before that stays with its people; undo takes back the other entry first. Undone values in
// the form begin another turn: they are newer than what was tapped before.
import { fire } from "../core/elements.js";
import { storage } from "../core/phone.js";

let keepNow = () => {};
addEventListener("pagehide", () => keepNow());

// The draft of the open form. The same turn on a page that replaces it has it at once: what was tapped while it is fetched from
// the storage would take its place.
let open = null;

export function keepDraft(form) {
  const sheet = form.closest("[data-sheet]").dataset.sheet;
  const { turn, tapped, elsewhere = "", toConfirm } = form.dataset;
  const held = open?.sheet === sheet && open.turn === turn ? open.draft() : null;
  open = null;
  const earlier = movesIn(form);
  // While others enter theirs on their phones, the site keeps the parts of these seats; once anything else is tapped, it
  // leaves the step to the keeper.
  const seats = tapped?.split(" ") ?? [];
  const sending = tapped || toConfirm ? import("./taps.js").catch(() => null) : null;
  sending?.then((module) => module?.sendTapsOn());
  const came = read(form);
  // What was not tapped here, and what the taps are undone down to: beside it are taps from before something was entered.
  let untapped = came;
  let first = came;
  let carried = null;
  let taps = [];
  const last = () => taps.at(-1) ?? first;
  const restore = (isUndone) => {
    fillIn(form, last());
    fire(form, "restored", { isUndone });
    show();
  };
  const show = () => showUntap(taps.length > 0, same(ofOthers(first, seats), ofOthers(last(), seats)));
  const store = (changed) =>
    storage().then(({ storeDraft, UNTAPPED }) => {
      storeDraft(sheet, turn, changed);
      storeDraft(sheet, turn + UNTAPPED, [untapped]);
    });
  const change = (changed) => {
    taps = changed;
    store(changed);
    sendParts();
  };
  // What an undo brought back is no tap, but goes along when the table is changed.
  if ("broughtBack" in form.dataset) keepNow = () => taps.length || store([came]);
  // A number that may get another digit is not sent yet.
  let sent = came;
  const sendParts = () => {
    if (form.querySelector("[data-begun]")) return;
    const [before, now] = [sent, last()];
    sent = now;
    sending?.then((module) => module?.sendParts(form, seats, { first: untapped, before, now }));
  };
  form.addEventListener("marked", sendParts);
  const keepTaps = (event) => {
    const now = over(last(), [...read(form), [ELSEWHERE, elsewhere.split(" ")]]);
    if (same(fieldsOf(now), fieldsOf(last()))) return;
    const more = isWriting(event.target) && taps.by === event.target.name;
    change([...(more ? taps.slice(0, -1) : taps), now]);
    taps.by = event.target.name;
    show();
  };
  // After all handlers of the tap, but before the page is left.
  const later = (event) => {
    keepNow = () => keepTaps(event);
    setTimeout(keepNow, 0);
  };
  form.addEventListener("input", later);
  form.addEventListener("change", later);
  form.addEventListener("saved", async () => {
    open = null;
    const { forgetDraft } = await storage();
    for (const each of [turn, ...earlier.map(({ key }) => key)]) forgetDraft(sheet, each);
  });
  document.querySelector("[data-untap]")?.addEventListener("click", () => {
    change(taps.slice(0, -1));
    restore(true);
  });
  showUntap(false);
  // Refused values are newer than the draft; so are taps made meanwhile.
  if ("typed" in form.dataset) return;
  storage().then(async ({ drafted, filledFrom }) => {
    const { taps: found, untapped: stored, carried: moved } = held ?? (await drafted({ sheet, turn, earlier }));
    if (!form.isConnected) return;
    open = { sheet, turn, draft: () => ({ taps, untapped, carried }) };
    const before = same(found[0], stored) ? found.slice(1) : found;
    if (taps.length || !(before.length || moved)) return;
    carried = moved;
    const shown = form.elements.shown?.value.split(" ");
    const known = { came, untapped: stored, last: before.at(-1) ?? carried };
    const entered = (name) => shown.includes(seatOf([name]));
    const filled = (values) => (shown ? filledFrom(values, { ...known, entered, isNew: isNewSince(elsewhere, values) }) : values);
    taps = before.map(filled);
    // What the site keeps comes back with the page: the taps are undone down to what was there before.
    if (stored.length) untapped = filled(stored);
    first = carried ? filled(carried) : untapped;
    // The site lacks what was tapped before anybody had a phone, or before somebody sat down.
    sendParts();
    restore();
  });
}

// How drafts from before something was entered beside the step have moved since, the newest first.
export const movesIn = ({ dataset }) => JSON.parse(dataset.earlier ?? "[]");

// While a step is being entered, undo takes back the last tap, not the last deal.
function showUntap(isTapped, isStored = false) {
  const untap = document.querySelector("[data-untap]");
  if (!untap) return;
  untap.hidden = !isTapped;
  untap.toggleAttribute("data-stored", isStored);
}

// Which seats have entered their part on their own phones, each as `seat@time`: since a tap that is newer than it.
const ELSEWHERE = "elsewhere";

function isNewSince(elsewhere, tap) {
  const before = new Map(tap).get(ELSEWHERE) ?? [];
  const since = elsewhere.split(" ").filter((each) => !before.includes(each)).join(" ");
  return (name) => enteredAt(since, seatOf([name])) !== undefined;
}

export const enteredAt = (elsewhere, seat) => new Map(elsewhere.split(" ").map((each) => each.split("@"))).get(seat);

const fieldsOf = (values) => values.filter(([name]) => name !== ELSEWHERE);

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

// The values of a page that lacks the fields that are hidden by now.
const over = (last, now) => [...new Map([...last, ...now])];

export const seatOf = ([name]) => name.match(/-(\d+)$/)?.[1];
export const ofOthers = (values, seats) => fieldsOf(values).filter((field) => !seats.includes(seatOf(field)));

export const same = (one, other) => JSON.stringify(one) === JSON.stringify(other);
