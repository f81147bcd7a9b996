// The step after the next one: its form is fetched while there is a network, and takes the place of a step that waits
// for the network, which is sent behind it.
import { focusPage, focusStep } from "../core/focus.js";
import { pageCame } from "../core/double-tap.js";
import { tell } from "../core/announce.js";
import { fill } from "../core/words.js";
import { keepAhead, takeBack, unsent } from "./outbox.js";
import { deliver, settle, untilNext } from "./deliver.js";
import { inPocket } from "./pocket.js";
import { dependsOn, liesIn } from "./rules.js";

// The form for what comes after the entry at a position of a sheet.
let fetched = {};

// The step that waits behind the page that is open, if any.
let behind = null;

// Over a phone's slow network the page's own scripts come first.
setTimeout(fetchAhead, 2000);
addEventListener("taken", fetchAhead);

// Of a step that waits behind another one nothing is fetched: only one at a time may have another one before it.
export async function fetchAhead() {
  const form = document.querySelector("form[data-step][data-preview]");
  const { sheet, position, after } = form?.closest("main").dataset ?? {};
  if (inPocket || !sheet || after || (fetched.sheet === sheet && fetched.position === position)) return;
  try {
    // Without a network the page needs it too.
    await import("./unsent.js");
    const answer = await fetch(form.dataset.preview.replace(/preview$/, "ahead"));
    if (answer.ok && answer.headers.has("X-Takuroku")) fetched = { sheet, position, text: await answer.text() };
  } catch {
    // There is no network already.
  }
}

// The page with the step after this entry, or why there is none; null where it was not fetched in time.
export function aheadOf(form, item) {
  const { sheet, position } = form.closest("main")?.dataset ?? {};
  if (!form.matches("[data-step]")) return null;
  const isIts = fetched.sheet === sheet && fetched.position === position;
  const text = item.ahead ?? (isIts ? fetched.text : null);
  if (!text || new Map(item.fields).get("position") !== position) return null;
  const main = new DOMParser().parseFromString(text, "text/html").querySelector("main");
  const depends = !main.querySelector("form") || dependsOn(main.dataset.unless.split(" "), item);
  return { text, main, why: depends ? main.dataset.sayDepends : null };
}

// Shows the step after the entry, and goes on sending the entry; `show` gets the answer.
export async function goAhead(form, item, { text, main: words }, boot, show) {
  await keepAhead(item, text);
  const before = { header: document.querySelector("body > header"), main: form.closest("main") };
  const header = before.header.cloneNode(true);
  const main = pageWith(before.main, words.querySelector("form"));
  header.querySelector("h1").replaceWith(words.querySelector("h1"));
  for (const part of header.querySelectorAll("form, [data-untap]")) part.remove();
  header.querySelector("h1").after(...words.querySelectorAll(".bar > button"));
  const position = Number(before.main.dataset.position) + 1;
  Object.assign(main.dataset, { ...words.dataset, position, after: item.key, sending: "yes" });
  const said = main.querySelector(".said p");
  said.textContent = words.dataset.sayWaiting;
  // First, since on a small phone the line ends soon.
  if (!navigator.serviceWorker?.controller) said.prepend(`${words.dataset.sayKeepOpen} · `);
  fillFrom(item, main);
  behind = { item, before, show, pending: {} };
  header.querySelector("#undo").addEventListener("click", () => back(boot));
  swap(header, main);
  pageCame();
  focusPage();
  const ready = boot();
  scrollTo(0, 0);
  tell([said.textContent, main.querySelector(".said h2").textContent]);
  sendBehind();
  await ready;
  focusStep();
}

// The page as it is, but for what can't be done before the entry is saved.
function pageWith(page, form) {
  const main = page.cloneNode(true);
  main.querySelector("form.step").replaceWith(form);
  for (const part of main.querySelectorAll(".alert, .following, .unsent, .record form, .record-parts > section:not(:has(h2))")) part.remove();
  for (const button of main.querySelectorAll("[form=undo]")) button.closest("details")?.remove();
  return main;
}

// Fills in what follows from the entry.
function fillFrom(item, main) {
  const given = new Map(item.fields);
  for (const part of main.querySelectorAll("[data-from]")) {
    const value = given.get(part.dataset.from) || "0";
    if ("lights" in part.dataset) part.dataset.lights = value;
    else if ("suggested" in part.dataset) {
      part.dataset.suggested = value;
      part.querySelector("input").value = value;
    } else part.textContent = part.textContent.replace(/\d+/, value);
  }
}

function swap(header, main) {
  document.querySelector("body > header").replaceWith(header);
  document.querySelector("body > main").replaceWith(main);
}

// Takes the step back that waits, and shows it again as it was sent.
async function back(boot) {
  const { item, before, pending } = behind;
  stop(pending);
  behind = null;
  await takeBack(item);
  swap(before.header, before.main);
  const bars = [...before.main.querySelectorAll(".action")].map((bar) => bar.offsetHeight);
  document.documentElement.style.setProperty("--bar", `${Math.max(...bars)}px`);
  pageCame();
  focusPage();
  tell([]);
  (await import("./follow.js")).follow(boot);
}

function stop(pending) {
  pending.takenBack = true;
  pending.stop?.();
  pending.wake?.();
}

// Another entry takes along what waits behind it.
export const handOver = () => behind && stop(behind.pending);

// The entry was taken back, so that what waits behind it is sent by itself again.
export const goOn = () => behind && sendBehind();

// What comes is a page of the site.
export const leaveBehind = () => (behind = null);

export const isBehind = (item) => behind?.item.key === item.key;

// What waits, with the entry of this page, by name.
export async function namesOf(form, item) {
  const { sayWaiting, saySecond, sayTwo } = form.closest("main")?.dataset ?? {};
  const waits = sayTwo && (await unsent()).some(({ key }) => key === item.after);
  return waits ? [sayWaiting, saySecond, sayTwo] : [];
}

async function sendBehind() {
  const { item, show } = behind;
  const pending = (behind.pending = {});
  while (!pending.takenBack) {
    const waiting = await unsent();
    const lies = liesIn(waiting, item);
    // Another window has sent it, or taken it back there.
    if (!lies && (await siteIsThere())) return location.reload();
    const answer = lies ? await deliver(item, pending, waiting) : {};
    if (pending.takenBack) return;
    if (answer.text !== undefined) {
      await settle(item, answer);
      return answer.ok && isTapped() ? saved() : show(answer);
    }
    await untilNext(pending, answer);
  }
}

const siteIsThere = () => import("./retry.js").then(({ siteAnswers }) => siteAnswers(), () => false);
const isTapped = () => document.querySelector(".bar [data-untap]:not([hidden])") !== null;

// What is being entered stays as it is.
function saved() {
  leaveBehind();
  const main = document.querySelector("main[data-after]");
  delete main.dataset.sending;
  document.querySelector("button#undo")?.remove();
  const text = fill(document.body.dataset.saySent, { what: main.dataset.sayCalled });
  main.querySelector(".said p").textContent = text;
  tell([text]);
}

