// Stores values by name in IndexedDB, which is on the disk at once; local storage takes up to a minute. Without a
// database, as in some private windows, values are in local storage.
import { attempt, nameOf } from "../core/phone.js";

const STORE = "kept";
// Milliseconds to wait for the database to open.
const OPEN_TIMEOUT = 3000;
const windows = "BroadcastChannel" in globalThis ? new BroadcastChannel(nameOf("kept")) : null;
let opening = null;

// True when it is in the database: on the disk where its durability is "strict", else as soon as the system gets to it.
export async function keep(name, value, durability = "relaxed") {
  try {
    await write((store) => store.put(value, name), durability);
    return true;
  } catch {
    attempt(() => localStorage.setItem(name, JSON.stringify(value)));
    return false;
  } finally {
    windows?.postMessage(name);
  }
}

// All values whose names begin with a prefix, as pairs. Moves values from local storage into the database.
export async function keptUnder(prefix) {
  const local = localNames(prefix).map((name) => [name, attempt(() => JSON.parse(localStorage.getItem(name)))]);
  try {
    for (const [name, value] of local) {
      await write((store) => store.put(value, name), "strict");
      localStorage.removeItem(name);
    }
    const store = await storeFor("readonly");
    const asked = [store.getAllKeys(under(prefix)), store.getAll(under(prefix))];
    const [names, values] = await Promise.all(asked.map(answerTo));
    return names.map((name, place) => [name, values[place]]);
  } catch {
    return local;
  }
}

// Whether it is a database, in which things stay.
export const isLasting = () => storeFor("readonly").then(() => true, () => false);

export async function forget(name) {
  attempt(() => localStorage.removeItem(name));
  await write((store) => store.delete(name)).catch(() => {});
  windows?.postMessage(name);
}

export async function forgetUnder(prefix) {
  for (const name of localNames(prefix)) attempt(() => localStorage.removeItem(name));
  await write((store) => store.delete(under(prefix))).catch(() => {});
}

// Calls `act` when another window changes a value whose name begins with the prefix.
export const onChange = (prefix, act) => windows?.addEventListener("message", ({ data }) => data.startsWith(prefix) && act());

// --- drafts: the taps of a step, by its sheet and turn -----------------------------

const TAPS = "taps:";
const MAX_TAPS = 60;
const ENDED = "taps-of-ended";

export const UNTAPPED = ":first";

export const draftName = (sheet, turn) => `${TAPS}${sheet}:${turn}`;

// Oldest first, each as all values after the tap; other pages of the sheet store theirs here too.
export async function draftOf(sheet, turn) {
  const name = draftName(sheet, turn);
  const found = (await keptUnder(name)).find(([each]) => each === name)?.[1];
  return Array.isArray(found) ? found : [];
}

export function storeDraft(sheet, turn, taps) {
  const [name, last] = [draftName(sheet, turn), taps.slice(-MAX_TAPS)];
  return last.length ? keep(name, last) : forget(name);
}

// The taps of a turn; what was tapped last before something was entered beside the step, as it is now, or null; and the
// values before all these taps, if they are known.
export async function drafted({ sheet, turn, earlier }) {
  const taps = await draftOf(sheet, turn);
  const untappedAt = async (at) => (await draftOf(sheet, at + UNTAPPED))[0];
  const untapped = await untappedAt(turn);
  for (const each of earlier) {
    const before = (await draftOf(sheet, each.key)).at(-1);
    if (before) return { taps, untapped: untapped ?? moved((await untappedAt(each.key)) ?? [], each), carried: moved(before, each) };
  }
  return { taps, untapped: untapped ?? [], carried: null };
}

// Fields under the names and with the values that they have for the same people now; a name of null is left out.
export const moved = (fields, { names, values }) =>
  fields
    .filter(([name]) => names[name] !== null)
    .map(([name, value]) => [names[name] ?? name, value.map((each) => values[name]?.[each] ?? each)]);

// What came with the page replaces what was left empty up to the last tap; what a seat has `entered` also what was only
// suggested; and what it has entered on its own phone since (`isNew`) also what was tapped.
export function filledFrom(tap, { came, untapped, last, entered, isNew }) {
  const [given, before, tapped] = [came, untapped, last].map((fields) => new Map(fields));
  const isTapped = (name, value) => {
    if (isNew(name)) return false;
    if (entered(name) && before.has(name)) return String(tapped.get(name)) !== String(before.get(name));
    return [value, tapped.get(name) ?? []].flat().some(Boolean);
  };
  return tap.map(([name, value]) => [name, isTapped(name, value) ? value : (given.get(name) ?? value)]);
}

// An entry sent from another page ends its draft.
export const forgetDraft = (sheet, turn) => turn && Promise.all([turn, turn + UNTAPPED].map((each) => forget(draftName(sheet, each))));

// Deletes the drafts of a game that is over. One ended by hand may go on, so its drafts stay until the next such game.
export async function forgetDrafts(sheet, byHand) {
  if (!byHand) return forgetUnder(draftName(sheet, ""));
  const last = (await keptUnder(ENDED))[0]?.[1];
  if (last === sheet || !(await keptUnder(draftName(sheet, ""))).length) return undefined;
  if (last) await forgetUnder(draftName(last, ""));
  return keep(ENDED, sheet);
}

// --- the database ---------------------------------------------------------------

const under = (prefix) => IDBKeyRange.bound(prefix, `${prefix}\uffff`);

async function storeFor(mode, durability) {
  const begin = async () => (await opening).transaction(STORE, mode, { durability }).objectStore(STORE);
  opening ??= open();
  await opening;
  try {
    return await begin();
  } catch {
    // It was closed meanwhile: while the phone slept, or since somebody cleared it.
    opening = open();
    return begin();
  }
}

async function open() {
  const request = indexedDB.open(nameOf("takuroku"), 1);
  request.onupgradeneeded = () => request.result.createObjectStore(STORE);
  const late = new Promise((_, fail) => setTimeout(fail, OPEN_TIMEOUT));
  const database = await Promise.race([answerTo(request), late]);
  database.onversionchange = () => database.close();
  return database;
}

// Waits for the transaction, not only the request. Commits at once, because the page may be about to close.
async function write(change, durability = "relaxed") {
  const store = await storeFor("readwrite", durability);
  change(store);
  store.transaction.commit();
  await new Promise((done, fail) => {
    store.transaction.oncomplete = done;
    store.transaction.onabort = fail;
  });
}

const answerTo = (request) =>
  new Promise((come, fail) => {
    request.onsuccess = () => come(request.result);
    request.onerror = fail;
  });

// --- local storage ----------------------------------------------------------------

const localNames = (prefix) => (attempt(() => Object.keys(localStorage)) ?? []).filter((name) => name.startsWith(prefix));
