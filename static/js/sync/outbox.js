// The outbox: a queue of entries that the phone keeps until the site has answered. They are sent in order, one at a time,
// from whatever page is open, also after a restart. Forms without a key, which makes repeats harmless, are sent but not kept.
import { fill, tell } from "../core/elements.js";
import { UNSENT, tellWindows } from "../core/phone.js";
import { ask, parse, repeat } from "./net.js";
import { grouped, heldFor, inOrder, liesIn, madeOn, namedAt, nextNumber, nextToSend, secondsUntil } from "./rules.js";
import { draftName, forget, forgetDraft, isLasting, keep, keptUnder, onChange } from "./storage.js";

// What this page has sent, by key: the entry, who hears of it, whether it is `kept` on the disk (a promise), and whether
// it lies in the storage by now.
const own = new Map();

// --- what is sent -------------------------------------------------------------

// What an entry is called on other pages, by these parts of its own.
export const titleOf = (...parts) => parts.flatMap((part) => part?.textContent.trim() || []).join(" · ");

// Sends an entry after all that waits. `hears` is called while it `waits`, with the last answer and whether it is kept;
// when the site has `answered`; and when it is `gone`, since another window has sent it or taken it back. `wait` are the
// milliseconds in which another one may take its place.
export async function send(entry, hears, wait = 0) {
  const mine = { item: entry, hears, isStored: false };
  own.set(entry.key, mine);
  const items = await waiting();
  // Taken back meanwhile.
  if (own.get(entry.key) !== mine) return;
  mine.item = { ...entry, number: nextNumber(items) };
  const canKeep = typeof entry.key === "string" && entry.fields.every(([, value]) => typeof value === "string");
  mine.kept = canKeep ? write(mine.item) : Promise.resolve(false);
  mine.kept.then(async (isKept) => (mine.isStored = isKept || liesIn(await stored(), mine.item)));
  clearTimeout(waking);
  if (wait) waking = setTimeout(sender.wake, wait);
  else sender.wake();
}

let waking = null;

// Sends one that lies here already, also if it was refused.
export function sendAgain(item, hears) {
  own.set(item.key, { item, hears, kept: isLasting(), isStored: true });
  sender.wake();
}

export const hearOf = ({ key }, hears) => Object.assign(own.get(key) ?? {}, { hears });

export async function takeBack(item) {
  own.delete(item.key);
  if (underWay === item.key) sender.stop();
  await drop(item);
  await hold(item);
  sendWaiting();
}

// Whether this page sends it; whether it sends anything in the background.
export const isOwn = ({ key }) => own.has(key);
export const sendsQuietly = () => placed > 0 || [...own.values()].some(({ item }) => item.quiet);

let placing = Promise.resolve();
let placed = 0;

// Sends in the background what is the newest at its address: it takes the place of what waits for that. Nobody is asked
// about it again where it is refused.
export function sendNewest(entry, hears, wait) {
  const quiet = { ...entry, quiet: true, page: location.pathname, title: titleOf(...document.querySelectorAll("h1, .headline h2")) };
  placed += 1;
  placing = placing.then(async () => {
    for (const item of await waiting()) {
      if (!item.quiet || item.address !== quiet.address) continue;
      own.delete(item.key);
      await drop(item);
    }
    placed -= 1;
    await send(quiet, hears, wait);
  });
}

// --- the queue ------------------------------------------------------------------

const stored = async () => inOrder((await keptUnder(UNSENT)).map(([, item]) => item));

// All that waits, oldest first, with what was refused, which waits to be looked at on its own page.
export async function waiting() {
  const items = await stored();
  const unkept = [...own.values()].filter(({ item, isStored }) => item.number && !isStored && !liesIn(items, item));
  return inOrder([...items, ...unkept.map(({ item }) => item)]);
}

let underWay = null;

const sender = repeat(sendFirst, { whileHidden: true });

