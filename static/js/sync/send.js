// Sends a form without leaving the page and retries without a connection; the form's key makes repeats harmless. Until
// the answer the form is locked, and can be taken back; if the page is left, the next one continues.
import { pageCame } from "../core/double-tap.js";
import { fillIn } from "../step/draft.js";
import { focusPage, focusStep, holdFocus } from "../core/focus.js";
import { news, tell } from "../core/announce.js";
import { aheadOf, fetchAhead, goAhead, goOn, handOver, isBehind, leaveBehind, namesOf } from "./ahead.js";
import { addressOf, drop, entryOf, putIn, takeBack, unsent } from "./outbox.js";
import { tellWindows } from "./pocket.js";
import { deliver, settle, untilNext } from "./deliver.js";
import { dress } from "./dress.js";
import { continuedAt, grouped, isAt, liesIn, madeOn, wentOn } from "./rules.js";
import { isLasting } from "./storage.js";
import { install, keepSeen } from "./register-worker.js";

const SAY_SENDING_AFTER = 400;

// Loaded while the first entry is sent. Until it is there, the new page is shown without motion.
let motion = null;

export function sendNow(form, body, boot) {
  const entry = entryOf(form, body);
  handOver();
  return send(form, entry, putIn(entry), boot);
}

// Continues with an entry of this page that was being sent when the page was left, or was refused when another page
// sent it: fills the form in again and shows the answer.
export async function sendOn(boot) {
  const formOf = (item) => [...document.forms].find((each) => "send" in each.dataset && addressOf(each) === item.address);
  const waiting = await unsent();
  const item = continuedAt(location.pathname, waiting, formOf);
  if (!item || document.querySelector("[data-sending=yes]")) return;
  sendAgain(formOf(item), item, waiting, boot);
}

function sendAgain(form, item, waiting, boot) {
  const given = new Map(item.fields);
  if (form) {
    const { position, key } = form.elements;
    // If the sheet has new entries since, the form asks something else.
    if (position?.value === given.get("position")) {
      key.value = item.key;
      fillIn(form, grouped(item.fields));
      form.dispatchEvent(new Event("restored", { bubbles: true }));
    }
  }
  send(form ?? document.querySelector("main"), item, { item, earlier: waiting, kept: isLasting() }, boot);
}

async function send(form, entry, put, boot) {
  const pending = lock(form, () => takeBack(entry).then(goOn));
  mark(form, entry);
  import("../views/motion.js").then((module) => (motion = module), () => {});
  const { item, earlier, kept } = await put;
  let waiting = earlier;
  let stored = null;
  while (!pending.takenBack) {
    const answer = await deliver(item, pending, waiting);
    if (pending.takenBack) return;
    if (answer.text !== undefined) {
      const answered = answer.of ?? item;
      if (!answer.of) await settle(item, answer);
      // What is shown again here with what was entered waits no longer.
      if (!(await unsent()).some(({ key, why }) => key === answered.key && why)) await drop(answered);
      pending.end();
      return show(form, answer, boot);
    }
    const { sayOffline, sayUnkept } = document.body.dataset;
    const ahead = !answer.why && (await kept) ? aheadOf(form, item) : null;
    if (pending.takenBack) return;
    if (ahead && !ahead.why) return goOnWith(ahead, form, item, pending, boot);
    const named = answer.why ? [] : await namesOf(form, item);
    pending.say(...(named.length ? named : [answer.why ?? ((await kept) ? sayOffline : sayUnkept), ahead?.why ?? ""]));
    stored ??= (await kept) || liesIn(await unsent(), item);
    await untilNext(pending, answer);
    waiting = await unsent();
    // Another window has sent it, or taken it back there.
    if (stored && !pending.takenBack && !liesIn(waiting, item)) {
      pending.end();
      return (await (await import("./retry.js")).siteAnswers()) && location.reload();
    }
  }
}

// The step after it can be entered meanwhile, or was when the page was left.
async function goOnWith(ahead, form, item, pending, boot) {
  pending.end();
  await goAhead(form, item, ahead, boot, async (answer) => {
    if (!(await unsent()).some(({ key, why }) => key === item.key && why)) await drop(item);
    return show(document.querySelector("main"), answer, boot);
  });
  const waiting = await unsent();
  const [second] = madeOn(item, waiting);
  if (!second || !isBehind(item)) return;
  handOver();
  sendAgain(document.querySelector("form.step"), second, waiting, boot);
}

// --- while it is under way ------------------------------------------------------

// Marks the key whose value is on its way; a hidden one stands on no screen.
function mark(form, { fields }) {
  if ("hidden" in form.dataset) return;
  for (const key of form.querySelectorAll(".says button")) {
    key.toggleAttribute("data-sent", fields.some(([name, value]) => name === key.name && value === key.value));
  }
}

function lock(form, takenBack) {
  const words = document.body.dataset;
  const release = holdFocus(form);
  form.dataset.sending = "yes";
  form.setAttribute("aria-busy", "true");
  form.inert = true;
  let bar = null;
  const pending = { takenBack: false, stop: () => {} };
  pending.say = (...sentences) => {
    const text = sentences.filter(Boolean).join(" · ");
    // A reason replaces the message that it takes long.
    clearTimeout(slow);
    bar ??= showBar(() => {
      pending.takenBack = true;
      pending.stop();
      pending.wake?.();
      pending.end();
      tell([]);
      takenBack();
    });
    const line = bar.querySelector("p");
    if (line.textContent === text) return;
    line.textContent = text;
    tell(sentences);
  };
  const slow = setTimeout(() => pending.say(words.saySending), SAY_SENDING_AFTER);
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
  leaveBehind();
  if (answer.ok) form.dispatchEvent(new Event("saved", { bubbles: true }));
  const page = new DOMParser().parseFromString(answer.text, "text/html");
  await dress(page);
  document.title = page.title;
  const showMotion = motion?.remember();
  changePage(page);
  pageCame();
  // After a refusal the address stays: going back or reloading must not ask to send again. Behind a game that was
  // begun lies no filled form that would begin a second one.
  const isElsewhere = wentOn(answer, location.pathname);
  if (isElsewhere) {
    const stays = isAt(answer.address, location.pathname) || "setup" in form.dataset;
    history[stays ? "replaceState" : "pushState"](null, "", answer.address);
  }
  seen = here();
  // What the site has just answered is no old page, whatever was shown before.
  delete document.documentElement.dataset.seen;
  if (answer.ok && isElsewhere) keepSeen(answer.text);
  tellWindows();
  focusPage();
  const ready = boot();
  scrollTo(0, 0);
  document.querySelector("[data-here]")?.scrollIntoView({ block: "center" });
  showMotion?.();
  tell(answer.ok ? news() : []);
  await ready;
  focusStep();
  fetchAhead();
}

// Replaces everything but the live region: screen readers ignore a new one.
function changePage(page) {
  const live = document.querySelector("#live");
  page.querySelector("#live")?.remove();
  for (const part of [...document.body.childNodes]) if (part !== live) part.remove();
  live.before(...page.body.childNodes);
}

const here = () => location.pathname + location.search;
let seen = here();

// A step within the page, as to its content, is one of these events too.
addEventListener("popstate", () => {
  if (here() !== seen) location.reload();
});

// This script comes after the page, as the worker does.
install();
