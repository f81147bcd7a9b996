// Sends a form without leaving the page, once, and keeps trying while there is no connection: the key in the form
// makes a repeat harmless. Until the answer is there the form is locked, and can be taken back.
import { focusPage, focusStep, holdFocus } from "./focus.js";
import { news, tell } from "./live.js";
import { restThumb } from "./rest.js";

// Seconds: what the site itself asks for is kept to within these bounds.
const SOONEST = 1;
const LATEST = 10;
const TIME_LIMIT = 10000;
const SLOW = 400;
const NO_SERVER_BEHIND_THE_PROXY = [502, 504];
const NO_RECORD_BEHIND_THE_SERVER = 503;

export function sendQuietly(form, boot) {
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    if (form.dataset.sending) return;
    send(form, new FormData(form, event.submitter), boot);
  });
}

async function send(form, body, boot) {
  const address = new URL(form.action, location.href);
  const pending = lock(form);
  while (!pending.takenBack) {
    const answer = await ask(address, body, pending);
    if (pending.takenBack) return;
    if (answer.text !== undefined) {
      pending.end();
      return show(form, answer, boot);
    }
    pending.say(answer.why ?? document.body.dataset.sayOffline);
    await pending.pause(1000 * Math.min(LATEST, Math.max(SOONEST, answer.after ?? SOONEST)));
  }
}

// The answer of this site with its text; else it is to be sent again, `after` seconds and for the reason `why`, where
// they are known: there is no network, it is too late, that was somebody else's page, or the site cannot save now.
async function ask(address, body, pending) {
  const asking = new AbortController();
  pending.stop = () => asking.abort();
  const limit = setTimeout(() => asking.abort(), TIME_LIMIT);
  try {
    const answer = await fetch(address, { method: "POST", body, credentials: "same-origin", signal: asking.signal });
    if (!answer.headers.has("X-Takuroku") || NO_SERVER_BEHIND_THE_PROXY.includes(answer.status)) return {};
    const text = await answer.text();
    if (answer.status === NO_RECORD_BEHIND_THE_SERVER) return { why: reasonIn(text), after: secondsOf(answer) };
    return { address: answer.url, redirected: answer.redirected, ok: answer.ok, text };
  } catch {
    return {};
  } finally {
    clearTimeout(limit);
  }
}

const reasonIn = (text) =>
  new DOMParser().parseFromString(text, "text/html").querySelector("[data-sending]")?.dataset.sending;

const secondsOf = (answer) => Number(answer.headers.get("Retry-After")) || undefined;

// --- while it is under way ------------------------------------------------------

function lock(form) {
  const words = document.body.dataset;
  const release = holdFocus(form);
  form.dataset.sending = "yes";
  form.setAttribute("aria-busy", "true");
  form.inert = true;
  let bar = null;
  const pending = { takenBack: false, stop: () => {} };
  pending.say = (text) => {
    bar ??= showBar(() => {
      pending.takenBack = true;
      pending.stop();
      pending.wake?.();
      pending.end();
    });
    const line = bar.querySelector("p");
    if (line.textContent === text) return;
    line.textContent = text;
    tell([text]);
  };
  const slow = setTimeout(() => pending.say(words.saySending), SLOW);
  pending.pause = (time) =>
    new Promise((wake) => {
      pending.wake = wake;
      setTimeout(wake, time);
    });
  pending.end = () => {
    clearTimeout(slow);
    form.inert = false;
    form.removeAttribute("aria-busy");
    delete form.dataset.sending;
    release();
    bar?.remove();
  };
  return pending;
}

function showBar(takeBack) {
  const bar = document.createElement("div");
  bar.className = "sending";
  const line = document.createElement("p");
  const button = document.createElement("button");
  button.type = "button";
  button.className = "button";
  button.textContent = document.body.dataset.sayTakeBack;
  button.addEventListener("click", takeBack);
  bar.append(line, button);
  document.body.append(bar);
  return bar;
}

// --- what came back -------------------------------------------------------------

async function show(form, answer, boot) {
  if (answer.ok) form.dispatchEvent(new Event("saved", { bubbles: true }));
  const page = new DOMParser().parseFromString(answer.text, "text/html");
  await dress(page);
  document.title = page.title;
  changePage(page);
  // After a refusal the address stays: going back or reloading must not ask to send again. Behind a game that was
  // begun lies no filled form that would begin a second one.
  if (answer.redirected) {
    const stays = samePlace(answer.address) || "setup" in form.dataset;
    history[stays ? "replaceState" : "pushState"](null, "", answer.address);
  }
  seen = here();
  focusPage();
  const ready = boot();
  restThumb();
  scrollTo(0, 0);
  document.querySelector("[data-here]")?.scrollIntoView({ block: "center" });
  tell(answer.ok ? news() : []);
  await ready;
  focusStep();
}

// All but the region that tells of it: one that comes with its page is not listened to yet.
function changePage(page) {
  const live = document.querySelector("#live");
  page.querySelector("#live").remove();
  for (const part of [...document.body.childNodes]) if (part !== live) part.remove();
  live.before(...page.body.childNodes);
}

// A game's own style comes before its page does.
function dress(page) {
  const wanted = [...page.head.querySelectorAll("link[rel=stylesheet]")].filter(
    (link) => !document.head.querySelector(`link[href="${link.getAttribute("href")}"]`),
  );
  const loaded = wanted.map((link) => new Promise((done) => {
    const own = document.adoptNode(link);
    own.addEventListener("load", done);
    own.addEventListener("error", done);
    document.head.append(own);
  }));
  return Promise.all(loaded);
}

const samePlace = (address) => new URL(address).pathname === location.pathname;

const here = () => location.pathname + location.search;
let seen = here();

// A step within the page, as to its content, is one of these events too.
addEventListener("popstate", () => {
  if (here() !== seen) location.reload();
});
