// Sends entries to the site: older ones in the outbox first, each with the current CSRF token.
import { forgetDraft } from "../step/draft.js";
import { drop, dropHeld, refuse } from "./outbox.js";
import { meaningOf, secondsAsked, secondsUntil, sentBefore } from "./rules.js";

const TIME_LIMIT = 10000;

// Waits until the next attempt; `wake` ends it.
export const untilNext = (pending, answer) =>
  new Promise((wake) => {
    pending.wake = wake;
    setTimeout(wake, 1000 * secondsUntil(answer));
  });

// Resolves to the site's answer with its text; without a text it must be sent again, after `after` seconds, for the
// reason `why`, if known: no network, a timeout, another site's page, or the site can't save now. Older entries of the
// outbox go first; where the one is refused that this one was made on, its answer is the answer, and is `of` it.
export async function deliver(item, pending, waiting) {
  for (const older of sentBefore(item, waiting)) {
    const answer = await post(older, pending);
    if (answer.text === undefined || pending.takenBack) return answer.text === undefined ? answer : {};
    await settle(older, answer);
    if (!answer.ok && older.key === item.after) return { ...answer, of: older };
  }
  return post(item, pending);
}

// Removes a saved entry from the phone; keeps a refused one for the reader, who still has on the sheet what is `quiet`.
export async function settle(item, answer) {
  if (!answer.ok && !item.quiet) return refuse(item, whyIn(answer.text));
  await Promise.all([drop(item), dropHeld(item), forgetDraft(...(item.turn ?? []))]);
}

async function post(item, pending) {
  const answer = await ask(item, pending);
  // The page has the current one.
  if (answer.meaning !== "unreadable") return answer;
  const token = await tokenOf(item.page);
  return token && token !== answer.token ? ask(item, pending, token) : answer;
}

async function ask(item, pending, token = tokenIn(document)) {
  const asking = new AbortController();
  pending.stop = () => asking.abort();
  const limit = setTimeout(() => asking.abort(), TIME_LIMIT);
  const body = new FormData();
  for (const [name, value] of item.fields) body.append(name, name === "csrf_token" ? (token ?? value) : value);
  try {
    const answer = await fetch(item.address, { method: "POST", body, signal: asking.signal });
    const meaning = meaningOf(answer);
    if (meaning === "none") return {};
    const text = await answer.text();
    if (meaning === "later") return { why: reasonIn(text), after: secondsAsked(answer) };
    const { url, ok } = answer;
    return { address: url, asked: new URL(item.address, location.href).href, ok, meaning, text, token };
  } catch {
    return {};
  } finally {
    clearTimeout(limit);
  }
}

async function tokenOf(page) {
  try {
    const answer = await fetch(page);
    return tokenIn(parsed(await answer.text()));
  } catch {
    return undefined;
  }
}

const tokenIn = (page) => page.querySelector("[name=csrf_token]")?.value;
const parsed = (text) => new DOMParser().parseFromString(text, "text/html");
// The reason on a page that doesn't show the entry again: no access any more, no such session.
const whyIn = (text) => {
  const page = parsed(text);
  return page.querySelector("[data-untaken]") ? page.querySelector("h1").textContent.trim() : undefined;
};
const reasonIn = (text) => parsed(text).querySelector("[data-sending]")?.dataset.sending;
