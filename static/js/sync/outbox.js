// The outbox: keeps entries on the phone until the site has answered, and sends them in order after a reload, on
// another page, or after a restart. Forms without a key, which makes repeats harmless, are not kept.
import { keyOf } from "../step/draft.js";
import { UNSENT } from "./lazy-storage.js";
import { grouped, heldFor, inOrder, liesIn, madeOn, nextNumber } from "./rules.js";
import { forget, keep, keptUnder } from "./storage.js";

export function entryOf(form, body) {
  const { after, sayHeld, sayAgain, sayDiscard } = form.closest("main")?.dataset ?? {};
  const parts = [document.querySelector("h1"), form.querySelector(".said h2")];
  return {
    key: body.get("key"),
    page: location.pathname,
    address: addressOf(form),
    title: parts.flatMap((part) => part?.textContent.trim() ?? []).join(" · "),
    // The entry that it is made on, where that one waits too.
    after,
    words: [sayHeld, sayAgain, sayDiscard],
    turn: [form.closest("[data-sheet]")?.dataset.sheet, form.dataset.turn],
    // Hidden parts are not named on other pages.
    said: "hidden" in form.dataset ? "" : told(form),
    fields: [...body],
  };
}

// Adds an entry at the end; `kept` resolves to whether it is on the disk.
export async function putIn(entry) {
  const earlier = await unsent();
  const item = { ...entry, number: nextNumber(earlier) };
  const isText = item.fields.every(([, value]) => typeof value === "string");
  return { item, earlier, kept: item.key && isText ? write(item) : Promise.resolve(false) };
}

// The entry in the words of its form: "Ann 3, Ben 2".
function told(form) {
  const groups = new Map();
  for (const field of form.querySelectorAll("input:checked, input[type=text], input[type=number], select, textarea")) {
    const label = field.labels?.[0]?.textContent.trim() ?? field.ariaLabel ?? "";
    const group = document.getElementById(field.closest("[aria-labelledby]")?.getAttribute("aria-labelledby"));
    const row = field.matches(":checked") ? field.closest("[data-seat]") : null;
    const head = (row ?? group)?.querySelector(".name") ?? group ?? field.closest("fieldset")?.querySelector("legend");
    // The name itself, not what is said beside it.
    const of = [...(head?.childNodes ?? [])].map((part) => part.textContent.trim()).find(Boolean) ?? "";
    const what = field.matches(":checked") ? label : field.value && `${label} ${field.value}`;
    if (!field.disabled && field.value && what) groups.set(of, [...(groups.get(of) ?? []), what]);
  }
  const comma = document.documentElement.lang === "ja" ? "、" : ", ";
  return [...groups].map(([of, what]) => `${of} ${what.join(of ? " " : comma)}`.trim()).join(comma);
}

// All entries, oldest first, with refused ones, which wait to be looked at on their own page.
export const unsent = async () => inOrder((await keptUnder(UNSENT)).map(([, item]) => item));

// Marks an entry as refused. With `why` (the answer didn't show the entry again) it stays and is named on all pages.
export async function refuse(item, why) {
  // Taken back meanwhile, it stays so.
  if (await isKept(item)) await write({ ...item, refused: true, why });
  await hold(item);
}

// An entry whose step can't come before another one is sent no more; what was entered comes back with its step.
async function hold(item) {
  for (const each of madeOn(item, await unsent())) {
    await write({ ...each, refused: true, held: true });
    await keep(keyOf(...each.turn), [grouped(each.fields)]);
  }
}

// Its step is saved now.
export async function dropHeld(item) {
  for (const each of heldFor(item, await unsent())) await drop(each);
}

export async function takeBack(item) {
  await drop(item);
  await hold(item);
}

// The form of the step after it, for a browser that is started anew without a network.
export const keepAhead = async (item, ahead) => (await isKept(item)) && write({ ...item, ahead });

const isKept = async (item) => liesIn(await unsent(), item);

export const drop = (item) => forget(UNSENT + item.key);

export const addressOf = (form) => {
  const { pathname, search } = new URL(form.action, location.href);
  return pathname + search;
};

const write = (item) => keep(UNSENT + item.key, item, "strict");
