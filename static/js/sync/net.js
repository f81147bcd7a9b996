// Questions to the site: one time limit, one reading of its answers, one loop that asks again.
import { meaningOf, secondsAsked } from "./rules.js";

// Milliseconds after which no answer comes any more, beside what the site may wait itself.
const TIME_LIMIT = 10_000;

export const parse = (text) => new DOMParser().parseFromString(text, "text/html");

// Resolves to the site's answer: what it means (see rules.js), and all of it but for "none" and "same". `wait` are the
// seconds that the site may take, `signal` calls it off; the rest is what `fetch` takes.
export async function ask(address, { signal, wait = 0, ...settings } = {}) {
  const asking = new AbortController();
  const stop = () => asking.abort();
  const limit = setTimeout(stop, TIME_LIMIT + 1000 * wait);
  signal?.addEventListener("abort", stop);
  if (signal?.aborted) stop();
  try {
    const answer = await fetch(address, { ...settings, signal: asking.signal });
    const meaning = meaningOf(answer);
    const { ok, status, url, headers } = answer;
    const text = meaning === "none" || meaning === "same" ? undefined : await answer.text();
    return { meaning, ok, status, address: url, headers, text, after: secondsAsked(answer) };
  } catch {
    return { meaning: "none" };
  } finally {
    clearTimeout(limit);
  }
}

const siteAnswers = async () => (await ask(location.href, { method: "HEAD" })).meaning === "final";

// --- asking again ---------------------------------------------------------------

const loops = new Set();

// Calls `act` again and again: with a signal that calls it off, until it resolves to nothing instead of the milliseconds
// until the next time. A loop rests while the page is hidden, unless it works on then too; a network that is back, and a
// page that is shown again, end its rest, as `wake` does.
export function repeat(act, { whileHidden = false } = {}) {
  let timer = null;
  let asking = null;
  let isWoken = false;
  const stop = () => {
    clearTimeout(timer);
    asking?.abort();
    asking = null;
    isWoken = false;
  };
  const rest = (time) => {
    stop();
    loops.add(loop);
    timer = setTimeout(look, time);
  };
  const look = async () => {
    stop();
    loops.add(loop);
    if (document.hidden && !whileHidden) return;
    asking = new AbortController();
    const { signal } = asking;
    let time;
    try {
      time = await act(signal);
    } finally {
      if (!signal.aborted) asking = null;
    }
    if (signal.aborted) return;
    if (isWoken) look();
    else if (time === undefined) loops.delete(loop);
    else rest(time);
  };
  const wake = () => {
    if (document.hidden && !whileHidden) stop();
    else if (asking) isWoken = true;
    else look();
  };
  const loop = { look, rest, stop, wake };
  return loop;
}

const wakeAll = () => loops.forEach((loop) => loop.wake());
addEventListener("online", wakeAll);
document.addEventListener("visibilitychange", wakeAll);

// Loads the page anew once the site answers: not while something is `busy`, and no more where the `part` has gone that says so.
export function reloadOnceBack(seconds, part = document.body, isBusy = () => false) {
  const loop = repeat(async () => {
    if (!part.isConnected) return undefined;
    if (!isBusy() && (await siteAnswers())) return location.reload();
    return 1000 * (seconds || 1);
  });
  loop.rest(1000 * seconds);
}
