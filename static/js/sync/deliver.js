// Brings what was entered to the site: what waits before it first, each with the token of today.
import { forgetDraft } from "../step/draft.js";
import { drop, refuse } from "./outbox.js";

const TIME_LIMIT = 10000;
const isOfProxyAlone = (status) => status === 502 || status === 504;
// The site is there and cannot take it now: too much was asked, or the record is away.
const isForLater = (status) => status === 429 || status === 503;
const UNREADABLE = 400;

// Seconds: what the site itself asks for is kept to within these bounds.
const MIN_WAIT = 1;
const MAX_WAIT = 10;

// When it is sent again, where this is the answer.
export const secondsUntil = ({ after }) => Math.min(MAX_WAIT, Math.max(MIN_WAIT, after ?? MIN_WAIT));

// The answer of this site with its text; else it is to be sent again, `after` seconds and for the reason `why`, where
// they are known: there is no network, it is too late, that was somebody else's page, or the site cannot save now.
// What waits and was entered before goes first.
export async function deliver(item, pending, waiting) {
  for (const older of waiting) {
    if (older.refused || older.key === item.key || older.number > item.number) continue;
    const answer = await post(older, pending);
    if (answer.text === undefined || pending.takenBack) return answer.text === undefined ? answer : {};
    await settle(older, answer);
  }
  return post(item, pending);
}

// What came of it: what is saved leaves nothing in the phone, what was refused waits to be looked at.
export async function settle(item, answer) {
  if (!answer.ok) return refuse(item, whyIn(answer.text));
  await Promise.all([drop(item), forgetDraft(...(item.turn ?? []))]);
}

async function post(item, pending) {
  const answer = await ask(item, pending);
  // A token of before the phone was given another one: the page itself has today's.
  if (answer.status !== UNREADABLE) return answer;
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
    const answer = await fetch(item.address, { method: "POST", body, credentials: "same-origin", signal: asking.signal });
    if (!answer.headers.has("X-Takuroku") || isOfProxyAlone(answer.status)) return {};
    const text = await answer.text();
    if (isForLater(answer.status)) return { why: reasonIn(text), after: secondsOf(answer) };
    const { url, ok, status } = answer;
    return { address: url, asked: new URL(item.address, location.href).href, ok, status, text, token };
  } catch {
    return {};
  } finally {
    clearTimeout(limit);
  }
}

async function tokenOf(page) {
  try {
    const answer = await fetch(page, { credentials: "same-origin" });
    return tokenIn(parsed(await answer.text()));
  } catch {
    return undefined;
  }
}

const tokenIn = (page) => page.querySelector("[name=csrf_token]")?.value;
const parsed = (text) => new DOMParser().parseFromString(text, "text/html");
// A page that does not show what was entered says so: no access any more, no such session.
const whyIn = (text) => {
  const page = parsed(text);
  return page.querySelector("[data-untaken]") ? page.querySelector("h1").textContent.trim() : undefined;
};
const reasonIn = (text) => parsed(text).querySelector("[data-sending]")?.dataset.sending;
const secondsOf = (answer) => Number(answer.headers.get("Retry-After")) || undefined;