async function sendFirst(signal) {
  const kept = [...own.values()].filter(({ isStored }) => isStored);
  const items = await waiting();
  for (const { item, hears } of kept) {
    if (liesIn(items, item) || !own.delete(item.key)) continue;
    hears.gone?.();
  }
  showWaiting(items);
  const item = nextToSend(items, [...own.keys()]);
  if (!item || signal.aborted) return undefined;
  underWay = item.key;
  const answer = await post(item, signal);
  if (signal.aborted) return undefined;
  underWay = null;
  if (answer.text === undefined) {
    for (const { hears, kept } of [...own.values()]) if (kept) await hears.waits?.(answer, await kept);
    return 1000 * secondsUntil(answer);
  }
  const mine = own.get(item.key);
  own.delete(item.key);
  await settle(item, answer, mine !== undefined);
  if (mine) await mine.hears.answered(answer);
  else if (!item.quiet) {
    tellWindows();
    tell([fill(document.body.dataset[answer.ok ? "saySent" : "sayRefused"], { what: item.title })]);
  }
  return 0;
}

// Names what waits, and sends it.
export async function sendWaiting() {
  showWaiting(await waiting());
  sender.wake();
}

let lines = null;

async function showWaiting(waits) {
  const isSending = document.querySelector("[data-sending=yes]") !== null;
  const items = namedAt(location.pathname, waits, isSending).filter((item) => !isOwn(item));
  // There are none as a rule.
  if (items.length) lines ??= import("../views/unsent.js").catch(() => (lines = null));
  (await lines)?.showLines(items, takeBack);
}

onChange(UNSENT, sendWaiting);
// Another window may have been closed before its entries were sent.
document.addEventListener("visibilitychange", () => document.hidden || sendWaiting());

// Removes a saved entry from the phone. A refused one is kept for the reader, unless this page shows it again with what was
// entered; on the sheet they still have what is `quiet`.
async function settle(item, answer, isShown) {
  if (answer.ok || item.quiet) {
    for (const each of [item, ...heldFor(item, await stored())]) await drop(each);
    return forgetDraft(...(item.turn ?? []));
  }
  const why = whyIn(answer.text);
  if (isShown && !why) await drop(item);
  // Taken back meanwhile, it stays so. With `why` it is named on all pages.
  else if (liesIn(await stored(), item)) await write({ ...item, refused: true, why });
  return hold(item);
}

// An entry whose step can't come before another one is sent no more; what was entered comes back with its step.
async function hold(item) {
  for (const each of madeOn(item, await waiting())) {
    own.delete(each.key);
    await write({ ...each, refused: true, held: true });
    await keep(draftName(...each.turn), [grouped(each.fields)]);
  }
}

// The form of the step after it, for a browser that is started anew without a network.
export async function keepAhead(item, ahead) {
  const kept = (await stored()).find(({ key }) => key === item.key);
  if (kept) await write({ ...kept, ahead });
}

const drop = (item) => forget(UNSENT + String(item.key));
const write = (item) => keep(UNSENT + item.key, item, "strict");

// --- on the way -------------------------------------------------------------------

// Resolves to the site's answer; without a text it must be sent again, after `after` seconds, for the reason `why`, if known:
// no network, a timeout, another site's page, or the site can't save now.
export async function post(item, signal) {
  const token = tokenIn(document);
  const answer = await postWith(token, item, signal);
  if (answer.meaning !== "unreadable") return answer;
  // The page has the current one.
  const { text = "" } = await ask(item.page, { signal });
  const current = tokenIn(parse(text));
  return current && current !== token ? postWith(current, item, signal) : answer;
}

async function postWith(token, item, signal) {
  const body = new FormData();
  for (const [name, value] of item.fields) body.append(name, name === "csrf_token" ? (token ?? value) : value);
  const answer = await ask(item.address, { method: "POST", body, signal });
  if (answer.meaning === "none") return {};
  if (answer.meaning === "later") return { why: parse(answer.text).querySelector("[data-sending]")?.dataset.sending, after: answer.after };
  return { ...answer, asked: new URL(item.address, location.href).href };
}

const tokenIn = (page) => page.querySelector("[name=csrf_token]")?.value;

// The reason on a page that doesn't show the entry again: no access any more, no such session.
function whyIn(text) {
  const page = parse(text);
  return page.querySelector("[data-untaken]") ? page.querySelector("h1").textContent.trim() : undefined;
}
